/* conv_line.c — the portable variant of the inner loop of convolutions with few channels, the oracle of the others. */
#include "kernels/prim/conv_line.h"

void cm_conv_line_f32_portable(const cm_conv_line_args *a) {
    for (size_t m = 0; m < a->c; m++) {
        for (size_t j = 0; j < a->n; j++) {
            float v = 0;
            for (size_t s = 0; s < a->n_rows; s++) {
                for (size_t k = 0; k < a->kernel; k++) v += a->x[s][a->off[k] + j] * a->w[s][m * a->w_ld + k];
            }
            if (a->bias != NULL) v += a->bias[m];
            if (a->r != NULL) v += a->r[m * a->ld + j];
            v = v < a->lo ? a->lo : v;
            a->y[m * a->ld + j] = v > a->hi ? a->hi : v;
        }
    }
}
