/* number.c — see number.h. Printing is the free-format algorithm of Burger, Dybvig: "Printing
 * Floating-Point Numbers Quickly and Accurately" (PLDI 1996); reading divides whole numbers. */
#include "base/number.h"

/* ---- whole numbers: n words, least significant first, the last one not 0; n is 0 for zero ---- */

/* Reading divides by 10^1127 < 2^3744 and needs 66 bits more; printing stays below 2^1160. */
enum { NUMBER_WORDS_READ = 128, NUMBER_WORDS_PRINT = 38 };

typedef struct number_big {
    uint32_t n, cap;
    uint32_t *w; /* [cap] */
} number_big;

static void number_set(number_big *b, uint64_t v) {
    b->n = 0;
    for (; v != 0; v >>= 32) b->w[b->n++] = (uint32_t)v;
}

/* b = b * m + add. */
static void number_mul(number_big *b, uint32_t m, uint32_t add) {
    uint64_t carry = add;
    for (uint32_t i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * m;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    CM_ASSERT(carry == 0 || b->n < b->cap);
    if (carry != 0) b->w[b->n++] = (uint32_t)carry;
}

static void number_mul_pow10(number_big *b, uint32_t k) {
    for (; k >= 9; k -= 9) number_mul(b, 1000000000, 0);
    for (; k > 0; k--) number_mul(b, 10, 0);
}

/* b = b * 2^bits; b is not 0. */
static void number_shift(number_big *b, uint32_t bits) {
    uint32_t words = bits / 32, rest = bits % 32;
    CM_ASSERT(b->n != 0);
    number_mul(b, UINT32_C(1) << rest, 0);
    CM_ASSERT(b->n + words <= b->cap);
    for (uint32_t i = b->n; i-- > 0;) b->w[i + words] = b->w[i];
    for (uint32_t i = 0; i < words; i++) b->w[i] = 0;
    b->n += words;
}

/* Negative, 0 or positive as a < b, a == b, a > b. */
static int number_cmp(const number_big *a, const number_big *b) {
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (uint32_t i = a->n; i-- > 0;) {
        if (a->w[i] != b->w[i]) return a->w[i] < b->w[i] ? -1 : 1;
    }
    return 0;
}

static void number_add(number_big *a, const number_big *b) {
    uint64_t carry = 0;
    for (uint32_t i = 0; i < b->n || carry != 0; i++) {
        CM_ASSERT(i < a->cap);
        if (i == a->n) a->w[a->n++] = 0;
        carry += (uint64_t)a->w[i] + (i < b->n ? b->w[i] : 0);
        a->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* a = a - b, where a >= b. */
static void number_sub(number_big *a, const number_big *b) {
    uint32_t borrow = 0;
    for (uint32_t i = 0; i < b->n || borrow != 0; i++) {
        uint64_t take = (uint64_t)(i < b->n ? b->w[i] : 0) + borrow;
        borrow = a->w[i] < take;
        a->w[i] = (uint32_t)(a->w[i] - take);
    }
    while (a->n > 0 && a->w[a->n - 1] == 0) a->n--;
}

/* Bits up to the highest 1 of b, which is not 0. */
static uint32_t number_bits(const number_big *b) {
    CM_ASSERT(b->n != 0);
    uint32_t bits = (b->n - 1) * 32;
    for (uint32_t top = b->w[b->n - 1]; top != 0; top >>= 1) bits++;
    return bits;
}

/* ---- reading ---- */

static bool number_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool number_is_digit(char c) { return c >= '0' && c <= '9'; }

/* text is `word`, which is in lower case. */
static bool number_is_word(cm_str text, const char *word) {
    size_t i = 0;
    for (; i < text.n && word[i] != 0; i++) {
        char c = text.p[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != word[i]) return false;
    }
    return i == text.n && word[i] == 0;
}

/* Digits and the point from text.p[*at] on. False if there is no digit. */
static bool number_scan_digits(cm_str text, size_t *at, cm_number *x) {
    bool any = false, after_point = false, lost = false;
    for (; *at < text.n; ++*at) {
        char c = text.p[*at];
        if (c == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (!number_is_digit(c)) break;
        any = true;
        if (c == '0' && x->n == 0) {
            x->point -= after_point;
            continue;
        }
        x->point += !after_point;
        if (x->n < CM_NUMBER_DIGITS)
            x->d[x->n++] = (uint8_t)(c - '0');
        else
            lost |= c != '0';
    }
    if (lost) x->d[x->n++] = 1;
    while (x->n > 0 && x->d[x->n - 1] == 0) x->n--;
    return any;
}

/* "e+12" from text.p[*at] on, if it stands there; the exponent saturates far beyond any text. */
static bool number_scan_exponent(cm_str text, size_t *at, int64_t *exponent) {
    const int64_t most = INT64_C(1) << 60;
    *exponent = 0;
    if (*at == text.n || (text.p[*at] != 'e' && text.p[*at] != 'E')) return true;
    ++*at;
    bool negative = *at < text.n && text.p[*at] == '-';
    if (*at < text.n && (text.p[*at] == '-' || text.p[*at] == '+')) ++*at;
    if (*at == text.n || !number_is_digit(text.p[*at])) return false;
    for (; *at < text.n && number_is_digit(text.p[*at]); ++*at) {
        if (*exponent < most / 16) *exponent = *exponent * 10 + (text.p[*at] - '0');
    }
    if (negative) *exponent = -*exponent;
    return true;
}

bool cm_number_scan(cm_str text, cm_number *x) {
    x->kind = CM_NUMBER_FINITE;
    x->negative = false;
    x->n = 0;
    x->point = 0;
    while (text.n > 0 && number_is_space(text.p[text.n - 1])) text.n--;
    while (text.n > 0 && number_is_space(text.p[0])) text = (cm_str){text.p + 1, text.n - 1};
    if (text.n > 0 && (text.p[0] == '-' || text.p[0] == '+')) {
        x->negative = text.p[0] == '-';
        text = (cm_str){text.p + 1, text.n - 1};
    }
    bool inf = number_is_word(text, "inf") || number_is_word(text, "infinity");
    if (inf || number_is_word(text, "nan")) {
        x->kind = inf ? CM_NUMBER_INF : CM_NUMBER_NAN;
        return true;
    }
    size_t at = 0;
    int64_t exponent;
    if (!number_scan_digits(text, &at, x) || !number_scan_exponent(text, &at, &exponent)) {
        return false;
    }
    x->point = x->n == 0 ? 0 : x->point + exponent;
    return at == text.n;
}

static double number_f64(bool negative, uint64_t bits) {
    bits |= (uint64_t)negative << 63;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* a / b = q * 2^e, where 2^63 <= q < 2^64, rounded towards zero; *inexact is set if it was. a and b
 * are not 0 and are used up. */
static uint64_t number_divide(number_big *a, number_big *b, int *e, bool *inexact) {
    int shift = (int)number_bits(b) - (int)number_bits(a);
    number_shift(shift > 0 ? a : b, (uint32_t)(shift > 0 ? shift : -shift));
    if (number_cmp(a, b) < 0) {
        number_mul(a, 2, 0);
        shift++;
    }
    uint64_t q = 0; /* now b <= a < 2b */
    for (int i = 0; i < 64; i++) {
        q <<= 1;
        if (number_cmp(a, b) >= 0) {
            number_sub(a, b);
            q |= 1;
        }
        number_mul(a, 2, 0);
    }
    *e = -shift - 63;
    *inexact = a->n != 0;
    return q;
}

/* q * 2^e (and a little more if inexact), 2^63 <= q, as the bits of a positive double. */
static uint64_t number_round(uint64_t q, int e, bool inexact, cm_number_round round) {
    const uint64_t inf = UINT64_C(0x7ff) << 52;
    int drop = e < -1074 - 11 ? -1074 - e : 11; /* subnormal numbers have fewer bits */
    if (e + 11 > 971) return round == CM_NUMBER_ODD ? inf - 1 : inf;
    if (drop > 64) return round == CM_NUMBER_ODD;
    uint64_t kept = drop == 64 ? 0 : q >> drop;
    uint64_t rest = drop == 64 ? q : q & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);
    if (round == CM_NUMBER_ODD) {
        kept |= rest != 0 || inexact;
    } else {
        kept += rest > half || (rest == half && (inexact || (kept & 1) != 0));
    }
    /* A carry out of the significand adds one to the exponent, up to infinity, by itself; to odd nothing is carried. */
    uint64_t biased = drop > 11 ? 0 : (uint64_t)(e + 11 + 1074);
    return (biased << 52) + kept;
}

double cm_number_to_f64(const cm_number *x, cm_number_round round) {
    const uint64_t inf = UINT64_C(0x7ff) << 52;
    bool odd = round == CM_NUMBER_ODD;
    if (x->kind == CM_NUMBER_NAN) return number_f64(false, inf | UINT64_C(1) << 51);
    if (x->kind == CM_NUMBER_INF) return number_f64(x->negative, inf);
    if (x->n == 0) return number_f64(x->negative, 0);
    if (x->point > 309) return number_f64(x->negative, odd ? inf - 1 : inf); /* >= 10^309 */
    if (x->point < -323) return number_f64(x->negative, odd); /* < 10^-324 < 2^-1075 */
    uint32_t words[2][NUMBER_WORDS_READ];
    number_big a = {0, NUMBER_WORDS_READ, words[0]}, b = {0, NUMBER_WORDS_READ, words[1]};
    number_set(&a, 0);
    number_set(&b, 1);
    for (uint32_t i = 0; i < x->n; i++) {
        if (a.n == 0)
            number_set(&a, x->d[i]);
        else
            number_mul(&a, 10, x->d[i]);
    }
    int64_t exponent = x->point - (int64_t)x->n;
    number_mul_pow10(exponent >= 0 ? &a : &b, (uint32_t)(exponent >= 0 ? exponent : -exponent));
    int e;
    bool inexact;
    uint64_t q = number_divide(&a, &b, &e, &inexact);
    return number_f64(x->negative, number_round(q, e, inexact, round));
}

bool cm_number_to_u64(const cm_number *x, uint64_t *whole) {
    if (x->kind != CM_NUMBER_FINITE || x->point > 20) return false;
    uint64_t v = 0;
    for (int64_t i = 0; i < x->point; i++) {
        uint64_t digit = i < (int64_t)x->n ? x->d[i] : 0;
        if (v > (UINT64_MAX - digit) / 10) return false;
        v = v * 10 + digit;
    }
    *whole = v;
    return true;
}

/* ---- printing ---- */

size_t cm_number_print_u64(uint64_t v, char *text) {
    char back[20];
    size_t n = 0;
    do {
        back[n++] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    for (size_t i = 0; i < n; i++) text[i] = back[n - 1 - i];
    return n;
}

size_t cm_number_print_i64(int64_t v, char *text) {
    if (v >= 0) return cm_number_print_u64((uint64_t)v, text);
    text[0] = '-';
    return 1 + cm_number_print_u64(0 - (uint64_t)v, text + 1);
}

/* A binary format, and from which power of ten on it is printed with an exponent. */
typedef struct number_format {
    int bits;  /* of the significand, the hidden one included */
    int e_min; /* the smallest number is 2^e_min */
    int plain;
} number_format;

static const number_format *number_find_format(cameo_dtype dtype) {
    static const number_format f64 = {53, -1074, 16}, f32 = {24, -149, 8}, f16 = {11, -24, 8},
                               bf16 = {8, -133, 8};
    switch ((int)dtype) {
    case CAMEO_DOUBLE: return &f64;
    case CAMEO_FLOAT16: return &f16;
    case CAMEO_BFLOAT16: return &bf16;
    default: return &f32;
    }
}

/* What Burger and Dybvig call r, s, m+, m-: the number is r/s, the ends of the interval of all numbers
 * that read back as it are (r + up)/s and (r - down)/s. */
typedef struct number_state {
    number_big r, s, up, down;
    uint32_t words[4][NUMBER_WORDS_PRINT];
    bool closed; /* the ends themselves read back as the number: its significand is even */
} number_state;

/* m * 2^e, of format f. */
static void number_begin(number_state *t, const number_format *f, uint64_t m, int e) {
    bool narrow = m == UINT64_C(1) << (f->bits - 1) && e > f->e_min; /* half the gap below */
    uint32_t up = e > 0 ? (uint32_t)e : 0, down = e < 0 ? (uint32_t)-e : 0;
    t->r = (number_big){0, NUMBER_WORDS_PRINT, t->words[0]};
    t->s = (number_big){0, NUMBER_WORDS_PRINT, t->words[1]};
    t->up = (number_big){0, NUMBER_WORDS_PRINT, t->words[2]};
    t->down = (number_big){0, NUMBER_WORDS_PRINT, t->words[3]};
    number_set(&t->r, m);
    number_shift(&t->r, up + 1 + narrow);
    number_set(&t->s, 1);
    number_shift(&t->s, down + 1 + narrow);
    number_set(&t->up, 1);
    number_shift(&t->up, up + narrow);
    number_set(&t->down, 1);
    number_shift(&t->down, up);
    t->closed = (m & 1) == 0;
}

/* r + up reaches s: the upper end is 1 or more. */
static bool number_reaches(const number_state *t) {
    uint32_t words[NUMBER_WORDS_PRINT];
    number_big sum = {t->r.n, NUMBER_WORDS_PRINT, words};
    memcpy(words, t->r.w, t->r.n * sizeof *words);
    number_add(&sum, &t->up);
    int c = number_cmp(&sum, &t->s);
    return c > 0 || (c == 0 && t->closed);
}

/* Scales so that the number is 0.d[0]d[1]... * 10^result. e2: 2^e2 <= number < 2^(e2 + 1). */
static int number_scale(number_state *t, int e2) {
    /* 1233/4096 is a little less than log10(2): never above the true power by more than rounding, and
     * below it by one at most for |e2| <= 1100; the loop makes it exact. */
    int point = (e2 * 1233 - (e2 < 0 ? 4095 : 0)) / 4096;
    if (point >= 0) {
        number_mul_pow10(&t->s, (uint32_t)point);
    } else {
        number_mul_pow10(&t->r, (uint32_t)-point);
        number_mul_pow10(&t->up, (uint32_t)-point);
        number_mul_pow10(&t->down, (uint32_t)-point);
    }
    while (number_reaches(t)) {
        number_mul(&t->s, 10, 0);
        point++;
    }
    return point;
}

/* Writes the digits '0' .. '9', at most 17, and says how many. */
static size_t number_generate(number_state *t, char *digit) {
    for (size_t n = 0;;) {
        number_mul(&t->r, 10, 0);
        number_mul(&t->up, 10, 0);
        number_mul(&t->down, 10, 0);
        int d = 0;
        for (; number_cmp(&t->r, &t->s) >= 0; d++) number_sub(&t->r, &t->s);
        int low = number_cmp(&t->r, &t->down);
        bool may_stop_low = low < 0 || (low == 0 && t->closed);
        bool may_stop_high = number_reaches(t);
        if (may_stop_low && may_stop_high) {
            number_mul(&t->r, 2, 0);
            int c = number_cmp(&t->r, &t->s);
            d += c > 0 || (c == 0 && (d & 1) != 0);
        } else {
            d += may_stop_high;
        }
        digit[n++] = (char)('0' + d);
        if (may_stop_low || may_stop_high) return n;
    }
}

/* 0.digits * 10^point without an exponent. */
static size_t number_layout_plain(const char *digit, size_t n, int point, char *text) {
    size_t at = 0;
    if (point <= 0) text[at++] = '0';
    for (int i = 0; i < point; i++) text[at++] = i < (int)n ? digit[i] : '0';
    if (point >= (int)n) return at;
    text[at++] = '.';
    for (int i = point; i < 0; i++) text[at++] = '0';
    for (size_t i = point > 0 ? (size_t)point : 0; i < n; i++) text[at++] = digit[i];
    return at;
}

/* The digits in the form d.ddde+XX. */
static size_t number_layout_exponent(const char *digit, size_t n, int point, char *text) {
    size_t at = 0;
    uint32_t exponent = (uint32_t)(point > 0 ? point - 1 : 1 - point);
    text[at++] = digit[0];
    if (n > 1) text[at++] = '.';
    for (size_t i = 1; i < n; i++) text[at++] = digit[i];
    text[at++] = 'e';
    text[at++] = point > 0 ? '+' : '-';
    if (exponent < 10) text[at++] = '0';
    return at + cm_number_print_u64(exponent, text + at);
}

static size_t number_word(const char *word, char *text) {
    size_t n = 0;
    for (; word[n] != 0; n++) text[n] = word[n];
    return n;
}

size_t cm_number_print_float(cameo_dtype dtype, double x, char *text) {
    const number_format *f = number_find_format(dtype);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bool negative = bits >> 63 != 0;
    uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
    int e = (int)(bits >> 52 & 0x7ff);
    if (e == 0x7ff) return number_word(m != 0 ? "NaN" : negative ? "-INF" : "INF", text);
    size_t at = 0;
    if (negative) text[at++] = '-';
    if (e == 0 && m == 0) return at + number_word("0", text + at);
    if (e != 0) m |= UINT64_C(1) << 52;
    e = e == 0 ? -1074 : e - 1075;
    int top = 0; /* of the significand */
    while (m >> top > 1) top++;
    int e2 = top + e;
    int drop = e2 + 1 - f->bits < f->e_min ? f->e_min - e : top + 1 - f->bits;
    CM_ASSERT(drop >= 0 && drop < 64); /* no format has more bits than double, or smaller numbers */
    m >>= drop;
    number_state t;
    number_begin(&t, f, m, e + drop);
    int point = number_scale(&t, e2);
    char digit[20];
    size_t n = number_generate(&t, digit);
    if (point > -4 && point <= f->plain)
        return at + number_layout_plain(digit, n, point, text + at);
    return at + number_layout_exponent(digit, n, point, text + at);
}
