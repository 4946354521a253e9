/* variadic.c — Max, Min, Mean and Sum of any number of tensors with broadcasting. A leaf is made as
 * binary.c says. Two inputs are one walk; more are taken one after the other, each task keeping its
 * results so far in the worker's scratch, so that the output may lie on any input. f16 and bf16
 * round after each input, as numpy's. A NaN in any input gives NaN. */
#include "kernels/binary.h"

/* Elements of one task where there are three inputs or more: so much scratch each worker needs. */
#define VARIADIC_ITEMS ((size_t)1024)

/* ---- Operators ---- */

static cm_dim variadic_elem_max(const cm_shape *s, const cm_dim *x, uint32_t n) {
    cm_dim d = x[0];
    for (uint32_t i = 1; i < n; i++) d = cm_dim_max(s->dims, d, x[i]);
    return d;
}

static cm_dim variadic_elem_min(const cm_shape *s, const cm_dim *x, uint32_t n) {
    cm_dim d = x[0];
    for (uint32_t i = 1; i < n; i++) d = cm_dim_min(s->dims, d, x[i]);
    return d;
}

/* Versions 1 and 6 want equal shapes, which broadcast to themselves. */
#define VARIADIC_OP(op_type, elem_fn)                                                           \
    static cameo_status variadic_shape_##op_type(cm_shape *s) {                                 \
        return cm_broadcast_shape(s, s->n_in, 0, 0, elem_fn);                                   \
    }                                                                                           \
    const cm_op cm_op_##op_type = {                                                             \
        .id = CM_OP_##op_type, .flags = CM_OPF_INPLACE, .shape = variadic_shape_##op_type};

/* ONNX Max, Min, since_version 1, 6, 8, 12, 13; Mean, Sum 1, 6, 8, 13. */
VARIADIC_OP(Max, variadic_elem_max)
VARIADIC_OP(Mean, NULL)
VARIADIC_OP(Min, variadic_elem_min)
VARIADIC_OP(Sum, NULL)

/* ---- Kernels ---- */

/* One phase over the output's elements. Worker scratch: VARIADIC_ITEMS elements for three inputs
 * and more. Errors: E_SHAPE. */
cameo_status cm_variadic_setup(const cm_kctx *k, cm_setup *s) {
    const cm_tensor *y = cm_out(k, 0);
    CM_TRY(cm_broadcast_check(k, k->n_in));
    cm_setup_simple(s, y->n, k->n_in <= 2 ? CM_TASK_ITEMS : VARIADIC_ITEMS);
    if (k->n_in <= 2) return CAMEO_OK;
    return cm_dtype_bytes((cameo_dtype)y->dtype, cm_min_size(y->n, VARIADIC_ITEMS),
                          &s->worker_scratch);
}

/* Elements [at, last) of the output, from three inputs or more with elements of `size` bytes. */
static cameo_status variadic_task(const cm_kctx *k, size_t at, size_t last, size_t size,
                                  cm_broadcast_fn *fn) {
    cm_broadcast_walk w = {.n = 2,
                           .in = {0, 1},
                           .size = {size, size},
                           .y_size = size,
                           .y = k->worker_scratch,
                           .self = k->worker_scratch,
                           .at = at,
                           .last = last,
                           .fn = fn};
    CM_TRY(cm_broadcast_run(k, &w));
    w.in[0] = CM_BROADCAST_SELF;
    for (uint32_t i = 2; i < k->n_in; i++) {
        w.in[1] = i;
        w.final = i + 1 == k->n_in;
        if (w.final) w.y = (uint8_t *)cm_out(k, 0)->data + at * size;
        CM_TRY(cm_broadcast_run(k, &w));
    }
    return CAMEO_OK;
}

/* Tasks [begin, end) with any number of inputs. Returns CAMEO_OK. */
static cameo_status variadic_run(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size,
                                 size_t y_size, cm_broadcast_fn *fn) {
    const cm_tensor *y = cm_out(k, 0);
    if (k->n_in == 2) return cm_binary_run(k, begin, end, size, y_size, fn);
    if (k->n_in == 1) {
        size_t at = begin * CM_TASK_ITEMS;
        size_t n = cm_min_size(y->n, end * CM_TASK_ITEMS) - at;
        memmove((uint8_t *)y->data + at * size, (uint8_t *)cm_in(k, 0)->data + at * size, n * size);
        return CAMEO_OK;
    }
    for (uint32_t t = begin; t < end; t++) {
        size_t at = t * VARIADIC_ITEMS;
        CM_TRY(variadic_task(k, at, cm_min_size(y->n, at + VARIADIC_ITEMS), size, fn));
    }
    return CAMEO_OK;
}

/* Mean divides with the last input. */
static void binary_mean_f32(const cm_broadcast_row *r) {
    cm_binary_stage(r, CM_STAGE(r->k, add));
    if (!r->final) return;
    float n = (float)r->k->n_in;
    CM_STAGE(r->k, div)(&(cm_stage_args){.a = r->y, .b = &n, .a_step = 1}, r->y, r->n);
}
cameo_status cm_mean_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return variadic_run(k, begin, end, sizeof(float), sizeof(float), binary_mean_f32);
}

static void binary_sum_f32(const cm_broadcast_row *r) { cm_binary_stage(r, CM_STAGE(r->k, add)); }
cameo_status cm_sum_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {
    (void)phase;
    return variadic_run(k, begin, end, sizeof(float), sizeof(float), binary_sum_f32);
}

CM_BINARY_STAGE(max, variadic_run)
CM_BINARY_STAGE(min, variadic_run)
CM_BINARY_HALF(max, sizeof(uint16_t), variadic_run)
CM_BINARY_HALF(mean, sizeof(uint16_t), variadic_run)
CM_BINARY_HALF(min, sizeof(uint16_t), variadic_run)
CM_BINARY_HALF(sum, sizeof(uint16_t), variadic_run)

CM_BINARY_LOOPS_SIGN(cm_binary_loop, max, max, false, variadic_run)
CM_BINARY_LOOPS_SIGN(cm_binary_loop, min, min, false, variadic_run)

/* If a is NaN it stays; if b is, the comparison is false. */
#define BINARY_F64_OPS(X)                                                                \
    X(max, , a > b || a != a ? a : b)                                                    \
    X(mean, BINARY_C n = r->final ? (BINARY_C)r->k->n_in : 1, (a + b) / n)               \
    X(min, , a < b || a != a ? a : b)                                                    \
    X(sum, , a + b)
#define BINARY_TESTS 0
#define BINARY_RUN_FN variadic_run
#include "kernels/binary_types_tmpl.h"
#undef VARIADIC_OP
