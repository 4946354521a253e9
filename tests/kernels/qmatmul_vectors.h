/* Made by tests/kernels/gen_qmatmul.py: do not edit. */
#ifndef CM_TESTS_KERNELS_QMATMUL_VECTORS_H
#define CM_TESTS_KERNELS_QMATMUL_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* MatMulInteger 10 plain: onnxruntime */
static const double qmatmul_0_in0[] = {
    77, 199, 98, 155, 119, 181, 88, 22, 75, 161, 158, 251, 62, 108, 242,
};
static const double qmatmul_0_in1[] = {
    28, 179, 245, 234, 173, 228, 50, 193, 172, 129, 254, 216, 53, 251, 218, 95, 178, 200, 56, 66,
};
static const vector_tensor qmatmul_0_in[] = {
    {2, 2, {3, 5}, qmatmul_0_in0},
    {2, 2, {5, 4}, qmatmul_0_in1},
};
static const double qmatmul_0_out0[] = {
    82836, 134502, 94161, 100172, 56709, 106326, 79699, 81841, 107311, 169016, 104104, 125039,
};
static const vector_tensor qmatmul_0_out[] = {
    {6, 2, {3, 4}, qmatmul_0_out0},
};
static const vector_attr qmatmul_0_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 zero points: onnxruntime */
static const double qmatmul_1_in0[] = {
    47, 118, 244, 99, 87, 236, 112, 15, 167, 195, 112, 242, 0, 221, 66,
};
static const double qmatmul_1_in1[] = {
    204, 120, 166, 194, 229, 155, 163, 110, 13, 48, 29, 200, 28, 47, 57, 185, 79, 127, 174, 141,
};
static const double qmatmul_1_in2[] = {
    123,
};
static const double qmatmul_1_in3[] = {
    98,
};
static const vector_tensor qmatmul_1_in[] = {
    {2, 2, {3, 5}, qmatmul_1_in0},
    {2, 2, {5, 4}, qmatmul_1_in1},
    {2, 0, {0}, qmatmul_1_in2},
    {2, 1, {1}, qmatmul_1_in3},
};
static const double qmatmul_1_out0[] = {
    -16632, -7827, -15594, 1350, 15269, 7103, 18089, 6624, 19101, 6040, 7124, -6099,
};
static const vector_tensor qmatmul_1_out[] = {
    {6, 2, {3, 4}, qmatmul_1_out0},
};
static const vector_attr qmatmul_1_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 each column: onnxruntime */
static const double qmatmul_2_in0[] = {
    241, 51, 203, 43, 122, 164, 74, 70, 43, 3, 67, 49, 166, 235, 6,
};
static const double qmatmul_2_in1[] = {
    182, 103, 148, 246, 102, 30, 209, 227, 67, 149, 162, 33, 3, 5, 165, 158, 248, 153, 181, 119,
};
static const double qmatmul_2_in2[] = {
    19,
};
static const double qmatmul_2_in3[] = {
    86, 151, 176, 81,
};
static const vector_tensor qmatmul_2_in[] = {
    {2, 2, {3, 5}, qmatmul_2_in0},
    {2, 2, {5, 4}, qmatmul_2_in1},
    {2, 0, {0}, qmatmul_2_in2},
    {2, 1, {4}, qmatmul_2_in3},
};
static const double qmatmul_2_out0[] = {
    33022, -18194, -7485, 38232, 9247, -17253, -3303, 30747, -17739, -37790, -4853, 21382,
};
static const vector_tensor qmatmul_2_out[] = {
    {6, 2, {3, 4}, qmatmul_2_out0},
};
static const vector_attr qmatmul_2_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 plain: onnxruntime */
static const double qmatmul_3_in0[] = {
    32, 235, 58, 4, 104, 3, 168, 24, 79, 86, 184, 225, 173, 144, 58,
};
static const double qmatmul_3_in1[] = {
    41, 61, -117, 20, -84, -106, -31, 75, 32, 100, 64, -42, 19, -53, -57, 39, -83, -22, -21, 1,
};
static const vector_tensor qmatmul_3_in[] = {
    {2, 2, {3, 5}, qmatmul_3_in0},
    {3, 2, {5, 4}, qmatmul_3_in1},
};
static const double qmatmul_3_out0[] = {
    -25128, -19658, -9729, 16089, -18858, -21304, -10332, 14819, -7898, -4234, -26857, 18963,
};
static const vector_tensor qmatmul_3_out[] = {
    {6, 2, {3, 4}, qmatmul_3_out0},
};
static const vector_attr qmatmul_3_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 zero points: onnxruntime */
static const double qmatmul_4_in0[] = {
    65, 59, 194, 127, 228, 122, 205, 204, 30, 208, 201, 159, 3, 218, 34,
};
static const double qmatmul_4_in1[] = {
    102, 51, -38, -46, 13, 83, -47, 48, -28, 35, 40, 25, -73, 105, 18, 85, -25, -121, 116, 124,
};
static const double qmatmul_4_in2[] = {
    189,
};
static const double qmatmul_4_in3[] = {
    -18,
};
static const vector_tensor qmatmul_4_in[] = {
    {2, 2, {3, 5}, qmatmul_4_in0},
    {3, 2, {5, 4}, qmatmul_4_in1},
    {2, 0, {0}, qmatmul_4_in2},
    {3, 1, {1}, qmatmul_4_in3},
};
static const double qmatmul_4_out0[] = {
    -15823, -33064, 9534, -5741, 918, -23726, -1432, -10102, 1860, 7472, -29884, -29337,
};
static const vector_tensor qmatmul_4_out[] = {
    {6, 2, {3, 4}, qmatmul_4_out0},
};
static const vector_attr qmatmul_4_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 each column: onnxruntime */
static const double qmatmul_5_in0[] = {
    160, 75, 58, 222, 57, 235, 155, 197, 44, 184, 183, 2, 246, 70, 187,
};
static const double qmatmul_5_in1[] = {
    79, -54, 127, -32, -57, 29, 66, 107, -100, -117, 63, 111, -37, -122, -109, -106, -83, -60, 17,
    -82,
};
static const double qmatmul_5_in2[] = {
    120,
};
static const double qmatmul_5_in3[] = {
    122, 47, -121, -39,
};
static const vector_tensor qmatmul_5_in[] = {
    {2, 2, {3, 5}, qmatmul_5_in0},
    {3, 2, {5, 4}, qmatmul_5_in1},
    {2, 0, {0}, qmatmul_5_in2},
    {3, 1, {4}, qmatmul_5_in3},
};
static const double qmatmul_5_out0[] = {
    16796, -3559, -17373, -19715, -29340, -18877, 57153, 19805, -15344, -23622, 25388, 2582,
};
static const vector_tensor qmatmul_5_out[] = {
    {6, 2, {3, 4}, qmatmul_5_out0},
};
static const vector_attr qmatmul_5_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 plain: onnxruntime */
static const double qmatmul_6_in0[] = {
    51, 24, -49, -32, -50, 68, 87, -127, 76, 22, 7, 22, -54, -114, -60,
};
static const double qmatmul_6_in1[] = {
    67, 77, 34, 19, 115, 51, -81, 47, -20, -21, 93, 125, 113, -38, 47, -11, -38, 49, 62, -6,
};
static const vector_tensor qmatmul_6_in[] = {
    {3, 2, {3, 5}, qmatmul_6_in0},
    {3, 2, {5, 4}, qmatmul_6_in1},
};
static const double qmatmul_6_out0[] = {
    5441, 4946, -9371, -3376, 24853, 10530, -11610, -11462, -6523, 4187, -15644, -3969,
};
static const vector_tensor qmatmul_6_out[] = {
    {6, 2, {3, 4}, qmatmul_6_out0},
};
static const vector_attr qmatmul_6_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 zero points: onnxruntime */
static const double qmatmul_7_in0[] = {
    -12, 40, 8, 67, 45, -119, 110, 101, -126, -32, 51, -113, 106, -61, -33,
};
static const double qmatmul_7_in1[] = {
    -123, -68, -115, 17, 123, -121, 27, 78, 72, -4, -76, 41, -27, 71, 8, -123, 79, -80, 15, -22,
};
static const double qmatmul_7_in2[] = {
    -99,
};
static const double qmatmul_7_in3[] = {
    28,
};
static const vector_tensor qmatmul_7_in[] = {
    {3, 2, {3, 5}, qmatmul_7_in0},
    {3, 2, {5, 4}, qmatmul_7_in1},
    {3, 0, {0}, qmatmul_7_in2},
    {3, 1, {1}, qmatmul_7_in3},
};
static const double qmatmul_7_out0[] = {
    2990, -40901, -28900, -24882, 36577, -44018, -18480, 13997, -13684, -24368, -44374, -8723,
};
static const vector_tensor qmatmul_7_out[] = {
    {6, 2, {3, 4}, qmatmul_7_out0},
};
static const vector_attr qmatmul_7_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 each column: onnxruntime */
static const double qmatmul_8_in0[] = {
    105, -35, 6, -57, -35, -122, 63, -19, -21, 112, -27, -121, 55, 25, -3,
};
static const double qmatmul_8_in1[] = {
    -76, 61, 120, -45, 78, -15, -73, -54, 120, -90, -49, -90, 48, -25, -61, -98, -54, -44, -112,
    -87,
};
static const double qmatmul_8_in2[] = {
    -53,
};
static const double qmatmul_8_in3[] = {
    32, -23, 78, -122,
};
static const vector_tensor qmatmul_8_in[] = {
    {3, 2, {3, 5}, qmatmul_8_in0},
    {3, 2, {5, 4}, qmatmul_8_in1},
    {3, 0, {0}, qmatmul_8_in2},
    {3, 1, {4}, qmatmul_8_in3},
};
static const double qmatmul_8_out0[] = {
    -12656, 9093, -6439, 15812, 2102, -10675, -60530, 10206, 516, -6802, -22698, 4456,
};
static const vector_tensor qmatmul_8_out[] = {
    {6, 2, {3, 4}, qmatmul_8_out0},
};
static const vector_attr qmatmul_8_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 s8 u8: reference */
static const double qmatmul_9_in0[] = {
    -52, -125, -107, -126, 23, 97, 33, -22, -55, 106, 49, -6, 72, 15, -107,
};
static const double qmatmul_9_in1[] = {
    95, 230, 199, 23, 87, 233, 206, 21, 100, 31, 32, 58, 106, 96, 7, 163, 99, 87, 99, 57,
};
static const double qmatmul_9_in2[] = {
    53,
};
static const double qmatmul_9_in3[] = {
    128,
};
static const vector_tensor qmatmul_9_in[] = {
    {3, 2, {3, 5}, qmatmul_9_in0},
    {2, 2, {5, 4}, qmatmul_9_in1},
    {3, 0, {0}, qmatmul_9_in2},
    {2, 0, {0}, qmatmul_9_in3},
};
static const double qmatmul_9_out0[] = {
    20051, -6922, 16550, 37136, 2307, 10946, 20295, -4773, 7495, -670, 2528, 15433,
};
static const vector_tensor qmatmul_9_out[] = {
    {6, 2, {3, 4}, qmatmul_9_out0},
};
static const vector_attr qmatmul_9_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 each row: reference */
static const double qmatmul_10_in0[] = {
    255, 240, 39, 52, 155, 126, 214, 162, 174, 99, 59, 64, 107, 138, 238,
};
static const double qmatmul_10_in1[] = {
    70, 5, 53, 45, -98, -49, 48, 74, -92, 15, 40, 73, 116, -57, -84, -69, 120, -82, -43, 24,
};
static const double qmatmul_10_in2[] = {
    91, 20, 40,
};
static const double qmatmul_10_in3[] = {
    -40, 98, 42, -79,
};
static const vector_tensor qmatmul_10_in[] = {
    {2, 2, {3, 5}, qmatmul_10_in0},
    {3, 2, {5, 4}, qmatmul_10_in1},
    {2, 2, {3, 1}, qmatmul_10_in2},
    {3, 2, {1, 4}, qmatmul_10_in3},
};
static const double qmatmul_10_out0[] = {
    16258, -38314, 2276, 41431, 29688, -88252, -24073, 74087, 44182, -61686, -28959, 37586,
};
static const vector_tensor qmatmul_10_out[] = {
    {6, 2, {3, 4}, qmatmul_10_out0},
};
static const vector_attr qmatmul_10_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 each row of each matrix: reference */
static const double qmatmul_11_in0[] = {
    71, 242, 66, 67, 59, 28, 121, 231, 193, 165, 67, 187, 136, 161, 253, 233, 128, 160, 69, 162,
    214, 39, 231, 1, 191, 66, 83, 97, 128, 159,
};
static const double qmatmul_11_in1[] = {
    -46, 0, 108, 43, -126, 23, 95, 31, -62, -54, -91, 38, 86, -20, 74, 5, -118, -127, -53, 32,
};
static const double qmatmul_11_in2[] = {
    24, 128, 191, 233, 231, 48,
};
static const double qmatmul_11_in3[] = {
    -54, -120, -37, -25,
};
static const vector_tensor qmatmul_11_in[] = {
    {2, 3, {2, 3, 5}, qmatmul_11_in0},
    {3, 2, {5, 4}, qmatmul_11_in1},
    {2, 3, {2, 3, 1}, qmatmul_11_in2},
    {3, 1, {4}, qmatmul_11_in3},
};
static const double qmatmul_11_out0[] = {
    -11876, 43641, 37536, 21335, 5612, 38, -14363, 3356, -8432, -22516, -19860, -9487, -10272,
    -35736, -26986, -19446, -15952, -52216, -52699, -21088, 1328, 17622, 11688, 14998,
};
static const vector_tensor qmatmul_11_out[] = {
    {6, 3, {2, 3, 4}, qmatmul_11_out0},
};
static const vector_attr qmatmul_11_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 batches: onnxruntime */
static const double qmatmul_12_in0[] = {
    8, 221, 25, 120, 16, 3, 185, 70, 53, 60, 119, 23, 69, 238, 133, 243, 141, 63, 88, 172, 67, 26,
    232, 20, 239, 218, 119, 15, 101, 51,
};
static const double qmatmul_12_in1[] = {
    4, -38, 10, -82, 117, -72, -18, -123, -41, 51, 115, -42, 38, -36, -94, 58, 12, 57, 81, -77, 16,
    -26, -61, -4, -36, 82, 58, 99, 14, -63,
};
static const double qmatmul_12_in2[] = {
    4,
};
static const double qmatmul_12_in3[] = {
    -32,
};
static const vector_tensor qmatmul_12_in[] = {
    {2, 4, {2, 1, 3, 5}, qmatmul_12_in0},
    {3, 3, {3, 5, 2}, qmatmul_12_in1},
    {2, 0, {0}, qmatmul_12_in2},
    {3, 0, {0}, qmatmul_12_in3},
};
static const double qmatmul_12_out0[] = {
    13903, -21274, 17582, -11495, 16738, -14827, 20936, 10766, 16915, 7067, 39078, 19645, 4807,
    23318, 1425, 17269, 31703, 35287, 22813, -4344, 35273, 7451, 15108, -12400, 63745, 2288, 23924,
    10651, 48405, 4908, 22551, 17792, 13724, 21797, 17785, 17008,
};
static const vector_tensor qmatmul_12_out[] = {
    {6, 4, {2, 3, 3, 2}, qmatmul_12_out0},
};
static const vector_attr qmatmul_12_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 each column of each matrix: onnxruntime */
static const double qmatmul_13_in0[] = {
    82, 128, 189, 134, 15, 77, 102, 187, 142, 211, 77, 23, 175, 204, 16, 155, 239, 201, 193, 114,
    224, 47, 133, 111, 119, 38, 79, 240, 25, 190,
};
static const double qmatmul_13_in1[] = {
    4, 75, -49, -111, 93, 5, -87, -58, -118, 19, 73, 10, 122, 43, -18, 76, 94, -67, 55, 43, 73, 34,
    22, -19, 1, 82, 33, 124, 75, 127, 115, -19, 99, 106, 59, 91, 110, 72, -122, -67,
};
static const double qmatmul_13_in2[] = {
    2,
};
static const double qmatmul_13_in3[] = {
    73, -63, 106, -127, 44, 15, 31, -78,
};
static const vector_tensor qmatmul_13_in[] = {
    {2, 3, {2, 3, 5}, qmatmul_13_in0},
    {3, 3, {2, 5, 4}, qmatmul_13_in1},
    {2, 0, {0}, qmatmul_13_in2},
    {3, 3, {2, 1, 4}, qmatmul_13_in3},
};
static const double qmatmul_13_out0[] = {
    -31976, 48882, -59920, 64599, -27261, 46324, -65049, 97395, -27606, 47320, -47149, 69736,
    18312, 64839, 4025, 102153, 22281, 38493, -5753, 49625, 18784, 45308, -8298, 37675,
};
static const vector_tensor qmatmul_13_out[] = {
    {6, 3, {2, 3, 4}, qmatmul_13_out0},
};
static const vector_attr qmatmul_13_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 vectors: reference */
static const double qmatmul_14_in0[] = {
    214, 224, 254, 24, 178,
};
static const double qmatmul_14_in1[] = {
    197, 198, 15, 32, 240,
};
static const double qmatmul_14_in2[] = {
    31,
};
static const double qmatmul_14_in3[] = {
    93,
};
static const vector_tensor qmatmul_14_in[] = {
    {2, 1, {5}, qmatmul_14_in0},
    {2, 1, {5}, qmatmul_14_in1},
    {2, 0, {0}, qmatmul_14_in2},
    {2, 0, {0}, qmatmul_14_in3},
};
static const double qmatmul_14_out0[] = {
    43939,
};
static const vector_tensor qmatmul_14_out[] = {
    {6, 0, {0}, qmatmul_14_out0},
};
static const vector_attr qmatmul_14_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 a row: onnxruntime */
static const double qmatmul_15_in0[] = {
    117, 71, 180, 82, 224,
};
static const double qmatmul_15_in1[] = {
    52, -57, 93, 19, 43, -51, -92, -4, -33, -127, -4, -82, -59, -114, 111, 20, 53, -81, 51, 13,
    -65, -4, 7, 63, -69, 98, -46, 40, 70, 73,
};
static const vector_tensor qmatmul_15_in[] = {
    {2, 1, {5}, qmatmul_15_in0},
    {3, 3, {2, 5, 3}, qmatmul_15_in1},
};
static const double qmatmul_15_out0[] = {
    -32757, -30200, 19460, 8543, 32100, 9828,
};
static const vector_tensor qmatmul_15_out[] = {
    {6, 2, {2, 3}, qmatmul_15_out0},
};
static const vector_attr qmatmul_15_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* MatMulInteger 10 a column: onnxruntime */
static const double qmatmul_16_in0[] = {
    -65, -38, 46, -48, -67, 94, 75, -82, -88, -27, 98, -44, -115, 34, -74, -18, 40, -40, -37, -23,
    -87, -85, -90, 105, 5, -27, -50, 23, 103, 85,
};
static const double qmatmul_16_in1[] = {
    63, 119, -3, 112, 38,
};
static const vector_tensor qmatmul_16_in[] = {
    {3, 3, {2, 3, 5}, qmatmul_16_in0},
    {3, 1, {5}, qmatmul_16_in1},
};
static const double qmatmul_16_out0[] = {
    -16677, 4211, 2279, -1272, -3376, 7046,
};
static const vector_tensor qmatmul_16_out[] = {
    {6, 2, {2, 3}, qmatmul_16_out0},
};
static const vector_attr qmatmul_16_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 plain: onnxruntime */
static const double qmatmul_17_in0[] = {
    188, 57, 102, 110, 15, 206, 79, 231, 45, 38, 171, 82, 175, 198, 56,
};
static const double qmatmul_17_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_17_in2[] = {
    73,
};
static const double qmatmul_17_in3[] = {
    6, 86, 115, 25, 210, 214, 22, 28, 114, 172, 88, 23, 106, 67, 199, 236, 213, 30, 138, 200,
};
static const double qmatmul_17_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_17_in5[] = {
    62,
};
static const double qmatmul_17_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_17_in7[] = {
    55,
};
static const vector_tensor qmatmul_17_in[] = {
    {2, 2, {3, 5}, qmatmul_17_in0},
    {1, 0, {0}, qmatmul_17_in1},
    {2, 0, {0}, qmatmul_17_in2},
    {2, 2, {5, 4}, qmatmul_17_in3},
    {1, 0, {0}, qmatmul_17_in4},
    {2, 0, {0}, qmatmul_17_in5},
    {1, 0, {0}, qmatmul_17_in6},
    {2, 0, {0}, qmatmul_17_in7},
};
static const double qmatmul_17_out0[] = {
    44, 59, 61, 50, 51, 72, 58, 40, 58, 67, 72, 63,
};
static const vector_tensor qmatmul_17_out[] = {
    {2, 2, {3, 4}, qmatmul_17_out0},
};
static const vector_attr qmatmul_17_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 each column: onnxruntime */
static const double qmatmul_18_in0[] = {
    237, 210, 1, 85, 25, 138, 7, 208, 123, 22, 252, 97, 213, 231, 104,
};
static const double qmatmul_18_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_18_in2[] = {
    67,
};
static const double qmatmul_18_in3[] = {
    243, 145, 48, 233, 64, 180, 16, 234, 209, 141, 145, 171, 107, 16, 55, 241, 165, 107, 10, 136,
};
static const double qmatmul_18_in4[] = {
    0.020999999716877937, 0.007000000216066837, 0.029999999329447746, 0.011300000362098217,
};
static const double qmatmul_18_in5[] = {
    225, 136, 15, 80,
};
static const double qmatmul_18_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_18_in7[] = {
    9,
};
static const vector_tensor qmatmul_18_in[] = {
    {2, 2, {3, 5}, qmatmul_18_in0},
    {1, 0, {0}, qmatmul_18_in1},
    {2, 0, {0}, qmatmul_18_in2},
    {2, 2, {5, 4}, qmatmul_18_in3},
    {1, 1, {4}, qmatmul_18_in4},
    {2, 1, {4}, qmatmul_18_in5},
    {1, 0, {0}, qmatmul_18_in6},
    {2, 0, {0}, qmatmul_18_in7},
};
static const double qmatmul_18_out0[] = {
    0, 11, 7, 26, 13, 7, 33, 17, 0, 5, 42, 39,
};
static const vector_tensor qmatmul_18_out[] = {
    {2, 2, {3, 4}, qmatmul_18_out0},
};
static const vector_attr qmatmul_18_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 plain: onnxruntime */
static const double qmatmul_19_in0[] = {
    245, 37, 168, 21, 135, 229, 39, 162, 187, 5, 164, 33, 242, 160, 145,
};
static const double qmatmul_19_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_19_in2[] = {
    8,
};
static const double qmatmul_19_in3[] = {
    -44, -27, 32, -3, -90, -90, -70, -126, 18, -72, 36, 16, 119, 38, -119, -122, 96, -120, -25,
    -89,
};
static const double qmatmul_19_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_19_in5[] = {
    -121,
};
static const double qmatmul_19_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_19_in7[] = {
    107,
};
static const vector_tensor qmatmul_19_in[] = {
    {2, 2, {3, 5}, qmatmul_19_in0},
    {1, 0, {0}, qmatmul_19_in1},
    {2, 0, {0}, qmatmul_19_in2},
    {3, 2, {5, 4}, qmatmul_19_in3},
    {1, 0, {0}, qmatmul_19_in4},
    {3, 0, {0}, qmatmul_19_in5},
    {1, 0, {0}, qmatmul_19_in6},
    {2, 0, {0}, qmatmul_19_in7},
};
static const double qmatmul_19_out0[] = {
    160, 132, 162, 147, 167, 150, 151, 141, 189, 145, 163, 147,
};
static const vector_tensor qmatmul_19_out[] = {
    {2, 2, {3, 4}, qmatmul_19_out0},
};
static const vector_attr qmatmul_19_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 each column: onnxruntime */
static const double qmatmul_20_in0[] = {
    101, 233, 153, 146, 94, 159, 89, 166, 208, 146, 108, 99, 245, 26, 66,
};
static const double qmatmul_20_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_20_in2[] = {
    62,
};
static const double qmatmul_20_in3[] = {
    -103, 97, -5, -116, 58, -65, -39, 60, -66, 85, 15, 77, 82, 70, 19, -128, 25, 56, -27, -34,
};
static const double qmatmul_20_in4[] = {
    0.020999999716877937, 0.007000000216066837, 0.029999999329447746, 0.011300000362098217,
};
static const double qmatmul_20_in5[] = {
    39, 2, 66, -53,
};
static const double qmatmul_20_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_20_in7[] = {
    20,
};
static const vector_tensor qmatmul_20_in[] = {
    {2, 2, {3, 5}, qmatmul_20_in0},
    {1, 0, {0}, qmatmul_20_in1},
    {2, 0, {0}, qmatmul_20_in2},
    {3, 2, {5, 4}, qmatmul_20_in3},
    {1, 1, {4}, qmatmul_20_in4},
    {3, 1, {4}, qmatmul_20_in5},
    {1, 0, {0}, qmatmul_20_in6},
    {2, 0, {0}, qmatmul_20_in7},
};
static const double qmatmul_20_out0[] = {
    14, 22, 0, 29, 6, 28, 0, 20, 0, 24, 4, 31,
};
static const vector_tensor qmatmul_20_out[] = {
    {2, 2, {3, 4}, qmatmul_20_out0},
};
static const vector_attr qmatmul_20_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 plain: onnxruntime */
static const double qmatmul_21_in0[] = {
    12, 122, 106, -18, 15, -11, 52, -2, 51, 59, -115, -8, -110, 27, -112,
};
static const double qmatmul_21_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_21_in2[] = {
    -52,
};
static const double qmatmul_21_in3[] = {
    110, -63, 108, 3, -98, -98, -57, -117, 74, 53, 64, -91, 40, 31, -81, 107, -118, 85, -120, -101,
};
static const double qmatmul_21_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_21_in5[] = {
    95,
};
static const double qmatmul_21_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_21_in7[] = {
    -9,
};
static const vector_tensor qmatmul_21_in[] = {
    {3, 2, {3, 5}, qmatmul_21_in0},
    {1, 0, {0}, qmatmul_21_in1},
    {3, 0, {0}, qmatmul_21_in2},
    {3, 2, {5, 4}, qmatmul_21_in3},
    {1, 0, {0}, qmatmul_21_in4},
    {3, 0, {0}, qmatmul_21_in5},
    {1, 0, {0}, qmatmul_21_in6},
    {3, 0, {0}, qmatmul_21_in7},
};
static const double qmatmul_21_out0[] = {
    -47, -48, -47, -72, -46, -36, -52, -50, -9, -9, -14, 6,
};
static const vector_tensor qmatmul_21_out[] = {
    {3, 2, {3, 4}, qmatmul_21_out0},
};
static const vector_attr qmatmul_21_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 each column: onnxruntime */
static const double qmatmul_22_in0[] = {
    77, 13, 13, -40, -70, -34, -40, 116, -92, -88, 10, 89, 27, 72, -127,
};
static const double qmatmul_22_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_22_in2[] = {
    -81,
};
static const double qmatmul_22_in3[] = {
    -93, -34, -55, 6, 87, 103, -78, -128, -114, 101, -44, -114, -17, -52, -50, -128, 29, 120, 41,
    118,
};
static const double qmatmul_22_in4[] = {
    0.020999999716877937, 0.007000000216066837, 0.029999999329447746, 0.011300000362098217,
};
static const double qmatmul_22_in5[] = {
    57, -17, -41, 53,
};
static const double qmatmul_22_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_22_in7[] = {
    119,
};
static const vector_tensor qmatmul_22_in[] = {
    {3, 2, {3, 5}, qmatmul_22_in0},
    {1, 0, {0}, qmatmul_22_in1},
    {3, 0, {0}, qmatmul_22_in2},
    {3, 2, {5, 4}, qmatmul_22_in3},
    {1, 1, {4}, qmatmul_22_in4},
    {3, 1, {4}, qmatmul_22_in5},
    {1, 0, {0}, qmatmul_22_in6},
    {3, 0, {0}, qmatmul_22_in7},
};
static const double qmatmul_22_out0[] = {
    89, 124, 113, 100, 91, 126, 116, 103, 92, 124, 105, 86,
};
static const vector_tensor qmatmul_22_out[] = {
    {3, 2, {3, 4}, qmatmul_22_out0},
};
static const vector_attr qmatmul_22_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 batches: onnxruntime */
static const double qmatmul_23_in0[] = {
    12, 232, 141, 162, 89, 221, 141, 74, 78, 184, 170, 140, 122, 8, 126, 213, 125, 185, 89, 187,
    130, 128, 183, 233, 161, 108, 34, 128, 169, 74,
};
static const double qmatmul_23_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_23_in2[] = {
    50,
};
static const double qmatmul_23_in3[] = {
    -23, 38, 19, 61, 5, 36, 26, 74, 65, -24, 118, 125, 5, 98, 14, 7, 28, -51, -100, 111, 127, 19,
    73, -91, 42, -23, 109, -98, -58, -3, -35, -61, 67, -89, -41, 66, -119, -48, -87, 116,
};
static const double qmatmul_23_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_23_in5[] = {
    -84,
};
static const double qmatmul_23_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_23_in7[] = {
    176,
};
static const vector_tensor qmatmul_23_in[] = {
    {2, 3, {2, 3, 5}, qmatmul_23_in0},
    {1, 0, {0}, qmatmul_23_in1},
    {2, 0, {0}, qmatmul_23_in2},
    {3, 3, {2, 5, 4}, qmatmul_23_in3},
    {1, 0, {0}, qmatmul_23_in4},
    {3, 0, {0}, qmatmul_23_in5},
    {1, 0, {0}, qmatmul_23_in6},
    {2, 0, {0}, qmatmul_23_in7},
};
static const double qmatmul_23_out0[] = {
    207, 209, 209, 220, 205, 208, 200, 230, 199, 194, 199, 219, 212, 203, 211, 201, 216, 196, 207,
    214, 198, 185, 187, 194,
};
static const vector_tensor qmatmul_23_out[] = {
    {2, 3, {2, 3, 4}, qmatmul_23_out0},
};
static const vector_attr qmatmul_23_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 plain: onnxruntime */
static const double qmatmul_24_in0[] = {
    198, 98, 236, 74, 30, 36, 248, 89, 88, 141, 231, 3, 143, 146, 165,
};
static const double qmatmul_24_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_24_in2[] = {
    54,
};
static const double qmatmul_24_in3[] = {
    103, 42, 70, 39, 19, 74, 29, 155, 77, 66, 108, 171, 162, 127, 38, 90, 119, 245, 227, 239,
};
static const double qmatmul_24_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_24_in5[] = {
    83,
};
static const double qmatmul_24_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_24_in7[] = {
    51,
};
static const vector_tensor qmatmul_24_in[] = {
    {2, 2, {3, 5}, qmatmul_24_in0},
    {1, 0, {0}, qmatmul_24_in1},
    {2, 0, {0}, qmatmul_24_in2},
    {2, 2, {5, 4}, qmatmul_24_in3},
    {1, 0, {0}, qmatmul_24_in4},
    {2, 0, {0}, qmatmul_24_in5},
    {1, 0, {0}, qmatmul_24_in6},
    {2, 0, {0}, qmatmul_24_in7},
};
static const double qmatmul_24_out0[] = {
    51, 42, 48, 58, 46, 61, 52, 74, 64, 61, 62, 62,
};
static const vector_tensor qmatmul_24_out[] = {
    {2, 2, {3, 4}, qmatmul_24_out0},
};
static const vector_attr qmatmul_24_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 each column: onnxruntime */
static const double qmatmul_25_in0[] = {
    69, 119, 43, 143, 228, 89, 49, 94, 38, 245, 22, 151, 200, 239, 181,
};
static const double qmatmul_25_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_25_in2[] = {
    88,
};
static const double qmatmul_25_in3[] = {
    242, 165, 144, 139, 28, 203, 43, 56, 129, 9, 207, 207, 44, 228, 138, 11, 165, 224, 99, 122,
};
static const double qmatmul_25_in4[] = {
    0.020999999716877937, 0.007000000216066837, 0.029999999329447746, 0.011300000362098217,
};
static const double qmatmul_25_in5[] = {
    43, 19, 4, 64,
};
static const double qmatmul_25_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_25_in7[] = {
    175,
};
static const vector_tensor qmatmul_25_in[] = {
    {2, 2, {3, 5}, qmatmul_25_in0},
    {1, 0, {0}, qmatmul_25_in1},
    {2, 0, {0}, qmatmul_25_in2},
    {2, 2, {5, 4}, qmatmul_25_in3},
    {1, 1, {4}, qmatmul_25_in4},
    {2, 1, {4}, qmatmul_25_in5},
    {1, 0, {0}, qmatmul_25_in6},
    {2, 0, {0}, qmatmul_25_in7},
};
static const double qmatmul_25_out0[] = {
    182, 186, 186, 174, 190, 179, 183, 180, 180, 188, 222, 178,
};
static const vector_tensor qmatmul_25_out[] = {
    {2, 2, {3, 4}, qmatmul_25_out0},
};
static const vector_attr qmatmul_25_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 plain: onnxruntime */
static const double qmatmul_26_in0[] = {
    43, 29, 133, 199, 254, 187, 101, 129, 176, 103, 76, 234, 34, 190, 250,
};
static const double qmatmul_26_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_26_in2[] = {
    181,
};
static const double qmatmul_26_in3[] = {
    98, 17, -103, -65, -64, -11, 10, -119, 62, 51, -50, 82, -116, -126, -60, -99, 16, -102, 92,
    -87,
};
static const double qmatmul_26_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_26_in5[] = {
    -124,
};
static const double qmatmul_26_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_26_in7[] = {
    254,
};
static const vector_tensor qmatmul_26_in[] = {
    {2, 2, {3, 5}, qmatmul_26_in0},
    {1, 0, {0}, qmatmul_26_in1},
    {2, 0, {0}, qmatmul_26_in2},
    {3, 2, {5, 4}, qmatmul_26_in3},
    {1, 0, {0}, qmatmul_26_in4},
    {3, 0, {0}, qmatmul_26_in5},
    {1, 0, {0}, qmatmul_26_in6},
    {2, 0, {0}, qmatmul_26_in7},
};
static const double qmatmul_26_out0[] = {
    226, 222, 247, 242, 236, 240, 231, 244, 226, 230, 255, 229,
};
static const vector_tensor qmatmul_26_out[] = {
    {2, 2, {3, 4}, qmatmul_26_out0},
};
static const vector_attr qmatmul_26_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 each column: onnxruntime */
static const double qmatmul_27_in0[] = {
    182, 110, 155, 40, 84, 210, 119, 86, 10, 102, 125, 79, 196, 187, 80,
};
static const double qmatmul_27_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_27_in2[] = {
    150,
};
static const double qmatmul_27_in3[] = {
    15, -127, 44, 85, -98, -78, -21, 105, -54, 36, -69, 106, 24, 37, -117, 41, 3, 92, 57, -111,
};
static const double qmatmul_27_in4[] = {
    0.020999999716877937, 0.007000000216066837, 0.029999999329447746, 0.011300000362098217,
};
static const double qmatmul_27_in5[] = {
    -73, -89, -120, -75,
};
static const double qmatmul_27_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_27_in7[] = {
    221,
};
static const vector_tensor qmatmul_27_in[] = {
    {2, 2, {3, 5}, qmatmul_27_in0},
    {1, 0, {0}, qmatmul_27_in1},
    {2, 0, {0}, qmatmul_27_in2},
    {3, 2, {5, 4}, qmatmul_27_in3},
    {1, 1, {4}, qmatmul_27_in4},
    {3, 1, {4}, qmatmul_27_in5},
    {1, 0, {0}, qmatmul_27_in6},
    {2, 0, {0}, qmatmul_27_in7},
};
static const double qmatmul_27_out0[] = {
    212, 214, 210, 216, 212, 212, 215, 212, 220, 220, 199, 220,
};
static const vector_tensor qmatmul_27_out[] = {
    {2, 2, {3, 4}, qmatmul_27_out0},
};
static const vector_attr qmatmul_27_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 plain: onnxruntime */
static const double qmatmul_28_in0[] = {
    -9, 90, 92, -42, -54, 89, -27, -71, -83, -77, 108, 54, -108, -95, -59,
};
static const double qmatmul_28_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_28_in2[] = {
    -37,
};
static const double qmatmul_28_in3[] = {
    56, 37, 54, -61, 64, -127, -47, 104, -40, -46, -35, -61, 48, 5, 2, 85, 39, -22, -2, 7,
};
static const double qmatmul_28_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_28_in5[] = {
    87,
};
static const double qmatmul_28_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_28_in7[] = {
    72,
};
static const vector_tensor qmatmul_28_in[] = {
    {3, 2, {3, 5}, qmatmul_28_in0},
    {1, 0, {0}, qmatmul_28_in1},
    {3, 0, {0}, qmatmul_28_in2},
    {3, 2, {5, 4}, qmatmul_28_in3},
    {1, 0, {0}, qmatmul_28_in4},
    {3, 0, {0}, qmatmul_28_in5},
    {1, 0, {0}, qmatmul_28_in6},
    {3, 0, {0}, qmatmul_28_in7},
};
static const double qmatmul_28_out0[] = {
    58, 40, 49, 57, 75, 75, 77, 65, 76, 65, 71, 66,
};
static const vector_tensor qmatmul_28_out[] = {
    {3, 2, {3, 4}, qmatmul_28_out0},
};
static const vector_attr qmatmul_28_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 each column: onnxruntime */
static const double qmatmul_29_in0[] = {
    36, 119, 13, 31, -6, 81, -79, -69, -5, -70, -109, -102, -93, -59, 87,
};
static const double qmatmul_29_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_29_in2[] = {
    -69,
};
static const double qmatmul_29_in3[] = {
    -123, 80, -97, 116, -121, -100, -91, 40, 113, 125, -71, 108, 122, -75, -32, 23, -57, 47, -65,
    -124,
};
static const double qmatmul_29_in4[] = {
    0.020999999716877937, 0.007000000216066837, 0.029999999329447746, 0.011300000362098217,
};
static const double qmatmul_29_in5[] = {
    66, -108, 63, 57,
};
static const double qmatmul_29_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_29_in7[] = {
    -41,
};
static const vector_tensor qmatmul_29_in[] = {
    {3, 2, {3, 5}, qmatmul_29_in0},
    {1, 0, {0}, qmatmul_29_in1},
    {3, 0, {0}, qmatmul_29_in2},
    {3, 2, {5, 4}, qmatmul_29_in3},
    {1, 1, {4}, qmatmul_29_in4},
    {3, 1, {4}, qmatmul_29_in5},
    {1, 0, {0}, qmatmul_29_in6},
    {3, 0, {0}, qmatmul_29_in7},
};
static const double qmatmul_29_out0[] = {
    -80, -28, -119, -44, -58, -34, -71, -38, -45, -38, -48, -54,
};
static const vector_tensor qmatmul_29_out[] = {
    {3, 2, {3, 4}, qmatmul_29_out0},
};
static const vector_attr qmatmul_29_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 batches: onnxruntime */
static const double qmatmul_30_in0[] = {
    130, 179, 173, 238, 28, 204, 50, 209, 200, 210, 98, 206, 125, 195, 196, 230, 21, 248, 29, 215,
    128, 207, 166, 124, 84, 191, 132, 110, 192, 57,
};
static const double qmatmul_30_in1[] = {
    0.013000000268220901,
};
static const double qmatmul_30_in2[] = {
    221,
};
static const double qmatmul_30_in3[] = {
    -59, -64, -31, 59, 112, -73, -80, -7, 62, 60, 53, -47, -111, 30, -3, -59, 124, 31, 97, -3, 27,
    -20, 41, -96, 3, -29, -10, 73, -17, -85, -59, 71, 125, 82, 91, 107, -69, 5, 116, 2,
};
static const double qmatmul_30_in4[] = {
    0.020999999716877937,
};
static const double qmatmul_30_in5[] = {
    -37,
};
static const double qmatmul_30_in6[] = {
    0.3700000047683716,
};
static const double qmatmul_30_in7[] = {
    123,
};
static const vector_tensor qmatmul_30_in[] = {
    {2, 3, {2, 3, 5}, qmatmul_30_in0},
    {1, 0, {0}, qmatmul_30_in1},
    {2, 0, {0}, qmatmul_30_in2},
    {3, 3, {2, 5, 4}, qmatmul_30_in3},
    {1, 0, {0}, qmatmul_30_in4},
    {3, 0, {0}, qmatmul_30_in5},
    {1, 0, {0}, qmatmul_30_in6},
    {2, 0, {0}, qmatmul_30_in7},
};
static const double qmatmul_30_out0[] = {
    92, 114, 102, 111, 103, 125, 126, 118, 115, 116, 113, 114, 95, 104, 100, 88, 109, 111, 94, 107,
    118, 118, 100, 100,
};
static const vector_tensor qmatmul_30_out[] = {
    {2, 3, {2, 3, 4}, qmatmul_30_out0},
};
static const vector_attr qmatmul_30_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 scales of float16: reference */
static const double qmatmul_31_in0[] = {
    70, 13, -3, 95, -14, 15, 61, 16, -6, 71, 60, -50, 118, -121, 74, 110, -11, -30, 88, -3, -42,
    -8, 74, 53, -42, -73, -98, -63, 3, -68,
};
static const double qmatmul_31_in1[] = {
    0.0625,
};
static const double qmatmul_31_in2[] = {
    -82,
};
static const double qmatmul_31_in3[] = {
    184, 135, 110, 18, 255, 223, 226, 210, 247, 44, 53, 199, 52, 253, 194, 181, 165, 213, 78, 232,
};
static const double qmatmul_31_in4[] = {
    0.125,
};
static const double qmatmul_31_in5[] = {
    99,
};
static const double qmatmul_31_in6[] = {
    1.5,
};
static const double qmatmul_31_in7[] = {
    -14,
};
static const vector_tensor qmatmul_31_in[] = {
    {3, 3, {2, 3, 5}, qmatmul_31_in0},
    {10, 0, {0}, qmatmul_31_in1},
    {3, 0, {0}, qmatmul_31_in2},
    {2, 2, {5, 4}, qmatmul_31_in3},
    {10, 0, {0}, qmatmul_31_in4},
    {2, 0, {0}, qmatmul_31_in5},
    {10, 0, {0}, qmatmul_31_in6},
    {3, 0, {0}, qmatmul_31_in7},
};
static const double qmatmul_31_out0[] = {
    127, 127, 119, 127, 127, 127, 84, 127, 127, 37, -69, 127, 127, 127, 107, 100, 127, 127, 62,
    127, -24, 48, 12, 29,
};
static const vector_tensor qmatmul_31_out[] = {
    {3, 3, {2, 3, 4}, qmatmul_31_out0},
};
static const vector_attr qmatmul_31_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 21 scales of float32: reference */
static const double qmatmul_32_in0[] = {
    -124, 46, 122, 14, -101, -93, 77, -89, -11, 15, 57, 127, -109, -90, 6, 93, -8, -18, 51, -66,
    -92, 20, 111, -81, 126, 70, -75, -79, -106, -118,
};
static const double qmatmul_32_in1[] = {
    0.0625,
};
static const double qmatmul_32_in2[] = {
    9,
};
static const double qmatmul_32_in3[] = {
    25, 112, 140, 164, 31, 251, 29, 184, 9, 184, 70, 229, 88, 156, 217, 84, 86, 35, 191, 69,
};
static const double qmatmul_32_in4[] = {
    0.125,
};
static const double qmatmul_32_in5[] = {
    85,
};
static const double qmatmul_32_in6[] = {
    1.5,
};
static const double qmatmul_32_in7[] = {
    25,
};
static const vector_tensor qmatmul_32_in[] = {
    {3, 3, {2, 3, 5}, qmatmul_32_in0},
    {1, 0, {0}, qmatmul_32_in1},
    {3, 0, {0}, qmatmul_32_in2},
    {2, 2, {5, 4}, qmatmul_32_in3},
    {1, 0, {0}, qmatmul_32_in4},
    {2, 0, {0}, qmatmul_32_in5},
    {1, 0, {0}, qmatmul_32_in6},
    {3, 0, {0}, qmatmul_32_in7},
};
static const double qmatmul_32_out0[] = {
    11, 127, -90, 83, 76, 10, -27, -56, 22, 37, -56, 18, 14, 43, 44, 37, 12, 9, -12, 56, 62, -94,
    -75, -48,
};
static const vector_tensor qmatmul_32_out[] = {
    {3, 3, {2, 3, 4}, qmatmul_32_out0},
};
static const vector_attr qmatmul_32_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* QLinearMatMul 10 each row: reference */
static const double qmatmul_33_in0[] = {
    238, 60, 83, 67, 135, 176, 48, 205, 4, 74, 57, 240, 31, 197, 104,
};
static const double qmatmul_33_in1[] = {
    0.5, 0.25, 0.125,
};
static const double qmatmul_33_in2[] = {
    89, 255, 119,
};
static const double qmatmul_33_in3[] = {
    210, 34, 57, 200, 197, 233, 44, 203, 65, 23, 89, 241, 14, 89, 133, 151, 16, 74, 78, 87,
};
static const double qmatmul_33_in4[] = {
    0.25,
};
static const double qmatmul_33_in5[] = {
    27,
};
static const double qmatmul_33_in6[] = {
    4,
};
static const double qmatmul_33_in7[] = {
    77,
};
static const vector_tensor qmatmul_33_in[] = {
    {2, 2, {3, 5}, qmatmul_33_in0},
    {1, 2, {3, 1}, qmatmul_33_in1},
    {2, 2, {3, 1}, qmatmul_33_in2},
    {2, 2, {5, 4}, qmatmul_33_in3},
    {1, 0, {0}, qmatmul_33_in4},
    {2, 0, {0}, qmatmul_33_in5},
    {1, 0, {0}, qmatmul_33_in6},
    {2, 0, {0}, qmatmul_33_in7},
};
static const double qmatmul_33_out0[] = {
    255, 0, 190, 255, 0, 0, 0, 0, 116, 255, 95, 81,
};
static const vector_tensor qmatmul_33_out[] = {
    {2, 2, {3, 4}, qmatmul_33_out0},
};
static const vector_attr qmatmul_33_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* ConvInteger 10 plain: onnxruntime */
static const double qmatmul_34_in0[] = {
    112, 2, 92, 142, 84, 126, 96, 167, 149, 99, 178, 250, 23, 183, 225, 192, 143, 75, 201, 235,
    233, 195, 37, 181, 78, 12, 240, 136, 34, 7, 100, 42, 14, 176, 47, 97, 170, 209, 50, 210,
};
static const double qmatmul_34_in1[] = {
    249, 13, 103, 58, 88, 176, 70, 115, 96, 223, 249, 222, 46, 207, 62, 175, 23, 63, 76, 96, 28, 1,
    182, 176, 80, 18, 86, 91, 38, 2, 159, 13, 48, 195, 209, 71,
};
static const vector_tensor qmatmul_34_in[] = {
    {2, 4, {1, 2, 4, 5}, qmatmul_34_in0},
    {2, 4, {3, 2, 2, 3}, qmatmul_34_in1},
};
static const double qmatmul_34_out0[] = {
    217453, 193021, 144869, 163557, 177782, 182237, 210394, 254165, 226088, 151141, 112384, 107651,
    112339, 169845, 121186, 182823, 123492, 150987, 135870, 147220, 84300, 92742, 112662, 99306,
    130176, 148106, 112302,
};
static const vector_tensor qmatmul_34_out[] = {
    {6, 4, {1, 3, 3, 3}, qmatmul_34_out0},
};
static const vector_attr qmatmul_34_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* ConvInteger 10 zero points, padded: onnxruntime */
static const double qmatmul_35_in0[] = {
    219, 155, 209, 94, 139, 131, 226, 246, 235, 89, 93, 95, 207, 229, 183, 106, 111, 202, 169, 210,
    208, 55, 145, 61, 65, 197, 134, 179, 93, 92, 89, 59, 37, 52, 218, 197, 152, 182, 159, 83, 89,
    43, 33, 180, 28, 119, 195, 152, 48, 88, 38, 74, 1, 86, 63, 134, 168, 164, 1, 5, 10, 11, 37,
    118, 52, 203, 94, 120, 89, 245, 224, 50, 226, 123, 180, 245, 172, 221, 184, 27,
};
static const double qmatmul_35_in1[] = {
    51, 117, 48, 67, 153, 81, 68, 241, 224, 142, 245, 117, 156, 80, 78, 216, 23, 132, 99, 239, 184,
    206, 168, 236, 169, 19, 158, 112, 222, 208, 150, 113, 159, 235, 44, 113, 246, 195, 143, 15,
    159, 189, 59, 111, 235, 241, 81, 188, 161, 197, 89, 173, 102, 254,
};
static const double qmatmul_35_in2[] = {
    180,
};
static const double qmatmul_35_in3[] = {
    20,
};
static const vector_tensor qmatmul_35_in[] = {
    {2, 4, {2, 2, 4, 5}, qmatmul_35_in0},
    {2, 4, {3, 2, 3, 3}, qmatmul_35_in1},
    {2, 0, {0}, qmatmul_35_in2},
    {2, 0, {0}, qmatmul_35_in3},
};
static const double qmatmul_35_out0[] = {
    -8454, 18915, -19315, -44700, -67366, -66851, -56100, -43311, -46145, -48267, -11872, 1187,
    -58607, -61058, -60760, -76563, -61531, -61479, -45831, -53424, -6412, -4301, -50262, -92826,
    -69066, -87249, -48717, -46965, -57785, -48106, -60446, -80814, -120774, -100810, -80637,
    -52231, -45239, -133140, -148069, -84166, -87676, -142315, -135471, -128097, -80041, -81105,
    -104856, -177630, -161362, -97336, -98117, -131788, -142881, -99238, -74639, -64017, -70198,
    -147393, -167921, -120748,
};
static const vector_tensor qmatmul_35_out[] = {
    {6, 4, {2, 3, 2, 5}, qmatmul_35_out0},
};
static const vector_attr qmatmul_35_attr[] = {
    {"pads", NULL, 4, {1, 1, 1, 1}},
    {"strides", NULL, 2, {2, 1}},
};

