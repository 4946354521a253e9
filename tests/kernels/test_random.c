#include <math.h>
#include <stdlib.h>

#include "kernels/philox.h"
#include "tests/kernels/harness.h"
#include "tests/kernels/random_vectors.h"

static harness h;

cm_setup_fn cm_random_setup, cm_random_multinomial_setup;
cm_run_fn cm_random_normal_run, cm_random_uniform_run, cm_random_bernoulli_run,
    cm_random_multinomial_run;

/* The known answers of the authors: Random123, kat_vectors. */
void test_random_philox(void) {
    static const uint32_t cases[3][10] = {
        {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
        {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
        {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
         0x94fdcceb, 0x5001e420, 0x24126ea1}};
    for (size_t i = 0; i < 3; i++) {
        const uint32_t *c = cases[i];
        cm_philox got = cm_philox_block((cm_philox){{c[0], c[1], c[2], c[3]}}, c + 4);
        for (int j = 0; j < 4; j++) CHECK(got.v[j] == c[6 + j]);
    }
}

static void random_begin(const cm_op *op, int dtype, float first, float second) {
    bool normal = op == &cm_op_RandomNormal || op == &cm_op_RandomNormalLike;
    harness_begin(&h, op, 22);
    harness_attr_i(&h, "dtype", dtype);
    harness_attr_f(&h, normal ? "mean" : "low", first);
    harness_attr_f(&h, normal ? "scale" : "high", second);
}

static void random_shape_attr(size_t n) {
    harness_attr_ints(&h, "shape", 1, (int64_t[]){(int64_t)n});
}

/* What Python gives, by seed and, without one, by node; each element alone, too. */
void test_random_vectors(void) {
    for (int like = 0; like < 2; like++) {
        random_begin(like ? &cm_op_RandomUniformLike : &cm_op_RandomUniform, CAMEO_DOUBLE, -1, 3);
        harness_attr_f(&h, "seed", 2.5F);
        if (like)
            harness_in_str(&h, H_DIMS(7), (const char *[]){"", "", "", "", "", "", ""});
        else
            random_shape_attr(7);
        harness_out(&h, CAMEO_DOUBLE, H_DIMS(7), random_uniform_seeded);
        CHECK(harness_run(&h));
        random_begin(like ? &cm_op_RandomNormalLike : &cm_op_RandomNormal, CAMEO_DOUBLE, 0.5F, 2);
        harness_attr_f(&h, "seed", 2.5F);
        if (like)
            harness_in(&h, CAMEO_INT8, H_DIMS(7), NULL);
        else
            random_shape_attr(7);
        harness_out(&h, CAMEO_DOUBLE, H_DIMS(7), random_normal_seeded);
        h.rtol = 1e-13;
        CHECK(harness_run(&h));
    }
    harness_begin(&h, &cm_op_RandomUniform, 1);
    random_shape_attr(7);
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(7), random_uniform_node);
    h.rtol = 1e-7;
    CHECK(harness_run(&h));
}

void test_random_draws(void) {
    static const int dtypes[] = {CAMEO_FLOAT,  CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16,
                                 CAMEO_UINT8,  CAMEO_INT8,   CAMEO_UINT16,  CAMEO_INT16,
                                 CAMEO_UINT32, CAMEO_INT32,  CAMEO_UINT64,  CAMEO_INT64,
                                 CAMEO_BOOL};
    double p[60];
    for (int i = 0; i < 60; i++) p[i] = i % 11 / 10.0;
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        harness_begin(&h, &cm_op_Bernoulli, 22);
        harness_attr_f(&h, "seed", 7);
        harness_attr_i(&h, "dtype", dtypes[i]);
        harness_in(&h, CAMEO_DOUBLE, H_DIMS(60), p);
        harness_out_num(&h, dtypes[i], H_DIMS(60), random_bernoulli);
        CHECK(harness_run(&h));
        if (dtypes[i] != CAMEO_INT32 && dtypes[i] != CAMEO_INT64) continue;
        const double weights[] = {1, 2, 3, 4, 0, 8, 0, 1, 5, 0, 0, 0};
        double logs[12];
        for (int j = 0; j < 12; j++) logs[j] = log(weights[j]);
        logs[4] = NAN; /* no weight, too */
        harness_begin(&h, &cm_op_Multinomial, 7);
        harness_attr_f(&h, "seed", 7);
        harness_attr_i(&h, "dtype", dtypes[i]);
        harness_attr_i(&h, "sample_size", 20);
        harness_in(&h, CAMEO_DOUBLE, H_DIMS(3, 4), logs);
        harness_out_num(&h, dtypes[i], H_DIMS(3, 20), random_multinomial);
        CHECK(harness_run(&h));
    }
}

/* Runs the operator that was begun in one piece; its n values as doubles, and the bytes for a check
 * that any division into tasks gives the same. NULL: it failed. */
