#include "tests/kernels/harness_movement.h"

static harness h;

void test_slice_vectors(void) { CHECK_INT(movement_replay(&cm_op_Slice, 13), 70); }

/* Several tasks, both directions. */
void test_slice_large(void) {
    static uint32_t pick[150 * 200];
    for (size_t r = 0; r < 150; r++) {
        for (size_t c = 0; c < 200; c++) {
            pick[r * 200 + c] = (uint32_t)((299 - 2 * r) * 401 + 1 + 2 * c);
        }
    }
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_INT4, CAMEO_UINT2, CAMEO_BOOL, CAMEO_STRING};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness_begin(&h, &cm_op_Slice, 13);
        movement_in(&h, dtypes[i], H_DIMS(300, 401), 0);
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){-1, 1});
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){INT64_MIN, INT64_MAX});
        harness_in_none(&h);
        harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){-2, 2});
        movement_out(&h, dtypes[i], H_DIMS(150, 200), pick);
        CHECK(harness_run(&h));
    }
}

/* Two axes of [4, 5]. */
static cameo_status slice_two(const int64_t *axes, const int64_t *steps, size_t n_ends) {
    harness_begin(&h, &cm_op_Slice, 13);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(4, 5), 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){0, 0});
    harness_in(&h, CAMEO_INT64, 1, &n_ends, NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), axes);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), steps);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(0, 0), NULL);
    return harness_status(&h);
}

void test_slice_refuses(void) {
    const int64_t axes[] = {0, 1}, twice[] = {1, -1}, far[] = {0, 2}, least[] = {0, INT64_MIN};
    const int64_t ones[] = {1, 1}, zero[] = {1, 0};
    CHECK_INT(slice_two(axes, ones, 2), CAMEO_OK);
    CHECK_INT(slice_two(twice, ones, 2), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "axis 1 is named twice");
    CHECK_INT(slice_two(far, ones, 2), CAMEO_E_SHAPE);
    CHECK_INT(slice_two(least, ones, 2), CAMEO_E_SHAPE);
    CHECK_INT(slice_two(axes, zero, 2), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "a step is 0");
    CHECK_INT(slice_two(axes, ones, 1), CAMEO_E_SHAPE);
    CHECK_INT(slice_two(axes, ones, 3), CAMEO_E_SHAPE);
}

/* One axis with dim n, a symbol in [1, 1000], or a constant. */
static cm_dim slice_dim(cm_dims *t, cm_dim n, int64_t start, int64_t end, int64_t step) {
    harness_begin(&h, &cm_op_Slice, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &start);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &end);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &step);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    h.symbolic = true;
    h.dims = t;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT, .rank = 1,
                             .dims = {n}, .n_elem = CM_NONE};
    cameo_status status = harness_shape(&h);
    harness_end(&h);
    return status == CAMEO_OK ? h.out_av[0].dims[0] : CM_DIM_BAD;
}

void test_slice_symbolic(void) {
    static uint8_t _Alignas(64) memory[1 << 20];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    CHECK(t != NULL);
    cm_dim n = cm_dim_symbol(t, CM_STR("n"), 1, 1000);
    CHECK_INT(slice_dim(t, n, 0, INT64_MAX, 1), n);
    CHECK_INT(slice_dim(t, n, 0, INT32_MAX, 1), n);
    CHECK_INT(slice_dim(t, n, INT64_MIN, INT64_MAX, 1), n);
    CHECK_INT(slice_dim(t, n, -1, INT64_MIN, -1), n);
    CHECK_INT(slice_dim(t, n, INT64_MAX, INT64_MIN, -1), n);
    CHECK_INT(slice_dim(t, n, 0, -1, 1), cm_dim_sub(t, n, 1));
    CHECK_INT(slice_dim(t, n, 1, INT64_MAX, 1), cm_dim_sub(t, n, 1));
    CHECK_INT(slice_dim(t, n, -1, INT64_MAX, 1), 1);
    CHECK_INT(slice_dim(t, n, 0, 1, 1), 1);
    CHECK_INT(slice_dim(t, n, 0, INT64_MAX, 2), cm_dim_div_ceil(t, n, 2));
    CHECK_INT(slice_dim(t, n, 0, 2000, 1), n);
    CHECK_INT(slice_dim(t, CM_DIM_UNKNOWN, 0, INT64_MAX, 1), CM_DIM_UNKNOWN);
}

/* Every symbolic result, evaluated, is the result for the number. */
void test_slice_symbolic_agrees(void) {
    static uint8_t _Alignas(64) memory[1 << 22];
    static const int64_t places[] = {INT64_MIN, -5, -2, -1, 0, 1, 3, 6, INT32_MAX, INT64_MAX};
    static const int64_t steps[] = {-3, -1, 1, 2};
    enum { N = sizeof places / sizeof *places };
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    CHECK(t != NULL);
    cm_dim n = cm_dim_symbol(t, CM_STR("n"), 0, 100);
    for (size_t i = 0; i < N * N * 4; i++) {
        int64_t start = places[i % N], end = places[i / N % N], step = steps[i / N / N];
        cm_dim d = slice_dim(t, n, start, end, step);
        CHECK(d != CM_DIM_UNKNOWN && d != CM_DIM_BAD);
        for (cm_dim x = 0; x < 9; x++) {
            cm_dim got = cm_dim_eval(t, d, &x);
            cm_dim want = slice_dim(NULL, x, start, end, step);
            CHECK_MSG(got == want, "n = %lld, %lld:%lld:%lld gives %lld, want %lld", (long long)x,
                      (long long)start, (long long)end, (long long)step, (long long)got,
                      (long long)want);
        }
    }
}

