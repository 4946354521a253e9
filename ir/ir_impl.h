/* ir_impl.h — what the stages of ir.h share among themselves, for ir/ alone. */
#ifndef CM_IR_IR_IMPL_H
#define CM_IR_IR_IMPL_H

#include "ir/ir.h"

/* Room for `more` further rows in a table: its rows move to a larger place in work memory where
 * needed (the old place stays readable). False when work is used up or ids run out. */
CM_NODISCARD bool cm_ir_room(cm_ir *ir, void **row, cm_id n, cm_id *cap, size_t more, size_t size);
#define CM_IR_ROOM(ir, table, more) \
    cm_ir_room((ir), (void **)&(table).row, (table).n, &(table).cap, (more), sizeof *(table).row)

/* Room for values, nodes and uses, and in the arrays beside their tables. */
CM_NODISCARD bool cm_ir_value_room(cm_ir *ir, size_t more);
CM_NODISCARD bool cm_ir_node_room(cm_ir *ir, size_t more);
CM_NODISCARD bool cm_ir_use_room(cm_ir *ir, size_t more);

#if CAMEO_DEBUG
/* The graph is as every stage behind inference relies upon: nodes are chained, uses lead to operands and back, what is
 * read was made before, results have a type. Errors: E_INTERNAL it is not. */
CM_NODISCARD cameo_status cm_ir_verify(cm_ir *ir);
#endif

/* The failure of an allocation in work memory. */
CM_NODISCARD cameo_status cm_ir_nomem(cm_ir *ir);

/* Tensor row `tensor` becomes the payload of value: it is an initializer from now on and its producer,
 * if any, loses that output. */
void cm_ir_set_init(cm_ir *ir, cm_id value, cm_id tensor);
/* A tensor row in native memory; dims [rank]. */
CM_NODISCARD cameo_status cm_ir_add_tensor(cm_ir *ir, int dtype, uint32_t rank, const int64_t *dims,
                                           const void *data, size_t size, cm_id *tensor);
/* The producer of value, if any, loses that output. */
void cm_ir_lose_output(cm_ir *ir, cm_id value);
/* A declared tensor type. dims [rank], ignored where has_shape is false. */
CM_NODISCARD cameo_status cm_ir_add_type(cm_ir *ir, int dtype, bool has_shape, uint32_t rank,
                                         const cm_dim_proto *dims, cm_id *type);
/* Types of options.inputs, versions of options.opsets (ir/import/override.c). */
CM_NODISCARD cameo_status cm_ir_override(cm_ir *ir);
/* What options.weights says (ir/import/override.c). */
CM_NODISCARD cameo_status cm_ir_override_weights(cm_ir *ir);
/* options.outputs, from, to (ir/import/cut.c). */
CM_NODISCARD cameo_status cm_ir_cut(cm_ir *ir);
/* A tensor row of n strings, in the layout of kernels/kernel.h; rank 0 (n is 1) or 1. */
CM_NODISCARD cameo_status cm_ir_add_strings(cm_ir *ir, const cm_str *s, size_t n, uint32_t rank,
                                            cm_id *tensor);
/* Takes a live node out of its chain and puts it before `before` (CM_NONE: at the end) of graph. */
void cm_ir_move_node(cm_ir *ir, cm_id node, cm_id graph, cm_id before);

/* The attribute of that name, or NULL. */
const cm_attr *cm_ir_attr(const cm_ir *ir, cm_id node, const char *name);

/* The domain with "ai.onnx" as "". */
CM_INLINE cm_str cm_domain_normal(cm_str domain) {
    return cm_str_is(domain, "ai.onnx") ? (cm_str){NULL, 0} : domain;
}
/* The row of the caller's operators, else of the built-in ones, or NULL. */
const cm_op_entry *cm_ir_find_op(const cm_ir *ir, cm_str domain, cm_str op_type);
/* Is op a caller's? It may be NULL. Schemas say nothing about such operators, whatever their names. */
bool cm_ir_is_custom(const cm_ir *ir, const cm_op *op);

/* The version of `domain` that a node means: its import, else (compatible reading) the newest known, else
 * 0. */
int64_t cm_ir_opset(const cm_ir *ir, cm_id node);

/* Is a pointer to n elements of dtype usable where it lies? */
CM_INLINE bool cm_is_aligned(const void *p, size_t align) {
    return align <= 1 || (uintptr_t)p % align == 0;
}

/* A line to the caller's log, if it wants that level: CM_IR_LOG(ir, CAMEO_LOG_INFO, format, ...). */
#define CM_IR_LOG(ir, level, ...) CM_LOG((ir)->options, (level), __VA_ARGS__)
#define CM_IR_WARN(ir, ...) CM_LOG((ir)->options, CAMEO_LOG_WARNING, __VA_ARGS__)

/* Is this the first time that a node of this op_type is read otherwise than strictly because of `what`, so that a
 * warning is due? False, too, behind CM_TOLD_MAX of them. */
bool cm_ir_tell(cm_ir *ir, cm_id node, cm_str what);

/* Scan and SequenceMap, which check found well-formed, become Loops (ir/import/scan.c). */
CM_NODISCARD cameo_status cm_ir_expand_scans(cm_ir *ir);
/* A node whose operator has a body (CM_OPF_BODY), which check found well-formed, becomes the nodes of it
 * (ir/import/body.c). Errors, in *problem: E_UNSUPPORTED what the body refuses, an output that it does not make;
 * E_MALFORMED. */
