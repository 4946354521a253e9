/* transpose.c — Transpose: dims in another order. Source: ONNX Transpose 1.
 *
 * The output is written as a nest of loops over few dims: neighbours that stay neighbours are one
 * dim (NCHW to NHWC has three). The innermost loop walks the output's last dim; the one around it
 * walks the dim whose elements are neighbours in the source, if there is one. These two are cut
 * into boxes that the first cache holds; a task is a few boxes, so its size does not depend on the
 * dims. */
#include "kernels/move.h"

typedef struct transpose_params {
    int32_t perm[CM_MAX_RANK];
    int32_t n_perm; /* 0: the dims in reverse order */
} transpose_params;

/* Dim of the input that is dim d of the output. */
static uint32_t transpose_perm(const transpose_params *p, uint32_t rank, uint32_t d) {
    return p->n_perm == 0 ? rank - 1 - d : (uint32_t)p->perm[d];
}

static cameo_status transpose_parse(const cm_parse *q, void *params) {
    const transpose_params *p = params;
    uint32_t seen = 0;
    for (int32_t d = 0; d < p->n_perm; d++) {
        bool fits = p->perm[d] >= 0 && p->perm[d] < p->n_perm && (seen >> p->perm[d] & 1) == 0;
        CM_CHECK(fits, q->e, CAMEO_E_SHAPE, "perm[%d] is %d: not a permutation of 0..%d", (int)d,
                 (int)p->perm[d], (int)p->n_perm - 1);
        seen |= UINT32_C(1) << p->perm[d];
    }
    return CAMEO_OK;
}

/* The known elements of x, in their new order. */
static void transpose_elems(cm_shape *s, const cm_avalue *x) {
    size_t n, stride[CM_MAX_RANK];
    cm_dim first;
    if (!cm_avalue_count(x, &n) || (x->elem == NULL && !cm_avalue_elem(x, 0, &first))) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    size_t below = 1;
    for (uint32_t d = x->rank; d-- > 0; below *= (size_t)x->dims[d]) stride[d] = below;
    for (size_t j = 0; elem != NULL && j < n; j++) {
        size_t left = j;
        size_t from = 0;
        for (uint32_t d = x->rank; d-- > 0;) {
            size_t size = (size_t)s->out[0].dims[d];
            from += left % size * stride[transpose_perm(s->params, x->rank, d)];
            left /= size;
        }
        if (!cm_avalue_elem(x, from, &elem[j])) elem[j] = CM_DIM_UNKNOWN;
    }
}

static cameo_status transpose_shape(cm_shape *s) {
    const transpose_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t rank = x->rank;
    if (rank == CM_RANK_UNKNOWN) {
        rank = p->n_perm > 0 ? (uint32_t)p->n_perm : CM_RANK_UNKNOWN;
        return cm_shape_out(s, 0, x->dtype, rank, NULL);
    }
    CM_CHECK(p->n_perm == 0 || (uint32_t)p->n_perm == rank, s->e, CAMEO_E_SHAPE,
             "perm has %d dims, the input %u", (int)p->n_perm, rank);
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < rank; d++) dims[d] = x->dims[transpose_perm(p, rank, d)];
    CM_TRY(cm_shape_out(s, 0, x->dtype, rank, dims));
    transpose_elems(s, x);
    return CAMEO_OK;
}

/* The output as a strided source. */
static void transpose_source(const cm_kctx *k, cm_strided *v) {
    const cm_tensor *x = cm_in(k, 0);
    cm_strided dense;
    cm_strided_dense(&dense, x->rank, x->dims);
    *v = (cm_strided){.rank = x->rank};
    for (uint32_t d = 0; d < x->rank; d++) {
        uint32_t from = transpose_perm(k->params, x->rank, d);
        v->dims[d] = dense.dims[from];
        v->stride[d] = dense.stride[from];
    }
}

