/* pad.c — Pad: elements before and behind each axis, negative numbers take away.
 *
 *   constant  constant_value, or zero (an empty string)
 *   edge      the nearest element
 *   reflect   mirrored without the edge; a pad beyond dim - 1 is mirrored again, as numpy's
 *   wrap      the axis again from its other end, any number of times
 * Negative pads take elements away first; edge, reflect and wrap see what is left, as ONNX Runtime.
 * Source: ONNX Pad, since_version 1, 2, 11 (pads an input), 13, 18 (axes), 19 (wrap), 21-25. */
#include "kernels/axes.h"
#include "kernels/move.h"

enum { PAD_CONSTANT, PAD_REFLECT, PAD_EDGE, PAD_WRAP };

/* Pads beyond this make no tensor; sums of a few do not overflow. */
#define PAD_FAR (INT64_C(1) << 56)

typedef struct pad_params {
    int32_t mode;
} pad_params;

/* Pads of one axis. */
typedef struct pad_axis {
    cm_dim begin, end;
} pad_axis;

/* Element j of pads for the shape rule; perhaps unknown. Errors: E_LIMIT too large. */
static cameo_status pad_elem(const cm_shape *s, size_t j, cm_dim *d) {
    int64_t v;
    if (cm_avalue_i64(cm_shape_in(s, 1), j, &v)) {
        CM_CHECK(v > -PAD_FAR && v < PAD_FAR, s->e, CAMEO_E_LIMIT, "pads[%zu] is %lld", j,
                 CM_LL(v));
        *d = v;
    } else if (!cm_avalue_elem(cm_shape_in(s, 1), j, d)) {
        *d = CM_DIM_UNKNOWN;
    }
    return CAMEO_OK;
}

/* A dim with its pads. Errors: E_SHAPE nothing is left to take away; nothing to copy from. */
static cameo_status pad_dim(const cm_shape *s, uint32_t d, const pad_axis *p, cm_dim *out) {
    const pad_params *q = s->params;
    cm_dim dim = cm_shape_in(s, 0)->dims[d];
    cm_dim sum = cm_dim_add(s->dims, cm_dim_add(s->dims, dim, p->begin), p->end);
    CM_CHECK(cm_dim_le(s->dims, 0, sum) != CM_NO, s->e, CAMEO_E_SHAPE,
             "pads take more than axis %u has", d);
    bool numbers = cm_dim_is_const(dim) && cm_dim_is_const(p->begin) && cm_dim_is_const(p->end);
    if (numbers) {
        int64_t left = dim + cm_min_i64(p->begin, 0) + cm_min_i64(p->end, 0);
        CM_CHECK(left > 0 || sum == 0 || q->mode == PAD_CONSTANT, s->e, CAMEO_E_SHAPE,
                 "axis %u has no element to pad with", d);
        CM_CHECK(left >= 0, s->e, CAMEO_E_SHAPE, "pads take more than axis %u has", d);
    }
    *out = sum;
    return CAMEO_OK;
}

static cameo_status pad_shape(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *pads = cm_shape_in(s, 1);
    uint32_t order[CM_MAX_RANK];
    uint32_t axes;
    bool known = true;
    size_t n, n_axes;
    if (x->rank == CM_RANK_UNKNOWN) return cm_shape_out(s, 0, x->dtype, CM_RANK_UNKNOWN, NULL);
    n_axes = x->rank;
    for (uint32_t d = 0; d < x->rank; d++) order[d] = d;
    if (cm_shape_has(s, 3)) {
        const cm_avalue *v = cm_shape_in(s, 3);
        CM_TRY(cm_axes_of_value(v, x->rank, &axes, order, &known, s->e));
        if (!known || !cm_avalue_count(v, &n_axes)) {
            return cm_shape_out(s, 0, x->dtype, x->rank, NULL);
        }
    }
    if (cm_avalue_count(pads, &n)) {
        CM_CHECK(n == 2 * n_axes, s->e, CAMEO_E_SHAPE, "pads has %zu elements, want %zu", n,
                 2 * n_axes);
    }
    cm_dim dims[CM_MAX_RANK];
    for (uint32_t d = 0; d < x->rank; d++) dims[d] = x->dims[d];
    for (size_t j = 0; j < n_axes; j++) {
        pad_axis p;
        CM_TRY(pad_elem(s, j, &p.begin));
        CM_TRY(pad_elem(s, j + n_axes, &p.end));
        CM_TRY(pad_dim(s, order[j], &p, &dims[order[j]]));
    }
    return cm_shape_out(s, 0, x->dtype, x->rank, dims);
}

