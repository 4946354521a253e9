/* convtranspose_point.c — ConvTranspose of f32 whose images are one position each and whose outputs are one tap each,
 * as generators begin with: a matrix product that reads the weights as they lie.
 *   y[n][m][tap] = b[m] + sum over c of x[n][c] * w[c][m][tap] */
#include "kernels/convtranspose.h"

static bool point_zeros(const int32_t *v, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        if (v[i] != 0) return false;
    }
    return true;
}

/* One group, x [N][C][1...], y [N][M][kernel...]: no pads, no dilation. */
bool cm_convtranspose_accept_point(const cm_row_query *q) {
    const cm_convtranspose_params *p = q->params;
    const cm_window_attrs *a = &p->window;
    const cm_avalue *x = q->in[0], *w = q->in[1], *y = &q->out[0];
    if (p->channels_last != 0 || p->group != 1 || p->n_output_shape != 0 || a->auto_pad != CM_AUTO_PAD_NOTSET)
        return false;
    if (!point_zeros(a->pads, a->n_pads) || !point_zeros(p->output_padding, p->n_output_padding)) return false;
    if (x->rank == CM_RANK_UNKNOWN || x->rank < 3 || w->rank != x->rank || y->rank != x->rank) return false;
    for (uint32_t d = 2; d < x->rank; d++) {
        if (x->dims[d] != 1 || !cm_dim_is_const(w->dims[d]) || y->dims[d] != w->dims[d]) return false;
        if (a->n_dilations != 0 && a->dilations[d - 2] != 1) return false;
    }
    return true;
}

/* The product; operand b is w as it lies. */
static cm_gemm_f32_args point_product(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0), *w = cm_in(k, 1);
    cm_gemm_f32_args a = cm_gemm_f32_args_init(x->dims[0], w->dims[0] == 0 ? 0 : w->n / w->dims[0], w->dims[0]);
    if (cm_out(k, 0)->n != 0 && w->dims[0] == 0) a.n = cm_out(k, 0)->n / x->dims[0];
    a.a = x->data;
    a.b = w->data;
    a.c = cm_out(k, 0)->data;
    a.fill = CM_PRIM(k, gemm_f32_pack);
    return a;
}

/* Two phases: the product, then the bias. Scratch: what the product takes. Errors: E_LIMIT too many tasks. */
cameo_status cm_convtranspose_point_setup(const cm_kctx *k, cm_setup *s) {
    cm_gemm_f32_args a = point_product(k);
    size_t n = cm_gemm_f32_tasks(a.m, a.n, a.k, CM_PRIM(k, gemm_f32_fmt));
    CM_CHECK(n <= UINT32_MAX, k->e, CAMEO_E_LIMIT, "%zu images of %zu outputs are too many tasks", a.m, a.n);
    s->n_phases = cm_in(k, 2) == NULL ? 1 : 2;
    s->phase[0].n_tasks = (uint32_t)n;
    if (s->n_phases == 2) s->phase[1].n_tasks = cm_task_count(cm_out(k, 0)->n, CM_TASK_ITEMS);
    s->worker_scratch = cm_gemm_f32_scratch(a.m, a.n, a.k, CM_PRIM(k, gemm_f32_fmt));
    return CAMEO_OK;
}

cameo_status cm_convtranspose_point_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    cm_gemm_f32_args a = point_product(k);
    for (uint32_t t = begin; t < end && phase == 0; t++) CM_PRIM(k, gemm_f32)(&a, t, k->worker_scratch);
    if (phase == 0) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    size_t m = y->dims[1], taps = a.n / m, stop = cm_min_size((size_t)end * CM_TASK_ITEMS, y->n);
    float *to = y->data;
    for (size_t i = (size_t)begin * CM_TASK_ITEMS; i < stop;) {
        float bias = cm_load_f32((const uint8_t *)cm_in(k, 2)->data + i / taps % m * sizeof(float));
        size_t last = cm_min_size(stop, (i / taps + 1) * taps);
        for (; i < last; i++) to[i] += bias;
    }
    return CAMEO_OK;
}
