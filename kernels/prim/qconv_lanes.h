/* qconv_lanes.h — the inner loop of depthwise convolutions of 8-bit integers whose channels lie behind the spatial
 * axes: every output channel reads its own lane of x. Some outputs of a row:
 *
 *   sum[p][m] = init[m] + sum over t < taps of (x[t][p*step + m] ^ flip) * w[t][m]   modulo 2^32
 *   y[p*ld + m] = what kernels/prim/qconv_tile.h makes of a sum, the sum itself, or a float
 *
 * Taps come in pairs, whose weights lie side by side: taps is even. The bytes of x are unsigned once they are flipped,
 * and |w| < 2^9. Integer sums have no order: all variants give the same bits.
 *
 * Slot qconv_lanes_packed is for weights that are signed bytes, packed in the form that slot qconv_lanes_form names:
 *
 * CM_QCONV_LANES_QUADS, where one instruction adds the products of four taps (vpdpbusd): [taps / 4][ld][4].
 *
 * CM_QCONV_LANES_NIBBLES, where one multiplies bytes into 16 bits and adds those of two taps, with saturation
 * (vpmaddubsw). A weight is 16 * high + low, low in -8..7 and so high in -8..8: sums of x times either over 16 taps are
 * within 16 * 8 * 255 = 32640. For two taps first the low parts, then the high ones: [taps / 2][2][ld][2].
 *
 * Channels come in blocks of 64 (quads only), 32 or 16, the last ones in the smallest that has room for them. w, init,
 * scale and bias have the order in which channels fall when the bytes of taps are interleaved within each 16 bytes of a
 * vector, and words then again: cm_qconv_lanes_place; nibbles that of the bytes alone: cm_qconv_lanes_nibble. Taps are
 * filled up by some of weight 0: cm_qconv_lanes_taps. Nibbles want at least CM_QCONV_LANES_ALIGN channels in front of
 * the end of those that are there: so many bytes are read. */
#ifndef CM_KERNELS_PRIM_QCONV_LANES_H
#define CM_KERNELS_PRIM_QCONV_LANES_H

#include "kernels/prim/qconv_tile.h"

/* Rows of w, init, scale and bias can be read up to a multiple of so many channels: no variant has wider vectors. */
#define CM_QCONV_LANES_ALIGN ((size_t)16)

/* What slot qconv_lanes_form says: whether there are vectors, and how weights that are signed bytes are packed; behind
 * them the names that CM_PRIM and prims.def make. */
enum {
    CM_QCONV_LANES_PLAIN = 0,
    CM_QCONV_LANES_NIBBLES = 1,
    CM_QCONV_LANES_QUADS = 2,
    cm_qconv_lanes_form_portable = CM_QCONV_LANES_PLAIN,
    cm_qconv_lanes_form_avx2 = CM_QCONV_LANES_NIBBLES,
    cm_qconv_lanes_form_vnni = CM_QCONV_LANES_QUADS
};

typedef struct cm_qconv_lanes_args {
    const uint8_t *const *x; /* [taps] */
    size_t taps;             /* even, may be 0 */
    size_t step;             /* bytes from an output's elements of x to the next one's */
    uint8_t flip;            /* 0x80 where x is signed, else 0 */
    const int16_t *w;        /* [taps / 2][c up to CM_QCONV_LANES_ALIGN][2] */
    size_t form;             /* of qconv_lanes_packed, as the following */
    const int8_t *packed;
    size_t ld_packed;        /* ld: at least cm_qconv_lanes_stored(form, c) */
    const int32_t *init;     /* [c] */
    size_t n, c;             /* outputs; channels */
    uint32_t *sums;     /* NULL: y */
    const float *bias;  /* [c], with sums: floats, as those of cm_qconv_tile_args; NULL: the sums themselves */
    float lo, hi;
    uint8_t *y;
    size_t ld;          /* elements of sums or y from output to output */
    const float *scale; /* [c], of y and floats */
    int32_t y_zero;     /* of y, as the following: 0..255, of the flipped byte */
    uint8_t y_flip;
} cm_qconv_lanes_args;
typedef void cm_qconv_lanes_fn(const cm_qconv_lanes_args *a);

