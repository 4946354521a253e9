/* mask_bias.c — MaskBias, Cameo's own: what an attention mask of com.microsoft adds to scores, 0 or the attribute
 * `filter`.
 *
 *   inputs  query [batch][rows][.] (gives the dtype, too), key [batch][new rows][.] or [batch][heads][new rows][.],
 *           past [batch][heads][past rows][.] or none, mask of int32
 *   mask    [batch] ends, [2 * batch] ends, then begins, [3 * batch + 2] ends first: keys outside are hidden;
 *           [batch][all], 0: hidden                                              these give [batch][1][1][all]
 *           [batch][rows][all]; [batch][1][n][n], of which the rows behind the past's count: [batch][1][rows][all]
 *
 * all: past and new rows. kernels/bodies.c makes it of Attention, QAttention and MultiHeadAttention. Tasks are rows
 * of the result. Source: onnxruntime com.microsoft.Attention, mask_index; com.microsoft.MultiHeadAttention,
 * key_padding_mask. */
#include "kernels/kernel.h"
#include "kernels/lane.h"

typedef struct mask_bias_params {
    float filter;
} mask_bias_params;

static const cm_field mask_bias_fields[] = {CM_F_F32(mask_bias_params, filter, -10000.0f)};

enum { MASK_QUERY, MASK_KEY, MASK_PAST, MASK_MASK };

/* Rows of new keys, as a dim. */
static cm_dim mask_bias_new(const cm_avalue *key) {
    return key->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN
           : key->rank == 4             ? key->dims[2]
                                        : key->dims[1];
}

static cameo_status mask_bias_shape(cm_shape *s) {
    const cm_avalue *q = cm_shape_in(s, MASK_QUERY), *key = cm_shape_in(s, MASK_KEY),
                    *past = cm_shape_in(s, MASK_PAST), *mask = cm_shape_in(s, MASK_MASK);
    CM_CHECK(q->kind == CAMEO_KIND_TENSOR && key->kind == CAMEO_KIND_TENSOR &&
                 mask->kind == CAMEO_KIND_TENSOR && cm_elem_is_float(q->dtype) &&
                 mask->dtype == CAMEO_INT32,
             s->e, CAMEO_E_TYPE, "the mask is no int32 tensor, or the query none of floats");
    bool known = q->rank != CM_RANK_UNKNOWN && mask->rank != CM_RANK_UNKNOWN;
    CM_CHECK((q->rank >= 2 && key->rank >= 2) && (past->kind == CAMEO_KIND_NONE || past->rank >= 3),
             s->e, CAMEO_E_SHAPE, "query and key have rank %u and %u", (unsigned)q->rank,
             (unsigned)key->rank);
    if (!known) return cm_shape_out(s, 0, q->dtype, 4, NULL);
    CM_CHECK(mask->rank >= 1 && mask->rank <= 4, s->e, CAMEO_E_SHAPE,
             "the mask has rank %u, want 1 to 4", (unsigned)mask->rank);
    cm_dim all = mask_bias_new(key);
    if (past->kind != CAMEO_KIND_NONE)
        all = past->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN
                                            : cm_dim_add(s->dims, all, past->dims[2]);
    cm_dim dims[4] = {q->dims[0], 1, mask->rank >= 3 ? q->dims[1] : 1, all};
    return cm_shape_out(s, 0, q->dtype, 4, dims);
}

const cm_op cm_op_MaskBias = {.id = CM_OP_MaskBias,
                              .n_fields = 1,
                              .params_size = sizeof(mask_bias_params),
                              .fields = mask_bias_fields,
                              .shape = mask_bias_shape};

/* Errors: E_SHAPE a mask of other dims. */
cameo_status cm_mask_bias_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *mask = cm_in(k, MASK_MASK), *y = cm_out(k, 0);
    size_t batch = y->dims[0], rows = cm_in(k, MASK_QUERY)->dims[1], all = y->dims[3];
    const size_t *m = mask->dims;
    bool fits = mask->rank == 1   ? m[0] == batch || m[0] / 2 == batch || m[0] == 3 * batch + 2
                : mask->rank == 2 ? m[0] == batch && m[1] == all
                : mask->rank == 3 ? m[0] == batch && m[1] == rows && m[2] == all
                                  : m[0] == batch && m[1] == 1 && m[2] >= all && m[3] >= all && rows <= all;
    CM_CHECK(fits, k->e, CAMEO_E_SHAPE,
             "a mask of rank %u does not fit to batch %zu, %zu queries, %zu keys",
             (unsigned)mask->rank, batch, rows, all);
    cm_setup_simple(s, batch * y->dims[2], cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, all)));
    return CAMEO_OK;
}

/* Is key j hidden from row r of batch b? */
static bool mask_bias_hides(const cm_tensor *mask, size_t b, size_t r, size_t j,
                            const cm_tensor *y) {
    const int32_t *m = mask->data;
    size_t batch = y->dims[0], rows = y->dims[2], all = y->dims[3];
    if (mask->rank == 1) {
        bool begins = mask->n == 2 * batch;
        return (int64_t)j >= m[b] || (begins && (int64_t)j < m[batch + b]);
    }
    size_t past = all - cm_min_size(all, rows), n = mask->dims[mask->rank - 1u];
    size_t at = mask->rank == 2   ? b * all
                : mask->rank == 3 ? (b * rows + r) * all
                                  : (b * mask->dims[2] + past + r) * n;
    return m[at + j] <= 0;
}

cameo_status cm_mask_bias_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_lane_rounding rounding = {false, CM_E8M0_UP};
    const cm_tensor *mask = cm_in(k, MASK_MASK), *y = cm_out(k, 0);
    size_t rows = y->dims[2], all = y->dims[3],
           per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, all));
    double part[CM_LANE_ITEMS], filter = (double)((const mask_bias_params *)k->params)->filter;
    (void)phase;
    for (size_t t = begin * per_task; t < cm_min_size(y->dims[0] * rows, end * per_task); t++) {
        for (size_t j = 0; j < all; j += CM_LANE_ITEMS) {
            size_t n = cm_min_size(CM_LANE_ITEMS, all - j);
            for (size_t i = 0; i < n; i++)
                part[i] = mask_bias_hides(mask, t / rows, t % rows, j + i, y) ? filter : 0;
            cm_lane_store_f64(y->dtype, y->data, t * all + j, n, part, rounding);
        }
    }
    return CAMEO_OK;
}
