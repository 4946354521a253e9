/* meter.c — see meter.h. */
#include <string.h>

#include "tools/meter.h"
#include "tools/step_ops.h"
#include "tools/tool.h"

/* Spans that are kept of each worker: a loop may have any number of turns. */
#define METER_MAX_SPANS 1000000

/* Which worker of the pool this thread is. */
static _Thread_local uint32_t meter_self;

static void meter_add_span(meter_worker *w, uint64_t now) {
    meter_span *last = w->n_spans == 0 ? NULL : &w->spans[w->n_spans - 1];
    if (last != NULL && last->step == w->step && last->end == w->since) {
        last->end = now;
        return;
    }
    if (w->n_spans == METER_MAX_SPANS) return;
    if (w->n_spans == w->cap_spans) {
        size_t cap = w->cap_spans == 0 ? 1024 : 2 * w->cap_spans;
        meter_span *more = realloc(w->spans, cap * sizeof *more);
        if (more == NULL) return;
        w->spans = more;
        w->cap_spans = cap;
    }
    w->spans[w->n_spans++] = (meter_span){w->step, w->since, now};
}

/* From now on the worker is at this step. */
static void meter_turn(meter *m, uint32_t worker, uint32_t step, uint64_t now) {
    meter_worker *w = &m->workers[worker];
    if (w->step != CM_NONE) {
        w->busy_ns[w->step] += now - w->since;
        if (m->keeps_spans) meter_add_span(w, now);
    }
    w->step = step;
    w->since = now;
}

/* From now on the run is at this step. */
static void meter_wall(meter *m, uint32_t step, uint64_t now) {
    if (m->wall_step != CM_NONE) m->steps[m->wall_step].wall_ns += now - m->wall_since;
    m->wall_step = step;
    m->wall_since = now;
}

static uint64_t meter_value_bytes(const cm_tensor *t) {
    size_t bits = cameo_dtype_bits((cameo_dtype)t->dtype);
    return t->kind == CAMEO_KIND_TENSOR ? (uint64_t)t->n * bits / 8 : 0;
}

/* Operations and bytes of the execution that begins. */
static void meter_count(meter *m, uint32_t pc) {
    const cameo_run *r = m->run;
    const cm_step *step = &m->s->steps[pc];
    meter_step *c = &m->steps[pc];
    c->n_times++;
    c->ops += step_ops(r, step);
    for (uint32_t i = 0; i < step->n_in + (uint32_t)step->n_out; i++) {
        cm_id v =
            i < step->n_in ? cm_step_in(m->s, step, i) : cm_step_out(m->s, step, i - step->n_in);
        if (v == CM_NONE) continue;
        uint64_t bytes = meter_value_bytes(&r->values[v]);
        if (m->s->values[v].kind != CM_SVALUE_CONST) {
            c->value_bytes += bytes;
            continue;
        }
        c->weight_bytes += bytes;
        if (!m->seen[v]) m->weights += bytes;
        m->seen[v] = true;
    }
}

static uint64_t meter_clock(void *ctx) {
    meter *m = ctx;
    const cameo_run *r = m->run;
    if (r == NULL) return 0;
    uint32_t pc = r->pc;
    if (m->counts && !m->parallel && r->phase == 0 && r->iteration == 0 && r->next == 0)
        meter_count(m, pc);
    uint64_t now = cm_os_clock_ns(NULL);
    meter_turn(m, meter_self, pc, now);
    if (!m->parallel) meter_wall(m, pc, now);
    return 0;
}

static void meter_work(void *arg, uint32_t worker) {
    meter *m = arg;
    meter_self = worker;
    m->work(m->work_arg, worker);
    meter_turn(m, worker, CM_NONE, cm_os_clock_ns(NULL));
}

