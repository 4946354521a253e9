/* qconv_lanes_nibbles_tmpl.h — a block of channels of slot qconv_lanes_packed (kernels/prim/qconv_lanes.h) in nibbles,
 * in vectors of a width. Parameters: those of kernels/x86/qconv_lanes_put_tmpl.h, and
 *   ql_load(p), ql_load_part(p, n)    QL_N bytes; n of them, behind QL_N - n others at least
 *   ql_store_part(p, v, n)            the first n of QL_N bytes */
#include "kernels/x86/qconv_lanes_put_tmpl.h"

/* Sums of taps in 16 bits: of the low parts and of the high ones. */
typedef struct QL_NAME(qnibbles_sums) {
    ql low[2], high[2];
} QL_NAME(qnibbles_sums);

/* Taps t and t + 1 of an output, whose elements of x lie at `at`; w: their weights, low and, `line` bytes on, high
 * ones. Constant: part. */
QL_TARGET CM_INLINE void QL_NAME(qnibbles_pair)(const cm_qconv_lanes_args *a, size_t t, size_t at, size_t n,
                                                const int8_t *w, size_t line, QL_NAME(qnibbles_sums) *s,
                                                const bool part) {
    const ql flip = ql_f(set1_epi8)((char)a->flip);
    const uint8_t *even = a->x[t] + at, *odd = a->x[t + 1] + at;
    ql x0 = ql_xor(part ? ql_load_part(even, n) : ql_load(even), flip);
    ql x1 = ql_xor(part ? ql_load_part(odd, n) : ql_load(odd), flip);
    const ql x[2] = {ql_f(unpacklo_epi8)(x0, x1), ql_f(unpackhi_epi8)(x0, x1)};
    CM_UNROLL(2)
    for (int v = 0; v < 2; v++) {
        s->low[v] = ql_f(add_epi16)(s->low[v], ql_f(maddubs_epi16)(x[v], ql_load(w + v * QL_N)));
        s->high[v] = ql_f(add_epi16)(s->high[v], ql_f(maddubs_epi16)(x[v], ql_load(w + line + v * QL_N)));
    }
}

/* sum + low + 16 * high, in 32 bits. */
QL_TARGET CM_INLINE void QL_NAME(qnibbles_join)(const QL_NAME(qnibbles_sums) *s, ql *sum) {
    const ql by = ql_f(set1_epi32)(16 << 16 | 1);
    CM_UNROLL(2)
    for (int v = 0; v < 2; v++) {
        ql first = ql_f(unpacklo_epi16)(s->low[v], s->high[v]), second = ql_f(unpackhi_epi16)(s->low[v], s->high[v]);
        sum[2 * v] = ql_f(add_epi32)(sum[2 * v], ql_f(madd_epi16)(first, by));
        sum[2 * v + 1] = ql_f(add_epi32)(sum[2 * v + 1], ql_f(madd_epi16)(second, by));
    }
}

/* Channels from m on, n <= QL_N of them, of output p. Constant: part, n < QL_N. */
QL_TARGET CM_INLINE void QL_NAME(qnibbles_output)(const cm_qconv_lanes_args *a, size_t p, size_t m, size_t n,
                                                  const bool part) {
    const size_t line = 2 * a->ld_packed, at = p * a->step + m;
    const ql none = ql_f(set1_epi16)(0);
    const int8_t *w = a->packed + 2 * m;
    ql sum[4];
    CM_UNROLL(4)
    for (int v = 0; v < 4; v++) sum[v] = ql_load(a->init + m + v * (QL_N / 4));
    for (size_t t = 0; t < a->taps;) {
        const size_t stop = a->taps - t > QNIBBLES_TAPS ? t + QNIBBLES_TAPS : a->taps;
        QL_NAME(qnibbles_sums) s = {{none, none}, {none, none}};
        do {
            QL_NAME(qnibbles_pair)(a, t, at, n, w, line, &s, part);
            t += 2, w += 2 * line;
        } while (t < stop);
        QL_NAME(qnibbles_join)(&s, sum);
    }
    if (a->sums != NULL) {
        const ql done[4] = {sum[0], sum[1], sum[2], sum[3]}; /* in memory; sums are in registers */
        QL_NAME(qlanes_sums)(a, m, done, n, a->sums + p * a->ld + m);
        return;
    }
    uint8_t *to = a->y + p * a->ld + m;
    ql y = QL_NAME(qlanes_round)(a, sum, a->scale + m);
    if (part) ql_store_part(to, y, n);
    else ql_store(to, y);
}

/* All outputs of these channels. Constant: part. */
QL_TARGET CM_INLINE void QL_NAME(qnibbles_outputs)(const cm_qconv_lanes_args *a, size_t m, size_t n, const bool part) {
    for (size_t p = 0; p < a->n; p++) QL_NAME(qnibbles_output)(a, p, m, n, part);
}

#undef QL_NAME
#undef QL_N
#undef ql
#undef ql_float
#undef ql_load
#undef ql_load_part
#undef ql_store
#undef ql_store_part
#undef ql_f
#undef ql_xor
