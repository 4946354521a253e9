#include "tests/kernels/elementwise_vectors.h"

void test_unary_act_vectors(void) {
    ELEMENTWISE_RUN("Celu", "Elu", "Gelu", "HardSigmoid", "HardSwish", "LeakyRelu", "Mish", "Selu",
                    "Shrink", "Sigmoid", "Softplus", "Softsign", "Swish", "ThresholdedRelu");
}

/* Version 1 has the defaults 1.0507 and 1.6732; an attribute wins. 1.6732 * 1.0507 * (e^-1 - 1). */
void test_unary_act_selu_1(void) {
    harness h;
    harness_begin(&h, &cm_op_Selu, 1);
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(2), (double[]){2, -1});
    harness_out(&h, CAMEO_DOUBLE, H_DIMS(2), (double[]){2.1014, -1.1112876});
    h.rtol = 1e-6;
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Selu, 1);
    harness_attr_f(&h, "gamma", 2.0F);
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(1), (double[]){2});
    harness_out(&h, CAMEO_DOUBLE, H_DIMS(1), (double[]){4});
    CHECK(harness_run(&h));
}

/* Nothing overflows on the way, nothing cancels. */
void test_unary_act_far(void) {
    harness h;
    harness_begin(&h, &cm_op_Softplus, 22);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1000, -50, -1000});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1000, 1.92874985e-22F, 0});
    h.rtol = 1e-6;
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Mish, 22);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1000, -50});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1000, -9.6437492e-21F});
    h.rtol = 1e-6;
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Elu, 22);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){-1e-6F});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){-9.999995e-7F});
    h.rtol = 1e-7;
    CHECK(harness_run(&h));
}

/* Integers saturate; a bias that is not finite gives 0 or the bounds. */
void test_unary_act_shrink_integers(void) {
    harness h;
    harness_begin(&h, &cm_op_Shrink, 9);
    harness_attr_f(&h, "bias", -100.0F);
    harness_in(&h, CAMEO_INT8, H_DIMS(4), (int8_t[]){-128, -1, 0, 127});
    harness_out(&h, CAMEO_INT8, H_DIMS(4), (int8_t[]){-128, -101, 0, 127});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Shrink, 9);
    harness_attr_f(&h, "bias", INFINITY);
    harness_in(&h, CAMEO_UINT64, H_DIMS(2), (uint64_t[]){0, UINT64_MAX});
    harness_out(&h, CAMEO_UINT64, H_DIMS(2), (uint64_t[]){0, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Shrink, 9);
    harness_attr_f(&h, "bias", NAN);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){INT64_MIN, INT64_MAX});
    harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){0, 0});
    CHECK(harness_run(&h));
}
