/* parse.c — the end of checking: attributes that later versions made inputs become constant inputs
 * (ir/import/lift.def, ir/import/lift_ml.h), then every node's attributes become its params. See ir.h.
 *
 * Kernels so know one form of an operator. The node keeps its attributes and its since_version. */
#include "base/dtype.h"
#include "ir/ir_impl.h"
#include "ir/import/lift_ml.h"
#include "ir/schema.h"

typedef enum parse_lift_type {
    PARSE_LIFT_INTS,
    PARSE_LIFT_INT1,
    PARSE_LIFT_INT,
    PARSE_LIFT_FLOATS,
    PARSE_LIFT_FLOAT,
    PARSE_LIFT_TYPED
} parse_lift_type;

typedef struct parse_lift {
    const char *op_type;
    const char *attr;
    uint8_t below;
    uint8_t type; /* parse_lift_type */
    uint8_t input;
} parse_lift;

static const parse_lift parse_lifts[] = {
#define CM_LIFT(op_type, below, attr, type, input) \
    {#op_type, #attr, below, PARSE_LIFT_##type, input},
#include "ir/import/lift.def"
#undef CM_LIFT
};

/* The attribute type that a lift reads. */
static int32_t parse_lift_attr_type(const parse_lift *l) {
    switch (l->type) {
    case PARSE_LIFT_INTS: return CM_ATTR_INTS;
    case PARSE_LIFT_INT1:
    case PARSE_LIFT_INT: return CM_ATTR_INT;
    case PARSE_LIFT_FLOATS: return CM_ATTR_FLOATS;
    default: return CM_ATTR_FLOAT;
    }
}

/* The schema's default of a scalar attribute, as an attribute; false where it has none. */
static bool parse_lift_default(const cm_ir *ir, cm_id node, const parse_lift *l, cm_attr *a) {
    const cm_schema *s =
        cm_schema_find((cm_str){NULL, 0}, ir->t.node.row[node].op_type, ir->info[node].since);
    const cm_schema_attr *d = s == NULL ? NULL : cm_schema_find_attr(s, cm_str_from_c(l->attr));
    if (d == NULL || cm_schema_n_defaults(d) != 1 ||
        cm_schema_attr_type(d) != parse_lift_attr_type(l)) {
        return false;
    }
    *a = (cm_attr){.type = cm_schema_attr_type(d)};
    if (a->type == CM_ATTR_FLOAT) a->f = cm_schema_default_float(d, 0);
    if (a->type == CM_ATTR_INT) a->i = cm_schema_default_int(d, 0);
    return a->type == CM_ATTR_FLOAT || a->type == CM_ATTR_INT;
}

/* The constant that attribute a stands for. */
static cameo_status parse_lift_const(cm_ir *ir, cm_id node, const parse_lift *l, const cm_attr *a,
                                     cm_id *value) {
    bool ints = l->type <= PARSE_LIFT_INT;
    bool list = l->type == PARSE_LIFT_INTS || l->type == PARSE_LIFT_FLOATS;
    size_t n = list ? a->list.n : 1;
    int64_t dim = (int64_t)n;
    uint32_t rank = list || l->type == PARSE_LIFT_INT1 ? 1 : 0;
    void *data = cm_arena_alloc_n(ir->work, n, ints ? sizeof(int64_t) : sizeof(float), 8);
    if (data == NULL) return cm_ir_nomem(ir);
    if (ints) {
        const int64_t *from = list ? ir->t.ints.row + a->list.first : &a->i;
        if (n != 0) memcpy(data, from, n * sizeof *from);
    } else {
        const float *from = list ? ir->t.floats.row + a->list.first : &a->f;
        if (n != 0) memcpy(data, from, n * sizeof *from);
    }
    return cm_ir_add_const(ir, ir->t.node.row[node].graph, ints ? CAMEO_INT64 : CAMEO_FLOAT, rank,
                           &dim, data, value);
}

static cameo_status parse_lift_one(cm_ir *ir, cm_id node, const parse_lift *l,
                                   cameo_error *problem) {
    if (cm_ir_in(ir, node, l->input) != CM_NONE) return CAMEO_OK; /* Split-1 had both */
    cm_attr a = {0};
    const cm_attr *found = cm_ir_attr(ir, node, l->attr);
    if (found == NULL) {
        if (!parse_lift_default(ir, node, l, &a)) return CAMEO_OK;
    } else {
        a = *found;
    }
    CM_CHECK(a.type == parse_lift_attr_type(l), problem, CAMEO_E_TYPE,
             "attribute %s has type %d, want %d", l->attr, (int)a.type,
             (int)parse_lift_attr_type(l));
    cm_id value = CM_NONE;
    CM_TRY(parse_lift_const(ir, node, l, &a, &value));
    CM_TRY(cm_ir_set_in(ir, node, l->input, value));
    if (l->type == PARSE_LIFT_TYPED) ir->info[node].lifted |= (uint8_t)(1u << l->input);
    return CAMEO_OK;
}

static cameo_status parse_lift_node(cm_ir *ir, cm_id node, cameo_error *problem) {
    const cm_node *n = &ir->t.node.row[node];
    if (cm_ir_is_custom(ir, ir->info[node].op)) return CAMEO_OK;
    if (cm_str_is(n->domain, "ai.onnx.ml")) return cm_lift_ml(ir, node, problem);
    if (ir->info[node].op->id == CM_OP_ms_Tokenizer) return cm_lift_text(ir, node, problem);
    if (cm_domain_normal(n->domain).n != 0) return CAMEO_OK;
    CM_TRY(cm_lift_text(ir, node, problem));
    for (size_t i = 0; i < sizeof parse_lifts / sizeof *parse_lifts; i++) {
        const parse_lift *l = &parse_lifts[i];
        if (ir->info[node].since >= l->below) continue;
        if (!cm_str_is(ir->t.node.row[node].op_type, l->op_type)) continue;
        CM_TRY(parse_lift_one(ir, node, l, problem));
    }
    return CAMEO_OK;
}

/* ---- and back ---- */

/* Elements of a constant as ints or floats. Errors: E_UNSUPPORTED it is computed. */
static cameo_status parse_unlift_value(cm_ir *ir, const parse_lift *l, cm_id value, cm_attr *a) {
    const cm_avalue *v = &ir->av[value];
    bool ints = l->type <= PARSE_LIFT_INT;
    size_t n = 0;
    bool known = cm_ir_is_const(ir, value) && cm_avalue_count(v, &n) && n <= CM_NONE;
    a->list.n = (uint32_t)n;
    a->list.first = ints ? ir->t.ints.n : ir->t.floats.n;
    if (!(ints ? CM_IR_ROOM(ir, ir->t.ints, n) : CM_IR_ROOM(ir, ir->t.floats, n)))
        return cm_ir_nomem(ir);
    for (size_t i = 0; i < n && known; i++) {
        double x = 0;
        known = ints ? cm_avalue_i64(v, i, &a->i) : v->data != NULL;
        if (!known) break;
        if (ints) {
            ir->t.ints.row[ir->t.ints.n++] = a->i;
            continue;
        }
        if (!cm_avalue_f64(v, i, &x))
            x = (double)cm_dtype_load_f32((cameo_dtype)v->dtype, v->data, i);
        a->f = (float)x;
        ir->t.floats.row[ir->t.floats.n++] = a->f;
    }
    CM_CHECK(known, ir->e, CAMEO_E_UNSUPPORTED,
             "this opset has %s as an attribute, which cannot be computed", l->attr);
    return CAMEO_OK;
}

cameo_status cm_ir_unlift(cm_ir *ir, cm_id node, const cm_schema *s) {
    for (size_t i = 0; i < sizeof parse_lifts / sizeof *parse_lifts; i++) {
        const parse_lift *l = &parse_lifts[i];
        const cm_node *n = &ir->t.node.row[node];
        if (ir->info[node].since >= l->below || !cm_str_is(n->op_type, l->op_type)) continue;
        cm_id value = cm_ir_in(ir, node, l->input);
        cm_str name = cm_str_from_c(l->attr);
        if (value == CM_NONE || l->input < s->max_in || cm_schema_find_attr(s, name) == NULL)
            continue;
        cm_attr a = {.name = name, .type = parse_lift_attr_type(l), .row = CM_NONE};
        cameo_status status = parse_unlift_value(ir, l, value, &a);
        if (status == CAMEO_E_UNSUPPORTED) cm_error_at_node(ir->e, node, n->name, n->op_type);
        CM_TRY(status);
        CM_TRY(cm_ir_set_attr(ir, node, a));
        CM_TRY(cm_ir_set_in(ir, node, l->input, CM_NONE));
    }
    return CAMEO_OK;
}

/* A float scalar in another float type, in work memory; NULL: not one of these types, or no memory. */
static void *parse_retyped(cm_ir *ir, float x, int dtype) {
    void *p = cm_arena_alloc(ir->work, 8, 8);
    if (p == NULL) return NULL;
    double d = (double)x;
    uint16_t h = dtype == CAMEO_FLOAT16 ? cm_f16_from_f32(x) : cm_bf16_from_f32(x);
    switch (dtype) {
    case CAMEO_DOUBLE: memcpy(p, &d, sizeof d); return p;
    case CAMEO_FLOAT16:
    case CAMEO_BFLOAT16: memcpy(p, &h, sizeof h); return p;
    default: return NULL;
    }
}

cameo_status cm_ir_retype_lifted(cm_ir *ir, cm_id node) {
    cm_id in0 = cm_ir_in(ir, node, 0);
    int dtype = in0 == CM_NONE ? 0 : ir->av[in0].dtype;
    for (uint32_t i = 1; i < 8 && dtype != CAMEO_FLOAT; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if ((ir->info[node].lifted >> i & 1) == 0 || v == CM_NONE || ir->av[v].dtype != CAMEO_FLOAT)
            continue;
        float x;
        memcpy(&x, ir->av[v].data, sizeof x);
        void *data = parse_retyped(ir, x, dtype);
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        if (data == NULL) continue; /* the type check of the node reports it */
        cm_id value;
        CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, dtype, 0, NULL, data, &value));
        CM_TRY(cm_ir_set_in(ir, node, i, value));
    }
    return CAMEO_OK;
}

