/* onnx_write.c — graphs to the bytes of an ONNX file. See onnx_write.h. */
#include "pb/onnx_write.h"

#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"

/* ---- model, node, attribute ------------------------------------------------------------------ */

void cm_onnx_write_str(cm_writer *w, uint32_t field, cm_str s) {
    if (s.n != 0) cm_writer_field_bytes(w, field, s.p, s.n);
}

static void onnx_write_i64(cm_writer *w, uint32_t field, int64_t v) {
    if (v != 0) cm_writer_field_varint(w, field, (uint64_t)v);
}

void cm_onnx_write_head(cm_writer *w, const cm_onnx_head *head) {
    onnx_write_i64(w, CM_ONNX_MODEL_IR_VERSION, head->ir_version);
    cm_onnx_write_str(w, CM_ONNX_MODEL_PRODUCER, head->producer_name);
    cm_onnx_write_str(w, CM_ONNX_MODEL_PRODUCER_VERSION, head->producer_version);
    cm_onnx_write_str(w, CM_ONNX_MODEL_DOMAIN, head->domain);
    onnx_write_i64(w, CM_ONNX_MODEL_VERSION, head->model_version);
    cm_onnx_write_str(w, CM_ONNX_MODEL_DOC, head->doc_string);
}

void cm_onnx_write_opset(cm_writer *w, uint32_t field, cm_str domain, int64_t version) {
    size_t mark = cm_writer_begin(w, field);
    cm_onnx_write_str(w, 1, domain);
    cm_writer_field_varint(w, 2, (uint64_t)version);
    cm_writer_end(w, mark);
}

void cm_onnx_write_prop(cm_writer *w, uint32_t field, cm_str key, cm_str value) {
    size_t mark = cm_writer_begin(w, field);
    cm_onnx_write_str(w, 1, key);
    cm_onnx_write_str(w, 2, value);
    cm_writer_end(w, mark);
}

size_t cm_onnx_write_node(cm_writer *w, uint32_t field, const cm_onnx_node *node) {
    size_t mark = cm_writer_begin(w, field);
    for (size_t i = 0; i < node->n_inputs; i++) {
        cm_writer_field_bytes(w, CM_ONNX_NODE_INPUT, node->inputs[i].p, node->inputs[i].n);
    }
    for (size_t i = 0; i < node->n_outputs; i++) {
        cm_writer_field_bytes(w, CM_ONNX_NODE_OUTPUT, node->outputs[i].p, node->outputs[i].n);
    }
    cm_onnx_write_str(w, CM_ONNX_NODE_NAME, node->name);
    cm_onnx_write_str(w, CM_ONNX_NODE_OP_TYPE, node->op_type);
    cm_onnx_write_str(w, CM_ONNX_NODE_DOC, node->doc_string);
    cm_onnx_write_str(w, CM_ONNX_NODE_DOMAIN, node->domain);
    cm_onnx_write_str(w, CM_ONNX_NODE_OVERLOAD, node->overload);
    return mark;
}

size_t cm_onnx_write_attr(cm_writer *w, uint32_t field, cm_str name, int32_t type) {
    size_t mark = cm_writer_begin(w, field);
    cm_onnx_write_str(w, CM_ONNX_ATTR_NAME, name);
    cm_writer_field_varint(w, CM_ONNX_ATTR_KIND, (uint64_t)type);
    return mark;
}

void cm_onnx_write_float(cm_writer *w, float v) {
    cm_writer_field_fixed32(w, CM_ONNX_ATTR_F, cm_f32_bits(v));
}

void cm_onnx_write_int(cm_writer *w, int64_t v) {
    cm_writer_field_varint(w, CM_ONNX_ATTR_I, (uint64_t)v);
}

void cm_onnx_write_string(cm_writer *w, cm_str v) {
    cm_writer_field_bytes(w, CM_ONNX_ATTR_S, v.p, v.n);
}

