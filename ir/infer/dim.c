/* dim.c — dims: constants, and what is asked about expressions. See dim.h; the algebra itself is
 * in dim_algebra.c. */
#include "ir/infer/dim_impl.h"

/* a op b of constants; what dim.h says of the others. */
static cm_dim dim_fold(cm_dim_op op, cm_dim a, cm_dim b) {
    if (a == CM_DIM_BAD || b == CM_DIM_BAD) return CM_DIM_BAD;
    if (!cm_dim_is_const(a) || !cm_dim_is_const(b)) return CM_DIM_UNKNOWN;
    int64_t r = 0;
    bool over = false;
    switch (op) {
    case CM_DIM_ADD: over = cm_ckd_add_i64(a, b, &r); break;
    case CM_DIM_SUB: over = cm_ckd_sub_i64(a, b, &r); break;
    case CM_DIM_MUL: over = cm_ckd_mul_i64(a, b, &r); break;
    case CM_DIM_MIN: r = cm_min_i64(a, b); break;
    case CM_DIM_MAX: r = cm_max_i64(a, b); break;
    case CM_DIM_DIV_FLOOR:
    case CM_DIM_DIV_CEIL:
    case CM_DIM_MOD: {
        if (b == 0) return CM_DIM_BAD;
        /* No constant is INT64_MIN, so the quotient fits. */
        int64_t q = a / b;
        int64_t m = a % b;
        bool negative = (m < 0) != (b < 0);
        if (op == CM_DIM_MOD)
            r = m != 0 && negative ? m + b : m;
        else if (op == CM_DIM_DIV_FLOOR)
            r = m != 0 && negative ? q - 1 : q;
        else
            r = m != 0 && !negative ? q + 1 : q;
        break;
    }
    }
    return over ? CM_DIM_BAD : cm_dim_from_i64(r);
}

cm_dim cm_dim_apply(cm_dims *t, cm_dim_op op, cm_dim a, cm_dim b) {
#if !CAMEO_FROZEN
    bool symbolic = cm_dim_is_expr(a) || cm_dim_is_expr(b);
    if (symbolic && cm_dims_has(t, a) && cm_dims_has(t, b)) return cm_dims_apply(t, op, a, b);
#else
    (void)t;
#endif
    return dim_fold(op, a, b);
}

cm_dim cm_dim_product(cm_dims *t, const cm_dim *dims, size_t n) {
    cm_dim product = 1;
    for (size_t i = 0; i < n; i++) product = cm_dim_mul(t, product, dims[i]);
    return product;
}

#if CAMEO_FROZEN

cm_tri cm_dim_equal(cm_dims *t, cm_dim a, cm_dim b) {
    (void)t;
    if (!cm_dim_is_const(a) || !cm_dim_is_const(b)) return CM_MAYBE;
    return a == b ? CM_YES : CM_NO;
}

cm_tri cm_dim_le(cm_dims *t, cm_dim a, cm_dim b) {
    (void)t;
    if (!cm_dim_is_const(a) || !cm_dim_is_const(b)) return CM_MAYBE;
    return a <= b ? CM_YES : CM_NO;
}

bool cm_dim_is_newer(const cm_dims *t, cm_dim d, size_t n) {
    (void)t;
    (void)d;
    (void)n;
    return false;
}

void cm_dim_interval(const cm_dims *t, cm_dim d, int64_t *lo, int64_t *hi) {
    (void)t;
    *lo = cm_dim_is_const(d) ? d : INT64_MIN;
    *hi = cm_dim_is_const(d) ? d : INT64_MAX;
}

#else

#define DIM_SLOTS 256u       /* of the first hash table; a power of two */
#define DIM_FORMAT_DEPTH 32u /* nested operations shown; deeper: "..." */

/* Whether the factors' coefficients have a divisor that the constant has not: then no integers make
 * the polynomial 0. */
static bool dim_never_zero(const cm_dim_poly *p) {
    uint64_t g = 0;
    uint64_t rest = 0;
    for (size_t i = 0; i < p->n; i++) {
        int64_t c = p->t[i].coef;
        uint64_t x = c < 0 ? 0 - (uint64_t)c : (uint64_t)c;
        if (p->t[i].f[0] == 0) {
            rest = x;
            continue;
        }
        while (x != 0) {
            uint64_t r = g % x;
            g = x;
            x = r;
        }
    }
    return g == 0 ? rest != 0 : rest % g != 0;
}

