/* graph_quantized.c — what random graphs are made of besides graph_patterns.c: networks in the Q/DQ format, and what
 * keeps them from computing in integers: another reader of a float between, a residual, scales that are not for the
 * channels of the output, zero points that differ, a clamp within the range.
 *
 * Scales are powers of two, so that floats are exact as integers are: no result may differ by a step. */
#include "tests/proofs/graph_make.h"

#include <string.h>

/* ---- parameters ---- */

/* A scale and a zero point; zero RG_NONE: 0. */
typedef struct quantized_by {
    cameo_dtype dtype;
    double step;
    uint32_t scale, zero;
} quantized_by;

static quantized_by quantized_params(rg *r, double step) {
    quantized_by q = {rg_chance(r, 50) ? CAMEO_UINT8 : CAMEO_INT8, step, RG_NONE, RG_NONE};
    uint8_t zero = (uint8_t)rg_below(r, 30), least = q.dtype == CAMEO_INT8 ? 0x80 : 0;
    rg_shape none = {0};
    q.scale = rg_scalar(r, CAMEO_FLOAT, step);
    if (q.dtype == CAMEO_INT8 || rg_chance(r, 80))
        q.zero = rg_leaf(r, RG_CONST, q.dtype, &none, 0, 0);
    if (q.zero != RG_NONE) memcpy(VALUE(q.zero)->data, rg_chance(r, 50) ? &zero : &least, 1);
    return q;
}

/* A scale for all of n channels, or one for each, which may differ. */
static double quantized_step(double step, bool each, int64_t i) {
    static const double factor[] = {1, 0.5, 2};
    return each ? step * factor[i % 3] : step;
}

static uint32_t quantized_scales(rg *r, double step, bool each, int64_t n) {
    rg_shape s = rg_shape_of(each, n, 0, 0, 0);
    uint32_t id = rg_leaf(r, RG_CONST, CAMEO_FLOAT, &s, step, step);
    for (int64_t i = 0; id != RG_NONE && i < rg_count(&s); i++)
        ((float *)VALUE(id)->data)[i] = (float)quantized_step(step, each, i);
    return id;
}

/* ---- Q and DQ ---- */

static uint32_t quantized_node(rg *r, const char *op, uint32_t x, uint32_t scale, uint32_t zero,
                               cameo_dtype to) {
    if (x == RG_NONE || scale == RG_NONE) return RG_NONE;
    uint32_t in[3] = {x, scale, zero};
    rg_shape s = VALUE(x)->shape;
    double mag = rg_is_float(to) ? 256 * VALUE(scale)->mag : 255;
    uint32_t node = rg_node_begin(r, op, in, zero == RG_NONE ? 2 : 3);
    return node == RG_NONE ? RG_NONE : rg_out(r, node, to, &s, mag, VALUE(x)->exact);
}

/* DequantizeLinear(QuantizeLinear(x)). */
static uint32_t quantized_pair(rg *r, uint32_t x, const quantized_by *q) {
    x = quantized_node(r, "QuantizeLinear", x, q->scale, q->zero, q->dtype);
    return quantized_node(r, "DequantizeLinear", x, q->scale, q->zero, CAMEO_FLOAT);
}

/* Pairs in a row, of any scale. */
static void quantized_pairs(rg *r) {
    if (r->special || r->real != CAMEO_FLOAT) return;
    uint32_t x = rg_pick(r, CAMEO_FLOAT, 0, 4, true);
    double step = rg_real(r, 0.01, 0.05);
    quantized_by q = quantized_params(r, step), other = q;
    other.scale = rg_scalar(r, CAMEO_FLOAT, step * 1.5);
    for (uint32_t i = 0, n = 1 + rg_below(r, 3); i < n && x != RG_NONE; i++) {
        x = quantized_pair(r, x, rg_chance(r, 80) ? &q : &other);
        if (x != RG_NONE && rg_chance(r, 15)) x = rg_unary(r, "Relu", x, VALUE(x)->mag, true);
    }
}

/* ---- products ---- */

