/* conv_line_tmpl.h — kernels/prim/conv_line.h in vectors of outputs; included once per instruction set, behind its
 * vec_*.h. A tile of some channels x some vectors of outputs has its sums in registers over all taps. */
#define LINE_SUMS 12 /* vectors of sums at most */

/* Channels [m, m + np), outputs from j on: `left` of the nv vectors' outputs are stored if this is the end of the row.
 * Constants: np, nv, end. */
VEC_FN void VEC_NAME(line_tile)(const cm_conv_line_args *a, size_t m, size_t j, size_t left, const int np,
                                const int nv, const bool end) {
    vf sum[LINE_SUMS];
    VEC_UNROLL
    for (int i = 0; i < np * nv; i++) sum[i] = v_zero();
    for (size_t s = 0; s < a->n_rows; s++) {
        const float *w = a->w[s] + m * a->w_ld;
        for (size_t k = 0; k < a->kernel; k++, w++) {
            const float *x = a->x[s] + a->off[k] + j;
            vf v[LINE_SUMS];
            VEC_UNROLL
            for (int i = 0; i < nv; i++) v[i] = v_load(x + i * VEC_N);
            VEC_UNROLL
            for (int p = 0; p < np; p++) {
                vf f = v_set1(w[(size_t)p * a->w_ld]);
                VEC_UNROLL
                for (int i = 0; i < nv; i++) sum[p * nv + i] = v_fma(v[i], f, sum[p * nv + i]);
            }
        }
    }
    vf lo = v_set1(a->lo), hi = v_set1(a->hi);
    VEC_UNROLL
    for (int i = 0; i < np * nv; i++) {
        size_t c = m + (size_t)(i / nv), column = (size_t)(i % nv) * VEC_N;
        bool part = end && column + VEC_N > left;
        vf v = sum[i];
        if (part && column >= left) continue;
        if (a->bias != NULL) v = v_add(v, v_set1(a->bias[c]));
        if (a->r != NULL) {
            const float *r = a->r + c * a->ld + j + column;
            v = v_add(v, part ? v_load_part(r, left - column) : v_load(r));
        }
        v = v_min(hi, v_max(lo, v));
        float *y = a->y + c * a->ld + j + column;
        if (part) {
            v_store_part(y, left - column, v);
        } else {
            v_store(y, v);
        }
    }
}

/* A whole row of channels [m, m + np). Constants: np, nv. */
VEC_FN void VEC_NAME(line_channels)(const cm_conv_line_args *a, size_t m, const int np, const int nv) {
    size_t j = 0, step = (size_t)nv * VEC_N;
    for (; j + step <= a->n; j += step) VEC_NAME(line_tile)(a, m, j, step, np, nv, false);
    for (; j + 2 * VEC_N < a->n; j += 2 * VEC_N) VEC_NAME(line_tile)(a, m, j, 2 * VEC_N, np, 2, false);
    if (j + VEC_N < a->n) {
        VEC_NAME(line_tile)(a, m, j, a->n - j, np, 2, true);
    } else if (j < a->n) {
        VEC_NAME(line_tile)(a, m, j, a->n - j, np, 1, true);
    }
}

VEC_LEAF void VEC_NAME(cm_conv_line_f32)(const cm_conv_line_args *a) {
    size_t m = 0;
    for (; m + 4 <= a->c && a->c - m != 5; m += 4) VEC_NAME(line_channels)(a, m, 4, 3);
    if (a->c - m >= 3) {
        VEC_NAME(line_channels)(a, m, 3, 3);
        m += 3;
    }
    if (a->c - m == 2) {
        VEC_NAME(line_channels)(a, m, 2, 4);
    } else if (a->c - m == 1) {
        VEC_NAME(line_channels)(a, m, 1, 8);
    }
}

#undef LINE_SUMS
