/* move.cc — the tests of kernels/cuda/move.cu and resize.cu. */
#include "tests/cuda/case.h"

/* Elements that are all different as far as their size allows. */
template <typename T> static std::vector<T> counted(int64_t n) {
    std::vector<T> v((size_t)n);
    for (size_t i = 0; i < v.size(); i++) v[i] = (T)(i + 1);
    return v;
}

/* ---- strides ---- */

struct move_case {
    std::vector<int64_t> dims, x, y; /* strides */
    int64_t x_first, y_first, n_x, n_y; /* where index 0 lies, elements of both */
};
static const move_case moves[] = {
    {{}, {}, {}, 0, 0, 1, 1},
    {{100}, {1}, {1}, 0, 0, 100, 100},
    {{4, 33}, {33, 1}, {33, 1}, 0, 0, 132, 132},
    {{33, 40}, {1, 33}, {40, 1}, 0, 0, 1320, 1320},                         /* transposed: squares */
    {{2, 37, 3, 20}, {2220, 1, 740, 37}, {2220, 60, 20, 1}, 0, 0, 4440, 4440}, /* within a batch */
    {{3, 5, 4}, {4, 12, 1}, {20, 4, 1}, 0, 0, 60, 60},
    {{7}, {-2}, {1}, 12, 0, 13, 7},                                        /* Slice backwards */
    {{3, 16}, {16, 1}, {48, 1}, 0, 16, 48, 144},                           /* Concat, wide */
    {{3, 5}, {0, 1}, {5, 1}, 0, 0, 5, 15},                                 /* Expand */
    {{4, 32}, {64, 1}, {32, 1}, 32, 0, 256, 128},                          /* Split */
    {{0, 3}, {3, 1}, {3, 1}, 0, 0, 0, 0},
};
template <typename T> static void move() {
    for (const move_case &t : moves) {
        std::vector<T> x = counted<T>(t.n_x), y((size_t)t.n_y);
        struct cm_cuda_move_params p = {};
        p.x = at(x) + (uint64_t)t.x_first * sizeof(T), p.y = at(y) + (uint64_t)t.y_first * sizeof(T);
        p.n = product(t.dims), p.rank = (int32_t)t.dims.size();
        put(p.dims, t.dims), put(p.x_strides, t.x), put(p.y_strides, t.y);
        const cuda_host_kernel *k = cuda_host_find(("cm_cuda_move_" + std::to_string(sizeof(T))).c_str());
        const uint32_t grid[3] = {2, 1, 1}, block[3] = {CM_CUDA_BLOCK, 1, 1};
        for (int order = 0; order < CUDA_HOST_ORDERS; order++) {
            std::fill(y.begin(), y.end(), (T)0);
            std::vector<T> want = y;
            EXPECT(cuda_host_launch(k, grid, block, &p, order));
            for (int64_t i = 0; i < p.n; i++)
                want[(size_t)(t.y_first + offset(i, t.dims, t.y))] = x[(size_t)(t.x_first + offset(i, t.dims, t.x))];
            EXPECT(y == want); /* what does not belong to y stays as it was */
        }
    }
}
CASE(move) {
    move<uint8_t>();
    move<uint16_t>();
    move<uint32_t>();
    move<uint64_t>();
}

/* ---- Pad, Gather, GatherElements ---- */

template <typename T> static void pad() {
    std::vector<int64_t> x_dims = {3, 1, 5}, before = {2, 1, -1}, dims = {6, 3, 8}; /* a negative pad cuts off */
    std::vector<T> x = counted<T>(15), y((size_t)product(dims)), value_of = {(T)77};
    for (int mode = 0; mode < 4; mode++) {
        struct cm_cuda_pad_params p = {};
        p.x = at(x), p.y = at(y), p.n = product(dims), p.rank = 3, p.mode = mode, p.value = 77;
        put(p.dims, dims), put(p.x_dims, x_dims), put(p.before, before);
        if (mode == 0 && sizeof(T) > 2) p.value_at = at(value_of), p.value = 5;
        LAUNCH("pad_" + std::to_string(sizeof(T)), p, {1}, y);
        for (int64_t i = 0; i < p.n; i++) {
            int64_t index[3] = {i / 24, i / 8 % 3, i % 8}, from = 0;
            bool within = true;
            for (size_t d = 0; d < 3; d++) {
                int64_t n = x_dims[d], a = index[d] - before[d];
                if (a < 0 || a >= n) within = false;
                if (mode == 1)
                    while (n > 1 && (a < 0 || a >= n)) a = a < 0 ? -a : 2 * (n - 1) - a;
                if ((mode == 1 && n == 1) || mode == 3) a = ((a % n) + n) % n;
                if (mode == 2) a = a < 0 ? 0 : a >= n ? n - 1 : a;
                from = from * n + a;
            }
            EXPECT(y[(size_t)i] == (mode == 0 && !within ? (T)77 : x[(size_t)from]));
        }
    }
    std::vector<T> none, all(6);
    struct cm_cuda_pad_params p = {at(none), at(all), 0, 6, {2, 3}, {0, 3}, {1, 0}, 9, 2, 0};
    LAUNCH("pad_" + std::to_string(sizeof(T)), p, {1}, all);
    for (T v : all) EXPECT(v == 9);
}
CASE(pad) {
    pad<uint8_t>();
    pad<uint16_t>();
    pad<uint32_t>();
    pad<uint64_t>();
}

