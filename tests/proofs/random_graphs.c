/* random_graphs.c — the proof of the optimiser over random models: levels basic, extended and all, and all
 * without some rewrites, with the batch bound at prepare, or with states in buffers of the caller, give what level none
 * gives.
 *
 * A graph is made from its seed (graph_random.h), written as ONNX and run with each setting in memory that
 * held garbage. The promise: where level none has results, every setting has them, with the same bits
 * where only rewrites were applied that keep bits, else within the tolerance. Where level none fails, a
 * setting fails with the same status or, since the node that fails may be one that nobody needs, gives
 * results.
 *
 * A difference is made smaller: smaller dims, fewer outputs, fewer nodes, as long as it stays; what is left
 * is written to build/random/SEED.onnx. Other processes run the graphs, and may crash.
 *
 * usage: random_graphs [--write] SEED [N]    N graphs from SEED on; --write only writes them
 * Prints a line for each difference and the counts. */
#define _GNU_SOURCE 1
#include "tests/proofs/graph_random.h"
#include "tests/proofs/outcome.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { RANDOM_MAX_DIM = 6, RANDOM_MAX_FAILURES = 10, RANDOM_BATCH = 100 };

/* Shared with the processes of the graphs. */
typedef struct random_shared {
    char why[512]; /* the difference of the last graph */
    uint64_t seed; /* of the graph that runs */
    uint64_t nodes, none_fails, runs;
    uint64_t applied[CM_REWRITE_COUNT]; /* by level all */
    uint64_t graphs[CM_REWRITE_COUNT];  /* in which that was more than never */
    bool count;                         /* not while a failure is made smaller */
} random_shared;

static random_shared *random_state;

/* ---- one graph ---- */

static bool random_compare(const rg_graph *g, const outcome *want, outcome *got, const char *what,
                           outcome_setting setting) {
    tool_tolerance tolerance = {.rtol = 1e-3, .atol = 2e-5, .atol_of_max = 1e-4};
    tool_difference d = {0};
    if (g->half) tolerance = (tool_tolerance){.rtol = 2e-2, .atol = 5e-2, .atol_of_max = 2e-2};
    /* Of known dims another kernel may be chosen, which sums in another order. */
    bool bits = setting.batch == 0 && outcome_keeps_bits(got);
    bool failed = want->e.status != CAMEO_OK;
    if (got->e.status != CAMEO_OK) {
        if (failed && got->e.status == want->e.status) return true;
        snprintf(d.why, sizeof d.why, "%s: %.120s (%s); level none: %s",
                 cameo_status_name(got->e.status), got->e.msg, got->e.op_type,
                 cameo_status_name(want->e.status));
    } else if (failed || outcome_same(got, want, &tolerance, bits, &d)) {
        return true;
    }
    size_t n =
        (size_t)snprintf(random_state->why, sizeof random_state->why, "%s: %s; off:", what, d.why);
    for (uint32_t i = 0; i < CM_REWRITE_COUNT && n < sizeof random_state->why; i++) {
        if (!cm_rewrites_has(&setting.off, i)) continue;
        n += (size_t)snprintf(random_state->why + n, sizeof random_state->why - n, " %s",
                              cameo_rewrite_name(i));
    }
    return false;
}

static bool random_try(const rg_graph *g, const void *bytes, size_t size, const cameo_value *in,
                       size_t n_in, const outcome *want, const char *what, outcome_setting setting,
                       outcome *got) {
    if (outcome_load(got, NULL, bytes, size, setting) == CAMEO_OK) outcome_run(got, in, n_in);
    if (random_state->count) random_state->runs++;
    return random_compare(g, want, got, what, setting);
}

static void random_count(const rg_graph *g, const outcome *want, const outcome *all) {
    if (!random_state->count) return;
    random_state->nodes += g->n_nodes;
    random_state->none_fails += want->e.status != CAMEO_OK;
    for (uint32_t i = 0; i < CM_REWRITE_COUNT; i++) {
        random_state->applied[i] += all->applied[i];
        random_state->graphs[i] += all->applied[i] != 0;
    }
}

/* Rewrites that are off, by the seed: one, all but one, or about half of them. */
static cm_rewrites random_off(uint64_t seed) {
    uint64_t bits = seed * UINT64_C(0xd1342543de82ef95) + 1;
    bits ^= bits >> 29;
    if (seed % 3 == 0) return outcome_half(bits);
    cm_rewrites one = cm_rewrites_of((uint32_t)(bits % CM_REWRITE_COUNT));
    return seed % 3 == 1 ? one : cm_rewrites_not(one);
}

