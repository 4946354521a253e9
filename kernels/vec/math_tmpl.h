/* math_tmpl.h — elementary functions of vectors of f32; included once per instruction set, behind its vec_*.h and
 * before the templates that use them. The methods are the usual ones (J.-M. Muller, Elementary Functions; S. Moshier,
 * Cephes): Cody and Waite's reduction, whose steps a fused multiply-add makes exact, and minimax polynomials, which
 * tools/gen_math.py finds. Each lane is computed without regard to the others.
 *
 * For all: NaN gives NaN, denormals are ordinary numbers, odd functions keep -0, poles give infinities, arguments
 * outside the domain NaN. The numbers before the functions are the largest errors in ulp of the result, against the C
 * library's double functions, that tests/kernels/stage_exhaustive.c (make exhaustive) found with AVX2, of vec_tan and
 * the functions behind it with AVX-512: over all 2^32 arguments where a star stands, else over every 13th; they are
 * asserted, rounded up, in tests/kernels/stage_cases.h.
 * Files that include this include kernels/vec/math_coef.h before they ask for the processor: in a single-file build it
 * comes once. */

/* c[i] + c[i + 1] t + ...: so many coefficients by Horner's rule. */
#define VEC_P1(c, i, t) v_set1((c)[i])
#define VEC_P2(c, i, t) v_fma(VEC_P1(c, (i) + 1, t), t, v_set1((c)[i]))
#define VEC_P3(c, i, t) v_fma(VEC_P2(c, (i) + 1, t), t, v_set1((c)[i]))
#define VEC_P4(c, i, t) v_fma(VEC_P3(c, (i) + 1, t), t, v_set1((c)[i]))
#define VEC_P5(c, i, t) v_fma(VEC_P4(c, (i) + 1, t), t, v_set1((c)[i]))
#define VEC_P6(c, i, t) v_fma(VEC_P5(c, (i) + 1, t), t, v_set1((c)[i]))
#define VEC_P7(c, i, t) v_fma(VEC_P6(c, (i) + 1, t), t, v_set1((c)[i]))
#define VEC_P8(c, i, t) v_fma(VEC_P7(c, (i) + 1, t), t, v_set1((c)[i]))
#define VEC_P9(c, i, t) v_fma(VEC_P8(c, (i) + 1, t), t, v_set1((c)[i]))

/* 1.5 * 2^23: in t = x + VEC_MAGIC + k the lowest bits are those of k + x rounded to an integer, for |k + x| < 2^22. */
#define VEC_MAGIC 0x1.8p23f

/* The magnitude of a, which is not negative, with the sign of x. */
VEC_FN vf VEC_NAME(vec_signed)(vf a, vf x) { return v_or(a, v_and(x, v_set1(-0.0f))); }

/* x = n ln 2 + r; returns e^r - 1. The lowest bits of *t are those of n + bias. |x| < 2^20. */
VEC_FN vf VEC_NAME(vec_exp_core)(vf x, float bias, vf *t) {
    vf magic = v_set1(VEC_MAGIC + bias);
    *t = v_fma(x, v_set1(VEC_LOG2E), magic);
    vf n = v_sub(*t, magic);
    vf r = v_fnma(n, v_set1(VEC_LN2_2), v_fnma(n, v_set1(VEC_LN2_1), x));
    return v_fma(v_mul(r, r), VEC_P5(vec_exp_p, 0, r), r);
}

/* e^x for -104.5 <= x <= 89. 2^n goes in two factors, the second of which rounds. */
VEC_FN vf VEC_NAME(vec_exp_part)(vf x) {
    vf t;
    vf e = v_add(v_set1(1.0f), VEC_NAME(vec_exp_core)(x, 254.0f, &t));
    vi n = v_as_i(t);
    vi half = vi_shr(n, 1);
    return v_mul(v_mul(e, vi_as_v(vi_shl(half, 23))), vi_as_v(vi_shl(vi_sub(n, half), 23)));
}

/* 1.04. */
VEC_FN vf VEC_NAME(vec_exp)(vf x) {
    return VEC_NAME(vec_exp_part)(v_min(v_set1(89.0f), v_max(v_set1(-104.5f), x)));
}

/* e^x for x <= 0 (or NaN); what is below 2^-127 becomes 0, and so may what is below 2^-126: the factor 2^n has no bits
 * then. */
