/* unary_tmpl.h — the leaves of all elementwise functions of one dtype; included by
 * unary_types_tmpl.h once per dtype. Defines cm_<op>_<dtype>_run for each line of the list.
 * Parameters:
 *   UNARY_DTYPE    suffix of the names: f32
 *   UNARY_OPS      the list: see unary.h
 *   UNARY_T        type of an element in memory
 *   UNARY_C        type that the functions compute in
 *   UNARY_W        integers: unsigned type in which they wrap
 *   UNARY_LOAD(v)  element to UNARY_C
 *   UNARY_STORE(v) and back
 *   UNARY_Y        type of an element of the output; not defined: UNARY_T
 *   UNARY_LOWEST, UNARY_HIGHEST  floats: the infinities, in UNARY_C; not needed for integers
 *   UNARY_FN(f)    base/math.h's function f for UNARY_C; not needed for integers */
#ifndef UNARY_Y
#define UNARY_Y UNARY_T
#endif
/* Compilers make vector code of a loop of constant length, where it calls nothing: integers, and lists of f64 that
 * define UNARY_F64_CHUNKED. */
#define UNARY_CHUNK 32
#if defined UNARY_W || defined UNARY_F64_CHUNKED
#define UNARY_CHUNKED !CM_SMALL
#else
#define UNARY_CHUNKED 0
#endif
#define UNARY_NAME_2(op, dtype) cm_##op##_##dtype##_run
#define UNARY_NAME_1(op, dtype) UNARY_NAME_2(op, dtype)

#define UNARY_LEAF(op, constants, value)                                                         \
    /* y[i] = op(x[i]), i < n. y may equal x. Returns CAMEO_OK. */                               \
    cameo_status UNARY_NAME_1(op, UNARY_DTYPE)(const cm_kctx *k, uint32_t phase, uint32_t begin, \
                                               uint32_t end) {                                   \
        size_t last = cm_unary_last(k, end);                                                     \
        const UNARY_T *in = cm_in(k, 0)->data;                                                   \
        UNARY_Y *out = cm_out(k, 0)->data;                                                       \
        size_t i = begin * CM_TASK_ITEMS;                                                        \
        constants(void) phase;                                                                   \
        for (; UNARY_CHUNKED && i < last && last - i >= UNARY_CHUNK; i += UNARY_CHUNK) {         \
            const UNARY_T *from = in + i;                                                        \
            UNARY_Y *to = out + i;                                                               \
            CM_INDEPENDENT for (size_t l = 0; l < UNARY_CHUNK; l++) {                            \
                UNARY_C x = UNARY_LOAD(from[l]);                                                 \
                to[l] = UNARY_STORE(value);                                                      \
            }                                                                                    \
        }                                                                                        \
        for (; i < last; i++) {                                                                  \
            UNARY_C x = UNARY_LOAD(in[i]);                                                       \
            out[i] = UNARY_STORE(value);                                                         \
        }                                                                                        \
        return CAMEO_OK;                                                                         \
    }

UNARY_OPS(UNARY_LEAF)

#undef UNARY_LEAF
#undef UNARY_CHUNK
#undef UNARY_CHUNKED
#undef UNARY_NAME_1
#undef UNARY_NAME_2
#undef UNARY_DTYPE
#undef UNARY_T
#undef UNARY_C
#undef UNARY_W
#undef UNARY_Y
#undef UNARY_LOAD
#undef UNARY_STORE
#undef UNARY_LOWEST
#undef UNARY_HIGHEST
#undef UNARY_FN
#undef UNARY_OPS