/* Constant integers behind DequantizeLinear, of n channels along `axis`. */
static uint32_t quantized_weight(rg *r, const rg_shape *shape, uint32_t axis, double step,
                                 bool each) {
    cameo_dtype t = rg_chance(r, 60) ? CAMEO_INT8 : CAMEO_UINT8;
    int64_t n = shape->d[axis];
    rg_shape by = rg_shape_of(each, n, 0, 0, 0);
    double most = t == CAMEO_UINT8 ? 200 : 90, least = t == CAMEO_UINT8 ? 0 : -most;
    double zero = rg_chance(r, 40) ? rg_below(r, 100) : 0, same = rg_chance(r, 80) ? zero : 0;
    uint32_t w = rg_leaf(r, RG_CONST, t, shape, least, most);
    uint32_t scale = quantized_scales(r, step, each, n);
    uint32_t z = rg_chance(r, 30) ? RG_NONE : rg_leaf(r, RG_CONST, t, &by, same, zero);
    uint32_t y = quantized_node(r, "DequantizeLinear", w, scale, z, CAMEO_FLOAT);
    if (y != RG_NONE) rg_attr_int(r, "axis", axis);
    return y;
}

/* n whole numbers times the scales: floats, or 32-bit integers behind DequantizeLinear. */
static uint32_t quantized_bias(rg *r, int64_t n, double step, bool each) {
    rg_shape s = rg_shape_of(1, n, 0, 0, 0);
    bool floats = rg_chance(r, 50);
    uint32_t b = rg_leaf(r, RG_CONST, floats ? CAMEO_FLOAT : CAMEO_INT32, &s, -2000, 2000);
    if (b == RG_NONE) return RG_NONE;
    for (int64_t i = 0; floats && i < n; i++) {
        float *p = (float *)VALUE(b)->data + i;
        *p = (float)((double)(int64_t)(double)*p * quantized_step(step, each, i));
    }
    if (floats) return b;
    uint32_t y = quantized_node(r, "DequantizeLinear", b, quantized_scales(r, step, each, n),
                                RG_NONE, CAMEO_FLOAT);
    if (y != RG_NONE) rg_attr_int(r, "axis", 0);
    return y;
}

static uint32_t quantized_conv(rg *r, uint32_t x, double x_step) {
    rg_shape s = VALUE(x)->shape, kernel;
    int64_t strides[4], pads[8], dilations[4], k = s.d[1];
    bool each = rg_chance(r, 50),
         other = rg_chance(r, 15);       /* scales are for the inputs' channels */
    double step = 1.0 / 256, mag = 1000; /* at most, mostly */
    if (k == 0 || k > 8 || !rg_window(r, &s, &kernel, strides, pads, dilations)) return RG_NONE;
    int64_t group = other ? 1 : rg_chance(r, 20) ? k : k % 2 == 0 && rg_chance(r, 20) ? 2 : 1;
    rg_shape w = {.rank = s.rank, .d = {other ? k : group * (1 + rg_below(r, 7)), k / group}};
    memcpy(&w.d[2], kernel.d, kernel.rank * sizeof *w.d);
    s.d[1] = w.d[0];
    uint32_t in[3] = {x, quantized_weight(r, &w, other, step, each), RG_NONE};
    if (rg_chance(r, 60)) in[2] = quantized_bias(r, w.d[0], x_step * step, each);
    if (in[1] == RG_NONE) return RG_NONE;
    uint32_t y = rg_add(r, "Conv", in, in[2] == RG_NONE ? 2 : 3, &s, mag, true);
    if (y == RG_NONE) return RG_NONE;
    rg_attr_ints(r, "strides", strides, kernel.rank);
    rg_attr_ints(r, "pads", pads, 2 * kernel.rank);
    rg_attr_ints(r, "dilations", dilations, kernel.rank);
    rg_attr_int(r, "group", group);
    return y;
}

