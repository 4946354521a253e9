/* model_builder.h — small models for tests, written field by field with pb/wire.h.
 *
 *     mb_begin(&b, 8);                     ir_version, opset 17, an open graph
 *     mb_io(&b, 11, "x");                  a float input [2]
 *     mb_node(&b, "Relu", "x", "y");
 *     mb_io(&b, 12, "y");
 *     mb_end(&b);
 *     CHECK_INT(mb_load(&b, NULL), CAMEO_OK);
 */
#ifndef CM_TESTS_MODEL_BUILDER_H
#define CM_TESTS_MODEL_BUILDER_H

#include "ir/import/link.h"
#include "pb/wire.h"
#include "tests/check.h"

typedef struct mb {
    cm_writer w;
    size_t mark[64];
    uint32_t n_marks;
    uint8_t buf[16384];
    /* Results of mb_load. */
    cameo_model *model;
    cameo_error error;
    size_t model_bytes, work_bytes;
    _Alignas(CAMEO_MEMORY_ALIGN) uint8_t memory[65536];
    _Alignas(CAMEO_MEMORY_ALIGN) uint8_t work[65536];
} mb;

CM_INLINE void mb_reset(mb *b) {
    b->w = cm_writer_init(b->buf, sizeof b->buf);
    b->n_marks = 0;
}
CM_INLINE void mb_open(mb *b, uint32_t field) {
    b->mark[b->n_marks++] = cm_writer_begin(&b->w, field);
}
CM_INLINE void mb_close(mb *b) { cm_writer_end(&b->w, b->mark[--b->n_marks]); }
CM_INLINE void mb_int(mb *b, uint32_t field, int64_t v) {
    cm_writer_field_varint(&b->w, field, (uint64_t)v);
}
CM_INLINE void mb_str(mb *b, uint32_t field, const char *s) {
    cm_writer_field_bytes(&b->w, field, s, strlen(s));
}

/* Model, ir_version, opset 17 of the default domain, and the graph "g", open. */
CM_INLINE void mb_begin(mb *b, int64_t ir_version) {
    mb_reset(b);
    mb_int(b, 1, ir_version);
    mb_open(b, 8);
    mb_int(b, 2, 17);
    mb_close(b);
    mb_open(b, 7);
    mb_str(b, 2, "g");
}
CM_INLINE void mb_end(mb *b) {
    while (b->n_marks > 0) mb_close(b);
}

/* A ValueInfoProto of a float tensor [2] in field 11 (input), 12 (output), 13 (value_info). */
CM_INLINE void mb_io(mb *b, uint32_t field, const char *name) {
    mb_open(b, field);
    mb_str(b, 1, name);
    mb_open(b, 2);
    mb_open(b, 1);
    mb_int(b, 1, CAMEO_FLOAT);
    mb_open(b, 2);
    mb_open(b, 1);
    mb_int(b, 1, 2);
    mb_close(b);
    mb_close(b);
    mb_close(b);
    mb_close(b);
    mb_close(b);
}

/* Names separated by commas, each as a field; "" is one empty name, NULL none. */
CM_INLINE void mb_names(mb *b, uint32_t field, const char *names) {
    while (names != NULL) {
        size_t n = strcspn(names, ",");
        cm_writer_field_bytes(&b->w, field, names, n);
        names = names[n] == ',' ? names + n + 1 : NULL;
    }
}

/* A NodeProto named "n_" + its outputs, left open. */
CM_INLINE void mb_open_node(mb *b, const char *op_type, const char *in, const char *out) {
    mb_open(b, 1);
    mb_names(b, 1, in);
    mb_names(b, 2, out);
    mb_str(b, 3, out == NULL ? "n" : out);
    mb_str(b, 4, op_type);
}
CM_INLINE void mb_node(mb *b, const char *op_type, const char *in, const char *out) {
    mb_open_node(b, op_type, in, out);
    mb_close(b);
}

/* A graph attribute, left open (close twice: graph, attribute). */
CM_INLINE void mb_open_graph_attr(mb *b, const char *name) {
    mb_open(b, 5);
    mb_str(b, 1, name);
    mb_int(b, 20, CM_ATTR_GRAPH);
    mb_open(b, 6);
    mb_str(b, 2, "body");
}

/* A float initializer [1] with raw data. */
CM_INLINE void mb_init(mb *b, const char *name, float v) {
    uint8_t raw[4];
    uint32_t bits = cm_f32_bits(v);
    for (int i = 0; i < 4; i++) raw[i] = (uint8_t)(bits >> (8 * i));
    mb_open(b, 5);
    mb_int(b, 1, 1);
    mb_int(b, 2, CAMEO_FLOAT);
    mb_str(b, 8, name);
    cm_writer_field_bytes(&b->w, 9, raw, 4);
    mb_close(b);
}

/* Measures and creates; the results are in b. */
CM_INLINE cameo_status mb_load(mb *b, const cameo_options *options) {
    b->model = NULL;
    memset(&b->error, 0, sizeof b->error);
    cameo_status status =
        cameo_model_measure(b->buf, b->w.pos, options, &b->model_bytes, &b->work_bytes, &b->error);
    if (status != CAMEO_OK) return status;
    if (b->model_bytes > sizeof b->memory || b->work_bytes > sizeof b->work)
        return CAMEO_E_INTERNAL;
    return cameo_model_create((cameo_memory){b->memory, b->model_bytes},
                              (cameo_memory){b->work, b->work_bytes}, b->buf, b->w.pos, options,
                              &b->model, &b->error);
}

/* The value of a name, the first in table order, or NULL. */
CM_INLINE const cm_value *mb_value(const mb *b, const char *name) {
    for (cm_id i = 0; i < b->model->t.value.n; i++) {
        if (cm_str_is(b->model->t.value.row[i].name, name)) return &b->model->t.value.row[i];
    }
    return NULL;
}

#endif
