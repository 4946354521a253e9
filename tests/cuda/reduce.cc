/* reduce.cc — the tests of kernels/cuda/pool.cu, norm.cu and reduce.cu. */
#include "tests/cuda/case.h"

static const double INF = std::numeric_limits<double>::infinity(), NOT_A_NUMBER = std::nan("");

/* ---- pools ---- */

struct pool_case {
    std::vector<int64_t> in, kernel, stride, dilation, pad, pad_end;
};
static const pool_case pools[] = {
    {{1, 9, 11}, {1, 3, 2}, {1, 2, 1}, {1, 1, 1}, {0, 1, 0}, {0, 0, 1}},
    {{4, 5, 6}, {2, 3, 3}, {1, 2, 2}, {1, 1, 2}, {1, 1, 2}, {0, 1, 0}},
    {{1, 1, 40}, {1, 1, 4}, {1, 1, 3}, {1, 1, 3}, {0, 0, 5}, {0, 0, 4}},
    {{1, 5, 5}, {1, 3, 3}, {1, 3, 3}, {1, 1, 1}, {0, 1, 1}, {0, 2, 2}}, /* the last window goes beyond the pads */
};
template <typename T> static void pool(bool average, int count_pad, int last = 0) {
    for (const pool_case &t : pools) {
        struct cm_cuda_pool_params p = {};
        p.n = 1, p.channels = 3, p.count_pad = count_pad, p.last = last;
        put(p.in, t.in), put(p.kernel, t.kernel), put(p.stride, t.stride), put(p.dilation, t.dilation);
        put(p.pad, t.pad), put(p.pad_end, t.pad_end);
        for (size_t d = 0; d < 3; d++) /* ceil_mode */
            p.out[d] = (t.in[d] + t.pad[d] + t.pad_end[d] - (t.kernel[d] - 1) * t.dilation[d] - 1 + t.stride[d] - 1) /
                           t.stride[d] +
                       1;
        int64_t vin = product(t.in), vout = p.out[0] * p.out[1] * p.out[2];
        const bool bytes = sizeof(T) == 1;
        const double least = !bytes ? -INF : std::is_same<T, int8_t>::value ? -128 : 0;
        std::vector<T> x = numbers<T>(3 * vin, bytes ? least : -1, bytes ? least + 255.9 : 1), y((size_t)(3 * vout));
        if (!average && !bytes) x[1] = element<T>(NOT_A_NUMBER);
        const std::vector<T> x_last = channels_last(x, 1, 3);
        p.x = at((last & CM_CUDA_X_LAST) != 0 ? x_last : x), p.y = at(y);
        LAUNCH(std::string(average ? "pool_average_" : "pool_max_") + suffix<T>(), p, {2}, y);
        std::vector<double> want;
        for (int64_t r = 0; r < 3; r++)
            for (int64_t o = 0; o < vout; o++) {
                int64_t i[3] = {o / p.out[2] / p.out[1], o / p.out[2] % p.out[1], o % p.out[2]};
                double sum = 0, most = least, n = 0;
                for (int64_t k = 0; k < product(t.kernel); k++) {
                    int64_t q[3] = {k / t.kernel[2] / t.kernel[1], k / t.kernel[2] % t.kernel[1], k % t.kernel[2]},
                            b = 0;
                    bool within = true, padded = true;
                    for (size_t d = 0; d < 3; d++) {
                        int64_t a = i[d] * t.stride[d] + q[d] * t.dilation[d] - t.pad[d];
                        within = within && a >= 0 && a < t.in[d];
                        padded = padded && a < t.in[d] + t.pad_end[d];
                        b = b * t.in[d] + a;
                    }
                    n += count_pad ? padded : within;
                    if (!within) continue;
                    double v = value(x[(size_t)(r * vin + b)]);
                    sum += v;
                    if (v > most || std::isnan(v) || std::isnan(most)) most = std::isnan(most) ? most : v;
                }
                want.push_back(average ? sum / n : most);
            }
        if ((last & CM_CUDA_Y_LAST) != 0) want = channels_last(want, 1, 3);
        NEAR(y, want, epsilon<T>() * 4, 0.1, "pool");
    }
}
CASE(pool_last) {
    for (int last = 1; last <= (CM_CUDA_X_LAST | CM_CUDA_Y_LAST); last++) {
        pool<float>(false, 0, last);
        pool<half>(true, 1, last);
        pool<brain>(true, 0, last);
        pool<int8_t>(false, 0, last);
    }
}
CASE(pool_bytes) {
    pool<uint8_t>(false, 0);
    pool<int8_t>(false, 0);
}
CASE(pool_f32) {
    pool<float>(false, 0);
    pool<float>(true, 0);
    pool<float>(true, 1);
}
CASE(pool_f16) {
    pool<half>(false, 0);
    pool<half>(true, 0);
    pool<half>(true, 1);
}
CASE(pool_bf16) {
    pool<brain>(false, 0);
    pool<brain>(true, 1);
}

