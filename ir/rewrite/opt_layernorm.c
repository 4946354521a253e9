/* opt_layernorm.c — LayerNormalization from the nodes that exporters made of it before opset 17. See opt.h.
 *
 *   PyTorch     d = x - mean(x)   y = d / sqrt(mean(d^2) + epsilon) * scale + bias
 *   TensorFlow  g = rsqrt(mean(d^2) + epsilon) * scale   y = x*g + (bias - mean(x)*g)
 *
 * with d*d for d^2, a factor 1/sqrt for the quotient, no scale or bias, and Casts from one float type to another
 * anywhere between. Nobody else reads a value between x and y. The kernel's mean and variance are
 * doubles, so that it strays less than the nodes do. Source: ONNX LayerNormalization 17, function body. */
#include "ir/rewrite/opt.h"

/* Nodes of the pattern, without the last. */
#define LAYERNORM_NODES 24

typedef struct layernorm {
    const cm_ir *ir;
    cm_id node;           /* the last one */
    cm_id x, scale, bias; /* scale and bias may be CM_NONE */
    uint32_t axis;        /* the first that is normalised */
    double epsilon;
    cm_id inner[LAYERNORM_NODES];
    uint32_t n_inner;
} layernorm;

/* The producer of a value if it is that operator of the last node's graph; it is one of the pattern then. */
static cm_id layernorm_from(layernorm *m, cm_id value, cm_op_id id) {
    const cm_ir *ir = m->ir;
    cm_id from = value == CM_NONE ? CM_NONE : ir->t.value.row[value].node;
    if (!cm_opt_is(ir, from, id) || ir->t.node.row[from].graph != ir->t.node.row[m->node].graph)
        return CM_NONE;
    bool binary = ir->t.node.row[from].in.n == 2 && id != CM_OP_ReduceMean;
    if ((binary && ir->info[from].since < 7) || m->n_inner == LAYERNORM_NODES) return CM_NONE;
    m->inner[m->n_inner++] = from;
    return from;
}

static bool layernorm_is_float(int dtype) {
    return dtype == CAMEO_FLOAT || dtype == CAMEO_DOUBLE || dtype == CAMEO_FLOAT16 ||
           dtype == CAMEO_BFLOAT16;
}

/* The value behind Casts from one float type to another. */
static cm_id layernorm_uncast(layernorm *m, cm_id value) {
    for (int i = 0; i < 2 && value != CM_NONE; i++) {
        cm_id from = layernorm_from(m, value, CM_OP_Cast);
        cm_id x = from == CM_NONE ? CM_NONE : cm_ir_in(m->ir, from, 0);
        if (x == CM_NONE || !layernorm_is_float(m->ir->av[x].dtype)) break;
        value = x;
    }
    return value;
}

/* Are a and b one value, but for Casts? */
static bool layernorm_is_same(layernorm *m, cm_id a, cm_id b) {
    return a != CM_NONE && (a == b || layernorm_uncast(m, a) == layernorm_uncast(m, b));
}

/* value = mean of *x along the last axes, from *axis on, which stay as dims of 1. */
static bool layernorm_mean(layernorm *m, cm_id value, cm_id *x, uint32_t *axis) {
    const cm_ir *ir = m->ir;
    cm_id node = layernorm_from(m, layernorm_uncast(m, value), CM_OP_ReduceMean);
    if (node == CM_NONE || cm_opt_i32(ir, node, "keepdims") != 1) return false;
    cm_id axes = cm_ir_in(ir, node, 1);
    *x = cm_ir_in(ir, node, 0);
    if (*x == CM_NONE || axes == CM_NONE || !cm_ir_is_const(ir, axes)) return false;
    uint32_t rank = ir->av[*x].rank, seen = 0;
    size_t n;
    if (rank == CM_RANK_UNKNOWN || !cm_avalue_count(&ir->av[axes], &n) || n < 1 || n > rank)
        return false;
    for (size_t j = 0; j < n; j++) {
        int64_t a;
        if (!cm_avalue_i64(&ir->av[axes], j, &a)) return false;
        if (a < 0) a += rank;
        if (a < (int64_t)(rank - n) || a >= (int64_t)rank) return false;
        seen |= UINT32_C(1) << a;
    }
    *axis = rank - (uint32_t)n;
    return seen == (UINT32_C(1) << rank) - (UINT32_C(1) << *axis);
}

