/* squeeze.c — Squeeze, Unsqueeze: dims of 1 taken out and put in. They are views (CM_OPF_VIEW): no
 * kernel runs. Source: ONNX Squeeze, Unsqueeze, since_version 1, 11 (negative axes), 13 (axes is an
 * input), 21, 23, 24, 25. */
#include "kernels/axes.h"
#include "kernels/move.h"

static cameo_status squeeze_out(cm_shape *s, uint32_t rank, const cm_dim *dims) {
    CM_TRY(cm_shape_out(s, 0, cm_shape_in(s, 0)->dtype, rank, dims));
    cm_shape_pass_elems(s, 0, cm_shape_in(s, 0));
    return CAMEO_OK;
}

/* Without axes every dim that is 1 goes; then all dims must be known.
 * Errors: E_SHAPE a dim that is named is not 1. */
static cameo_status squeeze_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *v = cm_shape_in(s, 1);
    uint32_t axes = 0;
    bool known = true;
    bool named = cm_shape_has(s, 1);
    if (x->rank == CM_RANK_UNKNOWN) return squeeze_out(s, CM_RANK_UNKNOWN, NULL);
    if (named) CM_TRY(cm_axes_of_value(v, x->rank, &axes, NULL, &known, s->e));
    if (!known) {
        size_t n;
        /* A scalar would leave nothing to find out in a run, which must still refuse the axes. */
        bool counted = cm_avalue_count(v, &n) && n < x->rank;
        return squeeze_out(s, counted ? x->rank - (uint32_t)n : CM_RANK_UNKNOWN, NULL);
    }
    uint32_t rank = 0;
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) {
        cm_tri one = cm_dim_equal(s->dims, x->dims[d], 1);
        if (named && (axes >> d & 1) != 0) {
            CM_CHECK(cm_shape_equal(s, x->dims[d], 1), s->e, CAMEO_E_SHAPE,
                     "dim %u is %lld, want 1 to squeeze it", d,
                     cm_dim_is_const(x->dims[d]) ? CM_LL(x->dims[d]) : -1);
        } else if (named || one == CM_NO) {
            dims[rank++] = x->dims[d];
        } else if (one == CM_MAYBE) {
            return squeeze_out(s, CM_RANK_UNKNOWN, NULL);
        }
    }
    return squeeze_out(s, rank, dims);
}

/* axes count in the output. */
static cameo_status unsqueeze_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *v = cm_shape_in(s, 1);
    uint32_t axes;
    bool known;
    size_t n;
    CM_CHECK(cm_shape_has(s, 1), s->e, CAMEO_E_MISSING, "axes are required");
    if (x->rank == CM_RANK_UNKNOWN || !cm_avalue_count(v, &n)) {
        return squeeze_out(s, CM_RANK_UNKNOWN, NULL);
    }
    CM_CHECK(n <= CM_MAX_RANK && x->rank + n <= CM_MAX_RANK, s->e, CAMEO_E_LIMIT,
             "the output has rank %zu, at most %d is handled: " CM_RANK_HOW, x->rank + n, CM_MAX_RANK);
    uint32_t rank = x->rank + (uint32_t)n;
    CM_TRY(cm_axes_of_value(v, rank, &axes, NULL, &known, s->e));
    if (!known) return squeeze_out(s, rank, NULL);
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0, from = 0; d < rank; d++) {
        dims[d] = (axes >> d & 1) != 0 ? 1 : x->dims[from++];
    }
    return squeeze_out(s, rank, dims);
}

const cm_op cm_op_Squeeze = {CM_OP_Squeeze, CM_OPF_VIEW, 0, 0, NULL, NULL, squeeze_shape, NULL};
const cm_op cm_op_Unsqueeze = {CM_OP_Unsqueeze, CM_OPF_VIEW, 0, 0, NULL, NULL,
                               unsqueeze_shape, NULL};