cm_tri cm_dim_equal(cm_dims *t, cm_dim a, cm_dim b) {
    if (cm_dim_is_const(a) && cm_dim_is_const(b)) return a == b ? CM_YES : CM_NO;
    if (!cm_dims_has(t, a) || !cm_dims_has(t, b)) return CM_MAYBE;
    cm_dim_poly diff;
    cm_dim_range r;
    bool exact = cm_dims_difference(t, a, b, &diff, &r);
    if (a == b || (r.lo == 0 && r.hi == 0)) return CM_YES;
    if (r.lo > 0 || r.hi < 0 || (exact && dim_never_zero(&diff))) return CM_NO;
    return CM_MAYBE;
}

cm_tri cm_dim_le(cm_dims *t, cm_dim a, cm_dim b) {
    if (cm_dim_is_const(a) && cm_dim_is_const(b)) return a <= b ? CM_YES : CM_NO;
    if (!cm_dims_has(t, a) || !cm_dims_has(t, b)) return CM_MAYBE;
    cm_dim_poly diff;
    cm_dim_range r;
    (void)cm_dims_difference(t, a, b, &diff, &r);
    if (r.hi <= 0) return CM_YES;
    if (cm_dims_has_operand(t, a, CM_DIMK_MIN, b) || cm_dims_has_operand(t, b, CM_DIMK_MAX, a))
        return CM_YES;
    return r.lo > 0 ? CM_NO : CM_MAYBE;
}

void cm_dim_interval(const cm_dims *t, cm_dim d, int64_t *lo, int64_t *hi) {
    if (t != NULL) d = cm_dims_resolve(t, d);
    cm_dim_range r = {INT64_MIN, INT64_MAX};
    if (cm_dim_is_const(d))
        r = (cm_dim_range){d, d};
    else if (cm_dims_has(t, d))
        r = cm_dims_range(t, d);
    *lo = r.lo;
    *hi = r.hi;
}

/* ---- the table and its symbols ---- */

cm_dims *cm_dims_new(cm_arena *a) {
    cm_dims *t = CM_ARENA_NEW(a, cm_dims);
    uint32_t *slots = CM_ARENA_NEW_N(a, uint32_t, DIM_SLOTS);
    if (t == NULL || slots == NULL) return NULL;
    t->arena = a;
    t->slots = slots;
    t->n_slots = DIM_SLOTS;
    return t;
}

/* The known range of the symbol or constant d cut down to lo..hi; false where nothing is left. */
static bool dim_restrict(const cm_dims *t, cm_dim d, int64_t lo, int64_t hi) {
    cm_dim_expr *e = cm_dims_expr(t, d);
    if (e == NULL) return d >= lo && d <= hi;
    cm_dim_range r = {cm_max_i64(e->range.lo, lo), cm_min_i64(e->range.hi, hi)};
    if (r.lo > r.hi) return false;
    e->range = r;
    return true;
}

cm_dim cm_dim_symbol(cm_dims *t, cm_str name, int64_t lo, int64_t hi) {
    if (lo > hi) return CM_DIM_BAD;
    if (t == NULL) return CM_DIM_UNKNOWN;
    lo = cm_min_i64(lo, INT64_MAX - 1);
    hi = cm_max_i64(hi, INT64_MIN + 1);
    cm_dim_expr e = {.kind = CM_DIMK_SYMBOL, .n = t->n_symbols, .range = {lo, hi}};
    e.u.symbol.name = name;
    cm_dim d = cm_dims_resolve(t, cm_dims_intern(t, e));
    if (!cm_dims_has(t, d)) return d;
    return dim_restrict(t, d, lo, hi) ? d : CM_DIM_BAD;
}

cm_dim cm_dim_either(cm_dims *t, cm_dim a, cm_dim b) {
    if (!cm_dims_has(t, a) || !cm_dims_has(t, b)) return CM_DIM_UNKNOWN;
    if (cm_dim_equal(t, a, b) == CM_YES) return a;
    cm_dim_range x = cm_dims_range(t, a), y = cm_dims_range(t, b);
    return cm_dim_symbol(t, (cm_str){NULL, 0}, cm_min_i64(x.lo, y.lo), cm_max_i64(x.hi, y.hi));
}

