/* features.h — what variants a test may choose. */
#ifndef CM_TESTS_SUPPORT_FEATURES_H
#define CM_TESTS_SUPPORT_FEATURES_H

#include "base/cpu.h"
#include "runtime/os.h"

/* All features of this processor, tiles too if the system lets the tests use them. */
CM_INLINE uint64_t test_features(void) {
    return cm_cpu_detect() | (cm_cpu_tiles() != 0 && cm_os_tiles() ? cm_cpu_tiles() : 0);
}

#endif
