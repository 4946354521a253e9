/* elementwise.cu — operators of one, two and three tensors element by element, with broadcast, Cast, and chains of
 * them. All are bound by memory: four elements at a time where the operands lie so, and no division by dims where
 * none is broadcast. */
#include "kernels/cuda/device.cuh"

/* ---- one tensor ---- */

/* y[i] = f(x[i]), four at a time where both are aligned. */
template <typename X, typename Y, typename F>
CM_DEVICE void cm_map(cm_cuda_address px, cm_cuda_address py, int64_t n, F f) {
    const X *x = cm_at<const X>(px);
    Y *y = cm_at<Y>(py);
    int64_t done = 0;
    if (cm_packs<X, 4>(px) && cm_packs<Y, 4>(py)) {
        for (int64_t i = cm_thread(); i < n / 4; i += cm_threads()) {
            cm_pack<X, 4> from = ((const cm_pack<X, 4> *)x)[i];
            cm_pack<Y, 4> to;
            CM_UNROLL for (int k = 0; k < 4; k++) to.v[k] = f(from.v[k]);
            ((cm_pack<Y, 4> *)y)[i] = to;
        }
        done = n / 4 * 4;
    }
    for (int64_t i = done + cm_thread(); i < n; i += cm_threads()) y[i] = f(x[i]);
}

template <typename T> struct cm_unary_float {
    const cm_cuda_unary_params &p;
    __device__ T operator()(T x) const {
        return p.op == CM_CUDA_COPY ? x : cm_narrow<T>(cm_function(p.op, cm_wide(x), p.a, p.b));
    }
};

/* Integers wrap around. S, U: signed and unsigned, of at least 32 bits, in which they are computed. Bounds of CLIP are
 * whole numbers; those beyond the type bound nothing. */
template <typename T, typename S, typename U> struct cm_unary_int {
    const cm_cuda_unary_params &p;
    __device__ T operator()(T element) const {
        S x = (S)element;
        switch (p.op) {
        case CM_CUDA_RELU: return (T)(x < 0 ? 0 : x);
        case CM_CUDA_NEG: return (T)(0 - (U)x);
        case CM_CUDA_ABS: return (T)(x < 0 ? 0 - (U)x : (U)x);
        case CM_CUDA_SIGN: return (T)((x > 0) - (x < 0));
        case CM_CUDA_NOT: return x == 0;
        case CM_CUDA_CLIP:
            x = (float)x < p.a ? (S)p.a : x;
            return (T)((float)x > p.b ? (S)p.b : x);
        default: return element;
        }
    }
};

template <typename T> struct cm_test {
    const cm_cuda_unary_params &p;
    __device__ uint8_t operator()(T v) const {
        float x = cm_wide(v);
        return p.op == CM_CUDA_IS_NAN ? x != x : (p.a != 0 && x == CM_INFINITY) || (p.b != 0 && x == -CM_INFINITY);
    }
};

