/* nbits_dot.c — kernels/prim/nbits_dot.h in portable C, the oracle of the vectors. */
#include "kernels/prim/nbits_dot.h"

void cm_nbits_spread(const float *a, size_t k, uint32_t bits, size_t lanes, float *to) {
    size_t places = 32 / bits, chunk = places * lanes;
    for (size_t k0 = 0; k0 < k; k0 += chunk, to += chunk + lanes) {
        for (size_t l = 0; l < lanes; l++) to[chunk + l] = 0;
        float power = 1;
        for (size_t i = 0; i < places; i++, power /= (float)(1u << bits)) {
            for (size_t l = 0; l < lanes; l++) {
                size_t at = k0 + l * places + i;
                float x = at < k ? a[at] : 0;
                to[i * lanes + l] = i + 1 < places ? x * power : x;
                to[chunk + l] += x;
            }
        }
    }
}

static float nbits_dot_column(const cm_nbits_dot_args *g, int j) {
    size_t places = 32 / g->bits, chunk = places * g->lanes;
    uint32_t most = (1u << g->bits) - 1;
    double sum = 0;
    for (size_t k = 0; k < g->size * 8 / g->bits; k++) {
        size_t block = k / places / g->block_words, i = k % places;
        uint32_t q = (uint32_t)g->q[j][k * g->bits / 8] >> (k * g->bits % 8) & most;
        float zero = g->zero[j] != NULL ? g->zero[j][block] : (float)(1u << (g->bits - 1));
        float a = g->a[k / chunk * (chunk + g->lanes) + i * g->lanes + k % chunk / places];
        double power = i + 1 < places ? (double)(UINT64_C(1) << (g->bits * i)) : 1;
        sum += (double)a * power * (double)((float)q - zero) * (double)g->scale[j][block];
    }
    return (float)sum;
}

void cm_nbits_dot_portable(const cm_nbits_dot_args *g, float y[CM_NBITS_COLUMNS]) {
    for (int j = 0; j < CM_NBITS_COLUMNS; j++) y[j] = nbits_dot_column(g, j);
}
