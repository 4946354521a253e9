/* stage_tmpl.h — the stages of kernels/prim/stages.def in vectors; included once per instruction set, behind its vec_*.h.
 * Bounds of error stand with each function; tests/kernels/test_stage.c holds them. */

/* y[i] = value, an expression of the vector x. The last elements of a block are computed in a vector that is not full:
 * every element has the bits that it would have anywhere else in the block. */
#define VEC_STAGE_UNARY(name, value)                                                     \
    VEC_LEAF void VEC_NAME(cm_stage_##name)(const cm_stage_args *s, float *y, size_t n) { \
        const float *a = s->a;                                                           \
        size_t i = 0;                                                                    \
        if (s->a_step == 0) {                                                            \
            vf x = v_set1(a[0]), r = (value);                                            \
            for (; i + VEC_N <= n; i += VEC_N) v_store(y + i, r);                        \
            if (i < n) v_store_part(y + i, n - i, r);                                    \
            return;                                                                      \
        }                                                                                \
        for (; i + VEC_N <= n; i += VEC_N) {                                             \
            vf x = v_load(a + i);                                                        \
            v_store(y + i, value);                                                       \
        }                                                                                \
        if (i < n) {                                                                     \
            vf x = v_load_part(a + i, n - i);                                            \
            v_store_part(y + i, n - i, value);                                           \
        }                                                                                \
    }

/* NaN stays NaN: v_max gives its second operand where one is NaN. */
VEC_STAGE_UNARY(relu, v_max(v_zero(), x))

#undef VEC_STAGE_UNARY
