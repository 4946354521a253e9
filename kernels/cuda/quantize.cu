/* quantize.cu — QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear, and products and convolutions of 8-bit
 * integers. */
#include "kernels/cuda/windows.cuh"

/* Element i of u8, i8 or i32; 0 where there are none. */
CM_DEVICE int32_t cm_integer(cm_cuda_address at, int32_t type, int64_t i) {
    if (at == 0) return 0;
    return type == CM_CUDA_U8 ? cm_at<const uint8_t>(at)[i] : type == CM_CUDA_I8 ? cm_at<const int8_t>(at)[i]
                                                                               : cm_at<const int32_t>(at)[i];
}

/* Of which scale element i is. */
CM_DEVICE int64_t cm_scale_of(const cm_cuda_quantize_params &p, int64_t i) {
    if (p.axis_n == 1) return 0;
    return p.n <= INT32_MAX ? (uint32_t)i / (uint32_t)p.inner % (uint32_t)p.axis_n : i / p.inner % p.axis_n;
}

template <typename T> CM_DEVICE void cm_quantize(const cm_cuda_quantize_params &p) {
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads()) {
        const int64_t c = cm_scale_of(p, i);
        const float quotient = cm_wide(cm_at<const T>(p.x)[i]) / cm_wide(cm_at<const T>(p.scale)[c]);
        const float x = rintf(cm_wide(cm_narrow<T>(quotient)));
        const float lo = p.type == CM_CUDA_U8 ? 0.0f : -128.0f, hi = p.type == CM_CUDA_U8 ? 255.0f : 127.0f;
        const float zero = (float)cm_integer(p.zero, p.type, c);
        cm_at<uint8_t>(p.y)[i] = (uint8_t)(int32_t)(x != x ? lo : cm_clip(x + zero, lo, hi));
    }
}

template <typename T> CM_DEVICE void cm_dequantize(const cm_cuda_quantize_params &p) {
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads()) {
        const int64_t c = cm_scale_of(p, i);
        const int64_t v = (int64_t)cm_integer(p.x, p.type, i) - cm_integer(p.zero, p.type, c);
        cm_at<T>(p.y)[i] = cm_narrow<T>((float)v * cm_wide(cm_at<const T>(p.scale)[c]));
    }
}

CM_KERNEL cm_cuda_quantize_f32(struct cm_cuda_quantize_params p) { cm_quantize<float>(p); }
CM_KERNEL cm_cuda_quantize_f16(struct cm_cuda_quantize_params p) { cm_quantize<cm_f16>(p); }
CM_KERNEL cm_cuda_quantize_bf16(struct cm_cuda_quantize_params p) { cm_quantize<cm_bf16>(p); }
CM_KERNEL cm_cuda_dequantize_f32(struct cm_cuda_quantize_params p) { cm_dequantize<float>(p); }
CM_KERNEL cm_cuda_dequantize_f16(struct cm_cuda_quantize_params p) { cm_dequantize<cm_f16>(p); }
CM_KERNEL cm_cuda_dequantize_bf16(struct cm_cuda_quantize_params p) { cm_dequantize<cm_bf16>(p); }

/* ---- DynamicQuantizeLinear ---- */

struct cm_lesser {
    __device__ __forceinline__ float operator()(float a, float b) const { return b < a ? b : a; }
};

CM_KERNEL cm_cuda_dynamic_range(struct cm_cuda_dynamic_params p) {
    __shared__ float shared[CM_CUDA_BLOCK / CM_WARP];
    float lo = 0, hi = 0;
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads()) {
        const float x = cm_at<const float>(p.x)[i];
        lo = x < lo ? x : lo;
        hi = x > hi ? x : hi;
    }
    lo = cm_together<CM_CUDA_BLOCK>(lo, shared, cm_lesser());
    hi = cm_together<CM_CUDA_BLOCK>(hi, shared, cm_greater());
    if (threadIdx.x != 0) return;
    cm_at<float>(p.parts)[2 * blockIdx.x] = lo;
    cm_at<float>(p.parts)[2 * blockIdx.x + 1] = hi;
}

