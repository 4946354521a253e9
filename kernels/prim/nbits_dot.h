/* nbits_dot.h — dot products of a row of floats with columns of integers of 2, 4 or 8 bits, which have a scale and a
 * zero point for each block: what a product with quantized weights and few rows consists of.
 *
 *   y[j] = sum over k of a[k] * (q[j][k] - zero[j][k / block]) * scale[j][k / block]
 *
 * A word of 32 bits holds 32 / bits elements, from the low bits on. A vector of `lanes` words is masked at place i of
 * each word, without a shift: that is q * 2^(bits * i), which a float holds, and a was divided by that power before
 * (cm_nbits_spread), at the same place in the order of the masks; the last place alone is shifted. Zero points are
 * taken from the sum of a vector's words, so that an infinity in a may give NaN. */
#ifndef CM_KERNELS_PRIM_NBITS_DOT_H
#define CM_KERNELS_PRIM_NBITS_DOT_H

#include "base/port.h"

enum { CM_NBITS_COLUMNS = 4, CM_NBITS_LANES = 16 }; /* of a call; at most, of any variant */

/* The last columns may repeat: pointers are of CM_NBITS_COLUMNS columns. */
typedef struct cm_nbits_dot_args {
    const uint8_t *q[CM_NBITS_COLUMNS];    /* [size] bytes: the words that hold what cm_nbits_spread was given */
    const float *scale[CM_NBITS_COLUMNS];  /* [blocks] */
    const float *zero[CM_NBITS_COLUMNS];   /* [blocks], or NULL: all are half of the range */
    const float *a;                        /* of cm_nbits_spread */
    size_t size, blocks;
    size_t block_words; /* words of a block: a power of two */
    size_t ahead;       /* bytes from words to those that are asked for meanwhile */
    uint32_t bits;      /* 2, 4 or 8 */
    size_t lanes;       /* slot nbits_lanes: vectors know theirs */
} cm_nbits_dot_args;
typedef void cm_nbits_dot_fn(const cm_nbits_dot_args *g, float y[CM_NBITS_COLUMNS]);

/* Columns of `line` bytes from one to another that is asked for meanwhile, 16 KiB: memory answers after some thousand
 * bytes, and processors do not see far ahead over columns that are short. */
CM_INLINE size_t cm_nbits_ahead(size_t line) {
    return (16384 / (CM_NBITS_COLUMNS * line + 1) + 1) * CM_NBITS_COLUMNS;
}

/* Floats that cm_nbits_spread writes for k elements: for each vector of words its places, then their sum. */
CM_INLINE size_t cm_nbits_spread_size(size_t k, uint32_t bits, size_t lanes) {
    size_t places = 32 / bits, chunk = places * lanes;
    return (k / chunk + (k % chunk != 0)) * (chunk + lanes);
}
/* a [k] to `to`, zeros behind the last. */
void cm_nbits_spread(const float *a, size_t k, uint32_t bits, size_t lanes, float *to);

cm_nbits_dot_fn cm_nbits_dot_portable;
#if CM_ARCH_X86
cm_nbits_dot_fn cm_nbits_dot_avx2, cm_nbits_dot_avx512;
#endif
#if CM_ARCH_ARM64
cm_nbits_dot_fn cm_nbits_dot_neon;
#endif
/* 0: products go another way. */
enum { cm_nbits_lanes_portable = 0, cm_nbits_lanes_avx2 = 8, cm_nbits_lanes_avx512 = 16, cm_nbits_lanes_neon = 4 };

#endif
