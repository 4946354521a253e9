/* conv_lanes_tmpl.h — the inner loop of depthwise convolutions in vectors of channels (kernels/prim/conv_lanes.h).
 *
 * Where stride and dilation let outputs meet in their columns, a *line* of outputs is made of those that do: every
 * output, or every (dilation / stride)-th one. Some outputs of a line, a block, have their sums in registers; of each
 * row of taps a few weights are loaded at a time, and then each column that those taps reach, once for all outputs of
 * the block. Blocks at the borders test each column and pass over those outside of the data.
 *
 * Other strides take outputs by themselves, tap by tap. */
#define LANES_TAPS 5 /* weights of a row in registers */
#define LANES_SUMS 8 /* vectors of sums at most */

/* Where each lane finds channel s % group of its group. */
VEC_FN vi VEC_NAME(lanes_of_group)(size_t group, size_t s) {
    static const int32_t lane[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return vi_add(vi_and(vi_load(lane), vi_set1(-(int32_t)group)), vi_set1((int32_t)(s % group)));
}

/* A line of outputs `first` + i*step, i < n. Tap k of output i reads position i*share + k of the columns that begin at
 * `column` and are `dilation` apart; those in [lo, hi) lie inside the data. */
typedef struct VEC_NAME(lanes_line) {
    size_t first, step, n;
    ptrdiff_t column, lo, hi;
} VEC_NAME(lanes_line);

/* Channels from m on that a vector has. */
VEC_FN size_t VEC_NAME(lanes_left)(const cm_conv_lanes_args *a, size_t m) {
    return a->c - m < VEC_N ? a->c - m : VEC_N;
}

/* Adds nk taps of one row, from w on, to np sums. `at`: element of the position that tap 0 of the first output reads,
 * whose number is `pos` (only edges look at it). Constants: np, nk, share, edge, part; thin: lanes of x are taken from
 * where `lane` says. */
VEC_FN void VEC_NAME(lanes_taps)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line, vf *sum,
                                 const float *x, size_t at, ptrdiff_t pos, const float *w, size_t left, const int np,
                                 const int nk, const int share, const bool edge, const bool part, const bool thin,
                                 vi lane) {
    size_t step = (size_t)a->dilation * a->x_ld, width = (size_t)(line->hi - line->lo);
    vf f[LANES_TAPS];
    VEC_UNROLL
    for (int k = 0; k < nk; k++) {
        f[k] = v_load(w + (size_t)k * a->w_ld);
        v_keep(f[k]);
    }
    pos -= line->lo;
    VEC_UNROLL
    for (int j = 0; j < share * (np - 1) + nk; j++) {
        size_t e = at + (size_t)(j % 4) * step;
        if (j % 4 == 3) at += 4 * step;
        if (edge && (size_t)(pos + j) >= width) continue;
        vf v = part ? v_load_part(x + e, left) : v_load(x + e);
        if (thin) v = v_permute(v, lane);
        v_keep(v);
        VEC_UNROLL
        for (int i = 0; i < np; i++) {
            int k = j - share * i;
            if (k >= 0 && k < nk) sum[i] = v_fma(v, f[k], sum[i]);
        }
    }
}

/* y of np outputs, of which n are stored if this is an edge. */
VEC_FN void VEC_NAME(lanes_store)(const cm_conv_lanes_args *a, vf *sum, size_t first, size_t step, size_t m, size_t n,
                                  const int np, const bool edge, const bool part) {
    vf lo = v_set1(a->lo), hi = v_set1(a->hi);
    size_t left = VEC_NAME(lanes_left)(a, m), ld = step * a->ld;
    float *y = a->y + first * a->ld + m;
    if (a->bias != NULL) {
        vf b = part ? v_load_part(a->bias + m, left) : v_load(a->bias + m);
        VEC_UNROLL
        for (int i = 0; i < np; i++) sum[i] = v_add(sum[i], b);
    }
    if (a->r != NULL) {
        const float *r = a->r + first * a->ld + m;
        VEC_UNROLL
        for (int i = 0; i < np; i++) {
            if (edge && (size_t)i >= n) continue;
            sum[i] = v_add(sum[i], part ? v_load_part(r, left) : v_load(r));
            r += ld;
        }
    }
    VEC_UNROLL
    for (int i = 0; i < np; i++) {
        if (edge && (size_t)i >= n) continue;
        vf v = v_min(hi, v_max(lo, sum[i]));
        if (part && left < VEC_N) { /* whole vectors of thin groups are such parts at borders */
            v_store_part(y, left, v);
        } else {
            v_store(y, v);
        }
        y += ld;
    }
}

