/* convtranspose_sum.c — ConvTranspose of f32 as one matrix product and a sum, for constant weights, and small planes or
 * few output channels:
 *   t[m][k][i] = sum over c of w[c][m][k] * x[c][i]            (the product: M/group * taps rows, x as it lies)
 *   y[m][o] = b[m] + sum over k, i with i*stride - pad + k*dilation == o of t[m][k][i]
 * Nothing is gathered, and every multiplication counts. t stays in cache: a task has some output channels of a small
 * plane, or all of some lines of outputs (positions of the first spatial axis) of a larger one, for which it multiplies
 * the inputs that they read. Larger planes of more channels are computed comb by comb (kernels/convtranspose_last.c,
 * kernels/convtranspose.c), whose columns are reused by all of them.
 *
 * Outputs that lie a stride apart take neighbouring inputs. A row of y is therefore summed up phase by phase, where row
 * [phase][i] is output i*stride + phase, and put in order at its end. */
#include "kernels/convtranspose.h"
#include "kernels/prim/prims.h"

/* Floats of t that one task has at once: as far as possible, and at most; of some lines of a plane likewise. */
#define CONVTRANSPOSE_SUM_TILE ((size_t)1 << 16)
#define CONVTRANSPOSE_SUM_MOST ((size_t)1 << 18)
#define CONVTRANSPOSE_SUM_LINES ((size_t)1 << 17)
#define CONVTRANSPOSE_SUM_LINES_MOST ((size_t)1 << 19)
/* Most output channels of a group whose planes are cut into lines: rewrite `channels_last` leaves them as they are. */
#define CONVTRANSPOSE_SUM_FEW 7
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

/* The distance from the first to the last output of an axis that one input adds to, at least stride - 1: each output of
 * a line then has an input to begin with, even where no tap reaches it. */
static size_t convtranspose_sum_reach(size_t kernel, size_t stride, size_t dilation) {
    return cm_max_size((kernel - 1) * dilation, stride - 1);
}

/* Fewest inputs of the first axis that a task reads: the next task reads at most half of them again. */
static size_t convtranspose_sum_least(size_t reach, size_t stride) { return 2 * (reach / stride + 2); }

/* Few output channels, and t of some lines fits. below: inputs of a plane for each of its first axis. */
static bool convtranspose_sum_has_lines(const cm_window_attrs *a, const cm_avalue *w, size_t taps, size_t below) {
    size_t stride = a->n_strides != 0 ? (size_t)a->strides[0] : 1;
    size_t dilation = a->n_dilations != 0 ? (size_t)a->dilations[0] : 1;
    size_t reach = convtranspose_sum_reach((size_t)w->dims[2], stride, dilation);
    if (w->dims[1] > CONVTRANSPOSE_SUM_FEW) return false;
    size_t most = CONVTRANSPOSE_SUM_LINES_MOST / (size_t)w->dims[1] / taps / below;
    return most >= convtranspose_sum_least(reach, stride);
}

/* Constant weights; planes of known size, so small that t of the fewest output channels fits, or few channels, so that
 * t of some lines fits. Where windows do not overlap, a comb has one tap and is a product by itself. */
bool cm_convtranspose_accept_sum(const cm_row_query *q) {
    const cm_avalue *x = q->in[0], *w = q->in[1];
    size_t n, most = CONVTRANSPOSE_SUM_MOST, taps = 1, below = 1;
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
        if (d > 2 && cm_ckd_mul(below, (size_t)x->dims[d], &below)) return false;
    }
    bool small = most >= cm_min_size((size_t)w->dims[1], convtranspose_sum_step(taps));
    return (overlap || w->dims[1] < 4) && (small || convtranspose_sum_has_lines(a, w, taps, below));
}

typedef struct convtranspose_sum {
    cm_convtranspose_sizes z;
    size_t rows, blocks; /* output channels of a task, and such blocks of a group */
    size_t lines, parts; /* outputs of the first axis of a task, and such parts of a plane */
    size_t inputs;       /* of a plane, at most, that a task multiplies */
    size_t group_floats; /* of packed weights */
} convtranspose_sum;

static size_t convtranspose_sum_div_up(size_t a, size_t b) { return a / b + (a % b != 0); }

static cameo_status convtranspose_sum_group(const cm_kctx *k, size_t m, size_t depth, size_t *bytes) {
    size_t size;
    CM_TRY(cm_gemm_f32_pack_a_size(m, depth, CM_PRIM(k, gemm_f32_fmt), &size));
    return cm_ckd_align(size, CONVTRANSPOSE_SUM_ALIGN, bytes) ? CAMEO_E_LIMIT : CAMEO_OK;
}

