/* Made by tests/kernels/gen_einsum.py: do not edit. */
#ifndef CM_TESTS_KERNELS_EINSUM_VECTORS_H
#define CM_TESTS_KERNELS_EINSUM_VECTORS_H

#include <math.h>

#include "tests/kernels/vectors.h"

/* Einsum 12 float32 ij,jk->ik: reference */
static const double einsum_0_in0[] = {
    1, -2, 3, 3, -3, -2,
};
static const double einsum_0_in1[] = {
    -2, -2, 1, -1, 0, -2, 3, 1, 1, -3, -2, 3,
};
static const vector_tensor einsum_0_in[] = {
    {1, 2, {2, 3}, einsum_0_in0},
    {1, 2, {3, 4}, einsum_0_in1},
};
static const double einsum_0_out0[] = {
    1, -7, -11, 6, -8, 6, -2, -12,
};
static const vector_tensor einsum_0_out[] = {
    {1, 2, {2, 4}, einsum_0_out0},
};
static const vector_attr einsum_0_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 float32 ij,jk: reference */
static const double einsum_1_in0[] = {
    -1, 3, 2, -3, 0, 0,
};
static const double einsum_1_in1[] = {
    0, -3, 2, -2, -1, -1, -1, 0, 2, 0, 2, 3,
};
static const vector_tensor einsum_1_in[] = {
    {1, 2, {2, 3}, einsum_1_in0},
    {1, 2, {3, 4}, einsum_1_in1},
};
static const double einsum_1_out0[] = {
    1, 0, -1, 8, 0, 9, -6, 6,
};
static const vector_tensor einsum_1_out[] = {
    {1, 2, {2, 4}, einsum_1_out0},
};
static const vector_attr einsum_1_attr[] = {
    {"equation", "ij,jk", 0, {0}},
};

/* Einsum 12 float32 ij->ji: reference */
static const double einsum_2_in0[] = {
    -2, -2, 0, -2, 1, 1,
};
static const vector_tensor einsum_2_in[] = {
    {1, 2, {2, 3}, einsum_2_in0},
};
static const double einsum_2_out0[] = {
    -2, -2, -2, 1, 0, 1,
};
static const vector_tensor einsum_2_out[] = {
    {1, 2, {3, 2}, einsum_2_out0},
};
static const vector_attr einsum_2_attr[] = {
    {"equation", "ij->ji", 0, {0}},
};

/* Einsum 12 float32 ji: reference */
static const double einsum_3_in0[] = {
    1, 3, -1, 3, 3, 3,
};
static const vector_tensor einsum_3_in[] = {
    {1, 2, {2, 3}, einsum_3_in0},
};
static const double einsum_3_out0[] = {
    1, 3, 3, 3, -1, 3,
};
static const vector_tensor einsum_3_out[] = {
    {1, 2, {3, 2}, einsum_3_out0},
};
static const vector_attr einsum_3_attr[] = {
    {"equation", "ji", 0, {0}},
};

/* Einsum 12 float32 ba: reference */
static const double einsum_4_in0[] = {
    -1, -3, 3, 3, -1, 1,
};
static const vector_tensor einsum_4_in[] = {
    {1, 2, {2, 3}, einsum_4_in0},
};
static const double einsum_4_out0[] = {
    -1, 3, -3, -1, 3, 1,
};
static const vector_tensor einsum_4_out[] = {
    {1, 2, {3, 2}, einsum_4_out0},
};
static const vector_attr einsum_4_attr[] = {
    {"equation", "ba", 0, {0}},
};

/* Einsum 12 float32 ii->i: reference */
static const double einsum_5_in0[] = {
    -2, 3, 2, -1, 2, -2, 3, 2, 2,
};
static const vector_tensor einsum_5_in[] = {
    {1, 2, {3, 3}, einsum_5_in0},
};
static const double einsum_5_out0[] = {
    -2, 2, 2,
};
static const vector_tensor einsum_5_out[] = {
    {1, 1, {3}, einsum_5_out0},
};
static const vector_attr einsum_5_attr[] = {
    {"equation", "ii->i", 0, {0}},
};

/* Einsum 12 float32 ii: reference */
static const double einsum_6_in0[] = {
    1, -3, 2, 1, -2, 3, -3, -1, 2,
};
static const vector_tensor einsum_6_in[] = {
    {1, 2, {3, 3}, einsum_6_in0},
};
static const double einsum_6_out0[] = {
    1,
};
static const vector_tensor einsum_6_out[] = {
    {1, 0, {0}, einsum_6_out0},
};
static const vector_attr einsum_6_attr[] = {
    {"equation", "ii", 0, {0}},
};

/* Einsum 12 float32 ij->: reference */
static const double einsum_7_in0[] = {
    2, -3, -2, 3, 0, -3,
};
static const vector_tensor einsum_7_in[] = {
    {1, 2, {2, 3}, einsum_7_in0},
};
static const double einsum_7_out0[] = {
    -3,
};
static const vector_tensor einsum_7_out[] = {
    {1, 0, {0}, einsum_7_out0},
};
static const vector_attr einsum_7_attr[] = {
    {"equation", "ij->", 0, {0}},
};

/* Einsum 12 float32 i,i->: reference */
static const double einsum_8_in0[] = {
    -1, 1, -3, -1, -2,
};
static const double einsum_8_in1[] = {
    -1, 1, -2, 3, 2,
};
static const vector_tensor einsum_8_in[] = {
    {1, 1, {5}, einsum_8_in0},
    {1, 1, {5}, einsum_8_in1},
};
static const double einsum_8_out0[] = {
    1,
};
static const vector_tensor einsum_8_out[] = {
    {1, 0, {0}, einsum_8_out0},
};
static const vector_attr einsum_8_attr[] = {
    {"equation", "i,i->", 0, {0}},
};

/* Einsum 12 float32 i,j->ij: reference */
static const double einsum_9_in0[] = {
    1, 3, -3,
};
static const double einsum_9_in1[] = {
    2, 3, 1, 0,
};
static const vector_tensor einsum_9_in[] = {
    {1, 1, {3}, einsum_9_in0},
    {1, 1, {4}, einsum_9_in1},
};
static const double einsum_9_out0[] = {
    2, 3, 1, 0, 6, 9, 3, 0, -6, -9, -3, -0.0,
};
static const vector_tensor einsum_9_out[] = {
    {1, 2, {3, 4}, einsum_9_out0},
};
static const vector_attr einsum_9_attr[] = {
    {"equation", "i,j->ij", 0, {0}},
};

/* Einsum 12 float32 i,j->ji: reference */
static const double einsum_10_in0[] = {
    1, 2, 0,
};
static const double einsum_10_in1[] = {
    0, 0, 2, 3,
};
static const vector_tensor einsum_10_in[] = {
    {1, 1, {3}, einsum_10_in0},
    {1, 1, {4}, einsum_10_in1},
};
static const double einsum_10_out0[] = {
    0, 0, 0, 0, 0, 0, 2, 4, 0, 3, 6, 0,
};
static const vector_tensor einsum_10_out[] = {
    {1, 2, {4, 3}, einsum_10_out0},
};
static const vector_attr einsum_10_attr[] = {
    {"equation", "i,j->ji", 0, {0}},
};

