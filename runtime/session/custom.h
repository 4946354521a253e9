/* custom.h — a caller's operator as an operator object and a row of its own: prepare makes them
 * in work memory, the session keeps a copy. */
#ifndef CM_RUNTIME_CUSTOM_H
#define CM_RUNTIME_CUSTOM_H

#include "ir/ir.h"
#include "kernels/kernel.h"

/* op comes first: k->op leads back to the whole. */
typedef struct cm_custom {
    cm_op op;
    cm_row row;
    const cameo_op *user;
} cm_custom;

struct cm_device_ref;

#define CM_DECLINE_CAP 96

/* What a caller's function sees of a node: of a custom operator, or of a provider's
 * (runtime/device/assign.c at prepare, runtime/device/device.c at run). */
struct cameo_op_context {
    const cm_parse *parse;          /* where attributes can be read */
    cm_shape *shape;                /* where types are abstract: prepare, shape, cost */
    const cm_kctx *k;               /* in run */
    const struct cm_device_ref *at; /* in run of a provider: per value of k */
    uint64_t token;                 /* in run of a provider */
    cm_str name, op_type, domain;
    int64_t since;
    bool failed; /* cameo_op_fail was called */
    char *why;   /* in supports: CM_DECLINE_CAP bytes for cameo_op_decline; else NULL */
    cameo_error *e;
};

/* The adapters between the contracts and the caller's functions. A frozen model names them beside a cm_custom
 * of its own, whose user has shape and cost only where a step is open. */
CM_NODISCARD cameo_status cm_custom_shape(cm_shape *s);
uint64_t cm_custom_cost(const cm_shape *s);
cm_setup_fn cm_custom_setup;
cm_run_fn cm_custom_run;

/* The row of a caller's operator. */
CM_INLINE const cm_row *cm_custom_row(const cm_op *op) {
    return &((const cm_custom *)(const void *)op)->row;
}

/* Checks options->custom_ops and makes one cm_custom and one table entry for each.
 * Errors: E_ARG a member that is missing, a built-in of the same name without `replace`, two of one
 * name; E_NOMEM. */
CM_NODISCARD cameo_status cm_custom_make(const cameo_options *options, const cm_op_table *builtin,
                                         cm_arena *work, cm_custom **custom, cm_op_entry **entries,
                                         cameo_error *e);

#endif
