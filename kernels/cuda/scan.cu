/* scan.cu — CumSum, Trilu and Range. Of CumSum: where others lie behind the axis a thread has one line, so that a warp reads elements
 * side by side; else a warp has it, 32 elements at a time. */
#include "kernels/cuda/device.cuh"

CM_DEVICE float cm_scan_wide(float x) { return x; }
CM_DEVICE float cm_scan_wide(cm_f16 x) { return cm_wide(x); }
CM_DEVICE float cm_scan_wide(cm_bf16 x) { return cm_wide(x); }
CM_DEVICE uint32_t cm_scan_wide(int32_t x) { return (uint32_t)x; }
CM_DEVICE uint64_t cm_scan_wide(int64_t x) { return (uint64_t)x; }
template <typename T, typename V> CM_DEVICE T cm_scan_narrow(V v) { return (T)v; }
template <> __device__ __forceinline__ cm_f16 cm_scan_narrow<cm_f16, float>(float v) { return cm_half(v); }
template <> __device__ __forceinline__ cm_bf16 cm_scan_narrow<cm_bf16, float>(float v) { return cm_brain(v); }

/* V: what sums are computed in; integers wrap around. */
template <typename T, typename V> CM_DEVICE void cm_cumsum(const cm_cuda_cumsum_params &p) {
    const bool warp = p.inner < CM_WARP;
    const int size = warp ? CM_WARP : 1, lane = (int)threadIdx.x % size, last = size - 1;
    for (int64_t line = cm_thread() / size; line < p.outer * p.inner; line += cm_threads() / size) {
        const int64_t first = line / p.inner * p.n * p.inner + line % p.inner;
        V before = 0; /* the sum of all elements so far */
        for (int64_t i0 = 0; i0 < p.n; i0 += size) {
            const int64_t i = i0 + lane, at = first + (p.reverse ? p.n - 1 - i : i) * p.inner;
            const V x = i < p.n ? cm_scan_wide(cm_at<const T>(p.x)[at]) : 0;
            V sum = x, ahead = 0;
            if (warp) {
                CM_UNROLL for (int by = 1; by < CM_WARP; by *= 2) {
                    const V from = __shfl_up_sync(CM_ALL_LANES, sum, (unsigned)by);
                    if (lane >= by) sum += from;
                }
                const V from = __shfl_up_sync(CM_ALL_LANES, sum, 1u);
                ahead = lane > 0 ? from : 0;
            }
            if (i < p.n) cm_at<T>(p.y)[at] = cm_scan_narrow<T, V>(before + (p.exclusive ? ahead : sum));
            before += warp ? __shfl_sync(CM_ALL_LANES, sum, last) : sum;
        }
    }
}

CM_KERNEL cm_cuda_cumsum_f32(struct cm_cuda_cumsum_params p) { cm_cumsum<float, float>(p); }
CM_KERNEL cm_cuda_cumsum_f16(struct cm_cuda_cumsum_params p) { cm_cumsum<cm_f16, float>(p); }
CM_KERNEL cm_cuda_cumsum_bf16(struct cm_cuda_cumsum_params p) { cm_cumsum<cm_bf16, float>(p); }
CM_KERNEL cm_cuda_cumsum_i32(struct cm_cuda_cumsum_params p) { cm_cumsum<int32_t, uint32_t>(p); }
CM_KERNEL cm_cuda_cumsum_i64(struct cm_cuda_cumsum_params p) { cm_cumsum<int64_t, uint64_t>(p); }

template <typename T> CM_DEVICE void cm_trilu(const cm_cuda_trilu_params &p) {
    for (int64_t i = cm_thread(); i < p.batch * p.rows * p.columns; i += cm_threads()) {
        const int64_t beyond = i % p.columns - i / p.columns % p.rows;
        cm_at<T>(p.y)[i] = (p.upper ? beyond >= p.k : beyond <= p.k) ? cm_at<const T>(p.x)[i] : 0;
    }
}

CM_KERNEL cm_cuda_trilu_1(struct cm_cuda_trilu_params p) { cm_trilu<uint8_t>(p); }
CM_KERNEL cm_cuda_trilu_2(struct cm_cuda_trilu_params p) { cm_trilu<uint16_t>(p); }
CM_KERNEL cm_cuda_trilu_4(struct cm_cuda_trilu_params p) { cm_trilu<uint32_t>(p); }
CM_KERNEL cm_cuda_trilu_8(struct cm_cuda_trilu_params p) { cm_trilu<uint64_t>(p); }

CM_KERNEL cm_cuda_range_f32(struct cm_cuda_range_params p) {
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads())
        cm_at<float>(p.y)[i] = (float)(p.real[0] + (double)i * p.real[1]);
}
template <typename T> CM_DEVICE void cm_range(const cm_cuda_range_params &p) {
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads())
        cm_at<T>(p.y)[i] = (T)((uint64_t)p.whole[0] + (uint64_t)i * (uint64_t)p.whole[1]);
}
CM_KERNEL cm_cuda_range_i32(struct cm_cuda_range_params p) { cm_range<int32_t>(p); }
CM_KERNEL cm_cuda_range_i64(struct cm_cuda_range_params p) { cm_range<int64_t>(p); }
