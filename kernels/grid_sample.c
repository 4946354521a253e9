/* grid_sample.c — AffineGrid: where the elements of an image lie under an affine map; GridSample: the values of an
 * image at such places.
 *
 * Coordinates are computed in float as implementations do it, so that halves round alike, or in double where the grid
 * is; weights and sums are double, rounded once. nearest moves elements of any dtype; the other modes truncate to
 * integers, clipped, and take the parts of complex numbers by themselves. An element with weight 0 takes no part.
 * Source: ONNX AffineGrid, since_version 20; GridSample, 16, 20, 22. */
#include "base/math.h"
#include "kernels/move.h"
#include "kernels/point.h"
#include "kernels/real.h"

typedef struct grid_sample_params {
    int32_t align_corners, mode, padding_mode;
} grid_sample_params;

enum { GRID_SAMPLE_BILINEAR = CM_POINT_CUBIC + 1, GRID_SAMPLE_BICUBIC };

static const cm_field grid_sample_fields[] = {
    CM_F_I32(grid_sample_params, align_corners, 0),
    CM_F_ENUM(grid_sample_params, mode, "linear,nearest,cubic,bilinear,bicubic", CM_POINT_LINEAR),
    CM_F_ENUM(grid_sample_params, padding_mode, "zeros,border,reflection", CM_POINT_ZEROS)};

/* Before version 20 two modes have other names. */
static cameo_status grid_sample_parse(const cm_parse *p, void *params) {
    grid_sample_params *q = params;
    (void)p;
    if (q->mode == GRID_SAMPLE_BILINEAR) q->mode = CM_POINT_LINEAR;
    if (q->mode == GRID_SAMPLE_BICUBIC) q->mode = CM_POINT_CUBIC;
    return CAMEO_OK;
}

static cameo_status grid_sample_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0), *grid = cm_shape_in(s, 1);
    const grid_sample_params *q = s->params;
    uint32_t rank = x->rank != CM_RANK_UNKNOWN ? x->rank : grid->rank;
    CM_CHECK(x->dtype != CAMEO_STRING || q->mode == CM_POINT_NEAREST, s->e, CAMEO_E_TYPE,
             "there is nothing between strings: mode is not nearest");
    if (rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, rank, NULL);
    CM_CHECK(rank >= 3 && (grid->rank == rank || grid->rank == CM_RANK_UNKNOWN), s->e, CAMEO_E_SHAPE,
             "X has rank %u and grid %u, want equal ones from 3", (unsigned)x->rank, (unsigned)grid->rank);
    CM_CHECK(q->mode != CM_POINT_CUBIC || rank <= 6, s->e, CAMEO_E_UNSUPPORTED, "cubic with %u axes, want at most 4",
             rank - 2);
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < rank; d++) dims[d] = CM_DIM_UNKNOWN;
    if (x->rank != CM_RANK_UNKNOWN) dims[0] = x->dims[0], dims[1] = x->dims[1];
    if (grid->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, rank, dims);
    for (uint32_t d = 2; d < rank; d++) dims[d] = grid->dims[d - 1];
    CM_CHECK(cm_shape_equal(s, dims[0], grid->dims[0]), s->e, CAMEO_E_SHAPE, "X has %lld images, grid %lld",
             CM_LL(dims[0]), CM_LL(grid->dims[0]));
    CM_CHECK(cm_shape_equal(s, grid->dims[rank - 1], rank - 2), s->e, CAMEO_E_SHAPE,
             "places in grid have %lld coordinates, want %u", CM_LL(grid->dims[rank - 1]), rank - 2);
    if (!cm_dim_is_known(dims[0])) dims[0] = grid->dims[0];
    return cm_shape_out(s, 0, x->dtype, rank, dims);
}

const cm_op cm_op_GridSample = {.id = CM_OP_GridSample, .n_fields = 3, .params_size = sizeof(grid_sample_params),
                                .fields = grid_sample_fields, .parse = grid_sample_parse, .shape = grid_sample_shape};

/* Places whose elements are found before the channels of float images are walked, plane by plane: each place reads at
 * most GRID_SAMPLE_FEW elements. The sums are those of grid_sample_place. */
#define GRID_SAMPLE_BLOCK ((size_t)32)
#define GRID_SAMPLE_FEW 8

/* In a worker's scratch memory: what a place reads, and what those of a block read. */
typedef struct grid_sample_room {
    cm_point point;
    size_t n[GRID_SAMPLE_BLOCK], at[GRID_SAMPLE_BLOCK][GRID_SAMPLE_FEW];
    double w[GRID_SAMPLE_BLOCK][GRID_SAMPLE_FEW];
} grid_sample_room;

