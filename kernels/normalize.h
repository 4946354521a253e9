/* normalize.h — params of LayerNormalization and InstanceNormalization, for their rows in several files. */
#ifndef CM_KERNELS_NORMALIZE_H
#define CM_KERNELS_NORMALIZE_H

#include "kernels/kernel.h"

typedef struct cm_normalize_params {
    float epsilon;
    int32_t axis;       /* LayerNormalization */
    int32_t stash_type; /* its: dtype of outputs 1 and 2 */
    /* InstanceNormalization of f32, as rewrites make it: */
    int32_t channels_last; /* 1: x and y are [n][inner...][c] */
    int32_t groups;        /* that c divides into: mean and variance are those of a group; 0: of each channel */
} cm_normalize_params;

#endif
