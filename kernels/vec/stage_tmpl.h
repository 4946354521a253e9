/* stage_tmpl.h — the stages of kernels/prim/stages.def in vectors; included once per instruction set, behind its
 * vec_*.h and math_tmpl.h. tests/kernels/test_stage.c holds those that promise the portable bits to them, the others to
 * bounds. */

/* y[i] = value, an expression of the vector x and of what `constants` declares from imm. The last elements of a block
 * are computed in a vector that is not full: every element has the bits that it would have anywhere else in the
 * block. */
#define VEC_STAGE_UNARY(name, constants, value)                                           \
    VEC_LEAF void VEC_NAME(cm_stage_##name)(const cm_stage_args *s, float *y, size_t n) { \
        const float *a = s->a;                                                            \
        size_t i = 0;                                                                     \
        constants                                                                         \
        if (s->a_step == 0) {                                                             \
            vf x = v_set1(a[0]), r = (value);                                             \
            for (; i + VEC_N <= n; i += VEC_N) v_store(y + i, r);                         \
            if (i < n) v_store_part(y + i, n - i, r);                                     \
            return;                                                                       \
        }                                                                                 \
        for (; i + VEC_N <= n; i += VEC_N) {                                              \
            vf x = v_load(a + i);                                                         \
            v_store(y + i, value);                                                        \
        }                                                                                 \
        if (i < n) {                                                                      \
            vf x = v_load_part(a + i, n - i);                                             \
            v_store_part(y + i, n - i, value);                                            \
        }                                                                                 \
    }
#define VEC_IMM(i, name) const vf name = v_set1(s->imm[i]);
#define VEC_F(f, ...) VEC_NAME(vec_##f)(__VA_ARGS__)

/* NaN stays NaN: v_max and v_min give their second operand where one is NaN. */
VEC_STAGE_UNARY(abs, , v_abs(x))
VEC_STAGE_UNARY(ceil, , v_ceil(x))
VEC_STAGE_UNARY(clip, VEC_IMM(0, lo) VEC_IMM(1, hi), v_min(hi, v_max(lo, x)))
/* cm_quantize_round of x / scale, within [lo, lo + 255]; NaN becomes the second operand of v_max. */
VEC_FN vf VEC_NAME(vec_quantize)(vf x, vf scale, vf zero, vf lo) {
    vf least = v_sub(lo, zero), v = v_max(v_div(x, scale), least);
    return v_add(v_round(v_min(v, v_add(least, v_set1(255.0f)))), zero);
}

VEC_STAGE_UNARY(dequantize, VEC_IMM(0, scale) VEC_IMM(1, zero), v_mul(v_sub(x, zero), scale))
VEC_STAGE_UNARY(floor, , v_floor(x))
VEC_STAGE_UNARY(hard_sigmoid, VEC_IMM(0, alpha) VEC_IMM(1, beta),
                v_min(v_set1(1.0f), v_max(v_zero(), v_add(v_mul(alpha, x), beta))))
VEC_STAGE_UNARY(leaky_relu, VEC_IMM(0, alpha), v_select(v_lt(x, v_zero()), v_mul(alpha, x), x))
VEC_STAGE_UNARY(neg, , v_neg(x))
VEC_STAGE_UNARY(quantize_i8, VEC_IMM(0, scale) VEC_IMM(1, zero), VEC_F(quantize, x, scale, zero, v_set1(-128.0f)))
VEC_STAGE_UNARY(quantize_u8, VEC_IMM(0, scale) VEC_IMM(1, zero), VEC_F(quantize, x, scale, zero, v_zero()))
VEC_STAGE_UNARY(reciprocal, , v_div(v_set1(1.0f), x))
VEC_STAGE_UNARY(relu, , v_max(v_zero(), x))
VEC_STAGE_UNARY(round, , v_round(x))
VEC_STAGE_UNARY(shrink, VEC_IMM(0, bias) VEC_IMM(1, lambd),
                v_select(v_lt(x, v_neg(lambd)), v_add(x, bias),
                         v_select(v_gt(x, lambd), v_sub(x, bias), v_zero())))
VEC_STAGE_UNARY(sign, ,
                v_select(v_unord(x, x), x,
                         v_select(v_eq(x, v_zero()), v_zero(), VEC_F(signed, v_set1(1.0f), x))))
