/* vec_avx2.h — vectors of 8 floats by AVX2, FMA and F16C, under the names that kernels/vec/<...>_tmpl.h are written in.
 * Included by kernels/x86/leaves_avx2.c alone, before the templates; vec_end.h takes the names away again. The same
 * names, with the same bits in every lane, are in vec_avx512.h and kernels/arm/vec_neon.h; the tests of stages and
 * slots compare what is made of them with plain C.
 *
 *   vf, vi, vm       VEC_N floats, VEC_N int32, VEC_N answers to a comparison
 *   VEC_NAME(f)      the variant's symbol: f_avx2
 *   VEC_FN           before a function that is inlined: no vector may cross a call that is not
 *   VEC_LEAF         before a function that others call
 *   VEC_UNROLL       before a loop over an array of vectors, of constant bounds: the array stays in registers
 *   v_load(p), v_store(p, v)               VEC_N floats at any alignment
 *   v_load_part(p, n), v_store_part(p, n, v)  n < VEC_N floats; the other lanes are 0, and their memory is not touched;
 *                                          v_load_part also n == VEC_N
 *   v_keep(v)        v stays in its register where it is used several times; nothing where registers are few
 *   v_max(a, b), v_min(a, b)               a > b ? a : b, a < b ? a : b: b where one is NaN
 *   v_fma(a, b, c), v_fnma(a, b, c)        a*b + c, c - a*b, each rounded once
 *   v_round(a)                             to the nearest integer, halves to even
 *   v_lt(a, b) ...                         comparisons; v_unord: is one NaN?
 *   v_select(m, a, b)                      m ? a : b
 *   v_to_i(a)                              rounded as v_round; out of range: unspecified, never undefined
 *   vi_shr_each(a, n)                      each lane by its own number of bits, 0 to 31; zeros come in
 *   v8_dot(a, b)                           sum of a[i] * b[i] over the four signed bytes of each lane; b >= -127
 *   v8_dot_pair(a, b, c, d)                the same of a and b and of c and d; bytes of a and c are 0 to 63
 *   vh                                     sums in 16 bits of products of bytes, several for each lane of vi
 *   vh_zero(), vh_add(h, a, b)             h + a * b, bytes of a from 0 to 63, of b signed, sums within 16 bits
 *   vh_words(h)                            in each lane the sum over its four bytes
 *   v_exp2i(i)                             2^i, -126 <= i <= 127
 *   v_gather(p, i)                         p[i] in every lane
 *   v_permute(a, i)                        lane i of a, 0 <= i < VEC_N
 *   v_even_odd(a, b)                       the elements of even index of a, then those of odd index of b
 *   vd, VEC_ND       VEC_ND doubles, half as many as floats: vd_load_f32(p) makes them of VEC_ND floats; vd_add and
 *                    others are v_add and others of doubles
 *   v_load_f16(p), v_store_f16(p, v)       VEC_N floats from and to f16, rounded to nearest even
 *   v_load_bf16(p)                         VEC_N floats from bf16
 *   v_load_u8(p), v_load_i8(p)             VEC_N floats of unsigned, of signed bytes
 *   v_store_8(p, v)                        the low bytes of VEC_N whole numbers from -128 to 255
 *   v_sum(a), v_hmax(a), v_hmin(a)         over the lanes: halves are added until one is left; NaN as v_max, v_min */
#include <immintrin.h>

#include "base/port.h"

#define VEC_TARGET CM_TARGET("avx2,fma,f16c")
#define VEC_NAME(f) f##_avx2
#define VEC_FN VEC_TARGET CM_INLINE
#define VEC_LEAF VEC_TARGET
#define VEC_N 8
#define VEC_UNROLL CM_UNROLL(16)
#define vf __m256
#define vi __m256i
#define vm __m256

