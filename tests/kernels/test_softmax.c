#include <math.h>
#include <stdlib.h>

#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "tests/kernels/harness.h"

/* softmax in double over [outer][n][inner]. */
static void softmax_slowly(size_t outer, size_t n, size_t inner, const double *x, double *y) {
    for (size_t o = 0; o < outer * inner; o++) {
        const double *from = x + o / inner * n * inner + o % inner;
        double *to = y + o / inner * n * inner + o % inner;
        double max = -INFINITY, sum = 0;
        for (size_t i = 0; i < n; i++) max = fmax(max, from[i * inner]);
        for (size_t i = 0; i < n; i++) sum += exp(from[i * inner] - max);
        for (size_t i = 0; i < n; i++) to[i * inner] = exp(from[i * inner] - max) / sum;
    }
}

static double softmax_sample(size_t i) { return (double)((i * 7919 + 13) % 257) / 16 - 8; }

/* Axis `axis` of 3 x 4 x 37 in every dtype, since_version 13, and flattened, 1 and 11. */
static bool softmax_case(int dtype, int since, int64_t axis, size_t outer, size_t n, size_t inner) {
    double x[444], y[444];
    for (size_t i = 0; i < 444; i++) x[i] = softmax_sample(i); /* exact in every dtype but bf16 */
    if (dtype == CAMEO_BFLOAT16) {
        for (size_t i = 0; i < 444; i++) x[i] = floor(x[i]);
    }
    softmax_slowly(outer, n, inner, x, y);
    harness h;
    harness_begin(&h, &cm_op_Softmax, since);
    if (axis != 99) harness_attr_i(&h, "axis", axis);
    harness_in_num(&h, dtype, H_DIMS(3, 4, 37), x);
    harness_out_num(&h, dtype, H_DIMS(3, 4, 37), y);
    h.rtol = dtype == CAMEO_DOUBLE ? 1e-14 : dtype == CAMEO_FLOAT ? 1e-6 : 1.0 / 1024;
    if (dtype == CAMEO_BFLOAT16) h.rtol = 1.0 / 128;
    h.atol = dtype == CAMEO_FLOAT16 ? 6e-8 : 0; /* one subnormal step */
    return harness_run(&h);
}

void test_softmax_axes(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (size_t i = 0; i < 4; i++) {
        CHECK(softmax_case(dtypes[i], 13, 0, 1, 3, 148));
        CHECK(softmax_case(dtypes[i], 13, 1, 3, 4, 37));
        CHECK(softmax_case(dtypes[i], 13, -1, 12, 37, 1));
        CHECK(softmax_case(dtypes[i], 13, 99, 12, 37, 1));
        CHECK(softmax_case(dtypes[i], 11, 99, 3, 148, 1));
        CHECK(softmax_case(dtypes[i], 11, -1, 12, 37, 1));
        CHECK(softmax_case(dtypes[i], 1, 0, 1, 444, 1));
    }
}