/* value = d^2, d*d. */
static bool layernorm_square(layernorm *m, cm_id value, cm_id *d) {
    const cm_ir *ir = m->ir;
    double x;
    int64_t i;
    value = layernorm_uncast(m, value);
    cm_id node = layernorm_from(m, value, CM_OP_Mul);
    if (node != CM_NONE) {
        *d = cm_ir_in(ir, node, 0);
        return layernorm_is_same(m, *d, cm_ir_in(ir, node, 1));
    }
    node = layernorm_from(m, value, CM_OP_Pow);
    if (node == CM_NONE) return false;
    *d = cm_ir_in(ir, node, 0);
    cm_id power = cm_ir_in(ir, node, 1);
    return (cm_opt_number(ir, power, &x) && x == 2) || (cm_opt_integer(ir, power, &i) && i == 2);
}

/* value = x - mean(x). */
static bool layernorm_centred(layernorm *m, cm_id value, cm_id *x, cm_id *mean, uint32_t *axis) {
    cm_id of;
    cm_id node = layernorm_from(m, layernorm_uncast(m, value), CM_OP_Sub);
    if (node == CM_NONE) return false;
    *x = cm_ir_in(m->ir, node, 0);
    *mean = cm_ir_in(m->ir, node, 1);
    return layernorm_mean(m, *mean, &of, axis) && layernorm_is_same(m, *x, of);
}

/* value = sqrt(mean(d^2) + epsilon), d = x - mean(x). */
static bool layernorm_deviation(layernorm *m, cm_id value, cm_id *d, cm_id *mean) {
    const cm_ir *ir = m->ir;
    cm_id squares, add;
    uint32_t axis;
    cm_id node = layernorm_from(m, layernorm_uncast(m, value), CM_OP_Sqrt);
    if (node == CM_NONE) return false;
    add = layernorm_from(m, layernorm_uncast(m, cm_ir_in(ir, node, 0)), CM_OP_Add);
    if (add == CM_NONE) return false;
    uint32_t i = cm_opt_number(ir, cm_ir_in(ir, add, 1), &m->epsilon) ? 0 : 1;
    if (i == 1 && !cm_opt_number(ir, cm_ir_in(ir, add, 0), &m->epsilon)) return false;
    if (!(m->epsilon >= 0) || !cm_opt_fits_float(m->epsilon)) return false;
    if (!layernorm_mean(m, cm_ir_in(ir, add, i), &squares, &axis)) return false;
    if (!layernorm_square(m, squares, d)) return false;
    if (!layernorm_centred(m, *d, &m->x, mean, &m->axis)) return false;
    return axis == m->axis && ir->av[cm_ir_in(ir, add, 1 - i)].rank <= ir->av[m->x].rank;
}

/* node = d / sqrt(...), d * (1 / sqrt(...)). */
static bool layernorm_is_normalized(layernorm *m, cm_id node) {
    const cm_ir *ir = m->ir;
    cm_id d, mean;
    if (cm_opt_is(ir, node, CM_OP_Div)) {
        return layernorm_deviation(m, cm_ir_in(ir, node, 1), &d, &mean) &&
               layernorm_is_same(m, d, cm_ir_in(ir, node, 0));
    }
    if (!cm_opt_is(ir, node, CM_OP_Mul)) return false;
    for (uint32_t i = 0; i < 2; i++) {
        cm_id factor = layernorm_uncast(m, cm_ir_in(ir, node, i));
        cm_id inverse = layernorm_from(m, factor, CM_OP_Reciprocal);
        if (inverse == CM_NONE) continue;
        return layernorm_deviation(m, cm_ir_in(ir, inverse, 0), &d, &mean) &&
               layernorm_is_same(m, d, cm_ir_in(ir, node, 1 - i));
    }
    return false;
}

/* Is value, but for Casts, the quotient, or a product with the reciprocal? */
static bool layernorm_normalized(layernorm *m, cm_id value) {
    value = layernorm_uncast(m, value);
    cm_id node = layernorm_from(m, value, CM_OP_Div);
    if (node == CM_NONE) node = layernorm_from(m, value, CM_OP_Mul);
    return node != CM_NONE && layernorm_is_normalized(m, node);
}

/* One number for each element of x from the axis on; x has been found. */
static bool layernorm_is_row(const layernorm *m, cm_id value) {
    const cm_avalue *x = &m->ir->av[m->x];
    if (value == CM_NONE) return false;
    const cm_avalue *v = &m->ir->av[value];
    if (v->rank > x->rank || v->rank < x->rank - m->axis) return false;
    for (uint32_t i = 0; i < v->rank; i++) {
        uint32_t at = x->rank - v->rank + i;
        cm_dim want = at < m->axis ? 1 : x->dims[at];
        if (cm_dim_equal(m->ir->dims, v->dims[i], want) != CM_YES) return false;
    }
    return v->kind == CAMEO_KIND_TENSOR;
}

