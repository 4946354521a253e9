/* meter.h — times of the steps of a run, on any number of threads, for `cameo profile`.
 *
 * A run asks its clock before every task whether a deadline has passed (exec.c). The meter is that clock: it notes
 * which worker begins a task of which step, and a pool of threads around the real one tells where a worker ends.
 * Between two notes a thread works for the first one's step. */
#ifndef CM_TOOLS_METER_H
#define CM_TOOLS_METER_H

#include "runtime/os.h"
#include "runtime/run/run.h"

/* A worker's time at one step without a pause. */
typedef struct meter_span {
    uint32_t step;
    uint64_t begin, end; /* ns */
} meter_span;

typedef struct meter_worker {
    uint32_t step; /* it works for; CM_NONE: it waits */
    uint64_t since;
    uint64_t *busy_ns; /* per step */
    meter_span *spans; /* of the last run, where they are kept */
    size_t n_spans, cap_spans;
} meter_worker;

/* What one step did in one run. */
typedef struct meter_step {
    uint64_t wall_ns; /* of all runs */
    uint64_t n_times; /* executions: more than one in a loop, none in a branch that is not taken */
    double ops;       /* of all executions: step_ops */
    uint64_t weight_bytes; /* constant operands of all executions */
    uint64_t value_bytes;  /* other operands, and results */
} meter_step;

typedef struct meter {
    const cameo_session *s;
    cameo_run *run;
    meter_step *steps; /* s->n_steps */
    meter_worker *workers;
    uint32_t n_workers;
    uint64_t weights;         /* bytes of the constants that the run reads, each once */
    bool counts, keeps_spans; /* operations and bytes; spans */
    bool parallel;            /* within a parallel phase */
    uint32_t wall_step;
    uint64_t wall_since;
    bool *seen; /* per value: counted in weights */
    cm_os_pool *pool;
    cameo_threads inner, outer; /* the pool, and the one that the run is given */
    void (*work)(void *arg, uint32_t worker);
    void *work_arg;
} meter;

/* n_workers 0: every processor. meter_free in either case. Errors: E_NOMEM no threads. */
CM_NODISCARD cameo_status meter_init(meter *m, const cameo_session *s, uint32_t n_workers,
                                     cameo_error *e);
/* What cameo_run_create takes: threads (NULL for one worker), and the clock, put into options. */
const cameo_threads *meter_threads(const meter *m);
void meter_set_clock(meter *m, cameo_options *options);
/* One run of m->run, which is set by the caller; times are added to those of the runs before. */
CM_NODISCARD cameo_status meter_run(meter *m, const cameo_value *inputs, size_t n_inputs,
                                    cameo_error *e);
/* Forgets times, but neither operations nor bytes. */
void meter_reset(meter *m);
/* Time of all workers at a step. */
uint64_t meter_busy(const meter *m, uint32_t step);
void meter_free(meter *m);

#endif
