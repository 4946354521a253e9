/* graph_patterns.c — what random graphs are made of: elementwise operators, products, reductions, and the
 * patterns that exporters write of them, with the changes that keep a rewrite from applying (another user,
 * other dims, a computed operand). */
#include "tests/proofs/graph_make.h"

#include <string.h>

uint32_t rg_unary(rg *r, const char *op, uint32_t x, double mag, bool exact) {
    if (x == RG_NONE) return RG_NONE;
    rg_shape s = VALUE(x)->shape;
    return rg_add(r, op, &x, 1, &s, mag, exact);
}

uint32_t rg_binary(rg *r, const char *op, uint32_t a, uint32_t b, double mag) {
    if (a == RG_NONE || b == RG_NONE) return RG_NONE;
    rg_shape s = VALUE(a)->shape;
    if (VALUE(b)->shape.rank > s.rank ||
        (VALUE(b)->shape.rank == s.rank && rg_count(&VALUE(b)->shape) > rg_count(&s))) {
        s = VALUE(b)->shape;
    }
    uint32_t in[2] = {a, b};
    return rg_add(r, op, in, 2, &s, mag, !rg_is_float(VALUE(a)->dtype));
}

/* ---- elementwise ---- */

static uint32_t pattern_operand(rg *r, uint32_t x, double lo, double hi);

uint32_t rg_activation(rg *r, uint32_t x) {
    if (x == RG_NONE) return RG_NONE;
    double mag = VALUE(x)->mag, lo = rg_real(r, -1, 0.2), hi = rg_real(r, 0.3, 6);
    if (rg_chance(r, 10)) return rg_binary(r, "Mul", x, rg_unary(r, "Sigmoid", x, 1, false), mag);
    uint32_t in[3] = {x, RG_NONE, RG_NONE};
    rg_shape s = VALUE(x)->shape, none = {0};
    cameo_dtype t = VALUE(x)->dtype;
    uint32_t y;
    switch (rg_below(r, 13)) {
    case 0:
    case 1:
    case 2: return rg_unary(r, "Relu", x, mag, true);
    case 10: return rg_binary(r, "PRelu", x, pattern_operand(r, x, 0.01, 0.5), mag);
    case 3: return rg_unary(r, "Sigmoid", x, 1, false);
    case 4: return rg_unary(r, "Tanh", x, 1, false);
    case 5:
        y = rg_unary(r, "LeakyRelu", x, mag, false);
        if (y != RG_NONE && rg_chance(r, 70)) rg_attr_float(r, "alpha", rg_real(r, 0.01, 0.3));
        return y;
    case 6:
        y = rg_unary(r, "HardSigmoid", x, 1, false);
        if (y != RG_NONE && rg_chance(r, 60)) rg_attr_float(r, "alpha", 1.0 / 6);
        return y;
    case 7: return r->g->opset < 14 ? RG_NONE : rg_unary(r, "HardSwish", x, mag, false);
    case 8: return rg_unary(r, "Elu", x, mag + 1, false);
    case 9: return rg_unary(r, "Softplus", x, mag + 1, false);
    default:
        if (rg_chance(r, 70)) in[1] = rg_leaf(r, RG_CONST, t, &none, lo, lo);
        if (rg_chance(r, 90)) in[2] = rg_leaf(r, RG_CONST, t, &none, hi, hi);
        return rg_add(r, "Clip", in, 3, &s, mag + 1, true);
    }
}

static void pattern_some_activation(rg *r) {
    (void)rg_activation(r, rg_pick(r, r->real, 0, 5, false));
}

static void pattern_some_unary(rg *r) {
    static const char *const exact[] = {"Abs", "Neg", "Identity", "Floor", "Ceil", "Round", "Sign"};
    static const char *const near[] = {"Erf", "Exp", "Sin", "Cos", "Softsign", "Sqrt"};
    uint32_t k = rg_below(r, 10);
    if (k < 7) {
        uint32_t x = rg_pick(r, r->real, 0, 5, k > 2);
        (void)rg_unary(r, exact[k], x, VALUE(x)->mag + 1, true);
        return;
    }
    k = rg_below(r, 6);
    uint32_t x = rg_pick(r, r->real, 0, 5, false);
    if (k == 1 && VALUE(x)->mag > 5) return;
    if (k == 5) { /* nowhere steep */
        x = rg_binary(r, "Mul", x, x, VALUE(x)->mag * VALUE(x)->mag);
        x = rg_binary(r, "Add", x, rg_scalar(r, r->real, 1), 2000);
        if (x == RG_NONE) return;
    }
    (void)rg_unary(r, near[k], x, k == 1 ? 150 : k == 5 ? VALUE(x)->mag : 2, false);
}

