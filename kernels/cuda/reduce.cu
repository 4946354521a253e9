/* reduce.cu — reductions over any axes, and ArgMax and ArgMin. An output is the work of a thread where few elements are
 * reduced, or where neighbours in x belong to different outputs; of a warp where it is some hundred, else of a block.
 * Sizes and strides decide, so each output has one order of sums. Sums of floats are compensated (W. Kahan, "Further
 * remarks on reducing truncation errors", 1965): memory is what takes the time. */
#include "kernels/cuda/device.cuh"

#define REDUCE_FEW 32
#define REDUCE_SOME 2048

/* A sum and what its roundings lost. */
struct cm_kahan {
    float sum, lost;
};
CM_DEVICE void cm_kahan_add(cm_kahan &k, float x) {
    const float t = k.sum + x;
    /* An infinite sum has lost nothing: infinity - infinity would be NaN. */
    k.lost += fabsf(t) == CM_INFINITY ? 0 : fabsf(k.sum) >= fabsf(x) ? (k.sum - t) + x : (x - t) + k.sum;
    k.sum = t;
}

/* One reduction: what an accumulator holds (V), how an element enters (take), how two join, and the result. */
template <typename T> struct cm_reduce_sum { /* SUM, MEAN, L1, L2, SUM_SQUARE, LOG_SUM */
    typedef cm_kahan V;
    const cm_cuda_reduce_params &p;
    __device__ V none() const { return {0, 0}; }
    __device__ void take(V &v, T element) const {
        float x = cm_wide(element);
        if (p.op == CM_CUDA_L1) x = fabsf(x);
        if (p.op == CM_CUDA_L2 || p.op == CM_CUDA_SUM_SQUARE) x *= x;
        cm_kahan_add(v, x);
    }
    __device__ V operator()(V a, V b) const {
        a.lost += b.lost;
        cm_kahan_add(a, b.sum);
        return a;
    }
    __device__ T result(V v) const {
        float sum = v.sum + v.lost;
        if (p.op == CM_CUDA_MEAN) sum /= (float)p.reduced_n;
        if (p.op == CM_CUDA_L2) sum = sqrtf(sum);
        if (p.op == CM_CUDA_LOG_SUM) sum = logf(sum);
        return cm_narrow<T>(sum);
    }
};
template <typename T> struct cm_reduce_most { /* REDUCE_MAX, REDUCE_MIN: a NaN is the result */
    typedef float V;
    const cm_cuda_reduce_params &p;
    __device__ V none() const { return p.op == CM_CUDA_REDUCE_MAX ? -CM_INFINITY : CM_INFINITY; }
    __device__ void take(V &v, T x) const { v = (*this)(v, cm_wide(x)); }
    __device__ V operator()(V a, V b) const {
        return a != a || (p.op == CM_CUDA_REDUCE_MAX ? a > b : a < b) ? a : b;
    }
    __device__ T result(V v) const { return cm_narrow<T>(v); }
};
template <typename T> struct cm_reduce_product {
    typedef float V;
    __device__ V none() const { return 1; }
    __device__ void take(V &v, T x) const { v *= cm_wide(x); }
    __device__ V operator()(V a, V b) const { return a * b; }
    __device__ T result(V v) const { return cm_narrow<T>(v); }
};
/* LOG_SUM_EXP: the greatest number, and the sum of e^(x - it). */
struct cm_exps {
    float most, sum;
};
template <typename T> struct cm_reduce_exps {
    typedef cm_exps V;
    __device__ V none() const { return {-CM_INFINITY, 0}; }
    __device__ void take(V &v, T x) const { v = (*this)(v, {cm_wide(x), 1}); }
    __device__ V operator()(V a, V b) const {
        if (b.most > a.most || b.most != b.most) {
            V c = a;
            a = b;
            b = c;
        }
        /* e^0 is 1, also of two infinities */
        a.sum += b.sum == 0 ? 0 : b.most == a.most ? b.sum : b.sum * expf(b.most - a.most);
        return a;
    }
    __device__ T result(V v) const { return cm_narrow<T>(v.most == -CM_INFINITY ? v.most : v.most + logf(v.sum)); }
};

