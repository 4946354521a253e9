/* qconv_lanes_vnni.c — slot qconv_lanes_packed (kernels/prim/qconv_lanes.h) with AVX-512 and VNNI: blocks of 64, 32 or
 * 16 channels of two outputs at a time. Four taps are interleaved, and vpdpbusd adds their products. */
#include "kernels/prim/qconv_lanes.h"

#if CM_ARCH_X86

#include <immintrin.h>

#include "base/ckd.h"

#define QL_TARGET CM_TARGET("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")

#define QL_NAME(f) f##_64
#define QL_N 64
#define ql __m512i
#define ql_mask __mmask64
#define ql_float __m512
#define ql_load(p) _mm512_loadu_si512(p)
#define ql_load_some(mask, p) _mm512_maskz_loadu_epi8(mask, p)
#define ql_store(p, v) _mm512_storeu_si512(p, v)
#define ql_store_some(mask, p, v) _mm512_mask_storeu_epi8(p, mask, v)
#define ql_f(f) _mm512_##f
#define ql_xor(a, b) _mm512_xor_si512(a, b)
#include "kernels/x86/qconv_lanes_vnni_tmpl.h"

#define QL_NAME(f) f##_32
#define QL_N 32
#define ql __m256i
#define ql_mask __mmask32
#define ql_float __m256
#define ql_load(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define ql_load_some(mask, p) _mm256_maskz_loadu_epi8(mask, p)
#define ql_store(p, v) _mm256_storeu_si256((__m256i *)(void *)(p), v)
#define ql_store_some(mask, p, v) _mm256_mask_storeu_epi8(p, mask, v)
#define ql_f(f) _mm256_##f
#define ql_xor(a, b) _mm256_xor_si256(a, b)
#include "kernels/x86/qconv_lanes_vnni_tmpl.h"

#define QL_NAME(f) f##_16
#define QL_N 16
#define ql __m128i
#define ql_mask __mmask16
#define ql_float __m128
#define ql_load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define ql_load_some(mask, p) _mm_maskz_loadu_epi8(mask, p)
#define ql_store(p, v) _mm_storeu_si128((__m128i *)(void *)(p), v)
#define ql_store_some(mask, p, v) _mm_mask_storeu_epi8(p, mask, v)
#define ql_f(f) _mm_##f
#define ql_xor(a, b) _mm_xor_si128(a, b)
#include "kernels/x86/qconv_lanes_vnni_tmpl.h"

/* `count` outputs from p on. Constant: count. */
QL_TARGET CM_INLINE void qlanes_vnni_outputs(const cm_qconv_lanes_args *a, size_t p, const int count) {
    size_t m = 0;
    for (; a->c - m >= 64; m += 64) qlanes_block_64(a, p, m, count, false);
    if (m == a->c) return;
    switch (cm_qconv_lanes_block(CM_QCONV_LANES_QUADS, a->c - m)) {
    case 64: qlanes_block_64(a, p, m, count, true); break;
    case 32: qlanes_block_32(a, p, m, count, true); break;
    default: qlanes_block_16(a, p, m, count, true); break;
    }
}

QL_TARGET void cm_qconv_lanes_packed_vnni(const cm_qconv_lanes_args *a) {
    size_t p = 0;
    for (; p + 2 <= a->n; p += 2) qlanes_vnni_outputs(a, p, 2);
    if (p < a->n) qlanes_vnni_outputs(a, p, 1);
}
#undef QL_TARGET

#else
typedef int qconv_lanes_vnni_not_here; /* ISO C wants a declaration in every file */
#endif
