/* cmd_run.c — `cameo run`: one run of a model; outputs to the terminal and to files. */
#include <string.h>

#include "tools/inputs.h"
#include "tools/value_npz.h"

#define RUN_MAX_FILES 256

typedef struct run_options {
    tool_options shared;
    tool_input_options inputs;
    const char *model;
    const char *outputs;              /* a folder, an .npy or an .npz file; NULL: none */
    const char *files[RUN_MAX_FILES]; /* NAME=FILE */
    size_t n_files;
    bool quiet, json;
} run_options;

static void run_print_inputs(const tool_inputs *in) {
    for (size_t i = 0; i < in->n; i++) {
        printf("input %s", in->random[i] ? "(random) " : "");
        tool_val_print(in->values[i].name, &in->values[i]);
    }
}

/* The inputs without their elements, the outputs with them. */
static void run_print_json(const tool_inputs *in, const cameo_value *outputs, char *const *names, size_t n) {
    printf("{\"inputs\": [");
    for (size_t i = 0; i < in->n; i++) {
        printf(i == 0 ? "" : ", ");
        tool_val_json(stdout, in->values[i].name, &in->values[i], false);
        printf(", \"random\": %s}", in->random[i] ? "true" : "false");
    }
    printf("],\n \"outputs\": [");
    for (size_t k = 0; k < n; k++) {
        printf(k == 0 ? "" : ",\n  ");
        tool_val_json(stdout, names[k], &outputs[k], true);
        printf("}");
    }
    printf("]}\n");
}

/* ---- files ---- */

/* The file that --output gives for this name; names may hold a '='. */
static const char *run_file(const run_options *o, const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i < o->n_files; i++) {
        if (strncmp(o->files[i], name, n) == 0 && o->files[i][n] == '=') return o->files[i] + n + 1;
    }
    return NULL;
}

/* Before the run: every --output names an output, and --outputs can hold them all. */
static cameo_status run_check_files(const run_options *o, char *const *names, size_t n, cameo_error *e) {
    for (size_t i = 0; i < o->n_files; i++) {
        const char *text = o->files[i];
        size_t k = 0;
        while (k < n && (strncmp(text, names[k], strlen(names[k])) != 0 || text[strlen(names[k])] != '=')) k++;
        if (k < n) continue;
        cm_str name = {text, strcspn(text, "=")};
        cm_near near = cm_near_begin(name);
        for (k = 0; k < n; k++) cm_near_offer(&near, cm_str_from_c(names[k]));
        return CM_FAIL(e, CAMEO_E_ARG, "--output: the model has no output \"%.*s\"%s", CM_STR_ARG(name),
                       cm_near_end(&near));
    }
    bool one = o->outputs != NULL && tool_has_ending(o->outputs, ".npy") && !tool_is_folder(o->outputs);
    CM_CHECK(!one || n == 1, e, CAMEO_E_ARG,
             "--outputs %s: the model has %zu outputs: give a folder, an .npz file, or --output NAME=FILE for each",
             o->outputs, n);
    return CAMEO_OK;
}

