/* info_nodes.c — `cameo info --nodes`: a line for each node, or all of the model as JSON. See tools/info_nodes.h.
 *
 * Subgraphs are printed by recursion: loading has limited how deep they nest. */
#include "tools/info_nodes.h"

#include <inttypes.h>
#include <string.h>

#include "base/dtype.h"
#include "tools/look.h"

enum {
    NODES_SHORT = 8,    /* elements of a list or tensor that a line shows */
    NODES_DATA = 64,    /* elements of a tensor that JSON shows */
    NODES_NAME = 256    /* bytes of a name that a line shows */
};

/* ---- text ---- */

static void nodes_text(const look_state *s, cameo_string text) {
    char dst[NODES_NAME];
    fputs(tool_text(dst, sizeof dst, text), s->f);
}

static void nodes_list_end(const look_state *s, uint64_t shown, uint64_t n) {
    if (shown < n) fprintf(s->f, ", ... %" PRIu64 " in all", n);
    fputc(']', s->f);
}

static void nodes_tensor(const look_state *s, uint32_t id) {
    char text[64];
    cameo_tensor_view t = look_tensor(s->m, id);
    fputs(cameo_dtype_name(t.dtype), s->f);
    fputc('[', s->f);
    for (uint32_t i = 0; i < t.rank; i++) fprintf(s->f, "%s%" PRId64, i == 0 ? "" : ", ", t.dims[i]);
    fputc(']', s->f);
    if (t.n_elem > NODES_SHORT || (t.data == NULL && t.dtype != CAMEO_STRING)) return;
    fputs("{", s->f);
    for (uint64_t i = 0; i < t.n_elem; i++) {
        if (i != 0) fputs(", ", s->f);
        if (t.dtype == CAMEO_STRING) {
            fputc('"', s->f);
            nodes_text(s, cameo_model_tensor_string(s->m, id, i));
            fputc('"', s->f);
        } else {
            fputs(look_element(text, &t, i), s->f);
        }
    }
    fputc('}', s->f);
}

static void nodes_type(const look_state *s, uint32_t id) {
    static const char *const names[] = {"none", "tensor", "sequence of ", "optional of ", "map to "};
    cameo_type_view t = look_type(s->m, id);
    if (t.elem != CAMEO_NO_ID && t.type.kind <= CAMEO_KIND_MAP) {
        fputs(names[t.type.kind], s->f);
        nodes_type(s, t.elem);
        return;
    }
    fputs(cameo_dtype_name(t.type.dtype), s->f);
    for (uint32_t i = 0; t.type.has_shape && i < t.type.rank; i++) {
        fputs(i == 0 ? "[" : ", ", s->f);
        if (t.type.dims[i] >= 0)
            fprintf(s->f, "%" PRId64, t.type.dims[i]);
        else
            nodes_text(s, t.type.dim_params[i].n == 0 ? (cameo_string){"?", 1} : t.type.dim_params[i]);
    }
    if (t.type.has_shape) fputs(t.type.rank == 0 ? "[]" : "]", s->f);
}

static void nodes_numbers(const look_state *s, const cameo_attr_view *a) {
    char text[64];
    uint64_t shown = a->n < NODES_SHORT ? a->n : NODES_SHORT;
    fputc('[', s->f);
    for (uint64_t i = 0; i < shown; i++) {
        if (i != 0) fputs(", ", s->f);
        if (a->type == CAMEO_ATTR_INTS) fprintf(s->f, "%" PRId64, a->ints[i]);
        if (a->type == CAMEO_ATTR_FLOATS) fputs(look_float(text, a->floats[i]), s->f);
        if (a->type != CAMEO_ATTR_STRINGS) continue;
        fputc('"', s->f);
        nodes_text(s, a->strings[i]);
        fputc('"', s->f);
    }
    nodes_list_end(s, shown, a->n);
}

