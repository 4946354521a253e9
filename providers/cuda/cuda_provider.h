/* cuda_provider.h — the parts of the CUDA provider: cuda_match.c says which nodes it computes and reads their
 * attributes, cuda_plan.c makes the launches of a node, cuda_chain.c those of elementwise nodes that follow one
 * another, cuda_layout.c chooses in which order values lie, cuda_queue.c has memory, streams and tickets, os_cuda.c
 * loads the driver and has what needs an operating system. All of it is nothing unless CAMEO_CUDA is 1. */
#ifndef CM_PROVIDERS_CUDA_PROVIDER_H
#define CM_PROVIDERS_CUDA_PROVIDER_H

#include "base/config.h"
#include "base/port.h"

#if CAMEO_CUDA

#include "include/cameo_cuda.h"
#include "kernels/cuda/cuda.h"
#include "providers/cuda/cuda_driver.h"

/* ---- kernels ---- */

/* Numbers of kernels: CM_CUDA_KERNEL_unary_f32 ... */
enum {
#define CM_CUDA_NUMBER(family, kernel, params) CM_CUDA_KERNEL_##kernel,
    CM_CUDA_KERNELS(CM_CUDA_NUMBER)
#undef CM_CUDA_NUMBER
        CM_CUDA_N_KERNELS
};

/* A family's compiled kernels, for every kind of device; made by the build from kernels/cuda/<family>.cu. The list ends
 * with a NULL name. */
typedef struct cm_cuda_image {
    const char *family;
    const void *bytes;
} cm_cuda_image;
extern const cm_cuda_image cm_cuda_images[];

#define CM_CUDA_MAX_FAMILIES 32

/* The kernel cm_cuda_<stem>_<suffix>, or CM_CUDA_N_KERNELS. */
uint32_t cm_cuda_kernel(const char *stem, const char *suffix);

/* ---- nodes ---- */

/* What prepare keeps of a node: its attributes, in the form that its rule gave them. Equal nodes share one. */
typedef struct cm_cuda_op {
    uint32_t rule;   /* in cm_cuda_rules */
    uint32_t kernel; /* CM_CUDA_N_KERNELS: chosen with the launch */
    /* Of which values channels first and last are known to be the same bytes, since there is one channel or one place:
     * bit k of input k, bit 16 + k of output k. Dims are known when attributes are, and not in weights. */
    uint32_t points;
    uint32_t reads_packs; /* of a convolution: is it a product of matrices that reads packs with channels first? */
    int64_t i[28];
    float f[4];
} cm_cuda_op;

typedef struct cm_cuda_rule cm_cuda_rule;
typedef struct cm_cuda_build cm_cuda_build;

struct cm_cuda_rule {
    const char *op_type;
    /* Fills op; false: declined, by cameo_op_decline. */
    bool (*match)(const cameo_op_context *c, const cm_cuda_rule *rule, cm_cuda_op *op);
    /* Appends the launches of a node, whose dims are known. */
    cameo_status (*launch)(cm_cuda_build *b, const cm_cuda_op *op);
    int32_t code;         /* of the kernel: CM_CUDA_RELU */
    uint32_t host_inputs; /* bit i: input i is a constant that launches are made of, and that no kernel reads */
    const char *note;     /* for docs/CUDA.md: dtypes, and what is left to the CPU */
};
extern const cm_cuda_rule cm_cuda_rules[];
extern const uint32_t cm_cuda_n_rules;

/* false: not computed here, and why was said. */
bool cm_cuda_match(const cameo_op_context *c, cm_cuda_op *op);

/* The kernels of a product of f32 become those that round its operands to TF32. */
void cm_cuda_use_tf32(cm_cuda_op *op);

/* ---- launches ---- */

