/* cmd_compare.c — `cameo compare`: two value files, judged as `cameo test` judges. */
#include <string.h>

#include "tools/value_compare.h"

typedef struct compare_options {
    tool_options shared;
    const char *files[2];
    cameo_kind kind;
    bool shape_only;
} compare_options;

static void compare_kind(tool_args *a, compare_options *o, const char *text) {
    static const char *const names[] = {"tensor", "sequence", "optional", "map"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        o->kind = (cameo_kind)(CAMEO_KIND_TENSOR + (int)i);
        return;
    }
    tool_wrong(a, "--kind is \"%s\", want tensor, sequence, optional or map", text);
}

static int compare_files(const compare_options *o) {
    tool_val v[2] = {{{0}, NULL, NULL}, {{0}, NULL, NULL}};
    cameo_type type = {.kind = o->kind};
    int result = TOOL_OK;
    for (int i = 0; i < 2 && result == TOOL_OK; i++) {
        cameo_error e = {0};
        if (tool_val_read(&v[i], o->files[i], &type, NULL, 0, &e) == CAMEO_OK) continue;
        tool_print_error(o->files[i], &e);
        result = TOOL_FAILED;
    }
    if (result == TOOL_OK) {
        tool_difference d = {0};
        bool same = tool_compare(&v[0].v, &v[1].v, &o->shared.tolerance, o->shape_only, &d);
        if (same)
            printf("same, worst by %.3g\n", d.worst);
        else
            printf("differ: %s\n", d.why);
        result = same ? TOOL_OK : TOOL_FAILED;
    }
    tool_val_free(&v[0]);
    tool_val_free(&v[1]);
    return result;
}

static int compare_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    compare_options o = {.kind = CAMEO_KIND_TENSOR};
    int n = 0;
    tool_options_init(&o.shared, 1);
    while (tool_next(&a)) {
        const char *text;
        if (tool_shared(&a, &o.shared)) continue;
        if (tool_value(&a, "--kind", &text))
            compare_kind(&a, &o, text);
        else if (tool_flag(&a, "--shape-only"))
            o.shape_only = true;
        else if (n < 2 && tool_word(&a) != NULL)
            o.files[n++] = tool_word(&a);
        else
            tool_refuse(&a);
    }
    if (a.wrong) return TOOL_USAGE;
    if (n < 2) return tool_wrong(&a, "two files are needed");
    return compare_files(&o);
}

const tool_command tool_cmd_compare = {
    "compare", "compare two value files (.pb, .npy)",
    "usage: cameo compare FILE EXPECTED [options]\n\n"
    "Status 0: equal enough; 1: they differ, or cannot be read.\n\n"
    "  --kind KIND          of .pb files: tensor (default), sequence, optional, map\n"
    "  --shape-only         dtypes and dims only, as for random values\n",
    TOOL_TAKES_TOLERANCE, compare_command};
