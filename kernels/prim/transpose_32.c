/* transpose_32.c — the portable variant. See transpose_32.h. */
#include "kernels/prim/transpose_32.h"

#include "base/bytes.h"

/* Eight rows at a time, so that each source line is read once for all of them. */
void cm_transpose_32_portable(const void *src, size_t src_line, void *dst, size_t dst_line, size_t rows, size_t cols) {
    const uint8_t *x = src;
    uint8_t *y = dst;
    for (size_t r = 0; r < rows; r += 8) {
        size_t n = rows - r < 8 ? rows - r : 8;
        for (size_t c = 0; c < cols; c++) {
            for (size_t i = r; i < r + n; i++) memcpy(y + (i * dst_line + c) * 4, x + (c * src_line + i) * 4, 4);
        }
    }
}
