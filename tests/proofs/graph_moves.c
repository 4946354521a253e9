/* graph_moves.c — what random graphs are made of besides graph_patterns.c: what moves, changes types, computes
 * shapes, chooses and repeats. */
#include "tests/proofs/graph_make.h"

#include <string.h>

/* ---- moving ---- */

static cameo_dtype move_any_type(rg *r) {
    static const cameo_dtype some[] = {CAMEO_INT64, CAMEO_INT32, CAMEO_UINT8, CAMEO_BOOL};
    return rg_chance(r, 80) ? r->real : some[rg_below(r, 4)];
}

uint32_t rg_transpose(rg *r, uint32_t x, const int64_t *perm) {
    rg_shape s = VALUE(x)->shape, y = s;
    for (uint32_t i = 0; i < s.rank; i++) y.d[i] = s.d[perm[i]];
    uint32_t out = rg_add(r, "Transpose", &x, 1, &y, VALUE(x)->mag, true);
    if (out != RG_NONE) rg_attr_ints(r, "perm", perm, s.rank);
    return out;
}

void rg_some_perm(rg *r, uint32_t rank, int64_t *perm, int64_t *back) {
    bool first = rg_chance(r, 50), usual = rg_chance(r, 50);
    for (uint32_t i = 0; i < rank; i++) perm[i] = i;
    for (uint32_t i = rank; !usual && i-- > 1;) {
        uint32_t k = rg_below(r, i + 1);
        int64_t t = perm[i];
        perm[i] = perm[k];
        perm[k] = t;
    }
    for (uint32_t i = 1; usual && i < rank; i++)
        perm[i] = first ? (i == 1 ? rank - 1 : i - 1) : (i + 1 == rank ? 1 : i + 1);
    for (uint32_t i = 0; i < rank; i++) back[perm[i]] = i;
}

static void move_transpose(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 2, 5, false), rank = VALUE(x)->shape.rank;
    int64_t perm[CAMEO_MAX_RANK], back[CAMEO_MAX_RANK];
    rg_some_perm(r, rank, perm, back);
    uint32_t y = rg_transpose(r, x, perm);
    if (y == RG_NONE || rg_chance(r, 40)) return;
    if (rg_is_float(VALUE(y)->dtype) && rg_chance(r, 60))
        y = rg_chance(r, 50) ? rg_activation(r, y) : rg_arithmetic(r, y);
    if (y != RG_NONE && VALUE(y)->shape.rank == rank)
        (void)rg_transpose(r, y, rg_chance(r, 80) ? back : perm);
}

static uint32_t move_reshape_to(rg *r, uint32_t x, rg_shape to) {
    int64_t target[CAMEO_MAX_RANK];
    memcpy(target, to.d, sizeof target);
    if (rg_chance(r, 30) && to.rank > 0) target[rg_below(r, to.rank)] = -1;
    if (rg_chance(r, 30) && to.rank > 0 && VALUE(x)->shape.rank > 0 &&
        to.d[0] == VALUE(x)->shape.d[0]) {
        target[0] = 0;
    }
    uint32_t in[2] = {x, rg_ints(r, target, to.rank)};
    return rg_add(r, "Reshape", in, 2, &to, VALUE(x)->mag, true);
}

/* Other dims of as many elements: two merged, one split, or a 1 more. */
static rg_shape move_other_dims(rg *r, rg_shape s) {
    uint32_t k = rg_below(r, 4);
    if (k == 0) return rg_shape_of(1, rg_count(&s), 0, 0, 0);
    if (k == 1 && s.rank > 1) {
        uint32_t at = rg_below(r, s.rank - 1);
        s.d[at] *= s.d[at + 1];
        memmove(&s.d[at + 1], &s.d[at + 2], (s.rank - at - 2) * sizeof *s.d);
        s.rank--;
    } else if (s.rank < 5) {
        uint32_t at = rg_below(r, s.rank + 1);
        int64_t part = 1;
        if (k == 2 && at < s.rank) part = s.d[at] % 2 == 0 ? 2 : s.d[at] % 3 == 0 ? 3 : 1;
        if (at < s.rank) s.d[at] /= part;
        memmove(&s.d[at + 1], &s.d[at], (s.rank - at) * sizeof *s.d);
        s.d[at] = part;
        s.rank++;
    }
    return s;
}

