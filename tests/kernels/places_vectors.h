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

/* GridSample 16 bicubic border: onnxruntime */
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
    3.5398318767547607, -2.823523998260498, 0.182902529835701, -3.0911507606506348,
    3.1218690872192383, 2.4078216552734375, 1.6400740146636963, -2.874025344848633,
    3.1218690872192383, 1.8537139892578125, 3.6765389442443848, -0.46028515696525574,
    1.3402022123336792, -0.8931099772453308, 0.4757955074310303, 0.07426595687866211,
    3.34956955909729, -3.75, 0.4757955074310303, 2.7490997314453125,
};
static const vector_tensor places_11_out[] = {
    {1, 4, {1, 2, 2, 5}, places_11_out0},
};
static const vector_attr places_11_attr[] = {
    {"mode", "bicubic", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 16 bicubic reflection: onnxruntime */
static const double places_12_in0[] = {
    -3.25, -2.75, 3.25, 0.5, -4, -3.5, -0.75, 1.25, -3.75, -3.75, 2, 0.5, 3.25, -2.25, 3.5, -3.75,
    1.25, 0, -2, -1.5, 2.5, -3.75, -1, 2.25,
};
static const double places_12_in1[] = {
    -0.25, -1.375, -0.875, -0.3125, 0.25, -1.3125, -0.625, -0.375, -0.625, 0.1875, 1.4375, 0,
    0.625, -0.4375, 1.25, 0.0625, 0.4375, 0.625, 0.875, 0.5,
};
static const vector_tensor places_12_in[] = {
    {1, 4, {1, 2, 3, 4}, places_12_in0},
    {1, 4, {1, 2, 5, 2}, places_12_in1},
};
static const double places_12_out0[] = {
    -2.348276376724243, -3.8069605827331543, 1.963918685913086, -3.8312768936157227,
    -4.135769367218018, 0.32390403747558594, 1.400627851486206, 0.9203630685806274,
    1.4003980159759521, 0.9395275115966797, -1.3123576641082764, 1.6416305303573608,
    2.4055817127227783, 0.6544126272201538, 0.6150568127632141, -2.029918670654297,
    -1.0544706583023071, -1.5884982347488403, -1.0676405429840088, 0.7368879318237305,
};
static const vector_tensor places_12_out[] = {
    {1, 4, {1, 2, 2, 5}, places_12_out0},
};
static const vector_attr places_12_attr[] = {
    {"mode", "bicubic", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 linear zeros: reference */
static const double places_13_in0[] = {
    2.5, -1.25, 0, -2.5, -2, 0.5, -2.25, 0.5, 2.25, 0.75, 1.75, -4, 0.5, 0.25, 2.25, 0.75, 1, -3,
    -2.75, -3.75, 1.25, -0.25, 2.5, 1,
};
static const double places_13_in1[] = {
    -0.875, -0.8125, 1.375, 0.5, -0.8125, -0.25, -0.5625, 0.875, -1.4375, -0.625, -0.4375, -1.125,
    1.125, -0.5, -0.5, 0.5625, -0.625, -0.5625, -0.125, 1,
};
static const vector_tensor places_13_in[] = {
    {1, 4, {1, 2, 3, 4}, places_13_in0},
    {1, 4, {1, 2, 5, 2}, places_13_in1},
};
static const double places_13_out0[] = {
    1.46484375, 0, -0.2734375, 1.16015625, 0, 0.048828125, -0.4375, 1.1484375, 1.103515625, 0.5,
    0.29296875, 0, 0.7109375, 0.47265625, 0, 0.107421875, -0.09375, 0.265625, 0.369140625, 0.21875,
};
static const vector_tensor places_13_out[] = {
    {1, 4, {1, 2, 2, 5}, places_13_out0},
};
static const vector_attr places_13_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D linear zeros: reference */
static const double places_14_in0[] = {
    3, 2.5, 4, 3.25, 0.5, -4, 2.5, -1.25, -3.25, -3.5, 3.25, -3.25, -3, 2.5, 2.25, 1.5, -2.5,
    -2.25, -4, -4, 2.5, 1, 0.75, -0.25,
};
static const double places_14_in1[] = {
    0.375, -1.4375, -1.3125, 0.875, -1.1875, -0.5, 0.625, -0.6875, -1.3125, 0.25, -1.3125, -1.25,
};
static const vector_tensor places_14_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_14_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_14_in1},
};
static const double places_14_out0[] = {
    1.876190185546875, 2.3994140625, 2.3565673828125, 2.29345703125,
};
static const vector_tensor places_14_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_14_out0},
};
static const vector_attr places_14_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 linear border: reference */
static const double places_15_in0[] = {
    1.5, 0.75, 4, 2, 2.25, 2.25, 3.25, -3, 0.25, 3, -1.75, 2, 2.25, -3.25, 1.5, -0.75, 2.5, -1.75,
    4, 1.75, -2.25, 4, 3, -0.75,
};
static const double places_15_in1[] = {
    -1.25, 0.6875, 1.25, 0.8125, 0.1875, 1, -0.9375, -0.1875, -0.375, 0.3125, 0.25, 1.3125,
    -0.4375, -0.25, 0.625, 0, 1.3125, -0.5, -1.1875, 0.5,
};
static const vector_tensor places_15_in[] = {
    {11, 4, {1, 2, 3, 4}, places_15_in0},
    {11, 4, {1, 2, 5, 2}, places_15_in1},
};
static const double places_15_out0[] = {
    0.25, 2, -1.15625, 2.0390625, 2.279296875, -1.75, 1.79296875, -1.4375, 0.75, 0.75, -2.25,
    -0.75, 3.125, 2.4296875, 0.77734375, 3, -0.54296875, 2.3125, -0.125, -1.0625,
};
static const vector_tensor places_15_out[] = {
    {11, 4, {1, 2, 2, 5}, places_15_out0},
};
static const vector_attr places_15_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D linear border: reference */
static const double places_16_in0[] = {
    -2.75, 1.5, 1.75, 3, -1.25, -1.25, -2.25, 3, 0, 1, 2.25, 0.5, 3.75, 1, -2.5, -3, 4, -2.5, 0.25,
    1, -1.75, 3.25, 1, -3.5,
};
static const double places_16_in1[] = {
    -0.6875, -0.5, 1.375, -0.0625, -0.75, 1.0625, -1, -1, -1.0625, 0.6875, 0.625, -0.5625,
};
static const vector_tensor places_16_in[] = {
    {11, 5, {1, 1, 2, 3, 4}, places_16_in0},
    {11, 5, {1, 2, 2, 1, 3}, places_16_in1},
};
static const double places_16_out0[] = {
    1.70703125, -0.662109375, -2.75, 0.665679931640625,
};
static const vector_tensor places_16_out[] = {
    {11, 5, {1, 1, 2, 2, 1}, places_16_out0},
};
static const vector_attr places_16_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 linear reflection: reference */
static const double places_17_in0[] = {
    1.5, 2, -2.5, 2.75, -4, 0.25, 0.75, 2.5, -3, 3.5, -2.75, -3.75, 0.75, -4, 1.5, -3, 3, 1.5,
    0.25, -2.75, 3.5, -4, 4, 1.25,
};
static const double places_17_in1[] = {
    -1.1875, 0.25, -0.4375, 1.3125, 1.25, 0.5625, 0.125, 0.875, -0.1875, 1.0625, 0.9375, 0, 0.25,
    0.125, -1.375, 1.1875, 0.9375, -1.3125, -0.5, 0.625,
};
static const vector_tensor places_17_in[] = {
    {1, 4, {1, 2, 3, 4}, places_17_in0},
    {1, 4, {1, 2, 5, 2}, places_17_in1},
};
static const double places_17_out0[] = {
    -3.625, 1.0625, -2.7734375, -1.1875, 2.71875, 2.5, 0.09375, -1.375, 2.75, 0.1171875, 3.1875,
    -1.1875, 0.625, 2, -3, -2.75, 0.953125, 1.625, -3, -0.09375,
};
static const vector_tensor places_17_out[] = {
    {1, 4, {1, 2, 2, 5}, places_17_out0},
};
static const vector_attr places_17_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D linear reflection: reference */
static const double places_18_in0[] = {
    -3.75, 1, 2.75, 1.25, -1.75, -4, -0.75, 0.75, -4, -0.25, 4, 0, 2, -0.5, 1.5, 4, -1.25, 0.5,
    3.25, -2.5, 1.5, 3.75, -1.5, -3.75,
};
static const double places_18_in1[] = {
    -0.625, -0.875, -1.1875, -0.875, -0.3125, 0.5625, -1.0625, 0.125, -0.25, 0.625, -1.375,
    -0.4375,
};
static const vector_tensor places_18_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_18_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_18_in1},
};
static const double places_18_out0[] = {
    -1.15093994140625, -0.643402099609375, -1.633544921875, 1.44866943359375,
};
static const vector_tensor places_18_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_18_out0},
};
static const vector_attr places_18_attr[] = {
    {"mode", "linear", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 nearest zeros: reference */
static const double places_19_in0[] = {
    -3.5, -3.5, 0.5, 2, -1.5, -1.75, 0.5, -3.75, 1, -2.5, 1.5, -3.25, -3.5, -3.25, 0.75, 1.75, 1,
    -3.25, -2.75, 1, 1.5, 3, -0.25, -3.75,
};
static const double places_19_in1[] = {
    1.0625, -0.625, -0.8125, 0.875, 1.1875, 0.5, 0.4375, -0.9375, -0.25, 0.75, -1.1875, -0.625,
    1.125, 0.3125, 0.9375, -0.3125, 0.6875, -0.0625, 1, 0.375,
};
static const vector_tensor places_19_in[] = {
    {1, 4, {1, 2, 3, 4}, places_19_in0},
    {1, 4, {1, 2, 5, 2}, places_19_in1},
};
static const double places_19_out0[] = {
    0, 1, 0, 0.5, -2.5, 0, 0, -3.75, -3.75, 0, 0, 1.5, 0, 0.75, 3, 0, 0, 1, 1, 0,
};
static const vector_tensor places_19_out[] = {
    {1, 4, {1, 2, 2, 5}, places_19_out0},
};
static const vector_attr places_19_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D nearest zeros: reference */
static const double places_20_in0[] = {
    -1.5, 2, -2.5, -0.75, -1, -4, 1, 3, -1, -2.25, -1.5, 1.75, -0.75, 3, -2, -1, -3.75, -3, 0.25,
    -0.75, 0.25, -2.75, -1.5, -2.5,
};
static const double places_20_in1[] = {
    -0.875, -0.375, -1.4375, 1, -0.5625, -0.4375, 0, 0, -1.0625, -0.4375, 1.4375, 0.75,
};
static const vector_tensor places_20_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_20_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_20_in1},
};
static const double places_20_out0[] = {
    -1, -0.75, 1, -2.75,
};
static const vector_tensor places_20_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_20_out0},
};
static const vector_attr places_20_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 nearest border: reference */
static const double places_21_in0[] = {
    -1.5, 0.75, 3.25, 4, 0, -3.75, -3, -1.25, -2.5, 1.5, 3.5, -0.5, -3.25, 3.75, 0.25, -3.25, 2.75,
    2, -0.5, 0.25, 1.75, -3, 3.25, -1.25,
};
static const double places_21_in1[] = {
    -0.375, 1.3125, -1.0625, 1.0625, 1.125, -0.875, -1.375, 0.0625, 0.375, -0.0625, 0.5, -1.375,
    -0.125, 1.5, -0.0625, -1.0625, -1.375, -1.375, -0.5, 1.3125,
};
static const vector_tensor places_21_in[] = {
    {11, 4, {1, 2, 3, 4}, places_21_in0},
    {11, 4, {1, 2, 5, 2}, places_21_in1},
};
static const double places_21_out0[] = {
    1.5, -2.5, 4, 0, -3, 3.25, 1.5, 0.75, -1.5, -2.5, -3, 1.75, -3.25, 2.75, -0.5, 0.25, -3, 3.75,
    -3.25, 1.75,
};
static const vector_tensor places_21_out[] = {
    {11, 4, {1, 2, 2, 5}, places_21_out0},
};
static const vector_attr places_21_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D nearest border: reference */
static const double places_22_in0[] = {
    0.25, -1.5, 1.25, -1, -3, 3.5, 1.25, -3.25, 2, -1.75, -3, 3.25, 0.25, -2, 4, -0.75, -1, -3.75,
    -2.75, 2.25, -3.25, -1.75, -2.25, -0.75,
};
static const double places_22_in1[] = {
    0.125, -0.75, 1.0625, 0.9375, 0.0625, -0.5, -0.8125, 0.5625, 1.375, 0.8125, -0.9375, 1.3125,
};
static const vector_tensor places_22_in[] = {
    {11, 5, {1, 1, 2, 3, 4}, places_22_in0},
    {11, 5, {1, 2, 2, 1, 3}, places_22_in1},
};
static const double places_22_out0[] = {
    4, -3.25, -3.25, -0.75,
};
static const vector_tensor places_22_out[] = {
    {11, 5, {1, 1, 2, 2, 1}, places_22_out0},
};
static const vector_attr places_22_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 nearest reflection: reference */
static const double places_23_in0[] = {
    3.75, 0, 3.5, 1.5, -3, 3, -2.25, 2.25, -2, -1.75, -2.25, -0.5, -2.5, -1.5, 3.5, 2.25, -1.5, -2,
    2.75, -0.25, 3, 2, 0.75, -0.5,
};
static const double places_23_in1[] = {
    -1.375, -1.3125, -0.3125, -1.4375, -1.5, -1, 0.625, -0.4375, -0.6875, -0.75, -1.0625, -0.5,
    -1.1875, -0.8125, 1.0625, 1.375, 0.4375, -0.75, -1.25, 0.375,
};
static const vector_tensor places_23_in[] = {
    {1, 4, {1, 2, 3, 4}, places_23_in0},
    {1, 4, {1, 2, 5, 2}, places_23_in1},
};
static const double places_23_out0[] = {
    3.75, 0, 0, 1.5, 3.75, 3.75, 3.75, -0.5, 3.5, -2, -2.5, -1.5, -1.5, 2.25, -2.5, -2.5, -2.5,
    -0.5, 3.5, 3,
};
static const vector_tensor places_23_out[] = {
    {1, 4, {1, 2, 2, 5}, places_23_out0},
};
static const vector_attr places_23_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 3-D nearest reflection: reference */
static const double places_24_in0[] = {
    1.25, 1.75, 4, 1.5, 1.25, -3, 3.25, -2.75, -0.75, -3.25, 0.25, -1.5, -3, -4, 1.75, 0, -2.75,
    -1.25, 1, -3.25, -3.75, 2.75, -2.75, -3.5,
};
static const double places_24_in1[] = {
    -0.6875, 0.625, -1, 0.3125, 0.1875, -0.625, 0.4375, -0.375, -1.4375, 0.25, -0.4375, -0.125,
};
static const vector_tensor places_24_in[] = {
    {1, 5, {1, 1, 2, 3, 4}, places_24_in0},
    {1, 5, {1, 2, 2, 1, 3}, places_24_in1},
};
static const double places_24_out0[] = {
    -0.75, 3.25, 3.25, 3.25,
};
static const vector_tensor places_24_out[] = {
    {1, 5, {1, 1, 2, 2, 1}, places_24_out0},
};
static const vector_attr places_24_attr[] = {
    {"mode", "nearest", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {1}},
};

