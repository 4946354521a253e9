/* cmd_profile.c — `cameo profile`: where the time of a run goes, by step and by operator, and how near each comes to
 * what the machine allows. */
#include <inttypes.h>
#include <string.h>

#include "ir/op.h"
#include "tools/inputs.h"
#include "tools/meter.h"
#include "tools/peak.h"
#include "tools/picture.h"
#include "tools/plan_steps.h"

/* Heap of a run whose data decide sizes; pages are taken as they are touched. */
#define PROFILE_HEAP ((size_t)4 << 30)

typedef struct profile_options {
    tool_options shared;
    tool_input_options inputs;
    const char *model, *trace, *html;
    uint64_t n_runs;
    uint32_t n_threads;
    bool steps, json;
} profile_options;

/* A step, or all steps of an operator; what one run does. */
typedef struct profile_row {
    cm_str op, node;
    const char *kernel; /* name of its function; NULL: unknown */
    uint32_t n_steps, step;
    double ns, busy_ns, bound_ns;
    double ops, bytes;
} profile_row;

typedef struct profile {
    const profile_options *o;
    const cameo_session *s;
    tool_peak peak;
    meter meter;
    profile_row *rows; /* of the steps, in their order */
    size_t n_rows;
    profile_row all;
} profile;

/* ---- what a step does at least ---- */

/* Does it read only as much of its operands as it writes? */
static bool profile_picks(cm_str op) {
    static const char *const names[] = {"Gather", "GatherElements", "GatherND", "Slice", "Split"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (cm_str_is(op, names[i])) return true;
    }
    return false;
}

static uint64_t profile_result_bytes(const profile *p, const cm_step *step) {
    uint64_t sum = 0;
    for (uint32_t k = 0; k < step->n_out; k++) {
        cm_id v = cm_step_out(p->s, step, k);
        if (v == CM_NONE) continue;
        const cm_tensor *t = &p->meter.run->values[v];
        sum += (uint64_t)t->n * cameo_dtype_bits((cameo_dtype)t->dtype) / 8;
    }
    return sum;
}

/* Constants come from as far away as all constants of the model together do, other operands and results from where
 * as many bytes fit. */
static void profile_set_bound(const profile *p, const cm_step *step, const meter_step *m,
                              profile_row *row) {
    double times = (double)m->n_times, weights = (double)m->weight_bytes / times;
    double values = (double)m->value_bytes / times;
    if (profile_picks(row->op)) {
        double picked = 2 * (double)profile_result_bytes(p, step);
        if (picked < weights + values) {
            values = picked;
            weights = 0;
        }
    }
    row->ops = m->ops;
    row->bytes = times * (weights + values);
    double compute = row->ops / times / p->peak.flops;
    double memory = weights / tool_peak_bandwidth(&p->peak, (double)p->meter.weights) +
                    values / tool_peak_bandwidth(&p->peak, values);
    row->bound_ns = times * (compute > memory ? compute : memory) * 1e9;
}

static void profile_add(profile_row *to, const profile_row *row) {
    to->ns += row->ns;
    to->busy_ns += row->busy_ns;
    to->bound_ns += row->bound_ns;
    to->ops += row->ops;
    to->bytes += row->bytes;
    to->n_steps += row->n_steps;
}

static void profile_make_rows(profile *p) {
    const cameo_session *s = p->s;
    double runs = (double)p->o->n_runs;
    p->rows = tool_alloc((size_t)s->n_steps * sizeof *p->rows + 1);
    for (uint32_t i = 0; i < s->n_steps; i++) {
        const cm_step *step = &s->steps[i];
        const meter_step *m = &p->meter.steps[i];
        if (step->kind != CM_STEP_KERNEL || m->n_times == 0) continue;
        profile_row row = {.n_steps = 1, .step = i, .kernel = s->rows[step->row]->run_symbol};
        if (s->node_ops != NULL && step->node < s->n_nodes) {
            row.op = s->node_ops[step->node];
            row.node = s->node_names[step->node];
        }
        row.ns = (double)m->wall_ns / runs;
        row.busy_ns = (double)meter_busy(&p->meter, i) / runs;
        profile_set_bound(p, step, m, &row);
        p->rows[p->n_rows++] = row;
        profile_add(&p->all, &row);
    }
}

