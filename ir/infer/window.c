/* window.c — sliding windows: attributes and shape rule. See window.h.
 * Source: ONNX Conv and MaxPool, since_version 1 to 22. */
#include "ir/infer/window.h"

static cameo_status window_at_least(const cm_parse *p, const char *name, const int32_t *v,
                                    int32_t n, int32_t least) {
    for (int32_t i = 0; i < n; i++) {
        CM_CHECK(v[i] >= least, p->e, CAMEO_E_SHAPE, "%s[%d] is %d, want at least %d", name, (int)i,
                 (int)v[i], (int)least);
    }
    return CAMEO_OK;
}

/* The lists that are present are for one number of axes. */
static cameo_status window_lengths(const cm_parse *p, const cm_window_attrs *a) {
    int32_t lengths[] = {a->n_kernel_shape, a->n_strides, a->n_dilations, a->n_pads / 2};
    int32_t n = 0;
    CM_CHECK(a->n_pads % 2 == 0, p->e, CAMEO_E_SHAPE, "%d pads, want an even number",
             (int)a->n_pads);
    for (uint32_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        if (n == 0) n = lengths[i];
        CM_CHECK(lengths[i] == 0 || lengths[i] == n, p->e, CAMEO_E_SHAPE,
                 "kernel_shape, strides, dilations, pads are for %d, %d, %d, %d axes",
                 (int)lengths[0], (int)lengths[1], (int)lengths[2], (int)lengths[3]);
    }
    return CAMEO_OK;
}

cameo_status cm_window_parse(const cm_parse *p, cm_window_attrs *a) {
    if (a->auto_pad != CM_AUTO_PAD_NOTSET) {
        memset(a->pads, 0, sizeof a->pads);
        a->n_pads = 0;
        if (a->auto_pad == CM_AUTO_PAD_VALID) a->auto_pad = CM_AUTO_PAD_NOTSET;
    }
    CM_TRY(window_at_least(p, "kernel_shape", a->kernel_shape, a->n_kernel_shape, 1));
    CM_TRY(window_at_least(p, "strides", a->strides, a->n_strides, 1));
    CM_TRY(window_at_least(p, "dilations", a->dilations, a->n_dilations, 1));
    CM_TRY(window_at_least(p, "pads", a->pads, a->n_pads, 0));
    return window_lengths(p, a);
}

static int32_t window_get(const int32_t *v, int32_t n, uint32_t i, int32_t def) {
    return n != 0 ? v[i] : def;
}

/* Pads that make out = ceil(in / stride). Their sum is below the extent of the kernel, which
 * fits. */
static void window_same_pads(const cm_window_attrs *a, int64_t in, int64_t extent, cm_window *w) {
    int64_t out = in / w->stride + (in % w->stride != 0);
    int64_t total = cm_max_i64(0, (out - 1) * w->stride + extent - in);
    int64_t less = total / 2;
    bool upper = a->auto_pad == CM_AUTO_PAD_SAME_UPPER;
    w->pad_begin = (int32_t)(upper ? less : total - less);
    w->pad_end = (int32_t)(upper ? total - less : less);
}

cameo_status cm_window_axis(const cm_window_attrs *a, uint32_t i, int64_t in, int64_t kernel,
                            cm_window *w, cameo_error *e) {
    CM_CHECK(kernel >= 1, e, CAMEO_E_SHAPE, "kernel dim %u is %lld, want at least 1", i,
             CM_LL(kernel));
    CM_CHECK(kernel <= INT32_MAX, e, CAMEO_E_LIMIT, "kernel dim %u is %lld, above 2^31 - 1", i,
             CM_LL(kernel));
    w->kernel = (int32_t)kernel;
    w->stride = window_get(a->strides, a->n_strides, i, 1);
    w->dilation = window_get(a->dilations, a->n_dilations, i, 1);
    w->ceil_mode = a->ceil_mode != 0;
    int64_t extent = (kernel - 1) * w->dilation + 1;
    CM_CHECK(extent <= INT32_MAX, e, CAMEO_E_LIMIT,
             "the kernel spans %lld elements of axis %u, above 2^31 - 1", CM_LL(extent), i);
    if (a->auto_pad != CM_AUTO_PAD_NOTSET) {
        w->ceil_mode = false; /* all windows lie inside the padded data */
        window_same_pads(a, in, extent, w);
        return CAMEO_OK;
    }
    w->pad_begin = window_get(a->pads, a->n_pads, i, 0);
    w->pad_end = window_get(a->pads, a->n_pads, i + (uint32_t)a->n_pads / 2, 0);
    return CAMEO_OK;
}

cameo_status cm_window_check(const cm_shape *s, const cm_window_attrs *a, uint32_t n,
                             const cm_dim *kernel) {
    const int32_t lengths[] = {a->n_kernel_shape, a->n_strides, a->n_dilations, a->n_pads / 2};
    for (uint32_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        CM_CHECK(lengths[i] == 0 || lengths[i] == (int32_t)n, s->e, CAMEO_E_SHAPE,
                 "the attributes are for %d spatial axes, the input has %u", (int)lengths[i], n);
    }
    CM_CHECK(kernel != NULL || a->n_kernel_shape != 0, s->e, CAMEO_E_MISSING,
             "attribute kernel_shape is missing");
    for (uint32_t i = 0; kernel != NULL && a->n_kernel_shape != 0 && i < n; i++) {
        CM_CHECK(cm_shape_equal(s, kernel[i], a->kernel_shape[i]), s->e, CAMEO_E_SHAPE,
                 "kernel_shape[%u] is %d, the weights have %lld", i, (int)a->kernel_shape[i],
                 CM_LL(kernel[i]));
    }
    return CAMEO_OK;
}

/* Outputs of axis i where the weights' dim is no number: floor((in + pads - extent) / stride) + 1. */
static cm_dim window_out_open(cm_dims *t, const cm_window_attrs *a, uint32_t i, cm_dim in,
                              cm_dim kernel) {
    int32_t dilation = window_get(a->dilations, a->n_dilations, i, 1);
    int64_t more = (int64_t)window_get(a->pads, a->n_pads, i, 0) +
                   window_get(a->pads, a->n_pads, i + (uint32_t)a->n_pads / 2, 0) + dilation - 1;
    cm_dim span = cm_dim_sub(t, cm_dim_add(t, in, more), cm_dim_mul(t, kernel, dilation));
    return cm_dim_add(t, cm_dim_div_floor(t, span, window_get(a->strides, a->n_strides, i, 1)), 1);
}

cameo_status cm_window_shape(const cm_shape *s, const cm_window_attrs *a, uint32_t n,
                             const cm_dim *in, const cm_dim *kernel, cm_dim *out) {
    CM_TRY(cm_window_check(s, a, n, kernel));
    for (uint32_t i = 0; i < n; i++) {
        cm_window w;
        cm_dim taps = a->n_kernel_shape != 0 ? a->kernel_shape[i] : kernel[i];
        if (cm_dim_is_const(taps))
            CM_TRY(cm_window_axis(a, i, cm_dim_is_const(in[i]) ? in[i] : 0, taps, &w, s->e));
        if (a->auto_pad != CM_AUTO_PAD_NOTSET) {
            out[i] = cm_dim_div_ceil(s->dims, in[i], window_get(a->strides, a->n_strides, i, 1));
        } else if (cm_dim_is_const(taps)) {
            out[i] = cm_window_out(s->dims, in[i], &w);
        } else {
            out[i] = window_out_open(s->dims, a, i, in[i], taps);
        }
    }
    return CAMEO_OK;
}
