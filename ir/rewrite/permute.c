/* permute.c — nodes whose inputs lie in another order of dims. See permute.h. */
#include "ir/rewrite/permute.h"

#include "base/bytes.h"
#include "base/dtype.h"

/* Bytes of a constant that is copied in another order. */
#define PERMUTE_BYTES (1 << 20)
/* What a free dim counts as. */
#define PERMUTE_FREE_DIM 16

/* ---- permutations ---- */

bool cm_perm_is_identity(const cm_perm *p) {
    for (uint32_t d = 0; d < p->rank; d++) {
        if (p->at[d] != d) return false;
    }
    return true;
}

bool cm_perm_equal(const cm_perm *p, const cm_perm *q) {
    return p->rank == q->rank && memcmp(p->at, q->at, p->rank) == 0;
}

cm_perm cm_perm_then(const cm_perm *p, const cm_perm *q) {
    cm_perm r = {.rank = p->rank};
    for (uint32_t d = 0; d < p->rank; d++) r.at[d] = p->at[q->at[d]];
    return r;
}

cm_perm cm_perm_inverse(const cm_perm *p) {
    cm_perm r = {.rank = p->rank};
    for (uint32_t d = 0; d < p->rank; d++) r.at[p->at[d]] = (uint8_t)d;
    return r;
}

cm_perm cm_perm_channels_last(uint32_t rank) {
    cm_perm p = {.rank = (uint8_t)rank};
    for (uint32_t d = 2; d < rank; d++) p.at[d] = (uint8_t)(d - 1);
    p.at[1] = (uint8_t)(rank - 1);
    return p;
}

bool cm_perm_of_node(const cm_ir *ir, cm_id node, cm_perm *p) {
    if (!cm_opt_is(ir, node, CM_OP_Transpose)) return false;
    cm_id x = cm_ir_in(ir, node, 0);
    if (x == CM_NONE || ir->av[x].rank == CM_RANK_UNKNOWN) return false;
    p->rank = ir->av[x].rank;
    for (uint32_t d = 0; d < p->rank; d++) {
        int64_t from;
        if (!cm_opt_list_at(ir, node, "perm", p->rank, d, (int32_t)(p->rank - 1 - d), &from)) return false;
        p->at[d] = (uint8_t)from; /* the operator's parse has checked it */
    }
    return true;
}

cameo_status cm_perm_set(cm_ir *ir, cm_id node, const cm_perm *p) {
    int64_t perm[CM_MAX_RANK];
    cameo_error ignored = {0};
    for (uint32_t d = 0; d < p->rank; d++) perm[d] = p->at[d];
    CM_TRY(cm_ir_set_ints(ir, node, "perm", perm, p->rank));
    return cm_ir_parse_node(ir, node, &ignored);
}

/* ---- kinds of nodes ---- */

typedef enum permute_kind {
    PERMUTE_NO,
    PERMUTE_UNARY,     /* element by element of input 0 */
    PERMUTE_QUANTIZE,  /* the same with scales, for all or along `axis` */
    PERMUTE_BROADCAST, /* element by element of all inputs */
    PERMUTE_CONCAT,    /* attribute axis, of all inputs */
    PERMUTE_AXIS,      /* attribute axis, of input 0 */
    PERMUTE_SOFTMAX,   /* the same */
    PERMUTE_ARG,       /* the same, which goes with keepdims = 0 */
    PERMUTE_REDUCE,    /* input 1 is axes, which go with keepdims = 0 */
    PERMUTE_SQUEEZE,   /* input 1 is axes, which go */
    PERMUTE_UNSQUEEZE, /* input 1 is axes of the result */
    PERMUTE_SLICE,     /* input 3 is axes */
    PERMUTE_PAD,       /* input 1 is pads, input 3 axes */
    PERMUTE_RESIZE,    /* scales or sizes have an element per dim */
    PERMUTE_DYNAMIC,   /* element by element, by the range of all; results 1 and 2 are single elements */
    PERMUTE_RESHAPE,   /* dims that lie side by side in both orders are joined or split */
    PERMUTE_WINDOW     /* params field channels_last */
} permute_kind;

