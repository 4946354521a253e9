/* bounded.c — the proof that cost is time and that no task outlasts a stop: each model is loaded, prepared and run with
 * an interrupt that notes how long it was not asked. Models have no inputs that must be given.
 *
 * usage: bounded [--gap MS] [--prepare-gap MS] [--least NS] [--most NS] [--opt LEVEL] MODEL ...
 *   --gap, --prepare-gap   the longest time that may pass between two calls of the interrupt in a run (default 20), and
 *       while the model is loaded and prepared (default 20); making a plan is not asked about
 *   --opt                  0 for level all, 1 extended ... (cameo.h); default: level none
 *   --least, --most        the processor time of one unit of cost (default: not looked at)
 *
 * Prints a line for each model: cost, nanoseconds for one unit of it, the longest times without a call in milliseconds
 * while it was prepared and while it ran; "!" marks what is beyond the bounds. Times are processor time, the least of
 * three runs. The status is 1 where something is beyond its bounds or a model does not run. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "include/cameo.h"

enum { BOUNDED_RUNS = 3, BOUNDED_MAX_OUTPUTS = 8 };
#define BOUNDED_WORK ((size_t)768 << 20)
#define BOUNDED_HEAP ((size_t)160 << 20)
/* Below this cost the time is that of the steps, not of the work. */
#define BOUNDED_COST UINT64_C(100000)

typedef struct bounded_clock {
    double last, longest; /* seconds */
} bounded_clock;

typedef struct bounded_bounds {
    double gap, prepare_gap, least, most, opt;
} bounded_bounds;

typedef struct bounded_figures {
    double prepare_gap, run_gap, seconds;
    uint64_t cost;
} bounded_figures;

typedef struct bounded_model {
    void *bytes;
    cameo_memory model, session, plan, run, work;
    cameo_options options;
    cameo_limits limits;
    bounded_clock clock;
    cameo_plan *the_plan;
    cameo_session *the_session;
    size_t n_outputs;
    cameo_error e;
} bounded_model;

static double bounded_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void bounded_note(bounded_clock *c) {
    double now = bounded_now();
    if (now - c->last > c->longest) c->longest = now - c->last;
    c->last = now;
}

static void bounded_start(bounded_clock *c) { *c = (bounded_clock){bounded_now(), 0}; }

static cameo_status bounded_interrupt(void *ctx) {
    bounded_note(ctx);
    return CAMEO_OK;
}

/* Pages are touched, and not while time is taken: what the system does for them is not the library's. */
static cameo_memory bounded_memory(bounded_clock *c, size_t size) {
    if (c != NULL) bounded_note(c);
    cameo_memory m = {NULL, (size + CAMEO_MEMORY_ALIGN) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN};
    m.base = aligned_alloc(CAMEO_MEMORY_ALIGN, m.size);
    if (m.base == NULL) {
        fprintf(stderr, "no %zu bytes\n", m.size);
        exit(2);
    }
    memset(m.base, 0, m.size);
    m.size = size;
    if (c != NULL) c->last = bounded_now();
    return m;
}

static void *bounded_read(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    if (f == NULL) return NULL;
    (void)fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    (void)fseek(f, 0, SEEK_SET);
    void *p = malloc(*size + 1);
    if (p != NULL && fread(p, 1, *size, f) != *size) *size = 0;
    (void)fclose(f);
    return p;
}

static cameo_status bounded_load(bounded_model *m, size_t size, cameo_model **model) {
    size_t model_bytes, work_bytes;
    cameo_status status = cameo_model_measure(m->bytes, size, &m->options, &model_bytes, &work_bytes, &m->e);
    if (status != CAMEO_OK) return status;
    m->model = bounded_memory(&m->clock, model_bytes);
    return cameo_model_create(m->model, m->work, m->bytes, size, &m->options, model, &m->e);
}

static cameo_status bounded_plan(bounded_model *m) {
    size_t bytes;
    cameo_status status = cameo_plan_measure(m->the_session, NULL, 0, m->work, &m->options, &bytes, &m->e);
    if (status != CAMEO_OK) return status;
    m->plan = bounded_memory(&m->clock, bytes);
    return cameo_plan_create(m->plan, m->the_session, NULL, 0, m->work, &m->options, &m->the_plan, &m->e);
}

static cameo_status bounded_prepare(bounded_model *m, size_t size) {
    size_t bytes;
    cameo_model *model;
    cameo_prepared *prepared;
    cameo_session_info info = {.size = sizeof info};
    cameo_status status = bounded_load(m, size, &model);
    if (status == CAMEO_OK) status = cameo_session_measure(model, m->work, &m->options, &prepared, &bytes, &m->e);
    if (status != CAMEO_OK) return status;
    m->session = bounded_memory(&m->clock, bytes);
    status = cameo_session_create(m->session, prepared, &m->the_session, &m->e);
    bounded_note(&m->clock);
    if (status != CAMEO_OK) return status;
    cameo_session_get_info(m->the_session, &info);
    m->n_outputs = info.n_outputs;
    return CAMEO_OK;
}

