/* reduce_rows_tmpl.h — kernels/prim/reduce_rows.h in vectors; included once per instruction set, behind its vec_*.h.
 * Sums are in vectors of doubles, several side by side, so that one addition need not wait for the other. */

/* acc with the value or square of v; the kind is a constant wherever this is inlined. */
VEC_FN vd VEC_NAME(reduce_with)(cm_reduce_kind kind, vd acc, vd v) {
    if (kind == CM_REDUCE_SQUARE) return vd_fma(v, v, acc);
    return vd_add(acc, kind == CM_REDUCE_ABS ? vd_abs(v) : v);
}
VEC_FN double VEC_NAME(reduce_with_one)(cm_reduce_kind kind, double acc, float x) {
    double v = (double)x;
    if (kind == CM_REDUCE_SQUARE) return acc + v * v;
    return acc + (kind == CM_REDUCE_ABS && v < 0 ? -v : v);
}

/* The sum of one row. */
VEC_FN double VEC_NAME(reduce_sum)(cm_reduce_kind kind, const float *x, size_t n) {
    double sum = 0;
    size_t i = 0;
    if (n >= VEC_ND) {
        vd a0 = vd_zero(), a1 = a0, a2 = a0, a3 = a0;
        for (; i + 4 * VEC_ND <= n; i += 4 * VEC_ND) {
            a0 = VEC_NAME(reduce_with)(kind, a0, vd_load_f32(x + i));
            a1 = VEC_NAME(reduce_with)(kind, a1, vd_load_f32(x + i + VEC_ND));
            a2 = VEC_NAME(reduce_with)(kind, a2, vd_load_f32(x + i + 2 * VEC_ND));
            a3 = VEC_NAME(reduce_with)(kind, a3, vd_load_f32(x + i + 3 * VEC_ND));
        }
        for (; i + VEC_ND <= n; i += VEC_ND) a0 = VEC_NAME(reduce_with)(kind, a0, vd_load_f32(x + i));
        sum = vd_sum(vd_add(vd_add(a0, a1), vd_add(a2, a3)));
    }
    for (; i < n; i++) sum = VEC_NAME(reduce_with_one)(kind, sum, x[i]);
    return sum;
}

/* The greater one of two, or the smaller one; b where that is NaN. */
VEC_FN vf VEC_NAME(reduce_extreme)(cm_reduce_kind kind, vf a, vf b) {
    return kind == CM_REDUCE_MAX ? v_max(a, b) : v_min(a, b);
}
VEC_FN float VEC_NAME(reduce_extreme_one)(cm_reduce_kind kind, float a, float v) {
    return (kind == CM_REDUCE_MAX ? v > a : v < a) || v != v ? v : a;
}

/* acc with the elements of one row of n < VEC_N, whose last one stands in the lanes behind it; lanes: those numbers.
 * Zeros, which may have both signs, and NaN, whose bits are kept, are taken one by one, so that the bits are those of
 * columns. */
VEC_FN float VEC_NAME(reduce_range_part)(cm_reduce_kind kind, float acc, const float *x, size_t n, vi lanes) {
    vf v = v_permute(v_load_part(x, n), lanes);
    float end = kind == CM_REDUCE_MAX ? v_hmax(v) : v_hmin(v);
    if (end != 0 && !vm_any(v_unord(v, v))) return VEC_NAME(reduce_extreme_one)(kind, acc, end);
    for (size_t i = 0; i < n; i++) acc = VEC_NAME(reduce_extreme_one)(kind, acc, x[i]);
    return acc;
}