static const uint8_t permute_kinds[CM_OP_COUNT] = {[CM_OP_Abs] = PERMUTE_UNARY,
                                                   [CM_OP_Acos] = PERMUTE_UNARY,
                                                   [CM_OP_Acosh] = PERMUTE_UNARY,
                                                   [CM_OP_Asin] = PERMUTE_UNARY,
                                                   [CM_OP_Asinh] = PERMUTE_UNARY,
                                                   [CM_OP_Atan] = PERMUTE_UNARY,
                                                   [CM_OP_Atanh] = PERMUTE_UNARY,
                                                   [CM_OP_BitwiseNot] = PERMUTE_UNARY,
                                                   [CM_OP_Cast] = PERMUTE_UNARY,
                                                   [CM_OP_Ceil] = PERMUTE_UNARY,
                                                   [CM_OP_Celu] = PERMUTE_UNARY,
                                                   [CM_OP_Clip] = PERMUTE_UNARY,
                                                   [CM_OP_Cos] = PERMUTE_UNARY,
                                                   [CM_OP_Cosh] = PERMUTE_UNARY,
                                                   [CM_OP_Elu] = PERMUTE_UNARY,
                                                   [CM_OP_Erf] = PERMUTE_UNARY,
                                                   [CM_OP_Exp] = PERMUTE_UNARY,
                                                   [CM_OP_Floor] = PERMUTE_UNARY,
                                                   [CM_OP_Gelu] = PERMUTE_UNARY,
                                                   [CM_OP_HardSigmoid] = PERMUTE_UNARY,
                                                   [CM_OP_HardSwish] = PERMUTE_UNARY,
                                                   [CM_OP_IsInf] = PERMUTE_UNARY,
                                                   [CM_OP_IsNaN] = PERMUTE_UNARY,
                                                   [CM_OP_LeakyRelu] = PERMUTE_UNARY,
                                                   [CM_OP_Log] = PERMUTE_UNARY,
                                                   [CM_OP_Mish] = PERMUTE_UNARY,
                                                   [CM_OP_Neg] = PERMUTE_UNARY,
                                                   [CM_OP_Not] = PERMUTE_UNARY,
                                                   [CM_OP_Reciprocal] = PERMUTE_UNARY,
                                                   [CM_OP_Relu] = PERMUTE_UNARY,
                                                   [CM_OP_Round] = PERMUTE_UNARY,
                                                   [CM_OP_Selu] = PERMUTE_UNARY,
                                                   [CM_OP_Shrink] = PERMUTE_UNARY,
                                                   [CM_OP_Sigmoid] = PERMUTE_UNARY,
                                                   [CM_OP_Sign] = PERMUTE_UNARY,
                                                   [CM_OP_Sin] = PERMUTE_UNARY,
                                                   [CM_OP_Sinh] = PERMUTE_UNARY,
                                                   [CM_OP_Softplus] = PERMUTE_UNARY,
                                                   [CM_OP_Softsign] = PERMUTE_UNARY,
                                                   [CM_OP_Sqrt] = PERMUTE_UNARY,
                                                   [CM_OP_Swish] = PERMUTE_UNARY,
                                                   [CM_OP_Tan] = PERMUTE_UNARY,
                                                   [CM_OP_Tanh] = PERMUTE_UNARY,
                                                   [CM_OP_ThresholdedRelu] = PERMUTE_UNARY,
                                                   [CM_OP_Add] = PERMUTE_BROADCAST,
                                                   [CM_OP_And] = PERMUTE_BROADCAST,
                                                   [CM_OP_BitShift] = PERMUTE_BROADCAST,
                                                   [CM_OP_BitwiseAnd] = PERMUTE_BROADCAST,
                                                   [CM_OP_BitwiseOr] = PERMUTE_BROADCAST,
                                                   [CM_OP_BitwiseXor] = PERMUTE_BROADCAST,
                                                   [CM_OP_Div] = PERMUTE_BROADCAST,
                                                   [CM_OP_Equal] = PERMUTE_BROADCAST,
                                                   [CM_OP_Greater] = PERMUTE_BROADCAST,
                                                   [CM_OP_GreaterOrEqual] = PERMUTE_BROADCAST,
                                                   [CM_OP_Less] = PERMUTE_BROADCAST,
                                                   [CM_OP_LessOrEqual] = PERMUTE_BROADCAST,
                                                   [CM_OP_Max] = PERMUTE_BROADCAST,
                                                   [CM_OP_Mean] = PERMUTE_BROADCAST,
                                                   [CM_OP_Min] = PERMUTE_BROADCAST,
                                                   [CM_OP_Mod] = PERMUTE_BROADCAST,
                                                   [CM_OP_Mul] = PERMUTE_BROADCAST,
                                                   [CM_OP_Or] = PERMUTE_BROADCAST,
                                                   [CM_OP_PRelu] = PERMUTE_BROADCAST,
                                                   [CM_OP_Pow] = PERMUTE_BROADCAST,
                                                   [CM_OP_Sub] = PERMUTE_BROADCAST,
                                                   [CM_OP_Sum] = PERMUTE_BROADCAST,
                                                   [CM_OP_Where] = PERMUTE_BROADCAST,
                                                   [CM_OP_Xor] = PERMUTE_BROADCAST,
                                                   [CM_OP_Hardmax] = PERMUTE_SOFTMAX,
                                                   [CM_OP_LogSoftmax] = PERMUTE_SOFTMAX,
                                                   [CM_OP_Softmax] = PERMUTE_SOFTMAX,
                                                   [CM_OP_ReduceL1] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceL2] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceLogSum] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceLogSumExp] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceMax] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceMean] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceMin] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceProd] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceSum] = PERMUTE_REDUCE,
                                                   [CM_OP_ReduceSumSquare] = PERMUTE_REDUCE,
                                                   [CM_OP_DequantizeLinear] = PERMUTE_QUANTIZE,
                                                   [CM_OP_QuantizeLinear] = PERMUTE_QUANTIZE,
                                                   [CM_OP_DynamicQuantizeLinear] = PERMUTE_DYNAMIC,
                                                   [CM_OP_Concat] = PERMUTE_CONCAT,
                                                   [CM_OP_Split] = PERMUTE_AXIS,
                                                   [CM_OP_ArgMax] = PERMUTE_ARG,
                                                   [CM_OP_ArgMin] = PERMUTE_ARG,
                                                   [CM_OP_Squeeze] = PERMUTE_SQUEEZE,
                                                   [CM_OP_Unsqueeze] = PERMUTE_UNSQUEEZE,
                                                   [CM_OP_Slice] = PERMUTE_SLICE,
                                                   [CM_OP_Pad] = PERMUTE_PAD,
                                                   [CM_OP_Resize] = PERMUTE_RESIZE,
                                                   [CM_OP_Reshape] = PERMUTE_RESHAPE,
                                                   [CM_OP_AveragePool] = PERMUTE_WINDOW,
                                                   [CM_OP_BatchNormalization] = PERMUTE_WINDOW,
                                                   [CM_OP_Conv] = PERMUTE_WINDOW,
                                                   [CM_OP_ConvInteger] = PERMUTE_WINDOW,
                                                   [CM_OP_ConvTranspose] = PERMUTE_WINDOW,
                                                   [CM_OP_GlobalAveragePool] = PERMUTE_WINDOW,
                                                   [CM_OP_GlobalMaxPool] = PERMUTE_WINDOW,
                                                   [CM_OP_DepthToSpace] = PERMUTE_WINDOW,
                                                   [CM_OP_InstanceNormalization] = PERMUTE_WINDOW,
                                                   [CM_OP_LRN] = PERMUTE_WINDOW,
                                                   [CM_OP_MaxPool] = PERMUTE_WINDOW,
                                                   [CM_OP_QLinearConv] = PERMUTE_WINDOW,
                                                   [CM_OP_SpaceToDepth] = PERMUTE_WINDOW};

