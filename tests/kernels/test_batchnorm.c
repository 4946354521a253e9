#include <math.h>

#include "kernels/batchnorm.h"
#include "tests/kernels/harness.h"

enum { N = 2, C = 3, I = 10 };
static const double scale[C] = {1, 0.5, -2}, bias[C] = {0, 1, 0.25}, mean[C] = {0, 1, -3};
static const double var[C] = {1, 0.25, 4};

static double sample(size_t i) { return (double)((i * 31) % 64) / 8 - 4; }

/* The definition, in double. */
static void normalize(const double *m, const double *v, double epsilon, double *x, double *y) {
    for (size_t i = 0; i < N * C * I; i++) {
        size_t c = i / I % C;
        x[i] = sample(i);
        y[i] = (x[i] - m[c]) / sqrt(v[c] + epsilon) * scale[c] + bias[c];
    }
}

static double tolerance(int dtype) {
    return dtype == CAMEO_DOUBLE    ? 1e-13
           : dtype == CAMEO_FLOAT   ? 1e-6
           : dtype == CAMEO_FLOAT16 ? 1.0 / 1024
                                    : 1.0 / 128;
}

static void add_channels(harness *h, int dtype_1, int dtype_2) {
    harness_in_num(h, dtype_1, H_DIMS(C), scale);
    harness_in_num(h, dtype_1, H_DIMS(C), bias);
    harness_in_num(h, dtype_2, H_DIMS(C), mean);
    harness_in_num(h, dtype_2, H_DIMS(C), var);
}

/* Every mixture of dtypes that since_version 15 allows. */
void test_batchnorm_inference(void) {
    static const int dtypes[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16};
    double x[N * C * I], y[N * C * I];
    normalize(mean, var, (double)1e-5F, x, y); /* the attribute is a float */
    for (int i = 0; i < 64; i++) {
        harness h;
        harness_begin(&h, &cm_op_BatchNormalization, 15);
        harness_in_num(&h, dtypes[i & 3], H_DIMS(N, C, 2, 5), x);
        add_channels(&h, dtypes[i >> 2 & 3], dtypes[i >> 4]);
        harness_out_num(&h, dtypes[i & 3], H_DIMS(N, C, 2, 5), y);
        h.rtol = h.atol = tolerance(dtypes[i & 3]);
        CHECK(harness_run(&h));
    }
}

/* Statistics of the input; running ones by momentum. */
void test_batchnorm_training(void) {
    double x[N * C * I], y[N * C * I], m[C] = {0}, v[C] = {0}, running_m[C], running_v[C];
    for (size_t i = 0; i < N * C * I; i++) m[i / I % C] += sample(i) / (N * I);
    for (size_t i = 0; i < N * C * I; i++) {
        double d = sample(i) - m[i / I % C];
        v[i / I % C] += d * d / (N * I);
    }
    for (int c = 0; c < C; c++) {
        running_m[c] = mean[c] * 0.75 + m[c] * 0.25;
        running_v[c] = var[c] * 0.75 + v[c] * 0.25;
    }
    normalize(m, v, 0.5, x, y);
    harness h;
    harness_begin(&h, &cm_op_BatchNormalization, 15);
    harness_attr_i(&h, "training_mode", 1);
    harness_attr_f(&h, "momentum", 0.75F);
    harness_attr_f(&h, "epsilon", 0.5F);
    harness_in_num(&h, CAMEO_FLOAT, H_DIMS(N, C, 10), x);
    add_channels(&h, CAMEO_FLOAT, CAMEO_FLOAT);
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(N, C, 10), y);
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(C), running_m);
    harness_out_num(&h, CAMEO_FLOAT, H_DIMS(C), running_v);
    h.rtol = h.atol = 1e-6;
    CHECK(harness_run(&h));
}

/* Before since_version 14 more than one output asks for training, unless is_test says no. */
void test_batchnorm_five_outputs(void) {
    static const int versions[] = {1, 6, 7, 9};
    double x[N * C * I], y[N * C * I], m[C] = {0}, v[C] = {0}, running_m[C], running_v[C];
    for (size_t i = 0; i < N * C * I; i++) m[i / I % C] += sample(i) / (N * I);
    for (size_t i = 0; i < N * C * I; i++) {
        double d = sample(i) - m[i / I % C];
        v[i / I % C] += d * d / (N * I);
    }
    for (int t = 0; t < 2 * 4; t++) {
        bool test = t >= 4;
        int since = versions[t % 4];
        if (test && since >= 7) continue;
        for (int c = 0; c < C; c++) {
            running_m[c] = test ? mean[c] : mean[c] * 0.75 + m[c] * 0.25;
            running_v[c] = test ? var[c] : var[c] * 0.75 + v[c] * 0.25;
        }
        normalize(test ? mean : m, test ? var : v, 0.5, x, y);
        harness h;
        harness_begin(&h, &cm_op_BatchNormalization, since);
        if (test) harness_attr_i(&h, "is_test", 1);
        harness_attr_f(&h, "momentum", 0.75F);
        harness_attr_f(&h, "epsilon", 0.5F);
        harness_in_num(&h, CAMEO_FLOAT, H_DIMS(N, C, 10), x);
        add_channels(&h, CAMEO_FLOAT, CAMEO_FLOAT);
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(N, C, 10), y);
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(C), running_m);
        harness_out_num(&h, CAMEO_FLOAT, H_DIMS(C), running_v);
        if (t % 2 == 0) {
            harness_out_num(&h, CAMEO_FLOAT, H_DIMS(C), test ? mean : m);
            harness_out_num(&h, CAMEO_FLOAT, H_DIMS(C), test ? var : v);
        }
        h.rtol = h.atol = 1e-6;
        CHECK(harness_run(&h));
    }
}

