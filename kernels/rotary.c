/* rotary.c — RotaryEmbedding of ONNX and of com.microsoft: pairs of a head's elements, turned by an angle of their
 * position.
 *
 *   y1 = cos * x1 - sin * x2,  y2 = sin * x1 + cos * x2
 *
 * for the pairs (i, i + half) or, interleaved, (2i, 2i + 1) of the first rotary_embedding_dim elements of a head (0:
 * all); the rest is copied. X is [batch][heads][rows][width] or [batch][rows][heads * width]. The caches are
 * [positions][half], read at position_ids [batch][rows], or [batch][rows][half] without ids; com.microsoft's one id
 * is that of row 0 in each batch, and heads of X with rank 3 are 2 * half wide where num_heads is 0. Tasks are rows
 * with all their heads. f32 is turned by slot rotary_pairs, other dtypes in double. Positions are hostile: E_SHAPE
 * out of the cache. Source: ONNX RotaryEmbedding, since_version 23; onnxruntime com.microsoft.RotaryEmbedding,
 * version 1. */
#include "kernels/kernel.h"
#include "kernels/lane.h"
#include "kernels/prim/prims.h"

typedef struct rotary_params {
    int32_t num_heads, rotary_embedding_dim, interleaved;
    int32_t ms[1]; /* com.microsoft's order of inputs and reading of ids */
} rotary_params;

static const cm_field rotary_fields[] = {
    CM_F_I32(rotary_params, num_heads, 0), CM_F_I32(rotary_params, rotary_embedding_dim, 0),
    CM_F_I32(rotary_params, interleaved, 0), CM_F_OWN(rotary_params, ms)};

static cameo_status rotary_parse(const cm_parse *p, void *params) {
    rotary_params *q = params;
    int64_t packed;
    CM_CHECK(q->num_heads >= 0 && q->rotary_embedding_dim >= 0 && q->rotary_embedding_dim % 2 == 0,
             p->e, CAMEO_E_SHAPE, "num_heads is %d, rotary_embedding_dim %d", (int)q->num_heads,
             (int)q->rotary_embedding_dim);
    CM_TRY(cm_attr_i64(p, "is_packed_batching", 0, &packed));
    CM_CHECK(packed == 0, p->e, CAMEO_E_UNSUPPORTED, "unsupported: is_packed_batching");
    q->ms[0] = p->op->id == CM_OP_ms_RotaryEmbedding;
    return CAMEO_OK;
}

static cameo_status rotary_shape(cm_shape *s) {
    uint32_t rank = cm_shape_in(s, 0)->rank;
    CM_CHECK(rank == CM_RANK_UNKNOWN || rank == 3 || rank == 4, s->e, CAMEO_E_SHAPE,
             "X has rank %u, want 3 or 4", rank);
    return cm_shape_out_like(s, 0, 0);
}

#define ROTARY_OP(name)                                               \
    const cm_op cm_op_##name = {.id = CM_OP_##name,                   \
                                .flags = CM_OPF_INPLACE,              \
                                .n_fields = 4,                        \
                                .params_size = sizeof(rotary_params), \
                                .fields = rotary_fields,              \
                                .parse = rotary_parse,                \
                                .shape = rotary_shape};
ROTARY_OP(RotaryEmbedding)
ROTARY_OP(ms_RotaryEmbedding)

typedef struct rotary_sizes {
    const cm_tensor *x, *cos, *sin, *ids;
    size_t batch, heads, rows, width, half;
    size_t step_head, step_row;
} rotary_sizes;

/* Errors: E_SHAPE dims that do not fit to each other. */
static cameo_status rotary_sizes_of(const cm_kctx *k, rotary_sizes *z) {
    const rotary_params *p = k->params;
    uint32_t first = p->ms[0] ? 2 : 1;
    const cm_tensor *x = cm_in(k, 0);
    *z = (rotary_sizes){.x = x,
                        .cos = cm_in(k, first),
                        .sin = cm_in(k, first + 1),
                        .ids = cm_in(k, p->ms[0] ? 1 : 3)};
    CM_CHECK(x->rank == 3 || x->rank == 4, k->e, CAMEO_E_SHAPE, "X has rank %u, want 3 or 4",
             (unsigned)x->rank);
    uint32_t rank = z->ids != NULL ? 2 : 3;
    CM_CHECK(z->cos->rank == rank && z->sin->rank == rank, k->e, CAMEO_E_SHAPE,
             "the caches have rank %u and %u, want %u", (unsigned)z->cos->rank,
             (unsigned)z->sin->rank, rank);
    z->half = z->cos->dims[rank - 1];
    z->batch = x->dims[0];
    if (x->rank == 4) {
        z->heads = x->dims[1], z->rows = x->dims[2], z->width = x->dims[3];
        z->step_row = z->width, z->step_head = z->rows * z->width;
    } else {
        z->heads = (size_t)p->num_heads;
        if (p->ms[0] && p->num_heads == 0) z->heads = x->dims[2] / cm_max_size(1, z->half * 2);
        CM_CHECK(z->heads > 0 && x->dims[2] % z->heads == 0, k->e, CAMEO_E_SHAPE,
                 "%zu elements for %zu heads", x->dims[2], z->heads);
        z->rows = x->dims[1], z->width = x->dims[2] / z->heads;
        z->step_row = x->dims[2], z->step_head = z->width;
    }
    size_t turned = p->rotary_embedding_dim != 0 ? (size_t)p->rotary_embedding_dim : z->width;
    CM_CHECK(turned == 2 * z->half && turned <= z->width, k->e, CAMEO_E_SHAPE,
             "the caches have %zu columns for %zu of %zu elements", z->half, turned, z->width);
    for (uint32_t d = 0; d < rank; d++) {
        size_t want = rank == 2 || d == 2 ? z->cos->dims[d] : d == 0 ? z->batch : z->rows;
        CM_CHECK(z->cos->dims[d] == want && z->sin->dims[d] == want, k->e, CAMEO_E_SHAPE,
                 "dim %u of the caches is %zu and %zu, want %zu", d, z->cos->dims[d],
                 z->sin->dims[d], want);
    }
    bool fits = z->ids == NULL || (p->ms[0] && z->ids->n == 1) ||
                (z->ids->rank == 2 && z->ids->dims[0] == z->batch && z->ids->dims[1] == z->rows);
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE, "position_ids are not [%zu][%zu]", z->batch, z->rows);
    return CAMEO_OK;
}

