/* conv_last_f32.c — Conv of f32 with channels behind the spatial axes as tiles of pixels x output channels
 * (kernels/prim/conv_tile.h): what is asked of conv_last.c, for any number of groups.
 *
 * A task is a block of neighbouring pixels, counted over all images, times a block of panels of output channels,
 * counted over all groups. It walks the depth in blocks; for each it builds the table of pointers, one per pixel and
 * segment, and then passes over its panels; groups share it. Pixels outside of the data point to a row of zeros.
 * Segments of a tile that are zeros for each of its pixels are passed over: wide dilations on small images have many.
 *
 * Where channels are few, all taps along the last axis are one segment: they lie next to each other in x. Windows that
 * leave the data there are copied, zeros included.
 *
 * Packed weights (CM_FORMAT_CONV): [group][panel][taps * C/group][panel width], zeros beyond the last channel. Narrow
 * panels (cm_conv_tile_is_narrow): [group][taps * C/group / v][M/group][v], v = nr/2.
 * Method: the pointers are those of M. Dukhan, "The Indirect Convolution Algorithm", arXiv 1907.02129. */
#include "kernels/activation.h"
#include "kernels/conv_last.h"

/* Most depth of a block: with panels of 16 channels, 64 KiB of weights; and where windows at borders are copied. */
#define TILE_DEPTH 1024
#define TILE_DEPTH_MERGED 256
/* Packed weights of more elements, 256 KiB, are not in caches: those of the next panel are fetched in time. */
#define TILE_FETCH ((size_t)1 << 16)
/* Most segments of a block: what the table of pointers has for a pixel. */
#define TILE_SEGMENTS 32
/* Most pixels of a task, and elements of x that those of one block of the depth read: 256 KiB. */
#define TILE_PIXELS 192
#define TILE_INPUT ((size_t)1 << 16)
/* Most output channels of a task. */
#define TILE_CHANNELS 512
/* Multiply-adds of a task: at most TILE_WORK_MAX; about a 32nd of the whole if that is more than TILE_WORK_MIN. */
#define TILE_WORK_MIN ((size_t)1 << 20)
#define TILE_WORK_MAX ((size_t)1 << 25)
/* Fewest tiles of a task that has several panels: weights that are fetched serve that many. */
#define TILE_MIN 4
/* Tasks of one panel are not made smaller where there are that many: each reads its panel anew. */
#define TILE_TASKS 16
/* From this many channels of a group on each tap is a segment of its own. */
#define TILE_MERGE 24
/* Segments of zeros are looked for where fewer than this many of 8 taps read inside the data. */
#define TILE_FULL 6
#define TILE_ALIGN ((size_t)64)

typedef struct conv_tiles {
    cm_conv_last_sizes z;
    bool merged;                 /* segments are rows of taps */
    bool dot;                    /* groups are narrow panels */
    bool sparse;                 /* many segments are zeros */
    bool flat;                   /* output p reads pixel p alone */
    size_t n_seg, len;           /* segments of the depth, elements of one */
    size_t block_seg, block_len; /* of a block: whole segments, or a piece of one */
    size_t blocks, pieces;       /* of the depth; of a segment */
    size_t mr, nr;
    size_t pixels, tiles;           /* of all images */
    size_t groups, panels;          /* of a group */
    size_t tile_cap, panel_cap;     /* most of a task; not less for more pixels */
    size_t task_tiles, task_panels; /* of a task */
    size_t n_tile_tasks, n_panel_tasks;
    cm_gemm_pack_fn *fill; /* for weights of one tap */
} conv_tiles;

static size_t tiles_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

/* ---- the depth ---- */

/* Do many taps lie outside of the data? */
static bool tiles_are_sparse(const cm_geom *g) {
    float share = 1; /* of the taps of all outputs that are inside */
    for (uint32_t i = 0; i < g->n; i++) {
        const cm_geom_axis *a = &g->axis[i];
        float inside = 0;
        for (ptrdiff_t k = 0; k < a->kernel; k++) {
            ptrdiff_t first = k * a->dilation - a->pad; /* what the first output reads */
            ptrdiff_t from = first >= 0 ? 0 : (-first - 1) / a->stride + 1;
            ptrdiff_t to = first >= a->in ? 0 : (a->in - first - 1) / a->stride + 1;
            if (to > a->out) to = a->out;
            if (to > from) inside += (float)(to - from);
        }
        if (a->out > 0) share *= inside / ((float)a->out * (float)a->kernel);
    }
    return share * 8 < TILE_FULL;
}

