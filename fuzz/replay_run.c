/* replay_run.c — arbitrary bytes as far as they run, with little memory and a budget of cost; and the
 * same way with every request for memory failing. What must hold for all bytes:
 *   - each stage ends with a status that a file may cause, and with a text;
 *   - measured sizes are exact and the same when measured again;
 *   - a run gives the same status, cost and bytes when it is repeated and when it is cut into tasks;
 *   - without memory every stage says E_NOMEM, whichever request it is that fails. */
#include "base/limits.h"
#include "fuzz/replay_impl.h"
#include "runtime/plan/plan.h"
#include "runtime/session/prepare.h"

#define REPLAY_MAX_IO 8
#define REPLAY_MAX_SYMBOLS 8
/* Requests that fail in turn, at most; beyond, every n-th of them. */
#define REPLAY_MAX_FAILURES 200
#define REPLAY_MAX_SLICES 2000
/* Largest file of the oom target, in bytes. */
#define REPLAY_OOM_MAX 32768

typedef struct replay_way {
    replay *r;
    uint64_t seed; /* what the target chooses freely depends on the bytes only */
    cameo_limits limits;
    cameo_options options;
    cameo_model *model;
    cameo_session *session;
    cameo_plan *plan;
    cameo_run *run;
    cameo_dim_binding dims[REPLAY_MAX_SYMBOLS];
    char names[REPLAY_MAX_SYMBOLS][64];
    size_t n_dims;
    int64_t dim; /* value of every free dim of the inputs */
    cameo_value inputs[REPLAY_MAX_IO];
    uint32_t n_inputs;
} replay_way;

static uint64_t replay_run_mix(uint64_t x) {
    x = (x ^ (x >> 31)) * UINT64_C(0x9E3779B97F4A7C15);
    return x ^ (x >> 29);
}

static void replay_run_init(replay_way *w, replay *r) {
    memset(w, 0, sizeof *w);
    w->r = r;
    w->seed = r->size;
    for (size_t i = 0; i < r->size; i++) w->seed = replay_run_mix(w->seed + r->bytes[i]);
    cameo_limits_init(&w->limits, CAMEO_PRESET_FIRMWARE);
    w->limits.nodes = 1000;
    w->limits.memory_bytes = r->memory.size / 8;
    w->limits.fold_cost = UINT64_C(1) << 16;
    w->limits.run_cost = UINT64_C(1) << 18;
    w->options.limits = &w->limits;
    w->options.ops = &cameo_ops_all;
    w->options.opt = (w->seed & 1) != 0 ? CAMEO_OPT_ALL : CAMEO_OPT_NONE;
    w->options.cpu_mask_off = (w->seed & 2) != 0 ? UINT64_MAX : 0;
    w->dim = 1 + (int64_t)(w->seed >> 8 & 3);
}

/* Whether a stage ended as a file may make it end. Too little memory is the target's own doing. */
static bool replay_run_may_end(replay_way *w, cameo_status status, const cameo_error *e) {
    REPLAY_HOLDS(w->r, status == e->status);
    REPLAY_HOLDS(w->r, status != CAMEO_E_INTERNAL);
    REPLAY_HOLDS(w->r, status != CAMEO_E_ARG);
    REPLAY_HOLDS(w->r, status <= 0);
    REPLAY_HOLDS(w->r, status == CAMEO_OK || CAMEO_NO_ERRMSG || e->msg[0] != 0);
    return true;
}

/* ---- session --------------------------------------------------------------------------------- */

/* Measures a session in fresh work memory, which stays taken. *bytes SIZE_MAX: refused. */
static bool replay_run_prepare(replay_way *w, cameo_prepared **prepared, size_t *bytes) {
    cameo_error e = {0};
    cameo_memory work;
    *bytes = SIZE_MAX;
    if (!cm_replay_take(w->r, cm_replay_room(w->r) / 2, &work)) return true;
    cameo_status status = cameo_session_measure(w->model, work, &w->options, prepared, bytes, &e);
    if (status != CAMEO_OK) *bytes = SIZE_MAX;
    return replay_run_may_end(w, status, &e);
}

