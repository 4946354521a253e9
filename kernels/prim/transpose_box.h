/* transpose_box.h — a box of elements of 8, 16, 32 or 64 bits, transposed. */
#ifndef CM_KERNELS_PRIM_TRANSPOSE_BOX_H
#define CM_KERNELS_PRIM_TRANSPOSE_BOX_H

#include "base/port.h"

/* dst[r*dst_line + c] = src[c*src_line + r], r < rows, c < cols. Lines in elements; any alignment; dst and src
 * apart. */
typedef void cm_transpose_box_fn(const void *src, size_t src_line, void *dst, size_t dst_line, size_t rows,
                                 size_t cols);

cm_transpose_box_fn cm_transpose_8_portable, cm_transpose_16_portable, cm_transpose_32_portable,
    cm_transpose_64_portable;
#if CM_ARCH_X86
cm_transpose_box_fn cm_transpose_8_avx2, cm_transpose_16_avx2, cm_transpose_32_avx2, cm_transpose_64_avx2;
#endif

#endif
