/* cmd_info.c — `cameo info`: what a model says, as text or JSON. */
#include <inttypes.h>
#include <string.h>

#include "tools/info_nodes.h"
#include "tools/info_values.h"
#include "tools/problems.h"
#include "tools/value_io.h"

typedef struct info_op {
    cameo_string op_type, domain;
    size_t count;
} info_op;

typedef struct info_state {
    const tool_model *m;
    cameo_model_info i;
    info_op *ops; /* of n_ops, the most frequent first */
    size_t n_ops;
    tool_problems problems;
    size_t *n_alike; /* per problem */
    FILE *f;
} info_state;

static int info_compare_text(cameo_string a, cameo_string b) {
    return cm_str_cmp((cm_str){a.p, a.n}, (cm_str){b.p, b.n});
}

static int info_by_name(const void *a, const void *b) {
    const info_op *x = a, *y = b;
    int c = info_compare_text(x->domain, y->domain);
    return c != 0 ? c : info_compare_text(x->op_type, y->op_type);
}

static int info_by_count(const void *a, const void *b) {
    const info_op *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1) : info_by_name(a, b);
}

static void info_count_ops(info_state *s) {
    size_t n = s->i.n_nodes, k = 0;
    s->ops = tool_alloc(n * sizeof *s->ops);
    for (uint32_t i = 0; i < n; i++) {
        cameo_string name;
        cameo_model_get_node(s->m->model, i, &name, &s->ops[i].op_type, &s->ops[i].domain);
        s->ops[i].count = 1;
    }
    qsort(s->ops, n, sizeof *s->ops, info_by_name);
    for (size_t i = 0; i < n; i++) {
        if (k > 0 && info_by_name(&s->ops[k - 1], &s->ops[i]) == 0)
            s->ops[k - 1].count++;
        else
            s->ops[k++] = s->ops[i];
    }
    s->n_ops = k;
    qsort(s->ops, k, sizeof *s->ops, info_by_count);
}

/* ---- text ---- */

static void info_print_type(const char *what, const cameo_type *type) {
    char name[128], text[512];
    tool_type_format(text, sizeof text, type);
    printf("%-10s %s: %s\n", what, tool_text(name, sizeof name, type->name), text);
}

static void info_print_model(const info_state *s) {
    char a[128], b[128];
    printf("model      %s, %zu bytes\n", s->m->path, s->m->file.n);
    printf("producer   %s %s\n", tool_text(a, sizeof a, s->i.producer_name),
           tool_text(b, sizeof b, s->i.producer_version));
    printf("graph      %s\n", tool_text(a, sizeof a, s->i.graph_name));
    printf("ir_version %" PRId64 "\n", s->i.ir_version);
    for (uint32_t k = 0; k < s->i.n_opsets; k++) {
        cameo_string domain;
        int64_t version;
        cameo_model_get_opset(s->m->model, k, &domain, &version);
        printf("opset      %s %" PRId64 "\n",
               domain.n == 0 ? "ai.onnx" : tool_text(a, sizeof a, domain), version);
    }
    printf("nodes      %" PRIu32 "\nfunctions  %" PRIu32 "\nparameters %" PRIu64 "\n", s->i.n_nodes,
           s->i.n_functions, s->i.n_parameters);
    for (uint32_t k = 0; k < s->i.n_metadata; k++) {
        cameo_string key, value;
        cameo_model_get_metadata(s->m->model, k, &key, &value);
        printf("metadata   %s: %s\n", tool_text(a, sizeof a, key), tool_text(b, sizeof b, value));
    }
}

static void info_print(const info_state *s) {
    char a[128], b[128];
    info_print_model(s);
    for (uint32_t k = 0; k < s->i.n_inputs + s->i.n_defaults; k++) {
        cameo_type type;
        cameo_model_get_input(s->m->model, k, &type);
        info_print_type(k < s->i.n_inputs ? "input" : "default", &type);
    }
    for (uint32_t k = 0; k < s->i.n_outputs; k++) {
        cameo_type type;
        cameo_model_get_output(s->m->model, k, &type);
        info_print_type("output", &type);
    }
    for (size_t k = 0; k < s->n_ops; k++) {
        printf("%-10s %6zu %s%s%s\n", k == 0 ? "operators" : "", s->ops[k].count,
               tool_text(a, sizeof a, s->ops[k].domain), s->ops[k].domain.n == 0 ? "" : ".",
               tool_text(b, sizeof b, s->ops[k].op_type));
    }
    for (size_t k = 0; k < s->problems.n; k++) {
        char text[640];
        tool_format_error(text, sizeof text, &s->problems.row[k]);
        printf("%-10s %6zu %s\n", k == 0 ? "problems" : "", s->n_alike[k], text);
    }
    if (s->problems.n == 0) printf("every operator is supported\n");
}

