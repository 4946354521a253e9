/* resize_rows.c — Resize and Upsample row by row, for rows of the table that need no portable bits: nearest for
 * elements of 1, 2, 4 and 8 bytes, linear and cubic for f32, any rank, all coordinate modes. kernels/resize.c has the
 * oracle.
 *
 * The first phase computes for each axis a table: which neighbours each output reads, and their weights. Axes that stay
 * as they are become part of their neighbours, so that what is left is
 *     outer axes (of any kind) | axis V | axis H | inner elements that stay together
 * where H is the last axis that changes and V the one before it if it changes, too. An output row is one row of H. Its
 * source rows are resized along H once, kept, and mixed along V for all output rows that need them; where V shrinks,
 * rows are mixed first. Rows are cut into chunks that fit into the buffers of a worker. Weights and sums are f32;
 * elements without weight take no part, so that an infinity beside a pixel does not reach it.
 * Numbers for which the tables would not fit, and nearest outside of the data (tf_crop_and_resize), are left to the
 * portable rows. */
#include "base/math.h"
#include "kernels/move.h"
#include "kernels/resize.h"

/* Outputs of a task, in the unit of the portable rows. */
#define RESIZE_PORTABLE_TASKS 4
/* Floats of one buffer of a worker, and buffers: mixed outer taps, mixed rows, resized rows. */
#define RESIZE_BUFFER ((size_t)4096)
enum { RESIZE_COMBO, RESIZE_MIXED, RESIZE_KEPT, RESIZE_BUFFERS = RESIZE_KEPT + CM_MIX_ROWS };
/* Outputs of H in a chunk where no buffer is needed. */
#define RESIZE_CHUNK ((size_t)1 << 16)

typedef struct resize_level {
    size_t in, out, stride; /* stride: elements of x */
    uint32_t taps;          /* that each output reads */
    bool same;              /* output o reads element o */
    bool ascending, dense;  /* as in cm_resample */
    bool twice;             /* nearest: output o reads element o / 2 */
    bool outside;           /* first is -1 for some output, which the data do not reach */
    const int32_t *first;   /* [out] */
    const float *w;         /* [out][taps], or [taps][out] of an axis behind which no element lies; NULL: all are 1 */
} resize_level;

/* In shared scratch, from the first phase on. */
typedef struct resize_rows {
    bool portable; /* the oracle does it */
    uint32_t n_outer;
    resize_level outer[CM_MAX_RANK], v, h;
    bool mix_first;         /* along V, then along H */
    size_t inner, chunk, n_chunks;
    size_t n_units; /* outer x chunk x row of V */
} resize_rows;

/* Where the tables lie in shared scratch, in bytes. */
typedef struct resize_places {
    size_t first[CM_MAX_RANK], w[CM_MAX_RANK], w_floats[CM_MAX_RANK];
    size_t size;
} resize_places;

/* Nearest of any fixed size, linear and cubic of f32. */
bool cm_resize_accept_rows(const cm_row_query *q) {
    int dtype = q->in[0]->dtype;
    return dtype == CAMEO_FLOAT || ((const cm_resize_params *)q->params)->mode == RESIZE_NEAREST;
}

static bool resize_place(size_t *at, size_t count, size_t *size) {
    size_t bytes;
    *at = *size;
    return !cm_ckd_mul(cm_max_size(1, count), 4, &bytes) && !cm_ckd_add(bytes, 63, &bytes) &&
           !cm_ckd_add(*size, bytes & ~(size_t)63, size);
}

/* Weights take 4 floats for each output at most. With antialias their number follows from the scale, which setup may
 * not know: outputs times taps are fewer than 12 * in + 4, and were they more, the portable row would do it. */
static cameo_status resize_places_of(const cm_kctx *k, resize_places *p) {
    const cm_resize_params *q = k->params;
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    bool fits = true;
    *p = (resize_places){.size = (sizeof(resize_rows) + 63) & ~(size_t)63};
    for (uint32_t d = 0; d < y->rank && x->n != 0 && y->n != 0; d++) {
        size_t out = y->dims[d], more;
        fits = fits && !cm_ckd_mul(out, 4, &p->w_floats[d]);
        fits = fits && !cm_ckd_mul(x->dims[d], 12, &more) && !cm_ckd_add(more, 4, &more);
        if (q->antialias != 0) fits = fits && !cm_ckd_add(p->w_floats[d], more, &p->w_floats[d]);
        if (q->mode == RESIZE_NEAREST) p->w_floats[d] = 0;
        fits = fits && resize_place(&p->first[d], out, &p->size) && resize_place(&p->w[d], p->w_floats[d], &p->size);
    }
    CM_CHECK(fits, k->e, CAMEO_E_LIMIT, "the tables of an output of %zu elements are too large", y->n);
    return CAMEO_OK;
}

