/* conv_last_wino.c — Conv of f32 with channels behind the spatial axes and 3x3 taps at stride 1 by Winograd's minimal
 * filtering F(4x4, 3x3) (kernels/prim/conv_wino.h): a quarter of the multiplications. With three spatial axes the first
 * may have any taps, stride and dilation: products of its taps are added before they become outputs.
 *
 * Dilations d x e of the last two axes split the outputs into d * e *phases*, those with equal rests of row / d and
 * column / e. Each is a convolution without dilation over the pixels of equal rests, and has tiles of its own.
 *
 *   x [N][D][H][W][C]   w packed: [36][panel][taps of D][C][panel width]   y [N][OD][OH][OW][M]
 *
 * A task is a block of tiles of 4 x 4 outputs x a block of output channels. It transforms the inputs of its tiles into
 * worker scratch, [36][tap][tile][C]; then for WINO_CHANNELS channels at a time it multiplies position by position,
 * with the inner loop of conv_last_f32.c (kernels/prim/conv_tile.h), and transforms the products into outputs.
 *
 * Where the outputs have fewer tiles than channels, or the inputs have many channels, reading the weights is what
 * costs time, and transforms of inputs would be repeated for each block of channels. Then a first phase transforms the
 * inputs of all tiles into scratch of the step, and a task of the second phase has a panel of channels and many tiles:
 * each weight is read once or twice, and is fetched ahead of its use.
 *
 * Accuracy: sums are not those of the definition. The error is at most 2^-18 * sum |w||x| over the window in
 * tests/kernels/test_conv.c (uniform random numbers); that of plain sums in f32 is about 2^-23 of it. An infinity or
 * NaN of x spreads over the tile's 4 x 4 outputs. */
#include "kernels/activation.h"
#include "kernels/conv_last.h"

/* Fewest and most channels in and out: below, transforms cost more than they save; above, nothing was measured. */
#define WINO_LEAST 16
#define WINO_MOST 2560
/* Fewest tiles that pay for weights of four times the size: few weights stay in caches, many are read from memory and
 * written while preparing. Measured with 16 to 2048 channels and 7 to 112 outputs along an axis: at these bounds plain
 * sums take 1.1 to 3 times as long; at 4 tiles and 128 channels or more they take 0.8 to 1 times as long. */
#define WINO_TILES_FEW 4
#define WINO_WEIGHTS_FEW (1 << 12)
#define WINO_TILES 9
/* How many weights each more tile pays for: less would be as fast with one or two threads, but more of them would wait
 * for the same memory. */
#define WINO_WEIGHTS (1 << 17)
/* Tiles of a task for each WINO_DEPTH input channels, up to WINO_DEPTHS times: as few as reuse weights in registers
 * while a cache of 512 KiB holds their transforms; more where weights come from farther away. */
#define WINO_BLOCK 12
#define WINO_DEPTH 128
#define WINO_DEPTHS 8
/* Output channels whose products lie in scratch at a time. */
#define WINO_CHANNELS 64
/* So many tasks by tiles alone: each then has all output channels. */
#define WINO_TASKS 32
/* From so many input channels on weights are so many that inputs have a phase of their own even if tiles are many, but
 * no more of tiles times channels than these, whose transforms take 75 MB. */
#define WINO_DEEP 513
#define WINO_DEEP_INPUTS (1 << 19)
/* Where inputs have a phase of their own: tiles of one of its tasks; tasks that the second phase should have, and tiles
 * of such a task. */
#define WINO_INPUTS 8
#define WINO_PANEL_TASKS 16
#define WINO_PANEL_LEAST 24
#define WINO_PANEL_MOST 96

/* Most taps of the first of three axes. */
#define WINO_FRAMES 5

static bool wino_channels(cm_dim n) {
    return cm_dim_is_const(n) && n >= WINO_LEAST && n <= WINO_MOST;
}

/* Dilation of axis i. */
static int64_t wino_dilation(const cm_conv_params *p, uint32_t i) {
    return p->window.n_dilations == 0 ? 1 : p->window.dilations[i];
}

