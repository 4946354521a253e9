/* qconv_tile_avx512.c — kernels/prim/qconv_tile.h with AVX-512, and with VNNI's sums of pairs (vpdpwssd, which does not
 * saturate). */
#include "kernels/prim/qconv_tile.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "kernels/x86/qconv_round_avx512.h"

#define QT_TARGET CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")
#define QT_TARGET_VNNI CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")

QT_TARGET CM_INLINE __m512i qt_weights_avx512(const int8_t *w) {
    return _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)w));
}

QT_TARGET CM_INLINE __m512i qt_less_avx512(__m512i sum, uint32_t row, const int16_t *zero) {
    __m512i wide = _mm512_srai_epi32(_mm512_loadu_si512(zero), 16);
    return _mm512_sub_epi32(sum, _mm512_mullo_epi32(_mm512_set1_epi32((int32_t)row), wide));
}

#define QT_NAME(f) f##_avx512
#define QT_FN QT_TARGET CM_INLINE
#define QT_LEAF QT_TARGET
#define QT_MR 12
#define QT_APART false
#define QT_N 16
#define qt __m512i
#define qt_set1(x) _mm512_set1_epi32(x)
#define qt_load(p) _mm512_loadu_si512(p)
#define qt_store(p, v) _mm512_storeu_si512(p, v)
#define qt_add(a, b) _mm512_add_epi32(a, b)
#define qt_weights qt_weights_avx512
#define qt_less qt_less_avx512
#define qt_dot(sum, x, w) _mm512_add_epi32(sum, _mm512_madd_epi16(x, w))
#define qt_bytes qround_bytes_avx512
#define qt_floats qround_floats_avx512
#include "kernels/x86/qconv_tile_tmpl.h"

#define QT_NAME(f) f##_vnni
#define QT_FN QT_TARGET_VNNI CM_INLINE
#define QT_LEAF QT_TARGET_VNNI
#define QT_MR 12
#define QT_APART true
#define QT_N 16
#define qt __m512i
#define qt_set1(x) _mm512_set1_epi32(x)
#define qt_load(p) _mm512_loadu_si512(p)
#define qt_store(p, v) _mm512_storeu_si512(p, v)
#define qt_add(a, b) _mm512_add_epi32(a, b)
#define qt_weights qt_weights_avx512
#define qt_less qt_less_avx512
#define qt_dot(sum, x, w) _mm512_dpwssd_epi32(sum, x, w)
#define qt_bytes qround_bytes_avx512
#define qt_floats qround_floats_avx512
#include "kernels/x86/qconv_tile_tmpl.h"
#undef QT_TARGET
#undef QT_TARGET_VNNI

#else
typedef int qconv_tile_avx512_not_here; /* ISO C wants a declaration in every file */
#endif
