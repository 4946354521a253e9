/* concat.c — Concat: inputs one behind the other along an axis. The output is rows, one for each
 * index of the dims before the axis; each input gives one contiguous piece of every row.
 * Source: ONNX Concat 1 (axis 1 by default), 4 (required), 11 (negative). */
#include "kernels/move.h"

typedef struct concat_params {
    int32_t axis;
} concat_params;

static cameo_status concat_parse(const cm_parse *p, void *params) {
    (void)params;
    CM_CHECK(p->since < 4 || cm_attr_find(p, "axis") != NULL, p->e, CAMEO_E_MISSING,
             "attribute axis is required");
    return CAMEO_OK;
}

/* Joins the dims of input i, beside the axis, into dims: all must be equal. */
static cameo_status concat_join(const cm_shape *s, uint32_t i, uint32_t axis, cm_dim *dims) {
    const cm_avalue *x = s->in[i];
    for (uint32_t d = 0; d < x->rank; d++) {
        if (d == axis) continue;
        CM_CHECK(cm_shape_equal(s, dims[d], x->dims[d]), s->e, CAMEO_E_SHAPE,
                 "dim %u of input %u differs from that of the inputs before it", d, i);
        if (!cm_dim_is_const(dims[d]) && x->dims[d] != CM_DIM_UNKNOWN &&
            (dims[d] == CM_DIM_UNKNOWN || cm_dim_is_const(x->dims[d]))) {
            dims[d] = x->dims[d];
        }
    }
    return CAMEO_OK;
}

/* The elements, where one row is all of the output. */
static void concat_elems(cm_shape *s, uint32_t axis) {
    size_t n = 0;
    for (uint32_t d = 0; d < axis; d++) {
        if (s->out[0].dims[d] != 1) return;
    }
    if (!cm_avalue_count(&s->out[0], &n)) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    if (elem == NULL) return;
    size_t at = 0;
    for (uint32_t i = 0; i < s->n_in; i++) {
        size_t n_in;
        if (!cm_avalue_count(s->in[i], &n_in) || n_in > n - at) return;
        for (size_t j = 0; j < n_in; j++, at++) {
            if (!cm_avalue_elem(s->in[i], j, &elem[at])) elem[at] = CM_DIM_UNKNOWN;
        }
    }
}

/* a + b; where that is more than an expression holds, what lies between the bounds. */
static cm_dim concat_add(const cm_shape *s, cm_dim a, cm_dim b) {
    cm_dim sum = cm_dim_add(s->dims, a, b);
    int64_t lo[2], hi[2], most;
    if (sum != CM_DIM_UNKNOWN || !cm_dim_is_known(a) || !cm_dim_is_known(b)) return sum;
    cm_dim_interval(s->dims, a, &lo[0], &hi[0]);
    cm_dim_interval(s->dims, b, &lo[1], &hi[1]);
    bool open = hi[0] == INT64_MAX || hi[1] == INT64_MAX || cm_ckd_add_i64(hi[0], hi[1], &most);
    return cm_shape_decided(s, 0, open ? CM_DIM_UNKNOWN : most);
}

static cameo_status concat_shape(cm_shape *s) {
    const concat_params *p = s->params;
    uint32_t rank = CM_RANK_UNKNOWN;
    uint32_t axis = 0;
    cm_dim sum = 0;
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t i = 0; i < s->n_in; i++) {
        const cm_avalue *x = s->in[i];
        if (x->rank == CM_RANK_UNKNOWN) {
            sum = CM_DIM_UNKNOWN;
            continue;
        }
        if (rank == CM_RANK_UNKNOWN) {
            rank = x->rank;
            CM_TRY(cm_axis_normalize(p->axis, rank, "axis", &axis, s->e));
            for (uint32_t d = 0; d < rank; d++) dims[d] = x->dims[d];
        }
        CM_CHECK(x->rank == rank, s->e, CAMEO_E_SHAPE, "input %u has rank %u, want %u as before it",
                 i, (unsigned)x->rank, rank);
        CM_TRY(concat_join(s, i, axis, dims));
        sum = concat_add(s, sum, x->dims[axis]);
    }
    uint8_t dtype = cm_shape_in(s, 0)->dtype;
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, dtype, rank, NULL);
    dims[axis] = sum;
    CM_TRY(cm_shape_out(s, 0, dtype, rank, dims));
    if (s->n_out > 0) concat_elems(s, axis);
    return CAMEO_OK;
}

