/* broadcast.h — what operators on several tensors with broadcasting share: params, shape rules and
 * the walk over the broadcast dims (broadcast.c). A leaf is a function of one innermost row, in
 * which each operand advances by one element or stands still. Adjacent dims that broadcast alike
 * are one, so tensors of the same shape and scalar operands are a single row. Source: ONNX
 * docs/Broadcasting.md. */
#ifndef CM_KERNELS_BROADCAST_H
#define CM_KERNELS_BROADCAST_H

#include "kernels/kernel.h"
#include "kernels/move.h"

/* Operands that one walk may have: Where's. */
#define CM_BROADCAST_IN 3

/* Params of every operator of two inputs; fields that an operator has no attribute for stay as
 * CM_BROADCAST_FIELDS sets them. */
typedef struct cm_broadcast_params {
    int32_t axis;      /* of input 0, that dim 0 of input 1 lies on: until since_version 6.
                        * CM_AXIS_LAST: the last dims, as numpy; CM_AXIS_CHANNEL: PRelu's */
    int32_t fmod;      /* Mod: 1: sign of the dividend, as C; 0: of the divisor, as Python */
    int32_t direction; /* BitShift: 0 right, 1 left */
} cm_broadcast_params;

enum {
    CM_AXIS_LAST = -1,
    CM_AXIS_CHANNEL = -2 /* 1 where input 1 has rank 1 and input 0 a dim 1, else the last dims */
};

extern const cm_field cm_broadcast_fields[1];

/* From since_version 7 on the attribute axis does not exist. The attribute broadcast of versions 1
 * and 6 is not looked at: equal shapes, which its absence promises, broadcast to themselves. */
CM_NODISCARD cameo_status cm_broadcast_parse(const cm_parse *p, void *params);

/* ---- shape rules ---- */

/* Elements of an operator's n inputs to the element of its output: CM_DIM_UNKNOWN where the result
 * is not known, CM_DIM_BAD where it would wrap. */
typedef cm_dim cm_broadcast_elem_fn(const cm_shape *s, const cm_dim *x, uint32_t n);

/* Output 0: dtype (0: that of input `same`), dims of the first n inputs broadcast; the legacy axis
 * of two inputs is in the params. fn (may be NULL) follows the elements of bool, int32 and int64
 * tensors. Errors: E_TYPE inputs [same, n) differ in dtype; E_MISSING one is absent; E_SHAPE. */
CM_NODISCARD cameo_status cm_broadcast_shape(cm_shape *s, uint32_t n, uint32_t same, int dtype,
                                             cm_broadcast_elem_fn *fn);

/* Defines an operator of two inputs of the same dtype: broadcast_shape_<op_type> and the object.
 * dtype: of the output, 0 = as the inputs. */
#define BROADCAST_OP(file, op_type, op_flags, dtype, elem_fn)                        \
    static cameo_status file##_shape_##op_type(cm_shape *s) {                        \
        return cm_broadcast_shape(s, 2, 0, dtype, elem_fn);                          \
    }                                                                                \
    const cm_op cm_op_##op_type = {.id = CM_OP_##op_type,                            \
                                   .flags = op_flags,                                \
                                   .n_fields = 1,                                    \
                                   .params_size = sizeof(cm_broadcast_params),       \
                                   .fields = cm_broadcast_fields,                    \
                                   .parse = cm_broadcast_parse,                      \
                                   .shape = file##_shape_##op_type};

/* ---- kernels ---- */

/* y[i], i < n, of one row.
 *   x     element 0 of each operand's row, or its single element
 *   move  1: element i of the operand is x[i]; 0: it stands still; n is 1 where all do */
typedef struct cm_broadcast_row {
    const cm_kctx *k;
    void *y;
    const void *x[CM_BROADCAST_IN];
    uint32_t move[CM_BROADCAST_IN];
    size_t n;
    bool final; /* as in the walk */
} cm_broadcast_row;
typedef void cm_broadcast_fn(const cm_broadcast_row *r);

/* What a walk covers: operand i is input in[i]; elements [at, last) of output 0. */
#define CM_BROADCAST_SELF CM_NONE /* as in[i]: the operand is `self`, with the output's dims */
typedef struct cm_broadcast_walk {
    uint32_t n;
    uint32_t in[CM_BROADCAST_IN];
    size_t size[CM_BROADCAST_IN]; /* bytes of an element of each operand */
    size_t y_size;                /* and of the output */
    void *y;                      /* where element `at` goes */
    const void *self;             /* element `at` of that operand */
    bool final;                   /* for fn: no further operand follows */
    size_t at, last;
    cm_broadcast_fn *fn;
} cm_broadcast_walk;

/* Calls w->fn for each piece of a row. The setup called cm_broadcast_check. Errors: none. */
CM_NODISCARD cameo_status cm_broadcast_run(const cm_kctx *k, const cm_broadcast_walk *w);

/* The walk of tasks [begin, end) over the first n inputs in tasks of CM_TASK_ITEMS, each with
 * elements of `size` bytes, into output 0 with elements of y_size bytes. The other fields of w are filled in here. */
CM_NODISCARD cameo_status cm_broadcast_run_tasks(const cm_kctx *k, uint32_t begin, uint32_t end,
                                                 cm_broadcast_walk *w);

/* Do the first n inputs broadcast to output 0? Errors: E_MISSING, E_SHAPE. */
CM_NODISCARD cameo_status cm_broadcast_check(const cm_kctx *k, uint32_t n);

/* The first n inputs as sources of the dims that they broadcast to, which are v[i].dims: for
 * strings. v [n]. Errors: E_MISSING, E_SHAPE. */
CM_NODISCARD cameo_status cm_broadcast_sources(const cm_kctx *k, uint32_t n, cm_strided *v);

/* One phase over the output's elements for two inputs. Scratch: none. Errors: E_SHAPE. */
cm_setup_fn cm_broadcast_setup;

#endif
