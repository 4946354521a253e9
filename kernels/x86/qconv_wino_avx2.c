/* qconv_wino_avx2.c — kernels/prim/qconv_wino.h with AVX2: 16 channels at a time; products of pairs of 16 bits
 * (vpmaddwd), whose sums cannot saturate. */
#include "kernels/prim/qconv_wino.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "kernels/x86/qconv_round_avx2.h"

#define QWINO_TARGET CM_TARGET("avx2,fma")
#define QWINO_FN QWINO_TARGET CM_INLINE
#define QWINO_MR CM_QCONV_WINO_TILES

QWINO_FN __m256i qwino_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
QWINO_FN void qwino_store(void *p, __m256i v) { _mm256_storeu_si256((__m256i *)p, v); }

/* t = B^T d, vectors `step` apart. Constant: step. */
QWINO_FN void qwino_in_4(const __m256i *d, __m256i *t, const int step) {
    t[0] = _mm256_sub_epi16(d[0], d[2 * step]);
    t[step] = _mm256_add_epi16(d[step], d[2 * step]);
    t[2 * step] = _mm256_sub_epi16(d[2 * step], d[step]);
    t[3 * step] = _mm256_sub_epi16(d[step], d[3 * step]);
}

/* Where a position is a sum of differences, the zero point falls out: all but that of four pixels' sum. The last 16
 * channels are computed with some of those before them once more. */
QWINO_TARGET void cm_qconv_wino_in_avx2(const cm_qconv_wino_in_args *a) {
    const __m256i zero = _mm256_set1_epi16((int16_t)(4 * a->zero));
    const __m128i flip = _mm_set1_epi8((char)a->flip);
    for (size_t i = 0; i < a->c; i += 16) {
        size_t c = i + 16 <= a->c ? i : a->c - 16;
        __m256i d[CM_QCONV_WINO_POS], t[CM_QCONV_WINO_POS];
        CM_UNROLL(4)
        for (int j = 0; j < 4; j++) {
            CM_UNROLL(4)
            for (int r = j; r < CM_QCONV_WINO_POS; r += 4) {
                __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(a->x[r] + c));
                d[r] = _mm256_cvtepu8_epi16(_mm_xor_si128(bytes, flip));
            }
            qwino_in_4(d + j, t + j, 4);
        }
        CM_UNROLL(4)
        for (int r = 0; r < 4; r++) {
            __m256i v[4];
            qwino_in_4(t + r * 4, v, 1);
            if (r == 1) v[1] = _mm256_sub_epi16(v[1], zero);
            CM_UNROLL(4)
            for (int j = 0; j < 4; j++) qwino_store(a->v + (size_t)(r * 4 + j) * a->v_step + c, v[j]);
        }
    }
}

/* One position of QWINO_MR tiles; next: as many weights, which are asked for. */
QWINO_FN void qwino_sums(const int16_t *x, size_t len, const int16_t *w, const int16_t *next, uint32_t *to) {
    __m256i sum[QWINO_MR][2];
    CM_UNROLL(6)
    for (int i = 0; i < QWINO_MR; i++) sum[i][0] = sum[i][1] = _mm256_setzero_si256();
    for (size_t l = 0; l < len; l += 2, w += 2 * CM_QCONV_WINO_NR, next += 2 * CM_QCONV_WINO_NR) {
        __m256i w0 = qwino_load(w), w1 = qwino_load(w + CM_QCONV_WINO_NR);
        _mm_prefetch((const char *)(const void *)next, _MM_HINT_T1);
        CM_UNROLL(6)
        for (int i = 0; i < QWINO_MR; i++) {
            int32_t two;
            memcpy(&two, x + (size_t)i * len + l, sizeof two);
            __m256i v = _mm256_set1_epi32(two);
            sum[i][0] = _mm256_add_epi32(sum[i][0], _mm256_madd_epi16(v, w0));
            sum[i][1] = _mm256_add_epi32(sum[i][1], _mm256_madd_epi16(v, w1));
        }
    }
    CM_UNROLL(6)
    for (int i = 0; i < QWINO_MR; i++) {
        qwino_store(to + i * CM_QCONV_WINO_NR, sum[i][0]);
        qwino_store(to + i * CM_QCONV_WINO_NR + 8, sum[i][1]);
    }
}

