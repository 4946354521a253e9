/* crop_and_resize.c — com.microsoft.CropAndResize: boxes of images [batch][channels][height][width], each scaled to
 * one size.
 *
 * A box is y1, x1, y2, x2, where 0 and 1 are the centres of the first and last pixel; row i of `rows` lies at y1 *
 * (height - 1) + i * (y2 - y1) * (height - 1) / (rows - 1), a single one in the box's middle; columns likewise.
 * Bilinear between four pixels, or the nearest one; extrapolation_value outside of the image. Image numbers and
 * sizes are hostile: E_SHAPE. Tasks are planes of the result. Source: onnxruntime com.microsoft.CropAndResize,
 * version 1. */
#include "base/math.h"
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct crop_params {
    int32_t mode;
    float extrapolation_value;
} crop_params;

static const cm_field crop_fields[] = {CM_F_ENUM(crop_params, mode, "bilinear,nearest", 0),
                                       CM_F_F32(crop_params, extrapolation_value, 0)};

enum { CROP_X, CROP_BOXES, CROP_IMAGES, CROP_SIZE };

static cameo_status crop_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, CROP_X), *boxes = cm_shape_in(s, CROP_BOXES),
                    *size = cm_shape_in(s, CROP_SIZE);
    cm_dim dims[4] = {CM_DIM_UNKNOWN, CM_DIM_UNKNOWN, CM_DIM_UNKNOWN, CM_DIM_UNKNOWN};
    CM_CHECK((x->rank == 4 || x->rank == CM_RANK_UNKNOWN) &&
                 (boxes->rank == 2 || boxes->rank == CM_RANK_UNKNOWN),
             s->e, CAMEO_E_SHAPE, "X and rois have rank %u and %u, want 4 and 2", (unsigned)x->rank,
             (unsigned)boxes->rank);
    if (boxes->rank == 2) dims[0] = boxes->dims[0];
    if (x->rank == 4) dims[1] = x->dims[1];
    for (uint32_t i = 0; i < 2; i++) {
        int64_t n;
        if (cm_avalue_i64(size, i, &n)) {
            CM_CHECK(n >= 1, s->e, CAMEO_E_SHAPE, "crop_size[%u] is %lld, want at least 1", i,
                     CM_LL(n));
            dims[2 + i] = n;
        } else if (!cm_avalue_elem(size, i, &dims[2 + i])) {
            dims[2 + i] = cm_shape_decided(s, 1, CM_DIM_UNKNOWN);
        }
    }
    return cm_shape_out(s, 0, x->dtype, 4, dims);
}

const cm_op cm_op_ms_CropAndResize = {.id = CM_OP_ms_CropAndResize,
                                      .n_fields = 2,
                                      .params_size = sizeof(crop_params),
                                      .fields = crop_fields,
                                      .shape = crop_shape};

/* Scratch: none. Errors: E_SHAPE dims that do not fit. */
cameo_status cm_crop_and_resize_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, CROP_X), *boxes = cm_in(k, CROP_BOXES), *y = cm_out(k, 0);
    bool fits = x->rank == 4 && boxes->rank == 2 && boxes->dims[1] == 4 &&
                cm_in(k, CROP_IMAGES)->n == boxes->dims[0] && cm_in(k, CROP_SIZE)->n == 2;
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "rois are not [n][4] with n batch_indices and 2 sizes");
    CM_CHECK(y->n == 0 || (x->dims[2] != 0 && x->dims[3] != 0), k->e, CAMEO_E_SHAPE,
             "images without pixels");
    CM_CHECK(y->dims[0] * y->dims[1] <= UINT32_MAX, k->e, CAMEO_E_LIMIT,
             "%zu boxes are too many tasks", y->dims[0]);
    cm_setup_simple(s, y->dims[0] * y->dims[1], 1);
    return CAMEO_OK;
}

/* Where line i of n lies between a and b of an image of `size` lines. */
static float crop_at(float a, float b, size_t size, size_t i, size_t n) {
    float last = (float)(size - 1);
    if (n == 1) return 0.5f * (a + b) * last;
    return a * last + (float)i * ((b - a) * last / (float)(n - 1));
}

static double crop_pixel(const cm_tensor *x, size_t plane, size_t row, size_t column) {
    double v = 0;
    cm_lane_load_f64(x->dtype, x->data, (plane * x->dims[2] + row) * x->dims[3] + column, 1, &v);
    return v;
}

static double crop_sample(const cm_tensor *x, size_t plane, float row, float column, bool nearest) {
    size_t top = (size_t)row, left = (size_t)column;
    if (nearest) return crop_pixel(x, plane, (size_t)(row + 0.5f), (size_t)(column + 0.5f));
    size_t bottom = (float)top < row ? top + 1 : top,
           right = (float)left < column ? left + 1 : left;
    double fy = (double)row - (double)top, fx = (double)column - (double)left;
    double a = crop_pixel(x, plane, top, left), b = crop_pixel(x, plane, top, right);
    double c = crop_pixel(x, plane, bottom, left), d = crop_pixel(x, plane, bottom, right);
    double high = a + (b - a) * fx, low = c + (d - c) * fx;
    return high + (low - high) * fy;
}

cameo_status cm_crop_and_resize_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    const crop_params *p = k->params;
    const cm_tensor *x = cm_in(k, CROP_X), *boxes = cm_in(k, CROP_BOXES), *y = cm_out(k, 0);
    size_t rows = y->dims[2], columns = y->dims[3];
    uint64_t done = 0;
    (void)phase;
    for (uint32_t t = begin; t < end; t++) {
        float box[4];
        int32_t image = ((const int32_t *)cm_in(k, CROP_IMAGES)->data)[t / y->dims[1]];
        CM_CHECK(image >= 0 && (size_t)image < x->dims[0], k->e, CAMEO_E_SHAPE,
                 "batch index %d, there are %zu images", (int)image, x->dims[0]);
        cm_lane_load_f32(boxes->dtype, boxes->data, (size_t)(t / y->dims[1]) * 4, 4, box);
        for (size_t i = 0; i < rows * columns; i++) {
            CM_TRY(cm_poll(k, 16, &done));
            float row = crop_at(box[0], box[2], x->dims[2], i / columns, rows);
            float column = crop_at(box[1], box[3], x->dims[3], i % columns, columns);
            bool inside = row >= 0 && row <= (float)(x->dims[2] - 1) && column >= 0 &&
                          column <= (float)(x->dims[3] - 1);
            double v = (double)p->extrapolation_value;
            if (inside)
                v = crop_sample(x, (size_t)image * x->dims[1] + t % y->dims[1], row, column,
                                p->mode != 0);
            cm_lane_store_f64(y->dtype, y->data, t * rows * columns + i, 1, &v, rounding);
        }
    }
    return CAMEO_OK;
}
