/* test_dim.c — the dim algebra: canonical forms, bounds, limits, and random expressions against
 * plain 128-bit arithmetic. */
#include "ir/infer/dim.h"
#include "tests/check.h"

static _Alignas(64) uint8_t test_dim_memory[16u << 20];

static cm_dims *test_dim_table(cm_arena *a, size_t size) {
    cm_arena_init(a, test_dim_memory, size);
    return cm_dims_new(a);
}

static cm_dims *test_dim_new(cm_arena *a) { return test_dim_table(a, sizeof test_dim_memory); }

/* A positive symbol. */
static cm_dim test_dim_sym(cm_dims *t, const char *name) {
    return cm_dim_symbol(t, cm_str_from_c(name), 1, INT64_MAX);
}

#define CHECK_DIM(t, got, text)                                 \
    do {                                                        \
        char check_buf[200];                                    \
        cm_dim_format((t), (got), check_buf, sizeof check_buf); \
        CHECK_STR(check_buf, (text));                           \
    } while (0)

void test_dim_constants(void) {
    cm_dims *t = NULL;
    CHECK_INT(cm_dim_add(t, 2, -5), -3);
    CHECK_INT(cm_dim_sub(t, 2, -5), 7);
    CHECK_INT(cm_dim_mul(t, 3, -5), -15);
    CHECK_INT(cm_dim_neg(t, 3), -3);
    CHECK_INT(cm_dim_div_floor(t, 7, 2), 3);
    CHECK_INT(cm_dim_div_floor(t, -7, 2), -4);
    CHECK_INT(cm_dim_div_floor(t, 7, -2), -4);
    CHECK_INT(cm_dim_div_floor(t, -8, -2), 4);
    CHECK_INT(cm_dim_div_ceil(t, 7, 2), 4);
    CHECK_INT(cm_dim_div_ceil(t, -7, 2), -3);
    CHECK_INT(cm_dim_div_ceil(t, 7, -2), -3);
    CHECK_INT(cm_dim_div_ceil(t, -7, -2), 4);
    CHECK_INT(cm_dim_mod(t, 7, 3), 1);
    CHECK_INT(cm_dim_mod(t, -7, 3), 2);
    CHECK_INT(cm_dim_mod(t, 7, -3), -2);
    CHECK_INT(cm_dim_mod(t, -6, 3), 0);
    CHECK_INT(cm_dim_min(t, -1, 4), -1);
    CHECK_INT(cm_dim_max(t, -1, 4), 4);
    CHECK_INT(cm_dim_product(t, (cm_dim[]){2, 3, 4}, 3), 24);
    CHECK_INT(cm_dim_product(t, NULL, 0), 1);
    CHECK_INT(cm_dim_equal(t, 3, 3), CM_YES);
    CHECK_INT(cm_dim_equal(t, 3, 4), CM_NO);
    CHECK_INT(cm_dim_le(t, 4, 3), CM_NO);
    CHECK_INT(cm_dim_le(t, 3, 3), CM_YES);
}

