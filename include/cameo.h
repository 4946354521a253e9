/* cameo.h — the whole public API of Cameo, ONNX inference in plain C.
 *
 * The short way, for programs with a heap:
 *
 *     cameo_host *net = NULL;
 *     cameo_host_load_file("digits.onnx", NULL, &net, &error);
 *     cameo_host_run(net, inputs, 1, outputs, 1, &error);
 *     cameo_host_free(net);
 *
 * The exact way, for programs that count bytes: four objects, each in memory that the caller gives.
 *
 *     model    what the file says; a view into the file's bytes
 *     session  the optimised program, its packed weights; immutable, shared by any number of threads
 *     plan     one binding (or one range) of the free dims: sizes and offsets; immutable, shared
 *     run      one execution: activations, scratch, position; one for each concurrent execution
 *
 * Each has a measure function, which answers the exact number of bytes, and a create function, which
 * works in exactly that many and fails with CAMEO_E_NOMEM in one less. Nothing else allocates. What a
 * later object was made from must outlive it. Objects in caller memory need no destroy call.
 *
 * Conventions. Every function that can fail returns a cameo_status; out-parameters are written on
 * success only. A cameo_error may be NULL; set its status to CAMEO_OK (zero) before the call: the first
 * error recorded wins (cameo_host_* and cameo_threads_create clear it themselves). Pointers are non-NULL
 * unless the comment says "may be NULL". Sizes are bytes, dims are elements. Structs that may grow carry
 * their own `size` as the first member; zero every other member that you do not set: zero is always the
 * default. Memory pieces start at multiples of CAMEO_MEMORY_ALIGN. Threads: model, session and plan are
 * read-only after creation; one run is used by one thread at a time, except cameo_run_cancel; a host may
 * be used by many threads at once. */
#ifndef CAMEO_H
#define CAMEO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CAMEO_VERSION_MAJOR 0
#define CAMEO_VERSION_MINOR 1
#define CAMEO_VERSION_PATCH 0
#define CAMEO_VERSION "0.1.0"

/* Alignment that satisfies every configuration of the library. */
#define CAMEO_MEMORY_ALIGN 64
/* Highest rank of a tensor. */
#ifndef CAMEO_MAX_RANK
#define CAMEO_MAX_RANK 8
#endif
/* Most phases of a custom operator's work. */
#define CAMEO_MAX_PHASES 8
#define CAMEO_NO_ID UINT32_MAX
#define CAMEO_NO_OFFSET UINT64_MAX

/* ---- status and errors --------------------------------------------------------------------- */

/* name, value, text. Values are part of the ABI and never change. */
#define CAMEO_STATUS_LIST(X)                                                                       \
    X(CAMEO_OK, 0, "ok")                                                                           \
    X(CAMEO_PENDING, 1, "a device is still working; call advance again")                           \
    X(CAMEO_PAUSED, 2, "the budget of this advance is used up; call advance again")                \
    X(CAMEO_DECLINED, 3, "not mine: who comes next is asked")                                      \
    X(CAMEO_E_ARG, -1, "an argument is wrong")                                                     \
    X(CAMEO_E_NOMEM, -2, "a memory piece is too small")                                            \
    X(CAMEO_E_MALFORMED, -3, "the bytes are not a well-formed model")                              \
    X(CAMEO_E_LIMIT, -4, "a limit that the caller set was reached")                                \
    X(CAMEO_E_UNSUPPORTED, -5, "valid, but not supported by this build")                           \
    X(CAMEO_E_TYPE, -6, "wrong data type")                                                         \
    X(CAMEO_E_SHAPE, -7, "wrong shape, rank, axis or index")                                       \
    X(CAMEO_E_MISSING, -8, "something that is needed was not given")                               \
    X(CAMEO_E_IO, -9, "reading failed")                                                            \
    X(CAMEO_E_DEVICE, -10, "a provider or its device failed")                                      \
    X(CAMEO_E_CANCELLED, -11, "cancelled by the caller")                                           \
    X(CAMEO_E_DEADLINE, -12, "the deadline has passed")                                            \
    X(CAMEO_E_INTERNAL, -13, "the library contradicts itself: please report this")

typedef enum cameo_status {
#define CAMEO_STATUS_ROW(name, value, text) name = value,
    CAMEO_STATUS_LIST(CAMEO_STATUS_ROW)
#undef CAMEO_STATUS_ROW
} cameo_status;

/* "CAMEO_E_SHAPE" and "wrong shape, rank, axis or index"; never NULL. */
const char *cameo_status_name(cameo_status status);
const char *cameo_status_text(cameo_status status);

typedef struct cameo_error {
    cameo_status status;
    uint32_t node;      /* id of the node, or CAMEO_NO_ID */
    uint64_t offset;    /* byte offset in the model file, or CAMEO_NO_OFFSET */
    char node_name[64]; /* NUL-terminated, cut to fit, control bytes replaced; if none in plan or run: of its output */
    char op_type[32];
    char msg[192]; /* what was found and what was wanted; empty with CAMEO_NO_ERRMSG */
} cameo_error;

/* ---- values -------------------------------------------------------------------------------- */

/* Element types, numbered as in ONNX (TensorProto.DataType). */
typedef enum cameo_dtype {
    CAMEO_UNDEFINED = 0,
    CAMEO_FLOAT = 1,
    CAMEO_UINT8 = 2,
    CAMEO_INT8 = 3,
    CAMEO_UINT16 = 4,
    CAMEO_INT16 = 5,
    CAMEO_INT32 = 6,
    CAMEO_INT64 = 7,
    CAMEO_STRING = 8,
    CAMEO_BOOL = 9,
    CAMEO_FLOAT16 = 10,
    CAMEO_DOUBLE = 11,
    CAMEO_UINT32 = 12,
    CAMEO_UINT64 = 13,
    CAMEO_COMPLEX64 = 14,
    CAMEO_COMPLEX128 = 15,
    CAMEO_BFLOAT16 = 16,
    CAMEO_FLOAT8E4M3FN = 17,
    CAMEO_FLOAT8E4M3FNUZ = 18,
    CAMEO_FLOAT8E5M2 = 19,
    CAMEO_FLOAT8E5M2FNUZ = 20,
    CAMEO_UINT4 = 21,
    CAMEO_INT4 = 22,
    CAMEO_FLOAT4E2M1 = 23,
    CAMEO_FLOAT8E8M0 = 24,
    CAMEO_UINT2 = 25,
    CAMEO_INT2 = 26
} cameo_dtype;

/* "float32", "int4", ... ; "undefined" for anything else. Never NULL. */
const char *cameo_dtype_name(cameo_dtype dtype);
/* Bits of one element: 2 to 128; 0 for strings and unknown types. */
uint32_t cameo_dtype_bits(cameo_dtype dtype);

/* One element of a string tensor: bytes, not NUL-terminated. */
typedef struct cameo_string {
    const char *p; /* may be NULL when n is 0 */
    size_t n;
} cameo_string;

/* A dense, row-major tensor. data points to the product of dims elements (for strings: that many
 * cameo_string), in native byte order, aligned to the element; it may be NULL when a dim is 0.
 * 4-bit and 2-bit elements are packed from the least significant bits, as in ONNX. */
typedef struct cameo_tensor {
    cameo_dtype dtype;
    uint32_t rank; /* 0 = scalar */
    int64_t dims[CAMEO_MAX_RANK];
    void *data;
    size_t bytes; /* of data */
} cameo_tensor;

typedef enum cameo_kind {
    CAMEO_KIND_NONE = 0,
    CAMEO_KIND_TENSOR = 1,
    CAMEO_KIND_SEQUENCE = 2, /* items: n_items values of one type */
    CAMEO_KIND_OPTIONAL = 3, /* items: none or one */
    CAMEO_KIND_MAP = 4       /* items: two, a rank-1 tensor of keys and one of as many values */
} cameo_kind;

typedef struct cameo_value {
    const char *name; /* inputs, outputs: matched by name if not NULL, else by position; frozen programs: outputs by
                         position alone */
    cameo_kind kind;
    cameo_tensor tensor; /* kind TENSOR */
    const struct cameo_value *items;
    size_t n_items;
    void *owner; /* set by cameo_host_run; leave NULL */
} cameo_value;

/* ---- options ------------------------------------------------------------------------------- */

/* What a caller is willing to spend on a file that it does not trust. 0 = the preset's value. */
typedef struct cameo_limits {
    size_t size;
    uint64_t model_bytes;     /* of the file */
    uint64_t nodes;           /* decoded nodes of all graphs; also nodes after functions are expanded */
    uint32_t depth;           /* nesting of messages in the file */
    uint32_t subgraph_depth;  /* nesting of subgraphs and of function calls */
    uint64_t memory_bytes;    /* of any single memory piece; with the host helper of model, work of prepare and session
                                 together, and of each plan's work and each run, its heap included */
    uint64_t fold_bytes;      /* results of constant folding, altogether; 0: the preset's, or 6 times the weights */
    uint64_t fold_cost;       /* element operations of constant folding, altogether */
    uint64_t run_cost;        /* work of one run, as cameo_run_stats.cost */
} cameo_limits;

typedef enum cameo_preset {
    CAMEO_PRESET_HOST = 0,     /* models that one has chosen: what is above is taken for a mistake */
    CAMEO_PRESET_FIRMWARE = 1, /* a few MiB of memory */
    CAMEO_PRESET_SERVICE = 2   /* files of strangers, in a process that others use, too */
} cameo_preset;

/* Fills every member of *limits with the preset's values. */
void cameo_limits_init(cameo_limits *limits, cameo_preset preset);

typedef enum cameo_opt {
    CAMEO_OPT_ALL = 0,
    CAMEO_OPT_EXTENDED = 1,
    CAMEO_OPT_BASIC = 2,
    CAMEO_OPT_NONE = 3
} cameo_opt;

/* The optimiser's rewrites by name, in the order in which it tries them; NULL behind the last. A later
 * version may have more of them, at any index. What each does: docs/REWRITES.md. */
const char *cameo_rewrite_name(uint32_t index);

/* Heap of the host helper; the default is the C library's. */
typedef struct cameo_allocator {
    void *ctx;
    void *(*alloc)(void *ctx, size_t size, size_t align); /* NULL on failure */
    void (*free)(void *ctx, void *p, size_t size, size_t align);
} cameo_allocator;

/* A pool of threads. parallel calls work(arg, w) for w in 0..n_workers-1, in any order or at once, each w at most once
 * and at least one of them, and returns when all have returned: any one call does all the work that is left. n_workers
 * >= 1. */
typedef struct cameo_threads {
    void *ctx;
    uint32_t n_workers;
    void (*parallel)(void *ctx, void (*work)(void *arg, uint32_t worker), void *arg);
} cameo_threads;

/* Fixes a free dim (min == max) or gives its range. Dims are named by their dim_param; one of an input that has none is
 * called INPUT:AXIS, such as "X:0". */
typedef struct cameo_dim_binding {
    const char *name;
    int64_t min; /* >= 0 */
    int64_t max; /* >= min */
} cameo_dim_binding;

/* Whether the caller of a run may replace initializers. */
typedef enum cameo_weights {
    CAMEO_WEIGHTS_DECLARED = 0, /* as the model says: from IR version 4 on, those that are inputs, too */
    CAMEO_WEIGHTS_FROZEN = 1,   /* none: every initializer is a constant, folded and packed */
    CAMEO_WEIGHTS_PARAMETERS = 2 /* every dense one of the main graph: none is folded or packed */
} cameo_weights;

