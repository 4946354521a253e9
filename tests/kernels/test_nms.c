#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/kernels/nms_vectors.h"

static harness h;

/* onnxruntime's results, max_output_boxes_per_class given by an initializer and computed. */
void test_nms_vectors(void) {
    size_t n = sizeof nms_vectors / sizeof *nms_vectors;
    const char *name = "NonMaxSuppression";
    CHECK_INT(vectors_run(nms_vectors, n, name, &cm_op_NonMaxSuppression, 0, 2), n);
    CHECK_INT(vectors_run(nms_vectors, n, name, &cm_op_NonMaxSuppression, 0, HARNESS_MAX), n);
}

static void nms_begin(size_t n, const float *boxes, const float *scores, int64_t most) {
    harness_begin(&h, &cm_op_NonMaxSuppression, 11);
    harness_in(&h, CAMEO_FLOAT, 3, (size_t[]){1, n, 4}, boxes);
    harness_in(&h, CAMEO_FLOAT, 3, (size_t[]){1, 1, n}, scores);
    harness_in(&h, CAMEO_INT64, H_SCALAR, &most);
}

/* The same box five times: one is kept. Scores of NaN never count, -infinity does; equal scores go by
 * index, -0 equals 0. Boxes with a NaN, without area, or touching suppress nothing. */
void test_nms_special(void) {
    const float same[20] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1};
    nms_begin(5, same, (float[]){NAN, -INFINITY, -0.0F, 0, NAN}, 5);
    harness_out(&h, CAMEO_INT64, H_DIMS(1, 3), (int64_t[]){0, 0, 2});
    CHECK(harness_run(&h));
    nms_begin(5, same, (float[]){NAN, -INFINITY, NAN, NAN, NAN}, 5);
    harness_out(&h, CAMEO_INT64, H_DIMS(1, 3), (int64_t[]){0, 0, 1});
    CHECK(harness_run(&h));
    const float odd[20] = {0, 0, 1, 1, 0, 0, NAN, 1, 0, 0, 0, 1, 1, 0, 2, 1, 0, NAN, 1, 1};
    nms_begin(5, odd, (float[]){1, 1, 1, 1, 1}, 9);
    harness_out(&h, CAMEO_INT64, H_DIMS(5, 3),
                (int64_t[]){0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4});
    CHECK(harness_run(&h));
    nms_begin(5, same, (float[]){1, 2, 3, 4, 5}, INT64_MIN);
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    CHECK(harness_run(&h));
    /* a threshold of NaN: no score is above it */
    nms_begin(5, same, (float[]){1, 2, 3, 4, 5}, 3);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){0.5F});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){NAN});
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    CHECK(harness_run(&h));
}

void test_nms_empty(void) {
    static const size_t dims[][3] = {{0, 3, 5}, {2, 0, 5}, {2, 3, 0}};
    for (size_t i = 0; i < 3; i++) {
        harness_begin(&h, &cm_op_NonMaxSuppression, 10);
        harness_in(&h, CAMEO_FLOAT, 3, (size_t[]){dims[i][0], dims[i][2], 4}, NULL);
        harness_in(&h, CAMEO_FLOAT, 3, dims[i], NULL);
        harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){7});
        harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
        CHECK(harness_run(&h));
    }
}

/* Several tasks: boxes in a row, each covering half of the next; every other one is kept, and the
 * best come first: class c has the scores of class 0 turned by c. */
void test_nms_tasks(void) {
    enum { CLASSES = 12, N = 4000 };
    static float boxes[N][4], scores[CLASSES][N];
    static int64_t y[CLASSES * 3][3];
    for (size_t i = 0; i < N; i++) {
        float x = (float)i;
        memcpy(boxes[i], (float[]){0, x, 1, x + 2}, sizeof boxes[i]);
        for (size_t c = 0; c < CLASSES; c++) scores[c][(i + 2 * c) % N] = (float)(N - i);
    }
    for (size_t i = 0; i < CLASSES * 3; i++) {
        size_t c = i / 3;
        memcpy(y[i], (int64_t[]){0, (int64_t)c, (int64_t)(2 * c + 2 * (i % 3))}, sizeof y[i]);
    }
    harness_begin(&h, &cm_op_NonMaxSuppression, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, N, 4), boxes);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, CLASSES, N), scores);
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){3});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){0.25F});
    harness_out(&h, CAMEO_INT64, H_DIMS(CLASSES * 3, 3), y);
    CHECK(harness_run(&h));
}

static cameo_status nms_status(const size_t boxes[3], const size_t scores[3], float iou) {
    harness_begin(&h, &cm_op_NonMaxSuppression, 11);
    harness_in(&h, CAMEO_FLOAT, 3, boxes, NULL);
    harness_in(&h, CAMEO_FLOAT, 3, scores, NULL);
    harness_in_none(&h);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), &iou);
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    return harness_status(&h);
}