static int profile_by_time(const void *a, const void *b) {
    const profile_row *x = a, *y = b;
    return (x->ns < y->ns) - (x->ns > y->ns);
}

/* The slowest first: every step, or one row for each operator. free() it. */
static profile_row *profile_sorted(const profile *p, bool by_operator, size_t *n) {
    profile_row *rows = tool_alloc(p->n_rows * sizeof *rows + 1);
    *n = 0;
    for (size_t i = 0; i < p->n_rows; i++) {
        size_t k = by_operator ? 0 : *n;
        while (k < *n && !cm_str_eq(rows[k].op, p->rows[i].op)) k++;
        if (k < *n) {
            profile_add(&rows[k], &p->rows[i]);
            continue;
        }
        rows[(*n)++] = p->rows[i];
    }
    qsort(rows, *n, sizeof *rows, profile_by_time);
    return rows;
}

/* ---- as text ---- */

static double profile_rate(double amount, double ns) { return ns > 0 ? amount / ns : 0; }

static void profile_print_row(const profile *p, const profile_row *row) {
    printf("%10.3f %7.1f %6" PRIu32 " %8.1f %7.1f %6.1f %7.2f  ", row->ns * 1e-6,
           100 * profile_rate(row->ns, p->all.ns), row->n_steps, profile_rate(row->ops, row->ns),
           profile_rate(row->bytes, row->ns), 100 * profile_rate(row->bound_ns, row->ns),
           profile_rate(row->busy_ns, row->ns));
}

static void profile_print(const profile *p) {
    char text[128];
    size_t n;
    bool steps = p->o->steps;
    profile_row *rows = profile_sorted(p, !steps, &n);
    printf("machine: %.1f GFLOP/s (f32, %s), copies of %.1f to %.1f GB/s, %" PRIu32 " thread%s\n",
           p->peak.flops * 1e-9, p->peak.isa, p->peak.copy[PEAK_SIZES - 1] * 1e-9,
           p->peak.copy[0] * 1e-9, p->peak.n_threads, p->peak.n_threads == 1 ? "" : "s");
    printf("%10s %7s %6s %8s %7s %6s %7s  %s\n", "ms", "percent", "steps", "GFLOP/s", "GB/s",
           "bound%", "threads", steps ? "operator, node, kernel" : "operator");
    for (size_t i = 0; i < n; i++) {
        const profile_row *row = &rows[i];
        profile_print_row(p, row);
        printf("%s", tool_text(text, sizeof text, (cameo_string){row->op.p, row->op.n}));
        if (steps) {
            plan_print_chain(p->s, &p->s->steps[row->step]);
            printf(" %s", tool_text(text, sizeof text, (cameo_string){row->node.p, row->node.n}));
            printf(" %s", row->kernel == NULL ? "" : row->kernel);
        }
        printf("\n");
    }
    profile_print_row(p, &p->all);
    printf("all\n");
    free(rows);
}

/* ---- as JSON ---- */

static void profile_json_string(FILE *f, const char *key, cm_str s) {
    fprintf(f, "\"%s\": ", key);
    tool_json_string(f, (cameo_string){s.p, s.n});
}

static void profile_json_figures(FILE *f, const profile_row *row) {
    fprintf(f,
            "\"ms\": %.6f, \"steps\": %" PRIu32 ", \"ops\": %.0f, \"bytes\": %.0f, \"gflops\": "
            "%.3f, \"gbs\": %.3f, \"bound_ms\": %.6f, \"threads\": %.3f",
            row->ns * 1e-6, row->n_steps, row->ops, row->bytes, profile_rate(row->ops, row->ns),
            profile_rate(row->bytes, row->ns), row->bound_ns * 1e-6,
            profile_rate(row->busy_ns, row->ns));
}

