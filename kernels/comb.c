/* comb.c — transposed convolutions as plain ones. See comb.h. */
#include "kernels/comb.h"

/* The greatest common divisor g of a and n (1 .. 2^31 - 1), and the inverse of a/g modulo n/g: the
 * extended Euclidean algorithm. */
static size_t comb_gcd(size_t a, size_t n, size_t *inverse) {
    int64_t r0 = (int64_t)n, r1 = (int64_t)a, t0 = 0, t1 = 1;
    while (r1 != 0) {
        int64_t q = r0 / r1, r = r0 - q * r1, t = t0 - q * t1;
        r0 = r1;
        r1 = r;
        t0 = t1;
        t1 = t;
    }
    int64_t step = (int64_t)n / r0;
    *inverse = (size_t)((t0 % step + step) % step);
    return (size_t)r0;
}

cm_comb_taps cm_comb_taps_of(const cm_window *w) {
    cm_comb_taps t = {(size_t)w->kernel, (size_t)w->stride, (size_t)w->dilation, 0, 0, 0};
    t.common = comb_gcd(t.dilation, t.stride, &t.inverse);
    t.step = t.stride / t.common;
    return t;
}

cm_combs cm_combs_none(void) {
    cm_combs c;
    memset(&c, 0, sizeof c);
    c.in_plane = c.out_plane = c.taps = c.count = c.max_outputs = c.max_taps = 1;
    return c;
}

cameo_status cm_combs_add(cm_combs *c, const cm_window *w, size_t pad, size_t in, size_t out,
                          cameo_error *e) {
    cm_comb_axis *x = &c->axis[c->n];
    x->t = cm_comb_taps_of(w);
    x->in = in;
    x->out = out;
    x->pad = pad;
    /* Everything that a coordinate is computed from. */
    size_t span, extent = (x->t.kernel - 1) * x->t.dilation + 1;
    bool fits = !cm_ckd_add(in, out, &span) && !cm_ckd_add(span, pad, &span) &&
                !cm_ckd_add(span, x->t.stride, &span) && !cm_ckd_add(span, extent, &span) &&
                !cm_ckd_add(span, extent, &span) && span <= PTRDIFF_MAX;
    CM_CHECK(fits, e, CAMEO_E_LIMIT, "axis %u of %zu inputs and %zu outputs is too long", c->n, in,
             out);
    c->n++;
    c->in_plane *= in;
    c->out_plane *= out;
    c->count *= cm_min_size(x->t.stride, out);
    c->max_outputs *= out / x->t.stride + (out % x->t.stride != 0);
    if (cm_ckd_mul(c->taps, x->t.kernel, &c->taps)) c->taps = SIZE_MAX;
    if (cm_ckd_mul(c->max_taps, cm_comb_count(&x->t, 0), &c->max_taps)) c->max_taps = SIZE_MAX;
    return CAMEO_OK;
}

/* Comb p of an axis. */
static cm_geom_axis comb_axis(const cm_comb_axis *x, size_t p, size_t *first) {
    const cm_comb_taps *t = &x->t;
    cm_geom_axis g = {.in = (ptrdiff_t)x->in, .stride = 1, .dilation = 1};
    size_t rest = (p + x->pad) % t->stride;
    g.out = (ptrdiff_t)((x->out - p - 1) / t->stride + 1);
    *first = (size_t)((uint64_t)(rest / t->common) * t->inverse % t->step);
    if (rest % t->common != 0 || *first >= t->kernel) return g;
    g.kernel = (ptrdiff_t)cm_comb_count(t, *first);
    g.dilation = (ptrdiff_t)(t->dilation / t->common);
    /* The input that the lowest tap reads for output 0; the last one comes first. */
    ptrdiff_t low = (ptrdiff_t)(p + x->pad) - (ptrdiff_t)(*first * t->dilation);
    g.pad = (g.kernel - 1) * g.dilation - low / (ptrdiff_t)t->stride;
    return g;
}

cm_comb cm_comb_at(const cm_combs *c, size_t i) {
    cm_comb b;
    memset(&b, 0, sizeof b);
    b.g.n = c->n;
    b.g.in_plane = c->in_plane;
    b.g.out_plane = b.g.taps = 1;
    for (uint32_t a = c->n; a-- > 0;) {
        const cm_comb_axis *x = &c->axis[a];
        size_t combs = cm_min_size(x->t.stride, x->out);
        b.place[a] = i % combs;
        i /= combs;
        b.g.axis[a] = comb_axis(x, b.place[a], &b.first[a]);
        b.g.out_plane *= (size_t)b.g.axis[a].out;
        b.g.taps *= (size_t)b.g.axis[a].kernel;
    }
    return b;
}

cm_comb_run cm_comb_run_at(const cm_combs *c, const cm_comb *b, size_t j, size_t max) {
    cm_comb_run run = {0, 0, c->axis[c->n - 1].t.stride};
    size_t scale = 1;
    for (uint32_t a = c->n; a-- > 0;) {
        size_t out = (size_t)b->g.axis[a].out, o = j % out;
        if (a == c->n - 1) run.n = cm_min_size(out - o, max);
        run.at += (b->place[a] + o * c->axis[a].t.stride) * scale;
        scale *= c->axis[a].out;
        j /= out;
    }
    return run;
}

size_t cm_comb_tap(const cm_combs *c, const cm_comb *b, size_t j) {
    size_t tap = 0, scale = 1;
    for (uint32_t a = c->n; a-- > 0;) {
        size_t n = (size_t)b->g.axis[a].kernel;
        tap += (b->first[a] + (n - 1 - j % n) * c->axis[a].t.step) * scale;
        scale *= c->axis[a].t.kernel;
        j /= n;
    }
    return tap;
}

cm_comb cm_comb_weights(const cm_combs *c) {
    cm_comb b;
    memset(&b, 0, sizeof b);
    b.g.taps = 1;
    for (uint32_t i = 0; i < c->n; i++) {
        b.g.axis[i].kernel = (ptrdiff_t)cm_comb_count(&c->axis[i].t, 0);
        b.g.taps *= (size_t)b.g.axis[i].kernel;
    }
    return b;
}

bool cm_comb_next(const cm_combs *c, cm_comb *b) {
    b->g.taps = 1;
    bool more = false;
    for (uint32_t i = c->n; i-- > 0;) {
        const cm_comb_taps *t = &c->axis[i].t;
        if (!more) {
            more = ++b->first[i] < cm_min_size(t->step, t->kernel);
            if (!more) b->first[i] = 0;
        }
        b->g.axis[i].kernel = (ptrdiff_t)cm_comb_count(t, b->first[i]);
        b->g.taps *= (size_t)b->g.axis[i].kernel;
    }
    return more;
}

size_t cm_comb_taps_before(const cm_combs *c, const cm_comb *b) {
    size_t before = 0, same = 1;
    for (uint32_t i = 0; i < c->n; i++) {
        const cm_comb_taps *t = &c->axis[i].t;
        size_t each = t->kernel / t->step, more = t->kernel % t->step;
        size_t lower = b->first[i] * each + cm_min_size(b->first[i], more);
        before = before * t->kernel + same * lower;
        same *= (size_t)b->g.axis[i].kernel;
    }
    return before;
}
