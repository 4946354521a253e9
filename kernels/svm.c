/* svm.c — SVMRegressor, SVMClassifier: support vector machines as libsvm and liblinear make them. The
 * lists are constant inputs (ir/import/lift_ml.c). Features are taken as floats; sums are double.
 *
 * With support vectors v_j the regressor is sum_j coefficients[j] * K(x, v_j) + rho[0]. The classifier
 * compares each two classes a < b:
 *   s_ab = sum over v_j of a: c[b-1][j] * K_j  +  sum over v_j of b: c[a][j] * K_j  +  rho[ab]
 * with coefficients c [classes-1][vectors], and the class that wins most often gives the label. Scores
 * are the s_ab, or with prob_a and prob_b the probabilities of the classes. Without support vectors the
 * coefficients are [classes][features] of linear functions, to which rho[0] is added. Labels of two
 * classes and the transforms follow ONNX Runtime.
 * Source: ONNX ai.onnx.ml SVMRegressor 1, SVMClassifier 1; probabilities: T.-F. Wu, C.-J. Lin, R. C. Weng,
 * "Probability Estimates for Multi-class Classification by Pairwise Coupling", 2004, algorithm 2. */
#include "base/math.h"
#include "kernels/ml_post.h"
#include "kernels/move.h"

enum {
    SVM_X,
    SVM_COEFFICIENTS,
    SVM_VECTORS,
    SVM_RHO,
    SVM_PROB_A,
    SVM_PROB_B,
    SVM_PER_CLASS,
    SVM_LABELS
};

enum { SVM_LINEAR, SVM_POLY, SVM_RBF, SVM_SIGMOID };

typedef struct cm_svm_params {
    int32_t kernel;                /* SVM_LINEAR ... */
    int32_t post;                  /* cm_post */
    int32_t one_class, n_supports; /* SVMRegressor */
    int32_t kernel_bits[3];        /* floats gamma, coef0, degree */
} cm_svm_params;

static const cm_field svm_fields[] = {
    {"kernel_type", CM_FIELD_ENUM, 1, offsetof(cm_svm_params, kernel), SVM_LINEAR, 0,
     "LINEAR,POLY,RBF,SIGMOID"},
    {"post_transform", CM_FIELD_ENUM, 1, offsetof(cm_svm_params, post), CM_POST_NONE, 0,
     CM_POST_CHOICES},
    CM_F_I32(cm_svm_params, one_class, 0),
    CM_F_I32(cm_svm_params, n_supports, 0),
    CM_F_OWN(cm_svm_params, kernel_bits)};

static cameo_status svm_parse(const cm_parse *p, void *params) {
    cm_svm_params *q = params;
    const float *v = NULL;
    size_t n = 0;
    CM_TRY(cm_attr_f32s(p, "kernel_params", &v, &n));
    CM_CHECK(n == 0 || n == 3, p->e, CAMEO_E_MALFORMED, "kernel_params has %zu numbers, want 3", n);
    CM_CHECK(n == 3 || q->kernel == SVM_LINEAR, p->e, CAMEO_E_MALFORMED,
             "kernel_params is missing");
    if (n == 3) memcpy(q->kernel_bits, v, sizeof q->kernel_bits);
    return CAMEO_OK;
}

/* Rows of X, and what every machine has. Errors: E_SHAPE, E_MALFORMED. */
static cameo_status svm_rows(const cm_shape *s, cm_dim *rows) {
    CM_CHECK(cm_shape_has(s, SVM_COEFFICIENTS) && cm_shape_has(s, SVM_RHO), s->e, CAMEO_E_MALFORMED,
             "coefficients or rho are missing");
    return cm_ml_rows(s, rows);
}

static cameo_status svm_regressor_shape(cm_shape *s) {
    cm_dim dims[2] = {CM_DIM_UNKNOWN, 1};
    CM_TRY(svm_rows(s, &dims[0]));
    return cm_shape_out(s, 0, CAMEO_FLOAT, 2, dims);
}

