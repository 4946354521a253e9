/* stage_run_tmpl.h — kernels/prim/stage_run.h in vectors; included once per instruction set, behind its vec_*.h. A
 * group of vectors takes all stages before the next one begins, so that memory is read while others compute. The
 * expressions are those of stage_tmpl.h and stage_binary_tmpl.h: tests/kernels/test_stage_binary.c compares the
 * bits. */

#define VEC_RUN 8 /* vectors of a group */

#define VEC_RUN_EACH(n) VEC_UNROLL for (int v = 0; v < (n); v++)
#define VEC_RUN_UNARY(n, name, constants, value) \
    case CM_STAGE_ID_##name: {                   \
        constants                                \
        VEC_RUN_EACH(n) {                        \
            vf x = r[v];                         \
            r[v] = (value);                      \
        }                                        \
        break;                                   \
    }
#define VEC_RUN_BINARY(n, load, name, value)                                     \
    case CM_STAGE_ID_##name:                                                     \
        if (s->b_step != 0) {                                                    \
            VEC_RUN_EACH(n) {                                                    \
                vf a = r[v], b = load(VEC_RUN_AT(const float, s->b));            \
                r[v] = (value);                                                  \
            }                                                                    \
        } else {                                                                 \
            vf b = v_set1(*s->b);                                                \
            VEC_RUN_EACH(n) {                                                    \
                vf a = r[v];                                                     \
                r[v] = (value);                                                  \
            }                                                                    \
        }                                                                        \
        break;
#define VEC_RUN_LOAD_8(load, p) load(p)
#define VEC_RUN_IMM(name, i) vf name = v_set1(s->imm[i]);

/* Vector v of an array of that type from element `at` on. */
#define VEC_RUN_AT(type, p) ((type *)(p) + at + (size_t)v * VEC_N)

/* All stages for n vectors from element `at` on. load, store: of floats; load_8(name, p), store_8: of bytes. */
#define VEC_RUN_GROUP(n, load, load_8, store, store_8)                                                         \
    for (const cm_stage_op *s = op; s < op + n_op; s++) {                                                      \
        if (s->a != NULL && s->a_step == 0) {                                                                  \
            vf still = v_set1(cm_stage_a(s, 0));                                                               \
            VEC_RUN_EACH(n) r[v] = still;                                                                      \
        } else if (s->a != NULL && s->a_form == CM_STAGE_U8) {                                                 \
            VEC_RUN_EACH(n) r[v] = load_8(v_load_u8, VEC_RUN_AT(const uint8_t, s->a));                         \
        } else if (s->a != NULL && s->a_form == CM_STAGE_I8) {                                                 \
            VEC_RUN_EACH(n) r[v] = load_8(v_load_i8, VEC_RUN_AT(const uint8_t, s->a));                         \
        } else if (s->a != NULL) {                                                                             \
            VEC_RUN_EACH(n) r[v] = load(VEC_RUN_AT(const float, s->a));                                        \
        }                                                                                                      \
        switch (s->stage) {                                                                                    \
            VEC_RUN_UNARY(n, abs, , v_abs(x))                                                                  \
            VEC_RUN_UNARY(n, clip, VEC_RUN_IMM(lo, 0) VEC_RUN_IMM(hi, 1), v_min(hi, v_max(lo, x)))             \
            VEC_RUN_UNARY(n, dequantize, VEC_RUN_IMM(scale, 0) VEC_RUN_IMM(zero, 1), v_mul(v_sub(x, zero), scale))  \
            VEC_RUN_UNARY(n, quantize_i8, VEC_RUN_IMM(scale, 0) VEC_RUN_IMM(zero, 1),                          \
                          VEC_NAME(vec_quantize)(x, scale, zero, v_set1(-128.0f)))                             \
            VEC_RUN_UNARY(n, quantize_u8, VEC_RUN_IMM(scale, 0) VEC_RUN_IMM(zero, 1),                          \
                          VEC_NAME(vec_quantize)(x, scale, zero, v_zero()))                                    \
            VEC_RUN_UNARY(n, hard_sigmoid, VEC_RUN_IMM(alpha, 0) VEC_RUN_IMM(beta, 1),                         \
                          v_min(v_set1(1.0f), v_max(v_zero(), v_add(v_mul(alpha, x), beta))))                  \
            VEC_RUN_UNARY(n, leaky_relu, VEC_RUN_IMM(alpha, 0), v_select(v_lt(x, v_zero()), v_mul(alpha, x), x)) \
            VEC_RUN_UNARY(n, neg, , v_neg(x))                                                                  \
            VEC_RUN_UNARY(n, relu, , v_max(v_zero(), x))                                                       \
            VEC_RUN_UNARY(n, sqrt, , v_sqrt(x))                                                                \
            VEC_RUN_BINARY(n, load, add, v_add(a, b))                                                          \
            VEC_RUN_BINARY(n, load, sub, v_sub(a, b))                                                          \
            VEC_RUN_BINARY(n, load, mul, v_mul(a, b))                                                          \
            VEC_RUN_BINARY(n, load, div, v_div(a, b))                                                          \
            VEC_RUN_BINARY(n, load, max, v_select(v_unord(a, a), a, v_max(a, b)))                              \
            VEC_RUN_BINARY(n, load, min, v_select(v_unord(a, a), a, v_min(a, b)))                              \
            VEC_RUN_BINARY(n, load, prelu, v_select(v_lt(a, v_zero()), v_mul(a, b), a))                        \
        default: break;                                                                                        \
        }                                                                                                      \
        void *y = s->y; /* by itself: a store might change s->y, for all that the compiler knows */            \
        if (y != NULL && s->y_bytes) {                                                                         \
            VEC_RUN_EACH(n) store_8(VEC_RUN_AT(uint8_t, y), r[v]);                                             \
        } else if (y != NULL) {                                                                                \
            VEC_RUN_EACH(n) store(VEC_RUN_AT(float, y), r[v]);                                                 \
        }                                                                                                      \
    }

