/* program.h — session, plan and run: what prepare emits, what a plan fixes, what a run holds.
 *
 * The session is a linear program over one value table; the bodies of If, Loop and functions are laid
 * inline. All of it is const data without pointers into other objects except payload segments, so that
 * it can be frozen into C source. Every path into a join leaves the same values live. */
#ifndef CM_RUNTIME_PROGRAM_H
#define CM_RUNTIME_PROGRAM_H

#include "kernels/kernel.h"

typedef enum cm_step_kind {
    CM_STEP_KERNEL,      /* run row `row` of session->rows */
    CM_STEP_VIEW,        /* out 0 = bytes of in 0 with the dims that op's shape rule gives */
    CM_STEP_MOVE,        /* out 0 = in 0: another name for the same bytes, or another reference */
    CM_STEP_COPY,        /* out 0 = a copy of in 0 in its own memory */
    CM_STEP_JUMP,        /* to target */
    CM_STEP_JUMP_UNLESS, /* to target if in 0 (bool) is false */
    CM_STEP_LOOP_BEGIN, /* in: trip count or none, condition or none; out: iteration counter, condition
                            of the body or none. Starts loop; to target (behind NEXT) if it never runs */
    CM_STEP_LOOP_NEXT, /* in 0: condition or none. Counts; back to target (behind BEGIN) or on */
    CM_STEP_APPEND,    /* in 0 is appended to scan output out 0 */
    CM_STEP_SCAN_INIT, /* out 0 = an empty scan output */
    CM_STEP_DROP,      /* its inputs are used no more */
    CM_STEP_DEVICE,    /* computed by device `row` of session->devices */
    CM_STEP_TRANSFER   /* out 0 = a copy of in 0 in the memory that out 0 lives in */
} cm_step_kind;

typedef struct cm_step {
    uint8_t kind;  /* cm_step_kind */
    uint8_t since; /* since_version of the operator */
    uint16_t row;  /* KERNEL: of session->rows; DEVICE: of session->devices */
    uint16_t op;   /* KERNEL, VIEW, DEVICE: of session->ops */
    uint16_t n_in, n_out;
    cm_id in, out;   /* first of session->ids */
    cm_id params;    /* of session->params, or CM_NONE */
    uint32_t target; /* jumps: step index; LOOP_*: also the other end of the loop */
    uint32_t loop;   /* LOOP_*, APPEND: index of the loop, < session->n_loops */
    uint32_t node;   /* model node id for error reports */
} cm_step;

typedef enum cm_svalue_kind {
    CM_SVALUE_TEMP,    /* computed by steps */
    CM_SVALUE_INPUT,   /* given by the caller at begin */
    CM_SVALUE_DEFAULT, /* a constant that the caller may override at begin */
    CM_SVALUE_CONST
} cm_svalue_kind;

typedef struct cm_svalue {
    uint8_t kind;      /* cm_svalue_kind */
    uint8_t vkind;     /* cameo_kind */
    uint8_t elem_kind; /* of a sequence or optional */
    uint8_t dtype;
    uint8_t rank;     /* or CM_RANK_UNKNOWN */
    uint8_t format;   /* cm_tensor_format; of packed constants */
    uint8_t segment;  /* constants: index of session->segments */
    uint8_t flags;    /* CM_SVF_* */
    cm_id dims;       /* CONST, DEFAULT, INPUT, scan outputs: first of session->dims; free dims are
                        * -1 - symbol */
    size_t off, size; /* constants: bytes within the segment */
} cm_svalue;

enum {
    CM_SVF_OUTPUT = 1, /* a graph output */
    CM_SVF_JOIN = 2,   /* an output of an If: defined once in each branch */
    CM_SVF_LATE = 4,   /* a cm_late lies CM_LATE_HEAD before the bytes of this constant */
    CM_SVF_SPACE = 16  /* times the memory that it lives in: of n devices, 0 the host's, i + 1 that of device i,
                        * n + i + 1 pinned memory of device i, which the host reads and writes, too */
};
/* Most devices of a session. */
#define CM_MAX_DEVICES 7

CM_INLINE uint32_t cm_svalue_space(const cm_svalue *v) { return v->flags / (uint32_t)CM_SVF_SPACE; }

#if !CAMEO_FROZEN
/* A constant that is packed before the first run of its step (runtime/run/late.c), in session memory right before the
 * packed bytes: preparing a model then costs no copy of its weights. */
