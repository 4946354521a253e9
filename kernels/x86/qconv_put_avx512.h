/* qconv_put_avx512.h — how the variants of kernels/prim/qconv_bytes.h with AVX-512 give their sums, vectors of 16
 * channels, to the caller: as they are or as results. */
#ifndef CM_KERNELS_X86_QCONV_PUT_AVX512_H
#define CM_KERNELS_X86_QCONV_PUT_AVX512_H

#include "kernels/prim/qconv_bytes.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "kernels/x86/qconv_round_avx512.h"

#define QV_TARGET CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")
#define QV_FN QV_TARGET CM_INLINE
#define QV_N 16

/* Takes the zero points of w times the sum of x from the sums of pixel p. Constant: nv. */
QV_FN void qquads_centre(const cm_qconv_bytes_args *a, size_t p, __m512i *sum, const int nv) {
    for (int v = 0; v < nv && a->row != NULL; v++) {
        __m512i row = _mm512_set1_epi32((int32_t)a->row[p]), zero = _mm512_loadu_si512(a->zero + QV_N * v);
        sum[v] = _mm512_sub_epi32(sum[v], _mm512_mullo_epi32(row, zero));
    }
}

/* Sums become floats, in their bits. Constant: nv. */
QV_FN void qquads_floats(const cm_qconv_bytes_args *a, __m512i *sum, const int nv) {
    for (int v = 0; v < nv && a->bias != NULL; v++) {
        sum[v] = qround_floats_avx512(sum[v], a->scale + QV_N * v, a->bias + QV_N * v, a->lo, a->hi);
    }
}

/* Sums of pixel p. Constant: nv. */
QV_FN void qquads_put(const cm_qconv_bytes_args *a, size_t p, __m512i *sum, const int nv) {
    uint32_t wide[2 * QV_N];
    uint8_t bytes[2 * QV_N];
    bool full = a->cols == (size_t)nv * QV_N;
    qquads_centre(a, p, sum, nv);
    if (a->sums != NULL) {
        qquads_floats(a, sum, nv);
        uint32_t *to = full ? a->sums + p * a->ld : wide;
        for (int v = 0; v < nv; v++) _mm512_storeu_si512(to + QV_N * v, sum[v]);
        if (!full) memcpy(a->sums + p * a->ld, wide, a->cols * sizeof *wide);
        return;
    }
    qround_bytes_avx512(sum, nv, a->scale, a->y_zero, a->flip, full ? a->y + p * a->ld : bytes);
    if (!full) memcpy(a->y + p * a->ld, bytes, a->cols);
}

/* Sums of nv vectors of channels of pixels p and p + 1, without zero points of w, as results. */
QV_FN void qquads_round_two(const cm_qconv_bytes_args *a, size_t p, const __m512i *first, const __m512i *second,
                            const int nv) {
    const __m512i low[2] = {first[0], first[nv - 1]}, high[2] = {second[0], second[nv - 1]}; /* no more is stored */
    __m512i bytes = qround_two_avx512(low, high, a->scale, a->y_zero, a->flip);
    uint8_t *to = a->y + p * a->ld;
    __mmask32 mask = (__mmask32)(UINT32_MAX >> (2 * QV_N - a->cols));
    _mm256_mask_storeu_epi8(to, mask, _mm512_castsi512_si256(bytes));
    _mm256_mask_storeu_epi8(to + a->ld, mask, _mm512_extracti64x4_epi64(bytes, 1));
}

#endif
#endif
