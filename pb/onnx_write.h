/* onnx_write.h — the messages of an ONNX file, written: the counterpart of pb/onnx.h.
 *
 * Everything goes through a cm_writer (pb/wire.h): without a buffer it counts, so the same code first
 * answers the size, then writes. Nothing is kept but the bytes, in the order of the calls; lengths are
 * filled in by cm_writer_end, so there is no recursion. ONNX allows any order of fields: nodes,
 * initializers, inputs may be mixed. A whole model:
 *
 *     cm_onnx_write_head(w, &head);
 *     cm_onnx_write_opset(w, CM_ONNX_MODEL_OPSET, (cm_str){NULL, 0}, 21);
 *     size_t graph = cm_writer_begin(w, CM_ONNX_MODEL_GRAPH);
 *     cm_onnx_write_str(w, CM_ONNX_GRAPH_NAME, CM_STR("g"));
 *     cm_onnx_write_info(w, CM_ONNX_GRAPH_INPUT, &x);
 *     CM_TRY(cm_onnx_write_tensor(w, CM_ONNX_GRAPH_INIT, &weights, name, &place, e));
 *     size_t node = cm_onnx_write_node(w, CM_ONNX_GRAPH_NODE, &conv);
 *     size_t attr = cm_onnx_write_attr(w, CM_ONNX_NODE_ATTR, CM_STR("pads"), CM_ATTR_INTS);
 *     cm_onnx_write_ints(w, pads, 4);
 *     cm_writer_end(w, attr);
 *     cm_writer_end(w, node);
 *     cm_writer_end(w, graph);
 *
 * then w->status, and the bytes with cm_writer_next. Functions without a status fail by w->status only
 * (E_NOMEM, E_LIMIT). Texts may be empty: a field with an empty text is left out. Nothing is checked
 * against ONNX's rules: that is the caller's part.
 * Format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3 */
#ifndef CM_PB_ONNX_WRITE_H
#define CM_PB_ONNX_WRITE_H

#include "ir/graph.h"
#include "pb/wire.h"

/* Field numbers of onnx.proto3. */
enum {
    CM_ONNX_MODEL_IR_VERSION = 1,
    CM_ONNX_MODEL_PRODUCER = 2,
    CM_ONNX_MODEL_PRODUCER_VERSION = 3,
    CM_ONNX_MODEL_DOMAIN = 4,
    CM_ONNX_MODEL_VERSION = 5,
    CM_ONNX_MODEL_DOC = 6,
    CM_ONNX_MODEL_GRAPH = 7,
    CM_ONNX_MODEL_OPSET = 8,
    CM_ONNX_MODEL_PROP = 14,
    CM_ONNX_MODEL_FUNCTION = 25,

    CM_ONNX_GRAPH_NODE = 1,
    CM_ONNX_GRAPH_NAME = 2,
    CM_ONNX_GRAPH_INIT = 5,
    CM_ONNX_GRAPH_DOC = 10,
    CM_ONNX_GRAPH_INPUT = 11,
    CM_ONNX_GRAPH_OUTPUT = 12,
    CM_ONNX_GRAPH_VALUE = 13,
    CM_ONNX_GRAPH_ANNOTATION = 14,
    CM_ONNX_GRAPH_SPARSE_INIT = 15,
    CM_ONNX_GRAPH_PROP = 16,

    CM_ONNX_FUNCTION_NAME = 1,
    CM_ONNX_FUNCTION_INPUT = 4,
    CM_ONNX_FUNCTION_OUTPUT = 5,
    CM_ONNX_FUNCTION_ATTR_NAME = 6, /* an attribute without default */
    CM_ONNX_FUNCTION_NODE = 7,
    CM_ONNX_FUNCTION_DOC = 8,
    CM_ONNX_FUNCTION_OPSET = 9,
    CM_ONNX_FUNCTION_DOMAIN = 10,
    CM_ONNX_FUNCTION_ATTR = 11, /* an attribute with its default */
    CM_ONNX_FUNCTION_VALUE = 12,
    CM_ONNX_FUNCTION_OVERLOAD = 13,
    CM_ONNX_FUNCTION_PROP = 14,

