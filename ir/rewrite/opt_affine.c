/* opt_affine.c — Conv, ConvTranspose, Gemm and MatMul by constant weights take in the scale and the shift that
 * follow them: BatchNormalization, Mul and Div into weights and bias, Add and Sub into the bias; and a scale
 * before them into the weights. A BatchNormalization that nothing takes in can be two elementwise operators. See opt.h.
 *
 * All of it for float only, and only where every number involved is a constant that the caller cannot
 * override. New constants are computed in double and rounded once; where a result would not be finite (a
 * division by zero, a variance that is not positive) nothing is fused. */
#include "base/math.h"
#include "ir/rewrite/opt.h"

/* A node with constant weights.
 *   Conv           w [M][C/group][taps]    Gemm     w [K][N] or, with transB, [N][K]
 *   ConvTranspose  w [C][M/group][taps]    MatMul   w [K][N], no bias */
typedef struct affine_host {
    cm_id node;
    cm_op_id op;
    size_t channels; /* of the result: M or N */
    uint32_t rank;   /* of the result */
    uint32_t axis;   /* of the result's channels */
    cm_opt_floats w;
    cm_opt_floats b; /* n == 0: no bias; n == 1: one for all channels */
} affine_host;

/* To which channel element i of the weights belongs: i / per_group * n + i / inner % n. */
typedef struct affine_layout {
    size_t per_group; /* elements of a group's weights */
    size_t inner;     /* neighbours of one channel */
    size_t n;         /* channels of a group */
} affine_layout;

static size_t affine_count(const affine_host *h, const affine_layout *l) {
    return h->w.n / l->per_group * l->n;
}

/* y = scale*h + shift per channel of h. */
typedef struct affine_map {
    double *scale; /* [channels]; NULL: 1 */
    double *shift; /* [channels]; NULL: 0 */
} affine_map;

static size_t affine_dim(const cm_ir *ir, const affine_host *h, uint32_t i) {
    return (size_t)ir->av[cm_ir_in(ir, h->node, 1)].dims[i];
}

/* Layout of the weights by the channels of the result or, with `of_x`, of input 0. False: groups that do not
 * divide the channels. */
static bool affine_layout_of(const cm_ir *ir, const affine_host *h, bool of_x, affine_layout *l) {
    size_t d0 = affine_dim(ir, h, 0), d1 = affine_dim(ir, h, 1), taps = h->w.n / d0 / d1;
    bool conv = h->op == CM_OP_Conv || h->op == CM_OP_ConvTranspose;
    if (!conv) {
        bool turned = h->op == CM_OP_Gemm && cm_opt_i32(ir, h->node, "transB") != 0;
        bool rows = of_x != turned;
        *l = (affine_layout){h->w.n, rows ? d1 : 1, rows ? d0 : d1};
        return true;
    }
    int32_t group = cm_opt_i32(ir, h->node, "group");
    if (group < 1 || (uint32_t)group > d0 || d0 % (size_t)group != 0) return false;
    if ((h->op == CM_OP_Conv) != of_x) {
        *l = (affine_layout){h->w.n, d1 * taps, d0};
    } else {
        *l = (affine_layout){h->w.n / (size_t)group, taps, d1};
    }
    return true;
}

/* The channels of Gemm and MatMul are the last axis of the result, those of a convolution axis 1. */
static bool affine_host_channels(const cm_ir *ir, affine_host *h) {
    bool gemm = h->op == CM_OP_Gemm || h->op == CM_OP_MatMul;
    cm_id y = cm_ir_out(ir, h->node, 0), w = cm_ir_in(ir, h->node, 1);
    if (y == CM_NONE || ir->av[y].rank == CM_RANK_UNKNOWN || h->w.n == 0) return false;
    h->rank = ir->av[y].rank;
    h->axis = gemm ? h->rank - 1 : 1;
    if (gemm ? h->rank < 1 || ir->av[w].rank != 2 : h->rank < 3 || ir->av[w].rank != h->rank)
        return false;
    affine_layout l;
    if (!affine_layout_of(ir, h, false, &l)) return false;
    h->channels = affine_count(h, &l);
    return true;
}