#define v_load(p) _mm256_loadu_ps(p)
#define v_store(p, v) _mm256_storeu_ps(p, v)
#define v_keep(v) ((void)0)
#define v_load_part(p, n) vec_load_part_avx2(p, n)
#define v_store_part(p, n, v) vec_store_part_avx2(p, n, v)
#define v_set1(x) _mm256_set1_ps(x)
#define v_zero() _mm256_setzero_ps()
#define v_add(a, b) _mm256_add_ps(a, b)
#define v_sub(a, b) _mm256_sub_ps(a, b)
#define v_mul(a, b) _mm256_mul_ps(a, b)
#define v_div(a, b) _mm256_div_ps(a, b)
#define v_sqrt(a) _mm256_sqrt_ps(a)
#define v_fma(a, b, c) _mm256_fmadd_ps(a, b, c)
#define v_fnma(a, b, c) _mm256_fnmadd_ps(a, b, c)
#define v_max(a, b) _mm256_max_ps(a, b)
#define v_min(a, b) _mm256_min_ps(a, b)
#define v_and(a, b) _mm256_and_ps(a, b)
#define v_or(a, b) _mm256_or_ps(a, b)
#define v_xor(a, b) _mm256_xor_ps(a, b)
#define v_abs(a) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a)
#define v_neg(a) _mm256_xor_ps(_mm256_set1_ps(-0.0f), a)
#define v_round(a) _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define v_floor(a) _mm256_round_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define v_ceil(a) _mm256_round_ps(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)
#define v_trunc(a) _mm256_round_ps(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)
#define v_lt(a, b) _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define v_le(a, b) _mm256_cmp_ps(a, b, _CMP_LE_OQ)
#define v_gt(a, b) _mm256_cmp_ps(a, b, _CMP_GT_OQ)
#define v_ge(a, b) _mm256_cmp_ps(a, b, _CMP_GE_OQ)
#define v_eq(a, b) _mm256_cmp_ps(a, b, _CMP_EQ_OQ)
#define v_unord(a, b) _mm256_cmp_ps(a, b, _CMP_UNORD_Q)
#define v_select(m, a, b) _mm256_blendv_ps(b, a, m)
#define vm_and(a, b) _mm256_and_ps(a, b)
#define vm_or(a, b) _mm256_or_ps(a, b)
#define vm_any(m) (_mm256_movemask_ps(m) != 0)
#define v_to_i(a) _mm256_cvtps_epi32(a)
#define v_from_i(i) _mm256_cvtepi32_ps(i)
#define v_as_i(a) _mm256_castps_si256(a)
#define vi_as_v(i) _mm256_castsi256_ps(i)
#define vi_load(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define vi_store(p, i) _mm256_storeu_si256((__m256i *)(void *)(p), i)
#define vi_set1(x) _mm256_set1_epi32(x)
#define vi_add(a, b) _mm256_add_epi32(a, b)
#define vi_sub(a, b) _mm256_sub_epi32(a, b)
#define vi_and(a, b) _mm256_and_si256(a, b)
#define vi_or(a, b) _mm256_or_si256(a, b)
#define vi_xor(a, b) _mm256_xor_si256(a, b)
#define vi_shl(a, n) _mm256_slli_epi32(a, n)
#define vi_shr(a, n) _mm256_srli_epi32(a, n) /* zeros come in */
#define vi_sra(a, n) _mm256_srai_epi32(a, n) /* the sign comes in */
#define vi_shr_each(a, n) _mm256_srlv_epi32(a, n)
#define v8_dot(a, b) _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_abs_epi8(a), _mm256_sign_epi8(b, a)), \
                                       _mm256_set1_epi16(1))
#define v8_dot_pair(a, b, c, d)                                                                           \
    _mm256_madd_epi16(_mm256_add_epi16(_mm256_maddubs_epi16(a, b), _mm256_maddubs_epi16(c, d)), \
                      _mm256_set1_epi16(1))
#define vh __m256i
#define vh_zero() _mm256_setzero_si256()
#define vh_add(h, a, b) _mm256_add_epi16(h, _mm256_maddubs_epi16(a, b))
#define vh_words(h) _mm256_madd_epi16(h, _mm256_set1_epi16(1))
#define v_exp2i(i) vi_as_v(vi_shl(vi_add(i, vi_set1(127)), 23))
#define v_gather(p, i) _mm256_i32gather_ps(p, i, 4)
#define v_permute(a, i) _mm256_permutevar8x32_ps(a, i)
#define v_even_odd(a, b) \
    _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(_mm256_shuffle_ps(a, b, 0xD8)), 0xD8))
