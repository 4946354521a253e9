/* onnx_value_write.c — values to the bytes of TensorProto, SequenceProto, OptionalProto, MapProto.
 * See onnx_value.h. An explicit stack of the open messages; tensors are written as raw_data. */
#include "pb/onnx_value.h"

#include "pb/onnx_write.h"

/* SequenceProto.elem_type, OptionalProto.elem_type; such an element lies in field elem_type + 2. */
static uint32_t value_write_elem_type(cameo_kind kind) {
    switch (kind) {
    case CAMEO_KIND_TENSOR: return 1;
    case CAMEO_KIND_SEQUENCE: return 3;
    case CAMEO_KIND_MAP: return 4;
    case CAMEO_KIND_OPTIONAL: return 5;
    default: return 0;
    }
}

/* The values of a map: a SequenceProto of tensors of one element. */
static cameo_status value_write_map_values(const cameo_tensor *t, size_t n, cm_writer *w,
                                           cameo_error *e) {
    size_t width = t->dtype == CAMEO_STRING ? sizeof(cameo_string) : cameo_dtype_bits(t->dtype) / 8;
    CM_CHECK(width != 0, e, CAMEO_E_ARG, "a map has values of %s", cameo_dtype_name(t->dtype));
    cm_writer_field_varint(w, 2, 1);
    for (size_t i = 0; i < n; i++) {
        cameo_tensor one = {
            .dtype = t->dtype, .data = (uint8_t *)t->data + i * width, .bytes = width};
        CM_TRY(cm_onnx_write_tensor(w, 3, &one, (cm_str){NULL, 0}, NULL, e));
    }
    return CAMEO_OK;
}

/* The fields of a MapProto. */
static cameo_status value_write_map(const cameo_value *v, cm_str name, cm_writer *w,
                                    cameo_error *e) {
    size_t n_keys = 0, n_values = 0;
    CM_CHECK(v->n_items == 2, e, CAMEO_E_ARG, "a map has %zu items, want keys and values",
             v->n_items);
    const cameo_tensor *keys = &v->items[0].tensor, *values = &v->items[1].tensor;
    CM_TRY(cm_onnx_check_tensor(keys, false, &n_keys, e));
    CM_TRY(cm_onnx_check_tensor(values, false, &n_values, e));
    bool text = keys->dtype == CAMEO_STRING;
    CM_CHECK(n_keys == n_values && (text || keys->dtype == CAMEO_INT64), e, CAMEO_E_ARG,
             "a map has %zu keys of %s and %zu values", n_keys, cameo_dtype_name(keys->dtype),
             n_values);
    cm_onnx_write_str(w, 1, name);
    cm_writer_field_varint(w, 2, (uint64_t)keys->dtype);
    for (size_t i = 0; i < n_keys; i++) {
        if (text) {
            const cameo_string *s = (const cameo_string *)keys->data + i;
            cm_writer_field_bytes(w, 4, s->p, s->n);
        } else {
            cm_writer_field_varint(w, 3, (uint64_t)((const int64_t *)keys->data)[i]);
        }
    }
    size_t mark = cm_writer_begin(w, 5);
    CM_TRY(value_write_map_values(values, n_values, w, e));
    cm_writer_end(w, mark);
    return CAMEO_OK;
}

typedef struct value_write_frame {
    const cameo_value *v; /* a sequence or an optional */
    size_t i;             /* its next item */
    size_t mark;          /* of cm_writer_begin; not used for the outermost */
} value_write_frame;

/* The fields of v: all of a tensor's or a map's; of a sequence's or an optional's those before the
 * items, which *open then asks for. */
static cameo_status value_write_head(const cameo_value *v, cm_str name, cm_writer *w, bool *open,
                                     cameo_error *e) {
    *open = v->kind == CAMEO_KIND_SEQUENCE || v->kind == CAMEO_KIND_OPTIONAL;
    if (v->kind == CAMEO_KIND_TENSOR) return cm_onnx_write_tensor_fields(w, &v->tensor, name, NULL, e);
    if (v->kind == CAMEO_KIND_MAP) return value_write_map(v, name, w, e);
    CM_CHECK(*open, e, CAMEO_E_ARG, "the kind of a value is %d", (int)v->kind);
    CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE || v->n_items <= 1, e, CAMEO_E_ARG,
             "an optional has %zu items", v->n_items);
    cm_onnx_write_str(w, 1, name);
    if (v->n_items != 0) cm_writer_field_varint(w, 2, value_write_elem_type(v->items[0].kind));
    return CAMEO_OK;
}

cameo_status cm_value_write(const cameo_value *value, cm_str name, cm_writer *w, cameo_error *e) {
    value_write_frame stack[CM_VALUE_MAX_DEPTH];
    uint32_t n = 0;
    bool open = false;
    CM_TRY(value_write_head(value, name, w, &open, e));
    if (open) stack[n++] = (value_write_frame){.v = value};
    while (n > 0) {
        value_write_frame *f = &stack[n - 1];
        if (f->i == f->v->n_items) {
            if (--n > 0) cm_writer_end(w, f->mark);
            continue;
        }
        const cameo_value *item = &f->v->items[f->i++];
        CM_CHECK(item->kind == f->v->items[0].kind, e, CAMEO_E_ARG, "items of different kinds");
        size_t mark = cm_writer_begin(w, value_write_elem_type(item->kind) + 2);
        CM_TRY(value_write_head(item, cm_str_from_c(item->name), w, &open, e));
        if (!open) {
            cm_writer_end(w, mark);
            continue;
        }
        CM_CHECK(n < CM_VALUE_MAX_DEPTH, e, CAMEO_E_LIMIT, "values are nested deeper than %d",
                 CM_VALUE_MAX_DEPTH);
        stack[n++] = (value_write_frame){.v = item, .mark = mark};
    }
    CM_CHECK(w->status == CAMEO_OK, e, w->status, "the value needs %zu bytes, there are %zu",
             w->pos, w->cap);
    return CAMEO_OK;
}
