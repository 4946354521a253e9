/* opt_fuse.c — Gemm, MatMul and Conv take in what is added to them, Gemm and MatMul Transposes of their operands; Conv,
 * Gemm and MatMul Relu and Clip, in the kernel's epilogue. See opt.h.
 *
 * For float only, and constants are such that the caller cannot override. What goes into weights stands in
 * opt_affine.c. */
#include "base/math.h"
#include "ir/rewrite/opt.h"
#include "ir/rewrite/permute.h"

/* ---- bias ---- */

/* What input i of node is the transpose of, if it is a matrix; else CM_NONE. */
static cm_id opt_fuse_turned(const cm_ir *ir, cm_id node, uint32_t i) {
    cm_id from = cm_opt_producer(ir, node, i, CM_OP_Transpose);
    cm_id x = from == CM_NONE ? CM_NONE : cm_ir_in(ir, from, 0);
    if (x == CM_NONE || ir->av[x].rank != 2) return CM_NONE;
    cm_perm p;
    return cm_perm_of_node(ir, from, &p) && p.at[0] == 1 ? x : CM_NONE;
}

/* The constant matrix of floats that input 1 of node is, or is the transpose of; else CM_NONE. */
static cm_id opt_fuse_weights(const cm_ir *ir, cm_id node) {
    cm_opt_floats w;
    cm_id v = opt_fuse_turned(ir, node, 1);
    if (v == CM_NONE) v = cm_ir_in(ir, node, 1);
    return cm_opt_floats_get(ir, v, &w) && w.n != 0 && ir->av[v].rank == 2 ? v : CM_NONE;
}

/* The input of an Add that is a constant while the other one is what `id` alone makes. */
static bool opt_fuse_find_add(const cm_ir *ir, cm_id node, cm_op_id id, cm_id *from,
                              cm_id *addend) {
    if (!cm_opt_is(ir, node, CM_OP_Add) || ir->info[node].since < 7) return false;
    for (uint32_t i = 0; i < 2; i++) {
        *from = cm_opt_fusable(ir, node, i, id);
        *addend = cm_ir_in(ir, node, 1 - i);
        if (*from != CM_NONE && *addend != CM_NONE) return true;
    }
    return false;
}

/* Both operands of a MatMul are float matrices. */
static bool opt_fuse_is_plain_matmul(const cm_ir *ir, cm_id node) {
    for (uint32_t i = 0; i < 2; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v == CM_NONE || ir->av[v].rank != 2 || ir->av[v].dtype != CAMEO_FLOAT) return false;
    }
    return true;
}

/* Add(Gemm(a, b), c) = Gemm(a, b, c), and the same for a MatMul of matrices; c of shape [n], [1, n] or
 * with one element. */
cameo_status cm_rewrite_gemm_bias(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id gemm;
    cm_id addend;
    cm_opt_floats c;
    bool matmul = false;
    if (!opt_fuse_find_add(ir, node, CM_OP_Gemm, &gemm, &addend)) {
        matmul = opt_fuse_find_add(ir, node, CM_OP_MatMul, &gemm, &addend);
        if (!matmul || !opt_fuse_is_plain_matmul(ir, gemm)) return CAMEO_OK;
    } else if (cm_ir_in(ir, gemm, 2) != CM_NONE || ir->info[gemm].since < 7 ||
               cm_opt_f32(ir, gemm, "beta") != 1.0f) {
        return CAMEO_OK;
    }
    if (cm_opt_is_activated(ir, gemm)) return CAMEO_OK;
    const cm_avalue *y = &ir->av[cm_ir_out(ir, gemm, 0)];
    if (y->rank != 2 || y->dtype != CAMEO_FLOAT || !cm_dim_is_const(y->dims[1]) || y->dims[1] <= 0)
        return CAMEO_OK;
    if (!cm_opt_floats_along(ir, addend, 2, 1, (size_t)y->dims[1], &c)) return CAMEO_OK;
    if (matmul && !cm_opt_can_add(ir, gemm, "Gemm", 0)) return CAMEO_OK;
    if (matmul) CM_TRY(cm_opt_become(ir, gemm, "Gemm"));
    CM_TRY(cm_ir_set_in(ir, gemm, 2, addend));
    *changed = true;
    return cm_opt_absorb(o, node, gemm);
}

