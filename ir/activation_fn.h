/* activation_fn.h — the elementwise function that the rewrites `activation`, `function` and `batchnorm_function` move
 * into the epilogue of the Conv, Gemm, MatMul or BatchNormalization whose result it is applied to. The params of these
 * operators hold a cm_activation, which no attribute sets. */
#ifndef CM_IR_ACTIVATION_FN_H
#define CM_IR_ACTIVATION_FN_H

#include "base/port.h"

/* Functions that kernels apply to f32 block by block, and the stages of kernels/prim/stages.def that compute them.
 * Rewrite `function` uses them where more instruction sets than the portable one are in use.
 *   SWISH, LEAKY_RELU, ELU  imm[0]: alpha      HARD_SIGMOID  imm[0]: alpha, imm[1]: beta
 *   PRELU  of Conv: input CM_IN_SLOPE (ir/op.h), a slope for each output channel */
#define CM_ACTIVATION_STAGES(X)   \
    X(SIGMOID, sigmoid)           \
    X(TANH, tanh)                 \
    X(SWISH, swish)               \
    X(HARD_SIGMOID, hard_sigmoid) \
    X(HARD_SWISH, hard_swish)     \
    X(GELU, gelu)                 \
    X(GELU_TANH, gelu_tanh)       \
    X(LEAKY_RELU, leaky_relu)     \
    X(ELU, elu)                   \
    X(SOFTPLUS, softplus)         \
    X(MISH, mish)                 \
    X(PRELU, prelu)

typedef enum cm_activation_fn {
    CM_ACTIVATION_NONE,
    CM_ACTIVATION_RELU, /* max(x, 0) */
    CM_ACTIVATION_CLIP, /* min(max(x, imm[0]), imm[1]) */
#define X(fn, stage) CM_ACTIVATION_##fn,
    CM_ACTIVATION_STAGES(X)
#undef X
} cm_activation_fn;

typedef struct cm_activation {
    int32_t fn; /* cm_activation_fn */
    float imm[2];
} cm_activation;

/* Relu and Clip, which every kernel applies while it stores. */
CM_INLINE bool cm_activation_is_clamp(const cm_activation *a) {
    return a->fn == CM_ACTIVATION_RELU || a->fn == CM_ACTIVATION_CLIP;
}

#endif
