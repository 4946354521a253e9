/* axes.c — see axes.h. */
#include "kernels/axes.h"

#include "kernels/move.h"

/* Adds element number j of value `axis`. */
static cameo_status axes_add(int64_t axis, size_t j, uint32_t rank, uint32_t *axes, uint32_t *order,
                             cameo_error *e) {
    uint32_t d;
    CM_TRY(cm_axis_normalize(axis, rank, "an element of axes", &d, e));
    CM_CHECK((*axes >> d & 1) == 0, e, CAMEO_E_SHAPE, "axis %u is named twice", d);
    *axes |= UINT32_C(1) << d;
    if (order != NULL) order[j] = d;
    return CAMEO_OK;
}

cameo_status cm_axes_of_value(const cm_avalue *v, uint32_t rank, uint32_t *axes, uint32_t *order,
                              bool *known, cameo_error *e) {
    size_t n;
    *axes = 0;
    *known = false;
    CM_CHECK(v->rank <= 1 || v->rank == CM_RANK_UNKNOWN, e, CAMEO_E_SHAPE,
             "axes has rank %u, want 1", (unsigned)v->rank);
    if (!cm_avalue_count(v, &n)) return CAMEO_OK;
    CM_CHECK(n <= rank, e, CAMEO_E_SHAPE, "%zu axes for rank %u", n, rank);
    uint32_t found = 0;
    for (size_t j = 0; j < n; j++) {
        int64_t axis;
        if (!cm_avalue_i64(v, j, &axis)) return CAMEO_OK;
        CM_TRY(axes_add(axis, j, rank, &found, order, e));
    }
    *axes = found;
    *known = true;
    return CAMEO_OK;
}

cameo_status cm_axes_of_tensor(const cm_tensor *t, uint32_t rank, uint32_t *axes, uint32_t *order,
                               cameo_error *e) {
    uint32_t found = 0;
    CM_CHECK(t->n <= rank, e, CAMEO_E_SHAPE, "%zu axes for rank %u", t->n, rank);
    for (size_t j = 0; j < t->n; j++) {
        CM_TRY(axes_add(cm_move_index(t, j), j, rank, &found, order, e));
    }
    *axes = found;
    return CAMEO_OK;
}