/* The loops around a box, and the box. Strides in elements. */
typedef struct transpose_nest {
    uint32_t n_outer;
    size_t outer[CM_MAX_RANK], outer_src[CM_MAX_RANK], outer_dst[CM_MAX_RANK];
    size_t rows, row_src, row_dst;
    size_t cols, col_src; /* the output's is 1 */
    size_t box_rows, box_cols;
    size_t n_row_boxes, n_col_boxes;
    size_t n_boxes, per_task;
} transpose_nest;

/* Side of a square box: 128 * 128 elements are one task. Few rows, channels of pixels for example, have boxes as long
 * as a task allows. */
#define TRANSPOSE_SIDE 128
#define TRANSPOSE_FEW 8

static void transpose_boxes(transpose_nest *t) {
    CM_ASSERT(t->cols != 0 && t->rows != 0);
    bool square = t->col_src != 1 && t->row_src == 1;
    size_t side = t->rows <= TRANSPOSE_FEW ? CM_MOVE_ITEMS / TRANSPOSE_FEW : TRANSPOSE_SIDE;
    t->box_cols = cm_min_size(t->cols, square ? side : CM_MOVE_ITEMS);
    t->box_rows = cm_min_size(t->rows, CM_MOVE_ITEMS / t->box_cols);
    CM_ASSERT(t->box_rows != 0);
    t->n_row_boxes = (t->rows - 1) / t->box_rows + 1;
    t->n_col_boxes = (t->cols - 1) / t->box_cols + 1;
    t->per_task = CM_MOVE_ITEMS / (t->box_rows * t->box_cols);
    t->n_boxes = t->n_row_boxes * t->n_col_boxes;
    for (uint32_t d = 0; d < t->n_outer; d++) t->n_boxes *= t->outer[d];
}

/* Plans a tensor of at least one element. */
static void transpose_plan(const cm_kctx *k, transpose_nest *t) {
    cm_strided v;
    transpose_source(k, &v);
    cm_strided_simplify(&v);
    *t = (transpose_nest){.rows = 1, .cols = 1, .col_src = 1};
    if (v.rank > 0) {
        uint32_t last = v.rank - 1;
        uint32_t row = last > 0 ? last - 1 : last; /* last: there is no row dim */
        for (uint32_t d = 0; d < last && v.stride[last] != 1; d++) {
            if (v.stride[d] == 1) row = d;
        }
        t->cols = v.dims[last];
        t->col_src = v.stride[last];
        size_t below = t->cols;
        uint32_t n = last > 0 ? last - 1 : 0;
        t->n_outer = n;
        for (uint32_t d = last; d-- > 0;) {
            if (d == row) {
                t->rows = v.dims[d];
                t->row_src = v.stride[d];
                t->row_dst = below;
            } else {
                n--;
                t->outer[n] = v.dims[d];
                t->outer_src[n] = v.stride[d];
                t->outer_dst[n] = below;
            }
            below *= v.dims[d];
        }
    }
    transpose_boxes(t);
}

/* Copies rows x cols elements where neither loop walks neighbours of the source. */
CM_INLINE void transpose_gap(size_t size, const transpose_nest *t, const uint8_t *src, uint8_t *dst,
                             size_t rows, size_t cols) {
    for (size_t r = 0; r < rows; r++) {
        const uint8_t *from = src + r * t->row_src * size;
        uint8_t *to = dst + r * t->row_dst * size;
        for (size_t c = 0; c < cols; c++) memcpy(to + c * size, from + c * t->col_src * size, size);
    }
}

static void transpose_box(const cm_kctx *k, size_t size, const transpose_nest *t, const uint8_t *src,
                          uint8_t *dst, size_t rows, size_t cols) {
    if (t->col_src == 1) {
        for (size_t r = 0; r < rows; r++) {
            memcpy(dst + r * t->row_dst * size, src + r * t->row_src * size, cols * size);
        }
        return;
    }
    if (t->row_src == 1 && size != 16) {
        cm_transpose_box_fn *fn = size == 1   ? CM_PRIM(k, transpose_8)
                                  : size == 2 ? CM_PRIM(k, transpose_16)
                                  : size == 4 ? CM_PRIM(k, transpose_32)
                                              : CM_PRIM(k, transpose_64);
        fn(src, t->col_src, dst, t->row_dst, rows, cols);
        return;
    }
    switch (size) {
    case 1: transpose_gap(1, t, src, dst, rows, cols); break;
    case 2: transpose_gap(2, t, src, dst, rows, cols); break;
    case 4: transpose_gap(4, t, src, dst, rows, cols); break;
    case 8: transpose_gap(8, t, src, dst, rows, cols); break;
    default: transpose_gap(16, t, src, dst, rows, cols); break;
    }
}

