/* convtranspose.c — ConvTranspose:
 *   y[n][m][o] = b[m] + sum over c, k, i with i*stride - pad + k*dilation == o of w[c][m'][k] * x[n][c][i]
 * where c runs through the channels of the group of m and m' is m within its group.
 *
 *   x [N][C][in...]   w [C][M/group][kernel...]   b [M], may be absent   y [N][M][out...]
 *
 * The output falls into combs, each a plain convolution (comb.h), computed in one of two ways:
 *   product  per image, group and comb w' [M/group][K] * columns [K][P], K = C/group * taps of the
 *            comb, P = its outputs, in tiles of bounded size; the columns are gathered panel by panel
 *            (im2col.h), or read in place where the comb has one tap. f32.
 *   direct   per channel and comb, 16 outputs of the comb at a time: thin groups, and all other
 *            dtypes. Sums in f32 (f16, bf16) or f64 (f64), channel by channel, then the bias.
 * Both are for channels in front of the spatial axes. Channels behind them: kernels/convtranspose_last.c.
 * Source: ONNX ConvTranspose, since_version 1, 11, 22; pads from output_shape as ONNX Runtime: never
 * below 0, the odd one at the beginning but for SAME_UPPER. */
#include "kernels/convtranspose.h"

#include "kernels/im2col.h"

static const cm_field convtranspose_fields[] = {
    CM_WINDOW_FIELDS(cm_convtranspose_params, window),
    CM_F_I32(cm_convtranspose_params, group, 1),
    CM_F_I32S(cm_convtranspose_params, output_padding),
    CM_F_I32S(cm_convtranspose_params, output_shape),
    CM_F_OWN(cm_convtranspose_params, channels_last),
};

/* The dim of spatial axis 0, and that of the channels. */
static uint32_t convtranspose_axes(const cm_convtranspose_params *q) { return q->channels_last != 0 ? 1 : 2; }
static uint32_t convtranspose_channels(const cm_convtranspose_params *q, uint32_t rank) {
    return q->channels_last != 0 ? rank - 1 : 1;
}

static cameo_status convtranspose_parse(const cm_parse *p, void *params) {
    cm_convtranspose_params *q = params;
    CM_CHECK(q->group >= 1, p->e, CAMEO_E_SHAPE, "group is %d, want at least 1", (int)q->group);
    for (int32_t i = 0; i < q->n_output_padding; i++) {
        CM_CHECK(q->output_padding[i] >= 0, p->e, CAMEO_E_SHAPE,
                 "output_padding[%d] is %d, want at least 0", (int)i, (int)q->output_padding[i]);
    }
    for (int32_t i = 0; i < q->n_output_shape; i++) {
        CM_CHECK(q->output_shape[i] >= 0, p->e, CAMEO_E_SHAPE,
                 "output_shape[%d] is %d, want at least 0", (int)i, (int)q->output_shape[i]);
    }
    return cm_window_parse(p, &q->window);
}