/* ---- Softmax ---- */

template <typename T>
static void softmax(int64_t outer, int64_t n, int64_t inner, int log, const std::vector<T> *given = nullptr) {
    std::vector<T> x = given ? *given : numbers<T>(outer * n * inner, -5, 5), y(x.size());
    struct cm_cuda_softmax_params p = {at(x), at(y), outer, n, inner, log};
    LAUNCH(std::string("softmax_") + suffix<T>(), p, {3}, y);
    std::vector<double> want(x.size());
    for (int64_t r = 0; r < outer * inner; r++) {
        size_t first = (size_t)(r / inner * n * inner + r % inner);
        double most = -INF, sum = 0;
        for (int64_t i = 0; i < n; i++) {
            double v = value(x[first + (size_t)(i * inner)]);
            if (v > most || std::isnan(v)) most = v;
        }
        for (int64_t i = 0; i < n; i++) sum += std::exp(value(x[first + (size_t)(i * inner)]) - most);
        for (int64_t i = 0; i < n; i++) {
            double d = value(x[first + (size_t)(i * inner)]) - most;
            want[first + (size_t)(i * inner)] = log ? d - std::log(sum) : std::exp(d) / sum;
        }
    }
    NEAR(y, want, epsilon<T>() * 4, log ? 1 : 1.0 / (double)n, "softmax of " + std::to_string(n));
}
template <typename T> static void softmaxes() {
    for (int log = 0; log < 2; log++) {
        softmax<T>(5, 1, 1, log);
        softmax<T>(9, 77, 1, log);
        softmax<T>(2, 1500, 1, log);
        softmax<T>(2, 30, 7, log);
        softmax<T>(3, 10, 40, log);
    }
    /* A masked row, a row that is all masked, infinity, NaN. */
    std::vector<T> x = list<T>({1, -INF, 2, -INF, -INF, -INF, 1, INF, 2, 1, NOT_A_NUMBER, 2});
    softmax<T>(4, 3, 1, 0, &x);
}
CASE(softmax_f32) { softmaxes<float>(); }
CASE(softmax_f16) { softmaxes<half>(); }
CASE(softmax_bf16) { softmaxes<brain>(); }
CASE(softmax_columns_infinite) {
    std::vector<float> x((size_t)(2 * 32), 1.0f);
    x[3] = (float)INF, x[4] = (float)NOT_A_NUMBER, x[5] = x[37] = -(float)INF;
    softmax<float>(1, 2, 32, 0, &x);
}

/* ---- normalizations ---- */

