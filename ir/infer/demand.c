/* demand.c — free dims of the inputs that must be equal, because a node that is certain to run wants it:
 * they are merged, and a contradiction is told with both sources. See cm_shape_equal in ir/infer/value.h.
 *
 * The optimiser may remove the node, so the session keeps what was recorded here and the plan checks
 * it: level none and level all refuse the same inputs. Only symbols of inputs take part, since a host
 * can check those before anything runs. */
#include "base/bytes.h"
#include "ir/ir_impl.h"

/* Dims are told in at most so many bytes. */
#define DEMAND_TEXT 64

cm_id cm_demand_source(const cm_ir *ir, cm_dim symbol, uint32_t *dim) {
    cm_range inputs = ir->t.graph.row[0].inputs;
    for (uint32_t i = 0; i < inputs.n; i++) {
        cm_id v = ir->t.ids.row[inputs.first + i];
        const cm_avalue *av = &ir->av[v];
        for (uint32_t d = 0; av->rank != CM_RANK_UNKNOWN && d < av->rank; d++) {
            if (av->dims[d] != symbol) continue;
            *dim = d;
            return v;
        }
    }
    return CM_NONE;
}

/* A dim with where it comes from: `b (input "y" dim 1; 4 by Concat "join")`. */
static void demand_describe(const cm_ir *ir, cm_dim d, char *text, size_t cap) {
    uint32_t dim;
    size_t n = cm_dim_format(ir->dims, d, text, cap);
    bool is_symbol = cm_dim_is_expr(d) && cm_dim_symbol_index(ir->dims, d) != SIZE_MAX;
    cm_id v = is_symbol ? cm_demand_source(ir, d, &dim) : CM_NONE;
    if (v == CM_NONE) return;
    n += cm_format(text + n, cap - n, " (input \"%.*s\" dim %u",
                   CM_STR_ARG(ir->t.value.row[v].name), dim);
    for (cm_id i = 0; i < ir->demand.n; i++) {
        char same[DEMAND_TEXT];
        if (ir->demand.row[i].symbol != d) continue;
        const cm_node *node = &ir->t.node.row[ir->demand.row[i].node];
        (void)cm_dim_format(ir->dims, cm_dim_add(ir->dims, d, 0), same, sizeof same);
        n += cm_format(text + n, cap - n, "; %s by %.*s", same, CM_STR_ARG(node->op_type));
        if (node->name.n == 0) break;
        n += cm_format(text + n, cap - n, " \"%.*s\"", CM_STR_ARG(node->name));
        break;
    }
    (void)cm_format(text + n, cap - n, ")");
}

/* Records that a == b contradicts what is known. */
static bool demand_contradiction(const cm_ir *ir, cm_dim a, cm_dim b, cameo_error *e) {
    char x[2 * DEMAND_TEXT], y[2 * DEMAND_TEXT];
    if (cm_dim_is_const(a) && cm_dim_is_const(b)) return false; /* the rule tells the numbers */
    demand_describe(ir, a, x, sizeof x);
    demand_describe(ir, b, y, sizeof y);
    (void)CM_FAIL(e, CAMEO_E_SHAPE, "%s and %s must be equal", x, y);
    return false;
}

/* Is d a number, or a free dim that runs compare wherever it stands? Where the table of symbols is full,
 * some input may lack its dims, and none is compared. */
static bool demand_is_free(const cm_ir *ir, cm_dim d) {
    if (cm_dim_is_const(d)) return true;
    return cm_dim_symbol_index(ir->dims, d) < ir->n_symbols && ir->n_symbols < CM_DIM_MAX_SYMBOLS;
}

bool cm_demand_equal(cm_ir *ir, cm_id node, cm_dim a, cm_dim b, cameo_error *e) {
    cm_dim x, y;
    cm_tri equal = cm_dim_equal(ir->dims, a, b);
    if (equal == CM_NO) return demand_contradiction(ir, a, b, e);
    if (equal == CM_YES || !cm_dim_solve(ir->dims, a, b, &x, &y)) return true;
    if (!demand_is_free(ir, x) || !demand_is_free(ir, y)) return true;
    /* Without room nothing is merged, and the arena's failure ends inference. */
    if (!CM_IR_ROOM(ir, ir->demand, 1)) return true;
    if (!cm_dim_merge(ir->dims, x, y)) return demand_contradiction(ir, a, b, e);
    bool x_gone = cm_dim_add(ir->dims, x, 0) != x;
    ir->demand.row[ir->demand.n++] = (cm_demand){x_gone ? x : y, node};
    return true;
}

void cm_demand_settle(const cm_ir *ir) {
    for (cm_id v = 0; ir->demand.n != 0 && v < ir->t.value.n; v++) {
        cm_avalue *av = &ir->av[v];
        bool input = ir->t.value.row[v].node == CM_NONE;
        if (input || av->kind == CAMEO_KIND_NONE || av->rank == CM_RANK_UNKNOWN) continue;
        for (uint32_t d = 0; d < av->rank; d++) av->dims[d] = cm_dim_add(ir->dims, av->dims[d], 0);
    }
}

/* ---- messages ---- */

/* Appends to a message. */
#define DEMAND_ADD(e, ...)                                                            \
    do {                                                                              \
        size_t demand_n = cm_str_from_c((e)->msg).n;                                  \
        (void)cm_format((e)->msg + demand_n, sizeof(e)->msg - demand_n, __VA_ARGS__); \
    } while (0)

/* The name that the model gives dim d of value v, or an empty one. */
static cm_str demand_dim_name(const cm_ir *ir, cm_id v, uint32_t d) {
    cm_id type = ir->t.value.row[v].type;
    const cm_type_proto *t = type == CM_NONE ? NULL : &ir->t.type.row[type];
    bool input = ir->t.value.row[v].node == CM_NONE;
    if (!input || t == NULL || t->kind != CAMEO_KIND_TENSOR || d >= t->dims.n)
        return (cm_str){NULL, 0};
    return ir->t.dim.row[t->dims.first + d].param;
}

void cm_demand_tell_inputs(const cm_ir *ir, cm_id node, cameo_error *problem) {
    const char *before = "; ";
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v == CM_NONE || ir->av[v].kind != CAMEO_KIND_TENSOR) continue;
        const cm_avalue *av = &ir->av[v];
        if (av->rank == CM_RANK_UNKNOWN) continue;
        DEMAND_ADD(problem, "%s%.*s [", before, CM_STR_ARG(ir->t.value.row[v].name));
        for (uint32_t d = 0; d < av->rank; d++) {
            char text[DEMAND_TEXT];
            cm_str name = demand_dim_name(ir, v, d);
            bool named = name.n != 0 && cm_dim_is_const(av->dims[d]);
            (void)cm_dim_format(ir->dims, av->dims[d], text, sizeof text);
            DEMAND_ADD(problem, "%s", d == 0 ? "" : ", ");
            if (named) DEMAND_ADD(problem, "%.*s = ", CM_STR_ARG(name));
            DEMAND_ADD(problem, "%s", text);
        }
        DEMAND_ADD(problem, "]");
        before = ", ";
    }
}
