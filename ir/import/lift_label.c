/* lift_label.c — the keys and values of LabelEncoder as constant inputs, the keys sorted, so that a kernel
 * finds one by halving. Of equal keys the first counts, in version 1 the last: as in ONNX Runtime.
 *
 *   1 KEYS     [n] of the dtype of X, ascending; NaN behind all numbers
 *   2 VALUES   [n] of the dtype of Y, in the order of KEYS
 *   3 DEFAULT  [1] of the dtype of Y
 * Version 1 goes both ways; these are the way from strings to int64. The other one, from int64 to strings:
 *   4 NAMES    [n] strings, classes_strings
 *   5 DEFAULT  [1] string
 * CategoryMapper is the same with numbers that it lists:
 *   6 NUMBERS  [n] int64, cats_int64s ascending; then NAMES are in their order
 * Source: ONNX ai.onnx.ml LabelEncoder 1, 2, 4; CategoryMapper 1. */
#include "base/dtype.h"
#include "ir/import/lift_ml.h"

/* A list of elements of any dtype: numbers in bytes, or strings. */
typedef struct label_list {
    cm_nums v;
    const cm_str *strs;
} label_list;

static cm_str *label_split_strings(const cm_lift *l, const cm_nums *v) {
    cm_str *s = CM_ARENA_NEW_N(l->ir->work, cm_str, v->n);
    const uint32_t *off = v->data;
    for (size_t i = 0; s != NULL && i < v->n; i++) {
        s[i] = (cm_str){(const char *)(off + v->n + 1) + off[i], (size_t)off[i + 1] - off[i]};
    }
    return s;
}

/* The one of `<what>s_strings`, `<what>s_int64s`, `<what>s_floats`, `<what>s_tensor` that is given.
 * names: in this order. */
static cameo_status label_read(const cm_lift *l, const char *const names[4], label_list *list) {
    const int64_t *ints = NULL;
    size_t n_strs = 0, n_ints = 0;
    cm_nums floats;
    *list = (label_list){{0}, NULL};
    CM_TRY(cm_lift_strs(l, names[0], &list->strs, &n_strs));
    CM_TRY(cm_lift_ints(l, names[1], &ints, &n_ints));
    CM_TRY(cm_lift_nums(l, names[2], NULL, &floats));
    CM_TRY(cm_lift_tensor(l, names[3], &list->v));
    int n_given = (n_strs != 0) + (n_ints != 0) + (floats.n != 0) + (list->v.dtype != 0);
    CM_CHECK(n_given == 1, l->e, CAMEO_E_MALFORMED, "%d of %s, %s, %s, %s are given, want one",
             n_given, names[0], names[1], names[2], names[3]);
    if (n_strs != 0) list->v = (cm_nums){NULL, n_strs, CAMEO_STRING};
    if (n_ints != 0) list->v = (cm_nums){ints, n_ints, CAMEO_INT64};
    if (floats.n != 0) list->v = floats;
    if (list->v.dtype == CAMEO_STRING && list->strs == NULL) {
        list->strs = label_split_strings(l, &list->v);
        if (list->strs == NULL) return cm_ir_nomem(l->ir);
    }
    switch (list->v.dtype) {
    case CAMEO_STRING:
    case CAMEO_INT64:
    case CAMEO_INT32:
    case CAMEO_INT16:
    case CAMEO_FLOAT:
    case CAMEO_DOUBLE: return CAMEO_OK;
    default:
        return CM_FAIL(l->e, CAMEO_E_UNSUPPORTED, "attribute %s has elements of %s", names[3],
                       cameo_dtype_name((cameo_dtype)list->v.dtype));
    }
}

static int64_t label_int(const cm_nums *v, size_t i) {
    switch (v->dtype) {
    case CAMEO_INT16: return ((const int16_t *)v->data)[i];
    case CAMEO_INT32: return ((const int32_t *)v->data)[i];
    default: return ((const int64_t *)v->data)[i];
    }
}

static int label_compare(const void *ctx, uint32_t a, uint32_t b) {
    const label_list *k = ctx;
    if (k->v.dtype == CAMEO_STRING) return cm_str_cmp(k->strs[a], k->strs[b]);
    if (k->v.dtype == CAMEO_FLOAT || k->v.dtype == CAMEO_DOUBLE) {
        double x = cm_nums_at(&k->v, a), y = cm_nums_at(&k->v, b);
        if (x != x || y != y) return (x != x) - (y != y);
        return (x > y) - (x < y);
    }
    int64_t x = label_int(&k->v, a), y = label_int(&k->v, b);
    return (x > y) - (x < y);
}