void test_dim_overflow(void) {
    cm_arena a;
    cm_dims *tables[2] = {NULL, test_dim_new(&a)};
    for (int i = 0; i < 2; i++) {
        cm_dims *t = tables[i];
        CHECK_INT(cm_dim_add(t, INT64_MAX, 1), CM_DIM_BAD);
        CHECK_INT(cm_dim_mul(t, INT64_MAX, 2), CM_DIM_BAD);
        CHECK_INT(cm_dim_mul(t, INT64_MAX, -2), CM_DIM_BAD);
        CHECK_INT(cm_dim_sub(t, -2, INT64_MAX), CM_DIM_BAD); /* fits an int64, but is no dim */
        CHECK_INT(cm_dim_from_i64(INT64_MIN), CM_DIM_BAD);
        CHECK_INT(cm_dim_from_i64(CM_DIM_FIRST_CONST), CM_DIM_FIRST_CONST);
        CHECK_INT(cm_dim_div_floor(t, 5, 0), CM_DIM_BAD);
        CHECK_INT(cm_dim_div_ceil(t, 5, 0), CM_DIM_BAD);
        CHECK_INT(cm_dim_mod(t, 5, 0), CM_DIM_BAD);
        CHECK_INT(cm_dim_div_floor(t, CM_DIM_FIRST_CONST, -1), -CM_DIM_FIRST_CONST);
        for (int op = CM_DIM_ADD; op <= CM_DIM_MAX; op++) {
            CHECK_INT(cm_dim_apply(t, (cm_dim_op)op, CM_DIM_BAD, 1), CM_DIM_BAD);
            CHECK_INT(cm_dim_apply(t, (cm_dim_op)op, CM_DIM_UNKNOWN, CM_DIM_BAD), CM_DIM_BAD);
            CHECK_INT(cm_dim_apply(t, (cm_dim_op)op, 1, CM_DIM_UNKNOWN), CM_DIM_UNKNOWN);
            CHECK_INT(cm_dim_apply(t, (cm_dim_op)op, CM_DIM_FIRST_EXPR + 99, 1), CM_DIM_UNKNOWN);
        }
        CHECK_INT(cm_dim_equal(t, CM_DIM_UNKNOWN, CM_DIM_UNKNOWN), CM_MAYBE);
        CHECK_INT(cm_dim_equal(t, CM_DIM_BAD, 3), CM_MAYBE);
        CHECK_INT(cm_dim_le(t, CM_DIM_UNKNOWN, 3), CM_MAYBE);
    }
    cm_dims *t = tables[1];
    cm_dim x = test_dim_sym(t, "x");
    CHECK_INT(cm_dim_div_floor(t, x, 0), CM_DIM_BAD);
    CHECK_INT(cm_dim_add(t, x, CM_DIM_BAD), CM_DIM_BAD);
    CHECK_INT(cm_dim_mul(t, cm_dim_mul(t, x, INT64_MAX), 2), CM_DIM_UNKNOWN);
    CHECK_INT(cm_dim_eval(t, cm_dim_mul(t, x, INT64_MAX), (cm_dim[]){2}), CM_DIM_BAD);
    CHECK_INT(cm_dim_add(NULL, x, 1), CM_DIM_UNKNOWN);
}

void test_dim_sums(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim a = test_dim_sym(t, "a");
    cm_dim b = test_dim_sym(t, "b");
    CHECK(a != b && cm_dim_is_expr(a) && !cm_dim_is_const(a) && cm_dim_is_known(a));
    CHECK_INT(test_dim_sym(t, "a"), a);
    CHECK_INT(cm_dim_add(t, a, b), cm_dim_add(t, b, a));
    CHECK_INT(cm_dim_mul(t, a, b), cm_dim_mul(t, b, a));
    CHECK_INT(cm_dim_sub(t, cm_dim_mul(t, 2, a), a), a);
    CHECK_INT(cm_dim_sub(t, a, a), 0);
    CHECK_INT(cm_dim_mul(t, a, 0), 0);
    CHECK_INT(cm_dim_add(t, a, 0), a);
    CHECK_INT(cm_dim_neg(t, cm_dim_neg(t, a)), a);
    cm_dim s = cm_dim_add(t, a, b);
    cm_dim d = cm_dim_sub(t, a, b);
    cm_dim squares = cm_dim_sub(t, cm_dim_mul(t, a, a), cm_dim_mul(t, b, b));
    CHECK_INT(cm_dim_mul(t, s, d), squares);
    CHECK_INT(cm_dim_div_floor(t, cm_dim_mul(t, s, s), s), s);
    CHECK_INT(cm_dim_mod(t, squares, s), 0);
    CHECK_INT(cm_dim_product(t, (cm_dim[]){a, 3, b}, 3), cm_dim_mul(t, cm_dim_mul(t, b, 3), a));
}