/* Channels of x, w and the bias agree. */
static cameo_status convtranspose_check_channels(const cm_shape *s, const cm_avalue *x,
                                                 const cm_avalue *w) {
    const cm_convtranspose_params *q = s->params;
    const cm_avalue *b = cm_shape_in(s, 2);
    cm_dim m = cm_dim_mul(s->dims, w->dims[1], q->group);
    cm_dim c = x->dims[convtranspose_channels(q, x->rank)];
    CM_CHECK(cm_shape_equal(s, c, w->dims[0]), s->e, CAMEO_E_SHAPE,
             "X has %lld channels, W has %lld", CM_LL(c), CM_LL(w->dims[0]));
    CM_CHECK(!cm_dim_is_const(w->dims[0]) || w->dims[0] % q->group == 0, s->e, CAMEO_E_SHAPE,
             "%lld input channels do not divide into %d groups", CM_LL(w->dims[0]), (int)q->group);
    if (b->kind == CAMEO_KIND_NONE || b->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    bool bias = b->rank == 1 && cm_shape_equal(s, b->dims[0], m);
    CM_CHECK(bias, s->e, CAMEO_E_SHAPE, "B has rank %u and %lld elements, want [%lld]", b->rank,
             CM_LL(b->rank == 0 ? 1 : b->dims[0]), CM_LL(m));
    return CAMEO_OK;
}

/* output_shape for axis i of n; some models give the dims of images and channels, too. */
static int32_t convtranspose_given(const cm_convtranspose_params *q, uint32_t i, uint32_t n) {
    return q->output_shape[i + (uint32_t)q->n_output_shape - n];
}

static cameo_status convtranspose_shape_axis(const cm_shape *s, const cm_avalue *x, cm_dim taps,
                                             uint32_t i, cm_dim *out) {
    const cm_convtranspose_params *q = s->params;
    const cm_window_attrs *a = &q->window;
    cm_dim in = x->dims[i + convtranspose_axes(q)];
    cm_window w; /* all but the kernel, which may be no number */
    CM_TRY(cm_window_axis(a, i, 0, cm_dim_is_const(taps) ? taps : 1, &w, s->e));
    if (q->n_output_shape != 0) {
        *out = convtranspose_given(q, i, x->rank - 2);
    } else if (a->auto_pad != CM_AUTO_PAD_NOTSET) {
        *out = cm_dim_mul(s->dims, in, a->n_strides != 0 ? a->strides[i] : 1);
    } else {
        int64_t more = q->n_output_padding != 0 ? q->output_padding[i] : 0;
        more += (int64_t)1 - w.dilation - w.pad_begin - w.pad_end;
        cm_dim last = cm_dim_mul(s->dims, cm_dim_sub(s->dims, in, 1), w.stride);
        cm_dim extent = cm_dim_mul(s->dims, taps, w.dilation);
        *out = cm_dim_add(s->dims, cm_dim_add(s->dims, last, extent), more);
    }
    return CAMEO_OK;
}

static cameo_status convtranspose_shape(cm_shape *s) {
    const cm_convtranspose_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *w = cm_shape_in(s, 1);
    uint32_t rank = x->rank;
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, w->rank, NULL);
    CM_CHECK(rank >= 3 && (w->rank == rank || w->rank == CM_RANK_UNKNOWN), s->e, CAMEO_E_SHAPE,
             "X has rank %u and W %u, want equal ones from 3", rank, w->rank);
    int32_t n = (int32_t)rank - 2;
    CM_CHECK(q->n_output_padding == 0 || q->n_output_padding == n, s->e, CAMEO_E_SHAPE,
             "output_padding is for %d spatial axes, the input has %d", (int)q->n_output_padding,
             (int)n);
    CM_CHECK(q->n_output_shape == 0 || q->n_output_shape == n || q->n_output_shape == n + 2, s->e,
             CAMEO_E_SHAPE, "output_shape has %d numbers, the input has %d spatial axes",
             (int)q->n_output_shape, (int)n);
    if (w->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, rank, NULL);
    cm_dim dims[CM_MAX_RANK] = {x->dims[0]};
    dims[convtranspose_channels(q, rank)] = cm_dim_mul(s->dims, w->dims[1], q->group);
    CM_TRY(convtranspose_check_channels(s, x, w));
    CM_TRY(cm_window_check(s, &q->window, rank - 2, w->dims + 2));
    for (uint32_t i = 0; i < rank - 2; i++) {
        cm_dim taps = q->window.n_kernel_shape != 0 ? q->window.kernel_shape[i] : w->dims[i + 2];
        CM_TRY(convtranspose_shape_axis(s, x, taps, i, &dims[i + convtranspose_axes(q)]));
    }
    return cm_shape_out(s, 0, x->dtype, rank, dims);
}

/* Multiply-adds that take as long as the beginning of a comb, and as an element of the result. */
#define CONVTRANSPOSE_COMB 1024
#define CONVTRANSPOSE_OUTPUT 4

/* Multiply-adds: of an axis each result looks at a tap in as many as the stride. Results that lie as many apart as the
 * stride are a comb, which is begun by itself. */