/* A MatMul of floats of more than two dims by a constant matrix, perhaps one to be transposed. */
static bool opt_fuse_is_deep(const cm_ir *ir, cm_id matmul) {
    cm_id x = cm_ir_in(ir, matmul, 0);
    uint32_t rank = x == CM_NONE ? CM_RANK_UNKNOWN : ir->av[x].rank;
    if (rank == CM_RANK_UNKNOWN || rank < 3 || ir->av[x].dtype != CAMEO_FLOAT) return false;
    return opt_fuse_weights(ir, matmul) != CM_NONE && !cm_opt_is_activated(ir, matmul);
}

/* Such a MatMul that `node` adds a row of constants to; else CM_NONE. */
static cm_id opt_fuse_deep_matmul(const cm_ir *ir, cm_id node, cm_id *addend) {
    cm_id matmul;
    cm_opt_floats c;
    if (!opt_fuse_find_add(ir, node, CM_OP_MatMul, &matmul, addend)) return CM_NONE;
    if (!opt_fuse_is_deep(ir, matmul) || ir->av[*addend].rank > 2) return CM_NONE;
    uint32_t rank = ir->av[cm_ir_in(ir, matmul, 0)].rank;
    size_t columns = (size_t)ir->av[cm_ir_in(ir, matmul, 1)].dims[1];
    return cm_opt_floats_along(ir, *addend, rank, rank - 1, columns, &c) ? matmul : CM_NONE;
}

/* Add(MatMul(x, w), c) = Reshape(Gemm(Reshape(x, [-1, k]), w, c)) for x of rank 3 and more: the views cost
 * nothing, and the sum no pass of its own. */
