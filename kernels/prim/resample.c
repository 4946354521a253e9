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

void cm_twice_rows_portable(const float *x, size_t step, float *y, size_t rows, size_t n) {
    for (size_t r = 0; r < rows; r++, x += step, y += 4 * n) {
        for (size_t i = 0; i < n; i++) y[2 * i] = y[2 * i + 1] = x[i];
        memcpy(y + 2 * n, y, 2 * n * sizeof *y);
    }
}

/* Elements whose sums are kept together: loops of a constant length become vectors. */
#define RESAMPLE_CHUNK 16

/* n: a constant where it counts. */
#define MIX_BYTES(name, type, lo, hi)                                                                             \
    CM_INLINE void resample_##name(const uint8_t *const *x, const double *w, size_t n_x, uint8_t *y, size_t at,   \
                                const size_t n) {                                                                 \
        double sum[RESAMPLE_CHUNK];                                                                               \
        for (size_t i = 0; i < n; i++) sum[i] = 0;                                                                \
        for (size_t t = 0; t < n_x; t++) {                                                                        \
            const type *from = (const type *)x[t] + at;                                                           \
            double weight = w[t];                                                                                 \
            for (size_t i = 0; i < n; i++) sum[i] += weight * (double)from[i];                                    \
        }                                                                                                         \
        for (size_t i = 0; i < n; i++) y[at + i] = (uint8_t)cm_mix_round(sum[i], lo, hi);                         \
    }                                                                                                             \
    void cm_##name##_portable(const uint8_t *const *x, const double *w, size_t n_x, uint8_t *y, size_t n) {       \
        size_t at = 0;                                                                                            \
        for (; !CM_SMALL && n - at >= RESAMPLE_CHUNK; at += RESAMPLE_CHUNK)                                       \
            resample_##name(x, w, n_x, y, at, RESAMPLE_CHUNK);                                                    \
        for (size_t part; at < n; at += part) {                                                                   \
            part = cm_min_size(n - at, RESAMPLE_CHUNK);                                                           \
            resample_##name(x, w, n_x, y, at, part);                                                              \
        }                                                                                                         \
    }
MIX_BYTES(mix_u8, uint8_t, 0, 255)
MIX_BYTES(mix_i8, int8_t, -128, 127)
#undef MIX_BYTES

#define LOOP_NAME(f) f##_portable
#define LOOP_TARGET
#include "kernels/prim/mix_columns_tmpl.h"
#undef LOOP_NAME
#undef LOOP_TARGET
