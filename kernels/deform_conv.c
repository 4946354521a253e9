/* deform_conv.c — DeformConv: a convolution whose taps read the data at places that an input moves, between elements by
 * linear interpolation; beyond the data lie zeros.
 *
 * A block of outputs at a time: the elements that the taps read, times the mask, are gathered into scratch of a worker
 * as doubles, then each output channel is a product with its weights, rounded once.
 * Source: ONNX DeformConv, since_version 19, 22; Dai et al., "Deformable convolutional networks", 2017. */
#include "kernels/geom.h"
#include "kernels/move.h"
#include "kernels/point.h"
#include "kernels/real.h"

typedef struct deform_conv_params {
    cm_window_attrs window;
    int32_t group, offset_group;
} deform_conv_params;

static const cm_field deform_conv_fields[] = {CM_WINDOW_FIELDS(deform_conv_params, window),
                                              CM_F_I32(deform_conv_params, group, 1),
                                              CM_F_I32(deform_conv_params, offset_group, 1)};

enum { DEFORM_X, DEFORM_W, DEFORM_OFFSET, DEFORM_B, DEFORM_MASK };

static cameo_status deform_conv_parse(const cm_parse *p, void *params) {
    deform_conv_params *q = params;
    CM_CHECK(q->group >= 1 && q->offset_group >= 1, p->e, CAMEO_E_SHAPE,
             "group is %d and offset_group %d, want at least 1", (int)q->group, (int)q->offset_group);
    return cm_window_parse(p, &q->window);
}

/* Input i has `channels` channels and the dims of the output elsewhere. */
static cameo_status deform_conv_check(const cm_shape *s, uint32_t i, const char *what, uint32_t rank, cm_dim channels,
                                      const cm_dim *out) {
    const cm_avalue *v = cm_shape_in(s, i);
    if (!cm_shape_has(s, i) || v->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_CHECK(v->rank == rank, s->e, CAMEO_E_SHAPE, "%s has rank %u, want %u", what, (unsigned)v->rank, rank);
    for (uint32_t d = 0; d < rank; d++) {
        cm_dim want = d == 1 ? channels : out[d];
        CM_CHECK(cm_shape_equal(s, v->dims[d], want), s->e, CAMEO_E_SHAPE, "%s has dim %u of %lld, want %lld", what, d,
                 CM_LL(v->dims[d]), CM_LL(want));
    }
    return CAMEO_OK;
}

static cameo_status deform_conv_shape(cm_shape *s) {
    const deform_conv_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, DEFORM_X), *w = cm_shape_in(s, DEFORM_W), *b = cm_shape_in(s, DEFORM_B);
    uint32_t rank = x->rank;
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, w->rank, NULL);
    CM_CHECK(rank >= 3 && (w->rank == rank || w->rank == CM_RANK_UNKNOWN), s->e, CAMEO_E_SHAPE,
             "X has rank %u and W %u, want equal ones from 3", rank, (unsigned)w->rank);
    if (w->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, rank, NULL);
    cm_dim dims[CM_MAX_RANK] = {x->dims[0], w->dims[0]};
    bool channels = cm_shape_equal(s, x->dims[1], cm_dim_mul(s->dims, w->dims[1], q->group));
    CM_CHECK(channels, s->e, CAMEO_E_SHAPE, "X has %lld channels, W %lld in %d groups", CM_LL(x->dims[1]),
             CM_LL(w->dims[1]), (int)q->group);
    CM_CHECK(!cm_dim_is_const(w->dims[0]) || w->dims[0] % q->group == 0, s->e, CAMEO_E_SHAPE,
             "%lld output channels are not divided by %d groups", CM_LL(w->dims[0]), (int)q->group);
    CM_CHECK(!cm_dim_is_const(x->dims[1]) || x->dims[1] % q->offset_group == 0, s->e, CAMEO_E_SHAPE,
             "%lld channels are not divided by an offset_group of %d", CM_LL(x->dims[1]), (int)q->offset_group);
    CM_CHECK(!cm_shape_has(s, DEFORM_B) || b->rank == CM_RANK_UNKNOWN ||
                 (b->rank == 1 && cm_shape_equal(s, b->dims[0], dims[1])), s->e, CAMEO_E_SHAPE,
             "B is not one number for each output channel");
    CM_TRY(cm_window_shape(s, &q->window, rank - 2, x->dims + 2, w->dims + 2, dims + 2));
    cm_dim taps = cm_dim_mul(s->dims, cm_dim_product(s->dims, w->dims + 2, rank - 2), q->offset_group);
    CM_TRY(deform_conv_check(s, DEFORM_OFFSET, "offset", rank, cm_dim_mul(s->dims, taps, rank - 2), dims));
    CM_TRY(deform_conv_check(s, DEFORM_MASK, "mask", rank, taps, dims));
    return cm_shape_out(s, 0, x->dtype, rank, dims);
}

