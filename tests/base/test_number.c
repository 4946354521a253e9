/* Numbers as text: against the C library, which reads (strtod, strtof) and prints ("%.*e") with correct
 * rounding. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/dtype.h"
#include "base/number.h"
#include "tests/check.h"

static uint64_t test_number_state = 88172645463325252u;

static uint64_t test_number_random(void) { /* xorshift64 */
    test_number_state ^= test_number_state << 13;
    test_number_state ^= test_number_state >> 7;
    test_number_state ^= test_number_state << 17;
    return test_number_state;
}

static bool test_number_same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static double test_number_from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* text is read as strtod and strtof read it. */
static bool test_number_reads(const char *text) {
    cm_number x;
    bool ok = cm_number_scan(cm_str_from_c(text), &x) &&
              test_number_same(cm_number_to_f64(&x, CM_NUMBER_EVEN), strtod(text, NULL)) &&
              test_number_same((double)(float)cm_number_to_f64(&x, CM_NUMBER_ODD),
                               (double)strtof(text, NULL));
    if (!ok) check_failed(__FILE__, __LINE__, "\"%s\" is read wrong", text);
    return ok;
}

void test_number_read_edges(void) {
    static const char *const texts[] = {"0",
                                        "-0",
                                        "+0",
                                        "000",
                                        "0.000",
                                        "-.0",
                                        "5.",
                                        ".5",
                                        "1",
                                        "-1",
                                        "0001",
                                        "1.50",
                                        "100",
                                        "1e5",
                                        "1E+5",
                                        "1e-5",
                                        "1e0",
                                        "1e00000000000000000001",
                                        "0e99999999999999999999",
                                        "-0e-99999999999999999999",
                                        "1e309",
                                        "-1e309",
                                        "1e308",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "179769313486231580793e289",
                                        "1e310",
                                        "1e400",
                                        "1e-400",
                                        "1e99999999999999999999",
                                        "1e-99999999999999999999",
                                        "9e-324",
                                        "4.9406564584124654e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.2250738585072014e-308",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072012e-308",
                                        "9007199254740993",
                                        "9007199254740993.0000000000000000000000000000000000000001",
                                        "9007199254740992.9999999999999999",
                                        "123456789012345678901234567890",
                                        "3.4028235e38",
                                        "3.4028236e38",
                                        "3.40282356779733661637e38",
                                        "3.402823567797336616376e38",
                                        "1.1754943508222875e-38",
                                        "1.4e-45",
                                        "7.006492321624085e-46",
                                        "7.006492321624086e-46",
                                        "16777217",
                                        "16777217.0000000000001",
                                        "INF",
                                        "-inf",
                                        "+Infinity",
                                        "NaN",
                                        "1.00000005960464477539062499999999999999999",
                                        "1.00000005960464477539062500000000000000001"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) CHECK(test_number_reads(texts[i]));
}

void test_number_read_refuses(void) {
    static const char *const texts[] = {"",
                                        " ",
                                        "+",
                                        "-",
                                        ".",
                                        "e5",
                                        "1e",
                                        "1e+",
                                        "1.5x",
                                        "0x10",
                                        "1_0",
                                        "--1",
                                        "+-1",
                                        "1 2",
                                        "1,5",
                                        "1..2",
                                        "1.2.3",
                                        "nan(",
                                        "in",
                                        "infx",
                                        "1e5.0",
                                        "1e 5",
                                        "- 1",
                                        "NaN0",
                                        "1f",
                                        "1L",
                                        ("\xc2\xa0"
                                         "1")};
    cm_number x;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK_MSG(!cm_number_scan(cm_str_from_c(texts[i]), &x), "\"%s\" is taken", texts[i]);
    }
    CHECK(!cm_number_scan((cm_str){NULL, 0}, &x));
    CHECK(!cm_number_scan((cm_str){"1\0", 2}, &x));
    CHECK(cm_number_scan(CM_STR(" \t\n\v\f\r-1.5e1 \n"), &x));
    CHECK(cm_number_to_f64(&x, CM_NUMBER_EVEN) == -15);
    CHECK(cm_number_scan((cm_str){"123", 2}, &x)); /* the length counts, not what follows */
    CHECK(cm_number_to_f64(&x, CM_NUMBER_EVEN) == 12);
}

