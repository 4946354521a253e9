/* tile.c — Tile, Expand: the elements of a tensor again and again. Along each axis the output index
 * modulo the input's dim is the input index: Tile with any number of repeats, Expand where the
 * input's dim is 1. An axis that is not repeated is one with the axis before it, so that pieces are
 * as long as possible. Source: ONNX Tile, since_version 1 (one axis), 6, 13; Expand 8, 13. */
#include "kernels/move.h"

/* ---- Shapes ---- */

/* The elements, where those of x are known: dims of the output are numbers. */
static void tile_elems(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    size_t n, n_x;
    if (s->n_out == 0 || !cm_avalue_count(&s->out[0], &n) || !cm_avalue_count(x, &n_x)) return;
    const cm_avalue *y = &s->out[0];
    if (n > CM_MAX_ELEMS) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (size_t j = 0; elem != NULL && j < n; j++) {
        size_t at = 0, below = 1, rest = j;
        for (uint32_t d = y->rank; d-- > 0; rest /= (size_t)y->dims[d]) {
            uint32_t missing = (uint32_t)y->rank - x->rank;
            if (d < missing) continue;
            size_t dim = (size_t)x->dims[d - missing];
            at += rest % (size_t)y->dims[d] % dim * below;
            below *= dim;
        }
        if (!cm_avalue_elem(x, at, &elem[j])) elem[j] = CM_DIM_UNKNOWN;
    }
}

/* Element j of input i, want >= lowest; unknown where it is not known. */
static cameo_status tile_number(const cm_shape *s, uint32_t i, size_t j, int64_t lowest,
                                cm_dim *d) {
    int64_t v;
    if (cm_avalue_i64(cm_shape_in(s, i), j, &v)) {
        CM_CHECK(v >= lowest, s->e, CAMEO_E_SHAPE, "element %zu of input %u is %lld, want >= %lld",
                 j, i, CM_LL(v), CM_LL(lowest));
        *d = v;
    } else if (!cm_avalue_elem(cm_shape_in(s, i), j, d)) {
        *d = CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

/* Tile 1: repeats of one axis, both scalars of the data's dtype. */
static cameo_status tile_shape_1(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    double number[2];
    uint32_t axis;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    for (uint32_t i = 0; i < 2; i++) {
        int64_t v;
        if (cm_avalue_f64(cm_shape_in(s, i + 1), 0, &number[i])) continue;
        if (!cm_avalue_i64(cm_shape_in(s, i + 1), 0, &v)) {
            return cm_shape_out(s, 0, x->dtype, x->rank, NULL);
        }
        number[i] = (double)v;
    }
    CM_CHECK(number[0] >= 0 && number[0] < 9e15, s->e, CAMEO_E_SHAPE, "tiles is not in [0, 9e15]");
    CM_CHECK(number[1] > -100 && number[1] < 100, s->e, CAMEO_E_SHAPE,
             "axis is out of range for rank %u", (unsigned)x->rank);
    CM_TRY(cm_axis_normalize((int64_t)number[1], x->rank, "axis", &axis, s->e));
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    dims[axis] = cm_dim_mul(s->dims, dims[axis], (int64_t)number[0]);
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

static cameo_status tile_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *repeats = cm_shape_in(s, 1);
    size_t n;
    if (s->since < 6) return tile_shape_1(s);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(repeats->rank == 1 || repeats->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "repeats has rank %u, want 1", (unsigned)repeats->rank);
    if (cm_avalue_count(repeats, &n)) {
        CM_CHECK(n == x->rank, s->e, CAMEO_E_SHAPE, "%zu repeats for rank %u", n,
                 (unsigned)x->rank);
    }
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) {
        cm_dim times;
        CM_TRY(tile_number(s, 1, d, 0, &times));
        dims[d] = cm_dim_mul(s->dims, x->dims[d], times);
    }
    CM_TRY(cm_shape_out(s, 0, x->dtype, x->rank, dims));
    tile_elems(s);
    return CAMEO_OK;
}

static cameo_status tile_expand_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *shape = cm_shape_in(s, 1);
    size_t n;
    CM_CHECK(shape->rank == 1 || shape->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "shape has rank %u, want 1", (unsigned)shape->rank);
    if (x->rank == CM_RANK_UNKNOWN || !cm_avalue_count(shape, &n)) {
        return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    }
    CM_CHECK(n <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT, "shape has %zu dims, at most %d are handled", n,
             CM_MAX_RANK);
    /* The dims of `shape` broadcast with those of x. */
    cm_avalue want = {.kind = CAMEO_KIND_TENSOR, .rank = (uint8_t)n, .n_elem = CM_NONE};
    for (uint32_t d = 0; d < n; d++) CM_TRY(tile_number(s, 1, d, 0, &want.dims[d]));
    const cm_avalue *in[2] = {x, &want};
    cm_shape both = *s;
    both.in = in;
    both.n_in = 2;
    uint32_t rank;
    cm_dim dims[CM_MAX_RANK];
    CM_TRY(cm_shape_broadcast(&both, 0, 2, &rank, dims));
    CM_TRY(cm_shape_out(s, 0, x->dtype, rank, dims));
    tile_elems(s);
    return CAMEO_OK;
}

