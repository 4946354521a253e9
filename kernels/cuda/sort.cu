/* sort.cu — TopK. A block has one row. It takes the row tile by tile, sorts each tile in shared memory (K. Batcher,
 * "Sorting networks and their applications", 1968), and merges it with the best elements so far, which are as many as a
 * tile has. Of more results than that each round finds those that come behind the results of the round before. */
#include "kernels/cuda/device.cuh"

#define TILE CM_CUDA_TOPK_TILE

/* Unsigned numbers in the order of the elements, NaN the greatest, -0 equal to 0. */
CM_DEVICE uint64_t cm_order(float x) {
    const uint32_t bits = cm_bits(x == 0 ? 0.0f : x);
    return x != x ? UINT64_MAX : (bits >> 31) != 0 ? (uint32_t)~bits : bits | 0x80000000u;
}
CM_DEVICE uint64_t cm_order(cm_f16 x) { return cm_order(cm_wide(x)); }
CM_DEVICE uint64_t cm_order(cm_bf16 x) { return cm_order(cm_wide(x)); }
CM_DEVICE uint64_t cm_order(int64_t x) { return (uint64_t)x ^ (uint64_t)1 << 63; }
CM_DEVICE uint64_t cm_order(int32_t x) { return cm_order((int64_t)x); }

/* An element of the row: the greater the key, the earlier it comes, of equal ones the first. */
struct cm_ranked {
    uint64_t key;
    int64_t at;
};
CM_DEVICE cm_ranked cm_ranked_none() { return {0, INT64_MAX}; } /* comes behind all elements */
CM_DEVICE bool cm_before(const cm_ranked &a, const cm_ranked &b) {
    return a.key > b.key || (a.key == b.key && a.at < b.at);
}

/* One step of a network over `size` elements, a power of two: pairs `by` apart are put in order, in every other run of
 * `width` elements in the opposite one. */
CM_DEVICE void cm_ranked_step(cm_ranked *e, int size, int width, int by) {
    __syncthreads();
    for (int i = (int)threadIdx.x; i < size / 2; i += CM_CUDA_BLOCK) {
        const int lo = 2 * i - (i & (by - 1)), hi = lo + by;
        const cm_ranked a = e[lo], b = e[hi];
        if (cm_before(b, a) != ((lo & width) == 0)) continue;
        e[lo] = b;
        e[hi] = a;
    }
}

template <typename T> CM_DEVICE void cm_topk(const cm_cuda_topk_params &p) {
    __shared__ cm_ranked best[TILE], tile[TILE];
    int size = 2;
    while (size < TILE && size < p.n) size *= 2;
    for (int64_t row = blockIdx.x; row < p.outer * p.inner; row += gridDim.x) {
        const int64_t outer = row / p.inner, inner = row - outer * p.inner;
        const T *x = cm_at<const T>(p.x) + outer * p.n * p.inner + inner;
        cm_ranked last = cm_ranked_none(); /* the last result of the rounds before */
        for (int64_t done = 0; done < p.k; done += size) {
            __syncthreads(); /* the results before these were read */
            for (int i = (int)threadIdx.x; i < size; i += CM_CUDA_BLOCK) best[i] = cm_ranked_none();
            for (int64_t first = 0; first < p.n; first += size) {
                __syncthreads(); /* the tile before this one was read */
                for (int i = (int)threadIdx.x; i < size; i += CM_CUDA_BLOCK) {
                    cm_ranked e = cm_ranked_none();
                    if (first + i < p.n) {
                        const uint64_t key = cm_order(x[(first + i) * p.inner]);
                        e = {p.largest ? key : ~key, first + i};
                    }
                    tile[i] = done == 0 || cm_before(last, e) ? e : cm_ranked_none();
                }
                for (int width = 2; width <= size; width *= 2)
                    for (int by = width / 2; by > 0; by /= 2) cm_ranked_step(tile, size, width, by);
                __syncthreads();
                /* The better ones of both, rising and then falling, in the order of the last pass of a sort. */
                for (int i = (int)threadIdx.x; i < size; i += CM_CUDA_BLOCK)
                    if (cm_before(tile[size - 1 - i], best[i])) best[i] = tile[size - 1 - i];
                for (int by = size / 2; by > 0; by /= 2) cm_ranked_step(best, size, size, by);
            }
            __syncthreads();
            last = best[size - 1];
            for (int i = (int)threadIdx.x; i < size && done + i < p.k; i += CM_CUDA_BLOCK) {
                const int64_t to = (outer * p.k + done + i) * p.inner + inner, at = best[i].at;
                if (p.values != 0) cm_at<T>(p.values)[to] = x[at * p.inner];
                if (p.places != 0) cm_at<int64_t>(p.places)[to] = at;
            }
        }
    }
}

CM_KERNEL cm_cuda_topk_f32(struct cm_cuda_topk_params p) { cm_topk<float>(p); }
CM_KERNEL cm_cuda_topk_f16(struct cm_cuda_topk_params p) { cm_topk<cm_f16>(p); }
CM_KERNEL cm_cuda_topk_bf16(struct cm_cuda_topk_params p) { cm_topk<cm_bf16>(p); }
CM_KERNEL cm_cuda_topk_i32(struct cm_cuda_topk_params p) { cm_topk<int32_t>(p); }
CM_KERNEL cm_cuda_topk_i64(struct cm_cuda_topk_params p) { cm_topk<int64_t>(p); }
