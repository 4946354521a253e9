/* tile.cuh — a block of 256 threads multiplies two operands that shared memory holds tile by tile: the inner loop of
 * gemm.cu and conv.cu. A tile of the product has TILE x TILE elements, of which each thread has TILE / 16 squared in
 * registers; depth goes by in steps of 16. While one step is multiplied the next is on its way from memory into
 * registers, and there are two sets of shared tiles, so one barrier per step suffices. Every element of the product
 * is one chain of fused multiply-adds in the order of depth, whatever the tile. */
#ifndef CM_KERNELS_CUDA_TILE_CUH
#define CM_KERNELS_CUDA_TILE_CUH

#include "kernels/cuda/device.cuh"

#define CM_TILE_K 16

/* Four more columns keep rows aligned for wide reads and spread the writes of a warp over the banks. */
template <int TILE> struct cm_tiles {
    float a[2][CM_TILE_K][TILE + 4], b[2][CM_TILE_K][TILE + 4];
};

/* The packs of four elements that this thread moves of each step: pack q lies at depth `l` and row `i` of the tile,
 * and goes on along depth or along rows, whichever memory has side by side. */
template <int TILE> struct cm_tile_place {
    int l, i;
    __device__ __forceinline__ cm_tile_place(bool along_k, int q) {
        int t = (int)threadIdx.x + q * CM_CUDA_BLOCK;
        l = along_k ? t % (CM_TILE_K / 4) * 4 : t / (TILE / 4);
        i = along_k ? t / (CM_TILE_K / 4) : t % (TILE / 4) * 4;
    }
};

/* acc = sum over l < k of a(i, l) * b(l, j). A and B have fetch(k0, q), pack q of the step that begins at depth k0
 * with zeros beyond the operand, steps in their order, and stash(tile, q, pack), which puts it into shared memory.
 * Row r of acc is row (r / 4) * 64 + threadIdx.x / 16 * 4 + r % 4 of the tile, column c is (c / 4) * 64 +
 * threadIdx.x % 16 * 4 + c % 4. */
template <int TILE, typename A, typename B>
CM_DEVICE void cm_tile_multiply(int64_t k, A &a, B &b, cm_tiles<TILE> &s, float (&acc)[TILE / 16][TILE / 16]) {
    enum { PACKS = TILE * CM_TILE_K / 4 / CM_CUDA_BLOCK, PER = TILE / 16 };
    const int ty = (int)threadIdx.x / 16 * 4, tx = (int)threadIdx.x % 16 * 4;
    cm_pack<float, 4> next_a[PACKS], next_b[PACKS];
    CM_UNROLL for (int r = 0; r < PER; r++) {
        CM_UNROLL for (int c = 0; c < PER; c++) acc[r][c] = 0;
    }
    for (int64_t k0 = -CM_TILE_K; k0 < k; k0 += CM_TILE_K) {
        const int now = (int)(k0 / CM_TILE_K) & 1;
        const bool more = k0 + CM_TILE_K < k;
        if (more) {
            CM_UNROLL for (int q = 0; q < PACKS; q++) {
                next_a[q] = a.fetch(k0 + CM_TILE_K, q);
                next_b[q] = b.fetch(k0 + CM_TILE_K, q);
            }
        }
        if (k0 >= 0) {
            CM_UNROLL_4 for (int l = 0; l < CM_TILE_K; l++) {
                cm_pack<float, 4> va[PER / 4], vb[PER / 4];
                CM_UNROLL for (int h = 0; h < PER / 4; h++) {
                    va[h] = *(const cm_pack<float, 4> *)&s.a[now][l][h * 64 + ty];
                    vb[h] = *(const cm_pack<float, 4> *)&s.b[now][l][h * 64 + tx];
                }
                CM_UNROLL for (int r = 0; r < PER; r++) {
                    CM_UNROLL for (int c = 0; c < PER; c++)
                        acc[r][c] = fmaf(va[r / 4].v[r % 4], vb[c / 4].v[c % 4], acc[r][c]);
                }
            }
        }
        if (more) {
            CM_UNROLL for (int q = 0; q < PACKS; q++) {
                a.stash(s.a[now ^ 1], q, next_a[q]);
                b.stash(s.b[now ^ 1], q, next_b[q]);
            }
        }
        __syncthreads();
    }
}

