/* qconv_lanes_avx2.c — kernels/prim/qconv_lanes.h with AVX2: 16 channels at a time; two taps are interleaved, and their
 * products added by vpmaddwd. */
#include "kernels/prim/qconv_lanes.h"

#if CM_ARCH_X86

#include <immintrin.h>

#define QLANES_TARGET CM_TARGET("avx2,fma")

/* 8 results, numbers of 0 to 255. */
QLANES_TARGET CM_INLINE __m256i qconv_lanes_round(__m256i sum, const float *scale, int32_t y_zero) {
    __m256 v = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_loadu_ps(scale));
    v = _mm256_max_ps(v, _mm256_set1_ps((float)-y_zero)); /* NaN becomes the second operand */
    v = _mm256_min_ps(v, _mm256_set1_ps((float)(255 - y_zero)));
    return _mm256_add_epi32(_mm256_cvtps_epi32(v), _mm256_set1_epi32(y_zero));
}

/* 16 results from channel m on. */
QLANES_TARGET CM_INLINE __m128i qconv_lanes_bytes(const cm_qconv_lanes_args *a, size_t m, __m256i lo, __m256i hi) {
    lo = qconv_lanes_round(lo, a->scale + m, a->y_zero);
    hi = qconv_lanes_round(hi, a->scale + m + 8, a->y_zero);
    __m256i words = _mm256_permute4x64_epi64(_mm256_packs_epi32(lo, hi), 0xd8);
    __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return _mm_xor_si128(bytes, _mm_set1_epi8((char)a->y_flip));
}

/* 16 channels of a tap, at most n of them in memory. Constant: part. */
QLANES_TARGET CM_INLINE __m128i qconv_lanes_load(const uint8_t *x, size_t n, const bool part) {
    uint8_t bytes[16] = {0};
    if (!part) return _mm_loadu_si128((const __m128i *)(const void *)x);
    memcpy(bytes, x, n);
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/* Channels [m, m + 16) of output p, n of which are there. Constant: part, n < 16. */
QLANES_TARGET CM_INLINE void qconv_lanes_16(const cm_qconv_lanes_args *a, size_t p, size_t m, size_t ld, size_t n,
                                            const bool part) {
    const __m128i flip = _mm_set1_epi8((char)a->flip);
    __m256i lo = _mm256_loadu_si256((const __m256i *)(const void *)(a->init + m));
    __m256i hi = _mm256_loadu_si256((const __m256i *)(const void *)(a->init + m + 8));
    const int16_t *w = a->w + 2 * m;
    size_t at = p * a->step + m;
    for (size_t t = 0; t < a->taps; t += 2, w += 2 * ld) {
        __m128i even = _mm_xor_si128(qconv_lanes_load(a->x[t] + at, n, part), flip);
        __m128i odd = _mm_xor_si128(qconv_lanes_load(a->x[t + 1] + at, n, part), flip);
        const __m256i *pair = (const __m256i *)(const void *)w;
        __m256i first = _mm256_cvtepu8_epi16(_mm_unpacklo_epi8(even, odd));
        __m256i second = _mm256_cvtepu8_epi16(_mm_unpackhi_epi8(even, odd));
        lo = _mm256_add_epi32(lo, _mm256_madd_epi16(first, _mm256_loadu_si256(pair)));
        hi = _mm256_add_epi32(hi, _mm256_madd_epi16(second, _mm256_loadu_si256(pair + 1)));
    }
    __m128i y = qconv_lanes_bytes(a, m, lo, hi);
    uint8_t bytes[16], *to = a->y + p * a->ld + m;
    if (!part) {
        _mm_storeu_si128((__m128i *)(void *)to, y);
        return;
    }
    _mm_storeu_si128((__m128i *)(void *)bytes, y);
    memcpy(to, bytes, n);
}

QLANES_TARGET void cm_qconv_lanes_avx2(const cm_qconv_lanes_args *a) {
    size_t ld = (a->c + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN;
    for (size_t p = 0; p < a->n; p++) {
        size_t m = 0;
        for (; m + 16 <= a->c; m += 16) qconv_lanes_16(a, p, m, ld, 16, false);
        if (m < a->c) qconv_lanes_16(a, p, m, ld, a->c - m, true);
    }
}

#else
typedef int qconv_lanes_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