/* A constant that broadcasts into x without making it larger: a scalar, per channel, of the last dim, whole. */
static uint32_t pattern_operand(rg *r, uint32_t x, double lo, double hi) {
    rg_shape s = VALUE(x)->shape, c = {0};
    cameo_dtype t = VALUE(x)->dtype;
    switch (rg_below(r, 6)) {
    case 0: return rg_scalar(r, t, rg_chance(r, 50) ? lo : hi);
    case 1:
    case 2: /* the second of all dims: a channel */
        if (s.rank < 2) break;
        c.rank = s.rank - rg_below(r, 2);
        for (uint32_t i = 0; i < c.rank; i++) c.d[i] = 1;
        c.d[c.rank - s.rank + 1] = s.d[1];
        return rg_const(r, t, &c, lo, hi);
    case 3:
        if (s.rank == 0) break;
        c = rg_shape_of(1, s.d[s.rank - 1], 0, 0, 0);
        return rg_const(r, t, &c, lo, hi);
    case 4: return rg_const(r, t, &s, lo, hi);
    default: break;
    }
    return rg_const(r, t, &c, lo, hi);
}

/* An operand as Expand makes it of dims that it would be broadcast to anyway. */
static uint32_t pattern_expand(rg *r, uint32_t c, rg_shape s) {
    int64_t dims[8];
    for (uint32_t i = 0; i < s.rank; i++) dims[i] = s.d[i];
    uint32_t in[2] = {c, rg_ints(r, dims, s.rank)};
    return s.rank == 0 ? c : rg_add(r, "Expand", in, 2, &s, VALUE(c)->mag, true);
}

uint32_t rg_arithmetic(rg *r, uint32_t x) {
    static const char *const op[] = {"Add", "Mul", "Sub", "Div"};
    if (x == RG_NONE) return RG_NONE;
    double mag = VALUE(x)->mag;
    uint32_t k = rg_below(r, 4), c;
    bool neutral = rg_chance(r, 20), turned = rg_chance(r, 30) && k != 3;
    if (neutral) {
        rg_shape s = VALUE(x)->shape;
        for (uint32_t i = 0; i < s.rank && rg_chance(r, 70); i++) s.d[i] = 1;
        c = rg_leaf(r, RG_CONST, VALUE(x)->dtype, &s, k % 2, k % 2);
    } else {
        c = k == 3 ? pattern_operand(r, x, 0.5, 2) : pattern_operand(r, x, -2, 2);
    }
    mag = k % 2 == 0 ? mag + 2 : mag * 2;
    if (c != RG_NONE && rg_chance(r, 15)) c = pattern_expand(r, c, VALUE(x)->shape);
    return turned ? rg_binary(r, op[k], c, x, mag) : rg_binary(r, op[k], x, c, mag);
}

static void pattern_some_arithmetic(rg *r) {
    uint32_t x = rg_pick(r, r->real, 0, 5, false);
    for (uint32_t i = 0, n = 1 + rg_below(r, 3); i < n && x != RG_NONE; i++)
        x = rg_arithmetic(r, x);
}

static void pattern_two(rg *r) {
    static const char *const op[] = {"Add", "Mul", "Sub", "Max", "Min", "Sum", "Mean"};
    uint32_t a = rg_pick(r, r->real, 0, 5, false), b = rg_pick_like(r, a), k = rg_below(r, 7);
    if (b == RG_NONE) return;
    double x = VALUE(a)->mag, y = VALUE(b)->mag;
    uint32_t in[2] = {a, b};
    rg_shape s = VALUE(a)->shape;
    (void)rg_add(r, op[k], in, k > 2 && rg_chance(r, 25) ? 1 : 2, &s, k == 1 ? x * y : x + y,
                 k == 3 || k == 4);
}