void test_dim_division(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim a = test_dim_sym(t, "a");
    cm_dim b = test_dim_sym(t, "b");
    cm_dim z = cm_dim_symbol(t, CM_STR("z"), 0, INT64_MAX);
    cm_dim a4 = cm_dim_mul(t, a, 4);
    CHECK_INT(cm_dim_div_floor(t, cm_dim_mul(t, a, b), b), a);
    CHECK_INT(cm_dim_div_ceil(t, cm_dim_mul(t, a, b), b), a);
    CHECK_INT(cm_dim_mod(t, cm_dim_mul(t, a, b), b), 0);
    CHECK_INT(cm_dim_div_floor(t, cm_dim_mul(t, a, b), cm_dim_neg(t, b)), cm_dim_neg(t, a));
    CHECK_INT(cm_dim_div_floor(t, cm_dim_mul(t, a, 2), 2), a);
    CHECK_INT(cm_dim_div_floor(t, cm_dim_add(t, a4, 2), 4), a);
    CHECK_INT(cm_dim_div_ceil(t, cm_dim_add(t, a4, 2), 4), cm_dim_add(t, a, 1));
    CHECK_INT(cm_dim_mod(t, cm_dim_add(t, a4, 3), 4), 3);
    CHECK_INT(cm_dim_div_floor(t, cm_dim_add(t, cm_dim_mul(t, a, 2), 1), 4),
              cm_dim_div_floor(t, a, 2));
    CHECK_INT(cm_dim_div_floor(t, cm_dim_mul(t, a, 6), cm_dim_mul(t, b, 4)),
              cm_dim_div_floor(t, cm_dim_mul(t, a, 3), cm_dim_mul(t, b, 2)));
    CHECK_INT(cm_dim_div_floor(t, cm_dim_div_floor(t, a, 2), 3), cm_dim_div_floor(t, a, 6));
    CHECK_INT(cm_dim_div_floor(t, cm_dim_mul(t, a, 5), cm_dim_mul(t, a, b)),
              cm_dim_div_floor(t, 5, b));
    /* Where the divisor may be 0 nothing cancels. */
    cm_dim open = cm_dim_div_floor(t, cm_dim_mul(t, a, z), z);
    CHECK(open != a && cm_dim_is_expr(open));
    CHECK_INT(cm_dim_eval(t, open, (cm_dim[]){7, 1, 0}), CM_DIM_BAD);
    CHECK_INT(cm_dim_eval(t, open, (cm_dim[]){7, 1, 3}), 7);
    CHECK_DIM(t, open, "floor(a*z/z)");
}

/* What shape rules make of a convolution, a Reshape, a Slice. */
void test_dim_shapes(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim n = test_dim_sym(t, "batch");
    cm_dim h = test_dim_sym(t, "h");
    cm_dim d = h;
    for (int i = 0; i < 3; i++) /* kernel 3, stride 2, pads 1 1 */
        d = cm_dim_add(t, cm_dim_div_floor(t, cm_dim_add(t, d, -1), 2), 1);
    CHECK_DIM(t, d, "floor((h + 7)/8)");
    CHECK_INT(d, cm_dim_div_ceil(t, h, 8));
    cm_dim total = cm_dim_product(t, (cm_dim[]){n, h, 768}, 3);
    CHECK_INT(cm_dim_div_floor(t, total, cm_dim_product(t, (cm_dim[]){n, 12, 64}, 3)), h);
    CHECK_INT(cm_dim_div_floor(t, total, 64), cm_dim_product(t, (cm_dim[]){n, h, 12}, 3));
    cm_dim end = cm_dim_min(t, INT64_MAX, h);
    CHECK_INT(cm_dim_sub(t, cm_dim_max(t, 0, end), 0), h);
    CHECK_INT(cm_dim_max(t, cm_dim_saturate_i64(INT64_MIN), cm_dim_neg(t, h)), cm_dim_neg(t, h));
    CHECK_INT(cm_dim_equal(t, cm_dim_min(t, h, 10), 11), CM_NO);
    CHECK_INT(cm_dim_le(t, cm_dim_min(t, h, 10), h), CM_YES);
    CHECK_INT(cm_dim_le(t, h, cm_dim_max(t, n, h)), CM_YES);
    CHECK_INT(cm_dim_le(t, cm_dim_add(t, h, 1), h), CM_NO);
    CHECK_INT(cm_dim_le(t, n, h), CM_MAYBE);
}

void test_dim_min_max(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim a = test_dim_sym(t, "a");
    cm_dim b = test_dim_sym(t, "b");
    cm_dim m = cm_dim_min(t, a, b);
    CHECK_INT(cm_dim_min(t, b, a), m);
    CHECK_INT(cm_dim_min(t, m, a), m);
    CHECK_INT(cm_dim_max(t, m, a), a);
    CHECK_INT(cm_dim_max(t, cm_dim_max(t, a, b), b), cm_dim_max(t, a, b));
    CHECK_INT(cm_dim_min(t, a, cm_dim_add(t, a, 1)), a);
    CHECK_INT(cm_dim_min(t, cm_dim_add(t, a, 3), cm_dim_add(t, b, 3)), cm_dim_add(t, m, 3));
    CHECK_INT(cm_dim_min(t, cm_dim_add(t, a, 3), 10), cm_dim_add(t, cm_dim_min(t, a, 7), 3));
    CHECK_INT(cm_dim_min(t, cm_dim_add(t, m, 3), cm_dim_add(t, a, 3)), cm_dim_add(t, m, 3));
    CHECK_INT(cm_dim_max(t, cm_dim_sub(t, a, 8), cm_dim_sub(t, m, 8)), cm_dim_sub(t, a, 8));
    CHECK_INT(cm_dim_max(t, a, 1), a);
    CHECK_INT(cm_dim_min(t, a, -2), -2);
}