/* Tensors, sparse tensors, types: one, or a list. Graphs have lines of their own. */
static void nodes_rows(const look_state *s, const cameo_attr_view *a) {
    uint32_t id = a->first;
    for (uint32_t i = 0; i < a->n && i < NODES_SHORT; i++) {
        if (i != 0) fputs(", ", s->f);
        switch (a->type) {
        case CAMEO_ATTR_TENSOR:
        case CAMEO_ATTR_TENSORS:
            nodes_tensor(s, id);
            id = look_tensor(s->m, id).next;
            break;
        case CAMEO_ATTR_SPARSE_TENSOR:
        case CAMEO_ATTR_SPARSE_TENSORS: {
            cameo_sparse_view x = look_sparse(s->m, id);
            fputs("sparse ", s->f);
            nodes_tensor(s, x.values);
            id = x.next;
            break;
        }
        default:
            nodes_type(s, id);
            id = look_type(s->m, id).next;
            break;
        }
    }
    if (a->n > NODES_SHORT) fprintf(s->f, ", ... %" PRIu32 " in all", a->n);
}

static void nodes_attr(const look_state *s, const cameo_attr_view *a) {
    char text[64];
    nodes_text(s, a->name);
    fputc('=', s->f);
    if (a->ref.n != 0) {
        fputc('@', s->f);
        nodes_text(s, a->ref);
        return;
    }
    switch (a->type) {
    case CAMEO_ATTR_FLOAT: fputs(look_float(text, a->f), s->f); break;
    case CAMEO_ATTR_INT: fprintf(s->f, "%" PRId64, a->i); break;
    case CAMEO_ATTR_STRING:
        fputc('"', s->f);
        nodes_text(s, a->s);
        fputc('"', s->f);
        break;
    case CAMEO_ATTR_FLOATS:
    case CAMEO_ATTR_INTS:
    case CAMEO_ATTR_STRINGS: nodes_numbers(s, a); break;
    default: nodes_rows(s, a); break;
    }
}

/* A value with what is known of it; an absent one is "-". */
static void nodes_value(const look_state *s, uint32_t id) {
    if (id == CAMEO_NO_ID) {
        fputc('-', s->f);
        return;
    }
    nodes_text(s, look_name(s->m, id));
    if (s->types.text[id] != NULL) fprintf(s->f, ": %s", s->types.text[id]);
}

static void nodes_graph(const look_state *s, uint32_t id, int indent);

static void nodes_line(const look_state *s, uint32_t id, int indent) {
    cameo_node_view n = look_node(s->m, id);
    cameo_attr_view a;
    fprintf(s->f, "%*s", indent, "");
    nodes_text(s, n.domain);
    if (n.domain.n != 0) fputc('.', s->f);
    nodes_text(s, n.op_type);
    if (n.overload.n != 0) fputc(':', s->f);
    nodes_text(s, n.overload);
    if (n.name.n != 0) fputs(" \"", s->f);
    nodes_text(s, n.name);
    fputs(n.name.n != 0 ? "\" (" : " (", s->f);
    for (uint32_t i = 0; i < n.n_inputs; i++) {
        uint32_t value = cameo_model_node_input(s->m, id, i);
        fputs(i == 0 ? "" : ", ", s->f);
        nodes_text(s, value == CAMEO_NO_ID ? (cameo_string){"-", 1} : look_name(s->m, value));
    }
    fputc(')', s->f);
    for (uint32_t k = n.first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        if (look_has_graphs(&a)) continue;
        fputc(' ', s->f);
        nodes_attr(s, &a);
    }
    fputs(" -> ", s->f);
    for (uint32_t i = 0; i < n.n_outputs; i++) {
        fputs(i == 0 ? "" : ", ", s->f);
        nodes_value(s, n.outputs[i]);
    }
    fputc('\n', s->f);
    for (uint32_t k = n.first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        uint32_t graph = look_has_graphs(&a) ? a.first : CAMEO_NO_ID;
        for (; graph != CAMEO_NO_ID; graph = look_graph(s->m, graph).next) {
            fprintf(s->f, "%*s", indent + 2, "");
            nodes_text(s, a.name);
            fputc(' ', s->f);
            nodes_graph(s, graph, indent + 4);
        }
    }
}

