/* LayerNormalization, InstanceNormalization, LogSoftmax, Dropout. Expected values: the formulas of
 * their specifications in double, term by term; ONNX's node tests have onnx.reference's. */
#include <math.h>
#include <stdlib.h>

#include "kernels/normalize.h"
#include "tests/kernels/harness.h"

static harness h;
enum { NORMALIZE_N = 4 * 5 * 37 };

static double normalize_sample(size_t i) { return (double)((i * 7919 + 13) % 61) / 4 - 7; }

/* Rows of n: element e of row r has scale and bias number r % channels; e where channels is 0. */
static void normalize_slowly(size_t n, size_t channels, const double *x, double *y, double *mean,
                             double *inverse) {
    for (size_t r = 0; r < NORMALIZE_N / n; r++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < n; i++) sum += x[r * n + i];
        mean[r] = sum / (double)n;
        for (size_t i = 0; i < n; i++) squares += pow(x[r * n + i] - mean[r], 2);
        inverse[r] = 1 / sqrt(squares / (double)n + 0.5);
        for (size_t i = 0; i < n; i++) {
            double c = (double)(channels != 0 ? r % channels : i);
            y[r * n + i] = (x[r * n + i] - mean[r]) * inverse[r] * (1 + c / 8) + c / 4 - 1;
        }
    }
}

static void normalize_tolerance(int dtype) {
    h.rtol = dtype == CAMEO_DOUBLE ? 1e-13 : dtype == CAMEO_FLOAT ? 2e-7 : 1.0 / 1024;
    if (dtype == CAMEO_BFLOAT16) h.rtol = 1.0 / 128;
    h.atol = dtype == CAMEO_FLOAT ? 1e-5 : h.rtol; /* where products of up to 50 and their biases cancel */
}

/* x [4, 5, 37] along the last two axes or one, or by channels of 5. */
static bool normalize_case(int dtype, bool instance, int64_t axis, size_t n) {
    double x[NORMALIZE_N], y[NORMALIZE_N], mean[20], inverse[20], scale[185], bias[185];
    size_t n_scale = instance ? 5 : n;
    for (size_t i = 0; i < NORMALIZE_N; i++) x[i] = normalize_sample(i);
    for (size_t i = 0; i < n_scale; i++) scale[i] = 1 + (double)i / 8;
    for (size_t i = 0; i < n_scale; i++) bias[i] = (double)i / 4 - 1;
    normalize_slowly(n, instance ? 5 : 0, x, y, mean, inverse);
    harness_begin(&h, instance ? &cm_op_InstanceNormalization : &cm_op_LayerNormalization, 17);
    harness_attr_f(&h, "epsilon", 0.5F);
    if (!instance) harness_attr_i(&h, "axis", axis);
    harness_in_num(&h, dtype, H_DIMS(4, 5, 37), x);
    harness_in_num(&h, dtype, 1, &n_scale, scale);
    harness_in_num(&h, dtype, 1, &n_scale, bias);
    harness_out_num(&h, dtype, H_DIMS(4, 5, 37), y);
    if (!instance) {
        size_t ones[3] = {4, n == 185 ? 1 : 5, 1};
        harness_out_num(&h, CAMEO_FLOAT, 3, ones, mean);
        harness_out_num(&h, CAMEO_FLOAT, 3, ones, inverse);
    }
    normalize_tolerance(dtype);
    return harness_run(&h);
}

static int32_t normalize_last, normalize_groups;
static void normalize_set(void *params) {
    cm_normalize_params *q = params;
    q->channels_last = normalize_last;
    q->groups = normalize_groups;
}

/* InstanceNormalization of x [n][c][p], or [n][p][c], whose numbers are `far` from 0, by channels or groups of them. */
static bool normalize_channels_case(bool last, size_t n, size_t c, size_t p, size_t groups, double far) {
    size_t all = n * c * p, each = groups == 0 ? 1 : c / groups, dims[3] = {n, last ? p : c, last ? c : p};
    double *x = malloc(all * sizeof *x), *y = malloc(all * sizeof *y), scale[64], bias[64];
    for (size_t i = 0; i < c; i++) {
        scale[i] = 1 + (double)i / 8;
        bias[i] = (double)i / 4 - 1;
    }
    for (size_t i = 0; i < all; i++) x[i] = normalize_sample(i * 31 + i / 61) + far;
    for (size_t i = 0; i < n * c; i += each) { /* channels [i, i + each) of all images */
        double sum[2] = {0, 0}, count = (double)(each * p);
        for (size_t k = 0; k < 3 * each * p; k++) {
            size_t j = k % (each * p), channel = i % c + j / p, image = i / c;
            size_t at = last ? (image * p + j % p) * c + channel : (image * c + channel) * p + j % p;
            double d = x[at] - (k < each * p ? 0 : sum[0] / count);
            if (k < each * p) sum[0] += d;
            else if (k < 2 * each * p) sum[1] += d * d;
            else y[at] = d / sqrt(sum[1] / count + 0.5) * scale[channel] + bias[channel];
        }
    }
    normalize_last = last;
    normalize_groups = (int32_t)groups;
    harness_begin(&h, &cm_op_InstanceNormalization, 17);
    harness_attr_f(&h, "epsilon", 0.5F);
    h.after_parse = normalize_set;
    harness_in_num(&h, CAMEO_FLOAT, 3, dims, x);
    harness_in_num(&h, CAMEO_FLOAT, 1, &c, scale);
    harness_in_num(&h, CAMEO_FLOAT, 1, &c, bias);
    harness_out_num(&h, CAMEO_FLOAT, 3, dims, y);
    h.rtol = 4e-7;
    h.atol = 2e-5;
    bool ok = harness_run(&h);
    free(x);
    free(y);
    return ok;
}

