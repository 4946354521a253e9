/* normalize_last.c — InstanceNormalization of f32 as rewrites `channels_last` and `groupnorm` make it: channels behind
 * the spatial axes, or mean and variance of groups of channels.
 *   y[n][p][c] = (x[n][p][c] - mean) / sqrt(var + epsilon) * scale[c] + bias[c]      p < inner, or [n][c][p]
 * with mean and (population) variance of all elements of an image and channel, or group of channels. Sums of x and of
 * its squares are doubles; where the squares say little about the variance (|mean| is thousands of deviations, or
 * squares overflow), it is summed again from x - mean. */
#include "base/math.h"
#include "kernels/normalize.h"

/* Rows that are summed while they lie in a cache. */
#define LAST_ROWS 32
/* Floats of factors that are laid out one behind the other for few channels. */
#define LAST_FACTORS 256
/* Squares of the mean, in variances, up to which sums of squares tell the variance. */
#define LAST_SQUARES 1e6

static const cm_normalize_params *last_params(const cm_kctx *k) { return k->params; }

bool cm_normalize_accept_last(const cm_row_query *q) {
    return ((const cm_normalize_params *)q->params)->channels_last != 0;
}
bool cm_normalize_accept_groups(const cm_row_query *q) {
    const cm_normalize_params *p = q->params;
    return p->channels_last == 0 && p->groups != 0;
}
bool cm_normalize_accept_plain(const cm_row_query *q) {
    const cm_normalize_params *p = q->params;
    return p->channels_last == 0 && p->groups == 0;
}

/* x [n][p][c] or, plain, [n][c][p]. */
typedef struct last_split {
    size_t n, p, c;
    size_t group;  /* channels of a group */
    size_t repeat; /* rows whose factors lie one behind the other */
    size_t rows;   /* of a task */
    size_t tasks;  /* of an image */
} last_split;

/* Errors: E_SHAPE scale or bias, or groups that do not divide the channels. */
static cameo_status last_split_of(const cm_kctx *k, bool last, last_split *s) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_normalize_params *q = last_params(k);
    size_t groups = (size_t)q->groups;
    *s = (last_split){.n = x->dims[0], .p = 1, .c = x->dims[last ? x->rank - 1u : 1]};
    for (uint32_t d = 1; d + 1 < x->rank; d++) s->p *= x->dims[last ? d : d + 1];
    for (uint32_t i = 1; i < 3; i++) {
        CM_CHECK(cm_in(k, i)->n == s->c, k->e, CAMEO_E_SHAPE, "input %u has %zu elements, want %zu", i, cm_in(k, i)->n,
                 s->c);
    }
    CM_CHECK(groups == 0 || s->c % groups == 0, k->e, CAMEO_E_SHAPE, "%zu channels do not divide into %zu groups", s->c,
             groups);
    s->group = groups == 0 ? 1 : s->c / groups;
    s->repeat = cm_max_size(1, LAST_FACTORS / cm_max_size(1, s->c));
    s->rows = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s->c));
    s->tasks = x->n == 0 ? 0 : s->p / s->rows + (s->p % s->rows != 0);
    return CAMEO_OK;
}

/* Sums of a task: [c] of x, [c] of its squares. Factors of an image: mean, scale, bias, each [repeat][c]. */
static double *last_sums(const cm_kctx *k, const last_split *s, size_t task) {
    return (double *)(void *)k->scratch + task * 2 * s->c;
}
static float *last_factors(const cm_kctx *k, const last_split *s, size_t image) {
    return (float *)(void *)last_sums(k, s, s->n * s->tasks) + image * 3 * s->repeat * s->c;
}