/* ConvInteger 10 each channel: reference */
static const double qmatmul_36_in0[] = {
    88, 185, 170, 224, 45, 25, 215, 135, 40, 82, 100, 158, 221, 53, 148, 103, 186, 152, 78, 34,
    132, 190, 5, 36, 170, 3, 195, 143, 98, 128, 112, 130, 214, 70, 18, 177, 219, 229, 193, 206, 10,
    187, 69, 0, 148, 217, 231, 25, 143, 227, 156, 102, 247, 162, 224, 35, 59, 11, 174, 149, 189,
    114, 225, 82, 152, 157, 132, 184, 152, 65, 77, 211, 43, 121, 71, 251, 9, 165, 56, 228, 12, 49,
    2, 116, 203, 5, 123, 134, 130, 208, 136, 217, 188, 208, 111, 151, 218, 237, 76, 171, 11, 134,
    185, 48, 243, 177, 249, 241, 240, 25, 37, 94, 63, 216, 229, 154, 221, 147, 216, 126,
};
static const double qmatmul_36_in1[] = {
    231, 2, 209, 160, 138, 144, 22, 209, 150, 148, 204, 155, 225, 158, 18, 45, 14, 112, 63, 196,
    197, 37, 120, 217, 155, 224, 173, 79, 103, 80, 48, 241,
};
static const double qmatmul_36_in2[] = {
    188,
};
static const double qmatmul_36_in3[] = {
    67, 233, 177, 185,
};
static const vector_tensor qmatmul_36_in[] = {
    {2, 4, {1, 4, 6, 5}, qmatmul_36_in0},
    {2, 4, {4, 2, 2, 2}, qmatmul_36_in1},
    {2, 0, {0}, qmatmul_36_in2},
    {2, 1, {4}, qmatmul_36_in3},
};
static const double qmatmul_36_out0[] = {
    -15738, 3332, -22425, -28543, -15862, -33485, -19482, -41742, -26379, -39402, -34336, -15482,
    -10173, -38020, -39729, -43735, -20786, -55207, -52944, -13576, -45492, -30006, -22575, -31490,
    -29252, -18208, 10660, -17945, -22832, -396, -842, -11022, 3326, 8101, -796, 56863, 21176,
    77578, 77836, 22989, -2701, 23206, 69405, 37449, 4735, 35869, 30232, 33154, 23743, -3578,
    65734, 79425, 66029, 37287, 22595, 11184, 11652, 29587, 11654, 1206, 5779, 6558, -7501, 7471,
    14991, 20567, 7818, 7887, 46393, 14531, -3763, 21740, 18825, 20327, 24440, 42888, 17686, 75611,
    16563, 16124, 15491, 27335, 14620, 45692, -8526, 47863, 50367, 28578, 5581, -1625, 13057, -270,
    -9121, 27862, 3805, 18422, 23609, -5931, 43687, 1263, 21771, -6884, 16377, -11656, 26935,
    56680, 25660, 45240, 886, -6797, 1218, -6407, -283, 9639, 20420, 22111, 17749, 10082, -3856,
    -3812,
};
static const vector_tensor qmatmul_36_out[] = {
    {6, 4, {1, 4, 6, 5}, qmatmul_36_out0},
};
static const vector_attr qmatmul_36_attr[] = {
    {"group", NULL, 0, {2}},
    {"dilations", NULL, 2, {2, 1}},
    {"auto_pad", "SAME_UPPER", 0, {0}},
};

