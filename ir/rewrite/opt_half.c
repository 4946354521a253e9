/* opt_half.c — float16 and bfloat16 nodes compute in float, where the CPU has vectors and something is worth it.
 *
 * A network with products, convolutions, norms or reductions on halves is walked once, before all other rewrites, so
 * that those find floats. Each node that computes gets float operands and gives float results; a result is rounded by
 * a Cast behind the node, which dies unless somebody reads halves: an output of the graph, a node that keeps its type,
 * a body of control flow. Between nodes that compute, values are therefore not rounded: results are nearer to those of
 * a float network than the operator-by-operator ones. Nodes that only move elements follow their operand; where they
 * move what lies in halves (an embedding, the past of a decoder) they stay. Casts of constants are folded, those of a
 * matrix only when somebody reads its floats: products read halves (cm_pending in ir/graph.h). */
#include "ir/rewrite/opt.h"

typedef enum half_kind {
    HALF_NO,
    HALF_COMPUTES, /* all its operands of a half type may be floats, and its results are then */
    HALF_WORTH,    /* the same, and for one of these the network is rewritten */
    HALF_MOVES
} half_kind;

static const uint8_t half_kinds[CM_OP_COUNT] = {
#define COMPUTES(op) [CM_OP_##op] = HALF_COMPUTES,
#define WORTH(op) [CM_OP_##op] = HALF_WORTH,
#define MOVES(op) [CM_OP_##op] = HALF_MOVES,
    WORTH(ArgMax) WORTH(ArgMin) WORTH(Conv) WORTH(ConvTranspose) WORTH(Einsum) WORTH(GRU) WORTH(Gemm)
    WORTH(InstanceNormalization) WORTH(LSTM) WORTH(LayerNormalization) WORTH(LogSoftmax) WORTH(LpNormalization)
    WORTH(MatMul) WORTH(RMSNormalization) WORTH(RNN) WORTH(ReduceL1) WORTH(ReduceL2) WORTH(ReduceLogSumExp)
    WORTH(ReduceMax) WORTH(ReduceMean) WORTH(ReduceMin) WORTH(ReduceProd) WORTH(ReduceSum) WORTH(ReduceSumSquare)
    WORTH(Softmax) WORTH(ms_MatMulNBits)
    COMPUTES(Abs) COMPUTES(Add) COMPUTES(AveragePool) COMPUTES(BatchNormalization) COMPUTES(Ceil) COMPUTES(Celu)
    COMPUTES(Clip) COMPUTES(Cos) COMPUTES(CumSum) COMPUTES(Div) COMPUTES(Elu) COMPUTES(Equal) COMPUTES(Erf)
    COMPUTES(Exp) COMPUTES(Floor) COMPUTES(Gelu) COMPUTES(GlobalAveragePool) COMPUTES(GlobalMaxPool) COMPUTES(Greater)
    COMPUTES(GreaterOrEqual) COMPUTES(HardSigmoid) COMPUTES(HardSwish) COMPUTES(LRN) COMPUTES(LeakyRelu) COMPUTES(Less)
    COMPUTES(LessOrEqual) COMPUTES(Log) COMPUTES(Max) COMPUTES(MaxPool) COMPUTES(Mean) COMPUTES(Min) COMPUTES(Mish)
    COMPUTES(Mul) COMPUTES(Neg) COMPUTES(PRelu) COMPUTES(Pow) COMPUTES(Reciprocal) COMPUTES(Relu) COMPUTES(Resize)
    COMPUTES(Round) COMPUTES(Selu) COMPUTES(Sigmoid) COMPUTES(Sign) COMPUTES(Sin) COMPUTES(Softplus) COMPUTES(Softsign)
    COMPUTES(Sqrt) COMPUTES(Sub) COMPUTES(Sum) COMPUTES(Swish) COMPUTES(Tanh) COMPUTES(ThresholdedRelu)
    MOVES(Concat) MOVES(DepthToSpace) MOVES(Dropout) MOVES(Expand) MOVES(Flatten) MOVES(Gather) MOVES(Identity)
    MOVES(Pad) MOVES(Reshape) MOVES(Slice) MOVES(SpaceToDepth) MOVES(Split) MOVES(Squeeze) MOVES(Tile)
    MOVES(Transpose) MOVES(Unsqueeze) MOVES(Where)
#undef COMPUTES
#undef WORTH
#undef MOVES
};

typedef struct half_walk {
    cm_ir *ir;
    const cm_op_entry *cast;
    cm_id *wide; /* [n_values] per half value: the float value it was rounded from, or one that was made of it */
    cm_id n_values;
} half_walk;

