/* conv_tile_tmpl.h — the inner loop of convolutions in vectors (kernels/prim/conv_tile.h): CONV_MR pixels x 2 vectors
 * of output channels; where the panel has no more than one vector, and that is of 8 or fewer, two tiles of pixels at a
 * time. All sums, at most CONV_MR * 2 vectors, stay in registers: the arrays below have constant bounds and every loop
 * over them is unrolled. A last tile of few pixels has code of its own. Of vectors of 16, the last one of a panel may
 * have its low half only: that is one step on processors that take 512 bits in two. */
#define CONV_MR (VEC_N == 16 ? 12 : 6)
#if VEC_N != 16 /* without halves */
#define v_low_load(p) v_load(p)
#define v_low_set1(x) v_set1(x)
#define v_low_fma(a, b, c) v_fma(a, b, c)
#endif

/* Steps of the depth between two fetches of the next weights. */
#define CONV_FETCH 32

/* Bytes of the next weights that a tile fetches for each step of the depth, so that all tiles fetch all of them. */
VEC_FN size_t VEC_NAME(conv_tile_share)(const cm_conv_tile_args *a) {
    size_t width = cm_conv_tile_width(2 * VEC_N, a->cols), tiles = (a->n + CONV_MR - 1) / CONV_MR;
    return a->next == NULL ? 0 : (width * sizeof(float) - 1) / tiles + 1;
}

/* Sums of tile t over one block of the depth. Constants: mr, pixels, of one tile or of that and the next; nv, vectors
 * of a panel; low: the last of them is a half. */
VEC_FN void VEC_NAME(conv_tile_sums)(const cm_conv_tile_args *a, size_t t, vf (*sum)[2], const int mr, const int nv,
                                     const bool low) {
    const size_t width = (size_t)nv * VEC_N - (low ? VEC_N / 2 : 0);
    size_t tile = a->n_seg * CONV_MR, share = VEC_NAME(conv_tile_share)(a);
    const float *const *x = a->x + t * tile, *w = a->w;
    const uint8_t *skip = a->skip == NULL ? NULL : a->skip + t * a->n_seg;
    uintptr_t next = (uintptr_t)a->next + t * share * a->n_seg * a->len;
    if (mr > CONV_MR) share *= 2;
    for (size_t s = 0; s < a->n_seg; s++, x += CONV_MR) {
        const float *p[CONV_MR * 2];
        if (skip != NULL && skip[s] != 0 && (mr <= CONV_MR || skip[a->n_seg + s] != 0)) {
            w += a->len * width;
            continue;
        }
        /* Counting up to zero takes no register for the end: with 12 pointers there would be one too few. */
        VEC_UNROLL
        for (int i = 0; i < mr; i++) p[i] = (i < CONV_MR ? x[i] : x[tile + (size_t)(i - CONV_MR)]) + a->x_at;
        for (size_t left = a->len, n; left > 0; left -= n) {
            n = left > CONV_FETCH ? CONV_FETCH : left;
            for (uintptr_t stop = next + n * share; next < stop; next += 64) CM_PREFETCH_L2((const void *)next);
            VEC_UNROLL
            for (int i = 0; i < mr; i++) p[i] += n;
            for (ptrdiff_t l = -(ptrdiff_t)n; l < 0; l++, w += width) {
                vf w0 = nv > 1 ? v_load(w) : v_zero();
                vf last = low ? v_low_load(w + (nv - 1) * VEC_N) : v_load(w + (nv - 1) * VEC_N);
                VEC_UNROLL
                for (int i = 0; i < mr; i++) {
                    vf v = nv > 1 || !low ? v_set1(p[i][l]) : v_low_set1(p[i][l]), z = sum[i][nv - 1];
                    if (nv > 1) sum[i][0] = v_fma(v, w0, sum[i][0]);
                    sum[i][nv - 1] = low ? v_low_fma(v, last, z) : v_fma(v, last, z);
                }
            }
        }
    }
}

/* Results of the pixels [first, first + rows). Constants: nv; part: the last vector of the panel is not full.
 *   sum  [pixel][nv * VEC_N] */
VEC_FN void VEC_NAME(conv_tile_rows)(const cm_conv_tile_args *a, const float *sum, size_t first, size_t rows,
                                    const int nv, const bool part) {
    const size_t m = (size_t)(nv - 1) * VEC_N, cols = a->cols - m; /* of the last vector */
    vf lo = v_set1(a->lo), hi = v_set1(a->hi);
    for (size_t i = first; i < first + rows; i++, sum += nv * VEC_N) {
        size_t at = a->place != NULL ? a->place[i] : i * a->ld;
        vf f0 = v_load(sum), f = v_load(sum + m);
        float *y = a->y + at;
        if (a->r != NULL) {
            const float *r = a->r + at;
            if (nv > 1) f0 = v_add(f0, v_load(r));
            f = v_add(f, part ? v_load_part(r + m, cols) : v_load(r + m));
        }
        if (nv > 1) v_store(y, v_min(hi, v_max(lo, f0)));
        f = v_min(hi, v_max(lo, f));
        if (part) {
            v_store_part(y + m, cols, f);
        } else {
            v_store(y + m, f);
        }
    }
}

