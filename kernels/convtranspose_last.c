/* convtranspose_last.c — ConvTranspose of f32 with channels behind the spatial axes and constant weights, as rewrite
 * `channels_last` makes it: what is asked of convtranspose.c for x [N][in...][C], w [C][M/group][kernel...] and
 * y [N][out...][M].
 *
 * Each comb of outputs (kernels/comb.h) is a plain convolution, computed as tiles of pixels x output channels
 * (kernels/prim/conv_tile.h) that store each pixel where it belongs. A task is a block of pixels of one comb, counted
 * over all images, times a block of panels of output channels, counted over all groups.
 *
 * Packed weights (CM_FORMAT_CONV): [comb][group][panel][taps of the comb * C/group][panel width], combs in the order of
 * cm_comb_next, zeros beyond the last channel. */
#include "base/math.h"
#include "kernels/convtranspose.h"

#define LAST_ALIGN ((size_t)64)
/* Most pixels of a task, and pointers to their taps unless a tile has more. */
#define LAST_PIXELS 96
#define LAST_POINTERS ((size_t)1 << 13)
/* Multiply-adds of a task: at most LAST_WORK_MAX; about a 32nd of the whole if that is more than LAST_WORK_MIN. */
#define LAST_WORK_MIN ((size_t)1 << 20)
#define LAST_WORK_MAX ((size_t)1 << 25)
/* Fewest pixels of a task that has several panels: weights that are fetched serve that many. */
#define LAST_LEAST_PIXELS 24

typedef struct convtranspose_last {
    cm_convtranspose_sizes z;
    size_t mr, nr;
    size_t panels, width;            /* of a group: panels, channels that they store */
    size_t pixel_cap;                /* most of a task; not less for more pixels */
    size_t task_pixels, task_panels; /* of a task */
    size_t pixel_tasks, panel_tasks; /* of a comb */
} convtranspose_last;

static size_t last_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

bool cm_convtranspose_accept_last(const cm_row_query *q) {
    size_t n;
    const cm_convtranspose_params *p = q->params;
    return p->channels_last != 0 && cm_avalue_count(q->in[1], &n) && q->in[1]->rank >= 3;
}

static void last_plan_panels(const cm_kctx *k, size_t mg, convtranspose_last *t) {
    t->nr = CM_PRIM(k, conv_tile_nr);
    t->panels = last_div_up(mg, t->nr);
    if (t->panels > 0)
        t->width = (t->panels - 1) * t->nr + cm_conv_tile_width(t->nr, mg - (t->panels - 1) * t->nr);
}

static void last_plan_tasks(convtranspose_last *t, size_t pixels) {
    size_t panels = t->panels * t->z.group, each, all;
    if (cm_ckd_mul(t->z.cg * t->nr, cm_max_size(1, t->z.combs.max_taps), &each)) each = SIZE_MAX;
    each = cm_max_size(1, each);
    if (cm_ckd_mul(each, pixels, &all) || cm_ckd_mul(all, panels, &all) || cm_ckd_mul(all, t->z.combs.count, &all))
        all = SIZE_MAX;
    size_t most = cm_min_size(cm_max_size(all / 32, LAST_WORK_MIN), LAST_WORK_MAX) / each;
    size_t i = t->pixel_cap, j = cm_max_size(1, panels);
    while (i * j > most && (i > t->mr || j > 1)) {
        if (i > LAST_LEAST_PIXELS || j == 1)
            i = cm_max_size(t->mr, i / 2);
        else
            j = (j + 1) / 2;
    }
    t->task_pixels = i / t->mr * t->mr;
    t->task_panels = j;
    t->pixel_tasks = last_div_up(pixels, t->task_pixels);
    t->panel_tasks = last_div_up(panels, t->task_panels);
}

static cameo_status last_init(const cm_kctx *k, convtranspose_last *t) {
    size_t pixels;
    memset(t, 0, sizeof *t);
    CM_TRY(cm_convtranspose_sizes_init(k, &t->z));
    t->mr = CM_PRIM(k, conv_tile_mr);
    last_plan_panels(k, t->z.mg, t);
    bool fits = !cm_ckd_mul(t->z.n, t->z.combs.max_outputs, &pixels);
    if (t->z.planes == 0) pixels = 0;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many", t->z.n, t->z.combs.out_plane);
    size_t taps = cm_max_size(1, t->z.combs.max_taps);
    size_t cap = cm_min_size(LAST_PIXELS, cm_max_size(1, LAST_POINTERS / taps));
    t->pixel_cap = cm_max_size(t->mr, last_div_up(cm_min_size(cap, pixels), t->mr) * t->mr);
    last_plan_tasks(t, pixels);
    return CAMEO_OK;
}

/* ---- scratch of a worker ---- */

typedef struct last_room {
    size_t zero, place, table, size; /* offsets */
} last_room;

static bool last_room_add(last_room *r, size_t *at, size_t n, size_t size) {
    size_t bytes;
    *at = r->size;
    return cm_ckd_mul(n, size, &bytes) || cm_ckd_align(bytes, LAST_ALIGN, &bytes) ||
           cm_ckd_add(r->size, bytes, &r->size);
}