cameo_status cm_rewrite_matmul_bias(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id addend, rows;
    int64_t target[CM_MAX_RANK];
    cm_id gemm = opt_fuse_deep_matmul(ir, node, &addend);
    cm_id y = cm_ir_out(ir, node, 0);
    if (gemm == CM_NONE || y == CM_NONE || !cm_opt_can_add(ir, node, "Reshape", 2)) return CAMEO_OK;
    cm_id h = cm_ir_out(ir, gemm, 0);
    if (!cm_opt_target(ir, h, target)) return CAMEO_OK;
    uint32_t rank = ir->av[h].rank;
    const int64_t matrix[2] = {-1, ir->av[cm_ir_in(ir, gemm, 1)].dims[0]};
    if (!cm_opt_can_add(ir, gemm, "Gemm", 0)) return CAMEO_OK;
    CM_TRY(cm_opt_become(ir, gemm, "Gemm"));
    CM_TRY(cm_ir_add_value(ir, ir->t.node.row[gemm].graph, (cm_str){NULL, 0}, &rows));
    CM_TRY(cm_opt_add_reshape(o, gemm, cm_ir_in(ir, gemm, 0), matrix, 2, rows));
    CM_TRY(cm_ir_set_in(ir, gemm, 0, rows));
    CM_TRY(cm_ir_set_in(ir, gemm, 2, addend));
    ir->t.value.row[h].type = CM_NONE; /* a matrix now, whatever the file declares */
    CM_TRY(cm_infer_node(ir, gemm));
    CM_TRY(cm_opt_add_reshape(o, node, h, target, rank, y));
    CM_TRY(cm_opt_touch(o, gemm, false));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* Add(Gemm(a, b), r) = Gemm(a, b, r) for a matrix r of the same dims, MatMul alike: the sum, which comes behind
 * both, becomes the Gemm. */
cameo_status cm_rewrite_gemm_sum(cm_opt *o, cm_id node, bool *changed) {
    static const char *const kept[] = {"alpha", "transA", "transB"};
    cm_ir *ir = o->ir;
    cm_id gemm, r;
    if (!opt_fuse_find_add(ir, node, CM_OP_Gemm, &gemm, &r) &&
        !opt_fuse_find_add(ir, node, CM_OP_MatMul, &gemm, &r))
        return CAMEO_OK;
    if (!opt_fuse_is_plain_matmul(ir, gemm) || cm_ir_in(ir, gemm, 2) != CM_NONE) return CAMEO_OK;
    if (cm_opt_is_activated(ir, gemm) || !cm_opt_can_add(ir, node, "Gemm", 0)) return CAMEO_OK;
    const cm_avalue *y = &ir->av[cm_ir_out(ir, gemm, 0)], *c = &ir->av[r];
    if (y->rank != 2 || c->rank != 2 || c->dtype != CAMEO_FLOAT) return CAMEO_OK;
    for (uint32_t i = 0; i < 2; i++) {
        if (cm_dim_equal(ir->dims, y->dims[i], c->dims[i]) != CM_YES) return CAMEO_OK;
    }
    cm_id in[3] = {cm_ir_in(ir, gemm, 0), cm_ir_in(ir, gemm, 1), r};
    CM_TRY(cm_opt_become(ir, node, "Gemm"));
    for (int i = 0; i < 3; i++) {
        const cm_attr *a = cm_ir_attr(ir, gemm, kept[i]);
        if (a != NULL && cm_opt_is(ir, gemm, CM_OP_Gemm)) CM_TRY(cm_ir_set_attr(ir, node, *a));
    }
    CM_TRY(cm_opt_reparse(ir, node));
    for (uint32_t i = 3; i-- > 0;) CM_TRY(cm_ir_set_in(ir, node, i, in[i]));
    *changed = true;
    return cm_opt_kill(o, gemm);
}

/* ---- epilogues ---- */

/* Does nobody want this node with an epilogue? */
static bool opt_fuse_is_plain(const cm_ir *ir, cm_id node) { return ir->offer != NULL && ir->info[node].plain; }

static uint32_t opt_fuse_offer(cm_ir *ir, cm_id node) {
    return ir->offer == NULL ? 0 : ir->offer(ir->offer_ctx, ir, node);
}

/* Does who would compute the node as it was, `before`, compute it with the epilogue that it has now, too? If not, it is
 * not asked again. */
static bool opt_fuse_is_taken(cm_ir *ir, cm_id node, uint32_t before) {
    bool taken = opt_fuse_offer(ir, node) <= before;
    ir->info[node].plain = !taken;
    return taken;
}

/* A float Conv that its kernel computes as a product, the only reader of nothing yet that is added or clamped. */
static bool opt_fuse_can_sum(const cm_ir *ir, cm_id conv) {
    if (cm_opt_is_activated(ir, conv) || cm_ir_in(ir, conv, CM_IN_SUM) != CM_NONE ||
        ir->info[conv].provider != 0 || opt_fuse_is_plain(ir, conv)) {
        return false;
    }
    const cm_avalue *w = &ir->av[cm_ir_in(ir, conv, 1)];
    int64_t group = cm_opt_i32(ir, conv, "group");
    return w->rank != CM_RANK_UNKNOWN && w->rank >= 3 && cm_dim_is_const(w->dims[0]) &&
           w->dims[0] / group >= CM_SUM_ROWS && w->dtype == CAMEO_FLOAT;
}

/* Input of an Add that comes from such a Conv alone, the later one of two; the other has the same dims. */
static cm_id opt_fuse_find_conv(const cm_opt *o, cm_id node, uint32_t *which) {
    const cm_ir *ir = o->ir;
    cm_id found = CM_NONE;
    for (uint32_t i = 0; i < 2; i++) {
        cm_id conv = cm_opt_fusable(ir, node, i, CM_OP_Conv), r = cm_ir_in(ir, node, 1 - i);
        if (conv == CM_NONE || r == CM_NONE || !opt_fuse_can_sum(ir, conv)) continue;
        if (!cm_opt_is_alike(ir, cm_ir_in(ir, node, i), r)) continue;
        if (found != CM_NONE && ir->info[node].prev != conv) continue;
        found = conv;
        *which = i;
    }
    return found;
}

/* Providers see the Conv with the sum, which does not yet stand behind both. */
static cameo_status opt_fuse_offer_sum(cm_ir *ir, cm_id conv, cm_id r, bool *taken) {
    uint32_t before = opt_fuse_offer(ir, conv);
    CM_TRY(cm_ir_set_in(ir, conv, CM_IN_SUM, r));
    *taken = opt_fuse_is_taken(ir, conv, before);
    return cm_ir_set_in(ir, conv, CM_IN_SUM, CM_NONE);
}

/* Add(Conv(x, w, b), r) = Conv(x, w, b, r): the sum, which comes behind both, becomes the Conv. */
cameo_status cm_rewrite_conv_sum(cm_opt *o, cm_id node, bool *changed) {
    static const char *const kept[] = {"auto_pad", "dilations",    "group",
                                       "pads",     "kernel_shape", "strides"};
    cm_ir *ir = o->ir;
    uint32_t which = 0;
    if (!cm_opt_is(ir, node, CM_OP_Add) || ir->info[node].since < 7 || ir->info[node].provider != 0)
        return CAMEO_OK;
    cm_id conv = opt_fuse_find_conv(o, node, &which);
    if (conv == CM_NONE || !cm_opt_can_add(ir, node, "Conv", 0)) return CAMEO_OK;
    cm_id in[CM_IN_SUM + 1] = {cm_ir_in(ir, conv, 0), cm_ir_in(ir, conv, 1), cm_ir_in(ir, conv, 2),
                               cm_ir_in(ir, node, 1 - which)};
    bool taken = true;
    if (ir->offer != NULL) CM_TRY(opt_fuse_offer_sum(ir, conv, in[CM_IN_SUM], &taken));
    if (!taken) return CAMEO_OK;
    CM_TRY(cm_opt_become(ir, node, "Conv"));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const cm_attr *a = cm_ir_attr(ir, conv, kept[i]);
        if (a != NULL) CM_TRY(cm_ir_set_attr(ir, node, *a));
    }
    CM_TRY(cm_opt_reparse(ir, node));
    for (uint32_t i = CM_IN_SUM + 1; i-- > 0;) CM_TRY(cm_ir_set_in(ir, node, i, in[i]));
    *changed = true;
    return cm_opt_kill(o, conv);
}

