/* opt_branches.c — branches that are added become one Conv: Convs of the same x, where the taps of one are some of the
 * other's, and a BatchNormalization of x, which is one tap. Networks that were trained with branches, and are exported
 * as they were trained, have them. See opt.h.
 *
 *   Conv(x, w, b) + Conv(x, v, c)            =>   Conv(x, w + v, b + c), v's taps at their places among w's
 *   Conv(x, w, b) + BatchNormalization(x)    =>   Conv(x, w + scale, b + shift), scale at the tap that reads x itself
 *
 * Constant float weights only. Sums are computed in double and rounded once; where one is not finite nothing is fused.
 * Source: X. Ding et al., "RepVGG: Making VGG-style ConvNets Great Again", arXiv 2101.03697. */
#include "ir/rewrite/opt.h"

/* A Conv of constant weights [m][cg][taps], without an epilogue. */
typedef struct branches_conv {
    cm_id node, x;
    uint32_t n; /* spatial axes */
    size_t m, cg, taps;
    int32_t group;
    cm_opt_floats w, b; /* b.n == 0: no bias */
    int64_t kernel[CM_MAX_RANK], stride[CM_MAX_RANK], dilation[CM_MAX_RANK], begin[CM_MAX_RANK]; /* begin: pads */
} branches_conv;

static bool branches_window(const cm_ir *ir, branches_conv *c) {
    const cm_avalue *w = &ir->av[cm_ir_in(ir, c->node, 1)];
    c->taps = 1;
    for (uint32_t i = 0; i < c->n; i++) {
        c->kernel[i] = w->dims[i + 2];
        c->taps *= (size_t)c->kernel[i]; /* at most the elements of the weights */
        if (!cm_opt_list_at(ir, c->node, "strides", c->n, i, 1, &c->stride[i]) ||
            !cm_opt_list_at(ir, c->node, "dilations", c->n, i, 1, &c->dilation[i]) ||
            !cm_opt_list_at(ir, c->node, "pads", 2 * c->n, i, 0, &c->begin[i]) || c->dilation[i] < 1)
            return false;
    }
    return true;
}

/* The Conv that makes input i of `node` for it alone. */
static bool branches_conv_of(const cm_ir *ir, cm_id node, uint32_t i, branches_conv *c) {
    cm_id y = cm_ir_in(ir, node, i), w, b;
    *c = (branches_conv){.node = cm_opt_fusable(ir, node, i, CM_OP_Conv)};
    if (c->node == CM_NONE || cm_opt_is_activated(ir, c->node) || cm_ir_in(ir, c->node, CM_IN_SUM) != CM_NONE)
        return false;
    if (!cm_opt_is_choice(ir, c->node, "auto_pad", "NOTSET") || cm_opt_i32(ir, c->node, "channels_last") != 0)
        return false;
    c->x = cm_ir_in(ir, c->node, 0), w = cm_ir_in(ir, c->node, 1), b = cm_ir_in(ir, c->node, 2);
    c->group = cm_opt_i32(ir, c->node, "group");
    if (c->x == CM_NONE || c->group < 1 || !cm_opt_floats_get(ir, w, &c->w) || c->w.n == 0) return false;
    uint32_t rank = ir->av[y].rank;
    if (rank == CM_RANK_UNKNOWN || rank < 3 || ir->av[w].rank != rank) return false;
    c->n = rank - 2;
    c->m = (size_t)ir->av[w].dims[0];
    c->cg = (size_t)ir->av[w].dims[1];
    if (b != CM_NONE && (!cm_opt_floats_get(ir, b, &c->b) || c->b.n != c->m)) return false;
    return branches_window(ir, c);
}

/* Where taps of `kernel`, `dilation` and `begin` lie along axis i among those of h; *at: the first one. */
static bool branches_place(const branches_conv *h, uint32_t i, int64_t kernel, int64_t dilation, int64_t begin,
                           int64_t *at) {
    int64_t off = h->begin[i] - begin;
    if (off < 0 || off % h->dilation[i] != 0 || (kernel > 1 && dilation != h->dilation[i])) return false;
    *at = off / h->dilation[i];
    return *at <= h->kernel[i] - kernel;
}

/* What is added to a Conv. */
typedef struct branches_sum {
    const branches_conv *host;
    int64_t at[CM_MAX_RANK]; /* the first tap of the other along each axis */
    float *w;                /* [m][cg][taps] the sums */
    double *b;               /* [m] */
} branches_sum;

/* The host's weights and bias in work memory. *fits: they are within the limits. Errors: E_NOMEM. */
static cameo_status branches_begin(cm_ir *ir, branches_sum *s, bool *fits) {
    const branches_conv *h = s->host;
    uint64_t bytes = (uint64_t)h->w.n * sizeof(float) + h->m * sizeof(float);
    *fits = cm_opt_afford(ir, bytes, h->w.n + h->m);
    if (!*fits) return CAMEO_OK;
    s->w = CM_ARENA_NEW_N(ir->work, float, h->w.n);
    s->b = CM_ARENA_NEW_N(ir->work, double, h->m);
    if (s->w == NULL || s->b == NULL) return cm_ir_nomem(ir);
    cm_opt_floats_copy(&h->w, 0, h->w.n, s->w);
    for (size_t i = 0; i < h->m && h->b.n != 0; i++) s->b[i] = cm_opt_floats_at(&h->b, i);
    return CAMEO_OK;
}

/* The element of the host's taps where tap t, counted in `kernel`, of the other lies. */
static size_t branches_tap(const branches_sum *s, const int64_t *kernel, size_t t) {
    size_t to = 0, step = 1;
    for (uint32_t i = s->host->n; i-- > 0; t /= (size_t)kernel[i]) {
        to += ((size_t)s->at[i] + t % (size_t)kernel[i]) * step;
        step *= (size_t)s->host->kernel[i];
    }
    return to;
}

