/* Made by tests/kernels/gen_elementwise.py: do not edit. */
#ifndef CM_TESTS_KERNELS_ELEMENTWISE_VECTORS_H
#define CM_TESTS_KERNELS_ELEMENTWISE_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors_elementwise.h"

/* Abs 13  */
static const double elementwise_0_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_0_out[] = {
    INFINITY, 96, 20, 6.5, 3, 1.5, 1, 0.75, 0.5, 0.125, 0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const elementwise_tensor elementwise_0_in[] = {
    {0, 1, {26}, elementwise_0_in0},
};
static const elementwise_attr elementwise_0_attr[] = {{NULL, NULL, 0, 0}};

/* Ceil 13  */
static const double elementwise_1_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_1_out[] = {
    -INFINITY, -96, -20, -6, -3, -1, -1, -0.0, -0.0, -0.0, -0.0, 0, 1, 1, 1, 1, 2, 3, 4, 5, 7, 12,
    40, 88, INFINITY, NAN,
};
static const elementwise_tensor elementwise_1_in[] = {
    {0, 1, {26}, elementwise_1_in0},
};
static const elementwise_attr elementwise_1_attr[] = {{NULL, NULL, 0, 0}};

/* Floor 13  */
static const double elementwise_2_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_2_out[] = {
    -INFINITY, -96, -20, -7, -3, -2, -1, -1, -1, -1, -0.0, 0, 0, 0, 0, 1, 1, 2, 3, 5, 7, 12, 40,
    88, INFINITY, NAN,
};
static const elementwise_tensor elementwise_2_in[] = {
    {0, 1, {26}, elementwise_2_in0},
};
static const elementwise_attr elementwise_2_attr[] = {{NULL, NULL, 0, 0}};

/* Neg 13  */
static const double elementwise_3_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_3_out[] = {
    INFINITY, 96, 20, 6.5, 3, 1.5, 1, 0.75, 0.5, 0.125, 0, -0.0, -0.0625, -0.5, -0.875, -1, -1.25,
    -2.5, -3.5, -5, -7, -12, -40, -88, -INFINITY, NAN,
};
static const elementwise_tensor elementwise_3_in[] = {
    {0, 1, {26}, elementwise_3_in0},
};
static const elementwise_attr elementwise_3_attr[] = {{NULL, NULL, 0, 0}};

/* Reciprocal 13  */
static const double elementwise_4_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_4_out[] = {
    -0.0, -0.010416666666666666, -0.05, -0.15384615384615385, -0.3333333333333333,
    -0.6666666666666666, -1, -1.3333333333333333, -2, -8, -INFINITY, INFINITY, 16, 2,
    1.1428571428571428, 1, 0.8, 0.4, 0.2857142857142857, 0.2, 0.14285714285714285,
    0.08333333333333333, 0.025, 0.011363636363636364, 0, NAN,
};
static const elementwise_tensor elementwise_4_in[] = {
    {0, 1, {26}, elementwise_4_in0},
};
static const elementwise_attr elementwise_4_attr[] = {{NULL, NULL, 0, 0}};

/* Round 22  */
static const double elementwise_5_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_5_out[] = {
    -INFINITY, -96, -20, -6, -3, -2, -1, -1, -0.0, -0.0, -0.0, 0, 0, 0, 1, 1, 1, 2, 4, 5, 7, 12,
    40, 88, INFINITY, NAN,
};
static const elementwise_tensor elementwise_5_in[] = {
    {0, 1, {26}, elementwise_5_in0},
};
static const elementwise_attr elementwise_5_attr[] = {{NULL, NULL, 0, 0}};

/* Sqrt 13  */
static const double elementwise_6_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_6_out[] = {
    NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, -0.0, 0, 0.25, 0.7071067811865476,
    0.9354143466934853, 1, 1.118033988749895, 1.5811388300841898, 1.8708286933869707,
    2.23606797749979, 2.6457513110645907, 3.4641016151377544, 6.324555320336759, 9.38083151964686,
    INFINITY, NAN,
};
static const elementwise_tensor elementwise_6_in[] = {
    {0, 1, {26}, elementwise_6_in0},
};
static const elementwise_attr elementwise_6_attr[] = {{NULL, NULL, 0, 0}};

/* Relu 14  */
static const double elementwise_7_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_7_out[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7, 12, 40, 88,
    INFINITY, NAN,
};
static const elementwise_tensor elementwise_7_in[] = {
    {0, 1, {26}, elementwise_7_in0},
};
static const elementwise_attr elementwise_7_attr[] = {{NULL, NULL, 0, 0}};

/* Sign 13  */
static const double elementwise_8_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_8_out[] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NAN,
};
static const elementwise_tensor elementwise_8_in[] = {
    {0, 1, {26}, elementwise_8_in0},
};
static const elementwise_attr elementwise_8_attr[] = {{NULL, NULL, 0, 0}};

/* Round 11  */
static const double elementwise_9_in0[] = {
    -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, -0.25, 0.75,
};
static const double elementwise_9_out[] = {
    -2, -2, -0.0, 0, 2, 2, 4, -0.0, 1,
};
static const elementwise_tensor elementwise_9_in[] = {
    {0, 1, {9}, elementwise_9_in0},
};
static const elementwise_attr elementwise_9_attr[] = {{NULL, NULL, 0, 0}};

/* Abs 13  */
static const double elementwise_10_in0[] = {
    -100, -7, -2, -1, 0, 1, 2, 3, 50, 127,
};
static const double elementwise_10_out[] = {
    100, 7, 2, 1, 0, 1, 2, 3, 50, 127,
};
static const elementwise_tensor elementwise_10_in[] = {
    {0, 1, {10}, elementwise_10_in0},
};
static const elementwise_attr elementwise_10_attr[] = {{NULL, NULL, 0, 0}};

/* Neg 6  */
static const double elementwise_11_in0[] = {
    -100, -7, -2, -1, 0, 1, 2, 3, 50, 127,
};
static const double elementwise_11_out[] = {
    100, 7, 2, 1, 0, -1, -2, -3, -50, -127,
};
static const elementwise_tensor elementwise_11_in[] = {
    {0, 1, {10}, elementwise_11_in0},
};
static const elementwise_attr elementwise_11_attr[] = {{NULL, NULL, 0, 0}};

/* Abs 6  */
static const double elementwise_12_in0[] = {
    0, 1, 2, 3, 7, 50, 100, 127,
};
static const double elementwise_12_out[] = {
    0, 1, 2, 3, 7, 50, 100, 127,
};
static const elementwise_tensor elementwise_12_in[] = {
    {0, 1, {8}, elementwise_12_in0},
};
static const elementwise_attr elementwise_12_attr[] = {{NULL, NULL, 0, 0}};

/* Sign 9  */
static const double elementwise_13_in0[] = {
    -128, -100, -7, -2, -1, 0, 1, 2, 3, 50, 127,
};
static const double elementwise_13_out[] = {
    -1, -1, -1, -1, -1, 0, 1, 1, 1, 1, 1,
};
static const elementwise_tensor elementwise_13_in[] = {
    {0, 1, {11}, elementwise_13_in0},
};
static const elementwise_attr elementwise_13_attr[] = {{NULL, NULL, 0, 0}};

/* Sign 9  */
static const double elementwise_14_in0[] = {
    0, 1, 2, 3, 7, 50, 100, 127,
};
static const double elementwise_14_out[] = {
    0, 1, 1, 1, 1, 1, 1, 1,
};
static const elementwise_tensor elementwise_14_in[] = {
    {0, 1, {8}, elementwise_14_in0},
};
static const elementwise_attr elementwise_14_attr[] = {{NULL, NULL, 0, 0}};

/* BitwiseNot 18  */
static const double elementwise_15_in0[] = {
    -128, -100, -7, -2, -1, 0, 1, 2, 3, 50, 127,
};
static const double elementwise_15_out[] = {
    127, 99, 6, 1, 0, -1, -2, -3, -4, -51, -128,
};
static const elementwise_tensor elementwise_15_in[] = {
    {0, 1, {11}, elementwise_15_in0},
};
static const elementwise_attr elementwise_15_attr[] = {{NULL, NULL, 0, 0}};

/* Not 1  */
static const double elementwise_16_in0[] = {
    1, 0, 1,
};
static const double elementwise_16_out[] = {
    0, 1, 0,
};
static const elementwise_tensor elementwise_16_in[] = {
    {1, 1, {3}, elementwise_16_in0},
};
static const elementwise_attr elementwise_16_attr[] = {{NULL, NULL, 0, 0}};

/* Clip 13  */
static const double elementwise_17_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_17_in1[] = {
    -1.5,
};
static const double elementwise_17_in2[] = {
    3,
};
static const double elementwise_17_out[] = {
    -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3, 3, 3, 3, 3, 3, 3, NAN,
};
static const elementwise_tensor elementwise_17_in[] = {
    {0, 1, {26}, elementwise_17_in0},
    {0, 0, {0}, elementwise_17_in1},
    {0, 0, {0}, elementwise_17_in2},
};
static const elementwise_attr elementwise_17_attr[] = {{NULL, NULL, 0, 0}};

/* Clip 13  */
static const double elementwise_18_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_18_in1[] = {
    2,
};
static const double elementwise_18_in2[] = {
    -2,
};
static const double elementwise_18_out[] = {
    -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2,
    -2, NAN,
};
static const elementwise_tensor elementwise_18_in[] = {
    {0, 1, {26}, elementwise_18_in0},
    {0, 0, {0}, elementwise_18_in1},
    {0, 0, {0}, elementwise_18_in2},
};
static const elementwise_attr elementwise_18_attr[] = {{NULL, NULL, 0, 0}};

/* Clip 11  */
static const double elementwise_19_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_19_in1[] = {
    0.5,
};
static const double elementwise_19_out[] = {
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.875, 1, 1.25, 2.5, 3.5,
    5, 7, 12, 40, 88, INFINITY, NAN,
};
static const elementwise_tensor elementwise_19_in[] = {
    {0, 1, {26}, elementwise_19_in0},
    {0, 0, {0}, elementwise_19_in1},
};
static const elementwise_attr elementwise_19_attr[] = {{NULL, NULL, 0, 0}};

/* Clip 12  */
static const double elementwise_20_in0[] = {
    -128, -100, -7, -2, -1, 0, 1, 2, 3, 50, 127,
};
static const double elementwise_20_in1[] = {
    -3,
};
static const double elementwise_20_in2[] = {
    50,
};
static const double elementwise_20_out[] = {
    -3, -3, -3, -2, -1, 0, 1, 2, 3, 50, 50,
};
static const elementwise_tensor elementwise_20_in[] = {
    {0, 1, {11}, elementwise_20_in0},
    {0, 0, {0}, elementwise_20_in1},
    {0, 0, {0}, elementwise_20_in2},
};
static const elementwise_attr elementwise_20_attr[] = {{NULL, NULL, 0, 0}};

/* Clip 12  */
static const double elementwise_21_in0[] = {
    0, 1, 2, 3, 7, 50, 100, 127,
};
static const double elementwise_21_in1[] = {
    2,
};
static const double elementwise_21_in2[] = {
    50,
};
static const double elementwise_21_out[] = {
    2, 2, 2, 3, 7, 50, 50, 50,
};
static const elementwise_tensor elementwise_21_in[] = {
    {0, 1, {8}, elementwise_21_in0},
    {0, 0, {0}, elementwise_21_in1},
    {0, 0, {0}, elementwise_21_in2},
};
static const elementwise_attr elementwise_21_attr[] = {{NULL, NULL, 0, 0}};