VEC_STAGE_UNARY(softsign, , v_div(x, v_add(v_set1(1.0f), v_abs(x))))
VEC_STAGE_UNARY(sqrt, , v_sqrt(x))
VEC_STAGE_UNARY(thresholded_relu, VEC_IMM(0, alpha), v_select(v_gt(x, alpha), x, v_zero()))

/* 1.31 of the larger of x and the result: 0.5 x (1 + erf(x sqrt(1/2))) = max(x, 0) - |x| 2^P(|x|), the power being
 * the part of a normal distribution that lies above |x|. Of -infinity the product with 0 makes NaN, as in the
 * definition. */
VEC_FN vf VEC_NAME(vec_gelu)(vf x) {
    vf a = v_abs(v_min(v_set1(0x1.fffffep127f), x));
    vf p = v_max(v_set1(-127.0f), VEC_P9(vec_upper_p, 0, a));
    vf magic = v_set1(VEC_MAGIC + 127.0f);
    vf t = v_add(p, magic);
    vf r = v_sub(p, v_sub(t, magic));
    vf e = v_fma(VEC_P6(vec_exp2_p, 0, r), r, v_set1(1.0f));
    return v_fnma(v_mul(a, vi_as_v(vi_shl(v_as_i(t), 23))), e, v_max(v_zero(), x));
}

/* 2.07* of the larger of x and the result: 0.5 x (1 + tanh u) = x sigmoid(2u), u = sqrt(2/pi) (x + 0.044715 x^3). */
VEC_FN vf VEC_NAME(vec_gelu_tanh)(vf x) {
    vf u = v_mul(x, v_fma(v_mul(x, x), v_set1(0.044715f * 1.59576912160573071176f),
                          v_set1(1.59576912160573071176f)));
    return v_mul(x, VEC_F(sigmoid, u));
}

/* x clamp(x / 6 + 1/2, 0, 1). */
VEC_FN vf VEC_NAME(vec_hard_swish)(vf x) {
    vf t = v_fma(x, v_set1(1.0f / 6.0f), v_set1(0.5f));
    return v_mul(x, v_min(v_set1(1.0f), v_max(v_zero(), t)));
}

/* 2.13*: x q / (q + 2), q = e^x (e^x + 2). Above 0 it is x - 2x / (q + 2), where what is taken away is less than half;
 * from 20 on, x. Below, the quotient t / d is corrected by what it leaves and by what was rounded off t and d. */
VEC_FN vf VEC_NAME(vec_mish)(vf x) {
    vf two = v_set1(2.0f);
    vf e = VEC_F(exp, v_min(v_set1(20.0f), x));
    vf twice = v_add(e, e), q = v_fma(e, e, twice), d = v_add(q, two);
    vf inverse = v_div(v_set1(1.0f), d);
    vf above = v_fnma(v_mul(two, x), inverse, x);
    vf q_rest = v_fma(e, e, v_sub(twice, q));
    vf d_rest = v_add(v_sub(q, v_sub(d, two)), q_rest);
    vf t = v_mul(x, q);
    vf t_rest = v_fma(x, q_rest, v_fma(x, q, v_neg(t)));
    vf y = v_mul(t, inverse);
    vf rest = v_add(v_fnma(y, d, t), v_fnma(y, d_rest, t_rest));
    vf below = v_fma(rest, inverse, y);
    return v_select(v_lt(v_set1(20.0f), x), x, v_select(v_lt(x, v_zero()), below, above));
}

/* 2.40*: x / (1 + e^-ax), of which 1 + e^-ax is rounded once: 2^n + 1 has no rounding that matters. */
VEC_FN vf VEC_NAME(vec_swish)(vf x, vf ax) {
    vf d = VEC_F(exp_plus_1, v_neg(ax));
    return v_select(v_lt(ax, v_set1(-88.0f)), v_mul(x, v_zero()), v_div(x, d));
}

VEC_STAGE_UNARY(acos, , VEC_F(acos, x))
VEC_STAGE_UNARY(acosh, , VEC_F(acosh, x))
VEC_STAGE_UNARY(asin, , VEC_F(asin, x))
VEC_STAGE_UNARY(asinh, , VEC_F(asinh, x))
VEC_STAGE_UNARY(atan, , VEC_F(atan, x))
VEC_STAGE_UNARY(atanh, , VEC_F(atanh, x))
VEC_STAGE_UNARY(celu, VEC_IMM(0, alpha),
                v_select(v_ge(x, v_zero()), x, v_mul(alpha, VEC_F(expm1, v_div(x, alpha)))))
