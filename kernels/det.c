/* det.c — Det: the determinant of each matrix of a batch, by elimination with the greatest pivot of a column, in
 * double, rounded once. A matrix of no rows has determinant 1. Source: ONNX Det, since_version 11, 22. */
#include "base/math.h"
#include "kernels/lane.h"
#include "kernels/move.h"

static cameo_status det_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank >= 2, s->e, CAMEO_E_SHAPE, "X has rank %u, want at least 2", (unsigned)x->rank);
    uint32_t rank = x->rank - 2u;
    CM_CHECK(cm_shape_equal(s, x->dims[rank], x->dims[rank + 1]), s->e, CAMEO_E_SHAPE,
             "the matrices of X are not square");
    return cm_shape_out(s, 0, x->dtype, rank, x->dims);
}

static uint64_t det_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    uint64_t n = x->rank == 0 ? 1 : (uint64_t)x->dims[x->rank - 1];
    for (uint32_t d = 0; d < x->rank; d++) n = cm_cost_mul(n, (uint64_t)x->dims[d]);
    return cm_cost_add(n, cm_shape_cost(&s->out[0], 8));
}

const cm_op cm_op_Det = {.id = CM_OP_Det, .shape = det_shape, .cost = det_cost};

/* Matrices of a task. */
static size_t det_per_task(size_t m) { return m > 128 ? 1 : CM_TASK_ITEMS * 16 / (m * m * m + 64) + 1; }

/* One phase over the matrices. Scratch of a worker: one matrix of doubles. Errors: E_SHAPE not square; E_LIMIT. */
cameo_status cm_det_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    size_t bytes;
    CM_CHECK(x->rank >= 2 && x->dims[x->rank - 2u] == x->dims[x->rank - 1u], k->e, CAMEO_E_SHAPE,
             "X of rank %u has no square matrices", (unsigned)x->rank);
    size_t m = x->dims[x->rank - 1u];
    bool over = cm_ckd_mul(m, m, &bytes) || cm_ckd_mul(bytes, sizeof(double), &s->worker_scratch);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "matrices of %zu rows are too large", m);
    cm_setup_simple(s, cm_out(k, 0)->n, det_per_task(m));
    return CAMEO_OK;
}

/* Brings the greatest element of column c, from row c down, into row c: its row before. */
static size_t det_pivot(double *a, size_t m, size_t c) {
    size_t best = c;
    for (size_t r = c + 1; r < m; r++) {
        if (cm_fabs(a[r * m + c]) > cm_fabs(a[best * m + c])) best = r;
    }
    for (size_t i = c; best != c && i < m; i++) {
        double v = a[c * m + i];
        a[c * m + i] = a[best * m + i];
        a[best * m + i] = v;
    }
    return best;
}

/* a [m][m] is used up. */
static cameo_status det_of(const cm_kctx *k, double *a, size_t m, uint64_t *done, double *result) {
    double det = 1;
    *result = 0;
    for (size_t c = 0; c < m; c++) {
        if (det_pivot(a, m, c) != c) det = -det;
        double p = a[c * m + c];
        det *= p;
        if (p == 0) return CAMEO_OK;
        for (size_t r = c + 1; r < m; r++) {
            CM_TRY(cm_poll(k, m - c, done));
            double f = a[r * m + c] / p;
            for (size_t i = c + 1; f != 0 && i < m; i++) a[r * m + i] -= f * a[c * m + i];
        }
    }
    *result = det;
    return CAMEO_OK;
}

/* cm_det_run — y[i] = det x[i]. x [...][m][m], y [...], float, double, float16, bfloat16. Errors: those of cm_poll. */
cameo_status cm_det_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    double *a = (double *)(void *)k->worker_scratch;
    size_t m = x->dims[x->rank - 1u], per_task = det_per_task(m);
    uint64_t done = 0;
    (void)phase;
    for (size_t i = begin * per_task; i < cm_min_size(y->n, end * per_task); i++) {
        cm_lane_load_f64(x->dtype, x->data, i * m * m, m * m, a);
        double det;
        CM_TRY(det_of(k, a, m, &done, &det));
        cm_lane_store_f64(y->dtype, y->data, i, 1, &det, (cm_lane_rounding){false, CM_E8M0_UP});
    }
    return CAMEO_OK;
}