/* One execution. */
typedef struct grid_sample_job {
    grid_sample_room *room;
    const cm_tensor *x, *grid, *y;
    cm_point_rule rule;
    uint32_t rank;        /* spatial axes */
    size_t channels, plane, places; /* elements of an input plane; places of one image */
} grid_sample_job;

static cameo_status grid_sample_job_of(const cm_kctx *k, grid_sample_job *j) {
    const grid_sample_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0), *grid = cm_in(k, 1);
    bool fits = x->rank >= 3 && grid->rank == x->rank && grid->dims[0] == x->dims[0] &&
                grid->dims[grid->rank - 1u] == x->rank - 2u;
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "a grid of rank %u for X of rank %u", (unsigned)grid->rank, (unsigned)x->rank);
    *j = (grid_sample_job){.x = x, .grid = grid, .y = cm_out(k, 0), .rank = x->rank - 2u, .channels = x->dims[1]};
    j->rule = (cm_point_rule){q->mode, q->padding_mode, q->align_corners != 0};
    j->plane = cm_move_count(x->dims, 2, x->rank);
    j->places = cm_move_count(grid->dims, 1, grid->rank - 1u);
    return CAMEO_OK;
}

/* Are places computed by blocks? Not where x has no elements and its data may be NULL. */
static bool grid_sample_is_few(const grid_sample_job *j) {
    return j->x->dtype == CAMEO_FLOAT && j->rule.mode != CM_POINT_CUBIC && j->rank <= 3 && j->x->n != 0;
}

/* Places of all images in a task. */
static size_t grid_sample_per_task(size_t channels) { return CM_TASK_ITEMS / 2 / (channels + 4) + 1; }

/* One phase over the places. Scratch of a worker: a grid_sample_room, of which blocks alone need what lies behind
 * `point`. Errors: E_SHAPE. */
cameo_status cm_grid_sample_setup(const cm_kctx *k, cm_setup *s) {
    grid_sample_job j;
    size_t n;
    CM_TRY(grid_sample_job_of(k, &j));
    CM_CHECK(!cm_ckd_mul(j.places, j.x->dims[0], &n), k->e, CAMEO_E_LIMIT, "too many places");
    if (j.x->dtype == CAMEO_STRING)
        cm_strings_setup(s);
    else
        cm_setup_simple(s, n, grid_sample_per_task(j.channels));
    s->worker_scratch = grid_sample_is_few(&j) ? sizeof *j.room : sizeof j.room->point;
    return CAMEO_OK;
}

/* What place number `at` of all images reads. */
static void grid_sample_point(const grid_sample_job *j, size_t at, cm_point *p) {
    double x[CM_MAX_RANK];
    bool wide = j->grid->dtype == CAMEO_DOUBLE;
    for (uint32_t d = 0; d < j->rank; d++) {
        double v = cm_real_at(j->grid->dtype, j->grid->data, (at + 1) * j->rank - 1 - d);
        double dim = (double)j->x->dims[2 + d];
        if (wide)
            x[d] = j->rule.align_corners ? (v + 1) / 2 * (dim - 1) : ((v + 1) * dim - 1) / 2;
        else if (j->rule.align_corners)
            x[d] = (double)(((float)v + 1) / 2 * ((float)dim - 1));
        else
            x[d] = (double)((((float)v + 1) * (float)dim - 1) / 2);
    }
    cm_point_of(&j->rule, j->rank, j->x->dims + 2, x, p);
}

/* The channels of one place. */
static void grid_sample_place(const grid_sample_job *j, size_t at) {
    cm_point *p = &j->room->point;
    size_t image = at / j->places, place = at % j->places, parts = cm_real_parts(j->x->dtype);
    size_t size = cm_move_bits(j->x) / 8;
    int dtype = cm_real_dtype(j->x->dtype);
    grid_sample_point(j, at, p);
    for (size_t c = 0; c < j->channels; c++) {
        size_t from = (image * j->channels + c) * j->plane, to = (image * j->channels + c) * j->places + place;
        if (j->rule.mode == CM_POINT_NEAREST) {
            uint8_t *y = (uint8_t *)j->y->data + to * size;
            if (p->n == 0)
                memset(y, 0, size);
            else
                memcpy(y, (const uint8_t *)j->x->data + (from + p->at[0]) * size, size);
            continue;
        }
        for (size_t part = 0; part < parts; part++) {
            double sum = 0;
            for (size_t i = 0; i < p->n; i++) {
                sum += p->w[i] * cm_real_at(dtype, j->x->data, (from + p->at[i]) * parts + part);
            }
            cm_real_put(dtype, j->y->data, to * parts + part, sum);
        }
    }
}