/* Integers wrap around; MEAN is rounded towards zero, as are L2 and the logarithms of sums. */
template <typename T> struct cm_reduce_int {
    typedef int64_t V;
    const cm_cuda_reduce_params &p;
    __device__ V none() const {
        return p.op == CM_CUDA_PROD         ? 1
               : p.op == CM_CUDA_REDUCE_MAX ? INT64_MIN
               : p.op == CM_CUDA_REDUCE_MIN ? INT64_MAX
                                            : 0;
    }
    __device__ void take(V &v, T element) const {
        uint64_t x = (uint64_t)(int64_t)element;
        if (p.op == CM_CUDA_L1 && element < 0) x = 0 - x;
        if (p.op == CM_CUDA_L2 || p.op == CM_CUDA_SUM_SQUARE) x *= x;
        v = (*this)(v, (V)x);
    }
    __device__ V operator()(V a, V b) const {
        if (p.op == CM_CUDA_PROD) return (V)((uint64_t)a * (uint64_t)b);
        if (p.op == CM_CUDA_REDUCE_MAX) return cm_most(a, b);
        if (p.op == CM_CUDA_REDUCE_MIN) return cm_least(a, b);
        return (V)((uint64_t)a + (uint64_t)b);
    }
    __device__ T result(V v) const {
        if (p.op == CM_CUDA_MEAN) v /= p.reduced_n;
        if (p.op == CM_CUDA_L2) v = (V)sqrt((double)v);
        if (p.op == CM_CUDA_LOG_SUM) v = v <= 0 ? 0 : (V)log((double)v);
        return (T)v;
    }
};

/* An element and its index; `better` says whether the first of two comes before the other. */
struct cm_place {
    float value;
    uint32_t nan; /* NaN counts as the greatest of ArgMax and the least of ArgMin */
    int64_t index;
};
template <typename T> struct cm_reduce_arg {
    typedef cm_place V;
    const cm_cuda_reduce_params &p;
    __device__ V none() const { return {0, 0, -1}; }
    __device__ V operator()(V a, V b) const {
        if (a.index < 0 || b.index < 0) return a.index < 0 ? b : a;
        if (a.nan != b.nan) return a.nan ? a : b;
        if (!a.nan && a.value != b.value) return (p.op == CM_CUDA_ARG_MAX) == (a.value > b.value) ? a : b;
        return (a.index < b.index) == (p.last == 0) ? a : b;
    }
    __device__ int64_t result(V v) const { return v.index; }
};

/* Takes element i, of those that are reduced. */
template <typename R, typename T> CM_DEVICE void cm_reduce_take(const R &r, typename R::V &v, T x, int64_t) {
    r.take(v, x);
}
template <typename T> CM_DEVICE void cm_reduce_take(const cm_reduce_arg<T> &r, cm_place &v, T element, int64_t i) {
    const float x = cm_wide(element);
    v = r(v, {x, x != x, i});
}

/* All of one output, as far as this thread of its team has it. */
template <typename T, typename R>
CM_DEVICE typename R::V cm_reduce_some(const cm_cuda_reduce_params &p, const R &r, int64_t out, int first, int step) {
    const int64_t *strides[1] = {p.strides}, *reduced[1] = {p.reduced_strides};
    int64_t base, at;
    cm_offsets<1>(out, p.n, p.rank, p.dims, strides, &base);
    typename R::V v = r.none();
    for (int64_t i = first; i < p.reduced_n; i += step) {
        cm_offsets<1>(i, p.reduced_n, p.reduced_rank, p.reduced_dims, reduced, &at);
        cm_reduce_take(r, v, cm_at<const T>(p.x)[base + at], i);
    }
    return v;
}

/* A warp shuffles one register at a time. */
template <typename V> CM_DEVICE V cm_shuffle_all(V v, int by) { return __shfl_xor_sync(CM_ALL_LANES, v, by); }
template <> __device__ __forceinline__ cm_kahan cm_shuffle_all(cm_kahan v, int by) {
    return {__shfl_xor_sync(CM_ALL_LANES, v.sum, by), __shfl_xor_sync(CM_ALL_LANES, v.lost, by)};
}
template <> __device__ __forceinline__ cm_exps cm_shuffle_all(cm_exps v, int by) {
    return {__shfl_xor_sync(CM_ALL_LANES, v.most, by), __shfl_xor_sync(CM_ALL_LANES, v.sum, by)};
}
template <> __device__ __forceinline__ cm_place cm_shuffle_all(cm_place v, int by) {
    return {__shfl_xor_sync(CM_ALL_LANES, v.value, by), __shfl_xor_sync(CM_ALL_LANES, v.nan, by),
            __shfl_xor_sync(CM_ALL_LANES, v.index, by)};
}

