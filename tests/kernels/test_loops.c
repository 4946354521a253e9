/* test_loops.c — kernels/prim/loops.def: every variant of this processor gives the bits of the portable one, which
 * gives those of one element at a time, at odd lengths and steps. */
#include "tests/support/features.h"
#include "kernels/prim/prims.h"
#include "base/ckd.h"
#include "base/math.h"
#include "tests/check.h"

#define LOOPS_MOST 131

typedef struct loops_case {
    const char *name;
    size_t from, to; /* bytes of an element */
    bool two, real;  /* operands; is the result a float, of which a NaN may have other bits? */
} loops_case;

#define LOOPS_REAL(type) ((type)1 / 2 != 0)
#define CM_LOOP1(name, from, to, ...) {#name, sizeof(from), sizeof(to), false, LOOPS_REAL(to)},
#define CM_LOOP2(name, type, to, ...) {#name, sizeof(type), sizeof(to), true, LOOPS_REAL(to)},
static const loops_case loops_cases[] = {
#include "kernels/prim/loops.def"
};
#undef CM_LOOP1
#undef CM_LOOP2

static bool loops_nan(const uint8_t *x, size_t size) {
    uint64_t u = 0;
    memcpy(&u, x, size);
    return size == 8 ? u << 1 > UINT64_C(0x7FF) << 53 : (uint32_t)u << 1 > UINT32_C(0xFF) << 24;
}

static bool loops_same(const loops_case *c, const uint8_t *x, const uint8_t *y, size_t n) {
    for (size_t i = 0; i < n; i++, x += c->to, y += c->to) {
        if (memcmp(x, y, c->to) != 0 && !(c->real && loops_nan(x, c->to) && loops_nan(y, c->to))) return false;
    }
    return true;
}

/* Random bits; of wide elements some are small numbers, which are others than bits of chance. */
static void loops_fill(uint8_t *x, size_t size, uint64_t *state) {
    for (size_t i = 0; i < LOOPS_MOST; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t v = *state >> 7 ^ *state << 29;
        uint32_t how = (uint32_t)(*state >> 40) % 8;
        if (how == 0) v = 0;
        if (how == 1) v = (uint64_t)((int64_t)v >> 50);
        if (how == 2 && size == 4) v = cm_f32_bits((float)(int32_t)v / 65536.0f);
        if (how >= 6 && size == 8) { /* numbers from 2^-31 to 2^32, of both signs */
            v = (v & (UINT64_C(1) << 63 | ((UINT64_C(1) << 52) - 1))) | (UINT64_C(992) + (*state >> 33) % 64) << 52;
        }
        if (how == 3) v = size == 8 ? UINT64_C(0xFFF0000000000000) : UINT64_C(0xFF800000) - (v & 1);
        memcpy(x + i * size, &v, size);
    }
}

/* n results of the loop `id` of p, of the variant's and, one by one, of the portable one. */
static bool loops_agree(const cm_prims *p, size_t id, const uint8_t *a, const uint8_t *b, size_t n, size_t still) {
    const loops_case *c = &loops_cases[id];
    uint64_t got[LOOPS_MOST + 1], want[LOOPS_MOST + 1];
    memset(got, 0x5a, sizeof got);
    memset(want, 0x5a, sizeof want);
    cm_loop_args args = {a, b, still != 1, still != 2};
    p->loop[id](&args, got, n);
    for (size_t i = 0; i < n; i++) {
        cm_loop_args one = {a + (still != 1 ? i * c->from : 0), b + (c->two && still != 2 ? i * c->from : 0), 1, 1};
        cm_prims_select(0)->loop[id](&one, (uint8_t *)want + i * c->to, 1);
    }
    size_t end = n * c->to;
    return loops_same(c, (uint8_t *)got, (uint8_t *)want, n) &&
           memcmp((uint8_t *)got + end, (uint8_t *)want + end, sizeof got - end) == 0;
}

void test_loops_variants(void) {
    uint64_t a[LOOPS_MOST], b[LOOPS_MOST], state = 1;
    for (uint64_t features = test_features();;) {
        const cm_prims *p = cm_prims_select(features);
        for (size_t id = 0; id < CM_LOOP_COUNT; id++) {
            const loops_case *c = &loops_cases[id];
            for (size_t n = 0; n <= LOOPS_MOST; n += n < 4 ? 1 : 9) {
                loops_fill((uint8_t *)a, c->from, &state);
                loops_fill((uint8_t *)b, c->from, &state);
                for (size_t still = 0; still < (c->two ? 3u : 1u); still++) {
                    CHECK_MSG(loops_agree(p, id, (uint8_t *)a, (uint8_t *)b, n, still), "%s %s n %zu still %zu",
                              p->name, c->name, n, still);
                }
            }
        }
        if (p->features == 0) return;
        features &= ~p->features;
    }
}

