/* cast_map.c — CastMap: the values of a map by ascending keys, as a row of another dtype; SPARSE: each at the place
 * that its key is, in a row of max_map.
 *
 * Numbers become text and text numbers as by Cast (kernels/cast_string.c), floats integers by dropping the fraction.
 * Where a sparse row has no key there is 0, in text "0". A key beyond the row is refused, as the text has it.
 * Source: ONNX ai.onnx.ml CastMap 1. */
#include "base/number.h"
#include "kernels/move.h"
#include "kernels/real.h"

typedef struct cast_map_params {
    int32_t to, sparse, most;
} cast_map_params;

static const cm_field cast_map_fields[] = {
    {"cast_to", CM_FIELD_ENUM, 1, offsetof(cast_map_params, to), 0, 0, "TO_FLOAT,TO_STRING,TO_INT64"},
    {"map_form", CM_FIELD_ENUM, 1, offsetof(cast_map_params, sparse), 0, 0, "DENSE,SPARSE"},
    {"max_map", CM_FIELD_I32, 1, offsetof(cast_map_params, most), 1, 0, NULL}};

static cameo_status cast_map_shape(cm_shape *s) {
    static const int to[] = {CAMEO_FLOAT, CAMEO_STRING, CAMEO_INT64};
    const cast_map_params *q = s->params;
    cm_dim dims[2] = {1, q->sparse != 0 ? q->most : CM_DIM_UNKNOWN};
    CM_CHECK(cm_shape_in(s, 0)->elem_kind == CAMEO_INT64, s->e, CAMEO_E_TYPE, "the map's keys are %s, want int64",
             cameo_dtype_name((cameo_dtype)cm_shape_in(s, 0)->elem_kind));
    return cm_shape_out(s, 0, to[q->to], 2, dims);
}

const cm_op cm_op_CastMap = {.id = CM_OP_CastMap, .flags = CM_OPF_DYNAMIC, .n_fields = 3,
                             .params_size = sizeof(cast_map_params), .fields = cast_map_fields,
                             .shape = cast_map_shape};

/* One phase of one task. Scratch of a worker: a cm_number, for text. */
cameo_status cm_cast_map_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_setup_simple(s, 1, 1);
    s->worker_scratch = sizeof(cm_number);
    return CAMEO_OK;
}

/* A walk over the entries by ascending keys, equal ones in their order. */
typedef struct cast_map_walk {
    cm_tensor keys, values;
    bool sorted, begun;
    size_t at; /* the entry where it stands */
    char *text; /* CM_NUMBER_TEXT bytes */
} cast_map_walk;

/* To the next entry, which there must be. Keys are often in order; else each step looks at all of them. */
static void cast_map_next(cast_map_walk *w) {
    const int64_t *key = w->keys.data;
    size_t best = w->keys.n;
    for (size_t i = 0; !w->sorted && i < w->keys.n; i++) {
        bool behind = !w->begun || key[i] > key[w->at] || (key[i] == key[w->at] && i > w->at);
        if (behind && (best == w->keys.n || key[i] < key[best])) best = i;
    }
    w->at = w->sorted ? (w->begun ? w->at + 1 : 0) : best;
    w->begun = true;
}

static cameo_status cast_map_open(const cm_kctx *k, cast_map_walk *w) {
    const cast_map_params *q = k->params;
    k->services->map_open(k, cm_in(k, 0), &w->keys, &w->values);
    const int64_t *key = w->keys.data;
    w->sorted = true;
    for (size_t i = 0; i < w->keys.n; i++) {
        w->sorted = w->sorted && (i == 0 || key[i - 1] <= key[i]);
        CM_CHECK(q->sparse == 0 || (key[i] >= 0 && key[i] < q->most), k->e, CAMEO_E_SHAPE,
                 "key %lld is beyond a row of %d", CM_LL(key[i]), (int)q->most);
    }
    return CAMEO_OK;
}

