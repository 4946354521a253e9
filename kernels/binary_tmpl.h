/* binary_tmpl.h — the leaves of all elementwise operations on two tensors of one dtype; included by
 * binary.c once per dtype. Defines cm_<op>_<dtype>_run for each line of BINARY_OPS. Parameters:
 *   BINARY_DTYPE    suffix of the names: f32
 *   BINARY_OPS      the list of operations
 *   BINARY_T        type of an element in memory
 *   BINARY_C        type of the operands a, b of the expressions
 *   BINARY_W        type in which + - * are computed: unsigned for integers, so that they wrap
 *   BINARY_LOAD(v)  element to BINARY_C
 *   BINARY_STORE(v) and back */
#define BINARY_NAME_2(prefix, op, dtype, suffix) prefix##op##_##dtype##suffix
#define BINARY_NAME_1(prefix, op, dtype, suffix) BINARY_NAME_2(prefix, op, dtype, suffix)
#define BINARY_ROW(op) BINARY_NAME_1(binary_, op, BINARY_DTYPE, )
#define BINARY_RUN(op) BINARY_NAME_1(cm_, op, BINARY_DTYPE, _run)

#define BINARY_LOOP(expr, ia, ib)         \
    for (size_t i = 0; i < n; i++) {      \
        BINARY_C a = BINARY_LOAD(pa[ia]); \
        BINARY_C b = BINARY_LOAD(pb[ib]); \
        py[i] = BINARY_STORE(expr);       \
    }

#define BINARY_LEAF(op, expr)                                                                     \
    static void BINARY_ROW(op)(void *y, const void *x0, const void *x1, size_t n,                 \
                               binary_row row) {                                                  \
        BINARY_T *py = y;                                                                         \
        const BINARY_T *pa = x0;                                                                  \
        const BINARY_T *pb = x1;                                                                  \
        if (row == BINARY_BOTH) {                                                                 \
            BINARY_LOOP(expr, i, i)                                                               \
        } else if (row == BINARY_SCALAR_1) {                                                      \
            BINARY_LOOP(expr, i, 0)                                                               \
        } else {                                                                                  \
            BINARY_LOOP(expr, 0, i)                                                               \
        }                                                                                         \
    }                                                                                             \
    /* y = op(x0, x1), broadcast. y may equal an input of the same dims. Returns CAMEO_OK. */     \
    cameo_status BINARY_RUN(op)(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) { \
        (void)phase;                                                                              \
        return binary_walk(k, begin, end, sizeof(BINARY_T), BINARY_ROW(op));                      \
    }

BINARY_OPS(BINARY_LEAF)

#undef BINARY_LEAF
#undef BINARY_LOOP
#undef BINARY_RUN
#undef BINARY_ROW
#undef BINARY_NAME_1
#undef BINARY_NAME_2
#undef BINARY_DTYPE
#undef BINARY_T
#undef BINARY_C
#undef BINARY_W
#undef BINARY_LOAD
#undef BINARY_STORE