/* The rest of the graph's own line, then its nodes. */
static void nodes_graph(const look_state *s, uint32_t id, int indent) {
    cameo_graph_view g = look_graph(s->m, id);
    for (int out = 0; out < 2; out++) {
        const uint32_t *values = out ? g.outputs : g.inputs;
        fputs(out ? " -> (" : "(", s->f);
        for (uint32_t i = 0; i < (out ? g.n_outputs : g.n_inputs); i++) {
            fputs(i == 0 ? "" : ", ", s->f);
            nodes_value(s, values[i]);
        }
        fputc(')', s->f);
    }
    fputc('\n', s->f);
    cameo_node_view n;
    for (uint32_t k = g.first_node; k != CAMEO_NO_ID; k = n.next) {
        n = look_node(s->m, k);
        nodes_line(s, k, indent);
    }
}

static void nodes_print(const look_state *s) {
    fputs("graph ", s->f);
    nodes_text(s, look_graph(s->m, 0).name);
    fputc(' ', s->f);
    nodes_graph(s, 0, 2);
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(s->m, &info);
    for (uint32_t k = 0; k < info.n_functions; k++) {
        cameo_function_view fn = look_function(s->m, k);
        fputs("function ", s->f);
        nodes_text(s, fn.domain);
        fputc('.', s->f);
        nodes_text(s, fn.name);
        fputs(fn.overload.n != 0 ? ":" : "", s->f);
        nodes_text(s, fn.overload);
        fputc(' ', s->f);
        nodes_graph(s, fn.graph, 2);
    }
}

/* ---- JSON ---- */

static void nodes_json_key(const look_state *s, const char *key) { fprintf(s->f, ", \"%s\": ", key); }

/* A number that JSON has no word for is a string. */
static void nodes_json_number(const look_state *s, const char *text) {
    size_t n = strlen(text);
    bool odd = strchr(text, 'n') != NULL || (n != 0 && text[n - 1] == 'i');
    fprintf(s->f, odd ? "\"%s\"" : "%s", text);
}

static void nodes_json_name(const look_state *s, uint32_t value) { tool_json_string(s->f, look_name(s->m, value)); }

static void nodes_json_dims(const look_state *s, uint32_t rank, const int64_t *dims) {
    nodes_json_key(s, "dims");
    fputc('[', s->f);
    for (uint32_t i = 0; i < rank; i++) fprintf(s->f, "%s%" PRId64, i == 0 ? "" : ", ", dims[i]);
    fputc(']', s->f);
}

static void nodes_json_data(const look_state *s, uint32_t id, const cameo_tensor_view *t) {
    char text[64];
    bool strings = t->dtype == CAMEO_STRING;
    if (t->n_elem > NODES_DATA || (t->n_elem != 0 && t->data == NULL && !strings)) return;
    nodes_json_key(s, "data");
    fputc('[', s->f);
    for (uint64_t i = 0; i < t->n_elem; i++) {
        if (i != 0) fputs(", ", s->f);
        if (strings)
            tool_json_string(s->f, cameo_model_tensor_string(s->m, id, i));
        else
            nodes_json_number(s, look_element(text, t, i));
    }
    fputc(']', s->f);
}

static void nodes_json_tensor(const look_state *s, uint32_t id) {
    cameo_tensor_view t = look_tensor(s->m, id);
    fputs("{\"name\": ", s->f);
    tool_json_string(s->f, t.name);
    fprintf(s->f, ", \"dtype\": \"%s\"", cameo_dtype_name(t.dtype));
    nodes_json_dims(s, t.rank, t.dims);
    fprintf(s->f, ", \"bytes\": %" PRIu64, t.bytes);
    if (t.offset != CAMEO_NO_OFFSET && s->in_file) fprintf(s->f, ", \"offset\": %" PRIu64, t.offset);
    if (t.location.n != 0 && s->is_beside) {
        nodes_json_key(s, "location");
        tool_json_string(s->f, t.location);
        fprintf(s->f, ", \"location_offset\": %" PRIu64, t.location_offset);
    }
    nodes_json_data(s, id, &t);
    fputc('}', s->f);
}

