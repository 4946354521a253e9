/* gemm_f64.h — the matrix product of f64, with what Gemm does to it: the inner loop of MatMul, Gemm and Einsum.
 *
 *   C[i][j] = min(max(alpha * sum_l A[i][l] * B[l][j] + beta * D[i][j], lo), hi)
 *       i < m (rows), j < n (columns), l < k (depth)
 *
 * A task is a block of rows and columns. It takes B panel by panel, CM_GEMM_F64_NR columns and at most CM_GEMM_F64_KC
 * steps: read where they lie, or copied into scratch where many rows need them or they do not lie side by side. Each
 * element is one chain of additions in the order of l, so that its bits depend neither on tasks nor on strides; only a
 * product of few rows with a B whose columns are contiguous is summed in lanes. Portable code rounds products, too. */
#ifndef CM_KERNELS_PRIM_GEMM_F64_H
#define CM_KERNELS_PRIM_GEMM_F64_H

#include "kernels/prim/transpose_box.h"

#define CM_GEMM_F64_NR 16 /* columns of a panel */
#define CM_GEMM_F64_KC 128
#define CM_GEMM_F64_MB 96 /* most rows and columns of a task */
#define CM_GEMM_F64_NB 128

/* Strides are in elements and may be 0: rs from row to row, cs from column to column. */
typedef struct cm_gemm_f64_args {
    size_t m, n, k; /* >= 0; k == 0: the sum is 0 */
    const double *a; /* [m][k] */
    size_t rs_a, cs_a;
    const double *b; /* [k][n] */
    size_t rs_b, cs_b;
    double *c; /* [m][n]; overlaps no operand except d */
    size_t rs_c, cs_c;
    double alpha;
    const double *d; /* [m][n], or NULL; may equal c with its strides */
    size_t rs_d, cs_d;
    double beta;
    bool clamp; /* NaN stays NaN, lo > hi gives hi */
    double lo, hi;
} cm_gemm_f64_args;

/* Number of tasks of one product; 0 if m or n is 0. */
size_t cm_gemm_f64_tasks(size_t m, size_t n, size_t k);

/* Bytes of scratch of one worker. */
#define CM_GEMM_F64_SCRATCH \
    ((CM_GEMM_F64_KC * CM_GEMM_F64_NR + CM_GEMM_F64_MB * (CM_GEMM_F64_KC + CM_GEMM_F64_NB)) * sizeof(double))

/* The prim: computes task `task` < cm_gemm_f64_tasks(m, n, k). scratch: CM_GEMM_F64_SCRATCH bytes, aligned to
 * CAMEO_ALIGN, contents irrelevant. Tasks may run in any order and at the same time, each worker with its own. */
typedef void cm_gemm_f64_fn(const cm_gemm_f64_args *g, size_t task, void *scratch);

cm_gemm_f64_fn cm_gemm_f64_portable;
#if CM_ARCH_X86
cm_gemm_f64_fn cm_gemm_f64_avx2, cm_gemm_f64_avx512;
#endif
#if CM_ARCH_ARM64
cm_gemm_f64_fn cm_gemm_f64_neon;
#endif

/* --- For the variants only ------------------------------------------------------------------ */

/* acc[i][j] += sum over l < kc of a[i * a_row + l * a_step] * b[l * b_step + j], i < rows, j < CM_GEMM_F64_NR. */
typedef struct cm_gemm_f64_panel {
    size_t rows, kc;
    const double *a;
    size_t a_row, a_step;
    const double *b;
    size_t b_step;
    bool first;  /* sums begin at 0 instead of acc */
    double *acc; /* [rows][CM_GEMM_F64_NR] */
} cm_gemm_f64_panel;

/* A vector times a matrix: x [kc] with step x_step, y [n]. */
typedef struct cm_gemm_f64_vec {
    size_t kc, n;
    const double *x;
    size_t x_step;
    const double *b;
    size_t b_step; /* from one contiguous run of b to the next */
    double *y;
} cm_gemm_f64_vec;

/* What a variant supplies; the block loops are common. */
typedef struct cm_gemm_f64_isa {
    void (*panel)(const cm_gemm_f64_panel *p);
    /* Row i of C, columns [j, j + CM_GEMM_F64_NR), from their sums; steps of columns of C and D are 1. */
    void (*end)(const cm_gemm_f64_args *g, size_t i, size_t j, const double *sum);
    void (*sum)(const cm_gemm_f64_vec *v); /* y[j] += sum of x(l) * b[l * b_step + j] in the order of l */
    void (*dot)(const cm_gemm_f64_vec *v); /* y[j] = sum of x[l] * b[j * b_step + l]; x_step is 1 */
    cm_transpose_box_fn *transpose;
} cm_gemm_f64_isa;

/* Computes a task with the pieces of one variant. */
void cm_gemm_f64_run(const cm_gemm_f64_isa *isa, const cm_gemm_f64_args *g, size_t task, void *scratch);

#endif
