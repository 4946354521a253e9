/* number.h — decimal text to numbers and back, exactly: whole numbers and IEEE binary formats.
 *
 * Both directions compute with whole numbers of up to 4096 bits, so every result is the correctly
 * rounded one on every target, at the cost of about a microsecond where exponents are large.
 * Text grammar (spaces, tabs and line ends around it are allowed; letters in either case):
 *
 *     [+-] ( digits [. digits*] | . digits ) [ e [+-] digits ]
 *     [+-] ( inf | infinity | nan )
 */
#ifndef CM_BASE_NUMBER_H
#define CM_BASE_NUMBER_H

#include "base/str.h"
#include "include/cameo.h"

/* Bytes that hold every text printed here. */
#define CM_NUMBER_TEXT 32

/* Significant digits that are kept; what follows counts as one more digit, 1, unless it is all
 * zeros. A boundary between two doubles has at most 767 significant digits. */
#define CM_NUMBER_DIGITS 800

typedef enum cm_number_kind { CM_NUMBER_FINITE, CM_NUMBER_INF, CM_NUMBER_NAN } cm_number_kind;

/* A number as text gives it: 0.d[0]d[1]...d[n-1] * 10^point. */
typedef struct cm_number {
    cm_number_kind kind;
    bool negative;
    uint32_t n;    /* significant digits: the first and the last are not 0; 0: zero */
    int64_t point; /* 0 for zero */
    uint8_t d[CM_NUMBER_DIGITS + 1]; /* 0 .. 9 */
} cm_number;

/* False if text does not follow the grammar; *x is undefined then. */
CM_NODISCARD bool cm_number_scan(cm_str text, cm_number *x);

/* How a number between two doubles is rounded. TO_ODD: to the one with the odd significand, so that
 * rounding the result again, to a format of at most 51 bits, gives what rounding once would have
 * given (Boldo, Melquiond: "When double rounding is odd", 2005). Too large is infinity for EVEN and
 * the largest double for ODD; text infinities are infinities in both. */
typedef enum cm_number_round { CM_NUMBER_EVEN, CM_NUMBER_ODD } cm_number_round;
double cm_number_to_f64(const cm_number *x, cm_number_round round);

/* The whole part of |x|; what follows the point is dropped. False if x is not finite or the whole
 * part is 2^64 or more. */
CM_NODISCARD bool cm_number_to_u64(const cm_number *x, uint64_t *whole);

/* All: write at most CM_NUMBER_TEXT bytes, no NUL, and return how many. */
size_t cm_number_print_u64(uint64_t v, char *text);
size_t cm_number_print_i64(int64_t v, char *text);
/* The fewest digits that a reader of the format takes back to x, the nearest such number:
 *     "1"  "-0"  "0.1"  "1e-05"  "1.5e+20"  "NaN"  "INF"  "-INF"
 * with an exponent (two digits or more) below 1e-4 and from 1e8 on, for DOUBLE from 1e16 on.
 *   dtype  FLOAT, DOUBLE, FLOAT16, BFLOAT16: the format; others count as FLOAT
 *   x      a number of the format */
size_t cm_number_print_float(cameo_dtype dtype, double x, char *text);

#endif