/* Clip 13  */
static const double elementwise_22_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_22_out[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const elementwise_tensor elementwise_22_in[] = {
    {0, 1, {26}, elementwise_22_in0},
};
static const elementwise_attr elementwise_22_attr[] = {{NULL, NULL, 0, 0}};

/* IsNaN 20  */
static const double elementwise_23_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_23_out[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
};
static const elementwise_tensor elementwise_23_in[] = {
    {0, 1, {26}, elementwise_23_in0},
};
static const elementwise_attr elementwise_23_attr[] = {{NULL, NULL, 0, 0}};

/* IsInf 20  */
static const double elementwise_24_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_24_out[] = {
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
};
static const elementwise_tensor elementwise_24_in[] = {
    {0, 1, {26}, elementwise_24_in0},
};
static const elementwise_attr elementwise_24_attr[] = {{NULL, NULL, 0, 0}};

/* IsInf 10 {'detect_negative': 0} */
static const double elementwise_25_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_25_out[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
};
static const elementwise_tensor elementwise_25_in[] = {
    {0, 1, {26}, elementwise_25_in0},
};
static const elementwise_attr elementwise_25_attr[] = {{"detect_negative", NULL, 0, 0}};

/* IsInf 10 {'detect_positive': 0} */
static const double elementwise_26_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_26_out[] = {
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_26_in[] = {
    {0, 1, {26}, elementwise_26_in0},
};
static const elementwise_attr elementwise_26_attr[] = {{"detect_positive", NULL, 0, 0}};

/* Acos 22  */
static const double elementwise_27_in0[] = {
    -1, -0.984375, -0.75, -0.5, -0.25, -0.0625, -0.0, 0, 0.125, 0.375, 0.625, 0.875, 0.9921875, 1,
    1.5, -2, NAN,
};
static const double elementwise_27_out[] = {
    3.141592653589793, 2.964584967301762, 2.4188584057763776, 2.0943951023931957,
    1.8234765819369754, 1.633337088591388, 1.5707963267948966, 1.5707963267948966,
    1.445468495626831, 1.1863995522992576, 0.8956647938578649, 0.5053605102841573,
    0.12508152359298277, 0, NAN, NAN, NAN,
};
static const elementwise_tensor elementwise_27_in[] = {
    {0, 1, {17}, elementwise_27_in0},
};
static const elementwise_attr elementwise_27_attr[] = {{NULL, NULL, 0, 0}};

/* Asin 22  */
static const double elementwise_28_in0[] = {
    -1, -0.984375, -0.75, -0.5, -0.25, -0.0625, -0.0, 0, 0.125, 0.375, 0.625, 0.875, 0.9921875, 1,
    1.5, -2, NAN,
};
static const double elementwise_28_out[] = {
    -1.5707963267948966, -1.3937886405068658, -0.848062078981481, -0.5235987755982989,
    -0.25268025514207865, -0.06254076179649139, -0.0, 0, 0.1253278311680654, 0.3843967744956391,
    0.6751315329370317, 1.0654358165107394, 1.4457148032019138, 1.5707963267948966, NAN, NAN, NAN,
};
static const elementwise_tensor elementwise_28_in[] = {
    {0, 1, {17}, elementwise_28_in0},
};
static const elementwise_attr elementwise_28_attr[] = {{NULL, NULL, 0, 0}};

/* Atanh 22  */
static const double elementwise_29_in0[] = {
    -1, -0.984375, -0.75, -0.5, -0.25, -0.0625, -0.0, 0, 0.125, 0.375, 0.625, 0.875, 0.9921875, 1,
    1.5, -2, NAN,
};
static const double elementwise_29_out[] = {
    -INFINITY, -2.4220935432292956, -0.9729550745276566, -0.5493061443340549, -0.25541281188299536,
    -0.06258157147700301, -0.0, 0, 0.12565721414045303, 0.3942286801821351, 0.7331685343967135,
    1.354025100551105, 2.770631772579213, INFINITY, NAN, NAN, NAN,
};
static const elementwise_tensor elementwise_29_in[] = {
    {0, 1, {17}, elementwise_29_in0},
};
static const elementwise_attr elementwise_29_attr[] = {{NULL, NULL, 0, 0}};

/* Acosh 22  */
static const double elementwise_30_in0[] = {
    1, 1.125, 1.5, 2, 8, 120, INFINITY, 0.5, NAN,
};
static const double elementwise_30_out[] = {
    0, 0.4949329230945269, 0.9624236501192069, 1.3169578969248168, 2.7686593833135738,
    5.480621561778751, INFINITY, NAN, NAN,
};
static const elementwise_tensor elementwise_30_in[] = {
    {0, 1, {9}, elementwise_30_in0},
};
static const elementwise_attr elementwise_30_attr[] = {{NULL, NULL, 0, 0}};

/* Asinh 22  */
static const double elementwise_31_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_31_out[] = {
    -INFINITY, -5.25752249766017, -3.6895038689889055, -2.570814678095697, -1.8184464592320668,
    -1.1947632172871092, -0.881373587019543, -0.6931471805599453, -0.48121182505960347,
    -0.12467674692144275, -0.0, 0, 0.062459381255540306, 0.48121182505960347, 0.790168725412397,
    0.881373587019543, 1.0475930126492587, 1.6472311463710958, 1.9657204716496515,
    2.3124383412727525, 2.644120761058629, 3.179785437699879, 4.382182848065498, 5.170516276532822,
    INFINITY, NAN,
};
static const elementwise_tensor elementwise_31_in[] = {
    {0, 1, {26}, elementwise_31_in0},
};
static const elementwise_attr elementwise_31_attr[] = {{NULL, NULL, 0, 0}};

/* Atan 22  */
static const double elementwise_32_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_32_out[] = {
    -1.5707963267948966, -1.560380036863927, -1.5208379310729538, -1.4181469983996315,
    -1.2490457723982544, -0.982793723247329, -0.7853981633974483, -0.6435011087932844,
    -0.4636476090008061, -0.12435499454676144, -0.0, 0, 0.06241880999595735, 0.4636476090008061,
    0.7188299996216245, 0.7853981633974483, 0.8960553845713439, 1.1902899496825317,
    1.2924966677897853, 1.373400766945016, 1.4288992721907328, 1.4876550949064553,
    1.5458015331759765, 1.5594331795306058, 1.5707963267948966, NAN,
};
static const elementwise_tensor elementwise_32_in[] = {
    {0, 1, {26}, elementwise_32_in0},
};
static const elementwise_attr elementwise_32_attr[] = {{NULL, NULL, 0, 0}};

/* Cos 22  */
static const double elementwise_33_in0[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88,
};
static const double elementwise_33_out[] = {
    -0.18043044929108396, 0.40808206181339196, 0.9765876257280235, -0.9899924966004454,
    0.0707372016677029, 0.5403023058681398, 0.7316888688738209, 0.8775825618903728,
    0.992197667229329, 1, 1, 0.9980475107000991, 0.8775825618903728, 0.6409968581633251,
    0.5403023058681398, 0.3153223623952687, -0.8011436155469337, -0.9364566872907963,
    0.28366218546322625, 0.7539022543433046, 0.8438539587324921, -0.6669380616522619,
    0.9993732836951247,
};
static const elementwise_tensor elementwise_33_in[] = {
    {0, 1, {23}, elementwise_33_in0},
};
static const elementwise_attr elementwise_33_attr[] = {{NULL, NULL, 0, 0}};

/* Sin 22  */
static const double elementwise_34_in0[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88,
};
static const double elementwise_34_out[] = {
    -0.9835877454343449, -0.9129452507276277, -0.21511998808781552, -0.1411200080598672,
    -0.9974949866040544, -0.8414709848078965, -0.6816387600233341, -0.479425538604203,
    -0.12467473338522769, -0.0, 0, 0.0624593178423802, 0.479425538604203, 0.7675435022360271,
    0.8414709848078965, 0.9489846193555862, 0.5984721441039565, -0.35078322768961984,
    -0.9589242746631385, 0.6569865987187891, -0.5365729180004349, 0.7451131604793488,
    0.03539830273366068,
};
static const elementwise_tensor elementwise_34_in[] = {
    {0, 1, {23}, elementwise_34_in0},
};
static const elementwise_attr elementwise_34_attr[] = {{NULL, NULL, 0, 0}};

/* Tan 22  */
static const double elementwise_35_in0[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88,
};
static const double elementwise_35_out[] = {
    5.451340110823241, -2.237160944224742, -0.22027720034589682, 0.1425465430742778,
    -14.101419947171719, -1.5574077246549023, -0.9315964599440725, -0.5463024898437905,
    -0.12565513657513097, -0.0, 0, 0.06258150756627502, 0.5463024898437905, 1.197421629234348,
    1.5574077246549023, 3.0095696738628313, -0.7470222972386603, 0.3745856401585947,
    -3.380515006246586, 0.8714479827243188, -0.6358599286615808, -1.117214930923896,
    0.03542050133937693,
};
static const elementwise_tensor elementwise_35_in[] = {
    {0, 1, {23}, elementwise_35_in0},
};
static const elementwise_attr elementwise_35_attr[] = {{NULL, NULL, 0, 0}};

/* Cosh 22  */
static const double elementwise_36_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, INFINITY, NAN,
};
static const double elementwise_36_out[] = {
    332.5715682417774, 10.067661995777765, 2.352409615243247, 1.5430806348152437,
    1.2946832846768448, 1.1276259652063807, 1.0078226778257109, 1, 1, 1.0019537608656677,
    1.1276259652063807, 1.4078686568228032, 1.5430806348152437, 1.8884238771610158,
    6.132289479663686, 16.572824671057315, 74.20994852478785, 548.3170351552121, 81377.39571257407,
    INFINITY, NAN,
};
static const elementwise_tensor elementwise_36_in[] = {
    {0, 1, {21}, elementwise_36_in0},
};
static const elementwise_attr elementwise_36_attr[] = {{NULL, NULL, 0, 0}};

/* Sinh 22  */
static const double elementwise_37_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, -INFINITY, NAN,
};
static const double elementwise_37_out[] = {
    -332.57006480258445, -10.017874927409903, -2.1292794550948173, -1.1752011936438014,
    -0.82231673193583, -0.5210953054937474, -0.12532577524111546, -0.0, 0, 0.06254069805219183,
    0.5210953054937474, 0.9910066371442947, 1.1752011936438014, 1.6019190803008256,
    6.0502044810397875, 16.542627287634996, 74.20321057778875, 548.3161232732465,
    81377.39570642986, -INFINITY, NAN,
};
static const elementwise_tensor elementwise_37_in[] = {
    {0, 1, {21}, elementwise_37_in0},
};
static const elementwise_attr elementwise_37_attr[] = {{NULL, NULL, 0, 0}};

/* Tanh 13  */
static const double elementwise_38_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_38_out[] = {
    -1, -1, -1, -0.9999954793514042, -0.9950547536867305, -0.9051482536448665, -0.7615941559557649,
    -0.6351489523872873, -0.46211715726000974, -0.12435300177159621, -0.0, 0, 0.062418746747512514,
    0.46211715726000974, 0.703905603936621, 0.7615941559557649, 0.8482836399575129,
    0.9866142981514303, 0.9981778976111987, 0.9999092042625951, 0.9999983369439447,
    0.9999999999244973, 1, 1, 1, NAN,
};
static const elementwise_tensor elementwise_38_in[] = {
    {0, 1, {26}, elementwise_38_in0},
};
static const elementwise_attr elementwise_38_attr[] = {{NULL, NULL, 0, 0}};

/* Erf 13  */
static const double elementwise_39_in0[] = {
    -INFINITY, -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, 40, 88, INFINITY, NAN,
};
static const double elementwise_39_out[] = {
    -1, -1, -1, -1, -0.9999779095030014, -0.9661051464753108, -0.8427007929497149,
    -0.7111556336535151, -0.5204998778130465, -0.1403162048013338, -0.0, 0, 0.07043197772238707,
    0.5204998778130465, 0.7840750610598597, 0.8427007929497149, 0.9229001282564582,
    0.999593047982555, 0.9999992569016276, 0.9999999999984626, 1, 1, 1, 1, 1, NAN,
};
static const elementwise_tensor elementwise_39_in[] = {
    {0, 1, {26}, elementwise_39_in0},
};
static const elementwise_attr elementwise_39_attr[] = {{NULL, NULL, 0, 0}};

/* Exp 13  */
static const double elementwise_40_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, -INFINITY, INFINITY, NAN,
};
static const double elementwise_40_out[] = {
    0.0015034391929775724, 0.049787068367863944, 0.22313016014842982, 0.36787944117144233,
    0.4723665527410147, 0.6065306597126334, 0.8824969025845953, 1, 1, 1.0644944589178593,
    1.6487212707001282, 2.398875293967098, 2.718281828459045, 3.4903429574618414,
    12.182493960703473, 33.11545195869231, 148.4131591025766, 1096.6331584284585,
    162754.79141900392, 0, INFINITY, NAN,
};
static const elementwise_tensor elementwise_40_in[] = {
    {0, 1, {22}, elementwise_40_in0},
};
static const elementwise_attr elementwise_40_attr[] = {{NULL, NULL, 0, 0}};

/* Log 13  */
static const double elementwise_41_in0[] = {
    0, -1, 0.0625, 0.5, 1, 1.25, 3, 100, INFINITY, NAN,
};
static const double elementwise_41_out[] = {
    -INFINITY, NAN, -2.772588722239781, -0.6931471805599453, 0, 0.22314355131420976,
    1.0986122886681098, 4.605170185988092, INFINITY, NAN,
};
static const elementwise_tensor elementwise_41_in[] = {
    {0, 1, {10}, elementwise_41_in0},
};
static const elementwise_attr elementwise_41_attr[] = {{NULL, NULL, 0, 0}};

/* Erf 9  */
static const double elementwise_42_in0[] = {
    -128, -100, -7, -2, -1, 0, 1, 2, 3, 50, 127,
};
static const double elementwise_42_out[] = {
    -1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1,
};
static const elementwise_tensor elementwise_42_in[] = {
    {0, 1, {11}, elementwise_42_in0},
};
static const elementwise_attr elementwise_42_attr[] = {{NULL, NULL, 0, 0}};

/* Erf 9  */
static const double elementwise_43_in0[] = {
    0, 1, 2, 3, 7, 50, 100, 127,
};
static const double elementwise_43_out[] = {
    0, 0, 0, 0, 1, 1, 1, 1,
};
static const elementwise_tensor elementwise_43_in[] = {
    {0, 1, {8}, elementwise_43_in0},
};
static const elementwise_attr elementwise_43_attr[] = {{NULL, NULL, 0, 0}};

/* HardSwish 22  */
static const double elementwise_44_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_44_out[] = {
    -0.0, -0.0, -0.375, -0.33333333333333337, -0.28125, -0.20833333333333334,
    -0.059895833333333336, -0.0, 0, 0.031901041666666664, 0.2916666666666667, 0.5651041666666667,
    0.6666666666666666, 0.8854166666666667, 2.291666666666667, 3.5, 5, 7, 12, NAN,
};
static const elementwise_tensor elementwise_44_in[] = {
    {0, 1, {20}, elementwise_44_in0},
};
static const elementwise_attr elementwise_44_attr[] = {{NULL, NULL, 0, 0}};

/* Mish 22  */
static const double elementwise_45_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_45_out[] = {
    -0.00976500869207133, -0.1456474612756246, -0.29809974216680674, -0.30340146137410895,
    -0.2764947145054652, -0.22074377465173, -0.06997990718000248, -0.0, 0, 0.038745393993095165,
    0.3752452113048951, 0.7355839109844563, 0.8650983882673103, 1.1318703042410392,
    2.471392304557881, 3.493990715117519, 4.999552077529406, 6.999988379809741, 11.999999999093978,
    NAN,
};
static const elementwise_tensor elementwise_45_in[] = {
    {0, 1, {20}, elementwise_45_in0},
};
static const elementwise_attr elementwise_45_attr[] = {{NULL, NULL, 0, 0}};

/* Softplus 22  */
static const double elementwise_46_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_46_out[] = {
    0.0015023101597542838, 0.04858735157374206, 0.2014132779827524, 0.31326168751822286,
    0.38687100611489994, 0.4740769841801067, 0.6325990353171691, 0.6931471805599453,
    0.6931471805599453, 0.7248853823577756, 0.9740769841801067, 1.2234445810050558,
    1.3132616875182228, 1.501929081345373, 2.5788897342925496, 3.5297504182726205,
    5.006715348489118, 7.000911466453775, 12.000006144193478, NAN,
};
static const elementwise_tensor elementwise_46_in[] = {
    {0, 1, {20}, elementwise_46_in0},
};
static const elementwise_attr elementwise_46_attr[] = {{NULL, NULL, 0, 0}};

/* Softsign 22  */
static const double elementwise_47_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_47_out[] = {
    -0.8666666666666667, -0.75, -0.6, -0.5, -0.42857142857142855, -0.3333333333333333,
    -0.1111111111111111, -0.0, 0, 0.058823529411764705, 0.3333333333333333, 0.4666666666666667,
    0.5, 0.5555555555555556, 0.7142857142857143, 0.7777777777777778, 0.8333333333333334, 0.875,
    0.9230769230769231, NAN,
};
static const elementwise_tensor elementwise_47_in[] = {
    {0, 1, {20}, elementwise_47_in0},
};
static const elementwise_attr elementwise_47_attr[] = {{NULL, NULL, 0, 0}};

