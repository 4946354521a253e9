/* opt_slices.c — Slices and Concats along one axis: chains of them, those that undo each other, and Slices that are a
 * Split. See opt.h.
 *
 * A Slice is looked at as the range [begin, end) of one dim, in steps of 1, both cut off at the dim: with that, ranges
 * that touch stay so whatever a free dim is. Each rewrite takes a Slice or a Concat away or brings one nearer to the
 * graph's beginning, and none adds one. */
#include "ir/rewrite/opt.h"

/* Pieces of a Concat that is looked at; users of a value among which Slices are sought. */
#define SLICES_PIECES 64
/* Pieces of a Split that is made. */
#define SLICES_SPLIT 32
/* The end of any dim: numbers of this size and more, and INT_MAX of 32-bit exporters (kernels/slice.c). */
#define SLICES_FAR (INT64_C(1) << 61)

/* ---- questions ---- */

/* x[begin:end] of dim `axis`; 0 <= begin <= end. */
typedef struct slices_cut {
    cm_id x;
    uint32_t axis;
    int64_t begin, end; /* SLICES_FAR: to the end */
} slices_cut;

/* A position as it stands in a Slice, counted from the front and cut off at a dim that is known. False where that
 * cannot be told. */
static bool slices_place(cm_dim dim, int64_t at, int64_t *place) {
    if (at == INT32_MAX || at > SLICES_FAR) at = SLICES_FAR;
    if (cm_dim_is_const(dim)) {
        if (at < 0) at = at < -dim ? 0 : at + dim;
        if (at > dim) at = dim;
    }
    *place = at;
    return at >= 0;
}

/* Element j of input i, a constant, or def where there is no such input. */
static bool slices_number(const cm_ir *ir, cm_id node, uint32_t i, size_t j, int64_t def,
                          int64_t *x) {
    cm_id v = cm_ir_in(ir, node, i);
    *x = def;
    return v == CM_NONE || (cm_ir_is_const(ir, v) && cm_avalue_i64(&ir->av[v], j, x));
}

/* Attribute axis, or another one, in [0, rank). */
static bool slices_axis(int64_t axis, uint32_t rank, uint32_t *out) {
    if (rank == CM_RANK_UNKNOWN || axis < -(int64_t)rank || axis >= (int64_t)rank) return false;
    *out = (uint32_t)(axis < 0 ? axis + rank : axis);
    return true;
}

/* A Slice of constant numbers with `n` axes; 0: another node, or numbers that are not known. */
static size_t slices_count(const cm_ir *ir, cm_id node) {
    size_t n;
    if (!cm_opt_is(ir, node, CM_OP_Slice) || ir->info[node].since < 10) return 0;
    cm_id x = cm_ir_in(ir, node, 0), starts = cm_ir_in(ir, node, 1);
    if (x == CM_NONE || starts == CM_NONE || ir->av[x].rank == CM_RANK_UNKNOWN) return 0;
    if (cm_ir_out(ir, node, 0) == CM_NONE || !cm_avalue_count(&ir->av[starts], &n)) return 0;
    return n <= ir->av[x].rank ? n : 0;
}

/* False: not a Slice of one axis in steps of 1 with known numbers. */
static bool slices_get(const cm_ir *ir, cm_id node, slices_cut *c) {
    int64_t begin, end, axis, step;
    if (node == CM_NONE || slices_count(ir, node) != 1) return false;
    if (!slices_number(ir, node, 1, 0, 0, &begin) || !slices_number(ir, node, 2, 0, 0, &end) ||
        !slices_number(ir, node, 3, 0, 0, &axis) || !slices_number(ir, node, 4, 0, 1, &step) ||
        step != 1) {
        return false;
    }
    c->x = cm_ir_in(ir, node, 0);
    if (!slices_axis(axis, ir->av[c->x].rank, &c->axis)) return false;
    cm_dim dim = ir->av[c->x].dims[c->axis];
    return slices_place(dim, begin, &c->begin) && slices_place(dim, end, &c->end) &&
           c->begin <= c->end;
}

/* The node of the same graph that makes input i, whatever it is, or CM_NONE. */
static cm_id slices_from(const cm_ir *ir, cm_id node, uint32_t i) {
    cm_id v = cm_ir_in(ir, node, i);
    cm_id from = v == CM_NONE ? CM_NONE : ir->t.value.row[v].node;
    return from != CM_NONE && ir->t.node.row[from].graph == ir->t.node.row[node].graph ? from
                                                                                       : CM_NONE;
}

