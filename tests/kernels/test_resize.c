#include "kernels/resize.h"

#include <math.h>

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

/* Free dims: whole scales multiply; others round in f32, so the result is a dim of its own with the bounds that
 * rounding gives (0.7F * 10 rounds up to 7); what a common scale fits in is no more than was asked for. */
void test_resize_symbolic(void) {
    static uint8_t memory[1 << 16];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    cm_dim in = cm_dim_symbol(t, CM_STR("in"), 3, 10), any = cm_dim_symbol(t, CM_STR("any"), 0, INT64_MAX);
    cm_avalue x = {.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT, .rank = 2, .dims = {in, any},
                   .n_elem = CM_NONE};
    int64_t lo, hi;
    for (int fit = 0; fit < 2; fit++) {
        resize_begin("linear");
        if (fit) harness_attr_s(&h, "keep_aspect_ratio_policy", "not_larger");
        harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 3), NULL);
        harness_in_none(&h);
        if (fit) harness_in_none(&h);
        else harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){0.7F, 2});
        if (fit) harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){20, 30});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 3), NULL);
        h.symbolic = true;
        h.dims = t;
        h.in_av[0] = x;
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        cm_dim_interval(t, h.out_av[0].dims[0], &lo, &hi);
        CHECK_INT(lo, fit ? 0 : 2);
        CHECK_INT(hi, fit ? 20 : 7);
        CHECK(fit || h.out_av[0].dims[1] == cm_dim_mul(t, any, 2));
        cm_dim_interval(t, h.out_av[0].dims[1], &lo, &hi);
        CHECK_INT(hi, fit ? 30 : INT64_MAX);
        harness_end(&h);
    }
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

/* Planes of all widths that vectors meet, twice as large: element (i, j) is that at (i/2, j/2). */
void test_resize_twice(void) {
    enum { PLANES = 3, ROWS = 5, MOST = 40 };
    static float x[PLANES * ROWS * MOST], y[PLANES * ROWS * MOST * 4];
    for (size_t n = 1; n <= MOST; n++) {
        for (size_t i = 0; i < PLANES * ROWS * n; i++) x[i] = i % 9 == 0 ? NAN : (float)i - 7;
        for (size_t i = 0; i < PLANES * ROWS * n * 4; i++) {
            y[i] = x[i / (2 * n) / 2 * n + i % (2 * n) / 2];
        }
        harness_begin(&h, &cm_op_Upsample, 9);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(PLANES, ROWS, n), x);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1, 2, 2});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(PLANES, 2 * ROWS, 2 * n), y);
        CHECK_MSG(harness_run(&h), "rows of %zu", n);
    }
}

static uint32_t resize_rng = 1;
static uint32_t resize_pick(uint32_t n) {
    resize_rng = resize_rng * 1664525u + 1013904223u;
    return (resize_rng >> 8) % n;
}

static const char *const resize_modes[] = {"nearest", "linear", "cubic"};
static const char *const resize_coordinates[] = {"half_pixel",    "half_pixel_symmetric", "pytorch_half_pixel",
                                                 "align_corners", "asymmetric",           "tf_crop_and_resize",
                                                 "tf_half_pixel_for_nn"};
static const char *const resize_nearest_modes[] = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};

/* The oracle: the portable row by itself. */
static cameo_status resize_oracle(const cm_resize_params *q, uint32_t rank, const size_t *in, const size_t *out,
                                  const float *scales, const float *roi, cameo_dtype dtype, const void *x, void *y) {
    cm_tensor v[4] = {{0}};
    size_t n_scales = rank, n_roi = 2 * (size_t)rank;
    size_t n_in = 1, n_out = 1;
    for (uint32_t d = 0; d < rank; d++) n_in *= in[d], n_out *= out[d];
    v[0] = (cm_tensor){.data = (void *)(uintptr_t)x, .dims = in, .n = n_in, .rank = (uint8_t)rank};
    v[0].dtype = (uint8_t)dtype;
    v[1] = (cm_tensor){.data = (void *)(uintptr_t)roi, .dims = &n_roi, .n = n_roi, .dtype = CAMEO_FLOAT, .rank = 1};
    v[2] =
        (cm_tensor){.data = (void *)(uintptr_t)scales, .dims = &n_scales, .n = rank, .dtype = CAMEO_FLOAT, .rank = 1};
    v[3] = (cm_tensor){.data = y, .dims = out, .n = n_out, .dtype = (uint8_t)dtype, .rank = (uint8_t)rank};
    cm_kctx k = {.op = &cm_op_Resize, .params = q, .values = v, .in_ids = (const cm_id[]){0, 1, 2},
                 .out_ids = (const cm_id[]){3}, .n_in = 3, .n_out = 1, .since = 19, .e = NULL};
    cm_run_fn *run = cm_resize_f32_run;
    if (dtype != CAMEO_FLOAT) run = dtype == CAMEO_INT8 ? cm_resize_i8_run : cm_resize_u8_run;
    return run(&k, 0, 0, (uint32_t)(n_out / cm_resize_items(&k) + 1));
}

