/* qconv_lanes_avx2.c — kernels/prim/qconv_lanes.h with AVX2.
 *
 * Slot qconv_lanes: 16 channels of two outputs at a time; two taps are interleaved, and their products added by
 * vpmaddwd. The last channels that are no whole vector are computed with some of those before them once more.
 *
 * Slot qconv_lanes_packed: blocks of 32 or 16 channels; the bytes of two taps are interleaved and multiplied by the low
 * and the high parts of the weights. One output at a time has all that it needs in registers: two of them gain nothing
 * from weights that are read once, since sums are spilled. */
#include "kernels/prim/qconv_lanes.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/ckd.h"
#include "kernels/x86/qconv_round_avx2.h"

#define QLANES_TARGET CM_TARGET("avx2,fma")
#define QLANES_N 16

/* 16 channels of a tap, at most n of them in memory. Constant: part. */
QLANES_TARGET CM_INLINE __m128i qconv_lanes_load(const uint8_t *x, size_t n, const bool part) {
    uint8_t bytes[QLANES_N] = {0};
    if (!part) return _mm_loadu_si128((const __m128i *)(const void *)x);
    memcpy(bytes, x, n);
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

QLANES_TARGET CM_INLINE void qconv_lanes_store(__m128i y, size_t n, const bool part, uint8_t *to) {
    uint8_t bytes[QLANES_N];
    if (!part) {
        _mm_storeu_si128((__m128i *)(void *)to, y);
        return;
    }
    _mm_storeu_si128((__m128i *)(void *)bytes, y);
    memcpy(to, bytes, n);
}

/* 16 sums, or the floats that they become, to sums of output p from channel m on; n of them are there. Constant:
 * part. */
QLANES_TARGET CM_INLINE void qconv_lanes_sums(const cm_qconv_lanes_args *a, size_t p, size_t m, __m256i lo, __m256i hi,
                                              size_t n, const bool part) {
    uint32_t some[QLANES_N], *to = a->sums + p * a->ld + m;
    if (a->bias != NULL) {
        lo = qround_floats(lo, a->scale + m, a->bias + m, a->lo, a->hi);
        hi = qround_floats(hi, a->scale + m + 8, a->bias + m + 8, a->lo, a->hi);
    }
    _mm256_storeu_si256((__m256i *)(void *)(part ? some : to), lo);
    _mm256_storeu_si256((__m256i *)(void *)((part ? some : to) + 8), hi);
    if (part) memcpy(to, some, n * sizeof *to);
}

/* Channels [m, m + 16) of `count` outputs from p on, n of which are there. Constants: count 1 or 2; part, n < 16. */
QLANES_TARGET CM_INLINE void qconv_lanes_16(const cm_qconv_lanes_args *a, size_t p, size_t m, size_t ld, size_t n,
                                            const int count, const bool part) {
    const qround_avx2 r = qround_begin(a->y_zero, a->y_flip);
    const __m128i flip = _mm_set1_epi8((char)a->flip);
    __m256i lo[2], hi[2];
    const int16_t *w = a->w + 2 * m;
    size_t at = p * a->step + m;
    lo[0] = lo[1] = _mm256_loadu_si256((const __m256i *)(const void *)(a->init + m));
    hi[0] = hi[1] = _mm256_loadu_si256((const __m256i *)(const void *)(a->init + m + 8));
    for (size_t t = 0; t < a->taps; t += 2, w += 2 * ld) {
        const __m256i *pair = (const __m256i *)(const void *)w;
        __m256i w_lo = _mm256_loadu_si256(pair), w_hi = _mm256_loadu_si256(pair + 1);
        CM_UNROLL(2)
        for (int i = 0; i < count; i++) {
            size_t from = at + (size_t)i * a->step;
            __m128i even = _mm_xor_si128(qconv_lanes_load(a->x[t] + from, n, part), flip);
            __m128i odd = _mm_xor_si128(qconv_lanes_load(a->x[t + 1] + from, n, part), flip);
            __m256i first = _mm256_cvtepu8_epi16(_mm_unpacklo_epi8(even, odd));
            __m256i second = _mm256_cvtepu8_epi16(_mm_unpackhi_epi8(even, odd));
            lo[i] = _mm256_add_epi32(lo[i], _mm256_madd_epi16(first, w_lo));
            hi[i] = _mm256_add_epi32(hi[i], _mm256_madd_epi16(second, w_hi));
        }
    }
    if (a->sums != NULL) {
        CM_UNROLL(2)
        for (int i = 0; i < count; i++) qconv_lanes_sums(a, p + (size_t)i, m, lo[i], hi[i], n, part);
        return;
    }
    __m256i words[2];
    CM_UNROLL(2)
    for (int i = 0; i < count; i++)
        words[i] = qround_words(&r, qround_8(&r, lo[i], a->scale + m), qround_8(&r, hi[i], a->scale + m + 8));
    __m256i y = qround_pack(&r, words[0], words[count - 1]);
    uint8_t *to = a->y + p * a->ld + m;
    qconv_lanes_store(_mm256_castsi256_si128(y), n, part, to);
    if (count > 1) qconv_lanes_store(_mm256_extracti128_si256(y, 1), n, part, to + a->ld);
}

/* `count` outputs from p on. Constant: count. */
QLANES_TARGET CM_INLINE void qconv_lanes_outputs(const cm_qconv_lanes_args *a, size_t p, const int count) {
    size_t ld = (a->c + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN, m = 0;
    for (; m + QLANES_N <= a->c; m += QLANES_N) qconv_lanes_16(a, p, m, ld, QLANES_N, count, false);
    if (m < a->c && a->c > QLANES_N) {
        qconv_lanes_16(a, p, a->c - QLANES_N, ld, QLANES_N, count, false);
    } else if (m < a->c) {
        qconv_lanes_16(a, p, 0, ld, a->c, count, true);
    }
}

QLANES_TARGET void cm_qconv_lanes_avx2(const cm_qconv_lanes_args *a) {
    size_t p = 0;
    for (; p + 2 <= a->n; p += 2) qconv_lanes_outputs(a, p, 2);
    if (p < a->n) qconv_lanes_outputs(a, p, 1);
}

/* ---- nibbles ---- */

/* Taps whose sums fit in 16 bits. */
#define QNIBBLES_TAPS 16

/* n <= 16 bytes that lie behind 16 - n others. */
QLANES_TARGET CM_INLINE __m128i qnibbles_load_part(const uint8_t *x, size_t n) {
    const __m128i lane = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(x + n - 16));
    return _mm_shuffle_epi8(v, _mm_add_epi8(lane, _mm_set1_epi8((char)(16 - n))));
}

QLANES_TARGET CM_INLINE __m256i qnibbles_load_part_32(const uint8_t *x, size_t n) {
    __m256i low = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)x));
    return _mm256_inserti128_si256(low, qnibbles_load_part(x + 16, n - 16), 1);
}

