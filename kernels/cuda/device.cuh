/* device.cuh — what the CUDA kernels share: types of elements, wide accesses, indices, the elementwise functions.
 * nvcc compiles it for devices, a C++ compiler with tests/support/cuda_host.h for tests. */
#ifndef CM_KERNELS_CUDA_DEVICE_CUH
#define CM_KERNELS_CUDA_DEVICE_CUH

#include "kernels/cuda/cuda.h"

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#define CM_NOINLINE __noinline__
#define CM_UNROLL _Pragma("unroll")
#define CM_UNROLL_4 _Pragma("unroll 4")
#else
#define CM_NOINLINE
#define CM_UNROLL
#define CM_UNROLL_4
#endif
#define CM_DEVICE static __device__ __forceinline__
#define CM_KERNEL extern "C" __global__ void __launch_bounds__(CM_CUDA_BLOCK)
/* A kernel that may use no more registers than let two blocks run beside each other. */
#define CM_KERNEL_2 extern "C" __global__ void __launch_bounds__(CM_CUDA_BLOCK, 2)
#define CM_WARP 32
#define CM_ALL_LANES 0xffffffffu
#define CM_INFINITY __builtin_huge_valf()

/* ---- elements ---- */

struct cm_f16 {
    uint16_t bits;
};
struct cm_bf16 {
    uint16_t bits;
};

CM_DEVICE float cm_wide(float x) { return x; }
#if defined(__CUDACC__)
CM_DEVICE float cm_wide(cm_f16 x) { return __half2float(__ushort_as_half(x.bits)); }
CM_DEVICE cm_f16 cm_half(float x) { return {__half_as_ushort(__float2half_rn(x))}; }
CM_DEVICE uint32_t cm_bits(float x) { return __float_as_uint(x); }
CM_DEVICE float cm_from_bits(uint32_t bits) { return __uint_as_float(bits); }
#else
CM_DEVICE float cm_wide(cm_f16 x) { return cuda_host_half_to_float(x.bits); }
CM_DEVICE cm_f16 cm_half(float x) { return {cuda_host_float_to_half(x)}; }
CM_DEVICE uint32_t cm_bits(float x) { return cuda_host_bits(x); }
CM_DEVICE float cm_from_bits(uint32_t bits) { return cuda_host_from_bits(bits); }
#endif

