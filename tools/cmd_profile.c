/* cmd_profile.c — `cameo profile`: where the time of a run goes, by operator. The run is advanced task by
 * task, and what each task takes is counted for the step that it belongs to. */
#include <inttypes.h>
#include <string.h>

#include "runtime/os.h"
#include "runtime/run/run.h"
#include "tools/inputs.h"

/* Heap of a run whose data decide sizes; pages are taken as they are touched. */
#define PROFILE_HEAP ((size_t)4 << 30)

typedef struct profile_options {
    tool_options shared;
    tool_input_options inputs;
    const char *model;
    uint64_t n_runs;
    bool steps;
} profile_options;

/* A step, or all steps of an operator. */
typedef struct profile_row {
    cm_str op, node;
    uint64_t ns;
    uint32_t n_steps;
} profile_row;

static int profile_by_time(const void *a, const void *b) {
    const profile_row *x = a, *y = b;
    return (x->ns < y->ns) - (x->ns > y->ns);
}

/* The step that the last task belonged to: where the run is, or the kernel before. */
static uint32_t profile_step(const cameo_run *r) {
    uint32_t pc = r->pc;
    if (r->in_kernel || pc == 0) return pc;
    do pc--;
    while (pc > 0 && r->s->steps[pc].kind != CM_STEP_KERNEL);
    return pc;
}

/* One run; adds to ns[step]. */
static cameo_status profile_once(cameo_run *r, const tool_inputs *in, uint64_t *ns,
                                 cameo_error *e) {
    const cameo_budget one = {.tasks = 1};
    cameo_status status = cameo_run_begin(r, in->values, in->n, NULL, 0, e);
    if (status != CAMEO_OK) return status;
    do {
        uint64_t began = cm_os_clock_ns(NULL);
        status = cameo_run_advance(r, &one, e);
        ns[profile_step(r)] += cm_os_clock_ns(NULL) - began;
    } while (status == CAMEO_PAUSED || status == CAMEO_PENDING);
    if (status != CAMEO_OK) return status;
    return cameo_run_end(r, e);
}

static void profile_print(const profile_options *o, const cameo_session *s, const uint64_t *ns) {
    profile_row *rows = tool_alloc((size_t)s->n_steps * sizeof *rows + 1);
    size_t n = 0;
    uint64_t all = 0;
    for (uint32_t i = 0; i < s->n_steps; i++) {
        uint32_t node = s->steps[i].node;
        if (s->steps[i].kind != CM_STEP_KERNEL || node >= s->n_nodes || s->node_ops == NULL)
            continue;
        size_t k = 0;
        while (!o->steps && k < n && !cm_str_eq(rows[k].op, s->node_ops[node])) k++;
        if (o->steps || k == n)
            rows[k = n++] = (profile_row){s->node_ops[node], s->node_names[node], 0, 0};
        rows[k].ns += ns[i];
        rows[k].n_steps++;
        all += ns[i];
    }
    qsort(rows, n, sizeof *rows, profile_by_time);
    printf("%10s %7s %6s  %s\n", "ms", "percent", "steps",
           o->steps ? "operator, node" : "operator");
    for (size_t i = 0; i < n; i++) {
        char op[64];
        printf("%10.3f %7.1f %6" PRIu32 "  %s", (double)rows[i].ns * 1e-6 / (double)o->n_runs,
               all == 0 ? 0 : 100 * (double)rows[i].ns / (double)all, rows[i].n_steps,
               tool_text(op, sizeof op, (cameo_string){rows[i].op.p, rows[i].op.n}));
        if (o->steps) {
            char node[128];
            printf(" %s",
                   tool_text(node, sizeof node, (cameo_string){rows[i].node.p, rows[i].node.n}));
        }
        printf("\n");
    }
    free(rows);
}

static cameo_status profile_run(const profile_options *o, const cameo_session *s,
                                const cameo_plan *plan, cameo_error *e) {
    cameo_run_needs needs = {.size = sizeof needs};
    tool_inputs in = {0};
    tool_work work;
    cameo_run *r;
    CM_TRY(cameo_run_measure(plan, 1, &needs, e));
    size_t size = needs.planned_bytes + (needs.dynamic_bytes == 0 ? 0 : PROFILE_HEAP);
    if (!tool_work_new(&work, size)) return CM_FAIL(e, CAMEO_E_NOMEM, "no memory for the run");
    uint64_t *ns = tool_alloc(((size_t)s->n_steps + 1) * sizeof *ns);
    cameo_status status = tool_inputs_make(&in, s, &o->shared, &o->inputs, e);
    if (status == CAMEO_OK) status = cameo_run_create(work.m, plan, 1, NULL, NULL, &r, e);
    for (uint64_t i = 0; i <= o->n_runs && status == CAMEO_OK; i++) {
        if (i <= 1)
            memset(ns, 0, ((size_t)s->n_steps + 1) * sizeof *ns); /* the first only warms up */
        status = profile_once(r, &in, ns, e);
    }
    if (status == CAMEO_OK) profile_print(o, s, ns);
    free(ns);
    tool_inputs_free(&in);
    tool_work_free(&work);
    return status;
}

static int profile_model(profile_options *o) {
    cameo_error e = {0};
    cameo_host *host = NULL;
    cameo_memory memory;
    cameo_plan *plan;
    cameo_status status = cameo_host_load_file(o->model, &o->shared.cameo, &host, &e);
    if (status != CAMEO_OK) {
        tool_print_error(o->model, &e);
        return tool_exit_load(status);
    }
    const cameo_session *s = cameo_host_get_session(host);
    status = tool_plan_new(s, o->shared.dims, o->shared.n_dims, &memory, &plan, &e);
    if (status == CAMEO_OK) status = profile_run(o, s, plan, &e);
    if (status != CAMEO_OK) tool_print_error(o->model, &e);
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
        if (tool_flag(&a, "--steps"))
            o.steps = true;
        else
            tool_take_model(&a, &o.model);
    }
    if (!tool_has_model(&a, o.model)) return TOOL_USAGE;
    tool_fix_dims(&o.shared);
    if (o.n_runs == 0) o.n_runs = 1;
    return profile_model(&o);
}

const tool_command tool_cmd_profile = {
    "profile", "show which operators take the time of a run",
    "usage: cameo profile MODEL [options]\n\n"
    "Runs the model on one thread and prints, for each operator, the milliseconds of a run that "
    "its steps\n"
    "take, the slowest first.\n\n"
    "  --runs N             default 3; one before them is not counted\n"
    "  --steps              every step by itself\n"
    "  --input NAME=FILE    --inputs DIR, --seed N: inputs as of `cameo run`; default: random\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_DIMS, profile_command};
