/* softmax_rows_tmpl.h — the slots of kernels/prim/softmax_rows.h in vectors; included once per instruction set, behind
 * math_tmpl.h. */

#define VEC_SOFTMAX_TERMS 16 /* numbers that are added before the sum takes them with their rounding error */

/* A sum and the errors that its roundings have made so far. */
#define VEC_SUM_START {v_zero(), v_zero()}
typedef struct VEC_NAME(vec_softmax_sum) {
    vf hi, lo;
} VEC_NAME(vec_softmax_sum);

VEC_FN void VEC_NAME(vec_softmax_add)(VEC_NAME(vec_softmax_sum) *s, vf b) {
    vf t = v_add(s->hi, b);
    vf back = v_sub(t, s->hi);
    vf lost = v_add(v_sub(s->hi, v_sub(t, back)), v_sub(b, back));
    s->hi = t;
    s->lo = v_add(s->lo, lost);
}

/* Elements [i, i + VEC_N) of a row of n; lanes behind its end are 0. */
VEC_FN vf VEC_NAME(vec_softmax_load)(const float *x, size_t i, size_t n) {
    return i + VEC_N <= n ? v_load(x + i) : v_load_part(x + i, n - i);
}
VEC_FN void VEC_NAME(vec_softmax_store)(float *y, size_t i, size_t n, vf v) {
    if (i + VEC_N <= n) v_store(y + i, v);
    else v_store_part(y + i, n - i, v);
}

/* ---- a contiguous row ---- */

/* The last vector of a long row overlaps the one before it. */
VEC_FN float VEC_NAME(vec_softmax_max)(const float *x, size_t n) {
    float max = -CM_INF_F32;
    if (n < VEC_N) {
        for (size_t i = 0; i < n; i++) max = x[i] > max ? x[i] : max;
        return max;
    }
    vf m0 = v_set1(max), m1 = m0;
    size_t i = 0;
    for (; i + 2 * VEC_N <= n; i += 2 * VEC_N) {
        m0 = v_max(v_load(x + i), m0);
        m1 = v_max(v_load(x + i + VEC_N), m1);
    }
    if (i + VEC_N <= n) m0 = v_max(v_load(x + i), m0);
    m1 = v_max(v_load(x + n - VEC_N), m1);
    return v_hmax(v_max(m0, m1));
}

/* The sum of exp(x[i] - max); with y the exponentials, too. */
VEC_FN float VEC_NAME(vec_softmax_exp)(float *y, const float *x, size_t n, float max) {
    VEC_NAME(vec_softmax_sum) sum = VEC_SUM_START;
    vf m = v_set1(max);
    for (size_t i = 0; i < n;) {
        size_t end = n - i > VEC_SOFTMAX_TERMS * VEC_N ? i + VEC_SOFTMAX_TERMS * VEC_N : n;
        vf part = v_zero();
        for (; i + VEC_N <= end; i += VEC_N) {
            vf e = VEC_NAME(vec_exp_below)(v_sub(v_load(x + i), m));
            if (y != NULL) v_store(y + i, e);
            part = v_add(part, e);
        }
        if (i < end) {
            float lanes[VEC_N];
            vf e = VEC_NAME(vec_exp_below)(v_sub(v_load_part(x + i, end - i), m));
            if (y != NULL) v_store_part(y + i, end - i, e);
            v_store(lanes, e);
            part = v_add(part, v_load_part(lanes, end - i));
            i = end;
        }
        VEC_NAME(vec_softmax_add)(&sum, part);
    }
    return v_sum(v_add(sum.hi, sum.lo));
}

VEC_FN void VEC_NAME(vec_softmax_row)(float *y, const float *x, size_t n) {
    float max = VEC_NAME(vec_softmax_max)(x, n);
    vf scale = v_set1(1.0f / VEC_NAME(vec_softmax_exp)(y, x, n, max));
    for (size_t i = 0; i < n; i += VEC_N) {
        VEC_NAME(vec_softmax_store)(y, i, n, v_mul(VEC_NAME(vec_softmax_load)(y, i, n), scale));
    }
}

VEC_FN void VEC_NAME(vec_softmax_log_row)(float *y, const float *x, size_t n) {
    float max = VEC_NAME(vec_softmax_max)(x, n);
    vf m = v_set1(max);
    vf log = v_set1(cm_logf(VEC_NAME(vec_softmax_exp)(NULL, x, n, max)));
    for (size_t i = 0; i < n; i += VEC_N) {
        vf v = v_sub(v_sub(VEC_NAME(vec_softmax_load)(x, i, n), m), log);
        VEC_NAME(vec_softmax_store)(y, i, n, v);
    }
}

/* ---- columns: a vector of them, or `width` < VEC_N ---- */

