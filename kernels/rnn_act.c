/* rnn_act.c — what the cells of recurrent operators compute element by element, see rnn_parts.h: f32 by the stages of
 * kernels/prim/stages.def, f64 by plain loops. Formulas: ONNX LSTM, "Activation functions"; NaN stays NaN. */
#include "base/math.h"
#include "kernels/rnn_parts.h"

/* alpha and beta of function `which` of the row's direction. */
typedef struct rnn_act_factors {
    cm_rnn_act act;
    float alpha, beta;
} rnn_act_factors;

static rnn_act_factors rnn_act_of(const cm_rnn_row *r, size_t which) {
    size_t at = r->dir * r->kind->n_acts + which;
    rnn_act_factors f = {.act = (cm_rnn_act)r->q->act[at]};
    f.alpha = cm_f32_from_bits((uint32_t)r->q->alpha[at]);
    f.beta = cm_f32_from_bits((uint32_t)r->q->beta[at]);
    return f;
}

/* ---- all of a cell ---- */

bool cm_rnn_is_plain(const cm_kctx *k, const cm_rnn_kind *kind) {
    const cm_rnn_params *q = k->params;
    size_t n = (size_t)kind->n_acts * (q->direction == CM_RNN_BIDIRECTIONAL ? 2 : 1);
    bool plain = !q->has_clip && cm_in(k, CM_RNN_P) == NULL;
    for (size_t i = 0; i < n; i++) plain = plain && q->act[i] == kind->act[i % kind->n_acts];
    return plain;
}

cm_recur_cell_args cm_rnn_cell_args(const cm_rnn_row *r) {
    cm_recur_cell_args a = {.units = r->units, .xw = (const float *)(const void *)r->xw, .ld_xw = r->hidden};
    for (size_t g = 0; g < r->kind->n_gates; g++) a.sum[g] = r->gate[g];
    a.extra = (const float *)(const void *)r->extra;
    a.kept = r->kept;
    a.h = r->h;
    a.next = r->next;
    return a;
}

/* ---- f32 ---- */

/* y = stage(a), `imm` as stages.def says. */
static void rnn_act_stage(const cm_rnn_row *r, cm_stage_fn *stage, const float *imm, float *y) {
    stage(&(cm_stage_args){y, NULL, 1, 0, imm}, y, r->units);
}

/* The stage that computes f, NULL where there is none. */
static cm_stage_fn *rnn_act_stage_of(const cm_kctx *k, cm_rnn_act act) {
    switch (act) {
    case CM_RNN_RELU: return CM_STAGE(k, relu);
    case CM_RNN_TANH: return CM_STAGE(k, tanh);
    case CM_RNN_SIGMOID: return CM_STAGE(k, sigmoid);
    case CM_RNN_LEAKY_RELU: return CM_STAGE(k, leaky_relu);
    case CM_RNN_HARD_SIGMOID: return CM_STAGE(k, hard_sigmoid);
    case CM_RNN_ELU: return CM_STAGE(k, elu);
    case CM_RNN_SOFTSIGN: return CM_STAGE(k, softsign);
    case CM_RNN_SOFTPLUS: return CM_STAGE(k, softplus);
    default: return NULL;
    }
}

void cm_rnn_act_f32(const cm_rnn_row *r, size_t which, float *x) {
    rnn_act_factors f = rnn_act_of(r, which);
    const float imm[CM_STAGE_IMM] = {f.alpha, f.beta};
    cm_stage_fn *stage = rnn_act_stage_of(r->k, f.act);
    size_t n = r->units;
    if (stage != NULL) {
        rnn_act_stage(r, stage, imm, x);
    } else if (f.act == CM_RNN_AFFINE) {
        for (size_t i = 0; i < n; i++) x[i] = f.alpha * x[i] + f.beta;
    } else if (f.act == CM_RNN_THRESHOLDED_RELU) { /* the operator of this name differs where x is alpha or NaN */
        for (size_t i = 0; i < n; i++) x[i] = x[i] < f.alpha ? 0 : x[i];
    } else { /* CM_RNN_SCALED_TANH */
        for (size_t i = 0; i < n; i++) x[i] = f.beta * x[i];
        rnn_act_stage(r, CM_STAGE(r->k, tanh), imm, x);
        for (size_t i = 0; i < n; i++) x[i] = f.alpha * x[i];
    }
}

