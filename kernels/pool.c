/* pool.c — MaxPool, AveragePool, GlobalAveragePool, GlobalMaxPool on x [N][C][in...]; for channels behind
 * the spatial axes: kernels/pool_last.c.
 *
 *   MaxPool      the greatest element of the window that lies inside the data; NaN counts as
 *                greater than everything. Indices: where it is in x, the first of equals, as a flat
 *                index; with storage_order 1 its spatial part is column-major.
 *   AveragePool  the sum over the elements inside the data, divided by their number or, with
 *                count_include_pad, by the number of taps inside the padded data (a window that
 *                ceil_mode lets hang over its end has fewer).
 *   A window without any element gives 0, and the index -1: so does ONNX's reference implementation
 *   of MaxPool, and ONNX Runtime's AveragePool.
 *   GlobalMaxPool of a plane without elements is -infinity.
 * Sums are f64 (f32, f64) or f32 (f16, bf16), in row-major order; the global average of a plane
 * sums up in 8 lanes.
 * Source: ONNX MaxPool, since_version 1, 8, 10, 11, 12, 22; AveragePool, 1, 7, 10, 11, 19, 22;
 * GlobalAveragePool and GlobalMaxPool, 1, 22. */
#include "kernels/pool.h"

#include "base/math.h"
#include "kernels/geom.h"
#include "kernels/half.h"

static const cm_field pool_max_fields[] = {
    CM_WINDOW_FIELDS(cm_pool_params, window),
    CM_WINDOW_FIELD_CEIL_MODE(cm_pool_params, window),
    CM_F_I32(cm_pool_params, storage_order, 0),
    CM_F_OWN(cm_pool_params, count_include_pad),
    CM_F_OWN(cm_pool_params, channels_last),
};

static const cm_field pool_average_fields[] = {
    CM_WINDOW_FIELDS(cm_pool_params, window),
    CM_WINDOW_FIELD_CEIL_MODE(cm_pool_params, window),
    CM_F_OWN(cm_pool_params, storage_order),
    CM_F_I32(cm_pool_params, count_include_pad, 0),
    CM_F_OWN(cm_pool_params, channels_last),
};

static cameo_status pool_parse(const cm_parse *p, void *params) {
    cm_pool_params *q = params;
    return cm_window_parse(p, &q->window);
}

static cameo_status pool_shape(cm_shape *s) {
    const cm_pool_params *q = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK];
    uint32_t rank = x->rank;
    const cm_dim *known = NULL;
    if (rank != CM_RANK_UNKNOWN) {
        CM_CHECK(rank >= 3, s->e, CAMEO_E_SHAPE, "X has rank %u, want 3 or more", rank);
        uint32_t axes = q->channels_last != 0 ? 1 : 2, channels = q->channels_last != 0 ? rank - 1 : 1;
        CM_TRY(cm_window_shape(s, &q->window, rank - 2, x->dims + axes, NULL, dims + axes));
        dims[0] = x->dims[0];
        dims[channels] = x->dims[channels];
        known = dims;
    }
    CM_TRY(cm_shape_out(s, 0, x->dtype, rank, known));
    return cm_shape_out(s, 1, CAMEO_INT64, rank, known);
}

uint64_t cm_pool_window_cost(const cm_shape *s, const cm_window_attrs *a, uint64_t row) {
    uint64_t n = 1, last = 1;
    for (uint32_t i = 0; i < s->out[0].rank; i++) {
        n = cm_cost_mul(n, last);
        row = cm_cost_mul(row, last);
        last = (uint64_t)s->out[0].dims[i];
    }
    n = cm_cost_mul(n, last);
    for (int32_t i = 0; i < a->n_kernel_shape; i++) {
        n = cm_cost_mul(n, (uint64_t)a->kernel_shape[i]);
        if (i + 1 < a->n_kernel_shape) row = cm_cost_mul(row, (uint64_t)a->kernel_shape[i]);
    }
    return cm_cost_add(n, row);
}

#define POOL_ROW 96 /* elements that take as long as beginning a row of a window for a row of the result */
#define POOL_ALONE 4 /* times as long takes an element where the windows have one dim, or its place is wanted, too */

static uint64_t pool_cost(const cm_shape *s) {
    const cm_window_attrs *a = &((const cm_pool_params *)s->params)->window;
    bool place = s->n_out > 1 && s->out[1].kind != CAMEO_KIND_NONE;
    return cm_cost_mul(cm_pool_window_cost(s, a, POOL_ROW), a->n_kernel_shape < 2 || place ? POOL_ALONE : 1);
}

