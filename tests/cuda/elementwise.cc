/* elementwise.cc — the tests of kernels/cuda/elementwise.cu. */
#include "tests/cuda/case.h"

static const double INF = std::numeric_limits<double>::infinity(), NOT_A_NUMBER = std::nan("");

/* ---- one tensor ---- */

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
static double clip(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }

/* ONNX's definitions. */
static double unary(int op, double x, double a, double b) {
    switch (op) {
    case CM_CUDA_COPY: return x;
    case CM_CUDA_RELU: return x < 0 ? 0 : x;
    case CM_CUDA_LEAKY_RELU: return x < 0 ? a * x : x;
    case CM_CUDA_ELU: return x < 0 ? a * (std::exp(x) - 1) : x;
    case CM_CUDA_CELU: return x < 0 ? a * (std::exp(x / a) - 1) : x;
    case CM_CUDA_SELU: return x > 0 ? b * x : b * (a * std::exp(x) - a);
    case CM_CUDA_THRESHOLDED_RELU: return x > a ? x : 0;
    case CM_CUDA_SIGMOID: return sigmoid(x);
    case CM_CUDA_HARD_SIGMOID: return clip(a * x + b, 0, 1);
    case CM_CUDA_HARD_SWISH: return x * clip(x / 6 + 0.5, 0, 1);
    case CM_CUDA_SWISH: return x * sigmoid(a * x);
    case CM_CUDA_MISH: return x * std::tanh(std::log1p(std::exp(x)));
    case CM_CUDA_SOFTPLUS: return x > 30 ? x : std::log1p(std::exp(x));
    case CM_CUDA_SOFTSIGN: return x / (1 + std::fabs(x));
    case CM_CUDA_GELU: return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    case CM_CUDA_GELU_TANH: return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    case CM_CUDA_TANH: return std::tanh(x);
    case CM_CUDA_ERF: return std::erf(x);
    case CM_CUDA_EXP: return std::exp(x);
    case CM_CUDA_LOG: return std::log(x);
    case CM_CUDA_SQRT: return std::sqrt(x);
    case CM_CUDA_RECIPROCAL: return 1 / x;
    case CM_CUDA_NEG: return -x;
    case CM_CUDA_ABS: return std::fabs(x);
    case CM_CUDA_SIGN: return x > 0 ? 1 : x < 0 ? -1 : x;
    case CM_CUDA_FLOOR: return std::floor(x);
    case CM_CUDA_CEIL: return std::ceil(x);
    case CM_CUDA_ROUND: return std::nearbyint(x);
    case CM_CUDA_SIN: return std::sin(x);
    case CM_CUDA_COS: return std::cos(x);
    case CM_CUDA_TAN: return std::tan(x);
    case CM_CUDA_ASIN: return std::asin(x);
    case CM_CUDA_ACOS: return std::acos(x);
    case CM_CUDA_ATAN: return std::atan(x);
    case CM_CUDA_SINH: return std::sinh(x);
    case CM_CUDA_COSH: return std::cosh(x);
    case CM_CUDA_ASINH: return std::asinh(x);
    case CM_CUDA_ACOSH: return std::acosh(x);
    case CM_CUDA_ATANH: return std::atanh(x);
    case CM_CUDA_CLIP: return clip(x, a, b);
    }
    return NOT_A_NUMBER;
}

template <typename T> static void unary_floats() {
    for (int op = CM_CUDA_COPY; op <= CM_CUDA_CLIP; op++) {
        std::vector<T> x = numbers<T>(1021, op == CM_CUDA_ACOSH ? 1 : -4, 4, (uint32_t)op);
        bool within = op == CM_CUDA_ASIN || op == CM_CUDA_ACOS || op == CM_CUDA_ATANH;
        if (within) x = numbers<T>(1021, -1, 1, (uint32_t)op);
        std::vector<T> odd = list<T>({0, -0.0, 0.5, 1.5, 2.5, -0.5, 25, -25, INF, -INF, NOT_A_NUMBER, 1, -1, 6e-8});
        x.insert(x.end(), odd.begin(), odd.end());
        x.shrink_to_fit();
        float a = op == CM_CUDA_HARD_SIGMOID ? 0.2f : op == CM_CUDA_CLIP ? -1.5f : 1.25f;
        float b = op == CM_CUDA_HARD_SIGMOID ? 0.5f : 2.5f;
        std::vector<T> y(x.size());
        std::vector<double> want;
        for (T v : x) {
            double w = unary(op, value(v), a, b);
            /* f(-inf) where the definition above gives 0 * inf; what is left is the limit, as the kernels have it */
            if (value(v) == -INF && (op == CM_CUDA_MISH || op == CM_CUDA_GELU || op == CM_CUDA_GELU_TANH ||
                                     op == CM_CUDA_SWISH || op == CM_CUDA_HARD_SWISH || op == CM_CUDA_SOFTSIGN))
                w = NOT_A_NUMBER;
            if (value(v) == INF && op == CM_CUDA_SOFTSIGN) w = NOT_A_NUMBER;
            if (sizeof(T) == 2) w = value(element<T>(w));
            want.push_back(w);
        }
        for (size_t from : {0, 1}) { /* aligned, and not */
            std::vector<T> some(x.begin() + (long)from, x.end()), part(some.size());
            struct cm_cuda_unary_params p = {at(x) + from * sizeof(T), at(part), (int64_t)some.size(), op, a, b};
            LAUNCH(std::string("unary_") + suffix<T>(), p, {2}, part);
            NEAR(part, std::vector<double>(want.begin() + (long)from, want.end()), epsilon<T>() * 4,
                 sizeof(T) == 2 ? 1e-4 : 0.25, "op " + std::to_string(op));
        }
    }
}
/* A race between blocks, planted: those of the second half read what those of the first half write, so that the order
 * of blocks shows in the result, as LAUNCH would find in any test. */