static cameo_status bounded_run(bounded_model *m, bounded_figures *f) {
    cameo_run_needs needs = {.size = sizeof needs};
    cameo_value outputs[BOUNDED_MAX_OUTPUTS];
    cameo_run_stats stats = {.size = sizeof stats};
    cameo_run *run;
    cameo_status status = cameo_run_measure(m->the_plan, 1, &needs, &m->e);
    if (status != CAMEO_OK || m->n_outputs > BOUNDED_MAX_OUTPUTS) return status;
    m->run = bounded_memory(NULL, needs.planned_bytes + (needs.dynamic_bytes == 0 ? 0 : BOUNDED_HEAP));
    status = cameo_run_create(m->run, m->the_plan, 1, NULL, &m->options, &run, &m->e);
    for (int i = 0; i < BOUNDED_RUNS && status == CAMEO_OK; i++) {
        memset(outputs, 0, sizeof outputs);
        bounded_start(&m->clock);
        double began = m->clock.last;
        status = cameo_run_all(run, NULL, 0, outputs, m->n_outputs, &m->e);
        bounded_note(&m->clock);
        double took = m->clock.last - began;
        cameo_run_get_stats(run, &stats);
        if (i == 0 || took < f->seconds) f->seconds = took;
        if (i == 0 || m->clock.longest < f->run_gap) f->run_gap = m->clock.longest;
    }
    f->cost = stats.cost;
    return status;
}

static cameo_status bounded_go(bounded_model *m, size_t size, cameo_memory work, int opt, bounded_figures *f) {
    m->limits.size = sizeof m->limits;
    m->options.limits = &m->limits;
    m->options.opt = (cameo_opt)opt;
    m->options.ops = &cameo_ops_all;
    m->options.interrupt = bounded_interrupt;
    m->options.interrupt_ctx = &m->clock;
    m->work = work;
    bounded_start(&m->clock);
    cameo_status status = bounded_prepare(m, size);
    f->prepare_gap = m->clock.longest;
    if (status == CAMEO_OK) status = bounded_plan(m);
    return status == CAMEO_OK ? bounded_run(m, f) : status;
}

static bool bounded_print(const char *path, const bounded_figures *f, const bounded_bounds *b) {
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    double unit = f->cost == 0 ? 0 : f->seconds * 1e9 / (double)f->cost;
    bool dear = b->most > 0 && f->seconds > 1e-3 && unit > b->most;
    bool cheap = f->cost >= BOUNDED_COST && unit < b->least;
    bool late = f->run_gap * 1e3 > b->gap || f->prepare_gap * 1e3 > b->prepare_gap;
    printf("%-28s cost %11llu, %8.3f ns each%s, without a call %7.2f ms prepared, %7.2f ms run%s\n", name,
           (unsigned long long)f->cost, unit, dear || cheap ? " !" : "", f->prepare_gap * 1e3, f->run_gap * 1e3,
           late ? " !" : "");
    (void)fflush(stdout);
    return !dear && !cheap && !late;
}

static bool bounded_one(const char *path, cameo_memory work, const bounded_bounds *b) {
    bounded_model m;
    bounded_figures f = {0};
    size_t size = 0;
    memset(&m, 0, sizeof m);
    m.bytes = bounded_read(path, &size);
    cameo_status status = m.bytes == NULL ? CAMEO_E_IO : bounded_go(&m, size, work, (int)b->opt, &f);
    bool ok = status == CAMEO_OK && bounded_print(path, &f, b);
    if (status != CAMEO_OK) printf("FAIL %s: %s: %s\n", path, cameo_status_name(status), m.e.msg);
    cameo_memory all[] = {m.model, m.session, m.plan, m.run};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i].base);
    free(m.bytes);
    return ok;
}

int main(int argc, char **argv) {
    bounded_bounds b = {.gap = 20, .prepare_gap = 20, .opt = CAMEO_OPT_NONE};
    unsigned n_passed = 0, n_failed = 0;
    cameo_memory work = bounded_memory(NULL, BOUNDED_WORK);
    for (int i = 1; i < argc; i++) {
        double *bound = strcmp(argv[i], "--gap") == 0           ? &b.gap
                        : strcmp(argv[i], "--prepare-gap") == 0 ? &b.prepare_gap
                        : strcmp(argv[i], "--least") == 0       ? &b.least
                        : strcmp(argv[i], "--most") == 0        ? &b.most
                        : strcmp(argv[i], "--opt") == 0         ? &b.opt
                                                                : NULL;
        if (bound != NULL && i + 1 < argc) {
            *bound = strtod(argv[++i], NULL);
            continue;
        }
        bool ok = bounded_one(argv[i], work, &b);
        n_passed += ok;
        n_failed += !ok;
    }
    free(work.base);
    printf("%u passed, %u failed, 0 skipped\n", n_passed, n_failed);
    return n_failed != 0;
}
