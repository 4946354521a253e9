/* ir.h — the graph while prepare works on it: writable tables in work memory, and what inference and
 * rewriting know. Order of the stages (runtime/session/prepare.c drives them):
 *
 *   import   copy the tables that change                         (ir/import/import.c)
 *            what the caller says otherwise: types, versions,    (ir/import/override.c)
 *            weights; the part between two sets of values        (ir/import/cut.c)
 *   expand   functions inlined, Constant nodes -> initializers   (ir/import/expand.c)
 *   resolve  op_type -> cm_op, schema version                    (ir/import/resolve.c)
 *   check    arity, types, attributes against ir/schema.def      (ir/import/check.c)
 *            operators with a body -> its nodes                  (ir/import/body.c)
 *   scan     Scan, SequenceMap -> Loop                            (ir/import/scan.c)
 *   parse    lift attributes to inputs; attributes -> params     (ir/import/parse.c)
 *   infer    types and shapes of every value                     (ir/infer/infer.c)
 *   states   what a caller keeps from run to run lies so that it can grow (ir/import/state.c)
 *   halves   float16 and bfloat16 nodes compute in float         (ir/rewrite/opt_half.c)
 *   optimise worklist of rewrites                                (ir/rewrite/opt.c, ir/rewrite/opt_*.c)
 *   layout   channels of images last, where kernels gain by it  (ir/rewrite/opt_layout.c)
 *   chains   elementwise operators that one pass computes       (ir/rewrite/opt_chain.c)
 *   order    nodes between which dependences leave a choice      (ir/order/order.c)
 *
 * Nodes and values are appended or marked dead, never moved: ids stay valid throughout. */
#ifndef CM_IR_IR_H
#define CM_IR_IR_H

#include "ir/graph.h"
#include "ir/op.h"
#include "ir/infer/value.h"
#include "ir/rewrite/rewrites.h"

/* What prepare knows of a node. */
typedef struct cm_node_info {
    const cm_op *op;  /* NULL until resolved */
    int32_t since;    /* since_version of the schema that the node means */
    void *params;     /* op->params_size bytes in work memory; NULL if none */
    uint32_t provider;
    cm_chain opsets;  /* imports that it is resolved with: the model's or its function's */
    cm_id prev;       /* the node before it in its graph, or CM_NONE */
    uint8_t lifted;   /* bit i: input i was an attribute and takes the type of input 0 */
    uint8_t built;    /* how many rewrites of the caller stand behind it, one upon the other */
    bool of_body;     /* of an operator's body: takes bfloat16 wherever its schema has float16 */
    bool plain;       /* the provider that would compute it does not with an epilogue; while nodes are offered */
#if CAMEO_DEBUG
    uint32_t place;   /* of cm_ir_verify: which in its graph's order */
#endif
} cm_node_info;

/* A free dim of the model's inputs that equals an older one, or a number, in every run that succeeds:
 * merged in cm_ir.dims (ir/infer/demand.c). */
typedef struct cm_demand {
    cm_dim symbol; /* the one that gave way */
    cm_id node;    /* whose shape rule wants it */
} cm_demand;

struct cm_ir;
/* Computes a node whose inputs are all constant: fills outs[0 .. n_out) with data in work memory
 * (CM_SEG_MEMORY payloads). CAMEO_E_UNSUPPORTED or E_LIMIT: leave the node as it is. */
typedef cameo_status cm_fold_fn(void *ctx, struct cm_ir *ir, cm_id node);

/* Asks the caller for nodes in the place of `node`: *built gets a model whose first function, of the node's inputs and
 * outputs, says them, in memory that outlives the ir; NULL: the node stays. Errors are those of the caller, or of what
 * it built. */
typedef cameo_status cm_import_fn(void *ctx, struct cm_ir *ir, cm_id node, const cameo_model **built);

/* Rewrites of the caller: at most CM_OWN_MAX, all checked. */
#define CM_OWN_MAX 64
typedef struct cm_own {
    const cameo_rewrite *const *rewrite;
    uint32_t n;
    uint64_t off; /* bit i: rewrite i is not tried */
    /* rewrite->match; and *built as a cm_import_fn gets it, of the inputs of m and the outputs of node. */
    cameo_status (*match)(void *ctx, struct cm_ir *ir, const cameo_rewrite *rewrite, cm_id node, cameo_match *m,
                          bool *found);
    cameo_status (*build)(void *ctx, struct cm_ir *ir, const cameo_rewrite *rewrite, cm_id node, const cameo_match *m,
                          const cameo_model **built);
    void *ctx;
} cm_own;

