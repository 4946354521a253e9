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
#define BINARY_CHUNK 64

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

#endif