/* All taps of one row, as lanes_taps. Constant: kernel, 0 if it is any. */
VEC_FN void VEC_NAME(lanes_row)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line, vf *sum, const float *x,
                                size_t at, ptrdiff_t pos, const float *w, size_t left, const int np, const int kernel,
                                const int share, const bool edge, const bool part, const bool thin, vi lane) {
#define LANES_TAKE(n) VEC_NAME(lanes_taps)(a, line, sum, x, at, pos, w, left, np, n, share, edge, part, thin, lane)
    size_t step = (size_t)a->dilation * a->x_ld;
    if (kernel != 0) {
        LANES_TAKE(kernel);
        return;
    }
    for (ptrdiff_t k = a->kernel, nk; k > 0; k -= nk, pos += nk, at += (size_t)nk * step, w += (size_t)nk * a->w_ld) {
        if (k >= LANES_TAPS) {
            LANES_TAKE(LANES_TAPS), nk = LANES_TAPS;
        } else if (k > 1) {
            LANES_TAKE(2), nk = 2;
        } else {
            LANES_TAKE(1), nk = 1;
        }
    }
#undef LANES_TAKE
}

/* np outputs of a line from number p on, one vector of channels from m on. Constants: np, kernel, share, edge, part,
 * thin. With `part` only a->c - m channels are there, if that is less than VEC_N. */
VEC_FN void VEC_NAME(lanes_block)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line, size_t p, size_t m,
                                  const int np, const int kernel, const int share, const bool edge, const bool part,
                                  const bool thin) {
    ptrdiff_t pos = (ptrdiff_t)p * share;
    size_t at = (size_t)(line->column + pos * a->dilation) * a->x_ld + m, left = VEC_NAME(lanes_left)(a, m);
    vf sum[LANES_SUMS];
    VEC_UNROLL
    for (int i = 0; i < np; i++) sum[i] = v_zero();
    for (size_t s = 0; s < a->n_rows; s++) {
        vi lane = VEC_NAME(lanes_of_group)(a->group, s); /* not used unless thin */
        VEC_NAME(lanes_row)(a, line, sum, a->x[s], at, pos, a->w[s] + m, left, np, kernel, share, edge, part, thin,
                            lane);
    }
    VEC_NAME(lanes_store)(a, sum, line->first + p * line->step, line->step, m, line->n - p, np, edge, part);
}

/* All channels of a block. */
VEC_FN void VEC_NAME(lanes_channels)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line, size_t p,
                                     const int np, const int kernel, const int share, const bool edge,
                                     const bool thin) {
    size_t m = 0;
    for (; m + VEC_N <= a->c; m += VEC_N) VEC_NAME(lanes_block)(a, line, p, m, np, kernel, share, edge, false, thin);
}

/* The channels beyond the last whole vector, of all outputs of a line. */
VEC_FN void VEC_NAME(lanes_rest)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line, const int np,
                                 const int share) {
    size_t m = a->c / VEC_N * VEC_N;
    if (m == a->c) return;
    for (size_t p = 0; p < line->n; p += (size_t)np) {
        VEC_NAME(lanes_block)(a, line, p, m, np, 0, share, true, true, false);
    }
}

