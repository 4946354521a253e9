#include <math.h>

#include "tests/kernels/harness.h"

static harness h;

static void ngram_begin(int64_t size, const int64_t *ids, const float *scores) {
    harness_begin(&h, &cm_op_ms_NGramRepeatBlock, 1);
    harness_attr_i(&h, "ngram_size", size);
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 4), ids);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), scores);
}

/* Runs of two: what followed the last id before. A row shorter than the run has none. */
void test_ngram_repeat(void) {
    const int64_t ids[] = {1, 2, 0, 1, 0, 0, 0, 0};
    const float scores[] = {1, 2, 3, NAN, 5, 6};
    ngram_begin(2, ids, scores);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), (float[]){1, 2, -INFINITY, -INFINITY, 5, 6});
    CHECK(harness_run(&h));
    ngram_begin(5, ids, scores);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), scores);
    CHECK(harness_run(&h));
}

/* An id that no score belongs to, where it is looked up. */
void test_ngram_repeat_refuses(void) {
    const int64_t wrong[] = {3, -1, INT64_MIN};
    for (int i = 0; i < 3; i++) {
        ngram_begin(2, (int64_t[]){0, 0, 0, 0, 1, wrong[i], 1, 1}, (float[]){1, 2, 3, 4, 5, 6});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    ngram_begin(0, (int64_t[8]){0}, (float[6]){0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
}
