/* resize_bytes.c — Resize and Upsample of 8-bit integers, linear and cubic, with the bits of the portable rows
 * (kernels/resize.c), for sessions with vectors: networks of quantized values resize channels that lie last.
 *
 * The first phase computes for each axis which elements each output reads, with which weights. Axes behind the last one
 * that changes are elements that stay together, `inner`. An output of the axes before them is a sum of rows of inner
 * elements (slots mix_u8, mix_i8): one for each tap of the last axis that changes and each combination of taps before
 * it, in the order in which the portable row adds them. Where there are no axes behind it, as with channels first, the
 * elements that each output of a row reads are gathered once for all outputs that read the row (slot mix_columns).
 * What needs more taps than there is room for, and axes whose
 * tables would be large, are left to the portable rows. */
#include "base/ckd.h"
#include "base/math.h"
#include "kernels/resize.h"

/* Outputs of a task, in the unit of the portable rows. */
#define RBYTES_PORTABLE_TASKS 4
/* Taps of an output along an axis; sums of rows that are added; outputs of all axes that have tables. */
#define RBYTES_TAPS 4
#define RBYTES_ROWS 64
#define RBYTES_OUTPUTS ((size_t)1 << 15)
/* Most bits behind the point of weights whose sums are taken in 16 bits (cm_mix_columns). */
#define RBYTES_BITS 8
/* Fewest inner elements that a slot is called for; results of fewer that are summed up together. */
#define RBYTES_INNER 8
#define RBYTES_BLOCK 64
/* Gathered rows that a worker keeps. */
#define RBYTES_HELD 4

/* What an output of an axis reads: those whose weight is not 0. */
typedef struct rbytes_taps {
    double w[RBYTES_TAPS];
    uint32_t at[RBYTES_TAPS]; /* elements of the axis */
    uint32_t n;
} rbytes_taps;

/* In shared scratch, from the first phase on; behind it the tables. */
typedef struct rbytes {
    bool portable; /* the oracle does it */
    bool linear;   /* outputs read two elements of an axis at most */
    bool gathers;  /* there is a table of columns */
    uint32_t bits, row_bits; /* of cm_mix_columns */
    uint32_t n;    /* axes up to the last one that changes */
    size_t inner;
    size_t out[CM_MAX_RANK], stride[CM_MAX_RANK]; /* stride: elements of x */
    size_t table[CM_MAX_RANK];                    /* taps before those of an axis */
    bool same[CM_MAX_RANK];
} rbytes;

/* Rows that are added up, or taken times those of an axis. */
typedef struct rbytes_sum {
    uint32_t n;
    double w[RBYTES_ROWS];
    size_t at[RBYTES_ROWS]; /* elements of x */
} rbytes_sum;

/* Linear and cubic whose outputs read four elements of an axis at most, and nothing outside of the data. */
bool cm_resize_accept_bytes(const cm_row_query *q) {
    const cm_resize_params *p = q->params;
    return p->mode != RESIZE_NEAREST && p->antialias == 0 &&
           p->coordinate_transformation_mode != RESIZE_TF_CROP_AND_RESIZE;
}

/* Outputs of all axes; SIZE_MAX: too many for tables. */
static size_t rbytes_outputs(const cm_tensor *y) {
    size_t n = 0;
    for (uint32_t d = 0; d < y->rank; d++) {
        if (y->dims[d] > RBYTES_OUTPUTS - n) return SIZE_MAX;
        n += y->dims[d];
    }
    return n;
}

/* Taps of each output along an axis that have room. */
static size_t rbytes_most(const cm_kctx *k) {
    return ((const cm_resize_params *)k->params)->mode == RESIZE_LINEAR ? 2 : RBYTES_TAPS;
}

/* Outputs of the last axis, for which there is a table of columns; 0: it stays as it is, or there are no tables. */
static size_t rbytes_columns(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0), *y = cm_out(k, 0);
    if (y->rank == 0 || rbytes_outputs(y) == SIZE_MAX) return 0;
    return x->dims[y->rank - 1u] == y->dims[y->rank - 1u] ? 0 : y->dims[y->rank - 1u];
}