/* False: no Concat of known rank. */
static bool slices_concat_axis(const cm_ir *ir, cm_id node, uint32_t *axis) {
    if (!cm_opt_is(ir, node, CM_OP_Concat) || cm_ir_out(ir, node, 0) == CM_NONE) return false;
    return slices_axis(cm_opt_i32(ir, node, "axis"), ir->av[cm_ir_out(ir, node, 0)].rank,
                       axis);
}

/* ---- changes ---- */

/* Input i of node becomes a constant of int64 numbers. */
static cameo_status slices_set(cm_ir *ir, cm_id node, uint32_t i, const int64_t *x, uint32_t n) {
    int64_t dim = n;
    cm_id fresh;
    int64_t *data = CM_ARENA_NEW_N(ir->work, int64_t, n);
    if (data == NULL) return cm_ir_nomem(ir);
    memcpy(data, x, n * sizeof *data);
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, CAMEO_INT64, 1, &dim, data, &fresh));
    return cm_ir_set_in(ir, node, i, fresh);
}

/* Node, a Slice, becomes that of one axis. */
static cameo_status slices_cut_to(cm_opt *o, cm_id node, const slices_cut *c) {
    cm_ir *ir = o->ir;
    int64_t end = c->end == SLICES_FAR ? INT64_MAX : c->end, axis = c->axis;
    CM_TRY(cm_opt_touch(o, slices_from(ir, node, 0), false));
    CM_TRY(cm_ir_set_in(ir, node, 0, c->x));
    CM_TRY(slices_set(ir, node, 1, &c->begin, 1));
    CM_TRY(slices_set(ir, node, 2, &end, 1));
    CM_TRY(slices_set(ir, node, 3, &axis, 1));
    if (cm_ir_in(ir, node, 4) != CM_NONE) CM_TRY(cm_ir_set_in(ir, node, 4, CM_NONE));
    return cm_opt_touch(o, node, false);
}

/* A Concat as `like` of in[0, n) takes the place of node, whose result it gives. */
static cameo_status slices_join(cm_opt *o, cm_id node, cm_id like, const cm_id *in, uint32_t n) {
    cm_ir *ir = o->ir;
    cm_id added, y = cm_ir_out(ir, node, 0);
    cameo_error ignored = {0};
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[node].graph, node, like, in, n, &y, 1, &added));
    ir->info[added].op = ir->info[like].op;
    ir->info[added].since = ir->info[like].since;
    ir->info[added].provider = ir->info[like].provider;
    CM_TRY(cm_ir_parse_node(ir, added, &ignored));
    CM_TRY(cm_opt_touch(o, added, false));
    return cm_opt_kill(o, node);
}

/* ---- Slice of Slice ---- */

typedef struct slices_list {
    uint32_t n;
    int64_t start[CM_MAX_RANK], end[CM_MAX_RANK], axis[CM_MAX_RANK], step[CM_MAX_RANK];
} slices_list;

/* The numbers of a Slice, axes counted from the front. */
static bool slices_get_list(const cm_ir *ir, cm_id node, slices_list *s) {
    uint32_t axis, seen = 0;
    s->n = (uint32_t)slices_count(ir, node);
    for (uint32_t j = 0; j < s->n; j++) {
        if (!slices_number(ir, node, 1, j, 0, &s->start[j]) ||
            !slices_number(ir, node, 2, j, 0, &s->end[j]) ||
            !slices_number(ir, node, 3, j, j, &s->axis[j]) ||
            !slices_number(ir, node, 4, j, 1, &s->step[j]) ||
            !slices_axis(s->axis[j], ir->av[cm_ir_in(ir, node, 0)].rank, &axis)) {
            return false;
        }
        if ((seen >> axis & 1) != 0 || s->step[j] == 0) return false;
        seen |= UINT32_C(1) << axis;
        s->axis[j] = axis;
    }
    return s->n != 0;
}