template <typename T>
static void norm(int64_t rows, int64_t n, int rms, int64_t inner, int64_t scale_n, int64_t scale_rows, int64_t step,
                 bool outputs) {
    std::vector<T> x = numbers<T>(rows * n, 3, 5, 1), y(x.size());
    int64_t n_scale = scale_n + (scale_rows - 1) * step;
    std::vector<T> scale = numbers<T>(n_scale, -1, 1, 2), bias = numbers<T>(rms ? 0 : n_scale, -1, 1, 3);
    std::vector<float> mean((size_t)(outputs ? rows : 0)), inv(mean.size());
    struct cm_cuda_norm_params p = {at(x), at(y), at(scale), at(bias),   at(mean), at(inv), rows,
                                    n,     inner, scale_n,   scale_rows, step,     1e-3f,   rms};
    LAUNCH(std::string("norm_") + suffix<T>(), p, {2}, y);
    std::vector<double> want, means, invs;
    for (int64_t r = 0; r < rows; r++) {
        double m = 0, square = 0;
        for (int64_t i = 0; i < n && !rms; i++) m += value(x[(size_t)(r * n + i)]) / (double)n;
        for (int64_t i = 0; i < n; i++) square += std::pow(value(x[(size_t)(r * n + i)]) - m, 2) / (double)n;
        double s = 1 / std::sqrt(square + (double)1e-3f);
        means.push_back(m), invs.push_back(s);
        for (int64_t j = 0; j < n; j++) {
            size_t a = (size_t)(j / inner % scale_n + r % scale_rows * step);
            want.push_back((value(x[(size_t)(r * n + j)]) - m) * s * value(scale[a]) + (rms ? 0 : value(bias[a])));
        }
    }
    NEAR(y, want, epsilon<T>() * 8, 1, "norm of " + std::to_string(n));
    if (outputs) {
        NEAR(mean, means, 1e-6, 0, "mean");
        NEAR(inv, invs, 1e-5, 0, "inv");
    }
}
template <typename T> static void norms() {
    norm<T>(9, 67, 0, 1, 67, 1, 0, true);     /* LayerNormalization */
    norm<T>(2, 1500, 0, 1, 1500, 1, 0, true);
    norm<T>(5, 64, 1, 1, 64, 1, 0, false);    /* RMSNormalization */
    norm<T>(6, 35, 0, 35, 1, 3, 1, false);    /* InstanceNormalization of 3 channels */
    norm<T>(6, 4 * 9, 0, 9, 4, 3, 4, false);  /* GroupNormalization: 3 groups of 4 channels of 9 */
}
template <typename T> static void norm_last(int64_t samples, int64_t channels, int64_t n) {
    struct cm_cuda_norm_params p = {};
    const std::vector<T> x = numbers<T>(samples * channels * n, -2, 3, 1), x_last = channels_last(x, samples, channels),
                         scale = numbers<T>(channels, -1, 1, 2), bias = numbers<T>(channels, -1, 1, 3);
    std::vector<T> y(x.size());
    p.x = at(x_last), p.y = at(y), p.scale = at(scale), p.bias = at(bias);
    p.rows = samples * channels, p.n = n, p.scale_rows = channels, p.eps = 1e-5f;
    LAUNCH(std::string("norm_last_") + suffix<T>(), p, {2}, y);
    std::vector<double> want(x.size());
    for (int64_t r = 0; r < p.rows; r++) {
        double mean = 0, square = 0;
        for (int64_t i = 0; i < n; i++) mean += value(x[(size_t)(r * n + i)]) / (double)n;
        for (int64_t i = 0; i < n; i++) square += std::pow(value(x[(size_t)(r * n + i)]) - mean, 2) / (double)n;
        const size_t c = (size_t)(r % channels);
        for (int64_t i = 0; i < n; i++)
            want[(size_t)(r * n + i)] =
                (value(x[(size_t)(r * n + i)]) - mean) / std::sqrt(square + p.eps) * value(scale[c]) + value(bias[c]);
    }
    NEAR(y, channels_last(want, samples, channels), epsilon<T>() * 8, 1, "norm_last");
}
template <typename T> static void norms_last() {
    norm_last<T>(3, 35, 50);
    norm_last<T>(1, 64, 1);
    norm_last<T>(2, 3, 7);
}
CASE(norm_last_f32) { norms_last<float>(); }
CASE(norm_last_f16) { norms_last<half>(); }
CASE(norm_last_bf16) { norms_last<brain>(); }
CASE(norm_f32) { norms<float>(); }
CASE(norm_f16) { norms<half>(); }
CASE(norm_bf16) { norms<brain>(); }