CM_KERNEL cm_cuda_unary_f32(struct cm_cuda_unary_params p) {
    cm_map<float, float>(p.x, p.y, p.n, cm_unary_float<float>{p});
}
CM_KERNEL cm_cuda_unary_f16(struct cm_cuda_unary_params p) {
    cm_map<cm_f16, cm_f16>(p.x, p.y, p.n, cm_unary_float<cm_f16>{p});
}
CM_KERNEL cm_cuda_unary_bf16(struct cm_cuda_unary_params p) {
    cm_map<cm_bf16, cm_bf16>(p.x, p.y, p.n, cm_unary_float<cm_bf16>{p});
}
CM_KERNEL cm_cuda_unary_i32(struct cm_cuda_unary_params p) {
    cm_map<int32_t, int32_t>(p.x, p.y, p.n, cm_unary_int<int32_t, int32_t, uint32_t>{p});
}
CM_KERNEL cm_cuda_unary_i64(struct cm_cuda_unary_params p) {
    cm_map<int64_t, int64_t>(p.x, p.y, p.n, cm_unary_int<int64_t, int64_t, uint64_t>{p});
}
CM_KERNEL cm_cuda_unary_u8(struct cm_cuda_unary_params p) {
    cm_map<uint8_t, uint8_t>(p.x, p.y, p.n, cm_unary_int<uint8_t, int32_t, uint32_t>{p});
}
CM_KERNEL cm_cuda_test_f32(struct cm_cuda_unary_params p) { cm_map<float, uint8_t>(p.x, p.y, p.n, cm_test<float>{p}); }
CM_KERNEL cm_cuda_test_f16(struct cm_cuda_unary_params p) {
    cm_map<cm_f16, uint8_t>(p.x, p.y, p.n, cm_test<cm_f16>{p});
}
CM_KERNEL cm_cuda_test_bf16(struct cm_cuda_unary_params p) {
    cm_map<cm_bf16, uint8_t>(p.x, p.y, p.n, cm_test<cm_bf16>{p});
}

/* ---- two tensors ---- */

/* Is an operand one element for all (0), dense (1), or something else (2)? */
CM_DEVICE int cm_flat(int32_t rank, const int64_t *dims, const int64_t *strides) {
    int64_t dense = 1;
    bool still = true, flat = true;
    for (int32_t d = rank - 1; d >= 0; d--) {
        if (dims[d] == 1) continue;
        still = still && strides[d] == 0;
        flat = flat && strides[d] == dense;
        dense *= dims[d];
    }
    return still ? 0 : flat ? 1 : 2;
}

/* Four elements of a flat operand. */
template <typename T> CM_DEVICE cm_pack<T, 4> cm_read4(const T *x, int flat, int64_t i) {
    if (flat) return ((const cm_pack<T, 4> *)x)[i];
    return {{*x, *x, *x, *x}};
}

template <typename T, typename Y, typename F> CM_DEVICE void cm_map2(const cm_cuda_binary_params &p, F f) {
    const T *a = cm_at<const T>(p.a), *b = cm_at<const T>(p.b);
    Y *y = cm_at<Y>(p.y);
    int flat_a = cm_flat(p.rank, p.dims, p.a_strides), flat_b = cm_flat(p.rank, p.dims, p.b_strides);
    if (flat_a == 2 || flat_b == 2) {
        const int64_t *strides[2] = {p.a_strides, p.b_strides};
        for (int64_t i = cm_thread(); i < p.n; i += cm_threads()) {
            int64_t at[2];
            cm_offsets<2>(i, p.n, p.rank, p.dims, strides, at);
            y[i] = f(a[at[0]], b[at[1]]);
        }
        return;
    }
    int64_t done = 0;
    if ((!flat_a || cm_packs<T, 4>(p.a)) && (!flat_b || cm_packs<T, 4>(p.b)) && cm_packs<Y, 4>(p.y)) {
        for (int64_t i = cm_thread(); i < p.n / 4; i += cm_threads()) {
            cm_pack<T, 4> va = cm_read4(a, flat_a, i), vb = cm_read4(b, flat_b, i);
            cm_pack<Y, 4> to;
            CM_UNROLL for (int k = 0; k < 4; k++) to.v[k] = f(va.v[k], vb.v[k]);
            ((cm_pack<Y, 4> *)y)[i] = to;
        }
        done = p.n / 4 * 4;
    }
    for (int64_t i = done + cm_thread(); i < p.n; i += cm_threads()) y[i] = f(a[flat_a * i], b[flat_b * i]);
}

static CM_NOINLINE __device__ float cm_power(float a, float b) { return b == 2.0f ? a * a : powf(a, b); }
static CM_NOINLINE __device__ float cm_remainder(float a, float b, bool floored) {
    float r = fmodf(a, b);
    if (!floored) return r;
    return r == 0 ? copysignf(0, b) : (r < 0) != (b < 0) ? r + b : r;
}