VEC_STAGE_UNARY(cos, , VEC_F(trig, x, 1, cm_cosf))
VEC_STAGE_UNARY(cosh, , VEC_F(cosh, x))
VEC_STAGE_UNARY(elu, VEC_IMM(0, alpha),
                v_select(v_ge(x, v_zero()), x, v_mul(alpha, VEC_F(expm1, x))))
VEC_STAGE_UNARY(erf, , VEC_F(erf, x))
VEC_STAGE_UNARY(exp, , VEC_F(exp, x))
VEC_STAGE_UNARY(gelu, , VEC_F(gelu, x))
VEC_STAGE_UNARY(gelu_tanh, , VEC_F(gelu_tanh, x))
VEC_STAGE_UNARY(hard_swish, , VEC_F(hard_swish, x))
VEC_STAGE_UNARY(log, , VEC_F(log, x))
VEC_STAGE_UNARY(mish, , VEC_F(mish, x))
VEC_STAGE_UNARY(selu, VEC_IMM(0, alpha) VEC_IMM(1, gamma),
                v_mul(gamma, v_select(v_gt(x, v_zero()), x, v_mul(alpha, VEC_F(expm1, x)))))
VEC_STAGE_UNARY(sigmoid, , VEC_F(sigmoid, x))
VEC_STAGE_UNARY(sin, , VEC_F(trig, x, 0, cm_sinf))
VEC_STAGE_UNARY(sinh, , VEC_F(sinh, x))
VEC_STAGE_UNARY(softplus, ,
                v_add(v_max(v_zero(), x), VEC_F(log1p_part, VEC_F(exp_neg, x))))
VEC_STAGE_UNARY(swish, VEC_IMM(0, alpha), VEC_F(swish, x, v_mul(alpha, x)))
VEC_STAGE_UNARY(tan, , VEC_F(tan, x))
VEC_STAGE_UNARY(tanh, , VEC_F(tanh, x))

/* a to the power of b by multiplications, division and square root, <= 1.5 ulp; -0 and minus infinity count as 0 and
 * infinity where a square root is taken. Is b such an exponent? */
#define VEC_POW_EXPONENT(b) ((b) == 2.0f || (b) == 3.0f || (b) == 0.5f || (b) == -0.5f || (b) == -1.0f)
VEC_FN vf VEC_NAME(vec_pow)(vf a, float b) {
    vf one = v_set1(1.0f);
    if (b == 2.0f) return v_mul(a, a);
    if (b == 3.0f) return v_mul(v_mul(a, a), a);
    if (b == -1.0f) return v_div(one, a);
    vf root = v_add(v_sqrt(v_select(v_eq(a, v_set1(-CM_INF_F32)), v_abs(a), a)), v_zero());
    return b == 0.5f ? root : v_div(one, root);
}

/* 2^(b log2 a) for finite a > 0 and b, in plain C, of which compilers make vectors of doubles: log2 m = 2 atanh(f / (2
 * + f)) / ln 2 with f = m - 1 by the series, m within [sqrt(1/2), sqrt(2)), and 2^r by the series. Of all that only the
 * last rounding, to float, shows. */
#define VEC_POW_CHUNK 16
#define VEC_POW_PLAIN(a, b) \
    ((uint32_t)((a) > 0) & (uint32_t)((a) < CM_INF_F32) & (uint32_t)((b) > -CM_INF_F32) & \
     (uint32_t)((b) < CM_INF_F32) & (VEC_POW_EXPONENT_ANY(b) ^ 1u))
#define VEC_POW_EXPONENT_ANY(b) \
    ((uint32_t)((b) == 2.0f) | (uint32_t)((b) == 3.0f) | (uint32_t)((b) == 0.5f) | (uint32_t)((b) == -0.5f) | \
     (uint32_t)((b) == -1.0f))
