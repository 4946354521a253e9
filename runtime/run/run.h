/* run.h — one execution of a plan: everything that changes while a program runs.
 * run.c creates, begins and ends it, run_io.c moves values in and out, exec.c executes the steps; what
 * the plan could not fix is in dynamic.c (steps), services.c (kernels), boxes.c (strings, sequences). */
#ifndef CM_RUNTIME_RUN_H
#define CM_RUNTIME_RUN_H

#include "base/limits.h"
#include "runtime/run/heap.h"
#include "runtime/session/program.h"

typedef struct cm_loop_state {
    int64_t i, trips; /* trips < 0: no limit */
} cm_loop_state;

typedef struct cm_worker {
    cm_kctx k;
    uint32_t failed_task; /* the lowest of its tasks that failed; UINT32_MAX: none */
#if !CAMEO_FROZEN
    uint32_t next;  /* atomic: of the share of tasks that is this worker's */
    uint64_t spent; /* of this step, by cm_services.spend */
    uint64_t alone; /* worker 0: cost that it had alone because the others slept, also in earlier runs */
#endif
    cameo_status status;
    cameo_error e; /* of failed_task */
#if !CAMEO_FROZEN
    cameo_error other; /* of a task that it tries after one that failed */
#endif
} cm_worker;

typedef enum cm_run_state { CM_RUN_IDLE, CM_RUN_BEGUN, CM_RUN_FINISHED } cm_run_state;

struct cameo_run {
    const cameo_plan *plan;
    const cameo_session *s;
    const cameo_threads *threads; /* NULL: one worker, the caller */
    uint32_t n_workers;
    cm_worker *workers;
    cm_tensor *values; /* per session value */
    size_t *open_dims; /* CM_MAX_RANK for each value whose dims the plan does not fix */
    cm_loop_state *loops;
    int64_t *symbols;     /* actual values of the free dims; -1: not known yet */
    const cm_avalue **in; /* room for the operands of one open step */
    cm_avalue *in_av, *out_av;
    uint8_t *activations, *scratch, *worker_scratch;
    size_t worker_stride;
    cm_heap *heap; /* NULL where the plan is static */
    size_t heap_size;
    uint64_t (*clock_ns)(void *ctx);
    void *clock_ctx;
    uint64_t run_cost; /* limit */
#if !CAMEO_FROZEN
    uint64_t copied; /* bytes that end copied into the caller's buffers */
    cm_interrupt interrupt;
#endif

    struct cm_run_devices *devices; /* runtime/device/device.h; NULL: the CPU computes everything */

    uint32_t state;       /* cm_run_state */
    cameo_value *outputs; /* the caller's, until end */
    size_t n_outputs;

    uint32_t pc;
    bool in_kernel; /* setup, phase, iteration, next say where */
#if !CAMEO_FROZEN
    bool is_watched; /* this advance has a deadline or an interrupt */
    bool resumes;    /* the run before this one has finished: devices hold its states */
#endif
    cm_setup setup;
    cm_id scratch_block; /* heap scratch of this step, or CM_NONE */
    uint64_t step_cost, step_tasks, step_done;
    uint32_t phase, iteration;
    uint32_t next;        /* next task of the phase; atomic in firmware, whose workers take their tasks here */
    uint32_t failed;      /* atomic: lowest task that failed */
    uint32_t cancel;      /* atomic */
#if !CAMEO_FROZEN
    /* Would the threads begin at once? Steps for which they have to be woken must be worth it. NULL: always, which is
     * what cameo_run_create sets; the host helper knows its pool. Who computes never changes what comes out. */
    bool (*is_awake)(const cameo_threads *threads);
#endif
    cameo_budget budget;  /* of this advance */
    uint64_t cost, tasks; /* since begin */
};

/* Bytes of a run's memory without its heap, as a constant expression of the target's compiler: what
 * cameo_run_measure answers. The parts and their order are those of run_layout (run.c). For the headers
 * of frozen models.
 *   w                       workers
 *   dyn                     1 if the plan names cm_run_dynamic, else 0
 *   values, open            of the session; those that the plan does not fix
 *   loops, symbols          of the session
 *   in, out                 most operands of a step, 0 where no step is open
 *   scratch, own, buffers   scratch, worker_scratch, activations of the plan */
