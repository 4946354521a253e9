/* im2col.c — columns of convolutions, gathered panel by panel. See im2col.h. */
#include "kernels/im2col.h"

#if CM_SMALL
/* n floats from any alignment. */
static void im2col_floats(float *dst, const uint8_t *src, size_t n) {
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
#else
/* dst[j] = row[at + j*stride], 0 outside of the row. row is NULL for a row outside of the image. */
static void im2col_copy(const cm_im2col *im, float *dst, const uint8_t *row, ptrdiff_t at, size_t n) {
    const cm_geom_axis *x = &im->g->axis[im->g->n - 1];
    size_t j = 0, end = row == NULL ? 0 : cm_geom_inside(x, at, n, &j);
    if (j >= end) j = end = 0;
    for (size_t i = 0; i < j; i++) dst[i] = 0.0f;
    if (end > j) {
        cm_row_taps one = {.taps = 1, .stride = (size_t)x->stride};
        im->row_taps(&one, row + (size_t)(at + (ptrdiff_t)j * x->stride) * sizeof(float), dst + j, end - j);
    }
    for (; end < n; end++) dst[end] = 0.0f;
}

/* Taps next to each other of the outputs of a run, from tap k of the last axis on: at once where all of them lie inside
 * of the row, else one by one. Tap i goes to dst + i*ld. */
static void im2col_taps(const cm_im2col *im, const cm_geom_run *run, const uint8_t *row, ptrdiff_t k, size_t taps,
                        float *dst, size_t ld) {
    const cm_geom_axis *x = &im->g->axis[im->g->n - 1];
    ptrdiff_t at = run->at[im->g->n - 1] + k * x->dilation;
    ptrdiff_t span = (ptrdiff_t)(taps - 1) * x->dilation + (ptrdiff_t)(run->n - 1) * x->stride;
    if (row != NULL && at >= 0 && at + span < x->in) {
        cm_row_taps all = {taps, (size_t)x->stride, (size_t)x->dilation, ld};
        im->row_taps(&all, row + (size_t)at * sizeof(float), dst, run->n);
        return;
    }
    for (; taps > 0; taps--, dst += ld, at += x->dilation) im2col_copy(im, dst, row, at, run->n);
}
#endif

/* A place in the depth: channel and tap. */
typedef struct im2col_tap {
    size_t c;
    ptrdiff_t k[CM_MAX_SPATIAL];
} im2col_tap;

CM_INLINE im2col_tap im2col_tap_at(const cm_geom *g, size_t depth) {
    im2col_tap t;
    for (uint32_t i = g->n; i-- > 0;) {
        t.k[i] = (ptrdiff_t)(depth % (size_t)g->axis[i].kernel);
        depth /= (size_t)g->axis[i].kernel;
    }
    t.c = depth;
    return t;
}

/* To tap 0 of the next row of taps. */
CM_INLINE void im2col_tap_next_row(const cm_geom *g, im2col_tap *t) {
    t->k[g->n - 1] = 0;
    for (uint32_t i = g->n - 1; i-- > 0;) {
        if (++t->k[i] < g->axis[i].kernel) return;
        t->k[i] = 0;
    }
    t->c++;
}

/* The row of data, of elements of `size` bytes, that a row of taps reads, or NULL if it lies in the
 * padding. */
CM_INLINE const uint8_t *im2col_row_of(const cm_im2col *im, const cm_geom_run *run,
                                    const im2col_tap *t, size_t size) {
    const cm_geom *g = im->g;
    size_t row = t->c;
    if (im->x == NULL) return NULL;
    for (uint32_t i = 0; i + 1 < g->n; i++) {
        const cm_geom_axis *x = &g->axis[i];
        ptrdiff_t at = run->at[i] + t->k[i] * x->dilation;
        if (at < 0 || at >= x->in) return NULL;
        row = row * (size_t)x->in + (size_t)at;
    }
    return im->x + row * (size_t)g->axis[g->n - 1].in * size;
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
        const uint8_t *row = im2col_row_of(im, run, &t, sizeof(float));
#if CM_SMALL
        for (; *k < last->kernel && l < p->kc; (*k)++, l++, dst += p->w) {
            im2col_copy(dst, row, run->at[g->n - 1] + *k * last->dilation, run->n, last);
        }
#else
        size_t taps = cm_min_size((size_t)(last->kernel - *k), p->kc - l);
        im2col_taps(im, run, row, *k, taps, dst, p->w);
        l += taps;
        dst += taps * p->w;
#endif
        im2col_tap_next_row(g, &t);
    }
}

void cm_im2col_f32(const void *ctx, const cm_gemm_panel *p) {
    const cm_im2col *im = ctx;
    if (p->nj < p->w) memset(p->dst, 0, p->kc * p->w * sizeof(float));
    for (size_t j = 0; j < p->nj;) {
        cm_geom_run run = cm_geom_run_at(im->g, im->first + p->j0 + j, p->nj - j);
        im2col_run(im, p, j, &run);
        j += run.n;
    }
}

/* n bytes: pieces of a fixed size become one load and one store, since runs are short. */
static void im2col_copy_bytes(uint8_t *dst, const uint8_t *src, size_t n) {
    for (; n >= 16; n -= 16, dst += 16, src += 16) memcpy(dst, src, 16);
    if (n >= 8) memcpy(dst, src, 8), n -= 8, dst += 8, src += 8;
    if (n >= 4) memcpy(dst, src, 4), n -= 4, dst += 4, src += 4;
    for (; n > 0; n--) *dst++ = *src++;
}

static void im2col_fill(uint8_t *dst, uint8_t byte, size_t n) {
    if (n > 0) dst[0] = byte; /* mostly one */
    if (n > 1) memset(dst + 1, byte, n - 1);
}

/* dst[j] = row[at + j*stride], pad outside of the row. row is NULL for a row outside of the image. */
static void im2col_bytes(uint8_t *dst, const uint8_t *row, ptrdiff_t at, size_t n,
                         const cm_geom_axis *x, uint8_t pad) {
    size_t j = 0, end = row == NULL ? 0 : cm_geom_inside(x, at, n, &j);
    if (j >= end) j = end = 0;
    im2col_fill(dst, pad, j);
    if (x->stride == 1) {
        if (end > j) im2col_copy_bytes(dst + j, row + at + (ptrdiff_t)j, end - j);
    } else {
        for (size_t i = j; i < end; i++) dst[i] = row[at + (ptrdiff_t)i * x->stride];
    }
    im2col_fill(dst + end, pad, n - end);
}

void cm_im2col_i8(const void *ctx, size_t l, size_t n_l, size_t first, size_t n, uint8_t *bytes) {
    const cm_im2col *im = ctx;
    const cm_geom *g = im->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    for (size_t j = 0; j < n;) {
        cm_geom_run run = cm_geom_run_at(g, im->first + first + j, n - j);
        im2col_tap t = im2col_tap_at(g, l);
        ptrdiff_t *k = &t.k[g->n - 1];
        for (size_t d = 0; d < n_l;) {
            const uint8_t *row = im2col_row_of(im, &run, &t, 1);
            for (; *k < last->kernel && d < n_l; (*k)++, d++) {
                ptrdiff_t at = run.at[g->n - 1] + *k * last->dilation;
                im2col_bytes(bytes + d * CM_GEMM_I8_STRIP + j, row, at, run.n, last, im->pad);
            }
            im2col_tap_next_row(g, &t);
        }
        j += run.n;
    }
}
