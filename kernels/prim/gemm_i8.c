/* gemm_i8.c — see gemm_i8.h: blocking, widening and the portable tile. */
#include "kernels/prim/gemm_i8.h"

#include "base/bytes.h"
#include "base/ckd.h"

/* see gemm_i8.h */
size_t cm_gemm_i8_tasks(size_t m, size_t n) {
    size_t rows = m / CM_GEMM_I8_MB + (m % CM_GEMM_I8_MB != 0);
    size_t columns = n / CM_GEMM_I8_NB + (n % CM_GEMM_I8_NB != 0);
    return columns != 0 && rows > SIZE_MAX / columns ? SIZE_MAX : rows * columns;
}

/* see gemm_i8.h */
cm_gemm_i8_block cm_gemm_i8_block_of(size_t m, size_t n, size_t task) {
    size_t columns = n / CM_GEMM_I8_NB + (n % CM_GEMM_I8_NB != 0);
    cm_gemm_i8_block b;
    b.i = task / columns * CM_GEMM_I8_MB;
    b.j = task % columns * CM_GEMM_I8_NB;
    b.m = m - b.i < CM_GEMM_I8_MB ? m - b.i : CM_GEMM_I8_MB;
    b.n = n - b.j < CM_GEMM_I8_NB ? n - b.j : CM_GEMM_I8_NB;
    return b;
}

static size_t gemm_i8_round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

/* Elements from one widened line to the next: a step more than its depth, so that lines do not all
 * fall into the same sets of a cache. */
static size_t gemm_i8_ld(size_t k) {
    size_t depth = k < CM_GEMM_I8_KC ? k : CM_GEMM_I8_KC;
    return gemm_i8_round_up(depth, CM_GEMM_I8_STEP) + CM_GEMM_I8_STEP;
}

