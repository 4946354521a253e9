/* main.c — the command `cameo`: finds the command and hands it its arguments. */
#include <string.h>

#include "tools/tool.h"

static const tool_command *const main_commands[] = {
#define TOOL_ROW(name) &tool_cmd_##name,
    TOOL_COMMANDS(TOOL_ROW)
#undef TOOL_ROW
};
#define MAIN_N_COMMANDS (sizeof main_commands / sizeof *main_commands)

static void main_help(FILE *f) {
    fprintf(f, "cameo %s: ONNX inference in plain C\n\nusage: cameo COMMAND ...\n\n",
            CAMEO_VERSION);
    for (size_t i = 0; i < MAIN_N_COMMANDS; i++) {
        fprintf(f, "  %-10s %s\n", main_commands[i]->name, main_commands[i]->summary);
    }
    fprintf(f, "\n`cameo COMMAND --help` tells more. Exit status: 0 done, 1 failed, 2 wrong "
               "command line,\n"
               "3 the model needs what this build does not support, 4 the model is bad.\n");
}

static const tool_command *main_find(const char *name) {
    for (size_t i = 0; i < MAIN_N_COMMANDS; i++) {
        if (strcmp(main_commands[i]->name, name) == 0) return main_commands[i];
    }
    return NULL;
}

/* No command has this name; the list of all follows. */
static void main_unknown(const char *name) {
    const char *names[MAIN_N_COMMANDS];
    cm_near near;
    for (size_t i = 0; i < MAIN_N_COMMANDS; i++) names[i] = main_commands[i]->name;
    (void)tool_near_word(name, names, MAIN_N_COMMANDS, &near);
    fprintf(stderr, "cameo: no command \"%s\"", name);
    fprintf(stderr, near.best[0] != 0 ? ", did you mean \"%s\"?\n\n" : "\n\n", near.best);
}

static int main_run(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help && argc > 2 && main_find(argv[2]) != NULL) {
        tool_print_help(main_find(argv[2]));
        return TOOL_OK;
    }
    if (help) {
        main_help(stdout);
        return TOOL_OK;
    }
    if (strcmp(name, "--version") == 0) {
        printf("cameo %s\n", CAMEO_VERSION);
        return TOOL_OK;
    }
    const tool_command *command = main_find(name);
    if (command != NULL) return command->run(command, argc - 2, argv + 2);
    if (argc > 1) main_unknown(name);
    main_help(stderr);
    return TOOL_USAGE;
}

int main(int argc, char **argv) {
#if defined(_WIN32)
    /* Bytes as they are: Windows would write "\r\n" for "\n". */
    _fmode = _O_BINARY;
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    int status = main_run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fprintf(stderr, "cameo: writing the output failed\n");
    return status == TOOL_OK ? TOOL_FAILED : status;
}