/* The result may lie on an operand. */
void test_loops_in_place(void) {
    uint64_t a[LOOPS_MOST], b[LOOPS_MOST], want[LOOPS_MOST], state = 7;
    const cm_prims *p = cm_prims_select(test_features());
    for (size_t id = 0; id < CM_LOOP_COUNT; id++) {
        const loops_case *c = &loops_cases[id];
        if (c->from != c->to) continue;
        for (int on = 0; on < (c->two ? 2 : 1); on++) {
            loops_fill((uint8_t *)a, c->from, &state);
            loops_fill((uint8_t *)b, c->from, &state);
            cm_loop_args args = {a, b, 1, 1};
            p->loop[id](&args, want, LOOPS_MOST);
            uint64_t *to = on == 0 ? a : b;
            p->loop[id](&args, to, LOOPS_MOST);
            CHECK_MSG(loops_same(c, (uint8_t *)to, (uint8_t *)want, LOOPS_MOST), "%s", c->name);
        }
    }
}

/* One of each kind by what it should be. */
void test_loops_values(void) {
    const cm_prims *p = cm_prims_select(test_features());
    int64_t big[40], sum[40];
    float real[40];
    uint8_t truth[40];
    for (int i = 0; i < 40; i++) big[i] = i % 2 == 0 ? i - 20 : (int64_t)i << 55;
    p->loop[CM_LOOP_ID_add_64](&(cm_loop_args){big, big, 1, 1}, sum, 40);
    p->loop[CM_LOOP_ID_i64_f32](&(cm_loop_args){.a = big, .a_step = 1}, real, 40);
    p->loop[CM_LOOP_ID_less_i64](&(cm_loop_args){big, big + 20, 1, 0}, truth, 40);
    for (int i = 0; i < 40; i++) {
        CHECK(sum[i] == (int64_t)((uint64_t)big[i] * 2));
        CHECK(real[i] == (float)big[i]);
        CHECK(truth[i] == (big[i] < big[20]));
    }
}

/* ---- functions of double ---- */

typedef struct loops_f64_case {
    size_t id;
    double (*want)(double);
    bool with_b, positive;
    double most; /* magnitude of arguments for which whole chunks are plain */
} loops_f64_case;

static const loops_f64_case loops_f64_cases[] = {
    {CM_LOOP_ID_exp_f64, cm_exp, false, false, 708},       {CM_LOOP_ID_log_f64, cm_log, false, true, 0x1.8p1023},
    {CM_LOOP_ID_sigmoid_f64, cm_sigmoid, false, false, 708}, {CM_LOOP_ID_tanh_f64, cm_tanh, false, false, 0x1.8p1023},
    {CM_LOOP_ID_trig_f64, cm_sin, false, false, 524287},     {CM_LOOP_ID_trig_f64, cm_cos, true, false, 524287},
};

/* Numbers up to `most`, of all magnitudes or, with `even`, evenly over a range of that round. */
static double loops_f64_number(const loops_f64_case *c, int round, uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    double unit = (double)(*state >> 12) * 0x1p-52;
    double x = unit * (round % 3 == 0 ? 2.0 : round % 3 == 1 ? 50.0 : (double)(1u << round % 19));
    if (round % 4 == 3) x = (1 + unit) * cm_f64_from_bits((uint64_t)(*state >> 3 & 0x7FF) << 52);
    if (!(x <= c->most)) x = unit;
    if (c->positive && x < 0x1p-1022) x = 1;
    return !c->positive && (*state >> 20 & 1) != 0 ? -x : x;
}

/* Chunks in which every number is plain, and those with one number that is not, give the bits of base/math.c. */
void test_loops_f64_functions(void) {
    static const double others[] = {0.0, -0.0, 0x1p-1074, -0x1p-1030, 1e300, -1e300, 745.0, -745.0, 710.0, 0x1p19};
    double x[64], y[64];
    uint64_t state = 11;
    for (uint64_t features = test_features();;) {
        const cm_prims *p = cm_prims_select(features);
        for (size_t at = 0; at < sizeof loops_f64_cases / sizeof *loops_f64_cases; at++) {
            const loops_f64_case *c = &loops_f64_cases[at];
            for (int round = 0; round < 400; round++) {
                for (int i = 0; i < 64; i++) x[i] = loops_f64_number(c, round, &state);
                if (round % 8 == 7) x[40] = others[round / 8 % 10];
                if (round % 16 == 13) x[3] = round % 32 == 13 ? CM_INF_F64 : -CM_INF_F64;
                if (round % 16 == 15) x[3] = CM_NAN_F64;
                p->loop[c->id](&(cm_loop_args){.a = x, .b = c->with_b ? x : NULL, .a_step = 1}, y, 64);
                for (int i = 0; i < 64; i++) {
                    double want = c->want(x[i]);
                    bool same = cm_f64_bits(y[i]) == cm_f64_bits(want) || (y[i] != y[i] && want != want);
                    CHECK_MSG(same, "%s case %zu of %a: %a, want %a", p->name, at, x[i], y[i], want);
                }
            }
        }
        if (p->features == 0) return;
        features &= ~p->features;
    }
}