/* False: no such node, its weights are not constant, or it has an epilogue. */
static bool affine_host_of(const cm_ir *ir, cm_id node, affine_host *h) {
    *h = (affine_host){.node = node};
    if (node == CM_NONE || ir->info[node].op == NULL) return false;
    h->op = (cm_op_id)ir->info[node].op->id;
    bool gemm = cm_opt_is(ir, node, CM_OP_Gemm);
    if (!gemm && !cm_opt_is(ir, node, CM_OP_MatMul) && !cm_opt_is(ir, node, CM_OP_Conv) &&
        !cm_opt_is(ir, node, CM_OP_ConvTranspose))
        return false;
    if (gemm && ir->info[node].since < 7) return false;
    return cm_opt_floats_get(ir, cm_ir_in(ir, node, 1), &h->w) && affine_host_channels(ir, h);
}

/* The host that makes input i of `node`, where `node` alone reads it, and scale and shift may go in: no epilogue, and a
 * bias of constants without a factor. */
static bool affine_host_before(const cm_ir *ir, cm_id node, uint32_t i, bool conv, affine_host *h) {
    static const cm_op_id ops[4] = {CM_OP_Conv, CM_OP_ConvTranspose, CM_OP_Gemm, CM_OP_MatMul};
    cm_id from = CM_NONE;
    for (uint32_t k = conv ? 0 : 2; k < (conv ? 2 : 4) && from == CM_NONE; k++)
        from = cm_opt_fusable(ir, node, i, ops[k]);
    if (!affine_host_of(ir, from, h) || cm_opt_is_activated(ir, from) ||
        cm_ir_in(ir, from, CM_IN_SUM) != CM_NONE) {
        return false;
    }
    if (h->op == CM_OP_Gemm && cm_opt_f32(ir, from, "beta") != 1.0f) return false;
    cm_id bias = h->op == CM_OP_MatMul ? CM_NONE : cm_ir_in(ir, from, 2);
    if (bias == CM_NONE) return true;
    uint32_t rank = h->op == CM_OP_Gemm ? 2 : 1;
    if (!cm_opt_floats_along(ir, bias, rank, rank - 1, h->channels, &h->b)) return false;
    return h->op == CM_OP_Gemm || h->b.n == h->channels;
}

/* ---- what follows ---- */

/* Zeroed room for scale or shift of h; NULL: none is left. */
static double *affine_room(cm_ir *ir, const affine_host *h) {
    return CM_ARENA_NEW_N(ir->work, double, h->channels);
}

/* BatchNormalization that only scales and shifts, in inference. */
static bool affine_is_inference(const cm_ir *ir, cm_id node) {
    int since = ir->info[node].since;
    if (since < 7 && cm_opt_i32(ir, node, "is_test") == 0) return false;
    if (cm_opt_i32(ir, node, "spatial") == 0) return false;
    if (since >= 14 && cm_opt_i32(ir, node, "training_mode") != 0) return false;
    for (uint32_t i = 1; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE && cm_ir_use_count(ir, v) != 0) return false;
    }
    return true;
}

bool cm_opt_batchnorm(const cm_ir *ir, cm_id node, size_t channels, double *scale, double *shift) {
    cm_opt_floats bn[4]; /* scale, bias, mean, var */
    if (!affine_is_inference(ir, node)) return false;
    for (uint32_t i = 0; i < 4; i++) {
        if (!cm_opt_floats_get(ir, cm_ir_in(ir, node, i + 1), &bn[i]) || bn[i].n != channels) return false;
    }
    double epsilon = (double)cm_opt_f32(ir, node, "epsilon");
    for (size_t m = 0; m < channels; m++) {
        double var = cm_opt_floats_at(&bn[3], m) + epsilon;
        if (!(var > 0)) return false;
        scale[m] = cm_opt_floats_at(&bn[0], m) / cm_sqrt(var);
        shift[m] = cm_opt_floats_at(&bn[1], m) - cm_opt_floats_at(&bn[2], m) * scale[m];
    }
    return true;
}

/* h * c, c * h, h / c. */
static bool affine_scale(const cm_ir *ir, cm_id node, uint32_t i, const affine_host *h,
                         affine_map *map) {
    cm_opt_floats c;
    bool div = cm_opt_is(ir, node, CM_OP_Div);
    if (div && i != 0) return false;
    if (!cm_opt_floats_along(ir, cm_ir_in(ir, node, 1 - i), h->rank, h->axis, h->channels, &c))
        return false;
    for (size_t m = 0; m < h->channels; m++) {
        double x = cm_opt_floats_at(&c, c.n == 1 ? 0 : m);
        if (div && x == 0) return false;
        map->scale[m] = div ? 1 / x : x;
    }
    map->shift = NULL;
    return true;
}