/* node = normalized * scale; either input may be the scale. */
static bool layernorm_scaled(layernorm *m, cm_id node) {
    uint32_t n_inner = m->n_inner;
    for (uint32_t i = 0; i < 2; i++) {
        m->n_inner = n_inner;
        m->scale = cm_ir_in(m->ir, node, 1 - i);
        if (layernorm_normalized(m, cm_ir_in(m->ir, node, i)) && layernorm_is_row(m, m->scale))
            return true;
    }
    return false;
}

/* factor = rsqrt(...) * scale. */
static bool layernorm_factor(layernorm *m, cm_id factor, cm_id *mean) {
    const cm_ir *ir = m->ir;
    cm_id d, node = layernorm_from(m, factor, CM_OP_Mul);
    for (uint32_t i = 0; i < 2 && node != CM_NONE; i++) {
        cm_id inverse = layernorm_from(m, cm_ir_in(ir, node, i), CM_OP_Reciprocal);
        if (inverse == CM_NONE) continue;
        m->scale = cm_ir_in(ir, node, 1 - i);
        return layernorm_deviation(m, cm_ir_in(ir, inverse, 0), &d, mean) &&
               layernorm_is_row(m, m->scale);
    }
    return false;
}

/* node = x*factor + (bias - mean*factor), where input i is the product. */
static bool layernorm_expanded(layernorm *m, cm_id node, uint32_t i) {
    const cm_ir *ir = m->ir;
    cm_id mean;
    cm_id product = layernorm_from(m, cm_ir_in(ir, node, i), CM_OP_Mul);
    cm_id rest = layernorm_from(m, cm_ir_in(ir, node, 1 - i), CM_OP_Sub);
    if (product == CM_NONE || rest == CM_NONE) return false;
    cm_id shift = layernorm_from(m, cm_ir_in(ir, rest, 1), CM_OP_Mul);
    if (shift == CM_NONE) return false;
    for (uint32_t k = 0; k < 4; k++) { /* which operands are the factor */
        cm_id factor = cm_ir_in(ir, product, k & 1), x = cm_ir_in(ir, product, 1 - (k & 1));
        cm_id of = cm_ir_in(ir, shift, 1 - k / 2);
        if (factor == CM_NONE || cm_ir_in(ir, shift, k / 2) != factor) continue;
        if (!layernorm_factor(m, factor, &mean)) continue;
        m->bias = cm_ir_in(ir, rest, 0);
        return mean == of && x == m->x && layernorm_is_row(m, m->bias);
    }
    return false;
}

/* node = scaled + bias, with the bias as either input, or the form of TensorFlow. */
static bool layernorm_biased(layernorm *m, cm_id node) {
    const cm_ir *ir = m->ir;
    for (uint32_t i = 0; i < 4; i++) {
        m->n_inner = 0;
        m->bias = cm_ir_in(ir, node, 1 - i % 2);
        if (i >= 2 && layernorm_expanded(m, node, i % 2)) return true;
        if (i >= 2) continue;
        cm_id scaled = layernorm_from(m, cm_ir_in(ir, node, i), CM_OP_Mul);
        bool fits = scaled != CM_NONE && layernorm_scaled(m, scaled);
        if (!fits) {
            m->scale = CM_NONE;
            fits = layernorm_normalized(m, cm_ir_in(ir, node, i));
        }
        if (fits && layernorm_is_row(m, m->bias)) return true;
    }
    return false;
}

/* node = normalized * scale, or normalized alone. */
static bool layernorm_unbiased(layernorm *m, cm_id node) {
    m->n_inner = 0;
    m->bias = CM_NONE;
    if (cm_opt_is(m->ir, node, CM_OP_Mul) && layernorm_scaled(m, node)) return true;
    m->n_inner = 0;
    m->scale = CM_NONE;
    return layernorm_is_normalized(m, node);
}

static bool layernorm_is_inner(const layernorm *m, cm_id node) {
    for (uint32_t i = 0; i < m->n_inner; i++) {
        if (m->inner[i] == node) return true;
    }
    return node == m->node;
}

/* Does somebody read a value between x and the result? */
static bool layernorm_is_read(const layernorm *m) {
    const cm_ir *ir = m->ir;
    for (uint32_t i = 0; i < m->n_inner; i++) {
        cm_id v = cm_ir_out(ir, m->inner[i], 0);
        if (v == CM_NONE || v == m->x) continue;
        if (ir->n_listed[v] != 0) return true;
        for (cm_id u = ir->t.value.row[v].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
            if (!layernorm_is_inner(m, ir->t.use.row[u].node)) return true;
        }
    }
    return false;
}

