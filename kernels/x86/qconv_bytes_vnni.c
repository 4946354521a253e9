/* qconv_bytes_vnni.c — kernels/prim/qconv_bytes.h in quads with AVX-512 and VNNI (vpdpbusd): 8 pixels x 32 channels. */
#include "kernels/prim/qconv_bytes.h"

#if CM_ARCH_X86

#include "kernels/x86/qconv_put_avx512.h"

#define QV_UNROLL CM_UNROLL(4)

/* Constants: mr, even, and nv. */
QV_FN bool qquads_whole_vnni(const cm_qconv_bytes_args *a, size_t first, __m512i (*sum)[2], const int mr,
                             const int nv) {
    if (a->sums != NULL || a->row != NULL) return false;
    QV_UNROLL
    for (int i = 0; i + 1 < mr; i += 2) qquads_round_two(a, first + (size_t)i, sum[i], sum[i + 1], nv);
    return true;
}

QV_FN void qquads_put_all(const cm_qconv_bytes_args *a, size_t first, size_t n, int nv, __m512i (*sum)[2]) {
    for (size_t p = first; p < first + n; p++, sum++) qquads_put(a, p, *sum, nv);
}

#define QQ_NAME(f) f##_vnni
#define QQ_FN QV_FN
#define QQ_LEAF QV_TARGET
#define QQ_MR 8
#define QQ_N 16
#define qq __m512i
#define qq_set1(x) _mm512_set1_epi32(x)
#define qq_load(p) _mm512_loadu_si512(p)
#define qq_dot(sum, x, w) _mm512_dpbusd_epi32(sum, x, w)
#define qq_whole qquads_whole_vnni
#define qq_end qquads_put_all
#include "kernels/x86/qconv_quads_tmpl.h"

#else
typedef int qconv_bytes_vnni_not_here; /* ISO C wants a declaration in every file */
#endif