/* ---- JSON ---- */

static void info_json_key(const info_state *s, const char *key) { fprintf(s->f, "\"%s\": ", key); }

static void info_json_text(const info_state *s, const char *key, cameo_string text) {
    info_json_key(s, key);
    tool_json_string(s->f, text);
    fputs(",\n ", s->f);
}

static cameo_string info_c(const char *text) { return (cameo_string){text, strlen(text)}; }

static void info_json_type(const info_state *s, const cameo_type *type) {
    static const char *const kinds[] = {"none", "tensor", "sequence", "optional", "map"};
    fprintf(s->f, "{\"name\": ");
    tool_json_string(s->f, type->name);
    fprintf(s->f, ", \"kind\": \"%s\", \"dtype\": \"%s\", \"shape\": ", kinds[type->kind],
            cameo_dtype_name(type->dtype));
    for (uint32_t i = 0; type->has_shape && i < type->rank; i++) {
        fputs(i == 0 ? "[" : ", ", s->f);
        if (type->dims[i] >= 0)
            fprintf(s->f, "%" PRId64, type->dims[i]);
        else
            tool_json_string(s->f, type->dim_params[i]);
    }
    fputs(!type->has_shape ? "null}" : type->rank == 0 ? "[]}" : "]}", s->f);
}

static void info_json_types(const info_state *s, const char *key, uint32_t first, uint32_t n,
                            bool outputs) {
    info_json_key(s, key);
    fputc('[', s->f);
    for (uint32_t k = 0; k < n; k++) {
        cameo_type type;
        if (outputs)
            cameo_model_get_output(s->m->model, first + k, &type);
        else
            cameo_model_get_input(s->m->model, first + k, &type);
        if (k > 0) fputs(",\n  ", s->f);
        info_json_type(s, &type);
    }
    fputs("],\n ", s->f);
}

static void info_json_lists(const info_state *s) {
    fprintf(s->f, "\"opsets\": [");
    for (uint32_t k = 0; k < s->i.n_opsets; k++) {
        cameo_string domain;
        int64_t version;
        cameo_model_get_opset(s->m->model, k, &domain, &version);
        fprintf(s->f, "%s{\"domain\": ", k == 0 ? "" : ", ");
        tool_json_string(s->f, domain);
        fprintf(s->f, ", \"version\": %" PRId64 "}", version);
    }
    fprintf(s->f, "],\n \"metadata\": [");
    for (uint32_t k = 0; k < s->i.n_metadata; k++) {
        cameo_string key, value;
        cameo_model_get_metadata(s->m->model, k, &key, &value);
        fputs(k == 0 ? "[" : ", [", s->f);
        tool_json_string(s->f, key);
        fputs(", ", s->f);
        tool_json_string(s->f, value);
        fputc(']', s->f);
    }
    fprintf(s->f, "],\n \"ops\": [");
    for (size_t k = 0; k < s->n_ops; k++) {
        fprintf(s->f, "%s{\"op_type\": ", k == 0 ? "" : ",\n  ");
        tool_json_string(s->f, s->ops[k].op_type);
        fprintf(s->f, ", \"domain\": ");
        tool_json_string(s->f, s->ops[k].domain);
        fprintf(s->f, ", \"count\": %zu}", s->ops[k].count);
    }
    fprintf(s->f, "],\n ");
}

/* The problems that are, or are not, of status E_UNSUPPORTED. */
static void info_json_problems(const info_state *s, const char *key, bool unsupported) {
    bool first = true;
    info_json_key(s, key);
    fputc('[', s->f);
    for (size_t k = 0; k < s->problems.n; k++) {
        const cameo_error *e = &s->problems.row[k];
        if ((e->status == CAMEO_E_UNSUPPORTED) != unsupported) continue;
        fprintf(s->f, "%s{\"op_type\": ", first ? "" : ",\n  ");
        tool_json_string(s->f, info_c(e->op_type));
        fprintf(s->f, ", \"count\": %zu, \"first_node\": ", s->n_alike[k]);
        tool_json_string(s->f, info_c(e->node_name));
        fprintf(s->f, ", \"status\": \"%s\", \"reason\": ", cameo_status_name(e->status));
        tool_json_string(s->f, info_c(e->msg));
        fputc('}', s->f);
        first = false;
    }
    fputc(']', s->f);
}