#define CM_RUN_ALIGN(off, align) (((off) + ((align)-1)) / (align) * (align))
#define CM_RUN_PART(off, type, n) (CM_RUN_ALIGN(off, _Alignof(type)) + (size_t)(n) * sizeof(type))
#define CM_RUN_BLOCK(off, bytes) (CM_RUN_ALIGN(off, (size_t)CAMEO_ALIGN) + (bytes))
#define CM_RUN_HEAD(w, dyn) \
    CM_RUN_PART(CM_RUN_PART(sizeof(struct cameo_run), cm_worker, w), cm_heap, dyn)
#define CM_RUN_TABLES(off, values, open, loops, symbols)                                          \
    CM_RUN_PART(                                                                                  \
        CM_RUN_PART(CM_RUN_PART(CM_RUN_PART(off, cm_tensor, values), size_t, (open)*CM_MAX_RANK), \
                    cm_loop_state, loops),                                                        \
        int64_t, symbols)
#define CM_RUN_OPEN(off, in, out) \
    CM_RUN_PART(CM_RUN_PART(CM_RUN_PART(off, const cm_avalue *, in), cm_avalue, in), cm_avalue, out)
#define CM_RUN_BYTES(w, dyn, values, open, loops, symbols, in, out, scratch, own, buffers)        \
    CM_RUN_BLOCK(CM_RUN_BLOCK(CM_RUN_BLOCK(CM_RUN_OPEN(CM_RUN_TABLES(CM_RUN_HEAD(w, dyn), values, \
                                                                     open, loops, symbols),       \
                                                       in, out),                                  \
                                           (size_t)(scratch)),                                    \
                              CM_RUN_ALIGN((size_t)(own), CAMEO_ALIGN) * (w)),                    \
                 (size_t)(buffers))

/* What only plans need that do not fix everything. A plan names it (cameo_plan.dyn); the frozen plan of
 * a static model has NULL there, and nothing of this is linked: no heap, no services, no shape rules. */
typedef struct cm_dynamic {
    const cm_services *services;
    void (*heap_init)(cm_heap *h, void *base, size_t size);
    /* An open kernel step: dims and storage of its outputs, setup, scratch, cost. */
    cameo_status (*begin)(cameo_run *r, const cm_step *step, cameo_error *e);
    /* Gives back the scratch that begin took from the heap. */
    void (*end)(cameo_run *r);
    /* A step without tasks; moves pc. */
    cameo_status (*step)(cameo_run *r, const cm_step *step, cameo_error *e);
    /* An input that goes to the heap: strings, a sequence, an optional. */
    cameo_status (*take)(cameo_run *r, const cm_io *io, const cameo_value *v, cameo_error *e);
    cameo_status (*give_strings)(cameo_run *r, const cm_tensor *v, cameo_tensor *t, cameo_error *e);
    cameo_status (*give_items)(cameo_run *r, const cm_tensor *v, cameo_value *out, cameo_error *e);
} cm_dynamic;

/* What the steps of devices share with dynamic.c: dims and storage of an open step's outputs; its cost. */
CM_NODISCARD cameo_status cm_dynamic_outputs(cameo_run *r, const cm_step *step, cameo_error *e);
uint64_t cm_dynamic_cost(cameo_run *r, const cm_step *step);
/* Bytes of text that the step reads: whatever it does with them takes time. */
uint64_t cm_dynamic_text(const cameo_run *r, const cm_step *step);
/* The dims and the data of t as a shape function reads them; elem_kind: of the session's value. */
void cm_dynamic_describe(const cm_tensor *t, uint8_t elem_kind, cm_avalue *av);
/* A VIEW step; pc stays. */
CM_NODISCARD cameo_status cm_dynamic_view(cameo_run *r, const cm_step *step, cameo_error *e);

