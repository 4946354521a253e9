/* binary.h — what binary.c, compare.c and variadic.c share: the walk of a leaf over two inputs. */
#ifndef CM_KERNELS_BINARY_H
#define CM_KERNELS_BINARY_H

#include "base/math.h"
#include "kernels/broadcast.h"

/* Tasks [begin, end) over inputs 0 and 1 with elements of `size` bytes, into y_size bytes each.
 * Returns CAMEO_OK. */
CM_NODISCARD cameo_status cm_binary_run(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size,
                                        size_t y_size, cm_broadcast_fn *fn);

#endif
