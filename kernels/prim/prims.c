/* prims.c — one constant table per level of instruction sets. See prims.h. */
#include "kernels/prim/prims.h"

#include "base/cpu.h"

#if !CAMEO_FROZEN

/* Each table takes its own column of prims.def, and the stages and loops of one variant. */
#define PRIMS_PORTABLE(slot, portable, avx2, avxvnni, avx512, vnni, amx, neon) .slot = cm_##slot##_##portable,
#define PRIMS_AVX2(slot, portable, avx2, avxvnni, avx512, vnni, amx, neon) .slot = cm_##slot##_##avx2,
#define PRIMS_AVXVNNI(slot, portable, avx2, avxvnni, avx512, vnni, amx, neon) .slot = cm_##slot##_##avxvnni,
#define PRIMS_AVX512(slot, portable, avx2, avxvnni, avx512, vnni, amx, neon) .slot = cm_##slot##_##avx512,
#define PRIMS_VNNI(slot, portable, avx2, avxvnni, avx512, vnni, amx, neon) .slot = cm_##slot##_##vnni,
#define PRIMS_AMX(slot, portable, avx2, avxvnni, avx512, vnni, amx, neon) .slot = cm_##slot##_##amx,
#define PRIMS_NEON(slot, portable, avx2, avxvnni, avx512, vnni, amx, neon) .slot = cm_##slot##_##neon,

#define PRIMS_LOOP_PORTABLE(name, ...) [CM_LOOP_ID_##name] = cm_loop_##name##_portable,
#define PRIMS_LOOP_AVX2(name, ...) [CM_LOOP_ID_##name] = cm_loop_##name##_avx2,

#define CM_LOOP1 PRIMS_LOOP_PORTABLE
#define CM_LOOP2 PRIMS_LOOP_PORTABLE
#define CM_STAGE_DEF(name, arity) [CM_STAGE_ID_##name] = cm_stage_##name##_portable,
static const cm_prims prims_portable = {.name = "portable",
                                        .features = 0,
#define CM_SLOT(type, ...) PRIMS_PORTABLE(__VA_ARGS__)
#include "kernels/prim/prims.def"
#undef CM_SLOT
                                        .stage = {
#include "kernels/prim/stages.def"
                                        },
                                        .loop = {
#include "kernels/prim/loops.def"
                                        }};
#undef CM_STAGE_DEF
#undef CM_LOOP1
#undef CM_LOOP2

#if CM_ARCH_X86
#define CM_LOOP1 PRIMS_LOOP_AVX2
#define CM_LOOP2 PRIMS_LOOP_AVX2
#define CM_STAGE_DEF(name, arity) [CM_STAGE_ID_##name] = cm_stage_##name##_avx2,
static const cm_prims prims_avx2 = {.name = "avx2",
                                    .features = CM_CPU_AVX2_FMA | CM_CPU_F16C,
#define CM_SLOT(type, ...) PRIMS_AVX2(__VA_ARGS__)
#include "kernels/prim/prims.def"
#undef CM_SLOT
                                    .stage = {
#include "kernels/prim/stages.def"
                                    },
                                    .loop = {
#include "kernels/prim/loops.def"
                                    }};
static const cm_prims prims_avxvnni = {.name = "avxvnni",
                                       .features = CM_CPU_AVX_VNNI | CM_CPU_AVX2_FMA | CM_CPU_F16C,
#define CM_SLOT(type, ...) PRIMS_AVXVNNI(__VA_ARGS__)
#include "kernels/prim/prims.def"
#undef CM_SLOT
                                       .stage = {
#include "kernels/prim/stages.def"
                                       },
                                       .loop = {
#include "kernels/prim/loops.def"
                                       }};
#undef CM_STAGE_DEF

#define CM_STAGE_DEF(name, arity) [CM_STAGE_ID_##name] = cm_stage_##name##_avx512,
static const cm_prims prims_avx512 = {.name = "avx512",
                                      .features = CM_CPU_AVX512 | CM_CPU_AVX2_FMA | CM_CPU_F16C,
#define CM_SLOT(type, ...) PRIMS_AVX512(__VA_ARGS__)
#include "kernels/prim/prims.def"
#undef CM_SLOT
                                      .stage = {
#include "kernels/prim/stages.def"
                                      },
                                      .loop = {
#include "kernels/prim/loops.def"
                                      }};
static const cm_prims prims_vnni = {.name = "vnni",
                                    .features = CM_CPU_AVX512_VNNI | CM_CPU_AVX512 |
                                                CM_CPU_AVX2_FMA | CM_CPU_F16C,
#define CM_SLOT(type, ...) PRIMS_VNNI(__VA_ARGS__)
#include "kernels/prim/prims.def"
#undef CM_SLOT
                                    .stage = {
#include "kernels/prim/stages.def"
                                    },
                                    .loop = {
#include "kernels/prim/loops.def"
                                    }};
static const cm_prims prims_amx = {.name = "amx",
                                    .features = CM_CPU_AMX | CM_CPU_AVX512_VNNI | CM_CPU_AVX512 |
                                                CM_CPU_AVX2_FMA | CM_CPU_F16C,
#define CM_SLOT(type, ...) PRIMS_AMX(__VA_ARGS__)
#include "kernels/prim/prims.def"
#undef CM_SLOT
                                    .stage = {
#include "kernels/prim/stages.def"
                                    },
                                    .loop = {
#include "kernels/prim/loops.def"
                                    }};
#undef CM_STAGE_DEF
#undef CM_LOOP1
#undef CM_LOOP2
#endif

#if CM_ARCH_ARM64 /* where vectors belong to the lowest level */
#define CM_LOOP1 PRIMS_LOOP_PORTABLE
#define CM_LOOP2 PRIMS_LOOP_PORTABLE
#define CM_STAGE_DEF(name, arity) [CM_STAGE_ID_##name] = cm_stage_##name##_neon,
static const cm_prims prims_neon = {.name = "neon",
                                    .features = CM_CPU_NEON,
#define CM_SLOT(type, ...) PRIMS_NEON(__VA_ARGS__)
#include "kernels/prim/prims.def"
#undef CM_SLOT
                                    .stage = {
#include "kernels/prim/stages.def"
                                    },
                                    .loop = {
#include "kernels/prim/loops.def"
                                    }};
#undef CM_STAGE_DEF
#undef CM_LOOP1
#undef CM_LOOP2
#endif

/* Best first; the portable table requires nothing. */
static const cm_prims *const prims_tables[] = {
#if CM_ARCH_X86
    &prims_amx,
    &prims_vnni,
    &prims_avx512,
    &prims_avxvnni,
    &prims_avx2,
#endif
#if CM_ARCH_ARM64
    &prims_neon,
#endif
    &prims_portable,
};

const cm_prims *cm_prims_select(uint64_t features) {
    size_t i = 0;
    while ((prims_tables[i]->features & features) != prims_tables[i]->features) i++;
    return prims_tables[i];
}
#endif