/* ---- params ---- */

/* Number of operands without the trailing absent ones. */
static uint32_t parse_count(const cm_ir *ir, cm_id node, bool outputs) {
    const cm_node *n = &ir->t.node.row[node];
    uint32_t count = outputs ? n->out.n : n->in.n;
    while (count > 0) {
        cm_id v = outputs ? cm_ir_out(ir, node, count - 1) : cm_ir_in(ir, node, count - 1);
        if (v != CM_NONE) break;
        count--;
    }
    return count;
}

cameo_status cm_ir_parse_node(cm_ir *ir, cm_id node, cameo_error *problem) {
    const cm_op *op = ir->info[node].op;
    cm_parse p = {.t = &ir->t,
                  .node = &ir->t.node.row[node],
                  .op = op,
                  .since = ir->info[node].since,
                  .n_in = parse_count(ir, node, false),
                  .n_out = parse_count(ir, node, true),
                  .e = problem,
                  .strict = ir->options->strict,
                  .number = node};
    void *params = NULL;
    if (op->params_size != 0) {
        params = cm_arena_alloc(ir->work, op->params_size, 8);
        if (params == NULL) return cm_ir_nomem(ir);
    }
    CM_TRY(cm_params_parse(&p, params));
    if (op->parse != NULL) CM_TRY(op->parse(&p, params));
    ir->info[node].params = params;
    return CAMEO_OK;
}

cameo_status cm_ir_parse(cm_ir *ir) {
    cameo_status first = CAMEO_OK;
    for (cm_id node = ir->fresh; node < ir->t.node.n; node++) {
        CM_TRY(cm_ir_go_on(ir, false));
        if (ir->t.node.row[node].dead) continue;
        cameo_error problem = {0};
        cameo_status status = parse_lift_node(ir, node, &problem);
        if (status == CAMEO_OK) status = cm_ir_parse_node(ir, node, &problem);
        CM_TRY(cm_arena_status(ir->work, "work", ir->e));
        if (status == CAMEO_OK) continue;
        if (problem.status == CAMEO_OK) return status;
        status = cm_ir_problem(ir, node, &problem);
        if (first == CAMEO_OK) first = status;
    }
    return first;
}
