#include "tests/kernels/resize_vectors.h"

static harness h;

#define RESIZE_VECTORS resize_vectors, sizeof resize_vectors / sizeof *resize_vectors

/* onnx.reference's and onnxruntime's results; both compute weights of cubic in f32. */
void test_resize_vectors(void) {
    CHECK_INT(vectors_run(RESIZE_VECTORS, "Resize", &cm_op_Resize, 1e-4, 2), 99);
    CHECK_INT(vectors_run(RESIZE_VECTORS, "Resize", &cm_op_Resize, 1e-4, HARNESS_MAX),
              99);
    CHECK_INT(vectors_run(RESIZE_VECTORS, "Upsample", &cm_op_Upsample, 1e-4, 1), 2);
    CHECK_INT(vectors_run(RESIZE_VECTORS, "GlobalMaxPool", &cm_op_GlobalMaxPool, 0, 9), 2);
}

static void resize_begin(const char *mode) {
    harness_begin(&h, &cm_op_Resize, 18);
    harness_attr_s(&h, "mode", mode);
}

/* The status for a [2] that becomes [out] by one scale. */
static cameo_status resize_scale(float scale, size_t out, bool hide) {
    resize_begin("linear");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1, 2});
    harness_in_none(&h);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), &scale);
    if (hide) harness_hide(&h);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(out), NULL);
    return harness_status(&h);
}

void test_resize_refuses_scales(void) {
    const float bad[] = {0, -0.0F, -1, NAN, INFINITY, -INFINITY, -1e-45F};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(resize_scale(bad[i], 4, false), CAMEO_E_SHAPE);
    }
    CHECK(resize_scale(3e38F, 4, false) != CAMEO_OK);
    CHECK(resize_scale(1e9F, 4, false) != CAMEO_E_INTERNAL);
    CHECK_INT(resize_scale(-1, 4, false), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "scales[0] is -1000/1000, want a finite number above 0");
    CHECK_INT(resize_scale(2, 4, false), CAMEO_OK);
    CHECK_INT(resize_scale(1e-45F, 0, false), CAMEO_OK);
}

static cameo_status resize_sizes(uint32_t n, const int64_t *sizes, int axis_1, const char *mode) {
    resize_begin(mode);
    harness_attr_ints(&h, "axes", 2, (int64_t[]){0, axis_1});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    harness_in_none(&h);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_DIMS(n), sizes);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(4, 6), NULL);
    return harness_status(&h);
}

void test_resize_refuses_sizes(void) {
    CHECK_INT(resize_sizes(2, (int64_t[]){4, 6}, 1, "cubic"), CAMEO_OK);
    CHECK_INT(resize_sizes(2, (int64_t[]){4, -6}, 1, "cubic"), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "sizes[1] is -6, want at least 0");
    CHECK_INT(resize_sizes(1, (int64_t[]){4}, 1, "linear"), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "1 sizes, want 2");
    CHECK_INT(resize_sizes(2, (int64_t[]){4, 6}, 0, "linear"), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axes has 0 twice");
    CHECK_INT(resize_sizes(2, (int64_t[]){4, 6}, 2, "linear"), CAMEO_E_SHAPE);
    resize_begin("nearest");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "neither scales nor sizes are given, want one of them");
}

/* An infinity stays where it has weight; beyond the roi lies the extrapolation value. */
void test_resize_numbers(void) {
    resize_begin("linear");
    harness_attr_s(&h, "coordinate_transformation_mode", "tf_crop_and_resize");
    harness_attr_f(&h, "extrapolation_value", 300);
    harness_in(&h, CAMEO_UINT8, H_DIMS(3), (uint8_t[]){10, 20, 255});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){0, 2});
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){5});
    harness_out(&h, CAMEO_UINT8, H_DIMS(5), (uint8_t[]){10, 20, 255, 255, 255});
    CHECK(harness_run(&h));
    resize_begin("linear");
    harness_attr_s(&h, "coordinate_transformation_mode", "align_corners");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1, INFINITY, 3});
    harness_in_none(&h);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){5});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(5), (float[]){1, INFINITY, INFINITY, INFINITY, 3});
    CHECK(harness_run(&h));
}

/* Several tasks: element i of a nearest upsampling by 2 is that at i/2. */
void test_resize_tasks(void) {
    static int32_t x[150 * 100], y[300 * 200];
    for (int i = 0; i < 150 * 100; i++) x[i] = i;
    for (int i = 0; i < 300 * 200; i++) y[i] = i / 200 / 2 * 100 + i % 200 / 2;
    harness_begin(&h, &cm_op_Upsample, 9);
    harness_in(&h, CAMEO_INT32, H_DIMS(150, 100), x);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){2, 2});
    harness_out(&h, CAMEO_INT32, H_DIMS(300, 200), y);
    CHECK(harness_run(&h));
}