/* What the inputs' dim "batch" is; 0: no input has it. */
static int64_t random_batch(const rg_graph *g) {
    for (uint32_t i = 0; i < g->n_values; i++) {
        const rg_value *v = &g->value[i];
        if (v->kind == RG_INPUT && !v->dead && v->free_dim) return v->shape.d[0];
    }
    return 0;
}

/* ---- states ---- */

/* The tensor with dim axis in front, as the session has it (cameo_state), in memory of `room` bytes. */
static void random_turn(cameo_tensor *t, uint32_t axis, size_t room) {
    size_t before = 1, n = (size_t)t->dims[axis], unit = cameo_dtype_bits(t->dtype) / 8;
    int64_t dim = t->dims[axis];
    for (uint32_t i = 0; i < axis; i++) before *= (size_t)t->dims[i];
    for (uint32_t i = axis + 1; i < t->rank; i++) unit *= (size_t)t->dims[i];
    uint8_t *to = tool_alloc(room + 1);
    memset(to, 0xff, room + 1);
    for (size_t b = 0; b < before; b++) {
        for (size_t p = 0; p < n; p++)
            memcpy(to + (p * before + b) * unit, (uint8_t *)t->data + (b * n + p) * unit, unit);
    }
    if (before != 1) {
        memmove(&t->dims[1], &t->dims[0], axis * sizeof *t->dims);
        t->dims[0] = dim;
    }
    t->data = to;
}

/* A graph with states, in a level. */
typedef struct random_case {
    const void *bytes;
    size_t size, n_in;
    const cameo_value *in, *want; /* want: states with their axis in front */
    const rg_state *at;           /* n_states of the setting */
    outcome_setting setting;
} random_case;

/* Whether output o is a state. */
static bool random_is_state(const random_case *c, size_t o) {
    for (size_t i = 0; i < c->setting.n_states; i++) {
        if (c->at[i].output == o) return true;
    }
    return false;
}

/* Finds outputs that lie in the buffer of a state without being one: views of a past, which show the new state as soon
 * as it was copied there (cameo_run_end). They are left out of the comparison. */
static bool random_find_views(const random_case *c, const outcome *got, outcome *expected, bool *view) {
    bool any = false;
    for (size_t o = 0; o < got->n_out; o++) {
        for (size_t i = 0; i < c->setting.n_states; i++) {
            if (random_is_state(c, o) || got->out[o].tensor.data == NULL ||
                got->out[o].tensor.data != got->out[c->at[i].output].tensor.data)
                continue;
            expected->out[o] = got->out[o];
            any = view[o] = true;
        }
    }
    return any;
}

/* The outputs in the order in which they are given: views first, in buffers of their own, so that they are copied
 * before the states are. Names are kept until random_free_outputs. */
static void random_order_outputs(const random_case *c, const outcome *got, const bool *view, cameo_value *to,
                                 cameo_value *expected) {
    cameo_session_info info = {.size = sizeof info};
    cameo_value given[RG_MAX_VALUES];
    size_t n = 0;
    cameo_session_get_info(cameo_host_get_session(got->host), &info);
    memcpy(given, to, info.n_outputs * sizeof *given);
    for (int turn = 0; turn < 2; turn++) {
        for (uint32_t o = 0; o < info.n_outputs; o++) {
            cameo_type type;
            if (view[o] != (turn == 0)) continue;
            cameo_session_get_output(cameo_host_get_session(got->host), o, &type);
            expected[n] = c->want[o];
            to[n] = given[o];
            to[n].name = tool_copy_text(type.name);
            if (view[o]) {
                to[n].tensor.bytes = c->want[o].tensor.bytes;
                to[n].tensor.data = tool_alloc(to[n].tensor.bytes + 1);
            }
            n++;
        }
    }
}

static void random_free_outputs(const cameo_value *to, size_t n, const bool *view) {
    size_t n_views = 0;
    for (size_t o = 0; o < n; o++) n_views += view[o];
    for (size_t o = 0; o < n; o++) {
        free((void *)(uintptr_t)to[o].name);
        if (o < n_views) free(to[o].tensor.data);
    }
}