VEC_FN vf VEC_NAME(vec_exp_below)(vf x) {
    vf t;
    vf e = VEC_NAME(vec_exp_core)(v_max(v_set1(-88.0f), x), 127.0f, &t);
    vf scale = vi_as_v(vi_shl(v_as_i(t), 23));
    return v_fma(e, scale, scale);
}

/* 1 + e^x; from 88 on that of 88. */
VEC_FN vf VEC_NAME(vec_exp_plus_1)(vf x) {
    vf t;
    vf e = VEC_NAME(vec_exp_core)(v_min(v_set1(88.0f), v_max(v_set1(-88.0f), x)), 127.0f, &t);
    vf scale = vi_as_v(vi_shl(v_as_i(t), 23));
    return v_fma(e, scale, v_add(scale, v_set1(1.0f)));
}

/* e^-|x|. */
VEC_FN vf VEC_NAME(vec_exp_neg)(vf x) { return VEC_NAME(vec_exp_below)(v_or(x, v_set1(-0.0f))); }

/* 1.0: e^x - 1, with 2^(n-1) (e^r - 1) + (2^(n-1) - 1/2), doubled: nothing overflows before its time. */
VEC_FN vf VEC_NAME(vec_expm1)(vf x) {
    vf t;
    vf e = VEC_NAME(vec_exp_core)(v_min(v_set1(89.0f), v_max(v_set1(-40.0f), x)), 126.0f, &t);
    vf h = vi_as_v(vi_shl(v_as_i(t), 23));
    vf y = v_fma(h, e, v_sub(h, v_set1(0.5f)));
    return VEC_NAME(vec_signed)(v_add(y, y), x);
}

/* 0.90*: m = x / 2^k is within [sqrt(1/2), sqrt(2)). */
VEC_FN vf VEC_NAME(vec_log)(vf x) {
    vm tiny = v_lt(x, v_set1(0x1p-126f));
    vi d = vi_sub(v_as_i(v_select(tiny, v_mul(x, v_set1(0x1p24f)), x)), vi_set1(0x3F3504F3));
    vf m = vi_as_v(vi_add(vi_and(d, vi_set1(0x7FFFFF)), vi_set1(0x3F3504F3)));
    vf k = v_sub(v_from_i(vi_sra(d, 23)), v_select(tiny, v_set1(24.0f), v_zero()));
    vf f = v_sub(m, v_set1(1.0f));
    vf tail = v_mul(v_mul(f, f), v_fma(f, VEC_P9(vec_log_p, 0, f), v_set1(-0.5f)));
    vf y = v_add(f, v_fma(k, v_set1(VEC_LN2_2), tail));
    y = v_fma(k, v_set1(VEC_LN2_1), y);
    y = v_select(v_lt(x, v_set1(CM_INF_F32)), y, x);
    vf pole = v_select(v_eq(x, v_zero()), v_set1(-CM_INF_F32), v_set1(CM_NAN_F32));
    return v_select(v_gt(x, v_zero()), y, pole);
}

/* log(1 + z) for 0 <= z <= 1: 2 atanh s with s = z / (2 + z), whose first term is 2s = z - z s: the rounding of s
 * weighs less so. */
VEC_FN vf VEC_NAME(vec_log1p_part)(vf z) {
    vf s = v_div(z, v_add(v_set1(2.0f), z));
    vf q = v_mul(s, s);
    return v_fnma(s, v_fnma(q, VEC_P5(vec_atanh_p, 0, q), z), z);
}

/* 2.41*, and 0 where the result is below 2^-126: with z = e^-|x|, z / (1 + z) for negative x, 1 / (1 + z) for the
 * others. */
VEC_FN vf VEC_NAME(vec_sigmoid)(vf x) {
    vf z = VEC_NAME(vec_exp_neg)(x);
    vf one = v_set1(1.0f);
    return v_div(v_select(v_lt(x, v_zero()), z, one), v_add(one, z));
}

/* 2.50: with e = e^(-2|x|) - 1, -e / (2 + e). One piece of ln 2, which is 2^-29 off, is enough where what is lost for n
 * > 1 is far below the 1 that is taken away. */