static void pattern_gelu_tanh(rg *r, uint32_t x) {
    cameo_dtype t = r->real;
    double mag = VALUE(x)->mag, cube = mag * mag * mag;
    uint32_t y = rg_chance(r, 50) ? rg_binary(r, "Pow", x, rg_scalar(r, t, 3), cube)
                                  : rg_binary(r, "Mul", rg_binary(r, "Mul", x, x, mag * mag), x, cube);
    y = rg_binary(r, "Mul", rg_scalar(r, t, 0.044715), y, cube);
    y = rg_binary(r, "Mul", rg_binary(r, "Add", x, y, mag + cube), rg_scalar(r, t, 0.79788456080286536), mag + cube);
    y = rg_binary(r, "Add", rg_unary(r, "Tanh", y, 1, false), rg_scalar(r, t, 1), 2);
    (void)rg_binary(r, "Mul", rg_binary(r, "Mul", x, y, 2 * mag), rg_scalar(r, t, 0.5), mag);
}

static void pattern_gelu(rg *r) {
    uint32_t x = rg_pick(r, r->real, 1, 4, false), y;
    if (VALUE(x)->mag > 50) return;
    cameo_dtype t = r->real;
    double mag = VALUE(x)->mag;
    switch (rg_below(r, 6)) {
    case 0:
        y = rg_chance(r, 50) ? rg_binary(r, "Div", x, rg_scalar(r, t, 1.41421356237309515), mag)
                             : rg_binary(r, "Mul", x, rg_scalar(r, t, 0.70710678118654752), mag);
        y = rg_unary(r, "Erf", y, 1, false);
        y = rg_binary(r, "Add", y, rg_scalar(r, t, rg_chance(r, 90) ? 1 : 1.5), 2.5);
        if (rg_chance(r, 50)) {
            y = rg_binary(r, "Mul", rg_binary(r, "Mul", x, y, 2.5 * mag), rg_scalar(r, t, 0.5),
                          2 * mag);
        } else {
            y = rg_binary(r, "Mul", rg_binary(r, "Mul", x, rg_scalar(r, t, 0.5), mag), y, 2 * mag);
        }
        break;
    case 1: (void)rg_binary(r, "Mul", x, rg_unary(r, "Sigmoid", x, 1, false), mag); break;
    case 2:
        y = rg_unary(r, "Softplus", x, mag + 1, false);
        (void)rg_binary(r, "Mul", x, rg_unary(r, "Tanh", y, 1, false), mag);
        break;
    case 3: pattern_gelu_tanh(r, x); break;
    case 4: {
        rg_shape none = {0};
        uint32_t in[3] = {rg_binary(r, "Add", x, rg_scalar(r, t, 3), mag + 3),
                          rg_leaf(r, RG_CONST, t, &none, 0, 0), rg_leaf(r, RG_CONST, t, &none, 6, 6)};
        rg_shape s = VALUE(x)->shape;
        y = in[0] == RG_NONE ? RG_NONE : rg_add(r, "Clip", in, 3, &s, 6, false);
        y = rg_binary(r, "Div", y, rg_scalar(r, t, 6), 1);
        if (rg_chance(r, 70)) (void)rg_binary(r, "Mul", x, y, mag);
        break;
    }
    default:
        y = rg_unary(r, "HardSigmoid", x, 1, false);
        if (y != RG_NONE) rg_attr_float(r, "alpha", rg_chance(r, 80) ? 1.0 / 6 : 0.25);
        (void)rg_binary(r, "Mul", x, y, mag);
        break;
    }
}

/* ---- products ---- */

static uint32_t pattern_weight(rg *r, const rg_shape *s) {
    rg_shape own = *s;
    return rg_chance(r, 88) ? rg_const(r, r->real, &own, -1, 1)
                            : rg_leaf(r, RG_INPUT, r->real, &own, -1, 1);
}

static uint32_t pattern_batchnorm(rg *r, uint32_t x) {
    rg_shape s = VALUE(x)->shape, c = rg_shape_of(1, s.d[1], 0, 0, 0);
    uint32_t in[5] = {x, rg_const(r, r->real, &c, -1, 1), rg_const(r, r->real, &c, -1, 1),
                      rg_const(r, r->real, &c, -1, 1), rg_leaf(r, RG_CONST, r->real, &c, 0.3, 2)};
    uint32_t y = rg_add(r, "BatchNormalization", in, 5, &s, 2 * VALUE(x)->mag + 4, false);
    if (y != RG_NONE && rg_chance(r, 40)) rg_attr_float(r, "epsilon", 1e-3);
    return y;
}

static void pattern_normalize(rg *r) {
    (void)pattern_batchnorm(r, rg_pick(r, r->real, 2, 4, false));
}

