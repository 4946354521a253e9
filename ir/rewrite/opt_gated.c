/* opt_gated.c — activations x * g(x) that exporters write as several nodes become the operator that ONNX has for them:
 *
 *   Swish(x; a)     x * Sigmoid(a * x)
 *   HardSwish(x)    x * HardSigmoid(x; 1/6, 1/2), x * Clip(x + 3, 0, 6) / 6, x * Clip(x/6 + 1/2, 0, 1)
 *   HardSigmoid(x; 1/6, 1/2)  Clip(x + 3, 0, 6) / 6
 *   Gelu(x)         x/2 * (1 + Erf(x / sqrt(2)))
 *   Gelu(x, tanh)   x/2 * (1 + Tanh(sqrt(2/pi) * (x + 0.044715 x^3)))
 *   Mish(x)         x * Tanh(Softplus(x))
 *
 * with the factors of every product in any order, a division by a constant for a factor, and x^3 by Mul or Pow. Floats
 * only, and nobody else reads a value between x and the result. Source of the formulas: ONNX Operators.md. */
#include "base/math.h"
#include "ir/rewrite/opt.h"

/* An operand: input i of a node, which reads its value. */
typedef struct gated_operand {
    cm_id node;
    uint32_t i;
} gated_operand;

/* scale * the values of the factors. */
typedef struct gated_product {
    double scale;
    gated_operand factor[3];
    uint32_t n;
} gated_product;

static cm_id gated_value(const cm_ir *ir, gated_operand x) { return cm_ir_in(ir, x.node, x.i); }

/* The node of the CPU that makes an operand and that nobody else reads, if it is that operator; else CM_NONE. */
static cm_id gated_from(const cm_ir *ir, gated_operand x, cm_op_id id) {
    cm_id from = cm_opt_fusable(ir, x.node, x.i, id);
    bool binary = id == CM_OP_Add || id == CM_OP_Mul || id == CM_OP_Div || id == CM_OP_Pow;
    if (from == CM_NONE || ir->info[from].provider != 0) return CM_NONE;
    return binary && ir->info[from].since < 7 ? CM_NONE : from;
}

/* Equal but for the last digits, which exporters cut. */
static bool gated_near(double x, double want) { return cm_fabs(x - want) <= 2e-6 * want; }

/* A constant number; integers are none. */
static bool gated_number(const cm_ir *ir, gated_operand x, double *c) {
    return cm_opt_number(ir, gated_value(ir, x), c);
}

/* The products and quotients by constants that `node`, a Mul or Div, is made of. */
static bool gated_factors(const cm_ir *ir, cm_id node, gated_product *p) {
    cm_id open[4] = {node};
    uint32_t n_open = 1;
    *p = (gated_product){.scale = 1};
    while (n_open > 0) {
        cm_id at = open[--n_open];
        bool quotient = cm_opt_is(ir, at, CM_OP_Div);
        for (uint32_t i = 0; i < 2; i++) {
            gated_operand x = {at, i};
            double c;
            if (gated_number(ir, x, &c)) {
                if (quotient && (i == 0 || c == 0)) return false;
                p->scale = quotient ? p->scale / c : p->scale * c;
                continue;
            }
            if (quotient && i == 1) return false;
            cm_id from = gated_from(ir, x, CM_OP_Mul);
            if (from == CM_NONE) from = gated_from(ir, x, CM_OP_Div);
            if (from != CM_NONE && n_open < 4) {
                open[n_open++] = from;
            } else if (p->n == 3) {
                return false;
            } else {
                p->factor[p->n++] = x;
            }
        }
    }
    return true;
}

/* The factors of an operand: it alone if it is no product. */
static bool gated_factors_of(const cm_ir *ir, gated_operand x, gated_product *p) {
    cm_id from = gated_from(ir, x, CM_OP_Mul);
    if (from == CM_NONE) from = gated_from(ir, x, CM_OP_Div);
    if (from != CM_NONE) return gated_factors(ir, from, p);
    *p = (gated_product){1, {x}, 1};
    return true;
}

/* x = scale * value? */
static bool gated_is_scaled(const cm_ir *ir, gated_operand x, cm_id value, double *scale) {
    gated_product p;
    if (!gated_factors_of(ir, x, &p) || p.n != 1 || gated_value(ir, p.factor[0]) != value) return false;
    *scale = p.scale;
    return true;
}