/* Taps 3x3 with stride 1 along the last two axes, few along one before them. */
static bool wino_window(const cm_conv_params *p, const cm_avalue *w) {
    uint32_t axes = w->rank - 2;
    for (uint32_t i = axes - 2; i < axes; i++) {
        if (w->dims[i + 2] != 3) return false;
        if (p->window.n_strides != 0 && p->window.strides[i] != 1) return false;
    }
    return axes == 2 || (w->dims[2] >= 1 && w->dims[2] <= WINO_FRAMES);
}

/* Tiles of all phases along an axis of n outputs. 0: phases are smaller than a tile, and many taps read no data. */
static int64_t wino_phases_tiles(int64_t n, int64_t dilation) {
    if (dilation == 1) return (n + 3) / 4;
    return dilation < 1 || dilation > n / 4 ? 0 : ((n + dilation - 1) / dilation + 3) / 4 * dilation;
}

/* Constant weights [M][C][3][3] or [M][C][taps][3][3], one group, enough tiles that are nearly full. */
bool cm_conv_accept_last_wino(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    const cm_avalue *w = q->in[1], *y = &q->out[0];
    if (p->channels_last == 0 || p->group != 1 || (w->rank != 4 && w->rank != 5) || y->rank != w->rank) return false;
    if (!wino_channels(w->dims[0]) || !wino_channels(w->dims[1]) || !wino_window(p, w)) return false;
    int64_t images = 1;
    for (uint32_t i = 0; i + 1 < y->rank; i++) {
        if (i == 0 && !cm_dim_is_const(y->dims[i])) continue; /* a free number of images: taken to be one */
        if (!cm_dim_is_const(y->dims[i]) || y->dims[i] < 1 || y->dims[i] > 1 << 15) return false;
        if (i + 3 < y->rank) images *= y->dims[i];
    }
    int64_t height = y->dims[y->rank - 3u], width = y->dims[y->rank - 2u];
    int64_t rows = wino_phases_tiles(height, wino_dilation(p, w->rank - 4u));
    int64_t cols = wino_phases_tiles(width, wino_dilation(p, w->rank - 3u)), tiles = rows * cols;
    int64_t weights = w->dims[0] * w->dims[1];
    int64_t least = weights <= WINO_WEIGHTS_FEW ? WINO_TILES_FEW : cm_max_i64(WINO_TILES, weights / WINO_WEIGHTS);
    return tiles > 0 && images * tiles >= least && tiles * 16 <= height * width * 9 / 5;
}

typedef struct conv_wino {
    cm_conv_last_sizes z;
    cm_geom_axis depth, h, w; /* depth: of one position and tap, where there are two axes */
    size_t taps;              /* of depth */
    size_t mr, nr;
    size_t width;             /* output channels that packed weights have */
    size_t rows, cols;        /* of tiles in a phase */
    size_t phases, image;     /* phases and tiles of an image */
    size_t tiles;             /* of all images */
    bool apart;               /* the transform of inputs is a phase of its own */
    size_t stored;            /* tiles whose transformed inputs lie in scratch at a time */
    size_t channels;          /* output channels whose products do */
    size_t task_tiles, tile_tasks;
    size_t task_channels, channel_tasks;
} conv_wino;

static size_t wino_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

/* Output channels that packed weights have: whole panels, and half a one where that is enough. */
static size_t wino_width(size_t m, size_t nr) {
    return m / nr * nr + (m % nr == 0 ? 0 : cm_conv_tile_width(nr, m % nr));
}

/* The most tiles for which the transform of inputs has a phase of its own. */
static size_t wino_most_apart(const conv_wino *t) {
    size_t deep = t->z.c < WINO_DEEP ? 0 : WINO_DEEP_INPUTS / (t->z.c * t->taps);
    return t->z.m > WINO_CHANNELS ? cm_max_size(t->z.m - 1, deep) : 0;
}

