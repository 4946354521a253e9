/* lp_norm.c — LpNormalization: x divided by the sum of its absolute values along an axis (p = 1) or by
 * the root of the sum of its squares (p = 2); 0 where that is 0. Sums are double, in the order of the
 * axis, the quotient is rounded once. Source: ONNX LpNormalization, since_version 1, 22 (of which only
 * 22 says what 0/0 is; ONNX Runtime has always given 0). */
#include "base/math.h"
#include "kernels/half.h"
#include "kernels/kernel.h"

typedef struct lp_norm_params {
    int32_t axis; /* may be negative */
    int32_t p;
} lp_norm_params;

static const cm_field lp_norm_fields[] = {CM_F_I32(lp_norm_params, axis, -1),
                                          CM_F_I32(lp_norm_params, p, 2)};

static cameo_status lp_norm_parse(const cm_parse *p, void *params) {
    const lp_norm_params *q = params;
    CM_CHECK(q->p == 1 || q->p == 2, p->e, CAMEO_E_SHAPE, "p is %d, want 1 or 2", (int)q->p);
    return CAMEO_OK;
}

static cameo_status lp_norm_shape(cm_shape *s) {
    const lp_norm_params *q = s->params;
    uint32_t axis, rank = cm_shape_in(s, 0)->rank;
    if (rank != CM_RANK_UNKNOWN) CM_TRY(cm_axis_normalize(q->axis, rank, "axis", &axis, s->e));
    return cm_shape_out_like(s, 0, 0);
}

/* A row takes as long as some elements. */
static uint64_t lp_norm_cost(const cm_shape *s) {
    return cm_shape_cost_lines(cm_shape_in(s, 0), ((const lp_norm_params *)s->params)->axis, 32);
}

const cm_op cm_op_LpNormalization = {.id = CM_OP_LpNormalization,
                                     .cost = lp_norm_cost,
                                     .flags = CM_OPF_INPLACE,
                                     .n_fields = 2,
                                     .params_size = sizeof(lp_norm_params),
                                     .fields = lp_norm_fields,
                                     .parse = lp_norm_parse,
                                     .shape = lp_norm_shape};

/* Columns that are worked on together: a few cache lines of f32. */
#define LP_NORM_WIDTH ((size_t)64)

/* [outer][n][inner]; the inner columns are cut into blocks of LP_NORM_WIDTH. */
typedef struct lp_norm_split {
    size_t n, inner;
    size_t blocks;   /* of one outer index */
    size_t all;      /* of all */
    size_t per_task; /* blocks of a task */
    int dtype;       /* of the elements */
} lp_norm_split;

static lp_norm_split lp_norm_split_of(const cm_kctx *k) {
    const lp_norm_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis = (uint32_t)(q->axis < 0 ? q->axis + x->rank : q->axis);
    lp_norm_split s = {.inner = 1, .per_task = 1, .dtype = x->dtype};
    if (x->n == 0) return s;
    s.n = x->dims[axis];
    for (uint32_t d = axis + 1; d < x->rank; d++) s.inner *= x->dims[d];
    s.blocks = s.inner / LP_NORM_WIDTH + (s.inner % LP_NORM_WIDTH != 0);
    s.all = x->n / s.n / s.inner * s.blocks;
    s.per_task = cm_max_size(1, CM_TASK_ITEMS / s.n / cm_min_size(s.inner, LP_NORM_WIDTH));
    return s;
}

/* One phase over blocks of columns. Scratch: none. Errors: E_SHAPE the axis is beyond the rank. */
cameo_status cm_lp_norm_setup(const cm_kctx *k, cm_setup *s) {
    const lp_norm_params *q = k->params;
    uint32_t axis;
    CM_TRY(cm_axis_normalize(q->axis, cm_in(k, 0)->rank, "axis", &axis, k->e));
    lp_norm_split split = lp_norm_split_of(k);
    cm_setup_simple(s, split.all, split.per_task);
    return CAMEO_OK;
}