template <typename T, typename I> static void gather() {
    std::vector<I> indices = {0, 4, -1, -5, 2, 5, -6, 3}; /* two lie outside */
    for (int64_t inner : {1, 3, 16}) {
        std::vector<T> x = counted<T>(2 * 5 * inner), y((size_t)(2 * 8 * inner));
        struct cm_cuda_gather_params p = {};
        int32_t error = 0;
        p.x = at(x), p.indices = at(indices), p.y = at(y), p.outer = 2, p.n = 5, p.inner = inner, p.n_indices = 8;
        p.index_type = sizeof(I) == 4 ? CM_CUDA_I32 : CM_CUDA_I64, p.error = (cm_cuda_address)(uintptr_t)&error;
        LAUNCH("gather_" + std::to_string(sizeof(T)), p, {1}, y);
        EXPECT(error == 1);
        const std::vector<I> inside = {4, -5, 0, 1, 1, 2, 3, -1};
        std::vector<T> other(y.size());
        error = 0, p.indices = at(inside), p.y = at(other);
        LAUNCH("gather_" + std::to_string(sizeof(T)), p, {1}, other);
        EXPECT(error == 0);
        for (int64_t o = 0; o < 2; o++)
            for (size_t k = 0; k < 8; k++)
                for (int64_t i = 0; i < inner; i++) {
                    int64_t index = indices[k] < 0 ? (int64_t)indices[k] + 5 : (int64_t)indices[k];
                    T want = index < 0 || index >= 5 ? (T)0 : x[(size_t)((o * 5 + index) * inner + i)];
                    EXPECT(y[(size_t)((o * 8 + (int64_t)k) * inner + i)] == want);
                }
    }
    for (int32_t axis = 0; axis < 2; axis++) {
        std::vector<T> x = counted<T>(30), y(8);
        std::vector<int64_t> x_dims = axis == 0 ? std::vector<int64_t>{5, 6} : std::vector<int64_t>{6, 5},
                             dims = {2, 4};
        struct cm_cuda_gather_elements_params p = {};
        p.x = at(x), p.indices = at(indices), p.y = at(y), p.n = 8, p.rank = 2, p.axis = axis;
        p.index_type = sizeof(I) == 4 ? CM_CUDA_I32 : CM_CUDA_I64;
        put(p.dims, dims), put(p.x_dims, x_dims);
        LAUNCH("gather_elements_" + std::to_string(sizeof(T)), p, {1}, y);
        for (int64_t i = 0; i < 8; i++) {
            int64_t index = indices[(size_t)i] < 0 ? (int64_t)indices[(size_t)i] + 5 : (int64_t)indices[(size_t)i];
            int64_t from = axis == 0 ? index * 6 + i % 4 : i / 4 * 5 + index;
            EXPECT(y[(size_t)i] == (index < 0 || index >= 5 ? (T)0 : x[(size_t)from]));
        }
    }
}
CASE(gather) {
    gather<uint8_t, int32_t>();
    gather<uint16_t, int64_t>();
    gather<uint32_t, int32_t>();
    gather<uint64_t, int64_t>();
}

/* ---- Resize: expected values of onnx.reference 1.23, ReferenceEvaluator of a Resize node ---- */

struct resize_case {
    bool linear;
    int coordinate, nearest;
    int64_t in[3], out[3];
    float scale[3];
    std::vector<double> want; /* of x = 1, 2, 3, ... */
};
#include "tests/cuda/resize_vectors.h"

