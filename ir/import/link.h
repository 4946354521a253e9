/* link.h — names to ids: scopes, definitions, uses, and the order of the nodes. The last step of
 * load; afterwards nothing is looked up by name any more. Scoping rules: ONNX IR specification,
 * "Names Within a Graph", https://github.com/onnx/onnx/blob/main/docs/IR.md */
#ifndef CM_IR_LINK_H
#define CM_IR_LINK_H

#include "base/limits.h"
#include "ir/graph.h"

/* The newest IR version whose rules are known here: onnx 1.23 */
#define CM_MAX_IR_VERSION 14

/* Names of the inputs and outputs of nodes, in work memory, until they are ids: in.row[i] belongs
 * to row i of tables->use, out.row[i] to row i of tables->ids; nodes hold ranges of them. */
typedef struct cm_names {
    CM_TABLE(cm_str) in;
    CM_TABLE(cm_str) out;
} cm_names;

/* A name defined in a graph. */
typedef struct cm_def {
    cm_str name;
    uint32_t hash;
    cm_id graph;
    cm_id order;  /* position among all definitions, as the file gives them */
    uint8_t kind; /* cm_value_kind */
    cm_id value;
} cm_def;

/* Temporary memory of linking: `def` for each row of value, `node` twice for each node. */
typedef struct cm_link_work {
    CM_TABLE(cm_def) def;
    cm_id *value_of;   /* def.cap entries: value of definition number i */
    uint32_t *waiting; /* per node: inputs whose producers are not placed yet */
    cm_id *heap;       /* per node */
} cm_link_work;

/* Fills the tables value, use, ids and the ranges and chains that hang on them. options->strict refuses
 * what the ONNX checker refuses; else it is as in ONNX Runtime, each time with a warning to options->log:
 * unsorted nodes are sorted, of duplicate initializers the last wins, an inner name may hide an outer
 * one, a domain that is not imported has its newest version. options may be NULL.
 * Time: O(n log n) in names and nodes, times the depth of subgraphs; no recursion.
 * Errors: E_MALFORMED names without definition, two definitions, cycles, outputs that nobody
 * makes, IR and opset versions; E_UNSUPPORTED an ir_version that is too new. */
CM_NODISCARD cameo_status cm_link(cameo_model *model, const cm_names *names, cm_link_work *work,
                                  const cameo_options *options, cm_ask *ask, cameo_error *e);

/* Names that strict reading wants to be there, or to be unique, and that link does not look at: metadata keys,
 * graphs, functions and their attributes.
 * Errors: E_MALFORMED; E_LIMIT more than 4096 metadata keys, or attributes of a function. */
CM_NODISCARD cameo_status cm_link_check_strict(const cameo_model *model, cameo_error *e);

/* Proves that a sparse tensor can be made dense: dims > 0, product *n_elem in int64; values [nnz];
 * indices int64 [nnz] or [nnz][rank], in range, strictly ascending. cm_link does so for all of them.
 * Errors: E_MALFORMED; E_LIMIT the rank. */
CM_NODISCARD cameo_status cm_sparse_check(const cm_tables *t, const cm_sparse_proto *s,
                                          int64_t *n_elem, cameo_error *e);
/* Position in the dense tensor of n_elem elements of entry k < nnz; -1 where an index is out of its
 * dim. */
int64_t cm_sparse_position(const cm_tables *t, const cm_sparse_proto *s, size_t k, int64_t n_elem);

#endif
