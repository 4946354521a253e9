/* immintrin.h — AVX-512 for a processor that has AVX2: lies before the compiler's own header in the include path of
 * the rare part 11_avx512, so that kernels/x86 compile their variants of 16 lanes into pairs of 8. Most of it is
 * SIMDe (package libsimde-dev); what its version 0.7.4 lacks stands here, lane by lane, from the operations in the
 * Intel Intrinsics Guide. */
#ifndef CAMEO_TESTS_IMMINTRIN_H
#define CAMEO_TESTS_IMMINTRIN_H

#include_next <immintrin.h>

#define SIMDE_ENABLE_NATIVE_ALIASES 1
#include <simde/x86/avx512.h>

/* SIMDe 0.7.4 names the arguments of another function here. */
#undef _mm512_madd_epi16
#define _mm512_madd_epi16(a, b) simde_mm512_madd_epi16(a, b)

/* AVX-VNNI's name. */
#undef _mm256_dpbusd_avx_epi32
#define _mm256_dpbusd_avx_epi32(sum, a, b) simde_mm256_dpbusd_epi32(sum, a, b)

/* No function may be compiled for the instructions that this stands in for. */
#include "base/port.h"
#undef CM_TARGET
#define CM_TARGET(isa)

/* Vectors are pairs of AVX2's, which no constraint of an asm names. */
#undef CM_KEEP_512
#define CM_KEEP_512(v) ((void)0)

typedef union avx512_lanes {
    simde__m512 ps;
    simde__m512d pd;
    simde__m512i si;
    __m256 half[2];
    __m256i half_si[2];
    __m256d half_pd[2];
    float f[16];
    int32_t i[16];
    uint8_t b[64];
} avx512_lanes;

CM_INLINE simde__m512 avx512_from_halves(__m256 lo, __m256 hi) { return ((avx512_lanes){.half = {lo, hi}}).ps; }

CM_INLINE simde__m512i avx512_from_halves_si(__m256i lo, __m256i hi) {
    return ((avx512_lanes){.half_si = {lo, hi}}).si;
}

/* Bytes of a lane's size are copied where their bit of the mask is set; the others are not touched. */
CM_INLINE void avx512_copy(void *dst, const void *src, uint64_t mask, size_t lanes, size_t size) {
    for (size_t i = 0; i < lanes; i++)
        if (mask >> i & 1) memcpy((char *)dst + i * size, (const char *)src + i * size, size);
}

CM_INLINE simde__m512i avx512_maskz_load(uint64_t mask, const void *p, size_t size) {
    avx512_lanes r = {.i = {0}};
    avx512_copy(&r, p, mask, 64 / size, size);
    return r.si;
}

CM_INLINE void avx512_mask_store(void *p, uint64_t mask, simde__m512i x, size_t size) {
    avx512_lanes r = {.si = x};
    avx512_copy(p, &r, mask, 64 / size, size);
}

#define _mm512_maskz_loadu_pd(k, p) simde_mm512_castsi512_pd(avx512_maskz_load(k, p, 8))
#define _mm512_maskz_loadu_ps(k, p) simde_mm512_castsi512_ps(avx512_maskz_load(k, p, 4))
#define _mm512_maskz_loadu_epi32(k, p) avx512_maskz_load(k, p, 4)
#define _mm512_maskz_loadu_epi8(k, p) avx512_maskz_load(k, p, 1)
#define _mm512_mask_storeu_ps(p, k, x) avx512_mask_store(p, k, simde_mm512_castps_si512(x), 4)
#define _mm512_mask_storeu_epi32(p, k, x) avx512_mask_store(p, k, x, 4)
#define _mm512_mask_storeu_epi8(p, k, x) avx512_mask_store(p, k, x, 1)

CM_INLINE __m128 avx512_maskz_loadu_128(uint64_t mask, const float *p) {
    float r[4] = {0};
    avx512_copy(r, p, mask, 4, sizeof *p);
    return _mm_loadu_ps(r);
}
#define _mm_maskz_loadu_ps(k, p) avx512_maskz_loadu_128(k, p)

CM_INLINE simde__m512 avx512_i32gather_ps(simde__m512i at, const float *p, int scale) {
    avx512_lanes i = {.si = at}, r;
    for (size_t l = 0; l < 16; l++) memcpy(&r.f[l], (const char *)p + (int64_t)i.i[l] * scale, sizeof *p);
    return r.ps;
}
#define _mm512_i32gather_ps(at, p, scale) avx512_i32gather_ps(at, p, scale)

CM_INLINE int32_t avx512_reduce_add_epi32(simde__m512i x) {
    avx512_lanes r = {.si = x};
    uint32_t sum = 0;
    for (size_t l = 0; l < 16; l++) sum += (uint32_t)r.i[l];
    return (int32_t)sum;
}
#define _mm512_reduce_add_epi32(x) avx512_reduce_add_epi32(x)

