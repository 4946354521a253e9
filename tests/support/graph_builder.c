/* graph_builder.c — models built by hand. See graph_builder.h. */
#include "tests/support/graph_builder.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"

enum { GB_ROWS = 4096 };

static void *gb_alloc(gb *b, size_t n) {
    if (b->n_blocks == sizeof b->blocks / sizeof *b->blocks) abort();
    void *p = aligned_alloc(64, n == 0 ? 64 : (n + 63) / 64 * 64);
    if (p == NULL) abort();
    memset(p, 0, n);
    b->blocks[b->n_blocks++] = p;
    return p;
}

#define GB_TABLE(b, table)                                                             \
    ((b)->model.t.table.row = gb_alloc((b), GB_ROWS * sizeof *(b)->model.t.table.row), \
     (b)->model.t.table.cap = GB_ROWS)

static const cm_chain gb_empty = {CM_NONE, CM_NONE, 0};

#define GB_CHAIN(table, chain, id)                 \
    do {                                           \
        (table).row[id].next = CM_NONE;            \
        if ((chain).first == CM_NONE)              \
            (chain).first = (id);                  \
        else                                       \
            (table).row[(chain).last].next = (id); \
        (chain).last = (id);                       \
        (chain).n++;                               \
    } while (0)

static cm_id gb_graph(gb *b, cm_id parent, cm_id node, cm_id function) {
    cm_id g = b->model.t.graph.n++;
    b->model.t.graph.row[g] = (cm_graph){.parent = parent,
                                         .parent_node = node,
                                         .function = function,
                                         .nodes = gb_empty,
                                         .inits = gb_empty,
                                         .sparse_inits = gb_empty,
                                         .input_infos = gb_empty,
                                         .output_infos = gb_empty,
                                         .value_infos = gb_empty,
                                         .annotations = gb_empty,
                                         .props = gb_empty,
                                         .next = CM_NONE};
    return g;
}

static void gb_import_opset(gb *b, cm_chain *chain, const char *domain, int64_t version) {
    cm_id id = b->model.t.opset.n++;
    b->model.t.opset.row[id] = (cm_opset){cm_str_from_c(domain), version, CM_NONE};
    GB_CHAIN(b->model.t.opset, *chain, id);
}

void gb_opset(gb *b, const char *domain, int64_t version) {
    CM_EACH(id, b->model.t.opset, b->model.opsets) {
        if (!cm_str_is(b->model.t.opset.row[id].domain, domain)) continue;
        b->model.t.opset.row[id].version = version;
        return;
    }
    gb_import_opset(b, &b->model.opsets, domain, version);
}

gb *gb_new(void) {
    gb *b = calloc(1, sizeof *b);
    if (b == NULL) abort();
    GB_TABLE(b, graph);
    GB_TABLE(b, node);
    GB_TABLE(b, value);
    GB_TABLE(b, use);
    GB_TABLE(b, ids);
    GB_TABLE(b, attr);
    GB_TABLE(b, tensor);
    GB_TABLE(b, sparse);
    GB_TABLE(b, type);
    GB_TABLE(b, dim);
    GB_TABLE(b, opset);
    GB_TABLE(b, function);
    GB_TABLE(b, ints);
    GB_TABLE(b, floats);
    GB_TABLE(b, strs);
    b->model.ir_version = 8;
    b->model.opsets = b->model.functions = b->model.props = gb_empty;
    gb_opset(b, "", 17);
    (void)gb_graph(b, CM_NONE, CM_NONE, CM_NONE);
    return b;
}

void gb_free(gb *b) {
    for (size_t i = 0; i < b->n_blocks; i++) free(b->blocks[i]);
    free(b);
}

static cm_str gb_copy(gb *b, const char *s, size_t n) {
    /* Text lives in one block; it is never moved. */
    if (b->model.t.bytes == NULL) {
        b->model.t.bytes = gb_alloc(b, 1 << 16);
        b->model.t.bytes_size = 0;
    }
    char *at = (char *)b->model.t.bytes + b->model.t.bytes_size;
    memcpy(at, s, n);
    b->model.t.bytes_size += n;
    return (cm_str){at, n};
}

static cm_id gb_find_str(const gb *b, cm_id graph, cm_str name) {
    for (cm_id g = graph; g != CM_NONE; g = b->model.t.graph.row[g].parent) {
        for (cm_id v = 0; v < b->model.t.value.n; v++) {
            if (b->model.t.value.row[v].graph == g && cm_str_eq(b->model.t.value.row[v].name, name))
                return v;
        }
    }
    return CM_NONE;
}

cm_id gb_find(const gb *b, cm_id graph, const char *name) {
    return gb_find_str(b, graph, cm_str_from_c(name));
}

