#include "tests/kernels/harness.h"

static harness h;

void test_string_concat_same_dims(void) {
    harness_begin(&h, &cm_op_StringConcat, 20);
    harness_in_str(&h, H_DIMS(3), (const char *[]){"ab", "", "\xc3\xa9"});
    harness_in_str(&h, H_DIMS(3), (const char *[]){".com", "x", ""});
    harness_out_str(&h, H_DIMS(3), (const char *[]){"ab.com", "x", "\xc3\xa9"});
    CHECK(harness_run(&h));
}

void test_string_concat_broadcast(void) {
    harness_begin(&h, &cm_op_StringConcat, 20);
    harness_in_str(&h, H_DIMS(2, 1), (const char *[]){"a", "b"});
    harness_in_str(&h, H_DIMS(3), (const char *[]){"1", "2", "3"});
    harness_out_str(&h, H_DIMS(2, 3), (const char *[]){"a1", "a2", "a3", "b1", "b2", "b3"});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_StringConcat, 20);
    harness_in_str(&h, H_SCALAR, (const char *[]){"a"});
    harness_in_str(&h, H_DIMS(1, 2), (const char *[]){"1", "2"});
    harness_out_str(&h, H_DIMS(1, 2), (const char *[]){"a1", "a2"});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_StringConcat, 20);
    harness_in_str(&h, H_DIMS(0, 1), NULL);
    harness_in_str(&h, H_DIMS(2), (const char *[]){"1", "2"});
    harness_out_str(&h, H_DIMS(0, 2), NULL);
    CHECK(harness_run(&h));
}

void test_string_concat_refuses(void) {
    harness_begin(&h, &cm_op_StringConcat, 20);
    harness_in_str(&h, H_DIMS(2), (const char *[]){"a", "b"});
    harness_in_str(&h, H_DIMS(3), (const char *[]){"1", "2", "3"});
    harness_out_str(&h, H_DIMS(1), (const char *[]){""});
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