/* Random digits and exponents; numbers halfway between two doubles, and a digit beside them. */
void test_number_read_random(void) {
    char text[1200];
    for (int i = 0; i < 40000; i++) {
        size_t n = 0, digits = 1 + test_number_random() % (i % 50 == 0 ? 900 : 25);
        uint64_t point = test_number_random() % (digits + 1);
        for (size_t d = 0; d < digits; d++) {
            if (d == point) text[n++] = '.';
            text[n++] = (char)('0' + test_number_random() % 10);
        }
        snprintf(text + n, 16, "e%d", (int)(test_number_random() % 700) - 360 - (int)(digits / 2));
        CHECK(test_number_reads(text));
    }
    for (int i = 0; i < 5000; i++) {
        double x = test_number_from_bits(test_number_random() & INT64_MAX);
        if (!(x < DBL_MAX)) continue;
        double next = nextafter(x, INFINITY);
        /* Where long double is wider it holds the middle of two doubles exactly; "%.*Le" has all digits.
         * Where it is not, the middle is one of the two, and the sum may overflow. */
        long double middle = (long double)x + ((long double)next - (long double)x) / 2;
        int n = snprintf(text, sizeof text - 2, "%.*Le", 780, middle);
        CHECK(n > 0 && n < (int)sizeof text - 2);
        CHECK(test_number_reads(text));
        char *e = strchr(text, 'e');
        memmove(e + 1, e, strlen(e) + 1);
        *e = '1';
        CHECK(test_number_reads(text));
        float f = (float)x;
        if (!isfinite(f)) continue;
        double half = ((double)f + (double)nextafterf(f, INFINITY)) / 2;
        snprintf(text, sizeof text, "%.*e", (int)(test_number_random() % 200), half);
        CHECK(test_number_reads(text));
    }
}

/* More digits than are kept. */
void test_number_read_long(void) {
    static char text[3000];
    memset(text, '0', sizeof text);
    memcpy(text, "9007199254740993.", 17);
    text[sizeof text - 1] = 0;
    CHECK(test_number_reads(text));
    text[sizeof text - 2] = '1';
    CHECK(test_number_reads(text));
    memset(text, '9', sizeof text - 1);
    text[1] = '.';
    CHECK(test_number_reads(text));
    memset(text, '0', sizeof text);
    text[1] = '.';
    memcpy(text + sizeof text - 10, "125e+2990", 10);
    CHECK(test_number_reads(text));
}