/* What stands behind a Conv: normalisation, scale, bias, activation, the residual. */
static void pattern_behind(rg *r, uint32_t y) {
    for (uint32_t i = 0; y != RG_NONE && i < 3; i++) {
        uint32_t k = rg_below(r, 8);
        if (k == 7) { /* a bias that a Conv can take */
            rg_shape s = VALUE(y)->shape, c = {.rank = s.rank - rg_below(r, 2)};
            for (uint32_t d = 0; d < c.rank; d++) c.d[d] = 1;
            c.d[c.rank - s.rank + 1] = s.d[1];
            uint32_t b = rg_const(r, r->real, &c, -1, 1);
            y = rg_chance(r, 70) ? rg_binary(r, "Add", y, b, VALUE(y)->mag + 1)
                                 : rg_binary(r, "Mul", y, b, VALUE(y)->mag);
        } else if (k < 2) {
            y = pattern_batchnorm(r, y);
        } else if (k == 2) {
            y = rg_arithmetic(r, y);
        } else if (k < 5) {
            y = rg_activation(r, y);
        } else if (k == 5) {
            uint32_t z = rg_pick_like(r, y);
            if (z == RG_NONE) return;
            double mag = VALUE(y)->mag + VALUE(z)->mag;
            y = rg_chance(r, 50) ? rg_binary(r, "Add", y, z, mag) : rg_binary(r, "Add", z, y, mag);
        } else {
            return;
        }
    }
}

uint32_t rg_pad(rg *r, uint32_t x) {
    rg_shape s = VALUE(x)->shape;
    int64_t pads[2 * CAMEO_MAX_RANK] = {0};
    for (uint32_t i = s.rank < 3 ? 0 : 2; i < s.rank; i++) {
        pads[i] = rg_below(r, 2);
        pads[s.rank + i] = rg_below(r, 2);
        s.d[i] += pads[i] + pads[s.rank + i];
    }
    uint32_t in[3] = {x, rg_ints(r, pads, 2 * s.rank), RG_NONE}, n = 2;
    if (rg_chance(r, 40)) {
        rg_shape none = {0};
        in[n++] = rg_leaf(r, RG_CONST, r->real, &none, rg_chance(r, 80) ? 0 : -1, 0);
    }
    uint32_t y = rg_add(r, "Pad", in, n, &s, VALUE(x)->mag + 1, true);
    if (y != RG_NONE && rg_chance(r, 20)) rg_attr_str(r, "mode", "edge");
    return y;
}

bool rg_window(rg *r, rg_shape *s, rg_shape *kernel, int64_t *strides, int64_t *pads,
               int64_t *dilations) {
    uint32_t n = s->rank - 2;
    for (uint32_t i = 0; i < n; i++) {
        int64_t k = kernel->d[i] = 1 + rg_below(r, 3);
        strides[i] = 1 + rg_chance(r, 25);
        dilations[i] = 1 + rg_chance(r, 10);
        pads[i] = k > 1 ? rg_below(r, 2) : 0;
        pads[n + i] = k > 1 ? rg_below(r, 2) : 0;
        int64_t room = s->d[2 + i] + pads[i] + pads[n + i] - ((k - 1) * dilations[i] + 1);
        if (room < 0) return false;
        s->d[2 + i] = room / strides[i] + 1;
    }
    kernel->rank = n;
    return true;
}

static void pattern_conv(rg *r) {
    uint32_t x = rg_pick(r, r->real, 3, 4, false);
    if (rg_chance(r, 20)) x = rg_pad(r, x);
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape, kernel;
    int64_t strides[4], pads[8], dilations[4];
    if (s.rank < 3 || s.d[1] == 0 || !rg_window(r, &s, &kernel, strides, pads, dilations)) return;
    int64_t group = rg_chance(r, 25) ? s.d[1] : 1, per = group > 1 ? 1 : 1 + rg_below(r, 8);
    rg_shape w = {.rank = s.rank, .d = {group * per, s.d[1] / group}};
    memcpy(&w.d[2], kernel.d, kernel.rank * sizeof *w.d);
    int64_t per_output = rg_count(&w) / w.d[0];
    s.d[1] = w.d[0];
    uint32_t in[3] = {x, pattern_weight(r, &w), RG_NONE};
    rg_shape b = rg_shape_of(1, w.d[0], 0, 0, 0);
    if (rg_chance(r, 50)) in[2] = rg_const(r, r->real, &b, -1, 1);
    double mag = VALUE(x)->mag * (double)per_output * 0.5 + 1;
    uint32_t y = rg_add(r, "Conv", in, in[2] == RG_NONE ? 2 : 3, &s, mag, false);
    if (y == RG_NONE) return;
    if (rg_chance(r, 50)) rg_attr_ints(r, "kernel_shape", kernel.d, kernel.rank);
    rg_attr_ints(r, "strides", strides, kernel.rank);
    rg_attr_ints(r, "pads", pads, 2 * kernel.rank);
    rg_attr_ints(r, "dilations", dilations, kernel.rank);
    rg_attr_int(r, "group", group);
    pattern_behind(r, y);
}

