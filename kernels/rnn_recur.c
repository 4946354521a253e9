/* rnn_recur.c — see rnn_recur.h. */
#include "kernels/rnn_recur.h"

#include "base/bytes.h"
#include "base/ckd.h"
#include "kernels/rnn_parts.h"

static size_t recur_padded(size_t columns) { return (columns + CM_GEMM_NU - 1) / CM_GEMM_NU * CM_GEMM_NU; }

/* ---- places ---- */

size_t cm_rnn_groups(size_t n_gates) { return n_gates == 3 ? 2 : 1; }

cm_rnn_group cm_rnn_group_of(size_t n_gates, size_t hidden, size_t u0, size_t i) {
    size_t n = cm_min_size(CM_RNN_UNITS, hidden - u0), first = n_gates == 3 ? 2 : n_gates;
    cm_rnn_group g = {.first = i == 0 ? 0 : first};
    g.n = i == 0 ? first : n_gates - first;
    g.cols = g.n * n;
    if (i >= 1) g.at = recur_padded(first * n);
    if (i >= 2) g.at += recur_padded(g.cols);
    return g;
}

/* Columns of one direction. */
static size_t recur_columns(size_t n_gates, size_t hidden) {
    if (hidden == 0) return 0;
    size_t u0 = (hidden - 1) / CM_RNN_UNITS * CM_RNN_UNITS;
    return u0 * n_gates + cm_rnn_group_of(n_gates, hidden, u0, cm_rnn_groups(n_gates)).at;
}

bool cm_rnn_recur_size(size_t n_gates, size_t hidden, size_t *bytes) {
    size_t n = 0;
    return cm_ckd_mul(recur_columns(n_gates, hidden), hidden, &n) || cm_ckd_mul(n, sizeof(float), bytes);
}

/* ---- packing ---- */

bool cm_rnn_accept_recur(const cm_row_query *q) {
    size_t n;
    bool r = (q->const_mask >> CM_RNN_R & 1) != 0 && cm_avalue_count(q->in[CM_RNN_R], &n) && q->in[CM_RNN_R]->rank == 3;
    return r && q->in[CM_RNN_R]->dims[2] > 0 && cm_rnn_accept_packed(q);
}

/* Format CM_FORMAT_RECUR. Errors: E_SHAPE W and R do not fit together; E_LIMIT the size does not fit. */
cameo_status cm_rnn_recur_pack_size(const cm_kctx *k, uint32_t in, size_t *bytes) {
    const cm_tensor *w = cm_in(k, in), *r = cm_in(k, CM_RNN_R);
    size_t w_bytes = 0, one = 0, all = 0;
    CM_CHECK(r->dims[0] == w->dims[0] && r->dims[1] == w->dims[1] && r->dims[1] % r->dims[2] == 0, k->e, CAMEO_E_SHAPE,
             "W has %zu directions of %zu rows, R %zu of %zu", w->dims[0], w->dims[1], r->dims[0], r->dims[1]);
    CM_TRY(cm_rnn_pack_size(k, in, &w_bytes));
    bool over = w_bytes > SIZE_MAX - CAMEO_ALIGN || cm_rnn_recur_size(r->dims[1] / r->dims[2], r->dims[2], &one) ||
                cm_ckd_mul(one, r->dims[0], &all) || cm_ckd_add(cm_rnn_recur_at(w_bytes), all, &all);
    CM_CHECK(!over, k->e, CAMEO_E_LIMIT, "%zu packed directions of %zu bytes", r->dims[0], one);
    *bytes = all;
    return CAMEO_OK;
}

/* Where the columns of a group come from: column j is row j % units of gate j / units. */
typedef struct recur_source {
    cm_gemm_pack_fn *fill;
    const uint8_t *r; /* the first row; may not be aligned */
    size_t hidden, units;
} recur_source;

static const uint8_t *recur_row(const recur_source *s, size_t j) {
    return s->r + (j / s->units * s->hidden + j % s->units) * s->hidden * sizeof(float);
}

