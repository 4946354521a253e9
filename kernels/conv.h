/* conv.h — Conv's params, for the rewrites that fuse into it and for its rows in other files. */
#ifndef CM_KERNELS_CONV_H
#define CM_KERNELS_CONV_H

#include "ir/activation_fn.h"
#include "ir/infer/window.h"

typedef struct cm_conv_params {
    cm_window_attrs window;
    int32_t group;
    cm_activation activation;
    int32_t channels_last; /* 1: x is [N][in...][C], y and the sum are [N][out...][M]; w is as always */
} cm_conv_params;

struct cm_row_query;
/* Do kernels/conv_depthwise.c, kernels/conv_few.c serve it, with plain channels? */
bool cm_conv_accept_depthwise(const struct cm_row_query *q);
bool cm_conv_accept_few(const struct cm_row_query *q);

#endif
