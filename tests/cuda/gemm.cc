/* gemm.cc — the tests of kernels/cuda/gemm.cu. */
#include "tests/cuda/case.h"

static double activation(int op, double x, double a, double b) {
    return op == CM_CUDA_RELU ? (x < 0 ? 0 : x) : op == CM_CUDA_CLIP ? (x < a ? a : x > b ? b : x)
         : op == CM_CUDA_SIGMOID ? 1 / (1 + std::exp(-x)) : x;
}

/* One product: sizes, which operands are transposed, how C is broadcast (0: none, 1: a row, 2: whole), the activation,
 * and the batch, whose second half of dims B does not have. */
struct product_case {
    int64_t m, n, k;
    bool ta, tb;
    int c, act;
    int64_t batch, shared;
    bool residual;
};

/* as: the kernel's suffix where it is not that of T; error: of the operands, where it rounds them. */
template <typename T>
static void gemm(const char *kernel, int64_t tile, const product_case &t, int64_t split = 1,
                 const char *as = suffix<T>(), double error = 0) {
    int64_t b_batch = t.batch, all = t.batch * t.shared;
    std::vector<T> a = numbers<T>(all * t.m * t.k, -1, 1, 1), b = numbers<T>(b_batch * t.k * t.n, -1, 1, 2);
    std::vector<T> c = numbers<T>(t.c == 0 ? 0 : t.c == 1 ? t.n : t.m * t.n, -1, 1, 3), y((size_t)(all * t.m * t.n));
    struct cm_cuda_gemm_params p = {};
    p.a = at(a), p.b = at(b), p.c = at(c), p.y = at(y);
    p.m = t.m, p.n = t.n, p.k = t.k, p.batch = all;
    p.a_row = t.ta ? 1 : t.k, p.a_col = t.ta ? t.m : 1, p.b_row = t.tb ? 1 : t.n, p.b_col = t.tb ? t.k : 1;
    p.c_row = t.c == 2 ? t.n : 0, p.c_col = 1;
    p.dims[0] = t.batch, p.dims[1] = t.shared, p.rank = 2;
    p.a_strides[0] = t.shared * t.m * t.k, p.a_strides[1] = t.m * t.k, p.b_strides[0] = t.k * t.n;
    p.alpha = 0.5f, p.beta = 2, p.act = t.act, p.act_a = -0.5f, p.act_b = 0.5f;
    std::vector<uint32_t> grid = {(uint32_t)((t.n + tile - 1) / tile), (uint32_t)((t.m + tile - 1) / tile),
                                  (uint32_t)(all * split)};
    std::vector<float> parts(split > 1 ? (size_t)split * y.size() : 0);
    p.split = split, p.parts = at(parts);
    std::vector<T> residual = numbers<T>(t.residual ? (int64_t)y.size() : 0, -1, 1, 4);
    p.residual = at(residual);
    if (split > 1) {
        LAUNCH(std::string(kernel) + "_" + as, p, grid, parts);
        LAUNCH(std::string("gemm_sum_") + suffix<T>(), p, {2}, y);
    } else {
        LAUNCH(std::string(kernel) + "_" + as, p, grid, y);
    }
    std::vector<double> want;
    for (int64_t z = 0; z < all; z++)
        for (int64_t i = 0; i < t.m; i++)
            for (int64_t j = 0; j < t.n; j++) {
                double sum = 0;
                for (int64_t l = 0; l < t.k; l++)
                    sum += value(a[(size_t)(z * t.m * t.k + i * p.a_row + l * p.a_col)]) *
                           value(b[(size_t)(z / t.shared * t.k * t.n + l * p.b_row + j * p.b_col)]);
                sum *= 0.5;
                if (t.c != 0) sum += 2 * value(c[(size_t)(i * p.c_row + j)]);
                if (t.residual) sum += value(residual[want.size()]);
                want.push_back(activation(t.act, sum, -0.5, 0.5));
            }
    char what[120];
    std::snprintf(what, sizeof what, "%s m %d n %d k %d ta %d tb %d", kernel, (int)t.m, (int)t.n, (int)t.k, t.ta, t.tb);
    NEAR(y, want, epsilon<T>() * 2 + error, 1 + std::sqrt((double)t.k), what);
    if (split > 1) return;
    std::vector<T> again(y.size());
    p.y = at(again); /* a grid of one block gives the same bits */
    LAUNCH(std::string(kernel) + "_" + as, p, {1}, again);
    EXPECT(std::memcmp(again.data(), y.data(), y.size() * sizeof(T)) == 0);
}

