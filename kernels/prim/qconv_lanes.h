/* qconv_lanes.h — the inner loop of depthwise convolutions of 8-bit integers whose channels lie behind the spatial
 * axes: every output channel reads its own lane of x. Some outputs of a row:
 *
 *   sum[p][m] = init[m] + sum over t < taps of (x[t][p*step + m] ^ flip) * w[t][m]   modulo 2^32
 *   y[p*ld + m] = what kernels/prim/qconv_tile.h makes of a sum, or the sum itself
 *
 * Taps come in pairs, whose weights lie side by side: taps is even. The bytes of x are unsigned once they are flipped,
 * and |w| < 2^9. Integer sums have no order: all variants give the same bits.
 *
 * Slot qconv_lanes_quads is for weights that are signed bytes, where slot qconv_lanes_form says so: taps come in
 * fours, whose products one instruction adds, so taps is a multiple of 4. Channels come in blocks of 64, the last ones
 * in a block of 64, 32 or 16; w, init and scale have the order in which four bytes of each channel of a block fall
 * together when vectors are interleaved byte by byte and then word by word: cm_qconv_lanes_place. */
#ifndef CM_KERNELS_PRIM_QCONV_LANES_H
#define CM_KERNELS_PRIM_QCONV_LANES_H

#include "base/port.h"

/* Rows of w, init and scale can be read up to a multiple of so many channels: no variant has wider vectors. */
#define CM_QCONV_LANES_ALIGN ((size_t)16)

typedef struct cm_qconv_lanes_args {
    const uint8_t *const *x; /* [taps] */
    size_t taps;             /* even, may be 0 */
    size_t step;             /* bytes from an output's elements of x to the next one's */
    uint8_t flip;            /* 0x80 where x is signed, else 0 */
    const int16_t *w;        /* [taps / 2][c up to CM_QCONV_LANES_ALIGN][2] */
    const int8_t *quads;     /* of qconv_lanes_quads: [taps / 4][ld_quads][4] */
    size_t ld_quads;         /* at least cm_qconv_lanes_stored(c) */
    const int32_t *init;     /* [c] */
    size_t n, c;             /* outputs; channels */
    uint32_t *sums;     /* NULL: y */
    uint8_t *y;
    size_t ld;          /* elements of sums or y from output to output */
    const float *scale; /* [c], of y, as the following */
    int32_t y_zero;     /* 0..255, of the flipped byte */
    uint8_t y_flip;
} cm_qconv_lanes_args;
typedef void cm_qconv_lanes_fn(const cm_qconv_lanes_args *a);

/* Channels of the block that begins where n are left. */
CM_INLINE size_t cm_qconv_lanes_block(size_t n) { return n > 32 ? 64 : n > 16 ? 32 : 16; }

/* Places for c channels in blocks. */
CM_INLINE size_t cm_qconv_lanes_stored(size_t c) {
    return c / 64 * 64 + (c % 64 == 0 ? 0 : cm_qconv_lanes_block(c % 64));
}

/* Where channel m of c lies: of the 16 that each 16 bytes of a vector hold, four fall into each of four vectors. */
CM_INLINE size_t cm_qconv_lanes_place(size_t m, size_t c) {
    size_t first = m / 64 * 64, at = m - first, part = cm_qconv_lanes_block(c - first) / 4;
    return first + at % 16 / 4 * part + at / 16 * 4 + at % 4;
}

/* What slot qconv_lanes_form says: whether there are vectors, and how taps come where weights are signed bytes; behind
 * them the names that CM_PRIM and prims.def make. */
enum {
    CM_QCONV_LANES_PLAIN = 0,
    CM_QCONV_LANES_PAIRS = 1,
    CM_QCONV_LANES_QUADS = 2,
    cm_qconv_lanes_form_portable = CM_QCONV_LANES_PLAIN,
    cm_qconv_lanes_form_avx2 = CM_QCONV_LANES_PAIRS,
    cm_qconv_lanes_form_vnni = CM_QCONV_LANES_QUADS
};

cm_qconv_lanes_fn cm_qconv_lanes_portable, cm_qconv_lanes_quads_portable;
#if CM_ARCH_X86
cm_qconv_lanes_fn cm_qconv_lanes_avx2;       /* needs CM_CPU_AVX2_FMA */
cm_qconv_lanes_fn cm_qconv_lanes_quads_vnni; /* needs CM_CPU_AVX512_VNNI */
#endif

#endif