/* Scores of the classifier: one for each class, or one for each two classes. */
static int64_t svm_n_scores(int64_t classes, bool pairs) {
    return pairs && classes > 2 ? classes * (classes - 1) / 2 : classes;
}

#define SVM_MAX_CLASSES 65535

static cameo_status svm_classifier_shape(cm_shape *s) {
    const cm_avalue *labels = cm_shape_in(s, SVM_LABELS);
    CM_CHECK(labels->kind != CAMEO_KIND_NONE, s->e, CAMEO_E_MALFORMED,
             "neither classlabels_ints nor classlabels_strings is given");
    CM_CHECK(labels->dims[0] <= SVM_MAX_CLASSES, s->e, CAMEO_E_LIMIT,
             "%lld classes, at most %d are handled", CM_LL(labels->dims[0]), SVM_MAX_CLASSES);
    bool pairs = cm_shape_has(s, SVM_VECTORS) && !cm_shape_has(s, SVM_PROB_A);
    cm_dim dims[2] = {CM_DIM_UNKNOWN, svm_n_scores(labels->dims[0], pairs)};
    CM_TRY(svm_rows(s, &dims[0]));
    CM_TRY(cm_shape_out(s, 0, labels->dtype, 1, dims));
    return cm_shape_out(s, 1, CAMEO_FLOAT, 2, dims);
}

/* Multiply-adds, about. */
static uint64_t svm_cost(const cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, SVM_X), *v = cm_shape_in(s, SVM_VECTORS);
    uint64_t rows = x->rank == 2 ? (uint64_t)x->dims[0] : 1;
    uint64_t n = (uint64_t)cm_shape_in(s, SVM_COEFFICIENTS)->dims[0];
    if (v->kind != CAMEO_KIND_NONE) n += (uint64_t)v->dims[0];
    if (cm_shape_has(s, SVM_LABELS)) { /* 100 rounds over a matrix of classes at the most */
        uint64_t c = (uint64_t)cm_shape_in(s, SVM_LABELS)->dims[0];
        n += c * c * (cm_shape_has(s, SVM_PROB_A) ? 200 : 1);
    }
    return cm_cost_mul(rows, n);
}

#define SVM_OP(op_type, shape_fn)                                                      \
    const cm_op cm_op_##op_type = {.id = CM_OP_##op_type,                              \
                                   .n_fields = sizeof svm_fields / sizeof *svm_fields, \
                                   .params_size = sizeof(cm_svm_params),               \
                                   .fields = svm_fields,                               \
                                   .parse = svm_parse,                                 \
                                   .shape = shape_fn,                                  \
                                   .cost = svm_cost};
SVM_OP(SVMRegressor, svm_regressor_shape)
SVM_OP(SVMClassifier, svm_classifier_shape)

/* ---- kernel ---- */

typedef struct svm_machine {
    size_t rows, cols;
    size_t n_vectors; /* 0: linear */
    size_t n_classes; /* 0: regressor */
    size_t n_out;     /* scores of a row */
    size_t n_pairs;
    bool proba;
    size_t per_task; /* rows */
    const float *coefficients, *vectors, *rho, *prob_a, *prob_b;
    int32_t kernel, post;
    double gamma, coef0, degree;
} svm_machine;

static const float *svm_list(const cm_kctx *k, uint32_t in, size_t *n) {
    const cm_tensor *t = cm_in(k, in);
    *n = t == NULL ? 0 : t->n;
    return t == NULL ? NULL : t->data;
}

