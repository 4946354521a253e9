/* rnn_act_tmpl.h — activations of recurrent operators; included by rnn_parts.c once per computing
 * type. Parameters:
 *   RNN_ACT_T    float or double
 *   RNN_ACT_FN   name of the function
 *   RNN_ACT_TANH, _SIGMOID, _EXPM1, _EXP, _LOG1P, _ABS   base/math.h's functions for it */

/* see rnn_parts.h. Formulas: ONNX LSTM, "Activation functions"; NaN stays NaN. */
void RNN_ACT_FN(const cm_rnn_params *q, size_t n_acts, size_t dir, size_t which, RNN_ACT_T *x,
                size_t n) {
    size_t at = dir * n_acts + which;
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

#undef RNN_ACT_T
#undef RNN_ACT_FN
#undef RNN_ACT_TANH
#undef RNN_ACT_SIGMOID
#undef RNN_ACT_EXPM1
#undef RNN_ACT_EXP
#undef RNN_ACT_LOG1P
#undef RNN_ACT_ABS
