/* pool_rows.c — MaxPool and AveragePool of f32 on x [N][C][in...] in vectors along the last axis; what they compute is
 * what kernels/pool.c says, sums are f32.
 *
 * All rows of the data that the windows of one output row share become one row, element by element; then windows along
 * that row give the outputs. With up to three axes one call does both for some output rows, in a buffer that has
 * padding at the ends of its rows (pool_row_max and pool_row_mean in kernels/prim/row_window.h); else
 * kernels/prim/taps.h does the first part, and windows that hang over an end are computed one by one. Rows longer than
 * POOL_ROWS_MAX and Indices are left to the portable rows. */
#include "base/math.h"
#include "kernels/geom.h"
#include "kernels/pool.h"

/* Floats of the shared row, at most. */
#define POOL_ROWS_MAX ((size_t)1 << 15)
/* Of a buffer with room for padding and for windows behind the last element. */
#define POOL_ROWS_BUFFER (4 * POOL_ROWS_MAX + CM_POOL_ROW_MORE + CM_POOL_ROW_STRIDE)
/* Of the buffers of several output rows: they stay in the first-level cache. */
#define POOL_ROWS_LINES ((size_t)4096)

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

/* Floats that the buffer of a row takes; SIZE_MAX: too many. Not less for larger dims: with auto_pad SAME the pads lie
 * within a window. */
static size_t pool_rows_buffer(const cm_geom_axis *l) {
    size_t in = (size_t)l->in, pads = (size_t)l->pad + (size_t)l->pad_end;
    size_t window = (size_t)(l->kernel - 1) * (size_t)l->dilation;
    if (in > POOL_ROWS_MAX || pads > POOL_ROWS_MAX || window > POOL_ROWS_MAX) return SIZE_MAX;
    return in + window + cm_min_size((size_t)l->stride, CM_POOL_ROW_STRIDE) + cm_max_size(window, pads) +
           CM_POOL_ROW_MORE;
}

/* Buffers of n floats that a call fills. */
static size_t pool_rows_lines(size_t n) { return cm_max_size(1, cm_min_size(CM_POOL_LINES, POOL_ROWS_LINES / n)); }

cm_setup_fn cm_pool_setup;
cm_run_fn cm_pool_max_f32_run, cm_pool_average_f32_run;

