/* qlinearconv.h — params of QLinearConv and ConvInteger, and where they and their kin, QLinearMatMul and MatMulInteger,
 * have their operands. */
#ifndef CM_KERNELS_QLINEARCONV_H
#define CM_KERNELS_QLINEARCONV_H

#include "ir/infer/window.h"
#include "kernels/activation.h"
#include "kernels/prim/qconv_tile.h"

typedef struct cm_qlinearconv_params {
    cm_window_attrs window;
    int32_t group;
    int32_t channels_last; /* 1: x is [N][in...][C] and y [N][out...][M], w is a constant; w is as always */
    cm_activation activation; /* of ConvInteger that gives floats: rewrites `activation`, `function` */
} cm_qlinearconv_params;

/* Inputs of QLinearConv, and of QLinearMatMul, whose A is X and whose B is W. */
enum {
    CM_QLINEAR_X,
    CM_QLINEAR_X_SCALE,
    CM_QLINEAR_X_ZERO,
    CM_QLINEAR_W,
    CM_QLINEAR_W_SCALE,
    CM_QLINEAR_W_ZERO,
    CM_QLINEAR_Y_SCALE,
    CM_QLINEAR_Y_ZERO,
    CM_QLINEAR_B /* int32, absent or one for each output channel */
};

/* Inputs of MatMulInteger and ConvInteger that rewrite `qlinear` adds and no file has: y = (float)acc * scale + bias,
 * floats then, of ConvInteger with an activation. */
enum {
    CM_INTEGER_SCALE = 4, /* f32, one element or one for each column or output channel */
    CM_INTEGER_BIAS       /* f32, one for each of them; or absent */
};

/* Where an operator has its operands and their zero points. */
typedef struct cm_qlinear_places {
    uint32_t x, x_zero, w, w_zero;
} cm_qlinear_places;

CM_INLINE cm_qlinear_places cm_qlinear_places_of(const cm_op *op) {
    if (op->id == CM_OP_ConvInteger || op->id == CM_OP_MatMulInteger)
        return (cm_qlinear_places){.x = 0, .w = 1, .x_zero = 2, .w_zero = 3};
    return (cm_qlinear_places){CM_QLINEAR_X, CM_QLINEAR_X_ZERO, CM_QLINEAR_W, CM_QLINEAR_W_ZERO};
}

/* What makes a signed byte an unsigned one that is greater by 128. */
CM_INLINE uint8_t cm_qlinear_flip(const cm_tensor *t) { return t->dtype == CAMEO_INT8 ? 0x80 : 0; }

CM_INLINE bool cm_qlinear_is_byte(const cm_tensor *t) { return t->dtype == CAMEO_INT8 || t->dtype == CAMEO_UINT8; }

/* Element m, or the only one, of input i, a zero point of `of`, which may be absent: 0. Flipped. */
CM_INLINE int32_t cm_qlinear_zero(const cm_kctx *k, uint32_t i, size_t m, const cm_tensor *of) {
    const cm_tensor *t = cm_in(k, i);
    uint8_t byte = t == NULL ? 0 : ((const uint8_t *)t->data)[t->n == 1 ? 0 : m];
    return (uint8_t)(byte ^ cm_qlinear_flip(of));
}

/* Element m, or the only one, of input i. */
CM_INLINE float cm_qlinear_scale(const cm_kctx *k, uint32_t i, size_t m) {
    const cm_tensor *t = cm_in(k, i);
    return cm_load_f32((const uint8_t *)t->data + (t->n == 1 ? 0 : m) * sizeof(float));
}

/* x_scale * w_scale[m] / y_scale */
CM_INLINE float cm_qlinear_factor(const cm_kctx *k, size_t m) {
    return cm_qlinear_scale(k, CM_QLINEAR_X_SCALE, 0) * cm_qlinear_scale(k, CM_QLINEAR_W_SCALE, m) /
           cm_qlinear_scale(k, CM_QLINEAR_Y_SCALE, 0);
}

/* factor[i] = cm_qlinear_factor(k, m + i), i < n */
CM_INLINE void cm_qlinear_factors(const cm_kctx *k, size_t m, size_t n, float *factor) {
    const cm_tensor *w = cm_in(k, CM_QLINEAR_W_SCALE);
    float x = cm_qlinear_scale(k, CM_QLINEAR_X_SCALE, 0), y = cm_qlinear_scale(k, CM_QLINEAR_Y_SCALE, 0);
    size_t step = w->n == 1 ? 0 : sizeof(float);
    const uint8_t *from = (const uint8_t *)w->data + m * step;
    for (size_t i = 0; i < n; i++) factor[i] = x * cm_load_f32(from + i * step) / y;
}

/* Output channels [m, m + n) of a product with packed weights: bias, factors and zero points of the weights as
 * signed bytes, unsigned ones less 128. whole: no bias, no factors. True: some zero point is not 0 then. */
CM_INLINE bool cm_qlinear_channels(const cm_kctx *k, size_t m, size_t n, bool whole, int32_t *bias, float *factor,
                                   int32_t *zero) {
    cm_qlinear_places at = cm_qlinear_places_of(k->op);
    const cm_tensor *w = cm_in(k, at.w), *b = whole ? NULL : cm_in(k, CM_QLINEAR_B);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        zero[i] = cm_qlinear_zero(k, at.w_zero, m + i, w) - 128;
        any = any || zero[i] != 0;
    }
    memset(bias, 0, n * sizeof *bias);
    if (b != NULL) memcpy(bias, (const uint8_t *)b->data + m * sizeof *bias, n * sizeof *bias);
    if (!whole) cm_qlinear_factors(k, m, n, factor);
    return any;
}

/* scale[i], bias[i]: what makes a float of a sum of column or output channel m + i, i < n. */
CM_INLINE void cm_integer_floats(const cm_kctx *k, size_t m, size_t n, float *scale, float *bias) {
    const cm_tensor *b = cm_in(k, CM_INTEGER_BIAS);
    for (size_t i = 0; i < n; i++) {
        scale[i] = cm_qlinear_scale(k, CM_INTEGER_SCALE, m + i);
        bias[i] = b == NULL ? CM_QCONV_NO_BIAS : cm_load_f32((const uint8_t *)b->data + (m + i) * sizeof(float));
    }
}

/* The bounds of the floats that sums become; -infinity and infinity where there are none. */
CM_INLINE cm_clamp cm_integer_clamp(const cm_kctx *k) {
    static const cm_activation none = {CM_ACTIVATION_NONE, {0, 0}};
    bool conv = k->op->id == CM_OP_ConvInteger;
    return cm_activation_clamp(conv ? &((const cm_qlinearconv_params *)k->params)->activation : &none);
}

/* The function, if it is no clamp, to floats of c channels of each of n outputs of m channels, from element y of the
 * result on. */
CM_INLINE void cm_integer_stage(const cm_kctx *k, size_t y, size_t n, size_t c, size_t m) {
    if (k->op->id != CM_OP_ConvInteger) return;
    const cm_activation *act = &((const cm_qlinearconv_params *)k->params)->activation;
    cm_stage_fn *stage = cm_activation_stage(k, act);
    if (stage == NULL) return;
    if (c == m) c *= n, n = 1;
    for (; n > 0; n--, y += m) cm_activation_apply(stage, act, NULL, 0, (float *)cm_out(k, 0)->data + y, c);
}

/* Weights of known size, at least one spatial axis, channels last. */
bool cm_qlinearconv_accept_last(const cm_row_query *q);

#endif
