#include <math.h>

#include "tests/kernels/harness.h"

/* Relu of small numbers in every dtype that it takes. */
void test_unary_relu_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16,
                                 CAMEO_INT8,  CAMEO_INT16,  CAMEO_INT32,   CAMEO_INT64};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness h;
        harness_begin(&h, &cm_op_Relu, 14);
        harness_in_num(&h, dtypes[i], H_DIMS(2, 3), (double[]){-128, -1, 0, 1, 2, 127});
        harness_out_num(&h, dtypes[i], H_DIMS(2, 3), (double[]){0, 0, 0, 1, 2, 127});
        CHECK(harness_run(&h));
    }
}

void test_unary_relu_special(void) {
    harness h;
    harness_begin(&h, &cm_op_Relu, 6);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(4), (float[]){NAN, INFINITY, -INFINITY, 1e-45F});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(4), (float[]){NAN, INFINITY, 0, 1e-45F});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Relu, 14);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){INT64_MIN, INT64_MAX});
    harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){0, INT64_MAX});
    CHECK(harness_run(&h));
}

/* No elements, one element, and several tasks with a tail; version 1 had consumed_inputs. */
void test_unary_sizes(void) {
    static float x[2 * CM_TASK_ITEMS + 5];
    static float y[2 * CM_TASK_ITEMS + 5];
    size_t n = sizeof x / sizeof *x;
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)i - 20000;
        y[i] = i > 20000 ? (float)i - 20000 : 0;
    }
    harness h;
    harness_begin(&h, &cm_op_Relu, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(n), x);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(n), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Relu, 14);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Relu, 1);
    harness_attr_ints(&h, "consumed_inputs", 1, (int64_t[]){0});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){-3});
    harness_out(&h, CAMEO_FLOAT, H_SCALAR, (float[]){0});
    CHECK(harness_run(&h));
}
