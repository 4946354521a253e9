/* bit_cast.c — BitCast: the same bits as another dtype of the same width, dims unchanged.
 * Source: ONNX BitCast, since_version 26. */
#include "kernels/move.h"

typedef struct bit_cast_params {
    int32_t to; /* cameo_dtype */
} bit_cast_params;

static const cm_field bit_cast_fields[] = {CM_F_I32(bit_cast_params, to, 0)};

static cameo_status bit_cast_shape(cm_shape *s) {
    int to = ((const bit_cast_params *)s->params)->to;
    const cm_avalue *x = cm_shape_in(s, 0);
    uint32_t from_bits = cameo_dtype_bits((cameo_dtype)x->dtype);
    CM_CHECK(cm_dtype_is_known(to), s->e, CAMEO_E_TYPE, "attribute to is %d, which is no type", to);
    uint32_t bits = cameo_dtype_bits((cameo_dtype)to);
    CM_CHECK(bits != 0 && bits == from_bits, s->e, CAMEO_E_TYPE,
             "%s has %u bits, %s has %u: want the same", cameo_dtype_name((cameo_dtype)x->dtype),
             from_bits, cameo_dtype_name((cameo_dtype)to), bits);
    CM_TRY(cm_shape_out(s, 0, to, x->rank, x->dims));
    if (to == x->dtype) cm_shape_pass_elems(s, 0, x);
    return CAMEO_OK;
}

const cm_op cm_op_BitCast = {.id = CM_OP_BitCast,
                             .n_fields = 1,
                             .params_size = sizeof(bit_cast_params),
                             .fields = bit_cast_fields,
                             .shape = bit_cast_shape};

/* One phase over the elements. Scratch: none. */
cameo_status cm_bit_cast_setup(const cm_kctx *k, cm_setup *s) {
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* cm_bit_cast_run — the bits of y are those of x. x: any alignment. Returns CAMEO_OK. */
cameo_status cm_bit_cast_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        cm_move_flat(cm_move_bits(y), y->data, at, cm_in(k, 0)->data, at, stop - at);
    }
    return CAMEO_OK;
}
