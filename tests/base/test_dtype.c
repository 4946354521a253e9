/* Element types: the table, sizes, and every conversion against an independent one. The formats are
 * decoded here from their definition in long double; rounding is a search for the nearest code. */
#include <math.h>

#include "base/dtype.h"
#include "base/math.h"
#include "tests/check.h"

void test_dtype_table(void) {
    static const char *const names[CM_N_DTYPES] = {
        "undefined", "float32", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool",
        "float16", "float64", "uint32", "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn",
        "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "uint4", "int4", "float4e2m1", "float8e8m0",
        "uint2", "int2"};
    static const uint32_t bits[CM_N_DTYPES] = {0,  32, 8,  8,   16, 16, 32, 64, 0, 8, 16, 64, 32, 64,
                                               64, 128, 16, 8, 8,  8,  8,  4,  4,  4, 8, 2,  2};
    for (int i = 0; i < CM_N_DTYPES; i++) {
        CHECK_STR(cameo_dtype_name((cameo_dtype)i), names[i]);
        CHECK_INT(cameo_dtype_bits((cameo_dtype)i), bits[i]);
        CHECK_INT(cm_dtype_is_known(i), i != 0);
        CHECK_INT(cm_dtype_find(names[i]), i);
        CHECK_INT((cm_dtype_flags((cameo_dtype)i) & CM_DTF_SUBBYTE) != 0, bits[i] == 2 || bits[i] == 4);
    }
    CHECK_STR(cameo_dtype_name((cameo_dtype)27), "undefined");
    CHECK_STR(cameo_dtype_name((cameo_dtype)-1), "undefined");
    CHECK_INT(cameo_dtype_bits((cameo_dtype)INT32_MAX), 0);
    CHECK_INT(cm_dtype_is_known(INT64_MIN), 0);
    CHECK_INT(cm_dtype_is_known(((int64_t)1 << 32) + 1), 0);
    for (int i = -1; i < 40; i++) {
        cameo_error e = {0};
        CHECK_INT(cm_dtype_check(i, &e), i == 27 || i == 28 ? CAMEO_E_UNSUPPORTED : CAMEO_OK);
        CHECK_STR(e.msg, i == 27 ? "unsupported: type float6e2m3" : i == 28 ? "unsupported: type float6e3m2" : "");
    }
    CHECK_INT(cm_dtype_find("float"), CAMEO_UNDEFINED);
    CHECK_INT(cm_dtype_find(""), CAMEO_UNDEFINED);
}

void test_dtype_flags(void) {
    CHECK_INT(cm_dtype_flags(CAMEO_UNDEFINED), 0);
    CHECK_INT(cm_dtype_flags(CAMEO_FLOAT), CM_DTF_FLOAT | CM_DTF_SIGNED);
    CHECK_INT(cm_dtype_flags(CAMEO_UINT8), CM_DTF_INT);
    CHECK_INT(cm_dtype_flags(CAMEO_INT2), CM_DTF_INT | CM_DTF_SIGNED | CM_DTF_SUBBYTE);
    CHECK_INT(cm_dtype_flags(CAMEO_BOOL), CM_DTF_BOOL);
    CHECK_INT(cm_dtype_flags(CAMEO_STRING), CM_DTF_STRING);
    CHECK_INT(cm_dtype_flags(CAMEO_COMPLEX64), CM_DTF_COMPLEX | CM_DTF_SIGNED);
    CHECK_INT(cm_dtype_flags(CAMEO_FLOAT8E8M0), CM_DTF_FLOAT | CM_DTF_F8);
    CHECK_INT(cm_dtype_align(CAMEO_FLOAT16), 2);
    CHECK_INT(cm_dtype_align(CAMEO_INT4), 1);
    CHECK_INT(cm_dtype_align(CAMEO_COMPLEX64), 4);
    CHECK_INT(cm_dtype_align(CAMEO_UNDEFINED), 0);
    CHECK_INT(cm_dtype_swap_width(CAMEO_DOUBLE), 8); /* its alignment may be 2 or 4 */
    CHECK_INT(cm_dtype_swap_width(CAMEO_COMPLEX64), 4);
    CHECK_INT(cm_dtype_swap_width(CAMEO_COMPLEX128), 8);
    CHECK(cm_dtype_swap_width(CAMEO_INT4) <= 1 && cm_dtype_swap_width(CAMEO_STRING) <= 1);
}

