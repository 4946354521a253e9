/* ckd.h — checked arithmetic for every number that came from a model or a caller.
 * As in C23 <stdckdint.h>: the result is true where the exact value does not fit, and *r then holds
 * an unspecified value. */
#ifndef CM_BASE_CKD_H
#define CM_BASE_CKD_H

#include "base/port.h"

CM_INLINE CM_NODISCARD bool cm_ckd_add(size_t a, size_t b, size_t *r) {
    *r = a + b;
    return *r < a;
}

CM_INLINE CM_NODISCARD bool cm_ckd_mul(size_t a, size_t b, size_t *r) {
    if (a != 0 && b > SIZE_MAX / a) return true;
    *r = a * b;
    return false;
}

CM_INLINE CM_NODISCARD bool cm_ckd_add_i64(int64_t a, int64_t b, int64_t *r) {
    if (b >= 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return true;
    *r = a + b;
    return false;
}

CM_INLINE CM_NODISCARD bool cm_ckd_sub_i64(int64_t a, int64_t b, int64_t *r) {
    if (b >= 0 ? a < INT64_MIN + b : a > INT64_MAX + b) return true;
    *r = a - b;
    return false;
}

CM_INLINE CM_NODISCARD bool cm_ckd_mul_i64(int64_t a, int64_t b, int64_t *r) {
    bool overflow = a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                          : (b > 0 ? a < INT64_MIN / b : a != 0 && b < INT64_MAX / a);
    if (overflow) return true;
    *r = a * b;
    return false;
}

/* Rounds n up to a multiple of align (a power of two). */
CM_INLINE CM_NODISCARD bool cm_ckd_align(size_t n, size_t align, size_t *r) {
    if (n > SIZE_MAX - (align - 1)) return true;
    *r = (n + (align - 1)) & ~(align - 1);
    return false;
}

/* Narrows a size from a file (64 bits there) to memory. */
CM_INLINE CM_NODISCARD bool cm_ckd_size(uint64_t n, size_t *r) {
    *r = (size_t)n;
    return n > SIZE_MAX;
}

/* a * b, saturating: for cost functions. */
CM_INLINE uint64_t cm_cost_mul(uint64_t a, uint64_t b) {
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}
/* a + b, saturating. */
CM_INLINE uint64_t cm_cost_add(uint64_t a, uint64_t b) { return b > UINT64_MAX - a ? UINT64_MAX : a + b; }
CM_INLINE uint64_t cm_min_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }
CM_INLINE size_t cm_min_size(size_t a, size_t b) { return a < b ? a : b; }
CM_INLINE size_t cm_max_size(size_t a, size_t b) { return a > b ? a : b; }
CM_INLINE int64_t cm_min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
CM_INLINE int64_t cm_max_i64(int64_t a, int64_t b) { return a > b ? a : b; }

#endif