/* Without padding that differs: launches are compared byte by byte. */
typedef struct cm_cuda_launch {
    uint32_t node; /* of the work */
    uint32_t kernel;
    uint32_t grid[3];
    union {
        struct cm_cuda_unary_params unary;
        struct cm_cuda_cast_params cast;
        struct cm_cuda_binary_params binary;
        struct cm_cuda_where_params where;
        struct cm_cuda_chain_params chain;
        struct cm_cuda_attention_params attention;
        struct cm_cuda_rotary_params rotary;
        struct cm_cuda_cache_params cache;
        struct cm_cuda_scatter_params scatter;
        struct cm_cuda_gemm_params gemm;
        struct cm_cuda_conv_params conv;
        struct cm_cuda_pool_params pool;
        struct cm_cuda_softmax_params softmax;
        struct cm_cuda_norm_params norm;
        struct cm_cuda_batchnorm_params batchnorm;
        struct cm_cuda_reduce_params reduce;
        struct cm_cuda_move_params move;
        struct cm_cuda_pad_params pad;
        struct cm_cuda_gather_params gather;
        struct cm_cuda_gather_elements_params gather_elements;
        struct cm_cuda_resize_params resize;
        struct cm_cuda_cumsum_params cumsum;
        struct cm_cuda_trilu_params trilu;
        struct cm_cuda_range_params range;
        struct cm_cuda_quantize_params quantize;
        struct cm_cuda_qgemm_params qgemm;
        struct cm_cuda_qconv_params qconv;
        struct cm_cuda_nbits_params nbits;
        struct cm_cuda_dynamic_params dynamic;
        struct cm_cuda_gather_nd_params gather_nd;
        struct cm_cuda_one_hot_params one_hot;
        struct cm_cuda_lrn_params lrn;
        struct cm_cuda_topk_params topk;
        struct cm_cuda_nms_params nms;
        struct cm_cuda_rnn_params rnn;
    } p;
} cm_cuda_launch;

/* What a plan tells of a node. */
enum {
    CM_CUDA_FIXED = 1, /* its launches are the same in every run */
    CM_CUDA_JOINS = 2, /* its last launch can do what the next node does, which alone reads its result */
    CM_CUDA_CHAINS = 4 /* it and the next node can be stages of one launch (cuda_chain.c) */
};
typedef struct cm_cuda_note {
    uint8_t flags;
    uint8_t turned; /* not 0: it is a Transpose that MatMul alone reads, last so many nodes behind it (cuda_turn.c) */
} cm_cuda_note;
/* The provider's plan: its number is the address of notes, one for each node. */
cameo_status cm_cuda_plan(void *ctx, uint64_t session, cameo_partition *nodes, uint64_t *plan, uint64_t *workspace,
                          cameo_error *e);

/* In weights: what launches read of nodes before their own keeps its place until then. E_NOMEM. */
cameo_status cm_cuda_keep(cameo_partition *nodes, cameo_error *e);

/* Bytes of a constant that the device has in another order: [outer][channels][inner] as [outer][inner][channels]. */
typedef struct cm_cuda_turned {
    const void *host; /* where the session has them */
    size_t outer, channels, inner, element;
} cm_cuda_turned;
/* Bytes [at, at + n) of the other order; both whole elements. */
void cm_cuda_turn(const cm_cuda_turned *t, uint8_t *to, size_t at, size_t n);

/* In which order a session's values lie (cuda_layout.c). */
typedef struct cm_cuda_layout {
    uint8_t *last; /* for each value: with channels last, [n][in...][channels]? */
    cm_cuda_turned *turned; /* by rising addresses */
    uint32_t n_turned;
} cm_cuda_layout;
/* The constant whose bytes the session has at `host`, if the device has it in another order; else NULL. */
const cm_cuda_turned *cm_cuda_turned_at(const cm_cuda_layout *l, const void *host);
/* In weights. NULL, and told: no memory. */
cm_cuda_layout *cm_cuda_layout_create(cameo_partition *nodes, cameo_error *e);
void cm_cuda_layout_destroy(cm_cuda_layout *l); /* NULL is allowed */

/* Launches of one work. */
struct cm_cuda_build {
    cameo_partition *nodes;
    const cm_cuda_note *notes; /* of its nodes */
    const uint8_t *last;       /* of cm_cuda_layout */
    uint32_t joined;      /* how many nodes behind the one at work its launches compute as well */
    cameo_op_context *c;  /* the node at work */
    uint32_t at;          /* its number in the work */
    cm_cuda_address error; /* where kernels tell of numbers that are wrong, or 0 */
    cm_cuda_launch *list;
    uint32_t n, room;
};

/* The launches of node i, behind those that the list has. Nodes are built in their order. */
cameo_status cm_cuda_build_node(cm_cuda_build *b, uint32_t i);

