/* cmd_edit.c — `cameo edit`: a model with changes, as a file that is otherwise the same. */
#include <inttypes.h>
#include <string.h>

#include "tools/edit_steps.h"

#define EDIT_MAX_STEPS 256

/* Options that are steps, done in the order of the command line; `then` follows a step, or is NULL. */
static const struct {
    const char *option;
    edit_step *step, *then;
    bool flag; /* without a value */
} edit_options[] = {
    {"--rename", edit_rename, NULL, false},
    {"--rename-node", edit_rename_node, NULL, false},
    {"--set-attr", edit_set_attr, NULL, false},
    {"--set-dim", edit_set_dim, edit_outputs, false},
    {"--batch", edit_batch, edit_outputs, false},
    {"--half", edit_half, NULL, true},
    {"--convert-opset", edit_opset, NULL, false},
    {"--infer-types", edit_infer_types, NULL, true},
    {"--strip-docs", edit_strip_docs, NULL, true},
    {"--metadata", edit_metadata, NULL, false},
    {"--remove-metadata", edit_remove_metadata, NULL, false},
    {"--graph-name", edit_graph_name, NULL, false},
    {"--embed", edit_embed, NULL, true},
};
#define EDIT_N_OPTIONS (sizeof edit_options / sizeof *edit_options)

typedef struct edit_args {
    const char *in, *external;
    size_t step[EDIT_MAX_STEPS];
    const char *text[EDIT_MAX_STEPS];
    size_t n;
    edit_state s;
} edit_args;

static bool edit_option(tool_args *a, edit_args *x) {
    for (size_t i = 0; i < EDIT_N_OPTIONS; i++) {
        const char *text = "";
        bool here =
            edit_options[i].flag ? tool_flag(a, edit_options[i].option) : tool_value(a, edit_options[i].option, &text);
        if (!here) continue;
        if (x->n == EDIT_MAX_STEPS) return tool_wrong(a, "more than %d changes", EDIT_MAX_STEPS) != 0;
        x->step[x->n] = i;
        x->text[x->n++] = text;
        return true;
    }
    if (tool_value(a, "--external", &x->external)) return true;
    if (tool_value_u64(a, "--min-bytes", UINT64_MAX, &x->s.min_bytes)) return true;
    if (!tool_flag(a, "--keep-io-types")) return false;
    return x->s.keep_io_types = true;
}

static bool edit_word(tool_args *a, edit_args *x) {
    const char *word = tool_word(a);
    if (word == NULL || x->s.out != NULL) return false;
    *(x->in == NULL ? &x->in : &x->s.out) = word;
    return true;
}

static cameo_status edit_put(const void *ctx, cameo_write_fn *write, void *sink, cameo_error *e) {
    const tool_model *m = ctx;
    cameo_status status = m->n_bytes == 0 ? CAMEO_OK : write(sink, m->bytes, m->n_bytes);
    CM_CHECK(status == CAMEO_OK, e, status, "writing failed");
    return CAMEO_OK;
}

static cameo_status edit_all(edit_args *x, const cameo_options *options, uint64_t *bytes, cameo_error *e) {
    edit_state *s = &x->s;
    CM_TRY(tool_model_load(&s->m, x->in, options, e));
    if (s->m.from_loader) CM_TRY(edit_do(s, edit_embed, "", e)); /* OUT has all that IN has */
    for (size_t i = 0; i < x->n; i++) {
        CM_TRY(edit_do(s, edit_options[x->step[i]].step, x->text[i], e));
        if (edit_options[x->step[i]].then != NULL) CM_TRY(edit_do(s, edit_options[x->step[i]].then, "", e));
    }
    if (x->external != NULL) CM_TRY(edit_do(s, edit_external, x->external, e));
    return tool_replace(s->out, edit_put, &s->m, bytes, e);
}

static int edit_run(const tool_command *command, int argc, char **argv) {
    tool_args a = {.command = command, .argc = argc, .argv = argv, .at = -1};
    edit_args x = {.s = {.min_bytes = 1024}};
    cameo_error e = {0};
    tool_options o;
    uint64_t bytes = 0;
    tool_options_init(&o, 1);
    while (tool_next(&a)) {
        if (edit_option(&a, &x) || tool_shared(&a, &o) || edit_word(&a, &x)) continue;
        tool_refuse(&a);
    }
    if (a.wrong) return TOOL_USAGE;
    if (x.s.out == NULL) return tool_wrong(&a, "want a model and the file to write");
    bool other = o.cameo.n_from + o.cameo.n_to + o.cameo.n_outputs + o.cameo.n_values + o.cameo.n_states != 0;
    if (other)
        return tool_wrong(&a, "--from, --to, --add-output, --bind and --state do not change the file: see extract");
    cameo_status status = edit_all(&x, &o.cameo, &bytes, &e);
    if (status == CAMEO_OK) printf("%s: %" PRIu64 " bytes\n", x.s.out, bytes);
    if (status != CAMEO_OK) tool_print_error(x.in, &e);
    tool_model_free(&x.s.m);
    return tool_exit_load(status);
}

const tool_command tool_cmd_edit = {
    "edit", "a model with changes, as a file that is otherwise the same",
    "usage: cameo edit IN OUT [changes] [options]\n\n"
    "Writes the model with these changes, done in their order, and all else byte for byte as it is in IN: fields that\n"
    "Cameo does not know, the order of nodes, texts. IN may be text (cameo print), OUT may be IN. A change that the "
    "model\n"
    "does not bear is refused, and nothing is written.\n\n"
    "  --rename OLD=NEW     a value, input, output or initializer, wherever it is read\n"
    "  --rename-node OLD=NEW\n"
    "  --set-attr NODE<NAME = VALUE, ...>\n"
    "                       attributes of the nodes of this name, as cameo print writes them: numbers, lists,\n"
    "                       tensors, graphs; others of the node stay\n"
    "  --set-dim DIM=TO     a free dim by its name, or INPUT:AXIS, OUTPUT:AXIS: a number, a name or ?\n"
    "  --batch TO           the first dim of every input; what follows from it is inferred\n"
    "  --half               float32 becomes float16, with Casts where an operator has none; --keep-io-types: inputs\n"
    "                       and outputs stay float32\n"
    "  --convert-opset N    to this opset of ai.onnx, where nodes need no change or a small one\n"
    "  --infer-types        outputs and inner values get the types that inference finds, where none is declared\n"
    "  --strip-docs         without doc strings\n"
    "  --metadata KEY=VALUE, --remove-metadata KEY\n"
    "  --graph-name NAME\n"
    "  --embed              all data into the file\n"
    "  --external FILE      data of initializers into FILE, beside OUT; --min-bytes N: from so many bytes on, default\n"
    "                       1024\n\n",
    TOOL_TAKES_MODEL, edit_run};
