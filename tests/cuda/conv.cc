/* conv.cc — the tests of kernels/cuda/conv.cu. */
#include "tests/cuda/case.h"

struct window_case {
    int64_t n, groups, c, m;
    std::vector<int64_t> in, kernel, stride, dilation, pad, pad_end;
    int act;
    bool bias; /* and a residual, with act */
};

static double relu_or(int act, double x) { return act == CM_CUDA_RELU && x < 0 ? 0 : x; }

template <typename T> static cm_cuda_conv_params conv_params(const window_case &t) {
    struct cm_cuda_conv_params p = {};
    p.n = t.n, p.groups = t.groups, p.c = t.c, p.m = t.m, p.act = t.act;
    put(p.in, t.in), put(p.kernel, t.kernel), put(p.stride, t.stride), put(p.dilation, t.dilation), put(p.pad, t.pad);
    return p;
}

/* as, error: as for gemm. transposed: ConvTranspose, w [groups * c][m][kernel]; else w [groups * m][c][kernel]. last:
 * CM_CUDA_X_LAST, which brings w to the order that the kernel wants then, and CM_CUDA_Y_LAST. */
template <typename T>
static void conv(const char *kernel, int64_t tile, const window_case &t, bool transposed, int64_t split = 1,
                 const char *as = suffix<T>(), double error = 0, int last = 0) {
    struct cm_cuda_conv_params p = conv_params<T>(t);
    for (size_t d = 0; d < 3; d++) {
        int64_t span = (t.kernel[d] - 1) * t.dilation[d] + 1;
        p.out[d] = transposed ? (t.in[d] - 1) * t.stride[d] + span - t.pad[d] - t.pad_end[d]
                              : (t.in[d] + t.pad[d] + t.pad_end[d] - span) / t.stride[d] + 1;
    }
    std::vector<int64_t> out(p.out, p.out + 3);
    int64_t vin = product(t.in), vout = product(out), taps = product(t.kernel);
    std::vector<T> x = numbers<T>(t.n * t.groups * t.c * vin, -1, 1, 1),
                   w = numbers<T>(t.groups * t.m * t.c * taps, -1, 1, 2);
    std::vector<T> bias = numbers<T>(t.bias ? t.groups * t.m : 0, -1, 1, 3), y((size_t)(t.n * t.groups * t.m * vout));
    std::vector<float> parts(split > 1 ? (size_t)split * y.size() : 0);
    const std::vector<T> x_last = channels_last(x, t.n, t.groups * t.c),
                         w_last = tile == 0 ? channels_last(w, 1, t.groups * t.m)
                                            : channels_last(w, t.groups * t.m, t.c);
    const bool x_turned = (last & CM_CUDA_X_LAST) != 0, y_turned = (last & CM_CUDA_Y_LAST) != 0;
    p.last = last;
    p.x = at(x_turned ? x_last : x), p.w = at(x_turned ? w_last : w);
    p.bias = at(bias), p.y = at(y), p.split = split, p.parts = at(parts);
    std::vector<T> residual = numbers<T>(t.bias && t.act != CM_CUDA_COPY ? (int64_t)y.size() : 0, -1, 1, 4);
    const std::vector<T> residual_last = channels_last(residual, t.n, t.groups * t.m);
    p.residual = at(y_turned ? residual_last : residual);
    std::vector<uint32_t> grid = {(uint32_t)(y.size() / CM_CUDA_BLOCK + 1)};
    if (tile != 0)
        grid = {(uint32_t)((vout + tile - 1) / tile), (uint32_t)((t.m + tile - 1) / tile),
                (uint32_t)(t.n * t.groups * split)};
    if (tile != 0 && x_turned)
        grid[0] = (uint32_t)((t.n * vout + tile - 1) / tile), grid[2] = (uint32_t)(t.groups * split);
    std::string name = std::string(kernel) + "_" + as;
    if (split > 1) {
        LAUNCH(name, p, grid, parts);
        LAUNCH(std::string("conv_sum_") + suffix<T>(), p, {2}, y);
    } else {
        LAUNCH(name, p, grid, y);
        std::vector<T> again(y.size());
        p.y = at(again);
        LAUNCH(name, p, {1}, again);
        EXPECT(std::memcmp(again.data(), y.data(), y.size() * sizeof(T)) == 0);
    }
    /* Every product of an element of x and one of w goes where it belongs. */
    std::vector<double> want(y.size(), 0.0);
    for (int64_t s = 0; s < t.n * t.groups; s++)
        for (int64_t c = 0; c < t.c; c++)
            for (int64_t m = 0; m < t.m; m++)
                for (int64_t k = 0; k < taps; k++)
                    for (int64_t a = 0; a < (transposed ? vin : vout); a++) {
                        const std::vector<int64_t> &from = transposed ? t.in : out, &to = transposed ? out : t.in;
                        int64_t i[3] = {a / from[2] / from[1], a / from[2] % from[1], a % from[2]}, b = 0;
                        int64_t q[3] = {k / t.kernel[2] / t.kernel[1], k / t.kernel[2] % t.kernel[1], k % t.kernel[2]};
                        bool within = true;
                        for (int d = 0; d < 3; d++) {
                            int64_t o = i[d] * p.stride[d] + q[d] * p.dilation[d] - p.pad[d];
                            within = within && o >= 0 && o < to[(size_t)d];
                            b = b * to[(size_t)d] + o;
                        }
                        if (!within) continue;
                        int64_t g = s % t.groups, xi = transposed ? a : b, yi = transposed ? b : a;
                        int64_t wi =
                            transposed ? ((g * t.c + c) * t.m + m) * taps + k : ((g * t.m + m) * t.c + c) * taps + k;
                        want[(size_t)((s * t.m + m) * vout + yi)] +=
                            value(x[(size_t)((s * t.c + c) * vin + xi)]) * value(w[(size_t)wi]);
                    }
    for (size_t i = 0; i < want.size(); i++) {
        size_t channel = i / (size_t)vout % (size_t)(t.groups * t.m);
        double sum = want[i] + (t.bias ? value(bias[channel]) : 0) + (residual.empty() ? 0 : value(residual[i]));
        want[i] = relu_or(t.act, sum);
    }
    if (y_turned) want = channels_last(want, t.n, t.groups * t.m);
    NEAR(y, want, epsilon<T>() * 4 + error, 1 + std::sqrt((double)(t.c * taps)),
         name + " of " + std::to_string(vout) + " positions");
}