/* Range j of `outer`, of a dim of the middle, into the lists of the inner Slice, of dims of x. */
static bool slices_merge(const cm_avalue *x, const cm_avalue *middle, const slices_list *outer,
                         uint32_t j, slices_list *inner) {
    uint32_t k = 0;
    int64_t b, e, from, to;
    while (k < inner->n && inner->axis[k] != outer->axis[j]) k++;
    if (k == inner->n) {
        inner->start[k] = outer->start[j];
        inner->end[k] = outer->end[j];
        inner->axis[k] = outer->axis[j];
        inner->step[k] = outer->step[j];
        inner->n++;
        return true;
    }
    if (inner->step[k] != 1 || outer->step[j] != 1) return false;
    uint32_t d = (uint32_t)outer->axis[j];
    if (!slices_place(x->dims[d], inner->start[k], &b) ||
        !slices_place(x->dims[d], inner->end[k], &e) ||
        !slices_place(middle->dims[d], outer->start[j], &from) ||
        !slices_place(middle->dims[d], outer->end[j], &to)) {
        return false;
    }
    if (b > e || from == SLICES_FAR) return false;
    inner->start[k] = b == SLICES_FAR ? b : b + from;
    inner->end[k] = to == SLICES_FAR || b + to > e ? e : b + to;
    if (inner->end[k] == SLICES_FAR) inner->end[k] = INT64_MAX;
    return true;
}

/* Slice(Slice(x)) = Slice(x). A chain of Slices gets shorter with each use. */
cameo_status cm_rewrite_slice_slice(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    slices_list outer, inner;
    if (slices_count(ir, node) == 0) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, node, 0, CM_OP_Slice);
    if (from == CM_NONE || !slices_get_list(ir, node, &outer) || !slices_get_list(ir, from, &inner))
        return CAMEO_OK;
    cm_id x = cm_ir_in(ir, from, 0);
    for (uint32_t j = 0; j < outer.n; j++) {
        if (!slices_merge(&ir->av[x], &ir->av[cm_ir_in(ir, node, 0)], &outer, j, &inner))
            return CAMEO_OK;
    }
    bool steps = false;
    for (uint32_t j = 0; j < inner.n; j++) steps = steps || inner.step[j] != 1;
    CM_TRY(cm_ir_set_in(ir, node, 0, x));
    CM_TRY(slices_set(ir, node, 1, inner.start, inner.n));
    CM_TRY(slices_set(ir, node, 2, inner.end, inner.n));
    CM_TRY(slices_set(ir, node, 3, inner.axis, inner.n));
    if (steps)
        CM_TRY(slices_set(ir, node, 4, inner.step, inner.n));
    else if (cm_ir_in(ir, node, 4) != CM_NONE)
        CM_TRY(cm_ir_set_in(ir, node, 4, CM_NONE));
    *changed = true;
    return cm_opt_touch(o, from, false);
}

/* ---- Concat of Slices ---- */

/* All inputs are pieces of one value one behind the other: *c is what they are together. */
static bool slices_touch(const cm_ir *ir, cm_id node, uint32_t axis, slices_cut *c) {
    uint32_t n = ir->t.node.row[node].in.n;
    for (uint32_t i = 0; i < n; i++) {
        slices_cut piece;
        if (!slices_get(ir, slices_from(ir, node, i), &piece) || piece.axis != axis) return false;
        if (i == 0) {
            *c = piece;
            continue;
        }
        if (piece.x != c->x || piece.begin != c->end) return false;
        c->end = piece.end;
    }
    return n >= 2;
}

/* The inputs are all outputs of one Split, in order: its input, else CM_NONE. */
static cm_id slices_of_split(const cm_ir *ir, cm_id node, uint32_t axis) {
    uint32_t split_axis, n = ir->t.node.row[node].in.n;
    cm_id from = slices_from(ir, node, 0);
    if (!cm_opt_is(ir, from, CM_OP_Split) || ir->t.node.row[from].out.n != n) return CM_NONE;
    cm_id x = cm_ir_in(ir, from, 0);
    for (uint32_t i = 0; i < n; i++) {
        if (cm_ir_in(ir, node, i) == CM_NONE || cm_ir_in(ir, node, i) != cm_ir_out(ir, from, i))
            return CM_NONE;
    }
    if (x == CM_NONE ||
        !slices_axis(cm_opt_i32(ir, from, "axis"), ir->av[x].rank, &split_axis))
        return CM_NONE;
    return split_axis == axis ? x : CM_NONE;
}

