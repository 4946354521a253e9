/* convtranspose_sum.c — ConvTranspose of f32 as one matrix product and a sum, for constant weights and small planes:
 *   t[m][k][i] = sum over c of w[c][m][k] * x[c][i]            (the product: M/group * taps rows, x as it lies)
 *   y[m][o] = b[m] + sum over k, i with i*stride - pad + k*dilation == o of t[m][k][i]
 * Nothing is gathered, and every multiplication counts; t, of some output channels at a time, stays in cache. Larger
 * planes are computed comb by comb (kernels/convtranspose.c), whose columns are reused by more output channels. */
#include "kernels/convtranspose.h"

/* Floats of t that one task has at once: as far as possible, and at most. */
#define CONVTRANSPOSE_SUM_TILE ((size_t)1 << 16)
#define CONVTRANSPOSE_SUM_MOST ((size_t)1 << 18)
#define CONVTRANSPOSE_SUM_ALIGN ((size_t)64)

/* Fewest output channels whose rows are whole panels of packed weights. */
static size_t convtranspose_sum_step(size_t taps) {
    size_t step = CM_GEMM_MU;
    for (size_t d = 2; d <= CM_GEMM_MU; d++) {
        if (CM_GEMM_MU % d == 0 && taps % d == 0) step = CM_GEMM_MU / d;
    }
    return step;
}

/* Fewest input channels of a group: with less, t is not worth being written. */
#define CONVTRANSPOSE_SUM_DEPTH 8

/* Most elements of weights. Packing turns them by 90 degrees: until it has seen a page's worth of each panel, up to a
 * third of them lies in memory twice. */
#define CONVTRANSPOSE_SUM_WEIGHTS ((size_t)1 << 22)

/* Constant weights; planes of known size, so small that t of the fewest output channels fits. Where windows do not
 * overlap, a comb has one tap and is a product by itself. */
bool cm_convtranspose_accept_sum(const cm_row_query *q) {
    const cm_avalue *x = q->in[0], *w = q->in[1];
    size_t n, most = CONVTRANSPOSE_SUM_MOST, taps = 1;
    if (((const cm_convtranspose_params *)q->params)->channels_last != 0) return false;
    if ((q->const_mask & 2) == 0 || !cm_avalue_count(w, &n) || n == 0 || x->rank == CM_RANK_UNKNOWN || w->rank < 3) {
        return false;
    }
    if (n > CONVTRANSPOSE_SUM_WEIGHTS) return false;
    const cm_convtranspose_params *p = q->params;
    const cm_window_attrs *a = &p->window;
    if (w->dims[0] / p->group < CONVTRANSPOSE_SUM_DEPTH) return false;
    bool overlap = false;
    for (uint32_t d = 2; d < w->rank; d++) {
        overlap |= w->dims[d] > (a->n_strides != 0 ? a->strides[d - 2] : 1);
        if (!cm_dim_is_const(x->dims[d]) || x->dims[d] < 1) return false;
        most /= (size_t)x->dims[d];
        most /= (size_t)w->dims[d];
        taps *= (size_t)w->dims[d];
    }
    return (overlap || w->dims[1] < 4) && most >= cm_min_size((size_t)w->dims[1], convtranspose_sum_step(taps));
}

typedef struct convtranspose_sum {
    cm_convtranspose_sizes z;
    size_t rows, blocks; /* output channels of a task, and tasks of a group */
    size_t group_floats; /* of packed weights */
} convtranspose_sum;

