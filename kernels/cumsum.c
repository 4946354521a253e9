/* cumsum.c — CumSum, CumProd: running sums and products along an axis.
 *
 * x is [outer][n][inner], summed (multiplied) along n. The axis is an input, perhaps one that only the run
 * knows, so the number of tasks depends on the size of x alone, and each task takes an even share of
 * the columns, whatever the axis; where there are fewer columns than tasks, some have nothing to do.
 * Floats are summed in double in the order of the axis and each output is rounded once; integers wrap
 * around, as numpy's. The sum starts with its first element, not with 0, so that -0 stays -0.
 * Source: ONNX CumSum, since_version 11, 14 (more dtypes), CumProd, 26. */
#include "kernels/half.h"
#include "kernels/move.h"

typedef struct cumsum_params {
    int32_t exclusive; /* not 0: y[i] is the sum of the elements before i, without x[i] */
    int32_t reverse;   /* not 0: from the end of the axis to its beginning */
} cumsum_params;

static const cm_field cumsum_fields[] = {CM_F_I32(cumsum_params, exclusive, 0),
                                         CM_F_I32(cumsum_params, reverse, 0)};

/* Follows int32 and int64 elements, of which shapes are made. A sum beyond the dtype would wrap:
 * unknown, and so is every later one. */
static void cumsum_elems(cm_shape *s, uint32_t axis) {
    const cumsum_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t count;
    if (s->n_out == 0 || (x->dtype != CAMEO_INT32 && x->dtype != CAMEO_INT64)) return;
    if (!cm_avalue_count(x, &count) || count == 0) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, count);
    if (elem == NULL) return;
    size_t n = (size_t)x->dims[axis];
    size_t inner = 1;
    for (uint32_t d = axis + 1; d < x->rank; d++) inner *= (size_t)x->dims[d];
    for (size_t column = 0; column < count / n; column++) {
        cm_dim sum = 0;
        for (size_t i = 0; i < n; i++) {
            size_t row = p->reverse ? n - 1 - i : i;
            size_t at = (column / inner * n + row) * inner + column % inner;
            cm_dim v = CM_DIM_UNKNOWN;
            if (!cm_avalue_elem(x, at, &v)) v = CM_DIM_UNKNOWN;
            if (p->exclusive) elem[at] = sum;
            sum = cm_dim_add(s->dims, sum, v);
            bool narrow = x->dtype == CAMEO_INT32 && cm_dim_is_const(sum);
            if (sum == CM_DIM_BAD || (narrow && (sum < INT32_MIN || sum > INT32_MAX))) {
                sum = CM_DIM_UNKNOWN;
            }
            if (!p->exclusive) elem[at] = sum;
        }
    }
}

/* The axis is a scalar; one element in a list is taken, too, as ONNX Runtime does. */
static cameo_status cumsum_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *v = cm_shape_in(s, 1);
    size_t n;
    int64_t axis;
    CM_CHECK(v->rank <= 1 || v->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "axis has rank %u, want 0 or 1", (unsigned)v->rank);
    CM_CHECK(!cm_avalue_count(v, &n) || n == 1, s->e, CAMEO_E_SHAPE,
             "axis has %zu elements, want 1", n);
    CM_CHECK(x->rank != 0, s->e, CAMEO_E_SHAPE, "x is a scalar, it has no axis");
    CM_TRY(cm_shape_out_like(s, 0, 0));
    if (x->rank != CM_RANK_UNKNOWN && cm_avalue_i64(v, 0, &axis)) {
        uint32_t d;
        CM_TRY(cm_axis_normalize(axis, x->rank, "axis", &d, s->e));
        if (s->op->id == CM_OP_CumSum) cumsum_elems(s, d);
    }
    return CAMEO_OK;
}

const cm_op cm_op_CumSum = {.id = CM_OP_CumSum,
                            .flags = CM_OPF_INPLACE,
                            .n_fields = 2,
                            .params_size = sizeof(cumsum_params),
                            .fields = cumsum_fields,
                            .shape = cumsum_shape};

const cm_op cm_op_CumProd = {.id = CM_OP_CumProd,
                             .flags = CM_OPF_INPLACE,
                             .n_fields = 2,
                             .params_size = sizeof(cumsum_params),
                             .fields = cumsum_fields,
                             .shape = cumsum_shape};