static void nodes_json_sparse(const look_state *s, uint32_t id) {
    cameo_sparse_view x = look_sparse(s->m, id);
    fputs("{\"values\": ", s->f);
    nodes_json_tensor(s, x.values);
    nodes_json_key(s, "indices");
    nodes_json_tensor(s, x.indices);
    nodes_json_dims(s, x.rank, x.dims);
    fputc('}', s->f);
}

static void nodes_json_type(const look_state *s, uint32_t id) {
    static const char *const kinds[] = {"none", "tensor", "sequence", "optional", "map"};
    cameo_type_view t = look_type(s->m, id);
    const cameo_type *type = &t.type;
    const char *kind = kinds[type->kind <= CAMEO_KIND_MAP ? type->kind : CAMEO_KIND_NONE];
    fprintf(s->f, "{\"kind\": \"%s%s\"", t.is_sparse ? "sparse_" : "", kind);
    if (type->kind == CAMEO_KIND_MAP) fprintf(s->f, ", \"key\": \"%s\"", cameo_dtype_name(type->key_dtype));
    if (t.elem != CAMEO_NO_ID) {
        nodes_json_key(s, "element");
        nodes_json_type(s, t.elem);
    } else if (type->kind == CAMEO_KIND_TENSOR) {
        fprintf(s->f, ", \"dtype\": \"%s\", \"shape\": ", cameo_dtype_name(type->dtype));
        fputs(type->has_shape ? "[" : "null", s->f);
        for (uint32_t i = 0; type->has_shape && i < type->rank; i++) {
            if (i != 0) fputs(", ", s->f);
            if (type->dims[i] >= 0)
                fprintf(s->f, "%" PRId64, type->dims[i]);
            else if (type->dim_params[i].n != 0)
                tool_json_string(s->f, type->dim_params[i]);
            else
                fputs("null", s->f);
        }
        fputs(type->has_shape ? "]" : "", s->f);
    }
    fputc('}', s->f);
}

static void nodes_json_graph(const look_state *s, uint32_t id);

static uint32_t nodes_json_row(const look_state *s, cameo_attr_type type, uint32_t id) {
    switch (type) {
    case CAMEO_ATTR_TENSOR:
    case CAMEO_ATTR_TENSORS: nodes_json_tensor(s, id); return look_tensor(s->m, id).next;
    case CAMEO_ATTR_GRAPH:
    case CAMEO_ATTR_GRAPHS: nodes_json_graph(s, id); return look_graph(s->m, id).next;
    case CAMEO_ATTR_SPARSE_TENSOR:
    case CAMEO_ATTR_SPARSE_TENSORS: nodes_json_sparse(s, id); return look_sparse(s->m, id).next;
    default: nodes_json_type(s, id); return look_type(s->m, id).next;
    }
}

static void nodes_json_item(const look_state *s, const cameo_attr_view *a, uint32_t i) {
    char text[64];
    if (a->type == CAMEO_ATTR_INTS) fprintf(s->f, "%" PRId64, a->ints[i]);
    if (a->type == CAMEO_ATTR_FLOATS) nodes_json_number(s, look_float(text, a->floats[i]));
    if (a->type == CAMEO_ATTR_STRINGS) tool_json_string(s->f, a->strings[i]);
}

