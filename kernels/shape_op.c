/* shape_op.c — Shape: the dims of a tensor as int64 elements; Size: their product. In inference the
 * elements are the dims themselves, so most models never run these kernels. Source: ONNX Shape 1,
 * 15 (start, end); Size 1. */
#include "kernels/move.h"

typedef struct shape_op_params {
    int32_t start, end; /* dims [start, end) in Python's sense; saturated to 32 bits */
} shape_op_params;

static int32_t shape_op_saturate(int64_t v) {
    return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : (int32_t)v;
}

static cameo_status shape_op_parse(const cm_parse *p, void *params) {
    shape_op_params *q = params;
    int64_t start = 0;
    int64_t end = INT32_MAX;
    if (p->since >= 15) {
        CM_TRY(cm_attr_i64(p, "start", 0, &start));
        CM_TRY(cm_attr_i64(p, "end", INT32_MAX, &end));
    }
    q->start = shape_op_saturate(start);
    q->end = shape_op_saturate(end);
    return CAMEO_OK;
}

/* A position as Python counts: from the end where negative, clamped to [0, rank]. */
static uint32_t shape_op_clamp(int64_t at, uint32_t rank) {
    if (at < 0) at += rank;
    return at < 0 ? 0 : at > rank ? rank : (uint32_t)at;
}

/* The dims of a tensor of that rank that are asked for: [*first, *first + result). */
static uint32_t shape_op_range(const shape_op_params *p, uint32_t rank, uint32_t *first) {
    *first = shape_op_clamp(p->start, rank);
    uint32_t end = shape_op_clamp(p->end, rank);
    return end > *first ? end - *first : 0;
}

static cameo_status shape_op_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_INT64, 1, NULL);
    uint32_t first;
    uint32_t n = shape_op_range(s->params, x->rank, &first);
    CM_TRY(cm_shape_out(s, 0, CAMEO_INT64, 1, &(cm_dim){n}));
    cm_dim *elem = cm_shape_out_elems(s, 0, n);
    for (uint32_t i = 0; elem != NULL && i < n; i++) elem[i] = x->dims[first + i];
    return CAMEO_OK;
}

cameo_status cm_shape_op_setup(const cm_kctx *k, cm_setup *s) {
    uint32_t first;
    uint32_t n = shape_op_range(k->params, cm_in(k, 0)->rank, &first);
    CM_CHECK(cm_out(k, 0)->n == n, k->e, CAMEO_E_SHAPE, "the output has %zu elements, want %u",
             cm_out(k, 0)->n, n);
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

/* cm_shape_op_run — y[i] = dims of x [start + i]. x is any tensor; its data is not read. */
cameo_status cm_shape_op_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    int64_t *y = cm_out(k, 0)->data;
    uint32_t first;
    uint32_t n = shape_op_range(k->params, x->rank, &first);
    if (begin >= end) return CAMEO_OK;
    for (uint32_t i = 0; i < n; i++) y[i] = (int64_t)x->dims[first + i];
    return CAMEO_OK;
}

static const cm_field shape_op_fields[] = {CM_F_OWN(shape_op_params, start),
                                           CM_F_OWN(shape_op_params, end)};
const cm_op cm_op_Shape = {CM_OP_Shape, 0, 2, sizeof(shape_op_params), shape_op_fields,
                           shape_op_parse, shape_op_shape, NULL};

static cameo_status shape_op_size_shape(cm_shape *s) {
    CM_TRY(cm_shape_out(s, 0, CAMEO_INT64, 0, NULL));
    cm_dim *elem = cm_shape_out_elems(s, 0, 1);
    cm_dim n = cm_avalue_count_dim(s->dims, cm_shape_in(s, 0));
    if (elem != NULL && n != CM_DIM_BAD) *elem = n;
    return CAMEO_OK;
}

cameo_status cm_shape_op_size_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

/* cm_shape_op_size_run — y = the number of elements of x, any tensor; its data is not read. */
cameo_status cm_shape_op_size_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin < end) *(int64_t *)cm_out(k, 0)->data = (int64_t)cm_in(k, 0)->n;
    return CAMEO_OK;
}

const cm_op cm_op_Size = {CM_OP_Size, 0, 0, 0, NULL, NULL, shape_op_size_shape, NULL};