static half_kind half_kind_of(const cm_ir *ir, cm_id node) {
    const cm_op *op = ir->info[node].op;
    if (ir->t.node.row[node].dead || op == NULL || op->id >= CM_OP_COUNT || ir->info[node].provider != 0)
        return HALF_NO;
    return cm_ir_is_custom(ir, op) ? HALF_NO : (half_kind)half_kinds[op->id];
}

static bool half_is(const cm_ir *ir, cm_id value) {
    if (value == CM_NONE || ir->av[value].kind != CAMEO_KIND_TENSOR) return false;
    return ir->av[value].dtype == CAMEO_FLOAT16 || ir->av[value].dtype == CAMEO_BFLOAT16;
}

/* The float value that stands for a half one in this graph, or CM_NONE. */
static cm_id half_wide(const half_walk *w, cm_id value, cm_id graph) {
    cm_id wide = value < w->n_values ? w->wide[value] : CM_NONE;
    return wide != CM_NONE && w->ir->t.value.row[wide].graph == graph ? wide : CM_NONE;
}

/* A Cast from x to y, whose dtype is known, before `before` (CM_NONE: at the end of the graph of `like`). */
static cameo_status half_cast(const half_walk *w, cm_id like, cm_id before, cm_id x, cm_id y) {
    cm_ir *ir = w->ir;
    cm_id added;
    cameo_error problem = {0};
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[like].graph, before, like, &x, 1, &y, 1, &added));
    cm_opt_set_op(ir, added, w->cast, 13);
    CM_TRY(cm_ir_set_int(ir, added, "to", ir->av[y].dtype));
    return cm_ir_parse_node(ir, added, &problem);
}

/* A float value with the dims of a half one. */
static cameo_status half_add_wide(const half_walk *w, cm_id half, cm_id graph, cm_id *wide) {
    cm_ir *ir = w->ir;
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, wide));
    ir->av[*wide] = ir->av[half];
    ir->av[*wide].dtype = CAMEO_FLOAT;
    w->wide[half] = *wide;
    return CAMEO_OK;
}

/* Operands of a half type become floats. */
static cameo_status half_widen_inputs(const half_walk *w, cm_id node) {
    cm_ir *ir = w->ir;
    cm_id graph = ir->t.node.row[node].graph;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id x = cm_ir_in(ir, node, i);
        if (!half_is(ir, x)) continue;
        cm_id wide = half_wide(w, x, graph);
        if (wide == CM_NONE) {
            CM_TRY(half_add_wide(w, x, graph, &wide));
            CM_TRY(half_cast(w, node, node, x, wide));
        }
        CM_TRY(cm_ir_set_in(ir, node, i, wide));
    }
    return CAMEO_OK;
}

/* Results of a half type become floats, which Casts behind the node round. */
static cameo_status half_widen_outputs(const half_walk *w, cm_id node) {
    cm_ir *ir = w->ir;
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id y = cm_ir_out(ir, node, i), wide;
        if (!half_is(ir, y)) continue;
        CM_TRY(half_add_wide(w, y, ir->t.node.row[node].graph, &wide));
        ir->t.ids.row[ir->t.node.row[node].out.first + i] = wide;
        ir->t.value.row[wide].kind = CM_VALUE_NODE;
        ir->t.value.row[wide].node = node;
        CM_TRY(half_cast(w, node, ir->t.node.row[node].next, wide, y));
    }
    return CAMEO_OK;
}

/* Are the halves that it moves there as floats, all but constants? */
static bool half_follows(const half_walk *w, cm_id node) {
    const cm_ir *ir = w->ir;
    bool any = false;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id x = cm_ir_in(ir, node, i);
        if (!half_is(ir, x) || cm_ir_is_const(ir, x)) continue;
        if (half_wide(w, x, ir->t.node.row[node].graph) == CM_NONE) return false;
        any = true;
    }
    return any;
}

/* A Transpose of a constant matrix for products alone: they read it turned (rewrites gemm_transpose and
 * matmul_transpose). */
static bool half_is_turned_weight(const half_walk *w, cm_id node) {
    const cm_ir *ir = w->ir;
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0);
    if (!cm_opt_is(ir, node, CM_OP_Transpose) || y == CM_NONE || ir->n_listed[y] != 0) return false;
    if (!half_is(ir, x) || !cm_ir_is_const(ir, x) || ir->av[x].rank != 2) return false;
    for (cm_id u = ir->t.value.row[y].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_id user = ir->t.use.row[u].node;
        if (!cm_opt_is(ir, user, CM_OP_MatMul) && !cm_opt_is(ir, user, CM_OP_Gemm)) return false;
        if (cm_ir_in(ir, user, 1) != y || cm_ir_in(ir, user, 0) == y) return false;
    }
    return true;
}