/* ---- transposes ---- */

/* The Gemm has the other transA or transB. */
static cameo_status opt_fuse_turn(cm_ir *ir, cm_id gemm, const char *name) {
    CM_TRY(cm_ir_set_int(ir, gemm, name, cm_opt_i32(ir, gemm, name) == 0));
    return cm_opt_reparse(ir, gemm);
}

/* Gemm(Transpose(a), b) = Gemm(a, b) with the other transA; a MatMul of matrices becomes a Gemm, whose C may be
 * absent from opset 11 on. */
cameo_status cm_rewrite_gemm_transpose(cm_opt *o, cm_id node, bool *changed) {
    static const char *const names[2] = {"transA", "transB"};
    cm_ir *ir = o->ir;
    cm_id x[2];
    bool matmul = cm_opt_is(ir, node, CM_OP_MatMul);
    if (!matmul && !cm_opt_is(ir, node, CM_OP_Gemm)) return CAMEO_OK;
    for (uint32_t i = 0; i < 2; i++) x[i] = opt_fuse_turned(ir, node, i);
    if (x[0] == CM_NONE && x[1] == CM_NONE) return CAMEO_OK;
    if (matmul) {
        if (!opt_fuse_is_plain_matmul(ir, node) || cm_opt_is_activated(ir, node)) return CAMEO_OK;
        if (cm_ir_opset(ir, node) < 11 || !cm_opt_can_add(ir, node, "Gemm", 0)) return CAMEO_OK;
        CM_TRY(cm_opt_become(ir, node, "Gemm"));
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (x[i] == CM_NONE) continue;
        CM_TRY(opt_fuse_turn(ir, node, names[i]));
        cm_id from = ir->t.value.row[cm_ir_in(ir, node, i)].node;
        CM_TRY(cm_ir_set_in(ir, node, i, x[i]));
        CM_TRY(cm_opt_touch(o, from, false));
    }
    *changed = true;
    return CAMEO_OK;
}

/* Would a node that alone reads the MatMul go into it as it is, or does the whole with its bias become a Gemm? */
static bool opt_fuse_has_follower(const cm_ir *ir, cm_id matmul, bool *bias) {
    cm_id addend, user = cm_ir_only_user(ir, cm_ir_out(ir, matmul, 0));
    *bias = user != CM_NONE && opt_fuse_deep_matmul(ir, user, &addend) == matmul;
    return *bias || cm_opt_is(ir, user, CM_OP_Mul) || cm_opt_is(ir, user, CM_OP_Div) ||
           cm_opt_is(ir, user, CM_OP_Relu) || cm_opt_is(ir, user, CM_OP_Clip);
}

