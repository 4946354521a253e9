/* qlinearconv.c — QLinearConv and ConvInteger: convolutions of 8-bit integers.
 *
 *   acc = sum over c, k of (x - x_zero_point) * (w[m] - w_zero_point[m]) + b[m], modulo 2^32
 *   ConvInteger  y = acc, without b; or floats, as rewrite `qlinear` makes it: f((float)acc * scale[m] + bias[m])
 *   QLinearConv  y = saturate(round_half_even(acc * (x_scale * w_scale[m] / y_scale)) +
 *                             y_zero_point)
 *
 * with the factor and the product in f32, as ONNX Runtime computes them; padding counts as
 * x_zero_point. w_scale and w_zero_point are for all output channels or for each. x, w and y may
 * differ in signedness. Two ways to compute it, as in conv.c:
 *   product  per image and group w [M/group][K] * columns [K][P]; w is read as it lies, the columns
 *            are gathered block by block.
 *   direct   per channel, 16 neighbouring outputs at a time: depthwise and other thin groups, or no
 *            memory to spare.
 * Integer sums have no order: both ways and every split give the same bits.
 * Source: ONNX QLinearConv and ConvInteger, since_version 10. */
#include "kernels/qlinearconv.h"

#include "kernels/im2col.h"
#include "kernels/quantize.h"

static const cm_field qlinearconv_fields[] = {
    CM_WINDOW_FIELDS(cm_qlinearconv_params, window),
    CM_F_I32(cm_qlinearconv_params, group, 1),
    CM_F_OWN(cm_qlinearconv_params, channels_last),
    CM_F_OWN(cm_qlinearconv_params, activation), /* of ConvInteger alone */
};

static cameo_status qlinearconv_parse(const cm_parse *p, void *params) {
    cm_qlinearconv_params *q = params;
    CM_CHECK(q->group >= 1, p->e, CAMEO_E_SHAPE, "group is %d, want at least 1", (int)q->group);
    return cm_window_parse(p, &q->window);
}

/* Input i, if it is given, has one element or, where m is given, m. */
static cameo_status qlinearconv_check_size(const cm_shape *s, uint32_t i, const cm_dim *m) {
    if (!cm_shape_has(s, i)) return CAMEO_OK;
    cm_dim n = cm_avalue_count_dim(s->dims, cm_shape_in(s, i));
    bool fits = cm_dim_equal(s->dims, n, 1) != CM_NO ||
                (m != NULL && cm_dim_equal(s->dims, n, *m) != CM_NO);
    CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "input %u has %lld elements, want %s", i, CM_LL(n),
             m == NULL ? "1" : "1 or one for each output channel");
    return CAMEO_OK;
}

/* What makes floats of the sums of m channels. */
static cameo_status qlinearconv_check_floats(const cm_shape *s, cm_dim m) {
    for (uint32_t i = CM_INTEGER_SCALE; i <= CM_INTEGER_BIAS; i++) {
        if (!cm_shape_has(s, i)) continue;
        cm_dim n = cm_avalue_count_dim(s->dims, cm_shape_in(s, i));
        bool fits = cm_shape_in(s, i)->dtype == CAMEO_FLOAT &&
                    (cm_dim_equal(s->dims, n, m) == CM_YES || (i == CM_INTEGER_SCALE && n == 1));
        CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "input %u has no float for each output channel", i);
    }
    return CAMEO_OK;
}

