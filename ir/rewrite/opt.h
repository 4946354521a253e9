/* opt.h — what the rewrites of the optimiser share. See opt.c.
 *
 * A rewrite looks at one node, changes the graph near it or not, and says so. It keeps every output
 * of the main graph under its name, touches nothing when it declines, and fuses only where the value
 * between two nodes has one user and is no output. */
#ifndef CM_IR_OPT_H
#define CM_IR_OPT_H

#include "ir/activation_fn.h"
#include "ir/ir_impl.h"

typedef struct cm_opt {
    cm_ir *ir;
    CM_TABLE(cm_id) queue; /* nodes to look at; a ring of cap rows from head */
    cm_id head;
    uint8_t *flags; /* per node: CM_OPT_* */
    cm_id flags_cap;
    cm_id *shared; /* constants by their hash (ir/rewrite/opt_share.c): n_shared places, a power of two, or NULL */
    uint32_t n_shared;
    cm_id *results; /* integer results by the hash of their elements: n_shared places, or NULL */
    uint8_t phase; /* one of CM_OPT_PHASE_* */
    cameo_rewrite_when own_when; /* in CM_OPT_PHASE_OWN */
    cm_rewrites any; /* rewrites that are tried at every node */
    cm_rewrites *by_op; /* [CM_OP_COUNT] those that are tried at nodes of an operator */
    void *region; /* of ir/rewrite/opt_transpose.c, or NULL */
    uint64_t region_steps; /* that its searches may still take */
    uint8_t *laid_out; /* per graph, in cm_optimize_layout: it was looked at */
    uint32_t *chain_place; /* per node, in cm_optimize_chains: which in its graph's order */
    uint32_t *place; /* of the n_placed nodes that were there at the start: which in its graph's order, or
                        CM_NONE where it moved to another graph */
    cm_id n_placed;
} cm_opt;

/* Phases, as bits: a rewrite can belong to several (ir/rewrite/rewrites.def). */
enum {
    CM_OPT_PHASE_FIRST = 1,
    CM_OPT_PHASE_SETTLED = 2, /* the queue was empty once: rewrites that look further begin */
    CM_OPT_PHASE_GRAPH = CM_OPT_PHASE_FIRST | CM_OPT_PHASE_SETTLED,
    CM_OPT_PHASE_LAYOUT = 4, /* cm_optimize_layout: rewrites that do not ask where the channels of a Conv are */
    CM_OPT_PHASE_TURNED = CM_OPT_PHASE_SETTLED | CM_OPT_PHASE_LAYOUT,
    CM_OPT_PHASE_ALWAYS = CM_OPT_PHASE_GRAPH | CM_OPT_PHASE_LAYOUT,
    CM_OPT_PHASE_CHAIN = 8, /* cm_optimize_chains */
    CM_OPT_PHASE_HALF = 16, /* cm_optimize_halves */
    CM_OPT_PHASE_OWN = 32   /* cm_optimize_own: none of the library's */
};

/* A root of rewrites that begin at nodes of any operator. */
#define CM_ROOT_ANY UINT16_MAX

enum {
    CM_OPT_QUEUED = 1,
    CM_OPT_DIRTY = 2,  /* an input is known better than when the node was inferred */
    CM_OPT_NO_FOLD = 4 /* folding was tried and declined */
};

/* Sets *changed where the graph changed. Errors: E_NOMEM. */
typedef cameo_status cm_rewrite_fn(cm_opt *o, cm_id node, bool *changed);

/* Bytes of a constant that are compared. */
#define CM_OPT_SMALL 64

#define CM_REWRITE(name, ...) cm_rewrite_fn cm_rewrite_##name;
#include "ir/rewrite/rewrites.def"
#undef CM_REWRITE

/* The node is looked at again; with `dirty` it is inferred again, too. No-op for CM_NONE. */
CM_NODISCARD cameo_status cm_opt_touch(cm_opt *o, cm_id node, bool dirty);
/* All users of value are dirty. */
CM_NODISCARD cameo_status cm_opt_touch_users(cm_opt *o, cm_id value);
/* Tries the caller's rewrites at node (ir/rewrite/opt_own.c). Errors: those of the caller, of what it built. */
CM_NODISCARD cameo_status cm_opt_own(cm_opt *o, cm_id node);
/* Kills node; the producers of its inputs are looked at again. */
CM_NODISCARD cameo_status cm_opt_kill(cm_opt *o, cm_id node);
/* Kills the producers of value[0, n) that nobody reads any more (CM_NONE is skipped), then those of their inputs, and
 * so on: at once, so that a rewrite behind this one sees who reads on, and that nothing unread is folded. */
CM_NODISCARD cameo_status cm_opt_kill_unread(cm_opt *o, const cm_id *value, uint32_t n);
/* `value` takes the place of `from` as output of from's producer: from's users read value. The former
 * producer of value must be dead or lose it. */
