/* prims.h — the table of inner loops that operators share, one for each level of instruction sets. A *slot* is one
 * inner loop, a *variant* its form for one instruction set: prims.def lists both. Kernels call a slot as CM_PRIM(k,
 * slot)(...). */
#ifndef CM_KERNELS_PRIM_PRIMS_H
#define CM_KERNELS_PRIM_PRIMS_H

#include "kernels/prim/cast_rows.h"
#include "kernels/prim/conv_lanes.h"
#include "kernels/prim/conv_line.h"
#include "kernels/prim/conv_tile.h"
#include "kernels/prim/conv_wino.h"
#include "kernels/prim/gemm.h"
#include "kernels/prim/gemm_f64.h"
#include "kernels/prim/gemm_i8.h"
#include "kernels/prim/loops.h"
#include "kernels/prim/lrn_row.h"
#include "kernels/prim/map_f64.h"
#include "kernels/prim/nbits_dot.h"
#include "kernels/prim/nbits_panel.h"
#include "kernels/prim/nbits_q8.h"
#include "kernels/prim/norm_rows.h"
#include "kernels/prim/overlap.h"
#include "kernels/prim/qconv_bytes.h"
#include "kernels/prim/qconv_lanes.h"
#include "kernels/prim/qconv_tile.h"
#include "kernels/prim/qconv_wino.h"
#include "kernels/prim/quantize_rows.h"
#include "kernels/prim/recur.h"
#include "kernels/prim/reduce_rows.h"
#include "kernels/prim/resample.h"
#include "kernels/prim/rotary_pairs.h"
#include "kernels/prim/row_window.h"
#include "kernels/prim/softmax_rows.h"
#include "kernels/prim/stage.h"
#include "kernels/prim/stage_run.h"
#include "kernels/prim/taps.h"
#include "kernels/prim/transpose_box.h"

typedef struct cm_prims {
    const char *name;  /* "portable", "avx2", ... */
    uint64_t features; /* CM_CPU_* bits that every function here may use */
#define CM_SLOT(type, slot, ...) type slot;
#include "kernels/prim/prims.def"
#undef CM_SLOT
    cm_stage_fn *stage[CM_STAGE_COUNT]; /* by cm_stage_id */
    cm_loop_fn *loop[CM_LOOP_COUNT];    /* by cm_loop_id */
} cm_prims;

/* The best table whose requirements are among `features` (CM_CPU_* bits); 0 gives the portable one,
 * which is bit-exact on every target. Constant for ever. Frozen builds name prims by symbol and
 * link no table: NULL. */
#if CAMEO_FROZEN
CM_INLINE const cm_prims *cm_prims_select(uint64_t features) { return (void)features, NULL; }
#else
const cm_prims *cm_prims_select(uint64_t features);
#endif

/* k->prims->name on hosts, the portable symbol cm_<name>_portable in frozen builds. Stages: CM_STAGE(k, exp), loops:
 * CM_LOOP(k, add_64). */
#if CAMEO_FROZEN
#define CM_PRIM(k, name) ((void)(k), cm_##name##_portable)
#define CM_STAGE(k, name) ((void)(k), cm_stage_##name##_portable)
#define CM_LOOP(k, name) ((void)(k), cm_loop_##name##_portable)
#else
#define CM_PRIM(k, name) ((k)->prims->name)
#define CM_STAGE(k, name) ((k)->prims->stage[CM_STAGE_ID_##name])
#define CM_LOOP(k, name) ((k)->prims->loop[CM_LOOP_ID_##name])
#endif

#endif