static void profile_json_rows(const profile *p, const char *key, bool by_operator) {
    size_t n;
    profile_row *rows = profile_sorted(p, by_operator, &n);
    printf(" \"%s\": [", key);
    for (size_t i = 0; i < n; i++) {
        printf(i == 0 ? "\n  {" : ",\n  {");
        profile_json_string(stdout, "op", rows[i].op);
        printf(", ");
        if (!by_operator) {
            profile_json_string(stdout, "node", rows[i].node);
            printf(", ");
            profile_json_string(stdout, "kernel",
                                cm_str_from_c(rows[i].kernel == NULL ? "" : rows[i].kernel));
            printf(", \"step\": %" PRIu32 ", ", rows[i].step);
        }
        profile_json_figures(stdout, &rows[i]);
        printf("}");
    }
    printf("]");
    free(rows);
}

static void profile_json(const profile *p) {
    printf("{");
    profile_json_string(stdout, "model", cm_str_from_c(p->o->model));
    printf(",\n \"runs\": %" PRIu64 ", \"workers\": %" PRIu32
           ", \"isa\": \"%s\", \"peak_gflops\": %.3f,\n"
           " \"copy\": [",
           p->o->n_runs, p->meter.n_workers, p->peak.isa, p->peak.flops * 1e-9);
    for (size_t k = 0; k < PEAK_SIZES; k++)
        printf("%s[%zu, %.3f]", k == 0 ? "" : ", ", p->peak.size[k], p->peak.copy[k] * 1e-9);
    printf("],\n \"all\": {");
    profile_json_figures(stdout, &p->all);
    printf("},\n");
    profile_json_rows(p, "operators", true);
    printf(",\n");
    profile_json_rows(p, "nodes", false);
    printf("}\n");
}

/* ---- as a trace ---- */

static const profile_row *profile_find(const profile *p, uint32_t step) {
    for (size_t i = 0; i < p->n_rows; i++) {
        if (p->rows[i].step == step) return &p->rows[i];
    }
    return NULL;
}

/* The last run as complete events of the Trace Event Format, a thread for each worker:
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
static void profile_write_trace(const profile *p, FILE *f) {
    uint64_t origin = UINT64_MAX;
    for (uint32_t w = 0; w < p->meter.n_workers; w++) {
        const meter_worker *worker = &p->meter.workers[w];
        if (worker->n_spans > 0 && worker->spans[0].begin < origin) origin = worker->spans[0].begin;
    }
    fprintf(f, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n");
    fprintf(f, "{\"ph\": \"M\", \"pid\": 1, \"name\": \"process_name\", \"args\": {");
    profile_json_string(f, "name", cm_str_from_c(p->o->model));
    fprintf(f, "}}");
    for (uint32_t w = 0; w < p->meter.n_workers; w++) {
        const meter_worker *worker = &p->meter.workers[w];
        fprintf(f,
                ",\n{\"ph\": \"M\", \"pid\": 1, \"tid\": %" PRIu32 ", \"name\": \"thread_name\", "
                "\"args\": {\"name\": \"worker %" PRIu32 "\"}}",
                w, w);
        for (size_t i = 0; i < worker->n_spans; i++) {
            const meter_span *span = &worker->spans[i];
            const profile_row *row = profile_find(p, span->step);
            if (row == NULL) continue;
            fprintf(f,
                    ",\n{\"ph\": \"X\", \"pid\": 1, \"tid\": %" PRIu32
                    ", \"ts\": %.3f, \"dur\": %.3f, ",
                    w, (double)(span->begin - origin) * 1e-3,
                    (double)(span->end - span->begin) * 1e-3);
            profile_json_string(f, "name", row->op);
            fprintf(f, ", \"args\": {");
            profile_json_string(f, "node", row->node);
            fprintf(f, ", ");
            profile_json_string(f, "kernel", cm_str_from_c(row->kernel == NULL ? "" : row->kernel));
            fprintf(f, ", \"step\": %" PRIu32 ", ", span->step);
            profile_json_figures(f, row);
            fprintf(f, "}}");
        }
    }
    fprintf(f, "\n]}\n");
}

/* A file that `write` fills; path may be NULL: none. */
static cameo_status profile_file(const profile *p, const char *path, void (*write)(const profile *p, FILE *f),
                                 cameo_error *e) {
    FILE *f = path == NULL ? NULL : fopen(path, "w");
    bool ok = f != NULL;
    if (path == NULL) return CAMEO_OK;
    if (ok) {
        write(p, f);
        ok = !ferror(f);
        ok = fclose(f) == 0 && ok;
    }
    return ok ? CAMEO_OK : CM_FAIL(e, CAMEO_E_IO, "cannot write %s", path);
}

