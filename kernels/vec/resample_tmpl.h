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

/* Elements o .. o + VEC_N - 1. Where their first taps lie in VEC_N neighbours, as they do when rows grow, a load and a
 * permutation serve each tap; else it is gathered. */
VEC_FN vf VEC_NAME(resample_some)(const cm_resample *r, const float *x, size_t o, bool window) {
    vi at = vi_sub(vi_load(r->at + o), vi_set1(window ? r->at[o] : r->base));
    const float *p = window ? x + (r->at[o] - r->base) : x;
    vf sum = v_zero();
    if (r->w == NULL) return window ? v_permute(v_load(p), at) : v_gather(p, at);
    for (uint32_t t = 0; t < r->taps; t++) {
        vf w = v_load(r->w + t * r->w_step + o);
        vf v = window ? v_permute(v_load(p + t), at) : v_gather(p + t, at);
        sum = v_add(sum, v_select(v_eq(w, v_zero()), v_zero(), v_mul(w, v)));
    }
    return sum;
}

VEC_LEAF void VEC_NAME(cm_resample)(const cm_resample *r, const float *x, float *y, size_t n) {
    size_t o = 0;
    if (r->dense && r->w == NULL) {
        for (; o + VEC_N <= n && (size_t)(r->at[o] - r->base) + VEC_N <= r->limit; o += VEC_N) {
            vi at = vi_sub(vi_load(r->at + o), vi_set1(r->at[o]));
            v_store(y + o, v_permute(v_load(x + (r->at[o] - r->base)), at));
        }
    }
    for (; o + VEC_N <= n; o += VEC_N) {
        int32_t lo = r->at[o], hi = r->at[o + VEC_N - 1];
        bool window = r->ascending && hi - lo < VEC_N && (size_t)(lo - r->base) + VEC_N + r->taps - 1 <= r->limit;
        v_store(y + o, window ? VEC_NAME(resample_some)(r, x, o, true) : VEC_NAME(resample_some)(r, x, o, false));
    }
    cm_resample_rest(r, x, y, o, n);
}
