/* mix_columns_tmpl.h — cm_mix_columns (kernels/prim/resample.h) for one level of instruction sets: chunks of a constant
 * length become vectors. Parameters: LOOP_NAME(f) the variant's symbol, LOOP_TARGET before the function. */
#define MIX_CHUNK 16

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

LOOP_TARGET void LOOP_NAME(cm_mix_columns)(const cm_mix_columns *m, size_t from, size_t to, uint8_t *y) {
    if (m->flip == 0) LOOP_NAME(mix_columns_of)(m, from, to, y, 0);
    else LOOP_NAME(mix_columns_of)(m, from, to, y, 0x80);
}

#undef MIX_CHUNK