/* h + c, c + h, h - c. */
static bool affine_shift(const cm_ir *ir, cm_id node, uint32_t i, const affine_host *h,
                         affine_map *map) {
    cm_opt_floats c;
    bool sub = cm_opt_is(ir, node, CM_OP_Sub);
    if (sub && i != 0) return false;
    if (!cm_opt_floats_along(ir, cm_ir_in(ir, node, 1 - i), h->rank, h->axis, h->channels, &c))
        return false;
    for (size_t m = 0; m < h->channels; m++) {
        double x = cm_opt_floats_at(&c, c.n == 1 ? 0 : m);
        map->shift[m] = sub ? -x : x;
    }
    map->scale = NULL;
    return true;
}

/* ---- new weights ---- */

/* Weights of so many elements are copied for any gain. */
#define AFFINE_SMALL 4096

/* Is a pass over `value` that is saved in each run worth a copy of the weights, which else may stay in the
 * file? Free dims count as 1. */
static bool affine_is_worth(const cm_ir *ir, const affine_host *h, cm_id value) {
    const cm_avalue *v = &ir->av[value];
    size_t n = 1;
    if (v->rank == CM_RANK_UNKNOWN) return h->w.n <= AFFINE_SMALL;
    for (uint32_t i = 0; i < v->rank; i++) {
        size_t dim;
        if (!cm_dim_is_const(v->dims[i])) continue;
        if (cm_ckd_size((uint64_t)v->dims[i], &dim) || cm_ckd_mul(n, dim, &n)) return true;
    }
    return h->w.n <= cm_max_size(n, AFFINE_SMALL);
}

/* Weights of the file that are read before their pages may leave memory. */
#define AFFINE_PIECE ((size_t)1 << 16)

/* Elements of a block: a constant number, so that compilers take vectors. */
#define AFFINE_BLOCK 16

/* Weights [begin, begin + n) times f. Their bytes are there: affine_is_finite has read them. */
static void affine_times(const cm_opt_floats *w, size_t begin, size_t n, double f, float *out) {
    size_t i = begin, end = begin + n;
    for (; end - i >= AFFINE_BLOCK && !(CM_BIG_ENDIAN && w->little); i += AFFINE_BLOCK) {
        float x[AFFINE_BLOCK];
        memcpy(x, w->bytes + i * sizeof(float), sizeof x);
        for (int k = 0; k < AFFINE_BLOCK; k++) out[i + (size_t)k] = (float)((double)x[k] * f);
    }
    for (; i < end; i++) out[i] = (float)(cm_opt_floats_read(w, i) * f);
}

/* The weights times a scale for each channel. Those of the file are read where they lie: their pages may leave memory
 * behind each pass. */
typedef struct affine_product {
    cm_pending pending;
    const cm_ir *ir;
    cm_opt_floats w;
    affine_layout layout;
    const double *scale;
} affine_product;

/* A walk over runs of layout.inner weights, those of one channel: the run's first weight. */
typedef struct affine_walk {
    size_t i, channel, first; /* channel of the group; first channel of the group */
} affine_walk;

/* The scale of the run; the walk goes on to the next. */
static double affine_next(const affine_product *p, affine_walk *walk) {
    double scale = p->scale[walk->first + walk->channel];
    walk->i += p->layout.inner;
    if (++walk->channel == p->layout.n) {
        walk->channel = 0;
        if (walk->i % p->layout.per_group == 0) walk->first += p->layout.n;
    }
    return scale;
}

/* Weights [begin, i) were read: *begin becomes i if they were told to have been. */
static void affine_spend(const affine_product *p, size_t *begin, size_t i) {
    bool told = p->ir->spent != NULL && p->w.little;
    if (!told || (i - *begin < AFFINE_PIECE && i != p->w.n)) return;
    p->ir->spent(p->ir->spent_ctx, p->w.bytes + *begin * sizeof(float), (i - *begin) * sizeof(float));
    *begin = i;
}

/* Whether all products are finite. */
static bool affine_is_finite(const affine_product *p) {
    size_t spent = 0;
    for (affine_walk walk = {0}; walk.i < p->w.n;) {
        uint32_t most = cm_opt_floats_most(&p->w, walk.i, p->layout.inner);
        float x = (float)((double)cm_f32_from_bits(most) * affine_next(p, &walk));
        if (most >= 0x7f800000 || (cm_f32_bits(x) & 0x7fffffff) >= 0x7f800000) return false;
        affine_spend(p, &spent, walk.i);
    }
    return true;
}