/* Celu 12  */
static const double elementwise_48_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_48_out[] = {
    -0.9984965608070224, -0.950212931632136, -0.7768698398515702, -0.6321205588285577,
    -0.5276334472589853, -0.3934693402873666, -0.1175030974154046, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, NAN,
};
static const elementwise_tensor elementwise_48_in[] = {
    {0, 1, {20}, elementwise_48_in0},
};
static const elementwise_attr elementwise_48_attr[] = {{NULL, NULL, 0, 0}};

/* Elu 22  */
static const double elementwise_49_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_49_out[] = {
    -0.9984965608070224, -0.950212931632136, -0.7768698398515702, -0.6321205588285577,
    -0.5276334472589853, -0.3934693402873666, -0.1175030974154046, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, NAN,
};
static const elementwise_tensor elementwise_49_in[] = {
    {0, 1, {20}, elementwise_49_in0},
};
static const elementwise_attr elementwise_49_attr[] = {{NULL, NULL, 0, 0}};

/* HardSigmoid 22  */
static const double elementwise_50_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_50_out[] = {
    0, 0, 0.19999999552965164, 0.29999999701976776, 0.3499999977648258, 0.3999999985098839,
    0.47499999962747097, 0.5, 0.5, 0.5125000001862645, 0.6000000014901161, 0.6750000026077032,
    0.7000000029802322, 0.7500000037252903, 1, 1, 1, 1, 1, NAN,
};
static const elementwise_tensor elementwise_50_in[] = {
    {0, 1, {20}, elementwise_50_in0},
};
static const elementwise_attr elementwise_50_attr[] = {{NULL, NULL, 0, 0}};

/* LeakyRelu 16  */
static const double elementwise_51_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_51_out[] = {
    -0.06499999854713678, -0.029999999329447746, -0.014999999664723873, -0.009999999776482582,
    -0.007499999832361937, -0.004999999888241291, -0.0012499999720603228, -0.0, 0, 0.0625, 0.5,
    0.875, 1, 1.25, 2.5, 3.5, 5, 7, 12, NAN,
};
static const elementwise_tensor elementwise_51_in[] = {
    {0, 1, {20}, elementwise_51_in0},
};
static const elementwise_attr elementwise_51_attr[] = {{NULL, NULL, 0, 0}};

/* Selu 22  */
static const double elementwise_52_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_52_out[] = {
    -1.75545615088059, -1.6705687339891528, -1.3658143576366604, -1.1113307412864784,
    -0.9276320187347418, -0.6917581899652426, -0.20658211875930424, -0.0, 0, 0.06566881388425827,
    0.5253505110740662, 0.9193633943796158, 1.0507010221481323, 1.3133762776851654,
    2.626752555370331, 3.677453577518463, 5.253505110740662, 7.354907155036926, 12.608412265777588,
    NAN,
};
static const elementwise_tensor elementwise_52_in[] = {
    {0, 1, {20}, elementwise_52_in0},
};
static const elementwise_attr elementwise_52_attr[] = {{NULL, NULL, 0, 0}};

/* Shrink 9  */
static const double elementwise_53_in0[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88,
};
static const double elementwise_53_out[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, 0, 0, 0, 0, 0, 0, 0.875, 1, 1.25, 2.5, 3.5, 5, 7, 12, 40,
    88,
};
static const elementwise_tensor elementwise_53_in[] = {
    {0, 1, {23}, elementwise_53_in0},
};
static const elementwise_attr elementwise_53_attr[] = {{NULL, NULL, 0, 0}};

/* ThresholdedRelu 22  */
static const double elementwise_54_in0[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88,
};
static const double elementwise_54_out[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.25, 2.5, 3.5, 5, 7, 12, 40, 88,
};
static const elementwise_tensor elementwise_54_in[] = {
    {0, 1, {23}, elementwise_54_in0},
};
static const elementwise_attr elementwise_54_attr[] = {{NULL, NULL, 0, 0}};

/* Swish 24  */
static const double elementwise_55_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_55_out[] = {
    -0.009757684668790446, -0.14227761953270035, -0.2736382857095345, -0.2689414213699951,
    -0.24061597561845527, -0.1887703343990727, -0.05859882832828047, -0.0, 0, 0.032226244732688474,
    0.3112296656009273, 0.6175618993573848, 0.7310585786300049, 0.9716248264683638,
    2.3103545499468914, 3.397407192370253, 4.966535745378576, 6.993622641639195,
    11.999926269904773, NAN,
};
static const elementwise_tensor elementwise_55_in[] = {
    {0, 1, {20}, elementwise_55_in0},
};
static const elementwise_attr elementwise_55_attr[] = {{NULL, NULL, 0, 0}};

/* Gelu 20  */
static const double elementwise_56_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_56_out[] = {
    -2.610399119085116e-10, -0.00404969409489031, -0.10021080190328713, -0.15865525393145707,
    -0.16997051428265114, -0.15426876936299344, -0.056282721896235885, -0.0, 0,
    0.03280735431432795, 0.34573123063700656, 0.7080614162540533, 0.8413447460685429,
    1.1179377829164308, 2.4844758366855597, 3.4991857982233756, 4.999998566742141,
    6.999999999991041, 12, NAN,
};
static const elementwise_tensor elementwise_56_in[] = {
    {0, 1, {20}, elementwise_56_in0},
};
static const elementwise_attr elementwise_56_attr[] = {{NULL, NULL, 0, 0}};

/* Sigmoid 13  */
static const double elementwise_57_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, -INFINITY, INFINITY, NAN,
};
static const double elementwise_57_out[] = {
    0.0015011822567369915, 0.04742587317756679, 0.18242552380635632, 0.2689414213699951,
    0.32082130082460697, 0.37754066879814546, 0.46879062662624377, 0.5, 0.5, 0.5156199157230156,
    0.6224593312018546, 0.7057850278370112, 0.7310585786300049, 0.7772998611746911,
    0.9241418199787566, 0.9706877692486436, 0.9933071490757153, 0.9990889488055994,
    0.9999938558253978, 0, 1, NAN,
};
static const elementwise_tensor elementwise_57_in[] = {
    {0, 1, {22}, elementwise_57_in0},
};
static const elementwise_attr elementwise_57_attr[] = {{NULL, NULL, 0, 0}};

/* Celu 12 {'alpha': 2.0} */
static const double elementwise_58_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_58_out[] = {
    -1.922451584336556, -1.5537396797031404, -1.0552668945179706, -0.7869386805747332,
    -0.6254214424180556, -0.44239843385719024, -0.12117387437304843, -0.0, 0, 0.0625, 0.5, 0.875,
    1, 1.25, 2.5, 3.5, 5, 7, 12, NAN,
};
static const elementwise_tensor elementwise_58_in[] = {
    {0, 1, {20}, elementwise_58_in0},
};
static const elementwise_attr elementwise_58_attr[] = {{"alpha", NULL, 1, 2.0}};

/* Elu 6 {'alpha': 0.5} */
static const double elementwise_59_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_59_out[] = {
    -0.4992482804035112, -0.475106465816068, -0.3884349199257851, -0.31606027941427883,
    -0.26381672362949266, -0.1967346701436833, -0.0587515487077023, -0.0, 0, 0.0625, 0.5, 0.875, 1,
    1.25, 2.5, 3.5, 5, 7, 12, NAN,
};
static const elementwise_tensor elementwise_59_in[] = {
    {0, 1, {20}, elementwise_59_in0},
};
static const elementwise_attr elementwise_59_attr[] = {{"alpha", NULL, 1, 0.5}};

/* Gelu 20 {'approximate': 'tanh'} */
static const double elementwise_60_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_60_out[] = {
    -6.27831120425526e-13, -0.0036373920817729943, -0.10042842301976707, -0.15880800939172324,
    -0.17003944483437966, -0.15428599017485606, -0.05628280137577661, -0.0, 0, 0.03280734930628146,
    0.34571400982514394, 0.7079526805384551, 0.8411919906082768, 1.1177142029697147,
    2.484915733910001, 3.499383802344626, 4.999999770820381, 6.999999999999997, 12, NAN,
};
static const elementwise_tensor elementwise_60_in[] = {
    {0, 1, {20}, elementwise_60_in0},
};
static const elementwise_attr elementwise_60_attr[] = {{"approximate", "tanh", 0, 0}};

/* HardSigmoid 6 {'alpha': 0.5, 'beta': 0.25} */
static const double elementwise_61_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_61_out[] = {
    0, 0, 0, 0, 0, 0, 0.1875, 0.25, 0.25, 0.28125, 0.5, 0.6875, 0.75, 0.875, 1, 1, 1, 1, 1, NAN,
};
static const elementwise_tensor elementwise_61_in[] = {
    {0, 1, {20}, elementwise_61_in0},
};
static const elementwise_attr elementwise_61_attr[] = {{"alpha", NULL, 1, 0.5},
    {"beta", NULL, 1, 0.25}};

/* LeakyRelu 6 {'alpha': 0.25} */
static const double elementwise_62_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_62_out[] = {
    -1.625, -0.75, -0.375, -0.25, -0.1875, -0.125, -0.03125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25,
    2.5, 3.5, 5, 7, 12, NAN,
};
static const elementwise_tensor elementwise_62_in[] = {
    {0, 1, {20}, elementwise_62_in0},
};
static const elementwise_attr elementwise_62_attr[] = {{"alpha", NULL, 1, 0.25}};

/* Selu 6 {'alpha': 2.0, 'gamma': 0.5} */
static const double elementwise_63_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_63_out[] = {
    -0.9984965608070224, -0.950212931632136, -0.7768698398515702, -0.6321205588285577,
    -0.5276334472589853, -0.3934693402873666, -0.1175030974154046, -0.0, 0, 0.03125, 0.25, 0.4375,
    0.5, 0.625, 1.25, 1.75, 2.5, 3.5, 6, NAN,
};
static const elementwise_tensor elementwise_63_in[] = {
    {0, 1, {20}, elementwise_63_in0},
};
static const elementwise_attr elementwise_63_attr[] = {{"alpha", NULL, 1, 2.0},
    {"gamma", NULL, 1, 0.5}};

/* Shrink 9 {'lambd': 1.5, 'bias': 1.5} */
static const double elementwise_64_in0[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88,
};
static const double elementwise_64_out[] = {
    -94.5, -18.5, -5, -1.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3.5, 5.5, 10.5, 38.5, 86.5,
};
static const elementwise_tensor elementwise_64_in[] = {
    {0, 1, {23}, elementwise_64_in0},
};
static const elementwise_attr elementwise_64_attr[] = {{"lambd", NULL, 1, 1.5},
    {"bias", NULL, 1, 1.5}};

/* Shrink 9 {'lambd': 1.5, 'bias': 2.0} */
static const double elementwise_65_in0[] = {
    -100, -7, -2, -1, 0, 1, 2, 3, 50, 100,
};
static const double elementwise_65_out[] = {
    -98, -5, 0, 0, 0, 0, 0, 1, 48, 98,
};
static const elementwise_tensor elementwise_65_in[] = {
    {0, 1, {10}, elementwise_65_in0},
};
static const elementwise_attr elementwise_65_attr[] = {{"lambd", NULL, 1, 1.5},
    {"bias", NULL, 1, 2.0}};

/* Shrink 9 {'lambd': 1.5, 'bias': 2.0} */
static const double elementwise_66_in0[] = {
    0, 1, 2, 3, 7, 50, 100, 127,
};
static const double elementwise_66_out[] = {
    0, 0, 0, 1, 5, 48, 98, 125,
};
static const elementwise_tensor elementwise_66_in[] = {
    {0, 1, {8}, elementwise_66_in0},
};
static const elementwise_attr elementwise_66_attr[] = {{"lambd", NULL, 1, 1.5},
    {"bias", NULL, 1, 2.0}};

/* Swish 24 {'alpha': 0.5} */
static const double elementwise_67_in0[] = {
    -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5, 3.5, 5, 7,
    12, NAN,
};
static const double elementwise_67_out[] = {
    -0.24262476773684147, -0.547276571419069, -0.48123195123691054, -0.3775406687981454,
    -0.3055000500344477, -0.21891174955710097, -0.06054751053462305, -0.0, 0, 0.03173824151745028,
    0.28108825044289903, 0.5317052736037803, 0.6224593312018546, 0.8141935808325678,
    1.9432496529367276, 2.981834806889087, 4.620709099893783, 6.794814384740506,
    11.970328522120385, NAN,
};
static const elementwise_tensor elementwise_67_in[] = {
    {0, 1, {20}, elementwise_67_in0},
};
static const elementwise_attr elementwise_67_attr[] = {{"alpha", NULL, 1, 0.5}};

/* ThresholdedRelu 10 {'alpha': 2.0} */
static const double elementwise_68_in0[] = {
    -96, -20, -6.5, -3, -1.5, -1, -0.75, -0.5, -0.125, -0.0, 0, 0.0625, 0.5, 0.875, 1, 1.25, 2.5,
    3.5, 5, 7, 12, 40, 88,
};
static const double elementwise_68_out[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2.5, 3.5, 5, 7, 12, 40, 88,
};
static const elementwise_tensor elementwise_68_in[] = {
    {0, 1, {23}, elementwise_68_in0},
};
static const elementwise_attr elementwise_68_attr[] = {{"alpha", NULL, 1, 2.0}};

/* Add 14  */
static const double elementwise_69_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_69_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_69_out[] = {
    -8.5, -2.5, 2.5, -0.75, -1.75, 1.5, 6.5, 6.25, INFINITY, -INFINITY, NAN, 1.25,
};
static const elementwise_tensor elementwise_69_in[] = {
    {0, 2, {3, 4}, elementwise_69_in0},
    {0, 1, {4}, elementwise_69_in1},
};
static const elementwise_attr elementwise_69_attr[] = {{NULL, NULL, 0, 0}};

/* Sub 14  */
static const double elementwise_70_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_70_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_70_out[] = {
    -4.5, -3.5, -3.5, 0.75, 2.25, 0.5, 0.5, 7.75, INFINITY, -INFINITY, NAN, 2.75,
};
static const elementwise_tensor elementwise_70_in[] = {
    {0, 2, {3, 4}, elementwise_70_in0},
    {0, 1, {4}, elementwise_70_in1},
};
static const elementwise_attr elementwise_70_attr[] = {{NULL, NULL, 0, 0}};

