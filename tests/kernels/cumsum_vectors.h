/* Made by tests/kernels/gen_cumsum.py: do not edit. */
#ifndef CM_TESTS_KERNELS_CUMSUM_VECTORS_H
#define CM_TESTS_KERNELS_CUMSUM_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* CumSum 14 float32 axis -3 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_0_in0[] = {
    6, 3, -3, -8, 4, -3, 7, -3, 3, -6, 1, -8, 5, -8, 4, 5, -1, 6, 1, 7, 5, 8, -8, -9,
};
static const double cumsum_0_in1[] = {
    -3,
};
static const vector_tensor cumsum_0_in[] = {
    {1, 3, {2, 3, 4}, cumsum_0_in0},
    {7, 0, {0}, cumsum_0_in1},
};
static const double cumsum_0_out0[] = {
    6, 3, -3, -8, 4, -3, 7, -3, 3, -6, 1, -8, 11, -5, 1, -3, 3, 3, 8, 4, 8, 2, -7, -17,
};
static const vector_tensor cumsum_0_out[] = {
    {1, 3, {2, 3, 4}, cumsum_0_out0},
};
static const vector_attr cumsum_0_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 float32 axis 0 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_1_in0[] = {
    4, 4, 6, -2, 6, 0, -6, -5, 5, 3, 7, 9, 5, -4, 1, -1, -5, 7, 9, 1, -6, -1, -1, 3,
};
static const double cumsum_1_in1[] = {
    0,
};
static const vector_tensor cumsum_1_in[] = {
    {1, 3, {2, 3, 4}, cumsum_1_in0},
    {7, 0, {0}, cumsum_1_in1},
};
static const double cumsum_1_out0[] = {
    9, 0, 7, -3, 1, 7, 3, -4, -1, 2, 6, 12, 5, -4, 1, -1, -5, 7, 9, 1, -6, -1, -1, 3,
};
static const vector_tensor cumsum_1_out[] = {
    {1, 3, {2, 3, 4}, cumsum_1_out0},
};
static const vector_attr cumsum_1_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 float32 axis 2 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_2_in0[] = {
    -9, -8, -7, -9, 7, -3, -6, -9, -9, 7, 8, -7, 5, 6, 9, 8, 5, 8, 8, -5, -3, 2, 5, 1,
};
static const double cumsum_2_in1[] = {
    2,
};
static const vector_tensor cumsum_2_in[] = {
    {1, 3, {2, 3, 4}, cumsum_2_in0},
    {7, 0, {0}, cumsum_2_in1},
};
static const double cumsum_2_out0[] = {
    0, -9, -17, -24, 0, 7, 4, -2, 0, -9, -2, 6, 0, 5, 11, 20, 0, 5, 13, 21, 0, -3, -1, 4,
};
static const vector_tensor cumsum_2_out[] = {
    {1, 3, {2, 3, 4}, cumsum_2_out0},
};
static const vector_attr cumsum_2_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 float32 axis -3 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_3_in0[] = {
    -7, 6, -1, 4, -4, -6, 6, -6, 7, -6, -7, 6, -7, 3, 5, -4, -7, 3, 5, 4, 6, 4, -3, 9,
};
static const double cumsum_3_in1[] = {
    -3,
};
static const vector_tensor cumsum_3_in[] = {
    {1, 3, {2, 3, 4}, cumsum_3_in0},
    {7, 0, {0}, cumsum_3_in1},
};
static const double cumsum_3_out0[] = {
    -7, 3, 5, -4, -7, 3, 5, 4, 6, 4, -3, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor cumsum_3_out[] = {
    {1, 3, {2, 3, 4}, cumsum_3_out0},
};
static const vector_attr cumsum_3_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 float64 axis 0 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_4_in0[] = {
    7, -8, -1, 4, -9, 4, -5, -3, -8, 7, 5, 8, 6, -8, -5, -2, 9, 9, -3, 7, -1, 5, 2, 8,
};
static const double cumsum_4_in1[] = {
    0,
};
static const vector_tensor cumsum_4_in[] = {
    {11, 3, {2, 3, 4}, cumsum_4_in0},
    {7, 0, {0}, cumsum_4_in1},
};
static const double cumsum_4_out0[] = {
    7, -8, -1, 4, -9, 4, -5, -3, -8, 7, 5, 8, 13, -16, -6, 2, 0, 13, -8, 4, -9, 12, 7, 16,
};
static const vector_tensor cumsum_4_out[] = {
    {11, 3, {2, 3, 4}, cumsum_4_out0},
};
static const vector_attr cumsum_4_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 float64 axis 2 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_5_in0[] = {
    -1, 8, -9, -7, -9, 7, 6, -6, 0, 6, 2, 3, -6, -7, -2, -8, 6, 8, -3, -9, 8, -7, 9, 9,
};
static const double cumsum_5_in1[] = {
    2,
};
static const vector_tensor cumsum_5_in[] = {
    {11, 3, {2, 3, 4}, cumsum_5_in0},
    {7, 0, {0}, cumsum_5_in1},
};
static const double cumsum_5_out0[] = {
    -9, -8, -16, -7, -2, 7, 0, -6, 11, 11, 5, 3, -23, -17, -10, -8, 2, -4, -12, -9, 19, 11, 18, 9,
};
static const vector_tensor cumsum_5_out[] = {
    {11, 3, {2, 3, 4}, cumsum_5_out0},
};
static const vector_attr cumsum_5_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 float64 axis -3 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_6_in0[] = {
    4, 8, 1, 8, -1, -2, 1, -6, -1, -1, -8, -1, -5, 4, -4, -5, 0, -6, -2, -5, 4, -5, 6, 9,
};
static const double cumsum_6_in1[] = {
    -3,
};
static const vector_tensor cumsum_6_in[] = {
    {11, 3, {2, 3, 4}, cumsum_6_in0},
    {7, 0, {0}, cumsum_6_in1},
};
static const double cumsum_6_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 8, 1, 8, -1, -2, 1, -6, -1, -1, -8, -1,
};
static const vector_tensor cumsum_6_out[] = {
    {11, 3, {2, 3, 4}, cumsum_6_out0},
};
static const vector_attr cumsum_6_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 float64 axis 1 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_7_in0[] = {
    8, -1, -5, -2, -6, -9, -3, -3, -5, 5, -3, -3, -4, -4, -6, -6, -6, 3, -8, 0, -6, -9, 1, -5,
};
static const double cumsum_7_in1[] = {
    1,
};
static const vector_tensor cumsum_7_in[] = {
    {11, 3, {2, 3, 4}, cumsum_7_in0},
    {7, 0, {0}, cumsum_7_in1},
};
static const double cumsum_7_out0[] = {
    -11, -4, -6, -6, -5, 5, -3, -3, 0, 0, 0, 0, -12, -6, -7, -5, -6, -9, 1, -5, 0, 0, 0, 0,
};
static const vector_tensor cumsum_7_out[] = {
    {11, 3, {2, 3, 4}, cumsum_7_out0},
};
static const vector_attr cumsum_7_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 float16 axis -1 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_8_in0[] = {
    -8, 0, -7, 7, -5, -2, -8, -2, 9, -4, 3, -9, -7, -4, 0, -3, -2, 3, -6, 6, -2, -2, 1, -9,
};
static const double cumsum_8_in1[] = {
    -1,
};
static const vector_tensor cumsum_8_in[] = {
    {10, 3, {2, 3, 4}, cumsum_8_in0},
    {7, 0, {0}, cumsum_8_in1},
};
static const double cumsum_8_out0[] = {
    -8, -8, -15, -8, -5, -7, -15, -17, 9, 5, 8, -1, -7, -11, -11, -14, -2, 1, -5, 1, -2, -4, -3,
    -12,
};
static const vector_tensor cumsum_8_out[] = {
    {10, 3, {2, 3, 4}, cumsum_8_out0},
};
static const vector_attr cumsum_8_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 float16 axis -3 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_9_in0[] = {
    9, 9, -9, 0, 5, -8, 0, 4, -1, 9, 2, -9, -6, 3, -5, 6, 0, -1, 2, -8, -8, 5, 2, -3,
};
static const double cumsum_9_in1[] = {
    -3,
};
static const vector_tensor cumsum_9_in[] = {
    {10, 3, {2, 3, 4}, cumsum_9_in0},
    {7, 0, {0}, cumsum_9_in1},
};
static const double cumsum_9_out0[] = {
    3, 12, -14, 6, 5, -9, 2, -4, -9, 14, 4, -12, -6, 3, -5, 6, 0, -1, 2, -8, -8, 5, 2, -3,
};
static const vector_tensor cumsum_9_out[] = {
    {10, 3, {2, 3, 4}, cumsum_9_out0},
};
static const vector_attr cumsum_9_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 float16 axis -1 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_10_in0[] = {
    -4, -2, 5, 9, -9, 2, -5, 6, 8, 4, -6, -1, -8, -5, -8, 0, 0, 9, -2, 4, 0, -9, 8, -5,
};
static const double cumsum_10_in1[] = {
    -1,
};
static const vector_tensor cumsum_10_in[] = {
    {10, 3, {2, 3, 4}, cumsum_10_in0},
    {7, 0, {0}, cumsum_10_in1},
};
static const double cumsum_10_out0[] = {
    0, -4, -6, -1, 0, -9, -7, -12, 0, 8, 12, 6, 0, -8, -13, -21, 0, 0, 9, 7, 0, 0, -9, -1,
};
static const vector_tensor cumsum_10_out[] = {
    {10, 3, {2, 3, 4}, cumsum_10_out0},
};
static const vector_attr cumsum_10_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 float16 axis -2 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_11_in0[] = {
    0, 5, -5, 2, -2, 2, 6, -9, 0, -9, 6, -7, -9, -1, 5, -3, -1, -4, -6, 7, -2, 1, -7, -3,
};
static const double cumsum_11_in1[] = {
    -2,
};
static const vector_tensor cumsum_11_in[] = {
    {10, 3, {2, 3, 4}, cumsum_11_in0},
    {7, 0, {0}, cumsum_11_in1},
};
static const double cumsum_11_out0[] = {
    -2, -7, 12, -16, 0, -9, 6, -7, 0, 0, 0, 0, -3, -3, -13, 4, -2, 1, -7, -3, 0, 0, 0, 0,
};
static const vector_tensor cumsum_11_out[] = {
    {10, 3, {2, 3, 4}, cumsum_11_out0},
};
static const vector_attr cumsum_11_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 bfloat16 axis 2 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_12_in0[] = {
    2, 8, 7, 0, -6, 4, -2, -1, -5, -7, 0, -9, -7, -9, -3, 7, 9, -1, 8, 6, -9, -6, -3, -8,
};
static const double cumsum_12_in1[] = {
    2,
};
static const vector_tensor cumsum_12_in[] = {
    {16, 3, {2, 3, 4}, cumsum_12_in0},
    {7, 0, {0}, cumsum_12_in1},
};
static const double cumsum_12_out0[] = {
    2, 10, 17, 17, -6, -2, -4, -5, -5, -12, -12, -21, -7, -16, -19, -12, 9, 8, 16, 22, -9, -15,
    -18, -26,
};
static const vector_tensor cumsum_12_out[] = {
    {16, 3, {2, 3, 4}, cumsum_12_out0},
};
static const vector_attr cumsum_12_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 bfloat16 axis 1 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_13_in0[] = {
    -2, 6, 6, -4, -8, 3, -8, 5, 3, -2, -2, -7, 9, 5, -8, 4, -8, 1, -6, 5, 9, 9, -9, -5,
};
static const double cumsum_13_in1[] = {
    1,
};
static const vector_tensor cumsum_13_in[] = {
    {16, 3, {2, 3, 4}, cumsum_13_in0},
    {7, 0, {0}, cumsum_13_in1},
};
static const double cumsum_13_out0[] = {
    -7, 7, -4, -6, -5, 1, -10, -2, 3, -2, -2, -7, 10, 15, -23, 4, 1, 10, -15, 0, 9, 9, -9, -5,
};
static const vector_tensor cumsum_13_out[] = {
    {16, 3, {2, 3, 4}, cumsum_13_out0},
};
static const vector_attr cumsum_13_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 bfloat16 axis -3 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_14_in0[] = {
    -9, 9, 2, -6, -6, -1, 7, 5, 5, 6, -1, -6, 5, 1, 8, -1, 4, -9, -4, 5, -1, 2, -8, -6,
};
static const double cumsum_14_in1[] = {
    -3,
};
static const vector_tensor cumsum_14_in[] = {
    {16, 3, {2, 3, 4}, cumsum_14_in0},
    {7, 0, {0}, cumsum_14_in1},
};
static const double cumsum_14_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -9, 9, 2, -6, -6, -1, 7, 5, 5, 6, -1, -6,
};
static const vector_tensor cumsum_14_out[] = {
    {16, 3, {2, 3, 4}, cumsum_14_out0},
};
static const vector_attr cumsum_14_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 bfloat16 axis 0 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_15_in0[] = {
    -4, -3, 7, -7, 0, -5, -4, -4, -9, 6, -4, -9, 0, -6, 7, -4, -6, 6, -9, -7, -3, 9, 1, 5,
};
static const double cumsum_15_in1[] = {
    0,
};
static const vector_tensor cumsum_15_in[] = {
    {16, 3, {2, 3, 4}, cumsum_15_in0},
    {7, 0, {0}, cumsum_15_in1},
};
static const double cumsum_15_out0[] = {
    0, -6, 7, -4, -6, 6, -9, -7, -3, 9, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor cumsum_15_out[] = {
    {16, 3, {2, 3, 4}, cumsum_15_out0},
};
static const vector_attr cumsum_15_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 int32 axis -2 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_16_in0[] = {
    -2, 9, 2, -8, 3, 9, 5, -3, -5, -6, 7, 9, 4, 2, -8, 8, -9, -6, 3, 5, 6, 6, 3, 8,
};
static const double cumsum_16_in1[] = {
    -2,
};
static const vector_tensor cumsum_16_in[] = {
    {6, 3, {2, 3, 4}, cumsum_16_in0},
    {7, 0, {0}, cumsum_16_in1},
};
static const double cumsum_16_out0[] = {
    -2, 9, 2, -8, 1, 18, 7, -11, -4, 12, 14, -2, 4, 2, -8, 8, -5, -4, -5, 13, 1, 2, -2, 21,
};
static const vector_tensor cumsum_16_out[] = {
    {6, 3, {2, 3, 4}, cumsum_16_out0},
};
static const vector_attr cumsum_16_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 int32 axis 1 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_17_in0[] = {
    -4, -9, 1, 8, 5, -3, 0, -2, -5, 5, 0, 1, 3, -1, -6, -8, 7, 8, 7, 2, 8, -9, 1, 1,
};
static const double cumsum_17_in1[] = {
    1,
};
static const vector_tensor cumsum_17_in[] = {
    {6, 3, {2, 3, 4}, cumsum_17_in0},
    {7, 0, {0}, cumsum_17_in1},
};
static const double cumsum_17_out0[] = {
    -4, -7, 1, 7, 0, 2, 0, -1, -5, 5, 0, 1, 18, -2, 2, -5, 15, -1, 8, 3, 8, -9, 1, 1,
};
static const vector_tensor cumsum_17_out[] = {
    {6, 3, {2, 3, 4}, cumsum_17_out0},
};
static const vector_attr cumsum_17_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 int32 axis -1 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_18_in0[] = {
    3, 2, -1, -2, 2, 3, -6, 9, 9, 5, 0, 3, -9, -5, -5, -1, 7, 6, 5, 4, 1, 8, -5, 7,
};
static const double cumsum_18_in1[] = {
    -1,
};
static const vector_tensor cumsum_18_in[] = {
    {6, 3, {2, 3, 4}, cumsum_18_in0},
    {7, 0, {0}, cumsum_18_in1},
};
static const double cumsum_18_out0[] = {
    0, 3, 5, 4, 0, 2, 5, -1, 0, 9, 14, 14, 0, -9, -14, -19, 0, 7, 13, 18, 0, 1, 9, 4,
};
static const vector_tensor cumsum_18_out[] = {
    {6, 3, {2, 3, 4}, cumsum_18_out0},
};
static const vector_attr cumsum_18_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 int32 axis 1 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_19_in0[] = {
    -2, 6, -3, -7, -2, -8, -8, 5, -1, 3, -1, 5, 3, -6, 9, 8, 1, -1, -5, 5, -4, -5, 4, -2,
};
static const double cumsum_19_in1[] = {
    1,
};
static const vector_tensor cumsum_19_in[] = {
    {6, 3, {2, 3, 4}, cumsum_19_in0},
    {7, 0, {0}, cumsum_19_in1},
};
static const double cumsum_19_out0[] = {
    -3, -5, -9, 10, -1, 3, -1, 5, 0, 0, 0, 0, -3, -6, -1, 3, -4, -5, 4, -2, 0, 0, 0, 0,
};
static const vector_tensor cumsum_19_out[] = {
    {6, 3, {2, 3, 4}, cumsum_19_out0},
};
static const vector_attr cumsum_19_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 int64 axis 2 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_20_in0[] = {
    -3, -2, -2, -9, 7, -7, 1, 5, 6, -5, 2, -5, 5, -7, 0, 9, -9, -5, 0, -2, -7, 9, -9, 6,
};
static const double cumsum_20_in1[] = {
    2,
};
static const vector_tensor cumsum_20_in[] = {
    {7, 3, {2, 3, 4}, cumsum_20_in0},
    {7, 0, {0}, cumsum_20_in1},
};
static const double cumsum_20_out0[] = {
    -3, -5, -7, -16, 7, 0, 1, 6, 6, 1, 3, -2, 5, -2, -2, 7, -9, -14, -14, -16, -7, 2, -7, -1,
};
static const vector_tensor cumsum_20_out[] = {
    {7, 3, {2, 3, 4}, cumsum_20_out0},
};
static const vector_attr cumsum_20_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 int64 axis 2 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_21_in0[] = {
    -8, 1, 5, 1, 1, 1, 4, -1, -5, -5, -1, -1, 2, 0, 5, 4, 3, -2, 6, -5, -5, 3, 1, 4,
};
static const double cumsum_21_in1[] = {
    2,
};
static const vector_tensor cumsum_21_in[] = {
    {7, 3, {2, 3, 4}, cumsum_21_in0},
    {7, 0, {0}, cumsum_21_in1},
};
static const double cumsum_21_out0[] = {
    -1, 7, 6, 1, 5, 4, 3, -1, -12, -7, -2, -1, 11, 9, 9, 4, 2, -1, 1, -5, 3, 8, 5, 4,
};
static const vector_tensor cumsum_21_out[] = {
    {7, 3, {2, 3, 4}, cumsum_21_out0},
};
static const vector_attr cumsum_21_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 int64 axis -3 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_22_in0[] = {
    -6, 7, 8, 9, 5, -1, -4, -4, 7, 2, 4, 9, -5, -7, -6, 4, 9, -7, 7, -1, -8, -7, -7, -6,
};
static const double cumsum_22_in1[] = {
    -3,
};
static const vector_tensor cumsum_22_in[] = {
    {7, 3, {2, 3, 4}, cumsum_22_in0},
    {7, 0, {0}, cumsum_22_in1},
};
static const double cumsum_22_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -6, 7, 8, 9, 5, -1, -4, -4, 7, 2, 4, 9,
};
static const vector_tensor cumsum_22_out[] = {
    {7, 3, {2, 3, 4}, cumsum_22_out0},
};
static const vector_attr cumsum_22_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 int64 axis 2 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_23_in0[] = {
    6, 3, 6, 2, -1, -8, 6, 4, 7, 1, 2, 3, 8, 5, 7, 3, -4, 3, -2, 8, 1, 4, 6, -1,
};
static const double cumsum_23_in1[] = {
    2,
};
static const vector_tensor cumsum_23_in[] = {
    {7, 3, {2, 3, 4}, cumsum_23_in0},
    {7, 0, {0}, cumsum_23_in1},
};
static const double cumsum_23_out0[] = {
    11, 8, 2, 0, 2, 10, 4, 0, 6, 5, 3, 0, 15, 10, 3, 0, 9, 6, 8, 0, 9, 5, -1, 0,
};
static const vector_tensor cumsum_23_out[] = {
    {7, 3, {2, 3, 4}, cumsum_23_out0},
};
static const vector_attr cumsum_23_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 uint32 axis 0 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_24_in0[] = {
    8, 1, 7, 4, 5, 5, 3, 0, 3, 1, 9, 2, 6, 5, 6, 9, 4, 1, 7, 3, 9, 1, 1, 5,
};
static const double cumsum_24_in1[] = {
    0,
};
static const vector_tensor cumsum_24_in[] = {
    {12, 3, {2, 3, 4}, cumsum_24_in0},
    {7, 0, {0}, cumsum_24_in1},
};
static const double cumsum_24_out0[] = {
    8, 1, 7, 4, 5, 5, 3, 0, 3, 1, 9, 2, 14, 6, 13, 13, 9, 6, 10, 3, 12, 2, 10, 7,
};
static const vector_tensor cumsum_24_out[] = {
    {12, 3, {2, 3, 4}, cumsum_24_out0},
};
static const vector_attr cumsum_24_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 uint32 axis 0 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_25_in0[] = {
    7, 6, 9, 2, 3, 3, 5, 1, 2, 1, 6, 5, 5, 3, 2, 7, 2, 6, 5, 7, 7, 3, 3, 9,
};
static const double cumsum_25_in1[] = {
    0,
};
static const vector_tensor cumsum_25_in[] = {
    {12, 3, {2, 3, 4}, cumsum_25_in0},
    {7, 0, {0}, cumsum_25_in1},
};
static const double cumsum_25_out0[] = {
    12, 9, 11, 9, 5, 9, 10, 8, 9, 4, 9, 14, 5, 3, 2, 7, 2, 6, 5, 7, 7, 3, 3, 9,
};
static const vector_tensor cumsum_25_out[] = {
    {12, 3, {2, 3, 4}, cumsum_25_out0},
};
static const vector_attr cumsum_25_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 uint32 axis -2 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_26_in0[] = {
    6, 8, 3, 3, 8, 6, 6, 0, 9, 9, 3, 3, 9, 2, 3, 4, 0, 3, 0, 0, 4, 5, 6, 9,
};
static const double cumsum_26_in1[] = {
    -2,
};
static const vector_tensor cumsum_26_in[] = {
    {12, 3, {2, 3, 4}, cumsum_26_in0},
    {7, 0, {0}, cumsum_26_in1},
};
static const double cumsum_26_out0[] = {
    0, 0, 0, 0, 6, 8, 3, 3, 14, 14, 9, 3, 0, 0, 0, 0, 9, 2, 3, 4, 9, 5, 3, 4,
};
static const vector_tensor cumsum_26_out[] = {
    {12, 3, {2, 3, 4}, cumsum_26_out0},
};
static const vector_attr cumsum_26_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 uint32 axis -2 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_27_in0[] = {
    5, 1, 6, 1, 2, 1, 6, 0, 2, 1, 8, 1, 9, 4, 5, 5, 3, 6, 4, 3, 6, 3, 0, 2,
};
static const double cumsum_27_in1[] = {
    -2,
};
static const vector_tensor cumsum_27_in[] = {
    {12, 3, {2, 3, 4}, cumsum_27_in0},
    {7, 0, {0}, cumsum_27_in1},
};
static const double cumsum_27_out0[] = {
    4, 2, 14, 1, 2, 1, 8, 1, 0, 0, 0, 0, 9, 9, 4, 5, 6, 3, 0, 2, 0, 0, 0, 0,
};
static const vector_tensor cumsum_27_out[] = {
    {12, 3, {2, 3, 4}, cumsum_27_out0},
};
static const vector_attr cumsum_27_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 uint64 axis 0 {'exclusive': 0, 'reverse': 0}: reference */
static const double cumsum_28_in0[] = {
    8, 2, 8, 7, 4, 6, 5, 9, 3, 3, 6, 7, 8, 9, 9, 8, 6, 1, 2, 7, 7, 1, 2, 6,
};
static const double cumsum_28_in1[] = {
    0,
};
static const vector_tensor cumsum_28_in[] = {
    {13, 3, {2, 3, 4}, cumsum_28_in0},
    {7, 0, {0}, cumsum_28_in1},
};
static const double cumsum_28_out0[] = {
    8, 2, 8, 7, 4, 6, 5, 9, 3, 3, 6, 7, 16, 11, 17, 15, 10, 7, 7, 16, 10, 4, 8, 13,
};
static const vector_tensor cumsum_28_out[] = {
    {13, 3, {2, 3, 4}, cumsum_28_out0},
};
static const vector_attr cumsum_28_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 uint64 axis -2 {'exclusive': 0, 'reverse': 1}: reference */
static const double cumsum_29_in0[] = {
    2, 3, 8, 5, 4, 5, 4, 5, 3, 5, 0, 0, 5, 8, 9, 9, 3, 0, 3, 2, 6, 4, 0, 8,
};
static const double cumsum_29_in1[] = {
    -2,
};
static const vector_tensor cumsum_29_in[] = {
    {13, 3, {2, 3, 4}, cumsum_29_in0},
    {7, 0, {0}, cumsum_29_in1},
};
static const double cumsum_29_out0[] = {
    9, 13, 12, 10, 7, 10, 4, 5, 3, 5, 0, 0, 14, 12, 12, 19, 9, 4, 3, 10, 6, 4, 0, 8,
};
static const vector_tensor cumsum_29_out[] = {
    {13, 3, {2, 3, 4}, cumsum_29_out0},
};
static const vector_attr cumsum_29_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 uint64 axis -3 {'exclusive': 1, 'reverse': 0}: reference */
static const double cumsum_30_in0[] = {
    1, 1, 5, 7, 4, 1, 7, 3, 5, 5, 3, 5, 3, 1, 7, 3, 4, 5, 9, 0, 6, 8, 3, 0,
};
static const double cumsum_30_in1[] = {
    -3,
};
static const vector_tensor cumsum_30_in[] = {
    {13, 3, {2, 3, 4}, cumsum_30_in0},
    {7, 0, {0}, cumsum_30_in1},
};
static const double cumsum_30_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 5, 7, 4, 1, 7, 3, 5, 5, 3, 5,
};
static const vector_tensor cumsum_30_out[] = {
    {13, 3, {2, 3, 4}, cumsum_30_out0},
};
static const vector_attr cumsum_30_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumSum 14 uint64 axis -1 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_31_in0[] = {
    9, 0, 6, 8, 3, 8, 9, 3, 5, 3, 7, 3, 0, 4, 6, 7, 3, 6, 5, 8, 7, 5, 5, 7,
};
static const double cumsum_31_in1[] = {
    -1,
};
static const vector_tensor cumsum_31_in[] = {
    {13, 3, {2, 3, 4}, cumsum_31_in0},
    {7, 0, {0}, cumsum_31_in1},
};
static const double cumsum_31_out0[] = {
    14, 14, 8, 0, 20, 12, 3, 0, 13, 10, 3, 0, 17, 13, 7, 0, 19, 13, 8, 0, 17, 12, 7, 0,
};
static const vector_tensor cumsum_31_out[] = {
    {13, 3, {2, 3, 4}, cumsum_31_out0},
};
static const vector_attr cumsum_31_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 14 float32 axis -3 {}: reference */
static const double cumsum_32_in0[] = {
    2, 5, -4, -6, 6, -7, 1, -5, -8, -1, 3, -9, 7, -7, -9, 2, 9, -2, -8, 0, -3, 1, -1, 0, -2, -7, 7,
    8, 4, 8, -9, -5, -1, -1, 8, 1, 3, 4, 1, 2, 9, 5, 2, 4, -6, -6, -7, -4, 2, 0, 9, -3, 3, -2, 5,
    -3, -2, 8, 3, -4, -7, 1, 9, -2, 6, -6, -9, 2,
};
static const double cumsum_32_in1[] = {
    -3,
};
static const vector_tensor cumsum_32_in[] = {
    {1, 3, {2, 2, 17}, cumsum_32_in0},
    {6, 0, {0}, cumsum_32_in1},
};
static const double cumsum_32_out0[] = {
    2, 5, -4, -6, 6, -7, 1, -5, -8, -1, 3, -9, 7, -7, -9, 2, 9, -2, -8, 0, -3, 1, -1, 0, -2, -7, 7,
    8, 4, 8, -9, -5, -1, -1, 10, 6, -1, -2, 7, -5, 10, 0, -6, 3, -3, -15, 0, -11, -7, 2, 18, -5,
    -5, -2, 2, -2, -3, 8, 1, -11, 0, 9, 13, 6, -3, -11, -10, 1,
};
static const vector_tensor cumsum_32_out[] = {
    {1, 3, {2, 2, 17}, cumsum_32_out0},
};
static const vector_attr cumsum_32_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis -3 {}: reference */
static const double cumsum_33_in0[] = {
    -6, -8, 0, 5, 7, -3, 3, 4, 4, -8, 5, -4, -2, 6, 3, -6, 2, 5, -3, -1, 2, 5, -9, -6, 8, 7, 3, -2,
    -5, -6, 3, 8, 7, 3, -3, -1, 1, 9, 8, -7, 0, 0, -7, 3, 0, 3, 2, 9, -9, -6, 0, 4, -8, -7, -1, -5,
    8, 7, -7, -5, 8, -6, 1, -9, 9, 0, -9, 6,
};
static const double cumsum_33_in1[] = {
    -3,
};
static const vector_tensor cumsum_33_in[] = {
    {1, 3, {2, 2, 17}, cumsum_33_in0},
    {7, 0, {0}, cumsum_33_in1},
};
static const double cumsum_33_out0[] = {
    -6, -8, 0, 5, 7, -3, 3, 4, 4, -8, 5, -4, -2, 6, 3, -6, 2, 5, -3, -1, 2, 5, -9, -6, 8, 7, 3, -2,
    -5, -6, 3, 8, 7, 3, -9, -9, 1, 14, 15, -10, 3, 4, -3, -5, 5, -1, 0, 15, -6, -12, 2, 9, -11, -8,
    1, 0, -1, 1, 1, 2, 11, -8, -4, -15, 12, 8, -2, 9,
};
static const vector_tensor cumsum_33_out[] = {
    {1, 3, {2, 2, 17}, cumsum_33_out0},
};
static const vector_attr cumsum_33_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis -2 {}: reference */
static const double cumsum_34_in0[] = {
    -4, -5, 8, -9, 5, -4, -2, -6, -1, -9, 0, -9, -6, 0, 8, -2, -9, -6, 8, 4, 5, 6, 0, 2, -3, -8, 9,
    7, -5, 5, 7, -3, -4, 4, -5, -5, 6, -6, -9, 8, 2, 7, 5, -3, 6, 5, 1, -8, 2, -3, -9, 5, 3, -6,
    -9, -9, -1, 3, 3, 7, 8, 3, -5, 9, 7, -7, 7, -4,
};
static const double cumsum_34_in1[] = {
    -2,
};
static const vector_tensor cumsum_34_in[] = {
    {1, 3, {2, 2, 17}, cumsum_34_in0},
    {6, 0, {0}, cumsum_34_in1},
};
static const double cumsum_34_out0[] = {
    -4, -5, 8, -9, 5, -4, -2, -6, -1, -9, 0, -9, -6, 0, 8, -2, -9, -10, 3, 12, -4, 11, -4, 0, -9,
    -9, 0, 7, -14, -1, 7, 5, -6, -5, -5, -5, 6, -6, -9, 8, 2, 7, 5, -3, 6, 5, 1, -8, 2, -3, -9, 0,
    -2, 0, -15, -18, 7, 5, 10, 12, 5, 9, 0, 10, -1, -5, 4, -13,
};
static const vector_tensor cumsum_34_out[] = {
    {1, 3, {2, 2, 17}, cumsum_34_out0},
};
static const vector_attr cumsum_34_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis -2 {}: reference */
static const double cumsum_35_in0[] = {
    -6, 3, 7, -3, 4, 6, -5, -4, -5, 7, 4, -5, -6, 0, -4, -1, 8, 7, -4, 3, 0, -3, 5, 4, 0, -9, 5, 3,
    5, 8, 2, 5, 0, 4, -7, -7, -1, -4, 4, 9, 4, -7, 9, -5, -7, 4, 3, -1, -4, 9, -8, 5, -3, 6, -2,
    -2, -9, 8, -7, 6, 6, 6, -8, 9, -7, 7, -7, -2,
};
static const double cumsum_35_in1[] = {
    -2,
};
static const vector_tensor cumsum_35_in[] = {
    {1, 3, {2, 2, 17}, cumsum_35_in0},
    {7, 0, {0}, cumsum_35_in1},
};
static const double cumsum_35_out0[] = {
    -6, 3, 7, -3, 4, 6, -5, -4, -5, 7, 4, -5, -6, 0, -4, -1, 8, 1, -1, 10, -3, 1, 11, -1, -4, -14,
    12, 7, 0, 2, 2, 1, -1, 12, -7, -7, -1, -4, 4, 9, 4, -7, 9, -5, -7, 4, 3, -1, -4, 9, -8, -2,
    -10, 5, -6, 2, 0, 12, -14, 15, 1, -1, -4, 12, -8, 3, 2, -10,
};
static const vector_tensor cumsum_35_out[] = {
    {1, 3, {2, 2, 17}, cumsum_35_out0},
};
static const vector_attr cumsum_35_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis -1 {}: reference */
static const double cumsum_36_in0[] = {
    7, 6, 7, 1, 2, -8, -1, -6, 1, 5, 0, 3, -7, -9, -2, -2, 1, 8, -8, 4, 5, -3, 2, 8, 3, 0, -2, 8,
    7, 0, 3, -8, 6, -2, 7, 5, 8, -2, -2, 5, 8, -5, -3, 7, 8, 1, -6, -4, -6, 3, -1, 9, -4, 2, 4, -9,
    8, -9, 4, -2, 8, -9, -3, 9, 3, -4, 1, 5,
};
static const double cumsum_36_in1[] = {
    -1,
};
static const vector_tensor cumsum_36_in[] = {
    {1, 3, {2, 2, 17}, cumsum_36_in0},
    {6, 0, {0}, cumsum_36_in1},
};
static const double cumsum_36_out0[] = {
    7, 13, 20, 21, 23, 15, 14, 8, 9, 14, 14, 17, 10, 1, -1, -3, -2, 8, 0, 4, 9, 6, 8, 16, 19, 19,
    17, 25, 32, 32, 35, 27, 33, 31, 7, 12, 20, 18, 16, 21, 29, 24, 21, 28, 36, 37, 31, 27, 21, 24,
    23, 9, 5, 7, 11, 2, 10, 1, 5, 3, 11, 2, -1, 8, 11, 7, 8, 13,
};
static const vector_tensor cumsum_36_out[] = {
    {1, 3, {2, 2, 17}, cumsum_36_out0},
};
static const vector_attr cumsum_36_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis -1 {}: reference */
static const double cumsum_37_in0[] = {
    7, -6, -9, 0, 6, 2, 9, 8, 5, 4, -1, -1, -4, -9, 1, -8, 4, -4, 9, -7, -8, 9, -6, 1, -4, -6, -8,
    8, -2, 4, -5, 0, -8, 6, -8, 5, 0, -2, -2, 1, -6, -6, 3, 1, -9, -3, 7, 8, -5, -1, 5, -6, 3, 4,
    7, 7, 3, -5, 2, -9, 0, 0, 2, -8, -6, 5, 6, 7,
};
static const double cumsum_37_in1[] = {
    -1,
};
static const vector_tensor cumsum_37_in[] = {
    {1, 3, {2, 2, 17}, cumsum_37_in0},
    {7, 0, {0}, cumsum_37_in1},
};
static const double cumsum_37_out0[] = {
    7, 1, -8, -8, -2, 0, 9, 17, 22, 26, 25, 24, 20, 11, 12, 4, 8, -4, 5, -2, -10, -1, -7, -6, -10,
    -16, -24, -16, -18, -14, -19, -19, -27, -21, -8, -3, -3, -5, -7, -6, -12, -18, -15, -14, -23,
    -26, -19, -11, -16, -17, -12, -6, -3, 1, 8, 15, 18, 13, 15, 6, 6, 6, 8, 0, -6, -1, 5, 12,
};
static const vector_tensor cumsum_37_out[] = {
    {1, 3, {2, 2, 17}, cumsum_37_out0},
};
static const vector_attr cumsum_37_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis 0 {}: reference */
static const double cumsum_38_in0[] = {
    -4, -4, -1, 9, 6, 5, -7, -4, -1, -3, -3, -7, -5, -5, -8, 9, 6, -1, -3, 5, 1, -7, -2, 5, -6, -8,
    4, -4, 0, 4, -3, 8, 2, -4, 0, -7, -9, 8, -9, -6, 4, -9, 6, -6, 3, 3, 3, -3, 2, 7, 7, 6, 9, 1,
    -6, -3, 0, 4, -7, 8, -5, -1, 8, 7, 1, 4, 7, 6,
};
static const double cumsum_38_in1[] = {
    0,
};
static const vector_tensor cumsum_38_in[] = {
    {1, 3, {2, 2, 17}, cumsum_38_in0},
    {6, 0, {0}, cumsum_38_in1},
};
static const double cumsum_38_out0[] = {
    -4, -4, -1, 9, 6, 5, -7, -4, -1, -3, -3, -7, -5, -5, -8, 9, 6, -1, -3, 5, 1, -7, -2, 5, -6, -8,
    4, -4, 0, 4, -3, 8, 2, -4, -4, -11, -10, 17, -3, -1, -3, -13, 5, -9, 0, -4, -2, -8, -6, 16, 13,
    5, 6, 6, -5, -10, -2, 9, -13, 0, -1, -5, 8, 11, -2, 12, 9, 2,
};
static const vector_tensor cumsum_38_out[] = {
    {1, 3, {2, 2, 17}, cumsum_38_out0},
};
static const vector_attr cumsum_38_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis 0 {}: reference */
static const double cumsum_39_in0[] = {
    -8, -5, 6, 1, 1, 0, 0, -4, -1, 8, 6, 3, -5, 6, -7, 0, 0, 3, -6, 0, -3, 8, 7, 3, -9, 0, -6, 5,
    -1, 6, -6, 7, 6, 3, 8, 3, -1, 7, -2, 7, -4, -3, 1, 7, 2, 7, 0, 7, -1, 8, 7, 0, 1, 4, -5, -6, 0,
    2, 0, -7, -9, -4, -6, -7, 4, -3, -2, 7,
};
static const double cumsum_39_in1[] = {
    0,
};
static const vector_tensor cumsum_39_in[] = {
    {1, 3, {2, 2, 17}, cumsum_39_in0},
    {7, 0, {0}, cumsum_39_in1},
};
static const double cumsum_39_out0[] = {
    -8, -5, 6, 1, 1, 0, 0, -4, -1, 8, 6, 3, -5, 6, -7, 0, 0, 3, -6, 0, -3, 8, 7, 3, -9, 0, -6, 5,
    -1, 6, -6, 7, 6, 3, 0, -2, 5, 8, -1, 7, -4, -7, 0, 15, 8, 10, -5, 13, -8, 8, 7, 3, -5, 4, -8,
    2, 7, 5, -9, -7, -15, 1, -7, -1, -2, 4, 4, 10,
};
static const vector_tensor cumsum_39_out[] = {
    {1, 3, {2, 2, 17}, cumsum_39_out0},
};
static const vector_attr cumsum_39_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis 1 {}: reference */
static const double cumsum_40_in0[] = {
    -1, -1, -1, 7, -9, -2, -5, -9, 2, 7, 6, 1, 6, -4, -8, -3, -1, 3, -9, 5, -3, -1, -1, -1, -9, 9,
    5, 9, -4, 4, -8, -8, 3, 6, -7, 2, -6, -8, 5, 3, 4, 6, 3, 7, -5, 0, -8, 8, -9, 7, -3, 0, -9, -1,
    9, -2, 9, 9, 6, 5, 0, 9, -6, -1, 2, 8, -1, -3,
};
static const double cumsum_40_in1[] = {
    1,
};
static const vector_tensor cumsum_40_in[] = {
    {1, 3, {2, 2, 17}, cumsum_40_in0},
    {6, 0, {0}, cumsum_40_in1},
};
static const double cumsum_40_out0[] = {
    -1, -1, -1, 7, -9, -2, -5, -9, 2, 7, 6, 1, 6, -4, -8, -3, -1, 2, -10, 4, 4, -10, -3, -6, -18,
    11, 12, 15, -3, 10, -12, -16, 0, 5, -7, 2, -6, -8, 5, 3, 4, 6, 3, 7, -5, 0, -8, 8, -9, 7, -3,
    -7, -7, -7, 1, 3, 12, 13, 12, 8, 7, 4, -6, -9, 10, -1, 6, -6,
};
static const vector_tensor cumsum_40_out[] = {
    {1, 3, {2, 2, 17}, cumsum_40_out0},
};
static const vector_attr cumsum_40_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis 1 {}: reference */
static const double cumsum_41_in0[] = {
    9, 5, 8, 5, 1, -4, -9, -9, 4, 7, 6, -2, 2, -8, -6, -2, 0, -7, -5, -8, -5, 4, 0, 8, -6, 5, 5,
    -4, 3, 7, -6, 3, 0, -3, -4, -6, 4, 8, 0, 7, 1, -5, 0, -3, 5, 6, 8, -9, -3, 4, -5, 3, 2, -1, 6,
    3, -8, -2, -1, 7, -7, -7, -4, 8, 6, 4, -2, -4,
};
static const double cumsum_41_in1[] = {
    1,
};
static const vector_tensor cumsum_41_in[] = {
    {1, 3, {2, 2, 17}, cumsum_41_in0},
    {7, 0, {0}, cumsum_41_in1},
};
static const double cumsum_41_out0[] = {
    9, 5, 8, 5, 1, -4, -9, -9, 4, 7, 6, -2, 2, -8, -6, -2, 0, 2, 0, 0, 0, 5, -4, -1, -15, 9, 12, 2,
    1, 9, -14, -3, -2, -3, -4, -6, 4, 8, 0, 7, 1, -5, 0, -3, 5, 6, 8, -9, -3, 4, -5, -1, -4, 3, 14,
    3, -1, -1, -6, 7, -10, -2, 2, 16, -3, 1, 2, -9,
};
static const vector_tensor cumsum_41_out[] = {
    {1, 3, {2, 2, 17}, cumsum_41_out0},
};
static const vector_attr cumsum_41_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis 2 {}: reference */
static const double cumsum_42_in0[] = {
    -3, -7, 9, -3, 3, 8, 4, -9, 6, 1, 5, 0, -7, 8, -9, 7, -4, 5, 9, -3, -6, -4, -8, -3, -1, 9, 1,
    8, -8, -3, 5, 9, -5, -4, -8, -3, -5, -9, -8, 2, -7, 2, 0, -7, -8, -6, -8, -9, 5, -8, -7, 3, 0,
    2, 4, 6, 6, -9, 1, -8, -3, 7, 0, -4, 0, 2, -4, -2,
};
static const double cumsum_42_in1[] = {
    2,
};
static const vector_tensor cumsum_42_in[] = {
    {1, 3, {2, 2, 17}, cumsum_42_in0},
    {6, 0, {0}, cumsum_42_in1},
};
static const double cumsum_42_out0[] = {
    -3, -10, -1, -4, -1, 7, 11, 2, 8, 9, 14, 14, 7, 15, 6, 13, 9, 5, 14, 11, 5, 1, -7, -10, -11,
    -2, -1, 7, -1, -4, 1, 10, 5, 1, -8, -11, -16, -25, -33, -31, -38, -36, -36, -43, -51, -57, -65,
    -74, -69, -77, -84, 3, 3, 5, 9, 15, 21, 12, 13, 5, 2, 9, 9, 5, 5, 7, 3, 1,
};
static const vector_tensor cumsum_42_out[] = {
    {1, 3, {2, 2, 17}, cumsum_42_out0},
};
static const vector_attr cumsum_42_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 14 float32 axis 2 {}: reference */
static const double cumsum_43_in0[] = {
    -2, 7, -5, 9, 0, -8, -5, -7, -9, 3, -1, -3, -1, -4, -9, -4, 2, -3, -9, -6, 0, -7, -2, -1, -4,
    8, -4, -7, 1, 2, -4, 4, 9, 6, 9, -4, -3, -6, -9, 5, -2, -4, 6, -9, -3, 6, 9, -1, 7, 7, 8, -7,
    -8, -4, -8, 8, 7, 3, 0, -4, -3, 7, 2, -8, 4, -3, -4, 4,
};
static const double cumsum_43_in1[] = {
    2,
};
static const vector_tensor cumsum_43_in[] = {
    {1, 3, {2, 2, 17}, cumsum_43_in0},
    {7, 0, {0}, cumsum_43_in1},
};
static const double cumsum_43_out0[] = {
    -2, 5, 0, 9, 9, 1, -4, -11, -20, -17, -18, -21, -22, -26, -35, -39, -37, -3, -12, -18, -18,
    -25, -27, -28, -32, -24, -28, -35, -34, -32, -36, -32, -23, -17, 9, 5, 2, -4, -13, -8, -10,
    -14, -8, -17, -20, -14, -5, -6, 1, 8, 16, -7, -15, -19, -27, -19, -12, -9, -9, -13, -16, -9,
    -7, -15, -11, -14, -18, -14,
};
static const vector_tensor cumsum_43_out[] = {
    {1, 3, {2, 2, 17}, cumsum_43_out0},
};
static const vector_attr cumsum_43_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 11 float32 axis -3 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_44_in0[] = {
    -7, -3, 5, -3, -4, 5, 7, 9, -6, 4, -4, 1, 5, -4, -6, -7, 9, 1, -9, -4, -6, -6, 9, 3, 5, -7, -4,
    -8, 0, 3, 6, -8, -6, 9, 2, -3, -4, -2, 8, -7, 6, 5, 9, 5, 2, -1, 3, 6, 6, 9, -4, -2, 3, 3, 4,
    -9, 2, 9, 2, 7, 3, -4, -2, -2, 0, -6, 9, 5,
};
static const double cumsum_44_in1[] = {
    -3,
};
static const vector_tensor cumsum_44_in[] = {
    {1, 3, {2, 2, 17}, cumsum_44_in0},
    {7, 0, {0}, cumsum_44_in1},
};
static const double cumsum_44_out0[] = {
    2, -3, -4, -2, 8, -7, 6, 5, 9, 5, 2, -1, 3, 6, 6, 9, -4, -2, 3, 3, 4, -9, 2, 9, 2, 7, 3, -4,
    -2, -2, 0, -6, 9, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor cumsum_44_out[] = {
    {1, 3, {2, 2, 17}, cumsum_44_out0},
};
static const vector_attr cumsum_44_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 11 float32 axis -2 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_45_in0[] = {
    6, -1, -8, -4, 8, 6, 1, -4, -2, -3, 9, 1, 0, 9, -6, -8, -4, -2, -9, 6, 7, -8, 3, -6, -8, 9, -7,
    -9, 0, -6, 2, 4, 5, 2, -3, 8, 8, 0, 1, 6, -6, -1, 1, -2, 8, -4, -2, 0, 0, -5, 8, 7, 3, 6, -6,
    -5, 2, -9, 6, 2, 6, 4, 4, -6, 3, 5, -4, -3,
};
static const double cumsum_45_in1[] = {
    -2,
};
static const vector_tensor cumsum_45_in[] = {
    {1, 3, {2, 2, 17}, cumsum_45_in0},
    {7, 0, {0}, cumsum_45_in1},
};
static const double cumsum_45_out0[] = {
    -2, -9, 6, 7, -8, 3, -6, -8, 9, -7, -9, 0, -6, 2, 4, 5, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 7, 3, 6, -6, -5, 2, -9, 6, 2, 6, 4, 4, -6, 3, 5, -4, -3, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor cumsum_45_out[] = {
    {1, 3, {2, 2, 17}, cumsum_45_out0},
};
static const vector_attr cumsum_45_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 11 float32 axis -1 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_46_in0[] = {
    -7, 7, 6, 7, -4, -8, 5, -9, -2, 2, -1, 8, -4, -8, 8, -6, -4, 5, 8, -3, -2, -7, -5, 1, -2, -7,
    -4, -2, -4, 4, 3, 0, 7, 5, 8, 7, 4, 1, -6, 9, -4, -8, 3, -9, 4, 3, -8, 5, -8, -6, -7, -3, 1, 3,
    9, -2, 7, 8, 3, 4, -9, 3, -2, -3, 7, 1, 8, 2,
};
static const double cumsum_46_in1[] = {
    -1,
};
static const vector_tensor cumsum_46_in[] = {
    {1, 3, {2, 2, 17}, cumsum_46_in0},
    {7, 0, {0}, cumsum_46_in1},
};
static const double cumsum_46_out0[] = {
    -3, -10, -16, -23, -19, -11, -16, -7, -5, -7, -6, -14, -10, -2, -10, -4, 0, -8, -16, -13, -11,
    -4, 1, 0, 2, 9, 13, 15, 19, 15, 12, 12, 5, 0, -20, -27, -31, -32, -26, -35, -31, -23, -26, -17,
    -21, -24, -16, -21, -13, -7, 0, 40, 39, 36, 27, 29, 22, 14, 11, 7, 16, 13, 15, 18, 11, 10, 2,
    0,
};
static const vector_tensor cumsum_46_out[] = {
    {1, 3, {2, 2, 17}, cumsum_46_out0},
};
static const vector_attr cumsum_46_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 11 float32 axis 0 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_47_in0[] = {
    -4, -6, 2, 3, 1, -6, -9, 6, 9, 2, 1, -5, 7, -9, -6, 4, 9, 4, -4, 5, 1, -8, 2, -7, 7, 6, -1, -2,
    -9, 3, 4, -6, 5, 6, -3, 6, 7, -9, -7, 5, 2, 0, 9, 2, 4, -7, 7, -4, 8, 1, -6, 1, -3, -1, -1, -4,
    1, 4, -9, -7, 3, 8, 2, -3, 1, 0, -6, 0,
};
static const double cumsum_47_in1[] = {
    0,
};
static const vector_tensor cumsum_47_in[] = {
    {1, 3, {2, 2, 17}, cumsum_47_in0},
    {7, 0, {0}, cumsum_47_in1},
};
static const double cumsum_47_out0[] = {
    -3, 6, 7, -9, -7, 5, 2, 0, 9, 2, 4, -7, 7, -4, 8, 1, -6, 1, -3, -1, -1, -4, 1, 4, -9, -7, 3, 8,
    2, -3, 1, 0, -6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor cumsum_47_out[] = {
    {1, 3, {2, 2, 17}, cumsum_47_out0},
};
static const vector_attr cumsum_47_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 11 float32 axis 1 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_48_in0[] = {
    2, -1, 7, 4, 4, 4, 4, -5, 0, 2, -1, -5, -6, -6, -3, 9, 6, 6, -8, 2, -8, -5, -8, 7, 8, 0, -7,
    -2, -9, 6, 5, 6, 9, 6, 3, 5, -2, 6, -3, -7, -2, -3, 2, -6, -2, 5, 8, 9, -5, -7, 0, -2, -2, -5,
    3, 3, -9, -7, 1, 9, -8, 1, -5, -6, 4, -9, 0, -7,
};
static const double cumsum_48_in1[] = {
    1,
};
static const vector_tensor cumsum_48_in[] = {
    {1, 3, {2, 2, 17}, cumsum_48_in0},
    {7, 0, {0}, cumsum_48_in1},
};
static const double cumsum_48_out0[] = {
    6, -8, 2, -8, -5, -8, 7, 8, 0, -7, -2, -9, 6, 5, 6, 9, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, -2, -2, -5, 3, 3, -9, -7, 1, 9, -8, 1, -5, -6, 4, -9, 0, -7, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor cumsum_48_out[] = {
    {1, 3, {2, 2, 17}, cumsum_48_out0},
};
static const vector_attr cumsum_48_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 11 float32 axis 2 {'exclusive': 1, 'reverse': 1}: reference */
static const double cumsum_49_in0[] = {
    -9, -6, -2, 3, -7, -1, 8, 1, -8, -8, 4, 7, 1, -3, 2, 2, -1, 0, -6, -6, 7, -7, -3, -8, -3, -4,
    3, -8, 8, -1, 6, -4, 9, -1, -8, -1, -9, -5, -8, -5, -8, 2, 5, 3, 1, 0, 8, -7, -3, 3, -7, 9, -1,
    -9, 7, 5, -8, 0, -4, -1, -5, 6, 3, 5, -6, -7, 4, 0,
};
static const double cumsum_49_in1[] = {
    2,
};
static const vector_tensor cumsum_49_in[] = {
    {1, 3, {2, 2, 17}, cumsum_49_in0},
    {7, 0, {0}, cumsum_49_in1},
};
static const double cumsum_49_out0[] = {
    -8, -2, 0, -3, 4, 5, -3, -4, 4, 12, 8, 1, 0, 3, 1, -1, 0, -18, -12, -6, -13, -6, -3, 5, 8, 12,
    9, 17, 9, 10, 4, 8, -1, 0, -31, -30, -21, -16, -8, -3, 5, 3, -2, -5, -6, -6, -14, -7, -4, -7,
    0, -11, -10, -1, -8, -13, -5, -5, -1, 0, 5, -1, -4, -9, -3, 4, 0, 0,
};
static const vector_tensor cumsum_49_out[] = {
    {1, 3, {2, 2, 17}, cumsum_49_out0},
};
static const vector_attr cumsum_49_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumSum 11 int32 axis 0 {}: reference */
static const double cumsum_50_in0[] = {
    -3,
};
static const double cumsum_50_in1[] = {
    0,
};
static const vector_tensor cumsum_50_in[] = {
    {6, 1, {1}, cumsum_50_in0},
    {7, 0, {0}, cumsum_50_in1},
};
static const double cumsum_50_out0[] = {
    -3,
};
static const vector_tensor cumsum_50_out[] = {
    {6, 1, {1}, cumsum_50_out0},
};
static const vector_attr cumsum_50_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 11 int32 axis 0 {'exclusive': 1}: reference */
static const double cumsum_51_in0[] = {
    -2,
};
static const double cumsum_51_in1[] = {
    0,
};
static const vector_tensor cumsum_51_in[] = {
    {6, 1, {1}, cumsum_51_in0},
    {7, 0, {0}, cumsum_51_in1},
};
static const double cumsum_51_out0[] = {
    0,
};
static const vector_tensor cumsum_51_out[] = {
    {6, 1, {1}, cumsum_51_out0},
};
static const vector_attr cumsum_51_attr[] = {
    {"exclusive", NULL, 0, {1}},
};

/* CumSum 11 float32 axis 1 {}: reference */
static const double cumsum_52_in0[] = {
    0,
};
static const double cumsum_52_in1[] = {
    1,
};
static const vector_tensor cumsum_52_in[] = {
    {1, 3, {3, 0, 2}, cumsum_52_in0},
    {7, 0, {0}, cumsum_52_in1},
};
static const double cumsum_52_out0[] = {
    0,
};
static const vector_tensor cumsum_52_out[] = {
    {1, 3, {3, 0, 2}, cumsum_52_out0},
};
static const vector_attr cumsum_52_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumSum 11 float32 axis 2 {'reverse': 1}: reference */
static const double cumsum_53_in0[] = {
    0,
};
static const double cumsum_53_in1[] = {
    2,
};
static const vector_tensor cumsum_53_in[] = {
    {1, 3, {3, 0, 2}, cumsum_53_in0},
    {7, 0, {0}, cumsum_53_in1},
};
static const double cumsum_53_out0[] = {
    0,
};
static const vector_tensor cumsum_53_out[] = {
    {1, 3, {3, 0, 2}, cumsum_53_out0},
};
static const vector_attr cumsum_53_attr[] = {
    {"reverse", NULL, 0, {1}},
};

/* CumSum 11 float64 axis 4 {}: reference */
static const double cumsum_54_in0[] = {
    -6, -3, 9, -9, -1, 9, 3, -8, -1, -6, -8, 2, -4, 4, 0, 7, -8, -3, 1, -4, -1, -5, -5, 4,
};
static const double cumsum_54_in1[] = {
    4,
};
static const vector_tensor cumsum_54_in[] = {
    {11, 8, {1, 2, 1, 2, 3, 1, 2, 1}, cumsum_54_in0},
    {7, 0, {0}, cumsum_54_in1},
};
static const double cumsum_54_out0[] = {
    -6, -3, 3, -12, 2, -3, 3, -8, 2, -14, -6, -12, -4, 4, -4, 11, -12, 8, 1, -4, 0, -9, -5, -5,
};
static const vector_tensor cumsum_54_out[] = {
    {11, 8, {1, 2, 1, 2, 3, 1, 2, 1}, cumsum_54_out0},
};
static const vector_attr cumsum_54_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CumProd 26 float32 axis -2: reference */
static const double cumsum_55_in0[] = {
    0, -1, -2, 0, -2, 1, 1, -1, -1, 1, 2, 2, -2, 1, 2, 2, -2, 2, -1, -2, -2, -1, 0, 1,
};
static const double cumsum_55_in1[] = {
    -2,
};
static const vector_tensor cumsum_55_in[] = {
    {1, 3, {2, 3, 4}, cumsum_55_in0},
    {7, 0, {0}, cumsum_55_in1},
};
static const double cumsum_55_out0[] = {
    0, -1, -2, 0, -0.0, -1, -2, -0.0, 0, -1, -4, -0.0, -2, 1, 2, 2, 4, 2, -2, -4, -8, -2, -0.0, -4,
};
static const vector_tensor cumsum_55_out[] = {
    {1, 3, {2, 3, 4}, cumsum_55_out0},
};
static const vector_attr cumsum_55_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 float32 axis 2: reference */
static const double cumsum_56_in0[] = {
    -2, 2, -1, -1, 1, 0, 0, -2, 0, -1, 1, 0, 0, -1, -2, 1, -2, 1, 2, 2, 2, -2, 2, -2,
};
static const double cumsum_56_in1[] = {
    2,
};
static const vector_tensor cumsum_56_in[] = {
    {1, 3, {2, 3, 4}, cumsum_56_in0},
    {7, 0, {0}, cumsum_56_in1},
};
static const double cumsum_56_out0[] = {
    -4, 2, 1, -1, -0.0, -0.0, -0.0, -2, -0.0, -0.0, 0, 0, 0, 2, -2, 1, -8, 4, 4, 2, 16, 8, -4, -2,
};
static const vector_tensor cumsum_56_out[] = {
    {1, 3, {2, 3, 4}, cumsum_56_out0},
};
static const vector_attr cumsum_56_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 float32 axis -3: reference */
static const double cumsum_57_in0[] = {
    1, 2, -1, -2, -2, -1, -1, 1, 2, 0, -1, 0, -2, -1, -2, 0, 1, 2, 1, 0, -1, -1, 2, 0,
};
static const double cumsum_57_in1[] = {
    -3,
};
static const vector_tensor cumsum_57_in[] = {
    {1, 3, {2, 3, 4}, cumsum_57_in0},
    {7, 0, {0}, cumsum_57_in1},
};
static const double cumsum_57_out0[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, -1, -2, -2, -1, -1, 1, 2, 0, -1, 0,
};
static const vector_tensor cumsum_57_out[] = {
    {1, 3, {2, 3, 4}, cumsum_57_out0},
};
static const vector_attr cumsum_57_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 float32 axis 2: reference */
static const double cumsum_58_in0[] = {
    2, -1, 1, -1, 2, 2, 0, -2, 2, 2, 0, -2, -2, 2, 1, 2, 2, 0, 1, 0, 1, -1, 1, -2,
};
static const double cumsum_58_in1[] = {
    2,
};
static const vector_tensor cumsum_58_in[] = {
    {1, 3, {2, 3, 4}, cumsum_58_in0},
    {7, 0, {0}, cumsum_58_in1},
};
static const double cumsum_58_out0[] = {
    1, -1, -1, 1, -0.0, -0.0, -2, 1, -0.0, -0.0, -2, 1, 4, 2, 2, 1, 0, 0, 0, 1, 2, -2, -2, 1,
};
static const vector_tensor cumsum_58_out[] = {
    {1, 3, {2, 3, 4}, cumsum_58_out0},
};
static const vector_attr cumsum_58_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 float64 axis -1: reference */
static const double cumsum_59_in0[] = {
    -1, 2, 2, -2, 0, 1, -1, -2, 1, 1, -1, -1, 2, 0, 1, 2, -1, 2, 0, 1, -2, 0, -2, -2,
};
static const double cumsum_59_in1[] = {
    -1,
};
static const vector_tensor cumsum_59_in[] = {
    {11, 3, {2, 3, 4}, cumsum_59_in0},
    {7, 0, {0}, cumsum_59_in1},
};
static const double cumsum_59_out0[] = {
    -1, -2, -4, 8, 0, 0, -0.0, 0, 1, 1, -1, 1, 2, 0, 0, 0, -1, -2, -0.0, -0.0, -2, -0.0, 0, -0.0,
};
static const vector_tensor cumsum_59_out[] = {
    {11, 3, {2, 3, 4}, cumsum_59_out0},
};
static const vector_attr cumsum_59_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 float64 axis 2: reference */
static const double cumsum_60_in0[] = {
    1, -1, 2, 1, 1, 1, -2, -2, -2, 2, 1, 2, 0, -2, 0, 2, 2, 2, -1, -1, 2, -2, 2, 0,
};
static const double cumsum_60_in1[] = {
    2,
};
static const vector_tensor cumsum_60_in[] = {
    {11, 3, {2, 3, 4}, cumsum_60_in0},
    {7, 0, {0}, cumsum_60_in1},
};
static const double cumsum_60_out0[] = {
    -2, -2, 2, 1, 4, 4, 4, -2, -8, 4, 2, 2, -0.0, -0.0, 0, 2, 4, 2, 1, -1, -0.0, -0.0, 0, 0,
};
static const vector_tensor cumsum_60_out[] = {
    {11, 3, {2, 3, 4}, cumsum_60_out0},
};
static const vector_attr cumsum_60_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 float64 axis -2: reference */
static const double cumsum_61_in0[] = {
    2, 2, -2, 0, -2, 0, -2, 1, 0, -1, -2, -2, -1, 2, -2, 0, 2, 2, 0, -1, -1, -2, -2, -2,
};
static const double cumsum_61_in1[] = {
    -2,
};
static const vector_tensor cumsum_61_in[] = {
    {11, 3, {2, 3, 4}, cumsum_61_in0},
    {7, 0, {0}, cumsum_61_in1},
};
static const double cumsum_61_out0[] = {
    1, 1, 1, 1, 2, 2, -2, 0, -4, 0, 4, 0, 1, 1, 1, 1, -1, 2, -2, 0, -2, 4, -0.0, -0.0,
};
static const vector_tensor cumsum_61_out[] = {
    {11, 3, {2, 3, 4}, cumsum_61_out0},
};
static const vector_attr cumsum_61_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 float64 axis -1: reference */
static const double cumsum_62_in0[] = {
    -1, 2, 2, 2, -2, 1, -2, -1, 0, -2, 1, 1, -2, -1, 1, 0, -2, -2, -1, 1, 2, -1, 2, -2,
};
static const double cumsum_62_in1[] = {
    -1,
};
static const vector_tensor cumsum_62_in[] = {
    {11, 3, {2, 3, 4}, cumsum_62_in0},
    {7, 0, {0}, cumsum_62_in1},
};
static const double cumsum_62_out0[] = {
    8, 4, 2, 1, 2, 2, -1, 1, -2, 1, 1, 1, -0.0, 0, 0, 1, 2, -1, 1, 1, 4, -4, -2, 1,
};
static const vector_tensor cumsum_62_out[] = {
    {11, 3, {2, 3, 4}, cumsum_62_out0},
};
static const vector_attr cumsum_62_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 float16 axis -2: reference */
static const double cumsum_63_in0[] = {
    -2, 0, 2, -2, 1, 2, 1, -1, -1, 0, -2, 0, 1, -2, 1, -1, 2, -2, 1, -1, 2, -2, -1, 0,
};
static const double cumsum_63_in1[] = {
    -2,
};
static const vector_tensor cumsum_63_in[] = {
    {10, 3, {2, 3, 4}, cumsum_63_in0},
    {7, 0, {0}, cumsum_63_in1},
};
static const double cumsum_63_out0[] = {
    -2, 0, 2, -2, -2, 0, 2, 2, 2, 0, -4, 0, 1, -2, 1, -1, 2, 4, 1, 1, 4, -8, -1, 0,
};
static const vector_tensor cumsum_63_out[] = {
    {10, 3, {2, 3, 4}, cumsum_63_out0},
};
static const vector_attr cumsum_63_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 float16 axis 0: reference */
static const double cumsum_64_in0[] = {
    -2, -1, 1, 2, -2, 1, -1, -2, 1, -1, -1, -1, 0, -1, -2, 0, 1, 1, 1, 1, 1, -1, -2, -2,
};
static const double cumsum_64_in1[] = {
    0,
};
static const vector_tensor cumsum_64_in[] = {
    {10, 3, {2, 3, 4}, cumsum_64_in0},
    {7, 0, {0}, cumsum_64_in1},
};
static const double cumsum_64_out0[] = {
    -0.0, 1, -2, 0, -2, 1, -1, -2, 1, 1, 2, 2, 0, -1, -2, 0, 1, 1, 1, 1, 1, -1, -2, -2,
};
static const vector_tensor cumsum_64_out[] = {
    {10, 3, {2, 3, 4}, cumsum_64_out0},
};
static const vector_attr cumsum_64_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 float16 axis -1: reference */
static const double cumsum_65_in0[] = {
    0, 1, 0, -1, 1, -2, -2, 1, 2, -1, 0, 2, -1, 1, -1, 1, 1, -2, 1, 0, -1, 1, -2, 1,
};
static const double cumsum_65_in1[] = {
    -1,
};
static const vector_tensor cumsum_65_in[] = {
    {10, 3, {2, 3, 4}, cumsum_65_in0},
    {7, 0, {0}, cumsum_65_in1},
};
static const double cumsum_65_out0[] = {
    1, 0, 0, 0, 1, 1, -2, 4, 1, 2, -2, -0.0, 1, -1, -1, 1, 1, 1, -2, -2, 1, -1, -1, 2,
};
static const vector_tensor cumsum_65_out[] = {
    {10, 3, {2, 3, 4}, cumsum_65_out0},
};
static const vector_attr cumsum_65_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 float16 axis -3: reference */
static const double cumsum_66_in0[] = {
    0, 2, -2, 2, 0, 2, -2, 1, 2, 2, -1, -2, -2, -2, 1, 1, -2, 2, 2, -1, 0, -2, -1, 0,
};
static const double cumsum_66_in1[] = {
    -3,
};
static const vector_tensor cumsum_66_in[] = {
    {10, 3, {2, 3, 4}, cumsum_66_in0},
    {7, 0, {0}, cumsum_66_in1},
};
static const double cumsum_66_out0[] = {
    -2, -2, 1, 1, -2, 2, 2, -1, 0, -2, -1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const vector_tensor cumsum_66_out[] = {
    {10, 3, {2, 3, 4}, cumsum_66_out0},
};
static const vector_attr cumsum_66_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 bfloat16 axis 1: reference */
static const double cumsum_67_in0[] = {
    -1, -2, 1, 2, -2, 0, 2, -1, -1, -2, -2, 0, -2, -2, 2, 2, -2, 1, 2, -1, -2, 1, 1, 0,
};
static const double cumsum_67_in1[] = {
    1,
};
static const vector_tensor cumsum_67_in[] = {
    {16, 3, {2, 3, 4}, cumsum_67_in0},
    {7, 0, {0}, cumsum_67_in1},
};
static const double cumsum_67_out0[] = {
    -1, -2, 1, 2, 2, -0.0, 2, -2, -2, 0, -4, -0.0, -2, -2, 2, 2, 4, -2, 4, -2, -8, -2, 4, -0.0,
};
static const vector_tensor cumsum_67_out[] = {
    {16, 3, {2, 3, 4}, cumsum_67_out0},
};
static const vector_attr cumsum_67_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 bfloat16 axis -2: reference */
static const double cumsum_68_in0[] = {
    2, -2, 2, -2, 2, -2, 2, -1, 2, -1, -1, 1, 1, -2, -1, 1, 1, -2, -1, -1, 2, 2, -2, -2,
};
static const double cumsum_68_in1[] = {
    -2,
};
static const vector_tensor cumsum_68_in[] = {
    {16, 3, {2, 3, 4}, cumsum_68_in0},
    {7, 0, {0}, cumsum_68_in1},
};
static const double cumsum_68_out0[] = {
    8, -4, -4, 2, 4, 2, -2, -1, 2, -1, -1, 1, 2, 8, -2, 2, 2, -4, 2, 2, 2, 2, -2, -2,
};
static const vector_tensor cumsum_68_out[] = {
    {16, 3, {2, 3, 4}, cumsum_68_out0},
};
static const vector_attr cumsum_68_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 bfloat16 axis 2: reference */
static const double cumsum_69_in0[] = {
    -1, 0, -1, -2, 2, -1, 0, 1, -2, -1, 1, 2, -2, -2, -1, -2, 2, 1, 0, 0, 2, -2, -2, 1,
};
static const double cumsum_69_in1[] = {
    2,
};
static const vector_tensor cumsum_69_in[] = {
    {16, 3, {2, 3, 4}, cumsum_69_in0},
    {7, 0, {0}, cumsum_69_in1},
};
static const double cumsum_69_out0[] = {
    1, -1, -0.0, 0, 1, 2, -2, -0.0, 1, -2, 2, 2, 1, -2, 4, -4, 1, 2, 2, 0, 1, 2, -4, 8,
};
static const vector_tensor cumsum_69_out[] = {
    {16, 3, {2, 3, 4}, cumsum_69_out0},
};
static const vector_attr cumsum_69_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 bfloat16 axis -2: reference */
static const double cumsum_70_in0[] = {
    2, 1, -2, 2, 2, 2, 2, -1, 1, 1, 1, -2, 0, -2, 1, 2, 1, -2, -2, -2, -2, 1, -2, -1,
};
static const double cumsum_70_in1[] = {
    -2,
};
static const vector_tensor cumsum_70_in[] = {
    {16, 3, {2, 3, 4}, cumsum_70_in0},
    {7, 0, {0}, cumsum_70_in1},
};
static const double cumsum_70_out0[] = {
    2, 2, 2, 2, 1, 1, 1, -2, 1, 1, 1, 1, -2, -2, 4, 2, -2, 1, -2, -1, 1, 1, 1, 1,
};
static const vector_tensor cumsum_70_out[] = {
    {16, 3, {2, 3, 4}, cumsum_70_out0},
};
static const vector_attr cumsum_70_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 int32 axis 0: reference */
static const double cumsum_71_in0[] = {
    0, 2, -2, -1, 0, -1, 1, -2, 1, 1, 1, 0, -2, 1, -2, -1, 2, -1, 2, 0, 2, 0, 0, -2,
};
static const double cumsum_71_in1[] = {
    0,
};
static const vector_tensor cumsum_71_in[] = {
    {6, 3, {2, 3, 4}, cumsum_71_in0},
    {7, 0, {0}, cumsum_71_in1},
};
static const double cumsum_71_out0[] = {
    0, 2, -2, -1, 0, -1, 1, -2, 1, 1, 1, 0, 0, 2, 4, 1, 0, 1, 2, 0, 2, 0, 0, 0,
};
static const vector_tensor cumsum_71_out[] = {
    {6, 3, {2, 3, 4}, cumsum_71_out0},
};
static const vector_attr cumsum_71_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 int32 axis -1: reference */
static const double cumsum_72_in0[] = {
    1, 1, 0, 1, 2, -2, 2, -2, 0, -2, 1, 1, 1, 0, 2, 1, -2, -1, -1, -1, 2, 2, 2, -2,
};
static const double cumsum_72_in1[] = {
    -1,
};
static const vector_tensor cumsum_72_in[] = {
    {6, 3, {2, 3, 4}, cumsum_72_in0},
    {7, 0, {0}, cumsum_72_in1},
};
static const double cumsum_72_out0[] = {
    0, 0, 0, 1, 16, 8, -4, -2, 0, -2, 1, 1, 0, 0, 2, 1, 2, -1, 1, -1, -16, -8, -4, -2,
};
static const vector_tensor cumsum_72_out[] = {
    {6, 3, {2, 3, 4}, cumsum_72_out0},
};
static const vector_attr cumsum_72_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 int32 axis 0: reference */
static const double cumsum_73_in0[] = {
    -2, 1, 2, 1, 0, 1, 1, -2, 0, 1, -1, 0, 2, 1, -2, -2, 2, 1, 1, 2, -1, 0, -1, 2,
};
static const double cumsum_73_in1[] = {
    0,
};
static const vector_tensor cumsum_73_in[] = {
    {6, 3, {2, 3, 4}, cumsum_73_in0},
    {7, 0, {0}, cumsum_73_in1},
};
static const double cumsum_73_out0[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -2, 1, 2, 1, 0, 1, 1, -2, 0, 1, -1, 0,
};
static const vector_tensor cumsum_73_out[] = {
    {6, 3, {2, 3, 4}, cumsum_73_out0},
};
static const vector_attr cumsum_73_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 int32 axis 0: reference */
static const double cumsum_74_in0[] = {
    0, 1, 0, 0, -2, -2, 0, 1, -1, -2, 0, -1, 1, 1, -1, -1, 0, 1, -2, -2, -2, 2, 0, 2,
};
static const double cumsum_74_in1[] = {
    0,
};
static const vector_tensor cumsum_74_in[] = {
    {6, 3, {2, 3, 4}, cumsum_74_in0},
    {7, 0, {0}, cumsum_74_in1},
};
static const double cumsum_74_out0[] = {
    1, 1, -1, -1, 0, 1, -2, -2, -2, 2, 0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const vector_tensor cumsum_74_out[] = {
    {6, 3, {2, 3, 4}, cumsum_74_out0},
};
static const vector_attr cumsum_74_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 int64 axis -3: reference */
static const double cumsum_75_in0[] = {
    -1, 2, 0, -2, 1, -1, -1, -1, -1, 0, -2, -2, -2, 2, -1, -2, -1, -2, 1, -2, -2, 1, 1, -2,
};
static const double cumsum_75_in1[] = {
    -3,
};
static const vector_tensor cumsum_75_in[] = {
    {7, 3, {2, 3, 4}, cumsum_75_in0},
    {7, 0, {0}, cumsum_75_in1},
};
static const double cumsum_75_out0[] = {
    -1, 2, 0, -2, 1, -1, -1, -1, -1, 0, -2, -2, 2, 4, 0, 4, -1, 2, -1, 2, 2, 0, -2, 4,
};
static const vector_tensor cumsum_75_out[] = {
    {7, 3, {2, 3, 4}, cumsum_75_out0},
};
static const vector_attr cumsum_75_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 int64 axis 2: reference */
static const double cumsum_76_in0[] = {
    0, 1, 0, 1, 0, 0, -1, 2, -1, 1, -1, 0, 0, 2, -1, 1, -2, 1, -2, -1, 0, -2, -1, 1,
};
static const double cumsum_76_in1[] = {
    2,
};
static const vector_tensor cumsum_76_in[] = {
    {7, 3, {2, 3, 4}, cumsum_76_in0},
    {7, 0, {0}, cumsum_76_in1},
};
static const double cumsum_76_out0[] = {
    0, 0, 0, 1, 0, 0, -2, 2, 0, 0, 0, 0, 0, -2, -1, 1, -4, 2, 2, -1, 0, 2, -1, 1,
};
static const vector_tensor cumsum_76_out[] = {
    {7, 3, {2, 3, 4}, cumsum_76_out0},
};
static const vector_attr cumsum_76_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 int64 axis 2: reference */
static const double cumsum_77_in0[] = {
    -2, 2, 0, -2, 1, 2, -1, 0, -1, -1, 1, 0, -2, -1, 0, 0, 2, -1, 1, -2, 0, 0, -1, -2,
};
static const double cumsum_77_in1[] = {
    2,
};
static const vector_tensor cumsum_77_in[] = {
    {7, 3, {2, 3, 4}, cumsum_77_in0},
    {7, 0, {0}, cumsum_77_in1},
};
static const double cumsum_77_out0[] = {
    1, -2, -4, 0, 1, 1, 2, -2, 1, -1, 1, 1, 1, -2, 2, 0, 1, 2, -2, -2, 1, 0, 0, 0,
};
static const vector_tensor cumsum_77_out[] = {
    {7, 3, {2, 3, 4}, cumsum_77_out0},
};
static const vector_attr cumsum_77_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 int64 axis -2: reference */
static const double cumsum_78_in0[] = {
    0, -2, 0, -1, 2, 1, 1, -1, 1, -1, 1, 1, 0, -1, 2, 1, 0, 1, 0, -1, 1, -1, 0, -2,
};
static const double cumsum_78_in1[] = {
    -2,
};
static const vector_tensor cumsum_78_in[] = {
    {7, 3, {2, 3, 4}, cumsum_78_in0},
    {7, 0, {0}, cumsum_78_in1},
};
static const double cumsum_78_out0[] = {
    2, -1, 1, -1, 1, -1, 1, 1, 1, 1, 1, 1, 0, -1, 0, 2, 1, -1, 0, -2, 1, 1, 1, 1,
};
static const vector_tensor cumsum_78_out[] = {
    {7, 3, {2, 3, 4}, cumsum_78_out0},
};
static const vector_attr cumsum_78_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 uint32 axis 1: reference */
static const double cumsum_79_in0[] = {
    2, 2, 1, 2, 1, 1, 1, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 1, 2, 1,
};
static const double cumsum_79_in1[] = {
    1,
};
static const vector_tensor cumsum_79_in[] = {
    {12, 3, {2, 3, 4}, cumsum_79_in0},
    {7, 0, {0}, cumsum_79_in1},
};
static const double cumsum_79_out0[] = {
    2, 2, 1, 2, 2, 2, 1, 4, 4, 2, 2, 8, 1, 2, 2, 1, 2, 2, 2, 2, 2, 2, 4, 2,
};
static const vector_tensor cumsum_79_out[] = {
    {12, 3, {2, 3, 4}, cumsum_79_out0},
};
static const vector_attr cumsum_79_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 uint32 axis 1: reference */
static const double cumsum_80_in0[] = {
    2, 1, 1, 1, 2, 2, 1, 2, 2, 1, 1, 2, 1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 1,
};
static const double cumsum_80_in1[] = {
    1,
};
static const vector_tensor cumsum_80_in[] = {
    {12, 3, {2, 3, 4}, cumsum_80_in0},
    {7, 0, {0}, cumsum_80_in1},
};
static const double cumsum_80_out0[] = {
    8, 2, 1, 4, 4, 2, 1, 4, 2, 1, 1, 2, 2, 4, 8, 4, 2, 4, 4, 2, 1, 2, 2, 1,
};
static const vector_tensor cumsum_80_out[] = {
    {12, 3, {2, 3, 4}, cumsum_80_out0},
};
static const vector_attr cumsum_80_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 uint32 axis 0: reference */
static const double cumsum_81_in0[] = {
    2, 1, 2, 1, 2, 2, 1, 2, 2, 1, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 1, 2, 2, 1,
};
static const double cumsum_81_in1[] = {
    0,
};
static const vector_tensor cumsum_81_in[] = {
    {12, 3, {2, 3, 4}, cumsum_81_in0},
    {7, 0, {0}, cumsum_81_in1},
};
static const double cumsum_81_out0[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 2, 1, 2, 2, 1, 2, 1,
};
static const vector_tensor cumsum_81_out[] = {
    {12, 3, {2, 3, 4}, cumsum_81_out0},
};
static const vector_attr cumsum_81_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 uint32 axis -3: reference */
static const double cumsum_82_in0[] = {
    2, 1, 2, 1, 1, 2, 1, 1, 1, 2, 2, 1, 1, 2, 1, 2, 2, 2, 2, 2, 1, 2, 2, 1,
};
static const double cumsum_82_in1[] = {
    -3,
};
static const vector_tensor cumsum_82_in[] = {
    {12, 3, {2, 3, 4}, cumsum_82_in0},
    {7, 0, {0}, cumsum_82_in1},
};
static const double cumsum_82_out0[] = {
    1, 2, 1, 2, 2, 2, 2, 2, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const vector_tensor cumsum_82_out[] = {
    {12, 3, {2, 3, 4}, cumsum_82_out0},
};
static const vector_attr cumsum_82_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 uint64 axis 2: reference */
static const double cumsum_83_in0[] = {
    2, 1, 2, 1, 2, 1, 2, 2, 2, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 2, 1, 1, 1, 2,
};
static const double cumsum_83_in1[] = {
    2,
};
static const vector_tensor cumsum_83_in[] = {
    {13, 3, {2, 3, 4}, cumsum_83_in0},
    {7, 0, {0}, cumsum_83_in1},
};
static const double cumsum_83_out0[] = {
    2, 2, 4, 4, 2, 2, 4, 8, 2, 2, 2, 4, 1, 1, 1, 1, 2, 2, 2, 4, 1, 1, 1, 2,
};
static const vector_tensor cumsum_83_out[] = {
    {13, 3, {2, 3, 4}, cumsum_83_out0},
};
static const vector_attr cumsum_83_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 uint64 axis -1: reference */
static const double cumsum_84_in0[] = {
    2, 2, 2, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1,
};
static const double cumsum_84_in1[] = {
    -1,
};
static const vector_tensor cumsum_84_in[] = {
    {13, 3, {2, 3, 4}, cumsum_84_in0},
    {7, 0, {0}, cumsum_84_in1},
};
static const double cumsum_84_out0[] = {
    16, 8, 4, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 8, 8, 4, 2, 2, 1, 1, 1,
};
static const vector_tensor cumsum_84_out[] = {
    {13, 3, {2, 3, 4}, cumsum_84_out0},
};
static const vector_attr cumsum_84_attr[] = {
    {"exclusive", NULL, 0, {0}},
    {"reverse", NULL, 0, {1}},
};

/* CumProd 26 uint64 axis 0: reference */
static const double cumsum_85_in0[] = {
    2, 2, 1, 2, 1, 2, 2, 1, 2, 1, 2, 2, 2, 2, 1, 1, 1, 2, 1, 2, 2, 1, 2, 2,
};
static const double cumsum_85_in1[] = {
    0,
};
static const vector_tensor cumsum_85_in[] = {
    {13, 3, {2, 3, 4}, cumsum_85_in0},
    {7, 0, {0}, cumsum_85_in1},
};
static const double cumsum_85_out0[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 2, 1, 2, 2, 1, 2, 1, 2, 2,
};
static const vector_tensor cumsum_85_out[] = {
    {13, 3, {2, 3, 4}, cumsum_85_out0},
};
static const vector_attr cumsum_85_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {0}},
};

/* CumProd 26 uint64 axis -1: reference */
static const double cumsum_86_in0[] = {
    2, 2, 2, 2, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 1, 1, 1, 2, 1, 1, 2, 1, 2, 2,
};
static const double cumsum_86_in1[] = {
    -1,
};
static const vector_tensor cumsum_86_in[] = {
    {13, 3, {2, 3, 4}, cumsum_86_in0},
    {7, 0, {0}, cumsum_86_in1},
};
static const double cumsum_86_out0[] = {
    8, 4, 2, 1, 2, 2, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 4, 4, 2, 1,
};
static const vector_tensor cumsum_86_out[] = {
    {13, 3, {2, 3, 4}, cumsum_86_out0},
};
static const vector_attr cumsum_86_attr[] = {
    {"exclusive", NULL, 0, {1}},
    {"reverse", NULL, 0, {1}},
};

static const vector_case cumsum_vectors[] = {
    {"CumSum", "float32 axis -3 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_0_attr,
     cumsum_0_in, cumsum_0_out},
    {"CumSum", "float32 axis 0 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_1_attr,
     cumsum_1_in, cumsum_1_out},
    {"CumSum", "float32 axis 2 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_2_attr,
     cumsum_2_in, cumsum_2_out},
    {"CumSum", "float32 axis -3 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_3_attr,
     cumsum_3_in, cumsum_3_out},
    {"CumSum", "float64 axis 0 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_4_attr,
     cumsum_4_in, cumsum_4_out},
    {"CumSum", "float64 axis 2 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_5_attr,
     cumsum_5_in, cumsum_5_out},
    {"CumSum", "float64 axis -3 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_6_attr,
     cumsum_6_in, cumsum_6_out},
    {"CumSum", "float64 axis 1 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_7_attr,
     cumsum_7_in, cumsum_7_out},
    {"CumSum", "float16 axis -1 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_8_attr,
     cumsum_8_in, cumsum_8_out},
    {"CumSum", "float16 axis -3 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_9_attr,
     cumsum_9_in, cumsum_9_out},
    {"CumSum", "float16 axis -1 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_10_attr,
     cumsum_10_in, cumsum_10_out},
    {"CumSum", "float16 axis -2 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_11_attr,
     cumsum_11_in, cumsum_11_out},
    {"CumSum", "bfloat16 axis 2 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_12_attr,
     cumsum_12_in, cumsum_12_out},
    {"CumSum", "bfloat16 axis 1 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_13_attr,
     cumsum_13_in, cumsum_13_out},
    {"CumSum", "bfloat16 axis -3 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_14_attr,
     cumsum_14_in, cumsum_14_out},
    {"CumSum", "bfloat16 axis 0 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_15_attr,
     cumsum_15_in, cumsum_15_out},
    {"CumSum", "int32 axis -2 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_16_attr,
     cumsum_16_in, cumsum_16_out},
    {"CumSum", "int32 axis 1 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_17_attr,
     cumsum_17_in, cumsum_17_out},
    {"CumSum", "int32 axis -1 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_18_attr,
     cumsum_18_in, cumsum_18_out},
    {"CumSum", "int32 axis 1 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_19_attr,
     cumsum_19_in, cumsum_19_out},
    {"CumSum", "int64 axis 2 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_20_attr,
     cumsum_20_in, cumsum_20_out},
    {"CumSum", "int64 axis 2 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_21_attr,
     cumsum_21_in, cumsum_21_out},
    {"CumSum", "int64 axis -3 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_22_attr,
     cumsum_22_in, cumsum_22_out},
    {"CumSum", "int64 axis 2 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_23_attr,
     cumsum_23_in, cumsum_23_out},
    {"CumSum", "uint32 axis 0 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_24_attr,
     cumsum_24_in, cumsum_24_out},
    {"CumSum", "uint32 axis 0 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_25_attr,
     cumsum_25_in, cumsum_25_out},
    {"CumSum", "uint32 axis -2 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_26_attr,
     cumsum_26_in, cumsum_26_out},
    {"CumSum", "uint32 axis -2 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_27_attr,
     cumsum_27_in, cumsum_27_out},
    {"CumSum", "uint64 axis 0 {'exclusive': 0, 'reverse': 0}", 14, 2, 2, 1, cumsum_28_attr,
     cumsum_28_in, cumsum_28_out},
    {"CumSum", "uint64 axis -2 {'exclusive': 0, 'reverse': 1}", 14, 2, 2, 1, cumsum_29_attr,
     cumsum_29_in, cumsum_29_out},
    {"CumSum", "uint64 axis -3 {'exclusive': 1, 'reverse': 0}", 14, 2, 2, 1, cumsum_30_attr,
     cumsum_30_in, cumsum_30_out},
    {"CumSum", "uint64 axis -1 {'exclusive': 1, 'reverse': 1}", 14, 2, 2, 1, cumsum_31_attr,
     cumsum_31_in, cumsum_31_out},
    {"CumSum", "float32 axis -3 {}", 14, 0, 2, 1, cumsum_32_attr,
     cumsum_32_in, cumsum_32_out},
    {"CumSum", "float32 axis -3 {}", 14, 0, 2, 1, cumsum_33_attr,
     cumsum_33_in, cumsum_33_out},
    {"CumSum", "float32 axis -2 {}", 14, 0, 2, 1, cumsum_34_attr,
     cumsum_34_in, cumsum_34_out},
    {"CumSum", "float32 axis -2 {}", 14, 0, 2, 1, cumsum_35_attr,
     cumsum_35_in, cumsum_35_out},
    {"CumSum", "float32 axis -1 {}", 14, 0, 2, 1, cumsum_36_attr,
     cumsum_36_in, cumsum_36_out},
    {"CumSum", "float32 axis -1 {}", 14, 0, 2, 1, cumsum_37_attr,
     cumsum_37_in, cumsum_37_out},
    {"CumSum", "float32 axis 0 {}", 14, 0, 2, 1, cumsum_38_attr,
     cumsum_38_in, cumsum_38_out},
    {"CumSum", "float32 axis 0 {}", 14, 0, 2, 1, cumsum_39_attr,
     cumsum_39_in, cumsum_39_out},
    {"CumSum", "float32 axis 1 {}", 14, 0, 2, 1, cumsum_40_attr,
     cumsum_40_in, cumsum_40_out},
    {"CumSum", "float32 axis 1 {}", 14, 0, 2, 1, cumsum_41_attr,
     cumsum_41_in, cumsum_41_out},
    {"CumSum", "float32 axis 2 {}", 14, 0, 2, 1, cumsum_42_attr,
     cumsum_42_in, cumsum_42_out},
    {"CumSum", "float32 axis 2 {}", 14, 0, 2, 1, cumsum_43_attr,
     cumsum_43_in, cumsum_43_out},
    {"CumSum", "float32 axis -3 {'exclusive': 1, 'reverse': 1}", 11, 2, 2, 1, cumsum_44_attr,
     cumsum_44_in, cumsum_44_out},
    {"CumSum", "float32 axis -2 {'exclusive': 1, 'reverse': 1}", 11, 2, 2, 1, cumsum_45_attr,
     cumsum_45_in, cumsum_45_out},
    {"CumSum", "float32 axis -1 {'exclusive': 1, 'reverse': 1}", 11, 2, 2, 1, cumsum_46_attr,
     cumsum_46_in, cumsum_46_out},
    {"CumSum", "float32 axis 0 {'exclusive': 1, 'reverse': 1}", 11, 2, 2, 1, cumsum_47_attr,
     cumsum_47_in, cumsum_47_out},
    {"CumSum", "float32 axis 1 {'exclusive': 1, 'reverse': 1}", 11, 2, 2, 1, cumsum_48_attr,
     cumsum_48_in, cumsum_48_out},
    {"CumSum", "float32 axis 2 {'exclusive': 1, 'reverse': 1}", 11, 2, 2, 1, cumsum_49_attr,
     cumsum_49_in, cumsum_49_out},
    {"CumSum", "int32 axis 0 {}", 11, 0, 2, 1, cumsum_50_attr,
     cumsum_50_in, cumsum_50_out},
    {"CumSum", "int32 axis 0 {'exclusive': 1}", 11, 1, 2, 1, cumsum_51_attr,
     cumsum_51_in, cumsum_51_out},
    {"CumSum", "float32 axis 1 {}", 11, 0, 2, 1, cumsum_52_attr,
     cumsum_52_in, cumsum_52_out},
    {"CumSum", "float32 axis 2 {'reverse': 1}", 11, 1, 2, 1, cumsum_53_attr,
     cumsum_53_in, cumsum_53_out},
    {"CumSum", "float64 axis 4 {}", 11, 0, 2, 1, cumsum_54_attr,
     cumsum_54_in, cumsum_54_out},
    {"CumProd", "float32 axis -2", 26, 2, 2, 1, cumsum_55_attr,
     cumsum_55_in, cumsum_55_out},
    {"CumProd", "float32 axis 2", 26, 2, 2, 1, cumsum_56_attr,
     cumsum_56_in, cumsum_56_out},
    {"CumProd", "float32 axis -3", 26, 2, 2, 1, cumsum_57_attr,
     cumsum_57_in, cumsum_57_out},
    {"CumProd", "float32 axis 2", 26, 2, 2, 1, cumsum_58_attr,
     cumsum_58_in, cumsum_58_out},
    {"CumProd", "float64 axis -1", 26, 2, 2, 1, cumsum_59_attr,
     cumsum_59_in, cumsum_59_out},
    {"CumProd", "float64 axis 2", 26, 2, 2, 1, cumsum_60_attr,
     cumsum_60_in, cumsum_60_out},
    {"CumProd", "float64 axis -2", 26, 2, 2, 1, cumsum_61_attr,
     cumsum_61_in, cumsum_61_out},
    {"CumProd", "float64 axis -1", 26, 2, 2, 1, cumsum_62_attr,
     cumsum_62_in, cumsum_62_out},
    {"CumProd", "float16 axis -2", 26, 2, 2, 1, cumsum_63_attr,
     cumsum_63_in, cumsum_63_out},
    {"CumProd", "float16 axis 0", 26, 2, 2, 1, cumsum_64_attr,
     cumsum_64_in, cumsum_64_out},
    {"CumProd", "float16 axis -1", 26, 2, 2, 1, cumsum_65_attr,
     cumsum_65_in, cumsum_65_out},
    {"CumProd", "float16 axis -3", 26, 2, 2, 1, cumsum_66_attr,
     cumsum_66_in, cumsum_66_out},
    {"CumProd", "bfloat16 axis 1", 26, 2, 2, 1, cumsum_67_attr,
     cumsum_67_in, cumsum_67_out},
    {"CumProd", "bfloat16 axis -2", 26, 2, 2, 1, cumsum_68_attr,
     cumsum_68_in, cumsum_68_out},
    {"CumProd", "bfloat16 axis 2", 26, 2, 2, 1, cumsum_69_attr,
     cumsum_69_in, cumsum_69_out},
    {"CumProd", "bfloat16 axis -2", 26, 2, 2, 1, cumsum_70_attr,
     cumsum_70_in, cumsum_70_out},
    {"CumProd", "int32 axis 0", 26, 2, 2, 1, cumsum_71_attr,
     cumsum_71_in, cumsum_71_out},
    {"CumProd", "int32 axis -1", 26, 2, 2, 1, cumsum_72_attr,
     cumsum_72_in, cumsum_72_out},
    {"CumProd", "int32 axis 0", 26, 2, 2, 1, cumsum_73_attr,
     cumsum_73_in, cumsum_73_out},
    {"CumProd", "int32 axis 0", 26, 2, 2, 1, cumsum_74_attr,
     cumsum_74_in, cumsum_74_out},
    {"CumProd", "int64 axis -3", 26, 2, 2, 1, cumsum_75_attr,
     cumsum_75_in, cumsum_75_out},
    {"CumProd", "int64 axis 2", 26, 2, 2, 1, cumsum_76_attr,
     cumsum_76_in, cumsum_76_out},
    {"CumProd", "int64 axis 2", 26, 2, 2, 1, cumsum_77_attr,
     cumsum_77_in, cumsum_77_out},
    {"CumProd", "int64 axis -2", 26, 2, 2, 1, cumsum_78_attr,
     cumsum_78_in, cumsum_78_out},
    {"CumProd", "uint32 axis 1", 26, 2, 2, 1, cumsum_79_attr,
     cumsum_79_in, cumsum_79_out},
    {"CumProd", "uint32 axis 1", 26, 2, 2, 1, cumsum_80_attr,
     cumsum_80_in, cumsum_80_out},
    {"CumProd", "uint32 axis 0", 26, 2, 2, 1, cumsum_81_attr,
     cumsum_81_in, cumsum_81_out},
    {"CumProd", "uint32 axis -3", 26, 2, 2, 1, cumsum_82_attr,
     cumsum_82_in, cumsum_82_out},
    {"CumProd", "uint64 axis 2", 26, 2, 2, 1, cumsum_83_attr,
     cumsum_83_in, cumsum_83_out},
    {"CumProd", "uint64 axis -1", 26, 2, 2, 1, cumsum_84_attr,
     cumsum_84_in, cumsum_84_out},
    {"CumProd", "uint64 axis 0", 26, 2, 2, 1, cumsum_85_attr,
     cumsum_85_in, cumsum_85_out},
    {"CumProd", "uint64 axis -1", 26, 2, 2, 1, cumsum_86_attr,
     cumsum_86_in, cumsum_86_out},
};

#endif