/* ---- as a page ---- */

/* Boxes of the last run that the page draws. */
#define PROFILE_MOST_SPANS 20000

static void profile_html_str(FILE *f, cm_str s) {
    char text[256];
    picture_write_text(f, tool_text(text, sizeof text, (cameo_string){s.p, s.n}));
}

/* A table, whose head sorts it. */
static void profile_html_table(const profile *p, bool by_operator, FILE *f) {
    static const char *const heads[] = {"ms", "percent", "steps", "GFLOP/s", "GB/s", "bound %", "threads"};
    size_t n;
    profile_row *rows = profile_sorted(p, by_operator, &n);
    fprintf(f, "<h2>%s</h2>\n<table class=\"rows\"><thead><tr>", by_operator ? "operators" : "steps");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) fprintf(f, "<th class=\"n\">%s</th>", heads[i]);
    fputs(by_operator ? "<th>operator</th>" : "<th>operator</th><th>node</th><th>kernel</th>", f);
    fputs("</tr></thead><tbody>\n", f);
    for (size_t i = 0; i < n; i++) {
        const profile_row *row = &rows[i];
        double percent = 100 * profile_rate(row->ns, p->all.ns);
        fprintf(f,
                "<tr><td>%.4f</td><td style=\"background:linear-gradient(to right,#ffcd98 %.1f%%,#fff0 0)\">%.1f</td>"
                "<td>%" PRIu32 "</td><td>%.2f</td><td>%.2f</td><td>%.1f</td><td>%.2f</td><td>",
                row->ns * 1e-6, percent, percent, row->n_steps, profile_rate(row->ops, row->ns),
                profile_rate(row->bytes, row->ns), 100 * profile_rate(row->bound_ns, row->ns),
                profile_rate(row->busy_ns, row->ns));
        profile_html_str(f, row->op);
        if (!by_operator) {
            fputs("</td><td>", f);
            profile_html_str(f, row->node);
            fprintf(f, "</td><td>%s", row->kernel == NULL ? "" : row->kernel);
        }
        fputs("</td></tr>\n", f);
    }
    fputs("</tbody></table>\n", f);
    free(rows);
}

/* The last run: a row for each worker, time to the right. */
static void profile_html_run(const profile *p, FILE *f) {
    uint64_t begin = UINT64_MAX, end = 0;
    size_t n = 0;
    for (uint32_t w = 0; w < p->meter.n_workers; w++) {
        const meter_worker *worker = &p->meter.workers[w];
        if (worker->n_spans == 0) continue;
        if (worker->spans[0].begin < begin) begin = worker->spans[0].begin;
        if (worker->spans[worker->n_spans - 1].end > end) end = worker->spans[worker->n_spans - 1].end;
    }
    if (end <= begin) return;
    fprintf(f, "<h2>the last run: %.4f ms</h2>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%%\" "
               "height=\"%" PRIu32 "\" viewBox=\"0 0 1000 %" PRIu32 "\" preserveAspectRatio=\"none\">\n",
            (double)(end - begin) * 1e-6, p->meter.n_workers * 26, p->meter.n_workers * 26);
    for (uint32_t w = 0; w < p->meter.n_workers; w++) {
        const meter_worker *worker = &p->meter.workers[w];
        for (size_t i = 0; i < worker->n_spans && n < PROFILE_MOST_SPANS; i++) {
            const meter_span *span = &worker->spans[i];
            const profile_row *row = profile_find(p, span->step);
            if (row == NULL) continue;
            fprintf(f,
                    "<rect x=\"%.3f\" y=\"%" PRIu32 "\" width=\"%.3f\" height=\"22\" "
                    "fill=\"hsl(%zu 60%% 75%%)\"><title>",
                    (double)(span->begin - begin) * 1000 / (double)(end - begin), w * 26,
                    (double)(span->end - span->begin) * 1000 / (double)(end - begin), (size_t)row->step * 137 % 360);
            profile_html_str(f, row->op);
            fputc(' ', f);
            profile_html_str(f, row->node);
            fprintf(f, " %.4f ms</title></rect>\n", (double)(span->end - span->begin) * 1e-6);
            n++;
        }
    }
    fputs("</svg>\n", f);
    if (n == PROFILE_MOST_SPANS) fprintf(f, "<p>Only the first %d pieces of work are drawn.</p>\n", PROFILE_MOST_SPANS);
}