/* ConvTranspose of k channels over two axes, whose windows lie side by side, mostly. */
static uint32_t quantized_convtranspose(rg *r, uint32_t x, double x_step) {
    rg_shape s = VALUE(x)->shape;
    bool each = rg_chance(r, 50), other = rg_chance(r, 15); /* scales are for the inputs' channels */
    int64_t k = s.d[1], b = 1 + rg_below(r, 3), stride = rg_chance(r, 80) ? b : 1 + rg_below(r, 2);
    int64_t strides[2] = {b, stride};
    double step = 1.0 / 256, mag = 1000; /* at most, mostly */
    if (k == 0 || k > 8 || s.d[2] == 0 || s.d[3] == 0 || s.d[2] > 16 || s.d[3] > 16) return RG_NONE;
    int64_t m = other ? k : 1 + rg_below(r, 5);
    rg_shape w = rg_shape_of(4, k, m, b, b);
    s.d[1] = m;
    s.d[2] *= b;
    s.d[3] = (s.d[3] - 1) * stride + b;
    uint32_t in[3] = {x, quantized_weight(r, &w, !other, step, each), RG_NONE};
    if (rg_chance(r, 60)) in[2] = quantized_bias(r, m, x_step * step, each);
    if (in[1] == RG_NONE) return RG_NONE;
    uint32_t y = rg_add(r, "ConvTranspose", in, in[2] == RG_NONE ? 2 : 3, &s, mag, true);
    if (y != RG_NONE) rg_attr_ints(r, "strides", strides, 2);
    return y;
}

/* x times x with its last two dims exchanged, which is quantized by itself: both operands are computed. */
static uint32_t quantized_square(rg *r, uint32_t x, double x_step) {
    rg_shape s = VALUE(x)->shape, turned = s;
    int64_t perm[CAMEO_MAX_RANK];
    uint32_t last = s.rank - 1, in[2] = {x, RG_NONE};
    for (uint32_t i = 0; i < s.rank; i++) perm[i] = i;
    perm[last - 1] = last, perm[last] = last - 1;
    turned.d[last] = s.d[last - 1], turned.d[last - 1] = s.d[last];
    in[1] = rg_add(r, "Transpose", in, 1, &turned, VALUE(x)->mag, VALUE(x)->exact);
    if (in[1] == RG_NONE) return RG_NONE;
    rg_attr_ints(r, "perm", perm, s.rank);
    quantized_by q = quantized_params(r, x_step);
    in[1] = quantized_pair(r, in[1], &q);
    if (in[1] == RG_NONE) return RG_NONE;
    double mag = (double)s.d[last] * VALUE(x)->mag * VALUE(in[1])->mag;
    s.d[last] = s.d[last - 1];
    return rg_add(r, "MatMul", in, 2, &s, mag, true);
}

static uint32_t quantized_matmul(rg *r, uint32_t x, double x_step) {
    rg_shape s = VALUE(x)->shape;
    bool small = s.rank > 1 && s.d[s.rank - 1] > 0 && s.d[s.rank - 1] <= 64 && s.d[s.rank - 2] <= 64;
    if (small && rg_chance(r, 30)) return quantized_square(r, x, x_step);
    bool other = rg_chance(r, 15);
    int64_t k = s.d[s.rank - 1], m = other ? k : 1 + rg_below(r, 9);
    bool each = rg_chance(r, 50), gemm = s.rank == 2 && rg_chance(r, 60);
    double step = 1.0 / 256, mag = 1000; /* at most, mostly */
    if (k == 0 || k > 64) return RG_NONE;
    rg_shape w = gemm ? rg_shape_of(2, m, k, 0, 0) : rg_shape_of(2, k, m, 0, 0);
    s.d[s.rank - 1] = m;
    uint32_t in[3] = {x, quantized_weight(r, &w, gemm == other, step, each), RG_NONE};
    if (in[1] == RG_NONE) return RG_NONE;
    if (gemm && rg_chance(r, 60)) in[2] = quantized_bias(r, m, x_step * step, each);
    uint32_t n = in[2] == RG_NONE ? 2 : 3;
    uint32_t y = rg_add(r, gemm ? "Gemm" : "MatMul", in, n, &s, mag, true);
    if (y != RG_NONE && gemm) rg_attr_int(r, "transB", 1);
    return y;
}