CM_DEVICE float cm_function2(int32_t op, float a, float b) {
    switch (op) {
    case CM_CUDA_ADD: return a + b;
    case CM_CUDA_SUB: return a - b;
    case CM_CUDA_MUL: return a * b;
    case CM_CUDA_DIV: return a / b;
    case CM_CUDA_MIN: return a != a || a < b ? a : b;
    case CM_CUDA_MAX: return a != a || a > b ? a : b;
    case CM_CUDA_PRELU: return a < 0 ? a * b : a;
    case CM_CUDA_POW: return cm_power(a, b);
    default: return cm_remainder(a, b, op == CM_CUDA_MOD);
    }
}

template <typename T> struct cm_binary_float {
    const cm_cuda_binary_params &p;
    __device__ T operator()(T a, T b) const { return cm_narrow<T>(cm_function2(p.op, cm_wide(a), cm_wide(b))); }
};

/* Of whole numbers; b < 0 gives the whole part of a fraction. */
template <typename S, typename U> CM_DEVICE U cm_power_int(S a, S b) {
    if (b < 0) return a == 1 || (a == -1 && b % 2 == 0) ? 1 : a == -1 ? (U)-1 : 0;
    U power = 1, square = (U)a;
    for (U e = (U)b; e != 0; e >>= 1, square *= square)
        if (e & 1) power *= square;
    return power;
}

/* Integers wrap around; what is divided by 0 is 0. S, U as above. */
template <typename T, typename S, typename U> struct cm_binary_int {
    const cm_cuda_binary_params &p;
    __device__ T operator()(T va, T vb) const {
        S a = (S)va, b = (S)vb;
        U ua = (U)a, ub = (U)b;
        switch (p.op) {
        case CM_CUDA_ADD: return (T)(ua + ub);
        case CM_CUDA_SUB: return (T)(ua - ub);
        case CM_CUDA_MUL: return (T)(ua * ub);
        case CM_CUDA_DIV: return (T)(b == 0 ? 0 : b == -1 ? 0 - ua : (U)(a / b)); /* the least number by -1 wraps */
        case CM_CUDA_FMOD:
        case CM_CUDA_MOD: {
            S r = b == 0 || b == -1 ? 0 : a % b;
            return (T)(p.op == CM_CUDA_MOD && r != 0 && (r < 0) != (b < 0) ? r + b : r);
        }
        case CM_CUDA_MIN: return (T)(b < a ? b : a);
        case CM_CUDA_MAX: return (T)(a < b ? b : a);
        case CM_CUDA_PRELU: return (T)(a < 0 ? ua * ub : ua);
        case CM_CUDA_POW: return (T)cm_power_int<S, U>(a, b);
        case CM_CUDA_AND: return (T)(ua & ub);
        case CM_CUDA_OR: return (T)(ua | ub);
        default: return (T)(ua ^ ub);
        }
    }
};

CM_DEVICE float cm_comparable(float x) { return x; }
CM_DEVICE float cm_comparable(cm_f16 x) { return cm_wide(x); }
CM_DEVICE float cm_comparable(cm_bf16 x) { return cm_wide(x); }
CM_DEVICE int64_t cm_comparable(int64_t x) { return x; }
CM_DEVICE int32_t cm_comparable(int32_t x) { return x; }
CM_DEVICE int32_t cm_comparable(uint8_t x) { return x; }

template <typename T> struct cm_compare {
    const cm_cuda_binary_params &p;
    __device__ uint8_t operator()(T va, T vb) const {
        auto a = cm_comparable(va), b = cm_comparable(vb);
        switch (p.op) {
        case CM_CUDA_EQUAL: return a == b;
        case CM_CUDA_LESS: return a < b;
        case CM_CUDA_LESS_EQUAL: return a <= b;
        case CM_CUDA_GREATER: return a > b;
        default: return a >= b;
        }
    }
};

