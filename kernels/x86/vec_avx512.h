/* vec_avx512.h — vectors of 16 floats by AVX-512 F, BW, DQ, VL: the names of kernels/x86/vec_avx2.h, which explains
 * them. Included by kernels/x86/leaves_avx512.c alone. */
#include <immintrin.h>

#include "base/port.h"

#define VEC_TARGET CM_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")
#define VEC_NAME(f) f##_avx512
#define VEC_FN VEC_TARGET CM_INLINE
#define VEC_LEAF VEC_TARGET
#define VEC_N 16
#define VEC_UNROLL CM_UNROLL(24)
#define vf __m512
#define vi __m512i
#define vm __mmask16

#define v_load(p) _mm512_loadu_ps(p)
#define v_store(p, v) _mm512_storeu_ps(p, v)
#define v_keep(v) CM_KEEP_512(v)
#define v_load_part(p, n) _mm512_maskz_loadu_ps((__mmask16)((1u << (n)) - 1u), p)
#define v_store_part(p, n, v) _mm512_mask_storeu_ps(p, (__mmask16)((1u << (n)) - 1u), v)
#define v_set1(x) _mm512_set1_ps(x)
#define v_zero() _mm512_setzero_ps()
#define v_add(a, b) _mm512_add_ps(a, b)
#define v_sub(a, b) _mm512_sub_ps(a, b)
#define v_mul(a, b) _mm512_mul_ps(a, b)
#define v_div(a, b) _mm512_div_ps(a, b)
#define v_sqrt(a) _mm512_sqrt_ps(a)
#define v_fma(a, b, c) _mm512_fmadd_ps(a, b, c)
#define v_fnma(a, b, c) _mm512_fnmadd_ps(a, b, c)
#define v_low_load(p) _mm512_castps256_ps512(_mm256_loadu_ps(p))
#define v_low_set1(x) _mm512_castps256_ps512(_mm256_set1_ps(x))
#define v_low_fma(a, b, c) vec_low_fma_avx512(a, b, c)
#define v_max(a, b) _mm512_max_ps(a, b)
#define v_min(a, b) _mm512_min_ps(a, b)
#define v_and(a, b) _mm512_and_ps(a, b)
#define v_or(a, b) _mm512_or_ps(a, b)
#define v_xor(a, b) _mm512_xor_ps(a, b)
#define v_abs(a) _mm512_abs_ps(a)
#define v_neg(a) _mm512_xor_ps(_mm512_set1_ps(-0.0f), a)
#define v_round(a) _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define v_floor(a) _mm512_roundscale_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define v_ceil(a) _mm512_roundscale_ps(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)
#define v_trunc(a) _mm512_roundscale_ps(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)
#define v_lt(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)
#define v_le(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ)
#define v_gt(a, b) _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ)
#define v_ge(a, b) _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ)
#define v_eq(a, b) _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ)
#define v_unord(a, b) _mm512_cmp_ps_mask(a, b, _CMP_UNORD_Q)
#define v_select(m, a, b) _mm512_mask_blend_ps(m, b, a)
#define vm_and(a, b) ((__mmask16)((a) & (b)))
#define vm_or(a, b) ((__mmask16)((a) | (b)))
#define vm_any(m) ((m) != 0)
#define v_to_i(a) _mm512_cvtps_epi32(a)
#define v_from_i(i) _mm512_cvtepi32_ps(i)
#define v_as_i(a) _mm512_castps_si512(a)
#define vi_as_v(i) _mm512_castsi512_ps(i)
#define vi_load(p) _mm512_loadu_si512(p)
#define vi_store(p, i) _mm512_storeu_si512(p, i)
#define vi_set1(x) _mm512_set1_epi32(x)
#define vi_add(a, b) _mm512_add_epi32(a, b)
#define vi_sub(a, b) _mm512_sub_epi32(a, b)
#define vi_and(a, b) _mm512_and_si512(a, b)
#define vi_or(a, b) _mm512_or_si512(a, b)
#define vi_xor(a, b) _mm512_xor_si512(a, b)
#define vi_shl(a, n) _mm512_slli_epi32(a, n)
#define vi_shr(a, n) _mm512_srli_epi32(a, n)
#define vi_sra(a, n) _mm512_srai_epi32(a, n)
#define vi_shr_each(a, n) _mm512_srlv_epi32(a, n)
#define v8_dot(a, b) vec_dot_avx512(a, b)
#define v8_dot_pair(a, b, c, d)                                                                           \
    _mm512_madd_epi16(_mm512_add_epi16(_mm512_maddubs_epi16(a, b), _mm512_maddubs_epi16(c, d)), \
                      _mm512_set1_epi16(1))
#define vh __m512i
#define vh_zero() _mm512_setzero_si512()
#define vh_add(h, a, b) _mm512_add_epi16(h, _mm512_maddubs_epi16(a, b))
#define vh_words(h) _mm512_madd_epi16(h, _mm512_set1_epi16(1))
#define v_exp2i(i) vi_as_v(vi_shl(vi_add(i, vi_set1(127)), 23))
#define v_gather(p, i) _mm512_i32gather_ps(i, p, 4)
#define v_permute(a, i) _mm512_permutexvar_ps(i, a)
#define v_even_odd(a, b)                                                                                  \
    _mm512_permutex2var_ps(a, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31), b)
