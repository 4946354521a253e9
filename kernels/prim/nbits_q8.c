/* nbits_q8.c — kernels/prim/nbits_q8.h in portable C, the oracle of the vectors. */
#include "kernels/prim/nbits_q8.h"

#include <float.h>

cm_nbits_q8_row cm_nbits_q8_row_at(void *bytes, size_t k, size_t blocks, uint32_t bits) {
    size_t padded = (blocks + CM_NBITS_LANES - 1) / CM_NBITS_LANES * CM_NBITS_LANES;
    float *scale = (float *)(void *)((uint8_t *)bytes + (size_t)cm_nbits_q8_elements(k, bits));
    return (cm_nbits_q8_row){bytes, scale, scale + padded};
}

/* Adding 1.5 * 2^23 leaves the integer nearest to x in the low bits of a float; |x| <= 127. */
static int32_t nbits_nearest(float x) {
    union {
        float f;
        uint32_t u;
    } bits = {x + 12582912.0f};
    return (int32_t)(bits.u & 0xFFFFFFu) - 0x400000;
}

/* The largest magnitude as bits: NaN is above all numbers. */
static float nbits_largest(const float *from, size_t n) {
    union {
        float f;
        uint32_t u;
    } most = {0};
    for (size_t l = 0; l < n; l++) {
        uint32_t u;
        memcpy(&u, from + l, sizeof u);
        u &= 0x7FFFFFFFu;
        most.u = u > most.u ? u : most.u;
    }
    return most.f;
}

void cm_nbits_round_portable(const float *from, size_t k, size_t block, uint32_t bits, size_t lanes,
                             const cm_nbits_q8_row *row) {
    size_t places = 8 / bits, bytes = lanes * 4, chunk = bytes * places;
    cm_nbits_q8_clear(k, block, bits, row);
    for (size_t first = 0, n, g = 0; first < k; first += n, g++) {
        n = k - first < block ? k - first : block;
        float largest = nbits_largest(from + first, n), by = 127 / largest;
        int64_t sum = 0;
        if (!(largest <= FLT_MAX)) row->scale[g] = row->sum[g] = largest - largest;
        if (!(largest <= FLT_MAX) || largest < CM_NBITS_SMALL) continue;
        for (size_t l = first; l < first + n; l++) {
            int32_t q = nbits_nearest(from[l] * by);
            row->a[l / chunk * chunk + l % places * bytes + l % chunk / places] = (int8_t)q;
            sum += q;
        }
        row->scale[g] = largest / 127;
        row->sum[g] = row->scale[g] * (float)sum;
    }
}

static float nbits_q8_column(const cm_nbits_q8_args *g, size_t j) {
    const cm_nbits_matrix *b = g->b;
    size_t places = 8 / b->bits, bytes = g->lanes * 4, chunk = bytes * places;
    uint32_t most = (1u << b->bits) - 1;
    double sum = 0;
    for (size_t l = 0; l < g->size * places; l++) {
        size_t at = l / b->block;
        uint32_t q = (uint32_t)b->q[j * b->line + l * b->bits / 8] >> (l * b->bits % 8) & most;
        float zero = cm_nbits_zero(b, j, at);
        int32_t a = g->a.a[l / chunk * chunk + l % places * bytes + l % chunk / places];
        sum += (double)a * (double)((float)q - zero) * (double)b->scale[j * b->blocks + at] * (double)g->a.scale[at];
    }
    return (float)sum;
}

void cm_nbits_tile_portable(const cm_nbits_tile_args *g, float *y) {
    uint32_t places = 8 / g->bits, most = (1u << g->bits) - 1;
    for (size_t r = 0; r < CM_NBITS_TILE_ROWS; r++) {
        for (size_t j = 0; j < g->columns; j++) {
            double sum = 0;
            for (size_t w = 0; w < g->n_words; w++) {
                size_t at = w / g->block_words * g->columns + j;
                int32_t products = 0;
                for (uint32_t i = 0; i < 4 * places; i++) {
                    uint32_t byte = i % 4, place = i / 4, word = (uint32_t)g->words[w * g->columns + j];
                    products += (int32_t)(word >> (8 * byte + place * g->bits) & most) * g->a[r].a[w * 4 * places + i];
                }
                sum += (double)products * (double)g->scale[at] * (double)g->a[r].scale[w / g->block_words];
                if (w % g->block_words == 0) sum -= (double)g->zero[at] * (double)g->a[r].sum[w / g->block_words];
            }
            y[r * g->columns + j] = (float)sum;
        }
    }
}

void cm_nbits_q8_portable(const cm_nbits_q8_args *g, float *y) {
    for (size_t c = 0; c < g->n; c++) y[c] = nbits_q8_column(g, g->first + c);
}
