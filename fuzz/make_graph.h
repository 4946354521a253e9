/* make_graph.h — a small model out of the bytes of a fuzzer. The schemas of operators say what may be chosen: a node,
 * operands of types that it takes, attributes of the declared kinds. After each node the model is loaded and inferred:
 * a node that is refused is taken back, so what is left is a valid model, and the types of all values are known.
 *
 * Everything follows from the bytes; behind their end all of them are 0. One graph exists at a time: its memory is
 * static. */
#ifndef CM_FUZZ_MAKE_GRAPH_H
#define CM_FUZZ_MAKE_GRAPH_H

#include "ir/schema.h"

enum {
    MADE_MAX_VALUES = 64,
    MADE_MAX_NODES = 8,
    MADE_MAX_IN = 12,
    MADE_MAX_OUT = 6,
    MADE_MAX_ATTRS = 12,
    MADE_MAX_BODIES = 2,
    MADE_MAX_ELEMENTS = 4096
};

typedef enum made_kind { MADE_INPUT, MADE_CONST, MADE_COMPUTED } made_kind;

typedef struct made_value {
    made_kind kind;
    char name[8];
    cameo_type type;     /* of computed values as it was inferred: dims -1 where they are not known */
    cameo_tensor tensor; /* of inputs and constants */
    bool read, output;
} made_value;

typedef struct made_node {
    const cm_schema *schema;
    char op[48], domain[32];
    uint32_t in[MADE_MAX_IN], out[MADE_MAX_OUT]; /* values; UINT32_MAX: absent */
    uint32_t n_in, n_out;
    cameo_attr attr[MADE_MAX_ATTRS];
    uint32_t n_attrs;
    uint32_t body_op[MADE_MAX_BODIES], body_reads[MADE_MAX_BODIES]; /* of attributes that are graphs */
} made_node;

typedef struct made_graph {
    made_value value[MADE_MAX_VALUES];
    made_node node[MADE_MAX_NODES];
    uint32_t n_values, n_nodes;
    int64_t opset; /* of ai.onnx */
    uint8_t way;   /* a byte for whoever uses the graph */
    bool random;   /* some node draws random numbers */
    const uint8_t *bytes; /* the model */
    size_t size;
    const char *broken; /* a promise that did not hold while it was made; NULL: none */
} made_graph;

/* The graph of these bytes; n_nodes 0: none that is valid. It stays until the next call. */
made_graph *made_from(const uint8_t *data, size_t size);
/* Writes the model anew with the payloads of its constants in a file of this name, of *n bytes in file[0, cap);
 * false: there is no room. */
bool made_split(made_graph *g, const char *name, uint8_t *file, size_t cap, size_t *n);
/* Its inputs, by name; in has room for MADE_MAX_VALUES. Returns their number. */
size_t made_inputs(const made_graph *g, cameo_value *in);

#endif