static void affine_fill(cm_pending *pending) {
    const affine_product *p = (const affine_product *)(const void *)pending;
    float *out = (float *)(void *)pending->bytes;
    size_t spent = 0;
    if (p->ir->touch != NULL) p->ir->touch(out, p->w.n * sizeof(float), false);
    for (affine_walk walk = {0}; walk.i < p->w.n;) {
        size_t begin = walk.i;
        affine_times(&p->w, begin, p->layout.inner, affine_next(p, &walk), out);
        affine_spend(p, &spent, walk.i);
    }
}

/* Products from so many bytes on are computed when they are asked for: a run may do that while it packs them. */
#define AFFINE_PENDING ((size_t)1 << 14)

/* Scaled weights in work memory: *payload has none where one is not finite or the limits of folding are met. of_y: the
 * scale is of channels of the result. Errors: E_NOMEM. */
static cameo_status affine_make_weights(cm_ir *ir, const affine_host *h, const affine_layout *l, const double *scale,
                                        bool of_y, cm_payload *payload) {
    uint64_t bytes = (uint64_t)h->w.n * sizeof(float);
    *payload = (cm_payload){.segment = CM_SEG_NONE};
    affine_product product = {.ir = ir, .w = h->w, .layout = *l, .scale = scale};
    if (!cm_opt_afford(ir, bytes, h->w.n)) return CAMEO_OK;
    if (!affine_is_finite(&product)) {
        ir->folded_bytes -= bytes;
        ir->folded_cost -= h->w.n;
        return CAMEO_OK;
    }
    product.pending = (cm_pending){.fill = affine_fill, .bytes = cm_arena_alloc_raw(ir->work, (size_t)bytes, 16)};
    if (product.pending.bytes == NULL) return cm_ir_nomem(ir);
    if (bytes < AFFINE_PENDING) {
        affine_fill(&product.pending);
        *payload = (cm_payload){
            .segment = CM_SEG_MEMORY, .off = (size_t)(uintptr_t)product.pending.bytes, .size = (size_t)bytes};
        return CAMEO_OK;
    }
    affine_product *p = CM_ARENA_NEW(ir->work, affine_product);
    if (p == NULL) return cm_ir_nomem(ir);
    *p = product;
    bool conv = h->op == CM_OP_Conv || h->op == CM_OP_ConvTranspose;
    if (conv && of_y && h->w.little && !CM_BIG_ENDIAN) p->pending.raw = h->w.bytes;
    p->pending.scale = scale;
    p->pending.channels = h->channels;
    *payload = (cm_payload){.segment = CM_SEG_PENDING, .off = (size_t)(uintptr_t)p, .size = (size_t)bytes};
    return CAMEO_OK;
}

/* A constant like the weights of h with other elements, as input 1. */
static cameo_status affine_set_weights(cm_ir *ir, const affine_host *h, const cm_payload *w) {
    cm_id value, tensor, old = cm_ir_in(ir, h->node, 1);
    int64_t dims[CM_MAX_RANK] = {0};
    for (uint32_t i = 0; i < ir->av[old].rank; i++) dims[i] = ir->av[old].dims[i];
    CM_TRY(cm_ir_add_value(ir, ir->t.node.row[h->node].graph, (cm_str){NULL, 0}, &value));
    CM_TRY(cm_ir_add_tensor(ir, CAMEO_FLOAT, ir->av[old].rank, dims, NULL, w->size, &tensor));
    ir->t.tensor.row[tensor].payload.segment = w->segment;
    ir->t.tensor.row[tensor].payload.off = w->off;
    cm_ir_set_init(ir, value, tensor);
    CM_TRY(cm_infer_const(ir, value));
    return cm_ir_set_in(ir, h->node, 1, value);
}

/* bias*scale + shift in place of map->shift; false where one is not finite. */
static bool affine_bias(const affine_host *h, const affine_map *map) {
    for (size_t m = 0; m < h->channels; m++) {
        double b = h->b.n == 0 ? 0 : cm_opt_floats_at(&h->b, h->b.n == 1 ? 0 : m);
        double x = b * (map->scale != NULL ? map->scale[m] : 1) + map->shift[m];
        if (!cm_opt_fits_float(x)) return false;
        map->shift[m] = x;
    }
    return true;
}

