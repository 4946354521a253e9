/* unary_tmpl.h — the leaves of all elementwise functions of one dtype; included by unary.c once per
 * dtype. Defines cm_<op>_<dtype>_run for each line of the dtype's list. Parameters:
 *   UNARY_DTYPE    suffix of the names: f32
 *   UNARY_OPS      the list: UNARY_FLOAT_OPS or UNARY_INT_OPS
 *   UNARY_T        type of an element in memory
 *   UNARY_C        type that the functions compute in
 *   UNARY_LOAD(v)  element to UNARY_C
 *   UNARY_STORE(v) and back
 *   UNARY_FN(f)    base/math.h's function f for UNARY_C; not needed for integers */
#define UNARY_NAME_2(op, dtype) cm_##op##_##dtype##_run
#define UNARY_NAME_1(op, dtype) UNARY_NAME_2(op, dtype)

#define UNARY_LEAF(op, expr)                                                                     \
    /* y[i] = op(x[i]), i < n. y may equal x. Returns CAMEO_OK. */                               \
    cameo_status UNARY_NAME_1(op, UNARY_DTYPE)(const cm_kctx *k, uint32_t phase, uint32_t begin, \
                                               uint32_t end) {                                   \
        size_t last = unary_last(k, end);                                                        \
        const UNARY_T *in = cm_in(k, 0)->data;                                                   \
        UNARY_T *out = cm_out(k, 0)->data;                                                       \
        (void)phase;                                                                             \
        for (size_t i = begin * CM_TASK_ITEMS; i < last; i++) {                                  \
            UNARY_C x = UNARY_LOAD(in[i]);                                                       \
            out[i] = UNARY_STORE(expr);                                                          \
        }                                                                                        \
        return CAMEO_OK;                                                                         \
    }

UNARY_OPS(UNARY_LEAF)

#undef UNARY_LEAF
#undef UNARY_NAME_1
#undef UNARY_NAME_2
#undef UNARY_DTYPE
#undef UNARY_OPS
#undef UNARY_T
#undef UNARY_C
#undef UNARY_LOAD
#undef UNARY_STORE
#undef UNARY_FN