/* n places of one image from `at` on, n <= GRID_SAMPLE_BLOCK. */
static void grid_sample_few(const grid_sample_job *j, size_t at, size_t n) {
    grid_sample_room *b = j->room;
    cm_point *p = &b->point;
    size_t image = at / j->places;
    const float *x = (const float *)j->x->data + image * j->channels * j->plane;
    float *y = (float *)j->y->data + image * j->channels * j->places + at % j->places;
    for (size_t i = 0; i < n; i++) {
        grid_sample_point(j, at + i, p);
        b->n[i] = p->n;
        for (size_t t = 0; t < p->n; t++) {
            b->at[i][t] = p->at[t];
            b->w[i][t] = p->w[t];
        }
    }
    for (size_t c = 0; c < j->channels; c++, x += j->plane, y += j->places) {
        for (size_t i = 0; i < n && j->rule.mode == CM_POINT_NEAREST; i++) y[i] = b->n[i] == 0 ? 0 : x[b->at[i][0]];
        for (size_t i = 0; i < n && j->rule.mode == CM_POINT_LINEAR; i++) {
            const size_t *from = b->at[i];
            const double *w = b->w[i];
            double sum = 0;
            if (b->n[i] == 4) { /* inside an image: the loop below without its end */
                sum = w[0] * (double)x[from[0]] + w[1] * (double)x[from[1]] + w[2] * (double)x[from[2]] +
                      w[3] * (double)x[from[3]];
            } else {
                for (size_t t = 0; t < b->n[i]; t++) sum += w[t] * (double)x[from[t]];
            }
            y[i] = (float)sum;
        }
    }
}

static cm_str grid_sample_string(const void *ctx, size_t i, uint32_t part) {
    const grid_sample_job *j = ctx;
    cm_point *p = &j->room->point;
    size_t image = i / j->places / j->channels;
    (void)part;
    grid_sample_point(j, image * j->places + i % j->places, p);
    return p->n == 0 ? (cm_str){NULL, 0} : cm_tensor_str(j->x, i / j->places * j->plane + p->at[0]);
}

/* cm_grid_sample_run — y[n][c][o...] = x[n][c] at grid[n][o...].
 *   x     [n][c][d...] of any dtype of a byte or more, strings for nearest
 *   grid  [n][o...][axes], innermost axis first; any numbers
 * Errors: E_SHAPE; strings: E_NOMEM, E_LIMIT. */
cameo_status cm_grid_sample_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    grid_sample_job j;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(grid_sample_job_of(k, &j));
    j.room = (grid_sample_room *)(void *)k->worker_scratch;
    if (j.x->dtype == CAMEO_STRING) {
        size_t dims[CM_MAX_RANK] = {j.x->dims[0], j.channels};
        for (uint32_t d = 2; d < j.x->rank; d++) dims[d] = j.grid->dims[d - 1];
        return cm_strings_emit(k, 0, j.x->rank, dims, &(cm_string_source){grid_sample_string, &j, 1});
    }
    size_t per_task = grid_sample_per_task(j.channels), all = j.places * j.x->dims[0];
    bool few = grid_sample_is_few(&j);
    size_t last = cm_min_size(all, end * per_task);
    for (size_t at = begin * per_task, n; at < last; at += n) {
        n = few ? cm_min_size(GRID_SAMPLE_BLOCK, cm_min_size(last - at, j.places - at % j.places)) : 1;
        if (few)
            grid_sample_few(&j, at, n);
        else
            grid_sample_place(&j, at);
    }
    return CAMEO_OK;
}

/* ---- AffineGrid ---- */

typedef struct affine_grid_params {
    int32_t align_corners;
} affine_grid_params;

static const cm_field affine_grid_fields[] = {CM_F_I32(affine_grid_params, align_corners, 0)};

