/* cpu_avx512.c — a processor with AVX2 that says that it has AVX-512, VNNI of both widths and tiles too, and a system
 * that lets programs use them: linked with --wrap beside kernels that immintrin.h in this folder compiled without those
 * instructions. */
#include "base/cpu.h"
#include "runtime/os.h"

uint64_t __real_cm_cpu_detect(void);
uint64_t __wrap_cm_cpu_detect(void);
uint64_t __wrap_cm_cpu_tiles(void);
bool __wrap_cm_os_tiles(void);

uint64_t __wrap_cm_cpu_detect(void) {
    return __real_cm_cpu_detect() | CM_CPU_AVX_VNNI | CM_CPU_AVX512 | CM_CPU_AVX512_VNNI;
}
uint64_t __wrap_cm_cpu_tiles(void) { return CM_CPU_AMX; }
bool __wrap_cm_os_tiles(void) { return true; }