    CM_ONNX_NODE_INPUT = 1,
    CM_ONNX_NODE_OUTPUT = 2,
    CM_ONNX_NODE_NAME = 3,
    CM_ONNX_NODE_OP_TYPE = 4,
    CM_ONNX_NODE_ATTR = 5,
    CM_ONNX_NODE_DOC = 6,
    CM_ONNX_NODE_DOMAIN = 7,
    CM_ONNX_NODE_OVERLOAD = 8,
    CM_ONNX_NODE_PROP = 9,

    CM_ONNX_ATTR_NAME = 1,
    CM_ONNX_ATTR_F = 2,
    CM_ONNX_ATTR_I = 3,
    CM_ONNX_ATTR_S = 4,
    CM_ONNX_ATTR_TENSOR = 5,
    CM_ONNX_ATTR_GRAPH = 6,
    CM_ONNX_ATTR_FLOATS = 7,
    CM_ONNX_ATTR_INTS = 8,
    CM_ONNX_ATTR_STRINGS = 9,
    CM_ONNX_ATTR_TENSORS = 10,
    CM_ONNX_ATTR_GRAPHS = 11,
    CM_ONNX_ATTR_DOC = 13,
    CM_ONNX_ATTR_TYPE = 14,
    CM_ONNX_ATTR_TYPES = 15,
    CM_ONNX_ATTR_KIND = 20, /* AttributeProto.type */
    CM_ONNX_ATTR_REF = 21, /* ref_attr_name, in place of a value */
    CM_ONNX_ATTR_SPARSE = 22,
    CM_ONNX_ATTR_SPARSES = 23,

    CM_ONNX_INFO_NAME = 1,
    CM_ONNX_INFO_TYPE = 2,
    CM_ONNX_INFO_DOC = 3,

    CM_ONNX_TENSOR_DIMS = 1,
    CM_ONNX_TENSOR_DTYPE = 2,
    CM_ONNX_TENSOR_FLOATS = 4,
    CM_ONNX_TENSOR_INT32S = 5,
    CM_ONNX_TENSOR_STRINGS = 6,
    CM_ONNX_TENSOR_INT64S = 7,
    CM_ONNX_TENSOR_NAME = 8,
    CM_ONNX_TENSOR_RAW = 9,
    CM_ONNX_TENSOR_DOUBLES = 10,
    CM_ONNX_TENSOR_UINT64S = 11,
    CM_ONNX_TENSOR_DOC = 12,
    CM_ONNX_TENSOR_EXTERNAL = 13,
    CM_ONNX_TENSOR_LOCATION = 14,

    /* The member of TypeProto.value for a kind. */
    CM_ONNX_TYPE_TENSOR = 1,
    CM_ONNX_TYPE_SEQUENCE = 4,
    CM_ONNX_TYPE_MAP = 5,
    CM_ONNX_TYPE_SPARSE = 8,
    CM_ONNX_TYPE_OPTIONAL = 9
};

/* The scalars of a ModelProto; 0 and empty texts are left out. */
typedef struct cm_onnx_head {
    int64_t ir_version, model_version;
    cm_str producer_name, producer_version, domain, doc_string;
} cm_onnx_head;

void cm_onnx_write_head(cm_writer *w, const cm_onnx_head *head);
void cm_onnx_write_str(cm_writer *w, uint32_t field, cm_str s);
/* OperatorSetIdProto; domain "" is the default one. */
void cm_onnx_write_opset(cm_writer *w, uint32_t field, cm_str domain, int64_t version);
/* StringStringEntryProto. */
void cm_onnx_write_prop(cm_writer *w, uint32_t field, cm_str key, cm_str value);

/* NodeProto. An empty name among inputs and outputs is an absent optional, and kept. */
typedef struct cm_onnx_node {
    cm_str op_type, domain, name, overload, doc_string;
    const cm_str *inputs, *outputs;
    size_t n_inputs, n_outputs;
} cm_onnx_node;