static size_t resize_buffer_of(const cm_kctx *k) {
    size_t n = cm_min_size(RESIZE_BUFFER, cm_max_size(cm_in(k, 0)->n, cm_out(k, 0)->n));
    return (n + 15) & ~(size_t)15;
}

/* Phase 0: one task, the tables; it checks the numbers, also where there are no outputs. Phase 1: rows. */
cameo_status cm_resize_rows_setup(const cm_kctx *k, cm_setup *s) {
    resize_places p;
    CM_TRY(resize_places_of(k, &p));
    cm_setup_simple(s, cm_out(k, 0)->n, RESIZE_PORTABLE_TASKS * cm_resize_items(k));
    s->n_phases = 2;
    s->phase[1] = s->phase[0];
    s->phase[0].n_tasks = 1;
    s->scratch = p.size;
    if (((const cm_resize_params *)k->params)->mode != RESIZE_NEAREST) {
        s->worker_scratch = RESIZE_BUFFERS * resize_buffer_of(k) * sizeof(float);
    }
    return CAMEO_OK;
}

/* ---- Tables ---- */

static int64_t resize_clamp_index(const cm_resize_axis *a, int64_t i) {
    return cm_max_i64(0, cm_min_i64(i, a->in - 1));
}

/* The elements that output o of axis d reads with weight: [*lo, *hi]. False: the coordinate is outside. */
static bool resize_extent(cm_resize_plan *p, uint32_t d, int64_t o, int64_t *lo, int64_t *hi) {
    const cm_resize_axis *a = &p->axis[d];
    const cm_resize_taps *t = &p->taps[d];
    bool any = false;
    cm_resize_taps_of(p, d, o);
    *lo = *hi = resize_clamp_index(a, t->first);
    if (t->outside) return false;
    for (int64_t i = 0; i < t->n; i++) {
        if (cm_resize_weight(p, d, i) == 0) continue;
        *hi = resize_clamp_index(a, t->first + i);
        if (!any) *lo = *hi;
        any = true;
    }
    return true;
}

/* Fills first and w of the level for axis d. False: they do not fit. */
static bool resize_table(cm_resize_plan *p, uint32_t d, bool by_tap, size_t w_floats, resize_level *l, int32_t *first,
                         float *w) {
    const cm_resize_axis *a = &p->axis[d];
    int64_t lo, hi, taps = 1;
    if (a->in > INT32_MAX || a->out > INT32_MAX) return false;
    for (int64_t o = 0; o < a->out; o++) {
        if (resize_extent(p, d, o, &lo, &hi)) taps = cm_max_i64(taps, hi - lo + 1);
    }
    bool weights = p->q->mode != RESIZE_NEAREST;
    size_t out = (size_t)a->out, n = (size_t)taps;
    if (weights && out > w_floats / n) return false;
    if (weights) memset(w, 0, out * n * sizeof *w);
    l->taps = (uint32_t)taps;
    l->ascending = l->dense = true;
    l->twice = !weights && a->out % 2 == 0 && a->out / 2 <= a->in;
    l->same = a->in == a->out && taps == 1;
    for (size_t o = 0; o < out; o++) {
        bool inside = resize_extent(p, d, (int64_t)o, &lo, &hi);
        int64_t from = cm_min_i64(lo, a->in - taps);
        first[o] = inside ? (int32_t)from : -1;
        l->outside |= !inside;
        l->ascending = l->ascending && (o == 0 || first[o - 1] <= first[o]);
        l->dense = l->dense && l->ascending && (o == 0 || first[o] - first[o - 1] <= 1);
        l->same = l->same && first[o] == (int32_t)o;
        l->twice = l->twice && first[o] == (int32_t)(o / 2);
        for (int64_t i = 0; weights && inside && i < p->taps[d].n; i++) {
            double v = cm_resize_weight(p, d, i);
            if (v == 0) continue;
            size_t tap = (size_t)(resize_clamp_index(a, p->taps[d].first + i) - from);
            w[by_tap ? tap * out + o : o * n + tap] += (float)v;
        }
        l->same = l->same && (!weights || w[o] == 1);
    }
    return true;
}

