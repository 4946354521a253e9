/* qconv_lanes.c — the portable variant of kernels/prim/qconv_lanes.h, the oracle of the others. */
#include "kernels/prim/qconv_lanes.h"

#include "kernels/quantize.h"

void cm_qconv_lanes_portable(const cm_qconv_lanes_args *a) {
    size_t ld = (a->c + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN;
    for (size_t p = 0; p < a->n; p++) {
        for (size_t m = 0; m < a->c; m++) {
            uint32_t sum = (uint32_t)a->init[m];
            for (size_t t = 0; t < a->taps; t++) {
                int32_t w = a->w[(t / 2 * ld + m) * 2 + t % 2];
                sum += (uint32_t)((uint8_t)(a->x[t][p * a->step + m] ^ a->flip) * w);
            }
            int32_t s;
            memcpy(&s, &sum, sizeof s);
            int32_t v = cm_quantize_round((float)s * a->scale[m], a->y_zero, 0, 255);
            a->y[p * a->ld + m] = (uint8_t)((uint8_t)v ^ a->y_flip);
        }
    }
}
