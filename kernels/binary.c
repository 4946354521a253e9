/* binary.c — arithmetic on two tensors with broadcasting: Add, BitShift, BitwiseAnd, BitwiseOr,
 * BitwiseXor, Div, Mod, Mul, PRelu, Sub.
 *
 * An operator is one line in the lists below, one BROADCAST_OP, one in ir/ops.def, and rows in
 * providers/cpu/cpu.def (setup: cm_broadcast_setup, run: cm_<op>_<dtype>_run). kernels/broadcast.h has
 * the shape rule and the walk.
 *
 * Integers wrap around, as numpy's: INT_MIN / -1 is INT_MIN. An integer divided by zero is 0 with
 * remainder 0, as in numpy; a shift by less than 0 bits, by the width or more leaves
 * copies of the sign alone: 0, or -1 of a negative integer to the right. f16 and bf16 compute in float and
 * round once. */
#include "kernels/binary.h"
#include "kernels/half.h"

/* ---- Operators ---- */

static cm_dim binary_elem_add(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)n;
    return cm_dim_add(s->dims, x[0], x[1]);
}

static cm_dim binary_elem_sub(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)n;
    return cm_dim_sub(s->dims, x[0], x[1]);
}

static cm_dim binary_elem_mul(const cm_shape *s, const cm_dim *x, uint32_t n) {
    (void)n;
    return cm_dim_mul(s->dims, x[0], x[1]);
}

/* Floats: whole quotients alone. */
static cm_dim binary_elem_div_float(cm_dims *t, const cm_dim *x) {
    if (cm_dim_le(t, 1, x[1]) != CM_YES) return CM_DIM_UNKNOWN;
    cm_dim q = cm_dim_div_floor(t, x[0], x[1]);
    return cm_dim_mul(t, q, x[1]) == x[0] ? q : CM_DIM_UNKNOWN;
}

/* Towards zero; by 0 it is 0, as in a run. The constants that remain are no multiples of 2^63. */
static cm_dim binary_elem_div(const cm_shape *s, const cm_dim *x, uint32_t n) {
    cm_dims *t = s->dims;
    (void)n;
    if (cm_elem_is_float(s->out[0].dtype)) return binary_elem_div_float(t, x);
    if (cm_dim_is_const(x[0]) && cm_dim_is_const(x[1])) return x[1] == 0 ? 0 : x[0] / x[1];
    if (!cm_dim_is_known(x[0]) || cm_dim_le(t, 0, x[1]) != CM_YES) return CM_DIM_UNKNOWN;
    cm_dim some = cm_dim_min(t, x[1], 1), by = cm_dim_max(t, x[1], 1);
    if (x[0] == x[1]) return some;
    cm_dim up = cm_dim_div_floor(t, cm_dim_max(t, x[0], 0), by);
    cm_dim down = cm_dim_div_floor(t, cm_dim_max(t, cm_dim_neg(t, x[0]), 0), by);
    return cm_dim_mul(t, cm_dim_sub(t, up, down), some);
}

static cm_dim binary_elem_mod(const cm_shape *s, const cm_dim *x, uint32_t n) {
    cm_dims *t = s->dims;
    (void)n;
    if (cm_elem_is_float(s->out[0].dtype)) return CM_DIM_UNKNOWN;
    if (x[1] == 0) return 0;
    bool floored = ((const cm_broadcast_params *)s->params)->fmod == 0;
    bool constant = cm_dim_is_const(x[0]) && cm_dim_is_const(x[1]);
    if (!floored && constant) return x[0] % x[1];
    if (!floored && cm_dim_le(t, 0, x[0]) != CM_YES) return CM_DIM_UNKNOWN; /* the sign of x[0] */
    if (cm_dim_equal(t, x[1], 0) == CM_NO && (floored || cm_dim_le(t, 0, x[1]) == CM_YES))
        return cm_dim_mod(t, x[0], x[1]);
    if (cm_dim_le(t, 0, x[1]) != CM_YES) return CM_DIM_UNKNOWN;
    return cm_dim_mul(t, cm_dim_mod(t, x[0], cm_dim_max(t, x[1], 1)), cm_dim_min(t, x[1], 1));
}

/* ONNX since_version 1, 6, 7, 13, 14. */
BROADCAST_OP(binary, Add, CM_OPF_INPLACE, 0, binary_elem_add)
BROADCAST_OP(binary, Sub, CM_OPF_INPLACE, 0, binary_elem_sub)
BROADCAST_OP(binary, Mul, CM_OPF_INPLACE, 0, binary_elem_mul)
BROADCAST_OP(binary, Div, CM_OPF_INPLACE, 0, binary_elem_div)
/* ONNX since_version 18. */
BROADCAST_OP(binary, BitwiseAnd, CM_OPF_INPLACE, 0, NULL)
BROADCAST_OP(binary, BitwiseOr, CM_OPF_INPLACE, 0, NULL)
BROADCAST_OP(binary, BitwiseXor, CM_OPF_INPLACE, 0, NULL)

