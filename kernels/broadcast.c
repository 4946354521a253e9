/* broadcast.c — numpy's broadcasting and that of ONNX before opset 7: shape rules and the walk over
 * the elements. See broadcast.h. */
#include "kernels/broadcast.h"

#include "base/math.h"

const cm_field cm_broadcast_fields[1] = {CM_F_I32(cm_broadcast_params, axis, CM_AXIS_LAST)};

cameo_status cm_broadcast_parse(const cm_parse *p, void *params) {
    cm_broadcast_params *q = params;
    if (p->since >= 7) q->axis = CM_AXIS_LAST;
    CM_CHECK(q->axis >= CM_AXIS_LAST, p->e, CAMEO_E_SHAPE, "axis is %d, want >= 0", (int)q->axis);
    return CAMEO_OK;
}

/* The axis of an operator of two inputs; variadic ones have no params. */
static int32_t broadcast_axis(const cm_op *op, const void *params) {
    return op->params_size == 0 ? CM_AXIS_LAST : ((const cm_broadcast_params *)params)->axis;
}

/* How many dims of size 1 input 1 gets at its end: rank_0 - axis - rank_1. */
static cameo_status broadcast_padding(int32_t axis, uint32_t rank_0, uint32_t rank_1,
                                      uint32_t *padding, cameo_error *e) {
    *padding = 0;
    if (axis == CM_AXIS_CHANNEL) axis = rank_1 == 1 && rank_0 >= 2 ? 1 : CM_AXIS_LAST;
    if (axis < 0) return CAMEO_OK;
    CM_CHECK(rank_1 <= rank_0 && (uint32_t)axis <= rank_0 - rank_1, e, CAMEO_E_SHAPE,
             "axis is %d, but inputs have ranks %u and %u", (int)axis, rank_0, rank_1);
    *padding = rank_0 - (uint32_t)axis - rank_1;
    return CAMEO_OK;
}

/* ---- shape rules ---- */

static bool broadcast_followed(int dtype) {
    return dtype == CAMEO_INT32 || dtype == CAMEO_INT64 || dtype == CAMEO_BOOL;
}

/* Element j of a value, also of a float constant. Floats are followed where one was cast from an integer. */
static cm_dim broadcast_elem(const cm_avalue *v, size_t j) {
    cm_dim d;
    double x;
    if (cm_avalue_elem(v, j, &d)) return d;
    bool known = cm_avalue_f64(v, j, &x) && x > -1e6 && x < 1e6 && cm_floor(x) == x;
    return known ? (cm_dim)x : CM_DIM_UNKNOWN;
}

/* Elements of n inputs, of which shapes are made. Each input has as many elements as the output, or
 * one. A result beyond the dtype would wrap: unknown. */
static void broadcast_elems(cm_shape *s, uint32_t n, cm_broadcast_elem_fn *fn) {
    size_t count, n_in;
    if (s->n_out == 0 || !cm_shape_elem_fits(s, s->out[0].dtype, 0)) return;
    if (!cm_avalue_count(&s->out[0], &count) || n > CM_MAX_RANK) return;
    bool floats = false, cast = false;
    for (uint32_t i = 0; i < n; i++) {
        const cm_avalue *x = cm_shape_in(s, i);
        bool is_float = cm_elem_is_float(x->dtype);
        if (!broadcast_followed(x->dtype) && !is_float) return;
        if (!cm_avalue_count(x, &n_in) || (n_in != count && n_in != 1)) return;
        floats = floats || is_float;
        cast = cast || (is_float && x->elem != NULL);
    }
    if (floats && !cast) return;
    cm_dim *elem = cm_shape_out_elems(s, 0, count);
    for (size_t j = 0; elem != NULL && j < count; j++) {
        cm_dim x[CM_MAX_RANK];
        for (uint32_t i = 0; i < n; i++) {
            const cm_avalue *v = cm_shape_in(s, i);
            if (!cm_avalue_count(v, &n_in)) return;
            x[i] = broadcast_elem(v, n_in == 1 ? 0 : j);
        }
        cm_dim r = fn(s, x, n);
        if (cm_shape_elem_fits(s, s->out[0].dtype, r)) elem[j] = r;
    }
}

static cameo_status broadcast_same_dtype(const cm_shape *s, uint32_t first, uint32_t n) {
    const cm_avalue *a = cm_shape_in(s, first);
    for (uint32_t i = first + 1; i < n; i++) {
        const cm_avalue *b = cm_shape_in(s, i);
        CM_CHECK(a->dtype == b->dtype || a->dtype == 0 || b->dtype == 0, s->e, CAMEO_E_TYPE,
                 "inputs are %s and %s, want the same", cameo_dtype_name((cameo_dtype)a->dtype),
                 cameo_dtype_name((cameo_dtype)b->dtype));
    }
    return CAMEO_OK;
}

