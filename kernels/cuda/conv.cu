/* conv.cu — Conv and ConvTranspose as products of matrices whose second operand is gathered while it is read
 * (implicit GEMM: Chetlur et al., "cuDNN: Efficient Primitives for Deep Learning", 2014), and Conv of one input
 * channel per group, which would not fill tiles, element by element.
 *
 * ConvTranspose is the sum of stride[0] * stride[1] *
 * stride[2] *phases*: the outputs of one remainder by the stride are a plain Conv with the taps that meet them. */
#include "kernels/cuda/windows.cuh"

/* Of the sum that becomes element `at` of y. */
template <typename T>
CM_DEVICE float cm_conv_tail(const cm_cuda_conv_params &p, int64_t channel, int64_t at, float sum) {
    if (p.bias != 0) sum += cm_wide(cm_at<const T>(p.bias)[channel]);
    if (p.residual != 0) sum += cm_wide(cm_at<const T>(p.residual)[at]);
    return cm_activate(p.act, sum, p.act_a, p.act_b);
}

/* cm_tile_put of elements that lie `step` apart. */
template <int N, typename T> CM_DEVICE void cm_conv_put(T *to, int64_t step, const float *v, int n, bool wide) {
    if (step == 1) {
        cm_tile_put<N>(to, v, n, wide);
    } else {
        CM_UNROLL for (int e = 0; e < N; e++)
            if (e < n) to[e * step] = cm_narrow<T>(v[e]);
    }
}

/* P: cm_tile_product or cm_mma_product. */
template <typename P> CM_DEVICE void cm_conv(const cm_cuda_conv_params &p) {
    typedef typename P::element T;
    enum { TILE = P::TILE, WIDE = P::WIDE };
    __shared__ typename P::shared tiles;
    __shared__ cm_tap taps[CM_CUDA_TAPS];
    const int n_taps = (int)cm_volume(p.kernel);
    const int64_t positions = cm_volume(p.out), k = p.c * n_taps, split = p.split < 1 ? 1 : p.split,
                  all = p.n * p.groups;
    const int size[3] = {(int)p.out[0], (int)p.out[1], (int)p.out[2]},
              pad[3] = {(int)p.pad[0], (int)p.pad[1], (int)p.pad[2]};
    const int stride[3] = {(int)p.stride[0], (int)p.stride[1], (int)p.stride[2]};
    cm_taps_fill(p, taps);
    for (int64_t z = blockIdx.z; z < all * split; z += gridDim.z) {
        const int64_t sample = z / split, group = sample % p.groups;
        const cm_tile_range depth(k, P::STEP, split, z % split);
        const T *x = cm_at<const T>(p.x) + sample * p.c * cm_volume(p.in);
        const T *w = cm_at<const T>(p.w) + group * p.m * k + depth.begin;
        for (int64_t m0 = (int64_t)blockIdx.y * TILE; m0 < p.m; m0 += (int64_t)gridDim.y * TILE) {
            for (int64_t n0 = (int64_t)blockIdx.x * TILE; n0 < positions; n0 += (int64_t)gridDim.x * TILE) {
                typename P::matrix a(w, k, 1, p.m, depth.end - depth.begin, m0);
                typename cm_windows_of<P>::type b(p, x, taps, n_taps, size, stride, pad, depth.begin, depth.end, n0);
                P product;
                product.multiply(depth.end - depth.begin, a, b, tiles);
                const cm_conv_place to_y(p); /* only here: registers are few until then */
                const int64_t step = to_y.position;
                const int64_t first = sample / p.groups * to_y.sample + group * p.m * to_y.channel;
                if (split > 1) {
                    float *part = cm_at<float>(p.parts) + z % split * p.n * to_y.sample + first;
                    product.store(p.m, positions, m0, n0, [&](int64_t i, int64_t j, int n, const float *v) {
                        cm_conv_put<WIDE>(part + i * to_y.channel + j * step, step, v, n, positions % WIDE == 0);
                    });
                } else {
                    const bool wide = positions % WIDE == 0 && cm_packs<T, WIDE>(p.y);
                    product.store(p.m, positions, m0, n0, [&](int64_t i, int64_t j, int n, const float *v) {
                        float to[WIDE];
                        const int64_t at = first + i * to_y.channel + j * step;
                        CM_UNROLL for (int e = 0; e < WIDE; e++)
                            to[e] = e < n ? cm_conv_tail<T>(p, group * p.m + i, at + e * step, v[e]) : 0;
                        cm_conv_put<WIDE>(cm_at<T>(p.y) + at, step, to, n, wide);
                    });
                }
            }
        }
    }
}