/* Sizes that fit together. Errors: E_SHAPE. */
static cameo_status svm_check(const cm_kctx *k, const svm_machine *m, size_t n_vectors) {
    size_t n_coef, n_rho, n_a, n_b, want = 0, want_vectors = 0;
    (void)svm_list(k, SVM_COEFFICIENTS, &n_coef);
    (void)svm_list(k, SVM_RHO, &n_rho);
    (void)svm_list(k, SVM_PROB_A, &n_a);
    (void)svm_list(k, SVM_PROB_B, &n_b);
    size_t sets =
        m->n_vectors != 0 && m->n_classes != 0 ? m->n_classes - 1 : cm_max_size(1, m->n_classes);
    bool over = cm_ckd_mul(sets, m->n_vectors != 0 ? m->n_vectors : m->cols, &want) ||
                cm_ckd_mul(m->n_vectors, m->cols, &want_vectors);
    CM_CHECK(!over && n_coef == want, k->e, CAMEO_E_SHAPE, "%zu coefficients, want %zu", n_coef,
             want);
    CM_CHECK(n_vectors == want_vectors, k->e, CAMEO_E_SHAPE,
             "%zu numbers of support vectors, want %zu", n_vectors, want_vectors);
    size_t pairs = m->n_vectors != 0 && m->n_classes != 0 ? m->n_pairs : 1;
    CM_CHECK(n_rho >= pairs, k->e, CAMEO_E_SHAPE, "%zu numbers of rho, want %zu", n_rho, pairs);
    CM_CHECK(!m->proba || (n_a >= pairs && n_b >= pairs), k->e, CAMEO_E_SHAPE,
             "%zu numbers of prob_a and %zu of prob_b, want %zu", n_a, n_b, pairs);
    return CAMEO_OK;
}

/* Errors: E_SHAPE lists that do not fit together. */
static cameo_status svm_open(const cm_kctx *k, svm_machine *m) {
    const cm_svm_params *p = k->params;
    const cm_tensor *x = cm_in(k, SVM_X), *labels = cm_in(k, SVM_LABELS);
    size_t n, n_vectors, n_coef;
    *m = (svm_machine){.rows = x->rank == 1 ? 1 : x->dims[0], .cols = x->dims[x->rank - 1u]};
    m->post = p->post;
    m->coefficients = svm_list(k, SVM_COEFFICIENTS, &n_coef);
    m->vectors = svm_list(k, SVM_VECTORS, &n_vectors);
    m->rho = svm_list(k, SVM_RHO, &n);
    m->prob_a = svm_list(k, SVM_PROB_A, &n);
    m->prob_b = svm_list(k, SVM_PROB_B, &n);
    m->n_classes = labels == NULL ? 0 : labels->n;
    if (labels == NULL) {
        m->n_vectors = p->n_supports > 0 ? (size_t)p->n_supports : 0;
    } else if (m->vectors != NULL && m->cols != 0) {
        m->n_vectors = n_vectors / m->cols;
    }
    m->kernel = m->n_vectors == 0 ? SVM_LINEAR : p->kernel;
    m->proba = m->n_vectors != 0 && m->prob_a != NULL;
    m->n_pairs = m->n_classes < 2 ? 0 : m->n_classes * (m->n_classes - 1) / 2;
    bool pairs = m->vectors != NULL && m->prob_a == NULL;
    m->n_out = labels == NULL ? 1 : (size_t)svm_n_scores((int64_t)m->n_classes, pairs);
    m->gamma = (double)cm_load_f32(&p->kernel_bits[0]);
    m->coef0 = (double)cm_load_f32(&p->kernel_bits[1]);
    m->degree = (double)cm_load_f32(&p->kernel_bits[2]);
    m->per_task = cm_max_size(1, CM_TASK_ITEMS / cm_max_size(1, n_vectors + n_coef));
    return svm_check(k, m, n_vectors);
}

/* Doubles of worker scratch: kernels, scores and votes, three matrices of probabilities.
 * Errors: E_LIMIT. */
static cameo_status svm_scratch(const cm_kctx *k, const svm_machine *m, size_t *bytes) {
    size_t c = m->n_classes, square = 0, n = 0;
    bool over = (m->proba && cm_ckd_mul(c, 2 * c, &square)) ||
                cm_ckd_add(square, m->n_vectors, &n) || cm_ckd_add(n, m->n_pairs, &n) ||
                cm_ckd_add(n, 3 * c + 2, &n) || cm_ckd_mul(n, sizeof(double), bytes);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "%zu classes", c);
    return CAMEO_OK;
}

