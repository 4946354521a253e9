/* nbits.cu — MatMulNBits of com.microsoft: products with a matrix of 2, 4 or 8 bits for each element. Its numbers are
 * made of the bits while a tile is filled (nbits, on tensor cores where gemm has them), or in registers where a few
 * rows of A leave reading B as all the work (nbits_gemv). */
#include "kernels/cuda/mma.cuh"

/* Eight elements side by side of a column: always of one block, and whole bytes. */
struct cm_nbits_eight {
    uint64_t raw;
    float scale, zero;
    uint32_t bits;
    __device__ __forceinline__ float operator[](int e) const {
        const uint32_t q = (uint32_t)(raw >> (uint32_t)e * bits) & ((1u << bits) - 1);
        return ((float)(int)q - zero) * scale;
    }
};

/* Elements l .. l + 7 of column j, l a multiple of 8 below the depth. */
template <typename T> CM_DEVICE cm_nbits_eight cm_nbits_at(const cm_cuda_nbits_params &p, int64_t j, int64_t l) {
    const int64_t g = l / p.block, line = p.blocks * (p.block * p.bits / 8);
    const uint8_t *from = cm_at<const uint8_t>(p.b) + j * line + l / 8 * p.bits;
    cm_nbits_eight v = {0, cm_wide(cm_at<const T>(p.scales)[j * p.blocks + g]), (float)(1 << (p.bits - 1)),
                        (uint32_t)p.bits};
    if (p.bits == 4 && line % 4 == 0 && p.b % 4 == 0) v.raw = *(const uint32_t *)from;
    else
        for (int i = 0; i < p.bits; i++) v.raw |= (uint64_t)from[i] << 8 * i;
    if (p.zeros == 0) return v;
    if (p.zero_type != CM_CUDA_U8) {
        v.zero = cm_wide(cm_at<const T>(p.zeros)[j * p.blocks + g]);
    } else {
        const uint8_t *zeros = cm_at<const uint8_t>(p.zeros) + j * ((p.blocks * p.bits + 7) / 8);
        const uint32_t at = (uint32_t)(g * p.bits % 8);
        v.zero = (float)(int)((uint32_t)zeros[g * p.bits / 8] >> at & ((1u << p.bits) - 1));
    }
    return v;
}

/* ---- operands ---- */

/* Columns [j0, j0 + TILE) of B as rows of a tile of scalars; along the depth, as cm_tile_matrix has it. */
template <typename T, int TILE> struct cm_tile_nbits {
    const cm_cuda_nbits_params &p;
    int64_t j0;
    __device__ __forceinline__ cm_tile_nbits(const cm_cuda_nbits_params &params, int64_t first)
        : p(params), j0(first) {}
    __device__ __forceinline__ cm_pack<float, 4> fetch(int64_t k0, int q) const {
        const cm_tile_place<TILE> at(true, q);
        const int64_t l = k0 + at.l;
        cm_pack<float, 4> v = {};
        if (j0 + at.i >= p.n || l >= p.k) return v;
        const cm_nbits_eight eight = cm_nbits_at<T>(p, j0 + at.i, l / 8 * 8);
        CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = l + e < p.k ? eight[(int)(l % 8) + e] : 0.0f;
        return v;
    }
    __device__ __forceinline__ void stash(float (*to)[TILE + 4], int q, const cm_pack<float, 4> &v) const {
        const cm_tile_place<TILE> at(true, q);
        CM_UNROLL for (int e = 0; e < 4; e++) to[at.l + e][at.i] = v.v[e];
    }
};

/* The same as rows of a tile of tensor cores; T has 16 bits, so that a pack is eight elements. */
template <typename T, int TILE> struct cm_mma_nbits {
    typedef cm_mma_place<T, TILE> place;
    typedef T element;
    static constexpr bool across = false;
    const cm_cuda_nbits_params &p;
    int64_t j0;
    cm_pack<T, 8> next[place::PACKS];
    __device__ __forceinline__ cm_mma_nbits(const cm_cuda_nbits_params &params, int64_t first)
        : p(params), j0(first) {}
    __device__ __forceinline__ static int row(int q) { return ((int)threadIdx.x + q * CM_CUDA_BLOCK) / 4; }
    __device__ __forceinline__ static int chunk() { return (int)threadIdx.x % 4; }
    __device__ __forceinline__ void fetch(uint8_t *, int64_t k0) {
        const int64_t l = k0 + chunk() * 8;
        CM_UNROLL for (int q = 0; q < place::PACKS; q++) {
            next[q] = {};
            if (j0 + row(q) >= p.n || l >= p.k) continue;
            const cm_nbits_eight eight = cm_nbits_at<T>(p, j0 + row(q), l);
            CM_UNROLL for (int e = 0; e < 8; e++)
                if (l + e < p.k) next[q].v[e] = cm_narrow<T>(eight[e]);
        }
    }
    __device__ __forceinline__ void stash(uint8_t *tile) const {
        CM_UNROLL for (int q = 0; q < place::PACKS; q++)
            *(cm_pack<T, 8> *)(tile + place::along(row(q), chunk())) = next[q];
    }
};