static void info_json(const info_state *s) {
    fputs("{", s->f);
    info_json_text(s, "file", info_c(s->m->path));
    fprintf(s->f,
            "\"bytes\": %zu,\n \"ir_version\": %" PRId64 ",\n \"model_version\": %" PRId64 ",\n ",
            s->m->file.n, s->i.ir_version, s->i.model_version);
    info_json_text(s, "producer_name", s->i.producer_name);
    info_json_text(s, "producer_version", s->i.producer_version);
    info_json_text(s, "graph_name", s->i.graph_name);
    fprintf(s->f,
            "\"n_nodes\": %" PRIu32 ",\n \"n_functions\": %" PRIu32 ",\n \"n_parameters\": %" PRIu64
            ",\n ",
            s->i.n_nodes, s->i.n_functions, s->i.n_parameters);
    info_json_types(s, "inputs", 0, s->i.n_inputs, false);
    info_json_types(s, "defaults", s->i.n_inputs, s->i.n_defaults, false);
    info_json_types(s, "outputs", 0, s->i.n_outputs, true);
    info_json_lists(s);
    info_json_problems(s, "unsupported", true);
    fputs(",\n ", s->f);
    info_json_problems(s, "problems", false);
    fputs("}\n", s->f);
}

/* ---- command ---- */

static int info_show(const tool_model *m, bool json) {
    info_state s = {.m = m, .f = stdout};
    cameo_error e = {0};
    s.i.size = sizeof s.i;
    cameo_model_get_info(m->model, &s.i);
    if (m->options.weights == CAMEO_WEIGHTS_FROZEN) s.i.n_defaults = 0; /* constants all of them */
    info_count_ops(&s);
    cameo_status status = tool_problems_find(&s.problems, m, &e);
    tool_problems_merge(&s.problems, &s.n_alike);
    bool known = status == CAMEO_OK || s.problems.n != 0;
    if (known && json)
        info_json(&s);
    else if (known)
        info_print(&s);
    else
        tool_print_error(m->path, &e);
    tool_problems_free(&s.problems);
    free(s.n_alike);
    free(s.ops);
    return known ? TOOL_OK : TOOL_FAILED;
}

static int info_values(const tool_model *m, bool json) {
    cameo_error e = {0};
    cameo_status status = tool_info_values(m, json, &e);
    if (status == CAMEO_OK) return TOOL_OK;
    tool_print_error(m->path, &e);
    return tool_exit_load(status);
}

static int info_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    tool_options o;
    const char *path = NULL;
    bool json = false, values = false, nodes = false;
    tool_options_init(&o, 1);
    while (tool_next(&a)) {
        if (tool_shared(&a, &o)) continue;
        if (tool_flag(&a, "--json"))
            json = true;
        else if (tool_flag(&a, "--values"))
            values = true;
        else if (tool_flag(&a, "--nodes"))
            nodes = true;
        else
            tool_take_model(&a, &path);
    }
    if (!tool_has_model(&a, path)) return TOOL_USAGE;
    if (nodes && values) return tool_wrong(&a, "want --nodes or --values");
    tool_model m;
    cameo_error e = {0};
    cameo_status status = tool_model_load(&m, path, &o.cameo, &e);
    if (status != CAMEO_OK) tool_print_error(path, &e);
    int result = TOOL_OK;
    if (status != CAMEO_OK)
        result = tool_exit_load(status);
    else if (nodes)
        tool_info_nodes(&m, json);
    else
        result = values ? info_values(&m, json) : info_show(&m, json);
    tool_model_free(&m);
    return result;
}

const tool_command tool_cmd_info = {
    "info", "show a model's inputs, outputs, operators, and what is not supported",
    "usage: cameo info MODEL [options]\n\n"
    "Status 0 whether or not the model is supported: `cameo check` judges.\n\n"
    "  --json               the same as JSON\n"
    "  --nodes              instead, every node with its attributes and the types of what it makes, those of\n"
    "                       subgraphs and functions indented; with --json all that the file says\n"
    "  --values             instead, what inference knows of every named value: dtype, shape, and\n"
    "                       the elements of small tensors that shapes are computed from\n",
    TOOL_TAKES_MODEL, info_command};