/* w->session, NULL if it was refused. */
static bool replay_run_session(replay_way *w) {
    replay *r = w->r;
    uint32_t n_kept = r->n_pieces;
    cameo_prepared *prepared;
    size_t bytes, again;
    cameo_memory memory;
    cameo_error e = {0};
    REPLAY_TRY(replay_run_prepare(w, &prepared, &bytes));
    REPLAY_TRY(cm_replay_free(r, n_kept));
    if (bytes == SIZE_MAX || !cm_replay_take(r, bytes, &memory)) return true;
    n_kept = r->n_pieces;
    REPLAY_TRY(replay_run_prepare(w, &prepared, &again));
    if (again == SIZE_MAX) return true;
    REPLAY_HOLDS(r, again == bytes);
    memory.size--;
    REPLAY_HOLDS(r, cameo_session_create(memory, prepared, &w->session, NULL) == CAMEO_E_NOMEM);
    memory.size++;
    REPLAY_HOLDS(r, cameo_session_create(memory, prepared, &w->session, &e) == CAMEO_OK);
    return cm_replay_free(r, n_kept);
}

/* ---- plan ------------------------------------------------------------------------------------ */

/* Free dims: fixed, in a range, or not bound at all. */
static void replay_run_bind(replay_way *w) {
    cameo_session_info info = {0};
    cameo_session_get_info(w->session, &info);
    uint32_t way = w->seed >> 16 & 3;
    for (uint32_t i = 0; i < info.n_symbols && i < REPLAY_MAX_SYMBOLS && way != 3; i++) {
        cameo_string name = cameo_session_get_symbol(w->session, i);
        if (name.n == 0 || name.n >= sizeof w->names[0]) continue;
        bool text = true;
        for (size_t c = 0; c < name.n; c++) text = text && name.p[c] != 0;
        if (!text) continue;
        memcpy(w->names[w->n_dims], name.p, name.n);
        w->dims[w->n_dims] = (cameo_dim_binding){w->names[w->n_dims], way == 0 ? 0 : w->dim,
                                                 way == 0 ? 6 : w->dim};
        w->n_dims++;
    }
}

static bool replay_run_measure_plan(replay_way *w, cameo_memory *work, size_t *bytes) {
    cameo_error e = {0};
    *bytes = SIZE_MAX;
    if (!cm_replay_take(w->r, cm_replay_room(w->r) / 2, work)) return true;
    cameo_status status = cameo_plan_measure(w->session, w->dims, w->n_dims, *work, NULL, bytes, &e);
    if (status != CAMEO_OK) *bytes = SIZE_MAX;
    return replay_run_may_end(w, status, &e);
}

/* w->plan, NULL if it was refused. */
static bool replay_run_plan(replay_way *w) {
    replay *r = w->r;
    uint32_t n_kept = r->n_pieces;
    size_t bytes, again;
    cameo_memory memory, work;
    cameo_error e = {0};
    replay_run_bind(w);
    REPLAY_TRY(replay_run_measure_plan(w, &work, &bytes));
    REPLAY_TRY(cm_replay_free(r, n_kept));
    if (bytes == SIZE_MAX || !cm_replay_take(r, bytes, &memory)) return true;
    n_kept = r->n_pieces;
    REPLAY_TRY(replay_run_measure_plan(w, &work, &again));
    if (again == SIZE_MAX) return true;
    REPLAY_HOLDS(r, again == bytes);
    memory.size--;
    cameo_status status =
        cameo_plan_create(memory, w->session, w->dims, w->n_dims, work, NULL, &w->plan, NULL);
    REPLAY_HOLDS(r, status == CAMEO_E_NOMEM);
    memory.size++;
    status = cameo_plan_create(memory, w->session, w->dims, w->n_dims, work, NULL, &w->plan, &e);
    REPLAY_HOLDS(r, status == CAMEO_OK);
    return cm_replay_free(r, n_kept);
}

