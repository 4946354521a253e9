#include <math.h>

#include "tests/kernels/harness.h"

/* Numbers that every real dtype but e8m0 holds, between all of them. */
void test_cast_pairs(void) {
    static const int dtypes[] = {
        CAMEO_FLOAT,          CAMEO_UINT8,        CAMEO_INT8,           CAMEO_UINT16,
        CAMEO_INT16,          CAMEO_INT32,        CAMEO_INT64,          CAMEO_BOOL,
        CAMEO_FLOAT16,        CAMEO_DOUBLE,       CAMEO_UINT32,         CAMEO_UINT64,
        CAMEO_BFLOAT16,       CAMEO_FLOAT8E4M3FN, CAMEO_FLOAT8E4M3FNUZ, CAMEO_FLOAT8E5M2,
        CAMEO_FLOAT8E5M2FNUZ, CAMEO_UINT4,        CAMEO_INT4,           CAMEO_FLOAT4E2M1,
        CAMEO_UINT2,          CAMEO_INT2};
    static const double v[7] = {0, 1, 1, 0, 1, 0, 1};
    size_t n = sizeof dtypes / sizeof *dtypes;
    for (size_t i = 0; i < n * n; i++) {
        harness h;
        harness_begin(&h, &cm_op_Cast, 25);
        harness_attr_i(&h, "to", dtypes[i % n]);
        harness_in_num(&h, dtypes[i / n], H_DIMS(7), v);
        harness_out_num(&h, dtypes[i % n], H_DIMS(7), v);
        CHECK(harness_run(&h));
    }
}

/* CastLike is Cast to the dtype of its second input, of which nothing else matters. */
void test_cast_like(void) {
    static const double v[5] = {0, 1, 1, 0, 1};
    harness h;
    for (int from = 1; from < CM_N_DTYPES; from++) {
        for (int to = 1; to < CM_N_DTYPES; to++) {
            uint32_t no = CM_DTF_STRING | CM_DTF_COMPLEX;
            uint32_t both = cm_dtype_flags((cameo_dtype)from) | cm_dtype_flags((cameo_dtype)to);
            if ((both & no) != 0 || from == CAMEO_FLOAT8E8M0 || to == CAMEO_FLOAT8E8M0) continue;
            harness_begin(&h, &cm_op_CastLike, 25);
            harness_in_num(&h, from, H_DIMS(5), v);
            harness_in(&h, to, H_DIMS(0, 3), NULL);
            harness_out_num(&h, to, H_DIMS(5), v);
            CHECK_MSG(harness_run(&h), "%d to %d", from, to);
        }
    }
    harness_begin(&h, &cm_op_CastLike, 15);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){-0.5F, NAN});
    harness_in_str(&h, H_SCALAR, (const char *[]){"x"});
    harness_out_str(&h, H_DIMS(2), (const char *[]){"-0.5", "NaN"});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_CastLike, 15);
    harness_in_str(&h, H_DIMS(2), (const char *[]){"12", "-3"});
    harness_in(&h, CAMEO_INT16, H_SCALAR, NULL);
    harness_out(&h, CAMEO_INT16, H_DIMS(2), (int16_t[]){12, -3});
    CHECK(harness_run(&h));
    /* saturate and the elements of which shapes are made */
    for (int saturate = 0; saturate < 2; saturate++) {
        harness_begin(&h, &cm_op_CastLike, 19);
        harness_attr_i(&h, "saturate", saturate);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){1e9F});
        harness_in(&h, CAMEO_FLOAT8E4M3FN, H_DIMS(1), NULL);
        harness_out(&h, CAMEO_FLOAT8E4M3FN, H_DIMS(1), (uint8_t[]){saturate ? 0x7e : 0x7f});
        CHECK(harness_run(&h));
    }
    harness_begin(&h, &cm_op_CastLike, 15);
    harness_in(&h, CAMEO_INT32, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_INT64, H_SCALAR, NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = CAMEO_INT32,
                             .rank = 1,
                             .dims = {2},
                             .n_elem = 2,
                             .elem = (cm_dim[]){7, -1}};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].n_elem, 2);
    CHECK(h.out_av[0].elem != NULL && h.out_av[0].elem[0] == 7 && h.out_av[0].elem[1] == -1);
    harness_end(&h);
}

