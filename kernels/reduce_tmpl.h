/* reduce_tmpl.h — the reductions of one dtype; included by reduce.c once per dtype. Defines
 * cm_reduce_<op>_<dtype>_run for each line of REDUCE_OPS. Parameters, undefined at the end:
 *   REDUCE_DTYPE    suffix of the names: f32
 *   REDUCE_T        type of an element in memory
 *   REDUCE_Y        type of a result; not defined: REDUCE_T
 *   REDUCE_C        type in which elements are compared
 *   REDUCE_LOWEST   start of a maximum
 *   REDUCE_HIGHEST  start of a minimum
 *   REDUCE_LOAD(v)  element to REDUCE_C
 *   REDUCE_STORE v  REDUCE_W to a result
 *   REDUCE_ROWS, REDUCE_LEAF_COLUMNS(kind)  the functions `rows` and `columns` of the leaves; not defined: the ones
 * made here and, for families of dtypes, undefined by reduce.c:
 *   REDUCE_KINDS, REDUCE_OPS      the lists
 *   REDUCE_W                      type of sums and products: double; unsigned for integers
 *   REDUCE_HIGHER, _LOWER(a, v)   the greater, the smaller one
 *   REDUCE_ABS(v)                 REDUCE_C to REDUCE_W
 *   REDUCE_MEAN(a, n)             a / n
 *   REDUCE_REAL(a)                REDUCE_W to double
 *   REDUCE_SUMS, REDUCE_PRODUCTS  `rows` of the leaf whose elements are REDUCE_W
 *   REDUCE_STORE_REAL(v)          double to an element
 *   REDUCE_AXES_IN_PARAMS         true: the axes stand in the params; not defined: in input 1 */
#define REDUCE_NAME_2(prefix, name, dtype, suffix) prefix##name##_##dtype##suffix
#define REDUCE_NAME_1(prefix, name, dtype, suffix) REDUCE_NAME_2(prefix, name, dtype, suffix)
#define REDUCE_FN(prefix, name) REDUCE_NAME_1(reduce_##prefix##_, name, REDUCE_DTYPE, )
#define REDUCE_RUN(name) REDUCE_NAME_1(cm_reduce_, name, REDUCE_DTYPE, _run)

/* See reduce_leaf. A full row has a constant width, which compilers turn into vector code. */
#define REDUCE_ROW(width, with)                    \
    for (size_t c = 0; c < (width); c++) {         \
        REDUCE_C v = REDUCE_LOAD(x[r * step + c]); \
        a = part[c];                               \
        part[c] = (with);                          \
    }
#define REDUCE_DEFINE_KIND(kind, acc_type, start, with, merge)                                  \
    static void REDUCE_FN(clear, kind)(void *acc, size_t width) {                               \
        acc_type *to = acc;                                                                     \
        for (size_t c = 0; c < width; c++) to[c] = start;                                       \
    }                                                                                           \
    static CM_NOINLINE void REDUCE_FN(run, kind)(acc_type *total, const void *from, size_t n) { \
        const REDUCE_T *x = from;                                                               \
        acc_type a, b;                                                                          \
        for (size_t at = 0; at < n; at += REDUCE_BLOCK) {                                       \
            acc_type lane[REDUCE_LANES];                                                        \
            size_t count = cm_min_size(REDUCE_BLOCK, n - at);                                   \
            size_t whole = count - count % REDUCE_LANES;                                        \
            for (size_t i = 0; i < REDUCE_LANES; i++) lane[i] = start;                          \
            for (size_t i = 0; i < whole; i += REDUCE_LANES) {                                  \
                for (size_t j = 0; j < REDUCE_LANES; j++) {                                     \
                    REDUCE_C v = REDUCE_LOAD(x[at + i + j]);                                    \
                    a = lane[j];                                                                \
                    lane[j] = (with);                                                           \
                }                                                                               \
            }                                                                                   \
            for (size_t i = whole; i < count; i++) {                                            \
                REDUCE_C v = REDUCE_LOAD(x[at + i]);                                            \
                a = lane[i - whole];                                                            \
                lane[i - whole] = (with);                                                       \
            }                                                                                   \
            for (size_t half = REDUCE_LANES / 2; half > 0; half /= 2) {                         \
                for (size_t j = 0; j < half && j + half < count; j++) {                         \
                    a = lane[j];                                                                \
                    b = lane[j + half];                                                         \
                    lane[j] = (merge);                                                          \
                }                                                                               \
            }                                                                                   \
            a = *total;                                                                         \
            b = lane[0];                                                                        \
            *total = (merge);                                                                   \
        }                                                                                       \
    }                                                                                           \
    static void REDUCE_FN(rows, kind)(const cm_kctx *k, void *acc, const void *from,            \
                                      size_t rows, size_t n) {                                  \
        (void)k;                                                                                \
        for (size_t r = 0; r < rows; r++) {                                                     \
            REDUCE_FN(run, kind)((acc_type *)acc + r, (const REDUCE_T *)from + r * n, n);       \
        }                                                                                       \
    }                                                                                           \
    static void REDUCE_FN(columns, kind)(const cm_kctx *k, void *acc, const void *from,         \
                                         size_t rows, size_t step, size_t width) {              \
        acc_type *total = acc;                                                                  \
        const REDUCE_T *x = from;                                                               \
        acc_type a, b;                                                                          \
        (void)k;                                                                                \
        for (size_t row = 0; row < rows; row += REDUCE_ROWS) {                                  \
            acc_type part[REDUCE_WIDTH];                                                        \
            size_t end = row + cm_min_size(REDUCE_ROWS, rows - row);                            \
            for (size_t c = 0; c < width; c++) part[c] = start;                                 \
            for (size_t r = row; r < end; r++) {                                                \
                if (width == REDUCE_WIDTH) {                                                    \
                    REDUCE_ROW(REDUCE_WIDTH, with)                                              \
                } else {                                                                        \
                    REDUCE_ROW(width, with)                                                     \
                }                                                                               \
            }                                                                                   \
            for (size_t c = 0; c < width; c++) {                                                \
                a = total[c];                                                                   \
                b = part[c];                                                                    \
                total[c] = (merge);                                                             \
            }                                                                                   \
        }                                                                                       \
    }

