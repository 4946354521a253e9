/* dim_algebra.c — the canonical polynomials behind dim.h: intervals, hash consing, division.
 *
 * Terms stand in graded lexicographic order, the constant last. That order is kept by
 * multiplication, which is what lets one division routine serve constants, monomials and
 * polynomials (Cox, Little, O'Shea: Ideals, Varieties, and Algorithms, 2.2 and 2.3). */
#include "ir/infer/dim_impl.h"

#if !CAMEO_FROZEN

#define DIM_PROBES 64u    /* at most half the slots are taken: never reached but by hostile names */
#define DIM_DIV_STEPS 64u /* bound on the steps of one polynomial division */
#define DIM_DIV_ROUNDS 8u /* bound on the rounds of divide, cancel, unnest */

/* ---- ranges ---- */

static const cm_dim_range DIM_ANY = {INT64_MIN, INT64_MAX};

static cm_dim_range dim_range_of(int64_t lo, int64_t hi) {
    return (cm_dim_range){cm_min_i64(lo, INT64_MAX - 1), cm_max_i64(hi, INT64_MIN + 1)};
}

/* -x for a bound, where no bound becomes no bound. */
static int64_t dim_bound_neg(int64_t x) {
    return x == INT64_MIN ? INT64_MAX : x == INT64_MAX ? INT64_MIN : -x;
}

/* a * b, no bound being infinite and infinity * 0 = 0. */
static int64_t dim_bound_mul(int64_t a, int64_t b) {
    int64_t r;
    if (a == 0 || b == 0) return 0;
    bool infinite = a == INT64_MIN || a == INT64_MAX || b == INT64_MIN || b == INT64_MAX;
    if (!infinite && !cm_ckd_mul_i64(a, b, &r)) return r;
    return (a < 0) != (b < 0) ? INT64_MIN : INT64_MAX;
}

static cm_dim_range dim_range_neg(cm_dim_range a) {
    return dim_range_of(dim_bound_neg(a.hi), dim_bound_neg(a.lo));
}

static cm_dim_range dim_range_add(cm_dim_range a, cm_dim_range b) {
    int64_t lo = INT64_MIN;
    int64_t hi = INT64_MAX;
    if (a.lo != INT64_MIN && b.lo != INT64_MIN && cm_ckd_add_i64(a.lo, b.lo, &lo))
        lo = a.lo < 0 ? INT64_MIN : INT64_MAX;
    if (a.hi != INT64_MAX && b.hi != INT64_MAX && cm_ckd_add_i64(a.hi, b.hi, &hi))
        hi = a.hi < 0 ? INT64_MIN : INT64_MAX;
    return dim_range_of(lo, hi);
}

static cm_dim_range dim_range_mul(cm_dim_range a, cm_dim_range b) {
    int64_t p = dim_bound_mul(a.lo, b.lo);
    int64_t q = dim_bound_mul(a.lo, b.hi);
    int64_t r = dim_bound_mul(a.hi, b.lo);
    int64_t s = dim_bound_mul(a.hi, b.hi);
    return dim_range_of(cm_min_i64(cm_min_i64(p, q), cm_min_i64(r, s)),
                        cm_max_i64(cm_max_i64(p, q), cm_max_i64(r, s)));
}

/* floor(x/d) for bounds x and d >= 1; for a finite x it tends to 0 or -1 as d grows. */
static int64_t dim_bound_div(int64_t x, int64_t d) {
    if (x == INT64_MIN || x == INT64_MAX) return x;
    if (d == INT64_MAX) return x < 0 ? -1 : 0;
    return x / d - (x % d < 0);
}

/* floor(x/d) where every d >= 1. */
static cm_dim_range dim_range_div_positive(cm_dim_range x, cm_dim_range d) {
    return dim_range_of(dim_bound_div(x.lo, x.lo < 0 ? d.lo : d.hi),
                        dim_bound_div(x.hi, x.hi < 0 ? d.hi : d.lo));
}

/* floor(x/d) for every d but 0. */
static cm_dim_range dim_range_div(cm_dim_range x, cm_dim_range d) {
    cm_dim_range up = {1, 0};
    cm_dim_range down = {1, 0};
    bool has_up = d.hi >= 1;
    bool has_down = d.lo <= -1;
    if (has_up) up = dim_range_div_positive(x, dim_range_of(cm_max_i64(d.lo, 1), d.hi));
    if (has_down) {
        cm_dim_range e = dim_range_neg(dim_range_of(d.lo, cm_min_i64(d.hi, -1)));
        down = dim_range_div_positive(dim_range_neg(x), e);
    }
    if (has_up && has_down)
        return dim_range_of(cm_min_i64(up.lo, down.lo), cm_max_i64(up.hi, down.hi));
    return has_up ? up : has_down ? down : DIM_ANY;
}

/* ---- the table ---- */

