/* device.h — providers beside the CPU: who computes which node (assign.c), the copies between
 * their memories (borders.c), handing partitions over and waiting for them (device.c).
 *
 * Space 0 is the host's memory, space i + 1 that of device i. A value lives in one space for
 * good; where a node of another space reads it, a TRANSFER step makes a copy that is a value of
 * its own. */
#ifndef CM_RUNTIME_DEVICE_H
#define CM_RUNTIME_DEVICE_H

#include "runtime/session/lower.h"
#include "runtime/run/run.h"

/* Where a value of a device lies. */
typedef struct cm_device_ref {
    uint64_t memory, off;
} cm_device_ref;

/* Memory that a value without bound got for itself. */
typedef struct cm_device_own {
    uint64_t memory;
    size_t bytes; /* 0: none */
} cm_device_own;

/* What a run keeps of devices. */
typedef struct cm_run_devices {
    uint64_t *memory;   /* per device: its activations */
    cm_device_ref *at;  /* per value */
    cm_device_own *own; /* per value */
    uint32_t n_memory;  /* devices whose activations were allocated */
    bool pending;       /* a partition of `device`, up to step `end`, is being computed */
    uint32_t device, end;
    uint64_t handle;
} cm_run_devices;

/* Nodes as a provider sees them: of the ir at prepare, steps of a run at run. */
struct cameo_partition {
    uint32_t n;
    /* Fills context for node i. */
    void (*get)(struct cameo_partition *p, uint32_t i);
    cameo_op_context context;
    char why[CM_DECLINE_CAP]; /* of supports */
    cm_parse parse;
    cm_shape shape;
    cm_kctx k;
    cm_ir *ir; /* prepare */
    const cm_id *nodes;
    cameo_run *run; /* run */
    uint32_t begin; /* first step */
    uint32_t i, pc; /* where the context is */
};

/* Offers the nodes of p->ir to the providers of its options and lets them prepare: fills
 * info[].provider (0: the CPU, i + 1: p->device[i]), p->device, p->tokens. A provider that fails in
 * prepare is dropped. try_only: nobody prepares.
 * Errors: E_ARG a provider that lacks a member; E_LIMIT too many; E_NOMEM. */
CM_NODISCARD cameo_status cm_assign(cm_program *p, bool try_only);

/* Inserts the TRANSFER steps where values cross between memories. */
CM_NODISCARD cameo_status cm_insert_borders(cm_program *p);

/* Alignment of offsets in its memory. */
CM_INLINE size_t cm_device_align(const cameo_provider *p) {
    size_t least = p->align == 0 ? CAMEO_MEMORY_ALIGN : p->align;
    return least < CAMEO_ALIGN ? CAMEO_ALIGN : least;
}
/* Memory of bytes > 0. Errors: E_DEVICE. */
CM_NODISCARD cameo_status cm_device_alloc(const cameo_provider *p, size_t bytes, uint64_t *memory,
                                          cameo_error *e);
/* Sends a constant of the session to device d. Errors: E_DEVICE. */
CM_NODISCARD cameo_status cm_device_upload(const cm_device *d, size_t off, const void *bytes,
                                           size_t size, cameo_error *e);

/* The failure of a provider's call, in its name. what: E_DEVICE's context in words. */
CM_NODISCARD cameo_status cm_device_failed(const cameo_provider *provider, const char *what,
                                           cameo_status status, const cameo_error *why,
                                           cameo_error *e);

#endif