static void move_reshape(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 0, 4, false);
    rg_shape first = VALUE(x)->shape;
    for (uint32_t i = 0, n = 1 + rg_below(r, 3); i < n && x != RG_NONE; i++) {
        rg_shape s = VALUE(x)->shape;
        x = move_reshape_to(r, x, i > 0 && rg_chance(r, 40) ? first : move_other_dims(r, s));
        if (x != RG_NONE && rg_is_float(VALUE(x)->dtype) && rg_chance(r, 20))
            x = rg_activation(r, x);
    }
}

static void move_squeeze(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 0, 4, false);
    rg_shape s = VALUE(x)->shape, y = s;
    int64_t at = (int64_t)rg_below(r, s.rank + 1);
    if (rg_chance(r, 25) && s.rank > 0) {
        int64_t n = rg_count(&s), first = 1;
        for (int64_t i = 0; i < at; i++) first *= s.d[i];
        y = rg_shape_of(2, first, first == 0 ? 0 : n / first, 0, 0);
        for (int64_t i = at; first == 0 && i < s.rank; i++)
            y.d[1] = i == at ? s.d[i] : y.d[1] * s.d[i];
        if (first == 0 && at == s.rank) y.d[1] = 1;
        if (rg_add(r, "Flatten", &x, 1, &y, VALUE(x)->mag, true) != RG_NONE)
            rg_attr_int(r, "axis", at);
        return;
    }
    memmove(&y.d[at + 1], &y.d[at], (s.rank - (size_t)at) * sizeof *y.d);
    y.d[at] = 1;
    y.rank++;
    uint32_t in[2] = {x, rg_ints(r, &at, 1)};
    uint32_t z = rg_add(r, "Unsqueeze", in, 2, &y, VALUE(x)->mag, true);
    if (z == RG_NONE || rg_chance(r, 40)) return;
    if (rg_is_float(VALUE(z)->dtype) && rg_chance(r, 40)) z = rg_arithmetic(r, z);
    if (z == RG_NONE || !rg_same_shape(&VALUE(z)->shape, &y)) return;
    in[0] = z;
    (void)rg_add(r, "Squeeze", in, 2, &s, VALUE(z)->mag, true);
}

static uint32_t move_slice_of(rg *r, uint32_t x, int64_t axis, int64_t from, int64_t to) {
    rg_shape s = VALUE(x)->shape;
    int64_t d = s.d[axis], rank = s.rank;
    s.d[axis] = to - from;
    if (to == d && rg_chance(r, 50)) to = INT64_MAX;
    if (from > 0 && rg_chance(r, 20)) from -= d;
    if (rg_chance(r, 20)) axis -= rank;
    uint32_t in[5] = {x, rg_ints(r, &from, 1), rg_ints(r, &to, 1), rg_ints(r, &axis, 1), RG_NONE};
    int64_t one = 1;
    if (rg_chance(r, 30)) in[4] = rg_ints(r, &one, 1);
    return rg_add(r, "Slice", in, in[4] == RG_NONE ? 4 : 5, &s, VALUE(x)->mag, true);
}

static void move_slice(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 1, 4, false);
    rg_shape s = VALUE(x)->shape;
    uint32_t axis = rg_below(r, s.rank);
    int64_t d = s.d[axis];
    if (d == 0) return;
    int64_t from = (int64_t)rg_below(r, (uint32_t)d);
    if (rg_chance(r, 15)) { /* backwards */
        int64_t start = -1, end = INT64_MIN, step = -1, at = axis;
        uint32_t in[5] = {x, rg_ints(r, &start, 1), rg_ints(r, &end, 1), rg_ints(r, &at, 1),
                          rg_ints(r, &step, 1)};
        (void)rg_add(r, "Slice", in, 5, &s, VALUE(x)->mag, true);
        return;
    }
    if (rg_chance(r, 25)) from = 0;
    int64_t to = rg_chance(r, 40) ? d : from + 1 + (int64_t)rg_below(r, (uint32_t)(d - from));
    (void)move_slice_of(r, x, axis, from, to);
}