CM_KERNEL cm_cuda_binary_f32(struct cm_cuda_binary_params p) { cm_map2<float, float>(p, cm_binary_float<float>{p}); }
CM_KERNEL cm_cuda_binary_f16(struct cm_cuda_binary_params p) { cm_map2<cm_f16, cm_f16>(p, cm_binary_float<cm_f16>{p}); }
CM_KERNEL cm_cuda_binary_bf16(struct cm_cuda_binary_params p) { cm_map2<cm_bf16, cm_bf16>(p, cm_binary_float<cm_bf16>{p}); }
CM_KERNEL cm_cuda_binary_i32(struct cm_cuda_binary_params p) {
    cm_map2<int32_t, int32_t>(p, cm_binary_int<int32_t, int32_t, uint32_t>{p});
}
CM_KERNEL cm_cuda_binary_i64(struct cm_cuda_binary_params p) {
    cm_map2<int64_t, int64_t>(p, cm_binary_int<int64_t, int64_t, uint64_t>{p});
}
CM_KERNEL cm_cuda_binary_u8(struct cm_cuda_binary_params p) {
    cm_map2<uint8_t, uint8_t>(p, cm_binary_int<uint8_t, int32_t, uint32_t>{p});
}
CM_KERNEL cm_cuda_compare_f32(struct cm_cuda_binary_params p) { cm_map2<float, uint8_t>(p, cm_compare<float>{p}); }
CM_KERNEL cm_cuda_compare_f16(struct cm_cuda_binary_params p) { cm_map2<cm_f16, uint8_t>(p, cm_compare<cm_f16>{p}); }
CM_KERNEL cm_cuda_compare_bf16(struct cm_cuda_binary_params p) { cm_map2<cm_bf16, uint8_t>(p, cm_compare<cm_bf16>{p}); }
CM_KERNEL cm_cuda_compare_i32(struct cm_cuda_binary_params p) { cm_map2<int32_t, uint8_t>(p, cm_compare<int32_t>{p}); }
CM_KERNEL cm_cuda_compare_i64(struct cm_cuda_binary_params p) { cm_map2<int64_t, uint8_t>(p, cm_compare<int64_t>{p}); }
CM_KERNEL cm_cuda_compare_u8(struct cm_cuda_binary_params p) { cm_map2<uint8_t, uint8_t>(p, cm_compare<uint8_t>{p}); }

/* ---- Where ---- */

template <typename T> CM_DEVICE void cm_where(const cm_cuda_where_params &p) {
    const uint8_t *c = cm_at<const uint8_t>(p.c);
    const T *a = cm_at<const T>(p.a), *b = cm_at<const T>(p.b);
    T *y = cm_at<T>(p.y);
    const int64_t *strides[3] = {p.c_strides, p.a_strides, p.b_strides};
    int flat_c = cm_flat(p.rank, p.dims, p.c_strides), flat_a = cm_flat(p.rank, p.dims, p.a_strides);
    int flat_b = cm_flat(p.rank, p.dims, p.b_strides);
    bool flat = flat_c != 2 && flat_a != 2 && flat_b != 2;
    for (int64_t i = cm_thread(); i < p.n; i += cm_threads()) {
        int64_t at[3] = {flat_c * i, flat_a * i, flat_b * i};
        if (!flat) cm_offsets<3>(i, p.n, p.rank, p.dims, strides, at);
        y[i] = c[at[0]] != 0 ? a[at[1]] : b[at[2]];
    }
}

CM_KERNEL cm_cuda_where_1(struct cm_cuda_where_params p) { cm_where<uint8_t>(p); }
CM_KERNEL cm_cuda_where_2(struct cm_cuda_where_params p) { cm_where<uint16_t>(p); }
CM_KERNEL cm_cuda_where_4(struct cm_cuda_where_params p) { cm_where<uint32_t>(p); }
CM_KERNEL cm_cuda_where_8(struct cm_cuda_where_params p) { cm_where<uint64_t>(p); }