static cm_id gb_value(gb *b, cm_id graph, cm_str name, cm_value_kind kind) {
    cm_id v = b->model.t.value.n++;
    b->model.t.value.row[v] = (cm_value){.name = gb_copy(b, name.p, name.n),
                                         .kind = (uint8_t)kind,
                                         .type = CM_NONE,
                                         .init = CM_NONE,
                                         .sparse = CM_NONE,
                                         .node = CM_NONE,
                                         .graph = graph,
                                         .first_use = CM_NONE};
    return v;
}

/* Appends to a range of ids: the lists are rebuilt at the end of the pool. */
static void gb_append(gb *b, cm_range *r, cm_id id) {
    cm_id first = b->model.t.ids.n;
    for (uint32_t i = 0; i < r->n; i++)
        b->model.t.ids.row[first + i] = b->model.t.ids.row[r->first + i];
    b->model.t.ids.row[first + r->n] = id;
    b->model.t.ids.n += r->n + 1;
    *r = (cm_range){first, r->n + 1};
}

/* The next name of a list; false at its end. */
static bool gb_next(const char **at, cm_str *name) {
    if (*at == NULL || (**at == 0 && (*at)[0] == 0)) return false;
    const char *end = *at;
    while (*end != 0 && *end != ',') end++;
    *name = (cm_str){*at, (size_t)(end - *at)};
    *at = *end == ',' ? end + 1 : NULL;
    return true;
}

cm_id gb_type(gb *b, int dtype, const char *dims) {
    cm_tables *t = &b->model.t;
    cm_id id = t->type.n++;
    t->type.row[id] = (cm_type_proto){.kind = CAMEO_KIND_TENSOR,
                                      .has_shape = dims != NULL,
                                      .dtype = dtype,
                                      .elem = CM_NONE,
                                      .dims = {t->dim.n, 0},
                                      .next = CM_NONE};
    cm_str d;
    while (gb_next(&dims, &d)) {
        cm_dim_proto *row = &t->dim.row[t->dim.n++];
        bool number = d.p[0] >= '0' && d.p[0] <= '9';
        row->value = number ? atoll(d.p) : -1;
        row->param = number || d.p[0] == '?' ? (cm_str){NULL, 0} : gb_copy(b, d.p, d.n);
        t->type.row[id].dims.n++;
    }
    return id;
}

cm_id gb_input(gb *b, cm_id graph, const char *name, int dtype, const char *dims) {
    cm_id v = gb_value(b, graph, cm_str_from_c(name), CM_VALUE_INPUT);
    if (dtype != 0) b->model.t.value.row[v].type = gb_type(b, dtype, dims);
    gb_append(b, &b->model.t.graph.row[graph].inputs, v);
    return v;
}

cm_id gb_tensor(gb *b, int dtype, uint32_t rank, const int64_t *dims, const void *data,
                size_t n_elem, size_t size) {
    cm_tables *t = &b->model.t;
    cm_id id = t->tensor.n++;
    void *copy = gb_alloc(b, size);
    if (size != 0) memcpy(copy, data, size);
    t->tensor.row[id] =
        (cm_tensor_proto){.dtype = dtype,
                          .dims = {t->ints.n, rank},
                          .n_elem = n_elem,
                          .external = CM_NONE,
                          .next = CM_NONE,
                          .payload = {CM_SEG_MEMORY, CM_NONE, (size_t)(uintptr_t)copy, size}};
    for (uint32_t i = 0; i < rank; i++) t->ints.row[t->ints.n++] = dims[i];
    return id;
}

cm_id gb_init(gb *b, cm_id graph, const char *name, int dtype, uint32_t rank, const int64_t *dims,
              const void *data, size_t n_elem, size_t size) {
    cm_id v = gb_value(b, graph, cm_str_from_c(name), CM_VALUE_INIT);
    b->model.t.value.row[v].init = gb_tensor(b, dtype, rank, dims, data, n_elem, size);
    return v;
}

static size_t gb_count(uint32_t rank, const int64_t *dims) {
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) n *= (size_t)dims[i];
    return n;
}

cm_id gb_floats(gb *b, cm_id graph, const char *name, uint32_t rank, const int64_t *dims,
                const float *data) {
    size_t n = gb_count(rank, dims);
    return gb_init(b, graph, name, CAMEO_FLOAT, rank, dims, data, n, n * 4);
}

cm_id gb_ints(gb *b, cm_id graph, const char *name, uint32_t rank, const int64_t *dims,
              const int64_t *data) {
    size_t n = gb_count(rank, dims);
    return gb_init(b, graph, name, CAMEO_INT64, rank, dims, data, n, n * 8);
}

