/* graph.h — the graph tables: what a model says, as rows linked by 32-bit ids.
 *
 * pb/onnx.c decodes the file's fields into these rows, ir/import/link.c resolves names to value ids; prepare
 * copies the tables that it changes into work memory and rewrites them there. One node table and one
 * value table serve all graphs (main graph, subgraphs, function bodies). Lists of rows are chained by
 * `next` in file order (nodes: in topological order after linking); lists of scalars are ranges of a
 * pool. Text is a view into the model's bytes. */
#ifndef CM_IR_GRAPH_H
#define CM_IR_GRAPH_H

#include "base/arena.h"
#include "base/bytes.h"
#include "base/status.h"
#include "base/str.h"

typedef uint32_t cm_id; /* index of a row, or CM_NONE */
#define CM_NONE UINT32_MAX

/* A range of a pool: [first, first + n). */
typedef struct cm_range {
    cm_id first;
    uint32_t n;
} cm_range;

/* A chain of rows linked by their `next`. */
typedef struct cm_chain {
    cm_id first, last; /* CM_NONE when empty */
    uint32_t n;
} cm_chain;

/* Where payload bytes lie. Bytes of FILE and EXTERNAL are little-endian at any alignment; all others
 * are native and aligned. */
enum {
    CM_SEG_NONE = 0,
    CM_SEG_FILE,     /* off is relative to the model's bytes */
    CM_SEG_MODEL,    /* off is relative to model memory (tables->pool) */
    CM_SEG_MEMORY,   /* address in work or session memory: off is the pointer's value (prepare only) */
    CM_SEG_EXTERNAL, /* off is relative to external blob `blob` */
    CM_SEG_PENDING   /* off is the address of a cm_pending; blob as of MEMORY (prepare only) */
};

/* A large constant that prepare computes when its bytes are first asked for, which may be never. Room for them is there
 * from the beginning, so that asking cannot fail. */
typedef struct cm_pending {
    void (*fill)(struct cm_pending *p); /* writes `bytes`; called once */
    uint8_t *bytes;
    bool filled;
    /* For who can compute it later: float32 weights in native order, at any alignment, in memory that outlives the
     * session, of which those that make channel c of the result, c < channels, are multiplied with scale[c] in double
     * and rounded. NULL: there is no such formula. */
    const uint8_t *raw;
    const double *scale;
    size_t channels;
    /* For who reads float16 and bfloat16: these are the elements of constant `half`, widened. */
    bool widened;
    cm_id half;
} cm_pending;

typedef struct cm_payload {
    uint8_t segment;
    cm_id blob; /* EXTERNAL: row of tables->blob; computed: of tables->tensor, whose bytes these were first */
    size_t off;
    size_t size; /* bytes */
} cm_payload;

/* TensorProto. String tensors are decoded to the native layout of kernels/kernel.h. */
typedef struct cm_tensor_proto {
    cm_str name;
    int32_t dtype; /* cameo_dtype; known to be valid after decoding */
    cm_range dims; /* of pool ints; every dim >= 0, rank <= CM_MAX_RANK */
    size_t n_elem; /* product of dims */
    cm_payload payload;
    cm_id external; /* row of tables->external, or CM_NONE */
    size_t file_off; /* of the message, for error reports */
    cm_id next;
} cm_tensor_proto;

/* External-data entries of a tensor. */
typedef struct cm_external {
    cm_str location;
    uint64_t offset;
    uint64_t length; /* UINT64_MAX: to the end */
    cm_str checksum; /* SHA-1 of the whole file in hexadecimal digits; n == 0: none, or it was compared */
} cm_external;

typedef struct cm_sparse_proto {
    cm_id values, indices; /* tensors */
    cm_range dims;         /* of pool ints */
    cm_id next;
} cm_sparse_proto;

/* One dim of a declared shape. */
typedef struct cm_dim_proto {
    int64_t value; /* >= 0 when fixed, -1 when free */
    cm_str param;  /* n == 0: no name */
} cm_dim_proto;

/* TypeProto. */
typedef struct cm_type_proto {
    uint8_t kind;    /* cameo_kind; CAMEO_KIND_NONE: not given */
    bool sparse;     /* a sparse tensor type */
    bool has_shape;
    int32_t dtype;   /* tensor: element; map: key */
    cm_id elem;      /* sequence, optional: element type; map: value type */
    cm_range dims;   /* of pool dim */
    cm_id next;      /* chain of AttributeProto.type_protos */
} cm_type_proto;

