/* gemm_i8.c — see gemm_i8.h: blocking, widening and the portable pieces. */
#include "kernels/prim/gemm_i8.h"

#include "base/bytes.h"
#include "base/ckd.h"

static size_t gemm_i8_round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

/* Columns of a block, but for the last: about CM_GEMM_I8_NB less CM_GEMM_I8_NU, so that a few more
 * than fit in whole blocks need no block of their own, for which all rows of A would be copied. */
static size_t gemm_i8_width(size_t n) {
    const size_t some = CM_GEMM_I8_NB - CM_GEMM_I8_NU;
    size_t blocks = n / some + (n % some > CM_GEMM_I8_NU || n < some);
    return gemm_i8_round_up(n / blocks + (n % blocks != 0), CM_GEMM_I8_NU);
}

size_t cm_gemm_i8_tasks(size_t m, size_t n) {
    if (n == 0) return 0;
    size_t rows = m / CM_GEMM_I8_MB + (m % CM_GEMM_I8_MB != 0);
    size_t width = gemm_i8_width(n), columns = n / width + (n % width != 0);
    return rows > SIZE_MAX / columns ? SIZE_MAX : rows * columns;
}

cm_gemm_i8_block cm_gemm_i8_block_of(size_t m, size_t n, size_t task) {
    size_t width = gemm_i8_width(n), columns = n / width + (n % width != 0);
    cm_gemm_i8_block b;
    b.i = task / columns * CM_GEMM_I8_MB;
    b.j = task % columns * width;
    b.m = cm_min_size(m - b.i, CM_GEMM_I8_MB);
    b.n = cm_min_size(n - b.j, width);
    return b;
}

/* Elements from one copied line to the next: a step more than its depth, so that lines do not all
 * fall into the same sets of a cache. */
static size_t gemm_i8_ld(size_t k) {
    return gemm_i8_round_up(cm_min_size(k, CM_GEMM_I8_KC), CM_GEMM_I8_STEP) + CM_GEMM_I8_STEP;
}

size_t cm_gemm_i8_scratch(size_t m, size_t n, size_t k) {
    size_t rows = gemm_i8_round_up(cm_min_size(m, CM_GEMM_I8_MB), CM_GEMM_I8_MU);
    size_t columns = gemm_i8_round_up(cm_min_size(n, CM_GEMM_I8_NB), CM_GEMM_I8_NU);
    return (rows + columns) * gemm_i8_ld(k) * sizeof(int16_t);
}

/* dst[l] = src[l] - zero for a contiguous line. Fixed counts become vectors. */
static void gemm_i8_widen_line(const uint8_t *src, size_t n, uint8_t flip, int zero,
                               int16_t *restrict dst) {
    size_t l = 0;
    for (; n - l >= 16; l += 16) {
        for (size_t i = 0; i < 16; i++) {
            dst[l + i] = (int16_t)((uint8_t)(src[l + i] ^ flip) - zero);
        }
    }
    for (; l < n; l++) dst[l] = (int16_t)((uint8_t)(src[l] ^ flip) - zero);
}

/* Rows to dst [round_up(n, to)][ld]; zeros fill up the last step and the last tile. */
static void gemm_i8_pack_a(const cm_gemm_i8_part *p, size_t to, size_t ld, int16_t *dst) {
    const cm_gemm_i8_side *s = p->side;
    size_t full = gemm_i8_round_up(p->kc, CM_GEMM_I8_STEP);
    for (size_t i = 0; i < p->n; i++, dst += ld) {
        const uint8_t *src = s->data + (p->first + i) * s->ld + p->l;
        gemm_i8_widen_line(src, p->kc, s->flip, cm_gemm_i8_zero(p, i), dst);
        memset(dst + p->kc, 0, (full - p->kc) * sizeof *dst);
    }
    for (size_t i = p->n; i < gemm_i8_round_up(p->n, to); i++, dst += ld) {
        memset(dst, 0, full * sizeof *dst);
    }
}

void cm_gemm_i8_strip_at(const cm_gemm_i8_part *p, size_t l, cm_gemm_i8_strip *strip) {
    const cm_gemm_i8_side *s = p->side;
    size_t n_l = cm_min_size(p->kc - l, CM_GEMM_I8_STEP);
    strip->src = strip->bytes;
    strip->ld = CM_GEMM_I8_STRIP;
    if (s->gather != NULL) {
        s->gather(s->gather_ctx, p->l + l, n_l, p->first, p->n, strip->bytes);
    } else {
        const uint8_t *src = s->data + (p->l + l) * s->ld + p->first;
        if (n_l == CM_GEMM_I8_STEP && p->n % CM_GEMM_I8_NU == 0) {
            strip->src = src;
            strip->ld = s->ld;
            return;
        }
        for (size_t d = 0; d < n_l; d++)
            memcpy(strip->bytes + d * CM_GEMM_I8_STRIP, src + d * s->ld, p->n);
    }
    memset(strip->bytes + n_l * CM_GEMM_I8_STRIP, s->flip, (CM_GEMM_I8_STEP - n_l) * CM_GEMM_I8_STRIP);
}

