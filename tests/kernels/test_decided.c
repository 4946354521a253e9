/* test_decided.c — sizes that only the data decide: shape rules give them a symbol of their own, between the least
 * and the greatest that data can make of them. */
#include "tests/kernels/harness_movement.h"

static harness h;
static uint8_t _Alignas(64) decided_memory[1 << 20];

static cm_dims *decided_begin(const cm_op *op, int since) {
    static cm_arena arena;
    cm_arena_init(&arena, decided_memory, sizeof decided_memory);
    harness_begin(&h, op, since);
    h.symbolic = true;
    h.dims = cm_dims_new(&arena);
    return h.dims;
}

/* Dim d of output k lies in 0..hi and is nothing else. */
static void decided_check(uint32_t k, uint32_t d, int64_t want) {
    int64_t lo, hi;
    cm_dim_interval(h.dims, h.out_av[k].dims[d], &lo, &hi);
    CHECK_INT(lo, 0);
    CHECK_INT(hi, want);
    CHECK(cm_dim_symbol_index(h.dims, h.out_av[k].dims[d]) != SIZE_MAX);
}

/* An input of these dims. */
static void decided_in(int dtype, uint32_t rank, const cm_dim *dims) {
    cm_avalue av = {.kind = CAMEO_KIND_TENSOR,
                    .dtype = (uint8_t)dtype,
                    .rank = (uint8_t)rank,
                    .n_elem = CM_NONE};
    for (uint32_t i = 0; i < rank; i++) av.dims[i] = dims[i];
    h.in_av[h.n_in] = av;
    harness_in(&h, dtype, H_SCALAR, NULL);
}

void test_decided_nonzero(void) {
    cm_dims *t = decided_begin(&cm_op_NonZero, 13);
    decided_in(CAMEO_FLOAT, 2, (cm_dim[]){3, 5});
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].dims[0], 2);
    decided_check(0, 1, 15);
    cm_dim first = h.out_av[0].dims[1];
    CHECK_INT(harness_shape(&h), CAMEO_OK); /* another time other data */
    CHECK_INT(cm_dim_equal(t, first, h.out_av[0].dims[1]), CM_MAYBE);
    h.in_av[0].dims[0] = cm_dim_symbol(t, CM_STR("n"), 0, 7);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    decided_check(0, 1, 35);
    h.in_av[0].dims[0] = cm_dim_symbol(t, CM_STR("free"), 0, INT64_MAX);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    decided_check(0, 1, INT64_MAX);
    h.in_av[0].rank = CM_RANK_UNKNOWN;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    decided_check(0, 1, INT64_MAX);
    harness_end(&h);
}