static bool cast_case(int from, int to, size_t n, const void *x, const void *y) {
    harness h;
    harness_begin(&h, &cm_op_Cast, 25);
    harness_attr_i(&h, "to", to);
    harness_in(&h, from, H_DIMS(n), x);
    harness_out(&h, to, H_DIMS(n), y);
    return harness_run(&h);
}

/* Beyond the range: as the head of cast.c says. */
void test_cast_float_to_int(void) {
    const float x[] = {1.9F, -1.9F, 300, -129, 3e9F, -3e9F, NAN, INFINITY};
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT32, 8, x,
                    (int32_t[]){1, -1, 300, -129, INT32_MAX, INT32_MIN, 0, INT32_MAX}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT64, 8, x,
                    (int64_t[]){1, -1, 300, -129, 3000000000, -3000000000, 0, INT64_MAX}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_UINT8, 6, x, (uint8_t[]){1, 255, 44, 127, 0, 0}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT8, 4, x, (int8_t[]){1, -1, 44, 127}));
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_BOOL, 4, (float[]){0, -0.0F, 1e-45F, NAN},
                    (uint8_t[]){0, 0, 1, 1}));
    const double d[] = {18446744073709551615.0, 9223372036854775808.0, -1, 1e19};
    CHECK(
        cast_case(CAMEO_DOUBLE, CAMEO_UINT64, 4, d,
                  (uint64_t[]){UINT64_MAX, (uint64_t)1 << 63, UINT64_MAX, 10000000000000000000u}));
    /* ONNX node test cast_FLOAT_to_INT4. */
    CHECK(cast_case(CAMEO_FLOAT, CAMEO_INT4, 4, (float[]){-9, 8, -8, 11}, (uint8_t[]){0x87, 0xB8}));
}

void test_cast_int_to_int(void) {
    const int64_t x[] = {INT64_MIN, -1, 256, 0x123456789};
    CHECK(cast_case(CAMEO_INT64, CAMEO_UINT8, 4, x, (uint8_t[]){0, 255, 0, 0x89}));
    CHECK(cast_case(CAMEO_INT64, CAMEO_INT32, 4, x, (int32_t[]){0, -1, 256, 0x23456789}));
    CHECK(cast_case(CAMEO_INT64, CAMEO_BOOL, 4, x, (uint8_t[]){1, 1, 1, 1}));
    CHECK(cast_case(CAMEO_INT64, CAMEO_UINT64, 2, x, (uint64_t[]){(uint64_t)1 << 63, UINT64_MAX}));
}

/* Once to f16, f32 and f64; by way of float to the others, as onnx.reference (ml_dtypes) does. */
void test_cast_rounding(void) {
    /* 1 + 2^-11 + 2^-40: above the middle of two halves, in float the middle. */
    CHECK(cast_case(CAMEO_DOUBLE, CAMEO_FLOAT16, 1, (double[]){1 + 0x1p-11 + 0x1p-40},
                    (uint16_t[]){0x3C01}));
    /* 2^62 + 2^54 + 1: above the middle of two bfloat16, in float the middle. */
    CHECK(cast_case(CAMEO_INT64, CAMEO_BFLOAT16, 1, (int64_t[]){(1LL << 62) + (1LL << 54) + 1},
                    (uint16_t[]){0x5E80}));
    /* Above the middle of two floats, in double the middle. */
    CHECK(cast_case(CAMEO_UINT64, CAMEO_FLOAT, 1, (uint64_t[]){(1ULL << 63) + (1ULL << 39) + 1},
                    (float[]){0x1.000002p63F}));
    CHECK(cast_case(CAMEO_UINT64, CAMEO_DOUBLE, 1, (uint64_t[]){UINT64_MAX}, (double[]){0x1p64}));
    CHECK(cast_case(CAMEO_DOUBLE, CAMEO_FLOAT4E2M1, 2, (double[]){0.26, 0.25}, (uint8_t[]){0x01}));
}

