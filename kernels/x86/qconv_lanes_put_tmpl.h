/* qconv_lanes_put_tmpl.h — how packed lanes (kernels/prim/qconv_lanes.h) give the sums of a block of channels, four
 * vectors in the order of cm_qconv_lanes_place, to the caller. Parameters:
 *   QL_TARGET      of all functions; QL_NAME(f) the symbol for this width, QL_N: its bytes
 *   ql, ql_float   a vector, a vector of floats
 *   ql_store(p, v), ql_xor(a, b), ql_f(f): the intrinsic for this width */

/* Results of the four vectors of sums. NaN and what is too small become INT32_MIN, which saturates to 0. */
QL_TARGET CM_INLINE ql QL_NAME(qlanes_round)(const cm_qconv_lanes_args *a, const ql *sum, const float *scale) {
    const ql_float most = ql_f(set1_ps)((float)(255 - a->y_zero));
    ql q[4], zero = ql_f(set1_epi16)((int16_t)a->y_zero);
    CM_UNROLL(4)
    for (int v = 0; v < 4; v++) {
        ql_float x = ql_f(mul_ps)(ql_f(cvtepi32_ps)(sum[v]), ql_f(loadu_ps)(scale + v * (QL_N / 4)));
        q[v] = ql_f(cvtps_epi32)(ql_f(min_ps)(most, x)); /* NaN stays */
    }
    ql low = ql_f(adds_epi16)(ql_f(packs_epi32)(q[0], q[1]), zero);
    ql high = ql_f(adds_epi16)(ql_f(packs_epi32)(q[2], q[3]), zero);
    return ql_xor(ql_f(packus_epi16)(low, high), ql_f(set1_epi8)((char)a->y_flip));
}

/* Sums of n channels of an output from channel `first` on, or the floats that they become, to `to`: in 16 bytes each
 * vector has four channels that lie side by side. */
QL_TARGET static void QL_NAME(qlanes_sums)(const cm_qconv_lanes_args *a, size_t first, const ql *sum, size_t n,
                                           uint32_t *to) {
    const ql_float lo = ql_f(set1_ps)(a->lo), hi = ql_f(set1_ps)(a->hi);
    uint32_t some[QL_N];
    for (size_t v = 0; v < 4; v++) {
        const size_t at = first + v * (QL_N / 4);
        if (a->bias == NULL) {
            ql_store(some + v * (QL_N / 4), sum[v]);
            continue;
        }
        ql_float x = ql_f(mul_ps)(ql_f(cvtepi32_ps)(sum[v]), ql_f(loadu_ps)(a->scale + at));
        x = ql_f(add_ps)(x, ql_f(loadu_ps)(a->bias + at));
        ql_f(storeu_ps)((float *)(void *)(some + v * (QL_N / 4)), ql_f(min_ps)(hi, ql_f(max_ps)(lo, x)));
    }
    size_t m = 0;
    for (; m < QL_N && n - m >= 4; m += 4)
        memcpy(to + m, some + m % 16 / 4 * (QL_N / 4) + m / 16 * 4, 4 * sizeof *to);
    for (; m < QL_N && m < n; m++) to[m] = some[m % 16 / 4 * (QL_N / 4) + m / 16 * 4 + m % 4];
}