/* Versions before these broadcast, or name axes, in another way. */
static permute_kind permute_kind_of(const cm_ir *ir, cm_id node) {
    const cm_op *op = ir->info[node].op;
    if (ir->t.node.row[node].dead || op == NULL || op->id >= CM_OP_COUNT) return PERMUTE_NO;
    permute_kind kind = (permute_kind)permute_kinds[op->id];
    int least = kind == PERMUTE_BROADCAST ? 7
                : kind == PERMUTE_SLICE   ? 10
                : kind == PERMUTE_SOFTMAX ? 13
                : kind == PERMUTE_RESHAPE ? 5
                                          : 1;
    return ir->info[node].since >= least ? kind : PERMUTE_NO;
}

/* ---- operands ---- */

/* Elements of input i: a constant of integers, as axes of [0, rank). False where it is none, or names an axis twice. */
static bool permute_axes(const cm_ir *ir, cm_id node, uint32_t i, uint32_t rank, cm_perm *axes) {
    size_t n;
    uint32_t seen = 0;
    cm_id v = cm_ir_in(ir, node, i);
    if (v == CM_NONE || !cm_ir_is_const(ir, v) || !cm_avalue_count(&ir->av[v], &n) ||
        n > CM_MAX_RANK)
        return false;
    axes->rank = (uint8_t)n;
    for (size_t k = 0; k < n; k++) {
        int64_t axis;
        if (!cm_avalue_i64(&ir->av[v], k, &axis) || axis < -(int64_t)rank || axis >= (int64_t)rank)
            return false;
        axes->at[k] = (uint8_t)(axis < 0 ? axis + rank : axis);
        if ((seen >> axes->at[k] & 1) != 0) return false;
        seen |= UINT32_C(1) << axes->at[k];
    }
    return true;
}

/* Attribute axis in [0, rank). */
static bool permute_axis(const cm_ir *ir, cm_id node, uint32_t rank, uint8_t *axis) {
    int64_t a = cm_opt_i32(ir, node, "axis");
    if (a < -(int64_t)rank || a >= (int64_t)rank) return false;
    *axis = (uint8_t)(a < 0 ? a + rank : a);
    return true;
}

static bool permute_is_single(const cm_ir *ir, cm_id value) {
    size_t n;
    return cm_avalue_count(&ir->av[value], &n) && n == 1;
}

/* The rank of input i, or CM_RANK_UNKNOWN. */
static uint32_t permute_rank(const cm_ir *ir, cm_id node, uint32_t i) {
    cm_id v = cm_ir_in(ir, node, i);
    if (v == CM_NONE || ir->av[v].kind != CAMEO_KIND_TENSOR || ir->av[v].dtype == CAMEO_STRING)
        return CM_RANK_UNKNOWN;
    return ir->av[v].rank;
}

/* ---- plans ---- */

/* The permutation that is left of p when the axes of its result (a set of bits) go. */
static cm_perm permute_without(const cm_perm *p, uint32_t axes) {
    cm_perm r = {.rank = 0};
    uint32_t gone = 0;
    for (uint32_t d = 0; d < p->rank; d++) gone |= (axes >> d & 1) << p->at[d];
    for (uint32_t d = 0; d < p->rank; d++) {
        if ((axes >> d & 1) != 0) continue;
        uint32_t before = 0;
        for (uint32_t k = 0; k < p->at[d]; k++) before += (gone >> k & 1) == 0;
        r.at[r.rank++] = (uint8_t)before;
    }
    return r;
}

static uint32_t permute_bits(const cm_perm *axes) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < axes->rank; i++) bits |= UINT32_C(1) << axes->at[i];
    return bits;
}

/* Inputs that are broadcast to in->rank dims: of that rank, of one element, or constant. */
static bool permute_plan_broadcast(const cm_ir *ir, cm_id node, const cm_perm *in) {
    uint32_t most = 0, n_in = ir->t.node.row[node].in.n;
    if (n_in > CM_PERMUTE_OUTPUTS) return false;
    for (uint32_t i = 0; i < n_in; i++) {
        uint32_t rank = permute_rank(ir, node, i);
        cm_id v = cm_ir_in(ir, node, i);
        if (rank == CM_RANK_UNKNOWN || rank > in->rank) return false;
        most = rank > most ? rank : most;
        if (rank == in->rank || permute_is_single(ir, v)) continue;
        if (!cm_ir_is_const(ir, v) || !cm_permute_has_const(ir, v)) return false;
    }
    return most == in->rank;
}

static bool permute_plan_concat(const cm_ir *ir, cm_id node, const cm_perm *in) {
    uint8_t axis;
    if (ir->t.node.row[node].in.n > 4 * CM_PERMUTE_OUTPUTS) return false;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        if (permute_rank(ir, node, i) != in->rank) return false;
    }
    return permute_axis(ir, node, in->rank, &axis);
}

/* Scales for all elements, or along an axis; not in blocks. */
static bool permute_plan_quantize(const cm_ir *ir, cm_id node, const cm_perm *in) {
    uint8_t axis;
    cm_id scale = cm_ir_in(ir, node, 1);
    if (scale == CM_NONE || cm_opt_i32(ir, node, "block_size") != 0) return false;
    if (permute_is_single(ir, scale)) return true;
    return ir->av[scale].rank == 1 && ir->info[node].since >= 13 &&
           permute_axis(ir, node, in->rank, &axis);
}

static bool permute_plan_reduce(const cm_ir *ir, cm_id node, const cm_perm *in, cm_perm *out) {
    cm_perm axes = {.rank = 0};
    if (cm_ir_in(ir, node, 1) != CM_NONE && !permute_axes(ir, node, 1, in->rank, &axes))
        return false;
    if (axes.rank == 0 && cm_opt_i32(ir, node, "noop_with_empty_axes") != 0) return false;
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): in is a permutation of known rank */
    uint32_t all = (UINT32_C(1) << in->rank) - 1;
    *out = cm_opt_i32(ir, node, "keepdims") != 0
               ? *in
               : permute_without(in, axes.rank == 0 ? all : permute_bits(&axes));
    return true;
}

