/* scatter_nd.c — ScatterND: a copy of data in which tuples of indices name slices that updates
 * replace, or are added to, multiplied by, or compared with. Updates happen in the order of their
 * tuples, one after the other, so that tuples that name the same slice have a defined result: the
 * last one stays. Sums and products of integers wrap; for bool they are or and and; NaN is the
 * maximum and the minimum. Source: ONNX ScatterND, since_version 11, 13, 16, 18. */
#include "kernels/index_nd.h"
#include "kernels/lane.h"
#include "kernels/scatter.h"

typedef struct scatter_nd_params {
    int32_t reduction;
} scatter_nd_params;

static cameo_status scatter_nd_shape(cm_shape *s) {
    const scatter_nd_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *indices = cm_shape_in(s, 1);
    const cm_avalue *updates = cm_shape_in(s, 2);
    uint32_t flags = cm_dtype_flags((cameo_dtype)x->dtype);
    CM_CHECK(p->reduction == CM_SCATTER_NONE || (flags & (CM_DTF_STRING | CM_DTF_COMPLEX)) == 0,
             s->e, CAMEO_E_UNSUPPORTED, "unsupported: a reduction of %s",
             cameo_dtype_name((cameo_dtype)x->dtype));
    bool ranks = x->rank != CM_RANK_UNKNOWN && indices->rank != CM_RANK_UNKNOWN;
    if (ranks) CM_CHECK(indices->rank >= 1, s->e, CAMEO_E_SHAPE, "indices is a scalar");
    if (ranks && cm_dim_is_const(indices->dims[indices->rank - 1])) {
        int64_t depth = indices->dims[indices->rank - 1];
        CM_CHECK(depth >= 1 && depth <= x->rank, s->e, CAMEO_E_SHAPE,
                 "tuples of %lld indices for data of rank %u", CM_LL(depth), (unsigned)x->rank);
        int64_t rank = indices->rank - 1 + x->rank - depth;
        CM_CHECK(updates->rank == CM_RANK_UNKNOWN || updates->rank == rank, s->e, CAMEO_E_SHAPE,
                 "updates has rank %u, want %lld", (unsigned)updates->rank, CM_LL(rank));
        for (uint32_t d = 0; updates->rank != CM_RANK_UNKNOWN && d < updates->rank; d++) {
            uint32_t own = d + 1u < indices->rank ? 0 : d + 1u - indices->rank + (uint32_t)depth;
            cm_dim want = d + 1u < indices->rank ? indices->dims[d] : x->dims[own];
            CM_CHECK(cm_shape_equal(s, updates->dims[d], want), s->e, CAMEO_E_SHAPE,
                     "dim %u of updates does not fit indices and data", d);
        }
    }
    return cm_shape_out_like(s, 0, 0);
}

static const cm_field scatter_nd_fields[] = {
    CM_F_ENUM(scatter_nd_params, reduction, CM_SCATTER_CHOICES, CM_SCATTER_NONE)};
/* Data are copied, updates go where their indices say. */
static uint64_t scatter_nd_cost(const cm_shape *s) {
    uint64_t indices = cm_cost_add(cm_shape_cost(cm_shape_in(s, 1), 8), cm_shape_cost(cm_shape_in(s, 2), 4));
    return cm_cost_add(cm_shape_cost(&s->out[0], 1), indices);
}

const cm_op cm_op_ScatterND = {
    CM_OP_ScatterND,  0,   1, sizeof(scatter_nd_params), scatter_nd_fields, NULL,
    scatter_nd_shape, scatter_nd_cost};

static cameo_status scatter_nd_view(const cm_kctx *k, cm_index_nd *v) {
    size_t n;
    CM_TRY(cm_index_nd_init(v, cm_in(k, 0), cm_in(k, 1), 0, k->e));
    bool over = cm_ckd_mul(v->tuples, v->slice, &n);
    CM_CHECK(!over && n == cm_in(k, 2)->n && cm_out(k, 0)->n == cm_in(k, 0)->n, k->e, CAMEO_E_SHAPE,
             "updates has %zu elements, want %zu slices of %zu", cm_in(k, 2)->n, v->tuples,
             v->slice);
    return CAMEO_OK;
}

