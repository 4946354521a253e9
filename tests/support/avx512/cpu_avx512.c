/* cpu_avx512.c — a processor with AVX2 that says that it has AVX-512 with VNNI too: linked with --wrap=cm_cpu_detect
 * beside kernels that immintrin.h in this folder compiled without those instructions. */
#include "base/cpu.h"

uint64_t __real_cm_cpu_detect(void);
uint64_t __wrap_cm_cpu_detect(void);

uint64_t __wrap_cm_cpu_detect(void) { return __real_cm_cpu_detect() | CM_CPU_AVX512 | CM_CPU_AVX512_VNNI; }