/* What node, of an operator with params field channels_last, gains with its channels last, in bytes that a Transpose
 * moves in that time; 0 or less: nothing. */
typedef int64_t cm_layout_gain_fn(void *ctx, const struct cm_ir *ir, cm_id node);

/* Who would compute node as it is now: the place in options.providers of the first that does; n_providers: none. */
typedef uint32_t cm_offer_fn(void *ctx, struct cm_ir *ir, cm_id node);

/* An entry of options.states. */
typedef struct cm_ir_state {
    cm_id input, output; /* values */
    bool by_last;        /* it grows along what is the last dim in the file, and is the first one now */
} cm_ir_state;

/* The operator table of the build (cameo_ops_all) as lower layers see it. */
typedef struct cm_op_table {
    const cm_op_entry *entry; /* sorted as ir/ops.def */
    uint32_t n;
} cm_op_table;

/* What compatible reading repairs is told once for each operator and what of it, not for each node: the first so many
 * of a model, so that a log does not grow with it. */
#define CM_TOLD_MAX 32
typedef struct cm_told {
    cm_str op_type, what; /* the name of an attribute, or empty */
} cm_told;

typedef struct cm_ir {
    const cameo_model *model;
    cm_tables t;          /* graph, node, value, use, ids, tensor, ints are own; the rest is shared */
    cm_node_info *info;   /* parallel to t.node (same cap) */
    cm_avalue *av;        /* parallel to t.value (same cap); what inference found */
    uint32_t *n_listed;   /* parallel to t.value: entries of graph output lists that are this value */
    cm_id *use_prev;      /* parallel to t.use: the use before it of the same value, or CM_NONE */
    cm_id *op_index;      /* rows of ops, sorted by domain and op_type */
    const cm_avalue **shape_in; /* room for one node's shape rule */
    cm_avalue *shape_out;
    cm_id shape_in_cap, shape_out_cap;
    bool keep_opset; /* rewrites make no operators that came after the opset of the model: for a file */
    cm_rewrites rewrites_off; /* they are not tried */
    uint32_t applied[CM_REWRITE_COUNT]; /* how often each rewrite changed the graph */
    cm_chain opsets;      /* of the model */
    cm_arena *work;
    cm_dims *dims;
    uint32_t n_symbols; /* of dims, the first: free dims of inputs; sizes that data decide follow */
    bool demanding;  /* the node in hand is certain to run: what its rule wants equal is merged */
    CM_TABLE(cm_demand) demand;
    const cameo_options *options;
    cameo_limits limits;  /* all filled in */
    cm_op_table ops;      /* built-in operators */
    cm_op_table custom;   /* the caller's: searched first */
    const cm_avalue *from_av; /* per name of options.from: what inference found of it; may be NULL */
    const cm_dims *from_dims; /* their expressions */
    const cameo_model *const *libraries; /* functions of options.functions, n_libraries models */
    uint32_t n_libraries;
    cm_import_fn *import; /* NULL: there are no importers */
    void *import_ctx;
    const cm_own *own; /* NULL: the caller has no rewrites */
    uint32_t own_applied[CM_OWN_MAX];
    void *expansion; /* of ir/import/expand.c, for nodes that come later */
    cm_told told[CM_TOLD_MAX]; /* of which there was a warning */
    uint32_t n_told;
    cm_id fresh;     /* stages up to parse look at nodes from this one on */
    bool redeclared; /* the caller gave types: what the model declares of inner values may not hold */
    cm_ir_state *states; /* n_states, once cm_ir_find_states has run */
    uint32_t n_states;
    cm_fold_fn *fold;     /* may be NULL */
    void *fold_ctx;
    cm_layout_gain_fn *layout_gain; /* may be NULL: nothing gains */
    void *layout_ctx;
    cm_offer_fn *offer; /* NULL: there are no providers, or they have their nodes */
    void *offer_ctx;
    cm_spent_fn *spent; /* of weights that others were computed or packed from; may be NULL */
    void *spent_ctx;
    cm_touch_fn *touch; /* of memory for large constants, just before they are written; may be NULL */
    uint64_t folded_bytes; /* so far */
    uint64_t folded_cost;
    uint32_t asked;       /* nodes looked at since options.interrupt was asked */
    cameo_status stopped; /* what it answered, once that is not CAMEO_OK */
    cameo_problem_fn *report; /* check: every problem; may be NULL */
    void *report_ctx;
    uint32_t n_problems;
    uint32_t n_gradients;  /* nodes that were expanded */
    cameo_error *e;
} cm_ir;

