/* onnx_impl.h — what the files of the ONNX decoder share. Included by pb/onnx*.c only. */
#ifndef CM_PB_ONNX_IMPL_H
#define CM_PB_ONNX_IMPL_H

#include "pb/onnx.h"

struct cm_onnx_frame;
union cm_onnx_unread;

/* A walk over one file. While measuring no table has rows, and their n count. */
typedef struct cm_onnx {
    cm_reader r;
    cameo_model *m;
    cm_names *names;
    const cm_onnx_options *options;
    struct cm_onnx_frame *stack; /* messages that are open; frame 0 is the outermost */
    uint32_t n_stack;
    union cm_onnx_unread *unread; /* while measuring: in place of rows that tables will have */
    cm_function function; /* the one that is open */
    cm_id function_id;
    bool has_graph;
    uint64_t n_values; /* definitions so far */
    uint64_t n_ids;    /* rows of tables->ids beyond the nodes' outputs */
    size_t pool_used;  /* bytes of the pool */
    size_t at;         /* offset of what is being read, for errors */
    cameo_error *e;
} cm_onnx;

/* One more row of a table: its id. cap is CM_NONE while measuring.
 * Errors: E_LIMIT too many rows for 32-bit ids; E_MALFORMED the bytes have changed since
 * measuring. */
CM_NODISCARD cameo_status cm_onnx_add(cm_onnx *d, cm_id *n, cm_id cap, cm_id *id);
#define CM_ONNX_ADD(d, table, id) cm_onnx_add((d), &(d)->m->t.table.n, (d)->m->t.table.cap, (id))
#define CM_ONNX_STORE(d, table, id, value)                                  \
    do {                                                                    \
        if ((d)->m->t.table.row != NULL) (d)->m->t.table.row[id] = (value); \
    } while (0)

/* One more scalar of a list: row `n` of its pool. Errors: E_UNSUPPORTED the list has gaps. */
CM_NODISCARD cameo_status cm_onnx_extend(cm_onnx *d, cm_range *list, cm_id *n, cm_id cap,
                                         cm_id *id);
#define CM_ONNX_EXTEND(d, list, table, id) \
    cm_onnx_extend((d), (list), &(d)->m->t.table.n, (d)->m->t.table.cap, (id))

/* Appends every element of field w (packed or not) to a list of the pool ints. */
CM_NODISCARD cameo_status cm_onnx_ints(cm_onnx *d, const cm_wire_field *w, cm_range *list);

/* A StringStringEntryProto in field w of r. */
CM_NODISCARD cameo_status cm_onnx_entry(cm_onnx *d, cm_reader *r, const cm_wire_field *w,
                                        cm_str *key, cm_str *value);

/* A TypeProto.Tensor or TypeProto.SparseTensor in field w of d->r, into *type. */
CM_NODISCARD cameo_status cm_onnx_tensor_type(cm_onnx *d, const cm_wire_field *w,
                                              cm_type_proto *type);

/* An element type, possibly UNDEFINED. Errors: E_MALFORMED unknown. */
CM_NODISCARD cameo_status cm_onnx_elem_type(cm_onnx *d, const cm_wire_field *w, int32_t *dtype);

/* A TensorProto in field w of d->r: a new row, *id. It is checked, and its payload placed. */
CM_NODISCARD cameo_status cm_onnx_tensor(cm_onnx *d, const cm_wire_field *w, cm_id *id,
                                         cm_tensor_proto *row);

/* The whole of d->r as a TensorProto (a file that holds one). */
CM_NODISCARD cameo_status cm_onnx_tensor_message(cm_onnx *d, cm_reader r, cm_tensor_proto *row);

#endif