/* x has its channels last: rows of the product are positions, of all samples, columns are channels. */
template <typename P> CM_DEVICE void cm_conv_last(const cm_cuda_conv_params &p) {
    typedef typename P::element T;
    enum { TILE = P::TILE, WIDE = P::WIDE };
    __shared__ typename P::shared tiles;
    __shared__ cm_tap taps[CM_CUDA_TAPS];
    const int64_t positions = cm_volume(p.out), rows = p.n * positions, k = p.c * cm_volume(p.kernel);
    const int64_t split = p.split < 1 ? 1 : p.split;
    cm_taps_fill(p, taps);
    for (int64_t z = blockIdx.z; z < p.groups * split; z += gridDim.z) {
        const int64_t group = z / split, first = group * p.m;
        const cm_tile_range depth(k, P::STEP, split, z % split);
        const T *w = cm_at<const T>(p.w) + first * k + depth.begin;
        for (int64_t n0 = (int64_t)blockIdx.y * TILE; n0 < p.m; n0 += (int64_t)gridDim.y * TILE) {
            for (int64_t m0 = (int64_t)blockIdx.x * TILE; m0 < rows; m0 += (int64_t)gridDim.x * TILE) {
                typename cm_windows_of<P>::last a(p, taps, group, depth.begin, depth.end, m0);
                typename P::matrix b(w, k, 1, p.m, depth.end - depth.begin, n0);
                P product;
                product.multiply(depth.end - depth.begin, a, b, tiles);
                const cm_conv_rows to_y(p, m0);
                const int64_t step = to_y.place.channel;
                const bool even = first % WIDE == 0 && to_y.place.position % WIDE == 0;
                const bool wide = even && cm_packs<T, WIDE>(p.y);
                product.store(rows, p.m, m0, n0, [&](int64_t i, int64_t j, int n, const float *v) {
                    const int64_t at = to_y.at((int)(i - m0)) + (first + j) * step;
                    float to[WIDE];
                    if (split > 1) {
                        float *part = cm_at<float>(p.parts) + z % split * p.n * to_y.place.sample;
                        cm_conv_put<WIDE>(part + at, step, v, n, even);
                        return;
                    }
                    CM_UNROLL for (int e = 0; e < WIDE; e++)
                        to[e] = e < n ? cm_conv_tail<T>(p, first + j + e, at + e * step, v[e]) : 0;
                    cm_conv_put<WIDE>(cm_at<T>(p.y) + at, step, to, n, wide);
                });
            }
        }
    }
}

/* Two steps in shared memory: the taps need room, and elements of windows go through registers anyway. */
#define CONV(suffix, T)                                                                                              \
    CM_KERNEL_2 cm_cuda_conv_##suffix(struct cm_cuda_conv_params p) {                                                \
        cm_conv<cm_product_of<T, CM_CUDA_GEMM_TILE, 2>::type>(p);                                                    \
    }                                                                                                                \
    CM_KERNEL cm_cuda_conv_large_##suffix(struct cm_cuda_conv_params p) {                                            \
        cm_conv<cm_product_of<T, CM_CUDA_GEMM_LARGE, 2>::type>(p);                                                   \
    }                                                                                                                \
    CM_KERNEL_2 cm_cuda_conv_last_##suffix(struct cm_cuda_conv_params p) {                                           \
        cm_conv_last<cm_product_of<T, CM_CUDA_GEMM_TILE, 2>::type>(p);                                               \
    }                                                                                                                \
    CM_KERNEL cm_cuda_conv_last_large_##suffix(struct cm_cuda_conv_params p) {                                       \
        cm_conv_last<cm_product_of<T, CM_CUDA_GEMM_LARGE, 2>::type>(p);                                              \
    }
