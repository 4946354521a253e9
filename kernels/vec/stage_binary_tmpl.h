/* stage_binary_tmpl.h — the stages of two operands in vectors; included once per instruction set, behind its vec_*.h.
 * Each element has the bits of the portable variant. */

/* Elements [0, n), n > 0, from vectors that four expressions of a position give: of a whole vector, and of fewer
 * elements. The last vector overlaps the one before it. Its operands are read first, since y may be one of them. */
#define VEC_BINARY_LOOP(whole_a, part_a, whole_b, part_b, value) \
    if (n < VEC_N) {                                             \
        vf a = part_a, b = part_b;                               \
        v_store_part(y, n, value);                               \
        return;                                                  \
    }                                                            \
    i = n - VEC_N;                                               \
    vf a = whole_a, b = whole_b;                                 \
    vf last = value;                                             \
    for (i = 0; i < n - VEC_N; i += VEC_N) {                     \
        a = whole_a;                                             \
        b = whole_b;                                             \
        v_store(y + i, value);                                   \
    }                                                            \
    v_store(y + n - VEC_N, last);

/* y[i] = value, an expression of the vectors a and b. */
#define VEC_STAGE_BINARY(name, value)                                                                \
    VEC_LEAF void VEC_NAME(cm_stage_##name)(const cm_stage_args *s, float *y, size_t n) {             \
        const float *pa = s->a;                                                                      \
        const float *pb = s->b;                                                                      \
        size_t i;                                                                                    \
        if (n == 0) return;                                                                          \
        if (s->a_step != 0 && s->b_step != 0) {                                                      \
            VEC_BINARY_LOOP(v_load(pa + i), v_load_part(pa, n), v_load(pb + i), v_load_part(pb, n), value) \
        } else if (s->a_step != 0) {                                                                 \
            vf still = v_set1(pb[0]);                                                                \
            VEC_BINARY_LOOP(v_load(pa + i), v_load_part(pa, n), still, still, value)                 \
        } else if (s->b_step != 0) {                                                                 \
            vf still = v_set1(pa[0]);                                                                \
            VEC_BINARY_LOOP(still, still, v_load(pb + i), v_load_part(pb, n), value)                 \
        } else {                                                                                     \
            vf still_a = v_set1(pa[0]), still_b = v_set1(pb[0]);                                     \
            VEC_BINARY_LOOP(still_a, still_a, still_b, still_b, value)                               \
        }                                                                                            \
    }

VEC_STAGE_BINARY(add, v_add(a, b))
VEC_STAGE_BINARY(sub, v_sub(a, b))
VEC_STAGE_BINARY(mul, v_mul(a, b))
VEC_STAGE_BINARY(div, v_div(a, b))
/* v_max and v_min give b where one is NaN, which is right for a NaN in b alone. */
VEC_STAGE_BINARY(max, v_select(v_unord(a, a), a, v_max(a, b)))
VEC_STAGE_BINARY(min, v_select(v_unord(a, a), a, v_min(a, b)))
VEC_STAGE_BINARY(prelu, v_select(v_lt(a, v_zero()), v_mul(a, b), a))

#undef VEC_STAGE_BINARY
#undef VEC_BINARY_LOOP