/* One tap, and as many outputs as pixels along each axis, so that no pad is read. */
static bool tiles_are_flat(const cm_geom *g) {
    for (uint32_t i = 0; i < g->n; i++) {
        const cm_geom_axis *a = &g->axis[i];
        if (a->kernel != 1 || a->stride != 1 || a->pad != 0 || a->in != a->out) return false;
    }
    return true;
}

static void tiles_plan_depth(conv_tiles *t) {
    const cm_geom_axis *last = &t->z.g.axis[t->z.g.n - 1];
    size_t kernel = (size_t)last->kernel;
    t->n_seg = t->z.cg == 0 ? 0 : t->z.g.taps;
    t->len = t->z.cg;
    /* One group has all channels of x; the number of x may be a bound of what it will be. */
    t->merged = t->groups == 1 && t->z.cg < TILE_MERGE && last->dilation == 1 && kernel > 1 &&
                kernel * t->z.cg <= TILE_DEPTH_MERGED;
    if (t->merged) {
        t->n_seg /= kernel;
        t->len *= kernel;
    }
    t->sparse = tiles_are_sparse(&t->z.g);
    t->flat = tiles_are_flat(&t->z.g);
    size_t depth = t->merged ? TILE_DEPTH_MERGED : TILE_DEPTH;
    t->pieces = cm_max_size(1, tiles_div_up(t->len, depth));
    t->block_len = tiles_div_up(tiles_div_up(t->len, t->pieces), 16) * 16;
    t->pieces = t->len == 0 ? 1 : tiles_div_up(t->len, t->block_len);
    if (t->pieces == 1) t->block_len = t->len;
    t->block_seg = t->len == 0 ? 1 : cm_min_size(TILE_SEGMENTS, cm_max_size(1, depth / t->block_len));
    if (t->pieces > 1) t->block_seg = 1;
    t->blocks = cm_max_size(1, tiles_div_up(t->n_seg, t->block_seg));
    t->block_seg = tiles_div_up(t->n_seg, t->blocks);
    t->blocks *= t->pieces;
}

/* A block of the depth. */
typedef struct tiles_block {
    size_t seg, n_seg; /* segments */
    size_t from, len;  /* elements of each of them */
    size_t depth;      /* place of the first in the depth */
} tiles_block;

static tiles_block tiles_block_at(const conv_tiles *t, size_t b) {
    tiles_block k;
    size_t piece = b % t->pieces;
    k.seg = b / t->pieces * t->block_seg;
    k.n_seg = k.seg >= t->n_seg ? 0 : cm_min_size(t->block_seg, t->n_seg - k.seg);
    k.from = piece * t->block_len;
    k.len = cm_min_size(t->block_len, t->len - k.from);
    k.depth = k.seg * t->len + k.from;
    return k;
}

/* ---- tasks ---- */

