/* import.c — the model's tables into work memory, with what the caller bound. See ir.h.
 *
 * Tables that change are copied with room to grow; the others are shared with the model and copied
 * when something is appended (their capacity here is their length). Nodes of function bodies are
 * templates: marked dead, they are only read by ir/import/expand.c. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "base/near.h"
#include "ir/ir_impl.h"

/* Rows of a copied table: those there are, and room for some more. */
#define IMPORT_CAP(n) ((size_t)(n) + (n) / 4 + 32)

#define IMPORT_COPY(ir, table)                                                                   \
    do {                                                                                         \
        size_t import_cap = IMPORT_CAP((ir)->t.table.n);                                         \
        void *import_rows =                                                                      \
            cm_arena_alloc_n((ir)->work, import_cap, sizeof *(ir)->t.table.row, 8);              \
        if (import_cap >= CM_NONE || import_rows == NULL) return cm_ir_nomem(ir);                \
        if ((ir)->t.table.n != 0) {                                                              \
            memcpy(import_rows, (ir)->t.table.row, (ir)->t.table.n * sizeof *(ir)->t.table.row); \
        }                                                                                        \
        (ir)->t.table.row = import_rows;                                                         \
        (ir)->t.table.cap = (cm_id)import_cap;                                                   \
        CM_TRY(cm_ir_go_on(ir, true));                                                           \
    } while (0)

static cameo_status import_tables(cm_ir *ir) {
    IMPORT_COPY(ir, graph);
    IMPORT_COPY(ir, node);
    IMPORT_COPY(ir, value);
    IMPORT_COPY(ir, use);
    IMPORT_COPY(ir, ids);
    IMPORT_COPY(ir, tensor);
    IMPORT_COPY(ir, ints);
    ir->t.attr.cap = ir->t.attr.n;
    ir->t.type.cap = ir->t.type.n;
    ir->t.dim.cap = ir->t.dim.n;
    ir->t.opset.cap = ir->t.opset.n;
    ir->t.sparse.cap = ir->t.sparse.n;
    ir->t.function.cap = ir->t.function.n;
    ir->t.floats.cap = ir->t.floats.n;
    ir->t.strs.cap = ir->t.strs.n;
    ir->info = CM_ARENA_NEW_N(ir->work, cm_node_info, ir->t.node.cap);
    CM_TRY(cm_ir_go_on(ir, true));
    ir->av = CM_ARENA_NEW_N(ir->work, cm_avalue, ir->t.value.cap);
    CM_TRY(cm_ir_go_on(ir, true));
    ir->n_listed = CM_ARENA_NEW_N(ir->work, uint32_t, ir->t.value.cap);
    ir->use_prev = CM_ARENA_NEW_N(ir->work, cm_id, ir->t.use.cap);
    return cm_arena_status(ir->work, "work", ir->e);
}

/* The function in whose body the graph lies, or CM_NONE. Parents are finite: link proved it. */
static cm_id import_function(const cm_ir *ir, cm_id graph) {
    cm_id g = graph;
    for (cm_id steps = 0; steps <= ir->t.graph.n; steps++) {
        if (ir->t.graph.row[g].parent == CM_NONE) break;
        g = ir->t.graph.row[g].parent;
    }
    return ir->t.graph.row[g].function;
}

/* Back links of chains, imports of nodes, output lists. */
static cameo_status import_links(cm_ir *ir) {
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        const cm_graph *graph = &ir->t.graph.row[g];
        cm_id function = import_function(ir, g);
        cm_id prev = CM_NONE;
        CM_EACH(id, ir->t.node, graph->nodes) {
            CM_TRY(cm_ir_go_on(ir, false));
            ir->info[id].prev = prev;
            ir->info[id].opsets =
                function == CM_NONE ? ir->opsets : ir->t.function.row[function].opsets;
            if (function != CM_NONE) ir->t.node.row[id].dead = true;
            prev = id;
        }
        for (uint32_t i = 0; i < graph->outputs.n; i++) {
            cm_id v = ir->t.ids.row[graph->outputs.first + i];
            if (v != CM_NONE) ir->n_listed[v]++;
        }
    }
    for (cm_id u = 0; u < ir->t.use.n; u++) ir->use_prev[u] = CM_NONE;
    for (cm_id u = 0; u < ir->t.use.n; u++) {
        if (u % 64 == 0) CM_TRY(cm_ir_go_on(ir, false));
        if (ir->t.use.row[u].next != CM_NONE) ir->use_prev[ir->t.use.row[u].next] = u;
    }
    return CAMEO_OK;
}

/* ---- the operator table ---- */

