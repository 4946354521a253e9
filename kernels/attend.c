/* attend.c — see attend.h. */
#include "kernels/attend.h"

#include "base/math.h"
#include "kernels/half.h"
#include "kernels/lane.h"

/* Parts of the worker's scratch, in elements of the wide type. */
typedef struct attend_room {
    size_t q, keys, values, scores, sums, max, totals;
} attend_room;

enum { ATTEND_PARTS = 7 };

/* For m queries, in a wide type of `size` bytes. False: more than the address space has. */
static bool attend_room_of(size_t m, size_t depth, size_t width, size_t size, attend_room *r, size_t *bytes) {
    size_t rows[ATTEND_PARTS] = {m, CM_ATTEND_KEYS, CM_ATTEND_KEYS, m, m, m, m};
    size_t line[ATTEND_PARTS] = {depth, depth, width, CM_ATTEND_KEYS, width, 1, sizeof(double) / size};
    size_t n = 0, at[ATTEND_PARTS];
    for (int i = 0; i < ATTEND_PARTS; i++) {
        size_t part;
        at[i] = n;
        if (cm_ckd_mul(rows[i], line[i], &part) || cm_ckd_align(part, CAMEO_ALIGN, &part) ||
            cm_ckd_add(n, part, &n))
            return false;
    }
    *r = (attend_room){at[0], at[1], at[2], at[3], at[4], at[5], at[6]};
    return !cm_ckd_mul(n, size, bytes);
}

cameo_status cm_attend_scratch(const cm_kctx *k, bool f64, size_t rows, size_t depth, size_t width, size_t *bytes) {
    attend_room r;
    size_t gemm = 0, m = cm_min_size(rows, CM_ATTEND_QUERIES);
    if (!f64) {
        cm_gemm_fmt fmt = CM_PRIM(k, gemm_f32_fmt);
        gemm = cm_max_size(cm_gemm_f32_scratch(m, CM_ATTEND_KEYS, depth, fmt),
                           cm_gemm_f32_scratch(m, CM_GEMM_NB, CM_ATTEND_KEYS, fmt));
    }
    bool fits = attend_room_of(m, depth, width, f64 ? sizeof(double) : sizeof(float), &r, bytes) &&
                !cm_ckd_add(*bytes, gemm, bytes);
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "heads of %zu and %zu exceed the address space", depth,
             width);
    return CAMEO_OK;
}

/* Keys [j0, j1) that some query of the job sees, as far as order and window say. */
static void attend_seen(const cm_attend_job *job, size_t *j0, size_t *j1) {
    size_t n = job->n_keys[0] + job->n_keys[1];
    *j0 = 0;
    *j1 = n;
    if (job->scores.t != NULL) return;
    if (job->last != INT64_MAX) {
        int64_t last = (int64_t)job->end - 1 + job->last;
        *j1 = last < 0 ? 0 : cm_min_size(n, (size_t)last + 1);
    }
    if (job->first != INT64_MIN) {
        int64_t first = (int64_t)job->begin + job->first;
        *j0 = first < 0 ? 0 : cm_min_size(*j1, (size_t)first);
    }
}

/* The block of keys from j: *part says whether past or new, *at where in it. */
static size_t attend_block(const cm_attend_job *job, size_t j, size_t end, int *part, size_t *at) {
    *part = j >= job->n_keys[0];
    *at = *part ? j - job->n_keys[0] : j;
    return cm_min_size(CM_ATTEND_KEYS, cm_min_size(end - j, job->n_keys[*part] - *at));
}

/* ---- float ---- */

static void attend_mul_f32(const cm_kctx *k, cm_gemm_f32_args *g, void *scratch) {
    size_t n = cm_gemm_f32_tasks(g->m, g->n, g->k, CM_PRIM(k, gemm_f32_fmt));
    g->fill = CM_PRIM(k, gemm_f32_pack);
    for (size_t t = 0; t < n; t++) CM_PRIM(k, gemm_f32)(g, t, scratch);
}

static void attend_exp_f32(const cm_kctx *k, float *x, size_t n) {
    cm_stage_args a = {.a = x, .a_step = 1};
    CM_STAGE(k, exp)(&a, x, n);
}
static void attend_tanh_f32(const cm_kctx *k, float *x, size_t n) {
    cm_stage_args a = {.a = x, .a_step = 1};
    CM_STAGE(k, tanh)(&a, x, n);
}

static double attend_part_f32(const cm_kctx *k, float *x, size_t n, float *max) {
    return CM_PRIM(k, softmax_part_f32)(x, n, max);
}

static bool attend_is_half(int dtype) { return dtype == CAMEO_FLOAT16 || dtype == CAMEO_BFLOAT16; }

static void attend_load_f32(const cm_kctx *k, int dtype, const void *data, size_t first, size_t n, float *out) {
    if (attend_is_half(dtype)) {
        cm_half_widen(k, dtype, (const uint16_t *)data + first, out, n);
    } else {
        cm_lane_load_f32(dtype, data, first, n, out);
    }
}