/* ConvInteger 10 plain: onnxruntime */
static const double qmatmul_37_in0[] = {
    179, 160, 251, 174, 70, 247, 181, 135, 243, 74, 242, 24, 115, 155, 119, 158, 192, 229, 172,
    254, 120, 150, 194, 246, 69, 28, 141, 204, 154, 202, 215, 213, 235, 170, 21, 14, 23, 156, 127,
    220,
};
static const double qmatmul_37_in1[] = {
    -32, -115, -108, -84, -76, -58, 60, -6, -87, -15, 65, -39, 50, 77, -128, 46, 17, 3, -66, 58,
    -128, -8, -62, 35, 113, 60, 106, 72, 60, 115, -87, 62, -63, 15, -100, 35,
};
static const vector_tensor qmatmul_37_in[] = {
    {2, 4, {1, 2, 4, 5}, qmatmul_37_in0},
    {3, 4, {3, 2, 2, 3}, qmatmul_37_in1},
};
static const double qmatmul_37_out0[] = {
    -103359, -100762, -66469, -87580, -68019, -68151, -77692, -72819, -72809, -21892, -22117,
    16073, -5591, -35645, -17802, -17547, -24143, 6913, 80700, 71246, 67790, 68774, 57088, 35278,
    73273, 47905, 77039,
};
static const vector_tensor qmatmul_37_out[] = {
    {6, 4, {1, 3, 3, 3}, qmatmul_37_out0},
};
static const vector_attr qmatmul_37_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* ConvInteger 10 zero points, padded: onnxruntime */
static const double qmatmul_38_in0[] = {
    229, 236, 24, 63, 144, 154, 142, 63, 255, 119, 227, 212, 16, 215, 242, 170, 114, 43, 187, 94,
    209, 209, 10, 148, 38, 98, 65, 85, 158, 198, 158, 2, 184, 207, 78, 63, 162, 206, 93, 159, 160,
    179, 172, 12, 123, 244, 131, 26, 32, 26, 13, 47, 167, 205, 211, 148, 195, 202, 90, 41, 191,
    119, 178, 238, 64, 117, 174, 149, 102, 68, 151, 202, 252, 171, 197, 142, 246, 177, 147, 16,
};
static const double qmatmul_38_in1[] = {
    -34, -48, 92, 53, -76, 0, -122, 39, 96, 57, -72, 15, 99, -53, 16, 89, -51, -101, 53, -63, -16,
    -59, -50, -95, 50, 21, -74, -70, -45, 57, -126, -84, -28, -76, 22, -91, 9, 51, 11, -126, -72,
    118, 114, 82, -123, -10, 53, 112, -85, 33, -114, -71, 82, 118,
};
static const double qmatmul_38_in2[] = {
    89,
};
static const double qmatmul_38_in3[] = {
    -126,
};
static const vector_tensor qmatmul_38_in[] = {
    {2, 4, {2, 2, 4, 5}, qmatmul_38_in0},
    {3, 4, {3, 2, 3, 3}, qmatmul_38_in1},
    {2, 0, {0}, qmatmul_38_in2},
    {3, 0, {0}, qmatmul_38_in3},
};
static const double qmatmul_38_out0[] = {
    73888, 52030, 78437, 14271, 36272, 47597, 45598, 121352, 120698, 99403, 44800, 30472, 21328,
    28067, 53504, 26849, 61067, 83061, 63184, 92448, 73643, 36203, 5707, 86652, 69827, 91383,
    56160, 104026, 168178, 105926, 65720, 72904, 45182, 32350, 10214, 87390, 129627, 128214, 89282,
    43364, 47498, 70410, 37043, -13983, -25376, 66332, 118556, 89093, 38592, -8349, 101302, 114739,
    19995, 4893, -26467, 117215, 185290, 164492, 60389, -15713,
};
static const vector_tensor qmatmul_38_out[] = {
    {6, 4, {2, 3, 2, 5}, qmatmul_38_out0},
};
static const vector_attr qmatmul_38_attr[] = {
    {"pads", NULL, 4, {1, 1, 1, 1}},
    {"strides", NULL, 2, {2, 1}},
};

