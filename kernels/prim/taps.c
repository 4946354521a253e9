/* taps.c — the portable variants. See taps.h. */
#include "kernels/prim/taps.h"

#include "base/bytes.h"
#include "base/ckd.h"

/* Channels that are summed up together. */
#define TAPS_BLOCK 16

void cm_taps_max_portable(const float *const *tap, size_t n_taps, float divisor, bool more, float *y,
                          size_t n, size_t n_outputs, size_t step) {
    (void)divisor;
    for (size_t o = 0; o < n_outputs; o++, y += n) {
        for (size_t t = 0; t < n_taps; t++) {
            const float *x = tap[t] + o * step;
            for (size_t i = 0; i < n; i++) {
                bool first = t == 0 && !more;
                /* Nothing is above NaN: it stays. */
                if (first || (!(x[i] <= y[i]) && y[i] == y[i])) y[i] = x[i];
            }
        }
    }
}

void cm_taps_mean_portable(const float *const *tap, size_t n_taps, float divisor, bool more, float *y,
                           size_t n, size_t n_outputs, size_t step) {
    for (size_t o = 0; o < n_outputs; o++, y += n) {
        for (size_t at = 0; at < n; at += TAPS_BLOCK) {
            double sum[TAPS_BLOCK];
            size_t m = n - at < TAPS_BLOCK ? n - at : TAPS_BLOCK;
            for (size_t i = 0; i < m; i++) sum[i] = more ? (double)y[at + i] : 0;
            for (size_t t = 0; t < n_taps; t++) {
                for (size_t i = 0; i < m; i++) sum[i] += (double)tap[t][o * step + at + i];
            }
            for (size_t i = 0; i < m; i++) y[at + i] = (float)(sum[i] / (double)divisor);
        }
    }
}

#define LOOP_NAME(f) f##_portable
#define LOOP_TARGET
#include "kernels/prim/taps_8_tmpl.h"
#undef LOOP_NAME
#undef LOOP_TARGET