static void tiles_plan_tasks(conv_tiles *t) {
    size_t panels = t->panels * t->groups; /* at most M */
    /* Panels of several groups have no elements of x in common, but the table of pointers. */
    bool apart = t->groups > 1 && t->panels == 1;
    size_t tile, all, i, j, width = cm_conv_tile_width(t->nr, cm_max_size(1, cm_min_size(t->z.mg, t->nr)));
    if (cm_ckd_mul(t->mr * width, cm_max_size(1, t->z.depth), &tile)) tile = SIZE_MAX;
    size_t pixels = cm_min_size(TILE_PIXELS, TILE_INPUT / cm_max_size(1, t->block_seg * t->block_len));
    t->tile_cap = cm_max_size(1, cm_min_size(t->tiles, pixels / t->mr));
    t->panel_cap = cm_max_size(1, cm_min_size(panels, TILE_CHANNELS / t->nr));
    if (cm_ckd_mul(tile, t->tiles, &all) || cm_ckd_mul(all, panels, &all)) all = SIZE_MAX;
    size_t most = cm_min_size(cm_max_size(all / 32, TILE_WORK_MIN), TILE_WORK_MAX) / tile;
    for (i = t->tile_cap, j = t->panel_cap; i * j > most;) {
        if (j == 1 && tiles_div_up(t->tiles, i) * panels >= TILE_TASKS) break;
        if (i > TILE_MIN && (j == 1 || apart || i * t->mr >= j * t->nr)) {
            i = (i + 1) / 2;
        } else if (j > 1) {
            j = (j + 1) / 2;
        } else if (i > 1) {
            i = (i + 1) / 2;
        } else {
            break;
        }
    }
    t->n_tile_tasks = tiles_div_up(t->tiles, i);
    t->n_panel_tasks = tiles_div_up(panels, j);
    t->task_tiles = cm_max_size(1, tiles_div_up(t->tiles, cm_max_size(1, t->n_tile_tasks)));
    t->task_panels = cm_max_size(1, tiles_div_up(panels, cm_max_size(1, t->n_panel_tasks)));
    t->n_tile_tasks = tiles_div_up(t->tiles, t->task_tiles);
    t->n_panel_tasks = tiles_div_up(panels, t->task_panels);
}

static cameo_status tiles_init(const cm_kctx *k, conv_tiles *t) {
    const cm_conv_params *q = k->params;
    CM_TRY(cm_conv_last_sizes_init(k, &t->z));
    t->mr = CM_PRIM(k, conv_tile_mr);
    t->nr = CM_PRIM(k, conv_tile_nr);
    t->fill = CM_PRIM(k, gemm_f32_pack);
    bool fits = t->z.m == 0 || !cm_ckd_mul(t->z.n, t->z.g.out_plane, &t->pixels);
    if (t->z.m == 0) t->pixels = 0;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many", t->z.n,
             t->z.g.out_plane);
    t->tiles = tiles_div_up(t->pixels, t->mr);
    t->panels = tiles_div_up(t->z.mg, t->nr);
    t->groups = (size_t)q->group;
    t->dot = cm_conv_tile_is_narrow(t->nr, t->z.mg, t->z.cg);
    tiles_plan_depth(t);
    tiles_plan_tasks(t);
    return CAMEO_OK;
}

/* ---- scratch of a worker ---- */

typedef struct tiles_room {
    size_t zero, table, skip, edge, part; /* offsets */
    size_t size;
} tiles_room;

static bool tiles_room_add(tiles_room *r, size_t *at, size_t n, size_t size) {
    size_t bytes;
    *at = r->size;
    return cm_ckd_mul(n, size, &bytes) || cm_ckd_align(bytes, TILE_ALIGN, &bytes) ||
           cm_ckd_add(r->size, bytes, &r->size);
}

/* The row of zeros: what a segment reads, behind the channels of the groups before. */
static size_t tiles_zeros(const conv_tiles *t) { return t->block_len + (t->groups - 1) * t->z.cg; }

