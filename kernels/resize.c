/* resize.c — Resize and Upsample: y[o] interpolates x at one coordinate per axis.
 *
 *   nearest  one element; linear  2 along an axis; cubic  4 (Keys, "Cubic convolution interpolation
 *   for digital image processing", 1981). With antialias the filter is stretched by 1/scale when an
 *   axis shrinks. Elements beyond the edge are the edge's or, with exclude_outside, have no weight.
 * These rows are the oracle; kernels/resize_rows.c computes frequent dtypes row by row.
 * Coordinates, weights and sums are f64, in row-major order of the elements; each output is rounded
 * once. A weight of 0 takes no part, so that an infinity next to a pixel does not reach it.
 * An output dim from a scale is floor(dim * scale), the product in f32 as in ONNX's shape inference
 * and ONNX Runtime; for an integer scale it is exact.
 * Upsample and Resize 10 have no coordinate mode: they are asymmetric, and nearest rounds down, or up
 * along an axis that shrinks, as ONNX Runtime does.
 * Source: ONNX Resize, since_version 10, 11, 13, 18, 19; Upsample, 7, 9. */
#include "kernels/resize.h"

#include "base/ckd.h"
#include "base/math.h"
#include "kernels/move.h"

static const cm_field resize_fields[] = {
    CM_F_ENUM(cm_resize_params, mode, "nearest,linear,cubic", 0),
    CM_F_ENUM(cm_resize_params, coordinate_transformation_mode,
              "half_pixel,half_pixel_symmetric,pytorch_half_pixel,align_corners,asymmetric,"
              "tf_crop_and_resize,tf_half_pixel_for_nn",
              0),
    CM_F_ENUM(cm_resize_params, nearest_mode, "round_prefer_floor,round_prefer_ceil,floor,ceil", 0),
    CM_F_ENUM(cm_resize_params, keep_aspect_ratio_policy, "stretch,not_larger,not_smaller", 0),
    CM_F_I32(cm_resize_params, antialias, 0),
    CM_F_I32(cm_resize_params, exclude_outside, 0),
    CM_F_F32(cm_resize_params, cubic_coeff_a, -0.75F),
    CM_F_F32(cm_resize_params, extrapolation_value, 0),
    CM_F_I32S(cm_resize_params, axes),
};

static cameo_status resize_parse(const cm_parse *p, void *params) {
    cm_resize_params *q = params;
    if (p->since < 11) {
        q->coordinate_transformation_mode = RESIZE_ASYMMETRIC;
        q->nearest_mode = RESIZE_BEFORE_11;
    }
    CM_CHECK(q->antialias == 0 || q->mode != RESIZE_NEAREST, p->e, CAMEO_E_UNSUPPORTED,
             "antialias is %d with mode nearest, want linear or cubic", (int)q->antialias);
    return CAMEO_OK;
}

/* ---- Dims ---- */

/* The axes that are resized. Errors: E_SHAPE out of range, or twice. */
static cameo_status resize_axes(const cm_resize_params *q, uint32_t rank, uint32_t *n, uint32_t *axes,
                                cameo_error *e) {
    uint32_t seen = 0;
    *n = q->n_axes == 0 ? rank : (uint32_t)q->n_axes;
    for (uint32_t i = 0; i < *n; i++) {
        axes[i] = i;
        if (q->n_axes != 0) CM_TRY(cm_axis_normalize(q->axes[i], rank, "axes", &axes[i], e));
        CM_CHECK((seen >> axes[i] & 1) == 0, e, CAMEO_E_SHAPE, "axes has %u twice", axes[i]);
        seen |= UINT32_C(1) << axes[i];
    }
    return CAMEO_OK;
}

/* Errors: E_SHAPE not above 0, NaN, infinite. */
static cameo_status resize_check_scale(double scale, uint32_t i, cameo_error *e) {
    /* In thousandths, as far as these can be written. */
    bool shown = scale > -1e15 && scale < 1e15;
    CM_CHECK(scale > 0 && scale < CM_INF_F64, e, CAMEO_E_SHAPE,
             "scales[%u] is %lld/1000%s, want a finite number above 0", i,
             CM_LL(shown ? (int64_t)(scale * 1000) : 0),
             shown ? "" : (scale != scale ? " (NaN)" : " (beyond 1e15)"));
    return CAMEO_OK;
}