/* A Cast of the model: to halves, its operand stands for its result; from halves, it reads what stands for them.
 * Integers are made of rounded values only. */
static cameo_status half_pass_cast(const half_walk *w, cm_id node) {
    cm_ir *ir = w->ir;
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0), graph = ir->t.node.row[node].graph;
    if (x == CM_NONE || y == CM_NONE || y >= w->n_values) return CAMEO_OK;
    if (half_is(ir, y) && ir->av[x].dtype == CAMEO_FLOAT && ir->t.value.row[x].graph == graph) w->wide[y] = x;
    if (!half_is(ir, x) || (ir->av[y].dtype != CAMEO_FLOAT && ir->av[y].dtype != CAMEO_DOUBLE)) return CAMEO_OK;
    cm_id wide = half_wide(w, x, graph);
    return wide == CM_NONE ? CAMEO_OK : cm_ir_set_in(ir, node, 0, wide);
}

/* Are all its operands single numbers, as those of arithmetic with dims are? */
static bool half_is_scalar(const cm_ir *ir, cm_id node) {
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id x = cm_ir_in(ir, node, i);
        size_t n;
        if (x != CM_NONE && (!cm_avalue_count(&ir->av[x], &n) || n != 1)) return false;
    }
    return true;
}

static cameo_status half_visit(const half_walk *w, cm_id node) {
    half_kind kind = half_kind_of(w->ir, node);
    if (cm_opt_is(w->ir, node, CM_OP_Cast)) return half_pass_cast(w, node);
    bool stays = kind == HALF_MOVES && !half_follows(w, node) && !half_is_turned_weight(w, node);
    if (kind == HALF_NO || stays || (kind == HALF_COMPUTES && half_is_scalar(w->ir, node))) return CAMEO_OK;
    CM_TRY(half_widen_inputs(w, node));
    CM_TRY(half_widen_outputs(w, node));
    w->ir->applied[CM_REWRITE_half]++;
    return CAMEO_OK;
}

/* Is there a node for which the network is rewritten? */
static bool half_is_worth(const cm_ir *ir) {
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        if (half_kind_of(ir, node) == HALF_WORTH && half_is(ir, cm_ir_in(ir, node, 0))) return true;
    }
    return false;
}

/* One node: for the table of rewrites; cm_optimize_halves walks the whole network. */
cameo_status cm_rewrite_half(cm_opt *o, cm_id node, bool *changed) {
    (void)o;
    (void)node;
    (void)changed;
    return CAMEO_OK;
}

/* Casts that nobody reads go at once, so that the rewrites behind see who reads a Transpose of weights. */
static void half_drop_casts(cm_ir *ir) {
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        cm_id y = cm_opt_is(ir, node, CM_OP_Cast) ? cm_ir_out(ir, node, 0) : CM_NONE;
        if (y != CM_NONE && cm_ir_use_count(ir, y) == 0) cm_ir_kill(ir, node);
    }
}

cameo_status cm_optimize_halves(cm_ir *ir) {
    half_walk w = {.ir = ir, .cast = cm_ir_find_op(ir, (cm_str){NULL, 0}, CM_STR("Cast"))};
    uint64_t casts = (uint64_t)ir->t.use.n + ir->t.ids.n;
    if (!cm_opt_is_tried(ir, CM_REWRITE_half) || !half_is_worth(ir)) return CAMEO_OK;
    if (w.cast == NULL || cm_ir_is_custom(ir, w.cast->op) || ir->limits.nodes < casts + ir->t.node.n) return CAMEO_OK;
    w.n_values = ir->t.value.n;
    w.wide = CM_ARENA_NEW_N(ir->work, cm_id, w.n_values);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (cm_id v = 0; v < w.n_values; v++) w.wide[v] = CM_NONE;
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        cm_id next;
        for (cm_id node = ir->t.graph.row[g].nodes.first; node != CM_NONE; node = next) {
            next = ir->t.node.row[node].next;
            CM_TRY(cm_ir_go_on(ir, false));
            CM_TRY(half_visit(&w, node));
        }
    }
    half_drop_casts(ir);
#if CAMEO_DEBUG
    return cm_ir_verify(ir);
#else
    return CAMEO_OK;
#endif
}