static const window_case windows[] = {
    {2, 1, 3, 5, {1, 9, 11}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1}, CM_CUDA_RELU, true},
    {1,
     2,
     4,
     3,
     {1, 10, 7},
     {1, 3, 2},
     {1, 2, 3},
     {1, 2, 1},
     {0, 2, 0},
     {0, 0, 1},
     CM_CUDA_COPY,
     true}, /* groups, uneven pads */
    {1, 1, 2, 70, {1, 8, 9}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, CM_CUDA_COPY, false},
    {1, 1, 2, 3, {4, 5, 6}, {2, 3, 3}, {2, 1, 2}, {1, 1, 2}, {1, 1, 2}, {0, 1, 2}, CM_CUDA_COPY, true}, /* three axes */
    {3, 1, 1, 2, {1, 1, 40}, {1, 1, 5}, {1, 1, 3}, {1, 1, 1}, {0, 0, 4}, {0, 0, 0}, CM_CUDA_RELU, false}, /* one axis */
};
CASE(conv_f32) {
    for (const window_case &t : windows) conv<float>("conv", CM_CUDA_GEMM_TILE, t, false);
    /* more taps than the table has */
    conv<float>("conv", CM_CUDA_GEMM_TILE,
                {1, 1, 1, 3, {1, 1, 700}, {1, 1, 600}, {1, 1, 10}, {1, 1, 1}, {0, 0, 7}, {0, 0, 0}, CM_CUDA_COPY, true},
                false);
}
CASE(conv_f16) {
    for (const window_case &t : windows) conv<half>("conv", CM_CUDA_GEMM_TILE, t, false);
}
CASE(conv_large_f32) {
    for (const window_case &t : windows) conv<float>("conv_large", CM_CUDA_GEMM_LARGE, t, false);
}
CASE(conv_large_f16) {
    for (const window_case &t : windows) conv<half>("conv_large", CM_CUDA_GEMM_LARGE, t, false);
}
/* Depths of several steps and more: 9 taps of 20 channels. */
static const window_case deep_windows = {1,         1,         20,        70, {1, 9, 10}, {1, 3, 3}, {1, 1, 1},
                                         {1, 1, 1}, {0, 1, 1}, {0, 1, 1}, CM_CUDA_RELU, true};
