/* sort.cu — TopK. The place of an element among the best is how many come before it, which a thread counts: each block
 * has 256 elements of one row and looks at all of the row, 256 at a time. */
#include "kernels/cuda/device.cuh"

/* Unsigned numbers in the order of the elements, NaN the greatest, -0 equal to 0. */
CM_DEVICE uint64_t cm_order(float x) {
    const uint32_t bits = cm_bits(x == 0 ? 0.0f : x);
    return x != x ? UINT64_MAX : (bits >> 31) != 0 ? (uint32_t)~bits : bits | 0x80000000u;
}
CM_DEVICE uint64_t cm_order(cm_f16 x) { return cm_order(cm_wide(x)); }
CM_DEVICE uint64_t cm_order(int64_t x) { return (uint64_t)x ^ (uint64_t)1 << 63; }
CM_DEVICE uint64_t cm_order(int32_t x) { return cm_order((int64_t)x); }

template <typename T> CM_DEVICE void cm_topk(const cm_cuda_topk_params &p) {
    __shared__ uint64_t keys[CM_CUDA_BLOCK];
    for (int64_t row = blockIdx.y; row < p.outer * p.inner; row += gridDim.y) {
        const int64_t outer = row / p.inner, inner = row - outer * p.inner;
        const T *x = cm_at<const T>(p.x) + outer * p.n * p.inner + inner;
        const auto key_of = [&](int64_t i) {
            const uint64_t key = cm_order(x[i * p.inner]);
            return p.largest ? key : ~key;
        };
        for (int64_t first = (int64_t)blockIdx.x * CM_CUDA_BLOCK; first < p.n;
             first += (int64_t)gridDim.x * CM_CUDA_BLOCK) {
            const int64_t i = first + threadIdx.x;
            const uint64_t mine = i < p.n ? key_of(i) : 0;
            int64_t before = 0;
            for (int64_t tile = 0; tile < p.n; tile += CM_CUDA_BLOCK) {
                const int count = (int)cm_least(p.n - tile, (int64_t)CM_CUDA_BLOCK);
                __syncthreads(); /* the tile before this one was read */
                if ((int)threadIdx.x < count) keys[threadIdx.x] = key_of(tile + threadIdx.x);
                __syncthreads();
                for (int k = 0; k < count; k++)
                    before += keys[k] > mine || (keys[k] == mine && tile + k < i);
            }
            if (i >= p.n || before >= p.k) continue;
            const int64_t to = (outer * p.k + before) * p.inner + inner;
            if (p.values != 0) cm_at<T>(p.values)[to] = x[i * p.inner];
            if (p.places != 0) cm_at<int64_t>(p.places)[to] = i;
        }
    }
}

CM_KERNEL cm_cuda_topk_f32(struct cm_cuda_topk_params p) { cm_topk<float>(p); }
CM_KERNEL cm_cuda_topk_f16(struct cm_cuda_topk_params p) { cm_topk<cm_f16>(p); }
CM_KERNEL cm_cuda_topk_i32(struct cm_cuda_topk_params p) { cm_topk<int32_t>(p); }
CM_KERNEL cm_cuda_topk_i64(struct cm_cuda_topk_params p) { cm_topk<int64_t>(p); }
