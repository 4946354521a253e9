#include "tests/kernels/elementwise_vectors.h"

void test_unary_math_vectors(void) {
    ELEMENTWISE_RUN("Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Cos", "Cosh", "Erf", "Exp",
                    "Log", "Sin", "Sinh", "Tan", "Tanh");
}

/* Denormal, overflow, signed zero: the library's functions keep them (C11 Annex F). */
void test_unary_math_special(void) {
    harness h;
    harness_begin(&h, &cm_op_Exp, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){-200, 89, -0.0F});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){0, INFINITY, 1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Sin, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){-0.0F, 1e-45F, INFINITY});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){-0.0F, 1e-45F, NAN});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Exp, 13); /* float16 overflows to infinity above 11.09 */
    harness_in_num(&h, CAMEO_FLOAT16, H_DIMS(2), (double[]){11, 12});
    harness_out_num(&h, CAMEO_FLOAT16, H_DIMS(2), (double[]){59874, INFINITY});
    h.rtol = 1e-3;
    CHECK(harness_run(&h));
}