const cm_op cm_op_Tile = {CM_OP_Tile, 0, 0, 0, NULL, NULL, tile_shape, NULL};
/* A row takes as long as some elements. */
static uint64_t tile_expand_cost(const cm_shape *s) {
    const cm_avalue *y = &s->out[0];
    return cm_cost_add(cm_shape_cost(y, 1), y->rank == 0 ? 0 : cm_shape_cost_rows(y, y->rank - 1u, 16));
}

const cm_op cm_op_Expand = {CM_OP_Expand, 0, 0, 0, NULL, NULL, tile_expand_shape, tile_expand_cost};

/* ---- Kernel ---- */

/* The joined axes, outermost first: index of x = index of y modulo x. */
typedef struct tile_loop {
    uint32_t rank;
    size_t x[CM_MAX_RANK], y[CM_MAX_RANK];
} tile_loop;

/* Errors: E_SHAPE a dim of the output is no multiple of that of x. */
static cameo_status tile_loop_init(const cm_kctx *k, tile_loop *l) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    CM_CHECK(y->rank >= x->rank, k->e, CAMEO_E_SHAPE, "the output has rank %u, the input %u",
             (unsigned)y->rank, (unsigned)x->rank);
    uint32_t missing = (uint32_t)y->rank - x->rank;
    *l = (tile_loop){0};
    for (uint32_t d = 0; d < y->rank; d++) {
        size_t from = d < missing ? 1 : x->dims[d - missing];
        size_t to = y->dims[d];
        CM_CHECK(from == 0 ? to == 0 : to % from == 0, k->e, CAMEO_E_SHAPE,
                 "dim %u of the output is %zu, no multiple of %zu", d, to, from);
        if (to == 1) continue;
        bool joins = l->rank > 0 && (from == to || (from == 1 && l->x[l->rank - 1] == 1));
        if (joins) {
            l->x[l->rank - 1] *= from;
            l->y[l->rank - 1] *= to;
        } else {
            l->x[l->rank] = from;
            l->y[l->rank] = to;
            l->rank++;
        }
    }
    return CAMEO_OK;
}

/* Element of x that element i of y is. */
static size_t tile_source(const tile_loop *l, size_t i) {
    size_t at = 0;
    size_t below = 1;
    for (uint32_t d = l->rank; d-- > 0; i /= l->y[d]) {
        at += i % l->y[d] % l->x[d] * below;
        below *= l->x[d];
    }
    return at;
}

