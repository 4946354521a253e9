/* qconv_round_avx2.h — how sums of 8-bit integers become results (kernels/prim/qconv_tile.h) with AVX2, 16 channels at
 * a time. Integers saturate where cm_quantize_round clamps floats: a number that is rounded first and clamped to whole
 * bounds then is the same. Only what is above all integers has to be clamped as a float. */
#ifndef CM_KERNELS_X86_QCONV_ROUND_AVX2_H
#define CM_KERNELS_X86_QCONV_ROUND_AVX2_H

#include "base/port.h"

#if CM_ARCH_X86

#include <immintrin.h>

#define QROUND_TARGET CM_TARGET("avx2,fma")

/* What all results share. */
typedef struct qround_avx2 {
    __m256 top;   /* the greatest result less its zero point */
    __m256i zero; /* in 16 bits */
    __m256i flip;
} qround_avx2;

QROUND_TARGET CM_INLINE qround_avx2 qround_begin(int32_t y_zero, uint8_t flip) {
    return (qround_avx2){_mm256_set1_ps((float)(255 - y_zero)), _mm256_set1_epi16((int16_t)y_zero),
                         _mm256_set1_epi8((char)flip)};
}

/* 8 whole numbers; NaN becomes the smallest one: min gives its second operand, and that the conversion's result. */
QROUND_TARGET CM_INLINE __m256i qround_8(const qround_avx2 *r, __m256i sum, const float *scale) {
    __m256 v = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_loadu_ps(scale));
    return _mm256_cvtps_epi32(_mm256_min_ps(r->top, v));
}

/* (float)sum * scale + bias within bounds, their bits; NaN is the second operand of min and max and stays. */
QROUND_TARGET CM_INLINE __m256i qround_floats(__m256i sum, const float *scale, const float *bias, float lo, float hi) {
    __m256 v = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_loadu_ps(scale));
    v = _mm256_add_ps(v, _mm256_loadu_ps(bias));
    return _mm256_castps_si256(_mm256_min_ps(_mm256_set1_ps(hi), _mm256_max_ps(_mm256_set1_ps(lo), v)));
}

/* Two results of qround_8 as words, of 8-bit range but for what is negative; in the order 0-3, 8-11, 4-7, 12-15. */
QROUND_TARGET CM_INLINE __m256i qround_words(const qround_avx2 *r, __m256i lo, __m256i hi) {
    return _mm256_adds_epi16(_mm256_packs_epi32(lo, hi), r->zero);
}

/* Words of two pixels as bytes: the first pixel's are the lower half. */
QROUND_TARGET CM_INLINE __m256i qround_pack(const qround_avx2 *r, __m256i first, __m256i second) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return _mm256_xor_si256(_mm256_permutevar8x32_epi32(_mm256_packus_epi16(first, second), order), r->flip);
}

#endif
#endif