CM_INLINE __m128i avx512_cvtepi32_epi8(simde__m512i x) {
    avx512_lanes r = {.si = x};
    uint8_t low[16];
    for (size_t l = 0; l < 16; l++) low[l] = r.b[4 * l];
    return _mm_loadu_si128((const __m128i *)(const void *)low);
}
#define _mm512_cvtepi32_epi8(x) avx512_cvtepi32_epi8(x)

#define AVX512_OF(x) ((avx512_lanes){.ps = (x)})
#define AVX512_OF_SI(x) ((avx512_lanes){.si = (x)})
#define _mm512_extractf32x8_ps(x, at) (AVX512_OF(x).half[at])

CM_INLINE simde__m512 avx512_cvtepi32_ps(simde__m512i x) {
    avx512_lanes r = AVX512_OF_SI(x);
    return avx512_from_halves(_mm256_cvtepi32_ps(r.half_si[0]), _mm256_cvtepi32_ps(r.half_si[1]));
}
#define _mm512_cvtepi32_ps(x) avx512_cvtepi32_ps(x)

CM_INLINE simde__m512i avx512_cvtps_epi32(simde__m512 x) {
    avx512_lanes r = AVX512_OF(x);
    return avx512_from_halves_si(_mm256_cvtps_epi32(r.half[0]), _mm256_cvtps_epi32(r.half[1]));
}
#define _mm512_cvtps_epi32(x) avx512_cvtps_epi32(x)

CM_INLINE simde__m512d avx512_cvtps_pd(__m256 x) {
    avx512_lanes r;
    r.half_pd[0] = _mm256_cvtps_pd(_mm256_castps256_ps128(x));
    r.half_pd[1] = _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1));
    return r.pd;
}
#define _mm512_cvtps_pd(x) avx512_cvtps_pd(x)

CM_INLINE simde__m512 avx512_cvtph_ps(__m256i x) {
    return avx512_from_halves(_mm256_cvtph_ps(_mm256_castsi256_si128(x)),
                              _mm256_cvtph_ps(_mm256_extracti128_si256(x, 1)));
}
#define _mm512_cvtph_ps(x) avx512_cvtph_ps(x)

#define _mm512_cvtps_ph(x, rounding)                                        \
    _mm256_set_m128i(_mm256_cvtps_ph(_mm512_extractf32x8_ps(x, 1), rounding), \
                     _mm256_cvtps_ph(_mm512_extractf32x8_ps(x, 0), rounding))

/* SIMDe 0.7.4 keeps the sign of -0, and does not know that bit 3 of the immediate suppresses exceptions. */
#undef _mm512_abs_ps
#define _mm512_abs_ps(x) simde_mm512_and_ps(x, simde_mm512_castsi512_ps(simde_mm512_set1_epi32(0x7fffffff)))
#undef _mm512_roundscale_ps
#define _mm512_roundscale_ps(x, how) \
    avx512_from_halves(_mm256_round_ps(AVX512_OF(x).half[0], how), _mm256_round_ps(AVX512_OF(x).half[1], how))
#undef _mm512_abs_pd
#define _mm512_abs_pd(x) simde_mm512_and_pd(x, simde_mm512_castsi512_pd(simde_mm512_set1_epi64(INT64_MAX)))
#undef _mm512_roundscale_pd
#define _mm512_roundscale_pd(x, how)                                                        \
    (((avx512_lanes){.half_pd = {_mm256_round_pd(((avx512_lanes){.pd = (x)}).half_pd[0], how),    \
                                 _mm256_round_pd(((avx512_lanes){.pd = (x)}).half_pd[1], how)}}).pd)

#define _mm512_srai_epi32(x, n)                                        \
    avx512_from_halves_si(_mm256_srai_epi32(AVX512_OF_SI(x).half_si[0], n), \
                          _mm256_srai_epi32(AVX512_OF_SI(x).half_si[1], n))

/* Bytes of a narrower vector under a mask, as above. */
CM_INLINE __m256i avx512_maskz_loadu_256(uint64_t mask, const void *p) {
    uint8_t r[32] = {0};
    avx512_copy(r, p, mask, sizeof r, 1);
    return _mm256_loadu_si256((const __m256i *)(const void *)r);
}
CM_INLINE void avx512_mask_storeu_256(void *p, uint64_t mask, __m256i x) { avx512_copy(p, &x, mask, sizeof x, 1); }
CM_INLINE __m128i avx512_maskz_loadu_16(uint64_t mask, const void *p) {
    uint8_t r[16] = {0};
    avx512_copy(r, p, mask, sizeof r, 1);
    return _mm_loadu_si128((const __m128i *)(const void *)r);
}
CM_INLINE void avx512_mask_storeu_16(void *p, uint64_t mask, __m128i x) { avx512_copy(p, &x, mask, sizeof x, 1); }
#undef _mm256_maskz_loadu_epi8
#undef _mm256_mask_storeu_epi8
#undef _mm_maskz_loadu_epi8
#undef _mm_mask_storeu_epi8
#define _mm256_maskz_loadu_epi8(k, p) avx512_maskz_loadu_256(k, p)
#define _mm256_mask_storeu_epi8(p, k, x) avx512_mask_storeu_256(p, k, x)
#define _mm_maskz_loadu_epi8(k, p) avx512_maskz_loadu_16(k, p)
#define _mm_mask_storeu_epi8(p, k, x) avx512_mask_storeu_16(p, k, x)

