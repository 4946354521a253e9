/* dropout.c — Dropout: in inference the input as it is, and a mask of ones. With training_mode and a
 * ratio above 0, elements become 0 with that probability and the others are divided by 1 - ratio;
 * ONNX leaves the random numbers open, here they are a hash of seed and position: the same for every
 * number of workers. Until since_version 10 the mask has the dtype of the data, then bool.
 * Source: ONNX Dropout, since_version 1, 6, 7, 10, 12 (training_mode), 13, 22; the hash: splitmix64,
 * Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
#include "kernels/lane.h"
#include "kernels/move.h"

typedef struct dropout_params {
    int32_t seed[2]; /* low 32 bits, high */
} dropout_params;

static cameo_status dropout_parse(const cm_parse *p, void *params) {
    dropout_params *q = params;
    int64_t seed;
    CM_TRY(cm_attr_i64(p, "seed", 0, &seed));
    q->seed[0] = (int32_t)(uint32_t)(uint64_t)seed;
    q->seed[1] = (int32_t)(uint32_t)((uint64_t)seed >> 32);
    return CAMEO_OK;
}

static cameo_status dropout_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    CM_TRY(cm_shape_out_like(s, 0, 0));
    return cm_shape_out(s, 1, s->since >= 10 ? CAMEO_BOOL : x->dtype, x->rank, x->dims);
}

static const cm_field dropout_fields[] = {CM_F_OWN(dropout_params, seed)};
const cm_op cm_op_Dropout = {CM_OP_Dropout,
                             CM_OPF_INPLACE | CM_OPF_RANDOM,
                             1,
                             sizeof(dropout_params),
                             dropout_fields,
                             dropout_parse,
                             dropout_shape,
                             NULL};

cameo_status cm_dropout_setup(const cm_kctx *k, cm_setup *s) {
    for (uint32_t i = 1; i < 3; i++) {
        CM_CHECK(cm_in(k, i) == NULL || cm_in(k, i)->n == 1, k->e, CAMEO_E_SHAPE,
                 "input %u has %zu elements, want 1", i, cm_in(k, i) == NULL ? 0 : cm_in(k, i)->n);
    }
    cm_setup_simple(s, cm_in(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* The probability of 0; 0 in inference. Errors: E_MALFORMED it is not in [0, 1). */
static cameo_status dropout_ratio(const cm_kctx *k, double *ratio) {
    const cm_tensor *r = cm_in(k, 1);
    const cm_tensor *training = cm_in(k, 2);
    *ratio = 0;
    if (training == NULL || *(const uint8_t *)training->data == 0) return CAMEO_OK;
    *ratio = 0.5;
    if (r != NULL) cm_lane_load_f64(r->dtype, r->data, 0, 1, ratio);
    CM_CHECK(*ratio >= 0 && *ratio < 1, k->e, CAMEO_E_MALFORMED, "ratio is not in [0, 1)");
    return CAMEO_OK;
}

/* A number in [0, 1) for element i. */
static double dropout_random(const dropout_params *p, size_t i) {
    uint64_t seed = (uint32_t)p->seed[0] | (uint64_t)(uint32_t)p->seed[1] << 32;
    uint64_t z = seed + ((uint64_t)i + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return (double)(z >> 11) / 9007199254740992.0;
}

/* Ones, or the `keep` of elements [at, at + n), as the mask. */
static void dropout_mask(const cm_tensor *mask, size_t at, size_t n, const int64_t *keep) {
    if (mask == NULL) return;
    if (mask->dtype == CAMEO_BOOL) {
        cm_lane_store_i64(mask->dtype, mask->data, at, n, keep);
        return;
    }
    double v[CM_LANE_ITEMS];
    for (size_t i = 0; i < n; i++) v[i] = (double)keep[i];
    cm_lane_store_f64(mask->dtype, mask->data, at, n, v, (cm_lane_rounding){true, CM_E8M0_UP});
}

/* Elements [at, at + n), n <= CM_LANE_ITEMS. */
static void dropout_chunk(const cm_kctx *k, size_t at, size_t n, double ratio) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    int64_t keep[CM_LANE_ITEMS];
    for (size_t i = 0; i < n; i++)
        keep[i] = ratio <= 0 || dropout_random(k->params, at + i) >= ratio;
    if (y != NULL && ratio > 0) {
        double v[CM_LANE_ITEMS];
        cm_lane_load_f64(x->dtype, x->data, at, n, v);
        for (size_t i = 0; i < n; i++) v[i] = keep[i] ? v[i] / (1 - ratio) : 0;
        cm_lane_store_f64(y->dtype, y->data, at, n, v, (cm_lane_rounding){true, CM_E8M0_UP});
    } else if (y != NULL && y->data != x->data) {
        cm_move_flat(cm_move_bits(y), y->data, at, x->data, at, n);
    }
    dropout_mask(cm_out(k, 1), at, n, keep);
}

/* cm_dropout_run — y = x * mask / (1 - ratio); see above. y may be x, either output unwanted. */
cameo_status cm_dropout_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    double ratio;
    CM_TRY(dropout_ratio(k, &ratio));
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(cm_in(k, 0)->n, t, &at, &stop);
        for (; at < stop; at += CM_LANE_ITEMS) {
            dropout_chunk(k, at, cm_min_size(CM_LANE_ITEMS, stop - at), ratio);
        }
    }
    return CAMEO_OK;
}
