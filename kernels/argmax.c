/* argmax.c — ArgMax, ArgMin: the index of the greatest (least) element along an axis, of several
 * the first, with select_last_index the last. NaN counts as the greatest, for ArgMin as the least,
 * as numpy's. Source: ONNX ArgMax, ArgMin, since_version 1, 11, 12 (select_last_index), 13. */
#include "kernels/lane.h"
#include "kernels/move.h"

typedef struct argmax_params {
    int32_t axis;
    int32_t keepdims;
    int32_t select_last_index;
} argmax_params;

static cameo_status argmax_shape(cm_shape *s) {
    const argmax_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t axis;
    uint32_t rank = 0;
    cm_dim dims[CM_MAX_RANK];
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_INT64, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
    for (uint32_t d = 0; d < x->rank; d++) {
        if (d != axis)
            dims[rank++] = x->dims[d];
        else if (p->keepdims)
            dims[rank++] = 1;
    }
    return cm_shape_out(s, 0, CAMEO_INT64, rank, dims);
}

/* One operation per element of the input. */
static uint64_t argmax_cost(const cm_shape *s) {
    size_t n;
    return cm_avalue_count(cm_shape_in(s, 0), &n) ? n : UINT64_MAX;
}

static const cm_field argmax_fields[] = {CM_F_I32(argmax_params, axis, 0),
                                         CM_F_I32(argmax_params, keepdims, 1),
                                         CM_F_I32(argmax_params, select_last_index, 0)};
const cm_op cm_op_ArgMax = {CM_OP_ArgMax, 0,          3, sizeof(argmax_params), argmax_fields, NULL,
                            argmax_shape, argmax_cost};
const cm_op cm_op_ArgMin = {CM_OP_ArgMin, 0,          3, sizeof(argmax_params), argmax_fields, NULL,
                            argmax_shape, argmax_cost};

/* Columns that are worked on together. */
#define ARGMAX_WIDTH ((size_t)32)

/* Rows of fewer floats are looked through as a whole. */
#define ARGMAX_SHORT 48
/* Floats of rows that are worked on together: they stay in the first-level cache. */
#define ARGMAX_ROWS ((size_t)2048)

/* x is [outer][n][inner]; the inner columns are cut into blocks of ARGMAX_WIDTH. */
typedef struct argmax_split {
    size_t outer, n, inner;
    size_t blocks;   /* of one outer index */
    size_t per_task; /* blocks of a task */
} argmax_split;

static cameo_status argmax_split_of(const cm_kctx *k, argmax_split *s) {
    const argmax_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis;
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, k->e));
    *s = (argmax_split){cm_move_count(x->dims, 0, axis), x->dims[axis],
                        cm_move_count(x->dims, axis + 1, x->rank), 0, 1};
    CM_CHECK(s->n > 0 || cm_out(k, 0)->n == 0, k->e, CAMEO_E_SHAPE,
             "the axis has no element to take the index of");
    if (x->n == 0) s->outer = 0;
    s->blocks = (s->inner + ARGMAX_WIDTH - 1) / ARGMAX_WIDTH;
    size_t block = s->n * cm_min_size(s->inner, ARGMAX_WIDTH);
    s->per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, block));
    return CAMEO_OK;
}

/* One phase over blocks of columns. Scratch: none. Errors: E_SHAPE the axis has no elements. */
cameo_status cm_argmax_setup(const cm_kctx *k, cm_setup *s) {
    argmax_split a;
    CM_TRY(argmax_split_of(k, &a));
    cm_setup_simple(s, a.outer * a.blocks, a.per_task);
    return CAMEO_OK;
}

/* Elements [at, at + n) of x as numbers in the order of ArgMax: NaN is the greatest. */
typedef union argmax_row {
    double f[CM_LANE_ITEMS];
    int64_t v[CM_LANE_ITEMS];
} argmax_row;

typedef struct argmax_how {
    bool least, last;
} argmax_how;

/* Whether v takes the place of best. */
static bool argmax_beats_f64(argmax_how h, double v, double best) {
    if (v != v) return h.last || best == best;
    if (v == best) return h.last;
    return h.least ? v < best : v > best;
}
static bool argmax_beats_i64(argmax_how h, int64_t v, int64_t best) {
    if (v == best) return h.last;
    return h.least ? v < best : v > best;
}