CM_NODISCARD cameo_status cm_opt_take_over(cm_opt *o, cm_id value, cm_id from);

/* `node` gives x as its only wanted result y: y's users read x, and the node goes. Where y is a graph's output
 * x becomes y instead, if x is another node's result in the same graph and no output itself; else the
 * node stays. */
CM_NODISCARD cameo_status cm_opt_forward(cm_opt *o, cm_id node, cm_id x, cm_id y, bool *changed);

/* Output y of `node`, which goes, becomes x. own: x is made in the same graph and nothing else takes its name; else
 * an Identity takes the place of a listed output. The caller has asked cm_opt_can_add "Identity". */
CM_NODISCARD cameo_status cm_opt_join(cm_opt *o, cm_id node, cm_id x, cm_id y, bool own);

/* A node of this operator of domain ai.onnx, without attributes, before `node`: in[0, n_in) -> out, whose producer
 * it becomes. The caller has asked cm_opt_can_add. Errors: E_NOMEM, those of the operator's parse. */
CM_NODISCARD cameo_status cm_opt_add(cm_opt *o, cm_id node, const char *op_type, const cm_id *in,
                                     uint32_t n_in, cm_id out, cm_id *added);
/* value -> Reshape to target [n] -> out, before node; out is inferred. The caller has asked cm_opt_can_add. */
CM_NODISCARD cameo_status cm_opt_add_reshape(cm_opt *o, cm_id node, cm_id value, const int64_t *target, uint32_t n,
                                             cm_id out);
/* The node is of the operator of `entry` as of version `since`, without attributes. What it had as params is stale:
 * the caller sets attributes and calls cm_ir_parse_node, or sets the params. */
void cm_opt_set_op(cm_ir *ir, cm_id node, const cm_op_entry *entry, int since);
/* The node becomes that operator of ai.onnx, without attributes. The caller has asked cm_opt_can_add. Errors: those
 * of its parse. */
CM_NODISCARD cameo_status cm_opt_become(cm_ir *ir, cm_id node, const char *op_type);
/* Does the build have the operator in the version that node's opset means, and has the graph room for n nodes? */
bool cm_opt_can_add(const cm_ir *ir, cm_id node, const char *op_type, uint32_t n);
/* cm_opt_can_add for an operator that may have come after node's opset, unless ir->keep_opset: its first version is
 * meant then. */
bool cm_opt_can_add_newer(const cm_ir *ir, cm_id node, const char *op_type, uint32_t n);

/* Is node of this operator of domain ai.onnx? */
bool cm_opt_is(const cm_ir *ir, cm_id node, cm_op_id id);
/* The producer of input i if it is that operator, in the same graph, and nobody else reads the value
 * between them; else CM_NONE. */
cm_id cm_opt_fusable(const cm_ir *ir, cm_id node, uint32_t i, cm_op_id id);
/* The producer of input i if it is that operator, in the same graph, of the same provider, whoever else reads the
 * value; else CM_NONE. */
cm_id cm_opt_producer(const cm_ir *ir, cm_id node, uint32_t i, cm_op_id id);
/* Tensors of one dtype whose dims are the same, whatever the free ones will be. */
bool cm_opt_is_alike(const cm_ir *ir, cm_id a, cm_id b);
/* Constants of the same type, dims and bytes, CM_OPT_SMALL of them at most. CM_NONE is none. */
bool cm_opt_is_same_const(const cm_ir *ir, cm_id a, cm_id b);
/* True and counted where `bytes` and `cost` of folding are within the limits. */
bool cm_opt_afford(cm_ir *ir, uint64_t bytes, uint64_t cost);
/* Is node a QuantizeLinear or, with to_float, a DequantizeLinear between floats and 8-bit integers with one constant
 * scale and zero point? */
bool cm_opt_quantized(const cm_ir *ir, cm_id node, bool to_float, float *scale, int *zero);
/* Is node the DequantizeLinear of an operand that rewrite `qlinear` may take as it lies? It is folded only when
 * nothing else is left to do: as floats it is four times as large. */
bool cm_opt_waits_for_qlinear(const cm_opt *o, cm_id node);
/* The dims of a tensor as the target [rank] of a Reshape, -1 for a free one; false where two are free, one may be 0,
 * or none is known (ir/rewrite/opt_views.c). */
bool cm_opt_target(const cm_ir *ir, cm_id value, int64_t *target);
/* The result of `node` now comes from `into`, whose own was read by node alone; node goes. */
CM_NODISCARD cameo_status cm_opt_absorb(cm_opt *o, cm_id node, cm_id into);

