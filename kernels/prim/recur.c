/* recur.c — the portable variants of recur.h, the oracle of the others. */
#include "kernels/prim/recur.h"

#include "base/bytes.h"
#include "base/math.h"

/* Columns of a panel: format CM_GEMM_FMT_F32_4X8. */
#define RECUR_COLUMNS ((size_t)8)

void cm_recur_rows_portable(const cm_recur_rows_args *a) {
    for (size_t j = 0; j < a->cols; j += RECUR_COLUMNS) {
        const float *panel = a->b + j * a->depth;
        for (size_t i = 0; i < a->rows; i++) {
            const uint8_t *x = (const uint8_t *)a->x + i * a->ld_x * sizeof(float);
            float sum[RECUR_COLUMNS] = {0.0f};
            if (a->bias != NULL) memcpy(sum, a->bias + j, sizeof sum);
            for (size_t l = 0; l < a->depth; l++) {
                float f = cm_load_f32(x + l * sizeof f);
                for (size_t q = 0; q < RECUR_COLUMNS; q++) sum[q] += f * panel[l * RECUR_COLUMNS + q];
            }
            memcpy(a->y + i * a->ld_y + j, sum, sizeof sum);
        }
    }
}

/* Gate g of unit u before its activation. */
static float recur_gate(const cm_recur_cell_args *a, size_t g, size_t u) {
    return a->sum[g][u] + a->xw[g * a->ld_xw + u];
}

static float recur_mix(float z, float n, float h) { return (1 - z) * n + z * h; }

void cm_lstm_cell_portable(const cm_recur_cell_args *a) {
    for (size_t u = 0; u < a->units; u++) {
        float i = cm_sigmoidf(recur_gate(a, 0, u)), o = cm_sigmoidf(recur_gate(a, 1, u));
        float f = cm_sigmoidf(recur_gate(a, 2, u)), z = cm_tanhf(recur_gate(a, 3, u));
        a->kept[u] = f * a->kept[u] + i * z;
        a->next[u] = o * cm_tanhf(a->kept[u]);
    }
}

void cm_gru_reset_portable(const cm_recur_cell_args *a) {
    for (size_t u = 0; u < a->units; u++) {
        a->kept[u] = cm_sigmoidf(recur_gate(a, 0, u));
        a->next[u] = cm_sigmoidf(recur_gate(a, 1, u)) * a->h[u];
    }
}

void cm_gru_update_portable(const cm_recur_cell_args *a) {
    for (size_t u = 0; u < a->units; u++)
        a->next[u] = recur_mix(a->kept[u], cm_tanhf(recur_gate(a, 2, u)), a->next[u]);
}

void cm_gru_linear_portable(const cm_recur_cell_args *a) {
    for (size_t u = 0; u < a->units; u++) {
        float z = cm_sigmoidf(recur_gate(a, 0, u)), r = cm_sigmoidf(recur_gate(a, 1, u));
        float n = a->xw[2 * a->ld_xw + u] + r * (a->sum[2][u] + a->extra[u]);
        a->next[u] = recur_mix(z, cm_tanhf(n), a->h[u]);
    }
}
