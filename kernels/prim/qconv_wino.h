/* qconv_wino.h — convolution of bytes with 3 x 3 taps at stride 1 by Winograd's minimal filtering F(2x2, 3x3) in
 * integers, with channels behind the spatial axes: 4 x 4 pixels become 16 products for each pair of channels, which
 * become 2 x 2 outputs. Points 0, 1, -1. Weights are transformed with twice the usual matrix in either dimension, which
 * keeps them whole:
 *
 *   B^T = 1  0 -1  0     G = 2  0  0     A^T = 1  1  1  0     4 y = A^T [(G g G^T) * (B^T d B)] A
 *         0  1  1  0         1  1  1           0  1 -1 -1
 *         0 -1  1  0         1 -1  1
 *         0  1  0 -1         0  0  2
 *
 * All sums are modulo 2^32. Where 4 y fits into 32 bits, which 1827 channels of unsigned x and signed w do at most, its
 * quarter is exactly the sum of the definition: every variant gives the same bits, those of qconv_tile.h. Source: A.
 * Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", arXiv 1509.09308. */
#ifndef CM_KERNELS_PRIM_QCONV_WINO_H
#define CM_KERNELS_PRIM_QCONV_WINO_H

#include "kernels/prim/qconv_tile.h"

#define CM_QCONV_WINO_POS 16   /* positions of a transformed tile */
#define CM_QCONV_WINO_NR 16    /* output channels of a panel */
#define CM_QCONV_WINO_TILES 6  /* tiles whose products are summed together */
#define CM_QCONV_WINO_LEAST 16 /* fewest input channels */
#define CM_QCONV_WINO_MOST 1827

/* Slot qconv_wino: whether this is the quickest form that the instruction set has. */
enum { cm_qconv_wino_portable = 0, cm_qconv_wino_avx2 = 1 };

/* v[i*4 + j] = (B^T d B)[i][j], where d[i][j] is the pixel (x[i*4 + j] ^ flip) - zero, channel by channel: within
 * [-1020, 1020]. */
typedef struct cm_qconv_wino_in_args {
    const uint8_t *const *x; /* [16] pixels of c channels */
    size_t c;                /* >= CM_QCONV_WINO_LEAST */
    uint8_t flip;
    int32_t zero;  /* 0..255 */
    int16_t *v;    /* position p: v + p * v_step, c channels */
    size_t v_step; /* elements */
} cm_qconv_wino_in_args;
typedef void cm_qconv_wino_in_fn(const cm_qconv_wino_in_args *a);

/* sum[p][i][m] = sum over l < len of x[p][i][l] * w[p][l][m], one panel of channels m, all positions p. */
typedef struct cm_qconv_wino_dot_args {
    const int16_t *x;    /* tile i at position p: x + p * x_step + i * len */
    size_t x_step;       /* elements */
    size_t n;            /* tiles, a multiple of CM_QCONV_WINO_TILES */
    size_t len;          /* even */
    const int16_t *w;    /* [16][len / 2][CM_QCONV_WINO_NR][2] */
    const int16_t *next; /* weights that are read next, as many as of a position; may be w */
    uint32_t *sums;      /* tile i at position p: sums + p * sums_step + i * CM_QCONV_WINO_NR */
    size_t sums_step;    /* elements */
} cm_qconv_wino_dot_args;
typedef void cm_qconv_wino_dot_fn(const cm_qconv_wino_dot_args *a);

/* The outputs of a tile in one panel of channels:
 *   sum[i][j][m] = init[m] - row[i*2 + j] * zero[m] + (A^T s A)[i][j][m] / 4,  i < rows, j < columns, m < cols
 * themselves, or as qconv_tile.h makes floats or rounds them. */
typedef struct cm_qconv_wino_out_args {
    const uint32_t *s;    /* position p: s + p * s_step, CM_QCONV_WINO_NR channels */
    size_t s_step;        /* elements */
    const int32_t *init;  /* [CM_QCONV_WINO_NR] */
    const uint32_t *row;  /* [4] the sum of each window's x, its zero point taken away; NULL: zeros */
    const int32_t *zero;  /* [CM_QCONV_WINO_NR], where there are rows: zero points of the weights */
    size_t cols;          /* channels that are stored, 1..CM_QCONV_WINO_NR */
    size_t rows, columns; /* outputs that are stored, 1 or 2 */
    size_t y_row, ld;     /* output (i, j) lies i * y_row + j * ld elements behind the first */
    uint32_t *sums;       /* the sums themselves, or floats; NULL: y */
    const float *bias;    /* [CM_QCONV_WINO_NR], with sums: floats, as those of cm_qconv_tile_args; NULL: sums */
    float lo, hi;
    uint8_t *y;
    const float *scale; /* [CM_QCONV_WINO_NR] */
    int32_t y_zero;     /* 0..255, of the flipped byte */
    uint8_t flip;       /* 0x80 where y is signed, else 0: what is computed is y ^ flip */
} cm_qconv_wino_out_args;
typedef void cm_qconv_wino_out_fn(const cm_qconv_wino_out_args *a);

/* y[i*2 + j] = (A^T s A)[i][j] / 4 of one channel. */
CM_INLINE void cm_qconv_wino_outputs(const uint32_t *s, uint32_t *y) {
    uint32_t t[2][4];
    for (size_t j = 0; j < 4; j++) {
        t[0][j] = s[j] + s[4 + j] + s[8 + j];
        t[1][j] = s[4 + j] - s[8 + j] - s[12 + j];
    }
    for (size_t i = 0; i < 4; i++) {
        const uint32_t *r = t[i / 2];
        uint32_t four = i % 2 == 0 ? r[0] + r[1] + r[2] : r[1] - r[2] - r[3];
        int32_t whole;
        memcpy(&whole, &four, sizeof whole);
        y[i] = (uint32_t)(whole / 4);
    }
}

cm_qconv_wino_in_fn cm_qconv_wino_in_portable;
cm_qconv_wino_dot_fn cm_qconv_wino_dot_portable;
cm_qconv_wino_out_fn cm_qconv_wino_out_portable;
#if CM_ARCH_X86
cm_qconv_wino_in_fn cm_qconv_wino_in_avx2; /* they need CM_CPU_AVX2_FMA */
cm_qconv_wino_dot_fn cm_qconv_wino_dot_avx2;
cm_qconv_wino_out_fn cm_qconv_wino_out_avx2;
#endif

#endif