QLANES_TARGET CM_INLINE void qnibbles_store_part_32(uint8_t *to, __m256i y, size_t n) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_castsi256_si128(y));
    qconv_lanes_store(_mm256_extracti128_si256(y, 1), n - 16, true, to + 16);
}

#define QL_TARGET QLANES_TARGET

#define QL_NAME(f) f##_avx2_32
#define QL_N 32
#define ql __m256i
#define ql_float __m256
#define ql_load(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define ql_load_part(p, n) qnibbles_load_part_32(p, n)
#define ql_store(p, v) _mm256_storeu_si256((__m256i *)(void *)(p), v)
#define ql_store_part(p, v, n) qnibbles_store_part_32(p, v, n)
#define ql_f(f) _mm256_##f
#define ql_xor(a, b) _mm256_xor_si256(a, b)
#include "kernels/x86/qconv_lanes_nibbles_tmpl.h"

#define QL_NAME(f) f##_avx2_16
#define QL_N 16
#define ql __m128i
#define ql_float __m128
#define ql_load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define ql_load_part(p, n) qnibbles_load_part(p, n)
#define ql_store(p, v) _mm_storeu_si128((__m128i *)(void *)(p), v)
#define ql_store_part(p, v, n) qconv_lanes_store(v, n, true, p)
#define ql_f(f) _mm_##f
#define ql_xor(a, b) _mm_xor_si128(a, b)
#include "kernels/x86/qconv_lanes_nibbles_tmpl.h"
#undef QL_TARGET

/* Whose weights then stay in the first-level cache: all outputs of a block of channels. */
QLANES_TARGET void cm_qconv_lanes_packed_avx2(const cm_qconv_lanes_args *a) {
    size_t m = 0, n;
    for (; a->c - m >= 32; m += 32) qnibbles_outputs_avx2_32(a, m, 32, false);
    n = a->c - m;
    if (n > 16) qnibbles_outputs_avx2_32(a, m, n, true);
    else if (n == 16) qnibbles_outputs_avx2_16(a, m, n, false);
    else if (n > 0) qnibbles_outputs_avx2_16(a, m, n, true);
}

#else
typedef int qconv_lanes_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
