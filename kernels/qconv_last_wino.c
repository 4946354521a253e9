/* qconv_last_wino.c — QLinearConv and ConvInteger of 8-bit integers with channels last and 3x3 taps at stride 1 by
 * Winograd's minimal filtering F(2x2, 3x3) in integers (kernels/prim/qconv_wino.h): 4/9 of the products of
 * qconv_last.c, and the same bits. What they compute stands in qlinearconv.c. Chosen where slot qconv_wino says that
 * products of words are the quickest way: not where an instruction adds four products of bytes.
 *
 *   x [N][H][W][C]   w packed (CM_FORMAT_QCONV_WINO): [panel][16][C up to even / 2][16][2] words   y [N][OH][OW][M]
 *
 * A task is a block of tiles of 2 x 2 outputs x a block of panels of 16 output channels. It transforms the pixels of
 * its tiles into worker scratch, [16][tile][C up to even] words; then for each panel it multiplies all positions and
 * transforms the products into outputs, so that weights are read in the order in which they lie.
 *
 * Weights are signed bytes, unsigned ones less 128. Their zero points, times the sum of a window's x, are taken from
 * the sums at the end, as in qconv_last.c. */
#include "kernels/geom.h"
#include "kernels/qlinearconv.h"

/* Most input and output channels: above, weights are read from memory more often than they are used. */
#define QWINO_MOST 1024
/* Fewest output channels. */
#define QWINO_LEAST 16
/* Fewest tiles that pay for weights of 3.6 times the size: few weights stay in caches. */
#define QWINO_TILES 9
#define QWINO_TILES_FEW 4
#define QWINO_WEIGHTS_FEW (1 << 14)
/* Most tiles of a task: their transforms lie in the second-level cache. */
#define QWINO_BLOCK ((size_t)(4 * CM_QCONV_WINO_TILES))
/* So many blocks of tiles: each task then has all panels; else at least QWINO_PANELS, for each task transforms anew. */
#define QWINO_TASKS 16
#define QWINO_PANELS 8
/* Words between positions of transformed pixels, so that they do not fall into the same lines of a cache. */
#define QWINO_APART ((size_t)32)
#define QWINO_ALIGN ((size_t)64)

static bool qwino_ones(int32_t n, const int32_t *x) {
    for (int32_t i = 0; i < n; i++) {
        if (x[i] != 1) return false;
    }
    return true;
}

static bool qwino_channels(cm_dim n, int64_t least, int64_t most) {
    return cm_dim_is_const(n) && n >= least && n <= most;
}

/* Constant weights [M][C][3][3], one group, enough tiles that are nearly full. */
bool cm_qlinearconv_accept_last_wino(const cm_row_query *q) {
    const cm_qlinearconv_params *p = q->params;
    const cm_avalue *w = q->in[cm_qlinear_places_of(q->op).w], *y = &q->out[0];
    if (!cm_qlinearconv_accept_last(q) || p->group != 1 || w->rank != 4 || y->rank != 4) return false;
    if (w->dims[2] != 3 || w->dims[3] != 3 || !qwino_channels(w->dims[0], QWINO_LEAST, QWINO_MOST) ||
        !qwino_channels(w->dims[1], CM_QCONV_WINO_LEAST, cm_min_i64(QWINO_MOST, CM_QCONV_WINO_MOST)))
        return false;
    if (!qwino_ones(p->window.n_strides, p->window.strides) || !qwino_ones(p->window.n_dilations, p->window.dilations))
        return false;
    int64_t tiles = 1; /* a free number of images: taken to be one */
    for (uint32_t i = 0; i < 3; i++) {
        if (i == 0 && !cm_dim_is_const(y->dims[i])) continue;
        if (!cm_dim_is_const(y->dims[i]) || y->dims[i] < 1 || y->dims[i] > 1 << 15) return false;
        tiles *= i == 0 ? y->dims[i] : (y->dims[i] + 1) / 2;
    }
    if (y->dims[1] == 1 || y->dims[2] == 1) return false; /* half of each tile would be thrown away */
    return tiles >= (w->dims[0] * w->dims[1] <= QWINO_WEIGHTS_FEW ? QWINO_TILES_FEW : QWINO_TILES);
}

