/* conv_few.c — Conv of f32 from few channels to few, or with few weights to some more, whose planes lie one behind the
 * other: with channels last vectors would stay half empty. Vectors run along rows of outputs instead
 * (kernels/prim/conv_line.h).
 *
 *   x [N][C][in...]    w [M][C][kernel...], as it lies    y [N][M][out...]
 *
 * The rows of x that a row of outputs reads are copied into worker scratch first, zeros for padding included, and kept
 * while the next rows of outputs need them. Strides part a copy into *phases*, so that neighbouring outputs always read
 * neighbours: phase[p][i] = x[from + p + i*stride].
 *
 * A task is a block of rows of outputs x a block of columns. */
#include "kernels/activation.h"
#include "kernels/conv.h"
#include "kernels/geom.h"

/* Most input and output channels, weights of an output channel, stride, and columns from the first tap to the last. */
#define FEW_CHANNELS 8
#define FEW_OUTPUTS 8
#define FEW_DEPTH 256
#define FEW_STRIDE 4
#define FEW_SPAN 512
/* Of more outputs, at most this many over the stride: most weights of each and stride, and fewest outputs of a row over
 * the stride. Others are faster as products. */
#define FEW_MORE_OUTPUTS 64
#define FEW_MORE_DEPTH 81
#define FEW_MORE_STRIDE 2
#define FEW_MORE_WIDTH 24
/* Columns of a task. */
#define FEW_COLUMNS ((size_t)256)
/* Multiply-adds of a task: about a 64th of the whole, within these bounds if rows allow. */
#define FEW_WORK_MIN ((size_t)1 << 17)
#define FEW_WORK_MAX ((size_t)1 << 22)

/* Is it faster by rows than as a product, with more than FEW_OUTPUTS channels? Rows of any length may turn out long. */
static bool few_gains(const cm_row_query *q, size_t m, size_t depth, int64_t stride) {
    const cm_avalue *y = &q->out[0];
    cm_dim width = y->rank == CM_RANK_UNKNOWN ? 0 : y->dims[y->rank - 1u];
    if (cm_dim_is_const(width) && width < FEW_MORE_WIDTH * stride) return false;
    return stride <= FEW_MORE_STRIDE && depth <= FEW_MORE_DEPTH && m <= FEW_MORE_OUTPUTS / (size_t)stride;
}

/* One group of plain channels, weights of known size; neither what kernels/conv_depthwise.c does, nor one tap to more
 * outputs than thin groups have. */
bool cm_conv_accept_few(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    const cm_window_attrs *a = &p->window;
    const cm_avalue *w = q->in[1];
    size_t n;
    if (cm_conv_accept_depthwise(q)) return false;
    if (p->channels_last != 0 || p->group != 1 || !cm_avalue_count(w, &n) || w->rank < 3) return false;
    if (w->dims[0] < 1 || w->dims[1] < 1 || w->dims[1] > FEW_CHANNELS) return false;
    size_t depth = n / (size_t)w->dims[0], taps = depth / (size_t)w->dims[1];
    int64_t stride = a->n_strides > 0 ? a->strides[a->n_strides - 1] : 1;
    int64_t dilation = a->n_dilations > 0 ? a->dilations[a->n_dilations - 1] : 1;
    if (w->dims[0] > FEW_OUTPUTS && (stride < 1 || !few_gains(q, (size_t)w->dims[0], depth, stride))) return false;
    bool product = taps == 1 && w->dims[0] >= CM_SUM_ROWS; /* kernels/conv.c serves it as well */
    return depth <= FEW_DEPTH && !product && stride <= FEW_STRIDE &&
           dilation <= FEW_SPAN / w->dims[w->rank - 1u];
}

typedef struct conv_few {
    cm_geom g;
    size_t n, c, m, depth;
    size_t outer, kernel;      /* taps: of all axes but the last, of the last */
    size_t rows, width;        /* of outputs, of all images */
    size_t columns, task_rows; /* of a task */
    size_t n_columns, n_rows;  /* blocks */
    size_t phase, line;        /* floats of a phase, of a row that is copied */
} conv_few;

static size_t few_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