void test_dtype_bytes(void) {
    size_t n = 77;
    CHECK_INT(cm_dtype_bytes(CAMEO_UNDEFINED, 1, &n), CAMEO_E_TYPE);
    CHECK_INT(cm_dtype_bytes((cameo_dtype)99, 1, &n), CAMEO_E_TYPE);
    CHECK_INT(cm_dtype_bytes(CAMEO_COMPLEX128, SIZE_MAX / 16 + 1, &n), CAMEO_E_LIMIT);
    CHECK_INT(cm_dtype_bytes(CAMEO_DOUBLE, UINT64_MAX, &n), CAMEO_E_LIMIT);
    CHECK_INT(n, 77);
    static const struct {
        cameo_dtype dtype;
        uint64_t elements;
        size_t bytes;
    } rows[] = {{CAMEO_FLOAT, 3, 12},  {CAMEO_INT4, 0, 0},        {CAMEO_INT4, 1, 1},
                {CAMEO_UINT4, 2, 1},   {CAMEO_FLOAT4E2M1, 5, 3},  {CAMEO_INT2, 4, 1},
                {CAMEO_UINT2, 5, 2},   {CAMEO_COMPLEX128, 2, 32}, {CAMEO_BOOL, 7, 7},
                {CAMEO_STRING, 2, 2 * sizeof(cameo_string)}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK_INT(cm_dtype_bytes(rows[i].dtype, rows[i].elements, &n), CAMEO_OK);
        CHECK_INT(n, rows[i].bytes);
    }
    CHECK_INT(cm_dtype_bytes(CAMEO_UINT8, SIZE_MAX, &n), CAMEO_OK);
    CHECK_INT(n == SIZE_MAX, 1);
#if SIZE_MAX == UINT64_MAX
    CHECK_INT(cm_dtype_bytes(CAMEO_INT2, UINT64_MAX, &n), CAMEO_OK);
    CHECK_INT(n == SIZE_MAX / 4 + 1, 1);
#endif
}

/* How a format is described by its papers. */
typedef struct test_dtype_format {
    cameo_dtype dtype;
    int man;
    int bias;
    int bits;
    int max;   /* code of the largest finite magnitude */
    int inf;   /* code of infinity; -1: the format has none */
    bool uz;   /* no -0; its code is the NaN */
} test_dtype_format;

static const test_dtype_format test_dtype_formats[] = {
    {CAMEO_FLOAT16, 10, 15, 16, 0x7BFF, 0x7C00, false}, {CAMEO_BFLOAT16, 7, 127, 16, 0x7F7F, 0x7F80, false},
    {CAMEO_FLOAT8E4M3FN, 3, 7, 8, 0x7E, -1, false},     {CAMEO_FLOAT8E4M3FNUZ, 3, 8, 8, 0x7F, -1, true},
    {CAMEO_FLOAT8E5M2, 2, 15, 8, 0x7B, 0x7C, false},    {CAMEO_FLOAT8E5M2FNUZ, 2, 16, 8, 0x7F, -1, true},
    {CAMEO_FLOAT4E2M1, 1, 1, 4, 7, -1, false},
};
#define TEST_DTYPE_N_FORMATS (sizeof(test_dtype_formats) / sizeof(test_dtype_formats[0]))

/* The value of a finite magnitude; one past the largest gives the next number of the grid. */
static double test_dtype_value(const test_dtype_format *f, int code) {
    int e = code >> f->man;
    int m = code & ((1 << f->man) - 1);
    if (e == 0) return ldexp(m, 1 - f->bias - f->man);
    return ldexp(m + (1 << f->man), e - f->bias - f->man);
}

static float test_dtype_decode(const test_dtype_format *f, int code) {
    int sign = 1 << (f->bits - 1);
    int a = code & (sign - 1);
    if (f->uz && code == sign) return NAN;
    double v = a == f->inf ? INFINITY : a > f->max ? NAN : test_dtype_value(f, a);
    return (float)(code & sign ? -v : v);
}

/* The code of the nearest number, ties to the even code; NaN arguments are not its business. */
static int test_dtype_encode(const test_dtype_format *f, double x, bool saturate) {
    int sign = 1 << (f->bits - 1);
    double a = fabs(x);
    int lo = 0;
    int hi = f->max + 1;
    if (a >= test_dtype_value(f, hi)) {
        lo = hi;
    } else {
        while (hi - lo > 1) { /* value(lo) <= a < value(hi) */
            int mid = (lo + hi) / 2;
            if (test_dtype_value(f, mid) <= a) lo = mid;
            else hi = mid;
        }
        double below = a - test_dtype_value(f, lo);
        double above = test_dtype_value(f, hi) - a;
        if (above < below || (above == below && (hi & 1) == 0)) lo = hi;
    }
    if (lo > f->max) {
        if (saturate) lo = f->max;
        else if (f->inf >= 0) lo = f->inf;
        else return f->uz ? sign : (signbit(x) ? sign | (sign - 1) : sign - 1);
    }
    if (f->uz && lo == 0) return 0;
    return signbit(x) ? lo | sign : lo;
}

