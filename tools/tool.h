/* tool.h — what the commands of `cameo` share: the command table, arguments, options, messages,
 * files. The tools are hosted programs: they use the C library and POSIX, and nothing else. */
#ifndef CM_TOOLS_TOOL_H
#define CM_TOOLS_TOOL_H

#include <stdio.h>
#include <stdlib.h>

#include "base/near.h"
#include "base/status.h"
#include "include/cameo.h"
#include "ir/rewrite/rewrites.h"

/* Exit statuses of every command. */
enum {
    TOOL_OK = 0,
    TOOL_FAILED = 1,      /* a run failed, a test failed, a file could not be read or written */
    TOOL_USAGE = 2,       /* the command line is wrong */
    TOOL_UNSUPPORTED = 3, /* the model is valid, but needs what this build lacks */
    TOOL_BAD_MODEL = 4    /* the model is malformed, contradicts itself or exceeds a limit */
};

typedef struct tool_command {
    const char *name;
    const char *summary; /* one line for `cameo --help` */
    const char *help; /* text of `cameo NAME --help`, without the options that tool_options knows */
    unsigned options; /* TOOL_TAKES_*: shared options that this command takes */
    int (*run)(const struct tool_command *command, int argc,
               char **argv); /* argv[0]: first argument */
} tool_command;

enum {
    TOOL_TAKES_MODEL = 1, /* --opt --no-rewrite --only-rewrite --portable --strict --log --plugin */
    TOOL_TAKES_HOST = 2,  /* --threads --providers */
    TOOL_TAKES_DIMS = 4,  /* --dim */
    TOOL_TAKES_TOLERANCE = 8 /* --rtol --atol --atol-of-max */
};

/* The commands; each is defined in its own file. A new one is a line in this list. */
#define TOOL_COMMANDS(X)                                                                          \
    X(info)                                                                                       \
    X(print)                                                                                      \
    X(graph)                                                                                      \
    X(check) X(run) X(test) X(compare) X(bench) X(profile) X(plan) X(optimize) X(extract) \
        X(edit) X(diff) \
        X(freeze) X(ops) X(providers)
#define TOOL_DECLARE(name) extern const tool_command tool_cmd_##name;
TOOL_COMMANDS(TOOL_DECLARE)
#undef TOOL_DECLARE

/* ---- arguments (tool_args.c) ---- */

/* A walk over a command's arguments. */
typedef struct tool_args {
    const tool_command *command;
    char **argv;
    int argc;
    int at;
    bool wrong; /* a message was printed: leave with TOOL_USAGE */
} tool_args;

#define TOOL_MAX_DIMS 64
#define TOOL_MAX_PROVIDERS 16
#define TOOL_MAX_NAMES 64

/* How much two values may differ: |a - b| <= rtol*|b| + atol + atol_of_max*max|b|. */
typedef struct tool_tolerance {
    double rtol, atol, atol_of_max;
    bool has_rtol, has_atol; /* given on the command line: they win over data.json */
} tool_tolerance;

/* Options that several commands share. */
typedef struct tool_options {
    cameo_options cameo; /* dims: those that tool_fix_dims fixed */
    cameo_dim_binding dims[TOOL_MAX_DIMS], fixed[TOOL_MAX_DIMS];
    size_t n_dims; /* of dims; of fixed: cameo.n_dims */
    cameo_limits limits; /* of --limits and kin; cameo.limits where one was given */
    tool_tolerance tolerance;
    const cameo_plugin *plugin;
    const cameo_provider *providers[TOOL_MAX_PROVIDERS]; /* those that --providers names */
    const char *from[TOOL_MAX_NAMES], *to[TOOL_MAX_NAMES], *outputs[TOOL_MAX_NAMES];
    cameo_type inputs[TOOL_MAX_NAMES];
    cameo_opset opsets[TOOL_MAX_NAMES];
    cameo_state states[TOOL_MAX_NAMES];
    cameo_value values[TOOL_MAX_NAMES];  /* of --bind; their memory stays until the program ends */
    cm_rewrites no_rewrites, only_rewrites; /* those that --no-rewrite and --only-rewrite name */
    const char *rewrites_off[CM_REWRITE_COUNT]; /* names that follow from them */
} tool_options;

/* n_threads 0 means every processor. */
void tool_options_init(tool_options *o, uint32_t n_threads);

/* Steps to the next argument; false at the end or once wrong is set. `--help` prints the help
 * and exits. */
bool tool_next(tool_args *a);
/* Is the current argument --name? */
bool tool_flag(const tool_args *a, const char *name);
/* Is the current argument --name VALUE or --name=VALUE? A missing value sets wrong. */
bool tool_value(tool_args *a, const char *name, const char **value);
bool tool_value_u64(tool_args *a, const char *name, uint64_t max, uint64_t *value);
bool tool_value_f64(tool_args *a, const char *name, double *value);
/* The current argument, if it is not an option. */
const char *tool_word(const tool_args *a);
/* Takes the current argument if it is a shared option of this command. */
bool tool_shared(tool_args *a, tool_options *o);
/* After the last argument: the dims that --dim gives a number move to cameo.dims, so that the optimiser knows them;
 * ranges stay in dims for the plan. The options must not be copied afterwards: cameo.dims points into them. */
