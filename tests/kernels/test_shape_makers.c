/* Squeeze, Unsqueeze, Range, ConstantOfShape, Size: what shapes are made with. */
#include <math.h>

#include "tests/kernels/harness_movement.h"

static harness h;

static bool squeeze_case(const cm_op *op, uint32_t rank, const size_t *dims, size_t n,
                         const int64_t *axes, uint32_t out_rank, const size_t *out_dims) {
    harness_begin(&h, op, 13);
    harness_in(&h, CAMEO_FLOAT, rank, dims, NULL);
    if (axes != NULL) harness_in(&h, CAMEO_INT64, 1, &n, axes);
    harness_out(&h, CAMEO_FLOAT, out_rank, out_dims, NULL);
    return harness_run(&h);
}

static cameo_status squeeze_status(const cm_op *op, size_t n, const int64_t *axes) {
    harness_begin(&h, op, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 3), NULL);
    if (axes != NULL) harness_in(&h, CAMEO_INT64, 1, &n, axes);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    return harness_status(&h);
}

void test_squeeze(void) {
    const cm_op *s = &cm_op_Squeeze, *u = &cm_op_Unsqueeze;
    CHECK(squeeze_case(s, H_DIMS(1, 3, 1, 2), 1, (int64_t[]){-2}, H_DIMS(1, 3, 2)));
    CHECK(squeeze_case(s, H_DIMS(1, 3, 1, 2), 0, NULL, H_DIMS(3, 2)));
    CHECK(squeeze_case(s, H_DIMS(1, 3, 1), 0, (int64_t[]){0}, H_DIMS(1, 3, 1)));
    CHECK(squeeze_case(s, H_DIMS(1, 1), 2, (int64_t[]){1, 0}, H_SCALAR));
    CHECK(squeeze_case(u, H_DIMS(3, 2), 2, (int64_t[]){-1, 0}, H_DIMS(1, 3, 2, 1)));
    CHECK(squeeze_case(u, H_SCALAR, 1, (int64_t[]){0}, H_DIMS(1)));
    CHECK_INT(squeeze_status(s, 1, (int64_t[]){1}), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "dim 1 is 3, want 1 to squeeze it");
    CHECK_INT(squeeze_status(s, 2, (int64_t[]){0, -2}), CAMEO_E_SHAPE);
    CHECK_INT(squeeze_status(s, 1, (int64_t[]){2}), CAMEO_E_SHAPE);
    CHECK_INT(squeeze_status(u, 0, NULL), CAMEO_E_MISSING);
    CHECK_INT(squeeze_status(u, 1, (int64_t[]){3}), CAMEO_E_SHAPE);
    CHECK_INT(squeeze_status(u, 2, (int64_t[]){3, -1}), CAMEO_E_SHAPE);
    CHECK_INT(squeeze_status(u, 7, (int64_t[]){0, 1, 2, 3, 4, 5, 6}), CAMEO_E_LIMIT);
}

void test_squeeze_elems(void) {
    harness_begin(&h, &cm_op_Unsqueeze, 13);
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){42});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){0});
    harness_out(&h, CAMEO_INT64, H_DIMS(1), NULL);
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 1, (cm_dim[]){42}));
    harness_end(&h);
}

static bool range_ints(int dtype, double a, double b, double d, size_t n, const double *want) {
    harness_begin(&h, &cm_op_Range, 27);
    harness_in_num(&h, dtype, H_SCALAR, &a);
    harness_in_num(&h, dtype, H_SCALAR, &b);
    harness_in_num(&h, dtype, H_SCALAR, &d);
    harness_out_num(&h, dtype, 1, &n, want);
    return harness_run(&h);
}

