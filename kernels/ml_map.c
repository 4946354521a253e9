/* ml_map.c — ZipMap, DictVectorizer: tensors to maps and back. Maps live in the run's dynamic heap; the
 * executor's services make and open them. Labels and vocabulary are constant inputs (ir/import/lift_ml.c).
 * Source: ONNX ai.onnx.ml ZipMap 1, DictVectorizer 1. */
#include "kernels/move.h"

/* One task: the heap has one user. Scratch: none. */
cameo_status cm_ml_map_setup(const cm_kctx *k, cm_setup *s) {
    (void)k;
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

/* ---- ZipMap ---- */

static cameo_status zip_map_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0), *labels = cm_shape_in(s, 1);
    CM_CHECK(labels->kind != CAMEO_KIND_NONE, s->e, CAMEO_E_MALFORMED,
             "neither classlabels_int64s nor classlabels_strings is given");
    if (x->rank != CM_RANK_UNKNOWN) {
        CM_CHECK(x->rank == 1 || x->rank == 2, s->e, CAMEO_E_SHAPE, "X has rank %u, want 1 or 2",
                 x->rank);
        CM_CHECK(cm_shape_equal(s, x->dims[x->rank - 1u], labels->dims[0]), s->e, CAMEO_E_SHAPE,
                 "X has %lld columns for %lld labels", CM_LL(x->dims[x->rank - 1u]),
                 CM_LL(labels->dims[0]));
    }
    if (s->n_out == 0) return CAMEO_OK;
    s->out[0] = (cm_avalue){.kind = CAMEO_KIND_SEQUENCE,
                            .elem_kind = CAMEO_KIND_MAP,
                            .dtype = CAMEO_FLOAT,
                            .rank = CM_RANK_UNKNOWN,
                            .n_elem = CM_NONE};
    return CAMEO_OK;
}

const cm_op cm_op_ZipMap = {.id = CM_OP_ZipMap, .flags = CM_OPF_DYNAMIC, .shape = zip_map_shape};

/* cm_zip_map_run — a map from label to x[row][label] for each row.
 *   X    [rows][labels] or [labels] float
 * Errors: E_SHAPE other columns than labels; E_NOMEM. */
cameo_status cm_zip_map_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    const cm_tensor *x = cm_in(k, 0), *labels = cm_in(k, 1);
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    CM_CHECK(x->dims[x->rank - 1u] == labels->n, k->e, CAMEO_E_SHAPE,
             "X has %zu columns for %zu labels", x->dims[x->rank - 1u], labels->n);
    return k->services->maps_out(k, 0, labels, x, x->rank == 1 ? 1 : x->dims[0]);
}

/* ---- DictVectorizer ---- */

enum { DICT_VECTORIZER_KEYS = 1, DICT_VECTORIZER_PLACES };

static cameo_status dict_vectorizer_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0), *keys = cm_shape_in(s, DICT_VECTORIZER_KEYS);
    CM_CHECK(x->elem_kind == keys->dtype, s->e, CAMEO_E_TYPE,
             "X has keys of %s, the vocabulary is %s", cameo_dtype_name((cameo_dtype)x->elem_kind),
             cameo_dtype_name((cameo_dtype)keys->dtype));
    cm_dim dims[2] = {1, keys->dims[0]};
    return cm_shape_out(s, 0, x->dtype, 2, dims);
}

const cm_op cm_op_DictVectorizer = {
    .id = CM_OP_DictVectorizer, .flags = CM_OPF_DYNAMIC, .shape = dict_vectorizer_shape};

static int dict_vectorizer_compare(const cm_tensor *a, size_t i, const cm_tensor *b, size_t j) {
    if (a->dtype == CAMEO_STRING) return cm_str_cmp(cm_tensor_str(a, i), cm_tensor_str(b, j));
    int64_t x = ((const int64_t *)a->data)[i], y = ((const int64_t *)b->data)[j];
    return (x > y) - (x < y);
}

/* The first word of the sorted vocabulary that is not below key i. */
static size_t dict_vectorizer_find(const cm_tensor *words, const cm_tensor *keys, size_t i) {
    size_t lo = 0, hi = words->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (dict_vectorizer_compare(words, mid, keys, i) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

typedef struct dict_vectorizer_strings {
    const cm_tensor *values;
    const uint32_t *from; /* [vocabulary] 1 + position in values; 0: none */
} dict_vectorizer_strings;

static cm_str dict_vectorizer_string(const void *ctx, size_t i, uint32_t part) {
    const dict_vectorizer_strings *d = ctx;
    (void)part;
    return d->from[i] == 0 ? (cm_str){NULL, 0} : cm_tensor_str(d->values, d->from[i] - 1);
}

/* Scratch: uint32_t [vocabulary], where each word's value comes from. */
cameo_status cm_dict_vectorizer_setup(const cm_kctx *k, cm_setup *s) {
    size_t n = cm_in(k, DICT_VECTORIZER_KEYS)->n;
    CM_CHECK(!cm_ckd_mul(n, sizeof(uint32_t), &s->scratch), k->e, CAMEO_E_LIMIT, "%zu words", n);
    cm_setup_simple(s, 1, 1);
    return CAMEO_OK;
}

/* cm_dict_vectorizer_run — y[0][i] = the value of word i of the vocabulary in the map; 0 or "" where the
 * map has none. Of equal keys the last counts.
 *   X    map(int64 or string, float, double, int64 or string);  y [1][vocabulary]
 * Errors: E_NOMEM; E_LIMIT strings. */
cameo_status cm_dict_vectorizer_run(const cm_kctx *k, uint32_t phase, uint32_t begin,
                                    uint32_t end) {
    const cm_tensor *words = cm_in(k, DICT_VECTORIZER_KEYS);
    const int64_t *place = cm_in(k, DICT_VECTORIZER_PLACES)->data;
    uint32_t *from = (uint32_t *)(void *)k->scratch;
    size_t dims[2] = {1, words->n};
    cm_tensor keys, values;
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    k->services->map_open(k, cm_in(k, 0), &keys, &values);
    memset(from, 0, words->n * sizeof *from);
    for (size_t i = 0; i < keys.n && i < UINT32_MAX; i++) {
        size_t w = dict_vectorizer_find(words, &keys, i);
        for (; w < words->n && dict_vectorizer_compare(words, w, &keys, i) == 0; w++) {
            from[place[w]] = (uint32_t)i + 1;
        }
    }
    if (values.dtype == CAMEO_STRING) {
        dict_vectorizer_strings d = {&values, from};
        return cm_strings_emit(k, 0, 2, dims, &(cm_string_source){dict_vectorizer_string, &d, 1});
    }
    size_t width = cameo_dtype_bits((cameo_dtype)values.dtype) / 8;
    CM_TRY(k->services->out_alloc(k, 0, 2, dims, words->n * width));
    uint8_t *y = cm_out(k, 0) == NULL ? NULL : cm_out(k, 0)->data;
    for (size_t i = 0; y != NULL && i < words->n; i++) {
        if (from[i] == 0)
            memset(y + i * width, 0, width);
        else
            memcpy(y + i * width, (const uint8_t *)values.data + (from[i] - 1) * width, width);
    }
    return CAMEO_OK;
}