CASE(race_of_blocks) {
    enum { N = 8 * 1024 };
    const cuda_host_kernel *k = cuda_host_find("cm_cuda_unary_f32");
    const uint32_t grid[3] = {32, 1, 1}, block[3] = {CM_CUDA_BLOCK, 1, 1};
    std::vector<float> result[CUDA_HOST_ORDERS];
    for (int order = 0; order < CUDA_HOST_ORDERS; order++) {
        std::vector<float> v(N + N / 2, 1.0f);
        struct cm_cuda_unary_params p = {at(v), at(v) + N / 2 * sizeof(float), N, CM_CUDA_NEG, 0, 0};
        EXPECT(k != nullptr && cuda_host_launch(k, grid, block, &p, order));
        result[order] = v;
    }
    EXPECT(result[CUDA_HOST_FORWARD] != result[CUDA_HOST_BACKWARD]);
}

CASE(unary_f32) { unary_floats<float>(); }
CASE(unary_f16) { unary_floats<half>(); }
CASE(unary_bf16) { unary_floats<brain>(); }

template <typename T> static void unary_ints(T least, T most) {
    std::vector<T> x = {0, 1, (T)-1, 5, (T)-7, least, most, (T)(most - 1), 100};
    struct {
        int op;
        T (*want)(T);
    } rows[] = {
        {CM_CUDA_COPY, [](T v) { return v; }},
        {CM_CUDA_RELU, [](T v) { return v < 0 ? (T)0 : v; }},
        {CM_CUDA_NEG, [](T v) { return (T)(0 - (uint64_t)v); }},
        {CM_CUDA_ABS, [](T v) { return v < 0 ? (T)(0 - (uint64_t)v) : v; }},
        {CM_CUDA_SIGN, [](T v) { return v > 0 ? (T)1 : v < 0 ? (T)-1 : (T)0; }},
        {CM_CUDA_CLIP, [](T v) { return v < 2 ? (T)2 : v > 90 ? (T)90 : v; }},
        {CM_CUDA_NOT, [](T v) { return (T)(v == 0); }},
    };
    for (auto &r : rows) {
        std::vector<T> y(x.size());
        struct cm_cuda_unary_params p = {at(x), at(y), (int64_t)x.size(), r.op, 2, 90};
        LAUNCH(std::string("unary_") + suffix<T>(), p, {1}, y);
        for (size_t i = 0; i < x.size(); i++) EXPECT(y[i] == r.want(x[i]));
    }
}
CASE(unary_i32) { unary_ints<int32_t>(INT32_MIN, INT32_MAX); }
CASE(unary_i64) { unary_ints<int64_t>(INT64_MIN, INT64_MAX); }
CASE(unary_u8) { unary_ints<uint8_t>(0, 255); }

template <typename T> static void tests() {
    std::vector<T> x = list<T>({0, INF, -INF, NOT_A_NUMBER, 65504, 1});
    for (int op : {CM_CUDA_IS_NAN, CM_CUDA_IS_INF})
        for (int ab = 0; ab < 4; ab++) {
            std::vector<uint8_t> y(x.size());
            struct cm_cuda_unary_params p = {at(x), at(y), (int64_t)x.size(), op, (float)(ab & 1), (float)(ab >> 1)};
            LAUNCH(std::string("test_") + suffix<T>(), p, {1}, y);
            std::vector<uint8_t> want = {0, (uint8_t)(ab & 1), (uint8_t)(ab >> 1), 0, 0, 0};
            if (op == CM_CUDA_IS_NAN) want = {0, 0, 0, 1, 0, 0};
            EXPECT(y == want);
        }
}
CASE(test_f32) { tests<float>(); }
CASE(test_f16) { tests<half>(); }
CASE(test_bf16) { tests<brain>(); }