/* All outputs of a line, np at a time; kernels of 3 and 5 along the row have code of their own. */
VEC_FN void VEC_NAME(lanes_line_all)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line, const int np,
                                     const int share) {
    for (size_t p = 0; p < line->n; p += (size_t)np) {
        ptrdiff_t pos = (ptrdiff_t)p * share, past = pos + (np - 1) * share + a->kernel;
        size_t left = line->n - p;
        bool inside = left >= (size_t)np && pos >= line->lo && past <= line->hi;
        if (left <= (size_t)(np / 2) && a->kernel == 3) {
            VEC_NAME(lanes_channels)(a, line, p, np / 2, 3, share, true, false);
        } else if (left <= (size_t)(np / 2)) {
            VEC_NAME(lanes_channels)(a, line, p, np / 2, 0, share, true, false);
        } else if (!inside && a->kernel == 3) {
            VEC_NAME(lanes_channels)(a, line, p, np, 3, share, true, false);
        } else if (!inside) {
            VEC_NAME(lanes_channels)(a, line, p, np, 0, share, true, false);
        } else if (a->kernel == 3) {
            VEC_NAME(lanes_channels)(a, line, p, np, 3, share, false, false);
        } else if (a->kernel == 5) {
            VEC_NAME(lanes_channels)(a, line, p, np, 5, share, false, false);
        } else {
            VEC_NAME(lanes_channels)(a, line, p, np, 0, share, false, false);
        }
    }
    VEC_NAME(lanes_rest)(a, line, np, share);
}

/* A block of groups of several channels at a border, or behind the last whole vector: functions of their own, since
 * neither has to be fast. For outputs that share columns with their neighbours, and for strides of two. */
VEC_LEAF static void VEC_NAME(lanes_thin_edge_1)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line,
                                                 size_t p, size_t m) {
    VEC_NAME(lanes_block)(a, line, p, m, LANES_SUMS, 0, 1, true, true, true);
}
VEC_LEAF static void VEC_NAME(lanes_thin_edge_2)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line,
                                                 size_t p, size_t m) {
    VEC_NAME(lanes_block)(a, line, p, m, 6, 0, 2, true, true, true);
}

/* All outputs of a line, np at a time, where groups have several channels. */
VEC_FN void VEC_NAME(lanes_thin_all)(const cm_conv_lanes_args *a, const VEC_NAME(lanes_line) *line, const int np,
                                     const int share) {
    for (size_t p = 0; p < line->n; p += (size_t)np) {
        ptrdiff_t pos = (ptrdiff_t)p * share, past = pos + (np - 1) * share + a->kernel;
        size_t m = a->c / VEC_N * VEC_N;
        if (line->n - p < (size_t)np || pos < line->lo || past > line->hi) {
            m = 0;
        } else if (a->kernel == 3) {
            VEC_NAME(lanes_channels)(a, line, p, np, 3, share, false, true);
        } else {
            VEC_NAME(lanes_channels)(a, line, p, np, 0, share, false, true);
        }
        for (; m < a->c; m += VEC_N) {
            if (share == 1) {
                VEC_NAME(lanes_thin_edge_1)(a, line, p, m);
            } else {
                VEC_NAME(lanes_thin_edge_2)(a, line, p, m);
            }
        }
    }
}

/* The lines of all outputs. */
VEC_FN void VEC_NAME(lanes_lines)(const cm_conv_lanes_args *a, size_t step, const int np, const int share,
                                  const bool thin) {
    for (size_t i = 0; i < step && i < a->n; i++) {
        VEC_NAME(lanes_line) line = {.first = i, .step = step, .n = (a->n - i - 1) / step + 1};
        line.column = a->at + (ptrdiff_t)i * a->stride;
        cm_conv_lanes_clip(line.column, a->dilation, a->in, &line.lo, &line.hi);
        if (line.hi < line.lo) line.hi = line.lo;
        if (thin) {
            VEC_NAME(lanes_thin_all)(a, &line, np, share);
        } else {
            VEC_NAME(lanes_line_all)(a, &line, np, share);
        }
    }
}

