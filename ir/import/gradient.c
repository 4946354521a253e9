/* gradient.c — Gradient of ai.onnx.preview.training becomes the nodes of a reverse pass over the nodes between its xs
 * and its y, before types are known. What y depends on is followed from the Gradient node back; the values of xs and zs
 * are its leaves, other values from outside count as constants. Where an input of the node is not the value that xs or
 * zs names, the nodes that depend on it are computed again with it.
 *
 * The rule of each operator is a text as kernels/bodies.c has them: 0 is the gradient of the node's output, 1 the
 * output, 2 and up its inputs; A, B ... are the gradients of its inputs, wanted (?A) where they depend on xs. Inputs of
 * which the text says nothing have none: shapes, axes, conditions. Operators without a rule are refused by name. The
 * gradient of a tensor y is that of the sum of its elements. */
#include "ir/ir_impl.h"
#include "ir/schema.h"

/* `to` = v summed over the dims along which the value `like` was broadcast, if condition `if`. */
#define SUM_TO(if, to, v, like)                                                                                       \
    if "s=Shape(" like ") " if "t=Shape(" v ") " if "r=Size(t) " if "q=Size(s) " if "r=Sub(r,q) "                     \
    if "r=Reshape(r,[1]) " if "r=Expand(#1,r) " if "o=Concat(r,s;axis=0) " if "o=Equal(o,t) " if "o=Not(o) "          \
    if "o=NonZero(o) " if "o=Reshape(o,[-1]) " if "w=ReduceSum(" v ",o;noop_with_empty_axes=1) "                      \
    if to "=Reshape(w,s;allowzero=1) "
/* Before version 7 operands were broadcast by an attribute. */
#define OLD "?since<7 Fail(the gradient of an operator below version 7) "
#define LIKE_INPUT "s=Shape(2) A=Reshape(0,s;allowzero=1)"
/* What was reduced: a is the gradient with the dims that were, s the dims to spread it over. */
#define REDUCED                                                                                                       \
    "?axes k=ReduceSum(2,&axes;keepdims=1,noop_with_empty_axes) "                                                     \
    "!axes k=ReduceSum(2,3;keepdims=1,noop_with_empty_axes) k=Shape(k) a=Reshape(0,k;allowzero=1) s=Shape(2) "

typedef struct gradient_rule {
    const char *op_type;
    const char *text; /* NULL: the result does not vary with the inputs, or in steps alone */
} gradient_rule;

