/* lrn.c — LRN, local response normalization across channels:
 *   y[n][c][p] = x[n][c][p] / (bias + alpha/size * sum of x[n][i][p]^2)^beta
 *   over the channels i of c - floor((size-1)/2) .. c + ceil((size-1)/2) that there are.
 * Sums, power and quotient are double, rounded once; in vectors (f32, channels last) they are floats. Source: ONNX LRN,
 * since_version 1, 13. */
#include "base/math.h"
#include "kernels/half.h"
#include "kernels/kernel.h"

typedef struct lrn_params {
    float alpha, beta, bias;
    int32_t size;
    int32_t channels_last; /* 1: x and y are [n][inner...][c], f32 */
} lrn_params;

static const cm_field lrn_fields[] = {
    CM_F_F32(lrn_params, alpha, 0.0001f), CM_F_F32(lrn_params, beta, 0.75f),
    CM_F_F32(lrn_params, bias, 1.0f), CM_F_I32(lrn_params, size, 1),
    CM_F_OWN(lrn_params, channels_last)};

static cameo_status lrn_parse(const cm_parse *p, void *params) {
    const lrn_params *q = params;
    CM_CHECK(q->size >= 1, p->e, CAMEO_E_SHAPE, "size is %d, want at least 1", (int)q->size);
    return CAMEO_OK;
}

static cameo_status lrn_shape(cm_shape *s) {
    uint32_t rank = cm_shape_in(s, 0)->rank;
    CM_CHECK(rank == CM_RANK_UNKNOWN || rank >= 2, s->e, CAMEO_E_SHAPE,
             "X has rank %u, want 2 or more", rank);
    return cm_shape_out_like(s, 0, 0);
}

/* Squares that are added up. */
static uint64_t lrn_cost(const cm_shape *s) {
    const lrn_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint64_t n = (uint64_t)cm_min_i64(q->size, x->dims[q->channels_last != 0 ? x->rank - 1 : 1]);
    for (uint32_t i = 0; i < x->rank; i++) n = cm_cost_mul(n, (uint64_t)x->dims[i]);
    return cm_cost_add(n, cm_shape_cost(x, 8)); /* the power of each */
}

const cm_op cm_op_LRN = {.id = CM_OP_LRN,
                         .n_fields = 5,
                         .params_size = sizeof(lrn_params),
                         .fields = lrn_fields,
                         .parse = lrn_parse,
                         .shape = lrn_shape,
                         .cost = lrn_cost};

bool cm_lrn_accept_plain(const cm_row_query *q) { return ((const lrn_params *)q->params)->channels_last == 0; }
bool cm_lrn_accept_last(const cm_row_query *q) { return ((const lrn_params *)q->params)->channels_last != 0; }

/* Neighbouring places of a plane that are worked on together. */
#define LRN_WIDTH ((size_t)16)

/* [n][c][plane]; the places of a plane are cut into blocks of LRN_WIDTH. */
typedef struct lrn_split {
    size_t c, plane;
    size_t blocks;   /* of one image */
    size_t all;      /* of all images */
    size_t per_task; /* blocks of a task */
    int dtype;       /* of the elements */
} lrn_split;

static lrn_split lrn_split_of(const cm_kctx *k) {
    const lrn_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    lrn_split s = {.per_task = 1, .dtype = x->dtype};
    if (x->n == 0) return s;
    s.c = x->dims[1];
    s.plane = x->n / x->dims[0] / s.c;
    s.blocks = s.plane / LRN_WIDTH + (s.plane % LRN_WIDTH != 0);
    s.all = x->dims[0] * s.blocks;
    size_t squares = cm_min_size(s.c, (size_t)q->size); /* of one element */
    size_t column = CM_TASK_ITEMS / s.c / squares;
    s.per_task = cm_max_size(1, column / cm_min_size(s.plane, LRN_WIDTH));
    return s;
}

/* Scratch: none. */
cameo_status cm_lrn_setup(const cm_kctx *k, cm_setup *s) {
    lrn_split split = lrn_split_of(k);
    cm_setup_simple(s, split.all, split.per_task);
    return CAMEO_OK;
}

