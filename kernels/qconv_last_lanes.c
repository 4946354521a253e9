/* qconv_last_lanes.c — depthwise QLinearConv whose channels lie behind the spatial axes, as rewrite `channels_last`
 * makes it: vectors run along the channels (kernels/prim/qconv_lanes.h). x is read where it lies; taps outside of the
 * data read a row of x's zero point.
 *
 *   x [N][in...][C]   y [N][out...][C]
 *   w packed (CM_FORMAT_QCONV_LANES): [taps][C] signed bytes, unsigned ones less 128
 *
 * A task is a block of channels x a block of rows of outputs. It widens its weights to 16 bits, less their zero points,
 * and takes x's zero point times their sum from the bias. That is as much work as some pixels, so that channels are
 * split before rows. */
#include "kernels/geom.h"
#include "kernels/qlinearconv.h"

/* Channels of a task at most, and at least where there are so many; most taps. */
#define QLANES_CHANNELS ((size_t)512)
#define QLANES_CHANNELS_MIN ((size_t)128)
#define QLANES_TAPS 256
/* Multiply-adds of a task: about a 64th of the whole, within these bounds if rows allow. */
#define QLANES_WORK_MIN ((size_t)1 << 18)
#define QLANES_WORK_MAX ((size_t)1 << 23)

/* One input and one output channel in each group, not too many taps. */
bool cm_qlinearconv_accept_last_lanes(const cm_row_query *q) {
    const cm_qlinearconv_params *p = q->params;
    const cm_avalue *w = q->in[CM_QLINEAR_W];
    size_t n;
    return p->channels_last != 0 && p->group > 1 && cm_avalue_count(w, &n) && w->rank >= 3 && w->dims[1] == 1 &&
           w->dims[0] == p->group && n / (size_t)w->dims[0] <= QLANES_TAPS;
}

typedef struct qlanes {
    cm_geom g;
    size_t images, c, taps, pairs;
    size_t rows, width; /* of outputs, of an image */
    size_t task_rows, task_channels;
    size_t n_rows, n_channels; /* blocks */
} qlanes;

