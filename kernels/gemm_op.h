/* gemm_op.h — the params of Gemm and MatMul, for the rewrites that fuse into them. */
#ifndef CM_KERNELS_GEMM_OP_H
#define CM_KERNELS_GEMM_OP_H

#include "ir/op.h"

typedef struct cm_gemm_params {
    float alpha, beta;      /* MatMul: 1 */
    int32_t transA, transB; /* MatMul: 0 */
    int32_t activation;     /* cm_activation */
    float act_lo, act_hi;
} cm_gemm_params;

#endif