/* Errors: those of cm_geom_init; E_LIMIT. */
static cameo_status few_init(const cm_kctx *k, conv_few *t) {
    const cm_conv_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0), *w = cm_in(k, 1);
    CM_TRY(cm_geom_init(&t->g, &q->window, x->rank - 2u, x->dims + 2, cm_out(k, 0)->dims + 2, w->dims + 2, k->e));
    const cm_geom_axis *last = &t->g.axis[t->g.n - 1];
    size_t all;
    t->n = x->dims[0];
    t->c = x->dims[1];
    t->m = w->dims[0];
    t->depth = w->n / t->m;
    t->kernel = (size_t)last->kernel;
    t->outer = t->g.taps / t->kernel;
    t->width = (size_t)last->out;
    bool fits = t->width == 0 || !cm_ckd_mul(t->n, t->g.out_plane / t->width, &t->rows);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many", t->n, t->g.out_plane);
    if (t->width == 0) t->rows = 0;
    t->columns = cm_max_size(1, cm_min_size(t->width, FEW_COLUMNS));
    t->n_columns = few_div_up(t->width, t->columns);
    size_t work = t->columns * t->depth * t->m;
    if (cm_ckd_mul(work, t->rows, &all) || cm_ckd_mul(all, t->n_columns, &all)) all = SIZE_MAX;
    size_t most = cm_min_size(cm_max_size(all / 64, FEW_WORK_MIN), FEW_WORK_MAX);
    t->task_rows = cm_max_size(1, cm_min_size(most / work, t->rows));
    t->n_rows = few_div_up(t->rows, t->task_rows);
    t->phase = t->columns + (size_t)((last->kernel - 1) * last->dilation / last->stride) + CM_CONV_LINE_MORE;
    t->line = t->phase * (size_t)last->stride;
    return CAMEO_OK;
}

/* ---- scratch of a worker ---- */

typedef struct few_task {
    const cm_kctx *k;
    const conv_few *t;
    const float **x, **w; /* [outer * C]: rows of copies, and their weights */
    size_t n_rows;        /* of them, for one row of outputs */
    size_t *off;          /* [kernel] */
    size_t *id, *need;    /* [outer] row of x in each slot, SIZE_MAX: none; rows that the outputs need */
    float *lines;         /* [outer] slots of [C][line] */
    size_t begin, n;      /* columns of outputs */
} few_task;

/* Bytes: what cm_conv_accept_few allows is far from overflowing. */
static size_t few_room(const conv_few *t) {
    return t->outer * t->c * (2 * sizeof(float *) + t->line * sizeof(float)) +
           (t->kernel + 2 * t->outer) * sizeof(size_t);
}

static few_task few_begin(const cm_kctx *k, const conv_few *t) {
    const cm_geom_axis *last = &t->g.axis[t->g.n - 1];
    few_task u = {.k = k, .t = t, .x = (const float **)(void *)k->worker_scratch};
    u.w = u.x + t->outer * t->c;
    u.off = (size_t *)(void *)(u.w + t->outer * t->c);
    u.id = u.off + t->kernel;
    u.need = u.id + t->outer;
    u.lines = (float *)(void *)(u.need + t->outer);
    for (size_t i = 0; i < t->kernel; i++) {
        size_t at = i * (size_t)last->dilation, stride = (size_t)last->stride;
        u.off[i] = at % stride * t->phase + at / stride;
    }
    return u;
}

/* ---- the rows that a row of outputs reads ---- */

/* One phase of a row of x: coordinates `at`, at + stride, ... */
static void few_copy_phase(const few_task *u, const float *row, ptrdiff_t at, float *to, size_t n) {
    const cm_geom_axis *a = &u->t->g.axis[u->t->g.n - 1];
    cm_row_taps tap = {.taps = 1, .stride = (size_t)a->stride};
    size_t i = 0;
    for (; i < n && at < 0; i++, at += a->stride) to[i] = 0;
    size_t inside = at >= a->in ? 0 : cm_min_size(n - i, (size_t)((a->in - at - 1) / a->stride + 1));
    if (inside > 0) CM_PRIM(u->k, row_taps)(&tap, (const uint8_t *)(row + at), to + i, inside);
    i += inside;
    if (i < n) memset(to + i, 0, (n - i) * sizeof *to);
}

/* Row `id` of x, counted over all images, of every channel. */
static void few_copy(const few_task *u, size_t id, float *to) {
    const conv_few *t = u->t;
    const cm_geom_axis *last = &t->g.axis[t->g.n - 1];
    size_t per_plane = t->g.in_plane / (size_t)last->in;
    const float *row = (const float *)cm_in(u->k, 0)->data + id / per_plane * t->c * t->g.in_plane +
                       id % per_plane * (size_t)last->in;
    for (size_t c = 0; c < t->c; c++, row += t->g.in_plane, to += t->line) {
        ptrdiff_t at = (ptrdiff_t)u->begin * last->stride - last->pad;
        for (ptrdiff_t p = 0; p < last->stride; p++)
            few_copy_phase(u, row, at + p, to + (size_t)p * t->phase, t->phase);
    }
}