/* Begins a node: attributes and properties follow, then cm_writer_end. */
CM_NODISCARD size_t cm_onnx_write_node(cm_writer *w, uint32_t field, const cm_onnx_node *node);

/* Begins an attribute of a type CM_ATTR_*: its value follows, written with one of the functions below
 * (those for messages take CM_ONNX_ATTR_*, and as often as the list has items), or, inside a function,
 * CM_ONNX_ATTR_REF with a name; then cm_writer_end. */
CM_NODISCARD size_t cm_onnx_write_attr(cm_writer *w, uint32_t field, cm_str name, int32_t type);
void cm_onnx_write_float(cm_writer *w, float v);
void cm_onnx_write_int(cm_writer *w, int64_t v);
void cm_onnx_write_string(cm_writer *w, cm_str v); /* an empty one is written, too */
void cm_onnx_write_floats(cm_writer *w, const float *v, size_t n);
void cm_onnx_write_ints(cm_writer *w, const int64_t *v, size_t n);
void cm_onnx_write_strings(cm_writer *w, const cm_str *v, size_t n);
/* The value of an attribute of one of these types; of another one nothing. */
void cm_onnx_write_attr_scalars(cm_writer *w, const cameo_attr *a);

/* Where the elements of a tensor go. All zero: they are native, and copied. Strings always are. */
typedef struct cm_onnx_place {
    bool little;     /* the elements are little-endian, at any alignment, as in a file */
    cm_far *far;     /* may be NULL; else the bytes stay where they are (but see cm_onnx_is_far) */
    cm_str location; /* not empty: external data at `offset`; nothing is read from data */
    uint64_t offset;
} cm_onnx_place;

/* false: the elements must be turned into little-endian, and are copied even where a row is given. */
bool cm_onnx_is_far(cameo_dtype dtype, const cm_onnx_place *place);

/* TensorProto. place may be NULL. Errors: E_ARG bytes or dims that cannot be; and w->status. */
CM_NODISCARD cameo_status cm_onnx_write_tensor(cm_writer *w, uint32_t field, const cameo_tensor *t,
                                               cm_str name, const cm_onnx_place *place,
                                               cameo_error *e);
/* Its fields alone, where the message is already begun. */
CM_NODISCARD cameo_status cm_onnx_write_tensor_fields(cm_writer *w, const cameo_tensor *t,
                                                      cm_str name, const cm_onnx_place *place,
                                                      cameo_error *e);
/* Elements of a tensor, checked against its bytes. Errors: E_ARG. */
CM_NODISCARD cameo_status cm_onnx_check_tensor(const cameo_tensor *t, bool external, size_t *n_elem,
                                               cameo_error *e);

/* SparseTensorProto: begin (the field's message), two tensors in CM_ONNX_SPARSE_VALUES (with the name)
 * and _INDICES, then its dims; end. */
enum { CM_ONNX_SPARSE_VALUES = 1, CM_ONNX_SPARSE_INDICES = 2, CM_ONNX_SPARSE_DIMS = 3 };
void cm_onnx_write_dims(cm_writer *w, uint32_t field, const int64_t *dims, uint32_t rank);

/* TypeProto. Of kind NONE it is empty. A sequence or optional has elements of elem_kind, which lead to
 * the tensor that the other members describe. */
void cm_onnx_write_type(cm_writer *w, uint32_t field, const cameo_type *type);
/* Row `id` of t->type, of any nesting. */
void cm_onnx_write_type_row(cm_writer *w, uint32_t field, const cm_tables *t, cm_id id);

/* ValueInfoProto of type->name; of kind NONE without a type. */
void cm_onnx_write_info(cm_writer *w, uint32_t field, const cameo_type *type);
/* ValueInfoProto of this name and the type in a row of t->type, CM_NONE: without a type. */
void cm_onnx_write_info_row(cm_writer *w, uint32_t field, const cm_tables *t, cm_str name,
                            cm_id type);

#endif
