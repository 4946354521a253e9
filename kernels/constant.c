/* constant.c — Constant: a value in an attribute. Prepare turns the node into an initializer, so
 * there is no kernel: parse says whether the node is well formed, the shape rule what it is.
 * Source: ONNX Constant 1, 11 (sparse_value), 12 (value_float ... value_strings). */
#include "kernels/kernel.h"

typedef struct constant_params {
    int32_t dtype;
    int32_t rank;
    int32_t dims[CM_MAX_RANK]; /* -1: beyond 31 bits */
} constant_params;

/* The attributes that can hold the value: type, since_version, and what a tensor of it is. */
static const struct {
    const char *name;
    uint8_t type, since, dtype, rank;
} constant_forms[] = {
    {"value", CM_ATTR_TENSOR, 1, 0, 0},
    {"sparse_value", CM_ATTR_SPARSE_TENSOR, 11, 0, 0},
    {"value_float", CM_ATTR_FLOAT, 12, CAMEO_FLOAT, 0},
    {"value_floats", CM_ATTR_FLOATS, 12, CAMEO_FLOAT, 1},
    {"value_int", CM_ATTR_INT, 12, CAMEO_INT64, 0},
    {"value_ints", CM_ATTR_INTS, 12, CAMEO_INT64, 1},
    {"value_string", CM_ATTR_STRING, 12, CAMEO_STRING, 0},
    {"value_strings", CM_ATTR_STRINGS, 12, CAMEO_STRING, 1},
};

static int32_t constant_dim(int64_t d) { return d >= 0 && d <= INT32_MAX ? (int32_t)d : -1; }

/* Type of a tensor or sparse tensor attribute. */
static cameo_status constant_tensor(const cm_parse *p, const cm_attr *a, constant_params *q) {
    CM_CHECK(a->n_rows == 1, p->e, CAMEO_E_MALFORMED, "attribute %.*s has no tensor",
             CM_STR_ARG(a->name));
    cm_range dims;
    if (a->type == CM_ATTR_TENSOR) {
        q->dtype = p->t->tensor.row[a->row].dtype;
        dims = p->t->tensor.row[a->row].dims;
    } else {
        const cm_sparse_proto *sparse = &p->t->sparse.row[a->row];
        q->dtype = p->t->tensor.row[sparse->values].dtype;
        dims = sparse->dims;
    }
    CM_CHECK(dims.n <= CM_MAX_RANK, p->e, CAMEO_E_LIMIT, "rank %u, at most %d is handled", dims.n,
             CM_MAX_RANK);
    q->rank = (int32_t)dims.n;
    for (uint32_t d = 0; d < dims.n; d++) q->dims[d] = constant_dim(p->t->ints.row[dims.first + d]);
    return CAMEO_OK;
}

/* Errors: E_MALFORMED none or several of the attributes; E_TYPE one of another type. */
static cameo_status constant_parse(const cm_parse *p, void *params) {
    constant_params *q = params;
    const cm_attr *found = NULL;
    for (size_t i = 0; i < sizeof constant_forms / sizeof *constant_forms; i++) {
        const cm_attr *a = cm_attr_find(p, constant_forms[i].name);
        if (a == NULL || p->since < constant_forms[i].since) continue;
        CM_CHECK(found == NULL, p->e, CAMEO_E_MALFORMED, "both %.*s and %s are given",
                 CM_STR_ARG(found->name), constant_forms[i].name);
        CM_CHECK(a->type == constant_forms[i].type, p->e, CAMEO_E_TYPE,
                 "attribute %s has type %d, want %d", constant_forms[i].name, (int)a->type,
                 (int)constant_forms[i].type);
        found = a;
        q->dtype = constant_forms[i].dtype;
        q->rank = constant_forms[i].rank;
        q->dims[0] = q->rank == 1 ? constant_dim(a->list.n) : 0;
    }
    CM_CHECK(found != NULL, p->e, CAMEO_E_MALFORMED, "no value attribute is given");
    return q->dtype == 0 ? constant_tensor(p, found, q) : CAMEO_OK;
}

static cameo_status constant_shape(cm_shape *s) {
    const constant_params *p = s->params;
    cm_dim dims[CM_MAX_RANK];
    for (int32_t d = 0; d < p->rank; d++) dims[d] = p->dims[d] >= 0 ? p->dims[d] : CM_DIM_UNKNOWN;
    return cm_shape_out(s, 0, p->dtype, (uint32_t)p->rank, dims);
}

static const cm_field constant_fields[] = {CM_F_OWN(constant_params, dtype),
                                           CM_F_OWN(constant_params, rank),
                                           CM_F_OWN(constant_params, dims)};
const cm_op cm_op_Constant = {CM_OP_Constant, 0, 3, sizeof(constant_params), constant_fields,
                              constant_parse, constant_shape, NULL};