/* Mul 14  */
static const double elementwise_71_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_71_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_71_out[] = {
    13, -1.5, -1.5, -0.0, -0.5, 0.5, 10.5, -5.25, -INFINITY, -INFINITY, NAN, -1.5,
};
static const elementwise_tensor elementwise_71_in[] = {
    {0, 2, {3, 4}, elementwise_71_in0},
    {0, 1, {4}, elementwise_71_in1},
};
static const elementwise_attr elementwise_71_attr[] = {{NULL, NULL, 0, 0}};

/* Div 14  */
static const double elementwise_72_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_72_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_72_out[] = {
    3.25, -6, -0.16666666666666666, -0.0, -0.125, 2, 1.1666666666666667, -9.333333333333334,
    -INFINITY, -INFINITY, NAN, -2.6666666666666665,
};
static const elementwise_tensor elementwise_72_in[] = {
    {0, 2, {3, 4}, elementwise_72_in0},
    {0, 1, {4}, elementwise_72_in1},
};
static const elementwise_attr elementwise_72_attr[] = {{NULL, NULL, 0, 0}};

/* PRelu 16  */
static const double elementwise_73_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_73_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_73_out[] = {
    13, -1.5, -1.5, -0.0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const elementwise_tensor elementwise_73_in[] = {
    {0, 2, {3, 4}, elementwise_73_in0},
    {0, 1, {4}, elementwise_73_in1},
};
static const elementwise_attr elementwise_73_attr[] = {{NULL, NULL, 0, 0}};

/* Add 14  */
static const double elementwise_74_in0[] = {
    -2, -2, -1, 0, 0, 1, 1, 1, 25, -25, 0, -1,
};
static const double elementwise_74_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_74_out[] = {
    -4, -1, 2, -1, -2, 2, 4, 0, 23, -24, 3, -2,
};
static const elementwise_tensor elementwise_74_in[] = {
    {0, 2, {3, 4}, elementwise_74_in0},
    {0, 1, {4}, elementwise_74_in1},
};
static const elementwise_attr elementwise_74_attr[] = {{NULL, NULL, 0, 0}};

/* Add 14  */
static const double elementwise_75_in0[] = {
    10, 9, 4, 3, 4, 8, 9, 10, 103, 103, 6, 6,
};
static const double elementwise_75_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_75_out[] = {
    12, 10, 7, 4, 6, 9, 12, 11, 105, 104, 9, 7,
};
static const elementwise_tensor elementwise_75_in[] = {
    {0, 2, {3, 4}, elementwise_75_in0},
    {0, 1, {4}, elementwise_75_in1},
};
static const elementwise_attr elementwise_75_attr[] = {{NULL, NULL, 0, 0}};

/* Sub 14  */
static const double elementwise_76_in0[] = {
    -2, -2, -1, 0, 0, 1, 1, 1, 25, -25, 0, -1,
};
static const double elementwise_76_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_76_out[] = {
    0, -3, -4, 1, 2, 0, -2, 2, 27, -26, -3, 0,
};
static const elementwise_tensor elementwise_76_in[] = {
    {0, 2, {3, 4}, elementwise_76_in0},
    {0, 1, {4}, elementwise_76_in1},
};
static const elementwise_attr elementwise_76_attr[] = {{NULL, NULL, 0, 0}};

/* Sub 14  */
static const double elementwise_77_in0[] = {
    10, 9, 4, 3, 4, 8, 9, 10, 103, 103, 6, 6,
};
static const double elementwise_77_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_77_out[] = {
    8, 8, 1, 2, 2, 7, 6, 9, 101, 102, 3, 5,
};
static const elementwise_tensor elementwise_77_in[] = {
    {0, 2, {3, 4}, elementwise_77_in0},
    {0, 1, {4}, elementwise_77_in1},
};
static const elementwise_attr elementwise_77_attr[] = {{NULL, NULL, 0, 0}};

/* Mul 14  */
static const double elementwise_78_in0[] = {
    -2, -2, -1, 0, 0, 1, 1, 1, 25, -25, 0, -1,
};
static const double elementwise_78_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_78_out[] = {
    4, -2, -3, 0, 0, 1, 3, -1, -50, -25, 0, 1,
};
static const elementwise_tensor elementwise_78_in[] = {
    {0, 2, {3, 4}, elementwise_78_in0},
    {0, 1, {4}, elementwise_78_in1},
};
static const elementwise_attr elementwise_78_attr[] = {{NULL, NULL, 0, 0}};

/* Mul 14  */
static const double elementwise_79_in0[] = {
    1, 1, 0, 0, 0, 1, 1, 1, 25, 25, 0, 0,
};
static const double elementwise_79_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_79_out[] = {
    2, 1, 0, 0, 0, 1, 3, 1, 50, 25, 0, 0,
};
static const elementwise_tensor elementwise_79_in[] = {
    {0, 2, {3, 4}, elementwise_79_in0},
    {0, 1, {4}, elementwise_79_in1},
};
static const elementwise_attr elementwise_79_attr[] = {{NULL, NULL, 0, 0}};

/* Div 14  */
static const double elementwise_80_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_80_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_80_out[] = {
    3, -6, 0, 0, 0, 5, 2, -7, -50, -100, 1, 3,
};
static const elementwise_tensor elementwise_80_in[] = {
    {0, 2, {3, 4}, elementwise_80_in0},
    {0, 1, {4}, elementwise_80_in1},
};
static const elementwise_attr elementwise_80_attr[] = {{NULL, NULL, 0, 0}};

/* Div 14  */
static const double elementwise_81_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_81_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_81_out[] = {
    3, 6, 0, 0, 0, 5, 2, 7, 50, 100, 1, 3,
};
static const elementwise_tensor elementwise_81_in[] = {
    {0, 2, {3, 4}, elementwise_81_in0},
    {0, 1, {4}, elementwise_81_in1},
};
static const elementwise_attr elementwise_81_attr[] = {{NULL, NULL, 0, 0}};

/* PRelu 9  */
static const double elementwise_82_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_82_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_82_out[] = {
    14, -6, -3, 0, 1, 5, 6, 7, 100, -100, 3, 3,
};
static const elementwise_tensor elementwise_82_in[] = {
    {0, 2, {3, 4}, elementwise_82_in0},
    {0, 1, {4}, elementwise_82_in1},
};
static const elementwise_attr elementwise_82_attr[] = {{NULL, NULL, 0, 0}};

/* Mod 13 {'fmod': 1} */
static const double elementwise_83_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7,
};
static const double elementwise_83_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_83_out[] = {
    -0.5, -0.0, -0.5, 0, 0.25, 0, 0.5, 0.25,
};
static const elementwise_tensor elementwise_83_in[] = {
    {0, 2, {2, 4}, elementwise_83_in0},
    {0, 1, {4}, elementwise_83_in1},
};
static const elementwise_attr elementwise_83_attr[] = {{"fmod", NULL, 0, 1}};

/* Mod 13  */
static const double elementwise_84_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7,
};
static const double elementwise_84_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_84_out[] = {
    -0.5, 0, 2.5, -0.0, -1.75, 0, 0.5, -0.5,
};
static const elementwise_tensor elementwise_84_in[] = {
    {0, 2, {2, 4}, elementwise_84_in0},
    {0, 1, {4}, elementwise_84_in1},
};
static const elementwise_attr elementwise_84_attr[] = {{NULL, NULL, 0, 0}};

/* Mod 28 {'fmod': 0} */
static const double elementwise_85_in0[] = {
    0, -0.0, 4, -4, INFINITY, 1.5, -1.5,
};
static const double elementwise_85_in1[] = {
    2, -2, 0, INFINITY, -INFINITY, NAN,
};
static const double elementwise_85_out[] = {
    0, 0, 0, 0, NAN, 1.5, 0.5, -0.0, -0.0, -0.0, -0.0, NAN, -0.5, -1.5, NAN, NAN, NAN, NAN, NAN,
    NAN, NAN, 0, 0, 4, INFINITY, NAN, 1.5, INFINITY, -0.0, -0.0, -INFINITY, -4, NAN, -INFINITY,
    -1.5, NAN, NAN, NAN, NAN, NAN, NAN, NAN,
};
static const elementwise_tensor elementwise_85_in[] = {
    {0, 2, {1, 7}, elementwise_85_in0},
    {0, 2, {6, 1}, elementwise_85_in1},
};
static const elementwise_attr elementwise_85_attr[] = {{"fmod", NULL, 0, 0}};

/* Mod 28 {'fmod': 1} */
static const double elementwise_86_in0[] = {
    0, -0.0, 4, -4, INFINITY, 1.5, -1.5,
};
static const double elementwise_86_in1[] = {
    2, -2, 0, INFINITY, -INFINITY, NAN,
};
static const double elementwise_86_out[] = {
    0, -0.0, 0, -0.0, NAN, 1.5, -1.5, 0, -0.0, 0, -0.0, NAN, 1.5, -1.5, NAN, NAN, NAN, NAN, NAN,
    NAN, NAN, 0, -0.0, 4, -4, NAN, 1.5, -1.5, 0, -0.0, 4, -4, NAN, 1.5, -1.5, NAN, NAN, NAN, NAN,
    NAN, NAN, NAN,
};
static const elementwise_tensor elementwise_86_in[] = {
    {0, 2, {1, 7}, elementwise_86_in0},
    {0, 2, {6, 1}, elementwise_86_in1},
};
static const elementwise_attr elementwise_86_attr[] = {{"fmod", NULL, 0, 1}};

