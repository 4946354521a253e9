/* rotary_pairs.c — the portable variant of rotary_pairs.h, the oracle of the others. */
#include "kernels/prim/rotary_pairs.h"

void cm_rotary_pairs_portable(float *y, const float *x, const float *cos, const float *sin, size_t half,
                              bool interleaved) {
    size_t step = interleaved ? 2 : 1, other = interleaved ? 1 : half;
    for (size_t i = 0; i < half; i++) {
        double a = (double)x[i * step], b = (double)x[i * step + other], c = (double)cos[i], s = (double)sin[i];
        y[i * step] = (float)(c * a - s * b);
        y[i * step + other] = (float)(s * a + c * b);
    }
}