static void meter_parallel(void *ctx, void (*work)(void *arg, uint32_t worker), void *arg) {
    meter *m = ctx;
    const cameo_run *r = m->run;
    if (m->counts && r->phase == 0 && r->iteration == 0) meter_count(m, r->pc);
    uint64_t now = cm_os_clock_ns(NULL);
    meter_turn(m, 0, CM_NONE, now);
    meter_wall(m, r->pc, now);
    m->work = work;
    m->work_arg = arg;
    m->parallel = true;
    m->inner.parallel(m->inner.ctx, meter_work, m);
    m->parallel = false;
    meter_self = 0;
    meter_wall(m, r->pc, cm_os_clock_ns(NULL));
}

cameo_status meter_init(meter *m, const cameo_session *s, uint32_t n_workers, cameo_error *e) {
    memset(m, 0, sizeof *m);
    m->s = s;
    m->n_workers = n_workers == 0 ? cm_os_n_cpus() : n_workers;
    m->steps = tool_alloc(((size_t)s->n_steps + 1) * sizeof *m->steps);
    memset(m->steps, 0, ((size_t)s->n_steps + 1) * sizeof *m->steps);
    m->seen = tool_alloc((size_t)s->n_values + 1);
    memset(m->seen, 0, (size_t)s->n_values + 1);
    m->workers = tool_alloc(m->n_workers * sizeof *m->workers);
    memset(m->workers, 0, m->n_workers * sizeof *m->workers);
    for (uint32_t w = 0; w < m->n_workers; w++) {
        m->workers[w].step = CM_NONE;
        m->workers[w].busy_ns = tool_alloc(((size_t)s->n_steps + 1) * sizeof(uint64_t));
    }
    m->wall_step = CM_NONE;
    meter_reset(m);
    if (m->n_workers == 1) return CAMEO_OK;
    m->pool = cm_os_pool_create(m->n_workers, &m->inner);
    CM_CHECK(m->pool != NULL, e, CAMEO_E_NOMEM, "no %u threads", (unsigned)m->n_workers);
    m->outer = (cameo_threads){m, m->n_workers, meter_parallel};
    return CAMEO_OK;
}

const cameo_threads *meter_threads(const meter *m) { return m->pool == NULL ? NULL : &m->outer; }

void meter_set_clock(meter *m, cameo_options *options) {
    options->clock_ns = meter_clock;
    options->clock_ctx = m;
}

cameo_status meter_run(meter *m, const cameo_value *inputs, size_t n_inputs, cameo_error *e) {
    const cameo_budget far = {.size = sizeof far, .deadline_ns = UINT64_MAX};
    CM_TRY(cameo_run_begin(m->run, inputs, n_inputs, NULL, 0, e));
    cameo_status status;
    do {
        status = cameo_run_advance(m->run, &far, e);
    } while (status == CAMEO_PENDING);
    uint64_t now = cm_os_clock_ns(NULL);
    meter_turn(m, 0, CM_NONE, now);
    meter_wall(m, CM_NONE, now);
    CM_TRY(status);
    return cameo_run_end(m->run, e);
}

void meter_reset(meter *m) {
    for (uint32_t i = 0; i < m->s->n_steps; i++) m->steps[i].wall_ns = 0;
    for (uint32_t w = 0; w < m->n_workers; w++) {
        memset(m->workers[w].busy_ns, 0, ((size_t)m->s->n_steps + 1) * sizeof(uint64_t));
        m->workers[w].n_spans = 0;
    }
}

uint64_t meter_busy(const meter *m, uint32_t step) {
    uint64_t sum = 0;
    for (uint32_t w = 0; w < m->n_workers; w++) sum += m->workers[w].busy_ns[step];
    return sum;
}

void meter_free(meter *m) {
    cm_os_pool_destroy(m->pool);
    for (uint32_t w = 0; m->workers != NULL && w < m->n_workers; w++) {
        free(m->workers[w].busy_ns);
        free(m->workers[w].spans);
    }
    free(m->workers);
    free(m->seen);
    free(m->steps);
}