CONV(f32, float)
CONV(f16, cm_f16)
CONV(bf16, cm_bf16)
CONV(tf32, cm_tf32)
#undef CONV

/* The parts of the depth, added in their order. */
template <typename T> CM_DEVICE void cm_conv_sum(const cm_cuda_conv_params &p) {
    const float *parts = cm_at<const float>(p.parts);
    const cm_conv_place to_y(p);
    const int64_t channels = p.groups * p.m, all = p.n * to_y.sample;
    for (int64_t at = cm_thread(); at < all; at += cm_threads()) {
        float sum = parts[at];
        for (int64_t s = 1; s < p.split; s++) sum += parts[s * all + at];
        cm_at<T>(p.y)[at] = cm_narrow<T>(cm_conv_tail<T>(p, at / to_y.channel % channels, at, sum));
    }
}

CM_KERNEL cm_cuda_conv_sum_f32(struct cm_cuda_conv_params p) { cm_conv_sum<float>(p); }
CM_KERNEL cm_cuda_conv_sum_f16(struct cm_cuda_conv_params p) { cm_conv_sum<cm_f16>(p); }
CM_KERNEL cm_cuda_conv_sum_bf16(struct cm_cuda_conv_params p) { cm_conv_sum<cm_bf16>(p); }

/* ---- one input channel per group ---- */

/* A thread has four outputs side by side along the last axis, whose taps share their weights and rows. */
template <typename T> CM_DEVICE void cm_conv_depthwise(const cm_cuda_conv_params &p) {
    const uint32_t packs = (uint32_t)((p.out[2] + 3) / 4), out_y = (uint32_t)p.out[1], out_z = (uint32_t)p.out[0];
    const int64_t each = (int64_t)packs * out_y * out_z, channels = p.groups * p.m, taps = cm_volume(p.kernel);
    const cm_conv_place to_y(p);
    const int64_t step = to_y.position;
    for (int64_t at = cm_thread(); at < p.n * channels * each; at += cm_threads()) {
        const int64_t plane = at / each, channel = plane % channels;
        const uint32_t place = (uint32_t)(at % each), row = place / packs;
        const int64_t ox = (int64_t)(place % packs) * 4, oy = row % out_y, oz = row / out_y;
        const T *x = cm_at<const T>(p.x) + (plane / channels * p.groups + channel / p.m) * cm_volume(p.in);
        const T *w = cm_at<const T>(p.w) + channel * taps;
        float acc[4] = {};
        for (int64_t kz = 0; kz < p.kernel[0]; kz++) {
            const int64_t z = oz * p.stride[0] - p.pad[0] + kz * p.dilation[0];
            if (z < 0 || z >= p.in[0]) continue;
            for (int64_t ky = 0; ky < p.kernel[1]; ky++) {
                const int64_t y = oy * p.stride[1] - p.pad[1] + ky * p.dilation[1];
                if (y < 0 || y >= p.in[1]) continue;
                const T *line = x + (z * p.in[1] + y) * p.in[2], *wl = w + (kz * p.kernel[1] + ky) * p.kernel[2];
                for (int64_t kx = 0; kx < p.kernel[2]; kx++) {
                    const float v = cm_wide(wl[kx]);
                    const int64_t first = ox * p.stride[2] - p.pad[2] + kx * p.dilation[2];
                    CM_UNROLL for (int e = 0; e < 4; e++) {
                        const int64_t i = first + e * p.stride[2];
                        if (i >= 0 && i < p.in[2]) acc[e] = fmaf(cm_wide(line[i]), v, acc[e]);
                    }
                }
            }
        }
        const int64_t to = plane / channels * to_y.sample + channel * to_y.channel +
                           ((oz * p.out[1] + oy) * p.out[2] + ox) * step;
        const int n = (int)cm_least(p.out[2] - ox, (int64_t)4);
        CM_UNROLL for (int e = 0; e < 4; e++) acc[e] = e < n ? cm_conv_tail<T>(p, channel, to + e * step, acc[e]) : 0;
        cm_conv_put<4>(cm_at<T>(p.y) + to, step, acc, n, p.out[2] % 4 == 0 && cm_packs<T, 4>(p.y));
    }
}

