/* quantize.c — QuantizeLinear and DequantizeLinear: y = round(x / scale) + zero_point and back; and
 * DynamicQuantizeLinear, which finds its scale and zero point itself.
 *
 * A scale covers the whole tensor, one index of an axis, or a block of consecutive indices of it.
 * Runs of elements that lie in memory one after the other and use one scale, or as many consecutive
 * ones, are a piece (quantize_piece_at); tasks are cut by elements, as in all elementwise kernels.
 *
 * Quantize divides in the type of `precision`, else of the scale (int32 on either side: double),
 * rounds halves to even, adds the zero point and saturates; NaN gives the lowest integer. 8-bit
 * floats ignore the zero point, which must be 0. Dequantize computes (x - zero_point) * scale in
 * float. Source: ONNX QuantizeLinear and DequantizeLinear, since_version 10, 13, 19, 21, 23, 24,
 * 25, and onnx.reference where the text is silent. */
#include "base/math.h"
#include "kernels/kernel.h"
#include "kernels/lane.h"
#include "kernels/quantize.h"

typedef struct cm_quantize_params {
    int32_t axis;
    int32_t block_size;   /* indices of the axis that share a scale; 0: no blocks */
    int32_t output_dtype; /* cameo_dtype; 0: not given */
    int32_t precision;    /* cameo_dtype of the division; 0: not given */
    int32_t saturate;     /* 8-bit floats */
} cm_quantize_params;

static const cm_field quantize_fields[] = {
    CM_F_I32(cm_quantize_params, axis, 1), CM_F_I32(cm_quantize_params, block_size, 0),
    CM_F_I32(cm_quantize_params, output_dtype, 0), CM_F_I32(cm_quantize_params, precision, 0),
    CM_F_I32(cm_quantize_params, saturate, 1)};

/* ---- shapes ---- */

#define QUANTIZE_FLOATS                                                               \
    (CM_T(CAMEO_FLOAT8E4M3FN) | CM_T(CAMEO_FLOAT8E4M3FNUZ) | CM_T(CAMEO_FLOAT8E5M2) | \
     CM_T(CAMEO_FLOAT8E5M2FNUZ) | CM_T(CAMEO_FLOAT4E2M1))
#define QUANTIZE_INTS                                                                \
    (CM_T(CAMEO_UINT8) | CM_T(CAMEO_INT8) | CM_T(CAMEO_UINT16) | CM_T(CAMEO_INT16) | \
     CM_T(CAMEO_UINT4) | CM_T(CAMEO_INT4) | CM_T(CAMEO_UINT2) | CM_T(CAMEO_INT2))
#define QUANTIZE_WIDE (CM_T(CAMEO_FLOAT) | CM_T(CAMEO_FLOAT16) | CM_T(CAMEO_BFLOAT16))

static bool quantize_among(int64_t dtype, uint32_t set) {
    return dtype >= 0 && dtype < 32 && (set >> dtype & 1) != 0;
}

static cameo_status quantizelinear_shape(cm_shape *s) {
    const cm_quantize_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    int dtype = q->output_dtype != 0 ? q->output_dtype : CAMEO_UINT8;
    if (cm_shape_has(s, 2)) {
        dtype = cm_shape_in(s, 2)->dtype;
        CM_CHECK(q->output_dtype == 0 || q->output_dtype == dtype, s->e, CAMEO_E_TYPE,
                 "output_dtype is %d, but the zero point has type %d", (int)q->output_dtype, dtype);
    }
    CM_CHECK(quantize_among(dtype, QUANTIZE_INTS | QUANTIZE_FLOATS), s->e, CAMEO_E_TYPE,
             "cannot quantize to type %d", dtype);
    CM_CHECK(q->precision == 0 || quantize_among(q->precision, QUANTIZE_WIDE), s->e, CAMEO_E_TYPE,
             "precision is %d, want float32, float16 or bfloat16", (int)q->precision);
    return cm_shape_out(s, 0, dtype, x->rank, x->dims);
}

static cameo_status dequantizelinear_shape(cm_shape *s) {
    const cm_quantize_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    int dtype = q->output_dtype != 0 ? q->output_dtype : cm_shape_in(s, 1)->dtype;
    if (dtype == CAMEO_FLOAT8E8M0) dtype = CAMEO_FLOAT; /* a scale that is no output type */
    CM_CHECK(quantize_among(dtype, QUANTIZE_WIDE), s->e, CAMEO_E_TYPE,
             "cannot dequantize to type %d", dtype);
    return cm_shape_out(s, 0, dtype, x->rank, x->dims);
}