/* Einsum 12 float32 bij,bjk->bik: reference */
static const double einsum_11_in0[] = {
    2, -2, 3, -2, 1, 3, 3, 3, 2, 0, -3, 2,
};
static const double einsum_11_in1[] = {
    2, 2, 0, 3, -1, -3, 3, 3, 1, 0, 3, 0, 3, 1, 3, 1, -1, 0, 1, -1, -3, 3, 2, 2,
};
static const vector_tensor einsum_11_in[] = {
    {1, 3, {2, 2, 3}, einsum_11_in0},
    {1, 3, {2, 3, 4}, einsum_11_in1},
};
static const double einsum_11_out0[] = {
    9, 10, 3, 0, -2, -7, 12, -3, 0, 9, 16, 4, -3, 6, 1, 7,
};
static const vector_tensor einsum_11_out[] = {
    {1, 3, {2, 2, 4}, einsum_11_out0},
};
static const vector_attr einsum_11_attr[] = {
    {"equation", "bij,bjk->bik", 0, {0}},
};

/* Einsum 12 float32 bhid,bhjd->bhij: reference */
static const double einsum_12_in0[] = {
    0, -3, 3, -1, -3, 2, -1, 3, 1, 3, -2, -2, 3, 3, 3, 1, 3, -3, 2, -2, -3, -2, -2, -3,
};
static const double einsum_12_in1[] = {
    -1, 1, 1, -1, 0, 1, 2, -3, 1, 3, -2, 1, -2, 2, -2, 1,
};
static const vector_tensor einsum_12_in[] = {
    {1, 4, {1, 2, 3, 4}, einsum_12_in0},
    {1, 4, {1, 2, 2, 4}, einsum_12_in1},
};
static const double einsum_12_out0[] = {
    1, 6, 1, -9, 2, 5, 7, -5, -12, -18, -8, 3,
};
static const vector_tensor einsum_12_out[] = {
    {1, 4, {1, 2, 3, 2}, einsum_12_out0},
};
static const vector_attr einsum_12_attr[] = {
    {"equation", "bhid,bhjd->bhij", 0, {0}},
};

/* Einsum 12 float32 bhij,bhjd->bhid: reference */
static const double einsum_13_in0[] = {
    -2, 0, 2, -2, -2, 3, 2, -2, 0, 0, 0, -3,
};
static const double einsum_13_in1[] = {
    0, -3, 1, 1, 0, 3, 2, 0, 3, 2, -2, 3, -1, 0, -2, 2,
};
static const vector_tensor einsum_13_in[] = {
    {1, 4, {1, 2, 3, 2}, einsum_13_in0},
    {1, 4, {1, 2, 2, 4}, einsum_13_in1},
};
static const double einsum_13_out0[] = {
    0, 6, -2, -2, 0, -12, -2, 2, 0, 15, 4, -2, 8, 4, 0, 2, 0, 0, 0, 0, 3, 0, 6, -6,
};
static const vector_tensor einsum_13_out[] = {
    {1, 4, {1, 2, 3, 4}, einsum_13_out0},
};
static const vector_attr einsum_13_attr[] = {
    {"equation", "bhij,bhjd->bhid", 0, {0}},
};

/* Einsum 12 float32 ...ii->...i: reference */
static const double einsum_14_in0[] = {
    2, -1, 0, -2, -3, -2, -1, -3, -1, -3, 1, 2, -1, 3, -3, -3, -3, 2,
};
static const vector_tensor einsum_14_in[] = {
    {1, 3, {2, 3, 3}, einsum_14_in0},
};
static const double einsum_14_out0[] = {
    2, -3, -1, -3, 3, 2,
};
static const vector_tensor einsum_14_out[] = {
    {1, 2, {2, 3}, einsum_14_out0},
};
static const vector_attr einsum_14_attr[] = {
    {"equation", "...ii->...i", 0, {0}},
};

/* Einsum 12 float32 ...ij,...jk->...ik: reference */
static const double einsum_15_in0[] = {
    1, 2, -1, 1, 3, 0, -2, 0, -3, 1, 0, -2,
};
static const double einsum_15_in1[] = {
    2, 2, 0, -2, -1, -3, -3, 3, 0, -3, 2, -2, 1, -3, 2, -3, 1, -3,
};
static const vector_tensor einsum_15_in[] = {
    {1, 4, {2, 1, 2, 3}, einsum_15_in0},
    {1, 3, {3, 3, 2}, einsum_15_in1},
};
static const double einsum_15_out0[] = {
    3, 1, 2, -4, -5, -1, -3, -6, 4, -6, 7, -12, -1, 5, 4, 8, 0, 0, -7, 7, -5, 15, -1, 3,
};
static const vector_tensor einsum_15_out[] = {
    {1, 4, {2, 3, 2, 2}, einsum_15_out0},
};
static const vector_attr einsum_15_attr[] = {
    {"equation", "...ij,...jk->...ik", 0, {0}},
};

/* Einsum 12 float32 ...,...->...: reference */
static const double einsum_16_in0[] = {
    0, 3, 1, 1, 3, -1,
};
static const double einsum_16_in1[] = {
    -2, -3, 2,
};
static const vector_tensor einsum_16_in[] = {
    {1, 2, {2, 3}, einsum_16_in0},
    {1, 1, {3}, einsum_16_in1},
};
static const double einsum_16_out0[] = {
    -0.0, -9, 2, -2, -9, -2,
};
static const vector_tensor einsum_16_out[] = {
    {1, 2, {2, 3}, einsum_16_out0},
};
static const vector_attr einsum_16_attr[] = {
    {"equation", "...,...->...", 0, {0}},
};

/* Einsum 12 float32 i...->...: reference */
static const double einsum_17_in0[] = {
    2, 0, 0, -2, 2, 2, 0, 1, -3, 3, -3, -2,
};
static const vector_tensor einsum_17_in[] = {
    {1, 3, {3, 2, 2}, einsum_17_in0},
};
static const double einsum_17_out0[] = {
    1, 5, -3, -3,
};
static const vector_tensor einsum_17_out[] = {
    {1, 2, {2, 2}, einsum_17_out0},
};
static const vector_attr einsum_17_attr[] = {
    {"equation", "i...->...", 0, {0}},
};

/* Einsum 12 float32 i...->...i: reference */
static const double einsum_18_in0[] = {
    2, 0, -2, -1, -2, 2, -1, 0, -2, 0, -2, -1,
};
static const vector_tensor einsum_18_in[] = {
    {1, 3, {3, 2, 2}, einsum_18_in0},
};
static const double einsum_18_out0[] = {
    2, -2, -2, 0, 2, 0, -2, -1, -2, -1, 0, -1,
};
static const vector_tensor einsum_18_out[] = {
    {1, 3, {2, 2, 3}, einsum_18_out0},
};
static const vector_attr einsum_18_attr[] = {
    {"equation", "i...->...i", 0, {0}},
};

/* Einsum 12 float32 ...a,...a: reference */
static const double einsum_19_in0[] = {
    2, -2, 0, -1, 3, -2,
};
static const double einsum_19_in1[] = {
    -3, 2, -1, -2, 3, 2,
};
static const vector_tensor einsum_19_in[] = {
    {1, 2, {2, 3}, einsum_19_in0},
    {1, 2, {2, 3}, einsum_19_in1},
};
static const double einsum_19_out0[] = {
    -10, 7,
};
static const vector_tensor einsum_19_out[] = {
    {1, 1, {2}, einsum_19_out0},
};
static const vector_attr einsum_19_attr[] = {
    {"equation", "...a,...a", 0, {0}},
};

