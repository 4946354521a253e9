/* kernel.h — the kernel contract: tensors, the kernel context, phases of tasks, kernel rows.
 *
 * A kernel never loops over threads and never allocates. `setup` says how its work divides into phases
 * of independent tasks and how much scratch it needs, from params and dims alone; `run` computes a
 * range of tasks. A phase is a barrier. Tasks depend on shapes only, never on the number of workers,
 * so results are the same bits for every split. A context can be built by hand (tests/kernels). */
#ifndef CM_KERNELS_KERNEL_H
#define CM_KERNELS_KERNEL_H

#include "base/bytes.h"
#include "base/ckd.h"
#include "base/dtype.h"
#include "base/status.h"
#include "ir/op.h"
#include "kernels/prim/prims.h"

/* Packed formats of constant operands (cm_tensor.format). */
typedef enum cm_tensor_format {
    CM_FORMAT_PLAIN = 0, /* dense, row-major */
    CM_FORMAT_GEMM_B,    /* kernels/prim/gemm.h: panels of columns, for the selected prims */
    CM_FORMAT_GEMM_A,    /* panels of rows */
    CM_FORMAT_CONV_LANES, /* kernels/conv_last_lanes.c: output channels behind the taps */
    CM_FORMAT_CONV_WINO, /* kernels/conv_last_wino.c: transformed */
    CM_FORMAT_CONV,      /* kernels/conv_last_f32.c and convtranspose_last.c: panels of output channels */
    CM_FORMAT_QCONV,     /* kernels/qconv_last.c: panels of output channels, 8-bit integers */
    CM_FORMAT_QCONV_LANES, /* kernels/qconv_last_lanes.c: output channels behind the taps */
    CM_FORMAT_QCONV_WINO, /* kernels/qconv_last_wino.c: transformed */
    CM_FORMAT_RECUR,     /* kernels/rnn_recur.h: panels of W, then of R */
    CM_FORMAT_LAZY = 0x80, /* a bit beside the others: filled by the tasks that need it (CM_ROWF_LAZY) */
    CM_FORMAT_GEMM_B_LAZY = CM_FORMAT_GEMM_B | CM_FORMAT_LAZY /* a cm_gemm_lazy */
} cm_tensor_format;

/* A tensor in memory. Dense in its format; sub-byte elements packed from the low bits.
 * A string tensor of n elements is one block: uint32_t off[n + 1], then the bytes; element i is
 * bytes[off[i] .. off[i + 1]). */
typedef struct cm_tensor {
    void *data;         /* may be NULL when n is 0 */
    const size_t *dims; /* rank entries; may be NULL when rank is 0 */
    size_t n;           /* elements: product of dims */
    uint8_t dtype;      /* cameo_dtype */
    uint8_t rank;
    uint8_t format;     /* cm_tensor_format */
    uint8_t kind;       /* cameo_kind; NONE: absent */
    cm_id block;        /* dynamic-heap block that holds it, or CM_NONE (runtime/run/heap.h) */
} cm_tensor;

struct cm_kctx;

/* What the executor offers to kernels whose results the data decides (CM_OPF_DYNAMIC). Callable only
 * from a phase with one task. Strings, sequences and optionals live in the run's dynamic heap. */