/* The broadcast dims of inputs 0 and 1, the second one padded as the legacy axis says. */
static cameo_status broadcast_two(const cm_shape *s, uint32_t *rank, cm_dim *dims) {
    const cm_avalue *a = cm_shape_in(s, 0);
    cm_avalue b = *cm_shape_in(s, 1);
    if (a->rank != CM_RANK_UNKNOWN && b.rank != CM_RANK_UNKNOWN) {
        uint32_t padding = 0;
        int32_t axis = broadcast_axis(s->op, s->params);
        CM_TRY(broadcast_padding(axis, a->rank, b.rank, &padding, s->e));
        for (uint32_t i = 0; i < padding; i++) b.dims[b.rank++] = 1;
    }
    const cm_avalue *in[2] = {a, &b};
    cm_shape padded = *s;
    padded.in = in;
    padded.n_in = 2;
    return cm_shape_broadcast(&padded, 0, 2, rank, dims);
}

cameo_status cm_broadcast_shape(cm_shape *s, uint32_t n, uint32_t same, int dtype,
                                cm_broadcast_elem_fn *fn) {
    uint32_t rank = CM_RANK_UNKNOWN;
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t i = 0; i < n; i++) {
        CM_CHECK(cm_shape_has(s, i), s->e, CAMEO_E_MISSING, "input %u is missing", i);
    }
    CM_TRY(broadcast_same_dtype(s, same, n));
    if (n == 2) {
        CM_TRY(broadcast_two(s, &rank, dims));
    } else {
        CM_TRY(cm_shape_broadcast(s, 0, n, &rank, dims));
    }
    if (dtype == 0) dtype = cm_shape_in(s, same)->dtype;
    CM_TRY(cm_shape_out(s, 0, dtype, rank, dims));
    if (fn != NULL) broadcast_elems(s, n, fn);
    return CAMEO_OK;
}

/* ---- kernels ---- */

/* The collapsed dims, outermost first; a step of 0 elements broadcasts. */
typedef struct broadcast_loop {
    uint32_t rank; /* >= 1 */
    size_t dim[CM_MAX_RANK];
    size_t step[CM_BROADCAST_IN][CM_MAX_RANK];
} broadcast_loop;

/* Dim d of the output as an input has it: 1 where it has none. */
static size_t broadcast_in_dim(const cm_tensor *t, uint32_t d, uint32_t rank, uint32_t padding) {
    uint32_t missing = rank - t->rank - padding;
    return d < missing || d >= missing + t->rank ? 1 : t->dims[d - missing];
}

/* Appends one output dim, joined to the one before where all n operands go on alike. */
static void broadcast_loop_add(broadcast_loop *l, size_t dim, uint32_t n, const bool *moves) {
    if (dim == 1) return;
    bool joins = l->rank > 0;
    for (uint32_t i = 0; joins && i < n; i++) joins = (l->step[i][l->rank - 1] != 0) == moves[i];
    if (joins) {
        l->dim[l->rank - 1] *= dim;
        return;
    }
    l->dim[l->rank] = dim;
    for (uint32_t i = 0; i < n; i++) l->step[i][l->rank] = moves[i];
    l->rank++;
}

/* Replaces the flags of the steps by steps in elements: what lies inside. */
static void broadcast_loop_finish(broadcast_loop *l, uint32_t n) {
    if (l->rank == 0) {
        l->rank = 1;
        l->dim[0] = 1;
        for (uint32_t i = 0; i < n; i++) l->step[i][0] = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        size_t step = 1;
        for (uint32_t d = l->rank; d-- > 0;) {
            bool moves = l->step[i][d] != 0;
            l->step[i][d] = moves ? step : 0;
            if (moves) step *= l->dim[d];
        }
    }
}

/* The padding of input i where an operator has n inputs: only input 1 of two has any. */
static cameo_status broadcast_in_padding(const cm_kctx *k, uint32_t n, uint32_t i,
                                         uint32_t *padding) {
    *padding = 0;
    if (n != 2 || i != 1) return CAMEO_OK;
    return broadcast_padding(broadcast_axis(k->op, k->params), cm_in(k, 0)->rank,
                             cm_in(k, 1)->rank, padding, k->e);
}

