/* dim.h — dims as shape rules see them: a number, an expression, or unknown, in one int64.
 *
 *   INT64_MIN      CM_DIM_UNKNOWN  nothing is known
 *   INT64_MIN + 1  CM_DIM_BAD      overflow or division by zero; every operation hands it on
 *   INT64_MIN + 2 .. CM_DIM_FIRST_CONST - 1   an expression of a cm_dims table
 *   CM_DIM_FIRST_CONST .. INT64_MAX           the integer itself, negative ones too
 *
 * A rule computes with cm_dim_* throughout, tests the result once and never asks what it holds:
 *
 *   cm_dim span = cm_dim_sub(t, cm_dim_add(t, in, pads), kernel_extent);
 *   cm_dim out = cm_dim_add(t, cm_dim_div_floor(t, span, stride), 1);
 *   CM_CHECK(out != CM_DIM_BAD && cm_dim_le(t, 0, out) != CM_NO, e, CAMEO_E_SHAPE, ...);
 *
 * Two dims are the same expression where they are the same int64: expressions are polynomials over
 * symbols, floor(a/b), min and max, kept in a canonical form and stored once (hash consing), so
 * a + b and b + a, (a*b)/b and a (b > 0), floor((4*a + 2)/4) and a have one id. Beyond the limits
 * below a result is CM_DIM_UNKNOWN, which is always a correct answer.
 *
 * The table may be NULL (plan, run): then constants are computed with checked arithmetic and
 * everything else is CM_DIM_UNKNOWN. Built with CAMEO_FROZEN=1 that is all there is.
 *
 * Arithmetic is that of the unbounded integers: an identity such as 0 * floor(a/b) = 0 holds for
 * every value of the symbols within their intervals for which both sides are defined.
 *
 * A table is not thread-safe; cm_dim_eval, too, writes to scratch inside it. */
#ifndef CM_IR_DIM_H
#define CM_IR_DIM_H

#include "base/arena.h"
#include "base/str.h"

typedef int64_t cm_dim;

#define CM_DIM_UNKNOWN INT64_MIN
#define CM_DIM_BAD (INT64_MIN + 1)
#define CM_DIM_FIRST_EXPR (INT64_MIN + 2)
#define CM_DIM_FIRST_CONST (INT64_MIN + (INT64_C(1) << 32))

/* What one expression and one table hold at most; beyond: CM_DIM_UNKNOWN. */
#define CM_DIM_MAX_TERMS 16     /* terms of a polynomial, the constant included */
#define CM_DIM_MAX_FACTORS 4    /* factors of a term, a square counting twice */
#define CM_DIM_MAX_EXPRS 65536  /* expressions of a table, symbols included */
#define CM_DIM_MAX_SYMBOLS 4096 /* symbols of a table */

/* The expression table. It lives in the arena given to cm_dims_new and grows there with every new
 * expression: that arena must not be rewound while the table is in use. */
typedef struct cm_dims cm_dims;

/* An answer about all values that the symbols may take. */
typedef enum cm_tri {
    CM_NO,    /* false for every value */
    CM_YES,   /* true for every value */
    CM_MAYBE, /* depends on the values, or is not known */
} cm_tri;

typedef enum cm_dim_op {
    CM_DIM_ADD,
    CM_DIM_SUB,
    CM_DIM_MUL,
    CM_DIM_DIV_FLOOR,
    CM_DIM_DIV_CEIL,
    CM_DIM_MOD,
    CM_DIM_MIN,
    CM_DIM_MAX,
} cm_dim_op;

CM_INLINE bool cm_dim_is_const(cm_dim d) { return d >= CM_DIM_FIRST_CONST; }
CM_INLINE bool cm_dim_is_expr(cm_dim d) { return d >= CM_DIM_FIRST_EXPR && d < CM_DIM_FIRST_CONST; }
/* A constant or an expression. */
CM_INLINE bool cm_dim_is_known(cm_dim d) { return d >= CM_DIM_FIRST_EXPR; }

/* The dim of an integer from a model; CM_DIM_BAD for the lowest 2^32, which no dim can be. */
CM_INLINE cm_dim cm_dim_from_i64(int64_t n) { return cm_dim_is_const(n) ? n : CM_DIM_BAD; }

/* The nearest dim: for bounds such as Slice's, where INT64_MIN and INT64_MAX mean "the very end".
 * cm_dim_max and cm_dim_min know that nothing lies beyond these two. */
CM_INLINE cm_dim cm_dim_saturate_i64(int64_t n) { return cm_max_i64(n, CM_DIM_FIRST_CONST); }

/* cm_dim_apply — a op b. t may be NULL. CM_DIM_BAD if a or b is, if a constant result overflows
 * or a divisor is 0; else CM_DIM_UNKNOWN if a or b is, or at a limit. Prefer the named functions. */
cm_dim cm_dim_apply(cm_dims *t, cm_dim_op op, cm_dim a, cm_dim b);

