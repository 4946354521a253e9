/* constant_of_shape.c — ConstantOfShape: one value everywhere; the input holds the dims.
 * Source: ONNX ConstantOfShape, since_version 9, 20, 21, 23, 24, 25. */
#include "kernels/move.h"

/* The value as the pattern of its bits, the lower 32 first; 2 and 4 bits fill a byte. */
typedef struct constant_of_shape_params {
    int32_t dtype;
    int32_t bits[2];
} constant_of_shape_params;

/* The low `size` bytes of an element, as a number. */
static uint64_t constant_of_shape_load(const uint8_t *p, size_t size, bool little) {
    uint64_t v = 0;
    for (size_t i = 0; i < size; i++) v |= (uint64_t)p[little ? i : size - 1 - i] << (8 * i);
    return v;
}

/* Errors: E_TYPE value is no tensor of numbers of at most 64 bits; E_SHAPE it has not one element;
 * E_MISSING its data is not there. */
static cameo_status constant_of_shape_parse(const cm_parse *p, void *params) {
    constant_of_shape_params *q = params;
    const cm_attr *a = cm_attr_find(p, "value");
    q->dtype = CAMEO_FLOAT;
    if (a == NULL) return CAMEO_OK;
    CM_CHECK(a->type == CM_ATTR_TENSOR && a->n_rows == 1, p->e, CAMEO_E_TYPE,
             "attribute value has type %d, want a tensor", (int)a->type);
    const cm_tensor_proto *t = &p->t->tensor.row[a->row];
    uint32_t width = cameo_dtype_bits((cameo_dtype)t->dtype);
    bool complex = (cm_dtype_flags((cameo_dtype)t->dtype) & CM_DTF_COMPLEX) != 0;
    CM_CHECK(width != 0 && width <= 64 && !complex, p->e, CAMEO_E_TYPE, "attribute value is of %s",
             cameo_dtype_name((cameo_dtype)t->dtype));
    CM_CHECK(t->n_elem == 1, p->e, CAMEO_E_SHAPE, "attribute value has %llu elements, want 1",
             CM_LLU(t->n_elem));
    const uint8_t *bytes = cm_payload_bytes(p->t, &t->payload);
    CM_CHECK(bytes != NULL, p->e, CAMEO_E_MISSING, "attribute value has no data");
    bool file = t->payload.segment == CM_SEG_FILE || t->payload.segment == CM_SEG_EXTERNAL;
    uint64_t v = constant_of_shape_load(bytes, width < 8 ? 1 : width / 8, file || !CM_BIG_ENDIAN);
    if (width == 4) v = (v & 15) * 0x11;
    if (width == 2) v = (v & 3) * 0x55;
    q->dtype = t->dtype;
    q->bits[0] = (int32_t)(uint32_t)v;
    q->bits[1] = (int32_t)(uint32_t)(v >> 32);
    return CAMEO_OK;
}

static uint64_t constant_of_shape_bits(const constant_of_shape_params *p) {
    return (uint32_t)p->bits[0] | (uint64_t)(uint32_t)p->bits[1] << 32;
}

static void constant_of_shape_elems(cm_shape *s) {
    const constant_of_shape_params *p = s->params;
    size_t n;
    int64_t v;
    if (s->n_out == 0 || !cm_avalue_count(&s->out[0], &n)) return;
    if (p->dtype == CAMEO_INT64)
        v = (int64_t)constant_of_shape_bits(p);
    else if (p->dtype == CAMEO_INT32 || p->dtype == CAMEO_BOOL)
        v = p->bits[0];
    else
        return;
    cm_dim *elem = cm_dim_is_const(v) ? cm_shape_out_elems(s, 0, n) : NULL;
    for (size_t i = 0; elem != NULL && i < n; i++) elem[i] = v;
}

static cameo_status constant_of_shape_shape(cm_shape *s) {
    const constant_of_shape_params *p = s->params;
    const cm_avalue *shape = cm_shape_in(s, 0);
    size_t rank;
    CM_CHECK(shape->rank == 1 || shape->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "the input has rank %u, want 1", (unsigned)shape->rank);
    if (!cm_avalue_count(shape, &rank)) return cm_shape_out(s, 0, p->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(rank <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT,
             "the input has %zu elements, a rank of at most %d is handled", rank, CM_MAX_RANK);
    cm_dim dims[CM_MAX_RANK];
    for (size_t d = 0; d < rank; d++) {
        int64_t v;
        if (cm_avalue_i64(shape, d, &v)) {
            CM_CHECK(v >= 0, s->e, CAMEO_E_SHAPE, "dim %zu is %lld, want >= 0", d, CM_LL(v));
            dims[d] = v;
        } else if (!cm_avalue_elem(shape, d, &dims[d])) {
            dims[d] = CM_DIM_UNKNOWN;
        }
    }
    CM_TRY(cm_shape_out(s, 0, p->dtype, (uint32_t)rank, dims));
    constant_of_shape_elems(s);
    return CAMEO_OK;
}

static const cm_field constant_of_shape_fields[] = {CM_F_OWN(constant_of_shape_params, dtype),
                                                    CM_F_OWN(constant_of_shape_params, bits)};
const cm_op cm_op_ConstantOfShape = {CM_OP_ConstantOfShape,
                                     0,
                                     2,
                                     sizeof(constant_of_shape_params),
                                     constant_of_shape_fields,
                                     constant_of_shape_parse,
                                     constant_of_shape_shape,
                                     NULL};

cameo_status cm_constant_of_shape_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* cm_constant_of_shape_run — y[i] = value. y is of the value's dtype; the bits behind the last
 * element of a dtype of less than a byte are the value's, too. */
cameo_status cm_constant_of_shape_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                      uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    size_t bits = cm_move_bits(y);
    size_t size = bits < 8 ? 1 : bits / 8;
    size_t per_byte = bits < 8 ? 8 / bits : 1;
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        size_t last = stop / per_byte + (stop % per_byte != 0);
        uint64_t v = constant_of_shape_bits(k->params);
        uint16_t v16 = (uint16_t)v;
        uint32_t v32 = (uint32_t)v;
        uint8_t v8 = (uint8_t)v;
        const void *one = size == 1   ? (const void *)&v8
                          : size == 2 ? (const void *)&v16
                          : size == 4 ? (const void *)&v32
                                      : &v;
        cm_move_fill((uint32_t)size * 8, y->data, at / per_byte, one, last - at / per_byte);
    }
    return CAMEO_OK;
}