/* ---- two tensors ---- */

struct shape2 {
    std::vector<int64_t> dims, a, b; /* dims of the result, strides of the operands */
};
static const shape2 shapes2[] = {
    {{}, {}, {}},
    {{1031}, {1}, {1}},
    {{1024}, {1}, {0}},
    {{1023}, {0}, {1}},
    {{5, 7, 3}, {21, 3, 1}, {0, 1, 0}},     /* a bias of each channel */
    {{6, 1, 11}, {1, 0, 6}, {0, 0, 1}},     /* transposed */
    {{3, 4}, {-4, 1}, {4, 1}},              /* backwards */
    {{2, 3, 2, 2, 1, 2, 3, 2}, {144, 48, 24, 12, 12, 6, 2, 1}, {0, 0, 1, 0, 0, 0, 2, 0}},
    {{0, 4}, {4, 1}, {4, 1}},
};

/* Elements before and behind the one at index 0 that the operand reaches. */
static void reach(const shape2 &s, const std::vector<int64_t> &strides, int64_t *before, int64_t *n) {
    int64_t lo = 0, hi = 0;
    for (size_t d = 0; d < s.dims.size(); d++) {
        int64_t by = (s.dims[d] - 1) * strides[d];
        (by < 0 ? lo : hi) += by;
    }
    *before = -lo;
    *n = product(s.dims) == 0 ? 0 : hi - lo + 1;
}

template <typename T, typename Y, typename F>
static void binary(const char *kernel, int op, const F &want_of, double lo, double hi, double bound) {
    uint32_t seed = 1;
    for (const shape2 &s : shapes2) {
        int64_t a_before, b_before, n_a, n_b, n = product(s.dims);
        reach(s, s.a, &a_before, &n_a);
        reach(s, s.b, &b_before, &n_b);
        std::vector<T> a = numbers<T>(n_a, lo, hi, seed++), b = numbers<T>(n_b, lo, hi, seed++);
        std::vector<Y> y((size_t)n);
        struct cm_cuda_binary_params p = {};
        p.a = at(a) + (uint64_t)a_before * sizeof(T), p.b = at(b) + (uint64_t)b_before * sizeof(T), p.y = at(y),
        p.n = n;
        put(p.dims, s.dims), put(p.a_strides, s.a), put(p.b_strides, s.b);
        p.rank = (int32_t)s.dims.size(), p.op = op;
        LAUNCH(std::string(kernel) + "_" + suffix<T>(), p, {2}, y);
        std::vector<double> want;
        for (int64_t i = 0; i < n; i++)
            want.push_back(value(element<Y>(want_of(a[(size_t)(a_before + offset(i, s.dims, s.a))],
                                                    b[(size_t)(b_before + offset(i, s.dims, s.b))]))));
        NEAR(y, want, bound, 1, "op " + std::to_string(op));
    }
}

template <typename T> static void binary_floats() {
    typedef double fn(T, T);
    fn *fns[] = {
        [](T a, T b) { return value(a) + value(b); },
        [](T a, T b) { return value(a) - value(b); },
        [](T a, T b) { return value(a) * value(b); },
        [](T a, T b) { return value(a) / value(b); },
        [](T a, T b) { return std::pow(value(a), value(b)); },
        [](T a, T b) { return std::fmin(value(a), value(b)); },
        [](T a, T b) { return std::fmax(value(a), value(b)); },
        [](T a, T b) { return std::fmod(value(a), value(b)); },
        [](T a, T b) { return value(a) - value(b) * std::floor(value(a) / value(b)); },
        [](T a, T b) { return value(a) < 0 ? value(a) * value(b) : value(a); },
    };
    for (int op = CM_CUDA_ADD; op <= CM_CUDA_PRELU; op++) {
        bool positive = op == CM_CUDA_POW || op == CM_CUDA_FMOD || op == CM_CUDA_MOD;
        binary<T, T>("binary", op, fns[op], positive ? 0.25 : -3, 3, epsilon<T>() * 4);
    }
    /* Signs of remainders, and NaN. */
    std::vector<T> a = list<T>({5, -5, 5, -5, 6, NOT_A_NUMBER, 1, NOT_A_NUMBER}), y(a.size());
    std::vector<T> b = list<T>({3, 3, -3, -3, 3, 1, NOT_A_NUMBER, NOT_A_NUMBER});
    struct cm_cuda_binary_params p = {at(a), at(b), at(y), (int64_t)a.size(), {(int64_t)a.size()},
                                      {1},   {1},   1,     CM_CUDA_MOD};
    LAUNCH(std::string("binary_") + suffix<T>(), p, {1}, y);
    NEAR(y, {2, 1, -1, -2, 0, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER}, 0, 0, "mod");
    p.op = CM_CUDA_FMOD;
    LAUNCH(std::string("binary_") + suffix<T>(), p, {1}, y);
    NEAR(y, {2, -2, 2, -2, 0, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER}, 0, 0, "fmod");
    for (int op : {CM_CUDA_MIN, CM_CUDA_MAX}) {
        p.op = op;
        LAUNCH(std::string("binary_") + suffix<T>(), p, {1}, y);
        for (size_t i = 5; i < 8; i++) EXPECT(std::isnan(value(y[i])));
    }
}
CASE(binary_f32) { binary_floats<float>(); }
CASE(binary_f16) { binary_floats<half>(); }
CASE(binary_bf16) { binary_floats<brain>(); }