static void nodes_json_attr(const look_state *s, const cameo_attr_view *a) {
    static const char *const names[] = {"undefined",     "float",  "int",     "string",  "tensor",  "graph",
                                        "floats",        "ints",   "strings", "tensors", "graphs",  "sparse_tensor",
                                        "sparse_tensors", "type_proto", "type_protos"};
    char text[64];
    fputs("{\"name\": ", s->f);
    tool_json_string(s->f, a->name);
    fprintf(s->f, ", \"type\": \"%s\"", names[a->type]);
    nodes_json_key(s, a->ref.n != 0 ? "ref" : "value");
    uint32_t row = a->first;
    bool list = strchr(names[a->type], 0)[-1] == 's';
    if (a->ref.n != 0) {
        tool_json_string(s->f, a->ref);
    } else if (a->type == CAMEO_ATTR_FLOAT) {
        nodes_json_number(s, look_float(text, a->f));
    } else if (a->type == CAMEO_ATTR_INT) {
        fprintf(s->f, "%" PRId64, a->i);
    } else if (a->type == CAMEO_ATTR_STRING) {
        tool_json_string(s->f, a->s);
    } else if (!list) {
        (void)nodes_json_row(s, a->type, row);
    } else {
        bool scalars = a->type == CAMEO_ATTR_INTS || a->type == CAMEO_ATTR_FLOATS || a->type == CAMEO_ATTR_STRINGS;
        fputc('[', s->f);
        for (uint32_t i = 0; i < a->n; i++) {
            if (i != 0) fputs(", ", s->f);
            if (scalars)
                nodes_json_item(s, a, i);
            else
                row = nodes_json_row(s, a->type, row);
        }
        fputc(']', s->f);
    }
    fputc('}', s->f);
}

static void nodes_json_attrs(const look_state *s, const char *key, uint32_t first) {
    cameo_attr_view a;
    nodes_json_key(s, key);
    fputc('[', s->f);
    for (uint32_t id = first; id != CAMEO_NO_ID; id = a.next) {
        a = look_attr(s->m, id);
        if (id != first) fputs(", ", s->f);
        nodes_json_attr(s, &a);
    }
    fputc(']', s->f);
}

static void nodes_json_names(const look_state *s, const char *key, uint32_t n, const uint32_t *values) {
    nodes_json_key(s, key);
    fputc('[', s->f);
    for (uint32_t i = 0; i < n; i++) {
        if (i != 0) fputs(", ", s->f);
        nodes_json_name(s, values[i]);
    }
    fputc(']', s->f);
}

static void nodes_json_node(const look_state *s, uint32_t id, const cameo_node_view *n) {
    fputs("{\"op_type\": ", s->f);
    tool_json_string(s->f, n->op_type);
    nodes_json_key(s, "domain");
    tool_json_string(s->f, n->domain);
    nodes_json_key(s, "overload");
    tool_json_string(s->f, n->overload);
    nodes_json_key(s, "name");
    tool_json_string(s->f, n->name);
    fprintf(s->f, ", \"id\": %" PRIu32, id);
    if (s->in_file) fprintf(s->f, ", \"offset\": %" PRIu64, n->offset);
    nodes_json_key(s, "inputs");
    fputc('[', s->f);
    for (uint32_t i = 0; i < n->n_inputs; i++) {
        if (i != 0) fputs(", ", s->f);
        nodes_json_name(s, cameo_model_node_input(s->m, id, i));
    }
    fputc(']', s->f);
    nodes_json_names(s, "outputs", n->n_outputs, n->outputs);
    nodes_json_attrs(s, "attributes", n->first_attr);
    fputc('}', s->f);
}

static void nodes_json_value(const look_state *s, uint32_t id) {
    cameo_value_view v = look_value(s->m, id);
    fputs("{\"name\": ", s->f);
    tool_json_string(s->f, v.name);
    fprintf(s->f, ", \"from\": \"%s\", \"type\": ",
            v.node != CAMEO_NO_ID ? "node" : !v.is_input ? "initializer" : v.init == CAMEO_NO_ID ? "input" : "default");
    if (s->types.text[id] == NULL)
        fputs("null", s->f);
    else
        tool_json_string(s->f, (cameo_string){s->types.text[id], strlen(s->types.text[id])});
    nodes_json_key(s, "declared");
    if (v.type == CAMEO_NO_ID)
        fputs("null", s->f);
    else
        nodes_json_type(s, v.type);
    fputc('}', s->f);
}

