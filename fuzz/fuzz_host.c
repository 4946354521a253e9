/* fuzz_host.c — the host helper over an operating system that fails when the bytes say so (vfs.h): a model of random
 * nodes, its weights in a file beside it, in links, in folders, cut or not there. What must hold, whatever fails and
 * when:
 *   - E_NOMEM and E_IO need a cause, E_INTERNAL has none; an error has a text;
 *   - after a failure the host runs as before: the results are those of a run in which nothing failed;
 *   - when the host is freed, all memory, maps, files and threads are given back; files are closed after loading;
 *   - external data comes from a regular file with one name below the folder, from no other. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/make_graph.h"
#include "fuzz/vfs.h"
#include "tests/proofs/outcome.h"

enum { HOST_MAX_CALLS = 12, HOST_FILE = 1 << 18 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct host_case {
    const uint8_t *next, *end;
    const made_graph *g;
    cameo_limits limits;
    cameo_options options;
    cameo_value in[MADE_MAX_VALUES];
    size_t n_in, n_out;
    outcome want; /* nothing failed */
    bool reachable; /* what the model names is there, a plain file, and as fstat tells */
    bool forbidden; /* it is not, or too short: the model must not load */
    bool threads;
} host_case;

static uint32_t host_byte(host_case *c) { return c->next == c->end ? 0 : *c->next++; }

static void host_require(bool ok, const char *what, const char *why) {
    if (ok) return;
    fprintf(stderr, "host: broken promise: %s: %s\n", what, why);
    abort();
}

static void host_may_end(cameo_status s, const cameo_error *e) {
    host_require(s <= 0 && s != CAMEO_E_INTERNAL, cameo_status_name(s), e->msg);
    host_require(s == e->status, cameo_status_name(s), cameo_status_name(e->status));
    host_require(s == CAMEO_OK || e->msg[0] != 0, cameo_status_name(s), "no message");
    host_require(s != CAMEO_E_NOMEM || vfs_has_failed(), "E_NOMEM and nothing failed", e->msg);
}

/* The next call that fails is chosen by two bytes. */
static void host_fail(host_case *c) {
    uint32_t how = host_byte(c);
    vfs_fail(how % 4 == 0 ? 0 : 1 + host_byte(c), how % 4 == 3);
}

/* ---- files ---- */

typedef struct host_place {
    const char *location;
    bool plain; /* a regular file with one name, below the folder */
} host_place;

static const host_place host_places[] = {
    {"w", true},       {"./w", true},      {"d/w", true},         {"d/./w", true},  {"d//w", true}, {"l", false},
    {"twice", false},  {"../m/w", false},  {"/m/w", false},       {"d/../w", false}, {"fifo", false}, {"d", false},
    {"none", false},   {"d/", false},      {"w/", false},         {".", false},      {"d\\w", false}, {"k/w", false},
};

/* The folder /m/ with the model and its weights, which may be cut or told wrongly. */
static void host_files(host_case *c, const uint8_t *model, size_t n, const uint8_t *weights, size_t n_weights) {
    uint32_t how = host_byte(c);
    size_t there = how % 8 == 1 && n_weights > 0 ? n_weights - 1 : how % 8 == 2 ? 0 : n_weights;
    size_t told = how % 8 == 3 ? there + 7 : there;
    vfs_file w = {"/m/d/w", VFS_FILE, weights, there, told, 1};
    size_t cut = how % 16 == 12 && n > 1 ? n - 1 : n;
    c->reachable = c->reachable && there == n_weights && told == n_weights && cut == n;
    c->forbidden = c->forbidden || told < n_weights;
    vfs_add(&(vfs_file){"/m/", VFS_FOLDER, NULL, 0, 0, 2});
    vfs_add(&(vfs_file){"/m/d/", VFS_FOLDER, NULL, 0, 0, 2});
    vfs_add(&(vfs_file){"/m/model.onnx", VFS_FILE, model, cut, n, 1});
    vfs_add(&w);
    vfs_add(&(vfs_file){"/m/l", VFS_LINK, NULL, 0, 0, 1});
    w.path = "/m/w";
    vfs_add(&w);
    w.path = "/m/twice";
    w.links = 2;
    vfs_add(&w);
    vfs_add(&(vfs_file){"/m/fifo", VFS_FIFO, NULL, 0, 0, 1});
}

/* ---- calls ---- */