/* One run, each state in its caller's buffer, which has room for what is appended. view: outputs that were found to be
 * views of a past, *again: and are to be compared now; else those that this run finds, and whether there are any. */
static bool random_states_run(const rg_graph *g, const random_case *c, bool *view, bool *again) {
    static cameo_value turned[RG_MAX_VALUES], to[RG_MAX_VALUES], shown[RG_MAX_VALUES];
    outcome expected = {.out = shown}, got = {0};
    bool views = *again;
    memset(to, 0, sizeof to);
    memcpy(turned, c->in, c->n_in * sizeof *turned);
    for (size_t i = 0; i < c->setting.n_states; i++) {
        cameo_tensor *x = &turned[c->at[i].input].tensor, *y = &to[c->at[i].output].tensor;
        size_t room = c->want[c->at[i].output].tensor.bytes;
        random_turn(x, c->at[i].axis, room);
        x->bytes = y->bytes = room;
        y->data = x->data;
    }
    if (outcome_load(&got, NULL, c->bytes, c->size, c->setting) == CAMEO_OK) {
        if (views) random_order_outputs(c, &got, view, to, shown);
        outcome_run_into(&got, turned, c->n_in, to);
    }
    expected.n_out = got.n_out;
    if (!views) {
        memcpy(shown, c->want, got.n_out * sizeof *shown);
        *again = random_find_views(c, &got, &expected, view);
    }
    if (random_state->count) random_state->runs++;
    bool ok = random_compare(g, &expected, &got, views ? "states, views copied" : "states", c->setting);
    for (uint32_t i = 0; random_state->count && !views && cameo_rewrite_name(i) != NULL; i++) {
        bool counts = c->setting.opt == CAMEO_OPT_ALL && strncmp(cameo_rewrite_name(i), "state_", 6) == 0;
        random_state->applied[i] += counts ? got.applied[i] : 0;
        random_state->graphs[i] += counts && got.applied[i] != 0;
    }
    if (views) random_free_outputs(to, got.n_out, view);
    outcome_free(&got);
    for (size_t i = 0; i < c->setting.n_states; i++) free(turned[c->at[i].input].tensor.data);
    return ok;
}

/* Does a session with states give the same, each in its caller's buffer? */
static bool random_states_hold(const rg_graph *g, const void *bytes, size_t size,
                               const cameo_value *in, size_t n_in, const outcome *want) {
    static cameo_value all[RG_MAX_VALUES];
    static const cameo_opt levels[] = {CAMEO_OPT_NONE, CAMEO_OPT_BASIC, CAMEO_OPT_ALL};
    cameo_state state[RG_MAX_STATES];
    rg_state at[RG_MAX_STATES];
    size_t n = rg_states(g, state, at);
    bool ok = true;
    if (n == 0 || want->e.status != CAMEO_OK) return true;
    memcpy(all, want->out, want->n_out * sizeof *all);
    for (size_t i = 0; i < n; i++)
        random_turn(&all[at[i].output].tensor, at[i].axis, all[at[i].output].tensor.bytes);
    for (int level = 0; ok && level < 3; level++) {
        outcome_setting setting = {.opt = levels[level], .states = state, .n_states = n};
        random_case c = {bytes, size, n_in, in, all, at, setting};
        bool view[RG_MAX_VALUES] = {false}, again = false;
        ok = random_states_run(g, &c, view, &again);
        if (ok && again) ok = random_states_run(g, &c, view, &again);
    }
    for (size_t i = 0; i < n; i++) free(all[at[i].output].tensor.data);
    return ok;
}

