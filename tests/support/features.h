/* features.h — what variants a test may choose. */
#ifndef CM_TESTS_SUPPORT_FEATURES_H
#define CM_TESTS_SUPPORT_FEATURES_H

#include "base/cpu.h"
#include "runtime/os.h"

#include <stdlib.h>
#include <string.h>

/* Features that are not to be used: with CAMEO_TEST_CPU=avx2 all that go beyond AVX2, so that processors that have them
 * run what they never choose. */
CM_INLINE uint64_t test_features_off(void) {
    const char *most = getenv("CAMEO_TEST_CPU");
    const uint64_t avx2 = CM_CPU_AVX2_FMA | CM_CPU_F16C | CM_CPU_AVX | CM_CPU_SSE41;
    return most != NULL && strcmp(most, "avx2") == 0 ? ~avx2 : 0;
}

/* All other features of this processor, tiles too if the system lets the tests use them. */
CM_INLINE uint64_t test_features(void) {
    uint64_t all = cm_cpu_detect() | (cm_cpu_tiles() != 0 && cm_os_tiles() ? cm_cpu_tiles() : 0);
    return all & ~test_features_off();
}

#endif