/* The same for any panel: one function for all tiles, since inlined into each of them it would be most of the code. */
VEC_LEAF static void VEC_NAME(conv_tile_end)(const cm_conv_tile_args *a, const float *sum, size_t first, size_t rows,
                                             int nv) {
    bool part = a->cols != (size_t)nv * VEC_N;
    if (nv > 1 && !part) {
        VEC_NAME(conv_tile_rows)(a, sum, first, rows, 2, false);
    } else if (nv > 1) {
        VEC_NAME(conv_tile_rows)(a, sum, first, rows, 2, true);
    } else if (!part) {
        VEC_NAME(conv_tile_rows)(a, sum, first, rows, 1, false);
    } else {
        VEC_NAME(conv_tile_rows)(a, sum, first, rows, 1, true);
    }
}

/* Results of mr pixels from number `first` on, from registers. Constants: mr, nv, part. */
VEC_FN void VEC_NAME(conv_tile_put)(const cm_conv_tile_args *a, vf (*sum)[2], size_t first, const int mr,
                                   const int nv, const bool part) {
    const size_t m = (size_t)(nv - 1) * VEC_N, cols = a->cols - m; /* of the last vector */
    vf lo = v_set1(a->lo), hi = v_set1(a->hi);
    size_t at = first * a->ld;
    if (a->r != NULL) {
        const float *r = a->r + at;
        VEC_UNROLL
        for (int i = 0; i < mr; i++, r += a->ld) {
            vf last = part ? v_load_part(r + m, cols) : v_load(r + m);
            if (nv > 1) sum[i][0] = v_add(sum[i][0], v_load(r));
            sum[i][nv - 1] = v_add(sum[i][nv - 1], last);
        }
    }
    float *y = a->y + at;
    VEC_UNROLL
    for (int i = 0; i < mr; i++, y += a->ld) {
        vf f = v_min(hi, v_max(lo, sum[i][nv - 1]));
        if (nv > 1) v_store(y, v_min(hi, v_max(lo, sum[i][0])));
        if (part) {
            v_store_part(y + m, cols, f);
        } else {
            v_store(y + m, f);
        }
    }
}

/* `rows` pixels from tile t on. Constants: mr, at least rows; nv, low. */
VEC_FN void VEC_NAME(conv_tile_one)(const cm_conv_tile_args *a, size_t t, size_t rows, const int mr, const int nv,
                                    const bool low) {
    const size_t m = (size_t)(nv - 1) * VEC_N;
    _Alignas(VEC_N * sizeof(float)) float room[CONV_MR * 2 * VEC_N];
    float *to = a->last ? room : a->part + t * CONV_MR * (size_t)(nv * VEC_N);
    vf sum[CONV_MR * 2][2];
    if (a->first) {
        vf b0 = a->bias == NULL ? v_zero() : v_load_part(a->bias, nv > 1 ? VEC_N : a->cols);
        vf b1 = nv == 1 ? b0 : a->bias == NULL ? v_zero() : v_load_part(a->bias + m, a->cols - m);
        VEC_UNROLL
        for (int i = 0; i < mr; i++) sum[i][0] = b0, sum[i][nv - 1] = b1;
    } else {
        const float *part = a->part + t * CONV_MR * (size_t)(nv * VEC_N);
        VEC_UNROLL
        for (int i = 0; i < mr * nv; i++) sum[i / nv][i % nv] = v_load(part + i * VEC_N);
    }
    VEC_NAME(conv_tile_sums)(a, t, sum, mr, nv, low);
    /* Whole tiles are most of the work: their results are stored from registers. */
    if (mr >= CONV_MR && rows >= (size_t)mr && a->last && a->place == NULL) {
        if (!low && a->cols == (size_t)nv * VEC_N) {
            VEC_NAME(conv_tile_put)(a, sum, t * CONV_MR, mr, nv, false);
            return;
        }
        if (VEC_N == 16) { /* stores under a mask */
            VEC_NAME(conv_tile_put)(a, sum, t * CONV_MR, mr, nv, true);
            return;
        }
    }
    VEC_UNROLL
    for (int i = 0; i < mr * nv; i++) v_store(to + i * VEC_N, sum[i / nv][i % nv]);
    if (a->last) VEC_NAME(conv_tile_end)(a, to, t * CONV_MR, rows, nv);
}

/* Sums of mr pixels, from number `row` of tile t on, over one block of the depth of a narrow panel. Constants: mr,
 * cols.
 *   out  [pixel][VEC_N], the sums of `cols` channels, then zeros */