/* Three phases: sums of blocks of rows, factors of images, results. Errors: E_SHAPE; E_LIMIT too much scratch. */
cameo_status cm_normalize_last_setup(const cm_kctx *k, cm_setup *s) {
    last_split t;
    size_t sums, factors;
    CM_TRY(last_split_of(k, true, &t));
    bool fits = !cm_ckd_mul(t.n, t.tasks, &sums) && sums <= UINT32_MAX && !cm_ckd_mul(sums, t.c, &sums) &&
                !cm_ckd_mul(sums, 2 * sizeof(double), &sums) && !cm_ckd_mul(t.n, t.repeat, &factors) &&
                !cm_ckd_mul(factors, t.c, &factors) && !cm_ckd_mul(factors, 3 * sizeof(float), &factors) &&
                !cm_ckd_add(sums, factors, &s->scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu images of %zu channels are too many", t.n, t.c);
    s->n_phases = 3;
    s->phase[0].n_tasks = s->phase[2].n_tasks = (uint32_t)(t.n * t.tasks);
    s->phase[1].n_tasks = t.tasks == 0 ? 0 : (uint32_t)t.n;
    return CAMEO_OK;
}

/* The first row of a task, and how many it has. */
static size_t last_rows(const last_split *s, size_t task, size_t *n) {
    size_t first = task % s->tasks * s->rows;
    *n = cm_min_size(s->rows, s->p - first);
    return task / s->tasks * s->p + first;
}

static void last_sum(const cm_kctx *k, const last_split *s, size_t task) {
    double *sums = last_sums(k, s, task);
    size_t n, row = last_rows(s, task, &n);
    const float *x = (const float *)cm_in(k, 0)->data + row * s->c;
    memset(sums, 0, 2 * s->c * sizeof *sums);
    for (size_t i = 0; i < n; i += LAST_ROWS) {
        size_t rows = cm_min_size(LAST_ROWS, n - i);
        CM_PRIM(k, reduce_columns_f32)(CM_REDUCE_SUM, sums, x + i * s->c, rows, s->c, s->c);
        CM_PRIM(k, reduce_columns_f32)(CM_REDUCE_SQUARE, sums + s->c, x + i * s->c, rows, s->c, s->c);
    }
}

/* The variance of channels [c, c + group) of an image by itself; their mean, too. */
static double last_variance(const float *x, const last_split *s, size_t c, double *mean) {
    double sum[2] = {0, 0}, count = (double)s->p * (double)s->group;
    for (int pass = 0; pass < 2; pass++) {
        double shift = pass == 0 ? 0 : *mean;
        for (size_t p = 0; p < s->p; p++) {
            for (size_t i = c; i < c + s->group; i++) {
                double d = (double)x[p * s->c + i] - shift;
                sum[pass] += pass == 0 ? d : d * d;
            }
        }
        if (pass == 0) *mean = sum[0] / count;
    }
    return sum[1] / count;
}

/* The factors of channels [c, c + group) of an image. */
static void last_factor(const cm_kctx *k, const last_split *s, size_t image, size_t c) {
    double sum = 0, squares = 0, count = (double)s->p * (double)s->group;
    for (size_t t = 0; t < s->tasks; t++) {
        const double *sums = last_sums(k, s, image * s->tasks + t);
        for (size_t i = c; i < c + s->group; i++) {
            sum += sums[i];
            squares += sums[s->c + i];
        }
    }
    double mean = sum / count, var = squares / count - mean * mean;
    if (!(mean * mean <= LAST_SQUARES * var))
        var = last_variance((const float *)cm_in(k, 0)->data + image * s->p * s->c, s, c, &mean);
    double inverse = 1 / cm_sqrt(var + (double)last_params(k)->epsilon);
    float *f = last_factors(k, s, image);
    for (size_t i = c; i < c + s->group; i++) {
        double scale = inverse * (double)((const float *)cm_in(k, 1)->data)[i];
        f[i] = (float)mean;
        f[s->repeat * s->c + i] = (float)scale;
        f[2 * s->repeat * s->c + i] =
            (float)((double)((const float *)cm_in(k, 2)->data)[i] - (mean - (double)f[i]) * scale);
    }
}

static void last_image(const cm_kctx *k, const last_split *s, size_t image) {
    float *f = last_factors(k, s, image);
    for (size_t c = 0; c < s->c; c += s->group) last_factor(k, s, image, c);
    for (size_t i = 0; i < 3; i++, f += s->repeat * s->c) {
        for (size_t r = 1; r < s->repeat; r++) memcpy(f + r * s->c, f, s->c * sizeof *f);
    }
}

static void last_result(const cm_kctx *k, const last_split *s, size_t task) {
    size_t n, row = last_rows(s, task, &n), step = s->repeat * s->c;
    const float *f = last_factors(k, s, task / s->tasks), *x = cm_in(k, 0)->data;
    float *y = cm_out(k, 0)->data;
    for (size_t i = 0; i < n; i += s->repeat) {
        size_t at = (row + i) * s->c, count = cm_min_size(s->repeat, n - i) * s->c;
        CM_PRIM(k, affine_f32)(x + at, f, f + step, f + 2 * step, 1, y + at, count);
    }
}

cameo_status cm_normalize_last_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    last_split s;
    CM_TRY(last_split_of(k, true, &s));
    for (size_t i = begin; i < end; i++) {
        if (phase == 0)
            last_sum(k, &s, i);
        else if (phase == 1)
            last_image(k, &s, i);
        else
            last_result(k, &s, i);
    }
    return CAMEO_OK;
}

/* ---- groups of channels in front of the spatial axes ---- */

/* One task where y may lie on scale or bias. */
static size_t groups_per_task(const last_split *s) {
    if (s->n * s->p == 1) return cm_max_size(1, s->c);
    return cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s->group * s->p));
}

/* One phase over groups. Scratch: scale and bias, for a worker. Errors: E_SHAPE; E_LIMIT. */
cameo_status cm_normalize_groups_setup(const cm_kctx *k, cm_setup *s) {
    last_split t;
    CM_TRY(last_split_of(k, false, &t));
    bool fits = !cm_ckd_mul(t.c, 2 * sizeof(float), &s->worker_scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu channels are too many", t.c);
    cm_setup_simple(s, cm_in(k, 0)->n == 0 ? 0 : t.n * (t.c / t.group), groups_per_task(&t));
    return CAMEO_OK;
}

/* A group is one row for mean and variance; then its channels have their scale and bias. */
cameo_status cm_normalize_groups_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const float one = 1, zero = 0;
    last_split s;
    (void)phase;
    CM_TRY(last_split_of(k, false, &s));
    float *scale = (float *)(void *)k->worker_scratch, *bias = scale + s.c;
    memcpy(scale, cm_in(k, 1)->data, s.c * sizeof(float));
    memcpy(bias, cm_in(k, 2)->data, s.c * sizeof(float));
    cm_norm_row row = {.scale = &one, .epsilon = (double)last_params(k)->epsilon};
    size_t per_task = groups_per_task(&s), last = cm_min_size(end * per_task, s.n * (s.c / s.group));
    for (size_t i = begin * per_task; i < last; i++) {
        const float *x = (const float *)cm_in(k, 0)->data + i * s.group * s.p;
        float *y = (float *)cm_out(k, 0)->data + i * s.group * s.p;
        CM_PRIM(k, norm_row_f32)(&row, x, y, s.group * s.p);
        for (size_t j = 0; j < s.group; j++, y += s.p) {
            size_t c = i * s.group % s.c + j;
            CM_PRIM(k, affine_f32)(y, &zero, scale + c, bias + c, 0, y, s.p);
        }
    }
    return CAMEO_OK;
}