VEC_FN vf VEC_NAME(vec_tanh)(vf x) {
    vf magic = v_set1(VEC_MAGIC + 127.0f);
    vf z = v_max(v_set1(-40.0f), v_mul(v_set1(-2.0f), v_abs(x)));
    vf t = v_fma(z, v_set1(VEC_LOG2E), magic);
    vf r = v_fnma(v_sub(t, magic), v_set1(VEC_LN2), z);
    vf e = v_fma(v_mul(r, r), VEC_P5(vec_exp_p, 0, r), r);
    vf h = vi_as_v(vi_shl(v_as_i(t), 23));
    e = v_fma(h, e, v_sub(h, v_set1(1.0f)));
    return VEC_NAME(vec_signed)(v_abs(v_div(e, v_add(v_set1(2.0f), e))), x);
}

/* 1.42: a polynomial below 0.84, from there on 1 - 2^P(|x|); from 4 on 1. */
VEC_FN vf VEC_NAME(vec_erf)(vf x) {
    vf a = v_abs(x);
    vf s = v_mul(x, x);
    vf small = v_fma(VEC_P6(vec_erf_p, 0, s), x, x);
    vf b = v_min(v_set1(4.0f), a);
    vf q = VEC_P8(vec_erfc_p, 0, b);
    vf magic = v_set1(VEC_MAGIC + 127.0f);
    vf t = v_add(q, magic);
    vf r = v_sub(q, v_sub(t, magic));
    vf e = v_fma(VEC_P6(vec_exp2_p, 0, r), r, v_set1(1.0f));
    vf large = v_fnma(e, vi_as_v(vi_shl(v_as_i(t), 23)), v_set1(1.0f));
    return v_select(v_lt(a, v_set1(0.84f)), small, VEC_NAME(vec_signed)(large, x));
}

/* The reduction by pi/2 in three pieces leaves enough bits up to here; beyond, a lane goes through base/math.h. */
#define VEC_TRIG_MAX 0x1p17f

/* x = n pi/2 + r; returns r. The lowest bits of *t are those of n. |x| <= VEC_TRIG_MAX. */
VEC_FN vf VEC_NAME(vec_trig_part)(vf x, vf *t) {
    vf magic = v_set1(VEC_MAGIC);
    *t = v_fma(x, v_set1(VEC_2OPI), magic);
    vf n = v_sub(*t, magic);
    vf r = v_fnma(n, v_set1(VEC_PIO2_2), v_fnma(n, v_set1(VEC_PIO2_1), x));
    return v_fnma(n, v_set1(VEC_PIO2_3), r);
}

/* y; f(x) in the lanes beyond VEC_TRIG_MAX. */
VEC_FN vf VEC_NAME(vec_trig_far)(vf x, vf y, float (*f)(float)) {
    if (!vm_any(v_lt(v_set1(VEC_TRIG_MAX), v_abs(x)))) return y;
    float in[VEC_N], out[VEC_N];
    v_store(in, x);
    v_store(out, y);
    for (size_t i = 0; i < VEC_N; i++) {
        if (cm_fabsf(in[i]) > VEC_TRIG_MAX) out[i] = f(in[i]);
    }
    return v_load(out);
}

/* 1.54: sin x with quarter 0 and f = cm_sinf, cos x with quarter 1 and f = cm_cosf. */
VEC_FN vf VEC_NAME(vec_trig)(vf x, int32_t quarter, float (*f)(float)) {
    vf t;
    vf r = VEC_NAME(vec_trig_part)(x, &t);
    vf q = v_mul(r, r);
    vf sine = v_fma(v_mul(r, q), VEC_P3(vec_sin_p, 0, q), r);
    sine = v_select(v_lt(v_abs(r), v_set1(0x1p-13f)), r, sine); /* keeps -0 */
    vf cosine = v_fma(q, v_fma(q, VEC_P3(vec_cos_p, 0, q), v_set1(-0.5f)), v_set1(1.0f));
    vi k = vi_add(v_as_i(t), vi_set1(quarter));
    vf y = v_select(v_gt(v_from_i(vi_and(k, vi_set1(1))), v_zero()), cosine, sine);
    y = v_xor(y, vi_as_v(vi_shl(vi_and(k, vi_set1(2)), 30)));
    return VEC_NAME(vec_trig_far)(x, y, f);
}

/* 2.95: tan r for even n, -1 / tan r for odd ones. */
VEC_FN vf VEC_NAME(vec_tan)(vf x) {
    vf t;
    vf r = VEC_NAME(vec_trig_part)(x, &t);
    vf q = v_mul(r, r);
    vf y = v_fma(v_mul(r, q), VEC_P7(vec_tan_p, 0, q), r);
    vm odd = v_gt(v_from_i(vi_and(v_as_i(t), vi_set1(1))), v_zero());
    return VEC_NAME(vec_trig_far)(x, v_select(odd, v_div(v_set1(-1.0f), y), y), cm_tanf);
}