static const cm_field pad_fields[] = {
    CM_F_ENUM(pad_params, mode, "constant,reflect,edge,wrap", PAD_CONSTANT)};
const cm_op cm_op_Pad = {CM_OP_Pad, 0, 1, sizeof(pad_params), pad_fields, NULL, pad_shape, NULL};

/* ---- Kernel ---- */

typedef struct pad_loop {
    uint32_t rank;
    int mode;
    struct {
        size_t y;                /* dim of the output */
        size_t x;                /* of the input */
        size_t below_x;          /* elements from one index to the next */
        int64_t begin;           /* pad at the beginning */
        int64_t first, left; /* of the input: first element and number that are not taken away */
    } axis[CM_MAX_RANK];
} pad_loop;

/* Errors: E_SHAPE pads or axes do not give the output's dims. */
static cameo_status pad_loop_init(const cm_kctx *k, pad_loop *l) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *y = cm_out(k, 0);
    const cm_tensor *pads = cm_in(k, 1);
    const cm_tensor *named = cm_in(k, 3);
    uint32_t order[CM_MAX_RANK] = {0}, axes;
    size_t n_axes = x->rank;
    int64_t pad[CM_MAX_RANK][2] = {{0}};
    for (uint32_t d = 0; d < x->rank; d++) order[d] = d;
    if (named != NULL) {
        CM_TRY(cm_axes_of_tensor(named, x->rank, &axes, order, k->e));
        n_axes = named->n;
    }
    CM_CHECK(pads->n == 2 * n_axes && y->rank == x->rank, k->e, CAMEO_E_SHAPE,
             "pads has %zu elements, want %zu", pads->n, 2 * n_axes);
    for (size_t j = 0; j < 2 * n_axes; j++) {
        pad[order[j % n_axes]][j / n_axes] = cm_move_index(pads, j);
    }
    *l = (pad_loop){.rank = x->rank, .mode = ((const pad_params *)k->params)->mode};
    size_t below_x = 1;
    for (uint32_t d = x->rank; d-- > 0;) {
        int64_t a = pad[d][0], b = pad[d][1];
        bool fits = a > -PAD_FAR && a < PAD_FAR && b > -PAD_FAR && b < PAD_FAR;
        int64_t left = fits ? (int64_t)x->dims[d] + cm_min_i64(a, 0) + cm_min_i64(b, 0) : -1;
        CM_CHECK(left >= 0 && (int64_t)x->dims[d] + a + b == (int64_t)y->dims[d], k->e,
                 CAMEO_E_SHAPE, "pads of axis %u with %zu elements do not give %zu", d, x->dims[d],
                 y->dims[d]);
        CM_CHECK(left > 0 || y->dims[d] == 0 || l->mode == PAD_CONSTANT, k->e, CAMEO_E_SHAPE,
                 "axis %u has no element to pad with", d);
        l->axis[d].y = y->dims[d];
        l->axis[d].x = x->dims[d];
        l->axis[d].below_x = below_x;
        l->axis[d].begin = a;
        l->axis[d].first = -cm_min_i64(a, 0);
        l->axis[d].left = left;
        below_x *= x->dims[d];
    }
    return CAMEO_OK;
}

