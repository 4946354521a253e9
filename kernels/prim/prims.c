/* prims.c — one constant table per instruction-set level. See prims.h. */
#include "kernels/prim/prims.h"

#include "base/cpu.h"

#if !CAMEO_FROZEN
/* Best first; the portable table requires nothing. */
static const cm_prims prims_tables[] = {
#if CM_ARCH_X86
    {"vnni", CM_CPU_AVX512_VNNI | CM_CPU_AVX512 | CM_CPU_AVX2_FMA, CM_GEMM_FMT_F32_12X32,
     cm_gemm_f32_avx512, cm_gemm_i8_vnni},
    {"avx512", CM_CPU_AVX512 | CM_CPU_AVX2_FMA, CM_GEMM_FMT_F32_12X32, cm_gemm_f32_avx512,
     cm_gemm_i8_avx2},
    {"avx2", CM_CPU_AVX2_FMA, CM_GEMM_FMT_F32_6X16, cm_gemm_f32_avx2, cm_gemm_i8_avx2},
#endif
    {"portable", 0, CM_GEMM_FMT_F32_4X8, cm_gemm_f32_portable, cm_gemm_i8_portable},
};

/* see prims.h */
const cm_prims *cm_prims_select(uint64_t features) {
    const cm_prims *p = prims_tables;
    while ((p->features & features) != p->features) p++;
    return p;
}
#endif
