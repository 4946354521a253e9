/* batchnorm.c — BatchNormalization: y = (x - mean) / sqrt(var + epsilon) * scale + bias per
 * channel.
 *
 * Phase 0 turns each channel's four numbers into three doubles in scratch, in training mode from
 * the statistics of the input; phase 1 applies them to planes of [n][c][inner]. Since all small
 * inputs are read in phase 0, output 0 may lie on any input. With spatial = 0 (since_version 1 to
 * 7) every position of a sample is a channel of its own. Source: ONNX BatchNormalization,
 * since_version 1, 6, 7, 9, 14, 15. */
#include "kernels/batchnorm.h"

#include "base/math.h"
#include "kernels/activation.h"
#include "kernels/half.h"
#include "kernels/lane.h"

static const cm_field batchnorm_fields[] = {
    CM_F_F32(cm_batchnorm_params, epsilon, 1e-5F), CM_F_F32(cm_batchnorm_params, momentum, 0.9F),
    CM_F_I32(cm_batchnorm_params, training_mode, 0), CM_F_I32(cm_batchnorm_params, spatial, 1),
    CM_F_I32(cm_batchnorm_params, is_test, 0),
    CM_F_OWN(cm_batchnorm_params, channels_last), CM_F_OWN(cm_batchnorm_params, activation)};

/* Before since_version 14 the number of outputs chooses the mode ("Output case #1", "#2"). Exporters
 * left is_test, until since_version 7, at its default 0 in models for inference, so with one output
 * it does not count. */
static cameo_status batchnorm_parse(const cm_parse *p, void *params) {
    cm_batchnorm_params *q = params;
    if (p->since >= 9) q->spatial = 1;
    if (p->since >= 14) return CAMEO_OK;
    q->training_mode = p->n_out > 1 && q->is_test == 0;
    return CAMEO_OK;
}

/* Every input but the first has one number per channel. */
static cameo_status batchnorm_shape_channels(const cm_shape *s) {
    const cm_batchnorm_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    cm_dim c = x->rank > 1 ? x->dims[q->channels_last ? x->rank - 1 : 1] : 1;
    for (uint32_t d = 2; !q->spatial && d < x->rank; d++) c = cm_dim_mul(s->dims, c, x->dims[d]);
    for (uint32_t i = 1; i < s->n_in; i++) {
        const cm_avalue *v = s->in[i];
        if (v->rank != 1) continue;
        CM_CHECK(cm_shape_equal(s, v->dims[0], c), s->e, CAMEO_E_SHAPE,
                 "input %u has %lld elements, want %lld, one per channel", i, CM_LL(v->dims[0]),
                 CM_LL(c));
    }
    return CAMEO_OK;
}

static cameo_status batchnorm_shape(cm_shape *s) {
    CM_TRY(batchnorm_shape_channels(s));
    CM_TRY(cm_shape_out_like(s, 0, 0));
    CM_TRY(cm_shape_out_like(s, 1, 3));
    CM_TRY(cm_shape_out_like(s, 2, 4));
    CM_TRY(cm_shape_out_like(s, 3, 3));
    return cm_shape_out_like(s, 4, 4);
}

#define BATCHNORM_PLANE 16 /* elements that take as long as the beginning of a plane */

static uint64_t batchnorm_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    return cm_cost_add(cm_shape_cost(x, 1), cm_shape_cost_rows(x, 2, BATCHNORM_PLANE));
}

const cm_op cm_op_BatchNormalization = {.id = CM_OP_BatchNormalization,
                                        .cost = batchnorm_cost,
                                        .flags = CM_OPF_INPLACE,
                                        .n_fields = sizeof batchnorm_fields / sizeof *batchnorm_fields,
                                        .params_size = sizeof(cm_batchnorm_params),
                                        .fields = batchnorm_fields,
                                        .parse = batchnorm_parse,
                                        .shape = batchnorm_shape};

/* What phase 1 needs of a channel: scale is that of the input, divided by the deviation. */
typedef struct batchnorm_channel {
    double mean, scale, bias;
} batchnorm_channel;

/* For f32 the scratch has all means, then all scales, then all biases, as floats. */
typedef struct batchnorm_floats {
    float *mean, *scale, *bias; /* [channels] */
} batchnorm_floats;

static batchnorm_floats batchnorm_floats_of(const cm_kctx *k, size_t channels) {
    float *first = (float *)(void *)k->scratch;
    return (batchnorm_floats){first, first + channels, first + 2 * channels};
}

typedef struct batchnorm_split {
    size_t n, c, inner; /* x is [n][c][inner] */
    size_t channels_per_task, planes_per_task;
} batchnorm_split;

static batchnorm_split batchnorm_split_of(const cm_kctx *k) {
    const cm_batchnorm_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    batchnorm_split s = {.n = x->rank > 0 ? x->dims[0] : 1, .c = 1, .inner = 1};
    for (uint32_t d = 1; d < x->rank; d++) {
        if (q->channels_last && d + 1 < x->rank)
            s.n *= x->dims[d];
        else if (d == 1 || !q->spatial || q->channels_last)
            s.c *= x->dims[d];
        else
            s.inner *= x->dims[d];
    }
    size_t channel = q->training_mode ? s.n * s.inner : 64;
    s.channels_per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, channel));
    s.planes_per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s.inner));
    return s;
}