/* One phase over rows; a second one of one task writes labels that are strings. Scratch: then uint32_t
 * [rows], numbers of labels. Errors: E_SHAPE, E_LIMIT. */
cameo_status cm_svm_setup(const cm_kctx *k, cm_setup *s) {
    svm_machine m;
    CM_TRY(svm_open(k, &m));
    CM_TRY(svm_scratch(k, &m, &s->worker_scratch));
    cm_setup_simple(s, m.rows, m.per_task);
    const cm_tensor *labels = cm_in(k, SVM_LABELS);
    if (labels == NULL || labels->dtype != CAMEO_STRING) return CAMEO_OK;
    CM_CHECK(!cm_ckd_mul(m.rows, sizeof(uint32_t), &s->scratch), k->e, CAMEO_E_LIMIT, "%zu rows",
             m.rows);
    s->n_phases = 2;
    s->phase[1].n_tasks = 1;
    return CAMEO_OK;
}

/* Feature i of all, as float. */
static double svm_feature(const cm_tensor *x, size_t i) {
    switch (x->dtype) {
    case CAMEO_FLOAT: return (double)((const float *)x->data)[i];
    case CAMEO_DOUBLE: return (double)(float)((const double *)x->data)[i];
    case CAMEO_INT32: return (double)(float)((const int32_t *)x->data)[i];
    default: return (double)(float)((const int64_t *)x->data)[i];
    }
}

/* K(x[row], v), v [cols]. */
static double svm_kernel(const svm_machine *m, const cm_tensor *x, size_t row, const float *v) {
    double sum = 0;
    for (size_t i = 0; i < m->cols; i++) {
        double a = svm_feature(x, row * m->cols + i), b = (double)v[i];
        sum += m->kernel == SVM_RBF ? (a - b) * (a - b) : a * b;
    }
    switch (m->kernel) {
    case SVM_POLY: return cm_pow(m->gamma * sum + m->coef0, m->degree);
    case SVM_RBF: return cm_exp(-m->gamma * sum);
    case SVM_SIGMOID: return cm_tanh(m->gamma * sum + m->coef0);
    default: return sum;
    }
}

/* Scores of all pairs in s, votes in votes [n_classes]; kernels [n_vectors]. */
static void svm_compare(const svm_machine *m, const int64_t *per_class, const double *kernel,
                        double *s, double *votes) {
    size_t at = 0, first_a = 0;
    for (size_t a = 0; a < m->n_classes; a++) votes[a] = 0;
    for (size_t a = 0; a + 1 < m->n_classes; a++) {
        size_t first_b = first_a + (size_t)per_class[a];
        for (size_t b = a + 1; b < m->n_classes; b++, at++) {
            const float *to_b = m->coefficients + (b - 1) * m->n_vectors;
            const float *to_a = m->coefficients + a * m->n_vectors;
            size_t end_b = first_b + (size_t)per_class[b];
            double sum = 0;
            for (size_t j = first_a; j < first_a + (size_t)per_class[a]; j++) {
                sum += (double)to_b[j] * kernel[j];
            }
            for (size_t j = first_b; j < end_b; j++) sum += (double)to_a[j] * kernel[j];
            sum += (double)m->rho[at];
            s[at] = (double)(float)sum;
            votes[sum > 0 ? a : b] += 1;
            first_b = end_b;
        }
        first_a += (size_t)per_class[a];
    }
}

/* Rounds of the coupling, and what stops it: the constants of libsvm. */
#define SVM_ROUNDS 100

