/* conv.c — Conv:
 *   y[n][m][o] = clamp(b[m] + sum over c, k of w[m][c][k] * x[n][c'][o*stride - pad + k*dilation])
 * with c' = c + (group of m) * C/group, elements of x outside of the data being 0.
 *
 *   x [N][C][in...]   w [M][C/group][kernel...]   b [M], may be absent   y [N][M][out...]
 *
 * Two ways to compute it:
 *   product  per image and group w [M/group][K] * columns [K][P], K = C/group * taps, P = outputs
 *            of a plane. No matrix of columns exists: the product asks for its panels, a few
 *            hundred KiB at most, and they are gathered from x (implicit im2col). f32.
 *   direct   per channel, 16 neighbouring outputs at a time: depthwise and other thin groups, and
 *            all other dtypes. Sums in f32 (f16, bf16) or f64 (f64), in the order of w, then the
 *            bias.
 * Both are for channels in front of the spatial axes. Channels behind them: kernels/conv_last.c.
 * Source: ONNX Conv, since_version 1, 11, 22. */
#include "kernels/conv.h"

#include "kernels/activation.h"
#include "kernels/conv_depthwise.h"
#include "kernels/im2col.h"

/* A float Conv of groups that are not thin may have one more input, [N][M][out...], which is added behind the bias and
 * before the clamp, and on which y may lie: no file has it, rewrite `conv_sum` gives it. */
static const cm_field conv_fields[] = {
    CM_WINDOW_FIELDS(cm_conv_params, window), CM_F_I32(cm_conv_params, group, 1),
    CM_F_OWN(cm_conv_params, activation),            CM_F_OWN(cm_conv_params, channels_last),
};

static cameo_status conv_parse(const cm_parse *p, void *params) {
    cm_conv_params *q = params;
    CM_CHECK(q->group >= 1, p->e, CAMEO_E_SHAPE, "group is %d, want at least 1", (int)q->group);
    return cm_window_parse(p, &q->window);
}

/* Channels of x, w and the bias agree. */
static cameo_status conv_check_channels(const cm_shape *s, const cm_avalue *x, const cm_avalue *w) {
    const cm_conv_params *q = s->params;
    const cm_avalue *b = cm_shape_in(s, 2);
    cm_dim want = cm_dim_mul(s->dims, w->dims[1], q->group);
    cm_dim channels = x->dims[q->channels_last != 0 ? x->rank - 1 : 1];
    CM_CHECK(cm_shape_equal(s, channels, want), s->e, CAMEO_E_SHAPE,
             "X has %lld channels, W has %lld for each of %d groups", CM_LL(channels),
             CM_LL(w->dims[1]), (int)q->group);
    CM_CHECK(!cm_dim_is_const(w->dims[0]) || w->dims[0] % q->group == 0, s->e, CAMEO_E_SHAPE,
             "%lld output channels do not divide into %d groups", CM_LL(w->dims[0]), (int)q->group);
    if (b->kind == CAMEO_KIND_NONE || b->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    bool bias = b->rank == 1 && cm_shape_equal(s, b->dims[0], w->dims[0]);
    CM_CHECK(bias, s->e, CAMEO_E_SHAPE, "B has rank %u and %lld elements, want [%lld]", b->rank,
             CM_LL(b->dims[0]), CM_LL(w->dims[0]));
    return CAMEO_OK;
}

static cameo_status conv_shape(cm_shape *s) {
    const cm_conv_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *w = cm_shape_in(s, 1);
    uint32_t rank = x->rank;
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, w->rank, NULL);
    CM_CHECK(rank >= 3 && (w->rank == rank || w->rank == CM_RANK_UNKNOWN), s->e, CAMEO_E_SHAPE,
             "X has rank %u and W %u, want equal ones from 3", rank, w->rank);
    if (w->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, rank, NULL);
    uint32_t axes = q->channels_last != 0 ? 1 : 2, channels = q->channels_last != 0 ? rank - 1 : 1;
    cm_dim dims[CM_MAX_RANK] = {x->dims[0]};
    dims[channels] = w->dims[0];
    CM_TRY(conv_check_channels(s, x, w));
    CM_TRY(cm_window_shape(s, &q->window, rank - 2, x->dims + axes, w->dims + 2, dims + axes));
    return cm_shape_out(s, 0, x->dtype, rank, dims);
}

/* Multiply-adds that take as long as the beginning of a plane of the result, and as an element of it. */
#define CONV_PLANE 512
#define CONV_OUTPUT 4

