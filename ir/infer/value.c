/* value.c — reading and declaring the abstract values of shape rules. See value.h. */
#include "ir/infer/value.h"

#include "base/dtype.h"

const cm_avalue cm_avalue_absent = {.kind = CAMEO_KIND_NONE};

const cm_avalue *cm_shape_in(const cm_shape *s, uint32_t i) {
    return i < s->n_in ? s->in[i] : &cm_avalue_absent;
}

cameo_status cm_shape_out(cm_shape *s, uint32_t k, int dtype, uint32_t rank, const cm_dim *dims) {
    if (k >= s->n_out) return CAMEO_OK;
    CM_CHECK(rank <= CM_MAX_RANK || rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_LIMIT,
             "output %u has rank %u, at most %d is handled: " CM_RANK_HOW, k, rank, CM_MAX_RANK);
    uint32_t n_dims = rank == CM_RANK_UNKNOWN ? 0 : rank;
    for (uint32_t i = 0; dims != NULL && i < n_dims; i++) {
        CM_CHECK(dims[i] != CM_DIM_BAD, s->e, CAMEO_E_SHAPE, "dim %u of output %u overflows", i, k);
        CM_CHECK(!cm_dim_is_const(dims[i]) || dims[i] >= 0, s->e, CAMEO_E_SHAPE,
                 "dim %u of output %u is %lld, want >= 0", i, k, CM_LL(dims[i]));
    }
    cm_avalue *v = &s->out[k];
    *v = (cm_avalue){.kind = CAMEO_KIND_TENSOR, .dtype = (uint8_t)dtype, .rank = (uint8_t)rank};
    v->n_elem = CM_NONE;
    for (uint32_t i = 0; i < n_dims; i++) v->dims[i] = dims != NULL ? dims[i] : CM_DIM_UNKNOWN;
    return CAMEO_OK;
}

cameo_status cm_shape_out_like(cm_shape *s, uint32_t k, uint32_t i) {
    const cm_avalue *v = cm_shape_in(s, i);
    return cm_shape_out(s, k, v->dtype, v->rank, v->dims);
}

cm_dim *cm_shape_out_elems(cm_shape *s, uint32_t k, size_t n) {
    if (s->arena == NULL || n > CM_MAX_ELEMS || k >= s->n_out) return NULL;
    cm_dim *elem = CM_ARENA_NEW_N(s->arena, cm_dim, n);
    if (elem == NULL) return NULL;
    for (size_t i = 0; i < n; i++) elem[i] = CM_DIM_UNKNOWN;
    s->out[k].n_elem = (uint32_t)n;
    s->out[k].elem = elem;
    return elem;
}

bool cm_shape_elem_fits(const cm_shape *s, int dtype, cm_dim d) {
    int64_t lo, hi, most = 0;
    if (!cm_dim_is_known(d)) return false;
    switch (dtype) {
    case CAMEO_BOOL:
    case CAMEO_INT64: return true;
    case CAMEO_INT32: return !cm_dim_is_const(d) || (d >= INT32_MIN && d <= INT32_MAX);
    case CAMEO_DOUBLE: most = INT64_C(1) << 53; break;
    case CAMEO_FLOAT: most = INT64_C(1) << 24; break;
    case CAMEO_FLOAT16: most = INT64_C(1) << 11; break;
    case CAMEO_BFLOAT16: most = INT64_C(1) << 8; break;
    default: return false;
    }
    cm_dim_interval(s->dims, d, &lo, &hi);
    return lo >= -most && hi <= most;
}