void test_dim_equal(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim a = test_dim_sym(t, "a");
    cm_dim b = test_dim_sym(t, "b");
    cm_dim s = cm_dim_symbol(t, CM_STR("s"), 2, 9);
    CHECK_INT(cm_dim_equal(t, a, a), CM_YES);
    CHECK_INT(cm_dim_equal(t, a, b), CM_MAYBE);
    CHECK_INT(cm_dim_equal(t, a, 0), CM_NO);
    CHECK_INT(cm_dim_equal(t, a, cm_dim_add(t, a, 1)), CM_NO);
    CHECK_INT(cm_dim_equal(t, s, 10), CM_NO);
    CHECK_INT(cm_dim_equal(t, s, 9), CM_MAYBE);
    CHECK_INT(cm_dim_equal(t, cm_dim_mul(t, a, 2), cm_dim_add(t, cm_dim_mul(t, b, 4), 1)), CM_NO);
    CHECK_INT(cm_dim_equal(t, cm_dim_mul(t, a, 3), cm_dim_add(t, cm_dim_mul(t, b, 3), 2)), CM_NO);
    CHECK_INT(cm_dim_equal(t, cm_dim_mul(t, a, 3), cm_dim_add(t, cm_dim_mul(t, b, 3), 6)),
              CM_MAYBE);
    CHECK_INT(cm_dim_equal(NULL, a, a), CM_MAYBE);
    CHECK_INT(cm_dim_symbol(t, CM_STR("s"), 5, 20), s);
    int64_t lo, hi;
    cm_dim_interval(t, s, &lo, &hi);
    CHECK(lo == 5 && hi == 9);
    CHECK_INT(cm_dim_symbol(t, CM_STR("s"), 10, 20), CM_DIM_BAD);
    CHECK_INT(cm_dim_symbol(t, CM_STR("new"), 3, 2), CM_DIM_BAD);
}

