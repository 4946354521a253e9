/* tool_args.c — arguments, the options that commands share, and messages. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/cpu.h"
#include "tools/tool.h"

/* ---- help ---- */

static const char args_dims_help[] =
    "  --dim NAME=N         a free dim is this number, before the model is optimised; NAME=LO..HI:\n"
    "                       a range, where plans are made\n";
static const char args_host_help[] =
    "  --threads N          workers; 0: every processor\n"
    "  --providers LIST     who runs the operators, by preference: those of a --plugin before it, cpu\n";
static const char args_model_help[] =
    "  --opt LEVEL          none, basic, extended or all (default)\n"
    "  --no-rewrite LIST    rewrites not to try; --only-rewrite LIST: all others; cameo ops --rewrites\n"
    "  --portable           portable kernels only, the same bits on every machine\n"
    "  --cpu-mask-off LIST  processor features not to use: all, sse41, avx, avx2, f16c, avx512,\n"
    "                       vnni, avx-vnni, bf16, amx, neon\n"
    "  --strict             refuse what the ONNX checker refuses\n"
    "  --log LEVEL          what is told on stderr: none, warning (default), info, or debug, a line for\n"
    "                       each node\n"
    "  --plugin FILE        a shared object with operators and providers: cameo_plugin in cameo.h\n";
static const char args_tolerance_help[] =
    "  --rtol R             with A and M: |a - b| <= R*|b| + A + M*max|b|; default 1e-3\n"
    "  --atol A             default 1e-7\n"
    "  --atol-of-max M      default 0\n";

size_t tool_help(const tool_command *c, const char *part[TOOL_HELP_PARTS]) {
    size_t n = 0;
    part[n++] = c->help;
    if (c->options & TOOL_TAKES_DIMS) part[n++] = args_dims_help;
    if (c->options & TOOL_TAKES_HOST) part[n++] = args_host_help;
    if (c->options & TOOL_TAKES_MODEL) {
        part[n++] = args_model_help;
        part[n++] = tool_model_help;
        part[n++] = tool_limit_help;
    }
    if (c->options & TOOL_TAKES_TOLERANCE) part[n++] = args_tolerance_help;
    return n;
}

void tool_print_help(const tool_command *c) {
    const char *part[TOOL_HELP_PARTS];
    size_t n = tool_help(c, part);
    for (size_t i = 0; i < n; i++) fputs(part[i], stdout);
    puts("\nExit status: 0 done, 1 failed, 2 wrong command line, 3 unsupported, 4 bad model.");
}

/* ---- walking ---- */

bool tool_next(tool_args *a) {
    if (a->wrong || a->at + 1 >= a->argc) return false;
    a->at++;
    if (tool_flag(a, "--help") || strcmp(a->argv[a->at], "-h") == 0) {
        tool_print_help(a->command);
        exit(fflush(stdout) == 0 ? TOOL_OK : TOOL_FAILED);
    }
    return true;
}

int tool_wrong(tool_args *a, const char *fmt, ...) {
    va_list ap;
    fprintf(stderr, "%scameo %s:%s ", tool_ink(stderr, TOOL_RED), a->command->name, tool_ink(stderr, TOOL_PLAIN));
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, "; see cameo %s --help\n", a->command->name);
    a->wrong = true;
    return TOOL_USAGE;
}

void tool_refuse(tool_args *a) {
    cm_near near;
    const char *text = a->argv[a->at];
    if (a->wrong) return;
    if (text[0] == '-')
        tool_wrong(a, "no option %s%s", text, tool_near_option(a->command, text, &near));
    else
        tool_wrong(a, "too many arguments: %s", text);
}

bool tool_flag(const tool_args *a, const char *name) { return strcmp(a->argv[a->at], name) == 0; }

const char *tool_word(const tool_args *a) {
    const char *s = a->argv[a->at];
    return s[0] == '-' && s[1] != 0 ? NULL : s;
}

void tool_take_model(tool_args *a, const char **model) {
    if (*model != NULL || tool_word(a) == NULL)
        tool_refuse(a);
    else
        *model = tool_word(a);
}

bool tool_has_model(tool_args *a, const char *model) {
    if (model == NULL && !a->wrong) tool_wrong(a, "no model is given");
    return !a->wrong;
}