/* Would the node gain something if it had its channels last (cm_ir.layout_gain)? */
bool cm_opt_gains_layout(const cm_ir *ir, cm_id node);
/* Is this rewrite of the level, and not switched off? */
bool cm_opt_is_tried(const cm_ir *ir, cm_rewrite_id rewrite);
/* Is node the Transpose of a large constant that all of its users, products, will read as it lies
 * (ir/rewrite/opt_fuse.c)? */
bool cm_opt_is_turned_weight(const cm_ir *ir, cm_id node);

/* ---- attributes (ir/rewrite/opt_const.c) ---- */

/* The field of that name in the node's params, which its operator has: defaults are those of its field list. */
int32_t cm_opt_i32(const cm_ir *ir, cm_id node, const char *name);
float cm_opt_f32(const cm_ir *ir, cm_id node, const char *name);
/* Is the field, one of several texts in the file, `choice`? */
bool cm_opt_is_choice(const cm_ir *ir, cm_id node, const char *name, const char *choice);
/* The number of elements of the field, a list, at *x; 0: *x is unchanged. */
uint32_t cm_opt_list(const cm_ir *ir, cm_id node, const char *name, const int32_t **x);
/* Element i < n of the field, a list of n elements or none; *x is `def` where there are none. False: another number. */
bool cm_opt_list_at(const cm_ir *ir, cm_id node, const char *name, uint32_t n, uint32_t i, int32_t def, int64_t *x);
/* The params field of that name, which an operator fills itself; NULL: it has none. */
void *cm_opt_field(const cm_ir *ir, cm_id node, const char *name);
/* The activation in the epilogue of node, CM_ACTIVATION_NONE where none is there yet; NULL: the operator has no
 * epilogue. */
cm_activation *cm_opt_activation(const cm_ir *ir, cm_id node);
/* Has the node an activation already (rewrites `activation`, `function`)? */
bool cm_opt_is_activated(const cm_ir *ir, cm_id node);

/* The params of a node again, after cm_ir_set_attr; it keeps its epilogue. Errors: E_NOMEM, those of parse. */
CM_NODISCARD cameo_status cm_opt_reparse(cm_ir *ir, cm_id node);

/* ---- float constants (ir/rewrite/opt_const.c) ---- */

/* A constant float tensor as it lies. */
typedef struct cm_opt_floats {
    const uint8_t *bytes;
    cm_pending *pending; /* computes the bytes when one of the functions below first reads them; NULL: they are there */
    bool little; /* little-endian at any alignment; else native */
    size_t n;    /* elements */
} cm_opt_floats;

/* False: value (or CM_NONE) is no constant tensor of floats. */
bool cm_opt_floats_get(const cm_ir *ir, cm_id value, cm_opt_floats *c);
/* Gets the floats of a constant tensor that has, broadcast to a tensor of `rank` dims, one number for each of the n
 * elements of dim `axis`, or one number for all. */
bool cm_opt_floats_along(const cm_ir *ir, cm_id value, uint32_t rank, uint32_t axis, size_t n,
                         cm_opt_floats *c);
double cm_opt_floats_at(const cm_opt_floats *c, size_t i);
/* cm_opt_floats_at where the bytes are there: nothing is pending, or an element was read before. */
double cm_opt_floats_read(const cm_opt_floats *c, size_t i);
/* Elements [first, first + n), which c has. */
void cm_opt_floats_copy(const cm_opt_floats *c, size_t first, size_t n, float *to);
/* Is none of the elements an infinity or NaN? */
bool cm_opt_floats_are_finite(const cm_opt_floats *c);
/* The bits without sign of the greatest magnitude of n elements from `begin` on: infinities and NaN, from 0x7f800000
 * on, are above all numbers. */
uint32_t cm_opt_floats_most(const cm_opt_floats *c, size_t begin, size_t n);
/* Is x, rounded to a float, finite? False for NaN. */
bool cm_opt_fits_float(double x);
/* The only element of a constant float, double or float16 tensor; false where there is none. */
bool cm_opt_number(const cm_ir *ir, cm_id value, double *x);
/* The only element of a constant integer tensor; false where there is none. */
bool cm_opt_integer(const cm_ir *ir, cm_id value, int64_t *x);
/* What the BatchNormalization does to each channel of its input: scale = s / sqrt(var + epsilon), shift = b -
 * mean * scale. False: it has another number of channels, it trains, its numbers are not constant, or a variance is
 * not positive (ir/rewrite/opt_affine.c).
 *   scale, shift  [channels] */
bool cm_opt_batchnorm(const cm_ir *ir, cm_id node, size_t channels, double *scale, double *shift);
/* A constant of floats in graph: the doubles x[0, n), each rounded once. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_opt_add_floats(cm_ir *ir, cm_id graph, const double *x, size_t n,
                                            cm_id *value);

#endif
