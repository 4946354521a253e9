/* inverse.c — com.microsoft.Inverse: matrices [...][n][n] turned into their inverses.
 *
 * Gauss-Jordan elimination with the largest element of a column as pivot, in double, rounded once. A singular matrix
 * gives infinities or NaN. Tasks are matrices. Source: onnxruntime com.microsoft.Inverse, version 1. */
#include "kernels/kernel.h"
#include "kernels/lane.h"

static cameo_status inverse_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_CHECK(x->rank == CM_RANK_UNKNOWN ||
                 (x->rank >= 2 && cm_shape_equal(s, x->dims[x->rank - 1u], x->dims[x->rank - 2u])),
             s->e, CAMEO_E_SHAPE, "the last two dims differ, or the rank is %u", (unsigned)x->rank);
    return cm_shape_out_like(s, 0, 0);
}

static uint64_t inverse_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    uint64_t n = (uint64_t)x->dims[x->rank - 1u];
    for (uint32_t d = 0; d < x->rank; d++) n = cm_cost_mul(n, (uint64_t)x->dims[d]);
    return cm_cost_add(cm_cost_mul(n, 2), cm_shape_cost_rows(x, x->rank - 2u, 512));
}

const cm_op cm_op_ms_Inverse = {
    .id = CM_OP_ms_Inverse, .shape = inverse_shape, .cost = inverse_cost};

/* Room for a matrix and what becomes its inverse. Errors: E_SHAPE the last two dims differ; E_LIMIT. */
cameo_status cm_inverse_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    CM_CHECK(x->rank >= 2 && x->dims[x->rank - 1u] == x->dims[x->rank - 2u], k->e, CAMEO_E_SHAPE,
             "the last two dims differ, or the rank is %u", (unsigned)x->rank);
    size_t n = x->dims[x->rank - 1u], bytes;
    bool fits =
        !cm_ckd_mul(n, n, &bytes) && !cm_ckd_mul(bytes, 2 * sizeof(double), &s->worker_scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu x %zu exceed the address space", n, n);
    cm_setup_simple(s, n == 0 ? 0 : x->n / (n * n), 1);
    return CAMEO_OK;
}

static double inverse_abs(double x) { return x < 0 ? -x : x; }

static void inverse_swap(double *m, size_t n, size_t a, size_t b) {
    for (size_t j = 0; j < n; j++) {
        double t = m[a * n + j];
        m[a * n + j] = m[b * n + j];
        m[b * n + j] = t;
    }
}

/* m becomes the unit matrix, y what was its inverse. */
static cameo_status inverse_eliminate(const cm_kctx *k, double *m, double *y, size_t n, uint64_t *done) {
    for (size_t i = 0; i < n * n; i++) y[i] = i / n == i % n;
    for (size_t c = 0; c < n; c++) {
        size_t pivot = c;
        for (size_t r = c + 1; r < n; r++) {
            if (inverse_abs(m[r * n + c]) > inverse_abs(m[pivot * n + c])) pivot = r;
        }
        if (pivot != c) {
            inverse_swap(m, n, c, pivot);
            inverse_swap(y, n, c, pivot);
        }
        double scale = 1 / m[c * n + c];
        for (size_t j = 0; j < n; j++) {
            m[c * n + j] *= scale;
            y[c * n + j] *= scale;
        }
        for (size_t r = 0; r < n; r++) {
            double f = m[r * n + c];
            if (r == c || f == 0) continue;
            CM_TRY(cm_poll(k, 2 * n, done));
            for (size_t j = 0; j < n; j++) {
                m[r * n + j] -= f * m[c * n + j];
                y[r * n + j] -= f * y[c * n + j];
            }
        }
    }
    return CAMEO_OK;
}

cameo_status cm_inverse_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    size_t n = x->dims[x->rank - 1u];
    double *m = (double *)(void *)k->worker_scratch;
    uint64_t done = 0;
    (void)phase;
    for (size_t t = begin; t < end; t++) {
        cm_lane_load_f64(x->dtype, x->data, t * n * n, n * n, m);
        CM_TRY(inverse_eliminate(k, m, m + n * n, n, &done));
        cm_lane_store_f64(y->dtype, y->data, t * n * n, n * n, m + n * n, rounding);
    }
    return CAMEO_OK;
}