/* Mod 13 {'fmod': 0} */
static const double elementwise_87_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_87_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_87_out[] = {
    -1, 0, 2, 0, -1, 0, 0, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_87_in[] = {
    {0, 2, {3, 4}, elementwise_87_in0},
    {0, 1, {4}, elementwise_87_in1},
};
static const elementwise_attr elementwise_87_attr[] = {{"fmod", NULL, 0, 0}};

/* Mod 13 {'fmod': 1} */
static const double elementwise_88_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_88_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_88_out[] = {
    -1, 0, -1, 0, 1, 0, 0, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_88_in[] = {
    {0, 2, {3, 4}, elementwise_88_in0},
    {0, 1, {4}, elementwise_88_in1},
};
static const elementwise_attr elementwise_88_attr[] = {{"fmod", NULL, 0, 1}};

/* Mod 13  */
static const double elementwise_89_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_89_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_89_out[] = {
    1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_89_in[] = {
    {0, 2, {3, 4}, elementwise_89_in0},
    {0, 1, {4}, elementwise_89_in1},
};
static const elementwise_attr elementwise_89_attr[] = {{NULL, NULL, 0, 0}};

/* BitwiseAnd 18  */
static const double elementwise_90_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_90_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_90_out[] = {
    -8, 0, 3, 0, 0, 1, 2, 7, 100, 0, 3, -3,
};
static const elementwise_tensor elementwise_90_in[] = {
    {0, 2, {3, 4}, elementwise_90_in0},
    {0, 1, {4}, elementwise_90_in1},
};
static const elementwise_attr elementwise_90_attr[] = {{NULL, NULL, 0, 0}};

/* BitwiseAnd 18  */
static const double elementwise_91_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_91_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_91_out[] = {
    2, 0, 1, 0, 0, 1, 2, 1, 0, 0, 3, 1,
};
static const elementwise_tensor elementwise_91_in[] = {
    {0, 2, {3, 4}, elementwise_91_in0},
    {0, 1, {4}, elementwise_91_in1},
};
static const elementwise_attr elementwise_91_attr[] = {{NULL, NULL, 0, 0}};

/* BitwiseOr 18  */
static const double elementwise_92_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_92_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_92_out[] = {
    -1, -5, -1, -1, -1, 5, 7, -1, -2, -99, 3, -1,
};
static const elementwise_tensor elementwise_92_in[] = {
    {0, 2, {3, 4}, elementwise_92_in0},
    {0, 1, {4}, elementwise_92_in1},
};
static const elementwise_attr elementwise_92_attr[] = {{NULL, NULL, 0, 0}};

/* BitwiseOr 18  */
static const double elementwise_93_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_93_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_93_out[] = {
    7, 7, 3, 1, 3, 5, 7, 7, 102, 101, 3, 3,
};
static const elementwise_tensor elementwise_93_in[] = {
    {0, 2, {3, 4}, elementwise_93_in0},
    {0, 1, {4}, elementwise_93_in1},
};
static const elementwise_attr elementwise_93_attr[] = {{NULL, NULL, 0, 0}};

/* BitwiseXor 18  */
static const double elementwise_94_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_94_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_94_out[] = {
    7, -5, -4, -1, -1, 4, 5, -8, -102, -99, 0, 2,
};
static const elementwise_tensor elementwise_94_in[] = {
    {0, 2, {3, 4}, elementwise_94_in0},
    {0, 1, {4}, elementwise_94_in1},
};
static const elementwise_attr elementwise_94_attr[] = {{NULL, NULL, 0, 0}};

/* BitwiseXor 18  */
static const double elementwise_95_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_95_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_95_out[] = {
    5, 7, 2, 1, 3, 4, 5, 6, 102, 101, 0, 2,
};
static const elementwise_tensor elementwise_95_in[] = {
    {0, 2, {3, 4}, elementwise_95_in0},
    {0, 1, {4}, elementwise_95_in1},
};
static const elementwise_attr elementwise_95_attr[] = {{NULL, NULL, 0, 0}};

/* BitShift 11 {'direction': 'LEFT'} */
static const double elementwise_96_in0[] = {
    1, 3, 16,
};
static const double elementwise_96_in1[] = {
    0, 1, 3,
};
static const double elementwise_96_out[] = {
    1, 3, 16, 2, 6, 32, 8, 24, 128,
};
static const elementwise_tensor elementwise_96_in[] = {
    {0, 2, {1, 3}, elementwise_96_in0},
    {0, 2, {3, 1}, elementwise_96_in1},
};
static const elementwise_attr elementwise_96_attr[] = {{"direction", "LEFT", 0, 0}};

/* BitShift 11 {'direction': 'RIGHT'} */
static const double elementwise_97_in0[] = {
    1, 3, 200,
};
static const double elementwise_97_in1[] = {
    0, 1, 3,
};
static const double elementwise_97_out[] = {
    1, 3, 200, 0, 1, 100, 0, 0, 25,
};
static const elementwise_tensor elementwise_97_in[] = {
    {0, 2, {1, 3}, elementwise_97_in0},
    {0, 2, {3, 1}, elementwise_97_in1},
};
static const elementwise_attr elementwise_97_attr[] = {{"direction", "RIGHT", 0, 0}};

/* BitShift 28 {'direction': 'LEFT'} */
static const double elementwise_98_in0[] = {
    1, 3, 15, -1, -2, -16,
};
static const double elementwise_98_in1[] = {
    0, 1, 3,
};
static const double elementwise_98_out[] = {
    1, 3, 15, -1, -2, -16, 2, 6, 30, -2, -4, -32, 8, 24, 120, -8, -16, -128,
};
static const elementwise_tensor elementwise_98_in[] = {
    {0, 2, {1, 6}, elementwise_98_in0},
    {0, 2, {3, 1}, elementwise_98_in1},
};
static const elementwise_attr elementwise_98_attr[] = {{"direction", "LEFT", 0, 0}};

/* BitShift 28 {'direction': 'RIGHT'} */
static const double elementwise_99_in0[] = {
    1, 3, 127, -1, -2, -128,
};
static const double elementwise_99_in1[] = {
    0, 1, 3, 6,
};
static const double elementwise_99_out[] = {
    1, 3, 127, -1, -2, -128, 0, 1, 63, -1, -1, -64, 0, 0, 15, -1, -1, -16, 0, 0, 1, -1, -1, -2,
};
static const elementwise_tensor elementwise_99_in[] = {
    {0, 2, {1, 6}, elementwise_99_in0},
    {0, 2, {4, 1}, elementwise_99_in1},
};
static const elementwise_attr elementwise_99_attr[] = {{"direction", "RIGHT", 0, 0}};

/* Equal 19  */
static const double elementwise_100_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_100_in1[] = {
    -3, 3.5, NAN,
};
static const double elementwise_100_out[] = {
    0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_100_in[] = {
    {0, 2, {3, 4}, elementwise_100_in0},
    {0, 2, {3, 1}, elementwise_100_in1},
};
static const elementwise_attr elementwise_100_attr[] = {{NULL, NULL, 0, 0}};

/* Equal 19  */
static const double elementwise_101_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_101_in1[] = {
    -6, 6, 3,
};
static const double elementwise_101_out[] = {
    0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0,
};
static const elementwise_tensor elementwise_101_in[] = {
    {0, 2, {3, 4}, elementwise_101_in0},
    {0, 2, {3, 1}, elementwise_101_in1},
};
static const elementwise_attr elementwise_101_attr[] = {{NULL, NULL, 0, 0}};

/* Equal 19  */
static const double elementwise_102_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_102_in1[] = {
    6, 5, 1, 3,
};
static const double elementwise_102_out[] = {
    0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1,
};
static const elementwise_tensor elementwise_102_in[] = {
    {0, 2, {3, 4}, elementwise_102_in0},
    {0, 1, {4}, elementwise_102_in1},
};
static const elementwise_attr elementwise_102_attr[] = {{NULL, NULL, 0, 0}};

/* Greater 13  */
static const double elementwise_103_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_103_in1[] = {
    -3, 3.5, NAN,
};
static const double elementwise_103_out[] = {
    0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_103_in[] = {
    {0, 2, {3, 4}, elementwise_103_in0},
    {0, 2, {3, 1}, elementwise_103_in1},
};
static const elementwise_attr elementwise_103_attr[] = {{NULL, NULL, 0, 0}};

/* Greater 13  */
static const double elementwise_104_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_104_in1[] = {
    -6, 6, 3,
};
static const double elementwise_104_out[] = {
    0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0,
};
static const elementwise_tensor elementwise_104_in[] = {
    {0, 2, {3, 4}, elementwise_104_in0},
    {0, 2, {3, 1}, elementwise_104_in1},
};
static const elementwise_attr elementwise_104_attr[] = {{NULL, NULL, 0, 0}};

/* Greater 13  */
static const double elementwise_105_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_105_in1[] = {
    6, 5, 1, 3,
};
static const double elementwise_105_out[] = {
    1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0,
};
static const elementwise_tensor elementwise_105_in[] = {
    {0, 2, {3, 4}, elementwise_105_in0},
    {0, 1, {4}, elementwise_105_in1},
};
static const elementwise_attr elementwise_105_attr[] = {{NULL, NULL, 0, 0}};

/* GreaterOrEqual 16  */
static const double elementwise_106_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_106_in1[] = {
    -3, 3.5, NAN,
};
static const double elementwise_106_out[] = {
    0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_106_in[] = {
    {0, 2, {3, 4}, elementwise_106_in0},
    {0, 2, {3, 1}, elementwise_106_in1},
};
static const elementwise_attr elementwise_106_attr[] = {{NULL, NULL, 0, 0}};

/* GreaterOrEqual 16  */
static const double elementwise_107_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_107_in1[] = {
    -6, 6, 3,
};
static const double elementwise_107_out[] = {
    0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0,
};
static const elementwise_tensor elementwise_107_in[] = {
    {0, 2, {3, 4}, elementwise_107_in0},
    {0, 2, {3, 1}, elementwise_107_in1},
};
static const elementwise_attr elementwise_107_attr[] = {{NULL, NULL, 0, 0}};

/* GreaterOrEqual 16  */
static const double elementwise_108_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_108_in1[] = {
    6, 5, 1, 3,
};
static const double elementwise_108_out[] = {
    1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1,
};
static const elementwise_tensor elementwise_108_in[] = {
    {0, 2, {3, 4}, elementwise_108_in0},
    {0, 1, {4}, elementwise_108_in1},
};
static const elementwise_attr elementwise_108_attr[] = {{NULL, NULL, 0, 0}};

/* Less 13  */
static const double elementwise_109_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_109_in1[] = {
    -3, 3.5, NAN,
};
static const double elementwise_109_out[] = {
    1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_109_in[] = {
    {0, 2, {3, 4}, elementwise_109_in0},
    {0, 2, {3, 1}, elementwise_109_in1},
};
static const elementwise_attr elementwise_109_attr[] = {{NULL, NULL, 0, 0}};

/* Less 13  */
static const double elementwise_110_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_110_in1[] = {
    -6, 6, 3,
};
static const double elementwise_110_out[] = {
    1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1,
};
static const elementwise_tensor elementwise_110_in[] = {
    {0, 2, {3, 4}, elementwise_110_in0},
    {0, 2, {3, 1}, elementwise_110_in1},
};
static const elementwise_attr elementwise_110_attr[] = {{NULL, NULL, 0, 0}};

/* Less 13  */
static const double elementwise_111_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_111_in1[] = {
    6, 5, 1, 3,
};
static const double elementwise_111_out[] = {
    0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_111_in[] = {
    {0, 2, {3, 4}, elementwise_111_in0},
    {0, 1, {4}, elementwise_111_in1},
};
static const elementwise_attr elementwise_111_attr[] = {{NULL, NULL, 0, 0}};

/* LessOrEqual 16  */
static const double elementwise_112_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_112_in1[] = {
    -3, 3.5, NAN,
};
static const double elementwise_112_out[] = {
    1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_112_in[] = {
    {0, 2, {3, 4}, elementwise_112_in0},
    {0, 2, {3, 1}, elementwise_112_in1},
};
static const elementwise_attr elementwise_112_attr[] = {{NULL, NULL, 0, 0}};

/* LessOrEqual 16  */
static const double elementwise_113_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_113_in1[] = {
    -6, 6, 3,
};
static const double elementwise_113_out[] = {
    1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1,
};
static const elementwise_tensor elementwise_113_in[] = {
    {0, 2, {3, 4}, elementwise_113_in0},
    {0, 2, {3, 1}, elementwise_113_in1},
};
static const elementwise_attr elementwise_113_attr[] = {{NULL, NULL, 0, 0}};

/* LessOrEqual 16  */
static const double elementwise_114_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_114_in1[] = {
    6, 5, 1, 3,
};
static const double elementwise_114_out[] = {
    0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1,
};
static const elementwise_tensor elementwise_114_in[] = {
    {0, 2, {3, 4}, elementwise_114_in0},
    {0, 1, {4}, elementwise_114_in1},
};
static const elementwise_attr elementwise_114_attr[] = {{NULL, NULL, 0, 0}};

/* And 7  */
static const double elementwise_115_in0[] = {
    1, 0,
};
static const double elementwise_115_in1[] = {
    1, 0,
};
static const double elementwise_115_out[] = {
    1, 0, 0, 0,
};
static const elementwise_tensor elementwise_115_in[] = {
    {1, 2, {1, 2}, elementwise_115_in0},
    {1, 2, {2, 1}, elementwise_115_in1},
};
static const elementwise_attr elementwise_115_attr[] = {{NULL, NULL, 0, 0}};

/* Or 7  */
static const double elementwise_116_in0[] = {
    1, 0,
};
static const double elementwise_116_in1[] = {
    1, 0,
};
static const double elementwise_116_out[] = {
    1, 1, 1, 0,
};
static const elementwise_tensor elementwise_116_in[] = {
    {1, 2, {1, 2}, elementwise_116_in0},
    {1, 2, {2, 1}, elementwise_116_in1},
};
static const elementwise_attr elementwise_116_attr[] = {{NULL, NULL, 0, 0}};

/* Xor 7  */
static const double elementwise_117_in0[] = {
    1, 0,
};
static const double elementwise_117_in1[] = {
    1, 0,
};
static const double elementwise_117_out[] = {
    0, 1, 1, 0,
};
static const elementwise_tensor elementwise_117_in[] = {
    {1, 2, {1, 2}, elementwise_117_in0},
    {1, 2, {2, 1}, elementwise_117_in1},
};
static const elementwise_attr elementwise_117_attr[] = {{NULL, NULL, 0, 0}};

/* Equal 7  */
static const double elementwise_118_in0[] = {
    1, 0,
};
static const double elementwise_118_in1[] = {
    1, 0,
};
static const double elementwise_118_out[] = {
    1, 0, 0, 1,
};
static const elementwise_tensor elementwise_118_in[] = {
    {1, 2, {1, 2}, elementwise_118_in0},
    {1, 2, {2, 1}, elementwise_118_in1},
};
static const elementwise_attr elementwise_118_attr[] = {{NULL, NULL, 0, 0}};

/* Max 13  */
static const double elementwise_119_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_119_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_119_in2[] = {
    1, -4, 0.5,
};
static const double elementwise_119_out[] = {
    1, 1, 3, 1, 0.25, 1, 3.5, 7, INFINITY, 0.5, NAN, 2,
};
static const elementwise_tensor elementwise_119_in[] = {
    {0, 2, {3, 4}, elementwise_119_in0},
    {0, 1, {4}, elementwise_119_in1},
    {0, 2, {3, 1}, elementwise_119_in2},
};
static const elementwise_attr elementwise_119_attr[] = {{NULL, NULL, 0, 0}};

/* Max 13  */
static const double elementwise_120_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_120_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_120_out[] = {
    -2, 0.5, 3, 0, 0.25, 1, 3.5, 7, INFINITY, 0.5, NAN, 2,
};
static const elementwise_tensor elementwise_120_in[] = {
    {0, 2, {3, 4}, elementwise_120_in0},
    {0, 1, {4}, elementwise_120_in1},
};
static const elementwise_attr elementwise_120_attr[] = {{NULL, NULL, 0, 0}};

/* Max 13  */
static const double elementwise_121_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_121_out[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const elementwise_tensor elementwise_121_in[] = {
    {0, 2, {3, 4}, elementwise_121_in0},
};
static const elementwise_attr elementwise_121_attr[] = {{NULL, NULL, 0, 0}};

/* Min 13  */
static const double elementwise_122_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_122_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_122_in2[] = {
    1, -4, 0.5,
};
static const double elementwise_122_out[] = {
    -6.5, -3, -0.5, -0.75, -4, -4, -4, -4, -2, -INFINITY, NAN, -0.75,
};
static const elementwise_tensor elementwise_122_in[] = {
    {0, 2, {3, 4}, elementwise_122_in0},
    {0, 1, {4}, elementwise_122_in1},
    {0, 2, {3, 1}, elementwise_122_in2},
};
static const elementwise_attr elementwise_122_attr[] = {{NULL, NULL, 0, 0}};

/* Min 13  */
static const double elementwise_123_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_123_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_123_out[] = {
    -6.5, -3, -0.5, -0.75, -2, 0.5, 3, -0.75, -2, -INFINITY, NAN, -0.75,
};
static const elementwise_tensor elementwise_123_in[] = {
    {0, 2, {3, 4}, elementwise_123_in0},
    {0, 1, {4}, elementwise_123_in1},
};
static const elementwise_attr elementwise_123_attr[] = {{NULL, NULL, 0, 0}};

/* Min 13  */
static const double elementwise_124_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_124_out[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const elementwise_tensor elementwise_124_in[] = {
    {0, 2, {3, 4}, elementwise_124_in0},
};
static const elementwise_attr elementwise_124_attr[] = {{NULL, NULL, 0, 0}};

/* Sum 13  */
static const double elementwise_125_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_125_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_125_in2[] = {
    1, -4, 0.5,
};
static const double elementwise_125_out[] = {
    -7.5, -1.5, 3.5, 0.25, -5.75, -2.5, 2.5, 2.25, INFINITY, -INFINITY, NAN, 1.75,
};
static const elementwise_tensor elementwise_125_in[] = {
    {0, 2, {3, 4}, elementwise_125_in0},
    {0, 1, {4}, elementwise_125_in1},
    {0, 2, {3, 1}, elementwise_125_in2},
};
static const elementwise_attr elementwise_125_attr[] = {{NULL, NULL, 0, 0}};

/* Sum 13  */
static const double elementwise_126_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_126_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_126_out[] = {
    -8.5, -2.5, 2.5, -0.75, -1.75, 1.5, 6.5, 6.25, INFINITY, -INFINITY, NAN, 1.25,
};
static const elementwise_tensor elementwise_126_in[] = {
    {0, 2, {3, 4}, elementwise_126_in0},
    {0, 1, {4}, elementwise_126_in1},
};
static const elementwise_attr elementwise_126_attr[] = {{NULL, NULL, 0, 0}};

/* Sum 13  */
static const double elementwise_127_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_127_out[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const elementwise_tensor elementwise_127_in[] = {
    {0, 2, {3, 4}, elementwise_127_in0},
};
static const elementwise_attr elementwise_127_attr[] = {{NULL, NULL, 0, 0}};

/* Mean 13  */
static const double elementwise_128_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_128_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_128_in2[] = {
    1, -4, 0.5,
};
static const double elementwise_128_out[] = {
    -2.5, -0.5, 1.1666666666666667, 0.08333333333333333, -1.9166666666666667, -0.8333333333333334,
    0.8333333333333334, 0.75, INFINITY, -INFINITY, NAN, 0.5833333333333334,
};
static const elementwise_tensor elementwise_128_in[] = {
    {0, 2, {3, 4}, elementwise_128_in0},
    {0, 1, {4}, elementwise_128_in1},
    {0, 2, {3, 1}, elementwise_128_in2},
};
static const elementwise_attr elementwise_128_attr[] = {{NULL, NULL, 0, 0}};

/* Mean 13  */
static const double elementwise_129_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_129_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_129_out[] = {
    -4.25, -1.25, 1.25, -0.375, -0.875, 0.75, 3.25, 3.125, INFINITY, -INFINITY, NAN, 0.625,
};
static const elementwise_tensor elementwise_129_in[] = {
    {0, 2, {3, 4}, elementwise_129_in0},
    {0, 1, {4}, elementwise_129_in1},
};
static const elementwise_attr elementwise_129_attr[] = {{NULL, NULL, 0, 0}};

/* Mean 13  */
static const double elementwise_130_in0[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_130_out[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const elementwise_tensor elementwise_130_in[] = {
    {0, 2, {3, 4}, elementwise_130_in0},
};
static const elementwise_attr elementwise_130_attr[] = {{NULL, NULL, 0, 0}};

/* Max 13  */
static const double elementwise_131_in0[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_131_in1[] = {
    1, -4, 0.5,
};
static const double elementwise_131_in2[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_131_in3[] = {
    0.25,
};
static const double elementwise_131_in4[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_131_out[] = {
    1, 1, 3, 1, 0.25, 1, 3.5, 7, INFINITY, 0.5, NAN, 2,
};
static const elementwise_tensor elementwise_131_in[] = {
    {0, 1, {4}, elementwise_131_in0},
    {0, 2, {3, 1}, elementwise_131_in1},
    {0, 2, {3, 4}, elementwise_131_in2},
    {0, 0, {0}, elementwise_131_in3},
    {0, 1, {4}, elementwise_131_in4},
};
static const elementwise_attr elementwise_131_attr[] = {{NULL, NULL, 0, 0}};

/* Max 13  */
static const double elementwise_132_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_132_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_132_in2[] = {
    3, -4, 0,
};
static const double elementwise_132_out[] = {
    3, 3, 3, 3, 1, 5, 6, 7, 100, 1, 3, 0,
};
static const elementwise_tensor elementwise_132_in[] = {
    {0, 2, {3, 4}, elementwise_132_in0},
    {0, 1, {4}, elementwise_132_in1},
    {0, 2, {3, 1}, elementwise_132_in2},
};
static const elementwise_attr elementwise_132_attr[] = {{NULL, NULL, 0, 0}};

/* Max 13  */
static const double elementwise_133_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_133_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_133_in2[] = {
    3, 4, 0,
};
static const double elementwise_133_out[] = {
    7, 6, 3, 3, 4, 5, 6, 7, 100, 100, 3, 3,
};
static const elementwise_tensor elementwise_133_in[] = {
    {0, 2, {3, 4}, elementwise_133_in0},
    {0, 1, {4}, elementwise_133_in1},
    {0, 2, {3, 1}, elementwise_133_in2},
};
static const elementwise_attr elementwise_133_attr[] = {{NULL, NULL, 0, 0}};

/* Max 12  */
static const double elementwise_134_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_134_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_134_out[] = {
    -2, 1, 3, 0, 1, 5, 6, 7, 100, 1, 3, -1,
};
static const elementwise_tensor elementwise_134_in[] = {
    {0, 2, {3, 4}, elementwise_134_in0},
    {0, 1, {4}, elementwise_134_in1},
};
static const elementwise_attr elementwise_134_attr[] = {{NULL, NULL, 0, 0}};

/* Min 13  */
static const double elementwise_135_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_135_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_135_in2[] = {
    3, -4, 0,
};
static const double elementwise_135_out[] = {
    -7, -6, -1, -1, -4, -4, -4, -4, -2, -100, 0, -3,
};
static const elementwise_tensor elementwise_135_in[] = {
    {0, 2, {3, 4}, elementwise_135_in0},
    {0, 1, {4}, elementwise_135_in1},
    {0, 2, {3, 1}, elementwise_135_in2},
};
static const elementwise_attr elementwise_135_attr[] = {{NULL, NULL, 0, 0}};

/* Min 13  */
static const double elementwise_136_in0[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_136_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_136_in2[] = {
    3, 4, 0,
};
static const double elementwise_136_out[] = {
    2, 1, 1, 0, 1, 1, 3, 1, 0, 0, 0, 0,
};
static const elementwise_tensor elementwise_136_in[] = {
    {0, 2, {3, 4}, elementwise_136_in0},
    {0, 1, {4}, elementwise_136_in1},
    {0, 2, {3, 1}, elementwise_136_in2},
};
static const elementwise_attr elementwise_136_attr[] = {{NULL, NULL, 0, 0}};

/* Min 12  */
static const double elementwise_137_in0[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_137_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_137_out[] = {
    -7, -6, -1, -1, -2, 1, 3, -1, -2, -100, 3, -3,
};
static const elementwise_tensor elementwise_137_in[] = {
    {0, 2, {3, 4}, elementwise_137_in0},
    {0, 1, {4}, elementwise_137_in1},
};
static const elementwise_attr elementwise_137_attr[] = {{NULL, NULL, 0, 0}};

/* Pow 15  */
static const double elementwise_138_in0[] = {
    0.5, 1, 2, 3, 0, 1.5, 4, INFINITY,
};
static const double elementwise_138_in1[] = {
    2, -1, 0.5, 3,
};
static const double elementwise_138_out[] = {
    0.25, 1, 1.4142135623730951, 27, 0, 0.6666666666666666, 2, INFINITY,
};
static const elementwise_tensor elementwise_138_in[] = {
    {0, 2, {2, 4}, elementwise_138_in0},
    {0, 1, {4}, elementwise_138_in1},
};
static const elementwise_attr elementwise_138_attr[] = {{NULL, NULL, 0, 0}};

/* Pow 15  */
static const double elementwise_139_in0[] = {
    -2, -1, -0.5, NAN,
};
static const double elementwise_139_in1[] = {
    3, -2, 0.5, 0,
};
static const double elementwise_139_out[] = {
    -8, 1, NAN, 1,
};
static const elementwise_tensor elementwise_139_in[] = {
    {0, 1, {4}, elementwise_139_in0},
    {0, 1, {4}, elementwise_139_in1},
};
static const elementwise_attr elementwise_139_attr[] = {{NULL, NULL, 0, 0}};

/* Pow 15  */
static const double elementwise_140_in0[] = {
    -3, 0, 2, 5,
};
static const double elementwise_140_in1[] = {
    0, 1, 3,
};
static const double elementwise_140_out[] = {
    1, 1, 1, 1, -3, 0, 2, 5, -27, 0, 8, 125,
};
static const elementwise_tensor elementwise_140_in[] = {
    {0, 2, {1, 4}, elementwise_140_in0},
    {0, 2, {3, 1}, elementwise_140_in1},
};
static const elementwise_attr elementwise_140_attr[] = {{NULL, NULL, 0, 0}};

/* Where 16  */
static const double elementwise_141_in0[] = {
    1, 0, 1,
};
static const double elementwise_141_in1[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_141_in2[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_141_out[] = {
    -6.5, -3, -0.5, 0, -2, 0.5, 3, -0.75, INFINITY, -INFINITY, NAN, 2,
};
static const elementwise_tensor elementwise_141_in[] = {
    {1, 2, {3, 1}, elementwise_141_in0},
    {0, 2, {3, 4}, elementwise_141_in1},
    {0, 1, {4}, elementwise_141_in2},
};
static const elementwise_attr elementwise_141_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_142_in0[] = {
    1,
};
static const double elementwise_142_in1[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_142_in2[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_142_out[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const elementwise_tensor elementwise_142_in[] = {
    {1, 2, {1, 1}, elementwise_142_in0},
    {0, 2, {3, 4}, elementwise_142_in1},
    {0, 1, {4}, elementwise_142_in2},
};
static const elementwise_attr elementwise_142_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_143_in0[] = {
    1, 0, 0, 1,
};
static const double elementwise_143_in1[] = {
    -2, 0.5, 3, -0.75,
};
static const double elementwise_143_in2[] = {
    -6.5, -3, -0.5, 0, 0.25, 1, 3.5, 7, INFINITY, -INFINITY, NAN, 2,
};
static const double elementwise_143_out[] = {
    -2, -3, -0.5, -0.75, -2, 1, 3.5, -0.75, -2, -INFINITY, NAN, -0.75,
};
static const elementwise_tensor elementwise_143_in[] = {
    {1, 1, {4}, elementwise_143_in0},
    {0, 1, {4}, elementwise_143_in1},
    {0, 2, {3, 4}, elementwise_143_in2},
};
static const elementwise_attr elementwise_143_attr[] = {{NULL, NULL, 0, 0}};

/* Where 16  */
static const double elementwise_144_in0[] = {
    1, 0, 1,
};
static const double elementwise_144_in1[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_144_in2[] = {
    -2, 1, 3, -1,
};
static const double elementwise_144_out[] = {
    -7, -6, -1, 0, -2, 1, 3, -1, 100, -100, 3, -3,
};
static const elementwise_tensor elementwise_144_in[] = {
    {1, 2, {3, 1}, elementwise_144_in0},
    {0, 2, {3, 4}, elementwise_144_in1},
    {0, 1, {4}, elementwise_144_in2},
};
static const elementwise_attr elementwise_144_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_145_in0[] = {
    1,
};
static const double elementwise_145_in1[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_145_in2[] = {
    -2, 1, 3, -1,
};
static const double elementwise_145_out[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const elementwise_tensor elementwise_145_in[] = {
    {1, 2, {1, 1}, elementwise_145_in0},
    {0, 2, {3, 4}, elementwise_145_in1},
    {0, 1, {4}, elementwise_145_in2},
};
static const elementwise_attr elementwise_145_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_146_in0[] = {
    1, 0, 0, 1,
};
static const double elementwise_146_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_146_in2[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_146_out[] = {
    -2, -6, -1, -1, -2, 5, 6, -1, -2, -100, 3, -1,
};
static const elementwise_tensor elementwise_146_in[] = {
    {1, 1, {4}, elementwise_146_in0},
    {0, 1, {4}, elementwise_146_in1},
    {0, 2, {3, 4}, elementwise_146_in2},
};
static const elementwise_attr elementwise_146_attr[] = {{NULL, NULL, 0, 0}};

/* Where 16  */
static const double elementwise_147_in0[] = {
    1, 0, 1,
};
static const double elementwise_147_in1[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_147_in2[] = {
    2, 1, 3, 1,
};
static const double elementwise_147_out[] = {
    7, 6, 1, 0, 2, 1, 3, 1, 100, 100, 3, 3,
};
static const elementwise_tensor elementwise_147_in[] = {
    {1, 2, {3, 1}, elementwise_147_in0},
    {0, 2, {3, 4}, elementwise_147_in1},
    {0, 1, {4}, elementwise_147_in2},
};
static const elementwise_attr elementwise_147_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_148_in0[] = {
    1,
};
static const double elementwise_148_in1[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_148_in2[] = {
    2, 1, 3, 1,
};
static const double elementwise_148_out[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const elementwise_tensor elementwise_148_in[] = {
    {1, 2, {1, 1}, elementwise_148_in0},
    {0, 2, {3, 4}, elementwise_148_in1},
    {0, 1, {4}, elementwise_148_in2},
};
static const elementwise_attr elementwise_148_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_149_in0[] = {
    1, 0, 0, 1,
};
static const double elementwise_149_in1[] = {
    2, 1, 3, 1,
};
static const double elementwise_149_in2[] = {
    7, 6, 1, 0, 1, 5, 6, 7, 100, 100, 3, 3,
};
static const double elementwise_149_out[] = {
    2, 6, 1, 1, 2, 5, 6, 1, 2, 100, 3, 1,
};
static const elementwise_tensor elementwise_149_in[] = {
    {1, 1, {4}, elementwise_149_in0},
    {0, 1, {4}, elementwise_149_in1},
    {0, 2, {3, 4}, elementwise_149_in2},
};
static const elementwise_attr elementwise_149_attr[] = {{NULL, NULL, 0, 0}};

/* Where 16  */
static const double elementwise_150_in0[] = {
    1, 0, 1,
};
static const double elementwise_150_in1[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_150_in2[] = {
    -2, 1, 3, -1,
};
static const double elementwise_150_out[] = {
    -7, -6, -1, 0, -2, 1, 3, -1, 100, -100, 3, -3,
};
static const elementwise_tensor elementwise_150_in[] = {
    {1, 2, {3, 1}, elementwise_150_in0},
    {0, 2, {3, 4}, elementwise_150_in1},
    {0, 1, {4}, elementwise_150_in2},
};
static const elementwise_attr elementwise_150_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_151_in0[] = {
    1,
};
static const double elementwise_151_in1[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_151_in2[] = {
    -2, 1, 3, -1,
};
static const double elementwise_151_out[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const elementwise_tensor elementwise_151_in[] = {
    {1, 2, {1, 1}, elementwise_151_in0},
    {0, 2, {3, 4}, elementwise_151_in1},
    {0, 1, {4}, elementwise_151_in2},
};
static const elementwise_attr elementwise_151_attr[] = {{NULL, NULL, 0, 0}};

/* Where 9  */
static const double elementwise_152_in0[] = {
    1, 0, 0, 1,
};
static const double elementwise_152_in1[] = {
    -2, 1, 3, -1,
};
static const double elementwise_152_in2[] = {
    -7, -6, -1, 0, 1, 5, 6, 7, 100, -100, 3, -3,
};
static const double elementwise_152_out[] = {
    -2, -6, -1, -1, -2, 5, 6, -1, -2, -100, 3, -1,
};
static const elementwise_tensor elementwise_152_in[] = {
    {1, 1, {4}, elementwise_152_in0},
    {0, 1, {4}, elementwise_152_in1},
    {0, 2, {3, 4}, elementwise_152_in2},
};
static const elementwise_attr elementwise_152_attr[] = {{NULL, NULL, 0, 0}};

/* Where 16  */
static const double elementwise_153_in0[] = {
    1, 0, 1,
};
static const double elementwise_153_in1[] = {
    1, 0,
};
static const double elementwise_153_in2[] = {
    0, 1,
};
static const double elementwise_153_out[] = {
    1, 0, 0, 1, 1, 0,
};
static const elementwise_tensor elementwise_153_in[] = {
    {1, 2, {3, 1}, elementwise_153_in0},
    {1, 2, {1, 2}, elementwise_153_in1},
    {1, 2, {1, 2}, elementwise_153_in2},
};
static const elementwise_attr elementwise_153_attr[] = {{NULL, NULL, 0, 0}};

static const elementwise_case elementwise_vectors[] = {
    {"Abs", &cm_op_Abs, 13, "f", 0, 1,
     elementwise_0_attr, elementwise_0_in,
     {0, 1, {26}, elementwise_0_out}},
    {"Ceil", &cm_op_Ceil, 13, "f", 0, 1,
     elementwise_1_attr, elementwise_1_in,
     {0, 1, {26}, elementwise_1_out}},
    {"Floor", &cm_op_Floor, 13, "f", 0, 1,
     elementwise_2_attr, elementwise_2_in,
     {0, 1, {26}, elementwise_2_out}},
    {"Neg", &cm_op_Neg, 13, "f", 0, 1,
     elementwise_3_attr, elementwise_3_in,
     {0, 1, {26}, elementwise_3_out}},
    {"Reciprocal", &cm_op_Reciprocal, 13, "f", 0, 1,
     elementwise_4_attr, elementwise_4_in,
     {0, 1, {26}, elementwise_4_out}},
    {"Round", &cm_op_Round, 22, "f", 0, 1,
     elementwise_5_attr, elementwise_5_in,
     {0, 1, {26}, elementwise_5_out}},
    {"Sqrt", &cm_op_Sqrt, 13, "f", 0, 1,
     elementwise_6_attr, elementwise_6_in,
     {0, 1, {26}, elementwise_6_out}},
    {"Relu", &cm_op_Relu, 14, "f", 0, 1,
     elementwise_7_attr, elementwise_7_in,
     {0, 1, {26}, elementwise_7_out}},
    {"Sign", &cm_op_Sign, 13, "f", 0, 1,
     elementwise_8_attr, elementwise_8_in,
     {0, 1, {26}, elementwise_8_out}},
    {"Round", &cm_op_Round, 11, "f", 0, 1,
     elementwise_9_attr, elementwise_9_in,
     {0, 1, {9}, elementwise_9_out}},
    {"Abs", &cm_op_Abs, 13, "s", 0, 1,
     elementwise_10_attr, elementwise_10_in,
     {0, 1, {10}, elementwise_10_out}},
    {"Neg", &cm_op_Neg, 6, "s", 0, 1,
     elementwise_11_attr, elementwise_11_in,
     {0, 1, {10}, elementwise_11_out}},
    {"Abs", &cm_op_Abs, 6, "u", 0, 1,
     elementwise_12_attr, elementwise_12_in,
     {0, 1, {8}, elementwise_12_out}},
    {"Sign", &cm_op_Sign, 9, "s", 0, 1,
     elementwise_13_attr, elementwise_13_in,
     {0, 1, {11}, elementwise_13_out}},
    {"Sign", &cm_op_Sign, 9, "u", 0, 1,
     elementwise_14_attr, elementwise_14_in,
     {0, 1, {8}, elementwise_14_out}},
    {"BitwiseNot", &cm_op_BitwiseNot, 18, "s", 0, 1,
     elementwise_15_attr, elementwise_15_in,
     {0, 1, {11}, elementwise_15_out}},
    {"Not", &cm_op_Not, 1, "b", 0, 1,
     elementwise_16_attr, elementwise_16_in,
     {1, 1, {3}, elementwise_16_out}},
    {"Clip", &cm_op_Clip, 13, "f", 0, 3,
     elementwise_17_attr, elementwise_17_in,
     {0, 1, {26}, elementwise_17_out}},
    {"Clip", &cm_op_Clip, 13, "f", 0, 3,
     elementwise_18_attr, elementwise_18_in,
     {0, 1, {26}, elementwise_18_out}},
    {"Clip", &cm_op_Clip, 11, "f", 0, 2,
     elementwise_19_attr, elementwise_19_in,
     {0, 1, {26}, elementwise_19_out}},
    {"Clip", &cm_op_Clip, 12, "s", 0, 3,
     elementwise_20_attr, elementwise_20_in,
     {0, 1, {11}, elementwise_20_out}},
    {"Clip", &cm_op_Clip, 12, "u", 0, 3,
     elementwise_21_attr, elementwise_21_in,
     {0, 1, {8}, elementwise_21_out}},
    {"Clip", &cm_op_Clip, 13, "f", 0, 1,
     elementwise_22_attr, elementwise_22_in,
     {0, 1, {26}, elementwise_22_out}},
    {"IsNaN", &cm_op_IsNaN, 20, "f", 0, 1,
     elementwise_23_attr, elementwise_23_in,
     {1, 1, {26}, elementwise_23_out}},
    {"IsInf", &cm_op_IsInf, 20, "f", 0, 1,
     elementwise_24_attr, elementwise_24_in,
     {1, 1, {26}, elementwise_24_out}},
    {"IsInf", &cm_op_IsInf, 10, "f", 1, 1,
     elementwise_25_attr, elementwise_25_in,
     {1, 1, {26}, elementwise_25_out}},
    {"IsInf", &cm_op_IsInf, 10, "f", 1, 1,
     elementwise_26_attr, elementwise_26_in,
     {1, 1, {26}, elementwise_26_out}},
    {"Acos", &cm_op_Acos, 22, "f", 0, 1,
     elementwise_27_attr, elementwise_27_in,
     {0, 1, {17}, elementwise_27_out}},
    {"Asin", &cm_op_Asin, 22, "f", 0, 1,
     elementwise_28_attr, elementwise_28_in,
     {0, 1, {17}, elementwise_28_out}},
    {"Atanh", &cm_op_Atanh, 22, "f", 0, 1,
     elementwise_29_attr, elementwise_29_in,
     {0, 1, {17}, elementwise_29_out}},
    {"Acosh", &cm_op_Acosh, 22, "f", 0, 1,
     elementwise_30_attr, elementwise_30_in,
     {0, 1, {9}, elementwise_30_out}},
    {"Asinh", &cm_op_Asinh, 22, "f", 0, 1,
     elementwise_31_attr, elementwise_31_in,
     {0, 1, {26}, elementwise_31_out}},
    {"Atan", &cm_op_Atan, 22, "f", 0, 1,
     elementwise_32_attr, elementwise_32_in,
     {0, 1, {26}, elementwise_32_out}},
    {"Cos", &cm_op_Cos, 22, "f", 0, 1,
     elementwise_33_attr, elementwise_33_in,
     {0, 1, {23}, elementwise_33_out}},
    {"Sin", &cm_op_Sin, 22, "f", 0, 1,
     elementwise_34_attr, elementwise_34_in,
     {0, 1, {23}, elementwise_34_out}},
    {"Tan", &cm_op_Tan, 22, "f", 0, 1,
     elementwise_35_attr, elementwise_35_in,
     {0, 1, {23}, elementwise_35_out}},
    {"Cosh", &cm_op_Cosh, 22, "f", 0, 1,
     elementwise_36_attr, elementwise_36_in,
     {0, 1, {21}, elementwise_36_out}},
    {"Sinh", &cm_op_Sinh, 22, "f", 0, 1,
     elementwise_37_attr, elementwise_37_in,
     {0, 1, {21}, elementwise_37_out}},
    {"Tanh", &cm_op_Tanh, 13, "f", 0, 1,
     elementwise_38_attr, elementwise_38_in,
     {0, 1, {26}, elementwise_38_out}},
    {"Erf", &cm_op_Erf, 13, "f", 0, 1,
     elementwise_39_attr, elementwise_39_in,
     {0, 1, {26}, elementwise_39_out}},
    {"Exp", &cm_op_Exp, 13, "f", 0, 1,
     elementwise_40_attr, elementwise_40_in,
     {0, 1, {22}, elementwise_40_out}},
    {"Log", &cm_op_Log, 13, "f", 0, 1,
     elementwise_41_attr, elementwise_41_in,
     {0, 1, {10}, elementwise_41_out}},
    {"Erf", &cm_op_Erf, 9, "s", 0, 1,
     elementwise_42_attr, elementwise_42_in,
     {0, 1, {11}, elementwise_42_out}},
    {"Erf", &cm_op_Erf, 9, "u", 0, 1,
     elementwise_43_attr, elementwise_43_in,
     {0, 1, {8}, elementwise_43_out}},
    {"HardSwish", &cm_op_HardSwish, 22, "f", 0, 1,
     elementwise_44_attr, elementwise_44_in,
     {0, 1, {20}, elementwise_44_out}},
    {"Mish", &cm_op_Mish, 22, "f", 0, 1,
     elementwise_45_attr, elementwise_45_in,
     {0, 1, {20}, elementwise_45_out}},
    {"Softplus", &cm_op_Softplus, 22, "f", 0, 1,
     elementwise_46_attr, elementwise_46_in,
     {0, 1, {20}, elementwise_46_out}},
    {"Softsign", &cm_op_Softsign, 22, "f", 0, 1,
     elementwise_47_attr, elementwise_47_in,
     {0, 1, {20}, elementwise_47_out}},
    {"Celu", &cm_op_Celu, 12, "f", 0, 1,
     elementwise_48_attr, elementwise_48_in,
     {0, 1, {20}, elementwise_48_out}},
    {"Elu", &cm_op_Elu, 22, "f", 0, 1,
     elementwise_49_attr, elementwise_49_in,
     {0, 1, {20}, elementwise_49_out}},
    {"HardSigmoid", &cm_op_HardSigmoid, 22, "f", 0, 1,
     elementwise_50_attr, elementwise_50_in,
     {0, 1, {20}, elementwise_50_out}},
    {"LeakyRelu", &cm_op_LeakyRelu, 16, "f", 0, 1,
     elementwise_51_attr, elementwise_51_in,
     {0, 1, {20}, elementwise_51_out}},
    {"Selu", &cm_op_Selu, 22, "f", 0, 1,
     elementwise_52_attr, elementwise_52_in,
     {0, 1, {20}, elementwise_52_out}},
    {"Shrink", &cm_op_Shrink, 9, "f", 0, 1,
     elementwise_53_attr, elementwise_53_in,
     {0, 1, {23}, elementwise_53_out}},
    {"ThresholdedRelu", &cm_op_ThresholdedRelu, 22, "f", 0, 1,
     elementwise_54_attr, elementwise_54_in,
     {0, 1, {23}, elementwise_54_out}},
    {"Swish", &cm_op_Swish, 24, "f", 0, 1,
     elementwise_55_attr, elementwise_55_in,
     {0, 1, {20}, elementwise_55_out}},
    {"Gelu", &cm_op_Gelu, 20, "f", 0, 1,
     elementwise_56_attr, elementwise_56_in,
     {0, 1, {20}, elementwise_56_out}},
    {"Sigmoid", &cm_op_Sigmoid, 13, "f", 0, 1,
     elementwise_57_attr, elementwise_57_in,
     {0, 1, {22}, elementwise_57_out}},
    {"Celu", &cm_op_Celu, 12, "f", 1, 1,
     elementwise_58_attr, elementwise_58_in,
     {0, 1, {20}, elementwise_58_out}},
    {"Elu", &cm_op_Elu, 6, "f", 1, 1,
     elementwise_59_attr, elementwise_59_in,
     {0, 1, {20}, elementwise_59_out}},
    {"Gelu", &cm_op_Gelu, 20, "f", 1, 1,
     elementwise_60_attr, elementwise_60_in,
     {0, 1, {20}, elementwise_60_out}},
    {"HardSigmoid", &cm_op_HardSigmoid, 6, "f", 2, 1,
     elementwise_61_attr, elementwise_61_in,
     {0, 1, {20}, elementwise_61_out}},
    {"LeakyRelu", &cm_op_LeakyRelu, 6, "f", 1, 1,
     elementwise_62_attr, elementwise_62_in,
     {0, 1, {20}, elementwise_62_out}},
    {"Selu", &cm_op_Selu, 6, "f", 2, 1,
     elementwise_63_attr, elementwise_63_in,
     {0, 1, {20}, elementwise_63_out}},
    {"Shrink", &cm_op_Shrink, 9, "f", 2, 1,
     elementwise_64_attr, elementwise_64_in,
     {0, 1, {23}, elementwise_64_out}},
    {"Shrink", &cm_op_Shrink, 9, "s", 2, 1,
     elementwise_65_attr, elementwise_65_in,
     {0, 1, {10}, elementwise_65_out}},
    {"Shrink", &cm_op_Shrink, 9, "u", 2, 1,
     elementwise_66_attr, elementwise_66_in,
     {0, 1, {8}, elementwise_66_out}},
    {"Swish", &cm_op_Swish, 24, "f", 1, 1,
     elementwise_67_attr, elementwise_67_in,
     {0, 1, {20}, elementwise_67_out}},
    {"ThresholdedRelu", &cm_op_ThresholdedRelu, 10, "f", 1, 1,
     elementwise_68_attr, elementwise_68_in,
     {0, 1, {23}, elementwise_68_out}},
    {"Add", &cm_op_Add, 14, "f", 0, 2,
     elementwise_69_attr, elementwise_69_in,
     {0, 2, {3, 4}, elementwise_69_out}},
    {"Sub", &cm_op_Sub, 14, "f", 0, 2,
     elementwise_70_attr, elementwise_70_in,
     {0, 2, {3, 4}, elementwise_70_out}},
    {"Mul", &cm_op_Mul, 14, "f", 0, 2,
     elementwise_71_attr, elementwise_71_in,
     {0, 2, {3, 4}, elementwise_71_out}},
    {"Div", &cm_op_Div, 14, "f", 0, 2,
     elementwise_72_attr, elementwise_72_in,
     {0, 2, {3, 4}, elementwise_72_out}},
    {"PRelu", &cm_op_PRelu, 16, "f", 0, 2,
     elementwise_73_attr, elementwise_73_in,
     {0, 2, {3, 4}, elementwise_73_out}},
    {"Add", &cm_op_Add, 14, "s", 0, 2,
     elementwise_74_attr, elementwise_74_in,
     {0, 2, {3, 4}, elementwise_74_out}},
    {"Add", &cm_op_Add, 14, "u", 0, 2,
     elementwise_75_attr, elementwise_75_in,
     {0, 2, {3, 4}, elementwise_75_out}},
    {"Sub", &cm_op_Sub, 14, "s", 0, 2,
     elementwise_76_attr, elementwise_76_in,
     {0, 2, {3, 4}, elementwise_76_out}},
    {"Sub", &cm_op_Sub, 14, "u", 0, 2,
     elementwise_77_attr, elementwise_77_in,
     {0, 2, {3, 4}, elementwise_77_out}},
    {"Mul", &cm_op_Mul, 14, "s", 0, 2,
     elementwise_78_attr, elementwise_78_in,
     {0, 2, {3, 4}, elementwise_78_out}},
    {"Mul", &cm_op_Mul, 14, "u", 0, 2,
     elementwise_79_attr, elementwise_79_in,
     {0, 2, {3, 4}, elementwise_79_out}},
    {"Div", &cm_op_Div, 14, "s", 0, 2,
     elementwise_80_attr, elementwise_80_in,
     {0, 2, {3, 4}, elementwise_80_out}},
    {"Div", &cm_op_Div, 14, "u", 0, 2,
     elementwise_81_attr, elementwise_81_in,
     {0, 2, {3, 4}, elementwise_81_out}},
    {"PRelu", &cm_op_PRelu, 9, "w", 0, 2,
     elementwise_82_attr, elementwise_82_in,
     {0, 2, {3, 4}, elementwise_82_out}},
    {"Mod", &cm_op_Mod, 13, "f", 1, 2,
     elementwise_83_attr, elementwise_83_in,
     {0, 2, {2, 4}, elementwise_83_out}},
    {"Mod", &cm_op_Mod, 13, "f", 0, 2,
     elementwise_84_attr, elementwise_84_in,
     {0, 2, {2, 4}, elementwise_84_out}},
    {"Mod", &cm_op_Mod, 28, "f", 1, 2,
     elementwise_85_attr, elementwise_85_in,
     {0, 2, {6, 7}, elementwise_85_out}},
    {"Mod", &cm_op_Mod, 28, "f", 1, 2,
     elementwise_86_attr, elementwise_86_in,
     {0, 2, {6, 7}, elementwise_86_out}},
    {"Mod", &cm_op_Mod, 13, "s", 1, 2,
     elementwise_87_attr, elementwise_87_in,
     {0, 2, {3, 4}, elementwise_87_out}},
    {"Mod", &cm_op_Mod, 13, "s", 1, 2,
     elementwise_88_attr, elementwise_88_in,
     {0, 2, {3, 4}, elementwise_88_out}},
    {"Mod", &cm_op_Mod, 13, "u", 0, 2,
     elementwise_89_attr, elementwise_89_in,
     {0, 2, {3, 4}, elementwise_89_out}},
    {"BitwiseAnd", &cm_op_BitwiseAnd, 18, "s", 0, 2,
     elementwise_90_attr, elementwise_90_in,
     {0, 2, {3, 4}, elementwise_90_out}},
    {"BitwiseAnd", &cm_op_BitwiseAnd, 18, "u", 0, 2,
     elementwise_91_attr, elementwise_91_in,
     {0, 2, {3, 4}, elementwise_91_out}},
    {"BitwiseOr", &cm_op_BitwiseOr, 18, "s", 0, 2,
     elementwise_92_attr, elementwise_92_in,
     {0, 2, {3, 4}, elementwise_92_out}},
    {"BitwiseOr", &cm_op_BitwiseOr, 18, "u", 0, 2,
     elementwise_93_attr, elementwise_93_in,
     {0, 2, {3, 4}, elementwise_93_out}},
    {"BitwiseXor", &cm_op_BitwiseXor, 18, "s", 0, 2,
     elementwise_94_attr, elementwise_94_in,
     {0, 2, {3, 4}, elementwise_94_out}},
    {"BitwiseXor", &cm_op_BitwiseXor, 18, "u", 0, 2,
     elementwise_95_attr, elementwise_95_in,
     {0, 2, {3, 4}, elementwise_95_out}},
    {"BitShift", &cm_op_BitShift, 11, "u", 1, 2,
     elementwise_96_attr, elementwise_96_in,
     {0, 2, {3, 3}, elementwise_96_out}},
    {"BitShift", &cm_op_BitShift, 11, "u", 1, 2,
     elementwise_97_attr, elementwise_97_in,
     {0, 2, {3, 3}, elementwise_97_out}},
    {"BitShift", &cm_op_BitShift, 28, "s", 1, 2,
     elementwise_98_attr, elementwise_98_in,
     {0, 2, {3, 6}, elementwise_98_out}},
    {"BitShift", &cm_op_BitShift, 28, "s", 1, 2,
     elementwise_99_attr, elementwise_99_in,
     {0, 2, {4, 6}, elementwise_99_out}},
    {"Equal", &cm_op_Equal, 19, "f", 0, 2,
     elementwise_100_attr, elementwise_100_in,
     {1, 2, {3, 4}, elementwise_100_out}},
    {"Equal", &cm_op_Equal, 19, "s", 0, 2,
     elementwise_101_attr, elementwise_101_in,
     {1, 2, {3, 4}, elementwise_101_out}},
    {"Equal", &cm_op_Equal, 19, "u", 0, 2,
     elementwise_102_attr, elementwise_102_in,
     {1, 2, {3, 4}, elementwise_102_out}},
    {"Greater", &cm_op_Greater, 13, "f", 0, 2,
     elementwise_103_attr, elementwise_103_in,
     {1, 2, {3, 4}, elementwise_103_out}},
    {"Greater", &cm_op_Greater, 13, "s", 0, 2,
     elementwise_104_attr, elementwise_104_in,
     {1, 2, {3, 4}, elementwise_104_out}},
    {"Greater", &cm_op_Greater, 13, "u", 0, 2,
     elementwise_105_attr, elementwise_105_in,
     {1, 2, {3, 4}, elementwise_105_out}},
    {"GreaterOrEqual", &cm_op_GreaterOrEqual, 16, "f", 0, 2,
     elementwise_106_attr, elementwise_106_in,
     {1, 2, {3, 4}, elementwise_106_out}},
    {"GreaterOrEqual", &cm_op_GreaterOrEqual, 16, "s", 0, 2,
     elementwise_107_attr, elementwise_107_in,
     {1, 2, {3, 4}, elementwise_107_out}},
    {"GreaterOrEqual", &cm_op_GreaterOrEqual, 16, "u", 0, 2,
     elementwise_108_attr, elementwise_108_in,
     {1, 2, {3, 4}, elementwise_108_out}},
    {"Less", &cm_op_Less, 13, "f", 0, 2,
     elementwise_109_attr, elementwise_109_in,
     {1, 2, {3, 4}, elementwise_109_out}},
    {"Less", &cm_op_Less, 13, "s", 0, 2,
     elementwise_110_attr, elementwise_110_in,
     {1, 2, {3, 4}, elementwise_110_out}},
    {"Less", &cm_op_Less, 13, "u", 0, 2,
     elementwise_111_attr, elementwise_111_in,
     {1, 2, {3, 4}, elementwise_111_out}},
    {"LessOrEqual", &cm_op_LessOrEqual, 16, "f", 0, 2,
     elementwise_112_attr, elementwise_112_in,
     {1, 2, {3, 4}, elementwise_112_out}},
    {"LessOrEqual", &cm_op_LessOrEqual, 16, "s", 0, 2,
     elementwise_113_attr, elementwise_113_in,
     {1, 2, {3, 4}, elementwise_113_out}},
    {"LessOrEqual", &cm_op_LessOrEqual, 16, "u", 0, 2,
     elementwise_114_attr, elementwise_114_in,
     {1, 2, {3, 4}, elementwise_114_out}},
    {"And", &cm_op_And, 7, "b", 0, 2,
     elementwise_115_attr, elementwise_115_in,
     {1, 2, {2, 2}, elementwise_115_out}},
    {"Or", &cm_op_Or, 7, "b", 0, 2,
     elementwise_116_attr, elementwise_116_in,
     {1, 2, {2, 2}, elementwise_116_out}},
    {"Xor", &cm_op_Xor, 7, "b", 0, 2,
     elementwise_117_attr, elementwise_117_in,
     {1, 2, {2, 2}, elementwise_117_out}},
    {"Equal", &cm_op_Equal, 7, "b", 0, 2,
     elementwise_118_attr, elementwise_118_in,
     {1, 2, {2, 2}, elementwise_118_out}},
    {"Max", &cm_op_Max, 13, "f", 0, 3,
     elementwise_119_attr, elementwise_119_in,
     {0, 2, {3, 4}, elementwise_119_out}},
    {"Max", &cm_op_Max, 13, "f", 0, 2,
     elementwise_120_attr, elementwise_120_in,
     {0, 2, {3, 4}, elementwise_120_out}},
    {"Max", &cm_op_Max, 13, "f", 0, 1,
     elementwise_121_attr, elementwise_121_in,
     {0, 2, {3, 4}, elementwise_121_out}},
    {"Min", &cm_op_Min, 13, "f", 0, 3,
     elementwise_122_attr, elementwise_122_in,
     {0, 2, {3, 4}, elementwise_122_out}},
    {"Min", &cm_op_Min, 13, "f", 0, 2,
     elementwise_123_attr, elementwise_123_in,
     {0, 2, {3, 4}, elementwise_123_out}},
    {"Min", &cm_op_Min, 13, "f", 0, 1,
     elementwise_124_attr, elementwise_124_in,
     {0, 2, {3, 4}, elementwise_124_out}},
    {"Sum", &cm_op_Sum, 13, "f", 0, 3,
     elementwise_125_attr, elementwise_125_in,
     {0, 2, {3, 4}, elementwise_125_out}},
    {"Sum", &cm_op_Sum, 13, "f", 0, 2,
     elementwise_126_attr, elementwise_126_in,
     {0, 2, {3, 4}, elementwise_126_out}},
    {"Sum", &cm_op_Sum, 13, "f", 0, 1,
     elementwise_127_attr, elementwise_127_in,
     {0, 2, {3, 4}, elementwise_127_out}},
    {"Mean", &cm_op_Mean, 13, "f", 0, 3,
     elementwise_128_attr, elementwise_128_in,
     {0, 2, {3, 4}, elementwise_128_out}},
    {"Mean", &cm_op_Mean, 13, "f", 0, 2,
     elementwise_129_attr, elementwise_129_in,
     {0, 2, {3, 4}, elementwise_129_out}},
    {"Mean", &cm_op_Mean, 13, "f", 0, 1,
     elementwise_130_attr, elementwise_130_in,
     {0, 2, {3, 4}, elementwise_130_out}},
    {"Max", &cm_op_Max, 13, "f", 0, 5,
     elementwise_131_attr, elementwise_131_in,
     {0, 2, {3, 4}, elementwise_131_out}},
    {"Max", &cm_op_Max, 13, "s", 0, 3,
     elementwise_132_attr, elementwise_132_in,
     {0, 2, {3, 4}, elementwise_132_out}},
    {"Max", &cm_op_Max, 13, "u", 0, 3,
     elementwise_133_attr, elementwise_133_in,
     {0, 2, {3, 4}, elementwise_133_out}},
    {"Max", &cm_op_Max, 12, "s", 0, 2,
     elementwise_134_attr, elementwise_134_in,
     {0, 2, {3, 4}, elementwise_134_out}},
    {"Min", &cm_op_Min, 13, "s", 0, 3,
     elementwise_135_attr, elementwise_135_in,
     {0, 2, {3, 4}, elementwise_135_out}},
    {"Min", &cm_op_Min, 13, "u", 0, 3,
     elementwise_136_attr, elementwise_136_in,
     {0, 2, {3, 4}, elementwise_136_out}},
    {"Min", &cm_op_Min, 12, "s", 0, 2,
     elementwise_137_attr, elementwise_137_in,
     {0, 2, {3, 4}, elementwise_137_out}},
    {"Pow", &cm_op_Pow, 15, "f", 0, 2,
     elementwise_138_attr, elementwise_138_in,
     {0, 2, {2, 4}, elementwise_138_out}},
    {"Pow", &cm_op_Pow, 15, "f", 0, 2,
     elementwise_139_attr, elementwise_139_in,
     {0, 1, {4}, elementwise_139_out}},
    {"Pow", &cm_op_Pow, 15, "w", 0, 2,
     elementwise_140_attr, elementwise_140_in,
     {0, 2, {3, 4}, elementwise_140_out}},
    {"Where", &cm_op_Where, 16, "f", 0, 3,
     elementwise_141_attr, elementwise_141_in,
     {0, 2, {3, 4}, elementwise_141_out}},
    {"Where", &cm_op_Where, 9, "f", 0, 3,
     elementwise_142_attr, elementwise_142_in,
     {0, 2, {3, 4}, elementwise_142_out}},
    {"Where", &cm_op_Where, 9, "f", 0, 3,
     elementwise_143_attr, elementwise_143_in,
     {0, 2, {3, 4}, elementwise_143_out}},
    {"Where", &cm_op_Where, 16, "s", 0, 3,
     elementwise_144_attr, elementwise_144_in,
     {0, 2, {3, 4}, elementwise_144_out}},
    {"Where", &cm_op_Where, 9, "s", 0, 3,
     elementwise_145_attr, elementwise_145_in,
     {0, 2, {3, 4}, elementwise_145_out}},
    {"Where", &cm_op_Where, 9, "s", 0, 3,
     elementwise_146_attr, elementwise_146_in,
     {0, 2, {3, 4}, elementwise_146_out}},
    {"Where", &cm_op_Where, 16, "u", 0, 3,
     elementwise_147_attr, elementwise_147_in,
     {0, 2, {3, 4}, elementwise_147_out}},
    {"Where", &cm_op_Where, 9, "u", 0, 3,
     elementwise_148_attr, elementwise_148_in,
     {0, 2, {3, 4}, elementwise_148_out}},
    {"Where", &cm_op_Where, 9, "u", 0, 3,
     elementwise_149_attr, elementwise_149_in,
     {0, 2, {3, 4}, elementwise_149_out}},
    {"Where", &cm_op_Where, 16, "c", 0, 3,
     elementwise_150_attr, elementwise_150_in,
     {0, 2, {3, 4}, elementwise_150_out}},
    {"Where", &cm_op_Where, 9, "c", 0, 3,
     elementwise_151_attr, elementwise_151_in,
     {0, 2, {3, 4}, elementwise_151_out}},
    {"Where", &cm_op_Where, 9, "c", 0, 3,
     elementwise_152_attr, elementwise_152_in,
     {0, 2, {3, 4}, elementwise_152_out}},
    {"Where", &cm_op_Where, 16, "b", 0, 3,
     elementwise_153_attr, elementwise_153_in,
     {1, 2, {3, 2}, elementwise_153_out}},
};

#endif