static bool resize_is_whole(double scale) { return scale < 1e9 && cm_floor(scale) == scale; }

/* floor(in * scale); CM_DIM_BAD beyond 2^62. */
static cm_dim resize_scaled_number(int64_t in, double scale) {
    int64_t whole;
    if (resize_is_whole(scale)) return cm_ckd_mul_i64(in, (int64_t)scale, &whole) ? CM_DIM_BAD : cm_dim_from_i64(whole);
    float out = cm_floorf((float)in * (float)scale);
    return out < 4.6e18F ? (cm_dim)out : CM_DIM_BAD;
}

/* floor(in * scale) of any dim. Because of the rounding a fraction gives no expression but a dim of its own,
 * between those of the least and the greatest input. */
static cm_dim resize_scaled(const cm_shape *s, cm_dim in, double scale) {
    if (cm_dim_is_const(in)) return resize_scaled_number(in, scale);
    if (resize_is_whole(scale)) return cm_dim_mul(s->dims, in, (int64_t)scale);
    int64_t lo, hi;
    cm_dim_interval(s->dims, in, &lo, &hi);
    cm_dim least = resize_scaled_number(cm_max_i64(lo, 0), scale);
    cm_dim most = hi == INT64_MAX ? CM_DIM_UNKNOWN : resize_scaled_number(hi, scale);
    if (!cm_dim_is_known(in) || least == CM_DIM_BAD) return CM_DIM_UNKNOWN;
    return cm_shape_decided(s, least, most == CM_DIM_BAD ? CM_DIM_UNKNOWN : most);
}

/* The scale that all axes get: the least or the greatest of size/in. */
static double resize_common_scale(const cm_resize_params *q, uint32_t n, const int64_t *in,
                                  const int64_t *size) {
    double scale = 0;
    for (uint32_t i = 0; i < n; i++) {
        double v = in[i] == 0 ? 1 : (double)size[i] / (double)in[i];
        bool less = q->keep_aspect_ratio_policy == RESIZE_NOT_LARGER;
        if (i == 0 || (less ? v < scale : v > scale)) scale = v;
    }
    return scale;
}

/* Halves go up. */
static cm_dim resize_common_dim(double scale, int64_t in) {
    double out = cm_floor(scale * (double)in + 0.5);
    return out < 4.6e18 ? (cm_dim)out : CM_DIM_BAD;
}

/* Input i has elements, or may have. */
static bool resize_has(const cm_shape *s, uint32_t i) {
    size_t n;
    return cm_shape_has(s, i) && !(cm_avalue_count(cm_shape_in(s, i), &n) && n == 0);
}

static cameo_status resize_count(const cm_shape *s, uint32_t i, const char *what, uint32_t want) {
    size_t n;
    bool known = cm_avalue_count(cm_shape_in(s, i), &n);
    CM_CHECK(!known || n == want, s->e, CAMEO_E_SHAPE, "%zu %s, want %u", known ? n : 0, what,
             want);
    return CAMEO_OK;
}

static cameo_status resize_shape_scales(const cm_shape *s, uint32_t input, uint32_t n,
                                        const uint32_t *axes, cm_dim *dims) {
    CM_TRY(resize_count(s, input, "scales", n));
    for (uint32_t i = 0; i < n; i++) {
        double scale;
        if (!cm_avalue_f64(cm_shape_in(s, input), i, &scale)) {
            dims[axes[i]] = CM_DIM_UNKNOWN;
            continue;
        }
        CM_TRY(resize_check_scale(scale, i, s->e));
        dims[axes[i]] = resize_scaled(s, dims[axes[i]], scale);
    }
    return CAMEO_OK;
}

