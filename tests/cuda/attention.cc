/* attention.cc — the tests of kernels/cuda/attention.cu. */
#include "tests/cuda/case.h"

struct attention_case {
    int64_t batch, heads, kv_heads, q_rows, k_rows, d, dv;
    int mask; /* 0: none; 1: added, of all; 2: bool, of each column; 3: bool that hides all of row 1; 4: as 1, but for
               * the last 3 columns */
    int64_t left, right, offset;
    float softcap;
    bool lengths; /* batch b has k_rows - 5 * b - 4 columns */
};
static const attention_case cases[] = {
    {1, 1, 1, 1, 1, 1, 1, 0, -1, -1, 0, 0, false},
    {2, 4, 2, 19, 37, 20, 24, 0, -1, -1, 0, 0, false},
    {1, 3, 1, 33, 70, 64, 64, 1, -1, -1, 0, 0, false},
    {1, 2, 2, 18, 18, 37, 5, 2, -1, 0, 0, 0, false},     /* odd depths */
    {1, 2, 1, 1, 50, 128, 128, 0, -1, 0, 49, 5, false},  /* a decoder's step */
    {2, 1, 1, 17, 40, 256, 256, 3, -1, -1, 0, 0, false},
    {1, 2, 1, 5, 40, 8, 8, 4, -1, -1, 0, 0, false},
    {1, 1, 1, 20, 9, 8, 8, 0, -1, 0, -3, 0, false},      /* the first rows see nothing */
    {2, 2, 1, 5, 70, 16, 16, 0, -1, 0, 0, 0, true},      /* columns that the lengths hide */
    {2, 2, 2, 20, 90, 12, 8, 1, 7, 0, 0, 0, true},
    {1, 2, 1, 40, 40, 16, 16, 0, 3, 2, 0, 0, false},     /* a window on both sides */
    {1, 1, 1, 40, 100, 8, 8, 0, 0, -1, 50, 0, false},
    {3, 1, 1, 9, 11, 4, 4, 0, -1, 0, 0, 0, true},        /* lengths below the rows, and below 0 */
};