/* ---- run ------------------------------------------------------------------------------------- */

/* Bytes for an input: small integers with an extreme one now and then, bools of 0 and 1, else noise. */
static void replay_run_fill(replay_way *w, cameo_tensor *t, size_t n) {
    static const int64_t special[] = {INT64_MIN, INT64_MAX, INT32_MIN, -1};
    uint8_t *p = t->data;
    for (size_t i = 0; i < n; i++) {
        uint64_t x = replay_run_mix(w->seed + i * 77 + t->bytes);
        int64_t small = (x & 31) == 0 ? special[x >> 5 & 3] : (int64_t)(x >> 8 & 3);
        int32_t small32 = (int32_t)(uint32_t)(uint64_t)small;
        if (t->dtype == CAMEO_INT64 || t->dtype == CAMEO_UINT64) memcpy(p + 8 * i, &small, 8);
        if (t->dtype == CAMEO_INT32 || t->dtype == CAMEO_UINT32) memcpy(p + 4 * i, &small32, 4);
        if (t->dtype == CAMEO_BOOL) p[i] = x & 1;
        if (t->dtype == CAMEO_STRING) ((cameo_string *)t->data)[i] = (cameo_string){"string", x % 7};
    }
}

/* Input i from its declared type; *given false: it is none that this target can make. */
static bool replay_run_input(replay_way *w, uint32_t i, bool *given) {
    cameo_type type;
    cameo_memory piece;
    cameo_tensor *t = &w->inputs[i].tensor;
    cameo_session_get_input(w->session, i, &type);
    *given = false;
    REPLAY_HOLDS(w->r, type.rank <= CAMEO_MAX_RANK);
    if (type.kind != CAMEO_KIND_TENSOR) return true;
    t->dtype = type.dtype;
    t->rank = type.has_shape ? type.rank : 1;
    size_t n = 1, bytes;
    for (uint32_t d = 0; d < t->rank; d++) {
        t->dims[d] = type.has_shape && type.dims[d] >= 0 ? type.dims[d] : w->dim;
        if (t->dims[d] > 1 << 16) return true;
        if (cm_ckd_mul(n, (size_t)t->dims[d], &n) || n > 1 << 16) return true;
    }
    if (t->dtype == CAMEO_STRING) {
        bytes = n * sizeof(cameo_string);
    } else if (cm_dtype_bytes(t->dtype, n, &bytes) != CAMEO_OK) {
        return true;
    }
    if (!cm_replay_take(w->r, bytes, &piece)) return true;
    w->inputs[i].kind = CAMEO_KIND_TENSOR;
    t->data = piece.base;
    t->bytes = piece.size;
    replay_run_fill(w, t, n);
    *given = true;
    return true;
}

/* Reads every byte of an output: the sanitizer sees what lies outside, *sum tells results apart. */
static bool replay_run_read(replay_way *w, const cameo_value *v, uint64_t *sum) {
    const cameo_tensor *t = &v->tensor;
    if (v->kind != CAMEO_KIND_TENSOR) return true;
    REPLAY_HOLDS(w->r, t->rank <= CAMEO_MAX_RANK);
    size_t n = 1, bytes = 0;
    for (uint32_t d = 0; d < t->rank; d++) {
        REPLAY_HOLDS(w->r, t->dims[d] >= 0 && !cm_ckd_mul(n, (size_t)t->dims[d], &n));
        *sum = replay_run_mix(*sum + (uint64_t)t->dims[d]);
    }
    REPLAY_HOLDS(w->r, t->data != NULL || n == 0);
    if (t->dtype == CAMEO_STRING) {
        const cameo_string *s = t->data;
        for (size_t i = 0; i < n; i++) {
            for (size_t c = 0; c < s[i].n; c++) *sum = replay_run_mix(*sum + (uint8_t)s[i].p[c]);
        }
        return true;
    }
    REPLAY_HOLDS(w->r, cm_dtype_bytes(t->dtype, n, &bytes) == CAMEO_OK && t->bytes >= bytes);
    for (size_t i = 0; i < bytes; i++) *sum = replay_run_mix(*sum + ((const uint8_t *)t->data)[i]);
    return true;
}

