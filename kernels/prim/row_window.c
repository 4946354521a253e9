/* row_window.c — the portable variants. See row_window.h. */
#include "kernels/prim/row_window.h"

void cm_window_max_portable(const cm_window_row *w, const float *x, float *y, size_t n) {
    cm_window_max_rest(w, x, y, 0, n);
}

void cm_window_mean_portable(const cm_window_row *w, const float *x, float *y, size_t n) {
    cm_window_mean_rest(w, x, y, 0, n);
}