/* What a model hands out in one run and takes back in in the next, grown at its end: past keys, values of a decoder.
 *
 * `output` is `input` with more behind it along one axis, the one dim in which the two differ. In the session both
 * have this axis in front (where only dims of 1 stand before it, they are as in the file): what is past
 * [batch, heads, past, dim] in the file is given and handed out as [past, batch, heads, dim]. So a buffer that has
 * room for more holds it from run to run: the run writes what is new behind the rest and leaves that where it is.
 *
 * tensor.bytes of the input is the size of the buffer: for the largest `output` that the plan serves. The output
 * comes in the same buffer, and nothing is copied, where the session appends in place: where a Concat of the model
 * does, perhaps one each for keys and values that share a state, or an Attention with a past. Elsewhere, and in
 * plans that do not bind the axis, the output is computed in run memory as any other; give it the data of the input,
 * and it is copied there at end. cameo_run_stats.copied_bytes tells. The past that MatMul (of float) and Attention
 * read is read where it lies; other types, and other operators, may have it copied in another order first.
 *
 * Where a device of options.providers appends (cameo_provider.appends), a run whose plan binds the axis keeps the state
 * in its part of the device's memory. The next begin of that run may give the input without data (NULL), with the dims
 * that the output had: it goes on where the run before ended, and nothing of it is copied. That is E_ARG if the run
 * before failed, or did not finish. The output goes to the host where it is among those that begin is given. An input
 * with data is copied to the device, and begins anew. */
typedef struct cameo_state {
    const char *input, *output; /* of the main graph; the input has no default */
} cameo_state;

typedef struct cameo_opset {
    const char *domain; /* "" is ai.onnx */
    int64_t version;    /* >= 1 */
} cameo_opset;

/* What the log is told: WARNING, what was accepted though it is not well-formed, and what is not used though
 * it was asked for; INFO, what prepare decided, a line for each kind of decision; DEBUG, a line for each
 * node. */
typedef enum cameo_log_level {
    CAMEO_LOG_WARNING = 1,
    CAMEO_LOG_INFO = 2,
    CAMEO_LOG_DEBUG = 3
} cameo_log_level;

/* Bytes [offset, offset + length) of external data; length is UINT64_MAX for "to the end".
 * On success *data stays valid as long as the model and everything made from it. */
typedef cameo_status cameo_external_fn(void *ctx, cameo_string location, uint64_t offset,
                                       uint64_t length, const void **data, size_t *size);

typedef struct cameo_ops cameo_ops;           /* a set of operators */
typedef struct cameo_op cameo_op;             /* a caller's operator, below */
typedef struct cameo_provider cameo_provider; /* a caller's device, below */
typedef struct cameo_loader cameo_loader;     /* a caller's file format, below */
typedef struct cameo_rewrite cameo_rewrite;   /* a caller's rewrite, below */
typedef struct cameo_importer cameo_importer; /* a caller's nodes in the place of a node, below */

/* Every operator and kernel of this build. Firmware that wants fewer freezes its model instead. */
extern const cameo_ops cameo_ops_all;

typedef struct cameo_options {
    size_t size;                /* sizeof(cameo_options); 0 counts as that too */
    const cameo_limits *limits; /* NULL: CAMEO_PRESET_HOST */
    bool strict;                /* load as the ONNX checker would; default: as ONNX Runtime does */
    bool cpu_tiles;             /* this process may use the tiles of Intel AMX, if there are any: on Linux only behind
                                   arch_prctl(ARCH_REQ_XCOMP_PERM, 18). The host helper asks and sets it */
    cameo_opt opt;              /* optimisation level */
    const char *const *rewrites_off; /* names of rewrites not to try, whatever the level; an unknown one
                                        is E_ARG. Nodes that nobody reads go even without "dead" */
    size_t n_rewrites_off;
    uint64_t cpu_mask_off;      /* processor features not to use; UINT64_MAX: portable kernels only */
    const cameo_ops *ops;       /* NULL in the host helper: cameo_ops_all; else required */
    const cameo_op *const *custom_ops; /* searched first; n_custom_ops entries */
    size_t n_custom_ops;
    const cameo_provider *const *providers; /* in the order of preference, at most 7; the CPU comes last */
    size_t n_providers;
    const cameo_dim_binding *dims; /* bound at prepare: the optimiser sees them as constants */
    size_t n_dims;
    const cameo_value *values; /* inputs bound by name: they leave the signature and fix dims of theirs */
    size_t n_values;
    void (*log)(void *ctx, cameo_log_level level, const char *text); /* may be NULL */
    void *log_ctx;
    cameo_log_level log_level; /* the highest that log is told; 0: CAMEO_LOG_INFO */
    cameo_external_fn *external; /* may be NULL: a model with external data is refused */
    void *external_ctx;
    uint64_t (*clock_ns)(void *ctx); /* monotonic; may be NULL: deadlines are then refused */
    void *clock_ctx;
    /* Host helper only: */
    const cameo_loader *const *loaders; /* formats beside ONNX */
    size_t n_loaders;
    const char *format; /* "onnx" or the name of a loader; NULL: the first loader that recognises the
                           content, else the one whose extension the file has, else ONNX */
    const cameo_allocator *allocator; /* may be NULL */
    uint32_t n_threads;               /* 0: as many as this process may use */
    const cameo_threads *threads;     /* a pool of the caller's or of cameo_threads_create; NULL: an own one */
    size_t heap_bytes;                /* first size of a run's dynamic heap; 0: a default */
    /* Host helper: the folder of external data, below which every file of it must lie; NULL: the model
     * file's own, and none for cameo_host_load. Not looked at where `external` is given. */
    const char *external_dir;
    bool follow_links; /* symbolic and hard links may lead out of it: only for folders that you trust */
    /* Host helper: the model's file and those of external data are read into memory of their own, of memory_bytes each
     * at most (E_LIMIT), and closed. Default: they are mapped, which costs no memory and no time; whoever cuts a mapped
     * file then ends the process (SIGBUS), and whoever writes to it changes weights. cameo_host_load copies its bytes,
     * too: they need not outlive the call. */
    bool copy_files;
    /* Host helper: cameo_host_load takes the bytes over. Called once: by cameo_host_free, or before a
     * load that fails (other than for bytes of NULL), or one that copies them, returns. */
    void (*release)(void *ctx, const void *bytes, size_t size);
    void *release_ctx;
    /* What the model is taken to be, at prepare. Names are those of the main graph; one that it has
     * not is E_ARG. */
    const struct cameo_type *inputs; /* instead of what is declared of these inputs: dtype, if not 0; */
    size_t n_inputs;                 /* dims, if has_shape (-1: free). E_TYPE, E_SHAPE: they do not fit */
    const cameo_opset *opsets;       /* other versions of domains that the model imports */
    size_t n_opsets;
    cameo_weights weights;
    const char *const *outputs; /* values that become outputs, too, behind the others */
    size_t n_outputs;
    /* The part of the model between two sets of values, which are its inputs and outputs in this order.
     * n_from 0: it begins at those inputs that it needs; n_to 0: it ends at the model's outputs.
     * Errors: E_MISSING the part needs another input, or the type of a value in `from` is neither
     * declared nor inferred (options.inputs can give it). */
    const char *const *from;
    size_t n_from;
    const char *const *to;
    size_t n_to;
    /* What the caller keeps from run to run. E_ARG a name; E_TYPE, E_SHAPE no such pair. */
    const cameo_state *states;
    size_t n_states;
    /* Asked every few milliseconds while a model is loaded, checked, prepared, planned or run: a status other than
     * CAMEO_OK ends the call with it (E_CANCELLED, E_DEADLINE ...), one above 0 with E_CANCELLED. Called from the
     * thread that called, in runs from those of the pool, too, and then perhaps by several at once. May be NULL. */
    cameo_status (*interrupt)(void *ctx);
    void *interrupt_ctx;
    /* External data whose entries name a `checksum` has that SHA-1, of the whole file: else E_MALFORMED. Each file is
     * read once more for it. It finds files that were damaged or mixed up, not those that were made to deceive. */
    bool check_sums;
    /* Functions that nodes of the model may call, beside its own: one of the same domain, name and overload takes the
     * place of the model's. As those of a model, they are not called where the build or the caller has an operator of
     * their name. E_ARG: two of one name. */
    const struct cameo_functions *functions;
    size_t n_functions;
    /* Asked about each node in this order, before functions and operators of its name are looked for. */
    const cameo_importer *const *importers;
    size_t n_importers;
    /* Tried in this order, at most 64, unless opt is NONE; rewrites_off may name them, too. */
    const cameo_rewrite *const *rewrites;
    size_t n_rewrites;
} cameo_options;

/* A piece of caller memory. base is a multiple of CAMEO_MEMORY_ALIGN. */
typedef struct cameo_memory {
    void *base;
    size_t size;
} cameo_memory;

/* ---- model --------------------------------------------------------------------------------- */

typedef struct cameo_model cameo_model;

/* The bytes that a model and its temporary work need, found without allocating anything.
 * Errors: E_MALFORMED, E_LIMIT (with the figure needed), E_UNSUPPORTED; byte offset set. */
cameo_status cameo_model_measure(const void *bytes, size_t size, const cameo_options *options,
                                 size_t *model_bytes, size_t *work_bytes, cameo_error *error);

/* Decodes and links a model. `bytes` must stay unchanged and outlive everything made from the model:
 * names and weights are used in place, at any alignment. work is free again afterwards. */
cameo_status cameo_model_create(cameo_memory memory, cameo_memory work, const void *bytes, size_t size,
                                const cameo_options *options, cameo_model **model, cameo_error *error);

typedef struct cameo_model_info {
    size_t size;
    int64_t ir_version;
    cameo_string producer_name, producer_version, domain, graph_name, doc_string;
    int64_t model_version;
    uint32_t n_inputs;      /* graph inputs that are not initializers */
    uint32_t n_defaults;    /* overridable initializers: behind the inputs in every list; dims stay */
    uint32_t n_outputs;
    uint32_t n_nodes;       /* of all graphs and functions */
    uint32_t n_functions;
    uint32_t n_opsets;
    uint32_t n_metadata;
    uint64_t n_parameters;  /* elements of all initializers */
    uint32_t n_graphs;      /* the main graph, subgraphs, bodies of functions */
    uint32_t n_values;      /* of all graphs */
} cameo_model_info;

void cameo_model_get_info(const cameo_model *model, cameo_model_info *info);
/* index < n_opsets, n_metadata. */
void cameo_model_get_opset(const cameo_model *model, uint32_t index, cameo_string *domain,
                           int64_t *version);
void cameo_model_get_metadata(const cameo_model *model, uint32_t index, cameo_string *key,
                              cameo_string *value);
/* Node `index` of n_nodes, in file order. */
void cameo_model_get_node(const cameo_model *model, uint32_t index, cameo_string *name,
                          cameo_string *op_type, cameo_string *domain);

/* A declared input or output. For a tensor dims[i] >= 0 is fixed and -1 is free; dim_params[i] names a
 * free dim (n is 0 where it has no name). For a sequence or an optional of tensors the tensor members
 * describe the element. */
typedef struct cameo_type {
    cameo_string name;
    cameo_kind kind;
    cameo_kind elem_kind;  /* of a sequence, an optional: kind of the element */
    cameo_dtype dtype;     /* of the (element) tensor; of a map's values */
    cameo_dtype key_dtype; /* of a map */
    bool has_shape;
    uint32_t rank;
    int64_t dims[CAMEO_MAX_RANK];
    cameo_string dim_params[CAMEO_MAX_RANK];
} cameo_type;

/* index < n_inputs + n_defaults; index < n_outputs. */
void cameo_model_get_input(const cameo_model *model, uint32_t index, cameo_type *type);
void cameo_model_get_output(const cameo_model *model, uint32_t index, cameo_type *type);

