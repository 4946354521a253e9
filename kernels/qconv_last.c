/* qconv_last.c — convolutions and matrix products of 8-bit integers with packed weights as tiles of pixels x output
 * channels (kernels/prim/qconv_tile.h): QLinearConv and ConvInteger whose channels lie behind the spatial axes, as
 * rewrite `channels_last` makes them, with any number of groups; QLinearMatMul and MatMulInteger of any rows with a
 * constant matrix. What they compute stands in qlinearconv.c and qmatmul.c.
 *
 *   x [N][in...][C], of a product [...rows][K]   y [N][out...][M], [...rows][M]
 *
 * A task is a block of rows of outputs x a block of their columns x a block of panels of output channels. It first
 * writes the rows of x that it reads to scratch, widened to 16 bits with the zero point taken away, zeros in the place
 * of what lies outside of the data, the channels of each group filled up to an even number by zeros. Then each window
 * is a few segments at fixed distances from its first column. Where windows of one element lie side by side, as in
 * products, all outputs are one row.
 *
 * Packed weights (CM_FORMAT_QCONV): [group][panel][outer tap][tap of the last axis][C/group / 2][panel width][2], as
 * signed bytes: unsigned ones less 128.
 *
 * Where slot qconv_form says so, bytes are multiplied instead (kernels/prim/qconv_bytes.h): in quads always, in groups
 * where the weights allow enough of them. Then the scratch holds bytes as well, x's zero point in the place of what
 * lies outside of the data, and products of unsigned x read it where it lies. Segments are cut into blocks of 16 bytes,
 * the last one of which begins as much earlier as it is shorter. Packed weights begin with an index there: whether
 * bytes or words are packed, the place of each panel. */
#include "kernels/matmul_dims.h"
#include "kernels/qlinearconv.h"

#include "kernels/geom.h"

/* Most bytes of x that a task widens, if one row of outputs allows. */
#define QTILE_INPUT ((size_t)160 << 10)
/* Most pixels of a task, and how many share weights before panels are split. */
#define QTILE_PIXELS 256
#define QTILE_SHARE 128
/* Multiply-adds of a task: at most QTILE_WORK_MAX; about a 32nd of the whole if that is more than QTILE_WORK_MIN. */
#define QTILE_WORK_MIN ((size_t)1 << 22)
#define QTILE_WORK_MAX ((size_t)1 << 26)
#define QTILE_ALIGN ((size_t)64)
/* Packed for bytes, weights may take a part more than for words: one in so many. */
#define QTILE_MORE 7

/* How weights lie; words where no variant of this target has another form. */
static size_t qtiles_form(const cm_kctx *k) {
    return CM_ARCH_X86 ? CM_PRIM(k, qconv_form) : CM_QCONV_WORDS;
}

typedef struct qtiles {
    cm_qlinear_places at;
    size_t m, mg, c, cg, groups; /* channels, those of a group */
    size_t taps, kernel, outer;  /* all; of the last axis; of the others */
    size_t mr, nr, panels;       /* panels of a group */
    size_t cg_pad, c_pad;        /* elements of a group and of a column of the scratch, both even */
    bool merged;                 /* all taps along the last axis are one segment */
    size_t n_seg, len;
    bool bytes;                  /* the weights are packed for products of bytes: asked by qtiles_in_bytes */
    size_t blocks;               /* of a segment, where bytes are multiplied */
    bool flat;                   /* windows of one element that lie side by side */
    cm_geom g;
    size_t images, rows, width;           /* rows of outputs of an image, columns of a row */
    bool shared;                          /* rows of outputs of a task share rows of scratch */
    size_t row_pitch, tap_pitch;          /* rows of scratch from output to output, from outer tap to tap */
    size_t x_step, px;                    /* columns of x from one of scratch to the next; of scratch per output */
    size_t task_rows, task_columns, task_panels;
    size_t n_rows, n_columns, n_panels;   /* blocks of an image; of a row; of all groups */
    size_t stripe;                        /* columns of scratch */
} qtiles;

static size_t qtiles_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

bool cm_qlinearconv_accept_last(const cm_row_query *q) {
    size_t n;
    const cm_avalue *w = q->in[cm_qlinear_places_of(q->op).w];
    return ((const cm_qlinearconv_params *)q->params)->channels_last != 0 && cm_avalue_count(w, &n) && w->rank >= 3;
}

