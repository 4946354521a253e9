/* taps_8_tmpl.h — cm_taps_max_8 for one level of instruction sets: chunks of a constant length become vectors.
 * Parameters: LOOP_NAME(f) the variant's symbol, LOOP_TARGET before the function. */
#define TAPS_CHUNK 64
#define TAPS_SHORT 16

/* Elements [at, at + n), of which `best` has room for all, of the output whose taps are `off` elements further on.
 * n: a constant where it counts. */
LOOP_TARGET CM_INLINE void LOOP_NAME(taps_max_8_some)(const uint8_t *const *tap, size_t off, size_t n_taps,
                                                      uint8_t flip, bool more, uint8_t *y, size_t at, const size_t n) {
    uint8_t best[TAPS_CHUNK];
    const uint8_t *first = more ? y : tap[0] + off;
    for (size_t i = 0; i < n; i++) best[i] = first[at + i] ^ flip;
    for (size_t t = more ? 0 : 1; t < n_taps; t++) {
        const uint8_t *x = tap[t] + off + at;
        for (size_t i = 0; i < n; i++) {
            uint8_t v = x[i] ^ flip;
            best[i] = best[i] > v ? best[i] : v;
        }
    }
    for (size_t i = 0; i < n; i++) y[at + i] = best[i] ^ flip;
}

LOOP_TARGET void LOOP_NAME(cm_taps_max_8)(const uint8_t *const *tap, size_t n_taps, uint8_t flip, bool more, uint8_t *y,
                                          size_t n, size_t n_outputs, size_t step) {
    for (size_t off = 0; n_outputs > 0; n_outputs--, off += step, y += n) {
        size_t at = 0;
        for (; !CM_SMALL && n - at >= TAPS_CHUNK; at += TAPS_CHUNK)
            LOOP_NAME(taps_max_8_some)(tap, off, n_taps, flip, more, y, at, TAPS_CHUNK);
        for (; !CM_SMALL && n >= TAPS_SHORT && at < n; at += TAPS_SHORT) /* the last ones may be taken twice */
            LOOP_NAME(taps_max_8_some)(tap, off, n_taps, flip, more, y, cm_min_size(at, n - TAPS_SHORT), TAPS_SHORT);
        for (size_t part; at < n; at += part) {
            part = cm_min_size(n - at, TAPS_CHUNK);
            LOOP_NAME(taps_max_8_some)(tap, off, n_taps, flip, more, y, at, part);
        }
    }
}

#undef TAPS_CHUNK
#undef TAPS_SHORT
