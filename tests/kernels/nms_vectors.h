/* Made by tests/kernels/gen_nms.py: do not edit. */
#ifndef CM_TESTS_KERNELS_NMS_VECTORS_H
#define CM_TESTS_KERNELS_NMS_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* NonMaxSuppression 10 1x1x12 20 0.5 0.25: onnxruntime */
static const double nms_0_in0[] = {
    1, 1, 7, 4, 5, 5, 6, 0, 4, 1, 3, 8, 4, 0, 4, 1, 6, 8, 8, 5, 7, 3, 1, 4, 3, 5, 8, 2, 7, 1, 3, 7,
    2, 6, 4, 4, 8, 7, 7, 4, 8, 8, 1, 1, 2, 4, 7, 4,
};
static const double nms_0_in1[] = {
    1.375, 0.125, 1.25, 0.625, 0.875, -0.125, 0.625, 1, 1.25, 1.125, 1.375, -0.25,
};
static const double nms_0_in2[] = {
    20,
};
static const double nms_0_in3[] = {
    0.5,
};
static const double nms_0_in4[] = {
    0.25,
};
static const vector_tensor nms_0_in[] = {
    {1, 3, {1, 12, 4}, nms_0_in0},
    {1, 3, {1, 1, 12}, nms_0_in1},
    {7, 1, {1}, nms_0_in2},
    {1, 1, {1}, nms_0_in3},
    {1, 1, {1}, nms_0_in4},
};
static const double nms_0_out0[] = {
    0, 0, 0, 0, 0, 10, 0, 0, 2, 0, 0, 8, 0, 0, 9, 0, 0, 7, 0, 0, 4, 0, 0, 3, 0, 0, 6,
};
static const vector_tensor nms_0_out[] = {
    {7, 2, {9, 3}, nms_0_out0},
};
static const vector_attr nms_0_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 10 2x3x9 3 0.25 None: onnxruntime */
static const double nms_1_in0[] = {
    7, 4, 6, 2, 0, 0, 8, 8, 2, 3, 2, 1, 7, 6, 0, 1, 5, 8, 8, 1, 5, 0, 1, 1, 3, 3, 6, 4, 3, 8, 5, 6,
    6, 3, 8, 0, 2, 1, 0, 8, 0, 4, 7, 6, 7, 0, 4, 0, 1, 7, 0, 5, 0, 2, 8, 2, 2, 0, 6, 1, 4, 0, 0, 7,
    0, 4, 3, 1, 5, 6, 8, 1,
};
static const double nms_1_in1[] = {
    1.25, -0.5, -0.25, 0.625, 1.125, 1.25, 0.875, -0.5, 0.25, 1, 0.5, -0.125, 0.75, -0.375, 0.875,
    -0.5, 0.125, 0, 1.375, 0.875, 0.75, 0.375, 0, 1.125, 1.375, -0.125, -0.125, 0.125, 0.375, 0,
    0.25, 1.375, 0.125, 1.375, 0.5, 0.125, 1.25, 0.25, 1, 0.125, 1.375, 0.875, 1.25, -0.5, -0.375,
    -0.375, 0.5, 0.25, 1.375, -0.125, -0.25, 1.125, 0, 0.875,
};
static const double nms_1_in2[] = {
    3,
};
static const double nms_1_in3[] = {
    0.25,
};
static const vector_tensor nms_1_in[] = {
    {1, 3, {2, 9, 4}, nms_1_in0},
    {1, 3, {2, 3, 9}, nms_1_in1},
    {7, 1, {1}, nms_1_in2},
    {1, 1, {1}, nms_1_in3},
};
static const double nms_1_out0[] = {
    0, 0, 0, 0, 0, 5, 0, 0, 4, 0, 1, 0, 0, 1, 5, 0, 1, 3, 0, 2, 0, 0, 2, 6, 0, 2, 5, 1, 0, 4, 1, 0,
    6, 1, 0, 1, 1, 1, 4, 1, 1, 0, 1, 1, 2, 1, 2, 3, 1, 2, 6, 1, 2, 8,
};
static const vector_tensor nms_1_out[] = {
    {7, 2, {18, 3}, nms_1_out0},
};
static const vector_attr nms_1_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 10 1x2x15 100 None 0.0: onnxruntime */
static const double nms_2_in0[] = {
    2, 4, 0, 5, 8, 6, 7, 7, 5, 8, 4, 1, 5, 5, 1, 1, 5, 3, 4, 7, 6, 8, 1, 6, 4, 0, 0, 3, 5, 1, 4, 8,
    1, 1, 8, 2, 7, 3, 6, 0, 5, 7, 3, 5, 1, 1, 0, 4, 4, 0, 2, 5, 3, 2, 0, 0, 5, 1, 7, 4,
};
static const double nms_2_in1[] = {
    0, 0.75, -0.25, 0.125, 0.375, 0.75, -0.25, 0.125, -0.375, -0.25, -0.125, 0.125, 1.25, 0.25,
    -0.375, 1.25, 0.625, -0.375, -0.375, -0.375, 1.25, 0.5, 0.75, 1.375, 0.25, 1.25, 0.25, 0.875,
    1.125, -0.375,
};
static const double nms_2_in2[] = {
    100,
};
static const double nms_2_in4[] = {
    0,
};
static const vector_tensor nms_2_in[] = {
    {1, 3, {1, 15, 4}, nms_2_in0},
    {1, 3, {1, 2, 15}, nms_2_in1},
    {7, 1, {1}, nms_2_in2},
    {0, 0, {0}, NULL},
    {1, 1, {1}, nms_2_in4},
};
static const double nms_2_out0[] = {
    0, 0, 12, 0, 0, 1, 0, 0, 5, 0, 0, 11, 0, 1, 8, 0, 1, 0, 0, 1, 5, 0, 1, 1, 0, 1, 11,
};
static const vector_tensor nms_2_out[] = {
    {7, 2, {9, 3}, nms_2_out0},
};
static const vector_attr nms_2_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 10 3x1x7 2 1.0 0.5: onnxruntime */
static const double nms_3_in0[] = {
    6, 7, 8, 6, 4, 1, 6, 4, 7, 0, 3, 7, 5, 6, 5, 7, 7, 6, 5, 2, 0, 7, 3, 2, 0, 1, 0, 3, 2, 4, 5, 2,
    4, 5, 6, 5, 0, 2, 7, 5, 2, 3, 8, 6, 3, 2, 1, 7, 5, 3, 6, 4, 4, 6, 6, 4, 3, 2, 2, 8, 1, 0, 5, 2,
    0, 4, 6, 0, 4, 1, 5, 7, 7, 7, 2, 5, 5, 8, 6, 6, 0, 2, 3, 5,
};
static const double nms_3_in1[] = {
    1.125, 0.125, 0.375, 0.875, -0.125, 0.25, -0.125, -0.25, 0.875, 1.25, -0.25, 0.875, 0.875,
    0.875, 0.875, 0.5, -0.375, 1, -0.125, 0.375, 1.375,
};
static const double nms_3_in2[] = {
    2,
};
static const double nms_3_in3[] = {
    1,
};
static const double nms_3_in4[] = {
    0.5,
};
static const vector_tensor nms_3_in[] = {
    {1, 3, {3, 7, 4}, nms_3_in0},
    {1, 3, {3, 1, 7}, nms_3_in1},
    {7, 1, {1}, nms_3_in2},
    {1, 1, {1}, nms_3_in3},
    {1, 1, {1}, nms_3_in4},
};
static const double nms_3_out0[] = {
    0, 0, 0, 0, 0, 3, 1, 0, 2, 1, 0, 1, 2, 0, 6, 2, 0, 3,
};
static const vector_tensor nms_3_out[] = {
    {7, 2, {6, 3}, nms_3_out0},
};
static const vector_attr nms_3_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 10 1x1x30 1099511627776 0.0 -1.0: onnxruntime */
static const double nms_4_in0[] = {
    5, 2, 0, 2, 4, 7, 7, 1, 6, 5, 7, 4, 4, 3, 7, 4, 0, 4, 7, 7, 3, 7, 0, 6, 5, 0, 4, 3, 3, 2, 7, 7,
    1, 6, 5, 1, 3, 2, 4, 1, 4, 1, 1, 7, 4, 2, 7, 3, 1, 8, 0, 8, 0, 7, 4, 1, 8, 3, 0, 6, 8, 1, 4, 8,
    1, 7, 3, 0, 1, 7, 6, 7, 4, 1, 2, 2, 2, 0, 7, 0, 6, 6, 3, 5, 3, 4, 6, 4, 8, 7, 0, 8, 1, 1, 3, 7,
    4, 6, 0, 6, 0, 2, 1, 7, 3, 6, 6, 6, 5, 7, 0, 5, 0, 5, 4, 8, 7, 0, 8, 1,
};
static const double nms_4_in1[] = {
    0.125, 0.5, 1.25, 0.125, 1.25, 0, 0.25, 1.25, 0.875, 0.75, 0.125, -0.5, -0.25, 0.125, 0.625,
    1.125, -0.375, -0.5, 0.75, -0.125, 1, 0.625, 1.25, 0.375, 0.375, 1, -0.375, -0.125, 1.25,
    -0.25,
};
static const double nms_4_in2[] = {
    1099511627776.0,
};
static const double nms_4_in3[] = {
    0,
};
static const double nms_4_in4[] = {
    -1,
};
static const vector_tensor nms_4_in[] = {
    {1, 3, {1, 30, 4}, nms_4_in0},
    {1, 3, {1, 1, 30}, nms_4_in1},
    {7, 1, {1}, nms_4_in2},
    {1, 1, {1}, nms_4_in3},
    {1, 1, {1}, nms_4_in4},
};
static const double nms_4_out0[] = {
    0, 0, 2, 0, 0, 22, 0, 0, 20, 0, 0, 25, 0, 0, 9, 0, 0, 21, 0, 0, 23, 0, 0, 24, 0, 0, 6, 0, 0, 0,
    0, 0, 3, 0, 0, 19, 0, 0, 12, 0, 0, 29, 0, 0, 26, 0, 0, 17,
};
static const vector_tensor nms_4_out[] = {
    {7, 2, {16, 3}, nms_4_out0},
};
static const vector_attr nms_4_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 10 1x1x12 20 0.5 0.25: onnxruntime */
static const double nms_5_in0[] = {
    7, 6, 9, 3, 5, 0, 7, 1, 3, 2, 2, 5, 2, 0, 7, 2, 2, 2, 7, 7, 4, 0, 5, 7, 8, 8, 2, 3, 4, 2, 2, 2,
    8, 6, 5, 6, 2, 4, 2, 1, 5, 5, 4, 5, 1, 7, 1, 5,
};
static const double nms_5_in1[] = {
    0.25, 1, 0.625, -0.125, 0.5, 0.625, 1.25, 0.5, 1.25, 0.125, 1.25, 1.375,
};
static const double nms_5_in2[] = {
    20,
};
static const double nms_5_in3[] = {
    0.5,
};
static const double nms_5_in4[] = {
    0.25,
};
static const vector_tensor nms_5_in[] = {
    {1, 3, {1, 12, 4}, nms_5_in0},
    {1, 3, {1, 1, 12}, nms_5_in1},
    {7, 1, {1}, nms_5_in2},
    {1, 1, {1}, nms_5_in3},
    {1, 1, {1}, nms_5_in4},
};
static const double nms_5_out0[] = {
    0, 0, 11, 0, 0, 6, 0, 0, 8, 0, 0, 10, 0, 0, 1, 0, 0, 2, 0, 0, 5, 0, 0, 4, 0, 0, 7,
};
static const vector_tensor nms_5_out[] = {
    {7, 2, {9, 3}, nms_5_out0},
};
static const vector_attr nms_5_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 10 2x3x9 3 0.25 None: onnxruntime */
static const double nms_6_in0[] = {
    7, 7, 5, 9, 4, 5, 4, 6, 3, 5, 1, 1, 7, 7, 3, 1, 0, 7, 5, 3, 6, 4, 4, 1, 3, 6, 6, 5, 1, 5, 1, 9,
    5, 6, 5, 4, 7, 0, 4, 7, 7, 2, 1, 9, 0, 7, 6, 1, 2, 1, 1, 6, 1, 3, 4, 1, 3, 5, 6, 5, 7, 1, 4, 7,
    1, 2, 6, 7, 0, 3, 4, 3,
};
static const double nms_6_in1[] = {
    0.125, 1.125, 0.25, 0.625, -0.5, 1, 0.5, 0.125, 0.625, 1, 0.875, 1.125, 1.375, 1, 0.125, 1,
    0.75, 0.125, 0.375, -0.5, -0.125, -0.25, 1.25, 1.25, 0.875, 0, 1.375, -0.125, 1.125, 1, 1.25,
    0.875, -0.25, -0.5, -0.5, 1.375, -0.125, 1.125, 0.25, 1.125, 0.875, -0.375, 0.375, 0.75, 0.5,
    -0.25, 1, 0.875, -0.375, -0.125, 0.75, -0.375, -0.5, 0.125,
};
static const double nms_6_in2[] = {
    3,
};
static const double nms_6_in3[] = {
    0.25,
};
static const vector_tensor nms_6_in[] = {
    {1, 3, {2, 9, 4}, nms_6_in0},
    {1, 3, {2, 3, 9}, nms_6_in1},
    {7, 1, {1}, nms_6_in2},
    {1, 1, {1}, nms_6_in3},
};
static const double nms_6_out0[] = {
    0, 0, 1, 0, 0, 5, 0, 0, 3, 0, 1, 3, 0, 1, 2, 0, 1, 0, 0, 2, 8, 0, 2, 4, 0, 2, 5, 1, 0, 8, 1, 0,
    3, 1, 0, 1, 1, 1, 1, 1, 1, 3, 1, 1, 4, 1, 2, 1, 1, 2, 2, 1, 2, 5,
};
static const vector_tensor nms_6_out[] = {
    {7, 2, {18, 3}, nms_6_out0},
};
static const vector_attr nms_6_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 10 1x2x15 100 None 0.0: onnxruntime */
static const double nms_7_in0[] = {
    2, 3, 7, 3, 6, 5, 4, 2, 2, 3, 8, 1, 2, 6, 1, 6, 2, 4, 1, 3, 7, 8, 2, 9, 8, 5, 2, 6, 2, 3, 6, 2,
    2, 8, 4, 6, 0, 6, 4, 6, 0, 1, 3, 2, 8, 4, 3, 3, 2, 2, 7, 5, 7, 7, 3, 3, 3, 7, 7, 5,
};
static const double nms_7_in1[] = {
    1, 0.625, 0.625, 0.875, -0.25, 0.75, -0.25, -0.375, 1, -0.5, 0.875, -0.125, 1.25, -0.5, 1,
    1.25, 0.25, 1.375, -0.25, 1.125, 1.25, -0.125, 0.875, 0.875, 0.625, -0.5, 0.75, -0.375, 0.25,
    0,
};
static const double nms_7_in2[] = {
    100,
};
static const double nms_7_in4[] = {
    0,
};
static const vector_tensor nms_7_in[] = {
    {1, 3, {1, 15, 4}, nms_7_in0},
    {1, 3, {1, 2, 15}, nms_7_in1},
    {7, 1, {1}, nms_7_in2},
    {0, 0, {0}, NULL},
    {1, 1, {1}, nms_7_in4},
};
static const double nms_7_out0[] = {
    0, 0, 12, 0, 0, 8, 0, 0, 5, 0, 1, 2, 0, 1, 5, 0, 1, 8,
};
static const vector_tensor nms_7_out[] = {
    {7, 2, {6, 3}, nms_7_out0},
};
static const vector_attr nms_7_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 10 3x1x7 2 1.0 0.5: onnxruntime */
static const double nms_8_in0[] = {
    3, 8, 6, 4, 4, 6, 7, 8, 8, 8, 8, 6, 3, 3, 4, 5, 8, 5, 4, 8, 7, 1, 1, 4, 4, 0, 5, 6, 7, 5, 8, 5,
    1, 6, 6, 5, 5, 1, 2, 3, 7, 7, 5, 3, 8, 8, 2, 7, 4, 7, 3, 5, 5, 5, 6, 3, 4, 8, 3, 3, 4, 4, 4, 9,
    8, 0, 5, 6, 4, 8, 3, 9, 2, 7, 9, 3, 2, 0, 8, 2, 5, 2, 9, 6,
};
static const double nms_8_in1[] = {
    -0.25, 1, 1.375, 0.625, 1, 0.875, 0.625, 1, 0.875, -0.25, 0.875, 0.5, 0.375, 0.625, 0.75,
    -0.375, -0.125, 1, -0.5, -0.375, 0.75,
};
static const double nms_8_in2[] = {
    2,
};
static const double nms_8_in3[] = {
    1,
};
static const double nms_8_in4[] = {
    0.5,
};
static const vector_tensor nms_8_in[] = {
    {1, 3, {3, 7, 4}, nms_8_in0},
    {1, 3, {3, 1, 7}, nms_8_in1},
    {7, 1, {1}, nms_8_in2},
    {1, 1, {1}, nms_8_in3},
    {1, 1, {1}, nms_8_in4},
};
static const double nms_8_out0[] = {
    0, 0, 2, 0, 0, 1, 1, 0, 0, 1, 0, 1, 2, 0, 3, 2, 0, 0,
};
static const vector_tensor nms_8_out[] = {
    {7, 2, {6, 3}, nms_8_out0},
};
static const vector_attr nms_8_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 10 1x1x30 1099511627776 0.0 -1.0: onnxruntime */
static const double nms_9_in0[] = {
    1, 4, 8, 9, 7, 2, 3, 8, 7, 8, 7, 9, 3, 8, 3, 2, 4, 1, 1, 3, 3, 3, 1, 2, 1, 1, 7, 1, 2, 8, 4, 4,
    6, 5, 3, 5, 4, 6, 4, 8, 3, 3, 3, 5, 4, 0, 4, 3, 4, 2, 8, 3, 4, 2, 6, 6, 3, 2, 7, 3, 4, 7, 1, 1,
    4, 0, 6, 1, 1, 7, 5, 6, 1, 6, 2, 9, 0, 1, 9, 9, 1, 2, 9, 5, 6, 6, 6, 8, 1, 2, 2, 5, 0, 0, 3, 3,
    7, 8, 3, 9, 7, 5, 5, 8, 0, 8, 2, 3, 7, 8, 1, 5, 8, 1, 5, 5, 0, 5, 4, 7,
};
static const double nms_9_in1[] = {
    1.125, 0.75, 1.25, -0.5, 1.125, 0.75, 1.375, 1.25, 0.625, 0.75, 0.625, 1.375, -0.25, 0.5,
    1.125, 1, 0.25, -0.25, 0.125, 1.25, 0, 0.25, -0.25, 1.25, 0.375, 0.125, -0.375, 0.625, 0.375,
    1.125,
};
static const double nms_9_in2[] = {
    1099511627776.0,
};
static const double nms_9_in3[] = {
    0,
};
static const double nms_9_in4[] = {
    -1,
};
static const vector_tensor nms_9_in[] = {
    {1, 3, {1, 30, 4}, nms_9_in0},
    {1, 3, {1, 1, 30}, nms_9_in1},
    {7, 1, {1}, nms_9_in2},
    {1, 1, {1}, nms_9_in3},
    {1, 1, {1}, nms_9_in4},
};
static const double nms_9_out0[] = {
    0, 0, 6, 0, 0, 2, 0, 0, 29, 0, 0, 5, 0, 0, 28,
};
static const vector_tensor nms_9_out[] = {
    {7, 2, {5, 3}, nms_9_out0},
};
static const vector_attr nms_9_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 11 1x1x12 20 0.5 0.25: onnxruntime */
static const double nms_10_in0[] = {
    8, 6, 1, 5, 7, 8, 2, 0, 1, 0, 5, 4, 4, 8, 1, 6, 8, 2, 4, 0, 3, 4, 6, 4, 7, 4, 1, 5, 1, 2, 7, 7,
    7, 2, 6, 0, 6, 3, 1, 8, 4, 1, 6, 2, 6, 8, 3, 3,
};
static const double nms_10_in1[] = {
    -0.25, 1.125, 0.125, -0.5, 0.25, 1.25, -0.375, -0.125, 1.375, -0.25, -0.375, 0.875,
};
static const double nms_10_in2[] = {
    20,
};
static const double nms_10_in3[] = {
    0.5,
};
static const double nms_10_in4[] = {
    0.25,
};
static const vector_tensor nms_10_in[] = {
    {1, 3, {1, 12, 4}, nms_10_in0},
    {1, 3, {1, 1, 12}, nms_10_in1},
    {7, 1, {1}, nms_10_in2},
    {1, 1, {1}, nms_10_in3},
    {1, 1, {1}, nms_10_in4},
};
static const double nms_10_out0[] = {
    0, 0, 8, 0, 0, 5, 0, 0, 1, 0, 0, 11,
};
static const vector_tensor nms_10_out[] = {
    {7, 2, {4, 3}, nms_10_out0},
};
static const vector_attr nms_10_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 2x3x9 3 0.25 None: onnxruntime */
static const double nms_11_in0[] = {
    0, 8, 7, 8, 6, 6, 1, 8, 8, 8, 5, 4, 1, 1, 5, 7, 6, 3, 5, 2, 0, 4, 8, 0, 2, 0, 3, 2, 1, 5, 7, 6,
    7, 8, 7, 7, 0, 8, 0, 5, 8, 6, 6, 5, 2, 0, 5, 0, 4, 6, 1, 1, 8, 7, 6, 4, 8, 0, 2, 5, 0, 3, 4, 0,
    1, 2, 8, 2, 5, 3, 2, 6,
};
static const double nms_11_in1[] = {
    1.125, -0.25, -0.25, 0.375, 0.375, 0.625, 0.75, 1.375, 1.25, -0.375, -0.125, -0.375, 1.375,
    -0.125, 0.75, -0.125, -0.125, -0.25, 1.375, -0.375, 1.125, -0.125, -0.5, -0.125, 0.125, 0.375,
    0.625, 0.75, 0.625, 0.125, 0.125, -0.25, 0.25, -0.375, 0.375, 0, 0.75, -0.25, 0.625, 0.375,
    0.375, 1.125, 0.25, 0.875, -0.375, -0.125, 0.625, -0.5, 1.375, -0.375, 0.75, 0.25, 1, 0.125,
};
static const double nms_11_in2[] = {
    3,
};
static const double nms_11_in3[] = {
    0.25,
};
static const vector_tensor nms_11_in[] = {
    {1, 3, {2, 9, 4}, nms_11_in0},
    {1, 3, {2, 3, 9}, nms_11_in1},
    {7, 1, {1}, nms_11_in2},
    {1, 1, {1}, nms_11_in3},
};
static const double nms_11_out0[] = {
    0, 0, 7, 0, 0, 8, 0, 0, 0, 0, 1, 3, 0, 1, 1, 0, 1, 4, 0, 2, 0, 0, 2, 2, 0, 2, 8, 1, 0, 0, 1, 0,
    1, 1, 0, 7, 1, 1, 5, 1, 1, 7, 1, 1, 0, 1, 2, 3, 1, 2, 7, 1, 2, 5,
};
static const vector_tensor nms_11_out[] = {
    {7, 2, {18, 3}, nms_11_out0},
};
static const vector_attr nms_11_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 1x2x15 100 None 0.0: onnxruntime */
static const double nms_12_in0[] = {
    8, 6, 0, 0, 2, 2, 7, 6, 7, 5, 1, 4, 6, 8, 3, 1, 2, 1, 2, 5, 5, 5, 0, 8, 2, 8, 0, 5, 6, 6, 7, 6,
    1, 1, 5, 5, 4, 2, 1, 3, 3, 1, 0, 0, 5, 7, 5, 6, 2, 6, 6, 2, 0, 3, 7, 1, 2, 5, 2, 7,
};
static const double nms_12_in1[] = {
    0.25, 1, -0.125, 1.25, 0.125, 0, 0.25, 0.875, 0, -0.25, 1, 0.5, 1.25, -0.375, 1, 0.5, 1, 0.5,
    -0.375, 0.125, 0.375, 0.125, 0.125, 0.875, -0.375, 0.375, 1.375, 0.25, -0.5, -0.375,
};
static const double nms_12_in2[] = {
    100,
};
static const double nms_12_in4[] = {
    0,
};
static const vector_tensor nms_12_in[] = {
    {1, 3, {1, 15, 4}, nms_12_in0},
    {1, 3, {1, 2, 15}, nms_12_in1},
    {7, 1, {1}, nms_12_in2},
    {0, 0, {0}, NULL},
    {1, 1, {1}, nms_12_in4},
};
static const double nms_12_out0[] = {
    0, 0, 3, 0, 0, 10, 0, 0, 14, 0, 0, 7, 0, 0, 11, 0, 0, 6, 0, 0, 4, 0, 1, 11, 0, 1, 1, 0, 1, 10,
    0, 1, 4, 0, 1, 6, 0, 1, 7,
};
static const vector_tensor nms_12_out[] = {
    {7, 2, {13, 3}, nms_12_out0},
};
static const vector_attr nms_12_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 3x1x7 2 1.0 0.5: onnxruntime */
static const double nms_13_in0[] = {
    8, 2, 2, 7, 2, 8, 1, 3, 4, 7, 5, 7, 8, 1, 6, 2, 8, 6, 4, 2, 5, 8, 1, 3, 7, 6, 5, 6, 3, 1, 3, 7,
    1, 2, 0, 0, 5, 0, 7, 4, 5, 5, 8, 2, 2, 7, 5, 2, 0, 7, 1, 0, 8, 2, 0, 1, 3, 4, 4, 3, 5, 3, 3, 7,
    4, 5, 2, 5, 5, 3, 4, 7, 2, 4, 0, 6, 1, 8, 3, 5, 6, 3, 1, 2,
};
static const double nms_13_in1[] = {
    0.75, 1.25, 1.25, 1, 1.125, 1, 0.125, -0.125, 1.25, 0.25, 0.75, 1.25, 1.125, -0.125, 1.375,
    1.125, -0.5, 0.5, -0.5, -0.125, 0.75,
};
static const double nms_13_in2[] = {
    2,
};
static const double nms_13_in3[] = {
    1,
};
static const double nms_13_in4[] = {
    0.5,
};
static const vector_tensor nms_13_in[] = {
    {1, 3, {3, 7, 4}, nms_13_in0},
    {1, 3, {3, 1, 7}, nms_13_in1},
    {7, 1, {1}, nms_13_in2},
    {1, 1, {1}, nms_13_in3},
    {1, 1, {1}, nms_13_in4},
};
static const double nms_13_out0[] = {
    0, 0, 1, 0, 0, 2, 1, 0, 1, 1, 0, 4, 2, 0, 0, 2, 0, 1,
};
static const vector_tensor nms_13_out[] = {
    {7, 2, {6, 3}, nms_13_out0},
};
static const vector_attr nms_13_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 1x1x30 1099511627776 0.0 -1.0: onnxruntime */
static const double nms_14_in0[] = {
    3, 5, 0, 1, 6, 1, 6, 2, 0, 0, 2, 0, 6, 0, 1, 5, 4, 5, 7, 5, 5, 2, 1, 8, 8, 5, 6, 4, 5, 6, 2, 4,
    5, 7, 3, 0, 1, 0, 1, 7, 0, 6, 1, 2, 2, 4, 5, 5, 5, 1, 5, 0, 7, 0, 0, 1, 3, 7, 0, 1, 3, 2, 0, 5,
    0, 6, 0, 3, 3, 6, 6, 4, 2, 7, 6, 2, 2, 7, 2, 1, 4, 5, 0, 8, 4, 5, 5, 8, 7, 3, 0, 5, 7, 7, 5, 4,
    5, 1, 0, 4, 7, 2, 2, 8, 4, 0, 4, 0, 8, 7, 5, 8, 8, 3, 2, 2, 5, 2, 5, 4,
};
static const double nms_14_in1[] = {
    0.5, 1, 0.75, 0.5, 0.5, 0.25, 0.125, 1.125, 0.75, 0.125, -0.375, 1, 0.375, 1, 0.375, 0.75,
    -0.125, -0.25, 0.625, 0.875, 0.75, 0.875, -0.25, 1, 0, 0.5, -0.5, -0.25, 0.625, 1.375,
};
static const double nms_14_in2[] = {
    1099511627776.0,
};
static const double nms_14_in3[] = {
    0,
};
static const double nms_14_in4[] = {
    -1,
};
static const vector_tensor nms_14_in[] = {
    {1, 3, {1, 30, 4}, nms_14_in0},
    {1, 3, {1, 1, 30}, nms_14_in1},
    {7, 1, {1}, nms_14_in2},
    {1, 1, {1}, nms_14_in3},
    {1, 1, {1}, nms_14_in4},
};
static const double nms_14_out0[] = {
    0, 0, 29, 0, 0, 7, 0, 0, 1, 0, 0, 13, 0, 0, 23, 0, 0, 19, 0, 0, 2, 0, 0, 28, 0, 0, 4, 0, 0, 12,
    0, 0, 9, 0, 0, 16, 0, 0, 27, 0, 0, 10, 0, 0, 26,
};
static const vector_tensor nms_14_out[] = {
    {7, 2, {15, 3}, nms_14_out0},
};
static const vector_attr nms_14_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 1x1x12 20 0.5 0.25: onnxruntime */
static const double nms_15_in0[] = {
    0, 1, 3, 7, 4, 7, 5, 9, 0, 5, 9, 7, 2, 1, 6, 1, 1, 4, 6, 9, 3, 2, 3, 6, 4, 0, 6, 7, 5, 4, 7, 5,
    2, 1, 1, 4, 2, 6, 3, 6, 5, 6, 4, 4, 2, 6, 1, 6,
};
static const double nms_15_in1[] = {
    0.625, -0.125, -0.375, 0.125, 0.5, 0, 0.875, 0.625, 0.625, 0.25, -0.25, 0.375,
};
static const double nms_15_in2[] = {
    20,
};
static const double nms_15_in3[] = {
    0.5,
};
static const double nms_15_in4[] = {
    0.25,
};
static const vector_tensor nms_15_in[] = {
    {1, 3, {1, 12, 4}, nms_15_in0},
    {1, 3, {1, 1, 12}, nms_15_in1},
    {7, 1, {1}, nms_15_in2},
    {1, 1, {1}, nms_15_in3},
    {1, 1, {1}, nms_15_in4},
};
static const double nms_15_out0[] = {
    0, 0, 6, 0, 0, 0, 0, 0, 7, 0, 0, 8, 0, 0, 4, 0, 0, 11,
};
static const vector_tensor nms_15_out[] = {
    {7, 2, {6, 3}, nms_15_out0},
};
static const vector_attr nms_15_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 11 2x3x9 3 0.25 None: onnxruntime */
static const double nms_16_in0[] = {
    3, 7, 9, 1, 0, 4, 7, 2, 3, 4, 6, 8, 3, 0, 2, 7, 5, 8, 1, 9, 7, 6, 8, 2, 3, 1, 5, 4, 4, 7, 9, 8,
    0, 4, 3, 6, 3, 3, 8, 8, 6, 2, 4, 4, 0, 5, 6, 1, 3, 1, 2, 9, 5, 8, 5, 1, 2, 0, 3, 6, 4, 5, 3, 3,
    3, 1, 9, 7, 4, 5, 3, 7,
};
static const double nms_16_in1[] = {
    0.5, -0.5, 1.25, 0.875, 1.125, 1.375, 0.75, 1.125, 1.25, 0, 1, 0.25, 0.75, 1.25, 0.25, 1.375,
    -0.25, 1.25, 0.875, -0.5, 0.75, 1.125, 1.375, -0.375, 0.125, 0.625, 1.25, 0, -0.125, 1, 1.375,
    -0.5, 1.375, 0.75, -0.5, 0.375, 0.125, 0.25, 1.375, 1, 1.375, 1.125, 0.75, 0.875, -0.25, -0.25,
    -0.5, 0.875, -0.125, 0.25, 1.375, 1.375, 1, -0.5,
};
static const double nms_16_in2[] = {
    3,
};
static const double nms_16_in3[] = {
    0.25,
};
static const vector_tensor nms_16_in[] = {
    {1, 3, {2, 9, 4}, nms_16_in0},
    {1, 3, {2, 3, 9}, nms_16_in1},
    {7, 1, {1}, nms_16_in2},
    {1, 1, {1}, nms_16_in3},
};
static const double nms_16_out0[] = {
    0, 0, 5, 0, 0, 2, 0, 0, 8, 0, 1, 6, 0, 1, 4, 0, 1, 8, 0, 2, 4, 0, 2, 8, 0, 2, 3, 1, 0, 3, 1, 0,
    2, 1, 0, 6, 1, 1, 2, 1, 1, 4, 1, 1, 5, 1, 2, 5, 1, 2, 6, 1, 2, 2,
};
static const vector_tensor nms_16_out[] = {
    {7, 2, {18, 3}, nms_16_out0},
};
static const vector_attr nms_16_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 11 1x2x15 100 None 0.0: onnxruntime */
static const double nms_17_in0[] = {
    3, 8, 7, 1, 8, 2, 3, 1, 7, 4, 3, 2, 2, 3, 1, 1, 1, 6, 5, 9, 0, 0, 5, 1, 1, 8, 7, 5, 1, 5, 2, 9,
    2, 0, 6, 3, 7, 3, 7, 7, 6, 5, 7, 7, 4, 5, 4, 8, 1, 0, 8, 8, 3, 5, 6, 2, 0, 4, 4, 4,
};
static const double nms_17_in1[] = {
    -0.375, -0.125, 0.125, 1.25, 0.875, 1.375, 0.125, 0.5, 0.75, 0.5, -0.375, 0.75, 0.25, 0.75,
    0.25, 0.75, 0.5, -0.375, -0.125, 0.5, 0.875, -0.125, 1.25, 0, 1.125, 1.375, -0.5, 1.375, 0.375,
    0.25,
};
static const double nms_17_in2[] = {
    100,
};
static const double nms_17_in4[] = {
    0,
};
static const vector_tensor nms_17_in[] = {
    {1, 3, {1, 15, 4}, nms_17_in0},
    {1, 3, {1, 2, 15}, nms_17_in1},
    {7, 1, {1}, nms_17_in2},
    {0, 0, {0}, NULL},
    {1, 1, {1}, nms_17_in4},
};
static const double nms_17_out0[] = {
    0, 0, 5, 0, 0, 3, 0, 0, 13, 0, 1, 10, 0, 1, 7, 0, 1, 5,
};
static const vector_tensor nms_17_out[] = {
    {7, 2, {6, 3}, nms_17_out0},
};
static const vector_attr nms_17_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 11 3x1x7 2 1.0 0.5: onnxruntime */
static const double nms_18_in0[] = {
    3, 8, 6, 4, 0, 4, 7, 8, 3, 3, 9, 2, 0, 3, 4, 1, 4, 3, 8, 1, 6, 0, 2, 9, 2, 5, 7, 4, 3, 3, 3, 5,
    8, 2, 8, 4, 3, 7, 5, 6, 8, 8, 2, 6, 8, 0, 8, 3, 6, 1, 7, 6, 6, 0, 5, 3, 5, 8, 2, 6, 5, 1, 7, 6,
    4, 7, 7, 3, 4, 1, 8, 6, 6, 4, 1, 2, 6, 5, 3, 6, 0, 3, 2, 5,
};
static const double nms_18_in1[] = {
    0.125, 1.125, 0.5, 1.375, 0.125, 1.125, -0.125, 0.875, 1, 1.25, 0.125, 1, 1.125, 0.25, -0.125,
    0.625, 0.875, -0.25, 0.125, 0.625, 1.125,
};
static const double nms_18_in2[] = {
    2,
};
static const double nms_18_in3[] = {
    1,
};
static const double nms_18_in4[] = {
    0.5,
};
static const vector_tensor nms_18_in[] = {
    {1, 3, {3, 7, 4}, nms_18_in0},
    {1, 3, {3, 1, 7}, nms_18_in1},
    {7, 1, {1}, nms_18_in2},
    {1, 1, {1}, nms_18_in3},
    {1, 1, {1}, nms_18_in4},
};
static const double nms_18_out0[] = {
    0, 0, 3, 0, 0, 1, 1, 0, 2, 1, 0, 5, 2, 0, 6, 2, 0, 2,
};
static const vector_tensor nms_18_out[] = {
    {7, 2, {6, 3}, nms_18_out0},
};
static const vector_attr nms_18_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 11 1x1x30 1099511627776 0.0 -1.0: onnxruntime */
static const double nms_19_in0[] = {
    2, 5, 7, 7, 1, 0, 2, 7, 4, 3, 1, 7, 3, 7, 5, 2, 7, 0, 4, 7, 4, 8, 6, 9, 7, 3, 8, 8, 2, 0, 7, 1,
    8, 5, 6, 5, 8, 7, 7, 3, 5, 4, 7, 9, 1, 2, 9, 4, 7, 5, 3, 9, 7, 1, 6, 7, 5, 3, 3, 4, 6, 2, 8, 5,
    1, 5, 2, 4, 1, 4, 1, 6, 7, 7, 2, 6, 3, 3, 5, 9, 2, 1, 8, 1, 4, 8, 5, 3, 2, 1, 8, 4, 3, 3, 7, 4,
    6, 7, 8, 3, 6, 1, 3, 2, 5, 8, 7, 4, 2, 3, 9, 7, 2, 8, 4, 5, 3, 7, 9, 3,
};
static const double nms_19_in1[] = {
    0.5, 0.125, -0.25, 0.625, 1.125, -0.125, -0.5, 0, 0.25, -0.125, 1.125, 0, 0.5, 1.125, 1, 1,
    1.375, -0.375, 0.75, 0.125, 0.375, 0.875, -0.375, 1.125, -0.125, 0.5, 0.5, 0.875, 1, -0.125,
};
static const double nms_19_in2[] = {
    1099511627776.0,
};
static const double nms_19_in3[] = {
    0,
};
static const double nms_19_in4[] = {
    -1,
};
static const vector_tensor nms_19_in[] = {
    {1, 3, {1, 30, 4}, nms_19_in0},
    {1, 3, {1, 1, 30}, nms_19_in1},
    {7, 1, {1}, nms_19_in2},
    {1, 1, {1}, nms_19_in3},
    {1, 1, {1}, nms_19_in4},
};
static const double nms_19_out0[] = {
    0, 0, 16, 0, 0, 4, 0, 0, 18, 0, 0, 2,
};
static const vector_tensor nms_19_out[] = {
    {7, 2, {4, 3}, nms_19_out0},
};
static const vector_attr nms_19_attr[] = {
    {"center_point_box", NULL, 0, {1}},
};

