/* map_f64_tmpl.h — kernels/prim/map_f64.h in vectors. Each element has the bits of the portable variant, which computes
 * what is less than a vector. */

#define MAP_CASE(kind, value)                            \
    case kind:                                           \
        for (; i + VEC_ND <= n; i += VEC_ND) {           \
            vd x = vd_load(from + i);                    \
            vd_store(to + i, value);                     \
        }                                                \
        break;

VEC_LEAF void VEC_NAME(cm_map_f64)(cm_map_kind kind, const double *from, double *to, size_t n) {
    vd zero = vd_zero(), one = vd_set1(1.0);
    size_t i = 0;
    switch (kind) {
        MAP_CASE(CM_MAP_ABS, vd_abs(x))
        MAP_CASE(CM_MAP_CEIL, vd_ceil(x))
        MAP_CASE(CM_MAP_FLOOR, vd_floor(x))
        MAP_CASE(CM_MAP_NEG, vd_neg(x))
        MAP_CASE(CM_MAP_RECIPROCAL, vd_div(one, x))
        MAP_CASE(CM_MAP_RELU, vd_max(zero, x))
        MAP_CASE(CM_MAP_ROUND, vd_round(x))
        /* -0 + 0 is 0, and a NaN stays one. */
        MAP_CASE(CM_MAP_SIGN, vd_select(vd_lt(zero, x), one, vd_select(vd_lt(x, zero), vd_neg(one), vd_add(x, zero))))
        MAP_CASE(CM_MAP_SQRT, vd_sqrt(x))
    }
    if (i < n) cm_map_f64_portable(kind, from + i, to + i, n - i);
}
#undef MAP_CASE