#define QUANTIZE_RUN 32 /* elements that take as long as the beginning of a run of one scale */

/* Elements, and more for each run of those that have one scale. */
static uint64_t quantize_cost(const cm_shape *s) {
    const cm_quantize_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t axis = 0;
    size_t scales;
    if (!cm_avalue_count(cm_shape_in(s, 1), &scales) || scales <= 1 ||
        cm_axis_normalize(q->axis, x->rank, "axis", &axis, NULL) != CAMEO_OK)
        return cm_shape_cost(x, 1);
    return cm_cost_add(cm_shape_cost(x, 1), cm_shape_cost_rows(x, axis + 1, QUANTIZE_RUN));
}

#define QUANTIZE_OP(op_type, shape_fn)                                        \
    const cm_op cm_op_##op_type = {.id = CM_OP_##op_type,                     \
                                   .n_fields = 5,                             \
                                   .params_size = sizeof(cm_quantize_params), \
                                   .fields = quantize_fields,                 \
                                   .shape = shape_fn,                         \
                                   .cost = quantize_cost};

QUANTIZE_OP(QuantizeLinear, quantizelinear_shape)
QUANTIZE_OP(DequantizeLinear, dequantizelinear_shape)

/* ---- pieces ---- */

/* x as [outer][n][inner] with the axis in the middle. */
typedef struct quantize_split {
    enum { QUANTIZE_TENSOR, QUANTIZE_AXIS, QUANTIZE_BLOCK } by;
    size_t n, inner;
    size_t block, n_blocks; /* indices of a block, blocks of the axis */
} quantize_split;

static cameo_status quantize_check_blocks(const cm_kctx *k, uint32_t axis, size_t n_blocks) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *scale = cm_in(k, 1);
    CM_CHECK(scale->rank == x->rank, k->e, CAMEO_E_SHAPE, "scale has rank %u, the input %u",
             (unsigned)scale->rank, (unsigned)x->rank);
    for (uint32_t d = 0; d < x->rank; d++) {
        size_t want = d == axis ? n_blocks : x->dims[d];
        CM_CHECK(scale->dims[d] == want, k->e, CAMEO_E_SHAPE,
                 "dim %u of the scale is %zu, want %zu", d, scale->dims[d], want);
    }
    return CAMEO_OK;
}

/* Errors: E_SHAPE the scale or the zero point does not fit the input. */
static cameo_status quantize_split_init(const cm_kctx *k, quantize_split *s) {
    const cm_quantize_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *scale = cm_in(k, 1);
    const cm_tensor *zero = cm_in(k, 2);
    *s = (quantize_split){.by = QUANTIZE_TENSOR, .n = 1, .inner = x->n};
    CM_CHECK(zero == NULL || zero->n == scale->n, k->e, CAMEO_E_SHAPE,
             "%zu zero points for %zu scales", zero->n, scale->n);
    CM_CHECK(q->block_size >= 0, k->e, CAMEO_E_SHAPE, "block_size is %d, want >= 0",
             (int)q->block_size);
    if (scale->rank == 0 || (q->block_size == 0 && scale->rank == 1 && scale->n == 1))
        return CAMEO_OK;
    uint32_t axis;
    CM_TRY(cm_axis_normalize(q->axis, x->rank, "axis", &axis, k->e));
    s->n = x->dims[axis];
    s->inner = 1;
    for (uint32_t d = axis + 1; d < x->rank; d++) s->inner *= x->dims[d];
    if (q->block_size == 0) {
        s->by = QUANTIZE_AXIS;
        CM_CHECK(scale->rank == 1 && scale->n == s->n, k->e, CAMEO_E_SHAPE,
                 "scale has rank %u and %zu elements, want 1 and %zu", (unsigned)scale->rank,
                 scale->n, s->n);
        return CAMEO_OK;
    }
    s->by = QUANTIZE_BLOCK;
    s->block = (size_t)q->block_size;
    s->n_blocks = s->n / s->block + (s->n % s->block != 0);
    return quantize_check_blocks(k, axis, s->n_blocks);
}

/* Consecutive elements: the i-th uses scale [off + i * step]. */
typedef struct quantize_piece {
    size_t n, off, step;
} quantize_piece;