/* One round of mixing: Steele, Lea, Flood 2014, the finaliser of SplitMix64. */
static uint64_t dim_algebra_mix(uint64_t h, uint64_t x) {
    h = (h ^ x) + UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ (h >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94D049BB133111EB);
    return h ^ (h >> 31);
}

static uint64_t dim_algebra_hash(const cm_dim_expr *e) {
    uint64_t h = dim_algebra_mix(0, (uint64_t)e->kind);
    if (e->kind == CM_DIMK_SYMBOL) {
        for (size_t i = 0; i < e->u.symbol.name.n; i++)
            h = dim_algebra_mix(h, (uint8_t)e->u.symbol.name.p[i]);
    } else if (e->kind == CM_DIMK_POLY) {
        for (uint32_t i = 0; i < e->n; i++) {
            const cm_dim_term *m = &e->u.terms[i];
            h = dim_algebra_mix(h, (uint64_t)m->coef);
            h = dim_algebra_mix(h, (uint64_t)m->f[0] << 32 | m->f[1]);
            h = dim_algebra_mix(h, (uint64_t)m->f[2] << 32 | m->f[3]);
        }
    } else {
        h = dim_algebra_mix(dim_algebra_mix(h, (uint64_t)e->u.op.a), (uint64_t)e->u.op.b);
    }
    return h;
}

static bool dim_algebra_same(const cm_dim_expr *a, const cm_dim_expr *b) {
    if (a->hash != b->hash || a->kind != b->kind) return false;
    if (a->kind == CM_DIMK_SYMBOL) return cm_str_eq(a->u.symbol.name, b->u.symbol.name);
    if (a->kind == CM_DIMK_POLY)
        return a->n == b->n && memcmp(a->u.terms, b->u.terms, a->n * sizeof(cm_dim_term)) == 0;
    return a->u.op.a == b->u.op.a && a->u.op.b == b->u.op.b;
}

/* The slot that holds an expression like e, or the free one where it belongs; NULL where neither is
 * among the first DIM_PROBES. */
static uint32_t *dim_algebra_slot(const cm_dims *t, const cm_dim_expr *e) {
    uint32_t at = (uint32_t)e->hash;
    for (uint32_t k = 1; k <= DIM_PROBES; at += k++) {
        uint32_t *s = &t->slots[at & (t->n_slots - 1)];
        if (*s == 0 || dim_algebra_same(cm_dims_at(t, *s - 1), e)) return s;
    }
    return NULL;
}

/* Doubles the slots. An expression that finds no place is found no more: a like one then gets an id
 * of its own, and the two are equal only CM_MAYBE. */
static bool dim_algebra_rehash(cm_dims *t) {
    uint32_t *slots = CM_ARENA_NEW_N(t->arena, uint32_t, 2 * (size_t)t->n_slots);
    if (slots == NULL) return false;
    t->slots = slots;
    t->n_slots *= 2;
    for (uint32_t i = 0; i < t->n_exprs; i++) {
        const cm_dim_expr *e = cm_dims_at(t, i);
        if (e->kind == CM_DIMK_SYMBOL && e->u.symbol.name.n == 0) continue;
        uint32_t *s = dim_algebra_slot(t, e);
        if (s != NULL) *s = i + 1;
    }
    return true;
}

static bool dim_algebra_add_symbol(cm_dims *t, uint32_t index) {
    if (t->n_symbols == CM_DIM_MAX_SYMBOLS) return false;
    if (t->n_symbols == t->cap_symbols) {
        uint32_t cap = t->cap_symbols == 0 ? 16 : 2 * t->cap_symbols;
        uint32_t *symbols = CM_ARENA_NEW_N(t->arena, uint32_t, cap);
        if (symbols == NULL) return false;
        if (t->n_symbols != 0) memcpy(symbols, t->symbols, t->n_symbols * sizeof *symbols);
        t->symbols = symbols;
        t->cap_symbols = cap;
    }
    t->symbols[t->n_symbols++] = index;
    return true;
}

/* Room for one more expression, and what it points to in the arena instead of on the stack. */
static bool dim_algebra_reserve(cm_dims *t, cm_dim_expr *e) {
    if (t->n_exprs == CM_DIM_MAX_EXPRS) return false;
    if (t->n_exprs % CM_DIM_PAGE == 0 && t->page[t->n_exprs / CM_DIM_PAGE] == NULL) {
        cm_dim_expr *page = CM_ARENA_NEW_N(t->arena, cm_dim_expr, CM_DIM_PAGE);
        if (page == NULL) return false;
        t->page[t->n_exprs / CM_DIM_PAGE] = page;
    }
    if (e->kind == CM_DIMK_POLY) {
        cm_dim_term *terms = CM_ARENA_NEW_N(t->arena, cm_dim_term, e->n);
        if (terms == NULL) return false;
        memcpy(terms, e->u.terms, e->n * sizeof *terms);
        e->u.terms = terms;
    }
    return e->kind != CM_DIMK_SYMBOL || dim_algebra_add_symbol(t, t->n_exprs);
}

