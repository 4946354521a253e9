/* rnn_integer.h — the recurrent product of layers whose R is a constant or computed tensor of 8-bit integers.
 *
 *   out[b][u] = a * scale[u] * sum over l < hidden of round(h[b][l] / a) * (R[u][l] - zero[u])
 *
 * Each row of h is rounded in every step to integers of up to 16 bits by its largest magnitude: a is that magnitude
 * over the largest integer with which no sum overflows 32 bits, 32767 for up to 256 units. The sums are exact. A row
 * that is not finite gives NaN. R is packed for kernels/prim/qconv_tile.h: [dirs][gates] blocks, each of them panels of
 * units, [hidden / 2][panel width][2]; unsigned bytes less 128. */
#ifndef CM_KERNELS_RNN_INTEGER_H
#define CM_KERNELS_RNN_INTEGER_H

#include "kernels/kernel.h"

/* Most units: with more, h would have less than 8 bits. */
#define CM_RNN_INTEGER_HIDDEN ((size_t)1 << 15)

/* Bytes of the packed R of one gate and direction. */
size_t cm_rnn_integer_size(const cm_kctx *k, size_t hidden);
/* Packs units [u0, u0 + n) of a gate, u0 and (but for the last part) n multiples of CM_QCONV_TILE_NR_MAX. row: that of
 * R where the gate begins; dst: the block of the gate. */
void cm_rnn_integer_pack(const cm_kctx *k, size_t row, size_t u0, size_t n, uint8_t *dst);

/* Rows of h as integers, in a piece of cm_rnn_integer_room bytes, aligned to 4. */
size_t cm_rnn_integer_room(size_t rows, size_t hidden);
void cm_rnn_integer_round(const float *h, size_t rows, size_t hidden, void *room);

/* The product of rows that cm_rnn_integer_round wrote with some units of a gate. */
typedef struct cm_rnn_integer_args {
    size_t rows, hidden;
    size_t u0, n;          /* units, as in cm_rnn_integer_pack */
    void *room;
    const uint8_t *packed; /* the gate's block */
    size_t line;           /* of the gate in inputs R_scale and R_zero: (dir * gates + gate) * hidden */
    float *out;            /* [rows][n] */
} cm_rnn_integer_args;
void cm_rnn_integer_product(const cm_kctx *k, const cm_rnn_integer_args *a);

#endif
