/* transpose_box.c — the portable variants. See transpose_box.h. */
#include "kernels/prim/transpose_box.h"

#include "base/bytes.h"

/* Eight rows at a time, so that each source line is read once for all of them; then rows one by one. `size` is a
 * constant at every call. */
CM_INLINE void transpose_box_rows(size_t size, const uint8_t *x, size_t src_line, uint8_t *y, size_t dst_line,
                                  size_t rows, size_t cols) {
    size_t r = 0;
    for (; r + 8 <= rows; r += 8) {
        for (size_t c = 0; c < cols; c++) {
            const uint8_t *from = x + (c * src_line + r) * size;
            uint8_t *to = y + (r * dst_line + c) * size;
            for (size_t i = 0; i < 8; i++) memcpy(to + i * dst_line * size, from + i * size, size);
        }
    }
    for (; r < rows; r++) {
        for (size_t c = 0; c < cols; c++) memcpy(y + (r * dst_line + c) * size, x + (c * src_line + r) * size, size);
    }
}

#define TRANSPOSE_BOX(bits)                                                                                        \
    void cm_transpose_##bits##_portable(const void *src, size_t src_line, void *dst, size_t dst_line, size_t rows, \
                                        size_t cols) {                                                             \
        transpose_box_rows((bits) / 8, src, src_line, dst, dst_line, rows, cols);                                  \
    }
TRANSPOSE_BOX(8)
TRANSPOSE_BOX(16)
TRANSPOSE_BOX(32)
TRANSPOSE_BOX(64)
#undef TRANSPOSE_BOX