/* Do both move the dims among which `ones` (a set of bits) are not alike? Those are of size 1: they may lie
 * anywhere. */
static bool permute_is_alike(const cm_perm *p, const cm_perm *q, uint32_t ones) {
    uint8_t order[2][CM_MAX_RANK];
    uint32_t n = 0;
    if (p->rank != q->rank) return false;
    for (int side = 0; side < 2; side++) {
        cm_perm back = cm_perm_inverse(side == 0 ? p : q);
        n = 0;
        for (uint32_t k = 0; k < p->rank; k++) {
            if ((ones >> back.at[k] & 1) == 0) order[side][n++] = back.at[k];
        }
    }
    return memcmp(order[0], order[1], n) == 0;
}

/* Channels last, or no permutation, where p is that but for dims of 1 (a set of bits). */
static void permute_straighten(cm_perm *p, uint32_t ones) {
    cm_perm last = cm_perm_channels_last(p->rank), plain = {.rank = p->rank};
    for (uint32_t d = 0; d < p->rank; d++) plain.at[d] = (uint8_t)d;
    if (permute_is_alike(p, &plain, ones))
        *p = plain;
    else if (p->rank >= 3 && permute_is_alike(p, &last, ones))
        *p = last;
}

/* The dims of 1 stand where they stood, or where channels come last with them. */
static bool permute_plan_unsqueeze(const cm_ir *ir, cm_id node, const cm_perm *in, cm_perm *out) {
    size_t n;
    cm_perm axes;
    cm_id v = cm_ir_in(ir, node, 1);
    uint8_t place[CM_MAX_RANK]; /* of the input's dims among the result's */
    if (v == CM_NONE || !cm_avalue_count(&ir->av[v], &n) || n > CM_MAX_RANK - (size_t)in->rank)
        return false;
    uint32_t rank = in->rank + (uint32_t)n;
    if (!permute_axes(ir, node, 1, rank, &axes)) return false;
    uint32_t bits = permute_bits(&axes), k = 0;
    for (uint32_t d = 0; d < rank; d++) {
        if ((bits >> d & 1) == 0) place[k++] = (uint8_t)d;
    }
    *out = (cm_perm){.rank = (uint8_t)rank};
    k = 0;
    for (uint32_t d = 0; d < rank; d++)
        out->at[d] = (bits >> d & 1) != 0 ? (uint8_t)d : place[in->at[k++]];
    permute_straighten(out, bits);
    return true;
}

/* Input i is a constant of n elements. */
static bool permute_is_list(const cm_ir *ir, cm_id node, uint32_t i, size_t n) {
    size_t count;
    cm_id v = cm_ir_in(ir, node, i);
    return v != CM_NONE && cm_ir_is_const(ir, v) && ir->av[v].data != NULL &&
           cm_avalue_count(&ir->av[v], &count) && count == n;
}

static bool permute_plan_slice(const cm_ir *ir, cm_id node, const cm_perm *in) {
    size_t n;
    cm_perm axes;
    cm_id starts = cm_ir_in(ir, node, 1);
    if (cm_ir_in(ir, node, 3) != CM_NONE) return permute_axes(ir, node, 3, in->rank, &axes);
    return starts != CM_NONE && cm_avalue_count(&ir->av[starts], &n) && n <= in->rank;
}

static bool permute_plan_pad(const cm_ir *ir, cm_id node, const cm_perm *in) {
    cm_perm axes;
    if (cm_ir_in(ir, node, 3) != CM_NONE) return permute_axes(ir, node, 3, in->rank, &axes);
    return permute_is_list(ir, node, 1, (size_t)2 * in->rank);
}

/* The input of a Resize that has an element per dim, or 0: one that is not computed, no region, no axes. */
static uint32_t permute_resize_list(const cm_ir *ir, cm_id node, uint32_t rank) {
    size_t n;
    const int32_t *axes;
    if (cm_opt_is_choice(ir, node, "coordinate_transformation_mode", "tf_crop_and_resize")) return 0;
    if (cm_opt_list(ir, node, "axes", &axes) != 0) return 0;
    if (!cm_opt_is_choice(ir, node, "keep_aspect_ratio_policy", "stretch")) return 0;
    uint32_t scales = ir->info[node].since < 11 ? 1 : 2;
    cm_id sizes = ir->info[node].since < 11 ? CM_NONE : cm_ir_in(ir, node, 3);
    bool sized = sizes != CM_NONE && !(cm_avalue_count(&ir->av[sizes], &n) && n == 0);
    uint32_t i = sized ? 3 : scales;
    return permute_is_list(ir, node, i, rank) ? i : 0;
}

/* ---- Reshape ---- */

/* A list of dims without those of 1. */
typedef struct permute_dims {
    uint8_t n;
    uint8_t at[CM_MAX_RANK];    /* which dims of the tensor */
    uint8_t block[CM_MAX_RANK]; /* of x and y: which hold the same elements in the same order */
    uint32_t ones;              /* the others, a set of bits */
} permute_dims;

/* False: a dim that is not known, or 0. */
static bool permute_dims_of(const cm_dim *dims, uint32_t rank, permute_dims *l) {
    *l = (permute_dims){.n = 0};
    for (uint32_t d = 0; d < rank; d++) {
        if (!cm_dim_is_known(dims[d]) || dims[d] == 0) return false;
        if (dims[d] == 1)
            l->ones |= UINT32_C(1) << d;
        else
            l->at[l->n++] = (uint8_t)d;
    }
    return true;
}

