/* cmd_bench.c — `cameo bench`: latency of a model and the bytes of every piece of memory. */
#define _GNU_SOURCE 1 /* getrusage */

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

#include "base/math.h"
#include "runtime/os.h"
#include "tools/inputs.h"
#include "tools/json_read.h"
#include "tools/peak.h"

/* Without --runs: as many as take about so many seconds, within these bounds. */
#define BENCH_SECONDS 2
#define BENCH_MIN_RUNS 5
#define BENCH_MAX_RUNS 10000

typedef struct bench_options {
    tool_options shared;
    tool_input_options inputs;
    const char *model;
    uint64_t n_runs; /* 0: by time */
    uint64_t n_warmup;
    uint64_t n_callers; /* above 1: runs at once, too */
    double seconds;
    bool json, peak, compare;
    const char *other; /* --compare: the second file */
} bench_options;

/* Bytes that the host asked for; one thread at a time allocates. */
typedef struct bench_heap {
    size_t now, peak;
} bench_heap;

typedef struct bench_figures {
    uint64_t *ns; /* of n runs, ascending */
    size_t n;
    double per_second; /* runs, of all callers */
    uint64_t first_ns; /* of the first run, with its plan and the weights that it packs */
    uint64_t start_rss; /* bytes resident before the model is loaded: the command and its shared libraries */
    size_t load_peak;   /* bytes of the heap while loading, work memory included */
    size_t input_bytes;
    cameo_host_info host;
    cameo_session_info session;
    uint32_t rewrites[CM_REWRITE_COUNT]; /* how often each changed the graph */
} bench_figures;

static void *bench_alloc(void *ctx, size_t size, size_t align) {
    bench_heap *h = ctx;
    void *p = cm_os_allocator.alloc(cm_os_allocator.ctx, size, align);
    if (p == NULL) return NULL;
    h->now += size;
    if (h->now > h->peak) h->peak = h->now;
    return p;
}

static void bench_free(void *ctx, void *p, size_t size, size_t align) {
    ((bench_heap *)ctx)->now -= size;
    cm_os_allocator.free(cm_os_allocator.ctx, p, size, align);
}