/* ConvInteger 10 each channel: reference */
static const double qmatmul_39_in0[] = {
    61, 152, 237, 232, 86, 111, 88, 16, 207, 129, 207, 121, 239, 41, 43, 193, 157, 215, 247, 37, 8,
    76, 97, 233, 105, 154, 228, 240, 10, 47, 79, 242, 40, 46, 154, 9, 203, 252, 61, 3, 206, 135,
    223, 236, 48, 223, 176, 6, 242, 128, 189, 31, 9, 104, 21, 221, 24, 44, 52, 83, 134, 142, 237,
    205, 223, 37, 246, 62, 196, 163, 196, 38, 17, 32, 99, 89, 236, 165, 58, 192, 216, 23, 203, 187,
    177, 22, 217, 79, 168, 45, 160, 99, 162, 2, 168, 254, 88, 210, 132, 67, 81, 66, 5, 134, 148,
    164, 157, 251, 253, 225, 192, 132, 197, 195, 101, 230, 13, 201, 247, 147,
};
static const double qmatmul_39_in1[] = {
    -47, 42, 100, 64, -59, 18, 84, -105, -45, -120, -59, 66, -96, 15, 95, -112, 62, 16, 68, 13,
    -45, -120, 20, -7, -112, -9, -43, -32, 82, -89, -44, 69,
};
static const double qmatmul_39_in2[] = {
    131,
};
static const double qmatmul_39_in3[] = {
    -12, -22, 20, 91,
};
static const vector_tensor qmatmul_39_in[] = {
    {2, 4, {1, 4, 6, 5}, qmatmul_39_in0},
    {3, 4, {4, 2, 2, 2}, qmatmul_39_in1},
    {2, 0, {0}, qmatmul_39_in2},
    {3, 1, {4}, qmatmul_39_in3},
};
static const double qmatmul_39_out0[] = {
    -23916, -17897, 11022, 13544, -12512, 23938, -4042, 7794, -249, -17330, 19839, 20782, -3757,
    13465, -4730, -9693, 1756, -15071, 8059, -6491, 24799, 14728, 14536, -37499, -10585, -4391,
    1129, 11622, -7005, 6080, -23798, -10995, 31400, 342, -14902, 12230, -20390, -19349, 24569,
    -7122, 23074, 34353, -33862, -415, 12645, 9327, -8923, 1803, 532, -3742, 18728, -15471, -17693,
    -9619, -124, 227, 7483, -1185, -1870, 8738, -4156, 3870, -3794, 4624, 1536, 8203, -2486, 15341,
    958, -77, -9836, -1597, -9584, 5028, 8432, 20261, 10945, 4714, -3429, -241, -10617, -11614,
    -29047, -22454, -7676, -103, -14129, -10450, 2208, 3882, -17208, -2856, -9436, -11373, 4352,
    14699, 19906, 38420, -13298, -17016, 1901, -54680, -7845, -21143, -26784, 1892, 57573, 6782,
    -932, 4229, -13692, -37287, -32227, -19691, -3865, -7184, 2835, -32330, -11144, -9068,
};
static const vector_tensor qmatmul_39_out[] = {
    {6, 4, {1, 4, 6, 5}, qmatmul_39_out0},
};
static const vector_attr qmatmul_39_attr[] = {
    {"group", NULL, 0, {2}},
    {"dilations", NULL, 2, {2, 1}},
    {"auto_pad", "SAME_UPPER", 0, {0}},
};