/* ---- outputs by themselves ---- */

/* np outputs from number p on that have taps [begin, end) inside the data. Constants: np, part. */
VEC_FN void VEC_NAME(lanes_apart)(const cm_conv_lanes_args *a, size_t p, size_t m, ptrdiff_t begin, ptrdiff_t end,
                                  const int np, const bool part) {
    size_t left = a->c - m, x_out = (size_t)a->stride * a->x_ld, x_tap = (size_t)a->dilation * a->x_ld;
    ptrdiff_t column = a->at + (ptrdiff_t)p * a->stride + begin * a->dilation;
    vf sum[LANES_SUMS];
    VEC_UNROLL
    for (int i = 0; i < np; i++) sum[i] = v_zero();
    for (size_t s = 0; s < a->n_rows && begin < end; s++) {
        const float *x = a->x[s] + (size_t)column * a->x_ld + m, *w = a->w[s] + (size_t)begin * a->w_ld + m;
        for (ptrdiff_t k = begin; k < end; k++, w += a->w_ld) {
            size_t at = (size_t)(k - begin) * x_tap;
            vf f = v_load(w);
            VEC_UNROLL
            for (int i = 0; i < np; i++, at += x_out) {
                sum[i] = v_fma(part ? v_load_part(x + at, left) : v_load(x + at), f, sum[i]);
            }
        }
    }
    VEC_NAME(lanes_store)(a, sum, p, 1, m, (size_t)np, np, false, part);
}

/* All channels of np outputs with the same taps. */
VEC_FN void VEC_NAME(lanes_apart_channels)(const cm_conv_lanes_args *a, size_t p, ptrdiff_t begin, ptrdiff_t end,
                                           const int np) {
    size_t m = 0;
    for (; m + VEC_N <= a->c; m += VEC_N) VEC_NAME(lanes_apart)(a, p, m, begin, end, np, false);
    if (m < a->c) VEC_NAME(lanes_apart)(a, p, m, begin, end, np, true);
}

VEC_FN void VEC_NAME(lanes_apart_all)(const cm_conv_lanes_args *a) {
    ptrdiff_t span = (a->kernel - 1) * a->dilation, begin, end;
    for (size_t p = 0; p < a->n;) {
        ptrdiff_t column = a->at + (ptrdiff_t)p * a->stride;
        if (a->n - p >= LANES_SUMS && column >= 0 &&
            column + (LANES_SUMS - 1) * a->stride + span < (ptrdiff_t)a->in) {
            VEC_NAME(lanes_apart_channels)(a, p, 0, a->kernel, LANES_SUMS);
            p += LANES_SUMS;
            continue;
        }
        cm_conv_lanes_clip(column, a->dilation, a->in, &begin, &end);
        if (end > a->kernel) end = a->kernel;
        VEC_NAME(lanes_apart_channels)(a, p, begin, end, 1);
        p++;
    }
}

VEC_LEAF void VEC_NAME(cm_conv_lanes_f32)(const cm_conv_lanes_args *a) {
    bool meet = a->dilation % a->stride == 0, thin = a->group > 1;
    if (!thin && meet) {
        VEC_NAME(lanes_lines)(a, (size_t)(a->dilation / a->stride), LANES_SUMS, 1, false);
    } else if (!thin && a->stride == 2 * a->dilation) {
        VEC_NAME(lanes_lines)(a, 1, 6, 2, false);
    } else if (!thin) {
        VEC_NAME(lanes_apart_all)(a);
    } else if (a->stride == 2 * a->dilation) {
        VEC_NAME(lanes_lines)(a, 1, 6, 2, true);
    } else { /* other strides: lines of one output */
        VEC_NAME(lanes_lines)(a, meet ? (size_t)(a->dilation / a->stride) : a->n, LANES_SUMS, 1, true);
    }
}

#undef LANES_TAPS
#undef LANES_SUMS
