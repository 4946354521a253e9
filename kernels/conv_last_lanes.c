/* conv_last_lanes.c — Conv of f32 with channels behind the spatial axes where groups are thin: depthwise, with or
 * without a multiplier, and a few channels in each group. Vectors run along the output channels
 * (kernels/prim/conv_lanes.h).
 *
 *   x [N][in...][C]    y [N][out...][M]
 *   w packed: [outer taps][C/group][taps of the last axis][M up to a multiple of 16]; weights that are no constant are
 *   packed in each run
 *
 * One input channel for each output channel, or groups of 2 or 4 channels to as many: x is read where it lies.
 * Otherwise the rows of x that a row of outputs reads are *spread* into worker scratch first:
 * e[j][column][m] = x[column][(group of m) * C/group + j]. Spread rows are kept while the next rows of outputs need
 * them.
 *
 * A task is a block of rows of outputs x a block of columns x a block of channels. */
#include "kernels/activation.h"
#include "kernels/conv_last.h"

/* Most channels of a group that are served here. */
#define LANES_MAX_GROUP 4
/* Columns and channels of a task that reads x where it lies, and of one that spreads it. */
#define LANES_COLUMNS 512
#define LANES_CHANNELS 512
#define LANES_SPREAD_COLUMNS 32
#define LANES_SPREAD_CHANNELS 64
/* Multiply-adds of a task: about a 64th of the whole, within these bounds if rows allow. */
#define LANES_WORK_MIN ((size_t)1 << 17)
#define LANES_WORK_MAX ((size_t)1 << 22)

/* Thin groups, weights of known size. */
bool cm_conv_accept_last_lanes(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    const cm_avalue *w = q->in[1];
    size_t n;
    return p->channels_last != 0 && p->group > 1 && cm_avalue_count(w, &n) && w->rank >= 3 &&
           w->dims[1] <= LANES_MAX_GROUP && w->dims[0] / p->group <= LANES_MAX_GROUP;
}

typedef struct conv_lanes {
    cm_conv_last_sizes z;
    bool spread;
    size_t m_ld;                          /* channels of packed weights */
    size_t outer, kernel;                 /* taps: of all axes but the last, of the last */
    size_t rows, width;                   /* of outputs, of all images */
    size_t columns, channels, task_rows;  /* of a task */
    size_t n_columns, n_channels, n_rows; /* blocks */
    size_t spread_columns;                /* columns that a task's outputs read */
} conv_lanes;

static size_t lanes_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }
static size_t lanes_round_up(size_t n) { return lanes_div_up(n, CM_CONV_LANES_ALIGN) * CM_CONV_LANES_ALIGN; }

static cameo_status lanes_init(const cm_kctx *k, conv_lanes *t) {
    CM_TRY(cm_conv_last_sizes_init(k, &t->z));
    const cm_conv_last_sizes *z = &t->z;
    const cm_geom_axis *last = &z->g.axis[z->g.n - 1];
    size_t work, all;
    t->spread = z->cg != z->mg || (z->cg != 1 && z->cg != 2 && z->cg != 4);
    t->m_ld = lanes_round_up(z->m);
    t->kernel = (size_t)last->kernel;
    t->outer = z->g.taps / t->kernel;
    t->width = (size_t)last->out;
    bool any = t->width != 0 && z->m != 0;
    bool fits = !any || !cm_ckd_mul(z->n, z->g.out_plane / t->width, &t->rows);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many", z->n,
             z->g.out_plane);
    if (!any) t->rows = 0;
    t->columns =
        cm_max_size(1, cm_min_size(t->width, t->spread ? LANES_SPREAD_COLUMNS : LANES_COLUMNS));
    t->channels = t->spread ? LANES_SPREAD_CHANNELS : LANES_CHANNELS;
    t->n_columns = lanes_div_up(t->width, t->columns);
    t->n_channels = lanes_div_up(z->m, t->channels);
    t->spread_columns =
        (t->columns - 1) * (size_t)last->stride + (t->kernel - 1) * (size_t)last->dilation + 1;
    size_t one = cm_min_size(t->channels, cm_max_size(1, z->m)) * t->columns;
    if (cm_ckd_mul(one, cm_max_size(1, z->depth), &work)) work = SIZE_MAX;
    if (cm_ckd_mul(work, t->rows, &all) || cm_ckd_mul(all, t->n_columns * t->n_channels, &all))
        all = SIZE_MAX;
    size_t most = cm_min_size(cm_max_size(all / 64, LANES_WORK_MIN), LANES_WORK_MAX);
    t->task_rows = cm_max_size(1, cm_min_size(most / work, t->rows));
    t->n_rows = lanes_div_up(t->rows, t->task_rows);
    return CAMEO_OK;
}