static int import_compare_op(const cm_op_entry *e, cm_str domain, cm_str op_type) {
    int c = cm_str_cmp(cm_str_from_c(e->domain), domain);
    return c != 0 ? c : cm_str_cmp(cm_str_from_c(e->op_type), op_type);
}

/* Insertion sort: the table is part of the build, small and nearly sorted. */
static cameo_status import_ops(cm_ir *ir) {
    ir->op_index = CM_ARENA_NEW_N(ir->work, cm_id, ir->ops.n);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (uint32_t i = 0; i < ir->ops.n; i++) {
        const cm_op_entry *e = &ir->ops.entry[i];
        uint32_t at = i;
        while (at > 0 &&
               import_compare_op(&ir->ops.entry[ir->op_index[at - 1]], cm_str_from_c(e->domain),
                                 cm_str_from_c(e->op_type)) > 0) {
            ir->op_index[at] = ir->op_index[at - 1];
            at--;
        }
        ir->op_index[at] = i;
    }
    return CAMEO_OK;
}

const cm_op_entry *cm_ir_find_op(const cm_ir *ir, cm_str domain, cm_str op_type) {
    cm_str normal = cm_domain_normal(domain);
    for (uint32_t i = 0; i < ir->custom.n; i++) {
        if (import_compare_op(&ir->custom.entry[i], normal, op_type) == 0)
            return &ir->custom.entry[i];
    }
    uint32_t lo = 0;
    uint32_t hi = ir->ops.n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        const cm_op_entry *e = &ir->ops.entry[ir->op_index[mid]];
        int c = import_compare_op(e, normal, op_type);
        if (c == 0) return e;
        if (c < 0) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return NULL;
}

bool cm_ir_is_custom(const cm_ir *ir, const cm_op *op) {
    for (uint32_t i = 0; i < ir->custom.n; i++) {
        if (ir->custom.entry[i].op == op) return true;
    }
    return false;
}

/* ---- what the caller bound ---- */

/* Position of the input of that name in the main graph's list, or UINT32_MAX. */
static uint32_t import_find_input(const cm_ir *ir, cm_str name) {
    cm_range inputs = ir->t.graph.row[0].inputs;
    for (uint32_t i = 0; i < inputs.n; i++) {
        const cm_value *v = &ir->t.value.row[ir->t.ids.row[inputs.first + i]];
        if (v->kind == CM_VALUE_INPUT && cm_str_eq(v->name, name)) return i;
    }
    return UINT32_MAX;
}

/* Value `at` of the main graph's inputs. */
static const cm_value *import_input(const cm_ir *ir, uint32_t at) {
    return &ir->t.value.row[ir->t.ids.row[ir->t.graph.row[0].inputs.first + at]];
}

/* No dim has this name: those that inputs have. */
static cameo_status import_no_dim(cm_ir *ir, const char *name) {
    cm_near near = cm_near_begin(cm_str_from_c(name));
    for (uint32_t i = 0; i < ir->t.graph.row[0].inputs.n; i++) {
        const cm_value *v = import_input(ir, i);
        cm_range dims = v->type == CM_NONE ? (cm_range){0, 0} : ir->t.type.row[v->type].dims;
        for (uint32_t d = 0; d < dims.n; d++) {
            const cm_dim_proto *row = &ir->t.dim.row[dims.first + d];
            char text[96];
            size_t n = cm_format(text, sizeof text, "%.*s:%u", CM_STR_ARG(v->name), (unsigned)d);
            if (row->value < 0) cm_near_offer(&near, row->param.n != 0 ? row->param : (cm_str){text, n});
        }
    }
    return CM_FAIL(ir->e, CAMEO_E_ARG, "options.dims names \"%s\", which is no dim of the model%s", name,
                   cm_near_end(&near));
}

/* A free dim without a name is called INPUT:AXIS, and that is its name from now on. */
static cameo_status import_name_dim(cm_ir *ir, const char *place) {
    cm_str name;
    uint32_t axis;
    if (!cm_str_axis(cm_str_from_c(place), &name, &axis)) return import_no_dim(ir, place);
    uint32_t at = import_find_input(ir, name);
    cm_id type = at == UINT32_MAX ? CM_NONE : import_input(ir, at)->type;
    if (type == CM_NONE || axis >= ir->t.type.row[type].dims.n) return import_no_dim(ir, place);
    cm_id id = ir->t.type.row[type].dims.first + axis;
    cm_dim_proto d = ir->t.dim.row[id];
    CM_CHECK(d.value < 0, ir->e, CAMEO_E_ARG, "options.dims names \"%s\", which is %lld, not free", place,
             CM_LL(d.value));
    CM_CHECK(d.param.n == 0, ir->e, CAMEO_E_ARG, "options.dims names \"%s\", which is called \"%.*s\"", place,
             CM_STR_ARG(d.param));
    if (!CM_IR_ROOM(ir, ir->t.dim, 1)) return cm_ir_nomem(ir); /* the rows are the model's */
    ir->t.dim.row[id].param = cm_str_from_c(place);
    return CAMEO_OK;
}