/* MatMul(x, Transpose(w)) = Reshape(Gemm(Reshape(x, [-1, k]), w)) with transB: w stays where it lies. */
cameo_status cm_rewrite_matmul_transpose(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_id rows, h, gemm, y = cm_ir_out(ir, node, 0), w = opt_fuse_turned(ir, node, 1);
    int64_t target[CM_MAX_RANK];
    bool bias;
    if (!cm_opt_is(ir, node, CM_OP_MatMul) || w == CM_NONE || !opt_fuse_is_deep(ir, node))
        return CAMEO_OK;
    if (opt_fuse_has_follower(ir, node, &bias) || !cm_opt_target(ir, y, target)) return CAMEO_OK;
    if (cm_ir_opset(ir, node) < 11 || !cm_opt_can_add(ir, node, "Gemm", 1) ||
        !cm_opt_can_add(ir, node, "Reshape", 3))
        return CAMEO_OK;
    const int64_t matrix[2] = {-1, ir->av[w].dims[1]};
    cm_id graph = ir->t.node.row[node].graph;
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &rows));
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &h));
    CM_TRY(cm_opt_add_reshape(o, node, cm_ir_in(ir, node, 0), matrix, 2, rows));
    CM_TRY(cm_opt_add(o, node, "Gemm", (cm_id[]){rows, w}, 2, h, &gemm));
    CM_TRY(opt_fuse_turn(ir, gemm, "transB"));
    CM_TRY(cm_infer_node(ir, gemm));
    CM_TRY(cm_opt_add_reshape(o, node, h, target, ir->av[y].rank, y));
    *changed = true;
    return cm_opt_kill(o, node);
}

/* Does node, which reads a constant matrix transposed as its input 1, take it as it lies? */
static bool opt_fuse_takes_turned(const cm_ir *ir, cm_id node) {
    int64_t target[CM_MAX_RANK];
    bool bias;
    if (cm_opt_is(ir, node, CM_OP_Gemm)) return cm_opt_is_tried(ir, CM_REWRITE_gemm_transpose);
    if (!cm_opt_is(ir, node, CM_OP_MatMul) || cm_ir_opset(ir, node) < 11) return false;
    if (!cm_opt_is_tried(ir, CM_REWRITE_gemm_transpose) || cm_opt_is_activated(ir, node))
        return false;
    if (opt_fuse_is_plain_matmul(ir, node)) return true;
    if (!opt_fuse_is_deep(ir, node) || !cm_opt_target(ir, cm_ir_out(ir, node, 0), target))
        return false;
    if (opt_fuse_has_follower(ir, node, &bias))
        return bias && cm_opt_is_tried(ir, CM_REWRITE_matmul_bias);
    return cm_opt_is_tried(ir, CM_REWRITE_matmul_transpose);
}

/* Weights of so many elements are better left in the file than transposed beforehand. */
#define OPT_FUSE_LARGE ((size_t)1 << 14)

bool cm_opt_is_turned_weight(const cm_ir *ir, cm_id node) {
    cm_opt_floats w;
    cm_id y = cm_ir_out(ir, node, 0);
    if (!cm_opt_is(ir, node, CM_OP_Transpose) || y == CM_NONE || ir->n_listed[y] != 0) return false;
    if (!cm_opt_floats_get(ir, cm_ir_in(ir, node, 0), &w) || w.n < OPT_FUSE_LARGE) return false;
    cm_id u = ir->t.value.row[y].first_use;
    for (; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_id user = ir->t.use.row[u].node;
        if (cm_ir_in(ir, user, 1) != y || cm_ir_in(ir, user, 0) == y) return false;
        if (opt_fuse_turned(ir, user, 1) == CM_NONE || !opt_fuse_takes_turned(ir, user))
            return false;
    }
    return true;
}

/* ---- activations ---- */

/* Bounds of Relu and Clip; CM_ACTIVATION_NONE for other nodes, and where bounds are not constant. */
static cm_activation opt_fuse_clamp(const cm_ir *ir, cm_id node) {
    static const cm_activation none = {CM_ACTIVATION_NONE, {0, 0}};
    if (cm_opt_is(ir, node, CM_OP_Relu)) return (cm_activation){CM_ACTIVATION_RELU, {0, CM_INF_F32}};
    if (!cm_opt_is(ir, node, CM_OP_Clip)) return none;
    cm_activation act = {CM_ACTIVATION_CLIP, {-CM_INF_F32, CM_INF_F32}};
    for (uint32_t i = 0; i < 2; i++) {
        cm_opt_floats c;
        cm_id v = cm_ir_in(ir, node, i + 1);
        if (v == CM_NONE) continue;
        if (!cm_opt_floats_get(ir, v, &c) || c.n != 1) return none;
        act.imm[i] = (float)cm_opt_floats_at(&c, 0);
    }
    return act.imm[0] <= act.imm[1] ? act : none; /* false for NaN, too */
}

