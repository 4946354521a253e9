/* trilu.c — Trilu: the upper or lower triangles of matrices, zeros (empty strings) elsewhere.
 * Source: ONNX Trilu, since_version 14. */
#include "kernels/move.h"

typedef struct trilu_params {
    int32_t upper;
} trilu_params;

static cameo_status trilu_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *k = cm_shape_in(s, 1);
    size_t n;
    CM_CHECK(x->rank >= 2, s->e, CAMEO_E_SHAPE, "the input has rank %u, want at least 2",
             (unsigned)x->rank);
    if (cm_shape_has(s, 1) && cm_avalue_count(k, &n)) {
        CM_CHECK(n == 1, s->e, CAMEO_E_SHAPE, "k has %zu elements, want 1", n);
    }
    return cm_shape_out_like(s, 0, 0);
}

static const cm_field trilu_fields[] = {CM_F_I32(trilu_params, upper, 1)};
const cm_op cm_op_Trilu = {CM_OP_Trilu,  CM_OPF_INPLACE, 1,           sizeof(trilu_params),
                           trilu_fields, NULL,           trilu_shape, NULL};

/* Matrices [rows][columns] one behind the other, and the diagonal. */
typedef struct trilu_view {
    const cm_tensor *x;
    size_t rows, columns;
    bool upper;
    int64_t k;
} trilu_view;

static trilu_view trilu_view_of(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *diagonal = cm_in(k, 1);
    trilu_view v = {x, x->dims[x->rank - 2], x->dims[x->rank - 1],
                    ((const trilu_params *)k->params)->upper != 0, 0};
    if (diagonal != NULL) v.k = cm_move_index(diagonal, 0);
    return v;
}

/* Columns [*first, *end) of a row are kept: from row + k on, or up to it. */
static void trilu_kept(const trilu_view *v, size_t row, size_t *first, size_t *end) {
    int64_t at;
    int64_t columns = (int64_t)v->columns;
    int64_t shift = v->upper ? 0 : 1;
    if (cm_ckd_add_i64((int64_t)row + shift, v->k, &at)) at = v->k < 0 ? 0 : columns;
    size_t edge = (size_t)cm_max_i64(0, cm_min_i64(at, columns));
    *first = v->upper ? edge : 0;
    *end = v->upper ? v->columns : edge;
}

static cameo_status trilu_check(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *diagonal = cm_in(k, 1);
    CM_CHECK(x->rank >= 2 && x->n == cm_out(k, 0)->n, k->e, CAMEO_E_SHAPE,
             "the input has rank %u and %zu elements, the output %zu", (unsigned)x->rank, x->n,
             cm_out(k, 0)->n);
    CM_CHECK(diagonal == NULL || diagonal->n == 1, k->e, CAMEO_E_SHAPE,
             "k has %zu elements, want 1", diagonal == NULL ? 0 : diagonal->n);
    return CAMEO_OK;
}

cameo_status cm_trilu_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(trilu_check(k));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* Columns [a, b) of the row that begins at element `row` become zeros. */
static void trilu_zero(uint8_t *y, size_t size, size_t row, size_t a, size_t b) {
    if (a < b) memset(y + (row + a) * size, 0, (b - a) * size);
}

/* Columns [a, b) of row number `row`. */
static void trilu_row(const trilu_view *v, uint8_t *y, size_t row, size_t a, size_t b) {
    size_t size = cm_move_bits(v->x) / 8;
    size_t at = row * v->columns;
    size_t first, end;
    trilu_kept(v, row % v->rows, &first, &end);
    first = cm_min_size(cm_max_size(first, a), b);
    end = cm_max_size(first, cm_min_size(end, b));
    trilu_zero(y, size, at, a, first);
    if (y != v->x->data)
        cm_move_flat((uint32_t)size * 8, y, at + first, v->x->data, at + first, end - first);
    trilu_zero(y, size, at, end, b);
}

/* cm_trilu_run — y[...][i][j] = x[...][i][j] where j >= i + k (upper) or j <= i + k, else 0.
 *   x    any dtype of whole bytes but string, any alignment; y may be x
 *   k    one int64, hostile: any value */
cameo_status cm_trilu_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    trilu_view v = trilu_view_of(k);
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(cm_out(k, 0)->n, t, &at, &stop);
        while (at < stop) {
            size_t column = at % v.columns;
            size_t n = cm_min_size(v.columns - column, stop - at);
            trilu_row(&v, cm_out(k, 0)->data, at / v.columns, column, column + n);
            at += n;
        }
    }
    return CAMEO_OK;
}

cameo_status cm_trilu_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(trilu_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

static cm_str trilu_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const trilu_view *v = ctx;
    size_t first, end;
    trilu_kept(v, i / v->columns % v->rows, &first, &end);
    bool kept = i % v->columns >= first && i % v->columns < end;
    return kept ? cm_tensor_str(v->x, i) : (cm_str){NULL, 0};
}

/* cm_trilu_string_run — the same for strings; the output is allocated here. */
cameo_status cm_trilu_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    trilu_view v = trilu_view_of(k);
    size_t dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < v.x->rank; d++) dims[d] = v.x->dims[d];
    return cm_strings_emit(k, 0, v.x->rank, dims, &(cm_string_source){trilu_string, &v, 1});
}
