/* qconv_lanes.c — the portable variant of kernels/prim/qconv_lanes.h, the oracle of the others. */
#include "kernels/prim/qconv_lanes.h"

#include "kernels/quantize.h"

/* The sum of channel m of output p, whose scale and bias lie at place `at`. */
static void qlanes_put(const cm_qconv_lanes_args *a, size_t p, size_t m, size_t at, uint32_t sum) {
    int32_t s;
    if (a->sums != NULL) {
        a->sums[p * a->ld + m] = sum;
        if (a->bias != NULL) cm_qconv_to_float(a->sums + p * a->ld + m, a->scale[at], a->bias[at], a->lo, a->hi);
        return;
    }
    memcpy(&s, &sum, sizeof s);
    a->y[p * a->ld + m] = (uint8_t)((uint8_t)cm_quantize_round((float)s * a->scale[at], a->y_zero, 0, 255) ^ a->y_flip);
}

void cm_qconv_lanes_portable(const cm_qconv_lanes_args *a) {
    size_t ld = (a->c + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN;
    for (size_t p = 0; p < a->n; p++) {
        for (size_t m = 0; m < a->c; m++) {
            uint32_t sum = (uint32_t)a->init[m];
            for (size_t t = 0; t < a->taps; t++) {
                int32_t w = a->w[(t / 2 * ld + m) * 2 + t % 2];
                sum += (uint32_t)((uint8_t)(a->x[t][p * a->step + m] ^ a->flip) * w);
            }
            qlanes_put(a, p, m, m, sum);
        }
    }
}

void cm_qconv_lanes_packed_portable(const cm_qconv_lanes_args *a) {
    for (size_t p = 0; p < a->n; p++) {
        for (size_t m = 0; m < a->c; m++) {
            size_t at = cm_qconv_lanes_place(a->form, m, a->c);
            uint32_t sum = (uint32_t)a->init[at];
            for (size_t t = 0; t < a->taps; t++) {
                int32_t w = cm_qconv_lanes_get(a->form, t, m, a->c, a->ld_packed, a->packed);
                sum += (uint32_t)((uint8_t)(a->x[t][p * a->step + m] ^ a->flip) * w);
            }
            qlanes_put(a, p, m, at, sum);
        }
    }
}
