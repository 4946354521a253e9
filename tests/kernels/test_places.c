/* AffineGrid, GridSample, CenterCropPad, Col2Im, RoiAlign, MaxRoiPool, DeformConv: the numbers of onnx.reference and
 * onnxruntime, every dtype, hostile places and sizes. */
#include "tests/kernels/places_vectors.h"

static harness h;
#define PLACES_RUN(op, tolerance, constant) \
    vectors_run(places_vectors, sizeof places_vectors / sizeof *places_vectors, #op, &cm_op_##op, tolerance, constant)
static const int places_floats[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};

void test_places_vectors(void) {
    for (uint32_t constant = 0; constant < 3; constant++) {
        CHECK_INT(PLACES_RUN(AffineGrid, 1e-6, constant), 4);
        CHECK_INT(PLACES_RUN(GridSample, 2e-6, constant), 24);
        CHECK_INT(PLACES_RUN(CenterCropPad, 0, constant), 16);
        CHECK_INT(PLACES_RUN(Col2Im, 0, constant), 9);
        CHECK_INT(PLACES_RUN(RoiAlign, 2e-6, constant), 12);
        CHECK_INT(PLACES_RUN(MaxRoiPool, 0, constant), 2);
        CHECK_INT(PLACES_RUN(DeformConv, 1e-5, constant), 2);
    }
}

/* A row 1 2 3 4 at its elements, between them and far outside, in every float dtype. */
void test_places_floats(void) {
    for (size_t i = 0; i < 16; i++) {
        harness_begin(&h, &cm_op_GridSample, 22);
        harness_attr_i(&h, "align_corners", 1);
        harness_in_num(&h, places_floats[i / 4], H_DIMS(1, 2, 4), (double[]){1, 2, 3, 4, 10, 20, 30, 40});
        harness_in_num(&h, places_floats[i % 4], H_DIMS(1, 5, 1), (double[]){-1, 0, 1, -INFINITY, NAN});
        harness_out_num(&h, places_floats[i / 4], H_DIMS(1, 2, 5), (double[]){1, 2.5, 4, 0, 0, 10, 25, 40, 0, 0});
        CHECK(harness_run(&h));
    }
    for (size_t i = 0; i < 4; i++) {
        harness_begin(&h, &cm_op_AffineGrid, 20);
        harness_in_num(&h, places_floats[i], H_DIMS(1, 2, 3), (double[]){1, 0, 0, 0, 2, 1});
        harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){1, 1, 2, 1});
        harness_out_num(&h, places_floats[i], H_DIMS(1, 2, 1, 2), (double[]){0, 0, 0, 2});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_RoiAlign, 22);
        harness_in_num(&h, places_floats[i], H_DIMS(1, 1, 2, 2), (double[]){1, 2, 3, 4});
        harness_in_num(&h, places_floats[i], H_DIMS(1, 4), (double[]){0, 0, 2, 2});
        harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){0});
        harness_out_num(&h, places_floats[i], H_DIMS(1, 1, 1, 1), (double[]){2.5});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_MaxRoiPool, 22);
        harness_attr_ints(&h, "pooled_shape", 2, (int64_t[]){1, 1});
        harness_in_num(&h, places_floats[i], H_DIMS(1, 1, 2, 2), (double[]){1, 2, 3, -4});
        harness_in_num(&h, places_floats[i], H_DIMS(2, 5), (double[]){0, 0, 0, 2, 2, 0, 9, 9, 9, 9});
        harness_out_num(&h, places_floats[i], H_DIMS(2, 1, 1, 1), (double[]){3, 0});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_DeformConv, 22);
        harness_in_num(&h, places_floats[i], H_DIMS(1, 1, 2, 2), (double[]){1, 2, 3, 4});
        harness_in_num(&h, places_floats[i], H_DIMS(1, 1, 1, 1), (double[]){2});
        harness_in_num(&h, places_floats[i], H_DIMS(1, 2, 2, 2), (double[]){0, 1, -1, NAN, 0.5, 0, 0, 0});
        harness_in_num(&h, places_floats[i], H_DIMS(1), (double[]){1});
        harness_out_num(&h, places_floats[i], H_DIMS(1, 1, 2, 2), (double[]){4, 9, 3, 1});
        CHECK(harness_run(&h));
    }
}

