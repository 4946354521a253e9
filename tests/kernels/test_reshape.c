#include "tests/kernels/harness_movement.h"

static harness h;
static cm_dims *reshape_table; /* of symbols; NULL: none */

/* The dims that Reshape gives, in want[0 .. n); the status otherwise. */
static cameo_status reshape_of(int since, int64_t allowzero, uint32_t rank, const cm_dim *dims,
                               size_t n, const int64_t *shape) {
    harness_begin(&h, &cm_op_Reshape, since);
    if (allowzero >= 0) harness_attr_i(&h, "allowzero", allowzero);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    harness_in(&h, CAMEO_INT64, 1, &n, shape);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    h.symbolic = true;
    h.dims = reshape_table;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT,
                             .rank = (uint8_t)rank, .n_elem = CM_NONE};
    for (uint32_t d = 0; dims != NULL && d < rank; d++) h.in_av[0].dims[d] = dims[d];
    cameo_status status = harness_shape(&h);
    harness_end(&h);
    return status;
}

static bool reshape_gives(uint32_t n, const cm_dim *want) {
    const cm_avalue *v = &h.out_av[0];
    bool ok = v->rank == n;
    for (uint32_t d = 0; ok && d < n; d++) ok = v->dims[d] == want[d];
    if (!ok) check_failed(__FILE__, __LINE__, "other dims, the first is %lld",
                          (long long)v->dims[0]);
    return ok;
}

#define D(...) ((const cm_dim[]){__VA_ARGS__})
#define S(...) sizeof((int64_t[]){__VA_ARGS__}) / 8, ((const int64_t[]){__VA_ARGS__})

void test_reshape_dims(void) {
    CHECK_INT(reshape_of(5, -1, 3, D(2, 3, 4), S(4, 6)), CAMEO_OK);
    CHECK(reshape_gives(2, D(4, 6)));
    CHECK_INT(reshape_of(13, -1, 3, D(2, 3, 4), S(0, -1)), CAMEO_OK);
    CHECK(reshape_gives(2, D(2, 12)));
    CHECK_INT(reshape_of(14, 0, 3, D(2, 3, 4), S(-1, 0, 2, 2)), CAMEO_OK);
    CHECK(reshape_gives(4, D(2, 3, 2, 2)));
    CHECK_INT(reshape_of(14, 0, 2, D(0, 3), S(0, -1)), CAMEO_OK);
    CHECK(reshape_gives(2, D(0, 3)));
    CHECK_INT(reshape_of(14, 1, 3, D(0, 3, 4), S(3, 0)), CAMEO_OK);
    CHECK(reshape_gives(2, D(3, 0)));
    CHECK_INT(reshape_of(25, 0, 2, D(1, 1), 0, NULL), CAMEO_OK);
    CHECK(reshape_gives(0, NULL));
    CHECK_INT(reshape_of(25, 0, 0, NULL, S(1, -1)), CAMEO_OK);
    CHECK(reshape_gives(2, D(1, 1)));
}

