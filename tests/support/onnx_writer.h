/* onnx_writer.h — whole models for tests of the run, written field by field with pb/wire.h.
 *
 *     ow_begin(&o, 17);
 *     ow_value(&o, OW_INPUT, "x", CAMEO_FLOAT, "batch,3");
 *     ow_node(&o, "Relu", "x", "y"); ow_end(&o);         attributes go between node and end
 *     ow_value(&o, OW_OUTPUT, "y", CAMEO_FLOAT, "batch,3");
 *     ow_finish(&o);                                     o.w.buf, o.w.pos
 */
#ifndef CM_TESTS_SUPPORT_ONNX_WRITER_H
#define CM_TESTS_SUPPORT_ONNX_WRITER_H

#include "base/bytes.h"
#include "base/dtype.h"
#include "base/str.h"
#include "pb/wire.h"

#include <stdlib.h>
#include <string.h>

enum { OW_INPUT = 11, OW_OUTPUT = 12, OW_INFO = 13 };

typedef struct ow {
    cm_writer w;
    size_t mark[64];
    uint32_t n_marks;
} ow;

CM_INLINE void ow_open(ow *o, uint32_t field) {
    o->mark[o->n_marks++] = cm_writer_begin(&o->w, field);
}
CM_INLINE void ow_end(ow *o) { cm_writer_end(&o->w, o->mark[--o->n_marks]); }
CM_INLINE void ow_int(ow *o, uint32_t field, int64_t v) {
    cm_writer_field_varint(&o->w, field, (uint64_t)v);
}
CM_INLINE void ow_str(ow *o, uint32_t field, const char *s) {
    cm_writer_field_bytes(&o->w, field, s, strlen(s));
}
CM_INLINE void ow_opset(ow *o, const char *domain, int64_t version) {
    ow_open(o, 8);
    ow_str(o, 1, domain);
    ow_int(o, 2, version);
    ow_end(o);
}

/* Two opset imports (ai.onnx and "test"), then the graph, open. Capacity: 64 KB. */
CM_INLINE void ow_begin(ow *o, int64_t opset) {
    memset(o, 0, sizeof *o);
    o->w = cm_writer_init(malloc(1 << 16), 1 << 16);
    ow_int(o, 1, 8);
    ow_opset(o, "", opset);
    ow_opset(o, "test", 1);
    ow_open(o, 7);
    ow_str(o, 2, "main");
}
CM_INLINE void ow_finish(ow *o) {
    while (o->n_marks > 0) ow_end(o);
}
CM_INLINE void ow_free(ow *o) { free(o->w.buf); }

/* "batch,3,4": dims; a word is a dim_param, "?" an unnamed free dim, "" a scalar. */
CM_INLINE void ow_dims(ow *o, const char *dims) {
    while (*dims != 0) {
        size_t n = strcspn(dims, ",");
        ow_open(o, 1);
        if (dims[0] >= '0' && dims[0] <= '9') {
            ow_int(o, 1, strtoll(dims, NULL, 10));
        } else if (dims[0] != '?') {
            cm_writer_field_bytes(&o->w, 2, dims, n);
        }
        ow_end(o);
        dims += n + (dims[n] == ',');
    }
}

/* The inside of a TypeProto.Tensor; dims NULL: no shape. */
CM_INLINE void ow_tensor_type(ow *o, int dtype, const char *dims) {
    ow_int(o, 1, dtype);
    if (dims == NULL) return;
    ow_open(o, 2);
    ow_dims(o, dims);
    ow_end(o);
}

CM_INLINE void ow_value(ow *o, uint32_t field, const char *name, int dtype, const char *dims) {
    ow_open(o, field);
    ow_str(o, 1, name);
    ow_open(o, 2);
    ow_open(o, 1);
    ow_tensor_type(o, dtype, dims);
    ow_end(o);
    ow_end(o);
    ow_end(o);
}

/* A sequence of tensors without shape. */
CM_INLINE void ow_sequence(ow *o, uint32_t field, const char *name, int dtype) {
    ow_open(o, field);
    ow_str(o, 1, name);
    ow_open(o, 2);
    ow_open(o, 4);
    ow_open(o, 1);
    ow_open(o, 1);
    ow_tensor_type(o, dtype, NULL);
    for (int i = 0; i < 5; i++) ow_end(o);
}

