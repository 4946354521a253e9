/* philox.h — random numbers by counting: Philox 4x32 with 10 rounds turns a counter and a key into
 * 128 bits, so that each element has its own, whichever task computes it. Source: J. K. Salmon,
 * M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. */
#ifndef CM_KERNELS_PHILOX_H
#define CM_KERNELS_PHILOX_H

#include "base/port.h"

typedef struct cm_philox {
    uint32_t v[4];
} cm_philox;

/* The block of that counter. key: two words. */
CM_INLINE cm_philox cm_philox_block(cm_philox counter, const uint32_t *key) {
    cm_philox c = counter;
    uint32_t k0 = key[0];
    uint32_t k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)UINT32_C(0xD2511F53) * c.v[0];
        uint64_t b = (uint64_t)UINT32_C(0xCD9E8D57) * c.v[2];
        c = (cm_philox){{(uint32_t)(b >> 32) ^ c.v[1] ^ k0, (uint32_t)b,
                         (uint32_t)(a >> 32) ^ c.v[3] ^ k1, (uint32_t)a}};
        k0 += UINT32_C(0x9E3779B9); /* the golden ratio */
        k1 += UINT32_C(0xBB67AE85); /* the square root of 3, less 1 */
    }
    return c;
}

#endif
