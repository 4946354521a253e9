/* gemm_i8.h — product of matrices of 8-bit integers in 32 bits: the inner loop of MatMulInteger,
 * QLinearMatMul, ConvInteger and QLinearConv.
 *
 *   C[i][j] = sum_l (A[i][l] - zero_a[i]) * (B[l][j] - zero_b[j])  modulo 2^32
 *       i < m (rows), j < n (columns), l < k (depth); A and B are each signed or unsigned
 *
 * A *task* computes one block of C, CM_GEMM_I8_KC deep at a time: it copies the rows of A and the
 * columns of B to scratch in the form that the variant's tile multiplies, widened to 16 bits with the
 * zero points taken away, or in 8 bits with the zero points' share counted separately. A depth block
 * cannot overflow 32 bits. Integer sums have no order: all variants and all splits give the same
 * bits. */
#ifndef CM_KERNELS_PRIM_GEMM_I8_H
#define CM_KERNELS_PRIM_GEMM_I8_H

#include "base/port.h"

/* Depth of one block, <= 33025 (2^31 / 255^2); most rows and columns of one task: many rows, since
 * every row of tasks reads all of B, which may be larger than the caches. */
#define CM_GEMM_I8_KC ((size_t)512)
#define CM_GEMM_I8_MB ((size_t)128)
#define CM_GEMM_I8_NB ((size_t)80)
/* Rows and columns of scratch come in multiples of these, depths in multiples of CM_GEMM_I8_STEP. */
#define CM_GEMM_I8_MU ((size_t)8)
#define CM_GEMM_I8_NU ((size_t)16)
#define CM_GEMM_I8_STEP ((size_t)16)
/* Columns of a strip: where the stack is small the portable variant, alone then, takes a block in several of them. */
#define CM_GEMM_I8_STRIP (CAMEO_SMALL_STACK && !CM_ARCH_X86 && !CM_ARCH_ARM64 ? 2 * CM_GEMM_I8_NU : CM_GEMM_I8_NB)

/* bytes[d][j] = the element of B in depth l + d, column first + j, for j < n <= CM_GEMM_I8_STRIP and
 * d < n_l <= CM_GEMM_I8_STEP; CM_GEMM_I8_STRIP bytes from depth to depth. Called from the tasks: ctx is
 * shared by all workers. */
typedef void cm_gemm_i8_gather(const void *ctx, size_t l, size_t n_l, size_t first, size_t n,
                               uint8_t *bytes);

/* A, whose lines are rows, or B, whose lines are columns; each row-major. */
typedef struct cm_gemm_i8_side {
    const uint8_t *data; /* A[i][l] is data[i * ld + l], B[l][j] is data[l * ld + j] */
    size_t ld;
    cm_gemm_i8_gather *gather; /* B only: in the place of data (im2col). NULL: none */
    const void *gather_ctx;
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
cm_gemm_i8_fn cm_gemm_i8_vnni; /* needs CM_CPU_AVX512_VNNI */
#endif

/* ---- for the variants ---- */

/* Lines [first, first + n) of a side from depth l on, kc deep. */
typedef struct cm_gemm_i8_part {
    const cm_gemm_i8_side *side;
    size_t l, kc;
    size_t first, n;
} cm_gemm_i8_part;

/* At most CM_GEMM_I8_STRIP columns of B: CM_GEMM_I8_STEP depths of n columns, round_up(n, CM_GEMM_I8_NU) of which can
 * be read. What lies behind the depth of the part has the value 0 once it is flipped. */
typedef struct cm_gemm_i8_strip {
    const uint8_t *src; /* depth d, column j at src[d * ld + j] */
    size_t ld;
    uint8_t bytes[CM_GEMM_I8_STEP * CM_GEMM_I8_STRIP]; /* where src is no part of B itself */
} cm_gemm_i8_strip;

/* The strip of depths [l, l + CM_GEMM_I8_STEP) of the part, l counted from the part's. */
void cm_gemm_i8_strip_at(const cm_gemm_i8_part *p, size_t l, cm_gemm_i8_strip *strip);
/* Zero point of line i of the part, flipped. */
CM_INLINE uint8_t cm_gemm_i8_zero(const cm_gemm_i8_part *p, size_t i) {
    const cm_gemm_i8_side *s = p->side;
    return (uint8_t)((s->zero == NULL ? 0 : s->zero[(p->first + i) * s->zero_step]) ^ s->flip);
}

/* c[i][j] (+)= the products of `rows` rows and `columns` columns of the copies a and b. */
typedef struct cm_gemm_i8_tile {
    const int16_t *a;     /* [rows][ld] */
    const int16_t *b;     /* as pack_b left them */
    size_t ld;            /* elements from line to line, a multiple of CM_GEMM_I8_STEP */
    size_t depth;         /* a multiple of CM_GEMM_I8_STEP, at most CM_GEMM_I8_KC */
    size_t rows, columns; /* 1 to those of a tile */
    uint32_t *c;
    size_t ld_c;
    bool add;
} cm_gemm_i8_tile;

/* What a variant in 16 bits supplies; the block loops are common. */
typedef struct cm_gemm_i8_isa {
    size_t tile_m, tile_n; /* divide CM_GEMM_I8_MU and CM_GEMM_I8_NU */
    /* The part, zero points taken away, to dst, tile_n columns in tile_n * ld elements. */
    void (*pack_b)(const cm_gemm_i8_part *p, size_t ld, int16_t *dst);
    void (*tile)(const cm_gemm_i8_tile *t);
} cm_gemm_i8_isa;
void cm_gemm_i8_run(const cm_gemm_i8_isa *isa, const cm_gemm_i8_args *g,
                    const cm_gemm_i8_block *block, uint32_t *c, size_t ld_c, void *scratch);

#endif
