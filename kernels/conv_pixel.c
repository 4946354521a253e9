/* conv_pixel.c — Conv of f32 on one image of one pixel, as behind a global pool: a vector times a matrix, which is read
 * once, as it lies. Both orders of dims are alike there.
 *
 *   y [M] = clamp(b [M] + w [M][C] x [C] + r [M])
 *
 * It is bound by memory: packed weights would be as many bytes again, and no faster to read. A task is some rows of
 * w. */
#include "kernels/activation.h"
#include "kernels/conv.h"
#include "kernels/conv_last.h"

/* Multiply-adds of a task. */
#define PIXEL_WORK ((size_t)1 << 18)

/* Is every dim of a known value 1, but that of `axis` and those before `from`? */
static bool pixel_is_one(const cm_avalue *v, uint32_t from, uint32_t axis) {
    if (v->rank == CM_RANK_UNKNOWN || v->rank < 3) return false;
    for (uint32_t d = from; d < v->rank; d++) {
        if (d != axis && v->dims[d] != 1) return false;
    }
    return true;
}

/* One group, one image, one tap, no pads. */
bool cm_conv_accept_pixel(const cm_row_query *q) {
    const cm_conv_params *p = q->params;
    const cm_avalue *x = q->in[0], *w = q->in[1];
    size_t n;
    if (x->rank == CM_RANK_UNKNOWN || p->group != 1 || !cm_avalue_count(w, &n) || n == 0) return false;
    for (int32_t i = 0; i < p->window.n_pads; i++) {
        if (p->window.pads[i] != 0) return false;
    }
    return pixel_is_one(x, 0, p->channels_last != 0 ? x->rank - 1u : 1) && pixel_is_one(w, 2, 0);
}

/* Rows of w of a task. */
static size_t pixel_rows(const cm_tensor *w) {
    size_t c = w->dims[1], rows = PIXEL_WORK / c / CM_GEMM_NU * CM_GEMM_NU;
    return cm_min_size(cm_max_size(CM_GEMM_NU, rows), w->dims[0]);
}

/* Scratch: one worker's of the matrix product. Errors: E_LIMIT too many tasks. */
cameo_status cm_conv_pixel_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *w = cm_in(k, 1);
    size_t rows = pixel_rows(w), n = w->dims[0] / rows + (w->dims[0] % rows != 0);
    CM_CHECK(n <= UINT32_MAX, k->e, CAMEO_E_LIMIT, "%zu output channels are too many tasks", (size_t)w->dims[0]);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    s->worker_scratch = cm_gemm_f32_scratch(1, rows, w->dims[1], CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK;
}

/* Outputs [m, m + n). */
static void pixel_outputs(const cm_kctx *k, size_t m, size_t n) {
    const cm_conv_params *q = k->params;
    const cm_tensor *w = cm_in(k, 1), *b = cm_in(k, 2), *r = cm_in(k, CM_IN_SUM);
    size_t c = w->dims[1];
    cm_clamp clamp = cm_activation_clamp(&q->activation);
    cm_gemm_f32_args g = cm_gemm_f32_args_init(1, n, c);
    g.a = cm_in(k, 0)->data;
    g.b = (const float *)w->data + m * c;
    g.rs_b = 1;
    g.cs_b = c;
    g.c = (float *)cm_out(k, 0)->data + m;
    g.clamp = clamp.on;
    g.lo = clamp.lo;
    g.hi = clamp.hi;
    if (b != NULL) {
        g.bias_kind = CM_GEMM_BIAS_COL;
        g.bias = (const float *)b->data + m;
    }
    if (r != NULL) {
        g.d = (const float *)r->data + m;
        g.rs_d = n;
        g.cs_d = 1;
    }
    size_t tasks = cm_gemm_f32_tasks(1, n, c, CM_PRIM(k, gemm_f32_fmt));
    for (size_t t = 0; t < tasks; t++) CM_PRIM(k, gemm_f32)(&g, t, k->worker_scratch);
    cm_conv_last_stage(k, m, 1, n);
}

cameo_status cm_conv_pixel_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    size_t rows = pixel_rows(cm_in(k, 1)), all = cm_in(k, 1)->dims[0];
    (void)phase;
    for (size_t i = begin; i < end; i++) pixel_outputs(k, i * rows, cm_min_size(rows, all - i * rows));
    return CAMEO_OK;
}