/* Several tasks and blocks of rows, few and many channels, means of thousands of deviations, one position. */
void test_normalize_channels(void) {
    for (int last = 0; last < 2; last++) {
        CHECK(normalize_channels_case(last != 0, 2, 12, 37, 3, 0));
        CHECK(normalize_channels_case(last != 0, 1, 40, 700, 8, 0));
        CHECK(normalize_channels_case(last != 0, 2, 3, 65, 1, 4));
        CHECK(normalize_channels_case(last != 0, 1, 20, 40, 5, 65536));
        CHECK(normalize_channels_case(last != 0, 3, 20, 1, 2, 0));
        CHECK(normalize_channels_case(last != 0, 1, 20, 1, 2, 0));
    }
    CHECK(normalize_channels_case(true, 2, 5, 9000, 0, 0));
    CHECK(normalize_channels_case(true, 2, 37, 61, 0, 65536));
}

void test_normalize(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE};
    for (size_t i = 0; i < 2; i++) {
        h.rtol = 0;
        CHECK(normalize_case(dtypes[i], false, -1, 37));
        CHECK(normalize_case(dtypes[i], false, 1, 185));
        CHECK(normalize_case(dtypes[i], true, 0, 37));
    }
}

/* Every length around those of vectors; no bias; numbers whose squares no float holds; one element for all. */
void test_normalize_lengths(void) {
    static float x[600], y[600], scale[600];
    for (size_t n = 1; n < 600; n += n < 40 ? 1 : 93) {
        for (int p = 0; p < 3; p++) {
            static const int powers[] = {-55, 0, 60};
            int power = powers[p];
            double sum = 0, squares = 0, unit = ldexp(1, power);
            float epsilon = (float)(1e-4 * unit * unit);
            for (size_t i = 0; i < n; i++) {
                x[i] = (float)(normalize_sample(i) * unit);
                scale[i] = 1 + (float)i / 1024;
                sum += (double)x[i];
            }
            for (size_t i = 0; i < n; i++) squares += pow((double)x[i] - sum / (double)n, 2);
            double inverse = 1 / sqrt(squares / (double)n + (double)epsilon);
            float mean = (float)(sum / (double)n), one = (float)inverse;
            for (size_t i = 0; i < n; i++) {
                y[i] = (float)(((double)x[i] - sum / (double)n) * inverse * (double)scale[i]);
            }
            harness_begin(&h, &cm_op_LayerNormalization, 17);
            harness_attr_f(&h, "epsilon", epsilon);
            harness_in(&h, CAMEO_FLOAT, 1, &n, x);
            harness_in(&h, CAMEO_FLOAT, 1, &n, scale);
            harness_in_none(&h);
            harness_out(&h, CAMEO_FLOAT, 1, &n, y);
            harness_out(&h, CAMEO_FLOAT, H_DIMS(1), &mean);
            harness_out(&h, CAMEO_FLOAT, H_DIMS(1), &one);
            h.rtol = 4e-7;
            h.atol = 1e-6;
            CHECK_MSG(harness_run(&h), "%zu elements of about 2^%d", n, power);
        }
    }
}

/* 16-bit formats: the samples are exact in them. */
void test_normalize_half(void) {
    static const int dtypes[] = {CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (size_t i = 0; i < 2; i++) CHECK(normalize_case(dtypes[i], true, 0, 37));
    harness_begin(&h, &cm_op_LayerNormalization, 17);
    harness_in_num(&h, CAMEO_FLOAT16, H_DIMS(2, 2), (double[]){1, 3, -5, -5});
    harness_in_num(&h, CAMEO_FLOAT16, H_DIMS(2), (double[]){1, 2});
    harness_out_num(&h, CAMEO_FLOAT16, H_DIMS(2, 2), (double[]){-1, 2, 0, 0});
    h.atol = 1e-3;
    CHECK(harness_run(&h));
}

static cameo_status normalize_status(const cm_op *op, size_t n, int64_t axis) {
    harness_begin(&h, op, 17);
    if (op == &cm_op_LayerNormalization) harness_attr_i(&h, "axis", axis);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3, 4), NULL);
    harness_in(&h, CAMEO_FLOAT, 1, &n, NULL);
    harness_in(&h, CAMEO_FLOAT, 1, &n, NULL);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3, 4), NULL);
    return harness_status(&h);
}

