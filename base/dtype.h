/* dtype.h — the element types: names, widths, properties, and the conversions of the formats that C
 * has no type for. The numbers are ONNX's (TensorProto.DataType); cameo.h declares the enum. */
#ifndef CM_BASE_DTYPE_H
#define CM_BASE_DTYPE_H

#include "base/port.h"
#include "include/cameo.h"

/* Properties, a bit set. */
enum {
    CM_DTF_FLOAT = 1,     /* a real floating-point format of any width */
    CM_DTF_INT = 2,       /* an integer; not bool */
    CM_DTF_SIGNED = 4,    /* has negative values; also set for complex */
    CM_DTF_COMPLEX = 8,
    CM_DTF_SUBBYTE = 16,  /* several elements share a byte, the first in the lowest bits */
    CM_DTF_BOOL = 32,
    CM_DTF_STRING = 64,
    CM_DTF_F8 = 128       /* the five 8-bit floats, e8m0 included */
};

#define CM_N_DTYPES 27 /* CAMEO_UNDEFINED included */

/* The properties of a type; 0 for undefined and unknown ones. Any integer may be given. */
uint32_t cm_dtype_flags(cameo_dtype dtype);
/* True for the 26 types of cameo_dtype, false for undefined and anything else (a number from a file). */
bool cm_dtype_is_known(int64_t dtype);
/* For a number that is to be a type of a file. Errors: E_UNSUPPORTED a type of ONNX that Cameo does not have, which is
 * named: float6e2m3, float6e3m2. All other numbers, no types among them, are CAMEO_OK. */
CM_NODISCARD cameo_status cm_dtype_check(int64_t dtype, cameo_error *e);
/* The type of a name as cameo_dtype_name gives it; CAMEO_UNDEFINED where there is none. */
cameo_dtype cm_dtype_find(const char *name);
/* Alignment in bytes of one element in memory, 1 for sub-byte types; 0 for unknown ones. */
size_t cm_dtype_align(cameo_dtype dtype);
/* Bytes that change their order as one between byte orders: of an element, or of half a complex one; 1
 * or 0 where there is nothing to change. Not the alignment, which some ABIs make smaller. */
size_t cm_dtype_swap_width(cameo_dtype dtype);

/* Bytes of n_elements packed elements, the last byte of a sub-byte type rounded up; a string counts as
 * sizeof(cameo_string).
 * Errors: E_TYPE undefined or unknown type; E_LIMIT more bytes than size_t holds. */
CM_NODISCARD cameo_status cm_dtype_bytes(cameo_dtype dtype, uint64_t n_elements, size_t *bytes);

/* ---- float16, bfloat16: round to nearest even, overflow to infinity, a quiet NaN for a NaN ----
 * A double becomes a float16 in one rounding, as numpy does it; it becomes a bfloat16 or one of the
 * formats below by way of float, in two, as ONNX's reference implementation does it. */
float cm_f16_to_f32(uint16_t h);
uint16_t cm_f16_from_f32(float x);
uint16_t cm_f16_from_f64(double x);
float cm_bf16_to_f32(uint16_t b);
uint16_t cm_bf16_from_f32(float x);
CM_INLINE uint16_t cm_bf16_from_f64(double x) { return cm_bf16_from_f32((float)x); }

/* ---- 8-bit floats, as ONNX Cast defines them ----
 *   dtype     FLOAT8E4M3FN, FLOAT8E4M3FNUZ, FLOAT8E5M2, FLOAT8E5M2FNUZ (asserted)
 *   saturate  Cast's attribute: out of range (infinities too) gives the largest finite value; else
 *             it gives infinity where the format has one (e5m2) and NaN where not
 * Round to nearest even. -0 becomes +0 in the two UZ formats, which have only one zero. */
float cm_f8_to_f32(cameo_dtype dtype, uint8_t v);
uint8_t cm_f8_from_f32(cameo_dtype dtype, float x, bool saturate);
CM_INLINE uint8_t cm_f8_from_f64(cameo_dtype dtype, double x, bool saturate) {
    return cm_f8_from_f32(dtype, (float)x, saturate);
}

/* float8e8m0: 2^(v-127), 255 is NaN; no zero, and no sign: that of x is dropped. mode is Cast's
 * attribute round_mode; saturate keeps what rounds up beyond 2^127 at 2^127, else it is NaN, as
 * infinities always are. Zero becomes 2^-127; a denormal counts as if its exponent were 2^-127. */
typedef enum cm_e8m0_round { CM_E8M0_UP = 0, CM_E8M0_DOWN = 1, CM_E8M0_NEAREST = 2 } cm_e8m0_round;
float cm_e8m0_to_f32(uint8_t v);
uint8_t cm_e8m0_from_f32(float x, bool saturate, cm_e8m0_round mode);

/* float4e2m1 in the low four bits: 0 .5 1 1.5 2 3 4 6 and their negatives; out of range saturates,
 * NaN becomes a zero of the other sign, as in ONNX's reference implementation. */
float cm_f4_to_f32(uint8_t v);
uint8_t cm_f4_from_f32(float x);

/* ---- packed sub-byte elements: element i of 4 bits is in byte i/2, of 2 bits in byte i/4, the first
 * in the least significant bits. set stores the low bits of v and keeps the neighbours: two tasks
 * must not set elements of one byte at once. */
CM_INLINE uint8_t cm_u4_get(const uint8_t *p, size_t i) {
    return (uint8_t)((p[i >> 1] >> ((i & 1) * 4)) & 15);
}
CM_INLINE int8_t cm_i4_get(const uint8_t *p, size_t i) {
    return (int8_t)((cm_u4_get(p, i) ^ 8) - 8);
}
CM_INLINE void cm_u4_set(uint8_t *p, size_t i, unsigned v) {
    unsigned shift = (unsigned)(i & 1) * 4;
    p[i >> 1] = (uint8_t)((p[i >> 1] & ~(15u << shift)) | ((v & 15u) << shift));
}
CM_INLINE uint8_t cm_u2_get(const uint8_t *p, size_t i) {
    return (uint8_t)((p[i >> 2] >> ((i & 3) * 2)) & 3);
}
/* Element i of unsigned ones of 2, 4 or 8 bits. */
CM_INLINE uint32_t cm_nbits_get(const uint8_t *p, size_t i, uint32_t bits) {
    return bits == 8 ? p[i] : bits == 4 ? cm_u4_get(p, i) : cm_u2_get(p, i);
}
CM_INLINE int8_t cm_i2_get(const uint8_t *p, size_t i) {
    return (int8_t)((cm_u2_get(p, i) ^ 2) - 2);
}
CM_INLINE void cm_u2_set(uint8_t *p, size_t i, unsigned v) {
    unsigned shift = (unsigned)(i & 3) * 2;
    p[i >> 2] = (uint8_t)((p[i >> 2] & ~(3u << shift)) | ((v & 3u) << shift));
}
CM_INLINE void cm_i4_set(uint8_t *p, size_t i, int v) { cm_u4_set(p, i, (unsigned)v); }
CM_INLINE void cm_i2_set(uint8_t *p, size_t i, int v) { cm_u2_set(p, i, (unsigned)v); }

/* Element `index` of a real type as a float, rounded to nearest even where float cannot hold it; bool
 * gives 0 or 1. Types: all but string and complex (asserted; 0). p is aligned for the type. */
float cm_dtype_load_f32(cameo_dtype dtype, const void *p, size_t index);

#endif
