/* transpose_32_avx2.c — kernels/prim/transpose_box.h in blocks of 8 x 8. */
#include "kernels/prim/transpose_box.h"

#if CM_ARCH_X86
#include <immintrin.h>

#include "base/bytes.h"

/* Rows of v become columns: halves change places as they are loaded, then pairs, then fours. */
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

/* At most so many rows or columns: a block of 8 x 8 would be mostly empty. */
#define TRANSPOSE_32_FEW 4

/* Few rows: four columns from four vectors, of which the elements behind the last row do not count. */
CM_TARGET("avx2")
static void transpose_32_few_rows(const float *x, size_t src_line, float *y, size_t dst_line, size_t rows, size_t cols) {
    size_t c = 0, end = (cols - 1) * src_line + rows; /* of what may be read */
    for (; c + 4 <= cols && (c + 3) * src_line + 4 <= end; c += 4) {
        const float *from = x + c * src_line;
        __m128 v0 = _mm_loadu_ps(from), v1 = _mm_loadu_ps(from + src_line);
        __m128 v2 = _mm_loadu_ps(from + 2 * src_line), v3 = _mm_loadu_ps(from + 3 * src_line);
        _MM_TRANSPOSE4_PS(v0, v1, v2, v3);
        _mm_storeu_ps(y + c, v0);
        if (rows > 1) _mm_storeu_ps(y + dst_line + c, v1);
        if (rows > 2) _mm_storeu_ps(y + 2 * dst_line + c, v2);
        if (rows > 3) _mm_storeu_ps(y + 3 * dst_line + c, v3);
    }
    for (size_t r = 0; r < rows; r++) {
        for (size_t i = c; i < cols; i++) memcpy(y + r * dst_line + i, x + i * src_line + r, sizeof *y);
    }
}

/* Few columns, whose lines are dense in dst: four rows at a time, each stored with what the next one overwrites. */
CM_TARGET("avx2")
static void transpose_32_few_cols(const float *x, size_t src_line, float *y, size_t rows, size_t cols) {
    const float *x1 = cols > 1 ? x + src_line : x, *x2 = cols > 2 ? x + 2 * src_line : x;
    const float *x3 = cols > 3 ? x + 3 * src_line : x;
    size_t r = 0;
    for (; r + 4 <= rows && (r + 3) * cols + 4 <= rows * cols; r += 4) {
        __m128 v0 = _mm_loadu_ps(x + r), v1 = _mm_loadu_ps(x1 + r), v2 = _mm_loadu_ps(x2 + r), v3 = _mm_loadu_ps(x3 + r);
        float *to = y + r * cols;
        _MM_TRANSPOSE4_PS(v0, v1, v2, v3);
        _mm_storeu_ps(to, v0);
        _mm_storeu_ps(to + cols, v1);
        _mm_storeu_ps(to + 2 * cols, v2);
        _mm_storeu_ps(to + 3 * cols, v3);
    }
    for (; r < rows; r++) {
        for (size_t c = 0; c < cols; c++) memcpy(y + r * cols + c, x + c * src_line + r, sizeof *y);
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
    if (rows <= TRANSPOSE_32_FEW) {
        transpose_32_few_rows(src, src_line, dst, dst_line, rows, cols);
        return;
    }
    if (cols <= TRANSPOSE_32_FEW && dst_line == cols) {
        transpose_32_few_cols(src, src_line, dst, rows, cols);
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
