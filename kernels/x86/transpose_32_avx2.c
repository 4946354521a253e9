/* transpose_32_avx2.c — kernels/prim/transpose_box.h in blocks of 8 x 8. */
#include "kernels/prim/transpose_box.h"

#if CM_ARCH_X86
#include <immintrin.h>

#include "base/bytes.h"

/* Rows of v become columns: pairs, then fours, then halves change places. */
CM_TARGET("avx2") CM_INLINE void transpose_32_block(__m256 v[8]) {
    __m256 a[8];
    CM_UNROLL(8) for (int i = 0; i < 8; i += 2) {
        a[i] = _mm256_unpacklo_ps(v[i], v[i + 1]);
        a[i + 1] = _mm256_unpackhi_ps(v[i], v[i + 1]);
    }
    CM_UNROLL(8) for (int i = 0; i < 8; i += 4) {
        v[i] = _mm256_shuffle_ps(a[i], a[i + 2], 0x44);
        v[i + 1] = _mm256_shuffle_ps(a[i], a[i + 2], 0xEE);
        v[i + 2] = _mm256_shuffle_ps(a[i + 1], a[i + 3], 0x44);
        v[i + 3] = _mm256_shuffle_ps(a[i + 1], a[i + 3], 0xEE);
    }
    CM_UNROLL(8) for (int i = 0; i < 4; i++) {
        __m256 low = _mm256_permute2f128_ps(v[i], v[i + 4], 0x20);
        v[i + 4] = _mm256_permute2f128_ps(v[i], v[i + 4], 0x31);
        v[i] = low;
    }
}

/* All ones in the first n <= 8 lanes. */
CM_TARGET("avx2") CM_INLINE __m256i transpose_32_first(size_t n) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* The first n <= 8 lanes of v, by halves: masked stores are slow on some processors. */
CM_TARGET("avx2") CM_INLINE void transpose_32_store(float *y, size_t n, __m256 v) {
    __m128 h = _mm256_castps256_ps128(v);
    if (n == 8) {
        _mm256_storeu_ps(y, v);
        return;
    }
    if (n & 4) {
        _mm_storeu_ps(y, h);
        h = _mm256_extractf128_ps(v, 1);
        y += 4;
    }
    if (n & 2) {
        _mm_storel_pi((__m64 *)(void *)y, h);
        h = _mm_movehl_ps(h, h);
        y += 2;
    }
    if (n & 1) _mm_store_ss(y, h);
}

/* A box. */
typedef struct transpose_32_box {
    const float *x;
    float *y;
    size_t src_line, dst_line, rows, cols;
    size_t exact; /* rows before these may be stored with all lanes: what they spoil is stored later */
} transpose_32_box;

/* The block at row r and column c. */
CM_TARGET("avx2") CM_INLINE void transpose_32_at(const transpose_32_box *b, size_t r, size_t c) {
    const float *from = b->x + c * b->src_line + r;
    float *to = b->y + r * b->dst_line + c;
    __m256 v[8];
    if (b->rows - r >= 8 && b->cols - c >= 8) {
        CM_UNROLL(8) for (size_t i = 0; i < 8; i++) v[i] = _mm256_loadu_ps(from + i * b->src_line);
        transpose_32_block(v);
        CM_UNROLL(8) for (size_t i = 0; i < 8; i++) _mm256_storeu_ps(to + i * b->dst_line, v[i]);
        return;
    }
    size_t rows = b->rows - r < 8 ? b->rows - r : 8, cols = b->cols - c < 8 ? b->cols - c : 8;
    size_t end = (b->cols - 1) * b->src_line + b->rows; /* of what may be read */
    __m256i in = transpose_32_first(rows);
    for (size_t i = 0; i < 8; i++) {
        size_t at = (c + i) * b->src_line + r;
        v[i] = i >= cols       ? _mm256_setzero_ps()
               : at + 8 <= end ? _mm256_loadu_ps(from + i * b->src_line)
                               : _mm256_maskload_ps(from + i * b->src_line, in);
    }
    transpose_32_block(v);
    for (size_t i = 0; i < rows; i++) {
        transpose_32_store(to + i * b->dst_line, r + i < b->exact ? 8 : cols, v[i]);
    }
}