CM_INLINE simde__m512i avx512_cvtepu8_epi32(__m128i x) {
    return avx512_from_halves_si(_mm256_cvtepu8_epi32(x), _mm256_cvtepu8_epi32(_mm_srli_si128(x, 8)));
}
CM_INLINE simde__m512i avx512_cvtepu16_epi32(__m256i x) {
    return avx512_from_halves_si(_mm256_cvtepu16_epi32(_mm256_castsi256_si128(x)),
                                 _mm256_cvtepu16_epi32(_mm256_extracti128_si256(x, 1)));
}
CM_INLINE simde__m512i avx512_cvtepi8_epi32(__m128i x) {
    return avx512_from_halves_si(_mm256_cvtepi8_epi32(x), _mm256_cvtepi8_epi32(_mm_srli_si128(x, 8)));
}
#define _mm512_cvtepu8_epi32(x) avx512_cvtepu8_epi32(x)
#define _mm512_cvtepu16_epi32(x) avx512_cvtepu16_epi32(x)
#define _mm512_cvtepi8_epi32(x) avx512_cvtepi8_epi32(x)

/* Tiles of a thread, all of 16 rows of 64 bytes (Intel 64 and IA-32 Architectures Software Developer's Manual,
 * TDPBUSD). */
static _Thread_local uint8_t amx_tile[8][16][64];

CM_INLINE void amx_load(int t, const void *from, size_t step) {
    for (size_t i = 0; i < 16; i++) memcpy(amx_tile[t][i], (const uint8_t *)from + i * step, 64);
}

CM_INLINE void amx_store(int t, void *to, size_t step) {
    for (size_t i = 0; i < 16; i++) memcpy((uint8_t *)to + i * step, amx_tile[t][i], 64);
}

CM_INLINE void amx_dpbusd(int c, int a, int b) {
    for (size_t e = 0; e < 256; e++) {
        size_t m = e / 16, n = e % 16;
        uint32_t sum;
        memcpy(&sum, &amx_tile[c][m][4 * n], sizeof sum);
        for (size_t k = 0; k < 64; k++)
            sum += (uint32_t)(amx_tile[a][m][k] * (int8_t)amx_tile[b][k / 4][4 * n + k % 4]);
        memcpy(&amx_tile[c][m][4 * n], &sum, sizeof sum);
    }
}

/* Words of two bfloat16, the low ones of all words first (TDPBF16PS); numbers below 2^-126 are not made zeros here. */
CM_INLINE void amx_dpbf16ps(int c, int a, int b) {
    for (size_t e = 0; e < 256; e++) {
        size_t m = e / 16, n = e % 16;
        float sum[3];
        memcpy(&sum[2], &amx_tile[c][m][4 * n], sizeof sum[2]);
        for (size_t half = 0; half < 2; half++) {
            sum[half] = 0;
            for (size_t k = 0; k < 16; k++) {
                uint32_t x = 0, w = 0;
                float f, g;
                memcpy((uint8_t *)&x + 2, &amx_tile[a][m][4 * k + 2 * half], 2);
                memcpy((uint8_t *)&w + 2, &amx_tile[b][k][4 * n + 2 * half], 2);
                memcpy(&f, &x, sizeof f);
                memcpy(&g, &w, sizeof g);
                sum[half] += f * g;
            }
        }
        sum[2] += sum[0] + sum[1];
        memcpy(&amx_tile[c][m][4 * n], &sum[2], sizeof sum[2]);
    }
}

#undef _tile_loadconfig
#undef _tile_release
#undef _tile_zero
#undef _tile_loadd
#undef _tile_stored
#undef _tile_dpbusd
#undef _tile_dpbf16ps
#define _tile_loadconfig(c) ((void)(c))
#define _tile_release() ((void)0)
#define _tile_zero(t) memset(amx_tile[t], 0, sizeof amx_tile[t])
#define _tile_loadd(t, from, step) amx_load(t, from, step)
#define _tile_stored(t, to, step) amx_store(t, to, step)
#define _tile_dpbusd(c, a, b) amx_dpbusd(c, a, b)
#define _tile_dpbf16ps(c, a, b) amx_dpbf16ps(c, a, b)

#endif
