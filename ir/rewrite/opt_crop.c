/* opt_crop.c — a convolution loses the outermost taps that lie outside of the data for every output, as those of large
 * dilations over small images do (the pyramid of DeepLab). See opt.h.
 *
 * Constant weights of floats or, in QLinearConv and ConvInteger, of bytes; known sizes. What is dropped are products
 * of zeros, so floats must be finite; in integers x less its zero point is 0 outside of the data. */
#include "ir/rewrite/opt.h"

/* Outputs and taps of an axis that are looked at, at most. */
#define CROP_OUTPUTS (1 << 16)
#define CROP_TAPS 256

/* A spatial axis: taps [first, last] stay. */
typedef struct crop_axis {
    int64_t kernel, stride, dilation, begin, end, in, out;
    int64_t first, last;
} crop_axis;

/* The input that the weights are. */
static uint32_t crop_w(const cm_ir *ir, cm_id node) { return cm_opt_is(ir, node, CM_OP_QLinearConv) ? 3 : 1; }

/* Axis i of n. False: something is not known, or too much. */
static bool crop_read(const cm_ir *ir, cm_id node, uint32_t n, uint32_t i, crop_axis *a) {
    const cm_avalue *x = &ir->av[cm_ir_in(ir, node, 0)], *w = &ir->av[cm_ir_in(ir, node, crop_w(ir, node))];
    const cm_avalue *y = &ir->av[cm_ir_out(ir, node, 0)];
    a->in = x->dims[i + 2];
    a->out = y->dims[i + 2];
    a->kernel = w->dims[i + 2];
    return cm_dim_is_const(a->in) && cm_dim_is_const(a->out) && cm_dim_is_const(a->kernel) && a->in >= 1 &&
           a->in <= INT32_MAX && a->out >= 1 && a->out <= CROP_OUTPUTS && a->kernel >= 1 && a->kernel <= CROP_TAPS &&
           cm_opt_list_at(ir, node, "strides", n, i, 1, &a->stride) &&
           cm_opt_list_at(ir, node, "dilations", n, i, 1, &a->dilation) &&
           cm_opt_list_at(ir, node, "pads", 2 * n, i, 0, &a->begin) &&
           cm_opt_list_at(ir, node, "pads", 2 * n, i + n, 0, &a->end);
}

/* Does tap k of some output lie inside the data? */
static bool crop_is_live(const crop_axis *a, int64_t k) {
    for (int64_t o = 0; o < a->out; o++) {
        int64_t at = o * a->stride - a->begin + k * a->dilation;
        if (at >= 0 && at < a->in) return true;
    }
    return false;
}

/* The taps that stay, so many that no pad becomes negative. False: none does anything. */
static bool crop_find(crop_axis *a) {
    a->first = 0;
    a->last = a->kernel - 1;
    while (a->first < a->kernel && !crop_is_live(a, a->first)) a->first++;
    if (a->first == a->kernel) return false;
    while (!crop_is_live(a, a->last)) a->last--;
    while (a->begin < a->first * a->dilation) a->first--;
    while (a->end < (a->kernel - 1 - a->last) * a->dilation) a->last++;
    return true;
}

/* The elements of constant weights: floats, or bytes where `bytes` is not NULL. */
typedef struct crop_elems {
    cm_opt_floats floats;
    const uint8_t *bytes;
    size_t n;
} crop_elems;

/* False: they are neither, or not finite. */
static bool crop_elems_get(const cm_ir *ir, cm_id w, crop_elems *e) {
    int dtype = ir->av[w].dtype;
    *e = (crop_elems){0};
    if (dtype == CAMEO_INT8 || dtype == CAMEO_UINT8) return (e->bytes = cm_ir_const_bytes(ir, w, &e->n)) != NULL;
    if (!cm_opt_floats_get(ir, w, &e->floats)) return false;
    e->n = e->floats.n;
    return cm_opt_floats_are_finite(&e->floats);
}

/* to[at, at + n) = elements [first, first + n) */
static void crop_elems_copy(const crop_elems *e, size_t first, size_t n, void *to, size_t at) {
    if (e->bytes != NULL) {
        memcpy((uint8_t *)to + at, e->bytes + first, n);
    } else {
        cm_opt_floats_copy(&e->floats, first, n, (float *)to + at);
    }
}

