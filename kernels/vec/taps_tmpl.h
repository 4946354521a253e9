/* taps_tmpl.h — kernels/prim/taps.h in vectors; included once per instruction set, behind its vec_*.h. */

VEC_LEAF void VEC_NAME(cm_taps_max)(const float *const *tap, size_t n_taps, float divisor, bool more,
                                    float *y, size_t n) {
    size_t i = 0;
    (void)divisor;
    for (; i + 2 * VEC_N <= n; i += 2 * VEC_N) {
        vf a = v_load((more ? y : tap[0]) + i), b = v_load((more ? y : tap[0]) + i + VEC_N);
        vm no_a = v_unord(a, a), no_b = v_unord(b, b);
        for (size_t t = more ? 0 : 1; t < n_taps; t++) {
            vf c = v_load(tap[t] + i), d = v_load(tap[t] + i + VEC_N);
            no_a = vm_or(no_a, v_unord(c, c));
            no_b = vm_or(no_b, v_unord(d, d));
            a = v_max(a, c);
            b = v_max(b, d);
        }
        v_store(y + i, v_select(no_a, v_set1(CM_NAN_F32), a));
        v_store(y + i + VEC_N, v_select(no_b, v_set1(CM_NAN_F32), b));
    }
    while (i < n) {
        size_t m = n - i < VEC_N ? n - i : VEC_N;
        const float *first = (more ? y : tap[0]) + i;
        vf a = m == VEC_N ? v_load(first) : v_load_part(first, m);
        vm no = v_unord(a, a);
        for (size_t t = more ? 0 : 1; t < n_taps; t++) {
            vf c = m == VEC_N ? v_load(tap[t] + i) : v_load_part(tap[t] + i, m);
            no = vm_or(no, v_unord(c, c));
            a = v_max(a, c);
        }
        a = v_select(no, v_set1(CM_NAN_F32), a);
        if (m == VEC_N) v_store(y + i, a);
        else v_store_part(y + i, m, a);
        i += m;
    }
}

VEC_LEAF void VEC_NAME(cm_taps_mean)(const float *const *tap, size_t n_taps, float divisor, bool more,
                                     float *y, size_t n) {
    vf d = v_set1(divisor);
    size_t i = 0, t0 = more ? 0 : 1;
    for (; i + 4 * VEC_N <= n; i += 4 * VEC_N) {
        const float *first = (more ? y : tap[0]) + i;
        vf s0 = v_load(first), s1 = v_load(first + VEC_N), s2 = v_load(first + 2 * VEC_N);
        vf s3 = v_load(first + 3 * VEC_N);
        for (size_t t = t0; t < n_taps; t++) {
            const float *x = tap[t] + i;
            s0 = v_add(s0, v_load(x));
            s1 = v_add(s1, v_load(x + VEC_N));
            s2 = v_add(s2, v_load(x + 2 * VEC_N));
            s3 = v_add(s3, v_load(x + 3 * VEC_N));
        }
        v_store(y + i, v_div(s0, d));
        v_store(y + i + VEC_N, v_div(s1, d));
        v_store(y + i + 2 * VEC_N, v_div(s2, d));
        v_store(y + i + 3 * VEC_N, v_div(s3, d));
    }
    while (i < n) {
        size_t m = n - i < VEC_N ? n - i : VEC_N;
        const float *first = (more ? y : tap[0]) + i;
        vf s = m == VEC_N ? v_load(first) : v_load_part(first, m);
        for (size_t t = t0; t < n_taps; t++) {
            s = v_add(s, m == VEC_N ? v_load(tap[t] + i) : v_load_part(tap[t] + i, m));
        }
        s = v_div(s, d);
        if (m == VEC_N) v_store(y + i, s);
        else v_store_part(y + i, m, s);
        i += m;
    }
}
