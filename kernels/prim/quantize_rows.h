/* quantize_rows.h — floats to integers of 8 and 16 bits and back, with one scale and one zero point: QuantizeLinear,
 * DequantizeLinear. */
#ifndef CM_KERNELS_PRIM_QUANTIZE_ROWS_H
#define CM_KERNELS_PRIM_QUANTIZE_ROWS_H

#include "base/port.h"

/* y[i] = round(x[i] / scale) + zero within [lo, hi], as kernels/quantize.h rounds; the low bits that the slot's name
 * says. */
typedef void cm_quantize_fn(const float *x, float scale, int32_t zero, int32_t lo, int32_t hi, void *y, size_t n);
/* y[i] = (x[i] - zero) * scale; x is unsigned or signed, as the slot's name says, zero one of its numbers. */
typedef void cm_dequantize_fn(const void *x, float scale, int32_t zero, float *y, size_t n);

cm_quantize_fn cm_quantize_8_portable, cm_quantize_16_portable;
cm_dequantize_fn cm_dequantize_u8_portable, cm_dequantize_i8_portable;
cm_dequantize_fn cm_dequantize_u16_portable, cm_dequantize_i16_portable;
#if CM_ARCH_X86
cm_quantize_fn cm_quantize_8_avx2, cm_quantize_16_avx2;
cm_dequantize_fn cm_dequantize_u8_avx2, cm_dequantize_i8_avx2, cm_dequantize_u16_avx2, cm_dequantize_i16_avx2;
#endif

#endif