/* One phase over rows. Scratch: none. */
cameo_status cm_rotary_setup(const cm_kctx *k, cm_setup *s) {
    rotary_sizes z;
    CM_TRY(rotary_sizes_of(k, &z));
    cm_setup_simple(s, z.batch * z.rows,
                    cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, z.heads * z.width)));
    return CAMEO_OK;
}

/* The cache's row for row r of batch b. */
static cameo_status rotary_row(const cm_kctx *k, const rotary_sizes *z, size_t b, size_t r,
                               size_t *at) {
    *at = b * z->rows + r;
    if (z->ids == NULL) return CAMEO_OK;
    const int64_t *ids = z->ids->data;
    size_t positions = z->cos->dims[0];
    bool one = ((const rotary_params *)k->params)->ms[0] && z->ids->n == 1;
    int64_t id = one ? ids[0] : ids[*at];
    CM_CHECK(id >= 0 && (uint64_t)id < positions && (!one || r < positions - (size_t)id), k->e,
             CAMEO_E_SHAPE, "position %lld, the cache has %zu", CM_LL(id), positions);
    *at = (size_t)id + (one ? r : 0);
    return CAMEO_OK;
}

/* Elements [i, i + n) of half a head in double, n at most CM_LANE_ITEMS / 2, of row `at` of the caches. */
static void rotary_part(const rotary_sizes *z, const cm_tensor *y, size_t head, size_t at, size_t i,
                        size_t n, bool interleaved) {
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    double x[CM_LANE_ITEMS], cos[CM_LANE_ITEMS / 2], sin[CM_LANE_ITEMS / 2];
    cm_lane_load_f64(z->cos->dtype, z->cos->data, at * z->half + i, n, cos);
    cm_lane_load_f64(z->sin->dtype, z->sin->data, at * z->half + i, n, sin);
    size_t first = head + (interleaved ? 2 * i : i), second = head + z->half + i,
           step = interleaved ? 2 : 1;
    double *low = x, *high = interleaved ? x + 1 : x + n;
    cm_lane_load_f64(z->x->dtype, z->x->data, first, interleaved ? 2 * n : n, x);
    if (!interleaved) cm_lane_load_f64(z->x->dtype, z->x->data, second, n, high);
    for (size_t j = 0; j < n; j++) {
        double a = low[j * step], b = high[j * step];
        low[j * step] = cos[j] * a - sin[j] * b;
        high[j * step] = sin[j] * a + cos[j] * b;
    }
    cm_lane_store_f64(y->dtype, y->data, first, interleaved ? 2 * n : n, x, rounding);
    if (!interleaved) cm_lane_store_f64(y->dtype, y->data, second, n, high, rounding);
}

/* The pairs of the head at element `head`, by row `at` of the caches. */
static void rotary_head(const cm_kctx *k, const rotary_sizes *z, const cm_tensor *y, size_t head, size_t at) {
    bool interleaved = ((const rotary_params *)k->params)->interleaved != 0;
    bool floats = z->x->dtype == CAMEO_FLOAT && z->cos->dtype == CAMEO_FLOAT && z->sin->dtype == CAMEO_FLOAT;
    if (floats && z->half != 0) {
        CM_PRIM(k, rotary_pairs)((float *)y->data + head, (const float *)z->x->data + head,
                                 (const float *)z->cos->data + at * z->half, (const float *)z->sin->data + at * z->half,
                                 z->half, interleaved);
        return;
    }
    for (size_t i = 0; i < z->half; i += CM_LANE_ITEMS / 2)
        rotary_part(z, y, head, at, i, cm_min_size(CM_LANE_ITEMS / 2, z->half - i), interleaved);
}

cameo_status cm_rotary_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    rotary_sizes z;
    CM_TRY(rotary_sizes_of(k, &z));
    const cm_tensor *y = cm_out(k, 0);
    size_t per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, z.heads * z.width));
    size_t element = z.x->dtype == CAMEO_DOUBLE ? 8 : z.x->dtype == CAMEO_FLOAT ? 4 : 2, at;
    (void)phase;
    for (size_t t = begin * per_task; t < cm_min_size(z.batch * z.rows, end * per_task); t++) {
        size_t b = t / z.rows, r = t % z.rows;
        CM_TRY(rotary_row(k, &z, b, r, &at));
        for (size_t h = 0; h < z.heads; h++) {
            size_t head = b * z.heads * z.rows * z.width + h * z.step_head + r * z.step_row,
                   rest = head + 2 * z.half;
            rotary_head(k, &z, y, head, at);
            if (y->data != z.x->data && z.width > 2 * z.half)
                memcpy((uint8_t *)y->data + rest * element,
                       (const uint8_t *)z.x->data + rest * element,
                       (z.width - 2 * z.half) * element);
        }
    }
    return CAMEO_OK;
}
