/* im2col.h — the matrix of columns that turns a convolution into a matrix product, never stored: the
 * product asks for its panels and they are gathered from the data. Row (c, tap), in row-major order,
 * column o: the element of channel c that tap `tap` of output o reads, 0 outside of the data. */
#ifndef CM_KERNELS_IM2COL_H
#define CM_KERNELS_IM2COL_H

#include "kernels/geom.h"
#include "kernels/prim/row_window.h"

/* Some channels of one image. */
typedef struct cm_im2col {
    const cm_geom *g;
    const uint8_t *x; /* [channels][in_plane] f32 or bytes, alignment 1; NULL if in_plane is 0 */
    size_t first;     /* the output that is column 0 */
    uint8_t pad;      /* what lies outside of the data; for bytes */
#if !CM_SMALL
    cm_row_taps_fn *row_taps; /* the slot; for f32 */
#endif
} cm_im2col;

/* A cm_gemm_pack_panel for operand B; ctx is a cm_im2col. Every axis has a tap. */
void cm_im2col_f32(const void *ctx, const cm_gemm_panel *p);

/* A cm_gemm_i8_gather for operand B; ctx is a cm_im2col of bytes. Every axis has a tap. */
void cm_im2col_i8(const void *ctx, size_t l, size_t n_l, size_t first, size_t n, uint8_t *bytes);

#endif