VEC_FN void VEC_NAME(conv_dot_sums)(const cm_conv_tile_args *a, size_t t, size_t row, float (*out)[VEC_N], const int mr,
                                    const int cols) {
    const float *const *x = a->x + t * a->n_seg * CONV_MR + row, *w = a->w;
    vf sum[CONV_MR * 2];
    VEC_UNROLL
    for (int i = 0; i < mr * cols; i++) sum[i] = v_zero();
    for (size_t s = 0; s < a->n_seg; s++, x += CONV_MR) {
        const float *p[CONV_MR];
        if (a->skip != NULL && a->skip[t * a->n_seg + s] != 0) {
            w += a->len * (size_t)cols;
            continue;
        }
        VEC_UNROLL
        for (int i = 0; i < mr; i++) p[i] = x[i] + a->x_at;
        for (size_t l = 0; l < a->len; l += VEC_N, w += cols * VEC_N) {
            vf f[4];
            VEC_UNROLL
            for (int m = 0; m < cols; m++) f[m] = v_load(w + m * VEC_N);
            VEC_UNROLL
            for (int i = 0; i < mr; i++) {
                vf v = v_load(p[i] + l);
                VEC_UNROLL
                for (int m = 0; m < cols; m++) sum[i * cols + m] = v_fma(v, f[m], sum[i * cols + m]);
            }
        }
    }
    VEC_UNROLL
    for (int i = 0; i < mr; i++) {
        v_store(out[i], v_zero());
        VEC_UNROLL
        for (int m = 0; m < cols; m++) out[i][m] = v_sum(sum[i * cols + m]);
    }
}

/* All pixels of a narrow panel, mr at a time. Constants: mr, a divisor of CONV_MR; cols. */
VEC_FN void VEC_NAME(conv_dot_all)(const cm_conv_tile_args *a, const int mr, const int cols) {
    for (size_t n = 0; n < a->n; n += (size_t)mr) {
        _Alignas(VEC_N * sizeof(float)) float out[CONV_MR][VEC_N];
        float *part = a->part + (a->part == NULL ? 0 : n * (size_t)cols);
        VEC_NAME(conv_dot_sums)(a, n / CONV_MR, n % CONV_MR, out, mr, cols);
        for (int i = 0; i < mr && !(a->first && a->bias == NULL); i++) {
            const float *more = a->first ? a->bias : part + i * cols;
            for (int m = 0; m < cols; m++) out[i][m] += more[m];
        }
        for (int i = 0; i < mr && !a->last; i++) memcpy(part + i * cols, out[i], (size_t)cols * sizeof *part);
        size_t rows = a->n - n < (size_t)mr ? a->n - n : (size_t)mr;
        if (a->last) VEC_NAME(conv_tile_end)(a, out[0], n, rows, 1);
    }
}

VEC_FN void VEC_NAME(conv_dot)(const cm_conv_tile_args *a) {
    switch (a->cols) {
    case 1: VEC_NAME(conv_dot_all)(a, CONV_MR, 1); break;
    case 2: VEC_NAME(conv_dot_all)(a, CONV_MR, 2); break;
    case 3: VEC_NAME(conv_dot_all)(a, CONV_MR / 2, 3); break;
    default: VEC_NAME(conv_dot_all)(a, CONV_MR / 2, 4); break;
    }
}

/* Tiles from number t on, of `left` pixels. Constants: nv, low. */
VEC_FN void VEC_NAME(conv_tile_rest)(const cm_conv_tile_args *a, size_t t, size_t left, const int nv, const bool low) {
    for (; left > CONV_MR / 2; t++, left -= left < CONV_MR ? left : CONV_MR) {
        VEC_NAME(conv_tile_one)(a, t, left < CONV_MR ? left : CONV_MR, CONV_MR, nv, low);
    }
    if (left > 4) {
        VEC_NAME(conv_tile_one)(a, t, left, CONV_MR / 2, nv, low);
    } else if (left > 2) {
        VEC_NAME(conv_tile_one)(a, t, left, CONV_MR == 12 ? 4 : 3, nv, low);
    } else if (left > 0) {
        VEC_NAME(conv_tile_one)(a, t, left, 2, nv, low);
    }
}

/* Panels of at most one vector. Constant: low. */
VEC_FN void VEC_NAME(conv_tile_slim)(const cm_conv_tile_args *a, const bool low) {
    size_t t = 0, left = a->n;
    for (; VEC_N < 16 && left >= CONV_MR * 2; t += 2, left -= CONV_MR * 2) {
        VEC_NAME(conv_tile_one)(a, t, CONV_MR * 2, CONV_MR * 2, 1, low);
    }
    VEC_NAME(conv_tile_rest)(a, t, left, 1, low);
}

VEC_LEAF void VEC_NAME(cm_conv_tile_f32)(const cm_conv_tile_args *a) {
    size_t width = cm_conv_tile_width(2 * VEC_N, a->cols);
    if (a->dot) {
        VEC_NAME(conv_dot)(a);
    } else if (width == 2 * VEC_N) {
        VEC_NAME(conv_tile_rest)(a, 0, a->n, 2, false);
    } else if (VEC_N == 16 && width > VEC_N) {
        VEC_NAME(conv_tile_rest)(a, 0, a->n, 2, true);
    } else if (VEC_N != 16 || width == VEC_N) {
        VEC_NAME(conv_tile_slim)(a, false);
    } else {
        VEC_NAME(conv_tile_slim)(a, true);
    }
}

#undef CONV_MR
#undef CONV_FETCH
#if VEC_N != 16
#undef v_low_load
#undef v_low_set1
#undef v_low_fma
#endif
