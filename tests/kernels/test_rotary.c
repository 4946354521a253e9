/* RotaryEmbedding, RMSNormalization, CausalConvWithState, LinearAttention: what ONNX's node tests leave out, which
 * are dtypes, tasks, hostile numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/kernels/harness.h"

static harness h;
static const int float_dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
static const double float_rtol[] = {3e-7, 1e-14, 1e-3, 8e-3};

/* A turn by a right angle exchanges the pair; what is not turned stays. */
void test_rotary_dtypes(void) {
    for (int i = 0; i < 4; i++) {
        harness_begin(&h, &cm_op_RotaryEmbedding, 23);
        harness_attr_i(&h, "rotary_embedding_dim", 2);
        harness_in_num(&h, float_dtypes[i], H_DIMS(1, 1, 2, 3), (double[]){1, 2, 3, 4, 5, 6});
        harness_in_num(&h, float_dtypes[i], H_DIMS(2, 1), (double[]){0, 1});
        harness_in_num(&h, float_dtypes[i], H_DIMS(2, 1), (double[]){1, 0});
        harness_in(&h, CAMEO_INT64, H_DIMS(1, 2), (int64_t[]){1, 0});
        harness_out_num(&h, float_dtypes[i], H_DIMS(1, 1, 2, 3), (double[]){1, 2, 3, -5, 4, 6});
        CHECK(harness_run(&h));
    }
}

static cameo_status rotary_status(int64_t id, size_t half, size_t width) {
    harness_begin(&h, &cm_op_ms_RotaryEmbedding, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 3, width), NULL);
    harness_in(&h, CAMEO_INT64, H_DIMS(1), &id);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5, half), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5, half), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 3, width), NULL);
    return harness_status(&h);
}

void test_rotary_refuses(void) {
    CHECK_INT(rotary_status(2, 2, 4), CAMEO_OK);
    CHECK_INT(rotary_status(3, 2, 4), CAMEO_E_SHAPE);
    CHECK_INT(rotary_status(INT64_MAX, 2, 4), CAMEO_E_SHAPE);
    CHECK_INT(rotary_status(INT64_MIN, 2, 4), CAMEO_E_SHAPE);
    CHECK_INT(rotary_status(0, 3, 4), CAMEO_E_SHAPE);
}

static double rotary_number(uint32_t *rng) {
    *rng = *rng * 1664525U + 1013904223U;
    return (double)(*rng >> 8) / (1 << 23) - 1;
}

/* Every variant of the slot beside doubles, from another array and in place; one float behind the end stays. */
void test_rotary_variants(void) {
    enum { HALF = 70 };
    float x[2 * HALF + 1], y[2 * HALF + 1], cos[HALF], sin[HALF];
    uint32_t rng = 1;
    for (int round = 0; round < 4 * HALF; round++) {
        size_t half = (size_t)round / 4 + 1, step = round % 2 ? 2 : 1, other = round % 2 ? 1 : half;
        bool in_place = round & 2;
        for (size_t i = 0; i < 2 * half; i++) x[i] = (float)rotary_number(&rng);
        for (size_t i = 0; i < half; i++) cos[i] = (float)rotary_number(&rng), sin[i] = (float)rotary_number(&rng);
        for (uint64_t features = test_features();; features &= features - 1) {
            if (in_place) memcpy(y, x, sizeof y);
            y[2 * half] = 7;
            cm_prims_select(features)->rotary_pairs(y, in_place ? y : x, cos, sin, half, round % 2);
            CHECK(y[2 * half] == 7);
            for (size_t i = 0; i < half; i++) {
                double a = (double)x[i * step], b = (double)x[i * step + other], c = (double)cos[i], s = (double)sin[i];
                double low = fabs((double)y[i * step] - (c * a - s * b));
                double high = fabs((double)y[i * step + other] - (s * a + c * b));
                CHECK_MSG(low <= ldexp(fabs(c * a) + fabs(s * b), -23) && high <= ldexp(fabs(s * a) + fabs(c * b), -23),
                          "pair %zu of %zu, step %zu: %g, %g", i, half, step, low, high);
            }
            if (features == 0) break;
        }
    }
}

/* Heads of rank 3 and 4 in several tasks, with a part that is not turned. */
void test_rotary_heads(void) {
    enum { ROWS = 90, HEADS = 3, HALF = 37, WIDTH = 2 * HALF + 5, N = ROWS * HEADS * WIDTH };
    static double x[N], y[N], cos[ROWS * HALF], sin[ROWS * HALF];
    for (size_t i = 0; i < N; i++) x[i] = (double)(i * 7919 % 257) / 64 - 2;
    for (size_t i = 0; i < ROWS * HALF; i++) cos[i] = (double)(i * 31 % 64) / 64;
    for (size_t i = 0; i < ROWS * HALF; i++) sin[i] = (double)(i * 37 % 128) / 64 - 1;
    for (int way = 0; way < 4; way++) {
        size_t step = way & 1 ? 2 : 1, other = way & 1 ? 1 : HALF;
        for (size_t i = 0; i < N; i++) y[i] = x[i];
        for (size_t i = 0; i < HEADS * ROWS * HALF; i++) {
            size_t row = i / HALF % ROWS, head = i / HALF / ROWS, at = row * HALF + i % HALF;
            size_t low = (way & 2 ? head * ROWS + row : row * HEADS + head) * WIDTH + i % HALF * step;
            y[low] = cos[at] * x[low] - sin[at] * x[low + other];
            y[low + other] = sin[at] * x[low] + cos[at] * x[low + other];
        }
        for (int d = 0; d < 2; d++) {
            harness_begin(&h, &cm_op_RotaryEmbedding, 23);
            harness_attr_i(&h, "rotary_embedding_dim", 2 * HALF);
            harness_attr_i(&h, "num_heads", HEADS);
            harness_attr_i(&h, "interleaved", way & 1);
            if (way & 2) harness_in_num(&h, float_dtypes[d], H_DIMS(1, HEADS, ROWS, WIDTH), x);
            else harness_in_num(&h, float_dtypes[d], H_DIMS(1, ROWS, HEADS * WIDTH), x);
            harness_in_num(&h, float_dtypes[d], H_DIMS(1, ROWS, HALF), cos);
            harness_in_num(&h, float_dtypes[d], H_DIMS(1, ROWS, HALF), sin);
            if (way & 2) harness_out_num(&h, float_dtypes[d], H_DIMS(1, HEADS, ROWS, WIDTH), y);
            else harness_out_num(&h, float_dtypes[d], H_DIMS(1, ROWS, HEADS * WIDTH), y);
            h.rtol = h.atol = float_rtol[d];
            CHECK_MSG(harness_run(&h), "way %d, dtype %d", way, d);
        }
    }
}

