/* fuzz_graph.c — bytes as a choice of operators, operands and attributes: a valid model (make_graph.h), run in many
 * ways. What must hold for every graph and its inputs:
 *   - whatever memory held before, and on 1 to 4 workers: the same status, cost and bits;
 *   - where level none has results every level has them, with the same bits where only rewrites were applied that keep
 *     bits; where level none fails another level may fail for another node, or not need the one that fails;
 *   - a run within its cost succeeds, within less it ends with E_LIMIT, and a later run is as the first;
 *   - no stage ends with a status that no model may cause. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/make_graph.h"
#include "tests/proofs/outcome.h"

#define GRAPH_COST (UINT64_C(1) << 21)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct graph_case {
    const made_graph *g;
    cameo_limits limits;
    cameo_value in[MADE_MAX_VALUES];
    size_t n_in;
} graph_case;

static void graph_require(const graph_case *c, bool ok, const char *what, const char *why) {
    if (ok) return;
    fprintf(stderr, "graph: broken promise: %s: %s\n", what, why);
    for (uint32_t i = 0; i < c->g->n_nodes; i++) fprintf(stderr, "  %s\n", c->g->node[i].op);
    const char *path = getenv("GRAPH_SAVE"); /* the model, for the command */
    FILE *f = path == NULL ? NULL : fopen(path, "wb");
    if (f != NULL) {
        fwrite(c->g->bytes, 1, c->g->size, f);
        fclose(f);
    }
    abort();
}

/* A pool of n workers, kept from one input to the next. */
static const cameo_threads *graph_threads(uint32_t n) {
    static cameo_threads pools[5];
    if (n < 2) return NULL;
    if (pools[n].n_workers == 0 && cameo_threads_create(n, &pools[n], NULL) != CAMEO_OK) abort();
    return &pools[n];
}

static void graph_may_end(const graph_case *c, const outcome *o) {
    cameo_status s = o->e.status;
    bool may = s <= 0 && s != CAMEO_E_INTERNAL && s != CAMEO_E_ARG && s != CAMEO_E_NOMEM;
    graph_require(c, may, cameo_status_name(s), o->e.msg);
    graph_require(c, s == CAMEO_OK || o->e.msg[0] != 0, cameo_status_name(s), "no message");
}

static void graph_outcome(const graph_case *c, outcome *o, outcome_setting setting) {
    setting.limits = &c->limits;
    memset(o, 0, sizeof *o);
    if (outcome_load(o, NULL, c->g->bytes, c->g->size, setting) == CAMEO_OK) outcome_run(o, c->in, c->n_in);
    graph_may_end(c, o);
}

static uint64_t graph_cost(const outcome *o) {
    cameo_host_info info = {.size = sizeof info};
    cameo_host_get_info(o->host, &info);
    return info.last.cost;
}

/* The same model, level and inputs: nothing may differ. */
static void graph_same(const graph_case *c, const outcome *a, const outcome *b, const char *what) {
    tool_tolerance tolerance = {.rtol = 0};
    tool_difference d = {0};
    graph_require(c, a->e.status == b->e.status && a->loaded == b->loaded, what, b->e.msg);
    if (a->e.status != CAMEO_OK) return;
    graph_require(c, graph_cost(a) == graph_cost(b), what, "another cost");
    graph_require(c, outcome_same(b, a, &tolerance, true, &d), what, d.why);
}

/* One level against level none. */
static void graph_levels(const graph_case *c, const outcome *none, const outcome *o) {
    static const tool_tolerance any = {.rtol = 0};
    tool_difference d = {0};
    /* Random numbers follow from where a node stands; of what was cut short nothing is known. */
    if (c->g->random || none->e.status == CAMEO_E_LIMIT || o->e.status == CAMEO_E_LIMIT) return;
    if (o->e.status != CAMEO_OK) {
        graph_require(c, none->e.status != CAMEO_OK, "a level fails where level none does not", o->e.msg);
    } else if (none->e.status == CAMEO_OK && outcome_keeps_bits(o)) {
        graph_require(c, outcome_same(o, none, &any, true, &d), "a level and level none", d.why);
    }
}

/* A run that stops for its cost, and what the same host does afterwards. */
static void graph_limits(const graph_case *c, outcome *o) {
    uint64_t cost = graph_cost(o);
    cameo_error e = {0};
    cameo_value again[MADE_MAX_VALUES] = {{0}};
    cameo_budget budget = {.size = sizeof budget, .cost = cost - 1};
    outcome second = {.host = o->host, .n_out = o->n_out, .out = again};
    tool_tolerance tolerance = {.rtol = 0};
    tool_difference d = {0};
    if (cost > 1) {
        cameo_status s = cameo_host_run_within(o->host, c->in, c->n_in, again, o->n_out, &budget, &e);
        graph_require(c, s == CAMEO_E_LIMIT, "one less than its cost", cameo_status_name(s));
    }
    memset(again, 0, sizeof again);
    e.status = CAMEO_OK;
    budget.cost = cost;
    cameo_status s = cameo_host_run_within(o->host, c->in, c->n_in, again, o->n_out, &budget, &e);
    graph_require(c, s == CAMEO_OK, "within its cost", e.msg);
    graph_require(c, outcome_same(&second, o, &tolerance, true, &d), "after a limit", d.why);
    cameo_host_release(o->host, again, o->n_out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const cameo_opt levels[] = {CAMEO_OPT_EXTENDED, CAMEO_OPT_BASIC, CAMEO_OPT_ALL, CAMEO_OPT_ALL};
    static graph_case c;
    outcome none, other;
    if (size > 0 && data[0] == 8) return 0; /* an ONNX file, for other targets */
    c.g = made_from(data, size);
    graph_require(&c, c.g->broken == NULL, c.g->broken, "while the graph was made");
    if (c.g->n_nodes == 0) return 0;
    cameo_limits_init(&c.limits, CAMEO_PRESET_FIRMWARE);
    c.limits.memory_bytes = (uint64_t)1 << 24;
    c.limits.run_cost = c.limits.fold_cost = GRAPH_COST;
    c.n_in = made_inputs(c.g, c.in);
    const cameo_threads *threads = graph_threads(2 + c.g->way % 3);
    graph_outcome(&c, &none, (outcome_setting){.opt = CAMEO_OPT_NONE});
    graph_outcome(&c, &other, (outcome_setting){.opt = CAMEO_OPT_NONE, .fill = 0x55, .threads = threads});
    graph_same(&c, &none, &other, "level none, other memory and workers");
    if (other.e.status == CAMEO_OK) graph_limits(&c, &other);
    outcome_free(&other);
    outcome_setting setting = {.opt = levels[c.g->way >> 2 & 3]};
    if ((c.g->way >> 2 & 3) == 3) setting.off = outcome_half(c.g->way);
    outcome first;
    graph_outcome(&c, &first, setting);
    graph_levels(&c, &none, &first);
    setting.fill = 0x55;
    setting.threads = threads;
    graph_outcome(&c, &other, setting);
    graph_same(&c, &first, &other, "a level, other memory and workers");
    outcome_free(&first);
    outcome_free(&other);
    outcome_free(&none);
    return 0;
}
