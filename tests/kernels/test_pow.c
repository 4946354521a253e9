#include "tests/kernels/elementwise_vectors.h"

void test_pow_vectors(void) { ELEMENTWISE_RUN("Pow"); }

/* Every pair of dtypes that Pow 15 takes: 2^3 and 1^0 have the same result in all of them. */
void test_pow_pairs(void) {
    static const int bases[] = {CAMEO_FLOAT,    CAMEO_DOUBLE, CAMEO_FLOAT16,
                                CAMEO_BFLOAT16, CAMEO_INT32,  CAMEO_INT64};
    static const int exponents[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16,
                                    CAMEO_INT8,  CAMEO_INT16,  CAMEO_INT32,   CAMEO_INT64,
                                    CAMEO_UINT8, CAMEO_UINT16, CAMEO_UINT32,  CAMEO_UINT64};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        for (size_t j = 0; j < sizeof exponents / sizeof *exponents; j++) {
            harness h;
            harness_begin(&h, &cm_op_Pow, 15);
            harness_in_num(&h, bases[i], H_DIMS(2, 2), (double[]){2, 1, -3, 0});
            harness_in_num(&h, exponents[j], H_DIMS(2), (double[]){3, 0});
            harness_out_num(&h, bases[i], H_DIMS(2, 2), (double[]){8, 1, -27, 1});
            CHECK(harness_run(&h));
            harness_begin(&h, &cm_op_Pow, 15);
            harness_in_num(&h, bases[i], H_SCALAR, (double[]){2});
            harness_in_num(&h, exponents[j], H_DIMS(4), (double[]){0, 1, 5, 7});
            harness_out_num(&h, bases[i], H_DIMS(4), (double[]){1, 2, 32, 128});
            CHECK(harness_run(&h));
        }
    }
}

/* Integers wrap: Python's pow(3, 40) modulo 2^32, pow(7, 30) and pow(3, 2^64 - 1) modulo 2^64. */
void test_pow_integers(void) {
    harness h;
    harness_begin(&h, &cm_op_Pow, 12);
    harness_in(&h, CAMEO_INT32, H_DIMS(6), (int32_t[]){3, 1, -1, -1, 2, 0});
    harness_in(&h, CAMEO_INT64, H_DIMS(6), (int64_t[]){40, -5, -3, INT64_MIN, -1, -1});
    harness_out(&h, CAMEO_INT32, H_DIMS(6), (int32_t[]){689956897, 1, -1, 1, 0, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Pow, 12);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){7, 3});
    harness_in(&h, CAMEO_UINT64, H_DIMS(2), (uint64_t[]){30, UINT64_MAX});
    harness_out(&h, CAMEO_INT64, H_DIMS(2),
                (int64_t[]){1576789505350337489, -6148914691236517205});
    CHECK(harness_run(&h));
}

/* An integer to a float: towards zero, saturating, NaN gives 0. */
void test_pow_integer_to_float(void) {
    harness h;
    harness_begin(&h, &cm_op_Pow, 12);
    harness_in(&h, CAMEO_INT32, H_DIMS(5), (int32_t[]){2, 3, 10, -10, -2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5), (float[]){0.5F, 1.5F, 10, 11, 0.5F});
    harness_out(&h, CAMEO_INT32, H_DIMS(5), (int32_t[]){1, 5, INT32_MAX, INT32_MIN, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Pow, 12);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){10, -10, 0});
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(3), (double[]){19, 19, -1});
    harness_out(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){INT64_MAX, INT64_MIN, INT64_MAX});
    CHECK(harness_run(&h));
}

/* More than one chunk; the legacy axis; x^2 is exact. */
void test_pow_chunks(void) {
    static float x[700], y[700];
    static int32_t two[700];
    for (int i = 0; i < 700; i++) {
        x[i] = (float)i / 8;
        y[i] = x[i] * x[i];
        two[i] = 2;
    }
    harness h;
    harness_begin(&h, &cm_op_Pow, 12);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(700), x);
    harness_in(&h, CAMEO_INT32, H_DIMS(700), two);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(700), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Pow, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(700), x);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(700), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Pow, 1);
    harness_attr_i(&h, "broadcast", 1);
    harness_attr_i(&h, "axis", 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){2, 3, 2, 3});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1, 2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){2, 3, 4, 9});
    CHECK(harness_run(&h));
}