/* Divides the tiles into tasks. */
static void wino_divide(conv_wino *t, bool apart) {
    t->apart = apart;
    if (apart) {
        size_t wanted = wino_div_up(WINO_PANEL_TASKS, wino_div_up(t->z.m, t->nr));
        size_t parts = cm_max_size(cm_min_size(wanted, t->tiles / WINO_PANEL_LEAST), t->tiles / WINO_PANEL_MOST + 1);
        t->stored = t->tiles;
        t->task_tiles = cm_max_size(1, wino_div_up(t->tiles, parts));
        t->tile_tasks = wino_div_up(t->tiles, t->task_tiles);
        t->channels = t->task_channels = t->nr;
    } else {
        size_t depths = cm_min_size(cm_max_size(1, t->z.c * t->taps / WINO_DEPTH), WINO_DEPTHS);
        t->stored = t->task_tiles = WINO_BLOCK * depths;
        t->channels = WINO_CHANNELS;
        t->tile_tasks = wino_div_up(t->tiles, t->task_tiles);
        t->task_channels = t->tile_tasks >= WINO_TASKS ? t->z.m : WINO_CHANNELS;
    }
    t->channel_tasks = wino_div_up(t->z.m, t->task_channels);
}

static cameo_status wino_init(const cm_kctx *k, conv_wino *t) {
    CM_TRY(cm_conv_last_sizes_init(k, &t->z));
    const cm_geom_axis one = {.in = 1, .out = 1, .kernel = 1, .stride = 1, .dilation = 1}, *axis = t->z.g.axis;
    t->depth = t->z.g.n == 3 ? axis[0] : one;
    t->h = axis[t->z.g.n - 2];
    t->w = axis[t->z.g.n - 1];
    t->taps = (size_t)t->depth.kernel;
    t->mr = CM_PRIM(k, conv_tile_mr);
    t->nr = CM_PRIM(k, conv_tile_nr);
    t->width = wino_width(t->z.m, t->nr);
    t->rows = wino_div_up(wino_div_up((size_t)t->h.out, (size_t)t->h.dilation), 4);
    t->cols = wino_div_up(wino_div_up((size_t)t->w.out, (size_t)t->w.dilation), 4);
    t->phases = (size_t)(t->h.dilation * t->w.dilation);
    t->image = (size_t)t->depth.out * t->phases * t->rows * t->cols;
    t->tiles = t->z.n * t->image; /* at most the outputs */
    wino_divide(t, t->tiles <= wino_most_apart(t));
    return CAMEO_OK;
}

/* Floats of a worker's scratch: zeros, transformed inputs, products; then pointers. */
static size_t wino_zeros(const conv_wino *t) { return (t->z.c + 15) / 16 * 16; }
static size_t wino_inputs(const conv_wino *t) { return CM_WINO_POS * t->taps * t->stored * t->z.c; }
static size_t wino_products(const conv_wino *t) { return CM_WINO_POS * t->task_tiles * t->channels; }
static size_t wino_pointers(const conv_wino *t) { return wino_div_up(t->task_tiles, t->mr) * t->mr * t->taps; }

/* Scratch is at least what these tasks need. */
static void wino_scratch(const conv_wino *t, cm_setup *s) {
    size_t floats = wino_zeros(t) + wino_products(t) + (t->apart ? 0 : wino_inputs(t));
    s->worker_scratch = cm_max_size(s->worker_scratch, floats * sizeof(float) + wino_pointers(t) * sizeof(float *));
    if (t->apart) s->scratch = cm_max_size(s->scratch, wino_inputs(t) * sizeof(float));
}

/* Scratch: that of a worker, at most 38 MB; where inputs have a phase, their transforms, which are smaller than the
 * weights or WINO_DEEP_INPUTS. A plan for many images serves fewer as well. */
