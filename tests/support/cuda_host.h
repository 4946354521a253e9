/* cuda_host.h — CUDA kernels on a machine without a GPU. Each .cu of kernels/cuda also compiles as C++:
 *
 * g++ -std=c++17 -I. -x c++ -include tests/support/cuda_host.h -c kernels/cuda/NAME.cu
 *
 * and tests/support/cuda_host.cc runs a grid of it, block after block, each thread of a block as a fiber: barriers,
 * shared memory, shuffles, atomics and products on tensor cores do what they do on a device. What a device leaves
 * undefined is found: with the address sanitizer an access outside of memory; a barrier that some threads of a block
 * do not reach ends the process with the kernel's name; and threads that rely on more order than their barriers give,
 * or blocks that rely on any, compute other results when the order changes. */
#ifndef CM_TESTS_SUPPORT_CUDA_HOST_H
#define CM_TESTS_SUPPORT_CUDA_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A kernel of CM_CUDA_KERNELS (kernels/cuda/cuda.h). */
typedef struct cuda_host_kernel {
    const char *name;                /* "cm_cuda_unary_f32" */
    size_t params_size;              /* bytes of its parameter struct */
    void (*call)(const void *params); /* one thread of it */
} cuda_host_kernel;

/* The order in which the blocks of a grid run, one after another, and the threads of a block between two barriers. */
enum { CUDA_HOST_FORWARD, CUDA_HOST_BACKWARD, CUDA_HOST_MIXED, CUDA_HOST_ORDERS };

/* NULL: no kernel has this name. */
const cuda_host_kernel *cuda_host_find(const char *name);
/* The i-th kernel, or NULL behind the last. */
const cuda_host_kernel *cuda_host_at(size_t i);
/* Runs a whole grid. grid, block: x, y, z, each >= 1; at most 1024 threads in a block. params: params_size bytes.
 * False: a device would refuse these numbers. Calls from several threads run one after another. */
int cuda_host_launch(const cuda_host_kernel *k, const uint32_t grid[3], const uint32_t block[3], const void *params,
                     int order);

#ifdef __cplusplus
}

#include <cmath>
#include <cstring>

#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)

struct cuda_host_index {
    uint32_t x, y, z;
};
extern cuda_host_index threadIdx, blockIdx, blockDim, gridDim;

void cuda_host_barrier();
/* Waits until all lanes of the warp are here, and gives what each brought: slot[lane] of `size` <= 64 bytes. Valid
 * until the lane's next exchange but one. */
typedef unsigned char cuda_host_slot[64];
const cuda_host_slot *cuda_host_exchange(const void *mine, size_t size);
/* Lane of the running thread, and lanes of its warp. */
uint32_t cuda_host_lane();
uint32_t cuda_host_lanes();

inline void __syncthreads() { cuda_host_barrier(); }
inline void __syncwarp(unsigned = 0xffffffffu) { cuda_host_exchange("", 1); }

/* A lane beyond the warp's last gives the caller's own value, as on a device whose warp is whole. */
template <typename T> T cuda_host_shuffle(T value, uint32_t from) {
    const cuda_host_slot *all = cuda_host_exchange(&value, sizeof value);
    if (from < cuda_host_lanes()) std::memcpy(&value, all[from], sizeof value);
    return value;
}
template <typename T> T __shfl_sync(unsigned, T value, int from) { return cuda_host_shuffle(value, (uint32_t)from); }
template <typename T> T __shfl_xor_sync(unsigned, T value, int mask) {
    return cuda_host_shuffle(value, cuda_host_lane() ^ (uint32_t)mask);
}
template <typename T> T __shfl_down_sync(unsigned, T value, unsigned by) {
    return cuda_host_shuffle(value, cuda_host_lane() + by);
}
template <typename T> T __shfl_up_sync(unsigned, T value, unsigned by) {
    return cuda_host_shuffle(value, cuda_host_lane() < by ? cuda_host_lane() : cuda_host_lane() - by);
}
template <typename T> T atomicAdd(T *at, T value) {
    T old = *at;
    *at = old + value;
    return old;
}
template <typename T> T atomicMax(T *at, T value) {
    T old = *at;
    *at = old < value ? value : old;
    return old;
}
template <typename T> T atomicMin(T *at, T value) {
    T old = *at;
    *at = value < old ? value : old;
    return old;
}

/* Tensor cores, as NVIDIA's PTX ISA describes their fragments ("Matrix Fragments for mma.m16n8k16" and kin): with g =
 * lane / 4 and t = lane % 4 each lane has, of 32 bytes of the depth, words t and t + 4 of rows g and g + 8 of A (a[0]:
 * row g, word t; a[1]: row g + 8; a[2], a[3]: word t + 4), those words of column g of B, and the sums of rows g (c[0],
 * c[1]) and g + 8 (c[2], c[3]) with columns 2 t and 2 t + 1. dot(c, a, b) adds the products of two words to c. */
