/* ir_verify.c — debug builds check the graph after each rewrite: what every stage of ir.h relies upon; and each node
 * that becomes a step: what kernels rely upon. */
#include "ir/ir_impl.h"
#include "ir/schema.h"

#if CAMEO_DEBUG

/* The nodes of a graph are a doubly linked chain. Numbers them in info[].place. */
static cameo_status ir_verify_chain(cm_ir *ir, cm_id graph) {
    const cm_chain *nodes = &ir->t.graph.row[graph].nodes;
    uint32_t n = 0;
    cm_id prev = CM_NONE;
    for (cm_id node = nodes->first; node != CM_NONE; node = ir->t.node.row[node].next) {
        CM_CHECK(n < nodes->n && ir->t.node.row[node].graph == graph && ir->info[node].prev == prev, ir->e,
                 CAMEO_E_INTERNAL, "verify: node %u is chained wrongly", node);
        ir->info[node].place = n++;
        prev = node;
    }
    CM_CHECK(n == nodes->n && prev == nodes->last, ir->e, CAMEO_E_INTERNAL,
             "verify: graph %u has %u nodes, want %u", graph, n, nodes->n);
    return CAMEO_OK;
}

/* Node, or the node that holds its graph, and so on outwards, in `graph`; CM_NONE: it is not inside. */
static cm_id ir_verify_ancestor(const cm_ir *ir, cm_id node, cm_id graph) {
    while (node != CM_NONE && ir->t.node.row[node].graph != graph)
        node = ir->t.graph.row[ir->t.node.row[node].graph].parent_node;
    return node;
}

/* What a node reads is a constant, an input of a graph around it, or what a node before it makes. */
static cameo_status ir_verify_input(const cm_ir *ir, cm_id node, cm_id value) {
    const cm_value *v = &ir->t.value.row[value];
    if (v->kind == CM_VALUE_INIT) return CAMEO_OK;
    cm_id at = ir_verify_ancestor(ir, node, v->kind == CM_VALUE_INPUT || v->node == CM_NONE
                                                ? v->graph
                                                : ir->t.node.row[v->node].graph);
    CM_CHECK(at != CM_NONE, ir->e, CAMEO_E_INTERNAL, "verify: node %u reads value %u of another graph", node,
             value);
    if (v->kind == CM_VALUE_INPUT) return CAMEO_OK;
    CM_CHECK(v->node != CM_NONE && !ir->t.node.row[v->node].dead, ir->e, CAMEO_E_INTERNAL,
             "verify: node %u reads value %u, which nobody makes", node, value);
    CM_CHECK(ir->info[v->node].place < ir->info[at].place, ir->e, CAMEO_E_INTERNAL,
             "verify: node %u reads value %u before node %u makes it", node, value, v->node);
    return CAMEO_OK;
}

/* Does inference come to nodes of the graph? A graph that is an attribute of another operator than control flow has no
 * meaning to it, or one that only a caller's operator knows. */
static bool ir_verify_is_inferred(const cm_ir *ir, cm_id graph) {
    cm_id node = ir->t.graph.row[graph].parent_node;
    while (node != CM_NONE && ir->info[node].op != NULL && (ir->info[node].op->flags & CM_OPF_CONTROL) != 0)
        node = ir->t.graph.row[ir->t.node.row[node].graph].parent_node;
    return node == CM_NONE;
}

static cameo_status ir_verify_node(const cm_ir *ir, cm_id node) {
    const cm_node *n = &ir->t.node.row[node];
    bool inferred = ir_verify_is_inferred(ir, n->graph);
    for (uint32_t i = 0; i < n->in.n; i++) {
        const cm_use *u = &ir->t.use.row[n->in.first + i];
        CM_CHECK(u->node == node, ir->e, CAMEO_E_INTERNAL, "verify: use %u of node %u is of node %u", i, node,
                 u->node);
        if (u->value != CM_NONE) CM_TRY(ir_verify_input(ir, node, u->value));
    }
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id v = ir->t.ids.row[n->out.first + i];
        bool own = v == CM_NONE || (ir->t.value.row[v].node == node && ir->t.value.row[v].kind == CM_VALUE_NODE);
        CM_CHECK(own, ir->e, CAMEO_E_INTERNAL, "verify: value %u is no result of node %u, which lists it", v, node);
        CM_CHECK(v == CM_NONE || !inferred || ir->av[v].kind != CAMEO_KIND_NONE, ir->e, CAMEO_E_INTERNAL,
                 "verify: result %u of node %u has no type", i, node);
    }
    return CAMEO_OK;
}