/* acc with the elements of one row of at least VEC_N. The last vector overlaps the one before it. */
VEC_FN float VEC_NAME(reduce_range)(cm_reduce_kind kind, float acc, const float *x, size_t n) {
    size_t i = 0;
    vf a0 = v_load(x + n - VEC_N), a1 = a0, a2 = a0, a3 = a0;
    vm nan = v_unord(a0, a0);
    for (; i + 4 * VEC_N <= n; i += 4 * VEC_N) {
        vf x0 = v_load(x + i), x1 = v_load(x + i + VEC_N);
        vf x2 = v_load(x + i + 2 * VEC_N), x3 = v_load(x + i + 3 * VEC_N);
        nan = vm_or(nan, vm_or(v_unord(x0, x1), v_unord(x2, x3)));
        a0 = VEC_NAME(reduce_extreme)(kind, x0, a0);
        a1 = VEC_NAME(reduce_extreme)(kind, x1, a1);
        a2 = VEC_NAME(reduce_extreme)(kind, x2, a2);
        a3 = VEC_NAME(reduce_extreme)(kind, x3, a3);
    }
    for (; i + VEC_N <= n; i += VEC_N) {
        vf x0 = v_load(x + i);
        nan = vm_or(nan, v_unord(x0, x0));
        a0 = VEC_NAME(reduce_extreme)(kind, x0, a0);
    }
    if (vm_any(nan)) {
        for (i = 0; i < n; i++) acc = VEC_NAME(reduce_extreme_one)(kind, acc, x[i]);
        return acc;
    }
    a0 = VEC_NAME(reduce_extreme)(kind, VEC_NAME(reduce_extreme)(kind, a0, a1), VEC_NAME(reduce_extreme)(kind, a2, a3));
    return VEC_NAME(reduce_extreme_one)(kind, acc, kind == CM_REDUCE_MAX ? v_hmax(a0) : v_hmin(a0));
}

#define VEC_REDUCE_ROWS_SUM(kind) \
    for (size_t r = 0; r < rows; r++) sums[r] += VEC_NAME(reduce_sum)(kind, x + r * n, n)
#define VEC_REDUCE_ROWS_RANGE(kind)                                                                          \
    for (size_t r = 0; n >= VEC_N && r < rows; r++) ends[r] = VEC_NAME(reduce_range)(kind, ends[r], x + r * n, n); \
    for (size_t r = 0; n > 0 && n < VEC_N && r < rows; r++) {                                                \
        ends[r] = VEC_NAME(reduce_range_part)(kind, ends[r], x + r * n, n, vi_load(lane));                   \
    }
VEC_LEAF void VEC_NAME(cm_reduce_rows_f32)(cm_reduce_kind kind, void *acc, const float *x, size_t rows, size_t n) {
    double *sums = acc;
    float *ends = acc;
    int32_t lane[VEC_N];
    for (size_t i = 0; i < VEC_N; i++) lane[i] = (int32_t)(n == 0 || i < n ? i : n - 1);
    switch (kind) {
    case CM_REDUCE_SUM: VEC_REDUCE_ROWS_SUM(CM_REDUCE_SUM); break;
    case CM_REDUCE_ABS: VEC_REDUCE_ROWS_SUM(CM_REDUCE_ABS); break;
    case CM_REDUCE_SQUARE: VEC_REDUCE_ROWS_SUM(CM_REDUCE_SQUARE); break;
    case CM_REDUCE_MAX: VEC_REDUCE_ROWS_RANGE(CM_REDUCE_MAX); break;
    default: VEC_REDUCE_ROWS_RANGE(CM_REDUCE_MIN);
    }
}
#undef VEC_REDUCE_ROWS_SUM
#undef VEC_REDUCE_ROWS_RANGE

/* Four rows at a time, so that memory is read in long pieces; the sums stay near the processor. What is left of a
 * vector is added in the same order, so that the bits of a column do not depend on its place. */
