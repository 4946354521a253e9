/* gemm.cu — products of matrices: gemm (tiles of 64), gemm_large (tiles of 128, for products that fill the device
 * with those), gemm_sum (what ends a product whose depth was split among blocks) and gemv (a few rows, where reading
 * B is all the work). */
#include "kernels/cuda/mma.cuh"

/* The operands of one product of the batch. */
template <typename T> struct cm_gemm_batch {
    const T *a, *b, *c, *residual;
    T *y;
    __device__ __forceinline__ cm_gemm_batch(const cm_cuda_gemm_params &p, int64_t z) {
        const int64_t *strides[3] = {p.a_strides, p.b_strides, p.c_strides};
        int64_t at[3];
        cm_offsets<3>(z, p.batch, p.rank, p.dims, strides, at);
        a = cm_at<const T>(p.a) + at[0];
        b = cm_at<const T>(p.b) + at[1];
        c = p.c == 0 ? nullptr : cm_at<const T>(p.c) + at[2];
        y = cm_at<T>(p.y) + z * p.m * p.n;
        residual = p.residual == 0 ? nullptr : cm_at<const T>(p.residual) + z * p.m * p.n;
    }
};

/* act(alpha * sum + beta * c + residual). */
template <typename T>
CM_DEVICE float cm_gemm_tail(const cm_cuda_gemm_params &p, const cm_gemm_batch<T> &g, int64_t i, int64_t j, float sum) {
    float v = p.alpha * sum;
    if (g.c != nullptr) v += p.beta * cm_wide(g.c[i * p.c_row + j * p.c_col]);
    if (g.residual != nullptr) v += cm_wide(g.residual[i * p.n + j]);
    return cm_activate(p.act, v, p.act_a, p.act_b);
}

/* P: cm_tile_product or cm_mma_product. */
template <typename P> CM_DEVICE void cm_gemm(const cm_cuda_gemm_params &p) {
    typedef typename P::element T;
    enum { TILE = P::TILE, WIDE = P::WIDE };
    __shared__ typename P::shared tiles;
    const int64_t split = p.split < 1 ? 1 : p.split;
    for (int64_t z = blockIdx.z; z < p.batch * split; z += gridDim.z) {
        const cm_gemm_batch<T> g(p, z / split);
        const cm_tile_range depth(p.k, P::STEP, split, z % split);
        float *part = cm_at<float>(p.parts) + (z % split * p.batch + z / split) * p.m * p.n;
        for (int64_t m0 = (int64_t)blockIdx.y * TILE; m0 < p.m; m0 += (int64_t)gridDim.y * TILE) {
            for (int64_t n0 = (int64_t)blockIdx.x * TILE; n0 < p.n; n0 += (int64_t)gridDim.x * TILE) {
                const int64_t k = depth.end - depth.begin;
                typename P::matrix a(g.a + depth.begin * p.a_col, p.a_row, p.a_col, p.m, k, m0);
                typename P::matrix b(g.b + depth.begin * p.b_row, p.b_col, p.b_row, p.n, k, n0);
                P product;
                product.multiply(k, a, b, tiles);
                if (split > 1) {
                    product.store(p.m, p.n, m0, n0, [&](int64_t i, int64_t j, int n, const float *v) {
                        cm_tile_put<WIDE>(part + i * p.n + j, v, n, p.n % WIDE == 0);
                    });
                } else {
                    const bool wide = p.n % WIDE == 0 && cm_packs<T, WIDE>(p.y);
                    product.store(p.m, p.n, m0, n0, [&](int64_t i, int64_t j, int n, const float *v) {
                        float to[WIDE];
                        CM_UNROLL for (int e = 0; e < WIDE; e++)
                            to[e] = e < n ? cm_gemm_tail(p, g, i, j + e, v[e]) : 0;
                        cm_tile_put<WIDE>(g.y + i * p.n + j, to, n, wide);
                    });
                }
            }
        }
    }
}