/* p [n] from r[a*n + b], the probability of a against b. q [n*n], qp [n]: room. */
static void svm_couple(size_t n, const double *r, double *p, double *q, double *qp) {
    for (size_t t = 0; t < n; t++) {
        p[t] = 1 / (double)n;
        q[t * n + t] = 0;
        for (size_t j = 0; j < n; j++) {
            if (j == t) continue;
            q[t * n + t] += r[j * n + t] * r[j * n + t];
            q[t * n + j] = -r[j * n + t] * r[t * n + j];
        }
    }
    for (int round = 0; round < SVM_ROUNDS; round++) {
        double pqp = 0, worst = 0;
        for (size_t t = 0; t < n; t++) {
            qp[t] = 0;
            for (size_t j = 0; j < n; j++) qp[t] += q[t * n + j] * p[j];
            pqp += p[t] * qp[t];
        }
        for (size_t t = 0; t < n; t++) {
            double error = cm_fabs(qp[t] - pqp);
            if (error > worst) worst = error;
        }
        if (worst < 0.005 / (double)n) return;
        for (size_t t = 0; t < n; t++) {
            double diff = (-qp[t] + pqp) / q[t * n + t];
            p[t] += diff;
            pqp = (pqp + diff * (diff * q[t * n + t] + 2 * qp[t])) / (1 + diff) / (1 + diff);
            for (size_t j = 0; j < n; j++) {
                qp[j] = (qp[j] + diff * q[t * n + j]) / (1 + diff);
                p[j] /= 1 + diff;
            }
        }
    }
}

/* Scores of the pairs in s become probabilities of the classes in p. room: 2*n*n + n. */
static void svm_probabilities(const svm_machine *m, const double *s, double *p, double *room) {
    size_t n = m->n_classes, at = 0;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n; b++, at++) {
            double v = s[at] * (double)m->prob_a[at] + (double)m->prob_b[at];
            double won = cm_sigmoid(-v);
            won = won > 1e-7 ? won : 1e-7;
            won = won < 1 - 1e-7 ? won : 1 - 1e-7;
            room[a * n + b] = won;
            room[b * n + a] = 1 - won;
        }
    }
    svm_couple(n, room, p, room + n * n, room + 2 * n * n);
}

static uint32_t svm_greatest(const double *v, size_t n) {
    uint32_t best = 0;
    for (size_t i = 1; i < n; i++) {
        if (v[i] > v[best]) best = (uint32_t)i;
    }
    return best;
}

/* The label of a linear machine with scores v. Of two classes ONNX Runtime takes the second where a score
 * is positive (at least 0.5 if all coefficients are). */
static uint32_t svm_linear_label(const svm_machine *m, const double *v) {
    uint32_t best = svm_greatest(v, m->n_classes);
    if (m->n_classes != 2) return best;
    bool positive = true;
    for (size_t i = 0; i < 2 * m->cols; i++) positive = positive && m->coefficients[i] >= 0;
    return (positive ? v[best] >= 0.5 : v[best] > 0) ? 1 : best;
}

/* One row: its n_out scores in *out, its label's number. scratch: svm_scratch. */
static uint32_t svm_classify(const cm_kctx *k, const svm_machine *m, size_t row, double *scratch,
                             double **out) {
    const cm_tensor *x = cm_in(k, SVM_X);
    double *kernel = scratch, *s = kernel + m->n_vectors, *votes = s + m->n_pairs + 2;
    double *p = votes + m->n_classes;
    *out = s;
    s[0] = 0; /* one class has no pair */
    if (m->n_vectors == 0) {
        *out = p;
        for (size_t c = 0; c < m->n_classes; c++) {
            p[c] = svm_kernel(m, x, row, m->coefficients + c * m->cols) + (double)m->rho[0];
            p[c] = (double)(float)p[c];
        }
        uint32_t best = svm_linear_label(m, p);
        if (m->n_classes > 1) cm_ml_post(m->post, p, m->n_classes);
        return best;
    }
    for (size_t j = 0; j < m->n_vectors; j++) {
        kernel[j] = svm_kernel(m, x, row, m->vectors + j * m->cols);
    }
    svm_compare(m, cm_in(k, SVM_PER_CLASS)->data, kernel, s, votes);
    uint32_t best = svm_greatest(votes, m->n_classes);
    if (m->proba) {
        *out = p;
        svm_probabilities(m, s, p, p + m->n_classes);
        cm_ml_post(m->post, p, m->n_classes);
    } else if (m->n_classes == 2) {
        double score = s[0];
        cm_ml_post_binary(m->post, score, m->post != CM_POST_NONE, s);
    } else {
        cm_ml_post(m->post, s, m->n_pairs);
    }
    return best;
}

