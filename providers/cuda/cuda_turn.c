/* cuda_turn.c — Transposes without a launch: where MatMul and Attention alone read the result, they read what the
 * Transpose would have read, by other strides. Attention of many models is written so: queries, keys and values of each
 * head are turned out of one matrix before they are multiplied, and a decoder's past is turned in every step. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

static bool turn_is(cameo_partition *p, uint32_t i, cameo_status (*launch)(cm_cuda_build *, const cm_cuda_op *)) {
    return cm_cuda_rules[cm_cuda_op_of(cameo_partition_node(p, i))->rule].launch == launch;
}

/* Does node `at` read what Transpose i makes, value `id`, by any strides? Attention reads rows side by side. */
static bool turn_is_strided(cameo_partition *p, uint32_t i, uint32_t at, uint32_t id) {
    if (turn_is(p, at, cm_cuda_launch_matmul)) return true;
    if (!turn_is(p, at, cm_cuda_launch_attention)) return false;
    const cameo_op_context *c = cameo_partition_node(p, i);
    cameo_tensor t;
    bool fits = cameo_op_output(c, 0, &t) && t.rank == 4 && cm_cuda_op_of(c)->i[3] == 3;
    c = cameo_partition_node(p, at); /* the context of node i is gone: there is one for all nodes */
    for (uint32_t k = CM_CUDA_ATTENTION_STRIDED; fits && k < cameo_op_n_inputs(c); k++)
        fits = cameo_op_input_id(c, k) != id;
    return fits;
}

uint8_t cm_cuda_turns(cameo_partition *p, uint32_t i, const bool *viewed) {
    cameo_value_info v = {.size = sizeof v};
    if (!turn_is(p, i, cm_cuda_launch_transpose)) return 0;
    const uint32_t id = cameo_op_output_id(cameo_partition_node(p, i), 0);
    if (id == CAMEO_NO_ID || !cameo_partition_value(p, id, &v) || v.leaves || viewed[id]) return 0;
    uint32_t last = i, at = cameo_partition_reader(p, id, 0);
    for (; at != CAMEO_NO_ID; at = cameo_partition_reader(p, id, at + 1)) {
        if (at <= i || at - i > UINT8_MAX || !turn_is_strided(p, i, at, id)) return 0;
        last = at;
    }
    return (uint8_t)(last - i);
}

/* Does a node behind i write to x before its last reader is launched, or does what that launch ends with? */
static bool turn_is_overwritten(cm_cuda_build *b, uint32_t i, const cm_cuda_operand *x) {
    const uint32_t count = cameo_partition_count(b->nodes), end = i + b->notes[i].turned + CM_CUDA_TAIL + 1;
    cm_cuda_operand y;
    for (uint32_t k = i + 1; k < count && k < end; k++) {
        b->c = cameo_partition_node(b->nodes, k);
        for (uint32_t o = 0, n = cameo_op_n_outputs(b->c); o < n; o++)
            if (cm_cuda_out(b, o, &y) && cm_cuda_overlap(&y, x)) return true;
    }
    return false;
}

bool cm_cuda_is_turned(cm_cuda_build *b, uint32_t i) {
    cm_cuda_operand x;
    const uint32_t turned = b->notes[i].turned;
    if (turned == 0 || i + turned >= cameo_partition_count(b->nodes)) return false;
    b->c = cameo_partition_node(b->nodes, i);
    const bool keeps = cm_cuda_in(b, 0, &x) && !turn_is_overwritten(b, i, &x);
    b->c = cameo_partition_node(b->nodes, b->at);
    return keeps;
}

bool cm_cuda_in_strided(cm_cuda_build *b, uint32_t i, cm_cuda_strided *o) {
    cameo_value_info v = {.size = sizeof v};
    cm_cuda_operand x;
    cm_cuda_strided from;
    const uint32_t id = cameo_op_input_id(b->c, i);
    if (!cm_cuda_in(b, i, &x)) return false;
    cm_cuda_dense(&x, o);
    if (!cameo_partition_value(b->nodes, id, &v) || v.view_of != id || v.producer == CAMEO_NO_ID) return true;
    if (!cm_cuda_is_turned(b, v.producer)) return true;
    b->c = cameo_partition_node(b->nodes, v.producer);
    const int64_t *perm = cm_cuda_op_of(b->c)->i;
    const bool found = cm_cuda_in(b, 0, &x);
    b->c = cameo_partition_node(b->nodes, b->at);
    if (!found) return false;
    cm_cuda_dense(&x, &from);
    o->o.at = x.at;
    for (uint32_t k = 0; k < o->o.t.rank; k++) o->strides[k] = from.strides[perm[k]];
    return true;
}

#endif
