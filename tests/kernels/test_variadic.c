#include "tests/kernels/elementwise_vectors.h"

void test_variadic_vectors(void) { ELEMENTWISE_RUN("Max", "Mean", "Min", "Sum"); }

/* Four inputs over several tasks, cut inside rows: two of them broadcast. */
void test_variadic_tasks(void) {
    enum { ROWS = 3, COLUMNS = 1111 };
    static float a[ROWS * COLUMNS], b[COLUMNS], c[ROWS], sum[ROWS * COLUMNS], max[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        a[i] = (float)(i % 97);
        b[i % COLUMNS] = (float)(i % COLUMNS % 13) * 8;
        c[i / COLUMNS] = (float)(i / COLUMNS) * 3;
    }
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        float column = b[i % COLUMNS];
        float row = c[i / COLUMNS];
        sum[i] = a[i] + column + row + a[i];
        max[i] = a[i] > column ? a[i] : column;
        max[i] = max[i] > row ? max[i] : row;
    }
    for (int i = 0; i < 2; i++) {
        harness h;
        harness_begin(&h, i == 0 ? &cm_op_Sum : &cm_op_Max, 13);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(ROWS, COLUMNS), a);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(COLUMNS), b);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(ROWS, 1), c);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(ROWS, COLUMNS), a);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(ROWS, COLUMNS), i == 0 ? sum : max);
        CHECK(harness_run(&h));
    }
}

/* The first inputs stand still beside rows of a later one, whole and cut into tasks. */
void test_variadic_still(void) {
    enum { ROWS = 3, COLUMNS = 1111 };
    static float a[ROWS], c[COLUMNS], sum[ROWS * COLUMNS], max[ROWS * COLUMNS];
    const float b = 5;
    for (int i = 0; i < ROWS; i++) a[i] = (float)(i * 4);
    for (int i = 0; i < COLUMNS; i++) c[i] = (float)(i % 17);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        float row = a[i / COLUMNS], column = c[i % COLUMNS];
        sum[i] = row + b + column;
        max[i] = row > b ? row : b;
        max[i] = max[i] > column ? max[i] : column;
    }
    for (int i = 0; i < 2; i++) {
        harness h;
        harness_begin(&h, i == 0 ? &cm_op_Sum : &cm_op_Max, 13);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(ROWS, 1), a);
        harness_in(&h, CAMEO_FLOAT, 0, NULL, &b);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(COLUMNS), c);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(ROWS, COLUMNS), i == 0 ? sum : max);
        CHECK(harness_run(&h));
    }
}

/* A NaN anywhere; no elements; int64 beyond the range of double. */
void test_variadic_special(void) {
    harness h;
    harness_begin(&h, &cm_op_Min, 8);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){NAN, 1, 1});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){0, NAN, 0});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){2, 2, NAN});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){NAN, NAN, NAN});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Sum, 8);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(0, 2), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Max, 12);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){INT64_MAX - 1});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){INT64_MAX});
    harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){INT64_MAX});
    CHECK(harness_run(&h));
}

void test_variadic_errors(void) {
    harness h;
    harness_begin(&h, &cm_op_Sum, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in_none(&h);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_MISSING);
    CHECK_STR(h.error.msg, "input 1 is missing");
    harness_begin(&h, &cm_op_Max, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_Max, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}

void test_variadic_elems(void) {
    static const int64_t want[2][2] = {{7, 5}, {-1, 0}};
    for (int i = 0; i < 2; i++) {
        harness h;
        harness_begin(&h, i == 0 ? &cm_op_Max : &cm_op_Min, 13);
        h.symbolic = true;
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){-1, 5});
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){7, 3});
        harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){0});
        harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        CHECK_INT(h.out_av[0].n_elem, 2);
        for (int j = 0; j < 2; j++) CHECK_INT(h.out_av[0].elem[j], want[i][j]);
        harness_end(&h);
    }
}