/* The levels of all axes. False: a table does not fit. */
static bool resize_levels(const cm_kctx *k, cm_resize_plan *p, const resize_places *places, resize_level *levels) {
    bool last = true; /* no element lies behind the axis */
    for (uint32_t d = p->rank; d-- > 0;) {
        const cm_resize_axis *a = &p->axis[d];
        int32_t *first = (int32_t *)(void *)(k->scratch + places->first[d]);
        float *w = (float *)(void *)(k->scratch + places->w[d]);
        levels[d] = (resize_level){.in = (size_t)a->in, .out = (size_t)a->out, .stride = a->stride, .taps = 1};
        if (cm_resize_is_same(p->q, a)) levels[d].same = true;
        else if (!resize_table(p, d, last, places->w_floats[d], &levels[d], first, w)) return false;
        levels[d].first = first;
        levels[d].w = p->q->mode == RESIZE_NEAREST ? NULL : w;
        last = last && levels[d].same && a->in == 1;
    }
    return true;
}

/* Elements of x along H that outputs [from, to) read: [*lo, *lo + result). */
static size_t resize_span(const resize_level *h, size_t from, size_t to, size_t *lo) {
    size_t hi = 0;
    *lo = 0;
    if (h->same) return *lo = from, to - from;
    bool any = false;
    for (size_t o = from; o < to; o++) {
        if (h->first[o] < 0) continue;
        size_t at = (size_t)h->first[o];
        if (!any || at < *lo) *lo = at;
        hi = any ? cm_max_size(hi, at + h->taps) : at + h->taps;
        any = true;
    }
    return hi - *lo;
}

/* The widest chunk that buffers of n floats hold; 0: none. */
static size_t resize_chunk(const resize_rows *r, size_t n) {
    size_t chunk = cm_min_size(r->h.out, n / r->inner);
    for (; chunk != 0; chunk /= 2) {
        size_t widest = 0, lo;
        for (size_t o = 0; o < r->h.out; o += cm_min_size(chunk, r->h.out - o)) {
            widest = cm_max_size(widest, resize_span(&r->h, o, cm_min_size(o + chunk, r->h.out), &lo));
        }
        if (widest <= n / r->inner) break;
    }
    return chunk;
}

/* Shares out the levels: inner, H, V, outer. */
static void resize_arrange(resize_rows *r, const resize_level *levels, uint32_t rank) {
    static const resize_level one = {.in = 1, .out = 1, .taps = 1, .same = true};
    uint32_t d = rank;
    r->inner = 1;
    r->v = r->h = one;
    for (; d > 0 && levels[d - 1].same; d--) r->inner *= levels[d - 1].in;
    if (d > 0) r->h = levels[--d];
    if (d > 0 && !levels[d - 1].same) {
        r->v = levels[--d];
    } else if (r->h.same || r->inner >= 8) { /* rows of inner elements, mixed along the axis */
        r->v = r->h;
        r->h = (resize_level){.in = r->inner, .out = r->inner, .stride = 1, .taps = 1, .same = true};
        r->inner = 1;
    }
    for (uint32_t i = 0; i < d; i++) {
        resize_level *before = r->n_outer == 0 ? NULL : &r->outer[r->n_outer - 1];
        if (before != NULL && before->same && levels[i].same) {
            before->in *= levels[i].in;
            before->out *= levels[i].out;
            before->stride = levels[i].stride;
        } else {
            r->outer[r->n_outer++] = levels[i];
        }
    }
}

