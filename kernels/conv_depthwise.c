/* conv_depthwise.c — Conv of f32 where each output channel reads one input channel, on one or two
 * spatial axes: row by row of the output, all taps of some neighbouring outputs at a time, so that
 * their sums stay in registers. The bits are those of the direct way of conv.c.
 *
 *   x [N][C][in...]   w [M][1][kernel...]   b [M], may be absent   y [N][M][out...]
 *
 * Source: ONNX Conv, since_version 1, 11, 22. */
#include "kernels/conv_depthwise.h"

#include "kernels/conv.h"

/* From this many output channels of a group on the matrix product is the better way. */
#define DEPTHWISE_MAX_MULTIPLIER 3

/* f32, one input channel in each group, few outputs of it, one or two axes. */
bool cm_conv_accept_depthwise(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    const cm_avalue *w = q->in[1];
    if (p->channels_last != 0 || (w->rank != 3 && w->rank != 4)) return false;
    return w->dims[1] == 1 && cm_dim_is_const(w->dims[0]) &&
           w->dims[0] / p->group <= DEPTHWISE_MAX_MULTIPLIER;
}

/* ---- a row ---- */

static float depthwise_load(const uint8_t *x, ptrdiff_t i) {
    return cm_load_f32(x + (size_t)i * sizeof(float));
}

/* One output at coordinate `at`, some of whose taps lie outside of the data. */
static float depthwise_one(const cm_depthwise *d, ptrdiff_t at) {
    const cm_geom_axis *a = d->axis;
    float sum = 0;
    ptrdiff_t begin, end;
    cm_geom_clip(a, at, a->in, &begin, &end);
    for (size_t r = 0; r < d->rows; r++) {
        const uint8_t *x = d->x + r * d->x_step;
        const uint8_t *w = d->w + r * (size_t)a->kernel * sizeof(float);
        for (ptrdiff_t k = begin; k < end; k++) {
            sum += depthwise_load(w, k) * depthwise_load(x, at + k * a->dilation);
        }
    }
    return cm_clamp_f32(d->clamp, sum + d->bias);
}

/* Four outputs inside the data. */
static void depthwise_four(const cm_depthwise *d, ptrdiff_t at, float *y) {
    const cm_geom_axis *a = d->axis;
    ptrdiff_t s = a->stride;
    cm_f32x4 sum = {0, 0, 0, 0};
    for (size_t r = 0; r < d->rows; r++) {
        const uint8_t *x = d->x + r * d->x_step + (size_t)at * sizeof(float);
        const uint8_t *w = d->w + r * (size_t)a->kernel * sizeof(float);
        for (ptrdiff_t k = 0; k < a->kernel; k++, w += sizeof(float)) {
            ptrdiff_t i = k * a->dilation;
            float f = cm_load_f32(w);
            cm_f32x4 v = {depthwise_load(x, i), depthwise_load(x, i + s),
                          depthwise_load(x, i + 2 * s), depthwise_load(x, i + 3 * s)};
            cm_f32x4 fs = {f, f, f, f};
            sum += fs * v;
        }
    }
    for (int i = 0; i < 4; i++) y[i] = cm_clamp_f32(d->clamp, sum[i] + d->bias);
}

/* Sixteen outputs inside the data, stride 1. */
static void depthwise_sixteen(const cm_depthwise *d, ptrdiff_t at, float *y) {
    const cm_geom_axis *a = d->axis;
    cm_f32x4 s0 = {0, 0, 0, 0}, s1 = s0, s2 = s0, s3 = s0;
    cm_f32x4 v0, v1, v2, v3;
    for (size_t r = 0; r < d->rows; r++) {
        const uint8_t *x = d->x + r * d->x_step + (size_t)at * sizeof(float);
        const uint8_t *w = d->w + r * (size_t)a->kernel * sizeof(float);
        for (ptrdiff_t k = 0; k < a->kernel; k++, w += sizeof(float)) {
            const uint8_t *p = x + (size_t)(k * a->dilation) * sizeof(float);
            float f = cm_load_f32(w);
            cm_f32x4 fs = {f, f, f, f};
            memcpy(&v0, p, sizeof v0);
            memcpy(&v1, p + sizeof v0, sizeof v1);
            memcpy(&v2, p + 2 * sizeof v0, sizeof v2);
            memcpy(&v3, p + 3 * sizeof v0, sizeof v3);
            s0 += fs * v0;
            s1 += fs * v1;
            s2 += fs * v2;
            s3 += fs * v3;
        }
    }
    memcpy(y, &s0, sizeof s0);
    memcpy(y + 4, &s1, sizeof s1);
    memcpy(y + 8, &s2, sizeof s2);
    memcpy(y + 12, &s3, sizeof s3);
    for (int i = 0; i < 16; i++) y[i] = cm_clamp_f32(d->clamp, y[i] + d->bias);
}

void cm_depthwise_portable(const cm_depthwise *d, float *y, size_t n) {
    const cm_geom_axis *a = d->axis;
    ptrdiff_t at = d->at, s = a->stride;
    ptrdiff_t end = a->in - (a->kernel - 1) * a->dilation; /* tap 0 of outputs inside: [0, end) */
    for (size_t j = 0; j < n;) {
        size_t step = 1;
        if (at >= 0 && s == 1 && n - j >= 16 && at + 15 < end) {
            depthwise_sixteen(d, at, y + j);
            step = 16;
        } else if (at >= 0 && n - j >= 4 && at + 3 * s < end) {
            depthwise_four(d, at, y + j);
            step = 4;
        } else {
            y[j] = depthwise_one(d, at);
        }
        j += step;
        at += (ptrdiff_t)step * s;
    }
}

