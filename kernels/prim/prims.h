/* prims.h — the table of inner loops that at least three operators share, one per instruction-set
 * level. Kernels call them as CM_PRIM(kctx, name)(...). */
#ifndef CM_KERNELS_PRIM_PRIMS_H
#define CM_KERNELS_PRIM_PRIMS_H

#include "kernels/prim/gemm.h"
#include "kernels/prim/gemm_i8.h"

typedef struct cm_prims {
    const char *name;  /* "portable", "avx2", ... */
    uint64_t features; /* CM_CPU_* bits that every function here may use */
    cm_gemm_fmt gemm_f32_fmt;
    cm_gemm_f32_fn *gemm_f32;
    cm_gemm_i8_fn *gemm_i8;
} cm_prims;

/* The best table whose requirements are among `features` (CM_CPU_* bits); 0 gives the portable one,
 * which is bit-exact on every target. Constant for ever. Frozen builds name prims by symbol and
 * link no table: NULL. */
#if CAMEO_FROZEN
CM_INLINE const cm_prims *cm_prims_select(uint64_t features) { return (void)features, NULL; }
#else
const cm_prims *cm_prims_select(uint64_t features);
#endif

/* k->prims->name on hosts, the portable symbol cm_<name>_portable in frozen builds. */
#if CAMEO_FROZEN
#define CM_PRIM(k, name) ((void)(k), cm_##name##_portable)
#else
#define CM_PRIM(k, name) ((k)->prims->name)
#endif

#endif
