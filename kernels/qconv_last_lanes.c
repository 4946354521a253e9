/* qconv_last_lanes.c — depthwise QLinearConv and ConvInteger whose channels lie behind the spatial axes, as rewrite
 * `channels_last` makes them: vectors run along the channels (kernels/prim/qconv_lanes.h). x is read where it lies;
 * taps outside of the data read a row of x's zero point.
 *
 *   x [N][in...][C]   y [N][out...][C]
 *   w packed (CM_FORMAT_QCONV_LANES): [taps][C] signed bytes, unsigned ones less 128; where slot qconv_lanes_form
 *     names a form the sums of each channel's, int32_t[C], and the weights in that form (kernels/prim/qconv_lanes.h)
 *
 * A task is a block of channels x a block of rows of outputs. It takes x's zero point times the sum of its weights from
 * the bias. Where weights have zero points or are not packed it widens them to 16 bits, less their zero points, which
 * is as much work as some pixels, so that channels are split before rows. */
#include "kernels/geom.h"
#include "kernels/qlinearconv.h"

/* Channels of a task at most, and at least where there are so many; most taps. */
#define QLANES_CHANNELS ((size_t)512)
#define QLANES_CHANNELS_MIN ((size_t)128)
#define QLANES_TAPS 256
/* Several tasks have multiples of so many channels: blocks of packed ones. */
#define QLANES_BLOCK ((size_t)64)
/* Most bytes of a row of zero points. */
#define QLANES_ZEROS ((size_t)1 << 14)
/* Multiply-adds of a task: about a 64th of the whole, within these bounds if rows allow. */
#define QLANES_WORK_MIN ((size_t)1 << 20)
#define QLANES_WORK_MAX ((size_t)1 << 23)

/* One input and one output channel in each group, not too many taps. */
bool cm_qlinearconv_accept_last_lanes(const cm_row_query *q) {
    const cm_qlinearconv_params *p = q->params;
    const cm_avalue *w = q->in[cm_qlinear_places_of(q->op).w];
    size_t n;
    return p->channels_last != 0 && p->group > 1 && cm_avalue_count(w, &n) && w->rank >= 3 && w->dims[1] == 1 &&
           w->dims[0] == p->group && n / (size_t)w->dims[0] <= QLANES_TAPS;
}

/* How weights lie; a constant where no variant of this target has another form. */
static size_t qlanes_form(const cm_kctx *k) {
    return CM_ARCH_X86 ? CM_PRIM(k, qconv_lanes_form) : CM_QCONV_LANES_PLAIN;
}

typedef struct qlanes {
    cm_qlinear_places at;
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
    size_t align = t->n_channels > 1 ? QLANES_BLOCK : CM_QCONV_LANES_ALIGN;
    t->task_channels = (t->task_channels + align - 1) / align * align;
    t->n_channels = t->c / t->task_channels + (t->c % t->task_channels != 0);
    size_t rows = most / t->task_channels / row;
    t->task_rows = cm_max_size(1, cm_min_size(rows, t->rows));
    t->n_rows = t->rows / t->task_rows + (t->rows % t->task_rows != 0);
}

static cameo_status qlanes_init(const cm_kctx *k, qlanes *t) {
    const cm_qlinearconv_params *q = k->params;
    memset(t, 0, sizeof *t);
    t->at = cm_qlinear_places_of(k->op);
    const cm_tensor *x = cm_in(k, t->at.x), *w = cm_in(k, t->at.w), *y = cm_out(k, 0);
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
    size_t w, init, scale, bias, zeros, x; /* offsets */
    size_t size;
} qlanes_room;

/* Bytes from the first element of a row of zero points to the last output's: 0 if they are too many or vectors are not
 * there, for which they would not pay. */
static size_t qlanes_reach(const cm_kctx *k, const qlanes *t) {
    size_t n;
    bool over = qlanes_form(k) == CM_QCONV_LANES_PLAIN || t->width == 0 ||
                cm_ckd_mul(t->width - 1, (size_t)t->g.axis[t->g.n - 1].stride, &n) || cm_ckd_mul(n, t->c, &n) ||
                n > QLANES_ZEROS;
    return over ? 0 : n;
}

/* Bytes of the row of zero points, for one output of a row or for all, behind some that may be read, too. */
static size_t qlanes_zeros(const cm_kctx *k, const qlanes *t) {
    return CM_QCONV_LANES_ALIGN + qlanes_reach(k, t) + t->task_channels;
}