cameo_status cm_conv_last_wino_setup(const cm_kctx *k, cm_setup *s) {
    conv_wino t;
    size_t n;
    CM_TRY(wino_init(k, &t));
    bool fits = !cm_ckd_mul(t.tile_tasks, t.channel_tasks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t.z.n,
             t.z.g.out_plane);
    s->n_phases = t.apart ? 2 : 1;
    if (t.apart) s->phase[0].n_tasks = (uint32_t)wino_div_up(t.tiles, WINO_INPUTS);
    s->phase[s->n_phases - 1].n_tasks = (uint32_t)n;
    wino_scratch(&t, s);
    if (!t.apart && t.image <= wino_most_apart(&t)) { /* of fewer images */
        t.tiles = wino_most_apart(&t);
        wino_divide(&t, true);
        wino_scratch(&t, s);
    }
    return CAMEO_OK;
}

typedef struct wino_task {
    const cm_kctx *k;
    const conv_wino *t;
    size_t begin, n; /* tiles */
    float *zero, *inputs, *products;
    size_t first;    /* the tile that inputs begin with */
    const float **at; /* [n / mr, up][tap][mr] tiles of position 0 */
    cm_clamp clamp;
} wino_task;

/* A tile: the image and its place in the output. */
typedef struct wino_place {
    size_t image, depth, top, left;
} wino_place;

static wino_place wino_place_of(const conv_wino *t, size_t tile) {
    size_t part = tile / (t->rows * t->cols), phase = part % t->phases;
    size_t plane = part / t->phases, frames = (size_t)t->depth.out;
    size_t d = (size_t)t->h.dilation, e = (size_t)t->w.dilation;
    return (wino_place){plane / frames, plane % frames, tile / t->cols % t->rows * 4 * d + phase / e,
                        tile % t->cols * 4 * e + phase % e};
}

/* Transforms the inputs of tile i, counted from the first one of the inputs, that tap d of the first axis reads. */
static void wino_input(const wino_task *u, size_t i, size_t d) {
    const conv_wino *t = u->t;
    wino_place p = wino_place_of(t, u->first + i);
    ptrdiff_t frame = (ptrdiff_t)p.depth * t->depth.stride - t->depth.pad + (ptrdiff_t)d * t->depth.dilation;
    ptrdiff_t top = (ptrdiff_t)p.top - t->h.pad, left = (ptrdiff_t)p.left - t->w.pad;
    bool there = frame >= 0 && frame < t->depth.in;
    const float *x = (const float *)cm_in(u->k, 0)->data;
    const float *at[CM_WINO_POS];
    size_t image = p.image * (size_t)t->depth.in + (there ? (size_t)frame : 0);
    for (ptrdiff_t j = 0; j < CM_WINO_POS; j++) {
        ptrdiff_t y = top + j / 6 * t->h.dilation, s = left + j % 6 * t->w.dilation;
        bool inside = there && y >= 0 && y < t->h.in && s >= 0 && s < t->w.in;
        size_t row = image * (size_t)t->h.in + (inside ? (size_t)y : 0);
        at[j] = inside ? x + (row * (size_t)t->w.in + (size_t)s) * t->z.c : u->zero;
    }
    cm_conv_wino_in_args a = {at, t->z.c, u->inputs + (d * t->stored + i) * t->z.c, t->taps * t->stored * t->z.c};
    CM_PRIM(u->k, conv_wino_in)(&a);
}

/* Weights of the panel of channels from m on at position p; behind the last position those of the next `n` channels
 * at the first one. NULL: there are none. */
static const float *wino_weights(const wino_task *u, size_t p, size_t m, size_t n) {
    const conv_wino *t = u->t;
    if (p == CM_WINO_POS) p = 0, m += n;
    if (m >= t->width) return NULL;
    return (const float *)cm_in(u->k, 1)->data + (p * t->width + m) * t->taps * t->z.c;
}