/* Marks the nodes that can be stages of one launch; viewed: values that have views. */
void cm_cuda_mark_chains(cameo_partition *nodes, const bool *viewed, cm_cuda_note *notes);
/* In weights: operands of chains whose place the result can not take, since their dims or the sizes of their elements
 * differ, keep it until the last node. */
void cm_cuda_keep_chains(cameo_partition *nodes, const cm_cuda_note *notes);
/* The launch of the chain that begins with node i. false: dims or places do not allow it, and its nodes have
 * launches of their own. */
bool cm_cuda_build_chain(cm_cuda_build *b, uint32_t i, cameo_status *status);

/* How many nodes behind a Transpose that need not be computed, since products and Attention can read what it reads,
 * the last of these stands; 0: it is none. What it reads is to stay in its place until CM_CUDA_TAIL nodes behind that
 * one. */
uint8_t cm_cuda_turns(cameo_partition *nodes, uint32_t i, const bool *viewed);
#define CM_CUDA_TAIL 2 /* nodes that a product can end with */
/* Is node i one of these, and does what it reads stay in its place until all its readers are launched? Then it has no
 * launch. The node at work stays the same. */
bool cm_cuda_is_turned(cm_cuda_build *b, uint32_t i);

/* Operand of the node at work. */
typedef struct cm_cuda_operand {
    cm_cuda_address at;
    cameo_tensor t; /* dims in the order of the model, however it lies */
    int64_t n; /* elements */
    bool last; /* [n][in...][channels] */
} cm_cuda_operand;

/* Inputs and outputs of the node at work; false: absent, or without a place. */
bool cm_cuda_in(const cm_cuda_build *b, uint32_t i, cm_cuda_operand *o);
bool cm_cuda_out(const cm_cuda_build *b, uint32_t i, cm_cuda_operand *o);
/* Elements of a tensor of these dims. */
int64_t cm_cuda_count(uint32_t rank, const int64_t *dims);

/* ---- the device ---- */

struct cameo_cuda {
    cm_cu cu;
    cameo_provider provider;
    cm_cu_handle context;
    int device;
    uint64_t max_bytes;
    bool tf32;
    cameo_cuda_info info; /* its bytes are changed under the lock */
    void *lock;
    cm_cu_handle module[CM_CUDA_MAX_FAMILIES];
    cm_cu_handle function[CM_CUDA_N_KERNELS];
    cm_cuda_op **ops; /* every one that prepare made */
    uint32_t n_ops, room_ops;
};

/* Fills the functions of the provider. */
void cm_cuda_queue_provider(cameo_provider *p);
/* The address of offset bytes into memory, a number that alloc answered, or 0: of a value without bytes. */
cm_cuda_address cm_cuda_address_of(uint64_t memory, uint64_t offset);
/* The context becomes that of the calling thread, until leave. Both may fail; leave always undoes what enter did. */
cameo_status cm_cuda_enter(cameo_cuda *d, cameo_error *e);
void cm_cuda_leave(cameo_cuda *d);
/* CAMEO_OK, or the status of a failed call of the driver: "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY". */
cameo_status cm_cuda_check(const cameo_cuda *d, int result, const char *call, cameo_error *e);
#define CM_CUDA_TRY(d, call, symbol, e)                                       \
    do {                                                                      \
        cameo_status cuda_status = cm_cuda_check((d), (call), (symbol), (e)); \
        if (cuda_status != CAMEO_OK) return cuda_status;                      \
    } while (0)
/* Loads the kernel's family unless it is loaded. */
cameo_status cm_cuda_need(cameo_cuda *d, uint32_t kernel, cameo_error *e);

/* ---- os_cuda.c ---- */

void *cm_cuda_heap(size_t size);                            /* zeroed; NULL: none left */
void *cm_cuda_heap_more(void *p, size_t size, size_t more); /* as realloc; what was added is not zeroed */
void cm_cuda_heap_free(void *p);
void cm_cuda_lock(const cameo_cuda *d);
void cm_cuda_unlock(const cameo_cuda *d);
/* Lets other threads work for a moment, some 20 microseconds. */
void cm_cuda_nap(void);

#endif
#endif
