/* topk.c — TopK: the k greatest (least) elements along an axis and where they are, in order.
 *
 * Elements become 64-bit numbers in the same order, NaN above everything, so that one loop serves
 * every dtype: a heap of the k best so far, its worst at the top, sorted at the end. f32, by far the most
 * frequent, has 32-bit keys, which are looked at in groups: most have none that would enter the heap. Of equal
 * elements the lower index comes first. With sorted = 0 ONNX leaves the order open; it is the same
 * here. Source: ONNX TopK, since_version 1 (k is an attribute), 10, 11 (largest, sorted), 24. */
#include "kernels/lane.h"
#include "kernels/move.h"

typedef struct topk_params {
    int32_t axis;
    int32_t largest;
    int32_t sorted;
} topk_params;

static cameo_status topk_shape(cm_shape *s) {
    const topk_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *v = cm_shape_in(s, 1);
    uint32_t axis;
    size_t n;
    int64_t k;
    CM_CHECK(!cm_avalue_count(v, &n) || n == 1, s->e, CAMEO_E_SHAPE, "K has %zu elements, want 1",
             n);
    cm_dim dims[CM_MAX_RANK];
    if (x->rank == CM_RANK_UNKNOWN) {
        CM_TRY(cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL));
        return cm_shape_out(s, 1, CAMEO_INT64, CM_RANK_UNKNOWN, NULL);
    }
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, s->e));
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    if (cm_avalue_i64(v, 0, &k)) {
        CM_CHECK(k >= 0 && cm_dim_le(s->dims, k, x->dims[axis]) != CM_NO, s->e, CAMEO_E_SHAPE,
                 "K is %lld, the axis has %lld", CM_LL(k),
                 cm_dim_is_const(x->dims[axis]) ? CM_LL(x->dims[axis]) : -1);
        dims[axis] = k;
    } else if (!cm_avalue_elem(v, 0, &dims[axis])) {
        dims[axis] = cm_shape_decided(s, 0, x->dims[axis]);
    }
    CM_TRY(cm_shape_out(s, 0, x->dtype, x->rank, dims));
    return cm_shape_out(s, 1, CAMEO_INT64, x->rank, dims);
}

/* One operation per element of the input and level of the heap. */
/* A heap of the k best is as deep as its logarithm. */
static uint64_t topk_cost(const cm_shape *s) {
    const topk_params *p = s->params;
    size_t n, n_out = 0;
    uint32_t axis = 0, levels = 0;
    if (!cm_avalue_count(cm_shape_in(s, 0), &n) || !cm_avalue_count(&s->out[0], &n_out)) return UINT64_MAX;
    if (n_out == 0 || cm_axis_normalize(p->axis, s->out[0].rank, "axis", &axis, NULL) != CAMEO_OK) return n;
    while (s->out[0].dims[axis] >> levels > 1) levels++;
    return cm_cost_mul(n, 4 + 32 * (uint64_t)levels);
}

static const cm_field topk_fields[] = {CM_F_I32(topk_params, axis, -1),
                                       CM_F_I32(topk_params, largest, 1),
                                       CM_F_I32(topk_params, sorted, 1)};
const cm_op cm_op_TopK = {CM_OP_TopK,  0,    3,          sizeof(topk_params),
                          topk_fields, NULL, topk_shape, topk_cost};

/* x is [outer][n][inner], the outputs [outer][k][inner]. */
typedef struct topk_split {
    size_t outer, n, inner;
    size_t k;
    size_t per_task; /* rows: pairs of an outer and an inner index */
} topk_split;

typedef struct topk_item {
    uint64_t key; /* greater is better */
    size_t index;
} topk_item;

static cameo_status topk_split_of(const cm_kctx *k, topk_split *s) {
    const topk_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0) != NULL ? cm_out(k, 0) : cm_out(k, 1);
    uint32_t axis;
    CM_ASSERT(x != NULL);
    CM_TRY(cm_axis_normalize(p->axis, x->rank, "axis", &axis, k->e));
    *s = (topk_split){.n = x->dims[axis]};
    if (y == NULL) return CAMEO_OK;
    CM_CHECK(y->rank == x->rank && y->dims[axis] <= s->n, k->e, CAMEO_E_SHAPE,
             "the output has rank %u, %zu on the axis of %zu", (unsigned)y->rank,
             y->rank > axis ? y->dims[axis] : 0, s->n);
    s->k = y->dims[axis];
    s->outer = s->k == 0 ? 0 : cm_move_count(x->dims, 0, axis);
    s->inner = cm_move_count(x->dims, axis + 1, x->rank);
    s->per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, s->n));
    return CAMEO_OK;
}

/* One phase over the rows. Scratch: k items for each worker. */
cameo_status cm_topk_setup(const cm_kctx *k, cm_setup *s) {
    topk_split t;
    CM_TRY(topk_split_of(k, &t));
    CM_CHECK(!cm_ckd_mul(t.k, sizeof(topk_item), &s->worker_scratch), k->e, CAMEO_E_LIMIT,
             "the scratch memory overflows");
    cm_setup_simple(s, t.outer * t.inner, cm_max_size(1, t.per_task));
    return CAMEO_OK;
}