/* x^beta; the exponent that nearly every model has takes two square roots. */
static double lrn_power(double x, double beta) {
    if (beta != 0.75) return cm_pow(x, beta);
    double root = cm_sqrt(x);
    return root * cm_sqrt(root);
}

#define LRN_SAME(v) (v)
#define LRN_F32(v) ((float)(v))

#define LRN_DTYPE f32
#define LRN_T float
#define LRN_LOAD LRN_SAME
#define LRN_STORE LRN_F32
#include "kernels/lrn_tmpl.h"

#define LRN_DTYPE f64
#define LRN_T double
#define LRN_LOAD LRN_SAME
#define LRN_STORE LRN_SAME
#include "kernels/lrn_tmpl.h"

#define LRN_LOAD_HALF(v) cm_half_to_f32(s->dtype, v)
#define LRN_STORE_HALF(v) cm_half_from_f64(s->dtype, v)
#define LRN_DTYPE half
#define LRN_T uint16_t
#define LRN_LOAD LRN_LOAD_HALF
#define LRN_STORE LRN_STORE_HALF
#include "kernels/lrn_tmpl.h"

/* ---- channels behind the spatial axes ---- */

void cm_lrn_row_f32_portable(const cm_lrn_row *r, const float *x, float *y, size_t n) {
    for (size_t c = 0; c < n; c++) r->squares[c] = x[c]; /* y may be x */
    for (size_t c = 0; c < n; c++) {
        size_t first = c - cm_min_size(c, r->below), last = c + cm_min_size(n - 1 - c, r->above);
        double sum = 0;
        for (size_t i = first; i <= last; i++) sum += (double)r->squares[i] * (double)r->squares[i];
        double power = lrn_power((double)r->bias + (double)r->scale * sum, (double)r->beta);
        y[c] = (float)((double)r->squares[c] / power);
    }
}

/* Channels of a pixel, and pixels of a task. */
static size_t lrn_last_channels(const cm_kctx *k) { return cm_in(k, 0)->dims[cm_in(k, 0)->rank - 1u]; }
static size_t lrn_last_per_task(size_t c) { return cm_max_size(1, CM_TASK_ITEMS / 4 / cm_max_size(1, c)); }

static cm_lrn_row lrn_last_row(const cm_kctx *k, size_t c) {
    const lrn_params *q = k->params;
    return (cm_lrn_row){.below = cm_min_size(c, ((size_t)q->size - 1) / 2),
                        .above = cm_min_size(c, (size_t)q->size / 2),
                        .scale = q->alpha / (float)q->size,
                        .bias = q->bias,
                        .beta = q->beta,
                        .squares = (float *)(void *)k->worker_scratch};
}

/* Scratch: squares of a pixel, for a worker. Errors: E_LIMIT. */
cameo_status cm_lrn_last_setup(const cm_kctx *k, cm_setup *s) {
    size_t c = lrn_last_channels(k), bytes;
    bool fits = !cm_ckd_mul(c, 3 * sizeof(float), &bytes) &&
                !cm_ckd_add(bytes, CM_LRN_VECTOR * sizeof(float), &s->worker_scratch);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "%zu channels are too many", c);
    cm_setup_simple(s, c == 0 ? 0 : cm_in(k, 0)->n / c, lrn_last_per_task(c));
    return CAMEO_OK;
}

cameo_status cm_lrn_last_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    size_t c = lrn_last_channels(k), per_task = lrn_last_per_task(c);
    size_t last = cm_min_size(end * per_task, cm_in(k, 0)->n / cm_max_size(1, c));
    cm_lrn_row row = lrn_last_row(k, c);
    (void)phase;
    for (size_t i = begin * per_task; i < last; i++) {
        CM_PRIM(k, lrn_row_f32)(&row, (const float *)cm_in(k, 0)->data + i * c, (float *)cm_out(k, 0)->data + i * c, c);
    }
    return CAMEO_OK;
}