/* asin a = s + *more for a <= 1/2, with s = a; (pi/2 - asin a) / 2 = s + *more above, with s = sqrt((1 - a) / 2). */
VEC_FN vf VEC_NAME(vec_asin_part)(vf a, vf *more) {
    vm small = v_le(a, v_set1(0.5f));
    vf z = v_fnma(a, v_set1(0.5f), v_set1(0.5f));
    vf q = v_select(small, v_mul(a, a), z);
    vf s = v_select(small, a, v_sqrt(z));
    *more = v_mul(v_mul(s, q), VEC_P5(vec_asin_p, 0, q));
    return s;
}

/* 2.01: above 1/2 pi/2 less s twice: that difference is exact or small, and *more comes behind it. */
VEC_FN vf VEC_NAME(vec_asin)(vf x) {
    vf a = v_abs(x), more;
    vf s = VEC_NAME(vec_asin_part)(a, &more);
    vf two = v_set1(2.0f);
    vf large = v_sub(v_fnma(two, s, v_set1(VEC_PIO2_HIGH)), v_fma(two, more, v_set1(-VEC_PIO2_LOW)));
    return VEC_NAME(vec_signed)(v_select(v_le(a, v_set1(0.5f)), v_add(s, more), large), x);
}

/* 1.16. */
VEC_FN vf VEC_NAME(vec_acos)(vf x) {
    vf a = v_abs(x), more;
    vf s = VEC_NAME(vec_asin_part)(a, &more);
    vm negative = v_lt(x, v_zero());
    vf y = VEC_NAME(vec_signed)(v_add(s, more), x);
    vf small = v_sub(v_set1(VEC_PIO2_HIGH), v_sub(y, v_set1(VEC_PIO2_LOW)));
    vf high = v_select(negative, v_set1(VEC_PI_HIGH), v_zero()), low = v_select(negative, v_set1(VEC_PI_LOW), v_zero());
    vf large = v_add(high, v_fma(v_set1(2.0f), y, low));
    return v_select(v_le(a, v_set1(0.5f)), small, large);
}

/* 1.24: above 1 pi/2 less atan(1 / |x|). */
VEC_FN vf VEC_NAME(vec_atan)(vf x) {
    vf a = v_abs(x), one = v_set1(1.0f);
    vm large = v_gt(a, one);
    vf t = v_select(large, v_div(one, a), a);
    vf q = v_mul(t, t);
    vf y = v_fma(v_mul(t, q), VEC_P9(vec_atan_p, 0, q), t);
    y = v_select(large, v_sub(v_set1(VEC_PIO2_HIGH), v_sub(y, v_set1(VEC_PIO2_LOW))), y);
    return VEC_NAME(vec_signed)(y, x);
}

/* e^a = 4 (*s + *s e) for a >= 0; returns e, and *q = e^-a / 4. From 89.5 on those of 89.5, of which cosh and sinh
 * overflow. */
VEC_FN vf VEC_NAME(vec_exp_both)(vf a, vf *s, vf *q) {
    vf t;
    vf e = VEC_NAME(vec_exp_core)(v_min(v_set1(89.5f), a), 125.0f, &t);
    *s = vi_as_v(vi_shl(v_as_i(t), 23));
    *q = v_div(v_set1(0.0625f), v_fma(*s, e, *s));
    return e;
}

/* 1.97: half of it, doubled: nothing overflows before its time. */
VEC_FN vf VEC_NAME(vec_cosh)(vf x) {
    vf s, q;
    vf e = VEC_NAME(vec_exp_both)(v_abs(x), &s, &q);
    vf y = v_fma(s, e, v_add(s, q));
    return v_add(y, y);
}

/* 1.55: a polynomial up to 1. */
VEC_FN vf VEC_NAME(vec_sinh)(vf x) {
    vf s, q, a = v_abs(x);
    vf e = VEC_NAME(vec_exp_both)(a, &s, &q);
    vf y = v_fma(s, e, v_sub(s, q));
    vf z = v_mul(a, a);
    vf small = v_fma(v_mul(a, z), VEC_P4(vec_sinh_p, 0, z), a);
    return VEC_NAME(vec_signed)(v_select(v_lt(a, v_set1(1.0f)), small, v_add(y, y)), x);
}