size_t cm_dim_symbol_count(const cm_dims *t) { return t->n_symbols; }

cm_str cm_dim_symbol_name(const cm_dims *t, size_t i) {
    return cm_dims_at(t, t->symbols[i])->u.symbol.name;
}

size_t cm_dim_symbol_index(const cm_dims *t, cm_dim d) {
    const cm_dim_expr *e = cm_dims_expr(t, d);
    return e != NULL && e->kind == CM_DIMK_SYMBOL ? e->n : SIZE_MAX;
}

bool cm_dim_is_newer(const cm_dims *t, cm_dim d, size_t n) {
    const cm_dim_expr *e = cm_dims_expr(t, d);
    return e != NULL && e->newest >= n;
}

static bool dim_is_leaf(const cm_dims *t, cm_dim d) {
    return cm_dim_is_const(d) || cm_dim_symbol_index(t, d) != SIZE_MAX;
}

bool cm_dim_merge(cm_dims *t, cm_dim a, cm_dim b) {
    if (t == NULL || !dim_is_leaf(t, a) || !dim_is_leaf(t, b)) {
        return cm_dim_equal(t, a, b) != CM_NO;
    }
    a = cm_dims_resolve(t, a);
    b = cm_dims_resolve(t, b);
    if (a == b) return true;
    /* Ids grow with age and lie below every constant. The younger symbol gives way. */
    bool b_stays = cm_dim_is_const(b) || (!cm_dim_is_const(a) && b < a);
    cm_dim stays = b_stays ? b : a;
    cm_dim goes = b_stays ? a : b;
    cm_dim_expr *e = cm_dims_expr(t, goes);
    if (e == NULL || !dim_restrict(t, stays, e->range.lo, e->range.hi)) return false;
    e->u.symbol.same = stays;
    t->merged = true;
    return true;
}

/* The symbol that m is a multiple of, or CM_DIM_UNKNOWN. */
static cm_dim dim_term_symbol(const cm_dims *t, const cm_dim_term *m) {
    if (m->f[0] == 0 || m->f[1] != 0) return CM_DIM_UNKNOWN;
    cm_dim d = cm_dims_dim(m->f[0] - 1);
    return cm_dims_expr(t, d)->kind == CM_DIMK_SYMBOL ? d : CM_DIM_UNKNOWN;
}

bool cm_dim_solve(cm_dims *t, cm_dim a, cm_dim b, cm_dim *x, cm_dim *y) {
    cm_dim_poly diff;
    cm_dim_range r;
    if (t == NULL || !cm_dims_has(t, a) || !cm_dims_has(t, b)) return false;
    if (!cm_dims_difference(t, a, b, &diff, &r) || diff.n < 1 || diff.n > 2) return false;
    *x = dim_term_symbol(t, &diff.t[0]);
    if (*x == CM_DIM_UNKNOWN) return false;
    int64_t c = diff.t[0].coef;
    int64_t k = diff.n == 2 ? diff.t[1].coef : 0;
    if (c == INT64_MIN || k == INT64_MIN) return false;
    *y = diff.n == 2 && diff.t[1].f[0] != 0 ? dim_term_symbol(t, &diff.t[1]) : -k / c;
    if (!cm_dim_is_const(*y)) return cm_dim_is_known(*y) && k == -c;
    return k % c == 0;
}

/* ---- evaluation ---- */

/* The k-th dim that e is made of, in term order; false where there are no more. */
static bool dim_child(const cm_dim_expr *e, uint32_t k, cm_dim *child) {
    if (e->kind == CM_DIMK_SYMBOL) return false;
    if (e->kind != CM_DIMK_POLY) {
        *child = k == 0 ? e->u.op.a : e->u.op.b;
        return k < 2;
    }
    uint32_t term = k / CM_DIM_MAX_FACTORS;
    if (term >= e->n) return false;
    uint32_t f = e->u.terms[term].f[k % CM_DIM_MAX_FACTORS];
    *child = f == 0 ? 0 : cm_dims_dim(f - 1);
    return true;
}

static cm_dim dim_value(const cm_dims *t, cm_dim d) {
    return cm_dim_is_const(d) ? d : cm_dims_expr(t, d)->value;
}