/* A plane that is too large as a whole: as many lines as read no more inputs than fit. */
static void convtranspose_sum_cut(convtranspose_sum *s) {
    const cm_comb_axis *a = &s->z.combs.axis[0];
    size_t below = s->z.combs.in_plane / a->in, each = s->z.mg * s->z.combs.taps * below, lines;
    size_t reach = convtranspose_sum_reach(a->t.kernel, a->t.stride, a->t.dilation);
    size_t inputs = cm_max_size(CONVTRANSPOSE_SUM_LINES / each, convtranspose_sum_least(reach, a->t.stride));
    if (cm_ckd_mul(inputs - 1, a->t.stride, &lines)) lines = SIZE_MAX;
    s->rows = s->z.mg;
    s->blocks = 1;
    s->lines = cm_min_size(lines - reach, a->out);
    s->parts = convtranspose_sum_div_up(a->out, s->lines);
    s->inputs = cm_min_size(inputs, a->in) * below;
}

static cameo_status convtranspose_sum_init(const cm_kctx *k, convtranspose_sum *s) {
    size_t bytes;
    CM_TRY(cm_convtranspose_sizes_init(k, &s->z));
    size_t taps = s->z.combs.taps, step = convtranspose_sum_step(taps);
    size_t each = cm_max_size(1, taps * s->z.combs.in_plane);
    s->rows = cm_max_size(1, CONVTRANSPOSE_SUM_TILE / each / step) * step;
    s->rows = cm_min_size(s->rows, cm_max_size(1, s->z.mg));
    s->blocks = convtranspose_sum_div_up(s->z.mg, s->rows);
    s->lines = s->z.combs.axis[0].out;
    s->parts = 1;
    s->inputs = s->z.combs.in_plane;
    if (s->lines > 0 && s->inputs > 0 && s->rows > CONVTRANSPOSE_SUM_MOST / each) convtranspose_sum_cut(s);
    CM_TRY(convtranspose_sum_group(k, s->z.mg * taps, s->z.cg, &bytes));
    s->group_floats = bytes / sizeof(float);
    return CAMEO_OK;
}

/* Scratch: t, and a row of outputs. False: too much. */
static bool convtranspose_sum_room(const convtranspose_sum *s, size_t *tile, size_t *row) {
    const cm_combs *c = &s->z.combs;
    return !cm_ckd_align(s->rows * c->taps * s->inputs * sizeof(float), CAMEO_ALIGN, tile) &&
           !cm_ckd_mul(c->axis[c->n - 1].out, sizeof(float), row) && !cm_ckd_align(*row, CAMEO_ALIGN, row);
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

/* Worker scratch: t, below 2 MiB, a row of outputs and what the product takes. Errors: E_LIMIT too many tasks,
 * coordinates, or scratch. */
cameo_status cm_convtranspose_sum_setup(const cm_kctx *k, cm_setup *s) {
    convtranspose_sum v;
    size_t tile, row;
    CM_TRY(convtranspose_sum_init(k, &v));
    size_t n = cm_out(k, 0)->n == 0 ? 0 : v.z.n;
    bool fits = !cm_ckd_mul(n, v.z.group, &n) && !cm_ckd_mul(n, v.blocks, &n) && !cm_ckd_mul(n, v.parts, &n) &&
                n <= UINT32_MAX && convtranspose_sum_room(&v, &tile, &row) &&
                !cm_ckd_add(tile, row, &s->worker_scratch) &&
                !cm_ckd_add(s->worker_scratch, cm_gemm_f32_scratch(v.rows * v.z.combs.taps, v.inputs, v.z.cg,
                                                                   CM_PRIM(k, gemm_f32_fmt)),
                            &s->worker_scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu groups are too many tasks, or too large", v.z.n, v.z.group);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    return CAMEO_OK;
}

/* Lines of part `part` as a plane of their own, made of the inputs that they read. *first: the first of those along the
 * first axis. */
static cm_combs convtranspose_sum_part(const convtranspose_sum *s, size_t part, size_t *first) {
    cm_combs c = s->z.combs;
    cm_comb_axis *a = &c.axis[0];
    *first = 0;
    if (s->parts == 1) return c;
    size_t at = part * s->lines + a->pad; /* output i*stride + k*dilation */
    size_t reach = convtranspose_sum_reach(a->t.kernel, a->t.stride, a->t.dilation);
    size_t below = c.in_plane / a->in, out_below = c.out_plane / a->out;
    a->out = cm_min_size(s->lines, a->out - part * s->lines);
    size_t end = cm_min_size(a->in, (at + a->out - 1) / a->t.stride + 1);
    *first = at <= reach ? 0 : convtranspose_sum_div_up(at - reach, a->t.stride);
    *first = cm_min_size(*first, end);
    a->in = end - *first;
    a->pad = at - *first * a->t.stride;
    c.in_plane = a->in * below;
    c.out_plane = a->out * out_below;
    return c;
}

/* Inputs [*from, *to) of an axis whose tap k meets an output. */
static void convtranspose_sum_inside(const cm_comb_axis *a, size_t k, size_t *from, size_t *to) {
    size_t at = k * a->t.dilation; /* output of input i: i*stride + at - pad */
    *from = at >= a->pad ? 0 : (a->pad - at - 1) / a->t.stride + 1;
    *to = a->out + a->pad <= at ? 0 : (a->out + a->pad - at - 1) / a->t.stride + 1;
    *to = cm_min_size(*to, a->in);
    *from = cm_min_size(*from, *to);
}

/* Where phase p of a row begins that has its phases one behind the other. */
static size_t convtranspose_sum_phase(const cm_comb_axis *a, size_t p) {
    return p * (a->out / a->t.stride) + cm_min_size(p, a->out % a->t.stride);
}

/* All taps of a row of taps at one row of inputs: t [kernel of the last axis][in_plane], y the output row by phases. */
static void convtranspose_sum_taps(const cm_kctx *k, const cm_combs *c, const float *t, float *y) {
    const cm_comb_axis *a = &c->axis[c->n - 1];
    for (size_t j = 0; j < a->t.kernel; j++, t += c->in_plane) {
        size_t from, to;
        convtranspose_sum_inside(a, j, &from, &to);
        if (from == to) continue;
        size_t at = from * a->t.stride + j * a->t.dilation - a->pad;
        float *row = y + convtranspose_sum_phase(a, at % a->t.stride) + at / a->t.stride;
        CM_STAGE(k, add)(&(cm_stage_args){row, t + from, 1, 1, NULL}, row, to - from);
    }
}

/* Rows of y from phases to their order. row: scratch of a row. */
static void convtranspose_sum_order(const cm_combs *c, float *row, float *y) {
    const cm_comb_axis *a = &c->axis[c->n - 1];
    size_t stride = a->t.stride;
    if (stride == 1) return;
    for (size_t i = 0; i < c->out_plane; i += a->out, y += a->out) {
        memcpy(row, y, a->out * sizeof *row);
        for (size_t p = 0; p < stride && p < a->out; p++) {
            const float *from = row + convtranspose_sum_phase(a, p);
            for (size_t j = p; j < a->out; j += stride) y[j] = *from++;
        }
    }
}

/* One output channel: t [taps][in_plane] into y [out_plane], which has the bias. */
static void convtranspose_sum_plane(const cm_kctx *ctx, const cm_combs *c, const float *t, float *y) {
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
            convtranspose_sum_taps(ctx, c, t + k * last->t.kernel * c->in_plane + row * last->in, y + out * last->out);
        }
    }
}