template <typename T> static void attention() {
    for (const attention_case &t : cases) {
        /* Rows of all heads side by side, as [batch][rows][heads][d]. */
        std::vector<T> q = numbers<T>(t.batch * t.q_rows * t.heads * t.d, -2, 2, 1);
        std::vector<T> k = numbers<T>(t.batch * t.k_rows * t.kv_heads * t.d, -2, 2, 2);
        std::vector<T> v = numbers<T>(t.batch * t.k_rows * t.kv_heads * t.dv, -1, 1, 3);
        std::vector<T> y((size_t)(t.batch * t.q_rows * t.heads * t.dv));
        std::vector<T> added = numbers<T>(t.q_rows * t.k_rows, -1, 1, 4);
        std::vector<uint8_t> hides = numbers<uint8_t>(t.q_rows * t.k_rows, 0, 1.99, 5);
        for (int64_t j = 0; j < t.k_rows && t.mask == 3; j++) hides[(size_t)(t.k_rows + j)] = 0;
        const bool adds = t.mask == 1 || t.mask == 4;
        const int64_t columns = t.k_rows - (t.mask == 4 ? 3 : 0);
        if (adds) added[3] = element<T>(-std::numeric_limits<double>::infinity());
        struct cm_cuda_attention_params p = {};
        p.q = at(q), p.k = at(k), p.v = at(v), p.y = at(y),
        p.mask = t.mask == 0 ? 0 : adds ? at(added) : at(hides);
        p.mask_columns = columns;
        p.batch = t.batch, p.heads = t.heads, p.kv_heads = t.kv_heads, p.q_rows = t.q_rows, p.k_rows = t.k_rows;
        p.d = t.d, p.dv = t.dv;
        put(p.q_strides, {t.q_rows * t.heads * t.d, t.d, t.heads * t.d});
        put(p.k_strides, {t.k_rows * t.kv_heads * t.d, t.d, t.kv_heads * t.d});
        put(p.v_strides, {t.k_rows * t.kv_heads * t.dv, t.dv, t.kv_heads * t.dv});
        put(p.y_strides, {t.q_rows * t.heads * t.dv, t.dv, t.heads * t.dv});
        put(p.mask_strides, {0, 0, t.mask == 2 ? 0 : t.k_rows, 1});
        p.mask_type = adds ? 0 : CM_CUDA_BOOL, p.left = t.left, p.right = t.right, p.offset = t.offset;
        std::vector<int64_t> lengths;
        for (int64_t b = 0; b < t.batch && t.lengths; b++) lengths.push_back(t.k_rows - 5 * b - 4);
        p.lengths = t.lengths ? at(lengths) : 0;
        p.scale = 0.3f, p.softcap = t.softcap;
        std::vector<uint32_t> grid = {(uint32_t)((t.q_rows + 15) / 16), (uint32_t)t.heads, 1};
        LAUNCH(std::string("attention_") + suffix<T>(), p, grid, y);
        std::vector<double> want(y.size());
        for (int64_t b = 0; b < t.batch; b++)
            for (int64_t h = 0; h < t.heads; h++)
                for (int64_t i = 0; i < t.q_rows; i++) {
                    int64_t g = h / (t.heads / t.kv_heads);
                    std::vector<double> w((size_t)t.k_rows);
                    double sum = 0;
                    for (int64_t j = 0; j < t.k_rows; j++) {
                        double s = 0;
                        for (int64_t e = 0; e < t.d; e++)
                            s += value(q[(size_t)(((b * t.q_rows + i) * t.heads + h) * t.d + e)]) *
                                 value(k[(size_t)(((b * t.k_rows + j) * t.kv_heads + g) * t.d + e)]);
                        s *= (double)0.3f;
                        if (t.softcap != 0) s = t.softcap * std::tanh(s / t.softcap);
                        if (adds) s += value(added[(size_t)(i * t.k_rows + j)]);
                        int64_t n = t.k_rows, own = i + t.offset;
                        if (t.lengths) n = std::max<int64_t>(lengths[(size_t)b], 0), own = i + n - t.q_rows;
                        bool sees = j < n && (t.right < 0 || j <= own + t.right) && (t.left < 0 || j >= own - t.left);
                        if (t.mask == 4) sees = sees && j < columns;
                        if (t.mask == 2 || t.mask == 3) sees = sees && hides[(size_t)(i * p.mask_strides[2] + j)] != 0;
                        w[(size_t)j] = sees ? std::exp(s) : 0;
                        sum += w[(size_t)j];
                    }
                    for (int64_t e = 0; e < t.dv; e++) {
                        double out = 0;
                        for (int64_t j = 0; j < t.k_rows; j++)
                            out += w[(size_t)j] * value(v[(size_t)(((b * t.k_rows + j) * t.kv_heads + g) * t.dv + e)]);
                        want[(size_t)(((b * t.q_rows + i) * t.heads + h) * t.dv + e)] = sum == 0 ? 0 : out / sum;
                    }
                }
        NEAR(y, want, epsilon<T>() * (sizeof(T) == 2 ? 2 : 60), 1, "attention of d " + std::to_string(t.d));
    }
}
/* GroupQuery of kernels/group_query.c: presents of pasts and new rows, and attention over them. Rows of the past's
 * buffer that are not read are NaN. */