static const gradient_rule gradient_rules[] = {
    {"Abs", "a=Sign(2) A=Mul(0,a)"},
    {"Add", OLD SUM_TO("?A ", "A", "0", "2") SUM_TO("?B ", "B", "0", "3")},
    {"And", NULL},
    {"ArgMax", NULL},
    {"ArgMin", NULL},
    {"Cast", "A=CastLike(0,2)"},
    {"CastLike", "A=CastLike(0,2)"},
    {"Ceil", NULL},
    {"ConstantOfShape", NULL},
    {"Cos", "a=Sin(2) a=Mul(0,a) A=Neg(a)"},
    {"Div", OLD "a=Div(0,3) " SUM_TO("?A ", "A", "a", "2") "?B b=Mul(a,1) ?B b=Neg(b) " SUM_TO("?B ", "B", "b", "3")},
    {"Equal", NULL},
    {"Erf", "a=Mul(2,2) a=Neg(a) a=Exp(a) a=Mul(a,^1.1283791670955126) A=Mul(0,a)"}, /* 2 / sqrt(pi) */
    {"Exp", "A=Mul(0,1)"},
    {"Expand", SUM_TO("?A ", "A", "0", "2")},
    {"Flatten", LIKE_INPUT},
    {"Floor", NULL},
    {"Gemm", OLD
     "?A !transA=1 !transB=1 A=Gemm(0,3;alpha,transB=1) ?A !transA=1 ?transB=1 A=Gemm(0,3;alpha) "
     "?A ?transA=1 !transB=1 A=Gemm(3,0;alpha,transB=1) ?A ?transA=1 ?transB=1 A=Gemm(3,0;alpha,transA=1,transB=1) "
     "?B !transA=1 !transB=1 B=Gemm(2,0;alpha,transA=1) ?B !transA=1 ?transB=1 B=Gemm(0,2;alpha,transA=1) "
     "?B ?transA=1 !transB=1 B=Gemm(2,0;alpha) ?B ?transA=1 ?transB=1 B=Gemm(0,2;alpha,transA=1,transB=1) "
     "?C c=Mul(0,^beta) " SUM_TO("?C ", "C", "c", "4")},
    {"Greater", NULL},
    {"GreaterOrEqual", NULL},
    {"Identity", "A=Identity(0)"},
    {"IsInf", NULL},
    {"IsNaN", NULL},
    {"LeakyRelu", "m=Less(2,^0) a=Mul(0,^alpha) A=Where(m,a,0)"},
    {"Less", NULL},
    {"LessOrEqual", NULL},
    {"Log", "A=Div(0,2)"},
    {"LogSoftmax", "?since<13 Fail(the gradient of LogSoftmax below version 13) "
                   "r=ReduceSum(0,[axis];keepdims=1) e=Exp(1) e=Mul(e,r) A=Sub(0,e)"},
    {"MatMul", "?rank2=1 Fail(the gradient of MatMul of a vector) ?rank3=1 Fail(the gradient of MatMul of a vector) "
               "?A b=Einsum(3;equation='...ij->...ji') ?A b=MatMul(0,b) " SUM_TO("?A ", "A", "b", "2")
               "?B a=Einsum(2;equation='...ij->...ji') ?B a=MatMul(a,0) " SUM_TO("?B ", "B", "a", "3")},
    {"Mul", OLD "?A a=Mul(0,3) " SUM_TO("?A ", "A", "a", "2") "?B b=Mul(0,2) " SUM_TO("?B ", "B", "b", "3")},
    {"Neg", "A=Neg(0)"},
    {"NonZero", NULL},
    {"Not", NULL},
    {"Or", NULL},
    /* Of the exponent: y log x, where x is positive. */
    {"Pow", OLD "e=CastLike(3,0) ?A h=Sub(e,^1) ?A a=Pow(2,h) ?A a=Mul(a,e) ?A a=Mul(a,0) "
            SUM_TO("?A ", "A", "a", "2")
            "?B m=Greater(2,^0) ?B l=Where(m,2,^1) ?B l=Log(l) ?B b=Mul(l,1) ?B b=Mul(b,0) ?B b=CastLike(b,3) "
            SUM_TO("?B ", "B", "b", "3")},
    {"Reciprocal", "a=Mul(1,1) a=Mul(0,a) A=Neg(a)"},
    {"ReduceMean", REDUCED "n=Size(2) m=Size(1) m=Max(m,#1) n=Div(n,m) n=CastLike(n,0) a=Div(a,n) A=Expand(a,s)"},
    {"ReduceSum", REDUCED "A=Expand(a,s)"},
    {"Relu", "m=Greater(2,^0) A=Where(m,0,^0)"},
    {"Reshape", LIKE_INPUT},
    {"Round", NULL},
    {"Shape", NULL},
    {"Sigmoid", "a=Sub(^1,1) a=Mul(a,1) A=Mul(0,a)"},
    {"Sign", NULL},
    {"Sin", "a=Cos(2) A=Mul(0,a)"},
    {"Size", NULL},
    {"Softmax", "?since<13 Fail(the gradient of Softmax below version 13) "
                "a=Mul(0,1) r=ReduceSum(a,[axis];keepdims=1) a=Sub(0,r) A=Mul(a,1)"},
    {"Softplus", "a=Sigmoid(2) A=Mul(0,a)"},
    {"Sqrt", "a=Add(1,1) A=Div(0,a)"},
    {"Squeeze", LIKE_INPUT},
    {"Sub", OLD SUM_TO("?A ", "A", "0", "2") "?B n=Neg(0) " SUM_TO("?B ", "B", "n", "3")},
    {"Sum", SUM_TO("?A ", "A", "0", "2") SUM_TO("?B ", "B", "0", "3") SUM_TO("?C ", "C", "0", "4")
            SUM_TO("?D ", "D", "0", "5") SUM_TO("?E ", "E", "0", "6") SUM_TO("?F ", "F", "0", "7")
            SUM_TO("?G ", "G", "0", "8") SUM_TO("?H ", "H", "0", "9")},
    {"Tanh", "a=Mul(1,1) a=Sub(^1,a) A=Mul(0,a)"},
    {"Transpose", "A=Transpose(0;perm)"}, /* the inverse of perm: gradient_inverse */
    {"Unsqueeze", LIKE_INPUT},
    {"Where", "?B b=Where(2,0,^0) " SUM_TO("?B ", "B", "b", "3") "?C c=Where(2,^0,0) " SUM_TO("?C ", "C", "c", "4")},
    {"Xor", NULL},
};