static uint32_t move_concat_of(rg *r, const uint32_t *in, uint32_t n, uint32_t axis) {
    rg_shape s = VALUE(in[0])->shape;
    double mag = 0;
    s.d[axis] = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (in[i] == RG_NONE) return RG_NONE;
        s.d[axis] += VALUE(in[i])->shape.d[axis];
        mag = VALUE(in[i])->mag > mag ? VALUE(in[i])->mag : mag;
    }
    uint32_t y = rg_add(r, "Concat", in, n, &s, mag, true);
    if (y != RG_NONE) rg_attr_int(r, "axis", rg_chance(r, 70) ? (int64_t)axis : (int64_t)axis - s.rank);
    return y;
}

static void move_concat(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 1, 4, false), n = 1 + rg_below(r, 3), in[3] = {x};
    for (uint32_t i = 1; i < n; i++) {
        in[i] = rg_pick_like(r, x);
        if (in[i] != RG_NONE && rg_is_float(VALUE(x)->dtype) && rg_chance(r, 20))
            in[i] = rg_const(r, r->real, &VALUE(x)->shape, -1, 1);
    }
    uint32_t axis = rg_below(r, VALUE(x)->shape.rank), again[2] = {move_concat_of(r, in, n, axis), x};
    if (again[0] != RG_NONE && rg_chance(r, 20)) /* a Concat of a Concat */
        (void)move_concat_of(r, again, 2, axis);
}

/* One operator that could as well compute in another order of dims. */
static uint32_t move_region_step(rg *r, uint32_t y, const int64_t *perm, uint32_t x) {
    rg_shape s = VALUE(y)->shape;
    uint32_t in[2] = {y, RG_NONE}, axis = rg_below(r, s.rank), z;
    switch (rg_below(r, 8)) {
    case 0: return rg_activation(r, y);
    case 1: return rg_arithmetic(r, y);
    case 2: return rg_pad(r, y);
    case 3:
        return rg_reduce(r, rg_chance(r, 50) ? "ReduceMax" : "ReduceMean", y, UINT32_MAX,
                         rg_chance(r, 70), false);
    case 4:
        z = rg_unary(r, "Softmax", y, 1, false);
        if (z != RG_NONE) rg_attr_int(r, "axis", axis);
        return z;
    case 5: return s.d[axis] < 2 ? y : move_slice_of(r, y, axis, 1, s.d[axis]);
    case 6: /* two that were transposed */
        z = rg_pick_like(r, x);
        in[1] = z == RG_NONE ? RG_NONE : rg_transpose(r, z, perm);
        if (in[1] == RG_NONE || !rg_same_shape(&VALUE(in[1])->shape, &s)) return y;
        if (rg_chance(r, 50)) return rg_binary(r, "Add", y, in[1], 2 * VALUE(y)->mag + 2);
        move_concat_of(r, in, 2, axis);
        return r->g->n_values - 1;
    default:
        z = rg_pick_like(r, y);
        return z == RG_NONE ? y : rg_binary(r, "Add", y, z, VALUE(y)->mag + VALUE(z)->mag);
    }
}