/* As many channels as a task has work for with all rows of outputs, then as many rows. */
static void qlanes_plan_tasks(qlanes *t) {
    size_t row = cm_max_size(1, t->width * t->taps), image, all; /* outputs count, taps are few */
    if (cm_ckd_mul(row, cm_max_size(1, t->rows), &image)) image = SIZE_MAX;
    if (cm_ckd_mul(image, t->c, &all) || cm_ckd_mul(all, t->images, &all)) all = SIZE_MAX;
    size_t most = cm_min_size(cm_max_size(all / 64, QLANES_WORK_MIN), QLANES_WORK_MAX);
    size_t channels = cm_min_size(cm_max_size(most / image, QLANES_CHANNELS_MIN), QLANES_CHANNELS);
    t->n_channels = t->c / channels + (t->c % channels != 0);
    t->task_channels = cm_max_size(1, t->n_channels == 0 ? 0 : t->c / t->n_channels + (t->c % t->n_channels != 0));
    t->task_channels = (t->task_channels + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN;
    t->n_channels = t->c / t->task_channels + (t->c % t->task_channels != 0);
    size_t rows = most / t->task_channels / row;
    t->task_rows = cm_max_size(1, cm_min_size(rows, t->rows));
    t->n_rows = t->rows / t->task_rows + (t->rows % t->task_rows != 0);
}

static cameo_status qlanes_init(const cm_kctx *k, qlanes *t) {
    const cm_qlinearconv_params *q = k->params;
    const cm_tensor *x = cm_in(k, CM_QLINEAR_X), *w = cm_in(k, CM_QLINEAR_W), *y = cm_out(k, 0);
    memset(t, 0, sizeof *t);
    CM_TRY(cm_geom_init(&t->g, &q->window, x->rank - 2u, x->dims + 1, y->dims + 1, w->dims + 2, k->e));
    t->images = x->dims[0];
    t->c = w->dims[0];
    t->taps = t->g.taps;
    t->pairs = (t->taps + 1) / 2;
    t->width = (size_t)t->g.axis[t->g.n - 1].out;
    t->rows = y->n == 0 ? 0 : t->g.out_plane / t->width;
    qlanes_plan_tasks(t);
    return CAMEO_OK;
}

/* ---- scratch of a worker ---- */

typedef struct qlanes_room {
    size_t w, init, scale, zeros, x; /* offsets */
    size_t size;
} qlanes_room;

/* At most QLANES_CHANNELS * QLANES_TAPS * 2 bytes and a little more. */
static qlanes_room qlanes_room_of(const qlanes *t) {
    size_t c = t->task_channels; /* a multiple of CM_QCONV_LANES_ALIGN */
    qlanes_room r = {0};
    r.init = t->pairs * c * 2 * sizeof(int16_t);
    r.scale = r.init + c * sizeof(int32_t);
    r.x = r.scale + c * sizeof(float);
    r.zeros = r.x + t->pairs * 2 * sizeof(uint8_t *);
    r.size = r.zeros + c;
    return r;
}

/* Scratch: that of a worker, some 30 KiB for 3x3 taps. Errors: E_LIMIT too many tasks. */
cameo_status cm_qconv_last_lanes_setup(const cm_kctx *k, cm_setup *s) {
    qlanes t;
    size_t n;
    CM_TRY(qlanes_init(k, &t));
    bool fits = !cm_ckd_mul(t.n_rows, t.n_channels, &n) && !cm_ckd_mul(n, t.images, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t.images, t.g.out_plane);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = qlanes_room_of(&t).size;
    return CAMEO_OK;
}

/* ---- run ---- */

typedef struct qlanes_run {
    const cm_kctx *k;
    const qlanes *t;
    size_t m; /* first channel */
    int16_t *w;
    uint32_t *init;
    float *scale;
    uint8_t *zeros;
    const uint8_t **x;
    cm_qconv_lanes_args a;
} qlanes_run;

/* Writes the weights of taps [tap, tap + n), n <= 2, of the task's channels, of which a row has ld; takes them times
 * x's zero point from the sums' first values. */
static void qlanes_pair(qlanes_run *u, size_t tap, size_t n, const int16_t *zero, uint32_t x_zero, size_t ld) {
    const int8_t *from = (const int8_t *)cm_in(u->k, CM_QLINEAR_W)->data + tap * u->t->c + u->m;
    int16_t *to = u->w + tap * ld;
    for (size_t i = 0; i < n; i++, from += u->t->c, to++) {
        for (size_t m = 0; m < u->a.c; m++) {
            int32_t v = from[m] - zero[m];
            to[2 * m] = (int16_t)v;
            u->init[m] -= x_zero * (uint32_t)v;
        }
    }
}

/* What the task's channels need: [m, m + a.c). */
static void qlanes_channels(qlanes_run *u) {
    const cm_kctx *k = u->k;
    const qlanes *t = u->t;
    size_t c = u->a.c, ld = (c + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN;
    const cm_tensor *w = cm_in(k, CM_QLINEAR_W), *x = cm_in(k, CM_QLINEAR_X), *b = cm_in(k, CM_QLINEAR_B);
    uint32_t x_zero = (uint32_t)cm_qlinear_zero(k, CM_QLINEAR_X_ZERO, 0, x);
    int16_t zero[QLANES_CHANNELS];
    memset(u->w, 0, t->pairs * ld * 2 * sizeof *u->w);
    memset(u->init, 0, ld * sizeof *u->init);
    memset(u->scale, 0, ld * sizeof *u->scale);
    if (b != NULL) memcpy(u->init, (const uint8_t *)b->data + u->m * sizeof *u->init, c * sizeof *u->init);
    for (size_t m = 0; m < c; m++) zero[m] = (int16_t)(cm_qlinear_zero(k, CM_QLINEAR_W_ZERO, u->m + m, w) - 128);
    cm_qlinear_factors(k, u->m, c, u->scale);
    for (size_t tap = 0; tap < t->taps; tap += 2)
        qlanes_pair(u, tap, cm_min_size(2, t->taps - tap), zero, x_zero, ld);
    memset(u->zeros, (int)(x_zero ^ u->a.flip), c);
}

/* n outputs of a row from its output j on, of image x: those whose taps along the last axis lie alike in the data. */
static void qlanes_outputs(qlanes_run *u, const uint8_t *x, const cm_geom_run *run, size_t j, size_t n, uint8_t *y) {
    const qlanes *t = u->t;
    const cm_geom *g = &t->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride, from, to;
    cm_geom_rows r;
    for (size_t i = 0; i < 2 * t->pairs; i++) u->x[i] = u->zeros;
    u->a.step = n > 1 ? (size_t)last->stride * t->c : 0;
    u->a.n = n;
    u->a.y = y + j * t->c + u->m;
    cm_geom_clip(last, at, last->in, &from, &to);
    for (bool more = from < to && cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        const uint8_t *row = x + r.in * t->c + u->m;
        for (ptrdiff_t i = from; i < to; i++)
            u->x[r.tap + (size_t)i] = row + (size_t)(at + i * last->dilation) * t->c;
    }
    if ((t->taps & 1) != 0) u->x[t->taps] = u->x[0]; /* of weight 0 */
    CM_PRIM(u->k, qconv_lanes)(&u->a);
}

/* Outputs of a row whose windows lie inside along the last axis are one call if all their rows of x are there, too:
 * the row of zero points is no longer than one output. */
static void qlanes_row(qlanes_run *u, const uint8_t *x, size_t row, uint8_t *y) {
    const qlanes *t = u->t;
    const cm_geom *g = &t->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    cm_geom_run run = cm_geom_run_at(g, row * t->width, t->width);
    ptrdiff_t first = run.at[g->n - 1], reach = (last->kernel - 1) * last->dilation;
    bool inside = true;
    for (uint32_t d = 0; d + 1 < g->n; d++) {
        const cm_geom_axis *axis = &g->axis[d];
        inside = inside && run.at[d] >= 0 && run.at[d] + (axis->kernel - 1) * axis->dilation < axis->in;
    }
    size_t j = 0;
    while (j < t->width) {
        ptrdiff_t at = first + (ptrdiff_t)j * last->stride;
        size_t n = 1;
        if (inside && at >= 0 && at + reach < last->in)
            n = cm_min_size(t->width - j, (size_t)((last->in - 1 - reach - at) / last->stride) + 1);
        qlanes_outputs(u, x, &run, j, n, y);
        j += n;
    }
}

cameo_status cm_qconv_last_lanes_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    qlanes t;
    (void)phase;
    CM_TRY(qlanes_init(k, &t));
    qlanes_room r = qlanes_room_of(&t);
    uint8_t *room = k->worker_scratch;
    const cm_tensor *x = cm_in(k, CM_QLINEAR_X);
    cm_tensor *y = cm_out(k, 0);
    qlanes_run u = {.k = k,
                    .t = &t,
                    .w = (int16_t *)(void *)(room + r.w),
                    .init = (uint32_t *)(void *)(room + r.init),
                    .scale = (float *)(void *)(room + r.scale),
                    .zeros = room + r.zeros,
                    .x = (const uint8_t **)(void *)(room + r.x)};
    u.a = (cm_qconv_lanes_args){.x = u.x, .taps = 2 * t.pairs, .flip = cm_qlinear_flip(x), .w = u.w, .ld = t.c,
                                .init = (const int32_t *)u.init, .scale = u.scale, .y_flip = cm_qlinear_flip(y)};
    u.a.y_zero = cm_qlinear_zero(k, CM_QLINEAR_Y_ZERO, 0, y);
    for (size_t i = begin; i < end; i++) {
        size_t block = i / t.n_channels, image = block / t.n_rows, row = block % t.n_rows * t.task_rows;
        u.m = i % t.n_channels * t.task_channels;
        u.a.c = cm_min_size(t.task_channels, t.c - u.m);
        qlanes_channels(&u);
        const uint8_t *from = (const uint8_t *)x->data + image * t.g.in_plane * t.c;
        for (size_t stop = cm_min_size(row + t.task_rows, t.rows); row < stop; row++)
            qlanes_row(&u, from, row, (uint8_t *)y->data + (image * t.rows + row) * t.width * t.c);
    }
    return CAMEO_OK;
}

/* ---- packing ---- */

cameo_status cm_qconv_last_lanes_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    *bytes = cm_in(k, in)->n;
    return CAMEO_OK;
}

void cm_qconv_last_lanes_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in);
    size_t c = w->dims[0], taps = c == 0 ? 0 : w->n / c;
    const uint8_t *from = w->data;
    uint8_t *to = dst, flip = cm_qlinear_flip(w) ^ 0x80;
    for (size_t m = 0; m < c; m++) {
        for (size_t tap = 0; tap < taps; tap++) to[tap * c + m] = from[m * taps + tap] ^ flip;
    }
    cm_pack_spent(k, w->data, w->n);
}