/* log(2^k (x + c x)) for x >= 1/2 and |c| <= 2^-22; infinity and NaN are kept. */
VEC_FN vf VEC_NAME(vec_log_near)(vf x, vf c, vf k) {
    vi d = vi_sub(v_as_i(x), vi_set1(0x3F3504F3));
    vf m = vi_as_v(vi_add(vi_and(d, vi_set1(0x7FFFFF)), vi_set1(0x3F3504F3)));
    k = v_add(v_from_i(vi_sra(d, 23)), k);
    vf f = v_sub(m, v_set1(1.0f));
    vf tail = v_fma(v_mul(f, f), v_fma(f, VEC_P9(vec_log_p, 0, f), v_set1(-0.5f)), c);
    vf y = v_fma(k, v_set1(VEC_LN2_1), v_add(f, v_fma(k, v_set1(VEC_LN2_2), tail)));
    return v_select(v_lt(x, v_set1(CM_INF_F32)), y, x);
}

/* log(a + sqrt(a^2 +- 1)) for a >= 1/2: w is a^2 +- 1 rounded, rest what was rounded off. What is rounded off the
 * square root and the sum goes with it. From 2^12 on log 2a. */
VEC_FN vf VEC_NAME(vec_log_root)(vf a, vf w, vf rest) {
    vm large = v_ge(a, v_set1(0x1p12f));
    vf r = v_sqrt(w);
    vf s = v_add(a, r);
    vf high = v_max(a, r), low = v_min(a, r);
    vf twice = v_add(r, r);
    rest = v_add(rest, v_fnma(r, r, w));
    vf c = v_div(v_fma(v_sub(low, v_sub(s, high)), twice, rest), v_mul(twice, s));
    return VEC_NAME(vec_log_near)(v_select(large, a, s), v_select(large, v_zero(), c),
                                  v_select(large, v_set1(1.0f), v_zero()));
}

/* 0.81: a polynomial below 1/2. */
VEC_FN vf VEC_NAME(vec_asinh)(vf x) {
    vf a = v_abs(x), one = v_set1(1.0f);
    vf q = v_mul(a, a);
    vf small = v_fma(v_mul(a, q), VEC_P5(vec_asinh_p, 0, q), a);
    vf w = v_fma(a, a, one);
    vf y = VEC_NAME(vec_log_root)(a, w, v_fma(a, a, v_sub(one, w)));
    return VEC_NAME(vec_signed)(v_select(v_lt(a, v_set1(0.5f)), small, y), x);
}

/* 1.52: below 1.5 sqrt(2t) (1 + t P(t)), t = x - 1. */
VEC_FN vf VEC_NAME(vec_acosh)(vf x) {
    vf one = v_set1(1.0f);
    vf t = v_sub(x, one);
    vf root = v_sqrt(v_add(t, t));
    vf small = v_fma(v_mul(root, t), VEC_P5(vec_acosh_p, 0, t), root);
    vf p = v_mul(x, x);
    vf y = VEC_NAME(vec_log_root)(x, v_sub(p, one), v_fma(x, x, v_neg(p)));
    return v_select(v_lt(x, v_set1(1.5f)), small, y);
}

/* 0.73: a polynomial below 1/2, from there on log((1 + a) / (1 - a)) / 2, the quotient corrected by what it leaves and
 * by what was rounded off 1 + a; 1 / (1 + a), with which that is divided, by a line that is 3 % off at most. */
VEC_FN vf VEC_NAME(vec_atanh)(vf x) {
    vf a = v_abs(x), one = v_set1(1.0f);
    vf q = v_mul(a, a);
    vf small = v_fma(v_mul(a, q), VEC_P6(vec_atanh_x_p, 0, q), a);
    vf n = v_add(one, a), d = v_sub(one, a);
    vf y = v_div(n, d);
    vf rest = v_add(v_fnma(y, d, n), v_sub(a, v_sub(n, one)));
    vf c = v_mul(rest, v_fnma(n, v_set1(1.0f / 3.0f), v_set1(7.0f / 6.0f)));
    y = v_mul(v_set1(0.5f), VEC_NAME(vec_log_near)(y, c, v_zero()));
    y = v_select(v_lt(one, a), v_set1(CM_NAN_F32), y);
    return VEC_NAME(vec_signed)(v_select(v_lt(a, v_set1(0.5f)), small, y), x);
}
