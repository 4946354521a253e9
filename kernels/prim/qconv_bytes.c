/* qconv_bytes.c — the portable variant of kernels/prim/qconv_bytes.h, the oracle of the others. */
#include "kernels/prim/qconv_bytes.h"

#include "kernels/quantize.h"

#define QBYTES_NEXT UINT32_C(0x03020100) /* four bytes side by side */

/* sum[m] += the products of the bytes that `at` names, whose weights lie at w, `step` apart from channel to channel. */
static void qbytes_add(const uint8_t *x, uint32_t at, size_t n, const int8_t *w, size_t cols, uint32_t *sum) {
    for (size_t i = 0; i < n; i++) {
        uint32_t k = at >> (n == 2 ? 16 * i : 8 * i) & 0xff;
        for (size_t m = 0; m < cols && k != CM_QCONV_BYTES_NONE; m++) sum[m] += (uint32_t)(x[k] * w[n * m + i]);
    }
}

/* Sums of pixel p, as results. */
static void qbytes_store(const cm_qconv_bytes_args *a, size_t p, const uint32_t *sum) {
    if (a->sums != NULL) {
        memcpy(a->sums + p * a->ld, sum, a->cols * sizeof *sum);
        for (size_t m = 0; m < a->cols && a->bias != NULL; m++)
            cm_qconv_to_float(a->sums + p * a->ld + m, a->scale[m], a->bias[m], a->lo, a->hi);
        return;
    }
    for (size_t m = 0; m < a->cols; m++) {
        int32_t s;
        memcpy(&s, &sum[m], sizeof s);
        int32_t v = cm_quantize_round((float)s * a->scale[m], a->y_zero, 0, 255);
        a->y[p * a->ld + m] = (uint8_t)((uint8_t)v ^ a->flip);
    }
}

void cm_qconv_bytes_portable(const cm_qconv_bytes_args *a) {
    const cm_qconv_bytes_head *h = a->head;
    size_t width = h->width;
    for (size_t p = 0; p < a->n; p++) {
        const uint32_t *at = (const uint32_t *)(const void *)(h + 1);
        const int8_t *w = (const int8_t *)h + h->at;
        uint32_t sum[CM_QCONV_TILE_NR_MAX];
        for (size_t m = 0; m < a->cols; m++)
            sum[m] = (uint32_t)a->init[m] - (a->row == NULL ? 0 : a->row[p] * (uint32_t)a->zero[m]);
        for (size_t i = 0; i < h->blocks; i++, at++) {
            const uint8_t *x = a->x[p] + a->off[i] + 4 * (*at & 0xff);
            for (size_t q = 0; q < *at >> 8; q++, w += 4 * width)
                qbytes_add(x + 4 * q, QBYTES_NEXT, 4, w, a->cols, sum);
        }
        for (size_t i = 0; i < h->plain; i++, at += 2, w += 8 * width) {
            const uint8_t *x = a->x[p] + a->off[at[0]] + at[1];
            qbytes_add(x, QBYTES_NEXT, 4, w, a->cols, sum);
            qbytes_add(x + 4, QBYTES_NEXT, 4, w + 4 * width, a->cols, sum);
        }
        for (size_t i = 0; i < h->eights; i++, at += 3, w += 8 * width) {
            qbytes_add(a->x[p] + a->off[at[0]], at[1], 4, w, a->cols, sum);
            qbytes_add(a->x[p] + a->off[at[0]], at[2], 4, w + 4 * width, a->cols, sum);
        }
        for (size_t i = 0; i < h->fours; i++, at += 2, w += 4 * width)
            qbytes_add(a->x[p] + a->off[at[0]], at[1], 4, w, a->cols, sum);
        for (size_t i = 0; i < h->twos; i++, at += 2, w += 2 * width)
            qbytes_add(a->x[p] + a->off[at[0]], at[1], 2, w, a->cols, sum);
        qbytes_store(a, p, sum);
    }
}

uint32_t cm_byte_sum_portable(const uint8_t *x, size_t n) {
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i];
    return sum;
}