/* Errors: E_LIMIT. */
static cameo_status tiles_room_of(const conv_tiles *t, tiles_room *r) {
    size_t pixels = t->tile_cap * t->mr, edge = t->merged ? pixels * t->block_seg : 0;
    r->size = 0;
    bool over = tiles_room_add(r, &r->zero, tiles_zeros(t), sizeof(float)) ||
                tiles_room_add(r, &r->table, pixels * t->block_seg, sizeof(float *)) ||
                tiles_room_add(r, &r->skip, t->sparse ? t->tile_cap * t->block_seg : 0, 1) ||
                tiles_room_add(r, &r->edge, edge * t->block_len, sizeof(float)) ||
                tiles_room_add(r, &r->part, t->blocks == 1 ? 0 : pixels * t->panel_cap * t->nr,
                               sizeof(float));
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* ---- the table of pointers ---- */

typedef struct tiles_table {
    const conv_tiles *t;
    const float **at; /* [tile][segment of the block][mr] */
    const float *zero;
    float *edge; /* the next free element for copies */
    const float *x;
    tiles_block block;
} tiles_table;

/* The window along the last axis of an output whose tap 0 is at `at`, some of it outside of the data. */
static const float *tiles_edge(tiles_table *b, const float *row, ptrdiff_t at) {
    const cm_geom_axis *last = &b->t->z.g.axis[b->t->z.g.n - 1];
    ptrdiff_t begin, end;
    float *copy = b->edge;
    size_t c = b->t->z.c;
    cm_geom_clip(last, at, last->in, &begin, &end);
    if (begin == end) return b->zero;
    size_t from = (size_t)begin * c, to = (size_t)end * c;
    for (size_t i = 0; i < from; i++) copy[i] = 0.0f;
    memcpy(copy + from, row + (size_t)(at + begin) * c, (to - from) * sizeof(float));
    for (size_t i = to; i < b->block.len; i++) copy[i] = 0.0f;
    b->edge += b->block.len;
    return copy;
}

/* Pointers of segment s of the block for n outputs from number `to` of the task on; tap 0 of the segment is at `at` of
 * the row, which is NULL outside of the data. */
static void tiles_fill_row(tiles_table *b, size_t s, size_t to, size_t n, const float *row,
                           ptrdiff_t at) {
    const conv_tiles *t = b->t;
    const cm_geom_axis *last = &t->z.g.axis[t->z.g.n - 1];
    const float **p = b->at + (to / t->mr * b->block.n_seg + s) * t->mr;
    size_t i = to % t->mr, step = (size_t)last->stride * t->z.c;
    ptrdiff_t end = row == NULL ? 0 : t->merged ? last->in - last->kernel + 1 : last->in;
    for (size_t inside = 0, some = 1; n > 0; n -= some, at += (ptrdiff_t)some * last->stride) {
        if (at < 0 || at >= end) {
            p[i] = row == NULL || !t->merged ? b->zero : tiles_edge(b, row, at);
            some = 1;
        } else { /* all that lie inside and in one tile */
            const float *first = row + (size_t)at * t->z.c;
            if (inside == 0) inside = (size_t)((end - 1 - at) / last->stride) + 1;
            some = cm_min_size(cm_min_size(n, inside), t->mr - i);
            inside -= some;
            for (size_t j = 0; j < some; j++) p[i + j] = first + j * step;
        }
        i += some;
        if (i == t->mr) i = 0, p += b->block.n_seg * t->mr;
    }
}

/* The row of data that taps `tap` read, from element `from` of its first pixel on; NULL: outside. */
static const float *tiles_row_of(const tiles_table *b, const float *x, const cm_geom_run *run,
                                 const ptrdiff_t *tap) {
    const cm_geom *g = &b->t->z.g;
    size_t row = 0;
    for (uint32_t i = 0; i + 1 < g->n; i++) {
        ptrdiff_t at = run->at[i] + tap[i] * g->axis[i].dilation;
        if (at < 0 || at >= g->axis[i].in) return NULL;
        row = row * (size_t)g->axis[i].in + (size_t)at;
    }
    if (g->in_plane == 0) return NULL;
    return x + row * (size_t)g->axis[g->n - 1].in * b->t->z.c + b->block.from;
}

/* A run of outputs of an image x, from number `to` of the task on. */
static void tiles_fill_run(tiles_table *b, const float *x, const cm_geom_run *run, size_t to) {
    const cm_geom *g = &b->t->z.g;
    uint32_t axes = b->t->merged ? g->n - 1 : g->n; /* that segments differ in */
    ptrdiff_t tap[CM_MAX_SPATIAL];
    size_t s = b->block.seg;
    tap[g->n - 1] = 0;
    for (uint32_t i = axes; i-- > 0; s /= (size_t)g->axis[i].kernel) {
        tap[i] = (ptrdiff_t)(s % (size_t)g->axis[i].kernel);
    }
    const float *row = tiles_row_of(b, x, run, tap);
    for (s = 0; s < b->block.n_seg; s++) {
        ptrdiff_t at = run->at[g->n - 1] + tap[g->n - 1] * g->axis[g->n - 1].dilation;
        tiles_fill_row(b, s, to, run->n, row, at);
        uint32_t i = axes;
        while (i > 0 && ++tap[i - 1] == g->axis[i - 1].kernel) tap[--i] = 0;
        if (i < g->n) row = tiles_row_of(b, x, run, tap);
    }
}

/* Outputs [begin, end), counted over all images. */
static void tiles_fill(tiles_table *b, size_t begin, size_t end) {
    const conv_tiles *t = b->t;
    size_t plane = t->z.g.out_plane, image = t->z.g.in_plane * t->z.c, to = 0;
    for (; t->flat && begin + to < end; to++) b->at[to] = b->x + b->block.from + (begin + to) * t->z.c;
    for (size_t p = begin + to; p < end;) {
        cm_geom_run run = cm_geom_run_at(&t->z.g, p % plane, end - p);
        tiles_fill_run(b, b->x + (image == 0 ? 0 : p / plane * image), &run, to);
        p += run.n;
        to += run.n;
    }
    if (to % t->mr == 0) return;
    const float **p = b->at + to / t->mr * b->block.n_seg * t->mr;
    for (size_t s = 0; s < b->block.n_seg; s++, p += t->mr) {
        for (size_t i = to % t->mr; i < t->mr; i++) p[i] = b->zero;
    }
}

/* Which segments of the n tiles of the block are zeros. True: all of them. */
static bool tiles_find_zeros(const tiles_table *b, uint8_t *skip, size_t n) {
    const float **p = b->at;
    size_t mr = b->t->mr;
    bool all = true;
    for (n *= b->block.n_seg; n > 0; n--, p += mr, skip++) {
        size_t i = 0;
        while (i < mr && p[i] == b->zero) i++;
        *skip = i == mr;
        all = all && i == mr;
    }
    return all;
}

/* ---- run ---- */

/* Channels that are stored of a panel with that many. */
static size_t tiles_width(const conv_tiles *t, size_t cols) {
    return t->dot ? cols : cm_conv_tile_width(t->nr, cols);
}

/* Elements of the packed weights of one group. */
static size_t tiles_group_size(const conv_tiles *t) {
    if (t->panels == 0) return 0;
    size_t cols = t->z.mg - (t->panels - 1) * t->nr;
    return t->z.depth * ((t->panels - 1) * t->nr + tiles_width(t, cols));
}

/* A panel of all groups. */
typedef struct tiles_panel {
    size_t group;
    size_t m, cols; /* output channels */
    size_t w;       /* elements of packed weights before it */
} tiles_panel;

static tiles_panel tiles_panel_at(const conv_tiles *t, size_t i) {
    size_t group = i / t->panels, m = i % t->panels * t->nr;
    return (tiles_panel){group, group * t->z.mg + m, cm_min_size(t->nr, t->z.mg - m),
                         group * tiles_group_size(t) + m * t->z.depth};
}

typedef struct tiles_run {
    const cm_kctx *k;
    const conv_tiles *t;
    const float *w;
    cm_clamp clamp;
} tiles_run;

/* Weights of panel i from that depth on; NULL where there is no such panel. */
static const float *tiles_weights(const tiles_run *u, size_t i, size_t depth) {
    if (i >= u->t->panels * u->t->groups) return NULL;
    tiles_panel p = tiles_panel_at(u->t, i);
    return u->w + p.w + depth * tiles_width(u->t, p.cols);
}

/* Pixels [begin, end) and panels [from, to). */
static void tiles_task(const tiles_run *u, size_t begin, size_t end, size_t from, size_t to) {
    const conv_tiles *t = u->t;
    const cm_tensor *bias = cm_in(u->k, 2), *r = cm_in(u->k, CM_IN_SUM);
    uint8_t *room = u->k->worker_scratch;
    tiles_room o;
    if (tiles_room_of(t, &o) != CAMEO_OK) return; /* setup has seen that it fits */
    tiles_table table = {.t = t,
                         .at = (const float **)(void *)(room + o.table),
                         .zero = (float *)(void *)(room + o.zero),
                         .x = cm_in(u->k, 0)->data};
    cm_conv_tile_args a = {
        .n = end - begin, .x = table.at, .ld = t->z.m, .lo = u->clamp.lo, .hi = u->clamp.hi};
    uint8_t *skip = room + o.skip;
    bool fetch = !t->dot && tiles_group_size(t) * t->groups > TILE_FETCH;
    a.first = true;
    a.skip = t->sparse ? skip : NULL;
    a.dot = t->dot;
    for (size_t b = 0; b < t->blocks; b++) {
        table.block = tiles_block_at(t, b);
        table.edge = (float *)(void *)(room + o.edge);
        if (table.block.n_seg != 0) tiles_fill(&table, begin, end);
        a.n_seg = table.block.n_seg;
        a.len = table.block.len;
        a.last = b + 1 == t->blocks;
        if (t->sparse && tiles_find_zeros(&table, skip, tiles_div_up(end - begin, t->mr))) {
            if (!a.last) continue;
            a.n_seg = 0; /* the last block stores */
        }
        for (size_t i = from; i < to; i++) {
            tiles_panel p = tiles_panel_at(t, i);
            a.x_at = p.group * t->z.cg;
            a.cols = p.cols;
            a.w = tiles_weights(u, i, table.block.depth);
            if (fetch) a.next = tiles_weights(u, i + 1, table.block.depth);
            a.y = (float *)cm_out(u->k, 0)->data + begin * t->z.m + p.m;
            if (r != NULL) a.r = (const float *)r->data + begin * t->z.m + p.m;
            if (bias != NULL) a.bias = (const float *)bias->data + p.m;
            if (t->blocks > 1)
                a.part =
                    (float *)(void *)(room + o.part) + (i - from) * t->task_tiles * t->mr * t->nr;
            CM_PRIM(u->k, conv_tile_f32)(&a);
        }
        a.first = false;
    }
    size_t m = tiles_panel_at(t, from).m;
    tiles_panel last = tiles_panel_at(t, to - 1);
    cm_conv_last_stage(u->k, begin * t->z.m + m, end - begin, last.m + last.cols - m);
}

static cameo_status tiles_setup(const cm_kctx *k, const conv_tiles *t, cm_phase *phase,
                                cm_setup *s) {
    tiles_room o;
    size_t n;
    bool fits = tiles_room_of(t, &o) == CAMEO_OK &&
                !cm_ckd_mul(t->n_tile_tasks, t->n_panel_tasks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t->z.n,
             t->z.g.out_plane);
    phase->n_tasks = (uint32_t)n;
    s->worker_scratch = o.size;
    return CAMEO_OK;
}

static void tiles_tasks(const cm_kctx *k, const conv_tiles *t, const float *w, uint32_t begin,
                        uint32_t end) {
    const cm_conv_params *q = k->params;
    tiles_run u = {k, t, w, cm_activation_clamp(&q->activation)};
    memset(k->worker_scratch, 0, tiles_zeros(t) * sizeof(float)); /* tiles_room: zeros come first */
    /* Neighbouring tasks share the larger operand, so that the smaller one is what is read again and again. */
    bool same_panels = tiles_group_size(t) * t->groups > t->z.n * t->z.g.in_plane * t->z.c;
    for (size_t i = begin; i < end; i++) {
        size_t panel = (same_panels ? i / t->n_tile_tasks : i % t->n_panel_tasks) * t->task_panels;
        size_t pixel = (same_panels ? i % t->n_tile_tasks : i / t->n_panel_tasks) * t->task_tiles * t->mr;
        tiles_task(&u, pixel, cm_min_size(pixel + t->task_tiles * t->mr, t->pixels), panel,
                   cm_min_size(panel + t->task_panels, t->panels * t->groups));
    }
}

/* Weights that are packed. Scratch: that of a worker, some 700 KiB at most. Errors: E_LIMIT too many tasks. */
cameo_status cm_conv_last_packed_setup(const cm_kctx *k, cm_setup *s) {
    conv_tiles t;
    CM_TRY(tiles_init(k, &t));
    s->n_phases = 1;
    return tiles_setup(k, &t, &s->phase[0], s);
}

cameo_status cm_conv_last_packed_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                     uint32_t end) {
    conv_tiles t;
    (void)phase;
    CM_TRY(tiles_init(k, &t));
    tiles_tasks(k, &t, cm_in(k, 1)->data, begin, end);
    return CAMEO_OK;
}

