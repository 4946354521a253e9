/* unary.h — what the files of elementwise functions share: unary.c (algebra), unary_math.c
 * (elementary functions), unary_act.c (activations). Each gives lists of X(op, constants, value):
 *   op         the leaf's name: cm_<op>_<dtype>_run
 *   constants  declarations before the loop, from k->params or further inputs; may be empty
 *   value      of the function of x, in UNARY_C; UNARY_FN(exp) is cm_expf or cm_exp
 * and includes unary_types_tmpl.h, which makes the leaves of every dtype from them. An operator is one
 * line in a list, one UNARY_OP, one in ir/ops.def, and rows in providers/cpu/cpu.def. */
#ifndef CM_KERNELS_UNARY_H
#define CM_KERNELS_UNARY_H

#include "base/math.h"
#include "kernels/kernel.h"

/* Output 0 has the type of input 0. */
cameo_status cm_unary_shape(cm_shape *s);

/* An operator without params. Attributes that it had in its first versions (consumed_inputs) mean
 * nothing. */
#define UNARY_OP(op_type)           \
    const cm_op cm_op_##op_type = { \
        .id = CM_OP_##op_type, .flags = CM_OPF_INPLACE, .shape = cm_unary_shape};

cm_setup_fn cm_unary_setup;

/* Index behind the last element of the tasks before `end`. */
CM_INLINE size_t cm_unary_last(const cm_kctx *k, uint32_t end) {
    return cm_min_size(cm_out(k, 0)->n, end * CM_TASK_ITEMS);
}

#endif
