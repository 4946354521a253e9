/* amx_split.h — products of f32 matrices on the tiles of Intel AMX, which multiply bfloat16.
 *
 * A float is the sum of three bfloat16, each of which has the next 8 of its 24 bits: x = h + m + l, exactly. Of the
 * nine products of two such sums, six are added up in f32,
 *
 *   x * w = xh wh + xh wm + xm wh + xm wm + xh wl + xl wh        what is left out is below 2^-24 |x w|
 *
 * so that sums are as good as those of multiply-adds in f32, at 2.7 times their speed: a tile takes 8,192 products of
 * bfloat16 in 16 cycles. Method: G. Henry, P. T. P. Tang, A. Heinecke, "Leveraging the bfloat16 Artificial Intelligence
 * Datatype For Higher-Precision Computations", arXiv 1904.06376.
 *
 * Two things differ from f32. Tiles take numbers below 2^-126 as zeros, products and parts of numbers as well, which
 * changes a sum by less than 2^-100 times the largest factor. Infinities have no such parts: whoever splits numbers
 * hears of rows that have some, and computes those in f32.
 *
 * The depth comes in *chunks* of 32. Element l and element l + 16 of a chunk are one word of 32 bits in both operands:
 *
 *   A   [rows / 16][chunks][h, m, l][16 rows][16 words]        "strips" of 16 rows
 *   B   [chunks][columns / 16][h, m, l][16 words of depth][16 columns] */
#ifndef CM_KERNELS_X86_AMX_SPLIT_H
#define CM_KERNELS_X86_AMX_SPLIT_H

#include "kernels/x86/amx.h"

#if CM_ARCH_X86

#include "base/bytes.h"
#include "base/ckd.h"

enum {
    AMX_CHUNK = 32,                  /* steps of the depth */
    AMX_AHEAD = 2048,                /* bytes that are fetched before they are split */
    AMX_PART = 3 * AMX_TILE,         /* bytes of three tiles: 16 rows or columns of a chunk */
    AMX_MASK = (int32_t)0xffff0000u, /* the bits of bfloat16 in f32 */
    AMX_HALF = 0x8000                /* half of the last of them */
};

/* The next 8 bits of 16 numbers, rounded; *rest: what they leave. */
AMX_FN __m512i amx_split_next(__m512 *rest) {
    __m512i x = _mm512_castps_si512(*rest);
    x = _mm512_and_si512(_mm512_add_epi32(x, _mm512_set1_epi32(AMX_HALF)), _mm512_set1_epi32(AMX_MASK));
    *rest = _mm512_sub_ps(*rest, _mm512_castsi512_ps(x));
    return x;
}

/* The words of two vectors of bfloat16, which still lie in the upper halves of f32. */
AMX_FN __m512i amx_words(__m512i low, __m512i high) {
    return _mm512_or_si512(_mm512_srli_epi32(low, 16), high);
}

/* 16 words of the elements l, `low`, and l + 16, `high`: three vectors, AMX_TILE bytes apart from `to` on. *odd becomes
 * NaN in lanes that have no three parts. */
AMX_FN void amx_split(__m512 low, __m512 high, uint8_t *to, __m512 *odd) {
    __m512i a = amx_split_next(&low), b = amx_split_next(&high);
    _mm512_store_si512(to, amx_words(a, b));
    a = amx_split_next(&low), b = amx_split_next(&high);
    _mm512_store_si512(to + AMX_TILE, amx_words(a, b));
    *odd = _mm512_fmadd_ps(_mm512_add_ps(low, high), _mm512_setzero_ps(), *odd);
    b = _mm512_and_si512(_mm512_castps_si512(high), _mm512_set1_epi32(AMX_MASK)); /* what is left has 8 bits at most */
    _mm512_store_si512(to + 2 * AMX_TILE, amx_words(_mm512_castps_si512(low), b));
}

AMX_FN __mmask16 amx_mask(size_t n) { return (__mmask16)(n >= 16 ? 0xffffu : (1u << n) - 1u); }
AMX_FN bool amx_is_odd(__m512 odd) { return _mm512_cmp_ps_mask(odd, odd, _CMP_UNORD_Q) != 0; }

/* len neighbouring elements as row `row` of the chunks of a strip; zeros fill the last chunk up. */
AMX_FN void amx_split_row(const float *x, size_t len, size_t row, uint8_t *strip, __m512 *odd) {
    uint8_t *to = strip + row * 64;
    for (; len >= AMX_CHUNK; len -= AMX_CHUNK, x += AMX_CHUNK, to += AMX_PART)
        amx_split(_mm512_loadu_ps(x), _mm512_loadu_ps(x + 16), to, odd);
    if (len == 0) return;
    __m512 low = _mm512_maskz_loadu_ps(amx_mask(len), x), high = _mm512_setzero_ps();
    if (len > 16) high = _mm512_maskz_loadu_ps(amx_mask(len - 16), x + 16);
    amx_split(low, high, to, odd);
}