bool tool_value(tool_args *a, const char *name, const char **value) {
    const char *arg = a->argv[a->at];
    size_t n = strlen(name);
    if (a->wrong || strncmp(arg, name, n) != 0 || (arg[n] != 0 && arg[n] != '=')) return false;
    if (arg[n] == '=') {
        *value = arg + n + 1;
        return true;
    }
    if (a->at + 1 >= a->argc) {
        tool_wrong(a, "%s wants a value", name);
        return false;
    }
    *value = a->argv[++a->at];
    return true;
}

bool tool_value_u64(tool_args *a, const char *name, uint64_t max, uint64_t *value) {
    const char *text;
    char *end;
    if (!tool_value(a, name, &text)) return false;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0 || v > max) {
        tool_wrong(a, "%s is \"%s\", want a number up to %" PRIu64, name, text, max);
        return false;
    }
    *value = v;
    return true;
}

bool tool_value_f64(tool_args *a, const char *name, double *value) {
    const char *text;
    char *end;
    if (!tool_value(a, name, &text)) return false;
    double v = strtod(text, &end);
    if (end == text || *end != 0 || !(v >= 0)) {
        tool_wrong(a, "%s is \"%s\", want a number, not negative", name, text);
        return false;
    }
    *value = v;
    return true;
}

/* ---- shared options ---- */

/* options.log of every command. */
static void args_tell(void *ctx, cameo_log_level level, const char *text) {
    char line[400];
    (void)ctx;
    (void)tool_spell(line, sizeof line, text);
    tool_progress_wipe();
    fprintf(stderr, "cameo: %s%s\n", level == CAMEO_LOG_WARNING ? "warning: " : "", line);
}

void tool_options_init(tool_options *o, uint32_t n_threads) {
    memset(o, 0, sizeof *o);
    o->cameo.size = sizeof o->cameo;
    o->cameo.n_threads = n_threads;
    o->cameo.log = args_tell;
    o->cameo.interrupt = tool_progress_tick;
    o->cameo.log_level = CAMEO_LOG_WARNING;
    o->tolerance.rtol = 1e-3;
    o->tolerance.atol = 1e-7;
    tool_own_ops(o);
}

static void args_opt(tool_args *a, tool_options *o, const char *text) {
    static const char *const names[] = {"all", "extended", "basic",
                                        "none"}; /* as cameo_opt counts */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        o->cameo.opt = (cameo_opt)i;
        return;
    }
    tool_wrong(a, "--opt is \"%s\", want none, basic, extended or all", text);
}

static void args_log(tool_args *a, tool_options *o, const char *text) {
    static const char *const names[] = {"none", "warning", "info", "debug"}; /* as levels count */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        o->cameo.log = i == 0 ? NULL : args_tell;
        o->cameo.log_level = (cameo_log_level)i;
        return;
    }
    tool_wrong(a, "--log is \"%s\", want none, warning, info or debug", text);
}

static bool args_word_is(const char *text, size_t n, const char *word) {
    return strlen(word) == n && memcmp(text, word, n) == 0;
}

static void args_mask(tool_args *a, tool_options *o, const char *text) {
    static const struct {
        const char *name;
        uint64_t bits;
    } rows[] = {{"all", UINT64_MAX},          {"sse41", CM_CPU_SSE41},
                {"avx", CM_CPU_AVX},          {"avx2", CM_CPU_AVX2_FMA},
                {"f16c", CM_CPU_F16C},        {"avx512", CM_CPU_AVX512},
                {"vnni", CM_CPU_AVX512_VNNI}, {"avx-vnni", CM_CPU_AVX_VNNI},
                {"bf16", CM_CPU_AVX512_BF16}, {"amx", CM_CPU_AMX},
                {"neon", CM_CPU_NEON}};
    while (*text != 0) {
        size_t n = strcspn(text, ","), i = 0, n_rows = sizeof rows / sizeof *rows;
        while (i < n_rows && !args_word_is(text, n, rows[i].name)) i++;
        if (i == n_rows) {
            tool_wrong(a, "--cpu-mask-off: no processor feature \"%.*s\"", (int)n, text);
            return;
        }
        o->cameo.cpu_mask_off |= rows[i].bits;
        text += n + (text[n] == ',');
    }
}

