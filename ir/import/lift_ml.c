/* lift_ml.c — see lift_ml.h: reading lists, writing constants, and the operators whose lists become
 * inputs as they are. */
#include "ir/import/lift_ml.h"

#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"

/* ---- reading ---- */

/* The attribute of that name and type, or NULL. name may be NULL. Errors: E_TYPE. */
static cameo_status lift_find(const cm_lift *l, const char *name, int32_t type, const cm_attr **a) {
    const cm_attr *found = name == NULL ? NULL : cm_ir_attr(l->ir, l->node, name);
    CM_CHECK(found == NULL || found->type == type, l->e, CAMEO_E_TYPE,
             "attribute %s has type %d, want %d", name, (int)found->type, (int)type);
    *a = found;
    return CAMEO_OK;
}

cameo_status cm_lift_ints(const cm_lift *l, const char *name, const int64_t **v, size_t *n) {
    const cm_attr *a = NULL;
    CM_TRY(lift_find(l, name, CM_ATTR_INTS, &a));
    *n = a == NULL ? 0 : a->list.n;
    *v = *n == 0 ? NULL : l->ir->t.ints.row + a->list.first;
    return CAMEO_OK;
}

cameo_status cm_lift_strs(const cm_lift *l, const char *name, const cm_str **v, size_t *n) {
    const cm_attr *a = NULL;
    CM_TRY(lift_find(l, name, CM_ATTR_STRINGS, &a));
    *n = a == NULL ? 0 : a->list.n;
    *v = *n == 0 ? NULL : l->ir->t.strs.row + a->list.first;
    return CAMEO_OK;
}

cameo_status cm_lift_tensor(const cm_lift *l, const char *name, cm_nums *v) {
    const cm_attr *a = NULL;
    *v = (cm_nums){0};
    CM_TRY(lift_find(l, name, CM_ATTR_TENSOR, &a));
    if (a == NULL) return CAMEO_OK;
    CM_CHECK(a->row != CM_NONE, l->e, CAMEO_E_MALFORMED, "attribute %s has no tensor", name);
    const cm_tensor_proto *t = &l->ir->t.tensor.row[a->row];
    cameo_dtype dtype = (cameo_dtype)t->dtype;
    const uint8_t *bytes = cm_payload_bytes(&l->ir->t, &t->payload);
    CM_CHECK(bytes != NULL || t->n_elem == 0, l->e, CAMEO_E_UNSUPPORTED,
             "unsupported: attribute %s has no data in the model", name);
    bool swap = cm_payload_is_swapped(&t->payload, dtype);
    *v = (cm_nums){bytes, t->n_elem, t->dtype};
    if (dtype == CAMEO_STRING || t->n_elem == 0 ||
        (!swap && cm_is_aligned(bytes, cm_dtype_align(dtype)))) {
        return CAMEO_OK;
    }
    uint8_t *copy = cm_arena_alloc(l->ir->work, t->payload.size, 16);
    if (copy == NULL) return cm_ir_nomem(l->ir);
    if (swap)
        cm_copy_swapped(copy, bytes, t->payload.size, cm_dtype_swap_width(dtype));
    else
        memcpy(copy, bytes, t->payload.size);
    v->data = copy;
    return CAMEO_OK;
}

cameo_status cm_lift_nums(const cm_lift *l, const char *name, const char *tensor, cm_nums *v) {
    const cm_attr *a = NULL;
    *v = (cm_nums){0};
    if (tensor != NULL) CM_TRY(cm_lift_tensor(l, tensor, v));
    CM_TRY(lift_find(l, name, CM_ATTR_FLOATS, &a));
    switch (v->dtype) {
    case 0:
    case CAMEO_FLOAT:
    case CAMEO_DOUBLE:
    case CAMEO_FLOAT16:
    case CAMEO_UINT8: break;
    default:
        return CM_FAIL(l->e, CAMEO_E_UNSUPPORTED, "attribute %s has elements of %s", tensor,
                       cameo_dtype_name((cameo_dtype)v->dtype));
    }
    if (a == NULL || a->list.n == 0) return CAMEO_OK;
    CM_CHECK(v->n == 0, l->e, CAMEO_E_MALFORMED, "attributes %s and %s are both given", name,
             tensor);
    *v = (cm_nums){l->ir->t.floats.row + a->list.first, a->list.n, CAMEO_FLOAT};
    return CAMEO_OK;
}

