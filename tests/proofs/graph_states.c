/* graph_states.c — what random graphs are made of besides graph_patterns.c: what a model hands out in one run and takes
 * back in in the next (options.states), as decoders write it, and products that read it, or another input, in another
 * order of dims. */
#include "tests/proofs/graph_make.h"

#include <string.h>

/* The shape with n along axis. */
static rg_shape states_resized(const rg_shape *s, uint32_t axis, int64_t n) {
    rg_shape y = *s;
    y.d[axis] = n;
    return y;
}

/* An input of numbers for its dims. */
static uint32_t states_input(rg *r, const rg_shape *s) {
    uint32_t id = rg_leaf(r, RG_INPUT, r->real, s, -2, 2);
    if (id != RG_NONE) VALUE(id)->free_dim = false;
    return id;
}

/* Concat(past, new) along axis; the new is an input, or computed. */
static uint32_t states_append(rg *r, uint32_t past, uint32_t axis) {
    if (past == RG_NONE) return RG_NONE;
    rg_shape s = VALUE(past)->shape, more = states_resized(&s, axis, 1 + rg_below(r, 2));
    uint32_t in[2] = {past, states_input(r, &more)};
    if (rg_chance(r, 50)) in[1] = rg_unary(r, "Relu", in[1], 2, true);
    if (in[1] == RG_NONE) return RG_NONE;
    s.d[axis] += more.d[axis];
    uint32_t y = rg_add(r, "Concat", in, 2, &s, 2, true);
    if (y != RG_NONE) rg_attr_int(r, "axis", axis);
    return y;
}

static uint32_t states_pick(rg *r, uint32_t x, uint32_t axis, int64_t index) {
    rg_shape none = {0}, y = {0};
    if (x == RG_NONE) return RG_NONE;
    rg_shape s = VALUE(x)->shape;
    for (uint32_t i = 0; i < s.rank; i++) {
        if (i != axis) y.d[y.rank++] = s.d[i];
    }
    if (rg_chance(r, 20)) index -= s.d[axis];
    uint32_t in[2] = {x, rg_leaf(r, RG_CONST, CAMEO_INT64, &none, 0, 0)};
    if (in[1] == RG_NONE) return RG_NONE;
    memcpy(VALUE(in[1])->data, &index, sizeof index);
    uint32_t g = rg_add(r, "Gather", in, 2, &y, VALUE(x)->mag, true);
    if (g != RG_NONE) rg_attr_int(r, "axis", axis);
    return g;
}

/* Each index of a dim several times in turn, as decoders repeat heads: Unsqueeze, Expand or Tile, Reshape. */
static uint32_t states_repeat(rg *r, uint32_t x, uint32_t axis) {
    rg_shape s = VALUE(x)->shape, y = {.rank = s.rank + 1};
    int64_t times = 1 + rg_below(r, 3), at = axis + 1, by[CAMEO_MAX_RANK], target[CAMEO_MAX_RANK];
    bool tile = rg_chance(r, 30), twisted = rg_chance(r, 10); /* twisted: the heads come one behind the other */
    if (s.rank == CAMEO_MAX_RANK || rg_count(&s) == 0) return x;
    if (twisted) at = axis;
    for (uint32_t d = 0; d < y.rank; d++) {
        y.d[d] = (int64_t)d == at ? 1 : s.d[d - (d > at)];
        by[d] = (int64_t)d == at ? times : 1;
    }
    uint32_t in[2] = {x, rg_ints(r, &at, 1)};
    if (in[1] != RG_NONE) VALUE(in[1])->listed = false; /* the dims are known */
    in[0] = in[1] == RG_NONE ? RG_NONE : rg_add(r, "Unsqueeze", in, 2, &y, VALUE(x)->mag, true);
    in[1] = rg_ints(r, by, y.rank);
    y.d[at] = times;
    if (in[0] == RG_NONE || in[1] == RG_NONE) return RG_NONE;
    VALUE(in[1])->listed = false;
    in[0] = rg_add(r, tile ? "Tile" : "Expand", in, 2, &y, VALUE(x)->mag, true);
    s.d[axis] *= times;
    for (uint32_t d = 0; d < s.rank; d++) target[d] = s.d[d];
    in[1] = rg_ints(r, target, s.rank);
    if (in[0] == RG_NONE || in[1] == RG_NONE) return RG_NONE;
    VALUE(in[1])->listed = false;
    return rg_add(r, "Reshape", in, 2, &s, VALUE(x)->mag, true);
}