typedef struct cm_services {
    /* Gives output k memory for `bytes` bytes and these dims (rank <= CM_MAX_RANK).
     * Errors: E_NOMEM with requested, free, largest free; E_SHAPE the element count overflows. */
    cameo_status (*out_alloc)(const struct cm_kctx *k, uint32_t out, uint32_t rank, const size_t *dims,
                              size_t bytes);
    /* Output k becomes another name of input i: shared if it lies in the heap, else copied. */
    cameo_status (*out_share)(const struct cm_kctx *k, uint32_t out, uint32_t in);
    /* Sequences. seq_out makes output k an empty sequence of tensors of dtype with room for n items;
     * seq_take does so by taking over input i (in place if this is its only owner). */
    cameo_status (*seq_out)(const struct cm_kctx *k, uint32_t out, int dtype, size_t n);
    cameo_status (*seq_take)(const struct cm_kctx *k, uint32_t out, uint32_t in);
    /* Number of items of value v (an input or an output of this context). */
    size_t (*seq_len)(const struct cm_kctx *k, const cm_tensor *v);
    /* Item i of sequence v as a tensor view, valid while v lives. i < seq_len. */
    void (*seq_item)(const struct cm_kctx *k, const cm_tensor *v, size_t i, cm_tensor *item);
    /* Inserts before item `at` (<= seq_len) of the output sequence: a copy of t, or, if t itself is a
     * heap block, another reference to it. */
    cameo_status (*seq_insert)(const struct cm_kctx *k, uint32_t out, size_t at, const cm_tensor *t);
    /* Appends to the output sequence, optional or map a tensor of its dtype (the first of a map: of its keys') with
     * these dims (rank <= CM_MAX_RANK); the caller fills the `bytes` bytes at *data. */
    cameo_status (*seq_append)(const struct cm_kctx *k, uint32_t out, uint32_t rank,
                               const size_t *dims, size_t bytes, void **data);
    void (*seq_erase)(const struct cm_kctx *k, uint32_t out, size_t at);
    /* Output k becomes an optional of elem_kind (tensor, sequence) and dtype that holds a copy of (or
     * another reference to) t; NULL: an empty one. seq_len and seq_item read it. */
    cameo_status (*opt_out)(const struct cm_kctx *k, uint32_t out, int elem_kind, int dtype,
                            const cm_tensor *t);
    /* Output k becomes a sequence of `rows` maps: the i-th has these keys (rank 1) and as values row i
     * of the numbers `values` ([rows][keys]). The maps share one copy of the keys. */
    cameo_status (*maps_out)(const struct cm_kctx *k, uint32_t out, const cm_tensor *keys,
                             const cm_tensor *values, size_t rows);
    /* The keys and the values of map v, rank-1 tensors of one length, valid while v lives. */
    void (*map_open)(const struct cm_kctx *k, const cm_tensor *v, cm_tensor *keys,
                     cm_tensor *values);
    /* Output k becomes a copy of (or another reference to) t. */
    cameo_status (*out_set)(const struct cm_kctx *k, uint32_t out, const cm_tensor *t);
    /* From a task of any phase: it has done, or is about to do, work of this cost beside what the operator's cost
     * function told, because data decide it. Errors: those that stop a run between two tasks. */
    cameo_status (*spend)(const struct cm_kctx *k, uint64_t cost);
} cm_services;

/* How prepare wants a constant packed. */
typedef struct cm_packing {
    bool lazy;          /* the format has CM_FORMAT_LAZY */
    uint32_t part, parts; /* this call packs part `part` of so many, which come in order; parts 0: all of it */
    cm_spent_fn *spent; /* see cm_pack_spent; may be NULL */
    void *spent_ctx;
    const double *scale; /* rows with CM_ROWF_SCALES: what the weights of each channel of the result are multiplied
                          * with, in double, then rounded; NULL: with nothing */
} cm_packing;

typedef struct cm_kctx {
    const cm_op *op;
    const void *params;
    cm_tensor *values;    /* the value table that in_ids and out_ids index */
    const cm_id *in_ids;  /* n_in ids, CM_NONE = absent */
    const cm_id *out_ids; /* n_out ids, CM_NONE = not wanted */
    uint32_t n_in, n_out;
    int since;            /* since_version */
    uint32_t iteration;   /* of a repeated phase, from 0 */
    uint8_t *scratch;     /* shared, as setup asked; aligned to CAMEO_ALIGN; kept between phases */
    uint8_t *worker_scratch; /* this worker's own; contents undefined at every call of run */
    const cm_packing *packing; /* in pack and pack_size; NULL: all of it zero */
    const cm_prims *prims;
    const cm_services *services; /* NULL in setup */
    void *services_ctx;
    cameo_error *e;
} cm_kctx;

/* Input i / output i, or NULL if absent (not wanted). */
CM_INLINE const cm_tensor *cm_in(const cm_kctx *k, uint32_t i) {
    return i < k->n_in && k->in_ids[i] != CM_NONE ? &k->values[k->in_ids[i]] : NULL;
}
CM_INLINE cm_tensor *cm_out(const cm_kctx *k, uint32_t i) {
    return i < k->n_out && k->out_ids[i] != CM_NONE ? &k->values[k->out_ids[i]] : NULL;
}

CM_INLINE cm_packing cm_pack_how(const cm_kctx *k) {
    return k->packing != NULL ? *k->packing : (cm_packing){0};
}
/* Packing goes piece by piece, about CM_GEMM_PIECE bytes each, and tells which bytes of the operand it needs no more:
 * they need not stay in memory beside what became of them. */
