/* quantize_rows_tmpl.h — kernels/prim/quantize_rows.h for one level of instruction sets: kernels/prim/loops_tmpl.h has
 * the parameters. */
#define QUANTIZE_CHUNK 32

#define QUANTIZE_TO(name, type)                                                                                      \
    LOOP_TARGET void LOOP_NAME(name)(const float *x, float scale, int32_t zero, int32_t lo, int32_t hi, void *to,    \
                                     size_t n) {                                                                     \
        type *y = to;                                                                                                \
        for (; !CM_SMALL && n >= QUANTIZE_CHUNK; n -= QUANTIZE_CHUNK, x += QUANTIZE_CHUNK, y += QUANTIZE_CHUNK) {    \
            CM_INDEPENDENT for (size_t i = 0; i < QUANTIZE_CHUNK; i++) {                                             \
                y[i] = (type)cm_quantize_round(x[i] / scale, zero, lo, hi);                                          \
            }                                                                                                        \
        }                                                                                                            \
        for (size_t i = 0; i < n; i++) y[i] = (type)cm_quantize_round(x[i] / scale, zero, lo, hi);                   \
    }
QUANTIZE_TO(cm_quantize_8, uint8_t)
QUANTIZE_TO(cm_quantize_16, uint16_t)

#define QUANTIZE_BACK(name, type)                                                                                    \
    LOOP_TARGET void LOOP_NAME(name)(const void *from, float scale, int32_t zero, float *y, size_t n) {              \
        const type *x = from;                                                                                        \
        for (; !CM_SMALL && n >= QUANTIZE_CHUNK; n -= QUANTIZE_CHUNK, x += QUANTIZE_CHUNK, y += QUANTIZE_CHUNK) {    \
            CM_INDEPENDENT for (size_t i = 0; i < QUANTIZE_CHUNK; i++) y[i] = (float)(x[i] - zero) * scale;          \
        }                                                                                                            \
        for (size_t i = 0; i < n; i++) y[i] = (float)(x[i] - zero) * scale;                                          \
    }
QUANTIZE_BACK(cm_dequantize_u8, uint8_t)
QUANTIZE_BACK(cm_dequantize_i8, int8_t)
QUANTIZE_BACK(cm_dequantize_u16, uint16_t)
QUANTIZE_BACK(cm_dequantize_i16, int16_t)

#undef QUANTIZE_BACK
#undef QUANTIZE_CHUNK
#undef QUANTIZE_TO