/* h = MatMul of matrices becomes a Gemm, which has room for a bias; false: it cannot. */
static bool affine_can_be_gemm(const cm_ir *ir, const affine_host *h) {
    cm_id a = cm_ir_in(ir, h->node, 0);
    return a != CM_NONE && ir->av[a].rank == 2 && cm_opt_can_add(ir, h->node, "Gemm", 0);
}

/* `node`, which computes map of h, goes into h. */
static cameo_status affine_apply(cm_opt *o, cm_id node, const affine_host *h, affine_map map,
                                 bool *changed) {
    cm_ir *ir = o->ir;
    affine_layout l;
    cm_payload w = {.segment = CM_SEG_NONE};
    cm_id bias;
    bool gemm = h->op == CM_OP_MatMul && map.shift != NULL;
    if (map.shift == NULL && h->b.n != 0) {
        map.shift = affine_room(ir, h);
        if (map.shift == NULL) return cm_ir_nomem(ir);
    }
    if (gemm && !affine_can_be_gemm(ir, h)) return CAMEO_OK;
    if (!affine_layout_of(ir, h, false, &l) || (map.shift != NULL && !affine_bias(h, &map)))
        return CAMEO_OK;
    if (map.shift != NULL && !cm_opt_afford(ir, h->channels * sizeof(float), h->channels))
        return CAMEO_OK;
    if (map.scale != NULL) {
        CM_TRY(affine_make_weights(ir, h, &l, map.scale, true, &w));
        if (w.segment == CM_SEG_NONE) return CAMEO_OK;
    }
    if (gemm) CM_TRY(cm_opt_become(ir, h->node, "Gemm"));
    if (w.segment != CM_SEG_NONE) CM_TRY(affine_set_weights(ir, h, &w));
    if (map.shift != NULL) {
        CM_TRY(cm_opt_add_floats(ir, ir->t.node.row[node].graph, map.shift, h->channels, &bias));
        CM_TRY(cm_ir_set_in(ir, h->node, 2, bias));
    }
    *changed = true;
    return cm_opt_absorb(o, node, h->node);
}

/* ---- the rewrites ---- */

typedef bool affine_map_fn(const cm_ir *ir, cm_id node, uint32_t i, const affine_host *h,
                           affine_map *map);

static bool affine_is_either(const cm_ir *ir, cm_id node, cm_op_id a, cm_op_id b) {
    return (cm_opt_is(ir, node, a) || cm_opt_is(ir, node, b)) && ir->info[node].since >= 7;
}

static cameo_status affine_fuse_batchnorm(cm_opt *o, cm_id node, bool conv, bool *changed) {
    cm_ir *ir = o->ir;
    affine_host h;
    cm_id constant = cm_ir_in(ir, node, 1);
    if (!cm_opt_is(ir, node, CM_OP_BatchNormalization) || !cm_ir_is_const(ir, constant))
        return CAMEO_OK;
    if (!affine_host_before(ir, node, 0, conv, &h)) return CAMEO_OK;
    affine_map map = {affine_room(ir, &h), affine_room(ir, &h)};
    if (map.scale == NULL || map.shift == NULL) return cm_ir_nomem(ir);
    if (h.axis != 1 || !cm_opt_batchnorm(ir, node, h.channels, map.scale, map.shift)) return CAMEO_OK;
    return affine_apply(o, node, &h, map, changed);
}

/* Either input of an operator of two may come from h. */
static cameo_status affine_fuse_binary(cm_opt *o, cm_id node, bool conv, affine_map_fn *fn,
                                       bool *changed) {
    cm_ir *ir = o->ir;
    for (uint32_t i = 0; i < 2; i++) {
        affine_host h;
        cm_id constant = cm_ir_in(ir, node, 1 - i);
        if (constant == CM_NONE || !cm_ir_is_const(ir, constant)) continue;
        if (!affine_host_before(ir, node, i, conv, &h)) continue;
        if (!conv && !affine_is_worth(ir, &h, cm_ir_in(ir, node, i))) continue;
        affine_map map = {affine_room(ir, &h), affine_room(ir, &h)};
        if (map.scale == NULL || map.shift == NULL) return cm_ir_nomem(ir);
        if (fn(ir, node, i, &h, &map)) return affine_apply(o, node, &h, map, changed);
    }
    return CAMEO_OK;
}

