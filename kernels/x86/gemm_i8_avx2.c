/* gemm_i8_avx2.c — the pieces of the 8-bit integer matrix product with AVX2: products of pairs of 16
 * bits (vpmaddwd). B lies in panels of 16 columns, [depth / 2][16][2]. See kernels/prim/gemm_i8.h. */
#include "kernels/prim/gemm_i8.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/bytes.h"
#include "kernels/x86/gemm_i8_x86.h"

#define GEMM_I8_AVX2_ISA "avx2,fma"

enum { GEMM_I8_AVX2_M = 4, GEMM_I8_AVX2_N = 16 };

/* Columns [j, j + 8) of two depths, whose bytes are interleaved in x, less their zero points. */
CM_TARGET(GEMM_I8_AVX2_ISA)
CM_INLINE void gemm_i8_avx2_pairs(__m128i x, const int32_t *zero, int16_t *dst) {
    __m256i z = _mm256_loadu_si256((const __m256i *)(const void *)zero);
    __m256i wide = _mm256_sub_epi16(_mm256_cvtepu8_epi16(x), z);
    _mm256_storeu_si256((__m256i *)(void *)dst, wide);
}

CM_TARGET(GEMM_I8_AVX2_ISA)
static void gemm_i8_avx2_pack_b(const cm_gemm_i8_part *p, size_t ld, int16_t *dst) {
    cm_gemm_i8_strip strip;
    int32_t zero[CM_GEMM_I8_NB] = {0}; /* twice in each */
    const __m128i flip = _mm_set1_epi8((char)p->side->flip);
    memset(strip.bytes, 0, sizeof strip.bytes);
    for (size_t j = 0; j < p->n; j++) zero[j] = cm_gemm_i8_zero(p, j) * 0x10001;
    for (size_t l = 0; l < p->kc; l += CM_GEMM_I8_STEP) {
        cm_gemm_i8_strip_at(p, l, &strip);
        gemm_i8_x86_prefetch(p, l);
        for (size_t j = 0; j < p->n; j += GEMM_I8_AVX2_N) {
            int16_t *to = dst + j * ld + l * GEMM_I8_AVX2_N;
            for (size_t d = 0; d < CM_GEMM_I8_STEP; d += 2, to += (size_t)2 * GEMM_I8_AVX2_N) {
                const void *x0 = strip.src + d * strip.ld + j;
                const void *x1 = strip.src + (d + 1) * strip.ld + j;
                __m128i even = _mm_xor_si128(_mm_loadu_si128((const __m128i *)x0), flip);
                __m128i odd = _mm_xor_si128(_mm_loadu_si128((const __m128i *)x1), flip);
                gemm_i8_avx2_pairs(_mm_unpacklo_epi8(even, odd), zero + j, to);
                gemm_i8_avx2_pairs(_mm_unpackhi_epi8(even, odd), zero + j + 8, to + 16);
            }
        }
    }
}

CM_TARGET(GEMM_I8_AVX2_ISA)
CM_INLINE __m256i gemm_i8_avx2_add(__m256i sum, const int16_t *a, __m256i b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_set1_epi32(cm_load_i32(a)), b));
}

/* 16 sums of row i to c. */
CM_TARGET(GEMM_I8_AVX2_ISA)
CM_INLINE void gemm_i8_avx2_store(const cm_gemm_i8_tile *t, size_t i, __m256i lo, __m256i hi) {
    uint32_t *c = t->c + i * t->ld_c;
    if (i >= t->rows) return;
    if (t->columns == GEMM_I8_AVX2_N) {
        __m256i *to = (__m256i *)(void *)c;
        if (t->add) {
            lo = _mm256_add_epi32(lo, _mm256_loadu_si256(to));
            hi = _mm256_add_epi32(hi, _mm256_loadu_si256(to + 1));
        }
        _mm256_storeu_si256(to, lo);
        _mm256_storeu_si256(to + 1, hi);
        return;
    }
    uint32_t sums[GEMM_I8_AVX2_N] = {0};
    _mm256_storeu_si256((__m256i *)(void *)sums, lo);
    _mm256_storeu_si256((__m256i *)(void *)(sums + 8), hi);
    for (size_t j = 0; j < t->columns; j++) c[j] = (t->add ? c[j] : 0) + sums[j];
}

#define GEMM_I8_AVX2_ROWS(X) X(0, a) X(1, a + ld) X(2, a + 2 * ld) X(3, a3)
#define GEMM_I8_AVX2_ZERO(i, at) __m256i lo##i = _mm256_setzero_si256(), hi##i = lo##i;
#define GEMM_I8_AVX2_STEP(i, at)            \
    lo##i = gemm_i8_avx2_add(lo##i, at, x); \
    hi##i = gemm_i8_avx2_add(hi##i, at, y);
#define GEMM_I8_AVX2_PUT(i, at) gemm_i8_avx2_store(t, i, lo##i, hi##i);

CM_TARGET(GEMM_I8_AVX2_ISA)
static void gemm_i8_avx2_tile(const cm_gemm_i8_tile *t) {
    const size_t ld = t->ld;
    const int16_t *a = t->a, *a3 = a + 3 * ld, *b = t->b;
    GEMM_I8_AVX2_ROWS(GEMM_I8_AVX2_ZERO)
    for (size_t l = 0; l < t->depth; l += 2, b += (size_t)2 * GEMM_I8_AVX2_N, a += 2, a3 += 2) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)b);
        __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)(b + 16));
        GEMM_I8_AVX2_ROWS(GEMM_I8_AVX2_STEP)
    }
    GEMM_I8_AVX2_ROWS(GEMM_I8_AVX2_PUT)
}

void cm_gemm_i8_avx2(const cm_gemm_i8_args *g, const cm_gemm_i8_block *block, uint32_t *c,
                     size_t ld_c, void *scratch) {
    static const cm_gemm_i8_isa isa = {GEMM_I8_AVX2_M, GEMM_I8_AVX2_N, gemm_i8_avx2_pack_b,
                                       gemm_i8_avx2_tile};
    cm_gemm_i8_run(&isa, g, block, c, ld_c, scratch);
}

#endif