/* ---- packing ---- */

/* Elements of x channels that are packed at a time: their part of a panel stays in the L1 cache. */
#define TILE_PACK 256

/* Four output channels, n input channels of them. */
static void tiles_pack_4(const cm_conv_last_sizes *z, const uint8_t *w, size_t n, size_t width,
                         float *dst) {
    size_t line = z->depth * sizeof(float), taps = z->g.taps;
    for (size_t i = 0; i < n; i++, dst += width) {
        float *to = dst;
        for (size_t tap = 0; tap < taps; tap++, w += sizeof(float), to += z->cg * width) {
            cm_f32x4 v = {cm_load_f32(w), cm_load_f32(w + line), cm_load_f32(w + 2 * line),
                          cm_load_f32(w + 3 * line)};
            memcpy(to, &v, sizeof v);
        }
    }
}

/* One panel: dst[tap * cg + c][j] = w[j][c][tap], j < cols, else 0, j < width. */
static void tiles_pack_panel(const cm_conv_last_sizes *z, cm_gemm_pack_fn *fill, const uint8_t *w,
                             size_t cols, size_t width, float *dst) {
    size_t taps = z->g.taps, step = cm_max_size(1, TILE_PACK / cm_max_size(1, taps));
    for (size_t c = 0; taps == 1 && c < z->cg; c += step) {
        cm_gemm_panel p = {.kc = cm_min_size(step, z->cg - c), .nj = cols, .w = width, .dst = dst + c * width};
        fill(w + c * sizeof(float), 1, z->cg, &p);
    }
    if (taps == 1) return;
    if (cols < width) memset(dst, 0, z->depth * width * sizeof(float));
    for (size_t c = 0; c < z->cg; c += step) {
        size_t n = cm_min_size(step, z->cg - c);
        size_t j = 0, line = z->depth * sizeof(float);
        const uint8_t *src = w + c * taps * sizeof(float);
        for (; j + 4 <= cols; j += 4) {
            tiles_pack_4(z, src + j * line, n, width, dst + c * width + j);
        }
        for (; j < cols; j++) {
            const uint8_t *from = src + j * line;
            for (size_t i = 0; i < n; i++) {
                float *to = dst + (c + i) * width + j;
                for (size_t tap = 0; tap < taps;
                     tap++, from += sizeof(float), to += z->cg * width) {
                    *to = cm_load_f32(from);
                }
            }
        }
    }
}

