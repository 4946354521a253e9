/* device.h — providers beside the CPU: who computes which node (assign.c), the copies between their memories
 * (borders.c), what a provider sees of its nodes (partition.c), handing them over and waiting for them (device.c).
 *
 * Of n devices space 0 is the host's memory, space i + 1 that of device i, and n + i + 1 pinned memory of device i,
 * which the host reads and writes, too. A value lives in one space for good; where a node of another space reads it,
 * TRANSFER steps make copies that are values of their own: from the host's memory to pinned memory, which the host does
 * at once, and between pinned and device memory, which the device does in the order of its queue. */
#ifndef CM_RUNTIME_DEVICE_H
#define CM_RUNTIME_DEVICE_H

#include "runtime/plan/plan.h"
#include "runtime/run/run.h"
#include "runtime/session/lower.h"

/* ---- spaces ---- */

/* The device of a space, of n devices; space is not 0. */
CM_INLINE uint32_t cm_space_device(uint32_t space, uint32_t n) { return (space - 1) % n; }
/* Does the value lie in pinned memory? */
CM_INLINE bool cm_space_is_pinned(const cameo_session *s, cm_id v) {
    return s->devices != NULL && cm_svalue_space(&s->values[v]) > s->devices->n;
}

/* ---- a run ---- */

/* Where a value of a device, or of pinned memory, lies. */
typedef struct cm_device_ref {
    uint64_t memory, off;
} cm_device_ref;

/* Memory that a value without bound got for itself. */
typedef struct cm_device_own {
    uint64_t memory;
    void *host;   /* pinned memory: where the host finds it */
    size_t bytes; /* 0: none */
} cm_device_own;

/* The last work that copies from or to a value of pinned memory. */
typedef struct cm_device_use {
    uint64_t work, ticket; /* work 0: none */
} cm_device_use;

/* A run's queue of works on one device. Works are counted from 1 on; a ticket stands for all up to its own. */
typedef struct cm_queue {
    uint64_t memory, pinned; /* of the planned values */
    uint8_t *host;           /* where pinned memory is */
    uint64_t token;          /* of the provider's bind */
    bool has_memory, has_pinned, has_token;
    uint64_t sent, done;     /* works that were enqueued, and that are known to have ended */
    uint64_t ticket;         /* of work `sent` */
    uint32_t pc;             /* a step of work `sent`, for errors */
} cm_queue;

/* Copies of one work to a device, and of one to the host, at most: further ones are works of their own. */
#define CM_DEVICE_COPIES 16

typedef struct cm_run_devices {
    cm_queue *queue;    /* per device */
    cm_device_ref *at;  /* per value */
    cm_device_own *own; /* per value */
    cm_device_use *use; /* per value */
    cameo_copy in[CM_DEVICE_COPIES], out[CM_DEVICE_COPIES]; /* of the work that is put together */
} cm_run_devices;

/* ---- what a provider sees ---- */

/* How nodes and values are told: as rows of the ir at prepare, later as those of a session, plan and run. */
typedef struct cm_partition_view {
    void (*get)(cameo_partition *p, uint32_t i); /* fills context for node i */
    bool (*value)(cameo_partition *p, uint32_t id, cameo_value_info *info);
    uint32_t (*reader)(cameo_partition *p, uint32_t id, uint32_t from);
} cm_partition_view;

struct cameo_partition {
    const cm_partition_view *view;
    uint32_t first, n, n_values;
    cameo_op_context context;
    /* prepare */
    char why[CM_DECLINE_CAP]; /* of supports */
    cm_parse parse;
    cm_shape shape;
    cm_ir *ir;
    const cm_id *nodes;
    bool *returned; /* per node: given back */
    uint8_t *leaves; /* per value, once it was asked: 1 it does not leave, 2 it does; NULL: answers are not kept */
    cm_id *ids;     /* room for the operands of a node */
    const cm_claim *claim; /* a row per node of p->ir: what a provider said of it; NULL: none */
    uint64_t host;         /* of the node in context: the operands that stay on the host, a bit each */
    /* later */
    const cameo_session *s;
    uint32_t device;
    cm_device_value *values; /* weights: to be absorbed */
    const cm_planning *planning; /* plan */
    cameo_run *run;              /* bind, enqueue */
    bool running;                /* enqueue */
    uint32_t pc;                 /* step of the node in context */
};

