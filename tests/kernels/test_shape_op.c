#include "tests/kernels/harness_movement.h"

static harness h;

/* Shape of [2, 3, 5] with start and end; want has n elements. */
static bool shape_op_gives(int since, int64_t start, int64_t end, size_t n, const int64_t *want) {
    harness_begin(&h, &cm_op_Shape, since);
    harness_attr_i(&h, "start", start);
    if (end != 99) harness_attr_i(&h, "end", end);
    harness_in(&h, CAMEO_UINT2, H_DIMS(2, 3, 5), NULL);
    harness_out(&h, CAMEO_INT64, 1, &n, want);
    return harness_run(&h);
}

void test_shape_op_ranges(void) {
    const int64_t all[] = {2, 3, 5};
    CHECK(shape_op_gives(15, 0, 99, 3, all));
    CHECK(shape_op_gives(15, 1, 99, 2, all + 1));
    CHECK(shape_op_gives(25, -1, 99, 1, all + 2));
    CHECK(shape_op_gives(15, 0, -1, 2, all));
    CHECK(shape_op_gives(15, -9, 9, 3, all));
    CHECK(shape_op_gives(15, INT64_MIN, INT64_MAX, 3, all));
    CHECK(shape_op_gives(15, INT64_MAX, INT64_MIN, 0, NULL));
    CHECK(shape_op_gives(15, 2, 1, 0, NULL));
    CHECK(shape_op_gives(13, 1, 2, 3, all)); /* no such attributes yet */
}

/* The elements are the dims; a scalar has none. */
void test_shape_op_elems(void) {
    harness_begin(&h, &cm_op_Shape, 1);
    harness_in(&h, CAMEO_STRING, H_DIMS(1), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
    h.symbolic = true;
    h.in_av[0] = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = CAMEO_STRING, .rank = 2,
                             .dims = {CM_DIM_UNKNOWN, 8}, .n_elem = CM_NONE};
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].dims[0], 2);
    CHECK(movement_elems(&h, 0, 2, (cm_dim[]){CM_DIM_UNKNOWN, 8}));
    h.in_av[0].rank = 0;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].dims[0], 0);
    h.in_av[0].rank = CM_RANK_UNKNOWN;
    CHECK_INT(harness_shape(&h), CAMEO_OK);
    CHECK_INT(h.out_av[0].dims[0], CM_DIM_UNKNOWN);
    harness_end(&h);
}
