/* graph_images.c — what random graphs have of networks for images: convolutions of enough channels that a level may
 * compute them with their channels last, and what stands between those: residuals, squeeze and excitation, Concat,
 * Split, shuffled channels, Resize, views. */
#include "tests/proofs/graph_make.h"

#include <string.h>

/* A value [N][C][H][W] or [N][C][L] with some channels and pixels, mostly a recent one. */
static uint32_t image_pick(rg *r) {
    for (int attempt = 0; attempt < 4; attempt++) {
        uint32_t x = rg_pick(r, r->real, 3, 4, false);
        const rg_shape *s = &VALUE(x)->shape;
        if (s->d[1] >= 4 && rg_count(s) >= 64) return x;
    }
    rg_shape s = rg_shape_of(3 + rg_chance(r, 85), r->batch, 4 + 2 * (int64_t)rg_below(r, 5),
                             4 + rg_below(r, 6), 3 + rg_below(r, 6));
    return rg_leaf(r, RG_INPUT, r->real, &s, -2, 2);
}

/* A Conv that keeps the pixels; m: output channels, group: 1 or as many as input channels. */
static uint32_t image_conv_alone(rg *r, uint32_t x, int64_t m, int64_t group) {
    if (x == RG_NONE) return RG_NONE;
    rg_shape s = VALUE(x)->shape, b = rg_shape_of(1, m, 0, 0, 0);
    int64_t kernel = group > 1 || rg_chance(r, 50) ? 3 : 1, pads[4];
    rg_shape w = {.rank = s.rank, .d = {m, s.d[1] / group, kernel, kernel}};
    double terms = (double)(w.d[1] * (s.rank == 4 ? kernel * kernel : kernel));
    if (rg_count(&s) == 0) return RG_NONE;
    s.d[1] = m;
    uint32_t in[3] = {x, rg_const(r, r->real, &w, -2 / terms, 2 / terms), RG_NONE};
    if (rg_chance(r, 50)) in[2] = rg_const(r, r->real, &b, -1, 1);
    double mag = 2 * VALUE(x)->mag + 1;
    uint32_t y = rg_add(r, "Conv", in, in[2] == RG_NONE ? 2 : 3, &s, mag, false);
    if (y == RG_NONE) return RG_NONE;
    for (int i = 0; i < 4; i++) pads[i] = kernel / 2;
    rg_attr_ints(r, "pads", pads, 2 * (s.rank - 2));
    rg_attr_int(r, "group", group);
    return y;
}

/* The Conv, with an activation at times. */
static uint32_t image_conv_of(rg *r, uint32_t x, int64_t m, int64_t group) {
    uint32_t y = image_conv_alone(r, x, m, group);
    return y != RG_NONE && rg_chance(r, 40) ? rg_activation(r, y) : y;
}

static uint32_t image_conv(rg *r, uint32_t x) {
    if (x == RG_NONE) return RG_NONE;
    int64_t c = VALUE(x)->shape.d[1];
    if (rg_chance(r, 25)) return image_conv_of(r, x, c, c);
    return image_conv_of(r, x, rg_chance(r, 60) ? c : 4 + 2 * (int64_t)rg_below(r, 7), 1);
}

static void image_convs(rg *r) { (void)image_conv(r, image_conv(r, image_pick(r))); }

static void image_residual(rg *r) {
    uint32_t x = image_conv(r, image_pick(r)), y = image_conv(r, x);
    if (x == RG_NONE || y == RG_NONE || !rg_same_shape(&VALUE(x)->shape, &VALUE(y)->shape)) return;
    y = rg_binary(r, rg_chance(r, 80) ? "Add" : "Mul", y, x, VALUE(x)->mag * VALUE(y)->mag + 4);
    if (rg_chance(r, 50)) y = rg_activation(r, y);
    (void)image_conv(r, y);
}

