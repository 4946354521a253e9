/* rnn.cc — the tests of kernels/cuda/rnn.cu: all steps of a layer, launched as the provider does, against loops over
 * ONNX's definitions. */
#include "tests/cuda/case.h"

struct rnn_case {
    int kind;
    int64_t dirs, steps, rows, input, hidden;
    int32_t reverse;
    bool all; /* lengths, first states, peepholes, clip, input_forget and other functions */
    bool rows_first;
};

static double act_of(int32_t op, double x, double a, double b) {
    switch (op) {
    case CM_CUDA_TANH: return std::tanh(x);
    case CM_CUDA_SIGMOID: return 1 / (1 + std::exp(-x));
    case CM_CUDA_HARD_SIGMOID: return std::fmin(std::fmax(a * x + b, 0), 1);
    case CM_CUDA_AFFINE: return a * x + b;
    case CM_CUDA_SCALED_TANH: return a * std::tanh(b * x);
    default: return x < a ? 0 : x; /* CM_CUDA_THRESHOLD */
    }
}

template <typename T> static std::vector<double> wide(const std::vector<T> &v) {
    std::vector<double> w;
    for (T x : v) w.push_back(value(x));
    return w;
}

template <typename T> static void rnn(const rnn_case &t) {
    const int64_t gates = t.kind == CM_CUDA_RNN ? 1 : t.kind == CM_CUDA_LSTM ? 4 : 3, D = t.dirs, H = t.hidden;
    const int64_t n_state = D * t.rows * H;
    const double bound = t.hidden > 40 ? 0.2 : 0.6;
    std::vector<T> x = numbers<T>(t.steps * t.rows * t.input, -1, 1, 1);
    std::vector<T> w = numbers<T>(D * gates * H * t.input, -bound, bound, 2);
    std::vector<T> r = numbers<T>(D * gates * H * H, -bound, bound, 3), b = numbers<T>(D * 2 * gates * H, -0.5, 0.5, 4);
    std::vector<T> h0, c0, p, y((size_t)(t.steps * n_state)), h_last((size_t)n_state), c_last((size_t)n_state);
    std::vector<int32_t> lengths;
    if (t.all) {
        h0 = numbers<T>(n_state, -1, 1, 5), c0 = numbers<T>(n_state, -1, 1, 6), p = numbers<T>(D * 3 * H, -1, 1, 7);
        for (int64_t i = 0; i < t.rows; i++) lengths.push_back((int32_t)((i * 3 + 2) % (t.steps + 1)));
        lengths[0] = 1000; /* the nearest length */
    } else {
        b = std::vector<T>();
    }
    std::vector<float> state((size_t)(4 * n_state));
    struct cm_cuda_rnn_params q = {};
    q.x = at(x), q.w = at(w), q.r = at(r), q.b = at(b), q.lengths = at(lengths), q.h0 = at(h0), q.c0 = at(c0);
    q.peepholes = at(p), q.y = at(y), q.h_last = at(h_last), q.c_last = at(c_last);
    q.steps = t.steps, q.rows = t.rows, q.input = t.input, q.hidden = H;
    q.x_step = t.rows_first ? t.input : t.rows * t.input, q.x_row = t.rows_first ? t.steps * t.input : t.input;
    q.y_step = t.rows_first ? D * H : n_state, q.y_dir = t.rows_first ? H : t.rows * H;
    q.y_row = t.rows_first ? t.steps * D * H : H;
    q.state_dir = t.rows_first ? H : t.rows * H, q.state_row = t.rows_first ? D * H : H;
    q.kind = t.kind, q.reverse = t.reverse, q.input_forget = t.all && t.dirs == 2;
    q.clip = t.all ? 0.75f : INFINITY;
    const int32_t plain[3] = {t.kind == CM_CUDA_RNN ? CM_CUDA_TANH : CM_CUDA_SIGMOID, CM_CUDA_TANH, CM_CUDA_TANH};
    const int32_t other[6] = {CM_CUDA_HARD_SIGMOID, CM_CUDA_AFFINE, CM_CUDA_SCALED_TANH,
                              CM_CUDA_SIGMOID,      CM_CUDA_THRESHOLD, CM_CUDA_TANH};
    for (int i = 0; i < 6; i++) {
        q.act[i] = t.all ? other[i] : plain[i % 3];
        q.alpha[i] = 0.25f + 0.125f * (float)i, q.beta[i] = 0.5f;
    }
    const cuda_host_kernel *k = cuda_host_find((std::string("cm_cuda_rnn_step_") + suffix<T>()).c_str());
    const uint32_t grid[3] = {(uint32_t)((H + 7) / 8), (uint32_t)std::min<int64_t>(t.rows, 2), (uint32_t)D};
    const uint32_t block[3] = {CM_CUDA_BLOCK, 1, 1};
    std::vector<T> first_y;
    for (int order = 0; order < CUDA_HOST_ORDERS; order++) {
        std::fill(state.begin(), state.end(), NAN);
        for (q.step = 0; q.step == 0 || q.step < t.steps; q.step++)
            for (q.part = 0; q.part < (t.kind == CM_CUDA_GRU ? 2 : 1); q.part++) {
                q.h = at(state) + (uint64_t)(q.step % 2 * n_state * 4);
                q.next = at(state) + (uint64_t)((1 - q.step % 2) * n_state * 4);
                q.cell = at(state) + (uint64_t)(2 * n_state * 4), q.reset = at(state) + (uint64_t)(3 * n_state * 4);
                EXPECT(cuda_host_launch(k, grid, block, &q, order));
            }
        if (order == 0) first_y = y;
        EXPECT(std::memcmp(first_y.data(), y.data(), y.size() * sizeof(T)) == 0);
    }
    const std::vector<double> X = wide(x), W = wide(w), R = wide(r), B = wide(b), P = wide(p), H0 = wide(h0),
                              C0 = wide(c0);
    std::vector<double> want_y(y.size(), 0), want_h(h_last.size()), want_c(c_last.size());
    for (int64_t d = 0; d < D; d++)
        for (int64_t row = 0; row < t.rows; row++) {
            const int64_t length = lengths.empty() ? t.steps : std::min<int64_t>(lengths[(size_t)row], t.steps);
            const size_t s0 = (size_t)(d * q.state_dir + row * q.state_row);
            std::vector<double> h((size_t)H), c((size_t)H), next((size_t)H), cell((size_t)H);
            for (size_t u = 0; u < (size_t)H && t.all; u++) h[u] = H0[s0 + u], c[u] = C0[s0 + u];
            const auto clip = [&](double v) { return std::fmin(std::fmax(v, -(double)q.clip), (double)q.clip); };
            const auto f = [&](int which, double v) {
                const size_t i = (size_t)(d * 3 + which);
                return act_of(q.act[i], v, (double)q.alpha[i], (double)q.beta[i]);
            };
            for (int64_t step = 0; step < length; step++) {
                const int64_t time = (t.reverse >> d & 1) != 0 ? length - 1 - step : step;
                const auto bias = [&](int64_t of, int64_t g, int64_t u) {
                    return B.empty() ? 0 : B[(size_t)(((d * 2 + of) * gates + g) * H + u)];
                };
                const auto of_x = [&](int64_t g, int64_t u) {
                    double sum = bias(0, g, u);
                    for (int64_t i = 0; i < t.input; i++)
                        sum += X[(size_t)(time * q.x_step + row * q.x_row + i)] *
                               W[(size_t)(((d * gates + g) * H + u) * t.input + i)];
                    return sum;
                };
                const auto of_h = [&](int64_t g, int64_t u, const std::vector<double> &from) {
                    double sum = bias(1, g, u);
                    for (int64_t i = 0; i < H; i++)
                        sum += from[(size_t)i] * R[(size_t)(((d * gates + g) * H + u) * H + i)];
                    return sum;
                };
                const auto peephole = [&](int64_t which, int64_t u, double v) {
                    return P.empty() ? 0 : v * P[(size_t)((d * 3 + which) * H + u)];
                };
                std::vector<double> reset((size_t)H);
                for (int64_t u = 0; u < H && gates == 3; u++)
                    reset[(size_t)u] = f(0, clip(of_x(1, u) + of_h(1, u, h))) * h[(size_t)u];
                for (int64_t u = 0; u < H; u++) {
                    const size_t v = (size_t)u;
                    if (t.kind == CM_CUDA_RNN) {
                        next[v] = f(0, clip(of_x(0, u) + of_h(0, u, h)));
                    } else if (t.kind == CM_CUDA_LSTM) {
                        const double i = f(0, clip(of_x(0, u) + of_h(0, u, h) + peephole(0, u, c[v])));
                        const double forget =
                            q.input_forget ? 1 - i : f(0, clip(of_x(2, u) + of_h(2, u, h) + peephole(2, u, c[v])));
                        cell[v] = forget * c[v] + i * f(1, clip(of_x(3, u) + of_h(3, u, h)));
                        next[v] = f(0, clip(of_x(1, u) + of_h(1, u, h) + peephole(1, u, cell[v]))) * f(2, cell[v]);
                    } else {
                        const double z = f(0, clip(of_x(0, u) + of_h(0, u, h)));
                        const double rest = t.kind == CM_CUDA_GRU
                                                ? of_h(2, u, reset)
                                                : f(0, clip(of_x(1, u) + of_h(1, u, h))) * of_h(2, u, h);
                        next[v] = (1 - z) * f(1, clip(of_x(2, u) + rest)) + z * h[v];
                    }
                }
                h = next, c = cell;
                for (int64_t u = 0; u < H; u++)
                    want_y[(size_t)(time * q.y_step + d * q.y_dir + row * q.y_row + u)] = h[(size_t)u];
            }
            for (size_t u = 0; u < (size_t)H; u++) want_h[s0 + u] = h[u], want_c[s0 + u] = c[u];
        }
    const std::string what = "kind " + std::to_string(t.kind) + " " + suffix<T>();
    NEAR(y, want_y, 8 * epsilon<T>(), 1, "y of " + what);
    NEAR(h_last, want_h, 8 * epsilon<T>(), 1, "last state of " + what);
    if (t.kind == CM_CUDA_LSTM) NEAR(c_last, want_c, 8 * epsilon<T>(), 1, "last cell of " + what);
}

