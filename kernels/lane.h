/* lane.h — a few elements at a time between any dtype and one wide type: what operators that take
 * every pair of dtypes go through, in chunks of CM_LANE_ITEMS on the stack. */
#ifndef CM_KERNELS_LANE_H
#define CM_KERNELS_LANE_H

#include "base/dtype.h"

#define CM_LANE_ITEMS ((size_t)(CAMEO_SMALL_STACK ? 32 : 256))

/* How values are rounded into narrow floats: Cast's attributes. */
typedef struct cm_lane_rounding {
    bool saturate;           /* 8-bit floats: out of range gives the largest finite value */
    cm_e8m0_round e8m0_mode; /* float8e8m0 */
} cm_lane_rounding;

/* All: elements [first, first + n) of the dense tensor `data`, aligned to its dtype. */

/* From integers and bool; uint64 as its bits, modulo 2^64. */
void cm_lane_load_i64(int dtype, const void *data, size_t first, size_t n, int64_t *out);
/* From real floats of any width: exact. */
void cm_lane_load_f64(int dtype, const void *data, size_t first, size_t n, double *out);
/* From all but string and complex; doubles and wide integers are rounded to nearest even. */
void cm_lane_load_f32(int dtype, const void *data, size_t first, size_t n, float *out);

/* To integers: the low bits of each number. To bool: is it other than 0. */
void cm_lane_store_i64(int dtype, void *data, size_t first, size_t n, const int64_t *v);
/* To floats of any width, rounded as base/dtype.h says: once to f64, f32 and f16, else by way of f32. */
void cm_lane_store_f64(int dtype, void *data, size_t first, size_t n, const double *v,
                       cm_lane_rounding rounding);

#endif