static void *random_run(int dtype, uint32_t rank, const size_t *dims, cm_run_fn *run, double *v) {
    static const cm_id ids[] = {0, 1};
    size_t n = 1;
    for (uint32_t d = 0; d < rank; d++) n *= dims[d];
    cm_tensor values[2] = {{0}};
    void *data = calloc(n, 8);
    if (data == NULL || harness_shape(&h) != CAMEO_OK) return NULL;
    if (h.n_in > 0) {
        values[0] = h.in[0].t;
        values[0].dims = h.in[0].dims;
    }
    values[1] = (cm_tensor){data, dims, n, (uint8_t)dtype, (uint8_t)rank, 0, CAMEO_KIND_TENSOR, 0};
    double scratch[64];
    cm_kctx k = {.op = h.op,
                 .params = h.params,
                 .values = values,
                 .in_ids = ids,
                 .out_ids = ids + 1,
                 .n_in = h.n_in,
                 .n_out = 1,
                 .since = h.since,
                 .worker_scratch = (uint8_t *)scratch,
                 .e = &h.error};
    cm_setup s = {0};
    bool draws = run == cm_random_multinomial_run;
    bool ok = (draws ? cm_random_multinomial_setup : cm_random_setup)(&k, &s) == CAMEO_OK &&
              run(&k, 0, 0, s.phase[0].n_tasks) == CAMEO_OK;
    if (!ok) {
        free(data);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) v[i] = harness_load(dtype, data, i);
    return data;
}

static int random_by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double random_phi(double x) { return 0.5 * erfc(-x / sqrt(2)); }

enum { RANDOM_N = 100000 };
static double random_v[RANDOM_N];

/* Mean, variance, correlation of neighbours at distance 1 and 2, and the distance of Kolmogorov and
 * Smirnov. A sound generator exceeds each bound with a probability below 1e-3 (3.5 deviations; 1.95
 * for the distance), and the numbers are always the same ones. */
static void random_judge(double mean, double variance, double fourth, bool normal) {
    double *v = random_v;
    double sum = 0, squares = 0, pair[2] = {0, 0}, distance = 0;
    const double root = sqrt((double)RANDOM_N);
    for (size_t i = 0; i < RANDOM_N; i++) {
        double d = v[i] - mean;
        sum += d;
        squares += d * d;
        for (size_t j = 1; j < 3 && i >= j; j++) pair[j - 1] += d * (v[i - j] - mean);
    }
    CHECK(fabs(sum / RANDOM_N) < 3.5 * sqrt(variance) / root);
    CHECK(fabs(squares / RANDOM_N - variance) < 3.5 * sqrt(fourth - variance * variance) / root);
    CHECK(fabs(pair[0]) < 3.5 * variance * root);
    CHECK(fabs(pair[1]) < 3.5 * variance * root);
    qsort(v, RANDOM_N, sizeof *v, random_by_size);
    for (size_t i = 0; i < RANDOM_N; i++) {
        double at = normal ? random_phi((v[i] - mean) / sqrt(variance)) : (v[i] - 1) / 2;
        distance = fmax(distance, fmax(at - (double)i / RANDOM_N, (double)(i + 1) / RANDOM_N - at));
    }
    CHECK_MSG(distance * root < 1.95, "distance %g", distance * root);
}

/* Normal with mean 2 and deviation 3; uniform in [1, 3), whose variance is 1/3 and fourth moment 1/5. */
void test_random_distributions(void) {
    static const size_t dims[] = {RANDOM_N};
    for (int seed = 0; seed < 5; seed++) {
        for (int normal = 0; normal < 2; normal++) {
            int dtype = seed % 2 == 0 ? CAMEO_FLOAT : CAMEO_DOUBLE;
            const cm_op *op = normal ? &cm_op_RandomNormal : &cm_op_RandomUniform;
            for (int again = 0; again < 2; again++) {
                static void *data;
                random_begin(op, dtype, normal ? 2 : 1, 3);
                if (seed > 0) harness_attr_f(&h, "seed", (float)seed);
                random_shape_attr(RANDOM_N);
                harness_out(&h, dtype, 1, dims, again ? data : NULL);
                if (again) {
                    CHECK(harness_run(&h));
                    free(data);
                    continue;
                }
                data = random_run(dtype, 1, dims,
                                  normal ? cm_random_normal_run : cm_random_uniform_run, random_v);
                harness_end(&h);
                CHECK(data != NULL);
                if (data == NULL) return;
                if (normal)
                    random_judge(2, 9, 3 * 81, true);
                else
                    random_judge(2, 1.0 / 3, 1.0 / 5, false);
            }
        }
    }
}

/* The upper bound is never reached, whatever the dtype rounds to. */
void test_random_uniform_bound(void) {
    static const int dtypes[] = {CAMEO_FLOAT16, CAMEO_BFLOAT16, CAMEO_FLOAT};
    static const size_t dims[] = {RANDOM_N};
    for (size_t i = 0; i < 3; i++) {
        size_t low = 0, high = 0;
        random_begin(&cm_op_RandomUniform, dtypes[i], 4, 5);
        random_shape_attr(RANDOM_N);
        harness_out(&h, dtypes[i], 1, dims, NULL);
        void *data = random_run(dtypes[i], 1, dims, cm_random_uniform_run, random_v);
        harness_end(&h);
        CHECK(data != NULL);
        free(data);
        for (size_t j = 0; j < RANDOM_N; j++) {
            low += random_v[j] < 4;
            high += random_v[j] >= 5;
        }
        CHECK_INT(low, 0);
        CHECK_INT(high, 0);
    }
}

