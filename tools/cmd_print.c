/* cmd_print.c — `cameo print`: a model in ONNX's text format. */
#define _POSIX_C_SOURCE 200809L /* isatty, fileno */

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "tools/onnx_text.h"

/* Elements up to which a tensor stands in the text, unless the command line says otherwise. */
#define PRINT_ELEMENTS 64

typedef struct print_args {
    const char *in, *out;
    uint64_t max_elements;
} print_args;

static const char *print_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Behind the text, where its readers take it for a comment, and on stderr. */
static void print_notes(const print_args *p, FILE *f, const uint64_t *count) {
    for (unsigned k = 0; k < TEXT_N_NOTES; k++) {
        if (count[k] == 0) continue;
        fprintf(f, "# %s (%" PRIu64 ")\n", text_note(k), count[k]);
        fprintf(stderr, "cameo: %s: %s (%" PRIu64 ")\n", p->in, text_note(k), count[k]);
    }
}

static int print_model(const print_args *p, const tool_model *m) {
    uint64_t count[TEXT_N_NOTES];
    FILE *f = p->out == NULL ? stdout : fopen(p->out, "wb");
    if (f == NULL) {
        fprintf(stderr, "cameo: %s: %s\n", p->out, strerror(errno));
        return TOOL_FAILED;
    }
    /* What a loader made lies in no file: all of it is in the text. */
    bool file = m->built.m.base == NULL;
    text_options o = {.f = f,
                      .max_elements = file ? p->max_elements : UINT64_MAX,
                      .location = print_file_name(p->in),
                      .terminal = isatty(fileno(f)) == 1};
    text_write(m->model, &o, count);
    print_notes(p, f, count);
    bool bad = ferror(f) != 0;
    if (p->out != NULL) bad = fclose(f) != 0 || bad;
    if (!bad || p->out == NULL) return TOOL_OK; /* of stdout main tells */
    fprintf(stderr, "cameo: %s: writing failed\n", p->out);
    return TOOL_FAILED;
}

static int print_run(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    print_args p = {NULL, NULL, PRINT_ELEMENTS};
    tool_options o;
    tool_options_init(&o, 1);
    while (tool_next(&a)) {
        if (tool_value(&a, "-o", &p.out)) continue;
        if (tool_value_u64(&a, "--max-elements", UINT64_MAX - 1, &p.max_elements)) continue;
        if (tool_flag(&a, "--inline"))
            p.max_elements = UINT64_MAX;
        else if (!tool_shared(&a, &o))
            tool_take_model(&a, &p.in);
    }
    if (!tool_has_model(&a, p.in)) return TOOL_USAGE;
    tool_model m;
    cameo_error e = {0};
    cameo_status status = tool_model_load(&m, p.in, &o.cameo, &e);
    if (status != CAMEO_OK) tool_print_error(p.in, &e);
    int result = status == CAMEO_OK ? print_model(&p, &m) : tool_exit_load(status);
    tool_model_free(&m);
    return result;
}

const tool_command tool_cmd_print = {
    "print", "the model in ONNX's text format",
    "usage: cameo print MODEL [-o FILE] [options]\n\n"
    "Writes what the file says as text that onnx.parser.parse_model reads. Data of larger tensors are left out:\n"
    "their place has the bytes of MODEL where they lie, as external data, so that the text stands for the whole\n"
    "model as long as it lies beside the file. What the text cannot say is told, there and on stderr.\n\n"
    "  -o FILE              the file to write; default: stdout\n"
    "  --max-elements N     elements up to which a tensor's data are in the text; default 64\n"
    "  --inline             all data are in the text, those of external files, too\n",
    TOOL_TAKES_MODEL, print_run};
