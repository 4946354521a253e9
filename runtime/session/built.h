/* built.h — nodes that the caller builds while a model is prepared: functions of options, importers, rewrites. */
#ifndef CM_RUNTIME_BUILT_H
#define CM_RUNTIME_BUILT_H

#include "ir/ir.h"
#include "runtime/session/custom.h"

/* What one preparation keeps of it, in work memory. */
typedef struct cm_built {
    cm_arena *work;
    const cameo_options *options; /* of the preparation */
    cameo_options reading;        /* how what was built is read */
    cameo_memory memory;          /* of builders, one after the other */
    cm_own own;
    struct cameo_partition *graph; /* what rewrites see */
    cm_id graph_nodes;             /* nodes that it has room for, */
    size_t graph_room;             /* which is so many operands */
} cm_built;

/* Reads options->functions and lets ir ask options->importers and rewrites. Errors: E_ARG one of them lacks a
 * member; E_NOMEM; those of a model that cannot be read. */
CM_NODISCARD cameo_status cm_built_begin(cm_built *b, const cameo_options *options, cm_arena *work, cm_ir *ir);

#endif