typedef struct qwino {
    cm_qlinear_places at;
    size_t c, m, len;       /* len: c up to even */
    size_t panels;          /* of output channels */
    cm_geom_axis h, w;
    size_t rows, cols;      /* of tiles of an image */
    size_t tiles;           /* of all images */
    size_t room;            /* tiles that scratch has room for */
    size_t step;            /* words from position to position of transformed pixels */
    size_t block, n_blocks; /* tiles of a task, a multiple of CM_QCONV_WINO_TILES */
    size_t part, n_parts;   /* panels of a task */
} qwino;

static size_t qwino_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

/* n up to whole groups of tiles. */
static size_t qwino_whole(size_t n) { return qwino_div_up(n, CM_QCONV_WINO_TILES) * CM_QCONV_WINO_TILES; }

/* What the weights alone tell. */
static void qwino_weights(const cm_kctx *k, qwino *t) {
    memset(t, 0, sizeof *t);
    t->at = cm_qlinear_places_of(k->op);
    const cm_tensor *w = cm_in(k, t->at.w);
    t->m = w->dims[0];
    t->c = w->dims[1];
    t->len = t->c + (t->c & 1);
    t->panels = qwino_div_up(t->m, CM_QCONV_WINO_NR);
}

/* Errors: those of cm_geom_init. */
static cameo_status qwino_init(const cm_kctx *k, qwino *t) {
    qwino_weights(k, t);
    const cm_tensor *x = cm_in(k, t->at.x), *w = cm_in(k, t->at.w), *y = cm_out(k, 0);
    const cm_qlinearconv_params *q = k->params;
    cm_geom g;
    CM_TRY(cm_geom_init(&g, &q->window, 2, x->dims + 1, y->dims + 1, w->dims + 2, k->e));
    t->h = g.axis[0];
    t->w = g.axis[1];
    t->rows = qwino_div_up((size_t)t->h.out, 2);
    t->cols = qwino_div_up((size_t)t->w.out, 2);
    t->tiles = y->n == 0 ? 0 : x->dims[0] * t->rows * t->cols; /* at most the outputs */
    t->room = qwino_whole(cm_min_size(t->tiles, QWINO_BLOCK));
    t->step = t->room * t->len + QWINO_APART;
    t->n_blocks = qwino_div_up(t->tiles, QWINO_BLOCK);
    t->block = qwino_whole(qwino_div_up(t->tiles, cm_max_size(1, t->n_blocks)));
    t->n_blocks = t->tiles == 0 ? 0 : qwino_div_up(t->tiles, t->block);
    size_t parts = qwino_div_up(QWINO_TASKS, cm_max_size(1, t->n_blocks));
    t->part = cm_max_size(qwino_div_up(t->panels, parts), cm_min_size(QWINO_PANELS, t->panels));
    t->n_parts = qwino_div_up(t->panels, t->part);
    return CAMEO_OK;
}

/* ---- scratch of a worker ---- */

typedef struct qwino_room {
    size_t v, sums, row, outside; /* offsets */
    size_t size;
} qwino_room;

static size_t qwino_room_add(qwino_room *r, size_t bytes) {
    size_t at = r->size;
    r->size += qwino_div_up(bytes, QWINO_ALIGN) * QWINO_ALIGN; /* some MiB in all */
    return at;
}

static qwino_room qwino_room_of(const qwino *t) {
    qwino_room r = {0};
    r.v = qwino_room_add(&r, CM_QCONV_WINO_POS * t->step * sizeof(int16_t));
    r.sums = qwino_room_add(&r, CM_QCONV_WINO_POS * t->room * CM_QCONV_WINO_NR * sizeof(uint32_t));
    r.row = qwino_room_add(&r, t->room * 4 * sizeof(uint32_t));
    r.outside = qwino_room_add(&r, t->c);
    return r;
}

