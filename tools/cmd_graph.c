/* cmd_graph.c — `cameo graph`: a picture of a model in the language DOT, which Graphviz and many editors draw.
 *
 * A box for each node with its operator, name, scalar attributes and constant inputs; an edge for each value that one
 * reads of another, with name and type. Subgraphs and functions are boxes around theirs; a subgraph's outputs lead,
 * dashed, to the node that it belongs to. Language: https://graphviz.org/doc/info/lang.html */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tools/look.h"

enum { GRAPH_TEXT = 96 }; /* bytes of a name that are shown */

typedef struct graph_state {
    const cameo_model *m;
    look_types types;
    FILE *f;
} graph_state;

/* Inside a quoted label: cut to fit, control characters hidden. */
static void graph_text(const graph_state *s, cameo_string v) {
    char text[GRAPH_TEXT];
    for (const char *p = tool_text(text, sizeof text, v); *p != 0; p++) {
        if (*p == '"' || *p == '\\') fputc('\\', s->f);
        fputc(*p, s->f);
    }
    if (v.n >= GRAPH_TEXT) fputs("...", s->f);
}

static void graph_type(const graph_state *s, uint32_t value) {
    const char *type = s->types.text[value];
    if (type != NULL) graph_text(s, (cameo_string){type, strlen(type)});
}

/* ---- nodes ---- */

static bool graph_has_graphs(const cameo_attr_view *a) {
    return (a->type == CAMEO_ATTR_GRAPH || a->type == CAMEO_ATTR_GRAPHS) && a->ref.n == 0;
}

/* A line of the label for attributes that are short. */
static void graph_attr(const graph_state *s, const cameo_attr_view *a) {
    char text[64];
    bool shown = a->ref.n != 0 || a->type == CAMEO_ATTR_INT || a->type == CAMEO_ATTR_FLOAT ||
                 a->type == CAMEO_ATTR_STRING || (a->type == CAMEO_ATTR_INTS && a->n <= 8);
    if (!shown) return;
    fputs("\\n", s->f);
    graph_text(s, a->name);
    fputs(a->ref.n != 0 ? " = @" : " = ", s->f);
    if (a->ref.n != 0) {
        graph_text(s, a->ref);
    } else if (a->type == CAMEO_ATTR_STRING) {
        graph_text(s, a->s);
    } else if (a->type == CAMEO_ATTR_FLOAT) {
        fputs(look_float(text, a->f), s->f);
    } else if (a->type == CAMEO_ATTR_INT) {
        fprintf(s->f, "%" PRId64, a->i);
    } else {
        for (uint32_t i = 0; i < a->n; i++) fprintf(s->f, "%s%" PRId64, i == 0 ? "" : ", ", a->ints[i]);
    }
}

/* An initializer that nobody gives otherwise: it stands in the boxes of its readers. */
static bool graph_is_constant(const cameo_value_view *v) { return v->node == CAMEO_NO_ID && !v->is_input; }

static void graph_box(const graph_state *s, uint32_t id, const cameo_node_view *n, int indent) {
    cameo_attr_view a;
    fprintf(s->f, "%*sn%" PRIu32 " [label=\"", indent, "", id);
    graph_text(s, n->domain);
    if (n->domain.n != 0) fputc('.', s->f);
    graph_text(s, n->op_type);
    if (n->name.n != 0) fputs("\\n", s->f);
    graph_text(s, n->name);
    for (uint32_t k = n->first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        graph_attr(s, &a);
    }
    for (uint32_t i = 0; i < n->n_inputs; i++) {
        uint32_t value = cameo_model_node_input(s->m, id, i);
        if (value == CAMEO_NO_ID) continue;
        cameo_value_view v = look_value(s->m, value);
        if (!graph_is_constant(&v)) continue;
        fputs("\\n", s->f);
        graph_text(s, v.name);
        fputs(" ", s->f);
        graph_type(s, value);
    }
    fputs("\"];\n", s->f);
}

/* The name of the box that a value comes from. */
static void graph_source(const graph_state *s, uint32_t value, const cameo_value_view *v) {
    if (v->node != CAMEO_NO_ID)
        fprintf(s->f, "n%" PRIu32, v->node);
    else
        fprintf(s->f, "v%" PRIu32, value);
}

static void graph_edge_label(const graph_state *s, uint32_t value, const cameo_value_view *v) {
    fputs(" [label=\"", s->f);
    graph_text(s, v->name);
    fputs("\\n", s->f);
    graph_type(s, value);
    fputs("\"];\n", s->f);
}

static void graph_edges(const graph_state *s, uint32_t id, const cameo_node_view *n, int indent) {
    for (uint32_t i = 0; i < n->n_inputs; i++) {
        uint32_t value = cameo_model_node_input(s->m, id, i);
        if (value == CAMEO_NO_ID) continue;
        cameo_value_view v = look_value(s->m, value);
        if (graph_is_constant(&v)) continue;
        fprintf(s->f, "%*s", indent, "");
        graph_source(s, value, &v);
        fprintf(s->f, " -> n%" PRIu32, id);
        graph_edge_label(s, value, &v);
    }
}

/* ---- graphs ---- */

static void graph_inside(const graph_state *s, uint32_t id, int indent);

