/* test_ops.h — a few operators with plain shape rules, so that ir/ is tested without kernels. */
#ifndef CM_TESTS_TEST_OPS_H
#define CM_TESTS_TEST_OPS_H

#include "ir/infer/window.h"
#include "ir/ir.h"

/* Params of the Conv of test_ops_table. */
typedef struct test_conv_params {
    int32_t group;
    cm_window_attrs window;
    int32_t activation; /* as in kernels/conv.h */
    float act_lo, act_hi;
} test_conv_params;

/* Add BatchNormalization Clip Concat Conv Gemm Identity If Loop MatMul Relu (from 6 on) Reshape Shape
 * Slice Softmax Squeeze. */
extern const cm_op_table test_ops_table;

#endif
