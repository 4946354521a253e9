/* cast.h — what the leaves of Cast share. */
#ifndef CM_KERNELS_CAST_H
#define CM_KERNELS_CAST_H

#include "kernels/kernel.h"

typedef struct cm_cast_params {
    int32_t to;         /* cameo_dtype; not for CastLike */
    int32_t saturate;   /* to 8-bit floats; 1 where the version has no such attribute */
    int32_t round_mode; /* to float8e8m0: cm_e8m0_round */
} cm_cast_params;

#endif