/* ---- networks ---- */

/* Sum of two floats that are exact as multiples of their scales. */
static uint32_t quantized_sum(rg *r, uint32_t x, const quantized_by *q) {
    uint32_t z = rg_pick_like(r, x);
    if (z == RG_NONE || !VALUE(z)->exact) return x;
    if (rg_chance(r, 50)) z = quantized_pair(r, z, q);
    if (z == RG_NONE) return x;
    uint32_t in[2] = {x, z};
    rg_shape s = VALUE(x)->shape;
    return rg_add(r, "Add", in, 2, &s, VALUE(x)->mag + VALUE(z)->mag, true);
}

static uint32_t quantized_clamp(rg *r, uint32_t x) {
    rg_shape s = VALUE(x)->shape;
    double mag = VALUE(x)->mag;
    uint32_t in[3] = {x, RG_NONE, RG_NONE};
    if (rg_chance(r, 60)) return rg_unary(r, "Relu", x, mag, true);
    if (rg_chance(r, 70)) in[1] = rg_scalar(r, CAMEO_FLOAT, rg_chance(r, 70) ? 0 : -1);
    if (rg_chance(r, 70)) in[2] = rg_scalar(r, CAMEO_FLOAT, rg_chance(r, 50) ? 6 : 512);
    return rg_add(r, "Clip", in, 3, &s, mag, true);
}

/* Along the last dim: Slice, Pad by 0, Gather. */
static uint32_t quantized_cut(rg *r, uint32_t x) {
    rg_shape s = VALUE(x)->shape, y = s;
    double mag = VALUE(x)->mag;
    uint32_t kind = rg_below(r, 3), last = s.rank - 1, in[4] = {x, RG_NONE, RG_NONE, RG_NONE};
    int64_t pads[2 * CAMEO_MAX_RANK] = {0}, from = 1, to = s.rank == 0 ? 0 : s.d[last], axis = last;
    if (s.rank == 0 || to < 2) return x;
    if (kind == 0) {
        y.d[last] = to - 1;
        in[1] = rg_ints(r, &from, 1), in[2] = rg_ints(r, &to, 1), in[3] = rg_ints(r, &axis, 1);
        return rg_add(r, "Slice", in, 4, &y, mag, true);
    }
    if (kind == 1) {
        y.d[last] = to + 3;
        pads[last] = 1, pads[s.rank + last] = 2;
        in[1] = rg_ints(r, pads, 2 * s.rank);
        if (rg_chance(r, 50)) in[2] = rg_scalar(r, CAMEO_FLOAT, 0);
        return rg_add(r, "Pad", in, 3, &y, mag, true);
    }
    int64_t index[8];
    uint32_t n = (uint32_t)(to - 1 < 8 ? to - 1 : 8);
    for (uint32_t i = 0; i < n; i++) index[i] = rg_below(r, (uint32_t)to);
    y.d[last] = n;
    in[1] = rg_ints(r, index, n);
    x = rg_add(r, "Gather", in, 2, &y, mag, true);
    if (x != RG_NONE) rg_attr_int(r, "axis", axis);
    return x;
}

