/* rnn_recur.h — the recurrent product of layers of f32 whose W and R are constants: both are packed when the model is
 * prepared, in place of W (CM_FORMAT_RECUR), and slot recur_rows multiplies.
 *
 *   packed   [dirs] panels of W^T, as in CM_FORMAT_GEMM_B; then, aligned, [dirs][chunk] panels of R^T
 *   chunk    CM_RNN_UNITS units, or what is left of them: the columns of its groups of gates
 *   group    gates that one product computes: two and one of GRU, whose last gate may have to wait for the others; all
 *            gates of other layers */
#ifndef CM_KERNELS_RNN_RECUR_H
#define CM_KERNELS_RNN_RECUR_H

#include "kernels/kernel.h"

enum { CM_RNN_MAX_GROUPS = 2 };

/* Group i of the chunk of units from u0 on. */
typedef struct cm_rnn_group {
    size_t first, n; /* gates */
    size_t cols;     /* columns: [n][units] */
    size_t at;       /* columns in front of them, in the chunk and in a row of products: a multiple of CM_GEMM_NU */
} cm_rnn_group;

size_t cm_rnn_groups(size_t n_gates);
/* i <= cm_rnn_groups: behind the last group `at` is the number of columns of all. hidden >= 1. */
cm_rnn_group cm_rnn_group_of(size_t n_gates, size_t hidden, size_t u0, size_t i);

/* R packed: bytes of one direction, true where they overflow; where the first of them begins, behind `w_bytes` of W. */
CM_NODISCARD bool cm_rnn_recur_size(size_t n_gates, size_t hidden, size_t *bytes);
CM_INLINE size_t cm_rnn_recur_at(size_t w_bytes) { return (w_bytes + CAMEO_ALIGN - 1) / CAMEO_ALIGN * CAMEO_ALIGN; }

/* The products of one group for some rows of the state. */
typedef struct cm_rnn_recur_args {
    size_t n_gates, hidden, rows;
    size_t u0, group;
    const float *h;      /* [rows][hidden] */
    const uint8_t *r;    /* packed, of the direction */
    float *out;          /* [rows][ld]: from the group's `at` on */
    size_t ld;
    bool back;           /* reads R from its end */
} cm_rnn_recur_args;
void cm_rnn_recur_product(const cm_kctx *k, const cm_rnn_recur_args *a);

#endif