/* ConvInteger 10 s8 s8: reference */
static const double qmatmul_40_in0[] = {
    -54, -77, 13, -23, -46, 25, -66, 113, 42, 104, 104, -124, 61, -84,
};
static const double qmatmul_40_in1[] = {
    -27, 12, -18, -120, -33, -99, 10, 103, -119, -7, 105, 88, 54, 82, -11, -25, 23, 3,
};
static const double qmatmul_40_in2[] = {
    -99,
};
static const vector_tensor qmatmul_40_in[] = {
    {3, 3, {1, 2, 7}, qmatmul_40_in0},
    {3, 3, {3, 2, 3}, qmatmul_40_in1},
    {3, 0, {0}, qmatmul_40_in2},
};
static const double qmatmul_40_out0[] = {
    -53157, -44334, -31650, -43023, -4302, 20573, 40904, 20335, 1497, 27670, 1554, 11289, 11216,
    1916, 17017,
};
static const vector_tensor qmatmul_40_out[] = {
    {6, 3, {1, 3, 5}, qmatmul_40_out0},
};
static const vector_attr qmatmul_40_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* ConvInteger 10 s8 u8: reference */
static const double qmatmul_41_in0[] = {
    121, -33, -88, 51, -80, -42, -115, -50, -105, -26, 10, 83, -126, 57,
};
static const double qmatmul_41_in1[] = {
    171, 6, 202, 198, 125, 170, 47, 242, 60, 25, 95, 223, 160, 182, 78, 124, 249, 4,
};
static const double qmatmul_41_in2[] = {
    -18,
};
static const double qmatmul_41_in3[] = {
    136,
};
static const vector_tensor qmatmul_41_in[] = {
    {3, 3, {1, 2, 7}, qmatmul_41_in0},
    {2, 3, {3, 2, 3}, qmatmul_41_in1},
    {3, 0, {0}, qmatmul_41_in2},
    {2, 0, {0}, qmatmul_41_in3},
};
static const double qmatmul_41_out0[] = {
    896, 8775, -12882, 5844, 4548, -2218, 1092, 26783, -27534, 10088, -1685, -11138, -4982, 25529,
    -20282,
};
static const vector_tensor qmatmul_41_out[] = {
    {6, 3, {1, 3, 5}, qmatmul_41_out0},
};
static const vector_attr qmatmul_41_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* DynamicQuantizeLinear 11 both signs: onnxruntime */
static const double qmatmul_42_in0[] = {
    0, 2, -3, -2.5, 1.340000033378601, 0.5,
};
static const vector_tensor qmatmul_42_in[] = {
    {1, 1, {6}, qmatmul_42_in0},
};
static const double qmatmul_42_out0[] = {
    153, 255, 0, 26, 221, 179,
};
static const double qmatmul_42_out1[] = {
    0.019607843831181526,
};
static const double qmatmul_42_out2[] = {
    153,
};
static const vector_tensor qmatmul_42_out[] = {
    {2, 1, {6}, qmatmul_42_out0},
    {1, 0, {0}, qmatmul_42_out1},
    {2, 0, {0}, qmatmul_42_out2},
};
static const vector_attr qmatmul_42_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* DynamicQuantizeLinear 11 positive: onnxruntime */
static const double qmatmul_43_in0[] = {
    1, 2.0999999046325684, 1.2999999523162842, 2.5, 3.3399999141693115, 4,
};
static const vector_tensor qmatmul_43_in[] = {
    {1, 1, {6}, qmatmul_43_in0},
};
static const double qmatmul_43_out0[] = {
    64, 134, 83, 159, 213, 255,
};
static const double qmatmul_43_out1[] = {
    0.01568627543747425,
};
static const double qmatmul_43_out2[] = {
    0,
};
static const vector_tensor qmatmul_43_out[] = {
    {2, 1, {6}, qmatmul_43_out0},
    {1, 0, {0}, qmatmul_43_out1},
    {2, 0, {0}, qmatmul_43_out2},
};
static const vector_attr qmatmul_43_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* DynamicQuantizeLinear 11 negative: onnxruntime */
static const double qmatmul_44_in0[] = {
    -1, -2.0999999046325684, -1.2999999523162842, -2.5, -3.3399999141693115, -4,
};
static const vector_tensor qmatmul_44_in[] = {
    {1, 1, {6}, qmatmul_44_in0},
};
static const double qmatmul_44_out0[] = {
    191, 121, 172, 96, 42, 0,
};
static const double qmatmul_44_out1[] = {
    0.01568627543747425,
};
static const double qmatmul_44_out2[] = {
    255,
};
static const vector_tensor qmatmul_44_out[] = {
    {2, 1, {6}, qmatmul_44_out0},
    {1, 0, {0}, qmatmul_44_out1},
    {2, 0, {0}, qmatmul_44_out2},
};
static const vector_attr qmatmul_44_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* DynamicQuantizeLinear 11 zeros: onnxruntime */
static const double qmatmul_45_in0[] = {
    0, 0,
};
static const vector_tensor qmatmul_45_in[] = {
    {1, 1, {2}, qmatmul_45_in0},
};
static const double qmatmul_45_out0[] = {
    0, 0,
};
static const double qmatmul_45_out1[] = {
    1,
};
static const double qmatmul_45_out2[] = {
    0,
};
static const vector_tensor qmatmul_45_out[] = {
    {2, 1, {2}, qmatmul_45_out0},
    {1, 0, {0}, qmatmul_45_out1},
    {2, 0, {0}, qmatmul_45_out2},
};
static const vector_attr qmatmul_45_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* DynamicQuantizeLinear 11 one: onnxruntime */
static const double qmatmul_46_in0[] = {
    -7.25,
};
static const vector_tensor qmatmul_46_in[] = {
    {1, 1, {1}, qmatmul_46_in0},
};
static const double qmatmul_46_out0[] = {
    0,
};
static const double qmatmul_46_out1[] = {
    0.028431372717022896,
};
static const double qmatmul_46_out2[] = {
    255,
};
static const vector_tensor qmatmul_46_out[] = {
    {2, 1, {1}, qmatmul_46_out0},
    {1, 0, {0}, qmatmul_46_out1},
    {2, 0, {0}, qmatmul_46_out2},
};
static const vector_attr qmatmul_46_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* DynamicQuantizeLinear 11 matrix: onnxruntime */
static const double qmatmul_47_in0[] = {
    -3.716926097869873, -1.3395278453826904, 2.6213090419769287, 3.2359983921051025,
    1.9008172750473022, 0.8016735315322876, -1.310872197151184, 5.988525390625,
    -3.9459445476531982, -3.5385031700134277, -2.2739179134368896, 0.4875706732273102,
    -1.3708113431930542, 2.2208566665649414, -4.611509323120117, 2.389295816421509,
    5.0991034507751465, 2.512765645980835, -0.9069309234619141, -1.7977169752120972,
    3.1361379623413086, -5.008206367492676, -2.362328052520752, -4.943639278411865,
    -0.4674958884716034, 5.317711353302002, -1.3062421083450317, 3.081401824951172,
    -3.200366258621216, -1.6556206941604614, -1.721024990081787, 3.0219078063964844,
    -2.6086809635162354, -2.0130245685577393, -0.032245658338069916,
};
static const vector_tensor qmatmul_47_in[] = {
    {1, 2, {5, 7}, qmatmul_47_in0},
};
static const double qmatmul_47_out0[] = {
    30, 85, 177, 191, 160, 135, 86, 255, 24, 34, 63, 127, 84, 167, 9, 171, 234, 174, 95, 74, 189,
    0, 61, 1, 105, 239, 86, 187, 42, 78, 76, 186, 56, 69, 115,
};
static const double qmatmul_47_out1[] = {
    0.04312443733215332,
};
static const double qmatmul_47_out2[] = {
    116,
};
static const vector_tensor qmatmul_47_out[] = {
    {2, 2, {5, 7}, qmatmul_47_out0},
    {1, 0, {0}, qmatmul_47_out1},
    {2, 0, {0}, qmatmul_47_out2},
};
static const vector_attr qmatmul_47_attr[] = {
    {"unused", NULL, 0, {0}},
};

