/* quantize.cc — the tests of kernels/cuda/quantize.cu, scan.cu and scatter.cu. */
#include "tests/cuda/case.h"

template <typename T, typename Q> static void quantize(int type, double lo, double hi, bool zeros) {
    int64_t axis_n = 3, inner = 5, n = 2 * axis_n * inner;
    std::vector<T> x = numbers<T>(n, -40, 40, 1), scale = list<T>({0.25, 0.5, 0.125}), back((size_t)n);
    std::vector<Q> zero = zeros ? std::vector<Q>{(Q)3, (Q)100, (Q)0} : std::vector<Q>(), y((size_t)n);
    x[0] = element<T>(0.125), x[1] = element<T>(0.375), x[2] = element<T>(INFINITY), x[3] = element<T>(-INFINITY);
    struct cm_cuda_quantize_params p = {at(x), at(scale), at(zero), at(y), n, axis_n, inner, type};
    LAUNCH(std::string("quantize_") + suffix<T>(), p, {1}, y);
    std::vector<double> want, wide;
    for (int64_t i = 0; i < n; i++) {
        size_t c = (size_t)(i / inner % axis_n);
        double q = std::nearbyint(value(x[(size_t)i]) / value(scale[c])) + (zeros ? (double)zero[c] : 0);
        want.push_back(q < lo ? lo : q > hi ? hi : q);
        wide.push_back(value(element<T>((want.back() - (zeros ? (double)zero[c] : 0)) * value(scale[c]))));
    }
    NEAR(y, want, 0, 0, "quantize");
    struct cm_cuda_quantize_params r = {at(y), at(scale), at(zero), at(back), n, axis_n, inner, type};
    LAUNCH(std::string("dequantize_") + suffix<T>(), r, {1}, back);
    NEAR(back, wide, 0, 0, "dequantize");
}
CASE(quantize) {
    quantize<float, uint8_t>(CM_CUDA_U8, 0, 255, true);
    quantize<float, int8_t>(CM_CUDA_I8, -128, 127, false);
    quantize<half, uint8_t>(CM_CUDA_U8, 0, 255, true);
    quantize<half, int8_t>(CM_CUDA_I8, -128, 127, true);
    std::vector<int32_t> x = {INT32_MIN, 7, -1}, zero = {1};
    std::vector<float> scale = {2}, y(3);
    struct cm_cuda_quantize_params p = {at(x), at(scale), at(zero), at(y), 3, 1, 1, CM_CUDA_I32};
    LAUNCH("dequantize_f32", p, {1}, y);
    NEAR(y, {-4294967298.0, 12, -4}, 1e-7, 0, "of int32");
}

template <typename A, typename B> static void qgemm(int64_t m, int64_t n, int64_t k, bool ta, bool tb, int zeros) {
    const int64_t batch = 2;
    std::vector<A> a = numbers<A>(batch * m * k, (A)-1 < (A)0 ? -128 : 0, (A)-1 < (A)0 ? 127.9 : 255.9, 1);
    std::vector<B> b = numbers<B>(k * n, (B)-1 < (B)0 ? -128 : 0, (B)-1 < (B)0 ? 127.9 : 255.9, 2);
    std::vector<A> az = numbers<A>(zeros == 0 ? 0 : zeros == 1 ? 1 : m, 1, 100, 3);
    std::vector<B> bz = numbers<B>(zeros == 0 ? 0 : zeros == 1 ? 1 : n, 1, 100, 4);
    std::vector<int32_t> y((size_t)(batch * m * n));
    struct cm_cuda_qgemm_params p = {};
    p.a = at(a), p.b = at(b), p.a_zero = at(az), p.b_zero = at(bz), p.y = at(y);
    p.m = m, p.n = n, p.k = k, p.batch = batch, p.a_zero_step = p.b_zero_step = zeros == 2;
    p.a_row = ta ? 1 : k, p.a_col = ta ? m : 1, p.b_row = tb ? 1 : n, p.b_col = tb ? k : 1;
    p.dims[0] = batch, p.a_strides[0] = m * k, p.rank = 1;
    p.a_type = (A)-1 < (A)0 ? CM_CUDA_I8 : CM_CUDA_U8, p.b_type = (B)-1 < (B)0 ? CM_CUDA_I8 : CM_CUDA_U8;
    LAUNCH("qgemm", p, {(uint32_t)((n + 63) / 64), (uint32_t)((m + 63) / 64), 1}, y);
    for (int64_t z = 0; z < batch; z++)
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++) {
                int64_t sum = 0;
                for (int64_t l = 0; l < k; l++)
                    sum += ((int64_t)a[(size_t)(z * m * k + i * p.a_row + l * p.a_col)] -
                            (zeros ? (int64_t)az[(size_t)(zeros == 2 ? i : 0)] : 0)) *
                           ((int64_t)b[(size_t)(l * p.b_row + j * p.b_col)] -
                            (zeros ? (int64_t)bz[(size_t)(zeros == 2 ? j : 0)] : 0));
                EXPECT(y[(size_t)((z * m + i) * n + j)] == (int32_t)sum);
            }
}
CASE(qgemm) {
    qgemm<uint8_t, int8_t>(5, 67, 33, false, false, 1);
    qgemm<int8_t, int8_t>(65, 7, 36, false, true, 0);
    qgemm<uint8_t, uint8_t>(9, 10, 70, true, false, 2);
    qgemm<int8_t, uint8_t>(3, 4, 5, true, true, 2);
    qgemm<uint8_t, int8_t>(2, 3, 0, false, false, 1);
}

