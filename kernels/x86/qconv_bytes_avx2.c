/* qconv_bytes_avx2.c — kernels/prim/qconv_bytes.h with AVX2: 5 pixels x 16 channels, whose sums stay in registers.
 * A block of x is read once for an entry and shuffled, so that each lane of 32 bits holds the bytes of the entry's
 * word. */
#include "kernels/prim/qconv_bytes.h"

#if CM_ARCH_X86

#include "kernels/x86/qconv_put_avx2.h"

#define QB_MR 5
#define QB_UNROLL CM_UNROLL(8)

/* 16 bytes in both halves. */
QB_FN __m256i qbytes_block(const uint8_t *x) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)x));
}

QB_FN __m256i qbytes_word(uint32_t at) { return _mm256_set1_epi32((int32_t)at); }

/* sum + the pairs of 16 bits added. */
QB_FN __m256i qbytes_sum(__m256i sum, __m256i pairs) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/* The same four bytes in each lane. */
QB_FN __m256i qbytes_four(const uint8_t *x) {
    int32_t four;
    memcpy(&four, x, sizeof four);
    return _mm256_set1_epi32(four);
}

/* Eights that need no shuffle. Constants: mr, nv vectors of channels. */
QB_FN void qbytes_plain(const cm_qconv_bytes_args *a, const uint32_t *at, const int8_t *w, const uint8_t *const *x,
                        __m256i (*sum)[2], const int mr, const int nv) {
    for (size_t e = a->head->plain; e > 0; e--, at += 2, w += 64 * nv) {
        size_t off = a->off[at[0]] + at[1];
        QB_UNROLL
        for (int i = 0; i < mr; i++) {
            __m256i b0 = qbytes_four(x[i] + off), b1 = qbytes_four(x[i] + off + 4);
            QB_UNROLL
            for (int v = 0; v < nv; v++) {
                __m256i p = _mm256_maddubs_epi16(b0, qbytes_load(w + 32 * v));
                __m256i q = _mm256_maddubs_epi16(b1, qbytes_load(w + 32 * (nv + v)));
                sum[i][v] = qbytes_sum(sum[i][v], _mm256_add_epi16(p, q));
            }
        }
    }
}

/* The entries of eights: both words' products are added in 16 bits. Constants: mr, nv vectors of channels. */
QB_FN void qbytes_eights(const cm_qconv_bytes_args *a, const uint32_t *at, const int8_t *w, const uint8_t *const *x,
                         __m256i (*sum)[2], const int mr, const int nv) {
    for (size_t e = a->head->eights; e > 0; e--, at += 3, w += 64 * nv) {
        const __m256i first = qbytes_word(at[1]), second = qbytes_word(at[2]);
        size_t off = a->off[at[0]];
        QB_UNROLL
        for (int i = 0; i < mr; i++) {
            __m256i b = qbytes_block(x[i] + off);
            __m256i b0 = _mm256_shuffle_epi8(b, first), b1 = _mm256_shuffle_epi8(b, second);
            QB_UNROLL
            for (int v = 0; v < nv; v++) {
                __m256i p = _mm256_maddubs_epi16(b0, qbytes_load(w + 32 * v));
                __m256i q = _mm256_maddubs_epi16(b1, qbytes_load(w + 32 * (nv + v)));
                sum[i][v] = qbytes_sum(sum[i][v], _mm256_add_epi16(p, q));
            }
        }
    }
}

QB_FN void qbytes_fours(const cm_qconv_bytes_args *a, const uint32_t *at, const int8_t *w, const uint8_t *const *x,
                        __m256i (*sum)[2], const int mr, const int nv) {
    for (size_t e = a->head->fours; e > 0; e--, at += 2, w += 32 * nv) {
        const __m256i word = qbytes_word(at[1]);
        size_t off = a->off[at[0]];
        QB_UNROLL
        for (int i = 0; i < mr; i++) {
            __m256i b = _mm256_shuffle_epi8(qbytes_block(x[i] + off), word);
            QB_UNROLL
            for (int v = 0; v < nv; v++)
                sum[i][v] = qbytes_sum(sum[i][v], _mm256_maddubs_epi16(b, qbytes_load(w + 32 * v)));
        }
    }
}

