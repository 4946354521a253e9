/* range.c — Range: start, start + delta, ... below (above) limit.
 *
 *   integers  their number is exact, whatever the distance
 *   floats    the number is ceil((limit - start) / delta) in the dtype, half formats in float, as
 *             numpy's arange; element i is start + i*delta in double, rounded once
 * Source: ONNX Range, since_version 11, 27 (half formats; stash_type, with which the sum of a loop
 * would be rounded, has no say in element i). */
#include "base/math.h"
#include "kernels/lane.h"
#include "kernels/move.h"

/* More elements than any memory holds. */
#define RANGE_MOST (INT64_C(1) << 53)

static bool range_is_float(int dtype) {
    return (cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_FLOAT) != 0;
}

/* Errors: E_SHAPE delta is 0; E_LIMIT too many. */
static cameo_status range_count_ints(const int64_t v[3], cm_dim *n, cameo_error *e) {
    CM_CHECK(v[2] != 0, e, CAMEO_E_SHAPE, "delta is 0");
    bool up = v[2] > 0;
    *n = 0;
    if (up ? v[0] >= v[1] : v[0] <= v[1]) return CAMEO_OK;
    uint64_t span = up ? (uint64_t)v[1] - (uint64_t)v[0] : (uint64_t)v[0] - (uint64_t)v[1];
    uint64_t step = up ? (uint64_t)v[2] : 0 - (uint64_t)v[2];
    uint64_t count = span / step + (span % step != 0);
    CM_CHECK(count <= (uint64_t)RANGE_MOST, e, CAMEO_E_LIMIT, "%llu elements are too many",
             CM_LLU(count));
    *n = (cm_dim)count;
    return CAMEO_OK;
}

/* Errors: E_SHAPE delta is 0, or something is NaN; E_LIMIT too many. */
static cameo_status range_count_floats(const double v[3], bool wide, cm_dim *n, cameo_error *e) {
    CM_CHECK(v[2] != 0, e, CAMEO_E_SHAPE, "delta is 0");
    double count = wide ? cm_ceil((v[1] - v[0]) / v[2])
                        : (double)cm_ceilf(((float)v[1] - (float)v[0]) / (float)v[2]);
    CM_CHECK(count == count, e, CAMEO_E_SHAPE, "start, limit and delta give no number");
    CM_CHECK(count <= (double)RANGE_MOST, e, CAMEO_E_LIMIT, "more than 2^53 elements");
    *n = count > 0 ? (cm_dim)count : 0;
    return CAMEO_OK;
}

/* Element 0 of input i as a dim; unknown where it is not. */
static cm_dim range_dim(const cm_shape *s, uint32_t i) {
    cm_dim d;
    return cm_avalue_elem(cm_shape_in(s, i), 0, &d) ? d : CM_DIM_UNKNOWN;
}

static cameo_status range_count(const cm_shape *s, cm_dim *n) {
    int dtype = cm_shape_in(s, 0)->dtype;
    int64_t ints[3];
    double floats[3];
    bool all_ints = true;
    bool all_floats = true;
    for (uint32_t i = 0; i < 3; i++) {
        const cm_avalue *v = cm_shape_in(s, i);
        size_t have;
        CM_CHECK(!cm_avalue_count(v, &have) || have == 1, s->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i, have);
        all_ints = cm_avalue_i64(v, 0, &ints[i]) && all_ints;
        all_floats = cm_avalue_f64(v, 0, &floats[i]) && all_floats;
    }
    if (all_ints) return range_count_ints(ints, n, s->e);
    if (all_floats) return range_count_floats(floats, dtype == CAMEO_DOUBLE, n, s->e);
    *n = CM_DIM_UNKNOWN;
    cm_dim delta = range_dim(s, 2);
    bool signed_step =
        cm_dim_le(s->dims, 1, delta) == CM_YES || cm_dim_le(s->dims, delta, -1) == CM_YES;
    if (range_is_float(dtype) || !signed_step) return CAMEO_OK;
    cm_dim span = cm_dim_sub(s->dims, range_dim(s, 1), range_dim(s, 0));
    *n = cm_dim_max(s->dims, cm_dim_div_ceil(s->dims, span, delta), 0);
    return CAMEO_OK;
}

static cameo_status range_shape(cm_shape *s) {
    const cm_avalue *start = cm_shape_in(s, 0);
    cm_dim n = CM_DIM_UNKNOWN;
    CM_TRY(range_count(s, &n));
    CM_TRY(cm_shape_out(s, 0, start->dtype, 1, &n));
    if (!cm_dim_is_const(n) || n > CM_MAX_ELEMS || range_is_float(start->dtype)) return CAMEO_OK;
    cm_dim *elem = cm_shape_out_elems(s, 0, (size_t)n);
    for (cm_dim i = 0; elem != NULL && i < n; i++) {
        cm_dim v = cm_dim_add(s->dims, range_dim(s, 0), cm_dim_mul(s->dims, range_dim(s, 2), i));
        elem[i] = v == CM_DIM_BAD ? CM_DIM_UNKNOWN : v;
    }
    return CAMEO_OK;
}

const cm_op cm_op_Range = {CM_OP_Range, 0, 0, 0, NULL, NULL, range_shape, NULL};

cameo_status cm_range_setup(const cm_kctx *k, cm_setup *s) {
    for (uint32_t i = 0; i < 3; i++) {
        CM_CHECK(cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE, "input %u has %zu elements, want 1", i,
                 cm_in(k, i)->n);
    }
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Elements [at, at + n) of y, n <= CM_LANE_ITEMS. */
static void range_chunk(const cm_kctx *k, size_t at, size_t n) {
    const cm_tensor *y = cm_out(k, 0);
    if (range_is_float(y->dtype)) {
        double start, delta, v[CM_LANE_ITEMS];
        cm_lane_load_f64(y->dtype, cm_in(k, 0)->data, 0, 1, &start);
        cm_lane_load_f64(y->dtype, cm_in(k, 2)->data, 0, 1, &delta);
        for (size_t i = 0; i < n; i++) v[i] = start + (double)(at + i) * delta;
        cm_lane_store_f64(y->dtype, y->data, at, n, v, (cm_lane_rounding){false, CM_E8M0_UP});
        return;
    }
    int64_t start, delta, v[CM_LANE_ITEMS];
    cm_lane_load_i64(y->dtype, cm_in(k, 0)->data, 0, 1, &start);
    cm_lane_load_i64(y->dtype, cm_in(k, 2)->data, 0, 1, &delta);
    for (size_t i = 0; i < n; i++) {
        v[i] = (int64_t)((uint64_t)start + (uint64_t)(at + i) * (uint64_t)delta);
    }
    cm_lane_store_i64(y->dtype, y->data, at, n, v);
}

/* cm_range_run — y[i] = start + i*delta, of any integer or float dtype. */
cameo_status cm_range_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    size_t last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
    for (size_t at = begin * CM_TASK_ITEMS; at < last; at += CM_LANE_ITEMS) {
        range_chunk(k, at, cm_min_size(CM_LANE_ITEMS, last - at));
    }
    return CAMEO_OK;
}