/* x = *rest + c, c a constant number? */
static bool gated_is_sum(const cm_ir *ir, gated_operand x, gated_operand *rest, double *c) {
    cm_id add = gated_from(ir, x, CM_OP_Add);
    if (add == CM_NONE) return false;
    for (uint32_t i = 0; i < 2; i++) {
        *rest = (gated_operand){add, 1 - i};
        if (gated_number(ir, (gated_operand){add, i}, c)) return true;
    }
    return false;
}

/* x = Clip(*rest, lo, hi) with constant bounds? */
static bool gated_is_clip(const cm_ir *ir, gated_operand x, double lo, double hi, gated_operand *rest) {
    double a, b;
    cm_id clip = gated_from(ir, x, CM_OP_Clip);
    if (clip == CM_NONE || cm_ir_in(ir, clip, 1) == CM_NONE || cm_ir_in(ir, clip, 2) == CM_NONE) return false;
    *rest = (gated_operand){clip, 0};
    return gated_number(ir, (gated_operand){clip, 1}, &a) && gated_number(ir, (gated_operand){clip, 2}, &b) &&
           a == lo && b == hi;
}

/* What lies behind the whole: an operator, and its attribute where it has one. */
typedef struct gated_match {
    const char *op_type; /* NULL: nothing known */
    cm_id x;
    double alpha; /* Swish */
    bool by_tanh; /* Gelu */
} gated_match;

/* gate = HardSigmoid(x; 1/6, 1/2), or that times *scale? */
static bool gated_is_hard(const cm_ir *ir, gated_operand gate, cm_id x, double *scale) {
    gated_operand inner, rest;
    double c, factor;
    cm_id from = gated_from(ir, gate, CM_OP_HardSigmoid);
    *scale = 1;
    if (from != CM_NONE) {
        return cm_ir_in(ir, from, 0) == x && cm_opt_f32(ir, from, "beta") == 0.5f &&
               gated_near((double)cm_opt_f32(ir, from, "alpha"), 1.0 / 6);
    }
    if (gated_is_clip(ir, gate, 0, 6, &inner)) {
        *scale = 6;
        return gated_is_sum(ir, inner, &rest, &c) && c == 3 && gated_value(ir, rest) == x;
    }
    return gated_is_clip(ir, gate, 0, 1, &inner) && gated_is_sum(ir, inner, &rest, &c) && c == 0.5 &&
           gated_is_scaled(ir, rest, x, &factor) && gated_near(factor, 1.0 / 6);
}

/* x = value^3 * scale? */
static bool gated_is_cube(const cm_ir *ir, gated_operand x, cm_id value, double scale) {
    gated_product p;
    double c;
    int64_t i;
    if (!gated_factors_of(ir, x, &p) || !gated_near(p.scale, scale)) return false;
    if (p.n == 3) {
        return gated_value(ir, p.factor[0]) == value && gated_value(ir, p.factor[1]) == value &&
               gated_value(ir, p.factor[2]) == value;
    }
    cm_id pow = p.n == 1 ? gated_from(ir, p.factor[0], CM_OP_Pow) : CM_NONE;
    if (pow == CM_NONE || cm_ir_in(ir, pow, 0) != value) return false;
    cm_id power = cm_ir_in(ir, pow, 1);
    return (cm_opt_number(ir, power, &c) && c == 3) || (cm_opt_integer(ir, power, &i) && i == 3);
}

/* x = value + 0.044715 value^3? */
static bool gated_is_cubic(const cm_ir *ir, gated_operand x, cm_id value) {
    cm_id add = gated_from(ir, x, CM_OP_Add);
    for (uint32_t i = 0; add != CM_NONE && i < 2; i++) {
        if (cm_ir_in(ir, add, i) == value && gated_is_cube(ir, (gated_operand){add, 1 - i}, value, 0.044715))
            return true;
    }
    return false;
}

/* gate = 1 + Erf(x / sqrt(2)), or by Tanh? */
static bool gated_is_gelu(const cm_ir *ir, gated_operand gate, cm_id x, bool *by_tanh) {
    gated_operand curve;
    gated_product p;
    double c;
    if (!gated_is_sum(ir, gate, &curve, &c) || c != 1) return false;
    cm_id erf = gated_from(ir, curve, CM_OP_Erf), tanh = gated_from(ir, curve, CM_OP_Tanh);
    *by_tanh = tanh != CM_NONE;
    if (erf != CM_NONE)
        return gated_is_scaled(ir, (gated_operand){erf, 0}, x, &c) && gated_near(c, 0.70710678118654752440);
    if (tanh == CM_NONE || !gated_factors_of(ir, (gated_operand){tanh, 0}, &p)) return false;
    return p.n == 1 && gated_near(p.scale, 0.79788456080286535588) && gated_is_cubic(ir, p.factor[0], x);
}

