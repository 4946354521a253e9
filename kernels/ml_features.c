/* ml_features.c — ArrayFeatureExtractor, Binarizer, FeatureVectorizer, Imputer, Normalizer,
 * OneHotEncoder, Scaler of ai.onnx.ml: features made ready for a model. Lists of numbers are constant
 * inputs (ir/import/lift_ml.c). What ONNX leaves open follows ONNX Runtime, as said at each operator.
 * Source: ONNX ai.onnx.ml, each since_version 1. */
#include "base/math.h"
#include "kernels/move.h"

/* Element i of an int32, int64, float or double tensor. */
static double ml_features_at(const cm_tensor *x, size_t i) {
    switch (x->dtype) {
    case CAMEO_FLOAT: return (double)((const float *)x->data)[i];
    case CAMEO_DOUBLE: return ((const double *)x->data)[i];
    case CAMEO_INT32: return ((const int32_t *)x->data)[i];
    default: return (double)((const int64_t *)x->data)[i];
    }
}

static int64_t ml_features_int(const cm_tensor *x, size_t i) {
    return x->dtype == CAMEO_INT32 ? ((const int32_t *)x->data)[i] : ((const int64_t *)x->data)[i];
}

/* Elements after which a list of one number for each feature begins again: the second dim, or the
 * only one. */
static size_t ml_features_period(const cm_tensor *x) {
    return x->rank == 0 ? 1 : x->dims[x->rank == 1 ? 0 : 1];
}

/* List `in` is absent, one number, or one for each feature. Errors: E_SHAPE. */
static cameo_status ml_features_check_list(const cm_kctx *k, uint32_t in, const char *what) {
    const cm_tensor *t = cm_in(k, in);
    size_t period = ml_features_period(cm_in(k, 0));
    (void)what;
    CM_CHECK(t == NULL || t->n == 1 || t->n == period, k->e, CAMEO_E_SHAPE,
             "%s has %zu numbers for %zu features", what, t->n, period);
    return CAMEO_OK;
}

/* Elementwise operators. Scratch: none. */
cameo_status cm_ml_features_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_in(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

static void ml_features_range(const cm_kctx *k, uint32_t begin, uint32_t end, size_t *at,
                              size_t *stop) {
    *at = begin * CM_TASK_ITEMS;
    *stop = cm_min_size(cm_in(k, 0)->n, end * CM_TASK_ITEMS);
}

static cameo_status ml_features_like_shape(cm_shape *s) { return cm_shape_out_like(s, 0, 0); }

static cameo_status ml_features_float_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    return cm_shape_out(s, 0, CAMEO_FLOAT, x->rank, x->rank == CM_RANK_UNKNOWN ? NULL : x->dims);
}

/* ---- Scaler ---- */

const cm_op cm_op_Scaler = {.id = CM_OP_Scaler, .shape = ml_features_float_shape};

cameo_status cm_scaler_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(ml_features_check_list(k, 1, "offset"));
    CM_TRY(ml_features_check_list(k, 2, "scale"));
    return cm_ml_features_setup(k, s);
}

/* Elements [i, stop) of y; lists of one number have a step of 0. */
#define SCALER_LOOP(T)                                                                               \
    for (; i < stop;) {                                                                              \
        size_t f = i % period, n = cm_min_size(period - f, stop - i);                                \
        const T *v = (const T *)x->data + i;                                                         \
        for (size_t j = 0; j < n; j++)                                                               \
            y[i + j] = (float)(((double)v[j] - (double)from[(f + j) * from_step]) * (double)by[(f + j) * by_step]); \
        i += n;                                                                                      \
    }

/* cm_scaler_run — y = (x - offset[f]) * scale[f] in double, rounded to float; f is the feature, absent
 * lists are 0 and 1. x: float, double, int32, int64. */