void test_normalize_refuses(void) {
    CHECK_INT(normalize_status(&cm_op_LayerNormalization, 4, -1), CAMEO_OK);
    CHECK_INT(normalize_status(&cm_op_LayerNormalization, 3, -1), CAMEO_E_SHAPE);
    CHECK_INT(normalize_status(&cm_op_LayerNormalization, 4, 3), CAMEO_E_SHAPE);
    CHECK_INT(normalize_status(&cm_op_InstanceNormalization, 3, 0), CAMEO_OK);
    CHECK_INT(normalize_status(&cm_op_InstanceNormalization, 4, 0), CAMEO_E_SHAPE);
}

static bool logsoftmax_case(int dtype, int since, int64_t axis, size_t n, size_t inner) {
    double x[444], y[444];
    for (size_t i = 0; i < 444; i++) x[i] = (double)((i * 7919 + 13) % 31) - 16;
    for (size_t o = 0; o < 444 / n; o++) {
        const double *from = x + o / inner * n * inner + o % inner;
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += exp(from[i * inner]);
        for (size_t i = 0; i < n; i++) {
            y[o / inner * n * inner + o % inner + i * inner] = from[i * inner] - log(sum);
        }
    }
    harness_begin(&h, &cm_op_LogSoftmax, since);
    harness_attr_i(&h, "axis", axis);
    harness_in_num(&h, dtype, H_DIMS(3, 4, 37), x);
    harness_out_num(&h, dtype, H_DIMS(3, 4, 37), y);
    normalize_tolerance(dtype);
    return harness_run(&h);
}

void test_logsoftmax(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    for (size_t i = 0; i < 4; i++) {
        CHECK(logsoftmax_case(dtypes[i], 13, 0, 3, 148));
        CHECK(logsoftmax_case(dtypes[i], 13, 1, 4, 37));
        CHECK(logsoftmax_case(dtypes[i], 13, -1, 37, 1));
        CHECK(logsoftmax_case(dtypes[i], 11, 1, 148, 1));
    }
    harness_begin(&h, &cm_op_LogSoftmax, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3, 2), (float[]){-INFINITY, 3, NAN, 0, 1e30F, 0});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3, 2), (float[]){-INFINITY, 0, NAN, NAN, 0, -1e30F});
    CHECK(harness_run(&h));
}

/* In inference nothing changes; in training the mask says what does. */
void test_dropout(void) {
    harness_begin(&h, &cm_op_Dropout, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1, -2, 3});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){0.5F});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(3), (float[]){1, -2, 3});
    harness_out(&h, CAMEO_BOOL, H_DIMS(3), (uint8_t[]){1, 1, 1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Dropout, 7);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1, -2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1, -2});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1, 1});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Dropout, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1, -2});
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){0});
    harness_in(&h, CAMEO_BOOL, H_SCALAR, (uint8_t[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), (float[]){1, -2});
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_Dropout, 13);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    harness_in(&h, CAMEO_FLOAT, H_SCALAR, (float[]){1});
    harness_in(&h, CAMEO_BOOL, H_SCALAR, (uint8_t[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_MALFORMED);
}

/* A quarter of 40000 ones goes, the rest becomes 4/3: the kernel alone, for its random numbers. */
void test_dropout_training(void) {
    enum { N = 40000 };
    static float x[N], y[N];
    static uint8_t mask[N];
    float ratio = 0.25F;
    uint8_t training = 1;
    size_t dims[1] = {N}, zeros = 0;
    for (size_t i = 0; i < N; i++) x[i] = 1;
    cm_tensor values[5] = {{.data = x, .dims = dims, .n = N, .dtype = CAMEO_FLOAT, .rank = 1},
                           {.data = &ratio, .n = 1, .dtype = CAMEO_FLOAT},
                           {.data = &training, .n = 1, .dtype = CAMEO_BOOL},
                           {.data = y, .dims = dims, .n = N, .dtype = CAMEO_FLOAT, .rank = 1},
                           {.data = mask, .dims = dims, .n = N, .dtype = CAMEO_BOOL, .rank = 1}};
    int32_t params[2] = {42, 0};
    cm_id ids[5] = {0, 1, 2, 3, 4};
    cm_kctx k = {.op = &cm_op_Dropout,
                 .params = params,
                 .values = values,
                 .in_ids = ids,
                 .out_ids = ids + 3,
                 .n_in = 3,
                 .n_out = 2};
    extern cm_run_fn cm_dropout_run;
    CHECK_INT(cm_dropout_run(&k, 0, 0, 3), CAMEO_OK);
    for (size_t i = 0; i < N; i++) {
        CHECK(mask[i] ? fabsf(y[i] - 4.0F / 3) < 1e-6F : y[i] == 0);
        zeros += mask[i] == 0;
    }
    CHECK_MSG(zeros > N / 4 - 400 && zeros < N / 4 + 400, "%zu zeros", zeros);
}