VEC_FN double VEC_NAME(pow_log)(float a, float b) {
    uint64_t bits = cm_f64_bits((double)a);
    uint64_t k = (bits - UINT64_C(0x3FE6A09E667F3BCD) + (UINT64_C(1024) << 52)) >> 52; /* 1024 and the exponent of 2 */
    double n = cm_f64_from_bits(k | UINT64_C(0x4330000000000000)) - (0x1p52 + 1024);
    double f = cm_f64_from_bits(bits - ((k - 1024) << 52)) - 1;
    double s = f / (2 + f), q = s * s;
    double series = ((((((((0x1.5b9ac9b743f0dp-3 * q + 0x1.89f3b1694cffep-3) * q + 0x1.c68f568d31761p-3) * q +
                  0x1.0c9a84994022dp-2) * q + 0x1.484b13d7c02a9p-2) * q + 0x1.a61762a7adedap-2) * q +
                  0x1.2776c50ef9bfep-1) * q + 0x1.ec709dc3a03fep-1) * q + 0x1.71547652b82fep+1);
    return (double)b * (n + s * series);
}
VEC_FN double VEC_NAME(pow_clamp)(double t) {
    t = t > -160.0 ? t : -160.0;
    return t < 160.0 ? t : 160.0;
}
VEC_FN float VEC_NAME(pow_exp)(double t) {
    double z = t + 0x1.8p52, r = t - (z - 0x1.8p52);
    double power = (((((((((0x1.b5253d395e7c1p-24 * r + 0x1.62c0223a5c822p-20) * r + 0x1.ffcbfc588b0c5p-17) * r +
                  0x1.430912f86c786p-13) * r + 0x1.5d87fe78a6730p-10) * r + 0x1.3b2ab6fba4e77p-7) * r +
                  0x1.c6b08d704a0bfp-5) * r + 0x1.ebfbdff82c58ep-3) * r + 0x1.62e42fefa39efp-1) * r +
                  0x1.0000000000000p+0);
    return (float)(power * cm_f64_from_bits((cm_f64_bits(z) + 1023) << 52));
}

/* One element; what the series is not for goes through base/math.h. */
VEC_FN float VEC_NAME(pow_one)(float a, float b) {
    float y;
    if (VEC_POW_PLAIN(a, b)) return VEC_NAME(pow_exp)(VEC_NAME(pow_clamp)(VEC_NAME(pow_log)(a, b)));
    if (!VEC_POW_EXPONENT(b)) return cm_powf(a, b);
    v_store_part(&y, 1, VEC_F(pow, v_set1(a), b));
    return y;
}

VEC_LEAF void VEC_NAME(cm_stage_pow)(const cm_stage_args *s, float *y, size_t n) {
    size_t i = 0;
    if (s->b_step == 0 && n > 0 && VEC_POW_EXPONENT(s->b[0])) {
        float b = s->b[0];
        float a0 = s->a[0];
        for (; i + VEC_N <= n; i += VEC_N) {
            v_store(y + i, VEC_F(pow, s->a_step == 0 ? v_set1(a0) : v_load(s->a + i), b));
        }
        if (i == n) return;
        v_store_part(y + i, n - i, VEC_F(pow, s->a_step == 0 ? v_set1(a0) : v_load_part(s->a + i, n - i), b));
        return;
    }
    float still_a = n > 0 ? s->a[0] : 0.0f;
    float still_b = n > 0 ? s->b[0] : 0.0f;
    for (size_t count; i < n; i += count) {
        float a[VEC_POW_CHUNK], b[VEC_POW_CHUNK], to[VEC_POW_CHUNK];
        uint32_t plain = 1;
        count = n - i < VEC_POW_CHUNK ? n - i : VEC_POW_CHUNK;
        for (size_t l = 0; l < VEC_POW_CHUNK; l++) { /* behind the end, too */
            a[l] = still_a;
            b[l] = still_b;
        }
        if (s->a_step != 0) memcpy(a, s->a + i, count * sizeof *a);
        if (s->b_step != 0) memcpy(b, s->b + i, count * sizeof *b);
        for (size_t l = 0; l < VEC_POW_CHUNK; l++) plain &= VEC_POW_PLAIN(a[l], b[l]);
        if (plain) {
            double t[VEC_POW_CHUNK]; /* loop by loop, or compilers make jumps of the bounds */
            for (size_t l = 0; l < VEC_POW_CHUNK; l++) t[l] = VEC_NAME(pow_log)(a[l], b[l]);
            for (size_t l = 0; l < VEC_POW_CHUNK; l++) t[l] = VEC_NAME(pow_clamp)(t[l]);
            for (size_t l = 0; l < VEC_POW_CHUNK; l++) to[l] = VEC_NAME(pow_exp)(t[l]);
        } else {
            for (size_t l = 0; l < count; l++) to[l] = VEC_NAME(pow_one)(a[l], b[l]);
        }
        memcpy(y + i, to, count * sizeof *y);
    }
}

#undef VEC_POW_PLAIN
#undef VEC_POW_EXPONENT_ANY
#undef VEC_POW_CHUNK
#undef VEC_POW_EXPONENT
#undef VEC_STAGE_UNARY
#undef VEC_IMM