CASE(rnn) {
    for (int kind : {CM_CUDA_RNN, CM_CUDA_GRU, CM_CUDA_GRU_AFTER, CM_CUDA_LSTM})
        for (const rnn_case &t : {rnn_case{kind, 1, 3, 2, 5, 7, 0, false, false}, {kind, 2, 4, 3, 3, 5, 2, true, false},
                                  {kind, 1, 2, 3, 33, 50, 1, false, true}, {kind, 1, 4, 2, 3, 9, 1, true, true}}) {
            rnn<float>(t);
            rnn<half>(t);
            rnn<brain>(t);
        }
}

/* No step at all: the last states are the first ones. */
CASE(rnn_without_steps) {
    std::vector<float> h0 = {1, 2, 3}, c0 = {4, 5, 6}, h_last(3), c_last(3), state(12);
    struct cm_cuda_rnn_params q = {};
    q.h0 = at(h0), q.c0 = at(c0), q.h_last = at(h_last), q.c_last = at(c_last);
    q.next = at(state), q.cell = at(state) + 12, q.h = at(state) + 24;
    q.rows = 1, q.input = 2, q.hidden = 3, q.state_dir = 3, q.state_row = 3, q.kind = CM_CUDA_LSTM;
    LAUNCH("rnn_step_f32", q, {1}, h_last);
    EXPECT(h_last == h0 && c_last == c0);
}