static void gb_add_use(gb *b, cm_id node, cm_id graph, cm_str name) {
    cm_tables *t = &b->model.t;
    cm_id use = t->use.n++;
    cm_id v = name.n == 0 ? CM_NONE : gb_find_str(b, graph, name);
    if (name.n != 0 && v == CM_NONE) abort();
    t->use.row[use] = (cm_use){v, node, CM_NONE};
    t->node.row[node].in.n++;
    if (v == CM_NONE) return;
    t->use.row[use].next = t->value.row[v].first_use;
    t->value.row[v].first_use = use;
}

cm_id gb_node(gb *b, cm_id graph, const char *op_type, const char *inputs, const char *outputs) {
    cm_tables *t = &b->model.t;
    cm_id id = t->node.n++;
    const char *colon = strchr(op_type, ':');
    cm_str domain =
        colon == NULL ? (cm_str){NULL, 0} : gb_copy(b, op_type, (size_t)(colon - op_type));
    t->node.row[id] = (cm_node){.op_type = cm_str_from_c(colon == NULL ? op_type : colon + 1),
                                .domain = domain,
                                .attrs = gb_empty,
                                .props = gb_empty,
                                .graph = graph,
                                .in = {t->use.n, 0}};
    cm_str name;
    while (gb_next(&inputs, &name)) gb_add_use(b, id, graph, name);
    t->node.row[id].out.first = t->ids.n;
    while (gb_next(&outputs, &name)) {
        cm_id v = CM_NONE;
        if (name.n != 0) {
            v = gb_value(b, graph, name, CM_VALUE_NODE);
            t->value.row[v].node = id;
        }
        t->ids.row[t->ids.n++] = v;
        t->node.row[id].out.n++;
    }
    GB_CHAIN(t->node, t->graph.row[graph].nodes, id);
    return id;
}

void gb_output(gb *b, cm_id graph, const char *name) {
    cm_id v = gb_find(b, graph, name);
    if (v == CM_NONE) abort();
    if (b->model.t.value.row[v].graph == graph) b->model.t.value.row[v].graph_output = true;
    gb_append(b, &b->model.t.graph.row[graph].outputs, v);
}

void gb_declare(gb *b, cm_id graph, const char *name, int dtype, const char *dims) {
    b->model.t.value.row[gb_find(b, graph, name)].type = gb_type(b, dtype, dims);
}

static cm_attr *gb_attr(gb *b, cm_id node, const char *name, int32_t type) {
    cm_id id = b->model.t.attr.n++;
    cm_attr *a = &b->model.t.attr.row[id];
    *a = (cm_attr){.name = cm_str_from_c(name), .type = type, .row = CM_NONE, .next = CM_NONE};
    if (node != CM_NONE) GB_CHAIN(b->model.t.attr, b->model.t.node.row[node].attrs, id);
    return a;
}

void gb_attr_i(gb *b, cm_id node, const char *name, int64_t i) {
    gb_attr(b, node, name, CM_ATTR_INT)->i = i;
}
void gb_attr_f(gb *b, cm_id node, const char *name, float f) {
    gb_attr(b, node, name, CM_ATTR_FLOAT)->f = f;
}
void gb_attr_s(gb *b, cm_id node, const char *name, const char *s) {
    gb_attr(b, node, name, CM_ATTR_STRING)->s = cm_str_from_c(s);
}
void gb_attr_is(gb *b, cm_id node, const char *name, uint32_t n, const int64_t *is) {
    gb_attr(b, node, name, CM_ATTR_INTS)->list = (cm_range){b->model.t.ints.n, n};
    for (uint32_t i = 0; i < n; i++) b->model.t.ints.row[b->model.t.ints.n++] = is[i];
}
void gb_attr_fs(gb *b, cm_id node, const char *name, uint32_t n, const float *fs) {
    gb_attr(b, node, name, CM_ATTR_FLOATS)->list = (cm_range){b->model.t.floats.n, n};
    for (uint32_t i = 0; i < n; i++) b->model.t.floats.row[b->model.t.floats.n++] = fs[i];
}
void gb_attr_t(gb *b, cm_id node, const char *name, cm_id tensor) {
    cm_attr *a = gb_attr(b, node, name, CM_ATTR_TENSOR);
    a->row = tensor;
    a->n_rows = 1;
}
void gb_attr_sparse(gb *b, cm_id node, const char *name, cm_id values, cm_id indices, uint32_t rank,
                    const int64_t *dims) {
    cm_tables *t = &b->model.t;
    cm_id id = t->sparse.n++;
    t->sparse.row[id] = (cm_sparse_proto){values, indices, {t->ints.n, rank}, CM_NONE};
    for (uint32_t i = 0; i < rank; i++) t->ints.row[t->ints.n++] = dims[i];
    cm_attr *a = gb_attr(b, node, name, CM_ATTR_SPARSE_TENSOR);
    a->row = id;
    a->n_rows = 1;
}
void gb_attr_ref(gb *b, cm_id node, const char *name, int32_t type, const char *ref) {
    gb_attr(b, node, name, type)->ref_attr_name = cm_str_from_c(ref);
}