/* Divides the dims of x and y into blocks of equal products, as small as they can be told. */
static bool permute_find_blocks(cm_dims *t, const cm_dim *x, permute_dims *lx, const cm_dim *y,
                                permute_dims *ly) {
    uint8_t i = 0, j = 0, block = 0;
    for (; i < lx->n && j < ly->n; block++) {
        cm_dim p = x[lx->at[i]], q = y[ly->at[j]];
        lx->block[i++] = ly->block[j++] = block;
        while (cm_dim_equal(t, p, q) != CM_YES) {
            if (i < lx->n && cm_dim_le(t, p, q) == CM_YES) {
                p = cm_dim_mul(t, p, x[lx->at[i]]);
                lx->block[i++] = block;
            } else if (j < ly->n && cm_dim_le(t, q, p) == CM_YES) {
                q = cm_dim_mul(t, q, y[ly->at[j]]);
                ly->block[j++] = block;
            } else {
                return false;
            }
        }
    }
    return i == lx->n && j == ly->n;
}

/* What y is a permutation by where x, of the same bytes, is one by *in: the blocks of y in the order of those of x. */
static bool permute_reshaped(cm_dims *t, const cm_dim *x, const cm_perm *in, const cm_dim *y,
                             uint32_t y_rank, cm_perm *out) {
    permute_dims lx, ly;
    cm_perm back = cm_perm_inverse(in);
    uint8_t order[CM_MAX_RANK], n_order = 0, of[CM_MAX_RANK] = {0};
    if (!permute_dims_of(x, in->rank, &lx) || !permute_dims_of(y, y_rank, &ly) ||
        !permute_find_blocks(t, x, &lx, y, &ly))
        return false;
    for (uint32_t i = 0; i < lx.n; i++) of[lx.at[i]] = (uint8_t)i;
    uint32_t before = 0; /* one more than the index of the dim before */
    for (uint32_t k = 0; k < in->rank; k++) {
        if ((lx.ones >> back.at[k] & 1) != 0) continue;
        uint32_t i = of[back.at[k]];
        if (i == 0 || lx.block[i - 1] != lx.block[i])
            order[n_order++] = lx.block[i];
        else if (before != i)
            return false; /* a block that lies in pieces, or its dims in another order */
        before = i + 1;
    }
    *out = (cm_perm){.rank = (uint8_t)y_rank};
    uint8_t next = 0;
    for (uint32_t d = 0; d < y_rank && (ly.ones >> d & 1) != 0; d++) out->at[d] = next++;
    for (uint32_t k = 0; k < n_order; k++) {
        for (uint32_t j = 0; j < ly.n; j++) {
            if (ly.block[j] != order[k]) continue;
            uint32_t d = ly.at[j];
            do { /* dims of 1 follow the dim before them */
                out->at[d++] = next++;
            } while (d < y_rank && (ly.ones >> d & 1) != 0);
        }
    }
    permute_straighten(out, ly.ones);
    return true;
}

/* The target [rank] that gives w, of which y is the permutation *out, from what x is the permutation *in of. */
static bool permute_target(cm_dims *t, const cm_dim *x, const cm_perm *in, const cm_dim *y,
                           const cm_perm *out, int64_t *target) {
    cm_perm from = cm_perm_inverse(in), to = cm_perm_inverse(out);
    uint32_t n_free = 0;
    bool empty = false;
    for (uint32_t k = 0; k < out->rank; k++) {
        cm_dim d = y[to.at[k]];
        bool taken = k < in->rank && cm_dim_equal(t, x[from.at[k]], d) == CM_YES;
        target[k] = cm_dim_is_const(d) ? d : taken ? 0 : -1;
        if (cm_dim_is_const(d)) continue;
        n_free += !taken;
        empty = empty || (taken && cm_dim_le(t, 1, d) != CM_YES);
    }
    return n_free == 0 || (n_free == 1 && !empty);
}

/* Dims of x and y of a Reshape; false: unknown. */
static bool permute_reshape_dims(const cm_ir *ir, cm_id node, const cm_dim **x, const cm_dim **y,
                                 uint32_t *y_rank) {
    cm_id to = cm_ir_out(ir, node, 0);
    if (permute_rank(ir, node, 0) == CM_RANK_UNKNOWN || to == CM_NONE ||
        ir->av[to].kind != CAMEO_KIND_TENSOR || ir->av[to].rank == CM_RANK_UNKNOWN)
        return false;
    *x = ir->av[cm_ir_in(ir, node, 0)].dims;
    *y = ir->av[to].dims;
    *y_rank = ir->av[to].rank;
    return true;
}

static bool permute_plan_reshape(const cm_ir *ir, cm_id node, const cm_perm *in, cm_perm *out) {
    const cm_dim *x, *y;
    uint32_t y_rank;
    int64_t target[CM_MAX_RANK];
    return permute_reshape_dims(ir, node, &x, &y, &y_rank) &&
           permute_reshaped(ir->dims, x, in, y, y_rank, out) &&
           permute_target(ir->dims, x, in, y, out, target);
}

/* ---- operators with windows ---- */

/* Output channels of a group of a ConvTranspose, at least: less do not fill a vector. */
#define PERMUTE_CHANNELS 8

/* A ConvTranspose has a kernel for constant weights alone. Inputs of one position are better as they are: all their
 * taps are one product. */
static bool permute_plan_convtranspose(const cm_ir *ir, cm_id node) {
    size_t n;
    const cm_avalue *x = &ir->av[cm_ir_in(ir, node, 0)], *w = &ir->av[cm_ir_in(ir, node, 1)];
    bool point = true;
    for (uint32_t d = 2; d < x->rank; d++) point = point && x->dims[d] == 1;
    return cm_ir_is_const(ir, cm_ir_in(ir, node, 1)) && cm_avalue_count(w, &n) && n > 0 && w->rank == x->rank &&
           w->dims[1] >= PERMUTE_CHANNELS && !point;
}

/* QLinearConv and ConvInteger of constant weights. */
static bool permute_is_qconv(const cm_ir *ir, cm_id node) {
    bool whole = cm_opt_is(ir, node, CM_OP_ConvInteger);
    cm_id w = cm_ir_in(ir, node, whole ? 1 : 3);
    return (whole || cm_opt_is(ir, node, CM_OP_QLinearConv)) && cm_ir_is_const(ir, w) && ir->av[w].rank >= 3;
}

