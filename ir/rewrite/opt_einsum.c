/* opt_einsum.c — Einsum of one operand, whose rank is known and whose labels differ: what is summed is a ReduceSum,
 * the order of what is left a Transpose. A letter that stands there twice, a diagonal, stays. See opt.h. */
#include "ir/rewrite/permute.h"

enum { EINSUM_DIM = 128 }; /* the label of dim 0 that an ellipsis stands for; others are letters */

/* The labels of the term at *at, up to the end or an arrow, which is passed; `dims` of them for an ellipsis. False:
 * more than CM_MAX_RANK. */
static bool opt_einsum_term(cm_str s, size_t *at, uint32_t dims, uint8_t *label, uint32_t *n) {
    *n = 0;
    while (*at < s.n) {
        char c = s.p[*at];
        if (c == '-') {
            *at += 2;
            break;
        }
        uint32_t more = c == '.' ? dims : c == ' ' ? 0 : 1;
        *at += c == '.' ? 3 : 1;
        if (*n + more > CM_MAX_RANK) return false;
        for (uint32_t i = 0; i < more; i++) label[(*n)++] = (uint8_t)(c == '.' ? EINSUM_DIM + (int)i : c);
    }
    return true;
}

/* Without an arrow: the dims of an ellipsis, then the letters in their order, which differ. */
static void opt_einsum_implicit(const uint8_t *label, uint32_t n, uint8_t *result, uint32_t *n_result) {
    *n_result = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < n; i++) {
            if ((label[i] >= EINSUM_DIM) != (pass == 0)) continue;
            uint32_t j = (*n_result)++;
            for (; pass == 1 && j > 0 && result[j - 1] < EINSUM_DIM && result[j - 1] > label[i]; j--) {
                result[j] = result[j - 1];
            }
            result[j] = label[i];
        }
    }
}

/* Axis of a label, n where none has it. */
static uint32_t opt_einsum_axis(const uint8_t *label, uint32_t n, uint8_t which) {
    uint32_t i = 0;
    while (i < n && label[i] != which) i++;
    return i;
}

/* What the node says of an operand of that rank: axes that are summed, and of those that are left the one that each
 * dim of the result is. False: no such node. parse found the equation well-formed. */
static bool opt_einsum_of(cm_str s, uint32_t rank, int64_t *axes, uint32_t *n_axes, cm_perm *p) {
    uint8_t label[CM_MAX_RANK], result[CM_MAX_RANK];
    uint32_t letters = 0, n, n_result, left[CM_MAX_RANK];
    size_t at = 0;
    for (; at < s.n && s.p[at] != '-'; at++) letters += s.p[at] != '.' && s.p[at] != ' ';
    if (letters > rank) return false;
    bool arrow = at < s.n;
    at = 0;
    if (!opt_einsum_term(s, &at, rank - letters, label, &n) || n != rank) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (opt_einsum_axis(label, n, label[i]) != i) return false;
    }
    if (!arrow) {
        opt_einsum_implicit(label, n, result, &n_result);
    } else if (!opt_einsum_term(s, &at, rank - letters, result, &n_result)) {
        return false;
    }
    *n_axes = 0;
    for (uint32_t i = 0; i < n; i++) {
        left[i] = i - *n_axes;
        if (opt_einsum_axis(result, n_result, label[i]) == n_result) axes[(*n_axes)++] = i;
    }
    p->rank = (uint8_t)n_result;
    for (uint32_t i = 0; i < n_result; i++) {
        uint32_t axis = opt_einsum_axis(label, n, result[i]);
        if (axis == n) return false;
        p->at[i] = (uint8_t)left[axis];
    }
    return n_result + *n_axes == n;
}

static bool opt_einsum_can_sum(int dtype) {
    return cm_elem_is_float(dtype) || dtype == CAMEO_INT32 || dtype == CAMEO_INT64 || dtype == CAMEO_UINT32 ||
           dtype == CAMEO_UINT64;
}

/* `node`, a ReduceSum, has no dims of 1 for what it sums. */
static cameo_status opt_einsum_without_dims(cm_ir *ir, cm_id node) {
    cameo_error problem = {0};
    CM_TRY(cm_ir_set_int(ir, node, "keepdims", 0));
    return cm_ir_parse_node(ir, node, &problem);
}

/* The node becomes ReduceSum, Transpose of ReduceSum, Transpose or Identity. */
cameo_status cm_rewrite_einsum_one(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    const cm_attr *equation = cm_ir_attr(ir, node, "equation");
    cm_id y = cm_ir_out(ir, node, 0), in[2] = {cm_ir_in(ir, node, 0), CM_NONE}, added;
    int64_t axes[CM_MAX_RANK], *data, n;
    uint32_t n_axes;
    cm_perm p;
    if (equation == NULL || y == CM_NONE || in[0] == CM_NONE || ir->t.node.row[node].in.n != 1) return CAMEO_OK;
    const cm_avalue *x = &ir->av[in[0]];
    if (x->kind != CAMEO_KIND_TENSOR || x->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    if (!opt_einsum_of(equation->s, x->rank, axes, &n_axes, &p)) return CAMEO_OK;
    bool turned = !cm_perm_is_identity(&p);
    const char *op = turned ? "Transpose" : n_axes > 0 ? "ReduceSum" : "Identity";
    if (!cm_opt_can_add(ir, node, op, 1)) return CAMEO_OK;
    bool sums = opt_einsum_can_sum(x->dtype) && cm_ir_opset(ir, node) >= 13 && cm_opt_can_add(ir, node, "ReduceSum", 1);
    if (n_axes > 0 && !sums) return CAMEO_OK;
    *changed = true;
    if (n_axes > 0) {
        cm_id sum = y;
        n = n_axes;
        data = CM_ARENA_NEW_N(ir->work, int64_t, n_axes);
        if (data == NULL) return cm_ir_nomem(ir);
        memcpy(data, axes, n_axes * sizeof *data);
        CM_TRY(cm_ir_add_const(ir, ir->t.node.row[node].graph, CAMEO_INT64, 1, &n, data, &in[1]));
        if (!turned) {
            CM_TRY(cm_ir_set_in(ir, node, 1, in[1]));
            CM_TRY(cm_opt_become(ir, node, op));
            return opt_einsum_without_dims(ir, node);
        }
        CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, &sum));
        CM_TRY(cm_opt_add(o, node, "ReduceSum", in, 2, sum, &added));
        CM_TRY(opt_einsum_without_dims(ir, added));
        CM_TRY(cm_infer_node(ir, added));
        CM_TRY(cm_ir_set_in(ir, node, 0, sum));
    }
    CM_TRY(cm_opt_become(ir, node, op));
    return turned ? cm_perm_set(ir, node, &p) : CAMEO_OK;
}
