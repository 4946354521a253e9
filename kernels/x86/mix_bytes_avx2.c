/* mix_bytes_avx2.c — slots mix_u8 and mix_i8 of kernels/prim/resample.h, 16 bytes at a time. Products and sums are
 * rounded one by one, as those of the portable variants, and the bits are theirs. */
#include "kernels/prim/resample.h"

#if CM_ARCH_X86
#include <immintrin.h>

#define MIX_CHUNK 16

/* A sum as cm_mix_round rounds it. */
CM_TARGET("avx2") CM_INLINE __m128i mix_bytes_round(__m256d v, bool is_signed) {
    v = _mm256_and_pd(v, _mm256_cmp_pd(v, v, _CMP_ORD_Q));
    v = _mm256_max_pd(v, _mm256_set1_pd(is_signed ? -128 : 0));
    v = _mm256_min_pd(v, _mm256_set1_pd(is_signed ? 127 : 255));
    v = _mm256_round_pd(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    return _mm256_cvttpd_epi32(v);
}

/* Elements [at, at + MIX_CHUNK). */
CM_TARGET("avx2") CM_INLINE void mix_bytes_chunk(const uint8_t *const *x, const double *w, size_t n_x, uint8_t *y,
                                                 size_t at, bool is_signed) {
    __m256d sum[4];
    __m128i whole[4];
    CM_UNROLL(4) for (int i = 0; i < 4; i++) sum[i] = _mm256_setzero_pd();
    for (size_t t = 0; t < n_x; t++) {
        __m256d weight = _mm256_set1_pd(w[t]);
        CM_UNROLL(4) for (int i = 0; i < 4; i++) {
            int32_t four;
            memcpy(&four, x[t] + at + 4 * i, sizeof four);
            __m128i v = _mm_cvtsi32_si128(four);
            v = is_signed ? _mm_cvtepi8_epi32(v) : _mm_cvtepu8_epi32(v);
            sum[i] = _mm256_add_pd(sum[i], _mm256_mul_pd(weight, _mm256_cvtepi32_pd(v)));
        }
    }
    CM_UNROLL(4) for (int i = 0; i < 4; i++) whole[i] = mix_bytes_round(sum[i], is_signed);
    __m128i low = _mm_packs_epi32(whole[0], whole[1]), high = _mm_packs_epi32(whole[2], whole[3]);
    _mm_storeu_si128((__m128i *)(void *)(y + at),
                     is_signed ? _mm_packs_epi16(low, high) : _mm_packus_epi16(low, high));
}

/* The last chunk begins as much earlier as it would be shorter: y is apart from x. Fewer elements than one are left to
 * the portable variant. */
#define MIX_BYTES(name, is_signed)                                                                                    \
    CM_TARGET("avx2")                                                                                                 \
    void cm_##name##_avx2(const uint8_t *const *x, const double *w, size_t n_x, uint8_t *y, size_t n) {               \
        if (n < MIX_CHUNK) {                                                                                          \
            cm_##name##_portable(x, w, n_x, y, n);                                                                    \
            return;                                                                                                   \
        }                                                                                                             \
        for (size_t at = 0; at + MIX_CHUNK <= n; at += MIX_CHUNK) mix_bytes_chunk(x, w, n_x, y, at, is_signed);       \
        if (n % MIX_CHUNK != 0) mix_bytes_chunk(x, w, n_x, y, n - MIX_CHUNK, is_signed);                              \
    }
MIX_BYTES(mix_u8, false)
MIX_BYTES(mix_i8, true)
#undef MIX_BYTES
#undef MIX_CHUNK
#endif
