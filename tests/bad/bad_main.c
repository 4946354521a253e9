/* bad_main.c — every file of tests/bad/gen_bad.py through the exact API, against expected.def.
 *   bad FOLDER [WORD ...]       checks the rows whose file's name contains a word
 *   bad --print FOLDER [...]    prints what comes of them, in the form of the table
 * Each object is made in guarded memory of exactly the measured size; work, run and heap are bounded.
 * The last line is the count; the status is 1 if a row failed. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/exact.h"

/* What one file may have: enough for every fixture that is to be accepted. */
#define BAD_WORK ((size_t)256 << 20)
#define BAD_PLANNED ((size_t)64 << 20)
#define BAD_HEAP ((size_t)1 << 20)
#define BAD_COST (UINT64_C(1) << 20)
#define BAD_MAX_IO 8
/* A file may not take more processor time than this; under the sanitizers all is slower. */
#if defined(__SANITIZE_ADDRESS__)
#define BAD_SECONDS 10.0
#else
#define BAD_SECONDS 1.0
#endif

typedef enum bad_stage { MEASURE, CREATE, PREPARE, PLAN, RUN } bad_stage;
typedef enum bad_mode { both = 3, compatible = 1, strict = 2 } bad_mode;

typedef struct bad_row {
    const char *file;
    int mode;  /* bad_mode */
    int stage; /* bad_stage */
    int status;
    long long offset; /* byte offset of the error, -1: not looked at */
    const char *text; /* part of the message */
} bad_row;

static const bad_row bad_rows[] = {
#define BAD(file, mode, stage, status, offset, text) {#file, mode, stage, CAMEO_##status, offset, text},
#include "tests/bad/expected.def"
#undef BAD
};

static const char *const bad_stages[] = {"MEASURE", "CREATE", "PREPARE", "PLAN", "RUN"};

/* What came of a file. */
typedef struct bad_result {
    int stage; /* the one that failed, RUN where none did */
    cameo_error e;
    const char *broken; /* a promise that did not hold, NULL: none */
    double seconds;
} bad_result;

typedef struct bad_way {
    exact_memory file, model_memory, session_memory, plan_memory, run_memory;
    exact_memory inputs_memory[BAD_MAX_IO];
    cameo_limits limits;
    cameo_options options;
    cameo_model *model;
    cameo_session *session;
    cameo_plan *plan;
    cameo_run *run;
    bad_result *result;
} bad_way;

static double bad_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may keep the machine busy */
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool bad_memory(size_t size, exact_memory *memory) {
    if (exact_memory_new(size, memory)) return true;
    fprintf(stderr, "no %zu bytes for a test\n", size);
    exit(2);
}

static void bad_done(exact_memory *memory, bad_result *result) {
    if (!exact_memory_intact(memory)) result->broken = "memory behind an object was written";
    exact_memory_free(memory);
}

/* External data that never comes: what is wrong in the file is found before anybody asks for it. */
static cameo_status bad_external(void *ctx, cameo_string location, uint64_t offset, uint64_t length,
                                 const void **data, size_t *size) {
    (void)ctx, (void)location, (void)offset, (void)length, (void)data, (void)size;
    return CAMEO_E_IO;
}

static bool bad_model(bad_way *w) {
    size_t model_bytes, work_bytes;
    exact_memory work = {0};
    const void *bytes = w->file.m.base;
    cameo_error *e = &w->result->e;
    w->result->stage = MEASURE;
    if (cameo_model_measure(bytes, w->file.m.size, &w->options, &model_bytes, &work_bytes, e) != 0) {
        return false;
    }
    w->result->stage = CREATE;
    bad_memory(model_bytes, &w->model_memory);
    bad_memory(work_bytes, &work);
    cameo_status status = cameo_model_create(w->model_memory.m, work.m, bytes, w->file.m.size,
                                             &w->options, &w->model, e);
    bad_done(&work, w->result);
    return status == CAMEO_OK;
}