/* At most QLANES_CHANNELS * QLANES_TAPS * 2 bytes and a little more. */
static qlanes_room qlanes_room_of(const cm_kctx *k, const qlanes *t) {
    size_t form = qlanes_form(k), c = t->task_channels; /* a multiple of CM_QCONV_LANES_ALIGN */
    qlanes_room r = {0};
    r.init = t->pairs * c * 2 * sizeof(int16_t); /* in any case: the zero points of w may not be known yet */
    if (form != CM_QCONV_LANES_PLAIN) c = cm_qconv_lanes_stored(form, c);
    r.scale = r.init + c * sizeof(int32_t);
    r.bias = r.scale + c * sizeof(float);
    r.x = r.bias + (cm_out(k, 0)->dtype == CAMEO_FLOAT ? c * sizeof(float) : 0);
    r.zeros = r.x + cm_qconv_lanes_taps(form, t->taps) * sizeof(uint8_t *);
    r.size = r.zeros + qlanes_zeros(k, t);
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
    s->worker_scratch = qlanes_room_of(k, &t).size;
    return CAMEO_OK;
}

/* ---- run ---- */

typedef struct qlanes_run {
    const cm_kctx *k;
    const qlanes *t;
    size_t m; /* first channel */
    int16_t *w;
    bool packed;   /* w is not used */
    bool whole;    /* the row of zero points serves all outputs of a row */
    bool sums;     /* the results are the sums themselves, or floats */
    uint32_t *init;
    float *scale;
    float *bias; /* of ConvInteger that gives floats, else NULL */
    uint8_t *zeros;
    const uint8_t **x;
    cm_qconv_lanes_args a;
} qlanes_run;

/* The bias, or NULL; no other operator than QLinearConv has one. */
static const cm_tensor *qlanes_bias(const qlanes_run *u) { return u->sums ? NULL : cm_in(u->k, CM_QLINEAR_B); }

static int8_t qlanes_weight(const qlanes_run *u, size_t tap, size_t m) {
    const int8_t *w = cm_in(u->k, u->t->at.w)->data;
    size_t form = qlanes_form(u->k), c = u->t->c, ld = cm_qconv_lanes_stored(form, c);
    if (form == CM_QCONV_LANES_PLAIN) return w[tap * c + m];
    return (int8_t)cm_qconv_lanes_get(form, tap, m, c, ld, w + ld * sizeof(int32_t));
}

/* Writes the weights of taps [tap, tap + n), n <= 2, of the task's channels, of which a row has ld; takes them times
 * x's zero point from the sums' first values. */
static void qlanes_pair(qlanes_run *u, size_t tap, size_t n, const int16_t *zero, uint32_t x_zero, size_t ld) {
    int16_t *to = u->w + tap * ld;
    for (size_t i = 0; i < n; i++, to++) {
        for (size_t m = 0; m < u->a.c; m++) {
            int32_t v = qlanes_weight(u, tap + i, u->m + m) - zero[m];
            to[2 * m] = (int16_t)v;
            u->init[m] -= x_zero * (uint32_t)v;
        }
    }
}

/* The scales of the task's channels and what their sums begin with, where weights are packed: bytes, whose zero points
 * are 0. */
static void qlanes_packed(qlanes_run *u, uint32_t x_zero) {
    size_t form = qlanes_form(u->k), c = u->a.c, ld = cm_qconv_lanes_stored(form, u->t->c);
    const cm_tensor *b = qlanes_bias(u);
    const uint8_t *packed = cm_in(u->k, u->t->at.w)->data;
    float *scale = (float *)(void *)u->w; /* packed weights have no copy there */
    memset(u->init, 0, cm_qconv_lanes_stored(form, c) * sizeof *u->init);
    memset(u->scale, 0, cm_qconv_lanes_stored(form, c) * sizeof *u->scale);
    if (u->bias != NULL) memset(u->bias, 0, cm_qconv_lanes_stored(form, c) * sizeof *u->bias);
    if (!u->sums) cm_qlinear_factors(u->k, u->m, c, scale);
    for (size_t m = 0; m < c; m++) {
        size_t at = cm_qconv_lanes_place(form, m, c);
        uint32_t bias = b == NULL ? 0 : cm_load_u32((const uint8_t *)b->data + (u->m + m) * sizeof bias);
        u->init[at] = bias - x_zero * cm_load_u32(packed + (u->m + at) * sizeof bias);
        if (!u->sums) u->scale[at] = scale[m];
        if (u->bias != NULL) cm_integer_floats(u->k, u->m + m, 1, &u->scale[at], &u->bias[at]);
    }
    u->a.form = form;
    u->a.packed = (const int8_t *)packed + ld * sizeof(int32_t) + (form == CM_QCONV_LANES_QUADS ? 4 : 2) * u->m;
    u->a.ld_packed = ld;
}

