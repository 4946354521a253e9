/* resize.h — the params of Resize and Upsample, and which elements an output reads with which weights, for the rows in
 * several files. */
#ifndef CM_KERNELS_RESIZE_H
#define CM_KERNELS_RESIZE_H

#include "kernels/kernel.h"

enum { RESIZE_NEAREST, RESIZE_LINEAR, RESIZE_CUBIC };
enum {
    RESIZE_HALF_PIXEL,
    RESIZE_HALF_PIXEL_SYMMETRIC,
    RESIZE_PYTORCH_HALF_PIXEL,
    RESIZE_ALIGN_CORNERS,
    RESIZE_ASYMMETRIC,
    RESIZE_TF_CROP_AND_RESIZE,
    RESIZE_TF_HALF_PIXEL_FOR_NN
};
enum {
    RESIZE_ROUND_PREFER_FLOOR,
    RESIZE_ROUND_PREFER_CEIL,
    RESIZE_FLOOR,
    RESIZE_CEIL,
    RESIZE_BEFORE_11 /* no attribute says so: down, or up where the axis shrinks */
};
enum { RESIZE_STRETCH, RESIZE_NOT_LARGER, RESIZE_NOT_SMALLER };

typedef struct cm_resize_params {
    int32_t mode, coordinate_transformation_mode, nearest_mode, keep_aspect_ratio_policy;
    int32_t antialias, exclude_outside;
    float cubic_coeff_a, extrapolation_value;
    int32_t axes[CM_MAX_RANK], n_axes;
} cm_resize_params;

typedef struct cm_resize_axis {
    int64_t in, out;
    double scale, from, to; /* from, to: of the roi, in units of in - 1 */
    size_t stride;          /* elements of x */
} cm_resize_axis;

/* Elements of x along one axis that an output reads: first .. first + n - 1, clamped to the axis. */
typedef struct cm_resize_taps {
    int64_t first, n;
    double ratio; /* coordinate - (first + n/2 - 1), in (0, 1] */
    double sum;   /* of all weights that count */
    double w[4];  /* n <= 4: the weights */
    bool outside; /* tf_crop_and_resize: the coordinate is beyond the data */
} cm_resize_taps;

typedef struct cm_resize_plan {
    const cm_resize_params *q;
    uint32_t rank;
    cm_resize_axis axis[CM_MAX_RANK];
    cm_resize_taps taps[CM_MAX_RANK]; /* of the output that is computed */
} cm_resize_plan;

/* From the params and the numbers in the inputs. Errors: E_SHAPE they do not lead to the dims of the output, or are not
 * allowed. */
CM_NODISCARD cameo_status cm_resize_plan_init(const cm_kctx *k, cm_resize_plan *p);
/* p->taps[d] = what output o of axis d reads. */
void cm_resize_taps_of(cm_resize_plan *p, uint32_t d, int64_t o);
/* Weight of element p->taps[d].first + i. */
double cm_resize_weight(const cm_resize_plan *p, uint32_t d, int64_t i);

/* Outputs of axis d are the elements at their places, whatever the interpolation: their coordinates are whole. */
CM_INLINE bool cm_resize_is_same(const cm_resize_params *q, const cm_resize_axis *a) {
    return a->scale == 1 && a->in == a->out &&
           q->coordinate_transformation_mode != RESIZE_TF_CROP_AND_RESIZE &&
           q->coordinate_transformation_mode != RESIZE_TF_HALF_PIXEL_FOR_NN;
}

/* Outputs of a task of the portable rows: CM_TASK_ITEMS, fewer where each reads many elements of x. */
size_t cm_resize_items(const cm_kctx *k);
cm_run_fn cm_resize_f32_run, cm_resize_f64_run, cm_resize_f16_run, cm_resize_bf16_run;
cm_run_fn cm_resize_i8_run, cm_resize_i16_run, cm_resize_i32_run, cm_resize_i64_run;
cm_run_fn cm_resize_u8_run, cm_resize_u16_run, cm_resize_u32_run, cm_resize_u64_run;

#endif
