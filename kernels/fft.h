/* fft.h — the discrete Fourier transform of any length, in double: what DFT, STFT and the windows share.
 *
 * A length whose prime factors are at most CM_FFT_RADIX goes through one pass for each factor, four taken as one
 * (Stockham's order, which needs no bit reversal). Other lengths become a convolution of a power of two (Bluestein, "A
 * linear filtering approach to the computation of discrete Fourier transform", 1970). Angles are reduced as integers,
 * so that the roots are exact to an ulp at any length. Complex vectors are two arrays, [0] real and [1] imaginary
 * parts; the two exchanged on both sides give the inverse transform, not divided by the length. */
#ifndef CM_KERNELS_FFT_H
#define CM_KERNELS_FFT_H

#include "kernels/kernel.h"

#define CM_FFT_RADIX 61
/* Longest transform: the square of an index fits into 64 bits. */
#define CM_FFT_MOST ((size_t)1 << 30)

typedef struct cm_fft {
    size_t n;          /* >= 1, <= CM_FFT_MOST */
    size_t size;       /* of the transform that is done: n, or a power of two for Bluestein's way */
    double *root[2];   /* [size] e^(-2*pi*i*k/size) */
    double *chirp[2];  /* [n] e^(-pi*i*k*k/n); where size is not n */
    double *filter[2]; /* [size] transform of the conjugate chirp, divided by size; where size is not n */
    const cm_kctx *k;  /* of the task, which is asked between pieces of the work whether it may go on (cm_poll) */
    uint64_t *done;    /* of cm_poll */
} cm_fft;

/* c + i*s = e^(2*pi*i*k/n), n >= 1: exact at multiples of a quarter. */
void cm_fft_turn(uint64_t k, uint64_t n, double *c, double *s);

/* Bytes of the tables that all share, and of one worker's buffers, for length n; any: for all lengths up to n.
 * Errors: true, they overflow or n is too long. */
CM_NODISCARD bool cm_fft_bytes(size_t n, bool any, size_t *shared, size_t *worker);
/* Lays the tables into `shared`, aligned to CAMEO_ALIGN; nothing is computed.
 * k and done: as in cm_fft, must outlive f. */
void cm_fft_init(cm_fft *f, size_t n, void *shared, const cm_kctx *k, uint64_t *done);
/* Elements of root and chirp together: what cm_fft_fill is divided by. */
size_t cm_fft_fill_count(const cm_fft *f);
/* Fills elements [at, end) of them. */
void cm_fft_fill(const cm_fft *f, size_t at, size_t end);
/* Then, where size is not n, the filter. worker: a worker's buffers. Errors: those of cm_poll. */
CM_NODISCARD cameo_status cm_fft_fill_filter(const cm_fft *f, void *worker);
/* x[0], x[1] [f->size] in a worker's buffers: where the input is put, elements 0 .. n-1. */
void cm_fft_input(const cm_fft *f, void *worker, double *x[2]);
/* The transform of the input; inverse: the other sign, not divided. y[0], y[1] [n] lie in the buffers.
 * Errors: those of cm_poll. */
CM_NODISCARD cameo_status cm_fft_run(const cm_fft *f, void *worker, bool inverse, const double *y[2]);

#endif
