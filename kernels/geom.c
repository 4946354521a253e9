/* geom.c — walking the windows of convolutions and pools. See geom.h. */
#include "kernels/geom.h"

/* Element operations of a task. */
#define GEOM_TASK ((size_t)1 << 18)

static cameo_status geom_axis(cm_geom_axis *x, const cm_window *w, size_t in, size_t out,
                              cameo_error *e) {
    *x = (cm_geom_axis){(ptrdiff_t)in, (ptrdiff_t)out, w->kernel, w->stride,
                        w->dilation,   w->pad_begin,   w->pad_end};
    /* Everything that a coordinate is computed from. */
    size_t extent = ((size_t)w->kernel - 1) * (size_t)w->dilation + 1;
    size_t span, last;
    bool fits = !cm_ckd_add(in, (size_t)w->pad_begin, &span) &&
                !cm_ckd_add(span, (size_t)w->pad_end, &span) && !cm_ckd_add(span, extent, &span) &&
                !cm_ckd_add(span, (size_t)w->stride, &span) && span <= PTRDIFF_MAX;
    CM_CHECK(fits, e, CAMEO_E_LIMIT, "an axis of %zu with pads %d and %d is too long", in,
             (int)w->pad_begin, (int)w->pad_end);
    bool inside = out == 0 || (!cm_ckd_mul(out - 1, (size_t)w->stride, &last) && last <= span);
    CM_CHECK(inside, e, CAMEO_E_SHAPE, "%zu windows do not fit on an axis of %zu", out, in);
    return CAMEO_OK;
}

cameo_status cm_geom_init(cm_geom *g, const cm_window_attrs *a, uint32_t n, const size_t *in,
                          const size_t *out, const size_t *kernel, cameo_error *e) {
    memset(g, 0, sizeof *g);
    g->n = n;
    g->in_plane = g->out_plane = g->taps = 1;
    for (uint32_t i = 0; i < n; i++) {
        cm_window w;
        size_t taps = kernel != NULL ? kernel[i] : (size_t)a->kernel_shape[i];
        CM_CHECK(in[i] <= PTRDIFF_MAX && taps <= INT32_MAX, e, CAMEO_E_LIMIT,
                 "axis %u has %zu elements, kernel %zu", i, in[i], taps);
        CM_TRY(cm_window_axis(a, i, (int64_t)in[i], (int64_t)taps, &w, e));
        CM_TRY(geom_axis(&g->axis[i], &w, in[i], out[i], e));
        g->in_plane *= in[i];
        g->out_plane *= out[i];
        if (cm_ckd_mul(g->taps, taps, &g->taps)) g->taps = SIZE_MAX;
    }
    return CAMEO_OK;
}

bool cm_geom_is_pointwise(const cm_geom *g) {
    for (uint32_t i = 0; i < g->n; i++) {
        const cm_geom_axis *x = &g->axis[i];
        if (x->kernel != 1 || x->stride != 1 || x->pad != 0 || x->in != x->out) return false;
    }
    return true;
}

cm_geom_run cm_geom_run_at(const cm_geom *g, size_t p, size_t max) {
    cm_geom_run run;
    run.n = 0;
    for (uint32_t i = g->n; i-- > 0;) {
        const cm_geom_axis *x = &g->axis[i];
        size_t o = p % (size_t)x->out;
        p /= (size_t)x->out;
        run.at[i] = (ptrdiff_t)o * x->stride - x->pad;
        if (i == g->n - 1) run.n = cm_min_size((size_t)x->out - o, max);
    }
    return run;
}

static void geom_rows_place(cm_geom_rows *r, const cm_geom *g) {
    size_t in = 0, tap = 0;
    for (uint32_t i = 0; i + 1 < g->n; i++) {
        const cm_geom_axis *x = &g->axis[i];
        in = in * (size_t)x->in + (size_t)(r->at[i] + r->k[i] * x->dilation);
        tap = tap * (size_t)x->kernel + (size_t)r->k[i];
    }
    r->in = in * (size_t)g->axis[g->n - 1].in;
    r->tap = tap * (size_t)g->axis[g->n - 1].kernel;
}

bool cm_geom_rows_begin(cm_geom_rows *r, const cm_geom *g, const cm_geom_run *run) {
    if (g->in_plane == 0) return false;
    for (uint32_t i = 0; i + 1 < g->n; i++) {
        const cm_geom_axis *x = &g->axis[i];
        r->at[i] = run->at[i];
        cm_geom_clip(x, run->at[i], x->in, &r->begin[i], &r->end[i]);
        if (r->begin[i] == r->end[i]) return false;
        r->k[i] = r->begin[i];
    }
    geom_rows_place(r, g);
    return true;
}

bool cm_geom_rows_next(cm_geom_rows *r, const cm_geom *g) {
    for (uint32_t i = g->n - 1; i-- > 0;) {
        if (++r->k[i] < r->end[i]) {
            geom_rows_place(r, g);
            return true;
        }
        r->k[i] = r->begin[i];
    }
    return false;
}

cm_geom_split cm_geom_split_of(const cm_geom *g, size_t planes, size_t cost) {
    cm_geom_split p = {.planes = g->out_plane == 0 ? 0 : planes, .per_task = 1, .parts = 1};
    size_t outputs = cm_max_size(1, GEOM_TASK / cost); /* of a task */
    p.part_size = g->out_plane;
    if (p.planes == 0) return p;
    if (g->out_plane > outputs) {
        p.part_size = outputs;
        p.parts = g->out_plane / outputs + (g->out_plane % outputs != 0);
    } else {
        p.per_task = outputs / g->out_plane;
    }
    return p;
}

cameo_status cm_geom_split_setup(const cm_geom_split *p, const cm_geom *g, cm_setup *s,
                                 cameo_error *e) {
    size_t n = p->planes / p->per_task + (p->planes % p->per_task != 0);
    bool fits = !cm_ckd_mul(n, p->parts, &n) && n <= UINT32_MAX;
    CM_CHECK(fits, e, CAMEO_E_LIMIT, "%zu planes of %zu outputs are too many tasks", p->planes,
             g->out_plane);
    s->n_phases = 1;
    s->phase[0].n_tasks = (uint32_t)n;
    return CAMEO_OK;
}

cm_geom_task cm_geom_task_at(const cm_geom_split *p, const cm_geom *g, size_t task) {
    cm_geom_task t;
    t.begin = task / p->parts * p->per_task;
    t.end = cm_min_size(t.begin + p->per_task, p->planes);
    t.from = task % p->parts * p->part_size;
    t.to = cm_min_size(t.from + p->part_size, g->out_plane);
    return t;
}
