#include <float.h>
#include <math.h>

#include "tests/kernels/harness.h"

static harness h;

/* ---- TokenScores ---- */

/* Two rows of two places of four tokens, of which the last place counts, and three ids each. */
static void token_begin(const float *logits, const int32_t *ids, int64_t step) {
    harness_begin(&h, &cm_op_TokenScores, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2, 4), logits);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 3), ids);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &step);
}

static const float token_logits[] = {9, 9, 9, 9, 1, -2, 3, -4, 9, 9, 9, 9, 5, 6, -7, 8};
static const int32_t token_ids[] = {1, 2, 1, 3, 0, 3};

/* Whatever is not asked for changes nothing. */
void test_generate_tokens_plain(void) {
    token_begin(token_logits, token_ids, 0);
    harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){3});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){1});
    harness_in(&h, CAMEO_INT32, H_DIMS(4), (int32_t[]){1, 2, -1, 1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), (float[]){1, -2, 3, -4, 5, 6, -7, 8});
    CHECK(harness_run(&h));
}

/* Four tokens that are alike have a quarter each; 1000 apart, one has all. */
void test_generate_tokens_log(void) {
    const float logits[] = {0, 0, 0, 0, 700, 700, 700, 700, 0, 0, 0, 0, -1000, 0, -1000, -1000}, quarter = logf(0.25f);
    token_begin(logits, token_ids, 0);
    harness_attr_i(&h, "log", 1);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), (float[]){quarter, quarter, quarter, quarter, -1000, 0, -1000, -1000});
    h.rtol = 1e-6;
    CHECK(harness_run(&h));
}

/* Ids that stand in a row twice count once; the runs (1, 2) and (3, 0) are not begun again with 1 and 3. */
void test_generate_tokens_repeated(void) {
    token_begin(token_logits, token_ids, 0);
    harness_in_none(&h);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), (float[]){1, -4, 1.5f, -4, 2.5f, 6, -7, 4});
    CHECK(harness_run(&h));
    token_begin(token_logits, token_ids, 0);
    harness_attr_i(&h, "no_repeat_ngram_size", 2);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), (float[]){1, -2, -FLT_MAX, -4, -FLT_MAX, 6, -7, 8});
    CHECK(harness_run(&h));
    token_begin(token_logits, token_ids, 0);
    harness_attr_i(&h, "no_repeat_ngram_size", 1);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), (float[]){1, -FLT_MAX, -FLT_MAX, -4, -FLT_MAX, 6, -7, -FLT_MAX});
    CHECK(harness_run(&h));
}

/* The mask of each batch counts in step 0 alone; the end is below the least length. */
void test_generate_tokens_masks(void) {
    for (int64_t step = 0; step < 2; step++) {
        float low = step == 0 ? -FLT_MAX : 0;
        token_begin(token_logits, token_ids, step);
        harness_attr_i(&h, "eos_token_id", 3);
        harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){4});
        harness_in_none(&h);
        harness_in(&h, CAMEO_INT32, H_DIMS(4), (int32_t[]){0, 1, 1, 1});
        harness_in(&h, CAMEO_INT32, H_DIMS(1, 4), (int32_t[]){1, 0, 1, 1});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), (float[]){-FLT_MAX, step == 0 ? low : -2, 3, -FLT_MAX, -FLT_MAX,
                                                             step == 0 ? low : 6, -7, -FLT_MAX});
        CHECK(harness_run(&h));
    }
}

void test_generate_tokens_refuse(void) {
    const int32_t outside[] = {1, 2, 4, 3, 0, 3}, negative[] = {1, 2, 1, 3, INT32_MIN, 3};
    for (int i = 0; i < 2; i++) {
        token_begin(token_logits, i == 0 ? outside : negative, 0);
        harness_in_none(&h);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){2});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
        token_begin(token_logits, i == 0 ? outside : negative, 0);
        harness_attr_i(&h, "no_repeat_ngram_size", 1);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    const float wrong[] = {0, -1, NAN};
    for (int i = 0; i < 3; i++) {
        token_begin(token_logits, token_ids, 0);
        harness_in_none(&h);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1), &wrong[i]);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    const int64_t ends[] = {-1, 4};
    for (int i = 0; i < 2; i++) {
        token_begin(token_logits, token_ids, 0);
        harness_attr_i(&h, "eos_token_id", ends[i]);
        harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){4});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
    token_begin(token_logits, token_ids, 0); /* a mask of three tokens */
    harness_in_none(&h);
    harness_in_none(&h);
    harness_in(&h, CAMEO_INT32, H_DIMS(3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    token_begin(token_logits, token_ids, 0); /* masks of three batches for two rows */
    for (int i = 0; i < 3; i++) harness_in_none(&h);
    harness_in(&h, CAMEO_INT32, H_DIMS(3, 4), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_TokenScores, 1); /* no logits; logits of another dtype */
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0, 4), NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 3), token_ids);
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_TokenScores, 1);
    harness_in(&h, CAMEO_DOUBLE, H_DIMS(2, 2, 4), NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 3), token_ids);
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
}