static void args_wrong_rewrite(tool_args *a, const char *option, const char *text, size_t n) {
    char known[2048];
    size_t used = 0;
    for (uint32_t i = 0; cameo_rewrite_name(i) != NULL && used < sizeof known; i++) {
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ",
                                 cameo_rewrite_name(i));
    }
    tool_wrong(a, "%s: no rewrite \"%.*s\", want some of %s", option, (int)n, text, known);
}

/* The names at text go into *named; those that are then off become options. */
static void args_rewrites(tool_args *a, tool_options *o, const char *option, cm_rewrites *named,
                          const char *text) {
    while (*text != 0) {
        size_t n = strcspn(text, ",");
        uint32_t i = 0;
        while (cameo_rewrite_name(i) != NULL && !args_word_is(text, n, cameo_rewrite_name(i))) i++;
        if (cameo_rewrite_name(i) == NULL) {
            args_wrong_rewrite(a, option, text, n);
            return;
        }
        cm_rewrites_add(named, i);
        text += n + (text[n] == ',');
    }
    cm_rewrites off = o->no_rewrites;
    if (!cm_rewrites_is_empty(&o->only_rewrites)) off = cm_rewrites_or(off, cm_rewrites_not(o->only_rewrites));
    o->cameo.rewrites_off = o->rewrites_off;
    o->cameo.n_rewrites_off = 0;
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++) {
        if (cm_rewrites_has(&off, i)) o->rewrites_off[o->cameo.n_rewrites_off++] = cameo_rewrite_name(i);
    }
}

/* A dim's size at text, up to `end`. */
static bool args_dim_number(const char *text, const char *end, int64_t *value) {
    char *stop;
    errno = 0;
    long long v = strtoll(text, &stop, 10);
    *value = v;
    return text[0] >= '0' && text[0] <= '9' && stop == end && errno == 0;
}

static void args_dim(tool_args *a, tool_options *o, const char *text) {
    const char *equals = strrchr(text, '=');
    cameo_dim_binding b = {0};
    bool ok = equals != NULL && equals != text && o->n_dims < TOOL_MAX_DIMS;
    if (ok) {
        const char *first = equals + 1, *range = strstr(first, ".."), *end = first + strlen(first);
        ok = args_dim_number(first, range == NULL ? end : range, &b.min);
        b.max = b.min;
        if (ok && range != NULL) ok = args_dim_number(range + 2, end, &b.max) && b.max >= b.min;
    }
    if (!ok) {
        tool_wrong(a, "--dim is \"%s\", want NAME=N or NAME=LO..HI, at most %d of them", text,
                   TOOL_MAX_DIMS);
        return;
    }
    /* The name ends where its argument's '=' is: a program may change argv (C11 5.1.2.2.1). */
    ((char *)(uintptr_t)text)[equals - text] = 0;
    b.name = text;
    o->dims[o->n_dims++] = b;
}

void tool_fix_dims(tool_options *o) {
    size_t n_ranges = 0;
    o->cameo.dims = o->fixed;
    o->cameo.n_dims = 0;
    for (size_t i = 0; i < o->n_dims; i++) {
        const cameo_dim_binding b = o->dims[i];
        if (b.min == b.max)
            o->fixed[o->cameo.n_dims++] = b;
        else
            o->dims[n_ranges++] = b;
    }
    o->n_dims = n_ranges;
}

static bool args_shared_model(tool_args *a, tool_options *o) {
    const char *text;
    if (tool_value(a, "--opt", &text)) {
        args_opt(a, o, text);
    } else if (tool_value(a, "--no-rewrite", &text)) {
        args_rewrites(a, o, "--no-rewrite", &o->no_rewrites, text);
    } else if (tool_value(a, "--only-rewrite", &text)) {
        args_rewrites(a, o, "--only-rewrite", &o->only_rewrites, text);
    } else if (tool_value(a, "--cpu-mask-off", &text)) {
        args_mask(a, o, text);
    } else if (tool_value(a, "--log", &text)) {
        args_log(a, o, text);
    } else if (tool_value(a, "--plugin", &text)) {
        tool_plugin(a, o, text);
    } else if (tool_flag(a, "--portable")) {
        o->cameo.cpu_mask_off = UINT64_MAX;
    } else if (tool_flag(a, "--strict")) {
        o->cameo.strict = true;
    } else {
        return false;
    }
    return true;
}