/* spatial = 0: each position has its own numbers; one sample per channel, in place on any input. */
void test_batchnorm_per_position(void) {
    harness h;
    harness_begin(&h, &cm_op_BatchNormalization, 7);
    harness_attr_i(&h, "spatial", 0);
    harness_attr_f(&h, "epsilon", 0);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), (float[]){1, 2, 3, 4});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){1, 2, 3, 4});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){0, 0, 10, 10});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){1, 1, 1, 1});
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 2), (float[]){1, 4, 1, 4});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, 2, 2), (float[]){0, 1, 16, 16});
    CHECK(harness_run(&h));
}

void test_batchnorm_special(void) {
    harness h;
    harness_begin(&h, &cm_op_BatchNormalization, 9);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(0, C, 4), NULL);
    add_channels(&h, CAMEO_FLOAT, CAMEO_FLOAT);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(0, C, 4), NULL);
    CHECK(harness_run(&h));
    harness_begin(&h, &cm_op_BatchNormalization, 9);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(1, C + 1, 4), NULL);
    add_channels(&h, CAMEO_FLOAT, CAMEO_FLOAT);
    harness_out(&h, CAMEO_FLOAT, H_DIMS(1, C + 1, 4), NULL);
    CHECK_INT(harness_status(&h), CAMEO_E_SHAPE);
    CHECK_STR(h.error.msg, "input 1 has 3 elements, want 4, one per channel");
    harness_begin(&h, &cm_op_BatchNormalization, 9);
    harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 1), (float[]){NAN, INFINITY});
    for (int i = 0; i < 4; i++) harness_in(&h, CAMEO_FLOAT, H_DIMS(1), (float[]){1});
    harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 1), (float[]){NAN, INFINITY});
    CHECK(harness_run(&h));
}

static cm_activation batchnorm_now;
static void batchnorm_set_params(void *params) { ((cm_batchnorm_params *)params)->activation = batchnorm_now; }
static void batchnorm_set_last(void *params) {
    batchnorm_set_params(params);
    ((cm_batchnorm_params *)params)->channels_last = 1;
}

/* What a rewrite put behind it is applied to the whole output, in planes and where channels lie last; NaN stays NaN.
 * Planes of 5,000 elements are more than one block. */
void test_batchnorm_function(void) {
    static const cm_activation acts[] = {
        {CM_ACTIVATION_RELU, {0, 0}}, {CM_ACTIVATION_CLIP, {-1, 2}}, {CM_ACTIVATION_SIGMOID, {0, 0}}};
    enum { PLANE = 5000 };
    static double x[C * PLANE], y[C * PLANE];
    for (int i = 0; i < 6; i++) {
        harness h;
        bool last = i >= 3;
        batchnorm_now = acts[i % 3];
        for (size_t j = 0; j < C * PLANE; j++) {
            size_t c = last ? j % C : j / PLANE;
            x[j] = j == 7 ? (double)NAN : sample(j);
            double v = (x[j] - mean[c]) / sqrt(var[c] + (double)1e-5F) * scale[c] + bias[c];
            y[j] = i % 3 == 0 ? (v < 0 ? 0 : v) : i % 3 == 1 ? (v < -1 ? -1 : v > 2 ? 2 : v) : 1 / (1 + exp(-v));
        }
        harness_begin(&h, &cm_op_BatchNormalization, 15);
        if (last) {
            harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, PLANE, C), x);
        } else {
            harness_in_num(&h, CAMEO_FLOAT, H_DIMS(1, C, PLANE), x);
        }
        add_channels(&h, CAMEO_FLOAT, CAMEO_FLOAT);
        if (last) {
            harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, PLANE, C), y);
        } else {
            harness_out_num(&h, CAMEO_FLOAT, H_DIMS(1, C, PLANE), y);
        }
        h.after_parse = last ? batchnorm_set_last : batchnorm_set_params;
        h.rtol = h.atol = 1e-6;
        CHECK(harness_run(&h));
    }
}