/* Two rows of which the elements lie by turns: 8 columns from two vectors. */
CM_TARGET("avx2") static void transpose_32_pairs(const float *x, float *y, size_t dst_line, size_t cols) {
    size_t c = 0;
    for (; c + 8 <= cols; c += 8) {
        __m256 a = _mm256_loadu_ps(x + 2 * c), b = _mm256_loadu_ps(x + 2 * c + 8);
        __m256d even = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0x88));
        __m256d odd = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0xDD));
        _mm256_storeu_ps(y + c, _mm256_castpd_ps(_mm256_permute4x64_pd(even, 0xD8)));
        _mm256_storeu_ps(y + dst_line + c, _mm256_castpd_ps(_mm256_permute4x64_pd(odd, 0xD8)));
    }
    for (; c < cols; c++) {
        memcpy(y + c, x + 2 * c, sizeof *y);
        memcpy(y + dst_line + c, x + 2 * c + 1, sizeof *y);
    }
}

/* Two columns, which become neighbours: 8 rows from two vectors. */
CM_TARGET("avx2") static void transpose_32_join(const float *x, size_t src_line, float *y, size_t rows) {
    size_t r = 0;
    for (; r + 8 <= rows; r += 8) {
        __m256 a = _mm256_loadu_ps(x + r), b = _mm256_loadu_ps(x + src_line + r);
        __m256 low = _mm256_unpacklo_ps(a, b), high = _mm256_unpackhi_ps(a, b);
        _mm256_storeu_ps(y + 2 * r, _mm256_permute2f128_ps(low, high, 0x20));
        _mm256_storeu_ps(y + 2 * r + 8, _mm256_permute2f128_ps(low, high, 0x31));
    }
    for (; r < rows; r++) {
        memcpy(y + 2 * r, x + r, sizeof *y);
        memcpy(y + 2 * r + 1, x + src_line + r, sizeof *y);
    }
}

/* Lanes of a, of b where they are i modulo 3, of c where they are i + 1 modulo 3. i is a constant. */
CM_TARGET("avx2") CM_INLINE __m256 transpose_32_thirds(__m256 a, __m256 b, __m256 c, const int i) {
    if (i == 0) return _mm256_blend_ps(_mm256_blend_ps(a, b, 0x49), c, 0x92);
    if (i == 1) return _mm256_blend_ps(_mm256_blend_ps(a, b, 0x92), c, 0x24);
    return _mm256_blend_ps(_mm256_blend_ps(a, b, 0x24), c, 0x49);
}

/* Three columns, which become neighbours, as the colors of an image do: 8 rows from three vectors. */
CM_TARGET("avx2") static void transpose_32_join_3(const float *x, size_t src_line, float *y, size_t rows) {
    const __m256i at[3] = {_mm256_setr_epi32(0, 0, 0, 1, 1, 1, 2, 2), _mm256_setr_epi32(2, 3, 3, 3, 4, 4, 4, 5),
                           _mm256_setr_epi32(5, 5, 6, 6, 6, 7, 7, 7)};
    size_t r = 0;
    for (; r + 8 <= rows; r += 8, y += 24) {
        __m256 a = _mm256_loadu_ps(x + r), b = _mm256_loadu_ps(x + src_line + r);
        __m256 c = _mm256_loadu_ps(x + 2 * src_line + r), v[3];
        for (int i = 0; i < 3; i++) {
            __m256 from_a = _mm256_permutevar8x32_ps(a, at[i]), from_b = _mm256_permutevar8x32_ps(b, at[i]);
            __m256 from_c = _mm256_permutevar8x32_ps(c, at[i]);
            v[i] = transpose_32_thirds(from_a, from_b, from_c, i == 0 ? 1 : i == 1 ? 2 : 0);
        }
        for (int i = 0; i < 3; i++) _mm256_storeu_ps(y + 8 * i, v[i]);
    }
    for (; r < rows; r++, y += 3) {
        for (size_t i = 0; i < 3; i++) memcpy(y + i, x + i * src_line + r, sizeof *y);
    }
}

