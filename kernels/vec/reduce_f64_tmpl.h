/* reduce_f64_tmpl.h — the rows and columns of f64 of kernels/prim/reduce_rows.h in vectors; included once per
 * instruction set, behind its vec_*.h. Sums are in the order of the portable variant (kernels/reduce_tmpl.h): eight
 * lanes, which are merged by halves after each 1024 elements of a row, and 128 rows one after the other. */

/* acc with v; the kind is a constant wherever this is inlined. A NaN stays. */
VEC_FN vd VEC_NAME(reduce_f64_with)(cm_reduce_kind kind, vd acc, vd v) {
    if (kind == CM_REDUCE_SUM) return vd_add(acc, v);
    if (kind == CM_REDUCE_ABS) return vd_add(acc, vd_abs(v));
    if (kind == CM_REDUCE_SQUARE) return vd_add(acc, vd_mul(v, v));
    return vd_select(vd_unord(v, v), v, kind == CM_REDUCE_MAX ? vd_max(v, acc) : vd_min(v, acc));
}
/* Of a maximum or minimum. */
VEC_FN double VEC_NAME(reduce_f64_one)(cm_reduce_kind kind, double acc, double v) {
    return (kind == CM_REDUCE_MAX ? v > acc : v < acc) || v != v ? v : acc;
}

#define VEC_F64_LANES (8 / VEC_ND) /* vectors of the eight lanes */

/* total with the sum of a row. */
VEC_FN double VEC_NAME(reduce_f64_sum)(cm_reduce_kind kind, double total, const double *x, size_t n) {
    for (size_t at = 0; at < n; at += 1024) {
        size_t i = at, end = n - at < 1024 ? n : at + 1024;
        vd lane[VEC_F64_LANES];
        VEC_UNROLL for (size_t j = 0; j < VEC_F64_LANES; j++) lane[j] = vd_zero();
        for (; i + 8 <= end; i += 8) {
            VEC_UNROLL for (size_t j = 0; j < VEC_F64_LANES; j++) {
                lane[j] = VEC_NAME(reduce_f64_with)(kind, lane[j], vd_load(x + i + j * VEC_ND));
            }
        }
        VEC_UNROLL for (size_t j = 0; j < VEC_F64_LANES; j++) {
            size_t rest = end - i;
            if (rest == 0) continue;
            vd v = rest < VEC_ND ? vd_load_part(x + i, rest) : vd_load(x + i);
            lane[j] = VEC_NAME(reduce_f64_with)(kind, lane[j], v);
            i += rest < VEC_ND ? rest : VEC_ND;
        }
        VEC_UNROLL for (size_t half = VEC_F64_LANES / 2; half > 0; half /= 2) {
            VEC_UNROLL for (size_t j = 0; j < half; j++) lane[j] = vd_add(lane[j], lane[j + half]);
        }
        total += vd_sum(lane[0]);
    }
    return total;
}

/* acc with the elements of a row. The last vector overlaps the one before it. */
VEC_FN double VEC_NAME(reduce_f64_range)(cm_reduce_kind kind, double acc, const double *x, size_t n) {
    if (n >= VEC_ND) {
        double lane[VEC_ND];
        vd a = vd_load(x + n - VEC_ND), b = a;
        size_t i = 0;
        for (; i + 2 * VEC_ND <= n; i += 2 * VEC_ND) {
            a = VEC_NAME(reduce_f64_with)(kind, a, vd_load(x + i));
            b = VEC_NAME(reduce_f64_with)(kind, b, vd_load(x + i + VEC_ND));
        }
        if (i + VEC_ND <= n) a = VEC_NAME(reduce_f64_with)(kind, a, vd_load(x + i));
        vd_store(lane, VEC_NAME(reduce_f64_with)(kind, a, b));
        double best = lane[0], sum = lane[0];
        for (i = 1; i < VEC_ND; i++) {
            best = (kind == CM_REDUCE_MAX ? lane[i] > best : lane[i] < best) ? lane[i] : best;
            sum += lane[i];
        }
        /* Where the sum is NaN an element may be. */
        for (i = 0; i < VEC_ND && sum != sum; i++) acc = VEC_NAME(reduce_f64_one)(kind, acc, lane[i]);
        return VEC_NAME(reduce_f64_one)(kind, acc, best);
    }
    for (size_t i = 0; i < n; i++) acc = VEC_NAME(reduce_f64_one)(kind, acc, x[i]);
    return acc;
}