static void pattern_conv_transpose(rg *r) {
    uint32_t x = rg_pick(r, r->real, 3, 4, false);
    rg_shape s = VALUE(x)->shape;
    int64_t strides[4], m = 1 + rg_below(r, 4);
    rg_shape w = {.rank = s.rank, .d = {s.d[1], m}};
    if (rg_count(&s) == 0) return;
    for (uint32_t i = 2; i < s.rank; i++) {
        w.d[i] = 1 + rg_below(r, 3);
        strides[i - 2] = 1 + rg_below(r, 2);
        s.d[i] = (s.d[i] - 1) * strides[i - 2] + w.d[i];
    }
    double mag = VALUE(x)->mag * (double)rg_count(&w) / (double)m * 0.5 + 1;
    s.d[1] = m;
    rg_shape b = rg_shape_of(1, m, 0, 0, 0);
    uint32_t in[3] = {x, pattern_weight(r, &w), RG_NONE};
    if (rg_chance(r, 40)) in[2] = rg_const(r, r->real, &b, -1, 1);
    uint32_t y = rg_add(r, "ConvTranspose", in, in[2] == RG_NONE ? 2 : 3, &s, mag, false);
    if (y == RG_NONE) return;
    rg_attr_ints(r, "strides", strides, s.rank - 2);
    pattern_behind(r, y);
}

static void pattern_matmul(rg *r) {
    uint32_t x = rg_pick(r, r->real, 2, 4, false);
    rg_shape s = VALUE(x)->shape, w = rg_shape_of(2, s.d[s.rank - 1], 1 + rg_below(r, 9), 0, 0);
    if (rg_chance(r, 15) && s.rank > 2) {
        w.rank = s.rank;
        memmove(&w.d[s.rank - 2], w.d, 2 * sizeof *w.d);
        memcpy(w.d, s.d, (s.rank - 2) * sizeof *w.d);
    }
    uint32_t in[2] = {x, pattern_weight(r, &w)};
    double mag = VALUE(x)->mag * (double)s.d[s.rank - 1] * 0.5 + 1;
    s.d[s.rank - 1] = w.d[w.rank - 1];
    uint32_t y = rg_add(r, "MatMul", in, 2, &s, mag, false);
    if (y != RG_NONE && rg_chance(r, 50)) { /* a bias, as Linear has */
        rg_shape c = rg_shape_of(1, s.d[s.rank - 1], 0, 0, 0);
        uint32_t b = rg_const(r, r->real, &c, -1, 1);
        y = rg_chance(r, 50) ? rg_binary(r, "Add", y, b, VALUE(y)->mag + 1)
                             : rg_binary(r, "Add", b, y, VALUE(y)->mag + 1);
    } else if (y != RG_NONE && rg_chance(r, 50)) {
        y = rg_arithmetic(r, y);
    }
    if (y != RG_NONE && rg_chance(r, 50)) y = rg_activation(r, y);
    if (y != RG_NONE && rg_chance(r, 30)) {
        uint32_t z = rg_pick_like(r, y);
        if (z != RG_NONE) (void)rg_binary(r, "Add", y, z, VALUE(y)->mag + VALUE(z)->mag);
    }
}

/* A product with a weight that is large enough to be transposed where it is read: Linear without a bias, as exporters
 * write it. Now and then the transposed weight has another reader. */