/* Are these the results of a run in which nothing failed? */
static void host_same(const host_case *c, cameo_value *out, const char *what) {
    outcome got = {.n_out = c->n_out, .out = out};
    tool_tolerance tolerance = {.rtol = 0};
    tool_difference d = {0};
    if (c->want.e.status != CAMEO_OK) return;
    host_require(outcome_same(&got, &c->want, &tolerance, true, &d), what, d.why);
}

static void host_run(host_case *c, cameo_host *h, cameo_value *out, const cameo_budget *budget) {
    cameo_error e = {0};
    cameo_status s = cameo_host_run_within(h, c->in, c->n_in, out, c->n_out, budget, &e);
    host_may_end(s, &e);
    if (s == CAMEO_OK) host_same(c, out, "a run");
    bool cause = vfs_has_failed() || budget != NULL || c->want.e.status != CAMEO_OK;
    host_require(s == CAMEO_OK || cause, "a run fails without a cause", e.msg);
}

/* Inputs that a caller should not give: one less, of another type, without data, with another dim. */
static void host_run_wrongly(host_case *c, cameo_host *h, cameo_value *out) {
    cameo_value in[MADE_MAX_VALUES];
    cameo_error e = {0};
    uint32_t how = host_byte(c), k = c->n_in == 0 ? 0 : how / 8 % (uint32_t)c->n_in;
    memcpy(in, c->in, c->n_in * sizeof *in);
    size_t n = c->n_in;
    if (n > 0 && how % 8 == 0) n--;
    if (n > 0 && how % 8 == 1) in[k].tensor.data = NULL;
    if (n > 0 && how % 8 == 2) in[k].tensor.bytes = in[k].tensor.bytes / 2;
    if (n > 0 && how % 8 == 3) in[k].tensor.dtype = CAMEO_BOOL;
    if (n > 0 && how % 8 == 4 && in[k].tensor.rank > 0) in[k].tensor.dims[0] = -1;
    if (n > 0 && how % 8 == 5) in[k].name = "nobody";
    if (n > 0 && how % 8 == 6) in[k].tensor.rank = 77;
    if (n > 0 && how % 8 == 7) in[k].kind = CAMEO_KIND_SEQUENCE;
    cameo_status s = cameo_host_run(h, in, n, out, c->n_out, &e);
    host_may_end(s, &e);
}

static void host_bind(host_case *c, cameo_host *h) {
    cameo_error e = {0};
    cameo_string name = {0};
    cameo_session_info info = {.size = sizeof info};
    char text[64] = "n";
    cameo_session_get_info(cameo_host_get_session(h), &info);
    if (info.n_symbols > 0) name = cameo_session_get_symbol(cameo_host_get_session(h), 0);
    if (name.n > 0 && name.n < sizeof text) memcpy(text, name.p, name.n);
    int64_t lo = host_byte(c) % 4;
    cameo_dim_binding dim = {text, lo, lo + host_byte(c)};
    host_may_end(cameo_host_bind_dims(h, &dim, lo != 3, &e), &e);
}

static void host_calls(host_case *c, cameo_host *h) {
    cameo_value out[2][MADE_MAX_VALUES] = {{{0}}};
    cameo_budget budget = {.size = sizeof budget, .cost = 100, .deadline_ns = 0};
    for (int i = 0; i < HOST_MAX_CALLS && c->next != c->end; i++) {
        uint32_t call = host_byte(c);
        host_fail(c);
        switch (call % 8) {
        case 0: host_bind(c, h); break;
        case 1: host_run_wrongly(c, h, out[call / 8 % 2]); break;
        case 2: cameo_host_release(h, out[call / 8 % 2], c->n_out); break;
        case 3: cameo_host_cancel(h); break;
        case 4:
            budget.cost = 1 + host_byte(c);
            budget.deadline_ns = call / 8 % 4 == 0 ? 1 : 0;
            host_run(c, h, out[call / 16 % 2], &budget);
            break;
        default: host_run(c, h, out[call / 8 % 2], NULL); break;
        }
    }
    vfs_fail(0, false);
    host_run(c, h, out[0], NULL);
    cameo_host_release(h, out[0], c->n_out);
    cameo_host_release(h, out[1], c->n_out);
}

/* ---- the target ---- */

static void host_released(void *ctx, const void *bytes, size_t size) {
    (void)bytes;
    (void)size;
    ++*(int *)ctx;
}