/* One zero point and scale for all rows of A, and for all columns of B or for each; a matrix of known size. */
bool cm_qmatmul_accept_packed(const cm_row_query *q) {
    bool whole = q->op->id == CM_OP_MatMulInteger;
    cm_qlinear_places at = cm_qlinear_places_of(q->op);
    const cm_avalue *w = q->in[at.w];
    uint32_t x_scale = whole ? at.x_zero : CM_QLINEAR_X_SCALE, w_scale = whole ? at.w_zero : CM_QLINEAR_W_SCALE;
    size_t n, some;
    if (w->rank != 2 || !cm_avalue_count(w, &n) || q->in[at.x]->rank == CM_RANK_UNKNOWN || q->in[at.x]->rank < 2)
        return false;
    for (uint32_t i = CM_QLINEAR_X_SCALE; !whole && i <= CM_QLINEAR_Y_SCALE; i++) {
        bool scale = i == CM_QLINEAR_X_SCALE || i == CM_QLINEAR_W_SCALE || i == CM_QLINEAR_Y_SCALE;
        if (scale && q->in[i]->dtype != CAMEO_FLOAT) return false;
    }
    const uint32_t of_x[2] = {at.x_zero, x_scale}, of_w[2] = {at.w_zero, w_scale};
    for (int i = 0; i < 2; i++) {
        bool x_fits = of_x[i] >= q->n_in || q->in[of_x[i]]->kind == CAMEO_KIND_NONE ||
                      (cm_avalue_count(q->in[of_x[i]], &some) && some == 1);
        bool w_fits = of_w[i] >= q->n_in || q->in[of_w[i]]->kind == CAMEO_KIND_NONE ||
                      (cm_avalue_count(q->in[of_w[i]], &some) && (some == 1 || some == (size_t)w->dims[1]));
        if (!x_fits || !w_fits) return false;
    }
    return true;
}

/* ---- sizes ---- */

static bool qtiles_is_matmul(const cm_kctx *k) {
    return k->op->id == CM_OP_QLinearMatMul || k->op->id == CM_OP_MatMulInteger;
}

static void qtiles_weights_len(qtiles *t) {
    t->c_pad = t->cg_pad * t->groups;
    t->len = t->merged ? t->kernel * t->c_pad : t->cg_pad;
    t->blocks = cm_qconv_bytes_blocks(t->len);
}

/* What the weights alone tell. */
static void qtiles_weights(const cm_kctx *k, qtiles *t) {
    memset(t, 0, sizeof *t);
    t->at = cm_qlinear_places_of(k->op);
    const cm_tensor *w = cm_in(k, t->at.w);
    bool matmul = qtiles_is_matmul(k);
    t->groups = matmul ? 1 : (size_t)((const cm_qlinearconv_params *)k->params)->group;
    t->m = w->dims[matmul ? 1 : 0];
    t->cg = w->dims[matmul ? 0 : 1];
    t->mg = t->m / t->groups;
    t->c = t->cg * t->groups;
    t->taps = 1;
    t->kernel = matmul ? 1 : w->dims[w->rank - 1u];
    for (uint32_t d = 2; d < w->rank && !matmul; d++) t->taps *= w->dims[d];
    t->outer = t->kernel == 0 ? 0 : t->taps / t->kernel;
    t->mr = CM_PRIM(k, qconv_tile_mr);
    t->nr = CM_PRIM(k, qconv_tile_nr);
    t->panels = qtiles_div_up(t->mg, t->nr);
    const cm_window_attrs *a = matmul ? NULL : &((const cm_qlinearconv_params *)k->params)->window;
    t->merged = t->groups == 1 && (matmul || a->n_dilations == 0 || a->dilations[a->n_dilations - 1] == 1);
    t->n_seg = t->merged ? t->outer : t->taps;
    t->cg_pad = t->cg + (t->cg & 1);
    qtiles_weights_len(t);
}

/* Whether bytes are multiplied. A constant where no variant does: their code is not linked then. */
CM_INLINE bool qtiles_in_bytes(const cm_kctx *k, const qtiles *t) {
    return qtiles_form(k) != CM_QCONV_WORDS && t->bytes;
}

/* Bytes of an element of scratch. */
CM_INLINE size_t qtiles_unit(const cm_kctx *k, const qtiles *t) {
    return qtiles_in_bytes(k, t) ? sizeof(uint8_t) : sizeof(int16_t);
}

/* Bytes take no filling up. */
static void qtiles_use_bytes(qtiles *t) {
    t->bytes = true;
    t->cg_pad = t->cg;
    qtiles_weights_len(t);
}

static void qtiles_plan_segments(qtiles *t) {
    const cm_geom_axis *last = &t->g.axis[t->g.n - 1];
    t->x_step = t->kernel == 1 ? (size_t)last->stride : 1;
    t->px = t->kernel == 1 ? 1 : (size_t)last->stride;
    t->shared = t->g.n == 2 && t->outer > 1;
    t->row_pitch = t->shared ? (size_t)t->g.axis[0].stride : t->outer;
    t->tap_pitch = t->shared ? (size_t)t->g.axis[0].dilation : 1;
}

/* Columns of scratch that n columns of outputs read. */
static size_t qtiles_stripe(const qtiles *t, size_t n) {
    const cm_geom_axis *last = &t->g.axis[t->g.n - 1];
    return (n - 1) * t->px + (t->kernel == 1 ? 0 : (t->kernel - 1) * (size_t)last->dilation) + 1;
}

/* Rows of scratch that n rows of outputs read. */
static size_t qtiles_lines(const qtiles *t, size_t n) {
    return t->outer == 0 ? 0 : (n - 1) * t->row_pitch + (t->outer - 1) * t->tap_pitch + 1;
}

/* Bytes of x that a task of that size widens, saturating. */
static size_t qtiles_input(const qtiles *t, size_t rows, size_t columns) {
    size_t n;
    bool over = cm_ckd_mul(qtiles_lines(t, rows), qtiles_stripe(t, columns), &n) || cm_ckd_mul(n, t->c_pad, &n) ||
                cm_ckd_mul(n, sizeof(int16_t), &n);
    return over ? SIZE_MAX : n;
}