static bool bad_session(bad_way *w) {
    size_t bytes;
    exact_memory work = {0};
    cameo_prepared *prepared;
    cameo_error *e = &w->result->e;
    w->result->stage = PREPARE;
    bad_memory(BAD_WORK, &work);
    bool ok = cameo_session_measure(w->model, work.m, &w->options, &prepared, &bytes, e) == CAMEO_OK;
    if (ok) {
        bad_memory(bytes, &w->session_memory);
        ok = cameo_session_create(w->session_memory.m, prepared, &w->session, e) == CAMEO_OK;
    }
    bad_done(&work, w->result);
    return ok;
}

static bool bad_plan(bad_way *w) {
    size_t bytes;
    exact_memory work = {0};
    cameo_error *e = &w->result->e;
    w->result->stage = PLAN;
    bad_memory(BAD_WORK, &work);
    bool ok = cameo_plan_measure(w->session, NULL, 0, work.m, NULL, &bytes, e) == CAMEO_OK;
    if (ok) {
        bad_memory(bytes, &w->plan_memory);
        ok = cameo_plan_create(w->plan_memory.m, w->session, NULL, 0, work.m, NULL, &w->plan, e) == CAMEO_OK;
    }
    bad_done(&work, w->result);
    return ok;
}

/* An input full of the number behind '=' in its name, or of ones. */
static void bad_fill(const cameo_type *type, cameo_tensor *t, size_t n) {
    char text[64] = "1";
    const char *at = memchr(type->name.p, '=', type->name.n);
    if (at != NULL) {
        size_t size = (size_t)(type->name.p + type->name.n - at - 1);
        if (size < sizeof text) {
            memcpy(text, at + 1, size);
            text[size] = 0;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (t->dtype == CAMEO_FLOAT) ((float *)t->data)[i] = strtof(text, NULL);
        if (t->dtype == CAMEO_INT64) ((long long *)t->data)[i] = strtoll(text, NULL, 10);
        if (t->dtype == CAMEO_INT32) ((int32_t *)t->data)[i] = (int32_t)strtoll(text, NULL, 10);
        if (t->dtype == CAMEO_BOOL || t->dtype == CAMEO_UINT8) ((uint8_t *)t->data)[i] = 1;
    }
}

static bool bad_input(bad_way *w, uint32_t i, cameo_value *v) {
    cameo_type type;
    cameo_session_get_input(w->session, i, &type);
    if (type.kind != CAMEO_KIND_TENSOR) return false;
    size_t n = 1;
    v->kind = CAMEO_KIND_TENSOR;
    v->tensor.dtype = type.dtype;
    v->tensor.rank = type.has_shape ? type.rank : 1;
    for (uint32_t d = 0; d < v->tensor.rank; d++) {
        v->tensor.dims[d] = type.has_shape && type.dims[d] >= 0 ? type.dims[d] : 2;
        if (v->tensor.dims[d] > 1 << 20) return true; /* nobody has such an input: data stays NULL */
        n *= (size_t)v->tensor.dims[d];
    }
    bad_memory(n * cameo_dtype_bits(type.dtype) / 8, &w->inputs_memory[i]);
    v->tensor.data = w->inputs_memory[i].m.base;
    v->tensor.bytes = w->inputs_memory[i].m.size;
    bad_fill(&type, &v->tensor, n);
    return true;
}

static void bad_run(bad_way *w) {
    cameo_run_needs needs = {.size = sizeof needs};
    cameo_session_info info = {0};
    cameo_value inputs[BAD_MAX_IO], outputs[BAD_MAX_IO];
    cameo_error *e = &w->result->e;
    memset(inputs, 0, sizeof inputs);
    memset(outputs, 0, sizeof outputs);
    w->result->stage = RUN;
    if (cameo_run_measure(w->plan, 1, &needs, e) != CAMEO_OK) return;
    if (needs.planned_bytes > BAD_PLANNED) {
        e->status = CAMEO_E_NOMEM;
        snprintf(e->msg, sizeof e->msg, "the run needs %zu bytes", needs.planned_bytes);
        return;
    }
    bad_memory(needs.planned_bytes + (needs.dynamic_bytes == 0 ? 0 : BAD_HEAP), &w->run_memory);
    if (cameo_run_create(w->run_memory.m, w->plan, 1, NULL, &w->options, &w->run, e) != CAMEO_OK) return;
    cameo_session_get_info(w->session, &info);
    bool given = info.n_inputs <= BAD_MAX_IO && info.n_outputs <= BAD_MAX_IO;
    for (uint32_t i = 0; given && i < info.n_inputs; i++) given = bad_input(w, i, &inputs[i]);
    if (!given) {
        w->result->broken = "the test cannot make the inputs";
        return;
    }
    cameo_status first = cameo_run_all(w->run, inputs, info.n_inputs, outputs, info.n_outputs, e);
    memset(outputs, 0, sizeof outputs);
    cameo_status second = cameo_run_all(w->run, inputs, info.n_inputs, outputs, info.n_outputs, NULL);
    if (first != second) w->result->broken = "a second run ends otherwise";
}

/* Takes one file as far as it goes. */
static void bad_go(const char *file, const void *bytes, size_t size, bool is_strict,
                   bad_result *result) {
    bad_way w;
    memset(&w, 0, sizeof w);
    memset(result, 0, sizeof *result);
    w.result = result;
    result->e.offset = CAMEO_NO_OFFSET;
    w.limits.size = sizeof w.limits;
    w.limits.run_cost = BAD_COST;
    w.options.limits = &w.limits;
    w.options.ops = &cameo_ops_all;
    w.options.strict = is_strict;
    if (file[0] == 'X' && strstr(file, "no_callback") == NULL) w.options.external = bad_external;
    bad_memory(size, &w.file);
    w.file.m.base = (uint8_t *)w.file.m.base + (CAMEO_MEMORY_ALIGN - size % CAMEO_MEMORY_ALIGN) % CAMEO_MEMORY_ALIGN;
    memcpy(w.file.m.base, bytes, size);
    double began = bad_now();
    if (bad_model(&w) && bad_session(&w) && bad_plan(&w)) bad_run(&w);
    result->seconds = bad_now() - began;
    exact_memory_free(&w.file);
    bad_done(&w.model_memory, result);
    bad_done(&w.session_memory, result);
    bad_done(&w.plan_memory, result);
    bad_done(&w.run_memory, result);
    for (size_t i = 0; i < BAD_MAX_IO; i++) bad_done(&w.inputs_memory[i], result);
    if (result->e.status == CAMEO_E_INTERNAL) result->broken = "E_INTERNAL";
    if (result->seconds > BAD_SECONDS) result->broken = "too slow";
    if (result->e.status != CAMEO_OK && result->e.msg[0] == 0) result->broken = "no message";
}

static void *bad_read(const char *folder, const char *file, size_t *size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.onnx", folder, file);
    return exact_read_file(path, size);
}

static bool bad_selected(const char *file, char **words, int n_words) {
    for (int i = 0; i < n_words; i++) {
        if (strstr(file, words[i]) != NULL) return true;
    }
    return n_words == 0;
}

/* ---- checking -------------------------------------------------------------------------------- */

static bool bad_fits(const bad_row *row, const bad_result *r) {
    return r->broken == NULL && r->stage == row->stage && (int)r->e.status == row->status &&
           strstr(r->e.msg, row->text) != NULL &&
           (row->offset < 0 || r->e.offset == (uint64_t)row->offset);
}

static bool bad_check(const char *folder, const bad_row *row) {
    size_t size;
    void *bytes = bad_read(folder, row->file, &size);
    bool ok = bytes != NULL;
    if (!ok) printf("FAIL %s\n  there is no such file\n", row->file);
    for (int mode = 1; ok && mode <= 2; mode++) {
        bad_result r;
        if ((row->mode & mode) == 0) continue;
        bad_go(row->file, bytes, size, mode == strict, &r);
        ok = bad_fits(row, &r);
        if (ok) continue;
        printf("FAIL %s%s\n  got  %s %s at %lld: %s\n  want %s %s at %lld: %s\n", row->file,
               mode == strict ? " strict" : "", bad_stages[r.stage], cameo_status_name(r.e.status),
               (long long)r.e.offset, r.e.msg, bad_stages[row->stage], cameo_status_name((cameo_status)row->status),
               row->offset, row->text);
        if (r.broken != NULL) printf("  broken promise: %s\n", r.broken);
    }
    free(bytes);
    return ok;
}

/* A file that no row names would never be looked at. */
static unsigned bad_unnamed(const char *folder) {
    unsigned n = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char *end = strstr(entry->d_name, ".onnx");
        bool named = end == NULL;
        if (end != NULL) *end = 0;
        for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows && !named; i++) {
            named = strcmp(bad_rows[i].file, entry->d_name) == 0;
        }
        if (!named) printf("FAIL %s\n  no row of tests/bad/expected.def names it\n", entry->d_name);
        n += !named;
    }
    if (dir != NULL) closedir(dir);
    return n;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void bad_print_row(const char *file, const char *mode, const bad_result *r) {
    long long offset = r->e.offset == CAMEO_NO_OFFSET ? -1 : (long long)r->e.offset;
    printf("BAD(%s, %s, %s, %s, %lld,\n    \"", file, mode, bad_stages[r->stage],
           cameo_status_name(r->e.status) + 6, offset);
    for (const char *c = r->e.msg; *c != 0; c++) printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    printf("\")%s%s%s\n", r->e.op_type[0] != 0 ? " /* " : "", r->e.op_type,
           r->e.op_type[0] != 0 ? " */" : "");
    if (r->broken != NULL) printf("/* BROKEN: %s */\n", r->broken);
}