/* Each block puts the parts together by itself. */
CM_KERNEL cm_cuda_dynamic_quantize(struct cm_cuda_dynamic_params p) {
    __shared__ float shared[CM_CUDA_BLOCK / CM_WARP];
    const bool has = (int32_t)threadIdx.x < p.blocks;
    const float *part = cm_at<const float>(p.parts) + 2 * threadIdx.x;
    const float lo = cm_together<CM_CUDA_BLOCK>(has ? part[0] : 0.0f, shared, cm_lesser());
    const float hi = cm_together<CM_CUDA_BLOCK>(has ? part[1] : 0.0f, shared, cm_greater());
    const float scale = hi == lo ? 1.0f : (hi - lo) / 255.0f, rounded = rintf((0.0f - lo) / scale);
    const float zero = rounded >= 0 ? cm_clip(rounded, 0, 255) : 0.0f;
    if (cm_thread() == 0 && p.scale != 0) *cm_at<float>(p.scale) = scale;
    if (cm_thread() == 0 && p.zero != 0) *cm_at<uint8_t>(p.zero) = (uint8_t)zero;
    for (int64_t i = cm_thread(); p.y != 0 && i < p.n; i += cm_threads()) {
        const float x = rintf(cm_at<const float>(p.x)[i] / scale);
        cm_at<uint8_t>(p.y)[i] = x != x ? 0 : (uint8_t)cm_clip(x + zero, 0, 255);
    }
}

/* ---- products ---- */

/* Element j of scales, which may be absent. */
CM_DEVICE float cm_scale(cm_cuda_address at, int64_t i) { return at == 0 ? 1.0f : cm_at<const float>(at)[i]; }

/* What the tail makes of the sum of row i and column j, as element `to` of y. */
CM_DEVICE void cm_integer_tail(const cm_cuda_integer_tail &t, cm_cuda_address y, int64_t to, int64_t i, int64_t j,
                               int acc) {
    const int64_t line = i * t.bias_row_step + j * t.bias_column_step;
    if (t.y_type == CM_CUDA_I32) {
        cm_at<int32_t>(y)[to] = acc;
        return;
    }
    float scale = cm_scale(t.a_scale, i * t.a_scale_step) * cm_scale(t.b_scale, j * t.b_scale_step);
    if (t.y_type == CM_CUDA_F32) {
        const float v = (float)acc * scale;
        cm_at<float>(y)[to] = t.bias == 0 ? v : v + cm_at<const float>(t.bias)[line];
        return;
    }
    if (t.bias != 0) acc = (int)((uint32_t)acc + (uint32_t)cm_at<const int32_t>(t.bias)[line]);
    scale = scale / cm_scale(t.y_scale, 0);
    const float v = rintf((float)acc * scale) + (float)cm_integer(t.y_zero, t.y_type, 0);
    const float lo = t.y_type == CM_CUDA_U8 ? 0.0f : -128.0f, hi = t.y_type == CM_CUDA_U8 ? 255.0f : 127.0f;
    cm_at<uint8_t>(y)[to] = (uint8_t)(int32_t)(v != v ? lo : cm_clip(v, lo, hi));
}