/* Transposed, a few operators, and back. */
static void move_region(rg *r) {
    uint32_t x = rg_pick(r, r->real, 3, 4, false), rank = VALUE(x)->shape.rank;
    int64_t perm[CAMEO_MAX_RANK], back[CAMEO_MAX_RANK];
    rg_some_perm(r, rank, perm, back);
    uint32_t y = rg_transpose(r, x, perm);
    for (uint32_t i = 0, n = 1 + rg_below(r, 4); i < n && y != RG_NONE; i++) {
        y = move_region_step(r, y, perm, x);
        if (y != RG_NONE && (VALUE(y)->shape.rank == 0 || !rg_is_float(VALUE(y)->dtype))) return;
    }
    if (y != RG_NONE && VALUE(y)->shape.rank == rank) (void)rg_transpose(r, y, back);
}

/* Split, or the Slices that do the same; then, perhaps, one of the parts changed and all put together. */
static void move_split(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 1, 4, false), parts[3];
    rg_shape s = VALUE(x)->shape;
    uint32_t axis = rg_below(r, s.rank);
    int64_t d = s.d[axis], sizes[2] = {d / 2, d - d / 2};
    if (d < 2) return;
    if (rg_chance(r, 40)) {
        parts[0] = move_slice_of(r, x, axis, 0, sizes[0]);
        parts[1] = move_slice_of(r, x, axis, sizes[0], d);
    } else {
        uint32_t in[2] = {x, rg_ints(r, sizes, 2)};
        if (r->special && !VALUE(x)->exact) return;
        uint32_t node = rg_node_begin(r, "Split", in, 2);
        if (node == RG_NONE) return;
        rg_attr_int(r, "axis", axis);
        for (int i = 0; i < 2; i++) {
            s.d[axis] = sizes[i];
            parts[i] = rg_out(r, node, VALUE(x)->dtype, &s, VALUE(x)->mag, VALUE(x)->exact);
            if (parts[i] == RG_NONE) return;
        }
    }
    if (parts[0] == RG_NONE || parts[1] == RG_NONE || rg_chance(r, 40)) return;
    if (rg_is_float(VALUE(x)->dtype) && rg_chance(r, 50)) {
        uint32_t y = rg_activation(r, parts[1]);
        if (y != RG_NONE) parts[1] = y;
    }
    move_concat_of(r, parts, 2, axis);
}

static void move_gather(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 1, 4, false);
    rg_shape s = VALUE(x)->shape, c = {.rank = rg_below(r, 2)}, y = {0};
    uint32_t axis = rg_below(r, s.rank);
    int64_t d = s.d[axis];
    if (d == 0) return;
    c.d[0] = 1 + (int64_t)rg_below(r, 3);
    bool outside = rg_chance(r, 1);
    uint32_t at = outside ? rg_leaf(r, RG_CONST, CAMEO_INT64, &c, (double)d, (double)d)
                          : rg_leaf(r, rg_chance(r, 80) ? RG_CONST : RG_INPUT, CAMEO_INT64, &c,
                                    rg_chance(r, 30) ? (double)-d : 0, (double)d - 1);
    for (uint32_t i = 0; i < s.rank; i++) {
        if (i != axis) y.d[y.rank++] = s.d[i];
        if (i == axis && c.rank == 1) y.d[y.rank++] = c.d[0];
    }
    uint32_t in[2] = {x, at};
    if (at != RG_NONE && rg_add(r, "Gather", in, 2, &y, VALUE(x)->mag, true) != RG_NONE)
        rg_attr_int(r, "axis", axis);
}

static void move_expand(rg *r) {
    uint32_t x = rg_pick(r, move_any_type(r), 1, 3, false);
    rg_shape s = VALUE(x)->shape;
    int64_t repeats[CAMEO_MAX_RANK];
    bool tile = rg_chance(r, 40);
    for (uint32_t i = 0; i < s.rank; i++) {
        repeats[i] = tile || s.d[i] == 1 ? 1 + (int64_t)rg_below(r, 2) : 1;
        s.d[i] *= repeats[i];
    }
    uint32_t in[2] = {x, rg_ints(r, tile ? repeats : s.d, s.rank)};
    (void)rg_add(r, tile ? "Tile" : "Expand", in, 2, &s, VALUE(x)->mag, true);
}

