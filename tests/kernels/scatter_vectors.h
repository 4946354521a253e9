/* Made by tests/kernels/gen_scatter.py: do not edit. */
#ifndef CM_TESTS_KERNELS_SCATTER_VECTORS_H
#define CM_TESTS_KERNELS_SCATTER_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* ScatterElements 18 float32 (3, 5) (2, 4): onnxruntime */
static const double scatter_0_in0[] = {
    3, 1, 6, 7, 2, 3, 0, 8, 8, 6, 5, 5, 5, 6, 5,
};
static const double scatter_0_in1[] = {
    2, -1, -2, -4, 3, -2, 1, 2,
};
static const double scatter_0_in2[] = {
    2, 3, 2, 3, 2, 3, 1, 0,
};
static const vector_tensor scatter_0_in[] = {
    {1, 2, {3, 5}, scatter_0_in0},
    {7, 2, {2, 4}, scatter_0_in1},
    {1, 2, {2, 4}, scatter_0_in2},
};
static const double scatter_0_out0[] = {
    3, 3, 2, 2, 3, 3, 1, 0, 3, 6, 5, 5, 5, 6, 5,
};
static const vector_tensor scatter_0_out[] = {
    {1, 2, {3, 5}, scatter_0_out0},
};
static const vector_attr scatter_0_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 18 float64 (3, 5) (2, 4): onnxruntime */
static const double scatter_1_in0[] = {
    6, 1, 6, 6, 5, 2, 5, 5, 1, 6, 5, 7, 7, 7, 0,
};
static const double scatter_1_in1[] = {
    -3, 2, 1, -3, -2, -1, 1, 0,
};
static const double scatter_1_in2[] = {
    3, 2, 1, 2, 0, 1, 3, 3,
};
static const vector_tensor scatter_1_in[] = {
    {11, 2, {3, 5}, scatter_1_in0},
    {7, 2, {2, 4}, scatter_1_in1},
    {11, 2, {2, 4}, scatter_1_in2},
};
static const double scatter_1_out0[] = {
    3, 1, 6, 3, 5, 0, 5, 3, 1, 6, 5, 1, 7, 7, 0,
};
static const vector_tensor scatter_1_out[] = {
    {11, 2, {3, 5}, scatter_1_out0},
};
static const vector_attr scatter_1_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* ScatterElements 18 float16 (3, 5) (2, 4): onnxruntime */
static const double scatter_2_in0[] = {
    3, 6, 7, 8, 2, 3, 5, 7, 7, 6, 1, 1, 1, 1, 6,
};
static const double scatter_2_in1[] = {
    -1, -3, 2, -3, 2, -2, 1, -1,
};
static const double scatter_2_in2[] = {
    1, 2, 0, 2, 1, 0, 1, 0,
};
static const vector_tensor scatter_2_in[] = {
    {10, 2, {3, 5}, scatter_2_in0},
    {7, 2, {2, 4}, scatter_2_in1},
    {10, 2, {2, 4}, scatter_2_in2},
};
static const double scatter_2_out0[] = {
    3, 2, 7, 2, 2, 3, 0, 1, 7, 6, 1, 1, 0, 0, 6,
};
static const vector_tensor scatter_2_out[] = {
    {10, 2, {3, 5}, scatter_2_out0},
};
static const vector_attr scatter_2_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* ScatterElements 18 bfloat16 (3, 5) (2, 4): reference */
static const double scatter_3_in0[] = {
    0, 7, 0, 6, 1, 1, 6, 3, 3, 3, 3, 7, 3, 0, 2,
};
static const double scatter_3_in1[] = {
    1, 2, -3, 2, -2, 2, 0, 1,
};
static const double scatter_3_in2[] = {
    1, 2, 0, 2, 0, 1, 3, 2,
};
static const vector_tensor scatter_3_in[] = {
    {16, 2, {3, 5}, scatter_3_in0},
    {7, 2, {2, 4}, scatter_3_in1},
    {16, 2, {2, 4}, scatter_3_in2},
};
static const double scatter_3_out0[] = {
    0, 7, 3, 6, 1, 0, 6, 3, 2, 3, 3, 1, 3, 2, 2,
};
static const vector_tensor scatter_3_out[] = {
    {16, 2, {3, 5}, scatter_3_out0},
};
static const vector_attr scatter_3_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* ScatterElements 18 int8 (3, 5) (2, 4): onnxruntime */
static const double scatter_4_in0[] = {
    4, 6, 6, 4, 6, 5, 5, 3, 4, 5, 6, 6, 6, 3, 6,
};
static const double scatter_4_in1[] = {
    2, -3, 1, -2, -1, 1, -1, 1,
};
static const double scatter_4_in2[] = {
    3, 2, 2, 2, 1, 3, 0, 0,
};
static const vector_tensor scatter_4_in[] = {
    {3, 2, {3, 5}, scatter_4_in0},
    {7, 2, {2, 4}, scatter_4_in1},
    {3, 2, {2, 4}, scatter_4_in2},
};
static const double scatter_4_out0[] = {
    4, 2, 6, 4, 6, 5, 3, 2, 0, 5, 1, 6, 0, 3, 6,
};
static const vector_tensor scatter_4_out[] = {
    {3, 2, {3, 5}, scatter_4_out0},
};
static const vector_attr scatter_4_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* ScatterElements 18 uint8 (3, 5) (2, 4): onnxruntime */
static const double scatter_5_in0[] = {
    4, 7, 2, 7, 0, 2, 6, 4, 0, 1, 0, 4, 2, 7, 0,
};
static const double scatter_5_in1[] = {
    4, 2, 3, -5, -2, 1, 4, -2,
};
static const double scatter_5_in2[] = {
    3, 3, 2, 2, 3, 2, 2, 3,
};
static const vector_tensor scatter_5_in[] = {
    {2, 2, {3, 5}, scatter_5_in0},
    {7, 2, {2, 4}, scatter_5_in1},
    {2, 2, {2, 4}, scatter_5_in2},
};
static const double scatter_5_out0[] = {
    2, 7, 3, 2, 3, 2, 2, 4, 3, 2, 0, 4, 2, 7, 0,
};
static const vector_tensor scatter_5_out[] = {
    {2, 2, {3, 5}, scatter_5_out0},
};
static const vector_attr scatter_5_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* ScatterElements 18 int16 (3, 5) (2, 4): onnxruntime */
static const double scatter_6_in0[] = {
    2, 0, 2, 0, 7, 4, 8, 3, 4, 6, 2, 0, 8, 8, 1,
};
static const double scatter_6_in1[] = {
    4, -4, -1, 2, -4, 1, 2, -2,
};
static const double scatter_6_in2[] = {
    0, 1, 2, 2, 3, 3, 3, 1,
};
static const vector_tensor scatter_6_in[] = {
    {5, 2, {3, 5}, scatter_6_in0},
    {7, 2, {2, 4}, scatter_6_in1},
    {5, 2, {2, 4}, scatter_6_in2},
};
static const double scatter_6_out0[] = {
    2, 1, 2, 0, 2, 4, 3, 3, 1, 6, 2, 0, 8, 8, 1,
};
static const vector_tensor scatter_6_out[] = {
    {5, 2, {3, 5}, scatter_6_out0},
};
static const vector_attr scatter_6_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 18 uint16 (3, 5) (2, 4): onnxruntime */
static const double scatter_7_in0[] = {
    4, 5, 0, 4, 5, 2, 3, 6, 1, 2, 7, 7, 0, 1, 8,
};
static const double scatter_7_in1[] = {
    -5, 0, -3, 3, -5, 2, 0, 1,
};
static const double scatter_7_in2[] = {
    2, 3, 2, 1, 1, 0, 3, 0,
};
static const vector_tensor scatter_7_in[] = {
    {4, 2, {3, 5}, scatter_7_in0},
    {7, 2, {2, 4}, scatter_7_in1},
    {4, 2, {2, 4}, scatter_7_in2},
};
static const double scatter_7_out0[] = {
    3, 5, 2, 1, 5, 3, 0, 0, 1, 2, 7, 7, 0, 1, 8,
};
static const vector_tensor scatter_7_out[] = {
    {4, 2, {3, 5}, scatter_7_out0},
};
static const vector_attr scatter_7_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 18 int32 (3, 5) (2, 4): onnxruntime */
static const double scatter_8_in0[] = {
    0, 4, 0, 0, 3, 8, 8, 5, 5, 1, 2, 1, 4, 1, 8,
};
static const double scatter_8_in1[] = {
    1, -3, -3, -2, -3, -3, 2, -3,
};
static const double scatter_8_in2[] = {
    3, 0, 3, 0, 1, 3, 3, 2,
};
static const vector_tensor scatter_8_in[] = {
    {6, 2, {3, 5}, scatter_8_in0},
    {7, 2, {2, 4}, scatter_8_in1},
    {6, 2, {2, 4}, scatter_8_in2},
};
static const double scatter_8_out0[] = {
    1, 3, 3, 2, 3, 3, 8, 5, 0, 1, 2, 1, 3, 1, 8,
};
static const vector_tensor scatter_8_out[] = {
    {6, 2, {3, 5}, scatter_8_out0},
};
static const vector_attr scatter_8_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* ScatterElements 18 uint32 (3, 5) (2, 4): onnxruntime */
static const double scatter_9_in0[] = {
    4, 4, 4, 8, 5, 7, 0, 6, 4, 4, 1, 5, 8, 8, 0,
};
static const double scatter_9_in1[] = {
    4, -3, 3, -1, -1, -2, -2, 0,
};
static const double scatter_9_in2[] = {
    3, 0, 3, 3, 1, 1, 0, 2,
};
static const vector_tensor scatter_9_in[] = {
    {12, 2, {3, 5}, scatter_9_in0},
    {7, 2, {2, 4}, scatter_9_in1},
    {12, 2, {2, 4}, scatter_9_in2},
};
static const double scatter_9_out0[] = {
    4, 4, 0, 3, 3, 2, 0, 6, 0, 1, 1, 5, 8, 8, 0,
};
static const vector_tensor scatter_9_out[] = {
    {12, 2, {3, 5}, scatter_9_out0},
};
static const vector_attr scatter_9_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 18 int64 (3, 5) (2, 4): onnxruntime */
static const double scatter_10_in0[] = {
    6, 6, 7, 3, 8, 4, 2, 8, 2, 3, 2, 1, 4, 3, 8,
};
static const double scatter_10_in1[] = {
    -3, 4, 1, 2, -1, -4, 2, 3,
};
static const double scatter_10_in2[] = {
    3, 0, 2, 1, 1, 0, 2, 2,
};
static const vector_tensor scatter_10_in[] = {
    {7, 2, {3, 5}, scatter_10_in0},
    {7, 2, {2, 4}, scatter_10_in1},
    {7, 2, {2, 4}, scatter_10_in2},
};
static const double scatter_10_out0[] = {
    6, 2, 1, 3, 0, 4, 0, 2, 2, 1, 2, 1, 4, 3, 8,
};
static const vector_tensor scatter_10_out[] = {
    {7, 2, {3, 5}, scatter_10_out0},
};
static const vector_attr scatter_10_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 18 uint64 (3, 5) (2, 4): onnxruntime */
static const double scatter_11_in0[] = {
    3, 5, 0, 8, 4, 6, 1, 1, 7, 0, 4, 4, 3, 4, 1,
};
static const double scatter_11_in1[] = {
    4, 4, -1, -3, -3, 1, -4, 0,
};
static const double scatter_11_in2[] = {
    2, 2, 3, 0, 1, 1, 0, 3,
};
static const vector_tensor scatter_11_in[] = {
    {13, 2, {3, 5}, scatter_11_in0},
    {7, 2, {2, 4}, scatter_11_in1},
    {13, 2, {2, 4}, scatter_11_in2},
};
static const double scatter_11_out0[] = {
    3, 5, 0, 8, 3, 3, 0, 1, 7, 0, 4, 4, 3, 4, 1,
};
static const vector_tensor scatter_11_out[] = {
    {13, 2, {3, 5}, scatter_11_out0},
};
static const vector_attr scatter_11_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* ScatterElements 18 bool (3, 5) (2, 4): onnxruntime */
static const double scatter_12_in0[] = {
    1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const double scatter_12_in1[] = {
    2, 0, 1, 2, 1, 1, -3, 2,
};
static const double scatter_12_in2[] = {
    1, 0, 1, 1, 1, 0, 1, 1,
};
static const vector_tensor scatter_12_in[] = {
    {9, 2, {3, 5}, scatter_12_in0},
    {7, 2, {2, 4}, scatter_12_in1},
    {9, 2, {2, 4}, scatter_12_in2},
};
static const double scatter_12_out0[] = {
    1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const vector_tensor scatter_12_out[] = {
    {9, 2, {3, 5}, scatter_12_out0},
};
static const vector_attr scatter_12_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* ScatterElements 18 float32 (3, 4) (3, 3): reference */
static const double scatter_13_in0[] = {
    5, 7, 0, 5, 0, 6, 2, 2, 7, 3, 6, 3,
};
static const double scatter_13_in1[] = {
    -1, 2, -2, -1, 2, 0, 1, 1, 1,
};
static const double scatter_13_in2[] = {
    1, 3, 1, 1, 0, 0, 3, 2, 2,
};
static const vector_tensor scatter_13_in[] = {
    {1, 2, {3, 4}, scatter_13_in0},
    {7, 2, {3, 3}, scatter_13_in1},
    {1, 2, {3, 3}, scatter_13_in2},
};
static const double scatter_13_out0[] = {
    5, 7, 0, 5, 3, 8, 5, 2, 9, 6, 6, 3,
};
static const vector_tensor scatter_13_out[] = {
    {1, 2, {3, 4}, scatter_13_out0},
};
static const vector_attr scatter_13_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 float32 (3, 4) (3, 3): reference */
static const double scatter_14_in0[] = {
    4, 1, 1, 7, 4, 1, 1, 8, 3, 6, 1, 8,
};
static const double scatter_14_in1[] = {
    2, -1, 0, -2, 1, 2, -1, -2, 0,
};
static const double scatter_14_in2[] = {
    1, 1, 3, 0, 0, 2, 0, 1, 3,
};
static const vector_tensor scatter_14_in[] = {
    {1, 2, {3, 4}, scatter_14_in0},
    {7, 2, {3, 3}, scatter_14_in1},
    {1, 2, {3, 3}, scatter_14_in2},
};
static const double scatter_14_out0[] = {
    4, 1, 9, 7, 0, 0, 1, 8, 0, 6, 2, 8,
};
static const vector_tensor scatter_14_out[] = {
    {1, 2, {3, 4}, scatter_14_out0},
};
static const vector_attr scatter_14_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 float32 (3, 4) (3, 3): reference */
static const double scatter_15_in0[] = {
    1, 5, 6, 0, 4, 0, 7, 0, 7, 7, 4, 3,
};
static const double scatter_15_in1[] = {
    1, -3, -1, -2, 0, -1, -2, 0, 1,
};
static const double scatter_15_in2[] = {
    0, 3, 3, 1, 0, 3, 2, 3, 1,
};
static const vector_tensor scatter_15_in[] = {
    {1, 2, {3, 4}, scatter_15_in0},
    {7, 2, {3, 3}, scatter_15_in1},
    {1, 2, {3, 3}, scatter_15_in2},
};
static const double scatter_15_out0[] = {
    1, 5, 6, 0, 4, 0, 7, 0, 7, 7, 4, 3,
};
static const vector_tensor scatter_15_out[] = {
    {1, 2, {3, 4}, scatter_15_out0},
};
static const vector_attr scatter_15_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 float32 (3, 4) (3, 3): reference */
static const double scatter_16_in0[] = {
    4, 7, 2, 1, 1, 4, 7, 3, 6, 3, 2, 4,
};
static const double scatter_16_in1[] = {
    -3, -2, -3, 0, 0, 0, 0, -1, -2,
};
static const double scatter_16_in2[] = {
    3, 2, 3, 2, 0, 3, 1, 1, 2,
};
static const vector_tensor scatter_16_in[] = {
    {1, 2, {3, 4}, scatter_16_in0},
    {7, 2, {3, 3}, scatter_16_in1},
    {1, 2, {3, 3}, scatter_16_in2},
};
static const double scatter_16_out0[] = {
    1, 0, 2, 1, 1, 2, 2, 3, 6, 1, 2, 4,
};
static const vector_tensor scatter_16_out[] = {
    {1, 2, {3, 4}, scatter_16_out0},
};
static const vector_attr scatter_16_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 float64 (3, 4) (3, 3): reference */
static const double scatter_17_in0[] = {
    1, 5, 8, 6, 1, 3, 1, 8, 0, 7, 3, 3,
};
static const double scatter_17_in1[] = {
    1, 0, -3, -1, 0, 1, 2, 0, 2,
};
static const double scatter_17_in2[] = {
    0, 2, 2, 0, 1, 2, 2, 3, 1,
};
static const vector_tensor scatter_17_in[] = {
    {11, 2, {3, 4}, scatter_17_in0},
    {7, 2, {3, 3}, scatter_17_in1},
    {11, 2, {3, 3}, scatter_17_in2},
};
static const double scatter_17_out0[] = {
    1, 11, 10, 6, 1, 3, 3, 8, 2, 7, 4, 3,
};
static const vector_tensor scatter_17_out[] = {
    {11, 2, {3, 4}, scatter_17_out0},
};
static const vector_attr scatter_17_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 float64 (3, 4) (3, 3): reference */
static const double scatter_18_in0[] = {
    8, 3, 7, 1, 7, 6, 4, 7, 2, 3, 1, 5,
};
static const double scatter_18_in1[] = {
    -2, -3, 0, 0, 0, 0, 2, 0, 1,
};
static const double scatter_18_in2[] = {
    2, 1, 1, 3, 0, 3, 0, 1, 0,
};
static const vector_tensor scatter_18_in[] = {
    {11, 2, {3, 4}, scatter_18_in0},
    {7, 2, {3, 3}, scatter_18_in1},
    {11, 2, {3, 3}, scatter_18_in2},
};
static const double scatter_18_out0[] = {
    24, 0, 21, 1, 14, 6, 0, 7, 0, 3, 1, 5,
};
static const vector_tensor scatter_18_out[] = {
    {11, 2, {3, 4}, scatter_18_out0},
};
static const vector_attr scatter_18_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 float64 (3, 4) (3, 3): reference */
static const double scatter_19_in0[] = {
    1, 8, 6, 4, 0, 4, 1, 3, 4, 1, 3, 3,
};
static const double scatter_19_in1[] = {
    -2, -4, -1, -2, 0, -2, 2, 0, -4,
};
static const double scatter_19_in2[] = {
    3, 3, 3, 1, 2, 0, 1, 3, 1,
};
static const vector_tensor scatter_19_in[] = {
    {11, 2, {3, 4}, scatter_19_in0},
    {7, 2, {3, 3}, scatter_19_in1},
    {11, 2, {3, 3}, scatter_19_in2},
};
static const double scatter_19_out0[] = {
    3, 8, 6, 4, 2, 4, 1, 3, 4, 1, 3, 3,
};
static const vector_tensor scatter_19_out[] = {
    {11, 2, {3, 4}, scatter_19_out0},
};
static const vector_attr scatter_19_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 float64 (3, 4) (3, 3): reference */
static const double scatter_20_in0[] = {
    1, 2, 0, 4, 4, 6, 0, 6, 7, 4, 4, 1,
};
static const double scatter_20_in1[] = {
    -4, 1, -3, 3, -4, 3, 3, 2, 2,
};
static const double scatter_20_in2[] = {
    0, 2, 2, 1, 1, 3, 2, 1, 1,
};
static const vector_tensor scatter_20_in[] = {
    {11, 2, {3, 4}, scatter_20_in0},
    {7, 2, {3, 3}, scatter_20_in1},
    {11, 2, {3, 3}, scatter_20_in2},
};
static const double scatter_20_out0[] = {
    0, 2, 0, 4, 1, 6, 0, 1, 7, 4, 1, 1,
};
static const vector_tensor scatter_20_out[] = {
    {11, 2, {3, 4}, scatter_20_out0},
};
static const vector_attr scatter_20_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 float16 (3, 4) (3, 3): reference */
static const double scatter_21_in0[] = {
    0, 1, 2, 5, 2, 2, 6, 1, 4, 7, 2, 3,
};
static const double scatter_21_in1[] = {
    2, 2, 1, 3, 3, 3, 2, -2, -4,
};
static const double scatter_21_in2[] = {
    2, 2, 3, 0, 0, 1, 1, 1, 2,
};
static const vector_tensor scatter_21_in[] = {
    {10, 2, {3, 4}, scatter_21_in0},
    {7, 2, {3, 3}, scatter_21_in1},
    {10, 2, {3, 3}, scatter_21_in2},
};
static const double scatter_21_out0[] = {
    0, 4, 6, 5, 2, 2, 6, 2, 6, 7, 4, 3,
};
static const vector_tensor scatter_21_out[] = {
    {10, 2, {3, 4}, scatter_21_out0},
};
static const vector_attr scatter_21_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 float16 (3, 4) (3, 3): reference */
static const double scatter_22_in0[] = {
    5, 5, 6, 4, 3, 3, 2, 8, 2, 3, 6, 3,
};
static const double scatter_22_in1[] = {
    -2, -4, -4, -2, 2, 3, -4, 0, 0,
};
static const double scatter_22_in2[] = {
    3, 0, 1, 2, 0, 1, 2, 2, 0,
};
static const vector_tensor scatter_22_in[] = {
    {10, 2, {3, 4}, scatter_22_in0},
    {7, 2, {3, 3}, scatter_22_in1},
    {10, 2, {3, 3}, scatter_22_in2},
};
static const double scatter_22_out0[] = {
    0, 5, 18, 4, 3, 3, 0, 8, 0, 3, 6, 3,
};
static const vector_tensor scatter_22_out[] = {
    {10, 2, {3, 4}, scatter_22_out0},
};
static const vector_attr scatter_22_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 float16 (3, 4) (3, 3): reference */
static const double scatter_23_in0[] = {
    8, 7, 5, 6, 1, 2, 1, 1, 0, 5, 1, 7,
};
static const double scatter_23_in1[] = {
    0, -1, 1, 0, 1, 2, 1, -2, -2,
};
static const double scatter_23_in2[] = {
    2, 1, 1, 2, 1, 3, 0, 1, 3,
};
static const vector_tensor scatter_23_in[] = {
    {10, 2, {3, 4}, scatter_23_in0},
    {7, 2, {3, 3}, scatter_23_in1},
    {10, 2, {3, 3}, scatter_23_in2},
};
static const double scatter_23_out0[] = {
    8, 7, 5, 6, 1, 2, 3, 1, 0, 5, 3, 7,
};
static const vector_tensor scatter_23_out[] = {
    {10, 2, {3, 4}, scatter_23_out0},
};
static const vector_attr scatter_23_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 float16 (3, 4) (3, 3): reference */
static const double scatter_24_in0[] = {
    8, 3, 4, 4, 0, 5, 1, 1, 2, 7, 4, 0,
};
static const double scatter_24_in1[] = {
    0, 3, 3, 1, -3, -2, -3, -3, 2,
};
static const double scatter_24_in2[] = {
    2, 2, 3, 1, 1, 0, 2, 1, 2,
};
static const vector_tensor scatter_24_in[] = {
    {10, 2, {3, 4}, scatter_24_in0},
    {7, 2, {3, 3}, scatter_24_in1},
    {10, 2, {3, 3}, scatter_24_in2},
};
static const double scatter_24_out0[] = {
    2, 3, 4, 2, 0, 1, 0, 1, 2, 1, 2, 0,
};
static const vector_tensor scatter_24_out[] = {
    {10, 2, {3, 4}, scatter_24_out0},
};
static const vector_attr scatter_24_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 bfloat16 (3, 4) (3, 3): reference */
static const double scatter_25_in0[] = {
    1, 4, 4, 8, 0, 2, 5, 5, 5, 8, 6, 2,
};
static const double scatter_25_in1[] = {
    0, -2, 1, -1, -3, 2, 1, -2, 0,
};
static const double scatter_25_in2[] = {
    0, 0, 0, 2, 1, 2, 2, 0, 1,
};
static const vector_tensor scatter_25_in[] = {
    {16, 2, {3, 4}, scatter_25_in0},
    {7, 2, {3, 3}, scatter_25_in1},
    {16, 2, {3, 3}, scatter_25_in2},
};
static const double scatter_25_out0[] = {
    1, 5, 5, 8, 2, 2, 5, 5, 7, 8, 8, 2,
};
static const vector_tensor scatter_25_out[] = {
    {16, 2, {3, 4}, scatter_25_out0},
};
static const vector_attr scatter_25_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 bfloat16 (3, 4) (3, 3): reference */
static const double scatter_26_in0[] = {
    4, 3, 2, 0, 0, 1, 4, 1, 4, 0, 1, 6,
};
static const double scatter_26_in1[] = {
    1, 2, 0, -1, 2, -1, -1, -3, 0,
};
static const double scatter_26_in2[] = {
    2, 3, 3, 2, 3, 1, 0, 0, 2,
};
static const vector_tensor scatter_26_in[] = {
    {16, 2, {3, 4}, scatter_26_in0},
    {7, 2, {3, 3}, scatter_26_in1},
    {16, 2, {3, 3}, scatter_26_in2},
};
static const double scatter_26_out0[] = {
    4, 0, 12, 0, 0, 1, 4, 1, 0, 0, 1, 6,
};
static const vector_tensor scatter_26_out[] = {
    {16, 2, {3, 4}, scatter_26_out0},
};
static const vector_attr scatter_26_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 bfloat16 (3, 4) (3, 3): reference */
static const double scatter_27_in0[] = {
    2, 0, 6, 6, 4, 8, 7, 7, 1, 3, 6, 5,
};
static const double scatter_27_in1[] = {
    -4, -2, 1, 0, -4, -1, -3, -4, 2,
};
static const double scatter_27_in2[] = {
    1, 1, 2, 3, 0, 1, 2, 3, 3,
};
static const vector_tensor scatter_27_in[] = {
    {16, 2, {3, 4}, scatter_27_in0},
    {7, 2, {3, 3}, scatter_27_in1},
    {16, 2, {3, 3}, scatter_27_in2},
};
static const double scatter_27_out0[] = {
    2, 2, 6, 6, 4, 8, 7, 7, 3, 3, 6, 5,
};
static const vector_tensor scatter_27_out[] = {
    {16, 2, {3, 4}, scatter_27_out0},
};
static const vector_attr scatter_27_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 bfloat16 (3, 4) (3, 3): reference */
static const double scatter_28_in0[] = {
    8, 8, 2, 4, 5, 2, 5, 0, 3, 6, 0, 5,
};
static const double scatter_28_in1[] = {
    2, -3, -1, -2, -4, 2, -2, 0, 1,
};
static const double scatter_28_in2[] = {
    0, 0, 3, 3, 1, 0, 0, 2, 0,
};
static const vector_tensor scatter_28_in[] = {
    {16, 2, {3, 4}, scatter_28_in0},
    {7, 2, {3, 3}, scatter_28_in1},
    {16, 2, {3, 3}, scatter_28_in2},
};
static const double scatter_28_out0[] = {
    8, 0, 0, 3, 1, 2, 0, 0, 2, 0, 0, 5,
};
static const vector_tensor scatter_28_out[] = {
    {16, 2, {3, 4}, scatter_28_out0},
};
static const vector_attr scatter_28_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 int8 (3, 4) (3, 3): reference */
static const double scatter_29_in0[] = {
    7, 6, 0, 2, 6, 7, 5, 0, 7, 5, 1, 8,
};
static const double scatter_29_in1[] = {
    2, 0, 2, -1, 0, 3, -3, 2, 1,
};
static const double scatter_29_in2[] = {
    0, 0, 0, 2, 3, 3, 1, 0, 0,
};
static const vector_tensor scatter_29_in[] = {
    {3, 2, {3, 4}, scatter_29_in0},
    {7, 2, {3, 3}, scatter_29_in1},
    {3, 2, {3, 3}, scatter_29_in2},
};
static const double scatter_29_out0[] = {
    7, 6, 0, 2, 9, 7, 5, 5, 7, 6, 1, 8,
};
static const vector_tensor scatter_29_out[] = {
    {3, 2, {3, 4}, scatter_29_out0},
};
static const vector_attr scatter_29_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 int8 (3, 4) (3, 3): reference */
static const double scatter_30_in0[] = {
    8, 5, 6, 8, 4, 2, 8, 8, 3, 3, 5, 2,
};
static const double scatter_30_in1[] = {
    0, -2, 0, 1, -3, -2, -2, 2, 0,
};
static const double scatter_30_in2[] = {
    0, 2, 0, 0, 1, 2, 1, 0, 0,
};
static const vector_tensor scatter_30_in[] = {
    {3, 2, {3, 4}, scatter_30_in0},
    {7, 2, {3, 3}, scatter_30_in1},
    {3, 2, {3, 3}, scatter_30_in2},
};
static const double scatter_30_out0[] = {
    0, 5, 0, 8, 0, 4, 16, 8, 3, 0, 5, 2,
};
static const vector_tensor scatter_30_out[] = {
    {3, 2, {3, 4}, scatter_30_out0},
};
static const vector_attr scatter_30_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 int8 (3, 4) (3, 3): reference */
static const double scatter_31_in0[] = {
    7, 3, 2, 2, 0, 0, 5, 4, 0, 4, 2, 7,
};
static const double scatter_31_in1[] = {
    0, -1, 0, -3, -3, -3, 2, 1, -1,
};
static const double scatter_31_in2[] = {
    1, 3, 3, 3, 0, 3, 2, 0, 2,
};
static const vector_tensor scatter_31_in[] = {
    {3, 2, {3, 4}, scatter_31_in0},
    {7, 2, {3, 3}, scatter_31_in1},
    {3, 2, {3, 3}, scatter_31_in2},
};
static const double scatter_31_out0[] = {
    7, 3, 3, 2, 0, 0, 5, 4, 2, 4, 2, 7,
};
static const vector_tensor scatter_31_out[] = {
    {3, 2, {3, 4}, scatter_31_out0},
};
static const vector_attr scatter_31_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 int8 (3, 4) (3, 3): reference */
static const double scatter_32_in0[] = {
    4, 3, 8, 7, 6, 6, 6, 6, 0, 5, 0, 2,
};
static const double scatter_32_in1[] = {
    -1, -2, 3, -2, 0, 0, -2, -4, -3,
};
static const double scatter_32_in2[] = {
    2, 3, 2, 2, 2, 3, 1, 0, 3,
};
static const vector_tensor scatter_32_in[] = {
    {3, 2, {3, 4}, scatter_32_in0},
    {7, 2, {3, 3}, scatter_32_in1},
    {3, 2, {3, 3}, scatter_32_in2},
};
static const double scatter_32_out0[] = {
    4, 3, 3, 2, 2, 6, 2, 6, 0, 3, 0, 2,
};
static const vector_tensor scatter_32_out[] = {
    {3, 2, {3, 4}, scatter_32_out0},
};
static const vector_attr scatter_32_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 uint8 (3, 4) (3, 3): reference */
static const double scatter_33_in0[] = {
    5, 2, 1, 0, 0, 2, 6, 5, 1, 6, 2, 8,
};
static const double scatter_33_in1[] = {
    -2, 1, -1, 1, -3, 0, -3, 0, 0,
};
static const double scatter_33_in2[] = {
    1, 0, 2, 3, 0, 1, 1, 3, 1,
};
static const vector_tensor scatter_33_in[] = {
    {2, 2, {3, 4}, scatter_33_in0},
    {7, 2, {3, 3}, scatter_33_in1},
    {2, 2, {3, 3}, scatter_33_in2},
};
static const double scatter_33_out0[] = {
    6, 5, 3, 0, 4, 2, 6, 5, 1, 6, 4, 8,
};
static const vector_tensor scatter_33_out[] = {
    {2, 2, {3, 4}, scatter_33_out0},
};
static const vector_attr scatter_33_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 uint8 (3, 4) (3, 3): reference */
static const double scatter_34_in0[] = {
    5, 2, 1, 1, 3, 7, 0, 6, 8, 7, 2, 8,
};
static const double scatter_34_in1[] = {
    1, 0, -3, 2, 0, 2, -3, 2, 2,
};
static const double scatter_34_in2[] = {
    2, 1, 0, 2, 2, 3, 1, 3, 0,
};
static const vector_tensor scatter_34_in[] = {
    {2, 2, {3, 4}, scatter_34_in0},
    {7, 2, {3, 3}, scatter_34_in1},
    {2, 2, {3, 3}, scatter_34_in2},
};
static const double scatter_34_out0[] = {
    5, 4, 0, 1, 6, 7, 0, 6, 16, 21, 0, 8,
};
static const vector_tensor scatter_34_out[] = {
    {2, 2, {3, 4}, scatter_34_out0},
};
static const vector_attr scatter_34_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 uint8 (3, 4) (3, 3): reference */
static const double scatter_35_in0[] = {
    2, 3, 8, 8, 3, 3, 8, 7, 0, 1, 6, 2,
};
static const double scatter_35_in1[] = {
    -3, 2, 1, -4, -4, -2, -4, 2, 2,
};
static const double scatter_35_in2[] = {
    0, 2, 0, 2, 0, 1, 0, 2, 2,
};
static const vector_tensor scatter_35_in[] = {
    {2, 2, {3, 4}, scatter_35_in0},
    {7, 2, {3, 3}, scatter_35_in1},
    {2, 2, {3, 3}, scatter_35_in2},
};
static const double scatter_35_out0[] = {
    2, 3, 8, 8, 3, 3, 8, 7, 0, 1, 6, 2,
};
static const vector_tensor scatter_35_out[] = {
    {2, 2, {3, 4}, scatter_35_out0},
};
static const vector_attr scatter_35_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 uint8 (3, 4) (3, 3): reference */
static const double scatter_36_in0[] = {
    2, 3, 4, 7, 0, 3, 8, 7, 0, 7, 4, 1,
};
static const double scatter_36_in1[] = {
    2, 2, -4, 3, 2, 0, 3, -1, -3,
};
static const double scatter_36_in2[] = {
    2, 1, 1, 2, 3, 3, 2, 3, 0,
};
static const vector_tensor scatter_36_in[] = {
    {2, 2, {3, 4}, scatter_36_in0},
    {7, 2, {3, 3}, scatter_36_in1},
    {2, 2, {3, 3}, scatter_36_in2},
};
static const double scatter_36_out0[] = {
    1, 3, 1, 7, 0, 3, 3, 2, 0, 0, 4, 1,
};
static const vector_tensor scatter_36_out[] = {
    {2, 2, {3, 4}, scatter_36_out0},
};
static const vector_attr scatter_36_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 int16 (3, 4) (3, 3): reference */
static const double scatter_37_in0[] = {
    0, 3, 4, 8, 1, 2, 1, 7, 7, 2, 0, 2,
};
static const double scatter_37_in1[] = {
    1, -2, -1, 2, -2, -3, 1, 2, -3,
};
static const double scatter_37_in2[] = {
    3, 0, 0, 2, 2, 1, 0, 2, 1,
};
static const vector_tensor scatter_37_in[] = {
    {5, 2, {3, 4}, scatter_37_in0},
    {7, 2, {3, 3}, scatter_37_in1},
    {5, 2, {3, 3}, scatter_37_in2},
};
static const double scatter_37_out0[] = {
    0, 6, 4, 8, 1, 3, 5, 7, 7, 3, 2, 2,
};
static const vector_tensor scatter_37_out[] = {
    {5, 2, {3, 4}, scatter_37_out0},
};
static const vector_attr scatter_37_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 int16 (3, 4) (3, 3): reference */
static const double scatter_38_in0[] = {
    3, 6, 8, 2, 2, 7, 3, 5, 3, 2, 1, 4,
};
static const double scatter_38_in1[] = {
    0, 2, -3, -3, 2, -3, -1, 2, -3,
};
static const double scatter_38_in2[] = {
    0, 0, 0, 0, 1, 0, 0, 0, 2,
};
static const vector_tensor scatter_38_in[] = {
    {5, 2, {3, 4}, scatter_38_in0},
    {7, 2, {3, 3}, scatter_38_in1},
    {5, 2, {3, 3}, scatter_38_in2},
};
static const double scatter_38_out0[] = {
    0, 6, 0, 2, 2, 7, 3, 5, 0, 0, 1, 4,
};
static const vector_tensor scatter_38_out[] = {
    {5, 2, {3, 4}, scatter_38_out0},
};
static const vector_attr scatter_38_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 int16 (3, 4) (3, 3): reference */
static const double scatter_39_in0[] = {
    1, 5, 6, 1, 3, 3, 2, 6, 2, 0, 5, 3,
};
static const double scatter_39_in1[] = {
    3, 1, -1, -1, 3, -3, -4, -3, 3,
};
static const double scatter_39_in2[] = {
    1, 0, 0, 0, 0, 1, 0, 3, 0,
};
static const vector_tensor scatter_39_in[] = {
    {5, 2, {3, 4}, scatter_39_in0},
    {7, 2, {3, 3}, scatter_39_in1},
    {5, 2, {3, 3}, scatter_39_in2},
};
static const double scatter_39_out0[] = {
    1, 5, 6, 1, 3, 3, 2, 6, 2, 3, 5, 3,
};
static const vector_tensor scatter_39_out[] = {
    {5, 2, {3, 4}, scatter_39_out0},
};
static const vector_attr scatter_39_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 int16 (3, 4) (3, 3): reference */
static const double scatter_40_in0[] = {
    8, 8, 4, 6, 4, 4, 5, 8, 6, 1, 6, 7,
};
static const double scatter_40_in1[] = {
    -4, 1, -1, 2, -3, 3, -2, -4, 1,
};
static const double scatter_40_in2[] = {
    3, 3, 3, 1, 0, 2, 2, 0, 1,
};
static const vector_tensor scatter_40_in[] = {
    {5, 2, {3, 4}, scatter_40_in0},
    {7, 2, {3, 3}, scatter_40_in1},
    {5, 2, {3, 3}, scatter_40_in2},
};
static const double scatter_40_out0[] = {
    3, 3, 4, 3, 4, 0, 1, 2, 0, 1, 2, 7,
};
static const vector_tensor scatter_40_out[] = {
    {5, 2, {3, 4}, scatter_40_out0},
};
static const vector_attr scatter_40_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 uint16 (3, 4) (3, 3): reference */
static const double scatter_41_in0[] = {
    5, 4, 0, 4, 7, 2, 6, 7, 8, 8, 3, 1,
};
static const double scatter_41_in1[] = {
    2, 1, 2, 1, 2, 0, -1, -1, 2,
};
static const double scatter_41_in2[] = {
    2, 1, 3, 1, 1, 3, 3, 0, 1,
};
static const vector_tensor scatter_41_in[] = {
    {4, 2, {3, 4}, scatter_41_in0},
    {7, 2, {3, 3}, scatter_41_in1},
    {4, 2, {3, 3}, scatter_41_in2},
};
static const double scatter_41_out0[] = {
    5, 5, 5, 4, 10, 3, 7, 7, 8, 8, 4, 4,
};
static const vector_tensor scatter_41_out[] = {
    {4, 2, {3, 4}, scatter_41_out0},
};
static const vector_attr scatter_41_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 uint16 (3, 4) (3, 3): reference */
static const double scatter_42_in0[] = {
    1, 6, 2, 7, 4, 0, 4, 7, 0, 3, 5, 0,
};
static const double scatter_42_in1[] = {
    0, 3, -1, 3, -3, 0, 1, 2, -4,
};
static const double scatter_42_in2[] = {
    1, 2, 1, 0, 3, 1, 1, 3, 1,
};
static const vector_tensor scatter_42_in[] = {
    {4, 2, {3, 4}, scatter_42_in0},
    {7, 2, {3, 3}, scatter_42_in1},
    {4, 2, {3, 3}, scatter_42_in2},
};
static const double scatter_42_out0[] = {
    1, 6, 2, 14, 4, 0, 4, 0, 0, 3, 15, 0,
};
static const vector_tensor scatter_42_out[] = {
    {4, 2, {3, 4}, scatter_42_out0},
};
static const vector_attr scatter_42_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 uint16 (3, 4) (3, 3): reference */
static const double scatter_43_in0[] = {
    6, 2, 7, 6, 1, 4, 4, 5, 6, 5, 7, 5,
};
static const double scatter_43_in1[] = {
    -3, -3, 1, -2, 1, 1, 1, -2, -3,
};
static const double scatter_43_in2[] = {
    0, 3, 3, 3, 1, 3, 1, 0, 1,
};
static const vector_tensor scatter_43_in[] = {
    {4, 2, {3, 4}, scatter_43_in0},
    {7, 2, {3, 3}, scatter_43_in1},
    {4, 2, {3, 3}, scatter_43_in2},
};
static const double scatter_43_out0[] = {
    6, 3, 7, 6, 1, 4, 4, 5, 6, 5, 7, 5,
};
static const vector_tensor scatter_43_out[] = {
    {4, 2, {3, 4}, scatter_43_out0},
};
static const vector_attr scatter_43_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 uint16 (3, 4) (3, 3): reference */
static const double scatter_44_in0[] = {
    8, 6, 3, 6, 3, 7, 7, 5, 0, 8, 7, 4,
};
static const double scatter_44_in1[] = {
    -3, 0, 0, -2, 0, 2, -2, 2, -2,
};
static const double scatter_44_in2[] = {
    2, 2, 1, 1, 2, 0, 2, 2, 0,
};
static const vector_tensor scatter_44_in[] = {
    {4, 2, {3, 4}, scatter_44_in0},
    {7, 2, {3, 3}, scatter_44_in1},
    {4, 2, {3, 3}, scatter_44_in2},
};
static const double scatter_44_out0[] = {
    2, 2, 1, 6, 1, 7, 0, 5, 0, 2, 0, 4,
};
static const vector_tensor scatter_44_out[] = {
    {4, 2, {3, 4}, scatter_44_out0},
};
static const vector_attr scatter_44_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 int32 (3, 4) (3, 3): reference */
static const double scatter_45_in0[] = {
    5, 5, 3, 2, 2, 8, 8, 8, 6, 7, 5, 6,
};
static const double scatter_45_in1[] = {
    -4, 3, -1, -3, -2, -4, 2, 2, 2,
};
static const double scatter_45_in2[] = {
    2, 3, 0, 1, 3, 1, 0, 3, 3,
};
static const vector_tensor scatter_45_in[] = {
    {6, 2, {3, 4}, scatter_45_in0},
    {7, 2, {3, 3}, scatter_45_in1},
    {6, 2, {3, 3}, scatter_45_in2},
};
static const double scatter_45_out0[] = {
    7, 5, 3, 5, 3, 9, 11, 8, 6, 7, 11, 6,
};
static const vector_tensor scatter_45_out[] = {
    {6, 2, {3, 4}, scatter_45_out0},
};
static const vector_attr scatter_45_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 int32 (3, 4) (3, 3): reference */
static const double scatter_46_in0[] = {
    8, 6, 1, 6, 7, 5, 0, 4, 4, 5, 3, 1,
};
static const double scatter_46_in1[] = {
    0, -3, 2, 2, 1, -1, -2, -1, 2,
};
static const double scatter_46_in2[] = {
    2, 0, 3, 0, 1, 2, 3, 2, 1,
};
static const vector_tensor scatter_46_in[] = {
    {6, 2, {3, 4}, scatter_46_in0},
    {7, 2, {3, 3}, scatter_46_in1},
    {6, 2, {3, 3}, scatter_46_in2},
};
static const double scatter_46_out0[] = {
    16, 0, 1, 6, 21, 5, 0, 4, 0, 10, 18, 1,
};
static const vector_tensor scatter_46_out[] = {
    {6, 2, {3, 4}, scatter_46_out0},
};
static const vector_attr scatter_46_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 int32 (3, 4) (3, 3): reference */
static const double scatter_47_in0[] = {
    7, 1, 8, 0, 7, 7, 0, 3, 3, 3, 1, 8,
};
static const double scatter_47_in1[] = {
    0, -3, -1, 2, -1, -3, 0, 2, 0,
};
static const double scatter_47_in2[] = {
    0, 3, 3, 3, 3, 1, 3, 2, 1,
};
static const vector_tensor scatter_47_in[] = {
    {6, 2, {3, 4}, scatter_47_in0},
    {7, 2, {3, 3}, scatter_47_in1},
    {6, 2, {3, 3}, scatter_47_in2},
};
static const double scatter_47_out0[] = {
    7, 3, 8, 0, 7, 7, 0, 3, 3, 3, 3, 8,
};
static const vector_tensor scatter_47_out[] = {
    {6, 2, {3, 4}, scatter_47_out0},
};
static const vector_attr scatter_47_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 int32 (3, 4) (3, 3): reference */
static const double scatter_48_in0[] = {
    2, 0, 2, 3, 2, 2, 6, 4, 0, 2, 8, 4,
};
static const double scatter_48_in1[] = {
    2, 2, 0, 0, 1, 0, 2, -2, -2,
};
static const double scatter_48_in2[] = {
    1, 0, 1, 1, 1, 2, 2, 3, 0,
};
static const vector_tensor scatter_48_in[] = {
    {6, 2, {3, 4}, scatter_48_in0},
    {7, 2, {3, 3}, scatter_48_in1},
    {6, 2, {3, 3}, scatter_48_in2},
};
static const double scatter_48_out0[] = {
    1, 0, 1, 3, 2, 1, 0, 4, 0, 0, 8, 4,
};
static const vector_tensor scatter_48_out[] = {
    {6, 2, {3, 4}, scatter_48_out0},
};
static const vector_attr scatter_48_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 uint32 (3, 4) (3, 3): reference */
static const double scatter_49_in0[] = {
    3, 6, 6, 2, 3, 6, 7, 6, 5, 7, 5, 3,
};
static const double scatter_49_in1[] = {
    -4, -4, 0, 0, 1, 1, -3, 3, -2,
};
static const double scatter_49_in2[] = {
    3, 0, 2, 1, 0, 0, 0, 0, 3,
};
static const vector_tensor scatter_49_in[] = {
    {12, 2, {3, 4}, scatter_49_in0},
    {7, 2, {3, 3}, scatter_49_in1},
    {12, 2, {3, 3}, scatter_49_in2},
};
static const double scatter_49_out0[] = {
    8, 6, 6, 2, 4, 6, 7, 6, 5, 7, 8, 3,
};
static const vector_tensor scatter_49_out[] = {
    {12, 2, {3, 4}, scatter_49_out0},
};
static const vector_attr scatter_49_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 uint32 (3, 4) (3, 3): reference */
static const double scatter_50_in0[] = {
    5, 3, 2, 5, 3, 5, 6, 5, 0, 3, 1, 4,
};
static const double scatter_50_in1[] = {
    2, -3, -1, -1, -1, -3, 1, -1, 0,
};
static const double scatter_50_in2[] = {
    3, 2, 1, 0, 2, 3, 2, 1, 0,
};
static const vector_tensor scatter_50_in[] = {
    {12, 2, {3, 4}, scatter_50_in0},
    {7, 2, {3, 3}, scatter_50_in1},
    {12, 2, {3, 3}, scatter_50_in2},
};
static const double scatter_50_out0[] = {
    5, 6, 0, 5, 6, 5, 6, 5, 0, 6, 1, 4,
};
static const vector_tensor scatter_50_out[] = {
    {12, 2, {3, 4}, scatter_50_out0},
};
static const vector_attr scatter_50_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 uint32 (3, 4) (3, 3): reference */
static const double scatter_51_in0[] = {
    6, 8, 5, 5, 0, 4, 0, 7, 8, 4, 5, 2,
};
static const double scatter_51_in1[] = {
    -2, -1, -2, -1, -1, 0, -1, -3, -3,
};
static const double scatter_51_in2[] = {
    0, 2, 2, 3, 0, 0, 1, 1, 3,
};
static const vector_tensor scatter_51_in[] = {
    {12, 2, {3, 4}, scatter_51_in0},
    {7, 2, {3, 3}, scatter_51_in1},
    {12, 2, {3, 3}, scatter_51_in2},
};
static const double scatter_51_out0[] = {
    6, 8, 5, 5, 0, 4, 2, 7, 8, 4, 5, 2,
};
static const vector_tensor scatter_51_out[] = {
    {12, 2, {3, 4}, scatter_51_out0},
};
static const vector_attr scatter_51_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 uint32 (3, 4) (3, 3): reference */
static const double scatter_52_in0[] = {
    5, 0, 4, 2, 4, 7, 6, 8, 2, 3, 1, 1,
};
static const double scatter_52_in1[] = {
    0, -1, -2, -3, -3, 1, 2, -2, -1,
};
static const double scatter_52_in2[] = {
    2, 2, 0, 3, 3, 0, 3, 2, 1,
};
static const vector_tensor scatter_52_in[] = {
    {12, 2, {3, 4}, scatter_52_in0},
    {7, 2, {3, 3}, scatter_52_in1},
    {12, 2, {3, 3}, scatter_52_in2},
};
static const double scatter_52_out0[] = {
    2, 0, 4, 2, 4, 2, 0, 8, 2, 2, 1, 1,
};
static const vector_tensor scatter_52_out[] = {
    {12, 2, {3, 4}, scatter_52_out0},
};
static const vector_attr scatter_52_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 int64 (3, 4) (3, 3): reference */
static const double scatter_53_in0[] = {
    8, 0, 8, 3, 6, 8, 7, 5, 2, 4, 0, 4,
};
static const double scatter_53_in1[] = {
    -4, 2, -1, 3, 1, 1, 3, 3, -3,
};
static const double scatter_53_in2[] = {
    3, 3, 2, 2, 0, 3, 3, 1, 3,
};
static const vector_tensor scatter_53_in[] = {
    {7, 2, {3, 4}, scatter_53_in0},
    {7, 2, {3, 3}, scatter_53_in1},
    {7, 2, {3, 3}, scatter_53_in2},
};
static const double scatter_53_out0[] = {
    11, 0, 11, 5, 6, 11, 7, 7, 2, 7, 0, 8,
};
static const vector_tensor scatter_53_out[] = {
    {7, 2, {3, 4}, scatter_53_out0},
};
static const vector_attr scatter_53_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 int64 (3, 4) (3, 3): reference */
static const double scatter_54_in0[] = {
    6, 1, 2, 5, 5, 0, 5, 6, 1, 5, 8, 2,
};
static const double scatter_54_in1[] = {
    0, -1, 2, 1, 2, -3, 0, 2, 1,
};
static const double scatter_54_in2[] = {
    2, 2, 0, 0, 0, 2, 1, 2, 1,
};
static const vector_tensor scatter_54_in[] = {
    {7, 2, {3, 4}, scatter_54_in0},
    {7, 2, {3, 3}, scatter_54_in1},
    {7, 2, {3, 3}, scatter_54_in2},
};
static const double scatter_54_out0[] = {
    12, 1, 4, 5, 0, 0, 5, 6, 1, 0, 0, 2,
};
static const vector_tensor scatter_54_out[] = {
    {7, 2, {3, 4}, scatter_54_out0},
};
static const vector_attr scatter_54_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 int64 (3, 4) (3, 3): reference */
static const double scatter_55_in0[] = {
    3, 8, 5, 0, 5, 0, 8, 6, 7, 8, 1, 4,
};
static const double scatter_55_in1[] = {
    -2, 0, 3, -4, -3, -3, 0, -2, 2,
};
static const double scatter_55_in2[] = {
    0, 1, 1, 3, 3, 2, 1, 0, 0,
};
static const vector_tensor scatter_55_in[] = {
    {7, 2, {3, 4}, scatter_55_in0},
    {7, 2, {3, 3}, scatter_55_in1},
    {7, 2, {3, 3}, scatter_55_in2},
};
static const double scatter_55_out0[] = {
    3, 8, 5, 1, 5, 3, 8, 6, 7, 8, 1, 4,
};
static const vector_tensor scatter_55_out[] = {
    {7, 2, {3, 4}, scatter_55_out0},
};
static const vector_attr scatter_55_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 int64 (3, 4) (3, 3): reference */
static const double scatter_56_in0[] = {
    3, 2, 6, 7, 3, 8, 6, 0, 0, 5, 1, 1,
};
static const double scatter_56_in1[] = {
    -2, -1, 2, -2, -3, 2, -3, 0, 1,
};
static const double scatter_56_in2[] = {
    0, 1, 1, 0, 1, 0, 1, 0, 0,
};
static const vector_tensor scatter_56_in[] = {
    {7, 2, {3, 4}, scatter_56_in0},
    {7, 2, {3, 3}, scatter_56_in1},
    {7, 2, {3, 3}, scatter_56_in2},
};
static const double scatter_56_out0[] = {
    1, 0, 6, 7, 0, 8, 0, 0, 0, 1, 0, 1,
};
static const vector_tensor scatter_56_out[] = {
    {7, 2, {3, 4}, scatter_56_out0},
};
static const vector_attr scatter_56_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 18 uint64 (3, 4) (3, 3): reference */
static const double scatter_57_in0[] = {
    3, 3, 5, 6, 3, 0, 4, 1, 8, 2, 3, 6,
};
static const double scatter_57_in1[] = {
    -2, -2, -1, -3, -4, 2, -1, -4, 2,
};
static const double scatter_57_in2[] = {
    0, 0, 2, 0, 1, 2, 1, 2, 1,
};
static const vector_tensor scatter_57_in[] = {
    {13, 2, {3, 4}, scatter_57_in0},
    {7, 2, {3, 3}, scatter_57_in1},
    {13, 2, {3, 3}, scatter_57_in2},
};
static const double scatter_57_out0[] = {
    3, 3, 5, 8, 4, 0, 6, 1, 10, 2, 4, 7,
};
static const vector_tensor scatter_57_out[] = {
    {13, 2, {3, 4}, scatter_57_out0},
};
static const vector_attr scatter_57_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 18 uint64 (3, 4) (3, 3): reference */
static const double scatter_58_in0[] = {
    7, 8, 5, 0, 2, 6, 6, 0, 4, 4, 1, 2,
};
static const double scatter_58_in1[] = {
    -4, 3, 0, -4, -4, 3, 3, 3, -2,
};
static const double scatter_58_in2[] = {
    2, 1, 1, 2, 0, 1, 2, 1, 2,
};
static const vector_tensor scatter_58_in[] = {
    {13, 2, {3, 4}, scatter_58_in0},
    {7, 2, {3, 3}, scatter_58_in1},
    {13, 2, {3, 3}, scatter_58_in2},
};
static const double scatter_58_out0[] = {
    14, 8, 5, 0, 0, 6, 6, 0, 4, 4, 2, 4,
};
static const vector_tensor scatter_58_out[] = {
    {13, 2, {3, 4}, scatter_58_out0},
};
static const vector_attr scatter_58_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "mul", 0, {0}},
};

