/* onnx.h — ONNX files: bytes to the tables of ir/graph.h.
 *
 *     measure   walks the file, counts the rows that it will give; needs no memory
 *     decode    the same walk, filling the rows
 *
 * One walk in two modes, so both meet the same errors at the same bytes. Linking (ir/import/link.h) comes
 * afterwards. Format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3 */
#ifndef CM_PB_ONNX_H
#define CM_PB_ONNX_H

#include "ir/import/link.h"
#include "pb/wire.h"

/* Every table of cm_tables. */
#define CM_ONNX_TABLES(X)                                                                         \
    X(graph)                                                                                      \
    X(node)                                                                                       \
    X(value) X(use) X(ids) X(attr) X(tensor) X(sparse) X(external) X(type) X(dim) X(info) X(prop) \
        X(annotation) X(opset) X(function) X(ints) X(floats) X(strs) X(blob)

/* What a model needs: rows of each table, names (ir/import/link.h), bytes of the pool. Exact, but for
 * values: an initializer that is also listed as an input counts twice. */
typedef struct cm_onnx_counts {
#define CM_ONNX_COUNT(table) cm_id table;
    CM_ONNX_TABLES(CM_ONNX_COUNT)
#undef CM_ONNX_COUNT
    cm_id in_names, out_names;
    size_t pool;
} cm_onnx_counts;

typedef struct cm_onnx_options {
    const cameo_limits
        *limits; /* all filled in: model_bytes, nodes, depth, subgraph_depth are used */
    bool strict;
    bool external; /* external data can be had; else it is refused */
    cm_ask *ask;   /* while the file is read */
} cm_onnx_options;

/* Counts what bytes[0, size) will give.
 * Errors, with their byte offset: E_MALFORMED not the wire format, or against ONNX's rules;
 * E_LIMIT a limit, the rank, the depth; E_UNSUPPORTED external data without callback, tensor
 * segments, a list or a message given in pieces that do not follow each other. */
CM_NODISCARD cameo_status cm_onnx_measure(const uint8_t *bytes, size_t size,
                                          const cm_onnx_options *options, cm_onnx_counts *counts,
                                          cameo_error *e);

/* Fills model and names, whose tables have the counted capacities and n = 0. model->t.bytes,
 * bytes_size, pool, pool_size are set. Afterwards value, use, ids and blob are still empty.
 * Errors as in measuring; E_MALFORMED too if the bytes have changed since. */
CM_NODISCARD cameo_status cm_onnx_decode(cameo_model *model, cm_names *names,
                                         const cm_onnx_options *options, cameo_error *e);

#endif