static void pattern_linear(rg *r) {
    const int64_t k = 128, n = 128, perm[2] = {1, 0};
    if (r->special || r->real != CAMEO_FLOAT) return;
    rg_shape s = rg_shape_of(3, r->batch, 1 + rg_below(r, 8), k, 0), w = rg_shape_of(2, n, k, 0, 0);
    uint32_t in[2] = {rg_leaf(r, RG_INPUT, CAMEO_FLOAT, &s, -2, 2), rg_leaf(r, RG_CONST, CAMEO_FLOAT, &w, -1, 1)};
    if (in[0] == RG_NONE || in[1] == RG_NONE) return;
    double mag = VALUE(in[1])->mag;
    uint32_t node = rg_node_begin(r, "Transpose", &in[1], 1);
    if (node == RG_NONE) return;
    rg_attr_ints(r, "perm", perm, 2);
    in[1] = rg_out(r, node, CAMEO_FLOAT, &w, mag, true); /* square: the same dims */
    if (in[1] == RG_NONE) return;
    s.d[2] = n;
    uint32_t y = rg_add(r, "MatMul", in, 2, &s, 2 * (double)k, false);
    if (rg_chance(r, 15)) (void)rg_reduce(r, "ReduceMax", in[1], 0, false, true);
    if (y != RG_NONE && rg_chance(r, 30)) y = rg_arithmetic(r, y);
    if (y != RG_NONE && rg_chance(r, 30)) (void)rg_activation(r, y);
}

static void pattern_gemm(rg *r) {
    uint32_t x = rg_pick(r, r->real, 2, 2, false);
    bool turned_a = rg_chance(r, 30), turned_b = rg_chance(r, 50);
    if (rg_chance(r, 25)) {
        rg_shape t = rg_shape_of(2, VALUE(x)->shape.d[1], VALUE(x)->shape.d[0], 0, 0);
        x = rg_add(r, "Transpose", &x, 1, &t, VALUE(x)->mag, true);
        if (x == RG_NONE) return;
        if (rg_chance(r, 50)) rg_attr_ints(r, "perm", (int64_t[]){1, 0}, 2);
    }
    rg_shape s = VALUE(x)->shape;
    int64_t m = s.d[turned_a], k = s.d[!turned_a], n = 1 + rg_below(r, 9);
    rg_shape w = turned_b ? rg_shape_of(2, n, k, 0, 0) : rg_shape_of(2, k, n, 0, 0);
    rg_shape c[] = {rg_shape_of(1, n, 0, 0, 0),
                    rg_shape_of(2, m, n, 0, 0),
                    rg_shape_of(2, 1, n, 0, 0),
                    rg_shape_of(2, m, 1, 0, 0),
                    {0}};
    uint32_t in[3] = {x, pattern_weight(r, &w), RG_NONE};
    if (rg_chance(r, 60)) in[2] = rg_const(r, r->real, &c[rg_below(r, 5)], -1, 1);
    double mag = VALUE(x)->mag * (double)k + 1;
    rg_shape y_shape = rg_shape_of(2, m, n, 0, 0);
    uint32_t y = rg_add(r, "Gemm", in, in[2] == RG_NONE ? 2 : 3, &y_shape, mag, false);
    if (y == RG_NONE) return;
    if (turned_a) rg_attr_int(r, "transA", 1);
    if (turned_b) rg_attr_int(r, "transB", 1);
    if (rg_chance(r, 25)) rg_attr_float(r, "alpha", rg_real(r, 0.2, 1.5));
    if (rg_chance(r, 25)) rg_attr_float(r, "beta", rg_real(r, 0.2, 1.5));
    if (rg_chance(r, 15)) {
        y = pattern_batchnorm(r, y);
    } else if (rg_chance(r, 50)) {
        y = rg_arithmetic(r, y);
    }
    if (rg_chance(r, 50)) y = rg_activation(r, y);
}

static void pattern_pool(rg *r) {
    uint32_t x = rg_pick(r, r->real, 3, 4, false);
    bool max = rg_chance(r, 50), global = rg_chance(r, 25);
    if (rg_chance(r, 30)) x = rg_unary(r, "Relu", x, VALUE(x)->mag, true);
    if (!global && rg_chance(r, 50) && x != RG_NONE) x = rg_pad(r, x);
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape, kernel;
    int64_t strides[4], pads[8], dilations[4];
    if (s.rank < 3) return;
    if (global) {
        for (uint32_t i = 2; i < s.rank; i++) s.d[i] = 1;
        (void)rg_add(r, max ? "GlobalMaxPool" : "GlobalAveragePool", &x, 1, &s, VALUE(x)->mag, max);
        return;
    }
    if (!rg_window(r, &s, &kernel, strides, pads, dilations)) return;
    for (uint32_t i = 0; i < kernel.rank; i++) {
        if (dilations[i] > 1 || kernel.d[i] == 1) return;
    }
    if (rg_add(r, max ? "MaxPool" : "AveragePool", &x, 1, &s, VALUE(x)->mag, max) == RG_NONE)
        return;
    rg_attr_ints(r, "kernel_shape", kernel.d, kernel.rank);
    rg_attr_ints(r, "strides", strides, kernel.rank);
    rg_attr_ints(r, "pads", pads, 2 * kernel.rank);
    if (!max && rg_chance(r, 40)) rg_attr_int(r, "count_include_pad", 1);
}