/* The number of the symbol in d that was made last; 0 where there is none. */
static uint16_t dim_algebra_newest(const cm_dims *t, cm_dim d) {
    const cm_dim_expr *e = cm_dims_expr(t, d);
    return e == NULL ? 0 : e->newest;
}

static uint16_t dim_algebra_newest_within(const cm_dims *t, const cm_dim_expr *e) {
    uint16_t newest = 0;
    if (e->kind == CM_DIMK_SYMBOL) return (uint16_t)e->n;
    if (e->kind != CM_DIMK_POLY) {
        uint16_t a = dim_algebra_newest(t, e->u.op.a), b = dim_algebra_newest(t, e->u.op.b);
        return a > b ? a : b;
    }
    for (uint32_t i = 0; i < e->n; i++) {
        const cm_dim_term *m = &e->u.terms[i];
        for (size_t k = 0; k < CM_DIM_MAX_FACTORS && m->f[k] != 0; k++) {
            uint16_t n = cm_dims_at(t, m->f[k] - 1)->newest;
            if (n > newest) newest = n;
        }
    }
    return newest;
}

cm_dim cm_dims_intern(cm_dims *t, cm_dim_expr e) {
    bool fresh = e.kind == CM_DIMK_SYMBOL && e.u.symbol.name.n == 0;
    e.hash = dim_algebra_hash(&e);
    uint32_t *s = fresh ? NULL : dim_algebra_slot(t, &e);
    if (s != NULL && *s != 0) return cm_dims_dim(*s - 1);
    if (!fresh) {
        if (2 * (t->n_exprs + 1) > t->n_slots) {
            if (!dim_algebra_rehash(t)) return CM_DIM_UNKNOWN;
            s = dim_algebra_slot(t, &e);
        }
        if (s == NULL) return CM_DIM_UNKNOWN;
    }
    if (!dim_algebra_reserve(t, &e)) return CM_DIM_UNKNOWN;
    uint32_t i = t->n_exprs++;
    e.newest = dim_algebra_newest_within(t, &e);
    if (e.kind == CM_DIMK_SYMBOL) e.u.symbol.same = cm_dims_dim(i);
    *cm_dims_at(t, i) = e;
    if (s != NULL) *s = i + 1;
    return cm_dims_dim(i);
}

cm_dim cm_dims_resolve(const cm_dims *t, cm_dim d) {
    for (cm_dim_expr *e = cm_dims_expr(t, d); e != NULL && e->kind == CM_DIMK_SYMBOL;
         e = cm_dims_expr(t, d)) {
        if (e->u.symbol.same == d) break;
        const cm_dim_expr *next = cm_dims_expr(t, e->u.symbol.same);
        if (next != NULL) e->u.symbol.same = next->u.symbol.same;
        d = e->u.symbol.same;
    }
    return d;
}

cm_dim_range cm_dims_range(const cm_dims *t, cm_dim d) {
    d = cm_dims_resolve(t, d);
    if (cm_dim_is_const(d)) return dim_range_of(d, d);
    const cm_dim_expr *e = cm_dims_expr(t, d);
    return e == NULL ? DIM_ANY : e->range;
}

/* Narrows what is known of d, an operation's result; gives the constant that it turns out to be. */
static cm_dim dim_algebra_narrow(const cm_dims *t, cm_dim d, cm_dim_range r) {
    cm_dim_expr *e = cm_dims_expr(t, d);
    if (e == NULL || e->kind == CM_DIMK_SYMBOL) return d;
    cm_dim_range n = {cm_max_i64(e->range.lo, r.lo), cm_min_i64(e->range.hi, r.hi)};
    if (n.lo > n.hi) return d;
    e->range = n;
    return n.lo == n.hi && cm_dim_is_const(n.lo) ? n.lo : d;
}

/* ---- polynomials; a false result: beyond the limits ---- */

static size_t dim_term_degree(const cm_dim_term *m) {
    size_t n = 0;
    while (n < CM_DIM_MAX_FACTORS && m->f[n] != 0) n++;
    return n;
}

/* Negative where a comes before b, 0 where they have the same factors. */
static int dim_term_cmp(const cm_dim_term *a, const cm_dim_term *b) {
    size_t na = dim_term_degree(a);
    size_t nb = dim_term_degree(b);
    if (na != nb) return na > nb ? -1 : 1;
    for (size_t i = 0; i < na; i++)
        if (a->f[i] != b->f[i]) return a->f[i] < b->f[i] ? -1 : 1;
    return 0;
}