template <typename T> static void group_query(bool by_rows, bool in_place, int64_t rows, int64_t window, bool sink) {
    const int64_t batch = 3, heads = 4, kv_heads = 2, width = 12, room = 37, all = in_place && !by_rows ? room : 41;
    const std::vector<int32_t> lengths = {(int32_t)(rows + 20), (int32_t)(rows - 1), 3}; /* 21, 0 and few rows past */
    const auto past_of = [&](int64_t b) { return std::max<int64_t>(lengths[(size_t)b] + 1 - rows, 0); };
    std::vector<T> q = numbers<T>(batch * rows * heads * width, -2, 2, 1), y(q.size()), none, kv[2], sinks;
    std::vector<double> present[2]; /* [batch][kv_heads][all][width] */
    if (sink) sinks = numbers<T>(heads, -1, 3, 9);
    struct cm_cuda_attention_params p = {};
    std::vector<T> made[2];
    for (int i = 0; i < 2; i++) {
        std::vector<T> past = numbers<T>(batch * kv_heads * room * width, -2, 2, 2 + i);
        std::vector<T> fresh = numbers<T>(batch * rows * kv_heads * width, -2, 2, 4 + i);
        const auto at_row = [&](int64_t head, int64_t row, int64_t n) {
            return (size_t)((by_rows ? row * batch * kv_heads + head : head * n + row) * width);
        };
        present[i].assign((size_t)(batch * kv_heads * all * width), 0);
        for (int64_t head = 0; head < batch * kv_heads; head++)
            for (int64_t row = 0; row < all; row++)
                for (int64_t e = 0; e < width; e++) {
                    const int64_t b = head / kv_heads, first = past_of(b);
                    double &to = present[i][at_row(head, row, all) + (size_t)e];
                    if (row < room && row > first + rows) past[at_row(head, row, room) + (size_t)e] = element<T>(NAN);
                    if (row < room) to = value(past[at_row(head, row, room) + (size_t)e]);
                    if (row >= first && row < first + rows)
                        to = value(
                            fresh[(size_t)(((b * rows + row - first) * kv_heads + head % kv_heads) * width + e)]);
                }
        made[i].resize(present[i].size());
        struct cm_cuda_cache_params c = {};
        c.past = in_place ? 0 : at(past), c.fresh = at(fresh), c.present = at(made[i]), c.lengths = at(lengths);
        c.batch = batch, c.heads = kv_heads, c.rows = rows, c.width = width, c.room = room, c.all = all;
        c.first = in_place ? room : 0, c.by_rows = by_rows;
        const std::string kernel = sizeof(T) == 2 ? "cache_2" : "cache_4";
        if (in_place) { /* a launch by itself: `launch` would put garbage where the past is */
            std::copy(past.begin(), past.end(), made[i].begin());
            const uint32_t grid[3] = {3, 1, 1}, block[3] = {CM_CUDA_BLOCK, 1, 1};
            EXPECT(cuda_host_launch(cuda_host_find(("cm_cuda_" + kernel).c_str()), grid, block, &c, 0));
        } else {
            LAUNCH(kernel, c, {3}, made[i]);
        }
        NEAR(made[i], present[i], 0, 0, "present");
    }
    const int64_t head_step = (by_rows ? 1 : all) * width, row_step = (by_rows ? batch * kv_heads : 1) * width;
    p.q = at(q), p.k = at(made[0]), p.v = at(made[1]), p.y = at(y), p.lengths = at(lengths), p.sinks = at(sinks);
    p.batch = batch, p.heads = heads, p.kv_heads = kv_heads, p.q_rows = rows, p.k_rows = all, p.d = p.dv = width;
    put(p.q_strides, {rows * heads * width, width, heads * width});
    put(p.y_strides, {rows * heads * width, width, heads * width});
    put(p.k_strides, {kv_heads * head_step, head_step, row_step});
    put(p.v_strides, {kv_heads * head_step, head_step, row_step});
    p.cache = 1, p.room = room, p.left = window > 0 ? window - 1 : -1, p.scale = 0.3f;
    std::vector<int32_t> told = {0};
    p.error = at(told);
    LAUNCH(std::string("attention_") + suffix<T>(), p, {(uint32_t)((rows + 15) / 16), (uint32_t)heads, 2}, y);
    EXPECT(told[0] == 0);
    std::vector<double> want(y.size());
    for (int64_t b = 0; b < batch; b++)
        for (int64_t h = 0; h < heads; h++)
            for (int64_t i = 0; i < rows; i++) {
                const int64_t own = past_of(b) + i;
                const size_t from = (size_t)((b * kv_heads + h / 2) * head_step);
                const size_t mine = (size_t)(((b * rows + i) * heads + h) * width);
                double sum = sink ? std::exp(value(sinks[(size_t)h])) : 0;
                for (int64_t j = window > 0 ? std::max<int64_t>(own - window + 1, 0) : 0; j <= own; j++) {
                    const size_t line = from + (size_t)(j * row_step);
                    double s = 0;
                    for (size_t e = 0; e < (size_t)width; e++) s += value(q[mine + e]) * present[0][line + e];
                    s = std::exp(s * (double)0.3f);
                    sum += s;
                    for (size_t e = 0; e < (size_t)width; e++) want[mine + e] += s * present[1][line + e];
                }
                for (size_t e = 0; e < (size_t)width; e++) want[mine + e] /= sum;
            }
    NEAR(y, want, epsilon<T>() * (sizeof(T) == 2 ? 2 : 60), 1, "attention over a cache");
    /* Lengths below 0 rows, beyond past and new ones, and beyond the present, and a mask that is too small. */
    for (int32_t bad : {-2, (int32_t)(room + rows), INT32_MAX, INT32_MIN}) {
        std::vector<int32_t> wrong = {lengths[0], bad, lengths[2]};
        p.lengths = at(wrong), told[0] = 0;
        LAUNCH(std::string("attention_") + suffix<T>(), p, {(uint32_t)((rows + 15) / 16), (uint32_t)heads, 2}, y);
        EXPECT(told[0] == CM_CUDA_TOLD_LENGTH);
    }
}
CASE(group_query) {
    for (int how = 0; how < 4; how++) {
        group_query<float>(how & 1, how >> 1, 1, 0, false);
        group_query<float>(how & 1, how >> 1, 4, 3, true);
    }
    group_query<float>(false, false, 19, 0, true);
    group_query<half>(true, true, 3, 0, false);
    group_query<brain>(false, false, 2, 5, true);
}