/* ---- reductions ---- */

/* The axes are an attribute but for ReduceSum, from 18 on an input. */
uint32_t rg_reduce(rg *r, const char *op, uint32_t x, uint32_t from, bool keep, bool exact) {
    if (x == RG_NONE) return RG_NONE;
    rg_shape s = VALUE(x)->shape, y = {0};
    int64_t axes[CAMEO_MAX_RANK], n = 1;
    uint32_t n_axes = 0, in[2] = {x, RG_NONE};
    for (uint32_t i = 0; i < s.rank; i++) {
        bool over = from == UINT32_MAX ? rg_chance(r, 50) : i >= from;
        if (over) {
            axes[n_axes++] = rg_chance(r, 40) ? (int64_t)i - (int64_t)s.rank : (int64_t)i;
            n *= s.d[i];
        }
        if (!over || keep) y.d[y.rank++] = over ? 1 : s.d[i];
    }
    if (n_axes == 0) return RG_NONE;
    bool input = r->g->opset >= 18 || strcmp(op, "ReduceSum") == 0;
    if (input) in[1] = rg_ints(r, axes, n_axes);
    bool sum = strcmp(op, "ReduceSum") == 0 || strcmp(op, "ReduceL2") == 0;
    double mag = VALUE(x)->mag * (sum ? (double)n : 1);
    uint32_t out = rg_add(r, op, in, input ? 2 : 1, &y, mag, exact);
    if (out == RG_NONE) return RG_NONE;
    if (!input) rg_attr_ints(r, "axes", axes, n_axes);
    if (!keep || rg_chance(r, 30)) rg_attr_int(r, "keepdims", keep);
    return out;
}

static void pattern_reduce(rg *r) {
    static const char *const op[] = {"ReduceMax", "ReduceMin", "ReduceSum", "ReduceMean",
                                     "ReduceL2"};
    uint32_t k = rg_below(r, 5);
    (void)rg_reduce(r, op[k], rg_pick(r, r->real, 1, 5, false), UINT32_MAX, rg_chance(r, 50),
                    k < 2);
}

static void pattern_softmax(rg *r) {
    uint32_t x = rg_pick(r, r->real, 1, 4, false);
    bool log = rg_chance(r, 20);
    if (rg_chance(r, 40)) x = rg_arithmetic(r, x);
    if (x == RG_NONE || VALUE(x)->shape.rank == 0) return;
    int64_t rank = VALUE(x)->shape.rank;
    if (rg_unary(r, log ? "LogSoftmax" : "Softmax", x, log ? 2 * VALUE(x)->mag + 10 : 1, false) !=
        RG_NONE) {
        rg_attr_int(r, "axis", rg_chance(r, 60) ? -1 : (int64_t)rg_below(r, (uint32_t)rank));
    }
}