static void profile_write_html(const profile *p, FILE *f) {
    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" "
          "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n<title>",
          f);
    picture_write_text(f, p->o->model);
    fputs("</title><style>body{font:13px system-ui,sans-serif;margin:16px}table{border-collapse:collapse}"
          "th,td{padding:2px 8px;border-bottom:1px solid #dde;text-align:left}th{cursor:pointer;background:#eef}"
          "th.n,td:nth-child(-n+7){text-align:right}</style></head><body><h1>",
          f);
    picture_write_text(f, p->o->model);
    fprintf(f,
            "</h1><p>%.4f ms for a run, mean of %" PRIu64 "; %" PRIu32 " threads; the machine: %.1f GFLOP/s (f32, "
            "%s), copies of %.1f to %.1f GB/s</p>\n",
            p->all.ns * 1e-6, p->o->n_runs, p->meter.n_workers, p->peak.flops * 1e-9, p->peak.isa,
            p->peak.copy[PEAK_SIZES - 1] * 1e-9, p->peak.copy[0] * 1e-9);
    profile_html_run(p, f);
    profile_html_table(p, true, f);
    profile_html_table(p, false, f);
    fputs("<script>\n//<![CDATA[\n'use strict';\n"
          "for (const h of document.querySelectorAll('th')) h.addEventListener('click', () => {\n"
          "  const rows = h.closest('table').tBodies[0], k = h.cellIndex, text = r => r.cells[k].textContent;\n"
          "  const order = h.className ? (a, b) => text(b) - text(a) : (a, b) => text(a).localeCompare(text(b));\n"
          "  rows.append(...Array.from(rows.rows).sort(order));\n"
          "});\n//]]>\n</script></body></html>\n",
          f);
}

/* ---- the runs ---- */

/* A run that is not timed, in which weights are packed and costs are counted; then those that are. */
static cameo_status profile_measure(profile *p, const tool_inputs *in, cameo_error *e) {
    tool_progress_begin(p->o->model);
    p->meter.counts = true;
    CM_TRY(meter_run(&p->meter, in->values, in->n, e));
    p->meter.counts = false;
    meter_reset(&p->meter);
    for (uint64_t i = 0; i < p->o->n_runs; i++) {
        p->meter.keeps_spans = (p->o->trace != NULL || p->o->html != NULL) && i + 1 == p->o->n_runs;
        CM_TRY(meter_run(&p->meter, in->values, in->n, e));
        tool_progress(i + 1, p->o->n_runs);
    }
    tool_progress_end();
    profile_make_rows(p);
    CM_TRY(profile_file(p, p->o->trace, profile_write_trace, e));
    CM_TRY(profile_file(p, p->o->html, profile_write_html, e));
    if (p->o->json)
        profile_json(p);
    else
        profile_print(p);
    return CAMEO_OK;
}