template <typename T> static void batchnorm() {
    int64_t n = 3, c = 5, inner = 7;
    std::vector<T> x = numbers<T>(n * c * inner, -3, 3, 1), y(x.size()), scale = numbers<T>(c, -1, 1, 2);
    std::vector<T> bias = numbers<T>(c, -1, 1, 3), mean = numbers<T>(c, -1, 1, 4), var = numbers<T>(c, 0.5, 2, 5);
    struct cm_cuda_batchnorm_params p = {at(x), at(y), at(scale), at(bias), at(mean), at(var), n, c, inner, 1e-5f};
    LAUNCH(std::string("batchnorm_") + suffix<T>(), p, {1}, y);
    std::vector<double> want;
    for (size_t i = 0; i < x.size(); i++) {
        size_t k = i / (size_t)inner % (size_t)c;
        want.push_back((value(x[i]) - value(mean[k])) / std::sqrt(value(var[k]) + 1e-5) * value(scale[k]) +
                       value(bias[k]));
    }
    NEAR(y, want, epsilon<T>() * 4, 1, "batchnorm");
}
CASE(batchnorm_f32) { batchnorm<float>(); }
CASE(batchnorm_f16) { batchnorm<half>(); }
CASE(batchnorm_bf16) { batchnorm<brain>(); }

/* ---- reductions ---- */

struct reduce_case {
    std::vector<int64_t> dims, strides, reduced_dims, reduced_strides;
};
static const reduce_case reductions[] = {
    {{}, {}, {3000}, {1}},                    /* all: a block */
    {{7}, {300}, {300}, {1}},                 /* rows: warps */
    {{5, 3}, {24, 1}, {8}, {3}},              /* few: threads */
    {{2, 64}, {6400, 1}, {10, 10}, {640, 64}}, /* two axes */
    {{4200}, {1}, {70}, {4200}},              /* columns: threads side by side */
    {{4}, {1}, {1}, {1}},
};
static double reduced(int op, const std::vector<double> &v) {
    double sum = 0, square = 0, absolute = 0, most = -INF, least = INF, product_of = 1, exps = 0;
    for (double x : v) {
        sum += x, square += x * x, absolute += std::fabs(x), product_of *= x;
        most = std::fmax(most, x), least = std::fmin(least, x);
    }
    for (double x : v) exps += std::exp(x - most);
    switch (op) {
    case CM_CUDA_SUM: return sum;
    case CM_CUDA_MEAN: return sum / (double)v.size();
    case CM_CUDA_REDUCE_MAX: return most;
    case CM_CUDA_REDUCE_MIN: return least;
    case CM_CUDA_PROD: return product_of;
    case CM_CUDA_L1: return absolute;
    case CM_CUDA_L2: return std::sqrt(square);
    case CM_CUDA_SUM_SQUARE: return square;
    case CM_CUDA_LOG_SUM: return std::log(sum);
    default: return most + std::log(exps);
    }
}
static cm_cuda_reduce_params reduce_params(const reduce_case &t, int op) {
    struct cm_cuda_reduce_params p = {};
    p.n = product(t.dims), p.reduced_n = product(t.reduced_dims), p.op = op;
    p.rank = (int32_t)t.dims.size(), p.reduced_rank = (int32_t)t.reduced_dims.size();
    put(p.dims, t.dims), put(p.strides, t.strides), put(p.reduced_dims, t.reduced_dims);
    put(p.reduced_strides, t.reduced_strides);
    return p;
}
static size_t place_of(const reduce_case &t, int64_t out, int64_t i) {
    return (size_t)(offset(out, t.dims, t.strides) + offset(i, t.reduced_dims, t.reduced_strides));
}