static void move_nothing(rg *r) {
    uint32_t x = rg_pick(r, r->real, 0, 4, false);
    double mag = VALUE(x)->mag;
    switch (rg_below(r, 4)) {
    case 0: (void)rg_unary(r, "Dropout", x, mag, true); break;
    case 1: (void)rg_pad(r, x); break;
    default: (void)rg_unary(r, "Identity", x, mag, true); break;
    }
}

/* ---- types ---- */

static uint32_t move_cast(rg *r, uint32_t x, cameo_dtype to, double mag, bool exact) {
    if (x == RG_NONE) return RG_NONE;
    rg_shape s = VALUE(x)->shape;
    if (r->special && !exact) return RG_NONE;
    uint32_t node = rg_node_begin(r, "Cast", &x, 1);
    if (node == RG_NONE) return RG_NONE;
    rg_attr_int(r, "to", to);
    return rg_out(r, node, to, &s, mag, exact && VALUE(x)->exact);
}

static void move_casts(rg *r) {
    static const cameo_dtype floats[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16};
    static const cameo_dtype ints[] = {CAMEO_INT32, CAMEO_INT64, CAMEO_UINT8, CAMEO_BOOL};
    uint32_t x;
    if (rg_chance(r, 50)) {
        x = rg_pick(r, r->real, 0, 4, false);
        if (VALUE(x)->mag > 500) return;
        double mag = VALUE(x)->mag;
        for (uint32_t i = 0, n = 1 + rg_below(r, 2); i < n; i++)
            x = move_cast(r, x, floats[rg_below(r, 3)], mag, true);
        (void)move_cast(r, x, r->real, mag, true);
        return;
    }
    if (rg_chance(r, 50) && !r->special) { /* whole numbers of what is exact */
        x = rg_pick(r, r->real, 0, 4, true);
        double mag = VALUE(x)->mag;
        x = rg_unary(r, "Abs", x, mag, true);
        if (mag < 200) x = move_cast(r, x, ints[rg_below(r, 4)], mag, true);
        if (x != RG_NONE && rg_chance(r, 50)) x = move_cast(r, x, CAMEO_INT64, mag, true);
    } else {
        x = rg_pick(r, ints[rg_below(r, 2)], 0, 3, true);
        if (VALUE(x)->mag > 1000) return;
    }
    if (x != RG_NONE && rg_chance(r, 60)) (void)move_cast(r, x, r->real, VALUE(x)->mag, true);
}

static void move_integers(rg *r) {
    static const char *const op[] = {"Add", "Mul", "Sub", "Div", "Max", "Mod"};
    cameo_dtype t = rg_chance(r, 50) ? CAMEO_INT64 : CAMEO_INT32;
    uint32_t x = rg_pick(r, t, 0, 3, false), k = rg_below(r, 6), y;
    rg_shape s = {0};
    double mag = VALUE(x)->mag;
    if (k == 3 || k == 5) {
        y = rg_leaf(r, RG_CONST, t, &s, 1, 4);
        (void)rg_binary(r, op[k], x, y, mag + 4);
        return;
    }
    y = rg_chance(r, 50) ? rg_leaf(r, RG_CONST, t, &s, 0, 3) : rg_pick_like(r, x);
    if (y == RG_NONE) return;
    mag = k == 1 ? mag * VALUE(y)->mag : mag + VALUE(y)->mag;
    (void)rg_binary(r, op[k], x, y, mag);
}