/* Scratch: that of a worker, at most 768 bytes for each input channel and 26 KiB. Errors: E_LIMIT too many tasks. */
cameo_status cm_qconv_last_wino_setup(const cm_kctx *k, cm_setup *s) {
    qwino t;
    size_t n;
    CM_TRY(qwino_init(k, &t));
    bool fits = !cm_ckd_mul(t.n_blocks, t.n_parts, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu tiles of outputs are too many tasks", t.tiles);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = qwino_room_of(&t).size;
    return CAMEO_OK;
}

/* ---- run ---- */

typedef struct qwino_run {
    const cm_kctx *k;
    const qwino *t;
    int16_t *v;             /* [16], step apart, [room][len] */
    uint32_t *sums;         /* [16][room][CM_QCONV_WINO_NR] */
    uint32_t *row;          /* [room][4] */
    const uint8_t *outside; /* a pixel that is x's zero point */
    uint8_t flip;
    int32_t zero;
    bool whole; /* the sums themselves */
} qwino_run;

/* A tile: the image and its first output. */
typedef struct qwino_place {
    size_t image, top, left;
} qwino_place;

static qwino_place qwino_place_of(const qwino *t, size_t tile) {
    return (qwino_place){tile / t->cols / t->rows, tile / t->cols % t->rows * 2, tile % t->cols * 2};
}

/* Transforms the pixels of a tile, number i of the task. */
static void qwino_input(const qwino_run *u, size_t tile, size_t i) {
    const qwino *t = u->t;
    qwino_place p = qwino_place_of(t, tile);
    const uint8_t *x = cm_in(u->k, t->at.x)->data, *at[CM_QCONV_WINO_POS];
    for (ptrdiff_t j = 0; j < CM_QCONV_WINO_POS; j++) {
        ptrdiff_t y = (ptrdiff_t)p.top - t->h.pad + j / 4, s = (ptrdiff_t)p.left - t->w.pad + j % 4;
        bool inside = y >= 0 && y < t->h.in && s >= 0 && s < t->w.in;
        size_t row = p.image * (size_t)t->h.in + (inside ? (size_t)y : 0);
        at[j] = inside ? x + (row * (size_t)t->w.in + (size_t)s) * t->c : u->outside;
    }
    cm_qconv_wino_in_args a = {.x = at, .c = t->c, .flip = u->flip, .zero = u->zero, .v = u->v + i * t->len,
                               .v_step = t->step};
    CM_PRIM(u->k, qconv_wino_in)(&a);
    for (size_t j = 0; j < CM_QCONV_WINO_POS && t->len > t->c; j++) a.v[j * a.v_step + t->c] = 0;
}

/* The sums of x of the windows of tile i: what weights that are all 1 give. */
static void qwino_row(const qwino_run *u, size_t i) {
    static const uint8_t ones[4] = {2, 3, 1, 2}; /* G times a column of ones */
    const qwino *t = u->t;
    uint32_t s[CM_QCONV_WINO_POS];
    for (size_t j = 0; j < CM_QCONV_WINO_POS; j++) {
        const int16_t *v = u->v + j * t->step + i * t->len;
        int32_t sum = 0;
        for (size_t c = 0; c < t->c; c++) sum += v[c];
        s[j] = (uint32_t)sum * ones[j / 4] * ones[j % 4];
    }
    cm_qconv_wino_outputs(s, u->row + 4 * i);
}

/* Outputs of a tile from `at` on along an axis. */
static size_t qwino_edge(const cm_geom_axis *a, size_t at) { return cm_min_size(2, (size_t)a->out - at); }

/* The element of the result that is the first channel of a tile's first output. */
static size_t qwino_result(const qwino *t, qwino_place p) {
    return ((p.image * (size_t)t->h.out + p.top) * (size_t)t->w.out + p.left) * t->m;
}

/* Panel p of the tiles [from, from + n), whose transformed pixels lie in scratch. rows: whether their sums do. */
static void qwino_panel(const qwino_run *u, size_t from, size_t n, size_t p, bool *rows) {
    const cm_kctx *k = u->k;
    const qwino *t = u->t;
    size_t m = p * CM_QCONV_WINO_NR, step = t->room * CM_QCONV_WINO_NR, size = CM_QCONV_WINO_POS * CM_QCONV_WINO_NR;
    const int16_t *w = (const int16_t *)cm_in(k, t->at.w)->data + p * size * t->len;
    int32_t init[CM_QCONV_WINO_NR] = {0}, zero[CM_QCONV_WINO_NR] = {0};
    float scale[CM_QCONV_WINO_NR] = {0}, bias[CM_QCONV_WINO_NR] = {0};
    cm_qconv_wino_dot_args d = {.x = u->v,
                                .x_step = t->step,
                                .n = qwino_whole(n),
                                .len = t->len,
                                .w = w,
                                .next = p + 1 < t->panels ? w + size * t->len : w,
                                .sums = u->sums,
                                .sums_step = step};
    CM_PRIM(k, qconv_wino_dot)(&d);
    cm_tensor *y = cm_out(k, 0);
    cm_qconv_wino_out_args a = {.s_step = step,
                                .init = init,
                                .zero = zero,
                                .cols = cm_min_size(CM_QCONV_WINO_NR, t->m - m),
                                .y_row = (size_t)t->w.out * t->m,
                                .ld = t->m,
                                .scale = scale,
                                .flip = cm_qlinear_flip(y)};
    bool any = cm_qlinear_channels(k, m, a.cols, u->whole, init, scale, zero);
    for (size_t i = 0; i < n && any && !*rows; i++) qwino_row(u, i);
    *rows = *rows || any;
    if (!u->whole) a.y_zero = cm_qlinear_zero(k, CM_QLINEAR_Y_ZERO, 0, y);
    if (y->dtype == CAMEO_FLOAT) {
        cm_clamp clamp = cm_integer_clamp(k);
        cm_integer_floats(k, m, a.cols, scale, bias);
        a.bias = bias;
        a.lo = clamp.lo;
        a.hi = clamp.hi;
    }
    for (size_t i = 0; i < n; i++) {
        qwino_place place = qwino_place_of(t, from + i);
        size_t at = qwino_result(t, place) + m;
        a.s = u->sums + i * CM_QCONV_WINO_NR;
        if (any) a.row = u->row + 4 * i;
        a.rows = qwino_edge(&t->h, place.top);
        a.columns = qwino_edge(&t->w, place.left);
        if (u->whole) a.sums = (uint32_t *)y->data + at;
        if (!u->whole) a.y = (uint8_t *)y->data + at;
        CM_PRIM(k, qconv_wino_out)(&a);
    }
}

cameo_status cm_qconv_last_wino_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    qwino t;
    (void)phase;
    CM_TRY(qwino_init(k, &t));
    qwino_room r = qwino_room_of(&t);
    uint8_t *room = k->worker_scratch;
    const cm_tensor *x = cm_in(k, t.at.x);
    qwino_run u = {.k = k,
                   .t = &t,
                   .v = (int16_t *)(void *)(room + r.v),
                   .sums = (uint32_t *)(void *)(room + r.sums),
                   .row = (uint32_t *)(void *)(room + r.row),
                   .outside = room + r.outside,
                   .flip = cm_qlinear_flip(x),
                   .zero = cm_qlinear_zero(k, t.at.x_zero, 0, x),
                   .whole = !cm_qlinear_is_byte(cm_out(k, 0))};
    memset(room + r.outside, u.zero ^ u.flip, t.c);
    for (size_t i = begin; i < end; i++) {
        size_t from = i / t.n_parts * t.block, n = cm_min_size(t.block, t.tiles - from);
        size_t panel = i % t.n_parts * t.part;
        bool rows = false;
        /* Tiles that fill the last group up are the last one again. */
        for (size_t j = 0; j < qwino_whole(n); j++) qwino_input(&u, from + cm_min_size(j, n - 1), j);
        size_t stop = cm_min_size(panel + t.part, t.panels), m = panel * CM_QCONV_WINO_NR;
        for (size_t p = panel; p < stop; p++) qwino_panel(&u, from, n, p, &rows);
        for (size_t j = 0; j < n && cm_out(k, 0)->dtype == CAMEO_FLOAT; j++) {
            qwino_place place = qwino_place_of(&t, from + j);
            size_t c = cm_min_size(stop * CM_QCONV_WINO_NR, t.m) - m, at = qwino_result(&t, place) + m;
            for (size_t row = 0; row < qwino_edge(&t.h, place.top); row++)
                cm_integer_stage(k, at + row * (size_t)t.w.out * t.m, qwino_edge(&t.w, place.left), c, t.m);
        }
    }
    return CAMEO_OK;
}

