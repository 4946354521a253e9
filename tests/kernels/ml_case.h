/* ml_case.h — what tests/kernels/ml_vectors.h is made of: models with values, as the bytes of files. */
#ifndef CM_TESTS_KERNELS_ML_CASE_H
#define CM_TESTS_KERNELS_ML_CASE_H

#include <stddef.h>

typedef struct ml_bytes {
    const char *p;
    size_t n;
} ml_bytes;

/* file: the model, the inputs, the outputs. */
typedef struct ml_case {
    const char *title;
    const ml_bytes *file;
    size_t n_in, n_out;
    double rtol; /* of floats; also what they may differ from 0 */
} ml_case;

/* A model that is refused when it is prepared (n_in is 0) or run, with `text` in the message. */
typedef struct ml_bad {
    const char *title;
    const ml_bytes *file;
    size_t n_in;
    int status;
    const char *text;
} ml_bad;

#endif
