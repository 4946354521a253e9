/* qconv_tile.h — the inner loop of convolutions and matrix products of 8-bit integers whose channels lie behind the
 * other axes: tiles of pixels x output channels whose sums stay in registers over the whole depth.
 *
 *   sum[p][m] = init[m] + sum over s < n_seg, l < len of x[p][off[s] + l] * (w[s][l][m] - zero[m])   modulo 2^32
 *
 * x is widened to 16 bits with its zero point taken away. The depth is cut into *segments* of `len` elements, an even
 * number: the channels of one tap, or of all taps along the last axis, with numbers behind them whose weights are
 * zero[m]. Two neighbours are one step: their products are added in 32 bits without saturation, since each is at most
 * 255 * 255. Output channels come in *panels* of `nr`, the last one of half of it where that is enough, pixels in
 * tiles of `mr`. Integer sums have no order: all variants give the same bits.
 *
 * Then, as QLinearConv and QLinearMatMul ask:
 *   y[p][m] = saturate(round_half_even(sum * scale[m]) + y_zero), by cm_quantize_round; NaN gives the smallest */
#ifndef CM_KERNELS_PRIM_QCONV_TILE_H
#define CM_KERNELS_PRIM_QCONV_TILE_H

#include "base/port.h"

/* One panel of output channels and some pixels. */
typedef struct cm_qconv_tile_args {
    const int16_t *const *x; /* [n up to a multiple of mr], each valid */
    const size_t *off;       /* [n_seg] elements */
    size_t n;                /* pixels, >= 1 */
    size_t n_seg, len;       /* >= 0; len even */
    const int8_t *w;         /* [n_seg * len / 2][width][2], width: cm_qconv_tile_width(nr, cols) */
    const int16_t *zero;     /* [width][2], each twice; NULL: zeros */
    const int32_t *init;     /* [width] */
    size_t cols;             /* output channels of the panel, 1..nr */
    size_t ld;               /* elements from pixel to pixel of sums and y */
    uint32_t *sums;          /* [n][ld] the sums themselves, or floats; NULL: y */
    const float *bias;       /* [width], with sums: they become f32, (float)sum * scale + bias; NULL: they stay */
    float lo, hi;            /* with bias: bounds of these floats, or infinities; NaN stays NaN */
    uint8_t *y;              /* [n][ld] */
    const float *scale;      /* [width] */
    int32_t y_zero;          /* 0..255, of the flipped byte */
    uint8_t flip;            /* 0x80 where y is signed, else 0: what is computed is y ^ flip */
} cm_qconv_tile_args;
typedef void cm_qconv_tile_fn(const cm_qconv_tile_args *a);

/* x + -0 is x, also where x is -0. */
#define CM_QCONV_NO_BIAS (-0.0F)

/* One sum becomes a float within bounds where it lies. */
CM_INLINE void cm_qconv_to_float(uint32_t *sum, float scale, float bias, float lo, float hi) {
    int32_t s;
    memcpy(&s, sum, sizeof s);
    float y = (float)s * scale + bias;
    y = y < lo ? lo : y;
    y = y > hi ? hi : y;
    memcpy(sum, &y, sizeof y);
}

/* Channels that are stored of a panel with that many: nr, or half of it. */
CM_INLINE size_t cm_qconv_tile_width(size_t nr, size_t cols) { return cols > nr / 2 ? nr : nr / 2; }

/* y[i] = (x[i] ^ flip) - zero, the flipped byte unsigned. */
typedef void cm_qconv_widen_fn(const uint8_t *x, size_t n, uint8_t flip, int32_t zero, int16_t *y);

/* Most pixels and channels of a tile of any variant. */
#define CM_QCONV_TILE_MR_MAX 12
#if CM_ARCH_X86
#define CM_QCONV_TILE_NR_MAX 32
#else
#define CM_QCONV_TILE_NR_MAX 16
#endif

/* Names that CM_PRIM and prims.def make. */
enum {
    cm_qconv_tile_mr_portable = 4,
    cm_qconv_tile_nr_portable = 8,
    cm_qconv_tile_mr_avx2 = 6,
    cm_qconv_tile_nr_avx2 = 16,
    cm_qconv_tile_mr_avx512 = 12,
    cm_qconv_tile_nr_avx512 = 32
};
cm_qconv_tile_fn cm_qconv_tile_portable;
cm_qconv_widen_fn cm_qconv_widen_portable;
#if CM_ARCH_X86
cm_qconv_tile_fn cm_qconv_tile_avx2;   /* needs CM_CPU_AVX2_FMA */
cm_qconv_tile_fn cm_qconv_tile_avx512; /* needs CM_CPU_AVX512 */
cm_qconv_tile_fn cm_qconv_tile_vnni;   /* needs CM_CPU_AVX512_VNNI */
cm_qconv_widen_fn cm_qconv_widen_avx2;
#endif

#endif
