/* loops_tmpl.h — the loops of kernels/prim/loops.def for one level of instruction sets. Parameters:
 *   LOOP_NAME(f)   the variant's symbol: f_avx2
 *   LOOP_TARGET    before each function: what its instructions are
 *   LOOP_WIDE      1: vectors of at least four doubles
 * Chunks have a constant length: compilers make vector code of a loop over one. */
#define LOOP_CHUNK 32

#define CM_LOOP1(name, from, to, plain, plain_value, value)                                      \
    LOOP_TARGET void LOOP_NAME(cm_loop_##name)(const cm_loop_args *s, void *out, size_t n) {     \
        const from *a = s->a;                                                                    \
        double b = s->b != NULL; /* 1 or 0 */                                                    \
        to *y = out;                                                                             \
        (void)b;                                                                                 \
        size_t at = 0;                                                                           \
        for (; !CM_SMALL && n - at >= LOOP_CHUNK; at += LOOP_CHUNK) {                            \
            const from *x = a + at;                                                              \
            to *z = y + at;                                                                      \
            uint32_t all = 1;                                                                    \
            for (size_t i = 0; i < LOOP_CHUNK; i++) {                                            \
                from v = x[i];                                                                   \
                (void)v;                                                                         \
                all &= (uint32_t)(plain);                                                        \
            }                                                                                    \
            if (!all) {                                                                          \
                for (size_t i = 0; i < LOOP_CHUNK; i++) {                                        \
                    from v = x[i];                                                               \
                    z[i] = (to)(value);                                                          \
                }                                                                                \
                continue;                                                                        \
            }                                                                                    \
            CM_INDEPENDENT for (size_t i = 0; i < LOOP_CHUNK; i++) {                             \
                from v = x[i];                                                                   \
                z[i] = (to)(plain_value);                                                        \
            }                                                                                    \
        }                                                                                        \
        for (; at < n; at++) {                                                                   \
            from v = a[at];                                                                      \
            y[at] = (to)(value);                                                                 \
        }                                                                                        \
    }

/* An operand that stands still is written out once. */
#define CM_LOOP2(name, type, to, value)                                                          \
    LOOP_TARGET void LOOP_NAME(cm_loop_##name)(const cm_loop_args *s, void *out, size_t n) {     \
        const type *pa = s->a, *pb = s->b;                                                       \
        to *y = out;                                                                             \
        size_t at = 0;                                                                           \
        if (!CM_SMALL && n >= LOOP_CHUNK) {                                                      \
            type still[LOOP_CHUNK];                                                              \
            const type *xa = s->a_step != 0 ? pa : still, *xb = s->b_step != 0 ? pb : still;     \
            type one = s->a_step != 0 ? *pb : *pa;                                               \
            for (size_t i = 0; i < LOOP_CHUNK && s->a_step + s->b_step < 2; i++) still[i] = one; \
            for (; n - at >= LOOP_CHUNK; at += LOOP_CHUNK) {                                     \
                to *z = y + at;                                                                  \
                CM_INDEPENDENT for (size_t i = 0; i < LOOP_CHUNK; i++) {                         \
                    type a = xa[i], b = xb[i];                                                   \
                    z[i] = (to)(value);                                                          \
                }                                                                                \
                if (s->a_step != 0) xa += LOOP_CHUNK;                                            \
                if (s->b_step != 0) xb += LOOP_CHUNK;                                            \
            }                                                                                    \
        }                                                                                        \
        for (; at < n; at++) {                                                                   \
            type a = pa[at * s->a_step], b = pb[at * s->b_step];                                 \
            y[at] = (to)(value);                                                                 \
        }                                                                                        \
    }

#include "kernels/prim/loops.def"

#undef CM_LOOP1
#undef CM_LOOP2
#undef LOOP_CHUNK