/* The weights that stay, in graph; *fits: they are bytes or finite floats. */
static cameo_status crop_weights(cm_ir *ir, cm_id node, const crop_axis *axis, uint32_t n, cm_id *fresh, bool *fits) {
    crop_elems w;
    cm_id from = cm_ir_in(ir, node, crop_w(ir, node));
    const cm_avalue *v = &ir->av[from];
    int64_t dims[CM_MAX_RANK] = {v->dims[0], v->dims[1]};
    size_t taps = 1, kept = 1;
    *fits = crop_elems_get(ir, from, &w);
    if (!*fits) return CAMEO_OK;
    for (uint32_t i = 0; i < n; i++) {
        dims[i + 2] = axis[i].last - axis[i].first + 1;
        taps *= (size_t)axis[i].kernel; /* at most the elements of the weights */
        kept *= (size_t)dims[i + 2];
    }
    size_t lines = w.n / taps, run = (size_t)dims[n + 1], runs = kept / run; /* runs of taps of the last axis */
    void *to = w.bytes != NULL ? (void *)CM_ARENA_NEW_N(ir->work, uint8_t, lines * kept)
                               : (void *)CM_ARENA_NEW_N(ir->work, float, lines * kept);
    if (to == NULL) return cm_ir_nomem(ir);
    for (size_t r = 0; r < runs; r++) {
        size_t rest = r, at = (size_t)axis[n - 1].first, scale = (size_t)axis[n - 1].kernel;
        for (uint32_t d = n - 1; d-- > 0; rest /= (size_t)dims[d + 2]) {
            at += ((size_t)axis[d].first + rest % (size_t)dims[d + 2]) * scale;
            scale *= (size_t)axis[d].kernel;
        }
        for (size_t i = 0; i < lines; i++) crop_elems_copy(&w, i * taps + at, run, to, i * kept + r * run);
    }
    return cm_ir_add_const(ir, ir->t.node.row[node].graph, v->dtype, n + 2, dims, to, fresh);
}

/* Conv(x, w, b) = Conv(x, part of w, b) with smaller pads; QLinearConv and ConvInteger likewise. */
cameo_status cm_rewrite_conv_crop(cm_opt *o, cm_id node, bool *changed) {
    cm_ir *ir = o->ir;
    crop_axis axis[CM_MAX_RANK];
    int64_t pads[2 * CM_MAX_RANK], kernel[CM_MAX_RANK];
    cm_id x = cm_ir_in(ir, node, 0), w = cm_ir_in(ir, node, crop_w(ir, node)), fresh = CM_NONE;
    bool less = false, fits;
    if (!cm_opt_is(ir, node, CM_OP_Conv) && !cm_opt_is(ir, node, CM_OP_ConvInteger) &&
        !cm_opt_is(ir, node, CM_OP_QLinearConv))
        return CAMEO_OK;
    if (x == CM_NONE || w == CM_NONE || !cm_ir_is_const(ir, w)) return CAMEO_OK;
    if (!cm_opt_is_choice(ir, node, "auto_pad", "NOTSET")) return CAMEO_OK;
    uint32_t rank = ir->av[x].rank, n = rank - 2;
    cm_id y = cm_ir_out(ir, node, 0);
    if (rank == CM_RANK_UNKNOWN || rank < 3 || ir->av[w].rank != rank || y == CM_NONE || ir->av[y].rank != rank)
        return CAMEO_OK;
    for (uint32_t i = 0; i < n; i++) {
        crop_axis *a = &axis[i];
        if (!crop_read(ir, node, n, i, a) || !crop_find(a)) return CAMEO_OK;
        kernel[i] = a->last - a->first + 1;
        pads[i] = a->begin - a->first * a->dilation;
        pads[i + n] = a->end - (a->kernel - 1 - a->last) * a->dilation;
        less = less || kernel[i] < a->kernel;
    }
    if (!less) return CAMEO_OK;
    CM_TRY(crop_weights(ir, node, axis, n, &fresh, &fits));
    if (!fits) return CAMEO_OK;
    CM_TRY(cm_ir_set_ints(ir, node, "kernel_shape", kernel, n));
    CM_TRY(cm_ir_set_ints(ir, node, "pads", pads, 2 * n));
    CM_TRY(cm_opt_reparse(ir, node));
    CM_TRY(cm_ir_set_in(ir, node, crop_w(ir, node), fresh));
    *changed = true;
    return cm_opt_touch(o, node, true);
}
