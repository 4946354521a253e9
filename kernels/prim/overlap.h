/* overlap.h — a box against many others: the inner loop of NonMaxSuppression. */
#ifndef CM_KERNELS_PRIM_OVERLAP_H
#define CM_KERNELS_PRIM_OVERLAP_H

#include "base/port.h"

/* A box as two ranges, and its area. */
typedef struct cm_box {
    float low[2], high[2], area;
} cm_box;

/* Rows of cm_boxes.data. */
enum { CM_BOXES_LOW, CM_BOXES_HIGH = 2, CM_BOXES_AREA = 4, CM_BOXES_ROWS };

/* Boxes, each property in a row of its own. */
typedef struct cm_boxes {
    float *data; /* [CM_BOXES_ROWS][ld]: low of both ranges, high of both, area; aligned to 4 */
    size_t ld;   /* boxes that there is room for */
    size_t n;
} cm_boxes;

/* Is the intersection over the union of `box` and one of the others above the threshold? Boxes without area are above
 * none; neither are boxes with a NaN. Every variant divides and compares alike, so all give the same answer. */
typedef bool cm_boxes_overlap_fn(const cm_boxes *others, const cm_box *box, float threshold);

cm_boxes_overlap_fn cm_boxes_overlap_portable;
#if CM_ARCH_X86
cm_boxes_overlap_fn cm_boxes_overlap_avx2, cm_boxes_overlap_avx512;
#endif
#if CM_ARCH_ARM64
cm_boxes_overlap_fn cm_boxes_overlap_neon;
#endif

#endif
