/* cmd_check.c — `cameo check`: everything that stands between a model and a session. */
#include "tools/problems.h"

static int check_report(const char *path, const tool_problems *p) {
    int result = TOOL_OK;
    for (size_t i = 0; i < p->n; i++) {
        char text[640];
        int one = tool_exit_load(p->row[i].status);
        tool_format_error(text, sizeof text, &p->row[i]);
        printf("%s\n", text);
        /* A bad model weighs more than an unsupported one. */
        if (one > result) result = one;
    }
    printf("%s: %zu problem%s\n", path, p->n, p->n == 1 ? "" : "s");
    return result;
}

static int check_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    tool_options o;
    const char *path = NULL;
    tool_options_init(&o, 1);
    while (tool_next(&a)) {
        if (tool_shared(&a, &o)) continue;
        tool_take_model(&a, &path);
    }
    if (!tool_has_model(&a, path)) return TOOL_USAGE;
    tool_model m;
    tool_problems p = {NULL, 0, 0};
    cameo_error e = {0};
    int result;
    cameo_status status = tool_model_load(&m, path, &o.cameo, &e);
    if (status == CAMEO_OK) status = tool_problems_find(&p, &m, &e);
    if (status == CAMEO_OK || p.n != 0) {
        result = check_report(path, &p);
    } else {
        tool_print_error(path, &e);
        result = tool_exit_load(status);
    }
    tool_problems_free(&p);
    tool_model_free(&m);
    return result;
}

const tool_command tool_cmd_check = {
    "check", "list everything that is wrong with a model or not supported",
    "usage: cameo check MODEL [options]\n\n"
    "A line for each problem, then their number. Status 0: there is none.\n\n",
    TOOL_TAKES_MODEL, check_command};