static void qtiles_plan_tasks(qtiles *t) {
    size_t panels = t->panels * t->groups, unit, all;
    size_t columns = cm_min_size(t->width, QTILE_PIXELS), rows = 1;
    if (cm_ckd_mul(cm_max_size(1, t->cg * t->taps), cm_min_size(t->nr, cm_max_size(1, t->mg)), &unit)) unit = SIZE_MAX;
    if (cm_ckd_mul(unit, t->width, &all) || cm_ckd_mul(all, t->rows, &all) || cm_ckd_mul(all, t->images, &all) ||
        cm_ckd_mul(all, panels, &all))
        all = SIZE_MAX;
    size_t most = cm_min_size(cm_max_size(all / 32, QTILE_WORK_MIN), QTILE_WORK_MAX) / unit;
    while (columns > t->mr && qtiles_input(t, 1, columns) > QTILE_INPUT) columns = (columns + 1) / 2;
    while (rows < t->rows && (rows + 1) * columns <= QTILE_PIXELS && columns == t->width &&
           qtiles_input(t, rows + 1, columns) <= QTILE_INPUT)
        rows++;
    while (rows > 1 && rows * columns > QTILE_SHARE && rows * columns * panels > most) rows--;
    while (columns > QTILE_SHARE && rows == 1 && columns * panels > most) columns = (columns + 1) / 2;
    size_t part = panels;
    while (part > 1 && rows * columns * part > most) part = (part + 1) / 2;
    t->n_rows = qtiles_div_up(t->rows, rows);
    t->n_columns = qtiles_div_up(t->width, cm_max_size(1, columns));
    t->n_panels = qtiles_div_up(panels, cm_max_size(1, part));
    t->task_rows = cm_max_size(1, qtiles_div_up(t->rows, cm_max_size(1, t->n_rows)));
    t->task_columns = cm_max_size(1, qtiles_div_up(t->width, cm_max_size(1, t->n_columns)));
    t->task_panels = cm_max_size(1, part);
    t->n_rows = qtiles_div_up(t->rows, t->task_rows);
    t->n_columns = qtiles_div_up(t->width, t->task_columns);
    t->stripe = qtiles_stripe(t, t->task_columns);
}

/* All outputs are one row of n. */
static void qtiles_flatten(qtiles *t, size_t n) {
    t->g = (cm_geom){.n = 1, .in_plane = n, .out_plane = n, .taps = 1};
    t->g.axis[0] = (cm_geom_axis){.in = (ptrdiff_t)n, .out = (ptrdiff_t)n, .kernel = 1, .stride = 1, .dilation = 1};
    t->images = t->rows = 1;
    t->width = n;
    t->flat = true;
}

/* Errors: E_LIMIT the outputs do not count; those of cm_geom_init. */
static cameo_status qtiles_init(const cm_kctx *k, qtiles *t) {
    qtiles_weights(k, t);
    const cm_tensor *x = cm_in(k, t->at.x), *w = cm_in(k, t->at.w), *y = cm_out(k, 0);
    if (qtiles_is_matmul(k)) {
        size_t n = 1;
        for (uint32_t d = 0; d + 1 < x->rank; d++) n *= x->dims[d]; /* at most the elements of y, if there are any */
        qtiles_flatten(t, y->n == 0 ? 0 : n);
    } else {
        const cm_qlinearconv_params *q = k->params;
        CM_TRY(cm_geom_init(&t->g, &q->window, x->rank - 2u, x->dims + 1, y->dims + 1, w->dims + 2, k->e));
        t->images = x->dims[0];
        t->width = (size_t)t->g.axis[t->g.n - 1].out;
        t->rows = t->width == 0 ? 0 : t->g.out_plane / t->width;
        if (y->n == 0) t->rows = t->width = 0;
        if (cm_geom_is_pointwise(&t->g)) qtiles_flatten(t, y->n == 0 ? 0 : y->n / t->m);
    }
    CM_CHECK(t->width <= PTRDIFF_MAX / 64, k->e, CAMEO_E_LIMIT, "rows of %zu outputs are too long", t->width);
    qtiles_plan_segments(t);
    qtiles_plan_tasks(t);
    return CAMEO_OK;
}

/* ---- scratch of a worker ---- */

typedef struct qtiles_room {
    size_t x, at, off, init, scale, zero, row, bias; /* offsets */
    size_t size;
} qtiles_room;

static bool qtiles_room_add(qtiles_room *r, size_t *at, size_t n, size_t size) {
    size_t bytes;
    *at = r->size;
    return cm_ckd_mul(n, size, &bytes) || cm_ckd_align(bytes, QTILE_ALIGN, &bytes) ||
           cm_ckd_add(r->size, bytes, &r->size);
}

