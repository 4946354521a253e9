/* lift_ml.h — attributes of ai.onnx.ml become constant inputs: what ir/import/lift_ml.c and ir/import/lift_tree.c
 * share. The operators' tables are lists of any length, which params cannot hold; as constants they lie
 * in the session, are frozen and shared like any other. Everything in them is checked here, once. */
#ifndef CM_IR_LIFT_ML_H
#define CM_IR_LIFT_ML_H

#include "ir/ir_impl.h"

/* The node whose attributes are read. */
typedef struct cm_lift {
    cm_ir *ir;
    cm_id node;
    cameo_error *e;
} cm_lift;

/* A list of numbers: FLOATS or a tensor, native and aligned. */
typedef struct cm_nums {
    const void *data;
    size_t n;
    int dtype; /* UINT8, FLOAT16, FLOAT, DOUBLE, integers of 16, 32 and 64 bits; 0: absent */
} cm_nums;

/* Element i < v->n. */
double cm_nums_at(const cm_nums *v, size_t i);

/* Lists of the attribute `name`; n = 0 where absent. Errors: E_TYPE. */
CM_NODISCARD cameo_status cm_lift_ints(const cm_lift *l, const char *name, const int64_t **v,
                                       size_t *n);
CM_NODISCARD cameo_status cm_lift_strs(const cm_lift *l, const char *name, const cm_str **v,
                                       size_t *n);
/* From FLOATS `name`, else from the tensor `tensor`; each may be NULL.
 * Errors: E_TYPE; E_UNSUPPORTED the tensor is not numbers; E_MALFORMED both are given; E_NOMEM. */
CM_NODISCARD cameo_status cm_lift_nums(const cm_lift *l, const char *name, const char *tensor,
                                       cm_nums *v);
/* The elements of a tensor attribute, strings included (layout of kernels/kernel.h); dtype 0: absent. */
CM_NODISCARD cameo_status cm_lift_tensor(const cm_lift *l, const char *name, cm_nums *v);

/* Input `in` becomes a constant of rank 1, or of rank 2 if cols is not 0. data: work memory. */
CM_NODISCARD cameo_status cm_lift_set(const cm_lift *l, uint32_t in, int dtype, const void *data,
                                      size_t rows, size_t cols);
CM_NODISCARD cameo_status cm_lift_set_strs(const cm_lift *l, uint32_t in, const cm_str *v,
                                           size_t n);

/* Sorts the n indices 0 .. n-1 into order so that cmp(ctx, order[i], order[i+1]) < 0 or, where
 * equal, the lower index comes first. Heapsort: no recursion, O(n log n). */
void cm_lift_sort(uint32_t *order, uint32_t n, int (*cmp)(const void *ctx, uint32_t a, uint32_t b),
                  const void *ctx);

/* The trees of a node (ir/import/lift_tree.c). version 3: TreeEnsembleRegressor, TreeEnsembleClassifier;
 * 5: TreeEnsemble. Errors: E_MALFORMED a table that is no forest; E_LIMIT; E_NOMEM. */
CM_NODISCARD cameo_status cm_lift_trees(const cm_lift *l, int version, bool classifier);

/* The keys and values of LabelEncoder, sorted (ir/import/lift_label.c). Errors: E_MALFORMED, E_UNSUPPORTED
 * another dtype, E_LIMIT, E_NOMEM. */
CM_NODISCARD cameo_status cm_lift_labels(const cm_lift *l, int since);

/* The pairs of CategoryMapper as those of LabelEncoder 1. Errors: likewise. */
CM_NODISCARD cameo_status cm_lift_categories(const cm_lift *l);

/* The words of DictVectorizer, sorted, and their places in its output. Errors: likewise. */
CM_NODISCARD cameo_status cm_lift_vocabulary(const cm_lift *l);

/* The pattern of RegexFullMatch as a program (ir/regex_code.h). Errors: E_MALFORMED where it is wrong, E_UNSUPPORTED
 * what it has that is not done, with the position; E_LIMIT too long; E_NOMEM. */
CM_NODISCARD cameo_status cm_lift_regex(const cm_lift *l);
/* The program of a pattern, in work memory. */
CM_NODISCARD cameo_status cm_lift_regex_of(const cm_lift *l, cm_str pattern, int32_t **program, size_t *size);

/* Attributes of operators on strings of ai.onnx (ir/import/lift_text.c). Fills *problem. */
CM_NODISCARD cameo_status cm_lift_text(cm_ir *ir, cm_id node, cameo_error *problem);

/* Everything that ir/import/lift_ml.c knows to do for node, of domain ai.onnx.ml. Fills *problem. */
CM_NODISCARD cameo_status cm_lift_ml(cm_ir *ir, cm_id node, cameo_error *problem);

#endif
