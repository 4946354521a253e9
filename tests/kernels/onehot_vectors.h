/* Made by tests/kernels/gen_onehot.py: do not edit. */
#ifndef CM_TESTS_KERNELS_ONEHOT_VECTORS_H
#define CM_TESTS_KERNELS_ONEHOT_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* OneHot 11 (5,) depth 4 axis None ['float32', 'int64', 'float32']: reference */
static const double onehot_0_in0[] = {
    -3, -3, 2, -1, 0,
};
static const double onehot_0_in1[] = {
    4,
};
static const double onehot_0_in2[] = {
    3, 8,
};
static const vector_tensor onehot_0_in[] = {
    {1, 1, {5}, onehot_0_in0},
    {7, 0, {0}, onehot_0_in1},
    {1, 1, {2}, onehot_0_in2},
};
static const double onehot_0_out0[] = {
    3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 8, 3, 3, 3,
};
static const vector_tensor onehot_0_out[] = {
    {1, 2, {5, 4}, onehot_0_out0},
};
static const vector_attr onehot_0_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'float32', 'float32']: reference */
static const double onehot_1_in0[] = {
    0, 1, -4, -1, -3,
};
static const double onehot_1_in1[] = {
    4,
};
static const double onehot_1_in2[] = {
    3, 8,
};
static const vector_tensor onehot_1_in[] = {
    {7, 1, {5}, onehot_1_in0},
    {1, 0, {0}, onehot_1_in1},
    {1, 1, {2}, onehot_1_in2},
};
static const double onehot_1_out0[] = {
    8, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 8, 3, 3,
};
static const vector_tensor onehot_1_out[] = {
    {1, 2, {5, 4}, onehot_1_out0},
};
static const vector_attr onehot_1_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'float32']: reference */
static const double onehot_2_in0[] = {
    -1, 3, 0, -4, 0,
};
static const double onehot_2_in1[] = {
    4,
};
static const double onehot_2_in2[] = {
    3, 8,
};
static const vector_tensor onehot_2_in[] = {
    {7, 1, {5}, onehot_2_in0},
    {7, 0, {0}, onehot_2_in1},
    {1, 1, {2}, onehot_2_in2},
};
static const double onehot_2_out0[] = {
    3, 3, 3, 8, 3, 3, 3, 8, 8, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_2_out[] = {
    {1, 2, {5, 4}, onehot_2_out0},
};
static const vector_attr onehot_2_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['float64', 'int64', 'float32']: reference */
static const double onehot_3_in0[] = {
    -3, 2, 3, 3, 0,
};
static const double onehot_3_in1[] = {
    4,
};
static const double onehot_3_in2[] = {
    3, 8,
};
static const vector_tensor onehot_3_in[] = {
    {11, 1, {5}, onehot_3_in0},
    {7, 0, {0}, onehot_3_in1},
    {1, 1, {2}, onehot_3_in2},
};
static const double onehot_3_out0[] = {
    3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 8, 3, 3, 3,
};
static const vector_tensor onehot_3_out[] = {
    {1, 2, {5, 4}, onehot_3_out0},
};
static const vector_attr onehot_3_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'float64', 'float32']: reference */
static const double onehot_4_in0[] = {
    2, -2, -3, 0, -1,
};
static const double onehot_4_in1[] = {
    4,
};
static const double onehot_4_in2[] = {
    3, 8,
};
static const vector_tensor onehot_4_in[] = {
    {7, 1, {5}, onehot_4_in0},
    {11, 0, {0}, onehot_4_in1},
    {1, 1, {2}, onehot_4_in2},
};
static const double onehot_4_out0[] = {
    3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_4_out[] = {
    {1, 2, {5, 4}, onehot_4_out0},
};
static const vector_attr onehot_4_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'float64']: reference */
static const double onehot_5_in0[] = {
    1, 3, -2, 2, -3,
};
static const double onehot_5_in1[] = {
    4,
};
static const double onehot_5_in2[] = {
    3, 8,
};
static const vector_tensor onehot_5_in[] = {
    {7, 1, {5}, onehot_5_in0},
    {7, 0, {0}, onehot_5_in1},
    {11, 1, {2}, onehot_5_in2},
};
static const double onehot_5_out0[] = {
    3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_5_out[] = {
    {11, 2, {5, 4}, onehot_5_out0},
};
static const vector_attr onehot_5_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['float16', 'int64', 'float32']: reference */
static const double onehot_6_in0[] = {
    -2, 2, -3, 1, -1,
};
static const double onehot_6_in1[] = {
    4,
};
static const double onehot_6_in2[] = {
    3, 8,
};
static const vector_tensor onehot_6_in[] = {
    {10, 1, {5}, onehot_6_in0},
    {7, 0, {0}, onehot_6_in1},
    {1, 1, {2}, onehot_6_in2},
};
static const double onehot_6_out0[] = {
    3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_6_out[] = {
    {1, 2, {5, 4}, onehot_6_out0},
};
static const vector_attr onehot_6_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'float16', 'float32']: reference */
static const double onehot_7_in0[] = {
    0, 3, 2, 2, 0,
};
static const double onehot_7_in1[] = {
    4,
};
static const double onehot_7_in2[] = {
    3, 8,
};
static const vector_tensor onehot_7_in[] = {
    {7, 1, {5}, onehot_7_in0},
    {10, 0, {0}, onehot_7_in1},
    {1, 1, {2}, onehot_7_in2},
};
static const double onehot_7_out0[] = {
    8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 8, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_7_out[] = {
    {1, 2, {5, 4}, onehot_7_out0},
};
static const vector_attr onehot_7_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'float16']: reference */
static const double onehot_8_in0[] = {
    3, 3, -3, -3, -2,
};
static const double onehot_8_in1[] = {
    4,
};
static const double onehot_8_in2[] = {
    3, 8,
};
static const vector_tensor onehot_8_in[] = {
    {7, 1, {5}, onehot_8_in0},
    {7, 0, {0}, onehot_8_in1},
    {10, 1, {2}, onehot_8_in2},
};
static const double onehot_8_out0[] = {
    3, 3, 3, 8, 3, 3, 3, 8, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3,
};
static const vector_tensor onehot_8_out[] = {
    {10, 2, {5, 4}, onehot_8_out0},
};
static const vector_attr onehot_8_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int8', 'int64', 'float32']: reference */
static const double onehot_9_in0[] = {
    0, 2, -1, 3, -2,
};
static const double onehot_9_in1[] = {
    4,
};
static const double onehot_9_in2[] = {
    3, 8,
};
static const vector_tensor onehot_9_in[] = {
    {3, 1, {5}, onehot_9_in0},
    {7, 0, {0}, onehot_9_in1},
    {1, 1, {2}, onehot_9_in2},
};
static const double onehot_9_out0[] = {
    8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3,
};
static const vector_tensor onehot_9_out[] = {
    {1, 2, {5, 4}, onehot_9_out0},
};
static const vector_attr onehot_9_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int8', 'float32']: reference */
static const double onehot_10_in0[] = {
    3, 0, 1, -3, 0,
};
static const double onehot_10_in1[] = {
    4,
};
static const double onehot_10_in2[] = {
    3, 8,
};
static const vector_tensor onehot_10_in[] = {
    {7, 1, {5}, onehot_10_in0},
    {3, 0, {0}, onehot_10_in1},
    {1, 1, {2}, onehot_10_in2},
};
static const double onehot_10_out0[] = {
    3, 3, 3, 8, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_10_out[] = {
    {1, 2, {5, 4}, onehot_10_out0},
};
static const vector_attr onehot_10_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'int8']: reference */
static const double onehot_11_in0[] = {
    2, 3, 2, 3, -3,
};
static const double onehot_11_in1[] = {
    4,
};
static const double onehot_11_in2[] = {
    3, 8,
};
static const vector_tensor onehot_11_in[] = {
    {7, 1, {5}, onehot_11_in0},
    {7, 0, {0}, onehot_11_in1},
    {3, 1, {2}, onehot_11_in2},
};
static const double onehot_11_out0[] = {
    3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 8, 3, 8, 3, 3,
};
static const vector_tensor onehot_11_out[] = {
    {3, 2, {5, 4}, onehot_11_out0},
};
static const vector_attr onehot_11_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['uint8', 'int64', 'float32']: reference */
static const double onehot_12_in0[] = {
    3, 1, 2, 1, 0,
};
static const double onehot_12_in1[] = {
    4,
};
static const double onehot_12_in2[] = {
    3, 8,
};
static const vector_tensor onehot_12_in[] = {
    {2, 1, {5}, onehot_12_in0},
    {7, 0, {0}, onehot_12_in1},
    {1, 1, {2}, onehot_12_in2},
};
static const double onehot_12_out0[] = {
    3, 3, 3, 8, 3, 8, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_12_out[] = {
    {1, 2, {5, 4}, onehot_12_out0},
};
static const vector_attr onehot_12_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'uint8', 'float32']: reference */
static const double onehot_13_in0[] = {
    -4, 3, 3, -2, -1,
};
static const double onehot_13_in1[] = {
    4,
};
static const double onehot_13_in2[] = {
    3, 8,
};
static const vector_tensor onehot_13_in[] = {
    {7, 1, {5}, onehot_13_in0},
    {2, 0, {0}, onehot_13_in1},
    {1, 1, {2}, onehot_13_in2},
};
static const double onehot_13_out0[] = {
    8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_13_out[] = {
    {1, 2, {5, 4}, onehot_13_out0},
};
static const vector_attr onehot_13_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'uint8']: reference */
static const double onehot_14_in0[] = {
    -3, -3, 2, 1, -4,
};
static const double onehot_14_in1[] = {
    4,
};
static const double onehot_14_in2[] = {
    3, 8,
};
static const vector_tensor onehot_14_in[] = {
    {7, 1, {5}, onehot_14_in0},
    {7, 0, {0}, onehot_14_in1},
    {2, 1, {2}, onehot_14_in2},
};
static const double onehot_14_out0[] = {
    3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_14_out[] = {
    {2, 2, {5, 4}, onehot_14_out0},
};
static const vector_attr onehot_14_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int16', 'int64', 'float32']: reference */
static const double onehot_15_in0[] = {
    -3, 0, 3, 3, -3,
};
static const double onehot_15_in1[] = {
    4,
};
static const double onehot_15_in2[] = {
    3, 8,
};
static const vector_tensor onehot_15_in[] = {
    {5, 1, {5}, onehot_15_in0},
    {7, 0, {0}, onehot_15_in1},
    {1, 1, {2}, onehot_15_in2},
};
static const double onehot_15_out0[] = {
    3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 8, 3, 3,
};
static const vector_tensor onehot_15_out[] = {
    {1, 2, {5, 4}, onehot_15_out0},
};
static const vector_attr onehot_15_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int16', 'float32']: reference */
static const double onehot_16_in0[] = {
    0, -4, -3, -3, -1,
};
static const double onehot_16_in1[] = {
    4,
};
static const double onehot_16_in2[] = {
    3, 8,
};
static const vector_tensor onehot_16_in[] = {
    {7, 1, {5}, onehot_16_in0},
    {5, 0, {0}, onehot_16_in1},
    {1, 1, {2}, onehot_16_in2},
};
static const double onehot_16_out0[] = {
    8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_16_out[] = {
    {1, 2, {5, 4}, onehot_16_out0},
};
static const vector_attr onehot_16_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'int16']: reference */
static const double onehot_17_in0[] = {
    -2, 1, -1, -2, 3,
};
static const double onehot_17_in1[] = {
    4,
};
static const double onehot_17_in2[] = {
    3, 8,
};
static const vector_tensor onehot_17_in[] = {
    {7, 1, {5}, onehot_17_in0},
    {7, 0, {0}, onehot_17_in1},
    {5, 1, {2}, onehot_17_in2},
};
static const double onehot_17_out0[] = {
    3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_17_out[] = {
    {5, 2, {5, 4}, onehot_17_out0},
};
static const vector_attr onehot_17_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['uint16', 'int64', 'float32']: reference */
static const double onehot_18_in0[] = {
    2, 2, 2, 1, 3,
};
static const double onehot_18_in1[] = {
    4,
};
static const double onehot_18_in2[] = {
    3, 8,
};
static const vector_tensor onehot_18_in[] = {
    {4, 1, {5}, onehot_18_in0},
    {7, 0, {0}, onehot_18_in1},
    {1, 1, {2}, onehot_18_in2},
};
static const double onehot_18_out0[] = {
    3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_18_out[] = {
    {1, 2, {5, 4}, onehot_18_out0},
};
static const vector_attr onehot_18_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'uint16', 'float32']: reference */
static const double onehot_19_in0[] = {
    -4, -2, -3, -4, 3,
};
static const double onehot_19_in1[] = {
    4,
};
static const double onehot_19_in2[] = {
    3, 8,
};
static const vector_tensor onehot_19_in[] = {
    {7, 1, {5}, onehot_19_in0},
    {4, 0, {0}, onehot_19_in1},
    {1, 1, {2}, onehot_19_in2},
};
static const double onehot_19_out0[] = {
    8, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_19_out[] = {
    {1, 2, {5, 4}, onehot_19_out0},
};
static const vector_attr onehot_19_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'uint16']: reference */
static const double onehot_20_in0[] = {
    -4, -1, 2, 1, 2,
};
static const double onehot_20_in1[] = {
    4,
};
static const double onehot_20_in2[] = {
    3, 8,
};
static const vector_tensor onehot_20_in[] = {
    {7, 1, {5}, onehot_20_in0},
    {7, 0, {0}, onehot_20_in1},
    {4, 1, {2}, onehot_20_in2},
};
static const double onehot_20_out0[] = {
    8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 8, 3,
};
static const vector_tensor onehot_20_out[] = {
    {4, 2, {5, 4}, onehot_20_out0},
};
static const vector_attr onehot_20_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int32', 'int64', 'float32']: reference */
static const double onehot_21_in0[] = {
    -4, -1, -4, -3, 2,
};
static const double onehot_21_in1[] = {
    4,
};
static const double onehot_21_in2[] = {
    3, 8,
};
static const vector_tensor onehot_21_in[] = {
    {6, 1, {5}, onehot_21_in0},
    {7, 0, {0}, onehot_21_in1},
    {1, 1, {2}, onehot_21_in2},
};
static const double onehot_21_out0[] = {
    8, 3, 3, 3, 3, 3, 3, 8, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3,
};
static const vector_tensor onehot_21_out[] = {
    {1, 2, {5, 4}, onehot_21_out0},
};
static const vector_attr onehot_21_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int32', 'float32']: reference */
static const double onehot_22_in0[] = {
    -4, 0, -4, -2, 3,
};
static const double onehot_22_in1[] = {
    4,
};
static const double onehot_22_in2[] = {
    3, 8,
};
static const vector_tensor onehot_22_in[] = {
    {7, 1, {5}, onehot_22_in0},
    {6, 0, {0}, onehot_22_in1},
    {1, 1, {2}, onehot_22_in2},
};
static const double onehot_22_out0[] = {
    8, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_22_out[] = {
    {1, 2, {5, 4}, onehot_22_out0},
};
static const vector_attr onehot_22_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'int32']: reference */
static const double onehot_23_in0[] = {
    -2, -2, -4, 2, -3,
};
static const double onehot_23_in1[] = {
    4,
};
static const double onehot_23_in2[] = {
    3, 8,
};
static const vector_tensor onehot_23_in[] = {
    {7, 1, {5}, onehot_23_in0},
    {7, 0, {0}, onehot_23_in1},
    {6, 1, {2}, onehot_23_in2},
};
static const double onehot_23_out0[] = {
    3, 3, 8, 3, 3, 3, 8, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_23_out[] = {
    {6, 2, {5, 4}, onehot_23_out0},
};
static const vector_attr onehot_23_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['uint32', 'int64', 'float32']: reference */
static const double onehot_24_in0[] = {
    1, 0, 0, 3, 0,
};
static const double onehot_24_in1[] = {
    4,
};
static const double onehot_24_in2[] = {
    3, 8,
};
static const vector_tensor onehot_24_in[] = {
    {12, 1, {5}, onehot_24_in0},
    {7, 0, {0}, onehot_24_in1},
    {1, 1, {2}, onehot_24_in2},
};
static const double onehot_24_out0[] = {
    3, 8, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 8, 3, 3, 3,
};
static const vector_tensor onehot_24_out[] = {
    {1, 2, {5, 4}, onehot_24_out0},
};
static const vector_attr onehot_24_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'uint32', 'float32']: reference */
static const double onehot_25_in0[] = {
    -1, -1, -3, 1, 1,
};
static const double onehot_25_in1[] = {
    4,
};
static const double onehot_25_in2[] = {
    3, 8,
};
static const vector_tensor onehot_25_in[] = {
    {7, 1, {5}, onehot_25_in0},
    {12, 0, {0}, onehot_25_in1},
    {1, 1, {2}, onehot_25_in2},
};
static const double onehot_25_out0[] = {
    3, 3, 3, 8, 3, 3, 3, 8, 3, 8, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_25_out[] = {
    {1, 2, {5, 4}, onehot_25_out0},
};
static const vector_attr onehot_25_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'uint32']: reference */
static const double onehot_26_in0[] = {
    3, -3, 3, -4, -3,
};
static const double onehot_26_in1[] = {
    4,
};
static const double onehot_26_in2[] = {
    3, 8,
};
static const vector_tensor onehot_26_in[] = {
    {7, 1, {5}, onehot_26_in0},
    {7, 0, {0}, onehot_26_in1},
    {12, 1, {2}, onehot_26_in2},
};
static const double onehot_26_out0[] = {
    3, 3, 3, 8, 3, 8, 3, 3, 3, 3, 3, 8, 8, 3, 3, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_26_out[] = {
    {12, 2, {5, 4}, onehot_26_out0},
};
static const vector_attr onehot_26_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'float32']: reference */
static const double onehot_27_in0[] = {
    0, 2, 3, 1, -4,
};
static const double onehot_27_in1[] = {
    4,
};
static const double onehot_27_in2[] = {
    3, 8,
};
static const vector_tensor onehot_27_in[] = {
    {7, 1, {5}, onehot_27_in0},
    {7, 0, {0}, onehot_27_in1},
    {1, 1, {2}, onehot_27_in2},
};
static const double onehot_27_out0[] = {
    8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 8, 3, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_27_out[] = {
    {1, 2, {5, 4}, onehot_27_out0},
};
static const vector_attr onehot_27_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'float32']: reference */
static const double onehot_28_in0[] = {
    -1, 2, 0, -3, 1,
};
static const double onehot_28_in1[] = {
    4,
};
static const double onehot_28_in2[] = {
    3, 8,
};
static const vector_tensor onehot_28_in[] = {
    {7, 1, {5}, onehot_28_in0},
    {7, 0, {0}, onehot_28_in1},
    {1, 1, {2}, onehot_28_in2},
};
static const double onehot_28_out0[] = {
    3, 3, 3, 8, 3, 3, 8, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_28_out[] = {
    {1, 2, {5, 4}, onehot_28_out0},
};
static const vector_attr onehot_28_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'int64']: reference */
static const double onehot_29_in0[] = {
    -4, 1, -4, -2, -2,
};
static const double onehot_29_in1[] = {
    4,
};
static const double onehot_29_in2[] = {
    3, 8,
};
static const vector_tensor onehot_29_in[] = {
    {7, 1, {5}, onehot_29_in0},
    {7, 0, {0}, onehot_29_in1},
    {7, 1, {2}, onehot_29_in2},
};
static const double onehot_29_out0[] = {
    8, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3,
};
static const vector_tensor onehot_29_out[] = {
    {7, 2, {5, 4}, onehot_29_out0},
};
static const vector_attr onehot_29_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['uint64', 'int64', 'float32']: reference */
static const double onehot_30_in0[] = {
    3, 2, 2, 1, 1,
};
static const double onehot_30_in1[] = {
    4,
};
static const double onehot_30_in2[] = {
    3, 8,
};
static const vector_tensor onehot_30_in[] = {
    {13, 1, {5}, onehot_30_in0},
    {7, 0, {0}, onehot_30_in1},
    {1, 1, {2}, onehot_30_in2},
};
static const double onehot_30_out0[] = {
    3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_30_out[] = {
    {1, 2, {5, 4}, onehot_30_out0},
};
static const vector_attr onehot_30_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'uint64', 'float32']: reference */
static const double onehot_31_in0[] = {
    2, 3, -3, -3, -2,
};
static const double onehot_31_in1[] = {
    4,
};
static const double onehot_31_in2[] = {
    3, 8,
};
static const vector_tensor onehot_31_in[] = {
    {7, 1, {5}, onehot_31_in0},
    {13, 0, {0}, onehot_31_in1},
    {1, 1, {2}, onehot_31_in2},
};
static const double onehot_31_out0[] = {
    3, 3, 8, 3, 3, 3, 3, 8, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3,
};
static const vector_tensor onehot_31_out[] = {
    {1, 2, {5, 4}, onehot_31_out0},
};
static const vector_attr onehot_31_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (5,) depth 4 axis None ['int64', 'int64', 'uint64']: reference */
static const double onehot_32_in0[] = {
    -1, -2, -1, 3, -2,
};
static const double onehot_32_in1[] = {
    4,
};
static const double onehot_32_in2[] = {
    3, 8,
};
static const vector_tensor onehot_32_in[] = {
    {7, 1, {5}, onehot_32_in0},
    {7, 0, {0}, onehot_32_in1},
    {13, 1, {2}, onehot_32_in2},
};
static const double onehot_32_out0[] = {
    3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3,
};
static const vector_tensor onehot_32_out[] = {
    {13, 2, {5, 4}, onehot_32_out0},
};
static const vector_attr onehot_32_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis -4 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_33_in0[] = {
    4, 0, -2, 4, -1, 2, -2, 4, 2, 3, -5, -4, -5, 0, -1, 4, -3, -4, 3, -2, 2, -3, 0, -5,
};
static const double onehot_33_in1[] = {
    3,
};
static const double onehot_33_in2[] = {
    3, 8,
};
static const vector_tensor onehot_33_in[] = {
    {7, 3, {2, 3, 4}, onehot_33_in0},
    {7, 0, {0}, onehot_33_in1},
    {1, 1, {2}, onehot_33_in2},
};
static const double onehot_33_out0[] = {
    3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 8, 8, 3, 3, 3, 8, 3, 3, 3, 8, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 8, 8, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3,
    3, 3, 3, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_33_out[] = {
    {1, 4, {3, 2, 3, 4}, onehot_33_out0},
};
static const vector_attr onehot_33_attr[] = {
    {"axis", NULL, 0, {-4}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis -4 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_34_in0[] = {
    3, 4, 3, 4, 3, 2, 4, 2, 0, 2, 3, 0, 0, 3, 2, 2, 3, 3, 4, 0, 3, 2, 0, 0,
};
static const double onehot_34_in1[] = {
    3,
};
static const double onehot_34_in2[] = {
    3, 8,
};
static const vector_tensor onehot_34_in[] = {
    {6, 3, {2, 3, 4}, onehot_34_in0},
    {6, 0, {0}, onehot_34_in1},
    {1, 1, {2}, onehot_34_in2},
};
static const double onehot_34_out0[] = {
    3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 8, 3, 8, 3, 3, 3, 3, 8, 8,
    3, 3, 3, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_34_out[] = {
    {1, 4, {3, 2, 3, 4}, onehot_34_out0},
};
static const vector_attr onehot_34_attr[] = {
    {"axis", NULL, 0, {-4}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis -3 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_35_in0[] = {
    -2, 1, -4, 0, 4, -4, -4, 4, -3, 3, -2, 2, -5, 1, 3, -2, 1, -3, -4, -5, -1, 0, -5, -3,
};
static const double onehot_35_in1[] = {
    3,
};
static const double onehot_35_in2[] = {
    3, 8,
};
static const vector_tensor onehot_35_in[] = {
    {7, 3, {2, 3, 4}, onehot_35_in0},
    {7, 0, {0}, onehot_35_in1},
    {1, 1, {2}, onehot_35_in2},
};
static const double onehot_35_out0[] = {
    3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 8, 3, 8, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 8, 3, 3, 3,
};
static const vector_tensor onehot_35_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_35_out0},
};
static const vector_attr onehot_35_attr[] = {
    {"axis", NULL, 0, {-3}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis -3 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_36_in0[] = {
    3, 1, 1, 0, 0, 3, 0, 4, 2, 1, 3, 0, 1, 2, 3, 0, 1, 0, 0, 1, 1, 4, 1, 0,
};
static const double onehot_36_in1[] = {
    3,
};
static const double onehot_36_in2[] = {
    3, 8,
};
static const vector_tensor onehot_36_in[] = {
    {6, 3, {2, 3, 4}, onehot_36_in0},
    {6, 0, {0}, onehot_36_in1},
    {1, 1, {2}, onehot_36_in2},
};
static const double onehot_36_out0[] = {
    3, 3, 3, 8, 8, 3, 8, 3, 3, 3, 3, 8, 3, 8, 8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    8, 3, 3, 3, 3, 3, 3, 8, 3, 8, 8, 3, 3, 3, 3, 8, 8, 3, 3, 3, 8, 3, 3, 8, 8, 3, 8, 3, 3, 8, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3,
};
static const vector_tensor onehot_36_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_36_out0},
};
static const vector_attr onehot_36_attr[] = {
    {"axis", NULL, 0, {-3}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis -2 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_37_in0[] = {
    4, 0, -4, -5, -5, 4, 0, 1, 4, -1, 4, -1, 2, 3, -5, 2, 3, 4, 1, -1, -4, 2, -1, 3,
};
static const double onehot_37_in1[] = {
    3,
};
static const double onehot_37_in2[] = {
    3, 8,
};
static const vector_tensor onehot_37_in[] = {
    {7, 3, {2, 3, 4}, onehot_37_in0},
    {7, 0, {0}, onehot_37_in1},
    {1, 1, {2}, onehot_37_in2},
};
static const double onehot_37_out0[] = {
    3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 8, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 8, 8, 3,
};
static const vector_tensor onehot_37_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_37_out0},
};
static const vector_attr onehot_37_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis -2 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_38_in0[] = {
    0, 1, 4, 3, 3, 2, 4, 4, 3, 3, 1, 0, 3, 1, 1, 0, 0, 0, 1, 1, 2, 2, 1, 2,
};
static const double onehot_38_in1[] = {
    3,
};
static const double onehot_38_in2[] = {
    3, 8,
};
static const vector_tensor onehot_38_in[] = {
    {6, 3, {2, 3, 4}, onehot_38_in0},
    {6, 0, {0}, onehot_38_in1},
    {1, 1, {2}, onehot_38_in2},
};
static const double onehot_38_out0[] = {
    8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3,
    3, 3, 3, 3, 3, 3, 3, 8, 3, 8, 8, 3, 3, 3, 3, 3, 8, 8, 3, 3, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 8, 3, 8, 8, 3, 8,
};
static const vector_tensor onehot_38_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_38_out0},
};
static const vector_attr onehot_38_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis -1 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_39_in0[] = {
    1, 1, 1, -5, -3, 2, 1, -3, -2, 4, 2, -2, -3, -4, 2, 1, -1, 1, 0, 0, 1, 2, 0, -1,
};
static const double onehot_39_in1[] = {
    3,
};
static const double onehot_39_in2[] = {
    3, 8,
};
static const vector_tensor onehot_39_in[] = {
    {7, 3, {2, 3, 4}, onehot_39_in0},
    {7, 0, {0}, onehot_39_in1},
    {1, 1, {2}, onehot_39_in2},
};
static const double onehot_39_out0[] = {
    3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 8, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3,
    8, 3, 8, 3, 8, 3, 3, 3, 3, 3, 3, 3, 8, 3, 8, 3, 3, 3, 8, 3, 8, 3, 8, 3, 3, 8, 3, 3, 3, 8, 3, 3,
    3, 8, 8, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_39_out[] = {
    {1, 4, {2, 3, 4, 3}, onehot_39_out0},
};
static const vector_attr onehot_39_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis -1 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_40_in0[] = {
    1, 1, 4, 0, 0, 3, 1, 0, 2, 3, 0, 2, 0, 2, 3, 4, 3, 1, 3, 3, 4, 3, 3, 0,
};
static const double onehot_40_in1[] = {
    3,
};
static const double onehot_40_in2[] = {
    3, 8,
};
static const vector_tensor onehot_40_in[] = {
    {6, 3, {2, 3, 4}, onehot_40_in0},
    {6, 0, {0}, onehot_40_in1},
    {1, 1, {2}, onehot_40_in2},
};
static const double onehot_40_out0[] = {
    3, 8, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3,
    3, 3, 3, 8, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 8, 3, 3,
};
static const vector_tensor onehot_40_out[] = {
    {1, 4, {2, 3, 4, 3}, onehot_40_out0},
};
static const vector_attr onehot_40_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis 0 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_41_in0[] = {
    -3, -2, 1, 3, -2, -1, 2, -4, -2, -4, -4, 1, 3, -4, 1, 1, 2, 2, 0, -4, 2, -4, -1, 4,
};
static const double onehot_41_in1[] = {
    3,
};
static const double onehot_41_in2[] = {
    3, 8,
};
static const vector_tensor onehot_41_in[] = {
    {7, 3, {2, 3, 4}, onehot_41_in0},
    {7, 0, {0}, onehot_41_in1},
    {1, 1, {2}, onehot_41_in2},
};
static const double onehot_41_out0[] = {
    8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 8, 3, 8, 3, 3, 3,
    8, 3, 3, 8, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    8, 8, 3, 3, 8, 3, 8, 3,
};
static const vector_tensor onehot_41_out[] = {
    {1, 4, {3, 2, 3, 4}, onehot_41_out0},
};
static const vector_attr onehot_41_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis 0 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_42_in0[] = {
    2, 1, 0, 1, 2, 4, 4, 1, 3, 3, 4, 2, 2, 2, 4, 2, 0, 2, 4, 4, 1, 4, 0, 3,
};
static const double onehot_42_in1[] = {
    3,
};
static const double onehot_42_in2[] = {
    3, 8,
};
static const vector_tensor onehot_42_in[] = {
    {6, 3, {2, 3, 4}, onehot_42_in0},
    {6, 0, {0}, onehot_42_in1},
    {1, 1, {2}, onehot_42_in2},
};
static const double onehot_42_out0[] = {
    3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 8, 3, 3, 3, 8,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 8, 8, 3, 8,
    3, 8, 3, 3, 3, 3, 3, 3,
};
static const vector_tensor onehot_42_out[] = {
    {1, 4, {3, 2, 3, 4}, onehot_42_out0},
};
static const vector_attr onehot_42_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis 1 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_43_in0[] = {
    1, -5, -1, -2, -1, -3, 3, 3, -4, 2, 1, -4, -1, -3, 0, -4, -1, -4, -4, 3, 0, -3, 3, -2,
};
static const double onehot_43_in1[] = {
    3,
};
static const double onehot_43_in2[] = {
    3, 8,
};
static const vector_tensor onehot_43_in[] = {
    {7, 3, {2, 3, 4}, onehot_43_in0},
    {7, 0, {0}, onehot_43_in1},
    {1, 1, {2}, onehot_43_in2},
};
static const double onehot_43_out0[] = {
    3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 8, 3, 3, 3,
    3, 8, 3, 3, 3, 8, 8, 3, 3, 3, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 8, 3, 3, 3,
    8, 3, 3, 3, 3, 3, 3, 3,
};
static const vector_tensor onehot_43_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_43_out0},
};
static const vector_attr onehot_43_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis 1 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_44_in0[] = {
    0, 4, 0, 4, 0, 4, 2, 0, 4, 2, 0, 3, 4, 0, 2, 4, 0, 3, 2, 0, 1, 4, 3, 4,
};
static const double onehot_44_in1[] = {
    3,
};
static const double onehot_44_in2[] = {
    3, 8,
};
static const vector_tensor onehot_44_in[] = {
    {6, 3, {2, 3, 4}, onehot_44_in0},
    {6, 0, {0}, onehot_44_in1},
    {1, 1, {2}, onehot_44_in2},
};
static const double onehot_44_out0[] = {
    8, 3, 8, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3,
    3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3,
    3, 3, 8, 3, 3, 3, 3, 3,
};
static const vector_tensor onehot_44_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_44_out0},
};
static const vector_attr onehot_44_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis 2 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_45_in0[] = {
    0, -4, -3, -3, -3, -5, 3, -5, 2, 2, -1, 1, -1, 0, 2, -1, 4, 3, -5, 4, -4, -3, -2, 3,
};
static const double onehot_45_in1[] = {
    3,
};
static const double onehot_45_in2[] = {
    3, 8,
};
static const vector_tensor onehot_45_in[] = {
    {7, 3, {2, 3, 4}, onehot_45_in0},
    {7, 0, {0}, onehot_45_in1},
    {1, 1, {2}, onehot_45_in2},
};
static const double onehot_45_out0[] = {
    8, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8,
    8, 8, 8, 3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3,
    3, 3, 8, 3, 3, 3, 3, 3,
};
static const vector_tensor onehot_45_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_45_out0},
};
static const vector_attr onehot_45_attr[] = {
    {"axis", NULL, 0, {2}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis 2 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_46_in0[] = {
    2, 3, 0, 3, 0, 1, 1, 4, 1, 3, 3, 3, 3, 4, 0, 3, 0, 3, 2, 4, 4, 0, 4, 0,
};
static const double onehot_46_in1[] = {
    3,
};
static const double onehot_46_in2[] = {
    3, 8,
};
static const vector_tensor onehot_46_in[] = {
    {6, 3, {2, 3, 4}, onehot_46_in0},
    {6, 0, {0}, onehot_46_in1},
    {1, 1, {2}, onehot_46_in2},
};
static const double onehot_46_out0[] = {
    3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 8, 3, 8,
    3, 3, 3, 3, 3, 3, 3, 3,
};
static const vector_tensor onehot_46_out[] = {
    {1, 4, {2, 3, 3, 4}, onehot_46_out0},
};
static const vector_attr onehot_46_attr[] = {
    {"axis", NULL, 0, {2}},
};

/* OneHot 11 (2, 3, 4) depth 3 axis 3 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_47_in0[] = {
    -2, 0, 3, -2, 4, -3, -1, 4, 2, 1, -2, -5, -4, -2, 0, 3, -5, -5, 1, -3, 3, 0, 4, -1,
};
static const double onehot_47_in1[] = {
    3,
};
static const double onehot_47_in2[] = {
    3, 8,
};
static const vector_tensor onehot_47_in[] = {
    {7, 3, {2, 3, 4}, onehot_47_in0},
    {7, 0, {0}, onehot_47_in1},
    {1, 1, {2}, onehot_47_in2},
};
static const double onehot_47_out0[] = {
    3, 8, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 8, 3, 8, 3, 3, 8,
    3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 8, 3, 3, 3, 3, 3, 8,
    3, 3, 3, 3, 3, 3, 3, 8,
};
static const vector_tensor onehot_47_out[] = {
    {1, 4, {2, 3, 4, 3}, onehot_47_out0},
};
static const vector_attr onehot_47_attr[] = {
    {"axis", NULL, 0, {3}},
};

/* OneHot 9 (2, 3, 4) depth 3 axis 3 ['int32', 'int32', 'float32']: onnxruntime */
static const double onehot_48_in0[] = {
    2, 3, 0, 1, 4, 0, 4, 3, 4, 1, 2, 0, 3, 0, 1, 1, 0, 2, 1, 0, 3, 0, 1, 1,
};
static const double onehot_48_in1[] = {
    3,
};
static const double onehot_48_in2[] = {
    3, 8,
};
static const vector_tensor onehot_48_in[] = {
    {6, 3, {2, 3, 4}, onehot_48_in0},
    {6, 0, {0}, onehot_48_in1},
    {1, 1, {2}, onehot_48_in2},
};
static const double onehot_48_out0[] = {
    3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 8, 3, 3, 3,
    8, 8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 8, 3, 8, 3, 3, 3, 3, 8, 3, 8, 3, 8, 3, 3, 3, 3, 3, 8,
    3, 3, 3, 8, 3, 3, 8, 3,
};
static const vector_tensor onehot_48_out[] = {
    {1, 4, {2, 3, 4, 3}, onehot_48_out0},
};
static const vector_attr onehot_48_attr[] = {
    {"axis", NULL, 0, {3}},
};

/* OneHot 11 (2, 9) depth 3 axis 0 ['float32', 'float32', 'float32']: onnxruntime */
static const double onehot_49_in0[] = {
    1, 2, 0, -5, -1, 2, 4, 4, -4, -3, -1, -3, -4, -3, 4, 2, -1, 0,
};
static const double onehot_49_in1[] = {
    3,
};
static const double onehot_49_in2[] = {
    3, 8,
};
static const vector_tensor onehot_49_in[] = {
    {1, 2, {2, 9}, onehot_49_in0},
    {1, 0, {0}, onehot_49_in1},
    {1, 1, {2}, onehot_49_in2},
};
static const double onehot_49_out0[] = {
    3, 3, 8, 3, 3, 3, 3, 3, 3, 8, 3, 8, 3, 8, 3, 3, 3, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 8, 3, 3, 8, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 8, 3,
};
static const vector_tensor onehot_49_out[] = {
    {1, 3, {3, 2, 9}, onehot_49_out0},
};
static const vector_attr onehot_49_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* OneHot 11 (2, 3) depth 5 axis None ['int64', 'int64', 'int64']: onnxruntime */
static const double onehot_50_in0[] = {
    -2, 0, -4, -5, 0, 0,
};
static const double onehot_50_in1[] = {
    5,
};
static const double onehot_50_in2[] = {
    3, 8,
};
static const vector_tensor onehot_50_in[] = {
    {7, 2, {2, 3}, onehot_50_in0},
    {7, 1, {1}, onehot_50_in1},
    {7, 1, {2}, onehot_50_in2},
};
static const double onehot_50_out0[] = {
    3, 3, 3, 8, 3, 8, 3, 3, 3, 3, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 3, 3,
};
static const vector_tensor onehot_50_out[] = {
    {7, 3, {2, 3, 5}, onehot_50_out0},
};
static const vector_attr onehot_50_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 () depth 5 axis None ['int64', 'int64', 'int64']: reference */
static const double onehot_51_in0[] = {
    -2,
};
static const double onehot_51_in1[] = {
    5,
};
static const double onehot_51_in2[] = {
    3, 8,
};
static const vector_tensor onehot_51_in[] = {
    {7, 0, {0}, onehot_51_in0},
    {7, 0, {0}, onehot_51_in1},
    {7, 1, {2}, onehot_51_in2},
};
static const double onehot_51_out0[] = {
    3, 3, 3, 8, 3,
};
static const vector_tensor onehot_51_out[] = {
    {7, 1, {5}, onehot_51_out0},
};
static const vector_attr onehot_51_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* OneHot 11 () depth 5 axis 0 ['int64', 'int64', 'int64']: reference */
static const double onehot_52_in0[] = {
    -1,
};
static const double onehot_52_in1[] = {
    5,
};
static const double onehot_52_in2[] = {
    3, 8,
};
static const vector_tensor onehot_52_in[] = {
    {7, 0, {0}, onehot_52_in0},
    {7, 0, {0}, onehot_52_in1},
    {7, 1, {2}, onehot_52_in2},
};
static const double onehot_52_out0[] = {
    3, 3, 3, 3, 8,
};
static const vector_tensor onehot_52_out[] = {
    {7, 1, {5}, onehot_52_out0},
};
static const vector_attr onehot_52_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* OneHot 11 (2, 1, 2, 1, 2, 1, 2) depth 2 axis 3 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_53_in0[] = {
    -2, 1, -2, -1, -1, 1, 0, -2, 0, 0, 1, 0, 1, -1, 1, 1,
};
static const double onehot_53_in1[] = {
    2,
};
static const double onehot_53_in2[] = {
    3, 8,
};
static const vector_tensor onehot_53_in[] = {
    {7, 7, {2, 1, 2, 1, 2, 1, 2}, onehot_53_in0},
    {7, 0, {0}, onehot_53_in1},
    {1, 1, {2}, onehot_53_in2},
};
static const double onehot_53_out0[] = {
    8, 3, 8, 3, 3, 8, 3, 8, 3, 3, 8, 8, 8, 8, 3, 3, 8, 8, 3, 8, 3, 3, 8, 3, 3, 3, 3, 3, 8, 8, 8, 8,
};
static const vector_tensor onehot_53_out[] = {
    {1, 8, {2, 1, 2, 2, 1, 2, 1, 2}, onehot_53_out0},
};
static const vector_attr onehot_53_attr[] = {
    {"axis", NULL, 0, {3}},
};

/* OneHot 11 (3, 0) depth 2 axis 1 ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_54_in0[] = {
    0,
};
static const double onehot_54_in1[] = {
    2,
};
static const double onehot_54_in2[] = {
    3, 8,
};
static const vector_tensor onehot_54_in[] = {
    {7, 2, {3, 0}, onehot_54_in0},
    {7, 0, {0}, onehot_54_in1},
    {1, 1, {2}, onehot_54_in2},
};
static const double onehot_54_out0[] = {
    0,
};
static const vector_tensor onehot_54_out[] = {
    {1, 3, {3, 2, 0}, onehot_54_out0},
};
static const vector_attr onehot_54_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* OneHot 11 (7,) depth 1 axis None ['int64', 'int64', 'float32']: onnxruntime */
static const double onehot_55_in0[] = {
    1, 1, -1, 1, 0, 0, -1,
};
static const double onehot_55_in1[] = {
    1,
};
static const double onehot_55_in2[] = {
    3, 8,
};
static const vector_tensor onehot_55_in[] = {
    {7, 1, {7}, onehot_55_in0},
    {7, 0, {0}, onehot_55_in1},
    {1, 1, {2}, onehot_55_in2},
};
static const double onehot_55_out0[] = {
    3, 3, 8, 3, 8, 8, 8,
};
static const vector_tensor onehot_55_out[] = {
    {1, 2, {7, 1}, onehot_55_out0},
};
static const vector_attr onehot_55_attr[] = {
    {"unused", NULL, 0, {0}},
};

static const vector_case onehot_vectors[] = {
    {"OneHot", "(5,) depth 4 axis None ['float32', 'int64', 'float32']", 11, 0, 3, 1, onehot_0_attr,
     onehot_0_in, onehot_0_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'float32', 'float32']", 11, 0, 3, 1, onehot_1_attr,
     onehot_1_in, onehot_1_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'float32']", 11, 0, 3, 1, onehot_2_attr,
     onehot_2_in, onehot_2_out},
    {"OneHot", "(5,) depth 4 axis None ['float64', 'int64', 'float32']", 11, 0, 3, 1, onehot_3_attr,
     onehot_3_in, onehot_3_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'float64', 'float32']", 11, 0, 3, 1, onehot_4_attr,
     onehot_4_in, onehot_4_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'float64']", 11, 0, 3, 1, onehot_5_attr,
     onehot_5_in, onehot_5_out},
    {"OneHot", "(5,) depth 4 axis None ['float16', 'int64', 'float32']", 11, 0, 3, 1, onehot_6_attr,
     onehot_6_in, onehot_6_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'float16', 'float32']", 11, 0, 3, 1, onehot_7_attr,
     onehot_7_in, onehot_7_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'float16']", 11, 0, 3, 1, onehot_8_attr,
     onehot_8_in, onehot_8_out},
    {"OneHot", "(5,) depth 4 axis None ['int8', 'int64', 'float32']", 11, 0, 3, 1, onehot_9_attr,
     onehot_9_in, onehot_9_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int8', 'float32']", 11, 0, 3, 1, onehot_10_attr,
     onehot_10_in, onehot_10_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'int8']", 11, 0, 3, 1, onehot_11_attr,
     onehot_11_in, onehot_11_out},
    {"OneHot", "(5,) depth 4 axis None ['uint8', 'int64', 'float32']", 11, 0, 3, 1, onehot_12_attr,
     onehot_12_in, onehot_12_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'uint8', 'float32']", 11, 0, 3, 1, onehot_13_attr,
     onehot_13_in, onehot_13_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'uint8']", 11, 0, 3, 1, onehot_14_attr,
     onehot_14_in, onehot_14_out},
    {"OneHot", "(5,) depth 4 axis None ['int16', 'int64', 'float32']", 11, 0, 3, 1, onehot_15_attr,
     onehot_15_in, onehot_15_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int16', 'float32']", 11, 0, 3, 1, onehot_16_attr,
     onehot_16_in, onehot_16_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'int16']", 11, 0, 3, 1, onehot_17_attr,
     onehot_17_in, onehot_17_out},
    {"OneHot", "(5,) depth 4 axis None ['uint16', 'int64', 'float32']", 11, 0, 3, 1, onehot_18_attr,
     onehot_18_in, onehot_18_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'uint16', 'float32']", 11, 0, 3, 1, onehot_19_attr,
     onehot_19_in, onehot_19_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'uint16']", 11, 0, 3, 1, onehot_20_attr,
     onehot_20_in, onehot_20_out},
    {"OneHot", "(5,) depth 4 axis None ['int32', 'int64', 'float32']", 11, 0, 3, 1, onehot_21_attr,
     onehot_21_in, onehot_21_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int32', 'float32']", 11, 0, 3, 1, onehot_22_attr,
     onehot_22_in, onehot_22_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'int32']", 11, 0, 3, 1, onehot_23_attr,
     onehot_23_in, onehot_23_out},
    {"OneHot", "(5,) depth 4 axis None ['uint32', 'int64', 'float32']", 11, 0, 3, 1, onehot_24_attr,
     onehot_24_in, onehot_24_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'uint32', 'float32']", 11, 0, 3, 1, onehot_25_attr,
     onehot_25_in, onehot_25_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'uint32']", 11, 0, 3, 1, onehot_26_attr,
     onehot_26_in, onehot_26_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'float32']", 11, 0, 3, 1, onehot_27_attr,
     onehot_27_in, onehot_27_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'float32']", 11, 0, 3, 1, onehot_28_attr,
     onehot_28_in, onehot_28_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'int64']", 11, 0, 3, 1, onehot_29_attr,
     onehot_29_in, onehot_29_out},
    {"OneHot", "(5,) depth 4 axis None ['uint64', 'int64', 'float32']", 11, 0, 3, 1, onehot_30_attr,
     onehot_30_in, onehot_30_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'uint64', 'float32']", 11, 0, 3, 1, onehot_31_attr,
     onehot_31_in, onehot_31_out},
    {"OneHot", "(5,) depth 4 axis None ['int64', 'int64', 'uint64']", 11, 0, 3, 1, onehot_32_attr,
     onehot_32_in, onehot_32_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -4 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_33_attr,
     onehot_33_in, onehot_33_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -4 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_34_attr,
     onehot_34_in, onehot_34_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -3 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_35_attr,
     onehot_35_in, onehot_35_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -3 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_36_attr,
     onehot_36_in, onehot_36_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -2 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_37_attr,
     onehot_37_in, onehot_37_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -2 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_38_attr,
     onehot_38_in, onehot_38_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -1 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_39_attr,
     onehot_39_in, onehot_39_out},
    {"OneHot", "(2, 3, 4) depth 3 axis -1 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_40_attr,
     onehot_40_in, onehot_40_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 0 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_41_attr,
     onehot_41_in, onehot_41_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 0 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_42_attr,
     onehot_42_in, onehot_42_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 1 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_43_attr,
     onehot_43_in, onehot_43_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 1 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_44_attr,
     onehot_44_in, onehot_44_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 2 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_45_attr,
     onehot_45_in, onehot_45_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 2 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_46_attr,
     onehot_46_in, onehot_46_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 3 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_47_attr,
     onehot_47_in, onehot_47_out},
    {"OneHot", "(2, 3, 4) depth 3 axis 3 ['int32', 'int32', 'float32']", 9, 1, 3, 1, onehot_48_attr,
     onehot_48_in, onehot_48_out},
    {"OneHot", "(2, 9) depth 3 axis 0 ['float32', 'float32', 'float32']", 11, 1, 3, 1, onehot_49_attr,
     onehot_49_in, onehot_49_out},
    {"OneHot", "(2, 3) depth 5 axis None ['int64', 'int64', 'int64']", 11, 0, 3, 1, onehot_50_attr,
     onehot_50_in, onehot_50_out},
    {"OneHot", "() depth 5 axis None ['int64', 'int64', 'int64']", 11, 0, 3, 1, onehot_51_attr,
     onehot_51_in, onehot_51_out},
    {"OneHot", "() depth 5 axis 0 ['int64', 'int64', 'int64']", 11, 1, 3, 1, onehot_52_attr,
     onehot_52_in, onehot_52_out},
    {"OneHot", "(2, 1, 2, 1, 2, 1, 2) depth 2 axis 3 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_53_attr,
     onehot_53_in, onehot_53_out},
    {"OneHot", "(3, 0) depth 2 axis 1 ['int64', 'int64', 'float32']", 11, 1, 3, 1, onehot_54_attr,
     onehot_54_in, onehot_54_out},
    {"OneHot", "(7,) depth 1 axis None ['int64', 'int64', 'float32']", 11, 0, 3, 1, onehot_55_attr,
     onehot_55_in, onehot_55_out},
};

#endif