/* Multiplies all positions for channels [m, m + n). */
static void wino_multiply(const wino_task *u, size_t m, size_t n) {
    const conv_wino *t = u->t;
    cm_conv_tile_args a = {.x = u->at,
                           .n = u->n,
                           .n_seg = t->taps,
                           .len = t->z.c,
                           .first = true,
                           .last = true,
                           .ld = t->channels,
                           .lo = -CM_INF_F32,
                           .hi = CM_INF_F32};
    for (size_t p = 0; p < CM_WINO_POS; p++) {
        a.x_at = p * t->taps * t->stored * t->z.c;
        for (size_t j = 0; j < n; j += t->nr) {
            bool more = j + t->nr < n;
            a.cols = cm_min_size(t->nr, t->z.m - (m + j));
            a.w = wino_weights(u, p, m + j, 0);
            if (t->apart) a.next = more ? wino_weights(u, p, m + j + t->nr, 0) : wino_weights(u, p + 1, m, n);
            a.y = u->products + p * t->task_tiles * t->channels + j;
            CM_PRIM(u->k, conv_tile_f32)(&a);
        }
    }
}

/* Outputs of a tile from `at` on along an axis: 0 where a phase has fewer tiles than the first. */
static size_t wino_outputs(const cm_geom_axis *a, size_t at) {
    size_t n = (size_t)a->out;
    return at >= n ? 0 : cm_min_size(4, wino_div_up(n - at, (size_t)a->dilation));
}

/* The outputs of tile i, channels [m, m + n). */
static void wino_output(const wino_task *u, size_t i, size_t m, size_t n) {
    const conv_wino *t = u->t;
    const cm_tensor *bias = cm_in(u->k, 2), *r = cm_in(u->k, CM_IN_SUM);
    wino_place p = wino_place_of(t, u->begin + i);
    size_t height = (size_t)t->h.out, width = (size_t)t->w.out;
    size_t plane = p.image * (size_t)t->depth.out + p.depth;
    size_t at = ((plane * height + p.top) * width + p.left) * t->z.m + m;
    cm_conv_wino_out_args a = {.m = u->products + i * t->channels,
                               .m_step = t->task_tiles * t->channels,
                               .c = n,
                               .rows = wino_outputs(&t->h, p.top),
                               .cols = wino_outputs(&t->w, p.left),
                               .y = (float *)cm_out(u->k, 0)->data + at,
                               .row = width * t->z.m * (size_t)t->h.dilation,
                               .ld = t->z.m * (size_t)t->w.dilation,
                               .lo = u->clamp.lo,
                               .hi = u->clamp.hi};
    if (a.rows == 0 || a.cols == 0) return;
    if (bias != NULL) a.bias = (const float *)bias->data + m;
    if (r != NULL) a.r = (const float *)r->data + at;
    CM_PRIM(u->k, conv_wino_out)(&a);
    size_t some = t->w.dilation == 1 ? a.cols : 1; /* neighbours */
    for (size_t y = 0; y < a.rows; y++) {
        for (size_t s = 0; s < a.cols; s += some) cm_conv_last_stage(u->k, at + y * a.row + s * a.ld, some, n);
    }
}

/* Scratch of the worker. */
static void wino_begin(wino_task *u) {
    const conv_wino *t = u->t;
    float *room = (float *)(void *)u->k->worker_scratch;
    u->zero = room, room += wino_zeros(t);
    u->inputs = t->apart ? (float *)(void *)u->k->scratch : room;
    if (!t->apart) room += wino_inputs(t);
    u->products = room, room += wino_products(t);
    u->at = (const float **)(void *)room;
    memset(u->zero, 0, t->z.c * sizeof(float));
}

/* Pointers to the transformed inputs of the task's tiles; those behind the last one read it again. */
static void wino_point(const wino_task *u) {
    const conv_wino *t = u->t;
    size_t n = wino_div_up(u->n, t->mr) * t->mr * t->taps, last = u->n - 1;
    for (size_t i = 0; i < n; i++) {
        size_t tile = i / t->mr / t->taps * t->mr + i % t->mr, d = i / t->mr % t->taps;
        u->at[i] = u->inputs + (d * t->stored + u->begin - u->first + cm_min_size(tile, last)) * t->z.c;
    }
}