/* The parts of the depth, added in their order. */
template <typename T> CM_DEVICE void cm_gemm_sum(const cm_cuda_gemm_params &p) {
    const float *parts = cm_at<const float>(p.parts);
    const int64_t each = p.m * p.n, all = each * p.batch;
    for (int64_t at = cm_thread(); at < all; at += cm_threads()) {
        float sum = parts[at];
        for (int64_t s = 1; s < p.split; s++) sum += parts[s * all + at];
        const cm_gemm_batch<T> g(p, at / each);
        g.y[at % each] = cm_narrow<T>(cm_gemm_tail(p, g, at % each / p.n, at % p.n, sum));
    }
}

#define GEMM(suffix, T, LARGE)                                             \
    CM_KERNEL cm_cuda_gemm_##suffix(struct cm_cuda_gemm_params p) {        \
        cm_gemm<cm_product_of<T, CM_CUDA_GEMM_TILE>::type>(p);             \
    }                                                                      \
    LARGE cm_cuda_gemm_large_##suffix(struct cm_cuda_gemm_params p) {      \
        cm_gemm<cm_product_of<T, CM_CUDA_GEMM_LARGE>::type>(p);            \
    }
GEMM(f32, float, CM_KERNEL_2)
GEMM(f16, cm_f16, CM_KERNEL)
GEMM(bf16, cm_bf16, CM_KERNEL)
GEMM(tf32, cm_tf32, CM_KERNEL)
#undef GEMM

CM_KERNEL cm_cuda_gemm_sum_f32(struct cm_cuda_gemm_params p) { cm_gemm_sum<float>(p); }
CM_KERNEL cm_cuda_gemm_sum_f16(struct cm_cuda_gemm_params p) { cm_gemm_sum<cm_f16>(p); }
CM_KERNEL cm_cuda_gemm_sum_bf16(struct cm_cuda_gemm_params p) { cm_gemm_sum<cm_bf16>(p); }

/* ---- a few rows ---- */

#define GEMV_COLUMNS CM_CUDA_GEMV_COLUMNS
#define GEMV_ROWS CM_CUDA_GEMV_ROWS

/* b[l][j .. j + 3], or zeros beyond n. */
template <typename T>
CM_DEVICE cm_pack<float, 4> cm_gemv_columns(const T *from, int64_t step, int64_t left, bool wide) {
    cm_pack<float, 4> v;
    if (wide && left >= 4) {
        cm_pack<T, 4> raw = *(const cm_pack<T, 4> *)from;
        CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = cm_wide(raw.v[e]);
    } else {
        CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = e < left ? cm_wide(from[e * step]) : 0.0f;
    }
    return v;
}

/* B's columns side by side: thread t has columns t % 8 * 4 + {0 .. 3}, depths t / 8, t / 8 + 32, ...; then the 32
 * sums of each element are added in their order. */
template <typename T> CM_DEVICE void cm_gemv_across(const cm_cuda_gemm_params &p, const cm_gemm_batch<T> &g, int64_t j0,
                                                    float (*sums)[GEMV_ROWS][GEMV_COLUMNS]) {
    const int column = (int)threadIdx.x % 8 * 4, slot = (int)threadIdx.x / 8;
    const int64_t left = p.n - j0 - column;
    const bool wide = p.b_col == 1 && p.b_row % 4 == 0 && cm_packs<T, 4>((cm_cuda_address)(uintptr_t)g.b);
    float acc[GEMV_ROWS][4] = {};
    const T *b = g.b + (j0 + column) * p.b_col;
    CM_UNROLL_4 for (int64_t l = slot; l < p.k; l += 32) {
        const cm_pack<float, 4> vb = cm_gemv_columns(b + l * p.b_row, p.b_col, left, wide);
        CM_UNROLL for (int r = 0; r < GEMV_ROWS; r++) {
            if (r >= p.m) break;
            const float va = cm_wide(g.a[r * p.a_row + l * p.a_col]);
            CM_UNROLL for (int e = 0; e < 4; e++) acc[r][e] = fmaf(va, vb.v[e], acc[r][e]);
        }
    }
    CM_UNROLL for (int r = 0; r < GEMV_ROWS; r++) {
        CM_UNROLL for (int e = 0; e < 4; e++) sums[slot][r][column + e] = acc[r][e];
    }
    __syncthreads();
    for (int64_t at = threadIdx.x; at < p.m * GEMV_COLUMNS; at += CM_CUDA_BLOCK) {
        const int64_t r = at / GEMV_COLUMNS, c = at % GEMV_COLUMNS;
        float sum = 0;
        CM_UNROLL for (int s = 0; s < 32; s++) sum += sums[s][r][c];
        if (j0 + c < p.n) g.y[r * p.n + j0 + c] = cm_narrow<T>(cm_gemm_tail(p, g, r, j0 + c, sum));
    }
    __syncthreads();
}