template <typename T> static void reduce(double lo, double hi) {
    for (int op = CM_CUDA_SUM; op <= CM_CUDA_LOG_SUM_EXP; op++)
        for (const reduce_case &t : reductions) {
            struct cm_cuda_reduce_params p = reduce_params(t, op);
            double middle = op == CM_CUDA_PROD ? 0.02 : hi; /* products stay near 1 */
            std::vector<T> x = numbers<T>(p.n * p.reduced_n, op == CM_CUDA_PROD ? 1 - middle : lo,
                                          op == CM_CUDA_PROD ? 1 + middle : hi, (uint32_t)op);
            std::vector<T> y((size_t)p.n);
            p.x = at(x), p.y = at(y);
            LAUNCH(std::string("reduce_") + suffix<T>(), p, {4}, y);
            std::vector<double> want;
            for (int64_t o = 0; o < p.n; o++) {
                std::vector<double> v;
                for (int64_t i = 0; i < p.reduced_n; i++) v.push_back(value(x[place_of(t, o, i)]));
                want.push_back(value(element<T>(reduced(op, v))));
            }
            double bound = sizeof(T) == 2 ? 2e-3 : op == CM_CUDA_PROD ? 3e-5 : 4e-7;
            NEAR(y, want, bound, 1, "op " + std::to_string(op) + " of " + std::to_string(p.reduced_n));
        }
}
CASE(reduce_f32) { reduce<float>(0.25, 3); }
CASE(reduce_f16) { reduce<half>(0.25, 3); }
CASE(reduce_bf16) { reduce<brain>(0.25, 3); }
CASE(reduce_signs) {
    reduce_case t = {{}, {}, {6}, {1}};
    struct {
        int op;
        std::vector<double> x;
        double want;
    } rows[] = {
        {CM_CUDA_SUM, {1e8, 1, -1e8, 1, 1, 1}, 4},
        {CM_CUDA_SUM, {INF, 1, 1, 1, 1, -1}, INF},
        {CM_CUDA_SUM, {INF, -INF, 1, 1, 1, 1}, NOT_A_NUMBER},
        {CM_CUDA_REDUCE_MAX, {1, NOT_A_NUMBER, 3, 2, 1, 0}, NOT_A_NUMBER},
        {CM_CUDA_REDUCE_MIN, {-1, 5, -3, 2, 1, 0}, -3},
        {CM_CUDA_L1, {-1, 2, -3, 0, 0, 0}, 6},
        {CM_CUDA_LOG_SUM_EXP, {-INF, -INF, -INF, -INF, -INF, -INF}, -INF},
        {CM_CUDA_LOG_SUM_EXP, {1, INF, 0, 0, 0, 0}, INF},
        {CM_CUDA_LOG_SUM_EXP, {1000, 1000, 1000, 1000, 1000, 1000}, 1000 + std::log(6)},
    };
    for (auto &r : rows) {
        std::vector<float> x(r.x.begin(), r.x.end()), y(1);
        struct cm_cuda_reduce_params p = reduce_params(t, r.op);
        p.x = at(x), p.y = at(y);
        LAUNCH("reduce_f32", p, {1}, y);
        NEAR(y, {r.want}, 1e-7, 0, "op " + std::to_string(r.op));
    }
}
template <typename T> static void reduce_ints() {
    for (int op : {CM_CUDA_SUM, CM_CUDA_MEAN, CM_CUDA_REDUCE_MAX, CM_CUDA_REDUCE_MIN, CM_CUDA_PROD, CM_CUDA_L1,
                   CM_CUDA_SUM_SQUARE})
        for (const reduce_case &t : reductions) {
            struct cm_cuda_reduce_params p = reduce_params(t, op);
            std::vector<T> x = numbers<T>(p.n * p.reduced_n, op == CM_CUDA_PROD ? 1 : -2e8,
                                          op == CM_CUDA_PROD ? 3.99 : 2e8),
                           y((size_t)p.n);
            p.x = at(x), p.y = at(y);
            LAUNCH(std::string("reduce_") + suffix<T>(), p, {4}, y);
            for (int64_t o = 0; o < p.n; o++) {
                uint64_t sum = 0, power = 1, absolute = 0, square = 0;
                int64_t most = INT64_MIN, least = INT64_MAX;
                for (int64_t i = 0; i < p.reduced_n; i++) {
                    int64_t v = x[place_of(t, o, i)];
                    sum += (uint64_t)v, power *= (uint64_t)v, absolute += (uint64_t)(v < 0 ? -v : v),
                        square += (uint64_t)v * (uint64_t)v;
                    most = v > most ? v : most, least = v < least ? v : least;
                }
                int64_t want = op == CM_CUDA_SUM          ? (int64_t)sum
                               : op == CM_CUDA_MEAN       ? (int64_t)sum / p.reduced_n
                               : op == CM_CUDA_REDUCE_MAX ? most
                               : op == CM_CUDA_REDUCE_MIN ? least
                               : op == CM_CUDA_PROD       ? (int64_t)power
                               : op == CM_CUDA_L1         ? (int64_t)absolute
                                                          : (int64_t)square;
                EXPECT(y[(size_t)o] == (T)want);
            }
        }
}
CASE(reduce_i32) { reduce_ints<int32_t>(); }
CASE(reduce_i64) { reduce_ints<int64_t>(); }