/* ---- scratch of a worker ---- */

typedef struct lanes_room {
    size_t x, w, id, at, spread; /* offsets */
    size_t size;
} lanes_room;

static bool lanes_room_add(lanes_room *r, size_t *at, size_t n, size_t size) {
    size_t bytes;
    *at = r->size;
    return cm_ckd_mul(n, size, &bytes) || cm_ckd_align(bytes, 64, &bytes) ||
           cm_ckd_add(r->size, bytes, &r->size);
}

/* Errors: E_LIMIT. */
static cameo_status lanes_room_of(const conv_lanes *t, lanes_room *r) {
    size_t rows, row, floats = 0;
    r->size = 0;
    if (cm_ckd_mul(t->outer, cm_max_size(1, t->z.cg), &rows) ||
        cm_ckd_mul(t->spread_columns, t->channels * t->z.cg, &row))
        return CAMEO_E_LIMIT;
    if (t->spread && cm_ckd_mul(t->outer, row, &floats)) return CAMEO_E_LIMIT;
    bool over = lanes_room_add(r, &r->x, rows, sizeof(float *)) ||
                lanes_room_add(r, &r->w, rows, sizeof(float *)) ||
                lanes_room_add(r, &r->id, t->outer, sizeof(size_t)) ||
                lanes_room_add(r, &r->at, t->outer, sizeof(size_t)) ||
                lanes_room_add(r, &r->spread, floats, sizeof(float));
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* ---- the rows that a row of outputs reads ---- */

typedef struct lanes_task {
    const cm_kctx *k;
    const conv_lanes *t;
    const float *data, *packed;
    size_t m, c;        /* channels */
    ptrdiff_t from, to; /* columns of x that the task spreads */
    const float **x, **w;
    size_t n_rows;
    size_t *id,
        *need;     /* [outer] row of x in each slot, SIZE_MAX: none; rows that the outputs need */
    float *spread; /* [outer] slots */
    cm_clamp clamp;
} lanes_task;

/* to[0, n) = v. */
CM_INLINE void lanes_same(float *to, float v, size_t n) {
    cm_f32x4 vs = {v, v, v, v};
    for (; n >= 4; n -= 4, to += 4) memcpy(to, &vs, sizeof vs);
    for (; n > 0; n--) *to++ = v;
}

/* Input channel j of the groups of channels [m, m + c) of one pixel x; groups have mg output channels. */
CM_INLINE void lanes_spread_pixel(const float *x, float *to, size_t m, size_t c, size_t cg,
                                  size_t mg) {
    const float *from = x + m / mg * cg;
    size_t i = cm_min_size(c, (mg - m % mg) % mg); /* the rest of a group */
    if (i != 0) lanes_same(to, *from, i), from += cg;
    for (; i + mg <= c; i += mg, from += cg) lanes_same(to + i, *from, mg);
    if (i < c) lanes_same(to + i, *from, c - i);
}

/* dst[j][column][m] of one row of x. */
static void lanes_spread_row(const lanes_task *u, const float *row, float *dst) {
    const cm_conv_last_sizes *z = &u->t->z;
    size_t n = (size_t)(u->to - u->from), channels = u->t->channels;
    row += (size_t)u->from * z->c;
    for (size_t i = 0; i < n; i++, row += z->c) {
        for (size_t j = 0; j < z->cg; j++) {
            float *to = dst + (j * u->t->spread_columns + i) * channels;
            switch (z->mg) { /* constants make each group one store */
            case 1: lanes_spread_pixel(row + j, to, u->m, u->c, z->cg, 1); break;
            case 2: lanes_spread_pixel(row + j, to, u->m, u->c, z->cg, 2); break;
            case 4: lanes_spread_pixel(row + j, to, u->m, u->c, z->cg, 4); break;
            case 8: lanes_spread_pixel(row + j, to, u->m, u->c, z->cg, 8); break;
            default: lanes_spread_pixel(row + j, to, u->m, u->c, z->cg, z->mg); break;
            }
        }
    }
}

/* The slot of a row of x, spread. */
static const float *lanes_spread(lanes_task *u, size_t n_need, size_t id) {
    size_t row = u->t->spread_columns * u->t->channels * u->t->z.cg, slot = 0;
    for (size_t i = 0; i < u->t->outer; i++) {
        if (u->id[i] == id) return u->spread + i * row;
    }
    for (;; slot++) { /* there are as many slots as rows are needed */
        size_t i = 0;
        while (i < n_need && u->need[i] != u->id[slot]) i++;
        if (i == n_need) break;
    }
    u->id[slot] = id;
    lanes_spread_row(u, u->data + id * (size_t)u->t->z.g.axis[u->t->z.g.n - 1].in * u->t->z.c,
                     u->spread + slot * row);
    return u->spread + slot * row;
}

/* Rows of x, counted over all images, that row `run` of outputs reads, and their weights. */
static void lanes_rows(lanes_task *u, const cm_geom_run *run, size_t image) {
    const conv_lanes *t = u->t;
    const cm_geom *g = &t->z.g;
    size_t width = (size_t)g->axis[g->n - 1].in, n = 0;
    cm_geom_rows r;
    u->n_rows = 0;
    if (t->z.cg == 0) return;
    for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        u->need[n] = image * (g->in_plane / width) + r.in / width;
        for (size_t j = 0; j < t->z.cg; j++) {
            u->w[n * t->z.cg + j] =
                u->packed + (r.tap / t->kernel * t->z.cg + j) * t->kernel * t->m_ld + u->m;
        }
        n++;
    }
    for (size_t i = 0; i < n; i++) {
        if (!t->spread) {
            for (size_t j = 0; j < t->z.cg; j++) {
                u->x[i * t->z.cg + j] = u->data + u->need[i] * width * t->z.c + u->m;
            }
            continue;
        }
        const float *e = lanes_spread(u, n, u->need[i]);
        for (size_t j = 0; j < t->z.cg; j++)
            u->x[i * t->z.cg + j] = e + j * t->spread_columns * t->channels;
    }
    u->n_rows = n * t->z.cg;
}

