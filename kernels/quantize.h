/* quantize.h — how all operators round to 8-bit integers. */
#ifndef CM_KERNELS_QUANTIZE_H
#define CM_KERNELS_QUANTIZE_H

#include "base/port.h"

/* round(v) + zero within [lo, hi], |lo|, |hi| < 2^17; NaN gives lo. Clamped first, so that adding
 * and taking away 1.5 * 2^23 rounds to a whole number, halves to even. */
CM_INLINE int32_t cm_quantize_round(float v, int32_t zero, int32_t lo, int32_t hi) {
    float min = (float)(lo - zero);
    float max = (float)(hi - zero);
    v = v > min ? v : min;
    v = v < max ? v : max;
    return (int32_t)((v + 12582912.0F) - 12582912.0F) + zero;
}

#endif
