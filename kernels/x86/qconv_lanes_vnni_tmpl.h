/* qconv_lanes_vnni_tmpl.h — a block of channels of kernels/x86/qconv_lanes_vnni.c in vectors of a width. Parameters:
 *   QL_NAME(f)     the symbol for this width, QL_N: its bytes
 *   ql, ql_mask, ql_float    a vector, a bit for each of its bytes, a vector of floats
 *   ql_load(p), ql_load_some(mask, p), ql_store(p, v), ql_store_some(mask, p, v), ql_xor(a, b)
 *   ql_f(f)        the intrinsic for this width */

/* Four taps of the channels in x[0..3], interleaved: those of a channel lie side by side, in the order of
 * cm_qconv_lanes_place. */
QLV_TARGET CM_INLINE void QL_NAME(qlanes_interleave)(const ql *x, ql *y) {
    ql low = ql_f(unpacklo_epi8)(x[0], x[1]), high = ql_f(unpackhi_epi8)(x[0], x[1]);
    ql low_2 = ql_f(unpacklo_epi8)(x[2], x[3]), high_2 = ql_f(unpackhi_epi8)(x[2], x[3]);
    y[0] = ql_f(unpacklo_epi16)(low, low_2);
    y[1] = ql_f(unpackhi_epi16)(low, low_2);
    y[2] = ql_f(unpacklo_epi16)(high, high_2);
    y[3] = ql_f(unpackhi_epi16)(high, high_2);
}

/* Results of the four vectors of sums. NaN and what is too small become INT32_MIN, which saturates to 0. */
QLV_TARGET CM_INLINE ql QL_NAME(qlanes_round)(const cm_qconv_lanes_args *a, const ql *sum, const float *scale) {
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

/* Sums of n channels of an output to `to`: in 16 bytes each vector has four channels that lie side by side. */
QLV_TARGET static void QL_NAME(qlanes_sums)(const ql *sum, size_t n, uint32_t *to) {
    uint32_t some[QL_N];
    for (size_t v = 0; v < 4; v++) ql_store(some + v * (QL_N / 4), sum[v]);
    for (size_t m = 0; m < n && m < QL_N; m += 4)
        memcpy(to + m, some + m % 16 / 4 * (QL_N / 4) + m / 16 * 4, cm_min_size(4, n - m) * sizeof *to);
}

/* Channels from m on of `count` outputs from p on. Constants: count 1 or 2; part: they may be fewer than QL_N. */
QLV_TARGET CM_INLINE void QL_NAME(qlanes_block)(const cm_qconv_lanes_args *a, size_t p, size_t m, const int count,
                                                const bool part) {
    const size_t line = 4 * a->ld_quads, n = a->c - m;
    const ql_mask mask = (ql_mask)(part && n < QL_N ? (UINT64_C(1) << n) - 1 : UINT64_MAX);
    const ql flip = ql_f(set1_epi8)((char)a->flip);
    const int8_t *w = a->quads + 4 * m;
    ql sum[2][4];
    size_t at = p * a->step + m;
    CM_UNROLL(4)
    for (int v = 0; v < 4; v++) sum[0][v] = sum[1][v] = ql_load(a->init + m + v * (QL_N / 4));
    for (size_t t = 0; t < a->taps; t += 4, w += line) {
        CM_UNROLL(2)
        for (int i = 0; i < count; i++) {
            ql x[4], y[4];
            CM_UNROLL(4)
            for (size_t j = 0; j < 4; j++) {
                const uint8_t *from = a->x[t + j] + at + (size_t)i * a->step;
                x[j] = ql_xor(part ? ql_load_some(mask, from) : ql_load(from), flip);
            }
            QL_NAME(qlanes_interleave)(x, y);
            CM_UNROLL(4)
            for (int v = 0; v < 4; v++) sum[i][v] = ql_f(dpbusd_epi32)(sum[i][v], y[v], ql_load(w + v * QL_N));
        }
    }
    if (a->sums != NULL) {
        CM_UNROLL(2)
        for (int i = 0; i < count; i++) {
            const ql done[4] = {sum[i][0], sum[i][1], sum[i][2], sum[i][3]}; /* in memory; sums are in registers */
            QL_NAME(qlanes_sums)(done, n, a->sums + (p + (size_t)i) * a->ld + m);
        }
        return;
    }
    CM_UNROLL(2)
    for (int i = 0; i < count; i++) {
        uint8_t *to = a->y + (p + (size_t)i) * a->ld + m;
        ql_store_some(mask, to, QL_NAME(qlanes_round)(a, sum[i], a->scale + m));
    }
}

#undef QL_NAME
#undef QL_N
#undef ql
#undef ql_mask
#undef ql_float
#undef ql_load
#undef ql_load_some
#undef ql_store
#undef ql_store_some
#undef ql_f
#undef ql_xor
