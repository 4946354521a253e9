/* transpose_box.c — the portable variants. See transpose_box.h. */
#include "kernels/prim/transpose_box.h"

#include "base/bytes.h"

/* Eight rows at a time, so that each source line is read once for all of them. */
#define TRANSPOSE_BOX(bits)                                                                                       \
    void cm_transpose_##bits##_portable(const void *src, size_t src_line, void *dst, size_t dst_line, size_t rows, \
                                        size_t cols) {                                                            \
        const size_t size = (bits) / 8;                                                                           \
        const uint8_t *x = src;                                                                                   \
        uint8_t *y = dst;                                                                                         \
        for (size_t r = 0; r < rows; r += 8) {                                                                    \
            size_t n = rows - r < 8 ? rows - r : 8;                                                               \
            for (size_t c = 0; c < cols; c++) {                                                                   \
                for (size_t i = r; i < r + n; i++) {                                                              \
                    memcpy(y + (i * dst_line + c) * size, x + (c * src_line + i) * size, size);                   \
                }                                                                                                 \
            }                                                                                                     \
        }                                                                                                         \
    }
TRANSPOSE_BOX(8)
TRANSPOSE_BOX(16)
TRANSPOSE_BOX(32)
TRANSPOSE_BOX(64)