void test_number_whole(void) {
    static const struct {
        const char *text;
        bool ok;
        uint64_t whole;
    } cases[] = {{"0", true, 0},
                 {"0.999", true, 0},
                 {"1e-5", true, 0},
                 {"-100.5", true, 100},
                 {"1.25e2", true, 125},
                 {"9007199254740993.0", true, 9007199254740993u},
                 {"18446744073709551615", true, UINT64_MAX},
                 {"18446744073709551615.99", true, UINT64_MAX},
                 {"18446744073709551616", false, 0},
                 {"99999999999999999999", false, 0},
                 {"1e19", true, 10000000000000000000u},
                 {"1e20", false, 0},
                 {"1e999999", false, 0},
                 {"inf", false, 0},
                 {"nan", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cm_number x;
        uint64_t whole = 0;
        CHECK(cm_number_scan(cm_str_from_c(cases[i].text), &x));
        CHECK_MSG(cm_number_to_u64(&x, &whole) == cases[i].ok && whole == cases[i].whole, "%s",
                  cases[i].text);
    }
}

static bool test_number_prints(cameo_dtype dtype, double x, const char *want) {
    char text[CM_NUMBER_TEXT + 1];
    size_t n = cm_number_print_float(dtype, x, text);
    text[n] = 0;
    if (strcmp(text, want) == 0) return true;
    check_failed(__FILE__, __LINE__, "\"%s\", want \"%s\"", text, want);
    return false;
}

/* The digits are those of Python's repr (double) and numpy's str (float32, float16). */
void test_number_print_edges(void) {
    static const struct {
        int dtype;
        double x;
        const char *text;
    } cases[] = {{CAMEO_DOUBLE, 0, "0"},
                 {CAMEO_DOUBLE, -0.0, "-0"},
                 {CAMEO_DOUBLE, 1, "1"},
                 {CAMEO_DOUBLE, -1.5, "-1.5"},
                 {CAMEO_DOUBLE, 0.1, "0.1"},
                 {CAMEO_DOUBLE, 1e-4, "0.0001"},
                 {CAMEO_DOUBLE, 1e-5, "1e-05"},
                 {CAMEO_DOUBLE, 123456, "123456"},
                 {CAMEO_DOUBLE, 1e15, "1000000000000000"},
                 {CAMEO_DOUBLE, 9999999999999998, "9999999999999998"},
                 {CAMEO_DOUBLE, 1e16, "1e+16"},
                 {CAMEO_DOUBLE, 1e23, "1e+23"},
                 {CAMEO_DOUBLE, 9007199254740993e3, "9.007199254740993e+18"},
                 {CAMEO_DOUBLE, 5e-324, "5e-324"},
                 {CAMEO_DOUBLE, 2.2250738585072014e-308, "2.2250738585072014e-308"},
                 {CAMEO_DOUBLE, DBL_MAX, "1.7976931348623157e+308"},
                 {CAMEO_DOUBLE, 1.0 / 3, "0.3333333333333333"},
                 {CAMEO_DOUBLE, 0x1p-44, "5.684341886080802e-14"},
                 {CAMEO_DOUBLE, 9.5e-323, "9.4e-323"},
                 {CAMEO_DOUBLE, 123.456, "123.456"},
                 {CAMEO_DOUBLE, (double)INFINITY, "INF"},
                 {CAMEO_DOUBLE, -(double)INFINITY, "-INF"},
                 {CAMEO_DOUBLE, (double)NAN, "NaN"},
                 {CAMEO_FLOAT, 0.1F, "0.1"},
                 {CAMEO_FLOAT, 12345678, "12345678"},
                 {CAMEO_FLOAT, 1e8F, "1e+08"},
                 {CAMEO_FLOAT, 16777216, "16777216"},
                 {CAMEO_FLOAT, FLT_MAX, "3.4028235e+38"},
                 {CAMEO_FLOAT, 1e-45F, "1e-45"},
                 {CAMEO_FLOAT, FLT_MIN, "1.1754944e-38"},
                 {CAMEO_FLOAT, 1e-5F, "1e-05"},
                 {CAMEO_FLOAT, 314.15926F, "314.15927"},
                 {CAMEO_FLOAT16, 0.0999755859375, "0.1"},
                 {CAMEO_FLOAT16, 65504, "65500"},
                 {CAMEO_FLOAT16, 2048, "2048"},
                 {CAMEO_FLOAT16, 0x1p-24, "6e-08"},
                 {CAMEO_BFLOAT16, 0.10009765625, "0.1"},
                 {CAMEO_BFLOAT16, 3.140625, "3.14"},
                 {CAMEO_FLOAT8E4M3FN, 0.1015625, "0.1015625"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(test_number_prints((cameo_dtype)cases[i].dtype, cases[i].x, cases[i].text));
    }
}

/* Significant digits of a text. */
static int test_number_count(const char *text) {
    int n = 0, zeros = 0;
    for (; *text != 0 && *text != 'e'; text++) {
        if (*text < '0' || *text > '9') continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        if (n > 0 || *text != '0') n++;
    }
    return n - zeros;
}

/* Reads back as x; one digit less would not; the digits are the nearest of that length wherever the
 * nearest of that length reads back. */
static bool test_number_shortest(cameo_dtype dtype, double x) {
    char text[CM_NUMBER_TEXT + 1], other[64];
    bool single = dtype == CAMEO_FLOAT;
    text[cm_number_print_float(dtype, x, text)] = 0;
    double back = single ? (double)strtof(text, NULL) : strtod(text, NULL);
    int n = test_number_count(text);
    bool ok = test_number_same(back, x);
    if (ok && n > 1) {
        snprintf(other, sizeof other, "%.*e", n - 2, x);
        ok = !test_number_same(single ? (double)strtof(other, NULL) : strtod(other, NULL), x);
    }
    snprintf(other, sizeof other, "%.*e", n - 1, x);
    double nearest = single ? (double)strtof(other, NULL) : strtod(other, NULL);
    ok &= !test_number_same(nearest, x) || strtod(other, NULL) == strtod(text, NULL);
    if (!ok) check_failed(__FILE__, __LINE__, "%.17g prints as \"%s\"", x, text);
    return ok;
}

void test_number_print_random(void) {
    for (int i = 0; i < 100000; i++) {
        double x = test_number_from_bits(test_number_random());
        if (i % 4 == 1) x = (double)(test_number_random() % 1000000) / 1000;
        if (i % 4 == 2) x = ldexp(1, (int)(test_number_random() % 2098) - 1074);
        if (!isfinite(x) || x == 0) continue;
        CHECK(test_number_shortest(CAMEO_DOUBLE, x));
        uint32_t bits = (uint32_t)(test_number_random() >> 32);
        if (i % 4 == 2) bits &= UINT32_C(0xff800000);
        float f;
        memcpy(&f, &bits, sizeof f);
        if (!isfinite(f) || f == 0) continue;
        CHECK(test_number_shortest(CAMEO_FLOAT, (double)f));
    }
}

/* Every float16 and bfloat16 reads back as itself; no float16 has a shorter text that does. */
void test_number_print_16_bits(void) {
    char text[64];
    cm_number x;
    for (uint32_t h = 0; h < 65536; h++) {
        double v = (double)cm_f16_to_f32((uint16_t)h), b = (double)cm_bf16_to_f32((uint16_t)h);
        if (isfinite(v)) {
            text[cm_number_print_float(CAMEO_FLOAT16, v, text)] = 0;
            CHECK(cm_number_scan(cm_str_from_c(text), &x));
            CHECK_INT(cm_f16_from_f64(cm_number_to_f64(&x, CM_NUMBER_ODD)), h);
            int n = test_number_count(text);
            snprintf(text, sizeof text, "%.*e", n - 2, v);
            CHECK(n < 2 || cm_f16_from_f64(strtod(text, NULL)) != h);
        }
        if (!isfinite(b)) continue;
        text[cm_number_print_float(CAMEO_BFLOAT16, b, text)] = 0;
        CHECK(cm_number_scan(cm_str_from_c(text), &x));
        CHECK_INT(cm_bf16_from_f64(cm_number_to_f64(&x, CM_NUMBER_ODD)), h);
    }
}

void test_number_print_whole(void) {
    char text[CM_NUMBER_TEXT], want[32];
    for (int i = 0; i < 1000; i++) {
        uint64_t v = test_number_random() >> test_number_random() % 64;
        if (i == 0) v = 0;
        if (i == 1) v = UINT64_MAX;
        if (i == 2) v = UINT64_C(1) << 63;
        size_t n = cm_number_print_u64(v, text);
        CHECK(snprintf(want, sizeof want, "%llu", (unsigned long long)v) == (int)n);
        CHECK(memcmp(text, want, n) == 0);
        n = cm_number_print_i64((int64_t)v, text);
        CHECK(snprintf(want, sizeof want, "%lld", (long long)(int64_t)v) == (int)n);
        CHECK(memcmp(text, want, n) == 0);
    }
}
