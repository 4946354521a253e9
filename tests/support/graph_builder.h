/* graph_builder.h — models built by hand: the tables of ir/graph.h as decoding and linking would fill
 * them, with a small fixed size, for tests of ir/. Names are linked when a node is added, so
 * definitions come before uses. */
#ifndef CM_TESTS_GRAPH_BUILDER_H
#define CM_TESTS_GRAPH_BUILDER_H

#include "ir/ir.h"

typedef struct gb {
    cameo_model model; /* what tests hand to cm_ir_import */
    cm_ir ir;          /* filled by gb_import */
    cm_arena work;
    cameo_options options;
    cameo_error error;
    void *blocks[64]; /* heap blocks to free */
    size_t n_blocks;
} gb;

/* An empty model with opset 17 of ai.onnx and IR version 8. */
gb *gb_new(void);
void gb_free(gb *b);

void gb_opset(gb *b, const char *domain, int64_t version);
/* A subgraph of the graph that `node` is in, and its attribute on that node. */
cm_id gb_subgraph(gb *b, cm_id node, const char *attr);
/* A function; inputs and outputs as in gb_node. Its body is the graph that is returned; it imports
 * opset 17. The outputs are linked by gb_end_function. */
cm_id gb_function(gb *b, const char *domain, const char *name, const char *inputs);
void gb_end_function(gb *b, cm_id graph, const char *outputs);
/* A default of a function's attribute: float. */
void gb_function_default_f(gb *b, cm_id graph, const char *name, float f);

/* dims: "2,3,n,?" where a name is a dim_param and ? is free without a name; NULL: no shape. */
cm_id gb_type(gb *b, int dtype, const char *dims);
cm_id gb_input(gb *b, cm_id graph, const char *name, int dtype, const char *dims);
cm_id gb_init(gb *b, cm_id graph, const char *name, int dtype, uint32_t rank, const int64_t *dims,
              const void *data, size_t n_elem, size_t size);
cm_id gb_floats(gb *b, cm_id graph, const char *name, uint32_t rank, const int64_t *dims,
                const float *data);
cm_id gb_ints(gb *b, cm_id graph, const char *name, uint32_t rank, const int64_t *dims,
              const int64_t *data);
/* Operands are names separated by commas, an empty one is absent. op_type may be "domain:Name". */
cm_id gb_node(gb *b, cm_id graph, const char *op_type, const char *inputs, const char *outputs);
void gb_output(gb *b, cm_id graph, const char *name);
/* Declares the type of a value. */
void gb_declare(gb *b, cm_id graph, const char *name, int dtype, const char *dims);
void gb_attr_i(gb *b, cm_id node, const char *name, int64_t i);
void gb_attr_f(gb *b, cm_id node, const char *name, float f);
void gb_attr_s(gb *b, cm_id node, const char *name, const char *s);
void gb_attr_is(gb *b, cm_id node, const char *name, uint32_t n, const int64_t *is);
void gb_attr_fs(gb *b, cm_id node, const char *name, uint32_t n, const float *fs);
/* A tensor attribute; the tensor is a row that gb_init would make. */
void gb_attr_t(gb *b, cm_id node, const char *name, cm_id tensor);
cm_id gb_tensor(gb *b, int dtype, uint32_t rank, const int64_t *dims, const void *data,
                size_t n_elem, size_t size);
void gb_attr_sparse(gb *b, cm_id node, const char *name, cm_id values, cm_id indices, uint32_t rank,
                    const int64_t *dims);
/* An attribute that stands for the caller's `ref`. */
void gb_attr_ref(gb *b, cm_id node, const char *name, int32_t type, const char *ref);

/* Value of that name in graph or around it, or CM_NONE. */
cm_id gb_find(const gb *b, cm_id graph, const char *name);

/* Fresh ir and work memory (work_size bytes, 0: 4 MiB) over the model, with these operators, imported. */
cameo_status gb_import(gb *b, cm_op_table ops, size_t work_size);
/* gb_import, then the stages up to and including inference, or also optimisation. */
cameo_status gb_infer(gb *b, cm_op_table ops);
cameo_status gb_optimize(gb *b, cm_op_table ops);

/* Live nodes of the main graph as "Conv Relu If": op_types in order. Valid until the next call. */
const char *gb_ops(const gb *b);
/* Dims of a main graph value as text: "2,n,?"; "*" for an unknown rank. Valid until the next call. */
const char *gb_shape(const gb *b, const char *name);

#endif
