/* cmd_test.c — `cameo test`: ONNX test folders, each in a process of its own; one line each,
 * then counts. */
#include <string.h>

#include "tools/test_case.h"

/* Folders within folders that are walked. */
#define TEST_MAX_DEPTH 8
#define TEST_MAX_ONLY 64

typedef struct test_options {
    tool_case proto;
    const char *data;  /* --data */
    const char *model; /* --model */
    const char *only[TEST_MAX_ONLY];
    size_t n_only, n_seen; /* n_seen: tests whose names were compared */
    bool no_fork;
    bool quiet; /* passes are only counted */
    size_t counts[TOOL_N_VERDICTS];
} test_options;

static const char *test_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool test_selected(const test_options *o, const char *name) {
    for (size_t i = 0; i < o->n_only; i++) {
        if (strstr(name, o->only[i]) != NULL) return true;
    }
    return o->n_only == 0;
}

static void test_one(test_options *o, const char *name, const char *model, const char *data) {
    static const char *const words[] = {"PASS", "FAIL", "UNSUPPORTED", "ERROR"};
    static const tool_colour inks[] = {TOOL_GREEN, TOOL_RED, TOOL_YELLOW, TOOL_RED};
    tool_result r;
    tool_case c = o->proto;
    o->n_seen++;
    if (!test_selected(o, name)) return;
    c.name = name;
    c.model = model;
    c.data = data;
    if (o->no_fork)
        tool_case_run(&c, &r);
    else
        tool_case_fork(&c, &r);
    o->counts[r.verdict]++;
    tool_progress_wipe();
    if (!o->quiet || r.verdict != TOOL_PASS)
        printf("%s%s%s %s %s\n", tool_ink(stdout, inks[r.verdict]), words[r.verdict], tool_ink(stdout, TOOL_PLAIN),
               name, r.text);
    fflush(stdout);
    tool_progress(o->n_seen, 0);
}

/* A folder on the way down. */
typedef struct test_level {
    char *path;
    char **list;
    size_t n, next;
} test_level;

static bool test_open(test_level *l, char *path) {
    *l = (test_level){.path = path};
    l->list = tool_list_folder(path, &l->n);
    return l->list != NULL;
}

static void test_close(test_level *l) {
    if (l->list != NULL) tool_list_free(l->list, l->n);
    free(l->path);
}

/* The folder itself if it is a case, else every case below it, sorted by name. */
static bool test_folder(test_options *o, const char *root) {
    test_level stack[TEST_MAX_DEPTH];
    size_t depth = 0;
    char *path = tool_copy_text((cameo_string){root, strlen(root)});
    for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--) path[n - 1] = 0;
    if (!test_open(&stack[depth++], path)) {
        fprintf(stderr, "cameo test: cannot read the folder %s\n", root);
        test_close(&stack[0]);
        return false;
    }
    while (depth > 0) {
        test_level *l = &stack[depth - 1];
        char *model = tool_join(l->path, "model.onnx");
        bool is_case = l->next == 0 && tool_exists(model);
        if (is_case) test_one(o, test_base_name(l->path), model, l->path);
        free(model);
        if (is_case || l->next == l->n) {
            test_close(l);
            depth--;
            continue;
        }
        char *below = tool_join(l->path, l->list[l->next++]);
        if (depth < TEST_MAX_DEPTH && tool_is_folder(below)) {
            if (test_open(&stack[depth], below))
                depth++;
            else
                test_close(&stack[depth]);
        } else {
            free(below);
        }
    }
    return true;
}

static bool test_model(test_options *o) {
    const char *base = test_base_name(o->model);
    size_t n = strlen(base);
    if (tool_has_ending(base, ".onnx")) n -= 5;
    char *name = tool_copy_text((cameo_string){base, n});
    test_one(o, name, o->model, o->data);
    free(name);
    return true;
}

