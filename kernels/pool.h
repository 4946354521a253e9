/* pool.h — the params of MaxPool and AveragePool, for rewrites, and what all pools share. */
#ifndef CM_KERNELS_POOL_H
#define CM_KERNELS_POOL_H

#include "ir/infer/window.h"

typedef struct cm_pool_params {
    cm_window_attrs window;
    int32_t storage_order;     /* MaxPool: 1 = Indices count column-major within a plane */
    int32_t count_include_pad; /* AveragePool: the divisor counts padding */
    int32_t channels_last;     /* 1: X is [N][in...][C] and Y [N][out...][C]; f32 and 8-bit integers, no Indices */
} cm_pool_params;

/* Of GlobalMaxPool and GlobalAveragePool. */
typedef struct cm_pool_global_params {
    int32_t channels_last; /* 1: X is [N][in...][C] and Y [N][1...][C] */
} cm_pool_global_params;

/* X [N][C][in...] -> Y [N][C][1...]. Errors: E_SHAPE the rank is below 2. */
CM_NODISCARD cameo_status cm_pool_global_shape(cm_shape *s);

/* Elements that are looked at: those of output 0 times those of a window; and `row` for each row of a window and row of
 * output 0, however short. */
uint64_t cm_pool_window_cost(const cm_shape *s, const cm_window_attrs *a, uint64_t row);

#endif