/* Many rows, a scale of each shape. */
void test_rms_norm_formula(void) {
    enum { ROWS = 300, N = 130 };
    double *x = malloc(ROWS * N * sizeof *x), *y = malloc(ROWS * N * sizeof *y), scale[N];
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < N; i++) scale[i] = kind == 0 ? 1 + (double)(i % 7) / 8 : 0.5;
        for (size_t r = 0; r < ROWS; r++) {
            double sum = 0;
            for (size_t i = 0; i < N; i++)
                x[r * N + i] = (double)((r * N + i) * 7919 % 64) / 16 - 2;
            for (size_t i = 0; i < N; i++) sum += x[r * N + i] * x[r * N + i];
            for (size_t i = 0; i < N; i++)
                y[r * N + i] = x[r * N + i] / sqrt(sum / N + 0.25) * scale[i];
        }
        for (int d = 0; d < 4; d++) {
            harness_begin(&h, &cm_op_RMSNormalization, 23);
            harness_attr_f(&h, "epsilon", 0.25f);
            harness_in_num(&h, float_dtypes[d], H_DIMS(ROWS, N), x);
            if (kind == 2) harness_in_num(&h, CAMEO_DOUBLE, H_DIMS(1, 1), scale);
            if (kind != 2) harness_in_num(&h, float_dtypes[d], H_DIMS(kind == 0 ? N : 1), scale);
            harness_out_num(&h, kind == 2 ? CAMEO_DOUBLE : float_dtypes[d], H_DIMS(ROWS, N), y);
            h.rtol = kind == 2 ? 1e-14 : float_rtol[d];
            CHECK(harness_run(&h));
        }
    }
    free(x);
    free(y);
}

void test_rms_norm_refuses(void) {
    for (int i = 0; i < 2; i++) {
        harness_begin(&h, &cm_op_RMSNormalization, 23);
        harness_attr_i(&h, "axis", i == 0 ? 2 : -1);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(i == 0 ? 3 : 2), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), NULL);
        CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    }
}

void test_causal_conv_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 3; i++) {
        harness_begin(&h, &cm_op_CausalConvWithState, 27);
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 2), (double[]){1, 2, 3, 4});
        harness_in_num(&h, dtypes[i], H_DIMS(2, 1, 3), (double[]){1, 10, 2, 1, 1, 0});
        harness_in_num(&h, dtypes[i], H_DIMS(2), (double[]){0, 0.5});
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 2), (double[]){5, 6, 7, 8});
        harness_out_num(&h, dtypes[i], H_DIMS(1, 2, 2), (double[]){67, 20, 15.5, 11.5});
        harness_out_num(&h, dtypes[i], H_DIMS(1, 2, 2), (double[]){1, 2, 3, 4});
        CHECK(harness_run(&h));
    }
}

void test_causal_conv_refuses(void) {
    harness_begin(&h, &cm_op_CausalConvWithState, 27);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 1, 3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    harness_begin(&h, &cm_op_CausalConvWithState, 27);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

/* Two steps of one number: S = e^g S + beta k (v - e^g S k), o = 2 q S. */
void test_linear_attention_dtypes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (int i = 0; i < 3; i++) {
        harness_begin(&h, &cm_op_LinearAttention, 27);
        harness_attr_i(&h, "q_num_heads", 2);
        harness_attr_i(&h, "kv_num_heads", 1);
        harness_attr_f(&h, "scale", 2);
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 2), (double[]){1, 2, 1, 3});
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 1), (double[]){1, 2});
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 1), (double[]){3, 5});
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 1), (double[]){4});
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 1), (double[]){0, 0});
        harness_in_num(&h, dtypes[i], H_DIMS(1, 2, 1), (double[]){0.5, 0.25});
        harness_out_num(&h, dtypes[i], H_DIMS(1, 2, 2), (double[]){7, 14, 5, 15});
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, 1, 1, 1), (double[]){2.5});
        CHECK(harness_run(&h));
    }
}

void test_linear_attention_refuses(void) {
    for (int i = 0; i < 2; i++) { /* decay is wanted; heads that do not divide */
        harness_begin(&h, &cm_op_LinearAttention, 27);
        harness_attr_i(&h, "q_num_heads", 3);
        harness_attr_i(&h, "kv_num_heads", i == 0 ? 1 : 2);
        harness_attr_s(&h, "update_rule", i == 0 ? "gated" : "linear");
        for (int k = 0; k < 3; k++) harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 6), NULL);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 6), NULL);
        CHECK_INT(harness_status(&h), i == 0 ? CAMEO_E_MALFORMED : CAMEO_E_SHAPE);
    }
}