/* Two phases: the copy; the updates, one task. Scratch: none. */
cameo_status cm_scatter_nd_setup(const cm_kctx *k, cm_setup *s) {
    cm_index_nd v;
    CM_TRY(scatter_nd_view(k, &v));
    s->n_phases = 2;
    s->phase[0].n_tasks = cm_task_count(cm_out(k, 0)->n, CM_MOVE_ITEMS);
    s->phase[1].n_tasks = 1;
    return CAMEO_OK;
}

static void scatter_nd_ints(int reduction, bool wide, int64_t *y, const int64_t *u, size_t n) {
    uint64_t sign = wide ? UINT64_C(1) << 63 : 0; /* uint64 compares as int64 with another sign */
    for (size_t i = 0; i < n; i++) {
        uint64_t a = (uint64_t)y[i];
        uint64_t b = (uint64_t)u[i];
        bool higher = (int64_t)(b ^ sign) > (int64_t)(a ^ sign);
        if (reduction == CM_SCATTER_ADD)
            y[i] = (int64_t)(a + b);
        else if (reduction == CM_SCATTER_MUL)
            y[i] = (int64_t)(a * b);
        else if (higher == (reduction == CM_SCATTER_MAX))
            y[i] = u[i];
    }
}

static void scatter_nd_floats(int reduction, double *y, const double *u, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (reduction == CM_SCATTER_ADD)
            y[i] += u[i];
        else if (reduction == CM_SCATTER_MUL)
            y[i] *= u[i];
        else if (reduction == CM_SCATTER_MAX)
            y[i] = u[i] > y[i] || u[i] != u[i] ? u[i] : y[i];
        else
            y[i] = u[i] < y[i] || u[i] != u[i] ? u[i] : y[i];
    }
}

/* The bits are those of scatter_nd_floats: a sum or a product of two floats in double precision, rounded once more, is
 * that in single precision. */
static void scatter_nd_f32(int reduction, uint8_t *y, const uint8_t *updates, size_t n) {
    for (size_t i = 0; i < n; i++) {
        float a = cm_load_f32(y + i * sizeof a), b = cm_load_f32(updates + i * sizeof b);
        if (reduction == CM_SCATTER_ADD)
            a += b;
        else if (reduction == CM_SCATTER_MUL)
            a *= b;
        else if (b != b || (reduction == CM_SCATTER_MAX ? b > a : b < a))
            a = b;
        memcpy(y + i * sizeof a, &a, sizeof a);
    }
}

void cm_scatter_reduce(int reduction, const cm_tensor *y, size_t at, const cm_tensor *updates,
                       size_t from, size_t n) {
    if (y->dtype == CAMEO_FLOAT) {
        scatter_nd_f32(reduction, (uint8_t *)y->data + at * sizeof(float),
                       (const uint8_t *)updates->data + from * sizeof(float), n);
    } else if ((cm_dtype_flags((cameo_dtype)y->dtype) & CM_DTF_FLOAT) != 0) {
        double a[CM_LANE_ITEMS], b[CM_LANE_ITEMS];
        cm_lane_load_f64(y->dtype, y->data, at, n, a);
        cm_lane_load_f64(y->dtype, updates->data, from, n, b);
        scatter_nd_floats(reduction, a, b, n);
        cm_lane_store_f64(y->dtype, y->data, at, n, a, (cm_lane_rounding){false, CM_E8M0_UP});
    } else {
        int64_t a[CM_LANE_ITEMS], b[CM_LANE_ITEMS];
        cm_lane_load_i64(y->dtype, y->data, at, n, a);
        cm_lane_load_i64(y->dtype, updates->data, from, n, b);
        scatter_nd_ints(reduction, y->dtype == CAMEO_UINT64, a, b, n);
        cm_lane_store_i64(y->dtype, y->data, at, n, a);
    }
}