cameo_status cm_scaler_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0), *offset = cm_in(k, 1), *scale = cm_in(k, 2);
    static const float zero = 0, one = 1;
    const float *from = offset == NULL ? &zero : offset->data, *by = scale == NULL ? &one : scale->data;
    size_t from_step = offset != NULL && offset->n > 1, by_step = scale != NULL && scale->n > 1;
    size_t i, stop, period = cm_max_size(1, ml_features_period(x));
    float *y = cm_out(k, 0)->data;
    (void)phase;
    ml_features_range(k, begin, end, &i, &stop);
    switch (x->dtype) {
    case CAMEO_FLOAT: SCALER_LOOP(float) break;
    case CAMEO_DOUBLE: SCALER_LOOP(double) break;
    case CAMEO_INT32: SCALER_LOOP(int32_t) break;
    default: SCALER_LOOP(int64_t) break;
    }
    return CAMEO_OK;
}

/* ---- Binarizer ---- */

typedef struct cm_binarizer_params {
    float threshold;
} cm_binarizer_params;

static const cm_field binarizer_fields[] = {CM_F_F32(cm_binarizer_params, threshold, 0.0f)};

const cm_op cm_op_Binarizer = {.id = CM_OP_Binarizer,
                               .flags = CM_OPF_INPLACE,
                               .n_fields = 1,
                               .params_size = sizeof(cm_binarizer_params),
                               .fields = binarizer_fields,
                               .shape = ml_features_like_shape};

/* cm_binarizer_run — y = 1 where x > threshold, else 0; 0 where x is NaN, which ONNX Runtime
 * refuses. */
cameo_status cm_binarizer_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_binarizer_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    void *y = cm_out(k, 0)->data;
    size_t i, stop;
    (void)phase;
    ml_features_range(k, begin, end, &i, &stop);
    for (; i < stop; i++) {
        bool one = ml_features_at(x, i) > (double)p->threshold;
        switch (x->dtype) {
        case CAMEO_FLOAT: ((float *)y)[i] = one ? 1.0f : 0.0f; break;
        case CAMEO_DOUBLE: ((double *)y)[i] = one ? 1.0 : 0.0; break;
        case CAMEO_INT32: ((int32_t *)y)[i] = one; break;
        default: ((int64_t *)y)[i] = one; break;
        }
    }
    return CAMEO_OK;
}

/* ---- Imputer ---- */

typedef struct cm_imputer_params {
    float replaced_value_float;
    int32_t replaced_value_int64[2]; /* low and high half */
} cm_imputer_params;

static const cm_field imputer_fields[] = {CM_F_F32(cm_imputer_params, replaced_value_float, 0.0f),
                                          {"replaced_value_int64", CM_FIELD_OWN, 2,
                                           offsetof(cm_imputer_params, replaced_value_int64), 0, 0,
                                           NULL}};

static cameo_status imputer_parse(const cm_parse *p, void *params) {
    cm_imputer_params *q = params;
    int64_t v;
    CM_TRY(cm_attr_i64(p, "replaced_value_int64", 0, &v));
    uint32_t half[2] = {(uint32_t)v, (uint32_t)((uint64_t)v >> 32)};
    memcpy(q->replaced_value_int64, half, sizeof half);
    return CAMEO_OK;
}

const cm_op cm_op_Imputer = {.id = CM_OP_Imputer,
                             .flags = CM_OPF_INPLACE,
                             .n_fields = 2,
                             .params_size = sizeof(cm_imputer_params),
                             .fields = imputer_fields,
                             .parse = imputer_parse,
                             .shape = ml_features_like_shape};

enum { IMPUTER_FLOATS = 1, IMPUTER_INTS };

cameo_status cm_imputer_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    bool real = x->dtype == CAMEO_FLOAT || x->dtype == CAMEO_DOUBLE;
    uint32_t in = real ? IMPUTER_FLOATS : IMPUTER_INTS;
    const char *what = real ? "imputed_value_floats" : "imputed_value_int64s";
    CM_CHECK(cm_in(k, in) != NULL, k->e, CAMEO_E_MALFORMED, "%s is missing", what);
    CM_TRY(ml_features_check_list(k, in, what));
    return cm_ml_features_setup(k, s);
}