/* Numbers beyond the dtype are clipped, fractions cut off; nearest moves every dtype. */
void test_places_dtypes(void) {
    static const int whole[] = {CAMEO_UINT8, CAMEO_INT8, CAMEO_UINT16, CAMEO_INT16, CAMEO_UINT32,
                                CAMEO_INT32, CAMEO_UINT64, CAMEO_INT64, CAMEO_BOOL};
    const double grid[] = {-0.75, -0.25, 0.25, 0.75, 2}, middle[] = {-0.5, 0, 0.5};
    for (size_t i = 0; i < 9; i++) {
        bool truth = whole[i] == CAMEO_BOOL;
        harness_begin(&h, &cm_op_GridSample, 20);
        harness_attr_s(&h, "mode", "nearest");
        harness_in_num(&h, whole[i], H_DIMS(1, 1, 4), (double[]){1, 0, truth, truth ? 0 : 100});
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 5, 1), grid);
        harness_out_num(&h, whole[i], H_DIMS(1, 1, 5), (double[]){1, 0, truth, truth ? 0 : 100, 0});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_GridSample, 20);
        harness_in_num(&h, whole[i], H_DIMS(1, 1, 4), (double[]){1, 0, truth ? 1 : 5, truth ? 0 : 100});
        harness_in_num(&h, CAMEO_DOUBLE, H_DIMS(1, 3, 1), middle);
        harness_out_num(&h, whole[i], H_DIMS(1, 1, 3), (double[]){truth, truth ? 1 : 2, truth ? 1 : 52});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_Col2Im, 18);
        harness_in_num(&h, whole[i], H_DIMS(1, 2, 2), (double[]){1, truth, truth, truth ? 1 : 100});
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 3});
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 2});
        harness_out_num(&h, whole[i], H_DIMS(1, 1, 1, 3), (double[]){1, truth, truth ? 1 : 100});
        CHECK(harness_run(&h));
        harness_begin(&h, &cm_op_CenterCropPad, 18);
        harness_in_num(&h, whole[i], H_DIMS(2), (double[]){1, 1});
        harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){5});
        harness_out_num(&h, whole[i], H_DIMS(5), (double[]){0, 1, 1, 0, 0});
        CHECK(harness_run(&h));
    }
    harness_begin(&h, &cm_op_GridSample, 20); /* cubic overshoots */
    harness_attr_s(&h, "mode", "cubic");
    harness_attr_i(&h, "align_corners", 1);
    harness_in_num(&h, CAMEO_UINT8, H_DIMS(1, 1, 4), (double[]){0, 255, 255, 0});
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1), (double[]){0});
    harness_out_num(&h, CAMEO_UINT8, H_DIMS(1, 1, 1), (double[]){255});
    CHECK(harness_run(&h));
}

static void places_complex(int dtype, const void *x, const void *mean, const void *sum, const void *padded) {
    harness_begin(&h, &cm_op_GridSample, 22);
    harness_in(&h, dtype, H_DIMS(1, 1, 2), x);
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1), (double[]){0});
    harness_out(&h, dtype, H_DIMS(1, 1, 1), mean);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Col2Im, 18);
    harness_in(&h, dtype, H_DIMS(1, 2, 1), x);
    harness_attr_ints(&h, "pads", 4, (int64_t[]){0, 0, 0, 0});
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 2});
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 2});
    harness_out(&h, dtype, H_DIMS(1, 1, 1, 2), sum);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_CenterCropPad, 18);
    harness_in(&h, dtype, H_DIMS(2), x);
    harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){3});
    harness_out(&h, dtype, H_DIMS(3), padded);
    CHECK(harness_run(&h));
}

void test_places_others(void) {
    places_complex(CAMEO_COMPLEX64, (float[]){1, 2, 3, 6}, (float[]){2, 4}, (float[]){1, 2, 3, 6},
                   (float[]){1, 2, 3, 6, 0, 0});
    places_complex(CAMEO_COMPLEX128, (double[]){1, 2, 3, 6}, (double[]){2, 4}, (double[]){1, 2, 3, 6},
                   (double[]){1, 2, 3, 6, 0, 0});
    static const char *const text[] = {"a", "", "ccc", "d"};
    harness_begin(&h, &cm_op_CenterCropPad, 18);
    harness_in_str(&h, H_DIMS(2, 2), text);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 4});
    harness_out_str(&h, H_DIMS(1, 4), (const char *const[]){"", "a", "", ""});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_GridSample, 16);
    harness_attr_s(&h, "mode", "nearest");
    harness_attr_s(&h, "padding_mode", "border");
    harness_in_str(&h, H_DIMS(2, 1, 1, 2), text);
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(2, 1, 2, 2), (double[]){-1, 0, 9, 0, 0.5, 0, -0.5, 7});
    harness_out_str(&h, H_DIMS(2, 1, 1, 2), (const char *const[]){"a", "", "d", "ccc"});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_GridSample, 16);
    harness_in_str(&h, H_DIMS(2, 1, 1, 2), text);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 2, 2), NULL);
    harness_out_str(&h, H_DIMS(2, 1, 1, 2), text);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}

