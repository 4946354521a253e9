/* map_f64.c — the portable variant of map_f64.h, the oracle of the others. */
#include "kernels/prim/map_f64.h"

#include "base/math.h"

/* x where `stays` holds, else 0: without a branch, which signs that follow no pattern would make slow. */
CM_INLINE double map_keep(double x, bool stays) { return cm_f64_from_bits(cm_f64_bits(x) & (0 - (uint64_t)stays)); }
/* The bits of cm_roundeven and cm_ceil, without their branches: beyond 2^52 all numbers are whole. */
CM_INLINE double map_round(double x) {
    double a = cm_fabs(x), t = a + 0x1p52;
    return a < 0x1p52 ? cm_copysign(t - 0x1p52, x) : x;
}
CM_INLINE double map_ceil(double x) {
    double t = map_round(x);
    return cm_copysign(t + map_keep(1, t < x), x);
}

/* Compilers make vector code of a loop of constant length. */
#define MAP_CHUNK 32
#define MAP_CASE(kind, value)                                                    \
    case kind:                                                                   \
        for (; !CM_SMALL && n - at >= MAP_CHUNK; at += MAP_CHUNK) {              \
            const double *from = in + at;                                        \
            double *to = out + at;                                               \
            CM_INDEPENDENT for (size_t i = 0; i < MAP_CHUNK; i++) {              \
                double x = from[i];                                              \
                to[i] = (value);                                                 \
            }                                                                    \
        }                                                                        \
        for (; at < n; at++) {                                                   \
            double x = in[at];                                                   \
            out[at] = (value);                                                   \
        }                                                                        \
        break;

void cm_map_f64_portable(cm_map_kind kind, const double *in, double *out, size_t n) {
    size_t at = 0;
    switch (kind) {
        MAP_CASE(CM_MAP_ABS, cm_fabs(x))
        MAP_CASE(CM_MAP_CEIL, map_ceil(x))
        MAP_CASE(CM_MAP_FLOOR, -map_ceil(-x))
        MAP_CASE(CM_MAP_NEG, -x)
        MAP_CASE(CM_MAP_RECIPROCAL, 1 / x)
        MAP_CASE(CM_MAP_RELU, x < 0 ? 0 : x)
        MAP_CASE(CM_MAP_ROUND, map_round(x))
        MAP_CASE(CM_MAP_SIGN, x == x ? (double)((x > 0) - (x < 0)) : x)
        case CM_MAP_SQRT:
            for (; at < n; at++) out[at] = cm_sqrt(in[at]);
            break;
    }
}
#undef MAP_CHUNK
#undef MAP_CASE