static cameo_status resize_prepare(const cm_kctx *k, resize_rows *r) {
    cm_resize_plan p;
    resize_places places;
    resize_level levels[CM_MAX_RANK];
    *r = (resize_rows){.inner = 1};
    CM_TRY(cm_resize_plan_init(k, &p));
    CM_TRY(resize_places_of(k, &places));
    if (cm_out(k, 0)->n == 0) return CAMEO_OK;
    r->portable = !resize_levels(k, &p, &places, levels);
    if (r->portable) return CAMEO_OK;
    resize_arrange(r, levels, p.rank);
    bool nearest = p.q->mode == RESIZE_NEAREST, outside = r->v.outside || r->h.outside;
    size_t rows = r->v.out;
    for (uint32_t i = 0; i < r->n_outer; i++) {
        outside |= r->outer[i].outside;
        rows *= r->outer[i].out;
    }
    r->mix_first = !r->h.same && (r->v.taps > CM_MIX_ROWS || r->v.out < r->v.in);
    r->chunk = nearest ? cm_min_size(r->h.out, RESIZE_CHUNK) : resize_chunk(r, resize_buffer_of(k));
    r->portable = r->chunk == 0 || (nearest && outside);
    if (r->portable) return CAMEO_OK;
    r->n_chunks = (r->h.out - 1) / r->chunk + 1;
    r->n_units = rows * r->n_chunks;
    return CAMEO_OK;
}

/* ---- Rows ---- */

/* A place among the rows of a run, and what its worker keeps. */
typedef struct resize_walk {
    const cm_kctx *k;
    const resize_rows *r;
    size_t unit, row;      /* where the walk is; unit is SIZE_MAX: nowhere yet */
    size_t outer;          /* row of the outer axes */
    size_t at[CM_MAX_RANK]; /* the same, axis by axis */
    size_t from, to;       /* the chunk of H */
    size_t low, span;      /* elements of x along H that it reads */
    bool outside, plain;   /* an outer coordinate is; outer axes are not mixed */
    size_t plain_at;       /* then: element of x */
    float *buffer[RESIZE_BUFFERS];
    size_t kept[CM_MIX_ROWS]; /* row of V in a buffer, plus 1 */
} resize_walk;

static void resize_walk_begin(resize_walk *w, const cm_kctx *k, const resize_rows *r) {
    size_t n = resize_buffer_of(k);
    *w = (resize_walk){.k = k, .r = r, .unit = SIZE_MAX, .outer = SIZE_MAX};
    if (r->v.w == NULL && r->h.w == NULL) return; /* nearest */
    for (int i = 0; i < RESIZE_BUFFERS; i++) w->buffer[i] = (float *)(void *)k->worker_scratch + (size_t)i * n;
}

/* To unit u: its row of V is the result. */
static size_t resize_walk_to(resize_walk *w, size_t u) {
    const resize_rows *r = w->r;
    bool next = w->unit != SIZE_MAX && u == w->unit + 1 && w->row + 1 < r->v.out;
    w->unit = u;
    if (next) return ++w->row; /* of the same chunk */
    size_t row = w->row = u % r->v.out, chunk = u / r->v.out % r->n_chunks, outer = u / r->v.out / r->n_chunks;
    size_t from = chunk * r->chunk;
    if (outer == w->outer && from == w->from) return row;
    if (w->outer == SIZE_MAX || from != w->from) {
        w->from = from;
        w->to = cm_min_size(from + r->chunk, r->h.out);
        w->span = resize_span(&r->h, w->from, w->to, &w->low);
    }
    w->outer = outer;
    w->outside = false;
    w->plain = true;
    w->plain_at = 0;
    memset(w->kept, 0, sizeof w->kept);
    for (uint32_t i = r->n_outer; i-- > 0; outer /= r->outer[i].out) {
        const resize_level *l = &r->outer[i];
        size_t o = outer % l->out;
        w->at[i] = o;
        w->outside |= !l->same && l->first[o] < 0;
        w->plain = w->plain && (l->same || l->taps == 1);
        if (!l->same && l->w != NULL && l->taps == 1) w->plain = w->plain && l->w[o] == 1;
        if (l->same || !w->outside) w->plain_at += (l->same ? o : (size_t)l->first[o]) * l->stride;
    }
    return row;
}

