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

/* What pools do with two vectors. Where one of the data is NaN, the portable variant finds the maxima. */
VEC_FN vf VEC_NAME(pool_row_of)(bool max, vf a, vf b) { return max ? v_max(a, b) : v_add(a, b); }
/* no, or NaN where a or b is. */
VEC_FN vf VEC_NAME(pool_row_nan)(vf no, vf a, vf b) { return v_select(v_unord(a, b), v_set1(CM_NAN_F32), no); }

/* Elements [i, i + m) of the rows of a line; *no becomes NaN where one is. Constant: max, whole, which says that m is
 * VEC_N. */
VEC_FN vf VEC_NAME(pool_row_share)(const cm_pool_row *p, const cm_pool_line *l, bool max, bool whole, size_t i,
                                   size_t m, vf *no) {
    const float *x = l->x + i;
    vf all = whole ? v_load(x) : v_load_part(x, m);
    if (max) *no = VEC_NAME(pool_row_nan)(*no, all, all);
    for (size_t z = 0; z < l->n_planes; z++, x += p->plane_step) {
        const float *from = z == 0 ? x + p->row_step : x;
        for (size_t r = z == 0; r < l->n_rows; r++, from += p->row_step) {
            vf v = whole ? v_load(from) : v_load_part(from, m);
            if (max) *no = VEC_NAME(pool_row_nan)(*no, v, v);
            all = VEC_NAME(pool_row_of)(max, all, v);
        }
    }
    return all;
}

/* The rows of a line into the buffer at `to`; rows: 1 to 3 of one plane, or 0: any. Constant: max, rows. */
VEC_FN void VEC_NAME(pool_row_line)(const cm_pool_row *p, const cm_pool_line *l, bool max, size_t rows, float *to,
                                    vf *no) {
    size_t in = p->in, step = p->row_step;
    for (size_t i = 0, next; i < in; i = next) {
        const float *x = l->x + i;
        if (rows == 0) {
            v_store(to + i, VEC_NAME(pool_row_share)(p, l, max, true, i, VEC_N, no));
        } else {
            vf all = v_load(x), b = rows > 1 ? v_load(x + step) : all;
            if (max) *no = VEC_NAME(pool_row_nan)(*no, all, b);
            if (rows > 1) all = VEC_NAME(pool_row_of)(max, all, b);
            if (rows > 2) {
                b = v_load(x + 2 * step);
                if (max) *no = VEC_NAME(pool_row_nan)(*no, b, b);
                all = VEC_NAME(pool_row_of)(max, all, b);
            }
            v_store(to + i, all);
        }
        next = i + VEC_N;
        if (next < in && in - next < VEC_N) next = in - VEC_N;
    }
}

/* Windows along the rows in the buffer. Whole vectors are stored where later outputs of the call follow. Constant: max,
 * stride where it is 1 or 2, taps where they are 2 or 3. */
VEC_FN void VEC_NAME(pool_row_windows)(const cm_pool_row *p, const cm_pool_line *line, bool max, size_t stride,
                                       size_t taps, size_t n, float *y) {
    vi at = VEC_NAME(window_steps)(stride);
    size_t out = p->out, dilation = p->dilation, left = n * out; /* outputs from y on */
    for (size_t l = 0; l < n; l++, y += out, left -= out) {
        const float *row = p->buffer + l * p->ld;
        vf divisor = v_set1(line[l].divisor);
        for (size_t j = 0, next; j < out; j = next) {
            const float *b = row + j * stride;
            vf all = VEC_NAME(window_load)(b, stride, at);
            for (size_t t = 1; t < taps; t++) {
                b += dilation;
                all = VEC_NAME(pool_row_of)(max, all, VEC_NAME(window_load)(b, stride, at));
            }
            if (!max) all = v_div(all, v_mul(divisor, v_load(p->columns + j)));
            if (left - j >= VEC_N) v_store(y + j, all);
            else v_store_part(y + j, left - j, all);
            next = j + VEC_N;
            if (next < out && out - next < VEC_N) next = out - VEC_N;
        }
    }
}

/* False: one of the data is NaN, and nothing is written. */
VEC_FN bool VEC_NAME(pool_row_some)(const cm_pool_row *p, const cm_pool_line *line, bool max, size_t n, float *y) {
    vf no = v_zero();
    for (size_t i = 0; i < n; i++) {
        const cm_pool_line *l = line + i;
        float *to = p->buffer + i * p->ld + p->left;
        size_t rows = l->n_planes == 1 && l->n_rows <= 3 ? l->n_rows : 0;
        if (p->in < VEC_N) v_store_part(to, p->in, VEC_NAME(pool_row_share)(p, l, max, false, 0, p->in, &no));
        else if (rows == 1) VEC_NAME(pool_row_line)(p, l, max, 1, to, &no);
        else if (rows == 2) VEC_NAME(pool_row_line)(p, l, max, 2, to, &no);
        else if (rows == 3) VEC_NAME(pool_row_line)(p, l, max, 3, to, &no);
        else VEC_NAME(pool_row_line)(p, l, max, 0, to, &no);
    }
    if (max && vm_any(v_unord(no, no))) return false;
    if (p->stride == 1 && p->taps == 3) VEC_NAME(pool_row_windows)(p, line, max, 1, 3, n, y);
    else if (p->stride == 1) VEC_NAME(pool_row_windows)(p, line, max, 1, p->taps, n, y);
    else if (p->stride == 2 && p->taps == 2) VEC_NAME(pool_row_windows)(p, line, max, 2, 2, n, y);
    else if (p->stride == 2 && p->taps == 3) VEC_NAME(pool_row_windows)(p, line, max, 2, 3, n, y);
    else VEC_NAME(pool_row_windows)(p, line, max, p->stride, p->taps, n, y);
    return true;
}

VEC_LEAF void VEC_NAME(cm_pool_row_max)(const cm_pool_row *p, const cm_pool_line *line, size_t n, float *y) {
    if (!VEC_NAME(pool_row_some)(p, line, true, n, y)) cm_pool_row_max_portable(p, line, n, y);
}

VEC_LEAF void VEC_NAME(cm_pool_row_mean)(const cm_pool_row *p, const cm_pool_line *line, size_t n, float *y) {
    (void)VEC_NAME(pool_row_some)(p, line, false, n, y);
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
