/* cmd_extract.c — `cameo extract`: the part of a model between two sets of values, as a file. */
#include <inttypes.h>

#include "tools/tool.h"

typedef struct extract_args {
    const char *in, *out, *from, *to;
} extract_args;

static bool extract_word(tool_args *a, extract_args *x) {
    const char *word = tool_word(a);
    if (word == NULL || x->out != NULL) return false;
    *(x->in == NULL ? &x->in : &x->out) = word;
    return true;
}

static cameo_status extract_write(const extract_args *x, tool_options *o, cameo_error *e) {
    tool_model m;
    uint64_t bytes = 0;
    tool_names from = tool_names_new(x->from == NULL ? "" : x->from);
    tool_names to = tool_names_new(x->to == NULL ? "" : x->to);
    if (x->from != NULL) {
        o->cameo.from = from.name;
        o->cameo.n_from = from.n;
    }
    if (x->to != NULL) {
        o->cameo.to = to.name;
        o->cameo.n_to = to.n;
    }
    cameo_status status = tool_model_load(&m, x->in, &o->cameo, e);
    if (status == CAMEO_OK) status = tool_export(&m, x->out, &bytes, e);
    if (status == CAMEO_OK) printf("%s: %" PRIu64 " bytes, of %zu\n", x->out, bytes, m.file.n);
    tool_model_free(&m);
    free(from.text);
    free(from.name);
    free(to.text);
    free(to.name);
    return status;
}

static int extract_run(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    extract_args x = {NULL, NULL, NULL, NULL};
    cameo_error e = {0};
    tool_options o;
    tool_options_init(&o, 1);
    o.cameo.opt = CAMEO_OPT_NONE;
    while (tool_next(&a)) {
        if (tool_value(&a, "--inputs", &x.from) || tool_value(&a, "--outputs", &x.to)) continue;
        if (tool_shared(&a, &o) || extract_word(&a, &x)) continue;
        tool_refuse(&a);
    }
    if (a.wrong) return TOOL_USAGE;
    if (x.out == NULL) return tool_wrong(&a, "want a model and the file to write");
    bool cut = x.from != NULL || x.to != NULL || o.cameo.n_from + o.cameo.n_to != 0;
    if (!cut) return tool_wrong(&a, "want --inputs, --outputs or both");
    o.cameo.dims = o.dims;
    o.cameo.n_dims = o.n_dims;
    cameo_status status = extract_write(&x, &o, &e);
    if (status == CAMEO_OK) return TOOL_OK;
    tool_print_error(x.in, &e);
    return status == CAMEO_E_ARG ? TOOL_USAGE : tool_exit_load(status);
}

const tool_command tool_cmd_extract = {
    "extract", "the part of a model between two sets of values, as a file",
    "usage: cameo extract IN OUT [--inputs A,B] [--outputs C,D] [options]\n\n"
    "Writes the nodes between the values A, B, which become the inputs, and C, D, the outputs. "
    "Without\n"
    "--inputs the part begins at the inputs that it needs, without --outputs it ends at the "
    "model's.\n"
    "Nothing is optimised, unless --opt says so.\n\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_DIMS, extract_run};
