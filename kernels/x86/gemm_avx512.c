/* gemm_avx512.c — panels of the f32 matrix product (kernels/prim/gemm.h) with AVX-512; what multiplies them is
 * kernels/vec/gemm_tmpl.h. */
#include "kernels/prim/gemm.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/bytes.h"
#include "base/ckd.h"

#define GEMM_AVX512_ISA "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma"
/* Rows of B that packing fetches ahead: they are too far apart for the processor to foresee. */
#define GEMM_AVX512_AHEAD 12

CM_INLINE const float *gemm_avx512_at(const void *p, size_t n) {
    return (const float *)(const void *)((const uint8_t *)p + n * sizeof(float));
}

/* The lanes that hold n elements; all 16 for more. */
CM_INLINE uint16_t gemm_avx512_mask(size_t n) {
    return (uint16_t)((1u << cm_min_size(n, 16)) - 1u);
}

/* The operand is contiguous across the panel: copy its rows. */
CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_pack_rows(const void *src, size_t ks, const cm_gemm_panel *p) {
    size_t hi_n = p->nj > 16 ? p->nj - 16 : 0, hi_w = p->w > 16 ? p->w - 16 : 0;
    __mmask16 get0 = gemm_avx512_mask(p->nj), put0 = gemm_avx512_mask(p->w);
    __mmask16 get1 = gemm_avx512_mask(hi_n), put1 = gemm_avx512_mask(hi_w);
    for (size_t l = 0; l < p->kc; l++) {
        const float *s = gemm_avx512_at(src, l * ks);
        float *d = p->dst + l * p->w;
        size_t ahead = l + GEMM_AVX512_AHEAD < p->kc ? GEMM_AVX512_AHEAD * ks : 0;
        _mm_prefetch((const char *)gemm_avx512_at(s, ahead), _MM_HINT_T0);
        _mm_prefetch((const char *)gemm_avx512_at(s, ahead + p->nj - 1), _MM_HINT_T0);
        _mm512_mask_storeu_ps(d, put0, _mm512_maskz_loadu_ps(get0, s));
        if (hi_w != 0) {
            __m512 x = hi_n == 0 ? _mm512_setzero_ps() : _mm512_maskz_loadu_ps(get1, s + 16);
            _mm512_mask_storeu_ps(d + 16, put1, x);
        }
    }
}

/* 4 neighbouring columns of a panel whose operand is contiguous along the depth: 4 x 4 transposes;
 * columns n..3 are zero. */
CM_TARGET(GEMM_AVX512_ISA)
static void gemm_avx512_pack4(const float *src, size_t js, size_t n, const cm_gemm_panel *p,
                              float *dst) {
    const float *s[4];
    __mmask8 full[4];
    for (size_t j = 0; j < 4; j++) {
        s[j] = j < n ? gemm_avx512_at(src, j * js) : src;
        full[j] = j < n ? 15 : 0;
    }
    for (size_t l = 0; l < p->kc; l += 4) {
        __mmask8 in = (__mmask8)((1u << cm_min_size(4, p->kc - l)) - 1u);
        __m128 r0 = _mm_maskz_loadu_ps(in & full[0], s[0] + l);
        __m128 r1 = _mm_maskz_loadu_ps(in & full[1], s[1] + l);
        __m128 r2 = _mm_maskz_loadu_ps(in & full[2], s[2] + l);
        __m128 r3 = _mm_maskz_loadu_ps(in & full[3], s[3] + l);
        __m128 lo01 = _mm_unpacklo_ps(r0, r1), hi01 = _mm_unpackhi_ps(r0, r1);
        __m128 lo23 = _mm_unpacklo_ps(r2, r3), hi23 = _mm_unpackhi_ps(r2, r3);
        float *d = dst + l * p->w;
        _mm_storeu_ps(d, _mm_movelh_ps(lo01, lo23));
        if (in > 1) _mm_storeu_ps(d + p->w, _mm_movehl_ps(lo23, lo01));
        if (in > 3) _mm_storeu_ps(d + 2 * p->w, _mm_movelh_ps(hi01, hi23));
        if (in > 7) _mm_storeu_ps(d + 3 * p->w, _mm_movehl_ps(hi23, hi01));
    }
}

CM_TARGET(GEMM_AVX512_ISA)
void cm_gemm_f32_pack_avx512(const void *src, size_t ks, size_t js, const cm_gemm_panel *p) {
    if (js == 1) {
        gemm_avx512_pack_rows(src, ks, p);
    } else if (ks == 1) {
        for (size_t j = 0; j < p->w; j += 4) {
            size_t n = p->nj > j ? cm_min_size(4, p->nj - j) : 0;
            gemm_avx512_pack4(n != 0 ? gemm_avx512_at(src, j * js) : src, js, n, p, p->dst + j);
        }
    } else {
        cm_gemm_f32_pack_portable(src, ks, js, p);
    }
}

#else
typedef int gemm_avx512_not_here; /* ISO C wants a declaration in every file */
#endif
