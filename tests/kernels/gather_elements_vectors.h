/* Made by tests/kernels/gen_gather_elements.py: do not edit. */
#ifndef CM_TESTS_KERNELS_GATHER_ELEMENTS_VECTORS_H
#define CM_TESTS_KERNELS_GATHER_ELEMENTS_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* GatherElements 13 float32 (3, 5) (2, 4) axis 1: onnxruntime */
static const double gather_elements_0_in0[] = {
    85, 81, 84, 6, 80, 93, 25, 16, 7, 79, 93, 59, 60, 78, 0,
};
static const double gather_elements_0_in1[] = {
    3, 4, -4, 4, 3, -3, -1, 3,
};
static const vector_tensor gather_elements_0_in[] = {
    {1, 2, {3, 5}, gather_elements_0_in0},
    {7, 2, {2, 4}, gather_elements_0_in1},
};
static const double gather_elements_0_out0[] = {
    6, 80, 81, 80, 7, 16, 79, 7,
};
static const vector_tensor gather_elements_0_out[] = {
    {1, 2, {2, 4}, gather_elements_0_out0},
};
static const vector_attr gather_elements_0_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 11 float32 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_1_in0[] = {
    89, 8, 65, 43, 34, 80, 68, 40, 87, 51, 84, 11,
};
static const double gather_elements_1_in1[] = {
    3, 2, 0, -1, -2, -3, -2, 2, -1, 3, -1, 0, -1, 1, -2, 3, 1, -4, 3, 0, 1,
};
static const vector_tensor gather_elements_1_in[] = {
    {1, 2, {3, 4}, gather_elements_1_in0},
    {6, 2, {3, 7}, gather_elements_1_in1},
};
static const double gather_elements_1_out0[] = {
    43, 65, 89, 43, 65, 8, 65, 68, 40, 40, 40, 34, 40, 80, 84, 11, 51, 87, 11, 87, 51,
};
static const vector_tensor gather_elements_1_out[] = {
    {1, 2, {3, 7}, gather_elements_1_out0},
};
static const vector_attr gather_elements_1_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 float64 (3, 5) (2, 4) axis 1: onnxruntime */
static const double gather_elements_2_in0[] = {
    27, 11, 68, 22, 1, 54, 54, 71, 89, 54, 24, 54, 6, 5, 10,
};
static const double gather_elements_2_in1[] = {
    2, 3, -2, -5, -5, -4, 4, -4,
};
static const vector_tensor gather_elements_2_in[] = {
    {11, 2, {3, 5}, gather_elements_2_in0},
    {7, 2, {2, 4}, gather_elements_2_in1},
};
static const double gather_elements_2_out0[] = {
    68, 22, 22, 27, 54, 54, 54, 54,
};
static const vector_tensor gather_elements_2_out[] = {
    {11, 2, {2, 4}, gather_elements_2_out0},
};
static const vector_attr gather_elements_2_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 11 float64 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_3_in0[] = {
    65, 60, 45, 47, 72, 80, 47, 65, 12, 93, 59, 67,
};
static const double gather_elements_3_in1[] = {
    1, -2, 1, 3, 0, -2, 3, 2, 3, 1, 2, 2, -2, 2, -2, 3, 0, 0, 1, -2, -3,
};
static const vector_tensor gather_elements_3_in[] = {
    {11, 2, {3, 4}, gather_elements_3_in0},
    {6, 2, {3, 7}, gather_elements_3_in1},
};
static const double gather_elements_3_out0[] = {
    60, 45, 60, 47, 65, 45, 47, 47, 65, 80, 47, 47, 47, 47, 59, 67, 12, 12, 93, 59, 93,
};
static const vector_tensor gather_elements_3_out[] = {
    {11, 2, {3, 7}, gather_elements_3_out0},
};
static const vector_attr gather_elements_3_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 float16 (3, 5) (2, 4) axis 0: onnxruntime */
static const double gather_elements_4_in0[] = {
    55, 70, 43, 44, 0, 67, 41, 8, 39, 4, 95, 21, 5, 72, 91,
};
static const double gather_elements_4_in1[] = {
    -2, 2, -2, 0, 1, -2, -3, 1,
};
static const vector_tensor gather_elements_4_in[] = {
    {10, 2, {3, 5}, gather_elements_4_in0},
    {7, 2, {2, 4}, gather_elements_4_in1},
};
static const double gather_elements_4_out0[] = {
    67, 21, 8, 44, 67, 41, 43, 39,
};
static const vector_tensor gather_elements_4_out[] = {
    {10, 2, {2, 4}, gather_elements_4_out0},
};
static const vector_attr gather_elements_4_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 11 float16 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_5_in0[] = {
    49, 15, 81, 31, 31, 65, 21, 42, 72, 45, 52, 30,
};
static const double gather_elements_5_in1[] = {
    3, -4, -4, -2, 1, 2, 0, 2, 1, -4, 1, 0, 1, -2, -2, -1, -2, 3, -4, 2, -1,
};
static const vector_tensor gather_elements_5_in[] = {
    {10, 2, {3, 4}, gather_elements_5_in0},
    {6, 2, {3, 7}, gather_elements_5_in1},
};
static const double gather_elements_5_out0[] = {
    31, 49, 49, 81, 15, 81, 49, 21, 65, 31, 65, 31, 65, 21, 52, 30, 52, 30, 72, 52, 30,
};
static const vector_tensor gather_elements_5_out[] = {
    {10, 2, {3, 7}, gather_elements_5_out0},
};
static const vector_attr gather_elements_5_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 int8 (3, 5) (2, 4) axis 0: onnxruntime */
static const double gather_elements_6_in0[] = {
    0, 50, 84, 90, 41, 37, 85, 77, 94, 72, 96, 72, 12, 45, 41,
};
static const double gather_elements_6_in1[] = {
    1, -1, 2, -3, -2, 1, 1, 1,
};
static const vector_tensor gather_elements_6_in[] = {
    {3, 2, {3, 5}, gather_elements_6_in0},
    {7, 2, {2, 4}, gather_elements_6_in1},
};
static const double gather_elements_6_out0[] = {
    37, 72, 12, 90, 37, 85, 77, 94,
};
static const vector_tensor gather_elements_6_out[] = {
    {3, 2, {2, 4}, gather_elements_6_out0},
};
static const vector_attr gather_elements_6_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 11 int8 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_7_in0[] = {
    47, 3, 52, 2, 46, 34, 37, 21, 74, 46, 38, 91,
};
static const double gather_elements_7_in1[] = {
    -3, 0, 2, 0, -1, -1, 0, 2, 3, 1, 1, -4, 0, -4, -2, -1, 1, 0, 3, -1, 1,
};
static const vector_tensor gather_elements_7_in[] = {
    {3, 2, {3, 4}, gather_elements_7_in0},
    {6, 2, {3, 7}, gather_elements_7_in1},
};
static const double gather_elements_7_out0[] = {
    3, 47, 52, 47, 2, 2, 47, 37, 21, 34, 34, 46, 46, 46, 38, 91, 46, 74, 91, 91, 46,
};
static const vector_tensor gather_elements_7_out[] = {
    {3, 2, {3, 7}, gather_elements_7_out0},
};
static const vector_attr gather_elements_7_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 uint8 (3, 5) (2, 4) axis 0: onnxruntime */
static const double gather_elements_8_in0[] = {
    76, 73, 31, 35, 31, 59, 35, 89, 47, 75, 88, 55, 46, 85, 17,
};
static const double gather_elements_8_in1[] = {
    2, 0, 2, -2, 2, 0, -3, -1,
};
static const vector_tensor gather_elements_8_in[] = {
    {2, 2, {3, 5}, gather_elements_8_in0},
    {7, 2, {2, 4}, gather_elements_8_in1},
};
static const double gather_elements_8_out0[] = {
    88, 73, 46, 47, 88, 73, 31, 85,
};
static const vector_tensor gather_elements_8_out[] = {
    {2, 2, {2, 4}, gather_elements_8_out0},
};
static const vector_attr gather_elements_8_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 11 uint8 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_9_in0[] = {
    94, 94, 59, 43, 54, 57, 2, 57, 18, 40, 45, 96,
};
static const double gather_elements_9_in1[] = {
    3, -4, -1, 1, 2, -2, -1, -4, -4, -3, -3, 2, -1, 3, -3, 2, -2, -2, -2, -1, 3,
};
static const vector_tensor gather_elements_9_in[] = {
    {2, 2, {3, 4}, gather_elements_9_in0},
    {6, 2, {3, 7}, gather_elements_9_in1},
};
static const double gather_elements_9_out0[] = {
    43, 94, 43, 94, 59, 59, 43, 54, 54, 57, 57, 2, 57, 57, 40, 45, 45, 45, 45, 96, 96,
};
static const vector_tensor gather_elements_9_out[] = {
    {2, 2, {3, 7}, gather_elements_9_out0},
};
static const vector_attr gather_elements_9_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 int16 (3, 5) (2, 4) axis -2: onnxruntime */
static const double gather_elements_10_in0[] = {
    57, 41, 61, 25, 28, 3, 95, 28, 13, 91, 50, 52, 55, 27, 4,
};
static const double gather_elements_10_in1[] = {
    -3, 2, 2, 1, -3, 0, -3, -2,
};
static const vector_tensor gather_elements_10_in[] = {
    {5, 2, {3, 5}, gather_elements_10_in0},
    {7, 2, {2, 4}, gather_elements_10_in1},
};
static const double gather_elements_10_out0[] = {
    57, 52, 55, 13, 57, 41, 61, 13,
};
static const vector_tensor gather_elements_10_out[] = {
    {5, 2, {2, 4}, gather_elements_10_out0},
};
static const vector_attr gather_elements_10_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* GatherElements 11 int16 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_11_in0[] = {
    11, 89, 74, 73, 92, 62, 9, 13, 63, 33, 64, 32,
};
static const double gather_elements_11_in1[] = {
    0, 2, -4, 0, 1, -2, -1, 2, 3, 0, 3, -2, 1, -1, -4, 1, -2, 0, 1, 0, 2,
};
static const vector_tensor gather_elements_11_in[] = {
    {5, 2, {3, 4}, gather_elements_11_in0},
    {6, 2, {3, 7}, gather_elements_11_in1},
};
static const double gather_elements_11_out0[] = {
    11, 74, 11, 11, 89, 74, 73, 9, 13, 92, 13, 9, 62, 13, 63, 33, 64, 63, 33, 63, 64,
};
static const vector_tensor gather_elements_11_out[] = {
    {5, 2, {3, 7}, gather_elements_11_out0},
};
static const vector_attr gather_elements_11_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 uint16 (3, 5) (2, 4) axis 1: onnxruntime */
static const double gather_elements_12_in0[] = {
    41, 11, 35, 44, 60, 51, 84, 82, 19, 35, 58, 48, 60, 96, 47,
};
static const double gather_elements_12_in1[] = {
    3, -2, 1, 4, 2, 3, -3, -4,
};
static const vector_tensor gather_elements_12_in[] = {
    {4, 2, {3, 5}, gather_elements_12_in0},
    {7, 2, {2, 4}, gather_elements_12_in1},
};
static const double gather_elements_12_out0[] = {
    44, 44, 11, 60, 82, 19, 82, 84,
};
static const vector_tensor gather_elements_12_out[] = {
    {4, 2, {2, 4}, gather_elements_12_out0},
};
static const vector_attr gather_elements_12_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 11 uint16 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_13_in0[] = {
    46, 0, 72, 25, 32, 41, 37, 16, 96, 33, 82, 67,
};
static const double gather_elements_13_in1[] = {
    -3, 1, -4, 2, -2, 2, -2, -2, -3, 0, 3, 1, 2, 0, 0, 0, -1, 2, 3, 3, -4,
};
static const vector_tensor gather_elements_13_in[] = {
    {4, 2, {3, 4}, gather_elements_13_in0},
    {6, 2, {3, 7}, gather_elements_13_in1},
};
static const double gather_elements_13_out0[] = {
    0, 0, 46, 72, 72, 72, 72, 37, 41, 32, 16, 41, 37, 32, 96, 96, 67, 82, 67, 67, 96,
};
static const vector_tensor gather_elements_13_out[] = {
    {4, 2, {3, 7}, gather_elements_13_out0},
};
static const vector_attr gather_elements_13_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 int32 (3, 5) (2, 4) axis 1: onnxruntime */
static const double gather_elements_14_in0[] = {
    32, 26, 83, 11, 61, 28, 65, 79, 67, 31, 20, 73, 53, 58, 37,
};
static const double gather_elements_14_in1[] = {
    4, -5, -4, -1, 3, 1, -5, 4,
};
static const vector_tensor gather_elements_14_in[] = {
    {6, 2, {3, 5}, gather_elements_14_in0},
    {7, 2, {2, 4}, gather_elements_14_in1},
};
static const double gather_elements_14_out0[] = {
    61, 32, 26, 61, 67, 65, 28, 31,
};
static const vector_tensor gather_elements_14_out[] = {
    {6, 2, {2, 4}, gather_elements_14_out0},
};
static const vector_attr gather_elements_14_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 11 int32 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_15_in0[] = {
    63, 59, 53, 52, 24, 20, 26, 89, 38, 66, 47, 84,
};
static const double gather_elements_15_in1[] = {
    -3, -1, -1, 2, -4, 0, -1, -2, 0, -2, -1, -4, -1, -3, 0, -1, 0, 1, -3, -2, -3,
};
static const vector_tensor gather_elements_15_in[] = {
    {6, 2, {3, 4}, gather_elements_15_in0},
    {6, 2, {3, 7}, gather_elements_15_in1},
};
static const double gather_elements_15_out0[] = {
    59, 52, 52, 53, 63, 63, 52, 26, 24, 26, 89, 24, 89, 20, 38, 84, 38, 66, 66, 47, 66,
};
static const vector_tensor gather_elements_15_out[] = {
    {6, 2, {3, 7}, gather_elements_15_out0},
};
static const vector_attr gather_elements_15_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 uint32 (3, 5) (2, 4) axis -2: onnxruntime */
static const double gather_elements_16_in0[] = {
    26, 18, 98, 29, 49, 7, 70, 62, 20, 30, 51, 41, 43, 98, 20,
};
static const double gather_elements_16_in1[] = {
    -2, -2, 0, -2, 0, 1, 0, 1,
};
static const vector_tensor gather_elements_16_in[] = {
    {12, 2, {3, 5}, gather_elements_16_in0},
    {7, 2, {2, 4}, gather_elements_16_in1},
};
static const double gather_elements_16_out0[] = {
    7, 70, 98, 20, 26, 70, 98, 20,
};
static const vector_tensor gather_elements_16_out[] = {
    {12, 2, {2, 4}, gather_elements_16_out0},
};
static const vector_attr gather_elements_16_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* GatherElements 11 uint32 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_17_in0[] = {
    17, 85, 4, 33, 66, 51, 72, 71, 10, 55, 72, 85,
};
static const double gather_elements_17_in1[] = {
    3, -4, 3, 1, -3, -3, 0, 0, 2, -1, -4, -1, -2, 2, -1, -4, 0, -4, -4, 3, -4,
};
static const vector_tensor gather_elements_17_in[] = {
    {12, 2, {3, 4}, gather_elements_17_in0},
    {6, 2, {3, 7}, gather_elements_17_in1},
};
static const double gather_elements_17_out0[] = {
    33, 17, 33, 85, 85, 85, 17, 66, 72, 71, 66, 71, 72, 72, 85, 10, 10, 10, 10, 85, 10,
};
static const vector_tensor gather_elements_17_out[] = {
    {12, 2, {3, 7}, gather_elements_17_out0},
};
static const vector_attr gather_elements_17_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 int64 (3, 5) (2, 4) axis -1: onnxruntime */
static const double gather_elements_18_in0[] = {
    89, 40, 42, 15, 88, 49, 36, 65, 55, 88, 9, 38, 51, 12, 84,
};
static const double gather_elements_18_in1[] = {
    2, 3, -2, 2, 2, 0, 3, -2,
};
static const vector_tensor gather_elements_18_in[] = {
    {7, 2, {3, 5}, gather_elements_18_in0},
    {7, 2, {2, 4}, gather_elements_18_in1},
};
static const double gather_elements_18_out0[] = {
    42, 15, 15, 42, 65, 49, 55, 55,
};
static const vector_tensor gather_elements_18_out[] = {
    {7, 2, {2, 4}, gather_elements_18_out0},
};
static const vector_attr gather_elements_18_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* GatherElements 11 int64 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_19_in0[] = {
    95, 89, 16, 39, 26, 44, 38, 88, 81, 53, 43, 0,
};
static const double gather_elements_19_in1[] = {
    -1, 3, 2, -2, -4, -2, -4, 0, -4, 0, 0, -4, -3, 1, -2, -3, -1, 1, 0, 1, -1,
};
static const vector_tensor gather_elements_19_in[] = {
    {7, 2, {3, 4}, gather_elements_19_in0},
    {6, 2, {3, 7}, gather_elements_19_in1},
};
static const double gather_elements_19_out0[] = {
    39, 39, 16, 16, 95, 16, 95, 26, 26, 26, 26, 26, 44, 44, 43, 53, 0, 53, 81, 53, 0,
};
static const vector_tensor gather_elements_19_out[] = {
    {7, 2, {3, 7}, gather_elements_19_out0},
};
static const vector_attr gather_elements_19_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 uint64 (3, 5) (2, 4) axis 1: onnxruntime */
static const double gather_elements_20_in0[] = {
    13, 96, 80, 32, 85, 92, 55, 63, 28, 45, 98, 61, 11, 14, 87,
};
static const double gather_elements_20_in1[] = {
    -2, 1, 2, -3, 2, 0, -4, 0,
};
static const vector_tensor gather_elements_20_in[] = {
    {13, 2, {3, 5}, gather_elements_20_in0},
    {7, 2, {2, 4}, gather_elements_20_in1},
};
static const double gather_elements_20_out0[] = {
    32, 96, 80, 80, 63, 92, 55, 92,
};
static const vector_tensor gather_elements_20_out[] = {
    {13, 2, {2, 4}, gather_elements_20_out0},
};
static const vector_attr gather_elements_20_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 11 uint64 (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_21_in0[] = {
    9, 0, 46, 46, 80, 76, 54, 62, 59, 12, 67, 20,
};
static const double gather_elements_21_in1[] = {
    -4, 1, 0, -4, 2, 1, -1, 0, 1, -1, -2, -1, -3, -1, 0, -4, -4, 3, -3, -1, -3,
};
static const vector_tensor gather_elements_21_in[] = {
    {13, 2, {3, 4}, gather_elements_21_in0},
    {6, 2, {3, 7}, gather_elements_21_in1},
};
static const double gather_elements_21_out0[] = {
    9, 0, 9, 9, 46, 0, 46, 80, 76, 62, 54, 62, 76, 62, 59, 59, 59, 20, 12, 20, 12,
};
static const vector_tensor gather_elements_21_out[] = {
    {13, 2, {3, 7}, gather_elements_21_out0},
};
static const vector_attr gather_elements_21_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 bool (3, 5) (2, 4) axis 0: onnxruntime */
static const double gather_elements_22_in0[] = {
    1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const double gather_elements_22_in1[] = {
    -2, -3, 1, -3, -3, -3, 2, 0,
};
static const vector_tensor gather_elements_22_in[] = {
    {9, 2, {3, 5}, gather_elements_22_in0},
    {7, 2, {2, 4}, gather_elements_22_in1},
};
static const double gather_elements_22_out0[] = {
    1, 1, 1, 1, 1, 1, 1, 1,
};
static const vector_tensor gather_elements_22_out[] = {
    {9, 2, {2, 4}, gather_elements_22_out0},
};
static const vector_attr gather_elements_22_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 11 bool (3, 4) (3, 7) axis 1: onnxruntime */
static const double gather_elements_23_in0[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const double gather_elements_23_in1[] = {
    -3, -3, -2, -4, 3, -4, 2, -2, 1, 3, -3, 2, 1, -2, -4, -1, -2, 1, -3, -2, -4,
};
static const vector_tensor gather_elements_23_in[] = {
    {9, 2, {3, 4}, gather_elements_23_in0},
    {6, 2, {3, 7}, gather_elements_23_in1},
};
static const double gather_elements_23_out0[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const vector_tensor gather_elements_23_out[] = {
    {9, 2, {3, 7}, gather_elements_23_out0},
};
static const vector_attr gather_elements_23_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 bfloat16 (3, 4) (5, 4) axis 0: reference */
static const double gather_elements_24_in0[] = {
    17, 46, 33, 3, 73, 97, 28, 48, 34, 76, 16, 52,
};
static const double gather_elements_24_in1[] = {
    -1, -3, 1, -1, -2, -3, 2, -2, -3, 0, 2, -2, 2, 2, -3, 0, 1, -3, 2, -1,
};
static const vector_tensor gather_elements_24_in[] = {
    {16, 2, {3, 4}, gather_elements_24_in0},
    {7, 2, {5, 4}, gather_elements_24_in1},
};
static const double gather_elements_24_out0[] = {
    34, 46, 28, 52, 73, 46, 16, 48, 17, 46, 16, 48, 34, 76, 33, 3, 73, 46, 16, 52,
};
static const vector_tensor gather_elements_24_out[] = {
    {16, 2, {5, 4}, gather_elements_24_out0},
};
static const vector_attr gather_elements_24_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 13 float32 (3, 4, 3) (6, 3, 3) axis -3: onnxruntime */
static const double gather_elements_25_in0[] = {
    17, 88, 97, 25, 42, 11, 8, 27, 7, 47, 31, 38, 81, 24, 74, 46, 11, 47, 93, 69, 68, 98, 49, 62,
    33, 7, 22, 14, 36, 29, 4, 93, 58, 6, 89, 64,
};
static const double gather_elements_25_in1[] = {
    -1, -1, -1, -2, 0, 0, 1, 1, 1, 1, -1, -2, -2, -2, -1, -2, 1, -2, 0, -2, 2, 0, -1, -2, -3, 0,
    -3, 2, -2, 1, -3, -3, -3, 2, -2, -1, -2, -2, -2, -2, 1, -3, 2, -2, 2, -1, 1, -3, 0, 2, 2, -1,
    -2, 0,
};
static const vector_tensor gather_elements_25_in[] = {
    {1, 3, {3, 4, 3}, gather_elements_25_in0},
    {6, 3, {6, 3, 3}, gather_elements_25_in1},
};
static const double gather_elements_25_out0[] = {
    33, 7, 22, 46, 42, 11, 93, 69, 68, 81, 7, 74, 46, 11, 29, 93, 69, 68, 17, 24, 22, 25, 36, 47,
    8, 27, 7, 33, 24, 74, 25, 42, 11, 4, 69, 58, 81, 24, 74, 46, 11, 11, 4, 69, 58, 33, 24, 97, 25,
    36, 29, 4, 69, 7,
};
static const vector_tensor gather_elements_25_out[] = {
    {1, 3, {6, 3, 3}, gather_elements_25_out0},
};
static const vector_attr gather_elements_25_attr[] = {
    {"axis", NULL, 0, {-3}},
};

/* GatherElements 11 int64 (3, 4, 3) (6, 3, 3) axis -3: onnxruntime */
static const double gather_elements_26_in0[] = {
    26, 31, 0, 89, 7, 84, 74, 47, 34, 0, 55, 65, 71, 33, 12, 13, 88, 45, 26, 72, 13, 65, 27, 9, 84,
    90, 5, 47, 67, 89, 66, 41, 32, 89, 64, 83,
};
static const double gather_elements_26_in1[] = {
    1, -3, 1, 2, 2, 1, -2, 0, -2, -3, 1, 0, -1, 0, -3, 2, -1, -1, 2, -3, 0, 1, -1, -1, 1, -2, -1,
    1, 1, -3, 1, -3, 2, 2, 1, 2, 1, 1, 2, -1, -3, -1, -3, -2, 0, -3, 2, 1, 0, -2, -3, 1, -2, -3,
};
static const vector_tensor gather_elements_26_in[] = {
    {7, 3, {3, 4, 3}, gather_elements_26_in0},
    {7, 3, {6, 3, 3}, gather_elements_26_in1},
};
static const double gather_elements_26_out0[] = {
    71, 31, 12, 47, 67, 45, 26, 47, 13, 26, 33, 0, 47, 7, 84, 66, 41, 32, 84, 31, 0, 13, 67, 89,
    26, 72, 32, 71, 33, 0, 13, 7, 89, 66, 72, 32, 71, 33, 5, 47, 7, 89, 74, 72, 34, 26, 90, 12, 89,
    88, 84, 26, 72, 34,
};
static const vector_tensor gather_elements_26_out[] = {
    {7, 3, {6, 3, 3}, gather_elements_26_out0},
};
static const vector_attr gather_elements_26_attr[] = {
    {"axis", NULL, 0, {-3}},
};

/* GatherElements 13 float32 (3, 4, 3) (2, 6, 3) axis -2: onnxruntime */
static const double gather_elements_27_in0[] = {
    36, 24, 47, 42, 59, 37, 85, 20, 77, 76, 2, 7, 12, 60, 33, 55, 11, 51, 31, 17, 3, 64, 65, 71, 7,
    56, 26, 57, 87, 53, 45, 42, 49, 57, 16, 51,
};
static const double gather_elements_27_in1[] = {
    -2, -2, -2, 2, -1, -2, -2, -4, 0, 1, -2, 2, 0, -4, -4, -4, 3, -2, 3, -2, -2, -3, -4, -2, 1, -1,
    -3, -3, -3, 0, 3, -1, -3, -1, -4, -4,
};
static const vector_tensor gather_elements_27_in[] = {
    {1, 3, {3, 4, 3}, gather_elements_27_in0},
    {6, 3, {2, 6, 3}, gather_elements_27_in1},
};
static const double gather_elements_27_out0[] = {
    85, 20, 77, 85, 2, 77, 85, 24, 47, 42, 20, 77, 36, 24, 47, 36, 2, 77, 64, 17, 3, 55, 60, 3, 55,
    65, 51, 55, 11, 33, 64, 65, 51, 64, 60, 33,
};
static const vector_tensor gather_elements_27_out[] = {
    {1, 3, {2, 6, 3}, gather_elements_27_out0},
};
static const vector_attr gather_elements_27_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* GatherElements 11 int64 (3, 4, 3) (2, 6, 3) axis -2: onnxruntime */
static const double gather_elements_28_in0[] = {
    4, 74, 36, 61, 12, 55, 46, 30, 10, 98, 65, 72, 93, 82, 68, 55, 34, 61, 43, 68, 98, 27, 70, 25,
    64, 75, 64, 31, 73, 2, 53, 45, 76, 85, 48, 41,
};
static const double gather_elements_28_in1[] = {
    1, 0, -3, 3, -2, -3, -4, -3, 1, -4, 2, -2, 1, -3, 0, 0, -2, -2, 3, -4, -3, 1, -4, 2, 2, 3, 1,
    -2, -2, 0, 0, 1, 3, 3, -2, 3,
};
static const vector_tensor gather_elements_28_in[] = {
    {7, 3, {3, 4, 3}, gather_elements_28_in0},
    {7, 3, {2, 6, 3}, gather_elements_28_in1},
};
static const double gather_elements_28_out0[] = {
    61, 74, 55, 98, 30, 55, 4, 12, 55, 4, 30, 10, 61, 12, 36, 4, 30, 10, 27, 82, 61, 55, 82, 98,
    43, 70, 61, 43, 68, 68, 93, 34, 25, 27, 68, 25,
};
static const vector_tensor gather_elements_28_out[] = {
    {7, 3, {2, 6, 3}, gather_elements_28_out0},
};
static const vector_attr gather_elements_28_attr[] = {
    {"axis", NULL, 0, {-2}},
};

/* GatherElements 13 float32 (3, 4, 3) (2, 3, 6) axis -1: onnxruntime */
static const double gather_elements_29_in0[] = {
    68, 33, 63, 21, 55, 27, 48, 25, 46, 76, 5, 61, 15, 11, 76, 61, 95, 65, 29, 48, 98, 72, 25, 7,
    52, 68, 3, 5, 48, 84, 69, 52, 67, 83, 25, 14,
};
static const double gather_elements_29_in1[] = {
    -3, -2, -3, 2, -2, -3, 1, -2, 1, 1, 1, 2, -1, -3, 0, -3, -1, 0, -1, -2, 0, -2, 1, -3, -2, -1,
    2, 1, 2, 0, 1, -3, 2, -3, -3, 2,
};
static const vector_tensor gather_elements_29_in[] = {
    {1, 3, {3, 4, 3}, gather_elements_29_in0},
    {6, 3, {2, 3, 6}, gather_elements_29_in1},
};
static const double gather_elements_29_out0[] = {
    68, 33, 68, 63, 33, 68, 55, 55, 55, 55, 55, 27, 46, 48, 48, 48, 46, 48, 76, 11, 15, 11, 11, 15,
    95, 65, 65, 95, 65, 61, 48, 29, 98, 29, 29, 98,
};
static const vector_tensor gather_elements_29_out[] = {
    {1, 3, {2, 3, 6}, gather_elements_29_out0},
};
static const vector_attr gather_elements_29_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* GatherElements 11 int64 (3, 4, 3) (2, 3, 6) axis -1: onnxruntime */
static const double gather_elements_30_in0[] = {
    38, 62, 19, 17, 63, 61, 36, 78, 41, 81, 49, 64, 43, 13, 16, 84, 4, 66, 77, 81, 32, 46, 64, 85,
    57, 79, 10, 32, 74, 15, 97, 61, 15, 20, 13, 34,
};
static const double gather_elements_30_in1[] = {
    -3, -2, 1, -1, 0, -1, -1, 1, -1, 0, 2, -2, -2, 0, -2, 1, 1, -1, -2, -3, 1, 1, -1, 1, -3, -3, 0,
    -2, -3, 1, -1, 0, -1, -3, 2, -1,
};
static const vector_tensor gather_elements_30_in[] = {
    {7, 3, {3, 4, 3}, gather_elements_30_in0},
    {7, 3, {2, 3, 6}, gather_elements_30_in1},
};
static const double gather_elements_30_out0[] = {
    38, 62, 62, 19, 38, 19, 61, 63, 61, 17, 61, 63, 78, 36, 78, 78, 78, 41, 13, 43, 13, 13, 16, 13,
    84, 84, 84, 4, 84, 4, 32, 77, 32, 77, 32, 32,
};
static const vector_tensor gather_elements_30_out[] = {
    {7, 3, {2, 3, 6}, gather_elements_30_out0},
};
static const vector_attr gather_elements_30_attr[] = {
    {"axis", NULL, 0, {-1}},
};

/* GatherElements 13 float32 (3, 4, 3) (6, 3, 3) axis 0: onnxruntime */
static const double gather_elements_31_in0[] = {
    19, 4, 65, 88, 34, 77, 64, 24, 21, 41, 9, 73, 93, 52, 10, 9, 4, 77, 25, 70, 14, 1, 7, 84, 8,
    47, 11, 57, 51, 67, 50, 87, 90, 49, 39, 24,
};
static const double gather_elements_31_in1[] = {
    0, -1, 2, 2, -2, 0, -2, 0, -2, 0, -1, -1, -2, 2, -1, 2, -3, -1, -3, -3, 2, -3, -2, -2, -1, -1,
    1, 1, 1, 0, -2, -1, -1, 2, -2, -3, -2, -1, 2, 1, 1, 1, 2, 0, 2, 1, -3, -3, -2, 1, -1, 0, 0, 2,
};
static const vector_tensor gather_elements_31_in[] = {
    {1, 3, {3, 4, 3}, gather_elements_31_in0},
    {6, 3, {6, 3, 3}, gather_elements_31_in1},
};
static const double gather_elements_31_out0[] = {
    19, 47, 11, 57, 4, 77, 25, 24, 14, 19, 47, 11, 9, 51, 67, 50, 24, 90, 19, 4, 11, 88, 4, 77, 50,
    87, 14, 93, 52, 65, 9, 51, 67, 50, 70, 21, 93, 47, 11, 9, 4, 77, 50, 24, 90, 93, 4, 65, 9, 4,
    67, 64, 24, 90,
};
static const vector_tensor gather_elements_31_out[] = {
    {1, 3, {6, 3, 3}, gather_elements_31_out0},
};
static const vector_attr gather_elements_31_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 11 int64 (3, 4, 3) (6, 3, 3) axis 0: onnxruntime */
static const double gather_elements_32_in0[] = {
    6, 17, 79, 39, 49, 96, 20, 31, 4, 67, 89, 91, 65, 53, 51, 50, 75, 51, 75, 25, 95, 50, 57, 71,
    87, 49, 92, 32, 55, 39, 10, 9, 44, 0, 74, 92,
};
static const double gather_elements_32_in1[] = {
    0, -1, 1, 1, 1, 1, -1, -2, -2, -2, 2, 0, 0, -1, -1, 0, 0, 0, -2, -1, -1, 0, -3, -1, 1, -3, 1,
    0, 0, 2, 1, 1, 0, -2, 0, 0, -2, -3, -1, 1, 1, -1, -2, 0, -1, 2, 1, 0, -2, 1, -2, -3, 1, -2,
};
static const vector_tensor gather_elements_32_in[] = {
    {7, 3, {3, 4, 3}, gather_elements_32_in0},
    {7, 3, {6, 3, 3}, gather_elements_32_in1},
};
static const double gather_elements_32_out0[] = {
    6, 49, 51, 50, 75, 51, 10, 25, 95, 65, 49, 79, 39, 55, 39, 20, 31, 4, 65, 49, 92, 39, 49, 39,
    75, 31, 95, 6, 17, 92, 50, 75, 96, 75, 31, 4, 65, 17, 92, 50, 75, 39, 75, 31, 44, 87, 53, 79,
    50, 75, 51, 20, 25, 95,
};
static const vector_tensor gather_elements_32_out[] = {
    {7, 3, {6, 3, 3}, gather_elements_32_out0},
};
static const vector_attr gather_elements_32_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 13 float32 (3, 4, 3) (2, 6, 3) axis 1: onnxruntime */
static const double gather_elements_33_in0[] = {
    65, 57, 92, 18, 10, 54, 92, 33, 85, 46, 18, 8, 42, 70, 16, 25, 52, 32, 88, 16, 51, 24, 98, 14,
    43, 98, 24, 80, 87, 74, 20, 8, 74, 24, 65, 90,
};
static const double gather_elements_33_in1[] = {
    0, 3, -2, -3, 1, 0, 1, 1, 1, -1, -4, -2, -2, -2, -4, 1, 3, -2, -1, 1, 3, -4, 3, 0, -1, 3, 2,
    -3, 3, -4, 0, 1, -4, -3, -1, 0,
};
static const vector_tensor gather_elements_33_in[] = {
    {1, 3, {3, 4, 3}, gather_elements_33_in0},
    {6, 3, {2, 6, 3}, gather_elements_33_in1},
};
static const double gather_elements_33_out0[] = {
    65, 18, 85, 18, 10, 92, 18, 10, 54, 46, 57, 85, 92, 33, 92, 18, 18, 85, 24, 52, 14, 42, 98, 16,
    24, 98, 51, 25, 98, 16, 42, 52, 16, 25, 98, 16,
};
static const vector_tensor gather_elements_33_out[] = {
    {1, 3, {2, 6, 3}, gather_elements_33_out0},
};
static const vector_attr gather_elements_33_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 11 int64 (3, 4, 3) (2, 6, 3) axis 1: onnxruntime */
static const double gather_elements_34_in0[] = {
    98, 0, 22, 48, 48, 40, 92, 1, 85, 28, 18, 44, 57, 51, 55, 31, 67, 64, 89, 74, 83, 10, 64, 90,
    51, 35, 68, 59, 51, 90, 2, 68, 24, 42, 97, 74,
};
static const double gather_elements_34_in1[] = {
    -3, -2, -1, -4, -4, 1, 3, -1, 0, 2, -3, -4, -2, 1, -2, -1, -3, -4, 2, -1, -1, 2, 1, 3, -2, 1,
    2, 1, 0, 3, -1, 3, 0, 0, -1, -4,
};
static const vector_tensor gather_elements_34_in[] = {
    {7, 3, {3, 4, 3}, gather_elements_34_in0},
    {7, 3, {2, 6, 3}, gather_elements_34_in1},
};
static const double gather_elements_34_out0[] = {
    48, 1, 44, 98, 0, 40, 28, 18, 22, 92, 48, 22, 92, 48, 85, 28, 48, 22, 89, 64, 90, 89, 67, 90,
    89, 67, 83, 31, 51, 90, 10, 64, 55, 57, 64, 55,
};
static const vector_tensor gather_elements_34_out[] = {
    {7, 3, {2, 6, 3}, gather_elements_34_out0},
};
static const vector_attr gather_elements_34_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 float32 (3, 4, 3) (2, 3, 6) axis 2: onnxruntime */
static const double gather_elements_35_in0[] = {
    30, 64, 8, 4, 34, 6, 94, 49, 32, 60, 66, 9, 48, 63, 45, 73, 2, 91, 63, 44, 88, 95, 73, 20, 35,
    56, 69, 23, 29, 36, 40, 24, 54, 97, 58, 93,
};
static const double gather_elements_35_in1[] = {
    -2, 0, 0, -3, -2, -2, 0, -2, -3, -2, -1, -1, 2, -1, -3, -1, -3, 1, -3, -1, -2, 0, 2, -1, -1,
    -2, -2, 0, -2, -2, 2, -3, -1, 0, -3, 1,
};
static const vector_tensor gather_elements_35_in[] = {
    {1, 3, {3, 4, 3}, gather_elements_35_in0},
    {6, 3, {2, 3, 6}, gather_elements_35_in1},
};
static const double gather_elements_35_out0[] = {
    64, 30, 30, 30, 64, 64, 4, 34, 4, 34, 6, 6, 32, 32, 94, 32, 94, 49, 48, 45, 63, 48, 45, 45, 91,
    2, 2, 73, 2, 2, 88, 63, 88, 63, 63, 44,
};
static const vector_tensor gather_elements_35_out[] = {
    {1, 3, {2, 3, 6}, gather_elements_35_out0},
};
static const vector_attr gather_elements_35_attr[] = {
    {"axis", NULL, 0, {2}},
};

/* GatherElements 11 int64 (3, 4, 3) (2, 3, 6) axis 2: onnxruntime */
static const double gather_elements_36_in0[] = {
    79, 10, 40, 49, 98, 11, 79, 33, 84, 64, 24, 65, 51, 41, 92, 82, 74, 84, 40, 20, 63, 92, 54, 24,
    82, 90, 18, 59, 90, 93, 26, 33, 93, 83, 78, 33,
};
static const double gather_elements_36_in1[] = {
    1, 1, 1, 1, 0, 1, -3, 0, -2, -1, 2, -3, -2, 1, -2, 0, 0, -3, 1, 1, 1, -1, 1, 0, -1, -1, 0, 1,
    0, 1, -3, 2, -3, 2, 1, -3,
};
static const vector_tensor gather_elements_36_in[] = {
    {7, 3, {3, 4, 3}, gather_elements_36_in0},
    {7, 3, {2, 3, 6}, gather_elements_36_in1},
};
static const double gather_elements_36_out0[] = {
    10, 10, 10, 10, 79, 10, 49, 49, 98, 11, 11, 49, 33, 33, 33, 79, 79, 79, 41, 41, 41, 92, 41, 51,
    84, 84, 82, 74, 82, 74, 40, 63, 40, 63, 20, 40,
};
static const vector_tensor gather_elements_36_out[] = {
    {7, 3, {2, 3, 6}, gather_elements_36_out0},
};
static const vector_attr gather_elements_36_attr[] = {
    {"axis", NULL, 0, {2}},
};

/* GatherElements 13 float32 (6,) (9,) axis 0: onnxruntime */
static const double gather_elements_37_in0[] = {
    5, 60, 43, 97, 5, 2,
};
static const double gather_elements_37_in1[] = {
    -1, 3, -2, -3, -3, 0, -3, -6, -5,
};
static const vector_tensor gather_elements_37_in[] = {
    {1, 1, {6}, gather_elements_37_in0},
    {7, 1, {9}, gather_elements_37_in1},
};
static const double gather_elements_37_out0[] = {
    2, 97, 5, 97, 97, 5, 97, 5, 60,
};
static const vector_tensor gather_elements_37_out[] = {
    {1, 1, {9}, gather_elements_37_out0},
};
static const vector_attr gather_elements_37_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 13 float32 (5, 6) (5, 1) axis 1: onnxruntime */
static const double gather_elements_38_in0[] = {
    64, 61, 84, 30, 74, 44, 70, 96, 87, 13, 56, 6, 21, 47, 52, 33, 81, 11, 30, 95, 40, 68, 80, 1,
    5, 19, 5, 5, 34, 97,
};
static const double gather_elements_38_in1[] = {
    4, 1, -5, 3, 0,
};
static const vector_tensor gather_elements_38_in[] = {
    {1, 2, {5, 6}, gather_elements_38_in0},
    {7, 2, {5, 1}, gather_elements_38_in1},
};
static const double gather_elements_38_out0[] = {
    74, 96, 47, 68, 5,
};
static const vector_tensor gather_elements_38_out[] = {
    {1, 2, {5, 1}, gather_elements_38_out0},
};
static const vector_attr gather_elements_38_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 float32 (5, 6) (1, 6) axis 0: onnxruntime */
static const double gather_elements_39_in0[] = {
    72, 66, 92, 5, 34, 83, 75, 77, 68, 2, 39, 46, 33, 41, 60, 73, 31, 2, 54, 34, 42, 4, 37, 50, 70,
    7, 50, 79, 5, 32,
};
static const double gather_elements_39_in1[] = {
    3, -5, -1, -3, 0, 0,
};
static const vector_tensor gather_elements_39_in[] = {
    {1, 2, {5, 6}, gather_elements_39_in0},
    {7, 2, {1, 6}, gather_elements_39_in1},
};
static const double gather_elements_39_out0[] = {
    54, 66, 50, 73, 34, 83,
};
static const vector_tensor gather_elements_39_out[] = {
    {1, 2, {1, 6}, gather_elements_39_out0},
};
static const vector_attr gather_elements_39_attr[] = {
    {"axis", NULL, 0, {0}},
};

/* GatherElements 13 uint8 (2, 3, 1, 2, 1, 3, 2, 2) (2, 2, 1, 2, 1, 4, 1, 2) axis 5: onnxruntime */
static const double gather_elements_40_in0[] = {
    34, 20, 60, 13, 66, 76, 95, 56, 79, 3, 26, 68, 36, 8, 63, 78, 62, 81, 74, 27, 64, 0, 45, 53,
    27, 55, 88, 32, 40, 38, 50, 2, 22, 93, 63, 9, 96, 44, 43, 24, 90, 60, 55, 22, 87, 5, 40, 50,
    17, 24, 0, 64, 12, 28, 88, 88, 34, 56, 29, 49, 59, 47, 90, 56, 12, 53, 37, 51, 18, 18, 34, 76,
    56, 37, 93, 23, 78, 60, 69, 62, 62, 35, 94, 69, 28, 19, 69, 3, 46, 21, 5, 74, 7, 11, 65, 64,
    90, 55, 39, 57, 53, 32, 45, 40, 25, 81, 35, 38, 80, 5, 66, 45, 14, 6, 83, 14, 93, 22, 10, 49,
    62, 53, 45, 40, 10, 4, 83, 12, 98, 57, 81, 0, 68, 76, 75, 58, 56, 54, 92, 88, 91, 12, 84, 59,
};
static const double gather_elements_40_in1[] = {
    0, -1, -1, 1, 0, 0, -1, 0, -1, -1, -3, 2, -1, 0, -3, -2, 2, -3, -2, 2, 0, 2, -2, 0, -2, 1, -3,
    2, 1, 1, 1, -2, 2, 1, -1, 0, 0, -2, -2, 0, 2, 2, 0, 2, -1, -1, -3, 2, 0, -2, 2, -1, -2, -2, -1,
    -1, 0, 2, 1, -2, 0, -2, 1, -2,
};
static const vector_tensor gather_elements_40_in[] = {
    {2, 8, {2, 3, 1, 2, 1, 3, 2, 2}, gather_elements_40_in0},
    {7, 8, {2, 2, 1, 2, 1, 4, 1, 2}, gather_elements_40_in1},
};
static const double gather_elements_40_out0[] = {
    34, 3, 79, 76, 34, 20, 79, 20, 64, 0, 36, 0, 64, 8, 36, 81, 22, 55, 40, 93, 27, 93, 40, 55, 90,
    60, 96, 5, 90, 60, 90, 60, 62, 60, 62, 37, 56, 60, 78, 37, 7, 11, 28, 11, 7, 11, 28, 11, 90,
    32, 25, 81, 53, 32, 25, 81, 80, 22, 14, 6, 80, 6, 14, 6,
};
static const vector_tensor gather_elements_40_out[] = {
    {2, 8, {2, 2, 1, 2, 1, 4, 1, 2}, gather_elements_40_out0},
};
static const vector_attr gather_elements_40_attr[] = {
    {"axis", NULL, 0, {5}},
};

/* GatherElements 13 float32 (3, 4) (3, 0) axis 1: onnxruntime */
static const double gather_elements_41_in0[] = {
    38, 85, 3, 29, 76, 36, 50, 47, 27, 80, 93, 35,
};
static const double gather_elements_41_in1[] = {
    0,
};
static const vector_tensor gather_elements_41_in[] = {
    {1, 2, {3, 4}, gather_elements_41_in0},
    {7, 2, {3, 0}, gather_elements_41_in1},
};
static const double gather_elements_41_out0[] = {
    0,
};
static const vector_tensor gather_elements_41_out[] = {
    {1, 2, {3, 0}, gather_elements_41_out0},
};
static const vector_attr gather_elements_41_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 float32 (3, 4) (0, 4) axis 1: onnxruntime */
static const double gather_elements_42_in0[] = {
    95, 71, 26, 80, 33, 1, 11, 86, 77, 30, 49, 50,
};
static const double gather_elements_42_in1[] = {
    0,
};
static const vector_tensor gather_elements_42_in[] = {
    {1, 2, {3, 4}, gather_elements_42_in0},
    {7, 2, {0, 4}, gather_elements_42_in1},
};
static const double gather_elements_42_out0[] = {
    0,
};
static const vector_tensor gather_elements_42_out[] = {
    {1, 2, {0, 4}, gather_elements_42_out0},
};
static const vector_attr gather_elements_42_attr[] = {
    {"axis", NULL, 0, {1}},
};

/* GatherElements 13 float32 (3, 4) (0, 4) axis 0: onnxruntime */
static const double gather_elements_43_in0[] = {
    35, 1, 2, 90, 79, 8, 5, 92, 90, 50, 73, 70,
};
static const double gather_elements_43_in1[] = {
    0,
};
static const vector_tensor gather_elements_43_in[] = {
    {1, 2, {3, 4}, gather_elements_43_in0},
    {7, 2, {0, 4}, gather_elements_43_in1},
};
static const double gather_elements_43_out0[] = {
    0,
};
static const vector_tensor gather_elements_43_out[] = {
    {1, 2, {0, 4}, gather_elements_43_out0},
};
static const vector_attr gather_elements_43_attr[] = {
    {"axis", NULL, 0, {0}},
};

static const vector_case gather_elements_vectors[] = {
    {"GatherElements", "float32 (3, 5) (2, 4) axis 1", 13, 1, 2, 1, gather_elements_0_attr,
     gather_elements_0_in, gather_elements_0_out},
    {"GatherElements", "float32 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_1_attr,
     gather_elements_1_in, gather_elements_1_out},
    {"GatherElements", "float64 (3, 5) (2, 4) axis 1", 13, 1, 2, 1, gather_elements_2_attr,
     gather_elements_2_in, gather_elements_2_out},
    {"GatherElements", "float64 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_3_attr,
     gather_elements_3_in, gather_elements_3_out},
    {"GatherElements", "float16 (3, 5) (2, 4) axis 0", 13, 1, 2, 1, gather_elements_4_attr,
     gather_elements_4_in, gather_elements_4_out},
    {"GatherElements", "float16 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_5_attr,
     gather_elements_5_in, gather_elements_5_out},
    {"GatherElements", "int8 (3, 5) (2, 4) axis 0", 13, 1, 2, 1, gather_elements_6_attr,
     gather_elements_6_in, gather_elements_6_out},
    {"GatherElements", "int8 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_7_attr,
     gather_elements_7_in, gather_elements_7_out},
    {"GatherElements", "uint8 (3, 5) (2, 4) axis 0", 13, 1, 2, 1, gather_elements_8_attr,
     gather_elements_8_in, gather_elements_8_out},
    {"GatherElements", "uint8 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_9_attr,
     gather_elements_9_in, gather_elements_9_out},
    {"GatherElements", "int16 (3, 5) (2, 4) axis -2", 13, 1, 2, 1, gather_elements_10_attr,
     gather_elements_10_in, gather_elements_10_out},
    {"GatherElements", "int16 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_11_attr,
     gather_elements_11_in, gather_elements_11_out},
    {"GatherElements", "uint16 (3, 5) (2, 4) axis 1", 13, 1, 2, 1, gather_elements_12_attr,
     gather_elements_12_in, gather_elements_12_out},
    {"GatherElements", "uint16 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_13_attr,
     gather_elements_13_in, gather_elements_13_out},
    {"GatherElements", "int32 (3, 5) (2, 4) axis 1", 13, 1, 2, 1, gather_elements_14_attr,
     gather_elements_14_in, gather_elements_14_out},
    {"GatherElements", "int32 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_15_attr,
     gather_elements_15_in, gather_elements_15_out},
    {"GatherElements", "uint32 (3, 5) (2, 4) axis -2", 13, 1, 2, 1, gather_elements_16_attr,
     gather_elements_16_in, gather_elements_16_out},
    {"GatherElements", "uint32 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_17_attr,
     gather_elements_17_in, gather_elements_17_out},
    {"GatherElements", "int64 (3, 5) (2, 4) axis -1", 13, 1, 2, 1, gather_elements_18_attr,
     gather_elements_18_in, gather_elements_18_out},
    {"GatherElements", "int64 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_19_attr,
     gather_elements_19_in, gather_elements_19_out},
    {"GatherElements", "uint64 (3, 5) (2, 4) axis 1", 13, 1, 2, 1, gather_elements_20_attr,
     gather_elements_20_in, gather_elements_20_out},
    {"GatherElements", "uint64 (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_21_attr,
     gather_elements_21_in, gather_elements_21_out},
    {"GatherElements", "bool (3, 5) (2, 4) axis 0", 13, 1, 2, 1, gather_elements_22_attr,
     gather_elements_22_in, gather_elements_22_out},
    {"GatherElements", "bool (3, 4) (3, 7) axis 1", 11, 1, 2, 1, gather_elements_23_attr,
     gather_elements_23_in, gather_elements_23_out},
    {"GatherElements", "bfloat16 (3, 4) (5, 4) axis 0", 13, 1, 2, 1, gather_elements_24_attr,
     gather_elements_24_in, gather_elements_24_out},
    {"GatherElements", "float32 (3, 4, 3) (6, 3, 3) axis -3", 13, 1, 2, 1, gather_elements_25_attr,
     gather_elements_25_in, gather_elements_25_out},
    {"GatherElements", "int64 (3, 4, 3) (6, 3, 3) axis -3", 11, 1, 2, 1, gather_elements_26_attr,
     gather_elements_26_in, gather_elements_26_out},
    {"GatherElements", "float32 (3, 4, 3) (2, 6, 3) axis -2", 13, 1, 2, 1, gather_elements_27_attr,
     gather_elements_27_in, gather_elements_27_out},
    {"GatherElements", "int64 (3, 4, 3) (2, 6, 3) axis -2", 11, 1, 2, 1, gather_elements_28_attr,
     gather_elements_28_in, gather_elements_28_out},
    {"GatherElements", "float32 (3, 4, 3) (2, 3, 6) axis -1", 13, 1, 2, 1, gather_elements_29_attr,
     gather_elements_29_in, gather_elements_29_out},
    {"GatherElements", "int64 (3, 4, 3) (2, 3, 6) axis -1", 11, 1, 2, 1, gather_elements_30_attr,
     gather_elements_30_in, gather_elements_30_out},
    {"GatherElements", "float32 (3, 4, 3) (6, 3, 3) axis 0", 13, 1, 2, 1, gather_elements_31_attr,
     gather_elements_31_in, gather_elements_31_out},
    {"GatherElements", "int64 (3, 4, 3) (6, 3, 3) axis 0", 11, 1, 2, 1, gather_elements_32_attr,
     gather_elements_32_in, gather_elements_32_out},
    {"GatherElements", "float32 (3, 4, 3) (2, 6, 3) axis 1", 13, 1, 2, 1, gather_elements_33_attr,
     gather_elements_33_in, gather_elements_33_out},
    {"GatherElements", "int64 (3, 4, 3) (2, 6, 3) axis 1", 11, 1, 2, 1, gather_elements_34_attr,
     gather_elements_34_in, gather_elements_34_out},
    {"GatherElements", "float32 (3, 4, 3) (2, 3, 6) axis 2", 13, 1, 2, 1, gather_elements_35_attr,
     gather_elements_35_in, gather_elements_35_out},
    {"GatherElements", "int64 (3, 4, 3) (2, 3, 6) axis 2", 11, 1, 2, 1, gather_elements_36_attr,
     gather_elements_36_in, gather_elements_36_out},
    {"GatherElements", "float32 (6,) (9,) axis 0", 13, 1, 2, 1, gather_elements_37_attr,
     gather_elements_37_in, gather_elements_37_out},
    {"GatherElements", "float32 (5, 6) (5, 1) axis 1", 13, 1, 2, 1, gather_elements_38_attr,
     gather_elements_38_in, gather_elements_38_out},
    {"GatherElements", "float32 (5, 6) (1, 6) axis 0", 13, 1, 2, 1, gather_elements_39_attr,
     gather_elements_39_in, gather_elements_39_out},
    {"GatherElements", "uint8 (2, 3, 1, 2, 1, 3, 2, 2) (2, 2, 1, 2, 1, 4, 1, 2) axis 5", 13, 1, 2, 1, gather_elements_40_attr,
     gather_elements_40_in, gather_elements_40_out},
    {"GatherElements", "float32 (3, 4) (3, 0) axis 1", 13, 1, 2, 1, gather_elements_41_attr,
     gather_elements_41_in, gather_elements_41_out},
    {"GatherElements", "float32 (3, 4) (0, 4) axis 1", 13, 1, 2, 1, gather_elements_42_attr,
     gather_elements_42_in, gather_elements_42_out},
    {"GatherElements", "float32 (3, 4) (0, 4) axis 0", 13, 1, 2, 1, gather_elements_43_attr,
     gather_elements_43_in, gather_elements_43_out},
};

#endif