void test_dim_interval(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim x = cm_dim_symbol(t, CM_STR("x"), -3, 5);
    cm_dim y = cm_dim_symbol(t, CM_STR("y"), 1, INT64_MAX);
    cm_dim u = cm_dim_symbol(t, CM_STR("u"), INT64_MIN, INT64_MAX);
    const struct {
        cm_dim d;
        int64_t lo, hi;
    } cases[] = {
        {7, 7, 7},
        {INT64_MAX, INT64_MAX, INT64_MAX},
        {CM_DIM_UNKNOWN, INT64_MIN, INT64_MAX},
        {cm_dim_mul(t, x, -2), -10, 6},
        {cm_dim_mul(t, x, x), -15, 25},
        {cm_dim_sub(t, 10, y), INT64_MIN, 9},
        {cm_dim_mul(t, y, INT64_MAX), INT64_MAX - 1, INT64_MAX},
        {cm_dim_sub(t, y, INT64_MAX), 1 - INT64_MAX, INT64_MAX},
        {cm_dim_mod(t, u, 5), 0, 4},
        {cm_dim_mod(t, u, -5), -4, 0},
        {cm_dim_mod(t, u, cm_dim_add(t, x, 4)), 0, 8},
        {cm_dim_div_floor(t, x, 2), -2, 2},
        {cm_dim_div_floor(t, x, y), -3, 5},
        {cm_dim_div_floor(t, 7, x), -7, 7},
        {cm_dim_min(t, y, 10), 1, 10},
        {cm_dim_max(t, x, 2), 2, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t lo, hi;
        cm_dim_interval(t, cases[i].d, &lo, &hi);
        CHECK_MSG(lo == cases[i].lo && hi == cases[i].hi, "case %zu: %lld..%lld, want %lld..%lld",
                  i, (long long)lo, (long long)hi, (long long)cases[i].lo, (long long)cases[i].hi);
    }
}

/* -1 mod z is z - 1 where z >= 1; that must not narrow z - 1 itself, which is -1 at z = 0. */
void test_dim_interval_of_partial(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim z = cm_dim_symbol(t, CM_STR("z"), 0, 5);
    CHECK_INT(cm_dim_mod(t, -1, z), cm_dim_sub(t, z, 1));
    int64_t lo, hi;
    cm_dim_interval(t, cm_dim_sub(t, z, 1), &lo, &hi);
    CHECK(lo == -1 && hi == 4);
}

void test_dim_format(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim n = test_dim_sym(t, "batch");
    cm_dim h = test_dim_sym(t, "h");
    cm_dim odd = test_dim_sym(t, "a\x01\xff");
    cm_dim nameless = cm_dim_symbol(t, CM_STR(""), 0, INT64_MAX);
    CHECK(cm_dim_symbol(t, CM_STR(""), 0, INT64_MAX) != nameless);
    CHECK_DIM(t, cm_dim_add(t, cm_dim_mul(t, n, 2), 1), "2*batch + 1");
    CHECK_DIM(t, cm_dim_sub(t, 1, cm_dim_mul(t, n, h)), "-batch*h + 1");
    CHECK_DIM(t, cm_dim_sub(t, cm_dim_mul(t, h, h), cm_dim_mul(t, n, 3)), "h*h - 3*batch");
    CHECK_DIM(t, cm_dim_div_floor(t, cm_dim_add(t, h, -2), 3), "floor((h + 1)/3) - 1");
    CHECK_DIM(t, cm_dim_div_floor(t, h, cm_dim_mul(t, n, 2)), "floor(h/(2*batch))");
    CHECK_DIM(t, cm_dim_max(t, cm_dim_min(t, n, h), 4), "max(min(batch, h), 4)");
    CHECK_DIM(t, odd, "a??");
    CHECK_DIM(t, nameless, "dim3");
    CHECK_DIM(t, CM_DIM_UNKNOWN, "?");
    CHECK_DIM(t, CM_DIM_BAD, "overflow");
    CHECK_DIM(NULL, -12, "-12");
    CHECK_DIM(NULL, n, "?");
    CHECK_DIM(t, CM_DIM_FIRST_CONST, "-9223372032559808512");
    char buf[8];
    CHECK_INT(cm_dim_format(t, cm_dim_mul(t, n, h), buf, sizeof buf), 7);
    CHECK_STR(buf, "batch*h");
    CHECK_INT(cm_dim_format(t, cm_dim_mul(t, n, h), buf, 7), 6);
    CHECK_STR(buf, "bat...");
    CHECK_INT(cm_dim_format(t, n, buf, 1), 0);
    CHECK_STR(buf, "");
    CHECK_INT(cm_dim_symbol_count(t), 5);
    CHECK(cm_str_is(cm_dim_symbol_name(t, 1), "h"));
    CHECK_INT(cm_dim_symbol_index(t, h), 1);
    CHECK(cm_dim_symbol_index(t, 5) == SIZE_MAX &&
          cm_dim_symbol_index(t, cm_dim_neg(t, h)) == SIZE_MAX);
}

void test_dim_merge(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim a = cm_dim_symbol(t, CM_STR("a"), 1, 10);
    cm_dim b = cm_dim_symbol(t, CM_STR("b"), 5, 20);
    cm_dim c = cm_dim_symbol(t, CM_STR("c"), 1, 100);
    cm_dim old = cm_dim_add(t, cm_dim_mul(t, b, 2), c);
    CHECK(cm_dim_merge(t, b, a));
    CHECK_INT(cm_dim_equal(t, a, b), CM_YES);
    CHECK_INT(cm_dim_add(t, old, 0), cm_dim_add(t, cm_dim_mul(t, a, 2), c));
    CHECK_INT(cm_dim_symbol(t, CM_STR("b"), 0, 50), a);
    int64_t lo, hi;
    cm_dim_interval(t, b, &lo, &hi);
    CHECK(lo == 5 && hi == 10);
    CHECK(!cm_dim_merge(t, b, 11));
    CHECK(cm_dim_merge(t, c, b));
    CHECK_INT(cm_dim_equal(t, old, cm_dim_mul(t, a, 3)), CM_YES);
    CHECK(cm_dim_merge(t, a, 7));
    CHECK_INT(cm_dim_add(t, old, 0), 21);
    CHECK_INT(cm_dim_mul(t, b, c), 49);
    CHECK(!cm_dim_merge(t, c, 8));
    CHECK(cm_dim_merge(t, 7, c));
    CHECK(!cm_dim_merge(t, 7, 8));
    CHECK(cm_dim_merge(t, CM_DIM_UNKNOWN, a));
}

void test_dim_solve(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim a = cm_dim_symbol(t, CM_STR("a"), 0, INT64_MAX);
    cm_dim b = cm_dim_symbol(t, CM_STR("b"), 0, INT64_MAX);
    cm_dim x, y;
    cm_dim left = cm_dim_add(t, cm_dim_mul(t, a, 6), 2);
    CHECK(cm_dim_solve(t, left, 26, &x, &y) && x == a && y == 4);
    CHECK(cm_dim_solve(t, 26, left, &x, &y) && x == a && y == 4);
    CHECK(cm_dim_solve(t, left, 2, &x, &y) && x == a && y == 0);
    CHECK(!cm_dim_solve(t, left, 27, &x, &y));
    CHECK(!cm_dim_solve(t, left, left, &x, &y));
    cm_dim right = cm_dim_add(t, cm_dim_mul(t, b, 6), 2);
    CHECK(cm_dim_solve(t, left, right, &x, &y));
    CHECK((x == a && y == b) || (x == b && y == a));
    CHECK(!cm_dim_solve(t, left, cm_dim_add(t, right, 6), &x, &y));
    CHECK(!cm_dim_solve(t, left, cm_dim_mul(t, b, 3), &x, &y));
    /* a*a = 4*a also where a is 0; a division is no symbol. */
    CHECK(!cm_dim_solve(t, cm_dim_mul(t, a, a), cm_dim_mul(t, a, 4), &x, &y));
    CHECK(!cm_dim_solve(t, cm_dim_div_floor(t, a, 2), 4, &x, &y));
    CHECK(!cm_dim_solve(t, CM_DIM_UNKNOWN, a, &x, &y));
    CHECK(!cm_dim_solve(t, 4, 5, &x, &y));
    CHECK(!cm_dim_solve(NULL, 4, 4, &x, &y));
    CHECK(cm_dim_merge(t, b, a));
    cm_dim values[2] = {7, CM_DIM_UNKNOWN};
    CHECK_INT(cm_dim_eval(t, right, values), 44); /* the value of the one that stayed */
}

/* Every link of a chain: the first one computed is the longest, the others are there then. */
void test_dim_eval_next(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim d[200] = {test_dim_sym(t, "x")}, y = cm_dim_symbol(t, CM_STR("y"), 2, 3);
    for (int i = 1; i < 200; i++) d[i] = cm_dim_add(t, cm_dim_div_floor(t, cm_dim_mul(t, d[i - 1], 2), y), 1);
    for (int n = 1; n < 3; n++) {
        const cm_dim values[] = {n, 2};
        CHECK_INT(cm_dim_eval(t, 7, values), 7);
        for (int i = 200; i-- > 0;) CHECK_INT(cm_dim_eval_next(t, d[i], values), n + i);
        CHECK_INT(cm_dim_eval_next(t, CM_DIM_UNKNOWN, values), CM_DIM_UNKNOWN);
    }
    CHECK_INT(cm_dim_eval_next(NULL, d[0], NULL), CM_DIM_UNKNOWN);
}

void test_dim_limits(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    static char names[20][4];
    cm_dim sum = 0;
    for (int i = 0; i < 17; i++) {
        names[i][0] = 's';
        names[i][1] = (char)('a' + i);
        cm_dim next = cm_dim_add(t, sum, test_dim_sym(t, names[i]));
        CHECK_INT(cm_dim_is_known(next), i < 16);
        sum = i < 16 ? next : sum;
    }
    cm_dim a = test_dim_sym(t, "sa");
    cm_dim power = a;
    for (int i = 0; i < 3; i++) power = cm_dim_mul(t, power, a);
    CHECK(cm_dim_is_expr(power));
    CHECK_INT(cm_dim_mul(t, power, a), CM_DIM_UNKNOWN);
    /* A full table gives unknown, and what it holds stays right. */
    cm_dim d = a;
    for (int i = 1; i < CM_DIM_MAX_EXPRS - 100; i++) {
        d = cm_dim_add(t, a, i);
        CHECK(cm_dim_is_expr(d));
    }
    for (int i = 0; i < 200; i++) d = cm_dim_add(t, a, CM_DIM_MAX_EXPRS + i);
    CHECK_INT(d, CM_DIM_UNKNOWN);
    CHECK_INT(cm_dim_symbol(t, CM_STR("late"), 0, 9), CM_DIM_UNKNOWN);
    CHECK_INT(cm_dim_sub(t, cm_dim_add(t, a, 5), 5), a);
    CHECK(!arena.failed);
    /* Symbols have a limit of their own. */
    t = test_dim_new(&arena);
    for (int i = 0; i < CM_DIM_MAX_SYMBOLS; i++)
        CHECK(cm_dim_is_expr(cm_dim_symbol(t, CM_STR(""), 0, 1)));
    CHECK_INT(cm_dim_symbol(t, CM_STR(""), 0, 1), CM_DIM_UNKNOWN);
}

/* Every arena size, up to one that holds all: results are right or unknown, and the arena tells. */
void test_dim_no_memory(void) {
    bool whole = false;
    for (size_t size = 0; size < 200000 && !whole; size += 512) {
        cm_arena arena;
        cm_dims *t = test_dim_table(&arena, size);
        cm_dim x = test_dim_sym(t, "x");
        cm_dim d = x;
        for (int i = 0; i < 300 && t != NULL; i++) d = cm_dim_add(t, cm_dim_mul(t, d, 1), i);
        CHECK(cm_dim_is_expr(d) || arena.failed);
        if (cm_dim_is_expr(d)) CHECK_INT(cm_dim_eval(t, d, (cm_dim[]){1}), 1 + 299 * 150);
        whole = !arena.failed;
    }
    CHECK(whole);
}

/* A chain as long as the table allows: nothing recurses. */
void test_dim_deep(void) {
    cm_arena arena;
    cm_dims *t = test_dim_new(&arena);
    cm_dim x = cm_dim_symbol(t, CM_STR("x"), INT64_MIN, INT64_MAX);
    cm_dim y = cm_dim_symbol(t, CM_STR("y"), 2, 3);
    cm_dim d = x;
    for (int i = 0; i < 20000; i++)
        d = cm_dim_add(t, cm_dim_div_floor(t, cm_dim_mul(t, d, 2), y), 1);
    CHECK(cm_dim_is_expr(d));
    CHECK_INT(cm_dim_eval(t, d, (cm_dim[]){5, 2}), 20005);
    CHECK_INT(cm_dim_eval(t, d, (cm_dim[]){CM_DIM_UNKNOWN, 2}), CM_DIM_UNKNOWN);
    CHECK_INT(cm_dim_eval(t, d, (cm_dim[]){5, 0}), CM_DIM_BAD);
    char buf[4000];
    CHECK(cm_dim_format(t, d, buf, sizeof buf) < sizeof buf);
}

/* ---- random expressions against 128-bit arithmetic ---- */

#ifdef __SIZEOF_INT128__

/* No product of two numbers below 2^62 overflows it. */
__extension__ typedef __int128 i128;

#define N_VALUES 6 /* assignments of the symbols */
#define N_NODES 40 /* expressions per round */
#define N_SYMBOLS 4

typedef struct test_dim_node {
    cm_dim d;
    bool defined[N_VALUES];
    i128 v[N_VALUES];
} test_dim_node;

static uint64_t test_dim_rng;

static int64_t test_dim_random(int64_t lo, int64_t hi) {
    test_dim_rng ^= test_dim_rng << 13;
    test_dim_rng ^= test_dim_rng >> 7;
    test_dim_rng ^= test_dim_rng << 17;
    return lo + (int64_t)(test_dim_rng % (uint64_t)(hi - lo + 1));
}

static bool test_dim_reference(cm_dim_op op, i128 a, i128 b, i128 *r) {
    const i128 limit = (i128)1 << 62;
    if (op == CM_DIM_DIV_FLOOR || op == CM_DIM_DIV_CEIL || op == CM_DIM_MOD) {
        if (b == 0) return false;
        i128 q = a / b;
        if (a % b != 0 && (a < 0) != (b < 0)) q--;
        *r = op == CM_DIM_DIV_FLOOR ? q : op == CM_DIM_MOD ? a - b * q : q + (a != b * q);
        return true;
    }
    *r = op == CM_DIM_ADD   ? a + b
         : op == CM_DIM_SUB ? a - b
         : op == CM_DIM_MUL ? a * b
         : op == CM_DIM_MIN ? (a < b ? a : b)
                            : (a > b ? a : b);
    return *r<limit && * r> - limit;
}

static const char *test_dim_check_node(cm_dims *t, const test_dim_node *x,
                                       cm_dim values[][N_SYMBOLS], int *n_exact, int *n_bad) {
    int64_t lo, hi;
    cm_dim_interval(t, x->d, &lo, &hi);
    for (int i = 0; i < N_VALUES; i++) {
        if (!x->defined[i]) continue;
        if (x->d == CM_DIM_BAD) return "a number was called an overflow";
        if (lo != INT64_MIN && x->v[i] < lo) return "below the interval";
        if (hi != INT64_MAX && x->v[i] > hi) return "above the interval";
        if (x->d == CM_DIM_UNKNOWN) continue;
        cm_dim v = cm_dim_eval(t, x->d, values[i]);
        if (v == CM_DIM_UNKNOWN) return "eval gives unknown";
        if (v != CM_DIM_BAD && v != x->v[i]) return "eval gives another value";
        *(v == CM_DIM_BAD ? n_bad : n_exact) += 1;
    }
    return NULL;
}

static const char *test_dim_check_pair(cm_dims *t, const test_dim_node *x, const test_dim_node *y,
                                       int *n_proofs) {
    cm_tri eq = cm_dim_equal(t, x->d, y->d);
    cm_tri le = cm_dim_le(t, x->d, y->d);
    *n_proofs += (eq != CM_MAYBE) + (le != CM_MAYBE);
    for (int i = 0; i < N_VALUES; i++) {
        if (!x->defined[i] || !y->defined[i]) continue;
        bool same = x->v[i] == y->v[i];
        bool below = x->v[i] <= y->v[i];
        if ((eq == CM_YES && !same) || (eq == CM_NO && same)) return "equal is wrong";
        if ((le == CM_YES && !below) || (le == CM_NO && below)) return "le is wrong";
    }
    return NULL;
}

/* Symbols with random bounds, values within them, a few constants: small ones, or up to 2^61. */
static int test_dim_leaves(cm_dims *t, bool large, test_dim_node *node,
                           cm_dim values[][N_SYMBOLS]) {
    static const char *const names[N_SYMBOLS] = {"a", "b", "c", "d"};
    int n = 0;
    for (int s = 0; s < N_SYMBOLS; s++, n++) {
        int64_t lo = test_dim_random(-3, 3);
        int64_t hi = lo + test_dim_random(0, 30);
        bool open = test_dim_random(0, 2) == 0;
        node[n].d = cm_dim_symbol(t, cm_str_from_c(names[s]), lo, open ? INT64_MAX : hi);
        for (int i = 0; i < N_VALUES; i++) {
            values[i][s] = test_dim_random(lo, open && large ? INT64_C(1) << 45 : hi);
            node[n].v[i] = values[i][s];
            node[n].defined[i] = true;
        }
    }
    for (; n < 9; n++) {
        node[n].d = test_dim_random(-6, 9);
        if (large) node[n].d *= INT64_C(1) << test_dim_random(0, 58);
        for (int i = 0; i < N_VALUES; i++) {
            node[n].v[i] = node[n].d;
            node[n].defined[i] = true;
        }
    }
    return n;
}

void test_dim_random_expressions(void) {
    int n_exact = 0, n_bad = 0, n_proofs = 0, n_unknown = 0, n_all = 0;
    test_dim_rng = 88172645463325252u;
    for (int round = 0; round < 4000; round++) {
        cm_arena arena;
        cm_dims *t = test_dim_table(&arena, 1u << 20);
        test_dim_node node[N_NODES];
        cm_dim values[N_VALUES][N_SYMBOLS];
        int n = test_dim_leaves(t, round % 4 == 3, node, values);
        while (n < N_NODES) {
            const test_dim_node *x = &node[test_dim_random(0, n - 1)];
            const test_dim_node *y = &node[test_dim_random(0, n - 1)];
            cm_dim_op op = (cm_dim_op)test_dim_random(CM_DIM_ADD, CM_DIM_MAX);
            test_dim_node *z = &node[n];
            z->d = cm_dim_apply(t, op, x->d, y->d);
            for (int i = 0; i < N_VALUES; i++)
                z->defined[i] = x->defined[i] && y->defined[i] &&
                                test_dim_reference(op, x->v[i], y->v[i], &z->v[i]);
            const char *wrong = test_dim_check_node(t, z, values, &n_exact, &n_bad);
            for (int k = 0; k < n && wrong == NULL; k++)
                wrong = test_dim_check_pair(t, z, &node[k], &n_proofs);
            CHECK_MSG(wrong == NULL, "round %d, operation %d: %s", round, (int)op, wrong);
            n_all++;
            n_unknown += z->d == CM_DIM_UNKNOWN;
            if (cm_dim_is_known(z->d))
                n++;
            else if (test_dim_random(0, 30) == 0)
                break;
        }
    }
    /* The comparison must have met real expressions and proofs, and few limits. */
    CHECK_MSG(n_exact > 300000 && n_proofs > 100000, "%d values, %d proofs", n_exact, n_proofs);
    CHECK_MSG(n_bad < n_exact / 50 && n_unknown < n_all / 2, "%d overflows, %d of %d unknown",
              n_bad, n_unknown, n_all);
}

#else

void test_dim_random_expressions(void) { check_skip("this target has no 128-bit integers"); }

#endif
