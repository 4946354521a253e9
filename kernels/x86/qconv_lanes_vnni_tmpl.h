/* qconv_lanes_vnni_tmpl.h — a block of channels of kernels/x86/qconv_lanes_vnni.c in vectors of a width. Parameters:
 * those of kernels/x86/qconv_lanes_put_tmpl.h, and
 *   ql_mask        a bit for each byte of a vector
 *   ql_load(p), ql_load_some(mask, p), ql_store_some(mask, p, v) */
#include "kernels/x86/qconv_lanes_put_tmpl.h"

/* Four taps of the channels in x[0..3], interleaved: those of a channel lie side by side, in the order of
 * cm_qconv_lanes_place. */
QL_TARGET CM_INLINE void QL_NAME(qlanes_interleave)(const ql *x, ql *y) {
    ql low = ql_f(unpacklo_epi8)(x[0], x[1]), high = ql_f(unpackhi_epi8)(x[0], x[1]);
    ql low_2 = ql_f(unpacklo_epi8)(x[2], x[3]), high_2 = ql_f(unpackhi_epi8)(x[2], x[3]);
    y[0] = ql_f(unpacklo_epi16)(low, low_2);
    y[1] = ql_f(unpackhi_epi16)(low, low_2);
    y[2] = ql_f(unpacklo_epi16)(high, high_2);
    y[3] = ql_f(unpackhi_epi16)(high, high_2);
}

/* Channels from m on of `count` outputs from p on. Constants: count 1 or 2; part: they may be fewer than QL_N. */
QL_TARGET CM_INLINE void QL_NAME(qlanes_block)(const cm_qconv_lanes_args *a, size_t p, size_t m, const int count,
                                                const bool part) {
    const size_t line = 4 * a->ld_packed, n = a->c - m;
    const ql_mask mask = (ql_mask)(part && n < QL_N ? (UINT64_C(1) << n) - 1 : UINT64_MAX);
    const ql flip = ql_f(set1_epi8)((char)a->flip);
    const int8_t *w = a->packed + 4 * m;
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
            QL_NAME(qlanes_sums)(a, m, done, n, a->sums + (p + (size_t)i) * a->ld + m);
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