void test_nms_refuses(void) {
    const size_t boxes[] = {2, 5, 4}, scores[] = {2, 3, 5};
    CHECK_INT(nms_status(boxes, scores, 1), CAMEO_OK);
    CHECK_INT(nms_status(boxes, scores, 1.5F), CAMEO_E_MALFORMED);
    CHECK_STR(h.error.msg, "iou_threshold is not in [0, 1]");
    CHECK_INT(nms_status(boxes, scores, -0.5F), CAMEO_E_MALFORMED);
    CHECK_INT(nms_status(boxes, scores, NAN), CAMEO_E_MALFORMED);
    CHECK_INT(nms_status((size_t[]){1, 5, 4}, scores, 0), CAMEO_E_SHAPE);
    CHECK_INT(nms_status((size_t[]){2, 6, 4}, scores, 0), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "boxes and scores differ in batches or boxes");
    CHECK_INT(nms_status((size_t[]){2, 5, 3}, scores, 0), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "a box does not have 4 numbers");
    harness_begin(&h, &cm_op_NonMaxSuppression, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5, 4), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 5), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "boxes has rank 2, want 3");
    harness_begin(&h, &cm_op_NonMaxSuppression, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 5, 4), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 5), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(2), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "input 2 has 2 elements, want 1");
    nms_begin(1, (float[4]){0}, (float[]){1}, 1);
    harness_attr_i(&h, "center_point_box", 2);
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
    CHECK_STR(h.error.msg, "center_point_box is 2, want 0 or 1");
}

/* What NonMaxSuppression computes at once: selected, and packed. A row's boxes end at the first negative number. */
void test_nms_halves(void) {
    const float boxes[16] = {0, 0, 1, 1, 0, 0, 1, 0.9F, 2, 2, 3, 3, 4, 4, 5, 5};
    const float scores[8] = {1, 2, 3, 3, NAN, 1, -1, 0};
    const int32_t three[6] = {2, 3, 1, 1, 3, 2}, two[4] = {2, 3, 1, 3}, one[6] = {2, -1, -1, 1, -1, -1};
    const struct {
        int64_t limit, most; /* most -1: it is not given */
        size_t columns;
        const int32_t *want;
    } cases[] = {{3, 3, 3, three}, {INT64_MAX, 2, 2, two}, {1, 3, 3, one}, {INT64_MAX, 9, 4, NULL}, {3, -1, 4, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int32_t all[8] = {2, 3, 1, -1, 1, 3, 2, -1};
        harness_begin(&h, &cm_op_NmsSelect, 1);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 4), boxes);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 4), scores);
        harness_in(&h, CAMEO_INT64, H_SCALAR, &cases[i].limit);
        harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){0.5F});
        if (cases[i].most >= 0) harness_attr_i(&h, "most", cases[i].most);
        harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, cases[i].columns), cases[i].want == NULL ? all : cases[i].want);
        CHECK(harness_run(&h));
    }
    harness_begin(&h, &cm_op_NmsPack, 1);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 2, 2), (int32_t[]){4, 2, 7, -1, -3, 9, 5, 0});
    harness_out(&h, CAMEO_INT64, H_DIMS(5, 3), (int64_t[]){0, 0, 4, 0, 0, 2, 0, 1, 7, 1, 1, 5, 1, 1, 0});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_NmsPack, 1);
    harness_in(&h, CAMEO_INT32, H_DIMS(2, 3, 0), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_NmsSelect, 1); /* no batches, no columns */
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 4, 4), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 2, 4), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(0, 2, 4), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_NmsSelect, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 4), boxes);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 4), scores);
    harness_in(&h, CAMEO_INT64, H_SCALAR, (int64_t[]){7});
    harness_attr_i(&h, "most", 0);
    harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_NmsPack, 1);
    harness_in(&h, CAMEO_INT64, H_DIMS(1, 1, 1), NULL);
    harness_out(&h, CAMEO_INT64, H_DIMS(0, 3), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
    harness_begin(&h, &cm_op_NmsSelect, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 4), boxes);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 4), scores);
    harness_in(&h, CAMEO_INT32, H_DIMS(1), (int32_t[]){1});
    harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_TYPE);
    harness_begin(&h, &cm_op_NmsSelect, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4, 4), boxes);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 4), scores);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), (int64_t[]){1});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){2});
    harness_out(&h, CAMEO_INT32, H_DIMS(1, 2, 4), (int32_t[8]){0});
    CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
}

/* Every variant of the slot says what the portable one says: up to 40 boxes, some of them empty or with a NaN. */
void test_nms_variants(void) {
    static float data[CM_BOXES_ROWS * 40];
    uint32_t rng = 1, hits = 0;
    for (int round = 0; round < 4000; round++) {
        cm_boxes others = {data, 40, (size_t)round % 41};
        cm_box box = {{0.2F, 0.3F}, {0.8F, 0.9F}, 0.36F};
        for (size_t i = 0; i < CM_BOXES_ROWS * 40; i++) {
            rng = rng * 1664525U + 1013904223U;
            data[i] = (float)(rng >> 8) / (1 << 24);
            if (rng >> 24 == 7) data[i] = NAN;
        }
        float threshold = 0.2F + data[0] * 0.5F;
        bool want = cm_boxes_overlap_portable(&others, &box, threshold);
        hits += want;
        for (uint64_t features = test_features(); features != 0; features &= features - 1)
            CHECK_INT(cm_prims_select(features)->boxes_overlap(&others, &box, threshold), want);
    }
    CHECK(hits > 400 && hits < 3600);
}