/* Every binding of options.dims names a dim of the model. */
static cameo_status import_check_dims(cm_ir *ir) {
    for (size_t i = 0; i < ir->options->n_dims; i++) {
        const cameo_dim_binding *b = &ir->options->dims[i];
        CM_CHECK(b->name != NULL && b->min >= 0 && b->max >= b->min, ir->e, CAMEO_E_ARG,
                 "options.dims[%zu] is %s %lld..%lld, want a name and 0 <= min <= max", i,
                 b->name == NULL ? "(no name)" : b->name, CM_LL(b->min), CM_LL(b->max));
        bool found = false;
        for (cm_id d = 0; d < ir->t.dim.n && !found; d++)
            found = cm_str_is(ir->t.dim.row[d].param, b->name);
        if (!found) CM_TRY(import_name_dim(ir, b->name));
    }
    return CAMEO_OK;
}

/* The declared type of the input admits this tensor, but for its dims. */
static cameo_status import_check_type(cm_ir *ir, cm_id value, const cameo_value *given) {
    const cm_value *v = &ir->t.value.row[value];
    if (v->type == CM_NONE) return CAMEO_OK;
    const cm_type_proto *t = &ir->t.type.row[v->type];
    CM_CHECK(t->kind == CAMEO_KIND_TENSOR && t->dtype == (int32_t)given->tensor.dtype, ir->e,
             CAMEO_E_TYPE, "options.values gives \"%s\" as %s, want %s", given->name,
             cameo_dtype_name(given->tensor.dtype), cameo_dtype_name((cameo_dtype)t->dtype));
    if (!t->has_shape) return CAMEO_OK;
    CM_CHECK(t->dims.n == given->tensor.rank, ir->e, CAMEO_E_SHAPE,
             "options.values gives \"%s\" rank %u, want %u", given->name, given->tensor.rank,
             t->dims.n);
    return CAMEO_OK;
}

/* Every dim of this name is n from now on: names are those of the whole model. */
static cameo_status import_fix_dim(cm_ir *ir, const char *input, cm_str name, int64_t n) {
    for (size_t i = 0; i < ir->options->n_dims; i++) {
        const cameo_dim_binding *b = &ir->options->dims[i];
        bool other = b->name != NULL && cm_str_is(name, b->name) && (n < b->min || n > b->max);
        CM_CHECK(!other, ir->e, CAMEO_E_SHAPE,
                 "options.dims gives %s as %lld..%lld, options.values \"%s\" as %lld", b->name,
                 CM_LL(b->min), CM_LL(b->max), input, CM_LL(n));
    }
    if (!CM_IR_ROOM(ir, ir->t.dim, 1)) return cm_ir_nomem(ir); /* the rows are the model's */
    for (cm_id d = 0; d < ir->t.dim.n; d++) {
        cm_dim_proto *row = &ir->t.dim.row[d];
        if (row->value < 0 && cm_str_eq(row->param, name)) row->value = n;
    }
    return CAMEO_OK;
}

/* What the value of an input says of the free dims that its type names. */
static cameo_status import_fix_dims(cm_ir *ir, cm_id value, const cameo_value *given) {
    cm_id type = ir->t.value.row[value].type;
    if (type == CM_NONE || !ir->t.type.row[type].has_shape) return CAMEO_OK;
    cm_range dims = ir->t.type.row[type].dims;
    for (uint32_t i = 0; i < dims.n; i++) {
        cm_dim_proto d = ir->t.dim.row[dims.first + i];
        CM_CHECK(d.value < 0 || d.value == given->tensor.dims[i], ir->e, CAMEO_E_SHAPE,
                 "options.values gives \"%s\" dim %u as %lld, want %lld", given->name, i,
                 CM_LL(given->tensor.dims[i]), CM_LL(d.value));
        if (d.value < 0 && d.param.n != 0)
            CM_TRY(import_fix_dim(ir, given->name, d.param, given->tensor.dims[i]));
    }
    return CAMEO_OK;
}