/* The uses of a value are a doubly linked chain of operands of live nodes. */
static cameo_status ir_verify_uses(const cm_ir *ir, cm_id value) {
    cm_id prev = CM_NONE, n = 0;
    for (cm_id u = ir->t.value.row[value].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        const cm_use *use = &ir->t.use.row[u];
        bool linked = n++ < ir->t.use.n && use->value == value && ir->use_prev[u] == prev;
        CM_CHECK(linked, ir->e, CAMEO_E_INTERNAL, "verify: the uses of value %u are chained wrongly", value);
        const cm_node *node = &ir->t.node.row[use->node];
        CM_CHECK(!node->dead && u - node->in.first < node->in.n, ir->e, CAMEO_E_INTERNAL,
                 "verify: value %u has a use that is no operand of node %u", value, use->node);
        prev = u;
    }
    return CAMEO_OK;
}

static cameo_status ir_verify_outputs(const cm_ir *ir, cm_id graph) {
    cm_range outputs = ir->t.graph.row[graph].outputs;
    for (uint32_t i = 0; i < outputs.n; i++) {
        cm_id v = ir->t.ids.row[outputs.first + i];
        if (v == CM_NONE) continue;
        CM_CHECK(ir->n_listed[v] > 0, ir->e, CAMEO_E_INTERNAL, "verify: output %u of graph %u is not counted", i,
                 graph);
        const cm_value *value = &ir->t.value.row[v];
        CM_CHECK(value->kind != CM_VALUE_NODE || (value->node != CM_NONE && !ir->t.node.row[value->node].dead),
                 ir->e, CAMEO_E_INTERNAL, "verify: nobody makes output %u of graph %u", i, graph);
    }
    return CAMEO_OK;
}

cameo_status cm_ir_verify(cm_ir *ir) {
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        if (cm_ir_graph_is_live(ir, g)) CM_TRY(ir_verify_chain(ir, g));
    }
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        if (!cm_ir_graph_is_live(ir, g)) continue;
        CM_EACH(node, ir->t.node, ir->t.graph.row[g].nodes) {
            if (!ir->t.node.row[node].dead) CM_TRY(ir_verify_node(ir, node));
        }
        CM_TRY(ir_verify_outputs(ir, g));
    }
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        cm_id g = ir->t.value.row[v].graph;
        if (g == CM_NONE || cm_ir_graph_is_live(ir, g)) CM_TRY(ir_verify_uses(ir, v));
    }
    return CAMEO_OK;
}

cameo_status cm_ir_verify_results(const cm_ir *ir, cm_id node) {
    const cm_node *n = &ir->t.node.row[node];
    const cm_node_info *info = &ir->info[node];
    const cm_schema *s = NULL; /* of a caller's operator, or one of the library's own, there is none */
    if (!cm_ir_is_custom(ir, info->op)) s = cm_schema_find(cm_domain_normal(n->domain), n->op_type, info->since);
    for (uint32_t i = 0; s != NULL && i < s->n_out; i++) {
        if (cm_formal_get_option(cm_schema_output(s, i)) != CM_FORMAL_SINGLE) continue;
        CM_CHECK(cm_ir_out(ir, node, i) != CM_NONE, ir->e, CAMEO_E_INTERNAL,
                 "verify: node %u (%.*s) lacks result %u", node, CM_STR_ARG(n->op_type), i);
    }
    return CAMEO_OK;
}

#endif
