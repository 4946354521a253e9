/* qconv_put_avx2.h — how the variants of kernels/prim/qconv_bytes.h with AVX2 give their sums, up to two vectors of 8
 * channels, to the caller: as they are, as floats or as results. */
#ifndef CM_KERNELS_X86_QCONV_PUT_AVX2_H
#define CM_KERNELS_X86_QCONV_PUT_AVX2_H

#include "kernels/prim/qconv_bytes.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "kernels/x86/qconv_round_avx2.h"

#define QB_TARGET CM_TARGET("avx2,fma")
#define QB_FN QB_TARGET CM_INLINE
#define QB_NR cm_qconv_tile_nr_avx2

QB_FN __m256i qbytes_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }

/* Takes the zero points of the weights times the sum of x from the sums of pixel p. */
QB_FN void qbytes_centre(const cm_qconv_bytes_args *a, size_t p, __m256i *sum, const int nv) {
    const __m256i row = _mm256_set1_epi32((int32_t)a->row[p]);
    for (int v = 0; v < nv; v++)
        sum[v] = _mm256_sub_epi32(sum[v], _mm256_mullo_epi32(row, qbytes_load(a->zero + 8 * v)));
}

/* The sums of pixel p themselves, or as floats. */
QB_FN void qbytes_put(const cm_qconv_bytes_args *a, size_t p, __m256i *sum, const int nv) {
    uint32_t some[QB_NR], *to = a->sums + p * a->ld;
    bool full = a->cols == (size_t)nv * 8;
    for (int v = 0; v < nv; v++) {
        if (a->bias != NULL) {
            sum[v] = qround_floats(sum[v], a->scale + 8 * v, a->bias + 8 * v, a->lo, a->hi);
        }
        _mm256_storeu_si256((__m256i *)(void *)((full ? to : some) + 8 * v), sum[v]);
    }
    if (!full) memcpy(to, some, a->cols * sizeof *some);
}

/* Results of two pixels, or of one, from number p on. Constants where that is to be quick: count, nv. */
QB_FN void qbytes_round(const cm_qconv_bytes_args *a, const qround_avx2 *r, size_t p, __m256i (*sum)[2],
                        const size_t count, const int nv) {
    __m256i words[2];
    uint8_t bytes[QB_NR];
    CM_UNROLL(2)
    for (size_t i = 0; i < count; i++) {
        __m256i lo = qround_8(r, sum[i][0], a->scale), hi = nv > 1 ? qround_8(r, sum[i][1], a->scale + 8) : lo;
        words[i] = qround_words(r, lo, hi);
    }
    __m256i y = qround_pack(r, words[0], words[count - 1]);
    CM_UNROLL(2)
    for (size_t i = 0; i < count; i++) {
        __m128i half = i == 0 ? _mm256_castsi256_si128(y) : _mm256_extracti128_si256(y, 1);
        uint8_t *to = a->y + (p + i) * a->ld;
        if (a->cols == QB_NR) {
            _mm_storeu_si128((__m128i *)(void *)to, half);
        } else if (a->cols == QB_NR / 2) {
            _mm_storel_epi64((__m128i *)(void *)to, half);
        } else {
            _mm_storeu_si128((__m128i *)(void *)bytes, half);
            memcpy(to, bytes, a->cols);
        }
    }
}

/* The results of mr pixels, from registers, where they are bytes of all nv vectors and weights have no zero points;
 * else false. Constants: mr, nv. */
QB_FN bool qbytes_whole(const cm_qconv_bytes_args *a, size_t first, __m256i (*sum)[2], const int mr, const int nv) {
    if (a->sums != NULL || a->row != NULL || a->cols != 8 * (size_t)nv) return false;
    const qround_avx2 r = qround_begin(a->y_zero, a->flip);
    CM_UNROLL(4)
    for (int i = 0; i + 1 < mr; i += 2) qbytes_round(a, &r, first + (size_t)i, sum + i, 2, nv);
    if (mr % 2 != 0) qbytes_round(a, &r, first + (size_t)mr - 1, sum + mr - 1, 1, nv);
    return true;
}

/* The sums of the n pixels from number `first` on, nv vectors of each, as results. */
QB_FN void qbytes_put_all(const cm_qconv_bytes_args *a, size_t first, size_t n, int nv, __m256i (*sum)[2]) {
    const qround_avx2 r = qround_begin(a->y_zero, a->flip);
    for (size_t i = 0; i < n && a->row != NULL; i++) qbytes_centre(a, first + i, sum[i], nv);
    for (size_t i = 0; i < n && a->sums != NULL; i++) qbytes_put(a, first + i, sum[i], nv);
    for (size_t i = 0; i < n && a->sums == NULL; i += 2)
        qbytes_round(a, &r, first + i, sum + i, n - i > 1 ? 2 : 1, nv);
}

#endif
#endif
