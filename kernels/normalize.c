/* normalize.c — LayerNormalization, InstanceNormalization: rows minus their mean, divided by their
 * deviation, times a scale, plus a bias.
 *
 * Both are [rows][n]: a layer is all dims from the axis on, with a scale for each of its elements;
 * an instance is the spatial dims of one channel, with one scale for the row. Mean and (population)
 * variance are doubles, the variance that of x - mean, and the result is rounded once (f32 in vectors:
 * kernels/prim/norm_rows.h). stash_type,
 * in which ONNX lets a backend compute, is the dtype of the outputs Mean and InvStdDev only. Output
 * 0 may lie on scale or bias only if there is one row, or one element a row, and then each element
 * is written after it was read. Source: ONNX LayerNormalization 17; InstanceNormalization 1, 6, 22.
 */
#include "base/math.h"
#include "kernels/half.h"
#include "kernels/lane.h"
#include "kernels/normalize.h"

static const cm_field normalize_fields[] = {CM_F_F32(cm_normalize_params, epsilon, 1e-5F),
                                            CM_F_I32(cm_normalize_params, axis, -1),
                                            CM_F_I32(cm_normalize_params, stash_type, CAMEO_FLOAT)};

static const cm_field normalize_instance_fields[] = {CM_F_F32(cm_normalize_params, epsilon, 1e-5F),
                                                     CM_F_OWN(cm_normalize_params, channels_last),
                                                     CM_F_OWN(cm_normalize_params, groups)};

static cameo_status normalize_parse(const cm_parse *p, void *params) {
    const cm_normalize_params *q = params;
    CM_CHECK(q->stash_type == CAMEO_FLOAT || q->stash_type == CAMEO_BFLOAT16, p->e, CAMEO_E_TYPE,
             "stash_type is %d, want %d or %d", (int)q->stash_type, CAMEO_FLOAT, CAMEO_BFLOAT16);
    return CAMEO_OK;
}

static cameo_status normalize_layer_shape(cm_shape *s) {
    const cm_normalize_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t axis;
    CM_TRY(cm_shape_out_like(s, 0, 0));
    if (x->rank == CM_RANK_UNKNOWN) {
        CM_TRY(cm_shape_out(s, 1, q->stash_type, CM_RANK_UNKNOWN, NULL));
        return cm_shape_out(s, 2, q->stash_type, CM_RANK_UNKNOWN, NULL);
    }
    CM_TRY(cm_axis_normalize(q->axis, x->rank, "axis", &axis, s->e));
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = d < axis ? x->dims[d] : 1;
    CM_TRY(cm_shape_out(s, 1, q->stash_type, x->rank, dims));
    return cm_shape_out(s, 2, q->stash_type, x->rank, dims);
}

static cameo_status normalize_instance_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_CHECK(x->rank >= 2, s->e, CAMEO_E_SHAPE, "the input has rank %u, want at least 2",
             (unsigned)x->rank);
    return cm_shape_out_like(s, 0, 0);
}

/* Each row has a root and sums that are put together. */
#define NORMALIZE_EACH 64

static uint64_t normalize_layer_cost(const cm_shape *s) {
    const cm_normalize_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t axis;
    uint64_t rows = NORMALIZE_EACH;
    size_t n;
    if (!cm_avalue_count(x, &n)) return UINT64_MAX;
    if (cm_axis_normalize(p->axis, x->rank, "axis", &axis, NULL) != CAMEO_OK) return n;
    for (uint32_t d = 0; d < axis; d++) rows = cm_cost_mul(rows, (uint64_t)x->dims[d]);
    return cm_cost_add(n, rows);
}

const cm_op cm_op_LayerNormalization = {.id = CM_OP_LayerNormalization,
                                        .flags = CM_OPF_INPLACE,
                                        .n_fields = 3,
                                        .params_size = sizeof(cm_normalize_params),
                                        .fields = normalize_fields,
                                        .parse = normalize_parse,
                                        .shape = normalize_layer_shape,
                                        .cost = normalize_layer_cost};
/* A plane takes as long as some elements. */
static uint64_t normalize_instance_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    return cm_cost_add(cm_shape_cost(x, 1), cm_shape_cost_rows(x, 2, 32));
}

