/* cmd_optimize.c — `cameo optimize`: a model as the optimiser leaves it, as a file. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tools/tool.h"

typedef struct optimize_sink {
    FILE *f;
    uint64_t bytes;
} optimize_sink;

static cameo_status optimize_put(void *ctx, const void *bytes, size_t n) {
    optimize_sink *sink = ctx;
    sink->bytes += n;
    return fwrite(bytes, 1, n, sink->f) == n ? CAMEO_OK : CAMEO_E_IO;
}

/* More work memory until it is enough: nothing is written before all is known. */
static cameo_status optimize_export(const tool_model *m, optimize_sink *sink, cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    for (size_t size = TOOL_WORK_FIRST; status == CAMEO_E_NOMEM; size *= TOOL_WORK_FACTOR) {
        tool_work work;
        memset(e, 0, sizeof *e);
        if (size > SIZE_MAX / TOOL_WORK_FACTOR || !tool_work_new(&work, size))
            return CM_FAIL(e, CAMEO_E_NOMEM, "no memory to optimise the model");
        status = cameo_model_export(m->model, work.m, &m->options, optimize_put, sink, e);
        tool_work_free(&work);
    }
    return status;
}

/* Writes PATH: a new file takes its place when all of it is written. */
static cameo_status optimize_to_file(const tool_model *m, const char *path, uint64_t *bytes,
                                     cameo_error *e) {
    static const char ending[] = ".part";
    size_t n = strlen(path);
    char *part = tool_alloc(n + sizeof ending);
    memcpy(part, path, n);
    memcpy(part + n, ending, sizeof ending);
    optimize_sink sink = {.f = fopen(part, "wb")};
    cameo_status status = CAMEO_OK;
    if (sink.f == NULL) {
        status = CM_FAIL(e, CAMEO_E_IO, "%s: %s", part, strerror(errno));
    } else {
        status = optimize_export(m, &sink, e);
        bool closed = fclose(sink.f) == 0;
        if (status == CAMEO_OK && (!closed || rename(part, path) != 0))
            status = CM_FAIL(e, CAMEO_E_IO, "%s: %s", path, strerror(errno));
        if (status != CAMEO_OK) (void)remove(part);
    }
    free(part);
    *bytes = sink.bytes;
    return status;
}

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
    if (status == CAMEO_OK) status = optimize_to_file(&m, out, &bytes, &e);
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
