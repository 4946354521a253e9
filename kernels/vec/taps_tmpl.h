/* taps_tmpl.h — kernels/prim/taps.h in vectors; included once per instruction set, behind its vec_*.h.
 * `off` is where the taps of the output at hand begin, behind those of the first one. */

VEC_LEAF void VEC_NAME(cm_taps_max)(const float *const *tap, size_t n_taps, float divisor, bool more,
                                    float *y, size_t n, size_t n_outputs, size_t step) {
    size_t t0 = more ? 0 : 1;
    (void)divisor;
    for (size_t off = 0; n_outputs > 0; n_outputs--, off += step, y += n) {
        const float *first = more ? y : tap[0] + off;
        size_t i = 0;
        for (; i + 2 * VEC_N <= n; i += 2 * VEC_N) {
            vf a = v_load(first + i), b = v_load(first + i + VEC_N);
            vm no_a = v_unord(a, a), no_b = v_unord(b, b);
            for (size_t t = t0; t < n_taps; t++) {
                const float *x = tap[t] + off + i;
                vf c = v_load(x), d = v_load(x + VEC_N);
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
            vf a = m == VEC_N ? v_load(first + i) : v_load_part(first + i, m);
            vm no = v_unord(a, a);
            for (size_t t = t0; t < n_taps; t++) {
                const float *x = tap[t] + off + i;
                vf c = m == VEC_N ? v_load(x) : v_load_part(x, m);
                no = vm_or(no, v_unord(c, c));
                a = v_max(a, c);
            }
            a = v_select(no, v_set1(CM_NAN_F32), a);
            if (m == VEC_N) v_store(y + i, a);
            else v_store_part(y + i, m, a);
            i += m;
        }
    }
}

VEC_LEAF void VEC_NAME(cm_taps_mean)(const float *const *tap, size_t n_taps, float divisor, bool more,
                                     float *y, size_t n, size_t n_outputs, size_t step) {
    vf d = v_set1(divisor);
    size_t t0 = more ? 0 : 1;
    for (size_t off = 0; n_outputs > 0; n_outputs--, off += step, y += n) {
        const float *first = more ? y : tap[0] + off;
        size_t i = 0;
        for (; i + 4 * VEC_N <= n; i += 4 * VEC_N) {
            vf s0 = v_load(first + i), s1 = v_load(first + i + VEC_N), s2 = v_load(first + i + 2 * VEC_N);
            vf s3 = v_load(first + i + 3 * VEC_N);
            for (size_t t = t0; t < n_taps; t++) {
                const float *x = tap[t] + off + i;
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
            vf s = m == VEC_N ? v_load(first + i) : v_load_part(first + i, m);
            for (size_t t = t0; t < n_taps; t++) {
                const float *x = tap[t] + off + i;
                s = v_add(s, m == VEC_N ? v_load(x) : v_load_part(x, m));
            }
            s = v_div(s, d);
            if (m == VEC_N) v_store(y + i, s);
            else v_store_part(y + i, m, s);
            i += m;
        }
    }
}
