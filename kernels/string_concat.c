/* string_concat.c — StringConcat: joins two string tensors element by element, with numpy
 * broadcasting. Source: ONNX StringConcat 20. */
#include "kernels/broadcast.h"

static cameo_status string_concat_shape(cm_shape *s) {
    uint32_t rank;
    cm_dim dims[CM_MAX_RANK];
    CM_TRY(cm_shape_broadcast(s, 0, 2, &rank, dims));
    return cm_shape_out(s, 0, CAMEO_STRING, rank, rank == CM_RANK_UNKNOWN ? NULL : dims);
}

cameo_status cm_string_concat_setup(const cm_kctx *k, cm_setup *s) {
    cm_strided v[2];
    CM_TRY(cm_broadcast_sources(k, 2, v));
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
    CM_TRY(cm_broadcast_sources(k, 2, p.v));
    return cm_strings_emit(k, 0, p.v[0].rank, p.v[0].dims,
                           &(cm_string_source){string_concat_piece, &p, 2});
}

const cm_op cm_op_StringConcat = {CM_OP_StringConcat, CM_OPF_DYNAMIC, 0, 0, NULL, NULL,
                                  string_concat_shape, NULL};