/* A narrow panel of channels from m on: dst[l / v][j][l % v] = w[j][c][tap] with l = tap * cg + c. */
static void tiles_pack_narrow(const cm_kctx *k, const conv_tiles *t, const uint8_t *w, size_t m, size_t cols,
                              float *dst) {
    size_t v = t->nr / 2, cg = t->z.cg;
    for (size_t j = 0; j < cols; j++) {
        for (size_t c = 0; c < cg; c++) {
            for (size_t tap = 0; tap < t->z.g.taps; tap++, w += sizeof(float)) {
                size_t l = tap * cg + c;
                float *to = dst + (l / v * cols + j) * v + l % v;
                *to = cm_load_f32(w);
                cm_pack_scale(k, m + j, 1, 1, 1, to);
            }
        }
    }
}

/* What packing needs to know: no dims but the weights'. */
static void tiles_pack_init(const cm_kctx *k, uint32_t in, conv_tiles *t) {
    const cm_conv_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    t->z.m = w->dims[0];
    t->z.cg = w->dims[1];
    t->z.mg = t->z.m / (size_t)q->group;
    t->z.depth = t->z.m == 0 ? 0 : w->n / t->z.m;
    t->z.g.taps = t->z.cg == 0 ? 0 : t->z.depth / t->z.cg;
    t->nr = CM_PRIM(k, conv_tile_nr);
    t->fill = CM_PRIM(k, gemm_f32_pack);
    t->panels = tiles_div_up(t->z.mg, t->nr);
    t->dot = cm_conv_tile_is_narrow(t->nr, t->z.mg, t->z.cg);
}

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_conv_last_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_conv_params *q = k->params;
    conv_tiles t;
    size_t n;
    tiles_pack_init(k, in, &t);
    bool over = cm_ckd_mul(t.panels, t.nr, &n) || cm_ckd_mul(n, t.z.depth, &n) ||
                cm_ckd_mul(tiles_group_size(&t), (size_t)q->group, &n) ||
                cm_ckd_mul(n, sizeof(float), bytes);
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Panels [begin, end) of all groups; k has their scale. */
static void tiles_pack_panels(const cm_kctx *k, const conv_tiles *t, const uint8_t *w, float *dst, size_t begin,
                              size_t end) {
    for (size_t i = begin; i < end; i++) {
        tiles_panel p = tiles_panel_at(t, i);
        const uint8_t *from = w + p.m * t->z.depth * sizeof(float);
        if (t->dot) {
            tiles_pack_narrow(k, t, from, p.m, p.cols, dst + p.w);
        } else {
            tiles_pack_panel(&t->z, t->fill, from, p.cols, tiles_width(t, p.cols), dst + p.w);
            cm_pack_scale(k, p.m, p.cols, tiles_width(t, p.cols), t->z.depth, dst + p.w);
        }
    }
}