/* Two phases: channels, planes. Scratch: a batchnorm_channel for each channel.
 * Errors: E_SHAPE an input has not one number per channel; E_LIMIT the scratch overflows. */
cameo_status cm_batchnorm_setup(const cm_kctx *k, cm_setup *s) {
    batchnorm_split split = batchnorm_split_of(k);
    for (uint32_t i = 1; i < 5; i++) {
        CM_CHECK(cm_in(k, i)->n == split.c, k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want %zu, one per channel", i, cm_in(k, i)->n,
                 split.c);
    }
    CM_CHECK(!cm_ckd_mul(split.c, sizeof(batchnorm_channel), &s->scratch), k->e, CAMEO_E_LIMIT,
             "%zu channels overflow the scratch memory", split.c);
    s->n_phases = 2;
    s->phase[0].n_tasks = cm_task_count(split.c, split.channels_per_task);
    if (cm_in(k, 0)->n == 0) return CAMEO_OK;
    s->phase[1].n_tasks = cm_task_count(split.n * split.c, split.planes_per_task);
    return CAMEO_OK;
}

static double batchnorm_load(const cm_tensor *t, size_t i) {
    double v;
    if (t->dtype == CAMEO_FLOAT) return (double)((const float *)t->data)[i];
    cm_lane_load_f64(t->dtype, t->data, i, 1, &v);
    return v;
}

/* Sum over channel c of (x - shift)^power, power 1 or 2, in double, in memory order. */
static double batchnorm_sum(const cm_kctx *k, const batchnorm_split *s, size_t c, double shift,
                            int power) {
    const cm_tensor *x = cm_in(k, 0);
    double sum = 0;
    double v[CM_LANE_ITEMS];
    for (size_t n = 0; s->inner != 0 && n < s->n; n++) {
        size_t plane = (n * s->c + c) * s->inner;
        for (size_t i = 0; i < s->inner; i += CM_LANE_ITEMS) {
            size_t count = cm_min_size(CM_LANE_ITEMS, s->inner - i);
            cm_lane_load_f64(x->dtype, x->data, plane + i, count, v);
            for (size_t j = 0; j < count; j++) {
                double d = v[j] - shift;
                sum += power == 1 ? d : d * d;
            }
        }
    }
    return sum;
}

/* Output `out`, if wanted, becomes v at channel c. */
static void batchnorm_store_channel(const cm_kctx *k, uint32_t out, size_t c, double v) {
    cm_tensor *t = cm_out(k, out);
    if (t == NULL) return;
    cm_lane_store_f64(t->dtype, t->data, c, 1, &v, (cm_lane_rounding){false, CM_E8M0_UP});
}

/* Phase 0: channels of tasks [begin, end). In training mode mean and (population) variance are
 * those of the input, and the running ones move towards them by 1 - momentum. */
static void batchnorm_factors(const cm_kctx *k, const batchnorm_split *s, uint32_t begin,
                              uint32_t end) {
    const cm_batchnorm_params *q = k->params;
    batchnorm_channel *channels = (batchnorm_channel *)(void *)k->scratch;
    batchnorm_floats floats = batchnorm_floats_of(k, s->c);
    size_t last = cm_min_size(s->c, end * s->channels_per_task);
    for (size_t c = begin * s->channels_per_task; c < last; c++) {
        double mean = batchnorm_load(cm_in(k, 3), c);
        double var = batchnorm_load(cm_in(k, 4), c);
        double running_mean = mean;
        double running_var = var;
        if (q->training_mode) {
            double count = (double)(s->n * s->inner);
            double momentum = (double)q->momentum;
            mean = batchnorm_sum(k, s, c, 0, 1) / count;
            var = batchnorm_sum(k, s, c, mean, 2) / count;
            running_mean = running_mean * momentum + mean * (1 - momentum);
            running_var = running_var * momentum + var * (1 - momentum);
        }
        batchnorm_store_channel(k, 1, c, running_mean);
        batchnorm_store_channel(k, 2, c, running_var);
        batchnorm_store_channel(k, 3, c, mean); /* "saved": those that y was made with */
        batchnorm_store_channel(k, 4, c, var);
        double deviation = cm_sqrt(var + (double)q->epsilon);
        batchnorm_channel f = {mean, batchnorm_load(cm_in(k, 1), c) / deviation, batchnorm_load(cm_in(k, 2), c)};
        if (cm_in(k, 0)->dtype != CAMEO_DOUBLE) {
            floats.mean[c] = (float)f.mean;
            floats.scale[c] = (float)f.scale;
            floats.bias[c] = (float)f.bias;
        } else {
            channels[c] = f;
        }
    }
}