/* ---- looking into a model ----
 *
 * What a model is made of, as its file says it: nothing is inlined, computed or optimised. Graphs, nodes, attributes,
 * values, tensors, types and functions are numbered from 0, each kind by itself; graph 0 is the main graph. Where there
 * may be several of something, the first has its number in what holds it and `next` leads on, to CAMEO_NO_ID:
 *
 *     cameo_graph_view g = {0};
 *     cameo_node_view n = {0};
 *     cameo_model_view_graph(model, 0, &g, NULL);
 *     for (uint32_t id = g.first_node; id != CAMEO_NO_ID; id = n.next)
 *         cameo_model_view_node(model, id, &n, NULL);
 *
 * A call takes the same short time however large the model is, so that a walk over all of it is linear, and it copies
 * nothing: texts, lists and data are where the model has them, and stay as long as it does. Domain "" is ai.onnx.
 * `size` of each struct: as in every struct that may grow; 0 counts as all of it.
 * Errors of all: E_ARG the model has no row of that number. */

typedef enum cameo_attr_type { /* as in ONNX */
    CAMEO_ATTR_FLOAT = 1,
    CAMEO_ATTR_INT = 2,
    CAMEO_ATTR_STRING = 3,
    CAMEO_ATTR_TENSOR = 4,
    CAMEO_ATTR_GRAPH = 5,
    CAMEO_ATTR_FLOATS = 6,
    CAMEO_ATTR_INTS = 7,
    CAMEO_ATTR_STRINGS = 8,
    CAMEO_ATTR_TENSORS = 9,
    CAMEO_ATTR_GRAPHS = 10,
    CAMEO_ATTR_SPARSE_TENSOR = 11,
    CAMEO_ATTR_SPARSE_TENSORS = 12,
    CAMEO_ATTR_TYPE_PROTO = 13,
    CAMEO_ATTR_TYPE_PROTOS = 14
} cameo_attr_type;

/* The main graph, a subgraph or the body of a function. */
typedef struct cameo_graph_view {
    size_t size;
    cameo_string name, doc_string; /* of a body: those of its function */
    uint32_t parent;   /* graph around it; NO_ID: the main graph, a body */
    uint32_t node;     /* whose attribute it is, or NO_ID */
    uint32_t function; /* whose body it is, or NO_ID */
    uint32_t depth;    /* subgraphs around it and itself; 0: the main graph, a body */
    uint32_t n_nodes, first_node;    /* producers come first, whatever the order in the file */
    uint32_t n_inits, first_init;    /* initializers: tensors */
    uint32_t n_sparse, first_sparse; /* sparse ones */
    uint32_t n_inputs, n_outputs;
    const uint32_t *inputs, *outputs; /* values; inputs with those that are initializers, too */
    uint32_t n_values, first_value;   /* defined here: first_value and those behind it, without `next` */
    uint32_t next; /* of the graphs of one attribute */
} cameo_graph_view;

typedef struct cameo_node_view {
    size_t size;
    cameo_string name, op_type, domain, overload;
    uint32_t graph;
    uint32_t n_inputs, n_outputs; /* inputs: cameo_model_node_input */
    const uint32_t *outputs;      /* values; NO_ID: absent */
    uint32_t n_attrs, first_attr;
    uint64_t offset; /* of the node's message in the model's bytes */
    uint32_t next;
} cameo_node_view;

/* Which members count is told by `type`. */
typedef struct cameo_attr_view {
    size_t size;
    cameo_string name;
    cameo_attr_type type;
    cameo_string ref; /* in a function: the value is that of this attribute of the call; n is 0: it is here */
    int64_t i;
    float f;
    cameo_string s;
    uint32_t n; /* FLOATS, INTS, STRINGS: elements; TENSOR(S), GRAPH(S), SPARSE*, TYPE*: rows */
    const float *floats;
    const int64_t *ints;
    const cameo_string *strings;
    uint32_t first; /* TENSOR(S), GRAPH(S), SPARSE*, TYPE*: number of the first, of its kind */
    uint32_t next;
} cameo_attr_view;

/* A name of a graph and what is declared of it. */
typedef struct cameo_value_view {
    size_t size;
    cameo_string name;
    uint32_t graph;  /* that defines it; nodes of subgraphs may read it */
    uint32_t node;   /* that makes it; NO_ID: an input or an initializer */
    uint32_t init;   /* tensor: its value, or the default of an input; else NO_ID */
    uint32_t sparse; /* the same as a sparse tensor */
    uint32_t type;   /* declared; NO_ID: it is not */
    bool is_input;   /* comes from outside its graph; false for initializers that are listed below IR version 4 */
    bool is_output;
} cameo_value_view;

typedef struct cameo_type_view {
    size_t size;
    cameo_type type; /* without name. kind NONE: not told, or of a kind that Cameo does not know */
    bool is_sparse;  /* a sparse tensor */
    uint32_t elem;   /* type of a sequence's or an optional's elements, of a map's values; else NO_ID */
    uint32_t next;   /* of the types of one attribute */
} cameo_type_view;

typedef struct cameo_tensor_view {
    size_t size;
    cameo_string name;
    cameo_dtype dtype;
    uint32_t rank;
    const int64_t *dims; /* rank of them, none negative */
    uint64_t n_elem;
    /* The elements where they lie, at any alignment, packed as cameo_tensor has them. NULL for strings
     * (cameo_model_tensor_string) and where there are none. */
    const void *data;
    uint64_t bytes;
    bool is_swapped; /* each element's bytes are in the other order than the processor's; big-endian ones only */
    uint64_t offset; /* of data in the model's bytes; NO_OFFSET: it lies elsewhere */
    cameo_string location;     /* of external data; n is 0: the data are in the model */
    uint64_t location_offset, location_length; /* there; length UINT64_MAX: to the end */
    uint32_t next;
} cameo_tensor_view;

typedef struct cameo_sparse_view {
    size_t size;
    uint32_t values, indices; /* tensors; an initializer has its name in values */
    uint32_t rank;
    const int64_t *dims;
    uint32_t next;
} cameo_sparse_view;

typedef struct cameo_function_view {
    size_t size;
    cameo_string name, domain, overload;
    uint32_t graph; /* its body */
    uint32_t n_inputs, n_outputs, n_attrs;
    const cameo_string *inputs, *outputs, *attrs; /* attrs: those without default */
    uint32_t n_defaults, first_default;           /* attributes with their default */
    uint32_t n_opsets;                            /* cameo_model_function_opset */
    uint32_t next;
} cameo_function_view;

/* Graphs: less than n_graphs of cameo_model_info; nodes n_nodes; values n_values; functions n_functions. The error
 * names what is asked for, the number and the bound. error may be NULL. */
cameo_status cameo_model_view_graph(const cameo_model *model, uint32_t id, cameo_graph_view *view,
                                    cameo_error *error);
cameo_status cameo_model_view_node(const cameo_model *model, uint32_t id, cameo_node_view *view,
                                   cameo_error *error);
cameo_status cameo_model_view_attr(const cameo_model *model, uint32_t id, cameo_attr_view *view,
                                   cameo_error *error);
cameo_status cameo_model_view_value(const cameo_model *model, uint32_t id, cameo_value_view *view,
                                    cameo_error *error);
cameo_status cameo_model_view_type(const cameo_model *model, uint32_t id, cameo_type_view *view,
                                   cameo_error *error);
cameo_status cameo_model_view_tensor(const cameo_model *model, uint32_t id, cameo_tensor_view *view,
                                     cameo_error *error);
cameo_status cameo_model_view_sparse(const cameo_model *model, uint32_t id, cameo_sparse_view *view,
                                     cameo_error *error);
cameo_status cameo_model_view_function(const cameo_model *model, uint32_t id, cameo_function_view *view,
                                       cameo_error *error);

/* The value that input i < n_inputs of a node is; NO_ID: absent, or there is no such input. */
uint32_t cameo_model_node_input(const cameo_model *model, uint32_t node, uint32_t i);
/* String i < n_elem of a string tensor, where it lies; n is 0 and p NULL where there is none. */
cameo_string cameo_model_tensor_string(const cameo_model *model, uint32_t tensor, uint64_t i);
/* Import i < n_opsets of a function; false: there is none. */
bool cameo_model_function_opset(const cameo_model *model, uint32_t function, uint32_t i, cameo_string *domain,
                                int64_t *version);

/* What inference knows of a value, for every run: valid during the call only. */
typedef struct cameo_inferred {
    size_t size;
    uint32_t value; /* of the model; NO_ID: one of a function that was inlined */
    cameo_string name;
    uint32_t depth; /* of its graph */
    /* A free dim (-1) has its symbol or an expression over symbols as dim_param, "2*batch + 1": n is 0 where nothing is
     * known. has_shape is false where not even the rank is. */
    cameo_type type;
    int64_t min[CAMEO_MAX_RANK], max[CAMEO_MAX_RANK]; /* of each dim; INT64_MIN, INT64_MAX: no bound */
} cameo_inferred;

typedef void cameo_inferred_fn(void *ctx, const cameo_inferred *value);

/* Prepares the model up to inference, constants computed unless options.opt is NONE, nothing else rewritten, and tells
 * every value that has a name and of which something is known; those of inlined functions have names of their own.
 * work: as for cameo_session_measure. Nothing is told before all is known. Errors: those of cameo_session_measure. */
cameo_status cameo_model_infer(const cameo_model *model, cameo_memory work, const cameo_options *options,
                               cameo_inferred_fn *tell, void *ctx, cameo_error *error);

/* One problem of a model: op_type, domain, version, dtype, reason are in the error's message. */
typedef void cameo_problem_fn(void *ctx, const cameo_error *problem);

/* Reports all problems of this model, up to the stage that has some: operators, attributes, types, kernels.
 * Returns the first problem's status. work: as for cameo_session_measure. report may be NULL. */
cameo_status cameo_model_check(const cameo_model *model, cameo_memory work,
                               const cameo_options *options, cameo_problem_fn *report, void *ctx,
                               cameo_error *error);

/* Takes the next n > 0 bytes of a file. A status other than CAMEO_OK ends the writing. */
typedef cameo_status cameo_write_fn(void *ctx, const void *bytes, size_t n);

/* Writes the model as options.opt leaves it, as an ONNX file in standard operators: functions are inlined,
 * options.dims (single numbers) and options.values are in it, constants are initializers of the main graph,
 * types are those that inference found. Inputs, outputs, metadata and names of free dims stay; an opset
 * changes only where a node of a function needs it. Nothing is written before all is known to be right.
 * work: as for cameo_session_measure. Errors: those of cameo_session_measure; E_UNSUPPORTED standard operators
 * of one opset cannot say it; E_ARG a range among options.dims; E_LIMIT the file would exceed 2 GiB; what
 * `write` returned. */
cameo_status cameo_model_export(const cameo_model *model, cameo_memory work,
                                const cameo_options *options, cameo_write_fn *write, void *ctx,
                                cameo_error *error);

/* ---- session ------------------------------------------------------------------------------- */

typedef struct cameo_session cameo_session;
typedef struct cameo_prepared cameo_prepared; /* lives in work */

/* Resolves, checks, infers, optimises and lowers the model inside work, and answers the exact bytes of
 * the session. How much work is enough cannot be known beforehand: CAMEO_E_NOMEM asks for more.
 * Errors: E_UNSUPPORTED names the first operator without a kernel, E_TYPE, E_SHAPE, E_MALFORMED. */
cameo_status cameo_session_measure(const cameo_model *model, cameo_memory work,
                                   const cameo_options *options, cameo_prepared **prepared,
                                   size_t *session_bytes, cameo_error *error);

/* How often rewrite `index` (of cameo_rewrite_name) changed the graph; those of options.rewrites come behind the
 * library's: index is that of NULL plus their own. */