/* ---- Cast ---- */

/* A number of any type: `whole` holds all integers, uint64 by its bits, `real` all floats. */
struct cm_number {
    enum { REAL, SIGNED, UNSIGNED } kind;
    double real;
    int64_t whole;
};

CM_DEVICE cm_number cm_real(double x) { return {cm_number::REAL, x, 0}; }
CM_DEVICE cm_number cm_whole(int64_t x) { return {cm_number::SIGNED, 0, x}; }

CM_DEVICE cm_number cm_load_number(cm_cuda_address at, int32_t type, int64_t i) {
    switch (type) {
    case CM_CUDA_F32: return cm_real((double)cm_at<const float>(at)[i]);
    case CM_CUDA_F16: return cm_real((double)cm_wide(cm_at<const cm_f16>(at)[i]));
    case CM_CUDA_BF16: return cm_real((double)cm_wide(cm_at<const cm_bf16>(at)[i]));
    case CM_CUDA_F64: return cm_real(cm_at<const double>(at)[i]);
    case CM_CUDA_I8: return cm_whole(cm_at<const int8_t>(at)[i]);
    case CM_CUDA_U16: return cm_whole(cm_at<const uint16_t>(at)[i]);
    case CM_CUDA_I16: return cm_whole(cm_at<const int16_t>(at)[i]);
    case CM_CUDA_I32: return cm_whole(cm_at<const int32_t>(at)[i]);
    case CM_CUDA_U32: return cm_whole(cm_at<const uint32_t>(at)[i]);
    case CM_CUDA_I64: return cm_whole(cm_at<const int64_t>(at)[i]);
    case CM_CUDA_U64: return {cm_number::UNSIGNED, 0, cm_at<const int64_t>(at)[i]};
    default: return cm_whole(cm_at<const uint8_t>(at)[i]);
    }
}

/* The whole part of x, saturated; NaN gives 0. */
CM_DEVICE int64_t cm_truncate(double x) {
    if (x != x) return 0;
    return x >= 9223372036854775808.0 ? INT64_MAX : x <= -9223372036854775808.0 ? INT64_MIN : (int64_t)x;
}
/* uint64: numbers below 0 as their two's complement. */
CM_DEVICE uint64_t cm_truncate_unsigned(double x) {
    if (x >= 9223372036854775808.0) return x >= 18446744073709551616.0 ? UINT64_MAX : (uint64_t)x;
    return (uint64_t)cm_truncate(x);
}

/* x as float, of which a rounding to half gives what one rounding of x gives: the last bit of an inexact one is 1. */
CM_DEVICE float cm_to_odd(double x) {
    float f = (float)x;
    double back = (double)f;
    if (back == x || x != x || fabsf(f) == CM_INFINITY) return f;
    uint32_t bits = cm_bits(f);
    if ((back > x) == (x > 0)) bits--; /* it was rounded away from 0 */
    return cm_from_bits(bits | 1);
}

CM_DEVICE double cm_number_real(const cm_number &v) {
    return v.kind == cm_number::REAL     ? v.real
           : v.kind == cm_number::SIGNED ? (double)v.whole
                                         : (double)(uint64_t)v.whole;
}