void cm_affine_f32_portable(const float *x, const float *mean, const float *scale, const float *bias, size_t step,
                            float *y, size_t n) {
    for (size_t i = 0; i < n; i++) y[i] = (x[i] - mean[i * step]) * scale[i * step] + bias[i * step];
}

/* The stage of what rewrite `batchnorm_function` put into the params; NULL: nothing. A frozen model has none. */
static cm_stage_fn *batchnorm_stage(const cm_kctx *k) {
#if CAMEO_FROZEN
    return (void)k, NULL;
#else
    const cm_batchnorm_params *q = k->params;
    if (q->activation.fn == CM_ACTIVATION_RELU) return CM_STAGE(k, relu);
    return q->activation.fn == CM_ACTIVATION_CLIP ? CM_STAGE(k, clip) : cm_activation_stage(k, &q->activation);
#endif
}

/* Elements to which a stage is applied while they are in cache. */
#define BATCHNORM_BLOCK ((size_t)1024)

/* see cm_batchnorm_setup. Planes of one element are taken together, to the end of the sample. */
cameo_status cm_batchnorm_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_batchnorm_params *q = k->params;
    batchnorm_split s = batchnorm_split_of(k);
    if (phase == 0) {
        batchnorm_factors(k, &s, begin, end);
        return CAMEO_OK;
    }
    batchnorm_floats f = batchnorm_floats_of(k, s.c);
    cm_stage_fn *stage = batchnorm_stage(k);
    size_t last = cm_min_size(s.n * s.c, end * s.planes_per_task), step = s.inner == 1;
    for (size_t plane = begin * s.planes_per_task, count; plane < last; plane += count) {
        size_t c = plane % s.c;
        const float *x = (const float *)cm_in(k, 0)->data + plane * s.inner;
        float *y = (float *)cm_out(k, 0)->data + plane * s.inner;
        count = step == 1 ? cm_min_size(s.c - c, last - plane) : 1;
        size_t n = count * s.inner, block = stage == NULL ? n : BATCHNORM_BLOCK;
        for (size_t at = 0; at < n; at += block) {
            size_t m = cm_min_size(block, n - at), from = c + at * step;
            CM_PRIM(k, affine_f32)(x + at, f.mean + from, f.scale + from, f.bias + from, step, y + at, m);
            cm_activation_apply(stage, &q->activation, NULL, 0, y + at, m);
        }
    }
    return CAMEO_OK;
}

/* f16 and bf16: block by block as floats. */
#define BATCHNORM_HALF ((size_t)(CAMEO_SMALL_STACK ? 64 : 256))
cameo_status cm_batchnorm_half_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    batchnorm_split s = batchnorm_split_of(k);
    if (phase == 0) {
        batchnorm_factors(k, &s, begin, end);
        return CAMEO_OK;
    }
    batchnorm_floats f = batchnorm_floats_of(k, s.c);
    int dtype = cm_in(k, 0)->dtype;
    size_t last = cm_min_size(s.n * s.c, end * s.planes_per_task), step = s.inner == 1;
    for (size_t plane = begin * s.planes_per_task, count; plane < last; plane += count) {
        size_t c = plane % s.c;
        const uint16_t *x = (const uint16_t *)cm_in(k, 0)->data + plane * s.inner;
        uint16_t *y = (uint16_t *)cm_out(k, 0)->data + plane * s.inner;
        count = step == 1 ? cm_min_size(s.c - c, last - plane) : 1;
        for (size_t at = 0, n = count * s.inner, m; at < n; at += m) {
            float block[BATCHNORM_HALF];
            size_t from = c + at * step;
            m = cm_min_size(BATCHNORM_HALF, n - at);
            cm_half_widen(k, dtype, x + at, block, m);
            CM_PRIM(k, affine_f32)(block, f.mean + from, f.scale + from, f.bias + from, step, block, m);
            cm_half_narrow(k, dtype, block, y + at, m);
        }
    }
    return CAMEO_OK;
}

cameo_status cm_batchnorm_f64_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    batchnorm_split s = batchnorm_split_of(k);
    if (phase == 0) {
        batchnorm_factors(k, &s, begin, end);
        return CAMEO_OK;
    }
    const batchnorm_channel *channels = (const batchnorm_channel *)(const void *)k->scratch;
    size_t last = cm_min_size(s.n * s.c, end * s.planes_per_task);
    for (size_t plane = begin * s.planes_per_task, count; plane < last; plane += count) {
        const batchnorm_channel *f = &channels[plane % s.c];
        double mean = f->mean, scale = f->scale, bias = f->bias;
        const double *x = (const double *)cm_in(k, 0)->data + plane * s.inner;
        double *y = (double *)cm_out(k, 0)->data + plane * s.inner;
        count = s.inner == 1 ? cm_min_size(s.c - plane % s.c, last - plane) : 1;
        for (size_t i = 0; i < s.inner; i++) y[i] = (x[i] - mean) * scale + bias;
        /* planes of one element, to the end of the sample */
        for (size_t i = 1; i < count; i++) y[i] = (x[i] - f[i].mean) * f[i].scale + f[i].bias;
    }
    return CAMEO_OK;
}