static bool topk_better(const topk_item *a, const topk_item *b) {
    return a->key != b->key ? a->key > b->key : a->index < b->index;
}

/* Steps of cm_poll for an item that goes through the heap. */
#define TOPK_WORK 8

/* Moves item `at` down until nothing below it is worse. */
static void topk_sink(topk_item *heap, size_t n, size_t at) {
    topk_item item = heap[at];
    for (size_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && topk_better(&heap[child], &heap[child + 1])) child++;
        if (!topk_better(&item, &heap[child])) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = item;
}

/* Keys of n elements, `stride` apart from `first` on. */
static void topk_keys(const cm_tensor *x, size_t first, size_t stride, size_t n, uint64_t *key) {
    const uint64_t sign = UINT64_C(1) << 63;
    bool real = (cm_dtype_flags((cameo_dtype)x->dtype) & CM_DTF_FLOAT) != 0;
    double f[CM_LANE_ITEMS];
    int64_t v[CM_LANE_ITEMS];
    size_t step = stride == 1 ? n : 1;
    for (size_t i = 0; i < n; i += step) {
        if (real)
            cm_lane_load_f64(x->dtype, x->data, first + i * stride, step, f + i);
        else
            cm_lane_load_i64(x->dtype, x->data, first + i * stride, step, v + i);
    }
    for (size_t i = 0; i < n; i++) {
        if (!real) {
            key[i] = x->dtype == CAMEO_UINT64 ? (uint64_t)v[i] : (uint64_t)v[i] ^ sign;
        } else if (f[i] != f[i]) {
            key[i] = UINT64_MAX;
        } else {
            uint64_t bits = cm_f64_bits(f[i] + 0.0); /* -0 becomes 0 */
            key[i] = (bits & sign) != 0 ? ~bits : bits | sign;
        }
    }
}

/* The best k of the row that begins at element `first` of x, in order. */
static cameo_status topk_row(const cm_kctx *k, const topk_split *s, size_t first, topk_item *heap) {
    bool largest = ((const topk_params *)k->params)->largest != 0;
    uint64_t key[CM_LANE_ITEMS], done = 0;
    size_t have = 0;
    for (size_t at = 0; at < s->n; at += CM_LANE_ITEMS) {
        size_t n = cm_min_size(CM_LANE_ITEMS, s->n - at);
        topk_keys(cm_in(k, 0), first + at * s->inner, s->inner, n, key);
        for (size_t i = 0; i < n; i++) {
            topk_item item = {largest ? key[i] : ~key[i], at + i};
            if (have < s->k) {
                heap[have++] = item;
                for (size_t j = have == s->k ? s->k / 2 : 0; j-- > 0;) {
                    topk_sink(heap, s->k, j);
                    CM_TRY(cm_poll(k, TOPK_WORK, &done));
                }
            } else if (topk_better(&item, &heap[0])) {
                heap[0] = item;
                topk_sink(heap, s->k, 0);
            }
        }
        CM_TRY(cm_poll(k, n * TOPK_WORK, &done));
    }
    for (size_t n = s->k; n > 1; n--) {
        topk_item worst = heap[0];
        heap[0] = heap[n - 1];
        topk_sink(heap, n - 1, 0);
        heap[n - 1] = worst;
        CM_TRY(cm_poll(k, TOPK_WORK, &done));
    }
    return CAMEO_OK;
}

/* ---- f32 ----
 * A key and its index are one number: the key above, the index below, inverted, so that the lower one wins. */

/* Moves number `at` down until nothing below it is smaller. */
static void topk_sink_f32(uint64_t *heap, size_t n, size_t at) {
    uint64_t item = heap[at];
    for (size_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && heap[child + 1] < heap[child]) child++;
        if (item <= heap[child]) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = item;
}

/* Is one of the TOPK_GROUP keys better than `worst`? Compilers make vector code of it. */
#define TOPK_GROUP ((size_t)16)
static bool topk_any_above(const uint32_t *key, uint32_t worst) {
    uint32_t any = 0;
    for (size_t i = 0; i < TOPK_GROUP; i++) any |= key[i] > worst;
    return any != 0;
}

/* Items [0, n) become a heap. Errors: those of cm_poll. */
static cameo_status topk_begin_f32(const cm_kctx *k, uint64_t *heap, size_t n, uint64_t *done) {
    for (size_t j = n / 2; j-- > 0;) {
        topk_sink_f32(heap, n, j);
        CM_TRY(cm_poll(k, TOPK_WORK, done));
    }
    return CAMEO_OK;
}

/* Keys [0, n), the first with index `at`, into the items of at most k, which are *have and a heap once they are k.
 * Returns how many keys were taken: all, or up to the one that makes them k, *full then; they are to become a heap. */
