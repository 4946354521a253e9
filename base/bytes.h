/* bytes.h — loads and stores at any alignment. ONNX data is little-endian; the le forms give the
 * same value on every processor, the plain forms move native-order values. */
#ifndef CM_BASE_BYTES_H
#define CM_BASE_BYTES_H

#include "base/port.h"

/* Tells the owner of these bytes, of a weight, that what becomes of them was made and they are hardly read again. */
typedef void cm_spent_fn(void *ctx, const void *bytes, size_t size);
/* Memory that will be written whole at once may be made present in one step instead of page by page. `scattered`: it
 * will be written in small pieces far from each other, while what these are made of leaves memory, so that no more
 * of it than these pieces should become present. */
typedef void cm_touch_fn(void *p, size_t size, bool scattered);

CM_INLINE uint16_t cm_load_le16(const uint8_t *p) { return (uint16_t)(p[0] | (unsigned)p[1] << 8); }

CM_INLINE uint32_t cm_load_le32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

CM_INLINE uint64_t cm_load_le64(const uint8_t *p) {
    return (uint64_t)cm_load_le32(p) | (uint64_t)cm_load_le32(p + 4) << 32;
}

CM_INLINE void cm_store_le16(uint8_t *p, uint16_t v) {
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

CM_INLINE void cm_store_le32(uint8_t *p, uint32_t v) {
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

CM_INLINE void cm_store_le64(uint8_t *p, uint64_t v) {
    cm_store_le32(p, (uint32_t)v);
    cm_store_le32(p + 4, (uint32_t)(v >> 32));
}

CM_INLINE float cm_load_f32(const void *p) { float x; memcpy(&x, p, sizeof x); return x; }
CM_INLINE double cm_load_f64(const void *p) { double x; memcpy(&x, p, sizeof x); return x; }
CM_INLINE int32_t cm_load_i32(const void *p) { int32_t x; memcpy(&x, p, sizeof x); return x; }
CM_INLINE int64_t cm_load_i64(const void *p) { int64_t x; memcpy(&x, p, sizeof x); return x; }
CM_INLINE uint16_t cm_load_u16(const void *p) { uint16_t x; memcpy(&x, p, sizeof x); return x; }
CM_INLINE uint32_t cm_load_u32(const void *p) { uint32_t x; memcpy(&x, p, sizeof x); return x; }

/* Copies size bytes of elements of `width` bytes (1, 2, 4, 8), each with its bytes reversed. */
CM_INLINE void cm_copy_swapped(uint8_t *dst, const uint8_t *src, size_t size, size_t width) {
    for (size_t i = 0; i + width <= size; i += width) {
        for (size_t k = 0; k < width; k++) dst[i + k] = src[i + width - 1 - k];
    }
}

#endif