/* NonMaxSuppression 11 1x2x5 None 0.5 0.0: onnxruntime */
static const double nms_20_in0[] = {
    3, 7, 7, 7, 6, 3, 7, 2, 6, 0, 6, 5, 4, 5, 5, 0, 6, 4, 0, 8,
};
static const double nms_20_in1[] = {
    -0.5, -0.5, -0.25, -0.25, 0, -0.5, 0.625, 0.25, 0.875, 0.25,
};
static const double nms_20_in3[] = {
    0.5,
};
static const double nms_20_in4[] = {
    0,
};
static const vector_tensor nms_20_in[] = {
    {1, 3, {1, 5, 4}, nms_20_in0},
    {1, 3, {1, 2, 5}, nms_20_in1},
    {0, 0, {0}, NULL},
    {1, 1, {1}, nms_20_in3},
    {1, 1, {1}, nms_20_in4},
};
static const double nms_20_out0[] = {
    0,
};
static const vector_tensor nms_20_out[] = {
    {7, 2, {0, 3}, nms_20_out0},
};
static const vector_attr nms_20_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 1x2x5 None None None: onnxruntime */
static const double nms_21_in0[] = {
    6, 7, 3, 0, 6, 1, 0, 8, 8, 0, 8, 2, 7, 3, 8, 0, 5, 2, 8, 5,
};
static const double nms_21_in1[] = {
    1, 0.625, -0.5, 0.625, 0.25, 0.75, -0.25, 0.625, 1.125, -0.5,
};
static const vector_tensor nms_21_in[] = {
    {1, 3, {1, 5, 4}, nms_21_in0},
    {1, 3, {1, 2, 5}, nms_21_in1},
};
static const double nms_21_out0[] = {
    0,
};
static const vector_tensor nms_21_out[] = {
    {7, 2, {0, 3}, nms_21_out0},
};
static const vector_attr nms_21_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 2x2x5 0 0.5 0.0: onnxruntime */
static const double nms_22_in0[] = {
    3, 5, 1, 5, 0, 1, 0, 3, 6, 2, 7, 7, 6, 2, 7, 1, 1, 7, 6, 6, 3, 7, 2, 6, 3, 3, 4, 4, 5, 4, 7, 5,
    8, 8, 8, 2, 7, 6, 6, 0,
};
static const double nms_22_in1[] = {
    0.625, -0.125, -0.125, 1.375, 0.5, 0, 0.625, 0.5, 0, 1.25, 1.125, 0.75, 1.125, 0.375, 1.125,
    0.875, 0.75, 1.375, -0.5, 1.375,
};
static const double nms_22_in2[] = {
    0,
};
static const double nms_22_in3[] = {
    0.5,
};
static const double nms_22_in4[] = {
    0,
};
static const vector_tensor nms_22_in[] = {
    {1, 3, {2, 5, 4}, nms_22_in0},
    {1, 3, {2, 2, 5}, nms_22_in1},
    {7, 1, {1}, nms_22_in2},
    {1, 1, {1}, nms_22_in3},
    {1, 1, {1}, nms_22_in4},
};
static const double nms_22_out0[] = {
    0,
};
static const vector_tensor nms_22_out[] = {
    {7, 2, {0, 3}, nms_22_out0},
};
static const vector_attr nms_22_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