static int bench_by_time(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Most bytes that were resident. Linux hands the figure of getrusage on from the program that started this one, so that
 * the process's own is read where there is one. */
static uint64_t bench_peak_rss(void) {
    FILE *status = fopen("/proc/self/status", "r");
    if (status != NULL) {
        char line[256];
        unsigned long long kib = 0;
        bool found = false;
        while (!found && fgets(line, sizeof line, status) != NULL) found = sscanf(line, "VmHWM: %llu kB", &kib) == 1;
        fclose(status);
        if (found) return (uint64_t)kib * 1024;
    }
    struct rusage usage;
    memset(&usage, 0, sizeof usage);
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return (uint64_t)usage.ru_maxrss;
#else
    return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

/* The runs, each timed; the first n_warmup are not counted. */
static cameo_status bench_runs(const bench_options *o, cameo_host *host, const tool_inputs *in,
                               cameo_value *outputs, size_t n_outputs, bench_figures *g,
                               cameo_error *e) {
    size_t cap = o->n_runs != 0 ? (size_t)o->n_runs : BENCH_MAX_RUNS;
    uint64_t spent = 0, enough = (uint64_t)(o->seconds * 1e9);
    g->ns = tool_alloc(cap * sizeof *g->ns);
    tool_progress_begin(o->model);
    uint64_t first = cm_os_clock_ns(NULL);
    for (uint64_t i = 0; i < o->n_warmup; i++) {
        CM_TRY(cameo_host_run(host, in->values, in->n, outputs, n_outputs, e));
        if (i == 0) g->first_ns = cm_os_clock_ns(NULL) - first;
    }
    while (g->n < cap && (o->n_runs != 0 || g->n < BENCH_MIN_RUNS || spent < enough)) {
        uint64_t begin = cm_os_clock_ns(NULL);
        CM_TRY(cameo_host_run(host, in->values, in->n, outputs, n_outputs, e));
        g->ns[g->n] = cm_os_clock_ns(NULL) - begin;
        if (o->n_warmup == 0 && g->n == 0) g->first_ns = g->ns[0];
        spent += g->ns[g->n++];
        tool_progress(o->n_runs != 0 ? g->n : spent, o->n_runs != 0 ? o->n_runs : enough);
    }
    tool_progress_end();
    g->per_second = (double)g->n * 1e9 / (double)(spent + 1);
    qsort(g->ns, g->n, sizeof *g->ns, bench_by_time);
    return CAMEO_OK;
}

/* ---- callers at once ---- */

#define BENCH_MAX_CALLERS 1024

typedef struct bench_caller {
    const bench_options *o;
    cameo_host *host;
    const tool_inputs *in;
    size_t n_outputs;
    uint64_t n_runs;     /* begun within o->seconds */
    uint64_t begin, end; /* of these runs, cm_os_clock_ns; equal: there is none */
    cameo_status status;
    cameo_error e;
} bench_caller;

/* Runs as long as o->seconds, behind one that is not counted: it makes the plan and what else is made once. */
static void *bench_call(void *arg) {
    bench_caller *c = arg;
    uint64_t enough = (uint64_t)(c->o->seconds * 1e9);
    cameo_value *outputs = tool_alloc(c->n_outputs * sizeof *outputs);
    memset(outputs, 0, c->n_outputs * sizeof *outputs);
    do {
        c->status = cameo_host_run(c->host, c->in->values, c->in->n, outputs, c->n_outputs, &c->e);
        c->end = cm_os_clock_ns(NULL);
        if (c->begin == 0)
            c->begin = c->end;
        else
            c->n_runs++;
    } while (c->status == CAMEO_OK && c->end - c->begin < enough);
    cameo_host_release(c->host, outputs, c->n_outputs);
    free(outputs);
    return NULL;
}

/* o->n_callers threads run the model at once, which share the host's pool. Runs per second are those of all callers
 * over the time from the first caller's begin to the last one's end: they need not run side by side all the time. */
static cameo_status bench_callers(const bench_options *o, cameo_host *host, const tool_inputs *in, size_t n_outputs,
                                  bench_figures *g, cameo_error *e) {
    size_t n = (size_t)o->n_callers, begun = 0;
    pthread_t *id = tool_alloc(n * sizeof *id);
    bench_caller *c = tool_alloc(n * sizeof *c);
    cameo_status status = CAMEO_OK;
    for (; begun < n; begun++) {
        c[begun] = (bench_caller){.o = o, .host = host, .in = in, .n_outputs = n_outputs};
        if (pthread_create(&id[begun], NULL, bench_call, &c[begun]) != 0) break;
    }
    if (begun < n) status = cameo_fail(e, CAMEO_E_NOMEM, "not so many threads can be had");
    uint64_t n_runs = 0, first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < begun; i++) {
        pthread_join(id[i], NULL);
        n_runs += c[i].n_runs;
        first = c[i].begin < first ? c[i].begin : first;
        last = c[i].end > last ? c[i].end : last;
        if (status == CAMEO_OK && c[i].status != CAMEO_OK) {
            status = c[i].status;
            *e = c[i].e;
        }
    }
    g->per_second = last > first ? (double)n_runs * 1e9 / (double)(last - first) : 0;
    free(id);
    free(c);
    return status;
}

static cameo_status bench_host(const bench_options *o, cameo_host *host, bench_figures *g,
                               cameo_error *e) {
    const cameo_session *s = cameo_host_get_session(host);
    tool_inputs in = {0};
    g->session.size = sizeof g->session;
    cameo_session_get_info(s, &g->session);
    size_t n = g->session.n_outputs;
    cameo_value *outputs = tool_alloc(n * sizeof *outputs);
    memset(outputs, 0, n * sizeof *outputs);
    cameo_status status = tool_inputs_make(&in, s, &o->shared, &o->inputs, e);
    for (size_t i = 0; status == CAMEO_OK && i < in.n; i++)
        g->input_bytes += in.values[i].tensor.bytes;
    if (status == CAMEO_OK) status = bench_runs(o, host, &in, outputs, n, g, e);
    if (status == CAMEO_OK && o->n_callers > 1) status = bench_callers(o, host, &in, n, g, e);
    cameo_host_release(host, outputs, n);
    free(outputs);
    tool_inputs_free(&in);
    cameo_host_get_info(host, &g->host);
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++)
        g->rewrites[i] = cameo_host_count_rewrite(host, i);
    return status;
}

