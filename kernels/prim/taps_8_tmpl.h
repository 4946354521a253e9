/* taps_8_tmpl.h — cm_taps_max_8 for one level of instruction sets: chunks of a constant length become vectors.
 * Parameters: LOOP_NAME(f) the variant's symbol, LOOP_TARGET before the function. */
#define TAPS_CHUNK 32

LOOP_TARGET void LOOP_NAME(cm_taps_max_8)(const uint8_t *const *tap, size_t n_taps, uint8_t flip, bool more, uint8_t *y,
                                          size_t n) {
    for (size_t at = 0, part; at < n; at += part) {
        uint8_t best[TAPS_CHUNK];
        const uint8_t *first = more ? y : tap[0];
        part = cm_min_size(n - at, TAPS_CHUNK);
        for (size_t i = 0; i < part; i++) best[i] = first[at + i] ^ flip;
        for (size_t t = more ? 0 : 1; t < n_taps; t++) {
            const uint8_t *x = tap[t] + at;
            if (!CM_SMALL && part == TAPS_CHUNK) {
                for (size_t i = 0; i < TAPS_CHUNK; i++) {
                    uint8_t v = x[i] ^ flip;
                    best[i] = best[i] > v ? best[i] : v;
                }
                continue;
            }
            for (size_t i = 0; i < part; i++) {
                uint8_t v = x[i] ^ flip;
                best[i] = best[i] > v ? best[i] : v;
            }
        }
        for (size_t i = 0; i < part; i++) y[at + i] = best[i] ^ flip;
    }
}

#undef TAPS_CHUNK
