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

/* ---- nms_select ---- */

/* What NonMaxSuppression selects of each row, after ONNX's definition in plain loops: the best box left, and away with
 * it and what it overlaps. */
static std::vector<int32_t> selected(const std::vector<float> &boxes, const std::vector<float> &scores, int64_t rows,
                                     int64_t classes, int64_t n, int64_t room, int64_t limit, float overlap,
                                     const float *least, bool center) {
    std::vector<int32_t> all;
    struct range {
        float low[2], high[2];
        float area() const { return (high[0] - low[0]) * (high[1] - low[1]); }
    };
    const auto box = [&](int64_t row, int64_t i) {
        const float *x = &boxes[(size_t)((row / classes * n + i) * 4)];
        range r;
        for (int d = 0; d < 2; d++) {
            r.low[d] = center ? x[d] - x[d + 2] / 2 : std::fmin(x[d], x[d + 2]);
            r.high[d] = center ? x[d] + x[d + 2] / 2 : std::fmax(x[d], x[d + 2]);
        }
        return r;
    };
    for (int64_t row = 0; row < rows; row++) {
        std::vector<bool> left((size_t)n);
        const float *score = &scores[(size_t)(row * n)];
        for (int64_t i = 0; i < n; i++) left[(size_t)i] = least == nullptr ? !std::isnan(score[i]) : score[i] > *least;
        int64_t kept = 0;
        for (; kept < std::min(room, limit); kept++) {
            int64_t best = -1;
            for (int64_t i = 0; i < n; i++)
                if (left[(size_t)i] && (best < 0 || score[i] > score[best])) best = i;
            if (best < 0) break;
            all.push_back((int32_t)best);
            const range a = box(row, best);
            left[(size_t)best] = false;
            for (int64_t i = 0; i < n; i++) {
                const range b = box(row, i);
                const float h = std::fmin(a.high[0], b.high[0]) - std::fmax(a.low[0], b.low[0]);
                const float w = std::fmin(a.high[1], b.high[1]) - std::fmax(a.low[1], b.low[1]);
                if (!(h > 0 && w > 0 && a.area() > 0 && b.area() > 0)) continue;
                const float common = h * w;
                if (common / (b.area() + a.area() - common) > overlap) left[(size_t)i] = false;
            }
        }
        all.insert(all.end(), (size_t)(room - kept), -1);
    }
    return all;
}

static void nms(int64_t batch, int64_t classes, int64_t n, int64_t room, std::vector<int64_t> limit, float overlap,
                const float *least, bool center, float spread) {
    const int64_t rows = batch * classes;
    std::vector<float> boxes = numbers<float>(batch * n * 4, 0, 1, (uint32_t)n), iou = {overlap}, from;
    std::vector<float> scores = numbers<float>(rows * n, -2, 9, (uint32_t)(n + room));
    for (size_t i = 0; i < boxes.size(); i++)
        boxes[i] = i % 4 < 2 ? boxes[i] * spread : boxes[i - 2] * !center + boxes[i];
    for (size_t i = 0; i < scores.size(); i += 2) scores[i] = std::floor(scores[i]); /* some are equal */
    if (n > 6) {
        scores[1] = NAN, scores[2] = INFINITY, scores[3] = -INFINITY, scores[4] = -0.0f;
        boxes[4 * 5] = boxes[4 * 5 + 2]; /* of no height */
        std::swap(boxes[4 * 6], boxes[4 * 6 + 2]);
    }
    if (least != nullptr) from.push_back(*least);
    std::vector<int32_t> got((size_t)(rows * room));
    struct cm_cuda_nms_params p = {at(boxes), at(scores), at(limit), at(iou), at(from), at(got), rows, classes, n, room,
                                   center, 0, 0};
    const std::vector<int32_t> want =
        selected(boxes, scores, rows, classes, n, room, limit.empty() ? 0 : limit[0], overlap, least, center);
    LAUNCH("nms_select", p, {(uint32_t)rows}, got);
    EXPECT(got == want);
    LAUNCH("nms_select", p, {1}, got); /* one block does all */
    EXPECT(got == want);
}
CASE(nms_select) {
    const float some = 1.5f, none = NAN;
    for (int center = 0; center < 2; center++) {
        nms(2, 3, 40, 40, {100}, 0.5f, nullptr, center, 2);
        nms(1, 2, 300, 7, {5}, 0.25f, &some, center, 3);
        nms(1, 2, 9, 9, {INT64_MAX}, 0, &some, center, 1);
        nms(1, 2, 9, 9, {1}, 1, &none, center, 1);
        nms(1, 2, 9, 4, {-5}, 0.5f, nullptr, center, 1);
        nms(1, 2, 9, 4, {}, 0.5f, nullptr, center, 1);
        nms(1, 1, 1, 1, {1}, 0.5f, nullptr, center, 1);
        nms(1, 1, 2 * CM_CUDA_TOPK_TILE + 5, 2 * CM_CUDA_TOPK_TILE + 5, {INT64_MAX}, 0.5f, nullptr, center, 40);
        nms(1, 1, CM_CUDA_TOPK_TILE + 5, CM_CUDA_TOPK_TILE - 3, {CM_CUDA_TOPK_TILE}, 0.5f, nullptr, center, 100);
    }
    std::vector<float> boxes(8), scores = {1, 2}, iou = {1.5f};
    std::vector<int64_t> limit = {2};
    std::vector<int32_t> got(2), told = {0};
    struct cm_cuda_nms_params p = {at(boxes), at(scores), at(limit), at(iou), 0, at(got), 1, 1, 2, 2, 0, 0, at(told)};
    LAUNCH("nms_select", p, {1}, got);
    EXPECT(told[0] == CM_CUDA_TOLD_OVERLAP && (got == std::vector<int32_t>{-1, -1}));
}
