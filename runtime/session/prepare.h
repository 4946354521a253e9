/* prepare.h — prepare over any work arena: the public calls use one over caller memory, the host helper
 * one that grows. */
#ifndef CM_RUNTIME_PREPARE_H
#define CM_RUNTIME_PREPARE_H

#include "runtime/session/built.h"
#include "runtime/session/lower.h"

struct cameo_prepared {
    cm_arena *work;

    cm_ir ir;
    cm_program program;
    cm_custom *custom;
    cm_built built;
    cameo_options options;
    bool done;     /* a session was made of it */
    bool try_only; /* nothing will be made of it: providers need not prepare */
};

/* The stages behind cm_prepare_infer; (*prepared)->program.weights may be set before. */
CM_NODISCARD cameo_status cm_prepare_finish(cameo_prepared *prepared);

/* Both. With a report nothing will be made of the program: providers do not prepare.
 * Runs every stage up to the lowered program; *prepared lives in work. */
CM_NODISCARD cameo_status cm_prepare(const cameo_model *model, cm_arena *work,
                                     const cameo_options *options, cameo_problem_fn *report,
                                     void *ctx, cameo_prepared **prepared, cameo_error *error);

/* Runs the stages up to inference: (*prepared)->ir is the graph with types and shapes, not yet optimised. */
CM_NODISCARD cameo_status cm_prepare_infer(const cameo_model *model, cm_arena *work,
                                           const cameo_options *options, cameo_problem_fn *report,
                                           void *ctx, cameo_prepared **prepared,
                                           cameo_error *error);

/* cameo_host_load_file, with all weights packed: for freezing. */
CM_NODISCARD cameo_status cm_host_load_packed(const char *path, const cameo_options *options,
                                              cameo_host **host, cameo_error *error);

/* Folds a node of constant inputs (cm_fold_fn). */
cameo_status cm_prepare_fold(void *ctx, cm_ir *ir, cm_id node);

#endif