/* Bytes of shared scratch before the tables. */
#define RBYTES_HEAD ((sizeof(rbytes) + 63) & ~(size_t)63)

static rbytes_taps *rbytes_tables(const cm_kctx *k) { return (rbytes_taps *)(void *)(k->scratch + RBYTES_HEAD); }

/* The table of columns, behind the others: weights [taps][columns], which may be whole numbers in their place, and
 * which elements of a row these are for. */
static double *rbytes_weights(const cm_kctx *k) {
    return (double *)(void *)(rbytes_tables(k) + rbytes_outputs(cm_out(k, 0)));
}
static uint16_t *rbytes_whole(const cm_kctx *k) { return (uint16_t *)(void *)rbytes_weights(k); }
static uint32_t *rbytes_places(const cm_kctx *k) {
    return (uint32_t *)(void *)(rbytes_weights(k) + rbytes_most(k) * rbytes_columns(k));
}

/* In a worker's scratch: the rows of x that are gathered behind it, each [taps][columns] bytes. */
typedef struct rbytes_held {
    size_t at[RBYTES_HELD]; /* element 0 of each, SIZE_MAX: none */
} rbytes_held;

/* Phase 0: one task, the tables; it checks the numbers, also where there are no outputs. Phase 1: outputs. */
cameo_status cm_resize_bytes_setup(const cm_kctx *k, cm_setup *s) {
    size_t n = rbytes_outputs(cm_out(k, 0));
    cm_setup_simple(s, cm_out(k, 0)->n, RBYTES_PORTABLE_TASKS * cm_resize_items(k));
    s->n_phases = 2;
    s->phase[1] = s->phase[0];
    s->phase[0].n_tasks = 1;
    size_t columns = rbytes_most(k) * rbytes_columns(k); /* RBYTES_TAPS * RBYTES_OUTPUTS at most */
    s->scratch = RBYTES_HEAD + (n == SIZE_MAX ? 0 : n * sizeof(rbytes_taps));
    s->scratch += columns * (sizeof(double) + sizeof(uint32_t));
    s->worker_scratch = sizeof(rbytes_held) + RBYTES_HELD * columns;
    return CAMEO_OK;
}

/* The taps of output o of axis d. */
static void rbytes_taps_of(cm_resize_plan *p, uint32_t d, int64_t o, rbytes_taps *t) {
    cm_resize_taps_of(p, d, o);
    *t = (rbytes_taps){.n = 0};
    for (int64_t i = 0; i < p->taps[d].n; i++) {
        double w = cm_resize_weight(p, d, i);
        if (w == 0) continue;
        t->w[t->n] = w;
        t->at[t->n++] = (uint32_t)cm_max_i64(0, cm_min_i64(p->taps[d].first + i, p->axis[d].in - 1));
    }
}

/* Do the weights of n outputs leave slot mix_columns what it asks for? Linear ones are at most 1 and cubic ones hardly
 * more, but the coefficient of these is a number of the file. Of 8 products of 3, or 16 of 2, times bytes, the sum is
 * below 2^30. */
static bool rbytes_are_small(const rbytes_taps *t, size_t n) {
    for (size_t o = 0; o < n; o++) {
        for (uint32_t i = 0; i < t[o].n; i++) {
            if (!(cm_fabs(t[o].w[i]) < 64)) return false;
        }
    }
    return true;
}

/* Are the weights of an output at least 0, multiples of 2^-bits, and 1 together? */
static bool rbytes_are_whole(const rbytes_taps *t, uint32_t bits) {
    const double one = (double)(1u << bits);
    double sum = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        double w = t->w[i] * one;
        if (!(w >= 0 && w <= one) || w != (double)(int32_t)w) return false; /* false for NaN, too */
        sum += w;
    }
    return sum == one;
}

/* The fewest bits behind the point, from `least` on, in which the weights of n outputs can be written; more than
 * RBYTES_BITS: they cannot. */