/* Has the node a kernel for channels that come last? */
static bool permute_has_kernel(const cm_ir *ir, cm_id node) {
    int dtype = ir->av[cm_ir_in(ir, node, 0)].dtype;
    bool byte = dtype == CAMEO_INT8 || dtype == CAMEO_UINT8;
    if (dtype == CAMEO_FLOAT) return true;
    bool moves = cm_opt_is(ir, node, CM_OP_MaxPool) || cm_opt_is(ir, node, CM_OP_DepthToSpace) ||
                 cm_opt_is(ir, node, CM_OP_SpaceToDepth);
    return byte && (moves || permute_is_qconv(ir, node));
}

/* Float, or a kernel of integers; channels behind the batch and to come last, and only the first result wanted. */
static bool permute_plan_window(const cm_ir *ir, cm_id node, const cm_perm *in) {
    int32_t last;
    const void *field = cm_opt_field(ir, node, "channels_last");
    cm_perm want = cm_perm_channels_last(in->rank);
    if (field == NULL || in->rank < 3 || !cm_perm_equal(in, &want)) return false;
    memcpy(&last, field, sizeof last);
    if (last != 0 || !permute_has_kernel(ir, node)) return false;
    if (cm_opt_is(ir, node, CM_OP_BatchNormalization) && cm_opt_i32(ir, node, "spatial") == 0) return false;
    for (uint32_t k = 0; k < ir->t.node.row[node].out.n; k++) {
        cm_id v = cm_ir_out(ir, node, k);
        if (v != CM_NONE && (k > 0 || ir->av[v].rank != in->rank)) return false;
    }
    if (cm_opt_is(ir, node, CM_OP_ConvTranspose)) return permute_plan_convtranspose(ir, node);
    cm_id sum = cm_ir_in(ir, node, CM_IN_SUM);
    return !cm_opt_is(ir, node, CM_OP_Conv) || sum == CM_NONE || ir->av[sum].rank == in->rank;
}

bool cm_permute_is_for_layout(const cm_ir *ir, cm_id node) {
    permute_kind kind = permute_kind_of(ir, node);
    return kind == PERMUTE_WINDOW || kind == PERMUTE_RESHAPE || kind == PERMUTE_DYNAMIC;
}

bool cm_permute_plan(const cm_ir *ir, cm_id node, const cm_perm *in, cm_perm *out) {
    uint8_t axis;
    cm_perm axes;
    permute_kind kind = permute_kind_of(ir, node);
    *out = *in;
    if (kind == PERMUTE_NO || ir->t.node.row[node].out.n > CM_PERMUTE_OUTPUTS) return false;
    if (kind == PERMUTE_BROADCAST) return permute_plan_broadcast(ir, node, in);
    if (permute_rank(ir, node, 0) != in->rank) return false;
    switch (kind) {
    case PERMUTE_QUANTIZE: return permute_plan_quantize(ir, node, in);
    case PERMUTE_CONCAT: return permute_plan_concat(ir, node, in);
    case PERMUTE_AXIS:
    case PERMUTE_SOFTMAX: return permute_axis(ir, node, in->rank, &axis);
    case PERMUTE_ARG:
        if (!permute_axis(ir, node, in->rank, &axis)) return false;
        if (cm_opt_i32(ir, node, "keepdims") == 0)
            *out = permute_without(in, UINT32_C(1) << axis);
        return true;
    case PERMUTE_REDUCE: return permute_plan_reduce(ir, node, in, out);
    case PERMUTE_SQUEEZE:
        if (!permute_axes(ir, node, 1, in->rank, &axes)) return false;
        *out = permute_without(in, permute_bits(&axes));
        return true;
    case PERMUTE_UNSQUEEZE: return permute_plan_unsqueeze(ir, node, in, out);
    case PERMUTE_SLICE: return permute_plan_slice(ir, node, in);
    case PERMUTE_PAD: return permute_plan_pad(ir, node, in);
    case PERMUTE_RESIZE: return permute_resize_list(ir, node, in->rank) != 0;
    case PERMUTE_RESHAPE: return permute_plan_reshape(ir, node, in, out);
    case PERMUTE_WINDOW: return permute_plan_window(ir, node, in);
    default: return true;
    }
}

bool cm_permute_plan_back(const cm_ir *ir, cm_id node, const cm_perm *out, cm_perm *in) {
    cm_perm got;
    const cm_dim *x, *y;
    uint32_t y_rank, rank = permute_rank(ir, node, 0);
    *in = *out;
    if (permute_kind_of(ir, node) == PERMUTE_RESHAPE) {
        if (!permute_reshape_dims(ir, node, &x, &y, &y_rank) || y_rank != out->rank ||
            !permute_reshaped(ir->dims, y, out, x, rank, in))
            return false;
    }
    if (cm_permute_plan(ir, node, in, &got) && cm_perm_equal(&got, out)) return true;
    if (rank == CM_RANK_UNKNOWN || rank < 3) return false;
    *in = cm_perm_channels_last(rank);
    return cm_permute_plan(ir, node, in, &got) && cm_perm_equal(&got, out);
}

bool cm_permute_moves(const cm_ir *ir, cm_id node, uint32_t i) {
    permute_kind kind = permute_kind_of(ir, node);
    cm_id v = cm_ir_in(ir, node, i);
    if (v == CM_NONE) return false;
    if (kind == PERMUTE_CONCAT) return true;
    if (kind == PERMUTE_WINDOW && i == CM_IN_SUM) return cm_opt_is(ir, node, CM_OP_Conv);
    if (kind != PERMUTE_BROADCAST) return i == 0;
    return !permute_is_single(ir, v);
}

bool cm_permute_gives(const cm_ir *ir, cm_id node, uint32_t k) {
    return cm_ir_out(ir, node, k) != CM_NONE && (k == 0 || permute_kind_of(ir, node) != PERMUTE_DYNAMIC);
}

/* ---- renaming ---- */

