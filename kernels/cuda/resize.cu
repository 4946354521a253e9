/* resize.cu — Resize by nearest elements and by lines between two along each axis. Coordinates are double, as a
 * rounding would choose another element; axes that keep their size cost nothing. */
#include "kernels/cuda/device.cuh"

/* Where element o of axis d of y lies in x; ONNX Resize, coordinate_transformation_mode. */
CM_DEVICE double cm_resize_coordinate(const cm_cuda_resize_params &p, int d, int64_t o) {
    const double scale = (double)p.scale[d], x = (double)o, width = scale * (double)p.in[d];
    switch (p.coordinate) {
    case CM_CUDA_ASYMMETRIC: return x / scale;
    case CM_CUDA_ALIGN_CORNERS: return width == 1 ? 0 : x * (double)(p.in[d] - 1) / (width - 1);
    case CM_CUDA_PYTORCH_HALF_PIXEL: return p.out[d] > 1 ? (x + 0.5) / scale - 0.5 : 0;
    default: return (x + 0.5) / scale - 0.5;
    }
}

CM_DEVICE bool cm_resize_keeps(const cm_cuda_resize_params &p, int d) { return p.in[d] == p.out[d] && p.scale[d] == 1; }

CM_DEVICE int64_t cm_resize_within(const cm_cuda_resize_params &p, int d, double x) {
    return x <= 0 ? 0 : x >= (double)(p.in[d] - 1) ? p.in[d] - 1 : (int64_t)x;
}

CM_DEVICE int64_t cm_resize_nearest_of(const cm_cuda_resize_params &p, int d, int64_t o) {
    if (cm_resize_keeps(p, d)) return o;
    const double x = cm_resize_coordinate(p, d, o);
    switch (p.nearest) {
    case CM_CUDA_ROUND_PREFER_CEIL: return cm_resize_within(p, d, floor(x + 0.5));
    case CM_CUDA_NEAREST_FLOOR: return cm_resize_within(p, d, floor(x));
    case CM_CUDA_NEAREST_CEIL: return cm_resize_within(p, d, ceil(x));
    case CM_CUDA_NEAREST_BEFORE_11: return cm_resize_within(p, d, p.scale[d] < 1 ? ceil(x) : floor(x));
    default: return cm_resize_within(p, d, ceil(x - 0.5));
    }
}

/* The two elements of an axis and the weight of the second; what lies beyond the edge is the edge's. */
struct cm_resize_line {
    int64_t at[2];
    float weight;
    __device__ __forceinline__ cm_resize_line(const cm_cuda_resize_params &p, int d, int64_t o) {
        if (cm_resize_keeps(p, d)) {
            at[0] = at[1] = o;
            weight = 0;
        } else {
            const double x = cm_resize_coordinate(p, d, o), low = floor(x);
            at[0] = cm_resize_within(p, d, low);
            at[1] = cm_resize_within(p, d, low + 1);
            weight = (float)(x - low);
        }
    }
};

/* a + (b - a) * w that leaves out what has no weight, an infinity say. */
CM_DEVICE float cm_between(float a, float b, float w) { return w == 0 ? a : w == 1 ? b : a * (1 - w) + b * w; }

template <typename T, bool LINEAR> CM_DEVICE void cm_resize(const cm_cuda_resize_params &p) {
    const int64_t each = p.out[0] * p.out[1] * p.out[2], n = p.rows * each;
    for (int64_t i = cm_thread(); i < n; i += cm_threads()) {
        const int64_t row = n <= INT32_MAX ? (uint32_t)i / (uint32_t)each : i / each, place = i - row * each;
        const int64_t line = n <= INT32_MAX ? (uint32_t)place / (uint32_t)p.out[2] : place / p.out[2];
        const int64_t oz = n <= INT32_MAX ? (uint32_t)line / (uint32_t)p.out[1] : line / p.out[1];
        const int64_t oy = line - oz * p.out[1], ox = place - line * p.out[2];
        const T *x = cm_at<const T>(p.x) + row * p.in[0] * p.in[1] * p.in[2];
        T *y = cm_at<T>(p.y) + i;
        if (!LINEAR) {
            const int64_t iz = cm_resize_nearest_of(p, 0, oz), iy = cm_resize_nearest_of(p, 1, oy);
            *y = x[(iz * p.in[1] + iy) * p.in[2] + cm_resize_nearest_of(p, 2, ox)];
            continue;
        }
        const cm_resize_line lz(p, 0, oz), ly(p, 1, oy), lx(p, 2, ox);
        float plane[2];
        CM_UNROLL for (int a = 0; a < 2; a++) {
            float v[2];
            if (a == 1 && lz.weight == 0) break;
            CM_UNROLL for (int b = 0; b < 2; b++) {
                const T *from = x + (lz.at[a] * p.in[1] + ly.at[b]) * p.in[2];
                v[b] = cm_between(cm_wide(from[lx.at[0]]), cm_wide(from[lx.at[1]]), lx.weight);
            }
            plane[a] = cm_between(v[0], v[1], ly.weight);
        }
        *y = cm_narrow<T>(lz.weight == 0 ? plane[0] : cm_between(plane[0], plane[1], lz.weight));
    }
}

CM_KERNEL cm_cuda_resize_nearest_f32(struct cm_cuda_resize_params p) { cm_resize<float, false>(p); }
CM_KERNEL cm_cuda_resize_nearest_f16(struct cm_cuda_resize_params p) { cm_resize<cm_f16, false>(p); }
CM_KERNEL cm_cuda_resize_nearest_bf16(struct cm_cuda_resize_params p) { cm_resize<cm_bf16, false>(p); }
CM_KERNEL cm_cuda_resize_linear_f32(struct cm_cuda_resize_params p) { cm_resize<float, true>(p); }
CM_KERNEL cm_cuda_resize_linear_f16(struct cm_cuda_resize_params p) { cm_resize<cm_f16, true>(p); }
CM_KERNEL cm_cuda_resize_linear_bf16(struct cm_cuda_resize_params p) { cm_resize<cm_bf16, true>(p); }