/* GridSample 22 cubic zeros: reference */
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
    -1.454505205154419, 0.8000040054321289, -1.6953952312469482, 0, 0, -4.1434149742126465,
    -0.08051633834838867, -2.3770036697387695, 0.056691963225603104, -0.006051063537597656,
    0.10373389720916748, -0.2879335284233093, 2.9395415782928467, 0, 0, -2.9788265228271484,
    -0.030632972717285156, -0.18147611618041992, 0.6002959609031677, 0.029933452606201172,
};
static const vector_tensor places_25_out[] = {
    {1, 4, {1, 2, 2, 5}, places_25_out0},
};
static const vector_attr places_25_attr[] = {
    {"mode", "cubic", 0, {0}},
    {"padding_mode", "zeros", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 cubic border: onnxruntime */
static const double places_26_in0[] = {
    2.5, -3.25, -2.25, -3.25, -3.75, 3.5, -3, 0.25, 0.75, 2.25, -1, 1.5, 3.25, 4, -3.75, -1.5,
    -1.75, 1.75, -3.25, 2, 0.75, -4, -0.75, 1.5,
};
static const double places_26_in1[] = {
    -1.0625, -0.25, 1.25, -0.0625, 0.5, 0.5625, 0.125, 0.875, 0.4375, -0.1875, 0.1875, 1.0625,
    0.4375, 1, -0.3125, 1.4375, -0.6875, 0.375, 0.6875, 0.3125,
};
static const vector_tensor places_26_in[] = {
    {1, 4, {1, 2, 3, 4}, places_26_in0},
    {1, 4, {1, 2, 5, 2}, places_26_in1},
};
static const double places_26_out0[] = {
    -2.2029366493225098, -0.08990669250488281, -0.3020956516265869, -0.3482522964477539,
    -2.75935959815979, -0.7028102874755859, -0.2605400085449219, 2.3265380859375,
    -1.1102980375289917, 0.7723234295845032, -0.4480368494987488, 1.7611503601074219,
    0.4776548743247986, -1.8178181648254395, -2.6488687992095947, -1.169817566871643,
    0.6358451843261719, -3.736938238143921, -0.8301264047622681, 1.6717296838760376,
};
static const vector_tensor places_26_out[] = {
    {1, 4, {1, 2, 2, 5}, places_26_out0},
};
static const vector_attr places_26_attr[] = {
    {"mode", "cubic", 0, {0}},
    {"padding_mode", "border", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* GridSample 22 cubic reflection: reference */
static const double places_27_in0[] = {
    3.5, -3.25, -1.5, 2.5, 3.25, -1.5, -2.5, -2.5, -3.75, -3, -3, -3.5, -0.5, 1.75, -1, -2.75, 0,
    2.5, -3, 0.25, -3.5, -3.75, -3.5, -0.25,
};
static const double places_27_in1[] = {
    1.25, -1.0625, -0.8125, -0.375, 0.1875, -1, 0.4375, -1.4375, 0.4375, -0.8125, -1.1875, 0,
    1.3125, 0.8125, -0.3125, 0, 0.0625, 1.0625, 0.75, -0.8125,
};
static const vector_tensor places_27_in[] = {
    {1, 4, {1, 2, 3, 4}, places_27_in0},
    {1, 4, {1, 2, 5, 2}, places_27_in1},
};
static const double places_27_out0[] = {
    3.404541015625, 4.477421283721924, -1.9632415771484375, -0.22403208911418915,
    0.48531579971313477, 3.6396484375, -3.5679168701171875, -0.931884765625, -2.9757490158081055,
    3.140869140625, -3.292724609375, -0.21407264471054077, -0.17603302001953125,
    -2.0016183853149414, -1.868605375289917, -0.205078125, -0.6435659527778625, 2.633544921875,
    -4.461716651916504, -3.134521484375,
};
static const vector_tensor places_27_out[] = {
    {1, 4, {1, 2, 2, 5}, places_27_out0},
};
static const vector_attr places_27_attr[] = {
    {"mode", "cubic", 0, {0}},
    {"padding_mode", "reflection", 0, {0}},
    {"align_corners", NULL, 0, {0}},
};

/* CenterCropPad 18 uint8: reference */
static const double places_28_in0[] = {
    46, 27, 80, 55, 92, 91, 91, 57, 35, 94, 55, 66, 77, 75, 83, 81, 96, 34, 72, 54, 0, 35, 36, 82,
    38, 82, 30, 60, 29, 56, 5, 26, 59, 38, 91, 24, 16, 65, 89, 11, 22, 19, 37, 68, 85, 50, 69, 61,
    41, 6, 7, 38, 49, 98, 58, 46, 59, 77, 53, 28,
};
static const double places_28_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_28_in[] = {
    {2, 3, {3, 4, 5}, places_28_in0},
    {7, 1, {3}, places_28_in1},
};
static const double places_28_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 46, 27, 80, 55, 91, 91, 57, 35, 55, 66, 77, 75, 0, 35, 36,
    82, 82, 30, 60, 29, 5, 26, 59, 38, 22, 19, 37, 68, 50, 69, 61, 41, 7, 38, 49, 98, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_28_out[] = {
    {2, 3, {5, 3, 4}, places_28_out0},
};
static const vector_attr places_28_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 uint8 axes: reference */
static const double places_29_in0[] = {
    46, 27, 80, 55, 92, 91, 91, 57, 35, 94, 55, 66, 77, 75, 83, 81, 96, 34, 72, 54, 0, 35, 36, 82,
    38, 82, 30, 60, 29, 56, 5, 26, 59, 38, 91, 24, 16, 65, 89, 11, 22, 19, 37, 68, 85, 50, 69, 61,
    41, 6, 7, 38, 49, 98, 58, 46, 59, 77, 53, 28,
};
static const double places_29_in1[] = {
    6, 2,
};
static const vector_tensor places_29_in[] = {
    {2, 3, {3, 4, 5}, places_29_in0},
    {6, 1, {2}, places_29_in1},
};
static const double places_29_out0[] = {
    46, 27, 80, 55, 92, 0, 91, 91, 57, 35, 94, 0, 55, 66, 77, 75, 83, 0, 81, 96, 34, 72, 54, 0, 0,
    35, 36, 82, 38, 0, 82, 30, 60, 29, 56, 0, 5, 26, 59, 38, 91, 0, 24, 16, 65, 89, 11, 0,
};
static const vector_tensor places_29_out[] = {
    {2, 3, {2, 4, 6}, places_29_out0},
};
static const vector_attr places_29_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 int16: reference */
static const double places_30_in0[] = {
    77, 85, 12, 35, 44, 23, 86, 2, 14, 4, 96, 37, 69, 89, 82, 21, 90, 41, 55, 86, 78, 94, 37, 75,
    11, 32, 79, 62, 67, 20, 67, 60, 38, 55, 88, 80, 95, 40, 42, 41, 70, 35, 72, 88, 35, 89, 68, 19,
    41, 85, 68, 23, 12, 69, 82, 50, 36, 93, 46, 18,
};
static const double places_30_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_30_in[] = {
    {5, 3, {3, 4, 5}, places_30_in0},
    {7, 1, {3}, places_30_in1},
};
static const double places_30_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 77, 85, 12, 35, 23, 86, 2, 14, 96, 37, 69, 89, 78, 94, 37,
    75, 32, 79, 62, 67, 67, 60, 38, 55, 70, 35, 72, 88, 89, 68, 19, 41, 68, 23, 12, 69, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_30_out[] = {
    {5, 3, {5, 3, 4}, places_30_out0},
};
static const vector_attr places_30_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 int16 axes: reference */
static const double places_31_in0[] = {
    77, 85, 12, 35, 44, 23, 86, 2, 14, 4, 96, 37, 69, 89, 82, 21, 90, 41, 55, 86, 78, 94, 37, 75,
    11, 32, 79, 62, 67, 20, 67, 60, 38, 55, 88, 80, 95, 40, 42, 41, 70, 35, 72, 88, 35, 89, 68, 19,
    41, 85, 68, 23, 12, 69, 82, 50, 36, 93, 46, 18,
};
static const double places_31_in1[] = {
    6, 2,
};
static const vector_tensor places_31_in[] = {
    {5, 3, {3, 4, 5}, places_31_in0},
    {6, 1, {2}, places_31_in1},
};
static const double places_31_out0[] = {
    77, 85, 12, 35, 44, 0, 23, 86, 2, 14, 4, 0, 96, 37, 69, 89, 82, 0, 21, 90, 41, 55, 86, 0, 78,
    94, 37, 75, 11, 0, 32, 79, 62, 67, 20, 0, 67, 60, 38, 55, 88, 0, 80, 95, 40, 42, 41, 0,
};
static const vector_tensor places_31_out[] = {
    {5, 3, {2, 4, 6}, places_31_out0},
};
static const vector_attr places_31_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 int64: reference */
static const double places_32_in0[] = {
    60, 8, 55, 84, 54, 29, 62, 26, 60, 39, 81, 30, 37, 67, 46, 59, 36, 92, 73, 77, 85, 91, 87, 73,
    69, 11, 81, 4, 95, 4, 11, 27, 43, 37, 95, 24, 96, 6, 13, 2, 18, 11, 59, 51, 92, 9, 89, 51, 46,
    90, 68, 78, 57, 42, 45, 74, 30, 9, 48, 92,
};
static const double places_32_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_32_in[] = {
    {7, 3, {3, 4, 5}, places_32_in0},
    {7, 1, {3}, places_32_in1},
};
static const double places_32_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 8, 55, 84, 29, 62, 26, 60, 81, 30, 37, 67, 85, 91, 87,
    73, 11, 81, 4, 95, 11, 27, 43, 37, 18, 11, 59, 51, 9, 89, 51, 46, 68, 78, 57, 42, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_32_out[] = {
    {7, 3, {5, 3, 4}, places_32_out0},
};
static const vector_attr places_32_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 int64 axes: reference */
static const double places_33_in0[] = {
    60, 8, 55, 84, 54, 29, 62, 26, 60, 39, 81, 30, 37, 67, 46, 59, 36, 92, 73, 77, 85, 91, 87, 73,
    69, 11, 81, 4, 95, 4, 11, 27, 43, 37, 95, 24, 96, 6, 13, 2, 18, 11, 59, 51, 92, 9, 89, 51, 46,
    90, 68, 78, 57, 42, 45, 74, 30, 9, 48, 92,
};
static const double places_33_in1[] = {
    6, 2,
};
static const vector_tensor places_33_in[] = {
    {7, 3, {3, 4, 5}, places_33_in0},
    {6, 1, {2}, places_33_in1},
};
static const double places_33_out0[] = {
    60, 8, 55, 84, 54, 0, 29, 62, 26, 60, 39, 0, 81, 30, 37, 67, 46, 0, 59, 36, 92, 73, 77, 0, 85,
    91, 87, 73, 69, 0, 11, 81, 4, 95, 4, 0, 11, 27, 43, 37, 95, 0, 24, 96, 6, 13, 2, 0,
};
static const vector_tensor places_33_out[] = {
    {7, 3, {2, 4, 6}, places_33_out0},
};
static const vector_attr places_33_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 float32: reference */
static const double places_34_in0[] = {
    62, 74, 54, 76, 87, 1, 66, 52, 10, 67, 59, 94, 97, 74, 92, 24, 11, 91, 19, 82, 35, 43, 8, 48,
    63, 28, 59, 24, 28, 27, 73, 27, 12, 69, 93, 29, 8, 17, 69, 17, 71, 3, 37, 75, 79, 73, 13, 46,
    25, 28, 15, 64, 46, 21, 4, 32, 36, 75, 57, 32,
};
static const double places_34_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_34_in[] = {
    {1, 3, {3, 4, 5}, places_34_in0},
    {7, 1, {3}, places_34_in1},
};
static const double places_34_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 62, 74, 54, 76, 1, 66, 52, 10, 59, 94, 97, 74, 35, 43, 8,
    48, 28, 59, 24, 28, 73, 27, 12, 69, 71, 3, 37, 75, 73, 13, 46, 25, 15, 64, 46, 21, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_34_out[] = {
    {1, 3, {5, 3, 4}, places_34_out0},
};
static const vector_attr places_34_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 float32 axes: reference */
static const double places_35_in0[] = {
    62, 74, 54, 76, 87, 1, 66, 52, 10, 67, 59, 94, 97, 74, 92, 24, 11, 91, 19, 82, 35, 43, 8, 48,
    63, 28, 59, 24, 28, 27, 73, 27, 12, 69, 93, 29, 8, 17, 69, 17, 71, 3, 37, 75, 79, 73, 13, 46,
    25, 28, 15, 64, 46, 21, 4, 32, 36, 75, 57, 32,
};
static const double places_35_in1[] = {
    6, 2,
};
static const vector_tensor places_35_in[] = {
    {1, 3, {3, 4, 5}, places_35_in0},
    {6, 1, {2}, places_35_in1},
};
static const double places_35_out0[] = {
    62, 74, 54, 76, 87, 0, 1, 66, 52, 10, 67, 0, 59, 94, 97, 74, 92, 0, 24, 11, 91, 19, 82, 0, 35,
    43, 8, 48, 63, 0, 28, 59, 24, 28, 27, 0, 73, 27, 12, 69, 93, 0, 29, 8, 17, 69, 17, 0,
};
static const vector_tensor places_35_out[] = {
    {1, 3, {2, 4, 6}, places_35_out0},
};
static const vector_attr places_35_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 float64: reference */
static const double places_36_in0[] = {
    75, 46, 95, 7, 9, 86, 21, 33, 40, 53, 70, 36, 20, 43, 83, 85, 87, 55, 54, 32, 65, 3, 30, 13,
    32, 30, 29, 39, 94, 8, 31, 2, 11, 65, 61, 12, 97, 17, 57, 65, 42, 73, 84, 12, 75, 12, 68, 71,
    30, 98, 5, 89, 64, 66, 55, 73, 88, 93, 68, 44,
};
static const double places_36_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_36_in[] = {
    {11, 3, {3, 4, 5}, places_36_in0},
    {7, 1, {3}, places_36_in1},
};
static const double places_36_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 75, 46, 95, 7, 86, 21, 33, 40, 70, 36, 20, 43, 65, 3, 30,
    13, 30, 29, 39, 94, 31, 2, 11, 65, 42, 73, 84, 12, 12, 68, 71, 30, 5, 89, 64, 66, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_36_out[] = {
    {11, 3, {5, 3, 4}, places_36_out0},
};
static const vector_attr places_36_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 float64 axes: reference */
static const double places_37_in0[] = {
    75, 46, 95, 7, 9, 86, 21, 33, 40, 53, 70, 36, 20, 43, 83, 85, 87, 55, 54, 32, 65, 3, 30, 13,
    32, 30, 29, 39, 94, 8, 31, 2, 11, 65, 61, 12, 97, 17, 57, 65, 42, 73, 84, 12, 75, 12, 68, 71,
    30, 98, 5, 89, 64, 66, 55, 73, 88, 93, 68, 44,
};
static const double places_37_in1[] = {
    6, 2,
};
static const vector_tensor places_37_in[] = {
    {11, 3, {3, 4, 5}, places_37_in0},
    {6, 1, {2}, places_37_in1},
};
static const double places_37_out0[] = {
    75, 46, 95, 7, 9, 0, 86, 21, 33, 40, 53, 0, 70, 36, 20, 43, 83, 0, 85, 87, 55, 54, 32, 0, 65,
    3, 30, 13, 32, 0, 30, 29, 39, 94, 8, 0, 31, 2, 11, 65, 61, 0, 12, 97, 17, 57, 65, 0,
};
static const vector_tensor places_37_out[] = {
    {11, 3, {2, 4, 6}, places_37_out0},
};
static const vector_attr places_37_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 float16: reference */
static const double places_38_in0[] = {
    30, 72, 11, 73, 21, 12, 43, 94, 16, 68, 23, 84, 42, 94, 91, 4, 80, 59, 25, 52, 18, 5, 33, 85,
    65, 87, 3, 8, 48, 37, 93, 62, 54, 5, 78, 32, 51, 43, 26, 10, 60, 97, 89, 77, 68, 56, 59, 33, 9,
    77, 23, 0, 33, 61, 57, 36, 71, 3, 97, 65,
};
static const double places_38_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_38_in[] = {
    {10, 3, {3, 4, 5}, places_38_in0},
    {7, 1, {3}, places_38_in1},
};
static const double places_38_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 72, 11, 73, 12, 43, 94, 16, 23, 84, 42, 94, 18, 5, 33,
    85, 87, 3, 8, 48, 93, 62, 54, 5, 60, 97, 89, 77, 56, 59, 33, 9, 23, 0, 33, 61, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_38_out[] = {
    {10, 3, {5, 3, 4}, places_38_out0},
};
static const vector_attr places_38_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 float16 axes: reference */
static const double places_39_in0[] = {
    30, 72, 11, 73, 21, 12, 43, 94, 16, 68, 23, 84, 42, 94, 91, 4, 80, 59, 25, 52, 18, 5, 33, 85,
    65, 87, 3, 8, 48, 37, 93, 62, 54, 5, 78, 32, 51, 43, 26, 10, 60, 97, 89, 77, 68, 56, 59, 33, 9,
    77, 23, 0, 33, 61, 57, 36, 71, 3, 97, 65,
};
static const double places_39_in1[] = {
    6, 2,
};
static const vector_tensor places_39_in[] = {
    {10, 3, {3, 4, 5}, places_39_in0},
    {6, 1, {2}, places_39_in1},
};
static const double places_39_out0[] = {
    30, 72, 11, 73, 21, 0, 12, 43, 94, 16, 68, 0, 23, 84, 42, 94, 91, 0, 4, 80, 59, 25, 52, 0, 18,
    5, 33, 85, 65, 0, 87, 3, 8, 48, 37, 0, 93, 62, 54, 5, 78, 0, 32, 51, 43, 26, 10, 0,
};
static const vector_tensor places_39_out[] = {
    {10, 3, {2, 4, 6}, places_39_out0},
};
static const vector_attr places_39_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 bfloat16: reference */
static const double places_40_in0[] = {
    3, 10, 40, 41, 69, 40, 4, 47, 3, 37, 12, 17, 21, 74, 84, 1, 66, 37, 33, 60, 96, 86, 60, 83, 61,
    24, 13, 2, 61, 87, 54, 87, 31, 74, 43, 83, 47, 1, 53, 58, 1, 6, 0, 89, 28, 93, 49, 5, 77, 86,
    18, 36, 71, 65, 58, 46, 65, 35, 25, 74,
};
static const double places_40_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_40_in[] = {
    {16, 3, {3, 4, 5}, places_40_in0},
    {7, 1, {3}, places_40_in1},
};
static const double places_40_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 10, 40, 41, 40, 4, 47, 3, 12, 17, 21, 74, 96, 86, 60,
    83, 24, 13, 2, 61, 54, 87, 31, 74, 1, 6, 0, 89, 93, 49, 5, 77, 18, 36, 71, 65, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_40_out[] = {
    {16, 3, {5, 3, 4}, places_40_out0},
};
static const vector_attr places_40_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 bfloat16 axes: reference */
static const double places_41_in0[] = {
    3, 10, 40, 41, 69, 40, 4, 47, 3, 37, 12, 17, 21, 74, 84, 1, 66, 37, 33, 60, 96, 86, 60, 83, 61,
    24, 13, 2, 61, 87, 54, 87, 31, 74, 43, 83, 47, 1, 53, 58, 1, 6, 0, 89, 28, 93, 49, 5, 77, 86,
    18, 36, 71, 65, 58, 46, 65, 35, 25, 74,
};
static const double places_41_in1[] = {
    6, 2,
};
static const vector_tensor places_41_in[] = {
    {16, 3, {3, 4, 5}, places_41_in0},
    {6, 1, {2}, places_41_in1},
};
static const double places_41_out0[] = {
    3, 10, 40, 41, 69, 0, 40, 4, 47, 3, 37, 0, 12, 17, 21, 74, 84, 0, 1, 66, 37, 33, 60, 0, 96, 86,
    60, 83, 61, 0, 24, 13, 2, 61, 87, 0, 54, 87, 31, 74, 43, 0, 83, 47, 1, 53, 58, 0,
};
static const vector_tensor places_41_out[] = {
    {16, 3, {2, 4, 6}, places_41_out0},
};
static const vector_attr places_41_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* CenterCropPad 18 bool: reference */
static const double places_42_in0[] = {
    0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1,
    0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1,
};
static const double places_42_in1[] = {
    5, 3, 4,
};
static const vector_tensor places_42_in[] = {
    {9, 3, {3, 4, 5}, places_42_in0},
    {7, 1, {3}, places_42_in1},
};
static const double places_42_out0[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0,
    0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_42_out[] = {
    {9, 3, {5, 3, 4}, places_42_out0},
};
static const vector_attr places_42_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* CenterCropPad 18 bool axes: reference */
static const double places_43_in0[] = {
    0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1,
    0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1,
};
static const double places_43_in1[] = {
    6, 2,
};
static const vector_tensor places_43_in[] = {
    {9, 3, {3, 4, 5}, places_43_in0},
    {6, 1, {2}, places_43_in1},
};
static const double places_43_out0[] = {
    0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0,
};
static const vector_tensor places_43_out[] = {
    {9, 3, {2, 4, 6}, places_43_out0},
};
static const vector_attr places_43_attr[] = {
    {"axes", NULL, 2, {-1, 0}},
};

/* Col2Im 18 uint8: reference */
static const double places_44_in0[] = {
    19, 32, 32, 6, 44, 15, 14, 17, 31, 38, 25, 15, 42, 29, 34, 29, 43, 29, 36, 22, 31, 26, 36, 37,
    32, 15, 42, 20, 24, 43, 7, 34, 48, 10, 34, 20, 12, 11, 14, 9, 22, 9, 43, 45, 15, 1, 7, 5,
};
static const double places_44_in1[] = {
    3, 4,
};
static const double places_44_in2[] = {
    2, 2,
};
static const vector_tensor places_44_in[] = {
    {2, 3, {1, 8, 6}, places_44_in0},
    {7, 1, {2}, places_44_in1},
    {7, 1, {2}, places_44_in2},
};
static const double places_44_out0[] = {
    19, 46, 49, 31, 48, 147, 96, 46, 29, 69, 65, 37, 32, 22, 76, 48, 32, 88, 136, 35, 9, 23, 16, 5,
};
static const vector_tensor places_44_out[] = {
    {2, 4, {1, 2, 3, 4}, places_44_out0},
};
static const vector_attr places_44_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 int32: reference */
static const double places_45_in0[] = {
    11, 47, 0, 39, 43, 7, 19, 36, 33, 40, 47, 7, 22, 3, 5, 6, 18, 48, 23, 36, 6, 8, 23, 1, 2, 32,
    35, 30, 2, 25, 30, 5, 10, 46, 17, 19, 20, 45, 16, 16, 12, 27, 47, 27, 42, 48, 39, 45,
};
static const double places_45_in1[] = {
    3, 4,
};
static const double places_45_in2[] = {
    2, 2,
};
static const vector_tensor places_45_in[] = {
    {6, 3, {1, 8, 6}, places_45_in0},
    {7, 1, {2}, places_45_in1},
    {7, 1, {2}, places_45_in2},
};
static const double places_45_out0[] = {
    11, 66, 36, 33, 61, 109, 95, 13, 6, 26, 71, 1, 2, 62, 40, 10, 50, 140, 85, 61, 16, 60, 66, 45,
};
static const vector_tensor places_45_out[] = {
    {6, 4, {1, 2, 3, 4}, places_45_out0},
};
static const vector_attr places_45_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 uint64: reference */
static const double places_46_in0[] = {
    48, 33, 32, 25, 11, 27, 5, 22, 4, 13, 15, 36, 45, 4, 9, 13, 48, 37, 23, 41, 26, 49, 26, 9, 34,
    4, 45, 41, 19, 45, 15, 33, 44, 26, 17, 13, 37, 8, 16, 6, 1, 22, 49, 45, 12, 14, 26, 2,
};
static const double places_46_in1[] = {
    3, 4,
};
static const double places_46_in2[] = {
    2, 2,
};
static const vector_tensor places_46_in[] = {
    {13, 3, {1, 8, 6}, places_46_in0},
    {7, 1, {2}, places_46_in1},
    {7, 1, {2}, places_46_in2},
};
static const double places_46_out0[] = {
    48, 38, 54, 4, 70, 51, 92, 62, 13, 97, 63, 9, 34, 19, 78, 44, 78, 102, 123, 25, 6, 15, 48, 2,
};
static const vector_tensor places_46_out[] = {
    {13, 4, {1, 2, 3, 4}, places_46_out0},
};
static const vector_attr places_46_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 float32: reference */
static const double places_47_in0[] = {
    1, 35, 33, 25, 40, 19, 25, 46, 26, 40, 32, 31, 18, 37, 10, 25, 47, 19, 14, 4, 43, 15, 43, 28,
    43, 23, 20, 30, 41, 15, 48, 34, 28, 0, 19, 20, 32, 42, 1, 14, 0, 0, 44, 49, 31, 19, 33, 10,
};
static const double places_47_in1[] = {
    3, 4,
};
static const double places_47_in2[] = {
    2, 2,
};
static const vector_tensor places_47_in[] = {
    {1, 3, {1, 8, 6}, places_47_in0},
    {7, 1, {2}, places_47_in1},
    {7, 1, {2}, places_47_in2},
};
static const double places_47_out0[] = {
    1, 60, 79, 26, 43, 131, 65, 74, 25, 62, 62, 28, 43, 71, 54, 28, 62, 127, 84, 51, 14, 19, 33,
    10,
};
static const vector_tensor places_47_out[] = {
    {1, 4, {1, 2, 3, 4}, places_47_out0},
};
static const vector_attr places_47_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 float64: reference */
static const double places_48_in0[] = {
    40, 0, 34, 34, 45, 0, 45, 5, 1, 32, 32, 26, 46, 26, 47, 46, 47, 11, 29, 4, 6, 42, 37, 0, 30,
    26, 27, 32, 41, 45, 34, 44, 24, 11, 2, 11, 35, 26, 39, 31, 36, 22, 31, 23, 19, 22, 42, 26,
};
static const double places_48_in1[] = {
    3, 4,
};
static const double places_48_in2[] = {
    2, 2,
};
static const vector_tensor places_48_in[] = {
    {11, 3, {1, 8, 6}, places_48_in0},
    {7, 1, {2}, places_48_in1},
    {7, 1, {2}, places_48_in2},
};
static const double places_48_out0[] = {
    40, 45, 39, 1, 80, 132, 83, 32, 46, 89, 48, 0, 30, 60, 71, 24, 67, 109, 109, 30, 31, 58, 64,
    26,
};
static const vector_tensor places_48_out[] = {
    {11, 4, {1, 2, 3, 4}, places_48_out0},
};
static const vector_attr places_48_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 float16: reference */
static const double places_49_in0[] = {
    40, 5, 30, 35, 16, 42, 46, 26, 41, 26, 5, 13, 38, 2, 12, 42, 15, 39, 11, 8, 32, 3, 40, 16, 16,
    46, 29, 7, 1, 24, 11, 36, 36, 48, 29, 17, 41, 14, 23, 18, 34, 37, 16, 0, 22, 33, 11, 19,
};
static const double places_49_in1[] = {
    3, 4,
};
static const double places_49_in2[] = {
    2, 2,
};
static const vector_tensor places_49_in[] = {
    {10, 3, {1, 8, 6}, places_49_in0},
    {7, 1, {2}, places_49_in1},
    {7, 1, {2}, places_49_in2},
};
static const double places_49_out0[] = {
    40, 51, 56, 41, 73, 55, 67, 45, 42, 18, 79, 16, 16, 57, 65, 36, 48, 79, 76, 39, 18, 67, 48, 19,
};
static const vector_tensor places_49_out[] = {
    {10, 4, {1, 2, 3, 4}, places_49_out0},
};
static const vector_attr places_49_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 bool: reference */
static const double places_50_in0[] = {
    1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 1, 1,
    0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
};
static const double places_50_in1[] = {
    3, 4,
};
static const double places_50_in2[] = {
    2, 2,
};
static const vector_tensor places_50_in[] = {
    {9, 3, {1, 8, 6}, places_50_in0},
    {7, 1, {2}, places_50_in1},
    {7, 1, {2}, places_50_in2},
};
static const double places_50_out0[] = {
    1, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1,
};
static const vector_tensor places_50_out[] = {
    {9, 4, {1, 2, 3, 4}, places_50_out0},
};
static const vector_attr places_50_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* Col2Im 18 all: reference */
static const double places_51_in0[] = {
    -2, -3.5, -2.25, -2.75, -1.75, 3.75, 2.5, -2.5, -3.25, 1.5, 1, 3, 0.5, -1.25, -3.5, -1, -2.5,
    2.75, 3.75, -2, -2.25, 1.75, -0.75, -2, 3, 2.5, 3.25, 2.75, 1, 1, -3.5, 3, 0, 1.75, -1, -2.25,
    1.75, 2.25, -2.5, -2.5, -3, -1.25, -4, -0.75, -0.75, 0.25, 2, -4, -2.25, 0.75, 3.75, 1.75,
    -1.75, 1.5, 0.75, -1.25, 0.5, 2.25, -3, 2.5, -3.5, 1.75, -0.5, 1, 3, 3.5, -4, -1.75, 1.5, 4,
    0.5, -4,
};
static const double places_51_in1[] = {
    3, 4,
};
static const double places_51_in2[] = {
    2, 3,
};
static const vector_tensor places_51_in[] = {
    {1, 3, {2, 6, 6}, places_51_in0},
    {7, 1, {2}, places_51_in1},
    {7, 1, {2}, places_51_in2},
};
static const double places_51_out0[] = {
    0, 0, 0, 0, 0.75, 0.5, 6.75, 2.75, 0, 0, 0, 0, 0, 0, 0, 0, -7.5, 0.75, -8, 3, 0, 0, 0, 0,
};
static const vector_tensor places_51_out[] = {
    {1, 4, {2, 1, 3, 4}, places_51_out0},
};
static const vector_attr places_51_attr[] = {
    {"strides", NULL, 2, {2, 1}},
    {"pads", NULL, 4, {1, 1, 1, 0}},
    {"dilations", NULL, 2, {2, 1}},
};

/* Col2Im 18 3-D: reference */
static const double places_52_in0[] = {
    -1.75, -2.75, -3, -3.75, -3.5, -2, -0.75, 3, 3, -2.5, 2.75, -0.75, -2, 0.25, 0.75, 1.25, -1.5,
    -0.25, -3.25, 1.5, -1.25, -2, 0.25, 1, -2, -2.25, 0, -2.25, 1.25, -2.75, -2.5, -3,
};
static const double places_52_in1[] = {
    2, 3, 2,
};
static const double places_52_in2[] = {
    1, 2, 2,
};
static const vector_tensor places_52_in[] = {
    {1, 3, {1, 4, 8}, places_52_in0},
    {7, 1, {3}, places_52_in1},
    {7, 1, {3}, places_52_in2},
};
static const double places_52_out0[] = {
    0.25, -2.5, -3.25, -3, 1.5, -2.25, -4, 0.25, 3, -1.5, -1.5, -3,
};
static const vector_tensor places_52_out[] = {
    {1, 5, {1, 1, 2, 3, 2}, places_52_out0},
};
static const vector_attr places_52_attr[] = {
    {"pads", NULL, 6, {0, 0, 1, 0, 0, 0}},
};

/* RoiAlign 16 avg 0: onnxruntime */
static const double places_53_in0[] = {
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5, 0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5,
    1.5, -3.75, 2.25, 3, -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3,
    -2.5, 0.75, -3.5, -0.5, -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4,
    4, 0, -1.75, -2.75, -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5,
    -3.75, 0, 0, -2, -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1,
    2.75,
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
    0.6875, 0.4756944179534912, -1.2916665077209473, 0.8368057608604431, -0.1701391190290451,
    -0.5659722685813904, 1.2777777910232544, -0.7777778506278992, -0.6562500596046448,
    -0.9236112236976624, -0.16319477558135986, -0.0798613652586937, -0.11805552244186401,
    0.2152777463197708, -0.9097221493721008, 0.16319477558135986, 1.1909723281860352,
    0.6041668057441711, -0.5800000429153442, 0.2600000500679016, 0.20916669070720673,
    0.659999668598175, 0.7199997305870056, -0.9249999523162842, 0.0499999113380909,
    -1.6200002431869507, -0.2416667491197586, -1.4499998092651367, -0.6400003433227539,
    0.05499909445643425, 0.2933334410190582, -1.5466666221618652, 0.3466668128967285,
    0.24999980628490448, -0.4399999678134918, -0.9199996590614319, -0.1822916865348816,
    0.0846354141831398, -0.48567721247673035, -0.0737847313284874, -0.1744791865348816,
    0.2947048842906952, 0.0494791679084301, -0.06423618644475937, 0.002604186534881592,
    -0.3116319477558136, -0.5564236044883728, -0.3368055820465088, -1.0651041269302368,
    0.08159735053777695, 0.03732632100582123, 0.2361110895872116, -0.2013889104127884,
    0.11284726113080978, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_53_out[] = {
    {1, 4, {5, 3, 2, 3}, places_53_out0},
};
static const vector_attr places_53_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 avg 2: onnxruntime */
static const double places_54_in0[] = {
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5, 0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5,
    1.5, -3.75, 2.25, 3, -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3,
    -2.5, 0.75, -3.5, -0.5, -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4,
    4, 0, -1.75, -2.75, -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5,
    -3.75, 0, 0, -2, -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1,
    2.75,
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
    0.453125, 0.42578125, -1.3046875, 0.9453125, -0.39453125, 0.28515625, 0.640625, -0.12890625,
    0.390625, 0.0625, 0.03515625, -0.85546875, 0.57421875, 0.25390625, -0.2890625, -0.0625,
    1.0390625, 0.4765625, -0.3812500238418579, 0.26875001192092896, 0.6249998807907104,
    -0.04749995470046997, 0.0024999864399433136, -0.31875038146972656, -0.9687497615814209,
    -1.3287497758865356, 1.222499966621399, -0.9524999260902405, -1.357500672340393,
    -0.7325006127357483, -0.40875008702278137, -1.4312498569488525, -0.04749998450279236,
    -0.8899998664855957, -0.19499969482421875, -0.126249760389328, -1.046875, 0.1953125,
    -1.3203125, -0.046875, -0.65625, -0.2421875, 0.4375, -0.703125, 0.234375, -0.8515625,
    -0.4609375, -0.8046875, -1.6484375, 2.2890625, -0.484375, 0.6328125, -0.4375, 0.4765625,
    -0.38541674613952637, 0.2187497913837433, 0.8229167461395264, -0.23958328366279602,
    -0.5937498807907104, -0.9479167461395264, 0.6041667461395264, -0.31249967217445374,
    -1.2291667461395264, -0.27083322405815125, -1.1874996423721313, -2.1041667461395264, 1.78125,
    1.4687498807907104, 1.15625, -1.3229167461395264, -0.5937502384185791, 0.13541676104068756,
    -0.3437499403953552, -0.031249769032001495, 0.2812499403953552, 1.968749761581421,
    0.9062492251396179, -0.1562497466802597, 1.3645832538604736, 1.0937498807907104,
    0.8229166865348816, -1.6562501192092896, -1.968750238418579, -2.28125, 0.2916664183139801,
    -0.7500007748603821, -1.7916665077209473, 0.9583333730697632, 1, 1.0416666269302368,
};
static const vector_tensor places_54_out[] = {
    {1, 4, {5, 3, 2, 3}, places_54_out0},
};
static const vector_attr places_54_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 16 max 0: onnxruntime */
static const double places_55_in0[] = {
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5, 0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5,
    1.5, -3.75, 2.25, 3, -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3,
    -2.5, 0.75, -3.5, -0.5, -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4,
    4, 0, -1.75, -2.75, -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5,
    -3.75, 0, 0, -2, -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1,
    2.75,
};
static const double places_55_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_55_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_55_in[] = {
    {1, 4, {2, 3, 6, 7}, places_55_in0},
    {1, 2, {5, 4}, places_55_in1},
    {7, 1, {5}, places_55_in2},
};
static const double places_55_out0[] = {
    2.75, 3.5, 1.125, 3.208334445953369, 1.3750004768371582, 2.4375, 2.5, 2, 2.3333330154418945,
    3.666667938232422, 2.2916674613952637, 3, 1.3125, 2.187499761581421, 2.25, 2.9791676998138428,
    3.666667938232422, 2.625, 0.945000171661377, 0.9100000262260437, 0.7200000286102295,
    1.9800007343292236, 1.7499996423721313, 0.40000009536743164, 1.890000343322754,
    1.2599999904632568, 1.2150001525878906, 0.22499996423721313, 3.59999942779541,
    2.4749996662139893, 1.8000000715255737, 0.49000000953674316, 2.880000114440918,
    2.340000867843628, 1.4400005340576172, 0.8000001907348633, 2.4791665077209473, 3.25,
    2.031249523162842, 0.15625, 1.875, 4, 3.5, 3.5, 2.124999761581421, 0.9479168057441711,
    2.1666669845581055, 1.875, -0.0, 4, 2.656249761581421, 2.75, 2.03125, 2.75, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_55_out[] = {
    {1, 4, {5, 3, 2, 3}, places_55_out0},
};
static const vector_attr places_55_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 max 2: onnxruntime */
static const double places_56_in0[] = {
    2.75, -2.25, -2.5, 3.5, -1.5, -4, -2, 1.25, 0.25, 0.25, 0.5, 1.5, 1.25, 3, 0.75, 2.25, -1,
    2.25, -3.25, -3.75, -2.25, -2.75, -0.75, 0.25, -2.25, 0, 3.25, 1.25, 3.5, 2.75, 1.5, -1.25,
    0.5, -3.25, -2, -3, 3.75, 4, -0.5, -0.5, 1.75, 1, 2.5, 0.25, 2, -3.75, -1.25, -4, 3.75, 2.25,
    1.25, -1, -1.25, 2, -1.75, 0.25, 1.5, -1.25, 1.5, -1.25, 4, 0, 3, -4, -1.5, -0.25, -3, 4, -3.5,
    -0.75, -3.5, 4, 2.5, -0.75, -4, 1, -2.5, 3.25, -1.5, 4, 3.5, 1, 0.25, -2, 0.5, -2, -1.25,
    -0.75, 0.25, -2.75, 2.25, -0.5, 1.75, 0.25, 0.5, -4, 3, -3, -1.75, 1.25, 3.75, 1.25, -0.5,
    -1.5, 3, -2, -2.25, -3.5, 0.25, 3.5, 1.75, 2.5, 2.25, 3.25, 2.75, 4, -1.5, 0.5, -4, -1.5,
    -0.75, 2, -0.25, 1, -3, 2, -4, 2, 3.25, 1.75, -3.75, -2.5, -3, 3.5, 1.75, -2.75, 1, 0.5, -1.75,
    0, 0, -4, 0.25, 0.25, 1, 2.5, -3, -1.5, -1, 2.5, -0.5, -1, 3.75, 2.75, 0.25, 2.75, 3, 1, -3,
    -2, 1, -0.25, -3, -3.5, 0, 0.5, 4, -1.25, 3.5, -1.5, 0.25, 3.5, 0.75, -3.5, 1.25, -2.25, 3.5,
    1.5, -3.75, 2.25, 3, -1.25, -2.25, -2, -2.25, -4, -2, 1.75, 0, 1.75, 0.25, -3.5, 4, 2.75, 3,
    -2.5, 0.75, -3.5, -0.5, -3, -2, 3, 2.25, -4, -0.25, 0, -2, -1.75, -3, -4, -3.5, 3.75, 1.75, -4,
    4, 0, -1.75, -2.75, -2.25, -1.25, -3, -1.25, -0.75, 3.75, -3, 2.5, 0.25, -1.5, 4, -2.25, -0.5,
    -3.75, 0, 0, -2, -2.5, -1, 2, 1, 3.25, -0.75, 2, -1, 0.75, -4, 2.75, -1.75, -2.5, -1, 0.75, 1,
    2.75,
};
static const double places_56_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_56_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_56_in[] = {
    {1, 4, {2, 3, 6, 7}, places_56_in0},
    {1, 2, {5, 4}, places_56_in1},
    {7, 1, {5}, places_56_in2},
};
static const double places_56_out0[] = {
    0.984375, 0.984375, 0.9375, 1.09375, 0.75, 1.421875, 0.703125, 1.75, 1.75, 1.25, 1.75, 1.75,
    1.640625, 1.640625, 1.3125, 1.015625, 1.53125, 1.53125, 0.9999999403953552, 0.5600000023841858,
    1.124999761581421, 1.6800005435943604, 0.5600001811981201, 2.1599998474121094,
    0.9800003170967102, 1.5999999046325684, 1.5750000476837158, 0.23999983072280884,
    0.9599990248680115, 1.2600003480911255, 0.5000001192092896, 0.8000001907348633, 2,
    0.9100005626678467, 1.1200003623962402, 0.6750000715255737, -0.0, 3.25, 0.34375, 0.03125,
    0.4375, 0.125, 3.5, 0.75, 1.25, 0.09375, -0.0, 0.28125, -0.0, 4, 0.25, 2.40625, 0.65625,
    2.40625, 0.4921875, 1.1484373807907104, 1.8046876192092896, 0.2109375, 0.4921874403953552,
    0.7734375596046448, 1.203125, 0.7656252384185791, 0.328125, 0.5156250596046448,
    0.32812508940696716, 0.140625, 3.007812738418579, 1.9140629768371582, 1.0026042461395264,
    1.2890626192092896, 0.8203127384185791, 0.4296875298023224, 1.374999761581421,
    0.8749995231628418, 0.8020831942558289, 3.2083327770233154, 2.041665554046631, 0.875,
    2.406249523162842, 1.5312491655349731, 1.8046871423721313, 1.031249761581421,
    0.6562496423721313, 0.7734373807907104, 0.6015623807907104, 0.6015626788139343,
    0.9453123211860657, 0.8020831942558289, 1.4036462306976318, 2.205728769302368,
};
static const vector_tensor places_56_out[] = {
    {1, 4, {5, 3, 2, 3}, places_56_out0},
};
static const vector_attr places_56_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 16 avg 0: onnxruntime */
static const double places_57_in0[] = {
    -2.75, -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25,
    -0.25, 0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25,
    -1.5, -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5,
    -3.75, -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3,
    0.75, 0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25,
    -0.75, -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4,
    -0.25, -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1,
    -3, 2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1,
    2.25, 2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75,
    -1.75, 2, -3.5, -2.25, 3.5, 2.75, -4, -3.25, -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25,
    0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5, -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5,
    3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4, -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25,
    0, -2.25, -1, 1.25, -3.5, 2.25, 1.5, 2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25,
    -1, 0.75, -2.5, -1.5, 0.25, -3, 4, 0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0,
    -3.5, 3.25, -1, 0.5,
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
    0.10763888888888888, 0.10763888888888891, 1.034722222222222, 1.2013888888888882,
    0.34027777777777724, 1.15625, 1.0972222222222223, -0.8541666666666666, -0.17361111111111116,
    1.1736111111111107, -0.2673611111111113, 0.4340277777777777, -1.1805555555555556,
    -0.3437499999999998, 0.9513888888888888, -0.5659722222222224, 0.09722222222222288,
    -0.048611111111111306, 0.11666666666666688, 0.7166666666666663, 1.4400000000000002,
    -0.17999999999999927, -0.3299999999999994, 0.5724999999999995, -1.4566666666666663,
    -0.5266666666666665, 0.5883333333333339, 0.5199999999999991, 0.4600000000000006,
    2.542499999999999, 0.34666666666666685, -0.8133333333333335, -1.1633333333333329,
    0.3700000000000001, -0.9800000000000001, 1.5149999999999981, 0.18749999999999978,
    0.17100694444444442, 0.9926215277777778, 0.5182291666666667, -0.2994791666666667, 0.02734375,
    0.07899305555555557, -0.1805555555555556, 0.6002604166666665, 0.08072916666666671,
    0.5464409722222222, -0.13498263888888884, -0.046006944444444385, -0.22005208333333323,
    -0.14019097222222213, -0.07986111111111106, 0.19748263888888892, 0.203125, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_57_out[] = {
    {11, 4, {5, 3, 2, 3}, places_57_out0},
};
static const vector_attr places_57_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 avg 2: onnxruntime */
static const double places_58_in0[] = {
    -2.75, -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25,
    -0.25, 0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25,
    -1.5, -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5,
    -3.75, -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3,
    0.75, 0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25,
    -0.75, -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4,
    -0.25, -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1,
    -3, 2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1,
    2.25, 2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75,
    -1.75, 2, -3.5, -2.25, 3.5, 2.75, -4, -3.25, -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25,
    0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5, -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5,
    3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4, -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25,
    0, -2.25, -1, 1.25, -3.5, 2.25, 1.5, 2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25,
    -1, 0.75, -2.5, -1.5, 0.25, -3, 4, 0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0,
    -3.5, 3.25, -1, 0.5,
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
    0.5703125, 0.3671875, 0.609375, 0.7265625, 0.31640625, 0.2890625, 0.40625, -0.734375,
    -0.13671875, 0.23046875, -0.4296875, 1.1875, -1.3359375, 0.7265625, 0.2265625, -0.39453125,
    -0.15625, -0.28515625, 1.2150000000000003, 1.1800000000000002, 2.35, -1.433749999999999,
    -0.7237499999999991, 0.10374999999999873, -0.7850000000000001, -0.040000000000000036, 1.83,
    0.1374999999999995, 0.6300000000000017, 1.273749999999999, -0.14499999999999985,
    -1.2274999999999996, -0.42625, 0.64125, -1.1212499999999983, 1.6087499999999988, 1.21875,
    -0.375, 0.7578125, 0.7109375, 0, -0.328125, -0.3984375, 1.15625, 0.234375, 0.2421875,
    0.8203125, 0.7890625, -0.421875, -1.265625, -0.671875, -0.078125, 0.875, 0.203125, 1.3125,
    0.8124999999999996, 0.3125000000000001, 1.3541666666666665, 0.6874999999999997,
    0.02083333333333348, -1.2916666666666665, -0.12499999999999928, 1.0416666666666663,
    1.2916666666666667, 1.125, 0.9583333333333333, 0.17708333333333354, 1.0312500000000004,
    1.8854166666666665, -0.5520833333333333, -0.15624999999999972, 0.2395833333333332,
    -1.7812500000000009, -0.21875000000000214, 1.3437500000000007, -2.760416666666667,
    -1.9062500000000013, -1.052083333333333, -2.6250000000000004, -1.5000000000000016,
    -0.3749999999999995, -2.541666666666668, -0.5000000000000027, 1.5416666666666676,
    -1.5312500000000007, 0.031249999999997932, 1.5937500000000004, -1.010416666666667,
    -0.1562500000000011, 0.697916666666667,
};
static const vector_tensor places_58_out[] = {
    {11, 4, {5, 3, 2, 3}, places_58_out0},
};
static const vector_attr places_58_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 16 max 0: onnxruntime */
static const double places_59_in0[] = {
    -2.75, -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25,
    -0.25, 0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25,
    -1.5, -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5,
    -3.75, -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3,
    0.75, 0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25,
    -0.75, -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4,
    -0.25, -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1,
    -3, 2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1,
    2.25, 2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75,
    -1.75, 2, -3.5, -2.25, 3.5, 2.75, -4, -3.25, -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25,
    0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5, -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5,
    3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4, -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25,
    0, -2.25, -1, 1.25, -3.5, 2.25, 1.5, 2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25,
    -1, 0.75, -2.5, -1.5, 0.25, -3, 4, 0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0,
    -3.5, 3.25, -1, 0.5,
};
static const double places_59_in1[] = {
    0, 0, 6, 5, 1.3, 0.7, 4.9, 5.5, -3, -2, 9, 9, 2, 2, 2, 2, 5, 4, 3, 1,
};
static const double places_59_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_59_in[] = {
    {11, 4, {2, 3, 6, 7}, places_59_in0},
    {11, 2, {5, 4}, places_59_in1},
    {7, 1, {5}, places_59_in2},
};
static const double places_59_out0[] = {
    2.625, 0.8750000000000002, 2.25, 3.2083333333333313, 1.3125, 3.437499999999998, 3, 1.25,
    2.4375, 1.604166666666667, 2.25, 3.6666666666666643, 1, 2.25, 2.8125, 0.9375,
    1.895833333333334, 2.333333333333334, 1.6800000000000006, 2.3400000000000003,
    1.2999999999999998, 2.6999999999999993, 2.0999999999999996, 3.599999999999996,
    1.4000000000000001, 1.4000000000000001, 2.699999999999998, 2.924999999999998,
    2.6999999999999997, 2.8799999999999977, 1.1700000000000004, 1.0500000000000003,
    0.7200000000000002, 1.6800000000000002, 1.6800000000000002, 3.599999999999996, 3,
    2.833333333333334, 2.031250000000001, 2.75, 4, 2.1875, 2.479166666666667, 3.25,
    2.6562500000000004, 1, 2.5, 3.75, 1.5937500000000004, 3.25, 1.25, 0.625, 3.25, 1.875, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0,
};
static const vector_tensor places_59_out[] = {
    {11, 4, {5, 3, 2, 3}, places_59_out0},
};
static const vector_attr places_59_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "half_pixel", 0, {0}},
};

/* RoiAlign 16 max 2: onnxruntime */
static const double places_60_in0[] = {
    -2.75, -1.75, -1, 0, 2.25, 0.5, -0.75, 3.5, 0.5, 0.25, 0.5, 0, 2.5, -3.25, 2.75, 0, 1.5, 0.25,
    -0.25, 0, 3.25, 0.25, -0.25, 1.75, -0.5, 1.5, -0.75, -3.25, 1.5, 3.5, 0.75, -0.75, 3.75, 1.25,
    -1.5, -3, 0.25, -4, -1.25, 2, 2.5, -2.75, 3, -1, 1.25, 0.25, 1.25, -1.5, 2.25, 1, 0.25, -1.5,
    -3.75, -3.25, 3.25, -1.75, 2.75, 1.75, -3.5, 2, 2, -3.25, 1.75, 1.25, 1.5, 3, 0.5, 0, 1.25, 3,
    0.75, 0.5, -3.5, -0.25, -2.5, 4, 1.75, -1.5, -1.5, -4, -1.25, 1, 0.5, -4, 1, -3.75, 2.25,
    -0.75, -2.75, 1.25, -2.5, 0.5, -2.75, -2.75, -2.25, 3.75, 2.75, -0.5, 0.25, -2, 0, 3.25, 4, -4,
    -0.25, -0.5, 1.25, -1, -0.5, -3.5, 1.25, -0.75, -0.75, -1.75, 1.25, -1.25, 1.5, 0.5, -3.25, -1,
    -3, 2.25, 3, 0.75, -0.75, 0.25, 3, 2, -3.25, -3.75, 0, 2, 1.25, -2.75, -3, 4, -0.75, 2.25, 1,
    2.25, 2.5, 1.25, -0.5, 3.25, 1.5, 2.75, 1.5, -2.5, -2.25, 3, -1.25, 4, 3.25, 3.75, 3.5, 3.75,
    -1.75, 2, -3.5, -2.25, 3.5, 2.75, -4, -3.25, -3.75, 4, -3.5, -2, 0, -2.5, -1.75, 3.25, 1, 0.25,
    0, 3.5, -1, -2.5, -2.5, -2.5, 3.75, 2.5, -1.5, -4, 2.5, -0.5, 3.75, 4, 1.5, -2.25, 3.25, -3.5,
    3, 2.75, 0.5, -3, 0.75, 0, -0.5, 3, 4, -3, -1, 1, 2.5, 1, -3.5, 2.25, -3.75, 3.75, 1.25, 3.25,
    0, -2.25, -1, 1.25, -3.5, 2.25, 1.5, 2.5, -0.75, 0.25, -1.5, 1.75, -3, -1.25, -2, -1.75, -3.25,
    -1, 0.75, -2.5, -1.5, 0.25, -3, 4, 0, 1.25, 1, 0.75, 3, -1.5, 2.25, -2.75, 3, -0.5, 0.25, 0,
    -3.5, 3.25, -1, 0.5,
};
static const double places_60_in1[] = {
    0, 0, 6, 5, 1.3, 0.7, 4.9, 5.5, -3, -2, 9, 9, 2, 2, 2, 2, 5, 4, 3, 1,
};
static const double places_60_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_60_in[] = {
    {11, 4, {2, 3, 6, 7}, places_60_in0},
    {11, 2, {5, 4}, places_60_in1},
    {7, 1, {5}, places_60_in2},
};
static const double places_60_out0[] = {
    1.203125, 0.65625, 1.421875, 1.09375, 1.171875, 1.171875, 1.203125, 0.875, 1.015625, 1.3125,
    1.3125, 1.3125, 0.421875, 1.75, 1.75, 0.546875, 0.5625, 0.546875, 2.24, 1.2999999999999998, 2,
    1.0499999999999994, 1.4400000000000004, 3.599999999999998, 0.9999999999999998,
    1.1999999999999997, 1.875, 0.8999999999999992, 1.6799999999999988, 2.799999999999999,
    1.4000000000000001, 0.8000000000000007, 2, 1.6799999999999988, 1.1700000000000004,
    2.924999999999998, 3, 1.3125, 1.3125, 2.40625, 3.5, 0.4375, 0, 3.28125, 1.3125, 0.875, 1.96875,
    3.28125, 1.25, 0.5, 0.65625, 0.125, 2.84375, 0.4375, 1.203125, 0.7656249999999996, 0.328125,
    1.4036458333333333, 0.8932291666666662, 0.3828125, 1.0312499999999998, 1.0208333333333335,
    1.6041666666666665, 2.40625, 1.5312499999999991, 0.6874999999999999, 0.7109375,
    1.658854166666667, 2.606770833333333, 0.3046875, 0.7109375000000002, 1.1171874999999998,
    0.765625, 1.7864583333333324, 2.8072916666666674, 0.328125, 0.7656249999999996,
    1.2031250000000004, 0.3515625, 0.8203124999999996, 1.2890625000000004, 0.8203125,
    1.9140624999999991, 3.007812500000001, 0.65625, 1.5312499999999991, 2.406250000000001, 0.28125,
    0.6562499999999997, 1.0312500000000004,
};
static const vector_tensor places_60_out[] = {
    {11, 4, {5, 3, 2, 3}, places_60_out0},
};
static const vector_attr places_60_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
    {"coordinate_transformation_mode", "output_half_pixel", 0, {0}},
};

/* RoiAlign 10 avg 0: onnxruntime */
static const double places_61_in0[] = {
    0.5, -0.5, 3.5, 0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2,
    1.5, -0.75, 1, 0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1,
    0.5, -0.25, 2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3,
    -0.25, 4, 1.5, 2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5,
    -3.75, 0.5, 1, -4, -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75,
    2.25, 0.25, -3.5, -1.5, 2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3,
    -3.75, -2.75, -1.25, 4, -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25,
    1.25, -3, 4, 3, -1.75, -1, 3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25,
    2.75, -0.25, 1.75, -2.25, -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5,
    3.75, -2, -2.75, -1.25, -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75, -3.75, 1.75, 3.75, 0.5, 0.5,
    -1.75, 0.5, -0.25, 1, 0.75, 3.5, -2, -0.5, -3.5, -1.5, 0.5, -1.75, 1.25, -2, 1.5, -2, -1, 0.25,
    3.75, 1.5, -3.75, 2, -0.5, 1.5, 1.5, 2, -0.5, 2, 0, -2, 0, -0.25, -3.75, 2.5, 1, 4, 3.75, 1.25,
    3.25, -2.75, 3.75, -0.25, -1.25, 2.75, 1, -1.25, 1, -1, -1.5, -1, 2, 2.5, 2.75, 4, 2, 2.75, 4,
    -3.75, 3, 0.25, -4, 0.5, 3.25, 2, -3.75, 4, 3, 0.25, -0.5, -2, 0.5, 3.25, -0.25, -0.75, 0.5, 3,
    1.5, -2.5, 3, -2.25, -2.75, 3.25, 3.5,
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
    -1.0520833730697632, -1.295138955116272, 0.489583283662796, -0.21875004470348358,
    0.5381942391395569, 0.6753470301628113, 1.154513955116272, -0.296875, 1.0833333730697632,
    -1.4114586114883423, -1.3940973281860352, -0.7673609852790833, 0.723958432674408,
    -0.2777778208255768, 0.057291626930236816, 0.0954861268401146, -0.12673671543598175,
    0.04687511920928955, -1.2300001382827759, 1.088333010673523, 0.8216665387153625,
    -0.8591666221618652, -2.242499589920044, 1.0416665077209473, -1.3733329772949219,
    -0.49833324551582336, 0.89000004529953, 1.0116668939590454, 0.940000057220459,
    0.3833334445953369, -0.6033331751823425, 2.308333158493042, 1.1050001382827759,
    1.2316666841506958, -0.28666698932647705, -0.19916705787181854, -0.5655381083488464,
    0.24479180574417114, 0.8459202647209167, 0.2450087070465088, -0.2619357407093048,
    0.008246581070125103, -0.4607205390930176, -0.010199636220932007, 0.6462673544883728,
    0.400824636220932, 0.5149739980697632, 0.4171006679534912, 0.3415798842906952,
    0.7437067031860352, 0.078125, -0.03580726310610771, 0.004774302244186401, 0.7504339814186096,
    -2.3645832538604736, -1.84375, -1.3229165077209473, -2.6770830154418945, -1.28125,
    0.11458408832550049, -1.489583134651184, -0.34375, 0.8020839691162109, -1.21875, -1.28125,
    -1.3437501192092896, -1.208332896232605, 0.625, 2.458334445953369, -2.2083327770233154, 0.125,
    2.458334445953369, -1.0416665077209473, -1.25, -1.458333134651184, 1.7916669845581055, 1,
    0.2083340883255005, -2.4479176998138428, -0.34375, 1.760414719581604, -1.9270844459533691,
    0.21875, 2.3645811080932617, 1.5104165077209473, 2.15625, 2.8020825386047363,
    2.6979165077209473, 2.96875, 3.2395830154418945,
};
static const vector_tensor places_61_out[] = {
    {1, 4, {5, 3, 2, 3}, places_61_out0},
};
static const vector_attr places_61_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* RoiAlign 10 avg 2: onnxruntime */
static const double places_62_in0[] = {
    0.5, -0.5, 3.5, 0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2,
    1.5, -0.75, 1, 0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1,
    0.5, -0.25, 2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3,
    -0.25, 4, 1.5, 2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5,
    -3.75, 0.5, 1, -4, -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75,
    2.25, 0.25, -3.5, -1.5, 2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3,
    -3.75, -2.75, -1.25, 4, -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25,
    1.25, -3, 4, 3, -1.75, -1, 3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25,
    2.75, -0.25, 1.75, -2.25, -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5,
    3.75, -2, -2.75, -1.25, -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75, -3.75, 1.75, 3.75, 0.5, 0.5,
    -1.75, 0.5, -0.25, 1, 0.75, 3.5, -2, -0.5, -3.5, -1.5, 0.5, -1.75, 1.25, -2, 1.5, -2, -1, 0.25,
    3.75, 1.5, -3.75, 2, -0.5, 1.5, 1.5, 2, -0.5, 2, 0, -2, 0, -0.25, -3.75, 2.5, 1, 4, 3.75, 1.25,
    3.25, -2.75, 3.75, -0.25, -1.25, 2.75, 1, -1.25, 1, -1, -1.5, -1, 2, 2.5, 2.75, 4, 2, 2.75, 4,
    -3.75, 3, 0.25, -4, 0.5, 3.25, 2, -3.75, 4, 3, 0.25, -0.5, -2, 0.5, 3.25, -0.25, -0.75, 0.5, 3,
    1.5, -2.5, 3, -2.25, -2.75, 3.25, 3.5,
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
    -1.08984375, -1.33984375, 0.49609375, -0.19140625, 0.58984375, 0.625, 1.2109375, -0.19921875,
    1.125, -1.4921875, -1.48046875, -0.8828125, 0.6484375, -0.19140625, -0.04296875, 0.1484375,
    -0.0625, 0.05859375, -1.1362497806549072, 1.0687501430511475, 0.9475000500679016,
    -0.8012499809265137, -2.2462496757507324, 1.0274995565414429, -1.3749998807907104,
    -0.4700000286102295, 0.8712499737739563, 1.067500114440918, 0.9499999284744263,
    0.37999987602233887, -0.5587496757507324, 2.341249942779541, 1.227500081062317,
    1.2850003242492676, -0.3675004839897156, -0.2512505352497101, -1.4375, -0.59375, 0.84375,
    0.8125, 0.703125, 0.0390625, -0.4296875, 0.0234375, 1.1875, 0.28125, 1.4609375, 0.8984375,
    0.640625, -0.4140625, -0.15625, 0.265625, 0.1328125, 0.859375, -2.3645834922790527,
    -1.843750238418579, -1.3229165077209473, -2.6770834922790527, -1.2812504768371582,
    0.11458347737789154, -1.4895834922790527, -0.34375038743019104, 0.802083432674408, -1.21875,
    -1.28125, -1.34375, -1.2083334922790527, 0.6249993443489075, 2.4583334922790527,
    -2.208333730697632, 0.12499921023845673, 2.4583334922790527, -1.0416667461395264,
    -1.250000238418579, -1.4583332538604736, 1.7916665077209473, 0.9999994039535522,
    0.20833352208137512, -2.447916030883789, -0.3437485098838806, 1.7604161500930786,
    -1.9270827770233154, 0.21875153481960297, 2.3645827770233154, 1.5104167461395264,
    2.156250476837158, 2.8020830154418945, 2.6979167461395264, 2.968750476837158,
    3.2395832538604736,
};
static const vector_tensor places_62_out[] = {
    {1, 4, {5, 3, 2, 3}, places_62_out0},
};
static const vector_attr places_62_attr[] = {
    {"mode", "avg", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* RoiAlign 10 max 0: onnxruntime */
static const double places_63_in0[] = {
    0.5, -0.5, 3.5, 0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2,
    1.5, -0.75, 1, 0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1,
    0.5, -0.25, 2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3,
    -0.25, 4, 1.5, 2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5,
    -3.75, 0.5, 1, -4, -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75,
    2.25, 0.25, -3.5, -1.5, 2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3,
    -3.75, -2.75, -1.25, 4, -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25,
    1.25, -3, 4, 3, -1.75, -1, 3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25,
    2.75, -0.25, 1.75, -2.25, -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5,
    3.75, -2, -2.75, -1.25, -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75, -3.75, 1.75, 3.75, 0.5, 0.5,
    -1.75, 0.5, -0.25, 1, 0.75, 3.5, -2, -0.5, -3.5, -1.5, 0.5, -1.75, 1.25, -2, 1.5, -2, -1, 0.25,
    3.75, 1.5, -3.75, 2, -0.5, 1.5, 1.5, 2, -0.5, 2, 0, -2, 0, -0.25, -3.75, 2.5, 1, 4, 3.75, 1.25,
    3.25, -2.75, 3.75, -0.25, -1.25, 2.75, 1, -1.25, 1, -1, -1.5, -1, 2, 2.5, 2.75, 4, 2, 2.75, 4,
    -3.75, 3, 0.25, -4, 0.5, 3.25, 2, -3.75, 4, 3, 0.25, -0.5, -2, 0.5, 3.25, -0.25, -0.75, 0.5, 3,
    1.5, -2.5, 3, -2.25, -2.75, 3.25, 3.5,
};
static const double places_63_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_63_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_63_in[] = {
    {1, 4, {2, 3, 6, 7}, places_63_in0},
    {1, 2, {5, 4}, places_63_in1},
    {7, 1, {5}, places_63_in2},
};
static const double places_63_out0[] = {
    1.0208333730697632, 1.0208333730697632, 1.3125, 1.03125, 1.2604167461395264,
    1.2604167461395264, 1.40625, 1.40625, 1.5, 1.166666030883789, 0.802082896232605, 0.65625,
    1.40625, 1.4895834922790527, 1.3750001192092896, 1.8333334922790527, 1.7187501192092896,
    1.7187501192092896, 1.6199997663497925, 2.3399996757507324, 2.4749999046325684,
    1.3999998569488525, 0.7000001668930054, 2.249999523162842, 0.5600001811981201,
    0.8400000333786011, 2.0249998569488525, 2.999999761581421, 1.3000003099441528, 3.25,
    1.4400005340576172, 2.240000009536743, 2.4749999046325684, 2.3999998569488525,
    1.599999189376831, 1.9499996900558472, 1.6770836114883423, 1.875, 3.593750476837158, 4, 1.875,
    1.875, 0.9583334922790527, 1.640625, 3.5, 2, 2, 3.75, 3.114583969116211, 1.9166669845581055,
    1.5833334922790527, 1.5, 1.625, 3.5, 0.07291670143604279, 0.21875, 0.36458340287208557,
    0.21875010430812836, 0.65625, 1.093750238418579, 0.3437501788139343, 1.03125,
    1.7187503576278687, 0.11458338797092438, 0.34375, 0.5729167461395264, 0.4062501788139343,
    1.21875, 2.031250476837158, 0.4687502384185791, 1.40625, 2.343750476837158, 0.7812501192092896,
    0.46875, 0.15625029802322388, 2.343750476837158, 1.40625, 0.46875089406967163,
    0.3124997019767761, 0.9375, 1.5624994039535522, 0.4687495529651642, 1.40625,
    2.3437490463256836, 0.6770834922790527, 1.125, 1.8749992847442627, 2.031250476837158, 1.3125,
    2.1874990463256836,
};
static const vector_tensor places_63_out[] = {
    {1, 4, {5, 3, 2, 3}, places_63_out0},
};
static const vector_attr places_63_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {0}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* RoiAlign 10 max 2: onnxruntime */
static const double places_64_in0[] = {
    0.5, -0.5, 3.5, 0.5, -4, -2.75, -0.25, -3.5, -0.75, -2, -3.75, 0.5, 3.5, 1.5, 1, -2, -2.25, -2,
    1.5, -0.75, 1, 0.25, 1.25, -3.75, 1.75, 2.75, -2.25, 0.5, 2.75, -1.25, -2, 0.5, 0.75, 2, -1, 1,
    0.5, -0.25, 2.75, 2, 3.25, 0.25, -1.5, 3, 0.75, -2.25, -0.75, 0.25, 2.25, 0.75, 1, 3.75, -3,
    -0.25, 4, 1.5, 2.75, 1.5, -2.5, 2.75, -0.75, 2.75, -3.25, -3.25, -1.5, -0.75, -2.75, -1.5,
    -3.75, 0.5, 1, -4, -2.25, -2.25, 0, 1.75, -0.75, 4, 0.25, -1.5, 2.75, -4, -0.5, 0.5, 2.75,
    2.25, 0.25, -3.5, -1.5, 2.25, 3, 1, 3.75, -3, -1, -2.25, 2.75, 1.75, 1, -0.75, -1.5, 3.25, 3,
    -3.75, -2.75, -1.25, 4, -4, 3.75, 3.75, -2.25, -1.5, -0.25, 1.5, -4, -3.75, -1.75, 2, 1.25,
    1.25, -3, 4, 3, -1.75, -1, 3.25, -4, -2.25, -0.5, -1.25, 3.75, 2.5, 2.25, 1, 1.75, 2.25, 3.25,
    2.75, -0.25, 1.75, -2.25, -3.75, -3.75, 3, -2.75, 2.25, 0.75, 1.75, -1.75, -3, -3.25, 3.5, 2.5,
    3.75, -2, -2.75, -1.25, -3.25, -0.75, -2.5, -2.25, 4, -0.75, 1.75, -3.75, 1.75, 3.75, 0.5, 0.5,
    -1.75, 0.5, -0.25, 1, 0.75, 3.5, -2, -0.5, -3.5, -1.5, 0.5, -1.75, 1.25, -2, 1.5, -2, -1, 0.25,
    3.75, 1.5, -3.75, 2, -0.5, 1.5, 1.5, 2, -0.5, 2, 0, -2, 0, -0.25, -3.75, 2.5, 1, 4, 3.75, 1.25,
    3.25, -2.75, 3.75, -0.25, -1.25, 2.75, 1, -1.25, 1, -1, -1.5, -1, 2, 2.5, 2.75, 4, 2, 2.75, 4,
    -3.75, 3, 0.25, -4, 0.5, 3.25, 2, -3.75, 4, 3, 0.25, -0.5, -2, 0.5, 3.25, -0.25, -0.75, 0.5, 3,
    1.5, -2.5, 3, -2.25, -2.75, 3.25, 3.5,
};
static const double places_64_in1[] = {
    0, 0, 6, 5, 1.2999999523162842, 0.699999988079071, 4.900000095367432, 5.5, -3, -2, 9, 9, 2, 2,
    2, 2, 5, 4, 3, 1,
};
static const double places_64_in2[] = {
    0, 1, 1, 0, 1,
};
static const vector_tensor places_64_in[] = {
    {1, 4, {2, 3, 6, 7}, places_64_in0},
    {1, 2, {5, 4}, places_64_in1},
    {7, 1, {5}, places_64_in2},
};
static const double places_64_out0[] = {
    0.65625, 0.65625, 1.09375, 0.859375, 1.203125, 1.203125, 1.203125, 1.203125, 1.25, 0.75,
    0.515625, 0.546875, 1.171875, 1.421875, 1.3125, 1.75, 1.640625, 1.640625, 1.2599999904632568,
    1.8200000524520874, 1.9250001907348633, 1.2599999904632568, 0.6300002336502075,
    2.0249998569488525, 0.40000009536743164, 0.5999999642372131, 1.124999761581421,
    2.700000047683716, 1.170000433921814, 2.9250001907348633, 1.1200000047683716,
    1.5999999046325684, 1.9250001907348633, 2.1600000858306885, 0.9599990248680115,
    1.7549998760223389, 0.21875, 3.75, 2.25, 3.5, 1.53125, 0.4375, 0.5, 1, 3.5, 0.875, 3.28125,
    3.28125, 2.40625, 2.75, 0.4375, 1.3125, 2.625, 3.0625, 0.1640625, 0.3828124403953552,
    0.6015625596046448, 0.3828125, 0.8932291269302368, 1.4036458730697632, 0.6015625,
    1.4036457538604736, 2.2057292461395264, 0.2578125, 0.6015624403953552, 0.9453125596046448,
    0.7109375, 1.6588540077209473, 2.6067709922790527, 0.8203125, 1.9140623807907104,
    3.007812738418579, 1.289062261581421, 0.8203120231628418, 0.3515625, 3.007812023162842,
    1.914061427116394, 0.8203125, 0.546875, 1.2760419845581055, 2.0052080154418945, 0.8203125,
    1.9140629768371582, 3.007812023162842, 1.117187261581421, 1.5312504768371582,
    2.406249523162842, 2.6067702770233154, 1.7864588499069214, 2.807291269302368,
};
static const vector_tensor places_64_out[] = {
    {1, 4, {5, 3, 2, 3}, places_64_out0},
};
static const vector_attr places_64_attr[] = {
    {"mode", "max", 0, {0}},
    {"sampling_ratio", NULL, 0, {2}},
    {"output_height", NULL, 0, {2}},
    {"output_width", NULL, 0, {3}},
};

/* MaxRoiPool 1 : onnxruntime */
static const double places_65_in0[] = {
    0.5, 1, -2.75, 4, 1.5, -0.5, 2.25, -3.75, 3.25, -0.25, -0.75, -3, 3.25, -1.25, -1, 1, -3, 1.25,
    -2, 0.75, 3.75, 2.25, 3.75, -1.25, 1, -3, 4, -3.75, -1.5, 2.75, -2, 2.5, 2.5, 2.25, 2.5, -2,
    -1.5, 2.75, -1.25, -2.75, -3, -2.5, -3.5, 3.75, -1.75, -3, -2.5, 2.5, -1.25, 3.75, 3.75, 3,
    0.75, 1.25, -1.5, -2, 0.25, -1.75, -3.75, 4, 3.5, 3, 0.25, -1, -3, -2.75, -2.75, -0.25, 0.75,
    2.75, 3.5, 1, 4, 1.25, 1, -3.5, -0.5, 0.25, 0.5, -2.75, -3, -1.25, -3.5, 3.25, 1.5, 0.25, 3,
    -4, 1.5, -2.75, 3, -3.5, -1.25, -3.5, -3.5, 1.5, 3.25, -3, -0.5, -1.5, 3.75, -3, 3.5, 0, 0,
    2.5, -3.25, -4, 3.75, 2.75, 0, 3.75, 3.25, 0, -0.5, -2.5, 1.75, 3.5, 1.25, -3.25, -2.75, 1.5,
    -4, 2, -2.75, -1.5, -4, 1.75, 1.75, 2.75, 0.75, -3.25, -2.5, -0.5, 0.75, -1.25, -0.25, 1.5, 2,
    -1, 3.75, 1.75, -1.25, 0.25, -4, -0.25, 4, -0.75, -0.25, 2.5, 2.25, 4, 0, -1.5, 0.75, -1, 4,
    0.75, -3.5, -3.75, -1.75, -3.25, 4, -2.5, 0, 0, -4, -3.75, 1.5, 2.25, 2.5, -2.75, 2.5, -3.5,
    2.75, -3.25, 0, -0.5, -1.25, -0.75, 0.5, -0.75, -2.5, -2.5, -0.75, 3.5, 3, 2.75, -1.5, 0.5,
    1.25, 3, 1.75, -1.5, -0.75, -2.5, 1.25, 1.75, -4, 3, 1.25, 2.75, -3.5, 1, 0.25, -3.25, 2.5,
    2.75, 0.5, -2, 3.75, -0.75, -0.75, -0.75, 1.25, 1.75, -0.25, -0.75, 0, 1.25, 2.5, -3, 3.5,
    -3.25, -3.25, -4, 2.25, -3.75, -2.5, -0.5, 3.75, -1.75, 2.75, -1.5, 0.25, 2.75, -1.75, -1.75,
    2.5, 2.25, -3.75, 3.75, 1.25, 0, -1.75, 0.75, 1.75, -1.25, -1.25, -4, -1, 2,
};
static const double places_65_in1[] = {
    0, 0, 0, 6, 5, 1, 1.5, 0.699999988079071, 4.400000095367432, 5.5, 1, -3, -2, 9, 9, 0, 2, 2, 2,
    2, 1, 5, 4, 3, 1,
};
static const vector_tensor places_65_in[] = {
    {1, 4, {2, 3, 6, 7}, places_65_in0},
    {1, 2, {5, 5}, places_65_in1},
};
static const double places_65_out0[] = {
    3.25, 4, 3.75, 3.75, 2.75, 4, 3.75, 4, 3.5, 4, 4, 3.25, 3.75, 3.75, 3.5, 3.25, 3.75, 3.75, 2.5,
    2.25, 4, 4, 0.75, 0, 3, 3.5, 3, -3.25, 3, 2.75, 2.25, 2.5, 2.75, -1.25, 3.75, 1.25, 3.75, 4, 4,
    4, 4, -1.75, 2.25, 3.5, 2.75, 1.75, 3, 2.75, 3.75, 3.5, 3.75, 2.5, 3.75, 2, -3, -3, -3, -3, -3,
    -3, -3.75, -3.75, -3.75, -3.75, -3.75, -3.75, 3.75, 3.75, 3.75, 3.75, 3.75, 3.75, -3.75, -3.75,
    -3.75, -3.75, -3.75, -3.75, 2.75, 2.75, 2.75, 2.75, 2.75, 2.75, 0, 0, 0, 0, 0, 0,
};
static const vector_tensor places_65_out[] = {
    {1, 4, {5, 3, 2, 3}, places_65_out0},
};
static const vector_attr places_65_attr[] = {
    {"pooled_shape", NULL, 2, {2, 3}},
};

/* MaxRoiPool 1 one: onnxruntime */
static const double places_66_in0[] = {
    -3.5, -0.75, -0.75, 0.25, 0.5, -3.25, 1, 4, -3.75, 2.75, 2.75, -1, -1.75, 0.5, -2.5, 2.25, -4,
    1.75, 1.25, 2.25, -2.75, 4, -4, 3.25, 3, 1.5, -0.75, 3.5, -3.5, -1.75, 0, -1, 2.75, 1, 2.25, 4,
    -0.75, 0.5, 0.5, 0, 2, -4, 2.75, 3, -2.25, 1.75, 3, 0.5, 1, 1.25, 1.75, -0.5, 0.25, -0.25,
    -3.25, 1.25, 1.75, 1.5, 2.75, 2.75, 0.75, 2.75, 4, -3.5, 4, 3.5, -3.5, 1.5, 1.5, -2.75, -3.25,
    -3.25, -3.25, -2.75, 2.75, 2.5, 0, 0.75, 2, -1.25, 2, 1, 2.75, -1, 1, -4, -0.25, -0.75, 0.25,
    -1.25, 0.5, 2, 0.5, 2.25, 3.5, -1.75, 3.25, -2.75, 2, -0.75, -2.75, -1.5, -1.5, 2.25, 2.5, -4,
    -1.5, 2.5, 0.25, 3.5, -1.5, -2.5, 1.5, 2.5, -2.75, 2.75, 1.75, 2, 2, 0.25, 1, -3.25, 3.25,
    -1.75, 2.75, 2.75, 1.25, -3.5, -2.5, 1, -2.25, 3.5, -2.75, -2.25, -2, -0.75, 0, -2, 2.25, -1,
    0, 3.75, 4, 3.25, 2.75, 3, 2, -2.75, -1, 1.75, -0.5, 0.5, 3, 1, 1.5, -1.75, -1.75, 4, -2.75,
    -1.75, -3.25, -3, -2.75, -1.25, -0.5, 1.75, 3.25, 1.25, -4, -2, 0.5, 0.5, 2.5, 0.5, -3.25,
    2.75, -3, 0.5, -2.75, 3.5, -0.25, -2.25, 0.75, -1.5, 3, -2.25, 0.25, 0.5, -1.75, -3.5, -2.25,
    0.75, -0.5, 3, -3.25, -3.25, -2.75, 2, -4, -0.75, -3.75, -3.5, -0.5, 0.25, 2.5, 3, -3.75, 0.75,
    0.25, 0, 2.5, -3.75, -1.5, -3.5, -3, -4, -2, 2, -0.75, -2.25, 3, 2, 1, 1.5, 3.5, -0.5, 0.75,
    2.5, -3.5, -3, 0.75, -3, -0.5, -3.75, -0.75, -0.25, -2.75, 2.5, 0.5, -2.5, -1.75, -1.75, -3.5,
    0.5, -0.5, 1, 1, -3.5, 2.5, 2, 3.5, 1,
};
static const double places_66_in1[] = {
    0, 0, 0, 6, 5, 1, 1.5, 0.699999988079071, 4.400000095367432, 5.5, 1, -3, -2, 9, 9, 0, 2, 2, 2,
    2, 1, 5, 4, 3, 1,
};
static const vector_tensor places_66_in[] = {
    {1, 4, {2, 3, 6, 7}, places_66_in0},
    {1, 2, {5, 5}, places_66_in1},
};
static const double places_66_out0[] = {
    4, 4, 3.5, 4, 3.5, 3, 4, 3.5, 3.5, -4, 2.75, -2.75, -1.75, -3.5, 0.5,
};
static const vector_tensor places_66_out[] = {
    {1, 4, {5, 3, 1, 1}, places_66_out0},
};
static const vector_attr places_66_attr[] = {
    {"pooled_shape", NULL, 2, {1, 1}},
};

/* DeformConv 19 groups, mask: reference */
static const double places_67_in0[] = {
    4, -2.5, -3.25, -1.25, -0.25, -0.25, 3.5, 2, 3, -3, -0.25, -3.75, -2.5, 0, 2.75, 2, -0.5, 1.25,
    1, 4, -0.5, -3.25, 0.75, -2, 3.75, -4, 2.75, -2.5, 0.5, 1.75, 0, -1, 3.75, -3.5, 0.25, 2.5,
    -2.5, 2.75, -3.75, -3, -1.25, -2.5, -2, 1.5, -1.25, 2.25, -1.75, 4, 2.5, -3.75, -2.25, 1.75,
    -4, -3.5, 2.5, -0.25, -3.25, -3.25, -0.25, 4, 2, 3.5, 1.5, -3.25, -2.75, 0, 2, 0.75, -4, -1.75,
    0.25, 0, -0.25, -0.25, -1.75, -4, 0.75, 2.25, 3.75, -2.75, 2.5, -1.75, -2.75, -2.75, 4, -0.75,
    -1.75, -3.25, 2.25, 2.75, 1, -1, 0.75, 1.25, 1.75, 2.75, 3, 0.25, -4, -3.25, 3, 0.5, 2, -3.25,
    -0.5, -4, 0, -2.75, 2.5, -0.5, -4, 1.5, -3.5, -3.25, -0.75, 0.25, -0.75, -2, -1.5, -0.25,
};
static const double places_67_in1[] = {
    3, -3.25, 0.25, 2.25, -3.5, 2.5, 3.5, -1.5, -1, 3, -1.5, 2.5, 1.75, 1.5, 0.5, 2.25,
};
static const double places_67_in2[] = {
    -2.25, 2.25, -0.75, 2.25, -0.75, 1.75, 0, -0.5, -3.75, 3.5, 3.5, 1.75, 3, -1, -0.5, -0.75,
    -2.75, 0.75, -1.75, -2.75, 1, 3.75, -1.5, -4, 1.5, 2.25, -1.5, -2.75, -2.75, 1, 0, 4, -1,
    -0.75, -0.5, 2.75, -1.5, 3.25, 3.25, -1, -0.75, -0.25, -0.25, 1.5, 0.25, 0.5, 1.5, -1.75, 0.5,
    -0.25, 3.25, -2.5, -2.75, 3.25, -3, 0.75, 0, 1, -2.5, -2.25, 1.5, 2, 1.75, 2.25, -3, 0.75,
    3.75, 0.75, 0.25, 2, -1.25, 4, -2.5, -2.75, -1, -2.25, 3, 1.25, 3, -4, 2.75, 4, -3.5, -1, 0.25,
    -3.25, 2, 3.75, 4, -1.75, 2, 1.75, 3.75, 3.5, 1, -0.75, 2.25, 2.5, 1.5, -2.5, 2.5, -3.75, 3.25,
    0.25, -1.75, 0.5, -2.5, 2.75, 4, 0.75, 3, -0.75, 3, -0.5, 0.75, 1.5, -3.5, 2.25, 4, 0.25, 1.75,
    1.25, 3, 1.75, -2.25, -1.5, -2, 2.5, 4, 3.75, -0.75, 1, -2, -1.5, 0, -2.5, 1.5, 2.75, 1, 3, -4,
    0.5, 0.5, 3.75, -0.5, -0.75, -4, 3.25, -1.25, 3.25, 0.25, 0.75, 1.5, 2.25, 3, -0.5, -2, -0.5,
    2.25, 3.5, -0.5, -0.25, -3.5, 0.75, -1.5, -0.5, -2.75, -3.25, 3.5, -2.5, 2.25, -0.25, -3,
    -2.75, 3, 2.75, -4, 0.25, 2.75, 1, 2, 0.5, 1.75, -1.5, -0.5, 1.25, -0.25, -3.75, 0.25, -3,
    -3.75, 0.25, 1.25, -2.75, 2.25, 1, -3.25, 3.5, -1.25, -3.25, 0.25, -4, 0, -1.25, 1.5, 1.25,
    -3.75, -1.25, 2.5, 1, -2.75, 2.25, -1.25, -0.75, 1, -3.75, 0.75, 2.25, 1.75, 3.25, -4, 3.5,
    -0.25, -0.75, 3.5, 2.5, -4, 1.5, -0.75, 3, 3.75, 3.5, 2, -0.75, -3.5, -2.5, -2.5, 1, 0.25, -1,
    -3.75, -2, -2.25, 4, -3.5, 3.75, 0, 1.5, -2.75, -4, -3.75, -3.25, -2.75, -4, -3.5, -3, 4, 0,
    -3.5, -2.5, 0.5, 1, -3.25, -1, 3.5, -1.25, -1.5, -3.75, -2, 4, 1, 1.75, -1.25, 1.5, -1.75, 0.5,
    -2.75, -1.25, -1.25, 2.5, 0.25, -3.5, 3.25, -1, 2.5, 3.5, 2.5, 2, -1.75, -2.75, 0, 1.5, 3,
    -1.75, 1.5, 1.75, -2.25, 3.25, -1.75, 2, 2, -0.5, 3.25, 3.75, -4, -2, -1.75, 2, 3.25, 1.5,
    -2.5, 0, 3, 3.75, -3.5, 2.5, -3.25, -2.25, 0.75, 2.25, -1, 1.75, -1, -2.5, -0.5, -1.25, -3.25,
    -2, 0.75, -3.25, -1.5, -0.75, 2.75, -2.25, -0.5, -2.25, 2.75, -2.5, -3.75, -0.25, -2.25, 1.25,
    0.75, 2.75, 3, -2, 2.25, -1.75, -3.75, 0.75, -0.25, 4, 0.5, 2.75, -0.75, 1.25, -4, -2.5, 1.5,
    -0.25, 3, 2.25, 4, -2.25, -3, -3.75, -2.75, 3.5, 0, 3.25, 0, -3, 2, 1.75, 0.5, 2.75, -1.25,
    -3.75, 0, 0.25, -0.25, -4, -0.75, 2, -0.75, -2.25, 3.25, -3.75, -3, 3.5, 2, -3.5, -2, 2.25,
    -0.5, 1.75, -1.5, -3.5, 0.75, -3.5,
};
static const double places_67_in3[] = {
    3.5, 0.5,
};
static const double places_67_in4[] = {
    -3.25, 3.75, -1.5, -1.75, 0.25, 2.25, -3.25, 0.5, 1.75, -1.5, 2.75, -1.5, 0.25, 2.5, -3.75,
    0.75, 0.25, -4, -1.5, 1, 0, 0, -1, 3, 0.25, 4, 3.5, -1.25, 2.75, 0.25, 3, -3.75, 1.25, -1.25,
    2, -3.5, 3.75, 1.75, 4, 2.5, 1, 3, 3.25, -2.5, -2.5, 2, -2.5, 1.25, -2, -1, 1.25, -3.5, 3.5,
    3.5, 2.75, 1.25, 3, 1.25, 1, -1.25, 0.5, -3.5, 3.25, -4, -1, -4, 0.25, -4, 3.25, -0.25, 4, 2.5,
    -3, -3.25, -4, 1.75, 0.5, 1, 3.5, 0.75, -2, 0, -0.75, 2.5, 3.25, 2, -1.25, 2.5, -0.25, 2, 3,
    0.25, 3.5, -0.75, -1.75, -0.5, 1.75, -1, -0.5, -0.75, -2.25, 2.5, -2.5, 0.75, -0.5, 1.75, -3,
    -0.25, 3.25, 2.75, -2.75, 0.5, 4, 1.25, -2, 3, -3.5, -3.5, -2.5, 3.5, -1.75, 3.25, 3.25, 1.5,
    2.75, -2.5, 3.25, -3.75, -3.75, -2, 3.5, -3.25, -0.75, 2.75, 3, -0.5, 0.75, 0.5, -1.75, 2.75,
    2.5, 2.25, 3.25, 1.25, -2.5, -1.75, -2.75, 0.25, 2.25, 3.5, -3, 0.5, 3, -3.5, 4, 1.25, 0.75,
    -1.5, -0.25, 2, -2, 1.5, 3.75, -2.25, 0.25, 1.25, 3.75, -0.5, 3.25, -2.5, -1.75, 3, 3.25, 1.75,
    2.75, -0.5, -0.5, 0.25, 3.75, -2.25, 3, -2.75, -2.5, -3.25, 2.25, 3, 3, 3.75, -0.25, 0.25, -2,
    -2.25, -0.75, -0.25, -1.5, -3, -2.25, -1, -3.5, -2.75,
};
static const vector_tensor places_67_in[] = {
    {1, 4, {1, 4, 5, 6}, places_67_in0},
    {1, 4, {2, 2, 2, 2}, places_67_in1},
    {1, 4, {1, 16, 5, 5}, places_67_in2},
    {1, 1, {2}, places_67_in3},
    {1, 4, {1, 8, 5, 5}, places_67_in4},
};
static const double places_67_out0[] = {
    3.5615234375, 30.3359375, -25.4453125, -13.521484375, 3.5, 8.16796875, 34.375, 5.875,
    -0.484375, 7.8046875, 29.2890625, -18.9267578125, 1.859375, 23.73828125, -15.8125, 17.16796875,
    2.8515625, -42.51953125, 9.546875, 3.796875, 1.859375, 3.5, 1.640625, -4.166015625, 10.3125,
    0.34765625, -0.046875, -13.53125, -35.9453125, -2.1103515625, -9.3466796875, -0.12109375,
    -3.203125, -9.330078125, 18.291015625, -0.859375, 13.21484375, 16.8125, -0.0029296875,
    -4.45703125, 13.703125, -9.923828125, 9.845703125, 1.23046875, 0.5, 52.9765625, -21.068359375,
    -7.3203125, -6.505859375, 3.1640625,
};
static const vector_tensor places_67_out[] = {
    {1, 4, {1, 2, 5, 5}, places_67_out0},
};
static const vector_attr places_67_attr[] = {
    {"group", NULL, 0, {2}},
    {"offset_group", NULL, 0, {2}},
    {"pads", NULL, 4, {1, 0, 0, 0}},
};

/* DeformConv 22 strides: reference */
static const double places_68_in0[] = {
    4, -2.5, -3.25, -1.25, -0.25, -0.25, 3.5, 2, 3, -3, -0.25, -3.75, -2.5, 0, 2.75, 2, -0.5, 1.25,
    1, 4, -0.5, -3.25, 0.75, -2, 3.75, -4, 2.75, -2.5, 0.5, 1.75, 0, -1, 3.75, -3.5, 0.25, 2.5,
    -2.5, 2.75, -3.75, -3, -1.25, -2.5, -2, 1.5, -1.25, 2.25, -1.75, 4, 2.5, -3.75, -2.25, 1.75,
    -4, -3.5, 2.5, -0.25, -3.25, -3.25, -0.25, 4, 2, 3.5, 1.5, -3.25, -2.75, 0, 2, 0.75, -4, -1.75,
    0.25, 0, -0.25, -0.25, -1.75, -4, 0.75, 2.25, 3.75, -2.75, 2.5, -1.75, -2.75, -2.75, 4, -0.75,
    -1.75, -3.25, 2.25, 2.75, 1, -1, 0.75, 1.25, 1.75, 2.75, 3, 0.25, -4, -3.25, 3, 0.5, 2, -3.25,
    -0.5, -4, 0, -2.75, 2.5, -0.5, -4, 1.5, -3.5, -3.25, -0.75, 0.25, -0.75, -2, -1.5, -0.25,
};
static const double places_68_in1[] = {
    -1.75, 0, -1.25, 1.25, 4, -1, 3.75, -3.5, -0.25, 4, -3.5, 0, -0.75, -4, 0.25, -1.75, 2.25,
    0.75, 3.25, -4, -1.75, 1.5, -2.25, -1, -0.25, 1.5, -4, 3, -3, 1.25, -1, -0.25, -3, 4, 4, 1.5,
    0.75, 3.5, -1, -1, 3.75, 4, 1.25, 0.25, -1.75, -4, 2, 3.25, -4, 0.5, 2.5, -1, -2.25, 2.5,
    -3.75, 0.5, -1, 0, -0.25, -3.25, -1.5, -1.5, 3, 1.75, -3, 0.5, 3.75, 3, 1.5, 0, -2, 2,
};
static const double places_68_in2[] = {
    -0.25, 3.25, -3.75, 1, -2, -1.5, 0, -0.75, 2.5, 3, -0.25, 2, -3.5, 4, 2.75, -2.25, -3.75, 3,
    -1.5, 3.5, -1.5, 1, 2, 3.75, -2, -2.75, -0.5, -0.75, -4, 0.5, -3.25, 2.75, 0.75, -0.25, 3.5,
    2.25, -3.25, 1.5, 4, -0.25, 2.25, -2.25, 3.5, -3.25, -0.5, 0.75, -1, 0.25,
};
static const vector_tensor places_68_in[] = {
    {1, 4, {1, 4, 5, 6}, places_68_in0},
    {1, 4, {3, 4, 2, 3}, places_68_in1},
    {1, 4, {1, 12, 2, 2}, places_68_in2},
};
static const double places_68_out0[] = {
    1.78125, -2.1796875, -5.4375, -14.5234375, -8.671875, 4.8046875, 4.15234375, -1.203125,
    -0.421875, -5.9765625, -5.296875, -3.6484375,
};
static const vector_tensor places_68_out[] = {
    {1, 4, {1, 3, 2, 2}, places_68_out0},
};
static const vector_attr places_68_attr[] = {
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
    {"GridSample", "bicubic border", 16, 3, 2, 1, places_11_attr,
     places_11_in, places_11_out},
    {"GridSample", "bicubic reflection", 16, 3, 2, 1, places_12_attr,
     places_12_in, places_12_out},
    {"GridSample", "linear zeros", 22, 3, 2, 1, places_13_attr,
     places_13_in, places_13_out},
    {"GridSample", "3-D linear zeros", 22, 3, 2, 1, places_14_attr,
     places_14_in, places_14_out},
    {"GridSample", "linear border", 22, 3, 2, 1, places_15_attr,
     places_15_in, places_15_out},
    {"GridSample", "3-D linear border", 22, 3, 2, 1, places_16_attr,
     places_16_in, places_16_out},
    {"GridSample", "linear reflection", 22, 3, 2, 1, places_17_attr,
     places_17_in, places_17_out},
    {"GridSample", "3-D linear reflection", 22, 3, 2, 1, places_18_attr,
     places_18_in, places_18_out},
    {"GridSample", "nearest zeros", 22, 3, 2, 1, places_19_attr,
     places_19_in, places_19_out},
    {"GridSample", "3-D nearest zeros", 22, 3, 2, 1, places_20_attr,
     places_20_in, places_20_out},
    {"GridSample", "nearest border", 22, 3, 2, 1, places_21_attr,
     places_21_in, places_21_out},
    {"GridSample", "3-D nearest border", 22, 3, 2, 1, places_22_attr,
     places_22_in, places_22_out},
    {"GridSample", "nearest reflection", 22, 3, 2, 1, places_23_attr,
     places_23_in, places_23_out},
    {"GridSample", "3-D nearest reflection", 22, 3, 2, 1, places_24_attr,
     places_24_in, places_24_out},
    {"GridSample", "cubic zeros", 22, 3, 2, 1, places_25_attr,
     places_25_in, places_25_out},
    {"GridSample", "cubic border", 22, 3, 2, 1, places_26_attr,
     places_26_in, places_26_out},
    {"GridSample", "cubic reflection", 22, 3, 2, 1, places_27_attr,
     places_27_in, places_27_out},
    {"CenterCropPad", "uint8", 18, 0, 2, 1, places_28_attr,
     places_28_in, places_28_out},
    {"CenterCropPad", "uint8 axes", 18, 1, 2, 1, places_29_attr,
     places_29_in, places_29_out},
    {"CenterCropPad", "int16", 18, 0, 2, 1, places_30_attr,
     places_30_in, places_30_out},
    {"CenterCropPad", "int16 axes", 18, 1, 2, 1, places_31_attr,
     places_31_in, places_31_out},
    {"CenterCropPad", "int64", 18, 0, 2, 1, places_32_attr,
     places_32_in, places_32_out},
    {"CenterCropPad", "int64 axes", 18, 1, 2, 1, places_33_attr,
     places_33_in, places_33_out},
    {"CenterCropPad", "float32", 18, 0, 2, 1, places_34_attr,
     places_34_in, places_34_out},
    {"CenterCropPad", "float32 axes", 18, 1, 2, 1, places_35_attr,
     places_35_in, places_35_out},
    {"CenterCropPad", "float64", 18, 0, 2, 1, places_36_attr,
     places_36_in, places_36_out},
    {"CenterCropPad", "float64 axes", 18, 1, 2, 1, places_37_attr,
     places_37_in, places_37_out},
    {"CenterCropPad", "float16", 18, 0, 2, 1, places_38_attr,
     places_38_in, places_38_out},
    {"CenterCropPad", "float16 axes", 18, 1, 2, 1, places_39_attr,
     places_39_in, places_39_out},
    {"CenterCropPad", "bfloat16", 18, 0, 2, 1, places_40_attr,
     places_40_in, places_40_out},
    {"CenterCropPad", "bfloat16 axes", 18, 1, 2, 1, places_41_attr,
     places_41_in, places_41_out},
    {"CenterCropPad", "bool", 18, 0, 2, 1, places_42_attr,
     places_42_in, places_42_out},
    {"CenterCropPad", "bool axes", 18, 1, 2, 1, places_43_attr,
     places_43_in, places_43_out},
    {"Col2Im", "uint8", 18, 0, 3, 1, places_44_attr,
     places_44_in, places_44_out},
    {"Col2Im", "int32", 18, 0, 3, 1, places_45_attr,
     places_45_in, places_45_out},
    {"Col2Im", "uint64", 18, 0, 3, 1, places_46_attr,
     places_46_in, places_46_out},
    {"Col2Im", "float32", 18, 0, 3, 1, places_47_attr,
     places_47_in, places_47_out},
    {"Col2Im", "float64", 18, 0, 3, 1, places_48_attr,
     places_48_in, places_48_out},
    {"Col2Im", "float16", 18, 0, 3, 1, places_49_attr,
     places_49_in, places_49_out},
    {"Col2Im", "bool", 18, 0, 3, 1, places_50_attr,
     places_50_in, places_50_out},
    {"Col2Im", "all", 18, 3, 3, 1, places_51_attr,
     places_51_in, places_51_out},
    {"Col2Im", "3-D", 18, 1, 3, 1, places_52_attr,
     places_52_in, places_52_out},
    {"RoiAlign", "avg 0", 16, 5, 3, 1, places_53_attr,
     places_53_in, places_53_out},
    {"RoiAlign", "avg 2", 16, 5, 3, 1, places_54_attr,
     places_54_in, places_54_out},
    {"RoiAlign", "max 0", 16, 5, 3, 1, places_55_attr,
     places_55_in, places_55_out},
    {"RoiAlign", "max 2", 16, 5, 3, 1, places_56_attr,
     places_56_in, places_56_out},
    {"RoiAlign", "avg 0", 16, 5, 3, 1, places_57_attr,
     places_57_in, places_57_out},
    {"RoiAlign", "avg 2", 16, 5, 3, 1, places_58_attr,
     places_58_in, places_58_out},
    {"RoiAlign", "max 0", 16, 5, 3, 1, places_59_attr,
     places_59_in, places_59_out},
    {"RoiAlign", "max 2", 16, 5, 3, 1, places_60_attr,
     places_60_in, places_60_out},
    {"RoiAlign", "avg 0", 10, 4, 3, 1, places_61_attr,
     places_61_in, places_61_out},
    {"RoiAlign", "avg 2", 10, 4, 3, 1, places_62_attr,
     places_62_in, places_62_out},
    {"RoiAlign", "max 0", 10, 4, 3, 1, places_63_attr,
     places_63_in, places_63_out},
    {"RoiAlign", "max 2", 10, 4, 3, 1, places_64_attr,
     places_64_in, places_64_out},
    {"MaxRoiPool", "", 1, 1, 2, 1, places_65_attr,
     places_65_in, places_65_out},
    {"MaxRoiPool", "one", 1, 1, 2, 1, places_66_attr,
     places_66_in, places_66_out},
    {"DeformConv", "groups, mask", 19, 3, 5, 1, places_67_attr,
     places_67_in, places_67_out},
    {"DeformConv", "strides", 22, 3, 3, 1, places_68_attr,
     places_68_in, places_68_out},
};

#endif