const cm_op cm_op_MaxPool = {.id = CM_OP_MaxPool,
                             .n_fields = sizeof pool_max_fields / sizeof *pool_max_fields,
                             .params_size = sizeof(cm_pool_params),
                             .fields = pool_max_fields,
                             .parse = pool_parse,
                             .shape = pool_shape,
                             .cost = pool_cost};

const cm_op cm_op_AveragePool = {.id = CM_OP_AveragePool,
                                 .n_fields =
                                     sizeof pool_average_fields / sizeof *pool_average_fields,
                                 .params_size = sizeof(cm_pool_params),
                                 .fields = pool_average_fields,
                                 .parse = pool_parse,
                                 .shape = pool_shape,
                                 .cost = pool_cost};

/* The channels are those of dim 1 or of the last one. */
static cameo_status pool_whole_shape(cm_shape *s, bool channels_last) {
    const cm_avalue *x = cm_shape_in(s, 0);
    cm_dim dims[CM_MAX_RANK];
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, x->rank, NULL);
    CM_CHECK(x->rank >= 2, s->e, CAMEO_E_SHAPE, "X has rank %u, want 2 or more", x->rank);
    uint32_t channels = channels_last ? x->rank - 1 : 1;
    for (uint32_t i = 0; i < x->rank; i++) dims[i] = i == 0 || i == channels ? x->dims[i] : 1;
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

cameo_status cm_pool_global_shape(cm_shape *s) { return pool_whole_shape(s, false); }

static cameo_status pool_global_shape(cm_shape *s) {
    return pool_whole_shape(s, ((const cm_pool_global_params *)s->params)->channels_last != 0);
}

static const cm_field pool_global_fields[] = {CM_F_OWN(cm_pool_global_params, channels_last)};

static uint64_t pool_global_cost(const cm_shape *s) {
    uint64_t n = 1;
    const cm_avalue *x = cm_shape_in(s, 0);
    for (uint32_t i = 0; i < x->rank; i++) n = cm_cost_mul(n, (uint64_t)x->dims[i]);
    return cm_cost_add(n, cm_shape_cost(&s->out[0], 16));
}

const cm_op cm_op_GlobalAveragePool = {.id = CM_OP_GlobalAveragePool,
                                       .n_fields = 1,
                                       .params_size = sizeof(cm_pool_global_params),
                                       .fields = pool_global_fields,
                                       .shape = pool_global_shape,
                                       .cost = pool_global_cost};

const cm_op cm_op_GlobalMaxPool = {.id = CM_OP_GlobalMaxPool,
                                   .n_fields = 1,
                                   .params_size = sizeof(cm_pool_global_params),
                                   .fields = pool_global_fields,
                                   .shape = pool_global_shape,
                                   .cost = pool_global_cost};

/* ---- windows ---- */

/* Channels in front of the spatial axes; the rows of kernels/pool_last.c serve the other order. */
bool cm_pool_accept_plain(const cm_row_query *q) {
    return ((const cm_pool_params *)q->params)->channels_last == 0;
}
bool cm_pool_global_accept_plain(const cm_row_query *q) {
    return ((const cm_pool_global_params *)q->params)->channels_last == 0;
}

/* Outputs that are worked on together. */
#define POOL_BLOCK 16
#define POOL_LANES 8

static cameo_status pool_geom(const cm_kctx *k, cm_geom *g) {
    const cm_pool_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0) != NULL ? cm_out(k, 0) : cm_out(k, 1);
    return cm_geom_init(g, &q->window, x->rank - 2u, x->dims + 2, y->dims + 2, NULL, k->e);
}

/* Taps that lie inside the data are what counts; a kernel may be larger than the data. */
static cm_geom_split pool_split(const cm_kctx *k, const cm_geom *g) {
    const cm_tensor *x = cm_in(k, 0);
    size_t cost = cm_max_size(1, cm_min_size(g->taps, g->in_plane));
    return cm_geom_split_of(g, x->dims[0] * x->dims[1], cost);
}

/* MaxPool and AveragePool. Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_pool_setup(const cm_kctx *k, cm_setup *s) {
    cm_geom g;
    if (cm_out(k, 0) == NULL && cm_out(k, 1) == NULL) return CAMEO_OK;
    CM_TRY(pool_geom(k, &g));
    cm_geom_split split = pool_split(k, &g);
    return cm_geom_split_setup(&split, &g, s, k->e);
}

/* p is NULL only for a tensor without elements, and then n is 0. */
static const void *pool_at(const void *p, size_t n, size_t size) {
    return n == 0 ? p : (const uint8_t *)p + n * size;
}

