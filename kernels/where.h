/* where.h — the row of Where that Chain shares. */
#ifndef CM_KERNELS_WHERE_H
#define CM_KERNELS_WHERE_H

#include "kernels/broadcast.h"

/* y[i] = c[i] ? a[i] : b[i], elements of 4 bytes; operands: c, a, b. y may equal a or b where that moves. k is not
 * looked at. */
cm_broadcast_fn cm_where_row_32;

#endif