/* What lies outside: at is the index behind those that are taken away, and not below `left`. */
static bool pad_index_outside(const pad_loop *l, int64_t at, int64_t left, int64_t *index) {
    int64_t period = l->mode == PAD_REFLECT ? 2 * (left - 1) : left;
    if (l->mode == PAD_CONSTANT) return false;
    if (l->mode == PAD_EDGE || period == 0) {
        at = at < 0 || left == 1 ? 0 : left - 1;
    } else if (l->mode == PAD_REFLECT && at > -left && at < period) { /* one reflection */
        at = at < 0 ? -at : at >= left ? period - at : at;
    } else {
        at %= period;
        if (at < 0) at += period;
        if (at >= left) at = period - at;
    }
    *index = at;
    return true;
}

/* Index of the input that index i of the output's axis d takes; false: the constant. */
CM_INLINE bool pad_index(const pad_loop *l, uint32_t d, size_t i, size_t *index) {
    int64_t left = l->axis[d].left;
    int64_t at = (int64_t)i - cm_max_i64(l->axis[d].begin, 0);
    if ((at < 0 || at >= left) && !pad_index_outside(l, at, left, &at)) return false;
    *index = (size_t)(l->axis[d].first + at);
    return true;
}

/* The indices of output element i. */
static void pad_at(const pad_loop *l, size_t i, size_t *index) {
    for (uint32_t d = l->rank; d-- > 0; i /= l->axis[d].y) index[d] = i % l->axis[d].y;
}

/* Where the row of the last axis at these indices begins in x; false: all constant. */
static bool pad_row(const pad_loop *l, const size_t *index, size_t *at) {
    *at = 0;
    for (uint32_t d = 0; d + 1 < l->rank; d++) {
        size_t from;
        if (!pad_index(l, d, index[d], &from)) return false;
        *at += from * l->axis[d].below_x;
    }
    return true;
}

/* The value of mode constant as a pattern of `bits`; zeros where it is not given. */
typedef struct pad_value {
    uint32_t bits;
    const void *data; /* one element, or NULL */
} pad_value;

static void pad_fill(const pad_value *v, void *y, size_t at, size_t n) {
    static const uint8_t zero[16] = {0};
    const void *from = v->data != NULL ? v->data : zero;
    if (v->bits >= 8) {
        cm_move_fill(v->bits, y, at, from, n);
        return;
    }
    cm_strided same = {.rank = 1, .dims = {at + n}, .stride = {0}};
    cm_strided_copy(&same, v->bits, from, y, at, at + n);
}

/* One element. */
static void pad_copy_one(uint32_t bits, void *y, size_t at, const void *x, size_t from) {
    if (bits == 32) memcpy((uint8_t *)y + at * 4, (const uint8_t *)x + from * 4, 4);
    else cm_move_flat(bits, y, at, x, from, 1);
}

/* Elements [at, at + n) of y, all within one row of the last axis; the first has these indices. */
static void pad_piece(const pad_loop *l, const pad_value *v, const void *x, void *y, size_t at,
                      const size_t *first, size_t n) {
    size_t base;
    if (!pad_row(l, first, &base)) {
        pad_fill(v, y, at, n);
        return;
    }
    uint32_t last = l->rank - 1;
    size_t column = first[last];
    int64_t begin = cm_max_i64(l->axis[last].begin, 0);
    int64_t left = l->axis[last].left;
    while (n > 0) {
        int64_t inside = (int64_t)column - begin;
        size_t index;
        size_t run = 1;
        bool copied = pad_index(l, last, column, &index);
        if (inside >= 0 && inside < left)
            run = cm_min_size(n, (size_t)(left - inside));
        else if (!copied)
            run = inside < 0 ? cm_min_size(n, (size_t)-inside) : n;
        if (copied && run == 1)
            pad_copy_one(v->bits, y, at, x, base + index);
        else if (copied)
            cm_move_flat(v->bits, y, at, x, base + index, run);
        else
            pad_fill(v, y, at, run);
        at += run;
        column += run;
        n -= run;
    }
}

#if !CM_SMALL
/* Whole rows of the last axis that differ only in the element of x that they begin with. */
#define PAD_BORDER ((size_t)32)
typedef struct pad_rows {
    size_t before, inside, behind;   /* elements of a row: padded, copied, padded */
    size_t border[2 * PAD_BORDER];   /* which elements of the row of x the padded ones are; not for constants */
} pad_rows;

