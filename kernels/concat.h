/* concat.h — the params of Concat, for runs that append to a caller's state. */
#ifndef CM_KERNELS_CONCAT_H
#define CM_KERNELS_CONCAT_H

#include <stdint.h>

typedef struct cm_concat_params {
    int32_t axis;
} cm_concat_params;

#endif