CASE(conv_tensor_cores) {
    for (const char *kernel : {"conv", "conv_large"}) {
        const int64_t tile = kernel[4] == 0 ? CM_CUDA_GEMM_TILE : CM_CUDA_GEMM_LARGE;
        for (const window_case &t : {windows[0], windows[1], deep_windows}) {
            conv<brain>(kernel, tile, t, false);
            conv<float>(kernel, tile, t, false, 1, "tf32", 1.0 / 1024);
        }
        conv<half>(kernel, tile, deep_windows, false);
        conv<half>(kernel, tile, deep_windows, false, 3);
    }
    conv<half>("conv", CM_CUDA_GEMM_TILE,
               {1, 1, 1, 3, {1, 1, 700}, {1, 1, 600}, {1, 1, 10}, {1, 1, 1}, {0, 0, 7}, {0, 0, 0}, CM_CUDA_COPY, true},
               false);
}
CASE(conv_bf16) {
    conv<brain>("conv_depthwise", 0, {1, 3, 1, 2, {1, 9, 12}, {1, 5, 3}, {1, 2, 2}, {1, 1, 2}, {0, 2, 0}, {0, 1, 3},
                                      CM_CUDA_COPY, false}, false);
    conv<brain>("conv_transpose", 0, {1, 1, 3, 5, {1, 5, 6}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1},
                                      CM_CUDA_RELU, true}, true);
}
CASE(conv_split_f32) {
    for (int64_t split : {2, 3, 5}) conv<float>("conv", CM_CUDA_GEMM_TILE, windows[0], false, split);
    conv<float>("conv_large", CM_CUDA_GEMM_LARGE, windows[1], false, 2);
}
CASE(conv_split_f16) { conv<half>("conv", CM_CUDA_GEMM_TILE, windows[0], false, 2); }

/* Channels last: x, y or both. Depths of whole packs, of none, and one of several steps; groups; splits. */
enum { X_LAST = CM_CUDA_X_LAST, Y_LAST = CM_CUDA_Y_LAST, BOTH_LAST = X_LAST | Y_LAST };
static const window_case last_windows[] = {
    {2, 1, 16, 24, {1, 7, 6}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1}, CM_CUDA_RELU, true},
    {3, 2, 32, 70, {1, 5, 5}, {1, 3, 2}, {1, 2, 1}, {1, 1, 2}, {0, 2, 1}, {0, 0, 1}, CM_CUDA_COPY, true},
    {5, 1, 64, 3, {1, 1, 9}, {1, 1, 1}, {1, 1, 2}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, CM_CUDA_COPY, false},
};
static const window_case many_taps = {1,          1,         1,         3,         {1, 1, 700},  {1, 1, 600},
                                      {1, 1, 10}, {1, 1, 1}, {0, 0, 7}, {0, 0, 0}, CM_CUDA_COPY, true};
