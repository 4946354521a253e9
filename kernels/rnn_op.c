/* rnn_op.c — RNN: one layer of the plain recurrent network, forward, reverse or both.
 *
 *   H = f(x*W^T + h*R^T + Wb + Rb)
 *
 * with h of the step before; clip bounds the input of f. The phases are those of rnn_parts.h. f16
 * and bf16 are computed and carried in f32 and rounded at the outputs only. output_sequence
 * (since_version 1) says whether Y is wanted; here the outputs of the node do.
 * Source: ONNX RNN, since_version 1, 7, 14, 22. */
#include "kernels/rnn_parts.h"

static const cm_rnn_kind rnn_op_kind = {.n_gates = 1, .n_acts = 1, .act = {CM_RNN_TANH}};

static const cm_field rnn_op_fields[] = {CM_RNN_FIELDS};

static cameo_status rnn_op_parse(const cm_parse *p, void *params) {
    return cm_rnn_parse(p, &rnn_op_kind, params);
}

static cameo_status rnn_op_shape(cm_shape *s) { return cm_rnn_shape(s, &rnn_op_kind); }

const cm_op cm_op_RNN = {.id = CM_OP_RNN,
                         .n_fields = sizeof rnn_op_fields / sizeof *rnn_op_fields,
                         .params_size = sizeof(cm_rnn_params),
                         .fields = rnn_op_fields,
                         .parse = rnn_op_parse,
                         .shape = rnn_op_shape,
                         .cost = cm_rnn_cost};

/* Four phases. Scratch: states, lengths, [dirs][seq*batch][hidden] numbers of the projection, and
 * f16 operands in f32 or packed R. Errors: E_SHAPE inputs that do not fit together; E_LIMIT. */
cameo_status cm_rnn_op_setup(const cm_kctx *k, cm_setup *s) {
    return cm_rnn_setup(k, &rnn_op_kind, s);
}

static void rnn_op_cell_f32(const cm_rnn_row *r) {
    cm_rnn_gate_f32(r, 0, 0);
    memcpy(r->next, r->gate[0], r->units * sizeof(float));
}

static void rnn_op_cell_f64(const cm_rnn_row *r) {
    cm_rnn_gate_f64(r, 0, 0);
    memcpy(r->next, r->gate[0], r->units * sizeof(double));
}

/* Errors: E_SHAPE a sequence length is not in [0, seq]. */
cameo_status cm_rnn_op_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    static cm_rnn_cell *const cells[] = {rnn_op_cell_f32};
    return cm_rnn_run(k, &rnn_op_kind, cells, phase, begin, end);
}

/* Errors: E_SHAPE a sequence length is not in [0, seq]. */
cameo_status cm_rnn_op_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    static cm_rnn_cell *const cells[] = {rnn_op_cell_f64};
    return cm_rnn_run(k, &rnn_op_kind, cells, phase, begin, end);
}
