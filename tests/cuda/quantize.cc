/* quantize.cc — the tests of kernels/cuda/quantize.cu, scan.cu and scatter.cu. */
#include "tests/cuda/case.h"

template <typename T, typename Q> static void quantize(int type, double lo, double hi, bool zeros) {
    int64_t axis_n = 3, inner = 5, n = 2 * axis_n * inner;
    std::vector<T> x = numbers<T>(n, -40, 40, 1), scale = list<T>({0.25, 0.3, 0.125}), back((size_t)n);
    std::vector<Q> zero = zeros ? std::vector<Q>{(Q)3, (Q)100, (Q)0} : std::vector<Q>(), y((size_t)n);
    x[0] = element<T>(0.125), x[1] = element<T>(0.375), x[2] = element<T>(INFINITY), x[3] = element<T>(-INFINITY);
    x[4] = element<T>(NAN); /* the least number */
    struct cm_cuda_quantize_params p = {at(x), at(scale), at(zero), at(y), n, axis_n, inner, type};
    LAUNCH(std::string("quantize_") + suffix<T>(), p, {1}, y);
    std::vector<double> want, wide;
    for (int64_t i = 0; i < n; i++) {
        size_t c = (size_t)(i / inner % axis_n);
        const float quotient = (float)value(x[(size_t)i]) / (float)value(scale[c]);
        double q = std::nearbyint(value(element<T>((double)quotient))) + (zeros ? (double)zero[c] : 0);
        want.push_back(!(q >= lo) ? lo : q > hi ? hi : q);
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
    quantize<brain, uint8_t>(CM_CUDA_U8, 0, 255, true);
    quantize<brain, int8_t>(CM_CUDA_I8, -128, 127, false);
    std::vector<int32_t> x = {INT32_MIN, 7, -1}, zero = {1};
    std::vector<float> scale = {2}, y(3);
    struct cm_cuda_quantize_params p = {at(x), at(scale), at(zero), at(y), 3, 1, 1, CM_CUDA_I32};
    LAUNCH("dequantize_f32", p, {1}, y);
    NEAR(y, {-4294967298.0, 12, -4}, 1e-7, 0, "of int32");
}

/* ONNX's DynamicQuantizeLinear, NaN as onnxruntime rounds it. */
static void dynamic_quantize(std::vector<float> x, int32_t blocks) {
    std::vector<float> parts((size_t)(2 * blocks)), scale(1);
    std::vector<uint8_t> y(x.size()), zero(1);
    struct cm_cuda_dynamic_params p = {at(x), at(y), at(scale), at(zero), at(parts), (int64_t)x.size(), blocks, 0};
    LAUNCH("dynamic_range", p, {(uint32_t)blocks}, parts);
    LAUNCH("dynamic_quantize", p, {2}, scale);
    LAUNCH("dynamic_quantize", p, {1}, zero);
    LAUNCH("dynamic_quantize", p, {(uint32_t)blocks}, y);
    float lo = 0, hi = 0;
    for (float v : x) lo = v < lo ? v : lo, hi = v > hi ? v : hi;
    const float want_scale = lo == hi ? 1 : (hi - lo) / 255;
    const double want_zero = std::fmin(std::fmax(std::nearbyint((double)(-lo / want_scale)), 0), 255);
    std::vector<double> want;
    for (float v : x) {
        const double q = std::nearbyint((double)(v / want_scale)) + want_zero;
        want.push_back(std::isnan(q) || q < 0 ? 0 : q > 255 ? 255 : q);
    }
    EXPECT(scale[0] == want_scale);
    EXPECT(zero[0] == want_zero);
    NEAR(y, want, 0, 0, "dynamic quantize");
    p.y = p.scale = p.zero = 0; /* nobody wants them */
    std::vector<float> none;
    LAUNCH("dynamic_quantize", p, {1}, none);
}
CASE(dynamic_quantize) {
    dynamic_quantize(numbers<float>(1000, -3, 5, 2), 4);
    dynamic_quantize(numbers<float>(1000, 2, 5, 3), 256);
    dynamic_quantize(numbers<float>(7, -5, -2, 4), 1);
    dynamic_quantize({0, 0, 0}, 1);
    dynamic_quantize({}, 1);
    dynamic_quantize({1, NAN, -1, 0.5f}, 1);
}

template <typename T> int type_of() { return (T)-1 < (T)0 ? CM_CUDA_I8 : CM_CUDA_U8; }
template <typename T> std::vector<T> bytes(int64_t n, uint32_t seed) {
    return numbers<T>(n, (T)-1 < (T)0 ? -128 : 0, (T)-1 < (T)0 ? 127.9 : 255.9, seed);
}

/* What a tail makes of exact sums: scales of rows (a) and columns (b), of each line or, of one element, for all. */
struct tail_case {
    std::vector<float> a_scale, b_scale, y_scale;
    std::vector<int32_t> bias; /* of columns */
    int y_zero;
};
template <typename Y>
static std::vector<double> tail_of(const std::vector<int64_t> &sums, int64_t n, const tail_case &t) {
    std::vector<double> want;
    for (size_t at = 0; at < sums.size(); at++) {
        const size_t i = at / (size_t)n % std::max<size_t>(t.a_scale.size(), 1), j = at % (size_t)n;
        float acc = (float)(int32_t)((uint32_t)sums[at] + (t.bias.empty() ? 0u : (uint32_t)t.bias[j]));
        float scale = t.a_scale[i] * t.b_scale[j % t.b_scale.size()] / t.y_scale[0];
        double v = std::nearbyint((double)(acc * scale)) + t.y_zero;
        const double lo = std::numeric_limits<Y>::min(), hi = std::numeric_limits<Y>::max();
        want.push_back(!(v >= lo) ? lo : v > hi ? hi : v);
    }
    return want;
}

template <typename A, typename B>
static void qgemm(int64_t m, int64_t n, int64_t k, bool ta, bool tb, int zeros, bool large = false) {
    const int64_t batch = 2, tile = large ? CM_CUDA_GEMM_LARGE : CM_CUDA_GEMM_TILE;
    std::vector<A> a = bytes<A>(batch * m * k, 1);
    std::vector<B> b = bytes<B>(k * n, 2);
    std::vector<A> az = numbers<A>(zeros == 0 ? 0 : zeros == 1 ? 1 : m, 1, 100, 3);
    std::vector<B> bz = numbers<B>(zeros == 0 ? 0 : zeros == 1 ? 1 : n, 1, 100, 4);
    std::vector<int32_t> y((size_t)(batch * m * n));
    struct cm_cuda_qgemm_params p = {};
    p.a = at(a), p.b = at(b), p.tail.a_zero = at(az), p.tail.b_zero = at(bz), p.y = at(y);
    p.m = m, p.n = n, p.k = k, p.batch = batch, p.tail.a_zero_step = p.tail.b_zero_step = zeros == 2;
    p.a_row = ta ? 1 : k, p.a_col = ta ? m : 1, p.b_row = tb ? 1 : n, p.b_col = tb ? k : 1;
    p.dims[0] = batch, p.a_strides[0] = m * k, p.rank = 1;
    p.a_type = type_of<A>(), p.b_type = type_of<B>(), p.tail.y_type = CM_CUDA_I32;
    const std::string kernel = large ? "qgemm_large" : "qgemm";
    std::vector<uint32_t> grid = {(uint32_t)((n + tile - 1) / tile), (uint32_t)((m + tile - 1) / tile), 1};
    LAUNCH(kernel, p, grid, y);
    std::vector<int64_t> sums;
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
                sums.push_back(sum);
            }
    tail_case t = {numbers<float>(m, 0.001, 0.01, 5), numbers<float>(n, 0.01, 0.1, 6), {0.5f},
                   numbers<int32_t>(n, -9000, 9000, 7), 11};
    p.tail.a_scale = at(t.a_scale), p.tail.a_scale_step = 1, p.tail.b_scale = at(t.b_scale), p.tail.b_scale_step = 1;
    p.tail.y_scale = at(t.y_scale), p.tail.bias = at(t.bias), p.tail.bias_column_step = 1;
    std::vector<A> y_zero = {11}, small(y.size());
    p.tail.y_zero = at(y_zero), p.tail.y_type = type_of<A>(), p.y = at(small);
    LAUNCH(kernel, p, grid, small);
    NEAR(small, tail_of<A>(sums, n, t), 0, 0, "8-bit results of " + kernel);
    t.y_scale[0] = NAN;
    LAUNCH(kernel, p, grid, small);
    EXPECT(small[0] == std::numeric_limits<A>::min());
    std::vector<float> real(y.size()), bias = numbers<float>(n, -1, 1, 8);
    std::vector<double> want;
    for (size_t i = 0; i < sums.size(); i++)
        want.push_back((double)(int32_t)sums[i] * (double)t.b_scale[i % (size_t)n] + (double)bias[i % (size_t)n]);
    p.tail.a_scale = 0, p.tail.bias = at(bias), p.tail.y_type = CM_CUDA_F32, p.y = at(real);
    LAUNCH(kernel, p, grid, real);
    NEAR(real, want, 1e-6, 1, "floats of " + kernel);
}
CASE(qgemm) {
    qgemm<uint8_t, int8_t>(5, 67, 33, false, false, 1);
    qgemm<int8_t, int8_t>(65, 7, 36, false, true, 0);
    qgemm<uint8_t, uint8_t>(9, 10, 70, true, false, 2);
    qgemm<int8_t, uint8_t>(3, 4, 5, true, true, 2);
    qgemm<uint8_t, int8_t>(2, 3, 0, false, false, 1);
    qgemm<uint8_t, int8_t>(68, 72, 144, false, false, 1); /* aligned: words and packs */
    qgemm<int8_t, uint8_t>(16, 80, 208, true, true, 2);
}
CASE(qgemm_large) {
    qgemm<uint8_t, int8_t>(5, 132, 160, false, false, 2, true);
    qgemm<uint8_t, uint8_t>(130, 9, 70, true, true, 1, true);
}