static cameo_status scatter_nd_updates(const cm_kctx *k, const cm_index_nd *v) {
    int reduction = ((const scatter_nd_params *)k->params)->reduction;
    const cm_tensor *y = cm_out(k, 0);
    uint64_t done = 0;
    for (size_t t = 0; cm_in(k, 2)->n > 0 && t < v->tuples; t++) {
        size_t at;
        CM_TRY(cm_poll(k, 4 + (uint64_t)v->slice, &done));
        CM_TRY(cm_index_nd_at(v, t, &at, k->e));
        if (reduction == CM_SCATTER_NONE) {
            cm_move_flat(cm_move_bits(y), y->data, at, cm_in(k, 2)->data, t * v->slice, v->slice);
            continue;
        }
        for (size_t i = 0; i < v->slice; i += CM_LANE_ITEMS) {
            size_t n = cm_min_size(CM_LANE_ITEMS, v->slice - i);
            cm_scatter_reduce(reduction, y, at + i, cm_in(k, 2), t * v->slice + i, n);
        }
    }
    return CAMEO_OK;
}

/* cm_scatter_nd_run — y = data; then y[tuple t] = y[tuple t] op updates[t], t = 0, 1, ...
 *   data     [dims][slice] of any dtype but string, no complex one with a reduction
 *   indices  [tuples][depth] int64, hostile, each in [-dim, dim)
 *   updates  [tuples][slice], y as data, both of the same dtype; y lies on no input
 * Errors: E_SHAPE an index out of range. */
cameo_status cm_scatter_nd_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *y = cm_out(k, 0);
    cm_index_nd v;
    CM_TRY(scatter_nd_view(k, &v));
    if (phase == 1) return begin < end ? scatter_nd_updates(k, &v) : CAMEO_OK;
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        cm_move_flat(cm_move_bits(y), y->data, at, cm_in(k, 0)->data, at, stop - at);
    }
    return CAMEO_OK;
}

/* One task. Scratch: for each element the number of the update that replaces it, plus 1. */
cameo_status cm_scatter_nd_string_setup(const cm_kctx *k, cm_setup *s) {
    cm_index_nd v;
    CM_TRY(scatter_nd_view(k, &v));
    cm_strings_setup(s);
    CM_CHECK(!cm_ckd_mul(cm_in(k, 0)->n, sizeof(size_t), &s->scratch), k->e, CAMEO_E_LIMIT,
             "the scratch memory overflows");
    return CAMEO_OK;
}

static cm_str scatter_nd_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const cm_kctx *k = ctx;
    size_t update = ((const size_t *)(const void *)k->scratch)[i];
    return update != 0 ? cm_tensor_str(cm_in(k, 2), update - 1) : cm_tensor_str(cm_in(k, 0), i);
}

/* cm_scatter_nd_string_run — the same for strings, without reduction; y is allocated here. */
cameo_status cm_scatter_nd_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                      uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    size_t *update = (size_t *)(void *)k->scratch;
    cm_index_nd v;
    size_t dims[CM_MAX_RANK];
    CM_TRY(scatter_nd_view(k, &v));
    for (uint32_t d = 0; d < y->rank; d++) dims[d] = y->dims[d];
    for (size_t i = 0; i < cm_in(k, 0)->n; i++) update[i] = 0;
    for (size_t t = 0; cm_in(k, 2)->n > 0 && t < v.tuples; t++) {
        size_t at;
        CM_TRY(cm_index_nd_at(&v, t, &at, k->e));
        for (size_t i = 0; i < v.slice; i++) update[at + i] = t * v.slice + i + 1;
    }
    return cm_strings_emit(k, 0, y->rank, dims, &(cm_string_source){scatter_nd_string, k, 1});
}