cm_id gb_subgraph(gb *b, cm_id node, const char *attr) {
    cm_id parent = b->model.t.node.row[node].graph;
    cm_id g = gb_graph(b, parent, node, CM_NONE);
    b->model.t.graph.row[g].depth = b->model.t.graph.row[parent].depth + 1;
    cm_attr *a = gb_attr(b, node, attr, CM_ATTR_GRAPH);
    a->row = g;
    a->n_rows = 1;
    return g;
}

cm_id gb_function(gb *b, const char *domain, const char *name, const char *inputs) {
    cm_tables *t = &b->model.t;
    cm_id f = t->function.n++;
    cm_id g = gb_graph(b, CM_NONE, CM_NONE, f);
    t->function.row[f] = (cm_function){.name = cm_str_from_c(name),
                                       .domain = cm_str_from_c(domain),
                                       .graph = g,
                                       .attr_defaults = gb_empty,
                                       .opsets = gb_empty,
                                       .next = CM_NONE};
    gb_import_opset(b, &t->function.row[f].opsets, "", 17);
    GB_CHAIN(t->function, b->model.functions, f);
    cm_str s;
    while (gb_next(&inputs, &s)) {
        cm_id v = gb_value(b, g, s, CM_VALUE_INPUT);
        gb_append(b, &t->graph.row[g].inputs, v);
    }
    t->function.row[f].inputs.n = t->graph.row[g].inputs.n;
    return g;
}

void gb_end_function(gb *b, cm_id graph, const char *outputs) {
    cm_str s;
    while (gb_next(&outputs, &s))
        gb_append(b, &b->model.t.graph.row[graph].outputs, gb_find_str(b, graph, s));
}

void gb_function_default_f(gb *b, cm_id graph, const char *name, float f) {
    cm_attr *a = gb_attr(b, CM_NONE, name, CM_ATTR_FLOAT);
    cm_id id = (cm_id)(a - b->model.t.attr.row);
    a->f = f;
    cm_function *fn = &b->model.t.function.row[b->model.t.graph.row[graph].function];
    GB_CHAIN(b->model.t.attr, fn->attr_defaults, id);
}

cameo_status gb_import(gb *b, cm_op_table ops, size_t work_size) {
    size_t size = work_size == 0 ? (size_t)4 << 20 : work_size;
    memset(&b->ir, 0, sizeof b->ir);
    memset(&b->error, 0, sizeof b->error);
    cm_arena_init(&b->work, gb_alloc(b, size), size);
    b->ir.work = &b->work;
    b->ir.options = &b->options;
    cm_limits_resolve(&b->options, &b->ir.limits);
    b->ir.ops = ops;
    b->ir.e = &b->error;
    return cm_ir_import(&b->ir, &b->model);
}

cameo_status gb_infer(gb *b, cm_op_table ops) {
    CM_TRY(gb_import(b, ops, 0));
    CM_TRY(cm_ir_expand(&b->ir));
    CM_TRY(cm_ir_resolve(&b->ir));
    CM_TRY(cm_ir_check(&b->ir));
    return cm_infer(&b->ir);
}

cameo_status gb_optimize(gb *b, cm_op_table ops) {
    CM_TRY(gb_infer(b, ops));
    return cm_optimize(&b->ir);
}

const char *gb_ops(const gb *b) {
    static char text[4096];
    size_t n = 0;
    text[0] = 0;
    CM_EACH(id, b->ir.t.node, b->ir.t.graph.row[0].nodes) {
        const cm_node *node = &b->ir.t.node.row[id];
        if (node->dead || n + 64 > sizeof text) continue;
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s", n == 0 ? "" : " ",
                              (int)node->op_type.n, node->op_type.p);
    }
    return text;
}

const char *gb_shape(const gb *b, const char *name) {
    static char text[256];
    size_t n = 0;
    text[0] = 0;
    cm_id v = CM_NONE;
    for (cm_id i = 0; i < b->ir.t.value.n; i++) {
        if (b->ir.t.value.row[i].graph == 0 && cm_str_is(b->ir.t.value.row[i].name, name)) v = i;
    }
    if (v == CM_NONE) return "no such value";
    if (b->ir.av[v].rank == CM_RANK_UNKNOWN) return "*";
    for (uint32_t i = 0; i < b->ir.av[v].rank; i++) {
        char dim[64];
        (void)cm_dim_format(b->ir.dims, b->ir.av[v].dims[i], dim, sizeof dim);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i == 0 ? "" : ",", dim);
    }
    return text;
}