template <typename T>
static void conv_of_orders(const char *kernel, int64_t tile, const window_case &t, int64_t split = 1,
                           const char *as = suffix<T>(), double error = 0) {
    conv<T>(kernel, tile, t, false, split, as, error, Y_LAST);
    for (int last : {X_LAST, BOTH_LAST})
        conv<T>(kernel[4] == 0 ? "conv_last" : "conv_last_large", tile, t, false, split, as, error, last);
}
template <typename T> static void conv_last(const char *as = suffix<T>(), double error = 0) {
    for (const window_case &t : windows) conv_of_orders<T>("conv", CM_CUDA_GEMM_TILE, t, 1, as, error);
    for (const window_case &t : last_windows) {
        conv_of_orders<T>("conv", CM_CUDA_GEMM_TILE, t, 1, as, error);
        conv_of_orders<T>("conv_large", CM_CUDA_GEMM_LARGE, t, 1, as, error);
    }
    conv_of_orders<T>("conv", CM_CUDA_GEMM_TILE, deep_windows, 3, as, error);
    conv_of_orders<T>("conv", CM_CUDA_GEMM_TILE, last_windows[1], 2, as, error);
    conv_of_orders<T>("conv", CM_CUDA_GEMM_TILE, many_taps, 1, as, error);
}
CASE(conv_last_f32) { conv_last<float>(); }
CASE(conv_last_tf32) { conv_last<float>("tf32", 1.0 / 1024); }
CASE(conv_last_f16) { conv_last<half>(); }
CASE(conv_last_bf16) { conv_last<brain>(); }

static const window_case depthwise[] = {
    {2, 5, 1, 1, {1, 9, 11}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1}, CM_CUDA_RELU, true},
    {1, 3, 1, 2, {1, 9, 12}, {1, 5, 3}, {1, 2, 2}, {1, 1, 2}, {0, 2, 0}, {0, 1, 3}, CM_CUDA_COPY, false},
    {1, 2, 1, 1, {3, 4, 8}, {3, 2, 1}, {1, 1, 1}, {1, 2, 1}, {1, 0, 0}, {1, 2, 0}, CM_CUDA_COPY, true},
};
CASE(conv_depthwise_f32) {
    for (const window_case &t : depthwise) conv<float>("conv_depthwise", 0, t, false);
}
CASE(conv_depthwise_f16) {
    for (const window_case &t : depthwise) conv<half>("conv_depthwise", 0, t, false);
}
template <typename T> static void conv_depthwise_last() {
    const window_case packs = {2, 12, 1, 1, {1, 6, 5}, {1, 3, 3}, {1, 2, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1},
                               CM_CUDA_RELU, true};
    const window_case two = {2, 4, 1, 2, {1, 6, 5}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1},
                             CM_CUDA_RELU, true};
    for (const window_case &t : {depthwise[0], depthwise[1], depthwise[2], packs, two}) {
        conv<T>("conv_depthwise", 0, t, false, 1, suffix<T>(), 0, Y_LAST);
        for (int last : {X_LAST, BOTH_LAST}) conv<T>("conv_depthwise_last", 0, t, false, 1, suffix<T>(), 0, last);
    }
}
CASE(conv_depthwise_last_f32) { conv_depthwise_last<float>(); }
CASE(conv_depthwise_last_f16) { conv_depthwise_last<half>(); }
CASE(conv_depthwise_last_bf16) { conv_depthwise_last<brain>(); }

static const window_case transposed[] = {
    {1, 1, 3, 5, {1, 5, 6}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1}, CM_CUDA_RELU, true},
    {2, 2, 3, 2, {1, 5, 4}, {1, 3, 4}, {1, 2, 3}, {1, 1, 2}, {0, 1, 0}, {0, 0, 2}, CM_CUDA_COPY, true},
    {1, 1, 2, 66, {1, 3, 4}, {1, 2, 2}, {1, 2, 2}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, CM_CUDA_COPY, false},
    {1,
     1,
     2,
     2,
     {2, 3, 3},
     {2, 2, 3},
     {3, 2, 2},
     {1, 2, 1},
     {0, 1, 0},
     {0, 0, 1},
     CM_CUDA_COPY,
     true}, /* some phases: no tap */
};
CASE(conv_transpose_f32) {
    for (const window_case &t : transposed) conv<float>("conv_transpose", 0, t, true);
}
CASE(conv_transpose_f16) {
    for (const window_case &t : transposed) conv<half>("conv_transpose", 0, t, true);
}