uint32_t cameo_prepared_count_rewrite(const cameo_prepared *prepared, uint32_t index);

/* Writes the session. work, of the measure call, is free again afterwards. A failed call may be made
 * again; of one `prepared` one session is made: E_ARG when there is one already. */
cameo_status cameo_session_create(cameo_memory memory, cameo_prepared *prepared,
                                  cameo_session **session, cameo_error *error);

/* Frees what a session holds in device memory, after everything made from it. Only sessions with
 * providers hold anything; the session must not be used afterwards. */
void cameo_session_release(cameo_session *session);

typedef struct cameo_session_info {
    size_t size;
    uint32_t n_inputs, n_defaults, n_outputs;
    uint32_t n_steps;
    uint32_t n_symbols;     /* free dims */
    uint64_t weights_bytes; /* used in place in the model's bytes */
    uint64_t copied_bytes;  /* of weights copied because of their alignment or encoding */
    uint64_t packed_bytes;  /* of weights packed for their kernels */
    uint64_t folded_bytes;  /* of constants computed by the optimiser */
    uint32_t n_device_steps; /* of n_steps: computed by providers */
    uint32_t n_transfers;   /* of n_steps: copies that devices make, from and to their memory */
    uint64_t device_bytes;  /* of constants in device memory */
} cameo_session_info;

void cameo_session_get_info(const cameo_session *session, cameo_session_info *info);
void cameo_session_get_input(const cameo_session *session, uint32_t index, cameo_type *type);
void cameo_session_get_output(const cameo_session *session, uint32_t index, cameo_type *type);
/* Name of free dim `index` < n_symbols; empty: the model gives it none. Dims that must be equal keep their
 * names (cameo_plan_measure). */
cameo_string cameo_session_get_symbol(const cameo_session *session, uint32_t index);

typedef enum cameo_step_kind {
    CAMEO_STEP_NODE = 0, /* computes a node */
    CAMEO_STEP_VIEW = 1, /* a node whose result is the bytes of its input 0 with other dims: nothing is computed */
    CAMEO_STEP_COPY = 2, /* a copy of a value on its way to a provider's memory or from there */
    CAMEO_STEP_OTHER = 3 /* of control flow (jumps, turns of loops, values that go on under another name), or the end of
                            values that are needed no more */
} cameo_step_kind;

typedef struct cameo_step_view {
    size_t size;
    cameo_step_kind kind;
    cameo_string provider; /* who computes, whose memory it is: the name of a provider of the options, or "cpu" */
    /* NODE, VIEW: of the node as the optimiser left it; n is 0 elsewhere. One that stands for several has the name of
     * one of them. */
    cameo_string op_type, name;
    uint32_t node; /* the number that cameo_error.node has where this step fails */
} cameo_step_view;

/* What step `index` < n_steps of a session does, in the order of a run that takes no jump. Texts last as long as the
 * session. Errors: E_ARG there is no such step. error may be NULL. */
cameo_status cameo_session_view_step(const cameo_session *session, uint32_t index, cameo_step_view *view,
                                     cameo_error *error);

/* ---- plan ---------------------------------------------------------------------------------- */

typedef struct cameo_plan cameo_plan;

/* The exact bytes of a plan for these dims. A free dim that no binding names is unknown: what depends
 * on it goes to the run's dynamic heap. A size that the data decide (NonZero, TopK, NonMaxSuppression, Compress, Slice
 * ...) gets a buffer for the most that data can make of it, up to 1 MiB or four times the bytes of the largest
 * other value; beyond that it goes to the heap, too. work: temporary; CAMEO_E_NOMEM asks for more.
 * options: interrupt and its context alone are read; may be NULL.
 * Free dims that a node wants equal are one: binding one binds the others, of several ranges what they
 * share is planned. The same holds for a free dim that a node wants to be a number, which need not be
 * bound. This is so for nodes that run whenever the model does, and whether or not the optimiser removed
 * them.
 * Errors: E_ARG unknown dim name or empty range; E_SHAPE the dims contradict the model, or dims that must
 * be equal are bound apart: the message names both and the node; what options->interrupt says. */
cameo_status cameo_plan_measure(const cameo_session *session, const cameo_dim_binding *dims, size_t n_dims,
                                cameo_memory work, const cameo_options *options, size_t *plan_bytes,
                                cameo_error *error);
cameo_status cameo_plan_create(cameo_memory memory, const cameo_session *session, const cameo_dim_binding *dims,
                               size_t n_dims, cameo_memory work, const cameo_options *options, cameo_plan **plan,
                               cameo_error *error);

/* Drops what providers keep of a plan, after its runs. Only plans of sessions with providers hold anything; the plan
 * must not be used afterwards. */
void cameo_plan_release(cameo_plan *plan);

/* ---- run ----------------------------------------------------------------------------------- */

typedef struct cameo_run cameo_run;

#define CAMEO_UNBOUNDED UINT64_MAX

typedef struct cameo_run_needs {
    size_t size;
    size_t planned_bytes;   /* everything but the dynamic heap: exact */
    size_t activation_bytes; /* of planned_bytes: the buffers of values */
    size_t scratch_bytes;   /* of planned_bytes: shared and worker scratch */
    uint64_t dynamic_bytes; /* with so many bytes of heap no data make a run fail for lack of memory; 0: no heap is
                             * used; CAMEO_UNBOUNDED: no bound is known (strings, sequences, loops, free dims) */
    /* Beside planned_bytes, from the providers; values without bound add to them: */
    uint64_t device_bytes;  /* CAMEO_MEMORY_DEVICE: values, workspaces */
    uint64_t pinned_bytes;  /* CAMEO_MEMORY_PINNED: values on their way to a device and back */
} cameo_run_needs;

cameo_status cameo_run_measure(const cameo_plan *plan, uint32_t n_workers, cameo_run_needs *needs,
                               cameo_error *error);

/* memory.size >= planned_bytes; what is beyond becomes the dynamic heap. threads may be NULL when
 * n_workers is 1, else threads->n_workers == n_workers. */
cameo_status cameo_run_create(cameo_memory memory, const cameo_plan *plan, uint32_t n_workers,
                              const cameo_threads *threads, const cameo_options *options,
                              cameo_run **run, cameo_error *error);

/* Waits for devices and frees what a run holds in their memory. Only runs of sessions with providers
 * hold anything; the run must not be used afterwards. */
void cameo_run_release(cameo_run *run);

/* begin takes the inputs, advance works, end hands out the outputs; cameo_run_all does all three.
 * Inputs are read in place and must stay until end. Errors of begin: E_MISSING an input that has no
 * value; E_ARG an unknown name, a NULL or misaligned pointer, too few bytes; E_TYPE, E_SHAPE as they
 * say. A failed or cancelled run can be begun again. */
cameo_status cameo_run_begin(cameo_run *run, const cameo_value *inputs, size_t n_inputs,
                             cameo_value *outputs, size_t n_outputs, cameo_error *error);

typedef struct cameo_budget {
    size_t size;
    uint64_t tasks;       /* stop after this many tasks; 0: no limit */
    uint64_t cost;        /* fail with E_LIMIT above this much cost since begin; 0: no limit */
    uint64_t deadline_ns; /* of options.clock_ns: E_DEADLINE afterwards; 0: none */
} cameo_budget;

/* CAMEO_OK: finished; CAMEO_PAUSED: the budget's tasks are used up; CAMEO_PENDING: a device works
 * (cameo_run_all and the host helper call again until it has finished). What devices compute counts as
 * cost, not as tasks. May be called from another thread than begin was. budget may be NULL. */
cameo_status cameo_run_advance(cameo_run *run, const cameo_budget *budget, cameo_error *error);

/* Fills outputs as given to begin. Where outputs[i].tensor.data is NULL on begin the result lies in
 * run memory and stays valid until the next begin; else it was written into the caller's buffer of
 * tensor.bytes (E_ARG if that is too small), and dtype, rank, dims, bytes are set.
 *
 * outputs[i].tensor.data may be the data of an input: the output is then computed in run memory and copied at
 * end, unless it is a state that grows in place (cameo_state). Frozen programs do not count what they copy.
 *
 * An output that is an input, or a view of one (Identity, Reshape), lies in the memory of that input, not in run
 * memory. Where another output was given that memory, the view shows what was copied there; to keep it, give the view
 * a buffer of its own and name it first: outputs are copied in the order in which they are given. */
cameo_status cameo_run_end(cameo_run *run, cameo_error *error);

cameo_status cameo_run_all(cameo_run *run, const cameo_value *inputs, size_t n_inputs,
                           cameo_value *outputs, size_t n_outputs, cameo_error *error);

/* Makes advance return CAMEO_E_CANCELLED within one task. Callable from any thread at any time between
 * begin and end. */
void cameo_run_cancel(cameo_run *run);

typedef struct cameo_run_stats {
    size_t size;
    uint64_t cost;       /* work since begin, in units of about a third of a nanosecond on a core of 3 GHz with
                          * AVX2; the same for any number of workers */
    uint64_t tasks;
    uint64_t heap_peak;  /* bytes of the dynamic heap in use at most, since begin */
    uint64_t copied_bytes; /* that end copied into the caller's output buffers; 0: computed right there */
} cameo_run_stats;

void cameo_run_get_stats(const cameo_run *run, cameo_run_stats *stats);

/* ---- custom operators -------------------------------------------------------------------------- */

/* What the functions of a custom operator see of one node: its attributes (parse only), its inputs and
 * outputs. Valid during the call only. */
typedef struct cameo_op_context cameo_op_context;

/* How the work of one call is divided. A phase is that many tasks, computed in any order and at once; the next begins
 * when all of them are done. Between two tasks a run can be paused, cancelled, interrupted, ended by a budget.
 * Tasks follow from dims and params alone, never from how many workers there are. */
typedef struct cameo_op_tasks {
    size_t size;           /* sizeof(cameo_op_tasks), set by the library; all else is zero before setup */
    size_t scratch;        /* bytes that all tasks of the call share */
    size_t worker_scratch; /* bytes that each worker has for itself */
    uint32_t n_phases;     /* 0: one phase of one task; at most CAMEO_MAX_PHASES */
    struct {
        uint32_t n_tasks; /* may be 0 */
        uint32_t repeat;  /* how often the phase is gone through; 0: once */
    } phase[CAMEO_MAX_PHASES];
} cameo_op_tasks;

/* An operator of the caller, given in options.custom_ops. It and everything it points to outlive every
 * object made with it. Functions are called from any thread, never twice at once for one run; of the tasks of a phase
 * that setup made several at once. */