/* The one slope of a PRelu. */
static bool opt_fuse_slope(const cm_ir *ir, cm_id node, float *alpha) {
    cm_opt_floats c;
    cm_id x = cm_ir_in(ir, node, 0), slope = cm_ir_in(ir, node, 1);
    if (!cm_opt_is(ir, node, CM_OP_PRelu) || x == CM_NONE || ir->info[node].since < 7) return false;
    if (!cm_opt_floats_get(ir, slope, &c) || c.n != 1 || ir->av[slope].rank > ir->av[x].rank) return false;
    *alpha = (float)cm_opt_floats_at(&c, 0);
    return true;
}

/* A function that is one stage; CM_ACTIVATION_NONE for other nodes. */
static cm_activation opt_fuse_function(const cm_ir *ir, cm_id node) {
    static const struct {
        cm_op_id op;
        cm_activation_fn fn;
        const char *imm[2]; /* fields of the operator's params */
    } functions[] = {
        {CM_OP_Sigmoid, CM_ACTIVATION_SIGMOID, {NULL, NULL}},
        {CM_OP_Tanh, CM_ACTIVATION_TANH, {NULL, NULL}},
        {CM_OP_Swish, CM_ACTIVATION_SWISH, {"alpha", NULL}},
        {CM_OP_HardSigmoid, CM_ACTIVATION_HARD_SIGMOID, {"alpha", "beta"}},
        {CM_OP_HardSwish, CM_ACTIVATION_HARD_SWISH, {NULL, NULL}},
        {CM_OP_LeakyRelu, CM_ACTIVATION_LEAKY_RELU, {"alpha", NULL}},
        {CM_OP_Elu, CM_ACTIVATION_ELU, {"alpha", NULL}},
        {CM_OP_Softplus, CM_ACTIVATION_SOFTPLUS, {NULL, NULL}},
        {CM_OP_Mish, CM_ACTIVATION_MISH, {NULL, NULL}},
    };
    cm_activation act = {CM_ACTIVATION_NONE, {0, 0}};
    if (cm_opt_is(ir, node, CM_OP_Gelu))
        act.fn = cm_opt_i32(ir, node, "approximate") != 0 ? CM_ACTIVATION_GELU_TANH : CM_ACTIVATION_GELU;
    if (opt_fuse_slope(ir, node, &act.imm[0])) act.fn = CM_ACTIVATION_LEAKY_RELU;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!cm_opt_is(ir, node, functions[i].op)) continue;
        act.fn = (int32_t)functions[i].fn;
        for (int k = 0; k < 2; k++)
            act.imm[k] = functions[i].imm[k] == NULL ? 0.0f : cm_opt_f32(ir, node, functions[i].imm[k]);
    }
    return act;
}

/* The Conv, ConvInteger, Gemm or MatMul of floats without an activation that alone makes input 0 of `node`, or the same
 * seen through a Reshape, which then is *view; CM_NONE: there is none. */
static cm_id opt_fuse_find_product(const cm_ir *ir, cm_id node, cm_id *view) {
    static const cm_op_id products[] = {CM_OP_Conv, CM_OP_ConvInteger, CM_OP_Gemm, CM_OP_MatMul};
    *view = cm_opt_fusable(ir, node, 0, CM_OP_Reshape);
    cm_id reader = *view == CM_NONE ? node : *view, from = CM_NONE;
    for (size_t i = 0; i < sizeof products / sizeof *products && from == CM_NONE; i++)
        from = cm_opt_fusable(ir, reader, 0, products[i]);
    if (from == CM_NONE || cm_opt_activation(ir, from) == NULL || cm_opt_is_activated(ir, from)) return CM_NONE;
    if (ir->info[node].provider != 0 || ir->info[from].provider != 0) return CM_NONE;
    if (*view != CM_NONE && ir->info[*view].provider != 0) return CM_NONE;
    if (opt_fuse_is_plain(ir, from)) return CM_NONE;
    return ir->av[cm_ir_out(ir, from, 0)].dtype == CAMEO_FLOAT ? from : CM_NONE;
}