static bool dim_term_mul(const cm_dim_term *a, const cm_dim_term *b, cm_dim_term *r) {
    size_t na = dim_term_degree(a);
    size_t nb = dim_term_degree(b);
    cm_dim_term m = {0, {0}};
    if (na + nb > CM_DIM_MAX_FACTORS || cm_ckd_mul_i64(a->coef, b->coef, &m.coef)) return false;
    for (size_t i = 0, j = 0; i + j < na + nb;) {
        bool from_a = j == nb || (i < na && a->f[i] <= b->f[j]);
        m.f[i + j] = from_a ? a->f[i] : b->f[j];
        if (from_a)
            i++;
        else
            j++;
    }
    *r = m;
    return true;
}

/* The factors of a without those of b; false where b has others. coef is b's. */
static bool dim_term_divide(const cm_dim_term *a, const cm_dim_term *b, cm_dim_term *r) {
    size_t na = dim_term_degree(a);
    size_t nb = dim_term_degree(b);
    size_t j = 0;
    size_t n = 0;
    cm_dim_term m = {b->coef, {0}};
    for (size_t i = 0; i < na; i++) {
        if (j < nb && a->f[i] == b->f[j])
            j++;
        else
            m.f[n++] = a->f[i];
    }
    *r = m;
    return j == nb;
}

static bool dim_poly_add_term(cm_dim_poly *p, const cm_dim_term *m) {
    if (m->coef == 0) return true;
    size_t i = 0;
    while (i < p->n && dim_term_cmp(&p->t[i], m) < 0) i++;
    if (i < p->n && dim_term_cmp(&p->t[i], m) == 0) {
        if (cm_ckd_add_i64(p->t[i].coef, m->coef, &p->t[i].coef)) return false;
        if (p->t[i].coef != 0) return true;
        p->n--;
        memmove(&p->t[i], &p->t[i + 1], (p->n - i) * sizeof p->t[0]);
        return true;
    }
    if (p->n == CM_DIM_MAX_TERMS) return false;
    memmove(&p->t[i + 1], &p->t[i], (p->n - i) * sizeof p->t[0]);
    p->t[i] = *m;
    p->n++;
    return true;
}

/* p += m * q */
static bool dim_poly_add_product(cm_dim_poly *p, const cm_dim_term *m, const cm_dim_poly *q) {
    for (size_t i = 0; i < q->n; i++) {
        cm_dim_term r;
        if (!dim_term_mul(m, &q->t[i], &r) || !dim_poly_add_term(p, &r)) return false;
    }
    return true;
}

/* p += c * q */
static bool dim_poly_add_scaled(cm_dim_poly *p, int64_t c, const cm_dim_poly *q) {
    cm_dim_term m = {c, {0}};
    return dim_poly_add_product(p, &m, q);
}

static bool dim_poly_add_const(cm_dim_poly *p, int64_t c) {
    cm_dim_term m = {c, {0}};
    return dim_poly_add_term(p, &m);
}

static bool dim_poly_mul(cm_dim_poly *p, const cm_dim_poly *a, const cm_dim_poly *b) {
    p->n = 0;
    for (size_t i = 0; i < a->n; i++)
        if (!dim_poly_add_product(p, &a->t[i], b)) return false;
    return true;
}

static bool dim_poly_neg(cm_dim_poly *p) {
    for (size_t i = 0; i < p->n; i++)
        if (cm_ckd_sub_i64(0, p->t[i].coef, &p->t[i].coef)) return false;
    return true;
}

static bool dim_poly_is_const(const cm_dim_poly *p) {
    return p->n == 0 || (p->n == 1 && p->t[0].f[0] == 0);
}

/* The constant term. */
static int64_t dim_poly_const(const cm_dim_poly *p) {
    return p->n != 0 && p->t[p->n - 1].f[0] == 0 ? p->t[p->n - 1].coef : 0;
}

/* p += m with its merged symbols replaced. */
static bool dim_poly_add_resolved(const cm_dims *t, cm_dim_poly *p, const cm_dim_term *m) {
    cm_dim_term r = {m->coef, {0}};
    for (size_t i = 0; i < dim_term_degree(m); i++) {
        cm_dim d = cm_dims_resolve(t, cm_dims_dim(m->f[i] - 1));
        bool is_const = cm_dim_is_const(d);
        cm_dim_term f = {is_const ? d : 1, {is_const ? 0 : cm_dims_index(d) + 1}};
        if (!dim_term_mul(&r, &f, &r)) return false;
    }
    return dim_poly_add_term(p, &r);
}