/* Einsum 12 float32 ...ij,jk: reference */
static const double einsum_20_in0[] = {
    0, -2, 2, -1, 0, 2, -1, 0, 3, -1, -1, 0,
};
static const double einsum_20_in1[] = {
    0, -2, 0, 3, -3, -2,
};
static const vector_tensor einsum_20_in[] = {
    {1, 3, {2, 2, 3}, einsum_20_in0},
    {1, 2, {3, 2}, einsum_20_in1},
};
static const double einsum_20_out0[] = {
    -6, -10, -6, -2, -9, -4, 0, -1,
};
static const vector_tensor einsum_20_out[] = {
    {1, 3, {2, 2, 2}, einsum_20_out0},
};
static const vector_attr einsum_20_attr[] = {
    {"equation", "...ij,jk", 0, {0}},
};

/* Einsum 12 float32 ab,bc,cd->ad: reference */
static const double einsum_21_in0[] = {
    -3, 2, -2, 1, -3, -1,
};
static const double einsum_21_in1[] = {
    1, 2, 1, -1, -1, -2,
};
static const double einsum_21_in2[] = {
    -1, 3, -3, 2, -1, -3, 2, -2,
};
static const vector_tensor einsum_21_in[] = {
    {1, 2, {2, 3}, einsum_21_in0},
    {1, 2, {3, 2}, einsum_21_in1},
    {1, 2, {2, 4}, einsum_21_in2},
};
static const double einsum_21_out0[] = {
    3, 15, -11, 10, -6, -24, 17, -16,
};
static const vector_tensor einsum_21_out[] = {
    {1, 2, {2, 4}, einsum_21_out0},
};
static const vector_attr einsum_21_attr[] = {
    {"equation", "ab,bc,cd->ad", 0, {0}},
};

/* Einsum 12 float32 a,b,c,d->dcba: reference */
static const double einsum_22_in0[] = {
    -3, 3,
};
static const double einsum_22_in1[] = {
    1, -1, 1,
};
static const double einsum_22_in2[] = {
    0, -2,
};
static const double einsum_22_in3[] = {
    -3, -1,
};
static const vector_tensor einsum_22_in[] = {
    {1, 1, {2}, einsum_22_in0},
    {1, 1, {3}, einsum_22_in1},
    {1, 1, {2}, einsum_22_in2},
    {1, 1, {2}, einsum_22_in3},
};
static const double einsum_22_out0[] = {
    0, 0, 0, 0, 0, 0, -18, 18, 18, -18, -18, 18, 0, 0, 0, 0, 0, 0, -6, 6, 6, -6, -6, 6,
};
static const vector_tensor einsum_22_out[] = {
    {1, 4, {2, 2, 3, 2}, einsum_22_out0},
};
static const vector_attr einsum_22_attr[] = {
    {"equation", "a,b,c,d->dcba", 0, {0}},
};

/* Einsum 12 float32 abc,cd,bd->a: reference */
static const double einsum_23_in0[] = {
    -3, -2, 0, 0, -3, -1, 3, -3, 2, -1, 2, -2,
};
static const double einsum_23_in1[] = {
    1, 3, 0, 1, 3, 0,
};
static const double einsum_23_in2[] = {
    2, 0, 0, 1, 3, 3, -2, -1, -3,
};
static const vector_tensor einsum_23_in[] = {
    {1, 3, {2, 3, 2}, einsum_23_in0},
    {1, 2, {2, 3}, einsum_23_in1},
    {1, 2, {3, 3}, einsum_23_in2},
};
static const double einsum_23_out0[] = {
    10, 10,
};
static const vector_tensor einsum_23_out[] = {
    {1, 1, {2}, einsum_23_out0},
};
static const vector_attr einsum_23_attr[] = {
    {"equation", "abc,cd,bd->a", 0, {0}},
};

/* Einsum 12 float32 iij->j: reference */
static const double einsum_24_in0[] = {
    -3, 3, -2, 0, -3, 3, -2, 3, 1, -3, -2, 0,
};
static const vector_tensor einsum_24_in[] = {
    {1, 3, {2, 2, 3}, einsum_24_in0},
};
static const double einsum_24_out0[] = {
    -6, 1, -2,
};
static const vector_tensor einsum_24_out[] = {
    {1, 1, {3}, einsum_24_out0},
};
static const vector_attr einsum_24_attr[] = {
    {"equation", "iij->j", 0, {0}},
};

/* Einsum 12 float32 iji,j->i: reference */
static const double einsum_25_in0[] = {
    2, -3, 3, 0, -3, 1, 2, -1, 1, -2, 3, 1,
};
static const double einsum_25_in1[] = {
    -2, -2, 2,
};
static const vector_tensor einsum_25_in[] = {
    {1, 3, {2, 3, 2}, einsum_25_in0},
    {1, 1, {3}, einsum_25_in1},
};
static const double einsum_25_out0[] = {
    -16, 8,
};
static const vector_tensor einsum_25_out[] = {
    {1, 1, {2}, einsum_25_out0},
};
static const vector_attr einsum_25_attr[] = {
    {"equation", "iji,j->i", 0, {0}},
};

/* Einsum 12 float32  i j , j -> i : reference */
static const double einsum_26_in0[] = {
    0, -1, 3, -2, 2, -2,
};
static const double einsum_26_in1[] = {
    3, 3, 0,
};
static const vector_tensor einsum_26_in[] = {
    {1, 2, {2, 3}, einsum_26_in0},
    {1, 1, {3}, einsum_26_in1},
};
static const double einsum_26_out0[] = {
    -3, 0,
};
static const vector_tensor einsum_26_out[] = {
    {1, 1, {2}, einsum_26_out0},
};
static const vector_attr einsum_26_attr[] = {
    {"equation", " i j , j -> i ", 0, {0}},
};

/* Einsum 12 float32 Ab,bA->Ab: reference */
static const double einsum_27_in0[] = {
    0, 0, 0, -2, 3, -3,
};
static const double einsum_27_in1[] = {
    3, 0, 3, 2, -3, -3,
};
static const vector_tensor einsum_27_in[] = {
    {1, 2, {2, 3}, einsum_27_in0},
    {1, 2, {3, 2}, einsum_27_in1},
};
static const double einsum_27_out0[] = {
    0, 0, -0.0, -0.0, 6, 9,
};
static const vector_tensor einsum_27_out[] = {
    {1, 2, {2, 3}, einsum_27_out0},
};
static const vector_attr einsum_27_attr[] = {
    {"equation", "Ab,bA->Ab", 0, {0}},
};

/* Einsum 12 float32 bA: reference */
static const double einsum_28_in0[] = {
    3, -1, 1, -2, 3, -3,
};
static const vector_tensor einsum_28_in[] = {
    {1, 2, {2, 3}, einsum_28_in0},
};
static const double einsum_28_out0[] = {
    3, -2, -1, 3, 1, -3,
};
static const vector_tensor einsum_28_out[] = {
    {1, 2, {3, 2}, einsum_28_out0},
};
static const vector_attr einsum_28_attr[] = {
    {"equation", "bA", 0, {0}},
};

/* Einsum 12 float32 ij,ij->ij: reference */
static const double einsum_29_in0[] = {
    2, -1, 3, 0, 3, -1,
};
static const double einsum_29_in1[] = {
    1, -1, -3,
};
static const vector_tensor einsum_29_in[] = {
    {1, 2, {2, 3}, einsum_29_in0},
    {1, 2, {1, 3}, einsum_29_in1},
};
static const double einsum_29_out0[] = {
    2, 1, -9, 0, -3, 3,
};
static const vector_tensor einsum_29_out[] = {
    {1, 2, {2, 3}, einsum_29_out0},
};
static const vector_attr einsum_29_attr[] = {
    {"equation", "ij,ij->ij", 0, {0}},
};

