/* stage_run.h — several cheap stages one behind the other over a block, with the result so far in registers. */
#ifndef CM_KERNELS_PRIM_STAGE_RUN_H
#define CM_KERNELS_PRIM_STAGE_RUN_H

#include "kernels/prim/stage.h"

/* The stages that a run may have: X(name, arity). */
#define CM_STAGE_RUN(X)  \
    X(abs, 1)            \
    X(clip, 1)           \
    X(dequantize, 1)     \
    X(hard_sigmoid, 1)   \
    X(leaky_relu, 1)     \
    X(neg, 1)            \
    X(quantize_i8, 1)    \
    X(quantize_u8, 1)    \
    X(relu, 1)           \
    X(sqrt, 1)           \
    X(add, 2)            \
    X(sub, 2)            \
    X(mul, 2)            \
    X(div, 2)            \
    X(max, 2)            \
    X(min, 2)            \
    X(prelu, 2)

/* What the elements of an operand are in memory. */
typedef enum cm_stage_form { CM_STAGE_FLOATS, CM_STAGE_U8, CM_STAGE_I8 } cm_stage_form;

/* One stage: result = stage(a, b), each as in cm_stage_args.
 *   a    NULL: the result of the one before
 *   y    where the result goes, too; NULL: nowhere, the next one alone reads it. It may equal an operand of this stage
 *        or of those behind it, must not partly overlap any; as bytes it takes whole numbers from -128 to 255 */
typedef struct cm_stage_op {
    cm_stage_id stage;
    const void *a; /* of a_form */
    const float *b;
    size_t a_step, b_step;
    const float *imm;
    void *y;
    cm_stage_form a_form;
    bool y_bytes; /* y takes the low byte of each result, else floats */
} cm_stage_op;

/* Element i of a. */
CM_INLINE float cm_stage_a(const cm_stage_op *s, size_t i) {
    switch (s->a_form) {
    case CM_STAGE_U8: return (float)((const uint8_t *)s->a)[i];
    case CM_STAGE_I8: return (float)((const int8_t *)s->a)[i];
    default: return ((const float *)s->a)[i];
    }
}

/* The stages op[0, n_op), n_op > 0, over n elements, with the bits of the stages by themselves. */
typedef void cm_stage_run_fn(const cm_stage_op *op, size_t n_op, size_t n);

cm_stage_run_fn cm_stage_run_portable;
#if CM_ARCH_X86
cm_stage_run_fn cm_stage_run_avx2, cm_stage_run_avx512;
#endif
#if CM_ARCH_ARM64
cm_stage_run_fn cm_stage_run_neon;
#endif

#endif