/* The slot that has row `id`, which is one of the n_need in need. */
static const float *few_slot(few_task *u, size_t n_need, size_t id) {
    size_t size = u->t->c * u->t->line, slot = 0;
    for (size_t i = 0; i < u->t->outer; i++) {
        if (u->id[i] == id) return u->lines + i * size;
    }
    for (;; slot++) { /* there are as many slots as rows are needed */
        size_t i = 0;
        while (i < n_need && u->need[i] != u->id[slot]) i++;
        if (i == n_need) break;
    }
    u->id[slot] = id;
    few_copy(u, id, u->lines + slot * size);
    return u->lines + slot * size;
}

/* Rows for outputs at `run` of an image. The order of the sum is that of the weights: channels first. */
static void few_rows(few_task *u, const cm_geom_run *run, size_t image) {
    const conv_few *t = u->t;
    const cm_geom *g = &t->g;
    size_t width = (size_t)g->axis[g->n - 1].in, n = 0;
    cm_geom_rows r;
    u->n_rows = 0;
    if (g->in_plane == 0) return;
    for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        u->need[n] = image * (g->in_plane / width) + r.in / width;
        u->w[n++] = (const float *)cm_in(u->k, 1)->data + r.tap;
    }
    for (size_t i = 0; i < n; i++) u->x[i] = few_slot(u, n, u->need[i]);
    for (size_t i = n; i < n * t->c; i++) {
        u->x[i] = u->x[i - n] + t->line;
        u->w[i] = u->w[i - n] + g->taps;
    }
    u->n_rows = n * t->c;
}

/* ---- run ---- */

/* Row `row` of all outputs. */
static void few_row(few_task *u, size_t row) {
    const conv_few *t = u->t;
    const cm_conv_params *q = u->k->params;
    const cm_tensor *bias = cm_in(u->k, 2), *r = cm_in(u->k, CM_IN_SUM);
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    size_t per_image = t->g.out_plane / t->width, image = row / per_image;
    size_t p = row % per_image * t->width + u->begin, y = image * t->m * t->g.out_plane + p;
    cm_geom_run run = cm_geom_run_at(&t->g, p, u->n);
    few_rows(u, &run, image);
    cm_conv_line_args a = {.x = u->x,
                           .w = u->w,
                           .n_rows = u->n_rows,
                           .off = u->off,
                           .kernel = t->kernel,
                           .w_ld = t->depth,
                           .n = u->n,
                           .c = t->m,
                           .y = (float *)cm_out(u->k, 0)->data + y,
                           .r = r == NULL ? NULL : (const float *)r->data + y,
                           .ld = t->g.out_plane,
                           .bias = bias == NULL ? NULL : bias->data,
                           .lo = clamp.lo,
                           .hi = clamp.hi};
    CM_PRIM(u->k, conv_line_f32)(&a);
    cm_stage_fn *stage = cm_activation_stage(u->k, &q->activation);
    const float *slope = cm_activation_slope(u->k);
    for (size_t m = 0; stage != NULL && m < t->m; m++)
        cm_activation_apply(stage, &q->activation, slope == NULL ? NULL : slope + m, 0, a.y + m * a.ld, u->n);
}

/* Scratch: that of a worker, some 100 KiB. Errors: E_LIMIT too many tasks. */
cameo_status cm_conv_few_setup(const cm_kctx *k, cm_setup *s) {
    conv_few t;
    size_t n;
    CM_TRY(few_init(k, &t));
    bool fits = !cm_ckd_mul(t.n_columns, t.n_rows, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t.n, t.g.out_plane);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = few_room(&t);
    return CAMEO_OK;
}

cameo_status cm_conv_few_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    conv_few t;
    (void)phase;
    CM_TRY(few_init(k, &t));
    few_task u = few_begin(k, &t);
    for (size_t i = begin; i < end; i++) {
        size_t row = i / t.n_columns * t.task_rows, stop = cm_min_size(row + t.task_rows, t.rows);
        u.begin = i % t.n_columns * t.columns;
        u.n = cm_min_size(t.columns, t.width - u.begin);
        for (size_t slot = 0; slot < t.outer; slot++) u.id[slot] = SIZE_MAX;
        for (; row < stop; row++) few_row(&u, row);
    }
    return CAMEO_OK;
}