/* Einsum 12 float32 ij,jk->ik: reference */
static const double einsum_30_in0[] = {
    2, 1,
};
static const double einsum_30_in1[] = {
    1, -3, 3, -1, 0, -2,
};
static const vector_tensor einsum_30_in[] = {
    {1, 2, {2, 1}, einsum_30_in0},
    {1, 2, {3, 2}, einsum_30_in1},
};
static const double einsum_30_out0[] = {
    8, -12, 4, -6,
};
static const vector_tensor einsum_30_out[] = {
    {1, 2, {2, 2}, einsum_30_out0},
};
static const vector_attr einsum_30_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 float32 ->: reference */
static const double einsum_31_in0[] = {
    -3,
};
static const vector_tensor einsum_31_in[] = {
    {1, 0, {0}, einsum_31_in0},
};
static const double einsum_31_out0[] = {
    -3,
};
static const vector_tensor einsum_31_out[] = {
    {1, 0, {0}, einsum_31_out0},
};
static const vector_attr einsum_31_attr[] = {
    {"equation", "->", 0, {0}},
};

/* Einsum 12 float32 ,->: reference */
static const double einsum_32_in0[] = {
    -1,
};
static const double einsum_32_in1[] = {
    -3,
};
static const vector_tensor einsum_32_in[] = {
    {1, 0, {0}, einsum_32_in0},
    {1, 0, {0}, einsum_32_in1},
};
static const double einsum_32_out0[] = {
    3,
};
static const vector_tensor einsum_32_out[] = {
    {1, 0, {0}, einsum_32_out0},
};
static const vector_attr einsum_32_attr[] = {
    {"equation", ",->", 0, {0}},
};

/* Einsum 12 float32 ,i->i: reference */
static const double einsum_33_in0[] = {
    2,
};
static const double einsum_33_in1[] = {
    1, 3, 3,
};
static const vector_tensor einsum_33_in[] = {
    {1, 0, {0}, einsum_33_in0},
    {1, 1, {3}, einsum_33_in1},
};
static const double einsum_33_out0[] = {
    2, 6, 6,
};
static const vector_tensor einsum_33_out[] = {
    {1, 1, {3}, einsum_33_out0},
};
static const vector_attr einsum_33_attr[] = {
    {"equation", ",i->i", 0, {0}},
};

/* Einsum 12 float32 ij,jk->ik: reference */
static const double einsum_34_in0[] = {
    0,
};
static const double einsum_34_in1[] = {
    0,
};
static const vector_tensor einsum_34_in[] = {
    {1, 2, {2, 0}, einsum_34_in0},
    {1, 2, {0, 3}, einsum_34_in1},
};
static const double einsum_34_out0[] = {
    0, 0, 0, 0, 0, 0,
};
static const vector_tensor einsum_34_out[] = {
    {1, 2, {2, 3}, einsum_34_out0},
};
static const vector_attr einsum_34_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 float32 ij,jk->ik: reference */
static const double einsum_35_in0[] = {
    0,
};
static const double einsum_35_in1[] = {
    3, -1, 1, 2, 2, 0,
};
static const vector_tensor einsum_35_in[] = {
    {1, 2, {0, 2}, einsum_35_in0},
    {1, 2, {2, 3}, einsum_35_in1},
};
static const double einsum_35_out0[] = {
    0,
};
static const vector_tensor einsum_35_out[] = {
    {1, 2, {0, 3}, einsum_35_out0},
};
static const vector_attr einsum_35_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 float32 ijklm,mn->nljik: reference */
static const double einsum_36_in0[] = {
    -3, 1, -1, -3, 2, -3, 0, 3, 0, 3, 2, 1, -2, -3, 3, 3, 2, 1, -3, 2, -1, 2, 3, -2,
};
static const double einsum_36_in1[] = {
    -2, -2, -3, 3, -2, -1,
};
static const vector_tensor einsum_36_in[] = {
    {1, 5, {2, 1, 3, 2, 2}, einsum_36_in0},
    {1, 2, {2, 3}, einsum_36_in1},
};
static const double einsum_36_out0[] = {
    9, -13, 9, -5, -1, 8, -7, 9, -1, 3, 12, -12, 4, 2, -6, 10, -6, -2, 8, -6, -6, -12, 2, -2, 8,
    -3, -3, 9, -7, 1, 6, -3, -7, -12, 7, -7,
};
static const vector_tensor einsum_36_out[] = {
    {1, 5, {3, 2, 1, 2, 3}, einsum_36_out0},
};
static const vector_attr einsum_36_attr[] = {
    {"equation", "ijklm,mn->nljik", 0, {0}},
};

/* Einsum 12 float32 abcdefgh->hgfedcba: reference */
static const double einsum_37_in0[] = {
    0, 0, -3, -1, -3, 3, -3, 3, 2, 3, 3, 2, -3, 3, 0, 3,
};
static const vector_tensor einsum_37_in[] = {
    {1, 8, {1, 2, 1, 2, 1, 2, 1, 2}, einsum_37_in0},
};
static const double einsum_37_out0[] = {
    0, 2, -3, -3, -3, 3, -3, 0, 0, 3, 3, 3, -1, 2, 3, 3,
};
static const vector_tensor einsum_37_out[] = {
    {1, 8, {2, 1, 2, 1, 2, 1, 2, 1}, einsum_37_out0},
};
static const vector_attr einsum_37_attr[] = {
    {"equation", "abcdefgh->hgfedcba", 0, {0}},
};

/* Einsum 12 float32 bchw,bkhw,hw->bck: reference */
static const double einsum_38_in0[] = {
    1, -2, -3, -2, 3, 2, 2, -1, 1, 1, 0, 0,
};
static const double einsum_38_in1[] = {
    2, -2, 2, -1, -1, -1, -2, -1, 3, 1, 0, -3,
};
static const double einsum_38_in2[] = {
    -1, 1, 3, -1, 2, -2,
};
static const vector_tensor einsum_38_in[] = {
    {1, 4, {1, 2, 2, 3}, einsum_38_in0},
    {1, 4, {1, 2, 2, 3}, einsum_38_in1},
    {1, 2, {2, 3}, einsum_38_in2},
};
static const double einsum_38_out0[] = {
    -20, -9, 5, 13,
};
static const vector_tensor einsum_38_out[] = {
    {1, 3, {1, 2, 2}, einsum_38_out0},
};
static const vector_attr einsum_38_attr[] = {
    {"equation", "bchw,bkhw,hw->bck", 0, {0}},
};