/* BatchNormalization(Conv(x, w, b)) = Conv(x, w', b'). */
cameo_status cm_rewrite_conv_batchnorm(cm_opt *o, cm_id node, bool *changed) {
    return affine_fuse_batchnorm(o, node, true, changed);
}

/* BatchNormalization(Gemm(a, b, c)) = Gemm(a, b', c'). */
cameo_status cm_rewrite_gemm_batchnorm(cm_opt *o, cm_id node, bool *changed) {
    return affine_fuse_batchnorm(o, node, false, changed);
}

/* Conv(x, w, b) * s = Conv(x, s*w, s*b) for s of shape [channels, 1, ...]. */
cameo_status cm_rewrite_conv_scale(cm_opt *o, cm_id node, bool *changed) {
    if (!affine_is_either(o->ir, node, CM_OP_Mul, CM_OP_Div)) return CAMEO_OK;
    return affine_fuse_binary(o, node, true, affine_scale, changed);
}

/* Gemm(a, b, c) * s = Gemm(a, b*s, c*s) for s of shape [columns]. */
cameo_status cm_rewrite_gemm_scale(cm_opt *o, cm_id node, bool *changed) {
    if (!affine_is_either(o->ir, node, CM_OP_Mul, CM_OP_Div)) return CAMEO_OK;
    return affine_fuse_binary(o, node, false, affine_scale, changed);
}

/* Conv(x, w, b) + c = Conv(x, w, b + c) for c of shape [channels, 1, ...]. */
cameo_status cm_rewrite_conv_bias(cm_opt *o, cm_id node, bool *changed) {
    if (!affine_is_either(o->ir, node, CM_OP_Add, CM_OP_Sub)) return CAMEO_OK;
    return affine_fuse_binary(o, node, true, affine_shift, changed);
}

/* ---- a scale before the weights ---- */

/* The Mul or Div by constants whose result is input 0 of h alone: the index of its input that is not scaled, or
 * 2. c: the constants, one for each of the n channels of that input, or one. */
static uint32_t affine_find_scaled(const cm_ir *ir, const affine_host *h, cm_id scale, size_t n,
                                   cm_opt_floats *c) {
    cm_id y = cm_ir_out(ir, scale, 0);
    uint32_t rank = ir->av[y].rank, axis = 1;
    if (rank == CM_RANK_UNKNOWN) return 2;
    if (h->op == CM_OP_MatMul || h->op == CM_OP_Gemm) {
        bool turned = h->op == CM_OP_Gemm && cm_opt_i32(ir, h->node, "transA") != 0;
        axis = turned ? 0 : rank - 1;
    }
    if (axis >= rank) return 2;
    for (uint32_t i = 0; i < (cm_opt_is(ir, scale, CM_OP_Mul) ? 2 : 1); i++) {
        cm_id x = cm_ir_in(ir, scale, i);
        if (x == CM_NONE || ir->av[x].rank != rank) continue;
        if (!cm_opt_floats_along(ir, cm_ir_in(ir, scale, 1 - i), rank, axis, n, c)) continue;
        if (c->n == 1 || ir->av[x].dims[axis] == (cm_dim)n) return i;
    }
    return 2;
}

/* Conv(x * s, w, b) = Conv(x, s*w, b), s per channel of x: padding by zero is zero before and after. */
cameo_status cm_rewrite_scale_before(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    affine_host h;
    affine_layout l;
    cm_opt_floats c;
    cm_id scale = cm_opt_fusable(ir, node, 0, CM_OP_Mul);
    if (scale == CM_NONE) scale = cm_opt_fusable(ir, node, 0, CM_OP_Div);
    if (scale == CM_NONE || ir->info[scale].since < 7 || !affine_host_of(ir, node, &h))
        return CAMEO_OK;
    if (!affine_layout_of(ir, &h, true, &l)) return CAMEO_OK;
    size_t n = affine_count(&h, &l);
    uint32_t i = affine_find_scaled(ir, &h, scale, n, &c);
    if (i == 2 || !affine_is_worth(ir, &h, cm_ir_in(ir, node, 0))) return CAMEO_OK;
    cm_payload w;
    double *factor = CM_ARENA_NEW_N(ir->work, double, n);
    if (factor == NULL) return cm_ir_nomem(ir);
    bool div = cm_opt_is(ir, scale, CM_OP_Div);
    for (size_t k = 0; k < n; k++) {
        double x = cm_opt_floats_at(&c, c.n == 1 ? 0 : k);
        if (div && x == 0) return CAMEO_OK;
        factor[k] = div ? 1 / x : x;
    }
    CM_TRY(affine_make_weights(ir, &h, &l, factor, false, &w));
    if (w.segment == CM_SEG_NONE) return CAMEO_OK;
    CM_TRY(affine_set_weights(ir, &h, &w));
    CM_TRY(cm_ir_set_in(ir, node, 0, cm_ir_in(ir, scale, i)));
    *changed = true;
    return cm_opt_kill(o, scale);
}