/* Input `in`: the elements of list in this order, n of them. */
static cameo_status label_set(const cm_lift *l, uint32_t in, const label_list *list,
                              const uint32_t *order, uint32_t n) {
    if (list->v.dtype == CAMEO_STRING) {
        cm_str *s = CM_ARENA_NEW_N(l->ir->work, cm_str, n);
        if (s == NULL) return cm_ir_nomem(l->ir);
        CM_ASSERT(n == 0 || list->strs != NULL);
        for (uint32_t i = 0; i < n; i++) s[i] = list->strs[order[i]];
        return cm_lift_set_strs(l, in, s, n);
    }
    size_t width = cameo_dtype_bits((cameo_dtype)list->v.dtype) / 8;
    uint8_t *data = cm_arena_alloc_n(l->ir->work, n, width, 8);
    if (data == NULL) return cm_ir_nomem(l->ir);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(data + i * width, (const uint8_t *)list->v.data + order[i] * width, width);
    }
    return cm_lift_set(l, in, list->v.dtype, data, n, 0);
}

static cameo_status label_attr(const cm_lift *l, const char *name, int32_t type,
                               const cm_attr **a) {
    *a = cm_ir_attr(l->ir, l->node, name);
    CM_CHECK(*a == NULL || (*a)->type == type, l->e, CAMEO_E_TYPE,
             "attribute %s has type %d, want %d", name, (int)(*a)->type, (int)type);
    return CAMEO_OK;
}

/* Input `in`: the default for values of dtype, one element: default_string, default_int64 or
 * default_float; for other dtypes default_tensor only. */
static cameo_status label_set_default(const cm_lift *l, uint32_t in, int dtype) {
    const cm_attr *s = NULL, *i = NULL, *f = NULL;
    cm_nums t;
    CM_TRY(label_attr(l, "default_string", CM_ATTR_STRING, &s));
    CM_TRY(label_attr(l, "default_int64", CM_ATTR_INT, &i));
    CM_TRY(label_attr(l, "default_float", CM_ATTR_FLOAT, &f));
    CM_TRY(cm_lift_tensor(l, "default_tensor", &t));
    CM_CHECK(t.dtype == 0 || (t.dtype == dtype && t.n == 1), l->e, CAMEO_E_MALFORMED,
             "default_tensor is %zu elements of %s, want 1 of %s", t.n,
             cameo_dtype_name((cameo_dtype)t.dtype), cameo_dtype_name((cameo_dtype)dtype));
    label_list one = {t, NULL};
    void *room = cm_arena_alloc(l->ir->work, 8, 8);
    if (room == NULL) return cm_ir_nomem(l->ir);
    cm_str text = s != NULL ? s->s : CM_STR("_Unused");
    int64_t number = i != NULL ? i->i : -1;
    float real = f != NULL ? f->f : -0.0f;
    double wide = (double)real;
    int32_t middle = -1;
    int16_t narrow = -1;
    if (t.dtype == CAMEO_STRING) {
        one.strs = label_split_strings(l, &t);
        if (one.strs == NULL) return cm_ir_nomem(l->ir);
    } else if (t.dtype == 0) {
        one = (label_list){{room, 1, dtype}, &text};
        switch (dtype) {
        case CAMEO_INT64: memcpy(room, &number, sizeof number); break;
        case CAMEO_FLOAT: memcpy(room, &real, sizeof real); break;
        case CAMEO_DOUBLE: memcpy(room, &wide, sizeof wide); break;
        case CAMEO_INT32: memcpy(room, &middle, sizeof middle); break;
        case CAMEO_INT16: memcpy(room, &narrow, sizeof narrow); break;
        default: break;
        }
    }
    uint32_t first = 0;
    return label_set(l, in, &one, &first, 1);
}

/* Version 1: classes_strings, both ways. */
static cameo_status label_lift_v1(const cm_lift *l) {
    label_list classes = {{0}, NULL};
    size_t n = 0;
    CM_TRY(cm_lift_strs(l, "classes_strings", &classes.strs, &n));
    CM_CHECK(n != 0, l->e, CAMEO_E_MALFORMED, "classes_strings is empty");
    CM_CHECK(n <= INT32_MAX, l->e, CAMEO_E_LIMIT, "%zu classes", n);
    classes.v = (cm_nums){NULL, n, CAMEO_STRING};
    uint32_t *order = CM_ARENA_NEW_N(l->ir->work, uint32_t, n);
    int64_t *value = CM_ARENA_NEW_N(l->ir->work, int64_t, n);
    if (order == NULL || value == NULL) return cm_ir_nomem(l->ir);
    cm_lift_sort(order, (uint32_t)n, label_compare, &classes);
    for (size_t i = n; i-- > 0;) {
        bool same = i + 1 < n && label_compare(&classes, order[i], order[i + 1]) == 0;
        value[i] = same ? value[i + 1] : (int64_t)order[i];
    }
    CM_TRY(label_set(l, 1, &classes, order, (uint32_t)n));
    CM_TRY(cm_lift_set(l, 2, CAMEO_INT64, value, n, 0));
    CM_TRY(label_set_default(l, 3, CAMEO_INT64));
    CM_TRY(cm_lift_set_strs(l, 4, classes.strs, n));
    return label_set_default(l, 5, CAMEO_STRING);
}