/* An operator with an attribute of its own. */
#define BINARY_OP_FIELDS(op_type, field, parse_fn, shape_fn)           \
    static const cm_field binary_fields_##op_type[] = {field};         \
    const cm_op cm_op_##op_type = {.id = CM_OP_##op_type,              \
                                   .flags = CM_OPF_INPLACE,            \
                                   .n_fields = 1,                      \
                                   .params_size = sizeof(cm_broadcast_params), \
                                   .fields = binary_fields_##op_type,  \
                                   .parse = parse_fn,                  \
                                   .shape = shape_fn};

static cameo_status binary_parse_last(const cm_parse *p, void *params) {
    (void)p;
    ((cm_broadcast_params *)params)->axis = CM_AXIS_LAST;
    return CAMEO_OK;
}

static cameo_status binary_shape_bit_shift(cm_shape *s) {
    return cm_broadcast_shape(s, 2, 0, 0, NULL);
}

static cameo_status binary_shape_mod(cm_shape *s) {
    return cm_broadcast_shape(s, 2, 0, 0, binary_elem_mod);
}

/* ONNX BitShift 11, 28; Mod 10, 13, 28. Floats with fmod = 0, which Mod has since 28, give numpy's mod. */
BINARY_OP_FIELDS(BitShift, CM_F_ENUM(cm_broadcast_params, direction, "RIGHT,LEFT", 0),
                 binary_parse_last, binary_shape_bit_shift)
BINARY_OP_FIELDS(Mod, CM_F_I32(cm_broadcast_params, fmod, 0), binary_parse_last, binary_shape_mod)

/* PRelu 1 and 6 have one slope per channel, or one. */
static cameo_status binary_parse_prelu(const cm_parse *p, void *params) {
    ((cm_broadcast_params *)params)->axis = p->since < 7 ? CM_AXIS_CHANNEL : CM_AXIS_LAST;
    return CAMEO_OK;
}

/* ONNX PRelu, since_version 1, 6, 7, 9, 16: the slope broadcasts to input 0, not the other way. */
static cameo_status binary_shape_prelu(cm_shape *s) {
    const cm_avalue *x = cm_shape_in(s, 0);
    const cm_avalue *slope = cm_shape_in(s, 1);
    CM_TRY(cm_broadcast_shape(s, 2, 0, 0, NULL));
    if (s->n_out == 0 || x->rank == CM_RANK_UNKNOWN || slope->rank == CM_RANK_UNKNOWN) {
        return cm_shape_out_like(s, 0, 0);
    }
    const cm_avalue *y = &s->out[0];
    bool grows = y->rank != x->rank;
    for (uint32_t d = 0; !grows && d < x->rank; d++) {
        grows = cm_dim_equal(s->dims, y->dims[d], x->dims[d]) == CM_NO;
    }
    CM_CHECK(!grows, s->e, CAMEO_E_SHAPE, "slope of rank %u does not broadcast to the input",
             (unsigned)slope->rank);
    return cm_shape_out_like(s, 0, 0);
}

const cm_op cm_op_PRelu = {.id = CM_OP_PRelu,
                           .flags = CM_OPF_INPLACE,
                           .params_size = sizeof(cm_broadcast_params),
                           .parse = binary_parse_prelu,
                           .shape = binary_shape_prelu};

/* ---- Kernels ---- */

CM_NOINLINE cameo_status cm_binary_run(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size,
                                       size_t y_size, cm_broadcast_fn *fn) {
    return cm_broadcast_run_tasks(
        k, begin, end,
        &(cm_broadcast_walk){.n = 2, .size = {size, size}, .y_size = y_size, .fn = fn});
}

