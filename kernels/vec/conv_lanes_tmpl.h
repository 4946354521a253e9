/* conv_lanes_tmpl.h — the inner loop of depthwise convolutions in vectors of channels (kernels/prim/conv_lanes.h): some
 * neighbouring outputs share the loads of w; their sums stay in registers over all taps. */
#define LANES_SUMS 8 /* vectors of sums at most */

/* np outputs from number p on, nv vectors of channels from m on. Constants: np, nv, part. With `part` nv is 1, and only
 * a->c - m < VEC_N channels are there. */
VEC_FN void VEC_NAME(conv_lanes_block)(const cm_conv_lanes_args *a, size_t p, size_t m, const int np,
                                       const int nv, const bool part) {
    size_t left = a->c - m, x_out = a->x_out, x_tap = a->x_tap, w_tap = a->w_tap;
    vf sum[LANES_SUMS];
    VEC_UNROLL
    for (int i = 0; i < np * nv; i++) sum[i] = v_zero();
    for (size_t s = 0; s < a->n_rows; s++) {
        const float *x = a->x[s] + a->x_at + p * x_out + m;
        const float *w = a->w[s] + a->w_at + m;
        for (size_t k = a->kernel; k > 0; k--, x += x_tap, w += w_tap) {
            VEC_UNROLL
            for (int v = 0; v < nv; v++) {
                vf f = part ? v_load_part(w, left) : v_load(w + v * VEC_N);
                VEC_UNROLL
                for (int i = 0; i < np; i++) {
                    const float *at = x + (size_t)i * x_out + v * VEC_N;
                    sum[i * nv + v] = v_fma(part ? v_load_part(at, left) : v_load(at), f, sum[i * nv + v]);
                }
            }
        }
    }
    vf lo = v_set1(a->lo), hi = v_set1(a->hi);
    VEC_UNROLL
    for (int i = 0; i < np * nv; i++) {
        size_t at = (p + (size_t)(i / nv)) * a->ld + m + (size_t)(i % nv) * VEC_N;
        size_t c = m + (size_t)(i % nv) * VEC_N;
        vf y = sum[i];
        if (a->bias != NULL) y = v_add(y, part ? v_load_part(a->bias + c, left) : v_load(a->bias + c));
        if (a->r != NULL) y = v_add(y, part ? v_load_part(a->r + at, left) : v_load(a->r + at));
        y = v_min(hi, v_max(lo, y));
        if (part) {
            v_store_part(a->y + at, left, y);
        } else {
            v_store(a->y + at, y);
        }
    }
}

/* All channels of np outputs, wide vectors of nv first. */
VEC_FN void VEC_NAME(conv_lanes_outputs)(const cm_conv_lanes_args *a, size_t p, const int np, const int nv) {
    size_t m = 0;
    for (; m + (size_t)nv * VEC_N <= a->c; m += (size_t)nv * VEC_N) {
        VEC_NAME(conv_lanes_block)(a, p, m, np, nv, false);
    }
    for (; m + VEC_N <= a->c; m += VEC_N) VEC_NAME(conv_lanes_block)(a, p, m, np, 1, false);
    if (m < a->c) VEC_NAME(conv_lanes_block)(a, p, m, np, 1, true);
}

/* see conv_lanes.h */
VEC_LEAF void VEC_NAME(cm_conv_lanes_f32)(const cm_conv_lanes_args *a) {
    size_t p = 0;
    for (; p + 4 <= a->n; p += 4) VEC_NAME(conv_lanes_outputs)(a, p, 4, 2);
    for (; p < a->n; p++) VEC_NAME(conv_lanes_outputs)(a, p, 1, 4);
}

#undef LANES_SUMS