template <typename C, typename F>
void cuda_host_mma(C (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1, F dot) {
    const uint32_t mine[6] = {a[0], a[1], a[2], a[3], b0, b1}, lane = cuda_host_lane();
    const cuda_host_slot *all = cuda_host_exchange(mine, sizeof mine);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t word = 0; word < 8; word++) {
            uint32_t x, y;
            std::memcpy(&x, all[lane / 4 * 4 + word % 4] + 4 * (word / 4 * 2 + i / 2), 4);
            std::memcpy(&y, all[(lane % 4 * 2 + i % 2) * 4 + word % 4] + 4 * (4 + word / 4), 4);
            c[i] = dot(c[i], x, y);
        }
}
/* ldmatrix.x4: lane 8 i + r has the address of row r of matrix i, 16 aligned bytes; r[i] is word lane % 4 of row
 * lane / 4 of matrix i, with `trans` the elements of 16 bits at column lane / 4 of rows 2 (lane % 4) and the next. */
inline void cuda_host_ldmatrix(uint32_t (&r)[4], const void *row, bool trans) {
    const cuda_host_slot *all = cuda_host_exchange(&row, sizeof row);
    const uint32_t lane = cuda_host_lane(), g = lane / 4, t = lane % 4;
    for (uint32_t i = 0; i < 4; i++) {
        const unsigned char *from[2];
        std::memcpy(&from[0], all[8 * i + (trans ? 2 * t : g)], sizeof *from);
        std::memcpy(&from[1], all[8 * i + (trans ? 2 * t + 1 : g)], sizeof *from);
        for (uint32_t h = 0; h < 2; h++)
            std::memcpy((unsigned char *)&r[i] + 2 * h, from[h] + (trans ? 2 * g : 4 * t + 2 * h), 2);
    }
}
/* cp.async: 16 bytes, of which the first n come from memory and the others are 0. They arrive as late as a device lets
 * them: when the thread waits for their group. wait: for all groups of the thread but the last `left`. */
void cuda_host_copy_async(void *to, const void *from, uint32_t n);
void cuda_host_copy_commit();
void cuda_host_copy_wait(uint32_t left);
/* Does the launch stand for a device that has cp.async? All orders of threads but CUDA_HOST_MIXED do. */
bool cuda_host_copies_async();

/* c and the products of four bytes, signed or not. */
template <typename A, typename B> int cuda_host_dot4(int c, uint32_t a, uint32_t b) {
    uint32_t sum = (uint32_t)c;
    for (int i = 0; i < 32; i += 8) sum += (uint32_t)((A)(a >> i & 255u) * (B)(b >> i & 255u));
    return (int)sum;
}
/* Byte i of the result: that of the eight bytes of a and b which digit i of the selector names. */
inline uint32_t __byte_perm(uint32_t a, uint32_t b, uint32_t selector) {
    uint32_t r = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t which = selector >> 4 * i & 7u;
        r |= ((which < 4 ? a : b) >> 8 * (which % 4) & 255u) << 8 * i;
    }
    return r;
}
inline int __dp4a(int a, int b, int c) { return cuda_host_dot4<int8_t, int8_t>(c, (uint32_t)a, (uint32_t)b); }

/* One rounded operation: a device joins others to fused ones (the host's compiler does not, with -std=c++17). */
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }

inline float cuda_host_from_bits(uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}
inline uint32_t cuda_host_bits(float x) {
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
/* IEEE 754 binary16. */
inline float cuda_host_half_to_float(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, e = h >> 10 & 31u, m = h & 0x3ffu;
    if (e == 0) return std::copysign(std::ldexp((float)m, -24), cuda_host_from_bits(sign | 0x3f800000u));
    return cuda_host_from_bits(sign | (e == 31 ? 0x7f800000u : (e + 112) << 23) | m << 13);
}
inline uint16_t cuda_host_float_to_half(float x) {
    uint32_t bits = cuda_host_bits(x), sign = bits >> 16 & 0x8000u, a = bits & 0x7fffffffu;
    if (a > 0x7f800000u) return (uint16_t)(sign | 0x7e00u);
    if (a >= 0x47800000u) return (uint16_t)(sign | 0x7c00u); /* 65536 and more */
    if (a < 0x38800000u)                                      /* below 2^-14: a multiple of 2^-24 */
        return (uint16_t)(sign | (uint32_t)std::nearbyint(std::ldexp(cuda_host_from_bits(a), 24)));
    a += 0xfffu + (a >> 13 & 1u); /* to nearest, ties to even; may carry into the exponent, up to infinity */
    return (uint16_t)(sign | ((a >> 13) - (112u << 10)));
}
#endif

#endif