/* Einsum 12 float64 ij,jk->ik: reference */
static const double einsum_39_in0[] = {
    2, 1, 2, 1, 2, 3, 1, -1, 3, 2, 2, 3,
};
static const double einsum_39_in1[] = {
    2, -3, 2, -1, -3, 0, 3, -3,
};
static const vector_tensor einsum_39_in[] = {
    {11, 2, {3, 4}, einsum_39_in0},
    {11, 2, {4, 2}, einsum_39_in1},
};
static const double einsum_39_out0[] = {
    3, -10, 4, -6, 13, -20,
};
static const vector_tensor einsum_39_out[] = {
    {11, 2, {3, 2}, einsum_39_out0},
};
static const vector_attr einsum_39_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 float64 ij,ik,i->jk: reference */
static const double einsum_40_in0[] = {
    2, 0, -3, 2, 2, 1,
};
static const double einsum_40_in1[] = {
    1, 1, 0, 0, -1, 1,
};
static const double einsum_40_in2[] = {
    0, 2, -2,
};
static const vector_tensor einsum_40_in[] = {
    {11, 2, {3, 2}, einsum_40_in0},
    {11, 2, {3, 2}, einsum_40_in1},
    {11, 1, {3}, einsum_40_in2},
};
static const double einsum_40_out0[] = {
    4, -4, 2, -2,
};
static const vector_tensor einsum_40_out[] = {
    {11, 2, {2, 2}, einsum_40_out0},
};
static const vector_attr einsum_40_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 float64 ij->j: reference */
static const double einsum_41_in0[] = {
    -2, -1, 2, 1, 0, 2, 2, 0, -2, 3, 1, 3,
};
static const vector_tensor einsum_41_in[] = {
    {11, 2, {3, 4}, einsum_41_in0},
};
static const double einsum_41_out0[] = {
    -4, 4, 5, 4,
};
static const vector_tensor einsum_41_out[] = {
    {11, 1, {4}, einsum_41_out0},
};
static const vector_attr einsum_41_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 float16 ij,jk->ik: reference */
static const double einsum_42_in0[] = {
    2, 3, -1, 1, -2, -2, -1, -3, -1, 1, 2, 0,
};
static const double einsum_42_in1[] = {
    2, -3, 2, -3, 0, 3, 1, 2,
};
static const vector_tensor einsum_42_in[] = {
    {10, 2, {3, 4}, einsum_42_in0},
    {10, 2, {4, 2}, einsum_42_in1},
};
static const double einsum_42_out0[] = {
    11, -16, -11, 3, 0, 6,
};
static const vector_tensor einsum_42_out[] = {
    {10, 2, {3, 2}, einsum_42_out0},
};
static const vector_attr einsum_42_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 float16 ij,ik,i->jk: reference */
static const double einsum_43_in0[] = {
    1, 3, 3, -1, 2, 0,
};
static const double einsum_43_in1[] = {
    3, 1, 0, -1, -1, -3,
};
static const double einsum_43_in2[] = {
    1, 0, 1,
};
static const vector_tensor einsum_43_in[] = {
    {10, 2, {3, 2}, einsum_43_in0},
    {10, 2, {3, 2}, einsum_43_in1},
    {10, 1, {3}, einsum_43_in2},
};
static const double einsum_43_out0[] = {
    1, -5, 9, 3,
};
static const vector_tensor einsum_43_out[] = {
    {10, 2, {2, 2}, einsum_43_out0},
};
static const vector_attr einsum_43_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 float16 ij->j: reference */
static const double einsum_44_in0[] = {
    1, 3, -1, 0, 3, -3, 3, 1, -3, 0, -1, 1,
};
static const vector_tensor einsum_44_in[] = {
    {10, 2, {3, 4}, einsum_44_in0},
};
static const double einsum_44_out0[] = {
    1, 0, 1, 2,
};
static const vector_tensor einsum_44_out[] = {
    {10, 1, {4}, einsum_44_out0},
};
static const vector_attr einsum_44_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 int8 ij,jk->ik: reference */
static const double einsum_45_in0[] = {
    1, 0, -1, 1, 3, -3, -1, 1, 3, -3, -1, -3,
};
static const double einsum_45_in1[] = {
    3, -3, -3, 0, 2, 1, 2, 3,
};
static const vector_tensor einsum_45_in[] = {
    {3, 2, {3, 4}, einsum_45_in0},
    {3, 2, {4, 2}, einsum_45_in1},
};
static const double einsum_45_out0[] = {
    3, -1, 18, -7, 10, -19,
};
static const vector_tensor einsum_45_out[] = {
    {3, 2, {3, 2}, einsum_45_out0},
};
static const vector_attr einsum_45_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 int8 ij,ik,i->jk: reference */
static const double einsum_46_in0[] = {
    0, -1, -1, 2, -1, -1,
};
static const double einsum_46_in1[] = {
    -3, 0, -2, 2, 0, -2,
};
static const double einsum_46_in2[] = {
    0, -2, 0,
};
static const vector_tensor einsum_46_in[] = {
    {3, 2, {3, 2}, einsum_46_in0},
    {3, 2, {3, 2}, einsum_46_in1},
    {3, 1, {3}, einsum_46_in2},
};
static const double einsum_46_out0[] = {
    -4, 4, 8, -8,
};
static const vector_tensor einsum_46_out[] = {
    {3, 2, {2, 2}, einsum_46_out0},
};
static const vector_attr einsum_46_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 int8 ij->j: reference */
static const double einsum_47_in0[] = {
    1, 3, 1, -2, -2, 2, 2, 3, -1, -1, 3, -3,
};
static const vector_tensor einsum_47_in[] = {
    {3, 2, {3, 4}, einsum_47_in0},
};
static const double einsum_47_out0[] = {
    -2, 4, 6, -2,
};
static const vector_tensor einsum_47_out[] = {
    {3, 1, {4}, einsum_47_out0},
};
static const vector_attr einsum_47_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 uint8 ij,jk->ik: reference */
static const double einsum_48_in0[] = {
    2, 3, 2, 2, 0, 1, 2, 3, 1, 1, 2, 2,
};
static const double einsum_48_in1[] = {
    0, 2, 0, 1, 1, 3, 0, 0,
};
static const vector_tensor einsum_48_in[] = {
    {2, 2, {3, 4}, einsum_48_in0},
    {2, 2, {4, 2}, einsum_48_in1},
};
static const double einsum_48_out0[] = {
    2, 13, 2, 7, 2, 9,
};
static const vector_tensor einsum_48_out[] = {
    {2, 2, {3, 2}, einsum_48_out0},
};
static const vector_attr einsum_48_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 uint8 ij,ik,i->jk: reference */
static const double einsum_49_in0[] = {
    0, 1, 3, 1, 3, 3,
};
static const double einsum_49_in1[] = {
    2, 3, 0, 0, 3, 2,
};
static const double einsum_49_in2[] = {
    0, 0, 3,
};
static const vector_tensor einsum_49_in[] = {
    {2, 2, {3, 2}, einsum_49_in0},
    {2, 2, {3, 2}, einsum_49_in1},
    {2, 1, {3}, einsum_49_in2},
};
static const double einsum_49_out0[] = {
    27, 18, 27, 18,
};
static const vector_tensor einsum_49_out[] = {
    {2, 2, {2, 2}, einsum_49_out0},
};
static const vector_attr einsum_49_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 uint8 ij->j: reference */
static const double einsum_50_in0[] = {
    1, 1, 3, 3, 1, 2, 0, 0, 3, 1, 0, 2,
};
static const vector_tensor einsum_50_in[] = {
    {2, 2, {3, 4}, einsum_50_in0},
};
static const double einsum_50_out0[] = {
    5, 4, 3, 5,
};
static const vector_tensor einsum_50_out[] = {
    {2, 1, {4}, einsum_50_out0},
};
static const vector_attr einsum_50_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 int16 ij,jk->ik: reference */
static const double einsum_51_in0[] = {
    1, -3, -2, 3, 3, 2, 2, 1, 2, 2, -3, 0,
};
static const double einsum_51_in1[] = {
    -1, 1, 2, 0, -1, -2, -3, 3,
};
static const vector_tensor einsum_51_in[] = {
    {5, 2, {3, 4}, einsum_51_in0},
    {5, 2, {4, 2}, einsum_51_in1},
};
static const double einsum_51_out0[] = {
    -14, 14, -4, 2, 5, 8,
};
static const vector_tensor einsum_51_out[] = {
    {5, 2, {3, 2}, einsum_51_out0},
};
static const vector_attr einsum_51_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 int16 ij,ik,i->jk: reference */
static const double einsum_52_in0[] = {
    2, 0, -2, 2, 1, 3,
};
static const double einsum_52_in1[] = {
    -2, 1, -3, 1, 0, 0,
};
static const double einsum_52_in2[] = {
    1, 0, 2,
};
static const vector_tensor einsum_52_in[] = {
    {5, 2, {3, 2}, einsum_52_in0},
    {5, 2, {3, 2}, einsum_52_in1},
    {5, 1, {3}, einsum_52_in2},
};
static const double einsum_52_out0[] = {
    -4, 2, 0, 0,
};
static const vector_tensor einsum_52_out[] = {
    {5, 2, {2, 2}, einsum_52_out0},
};
static const vector_attr einsum_52_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 int16 ij->j: reference */
static const double einsum_53_in0[] = {
    -1, 3, -3, 0, -1, 1, -1, -1, -3, 3, -1, -1,
};
static const vector_tensor einsum_53_in[] = {
    {5, 2, {3, 4}, einsum_53_in0},
};
static const double einsum_53_out0[] = {
    -5, 7, -5, -2,
};
static const vector_tensor einsum_53_out[] = {
    {5, 1, {4}, einsum_53_out0},
};
static const vector_attr einsum_53_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 uint16 ij,jk->ik: reference */
static const double einsum_54_in0[] = {
    2, 0, 2, 0, 0, 0, 0, 2, 3, 0, 1, 1,
};
static const double einsum_54_in1[] = {
    0, 1, 3, 3, 1, 1, 1, 0,
};
static const vector_tensor einsum_54_in[] = {
    {4, 2, {3, 4}, einsum_54_in0},
    {4, 2, {4, 2}, einsum_54_in1},
};
static const double einsum_54_out0[] = {
    2, 4, 2, 0, 2, 4,
};
static const vector_tensor einsum_54_out[] = {
    {4, 2, {3, 2}, einsum_54_out0},
};
static const vector_attr einsum_54_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 uint16 ij,ik,i->jk: reference */
static const double einsum_55_in0[] = {
    3, 1, 3, 0, 0, 2,
};
static const double einsum_55_in1[] = {
    3, 2, 0, 2, 3, 0,
};
static const double einsum_55_in2[] = {
    2, 3, 3,
};
static const vector_tensor einsum_55_in[] = {
    {4, 2, {3, 2}, einsum_55_in0},
    {4, 2, {3, 2}, einsum_55_in1},
    {4, 1, {3}, einsum_55_in2},
};
static const double einsum_55_out0[] = {
    18, 30, 24, 4,
};
static const vector_tensor einsum_55_out[] = {
    {4, 2, {2, 2}, einsum_55_out0},
};
static const vector_attr einsum_55_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 uint16 ij->j: reference */
static const double einsum_56_in0[] = {
    2, 3, 3, 2, 3, 2, 0, 0, 2, 0, 1, 1,
};
static const vector_tensor einsum_56_in[] = {
    {4, 2, {3, 4}, einsum_56_in0},
};
static const double einsum_56_out0[] = {
    7, 5, 4, 3,
};
static const vector_tensor einsum_56_out[] = {
    {4, 1, {4}, einsum_56_out0},
};
static const vector_attr einsum_56_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 int32 ij,jk->ik: reference */
static const double einsum_57_in0[] = {
    1, -3, -3, -3, 0, 0, 2, 2, 0, -3, -1, 0,
};
static const double einsum_57_in1[] = {
    2, 0, 3, -2, -2, -3, -3, 2,
};
static const vector_tensor einsum_57_in[] = {
    {6, 2, {3, 4}, einsum_57_in0},
    {6, 2, {4, 2}, einsum_57_in1},
};
static const double einsum_57_out0[] = {
    8, 9, -10, -2, -7, 9,
};
static const vector_tensor einsum_57_out[] = {
    {6, 2, {3, 2}, einsum_57_out0},
};
static const vector_attr einsum_57_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 int32 ij,ik,i->jk: reference */
static const double einsum_58_in0[] = {
    -1, 2, -1, 2, -1, -1,
};
static const double einsum_58_in1[] = {
    3, 0, -2, -3, -3, 2,
};
static const double einsum_58_in2[] = {
    -3, -3, 0,
};
static const vector_tensor einsum_58_in[] = {
    {6, 2, {3, 2}, einsum_58_in0},
    {6, 2, {3, 2}, einsum_58_in1},
    {6, 1, {3}, einsum_58_in2},
};
static const double einsum_58_out0[] = {
    3, -9, -6, 18,
};
static const vector_tensor einsum_58_out[] = {
    {6, 2, {2, 2}, einsum_58_out0},
};
static const vector_attr einsum_58_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 int32 ij->j: reference */
static const double einsum_59_in0[] = {
    1, -2, 3, 0, -2, 1, -3, -1, 3, -3, -1, 3,
};
static const vector_tensor einsum_59_in[] = {
    {6, 2, {3, 4}, einsum_59_in0},
};
static const double einsum_59_out0[] = {
    2, -4, -1, 2,
};
static const vector_tensor einsum_59_out[] = {
    {6, 1, {4}, einsum_59_out0},
};
static const vector_attr einsum_59_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 uint32 ij,jk->ik: reference */
static const double einsum_60_in0[] = {
    0, 0, 3, 1, 0, 0, 2, 2, 3, 0, 1, 2,
};
static const double einsum_60_in1[] = {
    1, 1, 2, 3, 2, 1, 2, 3,
};
static const vector_tensor einsum_60_in[] = {
    {12, 2, {3, 4}, einsum_60_in0},
    {12, 2, {4, 2}, einsum_60_in1},
};
static const double einsum_60_out0[] = {
    8, 6, 8, 8, 9, 10,
};
static const vector_tensor einsum_60_out[] = {
    {12, 2, {3, 2}, einsum_60_out0},
};
static const vector_attr einsum_60_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 uint32 ij,ik,i->jk: reference */
static const double einsum_61_in0[] = {
    0, 0, 1, 1, 2, 1,
};
static const double einsum_61_in1[] = {
    1, 1, 0, 0, 1, 1,
};
static const double einsum_61_in2[] = {
    2, 3, 0,
};
static const vector_tensor einsum_61_in[] = {
    {12, 2, {3, 2}, einsum_61_in0},
    {12, 2, {3, 2}, einsum_61_in1},
    {12, 1, {3}, einsum_61_in2},
};
static const double einsum_61_out0[] = {
    0, 0, 0, 0,
};
static const vector_tensor einsum_61_out[] = {
    {12, 2, {2, 2}, einsum_61_out0},
};
static const vector_attr einsum_61_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 uint32 ij->j: reference */
static const double einsum_62_in0[] = {
    0, 0, 1, 3, 3, 0, 1, 0, 1, 2, 2, 3,
};
static const vector_tensor einsum_62_in[] = {
    {12, 2, {3, 4}, einsum_62_in0},
};
static const double einsum_62_out0[] = {
    4, 2, 4, 6,
};
static const vector_tensor einsum_62_out[] = {
    {12, 1, {4}, einsum_62_out0},
};
static const vector_attr einsum_62_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 int64 ij,jk->ik: reference */
static const double einsum_63_in0[] = {
    -3, 0, -2, -3, 1, 1, 1, 0, -2, 0, 0, -2,
};
static const double einsum_63_in1[] = {
    3, 1, -2, -2, 2, -1, 3, 3,
};
static const vector_tensor einsum_63_in[] = {
    {7, 2, {3, 4}, einsum_63_in0},
    {7, 2, {4, 2}, einsum_63_in1},
};
static const double einsum_63_out0[] = {
    -22, -10, 3, -2, -12, -8,
};
static const vector_tensor einsum_63_out[] = {
    {7, 2, {3, 2}, einsum_63_out0},
};
static const vector_attr einsum_63_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 int64 ij,ik,i->jk: reference */
static const double einsum_64_in0[] = {
    0, 0, -2, 3, 0, -1,
};
static const double einsum_64_in1[] = {
    2, -1, 1, 0, 2, 2,
};
static const double einsum_64_in2[] = {
    0, -2, -3,
};
static const vector_tensor einsum_64_in[] = {
    {7, 2, {3, 2}, einsum_64_in0},
    {7, 2, {3, 2}, einsum_64_in1},
    {7, 1, {3}, einsum_64_in2},
};
static const double einsum_64_out0[] = {
    4, 0, 0, 6,
};
static const vector_tensor einsum_64_out[] = {
    {7, 2, {2, 2}, einsum_64_out0},
};
static const vector_attr einsum_64_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 int64 ij->j: reference */
static const double einsum_65_in0[] = {
    0, -3, 2, 2, 3, 0, 3, 3, -3, 2, 2, 1,
};
static const vector_tensor einsum_65_in[] = {
    {7, 2, {3, 4}, einsum_65_in0},
};
static const double einsum_65_out0[] = {
    0, -1, 7, 6,
};
static const vector_tensor einsum_65_out[] = {
    {7, 1, {4}, einsum_65_out0},
};
static const vector_attr einsum_65_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