static cameo_status resize_shape_sizes(const cm_shape *s, uint32_t n, const uint32_t *axes,
                                       cm_dim *dims) {
    const cm_resize_params *q = s->params;
    int64_t in[CM_MAX_RANK], size[CM_MAX_RANK];
    bool known = true;
    CM_TRY(resize_count(s, 3, "sizes", n));
    for (uint32_t i = 0; i < n; i++) {
        cm_dim v = CM_DIM_UNKNOWN;
        if (!cm_avalue_elem(cm_shape_in(s, 3), i, &v)) v = CM_DIM_UNKNOWN;
        CM_CHECK(!cm_dim_is_const(v) || v >= 0, s->e, CAMEO_E_SHAPE,
                 "sizes[%u] is %lld, want at least 0", i, CM_LL(v));
        in[i] = dims[axes[i]];
        size[i] = v;
        known = known && cm_dim_is_const(in[i]) && cm_dim_is_const(v);
        dims[axes[i]] = v;
    }
    if (q->keep_aspect_ratio_policy == RESIZE_STRETCH) return CAMEO_OK;
    double scale = known ? resize_common_scale(q, n, in, size) : 0;
    bool less = q->keep_aspect_ratio_policy == RESIZE_NOT_LARGER;
    for (uint32_t i = 0; i < n; i++) {
        dims[axes[i]] = known ? resize_common_dim(scale, in[i])
                              : cm_shape_decided(s, 0, less ? size[i] : CM_DIM_UNKNOWN);
    }
    return CAMEO_OK;
}

static cameo_status resize_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t n, axes[CM_MAX_RANK], input = s->since < 11 ? 1 : 2;
    cm_dim dims[CM_MAX_RANK];
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, x->rank, NULL);
    CM_TRY(resize_axes(s->params, x->rank, &n, axes, s->e));
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    bool sizes = s->since >= 11 && resize_has(s, 3), scales = resize_has(s, input);
    size_t count;
    bool sure = cm_avalue_count(cm_shape_in(s, input), &count);
    if (sizes && scales && !sure) { /* perhaps one of them is empty */
        return cm_shape_out(s, 0, x->dtype, x->rank, NULL);
    }
    CM_CHECK(sizes != scales || n == 0, s->e, CAMEO_E_SHAPE,
             "%s are given, want one of them",
             sizes ? "scales and sizes" : "neither scales nor sizes");
    if (scales) {
        CM_TRY(resize_shape_scales(s, input, n, axes, dims));
    } else if (sizes) {
        CM_TRY(resize_shape_sizes(s, n, axes, dims));
    }
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

/* Elements that are looked at. */
static uint64_t resize_cost(const cm_shape *s) {
    const cm_resize_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint64_t n = 1, taps = q->mode == RESIZE_NEAREST ? 1 : (q->mode == RESIZE_LINEAR ? 2 : 4);
    for (uint32_t d = 0; d < x->rank; d++) {
        uint64_t in = (uint64_t)x->dims[d], out = (uint64_t)s->out[0].dims[d];
        n = cm_cost_mul(n, out);
        if (in != out) n = cm_cost_mul(n, taps);
        if (q->antialias != 0 && out != 0 && in > out) n = cm_cost_mul(n, in / out + 1);
    }
    return n;
}

const cm_op cm_op_Resize = {.id = CM_OP_Resize,
                            .n_fields = sizeof resize_fields / sizeof *resize_fields,
                            .params_size = sizeof(cm_resize_params),
                            .fields = resize_fields,
                            .parse = resize_parse,
                            .shape = resize_shape,
                            .cost = resize_cost};

const cm_op cm_op_Upsample = {.id = CM_OP_Upsample,
                              .n_fields = sizeof resize_fields / sizeof *resize_fields,
                              .params_size = sizeof(cm_resize_params),
                              .fields = resize_fields,
                              .parse = resize_parse,
                              .shape = resize_shape,
                              .cost = resize_cost};

/* ---- Kernel ---- */

