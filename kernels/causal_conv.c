/* causal_conv.c — CausalConvWithState: a convolution along time, of each channel by itself, that looks back only.
 *
 *   y[b][c][t] = f(bias[c] + sum over i < n of weight[c][0][i] * z[b][c][t + i]),  z = past_state, then x
 *
 * past_state is [batch][channels][n - 1], zeros where it is absent; present_state is the last n - 1 elements of z. f
 * is the identity or SiLU. Sums are double, rounded once. Tasks are channels of one batch. Source: ONNX
 * CausalConvWithState, since_version 27. */
#include "base/math.h"
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct causal_conv_params {
    int32_t activation;
} causal_conv_params;

static const cm_field causal_conv_fields[] = {
    CM_F_ENUM(causal_conv_params, activation, "none,silu,swish", 0)};

enum { CAUSAL_X, CAUSAL_WEIGHT, CAUSAL_BIAS, CAUSAL_PAST };

static cameo_status causal_conv_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, CAUSAL_X), *w = cm_shape_in(s, CAUSAL_WEIGHT);
    bool known = x->rank != CM_RANK_UNKNOWN && w->rank != CM_RANK_UNKNOWN;
    CM_CHECK((x->rank == 3 || x->rank == CM_RANK_UNKNOWN) &&
                 (w->rank == 3 || w->rank == CM_RANK_UNKNOWN),
             s->e, CAMEO_E_SHAPE, "input and weight have rank %u and %u, want 3", (unsigned)x->rank,
             (unsigned)w->rank);
    CM_TRY(cm_shape_out_like(s, 0, 0));
    if (!known) return cm_shape_out(s, 1, x->dtype, 3, NULL);
    cm_dim dims[3] = {x->dims[0], x->dims[1], cm_dim_sub(s->dims, w->dims[2], 1)};
    return cm_shape_out(s, 1, x->dtype, 3, dims);
}

/* Multiply-adds, and two for each element that is read. */
static uint64_t causal_conv_cost(const cm_shape *s) {
    const cm_avalue *w = cm_shape_in(s, CAUSAL_WEIGHT);
    return cm_shape_cost(&s->out[0], 2 + (uint64_t)w->dims[2]);
}

const cm_op cm_op_CausalConvWithState = {.id = CM_OP_CausalConvWithState,
                                         .cost = causal_conv_cost,
                                         .n_fields = 1,
                                         .params_size = sizeof(causal_conv_params),
                                         .fields = causal_conv_fields,
                                         .shape = causal_conv_shape};

/* Room for z of one channel and the weights, in doubles. Errors: E_SHAPE dims that do not fit; E_LIMIT. */
cameo_status cm_causal_conv_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, CAUSAL_X), *w = cm_in(k, CAUSAL_WEIGHT),
                    *bias = cm_in(k, CAUSAL_BIAS), *past = cm_in(k, CAUSAL_PAST);
    CM_CHECK(x->rank == 3 && w->rank == 3 && w->dims[0] == x->dims[1] && w->dims[1] == 1 &&
                 w->dims[2] >= 1,
             k->e, CAMEO_E_SHAPE,
             "the weight is not [channels][1][n] of an input [batch][channels][length]");
    CM_CHECK(bias == NULL || bias->n == x->dims[1], k->e, CAMEO_E_SHAPE,
             "the bias has %zu elements, want %zu", bias == NULL ? 0 : bias->n, x->dims[1]);
    bool fits = past == NULL || (past->rank == 3 && past->dims[0] == x->dims[0] &&
                                 past->dims[1] == x->dims[1] && past->dims[2] == w->dims[2] - 1);
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "past_state is not [%zu][%zu][%zu]", x->dims[0], x->dims[1],
             w->dims[2] - 1);
    size_t n;
    fits = !cm_ckd_add(w->dims[2], w->dims[2], &n) && !cm_ckd_add(n, x->dims[2], &n) &&
           !cm_ckd_mul(n, sizeof(double), &s->worker_scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "a window of %zu exceeds the address space", w->dims[2]);
    cm_setup_simple(s, x->dims[0] * x->dims[1], 1);
    return CAMEO_OK;
}

static cameo_status causal_conv_channel(const cm_kctx *k, size_t row, uint64_t *done) {
    const cm_tensor *x = cm_in(k, CAUSAL_X), *weight = cm_in(k, CAUSAL_WEIGHT),
                    *bias = cm_in(k, CAUSAL_BIAS), *past = cm_in(k, CAUSAL_PAST), *y = cm_out(k, 0),
                    *present = cm_out(k, 1);
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    size_t n = weight->dims[2], length = x->dims[2], c = row % x->dims[1];
    double *w = (double *)(void *)k->worker_scratch, *z = w + n, begin = 0;
    cm_lane_load_f64(weight->dtype, weight->data, c * n, n, w);
    if (bias != NULL) cm_lane_load_f64(bias->dtype, bias->data, c, 1, &begin);
    for (size_t i = 0; i < n - 1; i++) z[i] = 0;
    if (past != NULL && n > 1) cm_lane_load_f64(past->dtype, past->data, row * (n - 1), n - 1, z);
    if (length != 0) cm_lane_load_f64(x->dtype, x->data, row * length, length, z + n - 1);
    if (present != NULL && n > 1)
        cm_lane_store_f64(present->dtype, present->data, row * (n - 1), n - 1, z + length,
                          rounding);
    for (size_t t = 0; y != NULL && t < length; t++) {
        double sum = begin;
        CM_TRY(cm_poll(k, 1 + n, done));
        for (size_t i = 0; i < n; i++) sum += w[i] * z[t + i];
        z[t] = ((const causal_conv_params *)k->params)->activation != 0 ? sum / (1 + cm_exp(-sum))
                                                                        : sum;
    }
    if (y != NULL && length != 0)
        cm_lane_store_f64(y->dtype, y->data, row * length, length, z, rounding);
    return CAMEO_OK;
}

/* Errors: those of cm_poll. */
cameo_status cm_causal_conv_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    uint64_t done = 0;
    (void)phase;
    for (uint32_t t = begin; t < end; t++) CM_TRY(causal_conv_channel(k, t, &done));
    return CAMEO_OK;
}