const cm_op cm_op_InstanceNormalization = {.id = CM_OP_InstanceNormalization,
                                           .cost = normalize_instance_cost,
                                           .flags = CM_OPF_INPLACE,
                                           .n_fields = 3,
                                           .params_size = sizeof(cm_normalize_params),
                                           .fields = normalize_instance_fields,
                                           .shape = normalize_instance_shape};

typedef struct normalize_split {
    size_t rows, n;
    size_t channels; /* InstanceNormalization: scales; 0: a scale for each of the n */
    size_t per_task; /* rows */
} normalize_split;

static normalize_split normalize_split_of(const cm_kctx *k, bool instance) {
    const cm_normalize_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis = instance ? 2 : (uint32_t)(q->axis < 0 ? q->axis + x->rank : q->axis);
    normalize_split s = {.rows = 1, .n = 1};
    for (uint32_t d = 0; d < x->rank; d++) {
        if (d < axis)
            s.rows *= x->dims[d];
        else
            s.n *= x->dims[d];
    }
    if (instance) s.channels = x->dims[1];
    s.per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s.n));
    return s;
}

static cameo_status normalize_setup(const cm_kctx *k, cm_setup *s, bool instance) {
    normalize_split p = normalize_split_of(k, instance);
    size_t want = instance ? p.channels : p.n;
    for (uint32_t i = 1; i < 3; i++) {
        const cm_tensor *t = cm_in(k, i);
        CM_CHECK(t == NULL || t->n == want || (!instance && t->n == 1), k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want %zu", i, t == NULL ? 0 : t->n, want);
    }
    cm_setup_simple(s, p.rows, p.per_task);
    return CAMEO_OK;
}

/* One phase over rows. Scratch: none. Errors: E_SHAPE the axis, or the size of scale or bias. */
cameo_status cm_normalize_layer_setup(const cm_kctx *k, cm_setup *s) {
    const cm_normalize_params *q = k->params;
    uint32_t axis;
    CM_TRY(cm_axis_normalize(q->axis, cm_in(k, 0)->rank, "axis", &axis, k->e));
    return normalize_setup(k, s, false);
}
cameo_status cm_normalize_instance_setup(const cm_kctx *k, cm_setup *s) {
    CM_CHECK(cm_in(k, 0)->rank >= 2, k->e, CAMEO_E_SHAPE, "the input has rank %u, want at least 2",
             (unsigned)cm_in(k, 0)->rank);
    return normalize_setup(k, s, true);
}

/* Row r of output `out`, if wanted. */
static void normalize_stash(const cm_kctx *k, uint32_t out, size_t r, double v) {
    cm_tensor *t = cm_out(k, out);
    if (t == NULL) return;
    cm_lane_store_f64(t->dtype, t->data, r, 1, &v, (cm_lane_rounding){false, CM_E8M0_UP});
}

#define NORMALIZE_SAME(v) (v)

#define NORMALIZE_DTYPE f32
#define NORMALIZE_T float
#define NORMALIZE_LOAD(v) ((double)(v))
#define NORMALIZE_STORE (float)
#define NORMALIZE_USE_ROW(row, x, y, n) CM_PRIM(k, norm_row_f32)(row, x, y, n)
#include "kernels/normalize_tmpl.h"

void cm_norm_row_f32_portable(cm_norm_row *r, const float *x, float *y, size_t n) {
    normalize_row_f32(r, x, y, n, CAMEO_FLOAT);
}

#define NORMALIZE_DTYPE f64
#define NORMALIZE_T double
#define NORMALIZE_LOAD NORMALIZE_SAME
#define NORMALIZE_STORE NORMALIZE_SAME
#include "kernels/normalize_tmpl.h"

#define NORMALIZE_LOAD_HALF(v) ((double)cm_half_to_f32(dtype, v))
#define NORMALIZE_STORE_HALF(v) cm_half_from_f64(dtype, v)
#define NORMALIZE_DTYPE half
#define NORMALIZE_T uint16_t
#define NORMALIZE_LOAD NORMALIZE_LOAD_HALF
#define NORMALIZE_STORE NORMALIZE_STORE_HALF
#include "kernels/normalize_tmpl.h"
