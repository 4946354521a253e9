/* rnn_parts.h — what the recurrent operators share: attributes, shapes, the memory of a run, the
 * products, activations.
 *
 * A recurrent layer reads X [seq][batch][input] ([batch][seq][input] with layout 1) and has
 * W [dirs][gates*hidden][input], R [dirs][gates*hidden][hidden], B [dirs][2*gates*hidden]. It runs
 * in four phases, every one of them a barrier:
 *
 *   CM_RNN_LOAD     states, sequence lengths and biases to scratch; narrow floats to f32; R packed
 *   CM_RNN_PROJECT  xw = X * W^T + (Wb + Rb) for all time steps at once
 *   CM_RNN_STEP     repeated seq times; iteration s reads h of side s & 1 and writes the other side
 *   CM_RNN_FINISH   Y_h and what else holds the last state
 *
 * Everything is computed in f32 (f32, f16, bf16) or f64. Tasks depend on shapes only. */
#ifndef CM_KERNELS_RNN_PARTS_H
#define CM_KERNELS_RNN_PARTS_H

#include "kernels/kernel.h"

/* In the order of the names in rnn_parts.c. */
typedef enum cm_rnn_act {
    CM_RNN_RELU,
    CM_RNN_TANH,
    CM_RNN_SIGMOID,
    CM_RNN_AFFINE,
    CM_RNN_LEAKY_RELU,
    CM_RNN_THRESHOLDED_RELU,
    CM_RNN_SCALED_TANH,
    CM_RNN_HARD_SIGMOID,
    CM_RNN_ELU,
    CM_RNN_SOFTSIGN,
    CM_RNN_SOFTPLUS,
    CM_RNN_ACT_COUNT
} cm_rnn_act;

enum { CM_RNN_FORWARD, CM_RNN_REVERSE, CM_RNN_BIDIRECTIONAL };
enum { CM_RNN_MAX_ACTS = 6 }; /* three functions in each of two directions */
enum { CM_RNN_LOAD, CM_RNN_PROJECT, CM_RNN_STEP, CM_RNN_FINISH, CM_RNN_PHASES };

/* Inputs that all recurrent operators have; those of LSTM follow. */
enum { CM_RNN_X, CM_RNN_W, CM_RNN_R, CM_RNN_B, CM_RNN_LENS, CM_RNN_H0, CM_RNN_C0, CM_RNN_P };

/* First member of an operator's params. */
typedef struct cm_rnn_params {
    int32_t direction;   /* CM_RNN_FORWARD, ... */
    int32_t hidden_size; /* 0: what R says */
    int32_t layout;      /* 1: batch first (since_version 14) */
    float clip;          /* with has_clip: inputs of the gates' activations lie in [-clip, clip] */
    int32_t has_clip;
    int32_t act[CM_RNN_MAX_ACTS];   /* cm_rnn_act, all of one direction first */
    int32_t alpha[CM_RNN_MAX_ACTS]; /* bits of f32 */
    int32_t beta[CM_RNN_MAX_ACTS];  /* bits of f32 */
} cm_rnn_params;

/* The fields of cm_rnn_params, to start an operator's field list. */
#define CM_RNN_FIELDS                                                                     \
    CM_F_ENUM(cm_rnn_params, direction, "forward,reverse,bidirectional", CM_RNN_FORWARD), \
        CM_F_I32(cm_rnn_params, hidden_size, 0), CM_F_I32(cm_rnn_params, layout, 0),      \
        CM_F_F32(cm_rnn_params, clip, 0.0f), CM_F_OWN(cm_rnn_params, has_clip),           \
        CM_F_OWN(cm_rnn_params, act), CM_F_OWN(cm_rnn_params, alpha),                     \
        CM_F_OWN(cm_rnn_params, beta)

/* What distinguishes the operators. */
typedef struct cm_rnn_kind {
    uint8_t n_gates; /* blocks of `hidden` rows in W and R */
    uint8_t n_acts;  /* activation functions of one direction */
    uint8_t act[3];  /* their defaults */
    bool cell;       /* inputs initial_c and P, output Y_c */
} cm_rnn_kind;

/* Units and batch elements of one task of CM_RNN_STEP: 4 gates of 128 units, 12 rows and 256 inputs
 * are 1.5 million multiply-adds. Both are whole panels of every packed format. */
#define CM_RNN_UNITS ((size_t)128)
#define CM_RNN_ROWS ((size_t)CM_GEMM_MU)

/* Sizes and places of one execution. Offsets are bytes of scratch, multiples of CAMEO_ALIGN;
 * numbers there are of the computing type: f32, or f64 if wide. */