#define v_sum(a) vec_sum_avx2(a)
#define v_hmax(a) vec_hmax_avx2(a)
#define v_hmin(a) vec_hmin_avx2(a)
#define vd __m256d
#define VEC_ND 4
#define vd_load_f32(p) _mm256_cvtps_pd(_mm_loadu_ps(p))
#define vd_load(p) _mm256_loadu_pd(p)
#define vd_load_part(p, n) _mm256_maskload_pd(p, vec_first_avx2(2 * (n)))
#define vd_store(p, v) _mm256_storeu_pd(p, v)
#define vd_zero() _mm256_setzero_pd()
#define vd_set1(x) _mm256_set1_pd(x)
#define vd_add(a, b) _mm256_add_pd(a, b)
#define vd_sub(a, b) _mm256_sub_pd(a, b)
#define vd_mul(a, b) _mm256_mul_pd(a, b)
#define vd_max(a, b) _mm256_max_pd(a, b)
#define vd_min(a, b) _mm256_min_pd(a, b)
#define vd_fma(a, b, c) _mm256_fmadd_pd(a, b, c)
#define vd_div(a, b) _mm256_div_pd(a, b)
#define vd_sqrt(a) _mm256_sqrt_pd(a)
#define vd_abs(a) _mm256_andnot_pd(_mm256_set1_pd(-0.0), a)
#define vd_neg(a) _mm256_xor_pd(_mm256_set1_pd(-0.0), a)
#define vd_round(a) _mm256_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define vd_floor(a) _mm256_round_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define vd_ceil(a) _mm256_round_pd(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)
#define vd_lt(a, b) _mm256_cmp_pd(a, b, _CMP_LT_OQ)
#define vd_unord(a, b) _mm256_cmp_pd(a, b, _CMP_UNORD_Q)
#define vd_select(m, a, b) _mm256_blendv_pd(b, a, m)
#define vd_sum(a) vec_dsum_avx2(a)
#define v_load_f16(p) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define v_store_f16(p, v) _mm_storeu_si128((__m128i *)(void *)(p), _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT))
#define v_load_bf16(p)                     \
    _mm256_castsi256_ps(_mm256_slli_epi32( \
        _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))), 16))
#define v_load_u8(p) _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p))))
#define v_load_i8(p) _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p))))
#define v_store_8(p, v) vec_store_8_avx2(p, v)

/* All ones in the first n lanes. */
VEC_FN __m256i vec_first_avx2(size_t n) {
    static const int32_t ones[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
    return _mm256_loadu_si256((const __m256i *)(const void *)(ones + 8 - n));
}
VEC_FN __m256 vec_load_part_avx2(const float *p, size_t n) {
    return _mm256_maskload_ps(p, vec_first_avx2(n));
}
/* By halves: masked stores are slow on some processors. */
VEC_FN void vec_store_part_avx2(float *p, size_t n, __m256 v) {
    __m128 h = _mm256_castps256_ps128(v);
    if (n & 4) {
        _mm_storeu_ps(p, h);
        h = _mm256_extractf128_ps(v, 1);
        p += 4;
    }
    if (n & 2) {
        _mm_storel_pi((__m64 *)(void *)p, h);
        h = _mm_movehl_ps(h, h);
        p += 2;
    }
    if (n & 1) _mm_store_ss(p, h);
}
VEC_FN void vec_store_8_avx2(uint8_t *p, __m256 v) {
    __m256i low = _mm256_and_si256(_mm256_cvtps_epi32(v), _mm256_set1_epi32(0xff));
    __m128i h = _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
    _mm_storel_epi64((__m128i *)(void *)p, _mm_packus_epi16(h, h));
}
VEC_FN float vec_sum_avx2(__m256 a) {
    __m128 h = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    h = _mm_add_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_add_ss(h, _mm_shuffle_ps(h, h, 1)));
}
VEC_FN float vec_hmax_avx2(__m256 a) {
    __m128 h = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    h = _mm_max_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_max_ss(h, _mm_shuffle_ps(h, h, 1)));
}
VEC_FN float vec_hmin_avx2(__m256 a) {
    __m128 h = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    h = _mm_min_ps(h, _mm_movehl_ps(h, h));
    return _mm_cvtss_f32(_mm_min_ss(h, _mm_shuffle_ps(h, h, 1)));
}
VEC_FN double vec_dsum_avx2(__m256d a) {
    __m128d h = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(h, _mm_unpackhi_pd(h, h)));
}
