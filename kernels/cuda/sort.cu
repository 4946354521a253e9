/* sort.cu — TopK and the selection of boxes. A block has one row. It takes the row tile by tile, sorts each tile in
 * shared memory (K. Batcher, "Sorting networks and their applications", 1968), and merges it with the best elements so
 * far, which are as many as a tile has. Of more results than that each round finds those that come behind the results
 * of the round before. */
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

/* The `size` elements of item(0) to item(n - 1) that come first, or first behind *last, in their order in `best`, for
 * all threads; as many cm_ranked_none() as there are less. `tile` has room for as many. */
template <typename F>
CM_DEVICE void cm_ranked_best(cm_ranked *best, cm_ranked *tile, int size, int64_t n, const cm_ranked *last, F item) {
    __syncthreads(); /* what is in both was read */
    for (int i = (int)threadIdx.x; i < size; i += CM_CUDA_BLOCK) best[i] = cm_ranked_none();
    for (int64_t first = 0; first < n; first += size) {
        __syncthreads(); /* the tile before this one was read */
        for (int i = (int)threadIdx.x; i < size; i += CM_CUDA_BLOCK) {
            const cm_ranked e = first + i < n ? item(first + i) : cm_ranked_none();
            tile[i] = last == nullptr || cm_before(*last, e) ? e : cm_ranked_none();
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
}

/* As many as are sorted at a time, of n: a power of two. */
CM_DEVICE int cm_ranked_size(int64_t n) {
    int size = 2;
    while (size < TILE && size < n) size *= 2;
    return size;
}

template <typename T> CM_DEVICE void cm_topk(const cm_cuda_topk_params &p) {
    __shared__ cm_ranked best[TILE], tile[TILE];
    const int size = cm_ranked_size(p.n);
    for (int64_t row = blockIdx.x; row < p.outer * p.inner; row += gridDim.x) {
        const int64_t outer = row / p.inner, inner = row - outer * p.inner;
        const T *x = cm_at<const T>(p.x) + outer * p.n * p.inner + inner;
        cm_ranked last = cm_ranked_none(); /* the last result of the rounds before */
        for (int64_t done = 0; done < p.k; done += size) {
            cm_ranked_best(best, tile, size, p.n, done == 0 ? nullptr : &last, [&](int64_t i) {
                const uint64_t key = cm_order(x[i * p.inner]);
                return cm_ranked{p.largest ? key : ~key, i};
            });
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

/* ---- boxes ---- */

/* A box as two ranges, and its area, in the arithmetic of kernels/nms.c: no product is added without being rounded. */
struct cm_nms_box {
    float low[2], high[2], area;
};
CM_DEVICE cm_nms_box cm_nms_load(const cm_cuda_nms_params &p, int64_t row, int64_t at) {
    const float *x = cm_at<const float>(p.boxes) + (row / p.classes * p.n + at) * 4;
    cm_nms_box b;
    CM_UNROLL for (int d = 0; d < 2; d++) {
        const float half = x[d + 2] * 0.5f;
        const bool swapped = x[d] >= x[d + 2];
        b.low[d] = p.center ? __fsub_rn(x[d], half) : swapped ? x[d + 2] : x[d];
        b.high[d] = p.center ? __fadd_rn(x[d], half) : swapped ? x[d] : x[d + 2];
    }
    b.area = __fmul_rn(__fsub_rn(b.high[0], b.low[0]), __fsub_rn(b.high[1], b.low[1]));
    return b;
}

/* Is the intersection over the union above the threshold? */
CM_DEVICE bool cm_nms_overlap(const cm_nms_box &kept, const cm_nms_box &b, float threshold) {
    float side[2];
    CM_UNROLL for (int d = 0; d < 2; d++) {
        const float from = b.low[d] > kept.low[d] ? b.low[d] : kept.low[d];
        side[d] = __fsub_rn(b.high[d] < kept.high[d] ? b.high[d] : kept.high[d], from);
    }
    if (!(side[0] > 0 && side[1] > 0)) return false;
    const float common = __fmul_rn(side[0], side[1]), both = __fsub_rn(__fadd_rn(b.area, kept.area), common);
    return common > 0 && b.area > 0 && kept.area > 0 && both > 0 && __fdiv_rn(common, both) > threshold;
}

/* The boxes of a row, TILE at a time by their scores: what none of the boxes selected before overlaps is looked at one
 * after the other; who is selected takes those behind it that it overlaps away. Returns how many are selected. */
CM_DEVICE int64_t cm_nms_row(const cm_cuda_nms_params &p, int64_t row, int64_t most, float overlap, cm_ranked *best,
                             cm_ranked *tile, int *gone) {
    const float *scores = cm_at<const float>(p.scores) + row * p.n;
    const float least = p.least == 0 ? 0 : *cm_at<const float>(p.least);
    int32_t *selected = cm_at<int32_t>(p.selected) + row * p.most;
    const int size = cm_ranked_size(p.n);
    cm_ranked last = cm_ranked_none();
    int64_t kept = 0;
    for (bool first = true; kept < most; first = false) {
        cm_ranked_best(best, tile, size, p.n, first ? nullptr : &last, [&](int64_t i) {
            const bool counts = p.least == 0 ? scores[i] == scores[i] : scores[i] > least;
            return counts ? cm_ranked{cm_order(scores[i]), i} : cm_ranked_none();
        });
        last = best[size - 1];
        for (int i = (int)threadIdx.x; i < size; i += CM_CUDA_BLOCK) {
            gone[i] = best[i].at == INT64_MAX;
            for (int64_t k = 0; k < kept && !gone[i]; k++)
                gone[i] = cm_nms_overlap(cm_nms_load(p, row, selected[k]), cm_nms_load(p, row, best[i].at), overlap);
        }
        __syncthreads();
        for (int j = 0; j < size && kept < most; j++) {
            if (gone[j]) continue; /* for all threads: nobody has written since they met */
            const cm_nms_box box = cm_nms_load(p, row, best[j].at);
            if (threadIdx.x == 0) selected[kept] = (int32_t)best[j].at;
            kept++;
            for (int i = j + 1 + (int)threadIdx.x; i < size; i += CM_CUDA_BLOCK)
                if (!gone[i]) gone[i] = cm_nms_overlap(box, cm_nms_load(p, row, best[i].at), overlap);
            __syncthreads();
        }
        if (last.at == INT64_MAX) break; /* there are no more */
    }
    return kept;
}

CM_KERNEL cm_cuda_nms_select(struct cm_cuda_nms_params p) {
    __shared__ cm_ranked best[TILE], tile[TILE];
    __shared__ int gone[TILE];
    const float overlap = p.overlap == 0 ? 0 : *cm_at<const float>(p.overlap);
    const bool valid = overlap >= 0 && overlap <= 1;
    const int64_t limit = p.limit == 0 ? 0 : *cm_at<const int64_t>(p.limit), room = cm_least(p.most, p.n);
    const int64_t most = valid ? cm_least(cm_most(limit, (int64_t)0), room) : 0;
    if (!valid) cm_tell(p, CM_CUDA_TOLD_OVERLAP);
    for (int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
        const int64_t kept = cm_nms_row(p, row, most, overlap, best, tile, gone);
        int32_t *selected = cm_at<int32_t>(p.selected) + row * p.most;
        for (int64_t i = kept + threadIdx.x; i < p.most; i += CM_CUDA_BLOCK) selected[i] = -1;
    }
}