/* The row of zeros is what a tap reads, behind the channels of the groups before. False: too much. */
static bool last_room_of(const convtranspose_last *t, last_room *r) {
    size_t pointers;
    r->size = 0;
    return !cm_ckd_mul(t->pixel_cap, cm_max_size(1, t->z.combs.max_taps), &pointers) &&
           !last_room_add(r, &r->zero, t->z.c, sizeof(float)) &&
           !last_room_add(r, &r->place, t->pixel_cap, sizeof(size_t)) &&
           !last_room_add(r, &r->table, pointers, sizeof(float *));
}

/* Scratch: pointers and zeros of a worker. Errors: E_LIMIT too many tasks, or coordinates. */
cameo_status cm_convtranspose_last_setup(const cm_kctx *k, cm_setup *s) {
    convtranspose_last t;
    last_room r;
    size_t n;
    CM_TRY(last_init(k, &t));
    bool fits = last_room_of(&t, &r) && !cm_ckd_mul(t.pixel_tasks, t.panel_tasks, &n) &&
                !cm_ckd_mul(n, t.pixel_tasks == 0 ? 0 : t.z.combs.count, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t.z.n, t.z.combs.out_plane);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = r.size;
    return CAMEO_OK;
}

/* ---- run ---- */

/* Pixels [begin, begin + n) of a comb. */
typedef struct last_block {
    const cm_kctx *k;
    const convtranspose_last *t;
    cm_comb b;
    size_t begin, n;
    const float *zero;
    const float **at; /* [tile][tap][mr] */
    size_t *place;    /* [n] */
} last_block;

/* The data that tap `tap` of a window reads whose tap 0 is at `at`; NULL: zeros. x: the image. */
static const float *last_read(const last_block *u, const float *x, const ptrdiff_t *at, const ptrdiff_t *tap) {
    const cm_geom *g = &u->b.g;
    size_t place = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        ptrdiff_t p = at[i] + tap[i] * g->axis[i].dilation;
        if (p < 0 || p >= g->axis[i].in) return NULL;
        place = place * (size_t)g->axis[i].in + (size_t)p;
    }
    return x + place * u->t->z.c;
}

/* Pointers of pixel `to` of the block, whose window has tap 0 at `at`. */
static void last_fill_pixel(const last_block *u, size_t to, const float *x, const ptrdiff_t *at) {
    const cm_geom *g = &u->b.g;
    size_t mr = u->t->mr;
    const float **p = u->at + to / mr * g->taps * mr + to % mr;
    ptrdiff_t tap[CM_MAX_SPATIAL] = {0};
    for (size_t s = 0; s < g->taps; s++, p += mr) {
        const float *from = last_read(u, x, at, tap);
        *p = from == NULL ? u->zero : from;
        uint32_t i = g->n;
        while (i > 0 && ++tap[i - 1] == g->axis[i - 1].kernel) tap[--i] = 0;
    }
}

/* Pointers and places of all pixels; those that fill the last tile read zeros. */
static void last_fill(const last_block *u) {
    const cm_convtranspose_sizes *z = &u->t->z;
    const cm_geom *g = &u->b.g;
    for (size_t i = 0; i < u->n;) {
        size_t image = (u->begin + i) / g->out_plane, pixel = (u->begin + i) % g->out_plane;
        cm_geom_run run = cm_geom_run_at(g, pixel, u->n - i);
        cm_comb_run places = cm_comb_run_at(&z->combs, &u->b, pixel, run.n);
        const float *x = (const float *)cm_in(u->k, 0)->data + image * z->combs.in_plane * z->c;
        for (size_t j = 0; j < run.n; j++, i++, run.at[g->n - 1] += g->axis[g->n - 1].stride) {
            u->place[i] = (image * z->combs.out_plane + places.at + j * places.step) * z->m;
            last_fill_pixel(u, i, x, run.at);
        }
    }
    size_t mr = u->t->mr, end = last_div_up(u->n, mr) * mr;
    for (size_t i = u->n; i < end; i++) {
        for (size_t s = 0; s < g->taps; s++) u->at[(i / mr * g->taps + s) * mr + i % mr] = u->zero;
    }
}

/* Panels [from, to) of all groups. */
static void last_multiply(const last_block *u, size_t from, size_t to) {
    const convtranspose_last *t = u->t;
    const cm_tensor *bias = cm_in(u->k, 2);
    size_t depth = u->b.g.taps * t->z.cg;
    const float *w = (const float *)cm_in(u->k, 1)->data;
    cm_conv_tile_args a = {.x = u->at,
                           .n = u->n,
                           .n_seg = u->b.g.taps,
                           .len = t->z.cg,
                           .first = true,
                           .last = true,
                           .place = u->place,
                           .lo = -CM_INF_F32,
                           .hi = CM_INF_F32};
    if (depth != 0) w += cm_comb_taps_before(&t->z.combs, &u->b) * t->z.cg * t->width * t->z.group;
    for (size_t i = from; i < to; i++) {
        size_t group = i / t->panels, m = i % t->panels * t->nr;
        a.x_at = group * t->z.cg;
        a.cols = cm_min_size(t->nr, t->z.mg - m);
        a.w = w + (group * t->width + m) * depth;
        a.y = (float *)cm_out(u->k, 0)->data + group * t->z.mg + m;
        if (bias != NULL) a.bias = (const float *)bias->data + group * t->z.mg + m;
        CM_PRIM(u->k, conv_tile_f32)(&a);
    }
}