/* Returns false where the last axis is cut, where its pads are long, or elements are less than a byte. */
static bool pad_rows_of(const pad_loop *l, const pad_value *v, pad_rows *r) {
    if (l->rank < 2 || v->bits < 8) return false;
    uint32_t last = l->rank - 1;
    int64_t behind = (int64_t)l->axis[last].y - (int64_t)l->axis[last].x - l->axis[last].begin;
    bool plain = l->axis[last].begin >= 0 && behind >= 0 && l->axis[last].left > 0;
    if (!plain || l->axis[last].begin > (int64_t)PAD_BORDER || behind > (int64_t)PAD_BORDER) return false;
    r->before = (size_t)l->axis[last].begin;
    r->inside = l->axis[last].x;
    r->behind = (size_t)behind;
    for (size_t i = 0; i < r->before + r->behind; i++) {
        r->border[i] = 0;
        (void)pad_index(l, last, i < r->before ? i : i + r->inside, &r->border[i]);
    }
    return true;
}

/* n elements of 32 bits of a border. */
CM_INLINE void pad_border_32(uint8_t *to, const uint8_t *x, const size_t *from, size_t step, size_t n) {
    for (size_t i = 0; i < n; i++) memcpy(to + i * 4, x + from[i * step] * 4, 4);
}

/* n rows from element `at` of y on; the first begins at element `from` of x. */
static void pad_rows_copy(const pad_rows *r, const pad_value *v, bool constant, const uint8_t *x, uint8_t *y,
                          size_t n) {
    static const uint8_t zero[16] = {0};
    static const size_t still = 0;
    size_t size = v->bits / 8;
    const void *one = v->data != NULL ? v->data : zero;
    const uint8_t *edge = constant ? one : x;
    for (; n > 0; n--, x += r->inside * size) {
        if (!constant) edge = x;
        if (size == 4) {
            pad_border_32(y, edge, constant ? &still : r->border, !constant, r->before);
            memcpy(y + r->before * 4, x, r->inside * 4);
            y += (r->before + r->inside) * 4;
            pad_border_32(y, edge, constant ? &still : r->border + r->before, !constant, r->behind);
            y += r->behind * 4;
            continue;
        }
        for (size_t i = 0; i < r->before; i++, y += size) memcpy(y, edge + (constant ? 0 : r->border[i]) * size, size);
        memcpy(y, x, r->inside * size);
        y += r->inside * size;
        for (size_t i = r->before; i < r->before + r->behind; i++, y += size) {
            memcpy(y, edge + (constant ? 0 : r->border[i]) * size, size);
        }
    }
}

/* Rows from element `at` of y on, whose first has these indices, that lie side by side in x: how many that are, after
 * copying them. At most `most`. */
static size_t pad_rows_run(const pad_loop *l, const pad_rows *r, const pad_value *v, const void *x, void *y, size_t at,
                           const size_t *first, size_t most) {
    uint32_t d = l->rank - 2;
    int64_t inside = (int64_t)first[d] - cm_max_i64(l->axis[d].begin, 0);
    size_t base, size = v->bits / 8;
    if (inside < 0 || inside >= l->axis[d].left || !pad_row(l, first, &base)) return 0;
    size_t n = cm_min_size(most, cm_min_size((size_t)(l->axis[d].left - inside), l->axis[d].y - first[d]));
    pad_rows_copy(r, v, l->mode == PAD_CONSTANT, (const uint8_t *)x + base * size, (uint8_t *)y + at * size, n);
    return n;
}
#endif

/* Ranks and lengths; pads are checked where their data is. */
static cameo_status pad_check(const cm_kctx *k) {
    const cm_tensor *x = cm_in(k, 0);
    const cm_tensor *value = cm_in(k, 2);
    CM_CHECK(x->rank == cm_out(k, 0)->rank, k->e, CAMEO_E_SHAPE, "the output has rank %u, want %u",
             (unsigned)cm_out(k, 0)->rank, (unsigned)x->rank);
    CM_CHECK(value == NULL || value->n == 1, k->e, CAMEO_E_SHAPE,
             "constant_value has %zu elements, want 1", value == NULL ? 0 : value->n);
    return CAMEO_OK;
}