/* cm_convtranspose_sum_run — see the head. */
cameo_status cm_convtranspose_sum_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    convtranspose_sum s;
    size_t tile, line;
    (void)phase;
    CM_TRY(convtranspose_sum_init(k, &s));
    if (!convtranspose_sum_room(&s, &tile, &line)) return CAMEO_E_INTERNAL;
    const cm_tensor *b = cm_in(k, 2);
    float *t = (float *)(void *)k->worker_scratch, *order = (float *)(void *)(k->worker_scratch + tile);
    size_t taps = s.z.combs.taps, plane = s.z.combs.in_plane;
    for (uint32_t task = begin; task < end; task++) {
        size_t cut = task % s.parts, block = task / s.parts, first;
        size_t part = block / s.blocks, row = block % s.blocks * s.rows, group = part % s.z.group;
        size_t rows = cm_min_size(s.rows, s.z.mg - row);
        cm_combs c = convtranspose_sum_part(&s, cut, &first);
        cm_gemm_f32_args a = cm_gemm_f32_args_init(rows * taps, c.in_plane, s.z.cg);
        a.packed_a = (const float *)cm_in(k, 1)->data + group * s.group_floats + row * taps * s.z.cg;
        a.b = (const float *)cm_in(k, 0)->data + part * s.z.cg * plane + first * (plane / s.z.combs.axis[0].in);
        a.rs_b = plane;
        a.c = t;
        size_t n = cm_gemm_f32_tasks(a.m, a.n, a.k, CM_PRIM(k, gemm_f32_fmt));
        for (size_t i = 0; i < n; i++) CM_PRIM(k, gemm_f32)(&a, i, k->worker_scratch + tile + line);
        for (size_t m = 0; m < rows; m++) {
            size_t above = cut * s.lines * (s.z.combs.out_plane / s.z.combs.axis[0].out);
            float *y = (float *)cm_out(k, 0)->data + (part * s.z.mg + row + m) * s.z.combs.out_plane + above;
            const uint8_t *bias =
                b == NULL ? NULL : (const uint8_t *)b->data + (group * s.z.mg + row + m) * sizeof(float);
            float v = bias == NULL ? 0 : cm_load_f32(bias);
            for (size_t i = 0; i < c.out_plane; i++) y[i] = v;
            if (c.in_plane != 0) convtranspose_sum_plane(k, &c, t + m * taps * c.in_plane, y);
            convtranspose_sum_order(&c, order, y);
        }
    }
    return CAMEO_OK;
}