static cameo_status convtranspose_sum_group(const cm_kctx *k, size_t m, size_t depth, size_t *bytes) {
    size_t size;
    CM_TRY(cm_gemm_f32_pack_a_size(m, depth, CM_PRIM(k, gemm_f32_fmt), &size));
    return cm_ckd_align(size, CONVTRANSPOSE_SUM_ALIGN, bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

static cameo_status convtranspose_sum_init(const cm_kctx *k, convtranspose_sum *s) {
    size_t bytes;
    CM_TRY(cm_convtranspose_sizes_init(k, &s->z));
    size_t taps = s->z.combs.taps, step = convtranspose_sum_step(taps);
    size_t each = cm_max_size(1, taps * s->z.combs.in_plane);
    s->rows = cm_max_size(1, CONVTRANSPOSE_SUM_TILE / each / step) * step;
    s->rows = cm_min_size(s->rows, cm_max_size(1, s->z.mg));
    s->blocks = s->z.mg / s->rows + (s->z.mg % s->rows != 0);
    CM_TRY(convtranspose_sum_group(k, s->z.mg * taps, s->z.cg, &bytes));
    s->group_floats = bytes / sizeof(float);
    return CAMEO_OK;
}

static size_t convtranspose_sum_tile(const convtranspose_sum *s) {
    size_t bytes = s->rows * s->z.combs.taps * s->z.combs.in_plane * sizeof(float);
    return (bytes + CAMEO_ALIGN - 1) / CAMEO_ALIGN * CAMEO_ALIGN;
}

/* Format CM_FORMAT_GEMM_A: [group], each padded to 64 bytes, of packed operands A [M/group * taps][C/group].
 * Errors: E_LIMIT the size does not fit. */
cameo_status cm_convtranspose_sum_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_convtranspose_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    size_t group = (size_t)q->group, size, depth = w->dims[0] / group;
    CM_TRY(convtranspose_sum_group(k, depth == 0 ? 0 : w->n / w->dims[0], depth, &size));
    return cm_ckd_mul(size, group, bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

void cm_convtranspose_sum_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_convtranspose_params *q = k->params;
    const cm_tensor *w = cm_in(k, in);
    size_t group = (size_t)q->group, cg = w->dims[0] / group, size, used, i, end;
    if (w->n == 0) return;
    size_t m = w->n / w->dims[0];
    if (convtranspose_sum_group(k, m, cg, &size) != CAMEO_OK ||
        cm_gemm_f32_pack_a_size(m, cg, CM_PRIM(k, gemm_f32_fmt), &used) != CAMEO_OK) {
        return;
    }
    size_t line = m * sizeof(float), step = cm_pack_lines(line), pieces = (cg - 1) / step + 1;
    for (cm_pack_units(k, group * pieces, &i, &end); i < end; i++) {
        size_t c = i % pieces * step, n = cm_min_size(step, cg - c);
        const uint8_t *from = (const uint8_t *)w->data + i / pieces * cg * line;
        uint8_t *to = (uint8_t *)dst + i / pieces * size;
        cm_gemm_f32_args a = cm_gemm_f32_args_init(m, 0, cg);
        a.rs_a = 1;
        a.cs_a = m;
        a.a = from;
        if (c == 0) memset(to + used, 0, size - used);
        cm_gemm_f32_pack_a_depth(&a, CM_PRIM(k, gemm_f32_fmt), c, n, (float *)(void *)to);
        cm_pack_spent(k, from + c * line, n * line);
    }
}

/* Worker scratch: t and what the product takes, below 2 MiB. Errors: E_LIMIT too many tasks, or coordinates. */
cameo_status cm_convtranspose_sum_setup(const cm_kctx *k, cm_setup *s) {
    convtranspose_sum v;
    CM_TRY(convtranspose_sum_init(k, &v));
    size_t n = cm_out(k, 0)->n == 0 ? 0 : v.z.n;
    bool fits = !cm_ckd_mul(n, v.z.group, &n) && !cm_ckd_mul(n, v.blocks, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu groups are too many tasks", v.z.n, v.z.group);
    cm_setup_simple(s, n, 1);
    s->worker_scratch = convtranspose_sum_tile(&v) +
                        cm_gemm_f32_scratch(v.rows * v.z.combs.taps, v.z.combs.in_plane, v.z.cg,
                                            CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK;
}

/* Inputs [*from, *to) of an axis whose tap k meets an output. */
static void convtranspose_sum_inside(const cm_comb_axis *a, size_t k, size_t *from, size_t *to) {
    size_t at = k * a->t.dilation; /* output of input i: i*stride + at - pad */
    *from = at >= a->pad ? 0 : (a->pad - at - 1) / a->t.stride + 1;
    *to = a->out + a->pad <= at ? 0 : (a->out + a->pad - at - 1) / a->t.stride + 1;
    *to = cm_min_size(*to, a->in);
    *from = cm_min_size(*from, *to);
}

/* y[i * step] += t[i] */
static void convtranspose_sum_row(const float *t, float *y, size_t step, size_t n) {
    if (step == 1) {
        for (size_t i = 0; i < n; i++) y[i] += t[i];
    } else if (step == 2) {
        for (size_t i = 0; i < n; i++) y[2 * i] += t[i];
    } else {
        for (size_t i = 0; i < n; i++) y[i * step] += t[i];
    }
}

/* All taps of a row of taps at one row of inputs: t [kernel of the last axis][in_plane], y the output row. */
static void convtranspose_sum_taps(const cm_combs *c, const float *t, float *y) {
    const cm_comb_axis *a = &c->axis[c->n - 1];
    for (size_t k = 0; k < a->t.kernel; k++, t += c->in_plane) {
        size_t from, to;
        convtranspose_sum_inside(a, k, &from, &to);
        size_t at = from * a->t.stride + k * a->t.dilation - a->pad;
        if (from < to) convtranspose_sum_row(t + from, y + at, a->t.stride, to - from);
    }
}

/* One output channel: t [taps][in_plane] into y [out_plane], which has the bias. */
static void convtranspose_sum_plane(const cm_combs *c, const float *t, float *y) {
    const cm_comb_axis *last = &c->axis[c->n - 1];
    size_t rows = c->in_plane / last->in, taps = c->taps / last->t.kernel;
    for (size_t k = 0; k < taps; k++) {
        for (size_t row = 0; row < rows; row++) {
            size_t out = 0, below = 1, rest_k = k, rest = row;
            bool inside = true;
            for (uint32_t d = c->n - 1; d-- > 0;) {
                const cm_comb_axis *a = &c->axis[d];
                size_t from, to, tap = rest_k % a->t.kernel, i = rest % a->in;
                convtranspose_sum_inside(a, tap, &from, &to);
                inside = inside && i >= from && i < to;
                if (inside) out += (i * a->t.stride + tap * a->t.dilation - a->pad) * below;
                below *= a->out;
                rest_k /= a->t.kernel;
                rest /= a->in;
            }
            if (!inside) continue;
            convtranspose_sum_taps(c, t + k * last->t.kernel * c->in_plane + row * last->in, y + out * last->out);
        }
    }
}

/* cm_convtranspose_sum_run — see the head. */
cameo_status cm_convtranspose_sum_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    convtranspose_sum s;
    (void)phase;
    CM_TRY(convtranspose_sum_init(k, &s));
    const cm_combs *c = &s.z.combs;
    const cm_tensor *b = cm_in(k, 2);
    float *t = (float *)(void *)k->worker_scratch;
    void *scratch = k->worker_scratch + convtranspose_sum_tile(&s);
    for (uint32_t task = begin; task < end; task++) {
        size_t part = task / s.blocks, row = task % s.blocks * s.rows, group = part % s.z.group;
        size_t rows = cm_min_size(s.rows, s.z.mg - row);
        cm_gemm_f32_args a = cm_gemm_f32_args_init(rows * c->taps, c->in_plane, s.z.cg);
        a.packed_a = (const float *)cm_in(k, 1)->data + group * s.group_floats + row * c->taps * s.z.cg;
        a.b = (const float *)cm_in(k, 0)->data + part * s.z.cg * c->in_plane;
        a.c = t;
        size_t n = cm_gemm_f32_tasks(a.m, a.n, a.k, CM_PRIM(k, gemm_f32_fmt));
        for (size_t i = 0; i < n; i++) CM_PRIM(k, gemm_f32)(&a, i, scratch);
        for (size_t m = 0; m < rows; m++) {
            float *y = (float *)cm_out(k, 0)->data + (part * s.z.mg + row + m) * c->out_plane;
            const uint8_t *bias =
                b == NULL ? NULL : (const uint8_t *)b->data + (group * s.z.mg + row + m) * sizeof(float);
            float v = bias == NULL ? 0 : cm_load_f32(bias);
            for (size_t i = 0; i < c->out_plane; i++) y[i] = v;
            convtranspose_sum_plane(c, t + m * c->taps * c->in_plane, y);
        }
    }
    return CAMEO_OK;
}