/* The tasks are those of the portable row. Worker scratch: rows and divisors. Errors: E_LIMIT too many tasks. */
cameo_status cm_pool_rows_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(cm_pool_setup(k, s));
    if (cm_out(k, 0) == NULL || cm_out(k, 1) != NULL) return CAMEO_OK;
    pool_rows r;
    CM_TRY(pool_rows_init(k, &r));
    size_t n = pool_rows_buffer(&r.g.axis[r.g.n - 1]);
    if (n == SIZE_MAX) n = POOL_ROWS_BUFFER; /* smaller dims may do with less */
    size_t lines = cm_max_size(n, cm_min_size(CM_POOL_LINES * n, POOL_ROWS_LINES)); /* not less for larger n */
    s->worker_scratch = (lines + n) * sizeof(float);
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
static bool pool_rows_share(const cm_kctx *k, const pool_rows *r, const cm_geom_run *run, const float *plane,
                            float *row) {
    cm_taps_fn *fn = r->max ? CM_PRIM(k, taps_max) : CM_PRIM(k, taps_mean);
    const cm_geom_axis *l = &r->g.axis[r->g.n - 1];
    const float *tap[CM_TAPS_MAX];
    size_t n = 0;
    bool more = false, any = false;
    cm_geom_rows rows;
    for (bool next = cm_geom_rows_begin(&rows, &r->g, run); next; next = cm_geom_rows_next(&rows, &r->g)) {
        if (n == CM_TAPS_MAX) {
            fn(tap, n, 1, more, row, (size_t)l->in, 1, 0);
            more = true;
            n = 0;
        }
        tap[n++] = plane + rows.in;
        any = true;
    }
    if (any) fn(tap, n, 1, more, row, (size_t)l->in, 1, 0);
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

/* ---- planes of up to three axes ---- */

/* What the rows of a task share; not to be had for strides above CM_POOL_ROW_STRIDE, more axes, long rows, and windows
 * along the last axis without any element. */
typedef struct pool_rows_plane {
    cm_geom_axis u, v; /* the axes before the last one */
    cm_pool_row row;
    cm_pool_row_fn *fn;
    bool padded; /* the divisor counts padding */
    cm_pool_line line[CM_POOL_LINES]; /* that wait for a call, */
    size_t n_lines, most_lines;
    float *y; /* and where their results go */
} pool_rows_plane;

/* Axis i of the three, the last one not counted: of 2-D data the first one has one element, of 1-D data both. */
static cm_geom_axis pool_rows_axis(const cm_geom *g, uint32_t i) {
    static const cm_geom_axis one = {.in = 1, .out = 1, .kernel = 1, .stride = 1, .dilation = 1};
    return i + g->n < 3 ? one : g->axis[i + g->n - 3];
}

static bool pool_rows_plane_init(const cm_kctx *k, const pool_rows *r, pool_rows_plane *p) {
    const cm_geom *g = &r->g;
    const cm_geom_axis *l = &g->axis[g->n - 1];
    size_t n = pool_rows_buffer(l);
    if (g->n > 3 || l->stride > CM_POOL_ROW_STRIDE || n == SIZE_MAX || l->in == 0) return false;
    float *columns = (float *)(void *)k->worker_scratch, *buffer = columns + n;
    cm_geom_axis v = pool_rows_axis(g, 1), u = pool_rows_axis(g, 0);
    *p = (pool_rows_plane){.fn = r->max ? CM_PRIM(k, pool_row_max) : CM_PRIM(k, pool_row_mean),
                           .padded = ((const cm_pool_params *)k->params)->count_include_pad != 0,
                           .most_lines = pool_rows_lines(n), .u = u, .v = v};
    p->row = (cm_pool_row){.in = (size_t)l->in, .left = (size_t)l->pad, .out = (size_t)l->out,
                           .taps = (size_t)l->kernel, .stride = (size_t)l->stride, .dilation = (size_t)l->dilation,
                           .row_step = (size_t)v.dilation * (size_t)l->in,
                           .plane_step = (size_t)u.dilation * (size_t)v.in * (size_t)l->in,
                           .buffer = buffer, .ld = n, .columns = columns};
    for (size_t i = 0; i < p->most_lines * n; i++) buffer[i] = r->max ? -CM_INF_F32 : 0;
    for (size_t i = 0; i < n; i++) columns[i] = 1;
    for (ptrdiff_t o = 0, at = -l->pad; o < l->out; o++, at += l->stride) {
        ptrdiff_t from, to;
        cm_geom_clip(l, at, l->in, &from, &to);
        if (from == to) return false;
        if (p->padded) cm_geom_clip(l, at + l->pad, l->pad + l->in + l->pad_end, &from, &to);
        columns[o] = (float)(to - from);
    }
    return true;
}

/* The taps of one output along one axis. */
typedef struct pool_rows_taps {
    ptrdiff_t at, n; /* coordinate of the first one inside the data, and how many are */
    float counted;   /* by the divisor */
} pool_rows_taps;

static pool_rows_taps pool_rows_clip(const cm_geom_axis *v, bool padded, ptrdiff_t o) {
    ptrdiff_t at = o * v->stride - v->pad, from, to, counted_from, counted_to;
    if (at >= 0 && at + (v->kernel - 1) * v->dilation < v->in) {
        return (pool_rows_taps){at, v->kernel, (float)v->kernel};
    }
    cm_geom_clip(v, at, v->in, &from, &to);
    counted_from = from;
    counted_to = to;
    if (padded) cm_geom_clip(v, at + v->pad, v->pad + v->in + v->pad_end, &counted_from, &counted_to);
    return (pool_rows_taps){at + from * v->dilation, to - from, (float)(counted_to - counted_from)};
}

static void pool_rows_flush(pool_rows_plane *p) {
    if (p->n_lines > 0) p->fn(&p->row, p->line, p->n_lines, p->y);
    p->y += p->n_lines * p->row.out;
    p->n_lines = 0;
}

/* Rows [first, last) of the outputs of a plane, behind those that wait. */
static void pool_rows_plane_run(pool_rows_plane *p, const float *x, size_t first, size_t last) {
    ptrdiff_t q = first == 0 ? 0 : (ptrdiff_t)first / p->v.out, o = first == 0 ? 0 : (ptrdiff_t)first % p->v.out;
    pool_rows_taps planes = pool_rows_clip(&p->u, p->padded, q);
    for (size_t i = first; i < last; i++, o++) {
        if (o == p->v.out) {
            o = 0;
            planes = pool_rows_clip(&p->u, p->padded, ++q);
        }
        pool_rows_taps rows = pool_rows_clip(&p->v, p->padded, o);
        if (rows.n == 0 || planes.n == 0) {
            pool_rows_flush(p);
            memset(p->y, 0, p->row.out * sizeof *p->y);
            p->y += p->row.out;
            continue;
        }
        cm_pool_line *l = &p->line[p->n_lines++];
        l->x = x + (planes.at * p->v.in + rows.at) * (ptrdiff_t)p->row.in;
        l->n_planes = (size_t)planes.n;
        l->n_rows = (size_t)rows.n;
        l->divisor = planes.counted * rows.counted;
        if (p->n_lines == p->most_lines) pool_rows_flush(p);
    }
}

/* ---- any number of axes ---- */

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
    pool_rows_plane plan;
    bool by_plane = pool_rows_plane_init(k, &r, &plan);
    const float *x = cm_in(k, 0)->data;
    float *y = cm_out(k, 0)->data;
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&r.split, &r.g, t);
        size_t width = (size_t)r.g.axis[r.g.n - 1].out;
        bool rows = by_plane && task.from % width == 0 && task.to % width == 0;
        if (rows) plan.y = y + task.begin * r.g.out_plane + task.from;
        for (size_t plane = task.begin; plane < task.end; plane++) {
            const float *from = r.g.in_plane == 0 ? x : x + plane * r.g.in_plane;
            if (rows) {
                pool_rows_plane_run(&plan, from, task.from / width, task.to / width);
                continue;
            }
            for (size_t p = task.from; p < task.to;) {
                cm_geom_run run = cm_geom_run_at(&r.g, p, task.to - p);
                pool_rows_run(k, &r, &run, from, y + plane * r.g.out_plane + p);
                p += run.n;
            }
        }
        if (rows) pool_rows_flush(&plan);
    }
    return CAMEO_OK;
}
