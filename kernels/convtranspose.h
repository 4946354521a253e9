/* convtranspose.h — ConvTranspose's params and sizes, for its rows in several files. */
#ifndef CM_KERNELS_CONVTRANSPOSE_H
#define CM_KERNELS_CONVTRANSPOSE_H

#include "kernels/comb.h"

typedef struct cm_convtranspose_params {
    cm_window_attrs window;
    int32_t group;
    int32_t output_padding[CM_MAX_SPATIAL], n_output_padding;
    int32_t output_shape[CM_MAX_RANK], n_output_shape;
    int32_t channels_last; /* 1: x is [N][in...][C] and y [N][out...][M], f32 with constant weights; w is as always */
} cm_convtranspose_params;

typedef struct cm_convtranspose_sizes {
    size_t n, c, m;       /* images, input channels, output channels */
    size_t group, cg, mg; /* groups, input and output channels of one */
    cm_combs combs;
    size_t planes; /* combs of all images and output channels */
} cm_convtranspose_sizes;

/* From params and dims. w may be packed. Errors: E_LIMIT a coordinate does not fit. */
CM_NODISCARD cameo_status cm_convtranspose_sizes_init(const cm_kctx *k, cm_convtranspose_sizes *s);
/* Kernels and strides of w's axes, without the dims of x. False: one does not fit. */
bool cm_convtranspose_weights_init(const cm_window_attrs *a, const cm_tensor *w, cm_combs *combs);

#endif
