/* conv_last.h — Conv with channels behind the spatial axes: the sizes that its rows work with. */
#ifndef CM_KERNELS_CONV_LAST_H
#define CM_KERNELS_CONV_LAST_H

#include "kernels/conv.h"
#include "kernels/geom.h"

typedef struct cm_conv_last_sizes {
    size_t n, c, m; /* images, input channels, output channels */
    size_t cg, mg;  /* channels of a group */
    size_t depth;   /* weights of an output channel */
    cm_geom g;
} cm_conv_last_sizes;

/* The activation where it is no clamp, in place: c channels of each of n neighbouring outputs from element y of output
 * 0 on. */
void cm_conv_last_stage(const cm_kctx *k, size_t y, size_t n, size_t c);

/* Errors: those of cm_geom_init. */
CM_NODISCARD cameo_status cm_conv_last_sizes_init(const cm_kctx *k, cm_conv_last_sizes *s);

#endif