#if CAMEO_FROZEN
/* Firmware gives outputs in the model's order. */
CM_INLINE uint32_t cm_run_output_at(const cameo_run *r, size_t i) {
    (void)r;
    return (uint32_t)i;
}
#else
/* The output of the model that the caller's output i is: by its name where it has one, else i. */
uint32_t cm_run_output_at(const cameo_run *r, size_t i);
/* Every name among the caller's outputs is an output's. Errors: E_ARG. */
CM_NODISCARD cameo_status cm_run_check_outputs(const cameo_run *r, cameo_error *e);
#endif

/* What runs of sessions with devices need (runtime/device/device.c). A session with devices names it, so that nothing
 * of it is linked into programs without. r->devices is not NULL. */
typedef struct cm_device_calls {
    /* Room for r->devices. */
    struct cm_run_devices *(*layout)(cm_arena *a, const cameo_session *s);
    void (*measure)(const cameo_plan *plan, cameo_run_needs *needs);
    /* Memory of the activations, bound by the providers. Errors: E_DEVICE; nothing then stays allocated. */
    cameo_status (*create)(cameo_run *r, cameo_error *e);
    /* Is there, for the host to read, what devices give to the step; of NULL: are all devices done?
     * CAMEO_PENDING: not yet. Errors: E_DEVICE; pc is then that of the work. */
    cameo_status (*ready)(cameo_run *r, const cm_step *step, cameo_error *e);
    /* DEVICE (with its whole partition) and TRANSFER steps: enqueues as many as one work takes; moves pc.
     * CAMEO_PENDING: call again. Errors: E_DEVICE. */
    cameo_status (*step)(cameo_run *r, const cm_step *step, cameo_error *e);
    /* `out` is another name of `in`. */
    void (*alias)(cameo_run *r, cm_id out, cm_id in);
    /* Ends what is enqueued. */
    void (*stop)(cameo_run *r);
    /* Stops and frees all memory. */
    void (*release)(cameo_run *r);
} cm_device_calls;
extern const cm_device_calls cm_run_device_calls;

extern const cm_dynamic cm_run_dynamic;
extern const cm_services cm_run_services; /* services_ctx is the run */

#if !CAMEO_FROZEN
/* Packs the constant of `step`, which begins, if that waited for a run (late.c); workers[0].k is the step's.
 * Errors: what stops a run between two tasks; the next run then goes on from there. */
CM_NODISCARD cameo_status cm_run_pack_late(cameo_run *r, const cm_step *step, cameo_error *e);
#endif

/* What may stop a run between two tasks; `done` tasks of the step are finished (exec.c).
 * Errors: E_CANCELLED, E_DEADLINE, E_LIMIT cost. */
CM_NODISCARD cameo_status cm_run_may_go_on(cameo_run *r, uint64_t done, cameo_error *e);

/* ---- values (run.c, services.c) ---- */

/* Gives value v type and dims; storage is not touched. Errors: E_SHAPE overflow; E_INTERNAL against the
 * plan. */
CM_NODISCARD cameo_status cm_run_set_dims(cameo_run *r, cm_id v, int dtype, uint32_t rank,
                                          const size_t *dims, cameo_error *e);
/* Storage of `bytes` bytes for value v where the plan wants it. Errors: E_NOMEM, E_INTERNAL. */
CM_NODISCARD cameo_status cm_run_store(cameo_run *r, cm_id v, size_t bytes, cameo_error *e);
/* cm_run_store for a kernel that will write all of it. */
CM_NODISCARD cameo_status cm_run_store_output(cameo_run *r, cm_id v, size_t bytes, cameo_error *e);
/* Releases the heap block of v, if any. */
void cm_run_drop(cameo_run *r, cm_id v);
/* v becomes another name of `from` (type, dims, bytes; a heap block gets one more owner). */
CM_NODISCARD cameo_status cm_run_alias(cameo_run *r, cm_id v, const cm_tensor *from,
                                       cameo_error *e);
