/* prove.c — takes every model that it is given through the proofs that hold for all models:
 *
 *   exact    each object in exactly the bytes it asked for, behind a guard page; one byte less fails;
 *            run memory holds garbage beforehand
 *   pause    stopped after every single task and resumed, every other time on another thread: same bits
 *   workers  2 and 7 workers: same bits, same cost, same number of tasks
 *   rows     portable kernels: same cost
 *
 * usage: prove CASE_DIR ...    folders with model.onnx and test_data_set_0, or folders of those
 *        prove --model FILE DATA_DIR
 * Prints a line for each failure and the count line; a model that is not supported counts as skipped. */
#define _GNU_SOURCE 1
#include "pb/onnx_value.h"
#include "tests/support/exact.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROVE_MAX_IO = 512, PROVE_HEAP = 64 << 20, PROVE_MAX_PAUSES = 4000 };

static const cameo_options prove_options = {.ops = &cameo_ops_all};

typedef struct prove {
    exact x;
    cm_arena values;
    cameo_value in[PROVE_MAX_IO], out[PROVE_MAX_IO];
    uint32_t n_in, n_out;
    cameo_dim_binding dims[PROVE_MAX_IO];
    size_t n_dims;
    size_t heap;
    char why[600];
} prove;

/* ---- results as bytes ---- */

typedef struct bytes {
    uint8_t *p;
    size_t n;
    uint64_t cost, tasks;
} bytes;

static bool prove_write(prove *p, bytes *b) {
    b->n = 0;
    b->p = NULL;
    for (uint32_t i = 0; i < p->n_out; i++) {
        cm_writer count = cm_writer_init(NULL, 0);
        cm_str name = CM_STR("");
        if (cm_value_write(&p->out[i], name, &count, NULL) != CAMEO_OK) return false;
        b->p = realloc(b->p, b->n + count.pos + 1);
        cm_writer w = cm_writer_init(b->p + b->n, count.pos);
        if (cm_value_write(&p->out[i], name, &w, NULL) != CAMEO_OK) return false;
        b->n += count.pos;
    }
    return true;
}

static bool prove_finish(prove *p, cameo_run *run, bytes *b) {
    cameo_error e = {0};
    cameo_run_stats stats;
    if (cameo_run_end(run, &e) != CAMEO_OK || !prove_write(p, b)) {
        snprintf(p->why, sizeof p->why, "end: %.150s", e.msg);
        return false;
    }
    cameo_run_get_stats(run, &stats);
    b->cost = stats.cost;
    b->tasks = stats.tasks;
    return true;
}

static bool prove_begin(prove *p, cameo_run *run) {
    cameo_error e = {0};
    memset(p->out, 0, sizeof p->out);
    if (cameo_run_begin(run, p->in, p->n_in, p->out, p->n_out, &e) == CAMEO_OK) return true;
    snprintf(p->why, sizeof p->why, "begin: %.150s", e.msg);
    return false;
}

/* ---- the ways to run ---- */

typedef struct advance {
    cameo_run *run;
    cameo_status status;
    cameo_error e;
} advance;

static void *prove_one_task(void *arg) {
    static const cameo_budget one = {.tasks = 1};
    advance *a = arg;
    a->status = cameo_run_advance(a->run, &one, &a->e);
    return NULL;
}

static bool prove_pause(prove *p, bytes *b) {
    advance a = {.run = p->x.run, .status = CAMEO_PAUSED};
    if (!prove_begin(p, p->x.run)) return false;
    for (uint32_t i = 0; a.status == CAMEO_PAUSED; i++) {
        pthread_t t;
        if (i >= PROVE_MAX_PAUSES) {
            a.status = cameo_run_advance(a.run, NULL, &a.e);
        } else if (i % 2 == 0 || i > 50 || pthread_create(&t, NULL, prove_one_task, &a) != 0) {
            prove_one_task(&a);
        } else {
            pthread_join(t, NULL);
        }
    }
    if (a.status == CAMEO_OK) return prove_finish(p, p->x.run, b);
    snprintf(p->why, sizeof p->why, "paused run: %.150s", a.e.msg);
    return false;
}

static bool prove_whole(prove *p, cameo_run *run, bytes *b) {
    cameo_error e = {0};
    if (!prove_begin(p, run)) return false;
    if (cameo_run_advance(run, NULL, &e) == CAMEO_OK) return prove_finish(p, run, b);
    snprintf(p->why, sizeof p->why, "run: %.150s [%s %s]", e.msg, e.op_type, e.node_name);
    return false;
}

/* Threads that are made for each phase: slow, and in another order each time. */
typedef struct job {
    void (*work)(void *arg, uint32_t worker);
    void *arg;
    uint32_t worker;
} job;

static void *prove_thread(void *arg) {
    job *j = arg;
    j->work(j->arg, j->worker);
    return NULL;
}

