/* Made by tests/kernels/gen_places.py: do not edit. */
#ifndef CM_TESTS_KERNELS_PLACES_VECTORS_H
#define CM_TESTS_KERNELS_PLACES_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* AffineGrid 20 2-D align 0: reference */
static const double places_0_in0[] = {
    2.25, -1, 1.25, -2.5, 3.75, -3.5, -2, 1.25, -4, -0.25, -3, 4,
};
static const double places_0_in1[] = {
    2, 3, 3, 4,
};
static const vector_tensor places_0_in[] = {
    {1, 3, {2, 2, 3}, places_0_in0},
    {7, 1, {4}, places_0_in1},
};
static const double places_0_out0[] = {
    0.2291666716337204, -4.125, 1.3541666269302368, -5.375, 2.4791667461395264, -6.625,
    3.6041667461395264, -7.875, -0.4375, -1.625, 0.6875, -2.875, 1.8125, -4.125, 2.9375, -5.375,
    -1.1041666269302368, 0.875, 0.02083333395421505, -0.375, 1.1458333730697632, -1.625,
    2.2708332538604736, -2.875, -3.3333332538604736, 6.1875, -4.333333492279053, 6.0625,
    -5.333333492279053, 5.9375, -6.333333492279053, 5.8125, -2.5, 4.1875, -3.5, 4.0625, -4.5,
    3.9375, -5.5, 3.8125, -1.6666666269302368, 2.1875, -2.6666667461395264, 2.0625,
    -3.6666667461395264, 1.9375, -4.666666507720947, 1.8125,
};
static const vector_tensor places_0_out[] = {
    {1, 4, {2, 3, 4, 2}, places_0_out0},
};
static const vector_attr places_0_attr[] = {
    {"align_corners", NULL, 0, {0}},
};

/* AffineGrid 20 3-D align 0: reference */
static const double places_1_in0[] = {
    -1.5, 3, -1.5, 2.75, -3.75, -3.75, -2, 0.5, -2.75, 1, 0.25, -3.75,
};
static const double places_1_in1[] = {
    1, 1, 2, 3, 2,
};
static const vector_tensor places_1_in[] = {
    {1, 3, {1, 3, 4}, places_1_in0},
    {7, 1, {5}, places_1_in1},
};
static const double places_1_out0[] = {
    2.25, 5.875, -3.1666667461395264, 0.75, 2.125, -5.916666507720947, 4.25, 3.375, -2.5, 2.75,
    -0.375, -5.25, 6.25, 0.875, -1.8333333730697632, 4.75, -2.875, -4.583333492279053, 0.75, 3.875,
    -2.9166667461395264, -0.75, 0.125, -5.666666507720947, 2.75, 1.375, -2.25, 1.25, -2.375, -5,
    4.75, -1.125, -1.5833333730697632, 3.25, -4.875, -4.333333492279053,
};
static const vector_tensor places_1_out[] = {
    {1, 5, {1, 2, 3, 2, 3}, places_1_out0},
};
static const vector_attr places_1_attr[] = {
    {"align_corners", NULL, 0, {0}},
};

/* AffineGrid 20 2-D align 1: reference */
static const double places_2_in0[] = {
    -1.25, -0.25, 3.5, -1.5, -1.5, -2.25, -0.25, 2.5, -1.25, -0.75, 1.25, -3.25,
};
static const double places_2_in1[] = {
    2, 3, 3, 4,
};
static const vector_tensor places_2_in[] = {
    {1, 3, {2, 2, 3}, places_2_in0},
    {7, 1, {4}, places_2_in1},
};
static const double places_2_out0[] = {
    5, 0.75, 4.166666507720947, -0.25, 3.3333332538604736, -1.25, 2.5, -2.25, 4.75, -0.75,
    3.9166667461395264, -1.75, 3.0833332538604736, -2.75, 2.25, -3.75, 4.5, -2.25,
    3.6666667461395264, -3.25, 2.8333332538604736, -4.25, 2, -5.25, -3.5, -3.75,
    -3.6666667461395264, -4.25, -3.8333332538604736, -4.75, -4, -5.25, -1, -2.5,
    -1.1666666269302368, -3, -1.3333333730697632, -3.5, -1.5, -4, 1.5, -1.25, 1.3333333730697632,
    -1.75, 1.1666666269302368, -2.25, 1, -2.75,
};
static const vector_tensor places_2_out[] = {
    {1, 4, {2, 3, 4, 2}, places_2_out0},
};
static const vector_attr places_2_attr[] = {
    {"align_corners", NULL, 0, {1}},
};

