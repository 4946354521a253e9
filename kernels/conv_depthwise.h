/* conv_depthwise.h — one row of outputs of a depthwise convolution: what the leaves of Conv for
 * instruction sets put in place of the portable loop. */
#ifndef CM_KERNELS_CONV_DEPTHWISE_H
#define CM_KERNELS_CONV_DEPTHWISE_H

#include "kernels/activation.h"
#include "kernels/geom.h"

/* Neighbouring outputs along the last axis. Rows of taps that lie outside of the data along the first
 * of two axes are left out already. */
typedef struct cm_depthwise {
    const cm_geom_axis *axis; /* the last one */
    const uint8_t *x;         /* [axis->in], what the first row of taps reads; alignment 1 */
    const uint8_t *w;         /* [rows][axis->kernel], alignment 1 */
    size_t rows;              /* may be 0: then x and w are not read */
    size_t x_step;            /* bytes from the data of one row of taps to that of the next */
    ptrdiff_t at;             /* coordinate that tap 0 of the first output reads */
    float bias;
    cm_clamp clamp;
} cm_depthwise;

/* y[j] = clamp(bias + sum over r, k of w[r][k] * x[r][at + j*stride + k*dilation]), j < n
 * without the taps outside of the data. The sum is f32, from 0 in the order of w, each product rounded:
 * every function gives the bits of the direct way of conv.c. y must not overlap x or w. */
typedef void cm_depthwise_fn(const cm_depthwise *d, float *y, size_t n);

cm_depthwise_fn cm_depthwise_portable;

/* The stage of the node's activation, if it has one that is no clamp, over the results of the tasks [begin, end) of
 * split, whose planes are those of y [N][M][out...]. */
void cm_conv_apply_stage(const cm_kctx *k, const cm_geom_split *split, const cm_geom *g, uint32_t begin, uint32_t end);

/* Tasks of cm_conv_depthwise_setup by that function. Errors: as of cm_geom_init. */
CM_NODISCARD cameo_status cm_conv_depthwise_tasks(const cm_kctx *k, uint32_t begin, uint32_t end,
                                                  cm_depthwise_fn *row);

#endif
