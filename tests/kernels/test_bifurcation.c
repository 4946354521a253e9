#include "tests/kernels/harness.h"

static harness h;

static const int64_t fork_source[] = {3, 4, 5, 3, 4, 6, 7}, fork_cur[] = {1, 3};

static void fork_begin(int64_t prev, const int64_t *pred, size_t n_pred) {
    harness_begin(&h, &cm_op_ms_BifurcationDetector, 1);
    harness_in(&h, CAMEO_INT64, H_DIMS(7), fork_source);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), fork_cur);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &prev);
    if (n_pred != 0) harness_in(&h, CAMEO_INT64, 1, &n_pred, pred);
}

/* What is guessed is taken up to the first token that is not the source's. */
void test_bifurcation(void) {
    fork_begin(0, (int64_t[]){3, 4, 9, 9, 9, 9, 9, 9}, 8); /* 9 is not in the source */
    harness_out(&h, CAMEO_INT64, H_DIMS(5), (int64_t[]){1, 3, 3, 4, 9});
    harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-1});
    CHECK(harness_run(&h));
    fork_begin(2, (int64_t[]){5, 3, 4, 6, 7, 8}, 6); /* all of it, and one behind the source */
    harness_out(&h, CAMEO_INT64, H_DIMS(8), (int64_t[]){1, 3, 5, 3, 4, 6, 7, 8});
    harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-1});
    CHECK(harness_run(&h));
    fork_begin(1, (int64_t[]){5, 0, 0, 0, 0, 0, 0}, 7); /* 5 stands there once; 3, 5 does not */
    harness_out(&h, CAMEO_INT64, H_DIMS(3), (int64_t[]){1, 3, 5});
    harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){3});
    CHECK(harness_run(&h));
    fork_begin(0, NULL, 0); /* 3 stands there twice; 1, 3 does not */
    harness_out(&h, CAMEO_INT64, H_DIMS(2), fork_cur);
    harness_out(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){-1});
    CHECK(harness_run(&h));
}

void test_bifurcation_refuses(void) {
    const int64_t wrong[] = {-1, 8, INT64_MIN, INT64_MAX};
    for (int i = 0; i < 4; i++) {
        fork_begin(wrong[i], fork_source, 1);
        harness_out(&h, CAMEO_INT64, H_DIMS(3), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    fork_begin(6, fork_source, 3); /* guesses of another length */
    harness_out(&h, CAMEO_INT64, H_DIMS(3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    fork_begin(0, NULL, 0);
    harness_attr_i(&h, "max_ngram_size", 0);
    CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
}
