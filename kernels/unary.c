/* unary.c — functions of one tensor, element by element, that need arithmetic alone: Abs,
 * BitwiseNot, Ceil, Clip, Floor, IsInf, IsNaN, Neg, Not, Reciprocal, Relu, Round, Sign, Sqrt. How a
 * function is written: unary.h. Elementary functions are in unary_math.c, activations in
 * unary_act.c.
 *
 * Abs and Neg of the lowest integer wrap around to itself, as numpy's. */
#include "kernels/half.h"
#include "kernels/unary.h"

#define UNARY_BLOCK 128 /* elements of f16 and bf16 that are converted at a time */

/* ---- Operators ---- */

cameo_status cm_unary_shape(cm_shape *s) { return cm_shape_out_like(s, 0, 0); }

typedef cm_dim unary_dim_op(cm_dims *t, cm_dim x);

/* Dims and dtype of the input; elements of int32, int64 and bool, of which shapes are made, are followed through
 * op, and whole numbers that were cast from them. A result beyond the dtype would wrap: unknown. */
static cameo_status unary_shape_elems(cm_shape *s, unary_dim_op *op) {
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t n;
    CM_TRY(cm_unary_shape(s));
    bool followed = x->dtype == CAMEO_INT32 || x->dtype == CAMEO_INT64 ||
                    x->dtype == CAMEO_BOOL || (cm_elem_is_float(x->dtype) && x->elem != NULL);
    if (!followed || !cm_avalue_count(x, &n)) return CAMEO_OK;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (size_t i = 0; elem != NULL && i < n; i++) {
        cm_dim d;
        if (!cm_avalue_elem(x, i, &d)) continue;
        cm_dim r = op(s->dims, d);
        if (cm_shape_elem_fits(s, x->dtype, r)) elem[i] = r;
    }
    return CAMEO_OK;
}

/* Of a whole number. */
static cm_dim unary_dim_round(cm_dims *t, cm_dim x) {
    (void)t;
    return x;
}
static cm_dim unary_dim_neg(cm_dims *t, cm_dim x) { return cm_dim_neg(t, x); }
static cm_dim unary_dim_abs(cm_dims *t, cm_dim x) { return cm_dim_max(t, x, cm_dim_neg(t, x)); }
static cm_dim unary_dim_not(cm_dims *t, cm_dim x) { return cm_dim_sub(t, 1, x); }
static cm_dim unary_dim_sign(cm_dims *t, cm_dim x) {
    return cm_dim_max(t, -1, cm_dim_min(t, x, 1));
}

#define UNARY_OP_ELEMS(op_type, dim_op)                                                          \
    static cameo_status unary_shape_##op_type(cm_shape *s) {                                     \
        return unary_shape_elems(s, dim_op);                                                     \
    }                                                                                            \
    const cm_op cm_op_##op_type = {                                                              \
        .id = CM_OP_##op_type, .flags = CM_OPF_INPLACE, .shape = unary_shape_##op_type};

UNARY_OP_ELEMS(Abs, unary_dim_abs)
UNARY_OP(BitwiseNot)
UNARY_OP_ELEMS(Ceil, unary_dim_round)
UNARY_OP_ELEMS(Floor, unary_dim_round)
UNARY_OP_ELEMS(Neg, unary_dim_neg)
UNARY_OP_ELEMS(Not, unary_dim_not)
UNARY_OP(Reciprocal)
UNARY_OP(Relu)
UNARY_OP_ELEMS(Round, unary_dim_round)
UNARY_OP_ELEMS(Sign, unary_dim_sign)
UNARY_OP(Sqrt)

/* ONNX Clip, since_version 1, 6, 11, 12, 13: inputs 1 and 2 are the bounds, each may be absent; the
 * attributes of the first two versions were lifted to inputs. One element of any rank is taken. */
static cameo_status unary_shape_clip(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    for (uint32_t i = 1; i < 3; i++) {
        const cm_avalue *bound = cm_shape_in(s, i);
        size_t n;
        if (bound->kind == CAMEO_KIND_NONE) continue;
        CM_CHECK(bound->dtype == x->dtype || bound->dtype == 0 || x->dtype == 0, s->e, CAMEO_E_TYPE,
                 "input %u is %s, want %s as input 0", i,
                 cameo_dtype_name((cameo_dtype)bound->dtype),
                 cameo_dtype_name((cameo_dtype)x->dtype));
        CM_CHECK(!cm_avalue_count(bound, &n) || n == 1, s->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i, n);
    }
    return cm_unary_shape(s);
}

const cm_op cm_op_Clip = {.id = CM_OP_Clip, .flags = CM_OPF_INPLACE, .shape = unary_shape_clip};

