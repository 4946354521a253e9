/* real.h — one element at a time between any real dtype and double, for operators that take every dtype and look
 * elements up one by one. Complex elements are two of their parts' dtype. */
#ifndef CM_KERNELS_REAL_H
#define CM_KERNELS_REAL_H

#include "base/dtype.h"

/* Element i of a tensor of any real dtype, bool included; 64-bit integers are rounded. Not inlined but for float. */
double cm_real_get(int dtype, const void *data, size_t i);
CM_INLINE double cm_real_at(int dtype, const void *data, size_t i) {
    return dtype == CAMEO_FLOAT ? (double)((const float *)data)[i] : cm_real_get(dtype, data, i);
}

/* Stores v: floats rounded once, integers truncated and clipped to the dtype (NaN: 0), bool: is it other than 0.
 * Dtypes of a byte or more. */
void cm_real_set(int dtype, void *data, size_t i, double v);
CM_INLINE void cm_real_put(int dtype, void *data, size_t i, double v) {
    if (dtype == CAMEO_FLOAT)
        ((float *)data)[i] = (float)v;
    else
        cm_real_set(dtype, data, i, v);
}

/* The dtype of the parts of an element: float of complex64, double of complex128, else the dtype itself. */
CM_INLINE int cm_real_dtype(int dtype) {
    return dtype == CAMEO_COMPLEX64 ? CAMEO_FLOAT : dtype == CAMEO_COMPLEX128 ? CAMEO_DOUBLE : dtype;
}
CM_INLINE size_t cm_real_parts(int dtype) { return dtype == CAMEO_COMPLEX64 || dtype == CAMEO_COMPLEX128 ? 2 : 1; }

#endif
