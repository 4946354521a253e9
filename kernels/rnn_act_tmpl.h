/* rnn_act_tmpl.h — activations of recurrent operators; included by rnn_parts.c once per computing
 * type. Parameters:
 *   RNN_ACT_T       float or double
 *   RNN_ACT_DTYPE   suffix of the functions: f32, f64
 *   RNN_ACT_TANH, _SIGMOID, _EXPM1, _EXP, _LOG1P, _ABS   base/math.h's functions for it */

#define RNN_ACT_NAME_2(name, dtype) name##dtype
#define RNN_ACT_NAME_1(name, dtype) RNN_ACT_NAME_2(name, dtype)
#define RNN_ACT_NAME(name) RNN_ACT_NAME_1(name, RNN_ACT_DTYPE)

/* see rnn_parts.h. Formulas: ONNX LSTM, "Activation functions"; NaN stays NaN. */
void RNN_ACT_NAME(cm_rnn_act_)(const cm_rnn_row *r, size_t which, RNN_ACT_T *x) {
    const cm_rnn_params *q = r->q;
    size_t n = r->units;
    size_t at = r->dir * r->kind->n_acts + which;
    RNN_ACT_T a = (RNN_ACT_T)cm_f32_from_bits((uint32_t)q->alpha[at]);
    RNN_ACT_T b = (RNN_ACT_T)cm_f32_from_bits((uint32_t)q->beta[at]);
    switch (q->act[at]) {
    case CM_RNN_RELU:
        for (size_t i = 0; i < n; i++) x[i] = x[i] < 0 ? 0 : x[i];
        break;
    case CM_RNN_TANH:
        for (size_t i = 0; i < n; i++) x[i] = RNN_ACT_TANH(x[i]);
        break;
    case CM_RNN_SIGMOID:
        for (size_t i = 0; i < n; i++) x[i] = RNN_ACT_SIGMOID(x[i]);
        break;
    case CM_RNN_AFFINE:
        for (size_t i = 0; i < n; i++) x[i] = a * x[i] + b;
        break;
    case CM_RNN_LEAKY_RELU:
        for (size_t i = 0; i < n; i++) x[i] = x[i] < 0 ? a * x[i] : x[i];
        break;
    case CM_RNN_THRESHOLDED_RELU:
        for (size_t i = 0; i < n; i++) x[i] = x[i] < a ? 0 : x[i];
        break;
    case CM_RNN_SCALED_TANH:
        for (size_t i = 0; i < n; i++) x[i] = a * RNN_ACT_TANH(b * x[i]);
        break;
    case CM_RNN_HARD_SIGMOID:
        for (size_t i = 0; i < n; i++) {
            RNN_ACT_T v = a * x[i] + b;
            v = v < 0 ? 0 : v;
            x[i] = v > 1 ? 1 : v;
        }
        break;
    case CM_RNN_ELU:
        for (size_t i = 0; i < n; i++) x[i] = x[i] < 0 ? a * RNN_ACT_EXPM1(x[i]) : x[i];
        break;
    case CM_RNN_SOFTSIGN:
        for (size_t i = 0; i < n; i++) x[i] = x[i] / (1 + RNN_ACT_ABS(x[i]));
        break;
    default: /* CM_RNN_SOFTPLUS; log(1 + e^x) = max(x, 0) + log(1 + e^-|x|) does not overflow */
        for (size_t i = 0; i < n; i++) {
            x[i] = (x[i] < 0 ? 0 : x[i]) + RNN_ACT_LOG1P(RNN_ACT_EXP(-RNN_ACT_ABS(x[i])));
        }
        break;
    }
}

/* see rnn_parts.h */
void RNN_ACT_NAME(cm_rnn_clip_act_)(const cm_rnn_row *r, size_t which, RNN_ACT_T *x) {
    RNN_ACT_T clip = (RNN_ACT_T)r->q->clip;
    for (size_t u = 0; u < r->units && r->q->has_clip; u++) {
        x[u] = x[u] < -clip ? -clip : x[u];
        x[u] = x[u] > clip ? clip : x[u];
    }
    RNN_ACT_NAME(cm_rnn_act_)(r, which, x);
}

/* see rnn_parts.h */
void RNN_ACT_NAME(cm_rnn_gate_)(const cm_rnn_row *r, size_t g, size_t which) {
    RNN_ACT_T *x = r->gate[g];
    const RNN_ACT_T *xw = (const RNN_ACT_T *)(const void *)r->xw + g * r->hidden;
    for (size_t u = 0; u < r->units; u++) x[u] += xw[u];
    RNN_ACT_NAME(cm_rnn_clip_act_)(r, which, x);
}

#undef RNN_ACT_NAME
#undef RNN_ACT_NAME_1
#undef RNN_ACT_NAME_2
#undef RNN_ACT_T
#undef RNN_ACT_DTYPE
#undef RNN_ACT_TANH
#undef RNN_ACT_SIGMOID
#undef RNN_ACT_EXPM1
#undef RNN_ACT_EXP
#undef RNN_ACT_LOG1P
#undef RNN_ACT_ABS