/* Row i of the vector of columns; the lanes behind `width` are 0 and of no account. */
#define VEC_COLUMN(x, i) \
    (width == VEC_N ? v_load((x) + (i) * step) : v_load_part((x) + (i) * step, width))
#define VEC_COLUMN_SET(y, i, v)                                   \
    do {                                                          \
        if (width == VEC_N) v_store((y) + (i) * step, v);         \
        else v_store_part((y) + (i) * step, width, v);            \
    } while (0)

VEC_FN vf VEC_NAME(vec_softmax_column_max)(const float *x, size_t n, size_t step, size_t width) {
    vf max = v_set1(-CM_INF_F32);
    for (size_t i = 0; i < n; i++) max = v_max(VEC_COLUMN(x, i), max);
    return max;
}

VEC_FN vf VEC_NAME(vec_softmax_column_exp)(float *y, const float *x, size_t n, size_t step, size_t width,
                                           vf max) {
    VEC_NAME(vec_softmax_sum) sum = VEC_SUM_START;
    for (size_t i = 0; i < n;) {
        size_t end = n - i > VEC_SOFTMAX_TERMS ? i + VEC_SOFTMAX_TERMS : n;
        vf part = v_zero();
        for (; i < end; i++) {
            vf e = VEC_NAME(vec_exp_below)(v_sub(VEC_COLUMN(x, i), max));
            if (y != NULL) VEC_COLUMN_SET(y, i, e);
            part = v_add(part, e);
        }
        VEC_NAME(vec_softmax_add)(&sum, part);
    }
    return v_add(sum.hi, sum.lo);
}

VEC_FN void VEC_NAME(vec_softmax_column)(float *y, const float *x, size_t n, size_t step, size_t width) {
    vf max = VEC_NAME(vec_softmax_column_max)(x, n, step, width);
    vf sum = VEC_NAME(vec_softmax_column_exp)(y, x, n, step, width, max);
    vf scale = v_div(v_set1(1.0f), sum);
    for (size_t i = 0; i < n; i++) VEC_COLUMN_SET(y, i, v_mul(VEC_COLUMN(y, i), scale));
}

VEC_FN void VEC_NAME(vec_softmax_log_column)(float *y, const float *x, size_t n, size_t step,
                                             size_t width) {
    vf max = VEC_NAME(vec_softmax_column_max)(x, n, step, width);
    vf log = VEC_NAME(vec_log)(VEC_NAME(vec_softmax_column_exp)(NULL, x, n, step, width, max));
    for (size_t i = 0; i < n; i++) {
        VEC_COLUMN_SET(y, i, v_sub(v_sub(VEC_COLUMN(x, i), max), log));
    }
}

/* ---- few columns, which are all that a row has ---- */

/* The block is one run of n * width floats, taken as vectors. A lane meets the columns in turns that repeat every
 * `width` vectors, so that vector number v and those a multiple of `width` behind it have the same columns in their
 * lanes: lane l of them column (v * VEC_N + l) % width. */

/* The column of each lane of vector v: out[l] = in[(v * VEC_N + l) % width]. */
VEC_FN vf VEC_NAME(vec_softmax_spread)(const float *in, size_t v, size_t width) {
    float out[VEC_N];
    size_t c = v * VEC_N % width;
    for (size_t l = 0; l < VEC_N; l++, c = c + 1 == width ? 0 : c + 1) out[l] = in[c];
    return v_load(out);
}

/* out[c] = the greatest element of column c. */
VEC_FN void VEC_NAME(vec_softmax_few_max)(const float *x, size_t n, size_t width, float *out) {
    size_t all = n * width;
    for (size_t c = 0; c < width; c++) out[c] = -CM_INF_F32;
    for (size_t v = 0; v < width; v++) {
        float lanes[VEC_N];
        vf max = v_set1(-CM_INF_F32);
        size_t i = v * VEC_N, c = i % width;
        for (; i + VEC_N <= all; i += width * VEC_N) max = v_max(v_load(x + i), max);
        v_store(lanes, max);
        for (size_t l = 0; l < VEC_N; l++, c = c + 1 == width ? 0 : c + 1) {
            if (i + l < all) lanes[l] = x[i + l] > lanes[l] ? x[i + l] : lanes[l];
            out[c] = lanes[l] > out[c] ? lanes[l] : out[c];
        }
    }
}

