#include <float.h>
#include <math.h>

#include "tests/kernels/harness.h"

enum { N = 2, C = 3, ROWS = 67, COLUMNS = 45, PLANE = ROWS * COLUMNS };

static harness h;

/* The 3 x 2 window whose first element is at (top, left), which may lie outside. */
static float pool_mask_window(const float *x, const int32_t *m, int top, int left) {
    float max = -FLT_MAX;
    for (int r = top; r < top + 3; r++) {
        for (int c = left; c < left + 2; c++) {
            if (r < 0 || r >= ROWS || c < 0 || c >= COLUMNS) continue;
            if (r + c != 0 && m[r * COLUMNS + c] == 0) break;
            max = fmaxf(max, x[r * COLUMNS + c]);
        }
    }
    return max;
}

/* Windows of 3 x 2 with strides 2 and 1 and pads, of one plane of masks and of as many as X has. */
void test_pool_mask(void) {
    static float x[N * C * PLANE], y[N * C * 34 * 46];
    static int32_t m[N * C * PLANE];
    for (size_t i = 0; i < N * C * PLANE; i++) {
        x[i] = (float)(i * 7919 % 10007) / 100 - 50;
        m[i] = i * 2654435761u >> 16 & 3;
    }
    for (size_t masks = 1; masks <= C; masks += C - 1) {
        for (size_t p = 0; p < N * C; p++) {
            const int32_t *mask = m + p * PLANE % (masks == 1 ? 1 : N * C);
            for (int i = 0; i < 34 * 46; i++)
                y[p * 34 * 46 + (size_t)i] = pool_mask_window(x + p * PLANE, mask, i / 46 * 2 - 1, i % 46 - 1);
        }
        harness_begin(&h, &cm_op_ms_MaxpoolWithMask, 1);
        harness_attr_ints(&h, "kernel_shape", 2, (int64_t[]){3, 2});
        harness_attr_ints(&h, "strides", 2, (int64_t[]){2, 1});
        harness_attr_ints(&h, "pads", 4, (int64_t[]){1, 1, 1, 1});
        harness_in(&h, CAMEO_FLOAT, H_DIMS(N, C, ROWS, COLUMNS), x);
        harness_in(&h, CAMEO_INT32, H_DIMS(masks == 1 ? 1 : N, masks, ROWS, COLUMNS), m);
        harness_out(&h, CAMEO_FLOAT, H_DIMS(N, C, 34, 46), y);
        CHECK_MSG(harness_run(&h), "%zu masks", masks);
    }
}

/* As onnxruntime computes them: what has no element, or none above the lowest number; the mask of the first element. */
void test_pool_mask_special(void) {
    harness_begin(&h, &cm_op_ms_MaxpoolWithMask, 1);
    harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 1, 5), (float[]){NAN, -INFINITY, 3, INFINITY, 7});
    harness_in(&h, CAMEO_INT32, H_DIMS(1, 1, 5), (int32_t[]){1, -1, 1, 0, 1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 1, 4), (float[]){-FLT_MAX, 3, 3, -FLT_MAX});
    CHECK(harness_run(&h));
    for (size_t rank = 3; rank <= 4; rank++) {
        size_t dims[4] = {1, 1, 1, 1};
        harness_begin(&h, &cm_op_ms_MaxpoolWithMask, 1);
        harness_attr_ints(&h, "kernel_shape", rank - 2, (int64_t[]){1, 1});
        harness_in(&h, CAMEO_FLOAT, (uint32_t)rank, dims, (float[]){5});
        harness_in(&h, CAMEO_INT32, (uint32_t)rank, dims, (int32_t[]){0});
        harness_out(&h, CAMEO_FLOAT, (uint32_t)rank, dims, (float[]){rank == 3 ? -FLT_MAX : 5});
        CHECK(harness_run(&h));
    }
    harness_begin(&h, &cm_op_ms_MaxpoolWithMask, 1); /* planes without elements, windows over their pads */
    harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){2});
    harness_attr_ints(&h, "pads", 2, (int64_t[]){1, 2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 0), NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(1, 2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), (float[]){-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_ms_MaxpoolWithMask, 1);
    harness_attr_ints(&h, "kernel_shape", 1, (int64_t[]){2});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 2, 3), NULL);
    harness_in(&h, CAMEO_INT32, H_DIMS(0, 2, 3), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(0, 2, 2), NULL);
    CHECK(harness_run(&h));
}

static cameo_status pool_mask_status(uint32_t rank, uint32_t mask_rank, const size_t *mask, size_t n_kernel) {
    harness_begin(&h, &cm_op_ms_MaxpoolWithMask, 1);
    if (n_kernel != 0) harness_attr_ints(&h, "kernel_shape", n_kernel, (int64_t[]){2, 2});
    harness_in(&h, CAMEO_FLOAT, rank, (size_t[]){1, 2, 3, 3}, NULL);
    harness_in(&h, CAMEO_INT32, mask_rank, mask, NULL);
    harness_out(&h, CAMEO_FLOAT, rank, (size_t[]){1, 2, 2, 2}, NULL);
    return harness_status(&h);
}

void test_pool_mask_refuses(void) {
    CHECK_INT(pool_mask_status(3, 3, (size_t[]){1, 1, 3}, 1), CAMEO_OK);
    CHECK_INT(pool_mask_status(2, 2, (size_t[]){1, 1}, 1), CAMEO_E_SHAPE);
    CHECK_INT(pool_mask_status(4, 3, (size_t[]){1, 3, 3}, 2), CAMEO_E_SHAPE);
    CHECK_INT(pool_mask_status(4, 4, (size_t[]){1, 1, 3, 4}, 2), CAMEO_E_SHAPE);
    CHECK_INT(pool_mask_status(4, 4, (size_t[]){1, 0, 3, 3}, 2), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "M has no plane, X has 2");
    CHECK_INT(pool_mask_status(4, 4, (size_t[]){1, 1, 3, 3}, 1), CAMEO_E_SHAPE);
    CHECK_INT(pool_mask_status(4, 4, (size_t[]){1, 1, 3, 3}, 0), CAMEO_E_MISSING);
}
