/* cuda_rules.h — what the rules of cuda_match.c and the launches of cuda_plan.c share. */
#ifndef CM_PROVIDERS_CUDA_RULES_H
#define CM_PROVIDERS_CUDA_RULES_H

#include "providers/cuda/cuda_provider.h"

#if CAMEO_CUDA

#include <float.h>

#include "base/dtype.h"

#define CM_CUDA_INFINITY ((float)(1e300 * 1e300))

/* "f32" ... of kernels for this type, "4" ... of kernels for its width; "": there are none. */
const char *cm_cuda_suffix(cameo_dtype dtype);
const char *cm_cuda_width(cameo_dtype dtype);

/* Launches of a node; op->i and op->f hold what the rule's match put there. */
cameo_status cm_cuda_launch_unary(cm_cuda_build *b, const cm_cuda_op *op);  /* i: code; f: a, b */
cameo_status cm_cuda_launch_cast(cm_cuda_build *b, const cm_cuda_op *op);   /* i: from, to */
cameo_status cm_cuda_launch_binary(cm_cuda_build *b, const cm_cuda_op *op); /* i: code */
cameo_status cm_cuda_launch_where(cm_cuda_build *b, const cm_cuda_op *op);

#endif
#endif