/* NonMaxSuppression 11 1x1x6 4 0.5 2.0: onnxruntime */
static const double nms_23_in0[] = {
    3, 1, 0, 1, 2, 2, 6, 1, 1, 6, 2, 7, 4, 1, 2, 0, 4, 2, 2, 6, 2, 6, 1, 4,
};
static const double nms_23_in1[] = {
    0, 0.75, 1.25, 1.25, 1.125, 1.25,
};
static const double nms_23_in2[] = {
    4,
};
static const double nms_23_in3[] = {
    0.5,
};
static const double nms_23_in4[] = {
    2,
};
static const vector_tensor nms_23_in[] = {
    {1, 3, {1, 6, 4}, nms_23_in0},
    {1, 3, {1, 1, 6}, nms_23_in1},
    {7, 1, {1}, nms_23_in2},
    {1, 1, {1}, nms_23_in3},
    {1, 1, {1}, nms_23_in4},
};
static const double nms_23_out0[] = {
    0,
};
static const vector_tensor nms_23_out[] = {
    {7, 2, {0, 3}, nms_23_out0},
};
static const vector_attr nms_23_attr[] = {
    {"center_point_box", NULL, 0, {0}},
};

static const vector_case nms_vectors[] = {
    {"NonMaxSuppression", "1x1x12 20 0.5 0.25", 10, 1, 5, 1, nms_0_attr,
     nms_0_in, nms_0_out},
    {"NonMaxSuppression", "2x3x9 3 0.25 None", 10, 1, 4, 1, nms_1_attr,
     nms_1_in, nms_1_out},
    {"NonMaxSuppression", "1x2x15 100 None 0.0", 10, 1, 5, 1, nms_2_attr,
     nms_2_in, nms_2_out},
    {"NonMaxSuppression", "3x1x7 2 1.0 0.5", 10, 1, 5, 1, nms_3_attr,
     nms_3_in, nms_3_out},
    {"NonMaxSuppression", "1x1x30 1099511627776 0.0 -1.0", 10, 1, 5, 1, nms_4_attr,
     nms_4_in, nms_4_out},
    {"NonMaxSuppression", "1x1x12 20 0.5 0.25", 10, 1, 5, 1, nms_5_attr,
     nms_5_in, nms_5_out},
    {"NonMaxSuppression", "2x3x9 3 0.25 None", 10, 1, 4, 1, nms_6_attr,
     nms_6_in, nms_6_out},
    {"NonMaxSuppression", "1x2x15 100 None 0.0", 10, 1, 5, 1, nms_7_attr,
     nms_7_in, nms_7_out},
    {"NonMaxSuppression", "3x1x7 2 1.0 0.5", 10, 1, 5, 1, nms_8_attr,
     nms_8_in, nms_8_out},
    {"NonMaxSuppression", "1x1x30 1099511627776 0.0 -1.0", 10, 1, 5, 1, nms_9_attr,
     nms_9_in, nms_9_out},
    {"NonMaxSuppression", "1x1x12 20 0.5 0.25", 11, 1, 5, 1, nms_10_attr,
     nms_10_in, nms_10_out},
    {"NonMaxSuppression", "2x3x9 3 0.25 None", 11, 1, 4, 1, nms_11_attr,
     nms_11_in, nms_11_out},
    {"NonMaxSuppression", "1x2x15 100 None 0.0", 11, 1, 5, 1, nms_12_attr,
     nms_12_in, nms_12_out},
    {"NonMaxSuppression", "3x1x7 2 1.0 0.5", 11, 1, 5, 1, nms_13_attr,
     nms_13_in, nms_13_out},
    {"NonMaxSuppression", "1x1x30 1099511627776 0.0 -1.0", 11, 1, 5, 1, nms_14_attr,
     nms_14_in, nms_14_out},
    {"NonMaxSuppression", "1x1x12 20 0.5 0.25", 11, 1, 5, 1, nms_15_attr,
     nms_15_in, nms_15_out},
    {"NonMaxSuppression", "2x3x9 3 0.25 None", 11, 1, 4, 1, nms_16_attr,
     nms_16_in, nms_16_out},
    {"NonMaxSuppression", "1x2x15 100 None 0.0", 11, 1, 5, 1, nms_17_attr,
     nms_17_in, nms_17_out},
    {"NonMaxSuppression", "3x1x7 2 1.0 0.5", 11, 1, 5, 1, nms_18_attr,
     nms_18_in, nms_18_out},
    {"NonMaxSuppression", "1x1x30 1099511627776 0.0 -1.0", 11, 1, 5, 1, nms_19_attr,
     nms_19_in, nms_19_out},
    {"NonMaxSuppression", "1x2x5 None 0.5 0.0", 11, 1, 5, 1, nms_20_attr,
     nms_20_in, nms_20_out},
    {"NonMaxSuppression", "1x2x5 None None None", 11, 1, 2, 1, nms_21_attr,
     nms_21_in, nms_21_out},
    {"NonMaxSuppression", "2x2x5 0 0.5 0.0", 11, 1, 5, 1, nms_22_attr,
     nms_22_in, nms_22_out},
    {"NonMaxSuppression", "1x1x6 4 0.5 2.0", 11, 1, 5, 1, nms_23_attr,
     nms_23_in, nms_23_out},
};

#endif
