/* pool.h — the params of MaxPool and AveragePool, for rewrites. */
#ifndef CM_KERNELS_POOL_H
#define CM_KERNELS_POOL_H

#include "ir/window.h"

typedef struct cm_pool_params {
    cm_window_attrs window;
    int32_t storage_order;     /* MaxPool: 1 = Indices count column-major within a plane */
    int32_t count_include_pad; /* AveragePool: the divisor counts padding */
} cm_pool_params;

#endif