/* Output 0: bool, dims of input 0. */
static cameo_status unary_shape_test(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    return cm_shape_out(s, 0, CAMEO_BOOL, x->rank, x->dims);
}

const cm_op cm_op_IsNaN = {.id = CM_OP_IsNaN, .shape = unary_shape_test};

typedef struct cm_isinf_params {
    int32_t detect_positive, detect_negative; /* 0: that infinity gives false */
} cm_isinf_params;

static const cm_field unary_isinf_fields[] = {CM_F_I32(cm_isinf_params, detect_positive, 1),
                                              CM_F_I32(cm_isinf_params, detect_negative, 1)};

const cm_op cm_op_IsInf = {.id = CM_OP_IsInf,
                           .n_fields = 2,
                           .params_size = sizeof(cm_isinf_params),
                           .fields = unary_isinf_fields,
                           .shape = unary_shape_test};

/* ---- Kernels ---- */

/* One phase over the elements. Scratch: none. */
cameo_status cm_unary_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Clip: one phase over the elements. Errors: E_SHAPE a bound has not one element. */
cameo_status cm_clip_setup(const cm_kctx *k, cm_setup *s) {
    for (uint32_t i = 1; i < 3; i++) {
        const cm_tensor *bound = cm_in(k, i);
        CM_CHECK(bound == NULL || bound->n == 1, k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i, bound->n);
    }
    return cm_unary_setup(k, s);
}

cameo_status cm_unary_stage_run(const cm_kctx *k, uint32_t begin, uint32_t end, cm_stage_fn *stage,
                                const float *imm) {
    size_t i = begin * CM_TASK_ITEMS;
    size_t last = cm_unary_last(k, end);
    const cm_tensor *x = cm_in(k, 0);
    cm_tensor *y = cm_out(k, 0);
    if (x->dtype == CAMEO_FLOAT) {
        const float *in = x->data;
        float *out = y->data;
        if (i < last) stage(&(cm_stage_args){in + i, NULL, 1, 0, imm}, out + i, last - i);
        return CAMEO_OK;
    }
    const uint16_t *in = x->data;
    uint16_t *out = y->data;
    float block[UNARY_BLOCK];
    for (; i < last; i += UNARY_BLOCK) {
        size_t n = cm_min_size(UNARY_BLOCK, last - i);
        cm_half_widen(k, x->dtype, in + i, block, n);
        stage(&(cm_stage_args){block, NULL, 1, 0, imm}, block, n);
        cm_half_narrow(k, x->dtype, block, out + i, n);
    }
    return CAMEO_OK;
}

/* Bound i of Clip as f32, `none` where it is absent. */
static float unary_clip_bound(const cm_kctx *k, uint32_t i, float none) {
    const cm_tensor *bound = cm_in(k, i);
    if (bound == NULL) return none;
    if (bound->dtype == CAMEO_FLOAT) return *(const float *)bound->data;
    uint16_t bits = *(const uint16_t *)bound->data;
    return bound->dtype == CAMEO_FLOAT16 ? cm_f16_to_f32(bits) : cm_bf16_to_f32(bits);
}

UNARY_STAGE(abs, 0)
UNARY_STAGE(ceil, 0)
UNARY_STAGE(clip, unary_clip_bound(k, 1, -CM_INF_F32), unary_clip_bound(k, 2, CM_INF_F32))
UNARY_STAGE(floor, 0)
UNARY_STAGE(neg, 0)
UNARY_STAGE(reciprocal, 0)
UNARY_STAGE(relu, 0)
UNARY_STAGE(round, 0)
UNARY_STAGE(sign, 0)
UNARY_STAGE(sqrt, 0)

/* NaN stays NaN; lo > hi gives hi; a bound that is NaN bounds nothing: Clip's function body. */
#define UNARY_BOUNDS                                                                           \
    UNARY_C lo = cm_in(k, 1) == NULL ? UNARY_LOWEST                                            \
                                     : UNARY_LOAD(*(const UNARY_T *)cm_in(k, 1)->data);        \
    UNARY_C hi = cm_in(k, 2) == NULL ? UNARY_HIGHEST                                           \
                                     : UNARY_LOAD(*(const UNARY_T *)cm_in(k, 2)->data);
#define UNARY_CLIP (x = x < lo ? lo : x, x > hi ? hi : x)

#define UNARY_F64_OPS(X) X(clip, UNARY_BOUNDS, UNARY_CLIP)
#define UNARY_SIGNED_OPS(X)                                       \
    X(abs, , x < 0 ? (UNARY_C)(0 - (UNARY_W)x) : x)               \
    X(relu, , x < 0 ? 0 : x)                                      \
    X(sign, , (x > 0) - (x < 0))
#define UNARY_UNSIGNED_OPS(X)                                     \
    X(abs, , x)                                                   \
    X(bitwise_not, , ~x) /* of signed integers, too */                                        \
    X(sign, , x != 0)