void cm_onnx_write_floats(cm_writer *w, const float *v, size_t n) {
    if (n == 0) return;
    size_t mark = cm_writer_begin(w, CM_ONNX_ATTR_FLOATS);
    for (size_t i = 0; i < n; i++) cm_writer_fixed32(w, cm_f32_bits(v[i]));
    cm_writer_end(w, mark);
}

void cm_onnx_write_ints(cm_writer *w, const int64_t *v, size_t n) {
    if (n == 0) return;
    size_t mark = cm_writer_begin(w, CM_ONNX_ATTR_INTS);
    for (size_t i = 0; i < n; i++) cm_writer_varint(w, (uint64_t)v[i]);
    cm_writer_end(w, mark);
}

void cm_onnx_write_strings(cm_writer *w, const cm_str *v, size_t n) {
    for (size_t i = 0; i < n; i++) cm_writer_field_bytes(w, CM_ONNX_ATTR_STRINGS, v[i].p, v[i].n);
}

void cm_onnx_write_attr_scalars(cm_writer *w, const cameo_attr *a) {
    switch (a->type) {
    case CAMEO_ATTR_FLOAT: cm_onnx_write_float(w, a->f); break;
    case CAMEO_ATTR_INT: cm_onnx_write_int(w, a->i); break;
    case CAMEO_ATTR_STRING: cm_onnx_write_string(w, a->s); break;
    case CAMEO_ATTR_FLOATS: cm_onnx_write_floats(w, a->floats, a->n); break;
    case CAMEO_ATTR_INTS: cm_onnx_write_ints(w, a->ints, a->n); break;
    case CAMEO_ATTR_STRINGS: cm_onnx_write_strings(w, a->strings, a->n); break;
    default: break;
    }
}

/* ---- tensors --------------------------------------------------------------------------------- */

bool cm_onnx_is_far(cameo_dtype dtype, const cm_onnx_place *place) {
    bool swapped = CM_BIG_ENDIAN && !place->little && cm_dtype_swap_width(dtype) > 1;
    return place->far != NULL && !swapped && dtype != CAMEO_STRING;
}

static void onnx_write_swapped(cm_writer *w, const uint8_t *p, size_t size, size_t width) {
    for (size_t i = 0; i + width <= size; i += width) {
        uint8_t swapped[8];
        cm_copy_swapped(swapped, p + i, width, width);
        cm_writer_raw(w, swapped, width);
    }
}

/* The raw_data of a tensor, in little-endian order. */
static void onnx_write_raw(cm_writer *w, const cameo_tensor *t, const cm_onnx_place *place) {
    cm_writer_tag(w, CM_ONNX_TENSOR_RAW, CM_WIRE_LEN);
    cm_writer_varint(w, t->bytes);
    if (CM_BIG_ENDIAN && !place->little && cm_dtype_swap_width(t->dtype) > 1) {
        onnx_write_swapped(w, t->data, t->bytes, cm_dtype_swap_width(t->dtype));
    } else {
        cm_writer_far(w, t->data, t->bytes, place->far);
    }
}