static double resize_coordinate(const cm_resize_params *q, const cm_resize_axis *a, int64_t o) {
    double x = (double)o, last = (double)(a->in - 1), width = a->scale * (double)a->in;
    switch (q->coordinate_transformation_mode) {
    case RESIZE_ASYMMETRIC:
        return x / a->scale;
    case RESIZE_ALIGN_CORNERS:
        return width == 1 ? 0 : x * last / (width - 1);
    case RESIZE_TF_CROP_AND_RESIZE:
        if (width == 1) return 0.5 * (a->from + a->to) * last;
        return x * (a->to - a->from) * last / (width - 1) + a->from * last;
    case RESIZE_TF_HALF_PIXEL_FOR_NN:
        return (x + 0.5) / a->scale;
    case RESIZE_PYTORCH_HALF_PIXEL:
        return a->out > 1 ? (x + 0.5) / a->scale - 0.5 : 0;
    case RESIZE_HALF_PIXEL_SYMMETRIC:
        return (double)a->in / 2 * (1 - (double)a->out / width) + (x + 0.5) / a->scale - 0.5;
    default:
        return (x + 0.5) / a->scale - 0.5;
    }
}

static double resize_nearest(const cm_resize_params *q, const cm_resize_axis *a, double x) {
    switch (q->nearest_mode) {
    case RESIZE_ROUND_PREFER_CEIL:
        return cm_floor(x + 0.5);
    case RESIZE_FLOOR:
        return cm_floor(x);
    case RESIZE_CEIL:
        return cm_ceil(x);
    case RESIZE_BEFORE_11:
        return a->scale < 1 ? cm_ceil(x) : cm_floor(x);
    default:
        return cm_ceil(x - 0.5);
    }
}