enum {
    GRADIENT_WANTED = 1, /* y depends on it */
    GRADIENT_VARIES = 2, /* it depends on xs */
    GRADIENT_LEAF = 4,   /* xs or zs name it */
    GRADIENT_MAX_IN = 8, /* inputs of a node with a rule */
    /* Each name is looked for among all values, each node goes through all nodes: a file must not be able to ask for
     * that as often as it is long. */
    GRADIENT_MAX_NAMES = 4096,
    GRADIENT_MAX_NODES = 256
};

typedef struct gradient_state {
    cm_ir *ir;
    cm_id node, graph; /* the Gradient */
    uint32_t n_values; /* before anything was added; what follows is parallel to them */
    uint8_t *flags;
    cm_id *instead; /* what is computed in its place, or CM_NONE */
    cm_id *sum;     /* the gradient so far, or CM_NONE */
    cameo_error *e;
} gradient_state;

static const gradient_rule *gradient_find(const gradient_state *s, cm_id node) {
    const cm_node *n = &s->ir->t.node.row[node];
    if (cm_domain_normal(n->domain).n != 0 || cm_ir_is_custom(s->ir, s->ir->info[node].op)) return NULL;
    for (size_t i = 0; i < sizeof gradient_rules / sizeof *gradient_rules; i++) {
        if (cm_str_is(n->op_type, gradient_rules[i].op_type)) return &gradient_rules[i];
    }
    return NULL;
}

/* ---- names ---- */

static cameo_status gradient_value(const gradient_state *s, cm_str name, cm_id *value) {
    *value = CM_NONE;
    for (cm_id v = 0; v < s->n_values; v++) {
        const cm_value *row = &s->ir->t.value.row[v];
        if (row->graph != s->graph || !cm_str_eq(row->name, name)) continue;
        CM_CHECK(*value == CM_NONE, s->e, CAMEO_E_UNSUPPORTED, "unsupported: two values are named \"%.*s\"",
                 CM_STR_ARG(name));
        *value = v;
    }
    CM_CHECK(*value != CM_NONE, s->e, CAMEO_E_MALFORMED, "no value \"%.*s\" in the graph of the node",
             CM_STR_ARG(name));
    return CAMEO_OK;
}

/* The values that xs or zs name are leaves; what the node's inputs from `first` on are stands for them. */
static cameo_status gradient_leaves(gradient_state *s, const char *list, uint32_t first, uint32_t *n) {
    const cm_attr *a = cm_ir_attr(s->ir, s->node, list);
    *n = a == NULL ? 0 : a->list.n;
    CM_CHECK(*n <= s->ir->t.node.row[s->node].in.n - first, s->e, CAMEO_E_MALFORMED,
             "xs and zs have more names than the node inputs");
    for (uint32_t i = 0; i < *n; i++) {
        cm_id v, given = cm_ir_in(s->ir, s->node, first + i);
        CM_TRY(gradient_value(s, s->ir->t.strs.row[a->list.first + i], &v));
        CM_CHECK((s->flags[v] & GRADIENT_LEAF) == 0, s->e, CAMEO_E_MALFORMED, "xs and zs name a value twice");
        CM_CHECK(given != CM_NONE, s->e, CAMEO_E_MALFORMED, "input %u is absent", first + i);
        s->flags[v] |= first == 0 ? GRADIENT_LEAF | GRADIENT_VARIES : GRADIENT_LEAF;
        if (given != v) s->instead[v] = given;
    }
    return CAMEO_OK;
}