CM_DEVICE float cm_wide(cm_bf16 x) { return cm_from_bits((uint32_t)x.bits << 16); }
CM_DEVICE cm_bf16 cm_brain(float x) { /* to nearest, ties to even; a NaN stays one */
    const uint32_t bits = cm_bits(x);
    return {(uint16_t)(x != x ? bits >> 16 | 0x40u : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

/* cm_narrow<T>(x): x as an element, rounded once. */
template <typename T> CM_DEVICE T cm_narrow(float x);
template <> __device__ __forceinline__ float cm_narrow<float>(float x) { return x; }
template <> __device__ __forceinline__ cm_f16 cm_narrow<cm_f16>(float x) { return cm_half(x); }
template <> __device__ __forceinline__ cm_bf16 cm_narrow<cm_bf16>(float x) { return cm_brain(x); }

/* N elements that are read and written in one access. */
template <typename T, int N> struct __align__(sizeof(T) * N) cm_pack {
    T v[N];
};
template <typename T, int N> CM_DEVICE bool cm_packs(cm_cuda_address at) { return at % (sizeof(T) * N) == 0; }

template <typename T> CM_DEVICE T *cm_at(cm_cuda_address at) { return (T *)(uintptr_t)at; }

template <typename T> CM_DEVICE T cm_least(T a, T b) { return b < a ? b : a; }
template <typename T> CM_DEVICE T cm_most(T a, T b) { return a < b ? b : a; }

/* ---- indices ---- */

/* This thread among all of the grid, and how many those are. */
CM_DEVICE int64_t cm_thread() { return (int64_t)blockIdx.x * blockDim.x + threadIdx.x; }
CM_DEVICE int64_t cm_threads() { return (int64_t)gridDim.x * blockDim.x; }

/* Where element i, row-major in dims, lies in N operands. Division of 32 bits is several times faster than that of 64,
 * and nearly every tensor allows it. */
template <typename U, int N>
CM_DEVICE void cm_offsets_of(U i, int32_t rank, const int64_t *dims, const int64_t *const *strides, int64_t *at) {
    CM_UNROLL for (int o = 0; o < N; o++) at[o] = 0;
    for (int32_t d = rank - 1; d >= 0; d--) {
        U left = d == 0 ? 0 : i / (U)dims[d];
        int64_t index = (int64_t)(i - left * (U)dims[d]);
        CM_UNROLL for (int o = 0; o < N; o++) at[o] += index * strides[o][d];
        i = left;
    }
}
template <int N>
CM_DEVICE void cm_offsets(int64_t i, int64_t n, int32_t rank, const int64_t *dims, const int64_t *const *strides,
                          int64_t *at) {
    if (n <= INT32_MAX) cm_offsets_of<uint32_t, N>((uint32_t)i, rank, dims, strides, at);
    else cm_offsets_of<uint64_t, N>((uint64_t)i, rank, dims, strides, at);
}

/* Tells the host, CM_CUDA_TOLD_INDEX ..., that a number is wrong. */
template <typename P> CM_DEVICE void cm_tell(const P &p, int32_t what) {
    if (p.error != 0) *cm_at<volatile int32_t>(p.error) = what;
}

/* Number i of a kernel's indices, into an axis of n elements, negative ones from the end; -1 where it lies outside,
 * which the host is told. */
template <typename P> CM_DEVICE int64_t cm_index(const P &p, int64_t i, int64_t n) {
    int64_t index =
        p.index_type == CM_CUDA_I32 ? cm_at<const int32_t>(p.indices)[i] : cm_at<const int64_t>(p.indices)[i];
    if (index < 0) index += n;
    if (index >= 0 && index < n) return index;
    cm_tell(p, CM_CUDA_TOLD_INDEX);
    return -1;
}

/* Where the tuple of p.depth indices number `tuple` points to in an array of dims; false: an index lies outside. */
template <typename P> CM_DEVICE bool cm_tuple(const P &p, int64_t tuple, const int64_t *dims, int64_t *at) {
    bool within = true;
    *at = 0;
    for (int32_t d = 0; d < p.depth; d++) {
        const int64_t index = cm_index(p, tuple * p.depth + d, dims[d]);
        within = within && index >= 0;
        *at = *at * dims[d] + index;
    }
    return within;
}

/* ---- teams ---- */

/* f of what all threads of a warp (SIZE 32) or of the block (SIZE 256) have, pairwise in an order that nothing changes;
 * every thread gets it. shared: room for a value of each warp. */
template <int SIZE, typename V, typename F> CM_DEVICE V cm_together(V v, V *shared, F f) {
    CM_UNROLL for (int by = CM_WARP / 2; by > 0; by /= 2) v = f(v, __shfl_xor_sync(CM_ALL_LANES, v, by));
    if (SIZE == CM_WARP) return v;
    __syncthreads(); /* what the call before this one left there was read */
    if (threadIdx.x % CM_WARP == 0) shared[threadIdx.x / CM_WARP] = v;
    __syncthreads();
    v = shared[0];
    CM_UNROLL for (int w = 1; w < CM_CUDA_BLOCK / CM_WARP; w++) v = f(v, shared[w]);
    return v;
}
struct cm_add {
    template <typename V> __device__ __forceinline__ V operator()(V a, V b) const { return a + b; }
};
/* The greater number; NaN if one of them is. */
struct cm_greater {
    __device__ __forceinline__ float operator()(float a, float b) const { return a > b || a != a ? a : b; }
};

/* ---- functions ---- */

CM_DEVICE float cm_clip(float x, float lo, float hi) {
    x = x < lo ? lo : x;
    return x > hi ? hi : x;
}
CM_DEVICE float cm_sigmoid(float x) {
    float e = expf(-fabsf(x)), s = 1.0f / (1.0f + e);
    return x < 0 ? e * s : s;
}

/* The function `op` of cuda.h, of one element; formulas of ONNX's docs/Operators.md, with expm1 where e^x - 1 cancels.
 * NaN stays NaN, except where ONNX compares. */
static CM_NOINLINE __device__ float cm_function(int32_t op, float x, float a, float b) {
    switch (op) {
    case CM_CUDA_RELU: return x < 0 ? 0 : x;
    case CM_CUDA_LEAKY_RELU: return x < 0 ? a * x : x;
    case CM_CUDA_ELU: return x >= 0 ? x : a * expm1f(x);
    case CM_CUDA_CELU: return x >= 0 ? x : a * expm1f(x / a);
    case CM_CUDA_SELU: return x > 0 ? b * x : b * (a * expm1f(x));
    case CM_CUDA_THRESHOLDED_RELU: return x > a ? x : 0;
    case CM_CUDA_SIGMOID: return cm_sigmoid(x);
    case CM_CUDA_HARD_SIGMOID: return cm_clip(a * x + b, 0, 1);
    case CM_CUDA_HARD_SWISH: return x * cm_clip(x / 6 + 0.5f, 0, 1);
    case CM_CUDA_SWISH: return x * cm_sigmoid(a * x);
    case CM_CUDA_MISH: { /* x tanh(log(1 + e^x)) = x n / (n + 2), n = e^x (e^x + 2); above 20 the quotient is 1 */
        float e = expf(x), n = e * (e + 2);
        return x > 20 ? x : x * (n / (n + 2));
    }
    case CM_CUDA_SOFTPLUS: return (x > 0 ? x : 0) + log1pf(expf(-fabsf(x)));
    case CM_CUDA_SOFTSIGN: return x / (1 + fabsf(x));
    case CM_CUDA_GELU: return x * 0.5f * (1 + erff(x * 0.70710678118654752440f));
    case CM_CUDA_GELU_TANH: return x * 0.5f * (1 + tanhf(0.79788456080286535588f * (x + 0.044715f * x * x * x)));
    case CM_CUDA_TANH: return tanhf(x);
    case CM_CUDA_ERF: return erff(x);
    case CM_CUDA_EXP: return expf(x);
    case CM_CUDA_LOG: return logf(x);
    case CM_CUDA_SQRT: return sqrtf(x);
    case CM_CUDA_RECIPROCAL: return 1 / x;
    case CM_CUDA_NEG: return -x;
    case CM_CUDA_ABS: return fabsf(x);
    case CM_CUDA_SIGN: return x > 0 ? 1 : x < 0 ? -1 : x;
    case CM_CUDA_FLOOR: return floorf(x);
    case CM_CUDA_CEIL: return ceilf(x);
    case CM_CUDA_ROUND: return rintf(x);
    case CM_CUDA_SIN: return sinf(x);
    case CM_CUDA_COS: return cosf(x);
    case CM_CUDA_TAN: return tanf(x);
    case CM_CUDA_ASIN: return asinf(x);
    case CM_CUDA_ACOS: return acosf(x);
    case CM_CUDA_ATAN: return atanf(x);
    case CM_CUDA_SINH: return sinhf(x);
    case CM_CUDA_COSH: return coshf(x);
    case CM_CUDA_ASINH: return asinhf(x);
    case CM_CUDA_ACOSH: return acoshf(x);
    case CM_CUDA_ATANH: return atanhf(x);
    case CM_CUDA_CLIP: return cm_clip(x, a, b);
    case CM_CUDA_AFFINE: return a * x + b;
    case CM_CUDA_SCALED_TANH: return a * tanhf(b * x);
    case CM_CUDA_THRESHOLD: return x < a ? 0 : x;
    default: return x;
    }
}

/* What kernels apply to a sum before they store it: the frequent functions in place. */
CM_DEVICE float cm_activate(int32_t op, float x, float a, float b) {
    if (op == CM_CUDA_COPY) return x;
    if (op == CM_CUDA_RELU) return x < 0 ? 0 : x;
    return cm_function(op, x, a, b);
}

#endif
