/* gemm_i8.h — product of matrices of 8-bit integers in 32 bits: the inner loop of MatMulInteger and
 * QLinearMatMul.
 *
 *   C[i][j] = sum_l (A[i][l] - zero_a[i]) * (B[l][j] - zero_b[j])  modulo 2^32
 *       i < m (rows), j < n (columns), l < k (depth); A and B are each signed or unsigned
 *
 * A *task* computes one block of C, CM_GEMM_I8_KC deep at a time: it widens the rows of A and the
 * columns of B to 16 bits, zero points taken away, each of them contiguous along the depth, and
 * multiplies tiles of 2 x 4 of them. Differences lie in [-255, 255], so a depth block cannot overflow
 * 32 bits. Integer sums have no order: all variants and all splits give the same bits. */
#ifndef CM_KERNELS_PRIM_GEMM_I8_H
#define CM_KERNELS_PRIM_GEMM_I8_H

#include "base/port.h"

/* Depth of one block, <= 33025 (2^31 / 255^2); rows and columns of one task, multiples of a tile's:
 * many rows, since every row of tasks reads all of B, which may be larger than the caches. */
#define CM_GEMM_I8_KC ((size_t)512)
#define CM_GEMM_I8_MB ((size_t)128)
#define CM_GEMM_I8_NB ((size_t)64)
#define CM_GEMM_I8_TILE_M ((size_t)2)
#define CM_GEMM_I8_TILE_N ((size_t)4)
/* Depth steps of a tile come in multiples of this. */
#define CM_GEMM_I8_STEP ((size_t)16)

/* A, whose lines are rows, or B, whose lines are columns. */
typedef struct cm_gemm_i8_side {
    const uint8_t *data; /* element l of line i lies at data[i * line + l * depth] */
    size_t line, depth;
    const uint8_t *zero; /* of line i: zero[i * zero_step]; NULL: 0 */
    size_t zero_step;    /* 0: one for all lines */
    uint8_t flip;        /* 0x80 for signed bytes (and their zero points), else 0 */
} cm_gemm_i8_side;

typedef struct cm_gemm_i8_args {
    size_t m, n, k;
    cm_gemm_i8_side a, b;
} cm_gemm_i8_args;

/* The block of C that a task computes. */
typedef struct cm_gemm_i8_block {
    size_t i, m; /* first row, rows */
    size_t j, n; /* first column, columns */
} cm_gemm_i8_block;

/* Blocks of an m x n product; SIZE_MAX if they do not count. Block `task` of them. */
size_t cm_gemm_i8_tasks(size_t m, size_t n);
cm_gemm_i8_block cm_gemm_i8_block_of(size_t m, size_t n, size_t task);
/* Bytes of scratch that a task needs, a multiple of 4. */
size_t cm_gemm_i8_scratch(size_t m, size_t n, size_t k);

/* The prim: c[i][j] = C[block.i + i][block.j + j]; ld_c elements from row to row. scratch:
 * cm_gemm_i8_scratch bytes, aligned to CAMEO_ALIGN. Thread-safe. */
typedef void cm_gemm_i8_fn(const cm_gemm_i8_args *g, const cm_gemm_i8_block *block, uint32_t *c,
                           size_t ld_c, void *scratch);
cm_gemm_i8_fn cm_gemm_i8_portable;
#if CM_ARCH_X86
cm_gemm_i8_fn cm_gemm_i8_avx2; /* needs CM_CPU_AVX2_FMA */
#endif

/* ---- for the variants ---- */

/* sums[i][j] of 2 lines a and 4 lines b, `ld` elements apart and `depth` long (a multiple of
 * CM_GEMM_I8_STEP, at most CM_GEMM_I8_KC); lines are aligned to 32 bytes. */
typedef void cm_gemm_i8_tile(const int16_t *a, const int16_t *b, size_t ld, size_t depth,
                             int32_t sums[CM_GEMM_I8_TILE_M][CM_GEMM_I8_TILE_N]);
void cm_gemm_i8_run(cm_gemm_i8_tile *tile, const cm_gemm_i8_args *g, const cm_gemm_i8_block *block,
                    uint32_t *c, size_t ld_c, void *scratch);

#endif