template <typename T, typename Y, typename R>
CM_DEVICE void cm_reduce_with(const cm_cuda_reduce_params &p, const R &r) {
    typedef typename R::V V;
    __shared__ V shared[CM_CUDA_BLOCK / CM_WARP];
    Y *y = cm_at<Y>(p.y);
    const bool apart = p.rank > 0 && p.strides[p.rank - 1] == 1 && p.dims[p.rank - 1] >= CM_WARP;
    if (p.reduced_n <= REDUCE_FEW || (apart && p.n >= 4096)) {
        for (int64_t out = cm_thread(); out < p.n; out += cm_threads())
            y[out] = r.result(cm_reduce_some<T>(p, r, out, 0, 1));
        return;
    }
    const bool block = p.reduced_n > REDUCE_SOME;
    const int size = block ? CM_CUDA_BLOCK : CM_WARP, teams = CM_CUDA_BLOCK / size, lane = (int)threadIdx.x % size;
    for (int64_t out = (int64_t)blockIdx.x * teams + threadIdx.x / size; out < p.n; out += (int64_t)gridDim.x * teams) {
        V v = cm_reduce_some<T>(p, r, out, lane, size);
        CM_UNROLL for (int by = CM_WARP / 2; by > 0; by /= 2) v = r(v, cm_shuffle_all(v, by));
        if (block) {
            if (threadIdx.x % CM_WARP == 0) shared[threadIdx.x / CM_WARP] = v;
            __syncthreads();
            v = shared[0];
            for (int w = 1; w < CM_CUDA_BLOCK / CM_WARP; w++) v = r(v, shared[w]);
            __syncthreads();
        }
        if (lane == 0) y[out] = r.result(v);
    }
}

template <typename T> CM_DEVICE void cm_reduce_float(const cm_cuda_reduce_params &p) {
    switch (p.op) {
    case CM_CUDA_REDUCE_MAX:
    case CM_CUDA_REDUCE_MIN: cm_reduce_with<T, T>(p, cm_reduce_most<T>{p}); break;
    case CM_CUDA_PROD: cm_reduce_with<T, T>(p, cm_reduce_product<T>{}); break;
    case CM_CUDA_LOG_SUM_EXP: cm_reduce_with<T, T>(p, cm_reduce_exps<T>{}); break;
    default: cm_reduce_with<T, T>(p, cm_reduce_sum<T>{p}); break;
    }
}

CM_KERNEL cm_cuda_reduce_f32(struct cm_cuda_reduce_params p) { cm_reduce_float<float>(p); }
CM_KERNEL cm_cuda_reduce_f16(struct cm_cuda_reduce_params p) { cm_reduce_float<cm_f16>(p); }
CM_KERNEL cm_cuda_reduce_bf16(struct cm_cuda_reduce_params p) { cm_reduce_float<cm_bf16>(p); }
CM_KERNEL cm_cuda_reduce_i32(struct cm_cuda_reduce_params p) {
    cm_reduce_with<int32_t, int32_t>(p, cm_reduce_int<int32_t>{p});
}
CM_KERNEL cm_cuda_reduce_i64(struct cm_cuda_reduce_params p) {
    cm_reduce_with<int64_t, int64_t>(p, cm_reduce_int<int64_t>{p});
}
CM_KERNEL cm_cuda_argreduce_f32(struct cm_cuda_reduce_params p) {
    cm_reduce_with<float, int64_t>(p, cm_reduce_arg<float>{p});
}
CM_KERNEL cm_cuda_argreduce_f16(struct cm_cuda_reduce_params p) {
    cm_reduce_with<cm_f16, int64_t>(p, cm_reduce_arg<cm_f16>{p});
}
CM_KERNEL cm_cuda_argreduce_bf16(struct cm_cuda_reduce_params p) {
    cm_reduce_with<cm_bf16, int64_t>(p, cm_reduce_arg<cm_bf16>{p});
}
