/* scatter.h — what ScatterND and ScatterElements share. */
#ifndef CM_KERNELS_SCATTER_H
#define CM_KERNELS_SCATTER_H

#include "kernels/kernel.h"

/* In the order of the attribute's choices. */
enum { CM_SCATTER_NONE, CM_SCATTER_ADD, CM_SCATTER_MUL, CM_SCATTER_MAX, CM_SCATTER_MIN };
#define CM_SCATTER_CHOICES "none,add,mul,max,min"

/* Elements [at, at + n) of y become those elements op [from, from + n) of updates. Sums and products
 * of integers wrap; for bool they are or and and; NaN is the maximum and the minimum.
 *   reduction   not CM_SCATTER_NONE
 *   y, updates  of one dtype, not string or complex; n <= CM_LANE_ITEMS */
void cm_scatter_reduce(int reduction, const cm_tensor *y, size_t at, const cm_tensor *updates,
                       size_t from, size_t n);

#endif