VEC_FN void VEC_NAME(reduce_columns_sum)(cm_reduce_kind kind, double *acc, const float *x, size_t rows, size_t step,
                                         size_t width) {
    size_t r = 0, whole = width - width % VEC_ND;
    for (; r + 4 <= rows; r += 4) {
        const float *x0 = x + r * step, *x1 = x0 + step, *x2 = x1 + step, *x3 = x2 + step;
        for (size_t c = 0; c < whole; c += VEC_ND) {
            vd a = VEC_NAME(reduce_with)(kind, vd_load(acc + c), vd_load_f32(x0 + c));
            vd b = VEC_NAME(reduce_with)(kind, vd_zero(), vd_load_f32(x2 + c));
            a = VEC_NAME(reduce_with)(kind, a, vd_load_f32(x1 + c));
            b = VEC_NAME(reduce_with)(kind, b, vd_load_f32(x3 + c));
            vd_store(acc + c, vd_add(a, b));
        }
        for (size_t c = whole; c < width; c++) {
            double a = VEC_NAME(reduce_with_one)(kind, acc[c], x0[c]), b = VEC_NAME(reduce_with_one)(kind, 0, x2[c]);
            acc[c] = VEC_NAME(reduce_with_one)(kind, a, x1[c]) + VEC_NAME(reduce_with_one)(kind, b, x3[c]);
        }
    }
    for (; r < rows; r++) {
        const float *row = x + r * step;
        for (size_t c = 0; c < whole; c += VEC_ND) {
            vd_store(acc + c, VEC_NAME(reduce_with)(kind, vd_load(acc + c), vd_load_f32(row + c)));
        }
        for (size_t c = whole; c < width; c++) acc[c] = VEC_NAME(reduce_with_one)(kind, acc[c], row[c]);
    }
}

/* An element that is NaN takes the place of the accumulator, and stays there. */
VEC_FN vf VEC_NAME(reduce_column_extreme)(cm_reduce_kind kind, vf acc, vf x) {
    return v_select(v_unord(acc, acc), acc, VEC_NAME(reduce_extreme)(kind, acc, x));
}
VEC_FN void VEC_NAME(reduce_columns_range)(cm_reduce_kind kind, float *acc, const float *x, size_t rows, size_t step,
                                           size_t width) {
    size_t c = 0;
    for (; c + 4 * VEC_N <= width; c += 4 * VEC_N) {
        vf a0 = v_load(acc + c), a1 = v_load(acc + c + VEC_N);
        vf a2 = v_load(acc + c + 2 * VEC_N), a3 = v_load(acc + c + 3 * VEC_N);
        const float *p = x + c;
        for (size_t r = 0; r < rows; r++, p += step) {
            a0 = VEC_NAME(reduce_column_extreme)(kind, a0, v_load(p));
            a1 = VEC_NAME(reduce_column_extreme)(kind, a1, v_load(p + VEC_N));
            a2 = VEC_NAME(reduce_column_extreme)(kind, a2, v_load(p + 2 * VEC_N));
            a3 = VEC_NAME(reduce_column_extreme)(kind, a3, v_load(p + 3 * VEC_N));
        }
        v_store(acc + c, a0);
        v_store(acc + c + VEC_N, a1);
        v_store(acc + c + 2 * VEC_N, a2);
        v_store(acc + c + 3 * VEC_N, a3);
    }
    for (; c + VEC_N <= width; c += VEC_N) {
        vf a0 = v_load(acc + c);
        for (size_t r = 0; r < rows; r++) a0 = VEC_NAME(reduce_column_extreme)(kind, a0, v_load(x + r * step + c));
        v_store(acc + c, a0);
    }
    if (c < width) {
        size_t n = width - c;
        vf a0 = v_load_part(acc + c, n);
        for (size_t r = 0; r < rows; r++) {
            a0 = VEC_NAME(reduce_column_extreme)(kind, a0, v_load_part(x + r * step + c, n));
        }
        v_store_part(acc + c, n, a0);
    }
}

#define VEC_REDUCE_COLUMNS(kind, function) \
    case kind: VEC_NAME(function)(kind, acc, x, rows, step, width); break;
VEC_LEAF void VEC_NAME(cm_reduce_columns_f32)(cm_reduce_kind kind, void *acc, const float *x, size_t rows, size_t step,
                                              size_t width) {
    switch (kind) {
        VEC_REDUCE_COLUMNS(CM_REDUCE_SUM, reduce_columns_sum)
        VEC_REDUCE_COLUMNS(CM_REDUCE_ABS, reduce_columns_sum)
        VEC_REDUCE_COLUMNS(CM_REDUCE_SQUARE, reduce_columns_sum)
        VEC_REDUCE_COLUMNS(CM_REDUCE_MAX, reduce_columns_range)
        VEC_REDUCE_COLUMNS(CM_REDUCE_MIN, reduce_columns_range)
    }
}
#undef VEC_REDUCE_COLUMNS