/* The first output channel of a panel, counted over all groups; behind the last panel the number of channels. */
static size_t tiles_first_channel(const conv_tiles *t, size_t panel) {
    return panel / t->panels * t->z.mg + cm_min_size(panel % t->panels * t->nr, t->z.mg);
}

void cm_conv_last_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_conv_params *q = k->params;
    const uint8_t *w = cm_in(k, in)->data;
    conv_tiles t;
    tiles_pack_init(k, in, &t);
    size_t line = t.z.depth * sizeof(float), i, n;
    size_t step = cm_pack_lines(line * cm_min_size(t.nr, cm_max_size(1, t.z.mg)));
    if (line == 0) return;
    cm_pack_units(k, t.panels * (size_t)q->group, &i, &n);
    for (size_t spent = tiles_first_channel(&t, i); i < n; i += step) {
        size_t end = cm_min_size(i + step, n), m = tiles_first_channel(&t, end);
        tiles_pack_panels(k, &t, w, dst, i, end);
        cm_pack_spent(k, w + spent * line, (m - spent) * line);
        spent = m;
    }
}

/* ---- weights that are no constant ---- */

/* Panels that a task packs. */
#define TILE_PACK_TASK 4

/* Two phases: packing, then the tiles. Scratch: the packed weights, and that of a worker. Errors: E_LIMIT. */
cameo_status cm_conv_last_f32_setup(const cm_kctx *k, cm_setup *s) {
    const cm_conv_params *q = k->params;
    conv_tiles t;
    CM_TRY(tiles_init(k, &t));
    CM_TRY(cm_conv_last_pack_size(k, 1, &s->scratch));
    s->n_phases = 2;
    s->phase[0].n_tasks = cm_task_count(t.panels * (size_t)q->group, TILE_PACK_TASK);
    return tiles_setup(k, &t, &s->phase[1], s);
}

cameo_status cm_conv_last_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_conv_params *q = k->params;
    conv_tiles t;
    CM_TRY(tiles_init(k, &t));
    float *w = (float *)(void *)k->scratch;
    if (phase == 1) {
        tiles_tasks(k, &t, w, begin, end);
        return CAMEO_OK;
    }
    size_t panels = t.panels * (size_t)q->group;
    tiles_pack_panels(k, &t, cm_in(k, 1)->data, w, (size_t)begin * TILE_PACK_TASK,
                      cm_min_size((size_t)end * TILE_PACK_TASK, panels));
    return CAMEO_OK;
}