/* Do all settings agree? Else random_state->why says what does not. */
static bool random_holds(const rg_graph *g, uint64_t seed) {
    static cameo_value in[RG_MAX_VALUES];
    size_t size, n_in = rg_inputs(g, in);
    void *bytes = rg_write(g, &size);
    outcome want = {0}, got = {0};
    outcome_setting none = {.opt = CAMEO_OPT_NONE}, basic = {.opt = CAMEO_OPT_BASIC},
                    extended = {.opt = CAMEO_OPT_EXTENDED}, all = {.opt = CAMEO_OPT_ALL},
                    less = {.opt = CAMEO_OPT_ALL, .off = random_off(seed)},
                    bound = {.opt = CAMEO_OPT_ALL, .batch = random_batch(g)};
    if (outcome_load(&want, NULL, bytes, size, none) == CAMEO_OK) outcome_run(&want, in, n_in);
    bool ok = random_try(g, bytes, size, in, n_in, &want, "level all", all, &got);
    random_count(g, &want, &got);
    ok = ok && random_try(g, bytes, size, in, n_in, &want, "level extended", extended, &got) &&
         random_try(g, bytes, size, in, n_in, &want, "level basic", basic, &got) &&
         random_try(g, bytes, size, in, n_in, &want, "fewer rewrites", less, &got);
    if (ok && bound.batch != 0)
        ok = random_try(g, bytes, size, in, n_in, &want, "batch bound", bound, &got);
    ok = ok && random_states_hold(g, bytes, size, in, n_in, &want);
    outcome_free(&got);
    outcome_free(&want);
    free(bytes);
    return ok;
}

static bool random_wait(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* random_holds in a process of its own. */
static bool random_check(const rg_graph *g, uint64_t seed) {
    strcpy(random_state->why, "crashed");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) exit(random_holds(g, seed) ? 0 : 1);
    return random_wait(child);
}

/* The same of n graphs from seed on, in one process; false: the one of random_state->seed does not hold. */
static bool random_check_all(rg_graph *g, uint64_t seed, uint64_t n) {
    strcpy(random_state->why, "crashed");
    fflush(stdout);
    pid_t child = fork();
    if (child != 0) return random_wait(child);
    for (uint64_t i = 0; i < n; i++) {
        random_state->seed = seed + i;
        rg_generate(g, seed + i, RANDOM_MAX_DIM);
        if (!random_holds(g, seed + i)) exit(1);
    }
    exit(0);
}

/* ---- smaller ---- */

/* Nodes whose results nobody wants, and values that nobody reads, go. */
static void random_sweep(rg_graph *g) {
    for (uint32_t i = g->n_nodes; i-- > 0;) {
        rg_node *n = &g->node[i];
        bool wanted = n->dead;
        for (uint32_t k = 0; k < n->n_out; k++)
            wanted = wanted || g->value[n->out[k]].output || rg_is_read(g, n->out[k]);
        if (!wanted) n->dead = true;
    }
    for (uint32_t i = 0; i < g->n_values; i++) {
        rg_value *v = &g->value[i];
        if (!v->output && !rg_is_read(g, i)) v->dead = true;
    }
}

static bool random_still_fails(rg_graph *g, const rg_graph *smaller, uint64_t seed) {
    if (random_check(smaller, seed)) return false;
    memcpy(g, smaller, sizeof *g);
    return true;
}

static uint32_t random_n_outputs(const rg_graph *g) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_values; i++) n += g->value[i].output;
    return n;
}

/* Takes output i away, where there are others. */
static bool random_drop_output(rg_graph *g, rg_graph *t, uint32_t i, uint64_t seed) {
    if (!g->value[i].output || random_n_outputs(g) == 1) return false;
    memcpy(t, g, sizeof *t);
    t->value[i].output = false;
    return random_still_fails(g, t, seed);
}

/* What node i computes is given instead, as an input or a constant. */
static bool random_give(rg_graph *g, rg_graph *t, uint32_t i, rg_kind kind, uint64_t seed) {
    memcpy(t, g, sizeof *t);
    t->node[i].dead = true;
    for (uint32_t k = 0; k < t->node[i].n_out; k++) {
        t->value[t->node[i].out[k]].output = false;
        rg_make_leaf(t, t->node[i].out[k], kind, seed);
    }
    if (random_n_outputs(t) == 0) return false;
    random_sweep(t);
    return random_still_fails(g, t, seed);
}

/* What node i reads becomes an output, in place of what it computes. */
static bool random_stop_before(rg_graph *g, rg_graph *t, uint32_t i, uint64_t seed) {
    memcpy(t, g, sizeof *t);
    rg_node *n = &t->node[i];
    n->dead = true;
    for (uint32_t k = 0; k < n->n_out; k++) {
        t->value[n->out[k]].output = false;
        if (rg_is_read(t, n->out[k])) return false;
    }
    for (uint32_t k = 0; k < n->n_in; k++) {
        if (n->in[k] != RG_NONE && t->value[n->in[k]].kind == RG_COMPUTED)
            t->value[n->in[k]].output = true;
    }
    if (random_n_outputs(t) == 0) return false;
    random_sweep(t);
    return random_still_fails(g, t, seed);
}