static cameo_status transpose_check(const cm_kctx *k) {
    const transpose_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    CM_CHECK(x->rank == y->rank && (p->n_perm == 0 || p->n_perm == x->rank), k->e, CAMEO_E_SHAPE,
             "the input has rank %u, the output %u, perm %d", (unsigned)x->rank, (unsigned)y->rank,
             (int)p->n_perm);
    for (uint32_t d = 0; d < x->rank; d++) {
        size_t want = x->dims[transpose_perm(p, x->rank, d)];
        CM_CHECK(y->dims[d] == want, k->e, CAMEO_E_SHAPE, "dim %u of the output is %zu, want %zu",
                 d, y->dims[d], want);
    }
    return CAMEO_OK;
}

cameo_status cm_transpose_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(transpose_check(k));
    s->n_phases = 1;
    if (cm_out(k, 0)->n == 0) return CAMEO_OK;
    transpose_nest t;
    transpose_plan(k, &t);
    s->phase[0].n_tasks = cm_task_count(t.n_boxes, t.per_task);
    return CAMEO_OK;
}

/* cm_transpose_run — y[i0][i1]... = x[i at perm].
 *   x    any rank, elements of 1, 2, 4, 8 or 16 bytes at any alignment
 *   y    same dtype; dim d is dim perm[d] of x */
cameo_status cm_transpose_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    size_t size = cm_move_bits(cm_out(k, 0)) / 8;
    const uint8_t *src = cm_in(k, 0)->data;
    uint8_t *dst = cm_out(k, 0)->data;
    transpose_nest t;
    transpose_plan(k, &t);
    size_t stop = cm_min_size((size_t)end * t.per_task, t.n_boxes);
    for (size_t box = (size_t)begin * t.per_task; box < stop; box++) {
        size_t rest = box / t.n_col_boxes;
        size_t c = box % t.n_col_boxes * t.box_cols;
        size_t r = rest % t.n_row_boxes * t.box_rows;
        rest /= t.n_row_boxes;
        size_t from = r * t.row_src + c * t.col_src;
        size_t to = r * t.row_dst + c;
        for (uint32_t d = t.n_outer; d-- > 0;) {
            from += rest % t.outer[d] * t.outer_src[d];
            to += rest % t.outer[d] * t.outer_dst[d];
            rest /= t.outer[d];
        }
        size_t rows = cm_min_size(t.box_rows, t.rows - r);
        size_t cols = cm_min_size(t.box_cols, t.cols - c);
        transpose_box(k, size, &t, src + from * size, dst + to * size, rows, cols);
    }
    return CAMEO_OK;
}

cameo_status cm_transpose_bits_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(transpose_check(k));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* cm_transpose_bits_run — the same for elements of 2 or 4 bits: a task is a range of the output, so
 * that no two tasks write one byte. */
cameo_status cm_transpose_bits_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    cm_strided v;
    transpose_source(k, &v);
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        cm_strided_copy(&v, cm_move_bits(y), cm_in(k, 0)->data, y->data, at, stop);
    }
    return CAMEO_OK;
}

cameo_status cm_transpose_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(transpose_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

/* cm_transpose_string_run — the same for strings; the output is allocated here. */
cameo_status cm_transpose_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    cm_strided v;
    transpose_source(k, &v);
    return cm_strings_emit_strided(k, 0, &v, cm_in(k, 0));
}

static const cm_field transpose_fields[] = {CM_F_I32S(transpose_params, perm)};
const cm_op cm_op_Transpose = {
    CM_OP_Transpose, 0,   1, sizeof(transpose_params), transpose_fields, transpose_parse,
    transpose_shape, NULL};