/* ---- tasks ---- */

/* A last axis of one element that no window leaves, as of images that stand for signals, is left out: the rows of
 * outputs run along the axis before it. The taps keep their order. */
static cameo_status depthwise_geom(const cm_kctx *k, cm_geom *g) {
    const cm_conv_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    CM_TRY(cm_geom_init(g, &q->window, x->rank - 2u, x->dims + 2, cm_out(k, 0)->dims + 2,
                        cm_in(k, 1)->dims + 2, k->e));
#if !CM_SMALL
    const cm_geom_axis *last = &g->axis[g->n - 1];
    if (g->n == 2 && last->in == 1 && last->out == 1 && last->kernel == 1 && last->pad == 0) g->n = 1;
#endif
    return CAMEO_OK;
}

static cm_geom_split depthwise_split(const cm_kctx *k, const cm_geom *g) {
    const size_t *y = cm_out(k, 0)->dims; /* n planes of y fit in memory or there are none */
    return cm_geom_split_of(g, y[0] * y[1], g->taps);
}

/* Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_conv_depthwise_setup(const cm_kctx *k, cm_setup *s) {
    cm_geom g;
    CM_TRY(depthwise_geom(k, &g));
    cm_geom_split split = depthwise_split(k, &g);
    return cm_geom_split_setup(&split, &g, s, k->e);
}

/* Row `o` of the outputs of a plane x, with taps w: the rows of taps inside the data. */
static void depthwise_place(cm_depthwise *d, const cm_geom *g, size_t o, const uint8_t *x,
                            const uint8_t *w) {
    const cm_geom_axis *a = &g->axis[0];
    ptrdiff_t at = (ptrdiff_t)o * a->stride - a->pad, begin = 0, end = 1;
    d->x = x;
    d->w = w;
    if (g->n == 2) {
        size_t row = (size_t)d->axis->in * sizeof(float);
        cm_geom_clip(a, at, a->in, &begin, &end);
        d->x_step = (size_t)a->dilation * row;
        if (begin < end) {
            d->x += (size_t)(at + begin * a->dilation) * row;
            d->w += (size_t)(begin * d->axis->kernel) * sizeof(float);
        }
    }
    d->rows = g->in_plane == 0 ? 0 : (size_t)(end - begin);
}

void cm_conv_apply_stage(const cm_kctx *k, const cm_geom_split *split, const cm_geom *g, uint32_t begin, uint32_t end) {
    const cm_activation *act = &((const cm_conv_params *)k->params)->activation;
    cm_stage_fn *stage = cm_activation_stage(k, act);
    const float *slope = cm_activation_slope(k);
    size_t m = cm_in(k, 1)->dims[0];
    if (stage == NULL) return;
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(split, g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            float *y = (float *)cm_out(k, 0)->data + plane * g->out_plane;
            const float *b = slope == NULL ? NULL : slope + plane % m;
            cm_activation_apply(stage, act, b, 0, y + task.from, task.to - task.from);
        }
    }
}

cameo_status cm_conv_depthwise_tasks(const cm_kctx *k, uint32_t begin, uint32_t end,
                                     cm_depthwise_fn *row) {
    const cm_conv_params *q = k->params;
    const cm_tensor *b = cm_in(k, 2);
    size_t m = cm_out(k, 0)->dims[1];
    cm_geom g;
    CM_TRY(depthwise_geom(k, &g));
    cm_geom_split split = depthwise_split(k, &g);
    cm_depthwise d = {.axis = &g.axis[g.n - 1],
                      .clamp = cm_activation_clamp(&q->activation)};
    size_t width = (size_t)d.axis->out, group = (size_t)q->group;
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &g, t);
        for (size_t plane = task.begin; plane < task.end; plane++) {
            size_t channel = plane / m * group + plane % m / (m / group);
            const uint8_t *x = cm_in(k, 0)->data, *w = cm_in(k, 1)->data;
            float *y = (float *)cm_out(k, 0)->data + plane * g.out_plane;
            if (g.in_plane != 0) x += channel * g.in_plane * sizeof(float);
            w += plane % m * g.taps * sizeof(float);
            d.bias = b == NULL ? 0 : depthwise_load(b->data, (ptrdiff_t)(plane % m));
            for (size_t p = task.from, n; p < task.to; p += n) {
                size_t o = p / width, j = p - o * width;
                n = cm_min_size(width - j, task.to - p);
                depthwise_place(&d, &g, o, x, w);
                d.at = (ptrdiff_t)j * d.axis->stride - d.axis->pad;
                row(&d, y + p, n);
            }
        }
#if !CAMEO_FROZEN
        cm_conv_apply_stage(k, &split, &g, t, t + 1);
#endif
    }
    return CAMEO_OK;
}

cameo_status cm_conv_depthwise_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return cm_conv_depthwise_tasks(k, begin, end, cm_depthwise_portable);
}