/* Factors per channel that come from what is pooled, with keepdims or a view. */
static void image_squeeze(rg *r) {
    uint32_t x = image_conv(r, image_pick(r)), m;
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape, one = s;
    for (uint32_t i = 2; i < s.rank; i++) one.d[i] = 1;
    int64_t target[4] = {rg_chance(r, 50) ? 0 : -1, s.d[1], 1, 1};
    switch (rg_below(r, 4)) {
    case 0: m = rg_add(r, "GlobalMaxPool", &x, 1, &one, VALUE(x)->mag, true); break;
    case 1: m = rg_reduce(r, "ReduceMean", x, 2, true, false); break;
    case 2: /* back by a Reshape or an Unsqueeze */
        m = rg_reduce(r, "ReduceMean", x, 2, false, false);
        if (m == RG_NONE) return;
        uint32_t in[2] = {m, RG_NONE};
        bool view = rg_chance(r, 50);
        in[1] = view ? rg_ints(r, target, s.rank) : rg_ints(r, (int64_t[]){2, 3}, s.rank - 2);
        m = rg_add(r, view ? "Reshape" : "Unsqueeze", in, 2, &one, VALUE(m)->mag, true);
        break;
    default: m = rg_add(r, "GlobalAveragePool", &x, 1, &one, VALUE(x)->mag, false); break;
    }
    if (m == RG_NONE) return;
    m = image_conv_of(r, m, s.d[1], 1);
    if (m != RG_NONE && rg_chance(r, 70)) m = rg_unary(r, "Sigmoid", m, 1, false);
    if (m == RG_NONE) return;
    (void)image_conv(r, rg_binary(r, "Mul", x, m, VALUE(x)->mag * VALUE(m)->mag));
}

/* Parts of the channels that go their ways, and come together. */
static void image_concat(rg *r) {
    uint32_t x = image_conv(r, image_pick(r)), in[2];
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape;
    if (rg_chance(r, 50) && s.d[1] % 2 == 0) {
        uint32_t split[2] = {x, rg_ints(r, (int64_t[]){s.d[1] / 2, s.d[1] / 2}, 2)};
        uint32_t node = rg_node_begin(r, "Split", split, 2);
        double mag = VALUE(x)->mag;
        s.d[1] /= 2;
        if (node == RG_NONE) return;
        rg_attr_int(r, "axis", rg_chance(r, 50) ? 1 : 1 - (int64_t)s.rank);
        in[0] = rg_out(r, node, r->real, &s, mag, false);
        in[1] = rg_out(r, node, r->real, &s, mag, false);
    } else {
        in[0] = x;
        in[1] = x;
    }
    if (in[0] == RG_NONE || in[1] == RG_NONE) return;
    in[1] = image_conv(r, in[1]);
    if (in[1] == RG_NONE) return;
    s.d[1] += VALUE(in[1])->shape.d[1];
    double mag = VALUE(in[0])->mag + VALUE(in[1])->mag;
    uint32_t y = rg_add(r, "Concat", in, 2, &s, mag, false);
    if (y == RG_NONE) return;
    rg_attr_int(r, "axis", 1);
    (void)image_conv(r, y);
}

static void image_shuffle(rg *r) {
    uint32_t x = image_conv(r, image_pick(r));
    if (x == RG_NONE || VALUE(x)->shape.rank != 4 || VALUE(x)->shape.d[1] % 2 != 0) return;
    rg_shape s = VALUE(x)->shape;
    rg_shape apart = {.rank = 5, .d = {s.d[0], 2, s.d[1] / 2, s.d[2], s.d[3]}};
    const int64_t perm[5] = {0, 2, 1, 3, 4};
    uint32_t in[2] = {x, RG_NONE};
    int64_t target[5];
    memcpy(target, apart.d, sizeof target);
    target[0] = -1;
    in[1] = rg_ints(r, target, 5);
    in[0] = rg_add(r, "Reshape", in, 2, &apart, VALUE(x)->mag, false);
    if (in[0] == RG_NONE) return;
    in[0] = rg_transpose(r, in[0], perm);
    if (in[0] == RG_NONE) return;
    memcpy(target, s.d, sizeof target[0] * 4);
    target[0] = -1;
    in[1] = rg_ints(r, target, 4);
    (void)image_conv(r, rg_add(r, "Reshape", in, 2, &s, VALUE(x)->mag, false));
}

static void image_resize(rg *r) {
    uint32_t x = image_conv(r, image_pick(r));
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape, n = rg_shape_of(1, s.rank, 0, 0, 0);
    uint32_t scales = rg_leaf(r, RG_CONST, CAMEO_FLOAT, &n, 1, 1);
    if (scales == RG_NONE) return;
    for (uint32_t i = 2; i < s.rank; i++) {
        ((float *)VALUE(scales)->data)[i] = 2;
        s.d[i] *= 2;
    }
    uint32_t in[3] = {x, RG_NONE, scales};
    uint32_t y = rg_add(r, "Resize", in, 3, &s, VALUE(x)->mag, false);
    if (y == RG_NONE) return;
    if (rg_chance(r, 50)) rg_attr_str(r, "mode", "linear");
    (void)image_conv(r, y);
}