/* The longest piece that starts at element `at`, of at most `max` elements. */
static quantize_piece quantize_piece_at(const quantize_split *s, size_t at, size_t max) {
    if (s->by == QUANTIZE_TENSOR) return (quantize_piece){max, 0, 0};
    size_t i = at % s->inner;
    size_t a = at / s->inner % s->n;
    size_t o = at / s->inner / s->n;
    quantize_piece p;
    if (s->by == QUANTIZE_AXIS) {
        p = s->inner > 1 ? (quantize_piece){s->inner - i, a, 0} : (quantize_piece){s->n - a, a, 1};
    } else if (s->inner > 1) {
        p = (quantize_piece){s->inner - i, (o * s->n_blocks + a / s->block) * s->inner + i, 1};
    } else {
        size_t left = cm_min_size(s->block - a % s->block, s->n - a);
        p = (quantize_piece){left, o * s->n_blocks + a / s->block, 0};
    }
    p.n = cm_min_size(p.n, max);
    return p;
}

/* One phase over the elements. Scratch: none. Errors: E_SHAPE as quantize_split_init. */
cameo_status cm_quantize_setup(const cm_kctx *k, cm_setup *s) {
    quantize_split split;
    CM_TRY(quantize_split_init(k, &split));
    cm_setup_simple(s, cm_in(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Computes the n elements of y from element `at` on, all of one piece. */
typedef void quantize_piece_fn(const cm_kctx *k, size_t at, quantize_piece p);

static cameo_status quantize_walk(const cm_kctx *k, uint32_t begin, uint32_t end, size_t max,
                                  quantize_piece_fn *fn) {
    quantize_split split;
    CM_TRY(quantize_split_init(k, &split));
    size_t last = cm_min_size(cm_in(k, 0)->n, end * CM_TASK_ITEMS);
    for (size_t at = begin * CM_TASK_ITEMS; at < last;) {
        quantize_piece p = quantize_piece_at(&split, at, cm_min_size(max, last - at));
        fn(k, at, p);
        at += p.n;
    }
    return CAMEO_OK;
}

/* The piece's scales (or zero points) of any real dtype, one for each element. */
static void quantize_load(const cm_tensor *t, quantize_piece p, float *out) {
    if (p.step != 0) {
        cm_lane_load_f32(t->dtype, t->data, p.off, p.n, out);
        return;
    }
    float one = cm_dtype_load_f32((cameo_dtype)t->dtype, t->data, p.off);
    for (size_t i = 0; i < p.n; i++) out[i] = one;
}

/* ---- QuantizeLinear ---- */

/* The range of an integer dtype. */
static void quantize_range(int dtype, int32_t *lo, int32_t *hi) {
    int bits = (int)cameo_dtype_bits((cameo_dtype)dtype);
    bool is_signed = (cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_SIGNED) != 0;
    *lo = is_signed ? -(1 << (bits - 1)) : 0;
    *hi = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
}

/* x / scale rounded to the precision: values of f16 and bf16 are divided in float, which has more
 * than twice their digits, so that the second rounding is harmless. */
static float quantize_divide(float x, float scale, int precision) {
    if (precision == CAMEO_FLOAT16) {
        x = cm_f16_to_f32(cm_f16_from_f32(x));
        scale = cm_f16_to_f32(cm_f16_from_f32(scale));
        return cm_f16_to_f32(cm_f16_from_f32(x / scale));
    }
    if (precision == CAMEO_BFLOAT16) {
        x = cm_bf16_to_f32(cm_bf16_from_f32(x));
        scale = cm_bf16_to_f32(cm_bf16_from_f32(scale));
        return cm_bf16_to_f32(cm_bf16_from_f32(x / scale));
    }
    return x / scale;
}

/* x / scale where either is int32: in double; for integers rounded there, since a float may show a
 * half where there is none (from 2^22 on every integer dtype saturates). */
static void quantize_divide_i32(const cm_kctx *k, size_t at, quantize_piece p, float *v) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *scale = cm_in(k, 1);
    for (size_t i = 0; i < p.n; i++) {
        size_t j = p.off + i * p.step;
        double a = x->dtype == CAMEO_INT32
                       ? (double)((const int32_t *)x->data)[at + i]
                       : (double)cm_dtype_load_f32((cameo_dtype)x->dtype, x->data, at + i);
        double b = scale->dtype == CAMEO_INT32
                       ? (double)((const int32_t *)scale->data)[j]
                       : (double)cm_dtype_load_f32((cameo_dtype)scale->dtype, scale->data, j);
        double q = a / b;
        bool whole = cm_fabs(q) < 4194304.0 && quantize_among(cm_out(k, 0)->dtype, QUANTIZE_INTS);
        v[i] = (float)(whole ? cm_roundeven(q) : q);
    }
}

static void quantize_piece_any(const cm_kctx *k, size_t at, quantize_piece p) {
    const cm_quantize_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *scale = cm_in(k, 1);
    cm_tensor *y = cm_out(k, 0);
    float v[CM_LANE_ITEMS], s[CM_LANE_ITEMS], zero[CM_LANE_ITEMS] = {0};
    bool ints = x->dtype == CAMEO_INT32 || scale->dtype == CAMEO_INT32;
    if (ints && q->precision == 0) {
        quantize_divide_i32(k, at, p, v);
    } else {
        int precision = q->precision != 0 ? q->precision : scale->dtype;
        cm_lane_load_f32(x->dtype, x->data, at, p.n, v);
        quantize_load(scale, p, s);
        for (size_t i = 0; i < p.n; i++) v[i] = quantize_divide(v[i], s[i], precision);
    }
    if (cm_in(k, 2) != NULL) quantize_load(cm_in(k, 2), p, zero);
    if (cm_dtype_flags((cameo_dtype)y->dtype) & CM_DTF_FLOAT) {
        double wide[CM_LANE_ITEMS];
        bool adds = y->dtype == CAMEO_FLOAT4E2M1; /* also turns -0 to 0 */
        for (size_t i = 0; i < p.n; i++) wide[i] = (double)(adds ? v[i] + zero[i] : v[i]);
        cm_lane_store_f64(y->dtype, y->data, at, p.n, wide,
                          (cm_lane_rounding){q->saturate != 0, CM_E8M0_UP});
        return;
    }
    int64_t whole[CM_LANE_ITEMS];
    int32_t lo, hi;
    quantize_range(y->dtype, &lo, &hi);
    for (size_t i = 0; i < p.n; i++) whole[i] = cm_quantize_round(v[i], (int32_t)zero[i], lo, hi);
    cm_lane_store_i64(y->dtype, y->data, at, p.n, whole);
}

/* cm_quantize_any_run — every combination of dtypes. Errors: none that setup did not find. */
cameo_status cm_quantize_any_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return quantize_walk(k, begin, end, CM_LANE_ITEMS, quantize_piece_any);
}

/* Float input and scale, divided in float: what cm_quantize_f32_u8_run and its kin take. */
bool cm_quantize_plain(const cm_row_query *q) {
    int32_t precision = ((const cm_quantize_params *)q->params)->precision;
    return precision == 0 || precision == CAMEO_FLOAT;
}

#define QUANTIZE_LEAF(suffix, slot, type, lo, hi)                                                 \
    static void quantize_piece_f32_##suffix(const cm_kctx *k, size_t at, quantize_piece p) {      \
        const cm_tensor *zeros = cm_in(k, 2);                                                     \
        const float *x = (const float *)cm_in(k, 0)->data + at;                                   \
        const float *s = (const float *)cm_in(k, 1)->data + p.off;                                \
        const type *z = zeros != NULL ? (const type *)zeros->data + p.off : NULL;                 \
        type *y = (type *)cm_out(k, 0)->data + at;                                                \
        if (p.step == 0) {                                                                        \
            CM_PRIM(k, slot)(x, s[0], z != NULL ? z[0] : 0, lo, hi, y, p.n);                      \
            return;                                                                               \
        }                                                                                         \
        for (size_t i = 0; i < p.n; i++) {                                                        \
            y[i] = (type)cm_quantize_round(x[i] / s[i], z != NULL ? z[i] : 0, lo, hi);            \
        }                                                                                         \
    }                                                                                             \
    cameo_status cm_quantize_f32_##suffix##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, \
                                                uint32_t end) {                                   \
        (void)phase;                                                                              \
        return quantize_walk(k, begin, end, CM_TASK_ITEMS, quantize_piece_f32_##suffix);          \
    }

QUANTIZE_LEAF(u8, quantize_8, uint8_t, 0, 255)
QUANTIZE_LEAF(i8, quantize_8, int8_t, -128, 127)
QUANTIZE_LEAF(u16, quantize_16, uint16_t, 0, 65535)
QUANTIZE_LEAF(i16, quantize_16, int16_t, -32768, 32767)

/* ---- DynamicQuantizeLinear ---- */

/* y_scale = (max - min) / 255 and y_zero_point = round(saturate(-min / y_scale)) for the least range
 * of x that contains 0; a range of no width has scale 1, as in ONNX Runtime. NaN takes no part in the
 * range and becomes 0; a range that is infinite, or too small for a scale, gives what these formulas
 * give, NaN meaning 0. Three phases: ranges of tasks, the range, quotients.
 * Source: ONNX DynamicQuantizeLinear, since_version 11. */
enum {
    QUANTIZE_DYNAMIC_RANGES,
    QUANTIZE_DYNAMIC_SCALE,
    QUANTIZE_DYNAMIC_ROUND,
    QUANTIZE_DYNAMIC_PHASES
};

static cameo_status quantize_dynamic_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_TRY(cm_shape_out(s, 0, CAMEO_UINT8, x->rank, x->dims));
    CM_TRY(cm_shape_out(s, 1, CAMEO_FLOAT, 0, NULL));
    return cm_shape_out(s, 2, CAMEO_UINT8, 0, NULL);
}

