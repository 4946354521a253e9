/* scatter.cu — ScatterElements and ScatterND without a reduction, into a copy of the data. */
#include "kernels/cuda/device.cuh"

template <typename T> CM_DEVICE void cm_scatter_elements(const cm_cuda_scatter_params &p) {
    for (int64_t at = cm_thread(); at < p.n; at += cm_threads()) {
        const int64_t index = cm_index(p, at, p.y_dims[p.axis]);
        if (index < 0) continue;
        int64_t i = at, to = 0, stride = 1;
        for (int32_t d = p.rank - 1; d >= 0; d--) {
            to += (d == p.axis ? index : i % p.dims[d]) * stride;
            i /= p.dims[d];
            stride *= p.y_dims[d];
        }
        cm_at<T>(p.y)[to] = cm_at<const T>(p.updates)[at];
    }
}

template <typename T> CM_DEVICE void cm_scatter_nd(const cm_cuda_scatter_params &p) {
    for (int64_t at = cm_thread(); at < p.n * p.inner; at += cm_threads()) {
        int64_t to;
        if (cm_tuple(p, at / p.inner, p.y_dims, &to))
            cm_at<T>(p.y)[to * p.inner + at % p.inner] = cm_at<const T>(p.updates)[at];
    }
}

CM_KERNEL cm_cuda_scatter_elements_1(struct cm_cuda_scatter_params p) { cm_scatter_elements<uint8_t>(p); }
CM_KERNEL cm_cuda_scatter_elements_2(struct cm_cuda_scatter_params p) { cm_scatter_elements<uint16_t>(p); }
CM_KERNEL cm_cuda_scatter_elements_4(struct cm_cuda_scatter_params p) { cm_scatter_elements<uint32_t>(p); }
CM_KERNEL cm_cuda_scatter_elements_8(struct cm_cuda_scatter_params p) { cm_scatter_elements<uint64_t>(p); }
CM_KERNEL cm_cuda_scatter_nd_1(struct cm_cuda_scatter_params p) { cm_scatter_nd<uint8_t>(p); }
CM_KERNEL cm_cuda_scatter_nd_2(struct cm_cuda_scatter_params p) { cm_scatter_nd<uint16_t>(p); }
CM_KERNEL cm_cuda_scatter_nd_4(struct cm_cuda_scatter_params p) { cm_scatter_nd<uint32_t>(p); }
CM_KERNEL cm_cuda_scatter_nd_8(struct cm_cuda_scatter_params p) { cm_scatter_nd<uint64_t>(p); }