/* ---- as elementwise operators ---- */

/* A constant with a number for each of n channels, that broadcasts to tensors of `rank` dims. */
static cameo_status affine_add_operand(cm_ir *ir, cm_id graph, const double *x, size_t n, uint32_t rank, bool last,
                                       cm_id *value) {
    int64_t dims[CM_MAX_RANK] = {(int64_t)n};
    float *data = CM_ARENA_NEW_N(ir->work, float, n);
    if (data == NULL) return cm_ir_nomem(ir);
    for (size_t i = 0; i < n; i++) data[i] = (float)x[i];
    for (uint32_t d = 1; d < rank; d++) dims[d] = 1;
    return cm_ir_add_const(ir, graph, CAMEO_FLOAT, last ? 1 : rank - 1, dims, data, value);
}

/* A BatchNormalization of one float result that two elementwise operators can stand for. */
static bool affine_can_be_stages(const cm_ir *ir, cm_id node) {
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0);
    if (!cm_opt_is(ir, node, CM_OP_BatchNormalization) || ir->info[node].provider != 0) return false;
    if (x == CM_NONE || y == CM_NONE || ir->t.node.row[node].out.n != 1) return false;
    if (ir->av[y].dtype != CAMEO_FLOAT || ir->av[x].rank < 2 || !cm_opt_is_alike(ir, x, y)) return false;
    if (!cm_opt_can_add(ir, node, "Mul", 1) || !cm_opt_can_add(ir, node, "Add", 1)) return false;
    return cm_ir_opset(ir, node) >= 7; /* before, operands were broadcast in another way */
}

/* BatchNormalization(x) = Add(Mul(x, scale), shift). */
cameo_status cm_rewrite_batchnorm_stages(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    affine_host h = {.axis = 1};
    cm_opt_floats c;
    if (!affine_can_be_stages(ir, node) || !cm_opt_floats_get(ir, cm_ir_in(ir, node, 1), &c)) return CAMEO_OK;
    h.channels = c.n;
    affine_map map = {affine_room(ir, &h), affine_room(ir, &h)};
    if (map.scale == NULL || map.shift == NULL) return cm_ir_nomem(ir);
    if (!cm_opt_batchnorm(ir, node, c.n, map.scale, map.shift)) return CAMEO_OK;
    if (!cm_opt_afford(ir, c.n * 2 * sizeof(float), c.n)) return CAMEO_OK;
    for (size_t i = 0; i < c.n; i++) {
        if (!cm_opt_fits_float(map.scale[i]) || !cm_opt_fits_float(map.shift[i])) return CAMEO_OK;
    }
    bool last = cm_opt_i32(ir, node, "channels_last") != 0;
    cm_id x = cm_ir_in(ir, node, 0), graph = ir->t.node.row[node].graph;
    cm_id in[2] = {x, CM_NONE}, shift, product, mul;
    CM_TRY(affine_add_operand(ir, graph, map.scale, c.n, ir->av[x].rank, last, &in[1]));
    CM_TRY(affine_add_operand(ir, graph, map.shift, c.n, ir->av[x].rank, last, &shift));
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &product));
    CM_TRY(cm_ir_add_node(ir, graph, node, node, in, 2, &product, 1, &mul));
    CM_TRY(cm_opt_become(ir, mul, "Mul"));
    CM_TRY(cm_infer_node(ir, mul));
    for (uint32_t i = 2; i < ir->t.node.row[node].in.n; i++) CM_TRY(cm_ir_set_in(ir, node, i, CM_NONE));
    ir->t.node.row[node].in.n = 2;
    CM_TRY(cm_ir_set_in(ir, node, 0, product));
    CM_TRY(cm_ir_set_in(ir, node, 1, shift));
    *changed = true;
    return cm_opt_become(ir, node, "Add");
}