static cameo_status qlinearconv_check(const cm_shape *s, const cm_avalue *x, const cm_avalue *w) {
    const cm_qlinearconv_params *q = s->params;
    cm_dim want = cm_dim_mul(s->dims, w->dims[1], q->group);
    cm_dim channels = x->dims[q->channels_last != 0 ? x->rank - 1 : 1];
    CM_CHECK(cm_shape_equal(s, channels, want), s->e, CAMEO_E_SHAPE,
             "X has %lld channels, W has %lld for each of %d groups", CM_LL(channels),
             CM_LL(w->dims[1]), (int)q->group);
    CM_CHECK(!cm_dim_is_const(w->dims[0]) || w->dims[0] % q->group == 0, s->e, CAMEO_E_SHAPE,
             "%lld output channels do not divide into %d groups", CM_LL(w->dims[0]), (int)q->group);
    cm_qlinear_places at = cm_qlinear_places_of(s->op);
    CM_TRY(qlinearconv_check_size(s, at.x_zero, NULL));
    CM_TRY(qlinearconv_check_size(s, at.w_zero, &w->dims[0]));
    if (s->op->id == CM_OP_ConvInteger) return qlinearconv_check_floats(s, w->dims[0]);
    CM_TRY(qlinearconv_check_size(s, CM_QLINEAR_X_SCALE, NULL));
    CM_TRY(qlinearconv_check_size(s, CM_QLINEAR_W_SCALE, &w->dims[0]));
    CM_TRY(qlinearconv_check_size(s, CM_QLINEAR_Y_SCALE, NULL));
    CM_TRY(qlinearconv_check_size(s, CM_QLINEAR_Y_ZERO, NULL));
    if (!cm_shape_has(s, CM_QLINEAR_B)) return CAMEO_OK;
    cm_dim n = cm_avalue_count_dim(s->dims, cm_shape_in(s, CM_QLINEAR_B));
    CM_CHECK(cm_shape_equal(s, n, w->dims[0]), s->e, CAMEO_E_SHAPE,
             "B has %lld elements, want %lld", CM_LL(n), CM_LL(w->dims[0]));
    return CAMEO_OK;
}

static cameo_status qlinearconv_shape(cm_shape *s) {
    const cm_qlinearconv_params *q = s->params;
    cm_qlinear_places at = cm_qlinear_places_of(s->op);
    const cm_avalue *x = cm_shape_in(s, at.x);
    const cm_avalue *w = cm_shape_in(s, at.w);
    bool whole = s->op->id == CM_OP_ConvInteger;
    bool floats = whole && cm_shape_has(s, CM_INTEGER_SCALE);
    int dtype = floats ? CAMEO_FLOAT : whole ? CAMEO_INT32 : cm_shape_in(s, CM_QLINEAR_Y_ZERO)->dtype;
    uint32_t rank = x->rank;
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, dtype, w->rank, NULL);
    CM_CHECK(rank >= 3 && (w->rank == rank || w->rank == CM_RANK_UNKNOWN), s->e, CAMEO_E_SHAPE,
             "X has rank %u and W %u, want equal ones from 3", rank, w->rank);
    if (w->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, dtype, rank, NULL);
    uint32_t axes = q->channels_last != 0 ? 1 : 2, channels = q->channels_last != 0 ? rank - 1 : 1;
    cm_dim dims[CM_MAX_RANK] = {x->dims[0]};
    dims[channels] = w->dims[0];
    CM_TRY(qlinearconv_check(s, x, w));
    CM_TRY(cm_window_shape(s, &q->window, rank - 2, x->dims + axes, w->dims + 2, dims + axes));
    return cm_shape_out(s, 0, dtype, rank, dims);
}

/* Multiply-adds that take as long as an element of the result, which is summed, corrected and quantized. */
#define QLINEARCONV_OUTPUT 32

static uint64_t qlinearconv_cost(const cm_shape *s) {
    const cm_avalue *w = cm_shape_in(s, cm_qlinear_places_of(s->op).w);
    uint64_t n = 1;
    for (uint32_t i = 0; i < s->out[0].rank; i++) n = cm_cost_mul(n, (uint64_t)s->out[0].dims[i]);
    for (uint32_t i = 1; i < w->rank; i++) n = cm_cost_mul(n, (uint64_t)w->dims[i]);
    return cm_cost_add(n, cm_shape_cost(&s->out[0], QLINEARCONV_OUTPUT));
}

#define QLINEARCONV_FIELDS (sizeof qlinearconv_fields / sizeof *qlinearconv_fields)
#define QLINEARCONV_OP(op_type, n)                                                             \
    const cm_op cm_op_##op_type = {.id = CM_OP_##op_type,                                      \
                                   .n_fields = n,                                              \
                                   .params_size = sizeof(cm_qlinearconv_params),               \
                                   .fields = qlinearconv_fields,                               \
                                   .parse = qlinearconv_parse,                                 \
                                   .shape = qlinearconv_shape,                                 \
                                   .cost = qlinearconv_cost};

QLINEARCONV_OP(ConvInteger, QLINEARCONV_FIELDS)
QLINEARCONV_OP(QLinearConv, QLINEARCONV_FIELDS - 1)

/* ---- kernel ---- */

/* Neighbouring outputs that are summed up together. */
#define QLINEARCONV_BLOCK 16