static bool cast_f8_case(int to, int64_t saturate, size_t n, const float *x, const uint8_t *y) {
    harness h;
    harness_begin(&h, &cm_op_Cast, 19);
    harness_attr_i(&h, "to", to);
    harness_attr_i(&h, "saturate", saturate);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(n), x);
    harness_out(&h, to, H_DIMS(n), y);
    return harness_run(&h);
}

/* Largest finite numbers: 448 is 0x7E in e4m3fn, 57344 is 0x7B in e5m2. */
/* Doubles between each two neighbours of float16: the middle goes to the even one, the doubles beside it to the nearer
 * one, which a rounding by way of float would miss. */
void test_cast_f64_f16_ties(void) {
    enum { N = 0x7BFF }; /* finite numbers that are not negative, less one */
    static double x[6 * N];
    static uint16_t want[6 * N];
    for (uint32_t i = 0; i < N; i++) {
        double pair[2];
        for (uint32_t j = 0; j < 2; j++) {
            int exponent = (int)((i + j) >> 10);
            double fraction = (double)((i + j) & 0x3FF);
            pair[j] = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
        }
        double middle = (pair[0] + pair[1]) / 2;
        for (uint32_t j = 0; j < 6; j++) {
            double v = j / 2 == 0 ? nextafter(middle, 0) : j / 2 == 1 ? middle : nextafter(middle, INFINITY);
            uint32_t h = j / 2 == 0 ? i : j / 2 == 1 ? i + (i & 1) : i + 1;
            x[6 * i + j] = j % 2 == 0 ? v : -v;
            want[6 * i + j] = (uint16_t)(h | j % 2 << 15);
        }
    }
    harness h;
    harness_begin(&h, &cm_op_Cast, 13);
    harness_attr_i(&h, "to", CAMEO_FLOAT16);
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(6 * N), x);
    harness_out(&h, CAMEO_FLOAT16, H_DIMS(6 * N), want);
    CHECK(harness_run(&h));
}

/* Doubles at the ends of int32, and halves to what float32 has loops for. */
void test_cast_long_rows(void) {
    enum { N = 100 };
    double x[N];
    int32_t to_i32[N];
    uint16_t half[2][N];
    int64_t to_i64[N];
    bool to_bool[N];
    for (int i = 0; i < N; i++) {
        static const double ends[] = {2147483647.5, 2147483648, 1e300, INFINITY, 2147483646.9, 0.99};
        static const int32_t cut[] = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX, 2147483646, 0};
        static const int32_t cut_below[] = {-INT32_MAX, INT32_MIN, INT32_MIN, INT32_MIN, -2147483646, 0};
        int at = i / 7 % 6;
        x[i] = i % 7 != 0 ? i * 1.25 - 50 : i % 2 == 0 ? ends[at] : -ends[at];
        to_i32[i] = i % 7 != 0 ? (int32_t)x[i] : i % 2 == 0 ? cut[at] : cut_below[at];
        half[0][i] = half[1][i] = 0;
        to_i64[i] = i % 5;
        to_bool[i] = i % 5 != 0;
        for (int d = 0; d < i % 5; d++) { /* 1 to 4 */
            half[0][i] = (uint16_t[]){0x3C00, 0x4000, 0x4200, 0x4400}[d];
            half[1][i] = (uint16_t[]){0x3F80, 0x4000, 0x4040, 0x4080}[d];
        }
    }
    harness h;
    harness_begin(&h, &cm_op_Cast, 13);
    harness_attr_i(&h, "to", CAMEO_INT32);
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(N), x);
    harness_out(&h, CAMEO_INT32, H_DIMS(N), to_i32);
    CHECK(harness_run(&h));
    for (int i = 0; i < 4; i++) {
        harness_begin(&h, &cm_op_Cast, 13);
        harness_attr_i(&h, "to", i / 2 == 0 ? CAMEO_INT64 : CAMEO_BOOL);
        harness_in(&h, i % 2 == 0 ? CAMEO_FLOAT16 : CAMEO_BFLOAT16, H_DIMS(N), half[i % 2]);
        if (i / 2 == 0) harness_out(&h, CAMEO_INT64, H_DIMS(N), to_i64);
        else harness_out(&h, CAMEO_BOOL, H_DIMS(N), to_bool);
        CHECK(harness_run(&h));
    }
}