/* slopes: input CM_IN_SLOPE, or CM_NONE. */
static cameo_status opt_fuse_activate(cm_opt *o, cm_id node, cm_activation act, cm_id slopes, bool *changed) {
    cm_id view;
    if (act.fn == CM_ACTIVATION_NONE) return CAMEO_OK;
    cm_id from = opt_fuse_find_product(o->ir, node, &view);
    if (from == CM_NONE) return CAMEO_OK;
    uint32_t before = opt_fuse_offer(o->ir, from);
    if (slopes != CM_NONE) CM_TRY(cm_ir_set_in(o->ir, from, CM_IN_SLOPE, slopes));
    *cm_opt_activation(o->ir, from) = act;
    if (!opt_fuse_is_taken(o->ir, from, before)) {
        *cm_opt_activation(o->ir, from) = (cm_activation){CM_ACTIVATION_NONE, {0, 0}};
        return slopes == CM_NONE ? CAMEO_OK : cm_ir_set_in(o->ir, from, CM_IN_SLOPE, CM_NONE);
    }
    *changed = true;
    CM_TRY(cm_opt_touch(o, from, false));
    return cm_opt_absorb(o, node, view == CM_NONE ? from : view);
}

/* Relu and Clip of a float Conv, Gemm or MatMul whose kernels have an epilogue. */
cameo_status cm_rewrite_activation(cm_opt *o, cm_id node, bool *changed) {
    return opt_fuse_activate(o, node, opt_fuse_clamp(o->ir, node), CM_NONE, changed);
}

/* PRelu of a Conv, with a slope for each output channel: those become an input of their own. */
static cameo_status opt_fuse_prelu(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_opt_floats c;
    cm_id view, slopes, from = opt_fuse_find_product(ir, node, &view);
    if (from == CM_NONE || view != CM_NONE || !cm_opt_is(ir, from, CM_OP_Conv)) return CAMEO_OK;
    const cm_avalue *y = &ir->av[cm_ir_out(ir, from, 0)], *w = &ir->av[cm_ir_in(ir, from, 1)];
    if (y->rank == CM_RANK_UNKNOWN || w->rank != y->rank || !cm_dim_is_const(w->dims[0])) return CAMEO_OK;
    size_t n = (size_t)w->dims[0];
    if (!cm_opt_floats_along(ir, cm_ir_in(ir, node, 1), y->rank, 1, n, &c) || c.n != n) return CAMEO_OK;
    double *slope = CM_ARENA_NEW_N(ir->work, double, n);
    if (slope == NULL) return cm_ir_nomem(ir);
    for (size_t i = 0; i < n; i++) slope[i] = cm_opt_floats_at(&c, i);
    CM_TRY(cm_opt_add_floats(ir, ir->t.node.row[from].graph, slope, n, &slopes));
    return opt_fuse_activate(o, node, (cm_activation){CM_ACTIVATION_PRELU, {0, 0}}, slopes, changed);
}

/* Other functions alike. */
cameo_status cm_rewrite_function(cm_opt *o, cm_id node, bool *changed) {
    cm_activation act = opt_fuse_function(o->ir, node);
    if (act.fn == CM_ACTIVATION_NONE && cm_opt_is(o->ir, node, CM_OP_PRelu) && o->ir->info[node].since >= 7)
        return opt_fuse_prelu(o, node, changed);
    return opt_fuse_activate(o, node, act, CM_NONE, changed);
}

/* What follows a BatchNormalization that nothing took in; its kernel applies it to what it has just written. */
cameo_status cm_rewrite_batchnorm_function(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_activation act = opt_fuse_clamp(ir, node);
    if (act.fn == CM_ACTIVATION_NONE) act = opt_fuse_function(ir, node);
    cm_id from = act.fn == CM_ACTIVATION_NONE ? CM_NONE : cm_opt_fusable(ir, node, 0, CM_OP_BatchNormalization);
    if (from == CM_NONE || cm_opt_is_activated(ir, from)) return CAMEO_OK;
    if (ir->info[node].provider != 0 || ir->info[from].provider != 0) return CAMEO_OK;
    if (ir->av[cm_ir_out(ir, from, 0)].dtype != CAMEO_FLOAT) return CAMEO_OK;
    *cm_opt_activation(ir, from) = act;
    *changed = true;
    return cm_opt_absorb(o, node, from);
}
