/* graph_random.h — small random models out of what exporters write, for comparing levels of the optimiser.
 *
 * A graph is a list of values and of nodes in the order of computation, so that the search for the smallest
 * one that still fails can take nodes away. Everything follows from the seed. */
#ifndef CM_TESTS_PROOFS_GRAPH_RANDOM_H
#define CM_TESTS_PROOFS_GRAPH_RANDOM_H

#include "include/cameo.h"

#define RG_NONE UINT32_MAX
enum {
    RG_MAX_VALUES = 256,
    RG_MAX_NODES = 64,
    RG_MAX_IN = 6,
    RG_MAX_OUT = 4,
    RG_MAX_ATTRS = 8,
    RG_MAX_STATES = 4
};

typedef enum rg_kind { RG_INPUT, RG_CONST, RG_COMPUTED } rg_kind;

typedef struct rg_shape {
    uint32_t rank;
    int64_t d[CAMEO_MAX_RANK];
} rg_shape;

typedef struct rg_value {
    rg_kind kind;
    cameo_dtype dtype;
    rg_shape shape;
    double mag;    /* no element is larger, NaN and infinities of inputs apart */
    bool exact;    /* every order of computing gives the same bits: rounding may be looked at */
    bool output;   /* of the graph */
    bool dead;     /* neither written nor read */
    bool free_dim; /* input: dims[0] is the symbol "batch" */
    bool listed;   /* constant: an input, too, that the caller may override */
    bool as_node;  /* constant: a Constant node instead of an initializer */
    void *data;    /* of inputs and constants; never freed */
    size_t bytes;
} rg_value;

typedef struct rg_attr {
    const char *name;
    enum { RG_INT, RG_FLOAT, RG_INTS, RG_STR } kind;
    int64_t i;
    float f;
    const char *s;
    int64_t ints[CAMEO_MAX_RANK * 2];
    uint32_t n;
} rg_attr;

/* If and Loop: a body of one or two elementwise operators. */
typedef struct rg_body {
    const char *op[2]; /* unary; op[1] may be NULL. Loop: of the carried value */
    uint32_t captured; /* If: their operand; Loop: added to the carried value */
} rg_body;

typedef struct rg_node {
    const char *op;
    uint32_t in[RG_MAX_IN], out[RG_MAX_OUT]; /* values; RG_NONE: absent */
    uint32_t n_in, n_out;
    rg_attr attr[RG_MAX_ATTRS];
    uint32_t n_attrs;
    rg_body body[2]; /* If: then, else; Loop: body[0] */
    bool dead;
} rg_node;

/* Value `output` is input `input` grown along axis. */
typedef struct rg_state {
    uint32_t input, output, axis;
} rg_state;

typedef struct rg_graph {
    rg_value value[RG_MAX_VALUES];
    rg_node node[RG_MAX_NODES];
    rg_state state[RG_MAX_STATES];
    uint32_t n_values, n_nodes, n_states;
    int64_t opset;
    bool half; /* some value is float16: the tolerance of that type */
} rg_graph;

/* max_dim >= 2: most dims are below. */
void rg_generate(rg_graph *g, uint64_t seed, uint32_t max_dim);
/* The graph as ONNX bytes, for free(). */
void *rg_write(const rg_graph *g, size_t *size);
/* Its inputs, named; in has room for RG_MAX_VALUES. Returns their number. */
size_t rg_inputs(const rg_graph *g, cameo_value *in);
/* Its states that are left, by name; at: which input and which output each is. state and at have room for
 * RG_MAX_STATES. Returns their number. */
size_t rg_states(const rg_graph *g, cameo_state *state, rg_state *at);
/* Does a living node, or a body, read the value? */
bool rg_is_read(const rg_graph *g, uint32_t value);
/* The value becomes an input (or a constant) with data of its own. */
void rg_make_leaf(rg_graph *g, uint32_t value, rg_kind kind, uint64_t seed);

#endif