/* ScatterElements 18 uint64 (3, 4) (3, 3): reference */
static const double scatter_59_in0[] = {
    4, 5, 4, 5, 1, 8, 0, 6, 2, 5, 8, 0,
};
static const double scatter_59_in1[] = {
    -3, 0, -2, -3, -2, 0, 1, 1, -1,
};
static const double scatter_59_in2[] = {
    2, 2, 2, 0, 1, 2, 3, 3, 2,
};
static const vector_tensor scatter_59_in[] = {
    {13, 2, {3, 4}, scatter_59_in0},
    {7, 2, {3, 3}, scatter_59_in1},
    {13, 2, {3, 3}, scatter_59_in2},
};
static const double scatter_59_out0[] = {
    4, 5, 4, 5, 3, 8, 2, 6, 2, 5, 8, 0,
};
static const vector_tensor scatter_59_out[] = {
    {13, 2, {3, 4}, scatter_59_out0},
};
static const vector_attr scatter_59_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "max", 0, {0}},
};

/* ScatterElements 18 uint64 (3, 4) (3, 3): reference */
static const double scatter_60_in0[] = {
    0, 2, 2, 0, 7, 2, 4, 0, 4, 7, 0, 0,
};
static const double scatter_60_in1[] = {
    1, -4, 3, 2, 2, 3, -1, -3, -4,
};
static const double scatter_60_in2[] = {
    3, 0, 0, 2, 1, 1, 3, 1, 1,
};
static const vector_tensor scatter_60_in[] = {
    {13, 2, {3, 4}, scatter_60_in0},
    {7, 2, {3, 3}, scatter_60_in1},
    {13, 2, {3, 3}, scatter_60_in2},
};
static const double scatter_60_out0[] = {
    0, 2, 2, 0, 7, 2, 1, 0, 1, 1, 0, 0,
};
static const vector_tensor scatter_60_out[] = {
    {13, 2, {3, 4}, scatter_60_out0},
};
static const vector_attr scatter_60_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "min", 0, {0}},
};

