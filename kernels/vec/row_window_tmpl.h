/* row_window_tmpl.h — kernels/prim/row_window.h in vectors; included once per instruction set, behind its vec_*.h. */

/* p[0], p[stride], ..., VEC_N of them; at: their distances from p. Reads no further than the last one. */
VEC_FN vf VEC_NAME(window_load)(const float *p, size_t stride, vi at) {
    if (stride == 1) return v_load(p);
    if (stride == 2) return v_even_odd(v_load(p), v_load(p + VEC_N - 1));
    return v_gather(p, at);
}

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
