/* lstm.c — LSTM: one layer of long short-term memory, forward, reverse or both.
 *
 *   i = f(x*Wi^T + h*Ri^T + Pi.c  + Wbi + Rbi)      C = F.c + i.z
 *   F = f(x*Wf^T + h*Rf^T + Pf.c  + Wbf + Rbf)      o = f(x*Wo^T + h*Ro^T + Po.C + Wbo + Rbo)
 *   z = g(x*Wc^T + h*Rc^T         + Wbc + Rbc)      H = o.h(C)
 *
 * with h, c of the step before and "." element by element; input_forget makes F = 1 - i. Gates lie
 * in the order i, o, F, z, peepholes i, o, F. clip bounds the inputs of f and g, not that of h: so
 * does ONNX Runtime, and ONNX's text allows either. A kernel of four phases, see rnn_parts.h: the
 * product with x is made for all steps at once, a step then computes chunks of units. h has two
 * sides, one read and one written; c has one, since a task reads only those c that it writes.
 * f16 and bf16 are computed and carried in f32 and rounded at the outputs only.
 * output_sequence (since_version 1) says whether Y is wanted; here the outputs of the node do.
 * Source: ONNX LSTM, since_version 1, 7, 14, 22. */
#include "kernels/rnn_parts.h"

enum { LSTM_I, LSTM_O, LSTM_F, LSTM_Z, LSTM_GATES };
enum { LSTM_ACT_F, LSTM_ACT_G, LSTM_ACT_H, LSTM_ACTS };

static const cm_rnn_kind lstm_kind = {.n_gates = LSTM_GATES,
                                      .n_acts = LSTM_ACTS,
                                      .act = {CM_RNN_SIGMOID, CM_RNN_TANH, CM_RNN_TANH},
                                      .cell = true};

typedef struct cm_lstm_params {
    cm_rnn_params rnn;
    int32_t input_forget;
} cm_lstm_params;

static const cm_field lstm_fields[] = {CM_RNN_FIELDS, CM_F_I32(cm_lstm_params, input_forget, 0)};

static cameo_status lstm_parse(const cm_parse *p, void *params) {
    cm_lstm_params *q = params;
    return cm_rnn_parse(p, &lstm_kind, &q->rnn);
}

static cameo_status lstm_shape(cm_shape *s) { return cm_rnn_shape(s, &lstm_kind); }

const cm_op cm_op_LSTM = {.id = CM_OP_LSTM,
                          .n_fields = sizeof lstm_fields / sizeof *lstm_fields,
                          .params_size = sizeof(cm_lstm_params),
                          .fields = lstm_fields,
                          .parse = lstm_parse,
                          .shape = lstm_shape,
                          .cost = cm_rnn_cost};

static const cm_rnn_kind lstm_integer_kind = {.n_gates = LSTM_GATES,
                                              .n_acts = LSTM_ACTS,
                                              .act = {CM_RNN_SIGMOID, CM_RNN_TANH, CM_RNN_TANH},
                                              .cell = true,
                                              .integer = true};

static cameo_status lstm_integer_shape(cm_shape *s) { return cm_rnn_shape(s, &lstm_integer_kind); }

/* LSTM with R [dirs][4*hidden][hidden] of 8-bit integers; its X [seq][batch][dirs*4*hidden] is x*W^T + Wb + Rb, W and B
 * are absent, inputs 8 and 9 are R's scales and zero points, [dirs*4*hidden]. Bodies make it. */
const cm_op cm_op_LSTMInteger = {.id = CM_OP_LSTMInteger,
                                 .n_fields = sizeof lstm_fields / sizeof *lstm_fields,
                                 .params_size = sizeof(cm_lstm_params),
                                 .fields = lstm_fields,
                                 .parse = lstm_parse,
                                 .shape = lstm_integer_shape,
                                 .cost = cm_rnn_cost};

/* Four phases. Scratch: states, lengths, [dirs][seq*batch][4*hidden] numbers of the projection, and
 * f16 operands in f32 or packed R. Errors: E_SHAPE inputs that do not fit together; E_LIMIT. */
cameo_status cm_lstm_setup(const cm_kctx *k, cm_setup *s) { return cm_rnn_setup(k, &lstm_kind, s); }

/* Likewise; no projection, R packed in integers. Errors: E_LIMIT too many units. */
cameo_status cm_lstm_integer_setup(const cm_kctx *k, cm_setup *s) { return cm_rnn_setup(k, &lstm_integer_kind, s); }

#define LSTM_DTYPE f32
#define LSTM_T float
#include "kernels/lstm_tmpl.h"

#define LSTM_DTYPE f64
#define LSTM_T double
#include "kernels/lstm_tmpl.h"

#if !CAMEO_FROZEN
static void lstm_cell_plain(const cm_rnn_row *r) {
    cm_recur_cell_args a = cm_rnn_cell_args(r);
    CM_PRIM(r->k, lstm_cell)(&a);
}
#endif

static cameo_status lstm_run(const cm_kctx *k, const cm_rnn_kind *kind, uint32_t phase, uint32_t begin, uint32_t end) {
    static cm_rnn_cell *const cells[] = {lstm_cell_f32};
#if !CAMEO_FROZEN
    static cm_rnn_cell *const plain[] = {lstm_cell_plain};
    if (!((const cm_lstm_params *)k->params)->input_forget && cm_rnn_is_plain(k, kind))
        return cm_rnn_run(k, kind, plain, phase, begin, end);
#endif
    return cm_rnn_run(k, kind, cells, phase, begin, end);
}

/* All three: Errors: E_SHAPE a sequence length is not in [0, seq]. */
cameo_status cm_lstm_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    return lstm_run(k, &lstm_kind, phase, begin, end);
}
cameo_status cm_lstm_integer_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    return lstm_run(k, &lstm_integer_kind, phase, begin, end);
}
cameo_status cm_lstm_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    static cm_rnn_cell *const cells[] = {lstm_cell_f64};
    return cm_rnn_run(k, &lstm_kind, cells, phase, begin, end);
}