/* Options by the bytes; n_released counts the calls of release. */
static void host_options(host_case *c, int *n_released) {
    uint32_t how = host_byte(c);
    c->threads = how % 8 == 1;
    c->options = (cameo_options){.limits = &c->limits,
                                 .opt = (how & 8) != 0 ? CAMEO_OPT_NONE : CAMEO_OPT_ALL,
                                 .n_threads = c->threads ? 3 : 1,
                                 .copy_files = (how & 16) != 0,
                                 .follow_links = (how & 32) != 0,
                                 .allocator = (how & 64) != 0 ? NULL : &vfs_allocator,
                                 .heap_bytes = (how & 128) != 0 ? 256 : 0};
    if ((how & 6) == 6) {
        c->options.release = host_released;
        c->options.release_ctx = n_released;
    }
    if ((how & 6) == 4) c->options.external_dir = (how & 1) != 0 ? "/m/" : "/m";
}

/* What the model gives where no call fails: the results that all runs must have. */
static void host_want(host_case *c, const uint8_t *bytes, size_t n) {
    outcome_setting setting = {.opt = c->options.opt, .limits = &c->limits};
    memset(&c->want, 0, sizeof c->want);
    if (outcome_load(&c->want, NULL, bytes, n, setting) == CAMEO_OK) outcome_run(&c->want, c->in, c->n_in);
    cameo_session_info info = {.size = sizeof info};
    if (c->want.loaded) cameo_session_get_info(cameo_host_get_session(c->want.host), &info);
    c->n_out = info.n_outputs;
}

static void host_load(host_case *c, const uint8_t *bytes, size_t n, bool file, int *n_released) {
    cameo_host *h = NULL;
    cameo_error e = {0};
    size_t before = vfs_left(); /* of the run in which nothing failed */
    host_fail(c);
    cameo_status s = file ? cameo_host_load_file("/m/model.onnx", &c->options, &h, &e)
                          : cameo_host_load(bytes, n, &c->options, &h, &e);
    host_may_end(s, &e);
    bool fine = c->want.loaded && (!file || c->reachable);
    host_require(s == CAMEO_OK || !fine || vfs_has_failed(), "loading fails without a cause", e.msg);
    host_require(s != CAMEO_OK || !file || !c->forbidden, "a file was read that is out of bounds, or short", "");
    if (s == CAMEO_OK && c->want.loaded) host_calls(c, h);
    if (s == CAMEO_OK) cameo_host_free(h);
    host_require(*n_released == (!file && c->options.release != NULL), "release", "was not called once");
    host_require(vfs_left() == before, "something was not given back", cameo_status_name(s));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static host_case c;
    static uint8_t weights[HOST_FILE], whole[HOST_FILE], model[HOST_FILE];
    int n_released = 0;
    size_t n_weights = 0, n, head = size / 2 < 64 ? size / 2 : 64;
    memset(&c, 0, sizeof c);
    c.next = data;
    c.end = data + head;
    if (size < 8 || data[0] == 8) return 0; /* an ONNX file, for other targets */
    made_graph *g = made_from(data + head, size - head);
    if (g->n_nodes == 0 || g->size > sizeof model || g->random) return 0;
    c.g = g;
    cameo_limits_init(&c.limits, CAMEO_PRESET_FIRMWARE);
    c.limits.memory_bytes = (uint64_t)1 << 23;
    c.limits.run_cost = c.limits.fold_cost = (uint64_t)1 << 19;
    c.n_in = made_inputs(g, c.in);
    vfs_reset(0, false);
    host_options(&c, &n_released);
    uint32_t place = host_byte(&c) % (sizeof host_places / sizeof *host_places);
    bool file = host_byte(&c) % 4 != 0;
    n = g->size;
    memcpy(whole, g->bytes, n); /* weights are used in place */
    host_want(&c, whole, n);
    memcpy(model, g->bytes, n);
    c.reachable = true;
    if (file && made_split(g, host_places[place].location, weights, sizeof weights, &n_weights)) {
        n = g->size < sizeof model ? g->size : 0;
        memcpy(model, g->bytes, n);
        c.reachable = host_places[place].plain || n_weights == 0;
        c.forbidden = !c.reachable && !c.options.follow_links;
    }
    if (file) host_files(&c, model, n, weights, n_weights);
    host_load(&c, model, n, file, &n_released);
    outcome_free(&c.want);
    return 0;
}