static uint64_t convtranspose_cost(const cm_shape *s) {
    const cm_convtranspose_params *q = s->params;
    const cm_avalue *w = cm_shape_in(s, 1), *y = &s->out[0];
    uint32_t axes = convtranspose_axes(q), channels = axes == 1 ? y->rank - 1u : 1;
    uint64_t n = (uint64_t)w->dims[0] / (uint64_t)q->group;
    uint64_t combs = cm_cost_mul(CONVTRANSPOSE_COMB, (uint64_t)y->dims[0]);
    combs = cm_cost_mul(combs, (uint64_t)y->dims[channels]);
    for (uint32_t i = 0; i + 2 < w->rank; i++) {
        uint64_t stride = i < (uint32_t)q->window.n_strides ? (uint64_t)q->window.strides[i] : 1;
        uint64_t taps = (uint64_t)w->dims[i + 2], out = (uint64_t)y->dims[axes + i];
        n = cm_cost_mul(n, taps / stride + (taps % stride != 0));
        combs = cm_cost_mul(combs, stride < out ? stride : out);
    }
    n = cm_cost_mul(cm_cost_add(n, CONVTRANSPOSE_OUTPUT), cm_shape_cost(y, 1));
    return cm_cost_add(n, combs);
}

const cm_op cm_op_ConvTranspose = {.id = CM_OP_ConvTranspose,
                                   .n_fields =
                                       sizeof convtranspose_fields / sizeof *convtranspose_fields,
                                   .params_size = sizeof(cm_convtranspose_params),
                                   .fields = convtranspose_fields,
                                   .parse = convtranspose_parse,
                                   .shape = convtranspose_shape,
                                   .cost = convtranspose_cost};

/* ---- sizes ---- */

/* Fewest output channels of a group for which the product is the better way. */
#define CONVTRANSPOSE_MIN_ROWS 4
/* Neighbouring outputs of a comb that the direct way sums up together. */
#define CONVTRANSPOSE_BLOCK 16
/* Groups of packed weights begin at multiples of this many bytes. */
#define CONVTRANSPOSE_PACK_ALIGN ((size_t)64)
/* Multiply-adds of a tile of the product, but no less than CONVTRANSPOSE_COLUMNS columns. */
#define CONVTRANSPOSE_TILE ((size_t)1 << 25)
#define CONVTRANSPOSE_COLUMNS (2 * (size_t)CM_GEMM_NU)

/* p is NULL only for a tensor without elements, and then n is 0. */
static const uint8_t *convtranspose_at(const void *p, size_t n, size_t size) {
    return n == 0 ? p : (const uint8_t *)p + n * size;
}

/* Leading pad of axis i: given, or what makes the output as large as it is. Errors: E_LIMIT. */
static cameo_status convtranspose_pad(const cm_kctx *k, uint32_t i, const cm_window *w,
                                      size_t *pad) {
    const cm_convtranspose_params *q = k->params;
    uint32_t axis = i + convtranspose_axes(q);
    int64_t total, in = (int64_t)cm_in(k, 0)->dims[axis], out = (int64_t)cm_out(k, 0)->dims[axis];
    bool same = q->window.auto_pad != CM_AUTO_PAD_NOTSET;
    *pad = (size_t)w->pad_begin;
    if (!same && q->n_output_shape == 0) return CAMEO_OK;
    int64_t more = ((int64_t)w->kernel - 1) * w->dilation + 1 - w->stride;
    if (q->n_output_padding != 0) more += q->output_padding[i];
    bool fits = !cm_ckd_mul_i64(in, w->stride, &total) && !cm_ckd_add_i64(total, more, &total) &&
                !cm_ckd_sub_i64(total, out, &total) && total <= PTRDIFF_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "axis %u of %lld inputs with stride %d is too long", i,
             CM_LL(in), (int)w->stride);
    total = cm_max_i64(0, total);
    *pad = (size_t)(q->window.auto_pad == CM_AUTO_PAD_SAME_UPPER ? total / 2 : total - total / 2);
    return CAMEO_OK;
}

