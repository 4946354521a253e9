/* cmd_graph.c — `cameo graph`: a picture of a model in the language DOT, which Graphviz and many editors draw.
 *
 * A box for each node with its operator, name, scalar attributes and constant inputs; an edge for each value that one
 * reads of another, with name and type. Subgraphs and functions are boxes around theirs; a subgraph's outputs lead,
 * dashed, to the node that it belongs to. Language: https://graphviz.org/doc/info/lang.html */
#define _GNU_SOURCE 1 /* open_memstream */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "runtime/session/program.h"
#include "tools/json_read.h"
#include "tools/picture.h"

enum { GRAPH_TEXT = 96 }; /* bytes of a name that are shown */

/* Inside a quoted label; ends of lines, and of what is left out of a name, as DOT has them. */
static void graph_quote(const look_state *s, const char *text) {
    for (const char *p = text; *p != 0; p++) {
        if (*p == '"' || *p == '\\') fputc('\\', s->f);
        if (*p == '\n')
            fputs(p[1] == 0 ? "" : "\\n", s->f);
        else
            fputc(*p, s->f);
    }
}

static void graph_text(const look_state *s, cameo_string v) {
    char text[GRAPH_TEXT];
    graph_quote(s, tool_text(text, sizeof text, v));
    if (v.n >= GRAPH_TEXT) fputs("...", s->f);
}

static void graph_type(const look_state *s, uint32_t value) {
    const char *type = s->types.text[value];
    if (type != NULL) graph_text(s, (cameo_string){type, strlen(type)});
}

/* ---- nodes ---- */

static void graph_box(const look_state *s, uint32_t id, int indent) {
    char *label = NULL;
    size_t size;
    FILE *f = open_memstream(&label, &size);
    if (f == NULL) return; /* stdio has told the stream of it: writing failed */
    picture_write_label(s, id, f);
    fclose(f);
    fprintf(s->f, "%*sn%" PRIu32 " [label=\"", indent, "", id);
    graph_quote(s, label);
    fputs("\"];\n", s->f);
    free(label);
}

/* The name of the box that a value comes from. */
static void graph_source(const look_state *s, uint32_t value, const cameo_value_view *v) {
    if (v->node != CAMEO_NO_ID)
        fprintf(s->f, "n%" PRIu32, v->node);
    else
        fprintf(s->f, "v%" PRIu32, value);
}

static void graph_edge_label(const look_state *s, uint32_t value, const cameo_value_view *v) {
    fputs(" [label=\"", s->f);
    graph_text(s, v->name);
    fputs("\\n", s->f);
    graph_type(s, value);
    fputs("\"];\n", s->f);
}

static void graph_edges(const look_state *s, uint32_t id, const cameo_node_view *n, int indent) {
    for (uint32_t i = 0; i < n->n_inputs; i++) {
        uint32_t value = cameo_model_node_input(s->m, id, i);
        if (value == CAMEO_NO_ID) continue;
        cameo_value_view v = look_value(s->m, value);
        if (look_is_constant(&v)) continue;
        fprintf(s->f, "%*s", indent, "");
        graph_source(s, value, &v);
        fprintf(s->f, " -> n%" PRIu32, id);
        graph_edge_label(s, value, &v);
    }
}

/* ---- graphs ---- */

static void graph_inside(const look_state *s, uint32_t id, int indent);