struct cameo_op {
    size_t size;         /* sizeof(cameo_op) */
    const char *domain;  /* "" is ai.onnx */
    const char *op_type;
    int64_t since;       /* oldest opset version of the domain that it serves; 0: any */
    bool replace;        /* it may take the place of a built-in operator; else that is E_ARG */
    uint32_t params_size; /* bytes that parse keeps for each node, a multiple of 4, at most 65532 */
    /* Attributes to params (zeroed). May be NULL. */
    cameo_status (*parse)(cameo_op_context *c, void *params);
    /* Declares every output with cameo_op_set_output, _set_sequence, _set_optional or _set_map. Called at prepare, plan
     * and, where dims are not known before, at run; dims < 0 of inputs are unknown. At run it sees the inputs' data and
     * must declare every dim, unless run gives the outputs. */
    cameo_status (*shape)(cameo_op_context *c, const void *params);
    /* Element operations of one call; may be NULL: the elements of the outputs. */
    uint64_t (*cost)(cameo_op_context *c, const void *params);
    /* Computes all outputs, as one task; where there is a setup, the one task that cameo_op_phase and cameo_op_task
     * tell. It is never called at prepare, whatever its inputs. A provider computes the nodes that it takes itself. */
    cameo_status (*run)(cameo_op_context *c, const void *params);
    /* Names of shape, run and cost as C symbols, for cameo freeze. It wants run's, and where dims are not
     * fixed shape's and, if there is a cost or a setup, theirs. NULL: such a model cannot be frozen. */
    const char *shape_symbol, *run_symbol, *cost_symbol;
    /* Divides the work of a call into tasks and asks for scratch; may be NULL: one task, no scratch. Of inputs and
     * outputs it knows dtype and dims, no data. Called when a plan is made, with the largest dims of the plan's range,
     * so that scratch is part of the run's exact memory, and in a run where dims are not fixed: smaller dims never need
     * more scratch. Errors: E_ARG more phases than there can be, outputs given in a phase that has not one task. */
    cameo_status (*setup)(cameo_op_context *c, const void *params, cameo_op_tasks *tasks);
    const char *setup_symbol;
    /* 0: shape declares the dims of all outputs at run. p + 1: run gives every output in phase p, which is one task, by
     * cameo_op_give and cameo_op_give_strings: dims that only the work decides, strings, sequences, optionals, maps.
     * Later phases may fill what was given. At most 64 outputs. */
    uint32_t gives;
    /* It can compute in place: where input 0, or else input 1, has the dtype and dims of output 0, where nobody reads
     * it afterwards and no other input has its bytes, data of both may be the same memory. A task then reads of that
     * input only what no other task writes. Without effect where run gives the outputs. */
    bool in_place;
};

/* The node's operator; n is 0 where it is not known: the domain after prepare of a provider, the name in shape
 * and run of a custom operator. */
cameo_string cameo_op_name(const cameo_op_context *c);
cameo_string cameo_op_type(const cameo_op_context *c);
cameo_string cameo_op_domain(const cameo_op_context *c); /* "" is ai.onnx */
/* since_version of the operator that the node means; of a custom operator its `since`. */
int64_t cameo_op_version(const cameo_op_context *c);

/* false: the node has no such attribute, or one of another type; *v is then unchanged. */
bool cameo_op_attr_int(const cameo_op_context *c, const char *name, int64_t *v);
bool cameo_op_attr_float(const cameo_op_context *c, const char *name, float *v);
bool cameo_op_attr_string(const cameo_op_context *c, const char *name, cameo_string *v);
bool cameo_op_attr_ints(const cameo_op_context *c, const char *name, const int64_t **v, size_t *n);
bool cameo_op_attr_floats(const cameo_op_context *c, const char *name, const float **v, size_t *n);
/* The texts themselves last as long as the model's bytes, the list as long as the call. */
bool cameo_op_attr_strings(const cameo_op_context *c, const char *name, const cameo_string **v, size_t *n);
/* A tensor of numbers; t->data, at any alignment, lasts as long as the model's bytes. false also where its bytes are
 * not in memory, or have another order than this machine's. */
bool cameo_op_attr_tensor(const cameo_op_context *c, const char *name, cameo_tensor *t);

uint32_t cameo_op_n_inputs(const cameo_op_context *c);
uint32_t cameo_op_n_outputs(const cameo_op_context *c);
/* What input i is, and in *dtype of which elements, those of a sequence's tensors and of a map's values, too:
 * CAMEO_UNDEFINED where that is not known. CAMEO_KIND_NONE: it is absent. */
cameo_kind cameo_op_input_kind(const cameo_op_context *c, uint32_t i, cameo_dtype *dtype);
/* Input i: false if it is absent or no tensor, in setup and run also of strings, which cameo_op_item tells. In shape
 * unknown dims are -1 (and rank is UINT32_MAX where even that is unknown), data is NULL unless the bytes are known. In
 * run data is aligned. */
bool cameo_op_input(const cameo_op_context *c, uint32_t i, cameo_tensor *t);
/* How many tensors input i is made of: a tensor is one. In run a sequence has any number, an optional none or one, a
 * map two, its keys and its values; in setup none. 0 for an absent one, and in shape. */
size_t cameo_op_n_items(const cameo_op_context *c, uint32_t i);
/* Item `item` of input i. false: there is none, or it is no tensor. Data of strings is NULL: cameo_op_string has it. */
bool cameo_op_item(const cameo_op_context *c, uint32_t i, size_t item, cameo_tensor *t);
/* In run: element `index`, in row-major order, of item `item` of input i, whose elements are strings. The text lasts as
 * long as the call. false: there is none. */
bool cameo_op_string(const cameo_op_context *c, uint32_t i, size_t item, size_t index, cameo_string *s);
/* In setup and run: what shape declared output i to be, and of which elements. CAMEO_KIND_NONE: nobody wants it. */
cameo_kind cameo_op_output_kind(const cameo_op_context *c, uint32_t i, cameo_dtype *dtype);
/* Output i in run: false if nobody wants it, if it is no tensor of numbers, or if run is yet to give it. */
bool cameo_op_output(const cameo_op_context *c, uint32_t i, cameo_tensor *t);
/* In shape: output i is a tensor of dtype and dims; strings where run gives the outputs. rank may be UINT32_MAX, dims
 * NULL: not known until run. A dim may be -1 (unknown until run), CAMEO_DIM_OF(k, axis): that dim of input k, known or
 * not, so that plans know it, too, and providers may be offered the node, or CAMEO_DIM_UP_TO(n): unknown until run, at
 * most n, which is a number below 2^61 or a CAMEO_DIM_OF, so that plans can have a buffer for it. Errors: E_LIMIT rank;
 * E_SHAPE overflow, no such dim; E_TYPE strings that run does not give. */
#define CAMEO_DIM_OF(input, axis) (-2 - ((int64_t)(input) * CAMEO_MAX_RANK + (axis)))
#define CAMEO_DIM_UP_TO(n) (-((int64_t)1 << 62) + (n))
cameo_status cameo_op_set_output(cameo_op_context *c, uint32_t i, cameo_dtype dtype, uint32_t rank,
                                 const int64_t *dims);
/* In shape: output i is a sequence of tensors of dtype, which run gives one by one. Errors: E_TYPE run does not give
 * the outputs. */
cameo_status cameo_op_set_sequence(cameo_op_context *c, uint32_t i, cameo_dtype dtype);
/* In shape: output i is an optional tensor of dtype; a map of keys, strings or integers, to values of dtype. Errors:
 * E_TYPE run does not give the outputs; keys of another type. */
cameo_status cameo_op_set_optional(cameo_op_context *c, uint32_t i, cameo_dtype dtype);
cameo_status cameo_op_set_map(cameo_op_context *c, uint32_t i, cameo_dtype keys, cameo_dtype dtype);
/* In run, in the phase that gives: output i has these dims, none negative; *data is memory for its elements, for run to
 * fill, NULL where nobody wants the output and where it has no elements. To a sequence each call appends an item; a
 * sequence or an optional without a call stays empty. A map takes two calls, its keys [n] and then its values [n].
 * Errors: E_ARG another phase, given already; E_SHAPE dims that shape excluded, keys and values that are no vectors of
 * one length, overflow; E_TYPE strings; E_NOMEM. */
cameo_status cameo_op_give(cameo_op_context *c, uint32_t i, uint32_t rank, const int64_t *dims, void **data);
/* cameo_op_give for an output, or an item, of strings, which are copied: as many as dims say. Errors: those of
 * cameo_op_give, but E_TYPE no strings; E_ARG a text is NULL; E_LIMIT more than 4 GiB of text. */
cameo_status cameo_op_give_strings(cameo_op_context *c, uint32_t i, uint32_t rank, const int64_t *dims,
                                   const cameo_string *strings);
/* In run, where there is a setup: which task is to be computed. Phases count from 0, tasks of each phase, too;
 * cameo_op_turn is how often its phase was gone through before. */
uint32_t cameo_op_phase(const cameo_op_context *c);
uint32_t cameo_op_turn(const cameo_op_context *c);
uint32_t cameo_op_task(const cameo_op_context *c);
/* In run: the memory that setup asked for, aligned for every element type; NULL or anything where it asked for none.
 * What all tasks share stays as it is from phase to phase; at first its bytes, and a worker's at each task, have any
 * value. */
void *cameo_op_scratch(const cameo_op_context *c);
void *cameo_op_worker_scratch(const cameo_op_context *c);
/* In run: work of this cost is about to be done, beside what the operator's cost told. A task that may take long calls
 * it every few milliseconds, with 0 where nothing is to be added. Errors, for run to return: those that end a run
 * between two tasks. */
cameo_status cameo_op_spend(cameo_op_context *c, uint64_t cost);
/* Records the message (cut to fit) and returns status, for the function to return. */
cameo_status cameo_op_fail(cameo_op_context *c, cameo_status status, const char *message);

/* ---- providers: a caller's device --------------------------------------------------------------
 *
 * A provider computes nodes in memory of its own; docs/PROVIDERS.md has one as a whole. Prepare offers it the nodes
 * one by one, after the optimiser has brought the graph into standard operators; the first provider of
 * options.providers that supports a node gets it, the CPU has the rest. Values move between memories only where a node
 * of one side reads what the other computed, once for each value and memory. Constants go to the device once, with
 * the session. Strings, sequences, control flow, views (Reshape and its kin), random numbers, shape arithmetic and
 * nodes whose result dims depend on data stay on the CPU and are not offered; a view of a device value stays in the
 * device's memory without being computed. Custom operators are offered as any other, where their dims are known.
 *
 * At run neighbouring nodes of one provider are handed over together, as a partition, with the copies before and
 * behind it. Each run has a queue of such works, which the device does in the order in which they were enqueued; the
 * run goes on meanwhile, and waits, by answering CAMEO_PENDING, where the host reads what the device has yet to
 * give. */

/* Nodes of one provider, in an order in which they can be computed (in prepare: in any), and the values that they read
 * and write: a graph. Valid during the call only. Node i < count; nodes of all partitions of a session are numbered
 * through, and this one begins at `first`. */
typedef struct cameo_partition cameo_partition;

uint32_t cameo_partition_count(const cameo_partition *p);
/* In enqueue; elsewhere 0, since weights, plan and bind see all nodes. */
uint32_t cameo_partition_first(const cameo_partition *p);
/* Node i < count, valid until the next call for this partition. Its attributes are known in prepare only. */
cameo_op_context *cameo_partition_node(cameo_partition *p, uint32_t i);
/* In weights, plan, bind: nodes of one group, and no others, are one partition in enqueue. Groups ascend with i. */
uint32_t cameo_partition_group(cameo_partition *p, uint32_t i);

/* The id of input or output i; CAMEO_NO_ID: absent, or not wanted. Equal ids are one tensor. Ids are the same in
 * weights, plan, bind and enqueue, and others in supports and prepare; all are below cameo_partition_n_values. */
uint32_t cameo_op_input_id(const cameo_op_context *c, uint32_t i);
uint32_t cameo_op_output_id(const cameo_op_context *c, uint32_t i);
uint32_t cameo_partition_n_values(const cameo_partition *p);
/* Does input i stay in the host's memory, since the node's dims depend on it? In enqueue cameo_op_input has its dims
 * and its bytes (tensor.data), at any alignment; before, only its type and rank are known. It has no place, and
 * cameo_partition_value does not know its id. Only for providers with host_operands. */
bool cameo_op_on_host(const cameo_op_context *c, uint32_t i);

