#include "tests/kernels/elementwise_vectors.h"

void test_compare_vectors(void) {
    ELEMENTWISE_RUN("And", "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "Or",
                    "Xor");
}

/* The whole range of the wide integers counts: no comparison goes through a float. */
void test_compare_wide(void) {
    harness h;
    harness_begin(&h, &cm_op_Less, 9);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){INT64_MAX - 1, INT64_MIN, 0});
    harness_in(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){INT64_MAX, INT64_MAX, INT64_MIN});
    harness_out(&h, CAMEO_BOOL, H_DIMS(3), (uint8_t[]){1, 1, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Equal, 11);
    harness_in(&h, CAMEO_UINT64, H_DIMS(2), (uint64_t[]){UINT64_MAX, UINT64_MAX - 1});
    harness_in(&h, CAMEO_UINT64, H_SCALAR, (uint64_t[]){UINT64_MAX});
    harness_out(&h, CAMEO_BOOL, H_DIMS(2), (uint8_t[]){1, 0});
    CHECK(harness_run(&h));
}

/* Bools of other bytes than 0 and 1 are true. */
void test_compare_loose_bools(void) {
    harness h;
    harness_begin(&h, &cm_op_Xor, 7);
    harness_in(&h, CAMEO_BOOL, H_DIMS(3), (uint8_t[]){2, 4, 0});
    harness_in(&h, CAMEO_BOOL, H_DIMS(3), (uint8_t[]){1, 0, 255});
    harness_out(&h, CAMEO_BOOL, H_DIMS(3), (uint8_t[]){0, 1, 1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_And, 1); /* the legacy axis */
    harness_attr_i(&h, "broadcast", 1);
    harness_attr_i(&h, "axis", 0);
    harness_in(&h, CAMEO_BOOL, H_DIMS(2, 2), (uint8_t[]){1, 1, 1, 1});
    harness_in(&h, CAMEO_BOOL, H_DIMS(2), (uint8_t[]){1, 0});
    harness_out(&h, CAMEO_BOOL, H_DIMS(2, 2), (uint8_t[]){1, 1, 0, 0});
    CHECK(harness_run(&h));
}

void test_compare_strings(void) {
    harness h;
    harness_begin(&h, &cm_op_Equal, 19);
    harness_in_str(&h, H_DIMS(2, 2), (const char *const[]){"a", "", "ab", "b"});
    harness_in_str(&h, H_DIMS(2), (const char *const[]){"ab", "b"});
    harness_out(&h, CAMEO_BOOL, H_DIMS(2, 2), (uint8_t[]){0, 0, 1, 1});
    CHECK(harness_run(&h));
}

void test_compare_elems(void) {
    static const struct {
        const cm_op *op;
        int dtype;
        int64_t want[3];
    } cases[] = {{&cm_op_Equal, CAMEO_INT64, {0, 0, 1}},
                 {&cm_op_Greater, CAMEO_INT64, {1, 0, 0}},
                 {&cm_op_GreaterOrEqual, CAMEO_INT64, {1, 0, 1}},
                 {&cm_op_Less, CAMEO_INT64, {0, 1, 0}},
                 {&cm_op_LessOrEqual, CAMEO_INT64, {0, 1, 1}},
                 {&cm_op_And, CAMEO_BOOL, {0, 0, 1}},
                 {&cm_op_Or, CAMEO_BOOL, {1, 1, 1}},
                 {&cm_op_Xor, CAMEO_BOOL, {1, 1, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness h;
        harness_begin(&h, cases[i].op, 13);
        h.symbolic = true;
        harness_in_num(&h, cases[i].dtype, H_DIMS(3), (double[]){1, 0, 1});
        harness_in_num(&h, cases[i].dtype, H_DIMS(3), (double[]){0, 1, 1});
        harness_out(&h, CAMEO_BOOL, H_DIMS(3), NULL);
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        CHECK_INT(h.out_av[0].n_elem, 3);
        for (int j = 0; j < 3; j++) CHECK_INT(h.out_av[0].elem[j], cases[i].want[j]);
        harness_end(&h);
    }
}
