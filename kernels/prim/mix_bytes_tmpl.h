/* mix_bytes_tmpl.h — cm_mix_u8 and cm_mix_i8 (kernels/prim/resample.h) for one level of instruction sets: chunks of a
 * constant length become vectors. Parameters: LOOP_NAME(f) the variant's symbol, LOOP_TARGET before the function. */
#define MIX_CHUNK 16

/* n: a constant where it counts. */
#define MIX_BYTES(name, type, lo, hi)                                                                                  \
    LOOP_TARGET CM_INLINE void LOOP_NAME(name##_some)(const uint8_t *const *x, const double *w, size_t n_x,            \
                                                      uint8_t *y, size_t at, const size_t n) {                         \
        double sum[MIX_CHUNK];                                                                                         \
        for (size_t i = 0; i < n; i++) sum[i] = 0;                                                                     \
        for (size_t t = 0; t < n_x; t++) {                                                                             \
            const type *from = (const type *)x[t] + at;                                                                \
            double weight = w[t];                                                                                      \
            for (size_t i = 0; i < n; i++) sum[i] += weight * (double)from[i];                                         \
        }                                                                                                              \
        for (size_t i = 0; i < n; i++) y[at + i] = (uint8_t)cm_mix_round(sum[i], lo, hi);                              \
    }                                                                                                                  \
    LOOP_TARGET void LOOP_NAME(cm_##name)(const uint8_t *const *x, const double *w, size_t n_x, uint8_t *y,            \
                                          size_t n) {                                                                  \
        size_t at = 0;                                                                                                 \
        for (; !CM_SMALL && n - at >= MIX_CHUNK; at += MIX_CHUNK) LOOP_NAME(name##_some)(x, w, n_x, y, at, MIX_CHUNK); \
        for (size_t part; at < n; at += part) {                                                                        \
            part = cm_min_size(n - at, MIX_CHUNK);                                                                     \
            LOOP_NAME(name##_some)(x, w, n_x, y, at, part);                                                            \
        }                                                                                                              \
    }
MIX_BYTES(mix_u8, uint8_t, 0, 255)
MIX_BYTES(mix_i8, int8_t, -128, 127)

#undef MIX_BYTES
#undef MIX_CHUNK