/* Input i becomes a constant of its dtype (int64 where it is absent: `like` tells) with these elements. */
static cameo_status permute_set_list(cm_ir *ir, cm_id node, uint32_t i, const int64_t *x,
                                     uint32_t n, int dtype) {
    int64_t dim = n;
    cm_id fresh;
    int64_t *wide = CM_ARENA_NEW_N(ir->work, int64_t, n);
    if (wide == NULL) return cm_ir_nomem(ir);
    for (uint32_t k = 0; k < n; k++) {
        if (dtype == CAMEO_INT32)
            ((int32_t *)(void *)wide)[k] = (int32_t)x[k];
        else
            wide[k] = x[k];
    }
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, dtype, 1, &dim, wide, &fresh));
    return cm_ir_set_in(ir, node, i, fresh);
}

/* The axes in input i, counted in what the input is permuted from. */
static cameo_status permute_rename(cm_ir *ir, cm_id node, uint32_t i, const cm_perm *in) {
    cm_perm axes;
    int64_t x[CM_MAX_RANK];
    cm_id v = cm_ir_in(ir, node, i);
    if (v == CM_NONE || !permute_axes(ir, node, i, in->rank, &axes)) return CAMEO_OK;
    for (uint32_t k = 0; k < axes.rank; k++) x[k] = in->at[axes.at[k]];
    return permute_set_list(ir, node, i, x, axes.rank, ir->av[v].dtype);
}

static cameo_status permute_rename_axis(cm_ir *ir, cm_id node, const cm_perm *in) {
    uint8_t axis;
    if (!permute_axis(ir, node, in->rank, &axis)) return CAMEO_OK;
    return cm_ir_set_int(ir, node, "axis", in->at[axis]);
}

/* Slice without axes names the first ones. */
static cameo_status permute_rename_slice(cm_ir *ir, cm_id node, const cm_perm *in) {
    size_t n;
    int64_t x[CM_MAX_RANK];
    cm_id starts = cm_ir_in(ir, node, 1);
    if (cm_ir_in(ir, node, 3) != CM_NONE) return permute_rename(ir, node, 3, in);
    if (!cm_avalue_count(&ir->av[starts], &n) || n > in->rank) return CAMEO_OK;
    for (uint32_t k = 0; k < n; k++) x[k] = in->at[k];
    return permute_set_list(ir, node, 3, x, (uint32_t)n, ir->av[starts].dtype);
}

static cameo_status permute_rename_pad(cm_ir *ir, cm_id node, const cm_perm *in) {
    int64_t x[2 * CM_MAX_RANK] = {0};
    cm_id pads = cm_ir_in(ir, node, 1);
    if (cm_ir_in(ir, node, 3) != CM_NONE) return permute_rename(ir, node, 3, in);
    for (uint32_t d = 0; d < in->rank; d++) {
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t to = in->at[d] + side * in->rank;
            if (!cm_avalue_i64(&ir->av[pads], d + side * in->rank, &x[to])) return CAMEO_OK;
        }
    }
    return permute_set_list(ir, node, 1, x, 2 * (uint32_t)in->rank, ir->av[pads].dtype);
}

static cameo_status permute_rename_resize(cm_ir *ir, cm_id node, const cm_perm *in) {
    int64_t dim = in->rank;
    uint32_t i = permute_resize_list(ir, node, in->rank);
    if (i == 0) return CAMEO_OK;
    cm_id v = cm_ir_in(ir, node, i), fresh;
    size_t width = cm_dtype_swap_width((cameo_dtype)ir->av[v].dtype);
    uint8_t *to = cm_arena_alloc(ir->work, width * in->rank, 8);
    const uint8_t *from = ir->av[v].data;
    if (to == NULL) return cm_ir_nomem(ir);
    for (uint32_t d = 0; d < in->rank; d++) memcpy(to + width * in->at[d], from + width * d, width);
    CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, ir->av[v].dtype, 1, &dim, to, &fresh));
    return cm_ir_set_in(ir, node, i, fresh);
}

/* The new dims of an Unsqueeze where cm_permute_plan put them. */
static cameo_status permute_rename_unsqueeze(cm_ir *ir, cm_id node, const cm_perm *in) {
    cm_perm out, axes;
    int64_t x[CM_MAX_RANK];
    cm_id v = cm_ir_in(ir, node, 1);
    if (!permute_plan_unsqueeze(ir, node, in, &out) || !permute_axes(ir, node, 1, out.rank, &axes))
        return CAMEO_OK;
    for (uint32_t k = 0; k < axes.rank; k++) x[k] = out.at[axes.at[k]];
    return permute_set_list(ir, node, 1, x, axes.rank, ir->av[v].dtype);
}

static cameo_status permute_rename_reshape(cm_ir *ir, cm_id node, const cm_perm *in) {
    const cm_dim *x, *y;
    cm_perm out;
    uint32_t y_rank;
    int64_t target[CM_MAX_RANK];
    if (!permute_reshape_dims(ir, node, &x, &y, &y_rank) ||
        !permute_reshaped(ir->dims, x, in, y, y_rank, &out) ||
        !permute_target(ir->dims, x, in, y, &out, target))
        return CAMEO_OK;
    CM_TRY(permute_set_list(ir, node, 1, target, y_rank, CAMEO_INT64));
    if (cm_opt_i32(ir, node, "allowzero") == 0) return CAMEO_OK;
    return cm_ir_set_int(ir, node, "allowzero", 0);
}