#define BINARY_HALF (CAMEO_SMALL_STACK ? 32 : 256) /* elements of a block */
void cm_binary_half(const cm_broadcast_row *r, cm_broadcast_fn *fn) {
    int dtype = cm_in(r->k, 0)->dtype;
    bool test = cm_out(r->k, 0)->dtype == CAMEO_BOOL;
    float x[2][BINARY_HALF], y[BINARY_HALF];
    cm_broadcast_row block = *r;
    for (size_t done = 0; done < r->n; done += block.n) {
        block.n = cm_min_size(BINARY_HALF, r->n - done);
        for (uint32_t i = 0; i < 2; i++) {
            const uint16_t *from = (const uint16_t *)r->x[i] + done * r->move[i];
            if (done == 0 || r->move[i] != 0) cm_half_widen(r->k, dtype, from, x[i], r->move[i] != 0 ? block.n : 1);
            block.x[i] = x[i];
        }
        block.y = test ? (void *)((uint8_t *)r->y + done) : y;
        fn(&block);
        if (!test) cm_half_narrow(r->k, dtype, y, (uint16_t *)r->y + done, block.n);
    }
}

#define BINARY_FMOD                                                     \
    bool fmod = ((const cm_broadcast_params *)r->k->params)->fmod != 0; \
    BINARY_C t
#define BINARY_LEFT bool left = ((const cm_broadcast_params *)r->k->params)->direction != 0

CM_BINARY_STAGE(add, cm_binary_run)
CM_BINARY_STAGE(sub, cm_binary_run)
CM_BINARY_STAGE(mul, cm_binary_run)
CM_BINARY_STAGE(div, cm_binary_run)
CM_BINARY_STAGE(prelu, cm_binary_run)
CM_BINARY_HALF(add, sizeof(uint16_t), cm_binary_run)
CM_BINARY_HALF(sub, sizeof(uint16_t), cm_binary_run)
CM_BINARY_HALF(mul, sizeof(uint16_t), cm_binary_run)
CM_BINARY_HALF(div, sizeof(uint16_t), cm_binary_run)
CM_BINARY_HALF(prelu, sizeof(uint16_t), cm_binary_run)

CM_BINARY_LOOPS_INT(add, false, cm_binary_run)
CM_BINARY_LOOPS_INT(sub, false, cm_binary_run)
CM_BINARY_LOOPS_INT(mul, false, cm_binary_run)
CM_BINARY_LOOP(add, f64, add_f64, 8, 8, cm_binary_run)
CM_BINARY_LOOP(sub, f64, sub_f64, 8, 8, cm_binary_run)
CM_BINARY_LOOP(mul, f64, mul_f64, 8, 8, cm_binary_run)
CM_BINARY_LOOP(div, f64, div_f64, 8, 8, cm_binary_run)

#define BINARY_F32_OPS(X)                                                                \
    X(mod, BINARY_FMOD,                                                                  \
      (t = BINARY_FN(fmod)(a, b),                                                        \
       fmod ? t : t == 0 ? (b < 0 ? -(BINARY_C)0 : 0) : (t < 0) != (b < 0) ? t + b : t))
#define BINARY_F64_OPS(X) \
    BINARY_F32_OPS(X)     \
    X(prelu, , a < 0 ? a * b : a)

#define BINARY_SIGNED_OPS(X)                                                             \
    X(div, , b == 0 ? 0 : b == -1 ? 0 - (BINARY_W)a : (BINARY_W)(a / b))                 \
    X(mod, BINARY_FMOD,                                                                  \
      (t = (BINARY_C)(b == 0 || b == -1 ? 0 : a % b),                                    \
       !fmod && t != 0 && (t < 0) != (b < 0) ? t + b : t))                               \
    X(prelu, , a < 0 ? (BINARY_W)a * (BINARY_W)b : (BINARY_W)a)                          \
    X(bit_shift, BINARY_LEFT,                                                            \
      b < 0 || b >= (BINARY_C)(8 * sizeof(BINARY_T)) ? (left || a >= 0 ? 0 : (BINARY_W)-1) \
      : left ? (BINARY_W)a << b : a < 0 ? ~(BINARY_W)(~a >> b) : (BINARY_W)(a >> b))
/* The first three serve signed integers, too. */
#define BINARY_UNSIGNED_OPS(X)                                                           \
    X(bitwise_and, , a &b)                                                               \
    X(bitwise_or, , a | b)                                                               \
    X(bitwise_xor, , a ^ b)                                                              \
    X(div, , b == 0 ? 0 : a / b)                                                         \
    X(mod, , b == 0 ? 0 : a % b)                                                         \
    X(prelu, , ((void)b, a))                                                             \
    X(bit_shift, BINARY_LEFT,                                                            \
      b >= 8 * sizeof(BINARY_T) ? 0 : left ? (BINARY_W)a << b : (BINARY_W)a >> b)
#define BINARY_TESTS 0
#include "kernels/binary_types_tmpl.h"
CM_BINARY_HALF(mod, sizeof(uint16_t), cm_binary_run)

#undef BINARY_FMOD
#undef BINARY_LEFT
#undef BINARY_OP_FIELDS
