/* col2im.c — Col2Im: columns of blocks summed up to the image that they were cut from.
 *
 * Each output element looks for the blocks that cover it, in the order of the places in a block. Floats are summed in
 * double and rounded once, integers wrap around, bool is their "or"; the parts of complex numbers are summed by
 * themselves.
 * Source: ONNX Col2Im, since_version 18. */
#include "kernels/geom.h"
#include "kernels/lane.h"
#include "kernels/move.h"
#include "kernels/real.h"

typedef struct col2im_params {
    int32_t strides[CM_MAX_SPATIAL], n_strides;
    int32_t dilations[CM_MAX_SPATIAL], n_dilations;
    int32_t pads[2 * CM_MAX_SPATIAL], n_pads;
} col2im_params;

static const cm_field col2im_fields[] = {CM_F_I32S(col2im_params, strides), CM_F_I32S(col2im_params, dilations),
                                         CM_F_I32S(col2im_params, pads)};

enum { COL2IM_X, COL2IM_IMAGE, COL2IM_BLOCK };

static cameo_status col2im_parse(const cm_parse *p, void *params) {
    const col2im_params *q = params;
    for (int32_t i = 0; i < q->n_strides; i++) {
        CM_CHECK(q->strides[i] >= 1, p->e, CAMEO_E_SHAPE, "strides[%d] is %d", (int)i, (int)q->strides[i]);
    }
    for (int32_t i = 0; i < q->n_dilations; i++) {
        CM_CHECK(q->dilations[i] >= 1, p->e, CAMEO_E_SHAPE, "dilations[%d] is %d", (int)i, (int)q->dilations[i]);
    }
    for (int32_t i = 0; i < q->n_pads; i++) {
        CM_CHECK(q->pads[i] >= 0, p->e, CAMEO_E_SHAPE, "pads[%d] is %d", (int)i, (int)q->pads[i]);
    }
    return CAMEO_OK;
}

/* The lists are for n axes. */
static cameo_status col2im_check_lists(const col2im_params *q, size_t n, cameo_error *e) {
    bool fits = n >= 1 && n <= CM_MAX_SPATIAL && (q->n_strides == 0 || (size_t)q->n_strides == n) &&
                (q->n_dilations == 0 || (size_t)q->n_dilations == n) && (q->n_pads == 0 || (size_t)q->n_pads == 2 * n);
    CM_CHECK(fits, e, CAMEO_E_SHAPE, "%zu axes for %d strides, %d dilations and %d pads", n, (int)q->n_strides,
             (int)q->n_dilations, (int)q->n_pads);
    return CAMEO_OK;
}

static cameo_status col2im_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, COL2IM_X), *image = cm_shape_in(s, COL2IM_IMAGE);
    const cm_avalue *block = cm_shape_in(s, COL2IM_BLOCK);
    cm_dim dims[CM_MAX_RANK] = {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN}, taps = 1, v;
    size_t n, m;
    bool known = cm_avalue_count(image, &n), sized = cm_avalue_count(block, &m);
    CM_CHECK(!known || !sized || n == m, s->e, CAMEO_E_SHAPE, "image_shape has %zu elements, block_shape %zu", n, m);
    if (!known && sized) n = m;
    CM_CHECK(x->rank == 3 || x->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "input has rank %u, want 3",
             (unsigned)x->rank);
    if (!known && !sized) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(col2im_check_lists(s->params, n, s->e));
    for (size_t i = 0; i < n; i++) {
        dims[2 + i] = cm_avalue_elem(image, i, &v) ? v : CM_DIM_UNKNOWN;
        if (!cm_avalue_elem(block, i, &v)) v = CM_DIM_UNKNOWN;
        CM_CHECK(!cm_dim_is_const(v) || v >= 1, s->e, CAMEO_E_SHAPE, "block_shape[%zu] is %lld, want at least 1", i,
                 CM_LL(v));
        taps = cm_dim_mul(s->dims, taps, v);
    }
    if (x->rank == 3) {
        dims[0] = x->dims[0];
        dims[1] = cm_dim_div_floor(s->dims, x->dims[1], taps);
        bool numbers = cm_dim_is_const(x->dims[1]) && cm_dim_is_const(taps);
        CM_CHECK(!numbers || x->dims[1] % taps == 0, s->e, CAMEO_E_SHAPE, "%lld rows are no blocks of %lld elements",
                 CM_LL(x->dims[1]), CM_LL(taps));
    }
    return cm_shape_out(s, 0, x->dtype, (uint32_t)n + 2, dims);
}

/* Every column is added to the image. */
static uint64_t col2im_cost(const cm_shape *s) {
    return cm_cost_add(cm_shape_cost(&s->out[0], 1), cm_shape_cost(cm_shape_in(s, 0), 4));
}

const cm_op cm_op_Col2Im = {.id = CM_OP_Col2Im, .n_fields = 3, .params_size = sizeof(col2im_params),
                            .fields = col2im_fields, .parse = col2im_parse, .shape = col2im_shape, .cost = col2im_cost};

typedef struct col2im_axis {
    size_t image, block, blocks; /* elements; of a block; blocks */
    size_t stride, dilation, pad;
} col2im_axis;

typedef struct col2im_job {
    const cm_tensor *x, *y;
    uint32_t n;
    col2im_axis axis[CM_MAX_SPATIAL];
    size_t taps, plane;
} col2im_job;

#define COL2IM_ITEMS ((size_t)2048) /* outputs of a task */