/* Every row against the oracle: 1 to 5 axes, all modes, growing and shrinking ones, channels last, one infinity. */
void test_resize_random(void) {
    static const float scales[] = {1, 1, 2, 0.5F, 3.3F, 0.3F, 1.7F, 8};
    static float x[4000], y[4000];
    for (int turn = 0; turn < 120; turn++) {
        uint32_t rank = 1 + resize_pick(5);
        size_t in[CM_MAX_RANK], out[CM_MAX_RANK], n_in = 1, n_out = 1;
        float scale[CM_MAX_RANK], roi[2 * CM_MAX_RANK];
        for (uint32_t d = 0; d < rank; d++) {
            in[d] = 1 + resize_pick(rank <= 2 ? 24 : rank == 3 ? 10 : 5);
            scale[d] = scales[resize_pick(8)];
            out[d] = (size_t)floorf((float)in[d] * scale[d]);
            /* The oracle of a cubic Resize reads 4^rank elements for each output. */
            if (out[d] == 0 || n_out * out[d] > (rank > 3 ? 300 : 1500)) scale[d] = 1, out[d] = in[d];
            n_in *= in[d];
            n_out *= out[d];
            roi[d] = (float)resize_pick(3) / 4 - 0.25F;
            roi[rank + d] = (float)resize_pick(3) / 4 + 0.5F;
        }
        if (n_in > 4000 || n_out > 4000) continue;
        for (size_t i = 0; i < n_in; i++) x[i] = (float)resize_pick(2001) / 1000 - 1;
        cm_resize_params q = {.mode = (int32_t)resize_pick(3),
                              .coordinate_transformation_mode = (int32_t)resize_pick(7),
                              .nearest_mode = (int32_t)resize_pick(4),
                              .cubic_coeff_a = resize_pick(2) ? -0.75F : -0.5F,
                              .extrapolation_value = 7};
        if (q.mode != RESIZE_NEAREST && resize_pick(3) == 0) q.antialias = 1;
        /* Cubic has weights below 0: an infinity that counts twice at an edge is NaN or not. */
        if (q.mode != RESIZE_CUBIC && resize_pick(4) == 0) x[resize_pick((uint32_t)n_in)] = INFINITY;
        if (resize_pick(3) == 0) q.exclude_outside = 1;
        CHECK_INT(resize_oracle(&q, rank, in, out, scale, roi, CAMEO_FLOAT, x, y), CAMEO_OK);
        resize_begin(resize_modes[q.mode]);
        h.since = 19;
        harness_attr_s(&h, "coordinate_transformation_mode", resize_coordinates[q.coordinate_transformation_mode]);
        harness_attr_s(&h, "nearest_mode", resize_nearest_modes[q.nearest_mode]);
        harness_attr_i(&h, "antialias", q.antialias);
        harness_attr_i(&h, "exclude_outside", q.exclude_outside);
        harness_attr_f(&h, "cubic_coeff_a", q.cubic_coeff_a);
        harness_attr_f(&h, "extrapolation_value", 7);
        harness_in(&h, CAMEO_FLOAT, rank, in, x);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(2 * rank), roi);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(rank), scale);
        harness_out(&h, CAMEO_FLOAT, rank, out, y);
        h.rtol = h.atol = q.mode == RESIZE_NEAREST ? 0 : 2e-5;
        CHECK(harness_run(&h));
    }
}

/* 8-bit integers: every row gives the bits of the oracle; more than one task, and an axis without a table. */
void test_resize_bytes(void) {
    static const float scales[] = {1, 1, 2, 0.5F, 3.3F, 0.3F, 1.7F, 8};
    static uint8_t x[1 << 16], y[1 << 17];
    for (int turn = 0; turn < 120; turn++) {
        uint32_t rank = 1 + resize_pick(4);
        /* The oracle of a cubic Resize reads 4^rank elements for each output. */
        size_t limit = turn % 40 == 1 || rank <= 2 ? sizeof y : turn % 8 == 0 ? 1 << 14 : 1 << 12;
        size_t in[CM_MAX_RANK], out[CM_MAX_RANK], n_in = 1, n_out = 1;
        float scale[CM_MAX_RANK], roi[2 * CM_MAX_RANK] = {0};
        for (uint32_t d = 0; d < rank; d++) {
            in[d] = 1 + resize_pick(turn % 8 == 0 ? 40 : rank <= 2 ? 24 : 9);
            if (turn % 40 == 1) in[d] = d == 0 ? 40000 : 1;
            scale[d] = scales[resize_pick(8)];
            out[d] = (size_t)floorf((float)in[d] * scale[d]);
            if (out[d] == 0 || n_out * out[d] > limit) scale[d] = 1, out[d] = in[d];
            n_in *= in[d];
            n_out *= out[d];
        }
        if (n_in > sizeof x || n_out > limit) continue;
        for (size_t i = 0; i < n_in; i++) x[i] = (uint8_t)resize_pick(256);
        cm_resize_params q = {.mode = turn & 1 ? RESIZE_LINEAR : RESIZE_CUBIC,
                              .coordinate_transformation_mode = (int32_t)resize_pick(5),
                              .cubic_coeff_a = turn % 4 == 0 ? 1e6F : -0.75F};
        if (resize_pick(3) == 0) q.exclude_outside = 1;
        cameo_dtype dtype = turn & 2 ? CAMEO_INT8 : CAMEO_UINT8;
        CHECK_INT(resize_oracle(&q, rank, in, out, scale, roi, dtype, x, y), CAMEO_OK);
        resize_begin(resize_modes[q.mode]);
        h.since = 19;
        harness_attr_s(&h, "coordinate_transformation_mode", resize_coordinates[q.coordinate_transformation_mode]);
        harness_attr_i(&h, "exclude_outside", q.exclude_outside);
        harness_attr_f(&h, "cubic_coeff_a", q.cubic_coeff_a);
        harness_in(&h, (int)dtype, rank, in, x);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(2 * rank), roi);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(rank), scale);
        harness_out(&h, (int)dtype, rank, out, y);
        h.rtol = h.atol = 0;
        CHECK(harness_run(&h));
    }
}
