/* levels.c — the proof of the optimiser over models: every level gives the outputs of level none, and so
 * does each rewrite alone (or, where it needs others to be reached, with those of level basic) and each
 * setting with one rewrite less.
 *
 * Most rewrites of level basic promise the same bits; the others stay within the tolerance. A setting whose
 * counters are those of one that was compared before is not run again, so that a model is run about once
 * for each rewrite that it knows.
 *
 * usage: levels [--tolerance RTOL OF_MAX] CASE_DIR ...    folders with model.onnx, or folders of those
 *        levels [--tolerance RTOL OF_MAX] --model FILE DATA_DIR
 *        levels --random FILE ...    models without data: random inputs
 *        levels --failing FILE ...   models without required inputs whose runs fail: with each setting they fail
 * A --tolerance is that of what follows it. Prints a line for each difference and the counts; a model that
 * is not supported is skipped. */
#define _GNU_SOURCE 1
#include "tests/proofs/outcome.h"
#include "tools/inputs.h"

#include <dirent.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEVELS_MAX_RUNS = 200 };

typedef struct levels_totals {
    unsigned results[3]; /* passed, failed, skipped */
    uint64_t runs;
    uint32_t models[CM_REWRITE_COUNT]; /* in which a rewrite was applied, alone or with level basic */
    uint64_t applied[CM_REWRITE_COUNT]; /* by level all */
} levels_totals;

static levels_totals *levels_total; /* shared with the processes of the models */
static tool_tolerance levels_tolerance = {.rtol = 1e-3, .atol = 1e-7, .atol_of_max = 1e-4};

typedef struct levels {
    const char *path, *data; /* data NULL: random inputs */
    outcome want;
    tool_inputs in;
    uint32_t seen[LEVELS_MAX_RUNS][CM_REWRITE_COUNT]; /* counters of the settings that ran */
    uint32_t n_seen;
    bool wrong;
} levels;

static bool levels_is_seen(levels *l, const outcome *o) {
    for (uint32_t i = 0; i < l->n_seen; i++) {
        if (memcmp(l->seen[i], o->applied, sizeof o->applied) == 0) return true;
    }
    if (l->n_seen < LEVELS_MAX_RUNS) memcpy(l->seen[l->n_seen++], o->applied, sizeof o->applied);
    return false;
}

/* Compares one setting; counts receives its counters. */
static void levels_try(levels *l, const char *what, const char *name, outcome_setting setting,
                       uint32_t *counts) {
    outcome o = {0};
    tool_difference d = {0};
    cameo_status status = outcome_load(&o, l->path, NULL, 0, setting);
    if (counts != NULL) memcpy(counts, o.applied, sizeof o.applied);
    if (status == CAMEO_OK && levels_is_seen(l, &o)) {
        outcome_free(&o);
        return;
    }
    if (status == CAMEO_OK) status = outcome_run(&o, l->in.values, l->in.n);
    levels_total->runs++;
    if (status != CAMEO_OK) {
        printf("FAIL %s: %s%s: %s [%s %s]\n", l->path, what, name, o.e.msg, o.e.op_type,
               o.e.node_name);
        l->wrong = true;
    } else if (!outcome_same(&o, &l->want, &levels_tolerance, outcome_keeps_bits(&o), &d)) {
        printf("FAIL %s: %s%s: %s\n", l->path, what, name, d.why);
        l->wrong = true;
    }
    outcome_free(&o);
}

/* Level none on the data. E_UNSUPPORTED: the model is skipped. */
static cameo_status levels_reference(levels *l) {
    tool_options options;
    tool_input_options none = {.seed = 1};
    cameo_error *e = &l->want.e;
    CM_TRY(outcome_load(&l->want, l->path, NULL, 0, (outcome_setting){.opt = CAMEO_OPT_NONE}));
    const cameo_session *session = cameo_host_get_session(l->want.host);
    tool_options_init(&options, 1);
    CM_TRY(l->data == NULL ? tool_inputs_make(&l->in, session, &options, &none, e)
                           : tool_inputs_read(&l->in, session, l->data, e));
    return outcome_run(&l->want, l->in.values, l->in.n);
}

/* 0 passed, 1 failed, 2 skipped. Runs in a process of its own, which may crash. */
static int levels_model(const char *path, const char *data) {
    levels *l = tool_alloc(sizeof *l);
    uint32_t all[CM_REWRITE_COUNT], alone[CM_REWRITE_COUNT];
    memset(l, 0, sizeof *l);
    l->path = path;
    l->data = data;
    cameo_status status = levels_reference(l);
    if (status == CAMEO_E_UNSUPPORTED) return 2;
    if (status != CAMEO_OK) {
        printf("FAIL %s: level none: %s [%s %s]\n", path, l->want.e.msg, l->want.e.op_type,
               l->want.e.node_name);
        return 1;
    }
    l->n_seen = 1; /* nothing was applied: level none */
    levels_try(l, "level all", "", (outcome_setting){.opt = CAMEO_OPT_ALL}, all);
    levels_try(l, "level extended", "", (outcome_setting){.opt = CAMEO_OPT_EXTENDED}, NULL);
    levels_try(l, "level basic", "", (outcome_setting){.opt = CAMEO_OPT_BASIC}, NULL);
    for (uint32_t i = 0; cameo_rewrite_name(i) != NULL; i++) {
        cm_rewrites one = cm_rewrites_of(i), others = cm_rewrites_not(one),
                    with_basic = cm_rewrites_or(one, outcome_basic());
        const char *name = cameo_rewrite_name(i);
        levels_try(l, "alone ", name, (outcome_setting){.opt = CAMEO_OPT_ALL, .off = others}, alone);
        if (all[i] != 0 && alone[i] == 0) /* it needs others to be reached */
            levels_try(l, "basic and ", name,
                       (outcome_setting){.opt = CAMEO_OPT_ALL, .off = cm_rewrites_not(with_basic)}, alone);
        levels_total->models[i] += alone[i] != 0;
        levels_total->applied[i] += all[i];
        if (all[i] != 0)
            levels_try(l, "without ", name, (outcome_setting){.opt = CAMEO_OPT_ALL, .off = one},
                       NULL);
    }
    fflush(stdout);
    return l->wrong ? 1 : 0;
}

