/* resample.c — the portable variants. See resample.h. */
#include "kernels/prim/resample.h"

#include "base/ckd.h"

void cm_mix_rows_portable(const float *const *row, const float *w, size_t n_rows, bool add, float *y, size_t n) {
    for (size_t i = 0; i < n; i++) {
        float sum = add ? y[i] : 0;
        for (size_t r = 0; r < n_rows; r++) sum += w[r] * row[r][i];
        y[i] = sum;
    }
}

void cm_resample_portable(const cm_resample *r, const float *x, float *y, size_t n) {
    cm_resample_rest(r, x, y, 0, n);
}

#define LOOP_NAME(f) f##_portable
#define LOOP_TARGET
#include "kernels/prim/mix_bytes_tmpl.h"
#undef LOOP_NAME
#undef LOOP_TARGET