CM_NODISCARD cameo_status cm_ir_expand_body(cm_ir *ir, cm_id node, cameo_error *problem);
/* A node becomes the nodes of that text (ir/import/body.c), which may go on in `more`, and is dead. */
CM_NODISCARD cameo_status cm_ir_run_body(cm_ir *ir, cm_id node, const char *text, const char *more,
                                         cameo_error *problem);
/* The node, whose inputs and outputs are set, is of this operator in the version that texts mean (CM_BODY_OPSET),
 * without attributes; other domains as in texts: ms.Name, cameo.Name. */
CM_NODISCARD cameo_status cm_ir_set_op(cm_ir *ir, cm_id node, cm_str op_type, cameo_error *e);
/* The nodes that compute what Gradient says stand before it and make its outputs (ir/import/gradient.c). Errors, in
 * *problem: E_MALFORMED; E_UNSUPPORTED an operator that has no rule. */
CM_NODISCARD cameo_status cm_ir_expand_gradient(cm_ir *ir, cm_id node, cameo_error *problem);
/* Every node's lifted inputs and params (ir/import/parse.c). */
CM_NODISCARD cameo_status cm_ir_parse(cm_ir *ir);
struct cm_schema;
/* Operands that the node's version s has as attributes become attributes again. Errors: E_UNSUPPORTED one is
 * computed. */
CM_NODISCARD cameo_status cm_ir_unlift(cm_ir *ir, cm_id node, const struct cm_schema *s);
/* The params of one node again, after its attributes or operator changed. */
CM_NODISCARD cameo_status cm_ir_parse_node(cm_ir *ir, cm_id node, cameo_error *problem);
/* Lifted inputs of node take the dtype of its input 0 (known now). */
CM_NODISCARD cameo_status cm_ir_retype_lifted(cm_ir *ir, cm_id node);

/* Types of the inputs, then of the outputs, against the schema (ir/import/check.c). Fills *problem. */
CM_NODISCARD cameo_status cm_check_types(const cm_ir *ir, cm_id node, bool outputs,
                                         cameo_error *problem);
/* The dtype of output i as the schema alone tells it, or 0. */
int cm_check_output_dtype(const cm_ir *ir, cm_id node, uint32_t i);

/* ---- dims that must be equal (ir/infer/demand.c) ---- */

/* cm_shape_equal for a rule of node: a == b is recorded where it relates free dims of the inputs, and
 * those are merged. False, with *e filled, where it contradicts what was recorded. e may be NULL. */
CM_NODISCARD bool cm_demand_equal(cm_ir *ir, cm_id node, cm_dim a, cm_dim b, cameo_error *e);
/* After inference: dims of all values but the inputs hold the symbols that stayed. */
void cm_demand_settle(const cm_ir *ir);
/* Adds names and dims of the inputs of node to a message. */
void cm_demand_tell_inputs(const cm_ir *ir, cm_id node, cameo_error *problem);

/* ---- inference of single values and nodes (ir/infer/infer_node.c) ---- */

/* What inference knows of an initializer from its payload. */
CM_NODISCARD cameo_status cm_infer_const(cm_ir *ir, cm_id value);
/* What the declared type says: free dims become symbols. Errors: E_TYPE no usable type, E_LIMIT rank. */
CM_NODISCARD cameo_status cm_infer_declared(cm_ir *ir, cm_id value, cameo_error *problem,
                                            cm_avalue *av);
/* Types of the inputs, shape rule, types of the outputs of a node without subgraphs. Fills *problem;
 * av of the outputs is written on success only. */
CM_NODISCARD cameo_status cm_infer_apply(cm_ir *ir, cm_id node, cameo_error *problem);
/* The context of node's shape rule, outputs zeroed; in shared room, until the next call. */
CM_NODISCARD cameo_status cm_infer_context(cm_ir *ir, cm_id node, cameo_error *problem,
                                           cm_shape *s);
/* Each output of node that has no type yet gets the one that declaration or schema tell, with unknown
 * shape; false where neither tells. */
bool cm_infer_fallback(cm_ir *ir, cm_id node);
/* Declared types of the outputs against what was inferred. Fills *problem. Errors: E_TYPE another type; strict:
 * E_SHAPE another shape, which else the log is told once. */
CM_NODISCARD cameo_status cm_infer_check_declared(cm_ir *ir, cm_id node, cameo_error *problem);
/* Makes *a what holds for both. False: kind or dtype differ. */
CM_NODISCARD bool cm_infer_join(cm_ir *ir, cm_avalue *a, const cm_avalue *b);

/* Densifies a sparse tensor into a tensor row (ir/import/expand_const.c). */
CM_NODISCARD cameo_status cm_ir_densify(cm_ir *ir, cm_id sparse, cameo_error *problem,
                                        cm_id *tensor);
/* Appends the rows of another model, which outlives the ir: its functions can be inlined, its main graph is dead.
 * *functions: the first row, those behind it follow. Errors: E_LIMIT limits.nodes; E_NOMEM. (ir/import/graft.c) */
CM_NODISCARD cameo_status cm_ir_graft(cm_ir *ir, const cameo_model *model, cm_id *functions);

/* Nodes of the first function of `built`, which has n_in inputs and n_out outputs, before node `before`: they read
 * in and make out; functions that they call are inlined, importers asked. The new nodes come behind all others in
 * the table and are not resolved. After cm_ir_expand of an ir with rewrites of the caller. */
CM_NODISCARD cameo_status cm_ir_splice(cm_ir *ir, cm_id before, const cm_id *in, uint32_t n_in, const cm_id *out,
                                       uint32_t n_out, const cameo_model *built);

/* Constant nodes and sparse initializers become initializers (ir/import/expand_const.c). */
CM_NODISCARD cameo_status cm_ir_expand_consts(cm_ir *ir);

#endif