/* Integer or bool element j of native bytes; false for other dtypes and above INT64_MAX. */
static bool value_load_i64(int dtype, const void *data, size_t j, int64_t *x) {
    switch (dtype) {
    case CAMEO_INT64: *x = ((const int64_t *)data)[j]; return true;
    case CAMEO_INT32: *x = ((const int32_t *)data)[j]; return true;
    case CAMEO_INT16: *x = ((const int16_t *)data)[j]; return true;
    case CAMEO_INT8: *x = ((const int8_t *)data)[j]; return true;
    case CAMEO_UINT32: *x = ((const uint32_t *)data)[j]; return true;
    case CAMEO_UINT16: *x = ((const uint16_t *)data)[j]; return true;
    case CAMEO_UINT8: *x = ((const uint8_t *)data)[j]; return true;
    case CAMEO_BOOL: *x = ((const uint8_t *)data)[j] != 0; return true;
    case CAMEO_INT4: *x = cm_i4_get(data, j); return true;
    case CAMEO_UINT4: *x = cm_u4_get(data, j); return true;
    case CAMEO_INT2: *x = cm_i2_get(data, j); return true;
    case CAMEO_UINT2: *x = cm_u2_get(data, j); return true;
    case CAMEO_UINT64: {
        uint64_t u = ((const uint64_t *)data)[j];
        *x = (int64_t)(u & INT64_MAX);
        return u <= INT64_MAX;
    }
    default: return false;
    }
}

bool cm_avalue_join_no_items(cm_avalue *a, const cm_avalue *b) {
    if (cm_avalue_has_no_items(a))
        *a = *b;
    else if (!cm_avalue_has_no_items(b))
        return false;
    return true;
}

/* Whether the value's bytes are known and hold an element j. */
static bool value_has_data(const cm_avalue *v, size_t j) {
    size_t n;
    return v->data != NULL && cm_avalue_count(v, &n) && j < n;
}

bool cm_avalue_elem(const cm_avalue *v, size_t j, cm_dim *d) {
    if (v->elem != NULL && v->n_elem != CM_NONE && j < v->n_elem) {
        *d = v->elem[j];
        return cm_dim_is_known(*d);
    }
    int64_t x;
    if (!value_has_data(v, j) || !value_load_i64(v->dtype, v->data, j, &x)) return false;
    *d = x; /* numbers that are no dims stay unknown */
    return cm_dim_is_const(x);
}

/* Bytes first, since they hold numbers near INT64_MIN, too */
bool cm_avalue_i64(const cm_avalue *v, size_t j, int64_t *x) {
    if (value_has_data(v, j)) return value_load_i64(v->dtype, v->data, j, x);
    cm_dim d;
    if (!cm_avalue_elem(v, j, &d) || !cm_dim_is_const(d)) return false;
    *x = d;
    return true;
}

bool cm_avalue_f64(const cm_avalue *v, size_t j, double *x) {
    if (!value_has_data(v, j)) return false;
    switch (v->dtype) {
    case CAMEO_FLOAT: *x = (double)((const float *)v->data)[j]; return true;
    case CAMEO_DOUBLE: *x = ((const double *)v->data)[j]; return true;
    case CAMEO_FLOAT16: *x = (double)cm_f16_to_f32(((const uint16_t *)v->data)[j]); return true;
    case CAMEO_BFLOAT16: *x = (double)cm_bf16_to_f32(((const uint16_t *)v->data)[j]); return true;
    default: return false;
    }
}

bool cm_avalue_count(const cm_avalue *v, size_t *n) {
    if (v->kind != CAMEO_KIND_TENSOR || v->rank == CM_RANK_UNKNOWN) return false;
    size_t product = 1;
    for (uint32_t i = 0; i < v->rank; i++) {
        if (!cm_dim_is_const(v->dims[i]) || v->dims[i] < 0) return false;
        size_t dim;
        if (cm_ckd_size((uint64_t)v->dims[i], &dim)) return false;
        if (cm_ckd_mul(product, dim, &product)) return false;
    }
    *n = product;
    return true;
}

cm_dim cm_avalue_count_dim(cm_dims *t, const cm_avalue *v) {
    if (v->kind != CAMEO_KIND_TENSOR || v->rank == CM_RANK_UNKNOWN) return CM_DIM_UNKNOWN;
    return cm_dim_product(t, v->dims, v->rank);
}
