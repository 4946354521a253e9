/* sort.cc — the tests of kernels/cuda/sort.cu. */
#include <algorithm>

#include "tests/cuda/case.h"

template <typename T> static void topk(int64_t outer, int64_t n, int64_t inner, int64_t k, int32_t largest) {
    std::vector<T> x = numbers<T>(outer * n * inner, -9, 9, (uint32_t)n), values((size_t)(outer * k * inner));
    std::vector<int64_t> places(values.size());
    for (size_t i = 0; i < x.size(); i++) x[i] = element<T>(std::floor(value(x[i]))); /* some are equal */
    if (!std::is_integral<T>::value && n > 4) {
        x[1] = element<T>(NAN), x[2] = element<T>(INFINITY), x[3] = element<T>(-INFINITY);
        x[4] = element<T>(-0.0);
    }
    struct cm_cuda_topk_params p = {at(x), at(values), at(places), outer, n, inner, k, largest, 0};
    LAUNCH(std::string("topk_") + suffix<T>(), p, {(uint32_t)(outer * inner)}, values);
    LAUNCH(std::string("topk_") + suffix<T>(), p, {1}, places); /* one block does all */
    std::vector<double> want((size_t)values.size());
    bool same = true;
    for (int64_t row = 0; row < outer * inner; row++) {
        const int64_t first = row / inner * n * inner + row % inner;
        std::vector<int64_t> order((size_t)n);
        for (int64_t i = 0; i < n; i++) order[(size_t)i] = i;
        const auto key = [&](int64_t i) {
            const double v = value(x[(size_t)(first + i * inner)]);
            return std::isnan(v) ? std::pair<int, double>(1, 0) : std::pair<int, double>(0, v);
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](int64_t a, int64_t b) { return largest ? key(a) > key(b) : key(a) < key(b); });
        for (int64_t i = 0; i < k; i++) {
            const size_t to = (size_t)(row / inner * k * inner + i * inner + row % inner);
            same = same && places[to] == order[(size_t)i];
            want[to] = value(x[(size_t)(first + order[(size_t)i] * inner)]);
        }
    }
    EXPECT(same);
    NEAR(values, want, 0, 0, "values");
}
CASE(topk) {
    for (int32_t largest = 0; largest < 2; largest++) {
        topk<float>(2, 7, 3, 7, largest);
        topk<float>(1, 600, 2, 5, largest);
        topk<half>(3, 40, 1, 11, largest);
        topk<int32_t>(1, 300, 1, 1, largest);
        topk<brain>(1, 33, 2, 9, largest);
        topk<int64_t>(2, 5, 2, 3, largest);
        topk<float>(1, 1, 2, 1, largest);
        topk<float>(1, 2 * CM_CUDA_TOPK_TILE + 1, 1, CM_CUDA_TOPK_TILE + 3, largest); /* three tiles, two rounds */
    }
    std::vector<int64_t> x = {INT64_MIN, INT64_MAX, -1, 0}, values(4);
    struct cm_cuda_topk_params p = {at(x), at(values), 0, 1, 4, 1, 4, 1, 0};
    LAUNCH("topk_i64", p, {1}, values);
    EXPECT((values == std::vector<int64_t>{INT64_MAX, 0, -1, INT64_MIN}));
}
