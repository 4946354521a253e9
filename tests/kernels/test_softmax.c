#include <math.h>
#include <stdlib.h>

#include "tests/kernels/harness.h"

/* softmax in double over [outer][n][inner]. */
static void softmax_slowly(size_t outer, size_t n, size_t inner, const double *x, double *y) {
    for (size_t o = 0; o < outer * inner; o++) {
        const double *from = x + o / inner * n * inner + o % inner;
        double *to = y + o / inner * n * inner + o % inner;
        double max = -INFINITY, sum = 0;
        for (size_t i = 0; i < n; i++) max = fmax(max, from[i * inner]);
        for (size_t i = 0; i < n; i++) sum += exp(from[i * inner] - max);
        for (size_t i = 0; i < n; i++) to[i * inner] = exp(from[i * inner] - max) / sum;
    }
}

static double softmax_sample(size_t i) { return (double)((i * 7919 + 13) % 257) / 16 - 8; }

/* Axis `axis` of 3 x 4 x 37 in every dtype, since_version 13, and flattened, 1 and 11. */
static bool softmax_case(int dtype, int since, int64_t axis, size_t outer, size_t n, size_t inner) {
    double x[444], y[444];
    for (size_t i = 0; i < 444; i++) x[i] = softmax_sample(i); /* exact in every dtype but bf16 */
    if (dtype == CAMEO_BFLOAT16) {
        for (size_t i = 0; i < 444; i++) x[i] = floor(x[i]);
    }
    softmax_slowly(outer, n, inner, x, y);
    harness h;
    harness_begin(&h, &cm_op_Softmax, since);
    if (axis != 99) harness_attr_i(&h, "axis", axis);
    harness_in_num(&h, dtype, H_DIMS(3, 4, 37), x);
    harness_out_num(&h, dtype, H_DIMS(3, 4, 37), y);
    h.rtol = dtype == CAMEO_DOUBLE ? 1e-14 : dtype == CAMEO_FLOAT ? 1e-6 : 1.0 / 1024;
    if (dtype == CAMEO_BFLOAT16) h.rtol = 1.0 / 128;
    h.atol = dtype == CAMEO_FLOAT16 ? 6e-8 : 0; /* one subnormal step */
    return harness_run(&h);
}

void test_softmax_axes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (size_t i = 0; i < 4; i++) {
        CHECK(softmax_case(dtypes[i], 13, 0, 1, 3, 148));
        CHECK(softmax_case(dtypes[i], 13, 1, 3, 4, 37));
        CHECK(softmax_case(dtypes[i], 13, -1, 12, 37, 1));
        CHECK(softmax_case(dtypes[i], 13, 99, 12, 37, 1));
        CHECK(softmax_case(dtypes[i], 11, 99, 3, 148, 1));
        CHECK(softmax_case(dtypes[i], 11, -1, 12, 37, 1));
        CHECK(softmax_case(dtypes[i], 1, 0, 1, 444, 1));
    }
}

void test_softmax_special(void) {
    harness h;
    harness_begin(&h, &cm_op_Softmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5, 2),
               (float[]){1e30F, 1e30F, NAN, 0, -INFINITY, 3, -INFINITY, -INFINITY, INFINITY, 0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(5, 2),
                (float[]){0.5F, 0.5F, NAN, NAN, 0, 1, NAN, NAN, NAN, NAN});
    /* inf - inf is NaN, and so is the sum: numpy's answer, too. */
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Softmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Softmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_attr_i(&h, "axis", 1);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

/* The bound that softmax.c states: 4 + |x - max| / 2 ulp. */
void test_softmax_accuracy(void) {
    enum { N = 20000 };
    static float x[N];
    static double wide[N], want[N];
    static double got[N];
    for (size_t i = 0; i < N; i++) {
        x[i] = (float)((double)((i * 2654435761u) % 1000003) / 1000003 * 70 - 65);
        wide[i] = (double)x[i];
    }
    softmax_slowly(1, N, 1, wide, want);
    static float y[N];
    float sums = 0;
    cm_tensor values[2] = {
        {.data = x, .dims = (size_t[]){N}, .n = N, .dtype = CAMEO_FLOAT, .rank = 1},
        {.data = y, .dims = (size_t[]){N}, .n = N, .dtype = CAMEO_FLOAT, .rank = 1}};
    int32_t params[2] = {-1, 0};
    cm_id ids[2] = {0, 1};
    cm_kctx k = {.op = &cm_op_Softmax,
                 .params = params,
                 .values = values,
                 .in_ids = ids,
                 .out_ids = ids + 1,
                 .n_in = 1,
                 .n_out = 1};
    extern cm_run_fn cm_softmax_f32_run;
    CHECK_INT(cm_softmax_f32_run(&k, 0, 0, 1), CAMEO_OK);
    double max = -INFINITY;
    for (size_t i = 0; i < N; i++) max = fmax(max, wide[i]);
    for (size_t i = 0; i < N; i++) {
        got[i] = fabs((double)y[i] - want[i]) / (want[i] * 0x1p-23);
        CHECK_MSG(got[i] <= 4 + (max - wide[i]) / 2, "x = %g: %g ulp", wide[i], got[i]);
        sums += y[i];
    }
    CHECK(fabsf(sums - 1) < 1e-3F);
}

/* The first greatest along each axis; NaN is the greatest, the first of them counts. */
void test_softmax_hard(void) {
    const float x[] = {1, 3, 3, -1, NAN, 5, NAN, INFINITY, -INFINITY, -INFINITY, -0.0F, 0};
    const double by_row[] = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
    const double by_column[] = {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    double numbers[12];
    for (int i = 0; i < 12; i++) numbers[i] = (double)x[i];
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        for (int axis = -2; axis < 2; axis++) {
            static harness h;
            harness_begin(&h, &cm_op_Hardmax, 13);
            harness_attr_i(&h, "axis", axis);
            harness_in_num(&h, dtypes[i], H_DIMS(3, 4), numbers);
            harness_out_num(&h, dtypes[i], H_DIMS(3, 4), axis % 2 != 0 ? by_row : by_column);
            CHECK(harness_run(&h));
        }
    }
}

/* Until since_version 11 all dims from the axis on are one; without axis from 1 on. */
void test_softmax_hard_flat(void) {
    static harness h;
    static float x[7 * 5000], y[7 * 5000];
    for (int since = 1; since < 14; since += 6) {
        harness_begin(&h, &cm_op_Hardmax, since);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2), (float[]){1, 2, 3, 0, 7, 7, 7, 7});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2),
                    since < 13 ? (float[]){0, 0, 1, 0, 1, 0, 0, 0}
                               : (float[]){0, 1, 1, 0, 1, 0, 1, 0});
        CHECK(harness_run(&h));
    }
    for (size_t i = 0; i < 7; i++) {
        x[i * 5000 + 700 * i] = 1;
        y[i * 5000 + 700 * i] = 1;
    }
    harness_begin(&h, &cm_op_Hardmax, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(7, 50, 100), x);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(7, 50, 100), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Hardmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Hardmax, 13);
    harness_attr_i(&h, "axis", 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
