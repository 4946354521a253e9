/* row_window_tmpl.h — kernels/prim/row_window.h in vectors; included once per instruction set, behind its vec_*.h. */

/* p[0], p[stride], ..., VEC_N of them; at: their distances from p. Reads no further than the last one. */
VEC_FN vf VEC_NAME(window_load)(const float *p, size_t stride, vi at) {
    if (stride == 1) return v_load(p);
    if (stride == 2) return v_even_odd(v_load(p), v_load(p + VEC_N - 1));
    return v_gather(p, at);
}

#if VEC_N != 16 /* rows are short: processors with vectors of 16 run the variant for AVX2 */
/* Every fourth of the elements: every second of every second. */
VEC_FN vf VEC_NAME(window_load_4)(const float *p) {
    const float *q = p + 2 * VEC_N - 2;
    return v_even_odd(v_even_odd(v_load(p), v_load(p + VEC_N - 1)), v_even_odd(v_load(q), v_load(q + VEC_N - 1)));
}

/* All taps of n >= VEC_N outputs; the last vector may overlap the one before. Constant: stride. */
VEC_FN void VEC_NAME(row_taps_some)(const cm_row_taps *t, const float *x, float *y, size_t n, const size_t stride) {
    for (size_t k = 0; k < t->taps; k++, x += t->dilation, y += t->ld) {
        for (size_t j = 0, next; j < n; j = next) {
            const float *p = x + j * stride;
            v_store(y + j, stride == 4 ? VEC_NAME(window_load_4)(p) : VEC_NAME(window_load)(p, stride, vi_set1(0)));
            next = j + VEC_N;
            if (next < n && n - next < VEC_N) next = n - VEC_N;
        }
    }
}

/* Gathering other strides would be no faster than one by one. */
VEC_LEAF void VEC_NAME(cm_row_taps)(const cm_row_taps *t, const uint8_t *x, float *y, size_t n) {
    const float *from = (const float *)(const void *)x;
    if (n < VEC_N || t->stride == 3 || t->stride > 4) cm_row_taps_portable(t, x, y, n);
    else if (t->stride == 1) VEC_NAME(row_taps_some)(t, from, y, n, 1);
    else if (t->stride == 2) VEC_NAME(row_taps_some)(t, from, y, n, 2);
    else VEC_NAME(row_taps_some)(t, from, y, n, 4);
}
#endif

VEC_FN vi VEC_NAME(window_steps)(size_t stride) {
    int32_t at[VEC_N];
    for (int i = 0; i < VEC_N; i++) at[i] = i * (int32_t)stride;
    return vi_load(at);
}

/* stride: w->stride, a constant at calls for 1 and 2. */
VEC_FN size_t VEC_NAME(window_max_some)(const cm_window_row *w, size_t stride, const float *x, float *y, size_t n) {
    vi at = VEC_NAME(window_steps)(stride);
    size_t j = 0;
    for (; j + VEC_N <= n; j += VEC_N) {
        const float *p = x + j * stride;
        vf best = VEC_NAME(window_load)(p, stride, at);
        vm no = v_unord(best, best);
        for (size_t t = 1; t < w->taps; t++) {
            vf v = VEC_NAME(window_load)(p + t * w->dilation, stride, at);
            no = vm_or(no, v_unord(v, v));
            best = v_max(best, v);
        }
        v_store(y + j, v_select(no, v_set1(CM_NAN_F32), best));
    }
    return j;
}

VEC_FN size_t VEC_NAME(window_mean_some)(const cm_window_row *w, size_t stride, const float *x, float *y, size_t n) {
    vi at = VEC_NAME(window_steps)(stride);
    vf divisor = v_set1(w->divisor);
    size_t j = 0;
    for (; j + VEC_N <= n; j += VEC_N) {
        const float *p = x + j * stride;
        vf sum = VEC_NAME(window_load)(p, stride, at);
        for (size_t t = 1; t < w->taps; t++) {
            sum = v_add(sum, VEC_NAME(window_load)(p + t * w->dilation, stride, at));
        }
        v_store(y + j, v_div(sum, divisor));
    }
    return j;
}

/* Steps of a vector must fit in int32. */
#define WINDOW_MAX_STRIDE ((size_t)1 << 24)

VEC_LEAF void VEC_NAME(cm_window_max)(const cm_window_row *w, const float *x, float *y, size_t n) {
    size_t j = 0;
    if (w->stride == 1) j = VEC_NAME(window_max_some)(w, 1, x, y, n);
    else if (w->stride == 2) j = VEC_NAME(window_max_some)(w, 2, x, y, n);
    else if (w->stride < WINDOW_MAX_STRIDE) j = VEC_NAME(window_max_some)(w, w->stride, x, y, n);
    cm_window_max_rest(w, x, y, j, n);
}

VEC_LEAF void VEC_NAME(cm_window_mean)(const cm_window_row *w, const float *x, float *y, size_t n) {
    size_t j = 0;
    if (w->stride == 1) j = VEC_NAME(window_mean_some)(w, 1, x, y, n);
    else if (w->stride == 2) j = VEC_NAME(window_mean_some)(w, 2, x, y, n);
    else if (w->stride < WINDOW_MAX_STRIDE) j = VEC_NAME(window_mean_some)(w, w->stride, x, y, n);
    cm_window_mean_rest(w, x, y, j, n);
}
#undef WINDOW_MAX_STRIDE

/* One vector: a and b, or where one is NaN, NaN. */
VEC_FN vf VEC_NAME(pool_row_max_of)(vf a, vf b) { return v_select(v_unord(a, a), a, v_max(a, b)); }

