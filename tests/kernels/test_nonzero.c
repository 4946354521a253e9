#include "tests/kernels/harness_movement.h"

static harness h;

/* Element 1, 2 and 5 of [2, 3], in every dtype that has a zero. */
void test_nonzero_dtypes(void) {
    const double v[] = {0, 1, 1, 0, 0, 1};
    for (int dtype = 1; dtype < CM_N_DTYPES; dtype++) {
        if (dtype == CAMEO_STRING || dtype == CAMEO_FLOAT8E8M0) continue;
        harness_begin(&h, &cm_op_NonZero, 13);
        if (dtype == CAMEO_COMPLEX64) {
            harness_in(&h, dtype, H_DIMS(2, 3), (float[]){0, -0.0f, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1});
        } else if (dtype == CAMEO_COMPLEX128) {
            harness_in(&h, dtype, H_DIMS(2, 3), (double[]){0, -0.0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1});
        } else {
            harness_in_num(&h, dtype, H_DIMS(2, 3), v);
        }
        harness_out(&h, CAMEO_INT64, H_DIMS(2, 3), (int64_t[]){0, 0, 1, 1, 2, 2});
        CHECK_MSG(harness_run(&h), "dtype %s", cameo_dtype_name((cameo_dtype)dtype));
    }
}

/* -0 is zero where there is one, NaN and denormals are not; 0x80 is NaN in the UZ formats. */
void test_nonzero_bits(void) {
    static const struct {
        int dtype;
        uint16_t bits;
        size_t n;
    } cases[] = {
        {CAMEO_FLOAT16, 0x8000, 0},        {CAMEO_FLOAT16, 0x8001, 1},
        {CAMEO_BFLOAT16, 0x8000, 0},       {CAMEO_BFLOAT16, 0x7fc0, 1},
        {CAMEO_FLOAT8E4M3FN, 0x80, 0},     {CAMEO_FLOAT8E4M3FN, 0xff, 1},
        {CAMEO_FLOAT8E5M2, 0x80, 0},       {CAMEO_FLOAT8E4M3FNUZ, 0x80, 1},
        {CAMEO_FLOAT8E5M2FNUZ, 0x80, 1},   {CAMEO_FLOAT8E8M0, 0, 1},
        {CAMEO_FLOAT4E2M1, 8, 0},          {CAMEO_FLOAT4E2M1, 9, 1},
        {CAMEO_INT4, 8, 1},                {CAMEO_INT2, 2, 1},
        {CAMEO_BOOL, 0x80, 1},             {CAMEO_INT16, 0x8000, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness_begin(&h, &cm_op_NonZero, 13);
        uint8_t byte = (uint8_t)cases[i].bits;
        bool wide = cameo_dtype_bits((cameo_dtype)cases[i].dtype) == 16;
        const void *data = wide ? (const void *)&cases[i].bits : &byte;
        harness_in(&h, cases[i].dtype, H_DIMS(1), data);
        harness_out(&h, CAMEO_INT64, 2, (size_t[]){1, cases[i].n}, (int64_t[]){0});
        CHECK_MSG(harness_run(&h), "case %zu", i);
    }
}

void test_nonzero_ranks(void) {
    harness_begin(&h, &cm_op_NonZero, 9);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){2});
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 1), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_NonZero, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 0, 2), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(3, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_NonZero, 13);
    harness_in_str(&h, H_DIMS(3), (const char *[]){"", "a", "bc"});
    harness_out(&h, CAMEO_INT64, H_DIMS(1, 2), (int64_t[]){1, 2});
    CHECK(harness_run(&h));
}

/* Several tasks: [3][111][211], every seventh element. */
void test_nonzero_large(void) {
    enum { N = 3 * 111 * 211, COUNT = (N + 6) / 7 };
    static int16_t x[N];
    static int64_t y[3][COUNT];
    for (size_t i = 0, c = 0; i < N; i += 7, c++) {
        x[i] = (int16_t)(i % 2 == 0 ? 1 : -1);
        y[0][c] = (int64_t)(i / 211 / 111);
        y[1][c] = (int64_t)(i / 211 % 111);
        y[2][c] = (int64_t)(i % 211);
    }
    harness_begin(&h, &cm_op_NonZero, 13);
    harness_in(&h, CAMEO_INT16, H_DIMS(3, 111, 211), x);
    harness_out(&h, CAMEO_INT64, H_DIMS(3, COUNT), y);
    CHECK(harness_run(&h));
}

/* A mask that inference knows: positions are known, too. */
void test_nonzero_elems(void) {
    harness_begin(&h, &cm_op_NonZero, 13);
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 3), (int64_t[]){0, 7, 0, -1, 0, 1});
    harness_out(&h, CAMEO_INT64, H_DIMS(2, 3), NULL);
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].dims[1], 3);
    CHECK(movement_elems(&h, 0, 6, (cm_dim[]){0, 1, 1, 1, 0, 2}));
    h.in_av[0].data = NULL;
    h.in_av[0].elem = (cm_dim[]){0, 1, CM_DIM_UNKNOWN, 1, 0, 1};
    h.in_av[0].n_elem = 6;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].dims[1], CM_DIM_UNKNOWN);
    CHECK(h.out_av[0].elem == NULL);
    harness_end(&h);
}