cameo_status cm_convtranspose_sizes_init(const cm_kctx *k, cm_convtranspose_sizes *s) {
    const cm_convtranspose_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *w = cm_in(k, 1);
    const cm_tensor *y = cm_out(k, 0);
    s->n = x->dims[0];
    s->c = w->dims[0];
    s->m = y->dims[convtranspose_channels(q, y->rank)];
    s->group = (size_t)q->group;
    s->cg = s->c / s->group;
    s->mg = w->dims[1];
    s->combs = cm_combs_none();
    for (uint32_t i = 0; i < x->rank - 2u; i++) {
        uint32_t axis = i + convtranspose_axes(q);
        size_t pad, taps = w->dims[i + 2], in = x->dims[axis], out = y->dims[axis];
        cm_window v;
        CM_CHECK(in <= PTRDIFF_MAX && out <= PTRDIFF_MAX && taps <= INT32_MAX, k->e, CAMEO_E_LIMIT,
                 "axis %u has %zu inputs, %zu outputs, kernel %zu", i, in, out, taps);
        CM_TRY(cm_window_axis(&q->window, i, 0, (int64_t)taps, &v, k->e));
        CM_TRY(convtranspose_pad(k, i, &v, &pad));
        CM_TRY(cm_combs_add(&s->combs, &v, pad, in, out, k->e));
    }
    s->planes = y->n == 0 ? 0 : s->n * s->m * s->combs.count;
    return CAMEO_OK;
}

bool cm_convtranspose_weights_init(const cm_window_attrs *a, const cm_tensor *w, cm_combs *combs) {
    *combs = cm_combs_none();
    for (uint32_t i = 0; i < w->rank - 2u; i++) {
        cm_window v;
        if (cm_window_axis(a, i, 0, (int64_t)w->dims[i + 2], &v, NULL) != CAMEO_OK ||
            cm_combs_add(combs, &v, 0, 0, 0, NULL) != CAMEO_OK)
            return false;
    }
    return true;
}

/* ---- f32 as a product ---- */

/* Tiles of a comb's product [mg][outputs]; a comb with fewer outputs than others leaves some of
 * them without work. */
typedef struct convtranspose_tiles {
    size_t rows, columns;     /* of a tile, at most */
    size_t n_rows, n_columns; /* tiles */
} convtranspose_tiles;

static convtranspose_tiles convtranspose_tiles_of(const cm_convtranspose_sizes *z) {
    convtranspose_tiles t = {cm_min_size(z->mg, CM_GEMM_MB), CM_GEMM_NB, 0, 0};
    size_t depth = cm_max_size(1, z->cg * z->combs.max_taps);
    while (t.columns > CONVTRANSPOSE_COLUMNS &&
           t.columns > CONVTRANSPOSE_TILE / cm_max_size(1, t.rows) / depth) {
        t.columns /= 2;
    }
    t.columns = cm_min_size(t.columns, z->combs.max_outputs);
    if (z->planes == 0) return t;
    t.n_rows = z->mg / t.rows + (z->mg % t.rows != 0);
    t.n_columns = z->combs.max_outputs / t.columns + (z->combs.max_outputs % t.columns != 0);
    return t;
}

/* Without steps in it a comb is the plane: its tiles are computed where they belong. */
static bool convtranspose_in_place(const cm_convtranspose_sizes *z) {
    for (uint32_t i = 0; i < z->combs.n; i++) {
        if (z->combs.axis[i].t.stride != 1) return false;
    }
    return true;
}

/* Bytes of a tile, whatever the depth: never less for larger dims. */
static size_t convtranspose_tile_bytes(const cm_convtranspose_sizes *z) {
    if (convtranspose_in_place(z)) return 0;
    size_t columns = cm_min_size(z->combs.max_outputs, CM_GEMM_NB);
    size_t bytes = cm_min_size(z->mg, CM_GEMM_MB) * columns * sizeof(float);
    return (bytes + CAMEO_ALIGN - 1) / CAMEO_ALIGN * CAMEO_ALIGN;
}