/* The filter at distance x. */
static double resize_filter(const cm_resize_params *q, double x) {
    double a = (double)q->cubic_coeff_a;
    x = cm_fabs(x);
    if (q->mode == RESIZE_LINEAR) return x < 1 ? 1 - x : 0;
    if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

/* Weight of tap i before the division by the sum. */
static double resize_raw_weight(const cm_resize_params *q, const cm_resize_axis *a, const cm_resize_taps *t,
                                int64_t i) {
    int64_t at = t->first + i;
    if (q->mode == RESIZE_NEAREST) return 1;
    if (q->exclude_outside != 0 && (at < 0 || at >= a->in)) return 0;
    double stretch = q->antialias != 0 && a->scale < 1 ? a->scale : 1;
    int64_t left = t->n / 2 - 1; /* the tap at or before the place */
    return resize_filter(q, stretch * ((double)(i - left) - t->ratio));
}

double cm_resize_weight(const cm_resize_plan *p, uint32_t d, int64_t i) {
    const cm_resize_taps *t = &p->taps[d];
    return t->n <= 4 ? t->w[i] : resize_raw_weight(p->q, &p->axis[d], t, i) / t->sum;
}

static size_t resize_offset(const cm_resize_plan *p, uint32_t d, int64_t i) {
    const cm_resize_axis *a = &p->axis[d];
    int64_t at = cm_max_i64(0, cm_min_i64(p->taps[d].first + i, a->in - 1));
    return (size_t)at * a->stride;
}

void cm_resize_taps_of(cm_resize_plan *p, uint32_t d, int64_t o) {
    const cm_resize_params *q = p->q;
    const cm_resize_axis *a = &p->axis[d];
    cm_resize_taps *t = &p->taps[d];
    *t = (cm_resize_taps){.n = 1, .sum = 1, .w = {1}};
    double x = resize_coordinate(q, a, o);
    if (q->coordinate_transformation_mode == RESIZE_TF_CROP_AND_RESIZE) {
        t->outside = !(x >= 0 && x <= (double)(a->in - 1));
        if (t->outside) return;
    }
    /* Far outside, only the side matters; the bounds also keep the conversions defined. */
    double far = 4 * (double)a->in + 8;
    x = x > -far ? (x < far ? x : far) : -far;
    if (q->mode == RESIZE_NEAREST) {
        t->first = (int64_t)resize_nearest(q, a, x);
        return;
    }
    int64_t before = (int64_t)cm_ceil(x) - 1, half = q->mode == RESIZE_LINEAR ? 1 : 2;
    if (q->antialias != 0 && a->scale < 1) half = -(int64_t)cm_floor(-(double)half / a->scale);
    t->n = 2 * half;
    t->ratio = x - (double)before;
    t->first = before - half + 1;
    t->sum = 0;
    for (int64_t i = 0; i < t->n; i++) t->sum += resize_raw_weight(q, a, t, i);
    if (t->sum == 0) t->sum = 1;
    bool divide = q->antialias != 0 || q->exclude_outside != 0;
    for (int64_t i = 0; t->n <= 4 && i < t->n; i++) {
        t->w[i] = resize_raw_weight(q, a, t, i);
        if (divide) t->w[i] /= t->sum;
    }
}

/* The roi of axis number i of n. Errors: E_SHAPE it has not 2*n elements. */
static cameo_status resize_roi(const cm_kctx *k, uint32_t i, uint32_t n, cm_resize_axis *a) {
    const cm_tensor *roi = cm_in(k, 1);
    double v[2];
    CM_CHECK(roi != NULL && roi->n == 2 * (size_t)n, k->e, CAMEO_E_SHAPE,
             "roi has %zu elements, want %u", roi == NULL ? 0 : roi->n, 2 * n);
    for (uint32_t j = 0; j < 2; j++) {
        size_t at = (size_t)j * n + i;
        if (roi->dtype == CAMEO_DOUBLE) {
            v[j] = ((const double *)roi->data)[at];
        } else if (roi->dtype == CAMEO_FLOAT) {
            v[j] = (double)((const float *)roi->data)[at];
        } else {
            uint16_t bits = ((const uint16_t *)roi->data)[at];
            bool brain = roi->dtype == CAMEO_BFLOAT16;
            v[j] = (double)(brain ? cm_bf16_to_f32(bits) : cm_f16_to_f32(bits));
        }
    }
    a->from = v[0];
    a->to = v[1];
    return CAMEO_OK;
}

/* Scales of the n axes from one of the two inputs, and the dims that follow from it.
 * Errors: E_SHAPE as the shape rule's. */
static cameo_status resize_goal(const cm_kctx *k, uint32_t n, const uint32_t *axes, cm_resize_plan *p,
                                int64_t *want) {
    uint32_t input = k->since < 11 ? 1 : 2;
    const cm_tensor *scales = cm_in(k, input);
    const cm_tensor *sizes = k->since < 11 ? NULL : cm_in(k, 3);
    int64_t in[CM_MAX_RANK];
    bool by_size = sizes != NULL && sizes->n != 0;
    size_t count = by_size ? sizes->n : (scales == NULL ? 0 : scales->n);
    CM_CHECK(count == n, k->e, CAMEO_E_SHAPE, "%zu %s, want %u", count,
             by_size ? "sizes" : "scales", n);
    for (uint32_t i = 0; i < n; i++) in[i] = p->axis[axes[i]].in;
    for (uint32_t i = 0; by_size && i < n; i++) {
        want[i] = cm_move_index(sizes, i);
        CM_CHECK(want[i] >= 0, k->e, CAMEO_E_SHAPE, "sizes[%u] is %lld, want at least 0", i,
                 CM_LL(want[i]));
    }
    bool common = by_size && p->q->keep_aspect_ratio_policy != RESIZE_STRETCH;
    double all = common ? resize_common_scale(p->q, n, in, want) : 1;
    for (uint32_t i = 0; i < n; i++) {
        cm_resize_axis *a = &p->axis[axes[i]];
        if (common) {
            want[i] = resize_common_dim(all, in[i]);
            a->scale = all;
        } else if (by_size) {
            a->scale = in[i] == 0 ? 1 : (double)want[i] / (double)in[i];
        } else {
            a->scale = (double)((const float *)scales->data)[i];
            CM_TRY(resize_check_scale(a->scale, i, k->e));
            want[i] = resize_scaled_number(in[i], a->scale);
        }
    }
    return CAMEO_OK;
}

cameo_status cm_resize_plan_init(const cm_kctx *k, cm_resize_plan *p) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    uint32_t n, axes[CM_MAX_RANK];
    int64_t want[CM_MAX_RANK];
    size_t stride = 1;
    *p = (cm_resize_plan){.q = k->params, .rank = x->rank};
    for (uint32_t d = x->rank; d-- > 0; stride *= x->dims[d]) {
        p->axis[d] = (cm_resize_axis){.in = (int64_t)x->dims[d], .out = (int64_t)y->dims[d],
                                   .scale = 1, .to = 1, .stride = stride};
    }
    CM_TRY(resize_axes(p->q, x->rank, &n, axes, k->e));
    CM_TRY(resize_goal(k, n, axes, p, want));
    for (uint32_t i = 0; i < n; i++) {
        cm_resize_axis *a = &p->axis[axes[i]];
        CM_CHECK(want[i] == a->out && (a->in != 0 || a->out == 0), k->e, CAMEO_E_SHAPE,
                 "dim %u of %lld elements is resized to %lld, not to %lld", axes[i], CM_LL(a->in),
                 CM_LL(a->out), CM_LL(want[i]));
        if (p->q->coordinate_transformation_mode == RESIZE_TF_CROP_AND_RESIZE) {
            CM_TRY(resize_roi(k, i, n, a));
        }
    }
    return CAMEO_OK;
}