/* Channels of a block, where n >= 1 are left. */
CM_INLINE size_t cm_qconv_lanes_block(size_t form, size_t n) {
    return n > 32 && form == CM_QCONV_LANES_QUADS ? 64 : n > 16 ? 32 : 16;
}

/* Places for c channels in blocks. */
CM_INLINE size_t cm_qconv_lanes_stored(size_t form, size_t c) {
    size_t most = form == CM_QCONV_LANES_QUADS ? 64 : 32;
    return c / most * most + (c % most == 0 ? 0 : cm_qconv_lanes_block(form, c % most));
}

/* Where channel m of c lies: of the 16 that each 16 bytes of a vector hold, four fall into each of four vectors. */
CM_INLINE size_t cm_qconv_lanes_place(size_t form, size_t m, size_t c) {
    size_t most = form == CM_QCONV_LANES_QUADS ? 64 : 32, first = m / most * most, at = m - first;
    size_t part = cm_qconv_lanes_block(form, c - first) / 4;
    return first + at % 16 / 4 * part + at / 16 * 4 + at % 4;
}

/* Where the weights of channel m of c lie in nibbles: of 16, eight fall into each of two vectors. */
CM_INLINE size_t cm_qconv_lanes_nibble(size_t m, size_t c) {
    size_t first = m / 32 * 32, at = m - first, part = cm_qconv_lanes_block(CM_QCONV_LANES_NIBBLES, c - first) / 2;
    return first + at % 16 / 8 * part + at / 16 * 8 + at % 8;
}

/* Taps as they are packed. */
CM_INLINE size_t cm_qconv_lanes_taps(size_t form, size_t taps) {
    return form == CM_QCONV_LANES_QUADS ? (taps + 3) / 4 * 4 : (taps + 1) / 2 * 2;
}

/* Bytes of packed weights of a channel. */
CM_INLINE size_t cm_qconv_lanes_size(size_t form, size_t taps) {
    return cm_qconv_lanes_taps(form, taps) * (form == CM_QCONV_LANES_QUADS ? 1 : 2);
}

/* Where the weight of a tap of channel m of c lies; of nibbles its low part, and the high one 2 * ld bytes on. */
CM_INLINE size_t cm_qconv_lanes_weight(size_t form, size_t tap, size_t m, size_t c, size_t ld) {
    if (form == CM_QCONV_LANES_QUADS) return (tap / 4 * ld + cm_qconv_lanes_place(form, m, c)) * 4 + tap % 4;
    return (tap / 2 * 2 * ld + cm_qconv_lanes_nibble(m, c)) * 2 + tap % 2;
}

/* The weight of a tap of channel m of c. */
CM_INLINE int32_t cm_qconv_lanes_get(size_t form, size_t tap, size_t m, size_t c, size_t ld, const int8_t *packed) {
    const int8_t *from = packed + cm_qconv_lanes_weight(form, tap, m, c, ld);
    return form == CM_QCONV_LANES_QUADS ? *from : *from + 16 * from[2 * ld];
}

/* Writes w as the weight of a tap of channel m of c. */
CM_INLINE void cm_qconv_lanes_put(size_t form, size_t tap, size_t m, size_t c, size_t ld, int8_t w, int8_t *packed) {
    int8_t *to = packed + cm_qconv_lanes_weight(form, tap, m, c, ld);
    int low = form == CM_QCONV_LANES_QUADS ? w : (w + 136) % 16 - 8; /* of a sum that is not negative */
    *to = (int8_t)low;
    if (form != CM_QCONV_LANES_QUADS) to[2 * ld] = (int8_t)((w - low) / 16);
}

cm_qconv_lanes_fn cm_qconv_lanes_portable, cm_qconv_lanes_packed_portable;
#if CM_ARCH_X86
cm_qconv_lanes_fn cm_qconv_lanes_avx2, cm_qconv_lanes_packed_avx2; /* need CM_CPU_AVX2_FMA */
cm_qconv_lanes_fn cm_qconv_lanes_packed_vnni;                      /* needs CM_CPU_AVX512_VNNI */
#endif

#endif
