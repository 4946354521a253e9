/* lrn_row_tmpl.h — kernels/prim/lrn_row.h in vectors of channels, for the exponents 0.75, 0.5 and 1. */

/* Sums of the squares around channels from c on, times scale, plus bias. */
VEC_FN vf VEC_NAME(lrn_row_base)(const cm_lrn_row *r, size_t c) {
    vf sum = v_load(r->squares + c);
    for (size_t i = 1; i <= r->below + r->above; i++) sum = v_add(sum, v_load(r->squares + c + i));
    return v_fma(v_set1(r->scale), sum, v_set1(r->bias));
}

VEC_FN vf VEC_NAME(lrn_row_power)(const cm_lrn_row *r, vf base) {
    if (r->beta == 1.0f) return base;
    vf root = v_sqrt(base);
    return r->beta == 0.5f ? root : v_mul(root, v_sqrt(root));
}

/* Squares that a float does not hold, and other exponents, are left to the portable variant. */
VEC_LEAF void VEC_NAME(cm_lrn_row_f32)(const cm_lrn_row *r, const float *x, float *y, size_t n) {
    float *squares = r->squares + r->below;
    size_t c = 0, whole = n - n % VEC_N;
    vf most = v_zero();
    for (size_t i = 0; i < r->below; i++) r->squares[i] = 0;
    for (; c < whole; c += VEC_N) {
        vf v = v_load(x + c);
        v = v_mul(v, v);
        v_store(squares + c, v);
        most = v_max(v, most);
        most = v_select(v_unord(v, v), v, most);
    }
    for (size_t i = c; i < n + r->above + VEC_N; i++) squares[i] = i < n ? x[i] * x[i] : 0;
    bool plain = r->beta == 0.75f || r->beta == 0.5f || r->beta == 1.0f;
    float top = v_hmax(most);
    for (size_t i = c; i < n; i++) top = squares[i] > top ? squares[i] : top;
    if (!plain || !(top < 1e30f) || !(r->scale >= 0 && r->scale < 1e6f && r->bias >= 1e-6f && r->bias < 1e30f)) {
        cm_lrn_row_f32_portable(r, x, y, n);
        return;
    }
    for (c = 0; c < whole; c += VEC_N) {
        v_store(y + c, v_div(v_load(x + c), VEC_NAME(lrn_row_power)(r, VEC_NAME(lrn_row_base)(r, c))));
    }
    if (c < n) {
        vf base = VEC_NAME(lrn_row_base)(r, c);
        v_store_part(y + c, n - c, v_div(v_load_part(x + c, n - c), VEC_NAME(lrn_row_power)(r, base)));
    }
}