void test_cast_saturate(void) {
    const float x[] = {1e6F, -1e6F, INFINITY, 1};
    CHECK(cast_f8_case(CAMEO_FLOAT8E4M3FN, 1, 4, x, (uint8_t[]){0x7E, 0xFE, 0x7E, 0x38}));
    CHECK(cast_f8_case(CAMEO_FLOAT8E4M3FN, 0, 4, x, (uint8_t[]){0x7F, 0xFF, 0x7F, 0x38}));
    CHECK(cast_f8_case(CAMEO_FLOAT8E5M2, 1, 4, x, (uint8_t[]){0x7B, 0xFB, 0x7B, 0x3C}));
    CHECK(cast_f8_case(CAMEO_FLOAT8E5M2, 0, 4, x, (uint8_t[]){0x7C, 0xFC, 0x7C, 0x3C}));
}

/* float8e8m0 holds powers of two: 2^(v - 127). */
void test_cast_e8m0(void) {
    static const char *const modes[] = {"up", "down", "nearest"};
    static const uint8_t want[3][3] = {{128, 127, 125}, {127, 127, 124}, {127, 127, 125}};
    for (int i = 0; i < 3; i++) {
        harness h;
        harness_begin(&h, &cm_op_Cast, 24);
        harness_attr_i(&h, "to", CAMEO_FLOAT8E8M0);
        harness_attr_s(&h, "round_mode", modes[i]);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1.1F, 1, 0.24F});
        harness_out(&h, CAMEO_FLOAT8E8M0, H_DIMS(3), want[i]);
        CHECK(harness_run(&h));
    }
    CHECK(cast_case(CAMEO_FLOAT8E8M0, CAMEO_FLOAT, 3, (uint8_t[]){127, 130, 255},
                    (float[]){1, 8, NAN}));
}

/* Since_version 1 names the type. */
void test_cast_attributes(void) {
    harness h;
    harness_begin(&h, &cm_op_Cast, 1);
    harness_attr_s(&h, "to", "INT32");
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1.5F, -2.5F});
    harness_out(&h, CAMEO_INT32, H_DIMS(2), (int32_t[]){1, -2});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Cast, 13);
    harness_attr_i(&h, "to", 77);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, NULL);
    harness_out(&h, CAMEO_INT32, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
    harness_begin(&h, &cm_op_Cast, 13);
    h.symbolic = true;
    harness_attr_i(&h, "to", CAMEO_INT32);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){7, 1LL << 40});
    harness_out(&h, CAMEO_INT32, H_DIMS(2), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].elem[0], 7);
    CHECK(h.out_av[0].elem[1] == CM_DIM_UNKNOWN);
    harness_end(&h);
}

