/* rms_norm.c — RMSNormalization: rows divided by the root of their mean square, times a scale.
 *
 *   y[r][i] = x[r][i] / sqrt(mean over i of x[r][i]^2 + epsilon) * scale[i]
 *
 * A row is all dims from the axis on. The scale broadcasts to X and gives y its dtype. Sums are double, the result
 * is rounded once; stash_type, in which ONNX lets a backend compute, is not looked at. Tasks are rows. Source: ONNX
 * RMSNormalization, since_version 23. */
#include "base/math.h"
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct rms_params {
    float epsilon;
    int32_t axis;
} rms_params;

static const cm_field rms_fields[] = {CM_F_F32(rms_params, epsilon, 1e-5F),
                                      CM_F_I32(rms_params, axis, -1)};

static cameo_status rms_shape(cm_shape *s) {
    const rms_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0), *scale = cm_shape_in(s, 1);
    uint32_t axis;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, scale->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
    CM_CHECK(scale->rank == CM_RANK_UNKNOWN || scale->rank <= x->rank, s->e, CAMEO_E_SHAPE,
             "the scale has rank %u, X %u", (unsigned)scale->rank, (unsigned)x->rank);
    return cm_shape_out(s, 0, scale->dtype, x->rank, x->dims);
}

const cm_op cm_op_RMSNormalization = {.id = CM_OP_RMSNormalization,
                                      .n_fields = 2,
                                      .params_size = sizeof(rms_params),
                                      .fields = rms_fields,
                                      .shape = rms_shape};

typedef struct rms_split {
    size_t rows, n, per_task;
} rms_split;

static rms_split rms_split_of(const cm_kctx *k) {
    const rms_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis = (uint32_t)(p->axis < 0 ? p->axis + x->rank : p->axis);
    rms_split s = {1, 1, 1};
    for (uint32_t d = 0; d < x->rank; d++) *(d < axis ? &s.rows : &s.n) *= x->dims[d];
    s.per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s.n));
    return s;
}

/* Element of the scale for element i of X, of equal dims from the end on or of 1. */
static size_t rms_scale_at(const cm_tensor *x, const cm_tensor *scale, size_t i) {
    size_t at = 0, step = 1;
    for (uint32_t d = 0; d < scale->rank; d++) {
        size_t dim = x->dims[x->rank - 1u - d], own = scale->dims[scale->rank - 1u - d];
        at += own == 1 ? 0 : i % dim * step;
        i /= dim;
        step *= own;
    }
    return at;
}

/* Are the scale's dims those at the end of X's, ones before them apart? Then element i takes scale i modulo its
 * size. */
static bool rms_scale_is_suffix(const cm_tensor *x, const cm_tensor *scale) {
    bool ones = false;
    for (uint32_t d = 0; d < scale->rank; d++) {
        size_t dim = x->dims[x->rank - 1u - d], own = scale->dims[scale->rank - 1u - d];
        if (own != dim || ones) {
            if (own != 1) return false;
            ones = true;
        }
    }
    return true;
}

/* One phase over rows. Scratch: none. Errors: E_SHAPE the axis; a scale that does not broadcast to X. */
cameo_status cm_rms_norm_setup(const cm_kctx *k, cm_setup *s) {
    const rms_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0), *scale = cm_in(k, 1);
    uint32_t axis;
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, k->e));
    CM_CHECK(scale->rank <= x->rank, k->e, CAMEO_E_SHAPE, "the scale has rank %u, X %u",
             (unsigned)scale->rank, (unsigned)x->rank);
    for (uint32_t d = 0; d < scale->rank; d++) {
        size_t own = scale->dims[d], dim = x->dims[x->rank - scale->rank + d];
        CM_CHECK(own == dim || own == 1, k->e, CAMEO_E_SHAPE,
                 "dim %u of the scale is %zu, want 1 or %zu", d, own, dim);
    }
    rms_split z = rms_split_of(k);
    cm_setup_simple(s, z.rows, z.per_task);
    return CAMEO_OK;
}

static double rms_inverse(double sum, size_t n, float epsilon) {
    return 1 / cm_sqrt(sum / (double)n + (double)epsilon);
}

/* A row of any float dtypes, by chunks. */
static void rms_row(const cm_kctx *k, const rms_split *z, size_t row, bool suffix) {
    const cm_tensor *x = cm_in(k, 0), *scale = cm_in(k, 1);
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    double part[CM_LANE_ITEMS], factor[CM_LANE_ITEMS], sum = 0;
    for (size_t i = 0; i < z->n; i += CM_LANE_ITEMS) {
        size_t n = cm_min_size(CM_LANE_ITEMS, z->n - i);
        cm_lane_load_f64(x->dtype, x->data, row * z->n + i, n, part);
        for (size_t j = 0; j < n; j++) sum += part[j] * part[j];
    }
    double inverse = rms_inverse(sum, z->n, ((const rms_params *)k->params)->epsilon);
    for (size_t i = 0; i < z->n; i += CM_LANE_ITEMS) {
        size_t n = cm_min_size(CM_LANE_ITEMS, z->n - i), first = row * z->n + i;
        cm_lane_load_f64(x->dtype, x->data, first, n, part);
        for (size_t j = 0; j < n; j++) {
            size_t at = suffix ? (first + j) % scale->n : rms_scale_at(x, scale, first + j);
            cm_lane_load_f64(scale->dtype, scale->data, at, 1, factor);
            part[j] *= inverse * factor[0];
        }
        cm_lane_store_f64(cm_out(k, 0)->dtype, cm_out(k, 0)->data, first, n, part, rounding);
    }
}

cameo_status cm_rms_norm_any_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    rms_split z = rms_split_of(k);
    bool suffix = rms_scale_is_suffix(cm_in(k, 0), cm_in(k, 1));
    (void)phase;
    for (size_t r = begin * z.per_task; r < cm_min_size(z.rows, end * z.per_task); r++)
        rms_row(k, &z, r, suffix);
    return CAMEO_OK;
}

/* A row of f32 whose scale has its elements. */
static void rms_row_f32(const float *x, const float *scale, float *y, size_t n, float epsilon) {
    double sum[4] = {0};
    size_t whole = n - n % 4;
    for (size_t i = 0; i < whole; i += 4) {
        for (size_t j = 0; j < 4; j++) sum[j] += (double)x[i + j] * (double)x[i + j];
    }
    for (size_t i = whole; i < n; i++) sum[i - whole] += (double)x[i] * (double)x[i];
    double inverse = rms_inverse((sum[0] + sum[1]) + (sum[2] + sum[3]), n, epsilon);
    for (size_t i = 0; i < n; i++) y[i] = (float)((double)x[i] * inverse * (double)scale[i]);
}

cameo_status cm_rms_norm_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    rms_split z = rms_split_of(k);
    const cm_tensor *x = cm_in(k, 0), *scale = cm_in(k, 1);
    if (scale->n != z.n || z.n == 0 || !rms_scale_is_suffix(x, scale))
        return cm_rms_norm_any_run(k, phase, begin, end);
    for (size_t r = begin * z.per_task; r < cm_min_size(z.rows, end * z.per_task); r++) {
        rms_row_f32((const float *)x->data + r * z.n, scale->data,
                    (float *)cm_out(k, 0)->data + r * z.n, z.n,
                    ((const rms_params *)k->params)->epsilon);
    }
    return CAMEO_OK;
}