/* Tile and Expand */
cameo_status cm_tile_setup(const cm_kctx *k, cm_setup *s) {
    tile_loop l;
    CM_TRY(tile_loop_init(k, &l));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* Where the walk stands: the indices of y and of x, and the element of x, the last axis apart. */
typedef struct tile_place {
    size_t y[CM_MAX_RANK], x[CM_MAX_RANK];
    size_t row;
} tile_place;

/* To the next row. */
static void tile_advance(const tile_loop *l, tile_place *p) {
    size_t below = l->x[l->rank - 1];
    for (uint32_t d = l->rank - 1; d-- > 0; below *= l->x[d]) {
        p->row += below;
        if (++p->x[d] == l->x[d]) {
            p->row -= below * l->x[d];
            p->x[d] = 0;
        }
        if (++p->y[d] < l->y[d]) return;
        p->y[d] = 0; /* and so is x[d], of which y is a multiple */
    }
}

/* Elements [at, at + n) of a row of y, of which the first has index `column`: one element of x many times, or its row
 * again and again. */
static void tile_row(uint32_t bits, const void *x, size_t row, size_t x_n, void *y, size_t at, size_t column,
                     size_t n) {
    if (x_n == 1) {
        cm_strided same = {.rank = 1, .dims = {at + n}, .stride = {0}, .first = row};
        if (bits >= 8) cm_move_fill(bits, y, at, (const uint8_t *)x + row * (bits / 8), n);
        else cm_strided_copy(&same, bits, x, y, at, at + n);
        return;
    }
    size_t from = column % x_n;
    while (n > 0) {
        size_t piece = cm_min_size(n, x_n - from);
        cm_move_flat(bits, y, at, x, row + from, piece);
        at += piece;
        n -= piece;
        from = 0;
    }
}

/* Elements [at, stop) of y. */
static void tile_task(const tile_loop *l, uint32_t bits, const void *x, void *y, size_t at, size_t stop) {
    if (l->rank == 0) {
        cm_move_flat(bits, y, at, x, 0, stop - at);
        return;
    }
    if (at >= stop) return;
    uint32_t last = l->rank - 1;
    tile_place p = {.row = tile_source(l, at)};
    size_t rest = at / l->y[last], column = at % l->y[last];
    p.row -= column % l->x[last];
    for (uint32_t d = last; d-- > 0; rest /= l->y[d]) {
        p.y[d] = rest % l->y[d];
        p.x[d] = p.y[d] % l->x[d];
    }
    for (size_t n; at < stop; at += n, column = 0) {
        n = cm_min_size(l->y[last] - column, stop - at);
        tile_row(bits, x, p.row, l->x[last], y, at, column, n);
        tile_advance(l, &p);
    }
}

/* Where inference was not told an element of an Expand's shape, the dims of y followed from those of x: the element
 * itself is looked at here. Errors: E_SHAPE it is neither 1 nor that dim. */
static cameo_status tile_check_expand(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    if (k->op->id != CM_OP_Expand) return CAMEO_OK;
    const cm_tensor *shape = cm_in(k, 1);
    for (size_t d = 0; d < shape->n; d++) {
        size_t at = y->rank - shape->n + d;
        int64_t want = cm_load_i64((const uint8_t *)shape->data + d * sizeof want);
        bool wide = at + x->rank >= y->rank && x->dims[at + x->rank - y->rank] != 1;
        CM_CHECK(want == (int64_t)y->dims[at] || (want == 1 && wide), k->e, CAMEO_E_SHAPE,
                 "shape[%zu] is %lld, which does not broadcast with %zu", d, CM_LL(want), y->dims[at]);
    }
    return CAMEO_OK;
}

/* cm_tile_run — y[i0][i1]... = x[i0 mod dim 0 of x][i1 mod dim 1 of x]...
 *   x   any dtype but string, any rank up to that of y, any alignment
 *   y   same dtype; each dim a multiple of that of x
 * Errors: E_SHAPE it is not; Expand: an element of shape fits neither. */
cameo_status cm_tile_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    tile_loop l;
    CM_TRY(tile_loop_init(k, &l));
    CM_TRY(tile_check_expand(k));
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        tile_task(&l, cm_move_bits(y), cm_in(k, 0)->data, y->data, at, stop);
    }
    return CAMEO_OK;
}

cameo_status cm_tile_string_setup(const cm_kctx *k, cm_setup *s) {
    tile_loop l;
    CM_TRY(tile_loop_init(k, &l));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct tile_strings {
    const cm_tensor *x;
    tile_loop l;
} tile_strings;

static cm_str tile_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const tile_strings *t = ctx;
    return cm_tensor_str(t->x, tile_source(&t->l, i));
}

/* cm_tile_string_run — the same for strings; the output is allocated here. */
cameo_status cm_tile_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    tile_strings t = {.x = cm_in(k, 0)};
    size_t dims[CM_MAX_RANK];
    CM_TRY(tile_loop_init(k, &t.l));
    CM_TRY(tile_check_expand(k));
    for (uint32_t d = 0; d < y->rank; d++) dims[d] = y->dims[d];
    return cm_strings_emit(k, 0, y->rank, dims, &(cm_string_source){tile_string, &t, 1});
}
