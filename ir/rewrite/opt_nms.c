/* opt_nms.c — NonMaxSuppression for devices. See opt.h.
 *
 * Its result has as many rows as the data make, and providers are not offered such nodes. What takes its time is of
 * dims that no data decide: the boxes that each batch and class selects. So it becomes NmsSelect, for a provider, and
 * NmsPack, for the host (kernels/nms.c). */
#include "base/ckd.h"
#include "ir/rewrite/opt.h"

enum { NMS_LIMIT = 2, NMS_INPUTS = 5 };

/* The node becomes this half; center and most are of NmsSelect. Errors: E_NOMEM. */
static cameo_status nms_become(cm_ir *ir, cm_id node, const cm_op_entry *entry, int64_t center, int64_t most) {
    cameo_error ignored = {0};
    cm_opt_set_op(ir, node, entry, entry->since);
    if (entry->op->n_fields != 0) {
        CM_TRY(cm_ir_set_int(ir, node, "center_point_box", center));
        CM_TRY(cm_ir_set_int(ir, node, "most", most));
    }
    return cm_ir_parse_node(ir, node, &ignored);
}

cameo_status cm_rewrite_nms_select(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    const cm_op_entry *select = cm_ir_find_op(ir, CM_STR("cameo"), CM_STR("NmsSelect"));
    const cm_op_entry *pack = cm_ir_find_op(ir, CM_STR("cameo"), CM_STR("NmsPack"));
    const uint32_t n_in = ir->t.node.row[node].in.n, graph = ir->t.node.row[node].graph;
    cm_id in[NMS_INPUTS], half, selected;
    int64_t limit = -1;
    if (ir->offer == NULL || ir->info[node].provider != 0 || select == NULL || pack == NULL) return CAMEO_OK;
    if (ir->t.node.n >= ir->limits.nodes) return CAMEO_OK;
    if (n_in > NMS_INPUTS || n_in <= NMS_LIMIT || cm_ir_in(ir, node, NMS_LIMIT) == CM_NONE) return CAMEO_OK;
    for (uint32_t i = 0; i < n_in; i++) in[i] = cm_ir_in(ir, node, i);
    if (cm_opt_integer(ir, in[NMS_LIMIT], &limit)) limit = limit < 0 ? 0 : cm_min_i64(limit, INT32_MAX);
    const int32_t center = cm_opt_i32(ir, node, "center_point_box");
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &selected));
    CM_TRY(cm_ir_add_node(ir, graph, node, node, in, n_in, &selected, 1, &half));
    CM_TRY(nms_become(ir, half, select, center, limit));
    CM_TRY(cm_infer_node(ir, half));
    if (ir->offer(ir->offer_ctx, ir, half) == ir->options->n_providers) return cm_opt_kill(o, half);
    for (uint32_t i = 0; i < n_in; i++) CM_TRY(cm_ir_set_in(ir, node, i, i == 0 ? selected : CM_NONE));
    CM_TRY(nms_become(ir, node, pack, 0, 0));
    *changed = true;
    return cm_opt_touch(o, half, false);
}
