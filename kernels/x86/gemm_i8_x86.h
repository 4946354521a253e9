/* gemm_i8_x86.h — what the x86 variants of the 8-bit integer matrix product share. */
#ifndef CM_KERNELS_X86_GEMM_I8_X86_H
#define CM_KERNELS_X86_GEMM_I8_X86_H

#include "kernels/prim/gemm_i8.h"

#if CM_ARCH_X86

#include <immintrin.h>

/* Depths that rows of B are asked for before they are copied. */
#define GEMM_I8_X86_AHEAD 64

/* Rows of B to come, when those at depth l are copied: they lie too far from each other for the
 * processor to see where they lead. */
CM_TARGET("avx2,fma")
CM_INLINE void gemm_i8_x86_prefetch(const cm_gemm_i8_part *p, size_t l) {
    const cm_gemm_i8_side *s = p->side;
    l += GEMM_I8_X86_AHEAD;
    if (s->gather != NULL || l + CM_GEMM_I8_STEP > p->kc) return;
    const uint8_t *row = s->data + (p->l + l) * s->ld + p->first;
    for (size_t d = 0; d < CM_GEMM_I8_STEP; d++, row += s->ld) {
        _mm_prefetch((const char *)row, _MM_HINT_T0);
        _mm_prefetch((const char *)row + p->n - 1, _MM_HINT_T0);
    }
}

#endif
#endif
