/* compare.c — comparisons and logic on two tensors with broadcasting: Equal, Greater,
 * GreaterOrEqual, Less, LessOrEqual, And, Or, Xor. Output 0 is bool. A leaf is made as binary.c
 * says. NaN compares false with everything. Bools are read as "not 0". */
#include "kernels/binary.h"
#include "kernels/move.h"

/* ---- Operators ---- */

static cm_dim compare_elem_of(cm_tri answer) {
    return answer == CM_YES ? 1 : answer == CM_NO ? 0 : CM_DIM_UNKNOWN;
}

static cm_dim compare_elem_not(cm_dim d) { return d == 0 || d == 1 ? 1 - d : CM_DIM_UNKNOWN; }

static cm_dim compare_elem_equal(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)n;
    return compare_elem_of(cm_dim_equal(s->dims, x[0], x[1]));
}

static cm_dim compare_elem_le(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)n;
    return compare_elem_of(cm_dim_le(s->dims, x[0], x[1]));
}

static cm_dim compare_elem_ge(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)n;
    return compare_elem_of(cm_dim_le(s->dims, x[1], x[0]));
}

static cm_dim compare_elem_greater(const cm_shape *s, const cm_dim *x, uint32_t n) {
    return compare_elem_not(compare_elem_le(s, x, n));
}

static cm_dim compare_elem_less(const cm_shape *s, const cm_dim *x, uint32_t n) {
    return compare_elem_not(compare_elem_ge(s, x, n));
}

static cm_dim compare_elem_and(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)s;
    (void)n;
    if (x[0] == 0 || x[1] == 0) return 0;
    return x[0] == 1 && x[1] == 1 ? 1 : CM_DIM_UNKNOWN;
}

static cm_dim compare_elem_or(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)s;
    (void)n;
    if (x[0] == 1 || x[1] == 1) return 1;
    return x[0] == 0 && x[1] == 0 ? 0 : CM_DIM_UNKNOWN;
}

static cm_dim compare_elem_xor(const cm_shape *s, const cm_dim *x, uint32_t n) {
    return compare_elem_not(compare_elem_equal(s, x, n));
}

/* ONNX since_version 1, 7, 9, 11, 13, 19; GreaterOrEqual and LessOrEqual 12, 16. */
BROADCAST_OP(compare, Equal, 0, CAMEO_BOOL, compare_elem_equal)
BROADCAST_OP(compare, Greater, 0, CAMEO_BOOL, compare_elem_greater)
BROADCAST_OP(compare, GreaterOrEqual, 0, CAMEO_BOOL, compare_elem_ge)
BROADCAST_OP(compare, Less, 0, CAMEO_BOOL, compare_elem_less)
BROADCAST_OP(compare, LessOrEqual, 0, CAMEO_BOOL, compare_elem_le)
/* ONNX since_version 1, 7. */
BROADCAST_OP(compare, And, CM_OPF_INPLACE, CAMEO_BOOL, compare_elem_and)
BROADCAST_OP(compare, Or, CM_OPF_INPLACE, CAMEO_BOOL, compare_elem_or)
BROADCAST_OP(compare, Xor, CM_OPF_INPLACE, CAMEO_BOOL, compare_elem_xor)

/* ---- Kernels ---- */

#define BINARY_F64_OPS(X) X(equal, , a == b)
#define BINARY_TESTS 1
#include "kernels/binary_types_tmpl.h"

CM_BINARY_LOOPS_INT(equal, true, cm_binary_run)
CM_BINARY_LOOPS_SIGN(cm_binary_loop, less, less, true, cm_binary_run)
CM_BINARY_LOOPS_SIGN(cm_binary_loop, less_or_equal, less_or_equal, true, cm_binary_run)
CM_BINARY_LOOPS_SIGN(cm_binary_loop_turned, greater, less, true, cm_binary_run)
CM_BINARY_LOOPS_SIGN(cm_binary_loop_turned, greater_or_equal, less_or_equal, true, cm_binary_run)
CM_BINARY_LOOP(equal, f32, equal_f32, 4, 1, cm_binary_run)
CM_BINARY_LOOP(less, f32, less_f32, 4, 1, cm_binary_run)
CM_BINARY_LOOP(less_or_equal, f32, less_or_equal_f32, 4, 1, cm_binary_run)
CM_BINARY_LOOP_BY(cm_binary_loop_turned, greater, f32, less_f32, 4, 1, cm_binary_run)
CM_BINARY_LOOP_BY(cm_binary_loop_turned, greater_or_equal, f32, less_or_equal_f32, 4, 1, cm_binary_run)
CM_BINARY_HALF(equal, 1, cm_binary_run)
CM_BINARY_HALF(less, 1, cm_binary_run)
CM_BINARY_HALF(less_or_equal, 1, cm_binary_run)
CM_BINARY_HALF(greater, 1, cm_binary_run)
CM_BINARY_HALF(greater_or_equal, 1, cm_binary_run)
CM_BINARY_LOOP(less, f64, less_f64, 8, 1, cm_binary_run)
CM_BINARY_LOOP(less_or_equal, f64, less_or_equal_f64, 8, 1, cm_binary_run)
CM_BINARY_LOOP_BY(cm_binary_loop_turned, greater, f64, less_f64, 8, 1, cm_binary_run)
CM_BINARY_LOOP_BY(cm_binary_loop_turned, greater_or_equal, f64, less_or_equal_f64, 8, 1, cm_binary_run)
CM_BINARY_LOOP(and, b8, and_bool, 1, 1, cm_binary_run) /* `bool` is a macro */
CM_BINARY_LOOP(or, b8, or_bool, 1, 1, cm_binary_run)
CM_BINARY_LOOP(xor, b8, xor_bool, 1, 1, cm_binary_run)
CM_BINARY_LOOP(equal, b8, equal_bool, 1, 1, cm_binary_run)

/* y[i] = do the bytes of a[i] and b[i] agree? Errors: E_SHAPE. */
cameo_status cm_equal_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    cm_strided v[CM_BROADCAST_IN];
    CM_TRY(cm_broadcast_sources(k, 2, v));
    uint8_t *y = cm_out(k, 0)->data;
    size_t last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
    (void)phase;
    for (size_t i = begin * CM_TASK_ITEMS; i < last; i++) {
        y[i] = cm_str_eq(cm_tensor_str(cm_in(k, 0), cm_strided_at(&v[0], i)),
                         cm_tensor_str(cm_in(k, 1), cm_strided_at(&v[1], i)));
    }
    return CAMEO_OK;
}
