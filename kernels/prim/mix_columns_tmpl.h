/* mix_columns_tmpl.h — cm_mix_columns (kernels/prim/resample.h) for one level of instruction sets: chunks of a constant
 * length become vectors. Parameters: LOOP_NAME(f) the variant's symbol, LOOP_TARGET before the function. */
#define MIX_CHUNK 16
#define MIX_WHOLE 64

/* n: a constant where it counts; flip: one. */
LOOP_TARGET CM_INLINE void LOOP_NAME(mix_columns_some)(const cm_mix_columns *m, size_t at, uint8_t *y, const size_t n,
                                                       const int flip) {
    double sum[MIX_CHUNK];
    for (size_t i = 0; i < n; i++) sum[i] = 0;
    for (size_t s = 0; s < m->n_x; s++) {
        const double w = m->w[s];
        for (size_t t = 0; t < m->taps; t++) {
            const uint8_t *x = m->x[s] + t * m->ld + at;
            const double *column = m->column + t * m->ld + at;
            for (size_t i = 0; i < n; i++) sum[i] += w * column[i] * (double)((x[i] ^ flip) - flip);
        }
    }
    int32_t whole[MIX_CHUNK]; /* as in cm_mix_round, but clamped as integers, which needs no branches */
    for (size_t i = 0; i < n; i++) whole[i] = (int32_t)((sum[i] + 6755399441055744.0) - 6755399441055744.0);
    for (size_t i = 0; i < n; i++) {
        int32_t v = whole[i] > -flip ? whole[i] : -flip;
        y[at + i] = (uint8_t)(v < 255 - flip ? v : 255 - flip);
    }
}

LOOP_TARGET CM_INLINE void LOOP_NAME(mix_columns_of)(const cm_mix_columns *m, size_t from, size_t to, uint8_t *y,
                                                     const int flip) {
    for (; !CM_SMALL && to - from >= MIX_CHUNK; from += MIX_CHUNK)
        LOOP_NAME(mix_columns_some)(m, from, y, MIX_CHUNK, flip);
    for (size_t part; from < to; from += part) {
        part = cm_min_size(to - from, MIX_CHUNK);
        LOOP_NAME(mix_columns_some)(m, from, y, part, flip);
    }
}

/* rows[i] = x[0][i]*w[0] + x[1][i]*w[1] + ... of tap t of outputs [at, at + n), bytes as unsigned ones. n: a constant
 * where it counts. */
LOOP_TARGET CM_INLINE void LOOP_NAME(mix_columns_rows)(const cm_mix_columns *m, size_t t, size_t at, const size_t n,
                                                       uint16_t *restrict rows) {
    const double one = (double)(1u << m->row_bits);
    const uint8_t flip = m->flip;
    for (size_t s = 0; s < m->n_x; s++) {
        const uint8_t *x = m->x[s] + t * m->ld + at;
        const uint16_t w = (uint16_t)(m->w[s] * one);
        for (size_t i = 0; i < n && s == 0; i++) rows[i] = (uint16_t)(w * (uint16_t)(x[i] ^ flip));
        for (size_t i = 0; i < n && s != 0; i++) rows[i] = (uint16_t)(rows[i] + w * (uint16_t)(x[i] ^ flip));
    }
}

/* What mix_columns_some does, of whole weights: no sum is above 255 * 2^8. Where bytes are signed each counts as 128
 * more, and so does their mean. */
LOOP_TARGET CM_INLINE void LOOP_NAME(mix_columns_whole)(const cm_mix_columns *m, size_t at, uint8_t *restrict y,
                                                        const size_t n) {
    uint16_t sum[MIX_WHOLE], rows[MIX_WHOLE];
    const uint16_t half = (uint16_t)((1u << m->bits >> 1) - 1);
    for (size_t i = 0; i < n; i++) sum[i] = 0;
    for (size_t t = 0; t < m->taps; t++) {
        const uint16_t *column = m->whole + t * m->ld + at;
        LOOP_NAME(mix_columns_rows)(m, t, at, n, rows);
        for (size_t i = 0; i < n; i++) sum[i] = (uint16_t)(sum[i] + column[i] * rows[i]);
    }
    for (size_t i = 0; i < n; i++) {
        uint16_t odd = sum[i] >> m->bits & 1; /* halves to even */
        y[at + i] = (uint8_t)((uint16_t)(sum[i] + half + odd) >> m->bits ^ m->flip);
    }
}

LOOP_TARGET static void LOOP_NAME(mix_columns_wholes)(const cm_mix_columns *m, size_t from, size_t to, uint8_t *y) {
    for (; to - from >= MIX_WHOLE; from += MIX_WHOLE) LOOP_NAME(mix_columns_whole)(m, from, y, MIX_WHOLE);
    if (from < to) LOOP_NAME(mix_columns_whole)(m, from, y, to - from);
}

LOOP_TARGET void LOOP_NAME(cm_mix_columns)(const cm_mix_columns *m, size_t from, size_t to, uint8_t *y) {
    if (m->bits != 0) LOOP_NAME(mix_columns_wholes)(m, from, to, y);
    else if (m->flip == 0) LOOP_NAME(mix_columns_of)(m, from, to, y, 0);
    else LOOP_NAME(mix_columns_of)(m, from, to, y, 0x80);
}

#undef MIX_WHOLE
#undef MIX_CHUNK