void tool_fix_dims(tool_options *o);
/* Says what is wrong, where the help is, and sets wrong. Returns TOOL_USAGE. */
int tool_wrong(tool_args *a, const char *fmt, ...) CM_PRINTF(2, 3);
/* Refuses the current argument. */
void tool_refuse(tool_args *a);
/* Takes the current argument as the path of the model, or refuses it: an option, a second model. */
void tool_take_model(tool_args *a, const char **model);
/* After the last argument: says what is wrong if no model was given; false then, or if wrong is set. */
bool tool_has_model(tool_args *a, const char *model);

/* The help of a command, as texts one behind the other; returns their number. */
#define TOOL_HELP_PARTS 7
size_t tool_help(const tool_command *command, const char *part[TOOL_HELP_PARTS]);
void tool_print_help(const tool_command *command);

/* ---- what a model is taken to be (tool_model.c) ---- */

/* Takes the current argument if it says otherwise than the model: --from --to --add-output --bind
 * --input-type --opset --weights --external-dir --follow-links --copy-files --check-sums. */
bool tool_model_option(tool_args *a, tool_options *o);
/* Their help. */
extern const char tool_model_help[];

/* ---- what it may cost (tool_limits.c) ---- */

/* Takes the current argument if it is a limit: --limits --max-memory --max-cost --max-nodes --max-seconds. */
bool tool_limit_option(tool_args *a, tool_options *o);
extern const char tool_limit_help[];

/* ---- plugins (tool_plugin.c) ---- */

/* ImageDecoder (image_op.c). */
extern const cameo_op tool_image_decoder;
/* Options: the operators of the plugin, if there is one, and the command's own. */
void tool_own_ops(tool_options *o);
/* Opens the shared object at path; its operators and providers become options. */
void tool_plugin(tool_args *a, tool_options *o, const char *path);
/* Keeps the providers that the list names, in its order. */
void tool_providers(tool_args *a, tool_options *o, const char *text);

/* ---- GPUs (tool_cuda.c) ---- */

/* The provider that a name of n bytes means, which stays until the program ends; NULL: it is no GPU, or cannot be used:
 * then that was said, and a->wrong is set. */
const cameo_provider *tool_cuda(tool_args *a, const char *name, size_t n);
/* A line for each GPU of this machine, or why there is none; nothing in a build without CUDA. */
void tool_cuda_list(void);

/* ---- words (tool_words.c) ---- */

/* text into dst of cap bytes, options of the API in it as they are spelled here: "options.dims" is "--dim". Returns
 * dst. */
char *tool_spell(char *dst, size_t cap, const char *text);
/* ", did you mean ..." for an option that the command has not, for one of n words; "" where nothing can be said. Lives
 * in *near. */
const char *tool_near_option(const tool_command *c, const char *wanted, cm_near *near);
const char *tool_near_word(const char *wanted, const char *const *words, size_t n, cm_near *near);

/* ---- messages ---- */

/* "cameo: WHAT: CAMEO_E_SHAPE: MESSAGE (op_type ..., node ..., byte ...)" on stderr; the message of
 * E_UNSUPPORTED begins with "unsupported". */
void tool_print_error(const char *what, const cameo_error *e);
/* That message without "cameo: WHAT: " and newline, into dst of cap bytes. */
void tool_format_error(char *dst, size_t cap, const cameo_error *e);
/* Exit status of a failure before the first run, and of one in a run. */
int tool_exit_load(cameo_status status);
int tool_exit_run(cameo_status status);

/* Text of a file for a terminal: control characters, C1 among them, and bytes that are no UTF-8 become '?'; cut at
 * cap - 1, between characters. Returns dst. */
const char *tool_text(char *dst, size_t cap, cameo_string s);
/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void tool_json_string(FILE *f, cameo_string s);

/* ---- terminals (tool_terminal.c) ---- */

typedef enum tool_colour { TOOL_PLAIN, TOOL_RED, TOOL_GREEN, TOOL_YELLOW } tool_colour;
/* What switches f to this colour: empty where f is no terminal, or the environment has a NO_COLOR that is not empty. */
const char *tool_ink(FILE *f, tool_colour colour);

/* What goes on from now on, for a line on stderr that appears after a second, where that is a terminal: what stays
 * valid until the end. tool_progress counts in the thread that began: done of all as percent; all is 0: as a number;
 * both are 0: the seconds. Ends leave no line. */
void tool_progress_begin(const char *what);
void tool_progress(uint64_t done, uint64_t all);
void tool_progress_wipe(void); /* before something else is written */
void tool_progress_end(void);
/* options.interrupt that shows the seconds and stops nothing. */
cameo_status tool_progress_tick(void *ctx);

/* ---- memory and files (tool_file.c) ---- */

