/* ml_post.h — what ai.onnx.ml's classifiers and regressors share: rows of X, post_transform, labels. */
#ifndef CM_KERNELS_ML_POST_H
#define CM_KERNELS_ML_POST_H

#include "kernels/kernel.h"

/* Attribute post_transform, and the numbers of TreeEnsemble 5. */
typedef enum cm_post {
    CM_POST_NONE,
    CM_POST_SOFTMAX,
    CM_POST_LOGISTIC,
    CM_POST_SOFTMAX_ZERO,
    CM_POST_PROBIT
} cm_post;
#define CM_POST_CHOICES "NONE,SOFTMAX,LOGISTIC,SOFTMAX_ZERO,PROBIT"

/* Rows of input 0, [rows][features] or [features]; CM_DIM_UNKNOWN where its rank is unknown.
 * Errors: E_SHAPE another rank. */
CM_NODISCARD cameo_status cm_ml_rows(const cm_shape *s, cm_dim *rows);

/* sqrt(2) * erfinv(2p - 1); NaN outside [0, 1]. Winitzki's approximation of erfinv with a = 0.147,
 * relative error below 2e-3: the numbers of ONNX Runtime and of ONNX's reference. */
double cm_ml_probit(double p);

/* cm_ml_post — transforms the n scores of one row in place.
 *   SOFTMAX       exp(v - max) / sum
 *   SOFTMAX_ZERO  the same for scores beyond 1e-7 in magnitude; others become v * exp(-max) / sum;
 *                 NaN where no score is beyond it
 *   LOGISTIC      1 / (1 + exp(-v))
 *   PROBIT        cm_ml_probit */
void cm_ml_post(int32_t post, double *v, size_t n);

/* A classifier with one score s for two classes. positive: no weight is negative, then s is a
 * probability. LOGISTIC: logistic of -s and s; PROBIT: of s, and its negative; else 1 - s and s
 * (positive) or -s and s. So does ONNX Runtime, which leaves the second number of PROBIT undefined. */
void cm_ml_post_binary(int32_t post, double s, bool positive, double z[2]);

/* Output 0 of a node, string [rows], becomes labels[number[row]]. number: [rows], each < labels->n.
 * Errors: E_NOMEM, E_LIMIT. */
CM_NODISCARD cameo_status cm_ml_emit_labels(const cm_kctx *k, const cm_tensor *labels,
                                            const uint32_t *number, size_t rows);

#endif