/* out[c] = the sum of exp(x - max) of column c; with y the exponentials, too. */
VEC_FN void VEC_NAME(vec_softmax_few_exp)(float *y, const float *x, size_t n, size_t width, const float *max,
                                          float *out) {
    size_t all = n * width, step = width * VEC_N;
    double sums[VEC_N] = {0};
    for (size_t v = 0; v < width; v++) {
        VEC_NAME(vec_softmax_sum) sum = VEC_SUM_START;
        vf m = VEC_NAME(vec_softmax_spread)(max, v, width);
        float lanes[VEC_N], rest[VEC_N];
        size_t i = v * VEC_N, c = i % width;
        while (i + VEC_N <= all) {
            vf part = v_zero();
            for (size_t terms = 0; terms < VEC_SOFTMAX_TERMS && i + VEC_N <= all; terms++, i += step) {
                vf e = VEC_NAME(vec_exp_below)(v_sub(v_load(x + i), m));
                if (y != NULL) v_store(y + i, e);
                part = v_add(part, e);
            }
            VEC_NAME(vec_softmax_add)(&sum, part);
        }
        size_t left = i < all ? all - i : 0;
        if (left > 0) {
            vf e = VEC_NAME(vec_exp_below)(v_sub(v_load_part(x + i, left), m));
            if (y != NULL) v_store_part(y + i, left, e);
            v_store(rest, e);
        }
        v_store(lanes, v_add(sum.hi, sum.lo));
        for (size_t l = 0; l < VEC_N; l++, c = c + 1 == width ? 0 : c + 1) {
            sums[c] += (double)lanes[l] + (l < left ? (double)rest[l] : 0);
        }
    }
    for (size_t c = 0; c < width; c++) out[c] = (float)sums[c];
}

VEC_FN void VEC_NAME(vec_softmax_few)(float *y, const float *x, size_t n, size_t width) {
    float max[VEC_N], sum[VEC_N];
    size_t all = n * width;
    VEC_NAME(vec_softmax_few_max)(x, n, width, max);
    VEC_NAME(vec_softmax_few_exp)(y, x, n, width, max, sum);
    for (size_t c = 0; c < width; c++) sum[c] = 1.0f / sum[c];
    for (size_t v = 0; v < width; v++) {
        vf scale = VEC_NAME(vec_softmax_spread)(sum, v, width);
        for (size_t i = v * VEC_N; i < all; i += width * VEC_N) {
            VEC_NAME(vec_softmax_store)(y, i, all, v_mul(VEC_NAME(vec_softmax_load)(y, i, all), scale));
        }
    }
}

VEC_FN void VEC_NAME(vec_softmax_log_few)(float *y, const float *x, size_t n, size_t width) {
    float max[VEC_N], sum[VEC_N];
    size_t all = n * width;
    VEC_NAME(vec_softmax_few_max)(x, n, width, max);
    VEC_NAME(vec_softmax_few_exp)(NULL, x, n, width, max, sum);
    for (size_t c = 0; c < width; c++) sum[c] = cm_logf(sum[c]);
    for (size_t v = 0; v < width; v++) {
        vf m = VEC_NAME(vec_softmax_spread)(max, v, width), log = VEC_NAME(vec_softmax_spread)(sum, v, width);
        for (size_t i = v * VEC_N; i < all; i += width * VEC_N) {
            vf d = v_sub(v_sub(VEC_NAME(vec_softmax_load)(x, i, all), m), log);
            VEC_NAME(vec_softmax_store)(y, i, all, d);
        }
    }
}

/* ---- the slots ---- */

/* Constant widths make loops without a branch. */
#define VEC_SOFTMAX(slot, row, column, few)                                                          \
    VEC_LEAF void VEC_NAME(slot)(float *y, const float *x, size_t n, size_t step, size_t width) {    \
        if (step == 1 && width == 1) {                                                               \
            VEC_NAME(row)(y, x, n);                                                                  \
            return;                                                                                  \
        }                                                                                            \
        if (step == width && width < VEC_N) {                                                        \
            VEC_NAME(few)(y, x, n, width);                                                           \
            return;                                                                                  \
        }                                                                                            \
        size_t c = 0;                                                                                \
        for (; c + VEC_N <= width; c += VEC_N) VEC_NAME(column)(y + c, x + c, n, step, VEC_N);       \
        if (c < width) VEC_NAME(column)(y + c, x + c, n, step, width - c);                           \
    }
VEC_SOFTMAX(cm_softmax_f32, vec_softmax_row, vec_softmax_column, vec_softmax_few)
VEC_SOFTMAX(cm_log_softmax_f32, vec_softmax_log_row, vec_softmax_log_column, vec_softmax_log_few)

VEC_LEAF double VEC_NAME(cm_softmax_part_f32)(float *x, size_t n, float *max) {
    float most = VEC_NAME(vec_softmax_max)(x, n), sum = 0;
    if (most > *max) *max = most;
    if (*max != -CM_INF_F32) return (double)VEC_NAME(vec_softmax_exp)(x, x, n, *max);
    for (size_t i = 0; i < n; i++) sum += x[i] = x[i] == *max ? 0 : x[i]; /* 0 or NaN */
    return (double)sum;
}

#undef VEC_SOFTMAX
#undef VEC_SOFTMAX_TERMS
#undef VEC_SUM_START
#undef VEC_COLUMN
#undef VEC_COLUMN_SET