/* Nodes [first, first + n) of device `device`. */
void cm_partition_init(cameo_partition *p, const cameo_session *s, uint32_t device, uint32_t first, uint32_t n,
                       cameo_error *e);
/* Finds out for the DEVICE steps of s what a provider sees: nodes, of all devices one after the other, and values, both
 * zeroed; sets first and n of each device. Errors: E_NOMEM of work. */
CM_NODISCARD cameo_status cm_partition_survey(cameo_session *s, cm_device *device, uint32_t n_devices,
                                              cm_device_node *nodes, cm_device_value *values, cm_arena *work,
                                              cameo_error *e);

/* ---- prepare ---- */

/* Before nodes are rewritten for providers of the options, of which there are some. *known: the rewrites for the CPU
 * whose results all of them know, too; ir->offer asks them until cm_assign.
 * Errors: E_ARG a provider that lacks a member, a rewrite that none can know; E_LIMIT too many; E_NOMEM. */
CM_NODISCARD cameo_status cm_assign_begin(cm_ir *ir, cm_rewrites *known);

/* Offers the nodes of p->ir to the providers of its options and lets them prepare: fills
 * info[].provider (0: the CPU, i + 1: p->device[i]), p->device, p->claim. A provider that fails in
 * prepare is dropped. try_only: nobody prepares. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_assign(cm_program *p, bool try_only);

/* Sorts the nodes of the main graph, where there are devices, so that those of one memory come together. First stands
 * what the host computes for the devices' first nodes, then all that they can compute of that and of inputs, then what
 * the host makes of their results, and so on; what is alike keeps its order. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_assign_order(cm_program *p);

/* Nodes and values as rows of p->ir: those of p->nodes, or all where it is NULL. p->ids has room for the operands of
 * each node that is asked for. */
extern const cm_partition_view cm_assign_view;
/* The context of a node; false when work is used up. */
bool cm_assign_context(cameo_partition *p, cm_id node);
/* The most operands that a node from `first` on has. */
size_t cm_assign_operands(const cm_ir *ir, cm_id first);

/* Inserts the TRANSFER steps where values cross between memories. */
CM_NODISCARD cameo_status cm_insert_borders(cm_program *p);

/* ---- sessions and plans ---- */

/* Alignment of offsets in its memory. */
CM_INLINE size_t cm_device_align(const cameo_provider *p) {
    size_t least = p->align == 0 ? CAMEO_MEMORY_ALIGN : p->align;
    return least < CAMEO_ALIGN ? CAMEO_ALIGN : least;
}
/* Bytes of device memory that a run has for its values and the workspace. */
CM_INLINE size_t cm_device_bytes(const cm_plan_device *d) {
    return d->workspace == 0 ? d->bytes : d->work_off + d->workspace;
}
/* Memory of bytes > 0. Errors: E_DEVICE. */
CM_NODISCARD cameo_status cm_device_alloc(const cameo_provider *p, cameo_memory_kind kind, size_t bytes,
                                          uint64_t *memory, void **host, cameo_error *e);
/* Copies constants of a session and waits until that is done; asks ir's interrupt meanwhile. Errors: E_DEVICE. */
CM_NODISCARD cameo_status cm_device_send(const cm_device *d, const cameo_copy *copies, uint32_t n, cm_ir *ir);
/* The provider's weights; values: where it absorbs. Errors: E_DEVICE. */
CM_NODISCARD cameo_status cm_device_weights(const cameo_session *s, uint32_t device, cm_device *d,
                                            cm_device_value *values, cameo_error *e);
/* The providers' plans: tokens and workspaces. Errors: E_DEVICE; then no token is kept. */
CM_NODISCARD cameo_status cm_device_plan(const cm_planning *p, cm_plan_device *devices);

/* The failure of a provider's call, in its name. what: E_DEVICE's context in words. */
CM_NODISCARD cameo_status cm_device_failed(const cameo_provider *provider, const char *what,
                                           cameo_status status, const cameo_error *why,
                                           cameo_error *e);

#endif
