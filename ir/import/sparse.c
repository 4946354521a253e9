/* sparse.c — checks a SparseTensorProto: whoever makes it dense may trust its indices afterwards.
 * Rules: onnx.proto3, SparseTensorProto, and onnx/checker.cc. */
#include "base/bytes.h"
#include "base/ckd.h"
#include "ir/import/link.h"

/* Element k of an int64 tensor, wherever it lies. */
static int64_t sparse_index(const cm_tables *t, const cm_tensor_proto *indices, size_t k) {
    const uint8_t *p = cm_payload_bytes(t, &indices->payload) + 8 * k;
    bool little = cm_payload_is_little(&indices->payload);
    uint64_t v = little ? cm_load_le64(p) : (uint64_t)cm_load_i64(p);
    return v <= INT64_MAX ? (int64_t)v : -1; /* every negative index is equally wrong */
}

int64_t cm_sparse_position(const cm_tables *t, const cm_sparse_proto *s, size_t k, int64_t n_elem) {
    const cm_tensor_proto *indices = &t->tensor.row[s->indices];
    if (indices->dims.n == 1) {
        int64_t i = sparse_index(t, indices, k);
        return i < n_elem ? i : -1;
    }
    int64_t position = 0;
    for (uint32_t d = 0; d < s->dims.n; d++) {
        int64_t dim = t->ints.row[s->dims.first + d];
        int64_t i = sparse_index(t, indices, k * s->dims.n + d);
        if (i < 0 || i >= dim) return -1;
        position = position * dim + i; /* below n_elem */
    }
    return position;
}

static cameo_status sparse_count(const cm_tables *t, const cm_sparse_proto *s, int64_t *n_elem,
                                 cameo_error *e) {
    bool wrong = s->dims.n == 0;
    *n_elem = 1;
    CM_CHECK(s->dims.n <= CM_MAX_RANK, e, CAMEO_E_LIMIT, "a sparse tensor has a rank above %d",
             CM_MAX_RANK);
    for (uint32_t d = 0; !wrong && d < s->dims.n; d++) {
        int64_t dim = t->ints.row[s->dims.first + d];
        wrong = dim <= 0 || cm_ckd_mul_i64(*n_elem, dim, n_elem);
    }
    CM_CHECK(!wrong, e, CAMEO_E_MALFORMED, "dims of a sparse tensor are missing, 0 or too large");
    return CAMEO_OK;
}

cameo_status cm_sparse_check(const cm_tables *t, const cm_sparse_proto *s, int64_t *n_elem,
                             cameo_error *e) {
    const cm_tensor_proto *values = &t->tensor.row[s->values];
    const cm_tensor_proto *indices = &t->tensor.row[s->indices];
    int64_t last = -1;
    CM_TRY(sparse_count(t, s, n_elem, e));
    CM_CHECK(values->dims.n == 1, e, CAMEO_E_MALFORMED,
             "values of a sparse tensor have rank %u, want 1", (unsigned)values->dims.n);
    const int64_t *dims = t->ints.row + indices->dims.first;
    bool linear = indices->dims.n == 1;
    bool fits = indices->dtype == CAMEO_INT64 &&
                (linear || (indices->dims.n == 2 && dims[1] == (int64_t)s->dims.n)) &&
                (uint64_t)dims[0] == values->n_elem;
    CM_CHECK(fits, e, CAMEO_E_MALFORMED, "indices of a sparse tensor do not fit its %zu values",
             values->n_elem);
    for (size_t k = 0; k < values->n_elem; k++) {
        int64_t position = cm_sparse_position(t, s, k, *n_elem);
        CM_CHECK(position > last, e, CAMEO_E_MALFORMED,
                 "index %zu of a sparse tensor is out of range or not above the one before", k);
        last = position;
    }
    return CAMEO_OK;
}
