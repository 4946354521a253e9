/* opt_groupnorm.c — normalization of groups of channels, as exporters write it, becomes one node; and normalizations of
 * channels take in the scale and the shift that follow them. See opt.h.
 *
 *   Reshape(InstanceNormalization(Reshape(x, [n, groups, rest]), s, b), dims of x)
 *
 * is InstanceNormalization of x with params field `groups`, which no file sets, and a scale and bias for each channel.
 * All of it for float and constants that the caller cannot override. */
#include "ir/rewrite/opt.h"

/* The field `groups` of an InstanceNormalization of channels as a file has it, or NULL. */
static int32_t *groupnorm_field(const cm_ir *ir, cm_id node) {
    int32_t last;
    if (node == CM_NONE || !cm_opt_is(ir, node, CM_OP_InstanceNormalization)) return NULL;
    memcpy(&last, cm_opt_field(ir, node, "channels_last"), sizeof last);
    return last != 0 ? NULL : cm_opt_field(ir, node, "groups");
}

/* Does mid divide the channels of x into groups, its dim 1? *size: channels of a group. */
static bool groupnorm_divides(const cm_ir *ir, cm_id x, cm_id mid, size_t *size) {
    const cm_avalue *v = &ir->av[x], *g = &ir->av[mid];
    if (v->rank == CM_RANK_UNKNOWN || g->rank == CM_RANK_UNKNOWN || v->rank < 3 || g->rank < 3) return false;
    if (v->dtype != CAMEO_FLOAT || cm_dim_equal(ir->dims, v->dims[0], g->dims[0]) != CM_YES) return false;
    if (!cm_dim_is_const(v->dims[1]) || !cm_dim_is_const(g->dims[1])) return false;
    if (g->dims[1] < 1 || g->dims[1] > INT32_MAX || v->dims[1] < 1 || v->dims[1] % g->dims[1] != 0) return false;
    *size = (size_t)(v->dims[1] / g->dims[1]);
    return true;
}

/* c with each number `times` times, in graph. */
static cameo_status groupnorm_spread(cm_ir *ir, cm_id graph, const cm_opt_floats *c, size_t times, cm_id *value) {
    double *x = CM_ARENA_NEW_N(ir->work, double, c->n * times);
    if (x == NULL) return cm_ir_nomem(ir);
    for (size_t i = 0; i < c->n * times; i++) x[i] = cm_opt_floats_at(c, i / times);
    return cm_opt_add_floats(ir, graph, x, c->n * times, value);
}

cameo_status cm_rewrite_groupnorm(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_opt_floats c[2];
    size_t size;
    if (!cm_opt_is(ir, node, CM_OP_Reshape)) return CAMEO_OK;
    cm_id norm = cm_opt_fusable(ir, node, 0, CM_OP_InstanceNormalization);
    const int32_t *field = groupnorm_field(ir, norm);
    if (field == NULL || *field != 0) return CAMEO_OK;
    cm_id first = cm_opt_fusable(ir, norm, 0, CM_OP_Reshape);
    if (first == CM_NONE) return CAMEO_OK;
    cm_id x = cm_ir_in(ir, first, 0), mid = cm_ir_in(ir, norm, 0), graph = ir->t.node.row[node].graph;
    if (x == CM_NONE || !groupnorm_divides(ir, x, mid, &size)) return CAMEO_OK;
    if (!cm_opt_is_alike(ir, x, cm_ir_out(ir, node, 0))) return CAMEO_OK;
    int32_t groups = (int32_t)ir->av[mid].dims[1];
    for (uint32_t i = 0; i < 2; i++) {
        if (!cm_opt_floats_get(ir, cm_ir_in(ir, norm, i + 1), &c[i]) || c[i].n != (size_t)groups) return CAMEO_OK;
    }
    if (!cm_opt_can_add(ir, node, "InstanceNormalization", 0)) return CAMEO_OK;
    float epsilon = cm_opt_f32(ir, norm, "epsilon");
    cm_id in[3] = {x, CM_NONE, CM_NONE};
    for (uint32_t i = 0; i < 2; i++) CM_TRY(groupnorm_spread(ir, graph, &c[i], size, &in[i + 1]));
    CM_TRY(cm_opt_become(ir, node, "InstanceNormalization"));
    CM_TRY(cm_ir_set_float(ir, node, "epsilon", epsilon));
    CM_TRY(cm_opt_reparse(ir, node));
    for (uint32_t i = 0; i < 3; i++) CM_TRY(cm_ir_set_in(ir, node, i, in[i]));
    memcpy(groupnorm_field(ir, node), &groups, sizeof groups);
    CM_TRY(cm_opt_touch(o, norm, false));
    *changed = true;
    return cm_opt_touch(o, node, true);
}

/* InstanceNormalization(x, s, b) * m = InstanceNormalization(x, s*m, b*m), + a = InstanceNormalization(x, s, b + a),
 * for m and a per channel. */
cameo_status cm_rewrite_norm_scale(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    cm_opt_floats c, old[2];
    bool mul = cm_opt_is(ir, node, CM_OP_Mul);
    cm_id norm = CM_NONE;
    uint32_t i = 0;
    if ((!mul && !cm_opt_is(ir, node, CM_OP_Add)) || ir->info[node].since < 7) return CAMEO_OK;
    for (; i < 2 && norm == CM_NONE; i++) norm = cm_opt_fusable(ir, node, i, CM_OP_InstanceNormalization);
    if (groupnorm_field(ir, norm) == NULL) return CAMEO_OK;
    const cm_avalue *x = &ir->av[cm_ir_in(ir, norm, 0)];
    if (x->rank == CM_RANK_UNKNOWN || x->rank < 3 || !cm_dim_is_const(x->dims[1]) || x->dims[1] < 1) return CAMEO_OK;
    size_t n = (size_t)x->dims[1];
    for (uint32_t k = 0; k < 2; k++) {
        if (!cm_opt_floats_get(ir, cm_ir_in(ir, norm, k + 1), &old[k]) || old[k].n != n) return CAMEO_OK;
    }
    if (!cm_opt_floats_along(ir, cm_ir_in(ir, node, 2 - i), x->rank, 1, n, &c)) return CAMEO_OK;
    double *scale = CM_ARENA_NEW_N(ir->work, double, n), *bias = CM_ARENA_NEW_N(ir->work, double, n);
    if (scale == NULL || bias == NULL) return cm_ir_nomem(ir);
    for (size_t k = 0; k < n; k++) {
        double v = cm_opt_floats_at(&c, c.n == 1 ? 0 : k);
        scale[k] = cm_opt_floats_at(&old[0], k) * (mul ? v : 1);
        bias[k] = mul ? cm_opt_floats_at(&old[1], k) * v : cm_opt_floats_at(&old[1], k) + v;
        if (!cm_opt_fits_float(scale[k]) || !cm_opt_fits_float(bias[k])) return CAMEO_OK;
    }
    cm_id graph = ir->t.node.row[norm].graph, fresh[2];
    CM_TRY(cm_opt_add_floats(ir, graph, scale, n, &fresh[0]));
    CM_TRY(cm_opt_add_floats(ir, graph, bias, n, &fresh[1]));
    for (uint32_t k = 0; k < 2; k++) CM_TRY(cm_ir_set_in(ir, norm, k + 1, fresh[k]));
    *changed = true;
    return cm_opt_absorb(o, node, norm);
}