static uint32_t rbytes_bits(const rbytes_taps *t, size_t n, uint32_t least) {
    uint32_t bits = least;
    for (size_t o = 0; o < n && bits <= RBYTES_BITS; o++) {
        while (bits <= RBYTES_BITS && !rbytes_are_whole(&t[o], bits)) bits++;
    }
    return bits;
}

/* Bits of all axes that change, where they are few; the last one has some. */
static void rbytes_count_bits(const rbytes_taps *taps, rbytes *r) {
    uint32_t rows = 0;
    for (uint32_t d = 0; d + 1 < r->n; d++) {
        if (!r->same[d]) rows += rbytes_bits(&taps[r->table[d]], r->out[d], 0);
    }
    uint32_t bits = rows + rbytes_bits(&taps[r->table[r->n - 1]], r->out[r->n - 1], 1);
    if (bits <= RBYTES_BITS) r->bits = bits, r->row_bits = rows;
}

/* The table of columns, of the taps of the last axis. */
static void rbytes_spread(const cm_kctx *k, const rbytes *r, const rbytes_taps *t) {
    size_t n = rbytes_columns(k), taps = rbytes_most(k);
    double *w = rbytes_weights(k);
    uint16_t *whole = rbytes_whole(k);
    uint32_t *at = rbytes_places(k);
    for (size_t i = 0; i < taps; i++) {
        for (size_t o = 0; o < n; o++) {
            bool is = i < t[o].n;
            double weight = is ? t[o].w[i] : 0;
            if (r->bits == 0) w[i * n + o] = weight;
            else whole[i * n + o] = (uint16_t)(weight * (double)(1u << (r->bits - r->row_bits)));
            at[i * n + o] = is ? t[o].at[i] : 0;
        }
    }
}

static void rbytes_prepare(const cm_kctx *k, cm_resize_plan *p, rbytes *r) {
    rbytes_taps *taps = rbytes_tables(k);
    size_t rows = 1, at = 0;
    *r = (rbytes){.inner = 1, .linear = p->q->mode == RESIZE_LINEAR};
    r->portable = rbytes_outputs(cm_out(k, 0)) == SIZE_MAX;
    for (uint32_t d = 0; d < p->rank; d++) {
        const cm_resize_axis *a = &p->axis[d];
        r->same[d] = cm_resize_is_same(p->q, a);
        r->out[d] = (size_t)a->out;
        r->stride[d] = a->stride;
        if (r->same[d]) continue;
        r->n = d + 1;
        rows *= r->linear ? 2 : RBYTES_TAPS;
        r->portable = r->portable || a->in > UINT32_MAX || rows > RBYTES_ROWS;
    }
    for (uint32_t d = r->n; d < p->rank; d++) r->inner *= r->out[d];
    for (uint32_t d = 0; d < r->n && !r->portable; d++) {
        if (r->same[d]) continue;
        r->table[d] = at;
        for (size_t o = 0; o < r->out[d]; o++) rbytes_taps_of(p, d, (int64_t)o, &taps[at + o]);
        at += r->out[d];
    }
    r->gathers = !r->portable && r->n == p->rank && rbytes_columns(k) != 0 && rows / rbytes_most(k) <= RBYTES_HELD;
    r->gathers = r->gathers && rbytes_are_small(taps, at);
    if (r->gathers && r->linear) rbytes_count_bits(taps, r);
    if (r->gathers) rbytes_spread(k, r, &taps[r->table[r->n - 1]]);
}

/* s = s times the taps of output o of axis d. The products are those of the portable row: axis by axis. */
static void rbytes_times(const rbytes *r, const rbytes_taps *taps, uint32_t d, size_t o, rbytes_sum *s) {
    if (r->same[d]) {
        for (uint32_t i = 0; i < s->n; i++) s->at[i] += o * r->stride[d];
        return;
    }
    const rbytes_taps *t = &taps[r->table[d] + o];
    uint32_t n = s->n;
    s->n *= t->n;
    for (uint32_t i = n; i-- > 0;) { /* backwards, as the result lies on s */
        double w = s->w[i];
        size_t at = s->at[i];
        for (uint32_t j = 0; j < t->n; j++) {
            s->w[i * t->n + j] = w * t->w[j];
            s->at[i * t->n + j] = at + t->at[j] * r->stride[d];
        }
    }
}