void cm_gemm_i8_run(const cm_gemm_i8_isa *isa, const cm_gemm_i8_args *g,
                    const cm_gemm_i8_block *block, uint32_t *c, size_t ld_c, void *scratch) {
    cm_gemm_i8_tile t = {.ld = gemm_i8_ld(g->k), .ld_c = ld_c};
    int16_t *a = scratch;
    int16_t *b = a + gemm_i8_round_up(block->m, CM_GEMM_I8_MU) * t.ld;
    for (size_t i = 0; i < block->m && g->k == 0; i++) {
        memset(c + i * ld_c, 0, block->n * sizeof *c);
    }
    for (size_t l = 0; l < g->k; l += CM_GEMM_I8_KC) {
        size_t kc = cm_min_size(g->k - l, CM_GEMM_I8_KC);
        gemm_i8_pack_a(&(cm_gemm_i8_part){&g->a, l, kc, block->i, block->m}, isa->tile_m, t.ld, a);
        isa->pack_b(&(cm_gemm_i8_part){&g->b, l, kc, block->j, block->n}, t.ld, b);
        t.depth = gemm_i8_round_up(kc, CM_GEMM_I8_STEP);
        t.add = l != 0;
        for (size_t j = 0; j < block->n; j += isa->tile_n) {
            for (size_t i = 0; i < block->m; i += isa->tile_m) {
                t.a = a + i * t.ld;
                t.b = b + j * t.ld;
                t.rows = cm_min_size(block->m - i, isa->tile_m);
                t.columns = cm_min_size(block->n - j, isa->tile_n);
                t.c = c + i * ld_c + j;
                isa->tile(&t);
            }
        }
    }
}

/* ---- portable ---- */

enum { GEMM_I8_TILE_M = 2, GEMM_I8_TILE_N = 4 };

/* At most CM_GEMM_I8_STRIP columns to dst [round_up(n, GEMM_I8_TILE_N)][ld], each contiguous along the depth. */
static void gemm_i8_pack_strip(const cm_gemm_i8_part *p, size_t ld, int16_t *dst) {
    cm_gemm_i8_strip strip;
    size_t columns = gemm_i8_round_up(p->n, GEMM_I8_TILE_N);
    memset(strip.bytes, 0, sizeof strip.bytes);
    for (size_t l = 0; l < p->kc; l += CM_GEMM_I8_STEP) {
        cm_gemm_i8_strip_at(p, l, &strip);
        for (size_t j = 0; j < columns; j++) {
            const uint8_t *src = strip.src + j;
            int16_t *to = dst + j * ld + l;
            int zero = j < p->n ? cm_gemm_i8_zero(p, j) : 0;
            for (size_t d = 0; d < CM_GEMM_I8_STEP; d++, src += strip.ld) {
                to[d] = (int16_t)((uint8_t)(*src ^ p->side->flip) - zero);
            }
        }
    }
}

/* All columns of a block. */
static void gemm_i8_pack_b(const cm_gemm_i8_part *p, size_t ld, int16_t *dst) {
    for (size_t j = 0; j < p->n; j += CM_GEMM_I8_STRIP) {
        cm_gemm_i8_part part = *p;
        part.first += j;
        part.n = cm_min_size(CM_GEMM_I8_STRIP, p->n - j);
        gemm_i8_pack_strip(&part, ld, dst + j * ld);
    }
}

/* sums += n products of each pair of lines. n is a constant at each call: of fixed counts compilers make
 * dot-product instructions. */
CM_INLINE void gemm_i8_dots(const int16_t *a, const int16_t *b, size_t ld, size_t n,
                            int32_t sums[GEMM_I8_TILE_M][GEMM_I8_TILE_N]) {
    const int16_t *a1 = a + ld, *b1 = b + ld, *b2 = b1 + ld, *b3 = b2 + ld;
    int32_t s00 = 0, s01 = 0, s02 = 0, s03 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0;
    for (size_t l = 0; l < n; l++) {
        s00 += a[l] * b[l], s01 += a[l] * b1[l], s02 += a[l] * b2[l], s03 += a[l] * b3[l];
        s10 += a1[l] * b[l], s11 += a1[l] * b1[l], s12 += a1[l] * b2[l], s13 += a1[l] * b3[l];
    }
    sums[0][0] += s00, sums[0][1] += s01, sums[0][2] += s02, sums[0][3] += s03;
    sums[1][0] += s10, sums[1][1] += s11, sums[1][2] += s12, sums[1][3] += s13;
}

static void gemm_i8_tile(const cm_gemm_i8_tile *t) {
    int32_t sums[GEMM_I8_TILE_M][GEMM_I8_TILE_N] = {{0}};
    size_t l = 0;
#if !CM_SMALL
    for (; t->depth - l >= 4 * CM_GEMM_I8_STEP; l += 4 * CM_GEMM_I8_STEP)
        gemm_i8_dots(t->a + l, t->b + l, t->ld, 4 * CM_GEMM_I8_STEP, sums);
#endif
    for (; l < t->depth; l += CM_GEMM_I8_STEP)
        gemm_i8_dots(t->a + l, t->b + l, t->ld, CM_GEMM_I8_STEP, sums);
    for (size_t i = 0; i < t->rows; i++) {
        uint32_t *c = t->c + i * t->ld_c;
        for (size_t j = 0; j < t->columns; j++) c[j] = (t->add ? c[j] : 0) + (uint32_t)sums[i][j];
    }
}

void cm_gemm_i8_portable(const cm_gemm_i8_args *g, const cm_gemm_i8_block *block, uint32_t *c,
                         size_t ld_c, void *scratch) {
    static const cm_gemm_i8_isa isa = {GEMM_I8_TILE_M, GEMM_I8_TILE_N, gemm_i8_pack_b,
                                       gemm_i8_tile};
    cm_gemm_i8_run(&isa, g, block, c, ld_c, scratch);
}