void test_reshape_refuses(void) {
    CHECK_INT(reshape_of(13, -1, 3, D(2, 3, 4), S(5, 5)), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "the input has 24 elements, shape asks for 25");
    CHECK_INT(reshape_of(13, -1, 3, D(2, 3, 4), S(5, -1)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(13, -1, 3, D(2, 3, 4), S(-1, -1)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(13, -1, 3, D(2, 3, 4), S(-2, 12)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(13, -1, 3, D(2, 3, 4), S(INT64_MIN)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(13, -1, 1, D(24), S(24, 0)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(13, -1, 1, D(24), S(INT64_MAX, INT64_MAX)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(14, 1, 2, D(0, 3), S(0, -1)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(14, 1, 2, D(2, 3), S(0, 6)), CAMEO_E_SHAPE);
    CHECK_INT(reshape_of(14, 0, 1, D(1), S(1, 1, 1, 1, 1, 1, 1, 1, 1)), CAMEO_E_LIMIT);
    CHECK_INT(reshape_of(14, INT64_MAX, 1, D(1), S(1)), CAMEO_E_LIMIT);
}

/* A batch that may be 0 cancels; an unknown dim stays unknown unless it is the only one. */
void test_reshape_symbolic(void) {
    static uint8_t _Alignas(64) memory[1 << 16];
    cm_arena arena;
    cm_arena_init(&arena, memory, sizeof memory);
    reshape_table = cm_dims_new(&arena);
    CHECK(reshape_table != NULL);
    cm_dim n = cm_dim_symbol(reshape_table, CM_STR("n"), 0, 1 << 20);
    CHECK_INT(reshape_of(13, -1, 3, D(n, 3, 4), S(0, -1)), CAMEO_OK);
    CHECK(reshape_gives(2, D(n, 12)));
    CHECK_INT(reshape_of(13, -1, 2, D(CM_DIM_UNKNOWN, 3), S(0, 3, -1)), CAMEO_OK);
    CHECK(reshape_gives(3, D(CM_DIM_UNKNOWN, 3, CM_DIM_UNKNOWN)));
    CHECK_INT(reshape_of(13, -1, CM_RANK_UNKNOWN, NULL, S(2, -1)), CAMEO_OK);
    CHECK(reshape_gives(2, D(2, CM_DIM_UNKNOWN)));
    reshape_table = NULL;
}

/* Elements of `shape` that inference knows, and elements that pass. */
void test_reshape_elems(void) {
    harness_begin(&h, &cm_op_Reshape, 13);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){3, -1});
    harness_out(&h, CAMEO_INT64, H_DIMS(3, 1), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT64, .rank = 1,
                             .dims = {3}, .n_elem = 3, .elem = D(CM_DIM_UNKNOWN, -7, 9)};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(reshape_gives(2, D(3, 1)));
    CHECK(movement_elems(&h, 0, 3, D(CM_DIM_UNKNOWN, -7, 9)));
    h.in_av[1] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_INT64, .rank = 1,
                             .dims = {2}, .n_elem = 2, .elem = D(CM_DIM_UNKNOWN, 3)};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(reshape_gives(2, D(CM_DIM_UNKNOWN, 3))); /* a run may hold another number than 1, and must refuse it */
    harness_end(&h);
}

/* As a view: the bytes stay. */
void test_reshape_view(void) {
    harness_begin(&h, &cm_op_Reshape, 14);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 3), (int32_t[]){1, 2, 3, 4, 5, 6});
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-1});
    harness_out(&h, CAMEO_INT32, H_DIMS(6), (int32_t[]){1, 2, 3, 4, 5, 6});
    CHECK(harness_run(&h));
}

static cameo_status flatten_of(int since, int64_t axis, uint32_t rank, const cm_dim *dims) {
    harness_begin(&h, &cm_op_Flatten, since);
    harness_attr_i(&h, "axis", axis);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_FLOAT,
                             .rank = (uint8_t)rank, .n_elem = CM_NONE};
    for (uint32_t d = 0; d < rank; d++) h.in_av[0].dims[d] = dims[d];
    cameo_status status = harness_shape(&h);
    harness_end(&h);
    return status;
}

void test_flatten_dims(void) {
    const cm_dim d[] = {2, 3, 4};
    CHECK_INT(flatten_of(1, 1, 3, d), CAMEO_OK);
    CHECK(reshape_gives(2, D(2, 12)));
    CHECK_INT(flatten_of(9, 0, 3, d), CAMEO_OK);
    CHECK(reshape_gives(2, D(1, 24)));
    CHECK_INT(flatten_of(9, 3, 3, d), CAMEO_OK);
    CHECK(reshape_gives(2, D(24, 1)));
    CHECK_INT(flatten_of(25, -1, 3, d), CAMEO_OK);
    CHECK(reshape_gives(2, D(6, 4)));
    CHECK_INT(flatten_of(11, 0, 0, NULL), CAMEO_OK);
    CHECK(reshape_gives(2, D(1, 1)));
    CHECK_INT(flatten_of(9, -1, 3, d), CAMEO_E_SHAPE);
    CHECK_INT(flatten_of(11, 4, 3, d), CAMEO_E_SHAPE);
    CHECK_INT(flatten_of(11, -4, 3, d), CAMEO_E_SHAPE);
    CHECK_INT(flatten_of(11, 2, 3, D(1, INT64_MAX, INT64_MAX)), CAMEO_OK);
    CHECK_INT(flatten_of(11, 1, 3, D(1, INT64_MAX, INT64_MAX)), CAMEO_E_SHAPE);
}

/* Tensors with their elements, and sequences. */
void test_identity_kinds(void) {
    harness_begin(&h, &cm_op_Identity, 16);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){4, -5});
    harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){4, -5});
    h.symbolic = true;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK(movement_elems(&h, 0, 2, D(4, -5)));
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_SEQUENCE, .elem_kind = CAMEO_KIND_TENSOR,
                             .dtype = CAMEO_STRING, .rank = 1, .dims = {3}, .n_elem = CM_NONE};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].kind, CAMEO_KIND_SEQUENCE);
    CHECK_INT(h.out_av[0].elem_kind, CAMEO_KIND_TENSOR);
    CHECK_INT(h.out_av[0].dtype, CAMEO_STRING);
    CHECK_INT(h.out_av[0].dims[0], 3);
    harness_end(&h);
}