/* DynamicQuantizeLinear 11 halves: onnxruntime */
static const double qmatmul_48_in0[] = {
    -32.12598419189453, -31.62401580810547, -31.122047424316406, -30.620079040527344,
    -30.11811065673828, -29.61614227294922, -29.114173889160156, -28.612205505371094,
    -28.11023712158203, -27.608266830444336, -27.106298446655273, -26.60433006286621,
    -26.10236167907715, -25.600393295288086, -25.098424911499023, -24.59645652770996,
    -24.0944881439209, -23.592519760131836, -23.090551376342773, -22.58858299255371,
    -22.08661460876465, -21.584646224975586, -21.082677841186523, -20.58070945739746,
    -20.0787410736084, -19.576770782470703, -19.07480239868164, -18.572834014892578,
    -18.070865631103516, -17.568897247314453, -17.06692886352539, -16.564960479736328,
    -16.062992095947266, -15.561023712158203, -15.05905532836914, -14.557086944580078,
    -14.055118560791016, -13.553149223327637, -13.051180839538574, -12.549212455749512,
    -12.04724407196045, -11.545275688171387, -11.043307304382324, -10.541338920593262,
    -10.0393705368042, -9.53740119934082, -9.035432815551758, -8.533464431762695,
    -8.031496047973633, -7.52952766418457, -7.027559280395508, -6.525590419769287,
    -6.023622035980225, -5.521653652191162, -5.0196852684021, -4.517716407775879,
    -4.015748023986816, -3.513779640197754, -3.0118110179901123, -2.50984263420105,
    -2.007874011993408, -1.5059055089950562, -1.003937005996704, -0.501968502998352, 0,
    0.501968502998352, 1.003937005996704, 1.5059055089950562, 2.007874011993408, 2.50984263420105,
    3.0118110179901123, 3.513779640197754, 4.015748023986816, 4.517716407775879, 5.0196852684021,
    5.521653652191162, 6.023622035980225, 6.525590419769287, 7.027559280395508, 7.52952766418457,
    8.031496047973633, 8.533464431762695, 9.035432815551758, 9.53740119934082, 10.0393705368042,
    10.541338920593262, 11.043307304382324, 11.545275688171387, 12.04724407196045,
    12.549212455749512, 13.051180839538574, 13.553149223327637, 14.055118560791016,
    14.557086944580078, 15.05905532836914, 15.561023712158203, 16.062992095947266,
    16.564960479736328, 17.06692886352539, 17.568897247314453, 18.070865631103516,
    18.572834014892578, 19.07480239868164, 19.576770782470703, 20.0787410736084, 20.58070945739746,
    21.082677841186523, 21.584646224975586, 22.08661460876465, 22.58858299255371,
    23.090551376342773, 23.592519760131836, 24.0944881439209, 24.59645652770996,
    25.098424911499023, 25.600393295288086, 26.10236167907715, 26.60433006286621,
    27.106298446655273, 27.608266830444336, 28.11023712158203, 28.612205505371094,
    29.114173889160156, 29.61614227294922, 30.11811065673828, 30.620079040527344,
    31.122047424316406, 31.62401580810547,
};
static const vector_tensor qmatmul_48_in[] = {
    {1, 1, {128}, qmatmul_48_in0},
};
static const double qmatmul_48_out0[] = {
    0, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49,
    51, 53, 55, 57, 59, 61, 63, 65, 67, 69, 71, 73, 75, 77, 79, 81, 83, 85, 87, 89, 91, 93, 95, 97,
    99, 101, 103, 105, 107, 109, 111, 113, 115, 117, 119, 121, 123, 125, 127, 129, 131, 133, 135,
    137, 139, 141, 143, 145, 147, 149, 151, 153, 155, 157, 159, 161, 163, 165, 167, 169, 171, 173,
    175, 177, 179, 181, 183, 185, 187, 189, 191, 193, 195, 197, 199, 201, 203, 205, 207, 209, 211,
    213, 215, 217, 219, 221, 223, 225, 227, 229, 231, 233, 235, 237, 239, 241, 243, 245, 247, 249,
    251, 253, 255,
};
static const double qmatmul_48_out1[] = {
    0.25,
};
static const double qmatmul_48_out2[] = {
    129,
};
static const vector_tensor qmatmul_48_out[] = {
    {2, 1, {128}, qmatmul_48_out0},
    {1, 0, {0}, qmatmul_48_out1},
    {2, 0, {0}, qmatmul_48_out2},
};
static const vector_attr qmatmul_48_attr[] = {
    {"unused", NULL, 0, {0}},
};

