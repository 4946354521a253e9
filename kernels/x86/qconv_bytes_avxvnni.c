/* qconv_bytes_avxvnni.c — kernels/prim/qconv_bytes.h in quads with AVX2 and AVX-VNNI (vpdpbusd in 256 bits): 6 pixels
 * x 16 channels. */
#include "kernels/prim/qconv_bytes.h"

#if CM_ARCH_X86

#include "kernels/x86/qconv_put_avx2.h"

#define QX_TARGET CM_TARGET("avx2,fma,avxvnni")

#define QQ_NAME(f) f##_avxvnni
#define QQ_FN QX_TARGET CM_INLINE
#define QQ_LEAF QX_TARGET
#define QQ_MR 6
#define QQ_N 8
#define qq __m256i
#define qq_set1(x) _mm256_set1_epi32(x)
#define qq_load(p) qbytes_load(p)
#define qq_dot(sum, x, w) _mm256_dpbusd_avx_epi32(sum, x, w)
#define qq_whole(a, first, sum, mr, nv) ((mr) == 6 && qbytes_whole(a, first, sum, mr, nv))
#define qq_end qbytes_put_all
#include "kernels/x86/qconv_quads_tmpl.h"

#else
typedef int qconv_bytes_avxvnni_not_here; /* ISO C wants a declaration in every file */
#endif