CM_KERNEL cm_cuda_conv_depthwise_f32(struct cm_cuda_conv_params p) { cm_conv_depthwise<float>(p); }
CM_KERNEL cm_cuda_conv_depthwise_f16(struct cm_cuda_conv_params p) { cm_conv_depthwise<cm_f16>(p); }
CM_KERNEL cm_cuda_conv_depthwise_bf16(struct cm_cuda_conv_params p) { cm_conv_depthwise<cm_bf16>(p); }

/* x has its channels last: a thread has four channels of one position, so that a warp reads channels side by side. */
template <typename T> CM_DEVICE void cm_conv_depthwise_last(const cm_cuda_conv_params &p) {
    const int64_t channels = p.groups * p.m, packs = (channels + 3) / 4, positions = cm_volume(p.out);
    const cm_conv_place to_y(p);
    const int64_t step = to_y.channel;
    const bool even = channels % 4 == 0, one = p.m == 1;
    const bool wide_x = even && one && cm_packs<T, 4>(p.x), wide_w = even && cm_packs<T, 4>(p.w);
    for (int64_t at = cm_thread(); at < p.n * positions * packs; at += cm_threads()) {
        const int64_t channel = at % packs * 4, row = at / packs, sample = row / positions, first = one ? channel : 0;
        const int place = (int)(row % positions), line = place / (int)p.out[2];
        const int n = (int)cm_least(channels - channel, (int64_t)4);
        const T *x = cm_at<const T>(p.x) + sample * cm_volume(p.in) * p.groups + first;
        const T *w = cm_at<const T>(p.w) + channel;
        float acc[4] = {};
        for (int64_t kz = 0; kz < p.kernel[0]; kz++) {
            const int64_t z = line / p.out[1] * p.stride[0] - p.pad[0] + kz * p.dilation[0];
            if (z < 0 || z >= p.in[0]) continue;
            for (int64_t ky = 0; ky < p.kernel[1]; ky++) {
                const int64_t y = line % p.out[1] * p.stride[1] - p.pad[1] + ky * p.dilation[1];
                if (y < 0 || y >= p.in[1]) continue;
                for (int64_t kx = 0; kx < p.kernel[2]; kx++) {
                    const int64_t i = place % p.out[2] * p.stride[2] - p.pad[2] + kx * p.dilation[2];
                    if (i < 0 || i >= p.in[2]) continue;
                    const T *from = x + ((z * p.in[1] + y) * p.in[2] + i) * p.groups;
                    const T *by = w + ((kz * p.kernel[1] + ky) * p.kernel[2] + kx) * channels;
                    cm_pack<T, 4> v = {}, f = {};
                    if (wide_x) v = *(const cm_pack<T, 4> *)from;
                    if (wide_w) f = *(const cm_pack<T, 4> *)by;
                    CM_UNROLL for (int e = 0; e < 4; e++) {
                        if (!wide_x && e < n) v.v[e] = from[one ? e : (channel + e) / p.m];
                        if (!wide_w && e < n) f.v[e] = by[e];
                        acc[e] = fmaf(cm_wide(v.v[e]), cm_wide(f.v[e]), acc[e]);
                    }
                }
            }
        }
        const int64_t to = sample * to_y.sample + place * to_y.position + channel * step;
        CM_UNROLL for (int e = 0; e < 4; e++)
            acc[e] = e < n ? cm_conv_tail<T>(p, channel + e, to + e * step, acc[e]) : 0;
        cm_conv_put<4>(cm_at<T>(p.y) + to, step, acc, n, even && cm_packs<T, 4>(p.y));
    }
}