/* Errors: E_LIMIT. */
static cameo_status qtiles_room_of(const cm_kctx *k, const qtiles *t, qtiles_room *r) {
    size_t input = qtiles_input(t, t->task_rows, t->task_columns), pixels = t->task_rows * t->task_columns;
    r->size = r->row = r->bias = 0;
    bool bytes = qtiles_form(k) != CM_QCONV_WORDS; /* the weights may not be known yet */
    size_t n_off = bytes ? t->n_seg * cm_max_size(1, t->blocks) : t->n_seg;
    bool over = cm_ckd_add(input, bytes ? CM_QCONV_BYTES_BLOCK : 0, &input) || qtiles_room_add(r, &r->x, input, 1) ||
                qtiles_room_add(r, &r->at, pixels, sizeof(void *)) ||
                qtiles_room_add(r, &r->off, n_off, sizeof(size_t)) ||
                qtiles_room_add(r, &r->init, t->nr, sizeof(int32_t)) ||
                qtiles_room_add(r, &r->scale, t->nr, sizeof(float)) ||
                qtiles_room_add(r, &r->zero, t->nr, sizeof(int32_t)) ||
                (bytes && qtiles_room_add(r, &r->row, pixels, sizeof(uint32_t))) ||
                (cm_out(k, 0)->dtype == CAMEO_FLOAT && qtiles_room_add(r, &r->bias, t->nr, sizeof(float)));
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* ---- x ---- */

typedef struct qtiles_run {
    const cm_kctx *k;
    const qtiles *t;
    const uint8_t *x;
    const uint8_t *w; /* the panels of words; where bytes are multiplied, the index */
    uint8_t flip;
    int32_t zero;
    uint8_t *wide; /* elements of qtiles_unit bytes */
    const void **at;
    size_t *off;
    int32_t *init;
    float *scale;
    float *bias; /* of MatMulInteger and ConvInteger that give floats, else NULL */
    cm_clamp clamp;
    void *w_zero; /* int16_t[nr][2], where bytes are multiplied int32_t[nr] */
    uint32_t *row;
} qtiles_run;

/* One column: the groups' channels, each filled up. */
CM_INLINE void qtiles_column(const qtiles_run *u, const uint8_t *x, size_t cg, int16_t *y) {
    for (size_t i = 0; i < u->t->groups; i++, x += cg) {
        for (size_t c = 0; c < cg; c++) *y++ = (int16_t)((uint8_t)(x[c] ^ u->flip) - u->zero);
        if ((cg & 1) != 0) *y++ = 0;
    }
}

/* y[i] = x[i] ^ flip */
static void qtiles_flip(const uint8_t *x, size_t n, uint8_t flip, uint8_t *restrict y) {
    if (flip == 0) {
        memcpy(y, x, n);
        return;
    }
    for (; n >= 32; n -= 32, x += 32, y += 32) { /* a constant: vectors */
        for (size_t i = 0; i < 32; i++) y[i] = x[i] ^ flip;
    }
    for (size_t i = 0; i < n; i++) y[i] = x[i] ^ flip;
}

/* n columns of x, x_step apart, as bytes. */
static void qtiles_byte_columns(const qtiles_run *u, const uint8_t *x, size_t n, uint8_t *y) {
    size_t c = u->t->c, step = u->t->x_step * c;
    if (u->t->x_step == 1) {
        qtiles_flip(x, n * c, u->flip, y);
        return;
    }
    for (; n > 0; n--, x += step, y += c) qtiles_flip(x, c, u->flip, y);
}

/* n columns of x, x_step apart. */
static void qtiles_columns(const qtiles_run *u, const uint8_t *x, size_t n, int16_t *y) {
    const qtiles *t = u->t;
    size_t step = t->x_step * t->c;
    if (t->c == t->c_pad && t->x_step == 1) {
        CM_PRIM(u->k, qconv_widen)(x, n * t->c, u->flip, u->zero, y);
        return;
    }
    for (; n > 0; n--, x += step, y += t->c_pad) {
        switch (t->cg) { /* constants make a few stores of the loop */
        case 1: qtiles_column(u, x, 1, y); break;
        case 3: qtiles_column(u, x, 3, y); break;
        default:
            if (t->c == t->c_pad) {
                CM_PRIM(u->k, qconv_widen)(x, t->c, u->flip, u->zero, y);
            } else {
                qtiles_column(u, x, t->cg, y);
            }
        }
    }
}

/* A row of scratch: `columns` columns, the first of which lies at `at` of a row of x, NULL: all outside. */
static void qtiles_line(const qtiles_run *u, const uint8_t *row, ptrdiff_t at, size_t columns, uint8_t *y) {
    const qtiles *t = u->t;
    ptrdiff_t in = t->g.axis[t->g.n - 1].in, step = (ptrdiff_t)t->x_step;
    size_t from = at >= 0 ? 0 : (size_t)((-at - 1) / step + 1), to = at >= in ? 0 : (size_t)((in - at - 1) / step + 1);
    size_t column = t->c_pad * qtiles_unit(u->k, t);
    int outside = qtiles_in_bytes(u->k, t) ? u->zero : 0;
    to = row == NULL ? 0 : cm_min_size(to, columns);
    from = cm_min_size(from, to);
    memset(y, outside, from * column);
    if (from < to) {
        const uint8_t *x = row + (size_t)(at + (ptrdiff_t)from * step) * t->c;
        if (qtiles_in_bytes(u->k, t)) {
            qtiles_byte_columns(u, x, to - from, y + from * column);
        } else {
            qtiles_columns(u, x, to - from, (int16_t *)(void *)(y + from * column));
        }
    }
    memset(y + to * column, outside, (columns - to) * column);
}

/* The row of image x at these places of all axes but the last; NULL: outside. */
static const uint8_t *qtiles_row_of(const qtiles_run *u, const uint8_t *x, const ptrdiff_t *at) {
    const cm_geom *g = &u->t->g;
    size_t row = 0;
    for (uint32_t i = 0; i + 1 < g->n; i++) {
        if (at[i] < 0 || at[i] >= g->axis[i].in) return NULL;
        row = row * (size_t)g->axis[i].in + (size_t)at[i];
    }
    return g->in_plane == 0 ? NULL : x + row * (size_t)g->axis[g->n - 1].in * u->t->c;
}

/* Rows [row, row + n) of outputs of an image x, n_columns of each from `column` on. */
static void qtiles_fill(const qtiles_run *u, const uint8_t *x, size_t row, size_t n, size_t column, size_t n_columns) {
    const qtiles *t = u->t;
    const cm_geom *g = &t->g;
    size_t columns = qtiles_stripe(t, n_columns), line = t->stripe * t->c_pad * qtiles_unit(u->k, t);
    ptrdiff_t at[CM_MAX_SPATIAL];
    uint8_t *y = u->wide;
    if (t->taps == 0) return;
    for (size_t r = 0; r < (t->shared ? 1 : n); r++) {
        cm_geom_run run = cm_geom_run_at(g, (row + r) * t->width + column, n_columns);
        size_t lines = t->shared ? qtiles_lines(t, n) : t->outer;
        for (size_t i = 0; i < lines; i++, y += line) {
            size_t tap = i;
            if (t->shared) {
                at[0] = run.at[0] + (ptrdiff_t)i;
            } else {
                for (uint32_t d = g->n - 1; d-- > 0; tap /= (size_t)g->axis[d].kernel)
                    at[d] = run.at[d] + (ptrdiff_t)(tap % (size_t)g->axis[d].kernel) * g->axis[d].dilation;
            }
            qtiles_line(u, qtiles_row_of(u, x, at), run.at[g->n - 1], columns, y);
        }
    }
}

/* ---- run ---- */

typedef struct qtiles_panel {
    size_t group;
    size_t m, cols; /* output channels */
    size_t w;       /* elements of packed weights before it */
} qtiles_panel;

/* Elements of the packed weights of a group. */
static size_t qtiles_group_size(const qtiles *t) {
    if (t->panels == 0) return 0;
    size_t cols = t->mg - (t->panels - 1) * t->nr;
    return t->taps * t->cg_pad * ((t->panels - 1) * t->nr + cm_qconv_tile_width(t->nr, cols));
}

/* In front of packed weights where either form may be chosen: 0 or 1, then the place of each panel of bytes. */
static size_t qtiles_index_size(const qtiles *t) {
    return qtiles_div_up((1 + t->panels * t->groups) * sizeof(size_t), QTILE_ALIGN) * QTILE_ALIGN;
}

static qtiles_panel qtiles_panel_at(const qtiles *t, size_t i) {
    size_t group = i / t->panels, m = i % t->panels * t->nr;
    return (qtiles_panel){group, group * t->mg + m, cm_min_size(t->nr, t->mg - m),
                          group * qtiles_group_size(t) + m * t->taps * t->cg_pad};
}

/* Where segments, or their blocks, lie from a window's first column on, in that group. */
static void qtiles_offsets(const qtiles_run *u, size_t group) {
    const qtiles *t = u->t;
    bool bytes = qtiles_in_bytes(u->k, t);
    size_t step = t->px == 1 && t->kernel == 1 ? 0 : (size_t)t->g.axis[t->g.n - 1].dilation, n = 0, shift;
    for (size_t s = 0; s < t->n_seg; s++) {
        size_t tap = t->merged ? s * t->kernel : s;
        size_t column = tap / t->kernel * t->tap_pitch * t->stripe + tap % t->kernel * step;
        size_t at = column * t->c_pad + group * t->cg_pad;
        if (!bytes) u->off[n++] = at;
        for (size_t i = 0; i < t->blocks && bytes; i++) u->off[n++] = at + cm_qconv_bytes_block(t->len, i, &shift);
    }
}

/* Bias, factors and zero points of a panel, the latter less 128. True: some zero point is not 0 then. */
static bool qtiles_channels(const qtiles_run *u, const qtiles_panel *p, bool whole, int32_t *zero) {
    if (u->bias != NULL) cm_integer_floats(u->k, p->m, p->cols, u->scale, u->bias);
    return cm_qlinear_channels(u->k, p->m, p->cols, whole, u->init, u->scale, zero);
}

/* What a task computes: rows [row, row + n) of outputs of an image, columns [column, column + n_columns), panels
 * [from, to). */
typedef struct qtiles_part {
    size_t image, row, n, column, n_columns, from, to;
    bool whole; /* the sums themselves */
} qtiles_part;

/* Pixels of panel p that are one call: those of row r of the task, or all. */
typedef struct qtiles_call {
    size_t first, n; /* of the task's pixels */
    size_t y;        /* elements of y before the first */
} qtiles_call;

static size_t qtiles_calls(const qtiles *t, const qtiles_part *a) { return a->n_columns == t->width ? 1 : a->n; }

static qtiles_call qtiles_call_at(const qtiles *t, const qtiles_part *a, const qtiles_panel *p, size_t r) {
    size_t rows = a->n_columns == t->width ? a->n : 1; /* which follow one another */
    size_t pixel = (a->image * t->rows + a->row + r) * t->width + a->column;
    return (qtiles_call){r * a->n_columns, rows * a->n_columns, pixel * t->m + p->m};
}

/* Panel p in words. */
static void qtiles_words(const qtiles_run *u, const qtiles_part *part, const qtiles_panel *p) {
    const cm_kctx *k = u->k;
    const qtiles *t = u->t;
    cm_tensor *y = cm_out(k, 0);
    cm_qconv_tile_args a = {.off = u->off, .n_seg = t->n_seg, .len = t->len, .ld = t->m, .cols = p->cols};
    int32_t zero[CM_QCONV_TILE_NR_MAX];
    int16_t *twice = u->w_zero;
    if (qtiles_channels(u, p, part->whole, zero)) a.zero = twice;
    for (size_t m = 0; m < p->cols; m++) twice[2 * m] = twice[2 * m + 1] = (int16_t)zero[m];
    if (!part->whole) a.y_zero = cm_qlinear_zero(k, CM_QLINEAR_Y_ZERO, 0, y);
    a.flip = cm_qlinear_flip(y);
    a.init = u->init;
    a.scale = u->scale;
    a.bias = u->bias;
    a.lo = u->clamp.lo;
    a.hi = u->clamp.hi;
    a.w = (const int8_t *)u->w + p->w;
    for (size_t r = 0; r < qtiles_calls(t, part); r++) {
        qtiles_call c = qtiles_call_at(t, part, p, r);
        a.x = (const int16_t *const *)(const void *)(u->at + c.first);
        a.n = c.n;
        if (part->whole) a.sums = (uint32_t *)y->data + c.y;
        if (!part->whole) a.y = (uint8_t *)y->data + c.y;
        CM_PRIM(k, qconv_tile)(&a);
    }
}

/* Panel number i, p, in bytes. rows: whether the sums of x are known already; they are if a panel wants them. */
static void qtiles_bytes(const qtiles_run *u, const qtiles_part *part, const qtiles_panel *p, size_t i, bool *rows) {
    const cm_kctx *k = u->k;
    const qtiles *t = u->t;
    cm_tensor *y = cm_out(k, 0);
    cm_qconv_bytes_args a = {.off = u->off, .ld = t->m, .cols = p->cols, .init = u->init, .scale = u->scale};
    a.bias = u->bias;
    a.lo = u->clamp.lo;
    a.hi = u->clamp.hi;
    int32_t *zero = u->w_zero;
    bool any = qtiles_channels(u, p, part->whole, zero);
    const size_t *index = (const size_t *)(const void *)u->w + 1;
    a.head = (const cm_qconv_bytes_head *)(const void *)(u->w + index[i]);
    if (i + 1 < t->panels * t->groups) a.next = u->w + index[i + 1];
    for (size_t m = 0; m < p->cols; m++) {
        uint32_t w_sum = (uint32_t)a.head->sum[m] - (uint32_t)(t->cg * t->taps) * (uint32_t)zero[m];
        u->init[m] = (int32_t)((uint32_t)u->init[m] - (uint32_t)u->zero * w_sum);
    }
    for (size_t j = 0; j < part->n * part->n_columns && any && !*rows; j++) {
        u->row[j] = 0;
        for (size_t s = 0; s < t->n_seg; s++)
            u->row[j] += CM_PRIM(k, byte_sum)((const uint8_t *)u->at[j] + u->off[s * t->blocks], t->len);
    }
    *rows = *rows || any;
    a.zero = zero;
    if (!part->whole) a.y_zero = cm_qlinear_zero(k, CM_QLINEAR_Y_ZERO, 0, y);
    a.flip = cm_qlinear_flip(y);
    for (size_t r = 0; r < qtiles_calls(t, part); r++) {
        qtiles_call c = qtiles_call_at(t, part, p, r);
        a.x = (const uint8_t *const *)(const void *)(u->at + c.first);
        a.n = c.n;
        if (any) a.row = u->row + c.first;
        if (part->whole) a.sums = (uint32_t *)y->data + c.y;
        if (!part->whole) a.y = (uint8_t *)y->data + c.y;
        CM_PRIM(k, qconv_bytes)(&a);
    }
}

static void qtiles_task(const qtiles_run *u, const qtiles_part *part) {
    const qtiles *t = u->t;
    const uint8_t *x = u->x + part->image * t->g.in_plane * t->c, *from = u->wide;
    bool rows = false, bytes = qtiles_in_bytes(u->k, t);
    if (bytes && t->flat && u->flip == 0 && t->len >= CM_QCONV_BYTES_BLOCK) {
        from = x + part->column * t->c;
    } else {
        qtiles_fill(u, x, part->row, part->n, part->column, part->n_columns);
    }
    size_t column = t->c_pad * qtiles_unit(u->k, t);
    for (size_t r = 0, i = 0; r < part->n; r++) {
        for (size_t j = 0; j < part->n_columns; j++)
            u->at[i++] = from + (r * t->row_pitch * t->stripe + j * t->px) * column;
    }
    for (size_t i = part->from; i < part->to; i++) {
        qtiles_panel p = qtiles_panel_at(t, i);
        if (i == part->from || i % t->panels == 0) qtiles_offsets(u, p.group), rows = false;
        if (bytes) {
            qtiles_bytes(u, part, &p, i, &rows);
        } else {
            qtiles_words(u, part, &p);
        }
    }
    qtiles_panel first = qtiles_panel_at(t, part->from), last = qtiles_panel_at(t, part->to - 1);
    for (size_t r = 0; r < qtiles_calls(t, part) && u->bias != NULL; r++) {
        qtiles_call c = qtiles_call_at(t, part, &first, r);
        cm_integer_stage(u->k, c.y, c.n, last.m + last.cols - first.m, t->m);
    }
}

/* Scratch: that of a worker, some 170 KiB at most if a row of outputs allows. Errors: E_LIMIT too many tasks. */
cameo_status cm_qconv_last_setup(const cm_kctx *k, cm_setup *s) {
    qtiles t;
    qtiles_room r;
    size_t n;
    CM_TRY(qtiles_init(k, &t));
    bool fits = qtiles_room_of(k, &t, &r) == CAMEO_OK && !cm_ckd_mul(t.n_rows, t.n_columns, &n) &&
                !cm_ckd_mul(n, t.images, &n) && !cm_ckd_mul(n, t.n_panels, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", t.images, t.g.out_plane);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = r.size;
    return CAMEO_OK;
}

/* The panels, or in the form of bytes the index, which settles the form of t. */
static const uint8_t *qtiles_packed(const cm_kctx *k, qtiles *t) {
    const uint8_t *w = cm_in(k, t->at.w)->data;
    if (qtiles_form(k) == CM_QCONV_WORDS || cm_in(k, t->at.w)->n == 0) return w;
    if (*(const size_t *)(const void *)w == 0) return w + qtiles_index_size(t);
    qtiles_use_bytes(t);
    return w;
}

cameo_status cm_qconv_last_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    qtiles t;
    qtiles_room r;
    (void)phase;
    CM_TRY(qtiles_init(k, &t));
    CM_TRY(qtiles_room_of(k, &t, &r));
    uint8_t *room = k->worker_scratch;
    const cm_tensor *x = cm_in(k, t.at.x);
    const uint8_t *w = qtiles_packed(k, &t);
    qtiles_run u = {.k = k,
                    .t = &t,
                    .x = x->data,
                    .flip = cm_qlinear_flip(x),
                    .zero = cm_qlinear_zero(k, t.at.x_zero, 0, x),
                    .w = w,
                    .wide = room + r.x,
                    .at = (const void **)(void *)(room + r.at),
                    .off = (size_t *)(void *)(room + r.off),
                    .init = (int32_t *)(void *)(room + r.init),
                    .scale = (float *)(void *)(room + r.scale),
                    .bias = cm_out(k, 0)->dtype == CAMEO_FLOAT ? (float *)(void *)(room + r.bias) : NULL,
                    .clamp = cm_integer_clamp(k),
                    .w_zero = room + r.zero,
                    .row = (uint32_t *)(void *)(room + r.row)};
    memset(u.init, 0, r.size - r.init);
    for (size_t i = begin; i < end; i++) {
        size_t block = i / t.n_panels / t.n_columns;
        qtiles_part p = {.image = block / t.n_rows, .whole = !cm_qlinear_is_byte(cm_out(k, 0))};
        p.row = block % t.n_rows * t.task_rows;
        p.n = cm_min_size(t.task_rows, t.rows - p.row);
        p.column = i / t.n_panels % t.n_columns * t.task_columns;
        p.n_columns = cm_min_size(t.task_columns, t.width - p.column);
        p.from = i % t.n_panels * t.task_panels;
        p.to = cm_min_size(p.from + t.task_panels, t.panels * t.groups);
        qtiles_task(&u, &p);
    }
    return CAMEO_OK;
}

/* ---- packing ---- */

/* All panels of quads behind an index. Errors: E_LIMIT the size does not fit. */
static cameo_status qtiles_quads_size(const qtiles *words, size_t *bytes) {
    qtiles t = *words;
    size_t n;
    qtiles_use_bytes(&t);
    bool fits = cm_qconv_bytes_quads_room(t.n_seg, t.len, t.nr, &n) && !cm_ckd_align(n, QTILE_ALIGN, &n) &&
                !cm_ckd_mul(n, t.panels, &n) && !cm_ckd_mul(n, t.groups, &n) &&
                !cm_ckd_add(n, qtiles_index_size(&t), bytes);
    return fits ? CAMEO_OK : CAMEO_E_LIMIT;
}

/* Errors: E_LIMIT the size does not fit. */
cameo_status cm_qconv_last_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    qtiles t;
    size_t n;
    (void)in;
    qtiles_weights(k, &t);
    bool over = cm_ckd_mul(t.panels, t.nr, &n) || cm_ckd_mul(n, t.taps, &n) || cm_ckd_mul(n, t.cg_pad, &n) ||
                cm_ckd_mul(n, t.groups, &n);
    if (over) return CAMEO_E_LIMIT;
    *bytes = qtiles_group_size(&t) * t.groups;
    if (qtiles_form(k) == CM_QCONV_WORDS) return CAMEO_OK;
    if (qtiles_form(k) == CM_QCONV_QUADS) return qtiles_quads_size(&t, bytes);
    over = cm_ckd_mul(t.panels, t.groups, &n) || cm_ckd_mul(n, 2 * sizeof(cm_qconv_bytes_head), &n) ||
           cm_ckd_add(n, qtiles_index_size(&t), &n) || cm_ckd_add(n, *bytes / QTILE_MORE, &n) ||
           cm_ckd_add(n, *bytes, bytes);
    return over ? CAMEO_E_LIMIT : CAMEO_OK;
}

