/* fuzz_export.c — what `cameo optimize` writes: of a model that the bytes choose (make_graph.h) or, where they begin
 * with the IR version as ONNX files do, that they are. What must hold for every model:
 *   - writing ends with a file or with a status that a model may cause; where the model loads, only with E_UNSUPPORTED
 *     or E_LIMIT;
 *   - where the model runs, Cameo reads the file, strictly where it reads the model so, and prepares it;
 *   - written at level none it gives the same bits as the model, or fails; at other levels it has results of
 *     the same types where the model has results;
 *   - written once more from the file it gives the same bits as the file. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/make_graph.h"
#include "tests/proofs/outcome.h"

#define EXPORT_FILE ((size_t)1 << 22)
#define EXPORT_WORK ((size_t)1 << 25)
#define EXPORT_COST (UINT64_C(1) << 21)
enum { EXPORT_MAX_IN = MADE_MAX_VALUES };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct export_bytes {
    uint8_t p[EXPORT_FILE];
    size_t n;
} export_bytes;

typedef struct export_case {
    const uint8_t *bytes; /* the model */
    size_t size;
    bool random;          /* some node draws random numbers */
    cameo_opt opt;        /* that it is written at */
    cameo_limits limits;
    cameo_value in[EXPORT_MAX_IN];
    tool_val made[EXPORT_MAX_IN]; /* memory of the inputs */
    size_t n_in, n_made;
} export_case;

static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t export_model[EXPORT_WORK], export_work[EXPORT_WORK];
static export_bytes export_files[2];

static void export_save(const char *path, const char *ending, const uint8_t *p, size_t n) {
    char name[512];
    snprintf(name, sizeof name, "%s%s", path, ending);
    FILE *f = fopen(name, "wb");
    if (f == NULL) return;
    fwrite(p, 1, n, f);
    fclose(f);
}

static void export_require(const export_case *c, bool ok, const char *what, const char *why) {
    const char *path = getenv("GRAPH_SAVE"); /* the model and what was written, for the command */
    if (ok) return;
    fprintf(stderr, "export: broken promise: %s: %s\n", what, why);
    if (path != NULL) {
        export_save(path, "", c->bytes, c->size);
        export_save(path, ".written", export_files[0].p, export_files[0].n);
    }
    abort();
}

static void export_may_end(const export_case *c, cameo_status s, const char *msg) {
    export_require(c, s <= 0 && s != CAMEO_E_INTERNAL && s != CAMEO_E_ARG, cameo_status_name(s), msg);
    export_require(c, s == CAMEO_OK || msg[0] != 0, cameo_status_name(s), "no message");
}

/* ---- writing ---- */

static cameo_status export_append(void *ctx, const void *bytes, size_t n) {
    export_bytes *to = ctx;
    if (n > EXPORT_FILE - to->n) return CAMEO_E_LIMIT;
    memcpy(to->p + to->n, bytes, n);
    to->n += n;
    return CAMEO_OK;
}

/* The model as `opt` leaves it. */
static cameo_status export_write(const export_case *c, const uint8_t *bytes, size_t size, bool strict, cameo_opt opt,
                                 export_bytes *to, cameo_error *e) {
    cameo_options options = {.limits = &c->limits, .ops = &cameo_ops_all, .opt = opt, .strict = strict};
    size_t model_bytes, work_bytes;
    cameo_model *model;
    to->n = 0;
    cameo_status s = cameo_model_measure(bytes, size, &options, &model_bytes, &work_bytes, e);
    if (s != CAMEO_OK) return s;
    if (model_bytes > EXPORT_WORK || work_bytes > EXPORT_WORK) return CM_FAIL(e, CAMEO_E_LIMIT, "too large a model");
    cameo_memory memory = {export_model, model_bytes}, work = {export_work, EXPORT_WORK};
    s = cameo_model_create(memory, work, bytes, size, &options, &model, e);
    if (s != CAMEO_OK) return s;
    s = cameo_model_export(model, work, &options, export_append, to, e);
    if (s == CAMEO_E_NOMEM && e != NULL) e->status = CAMEO_E_LIMIT;
    return s == CAMEO_E_NOMEM ? CAMEO_E_LIMIT : s;
}

/* ---- running ---- */

/* Inputs for the types of a session whose model was no graph of ours; false: one cannot be made. */
static bool export_inputs(export_case *c, const cameo_host *host) {
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(cameo_host_get_session(host), &info);
    uint64_t seed = c->size;
    if (info.n_inputs > EXPORT_MAX_IN) return false;
    for (; c->n_in < info.n_inputs; c->n_in++) {
        cameo_type type;
        tool_val *v = &c->made[c->n_in];
        cameo_session_get_input(cameo_host_get_session(host), (uint32_t)c->n_in, &type);
        if (tool_val_random(v, &type, NULL, 0, &c->limits, &seed, NULL) != CAMEO_OK) return false;
        c->n_made = c->n_in + 1;
        c->in[c->n_in] = v->v;
        c->in[c->n_in].name = NULL;
    }
    return true;
}