/* Columns that are worked on together: one cache line of f32. */
#define CUMSUM_WIDTH ((size_t)16)

/* One task without elements, too: it checks the axis. */
static uint32_t cumsum_tasks(const cm_kctx *k) {
    uint32_t n = cm_task_count(cm_in(k, 0)->n, CM_TASK_ITEMS);
    return n == 0 ? 1 : n;
}

/* One phase over blocks of columns; run divides them when it knows the axis. Scratch: none.
 * Errors: E_SHAPE x is a scalar, or axis is not one element. */
cameo_status cm_cumsum_setup(const cm_kctx *k, cm_setup *s) {
    CM_CHECK(cm_in(k, 0)->rank > 0 && cm_in(k, 1)->n == 1, k->e, CAMEO_E_SHAPE,
             "x has rank %u and axis %zu elements, want a rank above 0 and 1 element",
             (unsigned)cm_in(k, 0)->rank, cm_in(k, 1)->n);
    s->n_phases = 1;
    s->phase[0].n_tasks = cumsum_tasks(k);
    return CAMEO_OK;
}

/* [outer][n][inner]; the inner columns are cut into blocks of CUMSUM_WIDTH. */
typedef struct cumsum_split {
    int dtype;
    size_t n, inner;
    size_t blocks;     /* of one outer index */
    size_t begin, end; /* blocks of the tasks, of all outer * blocks */
} cumsum_split;

/* What tasks [begin, end) cover. Errors: E_SHAPE the axis is beyond the rank. */
static cameo_status cumsum_split_of(const cm_kctx *k, uint32_t begin, uint32_t end,
                                    cumsum_split *s) {
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis;
    CM_TRY(cm_axis_normalize(cm_move_index(cm_in(k, 1), 0), x->rank, "axis", &axis, k->e));
    *s = (cumsum_split){.dtype = x->dtype, .n = x->dims[axis]};
    if (x->n == 0) return CAMEO_OK;
    s->inner = cm_move_count(x->dims, axis + 1, x->rank);
    s->blocks = (s->inner + CUMSUM_WIDTH - 1) / CUMSUM_WIDTH;
    size_t all = cm_move_count(x->dims, 0, axis) * s->blocks;
    size_t n_tasks = cumsum_tasks(k);
    size_t per_task = all / n_tasks + (all % n_tasks != 0);
    s->begin = cm_min_size(all, begin * per_task);
    s->end = cm_min_size(all, end * per_task);
    return CAMEO_OK;
}

/* ---- Rows of columns ---- */

#if CAMEO_FROZEN || CM_SMALL
static bool cumsum_rows(const cm_kctx *k, const cumsum_split *s, bool product) {
    return (void)k, (void)s, (void)product, false;
}
#else
/* Columns that loops and slots work on together. */
#define CUMSUM_STRIP ((size_t)256)

/* Running sums of f32 in doubles, of width <= CUMSUM_STRIP columns, row after row, `step` bytes from one to the next; y
 * holds the first row. */
static void cumsum_strip_f32(const cm_kctx *k, const uint8_t *x, uint8_t *y, size_t n, ptrdiff_t step,
                             size_t width) {
    double sum[CUMSUM_STRIP];
    CM_LOOP(k, f32_f64)(&(cm_loop_args){.a = x, .a_step = 1}, sum, width);
    for (size_t i = 1; i < n; i++) {
        x += step;
        y += step;
        CM_PRIM(k, reduce_columns_f32)(CM_REDUCE_SUM, sum, (const float *)(const void *)x, 1, width, width);
        CM_LOOP(k, f64_f32)(&(cm_loop_args){.a = sum, .a_step = 1}, y, width);
    }
}

/* The loop that adds or multiplies numbers of a dtype whose sums and products are of that dtype, too, or NULL. */
static cm_loop_fn *cumsum_loop(const cm_kctx *k, int dtype, bool product) {
    switch (dtype) {
    case CAMEO_DOUBLE: return product ? CM_LOOP(k, mul_f64) : CM_LOOP(k, add_f64);
    case CAMEO_INT32:
    case CAMEO_UINT32: return product ? CM_LOOP(k, mul_32) : CM_LOOP(k, add_32);
    case CAMEO_INT64:
    case CAMEO_UINT64: return product ? CM_LOOP(k, mul_64) : CM_LOOP(k, add_64);
    default: return NULL;
    }
}

