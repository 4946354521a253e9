/* nbits.cc — the tests of kernels/cuda/nbits.cu. */
#include "tests/cuda/case.h"

struct nbits_case {
    int64_t m, n, k, block;
    int bits;
    int zeros; /* 0: none, 1: packed, 2: numbers */
    bool bias;
};

template <typename T> static void nbits(const char *kernel, const nbits_case &t) {
    const int64_t blocks = (t.k + t.block - 1) / t.block, line = blocks * (t.block * t.bits / 8);
    const int64_t zero_line = (blocks * t.bits + 7) / 8, most = (1 << t.bits) - 1;
    std::vector<T> a = numbers<T>(t.m * t.k, -1, 1, 1), scales = numbers<T>(t.n * blocks, 0.01, 0.1, 3);
    std::vector<uint8_t> b = numbers<uint8_t>(t.n * line, 0, 255.9, 2);
    std::vector<uint8_t> packed = numbers<uint8_t>(t.zeros == 1 ? t.n * zero_line : 0, 0, 255.9, 4);
    std::vector<T> real = numbers<T>(t.zeros == 2 ? t.n * blocks : 0, 0, (double)most, 5);
    std::vector<T> bias = numbers<T>(t.bias ? t.n : 0, -1, 1, 6), y((size_t)(t.m * t.n));
    struct cm_cuda_nbits_params p = {};
    p.a = at(a), p.b = at(b), p.scales = at(scales), p.zeros = t.zeros == 1 ? at(packed) : at(real), p.bias = at(bias);
    p.y = at(y), p.m = t.m, p.n = t.n, p.k = t.k, p.block = t.block, p.blocks = blocks, p.bits = t.bits;
    p.zero_type = t.zeros == 1 ? CM_CUDA_U8 : CM_CUDA_F32;
    const int64_t tile = std::string(kernel) == "nbits_large" ? CM_CUDA_GEMM_LARGE : CM_CUDA_GEMM_TILE;
    std::vector<uint32_t> grid = {(uint32_t)((t.n + tile - 1) / tile), (uint32_t)((t.m + tile - 1) / tile)};
    if (std::string(kernel) == "nbits_gemv") grid = {2};
    LAUNCH(std::string(kernel) + "_" + suffix<T>(), p, grid, y);
    std::vector<double> want;
    for (int64_t i = 0; i < t.m; i++)
        for (int64_t j = 0; j < t.n; j++) {
            double sum = t.bias ? value(bias[(size_t)j]) : 0;
            for (int64_t l = 0; l < t.k; l++) {
                const int64_t g = l / t.block, bit = l * t.bits, zero_bit = g * t.bits;
                const int q = b[(size_t)(j * line + bit / 8)] >> bit % 8 & most;
                double zero = 1 << (t.bits - 1);
                if (t.zeros == 1) zero = packed[(size_t)(j * zero_line + zero_bit / 8)] >> zero_bit % 8 & most;
                if (t.zeros == 2) zero = value(real[(size_t)(j * blocks + g)]);
                sum += value(a[(size_t)(i * t.k + l)]) * (q - zero) * value(scales[(size_t)(j * blocks + g)]);
            }
            want.push_back(sum);
        }
    char what[100];
    std::snprintf(what, sizeof what, "%s m %d n %d k %d bits %d", kernel, (int)t.m, (int)t.n, (int)t.k, t.bits);
    NEAR(y, want, epsilon<T>() * 2, (1 + std::sqrt((double)t.k)) * (double)most / 8, what);
}

static const nbits_case many[] = {
    {5, 7, 48, 16, 4, 0, true},  {66, 70, 40, 32, 4, 1, false}, {9, 67, 100, 16, 4, 2, true},
    {6, 5, 33, 16, 8, 1, false}, {7, 9, 64, 16, 2, 1, true},    {5, 6, 1, 8, 4, 0, false},
};
template <typename T> static void tiles() {
    for (const nbits_case &t : many) {
        nbits<T>("nbits", t);
        nbits<T>("nbits_large", t);
    }
}
CASE(nbits_f32) { tiles<float>(); }
CASE(nbits_f16) { tiles<half>(); }
CASE(nbits_bf16) { tiles<brain>(); }

static const nbits_case few[] = {
    {1, 19, 320, 32, 4, 0, true}, {2, 5, 300, 16, 4, 1, false}, {3, 9, 40, 16, 8, 2, true},
    {4, 33, 65, 32, 2, 1, true},  {1, 3, 7, 16, 4, 1, false},
};
CASE(nbits_gemv) {
    for (const nbits_case &t : few) {
        nbits<float>("nbits_gemv", t);
        nbits<half>("nbits_gemv", t);
        nbits<brain>("nbits_gemv", t);
    }
}