/* Row `row` of V at the outer coordinates, as far as the chunk reads it: in x, or mixed in `buffer`. */
static const float *resize_fetch(const resize_walk *w, size_t row, float *buffer) {
    const resize_rows *r = w->r;
    const float *x = (const float *)cm_in(w->k, 0)->data + row * r->v.stride + w->low * r->inner;
    if (w->plain) return x + w->plain_at;
    uint32_t tap[CM_MAX_RANK] = {0};
    bool some = false, more = true;
    size_t n = w->span * r->inner;
    while (more) {
        size_t at = 0;
        float weight = 1;
        for (uint32_t i = 0; i < r->n_outer; i++) {
            const resize_level *l = &r->outer[i];
            size_t o = w->at[i];
            at += (l->same ? o : (size_t)l->first[o] + tap[i]) * l->stride;
            weight *= l->same ? 1 : l->w[o * l->taps + tap[i]];
        }
        const float *from = x + at;
        if (weight != 0) CM_PRIM(w->k, mix_rows)(&from, &weight, 1, some, buffer, n);
        some |= weight != 0;
        more = false;
        for (uint32_t i = r->n_outer; i-- > 0 && !more;) {
            more = ++tap[i] < r->outer[i].taps;
            if (!more) tap[i] = 0;
        }
    }
    if (!some) memset(buffer, 0, n * sizeof *buffer);
    return buffer;
}

/* Mixes rows with these weights, which need not be few; row i is `first` + i * step. Rows without weight are left
 * out. */
static void resize_mix(const cm_kctx *k, const float *first, size_t step, const float *w, uint32_t taps, float *y,
                       size_t n) {
    const float *row[CM_MIX_ROWS];
    float weight[CM_MIX_ROWS];
    size_t rows = 0;
    bool some = false;
    for (uint32_t t = 0; t < taps; t++) {
        if (w[t] != 0) {
            row[rows] = first + t * step;
            weight[rows++] = w[t];
        }
        if (rows == CM_MIX_ROWS || (rows > 0 && t + 1 == taps)) {
            CM_PRIM(k, mix_rows)(row, weight, rows, some, y, n);
            some = true;
            rows = 0;
        }
    }
    if (!some) memset(y, 0, n * sizeof *y);
}

/* y [chunk][inner] from x [span][inner]. */
static void resize_along_h(const resize_walk *w, const float *x, float *y) {
    const resize_rows *r = w->r;
    const resize_level *h = &r->h;
    if (h->same) {
        memcpy(y, x, (w->to - w->from) * r->inner * sizeof *y);
    } else if (r->inner == 1 && !h->outside) {
        cm_resample a = {.at = h->first + w->from, .w = h->w + w->from, .w_step = h->out, .taps = h->taps,
                         .base = (int32_t)w->low, .limit = w->span, .ascending = h->ascending,
                         .dense = h->dense};
        CM_PRIM(w->k, resample)(&a, x, y, w->to - w->from);
    } else {
        bool by_tap = r->inner == 1;
        for (size_t o = w->from; o < w->to; o++, y += r->inner) {
            if (h->first[o] < 0) continue; /* filled later */
            const float *from = x + ((size_t)h->first[o] - w->low) * r->inner;
            if (!by_tap) {
                resize_mix(w->k, from, r->inner, h->w + o * h->taps, h->taps, y, r->inner);
                continue;
            }
            *y = 0;
            for (uint32_t t = 0; t < h->taps; t++) {
                float weight = h->w[t * h->out + o];
                if (weight != 0) *y += weight * from[t];
            }
        }
    }
}

/* Row `row` of V, resized along H: kept from the row before, or computed. */
static const float *resize_kept_row(resize_walk *w, size_t row) {
    float *buffer = w->buffer[RESIZE_KEPT + row % CM_MIX_ROWS];
    size_t *kept = &w->kept[row % CM_MIX_ROWS];
    if (w->r->h.same && w->plain) return resize_fetch(w, row, buffer);
    if (*kept == row + 1) return buffer;
    *kept = row + 1;
    if (w->r->h.same) return resize_fetch(w, row, buffer);
    resize_along_h(w, resize_fetch(w, row, w->buffer[RESIZE_COMBO]), buffer);
    return buffer;
}