typedef struct cameo_value_info {
    size_t size;         /* sizeof(cameo_value_info), set by the caller */
    /* dtype, rank, dims: -1 where not known yet, rank UINT32_MAX where even that is not; in enqueue all are known.
     * data: the bytes of a constant in the host's memory, at any alignment, else NULL. */
    cameo_tensor tensor;
    int64_t max_dims[CAMEO_MAX_RANK]; /* the most that dims can be in a run of the plan, -1: no bound; plan only */
    uint64_t max_bytes;  /* the most bytes in a run of the plan; UINT64_MAX: no bound, not known */
    bool constant;
    bool enters;         /* no constant, and computed by no node of this partition */
    bool leaves;         /* read by another group or by the host: one that does not leave need not exist */
    bool fixed;          /* plan, bind, enqueue: dims and place are the same in every run of the plan */
    bool placed;         /* bind, enqueue: it lies at `offset` of `memory`; others get memory of their own in the run */
    uint64_t memory, offset;
    uint32_t view_of;    /* the id whose bytes these are, with other dims; its own id where it is no view */
    uint32_t producer;   /* node of this partition that computes these bytes; CAMEO_NO_ID: none */
} cameo_value_info;

/* What is known of a value; false: id is none of a node of this partition, nor of a view between them. */
bool cameo_partition_value(cameo_partition *p, uint32_t id, cameo_value_info *info);
/* The first node at or behind `from` that reads value id itself, no view of it; CAMEO_NO_ID: none. */
uint32_t cameo_partition_reader(cameo_partition *p, uint32_t id, uint32_t from);

/* In prepare: node i is not wanted after all, and offered to who comes behind. */
void cameo_partition_give_back(cameo_partition *p, uint32_t i);
/* In weights: the provider has what it needs of constant id, or reads it from the host (tensor.data, which lasts as
 * long as the session): it gets no place in the device's memory. */
void cameo_partition_absorb(cameo_partition *p, uint32_t id);
/* In weights: a plan places nothing over value id before node i has come, also where it is read for the last time
 * before: for a provider that computes a node that reads it with a later one. i counts as in all of weights; an id or
 * an i that is none is ignored. */
void cameo_partition_keep(cameo_partition *p, uint32_t id, uint32_t i);
/* In bind, enqueue: where the workspace lies that `plan` asked for; false: it asked for none. */
bool cameo_partition_workspace(const cameo_partition *p, uint64_t *memory, uint64_t *offset);

/* In bind, enqueue: where input or output i lies: `offset` bytes into `memory`, dense. cameo_op_input and
 * cameo_op_output tell its dtype and dims. false: absent, not wanted, not placed. An output may be without bytes. */
bool cameo_op_input_at(const cameo_op_context *c, uint32_t i, uint64_t *memory, uint64_t *offset);
bool cameo_op_output_at(const cameo_op_context *c, uint32_t i, uint64_t *memory, uint64_t *offset);
/* In supports: the reason, cut to fit, for the report of who computes which node, which goes to the log at
 * CAMEO_LOG_DEBUG. Returns false, for supports to return. */
bool cameo_op_decline(const cameo_op_context *node, const char *why);
/* What a Conv, Gemm or MatMul computes beside its operator, where rewrites conv_sum, activation and function put it
 * there: function(result + sum). */
typedef struct cameo_epilogue {
    size_t size;           /* sizeof(cameo_epilogue), set by the caller */
    uint32_t sum;          /* input that is added to a Conv's result, of whose dims it is; CAMEO_NO_ID: none */
    cameo_string function; /* op_type, of ai.onnx, of the elementwise operator that is applied then; n is 0: none */
    /* Its numbers, others are 0: of Clip and Relu the bounds (0 and infinity, where there is none infinity); alpha of
     * Swish, LeakyRelu, Elu; alpha and beta of HardSigmoid; of Gelu 1 where it is approximated by tanh. PRelu with one
     * slope is LeakyRelu. */
    float numbers[2];
    uint32_t slope; /* of PRelu: the constant input with a slope for each output channel [c_out]; else CAMEO_NO_ID */
} cameo_epilogue;
/* In supports and prepare: the epilogue of a node. Of others, and at any other time, there is none. */
void cameo_op_epilogue(const cameo_op_context *node, cameo_epilogue *epilogue);
/* After prepare: the number that prepare gave this node. */
uint64_t cameo_op_token(const cameo_op_context *c);

/* Records a message (cut to fit) and returns status; error may be NULL. */
cameo_status cameo_fail(cameo_error *error, cameo_status status, const char *message);

typedef enum cameo_memory_kind {
    CAMEO_MEMORY_DEVICE = 0, /* for constants and values; the host never touches it */
    CAMEO_MEMORY_PINNED = 1  /* the host reads and writes it, too: one end of each copy of a run */
} cameo_memory_kind;

/* bytes > 0 bytes between `offset` of device memory and the host's. In runs `host` lies in pinned memory of the
 * provider; constants are copied from wherever they lie, at any alignment. */
typedef struct cameo_copy {
    uint64_t memory, offset;
    void *host; /* of copies to the device: read only */
    size_t bytes;
} cameo_copy;

/* First copies to the device, then nodes, then copies to the host. */
typedef struct cameo_work {
    size_t size;
    uint64_t session, plan, run; /* what weights, plan, bind answered; plan, run are 0 for constants of a session */
    const cameo_copy *in;
    uint32_t n_in;
    cameo_partition *nodes; /* NULL: only copies */
    const cameo_copy *out;
    uint32_t n_out;
} cameo_work;

typedef enum cameo_drop {
    CAMEO_DROP_TICKET = 0, /* end what was enqueued up to it: on return the device touches none of it any more */
    CAMEO_DROP_RUN = 1,
    CAMEO_DROP_PLAN = 2,
    CAMEO_DROP_SESSION = 3
} cameo_drop;

/* Functions that may be NULL say so. It, ctx and what both point to outlive every object made with them; the struct
 * itself is copied. supports, prepare are called while a session is measured, weights while it is created, plan while a
 * plan is, bind while a run is, enqueue and alloc in the last two and in runs; from any thread, for several objects at
 * once, never twice at once for one run. A status other than those named fails the call with E_DEVICE, the provider's
 * name and its message. `error` is for cameo_fail; a context knows cameo_op_fail, which also tells the node. */
struct cameo_provider {
    size_t size;      /* sizeof(cameo_provider) */
    const char *name; /* for logs and errors */
    void *ctx;        /* first argument of every function */
    size_t align;     /* of offsets in its memory, a power of two up to 65536; 0: CAMEO_MEMORY_ALIGN */
    /* Operators that it brings: searched behind options.custom_ops, and as these, except that `run` may be NULL: then a
     * node that no provider takes is E_UNSUPPORTED. */
    const cameo_op *const *ops;
    size_t n_ops;
    /* Rewrites of docs/REWRITES.md, of those for the CPU, whose results it knows, too: nodes are offered with them
     * applied if every provider of options.providers names them. Possible are gated (Gelu, Swish, HardSwish, Mish,
     * HardSigmoid), nbits (com.microsoft.MatMulNBits), nms_select (NonMaxSuppression as cameo.NmsSelect, where somebody
     * computes that, and a node for the host), state_group_query (cameo.GroupQuery with states), and conv_sum,
     * activation, function: who names one of these asks cameo_op_epilogue of each Conv, Gemm and MatMul in supports. A
     * node that it declines with an epilogue, and would compute without, gets none. */
    const char *const *rewrites;
    size_t n_rewrites;
    /* Would it compute this node? op_type, domain, version, attributes, types are known, dims as far as
     * inference knows them (-1: not yet), data of small constants. cameo_op_decline says why not. Asked before
     * epilogues are made, too, so perhaps several times about one node. */
    bool (*supports)(void *ctx, const cameo_op_context *node);
    /* All nodes that it got, once for each session; tokens[i] (zero) is kept for node i. Attributes can be read here,
     * no longer afterwards. What it makes belongs to the provider, for as long as it lives. A failure drops the
     * provider for this session: its nodes are offered to those behind it. May be NULL. */
    cameo_status (*prepare)(void *ctx, cameo_partition *nodes, uint64_t *tokens, cameo_error *error);
    /* All nodes of a session, before its constants are copied: those that the provider converts, and keeps itself, it
     * absorbs. *session is dropped with the session. May be NULL: *session is 0. */
    cameo_status (*weights)(void *ctx, cameo_partition *nodes, uint64_t *session, cameo_error *error);
    /* The same nodes in a plan. *workspace: bytes of device memory that each run has beside its values, for all
     * partitions in turn. *plan is dropped with the plan. May be NULL. */
    cameo_status (*plan)(void *ctx, uint64_t session, cameo_partition *nodes, uint64_t *plan, uint64_t *workspace,
                         cameo_error *error);
    /* The same nodes in a run: what is placed stays there. *run is dropped with the run. May be NULL. */
    cameo_status (*bind)(void *ctx, uint64_t plan, cameo_partition *nodes, uint64_t *run, cameo_error *error);
    /* Memory of bytes > 0 bytes, named by a number of the provider's choice; of pinned memory also *host, where the
     * host finds it, aligned to CAMEO_MEMORY_ALIGN. DEVICE: one piece for a session's constants, one for each run;
     * PINNED: one for each run; of both one for each value whose size has no bound before the run. */
    cameo_status (*alloc)(void *ctx, cameo_memory_kind kind, uint64_t bytes, uint64_t *memory, void **host,
                          cameo_error *error);
    void (*free)(void *ctx, uint64_t memory);
    /* Appends to the run's queue, and names what it appended: the ticket. `work` is gone on return. A failure appends
     * nothing. */
    cameo_status (*enqueue)(void *ctx, const cameo_work *work, uint64_t *ticket, cameo_error *error);
    /* CAMEO_OK: what was enqueued up to this ticket is done, and they are void. CAMEO_PENDING: not yet; it may wait a
     * few milliseconds, since cameo_run_all calls it in a loop. An error: all of the queue has ended, all its tickets
     * are void. */
    cameo_status (*wait)(void *ctx, uint64_t ticket, cameo_error *error);
    /* Ends what a token stands for. Only what a function of the provider made is dropped. */
    void (*drop)(void *ctx, cameo_drop what, uint64_t token);
    /* The result of a Concat may begin where its input 0 lies, whose elements then stay as they are (cameo_state); so
     * may the presents of a cameo.GroupQuery where its pasts lie, of which it then writes what is new. No other result
     * overlaps an operand. */
    bool appends;
    /* It is offered nodes as well whose dims depend on shape arithmetic, integers that the host computes of dims. Such
     * operands stay on the host (cameo_op_on_host). */
    bool host_operands;
};

/* ---- builder: a graph made in memory ----------------------------------------------------------
 *
 * Writes the bytes of an ONNX model, call by call; whatever loads a file loads them, and any reader of
 * ONNX reads them as a file. First what belongs to the model (opsets, metadata, functions), then the
 * graph, nodes in the order of computation:
 *
 *     cameo_builder_create(memory, NULL, &b, &error);
 *     cameo_builder_opset(b, "", 21);
 *     cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 2, (int64_t[]){-1, 4});
 *     cameo_builder_value(b, &x);
 *     cameo_builder_init(b, "w", &weights);
 *     cameo_builder_node(b, &(cameo_node){.op_type = "Gemm", .inputs = (const char *[]){"x", "w"},
 *                                         .n_inputs = 2, .outputs = (const char *[]){"y"}, .n_outputs = 1});
 *     cameo_builder_attr(b, &(cameo_attr){.name = "transB", .type = CAMEO_ATTR_INT, .i = 1});
 *     cameo_builder_finish(b, &error);
 *
 * Inputs and outputs are set by hand or found: without cameo_builder_input each value of the main graph
 * that nothing produces is an input, in the order of first mention; without cameo_builder_output each
 * output of a node that nothing reads is an output. Below IR version 4 initializers are inputs, too.
 * A subgraph has the inputs that are set by hand; every other name that it does not produce is one of
 * the graphs around it.
 *
 * The first failure sticks: every later call returns its status, finish gives its text. So the calls in
 * between need no check. All names are copied; payloads of 256 bytes and more are not: they must stay
 * until the last use of what was built. (On big-endian processors elements wider than a byte are.)
 * A builder is used by one thread at a time. */
