/* case.h — what the tests of the CUDA kernels share. A test launches a kernel on the host
 * (tests/support/cuda_host.h) and compares with a plain loop, in double, written after ONNX's definition. Every
 * launch is made with the threads in several orders, which must give the same bits. Tensors are blocks of exactly
 * their size, so that the address sanitizer sees each access outside. */
#ifndef CM_TESTS_CUDA_CASE_H
#define CM_TESTS_CUDA_CASE_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/cuda/cuda.h"
#include "tests/support/cuda_host.h"

/* A test: CASE(name) { ... }. main runs those whose names contain a word of its arguments. */
struct cuda_case {
    const char *name;
    void (*run)();
    cuda_case *next;
    static cuda_case *first;
    cuda_case(const char *n, void (*r)()) : name(n), run(r), next(first) { first = this; }
};
#define CASE(id)                                     \
    static void case_##id();                         \
    static cuda_case case_of_##id(#id, case_##id);   \
    static void case_##id()

/* Marks the running test as failed; it goes on. */
void failed(const char *file, int line, const std::string &what);
#define EXPECT(cond)                                              \
    do {                                                          \
        if (!(cond)) failed(__FILE__, __LINE__, #cond);           \
    } while (0)

/* Half as the kernels store it. */
struct half {
    uint16_t bits;
};
/* And bfloat16: the upper half of a float. */
struct brain {
    uint16_t bits;
};
inline double value(brain h) { return (double)cuda_host_from_bits((uint32_t)h.bits << 16); }
inline double value(half h) { return (double)cuda_host_half_to_float(h.bits); }
template <typename T> double value(T x) { return (double)x; }
template <typename T> T element(double x) { return (T)x; }
template <> inline half element<half>(double x) { return {cuda_host_float_to_half((float)x)}; }
template <> inline brain element<brain>(double x) { /* of numbers: to nearest, ties to even */
    const uint32_t bits = cuda_host_bits((float)x);
    return {(uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}
template <typename T> const char *suffix();
template <> inline const char *suffix<float>() { return "f32"; }
template <> inline const char *suffix<half>() { return "f16"; }
template <> inline const char *suffix<brain>() { return "bf16"; }
template <> inline const char *suffix<int32_t>() { return "i32"; }
template <> inline const char *suffix<int64_t>() { return "i64"; }
template <> inline const char *suffix<uint8_t>() { return "u8"; }
template <> inline const char *suffix<int8_t>() { return "i8"; }
template <typename T> double epsilon() { return sizeof(T) == 2 ? 1.0 / 1024 : 1.0 / (1 << 23); }
template <> inline double epsilon<brain>() { return 1.0 / 128; }

/* The address of a vector's elements; an empty vector has none. */
template <typename T> cm_cuda_address at(const std::vector<T> &v) { return (cm_cuda_address)(uintptr_t)v.data(); }

/* n numbers within [lo, hi], other ones for each seed, the same on every machine. */
template <typename T> std::vector<T> numbers(int64_t n, double lo, double hi, uint32_t seed = 1) {
    std::vector<T> v((size_t)n);
    uint64_t state = 0x9e3779b97f4a7c15u * (seed + 1);
    for (T &x : v) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x = element<T>(lo + (hi - lo) * (double)(state >> 40) / (double)(1 << 24));
    }
    v.shrink_to_fit();
    return v;
}
template <typename T> std::vector<T> list(std::initializer_list<double> l) {
    std::vector<T> v;
    v.reserve(l.size());
    for (double x : l) v.push_back(element<T>(x));
    return v;
}

/* [n][channels][inner] as [n][inner][channels]. */
template <typename T> std::vector<T> channels_last(const std::vector<T> &v, int64_t n, int64_t channels) {
    std::vector<T> to(v.size());
    const int64_t inner = n * channels == 0 ? 0 : (int64_t)v.size() / n / channels;
    for (int64_t i = 0; i < n; i++)
        for (int64_t c = 0; c < channels; c++)
            for (int64_t k = 0; k < inner; k++)
                to[(size_t)((i * inner + k) * channels + c)] = v[(size_t)((i * channels + c) * inner + k)];
    return to;
}

/* Launches a kernel once for each order of threads, with other garbage in `out` before, and checks that the bits of
 * `out` are the same each time. */
template <typename P, typename O>
void launch(const char *file, int line, const std::string &kernel, const P &p, std::vector<uint32_t> grid,
            std::vector<O> &out, uint32_t threads = CM_CUDA_BLOCK) {
    std::string name = "cm_cuda_" + kernel;
    const cuda_host_kernel *k = cuda_host_find(name.c_str());
    if (k == nullptr) return failed(file, line, "no kernel " + name);
    if (k->params_size != sizeof p) return failed(file, line, "another struct: " + name);
    grid.resize(3, 1);
    const uint32_t block[3] = {threads, 1, 1};
    std::vector<O> before;
    for (int order = 0; order < CUDA_HOST_ORDERS; order++) {
        if (!out.empty()) std::memset((void *)out.data(), 0x5a + order, out.size() * sizeof(O));
        if (!cuda_host_launch(k, grid.data(), block, &p, order)) return failed(file, line, "no device takes this grid");
        if (order > 0 && !out.empty() && std::memcmp(before.data(), out.data(), out.size() * sizeof(O)) != 0)
            return failed(file, line, name + ": the order of threads changes the result");
        before = out;
    }
}
#define LAUNCH(...) launch(__FILE__, __LINE__, __VA_ARGS__)

/* got and want are equal, or differ by no more than bound * (|want| + scale); NaN is equal to NaN. */
template <typename T>
void near(const char *file, int line, const std::vector<T> &got, const std::vector<double> &want, double bound,
          double scale, const std::string &what) {
    if (got.size() != want.size()) return failed(file, line, what + ": another number of elements");
    for (size_t i = 0; i < got.size(); i++) {
        double g = value(got[i]), w = want[i];
        if (g == w || (std::isnan(g) && std::isnan(w)) || std::fabs(g - w) <= bound * (std::fabs(w) + scale)) continue;
        char text[200];
        std::snprintf(text, sizeof text, ": element %zu of %zu is %.9g, want %.9g", i, got.size(), g, w);
        return failed(file, line, what + text);
    }
}
#define NEAR(...) near(__FILE__, __LINE__, __VA_ARGS__)

inline int64_t product(const std::vector<int64_t> &dims) {
    int64_t n = 1;
    for (int64_t d : dims) n *= d;
    return n;
}
/* Strides of a dense tensor. */
inline std::vector<int64_t> dense(const std::vector<int64_t> &dims) {
    std::vector<int64_t> strides(dims.size());
    int64_t n = 1;
    for (size_t d = dims.size(); d-- > 0; n *= dims[d]) strides[d] = n;
    return strides;
}
inline void put(int64_t *to, const std::vector<int64_t> &v) {
    for (size_t i = 0; i < v.size(); i++) to[i] = v[i];
}
/* Where element i, row-major in dims, lies. */
inline int64_t offset(int64_t i, const std::vector<int64_t> &dims, const std::vector<int64_t> &strides) {
    int64_t at = 0;
    for (size_t d = dims.size(); d-- > 0; i /= dims[d]) at += i % dims[d] * strides[d];
    return at;
}

#endif