/* ---- packing ---- */

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_qconv_last_wino_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    qwino t;
    size_t n;
    (void)in;
    qwino_weights(k, &t);
    bool over = cm_ckd_mul(t.panels, CM_QCONV_WINO_POS * CM_QCONV_WINO_NR * sizeof(int16_t), &n) ||
                cm_ckd_mul(n, t.len, bytes);
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* v = 2 G g: three rows of channels become four. */
static void qwino_pack_4(int16_t (*const g[3])[CM_QCONV_WINO_NR], int16_t (*const v[4])[CM_QCONV_WINO_NR]) {
    for (size_t j = 0; j < CM_QCONV_WINO_NR; j++) {
        int16_t a = (*g[0])[j], b = (*g[1])[j], c = (*g[2])[j];
        (*v[0])[j] = (int16_t)(2 * a);
        (*v[1])[j] = (int16_t)(a + b + c);
        (*v[2])[j] = (int16_t)(a - b + c);
        (*v[3])[j] = (int16_t)(2 * c);
    }
}

/* All positions of n output channels, whose 9 taps of one input channel lie `ld` bytes apart. */
static void qwino_pack_taps(const uint8_t *w, size_t ld, size_t n, uint8_t flip, int16_t (*v)[CM_QCONV_WINO_NR]) {
    int16_t g[9][CM_QCONV_WINO_NR] = {{0}}, t[12][CM_QCONV_WINO_NR];
    for (size_t i = 0; i < 9; i++) {
        for (size_t j = 0; j < n; j++) g[i][j] = (int16_t)((uint8_t)(w[j * ld + i] ^ flip) - 128);
    }
    for (size_t i = 0; i < 3; i++)
        qwino_pack_4((int16_t(*const[3])[CM_QCONV_WINO_NR]){&g[i], &g[3 + i], &g[6 + i]},
                     (int16_t(*const[4])[CM_QCONV_WINO_NR]){&t[i], &t[3 + i], &t[6 + i], &t[9 + i]});
    for (size_t i = 0; i < 4; i++)
        qwino_pack_4((int16_t(*const[3])[CM_QCONV_WINO_NR]){&t[3 * i], &t[3 * i + 1], &t[3 * i + 2]},
                     (int16_t(*const[4])[CM_QCONV_WINO_NR]){&v[4 * i], &v[4 * i + 1], &v[4 * i + 2], &v[4 * i + 3]});
}

