/* cuda_move.c — operators that only move elements, on CUDA: launches of one strided copy, Pad and gathers. */
#include "providers/cuda/cuda_rules.h"

#if CAMEO_CUDA

enum { MOVE_X, MOVE_Y }; /* tensors of a space */

cameo_status cm_cuda_add_move(cm_cuda_build *b, uint32_t kernel, cm_cuda_address x, cm_cuda_address y,
                              const cm_cuda_space *s) {
    int64_t n = cm_cuda_count((uint32_t)s->rank, s->dims);
    if (n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, kernel, n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_move_params *p = &l->p.move;
    p->x = x;
    p->y = y;
    p->n = n;
    p->rank = s->rank;
    memcpy(p->dims, s->dims, sizeof p->dims);
    memcpy(p->x_strides, s->strides[MOVE_X], sizeof p->x_strides);
    memcpy(p->y_strides, s->strides[MOVE_Y], sizeof p->y_strides);
    return CAMEO_OK;
}

static void move_dim(cm_cuda_space *s, int64_t dim, int64_t x_stride, int64_t y_stride) {
    const int64_t strides[CM_CUDA_STRIDES] = {x_stride, y_stride};
    cm_cuda_space_add(s, dim, strides);
}

static uint64_t move_bytes(const cameo_tensor *t, int64_t elements) {
    return (uint64_t)(elements *
                      (int64_t)(cameo_dtype_bits(t->dtype) / 8)); /* wraps where it is negative, as addresses do */
}

/* ---- Transpose ---- */

/* i: perm */
bool cm_cuda_match_transpose(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    const int64_t *perm;
    size_t n;
    (void)rule;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_decline(c, "an input is absent");
    bool given = cameo_op_attr_ints(c, "perm", &perm, &n) && n == x.rank;
    for (uint32_t i = 0; i < x.rank; i++) {
        op->i[i] = given ? perm[i] : x.rank - 1 - i;
        if (op->i[i] < 0 || op->i[i] >= x.rank) return cameo_op_decline(c, "an axis that is none");
    }
    return cm_cuda_match_width(c, 0, "move", op);
}

cameo_status cm_cuda_launch_transpose(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    cm_cuda_space s = {.n_tensors = 2};
    int64_t from[CM_CUDA_RANK], to[CM_CUDA_RANK];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    cm_cuda_broadcast(&x, &x.t, from);
    cm_cuda_broadcast(&y, &y.t, to);
    for (uint32_t i = 0; i < y.t.rank; i++) move_dim(&s, y.t.dims[i], from[op->i[i]], to[i]);
    return cm_cuda_add_move(b, op->kernel, x.at, y.at, &s);
}

/* ---- Slice ---- */

enum { SLICE_START, SLICE_STEP = CM_CUDA_RANK, SLICE_LATE = 2 * CM_CUDA_RANK }; /* of op->i */

/* Starts and steps of each axis; a start of an axis that is whole is 0. NULL, or what is wrong. */
static const char *slice_bounds(const cameo_op_context *c, cm_cuda_op *op) {
    int64_t list[4][CM_CUDA_RANK]; /* starts, ends, axes, steps */
    uint32_t n[4] = {0};
    static const char *const name[3] = {"starts", "ends", "axes"};
    cameo_tensor x;
    if (!cameo_op_input(c, 0, &x)) return "an input is absent";
    for (uint32_t k = 0; k < 4; k++) {
        const int64_t *attr;
        size_t n_attr = 0;
        if (cm_cuda_has(c, 1)) {
            if (cm_cuda_has(c, k + 1) && !cm_cuda_ints(c, k + 1, list[k], CM_CUDA_RANK, &n[k]))
                return "bounds that are not known";
        } else if (k < 3 && cameo_op_attr_ints(c, name[k], &attr, &n_attr) && n_attr <= CM_CUDA_RANK) {
            for (n[k] = 0; n[k] < n_attr; n[k]++) list[k][n[k]] = attr[n[k]];
        }
    }
    for (uint32_t i = 0; i < x.rank; i++) op->i[SLICE_STEP + i] = 1;
    for (uint32_t k = 0; k < n[0]; k++) {
        int64_t axis = k < n[2] ? list[2][k] : k;
        if (axis < 0) axis += x.rank;
        if (axis < 0 || axis >= x.rank) return "an axis that is none";
        op->i[SLICE_START + axis] = list[0][k];
        op->i[SLICE_STEP + axis] = k < n[3] ? list[3][k] : 1;
    }
    return NULL;
}

/* Bounds that the host computes are read with each launch. */
bool cm_cuda_match_slice(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    for (uint32_t i = 1; i < cameo_op_n_inputs(c); i++)
        if (cameo_op_on_host(c, i)) op->i[SLICE_LATE] = 1;
    const char *why = op->i[SLICE_LATE] != 0 ? NULL : slice_bounds(c, op);
    return (why == NULL || cameo_op_decline(c, why)) && cm_cuda_match_width(c, 0, "move", op);
}

cameo_status cm_cuda_launch_slice(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    cm_cuda_space s = {.n_tensors = 2};
    int64_t from[CM_CUDA_RANK], to[CM_CUDA_RANK], at = 0;
    cm_cuda_op now = *op;
    const char *why = op->i[SLICE_LATE] != 0 ? slice_bounds(b->c, &now) : NULL;
    if (why != NULL) return cameo_op_fail(b->c, CAMEO_E_SHAPE, why);
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    cm_cuda_broadcast(&x, &x.t, from);
    cm_cuda_broadcast(&y, &y.t, to);
    for (uint32_t k = 0; k < y.t.rank; k++) {
        const uint32_t i = cm_cuda_axis(&y, k);
        int64_t start = now.i[SLICE_START + i], step = now.i[SLICE_STEP + i], last = x.t.dims[i] - (step < 0);
        if (start < 0) start += x.t.dims[i];
        start = start < 0 ? 0 : start > last ? last : start;
        at += start * from[i];
        move_dim(&s, y.t.dims[i], from[i] * (y.t.dims[i] == 1 ? 1 : step), to[i]); /* a step may be huge */
    }
    return cm_cuda_add_move(b, op->kernel, x.at + move_bytes(&x.t, at), y.at, &s);
}

/* ---- Concat, Split ---- */

#define MOVE_PARTS 64 /* of Split, where their sizes are given */

/* i: axis; of Split the number of parts */
bool cm_cuda_match_concat(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    for (uint32_t i = 0; i < cameo_op_n_inputs(c); i++)
        if (!cm_cuda_has(c, i)) return cameo_op_decline(c, "an input is absent");
    return cm_cuda_attr_axis(c, "axis", 1, &op->i[0]) && cm_cuda_match_width(c, 0, "move", op);
}

bool cm_cuda_match_split(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    int64_t sizes[MOVE_PARTS];
    uint32_t n;
    (void)rule;
    op->i[1] = cameo_op_n_outputs(c);
    if (cm_cuda_has(c, 1) && !cm_cuda_ints(c, 1, sizes, MOVE_PARTS, &n)) return cameo_op_decline(c, "too many parts");
    return cm_cuda_attr_axis(c, "axis", 0, &op->i[0]) && cm_cuda_match_width(c, 0, "move", op);
}

/* Between the whole and a part of it, `at` elements along the axis behind its begin. */
static cameo_status move_part(cm_cuda_build *b, const cm_cuda_op *op, const cm_cuda_operand *whole,
                              const cm_cuda_operand *part, int64_t at, bool joins) {
    cm_cuda_space s = {.n_tensors = 2};
    cm_cuda_strided all, own;
    cm_cuda_dense(whole, &all);
    cm_cuda_dense(part, &own);
    for (uint32_t k = 0; k < part->t.rank; k++) {
        const uint32_t i = cm_cuda_axis(joins ? whole : part, k);
        move_dim(&s, part->t.dims[i], joins ? own.strides[i] : all.strides[i], joins ? all.strides[i] : own.strides[i]);
    }
    cm_cuda_address begin = whole->at + move_bytes(&whole->t, at * all.strides[op->i[0]]);
    return cm_cuda_add_move(b, op->kernel, joins ? part->at : begin, joins ? begin : part->at, &s);
}

cameo_status cm_cuda_launch_concat(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand y, x;
    int64_t at = 0;
    if (!cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    for (uint32_t i = 0; i < cameo_op_n_inputs(b->c); i++) {
        if (!cm_cuda_in(b, i, &x)) return cm_cuda_absent(b);
        bool there = i == 0 && x.at == y.at; /* a state, which is appended to */
        cameo_status status = there ? CAMEO_OK : move_part(b, op, &y, &x, at, true);
        if (status != CAMEO_OK) return status;
        at += x.t.dims[op->i[0]];
    }
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_split(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    int64_t at = 0, sizes[MOVE_PARTS];
    uint32_t n = 0;
    if (!cm_cuda_in(b, 0, &x)) return cm_cuda_absent(b);
    bool given = cm_cuda_has(b->c, 1) && cm_cuda_ints(b->c, 1, sizes, MOVE_PARTS, &n);
    int64_t each = (x.t.dims[op->i[0]] + op->i[1] - 1) / op->i[1];
    for (uint32_t i = 0; i < cameo_op_n_outputs(b->c); i++) {
        if (cm_cuda_out(b, i, &y)) { /* a part that nobody wants has no place */
            cameo_status status = move_part(b, op, &x, &y, at, false);
            if (status != CAMEO_OK) return status;
        }
        at += given && i < n ? sizes[i] : each;
    }
    return CAMEO_OK;
}

/* ---- Expand, Tile, DepthToSpace, SpaceToDepth ---- */

bool cm_cuda_match_expand(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    return cm_cuda_match_width(c, 0, "move", op);
}

cameo_status cm_cuda_launch_expand(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    cm_cuda_space s;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    cm_cuda_space_broadcast(&s, &x, 1, &y);
    return cm_cuda_add_move(b, op->kernel, x.at, y.at, &s);
}

/* An axis of y is one of repetitions and one of x, of which most have one element. */
bool cm_cuda_match_tile(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    (void)rule;
    if (!cameo_op_input(c, 0, &x) || 2 * x.rank > CM_CUDA_RANK) return cameo_op_decline(c, "more than four axes");
    return cm_cuda_match_width(c, 0, "move", op);
}

cameo_status cm_cuda_launch_tile(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    cm_cuda_space s = {.n_tensors = 2};
    int64_t from[CM_CUDA_RANK], to[CM_CUDA_RANK];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_broadcast(&x, &x.t, from);
    cm_cuda_broadcast(&y, &y.t, to);
    for (uint32_t i = 0; i < y.t.rank; i++) {
        move_dim(&s, y.t.dims[i] / x.t.dims[i], 0, to[i] * x.t.dims[i]);
        move_dim(&s, x.t.dims[i], from[i], to[i]);
    }
    return cm_cuda_add_move(b, op->kernel, x.at, y.at, &s);
}

/* i: blocksize, whether the block's axes come behind the channels (CRD), SpaceToDepth */
bool cm_cuda_match_depth(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x;
    cameo_string mode;
    op->i[0] = cm_cuda_attr_int(c, "blocksize", 0);
    op->i[1] = cameo_op_attr_string(c, "mode", &mode) && cm_cuda_is(mode, "CRD");
    op->i[2] = rule->code;
    if (!cameo_op_input(c, 0, &x) || x.rank != 4 || op->i[0] <= 0)
        return cameo_op_decline(c, "not four axes, or no blocksize");
    return cm_cuda_match_width(c, 0, "move", op);
}

/* Both ways: the deep tensor is [n][block][block][c][h][w] (CRD: [n][c][block][block][h][w]), the wide one
 * [n][c][h][block][w][block]. */
cameo_status cm_cuda_launch_depth(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y;
    cm_cuda_space s = {.n_tensors = 2};
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    const cameo_tensor *deep = op->i[2] != 0 ? &y.t : &x.t;
    int64_t k = op->i[0], n = deep->dims[0], c = deep->dims[1] / k / k, h = deep->dims[2], w = deep->dims[3];
    int64_t of_c = op->i[1] != 0 ? k * k * h * w : h * w, of_block = op->i[1] != 0 ? h * w : c * h * w;
    const int64_t dims[6] = {n, c, h, k, w, k};
    const int64_t of_deep[6] = {k * k * c * h * w, of_c, w, k * of_block, 1, of_block};
    const int64_t of_wide[6] = {c * h * k * w * k, h * k * w * k, k * w * k, w * k, k, 1};
    for (int i = 0; i < 6; i++)
        move_dim(&s, dims[i], op->i[2] != 0 ? of_wide[i] : of_deep[i], op->i[2] != 0 ? of_deep[i] : of_wide[i]);
    return cm_cuda_add_move(b, op->kernel, x.at, y.at, &s);
}

/* ---- Pad ---- */

/* i: pads before each axis, mode, bits of the value where it is an attribute */
enum { PAD_MODE = CM_CUDA_RANK, PAD_VALUE = CM_CUDA_RANK + 1 };

bool cm_cuda_match_pad(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    static const char *const modes[] = {"constant", "reflect", "edge", "wrap"};
    int64_t pads[2 * CM_CUDA_RANK], axes[CM_CUDA_RANK];
    uint32_t n_pads = 0, n_axes = 0;
    const int64_t *attr;
    size_t n_attr;
    cameo_tensor x;
    cameo_string mode;
    (void)rule;
    if (!cameo_op_input(c, 0, &x)) return cameo_op_decline(c, "an input is absent");
    for (int64_t i = 0; cameo_op_attr_string(c, "mode", &mode) && i < 4; i++)
        if (cm_cuda_is(mode, modes[i])) op->i[PAD_MODE] = i;
    if (cm_cuda_has(c, 1)) {
        if (!cm_cuda_ints(c, 1, pads, 2 * CM_CUDA_RANK, &n_pads)) return cameo_op_decline(c, "pads that are not known");
        if (cm_cuda_has(c, 3) && !cm_cuda_ints(c, 3, axes, CM_CUDA_RANK, &n_axes))
            return cameo_op_decline(c, "axes that are not known");
    } else {
        float value = cm_cuda_attr_float(c, "value", 0);
        uint16_t half = cm_f16_from_f32(value);
        if (!cameo_op_attr_ints(c, "pads", &attr, &n_attr) || n_attr > 2 * CM_CUDA_RANK)
            return cameo_op_decline(c, "no pads");
        for (n_pads = 0; n_pads < n_attr; n_pads++) pads[n_pads] = attr[n_pads];
        if (x.dtype == CAMEO_FLOAT)
            memcpy(&op->i[PAD_VALUE], &value, sizeof value);
        else if (x.dtype == CAMEO_FLOAT16)
            memcpy(&op->i[PAD_VALUE], &half, sizeof half);
        else
            return cameo_op_decline(c, "no real numbers");
    }
    bool all = !cm_cuda_has(c, 3);
    if (n_pads != 2 * (all ? x.rank : n_axes)) return cameo_op_decline(c, "pads for other axes");
    for (uint32_t i = 0; i < n_pads / 2; i++) {
        int64_t axis = all ? i : axes[i] < 0 ? axes[i] + x.rank : axes[i];
        if (axis < 0 || axis >= x.rank) return cameo_op_decline(c, "an axis that is none");
        if ((pads[i] < 0 || pads[n_pads / 2 + i] < 0) && op->i[PAD_MODE] != 0) return cameo_op_decline(c, "crops");
        op->i[axis] = pads[i];
    }
    return cm_cuda_match_width(c, 0, "pad", op);
}

cameo_status cm_cuda_launch_pad(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, y, value = {0};
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (cm_cuda_has(b->c, 2) && !cm_cuda_in(b, 2, &value)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_pad_params *p = &l->p.pad;
    p->x = x.at;
    p->y = y.at;
    p->value_at = value.at;
    p->n = y.n;
    for (uint32_t k = 0; k < y.t.rank; k++) {
        const uint32_t d = cm_cuda_axis(x.last ? &x : &y, k); /* the other one lies so, too, or in no order */
        p->dims[k] = y.t.dims[d];
        p->x_dims[k] = x.t.dims[d];
        p->before[k] = op->i[d];
    }
    memcpy(&p->value, &op->i[PAD_VALUE], sizeof p->value);
    p->rank = (int32_t)y.t.rank;
    p->mode = (int32_t)op->i[PAD_MODE];
    return CAMEO_OK;
}

/* ---- ConstantOfShape ---- */

/* Padding of a tensor without elements. The dims are y's; i: bits of the value. */
bool cm_cuda_match_constant(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor value = {.dtype = CAMEO_FLOAT};
    (void)rule;
    if (cameo_op_attr_tensor(c, "value", &value)) {
        if (value.bytes > sizeof op->i[0]) return cameo_op_decline(c, "no kernel for its type");
        memcpy(&op->i[0], value.data, value.bytes);
    }
    const char *width = cm_cuda_width(value.dtype);
    op->kernel = width[0] == 0 ? CM_CUDA_N_KERNELS : cm_cuda_kernel("pad", width);
    return op->kernel != CM_CUDA_N_KERNELS || cameo_op_decline(c, "no kernel for its type");
}

cameo_status cm_cuda_launch_constant(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand y;
    if (!cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    l->p.pad.y = y.at;
    l->p.pad.n = l->p.pad.dims[0] = y.n;
    l->p.pad.rank = 1;
    memcpy(&l->p.pad.value, &op->i[0], sizeof l->p.pad.value);
    return CAMEO_OK;
}

/* ---- gathers ---- */

/* i: axis */
static bool move_match_gather(const cameo_op_context *c, const char *stem, cm_cuda_op *op) {
    cameo_tensor indices;
    if (!cameo_op_input(c, 1, &indices) || (indices.dtype != CAMEO_INT64 && indices.dtype != CAMEO_INT32))
        return cameo_op_decline(c, "no indices");
    return cm_cuda_attr_axis(c, "axis", 0, &op->i[0]) && cm_cuda_match_width(c, 0, stem, op);
}

bool cm_cuda_match_gather(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    return move_match_gather(c, "gather", op);
}

bool cm_cuda_match_gather_elements(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    (void)rule;
    return move_match_gather(c, "gather_elements", op);
}

cameo_status cm_cuda_launch_gather(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, indices, y;
    uint32_t axis = (uint32_t)op->i[0];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &indices) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_gather_params *p = &l->p.gather;
    p->x = x.at;
    p->indices = indices.at;
    p->y = y.at;
    p->outer = cm_cuda_count(axis, x.t.dims);
    p->n = x.t.dims[axis];
    p->inner = cm_cuda_count(x.t.rank - axis - 1, x.t.dims + axis + 1);
    p->n_indices = indices.n;
    p->index_type = (int32_t)indices.t.dtype;
    p->error = b->error;
    return CAMEO_OK;
}

cameo_status cm_cuda_launch_gather_elements(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, indices, y;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &indices) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_gather_elements_params *p = &l->p.gather_elements;
    p->x = x.at;
    p->indices = indices.at;
    p->y = y.at;
    p->n = y.n;
    memcpy(p->dims, y.t.dims, y.t.rank * sizeof *p->dims);
    memcpy(p->x_dims, x.t.dims, x.t.rank * sizeof *p->x_dims);
    p->rank = (int32_t)y.t.rank;
    p->axis = (int32_t)op->i[0];
    p->index_type = (int32_t)indices.t.dtype;
    p->error = b->error;
    return CAMEO_OK;
}

/* i: batch_dims */
bool cm_cuda_match_gather_nd(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x, indices;
    (void)rule;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, 1, &indices) || indices.rank == 0 ||
        (indices.dtype != CAMEO_INT64 && indices.dtype != CAMEO_INT32))
        return cameo_op_decline(c, "no indices");
    op->i[0] = cm_cuda_attr_int(c, "batch_dims", 0);
    int64_t depth = indices.dims[indices.rank - 1];
    if (op->i[0] < 0 || op->i[0] >= indices.rank || depth < 1 || depth > (int64_t)x.rank - op->i[0])
        return cameo_op_decline(c, "indices of an unknown depth");
    return cm_cuda_match_width(c, 0, "gather_nd", op);
}

cameo_status cm_cuda_launch_gather_nd(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, indices, y;
    uint32_t batch = (uint32_t)op->i[0];
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &indices) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    uint32_t last = indices.t.rank - 1, depth = (uint32_t)indices.t.dims[last];
    for (uint32_t d = 0; d < batch; d++)
        if (x.t.dims[d] != indices.t.dims[d])
            return cameo_op_fail(b->c, CAMEO_E_SHAPE, "a batch dim differs between data and indices");
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_gather_nd_params *p = &l->p.gather_nd;
    p->x = x.at;
    p->indices = indices.at;
    p->y = y.at;
    p->batch = cm_cuda_count(batch, x.t.dims);
    p->tuples = cm_cuda_count(last - batch, indices.t.dims + batch);
    p->inner = cm_cuda_count(x.t.rank - batch - depth, x.t.dims + batch + depth);
    memcpy(p->dims, x.t.dims + batch, depth * sizeof *p->dims);
    p->depth = (int32_t)depth;
    p->index_type = (int32_t)indices.t.dtype;
    p->error = b->error;
    return CAMEO_OK;
}