/* What the task's channels need: [m, m + a.c). */
static void qlanes_channels(qlanes_run *u) {
    const cm_kctx *k = u->k;
    const qlanes *t = u->t;
    size_t c = u->a.c, ld = (c + CM_QCONV_LANES_ALIGN - 1) / CM_QCONV_LANES_ALIGN * CM_QCONV_LANES_ALIGN;
    const cm_tensor *w = cm_in(k, t->at.w), *b = qlanes_bias(u);
    uint32_t x_zero = (uint32_t)cm_qlinear_zero(k, t->at.x_zero, 0, cm_in(k, t->at.x));
    size_t form = qlanes_form(k);
    int16_t *zero = (int16_t *)(void *)u->scale; /* while the weights are brought in order, which know no scales */
    u->packed = form == CM_QCONV_LANES_QUADS || (form == CM_QCONV_LANES_NIBBLES && t->c >= CM_QCONV_LANES_ALIGN);
    for (size_t m = 0; m < c; m++) {
        zero[m] = (int16_t)(cm_qlinear_zero(k, t->at.w_zero, u->m + m, w) - 128);
        u->packed = u->packed && zero[m] == 0;
    }
    memset(u->zeros - CM_QCONV_LANES_ALIGN, (int)(x_zero ^ u->a.flip), qlanes_zeros(k, t));
    u->a.taps = u->packed ? cm_qconv_lanes_taps(form, t->taps) : 2 * t->pairs;
    if (form != CM_QCONV_LANES_PLAIN && u->packed) {
        qlanes_packed(u, x_zero);
        return;
    }
    memset(u->w, 0, t->pairs * ld * 2 * sizeof *u->w);
    memset(u->init, 0, ld * sizeof *u->init);
    if (b != NULL) memcpy(u->init, (const uint8_t *)b->data + u->m * sizeof *u->init, c * sizeof *u->init);
    for (size_t tap = 0; tap < t->taps; tap += 2)
        qlanes_pair(u, tap, cm_min_size(2, t->taps - tap), zero, x_zero, ld);
    memset(u->scale, 0, ld * sizeof *u->scale);
    if (!u->sums) cm_qlinear_factors(k, u->m, c, u->scale);
    if (u->bias == NULL) return;
    memset(u->bias, 0, ld * sizeof *u->bias);
    cm_integer_floats(k, u->m, c, u->scale, u->bias);
}

/* n outputs of a row from its output j on, of image x: those whose taps along the last axis lie alike in the data.
 *   y  elements of the result before the row */
static void qlanes_outputs(qlanes_run *u, const uint8_t *x, const cm_geom_run *run, size_t j, size_t n, size_t y) {
    const qlanes *t = u->t;
    const cm_geom *g = &t->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride, from, to;
    cm_geom_rows r;
    for (size_t i = 0; i < u->a.taps; i++) u->x[i] = u->zeros;
    u->a.step = n > 1 ? (size_t)last->stride * t->c : 0;
    u->a.n = n;
    y += j * t->c + u->m;
    if (u->sums) {
        u->a.sums = (uint32_t *)cm_out(u->k, 0)->data + y;
    } else {
        u->a.y = (uint8_t *)cm_out(u->k, 0)->data + y;
    }
    cm_geom_clip(last, at, last->in, &from, &to);
    for (bool more = from < to && cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        const uint8_t *row = x + r.in * t->c + u->m;
        for (ptrdiff_t i = from; i < to; i++)
            u->x[r.tap + (size_t)i] = row + (size_t)(at + i * last->dilation) * t->c;
    }
    for (size_t i = t->taps; i < u->a.taps; i++) u->x[i] = u->x[0]; /* of weight 0 */
    if (qlanes_form(u->k) != CM_QCONV_LANES_PLAIN && u->packed) CM_PRIM(u->k, qconv_lanes_packed)(&u->a);
    else CM_PRIM(u->k, qconv_lanes)(&u->a);
}

/* Outputs of a row whose windows lie inside along the last axis are one call if all their rows of x are there, too, or
 * the row of zero points is long enough. */
static void qlanes_row(qlanes_run *u, const uint8_t *x, size_t row, size_t y) {
    const qlanes *t = u->t;
    const cm_geom *g = &t->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    cm_geom_run run = cm_geom_run_at(g, row * t->width, t->width);
    ptrdiff_t first = run.at[g->n - 1], reach = (last->kernel - 1) * last->dilation;
    bool inside = true; /* along the other axes */
    for (uint32_t d = 0; d + 1 < g->n; d++) {
        const cm_geom_axis *axis = &g->axis[d];
        inside = inside && run.at[d] >= 0 && run.at[d] + (axis->kernel - 1) * axis->dilation < axis->in;
    }
    size_t j = 0;
    while (j < t->width) {
        ptrdiff_t at = first + (ptrdiff_t)j * last->stride;
        size_t n = 1;
        if ((inside || u->whole) && at >= 0 && at + reach < last->in)
            n = cm_min_size(t->width - j, (size_t)((last->in - 1 - reach - at) / last->stride) + 1);
        qlanes_outputs(u, x, &run, j, n, y);
        j += n;
    }
}

