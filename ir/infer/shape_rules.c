/* shape_rules.c — the parts of shape inference that several operators share. See value.h. */
#include "ir/infer/value.h"

#if !CAMEO_FROZEN
#include "ir/ir_impl.h"
#endif

cm_dim cm_shape_decided(const cm_shape *s, int64_t lo, cm_dim hi) {
    if (hi == CM_DIM_BAD) return CM_DIM_BAD;
#if CAMEO_FROZEN
    (void)s;
    (void)lo;
    return CM_DIM_UNKNOWN;
#else
    int64_t least, most;
    cm_dim_interval(s->dims, hi, &least, &most);
    return cm_dim_symbol(s->dims, (cm_str){NULL, 0}, lo, cm_max_i64(lo, most));
#endif
}

cameo_status cm_axis_normalize(int64_t axis, uint32_t rank, const char *what, uint32_t *out,
                               cameo_error *e) {
    int64_t r = rank;
    CM_CHECK(axis >= -r && axis < r, e, CAMEO_E_SHAPE, "%s is %lld, want -%u..%lld for rank %u",
             what, CM_LL(axis), rank, CM_LL(r - 1), rank);
    *out = (uint32_t)(axis < 0 ? axis + r : axis);
    return CAMEO_OK;
}

bool cm_shape_equal(const cm_shape *s, cm_dim a, cm_dim b) {
#if !CAMEO_FROZEN
    if (s->ir != NULL) return cm_demand_equal(s->ir, s->node, a, b, s->e);
#endif
    return cm_dim_equal(s->dims, a, b) != CM_NO; /* numbers: the rule tells them */
}

/* Is b = min(a, n) of a number n >= 2? Then the broadcast dim is a: where a <= n they are equal,
 * elsewhere b is n, and n against a greater number fits nothing. So tables of n positions are cut to
 * the length of a sentence. */
static bool shape_rules_is_cut(cm_dims *t, cm_dim a, cm_dim b) {
    int64_t lo, hi;
    cm_dim_interval(t, b, &lo, &hi);
    return hi >= 2 && hi != INT64_MAX && cm_dim_is_known(b) && cm_dim_min(t, a, hi) == b;
}

/* Both dims are expressions or unknown: each is 1 or the result. */
static cm_dim shape_rules_join(cm_dims *t, cm_dim a, cm_dim b) {
    int64_t lo_a, hi_a, lo_b, hi_b;
    cm_dim_interval(t, a, &lo_a, &hi_a);
    cm_dim_interval(t, b, &lo_b, &hi_b);
    if (lo_a > 1 || shape_rules_is_cut(t, a, b)) return a;
    if (lo_b > 1 || shape_rules_is_cut(t, b, a)) return b;
    /* 0 and 1 only: 0 fits 0 and 1 and gives 0, 1 gives the other. */
    if (hi_a <= 1 && b == cm_dim_min(t, a, b)) return b;
    if (hi_b <= 1 && a == cm_dim_min(t, a, b)) return a;
    if (hi_a <= 1 || hi_b <= 1) return cm_dim_mul(t, a, b);
    /* The larger one, but for 1 against 0, which gives 0. */
    cm_dim larger = cm_dim_max(t, a, b);
    cm_dim r = larger;
    if (lo_a < 1 && larger != a) r = cm_dim_mul(t, r, cm_dim_min(t, a, 1));
    if (lo_b < 1 && larger != b) r = cm_dim_mul(t, r, cm_dim_min(t, b, 1));
    return r;
}

/* Can d not be 1? */
static bool shape_rules_stays(cm_dims *t, cm_dim d) {
    return cm_dim_is_known(d) && cm_dim_equal(t, d, 1) == CM_NO;
}

/* Broadcasts dim b into *d. */
static cameo_status shape_rules_broadcast_dim(const cm_shape *s, cm_dim b, cm_dim *d) {
    cm_dim a = *d;
    if (b == 1 || cm_dim_equal(s->dims, a, b) == CM_YES) return CAMEO_OK;
    if (shape_rules_stays(s->dims, a) && shape_rules_stays(s->dims, b)) {
        CM_CHECK(cm_shape_equal(s, a, b), s->e, CAMEO_E_SHAPE,
                 "dims %lld and %lld do not broadcast", CM_LL(a), CM_LL(b));
    }
    if (a == 1) {
        *d = b;
    } else if (cm_dim_is_const(b)) {
        *d = b; /* a must turn out as 1 or b */
    } else if (!cm_dim_is_const(a)) {
        *d = shape_rules_join(s->dims, a, b);
    }
    return CAMEO_OK;
}

/* Source: ONNX docs/Broadcasting.md, multidirectional */
cameo_status cm_shape_broadcast(const cm_shape *s, uint32_t first, uint32_t n, uint32_t *rank,
                                cm_dim *dims) {
    uint32_t max_rank = 0;
    for (uint32_t i = first; i < first + n; i++) {
        uint32_t r = cm_shape_in(s, i)->rank;
        if (r == CM_RANK_UNKNOWN) {
            *rank = CM_RANK_UNKNOWN;
            return CAMEO_OK;
        }
        if (r > max_rank) max_rank = r;
    }
    for (uint32_t d = 0; d < max_rank; d++) {
        cm_dim dim = 1;
        for (uint32_t i = first; i < first + n; i++) {
            const cm_avalue *v = cm_shape_in(s, i);
            uint32_t missing = max_rank - v->rank;
            if (d >= missing) CM_TRY(shape_rules_broadcast_dim(s, v->dims[d - missing], &dim));
        }
        dims[d] = dim;
    }
    *rank = max_rank;
    return CAMEO_OK;
}

/* With ceil_mode a last window that would start beyond the data and its leading
 * padding is left out: ONNX MaxPool, since_version 22. */
cm_dim cm_window_out(cm_dims *t, cm_dim in, const cm_window *w) {
    int64_t extent = ((int64_t)w->kernel - 1) * w->dilation + 1;
    cm_dim begin = cm_dim_add(t, in, w->pad_begin);
    cm_dim span = cm_dim_sub(t, cm_dim_add(t, begin, w->pad_end), cm_dim_from_i64(extent));
    if (!w->ceil_mode) return cm_dim_add(t, cm_dim_div_floor(t, span, w->stride), 1);
    cm_dim out = cm_dim_div_ceil(t, span, w->stride);
    cm_dim last = cm_dim_div_floor(t, cm_dim_sub(t, begin, 1), w->stride);
    return cm_dim_add(t, cm_dim_min(t, out, last), 1);
}