/* AffineGrid 20 3-D align 1: reference */
static const double places_3_in0[] = {
    0.75, -1, 0.75, 3.5, -2.25, -1, -0.75, -2.5, -1, -3.5, -2, 0,
};
static const double places_3_in1[] = {
    1, 1, 2, 3, 2,
};
static const vector_tensor places_3_in[] = {
    {1, 3, {1, 3, 4}, places_3_in0},
    {7, 1, {5}, places_3_in1},
};
static const double places_3_out0[] = {
    3, 1.5, 6.5, 4.5, -3, 4.5, 2, 0.5, 3, 3.5, -4, 1, 1, -0.5, -0.5, 2.5, -5, -2.5, 4.5, 0, 2.5, 6,
    -4.5, 0.5, 3.5, -1, -1, 5, -5.5, -3, 2.5, -2, -4.5, 4, -6.5, -6.5,
};
static const vector_tensor places_3_out[] = {
    {1, 5, {1, 2, 3, 2, 3}, places_3_out0},
};
static const vector_attr places_3_attr[] = {
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 bilinear zeros: onnxruntime */
static const double places_4_in0[] = {
    -3.75, 3, -0.75, 1.75, 2.5, -0.75, -1.75, -3.5, -3.25, -2.5, -4, 0.5, 1, 1.25, 1.5, -4, -0.75,
    3.75, 0.5, 1.75, -2.5, 1.75, 1.75, 4,
};
static const double places_4_in1[] = {
    -0.1875, 0.5, 1.25, -0.25, 1.5, 1.0625, -0.5625, 0.0625, 0.5625, 0.9375, -0.5625, 0.1875,
    1.125, 0.25, 1.5, -0.25, 0.375, -1.1875, -0.75, 0.625,
};
static const vector_tensor places_4_in[] = {
    {1, 4, {1, 2, 3, 4}, places_4_in0},
    {1, 4, {1, 2, 5, 2}, places_4_in1},
};
static const double places_4_out0[] = {
    -1.8984375, -1.3671875, 0.1171875, 0.171875, -2.44677734375, -0.21875, -2.03125, -0.546875,
    -0.482421875, -1.375, 2.39453125, 0.1953125, 0.9375, 2.08349609375, 2.423828125, 1.84423828125,
    1.87890625, 0.078125, 0.939453125, -0.21484375,
};
static const vector_tensor places_4_out[] = {
    {1, 4, {1, 2, 2, 5}, places_4_out0},
};
static const vector_attr places_4_attr[] = {
    {"mode", "bilinear", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 bilinear border: onnxruntime */
static const double places_5_in0[] = {
    -2.75, -0.75, 0.75, 1, 2.75, 0.75, -1, -0.25, 3.25, -0.25, 1.5, -2.25, -4, -2.5, -3.75, -1.5,
    -2.25, 0.75, 3, 1.25, 1.5, 2.75, 1, -1.75,
};
static const double places_5_in1[] = {
    -1.5, 0.375, 0.8125, 0, -1, -0.875, -0.4375, 0.5625, 1.1875, 0.625, -0.1875, 1.375, -0.4375,
    1.3125, 0, 0, 1.1875, 1.0625, -1.0625, 1.375,
};
static const vector_tensor places_5_in[] = {
    {1, 4, {1, 2, 3, 4}, places_5_in0},
    {1, 4, {1, 2, 5, 2}, places_5_in1},
};
static const double places_5_out0[] = {
    2.9375, -0.4609375, -2.0625, 0.6318359375, -1.5, 0.1328125, 0.296875, -0.125, -2.25, 3.25,
    -0.84375, 1.7421875, -3.78125, 1.56005859375, -0.625, 2.3671875, 2.5546875, 1.875, -1.75, 1.5,
};
static const vector_tensor places_5_out[] = {
    {1, 4, {1, 2, 2, 5}, places_5_out0},
};
static const vector_attr places_5_attr[] = {
    {"mode", "bilinear", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 bilinear reflection: onnxruntime */
static const double places_6_in0[] = {
    -0.75, -1.5, 4, 1.5, 3, -1.5, -1.25, -1.75, 1.75, 2.5, 2, 2, 0.75, 2, -3, -3, 2.25, 3.75,
    -3.75, 1, 1.5, -0.25, -1.25, 3.5,
};
static const double places_6_in1[] = {
    -1.5, 0.0625, -1.0625, -0.125, -0.6875, -1, 1.1875, 1.5, -1.1875, -0.5, 0.8125, 0.5625, 0.25,
    0.5625, -0.5, 0.8125, 1.4375, 1, -1.3125, 1.375,
};
static const vector_tensor places_6_in[] = {
    {1, 4, {1, 2, 3, 4}, places_6_in0},
    {1, 4, {1, 2, 5, 2}, places_6_in1},
};
static const double places_6_out0[] = {
    -0.20703125, 2.1533203125, -1.1015625, 0.1953125, 0.38671875, 0.4208984375, 0.599609375,
    1.80859375, 2, 1.6474609375, 3.17578125, 2.2001953125, 1.3359375, 0.9140625, 1.88671875,
    1.0703125, -1.86328125, 0.78515625, 0.3828125, 1.5322265625,
};
static const vector_tensor places_6_out[] = {
    {1, 4, {1, 2, 2, 5}, places_6_out0},
};
static const vector_attr places_6_attr[] = {
    {"mode", "bilinear", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 nearest zeros: onnxruntime */
static const double places_7_in0[] = {
    0, -3.75, -0.75, -2, 0.5, 0, 1.75, -0.75, 3.5, -1, -0.75, 4, 4, 0.5, -3, 1.25, 1.75, -0.25,
    -2.75, -2.5, -1.25, -3.25, 1.5, 2,
};
static const double places_7_in1[] = {
    1.3125, -1.1875, 1.375, -0.625, -1.0625, -1.0625, -0.1875, -0.5, 1.1875, 0.875, 1.125, -1.0625,
    -0.25, 0.8125, -1.375, 0.3125, -1.125, -0.5, -1.25, 1.0625,
};
static const vector_tensor places_7_in[] = {
    {1, 4, {1, 2, 3, 4}, places_7_in0},
    {1, 4, {1, 2, 5, 2}, places_7_in1},
};
static const double places_7_out0[] = {
    -2, 0, 0, -3.75, 4, -2, -1, 0, 0, 3.5, 1.25, 0, 4, 0.5, 2, 1.25, -3.25, 0, 4, -1.25,
};
static const vector_tensor places_7_out[] = {
    {1, 4, {1, 2, 2, 5}, places_7_out0},
};
static const vector_attr places_7_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 nearest border: onnxruntime */
static const double places_8_in0[] = {
    0, 1.75, 2.5, -1.25, 1.75, -0.5, -1.25, -2.5, 1, 1.5, 3.75, 0.75, 4, -4, -1.75, -3, 0.5, 2,
    -0.25, -3, -1.25, -0.25, -3, 1.5,
};
static const double places_8_in1[] = {
    1.5, 0.6875, 1.5, 1.5, 1.5, -0.75, 0.1875, -0.3125, 1.125, -0.375, -0.9375, 0.25, -0.3125,
    -1.375, 1.4375, 0.9375, 0.625, 0.6875, 0.25, -1.25,
};
static const vector_tensor places_8_in[] = {
    {1, 4, {1, 2, 3, 4}, places_8_in0},
    {1, 4, {1, 2, 5, 2}, places_8_in1},
};
static const double places_8_out0[] = {
    0.75, 0.75, -1.25, -1.25, -2.5, 1.75, 1.75, 0.75, 3.75, 2.5, 1.5, 1.5, -3, -0.25, -3, 0.5, -4,
    1.5, -3, -1.75,
};
static const vector_tensor places_8_out[] = {
    {1, 4, {1, 2, 2, 5}, places_8_out0},
};
static const vector_attr places_8_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 nearest reflection: onnxruntime */
static const double places_9_in0[] = {
    -1.75, 3, 3.25, 4, 3, -2.5, 3.25, 1, -0.75, -3.75, -4, -0.75, -1.5, -2.25, 1.25, 1, -0.75,
    -2.5, 1.25, 1, 1.5, 3.75, -1.25, -2,
};
static const double places_9_in1[] = {
    -0.4375, -1, -0.0625, 0, 0.625, -0.25, -1.25, -1.125, 1.1875, 0.875, 0.5625, -1.25, -1.5, 1,
    0.6875, -0.5625, 1.375, -0.4375, 0.5625, -0.875,
};
static const vector_tensor places_9_in[] = {
    {1, 4, {1, 2, 3, 4}, places_9_in0},
    {1, 4, {1, 2, 5, 2}, places_9_in1},
};
static const double places_9_out0[] = {
    3, -2.5, 3.25, -1.75, -0.75, 3.25, -3.75, 4, 3.25, 3.25, -2.25, -2.5, 1.25, -1.5, -2, 1.25,
    3.75, 1, 1.25, 1.25,
};
static const vector_tensor places_9_out[] = {
    {1, 4, {1, 2, 2, 5}, places_9_out0},
};
static const vector_attr places_9_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 bicubic zeros: onnxruntime */
static const double places_10_in0[] = {
    -1, 1.5, 1.5, -3.5, -3.5, -2.75, 1, 3.5, -0.5, -3.5, 3.5, -1.25, 2.5, -3.75, -2.25, -2, -4,
    -2.25, 0.5, 2.5, -2, -3.5, -1, -3.25,
};
static const double places_10_in1[] = {
    0.625, -1.125, -1.125, 1.0625, 1.5, -1.375, -0.0625, 0.75, 1.375, 1.1875, -0.8125, -1.125,
    -1.25, 0.0625, 0.875, 1.4375, -0.875, -1.0625, 0.1875, 1,
};
static const vector_tensor places_10_in[] = {
    {1, 4, {1, 2, 3, 4}, places_10_in0},
    {1, 4, {1, 2, 5, 2}, places_10_in1},
};
static const double places_10_out0[] = {
    -1.098326325416565, -0.015003897249698639, -0.8228635787963867, -1.0569515228271484,
    -1.0139658451080322, -0.16991162300109863, -2.263294219970703, -0.6585283279418945,
    -0.5219606161117554, 2.5285091400146484, -2.210606575012207, -1.3758351802825928,
    -0.402987003326416, -2.3632826805114746, -1.5814528465270996, 1.34748113155365,
    -2.880119562149048, -2.365319013595581, 1.8333418369293213, -1.3035449981689453,
};
static const vector_tensor places_10_out[] = {
    {1, 4, {1, 2, 2, 5}, places_10_out0},
};
static const vector_attr places_10_attr[] = {
    {"mode", "bicubic", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 linear zeros: reference */
static const double places_11_in0[] = {
    0, 3, -4, 0.25, -1.25, 2.5, -3.25, 3, -2.75, -1.5, 2.75, 1, 3.5, 0.25, 0.75, -2.5, 2.25, 1.75,
    1.5, 3, -3.75, -3.75, 0.25, 3.75,
};
static const double places_11_in1[] = {
    1.3125, 0.125, 0.625, -0.9375, -0.0625, 0.0625, 0.625, -1.375, -0.375, -0.9375, 1.3125, -0.5,
    0.875, 0.6875, -1.3125, 1, -0.375, -0.9375, 0.875, 0,
};
static const vector_tensor places_11_in[] = {
    {1, 4, {1, 2, 3, 4}, places_11_in0},
    {1, 4, {1, 2, 5, 2}, places_11_in1},
};
static const double places_11_out0[] = {
    0, -0.482421875, 0.3203125, 0, 1.3359375, 0, 0.7265625, 0, 1.3359375, 2.25, 0, -1.001953125,
    1.2900390625, 0, 0.630859375, 0, 2.724609375, 0, 0.630859375, 2.25,
};
static const vector_tensor places_11_out[] = {
    {1, 4, {1, 2, 2, 5}, places_11_out0},
};
static const vector_attr places_11_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D linear zeros: reference */
static const double places_12_in0[] = {
    1.75, -1.25, 3.25, 0.25, 1.25, 1.75, 2.5, 1.25, -3.25, -2.75, 3.25, 0.5, -4, -3.5, -0.75, 1.25,
    -3.75, -3.75, 2, 0.5, 3.25, -2.25, 3.5, -3.75,
};
static const double places_12_in1[] = {
    -0.25, -1.375, -0.875, -0.3125, 0.25, -1.3125, -0.625, -0.375, -0.625, 0.1875, 1.4375, 0,
};
static const vector_tensor places_12_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_12_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_12_in1},
};
static const double places_12_out0[] = {
    -0.526123046875, 0.58172607421875, 0.095703125, 1.175537109375,
};
static const vector_tensor places_12_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_12_out0},
};
static const vector_attr places_12_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 linear border: reference */
static const double places_13_in0[] = {
    3, -1.25, -1.25, 1.5, -1.5, -1.5, -0.25, 2.75, 2.5, -1.25, 0, -2.5, -2, 0.5, -2.25, 0.5, 2.25,
    0.75, 1.75, -4, 0.5, 0.25, 2.25, 0.75,
};
static const double places_13_in1[] = {
    0.5, -0.0625, -0.8125, -0.625, 0.875, -1.375, -0.375, 0.875, -0.875, -0.8125, 1.375, 0.5,
    -0.8125, -0.25, -0.5625, 0.875, -1.4375, -0.625, -0.4375, -1.125,
};
static const vector_tensor places_13_in[] = {
    {11, 4, {1, 2, 3, 4}, places_13_in0},
    {11, 4, {1, 2, 5, 2}, places_13_in1},
};
static const double places_13_out0[] = {
    1.14453125, 2.71875, 1.5, -0.3125, 3, -1.1875, 0.1875, 1.09375, 2.71875, 0.34375, -1.1015625,
    -1.734375, 0.5, 0.3125, -2, -0.4375, 0.65625, 0.40625, -1.734375, -0.4375,
};
static const vector_tensor places_13_out[] = {
    {11, 4, {1, 2, 2, 5}, places_13_out0},
};
static const vector_attr places_13_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D linear border: reference */
static const double places_14_in0[] = {
    -3, -1.5, 1.5, -1.75, -3.5, 0.75, -3.5, -3.5, 3, 2.5, 4, 3.25, 0.5, -4, 2.5, -1.25, -3.25,
    -3.5, 3.25, -3.25, -3, 2.5, 2.25, 1.5,
};
static const double places_14_in1[] = {
    0.375, -1.0625, -1, -1.375, 0.4375, -0.0625, 0.9375, 0.4375, 0.375, -1.4375, -1.3125, 0.875,
};
static const vector_tensor places_14_in[] = {
    {11, 5, {1, 1, 2, 3, 4}, places_14_in0},
    {11, 5, {1, 2, 2, 1, 3}, places_14_in1},
};
static const double places_14_out0[] = {
    1.296875, -1.82080078125, -0.71014404296875, 0.28125,
};
static const vector_tensor places_14_out[] = {
    {11, 5, {1, 1, 2, 2, 1}, places_14_out0},
};
static const vector_attr places_14_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 linear reflection: reference */
static const double places_15_in0[] = {
    -1.25, -0.75, 1.75, 0, 3.5, -1.25, -3.25, 1.25, 1.5, 0.75, 4, 2, 2.25, 2.25, 3.25, -3, 0.25, 3,
    -1.75, 2, 2.25, -3.25, 1.5, -0.75,
};
static const double places_15_in1[] = {
    -0.875, -0.8125, -1.4375, -1.5, 0.9375, 0.375, 0.25, -0.125, -1.25, 0.6875, 1.25, 0.8125,
    0.1875, 1, -0.9375, -0.1875, -0.375, 0.3125, 0.25, 1.3125,
};
static const vector_tensor places_15_in[] = {
    {1, 4, {1, 2, 3, 4}, places_15_in0},
    {1, 4, {1, 2, 5, 2}, places_15_in1},
};
static const double places_15_out0[] = {
    -1.25, -0.3671875, 1.671875, -2.3125, 1.5, 2, 3.59375, 2.1640625, 0.40625, 4, 2.25, 2.0078125,
    0.453125, -0.8125, 2.25, -0.75, 0.90625, 0.8125, 0.349609375, 1.5,
};
static const vector_tensor places_15_out[] = {
    {1, 4, {1, 2, 2, 5}, places_15_out0},
};
static const vector_attr places_15_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D linear reflection: reference */
static const double places_16_in0[] = {
    -2, 3, -2.75, -2.75, -2.75, 1.75, 1.75, -1.5, -2.75, 1.5, 1.75, 3, -1.25, -1.25, -2.25, 3, 0,
    1, 2.25, 0.5, 3.75, 1, -2.5, -3,
};
static const double places_16_in1[] = {
    0.9375, -0.625, 1.4375, 0.625, -0.875, 1.5, 1.125, -0.25, -0.6875, -0.5, 1.375, -0.0625,
};
static const vector_tensor places_16_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_16_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_16_in1},
};
static const double places_16_out0[] = {
    0.945037841796875, -0.42138671875, -0.9678955078125, 0.89599609375,
};
static const vector_tensor places_16_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_16_out0},
};
static const vector_attr places_16_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 nearest zeros: reference */
static const double places_17_in0[] = {
    0.75, 0.5, -3.75, 3.25, 2.5, -3.5, -1.25, 1.5, 1.5, 2, -2.5, 2.75, -4, 0.25, 0.75, 2.5, -3,
    3.5, -2.75, -3.75, 0.75, -4, 1.5, -3,
};
static const double places_17_in1[] = {
    1.5, -0.9375, 0.0625, 0.375, -0.6875, 1.25, 0.3125, -1.25, -1.1875, 0.25, -0.4375, 1.3125,
    1.25, 0.5625, 0.125, 0.875, -0.1875, 1.0625, 0.9375, 0,
};
static const vector_tensor places_17_in[] = {
    {1, 4, {1, 2, 3, 4}, places_17_in0},
    {1, 4, {1, 2, 5, 2}, places_17_in1},
};
static const double places_17_out0[] = {
    0, -2.5, 0, 0, 0, 0, 0, -2.5, 0, 1.5, 0, 1.5, 0, 0, 0, 0, 0, 1.5, 0, -3.75,
};
static const vector_tensor places_17_out[] = {
    {1, 4, {1, 2, 2, 5}, places_17_out0},
};
static const vector_attr places_17_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D nearest zeros: reference */
static const double places_18_in0[] = {
    -0.75, 1.5, -3, 0.5, -0.75, 1.75, -3.75, -1.25, -3.75, 1, 2.75, 1.25, -1.75, -4, -0.75, 0.75,
    -4, -0.25, 4, 0, 2, -0.5, 1.5, 4,
};
static const double places_18_in1[] = {
    1.0625, 0.625, 0.125, -1, 1.3125, -1.4375, 1.4375, 0.4375, -0.625, -0.875, -1.1875, -0.875,
};
static const vector_tensor places_18_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_18_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_18_in1},
};
static const double places_18_out0[] = {
    4, -3.75, 0, -0.75,
};
static const vector_tensor places_18_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_18_out0},
};
static const vector_attr places_18_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 nearest border: reference */
static const double places_19_in0[] = {
    3, 0.75, 2.5, -1, 2, -0.25, 2.75, 1, -3.5, -3.5, 0.5, 2, -1.5, -1.75, 0.5, -3.75, 1, -2.5, 1.5,
    -3.25, -3.5, -3.25, 0.75, 1.75,
};
static const double places_19_in1[] = {
    -0.5, 0.1875, 1.1875, -0.9375, 0.5, 1.375, -0.5, -1.4375, 1.0625, -0.625, -0.8125, 0.875,
    1.1875, 0.5, 0.4375, -0.9375, -0.25, 0.75, -1.1875, -0.625,
};
static const vector_tensor places_19_in[] = {
    {11, 4, {1, 2, 3, 4}, places_19_in0},
    {11, 4, {1, 2, 5, 2}, places_19_in1},
};
static const double places_19_out0[] = {
    2, -1, 0.5, 3, -1, -3.5, 2, 2.5, -3.5, 3, 1, -3.75, 0.75, -1.5, -3.75, -3.5, 1.75, 0.5, -3.25,
    -1.5,
};
static const vector_tensor places_19_out[] = {
    {11, 4, {1, 2, 2, 5}, places_19_out0},
};
static const vector_attr places_19_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D nearest border: reference */
static const double places_20_in0[] = {
    -1.5, -1.25, 0, 0, -3, -1.25, 4, 2, -1.5, 2, -2.5, -0.75, -1, -4, 1, 3, -1, -2.25, -1.5, 1.75,
    -0.75, 3, -2, -1,
};
static const double places_20_in1[] = {
    0.375, -1.1875, -1, 0.3125, 0.5625, 1.0625, -0.0625, -1.4375, -0.875, -0.375, -1.4375, 1,
};
static const vector_tensor places_20_in[] = {
    {11, 5, {1, 1, 2, 3, 4}, places_20_in0},
    {11, 5, {1, 2, 2, 1, 3}, places_20_in1},
};
static const double places_20_out0[] = {
    0, -2, -1.25, -4,
};
static const vector_tensor places_20_out[] = {
    {11, 5, {1, 1, 2, 2, 1}, places_20_out0},
};
static const vector_attr places_20_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 nearest reflection: reference */
static const double places_21_in0[] = {
    -0.25, 4, -0.25, -2.75, -3.75, -3.75, -1.25, 3.5, -1.5, 0.75, 3.25, 4, 0, -3.75, -3, -1.25,
    -2.5, 1.5, 3.5, -0.5, -3.25, 3.75, 0.25, -3.25,
};
static const double places_21_in1[] = {
    -1.4375, -1.125, 0.0625, -0.3125, 0.125, -1, -0.5625, -0.9375, -0.375, 1.3125, -1.0625, 1.0625,
    1.125, -0.875, -1.375, 0.0625, 0.375, -0.0625, 0.5, -1.375,
};
static const vector_tensor places_21_in[] = {
    {1, 4, {1, 2, 3, 4}, places_21_in0},
    {1, 4, {1, 2, 5, 2}, places_21_in1},
};
static const double places_21_out0[] = {
    -0.25, -1.25, -0.25, -0.25, 0.75, -1.5, -2.75, -3.75, -1.25, -0.25, 0, 3.5, -3, 0, 3.75, -3.25,
    -1.25, -2.5, 3.5, -3,
};
static const vector_tensor places_21_out[] = {
    {1, 4, {1, 2, 2, 5}, places_21_out0},
};
static const vector_attr places_21_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D nearest reflection: reference */
static const double places_22_in0[] = {
    0.25, -1.25, -2.25, 1.5, 3.75, 2.25, -2.5, 3.5, 0.25, -1.5, 1.25, -1, -3, 3.5, 1.25, -3.25, 2,
    -1.75, -3, 3.25, 0.25, -2, 4, -0.75,
};
static const double places_22_in1[] = {
    1.0625, 0.75, -0.125, 0.0625, 0.625, -1.125, 1.1875, -0.4375, 0.125, -0.75, 1.0625, 0.9375,
};
static const vector_tensor places_22_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_22_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_22_in1},
};
static const double places_22_out0[] = {
    -1, 1.25, 3.25, 0.25,
};
static const vector_tensor places_22_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_22_out0},
};
static const vector_attr places_22_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 cubic zeros: reference */
static const double places_23_in0[] = {
    -3, -2, 3, 3.75, 1.25, -2, -3.5, 1, 3.75, 0, 3.5, 1.5, -3, 3, -2.25, 2.25, -2, -1.75, -2.25,
    -0.5, -2.5, -1.5, 3.5, 2.25,
};
static const double places_23_in1[] = {
    -0.375, -1.375, -1.0625, 0.8125, -1.1875, -0.625, -0.8125, -0.25, -1.375, -1.3125, -0.3125,
    -1.4375, -1.5, -1, 0.625, -0.4375, -0.6875, -0.75, -1.0625, -0.5,
};
static const vector_tensor places_23_in[] = {
    {1, 4, {1, 2, 3, 4}, places_23_in0},
    {1, 4, {1, 2, 5, 2}, places_23_in1},
};
static const double places_23_out0[] = {
    0.11780261993408203, 1.3807635307312012, -0.3135705590248108, -0.5604533553123474,
    0.0079607293009758, 0.2080797404050827, 0.177978515625, 3.141237497329712, -3.131551504135132,
    -0.8903217315673828, -0.08605867624282837, -0.801537275314331, -0.3821641802787781,
    -2.4307544231414795, 0.007717519998550415, -0.22684887051582336, 0.1494140625,
    0.4643135070800781, -2.3000130653381348, -1.4567055702209473,
};
static const vector_tensor places_23_out[] = {
    {1, 4, {1, 2, 2, 5}, places_23_out0},
};
static const vector_attr places_23_attr[] = {
    {"mode", "cubic", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 cubic border: reference */
static const double places_24_in0[] = {
    1.25, 1.75, 4, 1.5, 1.25, -3, 3.25, -2.75, -0.75, -3.25, 0.25, -1.5, -3, -4, 1.75, 0, -2.75,
    -1.25, 1, -3.25, -3.75, 2.75, -2.75, -3.5,
};
static const double places_24_in1[] = {
    -0.5625, -0.75, 1.0625, -0.0625, 1.0625, 0.8125, 0.25, -0.1875, -0.6875, 0.625, -1, 0.3125,
    0.1875, -0.625, 0.4375, -0.375, -1.4375, 0.25, -0.4375, -0.125,
};
static const vector_tensor places_24_in[] = {
    {11, 4, {1, 2, 3, 4}, places_24_in0},
    {11, 4, {1, 2, 5, 2}, places_24_in1},
};
static const double places_24_out0[] = {
    1.4236451387405396, -2.497091293334961, -1.3748302459716797, 3.7712669372558594,
    -0.9597157835960388, 0.6866375803947449, 3.909735679626465, 2.813726030290127, 0.529296875,
    -1.5321472361683846, -3.838546872138977, -2.9869632720947266, -3.525033950805664,
    1.6029949188232422, -2.9931243658065796, -3.5718363523483276, 1.2642479240894318,
    1.1459843888878822, -3.0828857421875, -2.6864744052290916,
};
static const vector_tensor places_24_out[] = {
    {11, 4, {1, 2, 2, 5}, places_24_out0},
};
static const vector_attr places_24_attr[] = {
    {"mode", "cubic", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 cubic reflection: reference */
static const double places_25_in0[] = {
    -0.25, 0.5, 0, 0.5, -1.25, -3.75, 1.25, 0.5, -1.75, 0.25, -4, -3.25, -4, 0.75, 2.5, -2.25,
    -2.5, 3.5, -2, 0.75, 3.25, -1, -3, -0.5,
};
static const double places_25_in1[] = {
    1, 0.5625, -0.3125, -0.875, -0.6875, 0.625, -1.25, 1.125, 1.25, -0.6875, 0.3125, 0.625, 1.5,
    -0.125, 0.875, 0.75, 0.0625, -1.1875, 1.1875, -1.5,
};
static const vector_tensor places_25_in[] = {
    {1, 4, {1, 2, 3, 4}, places_25_in0},
    {1, 4, {1, 2, 5, 2}, places_25_in1},
};
static const double places_25_out0[] = {
    -2.6496033668518066, 1.1512246131896973, -1.5045032501220703, -1.83056640625, 0.5,
    -3.936492919921875, 1.6552939414978027, -3.434844970703125, 0.2783544659614563,
    0.645294189453125, 0.21007490158081055, -0.37786829471588135, 2.600419282913208,
    4.176513671875, -2.318115234375, -2.855461359024048, -0.8326129913330078, -0.2538604736328125,
    3.04131817817688, -1.7759056091308594,
};
static const vector_tensor places_25_out[] = {
    {1, 4, {1, 2, 2, 5}, places_25_out0},
};
static const vector_attr places_25_attr[] = {
    {"mode", "cubic", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* CenterCropPad 18 uint8: reference */
static const double places_26_in0[] = {
    15, 41, 89, 46, 64, 67, 52, 77, 63, 43, 55, 84, 64, 82, 39, 96, 26, 61, 70, 60, 78, 9, 22, 9,
    5, 90, 13, 51, 58, 75, 37, 66, 88, 97, 5, 32, 27, 69, 11, 73, 58, 1, 40, 66, 89, 15, 22, 37,
    56, 17, 64, 2, 63, 23, 11, 49, 92, 75, 38, 50,
};
static const double places_26_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_26_in[] = {
    {2, 3, {3, 4, 5}, places_26_in0},
    {7, 1, {3}, places_26_in1},
};
static const double places_26_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 41, 89, 46, 67, 52, 77, 63, 55, 84, 64, 82, 78, 9, 22,
    9, 90, 13, 51, 58, 37, 66, 88, 97, 58, 1, 40, 66, 15, 22, 37, 56, 64, 2, 63, 23, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_26_out[] = {
    {2, 3, {5, 3, 4}, places_26_out0},
};
static const vector_attr places_26_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 uint8 axes: reference */
static const double places_27_in0[] = {
    15, 41, 89, 46, 64, 67, 52, 77, 63, 43, 55, 84, 64, 82, 39, 96, 26, 61, 70, 60, 78, 9, 22, 9,
    5, 90, 13, 51, 58, 75, 37, 66, 88, 97, 5, 32, 27, 69, 11, 73, 58, 1, 40, 66, 89, 15, 22, 37,
    56, 17, 64, 2, 63, 23, 11, 49, 92, 75, 38, 50,
};
static const double places_27_in1[] = {
    6, 2,
};
static const vector_tensor places_27_in[] = {
    {2, 3, {3, 4, 5}, places_27_in0},
    {6, 1, {2}, places_27_in1},
};
static const double places_27_out0[] = {
    15, 41, 89, 46, 64, 0, 67, 52, 77, 63, 43, 0, 55, 84, 64, 82, 39, 0, 96, 26, 61, 70, 60, 0, 78,
    9, 22, 9, 5, 0, 90, 13, 51, 58, 75, 0, 37, 66, 88, 97, 5, 0, 32, 27, 69, 11, 73, 0,
};
static const vector_tensor places_27_out[] = {
    {2, 3, {2, 4, 6}, places_27_out0},
};
static const vector_attr places_27_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 int16: reference */
static const double places_28_in0[] = {
    50, 83, 72, 23, 92, 9, 32, 78, 87, 30, 18, 19, 4, 13, 12, 8, 44, 71, 36, 15, 48, 80, 12, 53, 6,
    4, 6, 47, 46, 27, 80, 55, 92, 91, 91, 57, 35, 94, 55, 66, 77, 75, 83, 81, 96, 34, 72, 54, 0,
    35, 36, 82, 38, 82, 30, 60, 29, 56, 5, 26,
};
static const double places_28_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_28_in[] = {
    {5, 3, {3, 4, 5}, places_28_in0},
    {7, 1, {3}, places_28_in1},
};
static const double places_28_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50, 83, 72, 23, 9, 32, 78, 87, 18, 19, 4, 13, 48, 80, 12,
    53, 4, 6, 47, 46, 80, 55, 92, 91, 77, 75, 83, 81, 34, 72, 54, 0, 36, 82, 38, 82, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_28_out[] = {
    {5, 3, {5, 3, 4}, places_28_out0},
};
static const vector_attr places_28_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 int16 axes: reference */
static const double places_29_in0[] = {
    50, 83, 72, 23, 92, 9, 32, 78, 87, 30, 18, 19, 4, 13, 12, 8, 44, 71, 36, 15, 48, 80, 12, 53, 6,
    4, 6, 47, 46, 27, 80, 55, 92, 91, 91, 57, 35, 94, 55, 66, 77, 75, 83, 81, 96, 34, 72, 54, 0,
    35, 36, 82, 38, 82, 30, 60, 29, 56, 5, 26,
};
static const double places_29_in1[] = {
    6, 2,
};
static const vector_tensor places_29_in[] = {
    {5, 3, {3, 4, 5}, places_29_in0},
    {6, 1, {2}, places_29_in1},
};
static const double places_29_out0[] = {
    50, 83, 72, 23, 92, 0, 9, 32, 78, 87, 30, 0, 18, 19, 4, 13, 12, 0, 8, 44, 71, 36, 15, 0, 48,
    80, 12, 53, 6, 0, 4, 6, 47, 46, 27, 0, 80, 55, 92, 91, 91, 0, 57, 35, 94, 55, 66, 0,
};
static const vector_tensor places_29_out[] = {
    {5, 3, {2, 4, 6}, places_29_out0},
};
static const vector_attr places_29_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 int64: reference */
static const double places_30_in0[] = {
    59, 38, 91, 24, 16, 65, 89, 11, 22, 19, 37, 68, 85, 50, 69, 61, 41, 6, 7, 38, 49, 98, 58, 46,
    59, 77, 53, 28, 77, 85, 12, 35, 44, 23, 86, 2, 14, 4, 96, 37, 69, 89, 82, 21, 90, 41, 55, 86,
    78, 94, 37, 75, 11, 32, 79, 62, 67, 20, 67, 60,
};
static const double places_30_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_30_in[] = {
    {7, 3, {3, 4, 5}, places_30_in0},
    {7, 1, {3}, places_30_in1},
};
static const double places_30_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 59, 38, 91, 24, 65, 89, 11, 22, 37, 68, 85, 50, 49, 98, 58,
    46, 77, 53, 28, 77, 12, 35, 44, 23, 69, 89, 82, 21, 41, 55, 86, 78, 37, 75, 11, 32, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_30_out[] = {
    {7, 3, {5, 3, 4}, places_30_out0},
};
static const vector_attr places_30_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 int64 axes: reference */
static const double places_31_in0[] = {
    59, 38, 91, 24, 16, 65, 89, 11, 22, 19, 37, 68, 85, 50, 69, 61, 41, 6, 7, 38, 49, 98, 58, 46,
    59, 77, 53, 28, 77, 85, 12, 35, 44, 23, 86, 2, 14, 4, 96, 37, 69, 89, 82, 21, 90, 41, 55, 86,
    78, 94, 37, 75, 11, 32, 79, 62, 67, 20, 67, 60,
};
static const double places_31_in1[] = {
    6, 2,
};
static const vector_tensor places_31_in[] = {
    {7, 3, {3, 4, 5}, places_31_in0},
    {6, 1, {2}, places_31_in1},
};
static const double places_31_out0[] = {
    59, 38, 91, 24, 16, 0, 65, 89, 11, 22, 19, 0, 37, 68, 85, 50, 69, 0, 61, 41, 6, 7, 38, 0, 49,
    98, 58, 46, 59, 0, 77, 53, 28, 77, 85, 0, 12, 35, 44, 23, 86, 0, 2, 14, 4, 96, 37, 0,
};
static const vector_tensor places_31_out[] = {
    {7, 3, {2, 4, 6}, places_31_out0},
};
static const vector_attr places_31_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 float32: reference */
static const double places_32_in0[] = {
    38, 55, 88, 80, 95, 40, 42, 41, 70, 35, 72, 88, 35, 89, 68, 19, 41, 85, 68, 23, 12, 69, 82, 50,
    36, 93, 46, 18, 60, 8, 55, 84, 54, 29, 62, 26, 60, 39, 81, 30, 37, 67, 46, 59, 36, 92, 73, 77,
    85, 91, 87, 73, 69, 11, 81, 4, 95, 4, 11, 27,
};
static const double places_32_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_32_in[] = {
    {1, 3, {3, 4, 5}, places_32_in0},
    {7, 1, {3}, places_32_in1},
};
static const double places_32_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 38, 55, 88, 80, 40, 42, 41, 70, 72, 88, 35, 89, 12, 69, 82,
    50, 93, 46, 18, 60, 55, 84, 54, 29, 37, 67, 46, 59, 92, 73, 77, 85, 87, 73, 69, 11, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_32_out[] = {
    {1, 3, {5, 3, 4}, places_32_out0},
};
static const vector_attr places_32_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 float32 axes: reference */
static const double places_33_in0[] = {
    38, 55, 88, 80, 95, 40, 42, 41, 70, 35, 72, 88, 35, 89, 68, 19, 41, 85, 68, 23, 12, 69, 82, 50,
    36, 93, 46, 18, 60, 8, 55, 84, 54, 29, 62, 26, 60, 39, 81, 30, 37, 67, 46, 59, 36, 92, 73, 77,
    85, 91, 87, 73, 69, 11, 81, 4, 95, 4, 11, 27,
};
static const double places_33_in1[] = {
    6, 2,
};
static const vector_tensor places_33_in[] = {
    {1, 3, {3, 4, 5}, places_33_in0},
    {6, 1, {2}, places_33_in1},
};
static const double places_33_out0[] = {
    38, 55, 88, 80, 95, 0, 40, 42, 41, 70, 35, 0, 72, 88, 35, 89, 68, 0, 19, 41, 85, 68, 23, 0, 12,
    69, 82, 50, 36, 0, 93, 46, 18, 60, 8, 0, 55, 84, 54, 29, 62, 0, 26, 60, 39, 81, 30, 0,
};
static const vector_tensor places_33_out[] = {
    {1, 3, {2, 4, 6}, places_33_out0},
};
static const vector_attr places_33_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 float64: reference */
static const double places_34_in0[] = {
    43, 37, 95, 24, 96, 6, 13, 2, 18, 11, 59, 51, 92, 9, 89, 51, 46, 90, 68, 78, 57, 42, 45, 74,
    30, 9, 48, 92, 62, 74, 54, 76, 87, 1, 66, 52, 10, 67, 59, 94, 97, 74, 92, 24, 11, 91, 19, 82,
    35, 43, 8, 48, 63, 28, 59, 24, 28, 27, 73, 27,
};
static const double places_34_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_34_in[] = {
    {11, 3, {3, 4, 5}, places_34_in0},
    {7, 1, {3}, places_34_in1},
};
static const double places_34_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 43, 37, 95, 24, 6, 13, 2, 18, 59, 51, 92, 9, 57, 42, 45,
    74, 9, 48, 92, 62, 54, 76, 87, 1, 97, 74, 92, 24, 91, 19, 82, 35, 8, 48, 63, 28, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_34_out[] = {
    {11, 3, {5, 3, 4}, places_34_out0},
};
static const vector_attr places_34_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 float64 axes: reference */
static const double places_35_in0[] = {
    43, 37, 95, 24, 96, 6, 13, 2, 18, 11, 59, 51, 92, 9, 89, 51, 46, 90, 68, 78, 57, 42, 45, 74,
    30, 9, 48, 92, 62, 74, 54, 76, 87, 1, 66, 52, 10, 67, 59, 94, 97, 74, 92, 24, 11, 91, 19, 82,
    35, 43, 8, 48, 63, 28, 59, 24, 28, 27, 73, 27,
};
static const double places_35_in1[] = {
    6, 2,
};
static const vector_tensor places_35_in[] = {
    {11, 3, {3, 4, 5}, places_35_in0},
    {6, 1, {2}, places_35_in1},
};
static const double places_35_out0[] = {
    43, 37, 95, 24, 96, 0, 6, 13, 2, 18, 11, 0, 59, 51, 92, 9, 89, 0, 51, 46, 90, 68, 78, 0, 57,
    42, 45, 74, 30, 0, 9, 48, 92, 62, 74, 0, 54, 76, 87, 1, 66, 0, 52, 10, 67, 59, 94, 0,
};
static const vector_tensor places_35_out[] = {
    {11, 3, {2, 4, 6}, places_35_out0},
};
static const vector_attr places_35_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 float16: reference */
static const double places_36_in0[] = {
    12, 69, 93, 29, 8, 17, 69, 17, 71, 3, 37, 75, 79, 73, 13, 46, 25, 28, 15, 64, 46, 21, 4, 32,
    36, 75, 57, 32, 75, 46, 95, 7, 9, 86, 21, 33, 40, 53, 70, 36, 20, 43, 83, 85, 87, 55, 54, 32,
    65, 3, 30, 13, 32, 30, 29, 39, 94, 8, 31, 2,
};
static const double places_36_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_36_in[] = {
    {10, 3, {3, 4, 5}, places_36_in0},
    {7, 1, {3}, places_36_in1},
};
static const double places_36_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 69, 93, 29, 17, 69, 17, 71, 37, 75, 79, 73, 46, 21, 4,
    32, 75, 57, 32, 75, 95, 7, 9, 86, 20, 43, 83, 85, 55, 54, 32, 65, 30, 13, 32, 30, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_36_out[] = {
    {10, 3, {5, 3, 4}, places_36_out0},
};
static const vector_attr places_36_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 float16 axes: reference */
static const double places_37_in0[] = {
    12, 69, 93, 29, 8, 17, 69, 17, 71, 3, 37, 75, 79, 73, 13, 46, 25, 28, 15, 64, 46, 21, 4, 32,
    36, 75, 57, 32, 75, 46, 95, 7, 9, 86, 21, 33, 40, 53, 70, 36, 20, 43, 83, 85, 87, 55, 54, 32,
    65, 3, 30, 13, 32, 30, 29, 39, 94, 8, 31, 2,
};
static const double places_37_in1[] = {
    6, 2,
};
static const vector_tensor places_37_in[] = {
    {10, 3, {3, 4, 5}, places_37_in0},
    {6, 1, {2}, places_37_in1},
};
static const double places_37_out0[] = {
    12, 69, 93, 29, 8, 0, 17, 69, 17, 71, 3, 0, 37, 75, 79, 73, 13, 0, 46, 25, 28, 15, 64, 0, 46,
    21, 4, 32, 36, 0, 75, 57, 32, 75, 46, 0, 95, 7, 9, 86, 21, 0, 33, 40, 53, 70, 36, 0,
};
static const vector_tensor places_37_out[] = {
    {10, 3, {2, 4, 6}, places_37_out0},
};
static const vector_attr places_37_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 bfloat16: reference */
static const double places_38_in0[] = {
    11, 65, 61, 12, 97, 17, 57, 65, 42, 73, 84, 12, 75, 12, 68, 71, 30, 98, 5, 89, 64, 66, 55, 73,
    88, 93, 68, 44, 30, 72, 11, 73, 21, 12, 43, 94, 16, 68, 23, 84, 42, 94, 91, 4, 80, 59, 25, 52,
    18, 5, 33, 85, 65, 87, 3, 8, 48, 37, 93, 62,
};
static const double places_38_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_38_in[] = {
    {16, 3, {3, 4, 5}, places_38_in0},
    {7, 1, {3}, places_38_in1},
};
static const double places_38_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 65, 61, 12, 17, 57, 65, 42, 84, 12, 75, 12, 64, 66, 55,
    73, 93, 68, 44, 30, 11, 73, 21, 12, 42, 94, 91, 4, 59, 25, 52, 18, 33, 85, 65, 87, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_38_out[] = {
    {16, 3, {5, 3, 4}, places_38_out0},
};
static const vector_attr places_38_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 bfloat16 axes: reference */
static const double places_39_in0[] = {
    11, 65, 61, 12, 97, 17, 57, 65, 42, 73, 84, 12, 75, 12, 68, 71, 30, 98, 5, 89, 64, 66, 55, 73,
    88, 93, 68, 44, 30, 72, 11, 73, 21, 12, 43, 94, 16, 68, 23, 84, 42, 94, 91, 4, 80, 59, 25, 52,
    18, 5, 33, 85, 65, 87, 3, 8, 48, 37, 93, 62,
};
static const double places_39_in1[] = {
    6, 2,
};
static const vector_tensor places_39_in[] = {
    {16, 3, {3, 4, 5}, places_39_in0},
    {6, 1, {2}, places_39_in1},
};
static const double places_39_out0[] = {
    11, 65, 61, 12, 97, 0, 17, 57, 65, 42, 73, 0, 84, 12, 75, 12, 68, 0, 71, 30, 98, 5, 89, 0, 64,
    66, 55, 73, 88, 0, 93, 68, 44, 30, 72, 0, 11, 73, 21, 12, 43, 0, 94, 16, 68, 23, 84, 0,
};
static const vector_tensor places_39_out[] = {
    {16, 3, {2, 4, 6}, places_39_out0},
};
static const vector_attr places_39_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 bool: reference */
static const double places_40_in0[] = {
    1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1,
};
static const double places_40_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_40_in[] = {
    {9, 3, {3, 4, 5}, places_40_in0},
    {7, 1, {3}, places_40_in1},
};
static const double places_40_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 0,
    0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_40_out[] = {
    {9, 3, {5, 3, 4}, places_40_out0},
};
static const vector_attr places_40_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 bool axes: reference */
static const double places_41_in0[] = {
    1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1,
};
static const double places_41_in1[] = {
    6, 2,
};
static const vector_tensor places_41_in[] = {
    {9, 3, {3, 4, 5}, places_41_in0},
    {6, 1, {2}, places_41_in1},
};
static const double places_41_out0[] = {
    1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1,
    1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_41_out[] = {
    {9, 3, {2, 4, 6}, places_41_out0},
};
static const vector_attr places_41_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* Col2Im 18 uint8: reference */
static const double places_42_in0[] = {
    15, 37, 22, 42, 23, 0, 27, 29, 0, 3, 0, 45, 14, 47, 24, 2, 39, 43, 9, 18, 36, 33, 29, 23, 33,
    17, 12, 37, 9, 22, 2, 39, 25, 26, 0, 27, 10, 37, 11, 14, 10, 12, 29, 19, 9, 18, 1, 46,
};
static const double places_42_in1[] = {
    3, 4,
};
static const double places_42_in2[] = {
    2, 2,
};
static const vector_tensor places_42_in[] = {
    {2, 3, {1, 8, 6}, places_42_in0},
    {7, 1, {2}, places_42_in1},
    {7, 1, {2}, places_42_in2},
};
static const double places_42_out0[] = {
    15, 64, 51, 0, 56, 82, 42, 81, 2, 72, 72, 23, 33, 19, 51, 25, 47, 101, 52, 36, 14, 28, 13, 46,
};
static const vector_tensor places_42_out[] = {
    {2, 4, {1, 2, 3, 4}, places_42_out0},
};
static const vector_attr places_42_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 int32: reference */
static const double places_43_in0[] = {
    7, 12, 21, 9, 13, 27, 34, 41, 12, 32, 7, 37, 0, 29, 2, 39, 34, 38, 24, 0, 47, 46, 38, 39, 46,
    32, 49, 9, 20, 11, 32, 13, 21, 27, 33, 3, 47, 6, 6, 46, 19, 32, 32, 6, 44, 15, 14, 17,
};
static const double places_43_in1[] = {
    3, 4,
};
static const double places_43_in2[] = {
    2, 2,
};
static const vector_tensor places_43_in[] = {
    {6, 3, {1, 8, 6}, places_43_in0},
    {7, 1, {2}, places_43_in1},
    {7, 1, {2}, places_43_in2},
};
static const double places_43_out0[] = {
    7, 46, 62, 12, 9, 98, 36, 84, 39, 80, 76, 39, 46, 64, 62, 21, 56, 85, 56, 47, 46, 34, 46, 17,
};
static const vector_tensor places_43_out[] = {
    {6, 4, {1, 2, 3, 4}, places_43_out0},
};
static const vector_attr places_43_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 uint64: reference */
static const double places_44_in0[] = {
    31, 38, 25, 15, 42, 29, 34, 29, 43, 29, 36, 22, 31, 26, 36, 37, 32, 15, 42, 20, 24, 43, 7, 34,
    48, 10, 34, 20, 12, 11, 14, 9, 22, 9, 43, 45, 15, 1, 7, 5, 11, 47, 0, 39, 43, 7, 19, 36,
};
static const double places_44_in1[] = {
    3, 4,
};
static const double places_44_in2[] = {
    2, 2,
};
static const vector_tensor places_44_in[] = {
    {13, 3, {1, 8, 6}, places_44_in0},
    {7, 1, {2}, places_44_in1},
    {7, 1, {2}, places_44_in2},
};
static const double places_44_out0[] = {
    31, 72, 54, 43, 46, 139, 121, 46, 37, 75, 22, 34, 48, 24, 43, 22, 35, 22, 100, 88, 5, 18, 66,
    36,
};
static const vector_tensor places_44_out[] = {
    {13, 4, {1, 2, 3, 4}, places_44_out0},
};
static const vector_attr places_44_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 float32: reference */
static const double places_45_in0[] = {
    33, 40, 47, 7, 22, 3, 5, 6, 18, 48, 23, 36, 6, 8, 23, 1, 2, 32, 35, 30, 2, 25, 30, 5, 10, 46,
    17, 19, 20, 45, 16, 16, 12, 27, 47, 27, 42, 48, 39, 45, 48, 33, 32, 25, 11, 27, 5, 22,
};
static const double places_45_in1[] = {
    3, 4,
};
static const double places_45_in2[] = {
    2, 2,
};
static const vector_tensor places_45_in[] = {
    {1, 3, {1, 8, 6}, places_45_in0},
    {7, 1, {2}, places_45_in1},
    {7, 1, {2}, places_45_in2},
};
static const double places_45_out0[] = {
    33, 45, 53, 18, 13, 113, 79, 38, 1, 27, 62, 5, 10, 62, 33, 12, 61, 127, 156, 38, 45, 75, 38,
    22,
};
static const vector_tensor places_45_out[] = {
    {1, 4, {1, 2, 3, 4}, places_45_out0},
};
static const vector_attr places_45_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 float64: reference */
static const double places_46_in0[] = {
    4, 13, 15, 36, 45, 4, 9, 13, 48, 37, 23, 41, 26, 49, 26, 9, 34, 4, 45, 41, 19, 45, 15, 33, 44,
    26, 17, 13, 37, 8, 16, 6, 1, 22, 49, 45, 12, 14, 26, 2, 1, 35, 33, 25, 40, 19, 25, 46,
};
static const double places_46_in1[] = {
    3, 4,
};
static const double places_46_in2[] = {
    2, 2,
};
static const vector_tensor places_46_in[] = {
    {11, 3, {1, 8, 6}, places_46_in0},
    {7, 1, {2}, places_46_in1},
    {7, 1, {2}, places_46_in2},
};
static const double places_46_out0[] = {
    4, 22, 28, 48, 62, 176, 94, 60, 9, 79, 19, 33, 44, 42, 23, 1, 25, 106, 108, 85, 2, 20, 60, 46,
};
static const vector_tensor places_46_out[] = {
    {11, 4, {1, 2, 3, 4}, places_46_out0},
};
static const vector_attr places_46_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 float16: reference */
static const double places_47_in0[] = {
    26, 40, 32, 31, 18, 37, 10, 25, 47, 19, 14, 4, 43, 15, 43, 28, 43, 23, 20, 30, 41, 15, 48, 34,
    28, 0, 19, 20, 32, 42, 1, 14, 0, 0, 44, 49, 31, 19, 33, 10, 40, 0, 34, 34, 45, 0, 45, 5,
};
static const double places_47_in1[] = {
    3, 4,
};
static const double places_47_in2[] = {
    2, 2,
};
static const vector_tensor places_47_in[] = {
    {10, 3, {1, 8, 6}, places_47_in0},
    {7, 1, {2}, places_47_in1},
    {7, 1, {2}, places_47_in2},
};
static const double places_47_out0[] = {
    26, 50, 57, 47, 74, 72, 124, 45, 28, 58, 71, 34, 28, 1, 33, 0, 51, 85, 153, 94, 10, 40, 45, 5,
};
static const vector_tensor places_47_out[] = {
    {10, 4, {1, 2, 3, 4}, places_47_out0},
};
static const vector_attr places_47_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 bool: reference */
static const double places_48_in0[] = {
    0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1,
    1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1,
};
static const double places_48_in1[] = {
    3, 4,
};
static const double places_48_in2[] = {
    2, 2,
};
static const vector_tensor places_48_in[] = {
    {9, 3, {1, 8, 6}, places_48_in0},
    {7, 1, {2}, places_48_in1},
    {7, 1, {2}, places_48_in2},
};
static const double places_48_out0[] = {
    0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1,
};
static const vector_tensor places_48_out[] = {
    {9, 4, {1, 2, 3, 4}, places_48_out0},
};
static const vector_attr places_48_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 all: reference */
static const double places_49_in0[] = {
    2.75, 0.25, -3.25, -2, 2.25, -3.75, -2, 3, -1.5, 2.5, -2.25, -2.75, 1.25, -3.5, 2.75, -1.5,
    -1.25, 3.5, 0.75, -2.75, -4, 0, -2.25, 2, 1.75, 4, 0.75, -1.25, 2.75, -1.75, -0.25, -1, 1.5, 2,
    -1.5, -4, -0.5, 1.5, -2.25, -1, 3, -3.25, -1.25, 0.75, -0.25, 3.75, -0.75, -1.25, 1, -1.5,
    -3.25, 0.75, -0.25, 3.5, -1.25, 1, -1, -3.25, -3.25, -1.5, -3.25, -2.5, 4, 0.5, -2.5, 0, 3.5,
    -2.5, -3.5, 0, 1, 0.25,
};
static const double places_49_in1[] = {
    3, 4,
};
static const double places_49_in2[] = {
    2, 3,
};
static const vector_tensor places_49_in[] = {
    {1, 3, {2, 6, 6}, places_49_in0},
    {7, 1, {2}, places_49_in1},
    {7, 1, {2}, places_49_in2},
};
static const double places_49_out0[] = {
    0, 0, 0, 0, 3.75, -7.75, -4.25, 5, 0, 0, 0, 0, 0, 0, 0, 0, 4.5, -3.25, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_49_out[] = {
    {1, 4, {2, 1, 3, 4}, places_49_out0},
};
static const vector_attr places_49_attr[] = {
    {"strides", NULL, 2, {2, 1}},
    {"pads", NULL, 4, {1, 1, 1, 0}},
    {"dilations", NULL, 2, {2, 1}},
};

/* Col2Im 18 3-D: reference */
static const double places_50_in0[] = {
    -3, 1.5, 0.5, 2.25, 4, -0.5, -1.75, -1.25, -2.25, -3, -3.75, -1, -3, -2.5, -4, 1.75, -2, -3.5,
    -2.25, -2.75, -1.75, 3.75, 2.5, -2.5, -3.25, 1.5, 1, 3, 0.5, -1.25, -3.5, -1,
};
static const double places_50_in1[] = {
    2, 3, 2,
};
static const double places_50_in2[] = {
    1, 2, 2,
};
static const vector_tensor places_50_in[] = {
    {1, 3, {1, 4, 8}, places_50_in0},
    {7, 1, {3}, places_50_in1},
    {7, 1, {3}, places_50_in2},
};
static const double places_50_out0[] = {
    -0.75, -3, -8.25, 0.5, -1.75, 3, -3.5, -2.5, -1, 0.5, -6, -1,
};
static const vector_tensor places_50_out[] = {
    {1, 5, {1, 1, 2, 3, 2}, places_50_out0},
};
static const vector_attr places_50_attr[] = {
    {"pads", NULL, 6, {0, 0, 1, 0, 0, 0}},
};

/* RoiAlign 16 avg 0: onnxruntime */
static const double places_51_in0[] = {
    -2.5, 2.75, 3.75, -2, -2.25, 1.75, -0.75, -2, 3, 2.5, 3.25, 2.75, 1, 1, -3.5, 3, 0, 1.75, -1,
    -2.25, 1.75, 2.25, -2.5, -2.5, -3, -1.25, -4, -0.75, -0.75, 0.25, 2, -4, -2.25, 0.75, 3.75,
    1.75, -1.75, 1.5, 0.75, -1.25, 0.5, 2.25, -3, 2.5, -3.5, 1.75, -0.5, 1, 3, 3.5, -4, -1.75, 1.5,
    4, 0.5, -4, -1.75, -2.75, -3, -3.75, -3.5, -2, -0.75, 3, 3, -2.5, 2.75, -0.75, -2, 0.25, 0.75,
    1.25, -1.5, -0.25, -3.25, 1.5, -1.25, -2, 0.25, 1, -2, -2.25, 0, -2.25, 1.25, -2.75, -2.5, -3,
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5,
};
static const double places_51_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_51_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_51_in[] = {
    {1, 4, {2, 3, 6, 7}, places_51_in0},
    {1, 2, {5, 4}, places_51_in1},
    {7, 1, {5}, places_51_in2},
};
static const double places_51_out0[] = {
    0.1979166716337204, 1.6527777910232544, 0.30902788043022156, -0.194444477558136,
    -1.2569447755813599, -1.638888955116272, -0.6388888359069824, -1.0694442987442017,
    0.44444456696510315, 1.0937503576278687, -0.961805522441864, -1.4409723281860352,
    0.2708333432674408, -1.8993057012557983, 0.6875, -0.44791683554649353, 0.04861152172088623,
    0.8368057608604431, -0.5266664624214172, 0.33333346247673035, 1.5766664743423462,
    0.9599996209144592, -0.240000382065773, -1.5099996328353882, -0.8266667723655701,
    -0.20666666328907013, -0.7291667461395264, 0.6200000643730164, 0.9199997782707214,
    0.22249990701675415, -1.4333332777023315, -1.4533332586288452, 0.2183333784341812,
    0.47999945282936096, 0.9000000953674316, -0.3549997806549072, -0.5616319179534912,
    0.4474825859069824, 0.2287326455116272, -0.4131944179534912, -0.23046875, 0.7335069179534912,
    0.4105902910232544, -0.3294270932674408, 0.04557301476597786, 0.5373263955116272,
    0.05642358586192131, 0.37239575386047363, 0.232638880610466, -0.5538194179534912,
    0.22048605978488922, 0.0807291716337204, -0.006510436534881592, -0.0876736268401146, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0,
};
static const vector_tensor places_51_out[] = {
    {1, 4, {5, 3, 2, 3}, places_51_out0},
};
static const vector_attr places_51_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 avg 2: onnxruntime */
static const double places_52_in0[] = {
    -2.5, 2.75, 3.75, -2, -2.25, 1.75, -0.75, -2, 3, 2.5, 3.25, 2.75, 1, 1, -3.5, 3, 0, 1.75, -1,
    -2.25, 1.75, 2.25, -2.5, -2.5, -3, -1.25, -4, -0.75, -0.75, 0.25, 2, -4, -2.25, 0.75, 3.75,
    1.75, -1.75, 1.5, 0.75, -1.25, 0.5, 2.25, -3, 2.5, -3.5, 1.75, -0.5, 1, 3, 3.5, -4, -1.75, 1.5,
    4, 0.5, -4, -1.75, -2.75, -3, -3.75, -3.5, -2, -0.75, 3, 3, -2.5, 2.75, -0.75, -2, 0.25, 0.75,
    1.25, -1.5, -0.25, -3.25, 1.5, -1.25, -2, 0.25, 1, -2, -2.25, 0, -2.25, 1.25, -2.75, -2.5, -3,
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5,
};
static const double places_52_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_52_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_52_in[] = {
    {1, 4, {2, 3, 6, 7}, places_52_in0},
    {1, 2, {5, 4}, places_52_in1},
    {7, 1, {5}, places_52_in2},
};
static const double places_52_out0[] = {
    1.19921875, 1.2578125, 0.15234375, -0.421875, -1.7578125, -0.71875, -1.77734375, -1.0625,
    -0.59765625, 0.8515625, -0.4921875, -0.84375, -0.125, -0.02734375, 0.453125, -0.9453125,
    -0.81640625, 0.9453125, -0.9812496900558472, 1.3812499046325684, 0.1400001049041748,
    -0.6825003027915955, -0.8850003480911255, -0.16624963283538818, -0.3900001049041748,
    -0.05250003933906555, -0.7975000739097595, 0.5850002765655518, -0.19000011682510376,
    0.13500046730041504, -1.0175000429153442, -1.1849998235702515, 0.22375020384788513,
    0.4724997580051422, 0.8200004696846008, -0.28624972701072693, -0.4375, 0.8828125, 0.8203125,
    -0.2578125, 0.7109375, 0.953125, 1.0234375, 0.3515625, 0.3984375, 0.8828125, -0.09375,
    0.5234375, 0.1640625, -2.1015625, 0.9453125, 0.203125, -0.3671875, -0.671875,
    -0.4270833730697632, -0.03125011920928955, 0.3645833730697632, -1.8645833730697632, -1.84375,
    -1.8229167461395264, -2.75, -2.5, -2.25, -2.000000238418579, -0.7500004172325134,
    0.5000001192092896, 0.2812499403953552, 0.8437498211860657, 1.40625, -2.2395832538604736,
    -1.718750238418579, -1.1979166269302368, 2.6666665077209473, 2.75, 2.8333334922790527,
    0.5000002980232239, 1.7500008344650269, 2.999999523162842, 2.3020834922790527, 2.40625,
    2.5104165077209473, 0.5729167461395264, 1.2187504768371582, 1.864583134651184,
    1.3229165077209473, 1.34375, 1.3645834922790527, -1.6145832538604736, -1.71875,
    -1.8229167461395264,
};
static const vector_tensor places_52_out[] = {
    {1, 4, {5, 3, 2, 3}, places_52_out0},
};
static const vector_attr places_52_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 16 max 0: onnxruntime */
static const double places_53_in0[] = {
    -2.5, 2.75, 3.75, -2, -2.25, 1.75, -0.75, -2, 3, 2.5, 3.25, 2.75, 1, 1, -3.5, 3, 0, 1.75, -1,
    -2.25, 1.75, 2.25, -2.5, -2.5, -3, -1.25, -4, -0.75, -0.75, 0.25, 2, -4, -2.25, 0.75, 3.75,
    1.75, -1.75, 1.5, 0.75, -1.25, 0.5, 2.25, -3, 2.5, -3.5, 1.75, -0.5, 1, 3, 3.5, -4, -1.75, 1.5,
    4, 0.5, -4, -1.75, -2.75, -3, -3.75, -3.5, -2, -0.75, 3, 3, -2.5, 2.75, -0.75, -2, 0.25, 0.75,
    1.25, -1.5, -0.25, -3.25, 1.5, -1.25, -2, 0.25, 1, -2, -2.25, 0, -2.25, 1.25, -2.75, -2.5, -3,
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5,
};
static const double places_53_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_53_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_53_in[] = {
    {1, 4, {2, 3, 6, 7}, places_53_in0},
    {1, 2, {5, 4}, places_53_in1},
    {7, 1, {5}, places_53_in2},
};
static const double places_53_out0[] = {
    2.75, 3.75, 2.0625, 1.749999761581421, 1.833333969116211, 0.6875002384185791, 2.625, 1.75, 3,
    2.25, 2.0625, 1.3750004768371582, 2.625, 1.749999761581421, 2.75, 1.6875, 2.9791676998138428,
    3.208334445953369, 1.440000057220459, 2.0250003337860107, 1.2150001525878906, 3.59999942779541,
    2.6999995708465576, 1.755001187324524, 1.6800000667572021, 1.6800000667572021,
    0.675000011920929, 2.52000093460083, 2.6999995708465576, 1.6200006008148193,
    0.36000001430511475, 0.7200000286102295, 1.890000343322754, 2.1000006198883057,
    2.1000006198883057, 1.100000262260437, -0.0, 2.656249761581421, 2, -0.0, 3.25, 4, 3.5, 1.875,
    2.34375, 4, 2.1875, 2.03125, 1.2395832538604736, 2.4791665077209473, 3.25, 1, 2.34375, 1.875,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0,
};
static const vector_tensor places_53_out[] = {
    {1, 4, {5, 3, 2, 3}, places_53_out0},
};
static const vector_attr places_53_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 max 2: onnxruntime */
static const double places_54_in0[] = {
    -2.5, 2.75, 3.75, -2, -2.25, 1.75, -0.75, -2, 3, 2.5, 3.25, 2.75, 1, 1, -3.5, 3, 0, 1.75, -1,
    -2.25, 1.75, 2.25, -2.5, -2.5, -3, -1.25, -4, -0.75, -0.75, 0.25, 2, -4, -2.25, 0.75, 3.75,
    1.75, -1.75, 1.5, 0.75, -1.25, 0.5, 2.25, -3, 2.5, -3.5, 1.75, -0.5, 1, 3, 3.5, -4, -1.75, 1.5,
    4, 0.5, -4, -1.75, -2.75, -3, -3.75, -3.5, -2, -0.75, 3, 3, -2.5, 2.75, -0.75, -2, 0.25, 0.75,
    1.25, -1.5, -0.25, -3.25, 1.5, -1.25, -2, 0.25, 1, -2, -2.25, 0, -2.25, 1.25, -2.75, -2.5, -3,
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5,
};
static const double places_54_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_54_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_54_in[] = {
    {1, 4, {2, 3, 6, 7}, places_54_in0},
    {1, 2, {5, 4}, places_54_in1},
    {7, 1, {5}, places_54_in2},
};
static const double places_54_out0[] = {
    1.3125, 1.015625, 0.859375, 0.984375, 0.625, 1.171875, 1.09375, 1.25, 1.25, 1.3125, 1.203125,
    0.46875, 1.09375, 1.3125, 0.984375, 1.015625, 1.09375, 1.09375, 0.8000001907348633,
    2.0999999046325684, 1.5750000476837158, 1.1200007200241089, 1.170000433921814,
    2.9250001907348633, 1.1999999284744263, 1.2599999904632568, 0.7349998950958252,
    0.9800006151199341, 1.4000004529953003, 1.5750006437301636, 0.9999999403953552,
    0.9800003170967102, 2.450000286102295, 2.1000006198883057, 1.5400004386901855,
    1.1550003290176392, -0.0, 2.5, 2, -0.0, 2.84375, 3.5, 3.5, 2.625, 3.28125, 3.5, 0.4375, 1.75,
    0.875, 0.3125, 3.25, 0.875, 0.46875, 0.375, 0.3828125, 0.8932291269302368, 1.4036458730697632,
    0.1640625, 0.3828124403953552, 0.6015625596046448, 0.2578125, 0.6015624403953552,
    0.9453125596046448, 0.6015625, 1.4036457538604736, 2.2057292461395264, 1.0026042461395264,
    1.5312498807907104, 2.40625, 0.4296875298023224, 0.6562498807907104, 1.0312501192092896,
    3.2083327770233154, 2.041665554046631, 2.0052080154418945, 1.374999761581421,
    2.0416672229766846, 3.2083327770233154, 2.6067702770233154, 1.65885329246521,
    2.205728769302368, 1.117187261581421, 1.0208336114883423, 1.6041663885116577,
    2.205728769302368, 1.5312504768371582, 2.406249523162842, 0.9453123211860657,
    0.6562501788139343, 1.031249761581421,
};
static const vector_tensor places_54_out[] = {
    {1, 4, {5, 3, 2, 3}, places_54_out0},
};
static const vector_attr places_54_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 16 avg 0: onnxruntime */
static const double places_55_in0[] = {
    0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5, 1.5, -3.75, 2.25, 3,
    -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3, -2.5, 0.75, -3.5, -0.5,
    -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4, 4, 0, -1.75, -2.75,
    -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5, -3.75, 0, 0, -2,
    -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1, 2.75, -2.75,
    -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25, -0.25,
    0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25, -1.5,
    -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5, -3.75,
    -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3, 0.75,
    0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25, -0.75,
    -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4, -0.25,
    -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1, -3,
    2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1, 2.25,
    2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75, -1.75,
    2, -3.5, -2.25, 3.5, 2.75, -4, -3.25,
};
static const double places_55_in1[] = {
    0, 0, 6, 5, 1.3, 0.7, 4.9, 5.5, -3, -2, 9, 9, 2, 2, 2, 2, 5, 4, 3, 1,
};
static const double places_55_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_55_in[] = {
    {11, 4, {2, 3, 6, 7}, places_55_in0},
    {11, 2, {5, 4}, places_55_in1},
    {7, 1, {5}, places_55_in2},
};
static const double places_55_out0[] = {
    0.784722222222222, 0.3055555555555557, 0.24652777777777765, -0.06944444444444546,
    0.6805555555555559, -0.6180555555555559, -1.1944444444444444, -1.5069444444444444, -0.96875,
    -0.7881944444444441, -0.09375000000000029, 0.06249999999999978, 0.43402777777777773,
    0.6597222222222222, 0.10763888888888888, 0.28472222222222243, -0.22222222222222196,
    1.2013888888888882, 0.08666666666666716, 0.29666666666666647, 1.4141666666666663,
    0.1799999999999999, 1.3499999999999999, 0.9375000000000003, 1.04, -0.4900000000000004,
    -0.27333333333333415, -0.09999999999999999, -1.0299999999999996, -0.7924999999999999,
    1.1733333333333333, 1.4333333333333333, 0.44749999999999956, 1.6800000000000004,
    2.460000000000001, 1.3549999999999998, -0.36024305555555536, 0.4756944444444445,
    -0.11111111111111098, 0.10677083333333331, 0.3654513888888889, -0.6684027777777778,
    -0.2586805555555554, 0.026475694444444354, -0.43923611111111116, -0.04166666666666672,
    -0.3151041666666667, 0.10286458333333333, 0.06336805555555558, 0.6319444444444443,
    0.07942708333333343, 0.26302083333333326, 0.7565104166666666, -0.5056423611111112, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_55_out[] = {
    {11, 4, {5, 3, 2, 3}, places_55_out0},
};
static const vector_attr places_55_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 avg 2: onnxruntime */
static const double places_56_in0[] = {
    0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5, 1.5, -3.75, 2.25, 3,
    -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3, -2.5, 0.75, -3.5, -0.5,
    -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4, 4, 0, -1.75, -2.75,
    -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5, -3.75, 0, 0, -2,
    -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1, 2.75, -2.75,
    -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25, -0.25,
    0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25, -1.5,
    -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5, -3.75,
    -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3, 0.75,
    0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25, -0.75,
    -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4, -0.25,
    -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1, -3,
    2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1, 2.25,
    2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75, -1.75,
    2, -3.5, -2.25, 3.5, 2.75, -4, -3.25,
};
static const double places_56_in1[] = {
    0, 0, 6, 5, 1.3, 0.7, 4.9, 5.5, -3, -2, 9, 9, 2, 2, 2, 2, 5, 4, 3, 1,
};
static const double places_56_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_56_in[] = {
    {11, 4, {2, 3, 6, 7}, places_56_in0},
    {11, 2, {5, 4}, places_56_in1},
    {7, 1, {5}, places_56_in2},
};
static const double places_56_out0[] = {
    0.78515625, -0.26171875, -0.30859375, 0.30078125, 0.4296875, -0.98046875, -0.70703125,
    -0.85546875, -0.28125, -0.25, -0.6015625, 0.0703125, 0.8671875, 0.2734375, 0.5703125,
    0.51171875, -0.0234375, 0.7265625, -0.046250000000000166, 0.7162500000000004,
    1.5824999999999996, 1.3287499999999994, 1.7187499999999996, -0.20624999999999938,
    0.5699999999999996, -0.7124999999999998, -0.3300000000000004, -0.11750000000000048,
    -1.4124999999999992, -1.13625, 1.6775, 1.2599999999999996, -0.7450000000000007,
    0.8700000000000014, 2.8324999999999996, 1.3924999999999994, -1.0703125, 2.625, -0.359375,
    -0.0390625, 0.609375, -0.984375, -0.703125, 0.890625, 0.53125, -0.2890625, -0.09375, 0.53125,
    0.6875, 1.3359375, -0.828125, 0.3984375, 0.3203125, -0.765625, 2.083333333333333,
    0.8749999999999991, -0.33333333333333304, 1.6666666666666665, 0.8749999999999996,
    0.08333333333333351, -0.4895833333333331, 0.7812500000000008, 2.052083333333333,
    -1.4687499999999998, -0.6562499999999993, 0.15624999999999983, 1.2916666666666665,
    0.12499999999999925, -1.0416666666666665, 0.7916666666666667, 1.125, 1.4583333333333333,
    -0.6041666666666661, -1.8124999999999982, -3.020833333333334, -1.479166666666666,
    -2.4374999999999987, -3.395833333333334, -1.4687500000000004, -0.2812500000000016,
    0.9062500000000004, -1.9062500000000007, -0.3437500000000021, 1.2187500000000007,
    1.1562500000000007, -0.15624999999999828, -1.4687500000000007, -2.1979166666666665, -2.46875,
    -2.7395833333333335,
};
static const vector_tensor places_56_out[] = {
    {11, 4, {5, 3, 2, 3}, places_56_out0},
};
static const vector_attr places_56_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 16 max 0: onnxruntime */
static const double places_57_in0[] = {
    0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5, 1.5, -3.75, 2.25, 3,
    -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3, -2.5, 0.75, -3.5, -0.5,
    -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4, 4, 0, -1.75, -2.75,
    -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5, -3.75, 0, 0, -2,
    -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1, 2.75, -2.75,
    -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25, -0.25,
    0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25, -1.5,
    -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5, -3.75,
    -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3, 0.75,
    0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25, -0.75,
    -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4, -0.25,
    -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1, -3,
    2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1, 2.25,
    2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75, -1.75,
    2, -3.5, -2.25, 3.5, 2.75, -4, -3.25,
};
static const double places_57_in1[] = {
    0, 0, 6, 5, 1.3, 0.7, 4.9, 5.5, -3, -2, 9, 9, 2, 2, 2, 2, 5, 4, 3, 1,
};
static const double places_57_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_57_in[] = {
    {11, 4, {2, 3, 6, 7}, places_57_in0},
    {11, 2, {5, 4}, places_57_in1},
    {7, 1, {5}, places_57_in2},
};
static const double places_57_out0[] = {
    2.625, 4, 3.5, 3.6666666666666643, 2.7499999999999982, 1.3125, 3, 2.1875000000000004, 3.75, 3,
    2.1875000000000004, 2.9791666666666647, 1.6875, 2.75, 2.625, 1.3749999999999991, 2.4375,
    3.2083333333333313, 1.8200000000000003, 1.8200000000000003, 1.9799999999999984,
    1.799999999999999, 2.16, 1.1999999999999997, 2.6999999999999993, 1.54, 0.35999999999999993,
    3.599999999999998, 0.7000000000000001, 0.1250000000000006, 1.6199999999999994, 1.62,
    1.7999999999999985, 2.879999999999999, 2.7, 2.519999999999998, 1.083333333333334, 3,
    1.6250000000000009, 1.083333333333333, 4, 1.6249999999999996, 1.7604166666666676, 2.34375,
    2.25, 1.760416666666666, 2.166666666666666, 2.25, 3, 3, 2.833333333333334, 2, 3.5, 2.34375, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0,
};
static const vector_tensor places_57_out[] = {
    {11, 4, {5, 3, 2, 3}, places_57_out0},
};
static const vector_attr places_57_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 max 2: onnxruntime */
static const double places_58_in0[] = {
    0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5, 1.5, -3.75, 2.25, 3,
    -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3, -2.5, 0.75, -3.5, -0.5,
    -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4, 4, 0, -1.75, -2.75,
    -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5, -3.75, 0, 0, -2,
    -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1, 2.75, -2.75,
    -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25, -0.25,
    0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25, -1.5,
    -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5, -3.75,
    -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3, 0.75,
    0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25, -0.75,
    -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4, -0.25,
    -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1, -3,
    2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1, 2.25,
    2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75, -1.75,
    2, -3.5, -2.25, 3.5, 2.75, -4, -3.25,
};
static const double places_58_in1[] = {
    0, 0, 6, 5, 1.3, 0.7, 4.9, 5.5, -3, -2, 9, 9, 2, 2, 2, 2, 5, 4, 3, 1,
};
static const double places_58_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_58_in[] = {
    {11, 4, {2, 3, 6, 7}, places_58_in0},
    {11, 2, {5, 4}, places_58_in1},
    {7, 1, {5}, places_58_in2},
};
static const double places_58_out0[] = {
    1.3125, 1.3125, 1.09375, 1.25, 0.9375, 0.765625, 1.25, 1.640625, 1.09375, 1.75, 0.625,
    1.015625, 1.09375, 1.203125, 1.203125, 0.703125, 1.421875, 1.09375, 1.2999999999999998,
    1.2600000000000002, 1.375, 2.8799999999999977, 1.6799999999999988, 0.5249999999999998,
    1.0999999999999996, 0.27500000000000024, 0.37500000000000033, 0.6999999999999995,
    0.1750000000000001, 0.22500000000000042, 1.12, 0.8999999999999998, 1.25, 1.8199999999999987,
    2.519999999999998, 2.4749999999999988, 0.25, 3, 1.25, 0.0625, 3.5, -0.0, 0.40625, 2.40625,
    2.25, -0.0, 0.4375, 1.96875, 3, 3, 0.375, 1.75, 2.40625, -0.0, 2.40625, 1.5312499999999991,
    0.65625, 1.4036458333333333, 0.8932291666666662, 0.3828125, 0.8203125, 1.9140625000000002,
    3.0078124999999996, 0.3515625, 0.8203125000000002, 1.2890624999999998, 2.005208333333333,
    1.276041666666666, 1.1171874999999998, 0.8593749999999999, 1.658854166666667,
    2.606770833333333, 0.4010416666666668, 0.2552083333333336, 0.109375, 0.17187500000000006,
    0.10937500000000011, 0.046875, 0.2734375, 0.638020833333333, 1.002604166666667, 0.4921875,
    1.1484374999999993, 1.8046875000000007, 3.007812500000001, 1.914062500000002, 0.8203125,
    1.2890625000000004, 0.8203125000000009, 0.3515625,
};
static const vector_tensor places_58_out[] = {
    {11, 4, {5, 3, 2, 3}, places_58_out0},
};
static const vector_attr places_58_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 10 avg 0: onnxruntime */
static const double places_59_in0[] = {
    -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25, 0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5,
    -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5, 3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4,
    -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25, 0, -2.25, -1, 1.25, -3.5, 2.25, 1.5,
    2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25, -1, 0.75, -2.5, -1.5, 0.25, -3, 4,
    0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0, -3.5, 3.25, -1, 0.5, 0.5, -0.5, 3.5,
    0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2, 1.5, -0.75, 1,
    0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1, 0.5, -0.25,
    2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3, -0.25, 4, 1.5,
    2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5, -3.75, 0.5, 1, -4,
    -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75, 2.25, 0.25, -3.5, -1.5,
    2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3, -3.75, -2.75, -1.25, 4,
    -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25, 1.25, -3, 4, 3, -1.75, -1,
    3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25, 2.75, -0.25, 1.75, -2.25,
    -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5, 3.75, -2, -2.75, -1.25,
    -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75,
};
static const double places_59_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_59_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_59_in[] = {
    {1, 4, {2, 3, 6, 7}, places_59_in0},
    {1, 2, {5, 4}, places_59_in1},
    {7, 1, {5}, places_59_in2},
};
static const double places_59_out0[] = {
    0.28298595547676086, 0.7378472685813904, -1.1006945371627808, 2.3072917461395264,
    -0.14409726858139038, 0.38888874650001526, -0.6597221493721008, -0.20833329856395721,
    0.36458325386047363, -0.41319429874420166, 0.2725694477558136, -0.02777763269841671,
    -0.8246527314186096, 0.10763895511627197, -1.0520833730697632, 0.7100694179534912,
    0.3923610746860504, -0.21875004470348358, 1.6783331632614136, 0.8316666483879089,
    0.6683333516120911, -0.410000205039978, -0.1766662746667862, 0.5916671752929688,
    0.7033331394195557, 0.983333170413971, 0.8899998664855957, -0.2641664445400238,
    -0.3808329999446869, 0.15333332121372223, 1.403333306312561, 1.2566664218902588,
    -0.5983333587646484, 0.3924998939037323, 0.729166567325592, 0.3425002098083496,
    0.1475694626569748, 0.6445311903953552, 0.23394103348255157, -0.4772135317325592,
    0.1662326455116272, -0.4118923246860504, 0.06271699070930481, 0.452690988779068,
    -0.319878488779068, -0.158203125, 0.0965711697936058, 0.1076388955116272, 0.67578125,
    0.1812066286802292, -0.5284287929534912, -0.545789897441864, 0.0959201231598854,
    0.01974826119840145, 3.5520832538604736, 3.03125, 2.510416269302368, 3.5729165077209473,
    2.84375, 2.1145830154418945, -0.8958330750465393, 0.0625, 1.0208338499069214,
    -0.7708331346511841, -0.0625, 0.6458336710929871, 2.2604165077209473, 1.90625,
    1.552083134651184, 0.44791674613952637, 0.71875, 0.9895834922790527, -2.7916669845581055, -2.5,
    -2.2083334922790527, -0.9583331942558289, -1.25, -1.5416663885116577, -0.020832955837249756,
    -0.8125, -1.60416579246521, -1.2291672229766846, 0.0625, 1.3541654348373413,
    -1.9583336114883423, -1.375, -0.7916672825813293, -0.8750003576278687, -0.125,
    0.6249992251396179,
};
static const vector_tensor places_59_out[] = {
    {1, 4, {5, 3, 2, 3}, places_59_out0},
};
static const vector_attr places_59_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* RoiAlign 10 avg 2: onnxruntime */
static const double places_60_in0[] = {
    -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25, 0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5,
    -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5, 3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4,
    -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25, 0, -2.25, -1, 1.25, -3.5, 2.25, 1.5,
    2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25, -1, 0.75, -2.5, -1.5, 0.25, -3, 4,
    0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0, -3.5, 3.25, -1, 0.5, 0.5, -0.5, 3.5,
    0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2, 1.5, -0.75, 1,
    0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1, 0.5, -0.25,
    2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3, -0.25, 4, 1.5,
    2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5, -3.75, 0.5, 1, -4,
    -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75, 2.25, 0.25, -3.5, -1.5,
    2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3, -3.75, -2.75, -1.25, 4,
    -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25, 1.25, -3, 4, 3, -1.75, -1,
    3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25, 2.75, -0.25, 1.75, -2.25,
    -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5, 3.75, -2, -2.75, -1.25,
    -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75,
};
static const double places_60_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_60_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_60_in[] = {
    {1, 4, {2, 3, 6, 7}, places_60_in0},
    {1, 2, {5, 4}, places_60_in1},
    {7, 1, {5}, places_60_in2},
};
static const double places_60_out0[] = {
    0.140625, 0.79296875, -1.17578125, 2.421875, -0.11328125, 0.43359375, -0.6015625, -0.203125,
    0.26953125, -0.53125, 0.23828125, -0.05859375, -0.78515625, 0.2109375, -1.08984375, 0.68359375,
    0.3515625, -0.19140625, 1.6099998950958252, 0.75, 0.5574999451637268, -0.41500037908554077,
    -0.12499943375587463, 0.6850005984306335, 0.6362499594688416, 0.9262499809265137,
    0.9099999666213989, -0.20624959468841553, -0.31624963879585266, 0.14750000834465027,
    1.4487501382827759, 1.283750057220459, -0.4762498140335083, 0.3387499451637268,
    0.6937499046325684, 0.3737499415874481, 0.1171875, 1.8984375, -0.3828125, -0.578125, 1.171875,
    -0.3984375, 0.5703125, 1.2265625, -0.390625, -0.703125, 0.6328125, 0.75, 1.5546875, -1.671875,
    -1.0390625, -0.8125, 0.34375, 0.34375, 3.5520834922790527, 3.03125, 2.5104167461395264,
    3.5729167461395264, 2.843750238418579, 2.1145832538604736, -0.895833432674408,
    0.06249967962503433, 1.0208334922790527, -0.770833432674408, -0.0625002533197403,
    0.645833432674408, 2.2604167461395264, 1.9062501192092896, 1.5520832538604736,
    0.4479166567325592, 0.7187499403953552, 0.9895833730697632, -2.7916665077209473,
    -2.499999523162842, -2.2083334922790527, -0.958333432674408, -1.250000238418579,
    -1.5416665077209473, -0.020833507180213928, -0.8125005960464478, -1.6041663885116577,
    -1.2291663885116577, 0.0625009536743164, 1.3541662693023682, -1.958333134651184,
    -1.3749995231628418, -0.7916668057441711, -0.8749998211860657, -0.12499946355819702,
    0.6249998211860657,
};
static const vector_tensor places_60_out[] = {
    {1, 4, {5, 3, 2, 3}, places_60_out0},
};
static const vector_attr places_60_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* RoiAlign 10 max 0: onnxruntime */
static const double places_61_in0[] = {
    -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25, 0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5,
    -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5, 3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4,
    -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25, 0, -2.25, -1, 1.25, -3.5, 2.25, 1.5,
    2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25, -1, 0.75, -2.5, -1.5, 0.25, -3, 4,
    0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0, -3.5, 3.25, -1, 0.5, 0.5, -0.5, 3.5,
    0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2, 1.5, -0.75, 1,
    0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1, 0.5, -0.25,
    2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3, -0.25, 4, 1.5,
    2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5, -3.75, 0.5, 1, -4,
    -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75, 2.25, 0.25, -3.5, -1.5,
    2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3, -3.75, -2.75, -1.25, 4,
    -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25, 1.25, -3, 4, 3, -1.75, -1,
    3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25, 2.75, -0.25, 1.75, -2.25,
    -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5, 3.75, -2, -2.75, -1.25,
    -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75,
};
static const double places_61_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_61_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_61_in[] = {
    {1, 4, {2, 3, 6, 7}, places_61_in0},
    {1, 2, {5, 4}, places_61_in1},
    {7, 1, {5}, places_61_in2},
};
static const double places_61_out0[] = {
    1.7187501192092896, 1.7187501192092896, 1.3125, 1.8333334922790527, 1.8333334922790527,
    1.4895834922790527, 0.6562500596046448, 1.0937501192092896, 0.9479167461395264, 1.5,
    0.8749995231628418, 1.125, 1.6041667461395264, 1.6041667461395264, 1.0208333730697632, 1.03125,
    1.03125, 1.03125, 2.880000114440918, 1.6199997663497925, 2.4750003814697266,
    1.3999998569488525, 1.6000003814697266, 4, 1.9800000190734863, 2.1599998474121094,
    2.0249996185302734, 1.5999999046325684, 0.9999999403953552, 1.25, 1.799999713897705,
    1.6199997663497925, 1.2250001430511475, 1.3999996185302734, 2.09999942779541, 4, 2.75, 1.75,
    2.968750238418579, 0.11458355188369751, 2, 0.125, 3.114583969116211, 1.9166669845581055,
    1.9166669845581055, 3.593749761581421, 1.7968748807907104, 4, 3, 1.625, 1.781250238418579,
    1.6770832538604736, 2, 1.75, 2.343749761581421, 1.40625, 1.562500238418579, 2.499999761581421,
    1.5, 0.9375001788139343, 0.21875010430812836, 0.65625, 1.093750238418579, 0.09375004470348358,
    0.28125, 0.46875008940696716, 2.187499761581421, 1.3125, 0.9375001788139343,
    0.7291666269302368, 0.4375, 0.6250001192092896, 0.052083343267440796, 0.03125,
    0.010416686534881592, 0.1562500298023224, 0.09375, 0.031250059604644775, 0.9375001788139343,
    0.5625, 0.8333330154418945, 0.4999995231628418, 1.5, 2.4999990463256836, 0.07291659712791443,
    0.21875, 0.36458319425582886, 0.2187497913837433, 0.65625, 1.0937495231628418,
};
static const vector_tensor places_61_out[] = {
    {1, 4, {5, 3, 2, 3}, places_61_out0},
};
static const vector_attr places_61_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* RoiAlign 10 max 2: onnxruntime */
static const double places_62_in0[] = {
    -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25, 0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5,
    -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5, 3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4,
    -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25, 0, -2.25, -1, 1.25, -3.5, 2.25, 1.5,
    2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25, -1, 0.75, -2.5, -1.5, 0.25, -3, 4,
    0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0, -3.5, 3.25, -1, 0.5, 0.5, -0.5, 3.5,
    0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2, 1.5, -0.75, 1,
    0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1, 0.5, -0.25,
    2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3, -0.25, 4, 1.5,
    2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5, -3.75, 0.5, 1, -4,
    -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75, 2.25, 0.25, -3.5, -1.5,
    2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3, -3.75, -2.75, -1.25, 4,
    -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25, 1.25, -3, 4, 3, -1.75, -1,
    3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25, 2.75, -0.25, 1.75, -2.25,
    -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5, 3.75, -2, -2.75, -1.25,
    -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75,
};
static const double places_62_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_62_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_62_in[] = {
    {1, 4, {2, 3, 6, 7}, places_62_in0},
    {1, 2, {5, 4}, places_62_in1},
    {7, 1, {5}, places_62_in2},
};
static const double places_62_out0[] = {
    1.640625, 1.640625, 1.09375, 1.75, 1.75, 1.421875, 0.421875, 0.765625, 0.78125, 1.25, 0.5625,
    0.9375, 1.53125, 1.53125, 0.65625, 0.859375, 0.859375, 0.859375, 1.5999999046325684,
    1.2599999904632568, 1.375, 1.2599999904632568, 1.4400005340576172, 3.6000003814697266,
    1.2599999904632568, 1.6800000667572021, 1.5749998092651367, 1.440000057220459,
    0.9000000357627869, 1.1250001192092896, 1.399999976158142, 1.2599999904632568, 0.875,
    1.4000004529953003, 2.1000006198883057, 3.6000003814697266, 2.75, 3.5, 0.75, 0, 3.5, -0.0,
    2.75, 2.75, 0.25, 0.46875, 1.75, 3.5, 3, 0.28125, -0.0, 0, 3.5, 1.53125, 3.007812738418579,
    1.9140629768371582, 2.0052084922790527, 3.2083334922790527, 2.0416672229766846, 1.203125,
    0.3828125, 0.8932291269302368, 1.4036458730697632, 0.1640625, 0.3828124701976776,
    0.6015625596046448, 2.8072917461395264, 1.7864588499069214, 1.203125, 1.2031251192092896,
    0.7656252384185791, 0.8020833730697632, 0.0859374850988388, 0.05468747019767761, 0.0234375,
    0.20052079856395721, 0.12760409712791443, 0.0546875, 1.203124761581421, 0.8750002384185791,
    1.374999761581421, 0.875, 2.0416672229766846, 3.2083327770233154, 0.1640625,
    0.38281261920928955, 0.6015623807907104, 0.3828125, 0.8932294249534607, 1.403645634651184,
};
static const vector_tensor places_62_out[] = {
    {1, 4, {5, 3, 2, 3}, places_62_out0},
};
static const vector_attr places_62_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* MaxRoiPool 1 : onnxruntime */
static const double places_63_in0[] = {
    -3.75, 1.75, 3.75, 0.5, 0.5, -1.75, 0.5, -0.25, 1, 0.75, 3.5, -2, -0.5, -3.5, -1.5, 0.5, -1.75,
    1.25, -2, 1.5, -2, -1, 0.25, 3.75, 1.5, -3.75, 2, -0.5, 1.5, 1.5, 2, -0.5, 2, 0, -2, 0, -0.25,
    -3.75, 2.5, 1, 4, 3.75, 1.25, 3.25, -2.75, 3.75, -0.25, -1.25, 2.75, 1, -1.25, 1, -1, -1.5, -1,
    2, 2.5, 2.75, 4, 2, 2.75, 4, -3.75, 3, 0.25, -4, 0.5, 3.25, 2, -3.75, 4, 3, 0.25, -0.5, -2,
    0.5, 3.25, -0.25, -0.75, 0.5, 3, 1.5, -2.5, 3, -2.25, -2.75, 3.25, 3.5, 0.5, 1, -2.75, 4, 1.5,
    -0.5, 2.25, -3.75, 3.25, -0.25, -0.75, -3, 3.25, -1.25, -1, 1, -3, 1.25, -2, 0.75, 3.75, 2.25,
    3.75, -1.25, 1, -3, 4, -3.75, -1.5, 2.75, -2, 2.5, 2.5, 2.25, 2.5, -2, -1.5, 2.75, -1.25,
    -2.75, -3, -2.5, -3.5, 3.75, -1.75, -3, -2.5, 2.5, -1.25, 3.75, 3.75, 3, 0.75, 1.25, -1.5, -2,
    0.25, -1.75, -3.75, 4, 3.5, 3, 0.25, -1, -3, -2.75, -2.75, -0.25, 0.75, 2.75, 3.5, 1, 4, 1.25,
    1, -3.5, -0.5, 0.25, 0.5, -2.75, -3, -1.25, -3.5, 3.25, 1.5, 0.25, 3, -4, 1.5, -2.75, 3, -3.5,
    -1.25, -3.5, -3.5, 1.5, 3.25, -3, -0.5, -1.5, 3.75, -3, 3.5, 0, 0, 2.5, -3.25, -4, 3.75, 2.75,
    0, 3.75, 3.25, 0, -0.5, -2.5, 1.75, 3.5, 1.25, -3.25, -2.75, 1.5, -4, 2, -2.75, -1.5, -4, 1.75,
    1.75, 2.75, 0.75, -3.25, -2.5, -0.5, 0.75, -1.25, -0.25, 1.5, 2, -1, 3.75, 1.75, -1.25, 0.25,
    -4, -0.25, 4, -0.75, -0.25, 2.5, 2.25, 4, 0, -1.5, 0.75, -1, 4, 0.75, -3.5, -3.75, -1.75,
    -3.25, 4, -2.5,
};
static const double places_63_in1[] = {
    0, 0, 0, 6, 5, 1, 1.5, 0.699999988079071, 4.400000095367432, 5.5, 1, -3, -2, 9, 9, 0, 2, 2, 2,
    2, 1, 5, 4, 3, 1,
};
static const vector_tensor places_63_in[] = {
    {1, 4, {2, 3, 6, 7}, places_63_in0},
    {1, 2, {5, 5}, places_63_in1},
};
static const double places_63_out0[] = {
    3.75, 3.75, 1.5, 3.75, 3.75, 4, 4, 4, 4, 4, 3.25, 3.25, 4, 3.5, 3.25, 4, 4, 3.75, 3, 0.25,
    3.75, 0.75, 2.75, 3.5, 3.25, 3, 2.5, 3.5, 3.75, 3.25, 2, 4, 3.75, 0, -1.5, 0.75, 4, 3.75, 3.75,
    1.25, 3.5, 4, 3.5, 3.5, 3.75, 3.75, 3.75, 1.5, 2.75, 4, 2.5, 4, 4, 4, -1.75, -1.75, -1.75,
    -1.75, -1.75, -1.75, 4, 4, 4, 4, 4, 4, 3.25, 3.25, 3.25, 3.25, 3.25, 3.25, 1, 1, 1, 1, 1, 1, 0,
    0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1,
};
static const vector_tensor places_63_out[] = {
    {1, 4, {5, 3, 2, 3}, places_63_out0},
};
static const vector_attr places_63_attr[] = {
    {"pooled_shape", NULL, 2, {2, 3}},
};

/* MaxRoiPool 1 one: onnxruntime */
static const double places_64_in0[] = {
    0, 0, -4, -3.75, 1.5, 2.25, 2.5, -2.75, 2.5, -3.5, 2.75, -3.25, 0, -0.5, -1.25, -0.75, 0.5,
    -0.75, -2.5, -2.5, -0.75, 3.5, 3, 2.75, -1.5, 0.5, 1.25, 3, 1.75, -1.5, -0.75, -2.5, 1.25,
    1.75, -4, 3, 1.25, 2.75, -3.5, 1, 0.25, -3.25, 2.5, 2.75, 0.5, -2, 3.75, -0.75, -0.75, -0.75,
    1.25, 1.75, -0.25, -0.75, 0, 1.25, 2.5, -3, 3.5, -3.25, -3.25, -4, 2.25, -3.75, -2.5, -0.5,
    3.75, -1.75, 2.75, -1.5, 0.25, 2.75, -1.75, -1.75, 2.5, 2.25, -3.75, 3.75, 1.25, 0, -1.75,
    0.75, 1.75, -1.25, -1.25, -4, -1, 2, -3.5, -0.75, -0.75, 0.25, 0.5, -3.25, 1, 4, -3.75, 2.75,
    2.75, -1, -1.75, 0.5, -2.5, 2.25, -4, 1.75, 1.25, 2.25, -2.75, 4, -4, 3.25, 3, 1.5, -0.75, 3.5,
    -3.5, -1.75, 0, -1, 2.75, 1, 2.25, 4, -0.75, 0.5, 0.5, 0, 2, -4, 2.75, 3, -2.25, 1.75, 3, 0.5,
    1, 1.25, 1.75, -0.5, 0.25, -0.25, -3.25, 1.25, 1.75, 1.5, 2.75, 2.75, 0.75, 2.75, 4, -3.5, 4,
    3.5, -3.5, 1.5, 1.5, -2.75, -3.25, -3.25, -3.25, -2.75, 2.75, 2.5, 0, 0.75, 2, -1.25, 2, 1,
    2.75, -1, 1, -4, -0.25, -0.75, 0.25, -1.25, 0.5, 2, 0.5, 2.25, 3.5, -1.75, 3.25, -2.75, 2,
    -0.75, -2.75, -1.5, -1.5, 2.25, 2.5, -4, -1.5, 2.5, 0.25, 3.5, -1.5, -2.5, 1.5, 2.5, -2.75,
    2.75, 1.75, 2, 2, 0.25, 1, -3.25, 3.25, -1.75, 2.75, 2.75, 1.25, -3.5, -2.5, 1, -2.25, 3.5,
    -2.75, -2.25, -2, -0.75, 0, -2, 2.25, -1, 0, 3.75, 4, 3.25, 2.75, 3, 2, -2.75, -1, 1.75, -0.5,
    0.5, 3, 1, 1.5, -1.75, -1.75, 4, -2.75, -1.75, -3.25, -3, -2.75, -1.25,
};
static const double places_64_in1[] = {
    0, 0, 0, 6, 5, 1, 1.5, 0.699999988079071, 4.400000095367432, 5.5, 1, -3, -2, 9, 9, 0, 2, 2, 2,
    2, 1, 5, 4, 3, 1,
};
static const vector_tensor places_64_in[] = {
    {1, 4, {2, 3, 6, 7}, places_64_in0},
    {1, 2, {5, 5}, places_64_in1},
};
static const double places_64_out0[] = {
    3.5, 3.75, 4, 4, 3.25, 3.5, 4, 3.5, 4, 0.5, 3.5, -1.75, -3.25, 2.5, -1.75,
};
static const vector_tensor places_64_out[] = {
    {1, 4, {5, 3, 1, 1}, places_64_out0},
};
static const vector_attr places_64_attr[] = {
    {"pooled_shape", NULL, 2, {1, 1}},
};

/* DeformConv 19 groups, mask: reference */
static const double places_65_in0[] = {
    -0.5, 1.75, 3.25, 1.25, -4, -2, 0.5, 0.5, 2.5, 0.5, -3.25, 2.75, -3, 0.5, -2.75, 3.5, -0.25,
    -2.25, 0.75, -1.5, 3, -2.25, 0.25, 0.5, -1.75, -3.5, -2.25, 0.75, -0.5, 3, -3.25, -3.25, -2.75,
    2, -4, -0.75, -3.75, -3.5, -0.5, 0.25, 2.5, 3, -3.75, 0.75, 0.25, 0, 2.5, -3.75, -1.5, -3.5,
    -3, -4, -2, 2, -0.75, -2.25, 3, 2, 1, 1.5, 3.5, -0.5, 0.75, 2.5, -3.5, -3, 0.75, -3, -0.5,
    -3.75, -0.75, -0.25, -2.75, 2.5, 0.5, -2.5, -1.75, -1.75, -3.5, 0.5, -0.5, 1, 1, -3.5, 2.5, 2,
    3.5, 1, 4, -2.5, -3.25, -1.25, -0.25, -0.25, 3.5, 2, 3, -3, -0.25, -3.75, -2.5, 0, 2.75, 2,
    -0.5, 1.25, 1, 4, -0.5, -3.25, 0.75, -2, 3.75, -4, 2.75, -2.5, 0.5, 1.75, 0, -1,
};
static const double places_65_in1[] = {
    3.75, -3.5, 0.25, 2.5, -2.5, 2.75, -3.75, -3, -1.25, -2.5, -2, 1.5, -1.25, 2.25, -1.75, 4,
};
static const double places_65_in2[] = {
    2.5, -3.75, -2.25, 1.75, -4, -3.5, 2.5, -0.25, -3.25, -3.25, -0.25, 4, 2, 3.5, 1.5, -3.25,
    -2.75, 0, 2, 0.75, -4, -1.75, 0.25, 0, -0.25, -0.25, -1.75, -4, 0.75, 2.25, 3.75, -2.75, 2.5,
    -1.75, -2.75, -2.75, 4, -0.75, -1.75, -3.25, 2.25, 2.75, 1, -1, 0.75, 1.25, 1.75, 2.75, 3,
    0.25, -4, -3.25, 3, 0.5, 2, -3.25, -0.5, -4, 0, -2.75, 2.5, -0.5, -4, 1.5, -3.5, -3.25, -0.75,
    0.25, -0.75, -2, -1.5, -0.25, 3, -3.25, 0.25, 2.25, -3.5, 2.5, 3.5, -1.5, -1, 3, -1.5, 2.5,
    1.75, 1.5, 0.5, 2.25, -2.25, 2.25, -0.75, 2.25, -0.75, 1.75, 0, -0.5, -3.75, 3.5, 3.5, 1.75, 3,
    -1, -0.5, -0.75, -2.75, 0.75, -1.75, -2.75, 1, 3.75, -1.5, -4, 1.5, 2.25, -1.5, -2.75, -2.75,
    1, 0, 4, -1, -0.75, -0.5, 2.75, -1.5, 3.25, 3.25, -1, -0.75, -0.25, -0.25, 1.5, 0.25, 0.5, 1.5,
    -1.75, 0.5, -0.25, 3.25, -2.5, -2.75, 3.25, -3, 0.75, 0, 1, -2.5, -2.25, 1.5, 2, 1.75, 2.25,
    -3, 0.75, 3.75, 0.75, 0.25, 2, -1.25, 4, -2.5, -2.75, -1, -2.25, 3, 1.25, 3, -4, 2.75, 4, -3.5,
    -1, 0.25, -3.25, 2, 3.75, 4, -1.75, 2, 1.75, 3.75, 3.5, 1, -0.75, 2.25, 2.5, 1.5, -2.5, 2.5,
    -3.75, 3.25, 0.25, -1.75, 0.5, -2.5, 2.75, 4, 0.75, 3, -0.75, 3, -0.5, 0.75, 1.5, -3.5, 2.25,
    4, 0.25, 1.75, 1.25, 3, 1.75, -2.25, -1.5, -2, 2.5, 4, 3.75, -0.75, 1, -2, -1.5, 0, -2.5, 1.5,
    2.75, 1, 3, -4, 0.5, 0.5, 3.75, -0.5, -0.75, -4, 3.25, -1.25, 3.25, 0.25, 0.75, 1.5, 2.25, 3,
    -0.5, -2, -0.5, 2.25, 3.5, -0.5, -0.25, -3.5, 0.75, -1.5, -0.5, -2.75, -3.25, 3.5, -2.5, 2.25,
    -0.25, -3, -2.75, 3, 2.75, -4, 0.25, 2.75, 1, 2, 0.5, 1.75, -1.5, -0.5, 1.25, -0.25, -3.75,
    0.25, -3, -3.75, 0.25, 1.25, -2.75, 2.25, 1, -3.25, 3.5, -1.25, -3.25, 0.25, -4, 0, -1.25, 1.5,
    1.25, -3.75, -1.25, 2.5, 1, -2.75, 2.25, -1.25, -0.75, 1, -3.75, 0.75, 2.25, 1.75, 3.25, -4,
    3.5, -0.25, -0.75, 3.5, 2.5, -4, 1.5, -0.75, 3, 3.75, 3.5, 2, -0.75, -3.5, -2.5, -2.5, 1, 0.25,
    -1, -3.75, -2, -2.25, 4, -3.5, 3.75, 0, 1.5, -2.75, -4, -3.75, -3.25, -2.75, -4, -3.5, -3, 4,
    0, -3.5, -2.5, 0.5, 1, -3.25, -1, 3.5, -1.25, -1.5, -3.75, -2, 4, 1, 1.75, -1.25, 1.5, -1.75,
    0.5, -2.75, -1.25, -1.25, 2.5, 0.25, -3.5, 3.25, -1, 2.5, 3.5, 2.5, 2, -1.75, -2.75, 0, 1.5, 3,
    -1.75, 1.5, 1.75, -2.25, 3.25, -1.75, 2, 2, -0.5, 3.25, 3.75, -4, -2, -1.75, 2, 3.25, 1.5,
    -2.5, 0,
};
static const double places_65_in3[] = {
    3, 3.75,
};
static const double places_65_in4[] = {
    -3.5, 2.5, -3.25, -2.25, 0.75, 2.25, -1, 1.75, -1, -2.5, -0.5, -1.25, -3.25, -2, 0.75, -3.25,
    -1.5, -0.75, 2.75, -2.25, -0.5, -2.25, 2.75, -2.5, -3.75, -0.25, -2.25, 1.25, 0.75, 2.75, 3,
    -2, 2.25, -1.75, -3.75, 0.75, -0.25, 4, 0.5, 2.75, -0.75, 1.25, -4, -2.5, 1.5, -0.25, 3, 2.25,
    4, -2.25, -3, -3.75, -2.75, 3.5, 0, 3.25, 0, -3, 2, 1.75, 0.5, 2.75, -1.25, -3.75, 0, 0.25,
    -0.25, -4, -0.75, 2, -0.75, -2.25, 3.25, -3.75, -3, 3.5, 2, -3.5, -2, 2.25, -0.5, 1.75, -1.5,
    -3.5, 0.75, -3.5, 3.5, 0.5, -3.25, 3.75, -1.5, -1.75, 0.25, 2.25, -3.25, 0.5, 1.75, -1.5, 2.75,
    -1.5, 0.25, 2.5, -3.75, 0.75, 0.25, -4, -1.5, 1, 0, 0, -1, 3, 0.25, 4, 3.5, -1.25, 2.75, 0.25,
    3, -3.75, 1.25, -1.25, 2, -3.5, 3.75, 1.75, 4, 2.5, 1, 3, 3.25, -2.5, -2.5, 2, -2.5, 1.25, -2,
    -1, 1.25, -3.5, 3.5, 3.5, 2.75, 1.25, 3, 1.25, 1, -1.25, 0.5, -3.5, 3.25, -4, -1, -4, 0.25, -4,
    3.25, -0.25, 4, 2.5, -3, -3.25, -4, 1.75, 0.5, 1, 3.5, 0.75, -2, 0, -0.75, 2.5, 3.25, 2, -1.25,
    2.5, -0.25, 2, 3, 0.25, 3.5, -0.75, -1.75, -0.5, 1.75, -1, -0.5, -0.75, -2.25, 2.5, -2.5, 0.75,
    -0.5, 1.75, -3, -0.25, 3.25, 2.75, -2.75, 0.5,
};
static const vector_tensor places_65_in[] = {
    {1, 4, {1, 4, 5, 6}, places_65_in0},
    {1, 4, {2, 2, 2, 2}, places_65_in1},
    {1, 4, {1, 16, 5, 5}, places_65_in2},
    {1, 1, {2}, places_65_in3},
    {1, 4, {1, 8, 5, 5}, places_65_in4},
};
static const double places_65_out0[] = {
    -46.53125, 3, -15.8828125, 33.689453125, 26.6328125, 35.849609375, -2.1015625, -13.91015625,
    -1.21484375, 1.93359375, 3.2265625, 4.4296875, -17.05078125, 10.7734375, 4.318359375,
    5.7421875, 17.13671875, -6.015625, -46.763671875, 12.4716796875, -7.83203125, -7.0634765625,
    19.0673828125, 3, -2.4931640625, 4.04296875, -8.96875, -10.203125, 3.75, 3.953125, 7.96875,
    29.62109375, 5.390625, 22.015625, -7.4765625, 16.9921875, 11.984375, 1.8984375, -7.3369140625,
    7.578125, -9.8984375, -1.373046875, 11.5703125, 25.8125, -12.84375, 0.8056640625,
    -49.736328125, -1.27734375, 6.28125, -3.017578125,
};
static const vector_tensor places_65_out[] = {
    {1, 4, {1, 2, 5, 5}, places_65_out0},
};
static const vector_attr places_65_attr[] = {
    {"group", NULL, 0, {2}},
    {"offset_group", NULL, 0, {2}},
    {"pads", NULL, 4, {1, 0, 0, 0}},
};

/* DeformConv 22 strides: reference */
static const double places_66_in0[] = {
    -0.5, 1.75, 3.25, 1.25, -4, -2, 0.5, 0.5, 2.5, 0.5, -3.25, 2.75, -3, 0.5, -2.75, 3.5, -0.25,
    -2.25, 0.75, -1.5, 3, -2.25, 0.25, 0.5, -1.75, -3.5, -2.25, 0.75, -0.5, 3, -3.25, -3.25, -2.75,
    2, -4, -0.75, -3.75, -3.5, -0.5, 0.25, 2.5, 3, -3.75, 0.75, 0.25, 0, 2.5, -3.75, -1.5, -3.5,
    -3, -4, -2, 2, -0.75, -2.25, 3, 2, 1, 1.5, 3.5, -0.5, 0.75, 2.5, -3.5, -3, 0.75, -3, -0.5,
    -3.75, -0.75, -0.25, -2.75, 2.5, 0.5, -2.5, -1.75, -1.75, -3.5, 0.5, -0.5, 1, 1, -3.5, 2.5, 2,
    3.5, 1, 4, -2.5, -3.25, -1.25, -0.25, -0.25, 3.5, 2, 3, -3, -0.25, -3.75, -2.5, 0, 2.75, 2,
    -0.5, 1.25, 1, 4, -0.5, -3.25, 0.75, -2, 3.75, -4, 2.75, -2.5, 0.5, 1.75, 0, -1,
};
static const double places_66_in1[] = {
    4, 1.25, -2, 3, -3.5, -3.5, -2.5, 3.5, -1.75, 3.25, 3.25, 1.5, 2.75, -2.5, 3.25, -3.75, -3.75,
    -2, 3.5, -3.25, -0.75, 2.75, 3, -0.5, 0.75, 0.5, -1.75, 2.75, 2.5, 2.25, 3.25, 1.25, -2.5,
    -1.75, -2.75, 0.25, 2.25, 3.5, -3, 0.5, 3, -3.5, 4, 1.25, 0.75, -1.5, -0.25, 2, -2, 1.5, 3.75,
    -2.25, 0.25, 1.25, 3.75, -0.5, 3.25, -2.5, -1.75, 3, 3.25, 1.75, 2.75, -0.5, -0.5, 0.25, 3.75,
    -2.25, 3, -2.75, -2.5, -3.25,
};
static const double places_66_in2[] = {
    2.25, 3, 3, 3.75, -0.25, 0.25, -2, -2.25, -0.75, -0.25, -1.5, -3, -2.25, -1, -3.5, -2.75,
    -1.75, 0, -1.25, 1.25, 4, -1, 3.75, -3.5, -0.25, 4, -3.5, 0, -0.75, -4, 0.25, -1.75, 2.25,
    0.75, 3.25, -4, -1.75, 1.5, -2.25, -1, -0.25, 1.5, -4, 3, -3, 1.25, -1, -0.25,
};
static const vector_tensor places_66_in[] = {
    {1, 4, {1, 4, 5, 6}, places_66_in0},
    {1, 4, {3, 4, 2, 3}, places_66_in1},
    {1, 4, {1, 12, 2, 2}, places_66_in2},
};
static const double places_66_out0[] = {
    -9.33203125, 15.140625, -22.734375, -17.28125, -6.5546875, 9.8671875, 2.421875, 2.6171875,
    -8.046875, -20.8125, 18.1796875, -5.8671875,
};
static const vector_tensor places_66_out[] = {
    {1, 4, {1, 3, 2, 2}, places_66_out0},
};
static const vector_attr places_66_attr[] = {
    {"strides", NULL, 2, {2, 2}},
    {"dilations", NULL, 2, {2, 2}},
    {"pads", NULL, 4, {0, 0, 1, 1}},
};

static const vector_case places_vectors[] = {
    {"AffineGrid", "2-D align 0", 20, 1, 2, 1, places_0_attr,
     places_0_in, places_0_out},
    {"AffineGrid", "3-D align 0", 20, 1, 2, 1, places_1_attr,
     places_1_in, places_1_out},
    {"AffineGrid", "2-D align 1", 20, 1, 2, 1, places_2_attr,
     places_2_in, places_2_out},
    {"AffineGrid", "3-D align 1", 20, 1, 2, 1, places_3_attr,
     places_3_in, places_3_out},
    {"GridSample", "bilinear zeros", 16, 3, 2, 1, places_4_attr,
     places_4_in, places_4_out},
    {"GridSample", "bilinear border", 16, 3, 2, 1, places_5_attr,
     places_5_in, places_5_out},
    {"GridSample", "bilinear reflection", 16, 3, 2, 1, places_6_attr,
     places_6_in, places_6_out},
    {"GridSample", "nearest zeros", 16, 3, 2, 1, places_7_attr,
     places_7_in, places_7_out},
    {"GridSample", "nearest border", 16, 3, 2, 1, places_8_attr,
     places_8_in, places_8_out},
    {"GridSample", "nearest reflection", 16, 3, 2, 1, places_9_attr,
     places_9_in, places_9_out},
    {"GridSample", "bicubic zeros", 16, 3, 2, 1, places_10_attr,
     places_10_in, places_10_out},
    {"GridSample", "linear zeros", 22, 3, 2, 1, places_11_attr,
     places_11_in, places_11_out},
    {"GridSample", "3-D linear zeros", 22, 3, 2, 1, places_12_attr,
     places_12_in, places_12_out},
    {"GridSample", "linear border", 22, 3, 2, 1, places_13_attr,
     places_13_in, places_13_out},
    {"GridSample", "3-D linear border", 22, 3, 2, 1, places_14_attr,
     places_14_in, places_14_out},
    {"GridSample", "linear reflection", 22, 3, 2, 1, places_15_attr,
     places_15_in, places_15_out},
    {"GridSample", "3-D linear reflection", 22, 3, 2, 1, places_16_attr,
     places_16_in, places_16_out},
    {"GridSample", "nearest zeros", 22, 3, 2, 1, places_17_attr,
     places_17_in, places_17_out},
    {"GridSample", "3-D nearest zeros", 22, 3, 2, 1, places_18_attr,
     places_18_in, places_18_out},
    {"GridSample", "nearest border", 22, 3, 2, 1, places_19_attr,
     places_19_in, places_19_out},
    {"GridSample", "3-D nearest border", 22, 3, 2, 1, places_20_attr,
     places_20_in, places_20_out},
    {"GridSample", "nearest reflection", 22, 3, 2, 1, places_21_attr,
     places_21_in, places_21_out},
    {"GridSample", "3-D nearest reflection", 22, 3, 2, 1, places_22_attr,
     places_22_in, places_22_out},
    {"GridSample", "cubic zeros", 22, 3, 2, 1, places_23_attr,
     places_23_in, places_23_out},
    {"GridSample", "cubic border", 22, 3, 2, 1, places_24_attr,
     places_24_in, places_24_out},
    {"GridSample", "cubic reflection", 22, 3, 2, 1, places_25_attr,
     places_25_in, places_25_out},
    {"CenterCropPad", "uint8", 18, 0, 2, 1, places_26_attr,
     places_26_in, places_26_out},
    {"CenterCropPad", "uint8 axes", 18, 1, 2, 1, places_27_attr,
     places_27_in, places_27_out},
    {"CenterCropPad", "int16", 18, 0, 2, 1, places_28_attr,
     places_28_in, places_28_out},
    {"CenterCropPad", "int16 axes", 18, 1, 2, 1, places_29_attr,
     places_29_in, places_29_out},
    {"CenterCropPad", "int64", 18, 0, 2, 1, places_30_attr,
     places_30_in, places_30_out},
    {"CenterCropPad", "int64 axes", 18, 1, 2, 1, places_31_attr,
     places_31_in, places_31_out},
    {"CenterCropPad", "float32", 18, 0, 2, 1, places_32_attr,
     places_32_in, places_32_out},
    {"CenterCropPad", "float32 axes", 18, 1, 2, 1, places_33_attr,
     places_33_in, places_33_out},
    {"CenterCropPad", "float64", 18, 0, 2, 1, places_34_attr,
     places_34_in, places_34_out},
    {"CenterCropPad", "float64 axes", 18, 1, 2, 1, places_35_attr,
     places_35_in, places_35_out},
    {"CenterCropPad", "float16", 18, 0, 2, 1, places_36_attr,
     places_36_in, places_36_out},
    {"CenterCropPad", "float16 axes", 18, 1, 2, 1, places_37_attr,
     places_37_in, places_37_out},
    {"CenterCropPad", "bfloat16", 18, 0, 2, 1, places_38_attr,
     places_38_in, places_38_out},
    {"CenterCropPad", "bfloat16 axes", 18, 1, 2, 1, places_39_attr,
     places_39_in, places_39_out},
    {"CenterCropPad", "bool", 18, 0, 2, 1, places_40_attr,
     places_40_in, places_40_out},
    {"CenterCropPad", "bool axes", 18, 1, 2, 1, places_41_attr,
     places_41_in, places_41_out},
    {"Col2Im", "uint8", 18, 0, 3, 1, places_42_attr,
     places_42_in, places_42_out},
    {"Col2Im", "int32", 18, 0, 3, 1, places_43_attr,
     places_43_in, places_43_out},
    {"Col2Im", "uint64", 18, 0, 3, 1, places_44_attr,
     places_44_in, places_44_out},
    {"Col2Im", "float32", 18, 0, 3, 1, places_45_attr,
     places_45_in, places_45_out},
    {"Col2Im", "float64", 18, 0, 3, 1, places_46_attr,
     places_46_in, places_46_out},
    {"Col2Im", "float16", 18, 0, 3, 1, places_47_attr,
     places_47_in, places_47_out},
    {"Col2Im", "bool", 18, 0, 3, 1, places_48_attr,
     places_48_in, places_48_out},
    {"Col2Im", "all", 18, 3, 3, 1, places_49_attr,
     places_49_in, places_49_out},
    {"Col2Im", "3-D", 18, 1, 3, 1, places_50_attr,
     places_50_in, places_50_out},
    {"RoiAlign", "avg 0", 16, 5, 3, 1, places_51_attr,
     places_51_in, places_51_out},
    {"RoiAlign", "avg 2", 16, 5, 3, 1, places_52_attr,
     places_52_in, places_52_out},
    {"RoiAlign", "max 0", 16, 5, 3, 1, places_53_attr,
     places_53_in, places_53_out},
    {"RoiAlign", "max 2", 16, 5, 3, 1, places_54_attr,
     places_54_in, places_54_out},
    {"RoiAlign", "avg 0", 16, 5, 3, 1, places_55_attr,
     places_55_in, places_55_out},
    {"RoiAlign", "avg 2", 16, 5, 3, 1, places_56_attr,
     places_56_in, places_56_out},
    {"RoiAlign", "max 0", 16, 5, 3, 1, places_57_attr,
     places_57_in, places_57_out},
    {"RoiAlign", "max 2", 16, 5, 3, 1, places_58_attr,
     places_58_in, places_58_out},
    {"RoiAlign", "avg 0", 10, 4, 3, 1, places_59_attr,
     places_59_in, places_59_out},
    {"RoiAlign", "avg 2", 10, 4, 3, 1, places_60_attr,
     places_60_in, places_60_out},
    {"RoiAlign", "max 0", 10, 4, 3, 1, places_61_attr,
     places_61_in, places_61_out},
    {"RoiAlign", "max 2", 10, 4, 3, 1, places_62_attr,
     places_62_in, places_62_out},
    {"MaxRoiPool", "", 1, 1, 2, 1, places_63_attr,
     places_63_in, places_63_out},
    {"MaxRoiPool", "one", 1, 1, 2, 1, places_64_attr,
     places_64_in, places_64_out},
    {"DeformConv", "groups, mask", 19, 3, 5, 1, places_65_attr,
     places_65_in, places_65_out},
    {"DeformConv", "strides", 22, 3, 3, 1, places_66_attr,
     places_66_in, places_66_out},
};

#endif