/* [N][C][H][W] -> [N][C][H*W], now and then -> [N][H*W][C], as tokens. */
static void image_tokens(rg *r) {
    uint32_t x = image_conv(r, image_pick(r));
    if (x == RG_NONE || VALUE(x)->shape.rank != 4) return;
    rg_shape s = VALUE(x)->shape, t = rg_shape_of(3, s.d[0], s.d[1], s.d[2] * s.d[3], 0);
    uint32_t in[2] = {x, rg_ints(r, (int64_t[]){0, s.d[1], -1}, 3)};
    uint32_t y = rg_add(r, "Reshape", in, 2, &t, VALUE(x)->mag, false);
    if (y != RG_NONE && rg_chance(r, 60)) y = rg_transpose(r, y, (int64_t[]){0, 2, 1});
    if (y == RG_NONE) return;
    rg_shape w = rg_shape_of(2, VALUE(y)->shape.d[2], 3, 0, 0), out = VALUE(y)->shape;
    out.d[2] = 3;
    uint32_t mul[2] = {y, rg_const(r, r->real, &w, -0.2, 0.2)};
    (void)rg_add(r, "MatMul", mul, 2, &out, VALUE(y)->mag * 20, false);
}

static void image_pool(rg *r) {
    uint32_t x = image_conv(r, image_pick(r));
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape;
    bool max = rg_chance(r, 50);
    const int64_t two[2] = {2, 2};
    for (uint32_t i = 2; i < s.rank; i++) {
        if (s.d[i] < 2) return;
        s.d[i] = (s.d[i] - 2) / 2 + 1;
    }
    uint32_t y = rg_add(r, max ? "MaxPool" : "AveragePool", &x, 1, &s, VALUE(x)->mag, false);
    if (y == RG_NONE) return;
    rg_attr_ints(r, "kernel_shape", two, s.rank - 2);
    rg_attr_ints(r, "strides", two, s.rank - 2);
    (void)image_conv(r, y);
}

/* A BatchNormalization with other numbers for each channel. */
static uint32_t image_batchnorm(rg *r, uint32_t x) {
    rg_shape s = VALUE(x)->shape, c = rg_shape_of(1, s.d[1], 0, 0, 0);
    uint32_t in[5] = {x, rg_const(r, r->real, &c, -1, 1), rg_const(r, r->real, &c, -1, 1),
                      rg_const(r, r->real, &c, -1, 1), rg_leaf(r, RG_CONST, r->real, &c, 0.3, 2)};
    return rg_add(r, "BatchNormalization", in, 5, &s, 2 * VALUE(x)->mag + 4, false);
}

/* Normalised before it is convolved, so that no Conv takes the normalisation in. */
static void image_norm(rg *r) {
    uint32_t x = image_conv(r, image_pick(r));
    if (x == RG_NONE) return;
    x = rg_unary(r, "Relu", x, VALUE(x)->mag, true);
    uint32_t y = x == RG_NONE ? RG_NONE : image_batchnorm(r, x);
    if (y == RG_NONE) return;
    if (rg_chance(r, 60)) y = rg_activation(r, y);
    (void)image_conv(r, y);
}

/* Branches of one x that are added: Convs, some behind a normalisation, and x normalised. */
static void image_branches(rg *r) {
    uint32_t x = image_conv(r, image_pick(r)), y = RG_NONE;
    if (x == RG_NONE) return;
    int64_t c = VALUE(x)->shape.d[1], group = rg_chance(r, 25) ? c : 1;
    for (int n = 2 + rg_chance(r, 50); n > 0; n--) {
        bool norm = y != RG_NONE && rg_chance(r, 30);
        uint32_t branch = norm ? image_batchnorm(r, x) : image_conv_alone(r, x, c, group);
        if (branch != RG_NONE && !norm && rg_chance(r, 20)) branch = image_batchnorm(r, branch);
        if (branch == RG_NONE) return;
        bool first = rg_chance(r, 50);
        if (y != RG_NONE)
            branch = rg_binary(r, "Add", first ? branch : y, first ? y : branch, VALUE(y)->mag + VALUE(branch)->mag);
        y = branch;
        if (y == RG_NONE) return;
    }
    (void)rg_activation(r, y);
}