static cameo_status convtranspose_product_setup(const cm_kctx *k, const cm_convtranspose_sizes *z,
                                                cm_setup *s) {
    convtranspose_tiles t = convtranspose_tiles_of(z);
    size_t n = z->planes == 0 ? 0 : z->n * z->group * z->combs.count;
    bool fits = !cm_ckd_mul(n, t.n_rows, &n) && !cm_ckd_mul(n, t.n_columns, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", z->n,
             z->combs.out_plane);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch =
        convtranspose_tile_bytes(z) +
        cm_gemm_f32_scratch(t.rows, t.columns, z->cg * z->combs.max_taps, CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK;
}

/* The weights of one group and comb as a matrix: row m, depth (c, tap of the comb). */
typedef struct convtranspose_weights {
    const cm_combs *combs;
    const cm_comb *b;
    const uint8_t *w; /* [cg][mg][taps] f32, alignment 1 */
    size_t mg;
    size_t row; /* output channel that is row 0 */
} convtranspose_weights;

static void convtranspose_gather(const void *ctx, const cm_gemm_panel *p) {
    const convtranspose_weights *v = ctx;
    size_t taps = v->combs->taps;
    for (size_t l = 0; l < p->kc; l++) {
        float *dst = p->dst + l * p->w;
        size_t c = (p->k0 + l) / v->b->g.taps;
        size_t tap = cm_comb_tap(v->combs, v->b, (p->k0 + l) % v->b->g.taps);
        const uint8_t *w = v->w + ((c * v->mg + v->row + p->j0) * taps + tap) * sizeof(float);
        for (size_t j = 0; j < p->nj; j++) dst[j] = cm_load_f32(w + j * taps * sizeof(float));
        for (size_t j = p->nj; j < p->w; j++) dst[j] = 0.0f;
    }
}

/* Bytes of one group of packed weights. */
static cameo_status convtranspose_group_size(const cm_kctx *k, size_t mg, size_t depth,
                                             size_t *bytes) {
    size_t size;
    CM_TRY(cm_gemm_f32_pack_a_size(mg, depth, CM_PRIM(k, gemm_f32_fmt), &size));
    return cm_ckd_align(size, CONVTRANSPOSE_PACK_ALIGN, bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Where the packed weights of a group and comb begin. */
static cameo_status convtranspose_packed_at(const cm_kctx *k, const cm_convtranspose_sizes *z,
                                            size_t group, const cm_comb *b, const float **packed) {
    size_t size, before = z->cg * cm_comb_taps_before(&z->combs, b);
    CM_TRY(convtranspose_group_size(k, z->mg, z->cg * z->combs.taps, &size));
    const float *w = (const float *)cm_in(k, 1)->data + group * (size / sizeof(float));
    CM_TRY(cm_gemm_f32_pack_a_size(z->mg, before, CM_PRIM(k, gemm_f32_fmt), &size));
    *packed = w + size / sizeof(float);
    return CAMEO_OK;
}

/* One tile of one comb. */
typedef struct convtranspose_tile {
    size_t part; /* image * groups + group */
    cm_comb b;
    size_t row, rows;       /* output channels of the group */
    size_t column, columns; /* outputs of the comb; columns may be 0 */
} convtranspose_tile;

static convtranspose_tile convtranspose_tile_at(const cm_convtranspose_sizes *z,
                                                const convtranspose_tiles *t, size_t task) {
    convtranspose_tile v;
    CM_ASSERT(t->n_rows != 0 && t->n_columns != 0); /* there are tasks */
    v.row = task % t->n_rows * t->rows;
    v.rows = cm_min_size(t->rows, z->mg - v.row);
    task /= t->n_rows;
    v.column = task % t->n_columns * t->columns;
    task /= t->n_columns;
    v.b = cm_comb_at(&z->combs, task % z->combs.count);
    v.part = task / z->combs.count;
    v.columns =
        v.column >= v.b.g.out_plane ? 0 : cm_min_size(t->columns, v.b.g.out_plane - v.column);
    return v;
}

/* src [rows][columns] to the places of the comb in y [rows][out_plane]. */
static void convtranspose_spread(const cm_convtranspose_sizes *z, const convtranspose_tile *v,
                                 const float *src, float *y) {
    for (size_t j = 0; j < v->columns;) {
        cm_comb_run run = cm_comb_run_at(&z->combs, &v->b, v->column + j, v->columns - j);
        for (size_t i = 0; i < v->rows; i++) {
            const float *from = src + i * v->columns + j;
            float *to = y + i * z->combs.out_plane + run.at;
            for (size_t o = 0; o < run.n; o++) to[o * run.step] = from[o];
        }
        j += run.n;
    }
}

static cameo_status convtranspose_tile_run(const cm_kctx *k, const cm_convtranspose_sizes *z,
                                           const convtranspose_tile *v, float *tile,
                                           void *scratch) {
    const cm_tensor *w = cm_in(k, 1);
    const cm_tensor *b = cm_in(k, 2);
    size_t depth = z->cg * v->b.g.taps, group = v->part % z->group;
    float *y = (float *)cm_out(k, 0)->data + (v->part * z->mg + v->row) * z->combs.out_plane;
    cm_gemm_f32_args a = cm_gemm_f32_args_init(v->rows, v->columns, depth);
    const uint8_t *x =
        convtranspose_at(cm_in(k, 0)->data, v->part * z->cg * z->combs.in_plane, sizeof(float));
    cm_im2col columns = {.g = &v->b.g, .x = x, .first = v->column};
#if !CM_SMALL
    columns.row_taps = CM_PRIM(k, row_taps);
#endif
    convtranspose_weights weights = {
        &z->combs, &v->b,
        convtranspose_at(w->data, group * z->cg * z->mg * z->combs.taps, sizeof(float)), z->mg,
        v->row};
    if (depth == 0) {
        a.a = a.b = w; /* not read */
    } else if (w->format != CM_FORMAT_PLAIN) {
        CM_TRY(convtranspose_packed_at(k, z, group, &v->b, &a.packed_a));
        a.packed_a += v->row * depth;
    } else {
        a.pack_a = convtranspose_gather;
        a.pack_a_ctx = &weights;
    }
    if (depth != 0 && cm_geom_is_pointwise(&v->b.g)) {
        a.b = x + v->column * sizeof(float);
        a.rs_b = z->combs.in_plane;
    } else if (depth != 0) {
        a.pack_b = cm_im2col_f32;
        a.pack_b_ctx = &columns;
    }
    if (b != NULL) {
        a.bias_kind = CM_GEMM_BIAS_ROW;
        a.bias = convtranspose_at(b->data, group * z->mg + v->row, sizeof(float));
    }
    bool in_place = convtranspose_in_place(z);
    a.c = in_place ? y + v->column : tile;
    if (in_place) a.ldc = z->combs.out_plane;
    size_t n = cm_gemm_f32_tasks(v->rows, v->columns, depth, CM_PRIM(k, gemm_f32_fmt));
    for (size_t t = 0; t < n; t++) CM_PRIM(k, gemm_f32)(&a, t, scratch);
    if (!in_place) convtranspose_spread(z, v, tile, y);
    return CAMEO_OK;
}

/* Tasks of the product: tiles, image by image, group by group, comb by comb. */
static cameo_status convtranspose_product_run(const cm_kctx *k, const cm_convtranspose_sizes *z,
                                              uint32_t begin, uint32_t end) {
    convtranspose_tiles tiles = convtranspose_tiles_of(z);
    size_t bytes = convtranspose_tile_bytes(z);
    for (uint32_t t = begin; t < end; t++) {
        convtranspose_tile v = convtranspose_tile_at(z, &tiles, t);
        if (v.columns == 0) continue;
        CM_TRY(convtranspose_tile_run(k, z, &v, (float *)(void *)k->worker_scratch,
                                      k->worker_scratch + bytes));
    }
    return CAMEO_OK;
}

/* ---- packed weights ---- */

/* Channels in front of the spatial axes. */
bool cm_convtranspose_accept_plain(const cm_row_query *q) {
    return ((const cm_convtranspose_params *)q->params)->channels_last == 0;
}

/* Constant weights of known size, groups that are not thin. */
bool cm_convtranspose_accept_packed(const cm_row_query *q) {
    size_t n;
    return cm_convtranspose_accept_plain(q) && cm_avalue_count(q->in[1], &n) && q->in[1]->rank >= 3 &&
           q->in[1]->dims[1] >= CONVTRANSPOSE_MIN_ROWS;
}

/* Format CM_FORMAT_GEMM_A: [group], each padded to 64 bytes, of [comb] packed operands A
 * [M/group][C/group * taps of the comb], combs in the order of their first taps.
 * Errors: E_LIMIT the size does not fit. */
cameo_status cm_convtranspose_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_convtranspose_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    size_t mg = w->dims[1], group = (size_t)q->group, size = 0;
    CM_TRY(convtranspose_group_size(k, mg, mg == 0 ? 0 : w->n / mg / group, &size));
    return cm_ckd_mul(size, group, bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Input channels [c, c + count) of the combs of one group of cg. b: the comb of v, the first one before and after. */
static void convtranspose_pack_channels(const cm_kctx *k, const convtranspose_weights *v, cm_comb *b, size_t cg,
                                        size_t c, size_t count, float *to) {
    cm_gemm_fmt fmt = CM_PRIM(k, gemm_f32_fmt);
    do {
        size_t bytes = 0;
        cm_gemm_f32_args a = cm_gemm_f32_args_init(v->mg, 0, cg * b->g.taps);
        a.pack_a = convtranspose_gather;
        a.pack_a_ctx = v;
        cm_gemm_f32_pack_a_depth(&a, fmt, c * b->g.taps, count * b->g.taps, to);
        if (cm_gemm_f32_pack_a_size(v->mg, a.k, fmt, &bytes) != CAMEO_OK) return;
        to += bytes / sizeof(float);
    } while (cm_comb_next(v->combs, b));
}

/* Group by group, piece by piece in the order of the input channels; what pads a group comes with its first piece. */
void cm_convtranspose_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_convtranspose_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    size_t mg = w->dims[1], group = (size_t)q->group, cg = w->dims[0] / group, used, size, i, end;
    cm_combs combs;
    if (w->n == 0 || convtranspose_group_size(k, mg, w->n / mg / group, &size) != CAMEO_OK ||
        cm_gemm_f32_pack_a_size(mg, w->n / mg / group, CM_PRIM(k, gemm_f32_fmt), &used) != CAMEO_OK ||
        !cm_convtranspose_weights_init(&q->window, w, &combs))
        return;
    cm_comb b = cm_comb_weights(&combs);
    size_t line = mg * combs.taps * sizeof(float), step = cm_pack_lines(line), pieces = (cg - 1) / step + 1;
    for (cm_pack_units(k, group * pieces, &i, &end); i < end; i++) {
        size_t c = i % pieces * step, n = cm_min_size(step, cg - c);
        uint8_t *to = (uint8_t *)dst + i / pieces * size;
        convtranspose_weights v = {&combs, &b, w->data, mg, 0};
        v.w += i / pieces * cg * line;
        if (c == 0) memset(to + used, 0, size - used);
        convtranspose_pack_channels(k, &v, &b, cg, c, n, (float *)(void *)to);
        cm_pack_spent(k, v.w + c * line, n * line);
    }
}

/* Scratch: one worker's of the matrix product and a tile, below 1 MiB. Errors: E_LIMIT too many
 * tasks, or coordinates. */
cameo_status cm_convtranspose_f32_packed_setup(const cm_kctx *k, cm_setup *s) {
    cm_convtranspose_sizes z;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    return convtranspose_product_setup(k, &z, s);
}

cameo_status cm_convtranspose_f32_packed_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                             uint32_t end) {
    cm_convtranspose_sizes z;
    (void)phase;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    return convtranspose_product_run(k, &z, begin, end);
}

/* ---- direct ---- */

/* Tasks over planes: a plane is one comb of one output channel. The largest comb stands for all. */
static cm_geom_split convtranspose_direct_split(const cm_convtranspose_sizes *z, cm_geom *largest) {
    size_t cost = cm_max_size(4, z->cg * z->combs.max_taps);
    memset(largest, 0, sizeof *largest);
    largest->out_plane = z->combs.max_outputs;
    return cm_geom_split_of(largest, z->planes, cost);
}

/* f64, f16, bf16. Scratch: none. Errors: E_LIMIT too many tasks, or coordinates. */
cameo_status cm_convtranspose_direct_setup(const cm_kctx *k, cm_setup *s) {
    cm_convtranspose_sizes z;
    cm_geom largest;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    cm_geom_split split = convtranspose_direct_split(&z, &largest);
    return cm_geom_split_setup(&split, &largest, s, k->e);
}

/* One comb of one output channel of one image. */
typedef struct convtranspose_direct {
    const cm_convtranspose_sizes *z;
    const cm_comb *b;
    const uint8_t *x; /* [cg][in_plane], alignment 1 */
    const uint8_t *w; /* [cg] kernels, mg kernels from one to the next, alignment 1 */
} convtranspose_direct;

/* The tap of the kernel that is tap 0 of a row of taps of the comb. */
static size_t convtranspose_row_tap(const convtranspose_direct *d, const cm_geom_rows *r) {
    size_t tap = 0;
    for (uint32_t i = 0; i < d->b->g.n; i++) {
        const cm_comb_taps *t = &d->z->combs.axis[i].t;
        ptrdiff_t k = i + 1 < d->b->g.n ? r->k[i] : 0;
        tap = tap * t->kernel + d->b->first[i] + (size_t)(d->b->g.axis[i].kernel - 1 - k) * t->step;
    }
    return tap;
}

#define CONVTRANSPOSE_SAME(x) (x)
#define CONVTRANSPOSE_LOAD_F16(p) cm_f16_to_f32(cm_load_u16(p))
#define CONVTRANSPOSE_LOAD_BF16(p) cm_bf16_to_f32(cm_load_u16(p))

#define CONVTRANSPOSE_DTYPE f32
#define CONVTRANSPOSE_T float
#define CONVTRANSPOSE_C float
#define CONVTRANSPOSE_LOAD cm_load_f32
#define CONVTRANSPOSE_STORE CONVTRANSPOSE_SAME
#include "kernels/convtranspose_tmpl.h"

#define CONVTRANSPOSE_DTYPE f64
#define CONVTRANSPOSE_T double
#define CONVTRANSPOSE_C double
#define CONVTRANSPOSE_LOAD cm_load_f64
#define CONVTRANSPOSE_STORE CONVTRANSPOSE_SAME
#include "kernels/convtranspose_tmpl.h"

#define CONVTRANSPOSE_DTYPE f16
#define CONVTRANSPOSE_T uint16_t
#define CONVTRANSPOSE_C float
#define CONVTRANSPOSE_LOAD CONVTRANSPOSE_LOAD_F16
#define CONVTRANSPOSE_STORE cm_f16_from_f32
#include "kernels/convtranspose_tmpl.h"

#define CONVTRANSPOSE_DTYPE bf16
#define CONVTRANSPOSE_T uint16_t
#define CONVTRANSPOSE_C float
#define CONVTRANSPOSE_LOAD CONVTRANSPOSE_LOAD_BF16
#define CONVTRANSPOSE_STORE cm_bf16_from_f32
#include "kernels/convtranspose_tmpl.h"

/* f32 with weights as they lie. Scratch: as for packed weights, or none. */
cameo_status cm_convtranspose_f32_setup(const cm_kctx *k, cm_setup *s) {
    cm_convtranspose_sizes z;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    if (z.mg >= CONVTRANSPOSE_MIN_ROWS) return convtranspose_product_setup(k, &z, s);
    return cm_convtranspose_direct_setup(k, s);
}

cameo_status cm_convtranspose_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                      uint32_t end) {
    cm_convtranspose_sizes z;
    (void)phase;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    if (z.mg >= CONVTRANSPOSE_MIN_ROWS) return convtranspose_product_run(k, &z, begin, end);
    convtranspose_direct_run_f32(k, &z, begin, end);
    return CAMEO_OK;
}

cameo_status cm_convtranspose_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                      uint32_t end) {
    cm_convtranspose_sizes z;
    (void)phase;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    convtranspose_direct_run_f64(k, &z, begin, end);
    return CAMEO_OK;
}

cameo_status cm_convtranspose_f16_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                      uint32_t end) {
    cm_convtranspose_sizes z;
    (void)phase;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    convtranspose_direct_run_f16(k, &z, begin, end);
    return CAMEO_OK;
}

cameo_status cm_convtranspose_bf16_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                       uint32_t end) {
    cm_convtranspose_sizes z;
    (void)phase;
    CM_TRY(cm_convtranspose_sizes_init(k, &z));
    convtranspose_direct_run_bf16(k, &z, begin, end);
    return CAMEO_OK;
}
