/* custom.h — a caller's operator as an operator object and a row of its own: prepare makes them
 * in work memory, the session keeps a copy. */
#ifndef CM_RUNTIME_CUSTOM_H
#define CM_RUNTIME_CUSTOM_H

#include "ir/ir.h"
#include "kernels/kernel.h"
#include "runtime/session/program.h"

/* op comes first: k->op leads back to the whole. */
typedef struct cm_custom {
    cm_op op;
    cm_row row;
    const cameo_op *user;
} cm_custom;

#define CM_DECLINE_CAP 96

/* What a caller's function sees of a node: of a custom operator, or of a provider's
 * (runtime/device/assign.c at prepare, runtime/device/partition.c later). */
struct cameo_op_context {
    const cm_parse *parse;   /* where attributes can be read */
    cm_shape *shape;         /* where types are abstract: prepare, shape, cost */
    const cm_kctx *k;        /* in setup and run of a custom operator */
    uint32_t phase, task;    /* in run of a custom operator */
    bool running, giving;    /* in run; in its phase that gives the outputs */
    uint64_t hidden;         /* bit i: output i is yet to be given */
    struct cameo_partition *part; /* of a provider */
    /* Of a provider, after prepare: an operand; false: there is none. */
    bool (*operand)(struct cameo_partition *p, cm_id id, cameo_tensor *t);
    const cm_id *in, *out;   /* of a provider: ids of n_in, n_out operands */
    uint32_t n_in, n_out;
    uint64_t token;          /* of a provider, after prepare */
    cm_str name, op_type, domain;
    int64_t since;
    bool failed; /* cameo_op_fail was called */
    char *why;   /* in supports: CM_DECLINE_CAP bytes for cameo_op_decline; else NULL */
    cameo_error *e;
};

/* Does u, which may be of an older version of the header, have the member? */
#define CM_CUSTOM_HAS(u, member) \
    ((u)->size == 0 || (u)->size >= offsetof(cameo_op, member) + sizeof((u)->member))
CM_INLINE bool cm_custom_has_setup(const cameo_op *u) { return CM_CUSTOM_HAS(u, setup) && u->setup != NULL; }
CM_INLINE uint32_t cm_custom_gives(const cameo_op *u) { return CM_CUSTOM_HAS(u, gives) ? u->gives : 0; }
CM_INLINE bool cm_custom_in_place(const cameo_op *u) {
    return CM_CUSTOM_HAS(u, in_place) && u->in_place && cm_custom_gives(u) == 0;
}
/* Most outputs of an operator that gives them. */
#define CM_CUSTOM_GIVES 64

/* A tensor of which not all is known: dims -1, rank UINT32_MAX. False: v is no tensor. */
bool cm_custom_abstract(const cm_avalue *v, cameo_tensor *t);

/* The adapters between the contracts and the caller's functions. A frozen model names them beside a cm_custom
 * of its own, whose user has shape, setup and cost only where a step is open. */
CM_NODISCARD cameo_status cm_custom_shape(cm_shape *s);
uint64_t cm_custom_cost(const cm_shape *s);
/* Whether output i of a custom operator is declared in a plan or run with the type and rank that it had at prepare, and
 * with the dims of `planned`, unless that is NULL. Errors: E_SHAPE. */
CM_NODISCARD cameo_status cm_custom_keeps(uint32_t i, const cm_svalue *before, const cm_avalue *now,
                                          const cm_tensor *planned, cameo_error *e);
cm_setup_fn cm_custom_setup;
cm_run_fn cm_custom_run;

/* The row of a caller's operator; NULL: only a provider computes it. */
CM_INLINE const cm_row *cm_custom_row(const cm_op *op) {
    const cm_custom *c = (const cm_custom *)(const void *)op;
    return c->user->run == NULL ? NULL : &c->row;
}

/* A provider as this version of the header knows it: what an older one lacks is zero. */
CM_INLINE cameo_provider cm_provider_of(const cameo_provider *given) {
    cameo_provider copy = {0};
    memcpy(&copy, given, given->size == 0 || given->size > sizeof copy ? sizeof copy : given->size);
    return copy;
}

/* Checks options->custom_ops and what options->providers bring, and makes one cm_custom and one table entry for each
 * of the *n operators. Of two of one name the first counts, but two of options->custom_ops are an error.
 * Errors: E_ARG a member that is missing, a built-in of the same name without `replace`, two of one
 * name; E_NOMEM. */
CM_NODISCARD cameo_status cm_custom_make(const cameo_options *options, const cm_op_table *builtin,
                                         cm_arena *work, cm_custom **custom, cm_op_table *table,
                                         cameo_error *e);

#endif