typedef struct cm_late {
    const void *raw;    /* the operand as it lies, in memory that outlives the session */
    const double *scale; /* what each channel of the result is multiplied with (cm_packing); NULL: nothing */
    cm_spent_fn *spent; /* hears of raw bytes that were packed; may be NULL */
    void *spent_ctx;
    size_t size;    /* packed bytes */
    uint32_t ready; /* atomic: 1 when all is packed */
    uint32_t lock;  /* atomic: 0 when no run is packing */
    uint32_t part;  /* the next one to be packed; read and written with the lock */
} cm_late;
#define CM_LATE_HEAD ((sizeof(cm_late) + CAMEO_ALIGN - 1) / CAMEO_ALIGN * CAMEO_ALIGN)
#endif

/* A graph input, default or output. */
typedef struct cm_io {
    cm_str name;
    cm_id value;
    cameo_type type; /* declared or inferred; names of free dims are symbols */
} cm_io;

typedef struct cm_segment {
    const uint8_t *p;
    size_t size;
} cm_segment;

#if !CAMEO_FROZEN
/* A free dim that must equal another one, or a number, for a run to succeed: cm_demand of ir/ir.h. In
 * session->dims its place is taken by what it equals. */
typedef struct cm_equal {
    uint32_t symbol;
    uint32_t input, dim; /* where it stands: of session->inputs */
    cm_id node;          /* that wants it */
    int64_t same;        /* the number, or -1 - the other symbol */
} cm_equal;
#endif

/* A provider that computes steps of a session, and its memory with the session's constants. */
typedef struct cm_device {
    cameo_provider provider;
    uint64_t memory;
    size_t bytes;      /* 0: no constants, no memory */
    uint64_t token;    /* of the provider's weights */
    bool has_token;
    uint32_t first, n; /* of cm_devices.nodes: its DEVICE steps in program order */
} cm_device;

typedef struct cm_device_node {
    uint32_t pc, group; /* nodes of a group are handed over together, whatever way the run takes */
} cm_device_node;

/* What a value of a device is to its nodes. */
typedef struct cm_device_value {
    uint32_t producer; /* node of the device that computes its bytes, CM_NONE: none, or several */
    cm_id view_of;     /* the value whose bytes these are; itself, if it is no view */
    bool leaves;       /* the host or another group reads it */
    bool absorbed;     /* a constant that the provider keeps itself */
    uint32_t kept;     /* the step until which its place is its own, 0: as long as it is read */
    /* The first and the last node that reads it, of those of all devices, one device after the other; CM_NONE and 0:
     * no node does. */
    uint32_t first_reader, last_reader;
} cm_device_value;

typedef struct cm_devices {
    const struct cm_device_calls *calls; /* runtime/run/run.h */
    cm_device *device;
    uint32_t n;
    const size_t *const_off; /* per value: of a constant in device memory */
    const uint64_t *tokens;  /* per model node: what the provider's prepare gave it */
    const cm_device_node *nodes;
    const cm_device_value *values; /* per value */
    uint32_t n_nodes;
} cm_devices;

/* What the providers keep of a plan. */
typedef struct cm_plan_device {
    size_t bytes;       /* of the activations */
    size_t work_off;    /* of the workspace, behind them */
    size_t workspace;   /* bytes */
    size_t pinned;      /* bytes */
    uint64_t token;     /* of the provider's plan */
    bool has_token;
} cm_plan_device;

/* An entry of options.states: output grows from input. */
typedef struct cm_state {
    cm_id input, output; /* values */
} cm_state;

struct cameo_session {
    const cm_step *steps;
    const cm_svalue *values;
    const cm_id *ids;
    const int64_t *dims; /* of constants and inputs; < 0: -1 - symbol index */
    const void *const *params;
    const cm_row *const *rows; /* rows that the program uses */
    const cm_op *const *ops;
    const cm_segment *segments;          /* 0 is none */
    const cm_io *inputs, *outputs;       /* inputs: required, then defaults */
    const cm_str *symbols;               /* names of free dims */
    const cm_str *node_names, *node_ops; /* per entry of cm_step.node, else its first output's; NULL where stripped */
    uint32_t n_steps, n_values, n_ids, n_dims, n_params, n_rows, n_ops, n_segments;
    uint32_t n_inputs, n_defaults, n_outputs, n_symbols, n_loops, n_nodes;
    uint32_t max_in, max_out;  /* of any step */
    const cm_devices *devices; /* NULL: the CPU computes everything */
#if !CAMEO_FROZEN
    const cm_state *states;
    uint32_t n_states;
#endif
    uint64_t features;         /* processor features that its rows and formats need */
#if !CAMEO_FROZEN
    const cm_equal *equal;     /* the plan checks them */
    uint32_t n_equal;
    uint32_t n_late; /* constants with CM_SVF_LATE */
#endif
    cameo_session_info info;
};

