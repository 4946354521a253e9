#include "tests/kernels/elementwise_vectors.h"

void test_where_vectors(void) { ELEMENTWISE_RUN("Where"); }

/* All three broadcast, none has the output's dims; several tasks. */
void test_where_outer(void) {
    enum { A = 7, B = 61, C = 53 };
    static uint8_t c[A];
    static int32_t x[B], z[C], y[A * B * C];
    for (int i = 0; i < A; i++) c[i] = i % 3 == 0 ? 0 : (uint8_t)i;
    for (int i = 0; i < B; i++) x[i] = i;
    for (int i = 0; i < C; i++) z[i] = -i;
    for (int i = 0; i < A * B * C; i++) {
        y[i] = c[i / (B * C)] != 0 ? x[i / C % B] : z[i % C];
    }
    harness h;
    harness_begin(&h, &cm_op_Where, 9);
    harness_in(&h, CAMEO_BOOL, H_DIMS(A, 1, 1), c);
    harness_in(&h, CAMEO_INT32, H_DIMS(B, 1), x);
    harness_in(&h, CAMEO_INT32, H_DIMS(C), z);
    harness_out(&h, CAMEO_INT32, H_DIMS(A, B, C), y);
    CHECK(harness_run(&h));
}

void test_where_strings(void) {
    harness h;
    harness_begin(&h, &cm_op_Where, 9);
    harness_in(&h, CAMEO_BOOL, H_DIMS(2, 1), (uint8_t[]){1, 0});
    harness_in_str(&h, H_DIMS(2), (const char *const[]){"yes", ""});
    harness_in_str(&h, H_SCALAR, (const char *const[]){"no"});
    harness_out_str(&h, H_DIMS(2, 2), (const char *const[]){"yes", "", "no", "no"});
    CHECK(harness_run(&h));
}

void test_where_errors(void) {
    harness h;
    harness_begin(&h, &cm_op_Where, 9);
    harness_in(&h, CAMEO_BOOL, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_Where, 9);
    harness_in(&h, CAMEO_BOOL, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}

/* A condition that is known chooses. */
void test_where_elems(void) {
    harness h;
    harness_begin(&h, &cm_op_Where, 16);
    h.symbolic = true;
    harness_in(&h, CAMEO_BOOL, H_DIMS(2), (uint8_t[]){1, 0});
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){4, 5});
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){-1});
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].n_elem, 2);
    CHECK_INT(h.out_av[0].elem[0], 4);
    CHECK_INT(h.out_av[0].elem[1], -1);
    harness_end(&h);
}