/* i: axis of y, whether negative indices count from the end */
bool cm_cuda_match_one_hot(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor indices;
    (void)rule;
    if (!cameo_op_input(c, 0, &indices)) return cameo_op_decline(c, "an input is absent");
    if (indices.dtype != CAMEO_INT64 && indices.dtype != CAMEO_INT32 && indices.dtype != CAMEO_FLOAT)
        return cameo_op_decline(c, "no kernel for its type");
    op->i[0] = cm_cuda_attr_int(c, "axis", -1);
    if (op->i[0] < 0) op->i[0] += (int64_t)indices.rank + 1;
    if (op->i[0] < 0 || op->i[0] > indices.rank) return cameo_op_decline(c, "an axis that is none");
    op->i[1] = cameo_op_version(c) >= 11;
    return cm_cuda_match_width(c, 2, "one_hot", op);
}

cameo_status cm_cuda_launch_one_hot(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand indices, values, y;
    uint32_t axis = (uint32_t)op->i[0];
    if (!cm_cuda_in(b, 0, &indices) || !cm_cuda_in(b, 2, &values) || !cm_cuda_out(b, 0, &y)) return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, y.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    struct cm_cuda_one_hot_params *p = &l->p.one_hot;
    p->indices = indices.at;
    p->values = values.at;
    p->y = y.at;
    p->outer = cm_cuda_count(axis, y.t.dims);
    p->depth = y.t.dims[axis];
    p->inner = cm_cuda_count(y.t.rank - axis - 1, y.t.dims + axis + 1);
    p->wrap = (int32_t)op->i[1];
    p->index_type = (int32_t)indices.t.dtype;
    return CAMEO_OK;
}