cameo_status cm_convtranspose_last_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    convtranspose_last t;
    last_room r;
    uint8_t *room = k->worker_scratch;
    (void)phase;
    CM_TRY(last_init(k, &t));
    if (!last_room_of(&t, &r)) return CAMEO_E_INTERNAL; /* setup has seen that it fits */
    last_block u = {.k = k,
                    .t = &t,
                    .zero = (float *)(void *)(room + r.zero),
                    .at = (const float **)(void *)(room + r.table),
                    .place = (size_t *)(void *)(room + r.place)};
    memset(room + r.zero, 0, t.z.c * sizeof(float));
    for (size_t i = begin; i < end; i++) {
        size_t panel = i % t.panel_tasks * t.task_panels, rest = i / t.panel_tasks;
        u.b = cm_comb_at(&t.z.combs, rest / t.pixel_tasks);
        u.begin = rest % t.pixel_tasks * t.task_pixels;
        size_t pixels = t.z.n * u.b.g.out_plane;
        if (u.begin >= pixels) continue; /* a comb with fewer outputs than others */
        u.n = cm_min_size(t.task_pixels, pixels - u.begin);
        last_fill(&u);
        last_multiply(&u, panel, cm_min_size(panel + t.task_panels, t.panels * t.z.group));
    }
    return CAMEO_OK;
}

/* ---- packing ---- */

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_convtranspose_last_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_tensor *w = cm_in(k, in);
    convtranspose_last t = {.nr = 0};
    size_t n = w->n;
    last_plan_panels(k, w->dims[1], &t);
    bool over = n != 0 && cm_ckd_mul(n / w->dims[1], t.width, &n);
    return over || cm_ckd_mul(n, sizeof(float), bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Input channels [begin, end) of the panels of a comb and group, whose output channels begin at `first`:
 * dst[panel][tap * cg + c][j] = w[c][panel * nr + j][tap of the kernel]. */
static void last_pack_comb(const cm_kctx *k, const convtranspose_last *t, const cm_comb *b, const uint8_t *w,
                           size_t first, size_t begin, size_t end, float *dst) {
    size_t taps = t->z.combs.taps, line = t->z.mg * taps;
    for (size_t m = 0; m < t->z.mg; m += t->nr) {
        size_t cols = cm_min_size(t->nr, t->z.mg - m), width = cm_conv_tile_width(t->nr, cols);
        for (size_t s = 0; s < b->g.taps; s++, dst += t->z.cg * width) {
            const uint8_t *from = w + (m * taps + cm_comb_tap(&t->z.combs, b, s)) * sizeof(float);
            for (size_t c = begin; c < end; c++) {
                const uint8_t *at = from + c * line * sizeof(float);
                float *to = dst + c * width;
                for (size_t j = 0; j < cols; j++) to[j] = cm_load_f32(at + j * taps * sizeof(float));
                for (size_t j = cols; j < width; j++) to[j] = 0.0f;
            }
            cm_pack_scale(k, first + m, cols, width, end - begin, dst + begin * width);
        }
    }
}

/* Piece by piece in the order of the input channels, so that what was read can leave memory. */
void cm_convtranspose_last_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_convtranspose_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    convtranspose_last t = {.nr = 0};
    if (w->n == 0 || !cm_convtranspose_weights_init(&q->window, w, &t.z.combs)) return;
    t.z.mg = w->dims[1];
    t.z.cg = w->dims[0] / (size_t)q->group;
    last_plan_panels(k, t.z.mg, &t);
    cm_comb b = cm_comb_weights(&t.z.combs);
    size_t line = t.z.mg * t.z.combs.taps * sizeof(float), step = cm_pack_lines(line);
    for (size_t i = 0; i < (size_t)q->group; i++) {
        const uint8_t *from = (const uint8_t *)w->data + i * t.z.cg * line;
        size_t begin, end;
        cm_pack_units(k, t.z.cg, &begin, &end);
        for (size_t c = begin, n; c < end; c += n) {
            float *to = dst;
            n = cm_min_size(step, end - c);
            do {
                size_t size = b.g.taps * t.z.cg * t.width;
                last_pack_comb(k, &t, &b, from, i * t.z.mg, c, c + n, to + i * size);
                to += (size_t)q->group * size;
            } while (cm_comb_next(&t.z.combs, &b));
            cm_pack_spent(k, from + c * line, n * line);
        }
    }
}
