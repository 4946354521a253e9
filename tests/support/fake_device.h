/* fake_device.h — a provider for tests: Add, Relu, MatMul, plain Conv and Concat of float32, Expand to dims that stay
 * on the host, with epilogues where it says that it knows them, and an operator of its own, in memory that nobody but
 * the device may touch (PROT_NONE outside its own calls), finished late and, between runs, out of order.
 *
 * A work is not done when it is enqueued but when wait finds it due, its copies included: whoever reads too early reads
 * what was there before, and whoever writes too early, to pinned memory or to a buffer, spoils the result. With `fuse`
 * it computes whole subgraphs: a value that does not leave its group, and that one node reads, is never stored. */
#ifndef CM_TESTS_SUPPORT_FAKE_DEVICE_H
#define CM_TESTS_SUPPORT_FAKE_DEVICE_H

#include "include/cameo.h"

#define FAKE_MAX_NODES 64
#define FAKE_MAX_MEMORY 64
#define FAKE_MAX_TOKENS 16
#define FAKE_MAX_CAPTURES 4 /* of a run, as a device has that records its works for dims that it met */

/* What is computed behind a node. The rest of a cameo_epilogue is read where the node is accepted. */
typedef struct fake_epilogue {
    bool sums; /* input 3 is added */
    enum { FAKE_PLAIN, FAKE_CLAMPED, FAKE_LEAKY } function;
    float number[2]; /* bounds, slope */
} fake_epilogue;

enum { FAKE_N_IN = 4, FAKE_OUT = FAKE_N_IN }; /* operands of a step: inputs, the output */

typedef struct fake_step {
    int op; /* index in "Add Relu MatMul Twice Conv Concat Expand" */
    uint64_t memory[FAKE_N_IN + 1], offset[FAKE_N_IN + 1];
    const float *kept[FAKE_N_IN]; /* a constant that the device absorbed; else NULL */
    int from[FAKE_N_IN];          /* the step of this work whose result, never stored, the operand is; -1: none */
    bool has[FAKE_N_IN];
    bool inlined;                 /* the result is never stored */
    cameo_tensor t[FAKE_N_IN + 1];
    fake_epilogue epilogue;
} fake_step;

typedef struct fake_work {
    struct fake_work *next;
    uint64_t number; /* in its queue, from 1 on */
    int waits_left;
    cameo_copy *copies; /* n_in, then n_out */
    uint32_t n_in, n_out, n_steps;
    fake_step *steps;
} fake_work;

/* Works of one run; queue 0 has the constants of sessions. */
typedef struct fake_queue {
    bool used;
    fake_work *first;
    uint64_t sent;
    uint64_t plan;  /* token */
    bool placed[FAKE_MAX_NODES]; /* per node: bind told where all its operands lie, for good */
    struct {
        uint32_t first, n; /* nodes; n 0: none */
        fake_step *steps;
    } capture[FAKE_MAX_CAPTURES];
    uint32_t next_capture;
} fake_queue;

typedef struct fake_plan {
    bool used, fused[FAKE_MAX_NODES];
} fake_plan;

typedef struct fake_session {
    bool used;
    uint32_t n;
    uint32_t id[FAKE_MAX_NODES];
    float *bytes[FAKE_MAX_NODES];
} fake_session;

typedef struct fake_device {
    cameo_provider provider; /* for options.providers */
    const char *ops;         /* those that it supports: "Add Relu" */
    int delay[4];            /* waits that the n-th work takes, n modulo 4; 0: done at once, if nothing is before it */
    bool fuse;               /* subgraphs as a whole */
    bool absorb;             /* constants are kept, not copied */
    bool keeps;              /* every value has its place until the last node has come */
    uint64_t workspace;      /* bytes that plans ask for */
    const char *refuses;     /* epilogues that it declines: " sum Relu"; NULL: none but those that it cannot compute */
    const char *gives_back;  /* op_type of nodes that it does not want after all */
    bool fail_prepare;
    const char *fail_op; /* enqueue fails at a node of this op_type */
    bool fail_wait;
    int fail_alloc; /* the n-th alloc fails; 0: none */
    bool fail_constants;
    int fail_call; /* the n-th call of any function that can fail does so; 0: none */
    fake_epilogue epilogue[FAKE_MAX_NODES]; /* of nodes that have one, as prepare found them, the newest ones */
    uint64_t n_epilogues;
    /* What was asked of it. */
    int n_calls, n_prepare, n_nodes, n_alloc, n_free, n_upload, n_download, n_run, n_steps, n_wait, n_cancel;
    int n_captured, n_replayed; /* works that were recorded, and that were run from a record */
    int n_stored;               /* results written to memory */
    int n_work_bytes_seen;      /* nodes that found their workspace */
    int n_on_host;              /* operands that were read in the host's memory */
    fake_queue queue[FAKE_MAX_TOKENS];
    fake_plan plan[FAKE_MAX_TOKENS];
    fake_session session[FAKE_MAX_TOKENS];
    struct {
        uint8_t *p; /* NULL: free */
        size_t size;
        bool pinned;
    } memory[FAKE_MAX_MEMORY];
} fake_device;

/* name must outlive the device. */
void fake_device_init(fake_device *d, const char *name, const char *ops);
/* Memory that was allocated and not freed, tokens that were made and not dropped, works that nobody waited for. */
int fake_device_held(const fake_device *d);

#endif