#define VEC_REDUCE_F64_ROWS(kind, function)                                                         \
    case kind:                                                                                      \
        for (size_t r = 0; r < rows; r++) acc[r] = VEC_NAME(function)(kind, acc[r], x + r * n, n);  \
        break;
VEC_LEAF void VEC_NAME(cm_reduce_rows_f64)(cm_reduce_kind kind, double *acc, const double *x, size_t rows, size_t n) {
    switch (kind) {
        VEC_REDUCE_F64_ROWS(CM_REDUCE_SUM, reduce_f64_sum)
        VEC_REDUCE_F64_ROWS(CM_REDUCE_ABS, reduce_f64_sum)
        VEC_REDUCE_F64_ROWS(CM_REDUCE_SQUARE, reduce_f64_sum)
        VEC_REDUCE_F64_ROWS(CM_REDUCE_MAX, reduce_f64_range)
        VEC_REDUCE_F64_ROWS(CM_REDUCE_MIN, reduce_f64_range)
    }
}

/* Columns [0, n * VEC_ND), n <= 4, of x [rows][step] into acc; of one vector only the first `width` <= VEC_ND. */
VEC_FN void VEC_NAME(reduce_f64_strip)(cm_reduce_kind kind, double *acc, const double *x, size_t rows, size_t step,
                                       size_t n, size_t width) {
    bool sums = kind <= CM_REDUCE_SQUARE, whole = width == VEC_ND;
    double some[VEC_ND];
    for (size_t row = 0; row < rows; row += 128, x += 128 * step) {
        size_t count = rows - row < 128 ? rows - row : 128;
        vd part[4], total[4];
        VEC_UNROLL for (size_t j = 0; j < n; j++) {
            total[j] = whole ? vd_load(acc + j * VEC_ND) : vd_load_part(acc, width);
            part[j] = sums ? vd_zero() : total[j];
        }
        for (size_t r = 0; r < count; r++) {
            VEC_UNROLL for (size_t j = 0; j < n; j++) {
                vd v = whole ? vd_load(x + r * step + j * VEC_ND) : vd_load_part(x + r * step, width);
                part[j] = VEC_NAME(reduce_f64_with)(kind, part[j], v);
            }
        }
        VEC_UNROLL for (size_t j = 0; j < n; j++) {
            if (sums) part[j] = vd_add(total[j], part[j]);
            vd_store(whole ? acc + j * VEC_ND : some, part[j]);
        }
        for (size_t c = 0; !whole && c < width; c++) acc[c] = some[c];
    }
}

VEC_FN void VEC_NAME(reduce_f64_strips)(cm_reduce_kind kind, double *acc, const double *x, size_t rows, size_t step,
                                        size_t width) {
    size_t c = 0;
    for (; c + 4 * VEC_ND <= width; c += 4 * VEC_ND) {
        VEC_NAME(reduce_f64_strip)(kind, acc + c, x + c, rows, step, 4, VEC_ND);
    }
    if (c + 2 * VEC_ND <= width) {
        VEC_NAME(reduce_f64_strip)(kind, acc + c, x + c, rows, step, 2, VEC_ND);
        c += 2 * VEC_ND;
    }
    if (c + VEC_ND <= width) {
        VEC_NAME(reduce_f64_strip)(kind, acc + c, x + c, rows, step, 1, VEC_ND);
        c += VEC_ND;
    }
    if (c < width) VEC_NAME(reduce_f64_strip)(kind, acc + c, x + c, rows, step, 1, width - c);
}

#define VEC_REDUCE_F64_COLUMNS(kind) \
    case kind: VEC_NAME(reduce_f64_strips)(kind, acc, x, rows, step, width); break;
VEC_LEAF void VEC_NAME(cm_reduce_columns_f64)(cm_reduce_kind kind, double *acc, const double *x, size_t rows,
                                              size_t step, size_t width) {
    switch (kind) {
        VEC_REDUCE_F64_COLUMNS(CM_REDUCE_SUM)
        VEC_REDUCE_F64_COLUMNS(CM_REDUCE_ABS)
        VEC_REDUCE_F64_COLUMNS(CM_REDUCE_SQUARE)
        VEC_REDUCE_F64_COLUMNS(CM_REDUCE_MAX)
        VEC_REDUCE_F64_COLUMNS(CM_REDUCE_MIN)
    }
}
#undef VEC_F64_LANES
#undef VEC_REDUCE_F64_ROWS
#undef VEC_REDUCE_F64_COLUMNS
