/* qconv_tile_tmpl.h — kernels/prim/qconv_tile.h in vectors of 32-bit sums: QT_MR pixels x 2 vectors of output channels,
 * all of whose sums stay in registers. Parameters:
 *   QT_NAME(f)     the variant's symbol; QT_FN before functions that are inlined, QT_LEAF before the others
 *   QT_MR, QT_N    pixels of a tile; sums of a vector
 *   QT_APART       whether a product of one pixel has to wait for the one before it, so that sums apart pay
 *   qt, qt_set1(int32_t), qt_load(const int32_t *), qt_store(uint32_t *, qt)
 *   qt_floats(qt, const float *scale, const float *bias, float lo, float hi)
 *                                    (float)sum * scale + bias within bounds, its bits
 *   qt_add(qt, qt)
 *   qt_weights(const int8_t *)       2 * QT_N weights, widened to 16 bits
 *   qt_dot(qt sum, qt x, qt w)       sum + the products of each pair of 16 bits
 *   qt_less(qt sum, uint32_t row, const int16_t *zero)    sum - row * zero, of QT_N pairs of equal zero points
 *   qt_bytes(const qt *sum, int nv, const float *scale, int32_t y_zero, uint8_t flip, uint8_t *to)
 *                                    nv * QT_N results */

#define QT_UNROLL CM_UNROLL(16)

/* x[0], x[1] in each lane. */
QT_FN qt QT_NAME(qconv_pair)(const int16_t *x) {
    int32_t two;
    memcpy(&two, x, sizeof two);
    return qt_set1(two);
}

/* Two elements of mr pixels, at p[i] + l, times the weights at w. Constants: mr, nv vectors of a panel. */
QT_FN void QT_NAME(qconv_step)(const int16_t *const *p, size_t l, const int8_t *w, qt (*sum)[2], const int mr,
                               const int nv) {
    qt w0 = qt_weights(w), w1 = nv > 1 ? qt_weights(w + 2 * QT_N) : w0;
    QT_UNROLL
    for (int i = 0; i < mr; i++) {
        qt v = QT_NAME(qconv_pair)(p[i] + l);
        sum[i][0] = qt_dot(sum[i][0], v, w0);
        if (nv > 1) sum[i][1] = qt_dot(sum[i][1], v, w1);
    }
}

/* Sums of mr pixels, the zero points of the weights left aside. Constants: mr, nv vectors of a panel. */
QT_FN void QT_NAME(qconv_sums)(const cm_qconv_tile_args *a, size_t first, qt (*sum)[2], const int mr, const int nv) {
    const int8_t *w = a->w;
    const size_t line = (size_t)(2 * QT_N * nv); /* weights of a step */
    const qt none = qt_set1(0);
    qt apart[4][2] = {{none, none}, {none, none}, {none, none}, {none, none}}; /* of one pixel, to wait for no other */
    for (size_t s = 0; s < a->n_seg; s++) {
        const int16_t *p[QT_MR];
        size_t l = 0;
        QT_UNROLL
        for (int i = 0; i < mr; i++) p[i] = a->x[first + (size_t)i] + a->off[s];
        for (; mr == 1 && a->len - l >= 8; l += 8, w += 4 * line) {
            QT_UNROLL
            for (size_t i = 0; i < 4; i++)
                QT_NAME(qconv_step)(p, l + 2 * i, w + i * line, QT_APART ? &apart[i] : sum, 1, nv);
        }
        for (; l < a->len; l += 2, w += line) QT_NAME(qconv_step)(p, l, w, sum, mr, nv);
    }
    if (mr > 1 || !QT_APART) return;
    QT_UNROLL
    for (int i = 0; i < 4; i++) {
        sum[0][0] = qt_add(sum[0][0], apart[i][0]);
        if (nv > 1) sum[0][1] = qt_add(sum[0][1], apart[i][1]);
    }
}