/* Names separated by commas; "a,,b" has an empty one, "" is none. */
CM_INLINE void ow_names(ow *o, uint32_t field, const char *names) {
    for (bool more = *names != 0; more;) {
        size_t n = strcspn(names, ",");
        cm_writer_field_bytes(&o->w, field, names, n);
        more = names[n] == ',';
        names += n + more;
    }
}

/* A node, open for attributes. op may be "domain:Op". */
CM_INLINE void ow_node(ow *o, const char *op, const char *in, const char *out) {
    const char *colon = strchr(op, ':');
    ow_open(o, 1);
    ow_names(o, 1, in);
    ow_names(o, 2, out);
    ow_str(o, 4, colon == NULL ? op : colon + 1);
    if (colon != NULL) cm_writer_field_bytes(&o->w, 7, op, (size_t)(colon - op));
}
CM_INLINE void ow_op(ow *o, const char *op, const char *in, const char *out) {
    ow_node(o, op, in, out);
    ow_end(o);
}
CM_INLINE void ow_attr_int(ow *o, const char *name, int64_t v) {
    ow_open(o, 5);
    ow_str(o, 1, name);
    ow_int(o, 3, v);
    ow_int(o, 20, 2);
    ow_end(o);
}
CM_INLINE void ow_attr_text(ow *o, const char *name, const char *v) {
    ow_open(o, 5);
    ow_str(o, 1, name);
    ow_str(o, 4, v);
    ow_int(o, 20, 3);
    ow_end(o);
}
CM_INLINE void ow_attr_ints(ow *o, const char *name, const int64_t *v, size_t n) {
    ow_open(o, 5);
    ow_str(o, 1, name);
    for (size_t i = 0; i < n; i++) ow_int(o, 8, v[i]);
    ow_int(o, 20, 7);
    ow_end(o);
}
CM_INLINE void ow_attr_float(ow *o, const char *name, float v) {
    ow_open(o, 5);
    ow_str(o, 1, name);
    cm_writer_field_fixed32(&o->w, 2, cm_f32_bits(v));
    ow_int(o, 20, 1);
    ow_end(o);
}
CM_INLINE void ow_attr_floats(ow *o, const char *name, const float *v, size_t n) {
    ow_open(o, 5);
    ow_str(o, 1, name);
    for (size_t i = 0; i < n; i++) cm_writer_field_fixed32(&o->w, 7, cm_f32_bits(v[i]));
    ow_int(o, 20, 6);
    ow_end(o);
}
/* A graph attribute, open for nodes and values; closed by ow_graph_end. */
CM_INLINE void ow_graph(ow *o, const char *name) {
    ow_open(o, 5);
    ow_str(o, 1, name);
    ow_int(o, 20, 5);
    ow_open(o, 6);
    ow_str(o, 2, name);
}
CM_INLINE void ow_graph_end(ow *o) {
    ow_end(o);
    ow_end(o);
}
/* An initializer with raw data, given in this machine's byte order. */
CM_INLINE void ow_init(ow *o, const char *name, int dtype, const int64_t *dims, size_t rank,
                       const void *data, size_t bytes) {
    ow_open(o, 5);
    for (size_t i = 0; i < rank; i++) ow_int(o, 1, dims[i]);
    ow_int(o, 2, dtype);
    ow_str(o, 8, name);
    uint8_t *little = (uint8_t *)malloc(bytes + 1);
    size_t width = cm_dtype_swap_width((cameo_dtype)dtype);
    memcpy(little, data, bytes);
    if (CM_BIG_ENDIAN && width > 1) {
        cm_copy_swapped(little, (const uint8_t *)data, bytes, width);
    }
    cm_writer_field_bytes(&o->w, 9, little, bytes);
    free(little);
    ow_end(o);
}

/* The tensor of an attribute has the number of an initializer of a graph. */
CM_INLINE void ow_attr_tensor(ow *o, const char *name, int dtype, const int64_t *dims, size_t rank, const void *data,
                              size_t bytes) {
    ow_open(o, 5);
    ow_str(o, 1, name);
    ow_init(o, "", dtype, dims, rank, data, bytes);
    ow_int(o, 20, 4);
    ow_end(o);
}

#endif