static void test_parse(tool_args *a, test_options *o, const char **folders, size_t *n_folders) {
    const char *text;
    uint64_t seconds;
    if (tool_value(a, "--model", &o->model) || tool_value(a, "--data", &o->data) ||
        tool_value(a, "--passed", &o->proto.passed)) {
        return;
    }
    if (tool_value(a, "--only", &text)) {
        if (o->n_only == TEST_MAX_ONLY)
            tool_wrong(a, "more than %d --only", TEST_MAX_ONLY);
        else
            o->only[o->n_only++] = text;
    } else if (tool_value_u64(a, "--timeout", 86400, &seconds)) {
        o->proto.timeout = (unsigned)seconds;
    } else if (tool_flag(a, "--no-fork")) {
        o->no_fork = true;
    } else if (tool_flag(a, "--quiet")) {
        o->quiet = true;
    } else if (tool_word(a) != NULL) {
        folders[(*n_folders)++] = tool_word(a);
    } else {
        tool_refuse(a);
    }
}

static int test_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    test_options o = {0};
    const char **folders = tool_alloc(((size_t)argc + 1) * sizeof *folders);
    size_t n_folders = 0;
    tool_options_init(&o.proto.options, 1);
    o.proto.options.cameo.log = NULL; /* a line for each test, unless --log asks for more */
    o.proto.timeout = 60;
    while (tool_next(&a)) {
        if (!tool_shared(&a, &o.proto.options)) test_parse(&a, &o, folders, &n_folders);
    }
    if (!a.wrong && (o.model == NULL) != (o.data == NULL))
        tool_wrong(&a, "--model and --data go together");
    if (!a.wrong && o.model == NULL && n_folders == 0) tool_wrong(&a, "no folder is given");
    if (a.wrong) {
        free(folders);
        return TOOL_USAGE;
    }
    tool_progress_begin("tests");
    bool ok = o.model == NULL || test_model(&o);
    for (size_t i = 0; i < n_folders; i++) ok = test_folder(&o, folders[i]) && ok;
    free(folders);
    tool_progress_end();
    const size_t *n = o.counts;
    printf("%zu passed, %zu failed, %zu unsupported, %zu errors\n", n[TOOL_PASS], n[TOOL_FAIL],
           n[TOOL_CASE_UNSUPPORTED], n[TOOL_CASE_ERROR]);
    bool any = n[TOOL_PASS] + n[TOOL_FAIL] + n[TOOL_CASE_UNSUPPORTED] + n[TOOL_CASE_ERROR] != 0;
    if (!any && o.n_seen != 0)
        fprintf(stderr, "cameo test: none of %zu tests has \"%s\"%s in its name\n", o.n_seen, o.only[0],
                o.n_only > 1 ? " or another --only" : "");
    else if (!any && ok)
        fprintf(stderr, "cameo test: no folder there holds a model.onnx\n");
    return ok && any && n[TOOL_FAIL] == 0 && n[TOOL_CASE_ERROR] == 0 ? TOOL_OK : TOOL_FAILED;
}

const tool_command tool_cmd_test = {
    "test", "run ONNX test folders and compare the outputs",
    "usage: cameo test DIR ... [options]\n"
    "       cameo test --model FILE --data DIR [options]\n\n"
    "DIR holds model.onnx and test_data_set_K with input_I.pb and output_I.pb, or folders like "
    "that.\n"
    "A line for each test, `PASS|FAIL|UNSUPPORTED|ERROR name ...` with the worst error or the "
    "reason,\n"
    "then the counts. Status 0: no FAIL and no ERROR. data.json beside a model may set rtol and "
    "atol; a\n"
    "file NONDETERMINISTIC in a data set names outputs of which dtype and dims count only.\n\n"
    "  --model FILE         a model, with\n"
    "  --data DIR           its test_data_set_K, or a single data set\n"
    "  --only TEXT          only tests whose name contains TEXT; may be repeated\n"
    "  --timeout S          seconds for each test, 0: no limit; default 60\n"
    "  --no-fork            all in this process, for debugging: a crash ends everything\n"
    "  --quiet              no line for a PASS\n"
    "  --passed FILE        append to FILE, for each node of the main graph of a model that "
    "passes, its\n"
    "                       domain, op_type, since_version and dtype as `cameo ops` has them; "
    "with\n"
    "                       --opt none every node was computed\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_HOST | TOOL_TAKES_TOLERANCE, test_command};