/* Elements of one row of t. */
static size_t concat_row(const cm_kctx *k, const cm_tensor *t) {
    const concat_params *p = k->params;
    uint32_t axis = (uint32_t)(p->axis < 0 ? p->axis + t->rank : p->axis);
    return cm_move_count(t->dims, axis, t->rank);
}

/* Bound dims: the output is as long as its inputs together and agrees with each beside the axis. */
static cameo_status concat_check(const cm_kctx *k) {
    const concat_params *p = k->params;
    const cm_tensor *y = cm_out(k, 0);
    uint32_t axis;
    CM_TRY(cm_axis_normalize(p->axis, y->rank, "axis", &axis, k->e));
    size_t sum = 0;
    for (uint32_t i = 0; i < k->n_in; i++) {
        const cm_tensor *x = cm_in(k, i);
        CM_CHECK(x != NULL && x->rank == y->rank, k->e, CAMEO_E_SHAPE, "input %u has another rank",
                 i);
        for (uint32_t d = 0; d < y->rank; d++) {
            CM_CHECK(d == axis || x->dims[d] == y->dims[d], k->e, CAMEO_E_SHAPE,
                     "dim %u of input %u is %zu, of the output %zu", d, i, x->dims[d], y->dims[d]);
        }
        CM_CHECK(!cm_ckd_add(sum, x->dims[axis], &sum), k->e, CAMEO_E_SHAPE,
                 "the output overflows");
    }
    CM_CHECK(sum == y->dims[axis], k->e, CAMEO_E_SHAPE,
             "the inputs have %zu on the axis, the output has %zu", sum, y->dims[axis]);
    return CAMEO_OK;
}

cameo_status cm_concat_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(concat_check(k));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* Bytes of a piece that are copied without looking at each piece. */
#define CONCAT_SHORT 1024

/* A few bytes for each of `rows` rows, from a dense source; false: not so few. A column of a table is such a piece, for
 * which a call of memcpy would take longer than the bytes. */
static bool concat_thin(uint8_t *to, size_t step, const uint8_t *from, size_t bytes, size_t rows) {
    switch (bytes) {
    case 1:
        for (size_t r = 0; r < rows; r++) to[r * step] = from[r];
        return true;
    case 2:
        for (size_t r = 0; r < rows; r++) memcpy(to + r * step, from + 2 * r, 2);
        return true;
    case 4:
        for (size_t r = 0; r < rows; r++) memcpy(to + r * step, from + 4 * r, 4);
        return true;
    case 8:
        for (size_t r = 0; r < rows; r++) memcpy(to + r * step, from + 8 * r, 8);
        return true;
    case 16:
        for (size_t r = 0; r < rows; r++) memcpy(to + r * step, from + 16 * r, 16);
        return true;
    default: break;
    }
    if (bytes > CONCAT_SHORT) return false;
    for (size_t r = 0; r < rows; r++) memcpy(to + r * step, from + r * bytes, bytes);
    return true;
}

/* What concat_pieces does, for any piece: rows may begin before `at` and end behind `stop`. */
static void concat_pieces_of_rows(const cm_tensor *x, const cm_tensor *y, size_t n, size_t off, size_t row, size_t at,
                                  size_t stop) {
    size_t to = at / row * row + off;
    uint32_t bits = cm_move_bits(y);
    for (size_t from = at / row * n; n > 0 && to < stop; from += n, to += row) {
        size_t skip = to < at ? cm_min_size(at - to, n) : 0;
        size_t last = cm_min_size(n, stop - to);
        if (skip >= last) continue;
        if (x->data == y->data && from == to) continue; /* state that is appended to */
        cm_move_flat(bits, y->data, to + skip, x->data, from + skip, last - skip);
    }
}