QWINO_TARGET void cm_qconv_wino_dot_avx2(const cm_qconv_wino_dot_args *a) {
    const int16_t *w = a->w;
    for (size_t p = 0; p < CM_QCONV_WINO_POS; p++) {
        const int16_t *next = p + 1 < CM_QCONV_WINO_POS ? w + a->len * CM_QCONV_WINO_NR : a->next;
        for (size_t i = 0; i < a->n; i += QWINO_MR) {
            qwino_sums(a->x + p * a->x_step + i * a->len, a->len, w, next,
                       a->sums + p * a->sums_step + i * CM_QCONV_WINO_NR);
        }
        w = next;
    }
}

/* y = A^T s: four vectors become two. */
QWINO_FN void qwino_out_2(const __m256i *s, __m256i *y) {
    y[0] = _mm256_add_epi32(_mm256_add_epi32(s[0], s[1]), s[2]);
    y[1] = _mm256_sub_epi32(_mm256_sub_epi32(s[1], s[2]), s[3]);
}

/* Sums of 8 channels from m on of all four outputs. */
QWINO_FN void qwino_outputs(const cm_qconv_wino_out_args *a, size_t m, __m256i *sum) {
    __m256i t[2][4];
    const __m256i init = qwino_load(a->init + m);
    CM_UNROLL(4)
    for (size_t j = 0; j < 4; j++) {
        __m256i s[4], y[2];
        CM_UNROLL(4)
        for (size_t i = 0; i < 4; i++) s[i] = qwino_load(a->s + (i * 4 + j) * a->s_step + m);
        qwino_out_2(s, y);
        t[0][j] = y[0];
        t[1][j] = y[1];
    }
    qwino_out_2(t[0], sum);
    qwino_out_2(t[1], sum + 2);
    CM_UNROLL(4)
    for (int i = 0; i < 4; i++) {
        sum[i] = _mm256_add_epi32(init, _mm256_srai_epi32(sum[i], 2));
        if (a->row == NULL) continue;
        __m256i row = _mm256_set1_epi32((int32_t)a->row[i]);
        sum[i] = _mm256_sub_epi32(sum[i], _mm256_mullo_epi32(row, qwino_load(a->zero + m)));
    }
}

QWINO_TARGET void cm_qconv_wino_out_avx2(const cm_qconv_wino_out_args *a) {
    __m256i lo[4], hi[4];
    const qround_avx2 r = qround_begin(a->y_zero, a->flip);
    qwino_outputs(a, 0, lo);
    qwino_outputs(a, 8, hi);
    for (size_t i = 0; i < a->rows; i++) {
        __m256i words[2] = {lo[0], lo[0]};
        for (size_t j = 0; j < a->columns; j++) {
            __m256i l = lo[2 * i + j], h = hi[2 * i + j];
            if (a->sums == NULL) {
                words[j] = qround_words(&r, qround_8(&r, l, a->scale), qround_8(&r, h, a->scale + 8));
                continue;
            }
            if (a->bias != NULL) {
                l = qround_floats(l, a->scale, a->bias, a->lo, a->hi);
                h = qround_floats(h, a->scale + 8, a->bias + 8, a->lo, a->hi);
            }
            uint32_t some[CM_QCONV_WINO_NR];
            qwino_store(some, l);
            qwino_store(some + 8, h);
            memcpy(a->sums + i * a->y_row + j * a->ld, some, a->cols * sizeof *some);
        }
        if (a->sums != NULL) continue;
        uint8_t bytes[2 * CM_QCONV_WINO_NR], *y = a->y + i * a->y_row;
        __m256i both = qround_pack(&r, words[0], words[1]);
        if (a->cols == CM_QCONV_WINO_NR) {
            _mm_storeu_si128((__m128i *)(void *)y, _mm256_castsi256_si128(both));
            if (a->columns > 1) _mm_storeu_si128((__m128i *)(void *)(y + a->ld), _mm256_extracti128_si256(both, 1));
            continue;
        }
        qwino_store(bytes, both);
        for (size_t j = 0; j < a->columns; j++) memcpy(y + j * a->ld, bytes + j * CM_QCONV_WINO_NR, a->cols);
    }
}

#undef QWINO_TARGET
#undef QWINO_FN
#undef QWINO_MR

#else
typedef int qconv_wino_avx2_not_here; /* ISO C wants a declaration in every file */
#endif