/* The way back: three rows of which the elements lie by turns. */
CM_TARGET("avx2") static void transpose_32_part_3(const float *x, float *y, size_t dst_line, size_t cols) {
    const __m256i at[3] = {_mm256_setr_epi32(0, 3, 6, 1, 4, 7, 2, 5), _mm256_setr_epi32(1, 4, 7, 2, 5, 0, 3, 6),
                           _mm256_setr_epi32(2, 5, 0, 3, 6, 1, 4, 7)};
    size_t c = 0;
    for (; c + 8 <= cols; c += 8, x += 24) {
        __m256 v0 = _mm256_loadu_ps(x), v1 = _mm256_loadu_ps(x + 8), v2 = _mm256_loadu_ps(x + 16);
        for (int i = 0; i < 3; i++) {
            __m256 v = transpose_32_thirds(v0, v1, v2, i == 0 ? 1 : i == 1 ? 2 : 0);
            _mm256_storeu_ps(y + (size_t)i * dst_line + c, _mm256_permutevar8x32_ps(v, at[i]));
        }
    }
    for (; c < cols; c++, x += 3) {
        for (size_t i = 0; i < 3; i++) memcpy(y + i * dst_line + c, x + i, sizeof *y);
    }
}

/* Rows so few that a block would be mostly empty: one by one. */
#define TRANSPOSE_32_FEW 4
static void transpose_32_few(const float *x, size_t src_line, float *y, size_t dst_line, size_t rows, size_t cols) {
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < cols; c++) memcpy(y + r * dst_line + c, x + c * src_line + r, sizeof *y);
    }
}

/* Rows of a strip whose lines of the result stay in the first cache while sources stream by. */
#define TRANSPOSE_32_STRIP 64

CM_TARGET("avx2")
void cm_transpose_32_avx2(const void *src, size_t src_line, void *dst, size_t dst_line, size_t rows, size_t cols) {
    transpose_32_box b = {src, dst, src_line, dst_line, rows, cols, 0};
    if (rows == 2 && src_line == 2) {
        transpose_32_pairs(src, dst, dst_line, cols);
        return;
    }
    if (cols == 2 && dst_line == 2) {
        transpose_32_join(src, src_line, dst, rows);
        return;
    }
    if (cols == 3 && dst_line == 3) {
        transpose_32_join_3(src, src_line, dst, rows);
        return;
    }
    if (rows == 3 && src_line == 3) {
        transpose_32_part_3(src, dst, dst_line, cols);
        return;
    }
    if (rows <= TRANSPOSE_32_FEW) {
        transpose_32_few(src, src_line, dst, dst_line, rows, cols);
        return;
    }
    if (dst_line == cols && cols < 8 && rows * cols >= 8) b.exact = (rows * cols - 8) / cols + 1;
    for (size_t strip = 0; strip < rows; strip += TRANSPOSE_32_STRIP) {
        size_t end = rows - strip < TRANSPOSE_32_STRIP ? rows : strip + TRANSPOSE_32_STRIP;
        if (src_line > dst_line) { /* along the long lines first */
            for (size_t c = 0; c < cols; c += 8) {
                for (size_t r = strip; r < end; r += 8) transpose_32_at(&b, r, c);
            }
        } else {
            for (size_t r = strip; r < end; r += 8) {
                for (size_t c = 0; c < cols; c += 8) transpose_32_at(&b, r, c);
            }
        }
    }
}
#else
typedef int transpose_32_not_here; /* ISO C wants a declaration in every file */
#endif
