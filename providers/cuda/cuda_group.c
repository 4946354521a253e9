/* cuda_group.c — what a plan tells of its nodes before the first run: of which the launches will always be the same,
 * which have an activation behind them that can be part of them, which are stages of one launch, and which need
 * none. */
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

/* Which values have views, for each value of the nodes; NULL: no memory. */
static bool *group_viewed(cameo_partition *nodes) {
    const uint32_t n = cameo_partition_n_values(nodes);
    cameo_value_info v = {.size = sizeof v};
    bool *viewed = cm_cuda_heap((size_t)n + 1);
    for (uint32_t id = 0; viewed != NULL && id < n; id++)
        if (cameo_partition_value(nodes, id, &v) && v.view_of != id) viewed[v.view_of] = true;
    return viewed;
}

/* The notes of all nodes; NULL, and told: no memory. */
static cm_cuda_note *group_notes(cameo_partition *nodes, cameo_error *e) {
    const uint32_t n = cameo_partition_count(nodes);
    cm_cuda_note *notes = cm_cuda_heap(((size_t)n + 1) * sizeof *notes);
    bool *viewed = notes == NULL ? NULL : group_viewed(nodes);
    if (viewed == NULL) {
        cm_cuda_heap_free(notes);
        (void)cameo_fail(e, CAMEO_E_NOMEM, "no memory for a plan");
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (group_is_fixed(nodes, i)) notes[i].flags |= CM_CUDA_FIXED;
        bool added = i != 0 && (notes[i - 1].flags & CM_CUDA_JOINS) != 0 && cm_cuda_is_addition(group_op(nodes, i));
        if (group_joins(nodes, i, added, viewed)) notes[i].flags |= CM_CUDA_JOINS;
        notes[i].turned = cm_cuda_turns(nodes, i, viewed);
    }
    cm_cuda_mark_chains(nodes, viewed, notes);
    cm_cuda_heap_free(viewed);
    return notes;
}

/* Input k of node i stays in its place until node `last`, or the last that there is. */
static void group_keep(cameo_partition *nodes, uint32_t i, uint32_t k, uint32_t last) {
    const uint32_t n = cameo_partition_count(nodes), id = cameo_op_input_id(cameo_partition_node(nodes, i), k);
    if (id != CAMEO_NO_ID) cameo_partition_keep(nodes, id, last < n ? last : n - 1);
}

cameo_status cm_cuda_keep(cameo_partition *nodes, cameo_error *e) {
    cm_cuda_note *notes = group_notes(nodes, e);
    if (notes == NULL) return CAMEO_E_NOMEM;
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++) {
        const bool joins = (notes[i].flags & CM_CUDA_JOINS) != 0;
        for (uint32_t k = 0; joins && k < 2; k++) group_keep(nodes, i, k, i + CM_CUDA_TAIL);
        if (notes[i].turned != 0) group_keep(nodes, i, 0, i + notes[i].turned + CM_CUDA_TAIL);
    }
    cm_cuda_keep_chains(nodes, notes);
    cm_cuda_heap_free(notes);
    return CAMEO_OK;
}

cameo_status cm_cuda_plan(void *ctx, uint64_t session, cameo_partition *nodes, uint64_t *plan, uint64_t *workspace,
                          cameo_error *e) {
    cm_cuda_note *notes = group_notes(nodes, e);
    (void)ctx;
    (void)session;
    if (notes == NULL) return CAMEO_E_NOMEM;
    *workspace = 0;
    for (uint32_t i = 0; i < cameo_partition_count(nodes); i++)
        if (cm_cuda_needs_workspace(group_op(nodes, i))) *workspace = CM_CUDA_PARTS_BYTES;
    *plan = (uint64_t)(uintptr_t)notes;
    return CAMEO_OK;
}

#endif
