/* norm.cu — Softmax, LogSoftmax, the normalizations over rows (LayerNormalization, RMSNormalization,
 * InstanceNormalization, GroupNormalization), BatchNormalization and LRN. A row is the work of a warp where it is
 * short, else of a block; which of both, sizes alone decide. */
#include "kernels/cuda/device.cuh"

/* Longest rows that are a warp's. */
#define NORM_SHORT 1024

/* f(row, team's number, shared): rows [0, n) for this block's teams of SIZE threads. */
template <int SIZE, typename F> CM_DEVICE void cm_rows(int64_t n, F f) {
    const int teams = CM_CUDA_BLOCK / SIZE;
    for (int64_t row = (int64_t)blockIdx.x * teams + threadIdx.x / SIZE; row < n; row += (int64_t)gridDim.x * teams)
        f(row, (int)threadIdx.x % SIZE);
}

/* ---- Softmax ---- */

/* The greatest number so far and the sum of e^(x - it): M. Milakov, N. Gimelshein, "Online normalizer calculation for
 * softmax" (2018). */
struct cm_softmax_sum {
    float most, sum;
    __device__ __forceinline__ void take(float x) {
        if (x <= most) {
            sum += x == -CM_INFINITY ? 0 : expf(x - most);
        } else { /* also the first number, and NaN */
            sum = (most == -CM_INFINITY ? 0 : sum * expf(most - x)) + 1;
            most = x;
        }
    }
    /* The sum of e^(x - all), `all` the greatest number of the whole row; NaN if that is infinite. */
    __device__ __forceinline__ float of(float all) const { return most == -CM_INFINITY ? sum : sum * expf(most - all); }
};

/* A row of -infinity alone, or with NaN or infinity, is NaN. */
CM_DEVICE float cm_softmax_of(float x, float most, float sum, bool log) {
    return log ? x - most - logf(sum) : expf(x - most) / sum;
}

template <typename T, int SIZE> CM_DEVICE void cm_softmax_rows(const cm_cuda_softmax_params &p, float *shared) {
    cm_rows<SIZE>(p.outer * p.inner, [&](int64_t row, int lane) {
        const int64_t first = row / p.inner * p.n * p.inner + row % p.inner;
        const T *x = cm_at<const T>(p.x) + first;
        T *y = cm_at<T>(p.y) + first;
        cm_softmax_sum s = {-CM_INFINITY, 0};
        for (int64_t i = lane; i < p.n; i += SIZE) s.take(cm_wide(x[i * p.inner]));
        const float most = cm_together<SIZE>(s.most, shared, cm_greater());
        const float sum = cm_together<SIZE>(s.of(most), shared, cm_add());
        for (int64_t i = lane; i < p.n; i += SIZE)
            y[i * p.inner] = cm_narrow<T>(cm_softmax_of(cm_wide(x[i * p.inner]), most, sum, p.log != 0));
    });
}

/* Along an axis with others behind it: a thread for each row, so that a warp reads elements side by side. */
template <typename T> CM_DEVICE void cm_softmax_columns(const cm_cuda_softmax_params &p) {
    for (int64_t row = cm_thread(); row < p.outer * p.inner; row += cm_threads()) {
        const int64_t first = row / p.inner * p.n * p.inner + row % p.inner;
        const T *x = cm_at<const T>(p.x) + first;
        T *y = cm_at<T>(p.y) + first;
        cm_softmax_sum s = {-CM_INFINITY, 0};
        for (int64_t i = 0; i < p.n; i++) s.take(cm_wide(x[i * p.inner]));
        const float sum = s.of(s.most);
        for (int64_t i = 0; i < p.n; i++)
            y[i * p.inner] = cm_narrow<T>(cm_softmax_of(cm_wide(x[i * p.inner]), s.most, sum, p.log != 0));
    }
}

template <typename T> CM_DEVICE void cm_softmax(const cm_cuda_softmax_params &p) {
    __shared__ float shared[CM_CUDA_BLOCK / CM_WARP];
    if (p.inner >= CM_WARP) cm_softmax_columns<T>(p);
    else if (p.n <= NORM_SHORT) cm_softmax_rows<T, CM_WARP>(p, shared);
    else cm_softmax_rows<T, CM_CUDA_BLOCK>(p, shared);
}