/* ValueInfoProto: a graph's input, output or value_info. */
typedef struct cm_value_info {
    cm_str name;
    cm_id type; /* or CM_NONE */
    cm_id next;
} cm_value_info;

/* StringStringEntryProto: metadata, quantization annotations. */
typedef struct cm_prop {
    cm_str key, value;
    cm_id next;
} cm_prop;

/* TensorAnnotation. */
typedef struct cm_annotation {
    cm_str tensor_name;
    cm_chain props; /* of cm_prop */
    cm_id next;
} cm_annotation;

/* AttributeProto.type. */
enum {
    CM_ATTR_UNDEFINED = 0, CM_ATTR_FLOAT, CM_ATTR_INT, CM_ATTR_STRING, CM_ATTR_TENSOR, CM_ATTR_GRAPH,
    CM_ATTR_FLOATS, CM_ATTR_INTS, CM_ATTR_STRINGS, CM_ATTR_TENSORS, CM_ATTR_GRAPHS,
    CM_ATTR_SPARSE_TENSOR, CM_ATTR_SPARSE_TENSORS, CM_ATTR_TYPE_PROTO, CM_ATTR_TYPE_PROTOS
};

/* AttributeProto. */
typedef struct cm_attr {
    cm_str name;
    int32_t type;     /* CM_ATTR_* */
    float f;
    int64_t i;
    cm_str s;
    cm_range list;    /* FLOATS of pool floats, INTS of pool ints, STRINGS of pool strs */
    cm_id row;        /* TENSOR(S), GRAPH(S), SPARSE*, TYPE_PROTO(S): first row of the chain */
    uint32_t n_rows;
    cm_str ref_attr_name; /* n == 0: none */
    size_t file_off;
    cm_id next;
} cm_attr;

/* NodeProto. */
typedef struct cm_node {
    cm_str name, op_type, domain, overload;
    cm_chain attrs;
    cm_range in;  /* of pool use; a use's value is CM_NONE where the input is absent */
    cm_range out; /* of pool ids; CM_NONE where the output is not wanted */
    cm_id graph;
    cm_id next;   /* in its graph, topological order */
    cm_chain props;
    size_t file_off;
    bool dead;    /* removed by a rewrite */
} cm_node;

/* One input slot of a node; chained per value. */
typedef struct cm_use {
    cm_id value; /* or CM_NONE */
    cm_id node;
    cm_id next;  /* next use of the same value */
} cm_use;

typedef enum cm_value_kind {
    CM_VALUE_NODE = 0,   /* output `out_index` of node `node` */
    CM_VALUE_INPUT,      /* a graph input; with init != CM_NONE an overridable default */
    CM_VALUE_INIT        /* an initializer */
} cm_value_kind;

typedef struct cm_value {
    cm_str name;
    uint8_t kind;      /* cm_value_kind */
    bool graph_output; /* of its graph */
    bool told;         /* that its declared shape is not what was inferred */
    cm_id type;        /* declared type, or CM_NONE */
    cm_id init;        /* tensor row, or CM_NONE */
    cm_id sparse;      /* sparse row of a sparse initializer, or CM_NONE */
    cm_id node;        /* producer, or CM_NONE */
    cm_id graph;
    cm_id first_use;   /* of pool use, or CM_NONE */
} cm_value;

/* GraphProto, or the body of a FunctionProto. */
typedef struct cm_graph {
    cm_str name, doc_string;
    cm_id parent;      /* graph around it, or CM_NONE */
    cm_id parent_node; /* node whose attribute it is, or CM_NONE */
    cm_id function;    /* function whose body it is, or CM_NONE */
    uint32_t depth;    /* 0 = main graph or function body */
    cm_chain nodes;
    cm_chain inits;    /* of cm_tensor_proto */
    cm_chain sparse_inits;
    cm_chain input_infos, output_infos, value_infos; /* of cm_value_info; empty in functions */
    cm_chain annotations;
    cm_chain props;
    cm_range inputs;   /* of pool ids: value ids in declared order (initializers included) */
    cm_range outputs;  /* of pool ids: value ids */
    size_t file_off;
    cm_id next;        /* chain of AttributeProto.graphs */
} cm_graph;