/* The task's tiles, output channels [from, to), from transformed inputs. */
static void wino_channels_of(const wino_task *u, size_t from, size_t to) {
    const conv_wino *t = u->t;
    wino_point(u);
    for (size_t m = from; m < to; m += t->channels) {
        size_t n = cm_min_size(t->channels, to - m);
        wino_multiply(u, m, n);
        for (size_t tile = 0; tile < u->n; tile++) wino_output(u, tile, m, n);
    }
}

cameo_status cm_conv_last_wino_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_conv_params *q = k->params;
    conv_wino t;
    CM_TRY(wino_init(k, &t));
    wino_task u = {.k = k, .t = &t, .clamp = cm_activation_clamp(&q->activation)};
    wino_begin(&u);
    if (t.apart && phase == 0) {
        size_t to = cm_min_size((size_t)end * WINO_INPUTS, t.tiles) * t.taps;
        for (size_t j = (size_t)begin * WINO_INPUTS * t.taps; j < to; j++) wino_input(&u, j / t.taps, j % t.taps);
        return CAMEO_OK;
    }
    for (size_t i = begin; i < end; i++) {
        size_t from = i % t.channel_tasks * t.task_channels;
        u.begin = i / t.channel_tasks * t.task_tiles;
        u.n = cm_min_size(t.task_tiles, t.tiles - u.begin);
        u.first = t.apart ? 0 : u.begin;
        for (size_t j = 0; j < u.n * t.taps && !t.apart; j++) wino_input(&u, j / t.taps, j % t.taps);
        wino_channels_of(&u, from, cm_min_size(from + t.task_channels, t.z.m));
    }
    return CAMEO_OK;
}

/* ---- packing ---- */

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_conv_last_wino_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_tensor *w = cm_in(k, in);
    size_t each = w->n / w->dims[0] / 9 * CM_WINO_POS, width = wino_width(w->dims[0], CM_PRIM(k, conv_tile_nr));
    return cm_ckd_mul(each, width, &each) || cm_ckd_mul(each, sizeof(float), bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Input channels whose taps are gathered at a time. */
#define WINO_GATHER 8

/* One panel of n output channels from m on, 9 * taps * channels weights each, to position 0 of `to`,
 * [tap][channel][width]. */
static void wino_pack_panel(const cm_kctx *k, const cm_tensor *w, size_t m, size_t n, size_t width, size_t step,
                            float *to) {
    size_t channels = w->dims[1], row = w->n / w->dims[0], taps = row / channels / 9;
    const uint8_t *src = (const uint8_t *)w->data + m * row * sizeof(float);
    float g[WINO_GATHER * 9 * CM_CONV_TILE_NR_MAX];
    for (size_t i = 0, some; i < channels * taps; i += some) {
        some = cm_min_size(WINO_GATHER, channels * taps - i);
        cm_gemm_panel p = {.kc = some * 9, .nj = n, .w = width, .dst = g};
        CM_PRIM(k, gemm_f32_pack)(src + i * 9 * sizeof(float), 1, row, &p);
        cm_pack_scale(k, m, n, width, some * 9, g);
        for (size_t j = i; j < i + some; j++) {
            cm_conv_wino_w_args a = {g + (j - i) * 9 * width, width, to + (j % taps * channels + j / taps) * width,
                                     step};
            CM_PRIM(k, conv_wino_w)(&a);
        }
    }
}

void cm_conv_last_wino_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in);
    size_t outs = w->dims[0], nr = CM_PRIM(k, conv_tile_nr);
    size_t row = w->n / outs * sizeof(float), depth = w->n / outs / 9, step = depth * wino_width(outs, nr);
    size_t begin, end;
    cm_pack_units(k, wino_div_up(outs, nr), &begin, &end);
    for (size_t panel = begin * nr; panel < cm_min_size(end * nr, outs); panel += nr) {
        size_t n = cm_min_size(nr, outs - panel);
        wino_pack_panel(k, w, panel, n, cm_conv_tile_width(nr, n), step, (float *)dst + panel * depth);
        cm_pack_spent(k, (const uint8_t *)w->data + panel * row, n * row);
    }
}