/* Softmax(scale * x Transpose(k) + mask) v, k and v often x; sometimes by way of [batch][rows][heads][depth]. */
static void pattern_attention(rg *r) {
    static const int64_t swap[2][4] = {{0, 2, 1}, {0, 1, 3, 2}}, rows_first[4] = {0, 2, 1, 3};
    uint32_t x = rg_pick(r, r->real, 3, 4, false);
    if (VALUE(x)->mag > 10) return;
    if (VALUE(x)->shape.rank == 4 && rg_chance(r, 50)) x = rg_transpose(r, x, rows_first);
    if (x == RG_NONE) return;
    uint32_t k = rg_chance(r, 80) ? rg_unary(r, "Relu", x, VALUE(x)->mag, true) : x;
    uint32_t v = rg_chance(r, 50) ? k : x;
    if (k == RG_NONE || v == RG_NONE) return;
    rg_shape all = VALUE(x)->shape, s = all;
    uint32_t turned = rg_transpose(r, k, swap[s.rank - 3]), in[2] = {x, turned};
    double mag = VALUE(x)->mag * VALUE(x)->mag * (double)s.d[s.rank - 1] + 1;
    if (turned != RG_NONE && rg_chance(r, 40)) {
        in[0] = rg_binary(r, "Mul", x, rg_scalar(r, r->real, 0.5), VALUE(x)->mag);
        in[1] = rg_binary(r, "Mul", turned, rg_scalar(r, r->real, 0.5), VALUE(x)->mag);
    }
    if (in[0] == RG_NONE || in[1] == RG_NONE) return;
    s.d[s.rank - 1] = s.d[s.rank - 2];
    uint32_t y = rg_add(r, "MatMul", in, 2, &s, mag, false);
    if (y != RG_NONE && rg_chance(r, 60))
        y = rg_binary(r, rg_chance(r, 50) ? "Mul" : "Div", y, rg_scalar(r, r->real, 0.5), 2 * mag);
    if (y != RG_NONE && rg_chance(r, 40)) {
        rg_shape m = rg_chance(r, 50) ? rg_shape_of(1, s.d[s.rank - 1], 0, 0, 0)
                                      : rg_shape_of(2, s.d[s.rank - 2], s.d[s.rank - 1], 0, 0);
        y = rg_binary(r, "Add", y, rg_const(r, r->real, &m, -2, 2), 2 * mag + 2);
    }
    if (y == RG_NONE || (y = rg_unary(r, "Softmax", y, 1, false)) == RG_NONE) return;
    rg_attr_int(r, "axis", -1);
    if (rg_chance(r, 10)) (void)rg_unary(r, "Relu", y, 1, true); /* another reader */
    in[0] = y;
    in[1] = v;
    y = rg_add(r, "MatMul", in, 2, &all, VALUE(v)->mag, false);
    if (y != RG_NONE && all.rank == 4 && rg_chance(r, 60)) (void)rg_transpose(r, y, rows_first);
}

/* LayerNormalization as exporters write it out, or as the operator. */
static void pattern_layernorm(rg *r) {
    uint32_t x = rg_pick(r, r->real, 2, 4, false);
    rg_shape s = VALUE(x)->shape, c = rg_shape_of(1, s.d[s.rank - 1], 0, 0, 0);
    if (VALUE(x)->mag > 100) return;
    uint32_t scale = rg_const(r, r->real, &c, -1, 1), bias = rg_const(r, r->real, &c, -1, 1);
    if (r->g->opset >= 17 && rg_chance(r, 30)) {
        uint32_t in[3] = {x, scale, bias};
        if (rg_add(r, "LayerNormalization", in, 3, &s, 10, false) != RG_NONE)
            rg_attr_int(r, "axis", -1);
        return;
    }
    uint32_t mean = rg_reduce(r, "ReduceMean", x, s.rank - 1, true, false);
    uint32_t d = rg_binary(r, "Sub", x, mean, 2 * VALUE(x)->mag);
    if (d == RG_NONE) return;
    double mag = VALUE(d)->mag * VALUE(d)->mag;
    uint32_t sq = rg_chance(r, 50) ? rg_binary(r, "Mul", d, d, mag)
                                   : rg_binary(r, "Pow", d, rg_scalar(r, r->real, 2), mag);
    uint32_t var = rg_reduce(r, "ReduceMean", sq, s.rank - 1, true, false);
    uint32_t v = rg_binary(r, "Add", var, rg_scalar(r, r->real, 0.1), mag + 1);
    v = rg_unary(r, "Sqrt", v, mag + 1, false);
    uint32_t y = rg_binary(r, "Div", d, v, 10);
    if (y == RG_NONE) return;
    if (rg_chance(r, 90)) y = rg_binary(r, "Mul", y, scale, 10);
    if (y != RG_NONE && rg_chance(r, 90)) (void)rg_binary(r, "Add", y, bias, 11);
}

const rg_row rg_computing[] = {
    {pattern_conv, 14},           {pattern_matmul, 11},   {pattern_gemm, 9},        {pattern_linear, 1},
    {pattern_some_arithmetic, 9}, {pattern_two, 6},       {pattern_some_activation, 5},
    {pattern_some_unary, 5},      {pattern_gelu, 4},      {pattern_conv_transpose, 3},
    {pattern_normalize, 2},       {pattern_pool, 5},      {pattern_reduce, 5},
    {pattern_softmax, 3},         {pattern_layernorm, 4}, {pattern_attention, 4},
    {NULL, 0}};