/* ---- scatters ---- */

/* code: 1 of ScatterND. i: axis, the kernel that copies the data */
bool cm_cuda_match_scatter(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op) {
    cameo_tensor x, indices;
    cameo_string reduction;
    if (!cameo_op_input(c, 0, &x) || !cameo_op_input(c, 1, &indices) || !cm_cuda_has(c, 2))
        return cameo_op_decline(c, "an input is absent");
    if (cameo_op_attr_string(c, "reduction", &reduction) && !cm_cuda_is(reduction, "none"))
        return cameo_op_decline(c, "with a reduction");
    int64_t depth = indices.rank == 0 ? 0 : indices.dims[indices.rank - 1];
    if (rule->code != 0 && (depth <= 0 || depth > x.rank)) return cameo_op_decline(c, "indices of an unknown depth");
    if (rule->code == 0 && !cm_cuda_attr_axis(c, "axis", 0, &op->i[0])) return false;
    op->i[1] = cm_cuda_kernel("move", cm_cuda_width(x.dtype));
    return cm_cuda_match_width(c, 0, rule->code != 0 ? "scatter_nd" : "scatter_elements", op);
}

/* Does each update have an index, and, of scatter_elements, a place in y along every other axis? */
static bool move_scatter_fits(const struct cm_cuda_scatter_params *p, const cameo_tensor *indices,
                              const cameo_tensor *updates) {
    if (p->depth != 0) return p->n * p->depth == cm_cuda_count(indices->rank, indices->dims);
    if (indices->rank != updates->rank || (int32_t)updates->rank != p->rank) return false;
    for (int32_t d = 0; d < p->rank; d++)
        if (indices->dims[d] != p->dims[d] || (d != p->axis && p->dims[d] > p->y_dims[d])) return false;
    return true;
}