/* Several tasks of packed elements. */
void test_cast_sub_byte_tasks(void) {
    enum { N = 16384 * 2 + 7 };
    static int8_t x[N];
    static uint8_t y[(N + 1) / 2];
    for (size_t i = 0; i < N; i++) {
        x[i] = (int8_t)((i * 7) % 16) - 8;
        cm_i4_set(y, i, x[i]);
    }
    CHECK(cast_case(CAMEO_INT8, CAMEO_INT4, N, x, y));
    CHECK(cast_case(CAMEO_INT4, CAMEO_INT8, N, y, x));
}

static bool cast_text_case(int from, int to, size_t n, const void *x, const char *const *text) {
    harness h;
    harness_begin(&h, &cm_op_Cast, 9);
    harness_attr_i(&h, "to", to);
    if (from == CAMEO_STRING) {
        harness_in_str(&h, H_DIMS(n), text);
        harness_out(&h, to, H_DIMS(n), x);
    } else {
        harness_in(&h, from, H_DIMS(n), x);
        harness_out_str(&h, H_DIMS(n), text);
    }
    return harness_run(&h);
}

/* What ONNX Runtime 1.31 prints, where 8 digits are enough to read the number back. */
void test_cast_to_string(void) {
    CHECK(cast_text_case(
        CAMEO_FLOAT, CAMEO_STRING, 11,
        (float[]){0, -0.0F, 1, -1.5F, 0.1F, 123456, 12345678, 1e8F, NAN, INFINITY, -INFINITY},
        (const char *[]){"0", "-0", "1", "-1.5", "0.1", "123456", "12345678", "1e+08", "NaN", "INF",
                         "-INF"}));
    CHECK(cast_text_case(CAMEO_DOUBLE, CAMEO_STRING, 3, (double[]){1e-5, 1.0 / 3, 1e300},
                         (const char *[]){"1e-05", "0.3333333333333333", "1e+300"}));
    CHECK(cast_text_case(CAMEO_FLOAT16, CAMEO_STRING, 2, (uint16_t[]){0x2E66, 0x3C00},
                         (const char *[]){"0.1", "1"}));
    CHECK(cast_text_case(CAMEO_BFLOAT16, CAMEO_STRING, 2, (uint16_t[]){0x4049, 0xFF80},
                         (const char *[]){"3.14", "-INF"}));
    CHECK(cast_text_case(CAMEO_INT64, CAMEO_STRING, 3, (int64_t[]){0, INT64_MIN, INT64_MAX},
                         (const char *[]){"0", "-9223372036854775808", "9223372036854775807"}));
    CHECK(cast_text_case(CAMEO_UINT64, CAMEO_STRING, 1, (uint64_t[]){UINT64_MAX},
                         (const char *[]){"18446744073709551615"}));
    CHECK(cast_text_case(CAMEO_INT8, CAMEO_STRING, 2, (int8_t[]){-128, 127},
                         (const char *[]){"-128", "127"}));
    CHECK(
        cast_text_case(CAMEO_BOOL, CAMEO_STRING, 2, (uint8_t[]){1, 0}, (const char *[]){"1", "0"}));
    CHECK(cast_text_case(CAMEO_INT4, CAMEO_STRING, 3, (uint8_t[]){0x87, 0x01},
                         (const char *[]){"7", "-8", "1"}));
    CHECK(cast_text_case(CAMEO_FLOAT8E4M3FN, CAMEO_STRING, 2, (uint8_t[]){0x7E, 0xB8},
                         (const char *[]){"448", "-1"}));
    harness h;
    harness_begin(&h, &cm_op_Cast, 25);
    harness_attr_i(&h, "to", CAMEO_STRING);
    harness_in_str(&h, H_DIMS(2, 2), (const char *[]){"a", "", "\xc3\xa9", "NaN"});
    harness_out_str(&h, H_DIMS(2, 2), (const char *[]){"a", "", "\xc3\xa9", "NaN"});
    CHECK(harness_run(&h));
    CHECK(cast_text_case(CAMEO_FLOAT, CAMEO_STRING, 0, NULL, NULL));
}