CM_KERNEL cm_cuda_softmax_f32(struct cm_cuda_softmax_params p) { cm_softmax<float>(p); }
CM_KERNEL cm_cuda_softmax_f16(struct cm_cuda_softmax_params p) { cm_softmax<cm_f16>(p); }
CM_KERNEL cm_cuda_softmax_bf16(struct cm_cuda_softmax_params p) { cm_softmax<cm_bf16>(p); }

/* ---- normalization of rows ---- */

/* The sum of what the threads of this lane have, in the order of the warps. By all threads. */
template <int WARPS> CM_DEVICE float cm_sum_of_warps(float v, float (&shared)[WARPS][CM_WARP]) {
    const int lane = (int)threadIdx.x % CM_WARP;
    __syncthreads(); /* what the call before this one left there was read */
    shared[threadIdx.x / CM_WARP][lane] = v;
    __syncthreads();
    float sum = shared[0][lane];
    CM_UNROLL for (int w = 1; w < WARPS; w++) sum += shared[w][lane];
    return sum;
}

template <typename T, int SIZE> CM_DEVICE void cm_norm_rows(const cm_cuda_norm_params &p, float *shared) {
    const T *scale = cm_at<const T>(p.scale), *bias = cm_at<const T>(p.bias);
    const bool each = p.scale_inner == 1 && p.scale_n == p.n; /* an element of scale for each column */
    cm_rows<SIZE>(p.rows, [&](int64_t row, int lane) {
        const T *x = cm_at<const T>(p.x) + row * p.n;
        T *y = cm_at<T>(p.y) + row * p.n;
        float mean = 0, square = 0;
        if (!p.rms) {
            for (int64_t i = lane; i < p.n; i += SIZE) mean += cm_wide(x[i]);
            mean = cm_together<SIZE>(mean, shared, cm_add()) / (float)p.n;
        }
        for (int64_t i = lane; i < p.n; i += SIZE) {
            const float d = cm_wide(x[i]) - mean;
            square = fmaf(d, d, square);
        }
        const float inv = 1 / sqrtf(cm_together<SIZE>(square, shared, cm_add()) / (float)p.n + p.eps);
        if (lane == 0 && p.mean != 0) cm_at<float>(p.mean)[row] = mean;
        if (lane == 0 && p.inv != 0) cm_at<float>(p.inv)[row] = inv;
        const int64_t first = row % p.scale_rows * p.scale_row_step;
        for (int64_t i = lane; i < p.n; i += SIZE) {
            const int64_t at = first + (each ? i : p.scale_n == 1 ? 0 : i / p.scale_inner % p.scale_n);
            float v = (cm_wide(x[i]) - mean) * inv;
            if (scale != nullptr) v *= cm_wide(scale[at]);
            if (bias != nullptr) v += cm_wide(bias[at]);
            y[i] = cm_narrow<T>(v);
        }
    });
}

template <typename T> CM_DEVICE void cm_norm(const cm_cuda_norm_params &p) {
    __shared__ float shared[CM_CUDA_BLOCK / CM_WARP];
    if (p.n <= NORM_SHORT) cm_norm_rows<T, CM_WARP>(p, shared);
    else cm_norm_rows<T, CM_CUDA_BLOCK>(p, shared);
}

CM_KERNEL cm_cuda_norm_f32(struct cm_cuda_norm_params p) { cm_norm<float>(p); }
CM_KERNEL cm_cuda_norm_f16(struct cm_cuda_norm_params p) { cm_norm<cm_f16>(p); }
CM_KERNEL cm_cuda_norm_bf16(struct cm_cuda_norm_params p) { cm_norm<cm_bf16>(p); }

/* ---- InstanceNormalization of x with channels last ---- */