/* The text of the entry where the walk stands. */
static cm_str cast_map_text(const cast_map_walk *w) {
    if (w->values.dtype == CAMEO_STRING) return cm_tensor_str(&w->values, w->at);
    double v = cm_real_at(w->values.dtype, w->values.data, w->at);
    return (cm_str){w->text, cm_number_print_float((cameo_dtype)w->values.dtype, v, w->text)};
}

/* String i of the row; the walk stands where the string before was. */
static cm_str cast_map_string(const void *ctx, size_t i, uint32_t part) {
    cast_map_walk *w = *(cast_map_walk *const *)ctx;
    (void)part;
    if (i == 0) w->begun = false;
    cast_map_next(w);
    return cast_map_text(w);
}

/* String i of a sparse row: of equal keys the last counts. */
static cm_str cast_map_sparse_string(const void *ctx, size_t i, uint32_t part) {
    cast_map_walk *w = *(cast_map_walk *const *)ctx;
    const int64_t *key = w->keys.data;
    (void)part;
    for (w->at = w->keys.n; w->at-- > 0;) {
        if ((uint64_t)key[w->at] == i) return cast_map_text(w);
    }
    return (cm_str){"0", 1};
}

/* The entry where the walk stands as element `to` of y. Errors: E_TYPE text that is no such number. */
static cameo_status cast_map_number(const cm_kctx *k, const cast_map_walk *w, cm_tensor *y, size_t to) {
    if (w->values.dtype != CAMEO_STRING) {
        cm_real_put(y->dtype, y->data, to, cm_real_at(w->values.dtype, w->values.data, w->at));
        return CAMEO_OK;
    }
    cm_str text = cm_tensor_str(&w->values, w->at);
    cm_number *x = (cm_number *)(void *)k->worker_scratch;
    uint64_t whole;
    CM_CHECK(cm_number_scan(text, x), k->e, CAMEO_E_TYPE, "\"%.*s\" is no number", CM_STR_ARG(text));
    if (y->dtype == CAMEO_FLOAT) {
        ((float *)y->data)[to] = (float)cm_number_to_f64(x, CM_NUMBER_ODD);
        return CAMEO_OK;
    }
    bool fits = cm_number_to_u64(x, &whole) && whole <= (uint64_t)INT64_MAX + x->negative;
    CM_CHECK(fits, k->e, CAMEO_E_TYPE, "\"%.*s\" is out of the range of int64", CM_STR_ARG(text));
    ((int64_t *)y->data)[to] = (int64_t)(x->negative ? 0 - whole : whole);
    return CAMEO_OK;
}

/* cm_cast_map_run — X map(int64, float or string); y [1][entries] or [1][max_map]. Errors: E_SHAPE a key; E_TYPE
 * text; E_NOMEM; E_LIMIT. */
cameo_status cm_cast_map_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cast_map_params *q = k->params;
    char text[CM_NUMBER_TEXT];
    cast_map_walk w = {.text = text}, *walk = &w;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(cast_map_open(k, &w));
    cm_tensor *y = cm_out(k, 0);
    size_t dims[2] = {1, q->sparse != 0 ? (size_t)q->most : w.keys.n};
    if (y->dtype == CAMEO_STRING) {
        cm_string_source source = {q->sparse != 0 ? cast_map_sparse_string : cast_map_string, &walk, 1};
        return cm_strings_emit(k, 0, 2, dims, &source);
    }
    size_t size = cameo_dtype_bits((cameo_dtype)y->dtype) / 8, bytes;
    CM_CHECK(!cm_ckd_mul(dims[1], size, &bytes), k->e, CAMEO_E_SHAPE, "too many elements for memory");
    CM_TRY(k->services->out_alloc(k, 0, 2, dims, bytes));
    if (bytes != 0) memset(y->data, 0, bytes);
    for (size_t i = 0; i < w.keys.n; i++) {
        cast_map_next(&w);
        size_t to = q->sparse != 0 ? (size_t)((const int64_t *)w.keys.data)[w.at] : i;
        CM_TRY(cast_map_number(k, &w, y, to));
    }
    return CAMEO_OK;
}