void test_range(void) {
    static const int dtypes[] = {CAMEO_INT16,  CAMEO_INT32,   CAMEO_INT64,   CAMEO_FLOAT,
                                 CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (size_t i = 0; i < 7; i++) {
        CHECK(range_ints(dtypes[i], 1, 8, 3, 3, (double[]){1, 4, 7}));
        CHECK(range_ints(dtypes[i], 1, 7, 3, 2, (double[]){1, 4}));
        CHECK(range_ints(dtypes[i], 5, -2, -2, 4, (double[]){5, 3, 1, -1}));
        CHECK(range_ints(dtypes[i], 5, 5, 1, 0, NULL));
        CHECK(range_ints(dtypes[i], 5, 6, -1, 0, NULL));
    }
    /* numpy.arange(float32(0), float32(.6), float32(.2)) has 3 elements. */
    CHECK(range_ints(CAMEO_FLOAT, 0, (double)0.6F, (double)0.2F, 3,
                     (double[]){0, (double)0.2F, (double)0.4F}));
    static double many[40000];
    for (size_t i = 0; i < 40000; i++) many[i] = 3.0 * (double)i - 7;
    CHECK(range_ints(CAMEO_INT32, -7, 3 * 40000 - 7, 3, 40000, many));
    CHECK(range_ints(CAMEO_DOUBLE, -7, 3 * 40000 - 7, 3, 40000, many));
}

static cameo_status range_i64(int64_t a, int64_t b, int64_t d) {
    harness_begin(&h, &cm_op_Range, 11);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &a);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &b);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &d);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
    return harness_status(&h);
}
static cameo_status range_f32(float a, float b, float d) {
    harness_begin(&h, &cm_op_Range, 11);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, &a);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, &b);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, &d);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    return harness_status(&h);
}

void test_range_refuses(void) {
    CHECK_INT(range_i64(INT64_MIN, INT64_MAX, INT64_MAX),
              CAMEO_OK); /* three elements fit in none */
    CHECK_INT(h.out_av[0].dims[0], 3);
    CHECK_INT(range_i64(0, 1, 0), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "delta is 0");
    CHECK_INT(range_i64(INT64_MIN, INT64_MAX, 1), CAMEO_E_LIMIT);
    CHECK_INT(range_i64(INT64_MAX, INT64_MIN, INT64_MIN), CAMEO_OK);
    CHECK_INT(range_f32(0, 1, 0), CAMEO_E_SHAPE);
    CHECK_INT(range_f32(NAN, 1, 1), CAMEO_E_SHAPE);
    CHECK_INT(range_f32(0, INFINITY, 1), CAMEO_E_LIMIT);
    CHECK_INT(range_f32(0, INFINITY, INFINITY), CAMEO_E_SHAPE);
    CHECK_INT(range_f32(0, 1, 1e-30F), CAMEO_E_LIMIT);
}

/* Range over a dim that is a symbol. */
void test_range_elems(void) {
    static uint8_t _Alignas(64) memory[1 << 16];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    cm_dim n = cm_dim_symbol(t, CM_STR("n"), 0, 1000);
    harness_begin(&h, &cm_op_Range, 11);
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){0});
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){3});
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){1});
    harness_out(&h, CAMEO_INT64, H_DIMS(3), NULL);
    h.symbolic = true;
    h.dims = t;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 3, (cm_dim[]){0, 1, 2}));
    h.in_av[1].data = NULL;
    h.in_av[1].elem = &n;
    h.in_av[1].n_elem = 1;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].dims[0], n);
    harness_end(&h);
}

static cameo_status constant_of_shape_status(size_t n, const int64_t *dims) {
    harness_begin(&h, &cm_op_ConstantOfShape, 9);
    harness_in(&h, CAMEO_INT64, 1, &n, dims);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    return harness_status(&h);
}

/* Sets the value as parse leaves it: 7 as int32. ONNX's node tests have the attribute. */
static void constant_of_shape_seven(void *params) {
    int32_t *p = params;
    p[0] = CAMEO_INT32;
    p[1] = 7;
}

void test_constant_of_shape(void) {
    static float zeros[200 * 300];
    static int32_t sevens[200 * 300];
    for (size_t i = 0; i < 200 * 300; i++) sevens[i] = 7;
    harness_begin(&h, &cm_op_ConstantOfShape, 9);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){200, 300});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(200, 300), zeros);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ConstantOfShape, 9);
    h.after_parse = constant_of_shape_seven;
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){200, 300});
    harness_out(&h, CAMEO_INT32, H_DIMS(200, 300), sevens);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ConstantOfShape, 9);
    harness_in(&h, CAMEO_INT64, H_DIMS(0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, zeros);
    CHECK(harness_run(&h));
    CHECK_INT(constant_of_shape_status(1, (int64_t[]){-1}), CAMEO_E_SHAPE);
    CHECK_INT(constant_of_shape_status(1, (int64_t[]){INT64_MIN}), CAMEO_E_SHAPE);
    CHECK_INT(constant_of_shape_status(9, (int64_t[9]){0}), CAMEO_E_LIMIT);
}

void test_size(void) {
    harness_begin(&h, &cm_op_Size, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 4, 5), NULL);
    harness_out(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){60});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Size, 13);
    harness_in_str(&h, H_SCALAR, (const char *[]){"x"});
    harness_out(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){1});
    CHECK(harness_run(&h));
}
