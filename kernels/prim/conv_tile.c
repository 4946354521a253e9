/* conv_tile.c — the portable variant of the convolution's inner loop, the oracle of the others. See conv_tile.h. */
#include "kernels/prim/conv_tile.h"

#define TILE_MR cm_conv_tile_mr_portable
#define TILE_NR cm_conv_tile_nr_portable

static void conv_tile_store(const cm_conv_tile_args *a, size_t p, const float *sum) {
    size_t at = a->place != NULL ? a->place[p] : p * a->ld;
    for (size_t m = 0; m < a->cols; m++) {
        float v = sum[m];
        if (a->bias != NULL) v += a->bias[m];
        if (a->r != NULL) v += a->r[at + m];
        v = v < a->lo ? a->lo : v;
        a->y[at + m] = v > a->hi ? a->hi : v;
    }
}

/* Pixel p, whose pointers are x[0], x[TILE_MR], ... */
static void conv_tile_pixel(const cm_conv_tile_args *a, const float *const *x, size_t p) {
    size_t width = a->dot ? a->cols : cm_conv_tile_width(TILE_NR, a->cols), lanes = a->dot ? TILE_NR / 2 : 1;
    float *part = a->part == NULL ? NULL : a->part + p * width;
    const float *w = a->w;
    float sum[TILE_NR];
    for (size_t m = 0; m < TILE_NR; m++) sum[m] = a->first || m >= width ? 0.0f : part[m];
    for (size_t s = 0; s < a->n_seg; s++, x += TILE_MR) {
        for (size_t l = 0; l < a->len; l++) {
            const float *at = w + l / lanes * lanes * width + l % lanes;
            for (size_t m = 0; m < width; m++) sum[m] += (*x)[a->x_at + l] * at[m * lanes];
        }
        w += a->len * width;
    }
    if (a->last) {
        conv_tile_store(a, p, sum);
    } else {
        for (size_t m = 0; m < width; m++) part[m] = sum[m];
    }
}

void cm_conv_tile_f32_portable(const cm_conv_tile_args *a) {
    for (size_t p = 0; p < a->n; p++) {
        conv_tile_pixel(a, a->x + p / TILE_MR * a->n_seg * TILE_MR + p % TILE_MR, p);
    }
}

#undef TILE_NR