template <typename T> static void compares(double lo, double hi) {
    typedef double fn(T, T);
    fn *fns[] = {
        [](T a, T b) { return (double)(value(a) == value(b)); }, [](T a, T b) { return (double)(value(a) < value(b)); },
        [](T a, T b) { return (double)(value(a) <= value(b)); }, [](T a, T b) { return (double)(value(a) > value(b)); },
        [](T a, T b) { return (double)(value(a) >= value(b)); },
    };
    for (int op = CM_CUDA_EQUAL; op <= CM_CUDA_GREATER_EQUAL; op++)
        binary<T, uint8_t>("compare", op, fns[op - CM_CUDA_EQUAL], lo, hi, 0);
}
CASE(compare_f32) { compares<float>(-3, 3); }
CASE(compare_f16) { compares<half>(-0.001, 0.001); }
CASE(compare_bf16) { compares<brain>(-0.001, 0.001); }
CASE(compare_i32) { compares<int32_t>(-3, 3); }
CASE(compare_i64) { compares<int64_t>(-3, 3); }
CASE(compare_u8) { compares<uint8_t>(0, 3); }

template <typename T> static T floored(T a, T b) {
    T r = (T)(b == 0 || (b == (T)-1 && (T)-1 < (T)0) ? 0 : a % b);
    return r != 0 && (r < 0) != (b < 0) ? (T)(r + b) : r;
}
template <typename T> static void binary_ints(double lo, double hi) {
    struct {
        int op;
        T (*want)(T, T);
    } rows[] = {
        {CM_CUDA_ADD, [](T a, T b) { return (T)((uint64_t)a + (uint64_t)b); }},
        {CM_CUDA_SUB, [](T a, T b) { return (T)((uint64_t)a - (uint64_t)b); }},
        {CM_CUDA_MUL, [](T a, T b) { return (T)((uint64_t)a * (uint64_t)b); }},
        {CM_CUDA_DIV, [](T a, T b) { return b == 0 ? (T)0 : (T)(a / b); }},
        {CM_CUDA_MIN, [](T a, T b) { return a < b ? a : b; }},
        {CM_CUDA_MAX, [](T a, T b) { return a > b ? a : b; }},
        {CM_CUDA_FMOD, [](T a, T b) { return b == 0 ? (T)0 : (T)(a % b); }},
        {CM_CUDA_MOD, floored<T>},
        {CM_CUDA_AND, [](T a, T b) { return (T)(a & b); }},
        {CM_CUDA_OR, [](T a, T b) { return (T)(a | b); }},
        {CM_CUDA_XOR, [](T a, T b) { return (T)(a ^ b); }},
    };
    for (auto &r : rows) {
        for (const shape2 &s : shapes2) {
            int64_t a_before, b_before, n_a, n_b, n = product(s.dims);
            reach(s, s.a, &a_before, &n_a);
            reach(s, s.b, &b_before, &n_b);
            std::vector<T> a = numbers<T>(n_a, lo, hi, 3), b = numbers<T>(n_b, lo < 0 ? -5 : 0, 5, 4), y((size_t)n);
            struct cm_cuda_binary_params p = {};
            p.a = at(a) + (uint64_t)a_before * sizeof(T), p.b = at(b) + (uint64_t)b_before * sizeof(T);
            p.y = at(y), p.n = n, p.rank = (int32_t)s.dims.size(), p.op = r.op;
            put(p.dims, s.dims), put(p.a_strides, s.a), put(p.b_strides, s.b);
            LAUNCH(std::string("binary_") + suffix<T>(), p, {3}, y);
            for (int64_t i = 0; i < n; i++)
                EXPECT(y[(size_t)i] == r.want(a[(size_t)(a_before + offset(i, s.dims, s.a))],
                                              b[(size_t)(b_before + offset(i, s.dims, s.b))]));
        }
    }
}
CASE(binary_i32) { binary_ints<int32_t>(-2e9, 2e9); }
CASE(binary_i64) { binary_ints<int64_t>(-9e18, 9e18); }
CASE(binary_u8) { binary_ints<uint8_t>(0, 255); }

