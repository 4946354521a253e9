/* test_matmul_nbits.c — com.microsoft.MatMulNBits with operands whose products are exact on every accuracy_level. */
#include "tests/kernels/harness.h"

enum { TEST_M = 67, TEST_N = 21, TEST_K = 88, TEST_BLOCK = 32, TEST_BLOCKS = 3 };

typedef struct test_matrix {
    float a[TEST_M * TEST_K], scale[TEST_N * TEST_BLOCKS], y[TEST_M * TEST_N];
    uint8_t q[TEST_N * TEST_BLOCKS * TEST_BLOCK / 2], zero[TEST_N * 2];
} test_matrix;

/* Each block of a row has 127 in it, so that 8 bits hold the integers of a exactly; scales are powers of two. */
static void test_fill(test_matrix *t, bool zeros) {
    uint32_t seed = 5;
    for (size_t i = 0; i < TEST_M * TEST_K; i++)
        t->a[i] = (float)((seed = seed * 1664525u + 1013904223u) >> 24) - 127.0f;
    for (size_t i = 0; i < TEST_M * TEST_K; i++)
        t->a[i] = t->a[i] > 127.0f || i % TEST_K % TEST_BLOCK == 3 ? 127.0f : t->a[i];
    for (size_t i = 0; i < sizeof t->q; i++) t->q[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    for (size_t i = 0; i < sizeof t->zero; i++) t->zero[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    for (size_t i = 0; i < TEST_N * TEST_BLOCKS; i++) t->scale[i] = i % 3 == 0 ? 0.5f : i % 3 == 1 ? 1.0f : 0.25f;
    for (size_t i = 0; i < TEST_M; i++) {
        for (size_t j = 0; j < TEST_N; j++) {
            double sum = 0;
            for (size_t k = 0; k < TEST_K; k++) {
                size_t g = k / TEST_BLOCK, at = j * TEST_BLOCKS * TEST_BLOCK + k;
                int q = t->q[at / 2] >> at % 2 * 4 & 15, zero = zeros ? t->zero[j * 2 + g / 2] >> g % 2 * 4 & 15 : 8;
                sum += (double)t->a[i * TEST_K + k] * (q - zero) * (double)t->scale[j * TEST_BLOCKS + g];
            }
            t->y[i * TEST_N + j] = (float)sum;
        }
    }
}

static void test_rows(const test_matrix *t, size_t m, int64_t level, bool zeros) {
    harness h;
    harness_begin(&h, &cm_op_ms_MatMulNBits, 1);
    harness_attr_i(&h, "K", TEST_K);
    harness_attr_i(&h, "N", TEST_N);
    harness_attr_i(&h, "block_size", TEST_BLOCK);
    if (level >= 0) harness_attr_i(&h, "accuracy_level", level);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(m, TEST_K), t->a);
    harness_in(&h, CAMEO_UINT8, H_DIMS(TEST_N, TEST_BLOCKS, TEST_BLOCK / 2), t->q);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(TEST_N * TEST_BLOCKS), t->scale);
    if (zeros) harness_in(&h, CAMEO_UINT8, H_DIMS(TEST_N * 2), t->zero);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(m, TEST_N), t->y);
    CHECK(harness_run(&h));
}

void test_matmul_nbits_levels(void) {
    static test_matrix t;
    for (int zeros = 0; zeros < 2; zeros++) {
        test_fill(&t, zeros != 0);
        for (int64_t level = -1; level <= 4; level += 5) {
            test_rows(&t, 0, level, zeros != 0);
            test_rows(&t, 1, level, zeros != 0);
            test_rows(&t, 3, level, zeros != 0);
            test_rows(&t, TEST_M, level, zeros != 0);
        }
    }
}
