/* conv_wino_tmpl.h — Winograd's transforms in vectors of channels (kernels/prim/conv_wino.h). */

/* t = B^T d, elements `step` apart. */
VEC_FN void VEC_NAME(conv_wino_in_6)(const vf *d, vf *t, const int step) {
    vf four = v_set1(4), five = v_set1(5);
    vf d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step], d4 = d[4 * step], d5 = d[5 * step];
    vf a = v_fnma(four, d2, d4), b = v_fnma(four, d1, d3), c = v_sub(d4, d2), e = v_sub(d3, d1);
    e = v_add(e, e);
    t[0] = v_fma(four, d0, v_fnma(five, d2, d4));
    t[step] = v_add(a, b);
    t[2 * step] = v_sub(a, b);
    t[3 * step] = v_add(c, e);
    t[4 * step] = v_sub(c, e);
    t[5 * step] = v_fma(four, d1, v_fnma(five, d3, d5));
}

/* A vector of n floats, at most VEC_N. */
VEC_FN vf VEC_NAME(conv_wino_load)(const float *p, size_t n) {
    return n >= VEC_N ? v_load(p) : v_load_part(p, n);
}
VEC_FN void VEC_NAME(conv_wino_store)(float *p, size_t n, vf v) {
    if (n >= VEC_N)
        v_store(p, v);
    else
        v_store_part(p, n, v);
}

/* n channels from c on, at most a vector of them. */
VEC_FN void VEC_NAME(conv_wino_in_some)(const cm_conv_wino_in_args *a, size_t c, size_t n) {
    vf d[CM_WINO_POS], t[CM_WINO_POS];
    for (int j = 0; j < 6; j++) {
        VEC_UNROLL
        for (int i = 0; i < 6; i++) d[i * 6 + j] = VEC_NAME(conv_wino_load)(a->x[i * 6 + j] + c, n);
        VEC_NAME(conv_wino_in_6)(d + j, t + j, 6);
    }
    for (int i = 0; i < 6; i++) {
        vf v[6];
        VEC_NAME(conv_wino_in_6)(t + i * 6, v, 1);
        VEC_UNROLL
        for (int j = 0; j < 6; j++)
            VEC_NAME(conv_wino_store)(a->v + (size_t)(i * 6 + j) * a->v_step + c, n, v[j]);
    }
}

VEC_LEAF void VEC_NAME(cm_conv_wino_in)(const cm_conv_wino_in_args *a) {
    size_t c = 0;
    for (; c + VEC_N <= a->c; c += VEC_N) VEC_NAME(conv_wino_in_some)(a, c, VEC_N);
    if (c < a->c) VEC_NAME(conv_wino_in_some)(a, c, a->c - c);
}

/* y = A^T m: six elements m_step apart become four, y_step apart. */
VEC_FN void VEC_NAME(conv_wino_out_4)(const vf *m, const int m_step, vf *y, const int y_step) {
    vf s1 = v_add(m[m_step], m[2 * m_step]), d1 = v_sub(m[m_step], m[2 * m_step]);
    vf s2 = v_add(m[3 * m_step], m[4 * m_step]), d2 = v_sub(m[3 * m_step], m[4 * m_step]);
    y[0] = v_add(v_add(m[0], s1), s2);
    y[y_step] = v_fma(v_set1(2), d2, d1);
    y[2 * y_step] = v_fma(v_set1(4), s2, s1);
    y[3 * y_step] = v_add(v_fma(v_set1(8), d2, d1), m[5 * m_step]);
}

/* n channels from c on, at most a vector of them. */
VEC_FN void VEC_NAME(conv_wino_out_some)(const cm_conv_wino_out_args *a, size_t c, size_t n) {
    vf lo = v_set1(a->lo), hi = v_set1(a->hi);
    vf t[4 * 6], y[4], bias = a->bias != NULL ? VEC_NAME(conv_wino_load)(a->bias + c, n) : v_zero();
    for (int j = 0; j < 6; j++) {
        vf m[6];
        VEC_UNROLL
        for (int i = 0; i < 6; i++)
            m[i] = VEC_NAME(conv_wino_load)(a->m + (size_t)(i * 6 + j) * a->m_step + c, n);
        VEC_NAME(conv_wino_out_4)(m, 1, t + j, 6);
    }
    for (size_t i = 0; i < a->rows; i++) {
        VEC_NAME(conv_wino_out_4)(t + i * 6, 1, y, 1);
        for (size_t j = 0; j < a->cols; j++) {
            size_t at = i * a->row + j * a->ld + c;
            vf v = v_add(y[j], bias);
            if (a->r != NULL) v = v_add(v, VEC_NAME(conv_wino_load)(a->r + at, n));
            VEC_NAME(conv_wino_store)(a->y + at, n, v_min(hi, v_max(lo, v)));
        }
    }
}

VEC_LEAF void VEC_NAME(cm_conv_wino_out)(const cm_conv_wino_out_args *a) {
    size_t c = 0;
    for (; c + VEC_N <= a->c; c += VEC_N) VEC_NAME(conv_wino_out_some)(a, c, VEC_N);
    if (c < a->c) VEC_NAME(conv_wino_out_some)(a, c, a->c - c);
}

/* u = G g: three elements g_step apart become six, u_step apart. */
VEC_FN void VEC_NAME(conv_wino_w_6)(const vf *g, const int g_step, vf *u, const int u_step) {
    vf sixth = v_set1(1.0f / 6), g0 = g[0], g1 = g[g_step], g2 = g[2 * g_step];
    vf a = v_mul(v_add(g0, g2), sixth), b = v_mul(g1, sixth);
    vf c = v_add(v_mul(g0, v_set1(1.0f / 24)), v_mul(g2, sixth)), d = v_mul(g1, v_set1(1.0f / 12));
    u[0] = v_mul(g0, v_set1(0.25f));
    u[u_step] = v_sub(v_neg(a), b);
    u[2 * u_step] = v_sub(b, a);
    u[3 * u_step] = v_add(c, d);
    u[4 * u_step] = v_sub(c, d);
    u[5 * u_step] = g2;
}

/* Output channels [m, m + n), at most a vector of them. */
VEC_FN void VEC_NAME(conv_wino_w_some)(const cm_conv_wino_w_args *a, size_t m, size_t n) {
    vf g[9], t[3 * 6];
    VEC_UNROLL
    for (size_t i = 0; i < 9; i++) g[i] = VEC_NAME(conv_wino_load)(a->g + i * a->m + m, n);
    for (int j = 0; j < 3; j++) VEC_NAME(conv_wino_w_6)(g + j, 3, t + j, 3);
    for (size_t i = 0; i < 6; i++) {
        vf v[6];
        VEC_NAME(conv_wino_w_6)(t + i * 3, 1, v, 1);
        VEC_UNROLL
        for (size_t j = 0; j < 6; j++) VEC_NAME(conv_wino_store)(a->v + m + (i * 6 + j) * a->v_step, n, v[j]);
    }
}

VEC_LEAF void VEC_NAME(cm_conv_wino_w)(const cm_conv_wino_w_args *a) {
    size_t m = 0;
    for (; m + VEC_N <= a->m; m += VEC_N) VEC_NAME(conv_wino_w_some)(a, m, VEC_N);
    if (m < a->m) VEC_NAME(conv_wino_w_some)(a, m, a->m - m);
}
