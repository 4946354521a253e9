/* rnn_parts.h — what the recurrent operators share: attributes, shapes, the memory of a run, the
 * products, activations.
 *
 * A recurrent layer reads X [seq][batch][input] ([batch][seq][input] with layout 1) and has
 * W [dirs][gates*hidden][input], R [dirs][gates*hidden][hidden], B [dirs][2*gates*hidden]. It runs
 * in four phases, every one of them a barrier:
 *
 *   RNN_LOAD     states, sequence lengths and biases to scratch; narrow floats to f32; R packed
 *   RNN_PROJECT  xw = X * W^T + (Wb + Rb) for all time steps at once; nothing where X is that already
 *                (cm_rnn_kind.integer), nor where the tasks of RNN_STEP do it step by step
 *   RNN_STEP     repeated for every time step, which reads one side of h and writes the other. A step takes two
 *                halves where a gate's product needs what all tasks have made of the others
 *                (cm_rnn_kind.first_gates). Tasks divide the units of a step; or a task has all units of a direction
 *                for many steps, and an iteration is so many
 *   RNN_FINISH   Y_h and what else holds the last state
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
enum { CM_RNN_MAX_GATES = 4 };

/* Units of one task of a step: whole panels of every packed format. */
#define CM_RNN_UNITS ((size_t)128)

/* Inputs that all recurrent operators have; those of LSTM follow. */
enum { CM_RNN_X, CM_RNN_W, CM_RNN_R, CM_RNN_B, CM_RNN_LENS, CM_RNN_H0, CM_RNN_C0, CM_RNN_P };
/* And where R is of integers, both [dirs * gates * hidden]. */
enum { CM_RNN_R_SCALE = CM_RNN_P + 1, CM_RNN_R_ZERO };

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
    /* 0: all gates at once; else a step has two halves: these gates first, which leave in place of h what the last
     * gate is multiplied with, then the last gate */
    uint8_t first_gates;
    bool bias_apart; /* the last gate's xw has Wb alone; its Rb is cm_rnn_row.extra */
    bool integer;    /* R is of 8-bit integers (rnn_integer.h), X [seq][batch][dirs * gates * hidden] is xw; no W, B */
} cm_rnn_kind;

/* One sequence at one step, for the units of one task; numbers are of the computing type. */
typedef struct cm_rnn_row {
    const cm_kctx *k;
    const cm_rnn_kind *kind;
    const cm_rnn_params *q; /* the first member of the operator's params */
    size_t dir;
    size_t units, hidden;
    void
        *gate[CM_RNN_MAX_GATES]; /* [units] each: the recurrent product, which may be overwritten */
    const uint8_t *xw;           /* [n_gates][hidden] from the first unit on */
    const uint8_t *extra;        /* [n_extra][hidden] from the first unit on, or NULL */
    void *kept;                  /* [units], stays from half to half and from step to step; or NULL */
    const void *h;               /* [units] of the side that is read */
    void *next;                  /* [units] of the side that is written: the result; before, h of two halves ago */
} cm_rnn_row;

/* Computes `next` (and `kept`) of one row. */
typedef void cm_rnn_cell(const cm_rnn_row *r);

/* After the fields: activations and what the list cannot say.
 * Errors: E_MALFORMED a wrong number of activations, a clip or hidden_size or layout out of range;
 * E_UNSUPPORTED an unknown activation. */
CM_NODISCARD cameo_status cm_rnn_parse(const cm_parse *p, const cm_rnn_kind *kind,
                                       cm_rnn_params *q);

/* Outputs Y, Y_h and (cell) Y_c. Errors: E_SHAPE ranks or dims of the inputs contradict. */
CM_NODISCARD cameo_status cm_rnn_shape(cm_shape *s, const cm_rnn_kind *kind);

/* Multiply-adds of both products. */
uint64_t cm_rnn_cost(const cm_shape *s);

/* The four phases and the scratch. Errors: E_LIMIT more tasks or steps than 32 bits count. */
CM_NODISCARD cameo_status cm_rnn_setup(const cm_kctx *k, const cm_rnn_kind *kind, cm_setup *s);

/* Tasks of any phase. cells: one function for each half of a time step, or for the whole of it.
 * Errors: E_SHAPE a sequence length is not in [0, seq]. */
CM_NODISCARD cameo_status cm_rnn_run(const cm_kctx *k, const cm_rnn_kind *kind,
                                     cm_rnn_cell *const *cells, uint32_t phase, uint32_t begin,
                                     uint32_t end);

/* ---- packing, for rows of cpu.def ---- */

/* W constant. A single row of X reads W as fast where it lies. */
bool cm_rnn_accept_packed(const cm_row_query *q);
cm_pack_size_fn cm_rnn_pack_size;
cm_pack_fn cm_rnn_pack;
/* W and R constant: rnn_recur.h. */
bool cm_rnn_accept_recur(const cm_row_query *q);

/* ---- for the cells: rnn_act.c ---- */

/* The activations are those of the operator by default in both directions, and nothing is clipped and no peephole
 * there: slots of kernels/prim/recur.h compute the cell. */
bool cm_rnn_is_plain(const cm_kctx *k, const cm_rnn_kind *kind);
cm_recur_cell_args cm_rnn_cell_args(const cm_rnn_row *r);

/* x[u] = f(x[u]), u < r->units, f being function `which` (0: f, 1: g, 2: h) of the direction. */
void cm_rnn_act_f32(const cm_rnn_row *r, size_t which, float *x);
void cm_rnn_act_f64(const cm_rnn_row *r, size_t which, double *x);
/* x[u] = f(clip(x[u])). */
void cm_rnn_clip_act_f32(const cm_rnn_row *r, size_t which, float *x);
void cm_rnn_clip_act_f64(const cm_rnn_row *r, size_t which, double *x);
/* y = a + b, y = a b, y = 1 - a, for r->units; y may equal a or b. */
void cm_rnn_add_f32(const cm_rnn_row *r, float *y, const float *a, const float *b);
void cm_rnn_add_f64(const cm_rnn_row *r, double *y, const double *a, const double *b);
void cm_rnn_mul_f32(const cm_rnn_row *r, float *y, const float *a, const float *b);
void cm_rnn_mul_f64(const cm_rnn_row *r, double *y, const double *a, const double *b);
void cm_rnn_rest_f32(const cm_rnn_row *r, float *y, const float *a);
void cm_rnn_rest_f64(const cm_rnn_row *r, double *y, const double *a);
/* gate[g][u] = f(clip(gate[g][u] + xw[g][u])). */
void cm_rnn_gate_f32(const cm_rnn_row *r, size_t g, size_t which);
void cm_rnn_gate_f64(const cm_rnn_row *r, size_t g, size_t which);

#endif