/* MatMul(q, x), x turned, repeated and picked from before. */
static void states_read(rg *r, uint32_t x) {
    int64_t perm[CAMEO_MAX_RANK], back[CAMEO_MAX_RANK];
    if (x == RG_NONE) return;
    if (VALUE(x)->shape.rank > 3 && rg_chance(r, 50)) {
        uint32_t axis = rg_below(r, VALUE(x)->shape.rank), n = (uint32_t)VALUE(x)->shape.d[axis];
        if (n != 0) x = states_pick(r, x, axis, rg_below(r, n));
    }
    if (x != RG_NONE && rg_chance(r, 40)) x = states_repeat(r, x, rg_below(r, VALUE(x)->shape.rank));
    if (x != RG_NONE && rg_chance(r, 80)) {
        rg_some_perm(r, VALUE(x)->shape.rank, perm, back);
        x = rg_transpose(r, x, perm);
    }
    if (x == RG_NONE || VALUE(x)->shape.rank < 2) return;
    rg_shape s = VALUE(x)->shape, a = s;
    a.d[s.rank - 2] = 1 + rg_below(r, 4);
    a.d[s.rank - 1] = s.d[s.rank - 2];
    if (rg_chance(r, 30)) a = rg_shape_of(2, a.d[s.rank - 2], a.d[s.rank - 1], 0, 0);
    uint32_t in[2] = {rg_leaf(r, RG_INPUT, r->real, &a, -2, 2), x};
    s.d[s.rank - 2] = a.d[a.rank - 2];
    double mag = 4 * (double)a.d[a.rank - 1] + 1;
    if (in[0] != RG_NONE) (void)rg_add(r, "MatMul", in, 2, &s, mag, false);
}

/* Joined along axis, in the order of the file or in another one. */
static uint32_t states_joined(rg *r, uint32_t past, uint32_t axis) {
    int64_t perm[CAMEO_MAX_RANK], back[CAMEO_MAX_RANK];
    uint32_t rank = VALUE(past)->shape.rank;
    if (rg_chance(r, 40)) return states_append(r, past, axis);
    rg_some_perm(r, rank, perm, back);
    uint32_t y = states_append(r, rg_transpose(r, past, perm), (uint32_t)back[axis]);
    states_read(r, y);
    return y == RG_NONE ? RG_NONE : rg_transpose(r, y, back);
}

/* Keys and values in one state, joined one by one: Concat of Unsqueeze(Concat(Gather(past, i), new)) for all i. */
static uint32_t states_parts(rg *r, uint32_t past, uint32_t axis) {
    rg_shape s = VALUE(past)->shape, y;
    uint32_t in[4], along = (axis + 1 + rg_below(r, s.rank - 1)) % s.rank;
    int64_t at = along, n = s.d[along] < 4 ? s.d[along] : 4;
    bool twisted = rg_chance(r, 10);
    uint32_t axes = rg_ints(r, &at, 1);
    if (axes != RG_NONE) VALUE(axes)->listed = false; /* the dims are known */
    for (int64_t i = 0; i < n; i++) {
        uint32_t part = states_pick(r, past, along, twisted ? n - 1 - i : i);
        part = states_append(r, part, axis - (along < axis));
        if (part == RG_NONE || axes == RG_NONE) return RG_NONE;
        y = states_resized(&s, axis, VALUE(part)->shape.d[axis - (along < axis)]);
        y.d[along] = 1;
        in[i] = rg_add(r, "Unsqueeze", (uint32_t[]){part, axes}, 2, &y, 2, true);
        if (in[i] == RG_NONE || VALUE(in[i])->shape.d[axis] != VALUE(in[0])->shape.d[axis])
            return RG_NONE;
        if (rg_chance(r, 50)) states_read(r, part);
    }
    y.d[along] = n;
    uint32_t whole = rg_add(r, "Concat", in, (uint32_t)n, &y, 2, true);
    if (whole != RG_NONE) rg_attr_int(r, "axis", along);
    return y.d[along] == s.d[along] ? whole : RG_NONE;
}