cameo_status cm_lift_categories(const cm_lift *l) {
    label_list names = {{0}, NULL}, numbers = {{0}, NULL};
    const int64_t *ints = NULL;
    size_t n = 0, n_ints = 0;
    CM_TRY(cm_lift_strs(l, "cats_strings", &names.strs, &n));
    CM_TRY(cm_lift_ints(l, "cats_int64s", &ints, &n_ints));
    CM_CHECK(n != 0 && n == n_ints, l->e, CAMEO_E_MALFORMED, "%zu cats_strings and %zu cats_int64s",
             n, n_ints);
    CM_CHECK(n <= INT32_MAX, l->e, CAMEO_E_LIMIT, "%zu categories", n);
    names.v = (cm_nums){NULL, n, CAMEO_STRING};
    numbers.v = (cm_nums){ints, n, CAMEO_INT64};
    uint32_t *order = CM_ARENA_NEW_N(l->ir->work, uint32_t, n);
    if (order == NULL) return cm_ir_nomem(l->ir);
    cm_lift_sort(order, (uint32_t)n, label_compare, &names);
    CM_TRY(label_set(l, 1, &names, order, (uint32_t)n));
    CM_TRY(label_set(l, 2, &numbers, order, (uint32_t)n));
    CM_TRY(label_set_default(l, 3, CAMEO_INT64));
    cm_lift_sort(order, (uint32_t)n, label_compare, &numbers);
    CM_TRY(label_set(l, 4, &names, order, (uint32_t)n));
    CM_TRY(label_set_default(l, 5, CAMEO_STRING));
    return label_set(l, 6, &numbers, order, (uint32_t)n);
}

cameo_status cm_lift_vocabulary(const cm_lift *l) {
    label_list words = {{0}, NULL};
    const int64_t *ints = NULL;
    size_t n_strs = 0, n_ints = 0;
    CM_TRY(cm_lift_strs(l, "string_vocabulary", &words.strs, &n_strs));
    CM_TRY(cm_lift_ints(l, "int64_vocabulary", &ints, &n_ints));
    size_t n = n_strs + n_ints;
    CM_CHECK((n_strs == 0) != (n_ints == 0), l->e, CAMEO_E_MALFORMED,
             "%zu words in string_vocabulary and %zu in int64_vocabulary, want one of them", n_strs,
             n_ints);
    CM_CHECK(n <= INT32_MAX, l->e, CAMEO_E_LIMIT, "%zu words", n);
    words.v = (cm_nums){ints, n, n_ints != 0 ? CAMEO_INT64 : CAMEO_STRING};
    uint32_t *order = CM_ARENA_NEW_N(l->ir->work, uint32_t, n);
    int64_t *place = CM_ARENA_NEW_N(l->ir->work, int64_t, n);
    if (order == NULL || place == NULL) return cm_ir_nomem(l->ir);
    cm_lift_sort(order, (uint32_t)n, label_compare, &words);
    for (size_t i = 0; i < n; i++) place[i] = order[i];
    CM_TRY(label_set(l, 1, &words, order, (uint32_t)n));
    return cm_lift_set(l, 2, CAMEO_INT64, place, n, 0);
}

cameo_status cm_lift_labels(const cm_lift *l, int since) {
    static const char *const key_names[] = {"keys_strings", "keys_int64s", "keys_floats",
                                            "keys_tensor"};
    static const char *const value_names[] = {"values_strings", "values_int64s", "values_floats",
                                              "values_tensor"};
    if (since == 1) return label_lift_v1(l);
    label_list keys, values;
    CM_TRY(label_read(l, key_names, &keys));
    CM_TRY(label_read(l, value_names, &values));
    CM_CHECK(keys.v.n == values.v.n, l->e, CAMEO_E_MALFORMED, "%zu keys and %zu values", keys.v.n,
             values.v.n);
    CM_CHECK(keys.v.n <= INT32_MAX, l->e, CAMEO_E_LIMIT, "%zu keys", keys.v.n);
    uint32_t *order = CM_ARENA_NEW_N(l->ir->work, uint32_t, keys.v.n);
    if (order == NULL) return cm_ir_nomem(l->ir);
    cm_lift_sort(order, (uint32_t)keys.v.n, label_compare, &keys);
    CM_TRY(label_set(l, 1, &keys, order, (uint32_t)keys.v.n));
    CM_TRY(label_set(l, 2, &values, order, (uint32_t)keys.v.n));
    return label_set_default(l, 3, values.v.dtype);
}