/* ONNX node test cast_STRING_to_FLOAT, and what numpy reads. */
void test_cast_from_string(void) {
    static const char *const text[] = {"0.47892547", "0.816468", "NaN",    "INF",   "+INF",
                                       "-INF",       "-inf",     " 1.5\n", "1e400", "+.5",
                                       "-5.",        "1E-5",     "-0",     "1e-400"};
    CHECK(cast_text_case(CAMEO_STRING, CAMEO_FLOAT, 14,
                         (float[]){0.47892547F, 0.816468F, NAN, INFINITY, INFINITY, -INFINITY,
                                   -INFINITY, 1.5F, INFINITY, 0.5F, -5, 1e-5F, -0.0F, 0},
                         text));
    CHECK(cast_text_case(CAMEO_STRING, CAMEO_DOUBLE, 14,
                         (double[]){0.47892547, 0.816468, (double)NAN, HUGE_VAL, HUGE_VAL,
                                    -HUGE_VAL, -HUGE_VAL, 1.5, HUGE_VAL, 0.5, -5, 1e-5, -0.0, 0},
                         text));
    CHECK(cast_text_case(CAMEO_STRING, CAMEO_FLOAT16, 2, (uint16_t[]){0x3C01, 0x7C00},
                         (const char *[]){"1.00048828125000000000000000001", "65520"}));
    CHECK(cast_text_case(CAMEO_STRING, CAMEO_INT32, 5,
                         (int32_t[]){1, -2147483647 - 1, 2147483647, 100, 1000},
                         (const char *[]){"+1", "-2147483648", " 2147483647 ", "100.5", "1e3"}));
    CHECK(cast_text_case(
        CAMEO_STRING, CAMEO_INT64, 3, (int64_t[]){INT64_MIN, INT64_MAX, 9007199254740993},
        (const char *[]){"-9223372036854775808", "9223372036854775807", "9007199254740993.9"}));
    CHECK(cast_text_case(CAMEO_STRING, CAMEO_UINT64, 2, (uint64_t[]){UINT64_MAX, 0},
                         (const char *[]){"18446744073709551615", "-0"}));
    CHECK(
        cast_text_case(CAMEO_STRING, CAMEO_BOOL, 8, (uint8_t[]){1, 0, 1, 0, 0, 1, 1, 0},
                       (const char *[]){"1", "0", "True", "false", "-0.0", "0.5", "NaN", "FALSE"}));
    CHECK(cast_text_case(CAMEO_STRING, CAMEO_INT4, 3, (uint8_t[]){0x87, 0x01},
                         (const char *[]){"7", "-8", "1"}));
}

void test_cast_from_string_refuses(void) {
    static const struct {
        int to;
        const char *text, *msg;
    } cases[] = {{CAMEO_FLOAT, "abc", "\"abc\" is no number, want float32"},
                 {CAMEO_DOUBLE, "", "\"\" is no number, want float64"},
                 {CAMEO_FLOAT, "1.5abc", NULL},
                 {CAMEO_FLOAT, "0x10", NULL},
                 {CAMEO_INT32, "2147483648", "\"2147483648\" is out of the range of int32"},
                 {CAMEO_INT8, "-129", NULL},
                 {CAMEO_UINT8, "-1", NULL},
                 {CAMEO_UINT64, "18446744073709551616", NULL},
                 {CAMEO_INT64, "NaN", NULL},
                 {CAMEO_INT4, "8", NULL},
                 {CAMEO_BOOL, "yes", NULL},
                 {CAMEO_BOOL, "tru", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        harness h;
        harness_begin(&h, &cm_op_Cast, 13);
        harness_attr_i(&h, "to", cases[i].to);
        harness_in_str(&h, H_DIMS(2), (const char *[]){"1", cases[i].text});
        harness_out(&h, cases[i].to, H_DIMS(2), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
        if (cases[i].msg != NULL) CHECK_STR(h.error.msg, cases[i].msg);
    }
}