/* Einsum 12 uint64 ij,jk->ik: reference */
static const double einsum_66_in0[] = {
    1, 2, 1, 3, 0, 0, 1, 1, 2, 2, 3, 2,
};
static const double einsum_66_in1[] = {
    0, 0, 0, 1, 1, 0, 3, 3,
};
static const vector_tensor einsum_66_in[] = {
    {13, 2, {3, 4}, einsum_66_in0},
    {13, 2, {4, 2}, einsum_66_in1},
};
static const double einsum_66_out0[] = {
    10, 11, 4, 3, 9, 8,
};
static const vector_tensor einsum_66_out[] = {
    {13, 2, {3, 2}, einsum_66_out0},
};
static const vector_attr einsum_66_attr[] = {
    {"equation", "ij,jk->ik", 0, {0}},
};

/* Einsum 12 uint64 ij,ik,i->jk: reference */
static const double einsum_67_in0[] = {
    1, 0, 2, 2, 1, 0,
};
static const double einsum_67_in1[] = {
    1, 0, 0, 0, 1, 1,
};
static const double einsum_67_in2[] = {
    1, 3, 2,
};
static const vector_tensor einsum_67_in[] = {
    {13, 2, {3, 2}, einsum_67_in0},
    {13, 2, {3, 2}, einsum_67_in1},
    {13, 1, {3}, einsum_67_in2},
};
static const double einsum_67_out0[] = {
    3, 2, 0, 0,
};
static const vector_tensor einsum_67_out[] = {
    {13, 2, {2, 2}, einsum_67_out0},
};
static const vector_attr einsum_67_attr[] = {
    {"equation", "ij,ik,i->jk", 0, {0}},
};