/* ---- nodes ---- */

static cm_id gradient_now(const gradient_state *s, cm_id v) {
    return v != CM_NONE && v < s->n_values && s->instead[v] != CM_NONE ? s->instead[v] : v;
}

static bool gradient_is(const gradient_state *s, cm_id v, uint8_t flag) {
    return v != CM_NONE && v < s->n_values && (s->flags[v] & flag) != 0;
}

/* Does y depend on this node? Then it does on its inputs. */
static bool gradient_follow(gradient_state *s, cm_id node) {
    const cm_node *n = &s->ir->t.node.row[node];
    bool wanted = false;
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id v = cm_ir_out(s->ir, node, i);
        wanted = wanted || (gradient_is(s, v, GRADIENT_WANTED) && !gradient_is(s, v, GRADIENT_LEAF));
    }
    for (uint32_t i = 0; wanted && i < n->in.n; i++) {
        cm_id v = cm_ir_in(s->ir, node, i);
        if (v != CM_NONE && v < s->n_values) s->flags[v] |= GRADIENT_WANTED;
    }
    return wanted;
}

/* Does the rule, which may be NULL, make a gradient of input i? */
static bool gradient_has(const gradient_rule *rule, uint32_t i) {
    const char *p = rule == NULL || rule->text == NULL ? "" : rule->text;
    for (; *p != '\0'; p++) {
        if (p[0] == (char)('A' + i) && p[1] == '=' && (p == rule->text || p[-1] == ' ')) return true;
    }
    return rule == NULL || i >= GRADIENT_MAX_IN;
}

/* The node once more, with what stands for its inputs. */
static cameo_status gradient_copy(gradient_state *s, cm_id node) {
    cm_ir *ir = s->ir;
    uint32_t n_in = ir->t.node.row[node].in.n, n_out = ir->t.node.row[node].out.n;
    cm_id copy, *ids = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)n_in + n_out), *out = ids + n_in;
    if (ids == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < n_in; i++) ids[i] = gradient_now(s, cm_ir_in(ir, node, i));
    for (uint32_t i = 0; i < n_out; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        out[i] = CM_NONE;
        if (v == CM_NONE) continue;
        CM_TRY(cm_ir_add_value(ir, s->graph, (cm_str){NULL, 0}, &out[i]));
        if (!gradient_is(s, v, GRADIENT_LEAF)) s->instead[v] = out[i];
    }
    CM_TRY(cm_ir_add_node(ir, s->graph, s->node, node, ids, n_in, out, n_out, &copy));
    ir->info[copy].op = ir->info[node].op;
    ir->info[copy].since = ir->info[node].since;
    return CAMEO_OK;
}

/* Marks what varies with xs, refuses what cannot be differentiated, and computes again what reads other values. */
static cameo_status gradient_forward(gradient_state *s, cm_id node) {
    cm_ir *ir = s->ir;
    const cm_node *n = &ir->t.node.row[node];
    bool varies = false, again = false;
    const gradient_rule *rule = gradient_find(s, node);
    for (uint32_t i = 0; i < n->in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        varies = varies || (gradient_is(s, v, GRADIENT_VARIES) && gradient_has(rule, i));
        again = again || gradient_now(s, v) != v;
    }
    bool inner = ir->info[node].op != NULL && (ir->info[node].op->flags & CM_OPF_CONTROL) != 0;
    CM_CHECK(!inner && (rule != NULL || !varies), s->e, CAMEO_E_UNSUPPORTED, "unsupported: the gradient of %.*s",
             CM_STR_ARG(n->op_type));
    if (varies) {
        CM_CHECK(n->out.n == 1 && n->in.n <= GRADIENT_MAX_IN, s->e, CAMEO_E_UNSUPPORTED,
                 "unsupported: the gradient of %.*s with %u inputs and %u outputs", CM_STR_ARG(n->op_type), n->in.n,
                 n->out.n);
        s->flags[cm_ir_out(ir, node, 0)] |= GRADIENT_VARIES;
    }
    return again ? gradient_copy(s, node) : CAMEO_OK;
}

/* ---- the way back ---- */