static void move_where(rg *r) {
    uint32_t a = rg_pick(r, r->real, 0, 4, false), b = rg_pick_like(r, a), c;
    if (b == RG_NONE) return;
    rg_shape s = VALUE(a)->shape;
    if (rg_chance(r, 50)) {
        uint32_t x = rg_pick(r, r->real, 0, 4, true), in[2] = {x, RG_NONE};
        if (!rg_same_shape(&VALUE(x)->shape, &s)) return;
        in[1] = rg_scalar(r, r->real, rg_chance(r, 50) ? 0 : 0.5);
        uint32_t node = rg_node_begin(r, rg_chance(r, 50) ? "Greater" : "Less", in, 2);
        if (node == RG_NONE || in[1] == RG_NONE) return;
        if (VALUE(in[1])->shape.rank > s.rank) s.rank = VALUE(in[1])->shape.rank, s.d[0] = 1;
        c = rg_out(r, node, CAMEO_BOOL, &s, 1, true);
    } else {
        if (rg_chance(r, 30)) s = (rg_shape){0};
        c = rg_leaf(r, rg_chance(r, 40) ? RG_CONST : RG_INPUT, CAMEO_BOOL, &s, 0, 1);
    }
    if (c != RG_NONE && rg_chance(r, 30)) c = rg_unary(r, "Not", c, 1, true);
    if (c == RG_NONE) return;
    uint32_t in[3] = {c, a, b};
    double x = VALUE(a)->mag, y = VALUE(b)->mag;
    bool exact = VALUE(a)->exact && VALUE(b)->exact;
    if (VALUE(c)->shape.rank > VALUE(a)->shape.rank || (r->special && !exact)) return;
    uint32_t node = rg_node_begin(r, "Where", in, 3);
    if (node != RG_NONE) (void)rg_out(r, node, r->real, &VALUE(a)->shape, x > y ? x : y, exact);
}

/* ---- arithmetic of shapes ---- */

/* A one-element vector: dim `at` of x, as exporters ask for it. */
static uint32_t move_dim(rg *r, uint32_t x, uint32_t at) {
    rg_shape rank = rg_shape_of(1, VALUE(x)->shape.rank, 0, 0, 0), none = {0},
             one = rg_shape_of(1, 1, 0, 0, 0);
    uint32_t node = rg_node_begin(r, "Shape", &x, 1);
    if (node == RG_NONE) return RG_NONE;
    uint32_t s = rg_out(r, node, CAMEO_INT64, &rank, 64, true);
    if (s == RG_NONE) return RG_NONE;
    if (rg_chance(r, 40)) return move_slice_of(r, s, 0, at, at + 1);
    uint32_t in[2] = {s, rg_leaf(r, RG_CONST, CAMEO_INT64, &none, at, at)};
    uint32_t d = rg_add(r, "Gather", in, 2, &none, 64, true);
    if (d == RG_NONE) return RG_NONE;
    if (rg_chance(r, 20)) {
        d = move_cast(r, d, CAMEO_INT32, 64, true);
        d = move_cast(r, d, CAMEO_INT64, 64, true);
    }
    int64_t zero = 0;
    uint32_t un[2] = {d, rg_ints(r, &zero, 1)};
    return d == RG_NONE ? RG_NONE : rg_add(r, "Unsqueeze", un, 2, &one, 64, true);
}

/* Reshape(x, Concat(dim of x, ..., -1)); Expand and ConstantOfShape to a computed shape. */
static void move_shape(rg *r) {
    uint32_t x = rg_pick(r, r->real, 1, 4, false), parts[3];
    rg_shape s = VALUE(x)->shape, two = rg_shape_of(1, 2, 0, 0, 0), y = {0};
    int64_t rest = -1, one = 1;
    if (rg_count(&s) == 0) return;
    parts[0] = move_dim(r, x, 0);
    if (parts[0] == RG_NONE) return;
    uint32_t kind = rg_below(r, 3);
    parts[1] = rg_ints(r, kind == 0 ? &rest : &one, 1);
    uint32_t target = rg_add(r, "Concat", parts, 2, &two, 64, true);
    if (target == RG_NONE) return;
    rg_attr_int(r, "axis", 0);
    y = rg_shape_of(2, s.d[0], kind == 0 ? rg_count(&s) / s.d[0] : 1, 0, 0);
    if (kind == 0) {
        uint32_t in[2] = {x, target};
        (void)rg_add(r, "Reshape", in, 2, &y, VALUE(x)->mag, true);
    } else if (kind == 1) {
        uint32_t node = rg_node_begin(r, "ConstantOfShape", &target, 1);
        if (node != RG_NONE) (void)rg_out(r, node, CAMEO_FLOAT, &y, 0, true);
    } else {
        rg_shape row = rg_shape_of(2, 1, 1 + rg_below(r, 3), 0, 0);
        uint32_t in[2] = {rg_leaf(r, RG_INPUT, r->real, &row, -1, 1), target};
        y.d[1] = row.d[1];
        if (in[0] != RG_NONE) (void)rg_add(r, "Expand", in, 2, &y, 1, true);
    }
}

