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

/* ---- the slots ---- */

/* Constant widths make loops without a branch. */
#define VEC_SOFTMAX(slot, row, column)                                                               \
    VEC_LEAF void VEC_NAME(slot)(float *y, const float *x, size_t n, size_t step, size_t width) {    \
        if (step == 1 && width == 1) {                                                               \
            VEC_NAME(row)(y, x, n);                                                                  \
            return;                                                                                  \
        }                                                                                            \
        size_t c = 0;                                                                                \
        for (; c + VEC_N <= width; c += VEC_N) VEC_NAME(column)(y + c, x + c, n, step, VEC_N);       \
        if (c < width) VEC_NAME(column)(y + c, x + c, n, step, width - c);                           \
    }
VEC_SOFTMAX(cm_softmax_f32, vec_softmax_row, vec_softmax_column)
VEC_SOFTMAX(cm_log_softmax_f32, vec_softmax_log_row, vec_softmax_log_column)

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
