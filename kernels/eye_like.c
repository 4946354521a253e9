/* eye_like.c — EyeLike: ones on a diagonal, zeros elsewhere; the input gives the dims.
 * Source: ONNX EyeLike, since_version 9, 22. */
#include "kernels/lane.h"
#include "kernels/move.h"

typedef struct eye_like_params {
    int32_t dtype; /* 0: that of the input */
    int32_t k;     /* the ones are at [i][i + k] */
} eye_like_params;

static const cm_field eye_like_fields[] = {CM_F_I32(eye_like_params, dtype, 0),
                                           CM_F_I32(eye_like_params, k, 0)};

static cameo_status eye_like_shape(cm_shape *s) {
    const eye_like_params *p = s->params;
    const cm_avalue *x = cm_shape_in(s, 0);
    int64_t dtype = p->dtype == 0 ? x->dtype : p->dtype;
    CM_CHECK(x->rank == 2 || x->rank == CM_RANK_UNKNOWN, s->e, CAMEO_E_SHAPE,
             "the input has rank %u, want 2", (unsigned)x->rank);
    CM_CHECK(cm_dtype_is_known(dtype), s->e, CAMEO_E_TYPE,
             "attribute dtype is %lld, which is no type", CM_LL(dtype));
    uint32_t flags = cm_dtype_flags((cameo_dtype)dtype);
    uint32_t bits = cameo_dtype_bits((cameo_dtype)dtype);
    bool narrow = bits < 8 || (bits == 8 && (flags & CM_DTF_FLOAT) != 0);
    CM_CHECK(!narrow && (flags & (CM_DTF_STRING | CM_DTF_COMPLEX)) == 0, s->e, CAMEO_E_TYPE,
             "there is no diagonal of %s", cameo_dtype_name((cameo_dtype)dtype));
    return cm_shape_out(s, 0, (int)dtype, 2, x->rank == 2 ? x->dims : NULL);
}

const cm_op cm_op_EyeLike = {.id = CM_OP_EyeLike,
                             .n_fields = 2,
                             .params_size = sizeof(eye_like_params),
                             .fields = eye_like_fields,
                             .shape = eye_like_shape};

/* One phase over the elements. Scratch: none. */
cameo_status cm_eye_like_setup(const cm_kctx *k, cm_setup *s) {
    CM_CHECK(cm_out(k, 0)->rank == 2, k->e, CAMEO_E_SHAPE, "the input has rank %u, want 2",
             (unsigned)cm_out(k, 0)->rank);
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

static void eye_like_one(const cm_tensor *y, size_t at) {
    static const double real = 1;
    static const int64_t whole = 1;
    if ((cm_dtype_flags((cameo_dtype)y->dtype) & CM_DTF_FLOAT) != 0)
        cm_lane_store_f64(y->dtype, y->data, at, 1, &real, (cm_lane_rounding){false, CM_E8M0_UP});
    else
        cm_lane_store_i64(y->dtype, y->data, at, 1, &whole);
}

/* cm_eye_like_run — y[i][j] = j == i + k. y [rows][columns] of any dtype of a byte or more. Returns
 * CAMEO_OK. */
cameo_status cm_eye_like_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    int64_t diagonal = ((const eye_like_params *)k->params)->k;
    const cm_tensor *y = cm_out(k, 0);
    size_t size = cm_move_bits(y) / 8;
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        memset((uint8_t *)y->data + at * size, 0, (stop - at) * size);
        size_t columns = y->dims[1];
        for (size_t row = at / columns; row <= (stop - 1) / columns; row++) {
            int64_t column = (int64_t)row + diagonal;
            if (column < 0 || (uint64_t)column >= columns) continue;
            size_t one = row * columns + (size_t)column;
            if (one >= at && one < stop) eye_like_one(y, one);
        }
    }
    return CAMEO_OK;
}