/* A chunk of 16 columns at w[l * width + j], 2 * AMX_ROWS steps of the depth, `left` of which are there. Constant:
 * full, that all are, and all columns. What is read AMX_AHEAD bytes later is asked for, into the first-level cache.
 * */
AMX_FN void amx_split_columns(const float *w, size_t left, size_t width, __mmask16 in, uint8_t *to, __m512 *odd,
                              const bool full) {
    const float *high = w + 16 * width;
    for (size_t i = 0; i < 16; i++, w += width, high += width, to += 64) {
        CM_PREFETCH((const void *)((uintptr_t)w + AMX_AHEAD));
        CM_PREFETCH((const void *)((uintptr_t)high + AMX_AHEAD));
        if (full) {
            amx_split(_mm512_loadu_ps(w), _mm512_loadu_ps(high), to, odd);
        } else {
            amx_split(_mm512_maskz_loadu_ps(i < left ? in : 0, w),
                      _mm512_maskz_loadu_ps(i + 16 < left ? in : 0, high), to, odd);
        }
    }
}

/* len steps of the depth of a panel of `width` columns as chunks of `halves` times 16 columns. True: some number has no
 * three parts. */
AMX_TARGET CM_UNUSED static bool amx_split_panel(const float *w, size_t len, size_t width, size_t halves, uint8_t *to) {
    __m512 odd = _mm512_setzero_ps();
    for (size_t l = 0; l < len; l += AMX_CHUNK, w += AMX_CHUNK * width) {
        size_t left = len - l;
        for (size_t h = 0; h < halves; h++, to += AMX_PART) {
            if (left >= AMX_CHUNK && width >= 16 * (h + 1)) {
                amx_split_columns(w + 16 * h, left, width, 0, to, &odd, true);
            } else {
                amx_split_columns(w + 16 * h, left, width, amx_mask(width - 16 * h), to, &odd, false);
            }
        }
    }
    return amx_is_odd(odd);
}

/* Four products of the tiles 4, 5 (rows) and 6, 7 (columns) are added to the tiles 0 to 3. Constants: two strips, two
 * halves. */
#define AMX_PRODUCTS(strips, halves)                     \
    do {                                                 \
        _tile_dpbf16ps(0, 4, 6);                         \
        if (halves) _tile_dpbf16ps(1, 4, 7);             \
        if (strips) _tile_dpbf16ps(2, 5, 6);             \
        if ((strips) && (halves)) _tile_dpbf16ps(3, 5, 7); \
    } while (0)
#define AMX_LOAD_A(strips, part)                                         \
    do {                                                                 \
        CM_TILE_LOAD(4, a + (part)*AMX_TILE, 64);                         \
        if (strips) CM_TILE_LOAD(5, a + strip + (part)*AMX_TILE, 64);     \
    } while (0)
#define AMX_LOAD_B(halves, part)                                         \
    do {                                                                 \
        CM_TILE_LOAD(6, b + (part)*AMX_TILE, 64);                         \
        if (halves) CM_TILE_LOAD(7, b + AMX_PART + (part)*AMX_TILE, 64);  \
    } while (0)

/* What is read next: `lines` lines of memory from `next` on are asked for with each chunk that is multiplied. */
typedef struct amx_ask {
    uintptr_t next;
    size_t lines;
} amx_ask;

/* The products of one or two strips at a, `strip` bytes apart, and of 16 or 32 columns at b to c[row][column], which
 * has 16 rows of each strip. Constants: two, both. */
AMX_FN void amx_multiply(const uint8_t *a, size_t strip, const uint8_t *b, size_t chunks, float *c, size_t ld,
                         amx_ask *ask, const bool two, const bool both) {
    const size_t row = ld * sizeof *c;
    float *c2 = c + AMX_ROWS * ld;
    CM_BARRIER();
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (; chunks > 0; chunks--, a += AMX_PART, b += both ? 2 * AMX_PART : AMX_PART) {
        for (size_t i = 0; i < ask->lines; i++, ask->next += 64) CM_PREFETCH_L2((const void *)ask->next);
        AMX_LOAD_A(two, 2);
        AMX_LOAD_B(both, 0);
        AMX_PRODUCTS(two, both);
        AMX_LOAD_A(two, 1);
        AMX_PRODUCTS(two, both);
        AMX_LOAD_B(both, 1);
        AMX_PRODUCTS(two, both);
        AMX_LOAD_A(two, 0);
        AMX_PRODUCTS(two, both);
        AMX_LOAD_B(both, 2);
        AMX_PRODUCTS(two, both);
        AMX_LOAD_B(both, 0);
        AMX_PRODUCTS(two, both);
    }
    CM_TILE_STORE(0, c, row);
    if (both) CM_TILE_STORE(1, c + 16, row);
    if (two) CM_TILE_STORE(2, c2, row);
    if (two && both) CM_TILE_STORE(3, c2 + 16, row);
    CM_BARRIER();
}

#endif
#endif