/* The loop of the walk's operands, which cm_broadcast_check found right. */
static cameo_status broadcast_loop_init(const cm_kctx *k, const cm_broadcast_walk *w,
                                        broadcast_loop *l) {
    const cm_tensor *y = cm_out(k, 0);
    uint32_t padding[CM_BROADCAST_IN] = {0};
    memset(l, 0, sizeof *l);
    for (uint32_t i = 0; i < w->n; i++) {
        CM_TRY(broadcast_in_padding(k, w->n, w->in[i], &padding[i]));
    }
    for (uint32_t d = 0; d < y->rank; d++) {
        bool moves[CM_BROADCAST_IN];
        for (uint32_t i = 0; i < w->n; i++) {
            moves[i] = w->in[i] == CM_BROADCAST_SELF ||
                       broadcast_in_dim(cm_in(k, w->in[i]), d, y->rank, padding[i]) != 1;
        }
        broadcast_loop_add(l, y->dims[d], w->n, moves);
    }
    broadcast_loop_finish(l, w->n);
    return CAMEO_OK;
}

/* Where each operand has all elements of the output or one of them, the walk is one row: nothing is asked of the dims.
 * Returns false in all other cases, r then being of no use. */
static bool broadcast_run_flat(const cm_kctx *k, const cm_broadcast_walk *w, cm_broadcast_row *r) {
    size_t n = cm_out(k, 0)->n, rows = w->last - w->at;
    uint32_t moves = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        if (w->in[i] == CM_BROADCAST_SELF) {
            r->x[i] = w->self;
            r->move[i] = 1;
        } else {
            const cm_tensor *x = cm_in(k, w->in[i]);
            if (x->n != n && x->n != 1) return false;
            r->move[i] = x->n == n;
            r->x[i] = r->move[i] ? (const uint8_t *)x->data + w->at * w->size[i] : x->data;
        }
        moves |= r->move[i];
    }
    r->n = moves != 0 ? rows : 1; /* the first two of three operands may be of one element beside a longer third */
    if (rows == 0) return true;
    w->fn(r);
    for (size_t i = r->n; i < rows; i++) memcpy((uint8_t *)r->y + i * w->y_size, r->y, w->y_size);
    return true;
}

/* Where a walk stands: the index in each dim of the loop and, for each operand, the offset of the row. */
typedef struct broadcast_place {
    size_t index[CM_MAX_RANK];
    size_t off[CM_BROADCAST_IN];
} broadcast_place;

/* The place of element `at`; the offsets count the innermost dim. */
static void broadcast_seek(const broadcast_loop *l, uint32_t n, size_t at, broadcast_place *p) {
    for (uint32_t i = 0; i < n; i++) p->off[i] = 0;
    for (uint32_t d = l->rank; d-- > 0;) {
        p->index[d] = l->rank == 1 ? at : at % l->dim[d];
        at = l->rank == 1 ? 0 : at / l->dim[d];
        for (uint32_t i = 0; i < n; i++) p->off[i] += p->index[d] * l->step[i][d];
    }
}

/* Goes on by `count` elements of the innermost dim, to its end at most, and there to the next row. */
static void broadcast_advance(const broadcast_loop *l, uint32_t n, size_t count, broadcast_place *p) {
    uint32_t d = l->rank - 1;
    p->index[d] += count;
    for (uint32_t i = 0; i < n; i++) p->off[i] += count * l->step[i][d];
    while (p->index[d] == l->dim[d] && d > 0) {
        p->index[d] = 0;
        for (uint32_t i = 0; i < n; i++) p->off[i] += l->step[i][d - 1] - l->dim[d] * l->step[i][d];
        d--;
        p->index[d]++;
    }
}

/* ---- Short rows ----
 * Rows of a few elements are made longer: an operand that does not go on densely from row to row is written out, block
 * by block, as it would stand in the output's dims. */

#define BROADCAST_BLOCK ((size_t)1024)      /* bytes of a block of one operand */
#define BROADCAST_SHORT_REPEAT ((size_t)64) /* longest rows for which a row that comes again is written out */
#define BROADCAST_SHORT_COLUMN ((size_t)16) /* and an operand of one element for each row */

/* An operand that was written out. */
typedef struct broadcast_block {
    const uint8_t *x; /* the row that comes again; NULL: nothing was written */
    size_t phase, n;  /* element 0 of the block is element `phase` of a row */
    uint8_t bytes[BROADCAST_BLOCK];
} broadcast_block;

