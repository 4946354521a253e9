/* reshape.c — Reshape, Flatten, Identity: the same elements with other dims. They are views
 * (CM_OPF_VIEW): no kernel runs, so what is not proven here (the element counts of symbolic dims
 * are equal) is proven when the dims are bound. */
#include "kernels/move.h"

typedef struct reshape_params {
    int32_t allowzero; /* 1: a 0 in `shape` is a dim of 0, not a copy of the input's (from 14) */
} reshape_params;

/* What `shape` asks for, before the open dim is filled. */
typedef struct reshape_target {
    uint32_t rank;
    cm_dim dims[CM_MAX_RANK];
    uint32_t n_open;    /* dims of -1 or not known */
    uint32_t open;      /* the last of them */
    uint32_t n_infer;   /* dims of -1 */
    bool has_zero;      /* a dim of 0 that is no copy */
    bool loose;         /* a symbolic dim may become a 0 that copies another dim */
} reshape_target;

/* One element of `shape`. A symbolic one stands for itself: where it becomes 0 it does so together
 * with the input dim that it was taken from. */
static cameo_status reshape_target_dim(const cm_shape *s, uint32_t i, bool allowzero,
                                       reshape_target *t) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim d;
    int64_t asked;
    if (cm_avalue_i64(cm_shape_in(s, 1), i, &asked)) {
        CM_CHECK(asked >= -1, s->e, CAMEO_E_SHAPE, "shape[%u] is %lld, want >= -1", i,
                 CM_LL(asked));
        d = asked;
    } else if (!cm_avalue_elem(cm_shape_in(s, 1), i, &d)) {
        d = CM_DIM_UNKNOWN;
    }
    bool copies = x->rank != CM_RANK_UNKNOWN && i < x->rank && d == x->dims[i];
    if (cm_dim_is_expr(d) && !copies && cm_dim_le(s->dims, 1, d) != CM_YES) t->loose = true;
    if (d == 0 && allowzero) t->has_zero = true;
    if (d == 0 && !allowzero) {
        CM_CHECK(x->rank == CM_RANK_UNKNOWN || i < x->rank, s->e, CAMEO_E_SHAPE,
                 "shape[%u] is 0: the input of rank %u has no such dim", i, (unsigned)x->rank);
        d = x->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN : x->dims[i];
    }
    if (d == -1) t->n_infer++;
    if (d == -1 || d == CM_DIM_UNKNOWN) {
        t->n_open++;
        t->open = i;
        d = CM_DIM_UNKNOWN;
    }
    t->dims[i] = d;
    return CAMEO_OK;
}

/* An element of the target that is not known may be any number, and the run refuses what does not fit: data tell the
 * dim, up to `most`. A dim that may be 0 beside it leaves no bound. */
static cm_dim reshape_decided(const cm_shape *s, const reshape_target *t, cm_dim most) {
    for (uint32_t i = 0; i < t->rank; i++) {
        if (i != t->open && cm_dim_le(s->dims, 1, t->dims[i]) != CM_YES) return CM_DIM_UNKNOWN;
    }
    return cm_shape_decided(s, 0, most);
}

/* The open dim: elements of the input over the product of the other dims. Dims that stand on both
 * sides cancel first, so that a batch that is, or may become, 0 is not divided by. */
static cameo_status reshape_fill_open(const cm_shape *s, const cm_avalue *x, reshape_target *t) {
    cm_dim have = 1;
    cm_dim rest = 1;
    bool used[CM_MAX_RANK] = {false};
    for (uint32_t i = 0; i < t->rank; i++) {
        if (i == t->open) continue;
        uint32_t j = 0;
        while (j < x->rank &&
               (used[j] || x->dims[j] != t->dims[i] || x->dims[j] == CM_DIM_UNKNOWN)) {
            j++;
        }
        if (j < x->rank) used[j] = true;
        else rest = cm_dim_mul(s->dims, rest, t->dims[i]);
    }
    for (uint32_t j = 0; j < x->rank; j++) {
        if (!used[j]) have = cm_dim_mul(s->dims, have, x->dims[j]);
    }
    if (t->n_infer == 0 && rest == 0) return CAMEO_OK;
    CM_CHECK(rest != 0, s->e, CAMEO_E_SHAPE, "shape has a -1 beside a dim of 0");
    if (cm_dim_is_const(have) && cm_dim_is_const(rest)) {
        CM_CHECK(have % rest == 0, s->e, CAMEO_E_SHAPE,
                 "%lld elements do not divide by the product %lld of the dims of shape",
                 CM_LL(have), CM_LL(rest));
    }
    cm_dim open = cm_dim_div_floor(s->dims, have, rest);
    t->dims[t->open] = t->n_infer != 0 ? open : reshape_decided(s, t, open);
    return CAMEO_OK;
}

