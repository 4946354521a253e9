/* test_cpu_detect.c — the feature bits agree with each other and with the compiler's own detection. */
#include "base/cpu.h"

#include "tests/check.h"

void test_cpu_detect_implications(void) {
    uint64_t f = cm_cpu_detect();
    CHECK(f == cm_cpu_detect());
    CHECK((f & CM_CPU_AVX) == 0 || (f & CM_CPU_SSE41) != 0);
    CHECK((f & CM_CPU_AVX2_FMA) == 0 || (f & CM_CPU_AVX) != 0);
    CHECK((f & CM_CPU_AVX512) == 0 || (f & CM_CPU_AVX2_FMA) != 0);
    CHECK((f & (CM_CPU_AVX512_VNNI | CM_CPU_AVX512_BF16)) == 0 || (f & CM_CPU_AVX512) != 0);
#if CAMEO_PORTABLE
    CHECK_INT(f, 0);
#endif
}

void test_cpu_detect_as_the_compiler(void) {
#if CM_ARCH_X86
    uint64_t f = cm_cpu_detect();
    __builtin_cpu_init();
    CHECK(((f & CM_CPU_SSE41) != 0) == (__builtin_cpu_supports("sse4.1") != 0));
    CHECK(((f & CM_CPU_AVX) != 0) == (__builtin_cpu_supports("avx") != 0));
    CHECK(((f & CM_CPU_AVX2_FMA) != 0) ==
          (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0));
    CHECK(((f & CM_CPU_AVX512) != 0) ==
          (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0));
    CHECK(((f & CM_CPU_AVX512_VNNI) != 0) ==
          (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vnni") != 0));
#else
    check_skip("the compiler detects x86 only");
#endif
}
