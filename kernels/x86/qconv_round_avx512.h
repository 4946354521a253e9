/* qconv_round_avx512.h — how sums of 8-bit integers become results (kernels/prim/qconv_tile.h) with AVX-512. */
#ifndef CM_KERNELS_X86_QCONV_ROUND_AVX512_H
#define CM_KERNELS_X86_QCONV_ROUND_AVX512_H

#include "base/port.h"

#if CM_ARCH_X86

#include <immintrin.h>

/* Results of nv vectors of 16 channels to to[0, 16 * nv). */
CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")
CM_INLINE void qround_bytes_avx512(const __m512i *sum, const int nv, const float *scale, int32_t y_zero, uint8_t flip,
                                   uint8_t *to) {
    for (int i = 0; i < nv; i++, scale += 16, to += 16) {
        __m512 v = _mm512_mul_ps(_mm512_cvtepi32_ps(sum[i]), _mm512_loadu_ps(scale));
        v = _mm512_max_ps(v, _mm512_set1_ps((float)-y_zero)); /* NaN becomes the second operand */
        v = _mm512_min_ps(v, _mm512_set1_ps((float)(255 - y_zero)));
        __m512i q = _mm512_add_epi32(_mm512_cvtps_epi32(v), _mm512_set1_epi32(y_zero));
        __m128i bytes = _mm_xor_si128(_mm512_cvtepi32_epi8(q), _mm_set1_epi8((char)flip));
        _mm_storeu_si128((__m128i *)(void *)to, bytes);
    }
}

#endif
#endif
