/* pool_last.c — MaxPool of f32 and 8-bit integers, AveragePool, GlobalMaxPool and GlobalAveragePool of f32 whose
 * channels lie behind the spatial axes, as rewrite `channels_last` makes them: x [N][in...][C], y [N][out...][C]. What
 * they compute, also for windows without elements, is what kernels/pool.c says; MaxPool has no Indices here.
 * The pixels of a window go to one call of kernels/prim/taps.h, which runs over all channels, and over all windows next
 * to each other that lie inside the data along the last axis. */
#include "base/math.h"
#include "kernels/geom.h"
#include "kernels/pool.h"

/* Channels behind the spatial axes. */
bool cm_pool_accept_last(const cm_row_query *q) {
    return ((const cm_pool_params *)q->params)->channels_last != 0;
}
bool cm_pool_global_accept_last(const cm_row_query *q) {
    return ((const cm_pool_global_params *)q->params)->channels_last != 0;
}

/* Pixels that wait for a call, and the divisor. The sums of more than CM_TAPS_MAX pixels pass through y. */
typedef struct pool_last_taps {
    cm_taps_fn *fn;     /* of floats, or NULL: */
    cm_taps_8_fn *fn_8; /* the greatest of bytes, */
    uint8_t flip;       /* which are signed where this is 0x80 */
    size_t size;        /* bytes of an element */
    const void *tap[CM_TAPS_MAX];
    size_t n;
    bool more; /* y holds the result of earlier pixels */
    void *y;
    size_t channels;
    size_t n_outputs; /* windows, and how many elements lie between two of them; more than one only where `more` */
    size_t step;      /* can not become true */
} pool_last_taps;

static void pool_last_call(const pool_last_taps *t, double divisor) {
    if (t->fn == NULL) {
        t->fn_8((const uint8_t *const *)t->tap, t->n, t->flip, t->more, t->y, t->channels, t->n_outputs, t->step);
    } else {
        t->fn((const float *const *)t->tap, t->n, (float)divisor, t->more, t->y, t->channels, t->n_outputs, t->step);
    }
}

static void pool_last_add(pool_last_taps *t, const uint8_t *pixel) {
    if (t->n == CM_TAPS_MAX) {
        pool_last_call(t, 1);
        t->more = true;
        t->n = 0;
    }
    t->tap[t->n++] = pixel;
}

/* Pixels p, p + step elements, ..., n of them. */
static void pool_last_add_row(pool_last_taps *t, const uint8_t *p, ptrdiff_t step, size_t n) {
    for (size_t i = 0; i < n; i++) pool_last_add(t, p + (ptrdiff_t)i * step * (ptrdiff_t)t->size);
}

/* Writes the results. Without any pixel they are 0. */
static void pool_last_end(pool_last_taps *t, double divisor) {
    if (t->n == 0) memset(t->y, 0, t->n_outputs * t->channels * t->size);
    else pool_last_call(t, divisor);
}

/* ---- windows ---- */

static cameo_status pool_last_geom(const cm_kctx *k, cm_geom *g) {
    const cm_pool_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    CM_CHECK(cm_out(k, 1) == NULL, k->e, CAMEO_E_UNSUPPORTED, "channels_last has no Indices");
    return cm_geom_init(g, &q->window, x->rank - 2u, x->dims + 1, cm_out(k, 0)->dims + 1, NULL, k->e);
}

static size_t pool_last_channels(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    return x->dims[x->rank - 1u];
}

/* Images are the planes of the split. */
static cm_geom_split pool_last_split(const cm_kctx *k, const cm_geom *g) {
    size_t c = pool_last_channels(k), cost;
    if (cm_ckd_mul(cm_max_size(1, c), cm_max_size(1, cm_min_size(g->taps, g->in_plane)), &cost)) cost = SIZE_MAX;
    return cm_geom_split_of(g, c == 0 ? 0 : cm_in(k, 0)->dims[0], cost);
}

/* Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_pool_last_setup(const cm_kctx *k, cm_setup *s) {
    cm_geom g;
    if (cm_out(k, 0) == NULL) return CAMEO_OK;
    CM_TRY(pool_last_geom(k, &g));
    cm_geom_split split = pool_last_split(k, &g);
    return cm_geom_split_setup(&split, &g, s, k->e);
}

/* Taps of all axes that AveragePool's divisor counts, for the first output of a run moved by `shift` along the last. */
static double pool_last_count(const cm_geom *g, const cm_geom_run *run, bool padded, ptrdiff_t shift) {
    double n = 1;
    for (uint32_t i = 0; i < g->n; i++) {
        const cm_geom_axis *x = &g->axis[i];
        ptrdiff_t from, to, at = run->at[i] + (i + 1 == g->n ? shift : 0);
        if (padded) cm_geom_clip(x, at + x->pad, x->pad + x->in + x->pad_end, &from, &to);
        else cm_geom_clip(x, at, x->in, &from, &to);
        n *= (double)(to - from);
    }
    return n;
}

/* Bytes of an element. */
static size_t pool_last_size(const cm_kctx *k) { return cm_in(k, 0)->dtype == CAMEO_FLOAT ? sizeof(float) : 1; }

/* Of n windows next to each other along axis `last`, the first with tap 0 at coordinate `at`: how many from there on
 * lie inside the data along it. At least 1, the first, which is taken by itself if it does not. */
static size_t pool_last_inside(const cm_geom_axis *last, ptrdiff_t at, size_t n) {
    ptrdiff_t room = last->in - 1 - (at + (last->kernel - 1) * last->dilation);
    if (at < 0 || room < 0) return 1;
    return cm_min_size(n, (size_t)(room / last->stride) + 1);
}

/* The outputs of a run: y [run->n][C] from the image x [in...][C]. */
static void pool_last_run(const cm_kctx *k, const cm_geom *g, const cm_geom_run *run, const uint8_t *x,
                          uint8_t *y) {
    const cm_geom_axis *last = &g->axis[g->n - 1];
    bool mean = k->op->id == CM_OP_AveragePool;
    bool padded = ((const cm_pool_params *)k->params)->count_include_pad != 0;
    pool_last_taps taps = {.size = pool_last_size(k), .channels = pool_last_channels(k)};
    taps.step = (size_t)last->stride * taps.channels;
    if (taps.size != 1) taps.fn = mean ? CM_PRIM(k, taps_mean) : CM_PRIM(k, taps_max);
    if (taps.size == 1) taps.fn_8 = CM_PRIM(k, taps_max_8);
    taps.flip = cm_in(k, 0)->dtype == CAMEO_INT8 ? 0x80 : 0;
    for (size_t j = 0; j < run->n; j += taps.n_outputs, y += taps.n_outputs * taps.channels * taps.size) {
        ptrdiff_t shift = (ptrdiff_t)j * last->stride, at = run->at[g->n - 1] + shift, from, to;
        cm_geom_rows r;
        taps.n = 0;
        taps.more = false;
        taps.y = y;
        taps.n_outputs = g->taps <= CM_TAPS_MAX ? pool_last_inside(last, at, run->n - j) : 1;
        cm_geom_clip(last, at, last->in, &from, &to);
        for (bool more = from < to && cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
            ptrdiff_t pixel = (ptrdiff_t)(taps.channels * taps.size);
            const uint8_t *p = x + ((ptrdiff_t)r.in + at + from * last->dilation) * pixel;
            pool_last_add_row(&taps, p, last->dilation * (ptrdiff_t)taps.channels, (size_t)(to - from));
        }
        pool_last_end(&taps, mean ? pool_last_count(g, run, padded, shift) : 1);
    }
}

