/* qconv_bytes_vnni.c — kernels/prim/qconv_bytes.h in quads with AVX-512 and VNNI, whose vpdpbusd adds four products of
 * bytes to a sum of 32 bits: 8 pixels x 32 channels, whose sums stay in registers. */
#include "kernels/prim/qconv_bytes.h"

#if CM_ARCH_X86

#include "kernels/x86/qconv_put_avx512.h"

#define QV_MR 8
#define QV_BLOCK_WORDS (CM_QCONV_BYTES_BLOCK / 4)
#define QV_UNROLL CM_UNROLL(8)

/* One word of mr pixels, at x[i] + off, times the weights at w. Constants: mr, nv vectors of channels. */
QV_FN void qquads_word(const uint8_t *const *x, size_t off, const int8_t *w, __m512i (*sum)[2], const int mr,
                       const int nv) {
    __m512i w0 = _mm512_loadu_si512(w), w1 = nv > 1 ? _mm512_loadu_si512(w + 64) : w0;
    QV_UNROLL
    for (int i = 0; i < mr; i++) {
        int32_t four;
        memcpy(&four, x[i] + off, sizeof four);
        __m512i b = _mm512_set1_epi32(four);
        sum[i][0] = _mm512_dpbusd_epi32(sum[i][0], b, w0);
        if (nv > 1) sum[i][1] = _mm512_dpbusd_epi32(sum[i][1], b, w1);
    }
}

/* All blocks of mr pixels from number `first` on. Meanwhile the pixels' share of what is read next is asked for, a few
 * lines with each block. Constants: mr, nv. */
QV_FN void qquads_blocks(const cm_qconv_bytes_args *a, size_t first, const uint8_t *const *x, __m512i (*sum)[2],
                         const int mr, const int nv) {
    const uint32_t *at = (const uint32_t *)(const void *)(a->head + 1);
    const int8_t *w = (const int8_t *)a->head + a->head->at;
    const size_t line = 64 * (size_t)nv;
    const size_t tiles = (a->n + QV_MR - 1) / QV_MR, share = (QV_BLOCK_WORDS * (size_t)nv + tiles - 1) / tiles;
    uintptr_t next = (uintptr_t)a->next + first / QV_MR * a->head->blocks * share * 64;
    for (size_t i = 0; i < a->head->blocks; i++) {
        for (size_t l = 0; l < share && mr == QV_MR && a->next != NULL; l++, next += 64)
            CM_PREFETCH_L2((const void *)next);
        size_t off = a->off[i] + 4 * (size_t)(at[i] & 0xff), words = at[i] >> 8;
        if (words == QV_BLOCK_WORDS) {
            qquads_word(x, off, w, sum, mr, nv);
            qquads_word(x, off + 4, w + line, sum, mr, nv);
            qquads_word(x, off + 8, w + 2 * line, sum, mr, nv);
            qquads_word(x, off + 12, w + 3 * line, sum, mr, nv);
            w += 4 * line;
            continue;
        }
        for (; words > 0; words--, off += 4, w += line) qquads_word(x, off, w, sum, mr, nv);
    }
}

/* mr pixels from number `first` on. Constants: mr, nv. */
QV_FN void qquads_pixels(const cm_qconv_bytes_args *a, size_t first, const int mr, const int nv) {
    const uint8_t *x[QV_MR];
    __m512i sum[QV_MR][2], i0 = _mm512_loadu_si512(a->init), i1 = nv > 1 ? _mm512_loadu_si512(a->init + QV_N) : i0;
    QV_UNROLL
    for (int i = 0; i < mr; i++) x[i] = a->x[first + (size_t)i], sum[i][0] = i0, sum[i][1] = i1;
    qquads_blocks(a, first, x, sum, mr, nv);
    if (mr > 1 && nv > 1 && a->sums == NULL) {
        QV_UNROLL
        for (int i = 0; i + 1 < mr; i += 2) qquads_put_two(a, first + (size_t)i, sum[i], sum[i + 1]);
        return;
    }
    QV_UNROLL
    for (int i = 0; i < mr; i++) qquads_put(a, first + (size_t)i, sum[i], nv);
}

/* All pixels. Constant: nv. */
QV_FN void qquads_all(const cm_qconv_bytes_args *a, const int nv) {
    size_t p = 0;
    for (; a->n - p >= QV_MR; p += QV_MR) qquads_pixels(a, p, QV_MR, nv);
    if (a->n - p >= 4) qquads_pixels(a, p, 4, nv), p += 4;
    if (a->n - p >= 2) qquads_pixels(a, p, 2, nv), p += 2;
    if (a->n - p >= 1) qquads_pixels(a, p, 1, nv);
}

QV_TARGET void cm_qconv_bytes_vnni(const cm_qconv_bytes_args *a) {
    if (a->cols > QV_N) {
        qquads_all(a, 2);
    } else {
        qquads_all(a, 1);
    }
}

#else
typedef int qconv_bytes_vnni_not_here; /* ISO C wants a declaration in every file */
#endif
