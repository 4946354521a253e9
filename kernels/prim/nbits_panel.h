/* nbits_panel.h — a panel of a matrix product in f32, made of columns of integers of 2, 4 or 8 bits: rows by the dozen
 * read such a panel again and again from the cache.
 *
 *   dst[l][j] = (q[j][k0 + l] - zero[j][g]) * scale[j][g],  g = (k0 + l) / block */
#ifndef CM_KERNELS_PRIM_NBITS_PANEL_H
#define CM_KERNELS_PRIM_NBITS_PANEL_H

#include "base/port.h"
#include "kernels/prim/gemm.h"

/* Columns of a constant or a value: column j has its bytes at q + j * line, elements from the low bits on. */
typedef struct cm_nbits_matrix {
    const uint8_t *q;
    const float *scale;      /* [columns][blocks] */
    const uint8_t *zero;     /* a line of packed zero points for each column; NULL: zero_f32 */
    const float *zero_f32;   /* [columns][blocks]; NULL: all are half of the range */
    size_t line, zero_line;  /* bytes from column to column */
    size_t blocks, block;    /* of a column; elements of one, 8 at least: a power of two of whole words of 32 bits */
    uint32_t bits;           /* 2, 4 or 8 */
} cm_nbits_matrix;

/* Zero point of block g of column j. */
CM_INLINE float cm_nbits_zero(const cm_nbits_matrix *b, size_t j, size_t g) {
    size_t bit = g * b->bits;
    if (b->zero != NULL)
        return (float)((uint32_t)b->zero[j * b->zero_line + bit / 8] >> (bit % 8) & ((1u << b->bits) - 1));
    return b->zero_f32 != NULL ? b->zero_f32[j * b->blocks + g] : (float)(1u << (b->bits - 1));
}

/* Fills the panel: kc is at most CM_GEMM_KC, w a multiple of the vectors' lanes. */
typedef void cm_nbits_panel_fn(const cm_nbits_matrix *b, const cm_gemm_panel *panel);

cm_nbits_panel_fn cm_nbits_panel_portable;
#if CM_ARCH_X86
cm_nbits_panel_fn cm_nbits_panel_avx2, cm_nbits_panel_avx512;
#endif
#if CM_ARCH_ARM64
cm_nbits_panel_fn cm_nbits_panel_neon;
#endif

#endif
