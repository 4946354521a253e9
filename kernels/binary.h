/* binary.h — what binary.c, compare.c and variadic.c share: the walk of a leaf over two inputs. */
#ifndef CM_KERNELS_BINARY_H
#define CM_KERNELS_BINARY_H

#include "base/math.h"
#include "kernels/broadcast.h"

/* Tasks [begin, end) over inputs 0 and 1 with elements of `size` bytes, into y_size bytes each.
 * Returns CAMEO_OK. */
CM_NODISCARD cameo_status cm_binary_run(const cm_kctx *k, uint32_t begin, uint32_t end, size_t size,
                                        size_t y_size, cm_broadcast_fn *fn);

/* Elements of a row that leaves compute at a time. */
#define BINARY_CHUNK (CAMEO_SMALL_STACK ? 32 : 64)

/* One row by a stage of two operands (kernels/prim/stages.def). */
CM_INLINE void cm_binary_stage(const cm_broadcast_row *r, cm_stage_fn *stage) {
    stage(&(cm_stage_args){.a = r->x[0], .b = r->x[1], .a_step = r->move[0], .b_step = r->move[1]}, r->y, r->n);
}

/* Defines cm_<op>_f32_run by that stage, walked by run_fn: cm_binary_run or a function of its form. */
#define CM_BINARY_STAGE(op, run_fn)                                                                        \
    static void binary_##op##_f32(const cm_broadcast_row *r) { cm_binary_stage(r, CM_STAGE(r->k, op)); }   \
    cameo_status cm_##op##_f32_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {       \
        (void)phase;                                                                                       \
        return run_fn(k, begin, end, sizeof(float), sizeof(float), binary_##op##_f32);                     \
    }

/* One row of f16 or bf16, block by block: operands are widened, fn computes a row of f32, and its results are rounded
 * once unless output 0 is bool. */
void cm_binary_half(const cm_broadcast_row *r, cm_broadcast_fn *fn);

/* Defines cm_<op>_half_run, of f16 and bf16, by the function binary_<op>_f32, into elements of y_size bytes. */
#define CM_BINARY_HALF(op, y_size, run_fn)                                                                  \
    static void binary_##op##_half(const cm_broadcast_row *r) { cm_binary_half(r, binary_##op##_f32); }     \
    cameo_status cm_##op##_half_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {       \
        (void)phase;                                                                                        \
        return run_fn(k, begin, end, sizeof(uint16_t), y_size, binary_##op##_half);                         \
    }

/* One row by a loop of two operands (kernels/prim/loops.def). */
CM_INLINE void cm_binary_loop(const cm_broadcast_row *r, cm_loop_fn *loop) {
    loop(&(cm_loop_args){r->x[0], r->x[1], r->move[0], r->move[1]}, r->y, r->n);
}
/* The operands change places. */
CM_INLINE void cm_binary_loop_turned(const cm_broadcast_row *r, cm_loop_fn *loop) {
    loop(&(cm_loop_args){r->x[1], r->x[0], r->move[1], r->move[0]}, r->y, r->n);
}

/* Defines cm_<op>_<dtype>_run by the loop of that name for elements of `size` bytes, into y_size bytes each. */
#define CM_BINARY_LOOP_BY(call, op, dtype, loop, size, y_size, run_fn)                                         \
    static void binary_##op##_##dtype(const cm_broadcast_row *r) { call(r, CM_LOOP(r->k, loop)); }              \
    cameo_status cm_##op##_##dtype##_run(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end) {     \
        (void)phase;                                                                                           \
        return run_fn(k, begin, end, size, y_size, binary_##op##_##dtype);                                     \
    }
#define CM_BINARY_LOOP(op, dtype, loop, size, y_size, run_fn) \
    CM_BINARY_LOOP_BY(cm_binary_loop, op, dtype, loop, size, y_size, run_fn)

/* Of all integers, where the sign does not matter: by the loops <op>_8, _16, _32 and _64. */
#define CM_BINARY_LOOPS_INT(op, test, run_fn)                   \
    CM_BINARY_LOOP(op, u8, op##_8, 1, 1, run_fn)                \
    CM_BINARY_LOOP(op, u16, op##_16, 2, (test) ? 1 : 2, run_fn) \
    CM_BINARY_LOOP(op, u32, op##_32, 4, (test) ? 1 : 4, run_fn) \
    CM_BINARY_LOOP(op, u64, op##_64, 8, (test) ? 1 : 8, run_fn)
/* And where it does: by <loop>_i8, _u8, ... */
#define CM_BINARY_LOOPS_SIGN(call, op, loop, test, run_fn)                          \
    CM_BINARY_LOOP_BY(call, op, i8, loop##_i8, 1, 1, run_fn)           \
    CM_BINARY_LOOP_BY(call, op, u8, loop##_u8, 1, 1, run_fn)           \
    CM_BINARY_LOOP_BY(call, op, i16, loop##_i16, 2, (test) ? 1 : 2, run_fn)         \
    CM_BINARY_LOOP_BY(call, op, u16, loop##_u16, 2, (test) ? 1 : 2, run_fn)         \
    CM_BINARY_LOOP_BY(call, op, i32, loop##_i32, 4, (test) ? 1 : 4, run_fn)         \
    CM_BINARY_LOOP_BY(call, op, u32, loop##_u32, 4, (test) ? 1 : 4, run_fn)         \
    CM_BINARY_LOOP_BY(call, op, i64, loop##_i64, 8, (test) ? 1 : 8, run_fn)         \
    CM_BINARY_LOOP_BY(call, op, u64, loop##_u64, 8, (test) ? 1 : 8, run_fn)

#endif