static cm_qconv_bytes_source qtiles_source_of(const cm_kctx *k, const qtiles *t, const qtiles_panel *p) {
    const cm_tensor *w = cm_in(k, t->at.w);
    bool matmul = qtiles_is_matmul(k);
    cm_qconv_bytes_source s = {.n_seg = t->n_seg, .len = t->len, .c = t->cg, .nr = t->nr, .cols = p->cols};
    s.form = qtiles_form(k);
    s.ld_j = matmul ? 1 : t->cg * t->taps;
    s.ld_c = matmul ? t->m : t->taps;
    s.taps = t->merged ? t->kernel : 1;
    s.w = (const uint8_t *)w->data + p->m * s.ld_j;
    s.flip = cm_qlinear_flip(w) ^ 0x80;
    return s;
}

/* One panel: dst[tap][c / 2][j][c % 2]. */
static void qtiles_pack_panel(const qtiles *t, const cm_qconv_bytes_source *s, uint8_t *dst) {
    size_t width = cm_qconv_tile_width(t->nr, s->cols);
    for (size_t tap = 0; tap < t->taps; tap++) {
        for (size_t c = 0; c < t->cg; c++) {
            const uint8_t *from = s->w + c * s->ld_c + tap;
            uint8_t *to = dst + (tap * t->cg_pad + (c & ~(size_t)1)) * width + (c & 1);
            for (size_t j = 0; j < s->cols; j++) to[2 * j] = from[j * s->ld_j] ^ s->flip;
        }
    }
}

