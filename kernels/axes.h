/* axes.h — a set of axes that an input names (Reduce*, Squeeze, Unsqueeze, Pad), as bits: axis d is
 * bit d. Numbers from a tensor are hostile: out of range and named twice are errors. */
#ifndef CM_KERNELS_AXES_H
#define CM_KERNELS_AXES_H

#include "kernels/kernel.h"

/* The set that the elements of v name among `rank` (<= CM_MAX_RANK) axes; negative ones count from
 * the end. *known is false, and *axes 0, where an element or the count is not known.
 *   order  if not NULL: order[j] is the axis that element j names; room for CM_MAX_RANK
 * Errors: E_SHAPE rank of v above 1, an axis out of range or named twice. */
CM_NODISCARD cameo_status cm_axes_of_value(const cm_avalue *v, uint32_t rank, uint32_t *axes,
                                           uint32_t *order, bool *known, cameo_error *e);
/* cm_axes_of_value for the int32 or int64 tensor of a run, at any alignment. */
CM_NODISCARD cameo_status cm_axes_of_tensor(const cm_tensor *t, uint32_t rank, uint32_t *axes,
                                            uint32_t *order, cameo_error *e);

#endif
