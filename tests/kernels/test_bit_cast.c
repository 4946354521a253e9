#include "tests/kernels/harness.h"

static harness h;

/* Every pair of dtypes of one width: the bytes stay, whatever they mean. */
void test_bit_cast_pairs(void) {
    static const uint8_t bytes[64] = {0x00, 0x80, 0x7f, 0xff, 0x01, 0xc0, 0xfe, 0x7e, 0x55, 0xaa};
    for (int from = 1; from < CM_N_DTYPES; from++) {
        for (int to = 1; to < CM_N_DTYPES; to++) {
            uint32_t bits = cameo_dtype_bits((cameo_dtype)from);
            if (bits == 0 || bits != cameo_dtype_bits((cameo_dtype)to)) continue;
            size_t n = bits < 8 ? 4 : 3; /* whole bytes */
            harness_begin(&h, &cm_op_BitCast, 26);
            harness_attr_i(&h, "to", to);
            harness_in(&h, from, 2, (size_t[]){1, n}, bytes);
            harness_const(&h);
            harness_out(&h, to, 2, (size_t[]){1, n}, bytes);
            CHECK_MSG(harness_run(&h), "%d to %d", from, to);
        }
    }
}

void test_bit_cast_tasks(void) {
    enum { N = 40001 };
    static float x[N];
    for (int i = 0; i < N; i++) x[i] = (float)i - 1000;
    harness_begin(&h, &cm_op_BitCast, 26);
    harness_attr_i(&h, "to", CAMEO_UINT32);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(N), x);
    harness_out(&h, CAMEO_UINT32, H_DIMS(N), x);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_BitCast, 26);
    harness_attr_i(&h, "to", CAMEO_DOUBLE);
    harness_in(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    harness_out(&h, CAMEO_DOUBLE, H_DIMS(0, 3), NULL);
    CHECK(harness_run(&h));
}

static cameo_status bit_cast_status(int from, int64_t to) {
    harness_begin(&h, &cm_op_BitCast, 26);
    harness_attr_i(&h, "to", to);
    if (from == CAMEO_STRING)
        harness_in_str(&h, H_SCALAR, (const char *[]){"a"});
    else
        harness_in(&h, from, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(2), NULL);
    return harness_status(&h);
}

void test_bit_cast_refuses(void) {
    CHECK_INT(bit_cast_status(CAMEO_FLOAT, CAMEO_INT32), CAMEO_OK);
    CHECK_INT(bit_cast_status(CAMEO_FLOAT, CAMEO_INT64), CAMEO_E_TYPE);
    CHECK_STR(h.error.msg, "float32 has 32 bits, int64 has 64: want the same");
    CHECK_INT(bit_cast_status(CAMEO_FLOAT, CAMEO_STRING), CAMEO_E_TYPE);
    CHECK_INT(bit_cast_status(CAMEO_STRING, CAMEO_STRING), CAMEO_E_TYPE);
    CHECK_INT(bit_cast_status(CAMEO_FLOAT, 0), CAMEO_E_TYPE);
    CHECK_INT(bit_cast_status(CAMEO_FLOAT, 1000), CAMEO_E_TYPE);
    CHECK_STR(h.error.msg, "attribute to is 1000, which is no type");
    CHECK_INT(bit_cast_status(CAMEO_FLOAT, -1), CAMEO_E_TYPE);
}