/* The q-quantile of ascending values, by the nearest rank. */
static double bench_quantile(const bench_figures *g, double q) {
    size_t rank = (size_t)((double)(g->n - 1) * q + 0.5);
    return (double)g->ns[rank] * 1e-6;
}

static double bench_median(const bench_figures *g) {
    size_t low = (g->n - 1) / 2, high = g->n / 2;
    return ((double)g->ns[low] + (double)g->ns[high]) * 0.5e-6;
}

/* The rewrites that changed the graph, and how often. */
static void bench_print_rewrites(const bench_options *o, const bench_figures *g) {
    const char *between = "";
    if (o->json) printf("\"rewrites\": {");
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++) {
        if (g->rewrites[i] == 0) continue;
        if (o->json)
            printf("%s\"%s\": %" PRIu32, between, cameo_rewrite_name(i), g->rewrites[i]);
        else
            printf("rewrite %-16s %7" PRIu32 "\n", cameo_rewrite_name(i), g->rewrites[i]);
        between = ", ";
    }
    if (o->json) printf("}}\n");
}

static void bench_print(const bench_options *o, const bench_figures *g) {
    const struct {
        const char *name;
        double value;
    } times[] = {{"median_ms", bench_median(g)},
                 {"min_ms", bench_quantile(g, 0)},
                 {"p25_ms", bench_quantile(g, 0.25)},
                 {"p75_ms", bench_quantile(g, 0.75)},
                 {"p90_ms", bench_quantile(g, 0.9)},
                 {"load_ms", (double)g->host.load_ns * 1e-6},
                 {"prepare_ms", (double)g->host.prepare_ns * 1e-6},
                 {"plan_ms", (double)g->host.plan_ns * 1e-6},
                 {"first_ms", (double)g->first_ns * 1e-6},
                 {"runs_per_second", g->per_second}};
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {
        {"runs", g->n},
        {"callers", o->n_callers},
        {"threads", o->shared.cameo.n_threads == 0 ? cm_os_n_cpus() : o->shared.cameo.n_threads},
        {"steps", g->session.n_steps},
        {"cost", g->host.last.cost},
        {"model_bytes", g->host.model_bytes},
        {"session_bytes", g->host.session_bytes},
        {"plan_bytes", g->host.plan_bytes},
        {"run_bytes", g->host.run_bytes},
        {"activation_bytes", g->host.needs.activation_bytes},
        {"scratch_bytes", g->host.needs.scratch_bytes},
        {"heap_bytes", g->host.heap_bytes},
        {"heap_peak_bytes", g->host.last.heap_peak},
        {"input_bytes", g->input_bytes},
        {"weights_bytes", g->session.weights_bytes},
        {"copied_bytes", g->session.copied_bytes},
        {"packed_bytes", g->session.packed_bytes},
        {"folded_bytes", g->session.folded_bytes},
        {"load_peak_bytes", g->load_peak},
        {"start_rss_bytes", g->start_rss},
        {"peak_rss_bytes", bench_peak_rss()}};
    if (o->json) {
        printf("{\"model\": ");
        tool_json_string(stdout, (cameo_string){o->model, strlen(o->model)});
        printf(",\n ");
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        if (o->json)
            printf("\"%s\": %.6f,\n ", times[i].name, times[i].value);
        else
            printf("%-17s %14.3f\n", times[i].name, times[i].value);
    }
    size_t n = sizeof counts / sizeof *counts;
    for (size_t i = 0; i < n; i++) {
        if (o->json)
            printf("\"%s\": %" PRIu64 ",\n ", counts[i].name, counts[i].value);
        else
            printf("%-17s %14" PRIu64 "\n", counts[i].name, counts[i].value);
    }
    bench_print_rewrites(o, g);
}