/* ---- SampleToken ---- */

static void sample_begin(const float *scores, int64_t state) {
    harness_begin(&h, &cm_op_SampleToken, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 4), scores);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &state);
}

/* minstd_rand0 begins 16807, 282475249, 1622650073, 984943658 behind 1, which seed 0 counts as: the first row draws
 * (282475248 * 2147483646 + 16806) / 2147483646^2 = 0.1315 of its sum, the second 0.4586. What has no probability at
 * all is left out. */
void test_generate_sample(void) {
    const float scores[] = {0, 0, 0, 0, -1000, 0, 0, -1000}, left[] = {0, 0, 0, 0, -1e20f, 0, 0, -1e20f};
    for (int64_t seed = 0; seed < 2; seed++) {
        sample_begin(scores, seed);
        harness_attr_f(&h, "top_p", 1);
        harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){0, 1});
        harness_out(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){984943658});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 4), left);
        CHECK(harness_run(&h));
    }
}

/* The most likely tokens are kept until they have top_p; what is infinite or no number is never drawn. */
void test_generate_sample_filters(void) {
    const float l[] = {logf(0.1f), logf(0.4f), logf(0.2f), logf(0.3f), NAN, INFINITY, 1, -INFINITY};
    for (int custom = 0; custom < 2; custom++) {
        sample_begin(l, 1);
        harness_attr_f(&h, "top_p", custom ? 0.65f : 0.75f);
        harness_attr_f(&h, "filter_value", -9);
        harness_attr_i(&h, "custom", custom);
        harness_out(&h, CAMEO_INT64, H_DIMS(2), (int64_t[]){1, 2});
        harness_out(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){984943658});
        h.n_out = 2;
        CHECK(harness_run(&h));
    }
}

void test_generate_sample_refuses(void) {
    sample_begin(NULL, 1);
    harness_attr_f(&h, "top_p", 1);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL); /* without the state behind it */
    CHECK_INT(harness_status(&h), CAMEO_E_UNSUPPORTED);
    harness_begin(&h, &cm_op_SampleToken, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    harness_in(&h, CAMEO_INT64, H_SCALAR, NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_INT64, H_SCALAR, NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

/* ---- BeamStep, BeamEnd ---- */

/* One batch of two beams with two ids each, and room for four. */
typedef struct beam_case {
    float scores[4];
    int64_t tokens[4], beams[4];
    int32_t hyps[8], lengths[2];
    float kept[2];
    uint8_t done;
} beam_case;

static const int32_t beam_ids[] = {10, 11, 20, 21};

static void beam_begin(const beam_case *c, int early, float penalty) {
    harness_begin(&h, &cm_op_BeamStep, 1);
    harness_attr_i(&h, "eos_token_id", 2);
    harness_attr_i(&h, "pad_token_id", 7);
    harness_attr_i(&h, "early_stopping", early);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4), c->scores);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 4), c->tokens);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 4), c->beams);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 2), beam_ids);
    harness_in(&h, CAMEO_INT32, H_DIMS(1, 2, 4), c->hyps);
    harness_in(&h, CAMEO_INT32, H_DIMS(1, 2), c->lengths);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2), c->kept);
    harness_in(&h, CAMEO_BOOL, H_DIMS(1), &c->done);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), &penalty);
}

static void beam_expect(const float *scores, const int32_t *tokens, const int64_t *rows, const beam_case *then) {
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), scores);
    harness_out(&h, CAMEO_INT32, H_DIMS(2), tokens);
    harness_out(&h, CAMEO_INT64, H_DIMS(2), rows);
    harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, 4), then->hyps);
    harness_out(&h, CAMEO_INT32, H_DIMS(1, 2), then->lengths);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2), then->kept);
    harness_out(&h, CAMEO_BOOL, H_DIMS(1), &then->done);
}

/* An end among the first two becomes a hypothesis, its score divided by its length; one behind them does not. */
void test_generate_beam_ends(void) {
    const beam_case c = {{-1, -2, -3, -4}, {2, 5, 2, 6}, {1, 0, 0, 1}, {0}, {0}, {0}, 0};
    const beam_case then = {.hyps = {20, 21}, .lengths = {2}, .kept = {-0.5f}};
    beam_begin(&c, 0, 1);
    beam_expect((float[]){-2, -4}, (int32_t[]){5, 6}, (int64_t[]){0, 1}, &then);
    CHECK(harness_run(&h));
}

/* A better hypothesis stands before those that were kept, the last of which goes; one that is as good does not. The
 * batch is done when what goes on cannot become better than the last: -2 / 2^penalty beside it, or at once. */
