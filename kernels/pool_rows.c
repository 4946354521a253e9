/* pool_rows.c — MaxPool and AveragePool of f32 on x [N][C][in...] in vectors along the last axis; what they compute is what
 * kernels/pool.c says, sums are f32.
 *
 * All rows of the data that the windows of one output row share become one row, element by element (kernels/prim/taps.h);
 * then windows along that row give the outputs (kernels/prim/row_window.h), those that hang over an end one by one. Rows
 * longer than POOL_ROWS_MAX and Indices are left to the portable rows. */
#include "base/math.h"
#include "kernels/geom.h"
#include "kernels/pool.h"

/* Floats of the shared row, at most. */
#define POOL_ROWS_MAX ((size_t)1 << 16)

typedef struct pool_rows {
    cm_geom g;
    cm_geom_split split;
    bool max;
} pool_rows;

static cameo_status pool_rows_init(const cm_kctx *k, pool_rows *r) {
    const cm_pool_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    CM_TRY(cm_geom_init(&r->g, &q->window, x->rank - 2u, x->dims + 2, cm_out(k, 0)->dims + 2, NULL, k->e));
    size_t cost = cm_max_size(1, cm_min_size(r->g.taps, r->g.in_plane));
    r->split = cm_geom_split_of(&r->g, x->dims[0] * x->dims[1], cost);
    r->max = k->op->id == CM_OP_MaxPool;
    return CAMEO_OK;
}

/* The portable row does the work. */
static bool pool_rows_portable(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    return cm_out(k, 0) == NULL || cm_out(k, 1) != NULL || x->dims[x->rank - 1u] > POOL_ROWS_MAX;
}

cm_setup_fn cm_pool_setup;
cm_run_fn cm_pool_max_f32_run, cm_pool_average_f32_run;

/* The tasks are those of the portable row. Worker scratch: the shared row. Errors: E_LIMIT too many tasks. */
cameo_status cm_pool_rows_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    CM_TRY(cm_pool_setup(k, s));
    s->worker_scratch = cm_min_size(x->dims[x->rank - 1u], POOL_ROWS_MAX) * sizeof(float);
    return CAMEO_OK;
}

/* Taps of axes [first, end) that AveragePool's divisor counts, for a run moved by `shift` along the last axis. */
static double pool_rows_count(const cm_geom *g, const cm_geom_run *run, bool padded, uint32_t first, uint32_t end,
                              ptrdiff_t shift) {
    double n = 1;
    for (uint32_t i = first; i < end; i++) {
        const cm_geom_axis *x = &g->axis[i];
        ptrdiff_t from, to, at = run->at[i] + shift;
        if (padded) cm_geom_clip(x, at + x->pad, x->pad + x->in + x->pad_end, &from, &to);
        else cm_geom_clip(x, at, x->in, &from, &to);
        n *= (double)(to - from);
    }
    return n;
}

/* The shared row of a run. False: no row of the data is inside. */
static bool pool_rows_share(const cm_kctx *k, const pool_rows *r, const cm_geom_run *run, const float *plane, float *row) {
    cm_taps_fn *fn = r->max ? CM_PRIM(k, taps_max) : CM_PRIM(k, taps_mean);
    const cm_geom_axis *l = &r->g.axis[r->g.n - 1];
    const float *tap[CM_TAPS_MAX];
    size_t n = 0;
    bool more = false, any = false;
    cm_geom_rows rows;
    for (bool next = cm_geom_rows_begin(&rows, &r->g, run); next; next = cm_geom_rows_next(&rows, &r->g)) {
        if (n == CM_TAPS_MAX) {
            fn(tap, n, 1, more, row, (size_t)l->in);
            more = true;
            n = 0;
        }
        tap[n++] = plane + rows.in;
        any = true;
    }
    if (any) fn(tap, n, 1, more, row, (size_t)l->in);
    return any;
}

/* One output by itself, whose window hangs over an end of the data. */
static void pool_rows_edge(const cm_kctx *k, const pool_rows *r, const cm_geom_run *run, size_t j, double rows,
                           const float *row, float *y) {
    const cm_geom_axis *l = &r->g.axis[r->g.n - 1];
    bool padded = ((const cm_pool_params *)k->params)->count_include_pad != 0;
    ptrdiff_t shift = (ptrdiff_t)j * l->stride, at = run->at[r->g.n - 1] + shift, from, to;
    cm_geom_clip(l, at, l->in, &from, &to);
    cm_window_row w = {.taps = (size_t)(to - from), .stride = 1, .dilation = (size_t)l->dilation, .divisor = 1};
    if (from == to) {
        *y = 0;
        return;
    }
    const float *x = row + at + from * l->dilation;
    if (r->max) cm_window_max_rest(&w, x, y, 0, 1);
    else cm_window_mean_rest(&w, x, y, 0, 1);
    if (!r->max) *y = (float)((double)*y / (rows * pool_rows_count(&r->g, run, padded, r->g.n - 1, r->g.n, shift)));
}

/* The outputs of a run. */
static void pool_rows_run(const cm_kctx *k, const pool_rows *r, const cm_geom_run *run, const float *plane, float *y) {
    const cm_geom_axis *l = &r->g.axis[r->g.n - 1];
    float *row = (float *)(void *)k->worker_scratch;
    bool padded = ((const cm_pool_params *)k->params)->count_include_pad != 0;
    if (!pool_rows_share(k, r, run, plane, row)) {
        memset(y, 0, run->n * sizeof *y);
        return;
    }
    double rows = r->max ? 1 : pool_rows_count(&r->g, run, padded, 0, r->g.n - 1, 0);
    size_t j = 0, end = run->n;
    ptrdiff_t at = run->at[r->g.n - 1], window = (l->kernel - 1) * l->dilation;
    for (; j < run->n && at < 0; j++, at += l->stride) pool_rows_edge(k, r, run, j, rows, row, y + j);
    ptrdiff_t last = run->at[r->g.n - 1] + (ptrdiff_t)run->n * l->stride;
    for (; end > j && last - l->stride + window >= l->in; end--, last -= l->stride) {
        pool_rows_edge(k, r, run, end - 1, rows, row, y + end - 1);
    }
    if (j == end) return;
    cm_window_row w = {.taps = (size_t)l->kernel, .stride = (size_t)l->stride, .dilation = (size_t)l->dilation,
                       .divisor = (float)(rows * (double)l->kernel)};
    if (r->max) CM_PRIM(k, window_max)(&w, row + at, y + j, end - j);
    else CM_PRIM(k, window_mean)(&w, row + at, y + j, end - j);
}

/* cm_pool_rows_run — MaxPool and AveragePool. */
cameo_status cm_pool_rows_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    pool_rows r;
    if (pool_rows_portable(k)) {
        return k->op->id == CM_OP_MaxPool ? cm_pool_max_f32_run(k, phase, begin, end)
                                          : cm_pool_average_f32_run(k, phase, begin, end);
    }
    CM_TRY(pool_rows_init(k, &r));
    const float *x = cm_in(k, 0)->data;
    float *y = cm_out(k, 0)->data;
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&r.split, &r.g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            const float *from = r.g.in_plane == 0 ? x : x + plane * r.g.in_plane;
            for (size_t p = task.from; p < task.to;) {
                cm_geom_run run = cm_geom_run_at(&r.g, p, task.to - p);
                pool_rows_run(k, &r, &run, from, y + plane * r.g.out_plane + p);
                p += run.n;
            }
        }
    }
    return CAMEO_OK;
}