typedef struct cameo_builder cameo_builder;

typedef struct cameo_builder_options {
    size_t size;            /* sizeof(cameo_builder_options); 0 counts as that too */
    int64_t ir_version;     /* 0: 10 */
    int64_t model_version;
    const char *producer_name, *producer_version, *domain, *doc_string, *graph_name; /* may be NULL */
    /* NULL: payloads are part of the model, one file. Else they are external data of this name: a model
     * that is loaded without copying them, or two files. Needed from 2 GiB on. */
    const char *data_name;
} cameo_builder_options;

/* options may be NULL. memory is used until the last use of what was built. */
cameo_status cameo_builder_create(cameo_memory memory, const cameo_builder_options *options,
                                  cameo_builder **builder, cameo_error *error);

/* Errors of all that follows: E_NOMEM the memory is too small; E_ARG a call out of place, a name that is
 * given or defined twice; E_MISSING a name or domain that is nowhere defined. */

/* Of the model; or of the function that is open. Domain "" is ai.onnx. */
cameo_status cameo_builder_opset(cameo_builder *b, const char *domain, int64_t version);
cameo_status cameo_builder_metadata(cameo_builder *b, const char *key, const char *value);

/* Tensor `name` of these dims (-1: free); dims may be NULL when rank is 0. */
cameo_type cameo_tensor_type(const char *name, cameo_dtype dtype, uint32_t rank,
                             const int64_t *dims);

/* The type of a value of the graph that is open, before or after it is used. Inputs of the main graph need
 * one; the ONNX checker wants one for its outputs, too. */
cameo_status cameo_builder_value(cameo_builder *b, const cameo_type *type);
/* Sets the next input, output; kind NONE: its type is given by cameo_builder_value, or not. */
cameo_status cameo_builder_input(cameo_builder *b, const cameo_type *type);
cameo_status cameo_builder_output(cameo_builder *b, const cameo_type *type);

/* A tensor with few elements that are not zero, as in ONNX's SparseTensorProto. */
typedef struct cameo_sparse {
    cameo_tensor values;  /* [nnz] */
    cameo_tensor indices; /* int64 [nnz] or [nnz][rank] */
    uint32_t rank;
    int64_t dims[CAMEO_MAX_RANK];
} cameo_sparse;

cameo_status cameo_builder_init(cameo_builder *b, const char *name, const cameo_tensor *tensor);
cameo_status cameo_builder_sparse_init(cameo_builder *b, const char *name,
                                       const cameo_sparse *sparse);

typedef struct cameo_node {
    const char *op_type;
    const char *domain, *name, *overload, *doc_string; /* may be NULL */
    const char *const *inputs, *const *outputs;        /* NULL or "": absent */
    size_t n_inputs, n_outputs;
} cameo_node;

cameo_status cameo_builder_node(cameo_builder *b, const cameo_node *node);

typedef struct cameo_attr {
    const char *name;
    cameo_attr_type type;
    size_t n; /* elements of a list */
    float f;
    int64_t i;
    cameo_string s;
    const float *floats;
    const int64_t *ints;
    const cameo_string *strings;
    const cameo_tensor *tensors; /* one for TENSOR */
    const cameo_sparse *sparses; /* one for SPARSE_TENSOR */
    const cameo_type *types;     /* one for TYPE_PROTO */
    const char *ref; /* in a function: the value is that of this attribute of the call; else NULL */
} cameo_attr;

/* An attribute of the newest node; in a function before its first node, one of its attributes with the
 * default value. GRAPH begins a subgraph, which the following calls fill until cameo_builder_end; GRAPHS
 * begins n, one after the other. Afterwards the node can have further attributes. */
cameo_status cameo_builder_attr(cameo_builder *b, const cameo_attr *attr);

typedef struct cameo_function {
    const char *domain, *name;
    const char *overload; /* may be NULL */
    const char *const *inputs, *const *outputs, *const *attrs; /* attrs: those without default */
    size_t n_inputs, n_outputs, n_attrs;
} cameo_function;

/* Begins a model-local function: its opsets, default attributes, nodes, cameo_builder_end. */
cameo_status cameo_builder_function(cameo_builder *b, const cameo_function *function);
/* Ends the subgraph or function that is open. */
cameo_status cameo_builder_end(cameo_builder *b);

/* Zeroed memory that lives as long as the builder's, for payloads that have to be made. NULL: none is left,
 * and the builder has failed. */
void *cameo_builder_alloc(cameo_builder *b, size_t bytes);

/* Checks and completes the model; nothing can be added afterwards. */
cameo_status cameo_builder_finish(cameo_builder *b, cameo_error *error);

/* Of a finished builder: the model in order, and with data_name the file of that name. */
cameo_status cameo_builder_write(const cameo_builder *b, cameo_write_fn *write, void *ctx);
cameo_status cameo_builder_write_data(const cameo_builder *b, cameo_write_fn *write, void *ctx);

/* The model in one piece, for cameo_host_load or cameo_model_create, with cameo_builder_external as
 * options.external and the builder as its ctx. E_ARG: not finished; or payloads are part of the model,
 * which then lies in pieces: give a data_name. */
cameo_status cameo_builder_get_bytes(const cameo_builder *b, const void **bytes, size_t *size);
/* A cameo_external_fn. */
cameo_status cameo_builder_external(void *builder, cameo_string location, uint64_t offset,
                                    uint64_t length, const void **data, size_t *size);

/* ---- editor: a model that was loaded, changed ----------------------------------------------------
 *
 * Writes a loaded model again with what the calls change, and all else byte for byte: fields that Cameo does not know,
 * the order of nodes, doc strings, references to external data. What is changed is named by its number
 * (cameo_model_view_*):
 *
 *     cameo_editor_create(memory, model, &d, &error);
 *     cameo_editor_rename_value(d, value, "logits");
 *     cameo_editor_set_attr(d, node, &(cameo_attr){.name = "axis", .type = CAMEO_ATTR_INT, .i = -1});
 *     cameo_editor_finish(d, &size, &error);
 *     cameo_editor_write(d, write, ctx);
 *
 * Names in calls are those that the written model has. What is written is checked where it is loaded: a name that
 * nobody defines, a value made twice, a node before what it reads are found there, not here.
 *
 * The first failure sticks, as with the builder. Texts are copied; payloads of 256 bytes and more are not, they must
 * stay until the model is written. The model and its bytes outlive the editor, which one thread uses at a time. A few
 * hundred bytes of memory are needed for each field of the messages that are looked into: E_NOMEM asks for more.
 *
 * Errors of all: E_NOMEM; E_ARG no such node, graph, value, tensor, or it was removed, and what is said below. */
typedef struct cameo_editor cameo_editor;

cameo_status cameo_editor_create(cameo_memory memory, const cameo_model *model, cameo_editor **editor,
                                 cameo_error *error);

/* Members of `changes` that are not NULL take the place of what the node has; "" removes a text, and n_inputs,
 * n_outputs count where the list is given. */
cameo_status cameo_editor_set_node(cameo_editor *d, uint32_t node, const cameo_node *changes);
/* Adds a node before another one of this graph, or behind all where `before` is NO_ID. *id is its number in calls of
 * this editor. */
cameo_status cameo_editor_add_node(cameo_editor *d, uint32_t graph, uint32_t before, const cameo_node *node,
                                   uint32_t *id);
cameo_status cameo_editor_remove_node(cameo_editor *d, uint32_t node);

/* Adds an attribute, or replaces the one of this name. E_ARG: type GRAPH, GRAPHS without a ref, which are added. */
cameo_status cameo_editor_set_attr(cameo_editor *d, uint32_t node, const cameo_attr *attr);
/* Adds a graph without anything in it as attribute `attr` of a node: the body of If, Loop or Scan. It takes the place
 * of an attribute of this name; with `list`, of type GRAPHS, it is one more graph behind those that the attribute has.
 * *graph is its number in calls of this editor, which give it inputs, outputs, initializers and nodes; its nodes read
 * names of the graphs around it, too. Its name is that of the attribute. */
cameo_status cameo_editor_add_graph(cameo_editor *d, uint32_t node, const char *attr, bool list, uint32_t *graph);
/* E_ARG: the node has no such attribute. */
cameo_status cameo_editor_remove_attr(cameo_editor *d, uint32_t node, const char *name);

/* A new name, wherever the value is defined, declared or read, subgraphs included. */
cameo_status cameo_editor_rename_value(cameo_editor *d, uint32_t value, const char *name);
/* What is declared of a value, its name left aside: of an input or output where it is listed, else of an inner
 * value. Kind NONE: nothing any more. */
cameo_status cameo_editor_set_type(cameo_editor *d, uint32_t value, const cameo_type *type);
/* Another input, output behind the others; removed ones may be added again in another order. E_ARG: the graph is the
 * body of a function; the value is no input, no output. */
cameo_status cameo_editor_add_input(cameo_editor *d, uint32_t graph, const cameo_type *type);
cameo_status cameo_editor_add_output(cameo_editor *d, uint32_t graph, const cameo_type *type);
cameo_status cameo_editor_remove_input(cameo_editor *d, uint32_t value);
cameo_status cameo_editor_remove_output(cameo_editor *d, uint32_t value);

/* Type, dims and elements of a tensor, an initializer's or an attribute's. E_ARG: bytes and dims contradict each
 * other. */
cameo_status cameo_editor_set_tensor(cameo_editor *d, uint32_t tensor, const cameo_tensor *value);
/* Its elements lie in external data: type->bytes of them at `offset` of the file `location`. type->data is not read. */
cameo_status cameo_editor_set_external(cameo_editor *d, uint32_t tensor, const cameo_tensor *type, const char *location,
                                       uint64_t offset);
cameo_status cameo_editor_add_init(cameo_editor *d, uint32_t graph, const char *name, const cameo_tensor *tensor);
/* E_ARG: the tensor is an attribute's, or part of a sparse one. */
cameo_status cameo_editor_remove_init(cameo_editor *d, uint32_t tensor);

/* The version of a domain that the model imports, or comes to import; 0: no longer. */
cameo_status cameo_editor_set_opset(cameo_editor *d, const char *domain, int64_t version);
/* value NULL: the entry goes, E_ARG where there is none. */
cameo_status cameo_editor_set_metadata(cameo_editor *d, const char *key, const char *value);
typedef enum cameo_model_text {
    CAMEO_TEXT_PRODUCER_NAME = 0,
    CAMEO_TEXT_PRODUCER_VERSION = 1,
    CAMEO_TEXT_DOMAIN = 2,
    CAMEO_TEXT_DOC_STRING = 3,
    CAMEO_TEXT_GRAPH_NAME = 4, /* of the main graph */
    CAMEO_TEXT_GRAPH_DOC_STRING = 5
} cameo_model_text;
cameo_status cameo_editor_set_text(cameo_editor *d, cameo_model_text what, const char *text);
/* A negative number leaves a version as it is. */
cameo_status cameo_editor_set_version(cameo_editor *d, int64_t ir_version, int64_t model_version);
/* Every doc_string of the model goes. */
cameo_status cameo_editor_strip_docs(cameo_editor *d);

/* Outputs without dtype or shape get what inference knows of them in the model as it was loaded; with `all` each
 * inner value of every graph does. What has no known shape stays as it is. So the ONNX checker takes what
 * cameo_builder found itself: write it, load it, edit it. work, options: as for cameo_session_measure; errors: those
 * of cameo_model_infer. */