/* A convolution of bytes over two axes, of `groups`, with a zero number of each output channel if `each`. last: flags
 * of channels last. */
template <typename X, typename W>
static void qconv(int64_t groups, int64_t c, int64_t m, int64_t taps, bool each, int last) {
    const int64_t n = 2, in[2] = {9, 10}, out[2] = {(9 + 2 - taps) / 2 + 1, (10 + 1 - taps) / 1 + 1};
    const int64_t vin = in[0] * in[1], vout = out[0] * out[1], channels = groups * m, depth = c * taps * taps;
    std::vector<X> x = bytes<X>(n * groups * c * vin, 1), x_zero = {(X)7}, y_zero = {(X)3};
    std::vector<X> small((size_t)(n * channels * vout));
    std::vector<W> w = bytes<W>(channels * depth, 2), w_zero = numbers<W>(each ? channels : 0, 1, 9, 3);
    std::vector<int32_t> y(small.size()), bias = numbers<int32_t>(channels, -5000, 5000, 4);
    std::vector<float> x_scale = {0.02f}, w_scale = numbers<float>(channels, 0.01, 0.1, 5), y_scale = {0.75f};
    struct cm_cuda_qconv_params p = {};
    const bool x_turned = (last & CM_CUDA_X_LAST) != 0, y_turned = (last & CM_CUDA_Y_LAST) != 0;
    const std::vector<X> x_last = channels_last(x, n, groups * c);
    const std::vector<W> w_last = channels_last(w, channels, c);
    const char *kernel = x_turned ? "qconv_last" : "qconv";
    p.conv.x = at(x_turned ? x_last : x), p.conv.w = at(x_turned ? w_last : w), p.conv.y = at(y), p.conv.last = last;
    p.conv.n = n, p.conv.groups = groups, p.conv.c = c, p.conv.m = m;
    put(p.conv.in, {1, in[0], in[1]}), put(p.conv.out, {1, out[0], out[1]}), put(p.conv.kernel, {1, taps, taps});
    put(p.conv.stride, {1, 2, 1}), put(p.conv.dilation, {1, 1, 1}), put(p.conv.pad, {0, 1, 1});
    p.w_type = type_of<W>(), p.x_type = type_of<X>(), p.tail.y_type = CM_CUDA_I32;
    p.tail.a_zero = at(w_zero), p.tail.a_zero_step = 1, p.tail.b_zero = at(x_zero);
    const std::vector<uint32_t> grid = {(uint32_t)((vout + 63) / 64), (uint32_t)((m + 63) / 64), 2};
    LAUNCH(kernel, p, grid, y);
    std::vector<double> want, sums;
    for (int64_t s = 0; s < n * channels; s++)
        for (int64_t o = 0; o < vout; o++) {
            int64_t sum = 0, channel = s % channels, group = channel / m;
            for (int64_t l = 0; l < depth; l++) {
                const int64_t ky = l / taps % taps, kx = l % taps;
                const int64_t iy = o / out[1] * 2 + ky - 1, ix = o % out[1] + kx - 1;
                if (iy < 0 || iy >= in[0] || ix < 0 || ix >= in[1]) continue;
                const int64_t from = (s / channels * groups * c + group * c + l / taps / taps) * vin + iy * in[1] + ix;
                sum += ((int64_t)x[(size_t)from] - 7) *
                       ((int64_t)w[(size_t)(channel * depth + l)] - (each ? (int64_t)w_zero[(size_t)channel] : 0));
            }
            sums.push_back((double)sum);
            const float acc = (float)(int32_t)(sum + bias[(size_t)channel]);
            const double v = std::nearbyint((double)(acc * (x_scale[0] * w_scale[(size_t)channel] / y_scale[0]))) + 3;
            const double lo = std::numeric_limits<X>::min(), hi = std::numeric_limits<X>::max();
            want.push_back(v < lo ? lo : v > hi ? hi : v);
        }
    p.conv.y = at(small), p.tail.y_type = type_of<X>();
    p.tail.a_scale = at(w_scale), p.tail.a_scale_step = 1, p.tail.b_scale = at(x_scale), p.tail.y_scale = at(y_scale);
    p.tail.y_zero = at(y_zero), p.tail.bias = at(bias), p.tail.bias_row_step = 1;
    LAUNCH(kernel, p, grid, small);
    NEAR(y, y_turned ? channels_last(sums, n, channels) : sums, 0, 0, kernel);
    NEAR(small, y_turned ? channels_last(want, n, channels) : want, 0, 0, kernel);
}
static void qconvs(int last) {
    qconv<uint8_t, int8_t>(1, 3, 66, 3, false, last);
    qconv<uint8_t, uint8_t>(2, 5, 4, 2, true, last);
    qconv<int8_t, int8_t>(3, 1, 1, 3, true, last);
    qconv<int8_t, uint8_t>(1, 30, 5, 2, false, last);
    qconv<uint8_t, int8_t>(2, 32, 68, 3, true, last); /* packs of 16 bytes */
}
CASE(qconv) { qconvs(0); }
CASE(qconv_last) {
    for (int last = 1; last <= (CM_CUDA_X_LAST | CM_CUDA_Y_LAST); last++) qconvs(last);
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
    cumsum<brain>();
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

CASE(range) {
    std::vector<float> f(700);
    struct cm_cuda_range_params p = {at(f), 700, {5, -3}, {0.5, 0.1f}};
    LAUNCH("range_f32", p, {2}, f);
    for (int i = 0; i < 700; i++) EXPECT(f[(size_t)i] == (float)(0.5 + i * (double)0.1f));
    std::vector<int32_t> narrow(700);
    p.y = at(narrow);
    LAUNCH("range_i32", p, {1}, narrow);
    for (int i = 0; i < 700; i++) EXPECT(narrow[(size_t)i] == 5 - 3 * i);
    std::vector<int64_t> wide(3);
    p = {at(wide), 3, {INT64_MAX - 1, 1}, {0, 0}};
    LAUNCH("range_i64", p, {1}, wide);
    EXPECT(wide[0] == INT64_MAX - 1 && wide[1] == INT64_MAX && wide[2] == INT64_MIN);
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