/* dim of x[start:end:step], start and end being dims. */
static cm_dim slice_between(cm_dims *t, cm_dim n, const cm_dim *start, const cm_dim *end,
                            int64_t step) {
    harness_begin(&h, &cm_op_Slice, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), NULL);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &step);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    h.symbolic = true;
    h.dims = t;
    cm_avalue x = {.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT, .rank = 1, .dims = {n},
                   .n_elem = CM_NONE};
    cm_avalue at = {.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT64, .rank = 1, .dims = {1},
                    .n_elem = 1};
    h.in_av[0] = x;
    h.in_av[1] = h.in_av[2] = at;
    h.in_av[1].elem = start;
    h.in_av[2].elem = end;
    cameo_status status = harness_shape(&h);
    harness_end(&h);
    return status == CAMEO_OK ? h.out_av[0].dims[0] : CM_DIM_BAD;
}

/* Symbols on both ends: rows [past, past + n) of a table, as attention masks are cut, and ends that may count
 * from either side. What every value of the symbols gives, numbers give. */
void test_slice_window(void) {
    static uint8_t _Alignas(64) memory[1 << 20];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    cm_dim past = cm_dim_symbol(t, CM_STR("past"), 0, INT64_MAX);
    cm_dim n = cm_dim_symbol(t, CM_STR("n"), 0, INT64_MAX);
    cm_dim dim = cm_dim_symbol(t, CM_STR("dim"), 0, INT64_MAX);
    cm_dim stop = cm_dim_add(t, past, n), next = cm_dim_add(t, past, 1);
    cm_dim less = cm_dim_sub(t, past, 2);
    int64_t lo, hi;
    cm_dim_interval(t, slice_between(t, 8, &past, &next, 1), &lo, &hi);
    CHECK_INT(lo, 0);
    CHECK_INT(hi, 1);
    cm_dim last = cm_dim_sub(t, dim, 1), two = cm_dim_sub(t, dim, 2), three = cm_dim_sub(t, dim, 3);
    const cm_dim *const at[] = {&past, &stop, &next, &less, &n, &last, &two, &three};
    CHECK(slice_between(t, dim, &(cm_dim){0}, &last, 1) == cm_dim_max(t, last, 0));
    for (size_t i = 0; i < 8 * 8 * 4; i++) {
        const int64_t step = (const int64_t[]){1, 2, -1, -2}[i % 4];
        const cm_dim *from = at[i / 4 % 8], *to = at[i / 32];
        cm_dim d = slice_between(t, dim, from, to, step);
        CHECK(!cm_dim_is_newer(t, d, 3));
        for (int64_t k = 0; k < 5 * 5 * 5; k++) {
            cm_dim v[] = {k % 5, k / 5 % 5, k / 25};
            cm_dim begin = cm_dim_eval(t, *from, v), end = cm_dim_eval(t, *to, v);
            CHECK_INT(cm_dim_eval(t, d, v), slice_between(NULL, v[2], &begin, &end, step));
        }
    }
}

/* Starts, ends, steps or axes that only the data tell: some part of each dim that they may cut. */
void test_slice_decided(void) {
    static uint8_t _Alignas(64) memory[1 << 20];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    cm_dims *t = cm_dims_new(&arena);
    const cm_dim one = 1, unknown = CM_DIM_UNKNOWN;
    const cm_dim *const at[] = {&one, &unknown};
    int64_t lo, hi;
    for (int i = 1; i < 4; i++) {
        cm_dim d = slice_between(t, 8, at[i & 1], at[i >> 1], i == 3 ? -2 : 1);
        CHECK(cm_dim_symbol_index(t, d) != SIZE_MAX && cm_dim_symbol_name(t, 0).n == 0);
        cm_dim_interval(t, d, &lo, &hi);
        CHECK_INT(lo, 0);
        CHECK_INT(hi, 8);
    }
    CHECK_INT(slice_between(t, CM_DIM_UNKNOWN, &unknown, &one, 1), CM_DIM_UNKNOWN);
    harness_begin(&h, &cm_op_Slice, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 5), NULL);
    for (int i = 0; i < 3; i++) {
        harness_in(&h, CAMEO_INT64, H_DIMS(1), NULL);
        harness_hide(&h);
    }
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    h.symbolic = true;
    h.dims = t;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    for (int d = 0; d < 2; d++) {
        cm_dim_interval(t, h.out_av[0].dims[d], &lo, &hi);
        CHECK_INT(lo, 0);
        CHECK_INT(hi, d == 0 ? 3 : 5);
    }
    harness_end(&h);
}

/* The middle of [?, 3, 7, 5], backwards. */
void test_slice_elems(void) {
    harness_begin(&h, &cm_op_Slice, 13);
    harness_in(&h, CAMEO_INT64, H_DIMS(4), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){2});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){INT64_MIN});
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-1});
    harness_out(&h, CAMEO_INT64, H_DIMS(3), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT64, .rank = 1,
                             .dims = {4}, .n_elem = 4,
                             .elem = (cm_dim[]){CM_DIM_UNKNOWN, 3, 7, 5}};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 3, (cm_dim[]){7, 3, CM_DIM_UNKNOWN}));
    harness_end(&h);
}