#define UNARY_F64_CHUNKED
#include "kernels/unary_types_tmpl.h"
#undef UNARY_F64_CHUNKED

#define UNARY_SAME(v) (v)
cameo_status cm_unary_loop_run(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size, size_t y_size,
                               cm_loop_fn *loop) {
    size_t i = begin * CM_TASK_ITEMS, last = cm_unary_last(k, end);
    const uint8_t *x = cm_in(k, 0)->data;
    uint8_t *y = cm_out(k, 0)->data;
    if (i < last) loop(&(cm_loop_args){.a = x + i * size, .a_step = 1}, y + i * y_size, last - i);
    return CAMEO_OK;
}

/* y[i] = min(max(x[i], lo), hi) over the elements of tasks [begin, end), of `size` bytes; each bound may be absent. y
 * may equal x. Returns CAMEO_OK. */
static cameo_status unary_clip_run(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size, cm_loop_fn *max,
                                   cm_loop_fn *min) {
    const cm_tensor *lo = cm_in(k, 1), *hi = cm_in(k, 2);
    size_t i = begin * CM_TASK_ITEMS, last = cm_unary_last(k, end);
    if (i >= last) return CAMEO_OK;
    const uint8_t *x = (const uint8_t *)cm_in(k, 0)->data + i * size;
    uint8_t *y = (uint8_t *)cm_out(k, 0)->data + i * size;
    if (lo != NULL) max(&(cm_loop_args){x, lo->data, 1, 0}, y, last - i);
    if (hi != NULL) min(&(cm_loop_args){lo != NULL ? y : x, hi->data, 1, 0}, y, last - i);
    if (lo == NULL && hi == NULL && x != y) memcpy(y, x, (last - i) * size);
    return CAMEO_OK;
}
#define UNARY_CLIP_RUN(dtype, type)                                                                          \
    cameo_status cm_clip_##dtype##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {    \
        (void)phase;                                                                                         \
        return unary_clip_run(k, begin, end, sizeof(type), CM_LOOP(k, max_##dtype), CM_LOOP(k, min_##dtype)); \
    }
UNARY_CLIP_RUN(i8, int8_t)
UNARY_CLIP_RUN(i16, int16_t)
UNARY_CLIP_RUN(i32, int32_t)
UNARY_CLIP_RUN(i64, int64_t)
UNARY_CLIP_RUN(u8, uint8_t)
UNARY_CLIP_RUN(u16, uint16_t)
UNARY_CLIP_RUN(u32, uint32_t)
UNARY_CLIP_RUN(u64, uint64_t)

/* y[i] = -x[i], modulo 2 to the number of bits; y may equal x. Returns CAMEO_OK. */
#define UNARY_NEG_RUN(dtype, bits, type)                                                                  \
    cameo_status cm_neg_##dtype##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {  \
        static const type zero = 0;                                                                       \
        size_t i = begin * CM_TASK_ITEMS, last = cm_unary_last(k, end);                                   \
        (void)phase;                                                                                      \
        if (i < last)                                                                                     \
            CM_LOOP(k, sub_##bits)(&(cm_loop_args){&zero, (const type *)cm_in(k, 0)->data + i, 0, 1},     \
                                   (type *)cm_out(k, 0)->data + i, last - i);                             \
        return CAMEO_OK;                                                                                  \
    }
UNARY_NEG_RUN(i8, 8, int8_t)
UNARY_NEG_RUN(i16, 16, int16_t)
UNARY_NEG_RUN(i32, 32, int32_t)
UNARY_NEG_RUN(i64, 64, int64_t)

/* y[i] = x[i] == 0; y may equal x. Returns CAMEO_OK. */
cameo_status cm_not_b8_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return cm_unary_loop_run(k, begin, end, 1, 1, CM_LOOP(k, not_8));
}

/* y[i] = is x[i] a NaN? Returns CAMEO_OK. */
cameo_status cm_is_nan_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return cm_unary_loop_run(k, begin, end, sizeof(float), 1, CM_LOOP(k, is_nan_f32));
}
cameo_status cm_is_nan_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return cm_unary_loop_run(k, begin, end, sizeof(double), 1, CM_LOOP(k, is_nan_f64));
}

/* y[i] = is x[i] one of the infinities that are looked for? Returns CAMEO_OK. */
cameo_status cm_is_inf_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_isinf_params *q = k->params;
    bool pos = q->detect_positive != 0, neg = q->detect_negative != 0;
    (void)phase;
    if (pos && neg) return cm_unary_loop_run(k, begin, end, sizeof(float), 1, CM_LOOP(k, is_inf_f32));
    if (pos) return cm_unary_loop_run(k, begin, end, sizeof(float), 1, CM_LOOP(k, is_inf_up_f32));
    if (neg) return cm_unary_loop_run(k, begin, end, sizeof(float), 1, CM_LOOP(k, is_inf_down_f32));
    size_t i = begin * CM_TASK_ITEMS, last = cm_unary_last(k, end);
    if (i < last) memset((uint8_t *)cm_out(k, 0)->data + i, 0, last - i);
    return CAMEO_OK;
}