/* stride is a constant at calls for 1 and 2. */
VEC_FN void VEC_NAME(pool_row_max_some)(const cm_pool_row *p, size_t stride, float *y) {
    vi at = VEC_NAME(window_steps)(stride);
    for (size_t j = 0; j < p->out; j += VEC_N) {
        const float *b = p->buffer + j * stride;
        vf best = VEC_NAME(window_load)(b, stride, at);
        for (size_t t = 1; t < p->taps; t++) {
            best = VEC_NAME(pool_row_max_of)(best, VEC_NAME(window_load)(b + t * p->dilation, stride, at));
        }
        if (p->out - j >= VEC_N) v_store(y + j, best);
        else v_store_part(y + j, p->out - j, best);
    }
}

VEC_LEAF void VEC_NAME(cm_pool_row_max)(const cm_pool_row *p, const float *x, size_t n_rows, float divisor, float *y) {
    float *to = p->buffer + p->left;
    (void)divisor;
    for (size_t i = 0; i < p->in; i += VEC_N) {
        size_t m = p->in - i;
        const float *from = x + i;
        if (m >= VEC_N) {
            vf best = v_load(from);
            for (size_t r = 1; r < n_rows; r++) best = VEC_NAME(pool_row_max_of)(best, v_load(from += p->row_step));
            v_store(to + i, best);
        } else {
            vf best = v_load_part(from, m);
            for (size_t r = 1; r < n_rows; r++) {
                best = VEC_NAME(pool_row_max_of)(best, v_load_part(from += p->row_step, m));
            }
            v_store_part(to + i, m, best);
        }
    }
    if (p->stride == 1) VEC_NAME(pool_row_max_some)(p, 1, y);
    else if (p->stride == 2) VEC_NAME(pool_row_max_some)(p, 2, y);
    else VEC_NAME(pool_row_max_some)(p, p->stride, y);
}

VEC_FN void VEC_NAME(pool_row_mean_some)(const cm_pool_row *p, size_t stride, float divisor, float *y) {
    vi at = VEC_NAME(window_steps)(stride);
    vf rows = v_set1(divisor);
    for (size_t j = 0; j < p->out; j += VEC_N) {
        const float *b = p->buffer + j * stride;
        size_t m = p->out - j;
        vf sum = VEC_NAME(window_load)(b, stride, at);
        for (size_t t = 1; t < p->taps; t++) {
            sum = v_add(sum, VEC_NAME(window_load)(b + t * p->dilation, stride, at));
        }
        if (m >= VEC_N) v_store(y + j, v_div(sum, v_mul(rows, v_load(p->columns + j))));
        else v_store_part(y + j, m, v_div(sum, v_mul(rows, v_load_part(p->columns + j, m))));
    }
}

VEC_LEAF void VEC_NAME(cm_pool_row_mean)(const cm_pool_row *p, const float *x, size_t n_rows, float divisor, float *y) {
    float *to = p->buffer + p->left;
    for (size_t i = 0; i < p->in; i += VEC_N) {
        size_t m = p->in - i;
        const float *from = x + i;
        if (m >= VEC_N) {
            vf sum = v_load(from);
            for (size_t r = 1; r < n_rows; r++) sum = v_add(sum, v_load(from += p->row_step));
            v_store(to + i, sum);
        } else {
            vf sum = v_load_part(from, m);
            for (size_t r = 1; r < n_rows; r++) sum = v_add(sum, v_load_part(from += p->row_step, m));
            v_store_part(to + i, m, sum);
        }
    }
    if (p->stride == 1) VEC_NAME(pool_row_mean_some)(p, 1, divisor, y);
    else if (p->stride == 2) VEC_NAME(pool_row_mean_some)(p, 2, divisor, y);
    else VEC_NAME(pool_row_mean_some)(p, p->stride, divisor, y);
}

VEC_LEAF float VEC_NAME(cm_plane_max)(const float *x, size_t n) {
    vf a = v_set1(-CM_INF_F32), b = a;
    vm no = v_unord(a, a);
    size_t i = 0;
    for (; i + 2 * VEC_N <= n; i += 2 * VEC_N) {
        vf c = v_load(x + i), d = v_load(x + i + VEC_N);
        no = vm_or(no, v_unord(c, d));
        a = v_max(a, c);
        b = v_max(b, d);
    }
    float best = v_hmax(v_max(a, b));
    bool nan = vm_any(no);
    for (; i < n; i++) {
        nan |= x[i] != x[i];
        best = x[i] > best ? x[i] : best;
    }
    return nan ? CM_NAN_F32 : best;
}

/* Sums in 4 vectors, blocks of 4096 of them added up by themselves: long planes lose no more than short ones. */
VEC_LEAF float VEC_NAME(cm_plane_mean)(const float *x, size_t n) {
    float total = 0;
    for (size_t at = 0; at < n; at += 4096) {
        const float *p = x + at;
        size_t i = 0, m = n - at < 4096 ? n - at : 4096;
        vf a = v_zero(), b = a, c = a, d = a;
        for (; i + 4 * VEC_N <= m; i += 4 * VEC_N) {
            a = v_add(a, v_load(p + i));
            b = v_add(b, v_load(p + i + VEC_N));
            c = v_add(c, v_load(p + i + 2 * VEC_N));
            d = v_add(d, v_load(p + i + 3 * VEC_N));
        }
        for (; i + VEC_N <= m; i += VEC_N) a = v_add(a, v_load(p + i));
        if (i < m) b = v_add(b, v_load_part(p + i, m - i));
        total += v_sum(v_add(v_add(a, b), v_add(c, d)));
    }
    return total / (float)n;
}