CM_INLINE void cm_pack_spent(const cm_kctx *k, const void *bytes, size_t size) {
    const cm_packing *p = k->packing;
    if (p != NULL && p->spent != NULL) p->spent(p->spent_ctx, bytes, size);
}
/* Of n units, panels for example, those that this call packs: [*begin, *end), maybe none. Units of all parts are n. */
CM_INLINE void cm_pack_units(const cm_kctx *k, size_t n, size_t *begin, size_t *end) {
    cm_packing p = cm_pack_how(k);
    size_t parts = p.parts == 0 ? 1 : p.parts, each = n / parts, more = n % parts;
    *begin = each * p.part + cm_min_size(p.part, more);
    *end = *begin + each + (p.part < more ? 1 : 0);
}
/* The first of the calls: it packs what has no parts, and clears what others fill. */
CM_INLINE bool cm_pack_is_first(const cm_kctx *k) { return cm_pack_how(k).part == 0; }
/* Columns j < cols of x [rows][width] are weights of channel + j: times their scale. */
CM_INLINE void cm_pack_scale(const cm_kctx *k, size_t channel, size_t cols, size_t width, size_t rows, float *x) {
    const double *scale = cm_pack_how(k).scale;
    for (size_t i = 0; scale != NULL && i < rows; i++, x += width) {
        for (size_t j = 0; j < cols; j++) x[j] = (float)((double)x[j] * scale[channel + j]);
    }
}
/* Lines of `line` bytes in a piece, at least 1. */
CM_INLINE size_t cm_pack_lines(size_t line) { return CM_GEMM_PIECE / cm_max_size(1, line) + 1; }

/* A task whose work data decide tells it here, before every piece of CM_SPEND_PIECE or so: the run counts it and may
 * end. *spent begins at 0. */
#define CM_SPEND_PIECE (UINT64_C(1) << 20)
CM_INLINE cameo_status cm_spend(const cm_kctx *k, uint64_t cost, uint64_t *spent) {
    *spent += cost;
    if (*spent < CM_SPEND_PIECE || k->services == NULL) return CAMEO_OK;
    cost = *spent;
    *spent = 0;
    return k->services->spend(k, cost);
}
/* At the end of a task that spends: what is less than a piece. */
CM_INLINE cameo_status cm_spend_rest(const cm_kctx *k, uint64_t *spent) {
    uint64_t cost = *spent;
    *spent = 0;
    if (cost == 0 || k->services == NULL || k->services->spend == NULL) return CAMEO_OK;
    return k->services->spend(k, cost);
}
/* In a task that may be long: work of this many steps of some nanoseconds was done, which the operator's cost told
 * already. Now and then asks whether the run may go on. *done begins at 0. Errors: those that stop a run. */
#define CM_POLL_PIECE (UINT64_C(1) << 16)
CM_INLINE cameo_status cm_poll(const cm_kctx *k, uint64_t work, uint64_t *done) {
    *done += work;
    if (*done < CM_POLL_PIECE || k->services == NULL || k->services->spend == NULL) return CAMEO_OK;
    *done = 0;
    return k->services->spend(k, 0);
}

/* How a kernel divides its work. setup fills it; zeroed before. */
typedef struct cm_phase {
    uint32_t n_tasks; /* may be 0 */
    uint32_t repeat;  /* 0 counts as 1 */
} cm_phase;

typedef struct cm_setup {
    uint32_t n_phases;
    cm_phase phase[CM_MAX_PHASES];
    size_t scratch;        /* bytes shared by all tasks */
    size_t worker_scratch; /* bytes for each worker */
} cm_setup;

/* Divides n items into tasks of at most `per_task` (>= 1) items: the number of tasks.
 * Task t covers [t*per_task, min(n, (t+1)*per_task)). */
CM_INLINE uint32_t cm_task_count(size_t n, size_t per_task) {
    size_t t = n / per_task + (n % per_task != 0);
    return t > UINT32_MAX ? UINT32_MAX : (uint32_t)t;
}
/* One phase of n items in tasks of per_task: what most elementwise kernels need. */
CM_INLINE void cm_setup_simple(cm_setup *s, size_t n, size_t per_task) {
    s->n_phases = 1;
    s->phase[0].n_tasks = cm_task_count(n, per_task);
}
/* Items of one task in elementwise kernels. */
#define CM_TASK_ITEMS ((size_t)16384)

/* Tensors of k have dims (data of constants may be set, other data is NULL). Pure.
 * Errors: E_SHAPE, E_LIMIT; for dims D it covers all dims <= D. */
