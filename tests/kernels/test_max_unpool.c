/* MaxUnpool: what MaxPool took goes back to where it was. */
#include <math.h>
#include <stdlib.h>

#include "tests/kernels/harness.h"

static harness h;

static void max_unpool_begin(size_t n, int64_t kernel, int64_t stride, int64_t pad) {
    harness_begin(&h, &cm_op_MaxUnpool, 11);
    harness_attr_ints(&h, "kernel_shape", n, (int64_t[]){kernel, kernel, kernel});
    harness_attr_ints(&h, "strides", n, (int64_t[]){stride, stride, stride});
    if (pad != 0) harness_attr_ints(&h, "pads", n * 2, (int64_t[]){pad, 0, pad, 0, pad, 0});
}

/* The example of ONNX's node tests, in every dtype; with and without output_shape, given before or
 * at the run. */
void test_max_unpool_example(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    const double small[16] = {[5] = 1, [7] = 2, [13] = 3, [15] = 4};
    const double large[25] = {[6] = 1, [8] = 2, [16] = 3, [18] = 4};
    for (int i = 0; i < 4; i++) {
        for (int given = 0; given < 3; given++) {
            max_unpool_begin(2, 2, 2, 0);
            harness_in_num(&h, dtypes[i], H_DIMS(1, 1, 2, 2), (double[]){1, 2, 3, 4});
            harness_in(&h, CAMEO_INT64, H_DIMS(1, 1, 2, 2), (int64_t[]){5, 7, 13, 15});
            if (given == 0) {
                harness_out_num(&h, dtypes[i], H_DIMS(1, 1, 4, 4), small);
            } else {
                harness_in(&h, CAMEO_INT64, H_DIMS(4), (int64_t[]){1, 1, 5, 5});
                if (given == 2) harness_const(&h);
                harness_out_num(&h, dtypes[i], H_DIMS(1, 1, 5, 5), large);
            }
            CHECK(harness_run(&h));
        }
    }
}

/* Every axis larger than implied; pads make less of it. */
void test_max_unpool_larger(void) {
    float y[2 * 3 * 4] = {0};
    y[1] = 7;
    y[4] = 8; /* index 3 of [1][2][2] */
    max_unpool_begin(1, 3, 2, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 1), (float[]){7, 8});
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 2, 1), (int64_t[]){1, 3});
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){2, 3, 4});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3, 4), y);
    CHECK(harness_run(&h));
    max_unpool_begin(1, 3, 2, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 1), (float[]){7, 8});
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 2, 1), (int64_t[]){1, 3});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), (float[]){0, 7, 0, 8});
    CHECK(harness_run(&h));
}

/* The last of equal indices; bytes as they are; tensors without elements. */
void test_max_unpool_special(void) {
    max_unpool_begin(1, 2, 2, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 3), (float[]){1, NAN, -0.0f});
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1, 3), (int64_t[]){2, 5, 2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 6), (float[]){0, 0, -0.0f, 0, 0, NAN});
    CHECK(harness_run(&h));
    max_unpool_begin(1, 2, 2, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 0), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 0), NULL);
    CHECK(harness_run(&h));
    max_unpool_begin(1, 2, 1, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 0), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 1), (float[]){0, 0});
    CHECK(harness_run(&h));
}

/* Several tasks of zeros; three axes: element i of the input is at the second tap of its window. */
void test_max_unpool_large(void) {
    enum { N = 20, OUT = 2 * N };
    float *x = malloc(2 * N * N * N * sizeof *x);
    int64_t *at = malloc(2 * N * N * N * sizeof *at);
    float *y = calloc(2 * OUT * OUT * OUT, sizeof *y);
    for (size_t i = 0; i < 2 * N * N * N; i++) {
        size_t c = i / (N * N * N), a = i / (N * N) % N, b = i / N % N;
        size_t o = ((c * OUT + a * 2) * OUT + b * 2) * OUT + i % N * 2 + 1;
        x[i] = (float)i + 1;
        at[i] = (int64_t)o;
        y[o] = x[i];
    }
    max_unpool_begin(3, 2, 2, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, N, N, N), x);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 2, N, N, N), at);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, OUT, OUT, OUT), y);
    CHECK(harness_run(&h));
    free(x);
    free(at);
    free(y);
}

static cameo_status max_unpool_status(int64_t index, size_t n, int64_t out, bool hidden) {
    max_unpool_begin(1, 2, 2, 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1, n), (int64_t[]){0, index, 0});
    if (out != 0) harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){1, 1, out});
    if (hidden) harness_hide(&h);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, out > 3 ? 5 : 4), NULL);
    return harness_status(&h);
}

void test_max_unpool_refuses(void) {
    CHECK_INT(max_unpool_status(3, 2, 0, false), CAMEO_OK);
    CHECK_INT(max_unpool_status(4, 2, 0, false), CAMEO_E_SHAPE);
    CHECK_INT(max_unpool_status(-1, 2, 0, false), CAMEO_E_SHAPE);
    CHECK_INT(max_unpool_status(INT64_MIN, 2, 0, false), CAMEO_E_SHAPE);
    CHECK_INT(max_unpool_status(INT64_MAX, 2, 0, true), CAMEO_E_SHAPE);
    CHECK_INT(max_unpool_status(3, 3, 0, false), CAMEO_E_SHAPE);
    CHECK_INT(max_unpool_status(3, 2, 5, false), CAMEO_OK);
    CHECK_INT(max_unpool_status(4, 2, 5, false), CAMEO_E_SHAPE); /* of the four implied */
    CHECK_INT(max_unpool_status(3, 2, 3, false), CAMEO_E_SHAPE);
    CHECK_INT(max_unpool_status(3, 2, -1, false), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_MaxUnpool, 11);
    harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){1});
    harness_attr_ints(&h, "pads", 2, (int64_t[]){2, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1, 2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