static void nodes_json_graph(const look_state *s, uint32_t id) {
    cameo_graph_view g = look_graph(s->m, id);
    fputs("{\"name\": ", s->f);
    tool_json_string(s->f, g.name);
    nodes_json_key(s, "doc_string");
    tool_json_string(s->f, g.doc_string);
    nodes_json_names(s, "inputs", g.n_inputs, g.inputs);
    nodes_json_names(s, "outputs", g.n_outputs, g.outputs);
    nodes_json_key(s, "initializers");
    fputc('[', s->f);
    for (uint32_t t = g.first_init; t != CAMEO_NO_ID; t = look_tensor(s->m, t).next) {
        if (t != g.first_init) fputs(",\n  ", s->f);
        nodes_json_tensor(s, t);
    }
    fputc(']', s->f);
    nodes_json_key(s, "sparse_initializers");
    fputc('[', s->f);
    for (uint32_t t = g.first_sparse; t != CAMEO_NO_ID; t = look_sparse(s->m, t).next) {
        if (t != g.first_sparse) fputs(",\n  ", s->f);
        nodes_json_sparse(s, t);
    }
    fputc(']', s->f);
    nodes_json_key(s, "values");
    fputc('[', s->f);
    for (uint32_t i = 0; i < g.n_values; i++) {
        if (i != 0) fputs(",\n  ", s->f);
        nodes_json_value(s, g.first_value + i);
    }
    fputc(']', s->f);
    nodes_json_key(s, "nodes");
    fputc('[', s->f);
    cameo_node_view n;
    for (uint32_t k = g.first_node; k != CAMEO_NO_ID; k = n.next) {
        n = look_node(s->m, k);
        if (k != g.first_node) fputs(",\n  ", s->f);
        nodes_json_node(s, k, &n);
    }
    fputs("]}", s->f);
}

static void nodes_json_texts(const look_state *s, const char *key, uint32_t n, const cameo_string *texts) {
    nodes_json_key(s, key);
    fputc('[', s->f);
    for (uint32_t i = 0; i < n; i++) {
        if (i != 0) fputs(", ", s->f);
        tool_json_string(s->f, texts[i]);
    }
    fputc(']', s->f);
}

static void nodes_json_opset(const look_state *s, uint32_t i, cameo_string domain, int64_t version) {
    fputs(i == 0 ? "{\"domain\": " : ", {\"domain\": ", s->f);
    tool_json_string(s->f, domain);
    fprintf(s->f, ", \"version\": %" PRId64 "}", version);
}

static void nodes_json_function(const look_state *s, uint32_t id) {
    cameo_function_view fn = look_function(s->m, id);
    cameo_string domain;
    int64_t version;
    fputs("{\"name\": ", s->f);
    tool_json_string(s->f, fn.name);
    nodes_json_key(s, "domain");
    tool_json_string(s->f, fn.domain);
    nodes_json_key(s, "overload");
    tool_json_string(s->f, fn.overload);
    nodes_json_key(s, "opsets");
    fputc('[', s->f);
    for (uint32_t i = 0; cameo_model_function_opset(s->m, id, i, &domain, &version); i++)
        nodes_json_opset(s, i, domain, version);
    fputc(']', s->f);
    nodes_json_texts(s, "attributes", fn.n_attrs, fn.attrs);
    nodes_json_attrs(s, "defaults", fn.first_default);
    nodes_json_key(s, "body");
    nodes_json_graph(s, fn.graph);
    fputc('}', s->f);
}

static void nodes_json(const look_state *s) {
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(s->m, &info);
    fprintf(s->f, "{\"ir_version\": %" PRId64 ", \"opsets\": [", info.ir_version);
    for (uint32_t i = 0; i < info.n_opsets; i++) {
        cameo_string domain;
        int64_t version;
        cameo_model_get_opset(s->m, i, &domain, &version);
        nodes_json_opset(s, i, domain, version);
    }
    fputs("],\n \"graph\": ", s->f);
    nodes_json_graph(s, 0);
    fputs(",\n \"functions\": [", s->f);
    for (uint32_t k = 0; k < info.n_functions; k++) {
        if (k != 0) fputs(",\n  ", s->f);
        nodes_json_function(s, k);
    }
    fputs("]}\n", s->f);
}

void tool_info_nodes(const tool_model *m, bool json) {
    look_state s = look_begin(m, stdout);
    if (json)
        nodes_json(&s);
    else
        nodes_print(&s);
    look_end(&s);
}