template <typename T> static void int_corners(T least) {
    std::vector<T> a = {least, least, least, 3, (T)-2, (T)-1, 2, (T)-1, 7},
                   b = {(T)-1, (T)-1, 0, 4, 3, (T)-3, (T)-1, (T)-2, 0};
    std::vector<T> y(a.size());
    struct cm_cuda_binary_params p = {at(a), at(b), at(y), (int64_t)a.size(), {(int64_t)a.size()},
                                      {1},   {1},   1,     CM_CUDA_DIV};
    LAUNCH(std::string("binary_") + suffix<T>(), p, {1}, y);
    EXPECT(y[0] == least && y[2] == 0 && y[8] == 0);
    p.op = CM_CUDA_MOD;
    LAUNCH(std::string("binary_") + suffix<T>(), p, {1}, y);
    EXPECT(y[0] == 0 && y[2] == 0);
    p.op = CM_CUDA_POW;
    LAUNCH(std::string("binary_") + suffix<T>(), p, {1}, y);
    EXPECT(y[3] == 81 && y[4] == -8 && y[5] == -1 && y[6] == 0 && y[7] == 1 && y[8] == 1);
}
CASE(int_corners) {
    int_corners<int32_t>(INT32_MIN);
    int_corners<int64_t>(INT64_MIN);
}

/* ---- chains ---- */

/* y = LeakyRelu((x * s + row)^2 - Max(x, column)) * x: all registers, an operand of one element, rows and columns. */
template <typename T> static void chain(std::vector<int64_t> dims, bool in_place) {
    const int64_t n = product(dims), columns = dims.back(), rows = columns == 0 ? 0 : n / columns;
    std::vector<T> x = numbers<T>(n, -2, 2, 1), one = list<T>({0.75}), row = numbers<T>(columns, -1, 1, 2);
    std::vector<T> column = numbers<T>(rows, -1, 1, 3), y((size_t)n);
    struct cm_cuda_chain_params p = {};
    const uint8_t X = CM_CUDA_CHAIN_REGISTERS, ONE = X + 1, ROW = X + 2, COLUMN = X + 3;
    p.in[0] = at(x), p.in[1] = at(one), p.in[2] = at(row), p.in[3] = at(column), p.y = at(y);
    p.n = n, p.rank = (int32_t)dims.size(), p.n_in = 4, p.n_stages = 7;
    put(p.dims, dims), put(p.strides[0], dense(dims));
    for (size_t d = 0; d < dims.size(); d++) {
        p.strides[2][d] = d + 1 == dims.size();
        p.strides[3][d] = d + 1 == dims.size() ? 0 : dense(dims)[d] / std::max<int64_t>(columns, 1);
    }
    if (dims.size() == 1) p.in[3] = p.in[2], p.strides[3][0] = 1; /* nothing is broadcast but one element */
    const uint8_t NONE = CM_CUDA_CHAIN_NONE;
    const struct cm_cuda_chain_stage stages[7] = {
        {CM_CUDA_MUL, 0, X, ONE, 0, 0, NONE, 0, {}}, {CM_CUDA_ADD, 3, 0, ROW, 0, 0, NONE, 0, {}},
        {CM_CUDA_MUL, 1, 3, 3, 0, 0, NONE, 0, {}},   {CM_CUDA_MAX, 2, X, COLUMN, 0, 0, NONE, 0, {}},
        {CM_CUDA_SUB, 0, 1, 2, 0, 0, NONE, 0, {}},   {CM_CUDA_LEAKY_RELU, 0, 0, NONE, 0.25f, 0, NONE, 0, {}},
        {CM_CUDA_MUL, 0, 0, X, 0, 0, NONE, 0, {}}};
    std::memcpy(p.stage, stages, sizeof stages);
    std::vector<double> want;
    for (int64_t i = 0; i < n; i++) {
        const double v = value(x[(size_t)i]), r = value(row[(size_t)(i % columns)]);
        const double c = dims.size() == 1 ? r : value(column[(size_t)(i / columns)]);
        const double d = std::pow(v * 0.75 + r, 2) - std::fmax(v, c);
        want.push_back((d < 0 ? 0.25 * d : d) * v);
    }
    const std::string kernel = std::string("chain_") + suffix<T>();
    if (in_place) {
        p.y = at(x);
        const uint32_t grid[3] = {2, 1, 1}, block[3] = {CM_CUDA_BLOCK, 1, 1};
        EXPECT(cuda_host_launch(cuda_host_find(("cm_cuda_" + kernel).c_str()), grid, block, &p, 0));
        NEAR(x, want, 4 * epsilon<T>(), 1, "in place");
        return;
    }
    LAUNCH(kernel, p, {2}, y);
    NEAR(y, want, 4 * epsilon<T>(), 1, "chain");
}
CASE(chain) {
    for (bool in_place : {false, true}) {
        chain<float>({1030}, in_place);
        chain<float>({3, 37}, in_place);
        chain<half>({2, 3, 5}, in_place);
        chain<half>({256}, in_place);
        chain<brain>({3, 36}, in_place);
    }
    chain<float>({0}, false);
}