/* Twice the pixels by a ConvTranspose, whose windows overlap or not. */
static void image_upsample(rg *r) {
    uint32_t x = image_conv(r, image_pick(r));
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape, y = s;
    int64_t kernel = 2 + (int64_t)rg_below(r, 3), m = 4 + 4 * (int64_t)rg_below(r, 4), pad = kernel == 4;
    const int64_t two[2] = {2, 2}, pads[4] = {pad, pad, pad, pad};
    rg_shape w = {.rank = s.rank, .d = {s.d[1], m, kernel, kernel}};
    y.d[1] = m;
    for (uint32_t i = 2; i < s.rank; i++) {
        if (s.d[i] == 0) return;
        y.d[i] = (s.d[i] - 1) * 2 + kernel - 2 * pad;
    }
    uint32_t in[2] = {x, rg_const(r, r->real, &w, -0.1, 0.1)};
    uint32_t v = rg_add(r, "ConvTranspose", in, 2, &y, VALUE(x)->mag * (double)s.d[1], false);
    if (v == RG_NONE) return;
    rg_attr_ints(r, "strides", two, s.rank - 2);
    rg_attr_ints(r, "pads", pads, 2 * (s.rank - 2));
    (void)image_conv(r, v);
}

/* Normalised by channels or, as exporters write it, by groups of them. */
static void image_instance(rg *r) {
    uint32_t x = image_conv(r, image_pick(r));
    if (x == RG_NONE) return;
    rg_shape s = VALUE(x)->shape, apart = rg_shape_of(3, s.d[0], 2, 0, 0);
    if (rg_count(&s) == 0) return;
    bool groups = s.d[1] % 2 == 0 && rg_chance(r, 60);
    apart.d[2] = rg_count(&s) / s.d[0] / 2;
    rg_shape c = rg_shape_of(1, groups ? 2 : s.d[1], 0, 0, 0), f = rg_shape_of(s.rank - 1, s.d[1], 1, 1, 0);
    uint32_t in[3] = {x, RG_NONE, RG_NONE};
    in[1] = rg_ints(r, (int64_t[]){0, 2, -1}, 3);
    if (groups) in[0] = rg_add(r, "Reshape", in, 2, &apart, VALUE(x)->mag, false);
    if (in[0] == RG_NONE) return;
    in[1] = rg_const(r, r->real, &c, 0.5, 1.5);
    in[2] = rg_const(r, r->real, &c, -1, 1);
    uint32_t y = rg_add(r, "InstanceNormalization", in, 3, groups ? &apart : &s, 20, false);
    int64_t target[4] = {-1, s.d[1], s.d[2], s.rank == 4 ? s.d[3] : 0};
    if (y != RG_NONE) rg_attr_float(r, "epsilon", 0.01);
    if (y != RG_NONE && groups) {
        uint32_t back[2] = {y, rg_ints(r, target, s.rank)};
        y = rg_add(r, "Reshape", back, 2, &s, 20, false);
    }
    if (y != RG_NONE && rg_chance(r, 60)) y = rg_binary(r, "Mul", y, rg_const(r, r->real, &f, -1, 1), 20);
    if (y != RG_NONE && rg_chance(r, 60)) y = rg_binary(r, "Add", rg_const(r, r->real, &f, -1, 1), y, 21);
    if (y != RG_NONE) (void)image_conv(r, y);
}

/* Channels become pixels or pixels channels; or channels are normalised by their neighbours. */
static void image_depth(rg *r) {
    uint32_t x = image_conv(r, image_pick(r)), y = RG_NONE;
    if (x == RG_NONE || VALUE(x)->shape.rank != 4) return;
    rg_shape s = VALUE(x)->shape;
    if (s.d[1] % 4 == 0 && rg_chance(r, 50)) {
        s.d[1] /= 4;
        s.d[2] *= 2;
        s.d[3] *= 2;
        y = rg_add(r, "DepthToSpace", &x, 1, &s, VALUE(x)->mag, false);
        if (y != RG_NONE && rg_chance(r, 50)) rg_attr_str(r, "mode", "CRD");
    } else if (s.d[2] % 2 == 0 && s.d[3] % 2 == 0) {
        s.d[1] *= 4;
        s.d[2] /= 2;
        s.d[3] /= 2;
        y = rg_add(r, "SpaceToDepth", &x, 1, &s, VALUE(x)->mag, false);
    }
    if (y != RG_NONE) rg_attr_int(r, "blocksize", 2);
    if (y == RG_NONE) {
        y = rg_add(r, "LRN", &x, 1, &s, VALUE(x)->mag, false);
        if (y != RG_NONE) rg_attr_int(r, "size", 1 + (int64_t)rg_below(r, 5));
    }
    if (y != RG_NONE) (void)image_conv(r, y);
}

const rg_row rg_images[] = {{image_convs, 4},  {image_residual, 5}, {image_squeeze, 5},
                            {image_concat, 5}, {image_shuffle, 3},  {image_resize, 3},
                            {image_tokens, 3}, {image_pool, 4},     {image_norm, 3},    {image_upsample, 3},
                            {image_instance, 3}, {image_depth, 3},   {image_branches, 4},
                            {NULL, 0}};