/* x is of the type of the result, behind Casts if need be. */
static bool layernorm_has_type(layernorm *m) {
    const cm_ir *ir = m->ir;
    cm_id y = cm_ir_out(ir, m->node, 0);
    if (y == CM_NONE || !layernorm_is_float(ir->av[y].dtype)) return false;
    int dtype = ir->av[y].dtype;
    if (ir->av[m->x].dtype != dtype) m->x = layernorm_uncast(m, m->x);
    if (m->scale == CM_NONE ? dtype != CAMEO_FLOAT : ir->av[m->scale].dtype != dtype) return false;
    return ir->av[m->x].dtype == dtype && (m->bias == CM_NONE || ir->av[m->bias].dtype == dtype);
}

/* Is what reads the result a scale or a bias that will take it along, or a Cast before one? */
static bool layernorm_goes_on(const layernorm *m) {
    const cm_ir *ir = m->ir;
    cm_id y = cm_ir_out(ir, m->node, 0);
    cm_id user = cm_ir_only_user(ir, y);
    if (m->bias != CM_NONE || user == CM_NONE) return false;
    if (m->scale == CM_NONE && cm_opt_is(ir, user, CM_OP_Cast)) return true;
    bool scales = m->scale == CM_NONE && cm_opt_is(ir, user, CM_OP_Mul);
    if ((!scales && !cm_opt_is(ir, user, CM_OP_Add)) || ir->info[user].since < 7) return false;
    return layernorm_is_row(m, cm_ir_in(ir, user, cm_ir_in(ir, user, 0) == y ? 1 : 0));
}

/* Ones for a scale that is missing; CM_NONE where its size is not known or not affordable. */
static cameo_status layernorm_make_scale(cm_ir *ir, const layernorm *m, cm_id *scale) {
    const cm_avalue *x = &ir->av[m->x];
    int64_t dims[CM_MAX_RANK] = {0};
    size_t n = 1;
    *scale = CM_NONE;
    for (uint32_t i = m->axis; i < x->rank; i++) {
        size_t dim;
        if (!cm_dim_is_const(x->dims[i]) || x->dims[i] < 1) return CAMEO_OK;
        if (cm_ckd_size((uint64_t)x->dims[i], &dim) || cm_ckd_mul(n, dim, &n)) return CAMEO_OK;
        dims[i - m->axis] = x->dims[i];
    }
    if (n > SIZE_MAX / sizeof(float) || !cm_opt_afford(ir, n * sizeof(float), n)) return CAMEO_OK;
    float *ones = CM_ARENA_NEW_N(ir->work, float, n);
    if (ones == NULL) return cm_ir_nomem(ir);
    for (size_t i = 0; i < n; i++) ones[i] = 1;
    return cm_ir_add_const(ir, ir->t.node.row[m->node].graph, CAMEO_FLOAT, x->rank - m->axis, dims,
                           ones, scale);
}

/* The nodes of a layer normalisation become one. */
cameo_status cm_rewrite_layernorm(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    layernorm m = {.ir = ir, .node = node, .x = CM_NONE, .scale = CM_NONE, .bias = CM_NONE};
    bool add = cm_opt_is(ir, node, CM_OP_Add);
    if (!add && !cm_opt_is(ir, node, CM_OP_Mul) && !cm_opt_is(ir, node, CM_OP_Div)) return CAMEO_OK;
    if (ir->info[node].since < 7) return CAMEO_OK;
    if (add ? !layernorm_biased(&m, node) : !layernorm_unbiased(&m, node)) return CAMEO_OK;
    if (!layernorm_has_type(&m) || layernorm_is_read(&m) || layernorm_goes_on(&m)) return CAMEO_OK;
    if (!cm_opt_can_add_newer(ir, node, "LayerNormalization", 0)) return CAMEO_OK;
    if (m.scale == CM_NONE) CM_TRY(layernorm_make_scale(ir, &m, &m.scale));
    if (m.scale == CM_NONE) return CAMEO_OK;
    cm_id in[3] = {m.x, m.scale, m.bias};
    CM_TRY(cm_opt_become(ir, node, "LayerNormalization"));
    CM_TRY(cm_ir_set_int(ir, node, "axis", (int64_t)m.axis));
    CM_TRY(cm_ir_set_float(ir, node, "epsilon", (float)m.epsilon));
    CM_TRY(cm_opt_reparse(ir, node));
    for (uint32_t i = 0; i < 3; i++) {
        if (in[i] != cm_ir_in(ir, node, i)) CM_TRY(cm_ir_set_in(ir, node, i, in[i]));
    }
    for (uint32_t i = 0; i < m.n_inner; i++) CM_TRY(cm_opt_touch(o, m.inner[i], false));
    *changed = true;
    return cm_opt_touch(o, node, true);
}