static void argmax_load(const cm_tensor *x, bool real, size_t at, size_t n, argmax_row *row) {
    if (real) {
        cm_lane_load_f64(x->dtype, x->data, at, n, row->f);
        return;
    }
    cm_lane_load_i64(x->dtype, x->data, at, n, row->v);
    for (size_t i = 0; x->dtype == CAMEO_UINT64 && i < n; i++) {
        row->v[i] = (int64_t)((uint64_t)row->v[i] ^ UINT64_C(1) << 63);
    }
}

/* y [width] = index of the best of each of `width` neighbouring columns, the first at element `at`:
 * rows of columns, or, if the row is one column, of up to CM_LANE_ITEMS elements of it. */
static void argmax_block(const cm_kctx *k, const argmax_split *s, size_t at, size_t width,
                         int64_t *y) {
    const cm_tensor *x = cm_in(k, 0);
    const argmax_params *p = k->params;
    argmax_how how = {k->op->id == CM_OP_ArgMin, p->select_last_index != 0};
    bool real = (cm_dtype_flags((cameo_dtype)x->dtype) & CM_DTF_FLOAT) != 0;
    argmax_row row, best;
    size_t rows = s->inner == 1 ? CM_LANE_ITEMS : 1; /* of x in one `row` */
    argmax_load(x, real, at, width, &best);
    for (size_t c = 0; c < width; c++) y[c] = 0;
    for (size_t r = 0; r < s->n; r += rows) {
        size_t n = rows == 1 ? width : cm_min_size(rows, s->n - r);
        argmax_load(x, real, at + r * s->inner, n, &row);
        for (size_t i = 0; i < n; i++) {
            size_t c = rows == 1 ? i : 0;
            size_t index = rows == 1 ? r : r + i;
            if (index == 0) continue;
            if (real ? argmax_beats_f64(how, row.f[i], best.f[c])
                     : argmax_beats_i64(how, row.v[i], best.v[c])) {
                y[c] = (int64_t)index;
                if (real)
                    best.f[c] = row.f[i];
                else
                    best.v[c] = row.v[i];
            }
        }
    }
}

/* The index of the best of n >= 1 neighbouring elements: rows of types without slots. */
#define ARGMAX_ROW(name, type)                                                                                 \
    static size_t name(const void *from, size_t n, argmax_how h) {                                             \
        const type *x = from;                                                                                  \
        type best = x[0];                                                                                      \
        bool nan = false;                                                                                      \
        size_t i = h.last ? n - 1 : 0;                                                                         \
        for (size_t j = 0; h.least && j < n; j++) best = x[j] < best ? x[j] : best, nan |= x[j] != x[j];       \
        for (size_t j = 0; !h.least && j < n; j++) best = x[j] > best ? x[j] : best, nan |= x[j] != x[j];      \
        while (nan ? x[i] == x[i] : x[i] != best) i = h.last ? i - 1 : i + 1;                                  \
        return i;                                                                                              \
    }
ARGMAX_ROW(argmax_row_f64, double)
ARGMAX_ROW(argmax_row_i32, int32_t)
ARGMAX_ROW(argmax_row_i64, int64_t)
ARGMAX_ROW(argmax_row_u8, uint8_t)
#undef ARGMAX_ROW

typedef size_t argmax_row_fn(const void *x, size_t n, argmax_how h);

/* The function for rows, or NULL. */
static argmax_row_fn *argmax_row_of(int dtype) {
    switch (dtype) {
    case CAMEO_DOUBLE: return argmax_row_f64;
    case CAMEO_INT32: return argmax_row_i32;
    case CAMEO_INT64: return argmax_row_i64;
    case CAMEO_UINT8: return argmax_row_u8;
    default: return NULL;
    }
}

/* Of n floats x the first index of v, or the last one; NaN is NaN. v is one of them. In short rows no branch depends on
 * where it is. */
static size_t argmax_find(const float *x, size_t n, float v, bool last) {
    size_t i = last ? n - 1 : 0;
    if (v == v && n < ARGMAX_SHORT) {
        for (size_t j = 0; last && j < n; j++) i = x[j] == v ? j : i;
        for (size_t j = n; !last && j-- > 0;) i = x[j] == v ? j : i;
    } else if (v != v) {
        while (x[i] == x[i]) i = last ? i - 1 : i + 1;
    } else {
        while (x[i] != v) i = last ? i - 1 : i + 1;
    }
    return i;
}

static cm_reduce_kind argmax_kind(const cm_kctx *k) {
    return k->op->id == CM_OP_ArgMin ? CM_REDUCE_MIN : CM_REDUCE_MAX;
}

/* Rows [b, last) of n floats: the extreme values of some rows first, by the slots of the Reduce operators, then their
 * places. */