/* Concat of Slices that touch = one Slice; of all of them, or of a Split's outputs, = the value. */
cameo_status cm_rewrite_concat_slices(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    uint32_t axis;
    slices_cut c;
    if (!slices_concat_axis(ir, node, &axis)) return CAMEO_OK;
    cm_id y = cm_ir_out(ir, node, 0);
    cm_id x = slices_of_split(ir, node, axis);
    if (x != CM_NONE) return cm_opt_forward(o, node, x, y, changed);
    if (!slices_touch(ir, node, axis, &c)) return CAMEO_OK;
    cm_dim dim = ir->av[c.x].dims[axis];
    if (c.begin == 0 && (c.end == SLICES_FAR || (cm_dim_is_const(dim) && c.end >= dim)))
        return cm_opt_forward(o, node, c.x, y, changed);
    /* The first Slice, or a copy of it, takes all. */
    cm_id first = slices_from(ir, node, 0), added;
    cm_id in[3] = {cm_ir_in(ir, first, 0), cm_ir_in(ir, first, 1), cm_ir_in(ir, first, 2)};
    if (!cm_opt_can_add(ir, node, "Slice", 1)) return CAMEO_OK;
    CM_TRY(cm_opt_add(o, node, "Slice", in, 3, y, &added));
    CM_TRY(slices_cut_to(o, added, &c));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* Concat(.., Concat(a, b), ..) of one axis = Concat(.., a, b, ..), where nobody else reads the inner one. A Concat goes
 * with each use. */
cameo_status cm_rewrite_concat_concat(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    uint32_t axis, inner_axis, n = 0;
    cm_id in[SLICES_PIECES];
    bool found = false;
    if (!slices_concat_axis(ir, node, &axis) || ir->limits.nodes <= ir->t.node.n) return CAMEO_OK;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id from = cm_opt_fusable(ir, node, i, CM_OP_Concat);
        bool inner = from != CM_NONE && slices_concat_axis(ir, from, &inner_axis) &&
                     inner_axis == axis && ir->info[from].provider == ir->info[node].provider;
        uint32_t pieces = inner ? ir->t.node.row[from].in.n : 1;
        if (pieces > SLICES_PIECES - n) return CAMEO_OK;
        for (uint32_t k = 0; k < pieces; k++)
            in[n++] = cm_ir_in(ir, inner ? from : node, inner ? k : i);
        found = found || inner;
    }
    if (!found) return CAMEO_OK;
    *changed = true;
    return slices_join(o, node, node, in, n);
}

/* ---- Slice of Concat ---- */

/* Do the operands of the Concat fit together, whatever the free dims will be? No run looks at what is left out. */
static bool slices_concat_fits(const cm_ir *ir, cm_id concat, uint32_t axis) {
    const cm_avalue *y = &ir->av[cm_ir_out(ir, concat, 0)];
    for (uint32_t i = 0; i < ir->t.node.row[concat].in.n; i++) {
        cm_id v = cm_ir_in(ir, concat, i);
        if (v == CM_NONE || ir->av[v].rank != y->rank) return false;
        for (uint32_t d = 0; d < y->rank; d++) {
            if (d != axis && cm_dim_equal(ir->dims, ir->av[v].dims[d], y->dims[d]) != CM_YES) return false;
        }
    }
    return true;
}

/* Slice(Concat(a, b, c)) that lies in one piece = a Slice of that, or the piece; that takes whole pieces = the Concat
 * of those, where nobody else reads the larger one. */