/* Index word 0 while panels are missing: 2 and the cost of those that are there. */
#define QTILES_PARTLY 2

/* Panels [begin, end) in bytes behind an index, after those before begin; false: they do not fit, or cost more than
 * words. */
static bool qtiles_pack_form(const cm_kctx *k, const qtiles *words, size_t begin, size_t end, uint8_t *dst,
                             size_t room) {
    qtiles t = *words;
    size_t *index = (size_t *)(void *)dst, n_panels = t.panels * t.groups;
    size_t cost = begin == 0 ? 0 : index[0] - QTILES_PARTLY, at = begin == 0 ? qtiles_index_size(&t) : index[1 + begin];
    size_t least = words->taps * words->cg_pad / 2 * CM_QCONV_BYTES_STEP;
    qtiles_use_bytes(&t);
    for (size_t i = begin; i < end; i++) {
        qtiles_panel p = qtiles_panel_at(&t, i);
        cm_qconv_bytes_source s = qtiles_source_of(k, &t, &p);
        size_t n = cm_qconv_bytes_pack(&s, dst + at, room - at, &cost);
        if (n == 0 || cost > (i + 1) * least) return false;
        index[1 + i] = at;
        at = qtiles_div_up(at + n, QTILE_ALIGN) * QTILE_ALIGN;
        if (at > room) return false;
    }
    if (end < n_panels) index[1 + end] = at;
    index[0] = end < n_panels ? QTILES_PARTLY + cost : 1;
    return true;
}

