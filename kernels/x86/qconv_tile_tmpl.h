/* qconv_tile_tmpl.h — kernels/prim/qconv_tile.h in vectors of 32-bit sums: QT_MR pixels x 2 vectors of output channels,
 * all of whose sums stay in registers. Parameters:
 *   QT_NAME(f)     the variant's symbol; QT_FN before functions that are inlined, QT_LEAF before the others
 *   QT_MR, QT_N    pixels of a tile; sums of a vector
 *   qt, qt_set1(int32_t), qt_load(const int32_t *), qt_store(uint32_t *, qt)
 *   qt_floats(qt, const float *scale, const float *bias)   (float)sum * scale + bias, its bits
 *   qt_weights(const int8_t *)       2 * QT_N weights, widened to 16 bits
 *   qt_sub16(qt, const int16_t *)    less as many zero points
 *   qt_dot(qt sum, qt x, qt w)       sum + the products of each pair of 16 bits
 *   qt_bytes(const qt *sum, int nv, const float *scale, int32_t y_zero, uint8_t flip, uint8_t *to)
 *                                    nv * QT_N results */

#define QT_UNROLL CM_UNROLL(16)

/* x[0], x[1] in each lane. */
QT_FN qt QT_NAME(qconv_pair)(const int16_t *x) {
    int32_t two;
    memcpy(&two, x, sizeof two);
    return qt_set1(two);
}

/* Two elements of mr pixels, at p[i] + l, times the weights at w. Constants: mr, nv vectors of a panel, zeros. */
QT_FN void QT_NAME(qconv_step)(const int16_t *const *p, size_t l, const int8_t *w, const int16_t *zero, qt (*sum)[2],
                               const int mr, const int nv, const bool zeros) {
    qt w0 = qt_weights(w), w1 = nv > 1 ? qt_weights(w + 2 * QT_N) : w0;
    if (zeros) w0 = qt_sub16(w0, zero);
    if (zeros && nv > 1) w1 = qt_sub16(w1, zero + 2 * QT_N);
    QT_UNROLL
    for (int i = 0; i < mr; i++) {
        qt v = QT_NAME(qconv_pair)(p[i] + l);
        sum[i][0] = qt_dot(sum[i][0], v, w0);
        if (nv > 1) sum[i][1] = qt_dot(sum[i][1], v, w1);
    }
}

/* Sums of mr pixels. Constants: mr, nv vectors of a panel, with zero points or without. */
QT_FN void QT_NAME(qconv_sums)(const cm_qconv_tile_args *a, size_t first, qt (*sum)[2], const int mr, const int nv,
                               const bool zeros) {
    const int8_t *w = a->w;
    const size_t line = (size_t)(2 * QT_N * nv); /* weights of a step */
    for (size_t s = 0; s < a->n_seg; s++) {
        const int16_t *p[QT_MR];
        size_t l = 0;
        QT_UNROLL
        for (int i = 0; i < mr; i++) p[i] = a->x[first + (size_t)i] + a->off[s];
        for (; mr == 1 && a->len - l >= 8; l += 8, w += 4 * line) { /* a step of one pixel is short beside the loop */
            QT_NAME(qconv_step)(p, l, w, a->zero, sum, mr, nv, zeros);
            QT_NAME(qconv_step)(p, l + 2, w + line, a->zero, sum, mr, nv, zeros);
            QT_NAME(qconv_step)(p, l + 4, w + 2 * line, a->zero, sum, mr, nv, zeros);
            QT_NAME(qconv_step)(p, l + 6, w + 3 * line, a->zero, sum, mr, nv, zeros);
        }
        for (; l < a->len; l += 2, w += line) QT_NAME(qconv_step)(p, l, w, a->zero, sum, mr, nv, zeros);
    }
}

/* The sums of the n pixels from number `first` on, nv vectors of each: one function for all tiles, since inlined into
 * each of them it would be most of the code. */
QT_LEAF static void QT_NAME(qconv_put)(const cm_qconv_tile_args *a, size_t first, size_t n, int nv,
                                       const qt (*sum)[2]) {
    const size_t width = (size_t)nv * QT_N;
    uint32_t wide[2 * QT_N];
    uint8_t bytes[2 * QT_N];
    const bool full = a->cols == width;
    for (size_t p = first; p < first + n; p++, sum++) {
        if (a->sums == NULL) {
            qt_bytes(*sum, nv, a->scale, a->y_zero, a->flip, full ? a->y + p * a->ld : bytes);
            if (!full) memcpy(a->y + p * a->ld, bytes, a->cols);
            continue;
        }
        uint32_t *to = full ? a->sums + p * a->ld : wide;
        for (int v = 0; v < nv; v++) {
            qt one = (*sum)[v];
            if (a->bias != NULL) one = qt_floats(one, a->scale + QT_N * v, a->bias + QT_N * v);
            qt_store(to + QT_N * v, one);
        }
        if (!full) memcpy(a->sums + p * a->ld, wide, a->cols * sizeof *wide);
    }
}

/* mr pixels from number `first` on. Constants: mr, nv, zeros. */
QT_FN void QT_NAME(qconv_one)(const cm_qconv_tile_args *a, size_t first, const int mr, const int nv, const bool zeros) {
    qt sum[QT_MR][2], done[QT_MR][2]; /* in registers; in memory */
    qt i0 = qt_load(a->init), i1 = nv > 1 ? qt_load(a->init + QT_N) : i0;
    QT_UNROLL
    for (int i = 0; i < mr; i++) sum[i][0] = i0, sum[i][1] = i1;
    QT_NAME(qconv_sums)(a, first, sum, mr, nv, zeros);
    QT_UNROLL
    for (int i = 0; i < mr; i++) {
        done[i][0] = sum[i][0];
        if (nv > 1) done[i][1] = sum[i][1];
    }
    QT_NAME(qconv_put)(a, first, (size_t)mr, nv, (const qt (*)[2])done);
}

/* All pixels. Constants: nv, zeros. */
QT_FN void QT_NAME(qconv_all)(const cm_qconv_tile_args *a, const int nv, const bool zeros) {
    size_t p = 0;
    for (; a->n - p >= QT_MR; p += QT_MR) QT_NAME(qconv_one)(a, p, QT_MR, nv, zeros);
    if (a->n - p >= QT_MR / 2) QT_NAME(qconv_one)(a, p, QT_MR / 2, nv, zeros), p += QT_MR / 2;
    for (; a->n - p >= 2; p += 2) QT_NAME(qconv_one)(a, p, 2, nv, zeros);
    if (a->n - p >= 1) QT_NAME(qconv_one)(a, p, 1, nv, zeros);
}

QT_LEAF void QT_NAME(cm_qconv_tile)(const cm_qconv_tile_args *a) {
    if (a->zero != NULL && a->cols > QT_N) {
        QT_NAME(qconv_all)(a, 2, true);
    } else if (a->zero != NULL) {
        QT_NAME(qconv_all)(a, 1, true);
    } else if (a->cols > QT_N) {
        QT_NAME(qconv_all)(a, 2, false);
    } else {
        QT_NAME(qconv_all)(a, 1, false);
    }
}

#undef QT_UNROLL
#undef QT_NAME
#undef QT_FN
#undef QT_LEAF
#undef QT_MR
#undef QT_N
#undef qt
#undef qt_set1
#undef qt_load
#undef qt_store
#undef qt_weights
#undef qt_sub16
#undef qt_dot
#undef qt_bytes
#undef qt_floats
