/* stage.h — elementwise functions of f32, block by block: what rows of single operators call, and chains of fused
 * operators, so that both give the same bits. stages.def lists them. */
#ifndef CM_KERNELS_PRIM_STAGE_H
#define CM_KERNELS_PRIM_STAGE_H

#include "base/port.h"

typedef enum cm_stage_id {
#define CM_STAGE_DEF(name, arity) CM_STAGE_ID_##name,
#include "kernels/prim/stages.def"
#undef CM_STAGE_DEF
    CM_STAGE_COUNT
} cm_stage_id;

/* n elements: y[i] = f(a[i * a_step], b[i * b_step]).
 *   a, b            f32, aligned to 4; a step is 1, or 0 for one value that serves all elements. b is not looked at by
 *                   stages of one operand
 *   imm[CM_STAGE_IMM]  constants of the stage (alpha, beta, ...), as its line in stages.def says; NULL where it has
 * none
 *   y               may equal a or b, must not partly overlap them */
typedef struct cm_stage_args {
    const float *a, *b;
    size_t a_step, b_step;
    const float *imm;
} cm_stage_args;
#define CM_STAGE_IMM 4
typedef void cm_stage_fn(const cm_stage_args *args, float *y, size_t n);

#define CM_STAGE_DEF(name, arity)       \
    cm_stage_fn cm_stage_##name##_portable;
#include "kernels/prim/stages.def"
#undef CM_STAGE_DEF
#if CM_ARCH_X86
#define CM_STAGE_DEF(name, arity) \
    cm_stage_fn cm_stage_##name##_avx2, cm_stage_##name##_avx512;
#include "kernels/prim/stages.def"
#undef CM_STAGE_DEF
#endif
#if CM_ARCH_ARM64
#define CM_STAGE_DEF(name, arity) cm_stage_fn cm_stage_##name##_neon;
#include "kernels/prim/stages.def"
#undef CM_STAGE_DEF
#endif

#endif