static cameo_status run_write_folder(const char *folder, const cameo_value *outputs, char *const *names, size_t n,
                                     cameo_error *e) {
    CM_TRY(tool_make_folder(folder, e));
    for (size_t k = 0; k < n; k++) {
        char *path = tool_numbered(folder, "output", k);
        cameo_status status = tool_val_write_pb(&outputs[k], names[k], path, e);
        free(path);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

static cameo_status run_write_npz(const char *path, const cameo_value *outputs, char *const *names, size_t n,
                                  cameo_error *e) {
    tool_npz_writer w;
    cameo_status status = CAMEO_OK;
    CM_TRY(tool_npz_create(&w, path, e));
    for (size_t k = 0; k < n && status == CAMEO_OK; k++) {
        tool_bytes npy;
        cameo_error own = {0};
        status = tool_val_make_npy(&outputs[k], &npy, &own);
        if (status != CAMEO_OK) {
            (void)CM_FAIL(e, status, "output %s: %s", names[k], own.msg);
            break;
        }
        tool_npz_add(&w, names[k], &npy);
        free(npy.p);
    }
    cameo_status written = tool_npz_finish(&w, path, e);
    return status != CAMEO_OK ? status : written;
}

static cameo_status run_write(const run_options *o, const cameo_value *outputs, char *const *names, size_t n,
                              cameo_error *e) {
    for (size_t k = 0; k < n; k++) {
        const char *path = run_file(o, names[k]);
        if (path != NULL) CM_TRY(tool_val_write(&outputs[k], names[k], path, e));
    }
    if (o->outputs == NULL) return CAMEO_OK;
    bool is_file = !tool_is_folder(o->outputs);
    if (is_file && tool_has_ending(o->outputs, ".npz")) return run_write_npz(o->outputs, outputs, names, n, e);
    if (is_file && tool_has_ending(o->outputs, ".npy")) return tool_val_write(&outputs[0], names[0], o->outputs, e);
    return run_write_folder(o->outputs, outputs, names, n, e);
}

/* ---- the run ---- */

static char **run_names(const cameo_session *s, size_t n) {
    char **names = tool_alloc(n * sizeof *names);
    for (size_t k = 0; k < n; k++) {
        cameo_type type;
        cameo_session_get_output(s, (uint32_t)k, &type);
        names[k] = tool_copy_text(type.name);
    }
    return names;
}

static void run_tell(const run_options *o, const tool_inputs *in, const cameo_value *outputs, char *const *names,
                     size_t n) {
    if (o->json) {
        run_print_json(in, outputs, names, n);
        return;
    }
    for (size_t k = 0; k < n && !o->quiet; k++) {
        printf("output ");
        tool_val_print(names[k], &outputs[k]);
    }
}

static cameo_status run_once(const run_options *o, cameo_host *host, cameo_error *e) {
    cameo_session_info info = {.size = sizeof info};
    const cameo_session *s = cameo_host_get_session(host);
    tool_inputs in = {0};
    cameo_host *wide = NULL;
    cameo_session_get_info(s, &info);
    const size_t n = info.n_outputs;
    char **names = run_names(s, n);
    cameo_status status = run_check_files(o, names, n, e);
    if (status == CAMEO_OK) status = tool_inputs_make(&in, s, &o->shared, &o->inputs, e);
    if (status == CAMEO_OK && !o->quiet && !o->json) run_print_inputs(&in);
    cameo_value *outputs = tool_alloc(n * sizeof *outputs);
    memset(outputs, 0, n * sizeof *outputs);
    if (status == CAMEO_OK) status = tool_inputs_widen(&in, o->model, &o->shared.cameo, host, &wide, e);
    cameo_host *runs = wide == NULL ? host : wide;
    if (status == CAMEO_OK) status = cameo_host_run(runs, in.values, in.n, outputs, n, e);
    if (status == CAMEO_OK) run_tell(o, &in, outputs, names, n);
    if (status == CAMEO_OK) status = run_write(o, outputs, names, n, e);
    cameo_host_release(runs, outputs, n);
    cameo_host_free(wide);
    for (size_t k = 0; k < n; k++) free(names[k]);
    free(names);
    free(outputs);
    tool_inputs_free(&in);
    return status;
}

static bool run_own_option(tool_args *a, run_options *o) {
    const char *text;
    if (tool_value(a, "--outputs", &o->outputs)) return true;
    if (tool_value(a, "--output", &text)) {
        if (strchr(text, '=') == NULL)
            tool_wrong(a, "--output is \"%s\", want NAME=FILE", text);
        else if (o->n_files == RUN_MAX_FILES)
            tool_wrong(a, "more than %d --output", RUN_MAX_FILES);
        else
            o->files[o->n_files++] = text;
        return true;
    }
    if (tool_flag(a, "--quiet")) return o->quiet = true;
    if (tool_flag(a, "--json")) return o->json = true;
    return a->wrong;
}

static int run_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    run_options o = {0};
    tool_options_init(&o.shared, 0);
    while (tool_next(&a)) {
        if (tool_shared(&a, &o.shared) || tool_inputs_option(&a, &o.inputs)) continue;
        if (!run_own_option(&a, &o)) tool_take_model(&a, &o.model);
    }
    if (!tool_has_model(&a, o.model)) return TOOL_USAGE;
    tool_fix_dims(&o.shared);
    cameo_error e = {0};
    cameo_host *host = NULL;
    cameo_status status = tool_host_load(o.model, &o.shared.cameo, &host, &e);
    bool loaded = status == CAMEO_OK;
    if (loaded) status = run_once(&o, host, &e);
    if (status != CAMEO_OK) tool_print_error(o.model, &e);
    cameo_host_free(host);
    return loaded ? tool_exit_run(status) : tool_exit_load(status);
}

const tool_command tool_cmd_run = {
    "run", "run a model once, with inputs from files or random ones",
    "usage: cameo run MODEL [options]\n\n"
    "Runs the model and prints a line for each input and output. MODEL or FILE \"-\" is standard input.\n\n"
    "  --input NAME=FILE    an input from a .npy file, an .npz file (its array NAME, or the only one), a .pb\n"
    "                       file (TensorProto, SequenceProto, OptionalProto as the model declares it), or raw\n"
    "                       little-endian elements; FILE alone: the only input\n"
    "  --inputs PATH        inputs from PATH/input_K.pb, K counting those that are no initializers, or from\n"
    "                       the arrays of an .npz file, by name\n"
    "  --output NAME=FILE   writes an output into a file of these forms\n"
    "  --outputs PATH       writes PATH/output_K.pb; PATH.npz: all as arrays; PATH.npy: the only output\n"
    "  --seed N             for inputs that no file gives: they are random, the same for equal N\n"
    "  --json               dtype and shape of every input, elements of every output\n"
    "  --quiet              prints nothing\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_HOST | TOOL_TAKES_DIMS, run_command};