/* Each of B's columns in one piece: a warp has four of them, its lanes go along the depth, four elements at a time
 * where memory allows; then the lanes' sums are added pairwise. */
template <typename T>
CM_DEVICE void cm_gemv_along(const cm_cuda_gemm_params &p, const cm_gemm_batch<T> &g, int64_t j0) {
    const int lane = (int)threadIdx.x % CM_WARP;
    j0 += threadIdx.x / CM_WARP * 4;
    const bool wide = p.k % 4 == 0 && p.b_col % 4 == 0 && p.a_col == 1 && p.a_row % 4 == 0 &&
                      cm_packs<T, 4>((cm_cuda_address)(uintptr_t)g.a) &&
                      cm_packs<T, 4>((cm_cuda_address)(uintptr_t)g.b);
    float acc[GEMV_ROWS][4] = {};
    const int each = wide ? 4 : 1;
    for (int64_t l = (int64_t)lane * each; l < p.k; l += CM_WARP * each) {
        cm_pack<float, 4> va[GEMV_ROWS];
        CM_UNROLL for (int r = 0; r < GEMV_ROWS; r++)
            va[r] = cm_gemv_columns(g.a + r * p.a_row + l * p.a_col, 1, r < p.m ? each : 0, wide);
        CM_UNROLL for (int c = 0; c < 4; c++) {
            const cm_pack<float, 4> vb =
                cm_gemv_columns(g.b + (j0 + c) * p.b_col + l, 1, j0 + c < p.n ? each : 0, wide);
            CM_UNROLL for (int r = 0; r < GEMV_ROWS; r++) {
                CM_UNROLL for (int e = 0; e < 4; e++) acc[r][c] = fmaf(va[r].v[e], vb.v[e], acc[r][c]);
            }
        }
    }
    CM_UNROLL for (int r = 0; r < GEMV_ROWS; r++) {
        if (r >= p.m) break;
        CM_UNROLL for (int c = 0; c < 4; c++) {
            float sum = acc[r][c];
            CM_UNROLL for (int by = CM_WARP / 2; by > 0; by /= 2) sum += __shfl_xor_sync(CM_ALL_LANES, sum, by);
            if (lane == 0 && j0 + c < p.n) g.y[r * p.n + j0 + c] = cm_narrow<T>(cm_gemm_tail(p, g, r, j0 + c, sum));
        }
    }
}

template <typename T> CM_DEVICE void cm_gemv(const cm_cuda_gemm_params &p) {
    __shared__ float sums[32][GEMV_ROWS][GEMV_COLUMNS];
    for (int64_t z = blockIdx.z; z < p.batch; z += gridDim.z) {
        const cm_gemm_batch<T> g(p, z);
        for (int64_t j0 = (int64_t)blockIdx.x * GEMV_COLUMNS; j0 < p.n; j0 += (int64_t)gridDim.x * GEMV_COLUMNS) {
            if (p.b_row == 1 && p.b_col != 1) cm_gemv_along<T>(p, g, j0);
            else cm_gemv_across<T>(p, g, j0, sums);
        }
    }
}

CM_KERNEL cm_cuda_gemv_f32(struct cm_cuda_gemm_params p) { cm_gemv<float>(p); }
CM_KERNEL cm_cuda_gemv_f16(struct cm_cuda_gemm_params p) { cm_gemv<cm_f16>(p); }
CM_KERNEL cm_cuda_gemv_bf16(struct cm_cuda_gemm_params p) { cm_gemv<cm_bf16>(p); }