/* Is the innermost dim short, and does each operand stand still, go on, or come again in the dim around it? */
static bool broadcast_is_short(const cm_broadcast_walk *w, const broadcast_loop *l) {
    if (CM_SMALL || l->rank < 2) return false;
    uint32_t inner = l->rank - 1;
    size_t limit = BROADCAST_SHORT_REPEAT;
    for (uint32_t i = 0; i < w->n; i++) {
        if (l->step[i][inner] == 0 && l->step[i][inner - 1] != 0) limit = BROADCAST_SHORT_COLUMN;
        if (w->size[i] > 8 || w->in[i] == CM_BROADCAST_SELF) return false;
    }
    return l->dim[inner] < limit && l->dim[inner - 1] >= 8;
}

/* b->bytes [n]: elements of a row x of `row` elements, from element `phase` on, again and again. */
static void broadcast_repeat(broadcast_block *b, const uint8_t *x, size_t phase, size_t row, size_t n, size_t size) {
    if (b->x == x && b->phase == phase && b->n >= n) return;
    size_t head = cm_min_size(n, row - phase);
    memcpy(b->bytes, x + phase * size, head * size);
    for (size_t done = head, part; done < n; done += part) {
        part = cm_min_size(row, n - done);
        memcpy(b->bytes + done * size, x, part * size);
    }
    b->x = x;
    b->phase = phase;
    b->n = n;
}

/* b->bytes [n]: each element of x `row` times, beginning after the first `phase` of x[0]. */
#define BROADCAST_COLUMN(type)                                                            \
    for (size_t i = 0, at = phase; i < n; i++) {                                          \
        ((type *)(void *)b->bytes)[i] = *(const type *)(const void *)x;                   \
        if (++at == row) at = 0, x += sizeof(type);                                       \
    }
static void broadcast_column(broadcast_block *b, const uint8_t *x, size_t phase, size_t row, size_t n, size_t size) {
    switch (size) {
    case 1: BROADCAST_COLUMN(uint8_t) break;
    case 2: BROADCAST_COLUMN(uint16_t) break;
    case 4: BROADCAST_COLUMN(uint32_t) break;
    default: BROADCAST_COLUMN(uint64_t)
    }
}

/* The walk where broadcast_is_short holds. */
static void broadcast_run_short(const cm_kctx *k, const cm_broadcast_walk *w, const broadcast_loop *l) {
    uint32_t inner = l->rank - 1;
    size_t row = l->dim[inner];
    broadcast_block block[CM_BROADCAST_IN];
    cm_broadcast_row r = {.k = k, .y = w->y, .final = w->final};
    size_t most = BROADCAST_BLOCK / 8 / row * row;
    for (uint32_t i = 0; i < w->n; i++) block[i].x = NULL;
    for (size_t at = w->at; at < w->last; at += r.n) {
        broadcast_place p;
        broadcast_seek(l, w->n, at, &p);
        size_t phase = p.index[inner];
        size_t plane = (l->dim[inner - 1] - p.index[inner - 1]) * row - phase;
        r.n = cm_min_size(cm_min_size(most, plane), w->last - at);
        for (uint32_t i = 0; i < w->n; i++) {
            size_t size = w->size[i];
            const uint8_t *x = (const uint8_t *)cm_in(k, w->in[i])->data + p.off[i] * size;
            bool moves = l->step[i][inner] != 0, goes_on = l->step[i][inner - 1] != 0;
            r.move[i] = moves || goes_on;
            r.x[i] = moves == goes_on ? x : block[i].bytes;
            if (moves && !goes_on) broadcast_repeat(&block[i], x - phase * size, phase, row, r.n, size);
            if (!moves && goes_on) broadcast_column(&block[i], x, phase, row, r.n, size);
        }
        w->fn(&r);
        r.y = (uint8_t *)r.y + r.n * w->y_size;
    }
}

/* A walk that is no single row. */
static cameo_status broadcast_run_rows(const cm_kctx *k, const cm_broadcast_walk *w) {
    cm_broadcast_row r = {.k = k, .y = w->y, .final = w->final};
    broadcast_loop l;
    CM_TRY(broadcast_loop_init(k, w, &l));
    if (broadcast_is_short(w, &l)) {
        broadcast_run_short(k, w, &l);
        return CAMEO_OK;
    }
    uint32_t inner = l.rank - 1;
    const uint8_t *base[CM_BROADCAST_IN]; /* element 0 of each operand */
    bool still = true;
    broadcast_place p;
    broadcast_seek(&l, w->n, w->at, &p);
    for (uint32_t i = 0; i < w->n; i++) {
        bool self = w->in[i] == CM_BROADCAST_SELF;
        base[i] = self ? w->self : cm_in(k, w->in[i])->data;
        if (self) p.off[i] = 0;
        r.move[i] = l.step[i][inner] != 0;
        still = still && r.move[i] == 0;
    }
    for (size_t at = w->at, n; at < w->last; at += n) {
        for (uint32_t i = 0; i < w->n; i++) r.x[i] = base[i] + p.off[i] * w->size[i];
        n = cm_min_size(l.dim[inner] - p.index[inner], w->last - at);
        r.n = still ? 1 : n;
        w->fn(&r);
        for (size_t i = r.n; i < n; i++) memcpy((uint8_t *)r.y + i * w->y_size, r.y, w->y_size);
        r.y = (uint8_t *)r.y + n * w->y_size;
        broadcast_advance(&l, w->n, n, &p);
    }
    return CAMEO_OK;
}