template <typename P> struct cm_nbits_of;
template <typename T, int TILE> struct cm_nbits_of<cm_tile_product<T, TILE>> {
    typedef cm_tile_nbits<T, TILE> type;
};
template <typename T, typename K, int TILE, int STAGES> struct cm_nbits_of<cm_mma_product<T, K, TILE, STAGES>> {
    typedef cm_mma_nbits<T, TILE> type;
};

/* ---- products ---- */

template <typename T> CM_DEVICE float cm_nbits_tail(const cm_cuda_nbits_params &p, int64_t j, float sum) {
    return p.bias == 0 ? sum : sum + cm_wide(cm_at<const T>(p.bias)[j]);
}

template <typename P> CM_DEVICE void cm_nbits(const cm_cuda_nbits_params &p) {
    typedef typename P::element T;
    enum { TILE = P::TILE, WIDE = P::WIDE };
    __shared__ typename P::shared tiles;
    const bool wide = p.n % WIDE == 0 && cm_packs<T, WIDE>(p.y);
    for (int64_t m0 = (int64_t)blockIdx.y * TILE; m0 < p.m; m0 += (int64_t)gridDim.y * TILE) {
        for (int64_t n0 = (int64_t)blockIdx.x * TILE; n0 < p.n; n0 += (int64_t)gridDim.x * TILE) {
            typename P::matrix a(cm_at<const T>(p.a), p.k, 1, p.m, p.k, m0);
            typename cm_nbits_of<P>::type b(p, n0);
            P product;
            product.multiply(p.k, a, b, tiles);
            product.store(p.m, p.n, m0, n0, [&](int64_t i, int64_t j, int n, const float *v) {
                float to[WIDE];
                CM_UNROLL for (int e = 0; e < WIDE; e++) to[e] = e < n ? cm_nbits_tail<T>(p, j + e, v[e]) : 0;
                cm_tile_put<WIDE>(cm_at<T>(p.y) + i * p.n + j, to, n, wide);
            });
        }
    }
}

/* A warp has one column after the other, its lanes go along the depth by eights; their sums are added pairwise. */
template <typename T> CM_DEVICE void cm_nbits_gemv(const cm_cuda_nbits_params &p) {
    const int lane = (int)threadIdx.x % CM_WARP;
    const int64_t warps = (int64_t)gridDim.x * (CM_CUDA_BLOCK / CM_WARP);
    const T *a = cm_at<const T>(p.a);
    for (int64_t j = cm_thread() / CM_WARP; j < p.n; j += warps) {
        float acc[CM_CUDA_GEMV_ROWS] = {};
        for (int64_t l = lane * 8; l < p.k; l += CM_WARP * 8) {
            const cm_nbits_eight eight = cm_nbits_at<T>(p, j, l);
            CM_UNROLL for (int e = 0; e < 8; e++) {
                if (l + e >= p.k) break;
                CM_UNROLL for (int r = 0; r < CM_CUDA_GEMV_ROWS; r++)
                    if (r < p.m) acc[r] = fmaf(cm_wide(a[r * p.k + l + e]), eight[e], acc[r]);
            }
        }
        CM_UNROLL for (int r = 0; r < CM_CUDA_GEMV_ROWS; r++) {
            if (r >= p.m) break;
            const float sum = cm_together<CM_WARP>(acc[r], (float *)nullptr, cm_add());
            if (lane == 0) cm_at<T>(p.y)[r * p.n + j] = cm_narrow<T>(cm_nbits_tail<T>(p, j, sum));
        }
    }
}

#define NBITS(suffix, T)                                                                                             \
    CM_KERNEL cm_cuda_nbits_##suffix(struct cm_cuda_nbits_params p) {                                                \
        cm_nbits<cm_product_of<T, CM_CUDA_GEMM_TILE>::type>(p);                                                      \
    }                                                                                                                \
    CM_KERNEL cm_cuda_nbits_large_##suffix(struct cm_cuda_nbits_params p) {                                          \
        cm_nbits<cm_product_of<T, CM_CUDA_GEMM_LARGE>::type>(p);                                                     \
    }                                                                                                                \
    CM_KERNEL cm_cuda_nbits_gemv_##suffix(struct cm_cuda_nbits_params p) { cm_nbits_gemv<T>(p); }
NBITS(f32, float)
NBITS(f16, cm_f16)
NBITS(bf16, cm_bf16)
