/* qconv_round_avx512.h — how sums of 8-bit integers become results (kernels/prim/qconv_tile.h) with AVX-512. */
#ifndef CM_KERNELS_X86_QCONV_ROUND_AVX512_H
#define CM_KERNELS_X86_QCONV_ROUND_AVX512_H

#include "base/port.h"

#if CM_ARCH_X86

#include <immintrin.h>

/* round(sum * scale) in 32 bits. NaN and what is too small become INT32_MIN, what exceeds `most` becomes that. */
CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")
CM_INLINE __m512i qround_avx512(__m512i sum, __m512 scale, __m512 most) {
    __m512 v = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), scale);
    return _mm512_cvtps_epi32(_mm512_min_ps(most, v)); /* NaN stays: it is the second operand */
}

/* (float)sum * scale + bias within bounds, their bits; NaN is the second operand of min and max and stays. */
CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")
CM_INLINE __m512i qround_floats_avx512(__m512i sum, const float *scale, const float *bias, float lo, float hi) {
    __m512 v = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), _mm512_loadu_ps(scale));
    v = _mm512_add_ps(v, _mm512_loadu_ps(bias));
    return _mm512_castps_si512(_mm512_min_ps(_mm512_set1_ps(hi), _mm512_max_ps(_mm512_set1_ps(lo), v)));
}

/* Results of nv vectors of 16 channels to to[0, 16 * nv). */
CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")
CM_INLINE void qround_bytes_avx512(const __m512i *sum, const int nv, const float *scale, int32_t y_zero, uint8_t flip,
                                   uint8_t *to) {
    const __m512 most = _mm512_set1_ps((float)(255 - y_zero));
    for (int i = 0; i < nv; i++, scale += 16, to += 16) {
        __m512i q = _mm512_add_epi32(qround_avx512(sum[i], _mm512_loadu_ps(scale), most), _mm512_set1_epi32(y_zero));
        q = _mm512_max_epi32(q, _mm512_setzero_si512());
        __m128i bytes = _mm_xor_si128(_mm512_cvtepi32_epi8(q), _mm_set1_epi8((char)flip));
        _mm_storeu_si128((__m128i *)(void *)to, bytes);
    }
}

/* Results of 32 channels of two pixels, to low and high halves: lanes of packed vectors are put in order. */
CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")
CM_INLINE __m512i qround_two_avx512(const __m512i *first, const __m512i *second, const float *scale, int32_t y_zero,
                                    uint8_t flip) {
    const __m512 most = _mm512_set1_ps((float)(255 - y_zero));
    const __m512 s0 = _mm512_loadu_ps(scale), s1 = _mm512_loadu_ps(scale + 16);
    const __m512i zero = _mm512_set1_epi16((int16_t)y_zero);
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    __m512i a = _mm512_packs_epi32(qround_avx512(first[0], s0, most), qround_avx512(first[1], s1, most));
    __m512i b = _mm512_packs_epi32(qround_avx512(second[0], s0, most), qround_avx512(second[1], s1, most));
    __m512i bytes = _mm512_packus_epi16(_mm512_adds_epi16(a, zero), _mm512_adds_epi16(b, zero));
    return _mm512_xor_si512(_mm512_permutexvar_epi32(order, bytes), _mm512_set1_epi8((char)flip));
}

#endif
#endif