/* The polynomial that d, a constant or an expression of t, stands for. */
static bool dim_poly_load(const cm_dims *t, cm_dim d, cm_dim_poly *p) {
    p->n = 0;
    d = cm_dims_resolve(t, d);
    if (cm_dim_is_const(d)) return dim_poly_add_const(p, d);
    const cm_dim_expr *e = cm_dims_expr(t, d);
    CM_ASSERT(e != NULL);
    if (e->kind != CM_DIMK_POLY) {
        p->n = 1;
        p->t[0] = (cm_dim_term){1, {cm_dims_index(d) + 1}};
        return true;
    }
    if (!t->merged) {
        p->n = e->n;
        memcpy(p->t, e->u.terms, e->n * sizeof p->t[0]);
        return true;
    }
    for (uint32_t i = 0; i < e->n; i++)
        if (!dim_poly_add_resolved(t, p, &e->u.terms[i])) return false;
    return true;
}

static cm_dim_range dim_poly_range(const cm_dims *t, const cm_dim_poly *p) {
    cm_dim_range sum = {0, 0};
    for (size_t i = 0; i < p->n; i++) {
        cm_dim_range r = dim_range_of(p->t[i].coef, p->t[i].coef);
        for (size_t k = 0; k < dim_term_degree(&p->t[i]); k++)
            r = dim_range_mul(r, cm_dims_range(t, cm_dims_dim(p->t[i].f[k] - 1)));
        sum = dim_range_add(sum, r);
    }
    return sum;
}

static bool dim_algebra_partial(const cm_dims *t, cm_dim d) {
    const cm_dim_expr *e = cm_dims_expr(t, d);
    return e != NULL && e->partial;
}

static bool dim_poly_partial(const cm_dims *t, const cm_dim_poly *p) {
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < dim_term_degree(&p->t[i]); k++)
            if (cm_dims_at(t, p->t[i].f[k] - 1)->partial) return true;
    return false;
}

/* The dim of p. */
static cm_dim dim_poly_intern(cm_dims *t, const cm_dim_poly *p) {
    if (dim_poly_is_const(p)) return cm_dim_from_i64(dim_poly_const(p));
    if (p->n == 1 && p->t[0].coef == 1 && p->t[0].f[1] == 0) return cm_dims_dim(p->t[0].f[0] - 1);
    cm_dim_range r = dim_poly_range(t, p);
    if (r.lo == r.hi && cm_dim_is_const(r.lo)) return r.lo;
    cm_dim_expr e = {.kind = CM_DIMK_POLY, .n = (uint32_t)p->n, .range = r};
    e.partial = dim_poly_partial(t, p);
    e.u.terms = p->t;
    return dim_algebra_narrow(t, cm_dims_intern(t, e), r);
}

/* p + d; d itself where it is unknown or bad. */
static cm_dim dim_poly_plus(cm_dims *t, const cm_dim_poly *p, cm_dim d) {
    cm_dim_poly sum = *p;
    cm_dim_poly q;
    if (!cm_dims_has(t, d)) return d;
    if (!dim_poly_load(t, d, &q) || !dim_poly_add_scaled(&sum, 1, &q)) return CM_DIM_UNKNOWN;
    return dim_poly_intern(t, &sum);
}

/* The operation on constants and expressions, as a factor. */
static cm_dim dim_algebra_op(cm_dims *t, cm_dim_kind kind, cm_dim a, cm_dim b, cm_dim_range r) {
    if (!cm_dim_is_known(a) || !cm_dim_is_known(b)) return CM_DIM_UNKNOWN;
    if (r.lo == r.hi && cm_dim_is_const(r.lo)) return r.lo;
    cm_dim_expr e = {.kind = kind, .range = r};
    e.u.op.a = a;
    e.u.op.b = b;
    e.partial = dim_algebra_partial(t, a) || dim_algebra_partial(t, b) ||
                (kind == CM_DIMK_DIV && cm_dims_range(t, b).lo < 1 && cm_dims_range(t, b).hi > -1);
    return dim_algebra_narrow(t, cm_dims_intern(t, e), r);
}

/* ---- division ---- */

/* floor(num/den) + quo, where den >= 1. */
typedef struct dim_division {
    cm_dim_poly num;
    cm_dim_poly den;
    cm_dim_poly quo;
} dim_division;

static int64_t dim_floor(int64_t a, int64_t b) {
    CM_ASSERT(b != 0); /* no term has the coefficient 0 */
    int64_t m = a % b;
    return a / b - (m != 0 && (m < 0) != (b < 0));
}

static int64_t dim_gcd(int64_t a, int64_t b) {
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    uint64_t y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    while (y != 0) {
        uint64_t r = x % y;
        x = y;
        y = r;
    }
    return x > (uint64_t)INT64_MAX ? 1 : (int64_t)x;
}

/* Moves the multiples of the leading term of den from num to quo, from the highest term down. Where
 * a limit is met, the rest stays: the sum is right at every step. */