static void states_state(rg *r) {
    rg_graph *g = r->g;
    rg_shape s = {.rank = 2 + rg_below(r, 3)};
    uint32_t axis = rg_below(r, s.rank);
    if (g->n_states == RG_MAX_STATES) return;
    for (uint32_t i = 0; i < s.rank; i++) s.d[i] = 1 + rg_below(r, 4);
    uint32_t past = states_input(r, &s);
    if (past == RG_NONE) return;
    uint32_t y = rg_chance(r, 60) ? states_joined(r, past, axis) : states_parts(r, past, axis);
    if (y == RG_NONE) return;
    g->state[g->n_states++] = (rg_state){past, y, axis};
    VALUE(y)->output = true;
    if (rg_chance(r, 60)) states_read(r, y);
    if (rg_chance(r, 10)) states_read(r, past);
}

/* Attention with a past of its own, [batch, heads, past, width], whose presents are states. */
static void states_attention(rg *r) {
    rg_graph *g = r->g;
    bool flat = rg_chance(r, 40), causal = rg_chance(r, 60);
    int64_t batch = 1 + rg_below(r, 2), kv = 1 + rg_below(r, 3), group = 1 + rg_below(r, 2), width = 1 + rg_below(r, 5);
    int64_t rows = 1 + rg_below(r, 3), queries = rg_chance(r, 80) ? rows : 1 + rg_below(r, 3);
    uint32_t in[6];
    if (g->opset < 23 || r->special || r->real != CAMEO_FLOAT || g->n_states + 2 > RG_MAX_STATES) return;
    rg_shape past = rg_shape_of(4, batch, kv, 1 + rg_below(r, 4), width), all = past;
    rg_shape q = flat ? rg_shape_of(3, batch, queries, kv * group * width, 0)
                      : rg_shape_of(4, batch, kv * group, queries, width);
    rg_shape k = flat ? rg_shape_of(3, batch, rows, kv * width, 0) : rg_shape_of(4, batch, kv, rows, width);
    all.d[2] += rows;
    in[0] = states_input(r, &q);
    in[1] = states_input(r, &k);
    in[2] = rg_chance(r, 50) ? rg_unary(r, "Relu", in[1], 2, true) : states_input(r, &k);
    in[3] = RG_NONE;
    for (int i = 4; i < 6; i++) in[i] = states_input(r, &past);
    for (int i = 0; i < 6; i++)
        if (i != 3 && in[i] == RG_NONE) return;
    uint32_t node = rg_node_begin(r, "Attention", in, 6);
    if (node == RG_NONE) return;
    if (causal) rg_attr_int(r, "is_causal", 1);
    if (flat) rg_attr_int(r, "q_num_heads", kv * group);
    if (flat) rg_attr_int(r, "kv_num_heads", kv);
    (void)rg_out(r, node, CAMEO_FLOAT, &q, 2, false);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t y = rg_out(r, node, CAMEO_FLOAT, &all, 2, true);
        if (y == RG_NONE) return;
        g->state[g->n_states++] = (rg_state){in[4 + i], y, 2};
        VALUE(y)->output = true;
        if (rg_chance(r, 20)) states_read(r, y);
    }
}

/* An input that MatMul may read as it lies, or what is computed of one. */
static void states_view(rg *r) {
    uint32_t x = rg_input(r, r->real, 3 + rg_below(r, 2));
    states_read(r, rg_chance(r, 40) ? rg_unary(r, "Abs", x, 2, true) : x);
}

const rg_row rg_stateful[] = {{states_state, 5}, {states_attention, 6}, {states_view, 3}, {NULL, 0}};