template <typename A, typename B, int TILE>
CM_DEVICE void cm_qgemm(const cm_cuda_qgemm_params &p, cm_mma_tiles<TILE, CM_MMA_STAGES> &tiles) {
    const int64_t *strides[2] = {p.a_strides, p.b_strides};
    for (int64_t z = blockIdx.z; z < p.batch; z += gridDim.z) {
        int64_t at[2];
        cm_offsets<2>(z, p.batch, p.rank, p.dims, strides, at);
        for (int64_t m0 = (int64_t)blockIdx.y * TILE; m0 < p.m; m0 += (int64_t)gridDim.y * TILE) {
            for (int64_t n0 = (int64_t)blockIdx.x * TILE; n0 < p.n; n0 += (int64_t)gridDim.x * TILE) {
                cm_mma_matrix<A, TILE> a(cm_at<const A>(p.a) + at[0], p.a_row, p.a_col, p.m, p.k, m0);
                cm_mma_matrix<B, TILE> b(cm_at<const B>(p.b) + at[1], p.b_col, p.b_row, p.n, p.k, n0);
                cm_mma_integers<A, B, TILE, CM_MMA_STAGES> product;
                product.multiply(p.k, a, b, tiles, p.tail.b_zero != 0, p.tail.a_zero != 0);
                product.subtract(
                    p.k, p.m, p.n, m0, n0,
                    [&](int64_t i) { return cm_integer(p.tail.a_zero, p.a_type, i * p.tail.a_zero_step); },
                    [&](int64_t j) { return cm_integer(p.tail.b_zero, p.b_type, j * p.tail.b_zero_step); });
                product.store(p.m, p.n, m0, n0, [&](int64_t i, int64_t j, int n, const int *v) {
                    for (int e = 0; e < n; e++)
                        cm_integer_tail(p.tail, p.y, (z * p.m + i) * p.n + j + e, i, j + e, v[e]);
                });
            }
        }
    }
}

template <int TILE> CM_DEVICE void cm_qgemm_of_types(const cm_cuda_qgemm_params &p) {
    __shared__ cm_mma_tiles<TILE, CM_MMA_STAGES> tiles;
    if (p.a_type == CM_CUDA_U8) {
        if (p.b_type == CM_CUDA_U8) cm_qgemm<uint8_t, uint8_t, TILE>(p, tiles);
        else cm_qgemm<uint8_t, int8_t, TILE>(p, tiles);
    } else {
        if (p.b_type == CM_CUDA_U8) cm_qgemm<int8_t, uint8_t, TILE>(p, tiles);
        else cm_qgemm<int8_t, int8_t, TILE>(p, tiles);
    }
}

CM_KERNEL cm_cuda_qgemm(struct cm_cuda_qgemm_params p) { cm_qgemm_of_types<CM_CUDA_GEMM_TILE>(p); }
CM_KERNEL cm_cuda_qgemm_large(struct cm_cuda_qgemm_params p) { cm_qgemm_of_types<CM_CUDA_GEMM_LARGE>(p); }

/* ---- convolutions ---- */

template <typename W, typename X, int TILE>
CM_DEVICE void cm_qconv(const cm_cuda_qconv_params &q, cm_mma_tiles<TILE, 2> &tiles, const cm_tap *taps) {
    const cm_cuda_conv_params &p = q.conv;
    const int n_taps = (int)cm_volume(p.kernel);
    const int64_t positions = cm_volume(p.out), k = p.c * n_taps;
    const int size[3] = {(int)p.out[0], (int)p.out[1], (int)p.out[2]},
              pad[3] = {(int)p.pad[0], (int)p.pad[1], (int)p.pad[2]};
    const int stride[3] = {(int)p.stride[0], (int)p.stride[1], (int)p.stride[2]};
    const int x_zero = cm_integer(q.tail.b_zero, q.x_type, 0);
    for (int64_t z = blockIdx.z; z < p.n * p.groups; z += gridDim.z) {
        const int64_t first = z % p.groups * p.m; /* channel */
        const X *x = cm_at<const X>(p.x) + z * p.c * cm_volume(p.in);
        for (int64_t m0 = (int64_t)blockIdx.y * TILE; m0 < p.m; m0 += (int64_t)gridDim.y * TILE) {
            for (int64_t n0 = (int64_t)blockIdx.x * TILE; n0 < positions; n0 += (int64_t)gridDim.x * TILE) {
                cm_mma_matrix<W, TILE> a(cm_at<const W>(p.w) + first * k, k, 1, p.m, k, m0);
                cm_mma_windows<X, TILE> b(p, x, taps, n_taps, size, stride, pad, 0, k, n0, (X)x_zero);
                cm_mma_integers<W, X, TILE, 2> product;
                product.multiply(k, a, b, tiles, q.tail.b_zero != 0, q.tail.a_zero != 0);
                product.subtract(
                    k, p.m, positions, m0, n0,
                    [&](int64_t i) { return cm_integer(q.tail.a_zero, q.w_type, (first + i) * q.tail.a_zero_step); },
                    [&](int64_t) { return x_zero; });
                const cm_conv_place to_y(p);
                product.store(p.m, positions, m0, n0, [&](int64_t i, int64_t j, int n, const int *v) {
                    const int64_t at = z / p.groups * to_y.sample + (first + i) * to_y.channel;
                    for (int e = 0; e < n; e++)
                        cm_integer_tail(q.tail, p.y, at + (j + e) * to_y.position, first + i, j + e, v[e]);
                });
            }
        }
    }
}

