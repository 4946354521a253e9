#include "tests/kernels/harness.h"

static harness h;

static void packed_begin(int64_t type, int64_t k, size_t rows, size_t bytes, const void *data) {
    const size_t dims[] = {rows, bytes};
    harness_begin(&h, &cm_op_ms_GatherPacked, 1);
    harness_attr_i(&h, "packed_type", type);
    harness_attr_i(&h, "K", k);
    harness_attr_i(&h, "output_dtype", CAMEO_FLOAT);
    harness_in(&h, CAMEO_UINT8, 2, dims, data);
}

/* Rows of floats: indices in both dtypes; what is out of range is row 0. */
void test_gather_packed_rows(void) {
    static const uint8_t rows[] = {0, 0, 0x80, 0x3f, 0, 0, 0,    0xc0,  /* 1, -2: as all packed rows, little-endian */
                                   0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40,  /* 3, 4 */
                                   0, 0, 0xa0, 0x40, 0, 0, 0xc0, 0xc0}; /* 5, -6 */
    packed_begin(0, 2, 3, 8, rows);
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 3), (int64_t[]){2, 1, 0, 3, -1, INT64_MIN});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3, 2), (float[]){5, -6, 3, 4, 1, -2, 1, -2, 1, -2, 1, -2});
    CHECK(harness_run(&h));
    packed_begin(0, 2, 3, 8, rows);
    harness_in(&h, CAMEO_INT32, H_SCALAR, (int32_t[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){3, 4});
    CHECK(harness_run(&h));
    packed_begin(0, 2, 0, 8, NULL); /* no row for no index */
    harness_in(&h, CAMEO_INT32, H_DIMS(0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(0, 2), NULL);
    CHECK(harness_run(&h));
}

/* Levels of q4_0, by a scale of 2; more blocks than a task has. */
void test_gather_packed_levels(void) {
    static uint8_t row[18 * 32];
    static int64_t at[40];
    static float y[40 * 32 * 32];
    for (int b = 0; b < 32; b++) {
        row[b * 18 + 1] = 0x40; /* 2 as a half */
        for (int i = 0; i < 16; i++) row[b * 18 + 2 + i] = (uint8_t)(i | (15 - i) << 4);
    }
    for (int i = 0; i < 40 * 32 * 32; i++) y[i] = (float)(2 * ((i % 32 < 16 ? i % 16 : 15 - i % 16) - 8));
    packed_begin(2, 1024, 1, sizeof row, row);
    harness_in(&h, CAMEO_INT64, H_DIMS(40), at);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(40, 1024), y);
    CHECK(harness_run(&h));
}

void test_gather_packed_refuses(void) {
    static const uint8_t bytes[66];
    static const int64_t at[1];
    packed_begin(2, 32, 1, 19, bytes); /* bytes that are no rows */
    harness_in(&h, CAMEO_INT64, H_DIMS(1), at);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 32), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    packed_begin(2, 32, 0, 18, NULL); /* an index into nothing */
    harness_in(&h, CAMEO_INT64, H_DIMS(1), at);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 32), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    packed_begin(2, 33, 1, 18, bytes); /* a block and a part */
    harness_in(&h, CAMEO_INT64, H_DIMS(1), at);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    packed_begin(16, 256, 1, 66, bytes); /* a code book */
    harness_in(&h, CAMEO_INT64, H_DIMS(1), at);
    CHECK_INT(harness_status(&h), CAMEO_E_UNSUPPORTED);
    harness_begin(&h, &cm_op_ms_GatherPacked, 1);
    harness_attr_i(&h, "K", 2);
    harness_attr_i(&h, "output_dtype", CAMEO_INT8);
    harness_in(&h, CAMEO_UINT8, H_DIMS(1, 8), bytes);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), at);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}