double cm_nums_at(const cm_nums *v, size_t i) {
    switch (v->dtype) {
    case CAMEO_DOUBLE: return ((const double *)v->data)[i];
    case CAMEO_FLOAT: return (double)((const float *)v->data)[i];
    default: return (double)cm_dtype_load_f32((cameo_dtype)v->dtype, v->data, i);
    }
}

/* ---- writing ---- */

cameo_status cm_lift_set(const cm_lift *l, uint32_t in, int dtype, const void *data, size_t rows,
                         size_t cols) {
    int64_t dims[2] = {(int64_t)rows, (int64_t)cols};
    cm_id value;
    CM_TRY(cm_ir_add_const(l->ir, l->ir->t.node.row[l->node].graph, dtype, cols == 0 ? 1 : 2, dims,
                           data, &value));
    return cm_ir_set_in(l->ir, l->node, in, value);
}

cameo_status cm_lift_set_strs(const cm_lift *l, uint32_t in, const cm_str *v, size_t n) {
    cm_id tensor, value;
    CM_TRY(cm_ir_add_strings(l->ir, v, n, 1, &tensor));
    CM_TRY(cm_ir_add_value(l->ir, l->ir->t.node.row[l->node].graph, (cm_str){NULL, 0}, &value));
    cm_ir_set_init(l->ir, value, tensor);
    CM_TRY(cm_infer_const(l->ir, value));
    return cm_ir_set_in(l->ir, l->node, in, value);
}

/* ---- sorting ---- */

/* Lets order[at] sink until no child is greater. n: entries of the heap. */
static void lift_sink(uint32_t *order, uint32_t at, uint32_t n,
                      int (*cmp)(const void *ctx, uint32_t a, uint32_t b), const void *ctx) {
    uint32_t moved = order[at];
    while (at < n / 2) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < n) {
            int c = cmp(ctx, order[child], order[child + 1]);
            if (c < 0 || (c == 0 && order[child] < order[child + 1])) child++;
        }
        int c = cmp(ctx, moved, order[child]);
        if (c > 0 || (c == 0 && moved > order[child])) break;
        order[at] = order[child];
        at = child;
    }
    order[at] = moved;
}

void cm_lift_sort(uint32_t *order, uint32_t n, int (*cmp)(const void *ctx, uint32_t a, uint32_t b),
                  const void *ctx) {
    bool sorted = true;
    for (uint32_t i = 0; i < n; i++) {
        order[i] = i;
        sorted = sorted && (i == 0 || cmp(ctx, i - 1, i) <= 0);
    }
    if (sorted) return; /* as most tables are */
    for (uint32_t i = n / 2; i-- > 0;) lift_sink(order, i, n, cmp, ctx);
    for (uint32_t end = n - 1; end > 0; end--) {
        uint32_t greatest = order[0];
        order[0] = order[end];
        order[end] = greatest;
        lift_sink(order, 0, end, cmp, ctx);
    }
}

/* ---- operators ---- */

/* A list that becomes input `in` as it is. */
typedef struct lift_list {
    uint16_t op; /* cm_op_id */
    uint8_t in;
    uint8_t type; /* CM_ATTR_FLOATS, INTS, STRINGS */
    const char *name;
} lift_list;

