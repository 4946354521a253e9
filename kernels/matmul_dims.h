/* matmul_dims.h — numpy's matmul as products of matrices: shape, sizes, and where each product's
 * operands lie; for MatMul and its integer kin. */
#ifndef CM_KERNELS_MATMUL_DIMS_H
#define CM_KERNELS_MATMUL_DIMS_H

#include "kernels/kernel.h"

/* `batch` products y [m][n] = a [m][k] * b [k][n]; strides in elements. */
typedef struct cm_matmul_sizes {
    size_t m, n, k;
    size_t rs_a, cs_a, rs_b, cs_b;
    size_t rs_c, cs_c; /* of C of Gemm; 0 along a dim that broadcasts */
    size_t batch;      /* products; their dims: */
    uint32_t rank;
    size_t dims[CM_MAX_RANK];
    size_t a[CM_MAX_RANK], b[CM_MAX_RANK]; /* from one to the next; 0 along a dim that broadcasts */
} cm_matmul_sizes;

/* Output 0, of dtype, is the product of inputs a and b: leading dims broadcast; a 1-D A is a row, a
 * 1-D B a column, and the dim that this adds is left out of the result.
 * Errors: E_SHAPE a scalar operand, depths that differ, leading dims that do not broadcast. */
CM_NODISCARD cameo_status cm_matmul_shape(cm_shape *s, uint32_t a, uint32_t b, int dtype);

/* Multiply-adds of output 0; input a is A. */
#define CM_MATMUL_ROW 64 /* multiply-adds that take as long as the beginning of a row of the result */
uint64_t cm_matmul_cost(const cm_shape *s, uint32_t a);

/* From operands that the shape rule has accepted. fold: where one B serves all products they become
 * one product over all rows. */
cm_matmul_sizes cm_matmul_sizes_of(const cm_tensor *a, const cm_tensor *b, bool fold);

/* Elements from the first product's A and B to those of product i. */
void cm_matmul_offsets(const cm_matmul_sizes *z, size_t i, size_t *a, size_t *b);

#endif