CM_INLINE cm_dim cm_dim_add(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_ADD, a, b);
}
CM_INLINE cm_dim cm_dim_sub(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_SUB, a, b);
}
CM_INLINE cm_dim cm_dim_neg(cm_dims *t, cm_dim a) { return cm_dim_apply(t, CM_DIM_SUB, 0, a); }
CM_INLINE cm_dim cm_dim_mul(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_MUL, a, b);
}
/* Rounds towards minus infinity; b may have either sign. */
CM_INLINE cm_dim cm_dim_div_floor(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_DIV_FLOOR, a, b);
}
/* Rounds towards plus infinity; b may have either sign. */
CM_INLINE cm_dim cm_dim_div_ceil(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_DIV_CEIL, a, b);
}
/* a - b * floor(a/b): has the sign of b, as Python's % and ONNX Mod with fmod = 0. */
CM_INLINE cm_dim cm_dim_mod(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_MOD, a, b);
}
CM_INLINE cm_dim cm_dim_min(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_MIN, a, b);
}
CM_INLINE cm_dim cm_dim_max(cm_dims *t, cm_dim a, cm_dim b) {
    return cm_dim_apply(t, CM_DIM_MAX, a, b);
}

/* The product of n dims, 1 for none: the elements of a shape. */
cm_dim cm_dim_product(cm_dims *t, const cm_dim *dims, size_t n);

/* cm_dim_equal — a == b? CM_NO and CM_YES are proofs; CM_DIM_UNKNOWN and CM_DIM_BAD are equal to
 * anything only perhaps, themselves included. t may be NULL. */
cm_tri cm_dim_equal(cm_dims *t, cm_dim a, cm_dim b);

/* cm_dim_le — a <= b? As cm_dim_equal; a < b is cm_dim_le(t, cm_dim_add(t, a, 1), b). */
cm_tri cm_dim_le(cm_dims *t, cm_dim a, cm_dim b);

#if !CAMEO_FROZEN

/* An empty table in `a`; NULL (no algebra) if the arena has no room, as its sticky failure then
 * tells. Later requests that do not fit give CM_DIM_UNKNOWN and mark the arena as failed, too. */
cm_dims *cm_dims_new(cm_arena *a);

/* cm_dim_symbol — the symbol of that name, made at the first call.
 *   name    opaque bytes that outlive the table; empty: a fresh symbol each time
 *   lo, hi  what it is known to lie between, both included; INT64_MIN, INT64_MAX: unbounded.
 *           A second call intersects; expressions made before keep their (wider) intervals.
 * CM_DIM_BAD if the interval is or becomes empty, CM_DIM_UNKNOWN at a limit or where t is NULL. */
cm_dim cm_dim_symbol(cm_dims *t, cm_str name, int64_t lo, int64_t hi);

/* Symbols are numbered 0, 1, ... in the order in which they were made. */
size_t cm_dim_symbol_count(const cm_dims *t);
/* i < cm_dim_symbol_count(t). */
cm_str cm_dim_symbol_name(const cm_dims *t, size_t i);
/* The number of the symbol d; SIZE_MAX where d is no symbol. */
size_t cm_dim_symbol_index(const cm_dims *t, cm_dim d);

/* cm_dim_either — a or b, whichever the run takes: what both are or, where they differ, a new symbol without a
 * name that has the bounds of both. CM_DIM_UNKNOWN where a or b is, or at a limit. */
cm_dim cm_dim_either(cm_dims *t, cm_dim a, cm_dim b);

/* cm_dim_merge — records that a and b, each a symbol or a constant, are equal: results made from
 * now on hold the older symbol or the constant, and cm_dim_equal knows it where the symbols occur
 * in sums and products; inside a floor, min or max made before, they stay. False on a contradiction;
 * then nothing changes. Other dims change nothing; false where they are never equal. */
CM_NODISCARD bool cm_dim_merge(cm_dims *t, cm_dim a, cm_dim b);

/* cm_dim_solve — says a == b as *x == *y, x a symbol and y a symbol or a constant, where the two
 * differ by c*x - c*y or c*x - k: what cm_dim_merge records. False elsewhere, and where a == b holds
 * always or never. */
CM_NODISCARD bool cm_dim_solve(cm_dims *t, cm_dim a, cm_dim b, cm_dim *x, cm_dim *y);

/* cm_dim_eval — the value of d for given values of the symbols.
 *   values  [cm_dim_symbol_count(t)] by symbol number, within the symbols' intervals; those of symbols
 *           that were merged into others are not read; one that is no constant makes what depends on
 *           it CM_DIM_UNKNOWN
 * CM_DIM_BAD on division by zero or where an intermediate result overflows. t may be NULL. Time:
 * the expressions that d is made of, each once. */
cm_dim cm_dim_eval(cm_dims *t, cm_dim d, const cm_dim *values);

/* d with the values of the last cm_dim_eval, which must be those given: what that call and later ones of this function
 * have computed is not computed again, so that each expression is computed once for many dims. */
cm_dim cm_dim_eval_next(cm_dims *t, cm_dim d, const cm_dim *values);

/* cm_dim_format — text for people: "2*batch + 1", "floor((h + 1)/2)", "?", "overflow".
 *   buf  [cap] bytes, cap >= 1; always NUL-terminated; text that does not fit ends in "..."
 * Bytes of a name that are not printable ASCII show as '?'. Returns the length. t may be NULL. */
size_t cm_dim_format(const cm_dims *t, cm_dim d, char *buf, size_t cap);

#endif /* !CAMEO_FROZEN */

/* Whether a symbol in d has number n or a higher one: n, counted at some time, tells what has come since. t may
 * be NULL. */
bool cm_dim_is_newer(const cm_dims *t, cm_dim d, size_t n);

/* cm_dim_interval — lo <= d <= hi for every value of the symbols; INT64_MIN, INT64_MAX: unbounded
 * (which is also the answer for CM_DIM_UNKNOWN and CM_DIM_BAD). t may be NULL. */
void cm_dim_interval(const cm_dims *t, cm_dim d, int64_t *lo, int64_t *hi);

#endif