/* The sum of all x of pixel p: what its sums have of a weight's zero point. */
QT_FN uint32_t QT_NAME(qconv_row)(const cm_qconv_tile_args *a, size_t p) {
    uint32_t some[QT_N], row = 0;
    qt sum = qt_set1(0);
    for (size_t s = 0; s < a->n_seg; s++) {
        const int16_t *x = a->x[p] + a->off[s];
        size_t l = 0;
        for (; a->len - l >= 2 * QT_N; l += 2 * QT_N) sum = qt_dot(sum, qt_load(x + l), qt_set1(0x10001));
        for (; l < a->len; l++) {
            int32_t v = x[l];
            row += (uint32_t)v;
        }
    }
    qt_store(some, sum);
    for (size_t i = 0; i < QT_N; i++) row += some[i];
    return row;
}

/* The sums of the n pixels from number `first` on, nv vectors of each, as results: one function for all tiles, since
 * inlined into each of them it would be most of the code. */
QT_LEAF static void QT_NAME(qconv_put)(const cm_qconv_tile_args *a, size_t first, size_t n, int nv, qt (*sum)[2]) {
    const size_t width = (size_t)nv * QT_N;
    uint32_t wide[2 * QT_N];
    uint8_t bytes[2 * QT_N];
    const bool full = a->cols == width;
    for (size_t p = first; p < first + n; p++, sum++) {
        uint32_t row = a->zero == NULL ? 0 : QT_NAME(qconv_row)(a, p);
        for (int v = 0; v < nv && a->zero != NULL; v++) (*sum)[v] = qt_less((*sum)[v], row, a->zero + 2 * QT_N * v);
        if (a->sums == NULL) {
            qt_bytes(*sum, nv, a->scale, a->y_zero, a->flip, full ? a->y + p * a->ld : bytes);
            if (!full) memcpy(a->y + p * a->ld, bytes, a->cols);
            continue;
        }
        uint32_t *to = full ? a->sums + p * a->ld : wide;
        for (int v = 0; v < nv; v++) {
            qt one = (*sum)[v];
            if (a->bias != NULL) one = qt_floats(one, a->scale + QT_N * v, a->bias + QT_N * v, a->lo, a->hi);
            qt_store(to + QT_N * v, one);
        }
        if (!full) memcpy(a->sums + p * a->ld, wide, a->cols * sizeof *wide);
    }
}

/* mr pixels from number `first` on. Constants: mr, nv. */
QT_FN void QT_NAME(qconv_one)(const cm_qconv_tile_args *a, size_t first, const int mr, const int nv) {
    qt sum[QT_MR][2], done[QT_MR][2]; /* in registers; in memory */
    qt i0 = qt_load(a->init), i1 = nv > 1 ? qt_load(a->init + QT_N) : i0;
    QT_UNROLL
    for (int i = 0; i < mr; i++) sum[i][0] = i0, sum[i][1] = i1;
    QT_NAME(qconv_sums)(a, first, sum, mr, nv);
    QT_UNROLL
    for (int i = 0; i < mr; i++) {
        done[i][0] = sum[i][0];
        if (nv > 1) done[i][1] = sum[i][1];
    }
    QT_NAME(qconv_put)(a, first, (size_t)mr, nv, done);
}

/* All pixels. Constant: nv. */
QT_FN void QT_NAME(qconv_all)(const cm_qconv_tile_args *a, const int nv) {
    size_t p = 0;
    for (; a->n - p >= QT_MR; p += QT_MR) QT_NAME(qconv_one)(a, p, QT_MR, nv);
    if (a->n - p >= QT_MR / 2) QT_NAME(qconv_one)(a, p, QT_MR / 2, nv), p += QT_MR / 2;
    for (; a->n - p >= 2; p += 2) QT_NAME(qconv_one)(a, p, 2, nv);
    if (a->n - p >= 1) QT_NAME(qconv_one)(a, p, 1, nv);
}

QT_LEAF void QT_NAME(cm_qconv_tile)(const cm_qconv_tile_args *a) {
    if (a->cols > QT_N) {
        QT_NAME(qconv_all)(a, 2);
    } else {
        QT_NAME(qconv_all)(a, 1);
    }
}

#undef QT_UNROLL
#undef QT_NAME
#undef QT_FN
#undef QT_LEAF
#undef QT_MR
#undef QT_APART
#undef QT_N
#undef qt
#undef qt_set1
#undef qt_load
#undef qt_store
#undef qt_add
#undef qt_weights
#undef qt_dot
#undef qt_less
#undef qt_bytes
#undef qt_floats
