/* pow.c — Pow: input 0 to the power of input 1, with broadcasting; the output has the dtype of
 * input 0. Floats of the same dtype have leaves of their own; every other pair of dtypes goes
 * through one leaf in chunks of 64-bit numbers (kernels/lane.h):
 *
 *   base \ exponent  float                             integer
 *   float            as doubles, rounded by lane.h     as doubles, rounded by lane.h
 *   integer          as doubles, towards zero,         exactly, wrapping around
 *                    saturating, NaN gives 0
 *
 * An integer to a negative integer is the whole part of 1 / x^n: 0 except for 1 and -1; 0 to a
 * negative power is 0, too. Source: ONNX Pow, since_version 1, 7, 12, 13, 15. */
#include "kernels/binary.h"
#include "kernels/lane.h"

static cameo_status pow_shape(cm_shape *s) {
    CM_TRY(cm_broadcast_shape(s, 2, 1, 0, NULL));
    if (s->n_out > 0) s->out[0].dtype = cm_shape_in(s, 0)->dtype;
    return CAMEO_OK;
}

const cm_op cm_op_Pow = {.id = CM_OP_Pow,
                         .flags = CM_OPF_INPLACE,
                         .n_fields = 1,
                         .params_size = sizeof(cm_broadcast_params),
                         .fields = cm_broadcast_fields,
                         .parse = cm_broadcast_parse,
                         .shape = pow_shape};

/* ---- the same dtype ---- */

CM_BINARY_STAGE(pow, cm_binary_run)
CM_BINARY_HALF(pow, sizeof(uint16_t), cm_binary_run)

/* The most frequent exponent by far needs no logarithm. */
#define BINARY_F64_OPS(X) X(pow, , b == 2 ? a * a : BINARY_FN(pow)(a, b))
#define BINARY_TESTS 0
#include "kernels/binary_types_tmpl.h"

/* ---- every pair ---- */

/* One number of a lane: the integer, its bits for uint64, or the float. */
typedef union pow_lane {
    int64_t i[CM_LANE_ITEMS];
    double f[CM_LANE_ITEMS];
} pow_lane;

static bool pow_is_int(int dtype) {
    return (cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_INT) != 0;
}

/* Elements [first, first + n) of x, or n times element 0. */
static void pow_load(const cm_broadcast_row *r, uint32_t in, size_t first, size_t n, pow_lane *v) {
    int dtype = cm_in(r->k, in)->dtype;
    bool moves = r->move[in] != 0;
    if (pow_is_int(dtype)) {
        cm_lane_load_i64(dtype, r->x[in], moves ? first : 0, moves ? n : 1, v->i);
        for (size_t i = 1; !moves && i < n; i++) v->i[i] = v->i[0];
    } else {
        cm_lane_load_f64(dtype, r->x[in], moves ? first : 0, moves ? n : 1, v->f);
        for (size_t i = 1; !moves && i < n; i++) v->f[i] = v->f[0];
    }
}

/* Integers of that dtype become doubles. */
static void pow_to_f64(int dtype, size_t n, pow_lane *v) {
    if (!pow_is_int(dtype)) return;
    for (size_t i = 0; i < n; i++) {
        int64_t x = v->i[i];
        v->f[i] = dtype == CAMEO_UINT64 ? (double)(uint64_t)x : (double)x;
    }
}

/* x^n modulo 2^64, by squaring; negative: n is below 0. */
static int64_t pow_int(int64_t x, int64_t n, bool negative) {
    uint64_t result = 1;
    uint64_t square = (uint64_t)x;
    if (negative) return x == 1 || x == -1 ? ((n & 1) != 0 ? x : 1) : 0;
    for (uint64_t rest = (uint64_t)n; rest != 0; rest >>= 1) {
        if ((rest & 1) != 0) result *= square;
        square *= square;
    }
    return (int64_t)result;
}

/* Towards zero into int32 or int64, saturating; NaN gives 0. */
static int64_t pow_saturate(int dtype, double x) {
    double limit = dtype == CAMEO_INT32 ? 2147483648.0 : 9223372036854775808.0;
    int64_t lowest = dtype == CAMEO_INT32 ? INT32_MIN : INT64_MIN;
    if (x != x) return 0;
    if (x >= limit) return -(lowest + 1);
    return x <= -limit ? lowest : (int64_t)x;
}

/* n results from `first` on. */
static void pow_chunk(const cm_broadcast_row *r, size_t first, size_t n) {
    int base = cm_in(r->k, 0)->dtype;
    int exponent = cm_in(r->k, 1)->dtype;
    pow_lane a;
    pow_lane b;
    pow_load(r, 0, first, n, &a);
    pow_load(r, 1, first, n, &b);
    if (pow_is_int(base) && pow_is_int(exponent)) {
        bool is_signed = exponent != CAMEO_UINT64;
        for (size_t i = 0; i < n; i++) a.i[i] = pow_int(a.i[i], b.i[i], is_signed && b.i[i] < 0);
        cm_lane_store_i64(base, r->y, first, n, a.i);
        return;
    }
    pow_to_f64(base, n, &a);
    pow_to_f64(exponent, n, &b);
    for (size_t i = 0; i < n; i++) a.f[i] = cm_pow(a.f[i], b.f[i]);
    if (!pow_is_int(base)) {
        cm_lane_store_f64(base, r->y, first, n, a.f, (cm_lane_rounding){false, CM_E8M0_UP});
        return;
    }
    for (size_t i = 0; i < n; i++) a.i[i] = pow_saturate(base, a.f[i]);
    cm_lane_store_i64(base, r->y, first, n, a.i);
}

static void pow_row(const cm_broadcast_row *r) {
    for (size_t i = 0; i < r->n; i += CM_LANE_ITEMS) {
        pow_chunk(r, i, cm_min_size(r->n - i, CM_LANE_ITEMS));
    }
}

/* y = x0^x1, broadcast, for any two numeric dtypes. y may equal an input of the same dims and
 * dtype. Returns CAMEO_OK. */
cameo_status cm_pow_any_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    size_t size[2];
    for (uint32_t i = 0; i < 2; i++) {
        CM_TRY(cm_dtype_bytes((cameo_dtype)cm_in(k, i)->dtype, 1, &size[i]));
    }
    (void)phase;
    return cm_broadcast_run_tasks(
        k, begin, end,
        &(cm_broadcast_walk){
            .n = 2, .size = {size[0], size[1]}, .y_size = size[0], .fn = pow_row});
}