cameo_status cm_rewrite_slice_concat(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    slices_cut c;
    uint32_t axis, n = 0;
    cm_id in[SLICES_PIECES];
    int64_t at = 0, begin = 0;
    if (!slices_get(ir, node, &c) || c.begin == c.end) return CAMEO_OK;
    cm_id from = cm_opt_producer(ir, node, 0, CM_OP_Concat);
    if (from == CM_NONE || !slices_concat_axis(ir, from, &axis) || axis != c.axis) return CAMEO_OK;
    if (!slices_concat_fits(ir, from, axis)) return CAMEO_OK;
    if (!cm_dim_is_const(ir->av[c.x].dims[axis]) || ir->t.node.row[from].in.n > SLICES_PIECES)
        return CAMEO_OK;
    for (uint32_t i = 0; i < ir->t.node.row[from].in.n && at < c.end; i++) {
        cm_id v = cm_ir_in(ir, from, i);
        if (v == CM_NONE || ir->av[v].rank == CM_RANK_UNKNOWN) return CAMEO_OK;
        cm_dim size = ir->av[v].dims[axis];
        if (!cm_dim_is_const(size) || size < 0) return CAMEO_OK;
        if (at + size > c.begin) {
            if (n == 0) begin = at;
            in[n++] = v;
        }
        at += size;
    }
    bool whole = begin == c.begin && at == c.end;
    if (n == 0) return CAMEO_OK;
    if (n == 1 && whole) return cm_opt_forward(o, node, in[0], cm_ir_out(ir, node, 0), changed);
    if (n == 1) {
        *changed = true;
        return slices_cut_to(o, node, &(slices_cut){in[0], axis, c.begin - begin, c.end - begin});
    }
    if (!whole || cm_ir_only_user(ir, c.x) != node || ir->limits.nodes <= ir->t.node.n)
        return CAMEO_OK;
    *changed = true;
    return slices_join(o, node, from, in, n);
}

/* ---- Split ---- */

/* The Slices of the same graph that read c->x on that axis, by their beginnings; 0 where they do not tile it. */
static uint32_t slices_tile(const cm_ir *ir, cm_id node, const slices_cut *c, cm_id *slice,
                            int64_t *size) {
    uint32_t n = 0, seen = 0;
    slices_cut cut[SLICES_SPLIT];
    for (cm_id u = ir->t.value.row[c->x].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        slices_cut piece;
        cm_id user = ir->t.use.row[u].node;
        if (++seen > SLICES_PIECES) return 0;
        if (ir->t.node.row[user].graph != ir->t.node.row[node].graph) continue;
        if (!slices_get(ir, user, &piece) || piece.x != c->x || piece.axis != c->axis) continue;
        if (n == SLICES_SPLIT || ir->info[user].provider != ir->info[node].provider) return 0;
        uint32_t k = n++;
        for (; k > 0 && cut[k - 1].begin > piece.begin; k--) {
            cut[k] = cut[k - 1];
            slice[k] = slice[k - 1];
        }
        cut[k] = piece;
        slice[k] = user;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (cut[k].begin != (k == 0 ? 0 : cut[k - 1].end)) return 0;
        size[k] = cut[k].end - cut[k].begin;
    }
    return n >= 2 && cut[n - 1].end == ir->av[c->x].dims[c->axis] ? n : 0;
}

/* Slices that tile a dim = a Split, which stands behind what makes the value. The Slices go. */
cameo_status cm_rewrite_slices_split(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    slices_cut c;
    cm_id slice[SLICES_SPLIT], out[SLICES_SPLIT], added, in[2] = {CM_NONE, CM_NONE};
    int64_t size[SLICES_SPLIT];
    if (!slices_get(ir, node, &c) || !cm_dim_is_const(ir->av[c.x].dims[c.axis]))
        return CAMEO_OK;
    if (cm_ir_opset(ir, node) < 13 || !cm_opt_can_add(ir, node, "Split", 1)) return CAMEO_OK;
    uint32_t n = slices_tile(ir, node, &c, slice, size);
    if (n == 0) return CAMEO_OK;
    cm_id graph = ir->t.node.row[node].graph, from = slices_from(ir, node, 0);
    cm_id before = from == CM_NONE ? ir->t.graph.row[graph].nodes.first : ir->t.node.row[from].next;
    for (uint32_t k = 0; k < n; k++) out[k] = cm_ir_out(ir, slice[k], 0);
    in[0] = c.x;
    CM_TRY(cm_ir_add_node(ir, graph, before, node, in, 1, out, n, &added));
    ir->info[added].provider = ir->info[node].provider;
    CM_TRY(slices_set(ir, added, 1, size, n));
    CM_TRY(cm_opt_become(ir, added, "Split"));
    CM_TRY(cm_ir_set_int(ir, added, "axis", c.axis));
    cameo_error ignored = {0};
    CM_TRY(cm_ir_parse_node(ir, added, &ignored));
    for (uint32_t k = 0; k < n; k++) CM_TRY(cm_opt_kill(o, slice[k]));
    *changed = true;
    return cm_opt_touch(o, added, false);
}