/* Pieces of n elements of x, `off` elements behind the begin of each row of y: those of elements [at, stop) of y. */
static void concat_pieces(const cm_tensor *x, const cm_tensor *y, size_t n, size_t off, size_t row, size_t at,
                          size_t stop) {
    uint32_t bits = cm_move_bits(y);
    if (n == 0) return; /* an input without elements has no data */
    size_t first = at / row, whole = at % row == 0 ? first : first + 1, end = stop / row;
    if (bits % 8 == 0 && whole < end && (x->data != y->data || off != 0)) {
        size_t size = bits / 8;
        uint8_t *to = (uint8_t *)y->data + (whole * row + off) * size;
        const uint8_t *from = (const uint8_t *)x->data + whole * n * size;
        if (concat_thin(to, row * size, from, n * size, end - whole)) {
            if (whole != first) concat_pieces_of_rows(x, y, n, off, row, at, whole * row);
            if (end * row != stop) concat_pieces_of_rows(x, y, n, off, row, end * row, stop);
            return;
        }
    }
    concat_pieces_of_rows(x, y, n, off, row, at, stop);
}

/* cm_concat_run — y[r][...] = x0[r][...], x1[r][...], ... for each row r.
 *   xi     [rows][row_i] of any dtype but string, at any alignment
 *   y      [rows][row_0 + row_1 + ...] of the same dtype
 * A task is a range of elements of y; each input writes its pieces of that range. */
cameo_status cm_concat_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    size_t row = concat_row(k, y);
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        size_t off = 0; /* of the input's piece in the row */
        for (uint32_t i = 0; i < k->n_in; i++) {
            const cm_tensor *x = cm_in(k, i);
            size_t n = concat_row(k, x);
            concat_pieces(x, y, n, off, row, at, stop);
            off += n;
        }
    }
    return CAMEO_OK;
}

cameo_status cm_concat_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(concat_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

static cm_str concat_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const cm_kctx *k = ctx;
    size_t row = concat_row(k, cm_out(k, 0));
    size_t r = i / row;
    size_t at = i % row;
    const cm_tensor *x = NULL;
    size_t n = 0;
    for (uint32_t j = 0; j < k->n_in; j++, at -= n) {
        x = cm_in(k, j);
        n = concat_row(k, x);
        if (at < n) break;
    }
    CM_ASSERT(x != NULL);
    return cm_tensor_str(x, r * n + at);
}

/* cm_concat_string_run — the same for strings; the output is allocated here. */
cameo_status cm_concat_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    size_t dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < y->rank; d++) dims[d] = y->dims[d];
    return cm_strings_emit(k, 0, y->rank, dims, &(cm_string_source){concat_string, k, 1});
}

static const cm_field concat_fields[] = {CM_F_I32(concat_params, axis, 1)};
/* A piece of each operand for each row of the axes before. */
#define CONCAT_PIECE 8

static uint64_t concat_cost(const cm_shape *s) {
    const concat_params *p = s->params;
    const cm_avalue *y = &s->out[0];
    size_t n;
    uint32_t axis;
    uint64_t pieces = cm_cost_mul(s->n_in, CONCAT_PIECE);
    if (y->kind != CAMEO_KIND_TENSOR || !cm_avalue_count(y, &n)) return UINT64_MAX;
    if (cm_axis_normalize(p->axis, y->rank, "axis", &axis, NULL) != CAMEO_OK) return n;
    for (uint32_t d = 0; d < axis; d++) pieces = cm_cost_mul(pieces, (uint64_t)y->dims[d]);
    return cm_cost_add(n, pieces);
}

const cm_op cm_op_Concat = {
    CM_OP_Concat,  CM_OPF_APPEND, 1,  sizeof(concat_params), concat_fields, concat_parse,
    concat_shape, concat_cost};