/* Runs bytes at level none; ours: the inputs stand in c->in. */
static void export_outcome(export_case *c, outcome *o, const uint8_t *bytes, size_t size, bool ours, uint8_t fill) {
    outcome_setting setting = {.opt = CAMEO_OPT_NONE, .limits = &c->limits, .fill = fill};
    memset(o, 0, sizeof *o);
    cameo_status s = outcome_load(o, NULL, bytes, size, setting);
    if (s == CAMEO_OK && !ours && !export_inputs(c, o->host)) s = o->e.status = CAMEO_E_LIMIT;
    else if (s == CAMEO_OK) outcome_run(o, c->in, c->n_in);
}

static void export_same(const export_case *c, const outcome *want, const outcome *got, bool bits, const char *what) {
    tool_tolerance tolerance = {.rtol = 0};
    tool_difference d = {0};
    if (want->e.status == CAMEO_E_LIMIT || got->e.status == CAMEO_E_LIMIT || c->random) return;
    if (bits) export_require(c, (want->e.status == CAMEO_OK) == (got->e.status == CAMEO_OK), what, got->e.msg);
    if (want->e.status != CAMEO_OK) return;
    export_require(c, got->e.status == CAMEO_OK, what, got->e.msg);
    if (bits) {
        export_require(c, outcome_same(got, want, &tolerance, true, &d), what, d.why);
        return;
    }
    export_require(c, got->n_out == want->n_out, what, "another number of outputs");
    for (size_t i = 0; i < got->n_out; i++) {
        bool same = got->out[i].kind == want->out[i].kind && got->out[i].tensor.dtype == want->out[i].tensor.dtype &&
                    got->out[i].tensor.rank == want->out[i].tensor.rank;
        export_require(c, same, what, "an output of another type");
    }
}

/* ---- the target ---- */

/* Does strict reading take the model? What nobody can know, an output's type, is not to be had by writing. */
static bool export_is_strict(const export_case *c, export_bytes *to) {
    return export_write(c, c->bytes, c->size, true, CAMEO_OPT_NONE, to, NULL) == CAMEO_OK;
}

static void export_check(export_case *c, bool ours) {
    export_bytes *first = &export_files[0], *second = &export_files[1];
    cameo_error e = {0};
    outcome want, got, again;
    export_outcome(c, &want, c->bytes, c->size, ours, 0);
    cameo_status s = export_write(c, c->bytes, c->size, false, c->opt, first, &e);
    export_may_end(c, s, e.msg);
    bool may_fail = !want.loaded || s == CAMEO_E_UNSUPPORTED || s == CAMEO_E_LIMIT;
    export_require(c, s == CAMEO_OK || may_fail, "a model that loads cannot be written", e.msg);
    if (s == CAMEO_OK) {
        s = export_write(c, first->p, first->n, export_is_strict(c, second), CAMEO_OPT_NONE, second, &e);
        export_may_end(c, s, e.msg);
        /* What always fails in the run may fail earlier, where constants were folded. */
        bool refused = s != CAMEO_OK && s != CAMEO_E_LIMIT && want.e.status == CAMEO_OK;
        export_require(c, !refused, "what was written is refused", e.msg);
    }
    if (s == CAMEO_OK) {
        export_outcome(c, &got, first->p, first->n, true, 0x55);
        bool loads = got.loaded || got.e.status == CAMEO_E_LIMIT || want.e.status != CAMEO_OK;
        export_require(c, loads, "what was written does not load", got.e.msg);
        if (want.loaded) export_same(c, &want, &got, c->opt == CAMEO_OPT_NONE, "the file against the model");
        export_outcome(c, &again, second->p, second->n, true, 0);
        export_same(c, &got, &again, true, "the file of the file against the file");
        outcome_free(&again);
        outcome_free(&got);
    }
    outcome_free(&want);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const cameo_opt levels[] = {CAMEO_OPT_NONE, CAMEO_OPT_BASIC, CAMEO_OPT_ALL, CAMEO_OPT_EXTENDED};
    static export_case c;
    memset(&c, 0, sizeof c);
    cameo_limits_init(&c.limits, CAMEO_PRESET_FIRMWARE);
    c.limits.memory_bytes = (uint64_t)1 << 24;
    c.limits.run_cost = c.limits.fold_cost = EXPORT_COST;
    bool ours = size == 0 || data[0] != 8;
    if (ours) {
        const made_graph *g = made_from(data, size);
        if (g->n_nodes == 0) return 0;
        c.bytes = g->bytes;
        c.size = g->size;
        c.random = g->random;
        c.opt = levels[g->way & 3];
        c.n_in = made_inputs(g, c.in);
    } else {
        c.bytes = data;
        c.size = size;
        c.random = true; /* perhaps */
        c.opt = levels[size & 3];
    }
    export_check(&c, ours);
    for (size_t i = 0; i < c.n_made; i++) tool_val_free(&c.made[i]);
    return 0;
}