static bool replay_run_read_all(replay_way *w, const cameo_value *outputs, uint32_t n, uint64_t *sum) {
    for (uint32_t i = 0; i < n; i++) {
        REPLAY_TRY(replay_run_read(w, &outputs[i], sum));
        for (size_t k = 0; k < outputs[i].n_items; k++) {
            REPLAY_TRY(replay_run_read(w, &outputs[i].items[k], sum));
        }
    }
    return true;
}

/* One run from begin to end, in one go or task by task: what came of it in *status, *cost, *sum. */
static bool replay_run_once(replay_way *w, bool slices, cameo_status *status, uint64_t *cost,
                            uint64_t *sum) {
    cameo_value outputs[REPLAY_MAX_IO];
    cameo_error e = {0};
    cameo_session_info info = {0};
    cameo_session_get_info(w->session, &info);
    uint32_t n_outputs = info.n_outputs < REPLAY_MAX_IO ? info.n_outputs : REPLAY_MAX_IO;
    memset(outputs, 0, sizeof outputs);
    *sum = 0;
    *status = cameo_run_begin(w->run, w->inputs, w->n_inputs, outputs, n_outputs, &e);
    for (uint32_t n = 0; *status == CAMEO_OK && slices && n < REPLAY_MAX_SLICES; n++) {
        cameo_budget budget = {.size = sizeof budget, .tasks = 1};
        cameo_status s = cameo_run_advance(w->run, &budget, &e);
        if (s == CAMEO_PAUSED) continue;
        *status = s;
        break;
    }
    if (*status == CAMEO_OK) *status = cameo_run_advance(w->run, NULL, &e);
    if (*status == CAMEO_OK) *status = cameo_run_end(w->run, &e);
    cameo_run_stats stats = {.size = sizeof stats};
    cameo_run_get_stats(w->run, &stats);
    *cost = stats.cost;
    REPLAY_TRY(replay_run_may_end(w, *status, &e));
    return *status != CAMEO_OK || replay_run_read_all(w, outputs, n_outputs, sum);
}

static bool replay_run_repeat(replay_way *w) {
    cameo_status first, second, third;
    uint64_t cost1, cost2, cost3, sum1, sum2, sum3;
    REPLAY_TRY(replay_run_once(w, false, &first, &cost1, &sum1));
    REPLAY_TRY(replay_run_once(w, true, &second, &cost2, &sum2));
    REPLAY_TRY(replay_run_once(w, false, &third, &cost3, &sum3));
    REPLAY_HOLDS(w->r, first == second && first == third);
    REPLAY_HOLDS(w->r, sum1 == sum2 && sum1 == sum3);
    REPLAY_HOLDS(w->r, first != CAMEO_OK || (cost1 == cost2 && cost1 == cost3));
    return true;
}

/* w->run, NULL: it needs more than there is. */
static bool replay_run_make(replay_way *w) {
    replay *r = w->r;
    cameo_run_needs needs = {.size = sizeof needs};
    cameo_memory memory;
    cameo_error e = {0};
    cameo_status status = cameo_run_measure(w->plan, 1, &needs, &e);
    REPLAY_TRY(replay_run_may_end(w, status, &e));
    size_t heap = needs.dynamic_bytes == 0 ? 0 : cm_replay_room(r) / 16;
    if (status != CAMEO_OK || needs.planned_bytes > cm_replay_room(r) / 2) return true;
    if (!cm_replay_take(r, needs.planned_bytes + heap, &memory)) return true;
    memory.size = needs.planned_bytes - 1;
    REPLAY_HOLDS(r, cameo_run_create(memory, w->plan, 1, NULL, &w->options, &w->run, NULL) ==
                        CAMEO_E_NOMEM);
    memory.size += heap + 1;
    w->run = NULL;
    status = cameo_run_create(memory, w->plan, 1, NULL, &w->options, &w->run, &e);
    REPLAY_HOLDS(r, status == CAMEO_OK);
    return true;
}

