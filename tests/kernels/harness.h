/* harness.h — runs one operator without a graph, against expected tensors.
 *
 *     harness h;
 *     harness_begin(&h, &cm_op_Softmax, 13);
 *     harness_attr_i(&h, "axis", 0);
 *     harness_in(&h, CAMEO_FLOAT, H_DIMS(2, 3), (float[]){1, 2, 3, 4, 5, 6});
 *     harness_out(&h, CAMEO_FLOAT, H_DIMS(2, 3), (float[]){...});
 *     h.rtol = 1e-6;
 *     CHECK(harness_run(&h));
 *
 * harness_run parses the attributes, runs the shape rule and checks dtypes and dims of the outputs,
 * then runs every row of providers/cpu/cpu.def that fits (portable ones, then this processor's), each
 * several times: all tasks in one call; each task alone, last one first, two workers by turns; ranges
 * of tasks in random order on three workers; and in place where the operator allows it. Outputs, inputs
 * and scratch have guard bytes and an offset that is aligned to the element only; scratch and outputs
 * are poisoned. Every way must give what is expected and leave the inputs as they were. Failures are
 * reported through check.h. */
#ifndef CM_TESTS_KERNELS_HARNESS_H
#define CM_TESTS_KERNELS_HARNESS_H

#include <stdio.h>

#include "kernels/kernel.h"
#include "tests/check.h"

enum { HARNESS_MAX = 16, HARNESS_PARAMS = 256 }; /* inputs, outputs, attributes; words of params */

/* Rank and dims of a tensor. */
#define H_DIMS(...) \
    (uint32_t)(sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t)), (const size_t[]) { __VA_ARGS__ }
#define H_SCALAR 0, NULL

typedef struct harness_tensor {
    cm_tensor t; /* data: heap memory, native layout */
    size_t dims[CM_MAX_RANK];
    size_t bytes;
    bool constant; /* an initializer: rows may pack it */
    bool hidden;   /* the shape rule does not see the data */
} harness_tensor;

typedef struct harness {
    const cm_op *op;
    int since;
    double rtol, atol;     /* floats: |got - want| <= atol + rtol*|want|; both 0: the same bits */
    const cm_prims *prims; /* for the kernel context; harness_run sets it */
    cm_dims *dims;         /* for the shape rule; may be NULL */
    void (*after_parse)(void *params); /* sets what rewrites set (CM_FIELD_OWN); may be NULL */
    bool symbolic; /* harness_shape: inputs without data, elements are tracked */
    harness_tensor in[HARNESS_MAX], out[HARNESS_MAX]; /* out: expected */
    uint32_t n_in, n_out;
    cm_avalue in_av[HARNESS_MAX], out_av[HARNESS_MAX]; /* of the shape rule */
    uint32_t params[HARNESS_PARAMS];
    cm_attr attr[HARNESS_MAX];
    int64_t ints[256];
    float floats[256];
    cm_tables tables;
    cameo_error error; /* of the last failure of operator code */
    uint32_t n_rows;   /* rows that harness_run ran */
    uint8_t arena[1 << 16];
} harness;

void harness_begin(harness *h, const cm_op *op, int since);

/* Attributes; name and s must outlive h. */
void harness_attr_i(harness *h, const char *name, int64_t v);
void harness_attr_f(harness *h, const char *name, float v);
void harness_attr_s(harness *h, const char *name, const char *s);
void harness_attr_ints(harness *h, const char *name, size_t n, const int64_t *v);
void harness_attr_floats(harness *h, const char *name, size_t n, const float *v);

/* The next input: a copy of data in the dtype's own layout (sub-byte packed); NULL: zeros. */
void harness_in(harness *h, int dtype, uint32_t rank, const size_t *dims, const void *data);
/* From numbers, converted to the dtype: any but string and complex. */
void harness_in_num(harness *h, int dtype, uint32_t rank, const size_t *dims, const double *v);
void harness_in_str(harness *h, uint32_t rank, const size_t *dims, const char *const *v);
void harness_in_none(harness *h);
/* Makes the last input an initializer. */
void harness_const(harness *h);
/* Hides the last input's data, which the shape rule sees otherwise, as if another kernel were still
 * to compute it: what is wrong with the numbers in it is for run to find. */
void harness_hide(harness *h);

/* The next expected output. */
void harness_out(harness *h, int dtype, uint32_t rank, const size_t *dims, const void *data);
void harness_out_num(harness *h, int dtype, uint32_t rank, const size_t *dims, const double *v);
void harness_out_str(harness *h, uint32_t rank, const size_t *dims, const char *const *v);
void harness_out_none(harness *h); /* not wanted */

/* If not NULL, each harness_run that succeeds writes a line of `cameo ops` into it: domain, op_type,
 * since_version and dtype of what was run. Tests of whole models call harness_note_passed: the node of
 * this domain ("" is ai.onnx) and version, its first input (first output, if it has no input). */
extern FILE *harness_passed;
void harness_note_passed(const char *domain, cm_str op_type, int version, int kind, int dtype);

/* Everything above; frees the tensors. False, and reported, if anything differs. */
bool harness_run(harness *h);
/* The status of parse, shape, setup and run of the first fitting row; the text is in h->error. The
 * outputs that were declared serve as a count, as dtypes to choose a row and as the dims that run gets,
 * their data for nothing. Frees the tensors. */
cameo_status harness_status(harness *h);
/* Parse and shape only: the result is in h->out_av. The tensors stay; harness_end frees them. */
cameo_status harness_shape(harness *h);
void harness_end(harness *h);

/* Stores v as element i of a tensor of that dtype, rounded to nearest even; sub-byte kept packed. */
void harness_store(int dtype, void *data, size_t i, double v);
double harness_load(int dtype, const void *data, size_t i);

#endif