/* What a single row takes stays in a small frame: steps of a few elements are many. */
cameo_status cm_broadcast_run(const cm_kctx *k, const cm_broadcast_walk *w) {
    cm_broadcast_row r = {.k = k, .y = w->y, .final = w->final};
    if (broadcast_run_flat(k, w, &r)) return CAMEO_OK;
    return broadcast_run_rows(k, w);
}

cameo_status cm_broadcast_run_tasks(const cm_kctx *k, uint32_t begin, uint32_t end,
                                    cm_broadcast_walk *w) {
    w->at = begin * CM_TASK_ITEMS;
    w->last = cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
    w->y = (uint8_t *)cm_out(k, 0)->data + w->at * w->y_size;
    w->final = true;
    for (uint32_t i = 0; i < w->n; i++) w->in[i] = i;
    return cm_broadcast_run(k, w);
}

cameo_status cm_broadcast_check(const cm_kctx *k, uint32_t n) {
    const cm_tensor *y = cm_out(k, 0);
    bool found[CM_MAX_RANK] = {false};
    for (uint32_t i = 0; i < n; i++) {
        const cm_tensor *x = cm_in(k, i);
        uint32_t padding;
        CM_CHECK(x != NULL, k->e, CAMEO_E_MISSING, "input %u is missing", i);
        CM_TRY(broadcast_in_padding(k, n, i, &padding));
        CM_CHECK(x->rank + padding <= y->rank, k->e, CAMEO_E_SHAPE,
                 "input %u has rank %u, the output %u", i, x->rank + padding, (unsigned)y->rank);
        for (uint32_t d = 0; d < y->rank; d++) {
            size_t dim = broadcast_in_dim(x, d, y->rank, padding);
            CM_CHECK(dim == y->dims[d] || dim == 1, k->e, CAMEO_E_SHAPE,
                     "dim %u of the output is %zu, of input %u %zu", d, y->dims[d], i, dim);
            found[d] = found[d] || dim == y->dims[d];
        }
    }
    for (uint32_t d = 0; d < y->rank; d++) {
        CM_CHECK(found[d], k->e, CAMEO_E_SHAPE, "dim %u of the output is %zu, of all inputs 1", d,
                 y->dims[d]);
    }
    return CAMEO_OK;
}

cameo_status cm_broadcast_sources(const cm_kctx *k, uint32_t n, cm_strided *v) {
    uint32_t rank = 0;
    size_t dims[CM_MAX_RANK];
    for (uint32_t i = 0; i < n; i++) {
        CM_CHECK(cm_in(k, i) != NULL, k->e, CAMEO_E_MISSING, "input %u is missing", i);
        if (cm_in(k, i)->rank > rank) rank = cm_in(k, i)->rank;
    }
    for (uint32_t d = 0; d < rank; d++) dims[d] = 1;
    for (uint32_t i = 0; i < n; i++) {
        const cm_tensor *x = cm_in(k, i);
        cm_strided dense;
        cm_strided_dense(&dense, x->rank, x->dims);
        uint32_t missing = rank - x->rank;
        memset(&v[i], 0, sizeof v[i]);
        v[i].rank = rank;
        for (uint32_t d = 0; d < x->rank; d++) {
            size_t *dim = &dims[missing + d];
            CM_CHECK(*dim == 1 || x->dims[d] == 1 || *dim == x->dims[d], k->e, CAMEO_E_SHAPE,
                     "dims %zu and %zu do not broadcast", *dim, x->dims[d]);
            if (x->dims[d] != 1) *dim = x->dims[d];
            v[i].stride[missing + d] = x->dims[d] == 1 ? 0 : dense.stride[d];
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t d = 0; d < rank; d++) v[i].dims[d] = dims[d];
    }
    return CAMEO_OK;
}

cameo_status cm_broadcast_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(cm_broadcast_check(k, 2));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}