/* Whether the inputs could be made. */
static bool replay_run_inputs(replay_way *w, bool *given) {
    cameo_session_info info = {0};
    cameo_session_get_info(w->session, &info);
    *given = info.n_inputs <= REPLAY_MAX_IO;
    w->n_inputs = info.n_inputs;
    for (uint32_t i = 0; *given && i < info.n_inputs; i++) REPLAY_TRY(replay_run_input(w, i, given));
    return true;
}

bool cm_replay_run(replay *r) {
    replay_way w;
    bool given;
    replay_run_init(&w, r);
    REPLAY_TRY(cm_replay_model(r, &w.options, false, &w.model));
    if (w.model == NULL) return true;
    REPLAY_TRY(replay_run_session(&w));
    if (w.session == NULL) return true;
    REPLAY_TRY(replay_run_plan(&w));
    if (w.plan == NULL) return true;
    REPLAY_TRY(replay_run_make(&w));
    if (w.run == NULL) return true;
    REPLAY_TRY(replay_run_inputs(&w, &given));
    return !given || replay_run_repeat(&w);
}

/* ---- oom ------------------------------------------------------------------------------------- */

/* Creating a model in every size near the need, and in some of all the others. */
static bool replay_oom_model(replay_way *w) {
    replay *r = w->r;
    size_t model_bytes, work_bytes;
    cameo_memory memory, work;
    cameo_model *model = NULL;
    if (cameo_model_measure(r->bytes, r->size, &w->options, &model_bytes, &work_bytes, NULL) != 0) {
        return true;
    }
    uint32_t n_kept = r->n_pieces;
    if (!cm_replay_take(r, model_bytes, &memory) || !cm_replay_take(r, work_bytes, &work)) {
        return cm_replay_free(r, n_kept);
    }
    for (int which = 0; which < 2; which++) {
        cameo_memory *piece = which == 0 ? &memory : &work;
        size_t need = piece->size, step = need / 32 + 1;
        for (size_t size = 0; size < need; size += need - size <= 16 ? 1 : step) {
            if (need - size > 16 && need - size < step) size = need - 16;
            piece->size = size;
            cameo_status status =
                cameo_model_create(memory, work, r->bytes, r->size, &w->options, &model, NULL);
            REPLAY_HOLDS(r, status == CAMEO_E_NOMEM && model == NULL);
        }
        piece->size = need;
    }
    return cm_replay_free(r, n_kept);
}

#if CAMEO_DEBUG
/* Fails each request for work memory of prepare in turn. */
static bool replay_oom_prepare(replay_way *w) {
    replay *r = w->r;
    uint32_t n_kept = r->n_pieces, n_requests = 0, step = 1;
    cameo_prepared *prepared;
    cameo_memory memory;
    if (!cm_replay_take(r, cm_replay_room(r) / 2, &memory)) return true;
    for (uint32_t k = 0; k <= n_requests; k += step) {
        cm_arena work;
        cameo_error e = {0};
        cm_arena_init(&work, memory.base, memory.size);
        work.fail_in = k == 0 ? UINT32_MAX : k;
        cameo_status status = cm_prepare(w->model, &work, &w->options, NULL, NULL, &prepared, &e);
        if (k == 0) {
            if (work.failed) break;
            n_requests = UINT32_MAX - work.fail_in;
            step = n_requests / REPLAY_MAX_FAILURES + 1;
        } else {
            REPLAY_HOLDS(r, status == CAMEO_E_NOMEM);
        }
    }
    return cm_replay_free(r, n_kept);
}