typedef struct cm_rnn_plan {
    size_t dirs, seq, batch, input, hidden;
    size_t gates; /* n_gates * hidden: columns of xw */
    bool batch_first, wide;
    bool narrow;  /* f16, bf16: X, W and R are converted in CM_RNN_LOAD */
    bool panels;  /* R is packed in CM_RNN_LOAD: f32 and more than one batch element and step */
    size_t width; /* bytes of a number: 4 or 8 */
    size_t chunks, blocks; /* of units and of rows: tasks of a step are [dirs][chunks][blocks] */
    size_t project_tasks;  /* of one direction */
    size_t panel_size;     /* bytes of the packed R of one gate */
    size_t lens_off;       /* uint32_t [batch] */
    size_t h_off;          /* [2 sides][dirs][batch][hidden] */
    size_t c_off;          /* [dirs][batch][hidden], of LSTM */
    size_t p_off;          /* [dirs][3][hidden], of LSTM if P is given */
    size_t bias_off;       /* [dirs][gates], Wb + Rb */
    size_t xw_off;         /* [dirs][rows of X][gates] */
    size_t wide_off[3];    /* X, W, R where narrow */
    size_t panels_off;     /* [dirs][n_gates] packed R^T */
    size_t scratch;        /* bytes in all */
    size_t gemm_scratch;   /* bytes at the start of a worker's scratch */
    size_t worker_scratch;
} cm_rnn_plan;

/* One task of CM_RNN_STEP. */
typedef struct cm_rnn_task {
    size_t dir;
    size_t u0, nu; /* units */
    size_t b0, nb; /* batch elements */
} cm_rnn_task;

/* After the fields: activations and what the list cannot say.
 * Errors: E_MALFORMED a wrong number of activations, a clip or hidden_size or layout out of range;
 * E_UNSUPPORTED an unknown activation. */
CM_NODISCARD cameo_status cm_rnn_parse(const cm_parse *p, const cm_rnn_kind *kind,
                                       cm_rnn_params *q);

/* Outputs Y, Y_h and (cell) Y_c. Errors: E_SHAPE ranks or dims of the inputs contradict. */
CM_NODISCARD cameo_status cm_rnn_shape(cm_shape *s, const cm_rnn_kind *kind);

/* Multiply-adds of both products. */
uint64_t cm_rnn_cost(const cm_shape *s);

/* Fills the plan. Errors: E_SHAPE inputs that do not fit together; E_LIMIT sizes overflow. Cannot
 * fail in run, for setup has called it with the same dims. */
CM_NODISCARD cameo_status cm_rnn_plan_of(const cm_kctx *k, const cm_rnn_kind *kind, cm_rnn_plan *p);

/* The four phases and the scratch. Errors: E_LIMIT more tasks or steps than 32 bits count. */
CM_NODISCARD cameo_status cm_rnn_setup(const cm_kctx *k, const cm_rnn_kind *kind, cm_setup *s);

/* Tasks of CM_RNN_LOAD. Errors: E_SHAPE a sequence length is not in [0, seq]. */
CM_NODISCARD cameo_status cm_rnn_load_run(const cm_kctx *k, const cm_rnn_kind *kind,
                                          const cm_rnn_plan *p, uint32_t begin, uint32_t end);
/* Tasks of CM_RNN_PROJECT. */
void cm_rnn_project_run(const cm_kctx *k, const cm_rnn_plan *p, uint32_t begin, uint32_t end);
/* Tasks of CM_RNN_FINISH: Y_h, and Y_c where the operator has it. */
void cm_rnn_finish_run(const cm_kctx *k, const cm_rnn_kind *kind, const cm_rnn_plan *p,
                       uint32_t begin, uint32_t end);

/* ---- for the steps ---- */

cm_rnn_task cm_rnn_task_of(const cm_rnn_plan *p, size_t task);

/* The length of batch element b. */
CM_INLINE uint32_t cm_rnn_len(const cm_kctx *k, const cm_rnn_plan *p, size_t b) {
    return ((const uint32_t *)(const void *)(k->scratch + p->lens_off))[b];
}
/* The time step that iteration s of direction dir works on; s < len. */
CM_INLINE size_t cm_rnn_time(const cm_kctx *k, size_t dir, size_t len, size_t s) {
    const cm_rnn_params *q = k->params;
    return q->direction == CM_RNN_REVERSE || dir == 1 ? len - 1 - s : s;
}
/* Row of X and of xw. */
CM_INLINE size_t cm_rnn_row(const cm_rnn_plan *p, size_t time, size_t b) {
    return p->batch_first ? b * p->seq + time : time * p->batch + b;
}
/* First number of a row of h, side 0 or 1, at k->scratch + h_off. */
CM_INLINE size_t cm_rnn_h(const cm_rnn_plan *p, size_t side, size_t dir, size_t b) {
    return ((side * p->dirs + dir) * p->batch + b) * p->hidden;
}

/* out [nb][nu] = h * R^T for the task's units of one gate; h is side k->iteration & 1. */
void cm_rnn_recur(const cm_kctx *k, const cm_rnn_plan *p, const cm_rnn_task *t, size_t gate,
                  void *out);

/* Y[time][dir][b][u0 ..] of one task's units; src NULL gives zeros. Nothing if Y is not wanted. */
void cm_rnn_store_y(const cm_kctx *k, const cm_rnn_plan *p, const cm_rnn_task *t, size_t time,
                    size_t b, const void *src);

/* x[i] = f(x[i]), i < n, f being function `which` (0: f, 1: g, 2: h) of the direction. */
void cm_rnn_act_f32(const cm_rnn_params *q, size_t n_acts, size_t dir, size_t which, float *x,
                    size_t n);
void cm_rnn_act_f64(const cm_rnn_params *q, size_t n_acts, size_t dir, size_t which, double *x,
                    size_t n);

#endif
