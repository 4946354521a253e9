/* cmd_run.c — `cameo run`: one run of a model; outputs to the terminal and to files. */
#include <string.h>
#include <sys/stat.h>

#include "tools/inputs.h"

typedef struct run_options {
    tool_options shared;
    tool_input_options inputs;
    const char *model;
    const char *outputs;
    bool quiet;
} run_options;

static void run_print_inputs(const tool_inputs *in) {
    for (size_t i = 0; i < in->n; i++) {
        printf("input %s", in->random[i] ? "(random) " : "");
        tool_val_print(in->values[i].name, &in->values[i]);
    }
}

static cameo_status run_give(const run_options *o, const cameo_session *s,
                             const cameo_value *outputs, size_t n, cameo_error *e) {
    if (o->outputs != NULL && !tool_is_folder(o->outputs) && mkdir(o->outputs, 0777) != 0) {
        return CM_FAIL(e, CAMEO_E_IO, "cannot make the folder %s", o->outputs);
    }
    for (size_t k = 0; k < n; k++) {
        cameo_type type;
        cameo_session_get_output(s, (uint32_t)k, &type);
        char *name = tool_copy_text(type.name);
        if (!o->quiet) {
            printf("output ");
            tool_val_print(name, &outputs[k]);
        }
        cameo_status status = CAMEO_OK;
        if (o->outputs != NULL) {
            char *path = tool_numbered(o->outputs, "output", k);
            status = tool_val_write_pb(&outputs[k], name, path, e);
            free(path);
        }
        free(name);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

static cameo_status run_once(const run_options *o, cameo_host *host, cameo_error *e) {
    cameo_session_info info = {.size = sizeof info};
    const cameo_session *s = cameo_host_get_session(host);
    tool_inputs in = {0};
    cameo_host *wide = NULL;
    cameo_session_get_info(s, &info);
    cameo_status status = tool_inputs_make(&in, s, &o->shared, &o->inputs, e);
    if (status == CAMEO_OK && !o->quiet) run_print_inputs(&in);
    cameo_value *outputs = tool_alloc(info.n_outputs * sizeof *outputs);
    memset(outputs, 0, info.n_outputs * sizeof *outputs);
    if (status == CAMEO_OK) status = tool_inputs_widen(&in, o->model, &o->shared.cameo, host, &wide, e);
    cameo_host *runs = wide == NULL ? host : wide;
    if (status == CAMEO_OK)
        status = cameo_host_run(runs, in.values, in.n, outputs, info.n_outputs, e);
    if (status == CAMEO_OK) status = run_give(o, s, outputs, info.n_outputs, e);
    cameo_host_release(runs, outputs, info.n_outputs);
    cameo_host_free(wide);
    free(outputs);
    tool_inputs_free(&in);
    return status;
}

static int run_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    run_options o = {0};
    tool_options_init(&o.shared, 0);
    while (tool_next(&a)) {
        if (tool_shared(&a, &o.shared) || tool_inputs_option(&a, &o.inputs)) continue;
        if (tool_value(&a, "--outputs", &o.outputs)) continue;
        if (tool_flag(&a, "--quiet"))
            o.quiet = true;
        else
            tool_take_model(&a, &o.model);
    }
    if (!tool_has_model(&a, o.model)) return TOOL_USAGE;
    tool_fix_dims(&o.shared);
    cameo_error e = {0};
    cameo_host *host = NULL;
    cameo_status status = cameo_host_load_file(o.model, &o.shared.cameo, &host, &e);
    bool loaded = status == CAMEO_OK;
    if (loaded) status = run_once(&o, host, &e);
    if (status != CAMEO_OK) tool_print_error(o.model, &e);
    cameo_host_free(host);
    return loaded ? tool_exit_run(status) : tool_exit_load(status);
}

const tool_command tool_cmd_run = {
    "run", "run a model once, with inputs from files or random ones",
    "usage: cameo run MODEL [options]\n\n"
    "Runs the model and prints a line for each input and output.\n\n"
    "  --input NAME=FILE    an input from a .npy file, a .pb file (TensorProto, SequenceProto,\n"
    "                       OptionalProto as the model declares it), or raw little-endian "
    "elements\n"
    "  --inputs DIR         inputs from DIR/input_K.pb, K counting those that are no initializers\n"
    "  --outputs DIR        writes DIR/output_K.pb\n"
    "  --seed N             for inputs that no file gives: they are random, the same for equal N\n"
    "  --quiet              prints nothing\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_HOST | TOOL_TAKES_DIMS, run_command};