const cm_op cm_op_DynamicQuantizeLinear = {.id = CM_OP_DynamicQuantizeLinear,
                                           .shape = quantize_dynamic_shape};

/* Behind the ranges the same holds scale and zero point. */
typedef struct quantize_range_f32 {
    float min, max; /* min <= 0 <= max */
} quantize_range_f32;

/* Scratch: the range of each task, and at last scale and zero point. */
cameo_status cm_quantize_dynamic_setup(const cm_kctx *k, cm_setup *s) {
    uint32_t n = cm_task_count(cm_in(k, 0)->n, CM_TASK_ITEMS);
    s->n_phases = QUANTIZE_DYNAMIC_PHASES;
    s->phase[QUANTIZE_DYNAMIC_RANGES].n_tasks = n;
    s->phase[QUANTIZE_DYNAMIC_SCALE].n_tasks = 1;
    s->phase[QUANTIZE_DYNAMIC_ROUND].n_tasks = n;
    CM_CHECK(!cm_ckd_mul((size_t)n + 1, sizeof(quantize_range_f32), &s->scratch), k->e,
             CAMEO_E_LIMIT, "%zu elements are too many", cm_in(k, 0)->n);
    return CAMEO_OK;
}

/* Of n elements and 0. The slots' answer is NaN where an element is. */
static quantize_range_f32 quantize_dynamic_range(const cm_kctx *k, const float *x, size_t n) {
    quantize_range_f32 r = {0, 0};
    CM_PRIM(k, reduce_rows_f32)(CM_REDUCE_MIN, &r.min, x, 1, n);
    if (r.min == r.min) {
        CM_PRIM(k, reduce_rows_f32)(CM_REDUCE_MAX, &r.max, x, 1, n);
        return r;
    }
    r.min = 0;
    for (size_t i = 0; i < n; i++) {
        r.min = x[i] < r.min ? x[i] : r.min;
        r.max = x[i] > r.max ? x[i] : r.max;
    }
    return r;
}

