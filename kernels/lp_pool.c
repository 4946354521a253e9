/* lp_pool.c — LpPool, GlobalLpPool on x [N][C][in...]: the p-th root of the sum of |x|^p over the
 * elements of the window that lie inside the data, or over the plane; 0 where there is none.
 * Sums and roots are double, in row-major order, rounded once.
 * Source: ONNX LpPool, since_version 1, 2, 11, 18, 22; GlobalLpPool, 1, 2, 22; padding counts as
 * zeros, as ONNX Runtime has it. */
#include "base/math.h"
#include "kernels/geom.h"
#include "kernels/half.h"
#include "kernels/pool.h"

typedef struct lp_pool_params {
    cm_window_attrs window;
    float p; /* > 0; an integer since version 2 */
} lp_pool_params;

static const cm_field lp_pool_fields[] = {
    CM_WINDOW_FIELDS(lp_pool_params, window),
    CM_WINDOW_FIELD_CEIL_MODE(lp_pool_params, window),
    CM_F_OWN(lp_pool_params, p),
};

/* Largest p that a float holds exactly. */
#define LP_POOL_MAX_P (INT64_C(1) << 24)

static cameo_status lp_pool_parse_p(const cm_parse *p, float *result) {
    if (p->since == 1) {
        CM_TRY(cm_attr_f32(p, "p", 2.0f, result));
        CM_CHECK(*result > 0 && !cm_isinff(*result), p->e, CAMEO_E_SHAPE,
                 "p is not a finite number above 0");
        return CAMEO_OK;
    }
    int64_t v;
    CM_TRY(cm_attr_i64(p, "p", 2, &v));
    CM_CHECK(v >= 1 && v <= LP_POOL_MAX_P, p->e, CAMEO_E_SHAPE, "p is %lld, want 1..%lld", CM_LL(v),
             CM_LL(LP_POOL_MAX_P));
    *result = (float)v;
    return CAMEO_OK;
}

static cameo_status lp_pool_parse(const cm_parse *p, void *params) {
    lp_pool_params *q = params;
    CM_TRY(lp_pool_parse_p(p, &q->p));
    return cm_window_parse(p, &q->window);
}

static cameo_status lp_pool_shape(cm_shape *s) {
    const lp_pool_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, x->rank, NULL);
    CM_CHECK(x->rank >= 3, s->e, CAMEO_E_SHAPE, "X has rank %u, want 3 or more", x->rank);
    cm_dim dims[CM_MAX_RANK] = {x->dims[0], x->dims[1]};
    CM_TRY(cm_window_shape(s, &q->window, x->rank - 2, x->dims + 2, NULL, dims + 2));
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

/* Elements that take as long as one: powers other than 1 and 2 are logarithms and exponentials. */
static size_t lp_pool_each(float p) { return p == 1.0f || p == 2.0f ? 1 : 16; }

/* Elements that are looked at. */
static uint64_t lp_pool_cost(const cm_shape *s) {
    const lp_pool_params *q = s->params;
    return cm_cost_mul(cm_pool_window_cost(s, &q->window, 4), lp_pool_each(q->p));
}

const cm_op cm_op_LpPool = {.id = CM_OP_LpPool,
                            .n_fields = sizeof lp_pool_fields / sizeof *lp_pool_fields,
                            .params_size = sizeof(lp_pool_params),
                            .fields = lp_pool_fields,
                            .parse = lp_pool_parse,
                            .shape = lp_pool_shape,
                            .cost = lp_pool_cost};

typedef struct lp_pool_global_params {
    float p;
} lp_pool_global_params;

static const cm_field lp_pool_global_fields[] = {CM_F_OWN(lp_pool_global_params, p)};

static cameo_status lp_pool_global_parse(const cm_parse *p, void *params) {
    return lp_pool_parse_p(p, &((lp_pool_global_params *)params)->p);
}

