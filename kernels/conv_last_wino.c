/* conv_last_wino.c — Conv of f32 with channels behind the spatial axes and 3x3 taps at stride 1 by Winograd's minimal
 * filtering F(4x4, 3x3) (kernels/prim/conv_wino.h): a quarter of the multiplications.
 *
 *   x [N][H][W][C]   w packed: [36][panel][C][panel width]   y [N][OH][OW][M]
 *
 * A task is a block of tiles of 4 x 4 outputs x a block of output channels. It transforms the inputs of its tiles into
 * worker scratch, [36][tile][C]; then for WINO_CHANNELS channels at a time it multiplies position by position, with the
 * inner loop of conv_last_f32.c (kernels/prim/conv_tile.h), and transforms the products into outputs.
 *
 * Accuracy: sums are not those of the definition. The error is at most 2^-18 * sum |w||x| over the window in
 * tests/kernels/test_conv.c (uniform random numbers); that of plain sums in f32 is about 2^-23 of it. An infinity or NaN
 * of x spreads over the tile's 4 x 4 outputs. */
#include "kernels/activation.h"
#include "kernels/conv_last.h"

/* Fewest and most channels in and out: below, transforms cost more than they save; above, weights are read from memory
 * more often than they are used. */
#define WINO_LEAST 16
#define WINO_MOST 512
/* Fewest tiles that pay for weights of four times the size, and how many weights each more of them pays for. */
#define WINO_TILES 12
#define WINO_WEIGHTS (1 << 13)
/* Tiles of a task for each WINO_DEPTH input channels: as few as reuse weights in registers while a cache of 512 KiB holds
 * their transforms; more where weights come from farther away. */
#define WINO_DEPTH 128
/* Output channels whose products lie in scratch at a time. */
#define WINO_CHANNELS 64
/* So many tasks by tiles alone: each then has all output channels. */
#define WINO_TASKS 32

static bool wino_ones(const int32_t *v, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        if (v[i] != 1) return false;
    }
    return true;
}

static bool wino_channels(cm_dim n) {
    return cm_dim_is_const(n) && n >= WINO_LEAST && n <= WINO_MOST && n % CM_WINO_ALIGN == 0;
}

/* Constant weights [M][C][3][3], one group, stride and dilation 1, enough tiles that are nearly full. */
bool cm_conv_accept_last_wino(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    const cm_avalue *w = q->in[1], *y = &q->out[0];
    if (p->channels_last == 0 || p->group != 1 || w->rank != 4 || y->rank != 4) return false;
    if (!wino_channels(w->dims[0]) || !wino_channels(w->dims[1]) || w->dims[2] != 3 ||
        w->dims[3] != 3)
        return false;
    if (!wino_ones(p->window.strides, p->window.n_strides) ||
        !wino_ones(p->window.dilations, p->window.n_dilations))
        return false;
    for (uint32_t i = 0; i < 3; i++) {
        if (!cm_dim_is_const(y->dims[i]) || y->dims[i] < 1 || y->dims[i] > 1 << 20) return false;
    }
    int64_t rows = (y->dims[1] + 3) / 4, cols = (y->dims[2] + 3) / 4;
    return y->dims[0] * rows * cols >= cm_max_i64(WINO_TILES, w->dims[0] * w->dims[1] / WINO_WEIGHTS) &&
           rows * cols * 16 <= y->dims[1] * y->dims[2] * 3 / 2;
}

typedef struct conv_wino {
    cm_conv_last_sizes z;
    size_t mr, nr;
    size_t rows, cols, tiles; /* of an image, of an image, of all images */
    size_t task_tiles, tile_tasks;
    size_t task_channels, channel_tasks;
} conv_wino;

static size_t wino_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

static cameo_status wino_init(const cm_kctx *k, conv_wino *t) {
    CM_TRY(cm_conv_last_sizes_init(k, &t->z));
    t->mr = CM_PRIM(k, conv_tile_mr);
    t->nr = CM_PRIM(k, conv_tile_nr);
    t->rows = wino_div_up((size_t)t->z.g.axis[0].out, 4);
    t->cols = wino_div_up((size_t)t->z.g.axis[1].out, 4);
    t->tiles = t->z.n * t->rows * t->cols; /* at most the outputs, which fit in memory */
    t->task_tiles = WINO_TILES * cm_max_size(1, t->z.c / WINO_DEPTH);
    t->tile_tasks = wino_div_up(t->tiles, t->task_tiles);
    t->task_channels = t->tile_tasks >= WINO_TASKS ? t->z.m : WINO_CHANNELS;
    t->channel_tasks = wino_div_up(t->z.m, t->task_channels);
    return CAMEO_OK;
}

