/* lrn.c — LRN, local response normalization across channels:
 *   y[n][c][p] = x[n][c][p] / (bias + alpha/size * sum of x[n][i][p]^2)^beta
 *   over the channels i of c - floor((size-1)/2) .. c + ceil((size-1)/2) that there are.
 * Sums, power and quotient are double, rounded once. Source: ONNX LRN, since_version 1, 13. */
#include "base/math.h"
#include "kernels/kernel.h"

typedef struct lrn_params {
    float alpha, beta, bias;
    int32_t size;
} lrn_params;

static const cm_field lrn_fields[] = {
    CM_F_F32(lrn_params, alpha, 0.0001f), CM_F_F32(lrn_params, beta, 0.75f),
    CM_F_F32(lrn_params, bias, 1.0f), CM_F_I32(lrn_params, size, 1)};

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
    uint64_t n = (uint64_t)cm_min_i64(q->size, x->dims[1]);
    for (uint32_t i = 0; i < x->rank; i++) n = cm_cost_mul(n, (uint64_t)x->dims[i]);
    return n;
}

const cm_op cm_op_LRN = {.id = CM_OP_LRN,
                         .n_fields = 4,
                         .params_size = sizeof(lrn_params),
                         .fields = lrn_fields,
                         .parse = lrn_parse,
                         .shape = lrn_shape,
                         .cost = lrn_cost};

/* Neighbouring places of a plane that are worked on together. */
#define LRN_WIDTH ((size_t)16)

/* [n][c][plane]; the places of a plane are cut into blocks of LRN_WIDTH. */
typedef struct lrn_split {
    size_t c, plane;
    size_t blocks;   /* of one image */
    size_t all;      /* of all images */
    size_t per_task; /* blocks of a task */
} lrn_split;

static lrn_split lrn_split_of(const cm_kctx *k) {
    const lrn_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    lrn_split s = {0, 0, 0, 0, 1};
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

/* see kernel.h. Scratch: none. */
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

#define LRN_DTYPE f16
#define LRN_T uint16_t
#define LRN_LOAD cm_f16_to_f32
#define LRN_STORE cm_f16_from_f64
#include "kernels/lrn_tmpl.h"

#define LRN_DTYPE bf16
#define LRN_T uint16_t
#define LRN_LOAD cm_bf16_to_f32
#define LRN_STORE cm_bf16_from_f64
#include "kernels/lrn_tmpl.h"