/* The value of e where those of its children are known. */
static cm_dim dim_compute(const cm_dims *t, const cm_dim_expr *e, const cm_dim *values) {
    static const cm_dim_op ops[] = {
        [CM_DIMK_DIV] = CM_DIM_DIV_FLOOR, [CM_DIMK_MIN] = CM_DIM_MIN, [CM_DIMK_MAX] = CM_DIM_MAX};
    if (e->kind == CM_DIMK_SYMBOL) {
        cm_dim same = cm_dims_resolve(t, e->u.symbol.same);
        const cm_dim_expr *symbol = cm_dims_expr(t, same);
        return dim_fold(CM_DIM_ADD, symbol == NULL ? same : values[symbol->n], 0);
    }
    if (e->kind != CM_DIMK_POLY)
        return dim_fold(ops[e->kind], dim_value(t, e->u.op.a), dim_value(t, e->u.op.b));
    cm_dim sum = 0;
    for (uint32_t i = 0; i < e->n; i++) {
        const cm_dim_term *m = &e->u.terms[i];
        cm_dim product = cm_dim_from_i64(m->coef);
        for (size_t k = 0; k < CM_DIM_MAX_FACTORS && m->f[k] != 0; k++)
            product = dim_fold(CM_DIM_MUL, product, cm_dims_at(t, m->f[k] - 1)->value);
        sum = dim_fold(CM_DIM_ADD, sum, product);
    }
    return sum;
}

cm_dim cm_dim_eval(cm_dims *t, cm_dim d, const cm_dim *values) {
    if (t != NULL && ++t->stamp == 0) {
        for (uint32_t i = 0; i < t->n_exprs; i++) cm_dims_at(t, i)->stamp = 0;
        t->stamp = 1;
    }
    return cm_dim_eval_next(t, d, values);
}

cm_dim cm_dim_eval_next(cm_dims *t, cm_dim d, const cm_dim *values) {
    if (!cm_dim_is_expr(d)) return d;
    const cm_dim_expr *whole = cm_dims_expr(t, d);
    if (whole == NULL) return CM_DIM_UNKNOWN;
    if (whole->stamp == t->stamp) return whole->value;
    /* The stack is linked through the expressions; the top waits for one child at a time. */
    uint32_t top = cm_dims_index(d) + 1;
    cm_dims_at(t, top - 1)->below = 0;
    while (top != 0) {
        cm_dim_expr *e = cm_dims_at(t, top - 1);
        cm_dim_expr *wanted = NULL;
        cm_dim child;
        for (uint32_t k = 0; wanted == NULL && dim_child(e, k, &child); k++) {
            cm_dim_expr *c = cm_dims_expr(t, child);
            if (c == NULL || c->stamp == t->stamp) continue;
            wanted = c;
            c->below = top;
            top = cm_dims_index(child) + 1;
        }
        if (wanted != NULL) continue;
        e->value = dim_compute(t, e, values);
        e->stamp = t->stamp;
        top = e->below;
    }
    return whole->value;
}

/* ---- text ---- */

typedef struct dim_text {
    char *buf;
    size_t cap;
    size_t n;
    bool cut;
} dim_text;

/* A dim of which `step` parts are written. */
typedef struct dim_frame {
    cm_dim d;
    uint32_t step;
} dim_frame;

typedef struct dim_stack {
    dim_frame at[DIM_FORMAT_DEPTH];
    size_t n;
} dim_stack;

static void dim_put(dim_text *x, cm_str s) {
    for (size_t i = 0; i < s.n && !x->cut; i++) {
        char c = s.p[i];
        if (x->n + 1 >= x->cap)
            x->cut = true;
        else
            x->buf[x->n++] = c >= 32 && c < 127 ? c : '?';
    }
}

/* Byte by byte: a loop that counts first is what compilers turn into strlen. */
static void dim_put_c(dim_text *x, const char *c) {
    for (; *c != 0; c++) dim_put(x, (cm_str){c, 1});
}

static void dim_put_u64(dim_text *x, uint64_t n) {
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (char)(n % 10));
        n /= 10;
    } while (n != 0);
    dim_put(x, (cm_str){digits + at, sizeof digits - at});
}

static uint64_t dim_magnitude(int64_t n) { return n < 0 ? 0 - (uint64_t)n : (uint64_t)n; }

