/* conv_tile_tmpl.h — the inner loop of convolutions in vectors (kernels/prim/conv_tile.h): CONV_MR pixels x 2 vectors of
 * output channels, or 1 vector where the panel has no more. All sums, CONV_MR * 2 vectors, stay in registers: the arrays
 * below have constant bounds and every loop over them is unrolled. */
#define CONV_MR (VEC_N == 16 ? 12 : 6)

/* Sums of tile t over one block of the depth. Constants: nv, vectors of a panel. */
VEC_FN void VEC_NAME(conv_tile_sums)(const cm_conv_tile_args *a, size_t t, vf (*sum)[2], const int nv) {
    const float *const *x = a->x + t * a->n_seg * CONV_MR;
    const uint8_t *skip = a->skip == NULL ? NULL : a->skip + t * a->n_seg;
    const float *w = a->w;
    size_t from = a->x_at, to = from + a->len;
    for (size_t s = 0; s < a->n_seg; s++, x += CONV_MR) {
        const float *p[CONV_MR];
        if (skip != NULL && skip[s] != 0) {
            w += a->len * (size_t)nv * VEC_N;
            continue;
        }
        VEC_UNROLL
        for (int i = 0; i < CONV_MR; i++) p[i] = x[i];
        for (size_t l = from; l < to; l++, w += nv * VEC_N) {
            vf w0 = v_load(w), w1 = nv > 1 ? v_load(w + VEC_N) : w0;
            VEC_UNROLL
            for (int i = 0; i < CONV_MR; i++) {
                vf v = v_set1(p[i][l]);
                sum[i][0] = v_fma(v, w0, sum[i][0]);
                if (nv > 1) sum[i][1] = v_fma(v, w1, sum[i][1]);
            }
        }
    }
}

VEC_FN vf VEC_NAME(conv_tile_clamp)(const cm_conv_tile_args *a, vf v) {
    return v_min(v_set1(a->hi), v_max(v_set1(a->lo), v));
}

/* Stores `cols` channels of one vector of a pixel, all of it if they are VEC_N. */
VEC_FN void VEC_NAME(conv_tile_put)(const cm_conv_tile_args *a, vf v, size_t at, size_t m, size_t cols) {
    if (cols >= VEC_N) {
        if (a->bias != NULL) v = v_add(v, v_load(a->bias + m));
        if (a->r != NULL) v = v_add(v, v_load(a->r + at + m));
        v_store(a->y + at + m, VEC_NAME(conv_tile_clamp)(a, v));
    } else {
        if (a->bias != NULL) v = v_add(v, v_load_part(a->bias + m, cols));
        if (a->r != NULL) v = v_add(v, v_load_part(a->r + at + m, cols));
        v_store_part(a->y + at + m, cols, VEC_NAME(conv_tile_clamp)(a, v));
    }
}

/* Tile t, with `rows` pixels. */
VEC_FN void VEC_NAME(conv_tile_one)(const cm_conv_tile_args *a, size_t t, size_t rows, const int nv) {
    float *part = a->part + (a->part == NULL ? 0 : t * CONV_MR * (size_t)nv * VEC_N);
    vf sum[CONV_MR][2];
    if (a->first) {
        VEC_UNROLL
        for (int i = 0; i < CONV_MR; i++) sum[i][0] = sum[i][1] = v_zero();
    } else {
        VEC_UNROLL
        for (int i = 0; i < CONV_MR; i++) {
            sum[i][0] = v_load(part + i * nv * VEC_N);
            sum[i][1] = nv > 1 ? v_load(part + i * nv * VEC_N + VEC_N) : v_zero();
        }
    }
    VEC_NAME(conv_tile_sums)(a, t, sum, nv);
    if (!a->last) {
        VEC_UNROLL
        for (int i = 0; i < CONV_MR; i++) {
            v_store(part + i * nv * VEC_N, sum[i][0]);
            if (nv > 1) v_store(part + i * nv * VEC_N + VEC_N, sum[i][1]);
        }
        return;
    }
    size_t at = t * CONV_MR * a->ld;
    VEC_UNROLL
    for (int i = 0; i < CONV_MR; i++) {
        if ((size_t)i < rows) {
            if (a->place != NULL) at = a->place[t * CONV_MR + (size_t)i];
            VEC_NAME(conv_tile_put)(a, sum[i][0], at, 0, a->cols);
            if (nv > 1) VEC_NAME(conv_tile_put)(a, sum[i][1], at, VEC_N, a->cols - VEC_N);
            at += a->ld;
        }
    }
}

VEC_FN void VEC_NAME(conv_tile_all)(const cm_conv_tile_args *a, const int nv) {
    size_t t = 0;
    for (size_t left = a->n; left > 0; t++) {
        size_t rows = left < CONV_MR ? left : CONV_MR;
        VEC_NAME(conv_tile_one)(a, t, rows, nv);
        left -= rows;
    }
}

/* see conv_tile.h */
VEC_LEAF void VEC_NAME(cm_conv_tile_f32)(const cm_conv_tile_args *a) {
    if (a->cols > VEC_N) {
        VEC_NAME(conv_tile_all)(a, 2);
    } else {
        VEC_NAME(conv_tile_all)(a, 1);
    }
}

#undef CONV_MR