/* One output channel of one image. */
typedef struct qlinearconv_plane {
    const cm_geom *g;
    size_t cg, depth;
    const uint8_t *x, *w;   /* [cg][in_plane], [cg][taps] */
    uint8_t x_flip, w_flip; /* 0x80 makes a signed byte an unsigned one that is greater by 128 */
    int32_t x_zero, w_zero; /* of the flipped bytes */
    int32_t b;
    float scale;    /* of QLinearConv, as y_zero is; and of floats, as the following */
    float bias;
    cm_clamp clamp;
    int32_t y_zero; /* of the flipped byte */
} qlinearconv_plane;

static cameo_status qlinearconv_geom(const cm_kctx *k, cm_geom *g) {
    const cm_qlinearconv_params *q = k->params;
    cm_qlinear_places at = cm_qlinear_places_of(k->op);
    const cm_tensor *x = cm_in(k, at.x);
    return cm_geom_init(g, &q->window, x->rank - 2u, x->dims + 2, cm_out(k, 0)->dims + 2,
                        cm_in(k, at.w)->dims + 2, k->e);
}

static cm_geom_split qlinearconv_split(const cm_kctx *k, const cm_geom *g) {
    cm_qlinear_places at = cm_qlinear_places_of(k->op);
    const cm_tensor *w = cm_in(k, at.w);
    size_t m = w->dims[0], depth = m == 0 ? 0 : w->n / m;
    return cm_geom_split_of(g, cm_in(k, at.x)->dims[0] * m, cm_max_size(1, depth));
}

/* Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_qlinearconv_setup(const cm_kctx *k, cm_setup *s) {
    cm_geom g;
    CM_TRY(qlinearconv_geom(k, &g));
    cm_geom_split split = qlinearconv_split(k, &g);
    return cm_geom_split_setup(&split, &g, s, k->e);
}

/* p is NULL only for a tensor without elements, and then n is 0. */
static const uint8_t *qlinearconv_at(const uint8_t *p, size_t n) { return n == 0 ? p : p + n; }

static qlinearconv_plane qlinearconv_plane_of(const cm_kctx *k, const cm_geom *g, size_t plane) {
    const cm_qlinearconv_params *q = k->params;
    cm_qlinear_places at = cm_qlinear_places_of(k->op);
    const cm_tensor *x = cm_in(k, at.x);
    const cm_tensor *w = cm_in(k, at.w);
    const cm_tensor *b = cm_in(k, CM_QLINEAR_B); /* no operator has two tensors there */
    size_t m = plane % w->dims[0], image = plane / w->dims[0];
    size_t first = m / (w->dims[0] / (size_t)q->group) * w->dims[1];
    qlinearconv_plane p = {.g = g, .cg = w->dims[1], .depth = w->n / w->dims[0]};
    p.x = qlinearconv_at(x->data, (image * x->dims[1] + first) * g->in_plane);
    p.w = qlinearconv_at(w->data, m * p.depth);
    p.x_flip = cm_qlinear_flip(x);
    p.w_flip = cm_qlinear_flip(w);
    p.x_zero = cm_qlinear_zero(k, at.x_zero, 0, x);
    p.w_zero = cm_qlinear_zero(k, at.w_zero, m, w);
    p.b = b == NULL ? 0 : cm_load_i32((const uint8_t *)b->data + m * sizeof(int32_t));
    if (cm_out(k, 0)->dtype == CAMEO_FLOAT) {
        cm_integer_floats(k, m, 1, &p.scale, &p.bias);
        p.clamp = cm_integer_clamp(k);
    }
    if (k->op->id == CM_OP_ConvInteger) return p;
    p.scale = cm_qlinear_factor(k, m);
    p.y_zero = cm_qlinear_zero(k, CM_QLINEAR_Y_ZERO, 0, cm_out(k, 0));
    return p;
}