static void argmax_rows_f32(const cm_kctx *k, size_t n, size_t b, size_t last) {
    bool last_index = ((const argmax_params *)k->params)->select_last_index != 0;
    int64_t *y = cm_out(k, 0)->data;
    float best[ARGMAX_WIDTH];
    size_t some = cm_min_size(ARGMAX_WIDTH, cm_max_size(1, ARGMAX_ROWS / n));
    for (size_t rows; b < last; b += rows) {
        const float *x = (const float *)cm_in(k, 0)->data + b * n;
        rows = cm_min_size(some, last - b);
        for (size_t r = 0; r < rows; r++) best[r] = x[r * n];
        CM_PRIM(k, reduce_rows_f32)(argmax_kind(k), best, x, rows, n);
        for (size_t r = 0; r < rows; r++) y[b + r] = (int64_t)argmax_find(x + r * n, n, best[r], last_index);
    }
}

/* argmax_block for f32 with inner > 1: the extreme values first, then their places. */
static void argmax_block_f32(const cm_kctx *k, const argmax_split *s, size_t at, size_t width, int64_t *y) {
    bool last = ((const argmax_params *)k->params)->select_last_index != 0;
    const float *x = (const float *)cm_in(k, 0)->data + at;
    float best[ARGMAX_WIDTH];
    int32_t place[ARGMAX_WIDTH] = {0};
    for (size_t c = 0; c < width; c++) best[c] = x[c];
    CM_PRIM(k, reduce_columns_f32)(argmax_kind(k), best, x, s->n, s->inner, width);
    for (size_t i = 0; i < s->n; i++) {
        size_t r = last ? i : s->n - 1 - i; /* what is found last counts */
        const float *row = x + r * s->inner;
        if (width == ARGMAX_WIDTH) {
            for (size_t c = 0; c < ARGMAX_WIDTH; c++) place[c] = row[c] == best[c] ? (int32_t)r : place[c];
        } else {
            for (size_t c = 0; c < width; c++) place[c] = row[c] == best[c] ? (int32_t)r : place[c];
        }
    }
    for (size_t c = 0; c < width; c++) {
        y[c] = place[c];
        if (best[c] == best[c]) continue;
        size_t r = last ? s->n - 1 : 0;
        while (x[r * s->inner + c] == x[r * s->inner + c]) r = last ? r - 1 : r + 1;
        y[c] = (int64_t)r;
    }
}

/* Blocks [b, last) where they are rows for `row`. */
static void argmax_rows(const cm_kctx *k, argmax_row_fn *row, size_t n, size_t b, size_t last) {
    const argmax_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    int64_t *y = cm_out(k, 0)->data;
    argmax_how how = {k->op->id == CM_OP_ArgMin, p->select_last_index != 0};
    size_t size = n * cameo_dtype_bits((cameo_dtype)x->dtype) / 8; /* bytes of a row */
    for (; b < last; b++) y[b] = (int64_t)row((const uint8_t *)x->data + b * size, n, how);
}

/* cm_argmax_run — y[o][i] = the index of the best of x[o][0..n)[i], for ArgMax and ArgMin.
 *   x   [outer][n][inner] of any integer or float dtype, n >= 1;  y  [outer][inner] */
cameo_status cm_argmax_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    int64_t *y = cm_out(k, 0)->data;
    argmax_split s;
    CM_TRY(argmax_split_of(k, &s));
    size_t last = cm_min_size(s.outer * s.blocks, end * s.per_task);
    argmax_row_fn *row = s.inner == 1 ? argmax_row_of(cm_in(k, 0)->dtype) : NULL;
    bool floats = cm_in(k, 0)->dtype == CAMEO_FLOAT;
    if (row != NULL || (floats && s.inner == 1)) {
        if (row != NULL) argmax_rows(k, row, s.n, begin * s.per_task, last);
        else argmax_rows_f32(k, s.n, begin * s.per_task, last);
        return CAMEO_OK;
    }
    for (size_t b = begin * s.per_task; b < last; b++) {
        size_t o = b / s.blocks;
        size_t column = b % s.blocks * ARGMAX_WIDTH;
        size_t width = cm_min_size(ARGMAX_WIDTH, s.inner - column);
        size_t at = o * s.n * s.inner + column;
        if (floats && s.n <= INT32_MAX) {
            argmax_block_f32(k, &s, at, width, y + o * s.inner + column);
        } else {
            argmax_block(k, &s, at, width, y + o * s.inner + column);
        }
    }
    return CAMEO_OK;
}
