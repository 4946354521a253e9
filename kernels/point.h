/* point.h — interpolation between the elements of a plane: which of them a point of any coordinates reads, with which
 * weights. Shared by GridSample and DeformConv. */
#ifndef CM_KERNELS_POINT_H
#define CM_KERNELS_POINT_H

#include "kernels/kernel.h"

enum { CM_POINT_LINEAR, CM_POINT_NEAREST, CM_POINT_CUBIC };
enum { CM_POINT_ZEROS, CM_POINT_BORDER, CM_POINT_REFLECTION };

/* Elements that a point reads at most: cubic of 4 axes. */
#define CM_POINT_MOST 256

typedef struct cm_point_rule {
    int mode, padding;
    bool align_corners; /* the centre of the first element is the border, else its edge */
} cm_point_rule;

/* The elements of a plane that one point reads, in row-major order; those of weight 0 are left out. */
typedef struct cm_point {
    size_t n;
    size_t at[CM_POINT_MOST];
    double w[CM_POINT_MOST];
} cm_point;

/* x [rank] coordinates in elements, any numbers, on a plane of dims. Where padding is zeros, what lies outside is left
 * out; NaN lies outside, and elsewhere counts as the beginning. rank <= CM_MAX_SPATIAL, 4 for cubic. */
void cm_point_of(const cm_point_rule *rule, uint32_t rank, const size_t *dims, const double *x, cm_point *p);

#endif