/* Output row o of V by kept rows. */
static void resize_row_kept(resize_walk *w, size_t o, float *y) {
    const resize_level *v = &w->r->v;
    const float *row[CM_MIX_ROWS];
    float weight[CM_MIX_ROWS];
    size_t n = (w->to - w->from) * w->r->inner, rows = 0;
    for (uint32_t t = 0; t < v->taps; t++) {
        if (v->w[o * v->taps + t] == 0) continue;
        row[rows] = resize_kept_row(w, (size_t)v->first[o] + t);
        weight[rows++] = v->w[o * v->taps + t];
    }
    if (rows == 0) memset(y, 0, n * sizeof *y);
    else if (rows == 1 && weight[0] == 1) memcpy(y, row[0], n * sizeof *y);
    else CM_PRIM(w->k, mix_rows)(row, weight, rows, false, y, n);
}

/* Output row o of V, mixed along V before H. */
static void resize_row_mixed(resize_walk *w, size_t o, float *y) {
    const resize_level *v = &w->r->v;
    const float *weights = v->w + o * v->taps;
    size_t n = w->span * w->r->inner, first = (size_t)v->first[o];
    float *sum = w->r->h.same ? y : w->buffer[RESIZE_MIXED];
    if (w->plain) {
        resize_mix(w->k, resize_fetch(w, first, NULL), v->stride, weights, v->taps, sum, n);
    } else {
        bool some = false;
        for (uint32_t t = 0; t < v->taps; t++) {
            if (weights[t] == 0) continue;
            const float *row = resize_fetch(w, first + t, w->buffer[RESIZE_COMBO]);
            CM_PRIM(w->k, mix_rows)(&row, &weights[t], 1, some, sum, n);
            some = true;
        }
        if (!some) memset(sum, 0, n * sizeof *sum);
    }
    if (!w->r->h.same) resize_along_h(w, sum, y);
}

static void resize_fill(float *y, size_t n, float v) {
    for (size_t i = 0; i < n; i++) y[i] = v;
}

/* Units [first, last) of linear and cubic. */
static void resize_units_f32(const cm_kctx *k, const resize_rows *r, size_t first, size_t last) {
    float beyond = ((const cm_resize_params *)k->params)->extrapolation_value;
    resize_walk w;
    resize_walk_begin(&w, k, r);
    for (size_t u = first; u < last; u++) {
        size_t o = resize_walk_to(&w, u), n = (w.to - w.from) * r->inner;
        float *y = (float *)cm_out(k, 0)->data + ((w.outer * r->v.out + o) * r->h.out + w.from) * r->inner;
        if (w.outside || (!r->v.same && r->v.first[o] < 0)) {
            resize_fill(y, n, beyond);
            continue;
        }
        if (r->v.same) { /* the only row */
            resize_along_h(&w, resize_fetch(&w, o, w.buffer[RESIZE_COMBO]), y);
        } else if (r->mix_first || r->v.taps > CM_MIX_ROWS) {
            resize_row_mixed(&w, o, y);
        } else {
            resize_row_kept(&w, o, y);
        }
        for (size_t i = w.from; r->h.outside && i < w.to; i++, y += r->inner) {
            if (r->h.first[i] < 0) resize_fill(y, r->inner, beyond);
        }
    }
}

/* y[i] = x[first[i]] for elements of `size` bytes (a constant at every call). */
CM_INLINE void resize_pick(size_t size, const int32_t *first, const uint8_t *x, uint8_t *y, size_t n) {
    for (size_t i = 0; i < n; i++) memcpy(y + i * size, x + (size_t)first[i] * size, size);
}

/* A chunk of a row of nearest: inner elements take `size` bytes. */
static void resize_pick_row(const resize_walk *w, const uint8_t *x, uint8_t *y, size_t size) {
    const resize_level *h = &w->r->h;
    size_t n = w->to - w->from;
    if (h->same) {
        memcpy(y, x + w->from * size, n * size);
        return;
    }
    cm_loop_fn *twice = size == 1 ? CM_LOOP(w->k, twice_8) : size == 2 ? CM_LOOP(w->k, twice_16) : NULL;
    if (h->twice && twice != NULL && w->from % 2 == 0 && n % 2 == 0 && ((uintptr_t)y & (2 * size - 1)) == 0) {
        twice(&(cm_loop_args){.a = x + w->from / 2 * size, .a_step = 1}, y, n / 2);
        return;
    }
    cm_resample a = {.at = h->first + w->from, .taps = 1, .limit = h->in, .ascending = h->ascending,
                     .dense = h->dense};
    switch (size) {
    case 1: resize_pick(1, a.at, x, y, n); break;
    case 2: resize_pick(2, a.at, x, y, n); break;
    case 4: CM_PRIM(w->k, resample)(&a, (const float *)(const void *)x, (float *)(void *)y, n); break;
    case 8: resize_pick(8, a.at, x, y, n); break;
    default: resize_pick(size, a.at, x, y, n); break;
    }
}

