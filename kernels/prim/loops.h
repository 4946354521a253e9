/* loops.h — elementwise functions of integers, bools and other types than f32, which loops.def lists. */
#ifndef CM_KERNELS_PRIM_LOOPS_H
#define CM_KERNELS_PRIM_LOOPS_H

#include "base/port.h"

typedef enum cm_loop_id {
#define CM_LOOP1(name, ...) CM_LOOP_ID_##name,
#define CM_LOOP2(name, ...) CM_LOOP_ID_##name,
#include "kernels/prim/loops.def"
#undef CM_LOOP1
#undef CM_LOOP2
    CM_LOOP_COUNT
} cm_loop_id;

/* y[i] = f(a[i * a_step], b[i * b_step]), i < n.
 *   a, b   elements of the types that the line of loops.def names; a step is 1, or 0 for one value that serves all
 *          elements; where both are 0, n is 1. Loops of one operand do not read b, and have a_step 1
 *   y      may equal an operand whose elements are as large, must not partly overlap one */
typedef struct cm_loop_args {
    const void *a, *b;
    size_t a_step, b_step;
} cm_loop_args;
typedef void cm_loop_fn(const cm_loop_args *args, void *y, size_t n);

#define CM_LOOP1(name, ...) cm_loop_fn cm_loop_##name##_portable;
#define CM_LOOP2(name, ...) cm_loop_fn cm_loop_##name##_portable;
#include "kernels/prim/loops.def"
#undef CM_LOOP1
#undef CM_LOOP2
#if CM_ARCH_X86
#define CM_LOOP1(name, ...) cm_loop_fn cm_loop_##name##_avx2;
#define CM_LOOP2(name, ...) cm_loop_fn cm_loop_##name##_avx2;
#include "kernels/prim/loops.def"
#undef CM_LOOP1
#undef CM_LOOP2
#endif

/* What lines of loops.def use. Floats to integers: the whole part, saturating; NaN gives 0. */
CM_INLINE int64_t cm_loop_f32_to_i64(float v) {
    if (v != v) return 0;
    if (v < -9223372036854775808.0F) return INT64_MIN;
    return v < 9223372036854775808.0F ? (int64_t)v : INT64_MAX;
}
CM_INLINE int32_t cm_loop_f32_to_i32(float v) {
    int64_t i = cm_loop_f32_to_i64(v);
    return i > INT32_MAX ? INT32_MAX : i < INT32_MIN ? INT32_MIN : (int32_t)i;
}
CM_INLINE int64_t cm_loop_f64_to_i64(double v) {
    if (v != v) return 0;
    if (v < -9223372036854775808.0) return INT64_MIN;
    return v < 9223372036854775808.0 ? (int64_t)v : INT64_MAX;
}
CM_INLINE int32_t cm_loop_f64_to_i32(double v) {
    int64_t i = cm_loop_f64_to_i64(v);
    return i > INT32_MAX ? INT32_MAX : i < INT32_MIN ? INT32_MIN : (int32_t)i;
}
#define CM_LOOP_ODD(v)                                                           \
    ((cm_f32_bits((float)(v)) - (cm_fabs((double)(float)(v)) > cm_fabs(v))) | \
     (uint32_t)((double)(float)(v) != (v)))
#define CM_LOOP_FITS_I32(v) (((v) > -2147483648.0F) & ((v) < 2147483648.0F))
/* A whole number of at most 51 bits as a double: the bits of 1.5 * 2^52 + v. */
#define CM_LOOP_FITS_F64(v) ((uint64_t)(v) + (UINT64_C(1) << 51) < UINT64_C(1) << 52)
#define CM_LOOP_F64(v) (cm_f64_from_bits((uint64_t)(v) + UINT64_C(0x4338000000000000)) - 0x1.8p52)
/* Bits of f32 to those of bf16, rounded to nearest even; a NaN becomes one without payload. */
#define CM_LOOP_NO_NAN(v) (((v) & 0x7FFFFFFFu) <= 0x7F800000u)
#define CM_LOOP_BF16(v) (((v) + 0x7FFFu + ((v) >> 16 & 1)) >> 16)
#define CM_LOOP_ORDER(v) \
    ((v) == 0x80000000u ? 0x80000000u : (v) ^ (((uint32_t)0 - ((v) >> 31)) | 0x80000000u))
#define CM_LOOP_BF16_NAN(v) (((v) >> 16 & 0x8000u) | 0x7FC0u)

#endif
