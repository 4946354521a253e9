/* qconv_wino.c — the portable variants of kernels/prim/qconv_wino.h, the oracle of the others. */
#include "kernels/prim/qconv_wino.h"

#include "kernels/quantize.h"

/* t = B^T d, elements `step` apart. */
static void qconv_wino_in_4(const int32_t *d, int32_t *t, size_t step) {
    t[0] = d[0] - d[2 * step];
    t[step] = d[step] + d[2 * step];
    t[2 * step] = d[2 * step] - d[step];
    t[3 * step] = d[step] - d[3 * step];
}

void cm_qconv_wino_in_portable(const cm_qconv_wino_in_args *a) {
    for (size_t c = 0; c < a->c; c++) {
        int32_t d[CM_QCONV_WINO_POS], t[CM_QCONV_WINO_POS];
        for (size_t i = 0; i < CM_QCONV_WINO_POS; i++) d[i] = (uint8_t)(a->x[i][c] ^ a->flip) - a->zero;
        for (size_t j = 0; j < 4; j++) qconv_wino_in_4(d + j, t + j, 4);
        for (size_t i = 0; i < 4; i++) qconv_wino_in_4(t + i * 4, d + i * 4, 1);
        for (size_t i = 0; i < CM_QCONV_WINO_POS; i++) a->v[i * a->v_step + c] = (int16_t)d[i];
    }
}

void cm_qconv_wino_dot_portable(const cm_qconv_wino_dot_args *a) {
    for (size_t p = 0; p < CM_QCONV_WINO_POS; p++) {
        for (size_t i = 0; i < a->n; i++) {
            const int16_t *x = a->x + p * a->x_step + i * a->len, *w = a->w + p * a->len * CM_QCONV_WINO_NR;
            uint32_t sum[CM_QCONV_WINO_NR] = {0};
            for (size_t l = 0; l < a->len; l += 2, w += 2 * CM_QCONV_WINO_NR) {
                for (size_t m = 0; m < CM_QCONV_WINO_NR; m++)
                    sum[m] += (uint32_t)(x[l] * w[2 * m] + x[l + 1] * w[2 * m + 1]);
            }
            memcpy(a->sums + p * a->sums_step + i * CM_QCONV_WINO_NR, sum, sizeof sum);
        }
    }
}

/* One sum of channel m as a result, `at` elements behind the first. */
static void qconv_wino_put(const cm_qconv_wino_out_args *a, size_t at, size_t m, uint32_t sum) {
    if (a->sums != NULL) {
        a->sums[at + m] = sum;
        if (a->bias != NULL) cm_qconv_to_float(a->sums + at + m, a->scale[m], a->bias[m], a->lo, a->hi);
        return;
    }
    int32_t s;
    memcpy(&s, &sum, sizeof s);
    int32_t v = cm_quantize_round((float)s * a->scale[m], a->y_zero, 0, 255);
    a->y[at + m] = (uint8_t)((uint8_t)v ^ a->flip);
}

void cm_qconv_wino_out_portable(const cm_qconv_wino_out_args *a) {
    for (size_t m = 0; m < a->cols; m++) {
        uint32_t s[CM_QCONV_WINO_POS], y[4];
        for (size_t i = 0; i < CM_QCONV_WINO_POS; i++) s[i] = a->s[i * a->s_step + m];
        cm_qconv_wino_outputs(s, y);
        for (size_t i = 0; i < 4; i++) {
            if (i / 2 >= a->rows || i % 2 >= a->columns) continue;
            uint32_t sum = (uint32_t)a->init[m] + y[i];
            if (a->row != NULL) sum -= a->row[i] * (uint32_t)a->zero[m];
            qconv_wino_put(a, i / 2 * a->y_row + i % 2 * a->ld, m, sum);
        }
    }
}