static cameo_status gradient_add(gradient_state *s, const char *op_type, const cm_id *in, uint32_t n_in, cm_id *out) {
    cm_ir *ir = s->ir;
    cm_id node, names = s->node;
    if (*out == CM_NONE) CM_TRY(cm_ir_add_value(ir, s->graph, (cm_str){NULL, 0}, out));
    CM_TRY(cm_ir_add_node(ir, s->graph, s->node, names, in, n_in, out, 1, &node));
    return cm_ir_set_op(ir, node, cm_str_from_c(op_type), s->e);
}

/* A tensor with the dims and the dtype of v, of zeros or of ones. */
static cameo_status gradient_fill(gradient_state *s, cm_id v, float x, cm_id *out) {
    cm_id one, dims = CM_NONE, in[2];
    float *number = cm_arena_alloc(s->ir->work, sizeof *number, sizeof *number);
    if (number == NULL) return cm_ir_nomem(s->ir);
    *number = x;
    CM_TRY(cm_ir_add_const(s->ir, s->graph, CAMEO_FLOAT, 0, NULL, number, &one));
    CM_TRY(gradient_add(s, "Shape", &v, 1, &dims));
    in[0] = one;
    in[1] = v;
    one = CM_NONE;
    CM_TRY(gradient_add(s, "CastLike", in, 2, &one));
    in[0] = one;
    in[1] = dims;
    return gradient_add(s, "Expand", in, 2, out);
}

/* The attribute perm of the node becomes its inverse. */
static cameo_status gradient_inverse(gradient_state *s, cm_id node) {
    cm_ir *ir = s->ir;
    const cm_attr *a = cm_ir_attr(ir, node, "perm");
    int64_t inverse[CM_MAX_RANK] = {0};
    if (a == NULL) return CAMEO_OK;
    CM_CHECK(a->list.n <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT, "perm has %u numbers", a->list.n);
    uint32_t n = a->list.n;
    for (uint32_t i = 0; i < n; i++) {
        int64_t to = ir->t.ints.row[a->list.first + i];
        CM_CHECK(to >= 0 && to < n, s->e, CAMEO_E_SHAPE, "perm[%u] is %lld, want 0..%u", i, CM_LL(to), n - 1);
        inverse[to] = i;
    }
    return cm_ir_set_ints(ir, node, "perm", inverse, n);
}

/* Gradients of the node's inputs, from that of its output: by its rule, run as the body of a node that reads what the
 * rule names. */
static cameo_status gradient_backward(gradient_state *s, cm_id node) {
    cm_ir *ir = s->ir;
    cm_id in[GRADIENT_MAX_IN + 2], out[GRADIENT_MAX_IN], y = cm_ir_out(ir, node, 0), rule;
    uint32_t n_in = ir->t.node.row[node].in.n;
    const gradient_rule *how = gradient_find(s, node);
    if (y >= s->n_values || s->sum[y] == CM_NONE || !gradient_is(s, y, GRADIENT_VARIES)) return CAMEO_OK;
    in[0] = s->sum[y];
    in[1] = gradient_now(s, y);
    for (uint32_t i = 0; i < n_in; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        in[i + 2] = gradient_now(s, v);
        out[i] = CM_NONE;
        if (gradient_is(s, v, GRADIENT_VARIES) && gradient_has(how, i))
            CM_TRY(cm_ir_add_value(ir, s->graph, (cm_str){NULL, 0}, &out[i]));
    }
    CM_TRY(cm_ir_add_node(ir, s->graph, s->node, node, in, n_in + 2, out, n_in, &rule));
    ir->info[rule].op = ir->info[node].op;
    ir->info[rule].since = ir->info[node].since;
    CM_TRY(gradient_inverse(s, rule));
    CM_TRY(cm_ir_run_body(ir, rule, how->text, NULL, s->e));
    for (uint32_t i = 0; i < n_in; i++) {
        cm_id v = cm_ir_in(ir, node, i), both[2] = {CM_NONE, out[i]}, sum = CM_NONE;
        if (out[i] == CM_NONE) continue;
        both[0] = s->sum[v];
        if (both[0] != CM_NONE) CM_TRY(gradient_add(s, "Add", both, 2, &sum));
        s->sum[v] = both[0] == CM_NONE ? out[i] : sum;
    }
    return CAMEO_OK;
}