typedef cameo_status cm_setup_fn(const cm_kctx *k, cm_setup *s);
/* Tasks [begin, end) of phase `phase`. Errors: what values inside tensors cause. */
typedef cameo_status cm_run_fn(const cm_kctx *k, uint32_t phase, uint32_t begin, uint32_t end);
/* Bytes that operand `in` takes in the row's packed format, or fills dst with it. The context has the
 * constant operand's data; alignment 1. A call may fill a part of dst (cm_pack_units). */
typedef cameo_status cm_pack_size_fn(const cm_kctx *k, uint32_t in, size_t *bytes);
typedef void cm_pack_fn(const cm_kctx *k, uint32_t in, void *dst);

/* What a row's predicate may look at. */
typedef struct cm_row_query {
    const cm_op *op;
    const void *params;
    uint32_t n_in, n_out;
    const cm_avalue *const *in;
    const cm_avalue *out;
    uint32_t const_mask; /* bit i: input i is a constant (i < 32) */
} cm_row_query;

/* Sets of dtypes. */
#define CM_T(dtype) (UINT32_C(1) << (dtype))
#define CM_T_ANY UINT32_C(0)
#define CM_T_NO_STRING (~CM_T(CAMEO_STRING))
#define CM_T_FLOATS (CM_T(CAMEO_FLOAT) | CM_T(CAMEO_DOUBLE) | CM_T(CAMEO_FLOAT16) | CM_T(CAMEO_BFLOAT16))
#define CM_T_BYTE (CM_T(CAMEO_UINT8) | CM_T(CAMEO_INT8))
#define CM_T_SUBBYTE                                                                     \
    (CM_T(CAMEO_UINT4) | CM_T(CAMEO_INT4) | CM_T(CAMEO_FLOAT4E2M1) | CM_T(CAMEO_UINT2) | \
     CM_T(CAMEO_INT2))
#define CM_T_F8 /* without e8m0, which few operators take */                                  \
    (CM_T(CAMEO_FLOAT8E4M3FN) | CM_T(CAMEO_FLOAT8E4M3FNUZ) | CM_T(CAMEO_FLOAT8E5M2) |         \
     CM_T(CAMEO_FLOAT8E5M2FNUZ))

/* Flags of a row. */
enum {
    CM_ROWF_ANY_ALIGN = 1, /* reads constant operands at any alignment */
    CM_ROWF_LAZY = 2,      /* packs when a task needs it, too: its format with CM_FORMAT_LAZY */
    CM_ROWF_SCATTERS = 4,  /* each piece of the operand is packed into places far from each other */
    CM_ROWF_LATE = 8,      /* may pack before the first run of its step: reads no data but the operand */
    CM_ROWF_SCALES = 16,   /* such a row that multiplies what it packs with cm_packing.scale */
    CM_ROWF_HALVES = 32,   /* a constant matrix as input 1, of more than one column, may be of f16 or bf16 beside an f32
                            * input 0, where slot half_weights is not 0 */
    CM_ROWF_QCONV_WINO = 64 /* chosen only where slot qconv_wino is not 0 */
};

/* How a row has a constant operand packed. */
typedef struct cm_row_pack {
    uint8_t in;     /* the operand */
    uint8_t format; /* cm_tensor_format */
    cm_pack_size_fn *size;
    cm_pack_fn *pack;
} cm_row_pack;

/* One whole-operator variant: the CPU's table is providers/cpu/cpu.def, ordered, portable rows last. */
typedef struct cm_row {
    uint16_t op;        /* cm_op_id */
    uint16_t flags;     /* CM_ROWF_* */
    uint32_t in0, in1, out0; /* dtype sets of input 0, input 1, output 0; CM_T_ANY: any */
    uint32_t features;  /* CM_CPU_* bits that the leaf needs */
    bool (*accept)(const cm_row_query *q); /* NULL: always */
    cm_setup_fn *setup;
    cm_run_fn *run;
    const cm_row_pack *pack; /* NULL: nothing is packed */
    const char *setup_symbol, *run_symbol; /* for freezing */
} cm_row;

/* Strings. */
CM_INLINE cm_str cm_tensor_str(const cm_tensor *t, size_t i) {
    const uint32_t *off = t->data;
    const char *bytes = (const char *)t->data + (t->n + 1) * 4;
    return (cm_str){bytes + off[i], (size_t)off[i + 1] - off[i]};
}

#endif
