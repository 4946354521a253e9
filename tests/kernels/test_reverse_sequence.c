/* test_reverse_sequence.c — ReverseSequence: both orders of the axes, every dtype, more than one task,
 * lengths that do not fit. Expected values follow from the operator's text. */
#include "tests/kernels/harness_movement.h"

static harness h;

/* x of dims with time and batch on the first two axes. */
static void reverse_sequence_case(int dtype, bool time_first, const int64_t *lens, size_t n_lens,
                                  const uint32_t *pick) {
    harness_begin(&h, &cm_op_ReverseSequence, 10);
    harness_attr_i(&h, "time_axis", time_first ? 0 : 1);
    harness_attr_i(&h, "batch_axis", time_first ? 1 : 0);
    movement_in(&h, dtype, H_DIMS(3, 2, 2), 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(n_lens), lens);
    movement_out(&h, dtype, H_DIMS(3, 2, 2), pick);
}

void test_reverse_sequence_dtypes(void) {
    for (int dtype = 1; dtype < CM_N_DTYPES; dtype++) {
        reverse_sequence_case(dtype, true, (int64_t[]){3, 2}, 2,
                              (uint32_t[]){8, 9, 6, 7, 4, 5, 2, 3, 0, 1, 10, 11});
        CHECK_MSG(harness_run(&h), "dtype %s", cameo_dtype_name((cameo_dtype)dtype));
        reverse_sequence_case(dtype, false, (int64_t[]){2, 0, 1}, 3,
                              (uint32_t[]){2, 3, 0, 1, 4, 5, 6, 7, 8, 9, 10, 11});
        CHECK_MSG(harness_run(&h), "dtype %s", cameo_dtype_name((cameo_dtype)dtype));
    }
}

/* [time 90][batch 7][93]: several tasks, sequence b has 13 b steps. */
void test_reverse_sequence_large(void) {
    enum { T = 90, B = 7, N = 93 };
    static float x[T][B][N], y[T][B][N];
    int64_t lens[B];
    for (int b = 0; b < B; b++) lens[b] = 13 * b;
    for (int t = 0; t < T; t++) {
        for (int b = 0; b < B; b++) {
            for (int i = 0; i < N; i++) x[t][b][i] = (float)((t * B + b) * N + i);
        }
    }
    for (int t = 0; t < T; t++) {
        for (int b = 0; b < B; b++) {
            int from = t < 13 * b ? 13 * b - 1 - t : t;
            memcpy(y[t][b], x[from][b], sizeof y[t][b]);
        }
    }
    harness_begin(&h, &cm_op_ReverseSequence, 10);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(T, B, N), x);
    harness_in(&h, CAMEO_INT64, H_DIMS(B), lens);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(T, B, N), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ReverseSequence, 10);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 2), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){0, 0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(0, 2), NULL);
    CHECK(harness_run(&h));
}

void test_reverse_sequence_errors(void) {
    static const uint32_t pick[12] = {0};
    static const int64_t bad[3][2] = {{4, 1}, {1, -1}, {INT64_MIN, INT64_MAX}};
    for (int i = 0; i < 6; i++) {
        reverse_sequence_case(i < 3 ? CAMEO_FLOAT : CAMEO_STRING, true, bad[i % 3], 2, pick);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    reverse_sequence_case(CAMEO_FLOAT, true, (int64_t[]){1, 1, 1}, 3, pick);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_ReverseSequence, 10);
    harness_attr_i(&h, "time_axis", 1);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(3, 2, 2), 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 1});
    movement_out(&h, CAMEO_FLOAT, H_DIMS(3, 2, 2), pick);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_ReverseSequence, 10);
    movement_in(&h, CAMEO_FLOAT, H_DIMS(3), 0);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){1});
    movement_out(&h, CAMEO_FLOAT, H_DIMS(3), pick);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