CM_KERNEL cm_cuda_conv_depthwise_last_f32(struct cm_cuda_conv_params p) { cm_conv_depthwise_last<float>(p); }
CM_KERNEL cm_cuda_conv_depthwise_last_f16(struct cm_cuda_conv_params p) { cm_conv_depthwise_last<cm_f16>(p); }
CM_KERNEL cm_cuda_conv_depthwise_last_bf16(struct cm_cuda_conv_params p) { cm_conv_depthwise_last<cm_bf16>(p); }

/* ---- ConvTranspose ---- */

/* Rows [m0, m0 + TILE) of the weights w [c][m][taps] as a matrix of m rows and depth c * (taps of the phase). */
template <typename T, int TILE> struct cm_tile_phase_weights {
    enum { PACKS = TILE * CM_TILE_K / 4 / CM_CUDA_BLOCK, APART = TILE / 4, DEEP = CM_CUDA_BLOCK / APART };
    const T *w;
    const uint16_t *which; /* the taps of the phase, as elements of the kernel */
    int64_t m, m0, taps, k;
    int n_taps;
    __device__ __forceinline__ static int depth(int q) { return (int)threadIdx.x / APART + q * DEEP; }
    __device__ __forceinline__ cm_pack<float, 4> fetch(int64_t k0, int q) const {
        cm_pack<float, 4> v = {};
        const int64_t l = k0 + depth(q);
        if (l >= k) return v;
        const T *from = w + l / n_taps * m * taps + which[l % n_taps];
        CM_UNROLL for (int e = 0; e < 4; e++) {
            const int64_t i = m0 + (int)threadIdx.x % APART + e * APART;
            if (i < m) v.v[e] = cm_wide(from[i * taps]);
        }
        return v;
    }
    __device__ __forceinline__ void stash(float (*to)[TILE + 4], int q, const cm_pack<float, 4> &v) const {
        CM_UNROLL for (int e = 0; e < 4; e++) to[depth(q)][(int)threadIdx.x % APART + e * APART] = v.v[e];
    }
};

/* a / b towards minus infinity, and what is left; b > 0. */
CM_DEVICE int cm_div_floor(int a, int b) { return (a >= 0 ? a : a - b + 1) / b; }

/* The taps that meet outputs of remainder `phase`, in the order of the kernel: by the first thread. */
CM_DEVICE int cm_phase_taps(const cm_cuda_conv_params &p, const int *phase, cm_tap *taps, uint16_t *which) {
    int n = 0, t = 0;
    for (int kz = 0; kz < (int)p.kernel[0]; kz++)
        for (int ky = 0; ky < (int)p.kernel[1]; ky++)
            for (int kx = 0; kx < (int)p.kernel[2]; kx++, t++) {
                const int k[3] = {kz, ky, kx};
                cm_tap tap;
                bool meets = true;
                CM_UNROLL for (int d = 0; d < 3; d++) {
                    const int i = phase[d] + (int)p.pad[d] - k[d] * (int)p.dilation[d];
                    tap.d[d] = cm_div_floor(i, (int)p.stride[d]);
                    meets = meets && tap.d[d] * (int)p.stride[d] == i;
                }
                if (!meets) continue;
                tap.at = (tap.d[0] * (int)p.in[1] + tap.d[1]) * (int)p.in[2] + tap.d[2];
                taps[n] = tap;
                which[n++] = (uint16_t)t;
            }
    return n;
}