static const vector_case qmatmul_vectors[] = {
    {"MatMulInteger", "plain", 10, 0, 2, 1, qmatmul_0_attr,
     qmatmul_0_in, qmatmul_0_out},
    {"MatMulInteger", "zero points", 10, 0, 4, 1, qmatmul_1_attr,
     qmatmul_1_in, qmatmul_1_out},
    {"MatMulInteger", "each column", 10, 0, 4, 1, qmatmul_2_attr,
     qmatmul_2_in, qmatmul_2_out},
    {"MatMulInteger", "plain", 10, 0, 2, 1, qmatmul_3_attr,
     qmatmul_3_in, qmatmul_3_out},
    {"MatMulInteger", "zero points", 10, 0, 4, 1, qmatmul_4_attr,
     qmatmul_4_in, qmatmul_4_out},
    {"MatMulInteger", "each column", 10, 0, 4, 1, qmatmul_5_attr,
     qmatmul_5_in, qmatmul_5_out},
    {"MatMulInteger", "plain", 10, 0, 2, 1, qmatmul_6_attr,
     qmatmul_6_in, qmatmul_6_out},
    {"MatMulInteger", "zero points", 10, 0, 4, 1, qmatmul_7_attr,
     qmatmul_7_in, qmatmul_7_out},
    {"MatMulInteger", "each column", 10, 0, 4, 1, qmatmul_8_attr,
     qmatmul_8_in, qmatmul_8_out},
    {"MatMulInteger", "s8 u8", 10, 0, 4, 1, qmatmul_9_attr,
     qmatmul_9_in, qmatmul_9_out},
    {"MatMulInteger", "each row", 10, 0, 4, 1, qmatmul_10_attr,
     qmatmul_10_in, qmatmul_10_out},
    {"MatMulInteger", "each row of each matrix", 10, 0, 4, 1, qmatmul_11_attr,
     qmatmul_11_in, qmatmul_11_out},
    {"MatMulInteger", "batches", 10, 0, 4, 1, qmatmul_12_attr,
     qmatmul_12_in, qmatmul_12_out},
    {"MatMulInteger", "each column of each matrix", 10, 0, 4, 1, qmatmul_13_attr,
     qmatmul_13_in, qmatmul_13_out},
    {"MatMulInteger", "vectors", 10, 0, 4, 1, qmatmul_14_attr,
     qmatmul_14_in, qmatmul_14_out},
    {"MatMulInteger", "a row", 10, 0, 2, 1, qmatmul_15_attr,
     qmatmul_15_in, qmatmul_15_out},
    {"MatMulInteger", "a column", 10, 0, 2, 1, qmatmul_16_attr,
     qmatmul_16_in, qmatmul_16_out},
    {"QLinearMatMul", "plain", 10, 0, 8, 1, qmatmul_17_attr,
     qmatmul_17_in, qmatmul_17_out},
    {"QLinearMatMul", "each column", 10, 0, 8, 1, qmatmul_18_attr,
     qmatmul_18_in, qmatmul_18_out},
    {"QLinearMatMul", "plain", 10, 0, 8, 1, qmatmul_19_attr,
     qmatmul_19_in, qmatmul_19_out},
    {"QLinearMatMul", "each column", 10, 0, 8, 1, qmatmul_20_attr,
     qmatmul_20_in, qmatmul_20_out},
    {"QLinearMatMul", "plain", 10, 0, 8, 1, qmatmul_21_attr,
     qmatmul_21_in, qmatmul_21_out},
    {"QLinearMatMul", "each column", 10, 0, 8, 1, qmatmul_22_attr,
     qmatmul_22_in, qmatmul_22_out},
    {"QLinearMatMul", "batches", 10, 0, 8, 1, qmatmul_23_attr,
     qmatmul_23_in, qmatmul_23_out},
    {"QLinearMatMul", "plain", 21, 0, 8, 1, qmatmul_24_attr,
     qmatmul_24_in, qmatmul_24_out},
    {"QLinearMatMul", "each column", 21, 0, 8, 1, qmatmul_25_attr,
     qmatmul_25_in, qmatmul_25_out},
    {"QLinearMatMul", "plain", 21, 0, 8, 1, qmatmul_26_attr,
     qmatmul_26_in, qmatmul_26_out},
    {"QLinearMatMul", "each column", 21, 0, 8, 1, qmatmul_27_attr,
     qmatmul_27_in, qmatmul_27_out},
    {"QLinearMatMul", "plain", 21, 0, 8, 1, qmatmul_28_attr,
     qmatmul_28_in, qmatmul_28_out},
    {"QLinearMatMul", "each column", 21, 0, 8, 1, qmatmul_29_attr,
     qmatmul_29_in, qmatmul_29_out},
    {"QLinearMatMul", "batches", 21, 0, 8, 1, qmatmul_30_attr,
     qmatmul_30_in, qmatmul_30_out},
    {"QLinearMatMul", "scales of float16", 21, 0, 8, 1, qmatmul_31_attr,
     qmatmul_31_in, qmatmul_31_out},
    {"QLinearMatMul", "scales of float32", 21, 0, 8, 1, qmatmul_32_attr,
     qmatmul_32_in, qmatmul_32_out},
    {"QLinearMatMul", "each row", 10, 0, 8, 1, qmatmul_33_attr,
     qmatmul_33_in, qmatmul_33_out},
    {"ConvInteger", "plain", 10, 0, 2, 1, qmatmul_34_attr,
     qmatmul_34_in, qmatmul_34_out},
    {"ConvInteger", "zero points, padded", 10, 2, 4, 1, qmatmul_35_attr,
     qmatmul_35_in, qmatmul_35_out},
    {"ConvInteger", "each channel", 10, 3, 4, 1, qmatmul_36_attr,
     qmatmul_36_in, qmatmul_36_out},
    {"ConvInteger", "plain", 10, 0, 2, 1, qmatmul_37_attr,
     qmatmul_37_in, qmatmul_37_out},
    {"ConvInteger", "zero points, padded", 10, 2, 4, 1, qmatmul_38_attr,
     qmatmul_38_in, qmatmul_38_out},
    {"ConvInteger", "each channel", 10, 3, 4, 1, qmatmul_39_attr,
     qmatmul_39_in, qmatmul_39_out},
    {"ConvInteger", "s8 s8", 10, 0, 3, 1, qmatmul_40_attr,
     qmatmul_40_in, qmatmul_40_out},
    {"ConvInteger", "s8 u8", 10, 0, 4, 1, qmatmul_41_attr,
     qmatmul_41_in, qmatmul_41_out},
    {"DynamicQuantizeLinear", "both signs", 11, 0, 1, 3, qmatmul_42_attr,
     qmatmul_42_in, qmatmul_42_out},
    {"DynamicQuantizeLinear", "positive", 11, 0, 1, 3, qmatmul_43_attr,
     qmatmul_43_in, qmatmul_43_out},
    {"DynamicQuantizeLinear", "negative", 11, 0, 1, 3, qmatmul_44_attr,
     qmatmul_44_in, qmatmul_44_out},
    {"DynamicQuantizeLinear", "zeros", 11, 0, 1, 3, qmatmul_45_attr,
     qmatmul_45_in, qmatmul_45_out},
    {"DynamicQuantizeLinear", "one", 11, 0, 1, 3, qmatmul_46_attr,
     qmatmul_46_in, qmatmul_46_out},
    {"DynamicQuantizeLinear", "matrix", 11, 0, 1, 3, qmatmul_47_attr,
     qmatmul_47_in, qmatmul_47_out},
    {"DynamicQuantizeLinear", "halves", 11, 0, 1, 3, qmatmul_48_attr,
     qmatmul_48_in, qmatmul_48_out},
};

#endif