/* cm_imputer_run — y = x, or imputed_value[f] where x is replaced_value (NaN: where x is NaN). int32
 * takes the lower 32 bits of an imputed value. */
cameo_status cm_imputer_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_imputer_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0), *floats = cm_in(k, IMPUTER_FLOATS);
    const cm_tensor *ints = cm_in(k, IMPUTER_INTS);
    void *y = cm_out(k, 0)->data;
    double hole = (double)p->replaced_value_float;
    uint64_t bits =
        (uint64_t)(uint32_t)p->replaced_value_int64[1] << 32 | (uint32_t)p->replaced_value_int64[0];
    int64_t int_hole;
    memcpy(&int_hole, &bits, sizeof bits);
    bool real = x->dtype == CAMEO_FLOAT || x->dtype == CAMEO_DOUBLE;
    const cm_tensor *list = real ? floats : ints;
    size_t i, stop, period = cm_max_size(1, ml_features_period(x));
    (void)phase;
    ml_features_range(k, begin, end, &i, &stop);
    for (; i < stop; i++) {
        size_t f = list->n == 1 ? 0 : i % period;
        if (real) {
            double v = ml_features_at(x, i);
            if (v == hole || (v != v && hole != hole)) v = ml_features_at(list, f);
            if (x->dtype == CAMEO_FLOAT)
                ((float *)y)[i] = (float)v;
            else
                ((double *)y)[i] = v;
        } else {
            int64_t v = ml_features_int(x, i);
            if (v == int_hole) v = ml_features_int(list, f);
            if (x->dtype == CAMEO_INT32)
                ((int32_t *)y)[i] = (int32_t)(uint32_t)(uint64_t)v;
            else
                ((int64_t *)y)[i] = v;
        }
    }
    return CAMEO_OK;
}

/* ---- Normalizer ---- */

typedef struct cm_normalizer_params {
    int32_t norm;
} cm_normalizer_params;

enum { NORMALIZER_MAX, NORMALIZER_L1, NORMALIZER_L2 };

static const cm_field normalizer_fields[] = {
    CM_F_ENUM(cm_normalizer_params, norm, "MAX,L1,L2", NORMALIZER_MAX)};

static cameo_status normalizer_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    bool known = x->rank != CM_RANK_UNKNOWN;
    CM_CHECK(!known || x->rank == 1 || x->rank == 2, s->e, CAMEO_E_SHAPE,
             "X has rank %u, want 1 or 2", x->rank);
    return ml_features_float_shape(s);
}

const cm_op cm_op_Normalizer = {.id = CM_OP_Normalizer,
                                .n_fields = 1,
                                .params_size = sizeof(cm_normalizer_params),
                                .fields = normalizer_fields,
                                .shape = normalizer_shape};

static size_t normalizer_rows_per_task(size_t cols) {
    return cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, cols));
}

cameo_status cm_normalizer_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *x = cm_in(k, 0);
    size_t cols = x->dims[x->rank - 1u];
    cm_setup_simple(s, x->rank == 1 ? 1 : x->dims[0], normalizer_rows_per_task(cols));
    return CAMEO_OK;
}

/* cm_normalizer_run — each row divided by its greatest element (MAX; not by the greatest magnitude:
 * so does ONNX Runtime), the sum of its magnitudes (L1) or the root of the sum of its squares (L2);
 * rows where that is 0 stay as they are. Sums in double. */
