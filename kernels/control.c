/* control.c — If, Loop, Scan and SequenceMap as operators. They have no kernel and no shape rule of their
 * own: inference walks into their graphs, and lowering lays the bodies inline. Here stands what a node
 * must have; Scan and SequenceMap have the operands of a Loop by then (ir/import/scan.c).
 * Source: ONNX If 1, Loop 1, Scan 8, SequenceMap 17. */
#include "kernels/kernel.h"

/* The graph of an attribute. Errors: E_MISSING, E_TYPE. */
static cameo_status control_graph(const cm_parse *p, const char *name, const cm_graph **g) {
    const cm_attr *a = cm_attr_find(p, name);
    CM_CHECK(a != NULL, p->e, CAMEO_E_MISSING, "attribute %s is required", name);
    CM_CHECK(a->type == CM_ATTR_GRAPH && a->n_rows == 1, p->e, CAMEO_E_TYPE,
             "attribute %s is not a graph", name);
    *g = &p->t->graph.row[a->row];
    return CAMEO_OK;
}

/* Inputs of a graph that its node must feed: initializers listed among them have their value. */
static uint32_t control_inputs(const cm_parse *p, const cm_graph *g) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->inputs.n; i++) {
        cm_id v = p->t->ids.row[g->inputs.first + i];
        if (p->t->value.row[v].init == CM_NONE) n++;
    }
    return n;
}

/* Errors: E_MISSING, E_TYPE a branch; E_MALFORMED the branches' inputs or outputs do not fit. */
static cameo_status control_if_parse(const cm_parse *p, void *params) {
    (void)params;
    static const char *const names[] = {"then_branch", "else_branch"};
    const cm_graph *g[2];
    for (uint32_t i = 0; i < 2; i++) {
        CM_TRY(control_graph(p, names[i], &g[i]));
        uint32_t n_in = control_inputs(p, g[i]);
        CM_CHECK(n_in == 0, p->e, CAMEO_E_MALFORMED, "%s has %u inputs, want none", names[i], n_in);
        CM_CHECK(g[i]->outputs.n >= p->n_out, p->e, CAMEO_E_MALFORMED, "%s has %u outputs, want %u",
                 names[i], g[i]->outputs.n, p->n_out);
    }
    CM_CHECK(g[0]->outputs.n == g[1]->outputs.n, p->e, CAMEO_E_MALFORMED,
             "then_branch has %u outputs, else_branch %u", g[0]->outputs.n, g[1]->outputs.n);
    return CAMEO_OK;
}

/* body: iteration, condition, n carried values -> condition, n carried values, scan outputs.
 * Errors: E_MISSING, E_TYPE the body; E_MALFORMED its inputs or outputs do not fit. */
static cameo_status control_loop_parse(const cm_parse *p, void *params) {
    (void)params;
    const cm_graph *g;
    CM_TRY(control_graph(p, "body", &g));
    uint32_t n_carried = p->n_in > 2 ? p->n_in - 2 : 0;
    uint32_t n_in = control_inputs(p, g);
    CM_CHECK(n_in == n_carried + 2, p->e, CAMEO_E_MALFORMED,
             "body has %u inputs, want 2 and %u carried values", n_in, n_carried);
    CM_CHECK(g->outputs.n > n_carried && g->outputs.n - 1 >= p->n_out, p->e, CAMEO_E_MALFORMED,
             "body has %u outputs, want 1 and %u or more", g->outputs.n,
             n_carried > p->n_out ? n_carried : p->n_out);
    return CAMEO_OK;
}

/* Inference never calls it. */
static cameo_status control_shape(cm_shape *s) {
    return CM_FAIL(s->e, CAMEO_E_INTERNAL, "control flow has no shape rule of its own");
}

const cm_op cm_op_If = {CM_OP_If,         CM_OPF_CONTROL, 0,   0, NULL,
                        control_if_parse, control_shape,  NULL};
const cm_op cm_op_Loop = {CM_OP_Loop,         CM_OPF_CONTROL, 0,   0, NULL,
                          control_loop_parse, control_shape,  NULL};
const cm_op cm_op_Scan = {CM_OP_Scan,         CM_OPF_CONTROL, 0,   0, NULL,
                          control_loop_parse, control_shape,  NULL};
const cm_op cm_op_SequenceMap = {CM_OP_SequenceMap,  CM_OPF_CONTROL, 0,   0, NULL,
                                 control_loop_parse, control_shape,  NULL};
