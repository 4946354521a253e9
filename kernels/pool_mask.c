/* pool_mask.c — MaxpoolWithMask of com.microsoft on x [N][C][in...] of f32, with a mask M [n][c][in...] of int32.
 *
 * An output is the greatest element of the rows of its window, each of which ends before the first element whose
 * mask is 0; where none is left, and for NaN and -infinity, it is the lowest finite number. The first element of a
 * plane of two and more axes has no mask. The masks of plane p begin at element p * in... % (n * c) of M, so that one
 * plane serves all of X. storage_order means nothing. Source: onnxruntime's kernel for the CPU, since the schema is
 * without a text. */
#include <float.h>

#include "kernels/geom.h"
#include "kernels/pool.h"

typedef struct pool_mask_params {
    cm_window_attrs window;
    int32_t storage_order;
} pool_mask_params;

static const cm_field pool_mask_fields[] = {
    CM_WINDOW_FIELDS(pool_mask_params, window),
    CM_F_OWN(pool_mask_params, window.ceil_mode),
    CM_F_I32(pool_mask_params, storage_order, 0),
};

static cameo_status pool_mask_parse(const cm_parse *p, void *params) {
    return cm_window_parse(p, &((pool_mask_params *)params)->window);
}

static cameo_status pool_mask_shape(cm_shape *s) {
    const pool_mask_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0), *m = cm_shape_in(s, 1);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, m->rank, NULL);
    CM_CHECK(x->rank >= 3 && (m->rank == x->rank || m->rank == CM_RANK_UNKNOWN), s->e, CAMEO_E_SHAPE,
             "X has rank %u and M %u, want equal ones from 3", x->rank, m->rank);
    for (uint32_t i = 2; i < x->rank && m->rank == x->rank; i++) {
        CM_CHECK(cm_shape_equal(s, x->dims[i], m->dims[i]), s->e, CAMEO_E_SHAPE, "dim %u is %lld in X and %lld in M", i,
                 CM_LL(x->dims[i]), CM_LL(m->dims[i]));
    }
    cm_dim dims[CM_MAX_RANK] = {x->dims[0], x->dims[1]};
    CM_TRY(cm_window_shape(s, &q->window, x->rank - 2, x->dims + 2, NULL, dims + 2));
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

/* Elements that are looked at. */
static uint64_t pool_mask_cost(const cm_shape *s) {
    return cm_pool_window_cost(s, &((const pool_mask_params *)s->params)->window, 4);
}

const cm_op cm_op_ms_MaxpoolWithMask = {.id = CM_OP_ms_MaxpoolWithMask,
                                        .n_fields = sizeof pool_mask_fields / sizeof *pool_mask_fields,
                                        .params_size = sizeof(pool_mask_params),
                                        .fields = pool_mask_fields,
                                        .parse = pool_mask_parse,
                                        .shape = pool_mask_shape,
                                        .cost = pool_mask_cost};

static cameo_status pool_mask_geom(const cm_kctx *k, cm_geom *g) {
    const pool_mask_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    return cm_geom_init(g, &q->window, x->rank - 2u, x->dims + 2, cm_out(k, 0)->dims + 2, NULL, k->e);
}

static cm_geom_split pool_mask_split(const cm_kctx *k, const cm_geom *g) {
    const cm_tensor *x = cm_in(k, 0);
    return cm_geom_split_of(g, x->dims[0] * x->dims[1], cm_max_size(1, cm_min_size(g->taps, g->in_plane)));
}

/* One phase over parts of planes. Scratch: none. Errors: E_LIMIT too many tasks; E_SHAPE M has no plane, or its planes
 * are not those of X. */
cameo_status cm_pool_mask_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0), *m = cm_in(k, 1);
    cm_geom g;
    CM_TRY(pool_mask_geom(k, &g));
    bool fits = m->rank == x->rank;
    for (uint32_t i = 2; i < x->rank && fits; i++) fits = m->dims[i] == x->dims[i];
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "the planes of M are not those of X");
    CM_CHECK(m->dims[0] * m->dims[1] != 0 || x->dims[0] * x->dims[1] == 0, k->e, CAMEO_E_SHAPE,
             "M has no plane, X has %zu", x->dims[0] * x->dims[1]);
    cm_geom_split split = pool_mask_split(k, &g);
    return cm_geom_split_setup(&split, &g, s, k->e);
}

/* Output j of a run of a plane x with masks m. */
static float pool_mask_max(const cm_geom *g, const cm_geom_run *run, size_t j, const float *x, const int32_t *m) {
    const cm_geom_axis *last = &g->axis[g->n - 1];
    ptrdiff_t at = run->at[g->n - 1] + (ptrdiff_t)j * last->stride, from, to;
    float max = -FLT_MAX;
    cm_geom_rows r;
    cm_geom_clip(last, at, last->in, &from, &to);
    for (bool more = cm_geom_rows_begin(&r, g, run); more; more = cm_geom_rows_next(&r, g)) {
        for (ptrdiff_t i = from; i < to; i++) {
            ptrdiff_t element = (ptrdiff_t)r.in + at + i * last->dilation;
            if (m[element] == 0 && (element > 0 || g->n == 1)) break;
            if (x[element] > max) max = x[element];
        }
    }
    return max;
}

/* Outputs [from, to) of a plane x with masks m. */
static void pool_mask_part(const cm_geom *g, const float *x, const int32_t *m, size_t from, size_t to, float *y) {
    while (from < to) {
        cm_geom_run run = cm_geom_run_at(g, from, to - from);
        for (size_t j = 0; j < run.n; j++, from++) y[from] = pool_mask_max(g, &run, j, x, m);
    }
}

cameo_status cm_pool_mask_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *m = cm_in(k, 1);
    const float *x = cm_in(k, 0)->data;
    const int32_t *masks = m->data;
    float *y = cm_out(k, 0)->data;
    cm_geom g;
    (void)phase;
    CM_TRY(pool_mask_geom(k, &g));
    cm_geom_split split = pool_mask_split(k, &g);
    for (uint32_t t = begin; t < end; t++) {
        cm_geom_task task = cm_geom_task_at(&split, &g, t);
        for (size_t p = task.begin; p < task.end; p++) {
            size_t at = p * g.in_plane; /* 0: there may be no data */
            size_t mask_at = at == 0 ? 0 : at % (m->dims[0] * m->dims[1]);
            pool_mask_part(&g, at == 0 ? x : x + at, mask_at == 0 ? masks : masks + mask_at, task.from, task.to,
                           y + p * g.out_plane);
        }
    }
    return CAMEO_OK;
}
