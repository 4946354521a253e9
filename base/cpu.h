/* cpu.h — which instruction-set extensions the processor and its system software offer. Kernel rows
 * and prims name the bits that they require, rows in 32 bits; cameo_options.cpu_mask_off takes bits away. */
#ifndef CM_BASE_CPU_H
#define CM_BASE_CPU_H

#include "base/port.h"

/* x86-64. Each bit includes what its name lists, and that the operating system saves the
 * registers. */
#define CM_CPU_SSE41 (UINT64_C(1) << 0)
#define CM_CPU_AVX (UINT64_C(1) << 1)
#define CM_CPU_AVX2_FMA (UINT64_C(1) << 2)
#define CM_CPU_F16C (UINT64_C(1) << 3)
#define CM_CPU_AVX512 (UINT64_C(1) << 4)      /* F, BW, DQ, VL; implies AVX2_FMA */
#define CM_CPU_AVX512_VNNI (UINT64_C(1) << 5) /* implies AVX512 */
#define CM_CPU_AVX_VNNI (UINT64_C(1) << 6)    /* the 256-bit form by VEX; implies AVX2_FMA */
#define CM_CPU_AVX512_BF16 (UINT64_C(1) << 7) /* implies AVX512 */
#define CM_CPU_AMX (UINT64_C(1) << 8)         /* tiles with products of bytes and bfloat16; with AVX512_VNNI */
/* arm64. */
#define CM_CPU_NEON (UINT64_C(1) << 16)

/* The features of the processor that it runs on; 0 for a portable build. Pure: it may be called at
 * any time from any thread, costs about 1 us and keeps nothing. */
uint64_t cm_cpu_detect(void);

/* CM_CPU_AMX where the processor has tiles, else 0. cm_cpu_detect leaves that bit out: some systems kill a program
 * that touches tiles without having asked for them. */
uint64_t cm_cpu_tiles(void);

#endif