/* ---- CumSum, Trilu ---- */

template <typename T> static void cumsum() {
    const int64_t sizes[][3] = {{3, 77, 1}, {2, 10, 5}, {2, 9, 40}, {1, 1, 1}};
    for (auto &s : sizes)
        for (int how = 0; how < 4; how++) {
            std::vector<T> x = numbers<T>(s[0] * s[1] * s[2], -9, 9, 1), y(x.size());
            struct cm_cuda_cumsum_params p = {at(x), at(y), s[0], s[1], s[2], how & 1, how >> 1};
            LAUNCH(std::string("cumsum_") + suffix<T>(), p, {1}, y);
            std::vector<double> want(x.size());
            for (int64_t o = 0; o < s[0]; o++)
                for (int64_t c = 0; c < s[2]; c++) {
                    double sum = 0;
                    for (int64_t i = 0; i < s[1]; i++) {
                        size_t at_i = (size_t)((o * s[1] + (how >> 1 ? s[1] - 1 - i : i)) * s[2] + c);
                        if (how & 1) want[at_i] = sum;
                        sum += value(x[at_i]);
                        if (!(how & 1)) want[at_i] = sum;
                    }
                }
            NEAR(y, want, epsilon<T>() * 4, 50, "cumsum " + std::to_string(how));
        }
}
CASE(cumsum) {
    cumsum<float>();
    cumsum<half>();
    cumsum<int32_t>();
    cumsum<int64_t>();
}

template <typename T> static void trilu() {
    std::vector<T> x = numbers<T>(2 * 4 * 6, 1, 100), y(x.size());
    for (int upper = 0; upper < 2; upper++)
        for (int64_t k = -5; k < 7; k++) {
            struct cm_cuda_trilu_params p = {at(x), at(y), 2, 4, 6, k, upper};
            LAUNCH("trilu_" + std::to_string(sizeof(T)), p, {1}, y);
            for (int64_t i = 0; i < 48; i++) {
                int64_t row = i / 6 % 4, column = i % 6;
                EXPECT(y[(size_t)i] == ((upper ? column >= row + k : column <= row + k) ? x[(size_t)i] : (T)0));
            }
        }
}
CASE(trilu) {
    trilu<uint8_t>();
    trilu<uint16_t>();
    trilu<uint32_t>();
    trilu<uint64_t>();
}

/* ---- scatter ---- */

/* Launched upon a copy of the data each time. */
template <typename T>
static void scattered(const std::string &kernel, cm_cuda_scatter_params p, const std::vector<T> &want) {
    const cuda_host_kernel *k = cuda_host_find(("cm_cuda_" + kernel + "_" + std::to_string(sizeof(T))).c_str());
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {CM_CUDA_BLOCK, 1, 1};
    for (int order = 0; order < CUDA_HOST_ORDERS; order++) {
        std::vector<T> y(want.size(), (T)7);
        p.y = at(y);
        EXPECT(k != nullptr && cuda_host_launch(k, grid, block, &p, order));
        EXPECT(y == want);
    }
}
template <typename T> static void scatter() {
    std::vector<int32_t> indices = {0, -1, 4, 1, 5, -6}; /* the last two lie outside of 5 */
    std::vector<T> updates = {11, 12, 13, 14, 15, 16}, want(15, (T)7);
    struct cm_cuda_scatter_params p = {};
    p.indices = at(indices), p.updates = at(updates), p.index_type = CM_CUDA_I32;
    p.n = 6, p.rank = 2, p.axis = 0;
    put(p.dims, {2, 3}), put(p.y_dims, {5, 3});
    want[0] = 11, want[4 * 3 + 1] = 12, want[4 * 3 + 2] = 13, want[1 * 3 + 0] = 14;
    scattered<T>("scatter_elements", p, want);
    std::vector<int64_t> places = {1, -1, 0,
                                   2, 3,  0}; /* rows of two: (1, -1), (0, 2), (3, 0), and 3 lies outside of 3 */
    std::vector<T> all(3 * 4 * 2, (T)7);
    p = {};
    p.indices = at(places), p.updates = at(updates), p.index_type = CM_CUDA_I64, p.n = 3, p.inner = 2, p.rank = 3,
    p.depth = 2;
    put(p.y_dims, {3, 4, 2});
    all[(1 * 4 + 3) * 2] = 11, all[(1 * 4 + 3) * 2 + 1] = 12, all[2 * 2] = 13, all[2 * 2 + 1] = 14;
    scattered<T>("scatter_nd", p, all);
}
CASE(scatter) {
    scatter<uint8_t>();
    scatter<uint16_t>();
    scatter<uint32_t>();
    scatter<uint64_t>();
}
