/* nbits_q8.h — dot products of a row of floats, rounded to 8 bits block by block, with columns of integers of 2, 4 or 8
 * bits: kernels/prim/nbits_dot.h for products that allow it (accuracy_level 4 of MatMulNBits).
 *
 *   y[j] = sum over the blocks g of scale[j][g] * a_scale[g] * sum over k in g of (q[j][k] - zero[j][g]) * a[k]
 *
 * The sums over a block are exact integers; only scales are multiplied and added in floats. A byte of a column holds
 * 8 / bits elements, from the low bits on; cm_nbits_round writes a so that the element at place i of each byte of a
 * vector of `lanes` words is a byte of the vector i. The share of the zero points is taken from a_sum. */
#ifndef CM_KERNELS_PRIM_NBITS_Q8_H
#define CM_KERNELS_PRIM_NBITS_Q8_H

#include "base/port.h"
#include "kernels/prim/nbits_dot.h"
#include "kernels/prim/nbits_panel.h"

/* A row in 8 bits, in one piece of cm_nbits_q8_bytes. */
typedef struct cm_nbits_q8_row {
    int8_t *a;    /* [k], in the order above, zeros behind the last: -127 to 127 */
    float *scale; /* [blocks], and zeros up to a multiple of CM_NBITS_LANES; NaN: the block is not finite */
    float *sum;   /* likewise: the scale times the sum of the block's elements */
} cm_nbits_q8_row;

/* Columns [first, first + n) of b, whose zero points, if any, are packed. */
typedef struct cm_nbits_q8_args {
    const cm_nbits_matrix *b;
    size_t first, n;
    size_t size; /* bytes of a column that are multiplied, a multiple of 4 */
    cm_nbits_q8_row a;
    size_t lanes; /* slot nbits_lanes: vectors know theirs */
} cm_nbits_q8_args;
/* y: [n] */
typedef void cm_nbits_q8_fn(const cm_nbits_q8_args *g, float *y);

/* What a row of k elements takes, k and blocks below 2^31; its parts in `bytes`, which is aligned to CAMEO_ALIGN. */
CM_INLINE uint64_t cm_nbits_q8_elements(uint64_t k, uint32_t bits) {
    uint64_t chunk = 32 / bits * CM_NBITS_LANES;
    return (k + chunk - 1) / chunk * chunk;
}
CM_INLINE uint64_t cm_nbits_q8_bytes(uint64_t k, uint64_t blocks, uint32_t bits) {
    uint64_t padded = (blocks + CM_NBITS_LANES - 1) / CM_NBITS_LANES * CM_NBITS_LANES;
    return cm_nbits_q8_elements(k, bits) + 2 * padded * sizeof(float);
}
cm_nbits_q8_row cm_nbits_q8_row_at(void *bytes, size_t k, size_t blocks, uint32_t bits);
/* Zeros, in all of the row. */
CM_INLINE void cm_nbits_q8_clear(size_t k, size_t block, uint32_t bits, const cm_nbits_q8_row *row) {
    size_t blocks = k / block + (k % block != 0);
    memset(row->a, 0, (size_t)cm_nbits_q8_bytes(k, blocks, bits));
}

/* Blocks without a larger magnitude are zeros: it has no reciprocal. */
#define CM_NBITS_SMALL 1e-30f
/* Rounds the row from [k]: each block by the largest magnitude in it. `block` is a multiple of 8 / bits. The order
 * is that for `lanes`, which for vectors is 1 or theirs; the bits are equal but for a_sum of blocks above 2^17. */
typedef void cm_nbits_round_fn(const float *from, size_t k, size_t block, uint32_t bits, size_t lanes,
                               const cm_nbits_q8_row *row);

/* Rows by the dozen: columns whose words are laid out side by side, in blocks of 2 or 4 bits.
 *   y[r][j] = the product above of row r and column j, for CM_NBITS_TILE_ROWS rows and `columns` columns */
enum { CM_NBITS_TILE_ROWS = 4, CM_NBITS_TILE_COLUMNS = CM_ARCH_X86 ? 32 : 8 }; /* at most, of any variant */
typedef struct cm_nbits_tile_args {
    const int32_t *words;      /* [size / 4][columns]; size as above */
    const float *scale, *zero; /* [blocks][columns]; zero: times the scale */
    cm_nbits_q8_row a[CM_NBITS_TILE_ROWS]; /* of nbits_round with lanes = 1; the last may repeat */
    size_t n_words, block_words; /* words of a column; of a block, a power of two */
    size_t columns; /* slot nbits_tile_columns: vectors know theirs */
    uint32_t bits;  /* 2 or 4 */
} cm_nbits_tile_args;
typedef void cm_nbits_tile_fn(const cm_nbits_tile_args *g, float *y);

cm_nbits_tile_fn cm_nbits_tile_portable;
cm_nbits_q8_fn cm_nbits_q8_portable;
cm_nbits_round_fn cm_nbits_round_portable;
#if CM_ARCH_X86
cm_nbits_q8_fn cm_nbits_q8_avx2, cm_nbits_q8_avx512;
cm_nbits_tile_fn cm_nbits_tile_avx2, cm_nbits_tile_avx512;
cm_nbits_round_fn cm_nbits_round_avx2, cm_nbits_round_avx512;
#endif
#if CM_ARCH_ARM64
cm_nbits_q8_fn cm_nbits_q8_neon;
cm_nbits_tile_fn cm_nbits_tile_neon;
cm_nbits_round_fn cm_nbits_round_neon;
#endif
/* 0: products go another way. */
enum { cm_nbits_tile_columns_portable = 0, cm_nbits_tile_columns_avx2 = 16, cm_nbits_tile_columns_avx512 = 32,
       cm_nbits_tile_columns_neon = 8 };

#endif