static bool branches_add_to(float *to, double x) {
    double sum = (double)*to + x;
    *to = (float)sum;
    return cm_opt_fits_float(sum);
}

/* The sums go into the host, which takes the place of `node`. */
static cameo_status branches_end(cm_opt *o, cm_id node, const branches_sum *s, bool *changed) {
    cm_ir *ir = o->ir;
    const branches_conv *h = s->host;
    cm_id graph = ir->t.node.row[h->node].graph, w, b;
    int64_t dims[CM_MAX_RANK] = {(int64_t)h->m, (int64_t)h->cg};
    for (uint32_t i = 0; i < h->n; i++) dims[i + 2] = h->kernel[i];
    for (size_t i = 0; i < h->m; i++)
        if (!cm_opt_fits_float(s->b[i])) return CAMEO_OK;
    CM_TRY(cm_ir_add_const(ir, graph, CAMEO_FLOAT, h->n + 2, dims, s->w, &w));
    CM_TRY(cm_opt_add_floats(ir, graph, s->b, h->m, &b));
    CM_TRY(cm_ir_set_in(ir, h->node, 1, w));
    CM_TRY(cm_ir_set_in(ir, h->node, 2, b));
    *changed = true;
    return cm_opt_absorb(o, node, h->node);
}

/* Conv h plus Conv c, whose taps are some of h's. */
static cameo_status branches_conv_conv(cm_opt *o, cm_id node, const branches_conv *h, const branches_conv *c,
                                       bool *changed) {
    branches_sum s = {.host = h};
    bool fits = h->x == c->x && h->n == c->n && h->m == c->m && h->cg == c->cg && h->group == c->group;
    for (uint32_t i = 0; i < h->n && fits; i++)
        fits = h->stride[i] == c->stride[i] &&
               branches_place(h, i, c->kernel[i], c->dilation[i], c->begin[i], &s.at[i]);
    if (!fits || !cm_opt_floats_are_finite(&h->w)) return CAMEO_OK;
    CM_TRY(branches_begin(o->ir, &s, &fits));
    for (size_t m = 0; m < h->m && fits; m++) {
        CM_TRY(cm_ir_go_on(o->ir, true));
        for (size_t t = 0; t < c->taps && fits; t++) {
            size_t to = branches_tap(&s, c->kernel, t);
            for (size_t i = m * h->cg; i < (m + 1) * h->cg && fits; i++)
                fits = branches_add_to(&s.w[i * h->taps + to], cm_opt_floats_at(&c->w, i * c->taps + t));
        }
    }
    for (size_t i = 0; i < h->m && fits && c->b.n != 0; i++) s.b[i] += cm_opt_floats_at(&c->b, i);
    return fits ? branches_end(o, node, &s, changed) : CAMEO_OK;
}

/* Conv h plus the BatchNormalization that makes input i of `node` of h's x. */
static cameo_status branches_conv_norm(cm_opt *o, cm_id node, const branches_conv *h, uint32_t i, bool *changed) {
    cm_ir *ir = o->ir;
    branches_sum s = {.host = h};
    cm_id norm = cm_opt_fusable(ir, node, i, CM_OP_BatchNormalization);
    bool fits = norm != CM_NONE && cm_ir_in(ir, norm, 0) == h->x && !cm_opt_is_activated(ir, norm) &&
                cm_opt_i32(ir, norm, "channels_last") == 0 && h->m == h->cg * (size_t)h->group &&
                cm_opt_is_alike(ir, h->x, cm_ir_in(ir, node, i));
    for (uint32_t d = 0; d < h->n && fits; d++)
        fits = h->stride[d] == 1 && branches_place(h, d, 1, 1, 0, &s.at[d]);
    if (!fits || !cm_opt_floats_are_finite(&h->w)) return CAMEO_OK;
    double *scale = CM_ARENA_NEW_N(ir->work, double, h->m), *shift = CM_ARENA_NEW_N(ir->work, double, h->m);
    if (scale == NULL || shift == NULL) return cm_ir_nomem(ir);
    if (!cm_opt_batchnorm(ir, norm, h->m, scale, shift)) return CAMEO_OK;
    CM_TRY(branches_begin(ir, &s, &fits));
    size_t to = branches_tap(&s, h->kernel, 0);
    for (size_t m = 0; m < h->m && fits; m++) {
        fits = branches_add_to(&s.w[(m * h->cg + m % h->cg) * h->taps + to], scale[m]);
        s.b[m] += shift[m];
    }
    return fits ? branches_end(o, node, &s, changed) : CAMEO_OK;
}

/* Add of branches. */
cameo_status cm_rewrite_conv_branches(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    branches_conv c[2];
    bool is[2];
    if (!cm_opt_is(ir, node, CM_OP_Add) || cm_ir_in(ir, node, 0) == CM_NONE || cm_ir_in(ir, node, 1) == CM_NONE)
        return CAMEO_OK;
    if (!cm_opt_is_alike(ir, cm_ir_in(ir, node, 0), cm_ir_in(ir, node, 1))) return CAMEO_OK;
    for (uint32_t i = 0; i < 2; i++) is[i] = branches_conv_of(ir, node, i, &c[i]);
    for (uint32_t i = 0; i < 2 && !*changed; i++) {
        if (is[i] && is[1 - i]) {
            CM_TRY(branches_conv_conv(o, node, &c[i], &c[1 - i], changed));
        } else if (is[i]) {
            CM_TRY(branches_conv_norm(o, node, &c[i], 1 - i, changed));
        }
    }
    return CAMEO_OK;
}
