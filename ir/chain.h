/* chain.h — the program of the operator Chain, Cameo's own: several elementwise operators on f32 that rewrite `chain`
 * joined (ir/rewrite/opt_chain.c), executed block by block (kernels/chain.c). Its stages are those of the operators by
 * themselves, so that the bits are, too. 8-bit integers enter by DequantizeLinear and leave by QuantizeLinear; between
 * these two they are floats of the same value. */
#ifndef CM_IR_CHAIN_H
#define CM_IR_CHAIN_H

#include "base/port.h"

#define CM_CHAIN_STAGES 16   /* at most */
#define CM_CHAIN_REGISTERS 4 /* blocks of results that a later stage reads */
#define CM_CHAIN_OPERANDS 8
#define CM_CHAIN_NUMBER 0xff /* as a source: imm[0] for all elements */

/* X(op_type, stage, arity, field, field): operators of one and two operands, their stages in kernels/prim/stages.def,
 * and the fields of their params that are imm[0] and imm[1]. */
#define CM_CHAIN_OPERATORS(X)                        \
    X(Abs, abs, 1, NULL, NULL)                       \
    X(Acos, acos, 1, NULL, NULL)                     \
    X(Acosh, acosh, 1, NULL, NULL)                   \
    X(Add, add, 2, NULL, NULL)                       \
    X(Asin, asin, 1, NULL, NULL)                     \
    X(Asinh, asinh, 1, NULL, NULL)                   \
    X(Atan, atan, 1, NULL, NULL)                     \
    X(Atanh, atanh, 1, NULL, NULL)                   \
    X(Ceil, ceil, 1, NULL, NULL)                     \
    X(Celu, celu, 1, "alpha", NULL)                  \
    X(Cos, cos, 1, NULL, NULL)                       \
    X(Cosh, cosh, 1, NULL, NULL)                     \
    X(Div, div, 2, NULL, NULL)                       \
    X(Elu, elu, 1, "alpha", NULL)                    \
    X(Erf, erf, 1, NULL, NULL)                       \
    X(Exp, exp, 1, NULL, NULL)                       \
    X(Floor, floor, 1, NULL, NULL)                   \
    X(Gelu, gelu, 1, NULL, NULL)                     \
    X(HardSigmoid, hard_sigmoid, 1, "alpha", "beta") \
    X(HardSwish, hard_swish, 1, NULL, NULL)          \
    X(LeakyRelu, leaky_relu, 1, "alpha", NULL)       \
    X(Log, log, 1, NULL, NULL)                       \
    X(Max, max, 2, NULL, NULL)                       \
    X(Min, min, 2, NULL, NULL)                       \
    X(Mish, mish, 1, NULL, NULL)                     \
    X(Mul, mul, 2, NULL, NULL)                       \
    X(Neg, neg, 1, NULL, NULL)                       \
    X(PRelu, prelu, 2, NULL, NULL)                   \
    X(Pow, pow, 2, NULL, NULL)                       \
    X(Reciprocal, reciprocal, 1, NULL, NULL)         \
    X(Relu, relu, 1, NULL, NULL)                     \
    X(Round, round, 1, NULL, NULL)                   \
    X(Selu, selu, 1, "alpha", "gamma")               \
    X(Shrink, shrink, 1, "bias", "lambd")            \
    X(Sigmoid, sigmoid, 1, NULL, NULL)               \
    X(Sign, sign, 1, NULL, NULL)                     \
    X(Sin, sin, 1, NULL, NULL)                       \
    X(Sinh, sinh, 1, NULL, NULL)                     \
    X(Softplus, softplus, 1, NULL, NULL)             \
    X(Softsign, softsign, 1, NULL, NULL)             \
    X(Sqrt, sqrt, 1, NULL, NULL)                     \
    X(Sub, sub, 2, NULL, NULL)                       \
    X(Sum, add, 2, NULL, NULL)                       \
    X(Swish, swish, 1, "alpha", NULL)                \
    X(Tan, tan, 1, NULL, NULL)                       \
    X(Tanh, tanh, 1, NULL, NULL)                     \
    X(ThresholdedRelu, thresholded_relu, 1, "alpha", NULL)

typedef enum cm_chain_fn {
    CM_CHAIN_NONE,
#define X(op_type, stage, arity, imm0, imm1) CM_CHAIN_##op_type,
    CM_CHAIN_OPERATORS(X)
#undef X
        CM_CHAIN_Clip, /* imm: lo, hi */
    CM_CHAIN_GeluTanh, /* Gelu by tanh */
    CM_CHAIN_DequantizeLinear, /* imm: scale, zero point. Of an operand: its 8-bit integers */
    CM_CHAIN_QuantizeI8,       /* imm: scale, zero point. The last stage: the result has 8-bit integers */
    CM_CHAIN_QuantizeU8,
    CM_CHAIN_Where,    /* imm[0]: the operand that is the condition, of bool; a where it holds, else b */
    CM_CHAIN_FN_COUNT
} cm_chain_fn;

/* One stage: register dst = fn(a, b). The last one gives the result instead.
 *   fn | dst << 8 | a << 16 | b << 24
 * a, b: a register, CM_CHAIN_REGISTERS + i: operand i, or CM_CHAIN_NUMBER, of Where imm[1]. */
typedef struct cm_chain_stage {
    uint32_t code;
    float imm[2];
} cm_chain_stage;

typedef struct cm_chain_params {
    int32_t axis; /* CM_AXIS_LAST: operands are broadcast as those of any operator (kernels/broadcast.h) */
    int32_t n_in; /* operands; 0: no program, which is what a file gives that names the operator */
    int32_t n;    /* stages */
    cm_chain_stage stage[CM_CHAIN_STAGES];
} cm_chain_params;

CM_INLINE uint32_t cm_chain_code(cm_chain_fn fn, uint32_t dst, uint32_t a, uint32_t b) {
    return (uint32_t)fn | dst << 8 | a << 16 | b << 24;
}
CM_INLINE cm_chain_fn cm_chain_fn_of(const cm_chain_stage *s) { return (cm_chain_fn)(s->code & 0xff); }
CM_INLINE uint32_t cm_chain_dst(const cm_chain_stage *s) { return s->code >> 8 & 0xff; }
CM_INLINE uint32_t cm_chain_a(const cm_chain_stage *s) { return s->code >> 16 & 0xff; }
CM_INLINE uint32_t cm_chain_b(const cm_chain_stage *s) { return s->code >> 24; }

#endif