typedef struct cm_opset {
    cm_str domain; /* "" and "ai.onnx" are the same: stored as "" */
    int64_t version;
    cm_id next;
} cm_opset;

typedef struct cm_function {
    cm_str name, domain, overload;
    cm_id graph;
    cm_range inputs, outputs; /* of pool strs */
    cm_range attr_names;      /* of pool strs: attributes without default */
    cm_chain attr_defaults;   /* of cm_attr */
    cm_chain opsets;
    cm_id next;
} cm_function;

/* An external blob that the host's callback gave. */
typedef struct cm_blob {
    const uint8_t *data;
    size_t size;
} cm_blob;

/* One table: rows, how many are filled, how many fit. */
#define CM_TABLE(type) \
    struct {           \
        type *row;     \
        cm_id n, cap;  \
    }

typedef struct cm_tables {
    const uint8_t *bytes; /* the file */
    size_t bytes_size;
    uint8_t *pool;        /* CM_SEG_MODEL: decoded payloads */
    size_t pool_size;
    CM_TABLE(cm_graph) graph; /* row 0 is the main graph */
    CM_TABLE(cm_node) node;
    CM_TABLE(cm_value) value;
    CM_TABLE(cm_use) use;
    CM_TABLE(cm_id) ids;
    CM_TABLE(cm_attr) attr;
    CM_TABLE(cm_tensor_proto) tensor;
    CM_TABLE(cm_sparse_proto) sparse;
    CM_TABLE(cm_external) external;
    CM_TABLE(cm_type_proto) type;
    CM_TABLE(cm_dim_proto) dim;
    CM_TABLE(cm_value_info) info;
    CM_TABLE(cm_prop) prop;
    CM_TABLE(cm_annotation) annotation;
    CM_TABLE(cm_opset) opset;
    CM_TABLE(cm_function) function;
    CM_TABLE(int64_t) ints;
    CM_TABLE(float) floats;
    CM_TABLE(cm_str) strs;
    CM_TABLE(cm_blob) blob;
} cm_tables;

struct cameo_model {
    cm_tables t;
    int64_t ir_version;
    int64_t model_version;
    cm_str producer_name, producer_version, domain, doc_string;
    cm_chain opsets;    /* of the model */
    cm_chain functions; /* of cm_function */
    cm_chain props;     /* metadata */
    cm_id *io;          /* n_in inputs (values) that must be given, n_default that have one, then outputs (infos) */
    cm_id *prop_index;  /* rows of props in their order */
    uint32_t n_in, n_default;
    uint64_t n_parameters; /* elements of all initializers */
    uint32_t max_subgraph_depth;
    size_t memory_used; /* bytes of model memory */
};

/* The bytes of a payload, computed now where they are pending; NULL for CM_SEG_NONE (no bytes). */
const uint8_t *cm_payload_bytes(const cm_tables *t, const cm_payload *p);
/* What is yet to be computed of a payload; NULL: nothing. */
cm_pending *cm_payload_pending(const cm_payload *p);
/* The bytes, computed now if they were not yet. */
const uint8_t *cm_pending_bytes(cm_pending *p);
/* Whether prepare computed, or will compute, the bytes. */
bool cm_payload_is_computed(const cm_payload *p);
/* Whether the bytes are little-endian at any alignment; else native and aligned. */
bool cm_payload_is_little(const cm_payload *p);
/* Whether elements of dtype must be reversed (cm_copy_swapped by cm_dtype_swap_width) before use. */
bool cm_payload_is_swapped(const cm_payload *p, cameo_dtype dtype);

/* Walks a chain: CM_EACH(id, t->node, graph->nodes) { cm_node *n = &t->node.row[id]; ... } */
#define CM_EACH(id, table, chain) \
    for (cm_id id = (chain).first; id != CM_NONE; id = (table).row[id].next)

/* The opset version imported for a domain ("" and "ai.onnx" are one), or 0. */
int64_t cm_opset_find(const cm_tables *t, cm_chain opsets, cm_str domain);

/* A declared type (row `id` of type, or CM_NONE) as the host sees it. */
void cm_type_describe(const cm_tables *t, cm_id id, cm_str name, cameo_type *type);

#endif