static uint64_t conv_cost(const cm_shape *s) {
    const cm_avalue *w = cm_shape_in(s, 1);
    uint64_t n = 1;
    for (uint32_t i = 0; i < s->out[0].rank; i++) n = cm_cost_mul(n, (uint64_t)s->out[0].dims[i]);
    for (uint32_t i = 1; i < w->rank; i++) n = cm_cost_mul(n, (uint64_t)w->dims[i]);
    uint64_t planes = cm_shape_cost_rows(&s->out[0], 2, CONV_PLANE);
    return cm_cost_add(n, cm_cost_add(planes, cm_shape_cost(&s->out[0], CONV_OUTPUT)));
}

const cm_op cm_op_Conv = {.id = CM_OP_Conv,
                          .flags = CM_OPF_SUM,
                          .n_fields = sizeof conv_fields / sizeof *conv_fields,
                          .params_size = sizeof(cm_conv_params),
                          .fields = conv_fields,
                          .parse = conv_parse,
                          .shape = conv_shape,
                          .cost = conv_cost};

/* ---- sizes ---- */

/* Fewest output channels of a group for which the product is the better way: only that knows sums. */
#define CONV_MIN_ROWS CM_SUM_ROWS
/* Neighbouring outputs that the direct way sums up together. */
#define CONV_BLOCK 16
/* Groups of packed weights begin at multiples of this many bytes. */
#define CONV_PACK_ALIGN ((size_t)64)

typedef struct conv_sizes {
    size_t n, c, m;       /* images, input channels, output channels */
    size_t group, cg, mg; /* groups, and channels of one */
    size_t depth;         /* K: weights of an output channel */
    cm_geom g;
} conv_sizes;

static cameo_status conv_sizes_init(const cm_kctx *k, conv_sizes *s) {
    const cm_conv_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *w = cm_in(k, 1);
    s->n = x->dims[0];
    s->c = x->dims[1];
    s->m = w->dims[0];
    s->group = (size_t)q->group;
    s->cg = w->dims[1];
    s->mg = s->m / s->group;
    s->depth = s->m == 0 ? 0 : w->n / s->m;
    return cm_geom_init(&s->g, &q->window, x->rank - 2u, x->dims + 2, cm_out(k, 0)->dims + 2,
                        w->dims + 2, k->e);
}

/* Element n. p is NULL only for a tensor without elements, and then n is 0: no pointer arithmetic on NULL. */
static const uint8_t *conv_at(const void *p, size_t n, size_t size) {
    return (const uint8_t *)((uintptr_t)p + n * size);
}

/* ---- f32 as a product ---- */