static bool args_shared_host(tool_args *a, tool_options *o) {
    const char *text;
    uint64_t n;
    if (tool_value_u64(a, "--threads", 1024, &n)) {
        o->cameo.n_threads = (uint32_t)n;
    } else if (tool_value(a, "--providers", &text)) {
        tool_providers(a, o, text);
    } else {
        return false;
    }
    return true;
}

static bool args_shared_tolerance(tool_args *a, tool_options *o) {
    tool_tolerance *t = &o->tolerance;
    if (tool_value_f64(a, "--rtol", &t->rtol)) return t->has_rtol = true;
    if (tool_value_f64(a, "--atol", &t->atol)) return t->has_atol = true;
    return tool_value_f64(a, "--atol-of-max", &t->atol_of_max);
}

bool tool_shared(tool_args *a, tool_options *o) {
    unsigned takes = a->command->options;
    const char *text;
    if ((takes & TOOL_TAKES_DIMS) != 0 && tool_value(a, "--dim", &text)) {
        args_dim(a, o, text);
        return true;
    }
    bool taken =
        ((takes & TOOL_TAKES_MODEL) != 0 &&
         (args_shared_model(a, o) || tool_model_option(a, o) || tool_limit_option(a, o))) ||
        ((takes & TOOL_TAKES_HOST) != 0 && args_shared_host(a, o)) ||
        ((takes & TOOL_TAKES_TOLERANCE) != 0 && args_shared_tolerance(a, o));
    return taken || a->wrong;
}

/* ---- messages ---- */

void tool_format_error(char *dst, size_t cap, const cameo_error *e) {
    char place[256], spelled[sizeof e->msg * 2];
    int n = 0;
    place[0] = 0;
    if (e->op_type[0] != 0)
        n += snprintf(place + n, sizeof place - (size_t)n, ", op_type %s", e->op_type);
    if (e->node_name[0] != 0)
        n += snprintf(place + n, sizeof place - (size_t)n, ", node \"%s\"", e->node_name);
    if (e->node != CAMEO_NO_ID)
        n += snprintf(place + n, sizeof place - (size_t)n, ", node id %" PRIu32, e->node);
    if (e->offset != CAMEO_NO_OFFSET) {
        n += snprintf(place + n, sizeof place - (size_t)n, ", byte %" PRIu64, e->offset);
    }
    const char *msg = e->msg[0] != 0 ? tool_spell(spelled, sizeof spelled, e->msg) : cameo_status_text(e->status);
    const char *reason = e->status == CAMEO_E_UNSUPPORTED && strncmp(msg, "unsupported", 11) != 0
                             ? "unsupported: "
                             : "";
    snprintf(dst, cap, "%s: %s%s%s%s%s", cameo_status_name(e->status), reason, msg,
             n > 0 ? " (" : "", n > 0 ? place + 2 : "", n > 0 ? ")" : "");
}

void tool_print_error(const char *what, const cameo_error *e) {
    char text[640];
    tool_format_error(text, sizeof text, e);
    fflush(stdout);
    tool_progress_wipe();
    fprintf(stderr, "%scameo:%s %s: %s\n", tool_ink(stderr, TOOL_RED), tool_ink(stderr, TOOL_PLAIN), what, text);
}

int tool_exit_load(cameo_status status) {
    switch (status) {
    case CAMEO_E_ARG: return TOOL_USAGE; /* a name that the model has not */
    case CAMEO_E_UNSUPPORTED: return TOOL_UNSUPPORTED;
    case CAMEO_E_MALFORMED:
    case CAMEO_E_LIMIT:
    case CAMEO_E_TYPE:
    case CAMEO_E_SHAPE:
    case CAMEO_E_MISSING: return TOOL_BAD_MODEL;
    default: return status == CAMEO_OK ? TOOL_OK : TOOL_FAILED;
    }
}

int tool_exit_run(cameo_status status) {
    if (status == CAMEO_E_ARG) return TOOL_USAGE; /* an input or a dim that the model has not */
    if (status == CAMEO_E_UNSUPPORTED) return TOOL_UNSUPPORTED;
    return status == CAMEO_OK ? TOOL_OK : TOOL_FAILED;
}