static void prove_parallel(void *ctx, void (*work)(void *arg, uint32_t worker), void *arg) {
    uint32_t n = *(const uint32_t *)ctx;
    pthread_t t[16];
    job j[16];
    for (uint32_t i = 0; i < n; i++) {
        j[i] = (job){work, arg, n - 1 - i};
        if (pthread_create(&t[i], NULL, prove_thread, &j[i]) != 0) abort();
    }
    for (uint32_t i = 0; i < n; i++) pthread_join(t[i], NULL);
}

static bool prove_workers(prove *p, uint32_t n, bytes *b) {
    cameo_run_needs needs;
    cameo_run *run;
    cameo_error e = {0};
    exact_memory memory = {0};
    cameo_threads threads = {&n, n, prove_parallel};
    bool ok =
        cameo_run_measure(p->x.plan, n, &needs, &e) == CAMEO_OK &&
        exact_memory_new(needs.planned_bytes + p->heap, &memory) &&
        cameo_run_create(memory.m, p->x.plan, n, &threads, &prove_options, &run, &e) == CAMEO_OK;
    if (!ok) {
        snprintf(p->why, sizeof p->why, "%u workers: %.150s", n, e.msg);
    } else {
        ok = prove_whole(p, run, b);
    }
    if (ok && !exact_memory_intact(&memory)) {
        snprintf(p->why, sizeof p->why, "%u workers: run memory overrun", n);
        ok = false;
    }
    exact_memory_free(&memory);
    return ok;
}

static bool prove_same(prove *p, const char *what, const bytes *a, const bytes *b) {
    if (a->n != b->n || (a->n != 0 && memcmp(a->p, b->p, a->n) != 0)) {
        snprintf(p->why, sizeof p->why, "%s: other bits", what);
    } else if (a->cost != b->cost) {
        snprintf(p->why, sizeof p->why, "%s: cost %llu, want %llu", what,
                 (unsigned long long)b->cost, (unsigned long long)a->cost);
    } else if (a->tasks != b->tasks) {
        snprintf(p->why, sizeof p->why, "%s: %llu tasks, want %llu", what,
                 (unsigned long long)b->tasks, (unsigned long long)a->tasks);
    } else {
        return true;
    }
    return false;
}

/* ---- one model ---- */

/* Inputs of the test data; the free dims become what they have. */
static bool prove_inputs(prove *p, const char *data) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(p->x.session, &info);
    p->n_in = info.n_inputs;
    p->n_out = info.n_outputs;
    if (p->n_in > PROVE_MAX_IO || p->n_out > PROVE_MAX_IO || info.n_symbols > PROVE_MAX_IO) {
        snprintf(p->why, sizeof p->why, "more than %d inputs, outputs or free dims", PROVE_MAX_IO);
        return false;
    }
    for (uint32_t i = 0; i < p->n_in; i++) {
        cameo_type type;
        char path[4200];
        size_t size;
        cameo_error e = {0};
        cameo_session_get_input(p->x.session, i, &type);
        snprintf(path, sizeof path, "%s/input_%u.pb", data, i);
        uint8_t *file = exact_read_file(path, &size);
        bool ok = file != NULL &&
                  cm_value_read(file, size, type.kind, &p->values, &p->in[i], &e) == CAMEO_OK;
        free(file);
        if (!ok) {
            snprintf(p->why, sizeof p->why, "%.300s: %.150s", path, e.msg);
            return false;
        }
        for (uint32_t d = 0; type.has_shape && type.kind == CAMEO_KIND_TENSOR && d < type.rank;
             d++) {
            if (type.dims[d] >= 0 || type.dim_params[d].n == 0 || p->n_dims == PROVE_MAX_IO)
                continue;
            char *name = strndup(type.dim_params[d].p, type.dim_params[d].n);
            p->dims[p->n_dims++] =
                (cameo_dim_binding){name, p->in[i].tensor.dims[d], p->in[i].tensor.dims[d]};
        }
    }
    return true;
}

/* The cost of a run with these features, without the rewrites that look at features; false: why says what failed. */
static bool prove_cost_with(const prove *p, const void *file, size_t size, uint64_t mask_off, uint64_t *cost, char *why,
                            size_t cap) {
    static const char *const off[] = {"function", "channels_last", "chain", "half", "nbits", "matmul_rows"};
    prove *q = calloc(1, sizeof *q);
    cameo_options options = prove_options;
    bytes b = {0};
    options.cpu_mask_off = mask_off;
    options.rewrites_off = off;
    options.n_rewrites_off = sizeof off / sizeof *off;
    memcpy(q->in, p->in, sizeof q->in);
    q->n_in = p->n_in;
    q->n_out = p->n_out;
    bool ok = exact_open_session(&q->x, file, size, &options) == CAMEO_OK &&
              exact_open_run(&q->x, &options, p->dims, p->n_dims, p->heap) == CAMEO_OK &&
              prove_whole(q, q->x.run, &b);
    snprintf(why, cap, "portable: %.200s%.200s", q->x.why, q->why);
    *cost = b.cost;
    exact_close(&q->x);
    free(b.p);
    free(q);
    return ok;
}