static float test_dtype_to_f32(cameo_dtype dtype, int code) {
    if (dtype == CAMEO_FLOAT16) return cm_f16_to_f32((uint16_t)code);
    if (dtype == CAMEO_BFLOAT16) return cm_bf16_to_f32((uint16_t)code);
    if (dtype == CAMEO_FLOAT4E2M1) return cm_f4_to_f32((uint8_t)code);
    return cm_f8_to_f32(dtype, (uint8_t)code);
}

static int test_dtype_from_f32(cameo_dtype dtype, float x, bool saturate) {
    if (dtype == CAMEO_FLOAT16) return cm_f16_from_f32(x);
    if (dtype == CAMEO_BFLOAT16) return cm_bf16_from_f32(x);
    if (dtype == CAMEO_FLOAT4E2M1) return cm_f4_from_f32(x);
    return cm_f8_from_f32(dtype, x, saturate);
}

/* float16, bfloat16 and float4e2m1 take no saturate: the first two never do, the last always. */
static bool test_dtype_saturates(const test_dtype_format *f, bool saturate) {
    return f->bits == 16 ? false : f->bits == 4 ? true : saturate;
}

/* Every code of every format: its value, and the way back. */
void test_dtype_decode_all(void) {
    for (size_t i = 0; i < TEST_DTYPE_N_FORMATS; i++) {
        const test_dtype_format *f = &test_dtype_formats[i];
        for (int code = 0; code < 1 << f->bits; code++) {
            float want = test_dtype_decode(f, code);
            float got = test_dtype_to_f32(f->dtype, code);
            CHECK_MSG(isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want),
                      "%s 0x%x is %a, want %a", cameo_dtype_name(f->dtype), (unsigned)code, (double)got,
                      (double)want);
            int back = test_dtype_from_f32(f->dtype, got, false);
            if (isnan(want)) CHECK(isnan(test_dtype_to_f32(f->dtype, back)));
            else CHECK_INT(back, code);
        }
    }
}

/* One value and what it becomes in every format. */
static void test_dtype_encode_one(float x) {
    for (size_t i = 0; i < TEST_DTYPE_N_FORMATS; i++) {
        const test_dtype_format *f = &test_dtype_formats[i];
        for (int saturate = 0; saturate < 2; saturate++) {
            int want = test_dtype_encode(f, (double)x, test_dtype_saturates(f, saturate != 0));
            int got = test_dtype_from_f32(f->dtype, x, saturate != 0);
            CHECK_MSG(got == want, "%a as %s, saturate %d: 0x%x, want 0x%x", (double)x,
                      cameo_dtype_name(f->dtype), saturate, (unsigned)got, (unsigned)want);
        }
    }
}

/* Floats at every magnitude, and those at, just below and just above the middle of two neighbours. */
void test_dtype_encode_sweep(void) {
    for (uint64_t u = 0; u < (uint64_t)1 << 32; u += 65521) {
        float x = cm_f32_from_bits((uint32_t)u);
        if (!isnan(x)) test_dtype_encode_one(x);
    }
    for (size_t i = 0; i < TEST_DTYPE_N_FORMATS; i++) {
        const test_dtype_format *f = &test_dtype_formats[i];
        for (int code = 0; code <= f->max; code += f->bits == 16 ? 13 : 1) {
            double mid = (test_dtype_value(f, code) + test_dtype_value(f, code + 1)) / 2;
            uint32_t u = cm_f32_bits((float)mid);
            for (uint32_t k = 0; k < 6; k++) {
                float x = cm_f32_from_bits((u + k % 3 - 1) | (k < 3 ? 0 : 0x80000000u));
                if (!isnan(x)) test_dtype_encode_one(x);
            }
        }
    }
    test_dtype_encode_one(INFINITY);
    test_dtype_encode_one(-INFINITY);
    test_dtype_encode_one(0.0f);
    test_dtype_encode_one(-0.0f);
}