static size_t topk_take_f32(uint64_t *heap, size_t k, size_t *have, const uint32_t *key, size_t n, size_t at,
                            bool *full) {
    *full = false;
    for (size_t i = 0; i < n;) {
        if (*have == k && n - i >= TOPK_GROUP && !topk_any_above(key + i, (uint32_t)(heap[0] >> 32))) {
            i += TOPK_GROUP;
            continue;
        }
        size_t end = cm_min_size(n, i + TOPK_GROUP);
        for (; i < end; i++) {
            uint64_t item = (uint64_t)key[i] << 32 | (uint32_t)~(uint32_t)(at + i);
            if (*have < k) {
                heap[(*have)++] = item;
                *full = *have == k;
                if (*full) return i + 1;
            } else if (item > heap[0]) {
                heap[0] = item;
                topk_sink_f32(heap, k, 0);
            }
        }
    }
    return n;
}

/* topk_row for f32: the order of the results in heap[0 .. k), of which topk_index_f32 tells the index. */
static cameo_status topk_row_f32(const cm_kctx *k, const topk_split *s, size_t first, uint64_t *heap) {
    bool largest = ((const topk_params *)k->params)->largest != 0;
    const uint32_t *x = (const uint32_t *)cm_in(k, 0)->data + first;
    uint32_t key[CM_LANE_ITEMS];
    uint64_t done = 0;
    size_t have = 0;
    for (size_t at = 0; at < s->n && s->k > 0; at += CM_LANE_ITEMS) {
        size_t n = cm_min_size(CM_LANE_ITEMS, s->n - at);
        const uint32_t *from = x + at;
        for (size_t i = 0; i < n && s->inner != 1; i++) key[i] = x[(at + i) * s->inner];
        if (s->inner != 1) from = key;
        cm_loop_fn *loop = largest ? CM_LOOP(k, order_f32) : CM_LOOP(k, order_down_f32);
        loop(&(cm_loop_args){.a = from, .a_step = 1}, key, n);
        for (size_t i = 0; i < n;) {
            bool full;
            i += topk_take_f32(heap, s->k, &have, key + i, n - i, at + i, &full);
            if (full) CM_TRY(topk_begin_f32(k, heap, s->k, &done));
        }
        CM_TRY(cm_poll(k, n * TOPK_WORK, &done));
    }
    for (size_t n = s->k; n > 1; n--) {
        uint64_t worst = heap[0];
        heap[0] = heap[n - 1];
        topk_sink_f32(heap, n - 1, 0);
        heap[n - 1] = worst;
        CM_TRY(cm_poll(k, TOPK_WORK, &done));
    }
    return CAMEO_OK;
}

static size_t topk_index_f32(uint64_t item) { return (uint32_t)~(uint32_t)item; }

/* K must be what the outputs were made for. */
static cameo_status topk_check(const cm_kctx *k, const topk_split *s) {
    int64_t want = cm_move_index(cm_in(k, 1), 0);
    CM_CHECK(s->per_task == 0 || (want >= 0 && (uint64_t)want == s->k), k->e, CAMEO_E_SHAPE,
             "K is %lld, the outputs have %zu", CM_LL(want), s->k);
    return CAMEO_OK;
}

/* cm_topk_run — values[o][j][i] = x[o][indices[o][j][i]][i], the j-th best.
 *   x        [outer][n][inner] of any integer or float dtype
 *   values   [outer][k][inner] of the same dtype; indices  the same, int64; either may be unwanted
 * Errors: E_SHAPE K is not what the outputs have; those of cm_poll. */
cameo_status cm_topk_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *x = cm_in(k, 0);
    cm_tensor *values = cm_out(k, 0);
    cm_tensor *indices = cm_out(k, 1);
    topk_item *heap = (topk_item *)(void *)k->worker_scratch;
    uint64_t *heap_f32 = (uint64_t *)(void *)k->worker_scratch;
    bool by_f32 = x->dtype == CAMEO_FLOAT;
    topk_split s;
    CM_TRY(topk_split_of(k, &s));
    CM_TRY(topk_check(k, &s));
    size_t last = cm_min_size(s.outer * s.inner, end * s.per_task);
    uint64_t done = 0;
    by_f32 = by_f32 && s.n < UINT32_MAX;
    for (size_t r = begin * s.per_task; r < last; r++) {
        size_t o = r / s.inner;
        size_t i = r % s.inner;
        size_t first = o * s.n * s.inner + i;
        CM_TRY(by_f32 ? topk_row_f32(k, &s, first, heap_f32) : topk_row(k, &s, first, heap));
        for (size_t j = 0; j < s.k; j++) {
            size_t to = (o * s.k + j) * s.inner + i;
            size_t index = by_f32 ? topk_index_f32(heap_f32[j]) : heap[j].index;
            size_t from = first + index * s.inner;
            if (values != NULL) cm_move_flat(cm_move_bits(x), values->data, to, x->data, from, 1);
            if (indices != NULL) ((int64_t *)indices->data)[to] = (int64_t)index;
            CM_TRY(cm_poll(k, 1, &done));
        }
    }
    return CAMEO_OK;
}
