/* transpose_box_avx2.c — kernels/prim/transpose_box.h for elements of 8, 16 and 64 bits, in blocks of 8 x 8 or 4 x 4;
 * bytes of pixels with 3 or 4 channels in runs of 16. */
#include "kernels/prim/transpose_box.h"

#if CM_ARCH_X86
#include <immintrin.h>

#include "base/bytes.h"

/* v becomes the first halves of v and the element in the other half of v, by turns, then the second ones: `how` is the
 * width of an element. Done three times, eight lines of eight elements are transposed. */
#define TRANSPOSE_BOX_TURN(v, how)                               \
    {                                                            \
        __m128i t[8];                                            \
        CM_UNROLL(8) for (int i = 0; i < 4; i++) {               \
            t[2 * i] = _mm_unpacklo_##how(v[i], v[i + 4]);       \
            t[2 * i + 1] = _mm_unpackhi_##how(v[i], v[i + 4]);   \
        }                                                        \
        CM_UNROLL(8) for (int i = 0; i < 8; i++) v[i] = t[i];    \
    }

/* 8 x 8 of 16 bits. */
CM_TARGET("avx2") CM_INLINE void transpose_box_16(const uint16_t *x, size_t src_line, uint16_t *y, size_t dst_line) {
    __m128i v[8];
    CM_UNROLL(8)
    for (size_t i = 0; i < 8; i++) v[i] = _mm_loadu_si128((const __m128i *)(const void *)(x + i * src_line));
    TRANSPOSE_BOX_TURN(v, epi16)
    TRANSPOSE_BOX_TURN(v, epi16)
    TRANSPOSE_BOX_TURN(v, epi16)
    CM_UNROLL(8) for (size_t i = 0; i < 8; i++) _mm_storeu_si128((__m128i *)(void *)(y + i * dst_line), v[i]);
}

/* 8 x 8 of 8 bits: two lines in one vector from the second step on. */
CM_TARGET("avx2") CM_INLINE void transpose_box_8(const uint8_t *x, size_t src_line, uint8_t *y, size_t dst_line) {
    __m128i v[8], a[4], b[4];
    CM_UNROLL(8)
    for (size_t i = 0; i < 8; i++) v[i] = _mm_loadl_epi64((const __m128i *)(const void *)(x + i * src_line));
    CM_UNROLL(8) for (int i = 0; i < 4; i++) a[i] = _mm_unpacklo_epi8(v[2 * i], v[2 * i + 1]);
    CM_UNROLL(8) for (int i = 0; i < 2; i++) {
        b[2 * i] = _mm_unpacklo_epi16(a[2 * i], a[2 * i + 1]);
        b[2 * i + 1] = _mm_unpackhi_epi16(a[2 * i], a[2 * i + 1]);
    }
    CM_UNROLL(8) for (int i = 0; i < 2; i++) {
        a[2 * i] = _mm_unpacklo_epi32(b[i], b[i + 2]);
        a[2 * i + 1] = _mm_unpackhi_epi32(b[i], b[i + 2]);
    }
    CM_UNROLL(8) for (size_t i = 0; i < 4; i++) {
        _mm_storel_epi64((__m128i *)(void *)(y + 2 * i * dst_line), a[i]);
        _mm_storeh_pi((__m64 *)(void *)(y + (2 * i + 1) * dst_line), _mm_castsi128_ps(a[i]));
    }
}

/* 4 x 4 of 64 bits. */
CM_TARGET("avx2") CM_INLINE void transpose_box_64(const double *x, size_t src_line, double *y, size_t dst_line) {
    __m256d v[4], t[4];
    CM_UNROLL(4) for (size_t i = 0; i < 4; i++) v[i] = _mm256_loadu_pd(x + i * src_line);
    CM_UNROLL(4) for (int i = 0; i < 4; i += 2) {
        t[i] = _mm256_unpacklo_pd(v[i], v[i + 1]);
        t[i + 1] = _mm256_unpackhi_pd(v[i], v[i + 1]);
    }
    CM_UNROLL(4) for (int i = 0; i < 2; i++) {
        v[i] = _mm256_permute2f128_pd(t[i], t[i + 2], 0x20);
        v[i + 2] = _mm256_permute2f128_pd(t[i], t[i + 2], 0x31);
    }
    CM_UNROLL(4) for (size_t i = 0; i < 4; i++) _mm256_storeu_pd(y + i * dst_line, v[i]);
}

/* 16 pixels of k channels, one behind the other, become k runs of 16: byte i of the run of channel r is byte k * i + r
 * of the pixels, which lies in one of their k vectors. 0x80 gives a zero. */
#define TRANSPOSE_PICK(k, r, vector, i) \
    (char)(((k) * (i) + (r)) / 16 == (vector) ? ((k) * (i) + (r)) % 16 : 0x80)
#define TRANSPOSE_PICKS(k, r, v)                                                                                \
    _mm_setr_epi8(TRANSPOSE_PICK(k, r, v, 0), TRANSPOSE_PICK(k, r, v, 1), TRANSPOSE_PICK(k, r, v, 2),           \
                  TRANSPOSE_PICK(k, r, v, 3), TRANSPOSE_PICK(k, r, v, 4), TRANSPOSE_PICK(k, r, v, 5),           \
                  TRANSPOSE_PICK(k, r, v, 6), TRANSPOSE_PICK(k, r, v, 7), TRANSPOSE_PICK(k, r, v, 8),           \
                  TRANSPOSE_PICK(k, r, v, 9), TRANSPOSE_PICK(k, r, v, 10), TRANSPOSE_PICK(k, r, v, 11),         \
                  TRANSPOSE_PICK(k, r, v, 12), TRANSPOSE_PICK(k, r, v, 13), TRANSPOSE_PICK(k, r, v, 14),        \
                  TRANSPOSE_PICK(k, r, v, 15))