/* Where words turn out to be better after some parts, the panels of these are packed again, as words. */
void cm_qconv_last_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in);
    qtiles t;
    size_t room, begin, end;
    qtiles_weights(k, &t);
    if (w->n == 0) return;
    cm_pack_units(k, t.panels * t.groups, &begin, &end);
    if (begin == end) return;
    uint8_t *to = dst;
    bool bytes = false, clear = begin == 0, done = end == t.panels * t.groups;
    if (qtiles_form(k) != CM_QCONV_WORDS) {
        bool may = begin == 0 || *(const size_t *)dst != 0;
        bytes = may && cm_qconv_last_pack_size(k, in, &room) == CAMEO_OK &&
                qtiles_pack_form(k, &t, begin, end, dst, room);
        if (may && !bytes) {
            *(size_t *)dst = 0;
            begin = 0;
            clear = true;
        }
        to += qtiles_index_size(&t);
    }
    if (!bytes && clear) memset(to, 0, qtiles_group_size(&t) * t.groups);
    for (size_t i = begin; i < end && !bytes; i++) {
        qtiles_panel p = qtiles_panel_at(&t, i);
        cm_qconv_bytes_source s = qtiles_source_of(k, &t, &p);
        qtiles_pack_panel(&t, &s, to + p.w);
        if (!qtiles_is_matmul(k)) cm_pack_spent(k, s.w, p.cols * t.cg * t.taps);
    }
    if (done && (bytes || qtiles_is_matmul(k))) cm_pack_spent(k, w->data, w->n);
}