/* Columns [0, width) of x [n][inner] to y, which may equal x. */
#define LP_NORM_LEAF(name, T, LOAD, STORE, VECTORS)                                          \
    static void lp_norm_block_##name(T *y, const T *x, const lp_norm_split *s, size_t width, \
                                     int32_t p) {                                            \
        double norm[LP_NORM_WIDTH] = {0};                                                    \
        for (size_t i = 0; i < s->n; i++) {                                                  \
            for (size_t c = 0; c < width; c++) {                                             \
                double v = (double)LOAD(x[i * s->inner + c]);                                \
                norm[c] += p == 1 ? cm_fabs(v) : v * v;                                      \
            }                                                                                \
        }                                                                                    \
        for (size_t c = 0; c < width && p == 2; c++) norm[c] = cm_sqrt(norm[c]);             \
        for (size_t i = 0; i < s->n; i++) {                                                  \
            for (size_t c = 0; c < width; c++) {                                             \
                double v = (double)LOAD(x[i * s->inner + c]);                                \
                y[i * s->inner + c] = STORE(norm[c] == 0 ? 0 : v / norm[c]);                 \
            }                                                                                \
        }                                                                                    \
    }                                                                                        \
    cameo_status cm_lp_norm_##name##_run(const cm_kctx *k, uint32_t phase, uint32_t begin,   \
                                         uint32_t end) {                                     \
        const lp_norm_params *q = k->params;                                                 \
        lp_norm_split s = lp_norm_split_of(k);                                               \
        const T *x = cm_in(k, 0)->data;                                                      \
        T *y = cm_out(k, 0)->data;                                                           \
        size_t last = cm_min_size(s.all, end * s.per_task);                                  \
        (void)phase;                                                                         \
        for (size_t b = begin * s.per_task; b < last; b++) {                                 \
            size_t column = b % s.blocks * LP_NORM_WIDTH;                                    \
            size_t off = b / s.blocks * s.n * s.inner + column;                              \
            size_t width = cm_min_size(LP_NORM_WIDTH, s.inner - column);                     \
            if (VECTORS(k, y + off, x + off, &s, width, q->p)) continue;                     \
            lp_norm_block_##name(y + off, x + off, &s, width, q->p);                         \
        }                                                                                    \
        return CAMEO_OK;                                                                     \
    }

#if !CAMEO_FROZEN
/* lp_norm_block_f32 by slots, which add in another order than the portable code: so only where there are vectors. Norms
 * beyond the normal numbers of float are left to it, too: returns false then. */
static bool lp_norm_block_vectors(const cm_kctx *k, float *y, const float *x, const lp_norm_split *s, size_t width,
                                  int32_t p) {
    double norm[LP_NORM_WIDTH] = {0};
    float by[LP_NORM_WIDTH];
    cm_reduce_kind kind = p == 1 ? CM_REDUCE_ABS : CM_REDUCE_SQUARE;
    if (k->prims->features == 0) return false;
    if (s->inner == 1) CM_PRIM(k, reduce_rows_f32)(kind, norm, x, 1, s->n);
    else CM_PRIM(k, reduce_columns_f32)(kind, norm, x, s->n, s->inner, width);
    for (size_t c = 0; c < width; c++) {
        if (p == 2) norm[c] = cm_sqrt(norm[c]);
        if (!(norm[c] >= 0x1p-126 && norm[c] < 0x1p127)) return false;
        by[c] = (float)norm[c];
    }
    if (s->inner == 1) {
        CM_STAGE(k, div)(&(cm_stage_args){.a = x, .b = by, .a_step = 1}, y, s->n);
        return true;
    }
    for (size_t i = 0; i < s->n; i++) {
        CM_STAGE(k, div)
        (&(cm_stage_args){.a = x + i * s->inner, .b = by, .a_step = 1, .b_step = 1}, y + i * s->inner, width);
    }
    return true;
}
#else
#define lp_norm_block_vectors(k, y, x, s, width, p) false
#endif
#define LP_NORM_NO_VECTORS(k, y, x, s, width, p) false

#define LP_NORM_SAME(v) (v)
#define LP_NORM_F32(v) ((float)(v))
LP_NORM_LEAF(f32, float, LP_NORM_SAME, LP_NORM_F32, lp_norm_block_vectors)
LP_NORM_LEAF(f64, double, LP_NORM_SAME, LP_NORM_SAME, LP_NORM_NO_VECTORS)
#define LP_NORM_LOAD_HALF(v) cm_half_to_f32(s->dtype, v)
#define LP_NORM_STORE_HALF(v) cm_half_from_f64(s->dtype, v)
LP_NORM_LEAF(half, uint16_t, LP_NORM_LOAD_HALF, LP_NORM_STORE_HALF, LP_NORM_NO_VECTORS)