/* v becomes a copy of `from` in its own storage; a heap block is shared instead. */
CM_NODISCARD cameo_status cm_run_copy(cameo_run *r, cm_id v, const cm_tensor *from, cameo_error *e);
/* Before a kernel writes t, all but its first `kept` elements: of elements of 2 or 4 bits, which keep what lies beside
 * them, the last byte may have bits that no element has, and they would tell what lay there before. */
CM_INLINE void cm_run_clear_tail(const cm_tensor *t, size_t kept) {
    size_t bits = cameo_dtype_bits((cameo_dtype)t->dtype);
    size_t per_byte = bits == 0 || bits >= 8 ? 1 : 8 / bits, whole = t->n - t->n % per_byte;
    if (whole != t->n && kept <= whole) ((uint8_t *)t->data)[whole / per_byte] = 0;
}
/* Bytes of a tensor's data, strings included. */
CM_NODISCARD cameo_status cm_tensor_bytes(const cm_tensor *t, size_t *bytes, cameo_error *e);
/* A heap block holding a copy of tensor t, one owner. */
CM_NODISCARD cameo_status cm_run_box(cameo_run *r, const cm_tensor *t, cm_id *block,
                                     cameo_error *e);
/* v becomes a sequence or an optional without items, with room for n. Errors: E_NOMEM, E_LIMIT. */
typedef struct cm_list_type {
    uint8_t kind, elem_kind, dtype;
} cm_list_type;
CM_NODISCARD cameo_status cm_run_list(cameo_run *r, cm_id v, cm_list_type type, size_t n,
                                      cameo_error *e);
/* Inserts a copy of t, or another reference to its heap block, before item `at` of v, which no other value
 * shares. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_run_list_insert(cameo_run *r, cm_id v, size_t at, const cm_tensor *t,
                                             cameo_error *e);
/* The tensor in a heap block. */
void cm_run_unbox(const cameo_run *r, cm_id block, cm_tensor *t);

/* ---- inputs and outputs (run_io.c) ---- */
CM_NODISCARD cameo_status cm_run_take_inputs(cameo_run *r, const cameo_value *inputs, size_t n,
                                             cameo_error *e);
CM_NODISCARD cameo_status cm_run_give_outputs(cameo_run *r, cameo_error *e);
CM_NODISCARD cameo_status cm_run_give_tensor(cameo_run *r, const cm_tensor *v, cameo_tensor *t,
                                             cameo_error *e);
#if !CAMEO_FROZEN
/* Fills *e where session->equal explains why dim d of input io, which has a dim of session->dims, is
 * `is` and not `want`. */
void cm_equal_tell(const cameo_session *s, const cm_io *io, uint32_t d, int64_t is, int64_t want,
                   cameo_error *e);
#endif
/* Fails with `status` and `what` about input io unless ok. */
CM_NODISCARD cameo_status cm_io_expect(const cm_io *io, bool ok, cameo_status status,
                                       const char *what, cameo_error *e);
/* Element count and bytes of a caller's tensor. Errors: E_TYPE, E_SHAPE. */
CM_NODISCARD cameo_status cm_io_measure(const cm_io *io, const cameo_tensor *t, size_t *n,
                                        size_t *bytes, cameo_error *e);
/* data is there, aligned, and has all bytes. Errors: E_ARG. */
CM_NODISCARD cameo_status cm_io_check_data(const cm_io *io, const cameo_tensor *t, size_t n,
                                           size_t bytes, cameo_error *e);

/* ---- values of the heap (boxes.c): see cm_dynamic ---- */
CM_NODISCARD cameo_status cm_run_take_boxed(cameo_run *r, const cm_io *io, const cameo_value *v,
                                            cameo_error *e);
CM_NODISCARD cameo_status cm_run_give_strings(cameo_run *r, const cm_tensor *v, cameo_tensor *t,
                                              cameo_error *e);
CM_NODISCARD cameo_status cm_run_give_items(cameo_run *r, const cm_tensor *v, cameo_value *out,
                                            cameo_error *e);

#endif