#define REDUCE_DEFINE_OP(op, kind, acc_type, fold, result)                                        \
    static void REDUCE_FN(finish, op)(const cm_kctx *k, void *to, const void *acc, size_t n,      \
                                      size_t width) {                                             \
        REDUCE_Y *y = to;                                                                         \
        const acc_type *from = acc;                                                               \
        (void)k;                                                                                  \
        (void)n;                                                                                  \
        for (size_t c = 0; c < width; c++) {                                                      \
            acc_type a = from[c];                                                                 \
            y[c] = (result);                                                                      \
        }                                                                                         \
    }                                                                                             \
    /* y = op over the axes of x; see the head of reduce.c. Errors: E_SHAPE bad axes. */          \
    cameo_status REDUCE_RUN(op)(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) { \
        static const reduce_leaf leaf = {sizeof(REDUCE_T), sizeof(REDUCE_Y), sizeof(acc_type),    \
                                         REDUCE_LEAF_WIDTH(kind), REDUCE_LEAF_AXES,               \
                                         REDUCE_FN(clear, kind), REDUCE_LEAF_ROWS(kind),               \
                                         REDUCE_LEAF_COLUMNS(kind), fold, REDUCE_FN(finish, op)};      \
        (void)phase;                                                                              \
        return reduce_walk(k, begin, end, &leaf);                                                 \
    }

#ifndef REDUCE_LEAF_ROWS
#define REDUCE_LEAF_ROWS(kind) REDUCE_FN(rows, kind)
#define REDUCE_LEAF_COLUMNS(kind) REDUCE_FN(columns, kind)
#define REDUCE_LEAF_WIDTH(kind) REDUCE_WIDTH
#endif

#ifndef REDUCE_Y
#define REDUCE_Y REDUCE_T
#endif
#ifdef REDUCE_AXES_IN_PARAMS
#define REDUCE_LEAF_AXES REDUCE_AXES_IN_PARAMS
#else
#define REDUCE_LEAF_AXES false
#endif

REDUCE_KINDS(REDUCE_DEFINE_KIND)
REDUCE_OPS(REDUCE_DEFINE_OP)

#undef REDUCE_LEAF_ROWS
#undef REDUCE_LEAF_COLUMNS
#undef REDUCE_LEAF_WIDTH
#undef REDUCE_LEAF_AXES

#undef REDUCE_DEFINE_OP
#undef REDUCE_DEFINE_KIND
#undef REDUCE_ROW
#undef REDUCE_RUN
#undef REDUCE_FN
#undef REDUCE_NAME_1
#undef REDUCE_NAME_2
#undef REDUCE_DTYPE
#undef REDUCE_T
#undef REDUCE_Y
#undef REDUCE_C
#undef REDUCE_LOWEST
#undef REDUCE_HIGHEST
#undef REDUCE_LOAD
#undef REDUCE_STORE