cameo_status cm_permute_apply(cm_ir *ir, cm_id node, const cm_perm *in) {
    const int32_t last = 1;
    cameo_error ignored = {0};
    switch (permute_kind_of(ir, node)) {
    case PERMUTE_QUANTIZE:
        if (permute_is_single(ir, cm_ir_in(ir, node, 1))) return CAMEO_OK;
        CM_TRY(permute_rename_axis(ir, node, in));
        break;
    case PERMUTE_CONCAT:
    case PERMUTE_AXIS:
    case PERMUTE_SOFTMAX:
    case PERMUTE_ARG: CM_TRY(permute_rename_axis(ir, node, in)); break;
    case PERMUTE_REDUCE:
    case PERMUTE_SQUEEZE: CM_TRY(permute_rename(ir, node, 1, in)); break;
    case PERMUTE_SLICE: CM_TRY(permute_rename_slice(ir, node, in)); break;
    case PERMUTE_PAD: CM_TRY(permute_rename_pad(ir, node, in)); break;
    case PERMUTE_RESIZE: CM_TRY(permute_rename_resize(ir, node, in)); break;
    case PERMUTE_UNSQUEEZE: CM_TRY(permute_rename_unsqueeze(ir, node, in)); break;
    case PERMUTE_RESHAPE: CM_TRY(permute_rename_reshape(ir, node, in)); break;
    case PERMUTE_WINDOW:
        memcpy(cm_opt_field(ir, node, "channels_last"), &last, sizeof last);
        return CAMEO_OK;
    default: return CAMEO_OK;
    }
    return cm_ir_parse_node(ir, node, &ignored);
}

/* ---- new nodes ---- */

cameo_status cm_permute_new_value(cm_ir *ir, cm_id graph, cm_id value, const cm_perm *by, cm_id *moved) {
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, moved));
    cm_avalue w = ir->av[value];
    w.data = NULL;
    w.elem = NULL;
    w.n_elem = CM_NONE;
    for (uint32_t d = 0; d < by->rank; d++) w.dims[by->at[d]] = ir->av[value].dims[d];
    ir->av[*moved] = w;
    return CAMEO_OK;
}

cameo_status cm_permute_transpose(cm_opt *o, cm_id before, cm_id like, cm_id x, const cm_perm *p, cm_id y) {
    cm_ir *ir = o->ir;
    cm_id added;
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[like].graph, before, like, &x, 1, &y, 1, &added));
    CM_TRY(cm_opt_become(ir, added, "Transpose"));
    CM_TRY(cm_perm_set(ir, added, p));
    return cm_opt_touch(o, added, false);
}

/* ---- sizes ---- */

int64_t cm_permute_bytes(const cm_ir *ir, cm_id value) {
    const cm_avalue *v = &ir->av[value];
    size_t width = 1;
    int64_t n = 1;
    if (cm_dtype_bytes((cameo_dtype)v->dtype, 1, &width) != CAMEO_OK) width = 1;
    for (uint32_t d = 0; v->rank != CM_RANK_UNKNOWN && d < v->rank; d++) {
        int64_t dim = cm_dim_is_const(v->dims[d]) ? v->dims[d] : PERMUTE_FREE_DIM;
        if (dim <= 0) return 1;
        if (n > (INT64_C(1) << 40) / dim) return INT64_C(1) << 40;
        n *= dim;
    }
    return n * (int64_t)width;
}

bool cm_permute_is_view(const cm_ir *ir, cm_id value, const cm_perm *p) {
    const cm_avalue *v = &ir->av[value];
    cm_perm plain = {.rank = p->rank};
    uint32_t ones = 0;
    if (v->rank != p->rank) return false;
    for (uint32_t d = 0; d < p->rank; d++) {
        plain.at[d] = (uint8_t)d;
        ones |= (uint32_t)(v->dims[d] == 1) << d;
    }
    return permute_is_alike(p, &plain, ones);
}

/* ---- constants ---- */

bool cm_permute_has_const(const cm_ir *ir, cm_id value) {
    size_t size = 0, n, bytes;
    if (!cm_ir_is_const(ir, value) || !cm_avalue_count(&ir->av[value], &n)) return false;
    cameo_dtype dtype = (cameo_dtype)ir->av[value].dtype;
    if (dtype == CAMEO_STRING || cm_ir_const_bytes(ir, value, &size) == NULL) return false;
    if (cm_dtype_bytes(dtype, n, &bytes) != CAMEO_OK || bytes > PERMUTE_BYTES || bytes > size)
        return false;
    size_t width, swapped = cm_dtype_swap_width(dtype);
    if (cm_dtype_bytes(dtype, 1, &width) != CAMEO_OK || bytes != n * width)
        return false; /* packed */
    return swapped <= 1 || swapped == width;
}

/* Element j of the result lies where its dims, in p's order, lie in the source */
cameo_status cm_permute_const(cm_ir *ir, cm_id value, const cm_perm *p, cm_id *moved) {
    size_t size, n, stride[CM_MAX_RANK], below = 1;
    int64_t from_dims[CM_MAX_RANK], dims[CM_MAX_RANK] = {0};
    const cm_avalue *v = &ir->av[value];
    cameo_dtype dtype = (cameo_dtype)v->dtype;
    const cm_payload *payload = &ir->t.tensor.row[ir->t.value.row[value].init].payload;
    const uint8_t *from = cm_ir_const_bytes(ir, value, &size);
    size_t width;
    bool swap = cm_payload_is_swapped(payload, dtype);
    CM_TRY(cm_dtype_bytes(dtype, 1, &width));
    if (from == NULL || !cm_avalue_count(v, &n))
        return CM_FAIL(ir->e, CAMEO_E_INTERNAL, "a constant has no bytes");
    for (uint32_t d = 0; d < p->rank; d++) {
        uint32_t missing = p->rank - v->rank;
        from_dims[d] = d < missing ? 1 : v->dims[d - missing];
    }
    for (uint32_t d = p->rank; d-- > 0; below *= (size_t)from_dims[d]) stride[p->at[d]] = below;
    for (uint32_t d = 0; d < p->rank; d++) dims[p->at[d]] = from_dims[d];
    uint8_t *to = cm_arena_alloc(ir->work, n * width, 16);
    if (to == NULL) return cm_ir_nomem(ir);
    for (size_t j = 0; j < n; j++) {
        size_t left = j, at = 0;
        for (uint32_t d = p->rank; d-- > 0; left /= (size_t)dims[d])
            at += left % (size_t)dims[d] * stride[d];
        if (swap)
            cm_copy_swapped(to + j * width, from + at * width, width, width);
        else
            memcpy(to + j * width, from + at * width, width);
    }
    return cm_ir_add_const(ir, ir->t.value.row[value].graph, (int)dtype, p->rank, dims, to, moved);
}