/* One phase over the outputs, a task without any, too: it checks the numbers. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_col2im_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, COL2IM_X), *y = cm_out(k, 0);
    bool fits = x->rank == 3 && y->rank >= 3 && cm_in(k, COL2IM_IMAGE)->n == y->rank - 2u &&
                cm_in(k, COL2IM_BLOCK)->n == y->rank - 2u && y->dims[0] == x->dims[0];
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "%zu sizes of the image and %zu of a block for an output of rank %u",
             cm_in(k, COL2IM_IMAGE)->n, cm_in(k, COL2IM_BLOCK)->n, (unsigned)y->rank);
    CM_TRY(col2im_check_lists(k->params, y->rank - 2u, k->e));
    cm_setup_simple(s, cm_max_size(1, y->n), COL2IM_ITEMS);
    return CAMEO_OK;
}

/* Errors: E_SHAPE the sizes are not those of y, or do not give the columns of x. */
static cameo_status col2im_job_of(const cm_kctx *k, col2im_job *j) {
    const col2im_params *q = k->params;
    *j = (col2im_job){.x = cm_in(k, COL2IM_X), .y = cm_out(k, 0), .n = cm_out(k, 0)->rank - 2u, .taps = 1};
    size_t blocks = 1;
    for (uint32_t i = 0; i < j->n; i++) {
        int64_t image = cm_move_index(cm_in(k, COL2IM_IMAGE), i), block = cm_move_index(cm_in(k, COL2IM_BLOCK), i);
        CM_CHECK(image >= 0 && (uint64_t)image == j->y->dims[2 + i] && image < INT64_C(1) << 40, k->e, CAMEO_E_SHAPE,
                 "image_shape[%u] is %lld for a dim of %zu", i, CM_LL(image), j->y->dims[2 + i]);
        CM_CHECK(block >= 1 && block <= INT32_MAX, k->e, CAMEO_E_SHAPE, "block_shape[%u] is %lld", i, CM_LL(block));
        col2im_axis *a = &j->axis[i];
        *a = (col2im_axis){.image = (size_t)image, .block = (size_t)block, .stride = 1, .dilation = 1};
        if (q->n_strides != 0) a->stride = (size_t)q->strides[i];
        if (q->n_dilations != 0) a->dilation = (size_t)q->dilations[i];
        if (q->n_pads != 0) a->pad = (size_t)q->pads[i];
        int64_t span = image + (int64_t)a->pad + (q->n_pads != 0 ? q->pads[i + j->n] : 0);
        int64_t extent;
        CM_CHECK(!cm_ckd_mul_i64(block - 1, (int64_t)a->dilation, &extent) && extent < span, k->e, CAMEO_E_SHAPE,
                 "a block of %lld does not fit on an axis of %lld", CM_LL(block), CM_LL(span));
        a->blocks = (size_t)(span - extent - 1) / a->stride + 1;
        bool over = cm_ckd_mul(blocks, a->blocks, &blocks) || cm_ckd_mul(j->taps, a->block, &j->taps);
        CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "too many blocks");
    }
    size_t rows;
    bool fits = !cm_ckd_mul(j->y->dims[1], j->taps, &rows) && rows == j->x->dims[1] && blocks == j->x->dims[2];
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "input has %zu rows and %zu columns, want %zu blocks of %zu elements",
             j->x->dims[1], j->x->dims[2], blocks, j->taps);
    j->plane = cm_move_count(j->y->dims, 2, j->y->rank);
    return CAMEO_OK;
}

/* The column in which place t of a block lies on element `at` of the image, or SIZE_MAX. */
static size_t col2im_column(const col2im_job *j, size_t at, size_t t) {
    size_t column = 0, below = 1;
    for (uint32_t i = j->n; i-- > 0;) {
        const col2im_axis *a = &j->axis[i];
        size_t place = t % a->block * a->dilation, o = at % a->image + a->pad;
        if (o < place || (o - place) % a->stride != 0 || (o - place) / a->stride >= a->blocks) return SIZE_MAX;
        column += (o - place) / a->stride * below;
        below *= a->blocks;
        at /= a->image;
        t /= a->block;
    }
    return column;
}

static void col2im_element(const col2im_job *j, size_t i) {
    size_t parts = cm_real_parts(j->x->dtype), channel = i / j->plane;
    int dtype = cm_real_dtype(j->x->dtype);
    bool real = (cm_dtype_flags((cameo_dtype)dtype) & CM_DTF_FLOAT) != 0;
    double sum[2] = {0, 0};
    uint64_t whole = 0;
    for (size_t t = 0; t < j->taps; t++) {
        size_t column = col2im_column(j, i % j->plane, t);
        if (column == SIZE_MAX) continue;
        size_t from = (channel * j->taps + t) * j->x->dims[2] + column;
        int64_t v;
        if (real) {
            for (size_t p = 0; p < parts; p++) sum[p] += cm_real_at(dtype, j->x->data, from * parts + p);
        } else {
            cm_lane_load_i64(dtype, j->x->data, from, 1, &v);
            whole = dtype == CAMEO_BOOL ? whole | (uint64_t)v : whole + (uint64_t)v;
        }
    }
    int64_t v = (int64_t)whole;
    if (real) {
        for (size_t p = 0; p < parts; p++) cm_real_put(dtype, j->y->data, i * parts + p, sum[p]);
    } else {
        cm_lane_store_i64(dtype, j->y->data, i, 1, &v);
    }
}

/* cm_col2im_run — y[n][c][i...] = sum of x[n][c * taps + t][block] over the blocks whose place t lies on i.
 * Errors: E_SHAPE, E_LIMIT sizes. */
cameo_status cm_col2im_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    col2im_job j;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(col2im_job_of(k, &j));
    for (size_t i = begin * COL2IM_ITEMS; i < cm_min_size(j.y->n, end * COL2IM_ITEMS); i++) col2im_element(&j, i);
    return CAMEO_OK;
}
