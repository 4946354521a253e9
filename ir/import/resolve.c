/* resolve.c — from (domain, op_type, imports) to operator and since_version. See ir.h.
 *
 * The version is that of the domain's import in the node's own scope: a function body has its own. In
 * compatible reading a domain that is not imported means its newest known version, as in ONNX Runtime. */
#include "ir/ir_impl.h"
#include "ir/schema.h"

int64_t cm_ir_opset(const cm_ir *ir, cm_id node) {
    cm_str domain = cm_domain_normal(ir->t.node.row[node].domain);
    int64_t version = cm_opset_find(&ir->t, ir->info[node].opsets, domain);
    if (version != 0) return version;
    if (domain.n == 0 && ir->model->ir_version < 3) return 1; /* ONNX IR: no imports before IR 3 */
    return ir->options->strict ? 0 : cm_schema_newest(domain);
}

/* What unknown operators are reported as. */
static cameo_status resolve_unknown(cm_ir *ir, cm_id node, int64_t version, const char *why) {
    cameo_error problem = {0};
    const cm_node *n = &ir->t.node.row[node];
    cm_str domain = cm_domain_normal(n->domain);
    (void)why;
    (void)version;
    (void)CM_FAIL(&problem, CAMEO_E_UNSUPPORTED,
                  "unsupported: no operator %.*s%s%.*s version %lld%s", CM_STR_ARG(domain),
                  domain.n != 0 ? ":" : "", CM_STR_ARG(n->op_type), CM_LL(version), why);
    return cm_ir_problem(ir, node, &problem);
}

static cameo_status resolve_not_imported(cm_ir *ir, cm_id node) {
    cameo_error problem = {0};
    cm_str domain = cm_domain_normal(ir->t.node.row[node].domain);
    (void)domain;
    (void)CM_FAIL(&problem, CAMEO_E_MALFORMED, "domain \"%.*s\" is not imported",
                  CM_STR_ARG(domain));
    return cm_ir_problem(ir, node, &problem);
}

/* A caller's operator has no schema: it serves every version from its `since` on. */
static cameo_status resolve_custom(cm_ir *ir, cm_id node, const cm_op_entry *entry, int64_t version) {
    if (version != 0 && version < entry->since) {
        return resolve_unknown(ir, node, version, ": only later ones are handled");
    }
    ir->info[node].op = entry->op;
    ir->info[node].since = entry->since;
    return CAMEO_OK;
}

/* Operators of ai.onnx that onnxruntime has beside the standard's, or in versions before it: they have a domain of
 * their own here, which a node gets that means one of them. Compatible reading only, told to the log. */
static void resolve_onnxruntime(cm_ir *ir, cm_id node, int64_t version) {
    cm_node *n = &ir->t.node.row[node];
    const cm_str own = CM_STR("onnxruntime");
    if (ir->options->strict || cm_domain_normal(n->domain).n != 0) return;
    const cm_op_entry *entry = cm_ir_find_op(ir, (cm_str){NULL, 0}, n->op_type);
    if (entry != NULL && cm_ir_is_custom(ir, entry->op)) return;
    if (cm_schema_find(n->domain, n->op_type, version) != NULL || cm_ir_find_op(ir, own, n->op_type) == NULL) return;
    if (cm_ir_tell(ir, node, (cm_str){NULL, 0}))
        CM_IR_WARN(ir, "%.*s of opset %lld is no standard operator: read as onnxruntime reads it",
                   CM_STR_ARG(n->op_type), CM_LL(version));
    n->domain = own;
}

static cameo_status resolve_node(cm_ir *ir, cm_id node) {
    resolve_onnxruntime(ir, node, cm_ir_opset(ir, node));
    const cm_node *n = &ir->t.node.row[node];
    cm_str domain = cm_domain_normal(n->domain);
    int64_t version = cm_ir_opset(ir, node);
    if (version == 0 && ir->options->strict) return resolve_not_imported(ir, node);
    const cm_op_entry *entry = cm_ir_find_op(ir, domain, n->op_type);
    const cm_schema *schema = cm_schema_find(domain, n->op_type, version);
    if (entry == NULL) return resolve_unknown(ir, node, version, "");
    if (cm_ir_is_custom(ir, entry->op)) return resolve_custom(ir, node, entry, version);
    if (cm_schema_newest(domain) != 0 && schema == NULL) {
        return resolve_unknown(ir, node, version, ": it came later");
    }
    int since = schema != NULL ? schema->since_version : entry->since;
    if (since < entry->since)
        return resolve_unknown(ir, node, version, ": only later ones are handled");
    if (schema != NULL && schema->deprecated != 0) {
        if (ir->options->strict) return resolve_unknown(ir, node, version, ": it is deprecated");
        if (cm_ir_tell(ir, node, (cm_str){NULL, 0}))
            CM_IR_WARN(ir, "%.*s is deprecated in version %lld", CM_STR_ARG(n->op_type), CM_LL(version));
    }
    ir->info[node].op = entry->op;
    ir->info[node].since = since;
    return CAMEO_OK;
}

/* Imports beyond what the schemas know: strict reading refuses them. */
static cameo_status resolve_imports(cm_ir *ir) {
    CM_EACH(id, ir->t.opset, ir->opsets) {
        const cm_opset *o = &ir->t.opset.row[id];
        int64_t newest = cm_schema_newest(o->domain);
        if (newest == 0 || o->version <= newest) continue;
        CM_CHECK(!ir->options->strict, ir->e, CAMEO_E_UNSUPPORTED,
                 "opset %lld of domain \"%.*s\" is imported, known are versions up to %lld",
                 CM_LL(o->version), CM_STR_ARG(o->domain), CM_LL(newest));
        CM_IR_WARN(ir, "opset %lld of domain \"%.*s\" is read as %lld", CM_LL(o->version),
                   CM_STR_ARG(o->domain), CM_LL(newest));
    }
    return CAMEO_OK;
}

cameo_status cm_ir_resolve(cm_ir *ir) {
    cameo_status first = CAMEO_OK;
    if (ir->fresh == 0) CM_TRY(resolve_imports(ir));
    for (cm_id node = ir->fresh; node < ir->t.node.n; node++) {
        if (ir->t.node.row[node].dead) continue;
        CM_TRY(cm_ir_go_on(ir, false));
        cameo_status status = resolve_node(ir, node);
        if (first == CAMEO_OK) first = status;
    }
    return first;
}
