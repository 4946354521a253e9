/* mean_variance.c — MeanVarianceNormalization: (x - mean) / (deviation + 1e-9) over some axes, in double, rounded once.
 * Source: ONNX MeanVarianceNormalization, since_version 9, 13; the 1e-9 is that of its function body. */
#include "base/math.h"
#include "kernels/move.h"
#include "kernels/real.h"

typedef struct mean_variance_params {
    int32_t axes[CM_MAX_RANK], n_axes;
} mean_variance_params;

static const cm_field mean_variance_fields[] = {CM_F_I32S(mean_variance_params, axes)};

static cameo_status mean_variance_parse(const cm_parse *p, void *params) {
    static const int32_t axes[3] = {0, 2, 3};
    mean_variance_params *q = params;
    if (cm_attr_find(p, "axes") != NULL) return CAMEO_OK;
    for (q->n_axes = 0; q->n_axes < 3; q->n_axes++) q->axes[q->n_axes] = axes[q->n_axes];
    return CAMEO_OK;
}

/* The axes as bits. Errors: E_SHAPE out of range. */
static cameo_status mean_variance_axes(const mean_variance_params *q, uint32_t rank, uint32_t *axes, cameo_error *e) {
    *axes = 0;
    for (int32_t i = 0; i < q->n_axes; i++) {
        uint32_t d;
        CM_TRY(cm_axis_normalize(q->axes[i], rank, "axes", &d, e));
        *axes |= UINT32_C(1) << d;
    }
    if (q->n_axes == 0) *axes = (UINT32_C(1) << rank) - 1;
    return CAMEO_OK;
}

static cameo_status mean_variance_shape(cm_shape *s) {
    uint32_t axes, rank = cm_shape_in(s, 0)->rank;
    if (rank != CM_RANK_UNKNOWN) CM_TRY(mean_variance_axes(s->params, rank, &axes, s->e));
    return cm_shape_out_like(s, 0, 0);
}

const cm_op cm_op_MeanVarianceNormalization = {.id = CM_OP_MeanVarianceNormalization,
                                               .flags = CM_OPF_INPLACE,
                                               .n_fields = 1,
                                               .params_size = sizeof(mean_variance_params),
                                               .fields = mean_variance_fields,
                                               .parse = mean_variance_parse,
                                               .shape = mean_variance_shape};

/* Groups of elements that share a mean: one for each index of the other axes. */
typedef struct mean_variance_split {
    cm_strided group, within; /* strides of x */
    size_t groups, items, per_task;
} mean_variance_split;

/* Appends a dim. */
static void mean_variance_add(cm_strided *v, size_t dim, size_t stride) {
    v->dims[v->rank] = dim;
    v->stride[v->rank++] = stride;
}

static cameo_status mean_variance_split_of(const cm_kctx *k, mean_variance_split *s) {
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axes;
    *s = (mean_variance_split){.groups = 1, .items = 1, .per_task = 1};
    CM_TRY(mean_variance_axes(k->params, x->rank, &axes, k->e));
    if (x->n == 0) s->groups = 0;
    for (uint32_t d = 0; x->n != 0 && d < x->rank; d++) {
        bool inside = (axes >> d & 1) != 0;
        mean_variance_add(inside ? &s->within : &s->group, x->dims[d], cm_move_count(x->dims, d + 1, x->rank));
        *(inside ? &s->items : &s->groups) *= x->dims[d];
    }
    s->per_task = CM_TASK_ITEMS / s->items + 1;
    return CAMEO_OK;
}

/* One phase over the groups. Scratch: none. Errors: E_SHAPE the axes. */
cameo_status cm_mean_variance_setup(const cm_kctx *k, cm_setup *s) {
    mean_variance_split split;
    CM_TRY(mean_variance_split_of(k, &split));
    cm_setup_simple(s, split.groups, split.per_task);
    return CAMEO_OK;
}

/* Sums in vectors serve where the deviation is so large beside the mean that neither the difference of the mean square
 * and the square of the mean nor the mean as a float loses what a float holds. */
#define MEAN_VARIANCE_SPREAD 0.02 /* variance over the mean square */

/* mean_variance_group for f32 whose innermost axis is dense; false, and nothing written, where it does not serve. */
static bool mean_variance_rows(const cm_kctx *k, const mean_variance_split *s, size_t base, size_t run) {
#if CAMEO_FROZEN
    return (void)k, (void)s, (void)base, (void)run, false;
#else
    const float *x = (const float *)cm_in(k, 0)->data + base;
    float *y = (float *)cm_out(k, 0)->data + base;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < s->items; i += run) {
        size_t at = cm_strided_at(&s->within, i);
        CM_PRIM(k, reduce_rows_f32)(CM_REDUCE_SUM, &sum, x + at, 1, run);
        CM_PRIM(k, reduce_rows_f32)(CM_REDUCE_SQUARE, &squares, x + at, 1, run);
    }
    double mean = sum / (double)s->items, square = squares / (double)s->items, variance = square - mean * mean;
    if (!(variance > MEAN_VARIANCE_SPREAD * square && square < 1e30 && square > 1e-30)) return false;
    float middle = (float)mean, scale = (float)(1 / (cm_sqrt(variance) + 1e-9)), none = -0.0F;
    for (size_t i = 0; i < s->items; i += run) {
        size_t at = cm_strided_at(&s->within, i);
        CM_PRIM(k, affine_f32)(x + at, &middle, &scale, &none, 0, y + at, run);
    }
    return true;
#endif
}

/* The run of a dense innermost axis, with the axes before it that go on where it ends. */
static size_t mean_variance_run(const cm_strided *within) {
    size_t run = 1;
    for (uint32_t d = within->rank; d-- > 0 && within->stride[d] == run;) run *= within->dims[d];
    return run;
}

/* One group: element i of it is x[base + within(i)]; the innermost axis is walked without a division. */
static void mean_variance_group(const cm_kctx *k, const mean_variance_split *s, size_t base) {
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    uint32_t last = s->within.rank;
    size_t run = last == 0 ? 1 : s->within.dims[last - 1], step = last == 0 ? 0 : s->within.stride[last - 1];
    double sum = 0, squares = 0, mean = 0, deviation = 0;
    size_t dense = mean_variance_run(&s->within);
    if (x->dtype == CAMEO_FLOAT && dense >= 8 && mean_variance_rows(k, s, base, dense)) return;
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; i < s->items; i += run) {
            size_t at = base + cm_strided_at(&s->within, i);
            for (size_t j = 0; j < run; j++, at += step) {
                double v = cm_real_at(x->dtype, x->data, at);
                if (pass == 0)
                    sum += v;
                else if (pass == 1)
                    squares += (v - mean) * (v - mean);
                else
                    cm_real_put(y->dtype, y->data, at, (v - mean) / deviation);
            }
        }
        if (pass == 0) mean = sum / (double)s->items;
        if (pass == 1) deviation = cm_sqrt(squares / (double)s->items) + 1e-9;
    }
}

/* cm_mean_variance_run — x, y of one float dtype; y may equal x. Errors: E_SHAPE. */
cameo_status cm_mean_variance_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    mean_variance_split s;
    (void)phase;
    CM_TRY(mean_variance_split_of(k, &s));
    for (size_t g = begin * s.per_task; g < cm_min_size(s.groups, end * s.per_task); g++) {
        mean_variance_group(k, &s, cm_strided_at(&s.group, g));
    }
    return CAMEO_OK;
}