static void bad_print(const char *folder, const char *file) {
    size_t size;
    void *bytes = bad_read(folder, file, &size);
    bad_result r[2];
    if (bytes == NULL) return;
    fflush(stdout);
    for (int i = 0; i < 2; i++) bad_go(file, bytes, size, i == 1, &r[i]);
    bool same = r[0].stage == r[1].stage && r[0].e.status == r[1].e.status &&
                r[0].e.offset == r[1].e.offset && strcmp(r[0].e.msg, r[1].e.msg) == 0;
    bad_print_row(file, same ? "both" : "compatible", &r[0]);
    if (!same) bad_print_row(file, "strict", &r[1]);
    free(bytes);
}

static int bad_print_all(const char *folder, char **words, int n_words) {
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char *end = strstr(entries[i]->d_name, ".onnx");
        if (end == NULL) continue;
        *end = 0;
        if (bad_selected(entries[i]->d_name, words, n_words)) bad_print(folder, entries[i]->d_name);
        free(entries[i]);
    }
    return n < 0;
}

int main(int argc, char **argv) {
    bool print = argc > 1 && strcmp(argv[1], "--print") == 0;
    const char *folder = argc > 1 + print ? argv[1 + print] : "build/bad";
    char **words = argv + 2 + print;
    int n_words = argc > 2 + print ? argc - 2 - print : 0;
    unsigned n_passed = 0, n_failed = 0;
    if (print) return bad_print_all(folder, words, n_words);
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        if (!bad_selected(bad_rows[i].file, words, n_words)) continue;
        bool ok = bad_check(folder, &bad_rows[i]);
        n_passed += ok;
        n_failed += !ok;
    }
    if (n_words == 0) n_failed += bad_unnamed(folder);
    printf("%u passed, %u failed, 0 skipped\n", n_passed, n_failed);
    return n_failed != 0;
}
