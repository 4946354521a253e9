/* test_case.c — see test_case.h. Layout: test_data_set_K/{input,output}_I.pb; a NONDETERMINISTIC
 * file in a set or in the case's folder names outputs, separated by white space, that are
 * random. */
#define _GNU_SOURCE 1 /* sigaction, alarm */

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#if !defined(_WIN32)
#include <sys/wait.h>
#endif
#include <unistd.h>

#include "tools/inputs.h"
#include "tools/test_case.h"

/* ---- folders ---- */

static int case_by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **tool_list_folder(const char *path, size_t *n) {
    DIR *d = opendir(path);
    char **list = NULL;
    size_t cap = 0;
    *n = 0;
    if (d == NULL) return NULL;
    for (struct dirent *entry; (entry = readdir(d)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        list = tool_grow(list, *n, sizeof *list, &cap);
        list[(*n)++] = tool_copy_text((cameo_string){entry->d_name, strlen(entry->d_name)});
    }
    closedir(d);
    if (list == NULL) return tool_alloc(sizeof *list);
    qsort(list, *n, sizeof *list, case_by_name);
    return list;
}

void tool_list_free(char **list, size_t n) {
    for (size_t i = 0; i < n; i++) free(list[i]);
    free(list);
}

/* ---- random outputs ---- */

/* Is the word in the file FOLDER/NONDETERMINISTIC? */
static bool case_in_list(const char *folder, cameo_string word) {
    char *path = tool_join(folder, "NONDETERMINISTIC");
    tool_bytes b = {NULL, 0};
    bool found = false;
    if (tool_exists(path) && tool_read_file(path, &b, NULL) == CAMEO_OK) {
        for (size_t i = 0; i < b.n && !found;) {
            size_t k = i;
            while (k < b.n && strchr(" \t\r\n", b.p[k]) == NULL) k++;
            found = k - i == word.n && memcmp(b.p + i, word.p, word.n) == 0 && word.n != 0;
            i = k + 1;
        }
    }
    free(b.p);
    free(path);
    return found;
}

/* ONNX's tests whose outputs are random, by the beginnings of their names. */
static bool case_is_random(const char *name) {
    static const char *const random[] = {"test_bernoulli", "test_training_dropout"};
    static const char fixed[] = "test_training_dropout_zero_ratio";
    if (strncmp(name, fixed, sizeof fixed - 1) == 0) return false;
    for (size_t i = 0; i < sizeof random / sizeof *random; i++) {
        size_t n = strlen(random[i]);
        if (strncmp(name, random[i], n) == 0 &&
            (i == 0 || name[n] == 0 || strncmp(name + n, "_default", 8) == 0 ||
             strncmp(name + n, "_mask", 5) == 0)) {
            return true;
        }
    }
    return false;
}

/* ---- tolerance ---- */

/* The number behind "key": in JSON text, if there is one. */
static void case_json_number(const char *text, const char *key, double *value) {
    const char *p = strstr(text, key);
    if (p == NULL) return;
    p += strlen(key);
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r' || *p == ':') p++;
    char *end;
    double v = strtod(p, &end);
    if (end != p && v >= 0) *value = v;
}

/* data.json beside the model; the command line wins. */
static tool_tolerance case_tolerance(const tool_case *c) {
    tool_tolerance t = c->options.tolerance;
    const char *slash = strrchr(c->model, '/');
    char *folder = tool_copy_text((cameo_string){slash == NULL ? "." : c->model,
                                                 slash == NULL ? 1 : (size_t)(slash - c->model)});
    char *path = tool_join(folder, "data.json");
    tool_bytes b = {NULL, 0};
    if (tool_exists(path) && tool_read_file(path, &b, NULL) == CAMEO_OK) {
        char *text = tool_copy_text((cameo_string){(const char *)b.p, b.n});
        if (!t.has_rtol) case_json_number(text, "\"rtol\"", &t.rtol);
        if (!t.has_atol) case_json_number(text, "\"atol\"", &t.atol);
        free(text);
    }
    free(b.p);
    free(path);
    free(folder);
    return t;
}

/* ---- running ---- */

static void case_error(tool_result *r, const cameo_error *e) {
    r->verdict = e->status == CAMEO_E_UNSUPPORTED ? TOOL_CASE_UNSUPPORTED : TOOL_CASE_ERROR;
    tool_format_error(r->text, sizeof r->text, e);
}

/* One output against FOLDER/output_K.pb, which may be missing. */
static bool case_judge(const tool_case *c, const char *folder, size_t k, const cameo_type *type,
                       const cameo_value *got, tool_difference *d, tool_result *r) {
    char *path = tool_numbered(folder, "output", k);
    cameo_error e = {0};
    tool_val want = {{0}, NULL, NULL};
    bool same = true;
    if (tool_exists(path)) {
        cameo_kind kind = type->kind == CAMEO_KIND_NONE ? got->kind : type->kind;
        tool_tolerance t = case_tolerance(c);
        bool random = case_is_random(c->name) || case_in_list(folder, type->name) ||
                      case_in_list(c->data, type->name);
        if (tool_val_read_pb(&want, path, kind, &e) != CAMEO_OK) {
            case_error(r, &e);
            r->verdict = TOOL_CASE_ERROR;
            same = false;
        } else if (!tool_compare(got, &want.v, &t, random, d)) {
            char name[64];
            const char *set = strrchr(folder, '/');
            r->verdict = TOOL_FAIL;
            snprintf(r->text, sizeof r->text, "%s output %zu %s: %s",
                     set == NULL ? folder : set + 1, k, tool_text(name, sizeof name, type->name),
                     d->why);
            same = false;
        }
    }
    free(path);
    tool_val_free(&want);
    return same;
}

/* One data set; false: *r says why. */
static bool case_run_set(const tool_case *c, cameo_host *host, const char *folder,
                         tool_difference *d, tool_result *r) {
    const cameo_session *s = cameo_host_get_session(host);
    cameo_session_info info = {.size = sizeof info};
    cameo_error e = {0};
    tool_inputs in = {0};
    cameo_host *wide = NULL;
    cameo_session_get_info(s, &info);
    cameo_value *outputs = tool_alloc(info.n_outputs * sizeof *outputs);
    memset(outputs, 0, info.n_outputs * sizeof *outputs);
    cameo_status status = tool_inputs_read(&in, s, folder, &e);
    if (status == CAMEO_OK) status = tool_inputs_widen(&in, c->model, &c->options.cameo, host, &wide, &e);
    cameo_host *runs = wide == NULL ? host : wide;
    if (status == CAMEO_OK)
        status = cameo_host_run(runs, in.values, in.n, outputs, info.n_outputs, &e);
    bool same = status == CAMEO_OK;
    if (!same) case_error(r, &e);
    for (uint32_t k = 0; same && k < info.n_outputs; k++) {
        cameo_type type;
        cameo_session_get_output(s, k, &type);
        same = case_judge(c, folder, k, &type, &outputs[k], d, r);
    }
    cameo_host_release(runs, outputs, info.n_outputs);
    cameo_host_free(wide);
    free(outputs);
    tool_inputs_free(&in);
    return same;
}

static void case_run_sets(const tool_case *c, cameo_host *host, tool_result *r) {
    size_t n, n_sets = 0;
    tool_difference d = {0};
    char **list = tool_list_folder(c->data, &n);
    bool same = true;
    for (size_t i = 0; list != NULL && i < n && same; i++) {
        if (strncmp(list[i], "test_data_set_", 14) != 0) continue;
        char *folder = tool_join(c->data, list[i]);
        same = case_run_set(c, host, folder, &d, r);
        free(folder);
        n_sets++;
    }
    if (list != NULL) tool_list_free(list, n);
    char *output = tool_numbered(c->data, "output", 0);
    if (n_sets == 0 && tool_exists(output)) {
        n_sets = 1;
        same = case_run_set(c, host, c->data, &d, r);
    }
    free(output);
    if (!same) return;
    r->verdict = n_sets == 0 ? TOOL_CASE_ERROR : TOOL_PASS;
    if (n_sets == 0)
        snprintf(r->text, sizeof r->text, "no test_data_set_K in %s", c->data);
    else
        snprintf(r->text, sizeof r->text, "worst %.2g", d.worst);
}

void tool_case_run(const tool_case *c, tool_result *r) {
    cameo_error e = {0};
    cameo_host *host = NULL;
    memset(r, 0, sizeof *r);
    if (cameo_host_load_file(c->model, &c->options.cameo, &host, &e) != CAMEO_OK) {
        case_error(r, &e);
        return;
    }
    case_run_sets(c, host, r);
    cameo_host_free(host);
    if (r->verdict == TOOL_PASS && c->passed != NULL &&
        tool_passed_write(c, c->passed, &e) != CAMEO_OK) {
        case_error(r, &e);
    }
}

/* ---- in a child ---- */

#if defined(_WIN32)
/* No process there is like another one's beginning: a crash ends the command, and there is no time limit. */
void tool_case_fork(const tool_case *c, tool_result *r) { tool_case_run(c, r); }
#else
static void case_child(const tool_case *c, int to) {
    tool_result r;
    if (c->timeout != 0) alarm(c->timeout);
    tool_case_run(c, &r);
    const uint8_t *p = (const uint8_t *)&r;
    for (size_t n = 0; n < sizeof r;) {
        ssize_t k = write(to, p + n, sizeof r - n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) _exit(TOOL_FAILED);
        n += (size_t)k;
    }
    /* exit, not _exit: a leak checker gets its turn. Nothing of the parent's is left in the
     * buffers. */
    exit(TOOL_OK);
}

/* Whether the child's whole result came. */
static bool case_receive(int from, tool_result *r) {
    size_t n = 0;
    while (n < sizeof *r) {
        ssize_t k = read(from, (uint8_t *)r + n, sizeof *r - n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) break;
        n += (size_t)k;
    }
    return n == sizeof *r;
}

void tool_case_fork(const tool_case *c, tool_result *r) {
    int ends[2];
    memset(r, 0, sizeof *r);
    r->verdict = TOOL_CASE_ERROR;
    fflush(stdout);
    fflush(stderr);
    pid_t child = -1;
    if (pipe(ends) == 0) child = fork();
    if (child < 0) {
        snprintf(r->text, sizeof r->text, "no process: %s", strerror(errno));
        return;
    }
    if (child == 0) {
        close(ends[0]);
        case_child(c, ends[1]);
    }
    close(ends[1]);
    bool whole = case_receive(ends[0], r);
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFSIGNALED(status)) {
        int sig = WTERMSIG(status);
        r->verdict = TOOL_CASE_ERROR;
        if (sig == SIGALRM)
            snprintf(r->text, sizeof r->text, "timed out after %u s", c->timeout);
        else
            snprintf(r->text, sizeof r->text, "crashed: %s", strsignal(sig));
    } else if (!whole || WEXITSTATUS(status) != TOOL_OK) {
        r->verdict = TOOL_CASE_ERROR;
        snprintf(r->text, sizeof r->text, "crashed: exit status %d", WEXITSTATUS(status));
    }
}
#endif