CM_DEVICE void cm_store_number(cm_cuda_address at, int32_t type, int64_t i, const cm_number &v) {
    bool real = v.kind == cm_number::REAL;
    int64_t whole = real && type != CM_CUDA_U64 ? cm_truncate(v.real) : v.whole;
    switch (type) {
    case CM_CUDA_F32:
        cm_at<float>(at)[i] = real                             ? (float)v.real
                              : v.kind == cm_number::SIGNED ? (float)v.whole
                                                               : (float)(uint64_t)v.whole;
        break;
    case CM_CUDA_F16: cm_at<cm_f16>(at)[i] = cm_half(cm_to_odd(cm_number_real(v))); break;
    case CM_CUDA_BF16: cm_at<cm_bf16>(at)[i] = cm_brain(cm_to_odd(cm_number_real(v))); break;
    case CM_CUDA_F64: cm_at<double>(at)[i] = cm_number_real(v); break;
    case CM_CUDA_BOOL: cm_at<uint8_t>(at)[i] = real ? v.real != 0 : v.whole != 0; break;
    case CM_CUDA_I32:
        if (real) whole = cm_least(cm_most(whole, (int64_t)INT32_MIN), (int64_t)INT32_MAX);
        cm_at<int32_t>(at)[i] = (int32_t)whole;
        break;
    case CM_CUDA_I64: cm_at<int64_t>(at)[i] = whole; break;
    case CM_CUDA_U64: cm_at<uint64_t>(at)[i] = real ? cm_truncate_unsigned(v.real) : (uint64_t)v.whole; break;
    case CM_CUDA_U32: cm_at<uint32_t>(at)[i] = (uint32_t)whole; break;
    case CM_CUDA_I16:
    case CM_CUDA_U16: cm_at<uint16_t>(at)[i] = (uint16_t)whole; break;
    default: cm_at<uint8_t>(at)[i] = (uint8_t)whole; break;
    }
}

/* What is out of an integer's range: kernels/cast.c, which this follows. */
CM_KERNEL cm_cuda_cast(struct cm_cuda_cast_params p) {
    if (p.from == CM_CUDA_F32 && p.to == CM_CUDA_F16) {
        cm_map<float, cm_f16>(p.x, p.y, p.n, cm_half);
    } else if (p.from == CM_CUDA_F16 && p.to == CM_CUDA_F32) {
        cm_map<cm_f16, float>(p.x, p.y, p.n, [](cm_f16 x) { return cm_wide(x); });
    } else {
        for (int64_t i = cm_thread(); i < p.n; i += cm_threads())
            cm_store_number(p.y, p.to, i, cm_load_number(p.x, p.from, i));
    }
}

/* ---- chains ---- */

/* W elements at once. */
template <int W> struct cm_lanes {
    float v[W];
};

/* A stage of chain_mixed, by the numbers of its sources. */
CM_DEVICE float cm_mixed1(const cm_cuda_chain_stage &t, float a) {
    switch (t.op) {
    case CM_CUDA_NOT: return a == 0;
    case CM_CUDA_IS_NAN: return a != a;
    case CM_CUDA_IS_INF: return (t.x != 0 && a == CM_INFINITY) || (t.y != 0 && a == -CM_INFINITY);
    default: return cm_activate(t.op, a, t.x, t.y);
    }
}

CM_DEVICE float cm_mixed2(int32_t op, float a, float b) {
    switch (op) {
    case CM_CUDA_AND: return a != 0 && b != 0;
    case CM_CUDA_OR: return a != 0 || b != 0;
    case CM_CUDA_XOR: return (a != 0) != (b != 0);
    case CM_CUDA_EQUAL: return a == b;
    case CM_CUDA_LESS: return a < b;
    case CM_CUDA_LESS_EQUAL: return a <= b;
    case CM_CUDA_GREATER: return a > b;
    case CM_CUDA_GREATER_EQUAL: return a >= b;
    default: return cm_function2(op, a, b);
    }
}

/* x as Cast makes it of a float, in a float again. */
CM_DEVICE float cm_rounded(int32_t type, float x) {
    switch (type) {
    case CM_CUDA_F16: return cm_wide(cm_half(x));
    case CM_CUDA_BF16: return cm_wide(cm_brain(x));
    case CM_CUDA_BOOL: return x != 0;
    case CM_CUDA_U8: return (float)(uint8_t)cm_truncate((double)x);
    case CM_CUDA_I8: return (float)(int8_t)cm_truncate((double)x);
    default: return x;
    }
}