/* y = Cast(b && !(h < r) ? h * h : h, to y's type) with h = Cast(x) to float16, b of one byte, r a row of float16; the
 * numbers are such that float16 has to round them after each stage. Whatever the operands' types, each is read so. */
template <typename X, typename Y>
static void chain_mixed(int x_type, int y_type, std::vector<int64_t> dims, double lo, double hi) {
    const int64_t n = product(dims), columns = dims.back();
    std::vector<X> x = numbers<X>(n, lo, hi, 1);
    std::vector<uint8_t> b = numbers<uint8_t>(n, 0, 1.99, 2);
    std::vector<half> row = numbers<half>(columns, lo, hi, 3);
    std::vector<Y> y((size_t)n);
    struct cm_cuda_chain_params p = {};
    const uint8_t R = CM_CUDA_CHAIN_REGISTERS, B = R + 1, ROW = R + 2, NONE = CM_CUDA_CHAIN_NONE;
    p.in[0] = at(x), p.in[1] = at(b), p.in[2] = at(row), p.y = at(y);
    p.in_type[0] = (uint8_t)x_type, p.in_type[1] = CM_CUDA_BOOL, p.in_type[2] = CM_CUDA_F16, p.y_type = y_type;
    p.n = n, p.rank = (int32_t)dims.size(), p.n_in = 3, p.n_stages = 7;
    put(p.dims, dims), put(p.strides[0], dense(dims)), put(p.strides[1], dense(dims));
    p.strides[2][dims.size() - 1] = 1;
    const struct cm_cuda_chain_stage stages[7] = {
        {CM_CUDA_COPY, 0, R, NONE, 0, 0, NONE, CM_CUDA_F16, {}},
        {CM_CUDA_LESS, 1, 0, ROW, 0, 0, NONE, CM_CUDA_BOOL, {}},
        {CM_CUDA_NOT, 1, 1, NONE, 0, 0, NONE, CM_CUDA_BOOL, {}},
        {CM_CUDA_AND, 1, B, 1, 0, 0, NONE, CM_CUDA_BOOL, {}},
        {CM_CUDA_MUL, 2, 0, 0, 0, 0, NONE, CM_CUDA_F16, {}},
        {0, 0, 1, 2, 0, 0, 0, CM_CUDA_F16, {}},
        {CM_CUDA_COPY, 3, 0, NONE, 0, 0, NONE, (uint8_t)y_type, {}}};
    std::memcpy(p.stage, stages, sizeof stages);
    LAUNCH("chain_mixed", p, {2}, y);
    for (int64_t i = 0; i < n; i++) {
        const half h = element<half>(value(x[(size_t)i])), h2 = element<half>(value(h) * value(h));
        const bool chosen = b[(size_t)i] != 0 && !(value(h) < value(row[(size_t)(i % columns)]));
        const double want = value(chosen ? h2 : h);
        Y cast;
        if constexpr (std::is_integral<Y>::value)
            cast = y_type == CM_CUDA_BOOL ? want != 0 : (Y)(int64_t)want;
        else
            cast = element<Y>(want);
        EXPECT(std::memcmp(&y[(size_t)i], &cast, sizeof cast) == 0);
    }
}
CASE(chain_mixed) {
    for (std::vector<int64_t> dims : {std::vector<int64_t>{1030}, {256}, {3, 37}}) {
        chain_mixed<float, float>(CM_CUDA_F32, CM_CUDA_F32, dims, -3, 3);
        chain_mixed<float, half>(CM_CUDA_F32, CM_CUDA_F16, dims, -3, 3);
        chain_mixed<brain, brain>(CM_CUDA_BF16, CM_CUDA_BF16, dims, -3, 3);
        chain_mixed<half, uint8_t>(CM_CUDA_F16, CM_CUDA_BOOL, dims, -3, 3);
        chain_mixed<uint8_t, uint8_t>(CM_CUDA_U8, CM_CUDA_U8, dims, 0, 100);
        chain_mixed<int8_t, int8_t>(CM_CUDA_I8, CM_CUDA_I8, dims, -100, 100);
        chain_mixed<int32_t, int32_t>(CM_CUDA_I32, CM_CUDA_I32, dims, -200, 200);
        chain_mixed<int64_t, int64_t>(CM_CUDA_I64, CM_CUDA_I64, dims, -200, 200);
    }
}

/* Each operator of a stage that the chain above has not, of pairs of numbers that tell them apart; casts of what is out
 * of range. */