/* Elements that outputs of a task may read for each of CM_TASK_ITEMS: those of linear along two axes. */
#define RESIZE_TASK_TAPS 4

size_t cm_resize_items(const cm_kctx *k) {
    const cm_resize_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    size_t taps = 1, along = q->mode == RESIZE_NEAREST ? 1 : q->mode == RESIZE_LINEAR ? 2 : 4;
    for (uint32_t d = 0; d < x->rank; d++) {
        size_t n = q->antialias != 0 && y->dims[d] != 0 ? x->dims[d] / y->dims[d] + 1 : 1;
        if (x->dims[d] == y->dims[d]) continue;
        if (cm_ckd_mul(n, along, &n) || cm_ckd_mul(taps, n, &taps)) return 1;
    }
    return cm_max_size(1, taps <= RESIZE_TASK_TAPS ? CM_TASK_ITEMS : CM_TASK_ITEMS * RESIZE_TASK_TAPS / taps);
}

/* One task without elements, too: it checks the numbers. Scratch: none. */
cameo_status cm_resize_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_max_size(1, cm_out(k, 0)->n), cm_resize_items(k));
    return CAMEO_OK;
}

/* To output `at`; all: from none, else from the one before it. True if a coordinate is outside. */
static bool resize_seek(cm_resize_plan *p, size_t at, bool all) {
    bool outside = false;
    for (uint32_t d = p->rank; d-- > 0; at /= (size_t)p->axis[d].out) {
        int64_t o = (int64_t)(at % (size_t)p->axis[d].out);
        cm_resize_taps_of(p, d, o);
        if (o != 0 && !all) break; /* the axes before it stay where they were */
    }
    for (uint32_t d = 0; d < p->rank; d++) outside |= p->taps[d].outside;
    return outside;
}

/* To the next tap in row-major order; false after the last one. */
static bool resize_next_tap(const cm_resize_plan *p, int64_t *tap) {
    for (uint32_t d = p->rank; d-- > 0;) {
        if (++tap[d] < p->taps[d].n) return true;
        tap[d] = 0;
    }
    return false;
}

/* Halves go to even; beyond the dtype: its end. NaN, which an attribute can bring: 0. */
static double resize_clip(double v, double lo, double hi) {
    v = cm_roundeven(v);
    return v >= lo ? (v <= hi ? v : hi) : (v < lo ? lo : 0);
}