cameo_status cm_normalizer_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_normalizer_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0);
    size_t cols = x->dims[x->rank - 1u], per_task = normalizer_rows_per_task(cols);
    size_t rows = cm_min_size(x->rank == 1 ? 1 : x->dims[0], end * per_task);
    (void)phase;
    for (size_t r = begin * per_task; r < rows; r++) {
        double by = 0;
        for (size_t c = 0; c < cols; c++) {
            double v = ml_features_at(x, r * cols + c);
            if (p->norm == NORMALIZER_MAX)
                by = c == 0 || v > by ? v : by;
            else
                by += p->norm == NORMALIZER_L1 ? cm_fabs(v) : v * v;
        }
        if (p->norm == NORMALIZER_L2) by = cm_sqrt(by);
        for (size_t c = 0; c < cols; c++) {
            double v = ml_features_at(x, r * cols + c);
            ((float *)cm_out(k, 0)->data)[r * cols + c] = (float)(by != 0 ? v / by : v);
        }
    }
    return CAMEO_OK;
}

/* ---- OneHotEncoder ---- */

typedef struct cm_one_hot_encoder_params {
    int32_t zeros;
} cm_one_hot_encoder_params;

static const cm_field one_hot_encoder_fields[] = {CM_F_I32(cm_one_hot_encoder_params, zeros, 1)};

static cameo_status one_hot_encoder_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0), *cats = cm_shape_in(s, 1);
    cm_dim dims[CM_MAX_RANK + 1];
    CM_CHECK(cats->kind != CAMEO_KIND_NONE, s->e, CAMEO_E_MALFORMED,
             "neither cats_int64s nor cats_strings is given");
    CM_CHECK((cats->dtype == CAMEO_STRING) == (x->dtype == CAMEO_STRING), s->e, CAMEO_E_TYPE,
             "X is %s, the categories are %s", cameo_dtype_name((cameo_dtype)x->dtype),
             cameo_dtype_name((cameo_dtype)cats->dtype));
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, CAMEO_FLOAT, CM_RANK_UNKNOWN, NULL);
    for (uint32_t i = 0; i < x->rank; i++) dims[i] = x->dims[i];
    dims[x->rank] = cats->dims[0];
    return cm_shape_out(s, 0, CAMEO_FLOAT, x->rank + 1u, dims);
}

const cm_op cm_op_OneHotEncoder = {.id = CM_OP_OneHotEncoder,
                                   .n_fields = 1,
                                   .params_size = sizeof(cm_one_hot_encoder_params),
                                   .fields = one_hot_encoder_fields,
                                   .shape = one_hot_encoder_shape};

static size_t one_hot_encoder_per_task(const cm_kctx *k) {
    return cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, cm_in(k, 1)->n));
}

cameo_status cm_one_hot_encoder_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_in(k, 0)->n, one_hot_encoder_per_task(k));
    return CAMEO_OK;
}

/* The last category that is element i of x (real numbers cut off), or the number of categories. */
static size_t one_hot_encoder_find(const cm_tensor *x, const cm_tensor *cats, size_t i) {
    double v = 0;
    if (x->dtype == CAMEO_FLOAT || x->dtype == CAMEO_DOUBLE) {
        v = cm_trunc(ml_features_at(x, i));
        if (!(v >= -9223372036854775808.0 && v < 9223372036854775808.0)) return cats->n;
    }
    for (size_t c = cats->n; c-- > 0;) {
        bool same;
        if (x->dtype == CAMEO_STRING)
            same = cm_str_eq(cm_tensor_str(x, i), cm_tensor_str(cats, c));
        else if (x->dtype == CAMEO_FLOAT || x->dtype == CAMEO_DOUBLE)
            same = (int64_t)v == ((const int64_t *)cats->data)[c];
        else
            same = ml_features_int(x, i) == ((const int64_t *)cats->data)[c];
        if (same) return c;
    }
    return cats->n;
}

/* cm_one_hot_encoder_run — y[i][c] = 1 where x[i] is category c, the last of equal ones; else 0.
 * Errors: E_SHAPE x[i] is no category and zeros is 0. */