/* What moves or chooses elements: Transpose, Reshape, MaxPool, Concat, Slice, Pad, Gather. */
static uint32_t quantized_move(rg *r, uint32_t x) {
    if (rg_chance(r, 40)) return quantized_cut(r, x);
    rg_shape s = VALUE(x)->shape, y = s, kernel;
    int64_t perm[CAMEO_MAX_RANK], strides[4], pads[8], dilations[4];
    double mag = VALUE(x)->mag;
    uint32_t kind = rg_below(r, 4), in[2] = {x, RG_NONE};
    if (kind == 0 && s.rank > 1) {
        for (uint32_t i = 0; i < s.rank; i++) perm[i] = (i + 1) % s.rank, y.d[i] = s.d[perm[i]];
        x = rg_add(r, "Transpose", in, 1, &y, mag, true);
        if (x != RG_NONE) rg_attr_ints(r, "perm", perm, s.rank);
    } else if (kind == 1) {
        y = rg_shape_of(2, 1, rg_count(&s), 0, 0);
        in[1] = rg_ints(r, y.d, 2);
        x = rg_add(r, "Reshape", in, 2, &y, mag, true);
    } else if (kind == 2 && s.rank > 0) {
        in[1] = rg_chance(r, 50) ? x : rg_pick_like(r, x);
        if (in[1] == RG_NONE || !VALUE(in[1])->exact) return x;
        y.d[s.rank - 1] *= 2;
        x = rg_add(r, "Concat", in, 2, &y, mag + VALUE(in[1])->mag, true);
        if (x != RG_NONE) rg_attr_int(r, "axis", -1);
    } else if (s.rank > 2 && rg_window(r, &y, &kernel, strides, pads, dilations)) {
        for (uint32_t i = 0; i < kernel.rank; i++) {
            if (dilations[i] > 1 || kernel.d[i] == 1) return x;
        }
        x = rg_add(r, "MaxPool", in, 1, &y, mag, true);
        if (x == RG_NONE) return x;
        rg_attr_ints(r, "kernel_shape", kernel.d, kernel.rank);
        rg_attr_ints(r, "strides", strides, kernel.rank);
        rg_attr_ints(r, "pads", pads, 2 * kernel.rank);
    }
    return x;
}

/* Layers, each between DequantizeLinear and QuantizeLinear. */
static void quantized_network(rg *r) {
    static const double steps[] = {0.0625, 0.03125, 0.125, 0.5};
    if (r->special || r->real != CAMEO_FLOAT) return;
    quantized_by q = quantized_params(r, steps[rg_below(r, 2)]);
    uint32_t x = quantized_pair(r, rg_pick(r, CAMEO_FLOAT, 2, 4, true), &q);
    for (uint32_t i = 0, n = 1 + rg_below(r, 4); i < n && x != RG_NONE; i++) {
        uint32_t rank = VALUE(x)->shape.rank;
        bool product = rg_chance(r, 65);
        if (product && rank == 4 && rg_chance(r, 20)) {
            x = quantized_convtranspose(r, x, q.step);
        } else if (product && rank > 2 && rank < 5 && rg_chance(r, 80)) {
            x = quantized_conv(r, x, q.step);
        } else if (product && rank > 0) {
            x = quantized_matmul(r, x, q.step);
        } else {
            x = quantized_move(r, x);
        }
        if (x != RG_NONE && rg_chance(r, product ? 25 : 10)) x = quantized_sum(r, x, &q);
        if (x != RG_NONE && rg_chance(r, 40)) x = quantized_clamp(r, x);
        if (x != RG_NONE && rg_chance(r, 8)) (void)rg_unary(r, "Neg", x, VALUE(x)->mag, true);
        if (product || rg_chance(r, 30)) q = quantized_params(r, steps[rg_below(r, 4)]);
        x = quantized_pair(r, x, &q);
    }
}

/* What follows Cast(ConvInteger) of n channels: a scale for all or for each, a bias, a function. */
static void quantized_behind(rg *r, uint32_t x, uint32_t scale, int64_t n) {
    static const char *const functions[] = {"Relu", "HardSwish", "Sigmoid", "Abs"};
    rg_shape s = VALUE(x)->shape, each = {.rank = s.rank, .d = {1, n, 1, 1, 1}};
    uint32_t in[2] = {x, scale};
    if (rg_chance(r, 30)) in[1] = rg_leaf(r, RG_CONST, CAMEO_FLOAT, &each, 0.01, 0.1);
    x = in[1] == RG_NONE ? RG_NONE : rg_add(r, "Mul", in, 2, &s, 1e8, false);
    in[0] = x;
    in[1] = rg_chance(r, 70) ? rg_leaf(r, RG_CONST, CAMEO_FLOAT, &each, -2, 2) : RG_NONE;
    if (x != RG_NONE && in[1] != RG_NONE) x = rg_add(r, "Add", in, 2, &s, 1e8, false);
    uint32_t f = rg_below(r, 4);
    if (x == RG_NONE || (f == 1 && r->g->opset < 14)) return;
    if (rg_chance(r, 60)) (void)rg_unary(r, functions[f], x, 1e8, false);
}