static double svm_regress(const cm_kctx *k, const svm_machine *m, size_t row) {
    const cm_svm_params *p = k->params;
    const cm_tensor *x = cm_in(k, SVM_X);
    double sum = (double)m->rho[0];
    if (m->n_vectors == 0) sum += svm_kernel(m, x, row, m->coefficients);
    for (size_t j = 0; j < m->n_vectors; j++) {
        sum += (double)m->coefficients[j] * svm_kernel(m, x, row, m->vectors + j * m->cols);
    }
    if (p->one_class != 0) return sum > 0 ? 1 : -1;
    return sum;
}

/* The vectors of the classes are as many as there are vectors. Errors: E_SHAPE. */
static cameo_status svm_check_classes(const cm_kctx *k, const svm_machine *m) {
    const cm_tensor *t = cm_in(k, SVM_PER_CLASS);
    if (m->n_vectors == 0 || m->n_classes == 0) return CAMEO_OK;
    CM_CHECK(t != NULL && t->n == m->n_classes, k->e, CAMEO_E_SHAPE,
             "vectors_per_class has %zu numbers for %zu classes", t == NULL ? 0 : t->n,
             m->n_classes);
    size_t left = m->n_vectors;
    for (size_t i = 0; i < t->n; i++) {
        int64_t n = ((const int64_t *)t->data)[i];
        CM_CHECK(n >= 0 && (uint64_t)n <= left, k->e, CAMEO_E_SHAPE,
                 "class %zu has %lld vectors, %zu are left", i, CM_LL(n), left);
        left -= (size_t)n;
    }
    CM_CHECK(left == 0, k->e, CAMEO_E_SHAPE, "%zu vectors belong to no class", left);
    return CAMEO_OK;
}

/* cm_svm_run — see the head of the file.
 *   X    [rows][features] or [features]: float, double, int32, int64
 *   y    [rows] int64 or string, of classifiers;  z  [rows][scores] float
 * Errors: E_SHAPE vectors_per_class; E_NOMEM, E_LIMIT strings. */
cameo_status cm_svm_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    svm_machine m;
    const cm_tensor *labels = cm_in(k, SVM_LABELS);
    const cm_tensor *y = labels == NULL ? NULL : cm_out(k, 0), *z = cm_out(k, labels != NULL);
    double *scratch = (double *)(void *)k->worker_scratch;
    uint32_t *number = (uint32_t *)(void *)k->scratch;
    if (begin >= end) return CAMEO_OK;
    CM_TRY(svm_open(k, &m));
    CM_TRY(svm_check_classes(k, &m));
    if (phase == 1) return cm_ml_emit_labels(k, labels, number, m.rows);
    for (size_t r = begin * m.per_task; r < cm_min_size(m.rows, end * m.per_task); r++) {
        double one = 0, *v = &one;
        uint32_t best = 0;
        if (labels == NULL)
            one = svm_regress(k, &m, r);
        else
            best = svm_classify(k, &m, r, scratch, &v);
        for (size_t i = 0; z != NULL && i < m.n_out; i++) {
            ((float *)z->data)[r * m.n_out + i] = (float)v[i];
        }
        if (y == NULL) continue;
        if (labels->dtype == CAMEO_STRING)
            number[r] = best;
        else
            ((int64_t *)y->data)[r] = ((const int64_t *)labels->data)[best];
    }
    return CAMEO_OK;
}
