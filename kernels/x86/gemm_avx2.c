/* gemm_avx2.c — panels of the f32 matrix product (kernels/prim/gemm.h) with AVX2; what multiplies them is
 * kernels/vec/gemm_tmpl.h. */
#include "kernels/prim/gemm.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/bytes.h"
#include "base/ckd.h"

#define GEMM_AVX2_ISA "avx2,fma"
#define GEMM_AVX2_NR 16
/* Rows of B that packing fetches ahead: they are too far apart for the processor to foresee. */
#define GEMM_AVX2_AHEAD 12

CM_INLINE const float *gemm_avx2_at(const void *p, size_t n) {
    return (const float *)(const void *)((const uint8_t *)p + n * sizeof(float));
}

/* 4 neighbouring columns of a panel whose operand is contiguous along the depth: 4 x 4
 * transposes. */
CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_pack4(const float *src, size_t js, const cm_gemm_panel *p, float *dst) {
    size_t l = 0;
    for (; l + 4 <= p->kc; l += 4) {
        __m128 r0 = _mm_loadu_ps(gemm_avx2_at(src, l));
        __m128 r1 = _mm_loadu_ps(gemm_avx2_at(src, js + l));
        __m128 r2 = _mm_loadu_ps(gemm_avx2_at(src, 2 * js + l));
        __m128 r3 = _mm_loadu_ps(gemm_avx2_at(src, 3 * js + l));
        __m128 lo01 = _mm_unpacklo_ps(r0, r1), hi01 = _mm_unpackhi_ps(r0, r1);
        __m128 lo23 = _mm_unpacklo_ps(r2, r3), hi23 = _mm_unpackhi_ps(r2, r3);
        float *d = dst + l * p->w;
        _mm_storeu_ps(d, _mm_movelh_ps(lo01, lo23));
        _mm_storeu_ps(d + p->w, _mm_movehl_ps(lo23, lo01));
        _mm_storeu_ps(d + 2 * p->w, _mm_movelh_ps(hi01, hi23));
        _mm_storeu_ps(d + 3 * p->w, _mm_movehl_ps(hi23, hi01));
    }
    for (; l < p->kc; l++) {
        for (size_t j = 0; j < 4; j++) {
            dst[l * p->w + j] = cm_load_f32(gemm_avx2_at(src, j * js + l));
        }
    }
}

/* 2 neighbouring columns of such a panel. */
CM_TARGET(GEMM_AVX2_ISA)
static void gemm_avx2_pack2(const float *src, size_t js, const cm_gemm_panel *p, float *dst) {
    size_t l = 0;
    for (; l + 4 <= p->kc; l += 4) {
        __m128 r0 = _mm_loadu_ps(gemm_avx2_at(src, l));
        __m128 r1 = _mm_loadu_ps(gemm_avx2_at(src, js + l));
        __m128 lo = _mm_unpacklo_ps(r0, r1), hi = _mm_unpackhi_ps(r0, r1);
        float *d = dst + l * p->w;
        _mm_storel_pi((__m64 *)(void *)d, lo);
        _mm_storeh_pi((__m64 *)(void *)(d + p->w), lo);
        _mm_storel_pi((__m64 *)(void *)(d + 2 * p->w), hi);
        _mm_storeh_pi((__m64 *)(void *)(d + 3 * p->w), hi);
    }
    for (; l < p->kc; l++) {
        dst[l * p->w] = cm_load_f32(gemm_avx2_at(src, l));
        dst[l * p->w + 1] = cm_load_f32(gemm_avx2_at(src, js + l));
    }
}

/* The panel from column j on, by the portable code. */
static void gemm_avx2_pack_rest(const void *src, size_t ks, size_t js, const cm_gemm_panel *p,
                                size_t j) {
    const float *from = gemm_avx2_at(src, j * js);
    for (size_t l = 0; l < p->kc; l++) {
        float *dst = p->dst + l * p->w;
        for (size_t i = j; i < p->nj; i++) {
            dst[i] = cm_load_f32(gemm_avx2_at(from, l * ks + (i - j) * js));
        }
        for (size_t i = p->nj; i < p->w; i++) dst[i] = 0.0f;
    }
}

CM_TARGET(GEMM_AVX2_ISA)
void cm_gemm_f32_pack_avx2(const void *src, size_t ks, size_t js, const cm_gemm_panel *p) {
    size_t j = 0;
    if (js == 1 && p->nj == GEMM_AVX2_NR && p->w == GEMM_AVX2_NR) {
        for (size_t l = 0; l < p->kc; l++) {
            const float *s = gemm_avx2_at(src, l * ks);
            size_t ahead = l + GEMM_AVX2_AHEAD < p->kc ? GEMM_AVX2_AHEAD * ks : 0;
            _mm_prefetch((const char *)gemm_avx2_at(s, ahead), _MM_HINT_T0);
            _mm256_storeu_ps(p->dst + l * GEMM_AVX2_NR, _mm256_loadu_ps(s));
            _mm256_storeu_ps(p->dst + l * GEMM_AVX2_NR + 8, _mm256_loadu_ps(s + 8));
        }
        return;
    }
    if (ks == 1) {
        for (; j + 4 <= p->nj; j += 4) {
            gemm_avx2_pack4(gemm_avx2_at(src, j * js), js, p, p->dst + j);
        }
        if (j + 2 <= p->nj) {
            gemm_avx2_pack2(gemm_avx2_at(src, j * js), js, p, p->dst + j);
            j += 2;
        }
    }
    if (j < p->w) gemm_avx2_pack_rest(src, ks, js, p, j);
}

#else
typedef int gemm_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
