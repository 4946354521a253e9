/* qconv_widen_tmpl.h — cm_qconv_widen for one level of instruction sets: chunks of a constant length become vectors.
 * Parameters: LOOP_NAME(f) the variant's symbol, LOOP_TARGET before the function. */
#define WIDEN_CHUNK 32

LOOP_TARGET void LOOP_NAME(cm_qconv_widen)(const uint8_t *x, size_t n, uint8_t flip, int32_t zero, int16_t *y) {
    for (; !CM_SMALL && n >= WIDEN_CHUNK; n -= WIDEN_CHUNK, x += WIDEN_CHUNK, y += WIDEN_CHUNK) {
        CM_INDEPENDENT for (size_t i = 0; i < WIDEN_CHUNK; i++) y[i] = (int16_t)((uint8_t)(x[i] ^ flip) - zero);
    }
    for (size_t i = 0; i < n; i++) y[i] = (int16_t)((uint8_t)(x[i] ^ flip) - zero);
}

#undef WIDEN_CHUNK
