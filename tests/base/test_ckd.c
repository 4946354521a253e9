/* test_ckd.c — checked arithmetic against the compiler's own overflow checks, on every pair of values
 * near a power of two or a limit. */
#include "base/ckd.h"

#include "tests/check.h"

enum { CKD_MAX_VALUES = 1024 };

/* 2^k - 1, 2^k, 2^k + 1 and their negatives as 64-bit patterns: all limits are among them. */
static size_t ckd_values(uint64_t v[CKD_MAX_VALUES]) {
    size_t n = 0;
    v[n++] = 0;
    for (int k = 0; k < 64; k++) {
        for (uint64_t d = 0; d < 3; d++) {
            uint64_t x = ((uint64_t)1 << k) + d - 1;
            v[n++] = x;
            v[n++] = 0 - x;
        }
    }
    const uint64_t roots[] = {3037000499u, 3037000500u, 4294967296u, 6074000999u, 3, 10, 1000003};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        v[n++] = roots[i];
        v[n++] = 0 - roots[i];
        v[n++] = INT64_MAX / roots[i];
        v[n++] = 0 - (uint64_t)INT64_MAX / roots[i];
    }
    return n;
}

void test_ckd_size(void) {
    uint64_t v[CKD_MAX_VALUES];
    size_t n = ckd_values(v);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            size_t a = (size_t)v[i];
            size_t b = (size_t)v[j];
            size_t got = 0;
            size_t want;
            bool over = __builtin_add_overflow(a, b, &want);
            CHECK_MSG(cm_ckd_add(a, b, &got) == over, "%zu + %zu", a, b);
            CHECK_MSG(over || got == want, "%zu + %zu is %zu", a, b, got);
            over = __builtin_mul_overflow(a, b, &want);
            CHECK_MSG(cm_ckd_mul(a, b, &got) == over, "%zu * %zu", a, b);
            CHECK_MSG(over || got == want, "%zu * %zu is %zu", a, b, got);
        }
    }
}

void test_ckd_i64(void) {
    uint64_t v[CKD_MAX_VALUES];
    size_t n = ckd_values(v);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            int64_t a = (int64_t)v[i];
            int64_t b = (int64_t)v[j];
            int64_t got = 0;
            int64_t want;
            bool over = __builtin_add_overflow(a, b, &want);
            CHECK_MSG(cm_ckd_add_i64(a, b, &got) == over, "%lld + %lld", (long long)a,
                      (long long)b);
            CHECK_MSG(over || got == want, "%lld + %lld", (long long)a, (long long)b);
            over = __builtin_sub_overflow(a, b, &want);
            CHECK_MSG(cm_ckd_sub_i64(a, b, &got) == over, "%lld - %lld", (long long)a,
                      (long long)b);
            CHECK_MSG(over || got == want, "%lld - %lld", (long long)a, (long long)b);
            over = __builtin_mul_overflow(a, b, &want);
            CHECK_MSG(cm_ckd_mul_i64(a, b, &got) == over, "%lld * %lld", (long long)a,
                      (long long)b);
            CHECK_MSG(over || got == want, "%lld * %lld", (long long)a, (long long)b);
        }
    }
}

/* The pairs that a naive check gets wrong, by hand. */
void test_ckd_i64_edges(void) {
    int64_t r = 0;
    CHECK(cm_ckd_mul_i64(INT64_MIN, -1, &r));
    CHECK(cm_ckd_mul_i64(-1, INT64_MIN, &r));
    CHECK(!cm_ckd_mul_i64(INT64_MIN, 1, &r) && r == INT64_MIN);
    CHECK(!cm_ckd_mul_i64(1, INT64_MIN, &r) && r == INT64_MIN);
    CHECK(!cm_ckd_mul_i64(INT64_MIN, 0, &r) && r == 0);
    CHECK(!cm_ckd_mul_i64(0, INT64_MIN, &r) && r == 0);
    CHECK(!cm_ckd_mul_i64(-2, INT64_C(1) << 62, &r) && r == INT64_MIN);
    CHECK(cm_ckd_mul_i64(2, INT64_C(1) << 62, &r));
    CHECK(cm_ckd_sub_i64(0, INT64_MIN, &r));
    CHECK(!cm_ckd_sub_i64(-1, INT64_MIN, &r) && r == INT64_MAX);
    CHECK(!cm_ckd_add_i64(INT64_MIN, INT64_MAX, &r) && r == -1);
    CHECK(cm_ckd_add_i64(INT64_MIN, -1, &r));
}

void test_ckd_align(void) {
    size_t r = 0;
    CHECK(!cm_ckd_align(0, 64, &r) && r == 0);
    CHECK(!cm_ckd_align(1, 64, &r) && r == 64);
    CHECK(!cm_ckd_align(64, 64, &r) && r == 64);
    CHECK(!cm_ckd_align(65, 64, &r) && r == 128);
    CHECK(!cm_ckd_align(SIZE_MAX, 1, &r) && r == SIZE_MAX);
    CHECK(!cm_ckd_align(SIZE_MAX - 63, 64, &r) && r == SIZE_MAX - 63);
    CHECK(cm_ckd_align(SIZE_MAX - 62, 64, &r));
    CHECK(cm_ckd_align(SIZE_MAX, 2, &r));
}

void test_ckd_narrow(void) {
    size_t r = 0;
    CHECK(!cm_ckd_size(0, &r) && r == 0);
    CHECK(!cm_ckd_size(SIZE_MAX, &r) && r == SIZE_MAX);
#if SIZE_MAX < UINT64_MAX
    CHECK(cm_ckd_size((uint64_t)SIZE_MAX + 1, &r));
    CHECK(cm_ckd_size(UINT64_MAX, &r));
#endif
}

void test_ckd_min_max(void) {
    CHECK_INT(cm_min_size(3, 4), 3);
    CHECK_INT(cm_max_size(3, 4), 4);
    CHECK(cm_max_size(0, SIZE_MAX) == SIZE_MAX);
    CHECK(cm_min_i64(INT64_MIN, INT64_MAX) == INT64_MIN);
    CHECK_INT(cm_min_size(4, 3), 3);
    CHECK_INT(cm_max_size(4, 3), 4);
    CHECK(cm_max_i64(INT64_MIN, -1) == -1);
    CHECK(cm_min_i64(INT64_MAX, -1) == -1);
    CHECK(cm_max_i64(7, INT64_MIN) == 7);
}

/* Costs stay at the largest number instead of starting again. */
void test_ckd_cost(void) {
    CHECK(cm_cost_mul(0, UINT64_MAX) == 0);
    CHECK(cm_cost_mul(UINT64_MAX, 0) == 0);
    CHECK(cm_cost_mul(UINT64_C(1) << 32, UINT32_MAX) == (uint64_t)UINT32_MAX << 32);
    CHECK(cm_cost_mul(UINT64_C(1) << 32, UINT64_C(1) << 32) == UINT64_MAX);
    CHECK(cm_cost_mul(3, UINT64_MAX / 3 + 1) == UINT64_MAX);
    CHECK(cm_cost_add(UINT64_MAX - 5, 5) == UINT64_MAX);
    CHECK(cm_cost_add(UINT64_MAX - 5, 4) == UINT64_MAX - 1);
    CHECK(cm_cost_add(UINT64_MAX - 5, 6) == UINT64_MAX);
    CHECK(cm_cost_add(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
}