/* Scale and zero point, to outputs 1 and 2 and behind the ranges of the n tasks. */
static void quantize_dynamic_scale(const cm_kctx *k, size_t n) {
    quantize_range_f32 *ranges = (quantize_range_f32 *)(void *)k->scratch;
    quantize_range_f32 all = {0, 0};
    for (size_t i = 0; i < n; i++) {
        all.min = ranges[i].min < all.min ? ranges[i].min : all.min;
        all.max = ranges[i].max > all.max ? ranges[i].max : all.max;
    }
    float scale = all.max == all.min ? 1.0F : (all.max - all.min) / 255.0F;
    int32_t zero = cm_quantize_round((0.0F - all.min) / scale, 0, 0, 255);
    ranges[n] = (quantize_range_f32){scale, (float)zero};
    if (cm_out(k, 1) != NULL) *(float *)cm_out(k, 1)->data = scale;
    if (cm_out(k, 2) != NULL) *(uint8_t *)cm_out(k, 2)->data = (uint8_t)zero;
}

/* see cm_quantize_dynamic_setup */
cameo_status cm_quantize_dynamic_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    const cm_tensor *x = cm_in(k, 0);
    quantize_range_f32 *ranges = (quantize_range_f32 *)(void *)k->scratch;
    size_t n = cm_task_count(x->n, CM_TASK_ITEMS);
    if (phase == QUANTIZE_DYNAMIC_SCALE) {
        quantize_dynamic_scale(k, n);
        return CAMEO_OK;
    }
    for (size_t t = begin; t < end; t++) {
        size_t first = t * CM_TASK_ITEMS;
        size_t items = cm_min_size(x->n - first, CM_TASK_ITEMS);
        const float *from = (const float *)x->data + first;
        if (phase == QUANTIZE_DYNAMIC_RANGES) {
            ranges[t] = quantize_dynamic_range(k, from, items);
        } else if (cm_out(k, 0) != NULL) {
            uint8_t *y = (uint8_t *)cm_out(k, 0)->data + first;
            float scale = ranges[n].min;
            int32_t zero = (int32_t)ranges[n].max;
            CM_PRIM(k, quantize_8)(from, scale, zero, 0, 255, y, items);
        }
    }
    return CAMEO_OK;
}