#define v_sum(a) vec_sum_avx512(a)
#define v_hmax(a) vec_hmax_avx512(a)
#define v_hmin(a) vec_hmin_avx512(a)
#define vd __m512d
#define VEC_ND 8
#define vd_load_f32(p) _mm512_cvtps_pd(_mm256_loadu_ps(p))
#define vd_load(p) _mm512_loadu_pd(p)
#define vd_load_part(p, n) _mm512_maskz_loadu_pd((__mmask8)((1u << (n)) - 1u), p)
#define vd_store(p, v) _mm512_storeu_pd(p, v)
#define vd_zero() _mm512_setzero_pd()
#define vd_set1(x) _mm512_set1_pd(x)
#define vd_add(a, b) _mm512_add_pd(a, b)
#define vd_sub(a, b) _mm512_sub_pd(a, b)
#define vd_mul(a, b) _mm512_mul_pd(a, b)
#define vd_max(a, b) _mm512_max_pd(a, b)
#define vd_min(a, b) _mm512_min_pd(a, b)
#define vd_fma(a, b, c) _mm512_fmadd_pd(a, b, c)
#define vd_div(a, b) _mm512_div_pd(a, b)
#define vd_sqrt(a) _mm512_sqrt_pd(a)
#define vd_abs(a) _mm512_abs_pd(a)
#define vd_neg(a) _mm512_xor_pd(_mm512_set1_pd(-0.0), a)
#define vd_round(a) _mm512_roundscale_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define vd_floor(a) _mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define vd_ceil(a) _mm512_roundscale_pd(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)
#define vd_lt(a, b) _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)
#define vd_unord(a, b) _mm512_cmp_pd_mask(a, b, _CMP_UNORD_Q)
#define vd_select(m, a, b) _mm512_mask_blend_pd(m, b, a)
#define vd_sum(a) vec_dsum_avx512(a)
#define v_load_f16(p) _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define v_store_f16(p, v) \
    _mm256_storeu_si256((__m256i *)(void *)(p), _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT))
#define v_load_bf16(p)                     \
    _mm512_castsi512_ps(_mm512_slli_epi32( \
        _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(p))), 16))
#define v_load_u8(p) _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define v_load_i8(p) _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define v_store_8(p, v) _mm_storeu_si128((__m128i *)(void *)(p), _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(v)))

VEC_FN __m512 vec_low_fma_avx512(__m512 a, __m512 b, __m512 c) {
    return _mm512_castps256_ps512(
        _mm256_fmadd_ps(_mm512_castps512_ps256(a), _mm512_castps512_ps256(b), _mm512_castps512_ps256(c)));
}
VEC_FN __m256 vec_high_avx512(__m512 a) { return _mm512_extractf32x8_ps(a, 1); }
VEC_FN __m512i vec_dot_avx512(__m512i a, __m512i b) {
    __m512i b_signed = _mm512_mask_sub_epi8(b, _mm512_movepi8_mask(a), _mm512_setzero_si512(), b);
    return _mm512_madd_epi16(_mm512_maddubs_epi16(_mm512_abs_epi8(a), b_signed), _mm512_set1_epi16(1));
}
VEC_FN float vec_sum_avx512(__m512 a) {
    __m256 q = _mm256_add_ps(_mm512_castps512_ps256(a), vec_high_avx512(a));
    __m128 h = _mm_add_ps(_mm256_castps256_ps128(q), _mm256_extractf128_ps(q, 1));
    h = _mm_add_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_add_ss(h, _mm_shuffle_ps(h, h, 1)));
}
VEC_FN float vec_hmax_avx512(__m512 a) {
    __m256 q = _mm256_max_ps(_mm512_castps512_ps256(a), vec_high_avx512(a));
    __m128 h = _mm_max_ps(_mm256_castps256_ps128(q), _mm256_extractf128_ps(q, 1));
    h = _mm_max_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_max_ss(h, _mm_shuffle_ps(h, h, 1)));
}
VEC_FN float vec_hmin_avx512(__m512 a) {
    __m256 q = _mm256_min_ps(_mm512_castps512_ps256(a), vec_high_avx512(a));
    __m128 h = _mm_min_ps(_mm256_castps256_ps128(q), _mm256_extractf128_ps(q, 1));
    h = _mm_min_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_min_ss(h, _mm_shuffle_ps(h, h, 1)));
}
VEC_FN double vec_dsum_avx512(__m512d a) {
    __m256d q = _mm256_add_pd(_mm512_castpd512_pd256(a), _mm512_extractf64x4_pd(a, 1));
    __m128d h = _mm_add_pd(_mm256_castpd256_pd128(q), _mm256_extractf128_pd(q, 1));
    return _mm_cvtsd_f64(_mm_add_sd(h, _mm_unpackhi_pd(h, h)));
}
