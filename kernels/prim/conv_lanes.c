/* conv_lanes.c — the portable variant of the inner loop of depthwise convolutions, the oracle of the others. See
 * conv_lanes.h. */
#include "kernels/prim/conv_lanes.h"

/* All channels of output p, whose taps [begin, end) lie inside the data. */
static void conv_lanes_output(const cm_conv_lanes_args *a, size_t p, ptrdiff_t begin, ptrdiff_t end) {
    ptrdiff_t column = a->at + (ptrdiff_t)p * a->stride;
    for (size_t m = 0; m < a->c; m++) {
        float v = 0;
        for (size_t s = 0; s < a->n_rows; s++) {
            size_t lane = m - m % a->group + s % a->group;
            for (ptrdiff_t k = begin; k < end; k++) {
                v += a->x[s][(size_t)(column + k * a->dilation) * a->x_ld + lane] * a->w[s][(size_t)k * a->w_ld + m];
            }
        }
        if (a->bias != NULL) v += a->bias[m];
        if (a->r != NULL) v += a->r[p * a->ld + m];
        v = v < a->lo ? a->lo : v;
        a->y[p * a->ld + m] = v > a->hi ? a->hi : v;
    }
}

void cm_conv_lanes_f32_portable(const cm_conv_lanes_args *a) {
    ptrdiff_t begin, end;
    for (size_t p = 0; p < a->n; p++) {
        cm_conv_lanes_clip(a->at + (ptrdiff_t)p * a->stride, a->dilation, a->in, &begin, &end);
        conv_lanes_output(a, p, begin, end < a->kernel ? end : a->kernel);
    }
}