/* Floats of a worker's scratch: zeros, transformed inputs, products; then pointers. */
static size_t wino_inputs(const conv_wino *t) { return CM_WINO_POS * t->task_tiles * t->z.c; }
static size_t wino_products(const conv_wino *t) {
    return CM_WINO_POS * t->task_tiles * WINO_CHANNELS;
}
static size_t wino_pointers(const conv_wino *t) {
    return wino_div_up(t->task_tiles, t->mr) * t->mr;
}

/* Scratch: that of a worker, at most 4 MiB. */
cameo_status cm_conv_last_wino_setup(const cm_kctx *k, cm_setup *s) {
    conv_wino t;
    size_t n;
    CM_TRY(wino_init(k, &t));
    bool fits = !cm_ckd_mul(t.tile_tasks, t.channel_tasks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t.z.n,
             t.z.g.out_plane);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = (t.z.c + wino_inputs(&t) + wino_products(&t)) * sizeof(float) +
                        wino_pointers(&t) * sizeof(float *);
    return CAMEO_OK;
}

typedef struct wino_task {
    const cm_kctx *k;
    const conv_wino *t;
    size_t begin, n; /* tiles */
    float *zero, *inputs, *products;
    const float **at; /* [n up to a multiple of mr] tiles of position 0 */
    cm_clamp clamp;
} wino_task;

/* Transforms the inputs of tile i of the task. */
static void wino_input(const wino_task *u, size_t i) {
    const conv_wino *t = u->t;
    const cm_geom_axis *h = &t->z.g.axis[0], *w = &t->z.g.axis[1];
    size_t tile = u->begin + i, image = tile / (t->rows * t->cols), c = t->z.c;
    ptrdiff_t top = (ptrdiff_t)(tile / t->cols % t->rows) * 4 - h->pad,
              left = (ptrdiff_t)(tile % t->cols) * 4 - w->pad;
    const float *x = (const float *)cm_in(u->k, 0)->data;
    const float *at[CM_WINO_POS];
    for (ptrdiff_t p = 0; p < CM_WINO_POS; p++) {
        ptrdiff_t y = top + p / 6, s = left + p % 6;
        bool inside = y >= 0 && y < h->in && s >= 0 && s < w->in;
        at[p] = inside ? x + (image * t->z.g.in_plane + (size_t)(y * w->in + s)) * c : u->zero;
    }
    cm_conv_wino_in_args a = {at, c, u->inputs + i * c, t->task_tiles * c};
    CM_PRIM(u->k, conv_wino_in)(&a);
}

/* Multiplies all positions for channels [m, m + n). */
static void wino_multiply(const wino_task *u, size_t m, size_t n) {
    const conv_wino *t = u->t;
    const float *w = cm_in(u->k, 1)->data;
    cm_conv_tile_args a = {.x = u->at,
                           .n = u->n,
                           .n_seg = 1,
                           .len = t->z.c,
                           .first = true,
                           .last = true,
                           .ld = WINO_CHANNELS,
                           .lo = -CM_INF_F32,
                           .hi = CM_INF_F32};
    for (size_t p = 0; p < CM_WINO_POS; p++) {
        a.x_at = p * t->task_tiles * t->z.c;
        for (size_t j = 0; j < n; j += t->nr) {
            a.cols = cm_min_size(t->nr, t->z.m - (m + j));
            a.w = w + (p * t->z.m + m + j) * t->z.c;
            a.y = u->products + p * t->task_tiles * WINO_CHANNELS + j;
            CM_PRIM(u->k, conv_tile_f32)(&a);
        }
    }
}

/* The outputs of tile i, channels [m, m + n). */
static void wino_output(const wino_task *u, size_t i, size_t m, size_t n) {
    const conv_wino *t = u->t;
    const cm_tensor *bias = cm_in(u->k, 2), *r = cm_in(u->k, CM_IN_SUM);
    size_t tile = u->begin + i, image = tile / (t->rows * t->cols);
    size_t top = tile / t->cols % t->rows * 4, left = tile % t->cols * 4;
    size_t height = (size_t)t->z.g.axis[0].out, width = (size_t)t->z.g.axis[1].out;
    size_t at = ((image * height + top) * width + left) * t->z.m + m;
    cm_conv_wino_out_args a = {.m = u->products + i * WINO_CHANNELS,
                               .m_step = t->task_tiles * WINO_CHANNELS,
                               .c = n,
                               .rows = cm_min_size(4, height - top),
                               .cols = cm_min_size(4, width - left),
                               .y = (float *)cm_out(u->k, 0)->data + at,
                               .row = width * t->z.m,
                               .ld = t->z.m,
                               .lo = u->clamp.lo,
                               .hi = u->clamp.hi};
    if (bias != NULL) a.bias = (const float *)bias->data + m;
    if (r != NULL) a.r = (const float *)r->data + at;
    CM_PRIM(u->k, conv_wino_out)(&a);
    for (size_t y = 0; y < a.rows; y++) cm_conv_last_stage(u->k, at + y * a.row, a.cols, n);
}