/* One of k runs from 16 pixels in v. */
#define TRANSPOSE_RUN_3(r)                                                                                       \
    _mm_or_si128(_mm_or_si128(_mm_shuffle_epi8(v[0], TRANSPOSE_PICKS(3, r, 0)),                                  \
                              _mm_shuffle_epi8(v[1], TRANSPOSE_PICKS(3, r, 1))),                                 \
                 _mm_shuffle_epi8(v[2], TRANSPOSE_PICKS(3, r, 2)))
#define TRANSPOSE_RUN_4(r)                                                                                       \
    _mm_or_si128(_mm_or_si128(_mm_shuffle_epi8(v[0], TRANSPOSE_PICKS(4, r, 0)),                                  \
                              _mm_shuffle_epi8(v[1], TRANSPOSE_PICKS(4, r, 1))),                                 \
                 _mm_or_si128(_mm_shuffle_epi8(v[2], TRANSPOSE_PICKS(4, r, 2)),                                  \
                              _mm_shuffle_epi8(v[3], TRANSPOSE_PICKS(4, r, 3))))

/* The pixels of an image of 3 or 4 bytes each become planes: the first whole 16s of n. Returns their number. */
CM_TARGET("avx2") static size_t transpose_pixels(const uint8_t *x, size_t k, uint8_t *y, size_t line, size_t n) {
    size_t i = 0;
    for (; n - i >= 16; i += 16, x += 16 * k, y += 16) {
        __m128i v[4];
        for (size_t j = 0; j < k; j++) v[j] = _mm_loadu_si128((const __m128i *)(const void *)(x + 16 * j));
        __m128i *to[4] = {(__m128i *)(void *)y, (__m128i *)(void *)(y + line), (__m128i *)(void *)(y + 2 * line),
                          (__m128i *)(void *)(y + (k - 1) * line)};
        _mm_storeu_si128(to[0], k == 3 ? TRANSPOSE_RUN_3(0) : TRANSPOSE_RUN_4(0));
        _mm_storeu_si128(to[1], k == 3 ? TRANSPOSE_RUN_3(1) : TRANSPOSE_RUN_4(1));
        _mm_storeu_si128(to[2], k == 3 ? TRANSPOSE_RUN_3(2) : TRANSPOSE_RUN_4(2));
        if (k == 4) _mm_storeu_si128(to[3], TRANSPOSE_RUN_4(3));
    }
    return i;
}

/* Rows of a strip whose lines of the result stay in the first cache while sources stream by. */
#define TRANSPOSE_BOX_STRIP 64

/* Whole blocks of `side` lines, then what is left of rows and columns. */
#define TRANSPOSE_BOX(bits, type, side)                                                                              \
    CM_TARGET("avx2")                                                                                                \
    void cm_transpose_##bits##_avx2(const void *src, size_t src_line, void *dst, size_t dst_line, size_t rows,       \
                                    size_t cols) {                                                                   \
        const type *x = src;                                                                                         \
        type *y = dst;                                                                                               \
        if ((bits) == 8 && src_line == rows && (rows == 3 || rows == 4)) {                                           \
            size_t done = transpose_pixels(src, rows, dst, dst_line, cols);                                          \
            x += done * src_line;                                                                                    \
            y += done;                                                                                               \
            cols -= done;                                                                                            \
        }                                                                                                            \
        size_t whole_rows = rows - rows % (side), whole_cols = cols - cols % (side);                                 \
        for (size_t strip = 0; strip < whole_rows; strip += TRANSPOSE_BOX_STRIP) {                                   \
            size_t end = whole_rows - strip < TRANSPOSE_BOX_STRIP ? whole_rows : strip + TRANSPOSE_BOX_STRIP;        \
            for (size_t c = 0; c < whole_cols; c += (side)) {                                                        \
                for (size_t r = strip; r < end; r += (side)) {                                                       \
                    transpose_box_##bits(x + c * src_line + r, src_line, y + r * dst_line + c, dst_line);            \
                }                                                                                                    \
            }                                                                                                        \
        }                                                                                                            \
        if (whole_rows < rows) {                                                                                     \
            cm_transpose_##bits##_portable(x + whole_rows, src_line, y + whole_rows * dst_line, dst_line,            \
                                           rows - whole_rows, cols);                                                 \
        }                                                                                                            \
        if (whole_cols < cols) {                                                                                     \
            cm_transpose_##bits##_portable(x + whole_cols * src_line, src_line, y + whole_cols, dst_line,            \
                                           whole_rows, cols - whole_cols);                                           \
        }                                                                                                            \
    }
TRANSPOSE_BOX(8, uint8_t, 8)
TRANSPOSE_BOX(16, uint16_t, 8)
TRANSPOSE_BOX(64, double, 4)
#undef TRANSPOSE_BOX
#else
typedef int transpose_box_not_here; /* ISO C wants a declaration in every file */
#endif