/* ---- models that fail ---- */

/* Loads and runs; at which stage it fails is the setting's. */
static cameo_status levels_outcome(const char *path, outcome_setting setting, outcome *o) {
    cameo_status status = outcome_load(o, path, NULL, 0, setting);
    return status == CAMEO_OK ? outcome_run(o, NULL, 0) : status;
}

static bool levels_still_fails(const char *path, const char *what, const char *name, outcome_setting setting) {
    outcome o = {0};
    cameo_status status = levels_outcome(path, setting, &o);
    levels_total->runs++;
    if (status == CAMEO_OK) printf("FAIL %s: %s%s: gives a result, level none an error\n", path, what, name);
    for (uint32_t i = 0; cameo_rewrite_name(i) != NULL; i++) levels_total->applied[i] += o.applied[i];
    outcome_free(&o);
    return status != CAMEO_OK;
}

/* As levels_model. A model that level none computes does not belong here. */
static int levels_failing(const char *path) {
    outcome o = {0};
    cameo_status status = levels_outcome(path, (outcome_setting){.opt = CAMEO_OPT_NONE}, &o);
    outcome_free(&o);
    if (status == CAMEO_E_UNSUPPORTED) return 2;
    if (status == CAMEO_OK) {
        printf("FAIL %s: level none gives a result\n", path);
        return 1;
    }
    bool ok = levels_still_fails(path, "level all", "", (outcome_setting){.opt = CAMEO_OPT_ALL});
    ok = levels_still_fails(path, "level extended", "", (outcome_setting){.opt = CAMEO_OPT_EXTENDED}) && ok;
    ok = levels_still_fails(path, "level basic", "", (outcome_setting){.opt = CAMEO_OPT_BASIC}) && ok;
    for (uint32_t i = 0; cameo_rewrite_name(i) != NULL; i++) {
        cm_rewrites one = cm_rewrites_of(i), others = cm_rewrites_not(one);
        const char *name = cameo_rewrite_name(i);
        ok = levels_still_fails(path, "alone ", name, (outcome_setting){.opt = CAMEO_OPT_ALL, .off = others}) && ok;
        ok = levels_still_fails(path, "without ", name, (outcome_setting){.opt = CAMEO_OPT_ALL, .off = one}) && ok;
    }
    return ok ? 0 : 1;
}

/* ---- all of them ---- */

static void levels_fork(const char *path, const char *data, bool fails) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) exit(fails ? levels_failing(path) : levels_model(path, data));
    waitpid(child, &status, 0);
    int result = WIFEXITED(status) && WEXITSTATUS(status) <= 2 ? WEXITSTATUS(status) : -1;
    if (result < 0) printf("FAIL %s: crashed (status %d)\n", path, status);
    levels_total->results[result < 0 ? 1 : result]++;
}

static bool levels_case(const char *folder) {
    struct stat st;
    char *path = tool_join(folder, "model.onnx"), *data = tool_join(folder, "test_data_set_0");
    bool found = stat(path, &st) == 0;
    if (found) levels_fork(path, stat(data, &st) == 0 ? data : NULL, false);
    free(path);
    free(data);
    return found;
}

static void levels_folder(const char *folder) {
    struct dirent **names;
    if (levels_case(folder)) return;
    int n = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char *path = tool_join(folder, names[i]->d_name);
        if (names[i]->d_name[0] != '.') levels_case(path);
        free(path);
        free(names[i]);
    }
    if (n >= 0) free(names);
}

static void levels_print(void) {
    for (uint32_t i = 0; cameo_rewrite_name(i) != NULL; i++) {
        printf("%-16s %8llu applied by level all; alone in %u models\n", cameo_rewrite_name(i),
               (unsigned long long)levels_total->applied[i], levels_total->models[i]);
    }
    printf("%u passed, %u failed, %u skipped; %llu runs compared\n", levels_total->results[0],
           levels_total->results[1], levels_total->results[2],
           (unsigned long long)levels_total->runs);
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    levels_total =
        mmap(NULL, sizeof *levels_total, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (levels_total == MAP_FAILED) return 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--tolerance") == 0 && i + 2 < argc) {
            levels_tolerance.rtol = strtod(argv[++i], NULL);
            levels_tolerance.atol_of_max = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--model") == 0 && i + 2 < argc) {
            levels_fork(argv[i + 1], argv[i + 2], false);
            i += 2;
        } else if (strcmp(argv[i], "--random") == 0 && i + 1 < argc) {
            levels_fork(argv[++i], NULL, false);
        } else if (strcmp(argv[i], "--failing") == 0 && i + 1 < argc) {
            while (i + 1 < argc && argv[i + 1][0] != '-') levels_fork(argv[++i], NULL, true);
        } else {
            levels_folder(argv[i]);
        }
    }
    levels_print();
    return levels_total->results[1] != 0;
}