/* Kernels of every instruction set count the same graph alike. */
static bool prove_portable_cost(const prove *p, const void *file, size_t size, char *why, size_t cap) {
    uint64_t all, portable;
    if (!prove_cost_with(p, file, size, 0, &all, why, cap) ||
        !prove_cost_with(p, file, size, UINT64_MAX, &portable, why, cap)) {
        return false;
    }
    snprintf(why, cap, "portable: cost %llu, want %llu", (unsigned long long)portable, (unsigned long long)all);
    return all == portable;
}

static bool prove_all(prove *p, const void *file, size_t size) {
    bytes whole = {0}, other = {0};
    if (!prove_whole(p, p->x.run, &whole)) return false;
    if (!prove_whole(p, p->x.run, &other) || !prove_same(p, "second run", &whole, &other))
        return false;
    if (!prove_pause(p, &other) || !prove_same(p, "paused", &whole, &other)) return false;
    if (!exact_intact(&p->x)) {
        snprintf(p->why, sizeof p->why, "memory overrun");
        return false;
    }
    if (!prove_workers(p, 2, &other) || !prove_same(p, "2 workers", &whole, &other)) return false;
    if (!prove_workers(p, 7, &other) || !prove_same(p, "7 workers", &whole, &other)) return false;
    return prove_portable_cost(p, file, size, p->why, sizeof p->why);
}

/* 0 passed, 1 failed, 2 not supported. Runs in a process of its own, which may crash. */
static int prove_model(const char *model, const char *data) {
    prove *p = calloc(1, sizeof *p);
    size_t size;
    void *file = exact_read_file(model, &size);
    if (file == NULL) return 2;
    cm_arena_init(&p->values, aligned_alloc(64, 256 << 20), 256 << 20);
    cameo_status s = exact_open_session(&p->x, file, size, &prove_options);
    if (s == CAMEO_E_UNSUPPORTED) return 2;
    bool ok = s == CAMEO_OK && prove_inputs(p, data);
    if (ok) {
        /* A first plan tells whether a heap is needed at all: a static plan gets none. */
        exact probe = p->x;
        s = exact_open_run(&probe, &prove_options, p->dims, p->n_dims, PROVE_HEAP);
        p->heap = s == CAMEO_OK && probe.needs.dynamic_bytes != 0 ? PROVE_HEAP : 0;
        if (s == CAMEO_OK) s = exact_open_run(&p->x, &prove_options, p->dims, p->n_dims, p->heap);
        if (s != CAMEO_OK) memcpy(p->x.why, probe.why, sizeof p->x.why);
        ok = s == CAMEO_OK && prove_all(p, file, size);
    }
    if (!ok) printf("FAIL %s: %s%s\n", model, p->why, s == CAMEO_OK ? "" : p->x.why);
    fflush(stdout);
    return ok ? 0 : 1;
}

static unsigned prove_counts[3];

static void prove_fork(const char *model, const char *data) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) exit(prove_model(model, data));
    waitpid(child, &status, 0);
    int result = WIFEXITED(status) && WEXITSTATUS(status) <= 2 ? WEXITSTATUS(status) : -1;
    if (result < 0) printf("FAIL %s: crashed (status %d)\n", model, status);
    prove_counts[result < 0 ? 1 : result]++;
}

static void prove_folder(const char *dir) {
    char model[4200], data[4200];
    struct stat st;
    snprintf(model, sizeof model, "%s/model.onnx", dir);
    snprintf(data, sizeof data, "%s/test_data_set_0", dir);
    if (stat(model, &st) == 0) {
        if (stat(data, &st) == 0) prove_fork(model, data);
        return;
    }
    struct dirent **names;
    int n = scandir(dir, &names, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(model, sizeof model, "%s/%s/model.onnx", dir, names[i]->d_name);
        snprintf(data, sizeof data, "%s/%s/test_data_set_0", dir, names[i]->d_name);
        if (names[i]->d_name[0] != '.' && stat(model, &st) == 0 && stat(data, &st) == 0)
            prove_fork(model, data);
        free(names[i]);
    }
    if (n >= 0) free(names);
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--model") == 0 && i + 2 < argc) {
            prove_fork(argv[i + 1], argv[i + 2]);
            i += 2;
        } else {
            prove_folder(argv[i]);
        }
    }
    printf("%u passed, %u failed, %u skipped\n", prove_counts[0], prove_counts[1], prove_counts[2]);
    return prove_counts[1] != 0;
}