template <typename T> static void argreduce() {
    for (int op : {CM_CUDA_ARG_MAX, CM_CUDA_ARG_MIN})
        for (int last = 0; last < 2; last++)
            for (const reduce_case &t : reductions) {
                struct cm_cuda_reduce_params p = reduce_params(t, op);
                if (p.reduced_rank != 1) continue;
                std::vector<T> x = numbers<T>(p.n * p.reduced_n, 0, 9);
                for (T &v : x) v = element<T>(std::floor(value(v))); /* many equal ones */
                std::vector<int64_t> y((size_t)p.n);
                p.x = at(x), p.y = at(y), p.last = last;
                LAUNCH(std::string("argreduce_") + suffix<T>(), p, {4}, y);
                for (int64_t o = 0; o < p.n; o++) {
                    int64_t want = 0;
                    for (int64_t i = 1; i < p.reduced_n; i++) {
                        double v = value(x[place_of(t, o, i)]), w = value(x[place_of(t, o, want)]);
                        if (op == CM_CUDA_ARG_MAX ? v > w : v < w) want = i;
                        else if (v == w && last) want = i;
                    }
                    EXPECT(y[(size_t)o] == want);
                }
            }
    std::vector<T> x = list<T>({1, NOT_A_NUMBER, 3, NOT_A_NUMBER});
    std::vector<int64_t> y(1);
    struct cm_cuda_reduce_params p = reduce_params({{}, {}, {4}, {1}}, CM_CUDA_ARG_MAX);
    p.x = at(x), p.y = at(y);
    LAUNCH(std::string("argreduce_") + suffix<T>(), p, {1}, y);
    EXPECT(y[0] == 1);
}
CASE(argreduce_f32) { argreduce<float>(); }
CASE(argreduce_f16) { argreduce<half>(); }
CASE(argreduce_bf16) { argreduce<brain>(); }

/* ---- LRN ---- */

template <typename T> static void lrn(int64_t n, int64_t c, int64_t inner, int64_t size) {
    std::vector<T> x = numbers<T>(n * c * inner, -2, 2, 3), y(x.size());
    struct cm_cuda_lrn_params p = {at(x), at(y), n, c, inner, size, 0.5f, 0.75f, 1.5f, 0};
    LAUNCH(std::string("lrn_") + suffix<T>(), p, {2}, y);
    std::vector<double> want;
    for (int64_t i = 0; i < (int64_t)x.size(); i++) {
        const int64_t at = i / inner % c;
        double sum = 0;
        for (int64_t k = at - (size - 1) / 2; k <= at + size / 2; k++)
            if (k >= 0 && k < c) sum += std::pow(value(x[(size_t)(i + (k - at) * inner)]), 2);
        want.push_back(value(x[(size_t)i]) / std::pow(1.5 + 0.5 / (double)size * sum, 0.75));
    }
    NEAR(y, want, 4 * epsilon<T>(), 0.1, "lrn");
}
CASE(lrn) {
    lrn<float>(2, 5, 7, 3);
    lrn<float>(1, 4, 300, 2);
    lrn<half>(2, 3, 5, 1000000007);
    lrn<brain>(1, 5, 3, 3);
}