/* ScatterElements 13 float32 (3, 4, 3) (5, 3, 3): onnxruntime */
static const double scatter_61_in0[] = {
    8, 2, 4, 1, 4, 7, 6, 2, 3, 4, 0, 4, 3, 0, 5, 7, 8, 4, 0, 2, 6, 6, 8, 5, 2, 0, 7, 0, 2, 1, 5, 4,
    6, 2, 4, 1,
};
static const double scatter_61_in1[] = {
    2, 1, 1, -1, 0, -2, -2, -2, -2, -3, -1, 2, 0, 2, 0, 0, -3, 1, -1, 1, 0, -1, 0, 1, -3, -3, -3,
    -2, 1, 1, -1, -1, 0, 2, 0, 2, -3, -2, 0, -3, 2, -2, -2, 2, -3,
};
static const double scatter_61_in2[] = {
    2, 3, 0, 1, 3, 3, 0, 3, 2, 3, 0, 0, 1, 3, 3, 2, 1, 1, 0, 2, 2, 2, 1, 2, 3, 0, 1, 2, 0, 0, 0, 1,
    1, 2, 1, 3, 3, 3, 3, 0, 3, 3, 2, 1, 0,
};
static const vector_tensor scatter_61_in[] = {
    {1, 3, {3, 4, 3}, scatter_61_in0},
    {6, 3, {5, 3, 3}, scatter_61_in1},
    {1, 3, {5, 3, 3}, scatter_61_in2},
};
static const double scatter_61_out0[] = {
    3, 2, 3, 0, 1, 1, 3, 1, 0, 4, 0, 4, 2, 3, 0, 7, 8, 3, 2, 3, 1, 6, 8, 5, 0, 0, 0, 0, 3, 1, 2, 1,
    3, 2, 4, 1,
};
static const vector_tensor scatter_61_out[] = {
    {1, 3, {3, 4, 3}, scatter_61_out0},
};
static const vector_attr scatter_61_attr[] = {
    {"axis", NULL, 0, {-3}},
};