/* MaxPool and AveragePool. */
static cameo_status pool_last_tasks(const cm_kctx *k, uint32_t begin, uint32_t end) {
    cm_geom g;
    CM_TRY(pool_last_geom(k, &g));
    cm_geom_split split = pool_last_split(k, &g);
    size_t pixel = pool_last_channels(k) * pool_last_size(k);
    const uint8_t *x = cm_in(k, 0)->data;
    uint8_t *y = cm_out(k, 0)->data;
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &g, t);
        for (size_t image = task.begin; image < task.end; image++) {
            const uint8_t *from = g.in_plane == 0 ? x : x + image * g.in_plane * pixel;
            for (size_t p = task.from; p < task.to;) {
                cm_geom_run run = cm_geom_run_at(&g, p, task.to - p);
                pool_last_run(k, &g, &run, from, y + (image * g.out_plane + p) * pixel);
                p += run.n;
            }
        }
    }
    return CAMEO_OK;
}

cameo_status cm_pool_last_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return pool_last_tasks(k, begin, end);
}
/* MaxPool of int8 and uint8. */
cameo_status cm_pool_last_8_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return pool_last_tasks(k, begin, end);
}

/* ---- whole planes ---- */

/* Channels of a task: all, or of large images a block. */
typedef struct pool_last_global {
    size_t images, plane, channels;
    size_t block, n_blocks;
} pool_last_global;

#define POOL_LAST_ITEMS ((size_t)1 << 18)
#define POOL_LAST_BLOCK ((size_t)64)

static pool_last_global pool_last_global_of(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    size_t channels = pool_last_channels(k);
    pool_last_global g = {.images = channels == 0 ? 0 : x->dims[0], .channels = channels, .n_blocks = 1};
    g.plane = g.images == 0 ? 0 : x->n / g.images / channels;
    g.block = cm_max_size(1, channels);
    if (channels > POOL_LAST_BLOCK && g.plane > POOL_LAST_ITEMS / channels) {
        g.block = POOL_LAST_BLOCK;
        g.n_blocks = (channels - 1) / POOL_LAST_BLOCK + 1;
    }
    return g;
}

/* One phase over images and blocks of channels. Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_pool_global_last_setup(const cm_kctx *k, cm_setup *s) {
    pool_last_global g = pool_last_global_of(k);
    size_t n;
    bool fits = !cm_ckd_mul(g.images, g.n_blocks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu channels are too many tasks", g.images, g.channels);
    cm_setup_simple(s, n, 1);
    return CAMEO_OK;
}

/* Planes without elements: GlobalMaxPool gives -infinity, GlobalAveragePool NaN, as 0 / 0 does. */
static void pool_last_no_pixels(float *y, size_t n, bool mean) {
    for (size_t i = 0; i < n; i++) y[i] = mean ? CM_NAN_F32 : -CM_INF_F32;
}

/* cm_pool_global_last_f32_run — GlobalMaxPool and GlobalAveragePool. */
cameo_status cm_pool_global_last_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    pool_last_global g = pool_last_global_of(k);
    bool mean = k->op->id == CM_OP_GlobalAveragePool;
    const float *x = cm_in(k, 0)->data;
    float *y = cm_out(k, 0)->data;
    (void)phase;
    for (uint32_t t = begin; t < end; t++) {
        size_t image = t / g.n_blocks, c = t % g.n_blocks * g.block;
        pool_last_taps taps = {.fn = mean ? CM_PRIM(k, taps_mean) : CM_PRIM(k, taps_max),
                               .size = sizeof *y,
                               .y = y + image * g.channels + c,
                               .channels = cm_min_size(g.block, g.channels - c),
                               .n_outputs = 1};
        if (g.plane == 0) {
            pool_last_no_pixels(y + image * g.channels + c, taps.channels, mean);
            continue;
        }
        const uint8_t *first = (const uint8_t *)(x + image * g.plane * g.channels + c);
        pool_last_add_row(&taps, first, (ptrdiff_t)g.channels, g.plane);
        pool_last_end(&taps, (double)g.plane);
    }
    return CAMEO_OK;
}