/* Einsum 12 uint64 ij->j: reference */
static const double einsum_68_in0[] = {
    3, 1, 2, 3, 3, 1, 2, 2, 3, 1, 0, 3,
};
static const vector_tensor einsum_68_in[] = {
    {13, 2, {3, 4}, einsum_68_in0},
};
static const double einsum_68_out0[] = {
    9, 3, 4, 8,
};
static const vector_tensor einsum_68_out[] = {
    {13, 1, {4}, einsum_68_out0},
};
static const vector_attr einsum_68_attr[] = {
    {"equation", "ij->j", 0, {0}},
};

static const vector_case einsum_vectors[] = {
    {"Einsum", "float32 ij,jk->ik", 12, 1, 2, 1, einsum_0_attr,
     einsum_0_in, einsum_0_out},
    {"Einsum", "float32 ij,jk", 12, 1, 2, 1, einsum_1_attr,
     einsum_1_in, einsum_1_out},
    {"Einsum", "float32 ij->ji", 12, 1, 1, 1, einsum_2_attr,
     einsum_2_in, einsum_2_out},
    {"Einsum", "float32 ji", 12, 1, 1, 1, einsum_3_attr,
     einsum_3_in, einsum_3_out},
    {"Einsum", "float32 ba", 12, 1, 1, 1, einsum_4_attr,
     einsum_4_in, einsum_4_out},
    {"Einsum", "float32 ii->i", 12, 1, 1, 1, einsum_5_attr,
     einsum_5_in, einsum_5_out},
    {"Einsum", "float32 ii", 12, 1, 1, 1, einsum_6_attr,
     einsum_6_in, einsum_6_out},
    {"Einsum", "float32 ij->", 12, 1, 1, 1, einsum_7_attr,
     einsum_7_in, einsum_7_out},
    {"Einsum", "float32 i,i->", 12, 1, 2, 1, einsum_8_attr,
     einsum_8_in, einsum_8_out},
    {"Einsum", "float32 i,j->ij", 12, 1, 2, 1, einsum_9_attr,
     einsum_9_in, einsum_9_out},
    {"Einsum", "float32 i,j->ji", 12, 1, 2, 1, einsum_10_attr,
     einsum_10_in, einsum_10_out},
    {"Einsum", "float32 bij,bjk->bik", 12, 1, 2, 1, einsum_11_attr,
     einsum_11_in, einsum_11_out},
    {"Einsum", "float32 bhid,bhjd->bhij", 12, 1, 2, 1, einsum_12_attr,
     einsum_12_in, einsum_12_out},
    {"Einsum", "float32 bhij,bhjd->bhid", 12, 1, 2, 1, einsum_13_attr,
     einsum_13_in, einsum_13_out},
    {"Einsum", "float32 ...ii->...i", 12, 1, 1, 1, einsum_14_attr,
     einsum_14_in, einsum_14_out},
    {"Einsum", "float32 ...ij,...jk->...ik", 12, 1, 2, 1, einsum_15_attr,
     einsum_15_in, einsum_15_out},
    {"Einsum", "float32 ...,...->...", 12, 1, 2, 1, einsum_16_attr,
     einsum_16_in, einsum_16_out},
    {"Einsum", "float32 i...->...", 12, 1, 1, 1, einsum_17_attr,
     einsum_17_in, einsum_17_out},
    {"Einsum", "float32 i...->...i", 12, 1, 1, 1, einsum_18_attr,
     einsum_18_in, einsum_18_out},
    {"Einsum", "float32 ...a,...a", 12, 1, 2, 1, einsum_19_attr,
     einsum_19_in, einsum_19_out},
    {"Einsum", "float32 ...ij,jk", 12, 1, 2, 1, einsum_20_attr,
     einsum_20_in, einsum_20_out},
    {"Einsum", "float32 ab,bc,cd->ad", 12, 1, 3, 1, einsum_21_attr,
     einsum_21_in, einsum_21_out},
    {"Einsum", "float32 a,b,c,d->dcba", 12, 1, 4, 1, einsum_22_attr,
     einsum_22_in, einsum_22_out},
    {"Einsum", "float32 abc,cd,bd->a", 12, 1, 3, 1, einsum_23_attr,
     einsum_23_in, einsum_23_out},
    {"Einsum", "float32 iij->j", 12, 1, 1, 1, einsum_24_attr,
     einsum_24_in, einsum_24_out},
    {"Einsum", "float32 iji,j->i", 12, 1, 2, 1, einsum_25_attr,
     einsum_25_in, einsum_25_out},
    {"Einsum", "float32  i j , j -> i ", 12, 1, 2, 1, einsum_26_attr,
     einsum_26_in, einsum_26_out},
    {"Einsum", "float32 Ab,bA->Ab", 12, 1, 2, 1, einsum_27_attr,
     einsum_27_in, einsum_27_out},
    {"Einsum", "float32 bA", 12, 1, 1, 1, einsum_28_attr,
     einsum_28_in, einsum_28_out},
    {"Einsum", "float32 ij,ij->ij", 12, 1, 2, 1, einsum_29_attr,
     einsum_29_in, einsum_29_out},
    {"Einsum", "float32 ij,jk->ik", 12, 1, 2, 1, einsum_30_attr,
     einsum_30_in, einsum_30_out},
    {"Einsum", "float32 ->", 12, 1, 1, 1, einsum_31_attr,
     einsum_31_in, einsum_31_out},
    {"Einsum", "float32 ,->", 12, 1, 2, 1, einsum_32_attr,
     einsum_32_in, einsum_32_out},
    {"Einsum", "float32 ,i->i", 12, 1, 2, 1, einsum_33_attr,
     einsum_33_in, einsum_33_out},
    {"Einsum", "float32 ij,jk->ik", 12, 1, 2, 1, einsum_34_attr,
     einsum_34_in, einsum_34_out},
    {"Einsum", "float32 ij,jk->ik", 12, 1, 2, 1, einsum_35_attr,
     einsum_35_in, einsum_35_out},
    {"Einsum", "float32 ijklm,mn->nljik", 12, 1, 2, 1, einsum_36_attr,
     einsum_36_in, einsum_36_out},
    {"Einsum", "float32 abcdefgh->hgfedcba", 12, 1, 1, 1, einsum_37_attr,
     einsum_37_in, einsum_37_out},
    {"Einsum", "float32 bchw,bkhw,hw->bck", 12, 1, 3, 1, einsum_38_attr,
     einsum_38_in, einsum_38_out},
    {"Einsum", "float64 ij,jk->ik", 12, 1, 2, 1, einsum_39_attr,
     einsum_39_in, einsum_39_out},
    {"Einsum", "float64 ij,ik,i->jk", 12, 1, 3, 1, einsum_40_attr,
     einsum_40_in, einsum_40_out},
    {"Einsum", "float64 ij->j", 12, 1, 1, 1, einsum_41_attr,
     einsum_41_in, einsum_41_out},
    {"Einsum", "float16 ij,jk->ik", 12, 1, 2, 1, einsum_42_attr,
     einsum_42_in, einsum_42_out},
    {"Einsum", "float16 ij,ik,i->jk", 12, 1, 3, 1, einsum_43_attr,
     einsum_43_in, einsum_43_out},
    {"Einsum", "float16 ij->j", 12, 1, 1, 1, einsum_44_attr,
     einsum_44_in, einsum_44_out},
    {"Einsum", "int8 ij,jk->ik", 12, 1, 2, 1, einsum_45_attr,
     einsum_45_in, einsum_45_out},
    {"Einsum", "int8 ij,ik,i->jk", 12, 1, 3, 1, einsum_46_attr,
     einsum_46_in, einsum_46_out},
    {"Einsum", "int8 ij->j", 12, 1, 1, 1, einsum_47_attr,
     einsum_47_in, einsum_47_out},
    {"Einsum", "uint8 ij,jk->ik", 12, 1, 2, 1, einsum_48_attr,
     einsum_48_in, einsum_48_out},
    {"Einsum", "uint8 ij,ik,i->jk", 12, 1, 3, 1, einsum_49_attr,
     einsum_49_in, einsum_49_out},
    {"Einsum", "uint8 ij->j", 12, 1, 1, 1, einsum_50_attr,
     einsum_50_in, einsum_50_out},
    {"Einsum", "int16 ij,jk->ik", 12, 1, 2, 1, einsum_51_attr,
     einsum_51_in, einsum_51_out},
    {"Einsum", "int16 ij,ik,i->jk", 12, 1, 3, 1, einsum_52_attr,
     einsum_52_in, einsum_52_out},
    {"Einsum", "int16 ij->j", 12, 1, 1, 1, einsum_53_attr,
     einsum_53_in, einsum_53_out},
    {"Einsum", "uint16 ij,jk->ik", 12, 1, 2, 1, einsum_54_attr,
     einsum_54_in, einsum_54_out},
    {"Einsum", "uint16 ij,ik,i->jk", 12, 1, 3, 1, einsum_55_attr,
     einsum_55_in, einsum_55_out},
    {"Einsum", "uint16 ij->j", 12, 1, 1, 1, einsum_56_attr,
     einsum_56_in, einsum_56_out},
    {"Einsum", "int32 ij,jk->ik", 12, 1, 2, 1, einsum_57_attr,
     einsum_57_in, einsum_57_out},
    {"Einsum", "int32 ij,ik,i->jk", 12, 1, 3, 1, einsum_58_attr,
     einsum_58_in, einsum_58_out},
    {"Einsum", "int32 ij->j", 12, 1, 1, 1, einsum_59_attr,
     einsum_59_in, einsum_59_out},
    {"Einsum", "uint32 ij,jk->ik", 12, 1, 2, 1, einsum_60_attr,
     einsum_60_in, einsum_60_out},
    {"Einsum", "uint32 ij,ik,i->jk", 12, 1, 3, 1, einsum_61_attr,
     einsum_61_in, einsum_61_out},
    {"Einsum", "uint32 ij->j", 12, 1, 1, 1, einsum_62_attr,
     einsum_62_in, einsum_62_out},
    {"Einsum", "int64 ij,jk->ik", 12, 1, 2, 1, einsum_63_attr,
     einsum_63_in, einsum_63_out},
    {"Einsum", "int64 ij,ik,i->jk", 12, 1, 3, 1, einsum_64_attr,
     einsum_64_in, einsum_64_out},
    {"Einsum", "int64 ij->j", 12, 1, 1, 1, einsum_65_attr,
     einsum_65_in, einsum_65_out},
    {"Einsum", "uint64 ij,jk->ik", 12, 1, 2, 1, einsum_66_attr,
     einsum_66_in, einsum_66_out},
    {"Einsum", "uint64 ij,ik,i->jk", 12, 1, 3, 1, einsum_67_attr,
     einsum_67_in, einsum_67_out},
    {"Einsum", "uint64 ij->j", 12, 1, 1, 1, einsum_68_attr,
     einsum_68_in, einsum_68_out},
};

#endif