cameo_status cm_one_hot_encoder_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    const cm_one_hot_encoder_params *p = k->params;
    const cm_tensor *x = cm_in(k, 0), *cats = cm_in(k, 1);
    size_t per_task = one_hot_encoder_per_task(k);
    (void)phase;
    for (size_t i = begin * per_task; i < cm_min_size(x->n, end * per_task); i++) {
        size_t at = one_hot_encoder_find(x, cats, i);
        CM_CHECK(at < cats->n || p->zeros != 0, k->e, CAMEO_E_SHAPE,
                 "element %zu is none of the categories, and zeros is 0", i);
        for (size_t c = 0; c < cats->n; c++) {
            ((float *)cm_out(k, 0)->data)[i * cats->n + c] = c == at ? 1.0f : 0.0f;
        }
    }
    return CAMEO_OK;
}

/* ---- FeatureVectorizer ---- */

enum { FEATURE_VECTORIZER_MAX = 255 }; /* what a field of params can hold */

typedef struct cm_feature_vectorizer_params {
    int32_t inputdimensions[FEATURE_VECTORIZER_MAX];
    int32_t n_inputdimensions;
} cm_feature_vectorizer_params;

static const cm_field feature_vectorizer_fields[] = {
    CM_F_I32S(cm_feature_vectorizer_params, inputdimensions)};

static cameo_status feature_vectorizer_parse(const cm_parse *p, void *params) {
    const cm_feature_vectorizer_params *q = params;
    CM_CHECK((uint32_t)q->n_inputdimensions == p->n_in, p->e, CAMEO_E_MALFORMED,
             "inputdimensions has %d numbers for %u inputs", (int)q->n_inputdimensions, p->n_in);
    for (int32_t i = 0; i < q->n_inputdimensions; i++) {
        CM_CHECK(q->inputdimensions[i] >= 0, p->e, CAMEO_E_MALFORMED, "inputdimensions has %d",
                 (int)q->inputdimensions[i]);
    }
    return CAMEO_OK;
}

static cameo_status feature_vectorizer_shape(cm_shape *s) {
    const cm_feature_vectorizer_params *p = s->params;
    cm_dim dims[2] = {CM_DIM_UNKNOWN, 0};
    for (uint32_t i = 0; i < s->n_in; i++) {
        const cm_avalue *x = cm_shape_in(s, i);
        dims[1] = cm_dim_add(s->dims, dims[1], p->inputdimensions[i]);
        if (x->rank == CM_RANK_UNKNOWN) continue;
        CM_CHECK(x->rank != 0, s->e, CAMEO_E_SHAPE, "input %u is a scalar, want an axis", i);
        cm_dim rows = x->rank == 1 ? 1 : x->dims[0];
        bool first = dims[0] == CM_DIM_UNKNOWN;
        CM_CHECK(first || cm_shape_equal(s, rows, dims[0]), s->e, CAMEO_E_SHAPE,
                 "input %u has %lld rows, those before it %lld", i, CM_LL(rows), CM_LL(dims[0]));
        if (first) dims[0] = rows;
    }
    return cm_shape_out(s, 0, CAMEO_FLOAT, 2, dims);
}

const cm_op cm_op_FeatureVectorizer = {.id = CM_OP_FeatureVectorizer,
                                       .n_fields = 1,
                                       .params_size = sizeof(cm_feature_vectorizer_params),
                                       .fields = feature_vectorizer_fields,
                                       .parse = feature_vectorizer_parse,
                                       .shape = feature_vectorizer_shape};

/* One task for each input. */
cameo_status cm_feature_vectorizer_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, k->n_in, 1);
    return CAMEO_OK;
}

/* cm_feature_vectorizer_run — y[row] = the rows of all inputs one behind the other as floats, each cut
 * or filled with 0 to inputdimensions[i] columns. Dims behind the first are one, as in ONNX Runtime. */