cameo_status cameo_editor_set_types(cameo_editor *d, bool all, cameo_memory work, const cameo_options *options);

/* Completes the model, of *size bytes; nothing can be changed afterwards. Errors: the first of all calls; E_LIMIT it
 * would exceed 2 GiB. */
cameo_status cameo_editor_finish(cameo_editor *d, size_t *size, cameo_error *error);
/* Of a finished editor, as often as wanted. Errors: E_ARG it is not; what `write` returned. */
cameo_status cameo_editor_write(const cameo_editor *d, cameo_write_fn *write, void *ctx);

/* A file format that is not ONNX, given in options.loaders. It and ctx outlive the loading. */
struct cameo_loader {
    size_t size;           /* sizeof(cameo_loader) */
    const char *name;      /* for options.format and errors */
    const char *extension; /* such as ".mlp", whatever the case; NULL: none */
    void *ctx;             /* first argument of both functions */
    /* CAMEO_OK: the bytes of a file are of this format; CAMEO_DECLINED: they are not; another status ends the load with
     * it, and the text given to cameo_fail. NULL: that is known by extension only. */
    cameo_status (*recognise)(void *ctx, const void *bytes, size_t size, cameo_error *error);
    /* Builds the model, all but cameo_builder_finish. The bytes outlive what is built: payloads can lie
     * there, or in memory of cameo_builder_alloc. Called again, with a fresh builder, where the memory was
     * too small: it returns the status of the builder's calls, or its own with a text by cameo_fail. */
    cameo_status (*build)(void *ctx, const void *bytes, size_t size, cameo_builder *b,
                          cameo_error *error); /* CAMEO_DECLINED: the file is not of this format after all */
};

/* ---- nodes of the caller's in the place of others ----------------------------------------------
 *
 * Where a session is prepared, a model checked, inferred or exported, the caller can put nodes of its own in the place
 * of the file's: by name, as functions, or by a call for each node. What is given or built there is checked as if the
 * file had it, within the same limits. */

/* Functions as bytes, which outlive what is made with them: a FunctionProto, or a ModelProto, of which nothing else
 * counts. Tensors in them are copied into the session. */
typedef struct cameo_functions {
    const void *bytes;
    size_t size;
    bool is_function; /* a FunctionProto */
} cameo_functions;

/* Says a node in other nodes. It and ctx outlive the call that it serves. */
struct cameo_importer {
    size_t size;         /* sizeof(cameo_importer) */
    const char *domain;  /* "" is ai.onnx */
    const char *op_type; /* NULL: every operator of the domain */
    int64_t oldest, newest; /* versions of the domain that it serves; newest 0: all from oldest on. What is not imported
                               counts as the newest version that is known, or 0 */
    void *ctx;              /* first argument of build */
    /* Builds the nodes in b, where a function is open whose inputs are "in0", "in1" ... and outputs "out0", "out1"
     * ..., as many as the node lists, absent ones too: its opsets first, then nodes; attributes of the node can be
     * handed on (cameo_attr.ref), graphs and tensors too. Inputs of node tell what is known while a model is
     * loaded: types that the file declares, and constants with their data; false: nothing. cameo_op_version is that
     * of the domain. Payloads that are not in memory of cameo_builder_alloc must stay until this node was imported.
     * CAMEO_DECLINED: the next importer is asked; what was built is forgotten. Another status ends the call with
     * it, and the text given to cameo_fail or cameo_op_fail. Called again, with a fresh builder, where the memory
     * was too small, and for nodes that importers built; what it builds must not depend on how often it was asked.
     * Errors: those of the builder, of a file that holds these nodes; E_LIMIT they nest deeper than
     * limits.subgraph_depth, or are more than limits.nodes. */
    cameo_status (*build)(void *ctx, cameo_op_context *node, cameo_builder *b, cameo_error *error);
};

/* Nodes that a rewrite replaces, at most, and values that what it builds reads. */
#define CAMEO_MATCH_MAX 32

typedef struct cameo_match {
    uint32_t n_nodes, n_inputs;
    uint32_t nodes[CAMEO_MATCH_MAX];  /* with a pattern those of it, in its order */
    uint32_t inputs[CAMEO_MATCH_MAX]; /* ids of values */
} cameo_match;

/* A value of a pattern that is a constant. */
typedef struct cameo_match_constant {
    const char *name;
    double value;     /* its only element; not looked at where `any` is set */
    double tolerance; /* relative; 0: 1e-6 */
    bool any;         /* of any value and dims */
} cameo_match_constant;

typedef enum cameo_rewrite_when {
    CAMEO_REWRITE_FIRST = 0, /* before all of the library's: on nodes as the file has them, functions inlined */
    CAMEO_REWRITE_BEHIND = 1 /* behind those that make standard operators, as they are offered to providers: constants
                                are folded, LayerNormalization and its kin found; those for the CPU alone come later */
} cameo_rewrite_when;

/* Nodes of the caller's in the place of nodes that lead to one of them, the root, when nothing but the root's
 * outputs is read by others. It and what it points to outlive the session's preparation. What is built must have
 * outputs of the same types and dims as the root, for all that is known of them, and no control flow: where it
 * computes other dims or does not take its inputs, the rewrite is left out there, the log gets a warning, and
 * nothing was changed. What no file may hold, or no operator of the build or the caller computes, is an error, as
 * for importers. Errors: E_ARG a member that is missing; a name that another rewrite has; a pattern whose nodes are
 * not all read by later ones; nodes and inputs of `match` that are not as it must give them. */
struct cameo_rewrite {
    size_t size;      /* sizeof(cameo_rewrite) */
    const char *name; /* for rewrites_off, errors and the log */
    cameo_rewrite_when when;
    /* The pattern: at most CAMEO_MATCH_MAX nodes in the order of computation, the root last; op_type, domain, names
     * of inputs and outputs count. Equal names are equal values. An input without name is absent, an output without
     * name is read by nobody. Operands of Add, Mul and other operators of two that commute may stand in either
     * order. */
    const cameo_node *nodes;
    size_t n_nodes;
    const cameo_match_constant *constants; /* by names of the pattern */
    size_t n_constants;
    void *ctx; /* first argument of both functions */
    /* With a pattern: whether this match is wanted; may be NULL. Without: asked about each node as the root, it
     * fills m->nodes (the root among them, all of its graph) and m->inputs (values that these nodes read and do not
     * make). graph has all nodes and values of the model with what is known of them; a node that was removed has no
     * operands. CAMEO_OK: it is a match; CAMEO_DECLINED: it is none; another status ends the call with it, and the text
     * given to cameo_fail. */
    cameo_status (*match)(void *ctx, cameo_partition *graph, uint32_t root, cameo_match *m, cameo_error *error);
    /* Builds the nodes as an importer does. The function's inputs are m->inputs: with a pattern, the names that its
     * nodes read and do not make, in the order in which they come up; else "in0", "in1" ... Its outputs have the
     * names of the root's in the pattern; else, and where the pattern has none, "out0", "out1" ... Attributes
     * cannot be handed on by name: cameo_partition_node tells them. */
    cameo_status (*build)(void *ctx, cameo_partition *graph, const cameo_match *m, cameo_builder *b,
                          cameo_error *error);
};

/* ---- host helper: load, run, free ------------------------------------------------------------ */

/* Owns a model, a session, a cache of plans, a pool of runs and threads; all from one allocator. */
typedef struct cameo_host cameo_host;

/* n_workers - 1 threads that several hosts share (options.threads): runs at the same time, of any of the hosts, compute
 * on n_workers threads together, or on one each where the runs are more. A host without options.threads has such a pool
 * of its own. n_workers 0: as many as this process may use. cameo_threads_free, after the last host, ends the threads.
 * Errors: E_ARG more than 65,535 workers; E_NOMEM a thread cannot be had. */
cameo_status cameo_threads_create(uint32_t n_workers, cameo_threads *threads, cameo_error *error);
void cameo_threads_free(cameo_threads *threads); /* what cameo_threads_create made, or zeroed */

/* Reads (maps) the file; external data is looked for beside it and nowhere else. What is no ONNX file
 * needs a loader. options may be NULL. Errors: E_IO with the path; E_UNSUPPORTED content that has the signs of another
 * format, which the message names; or those of the stages. */
cameo_status cameo_host_load_file(const char *path, const cameo_options *options, cameo_host **host,
                                  cameo_error *error);
/* bytes must outlive the host, unless options.release takes them over, or options.copy_files copies them. */
cameo_status cameo_host_load(const void *bytes, size_t size, const cameo_options *options,
                             cameo_host **host, cameo_error *error);

/* Runs with the dims that the inputs have. The first run makes a plan and packs the weights that it needs, so that it
 * takes longer than others: where a first answer must not, run once with zeros before. An output whose tensor.data is
 * NULL is given memory of the host, valid until the same outputs array is used in another call, or released, or the
 * host freed; zero the array before its first use. Outputs with names may be some of the model's, in any order; E_ARG:
 * it has none of a name. Callable from many threads, each with its own outputs. */
cameo_status cameo_host_run(cameo_host *host, const cameo_value *inputs, size_t n_inputs,
                            cameo_value *outputs, size_t n_outputs, cameo_error *error);
/* cameo_host_run that stops where the budget says; budget->tasks is 0, budget may be NULL. */
cameo_status cameo_host_run_within(cameo_host *host, const cameo_value *inputs, size_t n_inputs,
                                   cameo_value *outputs, size_t n_outputs, const cameo_budget *budget,
                                   cameo_error *error);
/* Every run that another thread has begun ends with CAMEO_E_CANCELLED. Later ones are as always. */
void cameo_host_cancel(cameo_host *host);
void cameo_host_release(cameo_host *host, cameo_value *outputs, size_t n_outputs);

/* One plan serves all runs whose free dims lie in these ranges, instead of a plan for each of them: the past of a
 * decoder, 0..500. Memory is planned for the largest dims, and those of a run are found as it goes. Takes the
 * place of what an earlier call said; n_dims 0: no ranges. Runs with other dims have plans of their own.
 * Errors: E_ARG unknown dim name or empty range. */
cameo_status cameo_host_bind_dims(cameo_host *host, const cameo_dim_binding *dims, size_t n_dims,
                                  cameo_error *error);
void cameo_host_free(cameo_host *host); /* host may be NULL */

const cameo_model *cameo_host_get_model(const cameo_host *host);
const cameo_session *cameo_host_get_session(const cameo_host *host);

typedef struct cameo_host_info {
    size_t size;
    size_t model_bytes, session_bytes, plan_bytes, run_bytes, heap_bytes; /* of the newest plan, run */
    cameo_run_needs needs; /* of the newest plan */
    uint64_t load_ns, prepare_ns, plan_ns;
    cameo_run_stats last; /* of the last finished run */
} cameo_host_info;

void cameo_host_get_info(const cameo_host *host, cameo_host_info *info);
/* cameo_prepared_count_rewrite of the host's session. */
uint32_t cameo_host_count_rewrite(const cameo_host *host, uint32_t index);

/* ---- plugins ------------------------------------------------------------------------------------ */

/* What a shared object brings to the command `cameo ... --plugin FILE`: it exports one object of this type
 * named cameo_plugin_2. Its functions find those of this header in the command itself. */
typedef struct cameo_plugin {
    size_t size; /* sizeof(cameo_plugin) */
    const cameo_op *const *ops;
    size_t n_ops;
    const cameo_provider *const *providers;
    size_t n_providers;
    const cameo_loader *const *loaders;
    size_t n_loaders;
} cameo_plugin;

#define CAMEO_PLUGIN_SYMBOL "cameo_plugin_2"

#ifdef __cplusplus
}
#endif

#endif