static void graph_subgraphs(const look_state *s, uint32_t node, const cameo_node_view *n, int indent) {
    cameo_attr_view a;
    for (uint32_t k = n->first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(s->m, k);
        uint32_t graph = look_has_graphs(&a) ? a.first : CAMEO_NO_ID;
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
static void graph_inputs(const look_state *s, const cameo_graph_view *g, int indent) {
    for (uint32_t i = 0; i < g->n_values; i++) {
        uint32_t value = g->first_value + i;
        cameo_value_view v = look_value(s->m, value);
        if (v.node != CAMEO_NO_ID || (look_is_constant(&v) && !v.is_output)) continue;
        fprintf(s->f, "%*sv%" PRIu32 " [shape=ellipse, label=\"", indent, "", value);
        graph_text(s, v.name);
        fputs("\\n", s->f);
        graph_type(s, value);
        fputs("\"];\n", s->f);
    }
}

static void graph_outputs(const look_state *s, uint32_t id, const cameo_graph_view *g, int indent) {
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

static void graph_inside(const look_state *s, uint32_t id, int indent) {
    cameo_graph_view g = look_graph(s->m, id);
    cameo_node_view n;
    graph_inputs(s, &g, indent);
    for (uint32_t k = g.first_node; k != CAMEO_NO_ID; k = n.next) {
        n = look_node(s->m, k);
        graph_box(s, k, indent);
        graph_edges(s, k, &n, indent);
        graph_subgraphs(s, k, &n, indent);
    }
    graph_outputs(s, id, &g, indent);
}

static void graph_write(const look_state *s) {
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

/* ---- what is known of nodes ---- */

/* Times that `cameo profile --json` wrote. */
static cameo_status graph_read_times(picture_facts *facts, json_file *j, const char *path, cameo_error *e) {
    CM_TRY(json_read(j, path, e));
    uint32_t nodes = json_find(j, 0, "nodes", JSON_LIST);
    CM_CHECK(nodes != JSON_NONE, e, CAMEO_E_MALFORMED, "%s is not of `cameo profile --json`: it has no \"nodes\"",
             path);
    facts->fact = tool_alloc(j->n * sizeof *facts->fact);
    for (uint32_t i = j->value[nodes].first; i != JSON_NONE; i = j->value[i].next) {
        uint32_t name = json_find(j, i, "node", JSON_STRING), ms = json_find(j, i, "ms", JSON_NUMBER);
        if (name == JSON_NONE || ms == JSON_NONE || j->value[name].text.n == 0) continue;
        facts->fact[facts->n++] = (picture_fact){j->value[name].text, j->value[ms].number, PICTURE_NONE};
    }
    return CAMEO_OK;
}

/* Who computes which node, by the session that the host makes. host: names point into it. */
static cameo_status graph_find_providers(picture_facts *facts, const tool_options *o, const char *path,
                                         cameo_host **host, cameo_error *e) {
    CM_TRY(tool_host_load(path, &o->cameo, host, e));
    const cameo_session *s = cameo_host_get_session(*host);
    uint32_t n_devices = s->devices == NULL ? 0 : s->devices->n;
    picture_fact *all = tool_alloc((facts->n + s->n_steps) * sizeof *all);
    if (facts->n != 0) memcpy(all, facts->fact, facts->n * sizeof *all);
    free(facts->fact);
    facts->fact = all;
    facts->n_providers = n_devices + 1;
    facts->providers = tool_alloc(facts->n_providers * sizeof *facts->providers);
    facts->providers[0] = "cpu";
    for (uint32_t i = 0; i < n_devices; i++) facts->providers[i + 1] = s->devices->device[i].provider.name;
    for (uint32_t i = 0; i < s->n_steps; i++) {
        const cm_step *step = &s->steps[i];
        bool runs = step->kind == CM_STEP_KERNEL || step->kind == CM_STEP_VIEW || step->kind == CM_STEP_DEVICE;
        if (!runs || s->node_names == NULL || step->node >= s->n_nodes || s->node_names[step->node].n == 0) continue;
        cm_str name = s->node_names[step->node];
        uint32_t provider = step->kind == CM_STEP_DEVICE ? step->row + 1U : 0;
        facts->fact[facts->n++] = (picture_fact){{name.p, name.n}, 0, provider};
    }
    return CAMEO_OK;
}

/* ---- command ---- */

typedef struct graph_options {
    tool_options shared;
    const char *in, *out, *times;
    picture_colour colour;
    bool has_colour;
} graph_options;

/* The model as the optimiser leaves it, in the page beside the one that was read. */
static void graph_write_both(const graph_options *o, const tool_model *m, const picture *before, FILE *f) {
    tool_model optimised;
    picture after;
    cameo_error e = {0};
    char why[640] = "";
    cameo_status status = tool_model_optimise(&optimised, m, &e);
    if (status == CAMEO_OK)
        after = picture_new(&optimised, before->facts);
    else
        tool_format_error(why, sizeof why, &e);
    picture_write_page(before, status == CAMEO_OK ? &after : NULL, why, m->path, o->colour, f);
    if (status == CAMEO_OK) picture_free(&after);
    tool_model_free(&optimised);
}

static void graph_draw(const graph_options *o, const tool_model *m, const picture_facts *facts, FILE *f) {
    bool svg = o->out != NULL && tool_has_ending(o->out, ".svg");
    if (!svg && (o->out == NULL || !tool_has_ending(o->out, ".html"))) {
        look_state s = look_begin(m, f);
        graph_write(&s);
        look_end(&s);
        return;
    }
    picture p = picture_new(m, facts);
    if (svg)
        picture_write_svg(&p, o->colour, true, f);
    else
        graph_write_both(o, m, &p, f);
    picture_free(&p);
}

static int graph_model(const graph_options *o, const tool_model *m, const picture_facts *facts) {
    FILE *f = o->out == NULL ? stdout : fopen(o->out, "wb");
    if (f == NULL) {
        fprintf(stderr, "cameo: %s: %s\n", o->out, strerror(errno));
        return TOOL_FAILED;
    }
    graph_draw(o, m, facts, f);
    bool bad = ferror(f) != 0;
    if (o->out != NULL) bad = fclose(f) != 0 || bad;
    if (!bad || o->out == NULL) return TOOL_OK; /* of stdout main tells */
    fprintf(stderr, "cameo: %s: writing failed\n", o->out);
    return TOOL_FAILED;
}

static int graph_load(graph_options *o) {
    tool_model m = {0};
    json_file times = {0};
    picture_facts facts = {0};
    cameo_host *host = NULL;
    cameo_error e = {0};
    const char *what = o->in;
    cameo_status status = tool_model_load(&m, o->in, &o->shared.cameo, &e);
    int result = tool_exit_load(status);
    if (status == CAMEO_OK && o->colour == PICTURE_BY_PROVIDER) {
        status = graph_find_providers(&facts, &o->shared, o->in, &host, &e);
        result = tool_exit_load(status);
    }
    if (status == CAMEO_OK && o->times != NULL) {
        what = o->times;
        status = graph_read_times(&facts, &times, o->times, &e);
        result = TOOL_FAILED;
    }
    picture_facts_sort(&facts);
    if (status == CAMEO_OK)
        result = graph_model(o, &m, &facts);
    else
        tool_print_error(what, &e);
    free(facts.fact);
    free(facts.providers);
    json_free(&times);
    cameo_host_free(host);
    tool_model_free(&m);
    return result;
}

static void graph_set_colour(tool_args *a, graph_options *o, const char *text) {
    cm_near near;
    for (picture_colour c = PICTURE_BY_OPERATOR; c <= PICTURE_BY_BYTES; c++) {
        if (strcmp(text, picture_colours[c]) != 0) continue;
        o->colour = c;
        return;
    }
    tool_wrong(a, "--colour is \"%s\"%s", text, tool_near_word(text, picture_colours, 4, &near));
}

static int graph_run(const tool_command *command, int argc, char **argv) {
    static const char *const endings[] = {".dot", ".gv", ".svg", ".html"};
    tool_args a = {command, argv, argc, -1, false};
    graph_options o = {0};
    const char *colour = NULL;
    tool_options_init(&o.shared, 1);
    while (tool_next(&a)) {
        if (tool_value(&a, "-o", &o.out) || tool_value(&a, "--profile", &o.times)) continue;
        if (tool_value(&a, "--colour", &colour)) {
            graph_set_colour(&a, &o, colour);
            continue;
        }
        if (!tool_shared(&a, &o.shared)) tool_take_model(&a, &o.in);
    }
    if (!tool_has_model(&a, o.in)) return TOOL_USAGE;
    bool known = o.out == NULL;
    for (size_t i = 0; !known && i < 4; i++) known = tool_has_ending(o.out, endings[i]);
    if (!known) return tool_wrong(&a, "-o is \"%s\", want a file that ends in .svg, .html, .dot or .gv", o.out);
    if (o.colour == PICTURE_BY_TIME && o.times == NULL) return tool_wrong(&a, "--colour time wants --profile FILE");
    if (o.times != NULL && colour == NULL) o.colour = PICTURE_BY_TIME;
    tool_fix_dims(&o.shared);
    return graph_load(&o);
}

const tool_command tool_cmd_graph = {
    "graph", "a picture of the model, as SVG, as a page of HTML or in the language DOT",
    "usage: cameo graph MODEL [-o FILE] [--dim NAME=N ...] [options]\n\n"
    "A box for each node with its attributes and constant inputs, a line for each value that it reads of another\n"
    "with its type; subgraphs and functions are boxes around theirs. The file's ending says what is written:\n"
    ".svg a drawing; .html a page, with the model before and after optimising, search, boxes that fold, and all that\n"
    "is known of each; .dot or .gv text for Graphviz, which goes to stdout without -o.\n\n"
    "  -o FILE              the file to write\n"
    "  --colour BY          operator (default), provider: who computes the node, time, or bytes: of results and\n"
    "                       constants, as far as dims are known\n"
    "  --profile FILE       times, as `cameo profile MODEL --json` wrote them\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_DIMS | TOOL_TAKES_HOST, graph_run};