/* Value of input i / output i of a step; CM_NONE: absent, or one that the step does not have. */
CM_INLINE cm_id cm_step_in(const cameo_session *s, const cm_step *step, uint32_t i) {
    return i < step->n_in ? s->ids[step->in + i] : CM_NONE;
}
CM_INLINE cm_id cm_step_out(const cameo_session *s, const cm_step *step, uint32_t i) {
    return i < step->n_out ? s->ids[step->out + i] : CM_NONE;
}
/* The params of a step; NULL: its operator has none. */
CM_INLINE const void *cm_step_params(const cameo_session *s, const cm_step *step) {
    return step->params == CM_NONE ? NULL : s->params[step->params];
}

/* Where a value of a plan lives. */
typedef enum cm_place {
    CM_PLACE_NONE, /* dead in this plan */
    CM_PLACE_CONST,
    CM_PLACE_INPUT,  /* caller memory */
    CM_PLACE_BUFFER, /* off, size within the run's activations */
    CM_PLACE_ALIAS,  /* the bytes of another value (views, moves, in place): alias */
    CM_PLACE_HEAP    /* the run's dynamic heap */
} cm_place;

typedef struct cm_pvalue {
    uint8_t place; /* cm_place */
    bool fixed;    /* dims are known: rank (of session value or plan) and dims */
    uint8_t rank;
    uint8_t dtype;
    cm_id dims;  /* fixed: first of plan->dims; else: how many values before it are not fixed */
    cm_id alias; /* ALIAS: value whose bytes these are; INPUT, BUFFER: the value in which a device keeps the state that
                  * comes in here, perhaps without data, or goes out, where it is wanted; else CM_NONE */
    size_t n;    /* elements, when fixed */
    size_t off;  /* BUFFER: byte offset in the activations of its memory */
    size_t size; /* BUFFER: bytes reserved; ALIAS of an input: bytes that it must have (a state) */
} cm_pvalue;

/* How a run with nothing special, no devices for example, takes a step (runtime/plan/quick.c): bits. */
enum {
    CM_QUICK_NOT = 0,    /* as any step: nothing is known of it */
    CM_QUICK_KERNEL = 1, /* one phase of tasks, done once; dims, cost fixed; results have elements, of whole bytes */
    CM_QUICK_PLACES = 2, /* beside KERNEL: a result lies where another value lies */
    CM_QUICK_LATE = 4,   /* beside KERNEL: a constant may have to be packed first */
    CM_QUICK_RENAME = 8, /* a VIEW or MOVE: out 0 lies where in 0 lies */
    CM_QUICK_DROP = 16   /* there is nothing to do */
};

typedef struct cm_pstep {
    bool open;     /* dims and setup are found at run time */
    bool live;     /* reached in this plan */
    uint8_t quick; /* CM_QUICK_* */
    cm_id setup;   /* of plan->setups; KERNEL steps that are not open */
    uint64_t cost; /* of one execution, when not open */
} cm_pstep;

struct cameo_plan {
    const cameo_session *session;
    const cm_pvalue *values; /* session->n_values */
    const cm_pstep *steps;   /* session->n_steps */
    const size_t *dims;
    const cm_setup *setups;
    const int64_t *symbols; /* 2 per symbol: min and max that this plan serves */
    uint32_t n_dims, n_setups;
    size_t activations;         /* bytes */
    size_t scratch;             /* bytes: the largest shared scratch of any step */
    size_t worker_scratch;      /* bytes per worker */
    cm_plan_device *devices;    /* per device; NULL without devices */
    size_t heap; /* bytes with which no run lacks any; 0: nothing lives there; SIZE_MAX: no bound */
    const struct cm_dynamic *dyn; /* runtime/run/run.h; NULL: a frozen plan that fixes everything */
};

#endif