/* Bytes become words by the shuffle. */
QB_FN void qbytes_twos(const cm_qconv_bytes_args *a, const uint32_t *at, const int8_t *w, const uint8_t *const *x,
                       __m256i (*sum)[2], const int mr, const int nv) {
    const __m256i high = _mm256_set1_epi32((int32_t)0x80008000u);
    for (size_t e = a->head->twos; e > 0; e--, at += 2, w += 16 * nv) {
        const __m256i word = _mm256_or_si256(qbytes_word(at[1]), high);
        size_t off = a->off[at[0]];
        __m256i wide[2];
        QB_UNROLL
        for (int v = 0; v < nv; v++)
            wide[v] = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)(w + 16 * v)));
        QB_UNROLL
        for (int i = 0; i < mr; i++) {
            __m256i b = _mm256_shuffle_epi8(qbytes_block(x[i] + off), word);
            QB_UNROLL
            for (int v = 0; v < nv; v++) sum[i][v] = _mm256_add_epi32(sum[i][v], _mm256_madd_epi16(b, wide[v]));
        }
    }
}

/* One function for all tiles, since inlined into each of them it would be most of the code. */
QB_TARGET static void qbytes_end(const cm_qconv_bytes_args *a, size_t first, size_t n, int nv, __m256i (*sum)[2]) {
    qbytes_put_all(a, first, n, nv, sum);
}

/* mr pixels from number `first` on. Constants: mr, nv. */
QB_FN void qbytes_pixels(const cm_qconv_bytes_args *a, size_t first, const int mr, const int nv) {
    const cm_qconv_bytes_head *h = a->head;
    const uint32_t *at = (const uint32_t *)(const void *)(h + 1);
    const int8_t *w = (const int8_t *)h + h->at;
    const uint8_t *x[QB_MR];
    __m256i sum[QB_MR][2], done[QB_MR][2]; /* in registers; in memory */
    QB_UNROLL
    for (int i = 0; i < mr; i++) {
        x[i] = a->x[first + (size_t)i];
        QB_UNROLL
        for (int v = 0; v < nv; v++) sum[i][v] = qbytes_load(a->init + 8 * v);
    }
    qbytes_plain(a, at, w, x, sum, mr, nv);
    at += 2 * (size_t)h->plain, w += (size_t)h->plain * 64 * (size_t)nv;
    qbytes_eights(a, at, w, x, sum, mr, nv);
    at += 3 * (size_t)h->eights, w += (size_t)h->eights * 64 * (size_t)nv;
    qbytes_fours(a, at, w, x, sum, mr, nv);
    at += 2 * (size_t)h->fours, w += (size_t)h->fours * 32 * (size_t)nv;
    qbytes_twos(a, at, w, x, sum, mr, nv);
    if (mr >= 4 && qbytes_whole(a, first, sum, mr, nv)) return;
    QB_UNROLL
    for (int i = 0; i < mr; i++) {
        QB_UNROLL
        for (int v = 0; v < nv; v++) done[i][v] = sum[i][v];
    }
    qbytes_end(a, first, (size_t)mr, nv, done);
}

/* All pixels. Constant: nv. */
QB_FN void qbytes_all(const cm_qconv_bytes_args *a, const int nv) {
    size_t p = 0;
    for (; a->n - p >= QB_MR; p += QB_MR) qbytes_pixels(a, p, QB_MR, nv);
    switch (a->n - p) {
    case 4: qbytes_pixels(a, p, 4, nv); break;
    case 3: qbytes_pixels(a, p, 3, nv); break;
    case 2: qbytes_pixels(a, p, 2, nv); break;
    case 1: qbytes_pixels(a, p, 1, nv); break;
    default: break;
    }
}

QB_TARGET void cm_qconv_bytes_avx2(const cm_qconv_bytes_args *a) {
    if (a->cols > QB_NR / 2) {
        qbytes_all(a, 2);
    } else {
        qbytes_all(a, 1);
    }
}

QB_TARGET uint32_t cm_byte_sum_avx2(const uint8_t *x, size_t n) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i sum = zero;
    size_t i = 0;
    for (; n - i >= 32; i += 32) sum = _mm256_add_epi64(sum, _mm256_sad_epu8(qbytes_load(x + i), zero));
    __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    uint32_t all = (uint32_t)_mm_cvtsi128_si32(two) + (uint32_t)_mm_extract_epi32(two, 2);
    for (; i < n; i++) all += x[i];
    return all;
}

#else
typedef int qconv_bytes_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
