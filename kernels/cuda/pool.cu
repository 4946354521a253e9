/* pool.cu — MaxPool and AveragePool. Neighbours in a warp are neighbours in y, along lines or, with channels last,
 * channels, and read nearly the same lines of x, or elements side by side. */
#include "kernels/cuda/device.cuh"

/* A window's taps along one axis that lie within x: [first, end), and how many lie within x and its pads. */
struct cm_pool_span {
    int first, end, padded, at; /* at: where tap 0 lies */
    __device__ __forceinline__ cm_pool_span(const cm_cuda_pool_params &p, int d, int o) {
        const int k = (int)p.kernel[d], step = (int)p.dilation[d], in = (int)p.in[d];
        at = o * (int)p.stride[d] - (int)p.pad[d];
        first = at >= 0 ? 0 : (-at + step - 1) / step;
        end = cm_taps_before(in - at, step, k);
        padded = cm_taps_before(in + (int)p.pad_end[d] - at, step, k);
    }
    /* Taps of k that lie before element n. */
    __device__ __forceinline__ static int cm_taps_before(int n, int step, int k) {
        return n <= 0 ? 0 : cm_least((n + step - 1) / step, k);
    }
};

/* Bytes are as whole floats. A window that sees nothing of x has the least number of its type. */
CM_DEVICE float cm_pool_wide(uint8_t x) { return x; }
CM_DEVICE float cm_pool_wide(int8_t x) { return x; }
template <typename T> CM_DEVICE float cm_pool_wide(T x) { return cm_wide(x); }
template <typename T> CM_DEVICE T cm_pool_narrow(float x) { return cm_narrow<T>(x); }
template <> __device__ __forceinline__ uint8_t cm_pool_narrow<uint8_t>(float x) { return (uint8_t)cm_most(x, 0.0f); }
template <> __device__ __forceinline__ int8_t cm_pool_narrow<int8_t>(float x) { return (int8_t)cm_most(x, -128.0f); }

template <typename T, bool AVERAGE> CM_DEVICE void cm_pool(const cm_cuda_pool_params &p) {
    const bool x_last = (p.last & CM_CUDA_X_LAST) != 0, y_last = (p.last & CM_CUDA_Y_LAST) != 0;
    const uint32_t out_x = (uint32_t)p.out[2], out_y = (uint32_t)p.out[1],
                   each = (uint32_t)(p.out[0] * p.out[1] * p.out[2]);
    const int64_t volume = p.in[0] * p.in[1] * p.in[2], step = x_last ? p.channels : 1;
    const int64_t all = p.n * p.channels * each, inner = y_last ? p.channels : each;
    for (int64_t at = cm_thread(); at < all; at += cm_threads()) {
        const int64_t outer = all <= INT32_MAX ? (uint32_t)at / (uint32_t)inner : at / inner, rest = at - outer * inner;
        const int64_t sample = y_last ? outer / each : outer / p.channels;
        const int64_t channel = y_last ? rest : outer % p.channels;
        const uint32_t place = (uint32_t)(y_last ? outer % each : rest), line = place / out_x;
        const cm_pool_span z(p, 0, (int)(line / out_y)), y(p, 1, (int)(line % out_y)), x(p, 2, (int)(place % out_x));
        const T *from = cm_at<const T>(p.x) + sample * p.channels * volume + channel * (x_last ? 1 : volume);
        float acc = AVERAGE ? 0 : -CM_INFINITY;
        for (int kz = z.first; kz < z.end; kz++)
            for (int ky = y.first; ky < y.end; ky++) {
                const int64_t iz = z.at + kz * (int)p.dilation[0], iy = y.at + ky * (int)p.dilation[1];
                const T *in = from + ((iz * p.in[1] + iy) * p.in[2] + x.at) * step;
                for (int kx = x.first; kx < x.end; kx++) {
                    const float v = cm_pool_wide(in[kx * p.dilation[2] * step]);
                    acc = AVERAGE ? acc + v : cm_greater()(acc, v);
                }
            }
        if (AVERAGE) {
            const float n = p.count_pad
                                ? (float)z.padded * (float)y.padded * (float)x.padded
                                : (float)(z.end - z.first) * (float)(y.end - y.first) * (float)(x.end - x.first);
            acc /= n;
        }
        cm_at<T>(p.y)[at] = cm_pool_narrow<T>(acc);
    }
}

CM_KERNEL cm_cuda_pool_max_f32(struct cm_cuda_pool_params p) { cm_pool<float, false>(p); }
CM_KERNEL cm_cuda_pool_max_f16(struct cm_cuda_pool_params p) { cm_pool<cm_f16, false>(p); }
CM_KERNEL cm_cuda_pool_max_bf16(struct cm_cuda_pool_params p) { cm_pool<cm_bf16, false>(p); }
CM_KERNEL cm_cuda_pool_max_u8(struct cm_cuda_pool_params p) { cm_pool<uint8_t, false>(p); }
CM_KERNEL cm_cuda_pool_max_i8(struct cm_cuda_pool_params p) { cm_pool<int8_t, false>(p); }
CM_KERNEL cm_cuda_pool_average_f32(struct cm_cuda_pool_params p) { cm_pool<float, true>(p); }
CM_KERNEL cm_cuda_pool_average_f16(struct cm_cuda_pool_params p) { cm_pool<cm_f16, true>(p); }
CM_KERNEL cm_cuda_pool_average_bf16(struct cm_cuda_pool_params p) { cm_pool<cm_bf16, true>(p); }