/* Units [first, last) of nearest. A row that reads what the row before it read is a copy of that one. */
static void resize_units_nearest(const cm_kctx *k, const resize_rows *r, size_t first, size_t last) {
    size_t size = cm_move_bits(cm_out(k, 0)) / 8, bytes = r->inner * size;
    resize_walk w;
    uint8_t *before = NULL;
    const uint8_t *before_from = NULL;
    bool twice = bytes == sizeof(float) && r->n_chunks == 1 && r->h.twice && r->v.twice && !r->v.same;
    resize_walk_begin(&w, k, r);
    for (size_t u = first; u < last; u++) {
        size_t chunk = w.outer == SIZE_MAX ? SIZE_MAX : w.from, o = resize_walk_to(&w, u);
        size_t row = r->v.same ? o : (size_t)r->v.first[o];
        const uint8_t *from = (const uint8_t *)cm_in(k, 0)->data + (w.plain_at + row * r->v.stride) * size;
        uint8_t *y = (uint8_t *)cm_out(k, 0)->data + ((w.outer * r->v.out + o) * r->h.out + w.from) * bytes;
        size_t pairs = cm_min_size(last - u, r->v.out - o) / 2;
        if (twice && o % 2 == 0 && pairs > 0) {
            const float *x = (const float *)(const void *)from;
            CM_PRIM(k, twice_rows)(x, r->v.stride, (float *)(void *)y, pairs, r->h.out / 2);
            before_from = NULL;
            u += 2 * pairs - 1;
            continue;
        }
        if (before_from == from && chunk == w.from) memcpy(y, before, (w.to - w.from) * bytes);
        else resize_pick_row(&w, from, y, bytes);
        before = y;
        before_from = from;
    }
}

/* The portable row's run. */
static cm_run_fn *resize_portable(int dtype) {
    switch (dtype) {
    case CAMEO_FLOAT: return cm_resize_f32_run;
    case CAMEO_DOUBLE: return cm_resize_f64_run;
    case CAMEO_FLOAT16: return cm_resize_f16_run;
    case CAMEO_BFLOAT16: return cm_resize_bf16_run;
    case CAMEO_INT8: return cm_resize_i8_run;
    case CAMEO_INT16: return cm_resize_i16_run;
    case CAMEO_INT32: return cm_resize_i32_run;
    case CAMEO_INT64: return cm_resize_i64_run;
    case CAMEO_UINT16: return cm_resize_u16_run;
    case CAMEO_UINT32: return cm_resize_u32_run;
    case CAMEO_UINT64: return cm_resize_u64_run;
    default: return cm_resize_u8_run; /* and bool */
    }
}

/* cm_resize_rows_run — x, y of any rank; scales f32, sizes int64, roi floating.
 * Errors: E_SHAPE numbers that are not allowed or do not lead to the dims of y. */
cameo_status cm_resize_rows_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    resize_rows *r = (resize_rows *)(void *)k->scratch;
    if (phase == 0) return begin < end ? resize_prepare(k, r) : CAMEO_OK;
    if (r->portable) {
        cm_run_fn *run = resize_portable(cm_in(k, 0)->dtype);
        return run(k, 0, begin * RESIZE_PORTABLE_TASKS, end * RESIZE_PORTABLE_TASKS);
    }
    size_t tasks = cm_task_count(cm_out(k, 0)->n, RESIZE_PORTABLE_TASKS * cm_resize_items(k));
    size_t each = r->n_units / tasks, rest = r->n_units % tasks;
    size_t first = begin * each + cm_min_size(begin, rest), last = end * each + cm_min_size(end, rest);
    if (((const cm_resize_params *)k->params)->mode == RESIZE_NEAREST) resize_units_nearest(k, r, first, last);
    else resize_units_f32(k, r, first, last);
    return CAMEO_OK;
}
