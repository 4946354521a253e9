/* batchnorm.h — what BatchNormalization's params hold. */
#ifndef CM_KERNELS_BATCHNORM_H
#define CM_KERNELS_BATCHNORM_H

#include "ir/activation_fn.h"
#include "kernels/kernel.h"

typedef struct cm_batchnorm_params {
    float epsilon;
    float momentum;
    int32_t training_mode; /* attribute since_version 14; before, more than one output */
    int32_t spatial;       /* until since_version 7 */
    int32_t is_test;       /* before since_version 7 */
    int32_t channels_last; /* 1: x and y are [n][inner...][c]; no rewrite sets it where spatial is 0 */
    cm_activation activation; /* of output 0, where that is f32; no attribute sets it */
} cm_batchnorm_params;

#endif
