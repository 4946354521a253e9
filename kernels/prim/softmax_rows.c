/* softmax_rows.c — the portable variants. See softmax_rows.h. */
#include "kernels/prim/softmax_rows.h"

#include "base/math.h"
#include "base/ckd.h"

#define SOFTMAX_ROWS_WIDTH ((size_t)16) /* columns that are worked on together: one cache line */

/* The greatest element of each column; NaN is never greater. */
static void softmax_rows_max(float *max, const float *x, size_t n, size_t step, size_t width) {
    for (size_t c = 0; c < width; c++) max[c] = -CM_INF_F32;
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            float v = x[i * step + c];
            max[c] = v > max[c] ? v : max[c];
        }
    }
}

/* At most SOFTMAX_ROWS_WIDTH columns. */
static void softmax_rows_block(float *y, const float *x, size_t n, size_t step, size_t width) {
    float max[SOFTMAX_ROWS_WIDTH];
    double sum[SOFTMAX_ROWS_WIDTH] = {0};
    softmax_rows_max(max, x, n, step, width);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            float v = cm_expf(x[i * step + c] - max[c]);
            sum[c] += (double)v;
            y[i * step + c] = v;
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            y[i * step + c] = (float)((double)y[i * step + c] / sum[c]);
        }
    }
}

/* The last difference is in double. */
static void softmax_rows_log_block(float *y, const float *x, size_t n, size_t step, size_t width) {
    float max[SOFTMAX_ROWS_WIDTH];
    double sum[SOFTMAX_ROWS_WIDTH] = {0};
    softmax_rows_max(max, x, n, step, width);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) sum[c] += (double)cm_expf(x[i * step + c] - max[c]);
    }
    for (size_t c = 0; c < width; c++) sum[c] = cm_log(sum[c]);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < width; c++) {
            double v = (double)x[i * step + c] - (double)max[c];
            y[i * step + c] = (float)(v - sum[c]);
        }
    }
}

void cm_softmax_f32_portable(float *y, const float *x, size_t n, size_t step, size_t width) {
    for (size_t c = 0; c < width; c += SOFTMAX_ROWS_WIDTH) {
        softmax_rows_block(y + c, x + c, n, step, cm_min_size(SOFTMAX_ROWS_WIDTH, width - c));
    }
}

void cm_log_softmax_f32_portable(float *y, const float *x, size_t n, size_t step, size_t width) {
    for (size_t c = 0; c < width; c += SOFTMAX_ROWS_WIDTH) {
        softmax_rows_log_block(y + c, x + c, n, step, cm_min_size(SOFTMAX_ROWS_WIDTH, width - c));
    }
}

double cm_softmax_part_f32_portable(float *x, size_t n, float *max) {
    float m = *max, most[8];
    double sum[4] = {0};
    for (size_t j = 0; j < 8; j++) most[j] = m;
    for (size_t i = 0; i + 8 <= n; i += 8) { /* eight chains: a comparison waits for the one before it */
        for (size_t j = 0; j < 8; j++) most[j] = x[i + j] > most[j] ? x[i + j] : most[j];
    }
    for (size_t i = n / 8 * 8; i < n; i++) m = x[i] > m ? x[i] : m;
    for (size_t j = 0; j < 8; j++) m = most[j] > m ? most[j] : m;
    for (size_t i = 0; i < n; i++) x[i] = m != -CM_INF_F32 ? cm_expf(x[i] - m) : x[i] == m ? 0 : x[i];
    for (size_t i = 0; i + 4 <= n; i += 4) {
        for (size_t j = 0; j < 4; j++) sum[j] += (double)x[i + j];
    }
    for (size_t i = n / 4 * 4; i < n; i++) sum[0] += (double)x[i];
    *max = m;
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
