/* resample_tmpl.h — kernels/prim/resample.h in vectors; included once per instruction set, behind its vec_*.h. */

/* n_rows and add are constants at every call. */
VEC_FN void VEC_NAME(mix_some)(const float *const *row, const float *w, size_t n_rows, bool add, float *y, size_t n) {
    const float *a = row[0], *b = row[n_rows > 1 ? 1 : 0], *c = row[n_rows > 2 ? 2 : 0], *d = row[n_rows > 3 ? 3 : 0];
    vf wa = v_set1(w[0]), wb = v_set1(w[n_rows > 1 ? 1 : 0]), wc = v_set1(w[n_rows > 2 ? 2 : 0]);
    vf wd = v_set1(w[n_rows > 3 ? 3 : 0]);
    size_t i = 0;
    for (; i + VEC_N <= n; i += VEC_N) {
        vf s = v_mul(wa, v_load(a + i));
        if (add) s = v_add(s, v_load(y + i));
        if (n_rows > 1) s = v_fma(wb, v_load(b + i), s);
        if (n_rows > 2) s = v_fma(wc, v_load(c + i), s);
        if (n_rows > 3) s = v_fma(wd, v_load(d + i), s);
        v_store(y + i, s);
    }
    if (i < n) {
        size_t m = n - i;
        vf s = v_mul(wa, v_load_part(a + i, m));
        if (add) s = v_add(s, v_load_part(y + i, m));
        if (n_rows > 1) s = v_fma(wb, v_load_part(b + i, m), s);
        if (n_rows > 2) s = v_fma(wc, v_load_part(c + i, m), s);
        if (n_rows > 3) s = v_fma(wd, v_load_part(d + i, m), s);
        v_store_part(y + i, m, s);
    }
}

VEC_LEAF void VEC_NAME(cm_mix_rows)(const float *const *row, const float *w, size_t n_rows, bool add, float *y,
                                    size_t n) {
    switch (n_rows * 2 + (add ? 1 : 0)) {
    case 2: VEC_NAME(mix_some)(row, w, 1, false, y, n); break;
    case 3: VEC_NAME(mix_some)(row, w, 1, true, y, n); break;
    case 4: VEC_NAME(mix_some)(row, w, 2, false, y, n); break;
    case 5: VEC_NAME(mix_some)(row, w, 2, true, y, n); break;
    case 6: VEC_NAME(mix_some)(row, w, 3, false, y, n); break;
    case 7: VEC_NAME(mix_some)(row, w, 3, true, y, n); break;
    case 8: VEC_NAME(mix_some)(row, w, 4, false, y, n); break;
    default: VEC_NAME(mix_some)(row, w, 4, true, y, n); break;
    }
}

/* Elements o .. o + VEC_N - 1. Where their first taps lie in VEC_N neighbours that begin at x + at, as they do when
 * rows grow, a load and a permutation serve each tap; else, and at is SIZE_MAX, it is gathered. */
VEC_FN vf VEC_NAME(resample_some)(const cm_resample *r, const float *x, size_t o, size_t at) {
    bool window = at != SIZE_MAX;
    vi lane = vi_sub(vi_load(r->at + o), vi_set1((int32_t)(window ? at : 0) + r->base));
    const float *p = window ? x + at : x;
    vf sum = v_zero();
    if (r->w == NULL) return window ? v_permute(v_load(p), lane) : v_gather(p, lane);
    for (uint32_t t = 0; t < r->taps; t++) {
        vf w = v_load(r->w + t * r->w_step + o);
        vf v = window ? v_permute(v_load(p + t), lane) : v_gather(p + t, lane);
        sum = v_add(sum, v_select(v_eq(w, v_zero()), v_zero(), v_mul(w, v)));
    }
    return sum;
}

/* The last vector may overlap the one before it. */
VEC_LEAF void VEC_NAME(cm_resample)(const cm_resample *r, const float *x, float *y, size_t n) {
    bool windows = r->ascending && r->limit >= VEC_N - 1 + (size_t)r->taps;
    size_t last = windows ? r->limit - (VEC_N - 1 + (size_t)r->taps) : 0; /* that a window begins at */
    if (n < VEC_N) {
        cm_resample_rest(r, x, y, 0, n);
        return;
    }
    for (size_t o = 0, next; o < n; o = next) {
        size_t at = (size_t)(r->at[o] - r->base);
        if (at > last) at = last;
        bool window = windows && (r->dense || (size_t)(r->at[o + VEC_N - 1] - r->base) - at < VEC_N);
        if (window) v_store(y + o, VEC_NAME(resample_some)(r, x, o, at));
        else v_store(y + o, VEC_NAME(resample_some)(r, x, o, SIZE_MAX));
        next = o + VEC_N;
        if (next < n && n - next < VEC_N) next = n - VEC_N;
    }
}

/* The last vector of a row overlaps the one before it; of rows shorter than a vector, what is stored beyond their end
 * is written anew by the rows behind, which the last ones have not. */
VEC_LEAF void VEC_NAME(cm_twice_rows)(const float *x, size_t step, float *y, size_t rows, size_t n) {
    int32_t lane[2 * VEC_N];
    for (int i = 0; i < 2 * VEC_N; i++) lane[i] = i / 2;
    vi low = vi_load(lane), high = vi_load(lane + VEC_N);
    for (size_t r = 0; r < rows; r++, x += step, y += 4 * n) {
        float *second = y + 2 * n;
        if (n < VEC_N && 4 * n * (rows - r) < 2 * n + 2 * VEC_N) {
            cm_twice_rows_portable(x, step, y, 1, n);
            continue;
        }
        for (size_t i = 0, next; i < n; i = next) {
            vf v = n < VEC_N ? v_load_part(x, n) : v_load(x + i);
            vf a = v_permute(v, low), b = v_permute(v, high);
            v_store(y + 2 * i, a);
            v_store(y + 2 * i + VEC_N, b);
            v_store(second + 2 * i, a);
            v_store(second + 2 * i + VEC_N, b);
            next = i + VEC_N;
            if (next < n && n - next < VEC_N) next = n - VEC_N;
        }
    }
}