/* All stages for W elements. load(o): those of operand o. */
template <int W, bool MIXED, typename F> CM_DEVICE cm_lanes<W> cm_chain_run(const cm_cuda_chain_params &p, F load) {
    cm_lanes<W> r[CM_CUDA_CHAIN_REGISTERS] = {}, y = {};
    const auto source = [&](int from) {
        cm_lanes<W> v = r[0]; /* a choice, since registers have no addresses */
        CM_UNROLL for (int k = 1; k < CM_CUDA_CHAIN_REGISTERS; k++) v = from == k ? r[k] : v;
        return from < CM_CUDA_CHAIN_REGISTERS ? v : load(from - CM_CUDA_CHAIN_REGISTERS);
    };
    for (int32_t s = 0; s < p.n_stages; s++) {
        const cm_cuda_chain_stage &t = p.stage[s];
        const cm_lanes<W> a = source(t.a);
        if (t.b == CM_CUDA_CHAIN_NONE) {
            CM_UNROLL for (int w = 0; w < W; w++)
                y.v[w] = MIXED ? cm_mixed1(t, a.v[w]) : cm_activate(t.op, a.v[w], t.x, t.y);
        } else if (!MIXED || t.c == CM_CUDA_CHAIN_NONE) {
            const cm_lanes<W> b = source(t.b);
            CM_UNROLL for (int w = 0; w < W; w++)
                y.v[w] = MIXED ? cm_mixed2(t.op, a.v[w], b.v[w]) : cm_function2(t.op, a.v[w], b.v[w]);
        } else {
            const cm_lanes<W> b = source(t.b), c = source(t.c);
            CM_UNROLL for (int w = 0; w < W; w++) y.v[w] = a.v[w] != 0 ? b.v[w] : c.v[w];
        }
        if (MIXED) {
            CM_UNROLL for (int w = 0; w < W; w++) y.v[w] = cm_rounded(t.type, y.v[w]);
        }
        CM_UNROLL for (int k = 0; k < CM_CUDA_CHAIN_REGISTERS; k++) r[k] = t.dst == k ? y : r[k];
    }
    return y;
}

/* Integers as the floats of registers, which were rounded to their range but for I32 and I64. */
CM_DEVICE float cm_wide(uint8_t x) { return (float)x; }
CM_DEVICE float cm_wide(int8_t x) { return (float)x; }
CM_DEVICE float cm_wide(int32_t x) { return (float)x; }
CM_DEVICE float cm_wide(int64_t x) { return (float)x; }
template <> __device__ __forceinline__ uint8_t cm_narrow<uint8_t>(float x) { return (uint8_t)x; }
template <> __device__ __forceinline__ int8_t cm_narrow<int8_t>(float x) { return (int8_t)x; }
template <> __device__ __forceinline__ int64_t cm_narrow<int64_t>(float x) { return cm_truncate((double)x); }
template <> __device__ __forceinline__ int32_t cm_narrow<int32_t>(float x) {
    return (int32_t)cm_least(cm_most(cm_truncate((double)x), (int64_t)INT32_MIN), (int64_t)INT32_MAX);
}

/* f(an element) of operands and y: all are of type T, or, where T is void, each of its own. */
template <typename T> struct cm_chain_type {
    static constexpr bool MIXED = false;
    template <typename F> CM_DEVICE auto of(int32_t, F f) { return f(T()); }
};
template <> struct cm_chain_type<void> {
    static constexpr bool MIXED = true;
    template <typename F> CM_DEVICE auto of(int32_t type, F f) {
        switch (type) {
        case CM_CUDA_F32: return f(float());
        case CM_CUDA_F16: return f(cm_f16());
        case CM_CUDA_BF16: return f(cm_bf16());
        case CM_CUDA_I8: return f(int8_t());
        case CM_CUDA_I32: return f(int32_t());
        case CM_CUDA_I64: return f(int64_t());
        default: return f(uint8_t());
        }
    }
};