CASE(chain_mixed_stages) {
    const float nan = (float)NOT_A_NUMBER, inf = (float)INF;
    std::vector<float> a = {1, 2, 2, 0, nan, inf, -inf, 3e10f}, b = {2, 1, 2, 0, 1, inf, 0, nan};
    const struct {
        int op;
        bool two;
        float x, y;
        std::vector<double> want;
    } stages[] = {{CM_CUDA_OR, true, 0, 0, {1, 1, 1, 0, 1, 1, 1, 1}},
                  {CM_CUDA_XOR, true, 0, 0, {0, 0, 0, 0, 0, 0, 1, 0}},
                  {CM_CUDA_EQUAL, true, 0, 0, {0, 0, 1, 1, 0, 1, 0, 0}},
                  {CM_CUDA_LESS_EQUAL, true, 0, 0, {1, 0, 1, 1, 0, 1, 1, 0}},
                  {CM_CUDA_GREATER, true, 0, 0, {0, 1, 0, 0, 0, 0, 0, 0}},
                  {CM_CUDA_GREATER_EQUAL, true, 0, 0, {0, 1, 1, 1, 0, 1, 0, 0}},
                  {CM_CUDA_IS_NAN, false, 0, 0, {0, 0, 0, 0, 1, 0, 0, 0}},
                  {CM_CUDA_IS_INF, false, 1, 0, {0, 0, 0, 0, 0, 1, 0, 0}},
                  {CM_CUDA_IS_INF, false, 1, 1, {0, 0, 0, 0, 0, 1, 1, 0}}};
    struct cm_cuda_chain_params p = {};
    p.n = p.dims[0] = (int64_t)a.size(), p.rank = 1, p.n_in = 2, p.n_stages = 1;
    p.in[0] = at(a), p.in[1] = at(b), p.strides[0][0] = p.strides[1][0] = 1;
    p.in_type[0] = p.in_type[1] = CM_CUDA_F32;
    p.stage[0] = {0, 0, CM_CUDA_CHAIN_REGISTERS, 0, 0, 0, CM_CUDA_CHAIN_NONE, CM_CUDA_BOOL, {}};
    for (const auto &s : stages) {
        std::vector<uint8_t> y(a.size());
        p.y = at(y), p.y_type = CM_CUDA_BOOL;
        p.stage[0].op = (uint8_t)s.op, p.stage[0].x = s.x, p.stage[0].y = s.y;
        p.stage[0].b = s.two ? CM_CUDA_CHAIN_REGISTERS + 1 : CM_CUDA_CHAIN_NONE;
        LAUNCH("chain_mixed", p, {1}, y);
        NEAR(y, s.want, 0, 0, "stage " + std::to_string(s.op));
    }
    std::vector<int32_t> whole(a.size());
    p.stage[0].op = CM_CUDA_COPY, p.stage[0].b = CM_CUDA_CHAIN_NONE, p.stage[0].type = CM_CUDA_I32;
    p.y = at(whole), p.y_type = CM_CUDA_I32;
    LAUNCH("chain_mixed", p, {1}, whole);
    NEAR(whole, {1, 2, 2, 0, 0, INT32_MAX, INT32_MIN, INT32_MAX}, 0, 0, "to int32");
}

/* ---- Where, Cast ---- */

template <typename T> static void where() {
    for (const shape2 &s : shapes2) {
        int64_t a_before, b_before, n_a, n_b, n = product(s.dims);
        reach(s, s.a, &a_before, &n_a);
        reach(s, s.b, &b_before, &n_b);
        std::vector<T> a = numbers<T>(n_a, 0, 200, 5), b = numbers<T>(n_b, 0, 200, 6), y((size_t)n);
        std::vector<uint8_t> c = numbers<uint8_t>(n_b, 0, 1.99, 7);
        struct cm_cuda_where_params p = {};
        p.c = at(c) + (uint64_t)b_before, p.a = at(a) + (uint64_t)a_before * sizeof(T);
        p.b = at(b) + (uint64_t)b_before * sizeof(T), p.y = at(y), p.n = n, p.rank = (int32_t)s.dims.size();
        put(p.dims, s.dims), put(p.c_strides, s.b), put(p.a_strides, s.a), put(p.b_strides, s.b);
        LAUNCH("where_" + std::to_string(sizeof(T)), p, {2}, y);
        for (int64_t i = 0; i < n; i++) {
            size_t ia = (size_t)(a_before + offset(i, s.dims, s.a)), ib = (size_t)(b_before + offset(i, s.dims, s.b));
            EXPECT(y[(size_t)i] == (c[ib] ? a[ia] : b[ib]));
        }
    }
}
CASE(where) {
    where<uint8_t>();
    where<uint16_t>();
    where<uint32_t>();
    where<uint64_t>();
}

