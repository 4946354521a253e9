/* cmd_optimize.c — `cameo optimize`: a model as the optimiser leaves it, as a file. */
#include <inttypes.h>

#include "tools/tool.h"

static int optimize_run(const tool_command *command, int argc, char **argv) {
    tool_args a = {.command = command, .argc = argc, .argv = argv, .at = -1};
    tool_options o;
    cameo_error e = {0};
    tool_model m;
    uint64_t bytes = 0;
    const char *in = NULL, *out = NULL;
    tool_options_init(&o, 1);
    while (tool_next(&a)) {
        if (tool_flag(&a, "--own")) {
            return tool_wrong(&a, "--own: what only Cameo's kernels understand (activations in "
                                  "their epilogue) has no form as a node");
        }
        if (tool_shared(&a, &o)) continue;
        const char *word = tool_word(&a);
        if (word == NULL || out != NULL)
            tool_refuse(&a);
        else if (in == NULL)
            in = word;
        else
            out = word;
    }
    if (a.wrong) return TOOL_USAGE;
    if (out == NULL) return tool_wrong(&a, "want a model and the file to write");
    o.cameo.dims = o.dims;
    o.cameo.n_dims = o.n_dims;
    cameo_status status = tool_model_load(&m, in, &o.cameo, &e);
    if (status == CAMEO_OK) status = tool_export(&m, out, &bytes, &e);
    if (status == CAMEO_OK) {
        printf("%s: %" PRIu64 " bytes, of %zu\n", out, bytes, m.file.n);
    } else {
        tool_print_error(in, &e);
    }
    tool_model_free(&m);
    return status == CAMEO_E_ARG ? TOOL_USAGE : tool_exit_load(status);
}

const tool_command tool_cmd_optimize = {
    .name = "optimize",
    .summary = "the model as the optimiser leaves it, as a file in standard operators",
    .help =
        "usage: cameo optimize IN OUT [--dim NAME=N ...] [options]\n\n"
        "Writes IN as the optimiser leaves it: constants folded, functions inlined, nodes fused "
        "as\n"
        "far as standard operators can say it, with the types that are known. Inputs, outputs and\n"
        "metadata stay. --dim binds a free dim for good.\n",
    .options = TOOL_TAKES_MODEL | TOOL_TAKES_DIMS,
    .run = optimize_run,
};