static void graph_subgraphs(const graph_state *s, uint32_t node, const cameo_node_view *n, int indent) {
    cameo_attr_view a;
    for (uint32_t k = n->first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        uint32_t graph = graph_has_graphs(&a) ? a.first : CAMEO_NO_ID;
        while (graph != CAMEO_NO_ID) {
            cameo_graph_view g = look_graph(s->m, graph);
            fprintf(s->f, "%*ssubgraph cluster_%" PRIu32 " {\n%*slabel=\"", indent, "", graph, indent + 2, "");
            graph_text(s, n->op_type);
            fputs(" ", s->f);
            graph_text(s, n->name);
            fputs(": ", s->f);
            graph_text(s, a.name);
            fputs("\";\n", s->f);
            graph_inside(s, graph, indent + 2);
            fprintf(s->f, "%*s}\n", indent, "");
            for (uint32_t i = 0; i < g.n_outputs; i++) {
                fprintf(s->f, "%*so%" PRIu32 "_%" PRIu32, indent, "", graph, i);
                fprintf(s->f, " -> n%" PRIu32 " [style=dashed];\n", node);
            }
            graph = g.next;
        }
    }
}

/* An ellipse for each input, and for constants that are handed on as they are; then for each output. */
static void graph_inputs(const graph_state *s, const cameo_graph_view *g, int indent) {
    for (uint32_t i = 0; i < g->n_values; i++) {
        uint32_t value = g->first_value + i;
        cameo_value_view v = look_value(s->m, value);
        if (v.node != CAMEO_NO_ID || (graph_is_constant(&v) && !v.is_output)) continue;
        fprintf(s->f, "%*sv%" PRIu32 " [shape=ellipse, label=\"", indent, "", value);
        graph_text(s, v.name);
        fputs("\\n", s->f);
        graph_type(s, value);
        fputs("\"];\n", s->f);
    }
}

static void graph_outputs(const graph_state *s, uint32_t id, const cameo_graph_view *g, int indent) {
    for (uint32_t i = 0; i < g->n_outputs; i++) {
        cameo_value_view v = look_value(s->m, g->outputs[i]);
        fprintf(s->f, "%*so%" PRIu32 "_%" PRIu32 " [shape=ellipse, label=\"", indent, "", id, i);
        graph_text(s, v.name);
        fprintf(s->f, "\"];\n%*s", indent, "");
        graph_source(s, g->outputs[i], &v);
        fprintf(s->f, " -> o%" PRIu32 "_%" PRIu32, id, i);
        graph_edge_label(s, g->outputs[i], &v);
    }
}

static void graph_inside(const graph_state *s, uint32_t id, int indent) {
    cameo_graph_view g = look_graph(s->m, id);
    cameo_node_view n;
    graph_inputs(s, &g, indent);
    for (uint32_t k = g.first_node; k != CAMEO_NO_ID; k = n.next) {
        n = look_node(s->m, k);
        graph_box(s, k, &n, indent);
        graph_edges(s, k, &n, indent);
        graph_subgraphs(s, k, &n, indent);
    }
    graph_outputs(s, id, &g, indent);
}

static void graph_write(const graph_state *s) {
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(s->m, &info);
    fputs("digraph model {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
          "  edge [fontname=\"sans-serif\", fontsize=8];\n  label=\"",
          s->f);
    graph_text(s, info.graph_name);
    fputs("\";\n", s->f);
    graph_inside(s, 0, 2);
    for (uint32_t k = 0; k < info.n_functions; k++) {
        cameo_function_view fn = look_function(s->m, k);
        fprintf(s->f, "  subgraph cluster_%" PRIu32 " {\n    label=\"function ", fn.graph);
        graph_text(s, fn.domain);
        fputc('.', s->f);
        graph_text(s, fn.name);
        fputs("\";\n", s->f);
        graph_inside(s, fn.graph, 4);
        fputs("  }\n", s->f);
    }
    fputs("}\n", s->f);
}

/* ---- command ---- */

static int graph_model(const tool_model *m, const char *out) {
    graph_state s = {.m = m->model, .f = out == NULL ? stdout : fopen(out, "wb")};
    if (s.f == NULL) {
        fprintf(stderr, "cameo: %s: %s\n", out, strerror(errno));
        return TOOL_FAILED;
    }
    s.types = look_types_new(m);
    look_types_tell(&s.types, m->path);
    graph_write(&s);
    look_types_free(&s.types);
    bool bad = ferror(s.f) != 0;
    if (out != NULL) bad = fclose(s.f) != 0 || bad;
    if (!bad || out == NULL) return TOOL_OK; /* of stdout main tells */
    fprintf(stderr, "cameo: %s: writing failed\n", out);
    return TOOL_FAILED;
}

static int graph_run(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    const char *in = NULL, *out = NULL;
    tool_options o;
    tool_options_init(&o, 1);
    while (tool_next(&a)) {
        if (tool_value(&a, "-o", &out) || tool_shared(&a, &o)) continue;
        tool_take_model(&a, &in);
    }
    if (!tool_has_model(&a, in)) return TOOL_USAGE;
    if (out != NULL && !tool_has_ending(out, ".dot") && !tool_has_ending(out, ".gv"))
        return tool_wrong(&a, "-o is \"%s\", want a file that ends in .dot or .gv", out);
    tool_fix_dims(&o);
    tool_model m;
    cameo_error e = {0};
    cameo_status status = tool_model_load(&m, in, &o.cameo, &e);
    if (status != CAMEO_OK) tool_print_error(in, &e);
    int result = status == CAMEO_OK ? graph_model(&m, out) : tool_exit_load(status);
    tool_model_free(&m);
    return result;
}

const tool_command tool_cmd_graph = {
    "graph", "a picture of the model in the language DOT",
    "usage: cameo graph MODEL [-o FILE.dot] [--dim NAME=N ...] [options]\n\n"
    "Writes DOT, for Graphviz: a box for each node with its attributes and constant inputs, an edge for each\n"
    "value with its type; subgraphs and functions are boxes around theirs.\n\n"
    "    cameo graph model.onnx | dot -Tsvg -o model.svg\n\n"
    "  -o FILE              the file to write; default: stdout\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_DIMS, graph_run};
