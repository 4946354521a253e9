/* norm_rows_tmpl.h — kernels/prim/norm_rows.h in vectors; included once per instruction set, behind its vec_*.h and
 * reduce_rows_tmpl.h. The mean is summed in doubles. The sum of squares is one of floats within blocks, of doubles over
 * them: all terms are positive, so that it loses few units in the last place. */

#define VEC_NORM_BLOCK (64 * VEC_N)

/* x minus the mean, which is hi + lo. */
#define VEC_NORM_OFF(x) v_sub(v_sub(x, hi), lo)
/* Zero in the lanes that a vector of n elements does not have. */
VEC_FN vf VEC_NAME(norm_part)(const float *x, size_t n, vf hi, vf lo) {
    float part[VEC_N];
    v_store(part, VEC_NORM_OFF(v_load_part(x, n)));
    return v_load_part(part, n);
}

/* The sum of the squares of x - (mean_hi + mean_lo). */
VEC_FN double VEC_NAME(norm_squares)(const float *x, size_t n, float mean_hi, float mean_lo) {
    double sum = 0;
    vf hi = v_set1(mean_hi), lo = v_set1(mean_lo);
    for (size_t at = 0; at < n;) {
        size_t end = at + (n - at < VEC_NORM_BLOCK ? n - at : VEC_NORM_BLOCK);
        vf a0 = v_zero(), a1 = a0, a2 = a0, a3 = a0, d;
        for (; at + 4 * VEC_N <= end; at += 4 * VEC_N) {
            d = VEC_NORM_OFF(v_load(x + at));
            a0 = v_fma(d, d, a0);
            d = VEC_NORM_OFF(v_load(x + at + VEC_N));
            a1 = v_fma(d, d, a1);
            d = VEC_NORM_OFF(v_load(x + at + 2 * VEC_N));
            a2 = v_fma(d, d, a2);
            d = VEC_NORM_OFF(v_load(x + at + 3 * VEC_N));
            a3 = v_fma(d, d, a3);
        }
        for (; at + VEC_N <= end; at += VEC_N) {
            d = VEC_NORM_OFF(v_load(x + at));
            a0 = v_fma(d, d, a0);
        }
        if (at < end) {
            d = VEC_NAME(norm_part)(x + at, end - at, hi, lo);
            a1 = v_fma(d, d, a1);
            at = end;
        }
        sum += (double)v_sum(v_add(v_add(a0, a1), v_add(a2, a3)));
    }
    return sum;
}

/* Element vectors from expressions of a position; the last elements are a vector that is not full. */
#define VEC_NORM_LOOP(whole_scale, part_scale, whole_bias, part_bias)                    \
    for (; i + VEC_N <= n; i += VEC_N) {                                                 \
        vf d = v_mul(VEC_NORM_OFF(v_load(x + i)), inverse);                              \
        v_store(y + i, v_fma(d, whole_scale, whole_bias));                               \
    }                                                                                    \
    if (i < n) {                                                                         \
        vf d = v_mul(VEC_NORM_OFF(v_load_part(x + i, n - i)), inverse);                  \
        v_store_part(y + i, n - i, v_fma(d, part_scale, part_bias));                     \
    }

VEC_LEAF void VEC_NAME(cm_norm_row_f32)(cm_norm_row *r, const float *x, float *y, size_t n) {
    double mean = VEC_NAME(reduce_sum)(CM_REDUCE_SUM, x, n) / (double)n;
    float mean_hi = (float)mean;
    float mean_lo = (float)(mean - (double)mean_hi);
    double var = VEC_NAME(norm_squares)(x, n, mean_hi, mean_lo) / (double)n;
    /* Squares of floats overflow or vanish; doubles would do neither. NaN goes there, too. */
    if (!(var < 1e36 && var + r->epsilon > 1e-30)) {
        cm_norm_row_f32_portable(r, x, y, n);
        return;
    }
    r->mean = mean;
    r->inverse = 1 / cm_sqrt(var + r->epsilon);
    vf hi = v_set1(mean_hi), lo = v_set1(mean_lo), inverse = v_set1((float)r->inverse);
    const float *scale = r->scale, *bias = r->bias;
    size_t i = 0;
    if (r->scale_step == 1 && r->bias_step == 1) {
        VEC_NORM_LOOP(v_load(scale + i), v_load_part(scale + i, n - i), v_load(bias + i), v_load_part(bias + i, n - i))
    } else if (r->scale_step == 1) {
        vf b = bias != NULL ? v_set1(bias[0]) : v_set1(-0.0f);
        VEC_NORM_LOOP(v_load(scale + i), v_load_part(scale + i, n - i), b, b)
    } else if (r->bias_step == 1) {
        vf s = v_set1(scale[0]);
        VEC_NORM_LOOP(s, s, v_load(bias + i), v_load_part(bias + i, n - i))
    } else {
        vf s = v_set1(scale[0]), b = bias != NULL ? v_set1(bias[0]) : v_set1(-0.0f);
        VEC_NORM_LOOP(s, s, b, b)
    }
}
#undef VEC_NORM_LOOP
#undef VEC_NORM_OFF
#undef VEC_NORM_BLOCK

#define VEC_AFFINE(x, m, s, b) v_add(v_mul(v_sub(x, m), s), b)
VEC_LEAF void VEC_NAME(cm_affine_f32)(const float *x, const float *mean, const float *scale, const float *bias,
                                      size_t step, float *y, size_t n) {
    size_t i = 0;
    if (step != 0) {
        for (; i + VEC_N <= n; i += VEC_N) {
            v_store(y + i, VEC_AFFINE(v_load(x + i), v_load(mean + i), v_load(scale + i), v_load(bias + i)));
        }
        if (i == n) return;
        size_t left = n - i;
        v_store_part(y + i, left,
                     VEC_AFFINE(v_load_part(x + i, left), v_load_part(mean + i, left), v_load_part(scale + i, left),
                                v_load_part(bias + i, left)));
        return;
    }
    vf m = v_set1(mean[0]), s = v_set1(scale[0]), b = v_set1(bias[0]);
    for (; i + VEC_N <= n; i += VEC_N) v_store(y + i, VEC_AFFINE(v_load(x + i), m, s, b));
    if (i < n) v_store_part(y + i, n - i, VEC_AFFINE(v_load_part(x + i, n - i), m, s, b));
}
#undef VEC_AFFINE