/* Places in a plane of several tasks: where all are elements, the result is the plane, upside down. */
void test_places_tasks(void) {
    enum { N = 120, M = 90 };
    static float x[3 * N * M], grid[N * M * 2], y[3 * N * M];
    for (size_t i = 0; i < 3 * N * M; i++) x[i] = (float)((i * 7919 + 13) % 1021);
    for (size_t r = 0; r < N; r++) {
        for (size_t c = 0; c < M; c++) {
            grid[(r * M + c) * 2] = (float)((2 * (double)c + 1) / M - 1);
            grid[(r * M + c) * 2 + 1] = (float)((2 * (double)(N - 1 - r) + 1) / N - 1);
            for (size_t p = 0; p < 3; p++) y[(p * N + r) * M + c] = x[(p * N + N - 1 - r) * M + c];
        }
    }
    for (int nearest = 0; nearest < 2; nearest++) {
        harness_begin(&h, &cm_op_GridSample, 20);
        harness_attr_s(&h, "mode", nearest ? "nearest" : "linear");
        harness_attr_s(&h, "padding_mode", "border");
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 3, N, M), x);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, N, M, 2), grid);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 3, N, M), y);
        h.atol = nearest ? 0 : 0.05;
        CHECK(harness_run(&h));
    }
}

static cameo_status places_roi(bool pool, const float *roi, int64_t image) {
    harness_begin(&h, pool ? &cm_op_MaxRoiPool : &cm_op_RoiAlign, 22);
    if (pool) harness_attr_ints(&h, "pooled_shape", 2, (int64_t[]){2, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 4, 4), NULL);
    float row[5] = {(float)image, roi[0], roi[1], roi[2], roi[3]};
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, pool ? 5 : 4), pool ? row : roi);
    if (!pool) harness_in(&h, CAMEO_INT64, H_DIMS(1), &image);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, pool ? 2 : 1, pool ? 2 : 1), NULL);
    return harness_status(&h);
}

static cameo_status places_sizes(const cm_op *op, int64_t a, int64_t b, bool hide) {
    harness_begin(&h, op, 20);
    if (op == &cm_op_AffineGrid)
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 3), NULL);
    else if (op == &cm_op_Col2Im)
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 6), NULL);
    else
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3, 3), NULL);
    bool four = op != &cm_op_Col2Im;
    harness_in(&h, CAMEO_INT64, H_DIMS(four ? 4 : 2), four ? (int64_t[]){1, 1, a, b} : (int64_t[]){a, b});
    if (hide) harness_hide(&h);
    if (!four) harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){2, 2});
    if (op == &cm_op_AffineGrid)
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 3, 4, 2), NULL);
    else
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3, 4), NULL);
    return harness_status(&h);
}

void test_places_refuses(void) {
    static const cm_op *const sized[] = {&cm_op_AffineGrid, &cm_op_Col2Im, &cm_op_CenterCropPad};
    for (int pool = 0; pool < 2; pool++) {
        CHECK_INT(places_roi(pool, (float[]){0, 0, 3, 3}, 1), CAMEO_OK);
        CHECK_INT(places_roi(pool, (float[]){0, 0, 3, 3}, 2), CAMEO_E_SHAPE);
        CHECK_INT(places_roi(pool, (float[]){0, 0, 3, 3}, -1), CAMEO_E_SHAPE);
        CHECK_INT(places_roi(pool, (float[]){NAN, 0, 3, 3}, 1), CAMEO_E_MALFORMED);
        CHECK_INT(places_roi(pool, (float[]){0, 0, 3, INFINITY}, 1), CAMEO_E_MALFORMED);
    }
    CHECK_INT(places_roi(false, (float[]){0, 0, 1e9F, 3}, 1), CAMEO_E_LIMIT);
    CHECK_INT(places_roi(false, (float[]){0, 0, -1e9F, 3}, 1), CAMEO_OK);
    for (size_t i = 0; i < 3; i++) {
        for (int hide = 0; hide < 2; hide++) {
            CHECK_INT(places_sizes(sized[i], 3, 4, hide), CAMEO_OK);
            CHECK_INT(places_sizes(sized[i], 3, -4, hide), CAMEO_E_SHAPE);
            CHECK_INT(places_sizes(sized[i], INT64_MIN, 4, hide), CAMEO_E_SHAPE);
        }
        CHECK_INT(places_sizes(sized[i], 3, 5, true), CAMEO_E_SHAPE);
        CHECK_INT(places_sizes(sized[i], INT64_MAX, 4, true), CAMEO_E_SHAPE);
    }
    harness_begin(&h, &cm_op_GridSample, 20);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2, 3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_DeformConv, 19);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3, 3), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 7, 2, 2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