/* x has its channels last: rows of the product are positions, of all samples, columns are channels. */
template <typename W, typename X, int TILE>
CM_DEVICE void cm_qconv_last(const cm_cuda_qconv_params &q, cm_mma_tiles<TILE, 2> &tiles, const cm_tap *taps) {
    const cm_cuda_conv_params &p = q.conv;
    const int64_t positions = cm_volume(p.out), rows = p.n * positions, k = p.c * cm_volume(p.kernel);
    const int x_zero = cm_integer(q.tail.b_zero, q.x_type, 0);
    for (int64_t group = blockIdx.z; group < p.groups; group += gridDim.z) {
        const int64_t first = group * p.m; /* channel */
        for (int64_t n0 = (int64_t)blockIdx.y * TILE; n0 < p.m; n0 += (int64_t)gridDim.y * TILE) {
            for (int64_t m0 = (int64_t)blockIdx.x * TILE; m0 < rows; m0 += (int64_t)gridDim.x * TILE) {
                cm_mma_windows_last<X, TILE> a(p, taps, group, 0, k, m0, (X)x_zero);
                cm_mma_matrix<W, TILE> b(cm_at<const W>(p.w) + first * k, k, 1, p.m, k, n0);
                cm_mma_integers<X, W, TILE, 2> product;
                product.multiply(k, a, b, tiles, q.tail.a_zero != 0, q.tail.b_zero != 0);
                product.subtract(
                    k, rows, p.m, m0, n0, [&](int64_t) { return x_zero; },
                    [&](int64_t j) { return cm_integer(q.tail.a_zero, q.w_type, (first + j) * q.tail.a_zero_step); });
                const cm_conv_rows to_y(p, m0);
                product.store(rows, p.m, m0, n0, [&](int64_t i, int64_t j, int n, const int *v) {
                    const int64_t at = to_y.at((int)(i - m0)), channel = first + j;
                    for (int e = 0; e < n; e++)
                        cm_integer_tail(q.tail, p.y, at + (channel + e) * to_y.place.channel, channel + e, i, v[e]);
                });
            }
        }
    }
}

#define QCONV(name)                                                                                        \
    CM_KERNEL cm_cuda_##name(struct cm_cuda_qconv_params p) {                                              \
        __shared__ cm_mma_tiles<CM_CUDA_GEMM_TILE, 2> tiles;                                               \
        __shared__ cm_tap taps[CM_CUDA_TAPS];                                                              \
        cm_taps_fill(p.conv, taps);                                                                        \
        if (p.w_type == CM_CUDA_U8) {                                                                      \
            if (p.x_type == CM_CUDA_U8) cm_##name<uint8_t, uint8_t, CM_CUDA_GEMM_TILE>(p, tiles, taps);    \
            else cm_##name<uint8_t, int8_t, CM_CUDA_GEMM_TILE>(p, tiles, taps);                            \
        } else {                                                                                           \
            if (p.x_type == CM_CUDA_U8) cm_##name<int8_t, uint8_t, CM_CUDA_GEMM_TILE>(p, tiles, taps);     \
            else cm_##name<int8_t, int8_t, CM_CUDA_GEMM_TILE>(p, tiles, taps);                             \
        }                                                                                                  \
    }
QCONV(qconv)
QCONV(qconv_last)
#undef QCONV