static void dim_push(dim_text *x, dim_stack *s, cm_dim d) {
    if (s->n == DIM_FORMAT_DEPTH)
        dim_put_c(x, "...");
    else
        s->at[s->n++] = (dim_frame){d, 0};
}

/* Whether d needs parentheses beside "/": on the left a sum, on the right a product, too. */
static bool dim_is_compound(const cm_dims *t, cm_dim d, bool right) {
    const cm_dim_expr *e = cm_dims_expr(t, d);
    return e != NULL && e->kind == CM_DIMK_POLY && (right || e->n > 1);
}

static void dim_write_op(const cm_dims *t, const cm_dim_expr *e, dim_text *x, dim_stack *s) {
    dim_frame *f = &s->at[s->n - 1];
    bool div = e->kind == CM_DIMK_DIV;
    bool left = div && dim_is_compound(t, e->u.op.a, false);
    bool right = div && dim_is_compound(t, e->u.op.b, true);
    uint32_t step = f->step++;
    if (step == 0) {
        dim_put_c(x, div ? "floor(" : e->kind == CM_DIMK_MIN ? "min(" : "max(");
        dim_put_c(x, left ? "(" : "");
        dim_push(x, s, e->u.op.a);
    } else if (step == 1) {
        dim_put_c(x, left ? ")" : "");
        dim_put_c(x, div ? "/" : ", ");
        dim_put_c(x, right ? "(" : "");
        dim_push(x, s, e->u.op.b);
    } else {
        dim_put_c(x, right ? "))" : ")");
        s->n--;
    }
}

/* One factor, with the sign and the coefficient before the first of a term. */
static void dim_write_poly(const cm_dim_expr *e, dim_text *x, dim_stack *s) {
    dim_frame *f = &s->at[s->n - 1];
    uint32_t i = f->step / CM_DIM_MAX_FACTORS;
    uint32_t k = f->step % CM_DIM_MAX_FACTORS;
    if (i == e->n) {
        s->n--;
        return;
    }
    const cm_dim_term *m = &e->u.terms[i];
    f->step++;
    if (k == 0) {
        uint64_t c = dim_magnitude(m->coef);
        if (i == 0)
            dim_put_c(x, m->coef < 0 ? "-" : "");
        else
            dim_put_c(x, m->coef < 0 ? " - " : " + ");
        if (c != 1 || m->f[0] == 0) dim_put_u64(x, c);
        if (c != 1 && m->f[0] != 0) dim_put_c(x, "*");
    }
    if (m->f[k] == 0) {
        f->step = (i + 1) * CM_DIM_MAX_FACTORS;
        return;
    }
    if (k != 0) dim_put_c(x, "*");
    dim_push(x, s, cm_dims_dim(m->f[k] - 1));
}

static void dim_write(const cm_dims *t, dim_text *x, dim_stack *s) {
    cm_dim d = s->at[s->n - 1].d;
    const cm_dim_expr *e = cm_dims_expr(t, d);
    if (e != NULL && e->kind == CM_DIMK_POLY) {
        dim_write_poly(e, x, s);
        return;
    }
    if (e != NULL && e->kind != CM_DIMK_SYMBOL) {
        dim_write_op(t, e, x, s);
        return;
    }
    s->n--;
    if (e != NULL && e->u.symbol.name.n != 0) {
        dim_put(x, e->u.symbol.name);
    } else if (e != NULL) {
        dim_put_c(x, "dim");
        dim_put_u64(x, e->n);
    } else if (cm_dim_is_const(d)) {
        dim_put_c(x, d < 0 ? "-" : "");
        dim_put_u64(x, dim_magnitude(d));
    } else {
        dim_put_c(x, d == CM_DIM_BAD ? "overflow" : "?");
    }
}

size_t cm_dim_format(const cm_dims *t, cm_dim d, char *buf, size_t cap) {
    dim_text x = {buf, cap, 0, false};
    dim_stack s;
    s.n = 0;
    dim_push(&x, &s, d);
    while (s.n != 0 && !x.cut) dim_write(t, &x, &s);
    for (size_t i = 1; x.cut && i <= 3 && i <= x.n; i++) buf[x.n - i] = '.';
    buf[x.n] = 0;
    return x.n;
}

#endif /* !CAMEO_FROZEN */