static uint64_t lp_pool_global_cost(const cm_shape *s) {
    uint64_t n = 1;
    const cm_avalue *x = cm_shape_in(s, 0);
    for (uint32_t i = 0; i < x->rank; i++) n = cm_cost_mul(n, (uint64_t)x->dims[i]);
    n = cm_cost_mul(n, lp_pool_each(((const lp_pool_global_params *)s->params)->p));
    return cm_cost_add(n, cm_shape_cost(&s->out[0], 4));
}

const cm_op cm_op_GlobalLpPool = {.id = CM_OP_GlobalLpPool,
                                  .n_fields = 1,
                                  .params_size = sizeof(lp_pool_global_params),
                                  .fields = lp_pool_global_fields,
                                  .parse = lp_pool_global_parse,
                                  .shape = cm_pool_global_shape,
                                  .cost = lp_pool_global_cost};

static cameo_status lp_pool_geom(const cm_kctx *k, cm_geom *g) {
    const lp_pool_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    return cm_geom_init(g, &q->window, x->rank - 2u, x->dims + 2, cm_out(k, 0)->dims + 2, NULL,
                        k->e);
}

/* Taps that lie inside the data are what counts; a kernel may be larger than the data. */
static cm_geom_split lp_pool_split(const cm_kctx *k, const cm_geom *g) {
    size_t cost = cm_max_size(1, cm_min_size(g->taps, g->in_plane));
    if (cm_ckd_mul(cost, lp_pool_each(((const lp_pool_params *)k->params)->p), &cost)) cost = SIZE_MAX;
    return cm_geom_split_of(g, cm_in(k, 0)->dims[0] * cm_in(k, 0)->dims[1], cost);
}

/* LpPool. Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_lp_pool_setup(const cm_kctx *k, cm_setup *s) {
    cm_geom g;
    CM_TRY(lp_pool_geom(k, &g));
    cm_geom_split split = lp_pool_split(k, &g);
    return cm_geom_split_setup(&split, &g, s, k->e);
}

/* Planes of a task of GlobalLpPool. */
static size_t lp_pool_global_per_task(const cm_kctx *k) {
    size_t planes = cm_out(k, 0)->n, plane = planes == 0 ? 0 : cm_in(k, 0)->n / planes;
    size_t items = CM_TASK_ITEMS / lp_pool_each(((const lp_pool_global_params *)k->params)->p);
    return cm_max_size(1, items / cm_max_size(1, plane));
}

/* GlobalLpPool: one phase over planes. Scratch: none. */
cameo_status cm_lp_pool_global_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, lp_pool_global_per_task(k));
    return CAMEO_OK;
}

/* |v|^p and its inverse; the common ones without pow. */
static double lp_pool_power(double v, float p) {
    if (p == 2.0f) return v * v;
    v = cm_fabs(v);
    return p == 1.0f ? v : cm_pow(v, (double)p);
}
static double lp_pool_root(double sum, float p) {
    if (p == 2.0f) return cm_sqrt(sum);
    return p == 1.0f ? sum : cm_pow(sum, 1 / (double)p);
}

#define LP_POOL_SAME(v) (v)
#define LP_POOL_F32(v) ((float)(v))

#define LP_POOL_DTYPE f32
#define LP_POOL_T float
#define LP_POOL_LOAD LP_POOL_SAME
#define LP_POOL_STORE LP_POOL_F32
#include "kernels/lp_pool_tmpl.h"

#define LP_POOL_DTYPE f64
#define LP_POOL_T double
#define LP_POOL_LOAD LP_POOL_SAME
#define LP_POOL_STORE LP_POOL_SAME
#include "kernels/lp_pool_tmpl.h"

#define LP_POOL_LOAD_HALF(v) cm_half_to_f32(dtype, v)
#define LP_POOL_STORE_HALF(v) cm_half_from_f64(dtype, v)
#define LP_POOL_DTYPE half
#define LP_POOL_T uint16_t
#define LP_POOL_LOAD LP_POOL_LOAD_HALF
#define LP_POOL_STORE LP_POOL_STORE_HALF
#include "kernels/lp_pool_tmpl.h"
