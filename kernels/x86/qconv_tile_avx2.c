/* qconv_tile_avx2.c — kernels/prim/qconv_tile.h with AVX2: products of pairs of 16 bits (vpmaddwd), whose sums cannot
 * saturate. */
#include "kernels/prim/qconv_tile.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "kernels/x86/qconv_round_avx2.h"

#define QT_TARGET CM_TARGET("avx2,fma")

QT_TARGET CM_INLINE __m256i qt_weights_avx2(const int8_t *w) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)w));
}

QT_TARGET CM_INLINE __m256i qt_less_avx2(__m256i sum, uint32_t row, const int16_t *zero) {
    __m256i wide = _mm256_srai_epi32(_mm256_loadu_si256((const __m256i *)(const void *)zero), 16);
    return _mm256_sub_epi32(sum, _mm256_mullo_epi32(_mm256_set1_epi32((int32_t)row), wide));
}

QT_TARGET CM_INLINE void qt_bytes_avx2(const __m256i *sum, const int nv, const float *scale, int32_t y_zero,
                                       uint8_t flip, uint8_t *to) {
    const qround_avx2 r = qround_begin(y_zero, flip);
    __m256i lo = qround_8(&r, sum[0], scale), hi = nv > 1 ? qround_8(&r, sum[1], scale + 8) : lo;
    __m256i words = qround_words(&r, lo, hi);
    __m128i bytes = _mm256_castsi256_si128(qround_pack(&r, words, words));
    if (nv > 1) {
        _mm_storeu_si128((__m128i *)(void *)to, bytes);
    } else {
        _mm_storel_epi64((__m128i *)(void *)to, bytes);
    }
}

#define QT_NAME(f) f##_avx2
#define QT_FN QT_TARGET CM_INLINE
#define QT_LEAF QT_TARGET
#define QT_MR 6
#define QT_APART false
#define QT_N 8
#define qt __m256i
#define qt_set1(x) _mm256_set1_epi32(x)
#define qt_load(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define qt_store(p, v) _mm256_storeu_si256((__m256i *)(void *)(p), v)
#define qt_add(a, b) _mm256_add_epi32(a, b)
#define qt_weights qt_weights_avx2
#define qt_less qt_less_avx2
#define qt_dot(sum, x, w) _mm256_add_epi32(sum, _mm256_madd_epi16(x, w))
#define qt_bytes qt_bytes_avx2
#define qt_floats qround_floats
#include "kernels/x86/qconv_tile_tmpl.h"
#undef QT_TARGET

#else
typedef int qconv_tile_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