/* x * (number of its elements), the number computed. */
static void move_size(rg *r) {
    uint32_t x = rg_pick(r, r->real, 0, 3, false);
    rg_shape none = {0};
    double n = (double)rg_count(&VALUE(x)->shape);
    if (n * VALUE(x)->mag > 500) return;
    uint32_t node = rg_node_begin(r, "Size", &x, 1);
    if (node == RG_NONE) return;
    uint32_t y = rg_out(r, node, CAMEO_INT64, &none, n, true);
    y = move_cast(r, y, r->real, n, true);
    if (y != RG_NONE) (void)rg_binary(r, "Mul", x, y, n * VALUE(x)->mag);
}

/* ---- control flow ---- */

static const char *move_body_op(rg *r) {
    static const char *const op[] = {"Relu", "Neg", "Abs", "Identity"};
    return op[rg_below(r, 4)];
}

static void move_if(rg *r) {
    uint32_t x = rg_pick(r, r->real, 0, 4, false), c;
    rg_shape none = {0}, s = VALUE(x)->shape;
    if (rg_chance(r, 60)) {
        c = rg_leaf(r, rg_chance(r, 60) ? RG_CONST : RG_INPUT, CAMEO_BOOL, &none, 0, 1);
    } else { /* a condition that inference may find */
        uint32_t in[2] = {RG_NONE, rg_leaf(r, RG_CONST, CAMEO_INT64, &none, 2, 2)};
        if (s.rank == 0) return;
        uint32_t d = move_dim(r, x, 0);
        int64_t zero = 0;
        uint32_t sq[2] = {d, rg_ints(r, &zero, 1)};
        in[0] = d == RG_NONE ? RG_NONE : rg_add(r, "Squeeze", sq, 2, &none, 64, true);
        if (in[0] == RG_NONE || in[1] == RG_NONE) return;
        uint32_t node = rg_node_begin(r, "Less", in, 2);
        c = node == RG_NONE ? RG_NONE : rg_out(r, node, CAMEO_BOOL, &none, 1, true);
    }
    if (c == RG_NONE) return;
    uint32_t node = rg_node_begin(r, "If", &c, 1);
    if (node == RG_NONE) return;
    bool exact = true;
    double mag = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t a = i == 0 ? x : rg_pick_like(r, x);
        if (a == RG_NONE || VALUE(a)->kind == RG_CONST) a = x;
        r->g->node[node].body[i] =
            (rg_body){{move_body_op(r), rg_chance(r, 50) ? move_body_op(r) : NULL}, a};
        exact = exact && VALUE(a)->exact;
        mag = VALUE(a)->mag > mag ? VALUE(a)->mag : mag;
    }
    (void)rg_out(r, node, r->real, &s, mag, exact);
}

/* A few turns over a carried value; what is captured is added in each. */
static void move_loop(rg *r) {
    uint32_t x = rg_pick(r, r->real, 0, 4, false), a = rg_pick_like(r, x);
    rg_shape none = {0}, s = VALUE(x)->shape;
    int64_t trips = (int64_t)rg_below(r, 4);
    if (a == RG_NONE || r->special) return;
    uint32_t in[3] = {rg_leaf(r, rg_chance(r, 60) ? RG_CONST : RG_INPUT, CAMEO_INT64, &none,
                              (double)trips, (double)trips),
                      RG_NONE, x};
    if (rg_chance(r, 30)) in[1] = rg_leaf(r, RG_CONST, CAMEO_BOOL, &none, 1, 1);
    double mag = VALUE(x)->mag + 3 * VALUE(a)->mag;
    uint32_t node = mag > 1000 ? RG_NONE : rg_node_begin(r, "Loop", in, 3);
    if (node == RG_NONE) return;
    r->g->node[node].body[0] = (rg_body){{move_body_op(r), NULL}, a};
    (void)rg_out(r, node, r->real, &s, mag, false);
}