cameo_status cm_pad_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(pad_check(k));
    cm_setup_simple(s, cm_out(k, 0)->n, CM_MOVE_ITEMS);
    return CAMEO_OK;
}

/* cm_pad_run — y[i0][i1]... = x[j0][j1]..., each j as the mode says.
 *   x      any dtype but string, any rank, any alignment
 *   pads   int64, hostile; axes int32 or int64, hostile
 * Errors: E_SHAPE pads do not give the dims of y, or there is nothing to pad with. */
cameo_status cm_pad_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    const cm_tensor *y = cm_out(k, 0);
    pad_value v = {cm_move_bits(y), cm_in(k, 2) != NULL ? cm_in(k, 2)->data : NULL};
    pad_loop l;
    CM_TRY(pad_loop_init(k, &l));
#if !CM_SMALL
    pad_rows whole;
    bool by_rows = pad_rows_of(&l, &v, &whole);
#endif
    for (uint32_t t = begin; t < end; t++) {
        size_t at, stop;
        cm_move_range(y->n, t, &at, &stop);
        if (l.rank == 0) cm_move_flat(v.bits, y->data, at, cm_in(k, 0)->data, 0, stop - at);
        size_t index[CM_MAX_RANK];
        if (l.rank != 0 && at < stop) pad_at(&l, at, index);
        while (l.rank != 0 && at < stop) {
            size_t width = l.axis[l.rank - 1].y;
            size_t n = cm_min_size(width - index[l.rank - 1], stop - at);
#if !CM_SMALL
            size_t rows = 0;
            if (by_rows && n == width)
                rows = pad_rows_run(&l, &whole, &v, cm_in(k, 0)->data, y->data, at, index, (stop - at) / width);
            if (rows > 0) {
                at += rows * width;
                index[l.rank - 2] += rows - 1;
                for (uint32_t d = l.rank - 1; d-- > 0 && ++index[d] == l.axis[d].y;) index[d] = 0;
                continue;
            }
#endif
            pad_piece(&l, &v, cm_in(k, 0)->data, y->data, at, index, n);
            at += n;
            index[l.rank - 1] = 0; /* to the next row */
            for (uint32_t d = l.rank - 1; d-- > 0 && ++index[d] == l.axis[d].y;) index[d] = 0;
        }
    }
    return CAMEO_OK;
}

cameo_status cm_pad_string_setup(const cm_kctx *k, cm_setup *s) {
    CM_TRY(pad_check(k));
    cm_strings_setup(s);
    return CAMEO_OK;
}

typedef struct pad_strings {
    pad_loop l;
    const cm_tensor *x, *value;
} pad_strings;

static cm_str pad_string(const void *ctx, size_t i, uint32_t part) {
    (void)part;
    const pad_strings *p = ctx;
    size_t at, index = 0, place[CM_MAX_RANK];
    uint32_t last = p->l.rank - 1;
    if (p->l.rank == 0) return cm_tensor_str(p->x, 0);
    pad_at(&p->l, i, place);
    if (pad_row(&p->l, place, &at) && pad_index(&p->l, last, place[last], &index)) {
        return cm_tensor_str(p->x, at + index);
    }
    return p->value != NULL ? cm_tensor_str(p->value, 0) : (cm_str){NULL, 0};
}

/* cm_pad_string_run — the same for strings; the output is allocated here. */
cameo_status cm_pad_string_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    if (begin >= end) return CAMEO_OK;
    const cm_tensor *y = cm_out(k, 0);
    pad_strings p = {.x = cm_in(k, 0), .value = cm_in(k, 2)};
    size_t dims[CM_MAX_RANK];
    CM_TRY(pad_loop_init(k, &p.l));
    for (uint32_t d = 0; d < y->rank; d++) dims[d] = y->dims[d];
    return cm_strings_emit(k, 0, y->rank, dims, &(cm_string_source){pad_string, &p, 1});
}