cameo_status cm_qconv_last_lanes_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    qlanes t;
    (void)phase;
    CM_TRY(qlanes_init(k, &t));
    qlanes_room r = qlanes_room_of(k, &t);
    uint8_t *room = k->worker_scratch;
    const cm_tensor *x = cm_in(k, t.at.x), *y = cm_out(k, 0);
    qlanes_run u = {.k = k,
                    .t = &t,
                    .w = (int16_t *)(void *)(room + r.w),
                    .whole = qlanes_reach(k, &t) != 0,
                    .sums = !cm_qlinear_is_byte(y),
                    .init = (uint32_t *)(void *)(room + r.init),
                    .scale = (float *)(void *)(room + r.scale),
                    .bias = y->dtype == CAMEO_FLOAT ? (float *)(void *)(room + r.bias) : NULL,
                    .zeros = room + r.zeros + CM_QCONV_LANES_ALIGN,
                    .x = (const uint8_t **)(void *)(room + r.x)};
    u.a = (cm_qconv_lanes_args){.x = u.x, .flip = cm_qlinear_flip(x), .w = u.w, .ld = t.c,
                                .init = (const int32_t *)u.init, .scale = u.scale, .y_flip = cm_qlinear_flip(y)};
    if (!u.sums) u.a.y_zero = cm_qlinear_zero(k, CM_QLINEAR_Y_ZERO, 0, y);
    cm_clamp clamp = cm_integer_clamp(k);
    u.a.bias = u.bias;
    u.a.lo = clamp.lo;
    u.a.hi = clamp.hi;
    for (size_t i = begin; i < end; i++) {
        size_t block = i / t.n_channels, image = block / t.n_rows, row = block % t.n_rows * t.task_rows;
        u.m = i % t.n_channels * t.task_channels;
        u.a.c = cm_min_size(t.task_channels, t.c - u.m);
        qlanes_channels(&u);
        const uint8_t *from = (const uint8_t *)x->data + image * t.g.in_plane * t.c;
        for (size_t stop = cm_min_size(row + t.task_rows, t.rows); row < stop; row++) {
            size_t at = (image * t.rows + row) * t.width * t.c;
            qlanes_row(&u, from, row, at);
            if (u.bias != NULL) cm_integer_stage(k, at + u.m, t.width, u.a.c, t.c);
        }
    }
    return CAMEO_OK;
}

/* ---- packing ---- */

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_qconv_last_lanes_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_tensor *w = cm_in(k, in);
    size_t form = qlanes_form(k), c = w->dims[0];
    *bytes = w->n;
    if (form == CM_QCONV_LANES_PLAIN) return CAMEO_OK;
    size_t each = sizeof(int32_t) + cm_qconv_lanes_size(form, c == 0 ? 0 : w->n / c);
    bool over = c > SIZE_MAX - 64 || cm_ckd_mul(cm_qconv_lanes_stored(form, c), each, bytes);
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* dst: sums of each channel's weights, then these in that form. */
static void qlanes_pack_form(const cm_tensor *w, size_t form, size_t c, size_t taps, uint8_t flip, uint8_t *dst) {
    size_t ld = cm_qconv_lanes_stored(form, c);
    const uint8_t *from = w->data;
    int32_t *sums = (int32_t *)(void *)dst;
    int8_t *to = (int8_t *)dst + ld * sizeof *sums;
    memset(dst, 0, ld * (sizeof *sums + cm_qconv_lanes_size(form, taps)));
    for (size_t m = 0; m < c; m++) {
        size_t at = cm_qconv_lanes_place(form, m, c);
        for (size_t tap = 0; tap < taps; tap++) {
            int8_t v = (int8_t)(*from++ ^ flip);
            cm_qconv_lanes_put(form, tap, m, c, ld, v, to);
            sums[at] += v;
        }
    }
}

void cm_qconv_last_lanes_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in);
    size_t form = qlanes_form(k), c = w->dims[0], taps = c == 0 ? 0 : w->n / c;
    const uint8_t *from = w->data;
    uint8_t *to = dst, flip = cm_qlinear_flip(w) ^ 0x80;
    if (!cm_pack_is_first(k)) return;
    if (form != CM_QCONV_LANES_PLAIN) qlanes_pack_form(w, form, c, taps, flip, dst);
    for (size_t m = 0; m < c && form == CM_QCONV_LANES_PLAIN; m++) {
        for (size_t tap = 0; tap < taps; tap++) to[tap * c + m] = from[m * taps + tap] ^ flip;
    }
    cm_pack_spent(k, w->data, w->n);
}