/* Elements [from, to) of the inner ones of output o of the last axis; s: of those before it. */
static void rbytes_output(const cm_kctx *k, const rbytes *r, const rbytes_sum *s, size_t o, size_t from, size_t to,
                          uint8_t *y) {
    const cm_tensor *x = cm_in(k, 0);
    const uint8_t *row[RBYTES_ROWS], *first = (const uint8_t *)x->data + from;
    double w[RBYTES_ROWS];
    static const rbytes_taps whole = {.w = {1}, .n = 1};
    const rbytes_taps *t = r->n == 0 ? &whole : &rbytes_tables(k)[r->table[r->n - 1] + o];
    size_t stride = r->n == 0 ? 0 : r->stride[r->n - 1];
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        for (uint32_t j = 0; j < t->n; j++, n++) {
            w[n] = s->w[i] * t->w[j];
            row[n] = first + s->at[i] + t->at[j] * stride;
        }
    }
    if (x->dtype == CAMEO_INT8) CM_PRIM(k, mix_i8)(row, w, n, y, to - from);
    else CM_PRIM(k, mix_u8)(row, w, n, y, to - from);
}

/* sum[0, n) += w times the taps of n elements of a row of the last axis, from inner one e of output *t on. Constant:
 * taps of each output; those behind t->n have the weight 0. */
CM_INLINE void rbytes_add(const rbytes *r, const uint8_t *row, double w, int flip, const rbytes_taps *t, size_t e,
                          double *restrict sum, size_t n, const uint32_t taps) {
    const size_t stride = r->stride[r->n - 1], inner = r->inner;
    for (size_t j = 0; j < n; j++) {
        double v = sum[j];
        for (uint32_t i = 0; i < taps; i++) v += w * t->w[i] * (double)((row[t->at[i] * stride + e] ^ flip) - flip);
        sum[j] = v;
        if (++e == inner) e = 0, t++;
    }
}

/* What rbytes_output does, where inner elements are few: n elements of a row of the last axis, from inner one e of
 * output o on. */
static void rbytes_few(const cm_kctx *k, const rbytes *r, const rbytes_sum *s, size_t o, size_t e, size_t n,
                       uint8_t *y) {
    const cm_tensor *x = cm_in(k, 0);
    const rbytes_taps *t = &rbytes_tables(k)[r->table[r->n - 1] + o];
    const int flip = x->dtype == CAMEO_INT8 ? 0x80 : 0;
    double sum[RBYTES_BLOCK] = {0};
    for (uint32_t i = 0; i < s->n; i++) {
        const uint8_t *row = (const uint8_t *)x->data + s->at[i];
        if (r->linear) rbytes_add(r, row, s->w[i], flip, t, e, sum, n, 2);
        else rbytes_add(r, row, s->w[i], flip, t, e, sum, n, RBYTES_TAPS);
    }
    for (size_t j = 0; j < n; j++) y[j] = (uint8_t)cm_mix_round(sum[j], flip == 0 ? 0 : -128, flip == 0 ? 255 : 127);
}

/* The gathered row of x from element `at` on, where it is held, or NULL; *used: a bit for each row that is needed. */
static const uint8_t *rbytes_find(const cm_kctx *k, const rbytes_held *held, size_t at, uint32_t *used) {
    for (uint32_t i = 0; i < RBYTES_HELD; i++) {
        if (held->at[i] != at) continue;
        *used |= UINT32_C(1) << i;
        return (const uint8_t *)(held + 1) + i * rbytes_most(k) * rbytes_columns(k);
    }
    return NULL;
}

/* Gathers it in the place of one that is not needed. */
static const uint8_t *rbytes_gather(const cm_kctx *k, rbytes_held *held, size_t at, uint32_t *used) {
    size_t n = rbytes_most(k) * rbytes_columns(k);
    const uint32_t *place = rbytes_places(k);
    const uint8_t *x = (const uint8_t *)cm_in(k, 0)->data + at;
    uint32_t i = 0;
    while ((*used >> i & 1) != 0) i++;
    uint8_t *to = (uint8_t *)(held + 1) + i * n;
    for (size_t j = 0; j < n; j++) to[j] = x[place[j]];
    *used |= UINT32_C(1) << i;
    held->at[i] = at;
    return to;
}