static void dim_division_reduce(dim_division *v) {
    const cm_dim_term *lead = &v->den.t[0];
    size_t i = 0;
    for (unsigned step = 0; step < DIM_DIV_STEPS && i < v->num.n; step++) {
        cm_dim_term m;
        cm_dim_term minus;
        cm_dim_term at = v->num.t[i];
        bool divides =
            dim_term_divide(&at, lead, &m) && !(at.coef == INT64_MIN && lead->coef == -1);
        if (divides) m.coef = dim_floor(at.coef, lead->coef);
        if (!divides || m.coef == 0) {
            i++;
            continue;
        }
        cm_dim_poly num = v->num;
        cm_dim_poly quo = v->quo;
        minus = m;
        if (cm_ckd_sub_i64(0, m.coef, &minus.coef) || !dim_poly_add_term(&quo, &m) ||
            !dim_poly_add_product(&num, &minus, &v->den)) {
            i++;
            continue;
        }
        v->num = num;
        v->quo = quo;
        if (i < num.n && dim_term_cmp(&num.t[i], &at) == 0) i++;
    }
}

/* Divides both by the greatest common divisor g of den's coefficients and num's, its constant aside:
 * floor((g*x + c)/(g*y)) = floor((x + floor(c/g))/y), as floor(floor(u)/y) = floor(u/y) for y >= 1.
 */
static bool dim_division_cancel_number(dim_division *v) {
    int64_t g = 0;
    for (size_t i = 0; i < v->den.n; i++) g = dim_gcd(g, v->den.t[i].coef);
    for (size_t i = 0; i < v->num.n; i++)
        if (v->num.t[i].f[0] != 0) g = dim_gcd(g, v->num.t[i].coef);
    if (g <= 1) return false;
    for (size_t i = 0; i < v->den.n; i++) v->den.t[i].coef /= g;
    cm_dim_poly num = {0};
    for (size_t i = 0; i < v->num.n; i++) {
        cm_dim_term m = v->num.t[i];
        m.coef = dim_floor(m.coef, g);
        if (m.coef != 0) num.t[num.n++] = m;
    }
    v->num = num;
    return true;
}

static bool dim_poly_divide_factor(cm_dim_poly *p, const cm_dim_term *f) {
    cm_dim_poly q = {.n = p->n};
    for (size_t i = 0; i < p->n; i++) {
        if (!dim_term_divide(&p->t[i], f, &q.t[i])) return false;
        q.t[i].coef = p->t[i].coef;
    }
    *p = q;
    return true;
}

/* Divides both by a factor of every term that is at least 1. */
static bool dim_division_cancel_factor(const cm_dims *t, dim_division *v) {
    for (size_t k = 0; k < dim_term_degree(&v->den.t[0]); k++) {
        cm_dim_term f = {1, {v->den.t[0].f[k]}};
        dim_division w = *v;
        if (cm_dims_range(t, cm_dims_dim(f.f[0] - 1)).lo < 1) continue;
        if (!dim_poly_divide_factor(&w.num, &f) || !dim_poly_divide_factor(&w.den, &f)) continue;
        *v = w;
        return true;
    }
    return false;
}

/* floor((floor(x/b) + k)/c) = floor((x + k*b)/(b*c)) for constants b, c >= 1. */
static bool dim_division_unnest(const cm_dims *t, dim_division *v) {
    const cm_dim_term *m = &v->num.t[0];
    int64_t k = dim_poly_const(&v->num);
    if (!dim_poly_is_const(&v->den) || m->coef != 1 || m->f[0] == 0 || m->f[1] != 0) return false;
    if (v->num.n > 2 || (v->num.n == 2 && k == 0)) return false;
    const cm_dim_expr *e = cm_dims_at(t, m->f[0] - 1);
    if (e->kind != CM_DIMK_DIV || !cm_dim_is_const(e->u.op.b) || e->u.op.b < 1) return false;
    cm_dim_poly x;
    int64_t shift;
    int64_t den;
    if (cm_ckd_mul_i64(k, e->u.op.b, &shift) || cm_ckd_mul_i64(v->den.t[0].coef, e->u.op.b, &den))
        return false;
    if (!dim_poly_load(t, e->u.op.a, &x) || !dim_poly_add_const(&x, shift)) return false;
    v->num = x;
    v->den.t[0].coef = den;
    return true;
}

/* floor(a/b). What holds only where b is not 0 says nothing about an expression from which the
 * division has vanished: then its range is not narrowed. */