CASE(attention_f32) { attention<float>(); }
CASE(attention_f16) { attention<half>(); }
CASE(attention_bf16) { attention<brain>(); }

/* ONNX's RotaryEmbedding: heads of 6 of which 4 elements are turned. */
template <typename T> static void rotary(int32_t interleaved, int32_t by_rows, bool ids, int32_t one = 0) {
    const int64_t batch = 2, heads = 3, rows = 5, width = 6, half = 2, positions = 7;
    std::vector<T> x = numbers<T>(batch * heads * rows * width, -2, 2, 1), y(x.size());
    std::vector<T> cos = numbers<T>((ids ? positions : batch * rows) * half, -1, 1, 2);
    std::vector<T> sin = numbers<T>((int64_t)cos.size(), -1, 1, 3);
    std::vector<int64_t> at_row;
    for (int64_t i = 0; i < batch * rows; i++) at_row.push_back(one ? 2 + i % rows : ids ? i * 4 % positions : i);
    struct cm_cuda_rotary_params p = {};
    p.x = at(x), p.cos = at(cos), p.sin = at(sin), p.indices = ids ? at(at_row) : 0, p.y = at(y);
    p.batch = batch, p.heads = heads, p.rows = rows, p.width = width, p.half = half, p.positions = positions;
    p.interleaved = interleaved, p.by_rows = by_rows, p.one = one;
    LAUNCH(std::string("rotary_") + suffix<T>(), p, {2}, y);
    std::vector<double> want(x.size());
    for (int64_t b = 0; b < batch; b++)
        for (int64_t h = 0; h < heads; h++)
            for (int64_t r = 0; r < rows; r++) {
                const size_t head = (size_t)((by_rows ? (b * rows + r) * heads + h : (b * heads + h) * rows + r) * width);
                for (size_t d = 0; d < (size_t)width; d++) want[head + d] = value(x[head + d]);
                for (size_t i = 0; i < (size_t)half; i++) {
                    const size_t first = head + (interleaved ? 2 * i : i), second = first + (interleaved ? 1 : half);
                    const size_t angle = (size_t)at_row[(size_t)(b * rows + r)] * half + i;
                    const double c = value(cos[angle]), s = value(sin[angle]);
                    want[first] = c * value(x[first]) - s * value(x[second]);
                    want[second] = s * value(x[first]) + c * value(x[second]);
                }
            }
    NEAR(y, want, epsilon<T>(), 1, "rotary");
}
CASE(rotary) {
    for (int32_t how = 0; how < 8; how++) rotary<float>(how & 1, how >> 1 & 1, (how >> 2) != 0);
    rotary<float>(0, 0, true, 1); /* the position of the first row, which is 2 */
    rotary<float>(0, 1, true, 1);
    rotary<half>(0, 1, true);
    rotary<brain>(1, 0, true);
    /* A position outside of the caches is told, and leaves zeros. */
    for (int64_t outside : {-1, 2}) {
        std::vector<float> x = {1, 2, 3, 4}, cos = {1, 1}, sin = {0, 0}, y(4);
        std::vector<int64_t> ids = {1, outside};
        std::vector<int32_t> told = {0};
        struct cm_cuda_rotary_params p = {at(x), at(cos), at(sin), at(ids), at(y), 1, 1, 2, 2, 1, 2, 0, 0, 0, 0, at(told)};
        LAUNCH("rotary_f32", p, {1}, y);
        NEAR(y, {1, 2, 0, 0}, 0, 0, "a position outside");
        EXPECT(told[0] == 1);
    }
}
