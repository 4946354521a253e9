/* vectors.h — test vectors that a generator (gen_*.py) made with another implementation of ONNX,
 * and the function that runs them through the harness. */
#ifndef CM_TESTS_KERNELS_VECTORS_H
#define CM_TESTS_KERNELS_VECTORS_H

#include "tests/kernels/harness.h"

typedef struct vector_attr {
    const char *name, *s; /* s: STRING, else INTS or, with n == 0, INT */
    size_t n;
    int64_t v[12];
} vector_attr;

typedef struct vector_tensor {
    int dtype; /* 0: absent */
    uint32_t rank;
    size_t dims[CM_MAX_RANK];
    const double *v;
} vector_tensor;

typedef struct vector_case {
    const char *op, *name;
    int since;
    uint32_t n_attr, n_in, n_out;
    const vector_attr *attr;
    const vector_tensor *in, *out;
} vector_case;

/* Runs those of op_type `name`; input `constant` is an initializer. How many ran; -1 if one
 * failed. */
static inline int vectors_run(const vector_case *c, size_t n, const char *name, const cm_op *op,
                              double tolerance, uint32_t constant) {
    static harness h;
    int ran = 0;
    for (; n-- > 0; c++) {
        if (strcmp(c->op, name) != 0) continue;
        harness_begin(&h, op, c->since);
        for (uint32_t i = 0; i < c->n_attr; i++) {
            const vector_attr *a = &c->attr[i];
            if (a->s != NULL)
                harness_attr_s(&h, a->name, a->s);
            else if (a->n == 0)
                harness_attr_i(&h, a->name, a->v[0]);
            else
                harness_attr_ints(&h, a->name, a->n, a->v);
        }
        for (uint32_t i = 0; i < c->n_in; i++) {
            const vector_tensor *t = &c->in[i];
            if (t->dtype == 0)
                harness_in_none(&h);
            else
                harness_in_num(&h, t->dtype, t->rank, t->dims, t->v);
            if (i == constant) harness_const(&h);
        }
        for (uint32_t i = 0; i < c->n_out; i++) {
            const vector_tensor *t = &c->out[i];
            harness_out_num(&h, t->dtype, t->rank, t->dims, t->v);
        }
        h.rtol = h.atol = tolerance;
        if (!harness_run(&h)) {
            check_failed(__FILE__, __LINE__, "in %s %s", c->op, c->name);
            return -1;
        }
        ran++;
    }
    return ran;
}

#endif