/* The flat index within a plane, column-major, of one that is row-major. */
static size_t pool_column_major(const cm_geom *g, size_t index) {
    size_t result = 0;
    for (uint32_t i = g->n; i-- > 0;) {
        size_t in = (size_t)g->axis[i].in;
        result = result * in + index % in;
        index /= in;
    }
    return result;
}

/* Taps of all axes but the last that AveragePool's divisor counts, for a run. */
static double pool_count_rows(const cm_geom *g, const cm_geom_run *run, bool padded, uint32_t first,
                              uint32_t end, ptrdiff_t shift) {
    double n = 1;
    for (uint32_t i = first; i < end; i++) {
        const cm_geom_axis *x = &g->axis[i];
        ptrdiff_t from, to, at = run->at[i] + shift;
        if (padded) {
            cm_geom_clip(x, at + x->pad, x->pad + x->in + x->pad_end, &from, &to);
        } else {
            cm_geom_clip(x, at, x->in, &from, &to);
        }
        n *= (double)(to - from);
    }
    return n;
}

/* True if no tap of output j of a run lies inside the data along the last axis. */
static bool pool_is_empty(const cm_geom *g, const cm_geom_run *run, size_t j) {
    const cm_geom_axis *x = &g->axis[g->n - 1];
    ptrdiff_t from, to;
    cm_geom_clip(x, run->at[g->n - 1] + (ptrdiff_t)j * x->stride, x->in, &from, &to);
    return from == to;
}

#define POOL_SAME(x) (x)
/* Nothing is above NaN: the first one stays. */
#define POOL_ABOVE(a, b) (!((a) <= (b)) && (b) == (b))
#define POOL_ABOVE_INT(a, b) ((a) > (b))

#define POOL_DTYPE f32
#define POOL_T float
#define POOL_C float
#define POOL_S double
#define POOL_LOAD POOL_SAME
#define POOL_STORE (float)
#define POOL_STORE_SUM (float)
#define POOL_LOWEST (-CM_INF_F32)
#define POOL_ORDER POOL_ABOVE
#define POOL_IS_NAN(x) ((x) != (x))
#define POOL_AVERAGE 1
#include "kernels/pool_tmpl.h"

#define POOL_DTYPE f64
#define POOL_T double
#define POOL_C double
#define POOL_S double
#define POOL_LOAD POOL_SAME
#define POOL_STORE (double)
#define POOL_STORE_SUM (double)
#define POOL_LOWEST (-CM_INF_F64)
#define POOL_ORDER POOL_ABOVE
#define POOL_IS_NAN(x) ((x) != (x))
#define POOL_AVERAGE 1
#include "kernels/pool_tmpl.h"

#define POOL_LOAD_HALF(v) cm_half_to_f32(dtype, v)
#define POOL_STORE_HALF(v) cm_half_from_f32(dtype, v)
#define POOL_DTYPE half
#define POOL_T uint16_t
#define POOL_C float
#define POOL_S float
#define POOL_LOAD POOL_LOAD_HALF
#define POOL_STORE POOL_STORE_HALF
#define POOL_STORE_SUM POOL_STORE_HALF
#define POOL_LOWEST (-CM_INF_F32)
#define POOL_ORDER POOL_ABOVE
#define POOL_IS_NAN(x) ((x) != (x))
#define POOL_AVERAGE 1
#include "kernels/pool_tmpl.h"

#define POOL_DTYPE i8
#define POOL_T int8_t
#define POOL_C int8_t
#define POOL_LOAD POOL_SAME
#define POOL_STORE POOL_SAME
#define POOL_LOWEST INT8_MIN
#define POOL_ORDER POOL_ABOVE_INT
#define POOL_IS_NAN(x) 0
#define POOL_AVERAGE 0
#include "kernels/pool_tmpl.h"

#define POOL_DTYPE u8
#define POOL_T uint8_t
#define POOL_C uint8_t
#define POOL_LOAD POOL_SAME
#define POOL_STORE POOL_SAME
#define POOL_LOWEST 0
#define POOL_ORDER POOL_ABOVE_INT
#define POOL_IS_NAN(x) 0
#define POOL_AVERAGE 0
#include "kernels/pool_tmpl.h"

/* Planes of a task of GlobalAveragePool. */
static size_t pool_global_per_task(size_t plane) {
    return cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, plane));
}

/* One phase over planes. Scratch: none. */
cameo_status cm_pool_global_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    size_t planes = cm_out(k, 0)->n;
    cm_setup_simple(s, planes, pool_global_per_task(planes == 0 ? 0 : x->n / planes));
    return CAMEO_OK;
}