void test_softmax_special(void) {
    harness h;
    harness_begin(&h, &cm_op_Softmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(5, 2),
               (float[]){1e30F, 1e30F, NAN, 0, -INFINITY, 3, -INFINITY, -INFINITY, INFINITY, 0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(5, 2),
                (float[]){0.5F, 0.5F, NAN, NAN, 0, 1, NAN, NAN, NAN, NAN});
    /* inf - inf is NaN, and so is the sum: numpy's answer, too. */
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Softmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Softmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_attr_i(&h, "axis", 1);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}

/* Walks the tables of this processor, best first; NULL after the portable one. */
static const cm_prims *softmax_next(uint64_t *features) {
    if (*features == UINT64_MAX) return NULL;
    const cm_prims *p = cm_prims_select(*features & test_features());
    uint64_t best = p->features & CM_CPU_AVX512 ? CM_CPU_AVX512 : p->features;
    *features = p->features == 0 ? UINT64_MAX : *features & ~best;
    return p;
}
#define SOFTMAX_ALL_FEATURES (UINT64_MAX >> 1)
#define SOFTMAX_GUARD 77.0F

/* The bounds that softmax_rows.h states, with x in [-65, 5]: [n][width] in rows of `step`, in place. */
static bool softmax_bounds(const cm_prims *p, size_t n, size_t step, size_t width, bool log_of) {
    float *y = malloc((n * step + 1) * sizeof *y);
    double *wide = malloc((n * width + 1) * sizeof *wide);
    double *want = malloc((n * width + 1) * sizeof *want);
    bool ok = true;
    for (size_t i = 0; i <= n * step; i++) y[i] = SOFTMAX_GUARD;
    for (size_t i = 0; i < n * width; i++) {
        float v = (float)((double)((i * 2654435761u) % 1000003) / 1000003 * 70 - 65);
        y[i / width * step + i % width] = v;
        wide[i] = (double)v;
    }
    softmax_slowly(1, n, width, wide, want);
    (log_of ? p->log_softmax_f32 : p->softmax_f32)(y, y, n, step, width);
    for (size_t i = 0; ok && i < n * step; i++) {
        size_t row = i / step, c = i % step;
        if (c >= width) {
            ok = y[i] == SOFTMAX_GUARD;
            continue;
        }
        double max = -INFINITY;
        for (size_t l = 0; l < n; l++) max = fmax(max, wide[l * width + c]);
        double at = want[row * width + c], off = max - wide[row * width + c];
        double err = fabs((double)y[i] - (log_of ? log(at) : at));
        ok = err <= (log_of ? 0x1p-22 + 3 * 0x1p-23 * fabs(log(at)) : (4 + off / 2) * 0x1p-23 * at);
        if (!ok) check_failed(__FILE__, __LINE__, "%s %zu x %zu: %g at %zu", p->name, n, width, (double)y[i], i);
        if (n * width > 3000) i += 96; /* max is looked for again each time */
    }
    if (y[n * step] != SOFTMAX_GUARD) ok = false;
    free(y);
    free(wide);
    free(want);
    return ok;
}

/* Rows and columns of every tail. */
void test_softmax_accuracy(void) {
    uint64_t features = SOFTMAX_ALL_FEATURES;
    for (const cm_prims *p; (p = softmax_next(&features)) != NULL;) {
        for (int log_of = 0; log_of < 2; log_of++) {
            CHECK(softmax_bounds(p, 20000, 1, 1, log_of != 0));
            CHECK(softmax_bounds(p, 1000, 37, 35, log_of != 0));
            CHECK(softmax_bounds(p, 1000, 3, 3, log_of != 0));
            for (size_t n = 0; n < 70; n++) {
                CHECK_MSG(softmax_bounds(p, n, 1, 1, log_of != 0), "%s row of %zu", p->name, n);
                CHECK_MSG(softmax_bounds(p, n % 19, 71, n, log_of != 0), "%s %zu columns", p->name, n);
                CHECK_MSG(softmax_bounds(p, n % 19, 2, 1, log_of != 0), "%s strided column", p->name);
                for (size_t width = 2; width < 20; width++)
                    CHECK_MSG(softmax_bounds(p, n, width, width, log_of != 0), "%s %zu x %zu", p->name, n, width);
            }
        }
    }
}

/* Special values in rows and columns of every length: what is NaN as a whole, and what is not. */
void test_softmax_hostile(void) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    uint64_t features = SOFTMAX_ALL_FEATURES;
    for (const cm_prims *p; (p = softmax_next(&features)) != NULL;) {
        for (size_t q = 0; q < 3 * 40 * 4; q++) {
            float x[80], y[80];
            size_t n = q / 12 + 1, step = q % 2 + 1;
            float v = bad[q / 4 % 3];
            bool all = q / 2 % 2 != 0;
            for (size_t i = 0; i < n * step; i++) x[i] = all ? v : -100.0F - (float)i;
            x[(n - 1) * step] = v;
            for (int log_of = 0; log_of < 2; log_of++) {
                (log_of ? p->log_softmax_f32 : p->softmax_f32)(y, x, n, step, 1);
                bool lost = all || !(v < 0) || n == 1;
                for (size_t i = 0; i < n; i++) {
                    CHECK_MSG(isnan(y[i * step]) == lost, "%s: %g, element %zu of %zu", p->name, (double)v, i, n);
                }
                if (!lost) CHECK(y[(n - 1) * step] == (log_of ? -INFINITY : 0.0F));
            }
        }
    }
}

/* Rows of few columns, one element of which is special: its column is NaN as a whole, the others are not touched. */
void test_softmax_hostile_columns(void) {
    static const float bad[] = {NAN, INFINITY};
    uint64_t features = SOFTMAX_ALL_FEATURES;
    for (const cm_prims *p; (p = softmax_next(&features)) != NULL;) {
        for (size_t q = 0; q < 40 * 16; q++) {
            float x[40 * 20], y[40 * 20];
            size_t n = q / 16 + 1, width = q % 16 + 2, at = q * 7 % (n * width);
            for (size_t i = 0; i < n * width; i++) x[i] = (float)(i % 5);
            x[at] = bad[q % 2];
            p->softmax_f32(y, x, n, width, width);
            for (size_t i = 0; i < n * width; i++) {
                bool lost = i % width == at % width;
                bool right = lost ? isnan(y[i]) : y[i] > 0 && y[i] <= 1;
                CHECK_MSG(right, "%s: %zu x %zu: %g at %zu, special at %zu", p->name, n, width, (double)y[i], i, at);
            }
        }
    }
}

