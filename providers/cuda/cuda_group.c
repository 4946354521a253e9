/* cuda_group.c — what a plan tells of its nodes before the first run: of which the launches will always be the same,
 * and which have an activation behind them that can be part of them, or are stages of one launch. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

static const cm_cuda_op *group_op(cameo_partition *p, uint32_t i) { return cm_cuda_op_of(cameo_partition_node(p, i)); }

/* Are all operands of node i at places and of dims that never change? */
static bool group_is_fixed(cameo_partition *p, uint32_t i) {
    cameo_value_info v = {.size = sizeof v};
    cameo_op_context *c = cameo_partition_node(p, i);
    uint32_t n_in = cameo_op_n_inputs(c), n = n_in + cameo_op_n_outputs(c);
    for (uint32_t k = 0; k < n; k++) {
        c = cameo_partition_node(p, i);
        uint32_t id = k < n_in ? cameo_op_input_id(c, k) : cameo_op_output_id(c, k - n_in);
        if (id != CAMEO_NO_ID && (!cameo_partition_value(p, id, &v) || !v.fixed)) return false;
    }
    return true;
}

/* Can product i do what the node behind it does, or, with that one, an addition i what the activation behind it does?
 * Nothing else reads what is between them then. added: the product before i does what i does; viewed: values that have
 * views. */
static bool group_joins(cameo_partition *p, uint32_t i, bool added, const bool *viewed) {
    cameo_value_info v = {.size = sizeof v};
    uint32_t n = cameo_partition_count(p);
    if (i + 1 >= n || cameo_partition_group(p, i) != cameo_partition_group(p, i + 1)) return false;
    const cm_cuda_op *next = group_op(p, i + 1);
    bool product = cm_cuda_is_product(group_op(p, i)), adds = product && cm_cuda_is_addition(next);
    if ((!product && !added) || (!adds && !cm_cuda_is_activation(next))) return false;
    uint32_t id = cameo_op_output_id(cameo_partition_node(p, i), 0);
    if (id == CAMEO_NO_ID || !cameo_partition_value(p, id, &v) || v.leaves || viewed[id]) return false;
    if (adds) {
        cameo_op_context *c = cameo_partition_node(p, i + 1);
        if (cameo_op_input_id(c, 0) == cameo_op_input_id(c, 1)) return false;
    }
    return cameo_partition_reader(p, id, 0) == i + 1 && cameo_partition_reader(p, id, i + 2) == CAMEO_NO_ID;
}

cameo_status cm_cuda_plan(void *ctx, uint64_t session, cameo_partition *nodes, uint64_t *plan, uint64_t *workspace,
                          cameo_error *e) {
    uint32_t n = cameo_partition_count(nodes), n_values = cameo_partition_n_values(nodes);
    cameo_value_info v = {.size = sizeof v};
    uint8_t *flags = cm_cuda_heap((size_t)n + 1);
    bool *viewed = cm_cuda_heap((size_t)n_values + 1);
    (void)ctx;
    (void)session;
    if (flags == NULL || viewed == NULL) {
        cm_cuda_heap_free(flags);
        cm_cuda_heap_free(viewed);
        return cameo_fail(e, CAMEO_E_NOMEM, "no memory for a plan");
    }
    *workspace = 0;
    for (uint32_t id = 0; id < n_values; id++)
        if (cameo_partition_value(nodes, id, &v) && v.view_of != id) viewed[v.view_of] = true;
    for (uint32_t i = 0; i < n; i++) {
        if (group_is_fixed(nodes, i)) flags[i] |= CM_CUDA_FIXED;
        bool added = i != 0 && (flags[i - 1] & CM_CUDA_JOINS) != 0 && cm_cuda_is_addition(group_op(nodes, i));
        if (group_joins(nodes, i, added, viewed)) flags[i] |= CM_CUDA_JOINS;
        if (cm_cuda_needs_workspace(group_op(nodes, i))) *workspace = CM_CUDA_PARTS_BYTES;
    }
    cm_cuda_mark_chains(nodes, viewed, flags);
    cm_cuda_heap_free(viewed);
    *plan = (uint64_t)(uintptr_t)flags;
    return CAMEO_OK;
}

#endif