/* Doubles that would round wrongly by way of float. */
void test_dtype_f16_from_f64(void) {
    const test_dtype_format *f = &test_dtype_formats[0];
    for (int code = 0; code <= f->max; code += 3) {
        double mid = (test_dtype_value(f, code) + test_dtype_value(f, code + 1)) / 2;
        uint64_t u = cm_f64_bits(mid);
        for (uint64_t k = 0; k < 6; k++) {
            double x = cm_f64_from_bits((u + k % 3 - 1) | (k < 3 ? 0 : (uint64_t)1 << 63));
            int want = test_dtype_encode(f, x, false);
            CHECK_MSG(cm_f16_from_f64(x) == want, "%a is 0x%x, want 0x%x", x, cm_f16_from_f64(x),
                      (unsigned)want);
        }
    }
    for (uint64_t u = 0x3E00; u < 0x4130; u++) {
        double x = cm_f64_from_bits(u << 48 | 0x123456789ABCu);
        CHECK_INT(cm_f16_from_f64(x), test_dtype_encode(f, x, false));
    }
    CHECK_INT(cm_f16_from_f64(INFINITY), 0x7C00);
    CHECK_INT(cm_f16_from_f64(-(double)INFINITY), 0xFC00);
    CHECK_INT(cm_f16_from_f64(-1e300), 0xFC00);
    CHECK_INT(cm_f16_from_f64(-1e-310), 0x8000);
    CHECK_INT(cm_f16_from_f64(-0.0), 0x8000);
    CHECK_INT(cm_f16_from_f64(CM_NAN_F64), 0x7E00);
}

void test_dtype_nan(void) {
    float nan = cm_f32_from_bits(0x7F800001u);
    float minus_nan = cm_f32_from_bits(0xFFC00000u);
    CHECK_INT(cm_f16_from_f32(nan), 0x7E00);
    CHECK_INT(cm_f16_from_f32(minus_nan), 0xFE00);
    CHECK_INT(cm_bf16_from_f32(nan), 0x7FC0);
    CHECK_INT(cm_bf16_from_f32(minus_nan), 0xFFC0);
    for (int saturate = 0; saturate < 2; saturate++) {
        CHECK_INT(cm_f8_from_f32(CAMEO_FLOAT8E4M3FN, nan, saturate != 0), 0x7F);
        CHECK_INT(cm_f8_from_f32(CAMEO_FLOAT8E4M3FN, minus_nan, saturate != 0), 0xFF);
        CHECK_INT(cm_f8_from_f32(CAMEO_FLOAT8E4M3FNUZ, minus_nan, saturate != 0), 0x80);
        CHECK_INT(cm_f8_from_f32(CAMEO_FLOAT8E5M2, nan, saturate != 0), 0x7E);
        CHECK_INT(cm_f8_from_f32(CAMEO_FLOAT8E5M2FNUZ, nan, saturate != 0), 0x80);
    }
    CHECK_INT(cm_f4_from_f32(nan), 8);
    CHECK_INT(cm_f4_from_f32(minus_nan), 0);
}