cameo_status cm_feature_vectorizer_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                       uint32_t end) {
    const cm_feature_vectorizer_params *p = k->params;
    const cm_tensor *z = cm_out(k, 0);
    (void)phase;
    for (uint32_t i = begin; i < end; i++) {
        const cm_tensor *x = cm_in(k, i);
        size_t cols = x->rank == 1 ? x->n : x->n / cm_max_size(1, x->dims[0]);
        size_t width = (size_t)p->inputdimensions[i], first = 0;
        for (uint32_t j = 0; j < i; j++) first += (size_t)p->inputdimensions[j];
        for (size_t r = 0; r < z->dims[0]; r++) {
            float *y = (float *)z->data + r * z->dims[1] + first;
            for (size_t c = 0; c < width; c++) {
                y[c] = c < cols ? (float)ml_features_at(x, r * cols + c) : 0.0f;
            }
        }
    }
    return CAMEO_OK;
}

/* ---- ArrayFeatureExtractor ---- */

/* [...][n]: the last axis of X at the positions Y; a vector gives one row. */
static cameo_status array_feature_extractor_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0), *y = cm_shape_in(s, 1);
    cm_dim dims[CM_MAX_RANK] = {1};
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    CM_CHECK(x->rank != 0, s->e, CAMEO_E_SHAPE, "X is a scalar, want an axis");
    uint32_t rank = x->rank == 1 ? 2 : x->rank;
    for (uint32_t i = 0; i + 1 < rank && x->rank > 1; i++) dims[i] = x->dims[i];
    dims[rank - 1] = y->rank == CM_RANK_UNKNOWN ? CM_DIM_UNKNOWN : cm_avalue_count_dim(s->dims, y);
    return cm_shape_out(s, 0, x->dtype, rank, dims);
}

const cm_op cm_op_ArrayFeatureExtractor = {.id = CM_OP_ArrayFeatureExtractor,
                                           .shape = array_feature_extractor_shape};

cameo_status cm_array_feature_extractor_setup(const cm_kctx *k, cm_setup *s) {
    if (cm_in(k, 0)->dtype == CAMEO_STRING)
        cm_strings_setup(s);
    else
        cm_setup_simple(s, cm_out(k, 0)->n, CM_TASK_ITEMS);
    return CAMEO_OK;
}

/* Element of x that is element i of the result. */
static size_t array_feature_extractor_at(const cm_kctx *k, size_t i) {
    const cm_tensor *x = cm_in(k, 0), *y = cm_in(k, 1);
    CM_ASSERT(y->n != 0); /* as the result has elements */
    return i / y->n * x->dims[x->rank - 1u] + (size_t)((const int64_t *)y->data)[i % y->n];
}

static cm_str array_feature_extractor_string(const void *ctx, size_t i, uint32_t part) {
    const cm_kctx *k = ctx;
    (void)part;
    return cm_tensor_str(cm_in(k, 0), array_feature_extractor_at(k, i));
}

/* cm_array_feature_extractor_run — z[..., j] = x[..., y[j]]. Errors: E_SHAPE a position outside of
 * [0, columns); E_NOMEM, E_LIMIT strings. */
cameo_status cm_array_feature_extractor_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                            uint32_t end) {
    const cm_tensor *x = cm_in(k, 0), *y = cm_in(k, 1), *z = cm_out(k, 0);
    size_t cols = x->dims[x->rank - 1u];
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    for (size_t i = 0; i < y->n; i++) {
        int64_t at = ((const int64_t *)y->data)[i];
        CM_CHECK(at >= 0 && (uint64_t)at < cols, k->e, CAMEO_E_SHAPE,
                 "position %lld is out of range for %zu columns", CM_LL(at), cols);
    }
    if (x->dtype == CAMEO_STRING) {
        return cm_strings_emit(k, 0, z->rank, z->dims,
                               &(cm_string_source){array_feature_extractor_string, k, 1});
    }
    size_t width = cameo_dtype_bits((cameo_dtype)x->dtype) / 8;
    for (size_t i = begin * CM_TASK_ITEMS; i < cm_min_size(z->n, end * CM_TASK_ITEMS); i++) {
        memcpy((uint8_t *)z->data + i * width,
               (const uint8_t *)x->data + array_feature_extractor_at(k, i) * width, width);
    }
    return CAMEO_OK;
}