/* scale * x * gate, gate a function of x. */
static gated_match gated_find(const cm_ir *ir, double scale, cm_id x, gated_operand gate) {
    gated_match m = {NULL, x, 1, false};
    gated_operand curve;
    double hard;
    cm_id from = gated_from(ir, gate, CM_OP_Sigmoid);
    if (from != CM_NONE && scale == 1 && gated_is_scaled(ir, (gated_operand){from, 0}, x, &m.alpha)) {
        if (cm_opt_fits_float(m.alpha)) m.op_type = "Swish";
        return m;
    }
    if (gated_is_hard(ir, gate, x, &hard) && gated_near(scale * hard, 1)) {
        m.op_type = "HardSwish";
        return m;
    }
    if (scale == 0.5 && gated_is_gelu(ir, gate, x, &m.by_tanh)) {
        m.op_type = "Gelu";
        return m;
    }
    curve = (gated_operand){gated_from(ir, gate, CM_OP_Tanh), 0};
    from = curve.node == CM_NONE ? CM_NONE : gated_from(ir, curve, CM_OP_Softplus);
    if (from != CM_NONE && scale == 1 && cm_ir_in(ir, from, 0) == x) m.op_type = "Mish";
    return m;
}

/* The function that a Mul or Div ends. */
static gated_match gated_match_of(const cm_ir *ir, cm_id node) {
    gated_match none = {NULL, CM_NONE, 1, false};
    gated_product p;
    gated_operand inner, rest;
    double c;
    if (!gated_factors(ir, node, &p)) return none;
    for (uint32_t i = 0; p.n == 2 && i < 2; i++) {
        gated_match m = gated_find(ir, p.scale, gated_value(ir, p.factor[1 - i]), p.factor[i]);
        if (m.op_type != NULL) return m;
    }
    if (p.n != 1 || !gated_near(p.scale, 1.0 / 6) || !gated_is_clip(ir, p.factor[0], 0, 6, &inner)) return none;
    if (!gated_is_sum(ir, inner, &rest, &c) || c != 3) return none;
    return (gated_match){"HardSigmoid", gated_value(ir, rest), 1, false};
}

static cameo_status gated_set_attrs(cm_ir *ir, cm_id node, const gated_match *m) {
    if (m->by_tanh) {
        cm_attr how = {.name = CM_STR("approximate"), .type = CM_ATTR_STRING, .s = CM_STR("tanh"), .row = CM_NONE};
        CM_TRY(cm_ir_set_attr(ir, node, how));
    } else if (cm_opt_is(ir, node, CM_OP_Swish)) {
        CM_TRY(cm_ir_set_float(ir, node, "alpha", (float)m->alpha));
    } else if (cm_opt_is(ir, node, CM_OP_HardSigmoid)) {
        CM_TRY(cm_ir_set_float(ir, node, "alpha", 1.0f / 6));
        CM_TRY(cm_ir_set_float(ir, node, "beta", 0.5f));
    }
    return cm_opt_reparse(ir, node);
}

/* The nodes of an activation become one. */
cameo_status cm_rewrite_gated(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    if (!cm_opt_is(ir, node, CM_OP_Mul) && !cm_opt_is(ir, node, CM_OP_Div)) return CAMEO_OK;
    if (ir->info[node].since < 7 || ir->info[node].provider != 0) return CAMEO_OK;
    cm_id y = cm_ir_out(ir, node, 0);
    if (y == CM_NONE || ir->av[y].dtype != CAMEO_FLOAT) return CAMEO_OK;
    gated_match m = gated_match_of(ir, node);
    if (m.op_type == NULL || !cm_opt_is_alike(ir, m.x, y)) return CAMEO_OK;
    if (!cm_opt_can_add_newer(ir, node, m.op_type, 0)) return CAMEO_OK;
    cm_id inner[2] = {cm_ir_in(ir, node, 0), cm_ir_in(ir, node, 1)};
    CM_TRY(cm_opt_become(ir, node, m.op_type));
    CM_TRY(gated_set_attrs(ir, node, &m));
    CM_TRY(cm_ir_set_in(ir, node, 1, CM_NONE));
    CM_TRY(cm_ir_set_in(ir, node, 0, m.x));
    CM_TRY(cm_opt_kill_unread(o, inner, 2));
    *changed = true;
    return cm_opt_touch(o, node, true);
}