static cameo_status affine_grid_shape(cm_shape *s) {
    const cm_avalue *theta = cm_shape_in(s, 0), *size = cm_shape_in(s, 1);
    size_t n;
    cm_dim dims[5], v;
    bool known = theta->rank != CM_RANK_UNKNOWN;
    CM_CHECK(!known || theta->rank == 3, s->e, CAMEO_E_SHAPE, "theta has rank %u, want 3", (unsigned)theta->rank);
    bool sized = cm_avalue_count(size, &n);
    CM_CHECK(size->rank == 1 || size->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE, "size has rank %u, want 1",
             (unsigned)size->rank);
    if (!sized && known && cm_dim_is_const(theta->dims[1])) n = (size_t)cm_max_i64(theta->dims[1], 0) + 2, sized = true;
    if (!sized) return cm_shape_out(s, 0, theta->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(n == 4 || n == 5, s->e, CAMEO_E_SHAPE, "size has %zu elements, want 4 or 5", n);
    for (size_t i = 0; i < n; i++) dims[i] = cm_avalue_elem(size, i, &v) ? v : CM_DIM_UNKNOWN;
    if (known) {
        bool fits = cm_shape_equal(s, theta->dims[1], (cm_dim)n - 2) && cm_shape_equal(s, theta->dims[2],
            (cm_dim)n - 1);
        CM_CHECK(fits, s->e, CAMEO_E_SHAPE, "theta has matrices of %lld by %lld, want %zu by %zu",
                 CM_LL(theta->dims[1]), CM_LL(theta->dims[2]), n - 2, n - 1);
        CM_CHECK(cm_shape_equal(s, theta->dims[0], dims[0]), s->e, CAMEO_E_SHAPE,
                 "theta has %lld matrices, size says %lld",
                 CM_LL(theta->dims[0]), CM_LL(dims[0]));
        dims[0] = theta->dims[0];
    }
    for (size_t i = 1; i + 1 < n; i++) dims[i] = dims[i + 1];
    dims[n - 1] = (cm_dim)n - 2;
    return cm_shape_out(s, 0, theta->dtype, (uint32_t)n, dims);
}

const cm_op cm_op_AffineGrid = {.id = CM_OP_AffineGrid, .n_fields = 1, .params_size = sizeof(affine_grid_params),
                                .fields = affine_grid_fields, .shape = affine_grid_shape};

/* One phase over the elements, a task without any, too: it checks the size. Scratch: none. Errors: E_SHAPE. */
cameo_status cm_affine_grid_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *theta = cm_in(k, 0), *size = cm_in(k, 1), *y = cm_out(k, 0);
    bool fits = (y->rank == 4 || y->rank == 5) && theta->rank == 3 && theta->dims[1] == y->rank - 2u &&
                theta->dims[2] == y->rank - 1u && theta->dims[0] == y->dims[0] && size->n == y->rank;
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "theta of rank %u and %zu sizes for a grid of rank %u", (unsigned)theta->rank,
             size->n, (unsigned)y->rank);
    cm_setup_simple(s, cm_max_size(1, y->n), CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Coordinate i of an axis of n elements in [-1, 1]. */
static double affine_grid_at(size_t i, size_t n, bool align_corners) {
    if (!align_corners) return ((double)(2 * i) + 1) / (double)n - 1;
    return n < 2 ? -1 : (double)(2 * i) / (double)(n - 1) - 1;
}

/* cm_affine_grid_run — y[n][o...][row] = theta[n][row] * (x, y, z, 1) of o, innermost axis first.
 * Errors: E_SHAPE size is not the dims of y. */
cameo_status cm_affine_grid_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *theta = cm_in(k, 0), *size = cm_in(k, 1), *y = cm_out(k, 0);
    bool align = ((const affine_grid_params *)k->params)->align_corners != 0;
    uint32_t axes = y->rank - 2u;
    (void)phase;
    for (uint32_t d = 0; d < y->rank; d++) {
        int64_t v = cm_move_index(size, d);
        size_t want = y->dims[d == 0 ? 0 : d - 1];
        CM_CHECK(d == 1 || (v >= 0 && (uint64_t)v == want), k->e, CAMEO_E_SHAPE, "size[%u] is %lld for a dim of %zu", d,
                 CM_LL(v), want);
    }
    for (size_t i = begin * CM_TASK_ITEMS; i < cm_min_size(y->n, end * CM_TASK_ITEMS); i++) {
        size_t rest = i / axes, row = i % axes;
        double at[3];
        for (uint32_t d = axes; d-- > 0; rest /= y->dims[1 + d]) {
            at[axes - 1 - d] = affine_grid_at(rest % y->dims[1 + d], y->dims[1 + d], align);
        }
        size_t base = (rest * axes + row) * (axes + 1);
        double sum = 0;
        for (uint32_t d = 0; d < axes; d++) sum += cm_real_at(theta->dtype, theta->data, base + d) * at[d];
        cm_real_put(y->dtype, y->data, i, sum + cm_real_at(theta->dtype, theta->data, base + axes));
    }
    return CAMEO_OK;
}
