/* unary.h — what the files of elementwise functions share: unary.c (algebra), unary_math.c
 * (elementary functions), unary_act.c (activations). Each gives lists of X(op, constants, value):
 *   op         the leaf's name: cm_<op>_<dtype>_run
 *   constants  declarations before the loop, from k->params or further inputs; may be empty
 *   value      of the function of x, in UNARY_C; UNARY_FN(exp) is cm_expf or cm_exp
 * and includes unary_types_tmpl.h, which makes the leaves of every dtype from them. Functions that are stages of f32
 * (kernels/prim/stages.def) are listed for f64 and the integers alone: one line UNARY_STAGE makes their leaf of f32,
 * f16 and bf16. An operator is one line in a list, one UNARY_OP, one in ir/ops.def, and rows in providers/cpu/cpu.def
 * (CM_ROWS_STAGE). */
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

/* y[i] = stage(x[i]) over the elements of tasks [begin, end), input 0 and output 0 of f32, f16 or bf16, the latter by
 * way of f32. y may equal x. imm: as stages.def says. Returns CAMEO_OK. */
cameo_status cm_unary_stage_run(const cm_kctx *k, uint32_t begin, uint32_t end, cm_stage_fn *stage,
                                const float *imm);

/* y[i] = loop(x[i]) over the elements of tasks [begin, end), of `size` bytes, into y_size bytes each. y may equal x
 * where those are as many. Returns CAMEO_OK. */
cameo_status cm_unary_loop_run(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size, size_t y_size,
                               cm_loop_fn *loop);

/* The leaf cm_<op>_f64_run of the loop <op>_f64 (kernels/prim/loops.def). */
#define UNARY_LOOP_F64(op)                                                                                \
    cameo_status cm_##op##_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {     \
        (void)phase;                                                                                      \
        return cm_unary_loop_run(k, begin, end, sizeof(double), sizeof(double), CM_LOOP(k, op##_f64));    \
    }

/* The leaf cm_<op>_stage_run, of f32, f16 and bf16, of the stage fn, an expression of k; what follows are its
 * constants. */
#define UNARY_STAGE_FN(op, fn, ...)                                                                     \
    cameo_status cm_##op##_stage_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) { \
        const float imm[CM_STAGE_IMM] = {__VA_ARGS__};                                                  \
        (void)phase;                                                                                    \
        return cm_unary_stage_run(k, begin, end, fn, imm);                                              \
    }
/* Where the stage has the operator's name. */
#define UNARY_STAGE(op, ...) UNARY_STAGE_FN(op, CM_STAGE(k, op), __VA_ARGS__)

#endif