/* One pass over everything that may go. Did anything? */
static bool random_shrink(rg_graph *g, rg_graph *t, uint64_t seed) {
    bool any = false;
    for (uint32_t i = 0; i < g->n_values; i++) any = random_drop_output(g, t, i, seed) || any;
    memcpy(t, g, sizeof *t);
    random_sweep(t);
    (void)random_still_fails(g, t, seed);
    for (uint32_t i = g->n_nodes; i-- > 0;) {
        if (g->node[i].dead) continue;
        any = random_stop_before(g, t, i, seed) || random_give(g, t, i, RG_INPUT, seed) ||
              random_give(g, t, i, RG_CONST, seed) || any;
    }
    return any;
}

static void random_save(const rg_graph *g, const char *path) {
    size_t size;
    cameo_error e = {0};
    void *bytes = rg_write(g, &size);
    mkdir("build/random", 0777);
    if (tool_write_file(path, bytes, size, &e) != CAMEO_OK) printf("FAIL %s: %s\n", path, e.msg);
    free(bytes);
}

static void random_minimise(rg_graph *g, rg_graph *t, uint64_t seed) {
    char path[64];
    random_state->count = false;
    for (uint32_t dim = 2; dim < RANDOM_MAX_DIM; dim++) {
        rg_generate(t, seed, dim);
        if (random_still_fails(g, t, seed)) break;
    }
    for (int i = 0; i < 20 && random_shrink(g, t, seed); i++) {}
    (void)random_check(g, seed); /* what it says now */
    snprintf(path, sizeof path, "build/random/%llu.onnx", (unsigned long long)seed);
    random_save(g, path);
    printf("FAIL seed %llu: %s\n  %s:", (unsigned long long)seed, random_state->why, path);
    for (uint32_t i = 0; i < g->n_nodes; i++) {
        if (!g->node[i].dead) printf(" %s", g->node[i].op);
    }
    printf("\n");
    random_state->count = true;
}

/* ---- all of them ---- */

static void random_print(uint64_t n, uint64_t n_failed) {
    const random_shared *s = random_state;
    for (uint32_t i = 0; cameo_rewrite_name(i) != NULL; i++) {
        printf("%-16s %8llu applied by level all, in %llu graphs\n", cameo_rewrite_name(i),
               (unsigned long long)s->applied[i], (unsigned long long)s->graphs[i]);
    }
    printf("%llu passed, %llu failed, 0 skipped; %.1f nodes on average, %llu runs compared, level "
           "none "
           "fails for %llu\n",
           (unsigned long long)(n - n_failed), (unsigned long long)n_failed,
           n == 0 ? 0 : (double)s->nodes / (double)n, (unsigned long long)s->runs,
           (unsigned long long)s->none_fails);
}

int main(int argc, char **argv) {
    bool write = argc > 1 && strcmp(argv[1], "--write") == 0;
    if (argc < 2 + write) return 2;
    uint64_t seed = strtoull(argv[1 + write], NULL, 10), n_failed = 0, done = 0;
    uint64_t n = argc > 2 + write ? strtoull(argv[2 + write], NULL, 10) : 1;
    rg_graph *g = tool_alloc(sizeof *g), *t = tool_alloc(sizeof *t);
    random_state =
        mmap(NULL, sizeof *random_state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (random_state == MAP_FAILED) return 2;
    random_state->count = true;
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 28); /* memory that stays with the process is faster */
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
#endif
    while (done < n && n_failed < RANDOM_MAX_FAILURES) {
        uint64_t batch = write ? 1 : n - done < RANDOM_BATCH ? n - done : RANDOM_BATCH;
        if (write) {
            char path[64];
            snprintf(path, sizeof path, "build/random/%llu.onnx",
                     (unsigned long long)(seed + done));
            rg_generate(g, seed + done, RANDOM_MAX_DIM);
            random_save(g, path);
        } else if (!random_check_all(g, seed + done, batch)) {
            batch = random_state->seed - (seed + done) + 1;
            rg_generate(g, random_state->seed, RANDOM_MAX_DIM);
            random_minimise(g, t, random_state->seed);
            n_failed++;
        }
        done += batch;
    }
    free(g);
    free(t);
    random_print(done, n_failed);
    return n_failed != 0;
}