/* The caller's strings in the layout of kernels/kernel.h. */
static cameo_status import_strings(cm_ir *ir, const cameo_string *s, size_t n, const void **data,
                                   size_t *size) {
    size_t bytes = 0;
    for (size_t i = 0; i < n; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): s is NULL for n == 0 only */
        CM_CHECK(!cm_ckd_add(bytes, s[i].n, &bytes) && bytes <= UINT32_MAX, ir->e, CAMEO_E_LIMIT,
                 "options.values: more than 4 GiB of text");
    }
    size_t head;
    CM_CHECK(!cm_ckd_mul(n + 1, sizeof(uint32_t), &head) && !cm_ckd_add(head, bytes, size), ir->e,
             CAMEO_E_LIMIT, "options.values: more strings than memory can hold");
    uint32_t *off = cm_arena_alloc(ir->work, *size, 8);
    if (off == NULL) return cm_ir_nomem(ir);
    char *text = (char *)(off + n + 1);
    for (size_t i = 0; i < n; i++) {
        off[i + 1] = off[i] + (uint32_t)s[i].n;
        if (s[i].n != 0) memcpy(text + off[i], s[i].p, s[i].n);
    }
    *data = off;
    return CAMEO_OK;
}

static cameo_status import_bind_value(cm_ir *ir, const cameo_value *given) {
    CM_CHECK(given->name != NULL, ir->e, CAMEO_E_ARG, "options.values: a value without a name");
    uint32_t at = import_find_input(ir, cm_str_from_c(given->name));
    if (at == UINT32_MAX) return cm_ir_no_input(ir, "values", cm_str_from_c(given->name));
    CM_CHECK(given->kind == CAMEO_KIND_TENSOR, ir->e, CAMEO_E_UNSUPPORTED,
             "options.values: \"%s\" is no tensor", given->name);
    cm_range *inputs = &ir->t.graph.row[0].inputs;
    cm_id *list = ir->t.ids.row + inputs->first;
    cm_id value = list[at];
    CM_TRY(import_check_type(ir, value, given));
    const cameo_tensor *t = &given->tensor;
    CM_CHECK(t->rank <= CM_MAX_RANK, ir->e, CAMEO_E_LIMIT,
             "options.values: rank %u, want at most %d", t->rank, CM_MAX_RANK);
    size_t n = 1;
    for (uint32_t i = 0; i < t->rank; i++) {
        size_t dim;
        bool wrong =
            t->dims[i] < 0 || cm_ckd_size((uint64_t)t->dims[i], &dim) || cm_ckd_mul(n, dim, &n);
        CM_CHECK(!wrong, ir->e, CAMEO_E_SHAPE, "options.values: the dims of \"%s\" overflow",
                 given->name);
    }
    CM_TRY(import_fix_dims(ir, value, given));
    size_t size;
    CM_TRY(cm_dtype_bytes(t->dtype, n, &size));
    CM_CHECK(size <= t->bytes && (t->data != NULL || size == 0), ir->e, CAMEO_E_ARG,
             "options.values gives %zu bytes for \"%s\", want %zu", t->bytes, given->name, size);
    const void *data = NULL;
    if (t->dtype == CAMEO_STRING) {
        CM_TRY(import_strings(ir, t->data, n, &data, &size));
    } else {
        void *copy = cm_arena_alloc(ir->work, size, 8);
        if (copy == NULL) return cm_ir_nomem(ir);
        if (size != 0) memcpy(copy, t->data, size);
        data = copy;
    }
    cm_id tensor;
    CM_TRY(cm_ir_add_tensor(ir, (int)t->dtype, t->rank, t->dims, data, size, &tensor));
    cm_ir_set_init(ir, value, tensor);
    list = ir->t.ids.row + inputs->first;
    for (uint32_t i = at; i + 1 < inputs->n; i++) list[i] = list[i + 1];
    inputs->n--;
    return CAMEO_OK;
}

cameo_status cm_ir_import(cm_ir *ir, const cameo_model *model) {
    ir->model = model;
    ir->t = model->t;
    ir->opsets = model->opsets;
    CM_TRY(import_tables(ir));
    CM_CHECK(ir->t.graph.n > 0, ir->e, CAMEO_E_MALFORMED, "the model has no graph");
    CM_TRY(import_links(ir));
    CM_TRY(import_ops(ir));
    ir->dims = cm_dims_new(ir->work);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    CM_TRY(cm_ir_override(ir));
    CM_TRY(cm_ir_override_weights(ir));
    CM_TRY(cm_ir_cut(ir));
    for (size_t i = 0; i < ir->options->n_values; i++)
        CM_TRY(import_bind_value(ir, &ir->options->values[i]));
    return import_check_dims(ir);
}