static cm_dim dim_algebra_div(cm_dims *t, const cm_dim_poly *a, const cm_dim_poly *b) {
    dim_division v = {.num = *a, .den = *b};
    cm_dim_range d = dim_poly_range(t, b);
    if (d.lo == 0 && d.hi == 0) return CM_DIM_BAD;
    if (d.hi < 0) {
        if (!dim_poly_neg(&v.num) || !dim_poly_neg(&v.den)) return CM_DIM_UNKNOWN;
        d = dim_range_neg(d);
    }
    bool positive = d.lo >= 1;
    bool total = positive && !dim_poly_partial(t, a) && !dim_poly_partial(t, b);
    cm_dim_range whole = {INT64_MIN, INT64_MAX};
    if (total) whole = dim_range_div(dim_poly_range(t, &v.num), d);
    if (positive) {
        bool more = true;
        for (unsigned round = 0; more && round < DIM_DIV_ROUNDS; round++) {
            dim_division_reduce(&v);
            if (v.num.n == 0) break;
            more = dim_division_cancel_number(&v) || dim_division_cancel_factor(t, &v) ||
                   dim_division_unnest(t, &v);
        }
        d = dim_poly_range(t, &v.den);
    }
    if (v.num.n == 0 && positive) return dim_algebra_narrow(t, dim_poly_intern(t, &v.quo), whole);
    cm_dim num = dim_poly_intern(t, &v.num);
    cm_dim den = dim_poly_intern(t, &v.den);
    cm_dim_range r = dim_range_div(dim_poly_range(t, &v.num), d);
    return dim_algebra_narrow(
        t, dim_poly_plus(t, &v.quo, dim_algebra_op(t, CM_DIMK_DIV, num, den, r)), whole);
}

/* ceil(a/b) = floor((a + b - 1)/b) where b >= 1, the same of -a and -b where b <= -1, and else
 * -floor(-a/b). */
static cm_dim dim_algebra_div_ceil(cm_dims *t, const cm_dim_poly *a, const cm_dim_poly *b) {
    cm_dim_poly num = *a;
    cm_dim_poly den = *b;
    cm_dim_range d = dim_poly_range(t, b);
    if (d.lo < 1 && !dim_poly_neg(&num)) return CM_DIM_UNKNOWN;
    if (d.hi < 0 && !dim_poly_neg(&den)) return CM_DIM_UNKNOWN;
    if (d.lo >= 1 || d.hi < 0) {
        if (!dim_poly_add_scaled(&num, 1, &den) || !dim_poly_add_const(&num, -1))
            return CM_DIM_UNKNOWN;
        return dim_algebra_div(t, &num, &den);
    }
    cm_dim floor = dim_algebra_div(t, &num, &den);
    if (!cm_dims_has(t, floor)) return floor;
    return dim_poly_load(t, floor, &num) && dim_poly_neg(&num) ? dim_poly_intern(t, &num) : CM_DIM_UNKNOWN;
}

/* a - b*floor(a/b) */
static cm_dim dim_algebra_mod(cm_dims *t, const cm_dim_poly *a, const cm_dim_poly *b) {
    cm_dim_poly q;
    cm_dim_poly product;
    cm_dim_range d = dim_poly_range(t, b);
    cm_dim floor = dim_algebra_div(t, a, b);
    if (!cm_dims_has(t, floor)) return floor;
    if (!dim_poly_load(t, floor, &q) || !dim_poly_mul(&product, b, &q)) return CM_DIM_UNKNOWN;
    cm_dim_poly r = *a;
    if (!dim_poly_add_scaled(&r, -1, &product)) return CM_DIM_UNKNOWN;
    cm_dim_range bounds = {d.lo < 0 && d.lo != INT64_MIN ? d.lo + 1
                           : d.lo < 0                    ? d.lo
                                                         : 0,
                           d.hi > 0 && d.hi != INT64_MAX ? d.hi - 1
                           : d.hi > 0                    ? d.hi
                                                         : 0};
    bool total = (d.lo >= 1 || d.hi <= -1) && !dim_poly_partial(t, a) && !dim_poly_partial(t, b);
    cm_dim result = dim_poly_intern(t, &r);
    return total ? dim_algebra_narrow(t, result, bounds) : result;
}

/* ---- min, max, comparison ---- */

bool cm_dims_has_operand(const cm_dims *t, cm_dim d, cm_dim_kind kind, cm_dim a) {
    const cm_dim_expr *e = cm_dims_expr(t, d);
    return e != NULL && e->kind == kind && (e->u.op.a == a || e->u.op.b == a);
}

bool cm_dims_difference(const cm_dims *t, cm_dim a, cm_dim b, cm_dim_poly *diff, cm_dim_range *r) {
    cm_dim_poly q;
    *r = dim_range_add(cm_dims_range(t, a), dim_range_neg(cm_dims_range(t, b)));
    if (!dim_poly_load(t, a, diff) || !dim_poly_load(t, b, &q) ||
        !dim_poly_add_scaled(diff, -1, &q))
        return false;
    cm_dim_range s = dim_poly_range(t, diff);
    *r = dim_range_of(cm_max_i64(r->lo, s.lo), cm_min_i64(r->hi, s.hi));
    return true;
}