/* acc[j] += w * (row[at + j*stride] - zero), j < n <= QLINEARCONV_BLOCK, inside the row. */
static void qlinearconv_add_tap(uint32_t *restrict acc, const qlinearconv_plane *p,
                                const uint8_t *row, ptrdiff_t at, size_t n, int32_t w) {
    const cm_geom_axis *x = &p->g->axis[p->g->n - 1];
    uint8_t flip = p->x_flip;
    int32_t zero = p->x_zero;
    size_t j;
    n = cm_geom_inside(x, at, n, &j);
    if (j >= n) return;
    row += at + (ptrdiff_t)j * x->stride;
    if (x->stride == 1) { /* fixed counts become vectors */
        if (n - j == QLINEARCONV_BLOCK) {
            for (size_t i = 0; i < QLINEARCONV_BLOCK; i++) {
                acc[i] += (uint32_t)(w * ((uint8_t)(row[i] ^ flip) - zero));
            }
            return;
        }
        for (; n - j >= 4; j += 4, row += 4) {
            for (size_t i = 0; i < 4; i++) {
                acc[j + i] += (uint32_t)(w * ((uint8_t)(row[i] ^ flip) - zero));
            }
        }
    }
    for (; j < n; j++, row += x->stride) {
        acc[j] += (uint32_t)(w * ((uint8_t)(*row ^ flip) - zero));
    }
}

/* Sums of n outputs of a run, from its output j on. */
static void qlinearconv_block(const qlinearconv_plane *p, const cm_geom_run *run, size_t j,
                              size_t n, uint32_t *acc) {
    const cm_geom *g = p->g;
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride;
    cm_geom_rows r;
    for (size_t i = 0; i < QLINEARCONV_BLOCK; i++) acc[i] = (uint32_t)p->b;
    for (size_t c = 0; c < p->cg; c++) {
        for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
            const uint8_t *row = p->x + c * g->in_plane + r.in;
            const uint8_t *tap = p->w + c * g->taps + r.tap;
            for (ptrdiff_t k = 0; k < last->kernel; k++) {
                int32_t w = (uint8_t)(tap[k] ^ p->w_flip) - p->w_zero;
                qlinearconv_add_tap(acc, p, row, at + k * last->dilation, n, w);
            }
        }
    }
}

/* In flipped bytes y lies in [0, 255] whatever its sign. NaN, from scales, gives the smallest value. */
static uint8_t qlinearconv_requantise(const qlinearconv_plane *p, uint32_t acc) {
    int32_t sum;
    memcpy(&sum, &acc, sizeof sum);
    return (uint8_t)cm_quantize_round((float)sum * p->scale, p->y_zero, 0, 255);
}

/* n sums to elements [at, at + n) of output 0. */
typedef void qlinearconv_store_fn(const qlinearconv_plane *p, const cm_tensor *y, size_t at,
                                  const uint32_t *acc, size_t n);

static void qlinearconv_store_i8(const qlinearconv_plane *p, const cm_tensor *y, size_t at,
                                 const uint32_t *acc, size_t n) {
    uint8_t *to = (uint8_t *)y->data + at;
    uint8_t flip = cm_qlinear_flip(y);
    for (size_t i = 0; i < n; i++) to[i] = (uint8_t)(qlinearconv_requantise(p, acc[i]) ^ flip);
}

static void qlinearconv_store_i32(const qlinearconv_plane *p, const cm_tensor *y, size_t at,
                                  const uint32_t *acc, size_t n) {
    uint32_t *to = (uint32_t *)y->data + at;
    memcpy(to, acc, n * sizeof *acc);
    if (y->dtype != CAMEO_FLOAT) return;
    for (size_t i = 0; i < n; i++) cm_qconv_to_float(to + i, p->scale, p->bias, p->clamp.lo, p->clamp.hi);
}

static cameo_status qlinearconv_run(const cm_kctx *k, uint32_t begin, uint32_t end,
                                    qlinearconv_store_fn *store) {
    cm_geom g;
    uint32_t acc[QLINEARCONV_BLOCK];
    CM_TRY(qlinearconv_geom(k, &g));
    cm_geom_split split = qlinearconv_split(k, &g);
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            qlinearconv_plane one = qlinearconv_plane_of(k, &g, plane);
            size_t first = plane * g.out_plane;
            for (size_t p = task.from; p < task.to;) {
                cm_geom_run run = cm_geom_run_at(&g, p, task.to - p);
                for (size_t j = 0; j < run.n; j += QLINEARCONV_BLOCK) {
                    size_t n = cm_min_size(QLINEARCONV_BLOCK, run.n - j);
                    qlinearconv_block(&one, &run, j, n, acc);
                    store(&one, cm_out(k, 0), first + p + j, acc, n);
                }
                p += run.n;
            }
            size_t n = task.to - task.from;
            if (cm_out(k, 0)->dtype == CAMEO_FLOAT) cm_integer_stage(k, first + task.from, 1, n, n);
        }
    }
    return CAMEO_OK;
}