static cameo_status profile_run(profile *p, const cameo_plan *plan, cameo_options *options,
                                cameo_error *e) {
    cameo_run_needs needs = {.size = sizeof needs};
    tool_inputs in = {0};
    tool_work work;
    CM_TRY(cameo_run_measure(plan, p->meter.n_workers, &needs, e));
    size_t size = needs.planned_bytes + (needs.dynamic_bytes == 0 ? 0 : PROFILE_HEAP);
    if (!tool_work_new(&work, size)) return CM_FAIL(e, CAMEO_E_NOMEM, "no memory for the run");
    cameo_status status = tool_inputs_make(&in, p->s, &p->o->shared, &p->o->inputs, e);
    meter_set_clock(&p->meter, options);
    if (status == CAMEO_OK)
        status = cameo_run_create(work.m, plan, p->meter.n_workers, meter_threads(&p->meter),
                                  options, &p->meter.run, e);
    if (status == CAMEO_OK) {
        status = profile_measure(p, &in, e);
        cameo_run_release(p->meter.run);
    }
    free(p->rows);
    tool_inputs_free(&in);
    tool_work_free(&work);
    return status;
}

static int profile_model(profile_options *o) {
    cameo_error e = {0};
    cameo_host *host = NULL;
    cameo_memory memory;
    cameo_plan *plan = NULL;
    profile p = {.o = o};
    cameo_status status = tool_host_load(o->model, &o->shared.cameo, &host, &e);
    if (status != CAMEO_OK) {
        tool_print_error(o->model, &e);
        return tool_exit_load(status);
    }
    p.s = cameo_host_get_session(host);
    status = tool_plan_new(p.s, o->shared.dims, o->shared.n_dims, &o->shared.cameo, &memory, &plan, &e);
    if (status == CAMEO_OK) status = meter_init(&p.meter, p.s, o->n_threads, &e);
    if (status == CAMEO_OK) {
        cameo_options options = o->shared.cameo;
        tool_peak_measure(&p.peak, options.cpu_mask_off, p.meter.n_workers);
        status = profile_run(&p, plan, &options, &e);
    }
    meter_free(&p.meter);
    if (status != CAMEO_OK) tool_print_error(o->model, &e);
    if (plan != NULL) cameo_plan_release(plan);
    free(memory.base);
    cameo_host_free(host);
    return tool_exit_run(status);
}

static int profile_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    profile_options o = {.n_runs = 3};
    tool_options_init(&o.shared, 1);
    while (tool_next(&a)) {
        if (tool_shared(&a, &o.shared) || tool_inputs_option(&a, &o.inputs)) continue;
        if (tool_value_u64(&a, "--runs", 1000000, &o.n_runs)) continue;
        if (tool_value(&a, "--trace", &o.trace) || tool_value(&a, "--html", &o.html)) continue;
        if (tool_flag(&a, "--steps"))
            o.steps = true;
        else if (tool_flag(&a, "--json"))
            o.json = true;
        else
            tool_take_model(&a, &o.model);
    }
    if (!tool_has_model(&a, o.model)) return TOOL_USAGE;
    tool_fix_dims(&o.shared);
    if (o.n_runs == 0) o.n_runs = 1;
    o.n_threads = o.shared.cameo.n_threads; /* the meter's; the host runs nothing */
    o.shared.cameo.n_threads = 1;
    return profile_model(&o);
}

const tool_command tool_cmd_profile = {
    "profile", "show which operators take the time of a run",
    "usage: cameo profile MODEL [options]\n\n"
    "Runs the model, on one thread unless --threads says otherwise, and prints for each operator, "
    "the slowest\n"
    "first: milliseconds of a run, percent of all, the steps, GFLOP/s (a multiply-add is two), "
    "GB/s of operands\n"
    "and results, bound%: how much of the time the machine needs at least, by its multiply-adds or "
    "by copying as\n"
    "many bytes, which are measured first; threads: how many work at a time.\n\n"
    "  --runs N             default 3; one before them is not counted\n"
    "  --steps              every step by itself, with its node and its kernel\n"
    "  --json               both, as JSON\n"
    "  --html FILE          both, and the last run with a row for each worker, as a page\n"
    "  --trace FILE         the last run for chrome://tracing or ui.perfetto.dev, a row for each "
    "worker\n"
    "  --input NAME=FILE    --inputs DIR, --seed N: inputs as of `cameo run`; default: random\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_HOST | TOOL_TAKES_DIMS, profile_command};