/* A block has CM_WARP channels of a sample, a warp of it every eighth place: what a warp reads lies side by side. */
template <typename T> CM_DEVICE void cm_norm_channels(const cm_cuda_norm_params &p) {
    enum { WARPS = CM_CUDA_BLOCK / CM_WARP };
    __shared__ float shared[WARPS][CM_WARP];
    const int lane = (int)threadIdx.x % CM_WARP, warp = (int)threadIdx.x / CM_WARP;
    const int64_t channels = p.scale_rows, teams = (channels + CM_WARP - 1) / CM_WARP;
    for (int64_t b = blockIdx.x; b < p.rows / channels * teams; b += gridDim.x) {
        const int64_t c = b % teams * CM_WARP + lane, first = b / teams * p.n * channels + c;
        const int64_t end = c < channels ? p.n : 0;
        const T *x = cm_at<const T>(p.x) + first;
        T *y = cm_at<T>(p.y) + first;
        float sum = 0, square = 0;
        for (int64_t i = warp; i < end; i += WARPS) sum += cm_wide(x[i * channels]);
        const float mean = cm_sum_of_warps<WARPS>(sum, shared) / (float)p.n;
        for (int64_t i = warp; i < end; i += WARPS) {
            const float d = cm_wide(x[i * channels]) - mean;
            square = fmaf(d, d, square);
        }
        const float inv = 1 / sqrtf(cm_sum_of_warps<WARPS>(square, shared) / (float)p.n + p.eps);
        const float scale = end == 0 ? 0 : cm_wide(cm_at<const T>(p.scale)[c]);
        const float bias = end == 0 ? 0 : cm_wide(cm_at<const T>(p.bias)[c]);
        for (int64_t i = warp; i < end; i += WARPS)
            y[i * channels] = cm_narrow<T>((cm_wide(x[i * channels]) - mean) * inv * scale + bias);
    }
}

CM_KERNEL cm_cuda_norm_last_f32(struct cm_cuda_norm_params p) { cm_norm_channels<float>(p); }
CM_KERNEL cm_cuda_norm_last_f16(struct cm_cuda_norm_params p) { cm_norm_channels<cm_f16>(p); }
CM_KERNEL cm_cuda_norm_last_bf16(struct cm_cuda_norm_params p) { cm_norm_channels<cm_bf16>(p); }

/* ---- BatchNormalization ---- */

template <typename T> CM_DEVICE void cm_batchnorm(const cm_cuda_batchnorm_params &p) {
    const int64_t n = p.n * p.c * p.inner;
    for (int64_t i = cm_thread(); i < n; i += cm_threads()) {
        const int64_t c = n <= INT32_MAX ? (uint32_t)i / (uint32_t)p.inner % (uint32_t)p.c : i / p.inner % p.c;
        const float inv = 1 / sqrtf(cm_wide(cm_at<const T>(p.var)[c]) + p.eps);
        const float d = cm_wide(cm_at<const T>(p.x)[i]) - cm_wide(cm_at<const T>(p.mean)[c]);
        cm_at<T>(p.y)[i] =
            cm_narrow<T>(fmaf(d * inv, cm_wide(cm_at<const T>(p.scale)[c]), cm_wide(cm_at<const T>(p.bias)[c])));
    }
}

CM_KERNEL cm_cuda_batchnorm_f32(struct cm_cuda_batchnorm_params p) { cm_batchnorm<float>(p); }
CM_KERNEL cm_cuda_batchnorm_f16(struct cm_cuda_batchnorm_params p) { cm_batchnorm<cm_f16>(p); }
CM_KERNEL cm_cuda_batchnorm_bf16(struct cm_cuda_batchnorm_params p) { cm_batchnorm<cm_bf16>(p); }

/* ---- LRN ---- */

template <typename T> CM_DEVICE void cm_lrn(const cm_cuda_lrn_params &p) {
    for (int64_t i = cm_thread(); i < p.n * p.c * p.inner; i += cm_threads()) {
        const int64_t c = i / p.inner % p.c;
        const int64_t first = c - cm_least(c, (p.size - 1) / 2), last = c + cm_least(p.c - 1 - c, p.size / 2);
        const T *x = cm_at<const T>(p.x) + (i - c * p.inner);
        float sum = 0;
        for (int64_t k = first; k <= last; k++) {
            const float v = cm_wide(x[k * p.inner]);
            sum = fmaf(v, v, sum);
        }
        const float scale = fmaf(p.alpha / (float)p.size, sum, p.bias);
        cm_at<T>(p.y)[i] = cm_narrow<T>(cm_wide(x[c * p.inner]) / powf(scale, p.beta));
    }
}

CM_KERNEL cm_cuda_lrn_f32(struct cm_cuda_lrn_params p) { cm_lrn<float>(p); }
CM_KERNEL cm_cuda_lrn_f16(struct cm_cuda_lrn_params p) { cm_lrn<cm_f16>(p); }
CM_KERNEL cm_cuda_lrn_bf16(struct cm_cuda_lrn_params p) { cm_lrn<cm_bf16>(p); }