/* see gemm_i8.h */
size_t cm_gemm_i8_scratch(size_t m, size_t n, size_t k) {
    size_t rows = gemm_i8_round_up(m < CM_GEMM_I8_MB ? m : CM_GEMM_I8_MB, CM_GEMM_I8_TILE_M);
    size_t columns = gemm_i8_round_up(n < CM_GEMM_I8_NB ? n : CM_GEMM_I8_NB, CM_GEMM_I8_TILE_N);
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

/* Lines [first, first + n) of a side from depth l on, kc deep. */
typedef struct gemm_i8_part {
    size_t l, kc;
    size_t first, n;
} gemm_i8_part;

/* A part to dst [round_up(n, to)][ld]; zeros fill up the last step and the last tile. */
static void gemm_i8_widen(const cm_gemm_i8_side *s, const gemm_i8_part *part, size_t to, size_t ld,
                          int16_t *dst) {
    size_t kc = part->kc, n = part->n;
    size_t full = gemm_i8_round_up(kc, CM_GEMM_I8_STEP);
    int zero[CM_GEMM_I8_MB];
    for (size_t i = 0; i < n; i++) {
        const uint8_t *z = s->zero == NULL ? NULL : s->zero + (part->first + i) * s->zero_step;
        zero[i] = (uint8_t)((z == NULL ? 0 : *z) ^ s->flip);
        memset(dst + i * ld + kc, 0, (full - kc) * sizeof *dst);
    }
    for (size_t i = n; i < gemm_i8_round_up(n, to); i++) {
        memset(dst + i * ld, 0, full * sizeof *dst);
    }
    const uint8_t *src = s->data + part->first * s->line + part->l * s->depth;
    if (s->depth == 1) {
        for (size_t i = 0; i < n; i++) {
            gemm_i8_widen_line(src + i * s->line, kc, s->flip, zero[i], dst + i * ld);
        }
        return;
    }
    for (size_t l = 0; l < kc; l++, src += s->depth) {
        for (size_t i = 0; i < n; i++) {
            dst[i * ld + l] = (int16_t)((uint8_t)(src[i * s->line] ^ s->flip) - zero[i]);
        }
    }
}

/* c += the tiles of one depth block, or c = them. */
typedef struct gemm_i8_tiles {
    const int16_t *a, *b;
    size_t ld, depth;
    size_t m, n;
    uint32_t *c;
    size_t ld_c;
    bool add;
} gemm_i8_tiles;

static void gemm_i8_multiply(cm_gemm_i8_tile *tile, const gemm_i8_tiles *t) {
    int32_t sums[CM_GEMM_I8_TILE_M][CM_GEMM_I8_TILE_N];
    for (size_t j = 0; j < t->n; j += CM_GEMM_I8_TILE_N) {
        size_t nj = cm_min_size(t->n - j, CM_GEMM_I8_TILE_N);
        for (size_t i = 0; i < t->m; i += CM_GEMM_I8_TILE_M) {
            size_t ni = cm_min_size(t->m - i, CM_GEMM_I8_TILE_M);
            tile(t->a + i * t->ld, t->b + j * t->ld, t->ld, t->depth, sums);
            for (size_t p = 0; p < ni; p++) {
                uint32_t *c = t->c + (i + p) * t->ld_c + j;
                for (size_t q = 0; q < nj; q++) {
                    c[q] = (t->add ? c[q] : 0) + (uint32_t)sums[p][q];
                }
            }
        }
    }
}

/* see gemm_i8.h */
void cm_gemm_i8_run(cm_gemm_i8_tile *tile, const cm_gemm_i8_args *g, const cm_gemm_i8_block *block,
                    uint32_t *c, size_t ld_c, void *scratch) {
    size_t ld = gemm_i8_ld(g->k);
    int16_t *a = scratch;
    int16_t *b = a + gemm_i8_round_up(block->m, CM_GEMM_I8_TILE_M) * ld;
    gemm_i8_tiles t = {
        .a = a, .b = b, .ld = ld, .m = block->m, .n = block->n, .c = c, .ld_c = ld_c};
    for (size_t i = 0; i < block->m && g->k == 0; i++) {
        memset(c + i * ld_c, 0, block->n * sizeof *c);
    }
    for (size_t l = 0; l < g->k; l += CM_GEMM_I8_KC) {
        size_t kc = g->k - l < CM_GEMM_I8_KC ? g->k - l : CM_GEMM_I8_KC;
        gemm_i8_part part_a = {l, kc, block->i, block->m};
        gemm_i8_part part_b = {l, kc, block->j, block->n};
        gemm_i8_widen(&g->a, &part_a, CM_GEMM_I8_TILE_M, ld, a);
        gemm_i8_widen(&g->b, &part_b, CM_GEMM_I8_TILE_N, ld, b);
        t.depth = gemm_i8_round_up(kc, CM_GEMM_I8_STEP);
        t.add = l != 0;
        gemm_i8_multiply(tile, &t);
    }
}

/* Products of 16 bits summed up in 32: what compilers turn into dot-product instructions. */
static void gemm_i8_tile_portable(const int16_t *a, const int16_t *b, size_t ld, size_t depth,
                                  int32_t sums[CM_GEMM_I8_TILE_M][CM_GEMM_I8_TILE_N]) {
    const int16_t *a1 = a + ld, *b1 = b + ld, *b2 = b1 + ld, *b3 = b2 + ld;
    int32_t s00 = 0, s01 = 0, s02 = 0, s03 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0;
    size_t steps = depth / CM_GEMM_I8_STEP;
    for (size_t l = 0; l < steps * CM_GEMM_I8_STEP; l++) {
        s00 += a[l] * b[l], s01 += a[l] * b1[l], s02 += a[l] * b2[l], s03 += a[l] * b3[l];
        s10 += a1[l] * b[l], s11 += a1[l] * b1[l], s12 += a1[l] * b2[l], s13 += a1[l] * b3[l];
    }
    sums[0][0] = s00, sums[0][1] = s01, sums[0][2] = s02, sums[0][3] = s03;
    sums[1][0] = s10, sums[1][1] = s11, sums[1][2] = s12, sums[1][3] = s13;
}

/* see gemm_i8.h */
void cm_gemm_i8_portable(const cm_gemm_i8_args *g, const cm_gemm_i8_block *block, uint32_t *c,
                         size_t ld_c, void *scratch) {
    cm_gemm_i8_run(gemm_i8_tile_portable, g, block, c, ld_c, scratch);
}