void cm_rnn_clip_act_f32(const cm_rnn_row *r, size_t which, float *x) {
    const float imm[CM_STAGE_IMM] = {-r->q->clip, r->q->clip};
    if (r->q->has_clip) rnn_act_stage(r, CM_STAGE(r->k, clip), imm, x);
    cm_rnn_act_f32(r, which, x);
}

void cm_rnn_gate_f32(const cm_rnn_row *r, size_t g, size_t which) {
    float *x = r->gate[g];
    cm_rnn_add_f32(r, x, x, (const float *)(const void *)r->xw + g * r->hidden);
    cm_rnn_clip_act_f32(r, which, x);
}

void cm_rnn_add_f32(const cm_rnn_row *r, float *y, const float *a, const float *b) {
    CM_STAGE(r->k, add)(&(cm_stage_args){a, b, 1, 1, NULL}, y, r->units);
}
void cm_rnn_mul_f32(const cm_rnn_row *r, float *y, const float *a, const float *b) {
    CM_STAGE(r->k, mul)(&(cm_stage_args){a, b, 1, 1, NULL}, y, r->units);
}
void cm_rnn_rest_f32(const cm_rnn_row *r, float *y, const float *a) {
    const float one = 1.0f;
    CM_STAGE(r->k, sub)(&(cm_stage_args){&one, a, 0, 1, NULL}, y, r->units);
}

/* ---- f64 ---- */

void cm_rnn_act_f64(const cm_rnn_row *r, size_t which, double *x) {
    rnn_act_factors f = rnn_act_of(r, which);
    double a = (double)f.alpha;
    double b = (double)f.beta;
    for (size_t i = 0; i < r->units; i++) {
        double v = x[i];
        switch (f.act) {
        case CM_RNN_RELU: v = v < 0 ? 0 : v; break;
        case CM_RNN_TANH: v = cm_tanh(v); break;
        case CM_RNN_SIGMOID: v = cm_sigmoid(v); break;
        case CM_RNN_AFFINE: v = a * v + b; break;
        case CM_RNN_LEAKY_RELU: v = v < 0 ? a * v : v; break;
        case CM_RNN_THRESHOLDED_RELU: v = v < a ? 0 : v; break;
        case CM_RNN_SCALED_TANH: v = a * cm_tanh(b * v); break;
        case CM_RNN_HARD_SIGMOID:
            v = a * v + b;
            v = v < 0 ? 0 : v > 1 ? 1 : v;
            break;
        case CM_RNN_ELU: v = v < 0 ? a * cm_expm1(v) : v; break;
        case CM_RNN_SOFTSIGN: v = v / (1 + cm_fabs(v)); break;
        default: /* CM_RNN_SOFTPLUS; log(1 + e^x) = max(x, 0) + log(1 + e^-|x|) does not overflow */
            v = (v < 0 ? 0 : v) + cm_log1p(cm_exp(-cm_fabs(v)));
        }
        x[i] = v;
    }
}

void cm_rnn_clip_act_f64(const cm_rnn_row *r, size_t which, double *x) {
    double clip = (double)r->q->clip;
    for (size_t u = 0; u < r->units && r->q->has_clip; u++) {
        x[u] = x[u] < -clip ? -clip : x[u];
        x[u] = x[u] > clip ? clip : x[u];
    }
    cm_rnn_act_f64(r, which, x);
}

void cm_rnn_gate_f64(const cm_rnn_row *r, size_t g, size_t which) {
    double *x = r->gate[g];
    cm_rnn_add_f64(r, x, x, (const double *)(const void *)r->xw + g * r->hidden);
    cm_rnn_clip_act_f64(r, which, x);
}

void cm_rnn_add_f64(const cm_rnn_row *r, double *y, const double *a, const double *b) {
    for (size_t u = 0; u < r->units; u++) y[u] = a[u] + b[u];
}
void cm_rnn_mul_f64(const cm_rnn_row *r, double *y, const double *a, const double *b) {
    for (size_t u = 0; u < r->units; u++) y[u] = a[u] * b[u];
}
void cm_rnn_rest_f64(const cm_rnn_row *r, double *y, const double *a) {
    for (size_t u = 0; u < r->units; u++) y[u] = 1 - a[u];
}