cameo_status cm_conv_last_wino_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_conv_params *q = k->params;
    conv_wino t;
    (void)phase;
    CM_TRY(wino_init(k, &t));
    wino_task u = {.k = k,
                   .t = &t,
                   .zero = (float *)(void *)k->worker_scratch,
                   .clamp = cm_activation_clamp(&q->activation)};
    u.inputs = u.zero + t.z.c;
    u.products = u.inputs + wino_inputs(&t);
    u.at = (const float **)(void *)(u.products + wino_products(&t));
    memset(u.zero, 0, t.z.c * sizeof(float));
    for (size_t i = 0; i < wino_pointers(&t); i++)
        u.at[i] = u.inputs + cm_min_size(i, t.task_tiles - 1) * t.z.c;
    for (size_t i = begin; i < end; i++) {
        size_t from = i % t.channel_tasks * t.task_channels,
               to = cm_min_size(from + t.task_channels, t.z.m);
        u.begin = i / t.channel_tasks * t.task_tiles;
        u.n = cm_min_size(t.task_tiles, t.tiles - u.begin);
        for (size_t tile = 0; tile < u.n; tile++) wino_input(&u, tile);
        for (size_t m = from; m < to; m += WINO_CHANNELS) {
            size_t n = cm_min_size(WINO_CHANNELS, to - m);
            wino_multiply(&u, m, n);
            for (size_t tile = 0; tile < u.n; tile++) wino_output(&u, tile, m, n);
        }
    }
    return CAMEO_OK;
}

/* ---- packing ---- */

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_conv_last_wino_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    return cm_ckd_mul(cm_in(k, in)->n, CM_WINO_POS / 9 * sizeof(float), bytes) ? CAMEO_E_LIMIT
                                                                               : CAMEO_OK;
}

/* G g for three vectors `step` apart. */
static void wino_weight_6(const cm_f32x4 *g, size_t step, cm_f32x4 *u, size_t u_step) {
    cm_f32x4 g0 = g[0], g1 = g[step], g2 = g[2 * step];
    cm_f32x4 a = (g0 + g2) * (1.0f / 6), b = g1 * (1.0f / 6);
    cm_f32x4 c = g0 * (1.0f / 24) + g2 * (1.0f / 6), d = g1 * (1.0f / 12);
    u[0] = g0 * 0.25f;
    u[u_step] = -a - b;
    u[2 * u_step] = b - a;
    u[3 * u_step] = c + d;
    u[4 * u_step] = c - d;
    u[5 * u_step] = g2;
}

/* Weights of four output channels, `row` bytes apart; position p goes to to[p * step]. */
static void wino_pack_4(const uint8_t *src, size_t row, float *to, size_t step) {
    cm_f32x4 g[9], t[18], v[CM_WINO_POS];
    for (size_t i = 0; i < 9; i++, src += sizeof(float)) {
        g[i] = (cm_f32x4){cm_load_f32(src), cm_load_f32(src + row), cm_load_f32(src + 2 * row),
                          cm_load_f32(src + 3 * row)};
    }
    for (size_t j = 0; j < 3; j++) wino_weight_6(g + j, 3, t + j, 3);
    for (size_t i = 0; i < 6; i++) wino_weight_6(t + i * 3, 1, v + i * 6, 1);
    for (size_t p = 0; p < CM_WINO_POS; p++) memcpy(to + p * step, &v[p], sizeof v[p]);
}

void cm_conv_last_wino_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in);
    size_t channels = w->dims[1], outs = w->dims[0], nr = CM_PRIM(k, conv_tile_nr);
    size_t row = channels * 9 * sizeof(float);
    for (size_t panel = 0; panel < outs; panel += nr) {
        size_t width = cm_conv_tile_width(nr, cm_min_size(nr, outs - panel));
        const uint8_t *src = (const uint8_t *)w->data + panel * row;
        float *to = (float *)dst + panel * channels;
        for (size_t c = 0; c < channels; c++, src += 9 * sizeof(float), to += width) {
            for (size_t j = 0; j < width; j += 4) {
                wino_pack_4(src + j * row, row, to + j, channels * outs);
            }
        }
    }
    cm_pack_spent(k, w->data, w->n * sizeof(float));
}