cameo_status cm_cuda_launch_scatter(cm_cuda_build *b, const cm_cuda_op *op) {
    cm_cuda_operand x, indices, updates, y;
    cm_cuda_space s;
    if (!cm_cuda_in(b, 0, &x) || !cm_cuda_in(b, 1, &indices) || !cm_cuda_in(b, 2, &updates) || !cm_cuda_out(b, 0, &y))
        return cm_cuda_absent(b);
    if (y.n == 0) return CAMEO_OK;
    struct cm_cuda_scatter_params p = {.indices = indices.at, .updates = updates.at, .y = y.at};
    p.rank = (int32_t)y.t.rank;
    p.axis = (int32_t)op->i[0];
    p.index_type = (int32_t)indices.t.dtype;
    p.error = b->error;
    p.depth = cm_cuda_rules[op->rule].code != 0 ? (int32_t)indices.t.dims[indices.t.rank - 1] : 0;
    p.inner = p.depth != 0 ? cm_cuda_count(y.t.rank - (uint32_t)p.depth, y.t.dims + p.depth) : 1;
    p.n = updates.n / p.inner;
    memcpy(p.dims, updates.t.dims, updates.t.rank * sizeof *p.dims);
    memcpy(p.y_dims, y.t.dims, y.t.rank * sizeof *p.y_dims);
    if (!move_scatter_fits(&p, &indices.t, &updates.t))
        return cameo_op_fail(b->c, CAMEO_E_SHAPE, "indices and updates do not fit to each other");
    cm_cuda_space_broadcast(&s, &x, 1, &y);
    cameo_status status = cm_cuda_add_move(b, (uint32_t)op->i[1], x.at, y.at, &s);
    if (status != CAMEO_OK || updates.n == 0) return status;
    cm_cuda_launch *l = cm_cuda_add_elements(b, op->kernel, updates.n);
    if (l == NULL) return CAMEO_E_NOMEM;
    memcpy(&l->p.scatter, &p, sizeof p);
    return CAMEO_OK;
}

#endif