/* Bytes aligned to CAMEO_MEMORY_ALIGN; ends the program when there are none. free() them. */
void *tool_alloc(size_t size);
/* Room for one element more in an array of n elements of `size` bytes: p, or other memory that has them; p is from
 * tool_alloc, or NULL. *cap: elements that there is room for, 0 at first. */
void *tool_grow(void *p, size_t n, size_t size, size_t *cap);
char *tool_copy_text(cameo_string s);

typedef struct tool_bytes {
    uint8_t *p; /* free() it */
    size_t n;
} tool_bytes;

/* All bytes of a file; of "-" those of standard input. Errors: E_IO with path and cause; E_ARG standard input twice. */
CM_NODISCARD cameo_status tool_read_file(const char *path, tool_bytes *bytes, cameo_error *e);
CM_NODISCARD cameo_status tool_write_file(const char *path, const void *p, size_t n,
                                          cameo_error *e);
bool tool_exists(const char *path);
bool tool_is_folder(const char *path);
cameo_status tool_make_folder(const char *path, cameo_error *e); /* unless it exists */
bool tool_is_special(const char *path); /* a device, a pipe, a socket */
/* DIR/NAME; free() it. */
char *tool_join(const char *folder, const char *name);
/* Does the path end in this, case ignored? */
bool tool_has_ending(const char *path, const char *ending);

/* Address space for temporary work; pages are taken as they are touched. size 0: none. */
typedef struct tool_work {
    cameo_memory m;
} tool_work;
bool tool_work_new(tool_work *w, size_t size);
void tool_work_free(tool_work *w);
/* A plan in memory of its own: free(memory->base), also after a failure. Errors: those of cameo_plan_measure. */
CM_NODISCARD cameo_status tool_plan_new(const cameo_session *session, const cameo_dim_binding *dims,
                                        size_t n_dims, const cameo_options *options, cameo_memory *memory,
                                        cameo_plan **plan, cameo_error *e);
/* First size to try, and the factor after each E_NOMEM. */
#define TOOL_WORK_FIRST ((size_t)256 << 20)
#define TOOL_WORK_FACTOR 8
/* Work for the next try: *size is 0, or what was not enough, and becomes the new one. limits may be NULL.
 * Errors: E_LIMIT limit memory_bytes was not enough; E_NOMEM. */
CM_NODISCARD cameo_status tool_work_next(tool_work *w, size_t *size, const cameo_limits *limits, cameo_error *e);

/* A model in memory of its own. */
typedef struct tool_model {
    const char *path;
    tool_bytes file;
    tool_work built; /* memory of the builder, for a file of another format; of what text became */
    bool from_loader; /* a loader built it: its external data are the builder's, and in no file */
    const void *bytes; /* of the model, in file or built */
    size_t n_bytes;
    cameo_memory memory;
    cameo_model *model;
    struct tool_external *external; /* files beside it */
    const char *data_name, *data_path; /* external data of this name lies beside this path instead; NULL: none does */
    cameo_options options;
} tool_model;

/* Reads and decodes; external data is looked for beside the file. options are copied, completed.
 * Returns 0, or the failure. tool_model_free in either case. */
CM_NODISCARD cameo_status tool_model_load(tool_model *m, const char *path,
                                          const cameo_options *options, cameo_error *e);
/* A model of bytes that become the model's; path: for messages, and where external data lies. */
CM_NODISCARD cameo_status tool_model_decode(tool_model *m, tool_bytes file, const char *path,
                                            const cameo_options *options, cameo_error *e);
/* m as its options leave it, in memory of its own (tool_export.c). tool_model_free in either case. Errors: those of
 * cameo_model_export. */
CM_NODISCARD cameo_status tool_model_optimise(tool_model *to, const tool_model *m, cameo_error *e);
void tool_model_free(tool_model *m);
/* cameo_host_load_file, which for "-" reads standard input. External data is then looked for in the current folder. */
CM_NODISCARD cameo_status tool_host_load(const char *path, const cameo_options *options, cameo_host **host,
                                         cameo_error *e);
/* The model of these bytes, which it takes over, in place of the one in *m, whose files stay. Errors: as
 * tool_model_load; then *m has the old one. */
CM_NODISCARD cameo_status tool_model_next(tool_model *m, tool_bytes bytes, cameo_error *e);
/* Writes a file: into PATH.part, which takes the place of PATH when all of it is there. *bytes: its size. Errors:
 * those of `put`; E_IO. */
typedef cameo_status tool_put(const void *ctx, cameo_write_fn *write, void *sink, cameo_error *e);
CM_NODISCARD cameo_status tool_replace(const char *path, tool_put *put, const void *ctx, uint64_t *bytes,
                                       cameo_error *e);
/* Writes the model, as its options leave it, as an ONNX file. Errors: those of cameo_model_export, tool_replace. */
CM_NODISCARD cameo_status tool_export(const tool_model *m, const char *path, uint64_t *bytes,
                                      cameo_error *e);

/* A list of names separated by commas; free(text), free(name). A name cannot hold a comma. */
typedef struct tool_names {
    char *text;
    const char **name;
    size_t n;
} tool_names;
tool_names tool_names_new(const char *text);

#endif