/* Outputs [from, to) of a row y of the last axis, where there is a table of columns. */
static void rbytes_gathered(const cm_kctx *k, const rbytes *r, const rbytes_sum *s, size_t from, size_t to,
                            uint8_t *y) {
    const uint8_t *x[RBYTES_HELD] = {NULL};
    rbytes_held *held = (rbytes_held *)(void *)k->worker_scratch;
    uint32_t used = 0;
    for (uint32_t i = 0; i < s->n; i++) x[i] = rbytes_find(k, held, s->at[i], &used);
    for (uint32_t i = 0; i < s->n; i++) {
        if (x[i] == NULL) x[i] = rbytes_gather(k, held, s->at[i], &used);
    }
    const cm_mix_columns m = {.x = x,
                              .w = s->w,
                              .n_x = s->n,
                              .column = rbytes_weights(k),
                              .taps = rbytes_most(k),
                              .ld = rbytes_columns(k),
                              .flip = cm_in(k, 0)->dtype == CAMEO_INT8 ? 0x80 : 0,
                              .bits = r->bits,
                              .row_bits = r->row_bits,
                              .whole = rbytes_whole(k)};
    CM_PRIM(k, mix_columns)(&m, from, to, y);
}

/* Elements [at, last) of y. */
static void rbytes_range(const cm_kctx *k, const rbytes *r, size_t at, size_t last) {
    uint8_t *y = cm_out(k, 0)->data;
    size_t width = r->n == 0 ? 1 : r->out[r->n - 1];
    while (at < last) { /* a row of the last axis, or what is left of it */
        size_t o = at / r->inner % width, rest = at / r->inner / width, from = at % r->inner;
        size_t index[CM_MAX_RANK];
        rbytes_sum s = {.n = 1, .w = {1}};
        for (uint32_t d = r->n == 0 ? 0 : r->n - 1; d-- > 0; rest /= r->out[d]) index[d] = rest % r->out[d];
        for (uint32_t d = 0; d + 1 < r->n; d++) rbytes_times(r, rbytes_tables(k), d, index[d], &s);
        size_t end = cm_min_size(last, at + (width - o) * r->inner - from);
        for (size_t n; at < end; at += n, from += n, o += from / r->inner, from %= r->inner) {
            if (r->gathers) {
                n = end - at;
                rbytes_gathered(k, r, &s, o, o + n, y + (at - o));
            } else if (r->inner < RBYTES_INNER && r->n != 0) {
                n = cm_min_size(end - at, RBYTES_BLOCK);
                rbytes_few(k, r, &s, o, from, n, y + at);
            } else {
                n = cm_min_size(end - at, r->inner - from);
                rbytes_output(k, r, &s, o, from, from + n, y + at);
            }
        }
    }
}

/* x, y of any rank. Errors: as the portable rows. */
cameo_status cm_resize_bytes_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    rbytes *r = (rbytes *)(void *)k->scratch;
    if (phase == 0) {
        cm_resize_plan p;
        CM_TRY(cm_resize_plan_init(k, &p));
        rbytes_prepare(k, &p, r);
        return CAMEO_OK;
    }
    if (r->portable) {
        cm_run_fn *run = cm_in(k, 0)->dtype == CAMEO_INT8 ? cm_resize_i8_run : cm_resize_u8_run;
        return run(k, 0, begin * RBYTES_PORTABLE_TASKS, end * RBYTES_PORTABLE_TASKS);
    }
    if (r->gathers) *(rbytes_held *)(void *)k->worker_scratch = (rbytes_held){{SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX}};
    size_t items = RBYTES_PORTABLE_TASKS * cm_resize_items(k);
    rbytes_range(k, r, begin * items, cm_min_size(end * items, cm_out(k, 0)->n));
    return CAMEO_OK;
}