/* Groups of whole vectors: returns where they end. */
VEC_LEAF static size_t VEC_NAME(stage_run_groups)(const cm_stage_op *op, size_t n_op, size_t n) {
    size_t at = 0;
    vf r[VEC_RUN];
    VEC_RUN_EACH(VEC_RUN) r[v] = v_zero();
    for (; n - at >= VEC_RUN * VEC_N; at += VEC_RUN * VEC_N) {
        VEC_RUN_GROUP(VEC_RUN, v_load, VEC_RUN_LOAD_8, v_store, v_store_8)
    }
    return at;
}

/* n bytes, followed by zeros. */
VEC_FN const uint8_t *VEC_NAME(stage_run_part)(const uint8_t *p, size_t n, uint8_t *part) {
    for (size_t i = 0; i < VEC_N; i++) part[i] = i < n ? p[i] : 0;
    return part;
}
VEC_FN void VEC_NAME(stage_run_store_part)(uint8_t *p, size_t n, vf x) {
    uint8_t part[VEC_N];
    v_store_8(part, x);
    for (size_t i = 0; i < n; i++) p[i] = part[i];
}

#define VEC_RUN_LOAD_PART(p) v_load_part(p, n - at)
#define VEC_RUN_LOAD_PART_8(load, p) load(VEC_NAME(stage_run_part)(p, n - at, part))
#define VEC_RUN_STORE_PART(p, x) v_store_part(p, n - at, x)
#define VEC_RUN_STORE_PART_8(p, x) VEC_NAME(stage_run_store_part)(p, n - at, x)

VEC_LEAF void VEC_NAME(cm_stage_run)(const cm_stage_op *op, size_t n_op, size_t n) {
    size_t at = VEC_NAME(stage_run_groups)(op, n_op, n);
    vf r[1] = {v_zero()};
    uint8_t part[VEC_N];
    for (; n - at >= VEC_N; at += VEC_N) { VEC_RUN_GROUP(1, v_load, VEC_RUN_LOAD_8, v_store, v_store_8) }
    if (at < n) { VEC_RUN_GROUP(1, VEC_RUN_LOAD_PART, VEC_RUN_LOAD_PART_8, VEC_RUN_STORE_PART, VEC_RUN_STORE_PART_8) }
}

#undef VEC_RUN
#undef VEC_RUN_AT
#undef VEC_RUN_BINARY
#undef VEC_RUN_EACH
#undef VEC_RUN_GROUP
#undef VEC_RUN_IMM
#undef VEC_RUN_LOAD_8
#undef VEC_RUN_LOAD_PART
#undef VEC_RUN_LOAD_PART_8
#undef VEC_RUN_STORE_PART
#undef VEC_RUN_STORE_PART_8
#undef VEC_RUN_UNARY
