/* label_encoder.c — LabelEncoder, CategoryMapper: each element looked up in a table of keys. The tables
 * are constant inputs, sorted by ir/import/lift_label.c, where their order is described. NaN is found as a key
 * from version 4 on. Source: ONNX ai.onnx.ml LabelEncoder 1, 2, 4; CategoryMapper 1. */
#include "kernels/move.h"

enum {
    LABEL_X,
    LABEL_KEYS,
    LABEL_VALUES,
    LABEL_DEFAULT,
    LABEL_NAMES,
    LABEL_DEFAULT_NAME,
    LABEL_NUMBERS
};

/* Does the node go from integers to names, as LabelEncoder 1 and CategoryMapper may? */
static bool label_to_names(int x, bool has_names) { return has_names && x == CAMEO_INT64; }

static cameo_status label_encoder_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, LABEL_X);
    bool names = label_to_names(x->dtype, cm_shape_has(s, LABEL_NAMES));
    int keys = names ? CAMEO_INT64 : cm_shape_in(s, LABEL_KEYS)->dtype;
    CM_CHECK(x->dtype == 0 || x->dtype == keys, s->e, CAMEO_E_TYPE, "X is %s, the keys are %s",
             cameo_dtype_name((cameo_dtype)x->dtype), cameo_dtype_name((cameo_dtype)keys));
    return cm_shape_out(s, 0, cm_shape_in(s, names ? LABEL_NAMES : LABEL_VALUES)->dtype, x->rank,
                        x->rank == CM_RANK_UNKNOWN ? NULL : x->dims);
}

/* One comparison for each halving of the keys. */
static uint64_t label_encoder_cost(const cm_shape *s) {
    uint64_t n = 1, steps = 1;
    for (uint32_t i = 0; i < s->out[0].rank; i++) n = cm_cost_mul(n, (uint64_t)s->out[0].dims[i]);
    for (cm_dim k = cm_shape_in(s, LABEL_KEYS)->dims[0]; k > 1; k /= 2) steps++;
    return cm_cost_mul(n, steps);
}

const cm_op cm_op_LabelEncoder = {
    .id = CM_OP_LabelEncoder, .shape = label_encoder_shape, .cost = label_encoder_cost};
const cm_op cm_op_CategoryMapper = {
    .id = CM_OP_CategoryMapper, .shape = label_encoder_shape, .cost = label_encoder_cost};

/* Strings are written by one task. Scratch: none. */
cameo_status cm_label_encoder_setup(const cm_kctx *k, cm_setup *s) {
    if (cm_out(k, 0)->dtype == CAMEO_STRING)
        cm_strings_setup(s);
    else
        cm_setup_simple(s, cm_in(k, LABEL_X)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

static int label_compare_f64(double a, double b) {
    if (a != a || b != b) return (a != a) - (b != b);
    return (a > b) - (a < b);
}

static int label_compare_i64(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* Element a of x against element b of y, of one dtype. */
static int label_compare_elems(const cm_tensor *x, size_t a, const cm_tensor *y, size_t b) {
    const void *p = x->data, *q = y->data;
    switch (x->dtype) {
    case CAMEO_STRING: return cm_str_cmp(cm_tensor_str(x, a), cm_tensor_str(y, b));
    case CAMEO_FLOAT:
        return label_compare_f64((double)((const float *)p)[a], (double)((const float *)q)[b]);
    case CAMEO_DOUBLE: return label_compare_f64(((const double *)p)[a], ((const double *)q)[b]);
    case CAMEO_INT16: return label_compare_i64(((const int16_t *)p)[a], ((const int16_t *)q)[b]);
    case CAMEO_INT32: return label_compare_i64(((const int32_t *)p)[a], ((const int32_t *)q)[b]);
    default: return label_compare_i64(((const int64_t *)p)[a], ((const int64_t *)q)[b]);
    }
}

/* Position of the first key that is element i of x, or the number of keys. */
static size_t label_find(const cm_kctx *k, const cm_tensor *x, const cm_tensor *keys, size_t i) {
    size_t lo = 0, hi = keys->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (label_compare_elems(keys, mid, x, i) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == keys->n || label_compare_elems(keys, lo, x, i) != 0) return keys->n;
    bool real = x->dtype == CAMEO_FLOAT || x->dtype == CAMEO_DOUBLE;
    if (real && k->since < 4) { /* NaN equals nothing */
        double v = x->dtype == CAMEO_FLOAT ? (double)((const float *)x->data)[i]
                                           : ((const double *)x->data)[i];
        if (v != v) return keys->n;
    }
    return lo;
}

static cm_str label_string(const void *ctx, size_t i, uint32_t part) {
    const cm_kctx *k = ctx;
    const cm_tensor *x = cm_in(k, LABEL_X), *names = cm_in(k, LABEL_NAMES);
    (void)part;
    if (label_to_names(x->dtype, names != NULL)) {
        const cm_tensor *numbers = cm_in(k, LABEL_NUMBERS);
        int64_t v = ((const int64_t *)x->data)[i];
        size_t at = v >= 0 && (uint64_t)v < names->n ? (size_t)v : names->n;
        if (numbers != NULL) at = label_find(k, x, numbers, i);
        return at < names->n ? cm_tensor_str(names, at)
                             : cm_tensor_str(cm_in(k, LABEL_DEFAULT_NAME), 0);
    }
    const cm_tensor *keys = cm_in(k, LABEL_KEYS);
    size_t at = label_find(k, x, keys, i);
    return at < keys->n ? cm_tensor_str(cm_in(k, LABEL_VALUES), at)
                        : cm_tensor_str(cm_in(k, LABEL_DEFAULT), 0);
}

/* cm_label_encoder_run — y[i] = the value of key x[i], or the default.
 *   x    any rank; string, int64, int32, int16, float or double, as the keys
 *   y    the dims of x
 * Errors: E_NOMEM, E_LIMIT strings. */
cameo_status cm_label_encoder_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, LABEL_X), *keys = cm_in(k, LABEL_KEYS);
    const cm_tensor *values = cm_in(k, LABEL_VALUES);
    const cm_tensor *y = cm_out(k, 0);
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    if (y->dtype == CAMEO_STRING) {
        return cm_strings_emit(k, 0, x->rank, x->dims, &(cm_string_source){label_string, k, 1});
    }
    size_t width = cameo_dtype_bits((cameo_dtype)y->dtype) / 8;
    const uint8_t *missing = cm_in(k, LABEL_DEFAULT)->data;
    for (size_t i = begin * CM_TASK_ITEMS; i < cm_min_size(x->n, end * CM_TASK_ITEMS); i++) {
        size_t at = label_find(k, x, keys, i);
        memcpy((uint8_t *)y->data + i * width,
               at < keys->n ? (const uint8_t *)values->data + at * width : missing, width);
    }
    return CAMEO_OK;
}