static void attend_store_f32(const cm_kctx *k, int dtype, void *data, size_t first, size_t n, const float *v) {
    if (attend_is_half(dtype)) {
        cm_half_narrow(k, dtype, v, (uint16_t *)data + first, n);
    } else {
        memcpy((float *)data + first, v, n * sizeof *v);
    }
}

/* c = alpha * a * b^T (rows of b), or c += a * b. */
static void attend_scores_f32(const cm_kctx *k, const float *a, size_t rs_a, const float *b,
                              size_t rs_b, size_t m, size_t n, size_t depth, double alpha, float *c,
                              void *scratch) {
    cm_gemm_f32_args g = cm_gemm_f32_args_init(m, n, depth);
    g.a = a;
    g.rs_a = rs_a;
    g.b = b;
    g.rs_b = 1;
    g.cs_b = rs_b;
    g.c = c;
    g.ldc = CM_ATTEND_KEYS;
    g.alpha = (float)alpha;
    attend_mul_f32(k, &g, scratch);
}
static void attend_sums_f32(const cm_kctx *k, const float *a, const float *b, size_t rs_b, size_t m,
                            size_t n, size_t depth, float *c, void *scratch) {
    cm_gemm_f32_args g = cm_gemm_f32_args_init(m, n, depth);
    g.a = a;
    g.rs_a = CM_ATTEND_KEYS;
    g.b = b;
    g.rs_b = rs_b;
    g.c = c;
    g.d = c;
    g.rs_d = n;
    g.cs_d = 1;
    g.beta = 1;
    attend_mul_f32(k, &g, scratch);
}

#define ATTEND_DTYPE f32
#define ATTEND_T float
#define ATTEND_PLAIN CAMEO_FLOAT
#define ATTEND_LOAD attend_load_f32
#define ATTEND_ONE(x) cm_expf(x)
#include "kernels/attend_tmpl.h"

/* ---- double ---- */

static void attend_exp_f64(const cm_kctx *k, double *x, size_t n) {
    (void)k;
    for (size_t i = 0; i < n; i++) x[i] = cm_exp(x[i]);
}
static void attend_tanh_f64(const cm_kctx *k, double *x, size_t n) {
    (void)k;
    for (size_t i = 0; i < n; i++) x[i] = cm_tanh(x[i]);
}

static double attend_part_f64(const cm_kctx *k, double *x, size_t n, double *max) {
    double m = *max, sum = 0;
    (void)k;
    for (size_t i = 0; i < n; i++) m = x[i] > m ? x[i] : m;
    for (size_t i = 0; i < n; i++) {
        x[i] = m != -(double)CM_INF_F32 ? cm_exp(x[i] - m) : x[i] == m ? 0 : x[i];
        sum += x[i];
    }
    *max = m;
    return sum;
}

static void attend_store_f64(const cm_kctx *k, int dtype, void *data, size_t first, size_t n, const double *v) {
    (void)k;
    (void)dtype;
    memcpy((double *)data + first, v, n * sizeof *v);
}

static void attend_scores_f64(const cm_kctx *k, const double *a, size_t rs_a, const double *b,
                              size_t rs_b, size_t m, size_t n, size_t depth, double alpha,
                              double *c, void *scratch) {
    (void)k;
    (void)scratch;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t d = 0; d < depth; d++) sum += a[i * rs_a + d] * b[j * rs_b + d];
            c[i * CM_ATTEND_KEYS + j] = sum * alpha;
        }
    }
}
static void attend_sums_f64(const cm_kctx *k, const double *a, const double *b, size_t rs_b,
                            size_t m, size_t n, size_t depth, double *c, void *scratch) {
    (void)k;
    (void)scratch;
    for (size_t i = 0; i < m; i++) {
        for (size_t l = 0; l < depth; l++) {
            for (size_t j = 0; j < n; j++)
                c[i * n + j] += a[i * CM_ATTEND_KEYS + l] * b[l * rs_b + j];
        }
    }
}

/* Doubles as they are, others by way of float. */
static void attend_load_f64(const cm_kctx *k, int dtype, const void *data, size_t first, size_t n, double *out) {
    float part[CM_LANE_ITEMS];
    (void)k;
    if (dtype == CAMEO_DOUBLE) {
        memcpy(out, (const double *)data + first, n * sizeof *out);
        return;
    }
    for (size_t i = 0; i < n; i += CM_LANE_ITEMS) {
        size_t m = cm_min_size(CM_LANE_ITEMS, n - i);
        cm_lane_load_f32(dtype, data, first + i, m, part);
        for (size_t j = 0; j < m; j++) out[i + j] = (double)part[j];
    }
}

#define ATTEND_DTYPE f64
#define ATTEND_T double
#define ATTEND_PLAIN CAMEO_DOUBLE
#define ATTEND_LOAD attend_load_f64
#define ATTEND_ONE(x) cm_exp(x)
#include "kernels/attend_tmpl.h"