/* Two parts of a row, of every length: exponentials of the second under the greatest of both, and their sum. */
void test_softmax_part(void) {
    uint64_t features = SOFTMAX_ALL_FEATURES;
    for (const cm_prims *p; (p = softmax_next(&features)) != NULL;) {
        for (size_t n = 1; n < 80; n++) {
            float x[80], y[80], before[3] = {-INFINITY, -3, 40}, max = before[n % 3], want = max;
            double sum = 0;
            for (size_t i = 0; i < n; i++) x[i] = y[i] = (float)((i * 7919 + n * 31) % 97) / 4 - 12;
            for (size_t i = 0; i < n; i++) want = fmaxf(want, x[i]);
            double got = p->softmax_part_f32(y, n, &max);
            CHECK_MSG(max == want, "%s: the greatest of %zu is %g, want %g", p->name, n, (double)max, (double)want);
            for (size_t i = 0; i < n; i++) {
                double off = (double)x[i] - (double)want, e = exp(off);
                bool near = fabs((double)y[i] - e) <= (4 - off / 2) * 0x1p-23 * e;
                CHECK_MSG(near, "%s: element %zu of %zu is %g, want %g", p->name, i, n, (double)y[i], e);
                sum += (double)y[i];
            }
            CHECK_MSG(fabs(got - sum) <= 0x1p-21 * sum, "%s: the sum of %zu is %g, want %g", p->name, n, got, sum);
        }
    }
}

/* Nothing seen yet gives 0, whatever came before keeps its maximum, and NaN stays. */
void test_softmax_part_hostile(void) {
    uint64_t features = SOFTMAX_ALL_FEATURES;
    for (const cm_prims *p; (p = softmax_next(&features)) != NULL;) {
        for (size_t n = 1; n < 80; n++) {
            float x[80], max = -INFINITY;
            for (size_t i = 0; i < n; i++) x[i] = -INFINITY;
            CHECK(p->softmax_part_f32(x, n, &max) == 0 && max == -INFINITY);
            for (size_t i = 0; i < n; i++) CHECK(x[i] == 0);
            for (size_t i = 0; i < n; i++) x[i] = i == n / 2 ? NAN : -INFINITY;
            CHECK(isnan(p->softmax_part_f32(x, n, &max)) && max == -INFINITY && isnan(x[n / 2]));
            for (size_t i = 0; i < n; i++) x[i] = i == n / 2 ? NAN : -INFINITY;
            max = 2;
            CHECK(isnan(p->softmax_part_f32(x, n, &max)) && max == 2 && isnan(x[n / 2]));
        }
    }
}

/* The first greatest along each axis; NaN is the greatest, the first of them counts. */
void test_softmax_hard(void) {
    const float x[] = {1, 3, 3, -1, NAN, 5, NAN, INFINITY, -INFINITY, -INFINITY, -0.0F, 0};
    const double by_row[] = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
    const double by_column[] = {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    double numbers[12];
    for (int i = 0; i < 12; i++) numbers[i] = (double)x[i];
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        for (int axis = -2; axis < 2; axis++) {
            static harness h;
            harness_begin(&h, &cm_op_Hardmax, 13);
            harness_attr_i(&h, "axis", axis);
            harness_in_num(&h, dtypes[i], H_DIMS(3, 4), numbers);
            harness_out_num(&h, dtypes[i], H_DIMS(3, 4), axis % 2 != 0 ? by_row : by_column);
            CHECK(harness_run(&h));
        }
    }
}

/* Until since_version 11 all dims from the axis on are one; without axis from 1 on. */
void test_softmax_hard_flat(void) {
    static harness h;
    static float x[7 * 5000], y[7 * 5000];
    for (int since = 1; since < 14; since += 6) {
        harness_begin(&h, &cm_op_Hardmax, since);
        harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2), (float[]){1, 2, 3, 0, 7, 7, 7, 7});
        harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 2, 2),
                    since < 13 ? (float[]){0, 0, 1, 0, 1, 0, 0, 0}
                               : (float[]){0, 1, 1, 0, 1, 0, 1, 0});
        CHECK(harness_run(&h));
    }
    for (size_t i = 0; i < 7; i++) {
        x[i * 5000 + 700 * i] = 1;
        y[i * 5000 + 700 * i] = 1;
    }
    harness_begin(&h, &cm_op_Hardmax, 11);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(7, 50, 100), x);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(7, 50, 100), y);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Hardmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Hardmax, 13);
    harness_attr_i(&h, "axis", 2);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 2), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
}
