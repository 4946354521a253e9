/* gru.c — GRU: one layer of gated recurrent units, forward, reverse or both.
 *
 *   z = f(x*Wz^T + h*Rz^T + Wbz + Rbz)           r = f(x*Wr^T + h*Rr^T + Wbr + Rbr)
 *   n = g(x*Wh^T + (r.h)*Rh^T + Wbh + Rbh)       or, with linear_before_reset,
 *   n = g(x*Wh^T + r.(h*Rh^T + Rbh) + Wbh)       H = (1 - z).n + z.h
 *
 * with h of the step before and "." element by element; gates lie in the order z, r, n, and clip
 * bounds the inputs of f and g. The phases are those of rnn_parts.h. Without linear_before_reset the
 * product of n needs all units of r.h: a step takes two halves, the first puts r.h where the
 * next h will be, the second replaces it. f16 and bf16 are computed and carried in f32 and rounded
 * at the outputs only. output_sequence (since_version 1, 3) says whether Y is wanted; here the
 * outputs of the node do. Source: ONNX GRU, since_version 1, 3, 7, 14, 22. */
#include "kernels/rnn_parts.h"

enum { GRU_Z, GRU_R, GRU_N, GRU_GATES };
enum { GRU_ACT_F, GRU_ACT_G, GRU_ACTS };

static const cm_rnn_kind gru_kind = {.n_gates = GRU_GATES,
                                     .n_acts = GRU_ACTS,
                                     .act = {CM_RNN_SIGMOID, CM_RNN_TANH},
                                     .first_gates = GRU_N};
static const cm_rnn_kind gru_linear_kind = {.n_gates = GRU_GATES,
                                            .n_acts = GRU_ACTS,
                                            .act = {CM_RNN_SIGMOID, CM_RNN_TANH},
                                            .bias_apart = true};

typedef struct cm_gru_params {
    cm_rnn_params rnn;
    int32_t linear_before_reset;
} cm_gru_params;

static const cm_field gru_fields[] = {CM_RNN_FIELDS,
                                      CM_F_I32(cm_gru_params, linear_before_reset, 0)};

static cameo_status gru_parse(const cm_parse *p, void *params) {
    cm_gru_params *q = params;
    return cm_rnn_parse(p, &gru_kind, &q->rnn);
}

static cameo_status gru_shape(cm_shape *s) { return cm_rnn_shape(s, &gru_kind); }

const cm_op cm_op_GRU = {.id = CM_OP_GRU,
                         .n_fields = sizeof gru_fields / sizeof *gru_fields,
                         .params_size = sizeof(cm_gru_params),
                         .fields = gru_fields,
                         .parse = gru_parse,
                         .shape = gru_shape,
                         .cost = cm_rnn_cost};

static bool gru_linear(const cm_kctx *k) {
    return ((const cm_gru_params *)k->params)->linear_before_reset != 0;
}

/* Four phases. Scratch: states, lengths, [dirs][seq*batch][3*hidden] numbers of the projection, and
 * f16 operands in f32 or packed R. Errors: E_SHAPE inputs that do not fit together; E_LIMIT. */
cameo_status cm_gru_setup(const cm_kctx *k, cm_setup *s) {
    return cm_rnn_setup(k, gru_linear(k) ? &gru_linear_kind : &gru_kind, s);
}

#define GRU_DTYPE f32
#define GRU_T float
#include "kernels/gru_tmpl.h"

#define GRU_DTYPE f64
#define GRU_T double
#include "kernels/gru_tmpl.h"

#if !CAMEO_FROZEN
static void gru_reset_plain(const cm_rnn_row *r) {
    cm_recur_cell_args a = cm_rnn_cell_args(r);
    CM_PRIM(r->k, gru_reset)(&a);
}
static void gru_update_plain(const cm_rnn_row *r) {
    cm_recur_cell_args a = cm_rnn_cell_args(r);
    CM_PRIM(r->k, gru_update)(&a);
}
static void gru_linear_plain(const cm_rnn_row *r) {
    cm_recur_cell_args a = cm_rnn_cell_args(r);
    CM_PRIM(r->k, gru_linear)(&a);
}
#endif

/* Both: Errors: E_SHAPE a sequence length is not in [0, seq]. */
cameo_status cm_gru_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
#if !CAMEO_FROZEN
    static cm_rnn_cell *const cells[] = {gru_reset_plain, gru_update_plain};
    static cm_rnn_cell *const linear[] = {gru_linear_plain};
    bool plain = cm_rnn_is_plain(k, &gru_kind);
    if (plain && gru_linear(k)) return cm_rnn_run(k, &gru_linear_kind, linear, phase, begin, end);
    if (plain) return cm_rnn_run(k, &gru_kind, cells, phase, begin, end);
#endif
    return gru_run_f32(k, phase, begin, end);
}
cameo_status cm_gru_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    return gru_run_f64(k, phase, begin, end);
}