/* ScatterElements 16 int32 (3, 4, 3) (5, 3, 3): reference */
static const double scatter_62_in0[] = {
    2, 2, 2, 3, 4, 5, 1, 0, 6, 7, 1, 7, 5, 5, 7, 2, 6, 1, 3, 6, 3, 5, 8, 5, 5, 7, 7, 3, 1, 6, 8, 0,
    5, 2, 2, 6,
};
static const double scatter_62_in1[] = {
    -1, -3, 0, -1, 1, 2, 0, 1, -1, 1, 0, -2, -1, -3, -3, 0, 0, -1, -1, 2, 2, 2, -1, 2, -1, 1, 2, 1,
    1, -2, -2, 2, -2, 0, -2, 0, -3, 0, -3, 0, -3, 2, -1, 2, 0,
};
static const double scatter_62_in2[] = {
    2, 0, 3, 0, 2, 0, 2, 0, 2, 1, 2, 0, 1, 2, 0, 1, 2, 3, 3, 3, 0, 3, 0, 3, 1, 0, 2, 0, 3, 3, 3, 2,
    0, 2, 1, 3, 3, 3, 3, 3, 3, 3, 2, 3, 3,
};
static const vector_tensor scatter_62_in[] = {
    {6, 3, {3, 4, 3}, scatter_62_in0},
    {7, 3, {5, 3, 3}, scatter_62_in1},
    {6, 3, {5, 3, 3}, scatter_62_in2},
};
static const double scatter_62_out0[] = {
    5, 7, 8, 6, 9, 5, 6, 2, 12, 7, 1, 7, 6, 8, 10, 5, 8, 1, 3, 7, 3, 5, 8, 5, 10, 10, 7, 7, 3, 12,
    11, 3, 12, 2, 2, 6,
};
static const vector_tensor scatter_62_out[] = {
    {6, 3, {3, 4, 3}, scatter_62_out0},
};
static const vector_attr scatter_62_attr[] = {
    {"axis", NULL, 0, {-3}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 11 int64 (3, 4, 3) (5, 3, 3): onnxruntime */
static const double scatter_63_in0[] = {
    7, 5, 4, 6, 3, 4, 2, 4, 6, 3, 5, 1, 0, 8, 5, 6, 4, 5, 3, 7, 5, 4, 0, 3, 2, 4, 7, 3, 6, 8, 0, 6,
    1, 5, 0, 8,
};
static const double scatter_63_in1[] = {
    -2, 1, 2, -2, 1, 1, 2, -2, -1, -3, 2, -3, 1, -1, -1, -1, -1, -1, 1, 1, -1, 1, -2, 0, -2, -1, 0,
    1, -2, 2, -2, 1, 2, -3, 1, -1, -1, -2, -1, -2, -2, 2, 1, 1, -2,
};
static const double scatter_63_in2[] = {
    2, 1, 2, 3, 1, 2, 2, 2, 0, 2, 3, 0, 0, 2, 1, 1, 3, 3, 1, 3, 0, 0, 3, 1, 3, 0, 0, 3, 1, 0, 2, 0,
    3, 1, 3, 2, 2, 1, 0, 0, 1, 1, 1, 3, 0,
};
static const vector_tensor scatter_63_in[] = {
    {7, 3, {3, 4, 3}, scatter_63_in0},
    {7, 3, {5, 3, 3}, scatter_63_in1},
    {7, 3, {5, 3, 3}, scatter_63_in2},
};
static const double scatter_63_out0[] = {
    2, 5, 0, 6, 3, 1, 1, 4, 0, 3, 5, 1, 3, 1, 5, 0, 1, 2, 1, 3, 0, 4, 0, 3, 2, 3, 0, 3, 2, 1, 1, 0,
    2, 5, 0, 8,
};
static const vector_tensor scatter_63_out[] = {
    {7, 3, {3, 4, 3}, scatter_63_out0},
};
static const vector_attr scatter_63_attr[] = {
    {"axis", NULL, 0, {-3}},
};

/* Scatter 9 float32 (3, 4, 3) (1, 2, 3): onnxruntime */
static const double scatter_64_in0[] = {
    7, 7, 3, 8, 1, 8, 8, 1, 2, 6, 4, 1, 7, 4, 2, 5, 0, 1, 8, 4, 1, 6, 1, 8, 0, 5, 1, 2, 8, 1, 3, 5,
    4, 0, 7, 8,
};
static const double scatter_64_in1[] = {
    -1, -3, 2, -1, 2, -3,
};
static const double scatter_64_in2[] = {
    2, 3, 3, 0, 3, 2,
};
static const vector_tensor scatter_64_in[] = {
    {1, 3, {3, 4, 3}, scatter_64_in0},
    {6, 3, {1, 2, 3}, scatter_64_in1},
    {1, 3, {1, 2, 3}, scatter_64_in2},
};
static const double scatter_64_out0[] = {
    7, 3, 3, 8, 1, 2, 8, 1, 2, 6, 4, 1, 7, 4, 2, 5, 0, 1, 8, 4, 1, 6, 1, 8, 2, 5, 3, 0, 3, 1, 3, 5,
    4, 0, 7, 8,
};
static const vector_tensor scatter_64_out[] = {
    {1, 3, {3, 4, 3}, scatter_64_out0},
};
static const vector_attr scatter_64_attr[] = {
    {"axis", NULL, 0, {-3}},
};

/* ScatterElements 13 float32 (3, 4, 3) (2, 5, 3): onnxruntime */
static const double scatter_65_in0[] = {
    8, 4, 7, 7, 4, 6, 7, 4, 1, 3, 0, 7, 6, 5, 5, 4, 7, 6, 3, 2, 6, 5, 7, 8, 0, 8, 6, 4, 8, 5, 6, 7,
    0, 6, 1, 7,
};
static const double scatter_65_in1[] = {
    0, -4, -3, -4, 0, -3, 2, 0, 3, 1, -2, 2, 1, 0, 2, -2, -2, -4, -4, 2, 3, 1, 3, -1, 3, -1, 0, 3,
    1, 3,
};
static const double scatter_65_in2[] = {
    0, 2, 0, 2, 1, 2, 0, 1, 3, 0, 0, 0, 2, 3, 0, 2, 2, 0, 1, 0, 3, 1, 2, 2, 3, 0, 1, 3, 1, 0,
};
static const vector_tensor scatter_65_in[] = {
    {1, 3, {3, 4, 3}, scatter_65_in0},
    {6, 3, {2, 5, 3}, scatter_65_in1},
    {1, 3, {2, 5, 3}, scatter_65_in2},
};
static const double scatter_65_out0[] = {
    2, 3, 7, 2, 4, 2, 0, 0, 0, 3, 0, 3, 1, 5, 1, 1, 1, 6, 2, 0, 6, 3, 0, 0, 0, 8, 6, 4, 8, 5, 6, 7,
    0, 6, 1, 7,
};
static const vector_tensor scatter_65_out[] = {
    {1, 3, {3, 4, 3}, scatter_65_out0},
};
static const vector_attr scatter_65_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* ScatterElements 16 int32 (3, 4, 3) (2, 5, 3): reference */
static const double scatter_66_in0[] = {
    3, 6, 4, 8, 0, 2, 5, 4, 8, 7, 4, 7, 6, 3, 8, 5, 2, 3, 4, 0, 7, 5, 1, 1, 4, 4, 7, 5, 5, 2, 1, 0,
    0, 2, 3, 6,
};
static const double scatter_66_in1[] = {
    2, -3, 3, -2, -4, 2, -3, -3, 3, -4, -3, 2, 3, -4, -1, 0, -4, 3, 0, 3, -2, 2, -3, -2, -4, -3,
    -4, 3, 3, -4,
};
static const double scatter_66_in2[] = {
    2, 0, 0, 3, 2, 0, 3, 0, 1, 1, 0, 0, 3, 1, 0, 2, 1, 2, 3, 3, 1, 2, 1, 3, 2, 3, 3, 0, 1, 3,
};
static const vector_tensor scatter_66_in[] = {
    {6, 3, {3, 4, 3}, scatter_66_in0},
    {7, 3, {2, 5, 3}, scatter_66_in1},
    {6, 3, {2, 5, 3}, scatter_66_in2},
};
static const double scatter_66_out0[] = {
    4, 9, 4, 11, 0, 2, 10, 4, 8, 10, 4, 8, 13, 4, 14, 5, 6, 3, 6, 0, 11, 5, 5, 3, 4, 4, 7, 5, 5, 2,
    1, 0, 0, 2, 3, 6,
};
static const vector_tensor scatter_66_out[] = {
    {6, 3, {3, 4, 3}, scatter_66_out0},
};
static const vector_attr scatter_66_attr[] = {
    {"axis", NULL, 0, {-2}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 11 int64 (3, 4, 3) (2, 5, 3): onnxruntime */
static const double scatter_67_in0[] = {
    7, 0, 6, 0, 6, 4, 6, 7, 7, 6, 8, 7, 5, 2, 5, 6, 0, 3, 7, 5, 8, 5, 7, 8, 0, 4, 2, 7, 0, 4, 8, 4,
    3, 3, 0, 8,
};
static const double scatter_67_in1[] = {
    -2, -4, -1, 0, -4, -2, 0, -1, 0, 2, 0, 1, 3, 2, 3, 2, -4, -1, 3, 0, -3, -3, 0, 3, 2, 0, -1, 1,
    -3, 3,
};
static const double scatter_67_in2[] = {
    2, 3, 0, 2, 2, 3, 3, 3, 2, 3, 1, 0, 3, 3, 1, 0, 2, 1, 1, 3, 1, 2, 2, 1, 3, 3, 1, 0, 1, 3,
};
static const vector_tensor scatter_67_in[] = {
    {7, 3, {3, 4, 3}, scatter_67_in0},
    {7, 3, {2, 5, 3}, scatter_67_in1},
    {7, 3, {2, 5, 3}, scatter_67_in2},
};
static const double scatter_67_out0[] = {
    3, 1, 2, 0, 6, 0, 3, 3, 3, 3, 3, 1, 5, 3, 5, 0, 1, 1, 3, 5, 8, 1, 7, 3, 0, 4, 2, 7, 0, 4, 8, 4,
    3, 3, 0, 8,
};
static const vector_tensor scatter_67_out[] = {
    {7, 3, {3, 4, 3}, scatter_67_out0},
};
static const vector_attr scatter_67_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* Scatter 9 float32 (3, 4, 3) (1, 2, 3): onnxruntime */
static const double scatter_68_in0[] = {
    3, 2, 3, 4, 3, 0, 5, 4, 7, 4, 1, 3, 7, 2, 2, 5, 6, 7, 0, 1, 1, 4, 8, 1, 6, 4, 8, 4, 8, 4, 2, 2,
    6, 2, 3, 4,
};
static const double scatter_68_in1[] = {
    -1, -1, 1, -4, -2, -1,
};
static const double scatter_68_in2[] = {
    0, 3, 1, 1, 2, 3,
};
static const vector_tensor scatter_68_in[] = {
    {1, 3, {3, 4, 3}, scatter_68_in0},
    {6, 3, {1, 2, 3}, scatter_68_in1},
    {1, 3, {1, 2, 3}, scatter_68_in2},
};
static const double scatter_68_out0[] = {
    1, 2, 3, 4, 3, 1, 5, 2, 7, 0, 3, 3, 7, 2, 2, 5, 6, 7, 0, 1, 1, 4, 8, 1, 6, 4, 8, 4, 8, 4, 2, 2,
    6, 2, 3, 4,
};
static const vector_tensor scatter_68_out[] = {
    {1, 3, {3, 4, 3}, scatter_68_out0},
};
static const vector_attr scatter_68_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* ScatterElements 13 float32 (3, 4, 3) (2, 3, 5): onnxruntime */
static const double scatter_69_in0[] = {
    8, 3, 3, 7, 0, 5, 0, 8, 6, 8, 6, 2, 8, 3, 6, 4, 0, 6, 7, 8, 8, 0, 6, 6, 6, 7, 5, 1, 1, 1, 7, 7,
    2, 1, 2, 2,
};
static const double scatter_69_in1[] = {
    -3, -2, 1, 2, -1, -2, 0, -1, -1, -3, 0, -3, 1, 2, -3, 2, -1, -3, 1, 0, -3, -1, -2, -3, -2, 2,
    -3, 1, 2, -1,
};
static const double scatter_69_in2[] = {
    0, 3, 1, 1, 3, 3, 2, 0, 1, 0, 3, 3, 1, 2, 3, 2, 2, 3, 0, 0, 1, 2, 2, 3, 0, 3, 2, 0, 2, 3,
};
static const vector_tensor scatter_69_in[] = {
    {1, 3, {3, 4, 3}, scatter_69_in0},
    {6, 3, {2, 3, 5}, scatter_69_in1},
    {1, 3, {2, 3, 5}, scatter_69_in2},
};
static const double scatter_69_out0[] = {
    0, 1, 3, 0, 3, 1, 3, 1, 2, 8, 6, 2, 0, 0, 2, 3, 0, 2, 2, 0, 3, 0, 6, 6, 6, 7, 5, 1, 1, 1, 7, 7,
    2, 1, 2, 2,
};
static const vector_tensor scatter_69_out[] = {
    {1, 3, {3, 4, 3}, scatter_69_out0},
};
static const vector_attr scatter_69_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* ScatterElements 16 int32 (3, 4, 3) (2, 3, 5): reference */
static const double scatter_70_in0[] = {
    0, 7, 2, 3, 1, 1, 5, 1, 4, 7, 0, 6, 7, 0, 1, 8, 7, 5, 1, 3, 4, 8, 4, 4, 5, 0, 2, 1, 4, 5, 6, 0,
    3, 8, 3, 1,
};
static const double scatter_70_in1[] = {
    -1, -3, 1, 1, -3, 2, -1, -3, 1, 1, 0, -1, -2, 1, -1, 1, 1, 1, 0, 1, -2, 2, -2, 2, 1, -2, 1, 1,
    0, 1,
};
static const double scatter_70_in2[] = {
    1, 2, 2, 3, 2, 3, 1, 3, 1, 2, 0, 1, 2, 2, 0, 0, 3, 1, 1, 2, 3, 0, 0, 0, 3, 1, 2, 0, 2, 0,
};
static const vector_tensor scatter_70_in[] = {
    {6, 3, {3, 4, 3}, scatter_70_in0},
    {7, 3, {2, 3, 5}, scatter_70_in1},
    {6, 3, {2, 3, 5}, scatter_70_in2},
};
static const double scatter_70_out0[] = {
    4, 12, 3, 6, 4, 5, 5, 5, 5, 7, 0, 6, 8, 6, 1, 8, 13, 5, 3, 6, 4, 8, 4, 4, 5, 0, 2, 1, 4, 5, 6,
    0, 3, 8, 3, 1,
};
static const vector_tensor scatter_70_out[] = {
    {6, 3, {3, 4, 3}, scatter_70_out0},
};
static const vector_attr scatter_70_attr[] = {
    {"axis", NULL, 0, {-1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 11 int64 (3, 4, 3) (2, 3, 5): onnxruntime */
static const double scatter_71_in0[] = {
    0, 5, 3, 6, 4, 7, 1, 6, 7, 6, 3, 2, 1, 5, 1, 8, 2, 0, 5, 3, 0, 5, 8, 2, 1, 1, 3, 6, 4, 6, 2, 5,
    0, 2, 2, 2,
};
static const double scatter_71_in1[] = {
    2, -2, -1, 0, -3, 1, -1, 2, 2, -1, -3, -2, 1, -2, 0, 1, 0, -3, 2, -3, 1, -1, 2, -3, 0, 1, -2,
    2, 0, 0,
};
static const double scatter_71_in2[] = {
    3, 0, 1, 3, 3, 1, 1, 3, 1, 0, 0, 1, 2, 0, 1, 2, 1, 1, 1, 0, 2, 1, 1, 2, 0, 3, 2, 3, 3, 2,
};
static const vector_tensor scatter_71_in[] = {
    {7, 3, {3, 4, 3}, scatter_71_in0},
    {7, 3, {2, 3, 5}, scatter_71_in1},
    {7, 3, {2, 3, 5}, scatter_71_in2},
};
static const double scatter_71_out0[] = {
    3, 0, 1, 6, 1, 0, 1, 0, 7, 6, 3, 2, 0, 2, 1, 0, 2, 1, 2, 2, 3, 5, 8, 2, 1, 1, 3, 6, 4, 6, 2, 5,
    0, 2, 2, 2,
};
static const vector_tensor scatter_71_out[] = {
    {7, 3, {3, 4, 3}, scatter_71_out0},
};
static const vector_attr scatter_71_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* Scatter 9 float32 (3, 4, 3) (1, 2, 3): onnxruntime */
static const double scatter_72_in0[] = {
    0, 3, 3, 0, 1, 0, 3, 5, 4, 4, 5, 3, 8, 3, 3, 3, 5, 6, 6, 6, 6, 7, 6, 0, 0, 8, 0, 5, 0, 1, 6, 6,
    1, 3, 4, 8,
};
static const double scatter_72_in1[] = {
    0, 0, 2, -3, -2, 0,
};
static const double scatter_72_in2[] = {
    0, 3, 2, 1, 1, 3,
};
static const vector_tensor scatter_72_in[] = {
    {1, 3, {3, 4, 3}, scatter_72_in0},
    {6, 3, {1, 2, 3}, scatter_72_in1},
    {1, 3, {1, 2, 3}, scatter_72_in2},
};
static const double scatter_72_out0[] = {
    3, 3, 2, 3, 1, 0, 3, 5, 4, 4, 5, 3, 8, 3, 3, 3, 5, 6, 6, 6, 6, 7, 6, 0, 0, 8, 0, 5, 0, 1, 6, 6,
    1, 3, 4, 8,
};
static const vector_tensor scatter_72_out[] = {
    {1, 3, {3, 4, 3}, scatter_72_out0},
};
static const vector_attr scatter_72_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* ScatterElements 13 float32 (3, 4, 3) (5, 3, 3): onnxruntime */
static const double scatter_73_in0[] = {
    7, 5, 7, 4, 3, 3, 3, 2, 8, 8, 8, 3, 6, 3, 3, 1, 4, 0, 3, 6, 4, 6, 5, 3, 8, 5, 2, 1, 3, 4, 6, 3,
    8, 2, 6, 6,
};
static const double scatter_73_in1[] = {
    -1, -1, 0, 0, 1, -3, -1, 1, -1, -1, 0, 0, -1, 2, -1, -3, -3, -1, 0, -3, 0, 1, 1, -3, -1, 0, 0,
    2, 1, -2, 1, -2, -3, 2, 0, -2, -1, -2, -1, 2, 2, -2, -1, 0, 0,
};
static const double scatter_73_in2[] = {
    2, 2, 1, 0, 2, 1, 3, 0, 1, 3, 1, 3, 1, 3, 0, 1, 3, 1, 1, 1, 0, 0, 3, 1, 0, 2, 3, 1, 0, 3, 0, 0,
    0, 3, 0, 2, 1, 0, 1, 0, 3, 2, 2, 2, 3,
};
static const vector_tensor scatter_73_in[] = {
    {1, 3, {3, 4, 3}, scatter_73_in0},
    {6, 3, {5, 3, 3}, scatter_73_in1},
    {1, 3, {5, 3, 3}, scatter_73_in2},
};
static const double scatter_73_out0[] = {
    1, 1, 0, 0, 3, 0, 1, 2, 3, 8, 8, 3, 6, 0, 3, 0, 0, 2, 3, 0, 2, 6, 5, 3, 1, 2, 1, 0, 3, 0, 2, 3,
    1, 2, 6, 6,
};
static const vector_tensor scatter_73_out[] = {
    {1, 3, {3, 4, 3}, scatter_73_out0},
};
static const vector_attr scatter_73_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* ScatterElements 16 int32 (3, 4, 3) (5, 3, 3): reference */
static const double scatter_74_in0[] = {
    3, 7, 4, 8, 2, 4, 5, 5, 3, 1, 5, 6, 4, 5, 3, 2, 6, 4, 5, 3, 6, 5, 8, 2, 3, 5, 7, 6, 8, 5, 0, 8,
    4, 7, 8, 1,
};
static const double scatter_74_in1[] = {
    2, -3, -3, 2, -1, -3, 0, -3, 1, -1, 0, 2, -3, -2, 2, 0, 2, -3, -1, -1, -1, -2, -1, 1, 2, 0, 2,
    2, -2, -3, 1, 2, -3, -3, 1, -3, 1, 0, -2, -2, 1, 0, -1, -3, 1,
};
static const double scatter_74_in2[] = {
    0, 1, 2, 0, 0, 1, 3, 2, 3, 3, 2, 0, 2, 0, 3, 3, 0, 2, 1, 3, 1, 3, 0, 2, 2, 2, 2, 0, 0, 3, 3, 3,
    2, 3, 0, 3, 0, 1, 2, 2, 1, 0, 2, 3, 3,
};
static const vector_tensor scatter_74_in[] = {
    {6, 3, {3, 4, 3}, scatter_74_in0},
    {7, 3, {5, 3, 3}, scatter_74_in1},
    {6, 3, {5, 3, 3}, scatter_74_in2},
};
static const double scatter_74_out0[] = {
    3, 11, 9, 10, 2, 7, 14, 12, 8, 1, 5, 6, 4, 5, 5, 10, 7, 6, 5, 3, 12, 5, 8, 2, 7, 8, 8, 6, 11,
    8, 4, 8, 6, 7, 8, 1,
};
static const vector_tensor scatter_74_out[] = {
    {6, 3, {3, 4, 3}, scatter_74_out0},
};
static const vector_attr scatter_74_attr[] = {
    {"axis", NULL, 0, {0}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 11 int64 (3, 4, 3) (5, 3, 3): onnxruntime */
static const double scatter_75_in0[] = {
    2, 0, 3, 3, 8, 4, 2, 8, 3, 7, 5, 0, 1, 2, 3, 2, 4, 7, 5, 2, 8, 0, 4, 8, 6, 6, 2, 8, 7, 5, 7, 8,
    3, 7, 2, 0,
};
static const double scatter_75_in1[] = {
    1, 1, -3, 2, -1, 0, 2, -3, 0, -3, 1, 2, -1, 1, 0, 1, 0, 2, -3, 1, 1, 0, -1, -1, -3, -2, 1, 2,
    2, 1, -3, -3, -2, 1, 2, 2, -2, 2, -1, -2, 0, 2, -1, -1, -3,
};
static const double scatter_75_in2[] = {
    2, 3, 2, 2, 2, 2, 3, 3, 3, 0, 0, 2, 3, 0, 1, 0, 0, 1, 1, 0, 3, 2, 0, 0, 1, 1, 1, 2, 3, 2, 2, 2,
    0, 2, 1, 3, 3, 3, 1, 0, 3, 2, 0, 1, 0,
};
static const vector_tensor scatter_75_in[] = {
    {7, 3, {3, 4, 3}, scatter_75_in0},
    {7, 3, {5, 3, 3}, scatter_75_in1},
    {7, 3, {5, 3, 3}, scatter_75_in2},
};
static const double scatter_75_out0[] = {
    1, 0, 2, 2, 3, 1, 1, 0, 0, 7, 5, 0, 3, 0, 2, 0, 0, 0, 2, 1, 1, 0, 4, 8, 2, 3, 1, 3, 0, 2, 0, 1,
    3, 7, 2, 0,
};
static const vector_tensor scatter_75_out[] = {
    {7, 3, {3, 4, 3}, scatter_75_out0},
};
static const vector_attr scatter_75_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* Scatter 9 float32 (3, 4, 3) (1, 2, 3): onnxruntime */
static const double scatter_76_in0[] = {
    5, 0, 4, 8, 5, 2, 6, 4, 6, 5, 2, 7, 5, 0, 6, 1, 5, 3, 6, 0, 0, 2, 3, 7, 4, 2, 2, 5, 2, 0, 4, 6,
    3, 8, 7, 4,
};
static const double scatter_76_in1[] = {
    1, 2, 0, -3, -2, 0,
};
static const double scatter_76_in2[] = {
    3, 3, 0, 3, 1, 2,
};
static const vector_tensor scatter_76_in[] = {
    {1, 3, {3, 4, 3}, scatter_76_in0},
    {6, 3, {1, 2, 3}, scatter_76_in1},
    {1, 3, {1, 2, 3}, scatter_76_in2},
};
static const double scatter_76_out0[] = {
    5, 0, 0, 3, 5, 2, 6, 4, 6, 5, 2, 7, 3, 0, 6, 1, 1, 3, 6, 0, 0, 2, 3, 7, 4, 3, 2, 5, 2, 0, 4, 6,
    3, 8, 7, 4,
};
static const vector_tensor scatter_76_out[] = {
    {1, 3, {3, 4, 3}, scatter_76_out0},
};
static const vector_attr scatter_76_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* ScatterElements 13 float32 (3, 4, 3) (2, 5, 3): onnxruntime */
static const double scatter_77_in0[] = {
    6, 5, 6, 8, 5, 8, 3, 7, 2, 8, 0, 6, 1, 7, 1, 5, 3, 6, 1, 2, 4, 2, 1, 4, 2, 7, 4, 4, 0, 0, 5, 0,
    4, 3, 3, 6,
};
static const double scatter_77_in1[] = {
    -3, -4, -4, 3, 0, -1, -2, -4, 3, 3, -2, 2, 0, -1, -3, 1, 3, -1, -1, -1, 2, 2, 3, 1, 1, 3, -2,
    0, -1, -4,
};
static const double scatter_77_in2[] = {
    3, 2, 0, 3, 1, 3, 2, 3, 3, 0, 3, 0, 1, 3, 0, 3, 0, 0, 3, 3, 2, 3, 1, 0, 0, 2, 0, 2, 0, 0,
};
static const vector_tensor scatter_77_in[] = {
    {1, 3, {3, 4, 3}, scatter_77_in0},
    {6, 3, {2, 5, 3}, scatter_77_in1},
    {1, 3, {2, 5, 3}, scatter_77_in2},
};
static const double scatter_77_out0[] = {
    1, 3, 0, 3, 5, 0, 2, 3, 0, 0, 3, 3, 2, 7, 0, 0, 3, 0, 3, 2, 0, 3, 0, 0, 2, 7, 4, 4, 0, 0, 5, 0,
    4, 3, 3, 6,
};
static const vector_tensor scatter_77_out[] = {
    {1, 3, {3, 4, 3}, scatter_77_out0},
};
static const vector_attr scatter_77_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 16 int32 (3, 4, 3) (2, 5, 3): reference */
static const double scatter_78_in0[] = {
    8, 0, 7, 5, 2, 4, 6, 8, 8, 1, 5, 3, 3, 5, 1, 8, 0, 6, 6, 0, 8, 8, 3, 7, 4, 8, 2, 7, 3, 7, 7, 3,
    8, 3, 1, 6,
};
static const double scatter_78_in1[] = {
    -1, -1, 1, 1, 3, -4, -3, -1, -1, -3, -1, 0, -1, -1, 3, -4, -1, 2, -1, 2, 0, 1, -2, -3, -2, -1,
    -4, 1, -1, 3,
};
static const double scatter_78_in2[] = {
    1, 2, 2, 3, 0, 2, 1, 2, 0, 0, 3, 2, 3, 1, 3, 1, 1, 0, 1, 2, 1, 2, 1, 1, 1, 0, 2, 2, 3, 2,
};
static const vector_tensor scatter_78_in[] = {
    {6, 3, {3, 4, 3}, scatter_78_in0},
    {7, 3, {2, 5, 3}, scatter_78_in1},
    {6, 3, {2, 5, 3}, scatter_78_in2},
};
static const double scatter_78_out0[] = {
    8, 0, 11, 9, 2, 6, 6, 8, 8, 5, 13, 6, 4, 5, 4, 12, 0, 7, 7, 3, 8, 9, 7, 9, 4, 8, 2, 7, 3, 7, 7,
    3, 8, 3, 1, 6,
};
static const vector_tensor scatter_78_out[] = {
    {6, 3, {3, 4, 3}, scatter_78_out0},
};
static const vector_attr scatter_78_attr[] = {
    {"axis", NULL, 0, {1}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 11 int64 (3, 4, 3) (2, 5, 3): onnxruntime */
static const double scatter_79_in0[] = {
    1, 6, 8, 4, 7, 1, 5, 1, 3, 1, 5, 0, 3, 1, 2, 7, 3, 1, 6, 5, 7, 1, 1, 6, 3, 4, 1, 0, 6, 8, 8, 4,
    4, 3, 7, 2,
};
static const double scatter_79_in1[] = {
    0, -1, -4, -1, -3, -1, 1, -3, 0, -3, -2, 1, -2, 2, 0, 1, 1, 1, -2, -3, -1, -2, 1, 0, 2, -4, 1,
    -1, -3, 3,
};
static const double scatter_79_in2[] = {
    3, 0, 1, 2, 1, 3, 0, 2, 2, 3, 2, 1, 3, 0, 0, 2, 3, 3, 3, 0, 1, 3, 1, 0, 1, 2, 2, 2, 2, 0,
};
static const vector_tensor scatter_79_in[] = {
    {7, 3, {3, 4, 3}, scatter_79_in0},
    {7, 3, {2, 5, 3}, scatter_79_in1},
    {7, 3, {2, 5, 3}, scatter_79_in2},
};
static const double scatter_79_out0[] = {
    3, 6, 0, 3, 2, 1, 3, 0, 3, 2, 0, 3, 3, 2, 0, 2, 2, 2, 1, 5, 7, 2, 1, 0, 3, 4, 1, 0, 6, 8, 8, 4,
    4, 3, 7, 2,
};
static const vector_tensor scatter_79_out[] = {
    {7, 3, {3, 4, 3}, scatter_79_out0},
};
static const vector_attr scatter_79_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* Scatter 9 float32 (3, 4, 3) (1, 2, 3): onnxruntime */
static const double scatter_80_in0[] = {
    3, 1, 2, 2, 4, 2, 1, 1, 3, 6, 7, 6, 3, 4, 0, 2, 4, 0, 4, 7, 0, 7, 5, 1, 0, 0, 6, 5, 5, 6, 2, 2,
    8, 0, 7, 4,
};
static const double scatter_80_in1[] = {
    -4, -2, -3, -2, -4, -3,
};
static const double scatter_80_in2[] = {
    3, 1, 2, 0, 0, 3,
};
static const vector_tensor scatter_80_in[] = {
    {1, 3, {3, 4, 3}, scatter_80_in0},
    {6, 3, {1, 2, 3}, scatter_80_in1},
    {1, 3, {1, 2, 3}, scatter_80_in2},
};
static const double scatter_80_out0[] = {
    3, 0, 2, 2, 4, 3, 0, 1, 3, 6, 7, 6, 3, 4, 0, 2, 4, 0, 4, 7, 0, 7, 5, 1, 0, 0, 6, 5, 5, 6, 2, 2,
    8, 0, 7, 4,
};
static const vector_tensor scatter_80_out[] = {
    {1, 3, {3, 4, 3}, scatter_80_out0},
};
static const vector_attr scatter_80_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 13 float32 (3, 4, 3) (2, 3, 5): onnxruntime */
static const double scatter_81_in0[] = {
    5, 8, 3, 1, 0, 7, 5, 8, 7, 8, 8, 2, 2, 4, 2, 5, 2, 7, 0, 4, 3, 3, 0, 8, 6, 0, 4, 1, 2, 5, 8, 5,
    1, 3, 4, 6,
};
static const double scatter_81_in1[] = {
    -2, 1, 2, 0, 1, -2, 1, 1, -2, -2, 1, 0, 2, -1, -2, -1, 0, 2, -1, 1, -1, 1, -2, -3, 2, -2, -1,
    1, 2, -1,
};
static const double scatter_81_in2[] = {
    1, 0, 2, 0, 0, 1, 0, 0, 0, 1, 0, 3, 2, 0, 0, 0, 3, 1, 1, 1, 0, 1, 1, 3, 1, 0, 3, 2, 2, 3,
};
static const vector_tensor scatter_81_in[] = {
    {1, 3, {3, 4, 3}, scatter_81_in0},
    {6, 3, {2, 3, 5}, scatter_81_in1},
    {1, 3, {2, 3, 5}, scatter_81_in2},
};
static const double scatter_81_out0[] = {
    0, 0, 2, 1, 1, 7, 3, 0, 0, 8, 8, 2, 3, 1, 1, 3, 1, 1, 0, 2, 3, 3, 0, 8, 6, 0, 4, 1, 2, 5, 8, 5,
    1, 3, 4, 6,
};
static const vector_tensor scatter_81_out[] = {
    {1, 3, {3, 4, 3}, scatter_81_out0},
};
static const vector_attr scatter_81_attr[] = {
    {"axis", NULL, 0, {2}},
};

/* ScatterElements 16 int32 (3, 4, 3) (2, 3, 5): reference */
static const double scatter_82_in0[] = {
    7, 7, 7, 1, 5, 8, 1, 3, 2, 6, 0, 5, 6, 8, 2, 8, 1, 2, 3, 5, 6, 1, 4, 5, 2, 4, 5, 7, 1, 3, 1, 7,
    7, 4, 8, 0,
};
static const double scatter_82_in1[] = {
    0, 0, 0, -2, 2, 0, -1, -3, 1, -2, 1, -3, -2, -2, 2, -1, 0, 1, 2, 1, -1, 2, 2, 0, -2, -2, 0, -1,
    2, 0,
};
static const double scatter_82_in2[] = {
    2, 3, 0, 0, 2, 2, 0, 3, 0, 1, 0, 3, 0, 1, 1, 0, 1, 0, 3, 1, 2, 2, 0, 3, 1, 0, 2, 1, 3, 3,
};
static const vector_tensor scatter_82_in[] = {
    {6, 3, {3, 4, 3}, scatter_82_in0},
    {7, 3, {2, 3, 5}, scatter_82_in1},
    {6, 3, {2, 3, 5}, scatter_82_in2},
};
static const double scatter_82_out0[] = {
    12, 7, 9, 6, 6, 8, 4, 4, 3, 6, 0, 5, 7, 9, 5, 11, 2, 6, 8, 5, 10, 1, 4, 5, 2, 4, 5, 7, 1, 3, 1,
    7, 7, 4, 8, 0,
};
static const vector_tensor scatter_82_out[] = {
    {6, 3, {3, 4, 3}, scatter_82_out0},
};
static const vector_attr scatter_82_attr[] = {
    {"axis", NULL, 0, {2}},
    {"reduction", "add", 0, {0}},
};

/* ScatterElements 11 int64 (3, 4, 3) (2, 3, 5): onnxruntime */
static const double scatter_83_in0[] = {
    5, 5, 6, 7, 0, 0, 5, 8, 6, 5, 1, 1, 3, 6, 1, 6, 6, 0, 3, 6, 5, 3, 1, 3, 5, 7, 1, 2, 4, 5, 8, 0,
    2, 6, 8, 0,
};
static const double scatter_83_in1[] = {
    2, -3, -3, 2, 0, 2, -1, 0, -1, -2, -1, 0, 0, -3, 0, 0, -3, -2, -1, 2, 1, -1, -1, -1, 1, -3, -2,
    -1, -1, 2,
};
static const double scatter_83_in2[] = {
    3, 1, 3, 0, 0, 2, 3, 0, 0, 1, 1, 0, 3, 3, 0, 3, 2, 0, 2, 2, 2, 3, 1, 1, 1, 0, 3, 1, 2, 2,
};
static const vector_tensor scatter_83_in[] = {
    {7, 3, {3, 4, 3}, scatter_83_in0},
    {7, 3, {2, 3, 5}, scatter_83_in1},
    {7, 3, {2, 3, 5}, scatter_83_in2},
};
static const double scatter_83_out0[] = {
    0, 5, 0, 0, 1, 0, 0, 8, 1, 5, 1, 1, 2, 0, 2, 6, 1, 1, 0, 3, 2, 3, 1, 3, 5, 7, 1, 2, 4, 5, 8, 0,
    2, 6, 8, 0,
};
static const vector_tensor scatter_83_out[] = {
    {7, 3, {3, 4, 3}, scatter_83_out0},
};
static const vector_attr scatter_83_attr[] = {
    {"axis", NULL, 0, {2}},
};

/* Scatter 9 float32 (3, 4, 3) (1, 2, 3): onnxruntime */
static const double scatter_84_in0[] = {
    8, 1, 7, 1, 4, 5, 8, 7, 7, 6, 1, 2, 7, 4, 7, 5, 8, 7, 0, 5, 4, 1, 6, 4, 8, 3, 0, 2, 6, 4, 0, 6,
    3, 5, 4, 1,
};
static const double scatter_84_in1[] = {
    2, 2, 0, -1, 2, 1,
};
static const double scatter_84_in2[] = {
    1, 2, 3, 3, 3, 2,
};
static const vector_tensor scatter_84_in[] = {
    {1, 3, {3, 4, 3}, scatter_84_in0},
    {6, 3, {1, 2, 3}, scatter_84_in1},
    {1, 3, {1, 2, 3}, scatter_84_in2},
};
static const double scatter_84_out0[] = {
    3, 1, 2, 1, 2, 3, 8, 7, 7, 6, 1, 2, 7, 4, 7, 5, 8, 7, 0, 5, 4, 1, 6, 4, 8, 3, 0, 2, 6, 4, 0, 6,
    3, 5, 4, 1,
};
static const vector_tensor scatter_84_out[] = {
    {1, 3, {3, 4, 3}, scatter_84_out0},
};
static const vector_attr scatter_84_attr[] = {
    {"axis", NULL, 0, {2}},
};

/* ScatterElements 18 float32 (6,) (9,): onnxruntime */
static const double scatter_85_in0[] = {
    3, 7, 2, 4, 8, 2,
};
static const double scatter_85_in1[] = {
    -1, -2, 0, -1, 2, -1, 2, -3, -6,
};
static const double scatter_85_in2[] = {
    1, 1, 1, 3, 1, 3, 1, 1, 1,
};
static const vector_tensor scatter_85_in[] = {
    {1, 1, {6}, scatter_85_in0},
    {7, 1, {9}, scatter_85_in1},
    {1, 1, {9}, scatter_85_in2},
};
static const double scatter_85_out0[] = {
    1, 7, 1, 1, 1, 3,
};
static const vector_tensor scatter_85_out[] = {
    {1, 1, {6}, scatter_85_out0},
};
static const vector_attr scatter_85_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* ScatterElements 18 float32 (2, 20) (1, 33): onnxruntime */
static const double scatter_86_in0[] = {
    7, 6, 4, 0, 6, 3, 5, 7, 2, 5, 6, 1, 3, 1, 7, 7, 6, 4, 8, 0, 8, 8, 6, 6, 6, 3, 6, 3, 7, 5, 6, 7,
    3, 7, 8, 3, 2, 7, 6, 8,
};
static const double scatter_86_in1[] = {
    6, 16, -15, -6, 8, 15, 7, 0, 11, -16, -11, -15, 18, -12, 19, 5, -7, 8, 16, 12, 2, 6, -5, -1,
    -2, 2, 17, -10, 12, -8, -17, 6, -9,
};
static const double scatter_86_in2[] = {
    1, 2, 2, 0, 2, 1, 0, 3, 1, 1, 3, 2, 0, 2, 1, 3, 1, 1, 3, 1, 0, 0, 3, 3, 2, 2, 0, 1, 0, 3, 0, 3,
    2,
};
static const vector_tensor scatter_86_in[] = {
    {1, 2, {2, 20}, scatter_86_in0},
    {7, 2, {1, 33}, scatter_86_in1},
    {1, 2, {1, 33}, scatter_86_in2},
};
static const double scatter_86_out0[] = {
    3, 6, 2, 0, 1, 3, 3, 0, 1, 3, 1, 2, 3, 1, 0, 3, 3, 0, 2, 3, 8, 8, 6, 6, 6, 3, 6, 3, 7, 5, 6, 7,
    3, 7, 8, 3, 2, 7, 6, 8,
};
static const vector_tensor scatter_86_out[] = {
    {1, 2, {2, 20}, scatter_86_out0},
};
static const vector_attr scatter_86_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* ScatterElements 18 float32 (4, 40) (3, 37): onnxruntime */
static const double scatter_87_in0[] = {
    1, 3, 7, 6, 8, 8, 5, 8, 8, 6, 5, 6, 6, 7, 3, 7, 5, 5, 4, 7, 2, 3, 3, 6, 5, 6, 7, 6, 7, 7, 5, 2,
    2, 2, 1, 8, 2, 2, 2, 4, 0, 7, 0, 5, 3, 7, 6, 2, 0, 2, 0, 8, 7, 8, 7, 0, 8, 3, 7, 8, 4, 6, 2, 1,
    4, 0, 4, 4, 8, 7, 3, 7, 0, 0, 8, 0, 4, 8, 5, 1, 1, 1, 3, 8, 7, 6, 5, 1, 6, 7, 6, 3, 6, 3, 4, 6,
    4, 4, 3, 7, 5, 0, 2, 5, 0, 5, 1, 8, 0, 4, 8, 8, 3, 4, 5, 4, 4, 5, 7, 8, 0, 6, 2, 2, 7, 5, 2, 1,
    3, 8, 4, 0, 3, 6, 3, 7, 4, 5, 1, 6, 7, 8, 4, 0, 0, 1, 5, 7, 6, 8, 0, 2, 7, 2, 8, 2, 5, 7, 4, 1,
};
static const double scatter_87_in1[] = {
    0, 3, -3, -3, -3, 2, 3, 1, 3, -4, -3, 2, -3, 0, -2, 1, -3, -3, -4, -4, 3, -1, 1, -4, 3, -3, -2,
    2, -1, 1, 3, 0, -1, 1, -1, 2, -2, -4, 1, -4, -2, 0, -1, -3, 1, -1, 3, -3, 3, -2, -4, 0, -4, 3,
    0, -2, 0, 1, -2, 2, -2, 0, 0, -4, -3, -1, 0, -2, -1, -4, 1, 0, -2, -3, -2, 3, -3, 0, -2, 2, -2,
    -3, -2, -1, -4, 2, 2, 2, 2, -3, 3, -1, -2, 3, -3, -2, -2, 0, -2, 0, 1, -3, 2, 2, -2, 3, 3, -4,
    -2, -2, -1,
};
static const double scatter_87_in2[] = {
    3, 1, 2, 0, 1, 2, 1, 2, 3, 2, 1, 1, 2, 1, 1, 3, 2, 1, 0, 0, 2, 2, 3, 1, 0, 1, 1, 1, 2, 0, 0, 3,
    0, 0, 3, 3, 3, 0, 3, 3, 0, 2, 3, 2, 2, 3, 3, 1, 1, 1, 1, 2, 2, 2, 2, 3, 0, 3, 3, 0, 0, 1, 0, 3,
    3, 3, 2, 0, 1, 3, 1, 3, 0, 2, 3, 1, 1, 0, 2, 0, 1, 0, 3, 3, 0, 3, 3, 2, 2, 1, 1, 3, 2, 3, 1, 1,
    1, 2, 3, 0, 2, 2, 1, 0, 2, 3, 1, 0, 3, 3, 1,
};
static const vector_tensor scatter_87_in[] = {
    {1, 2, {4, 40}, scatter_87_in0},
    {7, 2, {3, 37}, scatter_87_in1},
    {1, 2, {3, 37}, scatter_87_in2},
};
static const double scatter_87_out0[] = {
    0, 3, 3, 0, 2, 8, 5, 8, 8, 2, 0, 6, 6, 1, 2, 2, 5, 2, 0, 0, 2, 3, 3, 2, 1, 0, 3, 6, 7, 2, 5, 3,
    3, 0, 3, 8, 2, 2, 2, 4, 0, 3, 1, 0, 1, 7, 2, 0, 0, 2, 1, 8, 2, 8, 7, 1, 2, 1, 7, 8, 1, 6, 3, 1,
    4, 1, 2, 2, 8, 0, 3, 7, 0, 1, 8, 0, 2, 8, 5, 1, 3, 1, 3, 0, 2, 0, 1, 1, 3, 7, 6, 3, 3, 2, 2, 6,
    4, 4, 2, 7, 5, 1, 1, 0, 3, 5, 1, 1, 1, 0, 2, 8, 3, 4, 3, 3, 3, 5, 7, 8, 0, 1, 2, 2, 7, 3, 1, 1,
    3, 3, 4, 1, 3, 6, 3, 7, 1, 3, 1, 3, 2, 2, 4, 0, 0, 1, 5, 7, 3, 8, 0, 3, 1, 2, 3, 2, 1, 7, 4, 1,
};
static const vector_tensor scatter_87_out[] = {
    {1, 2, {4, 40}, scatter_87_out0},
};
static const vector_attr scatter_87_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* ScatterElements 18 float32 (3, 4) (0, 4): onnxruntime */
static const double scatter_88_in0[] = {
    7, 2, 6, 6, 4, 5, 6, 8, 7, 5, 5, 0,
};
static const double scatter_88_in1[] = {
    0,
};
static const double scatter_88_in2[] = {
    0,
};
static const vector_tensor scatter_88_in[] = {
    {1, 2, {3, 4}, scatter_88_in0},
    {7, 2, {0, 4}, scatter_88_in1},
    {1, 2, {0, 4}, scatter_88_in2},
};
static const double scatter_88_out0[] = {
    7, 2, 6, 6, 4, 5, 6, 8, 7, 5, 5, 0,
};
static const vector_tensor scatter_88_out[] = {
    {1, 2, {3, 4}, scatter_88_out0},
};
static const vector_attr scatter_88_attr[] = {
    {"axis", NULL, 0, {0}},
};

static const vector_case scatter_vectors[] = {
    {"ScatterElements", "float32 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_0_attr,
     scatter_0_in, scatter_0_out},
    {"ScatterElements", "float64 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_1_attr,
     scatter_1_in, scatter_1_out},
    {"ScatterElements", "float16 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_2_attr,
     scatter_2_in, scatter_2_out},
    {"ScatterElements", "bfloat16 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_3_attr,
     scatter_3_in, scatter_3_out},
    {"ScatterElements", "int8 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_4_attr,
     scatter_4_in, scatter_4_out},
    {"ScatterElements", "uint8 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_5_attr,
     scatter_5_in, scatter_5_out},
    {"ScatterElements", "int16 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_6_attr,
     scatter_6_in, scatter_6_out},
    {"ScatterElements", "uint16 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_7_attr,
     scatter_7_in, scatter_7_out},
    {"ScatterElements", "int32 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_8_attr,
     scatter_8_in, scatter_8_out},
    {"ScatterElements", "uint32 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_9_attr,
     scatter_9_in, scatter_9_out},
    {"ScatterElements", "int64 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_10_attr,
     scatter_10_in, scatter_10_out},
    {"ScatterElements", "uint64 (3, 5) (2, 4)", 18, 1, 3, 1, scatter_11_attr,
     scatter_11_in, scatter_11_out},
    {"ScatterElements", "bool (3, 5) (2, 4)", 18, 1, 3, 1, scatter_12_attr,
     scatter_12_in, scatter_12_out},
    {"ScatterElements", "float32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_13_attr,
     scatter_13_in, scatter_13_out},
    {"ScatterElements", "float32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_14_attr,
     scatter_14_in, scatter_14_out},
    {"ScatterElements", "float32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_15_attr,
     scatter_15_in, scatter_15_out},
    {"ScatterElements", "float32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_16_attr,
     scatter_16_in, scatter_16_out},
    {"ScatterElements", "float64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_17_attr,
     scatter_17_in, scatter_17_out},
    {"ScatterElements", "float64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_18_attr,
     scatter_18_in, scatter_18_out},
    {"ScatterElements", "float64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_19_attr,
     scatter_19_in, scatter_19_out},
    {"ScatterElements", "float64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_20_attr,
     scatter_20_in, scatter_20_out},
    {"ScatterElements", "float16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_21_attr,
     scatter_21_in, scatter_21_out},
    {"ScatterElements", "float16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_22_attr,
     scatter_22_in, scatter_22_out},
    {"ScatterElements", "float16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_23_attr,
     scatter_23_in, scatter_23_out},
    {"ScatterElements", "float16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_24_attr,
     scatter_24_in, scatter_24_out},
    {"ScatterElements", "bfloat16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_25_attr,
     scatter_25_in, scatter_25_out},
    {"ScatterElements", "bfloat16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_26_attr,
     scatter_26_in, scatter_26_out},
    {"ScatterElements", "bfloat16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_27_attr,
     scatter_27_in, scatter_27_out},
    {"ScatterElements", "bfloat16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_28_attr,
     scatter_28_in, scatter_28_out},
    {"ScatterElements", "int8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_29_attr,
     scatter_29_in, scatter_29_out},
    {"ScatterElements", "int8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_30_attr,
     scatter_30_in, scatter_30_out},
    {"ScatterElements", "int8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_31_attr,
     scatter_31_in, scatter_31_out},
    {"ScatterElements", "int8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_32_attr,
     scatter_32_in, scatter_32_out},
    {"ScatterElements", "uint8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_33_attr,
     scatter_33_in, scatter_33_out},
    {"ScatterElements", "uint8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_34_attr,
     scatter_34_in, scatter_34_out},
    {"ScatterElements", "uint8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_35_attr,
     scatter_35_in, scatter_35_out},
    {"ScatterElements", "uint8 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_36_attr,
     scatter_36_in, scatter_36_out},
    {"ScatterElements", "int16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_37_attr,
     scatter_37_in, scatter_37_out},
    {"ScatterElements", "int16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_38_attr,
     scatter_38_in, scatter_38_out},
    {"ScatterElements", "int16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_39_attr,
     scatter_39_in, scatter_39_out},
    {"ScatterElements", "int16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_40_attr,
     scatter_40_in, scatter_40_out},
    {"ScatterElements", "uint16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_41_attr,
     scatter_41_in, scatter_41_out},
    {"ScatterElements", "uint16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_42_attr,
     scatter_42_in, scatter_42_out},
    {"ScatterElements", "uint16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_43_attr,
     scatter_43_in, scatter_43_out},
    {"ScatterElements", "uint16 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_44_attr,
     scatter_44_in, scatter_44_out},
    {"ScatterElements", "int32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_45_attr,
     scatter_45_in, scatter_45_out},
    {"ScatterElements", "int32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_46_attr,
     scatter_46_in, scatter_46_out},
    {"ScatterElements", "int32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_47_attr,
     scatter_47_in, scatter_47_out},
    {"ScatterElements", "int32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_48_attr,
     scatter_48_in, scatter_48_out},
    {"ScatterElements", "uint32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_49_attr,
     scatter_49_in, scatter_49_out},
    {"ScatterElements", "uint32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_50_attr,
     scatter_50_in, scatter_50_out},
    {"ScatterElements", "uint32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_51_attr,
     scatter_51_in, scatter_51_out},
    {"ScatterElements", "uint32 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_52_attr,
     scatter_52_in, scatter_52_out},
    {"ScatterElements", "int64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_53_attr,
     scatter_53_in, scatter_53_out},
    {"ScatterElements", "int64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_54_attr,
     scatter_54_in, scatter_54_out},
    {"ScatterElements", "int64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_55_attr,
     scatter_55_in, scatter_55_out},
    {"ScatterElements", "int64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_56_attr,
     scatter_56_in, scatter_56_out},
    {"ScatterElements", "uint64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_57_attr,
     scatter_57_in, scatter_57_out},
    {"ScatterElements", "uint64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_58_attr,
     scatter_58_in, scatter_58_out},
    {"ScatterElements", "uint64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_59_attr,
     scatter_59_in, scatter_59_out},
    {"ScatterElements", "uint64 (3, 4) (3, 3)", 18, 2, 3, 1, scatter_60_attr,
     scatter_60_in, scatter_60_out},
    {"ScatterElements", "float32 (3, 4, 3) (5, 3, 3)", 13, 1, 3, 1, scatter_61_attr,
     scatter_61_in, scatter_61_out},
    {"ScatterElements", "int32 (3, 4, 3) (5, 3, 3)", 16, 2, 3, 1, scatter_62_attr,
     scatter_62_in, scatter_62_out},
    {"ScatterElements", "int64 (3, 4, 3) (5, 3, 3)", 11, 1, 3, 1, scatter_63_attr,
     scatter_63_in, scatter_63_out},
    {"Scatter", "float32 (3, 4, 3) (1, 2, 3)", 9, 1, 3, 1, scatter_64_attr,
     scatter_64_in, scatter_64_out},
    {"ScatterElements", "float32 (3, 4, 3) (2, 5, 3)", 13, 1, 3, 1, scatter_65_attr,
     scatter_65_in, scatter_65_out},
    {"ScatterElements", "int32 (3, 4, 3) (2, 5, 3)", 16, 2, 3, 1, scatter_66_attr,
     scatter_66_in, scatter_66_out},
    {"ScatterElements", "int64 (3, 4, 3) (2, 5, 3)", 11, 1, 3, 1, scatter_67_attr,
     scatter_67_in, scatter_67_out},
    {"Scatter", "float32 (3, 4, 3) (1, 2, 3)", 9, 1, 3, 1, scatter_68_attr,
     scatter_68_in, scatter_68_out},
    {"ScatterElements", "float32 (3, 4, 3) (2, 3, 5)", 13, 1, 3, 1, scatter_69_attr,
     scatter_69_in, scatter_69_out},
    {"ScatterElements", "int32 (3, 4, 3) (2, 3, 5)", 16, 2, 3, 1, scatter_70_attr,
     scatter_70_in, scatter_70_out},
    {"ScatterElements", "int64 (3, 4, 3) (2, 3, 5)", 11, 1, 3, 1, scatter_71_attr,
     scatter_71_in, scatter_71_out},
    {"Scatter", "float32 (3, 4, 3) (1, 2, 3)", 9, 1, 3, 1, scatter_72_attr,
     scatter_72_in, scatter_72_out},
    {"ScatterElements", "float32 (3, 4, 3) (5, 3, 3)", 13, 1, 3, 1, scatter_73_attr,
     scatter_73_in, scatter_73_out},
    {"ScatterElements", "int32 (3, 4, 3) (5, 3, 3)", 16, 2, 3, 1, scatter_74_attr,
     scatter_74_in, scatter_74_out},
    {"ScatterElements", "int64 (3, 4, 3) (5, 3, 3)", 11, 1, 3, 1, scatter_75_attr,
     scatter_75_in, scatter_75_out},
    {"Scatter", "float32 (3, 4, 3) (1, 2, 3)", 9, 1, 3, 1, scatter_76_attr,
     scatter_76_in, scatter_76_out},
    {"ScatterElements", "float32 (3, 4, 3) (2, 5, 3)", 13, 1, 3, 1, scatter_77_attr,
     scatter_77_in, scatter_77_out},
    {"ScatterElements", "int32 (3, 4, 3) (2, 5, 3)", 16, 2, 3, 1, scatter_78_attr,
     scatter_78_in, scatter_78_out},
    {"ScatterElements", "int64 (3, 4, 3) (2, 5, 3)", 11, 1, 3, 1, scatter_79_attr,
     scatter_79_in, scatter_79_out},
    {"Scatter", "float32 (3, 4, 3) (1, 2, 3)", 9, 1, 3, 1, scatter_80_attr,
     scatter_80_in, scatter_80_out},
    {"ScatterElements", "float32 (3, 4, 3) (2, 3, 5)", 13, 1, 3, 1, scatter_81_attr,
     scatter_81_in, scatter_81_out},
    {"ScatterElements", "int32 (3, 4, 3) (2, 3, 5)", 16, 2, 3, 1, scatter_82_attr,
     scatter_82_in, scatter_82_out},
    {"ScatterElements", "int64 (3, 4, 3) (2, 3, 5)", 11, 1, 3, 1, scatter_83_attr,
     scatter_83_in, scatter_83_out},
    {"Scatter", "float32 (3, 4, 3) (1, 2, 3)", 9, 1, 3, 1, scatter_84_attr,
     scatter_84_in, scatter_84_out},
    {"ScatterElements", "float32 (6,) (9,)", 18, 1, 3, 1, scatter_85_attr,
     scatter_85_in, scatter_85_out},
    {"ScatterElements", "float32 (2, 20) (1, 33)", 18, 1, 3, 1, scatter_86_attr,
     scatter_86_in, scatter_86_out},
    {"ScatterElements", "float32 (4, 40) (3, 37)", 18, 1, 3, 1, scatter_87_attr,
     scatter_87_in, scatter_87_out},
    {"ScatterElements", "float32 (3, 4) (0, 4)", 18, 1, 3, 1, scatter_88_attr,
     scatter_88_in, scatter_88_out},
};

#endif