/* A cm_gemm_pack_panel. */
static void recur_panel(const void *ctx, const cm_gemm_panel *p) {
    const recur_source *s = ctx;
    if (p->j0 / s->units == (p->j0 + p->nj - 1) / s->units) { /* of one gate: rows that follow one another */
        s->fill(recur_row(s, p->j0) + p->k0 * sizeof(float), 1, s->hidden, p);
        return;
    }
    for (size_t j = 0; j < p->nj; j++) {
        const uint8_t *row = recur_row(s, p->j0 + j) + p->k0 * sizeof(float);
        for (size_t l = 0; l < p->kc; l++) p->dst[l * p->w + j] = cm_load_f32(row + l * sizeof(float));
    }
    for (size_t l = 0; l < p->kc; l++) memset(p->dst + l * p->w + p->nj, 0, (p->w - p->nj) * sizeof(float));
}

/* Units [u0, u0 + CM_RNN_UNITS) of one direction of R; dst, of the direction, holds zeros. */
static void recur_pack_r(const cm_kctx *k, size_t dir, size_t u0, float *dst) {
    const cm_tensor *r = cm_in(k, CM_RNN_R);
    size_t hidden = r->dims[2], n_gates = r->dims[1] / hidden;
    recur_source s = {CM_PRIM(k, gemm_f32_pack), NULL, hidden, cm_min_size(CM_RNN_UNITS, hidden - u0)};
    for (size_t i = 0; i < cm_rnn_groups(n_gates); i++) {
        cm_rnn_group g = cm_rnn_group_of(n_gates, hidden, u0, i);
        cm_gemm_f32_args b = cm_gemm_f32_args_init(0, g.cols, hidden);
        s.r = (const uint8_t *)r->data + (dir * r->dims[1] + g.first * hidden + u0) * hidden * sizeof(float);
        b.pack_b = recur_panel;
        b.pack_b_ctx = &s;
        cm_gemm_f32_pack_b(&b, CM_PRIM(k, gemm_f32_fmt), dst + (u0 * n_gates + g.at) * hidden);
        for (size_t j = 0; j < g.n; j++)
            cm_pack_spent(k, recur_row(&s, j * s.units), s.units * hidden * sizeof(float));
    }
}

void cm_rnn_recur_pack(const cm_kctx *k, uint32_t in, void *dst) {
    const cm_tensor *w = cm_in(k, in), *r = cm_in(k, CM_RNN_R);
    size_t w_bytes, one, all, i, end, blocks = (r->dims[2] - 1) / CM_RNN_UNITS + 1;
    if (cm_rnn_recur_pack_size(k, in, &all) != CAMEO_OK || cm_rnn_pack_size(k, in, &w_bytes) != CAMEO_OK ||
        cm_rnn_recur_size(r->dims[1] / r->dims[2], r->dims[2], &one))
        return; /* pack_size has said so */
    if (cm_pack_is_first(k)) memset((uint8_t *)dst + w_bytes, 0, all - w_bytes);
    cm_rnn_pack(k, in, dst);
    for (cm_pack_units(k, w->dims[0] * blocks, &i, &end); i < end; i++) {
        uint8_t *to = (uint8_t *)dst + cm_rnn_recur_at(w_bytes) + i / blocks * one;
        recur_pack_r(k, i / blocks, i % blocks * CM_RNN_UNITS, (float *)(void *)to);
    }
}

/* ---- product ---- */

void cm_rnn_recur_product(const cm_kctx *k, const cm_rnn_recur_args *a) {
    cm_rnn_group g = cm_rnn_group_of(a->n_gates, a->hidden, a->u0, a->group);
    cm_recur_rows_args t = {.rows = a->rows, .depth = a->hidden, .cols = g.cols, .x = a->h, .ld_x = a->hidden};
    t.b = (const float *)(const void *)a->r + (a->u0 * a->n_gates + g.at) * a->hidden;
    t.y = a->out + g.at;
    t.ld_y = a->ld;
    t.back = a->back;
    CM_PRIM(k, recur_rows)(&t);
}
