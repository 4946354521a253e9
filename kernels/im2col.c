/* im2col.c — columns of convolutions, gathered panel by panel. See im2col.h. */
#include "kernels/im2col.h"

/* n floats from any alignment; the pieces of a fixed size become one load and one store. */
static void im2col_floats(float *dst, const uint8_t *src, size_t n) {
#if !CM_SMALL
    for (; n >= 4; n -= 4, dst += 4, src += 4 * sizeof(float)) memcpy(dst, src, 4 * sizeof(float));
#endif
    for (; n > 0; n--, dst++, src += sizeof(float)) *dst = cm_load_f32(src);
}

/* dst[j] = row[at + j*stride], 0 outside of the row. row is NULL for a row outside of the image. */
static void im2col_copy(float *dst, const uint8_t *row, ptrdiff_t at, size_t n,
                        const cm_geom_axis *x) {
    ptrdiff_t in = row == NULL ? 0 : x->in, stride = x->stride;
    size_t j = 0;
    for (; j < n && at < 0; j++, at += stride) dst[j] = 0.0f;
    if (stride == 1 && j < n && at < in) {
        size_t m = cm_min_size(n - j, (size_t)(in - at));
        im2col_floats(dst + j, row + (size_t)at * sizeof(float), m);
        j += m;
        at = in;
    }
    for (; j < n && at < in; j++, at += stride)
        dst[j] = cm_load_f32(row + (size_t)at * sizeof(float));
    for (; j < n; j++) dst[j] = 0.0f;
}

/* A place in the depth: channel and tap. */
typedef struct im2col_tap {
    size_t c;
    ptrdiff_t k[CM_MAX_SPATIAL];
} im2col_tap;

static im2col_tap im2col_tap_at(const cm_geom *g, size_t depth) {
    im2col_tap t;
    for (uint32_t i = g->n; i-- > 0;) {
        t.k[i] = (ptrdiff_t)(depth % (size_t)g->axis[i].kernel);
        depth /= (size_t)g->axis[i].kernel;
    }
    t.c = depth;
    return t;
}

/* To tap 0 of the next row of taps. */
static void im2col_tap_next_row(const cm_geom *g, im2col_tap *t) {
    t->k[g->n - 1] = 0;
    for (uint32_t i = g->n - 1; i-- > 0;) {
        if (++t->k[i] < g->axis[i].kernel) return;
        t->k[i] = 0;
    }
    t->c++;
}

/* The row of data that a row of taps reads, or NULL if it lies in the padding. */
static const uint8_t *im2col_row_of(const cm_im2col *im, const cm_geom_run *run,
                                    const im2col_tap *t) {
    const cm_geom *g = im->g;
    size_t row = t->c;
    if (im->x == NULL) return NULL;
    for (uint32_t i = 0; i + 1 < g->n; i++) {
        const cm_geom_axis *x = &g->axis[i];
        ptrdiff_t at = run->at[i] + t->k[i] * x->dilation;
        if (at < 0 || at >= x->in) return NULL;
        row = row * (size_t)x->in + (size_t)at;
    }
    return im->x + row * (size_t)g->axis[g->n - 1].in * sizeof(float);
}

/* Columns [j, j + run->n) of a panel. */
static void im2col_run(const cm_im2col *im, const cm_gemm_panel *p, size_t j,
                       const cm_geom_run *run) {
    const cm_geom *g = im->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    im2col_tap t = im2col_tap_at(g, p->k0);
    ptrdiff_t *k = &t.k[g->n - 1];
    float *dst = p->dst + j;
    for (size_t l = 0; l < p->kc;) {
        const uint8_t *row = im2col_row_of(im, run, &t);
        for (; *k < last->kernel && l < p->kc; (*k)++, l++, dst += p->w) {
            im2col_copy(dst, row, run->at[g->n - 1] + *k * last->dilation, run->n, last);
        }
        im2col_tap_next_row(g, &t);
    }
}

/* see im2col.h */
void cm_im2col_f32(const void *ctx, const cm_gemm_panel *p) {
    const cm_im2col *im = ctx;
    if (p->nj < p->w) memset(p->dst, 0, p->kc * p->w * sizeof(float));
    for (size_t j = 0; j < p->nj;) {
        cm_geom_run run = cm_geom_run_at(im->g, im->first + p->j0 + j, p->nj - j);
        im2col_run(im, p, j, &run);
        j += run.n;
    }
}
