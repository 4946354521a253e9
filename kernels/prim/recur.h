/* recur.h — a step of a recurrent layer (kernels/rnn_parts.h): the product of its state with R, and what the cells of
 * LSTM and GRU make of it where their activations are Sigmoid and Tanh and nothing is clipped. */
#ifndef CM_KERNELS_PRIM_RECUR_H
#define CM_KERNELS_PRIM_RECUR_H

#include "base/port.h"

/* Rows that variants take at a time, at most. */
#define CM_RECUR_ROWS ((size_t)6)

/* y[i][j] = bias[j] + sum over l < depth of x[i][l] * b(l, j), for i < rows, j < cols. Every sum is one chain in the
 * order of l, so the bits of a row depend neither on the other rows nor on their number. */
typedef struct cm_recur_rows_args {
    size_t rows, depth, cols; /* any */
    const void *x;            /* float [rows][ld_x] at any alignment */
    size_t ld_x;              /* >= depth */
    const float *b;           /* packed by cm_gemm_f32_pack_b in the format of slot gemm_f32_fmt: [panel][depth][nr] */
    const float *bias;        /* [cols], or NULL: zeros; up to the end of the last panel it is read */
    float *y;                 /* [rows][ld_y]; up to the end of the last panel it is written; overlaps nothing */
    size_t ld_y;              /* >= cols rounded up to whole panels */
    bool back;                /* the last panels first: what was read last may still be in the cache */
} cm_recur_rows_args;
typedef void cm_recur_rows_fn(const cm_recur_rows_args *a);

/* One sequence at one step. Numbers are f32; what one call writes may not overlap what it reads unless it is said. */
typedef struct cm_recur_cell_args {
    size_t units;
    const float *sum[4]; /* [units] each, a product for each gate in the order of ONNX; the last ones may be absent */
    const float *xw;     /* [gate][ld_xw]: x * W^T + b, which is added to them */
    size_t ld_xw;
    const float *extra; /* [units], Rb of the last gate: gru_linear alone */
    float *kept;        /* [units]: c of LSTM, z of the two halves of GRU */
    const float *h;     /* [units]: the state before; not of lstm_cell */
    float *next;        /* [units]: the state behind; gru_reset writes r * h, gru_update finds h there */
} cm_recur_cell_args;

/* lstm_cell: i, o, f, z = sum + xw; kept = sigmoid(f) * kept + sigmoid(i) * tanh(z); next = sigmoid(o) * tanh(kept).
 * gru_reset: z, r; kept = sigmoid(z); next = sigmoid(r) * h.
 * gru_update: n; next = (1 - kept) * tanh(n) + kept * next.
 * gru_linear: z, r, n = xw + sigmoid(r) * (sum + extra); next = (1 - sigmoid(z)) * tanh(n) + sigmoid(z) * h.
 * The functions are those of stages sigmoid and tanh (stages.def); variants may round products and their sum once. An
 * element has the same bits wherever it stands. */
typedef void cm_recur_cell_fn(const cm_recur_cell_args *a);

cm_recur_rows_fn cm_recur_rows_portable;
cm_recur_cell_fn cm_lstm_cell_portable, cm_gru_reset_portable, cm_gru_update_portable, cm_gru_linear_portable;
#if CM_ARCH_X86
cm_recur_rows_fn cm_recur_rows_avx2, cm_recur_rows_avx512;
cm_recur_cell_fn cm_lstm_cell_avx2, cm_gru_reset_avx2, cm_gru_update_avx2, cm_gru_linear_avx2;
cm_recur_cell_fn cm_lstm_cell_avx512, cm_gru_reset_avx512, cm_gru_update_avx512, cm_gru_linear_avx512;
#endif
#if CM_ARCH_ARM64
cm_recur_rows_fn cm_recur_rows_neon;
cm_recur_cell_fn cm_lstm_cell_neon, cm_gru_reset_neon, cm_gru_update_neon, cm_gru_linear_neon;
#endif

#endif