static cameo_status conv_product_setup(const cm_kctx *k, const conv_sizes *z, cm_setup *s) {
    size_t n, p = z->g.out_plane;
    bool fits = !cm_ckd_mul(z->n, z->group, &n) &&
                !cm_ckd_mul(n, cm_gemm_f32_tasks(z->mg, p, z->depth, CM_PRIM(k, gemm_f32_fmt)), &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", z->n, p);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = cm_gemm_f32_scratch(z->mg, p, z->depth, CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK;
}

/* Bytes of one group of packed weights. */
static cameo_status conv_group_size(const cm_kctx *k, size_t mg, size_t depth, size_t *bytes) {
    size_t size;
    CM_TRY(cm_gemm_f32_pack_a_size(mg, depth, CM_PRIM(k, gemm_f32_fmt), &size));
    return cm_ckd_align(size, CONV_PACK_ALIGN, bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Tasks of the product: image by image, group by group, then the tasks of the matrix product. */
static cameo_status conv_product_run(const cm_kctx *k, const conv_sizes *z, uint32_t begin,
                                     uint32_t end) {
    const cm_conv_params *q = k->params;
    const cm_tensor *w = cm_in(k, 1);
    const cm_tensor *b = cm_in(k, 2), *sum = cm_in(k, CM_IN_SUM);
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    bool pointwise = cm_geom_is_pointwise(&z->g);
    size_t p = z->g.out_plane, packed = 0;
    size_t per_group = cm_gemm_f32_tasks(z->mg, p, z->depth, CM_PRIM(k, gemm_f32_fmt));
    if (w->format != CM_FORMAT_PLAIN) CM_TRY(conv_group_size(k, z->mg, z->depth, &packed));
    cm_gemm_f32_args a = cm_gemm_f32_args_init(z->mg, p, z->depth);
    cm_im2col im;
    im.g = &z->g;
    im.first = 0;
#if !CM_SMALL
    im.row_taps = CM_PRIM(k, row_taps);
#endif
    a.bias_kind = b != NULL ? CM_GEMM_BIAS_ROW : CM_GEMM_BIAS_NONE;
    a.clamp = clamp.on;
    a.lo = clamp.lo;
    a.hi = clamp.hi;
    a.stage = cm_activation_stage(k, &q->activation);
    a.stage_imm = q->activation.imm;
    const float *slope = cm_activation_slope(k);
    if (!pointwise) a.pack_b = cm_im2col_f32;
    a.pack_b_ctx = &im;
    const void *x = cm_in(k, 0)->data;
    float *y = cm_out(k, 0)->data;
    for (size_t t = begin; t < end; t++) {
        size_t part = t / per_group, group = part % z->group, at = part * z->mg * p;
        im.x = conv_at(x, part * z->cg * z->g.in_plane, sizeof(float));
        if (pointwise) a.b = im.x;
        if (packed != 0) {
            a.packed_a = (const float *)w->data + group * (packed / sizeof(float));
        } else {
            a.a = conv_at(w->data, group * z->mg * z->depth, sizeof(float));
        }
        if (b != NULL) a.bias = conv_at(b->data, group * z->mg, sizeof(float));
        if (slope != NULL) a.stage_b = slope + group * z->mg;
        if (sum != NULL) a.d = conv_at(sum->data, at, sizeof(float));
        a.c = y + at;
        CM_PRIM(k, gemm_f32)(&a, t % per_group, k->worker_scratch);
    }
    return CAMEO_OK;
}

/* ---- packed weights ---- */

/* Channels before the spatial axes; the rows of kernels/conv_last.c serve the other order. */
bool cm_conv_accept_plain(const cm_row_query *q) {
    return ((const cm_conv_params *)q->params)->channels_last == 0;
}

/* Constant weights of known size, groups that are not thin. */
bool cm_conv_accept_packed(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    size_t n;
    return cm_conv_accept_plain(q) && cm_avalue_count(q->in[1], &n) && q->in[1]->rank >= 3 &&
           q->in[1]->dims[0] / p->group >= CONV_MIN_ROWS;
}

/* Constant weights of one group, however few its output channels: what the vectors of a product leave empty costs less
 * than the direct way. Neither what kernels/conv_depthwise.c nor what kernels/conv_few.c does. */
bool cm_conv_accept_narrow(const cm_row_query *q) {
    size_t n;
    return cm_conv_accept_plain(q) && cm_avalue_count(q->in[1], &n) && q->in[1]->rank >= 3 &&
           q->in[1]->dims[0] >= 1 && ((const cm_conv_params *)q->params)->group == 1 &&
           !cm_conv_accept_depthwise(q) && !cm_conv_accept_few(q);
}

/* Format CM_FORMAT_GEMM_A: [group] packed operands A of [M/group][K], each padded to 64 bytes.
 * Errors: E_LIMIT the size does not fit. */
cameo_status cm_conv_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_conv_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    size_t m = w->dims[0], group = (size_t)q->group, size = 0;
    CM_TRY(conv_group_size(k, m / group, m == 0 ? 0 : w->n / m, &size));
    return cm_ckd_mul(size, group, bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* Group by group, piece by piece in the order of the rows; what pads a group comes with its first piece. */
void cm_conv_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_conv_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    cm_gemm_fmt fmt = CM_PRIM(k, gemm_f32_fmt);
    size_t group = (size_t)q->group, mg = w->dims[0] / group, used, size, i, end;
    if (w->n == 0) return;
    size_t depth = w->n / w->dims[0], line = depth * sizeof(float);
    size_t step = (cm_pack_lines(line) + CM_GEMM_MU - 1) / CM_GEMM_MU * CM_GEMM_MU, pieces = (mg - 1) / step + 1;
    if (cm_gemm_f32_pack_a_size(mg, depth, fmt, &used) != CAMEO_OK || conv_group_size(k, mg, depth, &size) != CAMEO_OK)
        return;
    for (cm_pack_units(k, group * pieces, &i, &end); i < end; i++) {
        size_t row = i % pieces * step;
        uint8_t *to = (uint8_t *)dst + i / pieces * size;
        cm_gemm_f32_args a = cm_gemm_f32_args_init(cm_min_size(step, mg - row), 0, depth);
        a.a = conv_at(w->data, (i / pieces * mg + row) * depth, sizeof(float));
        a.fill = CM_PRIM(k, gemm_f32_pack);
        if (row == 0) memset(to + used, 0, size - used);
        cm_gemm_f32_pack_a(&a, fmt, (float *)(void *)(to + row * line));
        cm_pack_spent(k, a.a, a.m * line);
    }
}

/* Scratch: one worker's of the matrix product, at most 0.5 MiB. Errors: E_LIMIT too many tasks. */
cameo_status cm_conv_f32_packed_setup(const cm_kctx *k, cm_setup *s) {
    conv_sizes z;
    CM_TRY(conv_sizes_init(k, &z));
    return conv_product_setup(k, &z, s);
}

cameo_status cm_conv_f32_packed_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    conv_sizes z;
    (void)phase;
    CM_TRY(conv_sizes_init(k, &z));
    return conv_product_run(k, &z, begin, end);
}

/* ---- direct ---- */

/* One output channel of one image. */
typedef struct conv_direct {
    const cm_geom *g;
    size_t cg;
    const uint8_t *x; /* [cg][in_plane], alignment 1 */
    const uint8_t *w; /* [cg][taps], alignment 1 */
} conv_direct;

static cm_geom_split conv_direct_split(const conv_sizes *z) {
    return cm_geom_split_of(&z->g, z->n * z->m, cm_max_size(1, z->depth));
}

/* f64, f16, bf16. Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_conv_direct_setup(const cm_kctx *k, cm_setup *s) {
    conv_sizes z;
    CM_TRY(conv_sizes_init(k, &z));
    cm_geom_split split = conv_direct_split(&z);
    return cm_geom_split_setup(&split, &z.g, s, k->e);
}

#define CONV_SAME(x) (x)
#define CONV_LOAD_F16(p) cm_f16_to_f32(cm_load_u16(p))
#define CONV_LOAD_BF16(p) cm_bf16_to_f32(cm_load_u16(p))

#define CONV_DTYPE f32
#define CONV_T float
#define CONV_C float
#define CONV_LOAD cm_load_f32
#define CONV_STORE CONV_SAME
#define CONV_CLAMP cm_clamp_f32
#include "kernels/conv_tmpl.h"

#define CONV_DTYPE f64
#define CONV_T double
#define CONV_C double
#define CONV_LOAD cm_load_f64
#define CONV_STORE CONV_SAME
#define CONV_CLAMP cm_clamp_f64
#include "kernels/conv_tmpl.h"

#define CONV_DTYPE f16
#define CONV_T uint16_t
#define CONV_C float
#define CONV_LOAD CONV_LOAD_F16
#define CONV_STORE cm_f16_from_f32
#define CONV_CLAMP cm_clamp_f32
#include "kernels/conv_tmpl.h"

#define CONV_DTYPE bf16
#define CONV_T uint16_t
#define CONV_C float
#define CONV_LOAD CONV_LOAD_BF16
#define CONV_STORE cm_bf16_from_f32
#define CONV_CLAMP cm_clamp_f32
#include "kernels/conv_tmpl.h"

/* f32 with weights as they lie. Scratch: as for packed weights, or none. */
cameo_status cm_conv_f32_setup(const cm_kctx *k, cm_setup *s) {
    conv_sizes z;
    CM_TRY(conv_sizes_init(k, &z));
    if (z.mg >= CONV_MIN_ROWS) return conv_product_setup(k, &z, s);
    return cm_conv_direct_setup(k, s);
}

cameo_status cm_conv_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    conv_sizes z;
    (void)phase;
    CM_TRY(conv_sizes_init(k, &z));
    if (z.mg >= CONV_MIN_ROWS) return conv_product_run(k, &z, begin, end);
    conv_direct_run_f32(k, &z, begin, end);
#if !CAMEO_FROZEN
    cm_geom_split split = conv_direct_split(&z);
    cm_conv_apply_stage(k, &split, &z.g, begin, end);
#endif
    return CAMEO_OK;
}

cameo_status cm_conv_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    conv_sizes z;
    (void)phase;
    CM_TRY(conv_sizes_init(k, &z));
    conv_direct_run_f64(k, &z, begin, end);
    return CAMEO_OK;
}

cameo_status cm_conv_f16_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    conv_sizes z;
    (void)phase;
    CM_TRY(conv_sizes_init(k, &z));
    conv_direct_run_f16(k, &z, begin, end);
    return CAMEO_OK;
}

cameo_status cm_conv_bf16_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    conv_sizes z;
    (void)phase;
    CM_TRY(conv_sizes_init(k, &z));
    conv_direct_run_bf16(k, &z, begin, end);
    return CAMEO_OK;
}
