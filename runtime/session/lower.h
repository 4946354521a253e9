/* lower.h — the linear program while it is built, in work memory.
 *
 * cm_lower turns the optimised graphs into steps (runtime/session/lower.c), inserts the DROP steps
 * (runtime/session/drops.c); runtime/session/emit.c then measures and writes the session from it. */
#ifndef CM_RUNTIME_LOWER_H
#define CM_RUNTIME_LOWER_H

#include "providers/provider.h"
#include "runtime/session/custom.h"
#include "runtime/session/program.h"

/* How a constant gets into the session. */
typedef enum cm_source_mode {
    CM_SOURCE_NONE,  /* not a constant */
    CM_SOURCE_PLACE, /* used where it lies: caller's bytes, model memory, external blob */
    CM_SOURCE_COPY,  /* copied to session memory, native byte order, aligned */
    CM_SOURCE_PACK,  /* packed by row->pack */
    CM_SOURCE_DEVICE /* the constant `origin`, sent to the device that the value lives on */
} cm_source_mode;

typedef struct cm_source {
    uint8_t mode;
    cm_id value; /* of the ir: the constant */
    cm_id node;  /* PACK: the node whose operand `in` it is */
    uint32_t in;
    const cm_row *row; /* PACK */
    size_t size;       /* bytes in the session or in place; of a cm_late with it */
    uint32_t carried;  /* a value carried by a loop and assigned at the end of its body: that body's
                          region; 0: none */
    uint32_t on;       /* 1 + the value carried by a loop whose bytes these may be; 0: none;
                          CM_NONE: several */
    cm_id origin;      /* DEVICE: the program value with the same bytes on the host */
} cm_source;

/* A region is a branch or a loop body; steps of the main program are in region 0. */
typedef struct cm_region {
    uint32_t parent;
    uint32_t outer_end; /* last step of the If or Loop that it belongs to */
    uint32_t n_steps;
} cm_region;

/* What the host does about weights; zero: nothing. */
typedef struct cm_weights_hook {
    bool lazy;   /* the session's memory may be written: weights are packed by the first run that needs them */
    bool gather; /* of a mapped file: small constants lie together in the session */
} cm_weights_hook;

/* A node of a device. */
typedef struct cm_claim {
    uint64_t token;   /* what the provider's prepare gave it */
    uint64_t host_in; /* bit i: input i is read in the host's memory */
} cm_claim;

typedef struct cm_program {
    cm_arena *work;
    cm_ir *ir;
    const cameo_ops *ops;
    uint64_t features;
    const cm_custom *custom; /* the caller's operators: ids from CM_OP_COUNT on */
    uint32_t n_custom;
    cm_device *device; /* providers with nodes, in the order of preference (assign.c) */
    uint32_t n_devices;
    cm_claim *claim; /* per ir node, with devices */
    cm_weights_hook weights;
    CM_TABLE(cm_step) step;
    uint32_t *step_region; /* parallel to step, same cap */
    cm_id step_region_cap;
    CM_TABLE(cm_region) region;
    CM_TABLE(cm_svalue) value;
    cm_source *source; /* parallel to value */
    cm_id source_cap;
    CM_TABLE(cm_id) ids;
    CM_TABLE(int64_t) dims;
    CM_TABLE(const void *) params;
    uint32_t *params_size; /* parallel to params */
    cm_id params_size_cap;
    CM_TABLE(const cm_row *) rows;
    CM_TABLE(const cm_op *) ops_used;
    CM_TABLE(cm_io) io; /* inputs, defaults, outputs */
    uint32_t n_inputs, n_defaults, n_outputs, n_loops;
    CM_TABLE(cm_state) state; /* options.states */
    cm_id *map;               /* ir value -> program value, or CM_NONE */
} cm_program;

/* Builds the program of ir. p: zeroed but for work, ir, ops, custom, features and what cm_assign fills.
 * Errors: E_UNSUPPORTED a node without a kernel for its types (each is reported through ir->report,
 * the first returned); E_NOMEM. */
CM_NODISCARD cameo_status cm_lower(cm_program *p);

/* Inserts DROP steps so that every value is released once on every path, after its last use. */
CM_NODISCARD cameo_status cm_insert_drops(cm_program *p);

#if CAMEO_DEBUG
/* On every way through the finished program a step reads what is there. Errors: E_NOMEM; E_INTERNAL it is not. */
CM_NODISCARD cameo_status cm_program_verify(const cm_program *p);
#endif

/* A hand-built kernel context of a node: tensors of its inputs and outputs with their dims (0 where
 * unknown) and, for constants, native data (any alignment). */
CM_NODISCARD cameo_status cm_lower_context(cm_ir *ir, cm_id node, cm_kctx *k);

/* The bytes of a constant in native byte order, any alignment; copied to work only on big-endian
 * processors. NULL when work is used up. */
const void *cm_lower_native(cm_ir *ir, cm_id value);

/* The row for a node, or NULL. once: the node is computed a single time, so that no row is asked for that wants a
 * constant operand packed. */
const cm_row *cm_lower_select(cm_ir *ir, const cameo_ops *ops, cm_id node, bool once, uint64_t features);
/* What the node gains with its channels last (cm_layout_gain_fn). */
int64_t cm_lower_layout_gain(const cm_ir *ir, const cameo_ops *ops, cm_id node, uint64_t features);

/* Bytes before what a run will pack of a constant: a cm_late and, where it is pending, its scale. */
size_t cm_lower_late_head(const cm_pending *pending);

/* Makes room for one more row of a CM_TABLE in the work arena. */
CM_NODISCARD bool cm_table_grow(cm_arena *a, void **row, cm_id n, cm_id *cap, size_t size);
#define CM_PUSH_ROOM(a, table) \
    cm_table_grow((a), (void **)&(table).row, (table).n, &(table).cap, sizeof *(table).row)

#endif