/* Rows [row0, row0 + TILE) of a matrix of `rows` rows and depth k, at any strides. */
template <typename T, int TILE> struct cm_tile_matrix {
    enum { PACKS = TILE * CM_TILE_K / 4 / CM_CUDA_BLOCK };
    const T *from[PACKS]; /* each pack's first element at depth 0 */
    int64_t k, col, step; /* strides along depth, and between the elements of a pack */
    int left[PACKS];      /* rows that a pack's first element has before it, itself included; at most 4 */
    bool along_k, wide;

    __device__ __forceinline__ cm_tile_matrix(const T *x, int64_t row_stride, int64_t col_stride, int64_t rows,
                                              int64_t depth, int64_t row0)
        : k(depth), col(col_stride) {
        along_k = col == 1 || row_stride != 1;
        step = along_k ? col : row_stride;
        wide = step == 1 && (along_k ? row_stride : col) % 4 == 0 && cm_packs<T, 4>((cm_cuda_address)(uintptr_t)x);
        CM_UNROLL for (int q = 0; q < PACKS; q++) {
            const cm_tile_place<TILE> at(along_k, q);
            const int64_t i = row0 + at.i;
            left[q] = i >= rows ? 0 : rows - i < 4 ? (int)(rows - i) : 4;
            from[q] = left[q] == 0 ? x : x + i * row_stride + at.l * col;
        }
    }
    __device__ __forceinline__ cm_pack<float, 4> fetch(int64_t k0, int q) const {
        const int64_t deep = k - k0 - cm_tile_place<TILE>(along_k, q).l;
        const int n = along_k ? (left[q] == 0 ? 0 : deep < 4 ? (int)deep : 4) : deep > 0 ? left[q] : 0;
        const T *at = from[q] + k0 * col;
        cm_pack<float, 4> v;
        if (wide && n == 4) {
            cm_pack<T, 4> raw = *(const cm_pack<T, 4> *)at;
            CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = cm_wide(raw.v[e]);
        } else {
            CM_UNROLL for (int e = 0; e < 4; e++) v.v[e] = e < n ? cm_wide(at[e * step]) : 0.0f;
        }
        return v;
    }
    __device__ __forceinline__ void stash(float (*to)[TILE + 4], int q, const cm_pack<float, 4> &v) const {
        const cm_tile_place<TILE> at(along_k, q);
        if (along_k) {
            CM_UNROLL for (int e = 0; e < 4; e++) to[at.l + e][at.i] = v.v[e];
        } else {
            *(cm_pack<float, 4> *)&to[at.l][at.i] = v;
        }
    }
};

/* f(i, j, n, v): elements j .. j + n - 1 of row i of the product, for all that this thread has of the tile at (m0,
 * n0) within m rows and n columns. */
template <int TILE, typename F>
CM_DEVICE void cm_tile_store(const float (&acc)[TILE / 16][TILE / 16], int64_t m, int64_t n, int64_t m0, int64_t n0,
                             F f) {
    CM_UNROLL for (int r = 0; r < TILE / 16; r++) {
        const int64_t i = m0 + r / 4 * 64 + threadIdx.x / 16 * 4 + r % 4;
        CM_UNROLL for (int h = 0; h < TILE / 64; h++) {
            const int64_t j = n0 + h * 64 + threadIdx.x % 16 * 4;
            if (i < m && j < n) f(i, j, n - j < 4 ? (int)(n - j) : 4, &acc[r][h * 4]);
        }
    }
}

/* to[0 .. n - 1] = v, n at most N, in one access where `wide` says that all N fit and are aligned. */
template <int N, typename T> CM_DEVICE void cm_tile_put(T *to, const float *v, int n, bool wide) {
    if (wide && n == N) {
        cm_pack<T, N> all;
        CM_UNROLL for (int e = 0; e < N; e++) all.v[e] = cm_narrow<T>(v[e]);
        *(cm_pack<T, N> *)to = all;
    } else {
        CM_UNROLL for (int e = 0; e < N; e++)
            if (e < n) to[e] = cm_narrow<T>(v[e]);
    }
}

/* Part `part` of `split` (0: of one) of depth k: whole steps of `step`, in their order. */
struct cm_tile_range {
    int64_t begin, end;
    __device__ __forceinline__ cm_tile_range(int64_t k, int64_t step, int64_t split, int64_t part) {
        const int64_t steps = (k + step - 1) / step, parts = split < 1 ? 1 : split;
        const int64_t each = (steps + parts - 1) / parts * step;
        begin = cm_least(part * each, k);
        end = cm_least(begin + each, k);
    }
};

/* A product of two operands of elements of T, as gemm.cu and conv.cu use it; cm_mma_product (mma.cuh) is the same on
 * tensor cores. WIDE: how many elements side by side store gives at once; STEP: of the depth. */
template <typename T, int SIZE> struct cm_tile_product {
    typedef T element;
    typedef cm_tiles<SIZE> shared;
    typedef cm_tile_matrix<T, SIZE> matrix;
    enum { TILE = SIZE, WIDE = 4, STEP = CM_TILE_K };
    float acc[TILE / 16][TILE / 16];
    template <typename A, typename B> __device__ __forceinline__ void multiply(int64_t k, A &a, B &b, shared &s) {
        cm_tile_multiply<TILE>(k, a, b, s, acc);
    }
    template <typename F>
    __device__ __forceinline__ void store(int64_t m, int64_t n, int64_t m0, int64_t n0, F f) const {
        cm_tile_store<TILE>(acc, m, n, m0, n0, f);
    }
};

#endif