/* Multiply-adds. */
static uint64_t deform_conv_cost(const cm_shape *s) {
    const cm_avalue *w = cm_shape_in(s, DEFORM_W);
    uint64_t n = 1;
    for (uint32_t i = 0; i < s->out[0].rank; i++) n = cm_cost_mul(n, (uint64_t)s->out[0].dims[i]);
    for (uint32_t i = 1; i < w->rank; i++) n = cm_cost_mul(n, (uint64_t)w->dims[i]);
    return n;
}

const cm_op cm_op_DeformConv = {.id = CM_OP_DeformConv,
                                .n_fields = sizeof deform_conv_fields / sizeof *deform_conv_fields,
                                .params_size = sizeof(deform_conv_params),
                                .fields = deform_conv_fields,
                                .parse = deform_conv_parse,
                                .shape = deform_conv_shape,
                                .cost = deform_conv_cost};

/* Outputs whose elements are gathered together. */
#define DEFORM_BLOCK ((size_t)8)

typedef struct deform_conv_job {
    const cm_tensor *x, *w, *offset, *b, *mask, *y;
    cm_geom g;
    size_t channels, outputs;        /* of an image */
    size_t group_in, group_out;      /* channels of a group */
    size_t offset_in, offset_groups; /* channels that share offsets */
    size_t blocks;                   /* of an output plane */
} deform_conv_job;

static cameo_status deform_conv_job_of(const cm_kctx *k, deform_conv_job *j) {
    const deform_conv_params *q = k->params;
    *j = (deform_conv_job){.x = cm_in(k, DEFORM_X), .w = cm_in(k, DEFORM_W), .offset = cm_in(k, DEFORM_OFFSET),
                           .b = cm_in(k, DEFORM_B), .mask = cm_in(k, DEFORM_MASK), .y = cm_out(k, 0)};
    const cm_tensor *x = j->x, *w = j->w, *y = j->y;
    bool fits = x->rank >= 3 && w->rank == x->rank && y->rank == x->rank && j->offset->rank == x->rank &&
                x->dims[1] == w->dims[1] * (size_t)q->group && w->dims[0] % (size_t)q->group == 0 &&
                x->dims[1] % (size_t)q->offset_group == 0;
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "X of %zu channels and W of %zu do not fit groups of %d", x->n, w->n,
             (int)q->group);
    CM_TRY(cm_geom_init(&j->g, &q->window, x->rank - 2u, x->dims + 2, y->dims + 2, w->dims + 2, k->e));
    j->channels = x->dims[1];
    j->outputs = w->dims[0];
    j->group_in = w->dims[1];
    j->group_out = j->outputs / (size_t)q->group;
    j->offset_groups = (size_t)q->offset_group;
    j->offset_in = j->channels / j->offset_groups;
    j->blocks = j->g.out_plane / DEFORM_BLOCK + (j->g.out_plane % DEFORM_BLOCK != 0);
    bool places = j->offset->n == x->dims[0] * j->offset_groups * j->g.taps * j->g.n * j->g.out_plane;
    bool masks = j->mask == NULL || j->mask->n == x->dims[0] * j->offset_groups * j->g.taps * j->g.out_plane;
    CM_CHECK(places && masks && (j->b == NULL || j->b->n == j->outputs), k->e, CAMEO_E_SHAPE,
             "offset, mask or B have not the elements that X and W want");
    return CAMEO_OK;
}

/* Blocks of a task: about half a million multiply-adds. */
static size_t deform_conv_per_task(const deform_conv_job *j) {
    double work = (double)(j->outputs + 16) * (double)j->group_in * (double)j->g.taps * (double)DEFORM_BLOCK;
    return work > 524288 ? 1 : (size_t)(524288 / (work + 1)) + 1;
}

/* One phase over blocks of outputs. Scratch of a worker: double [channels][taps][DEFORM_BLOCK], a cm_point.
 * Errors: E_SHAPE, E_LIMIT. */
cameo_status cm_deform_conv_setup(const cm_kctx *k, cm_setup *s) {
    deform_conv_job j;
    size_t n;
    CM_TRY(deform_conv_job_of(k, &j));
    bool over = cm_ckd_mul(j.channels, j.g.taps, &n) || cm_ckd_mul(n, DEFORM_BLOCK * sizeof(double), &n) ||
                cm_ckd_add(n, sizeof(cm_point), &s->worker_scratch);
    CM_CHECK(!over && !cm_ckd_mul(j.x->dims[0], j.blocks, &n), k->e, CAMEO_E_LIMIT, "windows of %zu taps are too large",
             j.g.taps);
    cm_setup_simple(s, n, deform_conv_per_task(&j));
    return CAMEO_OK;
}