static int bench_model(bench_options *o) {
    bench_heap heap = {0, 0};
    bench_figures g = {0};
    cameo_allocator allocator = {&heap, bench_alloc, bench_free};
    cameo_error e = {0};
    cameo_host *host = NULL;
    g.host.size = sizeof g.host;
    g.start_rss = bench_peak_rss();
    o->shared.cameo.allocator = &allocator;
    cameo_status status = tool_host_load(o->model, &o->shared.cameo, &host, &e);
    if (status != CAMEO_OK) {
        tool_print_error(o->model, &e);
        return tool_exit_load(status);
    }
    g.load_peak = heap.peak;
    status = bench_host(o, host, &g, &e);
    if (status == CAMEO_OK)
        bench_print(o, &g);
    else
        tool_print_error(o->model, &e);
    free(g.ns);
    cameo_host_free(host);
    return tool_exit_run(status);
}

/* ---- two measurements ---- */

static double bench_number(const json_file *j, const char *key) {
    uint32_t i = json_find(j, 0, key, JSON_NUMBER);
    return i == JSON_NONE ? NAN : j->value[i].number;
}

/* Half the width of the notch of a box plot, as a part of the median: of two medians whose notches do not overlap, it
 * is 95 % certain that they differ (McGill, Tukey, Larsen: Variations of box plots, 1978). What varies from process to
 * process is not in it. */
static double bench_noise(const json_file *j) {
    double spread = bench_number(j, "p75_ms") - bench_number(j, "p25_ms");
    return 1.57 * spread / (bench_number(j, "median_ms") * cm_sqrt(bench_number(j, "runs")));
}

/* Ratios of all figures that both have; of the medians whether they differ by more than their noise. */
static void bench_print_ratios(const json_file *a, const json_file *b, double noise) {
    printf("%-17s %16s %16s %9s\n", "", "A", "B", "B/A");
    for (uint32_t i = a->value[0].first; i != JSON_NONE; i = a->value[i].next) {
        char key[64];
        if (a->value[i].kind != JSON_NUMBER) continue;
        double x = a->value[i].number, y = bench_number(b, tool_text(key, sizeof key, a->value[i].key));
        if (isnan(y)) continue;
        int digits = strstr(key, "_ms") != NULL ? 3 : 0;
        printf("%-17s %16.*f %16.*f", key, digits, x, digits, y);
        if (x > 0)
            printf(" %9.3f", y / x);
        else
            printf(" %9s", "-");
        if (strcmp(key, "median_ms") == 0 && x > 0 && !isnan(noise)) {
            bool differ = y / x - 1 > noise || 1 - y / x > noise;
            printf(" +- %.3f %s%s%s", noise, tool_ink(stdout, !differ ? TOOL_YELLOW : y < x ? TOOL_GREEN : TOOL_RED),
                   !differ ? "within noise" : y < x ? "faster" : "slower", tool_ink(stdout, TOOL_PLAIN));
        }
        printf("\n");
    }
}

static int bench_compare(const bench_options *o) {
    const char *path[2] = {o->model, o->other};
    json_file j[2] = {{0}, {0}};
    cameo_error e = {0};
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++) {
        cameo_status status = json_read(&j[i], path[i], &e);
        if (status == CAMEO_OK && !(bench_number(&j[i], "median_ms") > 0))
            status = CM_FAIL(&e, CAMEO_E_MALFORMED, "this is not of `cameo bench --json`: it has no \"median_ms\"");
        ok = status == CAMEO_OK;
        if (!ok) tool_print_error(path[i], &e);
    }
    if (ok) {
        for (int i = 0; i < 2; i++) {
            uint32_t model = json_find(&j[i], 0, "model", JSON_STRING);
            char text[256] = "?";
            if (model != JSON_NONE) tool_text(text, sizeof text, j[i].value[model].text);
            printf("%c: %s\n", "AB"[i], text);
        }
        bench_print_ratios(&j[0], &j[1], bench_noise(&j[0]) + bench_noise(&j[1]));
    }
    json_free(&j[0]);
    json_free(&j[1]);
    return ok ? TOOL_OK : TOOL_FAILED;
}

