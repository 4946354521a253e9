/* compress.c — Compress: the entries of an axis (without the attribute: the elements, in a row) whose
 * condition holds. x is [outer][n][inner]; the first phase lists the entries that are picked and allocates
 * the output, the second copies. The condition may be shorter than the axis; a longer one may not
 * hold beyond it, as numpy.compress wants. Source: ONNX Compress 9, 11 (negative axis). */
#include "kernels/move.h"

typedef struct compress_params {
    int32_t axis;
    int32_t flat; /* the attribute is absent */
} compress_params;

static cameo_status compress_parse(const cm_parse *p, void *params) {
    compress_params *c = params;
    c->flat = cm_attr_find(p, "axis") == NULL;
    return CAMEO_OK;
}

/* Of n entries how many are picked. */
static cm_dim compress_count(const cm_shape *s, cm_dim n) {
    const cm_avalue *cond = cm_shape_in(s, 1);
    cm_dim most = cm_dim_min(s->dims, n, cm_avalue_count_dim(s->dims, cond)), count = 0;
    size_t n_cond;
    int64_t x;
    if (most == CM_DIM_UNKNOWN) most = cm_dim_is_known(n) ? n : cm_avalue_count_dim(s->dims, cond);
    if (!cm_avalue_count(cond, &n_cond) || n_cond > CM_MAX_ELEMS)
        return cm_shape_decided(s, 0, most);
    for (size_t i = 0; i < n_cond; i++) {
        if (!cm_avalue_i64(cond, i, &x)) return cm_shape_decided(s, 0, most);
        count += x != 0;
    }
    return count;
}

static cameo_status compress_shape(cm_shape *s) {
    const compress_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *cond = cm_shape_in(s, 1);
    cm_dim dims[CM_MAX_RANK];
    uint32_t axis;
    CM_CHECK(cond->rank == 1 || cond->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "condition has rank %u, want 1", (unsigned)cond->rank);
    if (p->flat != 0) {
        dims[0] = compress_count(s, cm_avalue_count_dim(s->dims, x));
        return cm_shape_out(s, 0, x->dtype, 1, dims);
    }
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
    for (uint32_t d = 0; d < x->rank; d++)
        dims[d] = d == axis ? compress_count(s, x->dims[d]) : x->dims[d];
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

/* The extents of one execution; the axis was checked. */
typedef struct compress_extent {
    uint32_t axis;
    size_t n, inner;
} compress_extent;

static compress_extent compress_get(const cm_kctx *k) {
    const compress_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    if (p->flat != 0) return (compress_extent){0, x->n, 1};
    uint32_t axis = (uint32_t)(p->axis < 0 ? p->axis + x->rank : p->axis);
    return (compress_extent){axis, x->dims[axis], cm_move_count(x->dims, axis + 1, x->rank)};
}

/* Scratch: the entries that are picked, in order */
cameo_status cm_compress_setup(const cm_kctx *k, cm_setup *s) {
    const compress_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    uint32_t axis;
    if (p->flat == 0) CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, k->e));
    size_t most = cm_min_size(compress_get(k).n, cm_in(k, 1)->n);
    CM_CHECK(!cm_ckd_mul(most, sizeof(size_t), &s->scratch), k->e, CAMEO_E_SHAPE,
             "too many elements for memory");
    s->n_phases = 2;
    s->phase[0].n_tasks = 1;
    s->phase[1].n_tasks = x->dtype == CAMEO_STRING ? 0 : cm_task_count(x->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* Element of x that element i of y is, of `count` picked entries. */
static size_t compress_from(const compress_extent *e, const size_t *pick, size_t count, size_t i) {
    size_t row = i / e->inner;
    return (row / count * e->n + pick[row % count]) * e->inner + i % e->inner;
}

typedef struct compress_strings {
    const cm_tensor *x;
    const size_t *pick;
    compress_extent extent;
    size_t count;
} compress_strings;

static cm_str compress_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const compress_strings *c = ctx;
    return cm_tensor_str(c->x, compress_from(&c->extent, c->pick, c->count, i));
}

/* Lists the picked entries and allocates y; strings are done here. */
static cameo_status compress_alloc(const cm_kctx *k) {
    const compress_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const uint8_t *cond = cm_in(k, 1)->data;
    size_t *pick = (size_t *)(void *)k->scratch;
    compress_extent extent = compress_get(k);
    size_t count = 0, dims[CM_MAX_RANK], n = 1, bytes;
    uint64_t done = 0;
    for (size_t i = 0; i < cm_in(k, 1)->n; i++) {
        CM_TRY(cm_poll(k, 1, &done));
        if (cond[i] == 0) continue;
        CM_CHECK(i < extent.n, k->e, CAMEO_E_SHAPE, "condition[%zu] holds, the axis has %zu", i,
                 extent.n);
        pick[count++] = i;
    }
    uint32_t rank = p->flat != 0 ? 1 : x->rank;
    for (uint32_t d = 0; d < rank; d++) {
        dims[d] = d == extent.axis ? count : x->dims[d];
        n *= dims[d]; /* at most the elements of x, unless one dim is 0 */
    }
    if (x->dtype == CAMEO_STRING) {
        compress_strings c = {x, pick, extent, count};
        return cm_strings_emit(k, 0, rank, dims, &(cm_string_source){compress_string, &c, 1});
    }
    CM_CHECK(cm_dtype_bytes((cameo_dtype)x->dtype, n, &bytes) == CAMEO_OK, k->e, CAMEO_E_SHAPE,
             "too many elements for memory");
    return k->services->out_alloc(k, 0, rank, dims, bytes);
}

static void compress_copy(const cm_kctx *k, uint32_t t) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    const size_t *pick = (const size_t *)(const void *)k->scratch;
    compress_extent extent = compress_get(k);
    size_t at = (size_t)t * CM_MOVE_ITEMS;
    if (at >= y->n) return; /* as many tasks as x would need */
    size_t stop = y->n - at < CM_MOVE_ITEMS ? y->n : at + CM_MOVE_ITEMS;
    size_t count = y->dims[extent.axis];
    while (at < stop) {
        size_t n = cm_min_size(extent.inner - at % extent.inner, stop - at);
        cm_move_flat(cm_move_bits(y), y->data, at, x->data, compress_from(&extent, pick, count, at),
                     n);
        at += n;
    }
}

/* cm_compress_run — y = the entries of x whose condition holds.
 *   x      [outer][n][inner] of any dtype, any alignment
 *   cond   [m] bool
 *   y      [outer][count][inner], allocated in phase 0
 * Errors: E_SHAPE a condition beyond the axis; E_NOMEM. */
cameo_status cm_compress_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    if (cm_out(k, 0) == NULL) return CAMEO_OK;
    for (uint32_t t = begin; t < end; t++) {
        if (phase == 0)
            CM_TRY(compress_alloc(k));
        else
            compress_copy(k, t);
    }
    return CAMEO_OK;
}

static const cm_field compress_fields[] = {CM_F_I32(compress_params, axis, 0),
                                           CM_F_OWN(compress_params, flat)};
const cm_op cm_op_Compress = {.id = CM_OP_Compress,
                              .flags = CM_OPF_DYNAMIC,
                              .n_fields = 2,
                              .params_size = sizeof(compress_params),
                              .fields = compress_fields,
                              .parse = compress_parse,
                              .shape = compress_shape};
