/* string_concat.c — StringConcat: joins two string tensors element by element, with numpy
 * broadcasting. Source: ONNX StringConcat 20. */
#include "kernels/move.h"

static cameo_status string_concat_shape(cm_shape *s) {
    uint32_t rank;
    cm_dim dims[CM_MAX_RANK];
    CM_TRY(cm_shape_broadcast(s, 0, 2, &rank, dims));
    return cm_shape_out(s, 0, CAMEO_STRING, rank, rank == CM_RANK_UNKNOWN ? NULL : dims);
}

/* Both inputs as sources of the joined dims: a stride of 0 repeats. Errors: E_SHAPE. */
static cameo_status string_concat_source(const cm_kctx *k, cm_strided v[2]) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < 2; i++) {
        if (cm_in(k, i)->rank > rank) rank = cm_in(k, i)->rank;
    }
    size_t dims[CM_MAX_RANK] = {0};
    for (uint32_t d = 0; d < rank; d++) dims[d] = 1;
    for (uint32_t i = 0; i < 2; i++) {
        const cm_tensor *x = cm_in(k, i);
        cm_strided dense;
        cm_strided_dense(&dense, x->rank, x->dims);
        uint32_t missing = rank - x->rank;
        v[i] = (cm_strided){.rank = rank};
        for (uint32_t d = 0; d < x->rank; d++) {
            size_t *dim = &dims[missing + d];
            CM_CHECK(*dim == 1 || x->dims[d] == 1 || *dim == x->dims[d], k->e, CAMEO_E_SHAPE,
                     "dims %zu and %zu do not broadcast", *dim, x->dims[d]);
            if (x->dims[d] != 1) *dim = x->dims[d];
            v[i].stride[missing + d] = x->dims[d] == 1 ? 0 : dense.stride[d];
        }
    }
    for (uint32_t d = 0; d < rank; d++) v[0].dims[d] = v[1].dims[d] = dims[d];
    return CAMEO_OK;
}

/* see kernel.h */
cameo_status cm_string_concat_setup(const cm_kctx *k, cm_setup *s) {
    cm_strided v[2];
    CM_TRY(string_concat_source(k, v));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct string_concat_pair {
    cm_strided v[2];
    const cm_tensor *x[2];
} string_concat_pair;

static cm_str string_concat_piece(const void *ctx, size_t i, uint32_t part) {
    const string_concat_pair *p = ctx;
    return cm_tensor_str(p->x[part], cm_strided_at(&p->v[part], i));
}

/* cm_string_concat_run — y[i] = a[i] b[i]; a and b broadcast to the dims of y, which is allocated
 * here. Errors: E_NOMEM, E_LIMIT more than 4 GiB of text. */
cameo_status cm_string_concat_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    string_concat_pair p = {.x = {cm_in(k, 0), cm_in(k, 1)}};
    CM_TRY(string_concat_source(k, p.v));
    return cm_strings_emit(k, 0, p.v[0].rank, p.v[0].dims,
                           &(cm_string_source){string_concat_piece, &p, 2});
}

const cm_op cm_op_StringConcat = {CM_OP_StringConcat, CM_OPF_DYNAMIC, 0, 0, NULL, NULL,
                                  string_concat_shape, NULL};
