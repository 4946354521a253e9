/* conv_lanes.c — the portable variant of the inner loop of depthwise convolutions, the oracle of the others. See
 * conv_lanes.h. */
#include "kernels/prim/conv_lanes.h"

/* see conv_lanes.h */
void cm_conv_lanes_f32_portable(const cm_conv_lanes_args *a) {
    for (size_t p = 0; p < a->n; p++) {
        for (size_t m = 0; m < a->c; m++) {
            float v = 0;
            for (size_t s = 0; s < a->n_rows; s++) {
                const float *x = a->x[s] + a->x_at + p * a->x_out + m;
                const float *w = a->w[s] + a->w_at + m;
                for (size_t k = 0; k < a->kernel; k++) v += x[k * a->x_tap] * w[k * a->w_tap];
            }
            if (a->bias != NULL) v += a->bias[m];
            if (a->r != NULL) v += a->r[p * a->ld + m];
            v = v < a->lo ? a->lo : v;
            a->y[p * a->ld + m] = v > a->hi ? a->hi : v;
        }
    }
}