/* cm_pool_global_<name>_run: PLANE of each plane, POOL_PLANE(T) [n]. */
#define POOL_PLANE(T) pool_at(x, p * n, sizeof(T)), n
#define POOL_GLOBAL(name, T, PLANE)                                                            \
    cameo_status cm_pool_global_##name##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, \
                                             uint32_t end) {                                   \
        const T *x = cm_in(k, 0)->data;                                                        \
        T *y = cm_out(k, 0)->data;                                                             \
        size_t planes = cm_out(k, 0)->n, n = planes == 0 ? 0 : cm_in(k, 0)->n / planes;        \
        size_t per_task = pool_global_per_task(n), last = cm_min_size(end * per_task, planes); \
        (void)phase;                                                                           \
        for (size_t p = begin * per_task; p < last; p++)                                       \
            y[p] = PLANE;                                                                      \
        return CAMEO_OK;                                                                       \
    }

/* The mean of a plane. */
#define POOL_GLOBAL_MEAN(name, T, S, LOAD, STORE)                                                  \
    static T pool_plane_##name(const T *x, size_t n) {                                             \
        S acc[POOL_LANES] = {0};                                                                   \
        size_t i = 0;                                                                              \
        for (; n - i >= POOL_LANES; i += POOL_LANES) {                                             \
            for (size_t j = 0; j < POOL_LANES; j++) acc[j] += (S)LOAD(x[i + j]);                   \
        }                                                                                          \
        for (size_t j = 0; i < n; i++, j++) acc[j] += (S)LOAD(x[i]);                               \
        S sum = ((acc[0] + acc[4]) + (acc[2] + acc[6])) + ((acc[1] + acc[5]) + (acc[3] + acc[7])); \
        return STORE(sum / (S)n);                                                                  \
    }                                                                                              \
    POOL_GLOBAL(name, T, pool_plane_##name(POOL_PLANE(T)))
POOL_GLOBAL(f32, float, CM_PRIM(k, plane_mean)(POOL_PLANE(float)))
POOL_GLOBAL_MEAN(f64, double, double, POOL_SAME, POOL_SAME)
/* Of halves, piece by piece as floats. */
#define POOL_PIECE ((size_t)64)
static uint16_t pool_plane_half(const cm_kctx *k, const uint16_t *x, size_t n) {
    int dtype = cm_in(k, 0)->dtype;
    float acc[POOL_LANES] = {0}, piece[POOL_PIECE];
    for (size_t at = 0, m; at < n; at += m) {
        m = cm_min_size(POOL_PIECE, n - at);
        cm_half_widen(k, dtype, x + at, piece, m);
        for (size_t i = 0; i < m; i++) acc[i % POOL_LANES] += piece[i];
    }
    float sum = ((acc[0] + acc[4]) + (acc[2] + acc[6])) + ((acc[1] + acc[5]) + (acc[3] + acc[7]));
    return cm_half_from_f32(dtype, sum / (float)n);
}
POOL_GLOBAL(half, uint16_t, pool_plane_half(k, POOL_PLANE(uint16_t)))

/* The greatest element of a plane, the first NaN if there is one. */
#define POOL_GLOBAL_MAX(name, T, C, LOAD, STORE, LOWEST) \
    static T pool_plane_##name(const T *x, size_t n) {   \
        C best = LOWEST;                                 \
        for (size_t i = 0; i < n; i++) {                 \
            C v = LOAD(x[i]);                            \
            if (POOL_ABOVE(v, best)) best = v;           \
        }                                                \
        return STORE(best);                              \
    }                                                    \
    POOL_GLOBAL(name, T, pool_plane_##name(POOL_PLANE(T)))
POOL_GLOBAL(max_f32, float, CM_PRIM(k, plane_max)(POOL_PLANE(float)))
POOL_GLOBAL_MAX(max_f64, double, double, POOL_SAME, POOL_SAME, -CM_INF_F64)
static uint16_t pool_plane_max_half(const cm_kctx *k, const uint16_t *x, size_t n) {
    int dtype = cm_in(k, 0)->dtype;
    float best = -CM_INF_F32, piece[POOL_PIECE];
    for (size_t at = 0, m; at < n; at += m) {
        m = cm_min_size(POOL_PIECE, n - at);
        cm_half_widen(k, dtype, x + at, piece, m);
        float v = CM_PRIM(k, plane_max)(piece, m);
        if (POOL_ABOVE(v, best)) best = v;
    }
    return cm_half_from_f32(dtype, best);
}
POOL_GLOBAL(max_half, uint16_t, pool_plane_max_half(k, POOL_PLANE(uint16_t)))
