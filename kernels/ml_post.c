/* ml_post.c — see ml_post.h. Source: ONNX ai.onnx.ml TreeEnsembleRegressor, LinearClassifier; S. Winitzki,
 * "A handy approximation for the error function and its inverse", 2008. */
#include "kernels/ml_post.h"

#include "base/math.h"
#include "kernels/move.h"

cameo_status cm_ml_rows(const cm_shape *s, cm_dim *rows) {
    const cm_avalue *x = cm_shape_in(s, 0);
    *rows = CM_DIM_UNKNOWN;
    if (x->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_CHECK(x->rank == 1 || x->rank == 2, s->e, CAMEO_E_SHAPE, "X has rank %u, want 1 or 2",
             x->rank);
    *rows = x->rank == 1 ? 1 : x->dims[0];
    return CAMEO_OK;
}

double cm_ml_probit(double p) {
    double x = 2 * p - 1;
    double ln = cm_log((1 - x) * (1 + x));
    double v = 2 / (3.14159 * 0.147) + 0.5 * ln;
    double y = cm_sqrt(-v + cm_sqrt(v * v - ln / 0.147));
    return 1.41421356 * (x < 0 ? -y : y);
}

static void ml_post_softmax(double *v, size_t n, bool skip_zero) {
    double max = v[0], sum = 0;
    for (size_t i = 1; i < n; i++) max = v[i] > max ? v[i] : max;
    for (size_t i = 0; i < n; i++) {
        if (skip_zero && cm_fabs(v[i]) <= 1e-7) {
            v[i] *= cm_exp(-max);
        } else {
            v[i] = cm_exp(v[i] - max);
            sum += v[i];
        }
    }
    for (size_t i = 0; i < n; i++) v[i] /= sum;
}

void cm_ml_post(int32_t post, double *v, size_t n) {
    if (n == 0) return;
    switch (post) {
    case CM_POST_SOFTMAX: ml_post_softmax(v, n, false); break;
    case CM_POST_SOFTMAX_ZERO: ml_post_softmax(v, n, true); break;
    case CM_POST_LOGISTIC:
        for (size_t i = 0; i < n; i++) v[i] = cm_sigmoid(v[i]);
        break;
    case CM_POST_PROBIT:
        for (size_t i = 0; i < n; i++) v[i] = cm_ml_probit(v[i]);
        break;
    default: break;
    }
}

void cm_ml_post_binary(int32_t post, double s, bool positive, double z[2]) {
    switch (post) {
    case CM_POST_LOGISTIC:
        z[0] = cm_sigmoid(-s);
        z[1] = cm_sigmoid(s);
        break;
    case CM_POST_PROBIT:
        z[0] = cm_ml_probit(s);
        z[1] = -z[0];
        break;
    default:
        z[0] = positive ? 1 - s : -s;
        z[1] = s;
        break;
    }
}

typedef struct ml_post_labels {
    const cm_tensor *labels;
    const uint32_t *number;
} ml_post_labels;

static cm_str ml_post_label(const void *ctx, size_t i, uint32_t part) {
    const ml_post_labels *l = ctx;
    (void)part;
    return cm_tensor_str(l->labels, l->number[i]);
}

cameo_status cm_ml_emit_labels(const cm_kctx *k, const cm_tensor *labels, const uint32_t *number,
                               size_t rows) {
    ml_post_labels l = {labels, number};
    return cm_strings_emit(k, 0, 1, &rows, &(cm_string_source){ml_post_label, &l, 1});
}
