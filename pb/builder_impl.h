/* builder_impl.h — what the files of the builder share. Included by pb/builder*.c only.
 *
 *   memory  | cameo_builder | bytes of the model -> |   free   | <- rows: values, graphs, payloads |
 *
 * The model is written front to back by one cm_writer; the rows remember what the end of a graph needs:
 * which names exist, where they come from, whether somebody reads them. */
#ifndef CM_PB_BUILDER_IMPL_H
#define CM_PB_BUILDER_IMPL_H

#include "ir/import/link.h"
#include "pb/onnx_write.h"

/* Payloads of this many bytes and more stay where the caller has them. */
#define CM_BUILDER_FAR 256

enum {
    CM_BUILT_NODE = 1,   /* an output of a node */
    CM_BUILT_INIT = 2,   /* an initializer */
    CM_BUILT_INPUT = 4,  /* an input, set by hand or found */
    CM_BUILT_OUTPUT = 8, /* an output, set by hand or found */
    CM_BUILT_READ = 16,  /* a node or a subgraph reads it */
    CM_BUILT_DEFINED = CM_BUILT_NODE | CM_BUILT_INIT | CM_BUILT_INPUT
};

/* A name of one graph. */
typedef struct cm_built_value {
    struct cm_built_value *hash_next; /* of its bucket, newest first */
    struct cm_built_value *next;      /* of its graph, in the order of first mention */
    struct cm_built_value *next_input, *next_output;
    struct cm_built_graph *graph;
    cm_str name;
    uint32_t flags; /* CM_BUILT_* */
    uint32_t node;  /* of its graph's nodes, from 1 on, the one that produces it */
    uint32_t type_size;
    const uint8_t *type; /* field `type` of its ValueInfoProto; NULL: not given */
} cm_built_value;

typedef struct cm_built_list {
    cm_built_value *first, *last;
    bool by_hand;
} cm_built_list;

/* A text of a set: the domains that are imported, the attributes that a node has. */
typedef struct cm_built_name {
    struct cm_built_name *next;
    cm_str name;
} cm_built_name;

/* A function that was given. */
typedef struct cm_built_function {
    struct cm_built_function *next;
    cm_str domain, name, overload;
} cm_built_function;

/* A graph or a function that is open. */
typedef struct cm_built_graph {
    struct cm_built_graph *parent;      /* the graph around it; NULL: the main graph, a function */
    struct cm_built_graph *closed;      /* subgraphs that are ended, those in them, too; */
    struct cm_built_graph *closed_next; /* in the list of the graph around it */
    bool function;
    bool node_open;
    cm_str name;
    size_t mark;      /* of its message */
    size_t attr_mark; /* of the attribute that it is in */
    uint32_t field;   /* of that attribute, for one graph or for several */
    size_t n_more;    /* graphs of that attribute that are still to come */
    uint32_t n_nodes;
    cm_built_value *first, *last;
    cm_built_list inputs, outputs;
    cm_built_name *opsets;   /* of a function */
    cm_built_name *defaults; /* attributes of a function */
    size_t node_mark;
    cm_built_name *attrs;         /* of the node */
    uint8_t *node_top, *attr_top; /* the builder's top before and behind them */
} cm_built_graph;

/* A payload in external data. */
typedef struct cm_built_data {
    struct cm_built_data *next;
    const uint8_t *p;
    size_t size;
    uint64_t offset;
} cm_built_data;

struct cameo_builder {
    cm_writer w;
    uint8_t *base; /* of the whole memory */
    uint8_t *top;  /* rows lie at [top, base + size) */
    size_t size;
    cameo_status status; /* the first failure */
    cameo_error error;
    bool finished, has_graph;
    int64_t ir_version;
    cm_str data_name, graph_name;
    cm_built_data *data, *last_data;
    const cm_built_data *found_data; /* by the newest call of cameo_builder_external */
    uint64_t data_size;
    cm_built_name *opsets, *metadata;
    cm_built_function *functions;
    cm_built_graph *graph; /* the innermost that is open; NULL: before the main graph */
    cm_built_value **buckets;
    size_t n_buckets; /* a power of two */
};

/* Zeroed memory for a row, at a multiple of align (a power of two <= CAMEO_ALIGN); NULL: none is left,
 * which the writer's status then says. */
void *cm_builder_take(cameo_builder *b, size_t size, size_t align);
#define CM_BUILDER_NEW(b, type) ((type *)cm_builder_take((b), sizeof(type), _Alignof(type)))

/* E_NOMEM or E_LIMIT where the writer or cm_builder_take has failed. */
CM_NODISCARD cameo_status cm_builder_room(cameo_builder *b);

/* A copy of a text. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_builder_copy(cameo_builder *b, cm_str text, cm_str *copy);

bool cm_builder_has_name(const cm_built_name *set, cm_str name);
/* Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_builder_add_name(cameo_builder *b, cm_built_name **set, cm_str name);

/* The row of a name in the graph that is open, made if there is none. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_builder_value(cameo_builder *b, cm_str name, cm_built_value **value);

/* A node reads the name. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_builder_read(cameo_builder *b, cm_str name);

/* The open graph defines the name: CM_BUILT_NODE, _INIT or _INPUT.
 * Errors: E_ARG it is defined already, here, in a graph around or (inputs, initializers) in an ended subgraph, or a
 * node has read it before the one that produces it; E_NOMEM. */
CM_NODISCARD cameo_status cm_builder_define(cameo_builder *b, cm_str name, uint32_t how,
                                            cm_built_value **value);

/* Makes the type of a value known. Errors: E_ARG a second type that differs; E_NOMEM. */
CM_NODISCARD cameo_status cm_builder_set_type(cameo_builder *b, cm_built_value *v,
                                              const cameo_type *type);

void cm_builder_append_input(cm_built_graph *g, cm_built_value *v);
/* Errors: E_ARG it is an output already. */
CM_NODISCARD cameo_status cm_builder_append_output(cameo_builder *b, cm_built_graph *g,
                                                   cm_built_value *v);

/* Completes the graph that is open: finds and writes inputs and outputs, writes the other types, forgets
 * its names, hands what it reads from outside to the graph around. Errors: E_MISSING; E_NOMEM. */
CM_NODISCARD cameo_status cm_builder_end_graph(cameo_builder *b);

#endif
