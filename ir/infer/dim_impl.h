/* dim_impl.h — the inside of the expression table, for ir/dim*.c alone. See dim.h.
 *
 * An expression is a symbol, an operation (floor(a/b), min, max) or a polynomial; the first two are
 * the factors that polynomials are made of. An expression refers only to expressions made before
 * it, each holds its interval, and none is ever changed but to narrow that: nothing recurses. */
#ifndef CM_IR_DIM_IMPL_H
#define CM_IR_DIM_IMPL_H

#include "ir/infer/dim.h"

#if !CAMEO_FROZEN

#define CM_DIM_PAGE 128u /* expressions that are allocated together */
#define CM_DIM_N_PAGES (CM_DIM_MAX_EXPRS / CM_DIM_PAGE)

/* Bounds of an integer; lo INT64_MIN and hi INT64_MAX: none. lo < INT64_MAX and hi > INT64_MIN. */
typedef struct cm_dim_range {
    int64_t lo;
    int64_t hi;
} cm_dim_range;

/* coef times the product of the factors: index + 1 of each, ascending, then zeros. */
typedef struct cm_dim_term {
    int64_t coef;
    uint32_t f[CM_DIM_MAX_FACTORS];
} cm_dim_term;

typedef struct cm_dim_poly {
    size_t n; /* 0: the number 0 */
    cm_dim_term t[CM_DIM_MAX_TERMS];
} cm_dim_poly;

typedef enum cm_dim_kind {
    CM_DIMK_SYMBOL,
    CM_DIMK_POLY,
    CM_DIMK_DIV,
    CM_DIMK_MIN,
    CM_DIMK_MAX
} cm_dim_kind;

typedef struct cm_dim_expr {
    cm_dim_kind kind;
    uint32_t n; /* CM_DIMK_POLY: terms; CM_DIMK_SYMBOL: its number */
    uint64_t hash;
    cm_dim_range range; /* of its values where it has one */
    bool partial;       /* holds a divisor that may be 0, so that it may have none */
    uint16_t newest;    /* number of the symbol in it that was made last */
    union {
        const cm_dim_term *terms; /* CM_DIMK_POLY */
        struct {
            cm_str name;
            cm_dim same; /* itself, or what it equals: an older symbol, a constant */
        } symbol;
        struct {
            cm_dim a;
            cm_dim b;
        } op;
    } u;
    /* Scratch of cm_dim_eval. */
    cm_dim value;
    uint32_t stamp; /* of the evaluation that set `value` */
    uint32_t below; /* index + 1 of the next expression on its stack */
} cm_dim_expr;

struct cm_dims {
    cm_arena *arena;
    cm_dim_expr *page[CM_DIM_N_PAGES];
    uint32_t n_exprs;
    uint32_t *slots; /* index + 1 of an expression, or 0 */
    uint32_t n_slots;
    uint32_t *symbols; /* index of each symbol, by number */
    uint32_t n_symbols;
    uint32_t cap_symbols;
    uint32_t stamp;
    bool merged; /* some symbol's `same` is not itself */
};

CM_INLINE cm_dim_expr *cm_dims_at(const cm_dims *t, uint32_t i) {
    return &t->page[i / CM_DIM_PAGE][i % CM_DIM_PAGE];
}

CM_INLINE uint32_t cm_dims_index(cm_dim d) {
    return (uint32_t)((uint64_t)d - (uint64_t)CM_DIM_FIRST_EXPR);
}

CM_INLINE cm_dim cm_dims_dim(uint32_t i) { return CM_DIM_FIRST_EXPR + (int64_t)i; }

/* The expression d; NULL where d is none of this table. */
CM_INLINE cm_dim_expr *cm_dims_expr(const cm_dims *t, cm_dim d) {
    if (t == NULL || !cm_dim_is_expr(d) || cm_dims_index(d) >= t->n_exprs) return NULL;
    return cm_dims_at(t, cm_dims_index(d));
}

/* A constant, or an expression of this table. */
CM_INLINE bool cm_dims_has(const cm_dims *t, cm_dim d) {
    return cm_dim_is_const(d) || cm_dims_expr(t, d) != NULL;
}

/* The expression like e, made if there is none; CM_DIM_UNKNOWN at a limit. A nameless symbol is
 * like no other. */
cm_dim cm_dims_intern(cm_dims *t, cm_dim_expr e);

/* What a merged symbol stands for, else d itself. */
cm_dim cm_dims_resolve(const cm_dims *t, cm_dim d);

cm_dim_range cm_dims_range(const cm_dims *t, cm_dim d);

/* The range of a - b, from the difference and from the two; *diff is the difference as a
 * polynomial, where the result is true. a and b: constants and expressions of t. */
bool cm_dims_difference(const cm_dims *t, cm_dim a, cm_dim b, cm_dim_poly *diff, cm_dim_range *r);

/* cm_dim_apply where the operands are constants and expressions of t. */
cm_dim cm_dims_apply(cm_dims *t, cm_dim_op op, cm_dim a, cm_dim b);

/* Whether the operation d has the operand a. */
bool cm_dims_has_operand(const cm_dims *t, cm_dim d, cm_dim_kind kind, cm_dim a);

#endif /* !CAMEO_FROZEN */

#endif
