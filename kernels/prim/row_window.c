/* row_window.c — the portable variants. See row_window.h. */
#include "kernels/prim/row_window.h"

#include "base/math.h"

void cm_row_taps_portable(const cm_row_taps *t, const uint8_t *x, float *y, size_t n) {
    for (size_t k = 0; k < t->taps; k++, x += t->dilation * sizeof(float), y += t->ld) cm_row_tap(x, t->stride, y, n);
}

void cm_window_max_portable(const cm_window_row *w, const float *x, float *y, size_t n) {
    cm_window_max_rest(w, x, y, 0, n);
}

void cm_window_mean_portable(const cm_window_row *w, const float *x, float *y, size_t n) {
    cm_window_mean_rest(w, x, y, 0, n);
}

/* The rows of a line, element by element. */
static void pool_row_share(const cm_pool_row *p, const cm_pool_line *l, bool max, float *to) {
    for (size_t i = 0; i < p->in; i++) {
        float all = l->x[i];
        for (size_t z = 0; z < l->n_planes; z++) {
            for (size_t r = z == 0; r < l->n_rows; r++) {
                float v = l->x[i + z * p->plane_step + r * p->row_step];
                if (!max) all += v;
                else if (!(v <= all) && all == all) all = v;
            }
        }
        to[i] = all;
    }
}

void cm_pool_row_max_portable(const cm_pool_row *p, const cm_pool_line *line, size_t n, float *y) {
    cm_window_row w = {.taps = p->taps, .stride = p->stride, .dilation = p->dilation, .divisor = 1};
    for (size_t i = 0; i < n; i++, y += p->out) {
        pool_row_share(p, &line[i], true, p->buffer + p->left);
        cm_window_max_rest(&w, p->buffer, y, 0, p->out);
    }
}

void cm_pool_row_mean_portable(const cm_pool_row *p, const cm_pool_line *line, size_t n, float *y) {
    cm_window_row w = {.taps = p->taps, .stride = p->stride, .dilation = p->dilation, .divisor = 1};
    for (size_t i = 0; i < n; i++, y += p->out) {
        pool_row_share(p, &line[i], false, p->buffer + p->left);
        cm_window_mean_rest(&w, p->buffer, y, 0, p->out);
        for (size_t j = 0; j < p->out; j++) y[j] /= line[i].divisor * p->columns[j];
    }
}

float cm_plane_max_portable(const float *x, size_t n) {
    float best = -CM_INF_F32;
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] <= best) && best == best) best = x[i];
    }
    return best;
}

float cm_plane_mean_portable(const float *x, size_t n) {
    double acc[8] = {0};
    size_t i = 0;
    for (; n - i >= 8; i += 8) {
        for (size_t j = 0; j < 8; j++) acc[j] += (double)x[i + j];
    }
    for (size_t j = 0; i < n; i++, j++) acc[j] += (double)x[i];
    double sum = ((acc[0] + acc[4]) + (acc[2] + acc[6])) + ((acc[1] + acc[5]) + (acc[3] + acc[7]));
    return (float)(sum / (double)n);
}