/* Copies what changes into ir->work, as options say. ir: zeroed but for work, options, limits, ops, fold,
 * report, from_av, e. Errors: E_ARG a name or value of options; E_TYPE, E_SHAPE they contradict the
 * model; E_MISSING as options.from says. */
CM_NODISCARD cameo_status cm_ir_import(cm_ir *ir, const cameo_model *model);

/* Stages, in this order. Each returns the first problem; resolve, check and infer report all of them.
 * cm_ir_check ends with the stages scan and parse. */
CM_NODISCARD cameo_status cm_ir_expand(cm_ir *ir);
CM_NODISCARD cameo_status cm_ir_resolve(cm_ir *ir);
CM_NODISCARD cameo_status cm_ir_check(cm_ir *ir);
CM_NODISCARD cameo_status cm_infer(cm_ir *ir);
CM_NODISCARD cameo_status cm_ir_find_states(cm_ir *ir);
CM_NODISCARD cameo_status cm_optimize(cm_ir *ir);
/* Rewrites of the caller that are tried then. */
CM_NODISCARD cameo_status cm_optimize_own(cm_ir *ir, cameo_rewrite_when when);
/* Input `index` of the function that is built for a rewrite with a pattern; false: there is none. */
bool cm_own_input(const cameo_rewrite *rewrite, uint32_t index, const char **name);
/* Rewrite `channels_last` and what tidies up behind it; then nodes of the CPU may be such as only its kernels
 * understand. */
CM_NODISCARD cameo_status cm_optimize_layout(cm_ir *ir);
/* Rewrite `half`, before all others; then nodes of the CPU alone may follow. */
CM_NODISCARD cameo_status cm_optimize_halves(cm_ir *ir);
/* Rewrite `chain`, behind all others. */
CM_NODISCARD cameo_status cm_optimize_chains(cm_ir *ir);

/* The rewrites whose result is no standard operator: only the CPU's kernels understand it. */
cm_rewrites cm_rewrites_for_cpu(void);
/* The library's own among options->rewrites_off. E_ARG: a name that no rewrite has. */
CM_NODISCARD cameo_status cm_rewrites_find(const cameo_options *options, cm_rewrites *off, cameo_error *e);
/* For writing the graph to a file, after which nothing else can be done with it (ir/rewrite/standard.c,
 * ir/rewrite/name_values.c). Standard operators only; rewrites of cm_rewrites_for_cpu must have been off.
 * Errors: E_UNSUPPORTED a node that no standard operators say. */
CM_NODISCARD cameo_status cm_ir_standardize(cm_ir *ir);
/* Then every value that is written gets a name that no other has; inputs and outputs of the main graph keep
 * theirs. written: one flag per value, set here. */
CM_NODISCARD cameo_status cm_ir_name_values(cm_ir *ir, uint8_t **written);
/* The main graph, or one that is an attribute of a live node. */
bool cm_ir_graph_is_live(const cm_ir *ir, cm_id graph);
/* Infers one node again (after a rewrite). */
CM_NODISCARD cameo_status cm_infer_node(cm_ir *ir, cm_id node);

#if CAMEO_DEBUG
/* A node that becomes a step has the results that its schema wants: kernels rely on it. Errors: E_INTERNAL it has
 * not. */
CM_NODISCARD cameo_status cm_ir_verify_results(const cm_ir *ir, cm_id node);
#endif

/* Asked once for each node that is looked at, and, with `now`, before what may take long: what options.interrupt says,
 * CAMEO_OK or the status that ends prepare. */
CM_NODISCARD cameo_status cm_ir_go_on(cm_ir *ir, bool now);

/* Reports a problem at a node (cm_fail has filled *problem) and returns its status. */
cameo_status cm_ir_problem(cm_ir *ir, cm_id node, cameo_error *problem);

/* ---- reading ---- */

CM_INLINE cm_id cm_ir_in(const cm_ir *ir, cm_id node, uint32_t i) {
    const cm_node *n = &ir->t.node.row[node];
    return i < n->in.n ? ir->t.use.row[n->in.first + i].value : CM_NONE;
}
CM_INLINE cm_id cm_ir_out(const cm_ir *ir, cm_id node, uint32_t i) {
    const cm_node *n = &ir->t.node.row[node];
    return i < n->out.n ? ir->t.ids.row[n->out.first + i] : CM_NONE;
}
/* A constant: an initializer that the caller cannot override. */
bool cm_ir_is_const(const cm_ir *ir, cm_id value);
/* How many bytes a constant has. */
size_t cm_ir_const_size(const cm_ir *ir, cm_id value);
/* The bytes of a constant as they lie (little-endian, any alignment, for file segments), or NULL. Those that were not
 * computed yet (cm_pending) are now: who wants small ones only asks for the size first. */