void test_dtype_e8m0(void) {
    for (int v = 0; v < 255; v++) CHECK((double)cm_e8m0_to_f32((uint8_t)v) == ldexp(1.0, v - 127));
    CHECK(isnan(cm_e8m0_to_f32(255)));
    /* From onnx.numpy_helper.to_float8e8m0: value, up, down, nearest. */
    static const struct {
        uint32_t x;
        uint8_t want[3];
    } rows[] = {
        {0x00000000, {0, 0, 0}},       {0x00000001, {1, 0, 0}},       {0x00400000, {1, 0, 0}},
        {0x00400001, {1, 0, 1}},       {0x00600000, {1, 0, 1}},       {0x3F800000, {127, 127, 127}},
        {0xBF800000, {127, 127, 127}}, {0x3F800001, {128, 127, 127}}, {0x3FC00000, {128, 127, 128}},
        {0x3FBFFFFF, {128, 127, 127}}, {0x3FC00001, {128, 127, 128}}, {0x7F000000, {254, 254, 254}},
        {0x7F800000, {255, 255, 255}}, {0x7FC00000, {255, 255, 255}},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (int mode = 0; mode < 3; mode++)
            for (int saturate = 0; saturate < 2; saturate++)
                CHECK_INT(cm_e8m0_from_f32(cm_f32_from_bits(rows[i].x), saturate != 0,
                                           (cm_e8m0_round)mode), rows[i].want[mode]);
    float big = cm_f32_from_bits(0x7F7FFFFFu);
    CHECK_INT(cm_e8m0_from_f32(big, true, CM_E8M0_UP), 254);
    CHECK_INT(cm_e8m0_from_f32(big, false, CM_E8M0_UP), 255);
    CHECK_INT(cm_e8m0_from_f32(big, true, CM_E8M0_NEAREST), 254);
    CHECK_INT(cm_e8m0_from_f32(big, false, CM_E8M0_NEAREST), 255);
    CHECK_INT(cm_e8m0_from_f32(big, false, CM_E8M0_DOWN), 254);
}

void test_dtype_packed(void) {
    uint8_t p[3] = {0x21, 0x43, 0xFF};
    for (size_t i = 0; i < 4; i++) CHECK_INT(cm_u4_get(p, i), i + 1);
    CHECK_INT(cm_i4_get(p, 5), -1);
    for (int v = -8; v < 8; v++) {
        cm_i4_set(p, 1, v);
        CHECK_INT(cm_i4_get(p, 1), v);
        CHECK_INT(cm_u4_get(p, 1), v & 15);
        CHECK_INT(cm_u4_get(p, 0), 1);
        CHECK_INT(cm_u4_get(p, 2), 3);
    }
    uint8_t q[2] = {0xE4, 0x1B}; /* 0 1 2 3, 3 2 1 0 */
    for (size_t i = 0; i < 8; i++) CHECK_INT(cm_u2_get(q, i), i < 4 ? i : 7 - i);
    CHECK_INT(cm_i2_get(q, 3), -1);
    CHECK_INT(cm_i2_get(q, 2), -2);
    CHECK_INT(cm_i2_get(q, 1), 1);
    cm_i2_set(q, 5, -2);
    cm_u2_set(q, 6, 7);
    CHECK_INT(q[0], 0xE4);
    CHECK_INT(q[1], 0x3B);
    const uint8_t r[2] = {0x1B, 0xD4};
    CHECK(cm_nbits_get(r, 1, 8) == 0xD4 && cm_nbits_get(r, 2, 4) == 4 && cm_nbits_get(r, 7, 2) == 3);
}

void test_dtype_load(void) {
    static const uint8_t bytes[2] = {0x7E, 0xC2};
    static const uint16_t halves[2] = {0x3C00, 0xC000};
    static const int64_t i64[2] = {16777217, -5};
    static const uint64_t u64[1] = {UINT64_MAX};
    static const uint32_t u32[2] = {UINT32_C(0xFFFFFFF9), UINT32_MAX};
    static const double f64[2] = {0.1, 0};
    static const float f32[2] = {1.0f, -2.5f};
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT, f32, 1) == -2.5f);
    CHECK(cm_dtype_load_f32(CAMEO_DOUBLE, f64, 0) == 0.1f);
    CHECK(cm_dtype_load_f32(CAMEO_INT64, i64, 0) == 16777216.0f);
    CHECK(cm_dtype_load_f32(CAMEO_INT64, i64, 1) == -5.0f);
    CHECK(cm_dtype_load_f32(CAMEO_UINT64, u64, 0) == 0x1p64f);
    CHECK(cm_dtype_load_f32(CAMEO_INT8, bytes, 1) == -62.0f);
    CHECK(cm_dtype_load_f32(CAMEO_UINT8, bytes, 1) == 194.0f);
    CHECK(cm_dtype_load_f32(CAMEO_BOOL, bytes, 1) == 1.0f);
    CHECK(cm_dtype_load_f32(CAMEO_BOOL, f64 + 1, 0) == 0.0f);
    CHECK(cm_dtype_load_f32(CAMEO_UINT32, u32, 1) == 4294967296.0f); /* rounded to even */
    CHECK(cm_dtype_load_f32(CAMEO_INT32, u32, 0) == -7.0f);
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT16, halves, 1) == -2.0f);
    CHECK(cm_dtype_load_f32(CAMEO_BFLOAT16, halves, 0) == 0.0078125f);
    CHECK(cm_dtype_load_f32(CAMEO_UINT16, halves, 0) == 15360.0f);
    CHECK(cm_dtype_load_f32(CAMEO_INT16, halves, 1) == -16384.0f);
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT8E4M3FN, bytes, 0) == 448.0f);
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT8E4M3FNUZ, bytes, 1) == -1.25f); /* as ml_dtypes has them */
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT8E5M2, bytes, 1) == -3.0f);
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT8E5M2FNUZ, bytes, 0) == 49152.0f);
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT8E8M0, bytes, 0) == 0.5f);
    CHECK(cm_dtype_load_f32(CAMEO_INT4, bytes, 0) == -2.0f);
    CHECK(cm_dtype_load_f32(CAMEO_UINT4, bytes, 3) == 12.0f);
    CHECK(cm_dtype_load_f32(CAMEO_FLOAT4E2M1, bytes, 1) == 6.0f);
    CHECK(cm_dtype_load_f32(CAMEO_INT2, bytes, 0) == -2.0f);
    CHECK(cm_dtype_load_f32(CAMEO_UINT2, bytes, 7) == 3.0f);
}