/* Fails each request of planning in turn. */
static bool replay_oom_plan(replay_way *w) {
    replay *r = w->r;
    uint32_t n_kept = r->n_pieces, n_requests = 0, step = 1;
    cameo_session_info info = {0};
    cameo_memory memory, target, ranges;
    cameo_plan *plan;
    cameo_session_get_info(w->session, &info);
    if (!cm_replay_take(r, (size_t)info.n_symbols * 2 * sizeof(int64_t), &ranges)) return true;
    for (uint32_t i = 0; i < 2 * info.n_symbols; i++) ((int64_t *)ranges.base)[i] = w->dim;
    bool room = cm_replay_take(r, cm_replay_room(r) / 4, &memory) &&
                cm_replay_take(r, cm_replay_room(r) / 4, &target);
    for (uint32_t k = 0; room && k <= n_requests; k += step) {
        cm_arena work, a;
        cm_arena_init(&work, memory.base, memory.size);
        cm_arena_init(&a, target.base, target.size);
        work.fail_in = k == 0 ? UINT32_MAX : k;
        cameo_status status = cm_plan_make(&a, w->session, ranges.base, &work, NULL, &plan, NULL);
        if (k == 0) {
            if (status != CAMEO_OK) break;
            n_requests = UINT32_MAX - work.fail_in;
            step = n_requests / REPLAY_MAX_FAILURES + 1;
        } else {
            REPLAY_HOLDS(r, status == CAMEO_E_NOMEM);
        }
    }
    return cm_replay_free(r, n_kept);
}
#endif

/* Runs with every heap from nothing to what is there: only memory may be what is missing. */
static bool replay_oom_heap(replay_way *w) {
    replay *r = w->r;
    cameo_run_needs needs = {.size = sizeof needs};
    bool given;
    REPLAY_TRY(replay_run_inputs(w, &given));
    if (!given || cameo_run_measure(w->plan, 1, &needs, NULL) != CAMEO_OK) return true;
    uint32_t n_kept = r->n_pieces;
    bool finished = false;
    for (size_t heap = 0; heap <= 8192; heap = heap * 2 + 64) {
        cameo_memory memory;
        cameo_status status;
        uint64_t cost, sum;
        if (needs.planned_bytes > cm_replay_room(r) / 2) break;
        if (!cm_replay_take(r, needs.planned_bytes + heap, &memory)) break;
        status = cameo_run_create(memory, w->plan, 1, NULL, &w->options, &w->run, NULL);
        REPLAY_HOLDS(r, status == CAMEO_OK);
        REPLAY_TRY(replay_run_once(w, false, &status, &cost, &sum));
        REPLAY_HOLDS(r, status != CAMEO_E_NOMEM || needs.dynamic_bytes != 0);
        REPLAY_HOLDS(r, status != CAMEO_E_NOMEM || !finished);
        finished = finished || status == CAMEO_OK;
        REPLAY_TRY(cm_replay_free(r, n_kept));
    }
    return true;
}

bool cm_replay_oom(replay *r) {
    replay_way w;
    replay_run_init(&w, r);
    w.limits.nodes = 64; /* the sweep repeats everything: small models only */
    if (r->size > REPLAY_OOM_MAX) return true;
    REPLAY_TRY(replay_oom_model(&w));
    REPLAY_TRY(cm_replay_model(r, &w.options, false, &w.model));
    if (w.model == NULL) return true;
#if CAMEO_DEBUG
    REPLAY_TRY(replay_oom_prepare(&w));
#endif
    REPLAY_TRY(replay_run_session(&w));
    if (w.session == NULL) return true;
#if CAMEO_DEBUG
    REPLAY_TRY(replay_oom_plan(&w));
#endif
    REPLAY_TRY(replay_run_plan(&w));
    return w.plan == NULL || replay_oom_heap(&w);
}