/* see cm_qlinearconv_setup */
cameo_status cm_qlinearconv_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return qlinearconv_run(k, begin, end, qlinearconv_store_i8);
}
cameo_status cm_qlinearconv_i32_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    (void)phase;
    return qlinearconv_run(k, begin, end, qlinearconv_store_i32);
}

/* ---- as a product ---- */

/* Fewest output channels of a group for which the product is the better way. */
#define QLINEARCONV_MIN_ROWS 4

/* Channels behind the batch. */
bool cm_qlinearconv_accept_plain(const cm_row_query *q) {
    return ((const cm_qlinearconv_params *)q->params)->channels_last == 0;
}

/* Weights of known size, groups that are not thin. */
bool cm_qlinearconv_accept_product(const cm_row_query *q) {
    const cm_qlinearconv_params *p = q->params;
    const cm_avalue *w = q->in[cm_qlinear_places_of(q->op).w];
    size_t n;
    return cm_qlinearconv_accept_plain(q) && cm_avalue_count(w, &n) && w->rank >= 3 &&
           w->dims[0] / p->group >= QLINEARCONV_MIN_ROWS;
}

typedef struct qlinearconv_product {
    cm_geom g;
    size_t m, mg, cg; /* output channels, and channels of a group */
    size_t parts;     /* images * groups */
    size_t tasks;     /* of one part */
    size_t gemm_scratch;
    cm_gemm_i8_args args;
} qlinearconv_product;

static cm_gemm_i8_side qlinearconv_side(const cm_kctx *k, const cm_tensor *x, uint32_t zero) {
    const cm_tensor *z = cm_in(k, zero);
    cm_gemm_i8_side s = {.flip = cm_qlinear_flip(x)};
    if (z != NULL) s.zero = z->data;
    if (z != NULL && z->n != 1) s.zero_step = 1;
    return s;
}

static cameo_status qlinearconv_product_of(const cm_kctx *k, qlinearconv_product *p) {
    const cm_qlinearconv_params *q = k->params;
    cm_qlinear_places at = cm_qlinear_places_of(k->op);
    const cm_tensor *x = cm_in(k, at.x);
    const cm_tensor *w = cm_in(k, at.w);
    size_t group = (size_t)q->group;
    memset(p, 0, sizeof *p);
    CM_TRY(qlinearconv_geom(k, &p->g));
    p->m = w->dims[0];
    p->mg = p->m / group;
    p->cg = w->dims[1];
    bool fits = !cm_ckd_mul(x->dims[0], group, &p->parts);
    p->args.m = p->mg;
    p->args.n = p->g.out_plane;
    p->args.k = p->m == 0 ? 0 : w->n / p->m;
    p->args.a = qlinearconv_side(k, w, at.w_zero);
    p->args.a.ld = p->args.k;
    p->args.b = qlinearconv_side(k, x, at.x_zero);
    p->args.b.ld = p->g.in_plane;
    p->tasks = cm_gemm_i8_tasks(p->args.m, p->args.n);
    p->gemm_scratch = cm_gemm_i8_scratch(p->args.m, p->args.n, p->args.k);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images are too many", x->dims[0]);
    return CAMEO_OK;
}

/* One task for each block of each group of each image. Scratch: one worker's of the matrix product
 * and a block of sums, at most 0.25 MiB. Errors: E_LIMIT too many tasks. */
cameo_status cm_qlinearconv_product_setup(const cm_kctx *k, cm_setup *s) {
    qlinearconv_product p;
    size_t n;
    CM_TRY(qlinearconv_product_of(k, &p));
    bool fits = !cm_ckd_mul(p.parts, p.tasks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu products of %zu x %zu are too many tasks", p.parts,
             p.args.m, p.args.n);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = p.gemm_scratch;
    if (k->op->id == CM_OP_QLinearConv) {
        s->worker_scratch += cm_min_size(p.args.m, CM_GEMM_I8_MB) *
                             cm_min_size(p.args.n, CM_GEMM_I8_NB) * sizeof(uint32_t);
    }
    return CAMEO_OK;
}