/* What tap t of output o reads in an image: its place, moved by the offsets of group og. */
static void deform_conv_point(const deform_conv_job *j, size_t image, size_t og, size_t t, size_t o, cm_point *p) {
    static const cm_point_rule rule = {CM_POINT_LINEAR, CM_POINT_ZEROS, true};
    const cm_geom *g = &j->g;
    double x[CM_MAX_SPATIAL];
    size_t dims[CM_MAX_SPATIAL], tap = t, out = o;
    size_t base = ((image * j->offset_groups + og) * g->taps + t) * g->n;
    for (uint32_t d = g->n; d-- > 0;) {
        const cm_geom_axis *a = &g->axis[d];
        ptrdiff_t at = (ptrdiff_t)(out % (size_t)a->out) * a->stride - a->pad +
                       (ptrdiff_t)(tap % (size_t)a->kernel) * a->dilation;
        x[d] = (double)at + cm_real_at(j->offset->dtype, j->offset->data, (base + d) * g->out_plane + o);
        dims[d] = (size_t)a->in;
        out /= (size_t)a->out;
        tap /= (size_t)a->kernel;
    }
    cm_point_of(&rule, g->n, dims, x, p);
}

/* col[c][t][i] = what tap t reads of channel c for output o + i, i < n; 0 beyond. */
static void deform_conv_gather(const deform_conv_job *j, size_t image, size_t o, size_t n, double *col, cm_point *p) {
    memset(col, 0, j->channels * j->g.taps * DEFORM_BLOCK * sizeof(double));
    for (size_t og = 0; og < j->offset_groups; og++) {
        for (size_t t = 0; t < j->g.taps; t++) {
            for (size_t i = 0; i < n; i++) {
                double mask = 1;
                size_t at = ((image * j->offset_groups + og) * j->g.taps + t) * j->g.out_plane + o + i;
                if (j->mask != NULL) mask = cm_real_at(j->mask->dtype, j->mask->data, at);
                deform_conv_point(j, image, og, t, o + i, p);
                for (size_t c = og * j->offset_in; c < (og + 1) * j->offset_in; c++) {
                    size_t plane = (image * j->channels + c) * j->g.in_plane;
                    double v = 0;
                    for (size_t e = 0; e < p->n; e++) {
                        v += p->w[e] * cm_real_at(j->x->dtype, j->x->data, plane + p->at[e]);
                    }
                    col[(c * j->g.taps + t) * DEFORM_BLOCK + i] = v * mask;
                }
            }
        }
    }
}

/* n outputs from o on, of every channel. */
static void deform_conv_block(const deform_conv_job *j, size_t image, size_t o, size_t n, double *col) {
    size_t depth = j->group_in * j->g.taps;
    deform_conv_gather(j, image, o, n, col, (cm_point *)(void *)(col + j->channels * j->g.taps * DEFORM_BLOCK));
    for (size_t m = 0; m < j->outputs; m++) {
        double sum[DEFORM_BLOCK];
        double bias = j->b == NULL ? 0 : cm_real_at(j->b->dtype, j->b->data, m);
        const double *from = col + m / j->group_out * depth * DEFORM_BLOCK;
        for (size_t i = 0; i < DEFORM_BLOCK; i++) sum[i] = bias;
        for (size_t d = 0; d < depth; d++) {
            double w = cm_real_at(j->w->dtype, j->w->data, m * depth + d);
            for (size_t i = 0; i < DEFORM_BLOCK; i++) sum[i] += w * from[d * DEFORM_BLOCK + i];
        }
        size_t to = (image * j->outputs + m) * j->g.out_plane + o;
        for (size_t i = 0; i < n; i++) cm_real_put(j->y->dtype, j->y->data, to + i, sum[i]);
    }
}

/* cm_deform_conv_run — y[n][m][o] = B[m] + sum over c, t of W[m][c][t] * mask * x[n][c](place of t + offset).
 *   x [n][c][d...], W [m][c/group][k...], offset [n][offset_group * taps * axes][o...], mask [n][offset_group *
 * taps][o...] Offsets may be any numbers; NaN reads zeros. Errors: E_SHAPE. */
cameo_status cm_deform_conv_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    deform_conv_job j;
    (void)phase;
    CM_TRY(deform_conv_job_of(k, &j));
    size_t per_task = deform_conv_per_task(&j), all = j.x->dims[0] * j.blocks;
    for (size_t b = begin * per_task; b < cm_min_size(all, end * per_task); b++) {
        size_t o = b % j.blocks * DEFORM_BLOCK;
        size_t n = cm_min_size(DEFORM_BLOCK, j.g.out_plane - o);
        deform_conv_block(&j, b / j.blocks, o, n, (double *)(void *)k->worker_scratch);
    }
    return CAMEO_OK;
}
