/* gemm_op.h — the params of Gemm and MatMul, for the rewrites that fuse into them. */
#ifndef CM_KERNELS_GEMM_OP_H
#define CM_KERNELS_GEMM_OP_H

#include "ir/activation_fn.h"
#include "ir/op.h"

typedef struct cm_gemm_params {
    float alpha, beta;      /* MatMul: 1 */
    int32_t transA, transB; /* MatMul: 0 */
    cm_activation activation;
} cm_gemm_params;

#endif
