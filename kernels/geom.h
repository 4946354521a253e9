/* geom.h — how the kernels of Conv, pools and their kin walk their windows: concrete sizes, runs of
 * outputs along the last axis, the taps of a window that lie inside the data, and the task split.
 *
 * A plane is the spatial part of one channel. An output at position o of an axis reads input
 * coordinates o*stride - pad + k*dilation, k < kernel; k is a tap. Coordinates fit in ptrdiff_t. */
#ifndef CM_KERNELS_GEOM_H
#define CM_KERNELS_GEOM_H

#include "ir/infer/window.h"
#include "kernels/kernel.h"

typedef struct cm_geom_axis {
    ptrdiff_t in, out; /* sizes, >= 0 */
    ptrdiff_t kernel, stride, dilation;
    ptrdiff_t pad, pad_end;
} cm_geom_axis;

typedef struct cm_geom {
    uint32_t n; /* spatial axes, 1..CM_MAX_SPATIAL */
    cm_geom_axis axis[CM_MAX_SPATIAL];
    size_t in_plane, out_plane; /* elements */
    size_t taps;                /* of a window; SIZE_MAX if more */
} cm_geom;

/* cm_geom_init — from attributes and dims that the shape rule has accepted.
 *   in, out  [n]; kernel  [n], or NULL: the attribute kernel_shape
 * Errors: E_LIMIT a coordinate does not fit in ptrdiff_t; E_SHAPE out is larger than the windows
 * that fit. */
CM_NODISCARD cameo_status cm_geom_init(cm_geom *g, const cm_window_attrs *a, uint32_t n,
                                       const size_t *in, const size_t *out, const size_t *kernel,
                                       cameo_error *e);

/* One tap per window, and windows and data coincide: Conv is a matrix product over the data. */
bool cm_geom_is_pointwise(const cm_geom *g);

/* Outputs next to each other along the last axis. */
typedef struct cm_geom_run {
    size_t n;                     /* outputs */
    ptrdiff_t at[CM_MAX_SPATIAL]; /* input coordinate of tap 0 of the first output */
} cm_geom_run;

/* The run that begins at output position p of the plane: to the end of the row, at most `max`. */
cm_geom_run cm_geom_run_at(const cm_geom *g, size_t p, size_t max);

/* Taps [*begin, *end) of an axis that lie inside [0, size) when tap 0 is at `at`. */
CM_INLINE void cm_geom_clip(const cm_geom_axis *x, ptrdiff_t at, ptrdiff_t size, ptrdiff_t *begin,
                            ptrdiff_t *end) {
    ptrdiff_t d = x->dilation;
    *begin = at >= 0 ? 0 : (d == 1 ? -at : (-at - 1) / d + 1);
    *end = at >= size ? 0 : (d == 1 ? size - at : (size - at - 1) / d + 1);
    if (*end > x->kernel) *end = x->kernel;
    if (*begin > *end) *begin = *end;
}

/* Of the n outputs of which the first reads coordinate `at` of the axis: [*from, result) are those
 * that read inside the data. */
CM_INLINE size_t cm_geom_inside(const cm_geom_axis *x, ptrdiff_t at, size_t n, size_t *from) {
    ptrdiff_t end = at + (ptrdiff_t)n * x->stride;
    size_t i = 0;
    while (n > 0 && end - x->stride >= x->in) end -= x->stride, n--;
    while (i < n && at < 0) at += x->stride, i++;
    *from = i;
    return n;
}

/* The taps of a run that lie inside the data along all axes but the last, one row of them after the
 * other in row-major order:
 *     cm_geom_rows r;
 *     for (bool more = cm_geom_rows_begin(&r, g, &run); more; more = cm_geom_rows_next(&r, g)) */
typedef struct cm_geom_rows {
    ptrdiff_t at[CM_MAX_SPATIAL];
    ptrdiff_t begin[CM_MAX_SPATIAL], end[CM_MAX_SPATIAL], k[CM_MAX_SPATIAL];
    size_t in;  /* elements from the plane to the row of data */
    size_t tap; /* index of tap 0 of the row in the kernel */
} cm_geom_rows;

/* False where there is no such row. */
bool cm_geom_rows_begin(cm_geom_rows *r, const cm_geom *g, const cm_geom_run *run);
bool cm_geom_rows_next(cm_geom_rows *r, const cm_geom *g);

/* Work on `planes` planes of out_plane outputs in tasks of bounded size: whole planes, or parts. */
typedef struct cm_geom_split {
    size_t planes;
    size_t per_task;  /* planes of a task, if parts == 1 */
    size_t parts;     /* of a plane */
    size_t part_size; /* outputs */
} cm_geom_split;

/* What a task covers: of each plane in [begin, end) the outputs [from, to). */
typedef struct cm_geom_task {
    size_t begin, end;
    size_t from, to;
} cm_geom_task;

/* cost: element operations of one output, >= 1. */
cm_geom_split cm_geom_split_of(const cm_geom *g, size_t planes, size_t cost);
/* One phase. Errors: E_LIMIT more than 2^32 - 1 tasks. */
CM_NODISCARD cameo_status cm_geom_split_setup(const cm_geom_split *p, const cm_geom *g, cm_setup *s,
                                              cameo_error *e);
cm_geom_task cm_geom_task_at(const cm_geom_split *p, const cm_geom *g, size_t task);

#endif