/* ---- DequantizeLinear ---- */

/* x - zero_point as float: exact but for int32. */
static void dequantize_difference(const cm_kctx *k, size_t at, quantize_piece p, float *v) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *zero = cm_in(k, 2);
    if ((cm_dtype_flags((cameo_dtype)x->dtype) & CM_DTF_INT) == 0) {
        cm_lane_load_f32(x->dtype, x->data, at, p.n, v);
        return;
    }
    int64_t a[CM_LANE_ITEMS], z[CM_LANE_ITEMS] = {0};
    cm_lane_load_i64(x->dtype, x->data, at, p.n, a);
    if (zero != NULL) cm_lane_load_i64(zero->dtype, zero->data, p.off, p.step != 0 ? p.n : 1, z);
    for (size_t i = 0; i < p.n; i++) v[i] = (float)(a[i] - z[i * p.step]);
}

static void dequantize_piece_any(const cm_kctx *k, size_t at, quantize_piece p) {
    cm_tensor *y = cm_out(k, 0);
    float v[CM_LANE_ITEMS], s[CM_LANE_ITEMS];
    double wide[CM_LANE_ITEMS];
    dequantize_difference(k, at, p, v);
    quantize_load(cm_in(k, 1), p, s);
    for (size_t i = 0; i < p.n; i++) {
        float product = v[i] * s[i];
        wide[i] = (double)product;
    }
    cm_lane_store_f64(y->dtype, y->data, at, p.n, wide, (cm_lane_rounding){false, CM_E8M0_UP});
}

/* cm_dequantize_any_run — every combination of dtypes. Errors: none that setup did not find. */
cameo_status cm_dequantize_any_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return quantize_walk(k, begin, end, CM_LANE_ITEMS, dequantize_piece_any);
}

#define DEQUANTIZE_LEAF(suffix, type)                                                            \
    static void dequantize_piece_##suffix##_f32(const cm_kctx *k, size_t at, quantize_piece p) { \
        const cm_tensor *zeros = cm_in(k, 2);                                                    \
        const type *x = (const type *)cm_in(k, 0)->data + at;                                    \
        const float *s = (const float *)cm_in(k, 1)->data + p.off;                               \
        const type *z = zeros != NULL ? (const type *)zeros->data + p.off : NULL;                \
        float *y = (float *)cm_out(k, 0)->data + at;                                             \
        if (p.step == 0) {                                                                       \
            CM_PRIM(k, dequantize_##suffix)(x, s[0], z != NULL ? z[0] : 0, y, p.n);              \
            return;                                                                              \
        }                                                                                        \
        for (size_t i = 0; i < p.n; i++) y[i] = (float)(x[i] - (z != NULL ? z[i] : 0)) * s[i];   \
    }                                                                                            \
    cameo_status cm_dequantize_##suffix##_f32_run(const cm_kctx *k, uint32_t phase,              \
                                                  uint32_t begin, uint32_t end) {                \
        (void)phase;                                                                             \
        return quantize_walk(k, begin, end, CM_TASK_ITEMS, dequantize_piece_##suffix##_f32);     \
    }

DEQUANTIZE_LEAF(u8, uint8_t)
DEQUANTIZE_LEAF(i8, int8_t)
DEQUANTIZE_LEAF(u16, uint16_t)
DEQUANTIZE_LEAF(i16, int16_t)