template <typename T> static void resize() {
    for (const resize_case &t : resizes) {
        struct cm_cuda_resize_params p = {};
        int64_t vin = t.in[0] * t.in[1] * t.in[2];
        std::vector<T> x, y(t.want.size());
        for (int64_t i = 0; i < vin; i++) x.push_back(element<T>((double)(i + 1)));
        p.x = at(x), p.y = at(y), p.rows = 1, p.coordinate = t.coordinate, p.nearest = t.nearest;
        for (int d = 0; d < 3; d++) p.in[d] = t.in[d], p.out[d] = t.out[d], p.scale[d] = t.scale[d];
        LAUNCH(std::string(t.linear ? "resize_linear_" : "resize_nearest_") + suffix<T>(), p, {1}, y);
        NEAR(y, t.want, epsilon<T>() * 2, 1,
             "coordinate " + std::to_string(t.coordinate) + " nearest " + std::to_string(t.nearest));
    }
}
CASE(resize_f32) { resize<float>(); }
CASE(resize_f16) { resize<half>(); }
CASE(resize_bf16) { resize<brain>(); }
CASE(resize_before_11) { /* floor(o / 1.6) along the axis that grows, ceil(o / 0.6) along the one that shrinks */
    std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, y(9);
    struct cm_cuda_resize_params p = {at(x), at(y), 1, {1, 2, 5}, {1, 3, 3}, {1, 1.6, 0.6}, CM_CUDA_ASYMMETRIC,
                                      CM_CUDA_NEAREST_BEFORE_11};
    LAUNCH("resize_nearest_f32", p, {1}, y);
    NEAR(y, {1, 3, 5, 1, 3, 5, 6, 8, 10}, 0, 0, "of version 10");
}
CASE(resize_rows) { /* several rows at once, and an infinity that has no weight */
    std::vector<float> x = {1, INFINITY, 3, 4, 5, 6}, y(12);
    struct cm_cuda_resize_params p = {at(x), at(y), 2, {1, 1, 3}, {1, 1, 6}, {1, 1, 2}, CM_CUDA_ASYMMETRIC, 0};
    LAUNCH("resize_linear_f32", p, {1}, y);
    NEAR(y, {1, INFINITY, INFINITY, INFINITY, 3, 3, 4, 4.5, 5, 5.5, 6, 6}, 0, 0, "rows");
}

/* ---- GatherND, OneHot ---- */

template <typename T, typename I> static void gather_nd() {
    const std::vector<I> indices = {0, 1, -2, 3, 1, -4, 0, 4, -3, 0, 1, 0}; /* [2 batches][3 tuples][2], two outside */
    for (int64_t inner : {1, 5}) {
        std::vector<T> x = counted<T>(2 * 2 * 4 * inner), y((size_t)(2 * 3 * inner));
        struct cm_cuda_gather_nd_params p = {};
        p.x = at(x), p.indices = at(indices), p.y = at(y), p.batch = 2, p.tuples = 3, p.inner = inner, p.depth = 2;
        put(p.dims, {2, 4}), p.index_type = sizeof(I) == 4 ? CM_CUDA_I32 : CM_CUDA_I64;
        LAUNCH("gather_nd_" + std::to_string(sizeof(T)), p, {1}, y);
        for (int64_t t = 0; t < 6; t++)
            for (int64_t i = 0; i < inner; i++) {
                int64_t a = indices[(size_t)(2 * t)], b = indices[(size_t)(2 * t + 1)];
                a += a < 0 ? 2 : 0, b += b < 0 ? 4 : 0;
                const bool within = a >= 0 && a < 2 && b >= 0 && b < 4;
                const T want = within ? x[(size_t)(((t / 3 * 2 + a) * 4 + b) * inner + i)] : (T)0;
                EXPECT(y[(size_t)(t * inner + i)] == want);
            }
    }
}
CASE(gather_nd) {
    gather_nd<uint8_t, int32_t>();
    gather_nd<uint16_t, int64_t>();
    gather_nd<uint32_t, int64_t>();
    gather_nd<uint64_t, int32_t>();
}

template <typename T, typename I> static void one_hot(int index_type, const std::vector<I> &indices) {
    const std::vector<T> values = {(T)7, (T)9};
    const int64_t inner = 2, depth = 4, outer = (int64_t)indices.size() / inner;
    for (int32_t wrap = 0; wrap < 2; wrap++) {
        std::vector<T> y((size_t)(outer * depth * inner));
        struct cm_cuda_one_hot_params p = {at(indices), at(values), at(y), outer, depth, inner, wrap, index_type};
        LAUNCH("one_hot_" + std::to_string(sizeof(T)), p, {1}, y);
        for (int64_t i = 0; i < (int64_t)y.size(); i++) {
            const double index = std::trunc((double)indices[(size_t)(i / inner / depth * inner + i % inner)]);
            const double place = index < 0 && wrap ? index + (double)depth : index;
            EXPECT(y[(size_t)i] == (place == (double)(i / inner % depth) ? 9 : 7));
        }
    }
}
CASE(one_hot) {
    one_hot<uint8_t, int64_t>(CM_CUDA_I64, {0, 3, -1, 4, -5, INT64_MIN, 2, 2});
    one_hot<uint16_t, int32_t>(CM_CUDA_I32, {0, 3, -1, 4, -5, INT32_MIN, 2, 2});
    one_hot<uint32_t, float>(CM_CUDA_F32, {0.9f, 3, -1.5f, 4, -5, NAN, 1e30f, -INFINITY});
    one_hot<uint64_t, float>(CM_CUDA_F32, {-0.5f, 2});
}