/* The blocks of s, strip by strip: each row is the one before it with one more row of x, in vectors. False, and nothing
 * written: exclusive sums, few columns, and dtypes that are left to the blocks. */
static bool cumsum_rows(const cm_kctx *k, const cumsum_split *s, bool product) {
    const cumsum_params *p = k->params;
    cm_loop_fn *loop = cumsum_loop(k, s->dtype, product);
    bool floats = s->dtype == CAMEO_FLOAT && !product;
    if (p->exclusive != 0 || s->inner < CUMSUM_WIDTH || (loop == NULL && !floats)) return false;
    size_t size = cameo_dtype_bits((cameo_dtype)s->dtype) / 8;
    ptrdiff_t row = (ptrdiff_t)(s->inner * size), step = p->reverse != 0 ? -row : row;
    for (size_t b = s->begin, blocks; b < s->end; b += blocks) {
        size_t column = b % s->blocks * CUMSUM_WIDTH;
        blocks = cm_min_size(CUMSUM_STRIP / CUMSUM_WIDTH, cm_min_size(s->end - b, s->blocks - b % s->blocks));
        size_t width = cm_min_size(blocks * CUMSUM_WIDTH, s->inner - column);
        size_t first = (b / s->blocks * s->n + (p->reverse != 0 ? s->n - 1 : 0)) * s->inner + column;
        const uint8_t *x = (const uint8_t *)cm_in(k, 0)->data + first * size;
        uint8_t *y = (uint8_t *)cm_out(k, 0)->data + first * size;
        if (x != y) memcpy(y, x, width * size);
        if (floats) cumsum_strip_f32(k, x, y, s->n, step, width);
        for (size_t i = 1; !floats && i < s->n; i++) {
            x += step;
            y += step;
            loop(&(cm_loop_args){.a = y - step, .b = x, .a_step = 1, .b_step = 1}, y, width);
        }
    }
    return true;
}
#endif

#define CUMSUM_SAME(v) (v)
#define CUMSUM_F32(v) ((float)(v))

#define CUMSUM_DTYPE f32
#define CUMSUM_T float
#define CUMSUM_S double
#define CUMSUM_LOAD CUMSUM_SAME
#define CUMSUM_STORE CUMSUM_F32
#include "kernels/cumsum_tmpl.h"

#define CUMSUM_DTYPE f64
#define CUMSUM_T double
#define CUMSUM_S double
#define CUMSUM_LOAD CUMSUM_SAME
#define CUMSUM_STORE CUMSUM_SAME
#include "kernels/cumsum_tmpl.h"

#define CUMSUM_LOAD_HALF(v) cm_half_to_f32(s->dtype, v)
#define CUMSUM_STORE_HALF(v) cm_half_from_f64(s->dtype, v)
#define CUMSUM_DTYPE half
#define CUMSUM_T uint16_t
#define CUMSUM_S double
#define CUMSUM_LOAD CUMSUM_LOAD_HALF
#define CUMSUM_STORE CUMSUM_STORE_HALF
#include "kernels/cumsum_tmpl.h"
#undef CUMSUM_LOAD_HALF
#undef CUMSUM_STORE_HALF

/* Sums and products modulo 2^32 and 2^64 are the same bits for both signs. */
#define CUMSUM_DTYPE u32
#define CUMSUM_T uint32_t
#define CUMSUM_S uint32_t
#define CUMSUM_LOAD CUMSUM_SAME
#define CUMSUM_STORE CUMSUM_SAME
#include "kernels/cumsum_tmpl.h"

#define CUMSUM_DTYPE u64
#define CUMSUM_T uint64_t
#define CUMSUM_S uint64_t
#define CUMSUM_LOAD CUMSUM_SAME
#define CUMSUM_STORE CUMSUM_SAME
#include "kernels/cumsum_tmpl.h"