void test_generate_beam_keeps_best(void) {
    for (int same = 0; same < 2; same++) {
        const beam_case c = {{-2, -2, -3, -4},       {5, 2, 6, 6}, {0, 1, 0, 0},
                             {1, 2, 3, 4, 5, 6, 7}, {4, 3},       {-0.75f, same ? -1 : -1.5f}, 0};
        beam_case then = {.hyps = {1, 2, 3, 4, 5, 6, 7}, .lengths = {4, 3}, .kept = {-0.75f, -1}, .done = 1};
        if (!same) then.hyps[4] = 20, then.hyps[5] = 21, then.lengths[1] = 2;
        beam_begin(&c, 0, 1);
        beam_expect((float[]){-2, -3}, (int32_t[]){5, 6}, (int64_t[]){0, 0}, &then);
        CHECK_MSG(harness_run(&h), "%d", same);
    }
    const beam_case better = {{-1, -2, -3, -4}, {5, 2, 6, 6}, {0, 1, 0, 0}, {1, 2, 3, 4, 5, 6, 7}, {4, 3}, {-2, -3}, 0};
    for (int early = 0; early < 2; early++) {
        const beam_case then = {
            .hyps = {20, 21, 3, 4, 1, 2, 3, 4}, .lengths = {2, 4}, .kept = {-1, -2}, .done = early != 0};
        beam_begin(&better, early, 1);
        beam_expect((float[]){-1, -3}, (int32_t[]){5, 6}, (int64_t[]){0, 0}, &then);
        CHECK_MSG(harness_run(&h), "%d", early);
    }
}

/* Nothing happens in a batch that is done. */
void test_generate_beam_done(void) {
    const beam_case c = {{9, 9, 9, 9}, {2, 2, 2, 2}, {1, 1, 1, 1}, {1, 2, 3, 4, 5, 6, 7}, {4, 3}, {-0.75f, -1}, 1};
    beam_begin(&c, 0, 1);
    beam_expect((float[]){0, 0}, (int32_t[]){7, 7}, (int64_t[]){0, 0}, &c);
    CHECK(harness_run(&h));
}

void test_generate_beam_refuses(void) {
    const beam_case good = {{-1, -2, -3, -4}, {5, 6, 7, 8}, {0, 1, 0, 1}, {0}, {0}, {0}, 0};
    for (int i = 0; i < 6; i++) {
        beam_case c = good;
        if (i == 0) c.beams[0] = 2;
        if (i == 1) c.beams[0] = INT64_MIN;
        if (i == 2) c.tokens[0] = c.tokens[1] = c.tokens[2] = 2; /* one that goes on is left */
        if (i == 3) c.lengths[0] = 5;
        if (i == 4) c.lengths[0] = -1;
        beam_begin(&c, 0, 1);
        beam_expect(NULL, NULL, NULL, &good);
        CHECK_INT(harness_status(&h), i == 5 ? CAMEO_OK : CAMEO_E_SHAPE);
    }
}

static void end_begin(const beam_case *c, size_t rows, size_t length) {
    const size_t dims[] = {rows, length};
    harness_begin(&h, &cm_op_BeamEnd, 1);
    harness_attr_i(&h, "pad_token_id", 7);
    harness_in(&h, CAMEO_INT32, 2, dims, rows == 2 && length == 2 ? beam_ids : NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), c->scores);
    harness_in(&h, CAMEO_INT32, H_DIMS(1, 2, 4), c->hyps);
    harness_in(&h, CAMEO_INT32, H_DIMS(1, 2), c->lengths);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2), c->kept);
    harness_in(&h, CAMEO_BOOL, H_DIMS(1), &c->done);
}

/* Beams complete what is kept, unless the batch is done; what is behind a hypothesis is padding. */
void test_generate_end(void) {
    for (int done = 0; done < 2; done++) {
        const beam_case c = {.scores = {-4, -1},
                             .hyps = {1, 2, 3, 0, 9, 9, 9, 9},
                             .lengths = {3, done ? 1 : 0},
                             .kept = {-1, -9},
                             .done = done != 0};
        const int32_t ids[2][8] = {{20, 21, 7, 7, 1, 2, 3, 7}, {1, 2, 3, 7, 9, 7, 7, 7}};
        end_begin(&c, 2, 2);
        harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, 4), ids[done]);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2), done ? (float[]){-1, -9} : (float[]){-0.5f, -1});
        CHECK_MSG(harness_run(&h), "%d", done);
        end_begin(&c, 2, 2); /* without scores */
        harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, 4), ids[done]);
        harness_out_none(&h);
        CHECK_MSG(harness_run(&h), "%d without scores", done);
    }
}

void test_generate_end_refuses(void) {
    const beam_case c = {{0}, {0}, {0}, {0}, {0}, {0}, 0};
    const size_t wrong[][2] = {{2, 5}, {2, 0}, {3, 2}}; /* more ids than there is room for, none, a row too many */
    for (int i = 0; i < 3; i++) {
        end_begin(&c, wrong[i][0], wrong[i][1]);
        harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, 4), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
}
