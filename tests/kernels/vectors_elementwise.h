/* vectors_elementwise.h — test vectors of elementwise operators, each for a family of dtypes, and
 * the function that runs them through the harness. */
#ifndef CM_TESTS_KERNELS_VECTORS_ELEMENTWISE_H
#define CM_TESTS_KERNELS_VECTORS_ELEMENTWISE_H

#include "tests/kernels/harness.h"

typedef struct elementwise_attr {
    const char *name, *s; /* s: STRING, else FLOAT or INT */
    int is_float;
    double v;
} elementwise_attr;

typedef struct elementwise_tensor {
    int is_bool; /* else of the dtype that the case runs in */
    uint32_t rank;
    size_t dims[CM_MAX_RANK];
    const double *v;
} elementwise_tensor;

typedef struct elementwise_case {
    const char *op_type;
    const cm_op *op;
    int since;
    const char *families; /* letters of elementwise_dtypes */
    uint32_t n_attr, n_in;
    const elementwise_attr *attr;
    const elementwise_tensor *in;
    elementwise_tensor out;
} elementwise_case;

/* The dtypes of a family: f floats, s signed, u unsigned, w integers of 32 and 64 bits, b bool, c
 * complex (elementwise_complex), ended by 0. */
static inline const int *elementwise_dtypes(char family) {
    static const int f[] = {CAMEO_FLOAT, CAMEO_DOUBLE, CAMEO_FLOAT16, CAMEO_BFLOAT16, 0};
    static const int s[] = {CAMEO_INT8, CAMEO_INT16, CAMEO_INT32, CAMEO_INT64, 0};
    static const int u[] = {CAMEO_UINT8, CAMEO_UINT16, CAMEO_UINT32, CAMEO_UINT64, 0};
    static const int w[] = {CAMEO_INT32, CAMEO_INT64, 0};
    static const int b[] = {CAMEO_BOOL, 0};
    static const int c[] = {CAMEO_COMPLEX64, CAMEO_COMPLEX128, 0};
    switch (family) {
    case 'f': return f;
    case 's': return s;
    case 'u': return u;
    case 'w': return w;
    case 'c': return c;
    default: return b;
    }
}

/* How far a leaf may be off, relative and absolute: some ulps where it computes in its own type,
 * half an ulp of the narrow floats. */
static inline double elementwise_tolerance(int dtype) {
    switch (dtype) {
    case CAMEO_FLOAT: return 1e-6;
    case CAMEO_DOUBLE: return 1e-14;
    case CAMEO_FLOAT16: return 1e-3;
    case CAMEO_BFLOAT16: return 8e-3;
    default: return 0;
    }
}

/* The numbers of t as complex ones, each with itself negated as its imaginary part. */
static inline const void *elementwise_complex(const elementwise_tensor *t, int dtype) {
    static double wide[256];
    static float narrow[256];
    size_t n = 1;
    for (uint32_t d = 0; d < t->rank; d++) n *= t->dims[d];
    for (size_t i = 0; i < n && i < 128; i++) {
        wide[2 * i] = t->v[i];
        wide[2 * i + 1] = -t->v[i];
        narrow[2 * i] = (float)t->v[i];
        narrow[2 * i + 1] = (float)-t->v[i];
    }
    return dtype == CAMEO_COMPLEX64 ? (const void *)narrow : wide;
}

static inline bool elementwise_run_dtype(const elementwise_case *c, int dtype) {
    static harness h;
    bool is_complex = dtype == CAMEO_COMPLEX64 || dtype == CAMEO_COMPLEX128;
    harness_begin(&h, c->op, c->since);
    for (uint32_t i = 0; i < c->n_attr; i++) {
        const elementwise_attr *a = &c->attr[i];
        if (a->s != NULL)
            harness_attr_s(&h, a->name, a->s);
        else if (a->is_float)
            harness_attr_f(&h, a->name, (float)a->v);
        else
            harness_attr_i(&h, a->name, (int64_t)a->v);
    }
    for (uint32_t i = 0; i < c->n_in; i++) {
        const elementwise_tensor *t = &c->in[i];
        if (is_complex && !t->is_bool)
            harness_in(&h, dtype, t->rank, t->dims, elementwise_complex(t, dtype));
        else
            harness_in_num(&h, t->is_bool ? CAMEO_BOOL : dtype, t->rank, t->dims, t->v);
    }
    if (is_complex)
        harness_out(&h, dtype, c->out.rank, c->out.dims, elementwise_complex(&c->out, dtype));
    else
        harness_out_num(&h, c->out.is_bool ? CAMEO_BOOL : dtype, c->out.rank, c->out.dims,
                        c->out.v);
    h.rtol = h.atol = elementwise_tolerance(dtype);
    return harness_run(&h);
}

/* Runs the cases of these operators (ended by NULL) in all their dtypes. False, and reported, if
 * one fails or an operator has none. */
static inline bool elementwise_run(const elementwise_case *cases, size_t n,
                                   const char *const *op_types) {
    bool ok = true;
    for (; *op_types != NULL; op_types++) {
        int ran = 0;
        for (size_t i = 0; i < n; i++) {
            const elementwise_case *c = &cases[i];
            if (strcmp(c->op_type, *op_types) != 0) continue;
            const int *dtypes = elementwise_dtypes(c->families[0]);
            for (; *dtypes != 0; dtypes++, ran++) {
                if (elementwise_run_dtype(c, *dtypes)) continue;
                check_failed(__FILE__, __LINE__, "in %s, case %zu, dtype %d", *op_types, i,
                             *dtypes);
                ok = false;
            }
        }
        if (ran == 0) check_failed(__FILE__, __LINE__, "no case of %s", *op_types);
        ok = ok && ran > 0;
    }
    return ok;
}
#define ELEMENTWISE_COUNT (sizeof elementwise_vectors / sizeof *elementwise_vectors)
#define ELEMENTWISE_RUN(...)                                             \
    CHECK(elementwise_run(elementwise_vectors, ELEMENTWISE_COUNT,        \
                          (const char *const[]){__VA_ARGS__, NULL}))

#endif