/* ---- all of it ---- */

static cameo_status gradient_begin(gradient_state *s, cm_id *y) {
    cm_ir *ir = s->ir;
    uint32_t n_xs, n_zs, n = s->n_values;
    CM_CHECK(++ir->n_gradients <= GRADIENT_MAX_NODES, s->e, CAMEO_E_LIMIT, "more than %d nodes Gradient",
             GRADIENT_MAX_NODES);
    CM_CHECK(ir->t.node.row[s->node].in.n <= GRADIENT_MAX_NAMES, s->e, CAMEO_E_LIMIT, "%u inputs, want at most %d",
             ir->t.node.row[s->node].in.n, GRADIENT_MAX_NAMES);
    s->flags = CM_ARENA_NEW_N(ir->work, uint8_t, n);
    s->instead = CM_ARENA_NEW_N(ir->work, cm_id, n);
    s->sum = CM_ARENA_NEW_N(ir->work, cm_id, n);
    if (s->flags == NULL || s->instead == NULL || s->sum == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < n; i++) s->instead[i] = s->sum[i] = CM_NONE;
    CM_TRY(gradient_leaves(s, "xs", 0, &n_xs));
    CM_TRY(gradient_leaves(s, "zs", n_xs, &n_zs));
    CM_CHECK(n_xs + n_zs == ir->t.node.row[s->node].in.n && ir->t.node.row[s->node].out.n <= n_xs, s->e,
             CAMEO_E_MALFORMED, "%u inputs and %u outputs for %u xs and %u zs", ir->t.node.row[s->node].in.n,
             ir->t.node.row[s->node].out.n, n_xs, n_zs);
    CM_TRY(gradient_value(s, cm_ir_attr(ir, s->node, "y")->s, y));
    s->flags[*y] |= GRADIENT_WANTED;
    return CAMEO_OK;
}

/* The nodes that y depends on, in the order of the graph. */
static cameo_status gradient_nodes(gradient_state *s, cm_id **list, uint32_t *n) {
    cm_ir *ir = s->ir;
    uint32_t n_all = 0, at;
    for (cm_id i = ir->info[s->node].prev; i != CM_NONE; i = ir->info[i].prev) {
        n_all += !ir->t.node.row[i].dead && gradient_follow(s, i);
    }
    *list = CM_ARENA_NEW_N(ir->work, cm_id, n_all);
    if (*list == NULL && n_all != 0) return cm_ir_nomem(ir);
    at = *n = n_all;
    for (cm_id i = ir->info[s->node].prev; i != CM_NONE && at > 0; i = ir->info[i].prev) {
        if (!ir->t.node.row[i].dead && gradient_follow(s, i)) (*list)[--at] = i;
    }
    return CAMEO_OK;
}

cameo_status cm_ir_expand_gradient(cm_ir *ir, cm_id node, cameo_error *problem) {
    gradient_state s = {.ir = ir, .node = node, .graph = ir->t.node.row[node].graph, .n_values = ir->t.value.n,
                        .e = problem};
    cm_id y, *list;
    uint32_t n = 0;
    CM_TRY(gradient_begin(&s, &y));
    CM_TRY(gradient_nodes(&s, &list, &n));
    for (uint32_t i = 0; i < n; i++) CM_TRY(gradient_forward(&s, list[i]));
    CM_TRY(gradient_fill(&s, gradient_now(&s, y), 1, &s.sum[y]));
    for (uint32_t i = n; i-- > 0;) CM_TRY(gradient_backward(&s, list[i]));
    const cm_attr *xs = cm_ir_attr(ir, node, "xs");
    cm_range names = xs->list;
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id v, out = cm_ir_out(ir, node, i);
        if (out == CM_NONE) continue;
        CM_TRY(gradient_value(&s, ir->t.strs.row[names.first + i], &v));
        if (s.sum[v] == CM_NONE) {
            CM_TRY(gradient_fill(&s, gradient_now(&s, v), 0, &out));
        } else {
            CM_TRY(gradient_add(&s, "Identity", &s.sum[v], 1, &out));
        }
    }
    return CAMEO_OK;
}