static const product_case tiled[] = {
    {1, 1, 1, false, false, 0, CM_CUDA_COPY, 1, 1, false},    {64, 64, 16, false, false, 1, CM_CUDA_RELU, 1, 1, false},
    {65, 67, 33, false, false, 2, CM_CUDA_CLIP, 1, 1, false}, {65, 67, 33, true, false, 0, CM_CUDA_COPY, 1, 1, false},
    {65, 67, 33, false, true, 1, CM_CUDA_SIGMOID, 1, 1, false}, {68, 132, 36, true, true, 2, CM_CUDA_COPY, 1, 1, false},
    {3, 5, 0, false, false, 1, CM_CUDA_COPY, 1, 1, false},    {7, 9, 17, false, true, 2, CM_CUDA_RELU, 2, 3, true},
    {4, 260, 20, false, false, 1, CM_CUDA_COPY, 3, 1, false}, {20, 4, 100, true, false, 1, CM_CUDA_COPY, 1, 2, false},
    {72, 80, 96, false, false, 1, CM_CUDA_RELU, 1, 1, false}, {72, 80, 168, true, true, 1, CM_CUDA_COPY, 1, 1, true},
    {64, 64, 72, false, true, 0, CM_CUDA_COPY, 2, 1, false},  {72, 88, 200, true, false, 2, CM_CUDA_COPY, 1, 1, false},
};
CASE(gemm_split) {
    for (int64_t split : {2, 3, 7}) {
        gemm<float>("gemm", CM_CUDA_GEMM_TILE, {5, 70, 100, false, false, 1, CM_CUDA_RELU, 2, 2, true}, split);
        gemm<half>("gemm", CM_CUDA_GEMM_TILE, {5, 70, 100, true, true, 2, CM_CUDA_COPY, 1, 1, false}, split);
        gemm<brain>("gemm", CM_CUDA_GEMM_TILE, {8, 72, 104, false, false, 2, CM_CUDA_COPY, 2, 1, false}, split);
    }
    gemm<float>("gemm_large", CM_CUDA_GEMM_LARGE, {5, 70, 40, false, true, 0, CM_CUDA_COPY, 1, 1, false}, 2);
    gemm<half>("gemm_large", CM_CUDA_GEMM_LARGE, {16, 72, 128, false, true, 0, CM_CUDA_COPY, 1, 1, false}, 2);
}
static const product_case beyond_a_tile = {130, 257, 40, false, false, 1, CM_CUDA_COPY, 1, 1, false};
template <typename T> static void both_tiles(const char *as, double error) {
    for (const product_case &t : tiled) {
        gemm<T>("gemm", CM_CUDA_GEMM_TILE, t, 1, as, error);
        gemm<T>("gemm_large", CM_CUDA_GEMM_LARGE, t, 1, as, error);
    }
    gemm<T>("gemm_large", CM_CUDA_GEMM_LARGE, beyond_a_tile, 1, as, error);
}
CASE(gemm_f32) { both_tiles<float>("f32", 0); }
CASE(gemm_f16) { both_tiles<half>("f16", 0); }
CASE(gemm_bf16) { both_tiles<brain>("bf16", 0); }
CASE(gemm_tf32) { both_tiles<float>("tf32", 1.0 / 1024); }
/* The products of TF32 are those of rounded operands: two that differ in their last bits alone are the same to it. */
CASE(gemm_tf32_rounds) {
    std::vector<float> a = {1.0f, 1.0f + 1.0f / 4096}, b = {3.0f + 1.0f / 8192}, y(2);
    struct cm_cuda_gemm_params p = {};
    p.a = at(a), p.b = at(b), p.y = at(y), p.m = 2, p.n = 1, p.k = 1, p.batch = 1;
    p.a_row = 1, p.a_col = 1, p.b_row = 1, p.b_col = 1, p.alpha = 1, p.act = CM_CUDA_COPY;
    LAUNCH("gemm_tf32", p, {1}, y);
    EXPECT(y[0] == 3.0f && y[1] == 3.0f);
}

static const product_case narrow[] = {
    {1, 1, 1, false, false, 0, CM_CUDA_COPY, 1, 1, false},   {1, 67, 301, false, false, 1, CM_CUDA_RELU, 1, 1, false},
    {1, 67, 301, false, true, 1, CM_CUDA_RELU, 1, 1, false}, {2, 64, 512, false, false, 2, CM_CUDA_COPY, 1, 1, false},
    {3, 64, 512, false, true, 2, CM_CUDA_COPY, 1, 1, false}, {4, 33, 100, true, true, 0, CM_CUDA_COPY, 2, 3, true},
    {4, 33, 100, true, false, 0, CM_CUDA_COPY, 2, 3, false}, {2, 5, 0, false, false, 1, CM_CUDA_COPY, 1, 1, false},
};
CASE(gemv_f32) {
    for (const product_case &t : narrow) gemm<float>("gemv", CM_CUDA_GEMV_COLUMNS, t);
}
CASE(gemv_f16) {
    for (const product_case &t : narrow) gemm<half>("gemv", CM_CUDA_GEMV_COLUMNS, t);
}
CASE(gemv_bf16) {
    for (const product_case &t : narrow) gemm<brain>("gemv", CM_CUDA_GEMV_COLUMNS, t);
}