/* A block has one tile of one phase of one group of one sample after the other. */
template <typename T> CM_DEVICE void cm_conv_transpose(const cm_cuda_conv_params &p) {
    enum { TILE = CM_CUDA_GEMM_TILE };
    __shared__ cm_tiles<TILE> tiles;
    __shared__ cm_tap taps[CM_CUDA_TAPS];
    __shared__ uint16_t which[CM_CUDA_TAPS];
    __shared__ int n_shared;
    const int still[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    const int stride[3] = {(int)p.stride[0], (int)p.stride[1], (int)p.stride[2]};
    const int64_t most =
        ((p.out[0] - 1) / stride[0] + 1) * ((p.out[1] - 1) / stride[1] + 1) * ((p.out[2] - 1) / stride[2] + 1);
    const int64_t across = (most + TILE - 1) / TILE, down = (p.m + TILE - 1) / TILE, kernel = cm_volume(p.kernel);
    const int64_t phases = (int64_t)stride[0] * stride[1] * stride[2], positions = cm_volume(p.out);
    for (int64_t at = blockIdx.x; at < across * down * phases * p.n * p.groups; at += gridDim.x) {
        const int64_t n0 = at % across * TILE, m0 = at / across % down * TILE, sample = at / across / down / phases;
        const int f = (int)(at / across / down % phases), group = (int)(sample % p.groups);
        const int phase[3] = {f / stride[2] / stride[1], f / stride[2] % stride[1], f % stride[2]};
        int size[3];
        for (int d = 0; d < 3; d++) size[d] = phase[d] < p.out[d] ? ((int)p.out[d] - 1 - phase[d]) / stride[d] + 1 : 0;
        const int64_t n = (int64_t)size[0] * size[1] * size[2];
        if (n0 >= n) continue;
        __syncthreads(); /* the tile before this one has read the table */
        if (threadIdx.x == 0) n_shared = cm_phase_taps(p, phase, taps, which);
        __syncthreads();
        const int64_t k = p.c * n_shared;
        float acc[TILE / 16][TILE / 16];
        cm_tile_phase_weights<T, TILE> a = {
            cm_at<const T>(p.w) + group * p.c * p.m * kernel, which, p.m, m0, kernel, k, n_shared};
        cm_tile_windows<T, TILE> b(p, cm_at<const T>(p.x) + sample * p.c * cm_volume(p.in), taps, n_shared, size, one,
                                   still, 0, k, n0);
        cm_tile_multiply<TILE>(k, a, b, tiles, acc);
        const int64_t first = sample * p.m * positions;
        cm_tile_store<TILE>(acc, p.m, n, m0, n0, [&](int64_t i, int64_t j, int count, const float *v) {
            for (int e = 0; e < count; e++) {
                const int q = (int)j + e, oz = q / size[2] / size[1] * stride[0] + phase[0];
                const int oy = q / size[2] % size[1] * stride[1] + phase[1], ox = q % size[2] * stride[2] + phase[2];
                const int64_t to = first + i * positions + ((int64_t)oz * p.out[1] + oy) * p.out[2] + ox;
                cm_at<T>(p.y)[to] = cm_narrow<T>(cm_conv_tail<T>(p, group * p.m + i, to, v[e]));
            }
        });
    }
}

CM_KERNEL cm_cuda_conv_transpose_f32(struct cm_cuda_conv_params p) { cm_conv_transpose<float>(p); }
CM_KERNEL cm_cuda_conv_transpose_f16(struct cm_cuda_conv_params p) { cm_conv_transpose<cm_f16>(p); }
CM_KERNEL cm_cuda_conv_transpose_bf16(struct cm_cuda_conv_params p) { cm_conv_transpose<cm_bf16>(p); }