/* Frequencies of draws: chi square of four classes, below 16.3 with a probability of 0.999. */
void test_random_frequencies(void) {
    static const size_t dims[] = {1, RANDOM_N};
    static const double share[] = {0.1, 0.2, 0.3, 0.4};
    double chi = 0, count[4] = {0};
    float logs[4];
    for (int c = 0; c < 4; c++) logs[c] = (float)(100 + log(share[c]));
    harness_begin(&h, &cm_op_Multinomial, 22);
    harness_attr_i(&h, "sample_size", RANDOM_N);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 4), logs);
    harness_out(&h, CAMEO_INT32, 2, dims, NULL);
    void *data = random_run(CAMEO_INT32, 2, dims, cm_random_multinomial_run, random_v);
    harness_end(&h);
    CHECK(data != NULL);
    free(data);
    for (size_t i = 0; i < RANDOM_N; i++) count[(size_t)random_v[i]]++;
    for (int c = 0; c < 4; c++) {
        double d = count[c] - share[c] * RANDOM_N;
        chi += d * d / (share[c] * RANDOM_N);
    }
    CHECK_MSG(chi < 16.3, "chi square %g", chi);
}

/* Probabilities beyond [0, 1] and NaN; logarithms that are infinite, NaN throughout, or the same. */
void test_random_special(void) {
    harness_begin(&h, &cm_op_Bernoulli, 15);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(6), (float[]){NAN, -1, 0, 1, 2, INFINITY});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(6), (float[]){0, 0, 0, 1, 1, 1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Multinomial, 7);
    harness_attr_i(&h, "sample_size", 3);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 3),
               (float[]){1, INFINITY, 2, NAN, NAN, NAN, -INFINITY, NAN, -1e30F});
    harness_out(&h, CAMEO_INT32, H_DIMS(3, 3), (int32_t[]){1, 1, 1, 0, 0, 0, 2, 2, 2});
    CHECK(harness_run(&h));
    random_begin(&cm_op_RandomUniform, CAMEO_FLOAT, 2, 2);
    random_shape_attr(3);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){2, 2, 2});
    CHECK(harness_run(&h));
    random_begin(&cm_op_RandomNormal, CAMEO_FLOAT16, -3, 0);
    random_shape_attr(2);
    harness_out(&h, CAMEO_FLOAT16, H_DIMS(2), (uint16_t[]){0xc200, 0xc200});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_RandomNormalLike, 1);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 0), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Multinomial, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, 3), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(0, 1), NULL);
    CHECK(harness_run(&h));
}

static cameo_status random_status(const cm_op *op, const char *attr, int64_t v, int dtype) {
    harness_begin(&h, op, 22);
    if (op == &cm_op_RandomNormal)
        harness_attr_ints(&h, "shape", 1, (int64_t[]){v});
    else
        harness_attr_i(&h, attr, v);
    if (op != &cm_op_RandomNormal) harness_in(&h, dtype, H_DIMS(2, 0), NULL);
    harness_out(&h, dtype, H_DIMS(2, 1), NULL);
    return harness_status(&h);
}

void test_random_refuses(void) {
    CHECK_INT(random_status(&cm_op_RandomNormal, "shape", -1, CAMEO_FLOAT), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "dim 0 is -1, want >= 0");
    CHECK_INT(random_status(&cm_op_RandomNormal, "shape", INT64_MAX, CAMEO_FLOAT), CAMEO_E_LIMIT);
    CHECK_INT(random_status(&cm_op_RandomNormalLike, "dtype", CAMEO_INT32, CAMEO_FLOAT),
              CAMEO_E_TYPE);
    CHECK_STR(h.error.msg, "int32 numbers cannot be random here");
    CHECK_INT(random_status(&cm_op_RandomUniformLike, "dtype", 99, CAMEO_FLOAT), CAMEO_E_TYPE);
    CHECK_STR(h.error.msg, "attribute dtype is 99, which is no type");
    CHECK_INT(random_status(&cm_op_Bernoulli, "dtype", CAMEO_STRING, CAMEO_FLOAT), CAMEO_E_TYPE);
    CHECK_INT(random_status(&cm_op_Multinomial, "dtype", CAMEO_FLOAT, CAMEO_FLOAT), CAMEO_E_TYPE);
    CHECK_INT(random_status(&cm_op_Multinomial, "sample_size", -1, CAMEO_FLOAT), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "sample_size is -1, want >= 0");
    CHECK_INT(random_status(&cm_op_Multinomial, "sample_size", 1, CAMEO_FLOAT), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "there are no classes to draw from");
    harness_begin(&h, &cm_op_Multinomial, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), NULL);
    harness_out(&h, CAMEO_INT32, H_DIMS(3, 1), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "the input has rank 1, want 2");
}