/* The machine's ceilings instead of a model's times. */
static int bench_machine(const bench_options *o) {
    tool_peak p;
    tool_peak_measure(&p, o->shared.cameo.cpu_mask_off, o->shared.cameo.n_threads);
    if (o->json) {
        printf("{\"isa\": \"%s\", \"threads\": %" PRIu32 ", \"gflops\": %.3f,\n \"copy\": [", p.isa,
               p.n_threads, p.flops * 1e-9);
        for (size_t k = 0; k < PEAK_SIZES; k++)
            printf("%s[%zu, %.3f]", k == 0 ? "" : ", ", p.size[k], p.copy[k] * 1e-9);
        printf("]}\n");
        return TOOL_OK;
    }
    printf("%-17s %14" PRIu32 "\n", "threads", p.n_threads);
    printf("%-17s %14.1f   f32 GFLOP/s\n", p.isa, p.flops * 1e-9);
    for (size_t k = 0; k < PEAK_SIZES; k++)
        printf("%-17s %14.1f   GB/s read and written, %zu KiB\n", "copy", p.copy[k] * 1e-9,
               p.size[k] / 1024);
    return TOOL_OK;
}

static int bench_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    bench_options o = {.n_warmup = 2, .n_callers = 1, .seconds = BENCH_SECONDS};
    tool_options_init(&o.shared, 0);
    while (tool_next(&a)) {
        if (tool_shared(&a, &o.shared) || tool_inputs_option(&a, &o.inputs)) continue;
        if (tool_value_u64(&a, "--runs", 100000000, &o.n_runs)) continue;
        if (tool_value_u64(&a, "--warmup", 100000000, &o.n_warmup)) continue;
        if (tool_value_f64(&a, "--seconds", &o.seconds)) continue;
        if (tool_value_u64(&a, "--callers", BENCH_MAX_CALLERS, &o.n_callers)) continue;
        if (tool_flag(&a, "--json"))
            o.json = true;
        else if (tool_flag(&a, "--peak"))
            o.peak = true;
        else if (tool_flag(&a, "--compare"))
            o.compare = true;
        else if (o.compare && o.model != NULL && o.other == NULL && tool_word(&a) != NULL)
            o.other = tool_word(&a);
        else
            tool_take_model(&a, &o.model);
    }
    if (o.n_callers == 0) return tool_wrong(&a, "--callers is 0");
    if (o.seconds > 1e6) return tool_wrong(&a, "--seconds is more than a million");
    if (o.compare) {
        if (!a.wrong && o.other == NULL) tool_wrong(&a, "--compare wants two files of `cameo bench --json`");
        return a.wrong ? TOOL_USAGE : bench_compare(&o);
    }
    if (o.peak && o.model == NULL && !a.wrong) return bench_machine(&o);
    if (!tool_has_model(&a, o.model)) return TOOL_USAGE;
    if (o.peak) return tool_wrong(&a, "--peak measures the machine, not a model");
    tool_fix_dims(&o.shared);
    return bench_model(&o);
}

const tool_command tool_cmd_bench = {
    "bench", "measure latency and memory of a model",
    "usage: cameo bench MODEL [options]\n"
    "       cameo bench --compare A.json B.json\n\n"
    "Median, minimum and 90th percentile of a run's time in milliseconds, the times of load, "
    "prepare and\n"
    "plan, the bytes of every piece of memory, and how often each rewrite of the optimiser changed "
    "the graph.\n\n"
    "  --runs N             default: as many as fit into --seconds S (2), at least 5\n"
    "  --warmup N           runs before that are not counted; default 2\n"
    "  --callers N          behind these runs, N threads run the model at once for as many --seconds and share\n"
    "                       the workers: runs_per_second is of all of them; default 1\n"
    "  --json               the same as JSON\n"
    "  --compare            no model: two files of --json, with the ratio of each figure, and for the median whether\n"
    "                       it changed by more than the runs of a process vary\n"
    "  --peak               no model: what the machine does at best, multiply-adds and copies, on "
    "--threads\n"
    "  --input NAME=FILE    --inputs DIR, --seed N: inputs as of `cameo run`; default: random\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_HOST | TOOL_TAKES_DIMS, bench_command};