/* ConvInteger of what DynamicQuantizeLinear makes, as floats again, some of them in a row. */
static void quantized_dynamic(rg *r) {
    if (r->special || r->real != CAMEO_FLOAT || r->g->opset < 11) return;
    uint32_t x = rg_pick(r, CAMEO_FLOAT, 3, 4, true);
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape, kernel, none = {0};
    int64_t strides[4], pads[8], dilations[4], k = s.d[1];
    if (k == 0 || k > 32) return;
    double mag = VALUE(x)->mag;
    uint32_t node = rg_node_begin(r, "DynamicQuantizeLinear", &x, 1);
    if (node == RG_NONE) return;
    uint32_t q = rg_out(r, node, CAMEO_UINT8, &s, 255, true), scale = rg_out(r, node, CAMEO_FLOAT, &none, mag, true);
    uint32_t zero = rg_out(r, node, CAMEO_UINT8, &none, 255, true);
    if (rg_chance(r, 10)) (void)rg_add(r, "Identity", &scale, 1, &none, mag, true);
    if (!rg_window(r, &s, &kernel, strides, pads, dilations)) return;
    bool lanes = rg_chance(r, 40);
    rg_shape w = {.rank = s.rank, .d = {lanes ? k : 1 + rg_below(r, 40), lanes ? 1 : k}};
    memcpy(&w.d[2], kernel.d, kernel.rank * sizeof *w.d);
    s.d[1] = w.d[0];
    cameo_dtype t = rg_chance(r, 60) ? CAMEO_INT8 : CAMEO_UINT8;
    uint32_t in[4] = {q, rg_leaf(r, RG_CONST, t, &w, t == CAMEO_INT8 ? -128 : 0, t == CAMEO_INT8 ? 127 : 255), zero};
    in[3] = rg_chance(r, 50) ? RG_NONE : rg_leaf(r, RG_CONST, t, &none, 0, t == CAMEO_INT8 ? 0 : 255);
    if (in[1] == RG_NONE || zero == RG_NONE) return;
    node = rg_node_begin(r, "ConvInteger", in, in[3] == RG_NONE ? 3 : 4);
    if (node == RG_NONE) return;
    rg_attr_ints(r, "strides", strides, kernel.rank);
    rg_attr_ints(r, "pads", pads, 2 * kernel.rank);
    rg_attr_ints(r, "dilations", dilations, kernel.rank);
    rg_attr_int(r, "group", lanes ? k : 1);
    uint32_t sum = rg_out(r, node, CAMEO_INT32, &s, 1e8, true);
    node = sum == RG_NONE ? RG_NONE : rg_node_begin(r, "Cast", &sum, 1);
    if (node == RG_NONE) return;
    rg_attr_int(r, "to", CAMEO_FLOAT);
    sum = rg_out(r, node, CAMEO_FLOAT, &s, 1e8, true);
    if (sum != RG_NONE) quantized_behind(r, sum, scale, w.d[0]);
}

/* ---- weights alone ---- */

/* A constant matrix of k rows and n columns, or turned, of 4 or 8 bits behind DequantizeLinear: with a scale for the
 * tensor, for each column, or for each run of elements along k; now and then for each row. */
