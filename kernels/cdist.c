/* cdist.c — com.microsoft.CDist: distances between the rows of A [m][d] and those of B [n][d].
 *
 *   y[i][j] = sum over d of (a[i][d] - b[j][d])^2, or its root
 *
 * Sums are double, rounded once. Tasks are rows of y. Source: onnxruntime com.microsoft.CDist, version 1. */
#include "base/math.h"
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct cdist_params {
    int32_t metric;
} cdist_params;

static const cm_field cdist_fields[] = {
    CM_F_ENUM(cdist_params, metric, "sqeuclidean,euclidean", 0)};

static cameo_status cdist_shape(cm_shape *s) {
    const cm_avalue *a = cm_shape_in(s, 0), *b = cm_shape_in(s, 1);
    cm_dim dims[2] = {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN};
    for (uint32_t i = 0; i < 2; i++) {
        const cm_avalue *v = i == 0 ? a : b;
        CM_CHECK(v->rank == CM_RANK_UNKNOWN || v->rank == 2, s->e, CAMEO_E_SHAPE,
                 "input %u has rank %u, want 2", i, (unsigned)v->rank);
        if (v->rank == 2) dims[i] = v->dims[0];
    }
    CM_CHECK(a->rank != 2 || b->rank != 2 || cm_shape_equal(s, a->dims[1], b->dims[1]), s->e,
             CAMEO_E_SHAPE, "rows of A and B differ in length");
    return cm_shape_out(s, 0, a->dtype, 2, dims);
}

static uint64_t cdist_cost(const cm_shape *s) {
    const cm_avalue *a = cm_shape_in(s, 0);
    return cm_cost_mul(cm_cost_mul((uint64_t)a->dims[0], (uint64_t)a->dims[1]),
                       (uint64_t)cm_shape_in(s, 1)->dims[0]);
}

const cm_op cm_op_ms_CDist = {.id = CM_OP_ms_CDist,
                              .n_fields = 1,
                              .params_size = sizeof(cdist_params),
                              .fields = cdist_fields,
                              .shape = cdist_shape,
                              .cost = cdist_cost};

static size_t cdist_per_task(const cm_tensor *a, const cm_tensor *b) {
    return cm_max_size(
        1, CM_TASK_ITEMS /
               cm_max_size(1, cm_max_size(1, a->dims[1]) * cm_min_size(b->dims[0], CM_TASK_ITEMS)));
}

/* Errors: E_SHAPE rows of different length. */
cameo_status cm_cdist_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *a = cm_in(k, 0), *b = cm_in(k, 1);
    CM_CHECK(a->rank == 2 && b->rank == 2 && a->dims[1] == b->dims[1], k->e, CAMEO_E_SHAPE,
             "rows of A and B differ in length");
    cm_setup_simple(s, a->dims[0], cdist_per_task(a, b));
    return CAMEO_OK;
}

static double cdist_of(const cm_tensor *a, size_t i, const cm_tensor *b, size_t j, size_t d) {
    double sum = 0;
    if (a->dtype == CAMEO_DOUBLE) {
        const double *x = (const double *)a->data + i * d, *y = (const double *)b->data + j * d;
        for (size_t l = 0; l < d; l++) sum += (x[l] - y[l]) * (x[l] - y[l]);
    } else {
        const float *x = (const float *)a->data + i * d, *y = (const float *)b->data + j * d;
        for (size_t l = 0; l < d; l++)
            sum += ((double)x[l] - (double)y[l]) * ((double)x[l] - (double)y[l]);
    }
    return sum;
}

cameo_status cm_cdist_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *a = cm_in(k, 0), *b = cm_in(k, 1), *y = cm_out(k, 0);
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    size_t per_task = cdist_per_task(a, b), n = b->dims[0], d = a->dims[1];
    bool root = ((const cdist_params *)k->params)->metric != 0;
    (void)phase;
    for (size_t i = begin * per_task; i < cm_min_size(a->dims[0], end * per_task); i++) {
        for (size_t j = 0; j < n; j++) {
            double v = d == 0 ? 0 : cdist_of(a, i, b, j, d);
            if (root) v = cm_sqrt(v);
            cm_lane_store_f64(y->dtype, y->data, i * n + j, 1, &v, rounding);
        }
    }
    return CAMEO_OK;
}
