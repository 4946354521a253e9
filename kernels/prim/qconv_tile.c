/* qconv_tile.c — the portable variant of the inner loop of kernels/prim/qconv_tile.h, the oracle of the others. */
#include "kernels/prim/qconv_tile.h"

#include "base/port.h"
#include "kernels/quantize.h"

#define TILE_NR cm_qconv_tile_nr_portable

/* Sums of pixel p, as results. */
static void qconv_tile_store(const cm_qconv_tile_args *a, size_t p, const uint32_t *sum) {
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

void cm_qconv_tile_portable(const cm_qconv_tile_args *a) {
    size_t width = cm_qconv_tile_width(TILE_NR, a->cols);
    for (size_t p = 0; p < a->n; p++) {
        uint32_t sum[TILE_NR] = {0};
        const int8_t *w = a->w;
        for (size_t m = 0; m < a->cols; m++) sum[m] = (uint32_t)a->init[m];
        for (size_t s = 0; s < a->n_seg; s++) {
            const int16_t *x = a->x[p] + a->off[s];
            for (size_t l = 0; l < a->len; l += 2, w += 2 * width) {
                for (size_t m = 0; m < a->cols; m++) {
                    int32_t zero = a->zero == NULL ? 0 : a->zero[2 * m];
                    sum[m] += (uint32_t)(x[l] * (w[2 * m] - zero) + x[l + 1] * (w[2 * m + 1] - zero));
                }
            }
        }
        qconv_tile_store(a, p, sum);
    }
}

#define LOOP_NAME(f) f##_portable
#define LOOP_TARGET
#include "kernels/prim/qconv_widen_tmpl.h"
#undef LOOP_NAME
#undef LOOP_TARGET

#undef TILE_NR