/* W elements from i on; of an operand that is not dense W times the one at i. */
template <int W, typename T> CM_DEVICE cm_lanes<W> cm_chain_read(const T *x, bool dense, int64_t i) {
    cm_lanes<W> to;
    if (W > 1 && dense) {
        const cm_pack<T, W> from = *(const cm_pack<T, W> *)(x + i);
        CM_UNROLL for (int w = 0; w < W; w++) to.v[w] = cm_wide(from.v[w]);
    } else {
        CM_UNROLL for (int w = 0; w < W; w++) to.v[w] = cm_wide(x[i]);
    }
    return to;
}
template <int W, typename T> CM_DEVICE void cm_chain_write(T *y, int64_t i, const cm_lanes<W> &v) {
    cm_pack<T, W> to;
    CM_UNROLL for (int w = 0; w < W; w++) to.v[w] = cm_narrow<T>(v.v[w]);
    *(cm_pack<T, W> *)(y + i) = to;
}

template <typename T> CM_DEVICE void cm_chain(const cm_cuda_chain_params &p) {
    using type = cm_chain_type<T>;
    constexpr bool MIXED = type::MIXED;
    const auto packs = [&](cm_cuda_address at, int32_t t) {
        return type::of(t, [&](auto e) { return cm_packs<decltype(e), 4>(at); });
    };
    uint32_t dense = 0; /* bit o: operand o is; others are one element */
    bool flat = true, all = packs(p.y, p.y_type);
    for (int32_t o = 0; o < p.n_in; o++) {
        const int kind = cm_flat(p.rank, p.dims, p.strides[o]);
        flat = flat && kind != 2;
        dense |= (uint32_t)(kind == 1) << o;
        all = all && (kind != 1 || packs(p.in[o], p.in_type[o]));
    }
    int64_t done = 0;
    if (flat && all) {
        for (int64_t i = cm_thread() * 4; i + 4 <= p.n; i += cm_threads() * 4) {
            const cm_lanes<4> v = cm_chain_run<4, MIXED>(p, [&](int o) {
                const bool own = (dense >> o & 1) != 0;
                return type::of(p.in_type[o], [&](auto e) {
                    return cm_chain_read<4>(cm_at<const decltype(e)>(p.in[o]), own, own ? i : 0);
                });
            });
            type::of(p.y_type, [&](auto e) { cm_chain_write(cm_at<decltype(e)>(p.y), i, v); });
        }
        done = p.n / 4 * 4;
    }
    for (int64_t i = done + cm_thread(); i < p.n; i += cm_threads()) {
        const cm_lanes<1> v = cm_chain_run<1, MIXED>(p, [&](int o) {
            const int64_t *strides[1] = {p.strides[o]};
            int64_t at = (dense >> o & 1) != 0 ? i : 0;
            if (!flat) cm_offsets<1>(i, p.n, p.rank, p.dims, strides, &at);
            return type::of(p.in_type[o],
                            [&](auto e) { return cm_chain_read<1>(cm_at<const decltype(e)>(p.in[o]), true, at); });
        });
        type::of(p.y_type, [&](auto e) { cm_chain_write(cm_at<decltype(e)>(p.y), i, v); });
    }
}

CM_KERNEL cm_cuda_chain_f32(struct cm_cuda_chain_params p) { cm_chain<float>(p); }
CM_KERNEL cm_cuda_chain_f16(struct cm_cuda_chain_params p) { cm_chain<cm_f16>(p); }
CM_KERNEL cm_cuda_chain_bf16(struct cm_cuda_chain_params p) { cm_chain<cm_bf16>(p); }
CM_KERNEL cm_cuda_chain_mixed(struct cm_cuda_chain_params p) { cm_chain<void>(p); }
