/* onnx_value_write.c — values to the bytes of TensorProto, SequenceProto, OptionalProto, MapProto.
 * See onnx_value.h. An explicit stack of the open messages; tensors are written as raw_data. */
#include "pb/onnx_value.h"

#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"

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

/* Bytes in little-endian order. */
static void value_write_raw(cm_writer *w, const uint8_t *p, size_t size, cameo_dtype dtype) {
    size_t width = cm_dtype_swap_width(dtype);
    if (width <= 1 || !CM_BIG_ENDIAN) {
        cm_writer_raw(w, p, size);
        return;
    }
    for (size_t i = 0; i + width <= size; i += width) {
        uint8_t swapped[8];
        cm_copy_swapped(swapped, p + i, width, width);
        cm_writer_raw(w, swapped, width);
    }
}

/* Elements of a tensor. Errors: E_ARG bytes or dims that cannot be. */
static cameo_status value_write_count(const cameo_tensor *t, size_t *n_elem, cameo_error *e) {
    size_t n = 1, bytes = 0;
    bool wrong = t->rank > CAMEO_MAX_RANK || !cm_dtype_is_known(t->dtype);
    bool empty = false, overflow = false;
    for (uint32_t i = 0; !wrong && i < t->rank; i++) {
        size_t dim = 0;
        wrong = t->dims[i] < 0;
        empty = empty || t->dims[i] == 0;
        overflow = overflow || cm_ckd_size((uint64_t)t->dims[i], &dim) || cm_ckd_mul(n, dim, &n);
    }
    if (empty) n = 0; /* however large the other dims are */
    wrong = wrong || (overflow && !empty);
    wrong = wrong || cm_dtype_bytes(t->dtype, n, &bytes) != CAMEO_OK || bytes != t->bytes ||
            (t->data == NULL && bytes != 0);
    CM_CHECK(!wrong, e, CAMEO_E_ARG, "a tensor of %zu bytes contradicts its type or dims",
             t->bytes);
    *n_elem = n;
    return CAMEO_OK;
}

static void value_write_name(cm_writer *w, uint32_t number, cm_str name) {
    if (name.n != 0) cm_writer_field_bytes(w, number, name.p, name.n);
}

/* The fields of a TensorProto. */
static cameo_status value_write_tensor(const cameo_tensor *t, cm_str name, cm_writer *w,
                                       cameo_error *e) {
    size_t n = 0;
    CM_TRY(value_write_count(t, &n, e));
    if (t->rank != 0) {
        size_t mark = cm_writer_begin(w, 1);
        for (uint32_t i = 0; i < t->rank; i++) cm_writer_varint(w, (uint64_t)t->dims[i]);
        cm_writer_end(w, mark);
    }
    cm_writer_field_varint(w, 2, (uint64_t)t->dtype);
    if (t->dtype == CAMEO_STRING) {
        const cameo_string *s = t->data;
        for (size_t i = 0; i < n; i++) cm_writer_field_bytes(w, 6, s[i].p, s[i].n);
    }
    value_write_name(w, 8, name);
    if (t->dtype != CAMEO_STRING) {
        cm_writer_tag(w, 9, CM_WIRE_LEN);
        cm_writer_varint(w, t->bytes);
        value_write_raw(w, t->data, t->bytes, t->dtype);
    }
    return CAMEO_OK;
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
        size_t mark = cm_writer_begin(w, 3);
        CM_TRY(value_write_tensor(&one, (cm_str){NULL, 0}, w, e));
        cm_writer_end(w, mark);
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
    CM_TRY(value_write_count(keys, &n_keys, e));
    CM_TRY(value_write_count(values, &n_values, e));
    bool text = keys->dtype == CAMEO_STRING;
    CM_CHECK(n_keys == n_values && (text || keys->dtype == CAMEO_INT64), e, CAMEO_E_ARG,
             "a map has %zu keys of %s and %zu values", n_keys, cameo_dtype_name(keys->dtype),
             n_values);
    value_write_name(w, 1, name);
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
    if (v->kind == CAMEO_KIND_TENSOR) return value_write_tensor(&v->tensor, name, w, e);
    if (v->kind == CAMEO_KIND_MAP) return value_write_map(v, name, w, e);
    CM_CHECK(*open, e, CAMEO_E_ARG, "the kind of a value is %d", (int)v->kind);
    CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE || v->n_items <= 1, e, CAMEO_E_ARG,
             "an optional has %zu items", v->n_items);
    value_write_name(w, 1, name);
    if (v->n_items != 0) cm_writer_field_varint(w, 2, value_write_elem_type(v->items[0].kind));
    return CAMEO_OK;
}

/* see onnx_value.h */
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