/* Source: ONNX Reshape 5, 14. Errors: E_SHAPE the counts differ, two dims of -1, a dim below -1. */
static cameo_status reshape_shape(cm_shape *s) {
    const reshape_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *shape = cm_shape_in(s, 1);
    CM_CHECK(shape->rank == 1 || shape->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "shape has rank %u, want 1", (unsigned)shape->rank);
    size_t rank;
    if (!cm_avalue_count(shape, &rank)) {
        return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    }
    CM_CHECK(rank <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT, "shape has %zu dims, at most %d are handled: " CM_RANK_HOW,
             rank, CM_MAX_RANK);
    reshape_target t = {.rank = (uint32_t)rank};
    for (uint32_t i = 0; i < t.rank; i++) CM_TRY(reshape_target_dim(s, i, p->allowzero != 0, &t));
    CM_CHECK(t.n_infer <= 1, s->e, CAMEO_E_SHAPE, "shape has %u dims of -1, want at most one",
             t.n_infer);
    CM_CHECK(t.n_infer == 0 || !t.has_zero, s->e, CAMEO_E_SHAPE,
             "shape has a -1 and, with allowzero, a 0");
    if (t.n_open == 1 && x->rank != CM_RANK_UNKNOWN) CM_TRY(reshape_fill_open(s, x, &t));
    cm_dim have = cm_avalue_count_dim(s->dims, x);
    cm_dim want = cm_dim_product(s->dims, t.dims, t.rank);
    CM_CHECK(want != CM_DIM_BAD, s->e, CAMEO_E_SHAPE, "shape asks for too many elements");
    bool fits =
        t.loose ? cm_dim_equal(s->dims, have, want) != CM_NO : cm_shape_equal(s, have, want);
    CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "the input has %lld elements, shape asks for %lld",
             cm_dim_is_const(have) ? CM_LL(have) : -1, cm_dim_is_const(want) ? CM_LL(want) : -1);
    CM_TRY(cm_shape_out(s, 0, x->dtype, t.rank, t.dims));
    cm_shape_pass_elems(s, 0, x);
    return CAMEO_OK;
}

typedef struct flatten_params {
    int32_t axis;
} flatten_params;

/* y [prod(dims before axis)][prod(dims from axis on)]. axis in [0, rank], from 11 on in [-rank,
 * rank]. Source: ONNX Flatten 1, 9, 11. */
static cameo_status flatten_shape(cm_shape *s) {
    const flatten_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, 2, NULL);
    int32_t rank = x->rank;
    int32_t lowest = s->since >= 11 ? -rank : 0;
    CM_CHECK(p->axis >= lowest && p->axis <= rank, s->e, CAMEO_E_SHAPE,
             "axis is %d, want %d..%d for rank %d", (int)p->axis, (int)lowest, (int)rank,
             (int)rank);
    uint32_t axis = (uint32_t)(p->axis < 0 ? p->axis + rank : p->axis);
    cm_dim dims[2] = {cm_dim_product(s->dims, x->dims, axis),
                      cm_dim_product(s->dims, x->dims + axis, x->rank - axis)};
    CM_TRY(cm_shape_out(s, 0, x->dtype, 2, dims));
    cm_shape_pass_elems(s, 0, x);
    return CAMEO_OK;
}

/* Any kind of value passes: tensor, sequence, optional. */
static cameo_status identity_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->kind == CAMEO_KIND_TENSOR) {
        CM_TRY(cm_shape_out_like(s, 0, 0));
        cm_shape_pass_elems(s, 0, x);
    } else if (s->n_out > 0) {
        s->out[0] = *x;
        if (!cm_avalue_has_no_items(x)) s->out[0].n_elem = CM_NONE;
        s->out[0].elem = NULL;
        s->out[0].data = NULL;
    }
    return CAMEO_OK;
}

static const cm_field reshape_fields[] = {CM_F_I32(reshape_params, allowzero, 0)};
const cm_op cm_op_Reshape = {CM_OP_Reshape, CM_OPF_VIEW, 1, sizeof(reshape_params), reshape_fields,
                             NULL, reshape_shape, NULL};

static const cm_field flatten_fields[] = {CM_F_I32(flatten_params, axis, 1)};
const cm_op cm_op_Flatten = {CM_OP_Flatten, CM_OPF_VIEW, 1, sizeof(flatten_params), flatten_fields,
                             NULL, flatten_shape, NULL};

const cm_op cm_op_Identity = {CM_OP_Identity, CM_OPF_VIEW, 0, 0, NULL, NULL, identity_shape, NULL};