const uint8_t *cm_ir_const_bytes(const cm_ir *ir, cm_id value, size_t *size);
/* The graph of a node's attribute, or CM_NONE. */
cm_id cm_ir_subgraph(const cm_ir *ir, cm_id node, const char *attr);
/* The first input of the main graph with a dim, *dim, that is this symbol; CM_NONE where none has. */
cm_id cm_demand_source(const cm_ir *ir, cm_dim symbol, uint32_t *dim);
/* What a host is told of a value: declared names, inferred type. */
void cm_ir_get_type(const cm_ir *ir, cm_id value, cameo_type *type);
/* The value of that name in the main graph, or CM_NONE. */
cm_id cm_ir_find_value(const cm_tables *t, const char *name);
/* options.`option` names an input that the main graph has not: E_ARG, with those that it has. */
CM_NODISCARD cameo_status cm_ir_no_input(cm_ir *ir, const char *option, cm_str name);
/* Does the declared type (row of t.type, or CM_NONE) say kind and dtype? */
bool cm_ir_type_is_known(const cm_tables *t, cm_id type);
/* Number of uses by live nodes, plus one for each graph output list that holds it. */
uint32_t cm_ir_use_count(const cm_ir *ir, cm_id value);
/* The only live user of a value that is no graph output, or CM_NONE. */
cm_id cm_ir_only_user(const cm_ir *ir, cm_id value);

/* ---- rewriting (ir/ir.c); E_NOMEM when work is used up, E_LIMIT above limits.nodes ---- */

/* A value without producer in graph g. */
CM_NODISCARD cameo_status cm_ir_add_value(cm_ir *ir, cm_id graph, cm_str name, cm_id *value);
/* A constant of n_elem = product of dims elements at data (work memory, native, aligned). */
CM_NODISCARD cameo_status cm_ir_add_const(cm_ir *ir, cm_id graph, int dtype, uint32_t rank,
                                          const int64_t *dims, const void *data, cm_id *value);
/* Gives value a payload: it becomes an initializer, its producer loses that output. */
CM_NODISCARD cameo_status cm_ir_make_const(cm_ir *ir, cm_id value, int dtype, uint32_t rank,
                                           const int64_t *dims, const void *data, size_t size);
/* Gives value a payload of floats, of `size` bytes, that are computed when they are asked for. */
CM_NODISCARD cameo_status cm_ir_make_pending(cm_ir *ir, cm_id value, uint32_t rank, const int64_t *dims,
                                             cm_pending *pending, size_t size);
/* A node in `graph` before node `before` (CM_NONE: at the end) with these inputs and outputs (value ids,
 * CM_NONE = absent). It takes name and attrs of `like` if not CM_NONE. */
CM_NODISCARD cameo_status cm_ir_add_node(cm_ir *ir, cm_id graph, cm_id before, cm_id like,
                                         const cm_id *in, uint32_t n_in, const cm_id *out,
                                         uint32_t n_out, cm_id *node);
/* Input i of node reads value instead; i may be one behind the last (absent ones are filled in). */
CM_NODISCARD cameo_status cm_ir_set_in(cm_ir *ir, cm_id node, uint32_t i, cm_id value);
/* Output i of node, i < node.out.n, which is absent, becomes this value, which no node makes. */
void cm_ir_set_out(cm_ir *ir, cm_id node, uint32_t i, cm_id value);
/* The node has this attribute in the place of the one of its name; cm_ir_parse_node makes params of it. */
CM_NODISCARD cameo_status cm_ir_set_attr(cm_ir *ir, cm_id node, cm_attr attr);
/* The node has an attribute of that name, an integer, a float, or a list of the integers v[0, n), as cm_ir_set_attr
 * does it. The name is not copied. */
CM_NODISCARD cameo_status cm_ir_set_int(cm_ir *ir, cm_id node, const char *name, int64_t v);
CM_NODISCARD cameo_status cm_ir_set_float(cm_ir *ir, cm_id node, const char *name, float v);
CM_NODISCARD cameo_status cm_ir_set_ints(cm_ir *ir, cm_id node, const char *name, const int64_t *v,
                                         uint32_t n);
/* Every use of `from`, and every graph output list, reads `to` instead. */
void cm_ir_replace(cm_ir *ir, cm_id from, cm_id to);
/* Node is dead; its uses are unlinked. */
void cm_ir_kill(cm_ir *ir, cm_id node);

#endif