/* ---- run ---- */

/* Columns [begin, end) of row `row` of all outputs. */
static void lanes_row(lanes_task *u, size_t row, size_t begin, size_t end) {
    const conv_lanes *t = u->t;
    const cm_geom *g = &t->z.g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    const cm_tensor *bias = cm_in(u->k, 2), *r = cm_in(u->k, CM_IN_SUM);
    size_t per_image = g->out_plane / t->width, y = (row * t->width + begin) * t->z.m + u->m;
    cm_geom_run run = cm_geom_run_at(g, row % per_image * t->width + begin, end - begin);
    cm_conv_lanes_args a = {.x = u->x,
                            .w = u->w,
                            .in = t->spread ? (size_t)(u->to - u->from) : (size_t)last->in,
                            .x_ld = t->spread ? t->channels : t->z.c,
                            .w_ld = t->m_ld,
                            .kernel = last->kernel,
                            .stride = last->stride,
                            .dilation = last->dilation,
                            .at = run.at[g->n - 1] - (t->spread ? u->from : 0),
                            .n = end - begin,
                            .c = u->c,
                            .y = (float *)cm_out(u->k, 0)->data + y,
                            .ld = t->z.m,
                            .lo = u->clamp.lo,
                            .hi = u->clamp.hi};
    if (bias != NULL) a.bias = (const float *)bias->data + u->m;
    if (r != NULL) a.r = (const float *)r->data + y;
    lanes_rows(u, &run, row / per_image);
    a.n_rows = u->n_rows;
    a.group = t->spread ? 1 : t->z.cg;
    CM_PRIM(u->k, conv_lanes_f32)(&a);
    cm_conv_last_stage(u->k, y, end - begin, u->c);
}

/* The columns of x that outputs [begin, end) of a row read. */
static void lanes_columns(lanes_task *u, size_t begin, size_t end) {
    const cm_geom_axis *x = &u->t->z.g.axis[u->t->z.g.n - 1];
    ptrdiff_t from = (ptrdiff_t)begin * x->stride - x->pad;
    ptrdiff_t to = (ptrdiff_t)(end - 1) * x->stride - x->pad + (x->kernel - 1) * x->dilation + 1;
    u->from = from < 0 ? 0 : from;
    u->to = to > x->in ? x->in : to;
    if (u->from > u->to) u->from = u->to = 0;
}

/* Scratch: that of a worker; some 200 KiB for 3x3 taps where x is spread, else pointers. Errors: E_LIMIT. */
static cameo_status lanes_setup(const cm_kctx *k, cm_phase *phase, cm_setup *s) {
    conv_lanes t;
    lanes_room r;
    size_t n;
    CM_TRY(lanes_init(k, &t));
    bool fits = lanes_room_of(&t, &r) == CAMEO_OK && !cm_ckd_mul(t.n_columns, t.n_channels, &n) &&
                !cm_ckd_mul(n, t.n_rows, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t.z.n,
             t.z.g.out_plane);
    phase->n_tasks = (uint32_t)n;
    s->worker_scratch = r.size;
    return CAMEO_OK;
}