/* y[i] = the function `kind` of x[i] over the elements of tasks [begin, end); y may equal x. Returns CAMEO_OK. */
static cameo_status unary_map_run(const cm_kctx *k, uint32_t begin, uint32_t end, cm_map_kind kind) {
    size_t i = begin * CM_TASK_ITEMS, last = cm_unary_last(k, end);
    const double *x = cm_in(k, 0)->data;
    double *y = cm_out(k, 0)->data;
    if (i < last) CM_PRIM(k, map_f64)(kind, x + i, y + i, last - i);
    return CAMEO_OK;
}
#define UNARY_MAP_F64(op, kind)                                                                          \
    cameo_status cm_##op##_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {     \
        (void)phase;                                                                                     \
        return unary_map_run(k, begin, end, kind);                                                       \
    }
UNARY_MAP_F64(abs, CM_MAP_ABS)
UNARY_MAP_F64(ceil, CM_MAP_CEIL)
UNARY_MAP_F64(floor, CM_MAP_FLOOR)
UNARY_MAP_F64(neg, CM_MAP_NEG)
UNARY_MAP_F64(reciprocal, CM_MAP_RECIPROCAL)
UNARY_MAP_F64(relu, CM_MAP_RELU)
UNARY_MAP_F64(round, CM_MAP_ROUND)
UNARY_MAP_F64(sign, CM_MAP_SIGN)
UNARY_MAP_F64(sqrt, CM_MAP_SQRT)

/* Results are bool. Of the 8-bit floats only e5m2 has infinities. */
#define UNARY_INF_TEST(X)                                                          \
    X(is_inf, const cm_isinf_params *q = k->params; bool pos = q->detect_positive != 0; \
      bool neg = q->detect_negative != 0;                                         \
      , x > 0 ? pos && x == UNARY_HIGHEST : neg && x == UNARY_LOWEST)
#define UNARY_TESTS(X) \
    UNARY_INF_TEST(X)  \
    X(is_nan, , x != x)
#define UNARY_DTYPE f64
#define UNARY_OPS UNARY_INF_TEST
#define UNARY_T double
#define UNARY_C double
#define UNARY_Y uint8_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#define UNARY_LOWEST (-CM_INF_F64)
#define UNARY_HIGHEST CM_INF_F64
#include "kernels/unary_tmpl.h"

/* f16 and bf16 by their bits: infinity, and above it NaN. */
#define UNARY_HALF_INF uint32_t inf = cm_in(k, 0)->dtype == CAMEO_FLOAT16 ? 0x7C00 : 0x7F80;
#define UNARY_HALF_TESTS(X)                                                                      \
    X(is_inf, const cm_isinf_params *q = k->params; UNARY_HALF_INF                               \
      uint32_t up = q->detect_positive != 0 ? inf : UINT32_MAX;                                  \
      uint32_t down = q->detect_negative != 0 ? inf | 0x8000 : UINT32_MAX;                       \
      , (x == up) | (x == down))                                                                 \
    X(is_nan, UNARY_HALF_INF, (x & 0x7FFF) > inf)
#define UNARY_DTYPE half
#define UNARY_OPS UNARY_HALF_TESTS
#define UNARY_T uint16_t
#define UNARY_C uint32_t
#define UNARY_W uint32_t
#define UNARY_Y uint8_t
#define UNARY_LOAD UNARY_SAME
#define UNARY_STORE UNARY_SAME
#include "kernels/unary_tmpl.h"

/* All 8-bit floats: the dtype is looked at for each element. */
#define UNARY_F8(v) cm_f8_to_f32((cameo_dtype)cm_in(k, 0)->dtype, (v))
#define UNARY_DTYPE f8
#define UNARY_OPS UNARY_TESTS
#define UNARY_T uint8_t
#define UNARY_C float
#define UNARY_LOAD UNARY_F8
#define UNARY_STORE UNARY_SAME
#define UNARY_LOWEST (-CM_INF_F32)
#define UNARY_HIGHEST CM_INF_F32
#include "kernels/unary_tmpl.h"

#undef UNARY_SAME
#undef UNARY_BOUNDS
#undef UNARY_CLIP
#undef UNARY_F8
#undef UNARY_HALF_INF
#undef UNARY_HALF_TESTS
#undef UNARY_TESTS
#undef UNARY_INF_TEST
#undef UNARY_BLOCK