#define RESIZE_RUN(name, T, LOAD, STORE)                                                           \
    static T name##_sum(const cm_resize_plan *p, const T *x) {                                        \
        int64_t tap[CM_MAX_RANK] = {0};                                                            \
        double sum = 0;                                                                            \
        do {                                                                                       \
            double w = 1;                                                                          \
            size_t at = 0;                                                                         \
            for (uint32_t d = 0; d < p->rank; d++) {                                               \
                w *= cm_resize_weight(p, d, tap[d]);                                                  \
                at += resize_offset(p, d, tap[d]);                                                 \
            }                                                                                      \
            if (w != 0) sum += w * (double)LOAD(x[at]);                                            \
        } while (resize_next_tap(p, tap));                                                         \
        return STORE(sum);                                                                         \
    }                                                                                              \
    /* x, y of any rank; scales f32, sizes int64, roi floating.                                    \
     * Errors: E_SHAPE numbers that are not allowed or do not lead to the dims of y. */            \
    cameo_status cm_##name##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) { \
        const T *x = cm_in(k, 0)->data;                                                            \
        T *y = cm_out(k, 0)->data;                                                                 \
        cm_resize_plan p;                                                                             \
        (void)phase;                                                                               \
        CM_TRY(cm_resize_plan_init(k, &p));                                                           \
        size_t items = cm_resize_items(k), first = begin * items;                                  \
        size_t last = cm_min_size(end * items, cm_out(k, 0)->n);                                   \
        for (size_t i = first; i < last; i++) {                                                    \
            if (resize_seek(&p, i, i == first)) {                                                  \
                y[i] = STORE((double)p.q->extrapolation_value);                                    \
            } else if (p.q->mode == RESIZE_NEAREST) {                                              \
                size_t at = 0;                                                                     \
                for (uint32_t d = 0; d < p.rank; d++) at += resize_offset(&p, d, 0);               \
                y[i] = x[at];                                                                      \
            } else {                                                                               \
                y[i] = name##_sum(&p, x);                                                          \
            }                                                                                      \
        }                                                                                          \
        return CAMEO_OK;                                                                           \
    }

#define RESIZE_SAME(v) (v)
#define RESIZE_F32(v) ((float)(v))
#define RESIZE_I8(v) ((int8_t)resize_clip(v, -128, 127))
#define RESIZE_I16(v) ((int16_t)resize_clip(v, -32768, 32767))
#define RESIZE_I32(v) ((int32_t)resize_clip(v, -2147483648.0, 2147483647))
#define RESIZE_U8(v) ((uint8_t)resize_clip(v, 0, 255))
#define RESIZE_U16(v) ((uint16_t)resize_clip(v, 0, 65535))
#define RESIZE_U32(v) ((uint32_t)resize_clip(v, 0, 4294967295.0))
/* The greatest doubles below 2^63 and 2^64. */
#define RESIZE_I64(v) ((int64_t)resize_clip(v, -9223372036854775808.0, 9223372036854774784.0))
#define RESIZE_U64(v) ((uint64_t)resize_clip(v, 0, 18446744073709549568.0))

RESIZE_RUN(resize_f32, float, RESIZE_SAME, RESIZE_F32)
RESIZE_RUN(resize_f64, double, RESIZE_SAME, RESIZE_SAME)
RESIZE_RUN(resize_f16, uint16_t, cm_f16_to_f32, cm_f16_from_f64)
RESIZE_RUN(resize_bf16, uint16_t, cm_bf16_to_f32, cm_bf16_from_f64)
RESIZE_RUN(resize_i8, int8_t, RESIZE_SAME, RESIZE_I8)
RESIZE_RUN(resize_i16, int16_t, RESIZE_SAME, RESIZE_I16)
RESIZE_RUN(resize_i32, int32_t, RESIZE_SAME, RESIZE_I32)
RESIZE_RUN(resize_i64, int64_t, RESIZE_SAME, RESIZE_I64)
RESIZE_RUN(resize_u8, uint8_t, RESIZE_SAME, RESIZE_U8)
RESIZE_RUN(resize_u16, uint16_t, RESIZE_SAME, RESIZE_U16)
RESIZE_RUN(resize_u32, uint32_t, RESIZE_SAME, RESIZE_U32)
RESIZE_RUN(resize_u64, uint64_t, RESIZE_SAME, RESIZE_U64)