static uint32_t quantized_matrix(rg *r, int64_t k, int64_t n, bool turned) {
    static const cameo_dtype types[] = {CAMEO_INT4, CAMEO_UINT4, CAMEO_INT4, CAMEO_UINT4, CAMEO_INT8, CAMEO_UINT8};
    static const int64_t runs[] = {16, 32, 48, 16, 32, 128, 8};
    cameo_dtype t = types[rg_below(r, 6)], of = rg_chance(r, 10) ? CAMEO_FLOAT16 : CAMEO_FLOAT;
    bool small = t == CAMEO_INT4 || t == CAMEO_UINT4, is_signed = t == CAMEO_INT4 || t == CAMEO_INT8;
    double most = (small ? 15 : 255) / (is_signed ? 2 : 1), least = is_signed ? -most : 0;
    double step = small ? 0.25 : 0.015625;
    int64_t run = rg_chance(r, 60) ? runs[rg_below(r, 7)] : 0, axis = rg_chance(r, 90) ? turned : !turned;
    rg_shape w = turned ? rg_shape_of(2, n, k, 0, 0) : rg_shape_of(2, k, n, 0, 0), by = {0};
    if (run != 0) { /* along k, or along n where the axis is the other one */
        axis = !axis;
        by = w;
        by.d[axis] = (by.d[axis] + run - 1) / run;
    } else if (rg_chance(r, 70)) {
        axis = !axis;
        by = rg_shape_of(1, w.d[axis], 0, 0, 0);
    }
    uint32_t q = rg_leaf(r, RG_CONST, t, &w, least, most), scale = rg_leaf(r, RG_CONST, of, &by, step / 4, step);
    uint32_t zero = rg_chance(r, 50) ? rg_leaf(r, RG_CONST, t, &by, least, most) : RG_NONE;
    uint32_t y = quantized_node(r, "DequantizeLinear", q, scale, zero, of);
    if (y == RG_NONE) return RG_NONE;
    rg_attr_int(r, "axis", axis);
    if (run != 0) rg_attr_int(r, "block_size", run);
    if (of == CAMEO_FLOAT) return y;
    double mag = VALUE(y)->mag;
    uint32_t node = rg_node_begin(r, "Cast", &y, 1);
    if (node == RG_NONE) return RG_NONE;
    rg_attr_int(r, "to", CAMEO_FLOAT);
    return rg_out(r, node, CAMEO_FLOAT, &w, mag, false);
}

/* MatMul or Gemm of floats with such a matrix, which has no other reader, mostly. */
static void quantized_product(rg *r) {
    if (r->special || r->real != CAMEO_FLOAT || r->g->opset < 21) return;
    rg_shape s = rg_shape_of(2 + rg_below(r, 2), r->batch, 1 + rg_below(r, 4), 0, 0);
    int64_t k = 1 + rg_below(r, 80), n = 1 + rg_below(r, 9), turn[2] = {1, 0};
    bool gemm = s.rank == 2 && rg_chance(r, 60), turned = rg_chance(r, 50);
    s.d[s.rank - 1] = k;
    uint32_t in[3] = {rg_leaf(r, RG_INPUT, CAMEO_FLOAT, &s, -2, 2), quantized_matrix(r, k, n, turned), RG_NONE};
    if (in[0] == RG_NONE || in[1] == RG_NONE) return;
    if (rg_chance(r, 10)) (void)rg_unary(r, "Neg", in[1], VALUE(in[1])->mag, true); /* another reader */
    if (turned && (!gemm || rg_chance(r, 40))) {
        in[1] = rg_transpose(r, in[1], turn);
        turned = false;
    }
    if (in[1] == RG_NONE) return;
    s.d[s.rank - 1] = n;
    rg_shape bias = rg_shape_of(1, rg_chance(r, 90) ? n : 1, 0, 0, 0);
    if (gemm && rg_chance(r, 60)) in[2] = rg_const(r, CAMEO_FLOAT, &bias, -1, 1);
    uint32_t y = rg_add(r, gemm ? "Gemm" : "MatMul", in, in[2] == RG_NONE ? 2 : 3, &s, 1000, false);
    if (y != RG_NONE && gemm && turned) rg_attr_int(r, "transB", 1);
    if (y != RG_NONE && gemm && rg_chance(r, 10)) rg_attr_float(r, "alpha", 0.5);
    if (y != RG_NONE && rg_chance(r, 40)) (void)rg_activation(r, y);
}

const rg_row rg_quantized[] = {
    {quantized_pairs, 5}, {quantized_network, 9}, {quantized_dynamic, 4}, {quantized_product, 16}, {NULL, 0}};