/* min(a, min(a, c)) = min(a, c), min(a, max(a, c)) = a, and so on; else CM_DIM_UNKNOWN. */
static cm_dim dim_algebra_absorb(const cm_dims *t, cm_dim_kind kind, cm_dim a, cm_dim b) {
    cm_dim_kind other = kind == CM_DIMK_MIN ? CM_DIMK_MAX : CM_DIMK_MIN;
    if (cm_dims_has_operand(t, b, kind, a) || cm_dims_has_operand(t, a, other, b)) return b;
    if (cm_dims_has_operand(t, a, kind, b) || cm_dims_has_operand(t, b, other, a)) return a;
    return CM_DIM_UNKNOWN;
}

/* a or b where one of them is known to be the min or max, else CM_DIM_UNKNOWN. */
static cm_dim dim_algebra_extreme(const cm_dims *t, cm_dim_kind kind, cm_dim a, cm_dim b) {
    cm_dim_poly diff;
    cm_dim_range r;
    (void)cm_dims_difference(t, a, b, &diff, &r);
    /* The idiom of Slice: nothing that fits a dim lies beyond the highest and the lowest one. */
    cm_dim neutral = kind == CM_DIMK_MIN ? INT64_MAX : CM_DIM_FIRST_CONST;
    if (a == neutral || b == neutral) return a == neutral ? b : a;
    if (r.hi <= 0) return kind == CM_DIMK_MIN ? a : b;
    if (r.lo >= 0) return kind == CM_DIMK_MIN ? b : a;
    return dim_algebra_absorb(t, kind, a, b);
}

/* min(a + m, b + m) = min(a, b) + m keeps one form of each: m is the lower constant, or that of the
 * operand that is not a number. */
static cm_dim dim_algebra_min_max(cm_dims *t, cm_dim_kind kind, cm_dim a, cm_dim b) {
    cm_dim_poly p;
    cm_dim_poly q;
    cm_dim known = dim_algebra_extreme(t, kind, a, b);
    if (known != CM_DIM_UNKNOWN) return known;
    if (!dim_poly_load(t, a, &p) || !dim_poly_load(t, b, &q)) return CM_DIM_UNKNOWN;
    int64_t m = dim_poly_is_const(&p)   ? dim_poly_const(&q)
                : dim_poly_is_const(&q) ? dim_poly_const(&p)
                                        : cm_min_i64(dim_poly_const(&p), dim_poly_const(&q));
    int64_t minus;
    if (cm_ckd_sub_i64(0, m, &minus) || !dim_poly_add_const(&p, minus) ||
        !dim_poly_add_const(&q, minus))
        return CM_DIM_UNKNOWN;
    cm_dim x = dim_poly_intern(t, &p);
    cm_dim y = dim_poly_intern(t, &q);
    cm_dim_range rx = cm_dims_range(t, x);
    cm_dim_range ry = cm_dims_range(t, y);
    bool is_min = kind == CM_DIMK_MIN;
    cm_dim_range r = {is_min ? cm_min_i64(rx.lo, ry.lo) : cm_max_i64(rx.lo, ry.lo),
                      is_min ? cm_min_i64(rx.hi, ry.hi) : cm_max_i64(rx.hi, ry.hi)};
    cm_dim_poly sum = {0};
    if (!dim_poly_add_const(&sum, m)) return CM_DIM_UNKNOWN;
    known = dim_algebra_absorb(t, kind, x, y);
    if (known == CM_DIM_UNKNOWN)
        known = dim_algebra_op(t, kind, cm_min_i64(x, y), cm_max_i64(x, y), r);
    return dim_poly_plus(t, &sum, known);
}

cm_dim cm_dims_apply(cm_dims *t, cm_dim_op op, cm_dim a, cm_dim b) {
    cm_dim_poly p;
    cm_dim_poly q;
    cm_dim_poly r;
    if (!dim_poly_load(t, a, &p) || !dim_poly_load(t, b, &q)) return CM_DIM_UNKNOWN;
    switch (op) {
    case CM_DIM_ADD:
    case CM_DIM_SUB:
        if (!dim_poly_add_scaled(&p, op == CM_DIM_ADD ? 1 : -1, &q)) return CM_DIM_UNKNOWN;
        return dim_poly_intern(t, &p);
    case CM_DIM_MUL: return dim_poly_mul(&r, &p, &q) ? dim_poly_intern(t, &r) : CM_DIM_UNKNOWN;
    case CM_DIM_DIV_FLOOR: return dim_algebra_div(t, &p, &q);
    case CM_DIM_DIV_CEIL: return dim_algebra_div_ceil(t, &p, &q);
    case CM_DIM_MOD: return dim_algebra_mod(t, &p, &q);
    case CM_DIM_MIN: return dim_algebra_min_max(t, CM_DIMK_MIN, a, b);
    case CM_DIM_MAX: return dim_algebra_min_max(t, CM_DIMK_MAX, a, b);
    }
    return CM_DIM_UNKNOWN;
}

#endif