static cameo_status lanes_tasks(const cm_kctx *k, const float *packed, uint32_t begin, uint32_t end) {
    const cm_conv_params *q = k->params;
    conv_lanes t;
    lanes_room r;
    CM_TRY(lanes_init(k, &t));
    CM_TRY(lanes_room_of(&t, &r));
    uint8_t *room = k->worker_scratch;
    lanes_task u = {.k = k,
                    .t = &t,
                    .data = cm_in(k, 0)->data,
                    .packed = packed,
                    .x = (const float **)(void *)(room + r.x),
                    .w = (const float **)(void *)(room + r.w),
                    .id = (size_t *)(void *)(room + r.id),
                    .need = (size_t *)(void *)(room + r.at),
                    .spread = (float *)(void *)(room + r.spread),
                    .clamp = cm_activation_clamp(&q->activation)};
    for (size_t i = begin; i < end; i++) {
        size_t column = i / t.n_channels % t.n_columns * t.columns,
               row = i / t.n_channels / t.n_columns * t.task_rows;
        size_t past = cm_min_size(column + t.columns, t.width),
               stop = cm_min_size(row + t.task_rows, t.rows);
        u.m = i % t.n_channels * t.channels;
        u.c = cm_min_size(t.channels, t.z.m - u.m);
        for (size_t slot = 0; slot < t.outer; slot++) u.id[slot] = SIZE_MAX;
        lanes_columns(&u, column, past);
        for (; row < stop; row++) lanes_row(&u, row, column, past);
    }
    return CAMEO_OK;
}

/* Weights that are packed. Errors: E_LIMIT. */
cameo_status cm_conv_last_lanes_setup(const cm_kctx *k, cm_setup *s) {
    s->n_phases = 1;
    return lanes_setup(k, &s->phase[0], s);
}

cameo_status cm_conv_last_lanes_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    (void)phase;
    return lanes_tasks(k, cm_in(k, 1)->data, begin, end);
}

/* ---- packing ---- */

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_conv_last_lanes_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_tensor *w = cm_in(k, in);
    size_t m = w->dims[0], n;
    bool over = cm_ckd_add(m, CM_CONV_LANES_ALIGN, &n) ||
                cm_ckd_mul(lanes_round_up(m), m == 0 ? 0 : w->n / m, &n) ||
                cm_ckd_mul(n, sizeof(float), bytes);
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Output channels [begin, end). */
static void lanes_pack(const cm_tensor *w, float *to, size_t begin, size_t end) {
    size_t m = w->dims[0], ld = lanes_round_up(m), kernel = w->dims[w->rank - 1u], cg = w->dims[1];
    size_t depth = m == 0 ? 0 : w->n / m, taps = cg == 0 ? 0 : depth / cg;
    const uint8_t *src = w->data;
    for (size_t c = 0; c < cg; c++) {
        for (size_t tap = 0; tap < taps; tap++) {
            float *line = to + ((tap / kernel * cg + c) * kernel + tap % kernel) * ld;
            size_t at = c * taps + tap;
            for (size_t i = begin; i < end; i++) line[i] = cm_load_f32(src + (i * depth + at) * sizeof(float));
            if (end == m) memset(line + m, 0, (ld - m) * sizeof(float));
        }
    }
}

void cm_conv_last_lanes_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in);
    size_t begin, end;
    cm_pack_units(k, w->dims[0], &begin, &end);
    lanes_pack(w, dst, begin, end);
    size_t depth = w->dims[0] == 0 ? 0 : w->n / w->dims[0];
    cm_pack_scale(k, begin, end - begin, lanes_round_up(w->dims[0]), depth, (float *)dst + begin);
    if (end == w->dims[0]) cm_pack_spent(k, w->data, w->n * sizeof(float));
}

/* ---- weights that are no constant ---- */

/* Channels that a task packs. */
#define LANES_PACK_TASK ((size_t)1024)

/* Two phases: packing, then the outputs. Scratch: the packed weights, and that of a worker. Errors: E_LIMIT. */
cameo_status cm_conv_last_lanes_any_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(cm_conv_last_lanes_pack_size(k, 1, &s->scratch));
    s->n_phases = 2;
    s->phase[0].n_tasks = cm_task_count(cm_in(k, 1)->dims[0], LANES_PACK_TASK);
    return lanes_setup(k, &s->phase[1], s);
}

cameo_status cm_conv_last_lanes_any_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    float *packed = (float *)(void *)k->scratch;
    if (phase == 1) return lanes_tasks(k, packed, begin, end);
    const cm_tensor *w = cm_in(k, 1);
    lanes_pack(w, packed, begin * LANES_PACK_TASK, cm_min_size(end * LANES_PACK_TASK, w->dims[0]));
    return CAMEO_OK;
}
