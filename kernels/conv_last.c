/* conv_last.c — Conv whose channels lie behind the spatial axes, as rewrite `channels_last` makes it:
 *   y[n][o][m] = clamp(b[m] + sum over k, c of w[m][c][k] * x[n][o*stride - pad + k*dilation][c'] + r[n][o][m])
 * with c' = c + (group of m) * C/group, elements of x outside of the data being 0.
 *
 *   x [N][in...][C]   w [M][C/group][kernel...]   b [M], may be absent   y and r [N][out...][M], r may be absent
 *
 * The rows of this file, for all float dtypes, compute 16 channels of an output at a time, tap by tap, with sums in f32
 * (f16, bf16) or f64 (f64). conv_last_f32.c has those for f32, of which these are the oracle.
 * Source: ONNX Conv, since_version 1, 11, 22. */
#include "kernels/conv_last.h"

#include "kernels/activation.h"

/* Output channels that are summed up together. */
#define CONV_LAST_BLOCK 16

cameo_status cm_conv_last_sizes_init(const cm_kctx *k, cm_conv_last_sizes *s) {
    const cm_conv_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *w = cm_in(k, 1);
    s->n = x->dims[0];
    s->c = x->dims[x->rank - 1u];
    s->m = w->dims[0];
    s->cg = w->dims[1];
    s->mg = s->m / (size_t)q->group;
    s->depth = s->m == 0 ? 0 : w->n / s->m;
    return cm_geom_init(&s->g, &q->window, x->rank - 2u, x->dims + 1, cm_out(k, 0)->dims + 1,
                        w->dims + 2, k->e);
}

/* The slopes of as many outputs as fit, one behind the other: so few channels are not a call each. */
#define CONV_LAST_SLOPES (CAMEO_SMALL_STACK ? 32 : 256)

/* PRelu of c channels from the first-th on of each of n outputs of m channels at y. */
static void conv_last_prelu(cm_stage_fn *stage, const float *slope, size_t first, float *y, size_t n, size_t c,
                            size_t m) {
    float rows[CONV_LAST_SLOPES];
    size_t part = c == m ? cm_min_size(n, CONV_LAST_SLOPES / m) : 0;
    slope += first;
    for (size_t i = 0; part > 1 && i < part; i++) memcpy(rows + i * m, slope, m * sizeof *slope);
    for (size_t i = 0, more; i < n; i += more, y += more * m) {
        more = part > 1 ? cm_min_size(part, n - i) : 1;
        stage(&(cm_stage_args){.a = y, .a_step = 1, .b = part > 1 ? rows : slope, .b_step = 1}, y, more * c);
    }
}

void cm_conv_last_stage(const cm_kctx *k, size_t y, size_t n, size_t c) {
    const cm_activation *act = &((const cm_conv_params *)k->params)->activation;
    cm_stage_fn *stage = cm_activation_stage(k, act);
    size_t m = cm_in(k, 1)->dims[0];
    float *at = (float *)cm_out(k, 0)->data + y;
    const float *slope = cm_activation_slope(k);
    if (stage == NULL) return;
    if (slope != NULL) {
        conv_last_prelu(stage, slope, y % m, at, n, c, m);
        return;
    }
    if (c == m) c *= n, n = 1;
    for (; n > 0; n--, at += m) cm_activation_apply(stage, act, NULL, 0, at, c);
}

/* Element n. p is NULL only for a tensor without elements, and then n is 0: no pointer arithmetic on NULL. */
static const uint8_t *conv_last_at(const void *p, size_t n, size_t size) {
    return (const uint8_t *)((uintptr_t)p + n * size);
}

/* Channels behind the spatial axes. */
bool cm_conv_accept_last(const cm_row_query *q) {
    return ((const cm_conv_params *)q->params)->channels_last != 0;
}

/* Constant weights of known size, too. */
bool cm_conv_accept_last_packed(const cm_row_query *q) {
    size_t n;
    return cm_conv_accept_last(q) && cm_avalue_count(q->in[1], &n) && q->in[1]->rank >= 3;
}

static cm_geom_split conv_last_split(const cm_conv_last_sizes *z) {
    size_t cost;
    if (cm_ckd_mul(z->m, cm_max_size(1, z->depth), &cost)) cost = SIZE_MAX;
    return cm_geom_split_of(&z->g, z->m == 0 ? 0 : z->n, cm_max_size(1, cost));
}

/* Scratch: none. Errors: E_LIMIT too many tasks. */
cameo_status cm_conv_last_any_setup(const cm_kctx *k, cm_setup *s) {
    cm_conv_last_sizes z;
    CM_TRY(cm_conv_last_sizes_init(k, &z));
    cm_geom_split split = conv_last_split(&z);
    return cm_geom_split_setup(&split, &z.g, s, k->e);
}

#define CONV_SAME(x) (x)
#define CONV_NO_STAGE(k, act, y, n) ((void)0)
#define CONV_LOAD_F16(p) cm_f16_to_f32(cm_load_u16(p))
#define CONV_LOAD_BF16(p) cm_bf16_to_f32(cm_load_u16(p))

#define CONV_DTYPE f32
#define CONV_T float
#define CONV_C float
#define CONV_LOAD cm_load_f32
#define CONV_STORE CONV_SAME
#define CONV_CLAMP cm_clamp_f32
#define CONV_STAGE(k, act, y, n) \
    cm_activation_apply(cm_activation_stage(k, act), act, cm_activation_slope(k), 1, y, n)
#include "kernels/conv_last_tmpl.h"

#define CONV_DTYPE f64
#define CONV_T double
#define CONV_C double
#define CONV_LOAD cm_load_f64
#define CONV_STORE CONV_SAME
#define CONV_CLAMP cm_clamp_f64
#define CONV_STAGE CONV_NO_STAGE
#include "kernels/conv_last_tmpl.h"

#define CONV_DTYPE f16
#define CONV_T uint16_t
#define CONV_C float
#define CONV_LOAD CONV_LOAD_F16
#define CONV_STORE cm_f16_from_f32
#define CONV_CLAMP cm_clamp_f32
#define CONV_STAGE CONV_NO_STAGE
#include "kernels/conv_last_tmpl.h"

#define CONV_DTYPE bf16
#define CONV_T uint16_t
#define CONV_C float
#define CONV_LOAD CONV_LOAD_BF16
#define CONV_STORE cm_bf16_from_f32
#define CONV_CLAMP cm_clamp_f32
#define CONV_STAGE CONV_NO_STAGE
#include "kernels/conv_last_tmpl.h"

#undef CONV_SAME
#undef CONV_NO_STAGE
#undef CONV_LOAD_F16
#undef CONV_LOAD_BF16