/* Operands of part `part`, whose first output channel is m. */
static void qlinearconv_product_part(const cm_kctx *k, const qlinearconv_product *p, size_t part,
                                     size_t m, cm_gemm_i8_args *a, cm_im2col *im) {
    cm_qlinear_places at = cm_qlinear_places_of(k->op);
    const uint8_t *x = qlinearconv_at(cm_in(k, at.x)->data, part * p->cg * p->g.in_plane);
    *a = p->args;
    a->a.data = qlinearconv_at(cm_in(k, at.w)->data, m * a->k);
    if (a->a.zero_step != 0) a->a.zero += m;
    a->b.data = x;
    if (cm_geom_is_pointwise(&p->g)) return;
    uint8_t pad = a->b.zero == NULL ? 0 : *a->b.zero;
    *im = (cm_im2col){.g = &p->g, .x = x, .pad = pad};
    a->b.gather = cm_im2col_i8;
    a->b.gather_ctx = im;
}

/* Sums of a row of a block to y. The bias and the factor are those of channel m. */
static void qlinearconv_requantise_row(const cm_kctx *k, size_t m, const uint32_t *sums, size_t n,
                                       uint8_t *to) {
    const cm_tensor *b = cm_in(k, CM_QLINEAR_B), *y = cm_out(k, 0);
    uint32_t bias = b == NULL ? 0 : cm_load_u32((const uint8_t *)b->data + m * sizeof bias);
    qlinearconv_plane p = {.scale = cm_qlinear_factor(k, m)};
    p.y_zero = cm_qlinear_zero(k, CM_QLINEAR_Y_ZERO, 0, y);
    uint8_t flip = cm_qlinear_flip(y), block[QLINEARCONV_BLOCK];
    for (; n >= QLINEARCONV_BLOCK; n -= QLINEARCONV_BLOCK) { /* fixed counts become vectors */
        for (size_t i = 0; i < QLINEARCONV_BLOCK; i++)
            block[i] = (uint8_t)(qlinearconv_requantise(&p, sums[i] + bias) ^ flip);
        memcpy(to, block, sizeof block);
        sums += QLINEARCONV_BLOCK;
        to += QLINEARCONV_BLOCK;
    }
    for (size_t i = 0; i < n; i++)
        to[i] = (uint8_t)(qlinearconv_requantise(&p, sums[i] + bias) ^ flip);
}

/* The sums of n outputs of channel m become floats where they lie, from element `at` of the result on. */
static void qlinearconv_floats_row(const cm_kctx *k, size_t m, size_t at, size_t n) {
    float scale, bias;
    cm_clamp clamp = cm_integer_clamp(k);
    uint32_t *y = (uint32_t *)cm_out(k, 0)->data + at;
    cm_integer_floats(k, m, 1, &scale, &bias);
    for (size_t i = 0; i < n; i++) cm_qconv_to_float(y + i, scale, bias, clamp.lo, clamp.hi);
    cm_integer_stage(k, at, 1, n, n);
}

/* see cm_qlinearconv_product_setup */
cameo_status cm_qlinearconv_product_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                        uint32_t end) {
    qlinearconv_product p;
    (void)phase;
    CM_TRY(qlinearconv_product_of(k, &p));
    bool whole = k->op->id == CM_OP_ConvInteger;
    size_t n = p.args.n;
    for (size_t t = begin; t < end; t++) {
        cm_gemm_i8_args a;
        cm_im2col im;
        size_t part = t / p.tasks, m = part * p.mg % p.m;
        cm_gemm_i8_block block = cm_gemm_i8_block_of(p.mg, n, t % p.tasks);
        qlinearconv_product_part(k, &p, part, m, &a, &im);
        size_t at = (part * p.mg + block.i) * n + block.j;
        if (whole) {
            CM_PRIM(k, gemm_i8)
            (&a, &block, (uint32_t *)cm_out(k, 0)->data + at, n, k->worker_scratch);
            for (size_t i = 0; i < block.m && cm_out(k, 0)->dtype == CAMEO_FLOAT; i++)
                qlinearconv_floats_row(k, m + block.i + i, at + i * n, block.n);
            continue;
        }
        uint32_t *sums = (uint32_t *)(void *)(k->worker_scratch + p.gemm_scratch);
        uint8_t *to = (uint8_t *)cm_out(k, 0)->data + at;
        CM_PRIM(k, gemm_i8)(&a, &block, sums, block.n, k->worker_scratch);
        for (size_t i = 0; i < block.m; i++)
            qlinearconv_requantise_row(k, m + block.i + i, sums + i * block.n, block.n, to + i * n);
    }
    return CAMEO_OK;
}
