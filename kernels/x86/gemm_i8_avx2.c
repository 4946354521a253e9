/* gemm_i8_avx2.c — the tile of the 8-bit integer matrix product with AVX2. See
 * kernels/prim/gemm_i8.h. */
#include "kernels/prim/gemm_i8.h"

#if CM_ARCH_X86

#include <immintrin.h>

#define GEMM_I8_AVX2_ISA "avx2,fma"

CM_TARGET(GEMM_I8_AVX2_ISA)
CM_INLINE __m256i gemm_i8_avx2_load(const int16_t *p) {
    return _mm256_load_si256((const __m256i *)(const void *)p);
}

CM_TARGET(GEMM_I8_AVX2_ISA)
CM_INLINE __m256i gemm_i8_avx2_add(__m256i sum, __m256i a, __m256i b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
}

/* The totals of four vectors of eight. */
CM_TARGET(GEMM_I8_AVX2_ISA)
CM_INLINE void gemm_i8_avx2_put(const __m256i *s, int32_t *out) {
    __m256i pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(s[0], s[1]), _mm256_hadd_epi32(s[2], s[3]));
    __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    _mm_storeu_si128((__m128i *)(void *)out, sums);
}

CM_TARGET(GEMM_I8_AVX2_ISA)
static void gemm_i8_avx2_tile(const int16_t *a, const int16_t *b, size_t ld, size_t depth,
                              int32_t sums[CM_GEMM_I8_TILE_M][CM_GEMM_I8_TILE_N]) {
    __m256i s0[4], s1[4];
    for (int j = 0; j < 4; j++) s0[j] = s1[j] = _mm256_setzero_si256();
    for (size_t l = 0; l < depth; l += CM_GEMM_I8_STEP) {
        __m256i a0 = gemm_i8_avx2_load(a + l), a1 = gemm_i8_avx2_load(a + ld + l);
        for (size_t j = 0; j < 4; j++) {
            __m256i x = gemm_i8_avx2_load(b + j * ld + l);
            s0[j] = gemm_i8_avx2_add(s0[j], a0, x);
            s1[j] = gemm_i8_avx2_add(s1[j], a1, x);
        }
    }
    gemm_i8_avx2_put(s0, sums[0]);
    gemm_i8_avx2_put(s1, sums[1]);
}

/* see gemm_i8.h */
void cm_gemm_i8_avx2(const cm_gemm_i8_args *g, const cm_gemm_i8_block *block, uint32_t *c,
                     size_t ld_c, void *scratch) {
    cm_gemm_i8_run(gemm_i8_avx2_tile, g, block, c, ld_c, scratch);
}

#endif
