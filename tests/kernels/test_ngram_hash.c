#include "tests/kernels/harness.h"

static harness h;

/* Two texts of four ids; runs of 2 and 3, two heads each. What is expected is onnxruntime's. */
static const int64_t hash_ids[] = {4, 9, 1, 7, 9, 2, 2, 9}, hash_sizes[] = {11, 13, 17, 19},
                     hash_past[] = {5, 9, 8, 6, 1, 2}, hash_offsets[] = {0, 11, 24, 41}, hash_eos[] = {9},
                     hash_multipliers[] = {INT64_MAX / 3, -5, 7};
static const int32_t hash_segments[] = {0, 0, 1, 1, 2, 2, 2, 3}, hash_sums[] = {0, 3, 4, 8};

static void hash_begin(const cm_op *op, int reset) {
    harness_begin(&h, op, 1);
    harness_attr_i(&h, "max_ngram_size", 3);
    harness_attr_i(&h, "n_head_per_ngram", 2);
    harness_attr_i(&h, "pad_id", 3);
    harness_attr_i(&h, "reset_on_eos", reset);
    if (op == &cm_op_ms_NGramHashMapping)
        harness_in(&h, CAMEO_INT64, H_DIMS(2, 4), hash_ids);
    else
        harness_in(&h, CAMEO_INT64, H_DIMS(8), hash_ids);
    harness_in(&h, CAMEO_INT64, H_DIMS(3), hash_multipliers);
    harness_in(&h, CAMEO_INT64, H_DIMS(4), hash_sizes);
}

void test_ngram_hash(void) {
    hash_begin(&cm_op_ms_NGramHashMapping, 0);
    harness_out(&h, CAMEO_INT64, H_DIMS(2, 4, 4),
                (int64_t[]){9, 9, 8, 9, 3, 1,  11, 4, 0, 7,  7, 16, 5, 5, 4, 13,
                            3, 3, 4, 12, 3, 11, 9, 14, 8, 12, 3, 6, 4, 4, 10, 3});
    harness_out(&h, CAMEO_INT64, H_DIMS(2, 2), (int64_t[]){1, 7, 2, 9});
    CHECK(harness_run(&h));
}

/* An id behind the end of a text, or of another segment, sees nothing before. */
void test_ngram_hash_resets(void) {
    hash_begin(&cm_op_ms_NGramHashMapping, 1);
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 2), hash_past);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT64, H_SCALAR, hash_eos);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 4), hash_segments);
    harness_out(&h, CAMEO_INT64, H_DIMS(2, 4, 4),
                (int64_t[]){10, 4, 0, 1, 3, 1,  15, 4, 0, 7,  10, 4, 5, 5, 4, 13,
                            5, 3, 6, 14, 3, 11, 13, 14, 8, 12, 3, 6, 0, 7, 13, 4});
    harness_out(&h, CAMEO_INT64, H_DIMS(2, 2), (int64_t[]){1, 7, 2, 9});
    CHECK(harness_run(&h));
}

/* Texts behind each other, with all that may be given. */
void test_ngram_hash_varlen(void) {
    hash_begin(&cm_op_ms_VarlenNGramHashMapping, 1);
    harness_attr_i(&h, "state_update_capacity", 2);
    harness_in(&h, CAMEO_INT32, H_DIMS(4), hash_sums);
    harness_in(&h, CAMEO_INT64, H_DIMS(3, 2), hash_past);
    harness_in(&h, CAMEO_INT64, H_DIMS(4), hash_offsets);
    harness_in(&h, CAMEO_INT64, H_SCALAR, hash_eos);
    harness_in(&h, CAMEO_INT32, H_DIMS(8), hash_segments);
    harness_in(&h, CAMEO_INT32, H_DIMS(3, 2), (int32_t[]){0, 0, 7, 1, 5, 2});
    harness_in(&h, CAMEO_INT32, H_DIMS(3), (int32_t[]){2, 5, -1});
    harness_out(&h, CAMEO_INT64, H_DIMS(8, 4),
                (int64_t[]){10, 15, 24, 42, 3, 12, 39, 45, 0, 18, 34, 45, 2, 17, 36, 41,
                            4, 15, 32, 55, 3, 22, 37, 55, 8, 23, 27, 47, 0, 18, 37, 45});
    harness_out(&h, CAMEO_INT64, H_DIMS(3, 2), (int64_t[]){9, 1, 6, 7, 2, 9});
    harness_out(&h, CAMEO_INT32, H_DIMS(3, 2), (int32_t[]){0, 1, 1, 1, 2, 3});
    harness_out(&h, CAMEO_INT64, H_DIMS(3, 2, 2), (int64_t[]){9, 4, 4, 9, 6, 7, 3, 3, 3, 3, 3, 3});
    CHECK(harness_run(&h));
}

void test_ngram_hash_refuses(void) {
    const int32_t wrong[][4] = {{0, 5, 3, 8}, {0, 3, 3, 8}, {-1, 3, 4, 8}, {0, 3, 4, 9}, {INT32_MIN, 0, 1, INT32_MAX}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hash_begin(&cm_op_ms_VarlenNGramHashMapping, 0);
        harness_in(&h, CAMEO_INT32, H_DIMS(4), wrong[i]);
        harness_out(&h, CAMEO_INT64, H_DIMS(8, 4), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    for (int64_t size = 0; size > -2; size--) { /* a head without a vocabulary */
        harness_begin(&h, &cm_op_ms_NGramHashMapping, 1);
        harness_attr_i(&h, "max_ngram_size", 2);
        harness_attr_i(&h, "n_head_per_ngram", 1);
        harness_in(&h, CAMEO_INT64, H_DIMS(1, 1), hash_ids);
        harness_in(&h, CAMEO_INT64, H_DIMS(2), hash_multipliers);
        harness_in(&h, CAMEO_INT64, H_DIMS(1), &size);
        harness_out(&h, CAMEO_INT64, H_DIMS(1, 1, 1), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    hash_begin(&cm_op_ms_NGramHashMapping, 0); /* a past of other texts */
    harness_in(&h, CAMEO_INT64, H_DIMS(3, 2), hash_past);
    harness_out(&h, CAMEO_INT64, H_DIMS(2, 4, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    hash_begin(&cm_op_ms_VarlenNGramHashMapping, 0); /* captures that nobody counts */
    harness_attr_i(&h, "state_update_capacity", 2);
    harness_in(&h, CAMEO_INT32, H_DIMS(4), hash_sums);
    harness_out(&h, CAMEO_INT64, H_DIMS(8, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
    harness_begin(&h, &cm_op_ms_NGramHashMapping, 1); /* runs of one */
    harness_attr_i(&h, "max_ngram_size", 1);
    harness_attr_i(&h, "n_head_per_ngram", 1);
    harness_in(&h, CAMEO_INT64, H_DIMS(2, 4), hash_ids);
    CHECK_INT(harness_status(&h), CAMEO_E_LIMIT);
}