void test_decided_compress(void) {
    static const struct {
        int64_t axis, x[2], cond, most; /* axis 9: none */
    } cases[] = {{0, {3, 5}, 3, 3},
                 {1, {3, 5}, 3, 3},
                 {1, {3, 5}, 8, 5},
                 {9, {3, 5}, 20, 15},
                 {9, {3, 5}, 4, 4},
                 {-1, {3, CM_DIM_UNKNOWN}, 4, 4},
                 {-1, {3, 6}, CM_DIM_UNKNOWN, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool flat = cases[i].axis == 9;
        decided_begin(&cm_op_Compress, 11);
        if (!flat) harness_attr_i(&h, "axis", cases[i].axis);
        decided_in(CAMEO_FLOAT, 2, cases[i].x);
        decided_in(CAMEO_BOOL, 1, &cases[i].cond);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        decided_check(0, flat ? 0 : cases[i].axis == 0 ? 0 : 1, cases[i].most);
        harness_end(&h);
    }
}

/* max_output_boxes_per_class: absent (nothing is selected), unknown, less and more than the boxes, negative. */
void test_decided_nms(void) {
    static const int64_t most[] = {-2, INT64_MIN, 4, 40, -1};
    static const int64_t rows[] = {0, 60, 24, 60, 0};
    for (int i = 0; i < 5; i++) {
        cm_dim limit = most[i];
        decided_begin(&cm_op_NonMaxSuppression, 11);
        decided_in(CAMEO_FLOAT, 3, (cm_dim[]){2, 10, 4});
        decided_in(CAMEO_FLOAT, 3, (cm_dim[]){2, 3, 10});
        if (i > 0) decided_in(CAMEO_INT64, 1, (cm_dim[]){1});
        h.in_av[2].elem = &limit;
        h.in_av[2].n_elem = 1;
        harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
        CHECK_INT(harness_shape(&h), CAMEO_OK);
        int64_t lo, hi;
        cm_dim_interval(h.dims, h.out_av[0].dims[0], &lo, &hi);
        CHECK_INT(lo, 0);
        CHECK_INT(hi, rows[i]);
        CHECK_INT(h.out_av[0].dims[1], 3);
        harness_end(&h);
    }
}

/* Both outputs of TopK have one size; each piece of Split its own. */
void test_decided_topk_split(void) {
    cm_dims *t = decided_begin(&cm_op_TopK, 11);
    decided_in(CAMEO_FLOAT, 2, (cm_dim[]){3, 5});
    decided_in(CAMEO_INT64, 1, (cm_dim[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    decided_check(0, 1, 5);
    CHECK_INT(h.out_av[0].dims[1], h.out_av[1].dims[1]);
    harness_end(&h);
    t = decided_begin(&cm_op_Split, 13);
    decided_in(CAMEO_FLOAT, 1, (cm_dim[]){7});
    decided_in(CAMEO_INT64, 1, (cm_dim[]){2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    decided_check(0, 0, 7);
    decided_check(1, 0, 7);
    CHECK_INT(cm_dim_equal(t, h.out_av[0].dims[0], h.out_av[1].dims[0]), CM_MAYBE);
    harness_end(&h);
}

/* The sum of more sizes than an expression holds keeps its bounds. */
void test_decided_concat(void) {
    enum { N = HARNESS_MAX };
    cm_dims *t = decided_begin(&cm_op_Concat, 13);
    harness_attr_i(&h, "axis", 0);
    for (int i = 0; i < N; i++) {
        cm_dim d = cm_dim_symbol(t, (cm_str){NULL, 0}, 0, 10);
        for (int k = 0; k < 2; k++)
            d = cm_dim_add(t, d, cm_dim_symbol(t, (cm_str){NULL, 0}, 0, 10));
        decided_in(CAMEO_FLOAT, 1, &d);
    }
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    int64_t lo, hi;
    cm_dim_interval(t, h.out_av[0].dims[0], &lo, &hi);
    CHECK_INT(lo, 0);
    CHECK_INT(hi, N * 30);
    harness_end(&h);
}

/* What of two ways a run takes. */
void test_decided_either(void) {
    static cm_arena arena;
    cm_arena_init(&arena, decided_memory, sizeof decided_memory);
    cm_dims *t = cm_dims_new(&arena);
    cm_dim n = cm_dim_symbol(t, CM_STR("n"), 2, 9);
    int64_t lo, hi;
    CHECK_INT(cm_dim_either(t, n, n), n);
    CHECK_INT(cm_dim_either(t, 4, 4), 4);
    CHECK_INT(cm_dim_either(t, n, CM_DIM_UNKNOWN), CM_DIM_UNKNOWN);
    cm_dim d = cm_dim_either(t, n, 0);
    cm_dim_interval(t, d, &lo, &hi);
    CHECK_INT(lo, 0);
    CHECK_INT(hi, 9);
    CHECK(cm_dim_is_newer(t, cm_dim_add(t, cm_dim_mul(t, d, n), 1), 1));
    CHECK(!cm_dim_is_newer(t, cm_dim_min(t, n, 4), 1) && !cm_dim_is_newer(t, 7, 0));
    CHECK(cm_dim_is_newer(t, cm_dim_min(t, d, 4), 1));
}