/* Of two lists for one input one may be given. */
static const lift_list lift_lists[] = {
    {CM_OP_Imputer, 1, CM_ATTR_FLOATS, "imputed_value_floats"},
    {CM_OP_Imputer, 2, CM_ATTR_INTS, "imputed_value_int64s"},
    {CM_OP_LinearClassifier, 1, CM_ATTR_FLOATS, "coefficients"},
    {CM_OP_LinearClassifier, 2, CM_ATTR_FLOATS, "intercepts"},
    {CM_OP_LinearClassifier, 3, CM_ATTR_INTS, "classlabels_ints"},
    {CM_OP_LinearClassifier, 3, CM_ATTR_STRINGS, "classlabels_strings"},
    {CM_OP_LinearRegressor, 1, CM_ATTR_FLOATS, "coefficients"},
    {CM_OP_LinearRegressor, 2, CM_ATTR_FLOATS, "intercepts"},
    {CM_OP_OneHotEncoder, 1, CM_ATTR_INTS, "cats_int64s"},
    {CM_OP_OneHotEncoder, 1, CM_ATTR_STRINGS, "cats_strings"},
    {CM_OP_SVMClassifier, 1, CM_ATTR_FLOATS, "coefficients"},
    {CM_OP_SVMClassifier, 2, CM_ATTR_FLOATS, "support_vectors"},
    {CM_OP_SVMClassifier, 3, CM_ATTR_FLOATS, "rho"},
    {CM_OP_SVMClassifier, 4, CM_ATTR_FLOATS, "prob_a"},
    {CM_OP_SVMClassifier, 5, CM_ATTR_FLOATS, "prob_b"},
    {CM_OP_SVMClassifier, 6, CM_ATTR_INTS, "vectors_per_class"},
    {CM_OP_SVMClassifier, 7, CM_ATTR_INTS, "classlabels_ints"},
    {CM_OP_SVMClassifier, 7, CM_ATTR_STRINGS, "classlabels_strings"},
    {CM_OP_SVMRegressor, 1, CM_ATTR_FLOATS, "coefficients"},
    {CM_OP_SVMRegressor, 2, CM_ATTR_FLOATS, "support_vectors"},
    {CM_OP_SVMRegressor, 3, CM_ATTR_FLOATS, "rho"},
    {CM_OP_Scaler, 1, CM_ATTR_FLOATS, "offset"},
    {CM_OP_Scaler, 2, CM_ATTR_FLOATS, "scale"},
    {CM_OP_ZipMap, 1, CM_ATTR_INTS, "classlabels_int64s"},
    {CM_OP_ZipMap, 1, CM_ATTR_STRINGS, "classlabels_strings"},
};

static cameo_status lift_one(const cm_lift *l, const lift_list *list) {
    const int64_t *ints = NULL;
    const cm_str *strs = NULL;
    cm_nums floats = {0};
    size_t n = 0;
    if (list->type == CM_ATTR_INTS) CM_TRY(cm_lift_ints(l, list->name, &ints, &n));
    if (list->type == CM_ATTR_STRINGS) CM_TRY(cm_lift_strs(l, list->name, &strs, &n));
    if (list->type == CM_ATTR_FLOATS) CM_TRY(cm_lift_nums(l, list->name, NULL, &floats));
    if (n == 0 && floats.n == 0) return CAMEO_OK;
    CM_CHECK(cm_ir_in(l->ir, l->node, list->in) == CM_NONE, l->e, CAMEO_E_MALFORMED,
             "attribute %s is given beside another of its kind", list->name);
    if (strs != NULL) return cm_lift_set_strs(l, list->in, strs, n);
    if (ints != NULL) return cm_lift_set(l, list->in, CAMEO_INT64, ints, n, 0);
    return cm_lift_set(l, list->in, CAMEO_FLOAT, floats.data, floats.n, 0);
}

static cameo_status lift_all(const cm_lift *l, uint32_t op) {
    for (size_t i = 0; i < sizeof lift_lists / sizeof *lift_lists; i++) {
        if (lift_lists[i].op == op) CM_TRY(lift_one(l, &lift_lists[i]));
    }
    return CAMEO_OK;
}

cameo_status cm_lift_ml(cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_lift l = {ir, node, problem};
    switch (ir->info[node].op->id) {
    case CM_OP_TreeEnsembleRegressor: return cm_lift_trees(&l, 3, false);
    case CM_OP_TreeEnsembleClassifier: return cm_lift_trees(&l, 3, true);
    case CM_OP_TreeEnsemble: return cm_lift_trees(&l, 5, false);
    case CM_OP_LabelEncoder: return cm_lift_labels(&l, ir->info[node].since);
    case CM_OP_DictVectorizer: return cm_lift_vocabulary(&l);
    case CM_OP_CategoryMapper: return cm_lift_categories(&l);
    default: return lift_all(&l, ir->info[node].op->id);
    }
}