/* A decimal number as a StringStringEntryProto of external_data. */
static void onnx_write_decimal(cm_writer *w, cm_str key, uint64_t v) {
    char text[20];
    size_t at = sizeof text;
    do {
        text[--at] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    cm_onnx_write_prop(w, CM_ONNX_TENSOR_EXTERNAL, key, (cm_str){text + at, sizeof text - at});
}

cameo_status cm_onnx_check_tensor(const cameo_tensor *t, bool external, size_t *n_elem,
                                  cameo_error *e) {
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
            (t->data == NULL && bytes != 0 && !external) || (external && t->dtype == CAMEO_STRING);
    CM_CHECK(!wrong, e, CAMEO_E_ARG, "a tensor of %zu bytes contradicts its type or dims",
             t->bytes);
    *n_elem = n;
    return CAMEO_OK;
}

void cm_onnx_write_dims(cm_writer *w, uint32_t field, const int64_t *dims, uint32_t rank) {
    if (rank == 0) return;
    size_t mark = cm_writer_begin(w, field);
    for (uint32_t i = 0; i < rank; i++) cm_writer_varint(w, (uint64_t)dims[i]);
    cm_writer_end(w, mark);
}

cameo_status cm_onnx_write_tensor_fields(cm_writer *w, const cameo_tensor *t, cm_str name,
                                         const cm_onnx_place *place, cameo_error *e) {
    static const cm_onnx_place copied = {0};
    if (place == NULL) place = &copied;
    bool external = place->location.n != 0;
    size_t n = 0;
    CM_TRY(cm_onnx_check_tensor(t, external, &n, e));
    cm_onnx_write_dims(w, CM_ONNX_TENSOR_DIMS, t->dims, t->rank);
    cm_writer_field_varint(w, CM_ONNX_TENSOR_DTYPE, (uint64_t)t->dtype);
    if (t->dtype == CAMEO_STRING) {
        const cameo_string *s = t->data;
        for (size_t i = 0; i < n; i++) {
            cm_writer_field_bytes(w, CM_ONNX_TENSOR_STRINGS, s[i].p, s[i].n);
        }
    }
    cm_onnx_write_str(w, CM_ONNX_TENSOR_NAME, name);
    if (external) {
        cm_onnx_write_prop(w, CM_ONNX_TENSOR_EXTERNAL, CM_STR("location"), place->location);
        onnx_write_decimal(w, CM_STR("offset"), place->offset);
        onnx_write_decimal(w, CM_STR("length"), t->bytes);
        cm_writer_field_varint(w, CM_ONNX_TENSOR_LOCATION, 1);
    } else if (t->dtype != CAMEO_STRING) {
        onnx_write_raw(w, t, place);
    }
    return CAMEO_OK;
}

cameo_status cm_onnx_write_tensor(cm_writer *w, uint32_t field, const cameo_tensor *t, cm_str name,
                                  const cm_onnx_place *place, cameo_error *e) {
    size_t mark = cm_writer_begin(w, field);
    CM_TRY(cm_onnx_write_tensor_fields(w, t, name, place, e));
    cm_writer_end(w, mark);
    return CAMEO_OK;
}

/* ---- types ----------------------------------------------------------------------------------- */

static void onnx_write_dim(cm_writer *w, int64_t value, cm_str param) {
    size_t mark = cm_writer_begin(w, 1);
    if (value >= 0) {
        cm_writer_field_varint(w, 1, (uint64_t)value);
    } else {
        cm_onnx_write_str(w, 2, param);
    }
    cm_writer_end(w, mark);
}

static uint32_t onnx_write_type_field(uint8_t kind, bool sparse) {
    switch (kind) {
    case CAMEO_KIND_TENSOR: return sparse ? CM_ONNX_TYPE_SPARSE : CM_ONNX_TYPE_TENSOR;
    case CAMEO_KIND_SEQUENCE: return CM_ONNX_TYPE_SEQUENCE;
    case CAMEO_KIND_OPTIONAL: return CM_ONNX_TYPE_OPTIONAL;
    case CAMEO_KIND_MAP: return CM_ONNX_TYPE_MAP;
    default: return 0;
    }
}

/* Levels of types around a tensor's; each has two messages: the TypeProto and its member. */
typedef struct onnx_write_types {
    size_t mark[CAMEO_MAX_DEPTH];
    uint32_t n;
} onnx_write_types;

static void onnx_write_open(onnx_write_types *s, cm_writer *w, uint32_t field) {
    s->mark[s->n++] = cm_writer_begin(w, field);
}

static void onnx_write_close(onnx_write_types *s, cm_writer *w) {
    while (s->n > 0) cm_writer_end(w, s->mark[--s->n]);
}

void cm_onnx_write_type(cm_writer *w, uint32_t field, const cameo_type *type) {
    uint8_t kind = (uint8_t)type->kind;
    cameo_kind item = type->elem_kind == CAMEO_KIND_NONE ? CAMEO_KIND_TENSOR : type->elem_kind;
    uint8_t elem = (uint8_t)item;
    onnx_write_types s = {.n = 0};
    onnx_write_open(&s, w, field);
    while (kind != CAMEO_KIND_TENSOR && onnx_write_type_field(kind, false) != 0) {
        bool map = kind == CAMEO_KIND_MAP;
        onnx_write_open(&s, w, onnx_write_type_field(kind, false));
        if (map) cm_writer_field_varint(w, 1, (uint64_t)type->key_dtype);
        onnx_write_open(&s, w, map ? 2 : 1);
        kind = elem;
        elem = CAMEO_KIND_TENSOR;
    }
    if (kind == CAMEO_KIND_TENSOR) {
        onnx_write_open(&s, w, CM_ONNX_TYPE_TENSOR);
        if (type->dtype != CAMEO_UNDEFINED) cm_writer_field_varint(w, 1, (uint64_t)type->dtype);
        if (type->has_shape) onnx_write_open(&s, w, 2);
        for (uint32_t i = 0; type->has_shape && i < type->rank; i++) {
            cm_str param = {type->dim_params[i].p, type->dim_params[i].n};
            onnx_write_dim(w, type->dims[i], param);
        }
    }
    onnx_write_close(&s, w);
}

void cm_onnx_write_type_row(cm_writer *w, uint32_t field, const cm_tables *t, cm_id id) {
    const cm_type_proto *p = &t->type.row[id];
    onnx_write_types s = {.n = 0};
    onnx_write_open(&s, w, field);
    /* The file that the row comes from was nested no deeper than CAMEO_MAX_DEPTH messages. */
    while (p->kind != CAMEO_KIND_TENSOR && onnx_write_type_field(p->kind, false) != 0 &&
           s.n + 4 <= CAMEO_MAX_DEPTH) {
        bool map = p->kind == CAMEO_KIND_MAP;
        onnx_write_open(&s, w, onnx_write_type_field(p->kind, false));
        if (map) cm_writer_field_varint(w, 1, (uint64_t)p->dtype);
        if (p->elem == CM_NONE) break;
        onnx_write_open(&s, w, map ? 2 : 1);
        p = &t->type.row[p->elem];
    }
    if (p->kind == CAMEO_KIND_TENSOR) {
        onnx_write_open(&s, w, onnx_write_type_field(p->kind, p->sparse));
        if (p->dtype != CAMEO_UNDEFINED) cm_writer_field_varint(w, 1, (uint64_t)p->dtype);
        if (p->has_shape) onnx_write_open(&s, w, 2);
        for (uint32_t i = 0; p->has_shape && i < p->dims.n; i++) {
            const cm_dim_proto *dim = &t->dim.row[p->dims.first + i];
            onnx_write_dim(w, dim->value, dim->param);
        }
    }
    onnx_write_close(&s, w);
}

void cm_onnx_write_info(cm_writer *w, uint32_t field, const cameo_type *type) {
    size_t mark = cm_writer_begin(w, field);
    cm_onnx_write_str(w, 1, (cm_str){type->name.p, type->name.n});
    if (type->kind != CAMEO_KIND_NONE) cm_onnx_write_type(w, 2, type);
    cm_writer_end(w, mark);
}

void cm_onnx_write_info_row(cm_writer *w, uint32_t field, const cm_tables *t, cm_str name,
                            cm_id type) {
    size_t mark = cm_writer_begin(w, field);
    cm_onnx_write_str(w, 1, name);
    if (type != CM_NONE) cm_onnx_write_type_row(w, 2, t, type);
    cm_writer_end(w, mark);
}
