/* qconv_quads_tmpl.h — kernels/prim/qconv_bytes.h in quads, where an instruction adds four products of bytes to a sum
 * of 32 bits: QQ_MR pixels x 2 vectors of output channels, whose sums stay in registers. Parameters:
 *   QQ_NAME(f)     the variant's symbol; QQ_FN before functions that are inlined, QQ_LEAF before the others
 *   QQ_MR, QQ_N    pixels of a tile; sums of a vector
 *   qq, qq_set1(int32_t), qq_load(p)
 *   qq_dot(qq sum, qq x, qq w)           sum + the four products of each 32 bits
 *   qq_whole(args, first, sum, mr, nv)   true: gave the results of an even number of pixels from registers
 *   qq_end(args, first, n, nv, sum)      gives those of n pixels, nv vectors of each, that lie in memory */

#define QQ_BLOCK_WORDS (CM_QCONV_BYTES_BLOCK / 4)
#define QQ_UNROLL CM_UNROLL(8)

/* One word of mr pixels, at x[i] + off, times the weights at w. Constants: mr, nv vectors of channels. */
QQ_FN void QQ_NAME(qquads_word)(const uint8_t *const *x, size_t off, const int8_t *w, qq (*sum)[2], const int mr,
                                const int nv) {
    qq w0 = qq_load(w), w1 = nv > 1 ? qq_load(w + 4 * QQ_N) : w0;
    QQ_UNROLL
    for (int i = 0; i < mr; i++) {
        int32_t four;
        memcpy(&four, x[i] + off, sizeof four);
        qq b = qq_set1(four);
        sum[i][0] = qq_dot(sum[i][0], b, w0);
        if (nv > 1) sum[i][1] = qq_dot(sum[i][1], b, w1);
    }
}

/* All blocks of mr pixels from number `first` on. Meanwhile the pixels' share of what is read next is asked for, a few
 * lines with each block. Constants: mr, nv. */
QQ_FN void QQ_NAME(qquads_blocks)(const cm_qconv_bytes_args *a, size_t first, const uint8_t *const *x, qq (*sum)[2],
                                  const int mr, const int nv) {
    const uint32_t *at = (const uint32_t *)(const void *)(a->head + 1);
    const int8_t *w = (const int8_t *)a->head + a->head->at;
    const size_t line = 4 * QQ_N * (size_t)nv, lines = QQ_BLOCK_WORDS * line / 64;
    const size_t tiles = (a->n + QQ_MR - 1) / QQ_MR, share = (lines + tiles - 1) / tiles;
    uintptr_t next = (uintptr_t)a->next + first / QQ_MR * a->head->blocks * share * 64;
    for (size_t i = 0; i < a->head->blocks; i++) {
        for (size_t l = 0; l < share && mr == QQ_MR && a->next != NULL; l++, next += 64)
            CM_PREFETCH_L2((const void *)next);
        size_t off = a->off[i] + 4 * (size_t)(at[i] & 0xff), words = at[i] >> 8;
        if (words == QQ_BLOCK_WORDS) {
            QQ_NAME(qquads_word)(x, off, w, sum, mr, nv);
            QQ_NAME(qquads_word)(x, off + 4, w + line, sum, mr, nv);
            QQ_NAME(qquads_word)(x, off + 8, w + 2 * line, sum, mr, nv);
            QQ_NAME(qquads_word)(x, off + 12, w + 3 * line, sum, mr, nv);
            w += 4 * line;
            continue;
        }
        for (; words > 0; words--, off += 4, w += line) QQ_NAME(qquads_word)(x, off, w, sum, mr, nv);
    }
}

/* The results of n pixels whose sums lie in memory: one function for all tiles, since inlined into each of them it
 * would be most of the code. */
QQ_LEAF static void QQ_NAME(qquads_end)(const cm_qconv_bytes_args *a, size_t first, size_t n, int nv, qq (*sum)[2]) {
    qq_end(a, first, n, nv, sum);
}

/* mr pixels from number `first` on. Constants: mr, nv. */
QQ_FN void QQ_NAME(qquads_pixels)(const cm_qconv_bytes_args *a, size_t first, const int mr, const int nv) {
    const uint8_t *x[QQ_MR];
    qq sum[QQ_MR][2], done[QQ_MR][2]; /* in registers; in memory */
    qq i0 = qq_load(a->init), i1 = nv > 1 ? qq_load(a->init + QQ_N) : i0;
    QQ_UNROLL
    for (int i = 0; i < mr; i++) x[i] = a->x[first + (size_t)i], sum[i][0] = i0, sum[i][1] = i1;
    QQ_NAME(qquads_blocks)(a, first, x, sum, mr, nv);
    if (mr > 1 && qq_whole(a, first, sum, mr, nv)) return;
    QQ_UNROLL
    for (int i = 0; i < mr; i++) {
        done[i][0] = sum[i][0];
        if (nv > 1) done[i][1] = sum[i][1];
    }
    QQ_NAME(qquads_end)(a, first, (size_t)mr, nv, done);
}

/* All pixels. Constant: nv. */
QQ_FN void QQ_NAME(qquads_all)(const cm_qconv_bytes_args *a, const int nv) {
    size_t p = 0;
    for (; a->n - p >= QQ_MR; p += QQ_MR) QQ_NAME(qquads_pixels)(a, p, QQ_MR, nv);
    if (a->n - p >= 4) QQ_NAME(qquads_pixels)(a, p, 4, nv), p += 4;
    if (a->n - p >= 2) QQ_NAME(qquads_pixels)(a, p, 2, nv), p += 2;
    if (a->n - p >= 1) QQ_NAME(qquads_pixels)(a, p, 1, nv);
}

QQ_LEAF void QQ_NAME(cm_qconv_bytes)(const cm_qconv_bytes_args *a) {
    if (a->cols > QQ_N) {
        QQ_NAME(qquads_all)(a, 2);
    } else {
        QQ_NAME(qquads_all)(a, 1);
    }
}

#undef QQ_BLOCK_WORDS
#undef QQ_UNROLL
#undef QQ_NAME
#undef QQ_FN
#undef QQ_LEAF
#undef QQ_MR
#undef QQ_N
#undef qq
#undef qq_set1
#undef qq_load
#undef qq_dot
#undef qq_whole
#undef qq_end
