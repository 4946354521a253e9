/* binary_tmpl.h — the leaves of all elementwise operations on two tensors of one dtype; included by
 * binary_types_tmpl.h once per dtype. Defines the row function binary_<op>_<dtype> and
 * cm_<op>_<dtype>_run for each line of the list. Parameters:
 *   BINARY_DTYPE    suffix of the names: f32
 *   BINARY_OPS      the list of X(op, constants, value): see binary_types_tmpl.h
 *   BINARY_T        type of an element in memory
 *   BINARY_C        type of the operands a, b of the expressions
 *   BINARY_W        type in which + - * are computed: unsigned for integers, so that they wrap
 *   BINARY_LOAD(v)  element to BINARY_C
 *   BINARY_STORE(v) value to an element of the output
 *   BINARY_Y        type of an element of the output; not defined: BINARY_T
 *   BINARY_FN(f)    floats: base/math.h's function f for BINARY_C
 *   BINARY_RUN_FN   function of (k, begin, end, size, y_size, row function) that walks; not
 *                   defined: cm_binary_run */
#ifndef BINARY_Y
#define BINARY_Y BINARY_T
#endif
#ifndef BINARY_RUN_FN
#define BINARY_RUN_FN cm_binary_run
#endif
#define BINARY_NAME_2(prefix, op, dtype, suffix) prefix##op##_##dtype##suffix
#define BINARY_NAME_1(prefix, op, dtype, suffix) BINARY_NAME_2(prefix, op, dtype, suffix)
#define BINARY_ROW(op) BINARY_NAME_1(binary_, op, BINARY_DTYPE, )
#define BINARY_RUN(op) BINARY_NAME_1(cm_, op, BINARY_DTYPE, _run)

#define BINARY_LOOP(value, ia, ib)        \
    for (size_t i = done; i < r->n; i++) { \
        BINARY_C a = BINARY_LOAD(pa[ia]); \
        BINARY_C b = BINARY_LOAD(pb[ib]); \
        py[i] = BINARY_STORE(value);      \
    }
/* The whole chunks of a row. Compilers make vector code of a loop of constant length into an array that nothing else
 * names. */
#define BINARY_CHUNKS(value, ib)                                          \
    for (; !CM_SMALL && r->n - done >= BINARY_CHUNK; done += BINARY_CHUNK) { \
        BINARY_Y chunk[BINARY_CHUNK];                                     \
        for (size_t i = 0; i < BINARY_CHUNK; i++) {                       \
            BINARY_C a = BINARY_LOAD(pa[done + i]);                       \
            BINARY_C b = BINARY_LOAD(pb[ib]);                             \
            chunk[i] = BINARY_STORE(value);                               \
        }                                                                 \
        memcpy(py + done, chunk, sizeof chunk);                           \
    }

#define BINARY_ROW_FN(op, constants, value)                                                         \
    static void BINARY_ROW(op)(const cm_broadcast_row *r) {                                       \
        BINARY_Y *py = r->y;                                                                      \
        const BINARY_T *pa = r->x[0];                                                             \
        const BINARY_T *pb = r->x[1];                                                             \
        size_t done = 0;                                                                          \
        constants;                                                                                \
        if (r->move[0] && r->move[1]) {                                                           \
            BINARY_CHUNKS(value, done + i)                                                        \
            BINARY_LOOP(value, i, i)                                                              \
        } else if (r->move[0]) {                                                                  \
            BINARY_CHUNKS(value, 0)                                                               \
            BINARY_LOOP(value, i, 0)                                                              \
        } else {                                                                                  \
            BINARY_LOOP(value, 0, i)                                                              \
        }                                                                                         \
    }

#define BINARY_LEAF(op, constants, value) \
    BINARY_ROW_FN(op, constants, value)   \
    /* y = op(x0, x1, ...), broadcast. y may equal an input of the same dims and dtype. */        \
    cameo_status BINARY_RUN(op)(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) { \
        (void)phase;                                                                              \
        return BINARY_RUN_FN(k, begin, end, sizeof(BINARY_T), sizeof(BINARY_Y), BINARY_ROW(op));  \
    }

BINARY_OPS(BINARY_LEAF)

#undef BINARY_LEAF
#undef BINARY_LOOP
#undef BINARY_CHUNKS
#undef BINARY_ROW_FN
#undef BINARY_RUN
#undef BINARY_ROW
#undef BINARY_NAME_1
#undef BINARY_NAME_2
#undef BINARY_DTYPE
#undef BINARY_OPS
#undef BINARY_T
#undef BINARY_C
#undef BINARY_W
#undef BINARY_Y
#undef BINARY_LOAD
#undef BINARY_STORE
#undef BINARY_FN