/* ---- twins ---- */

/* A node that is there already, once more: the same operands, the same attributes. */
static void move_twin(rg *r) {
    rg_graph *g = r->g;
    if (g->n_nodes == 0 || g->n_nodes == RG_MAX_NODES) return;
    const rg_node old = g->node[rg_below(r, g->n_nodes)];
    if (g->n_values + old.n_out > RG_MAX_VALUES) return;
    uint32_t node = g->n_nodes++;
    g->node[node] = old;
    g->node[node].n_out = 0;
    for (uint32_t i = 0; i < old.n_out; i++) {
        const rg_value v = g->value[old.out[i]];
        (void)rg_out(r, node, v.dtype, &v.shape, v.mag, v.exact);
    }
}

/* Einsum of one operand: its dims, or some of them, in another order; a diagonal, which stays. */
static void move_einsum(rg *r) {
    static const struct {
        const char *equation, *axes; /* those of the operand that the result has */
        uint32_t rank;
    } forms[] = {{"a->", "", 1},
                 {"b -> b", "0", 1},
                 {"ab->ba", "10", 2},
                 {"ba", "10", 2},
                 {"ab->a", "0", 2},
                 {"ab->", "", 2},
                 {"aa->a", "0", 2},
                 {"abc->cab", "201", 3},
                 {"...c->c...", "201", 3},
                 {"abc->cb", "21", 3},
                 {"c...a", "120", 3},
                 {"...bc->...b", "01", 3},
                 {"aba->ba", "10", 3},
                 {"abcd->acbd", "0213", 4},
                 {"...cd->...dc", "0132", 4},
                 {"abcd->db", "31", 4}};
    uint32_t k = rg_below(r, sizeof forms / sizeof *forms);
    uint32_t x = rg_pick(r, move_any_type(r), forms[k].rank, forms[k].rank, false);
    rg_shape s = VALUE(x)->shape, y = {0};
    int64_t all = rg_count(&s);
    const char *first = forms[k].equation;
    bool twice = forms[k].rank > 1 && first[0] == 'a' && first[forms[k].rank - 1] == 'a';
    if (r->g->opset < 12 || VALUE(x)->dtype == CAMEO_BOOL || (twice && s.d[0] != s.d[forms[k].rank - 1])) return;
    for (const char *p = forms[k].axes; *p != 0; p++) y.d[y.rank++] = s.d[*p - '0'];
    double turns = twice ? 1 : (double)all / (double)(rg_count(&y) > 0 ? rg_count(&y) : 1);
    bool exact = turns <= 1 || !rg_is_float(VALUE(x)->dtype);
    uint32_t out = rg_add(r, "Einsum", &x, 1, &y, VALUE(x)->mag * (turns > 1 ? turns : 1), exact);
    if (out != RG_NONE) rg_attr_str(r, "equation", forms[k].equation);
}

const rg_row rg_moving[] = {
    {move_transpose, 9}, {move_reshape, 8}, {move_squeeze, 6}, {move_slice, 5},   {move_concat, 5},
    {move_split, 6},     {move_gather, 5},  {move_expand, 4},  {move_nothing, 4}, {move_casts, 6},
    {move_integers, 4},  {move_where, 4},   {move_shape, 6},   {move_size, 2},    {move_if, 5},
    {move_loop, 3},      {move_twin, 6},    {move_region, 7},  {move_einsum, 4},
    {NULL, 0}};