/* One panel of n channels at w. */
static void qwino_pack_panel(const qwino *t, const uint8_t *w, size_t n, uint8_t flip, int16_t *to) {
    for (size_t c = 0; c < t->len; c += 2) {
        int16_t v[2][CM_QCONV_WINO_POS][CM_QCONV_WINO_NR] = {{{0}}};
        for (size_t i = 0; i < 2 && c + i < t->c; i++) qwino_pack_taps(w + (c + i) * 9, t->c * 9, n, flip, v[i]);
        for (size_t p = 0; p < CM_QCONV_WINO_POS; p++) {
            int16_t *at = to + (p * t->len + c) * CM_QCONV_WINO_NR;
            for (size_t j = 0; j < CM_QCONV_WINO_NR; j++) {
                at[2 * j] = v[0][p][j];
                at[2 * j + 1] = v[1][p][j];
            }
        }
    }
}

void cm_qconv_last_wino_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in);
    qwino t;
    size_t begin, end;
    qwino_weights(k, &t);
    cm_pack_units(k, t.panels, &begin, &end);
    for (size_t p = begin; p < end; p++) {
        size_t m = p * CM_QCONV_WINO_NR, n = cm_min_size(CM_QCONV_WINO_NR, t.m - m);
        const uint8_t *from = (const uint8_t *)w->data + m * t.c * 9;
        int16_t *to = (int16_t *)dst + m * CM_QCONV_WINO_POS * t.len;
        qwino_pack_panel(&t, from, n, cm_qlinear_flip(w), to);
        cm_pack_spent(k, from, n * t.c * 9);
    }
}