template <typename F, typename T>
static void cast(int from, int to, const std::vector<F> &x, const std::vector<T> &want) {
    std::vector<T> y(x.size());
    struct cm_cuda_cast_params p = {at(x), at(y), (int64_t)x.size(), from, to};
    LAUNCH("cast", p, {1}, y);
    if (std::memcmp(y.data(), want.data(), y.size() * sizeof(T)) != 0)
        failed(__FILE__, __LINE__, "cast " + std::to_string(from) + " to " + std::to_string(to));
}
CASE(cast) {
    const float inf = (float)INF, nan = (float)NOT_A_NUMBER;
    std::vector<float> f = {0, 1.9f, -1.9f, 300, 3e9f, -3e9f, 1e20f, -1e20f, nan};
    cast<float, int32_t>(CM_CUDA_F32, CM_CUDA_I32, f, {0, 1, -1, 300, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, 0});
    cast<float, int64_t>(CM_CUDA_F32, CM_CUDA_I64, f,
                         {0, 1, -1, 300, 3000000000, -3000000000, INT64_MAX, INT64_MIN, 0});
    cast<float, uint64_t>(CM_CUDA_F32, CM_CUDA_U64, f,
                          {0, 1, (uint64_t)-1, 300, 3000000000u, (uint64_t)-3000000000, UINT64_MAX, 1ull << 63, 0});
    cast<float, uint8_t>(CM_CUDA_F32, CM_CUDA_U8, {0, 1.9f, -1.9f, 300, nan}, {0, 1, 255, 44, 0});
    cast<float, int16_t>(CM_CUDA_F32, CM_CUDA_I16, {0, 1.9f, -1.9f, 65537, nan}, {0, 1, -1, 1, 0});
    cast<float, uint8_t>(CM_CUDA_F32, CM_CUDA_BOOL, {0, 0.5f, -0.0f, nan}, {0, 1, 0, 1});
    cast<int64_t, uint8_t>(CM_CUDA_I64, CM_CUDA_BOOL, {0, 256, -1}, {0, 1, 1});
    cast<int64_t, float>(CM_CUDA_I64, CM_CUDA_F32, {0, 16777217, -5, INT64_MAX},
                         {0, 16777216, -5, 9223372036854775808.0f});
    cast<uint64_t, float>(CM_CUDA_U64, CM_CUDA_F32, {UINT64_MAX, 7}, {18446744073709551616.0f, 7});
    cast<int64_t, int32_t>(CM_CUDA_I64, CM_CUDA_I32, {1ll << 32 | 5, -3}, {5, -3});
    cast<int32_t, int64_t>(CM_CUDA_I32, CM_CUDA_I64, {-7, INT32_MAX}, {-7, INT32_MAX});
    cast<int8_t, double>(CM_CUDA_I8, CM_CUDA_F64, {-128, 127}, {-128, 127});
    cast<double, float>(CM_CUDA_F64, CM_CUDA_F32, {1.0 / 3, INF}, {(float)(1.0 / 3), inf});
    /* 1 + 2^-11 lies between two halves, and a little more than that does not. */
    cast<double, uint16_t>(CM_CUDA_F64, CM_CUDA_F16,
                           {1 + std::ldexp(1, -11), 1 + std::ldexp(1, -11) + 1e-12, -65504, 65520},
                           {0x3c00, 0x3c01, 0xfbff, 0x7c00});
    cast<float, uint16_t>(CM_CUDA_F32, CM_CUDA_F16, {1, -2, 65504, 65519, 65520, 5.9604645e-8f, inf, -0.0f},
                          {0x3c00, 0xc000, 0x7bff, 0x7bff, 0x7c00, 1, 0x7c00, 0x8000});
    cast<uint16_t, float>(CM_CUDA_F16, CM_CUDA_F32, {0x3c00, 0xc000, 0x7bff, 1, 0x7c00, 0x8000},
                          {1, -2, 65504, 5.9604645e-8f, inf, -0.0f});
    cast<uint16_t, int32_t>(CM_CUDA_F16, CM_CUDA_I32, {0x3c00, 0xc000}, {1, -2});
    cast<uint8_t, uint16_t>(CM_CUDA_BOOL, CM_CUDA_F16, {0, 1}, {0, 0x3c00});
    /* bfloat16: 1 + 2^-8 lies between two, as 257 does. */
    cast<double, uint16_t>(CM_CUDA_F64, CM_CUDA_BF16, {1 + std::ldexp(1, -8), 1 + std::ldexp(1, -8) + 1e-12, -3, INF},
                           {0x3f80, 0x3f81, 0xc040, 0x7f80});
    cast<int64_t, uint16_t>(CM_CUDA_I64, CM_CUDA_BF16, {257, -1}, {0x4380, 0xbf80});
    cast<uint16_t, float>(CM_CUDA_BF16, CM_CUDA_F32, {0x3f81, 0xc040}, {1.0078125f, -3});
}
