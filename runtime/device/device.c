/* device.c — a session's, a plan's and a run's work on devices: memory, hooks, works for their queues, waiting.
 *
 * A work is put together from neighbouring steps: TRANSFER steps to the device, DEVICE steps of one group with the VIEW
 * steps between them, which only rename, TRANSFER steps to the host, and the DROP steps anywhere, which for values of a
 * device mean nothing: their places were planned for this order, and the queue keeps it. Dims of open steps are found
 * from dims alone. So the host goes on at once, and waits in three places: where it reads what a copy brings, where it
 * writes to pinned memory that a copy still reads, and before it frees memory that works may use. */
#include "runtime/device/device.h"

cameo_status cm_device_failed(const cameo_provider *provider, const char *what, cameo_status status,
                              const cameo_error *why, cameo_error *e) {
    const char *text = why->msg[0] != 0 ? why->msg : cameo_status_text(status);
    (void)provider;
    (void)what;
    (void)text;
    return CM_FAIL(e, CAMEO_E_DEVICE, "provider %s: %s: %s", provider->name, what, text);
}

cameo_status cm_device_alloc(const cameo_provider *p, cameo_memory_kind kind, size_t bytes, uint64_t *memory,
                             void **host, cameo_error *e) {
    cameo_error why = {0};
    *host = NULL;
    cameo_status status = p->alloc(p->ctx, kind, bytes, memory, host, &why);
    if (status != CAMEO_OK) return cm_device_failed(p, "alloc", status, &why, e);
    if (kind == CAMEO_MEMORY_DEVICE || (*host != NULL && (uintptr_t)*host % CAMEO_ALIGN == 0)) return CAMEO_OK;
    p->free(p->ctx, *memory);
    return CM_FAIL(e, CAMEO_E_DEVICE, "provider %s: alloc: pinned memory without an aligned address", p->name);
}

/* ---- sessions and plans ---- */

cameo_status cm_device_send(const cm_device *d, const cameo_copy *copies, uint32_t n, cm_ir *ir) {
    const cameo_provider *p = &d->provider;
    const cameo_work work = {.size = sizeof work, .session = d->token, .in = copies, .n_in = n};
    cameo_error why = {0};
    uint64_t ticket = 0;
    if (n == 0) return CAMEO_OK;
    cameo_status status = p->enqueue(p->ctx, &work, &ticket, &why);
    if (status != CAMEO_OK) return cm_device_failed(p, "enqueue", status, &why, ir->e);
    for (;;) {
        status = p->wait(p->ctx, ticket, &why);
        if (status != CAMEO_PENDING) break;
        cameo_status stopped = cm_ir_go_on(ir, true);
        if (stopped == CAMEO_OK) continue;
        p->drop(p->ctx, CAMEO_DROP_TICKET, ticket);
        return stopped;
    }
    return status == CAMEO_OK ? status : cm_device_failed(p, "wait", status, &why, ir->e);
}

cameo_status cm_device_weights(const cameo_session *s, uint32_t device, cm_device *d, cm_device_value *values,
                               cameo_error *e) {
    cameo_partition nodes;
    cameo_error why = {0};
    if (d->provider.weights == NULL || d->n == 0) return CAMEO_OK;
    cm_partition_init(&nodes, s, device, 0, d->n, &why);
    nodes.values = values;
    cameo_status status = d->provider.weights(d->provider.ctx, &nodes, &d->token, &why);
    d->has_token = status == CAMEO_OK;
    return status == CAMEO_OK ? status : cm_device_failed(&d->provider, "weights", status, &why, e);
}

static void device_drop_plans(const cameo_session *s, cm_plan_device *devices) {
    for (uint32_t i = 0; i < s->devices->n; i++) {
        const cameo_provider *p = &s->devices->device[i].provider;
        if (devices[i].has_token) p->drop(p->ctx, CAMEO_DROP_PLAN, devices[i].token);
        devices[i].has_token = false;
    }
}

cameo_status cm_device_plan(const cm_planning *p, cm_plan_device *devices) {
    for (uint32_t i = 0; i < p->s->devices->n; i++) {
        const cm_device *d = &p->s->devices->device[i];
        cm_plan_device *own = &devices[i];
        cameo_partition nodes;
        cameo_error why = {0};
        uint64_t workspace = 0;
        if (d->provider.plan == NULL || d->n == 0) continue;
        cm_partition_init(&nodes, p->s, i, 0, d->n, &why);
        nodes.planning = p;
        cameo_status status = d->provider.plan(d->provider.ctx, d->token, &nodes, &own->token, &workspace, &why);
        own->has_token = status == CAMEO_OK;
        own->workspace = (size_t)workspace;
        size_t end = 0;
        bool wrong = workspace > SIZE_MAX || cm_ckd_align(own->bytes, cm_device_align(&d->provider), &own->work_off) ||
                     cm_ckd_add(own->work_off, own->workspace, &end);
        if (status == CAMEO_OK && !wrong) continue;
        device_drop_plans(p->s, devices);
        if (status != CAMEO_OK) return cm_device_failed(&d->provider, "plan", status, &why, p->e);
        return CM_FAIL(p->e, CAMEO_E_LIMIT, "provider %s: a workspace of %llu bytes", d->provider.name,
                       CM_LLU(workspace));
    }
    return CAMEO_OK;
}

void cameo_plan_release(cameo_plan *plan) {
    if (plan->devices != NULL) device_drop_plans(plan->session, plan->devices);
}

/* ---- memory of a run ---- */

static cm_run_devices *device_layout(cm_arena *a, const cameo_session *s) {
    cm_run_devices shell;
    cm_run_devices *placed = CM_ARENA_NEW(a, cm_run_devices);
    cm_run_devices *d = placed == NULL ? &shell : placed;
    d->queue = CM_ARENA_NEW_N(a, cm_queue, s->devices->n);
    d->at = CM_ARENA_NEW_N(a, cm_device_ref, s->n_values);
    d->own = CM_ARENA_NEW_N(a, cm_device_own, s->n_values);
    d->use = CM_ARENA_NEW_N(a, cm_device_use, s->n_values);
    return placed;
}

static void device_measure(const cameo_plan *plan, cameo_run_needs *needs) {
    for (uint32_t i = 0; i < plan->session->devices->n; i++) {
        needs->device_bytes += cm_device_bytes(&plan->devices[i]);
        needs->pinned_bytes += plan->devices[i].pinned;
    }
}

static uint32_t device_space(const cameo_run *r, cm_id v) { return cm_svalue_space(&r->s->values[v]); }

static const cameo_provider *device_provider(const cameo_run *r, uint32_t device) {
    return &r->s->devices->device[device].provider;
}

static void device_stop(cameo_run *r) {
    for (uint32_t i = 0; i < r->s->devices->n; i++) {
        cm_queue *q = &r->devices->queue[i];
        const cameo_provider *p = device_provider(r, i);
        if (q->done != q->sent) p->drop(p->ctx, CAMEO_DROP_TICKET, q->ticket);
        q->done = q->sent;
    }
}

static void device_release(cameo_run *r) {
    cm_run_devices *d = r->devices;
    device_stop(r);
    for (uint32_t i = 0; i < r->s->devices->n; i++) {
        const cameo_provider *p = device_provider(r, i);
        cm_queue *q = &d->queue[i];
        if (q->has_token) p->drop(p->ctx, CAMEO_DROP_RUN, q->token);
        if (q->has_memory) p->free(p->ctx, q->memory);
        if (q->has_pinned) p->free(p->ctx, q->pinned);
        q->has_token = q->has_memory = q->has_pinned = false;
    }
    for (cm_id v = 0; v < r->s->n_values; v++) {
        if (d->own[v].bytes == 0) continue;
        const cameo_provider *p = device_provider(r, cm_space_device(device_space(r, v), r->s->devices->n));
        p->free(p->ctx, d->own[v].memory);
        d->own[v].bytes = 0;
    }
}

static cameo_status device_create_queue(cameo_run *r, uint32_t i, cameo_error *e) {
    const cameo_provider *p = device_provider(r, i);
    const cm_plan_device *plan = &r->plan->devices[i];
    cm_queue *q = &r->devices->queue[i];
    void *host;
    if (cm_device_bytes(plan) != 0) {
        CM_TRY(cm_device_alloc(p, CAMEO_MEMORY_DEVICE, cm_device_bytes(plan), &q->memory, &host, e));
        q->has_memory = true;
    }
    if (plan->pinned != 0) {
        CM_TRY(cm_device_alloc(p, CAMEO_MEMORY_PINNED, plan->pinned, &q->pinned, &host, e));
        q->has_pinned = true;
        q->host = host;
    }
    return CAMEO_OK;
}

static cameo_status device_bind(cameo_run *r, uint32_t i, cameo_error *e) {
    const cm_device *d = &r->s->devices->device[i];
    cm_queue *q = &r->devices->queue[i];
    cameo_partition nodes;
    cameo_error why = {0};
    if (d->provider.bind == NULL || d->n == 0) return CAMEO_OK;
    cm_partition_init(&nodes, r->s, i, 0, d->n, &why);
    nodes.run = r;
    cameo_status status = d->provider.bind(d->provider.ctx, r->plan->devices[i].token, &nodes, &q->token, &why);
    q->has_token = status == CAMEO_OK;
    return status == CAMEO_OK ? status : cm_device_failed(&d->provider, "bind", status, &why, e);
}

static cameo_status device_create(cameo_run *r, cameo_error *e) {
    cm_run_devices *d = r->devices;
    const cm_devices *s = r->s->devices;
    cameo_status status = CAMEO_OK;
    for (uint32_t i = 0; i < s->n && status == CAMEO_OK; i++) status = device_create_queue(r, i, e);
    for (cm_id v = 0; v < r->s->n_values; v++) {
        uint32_t space = device_space(r, v);
        const cm_pvalue *pv = &r->plan->values[v];
        if (space == 0) continue;
        if (pv->place == CM_PLACE_ALIAS && pv->alias != CM_NONE) pv = &r->plan->values[pv->alias]; /* of a state */
        uint32_t i = cm_space_device(space, s->n);
        const cm_queue *q = &d->queue[i];
        if (pv->place == CM_PLACE_CONST) d->at[v] = (cm_device_ref){s->device[i].memory, s->const_off[v]};
        if (pv->place == CM_PLACE_BUFFER) d->at[v] = (cm_device_ref){space > s->n ? q->pinned : q->memory, pv->off};
    }
    for (uint32_t i = 0; i < s->n && status == CAMEO_OK; i++) status = device_bind(r, i, e);
    if (status != CAMEO_OK) device_release(r);
    return status;
}

static void device_alias(cameo_run *r, cm_id out, cm_id in) { r->devices->at[out] = r->devices->at[in]; }

/* ---- waiting ---- */

/* Is this work done? One question to the provider; CAMEO_PENDING: not yet. */
static cameo_status device_wait(cameo_run *r, uint32_t i, uint64_t work, uint64_t ticket, cameo_error *e) {
    cm_queue *q = &r->devices->queue[i];
    const cameo_provider *p = device_provider(r, i);
    cameo_error why = {0};
    if (q->done >= work) return CAMEO_OK;
    CM_TRY(cm_run_may_go_on(r, 0, e));
    cameo_status status = p->wait(p->ctx, ticket, &why);
    if (status == CAMEO_PENDING) return status;
    q->done = status == CAMEO_OK ? work : q->sent;
    if (status == CAMEO_OK) return CAMEO_OK;
    r->pc = q->pc; /* the error names a node of the last work */
    return cm_device_failed(p, "wait", status, &why, e);
}

static cameo_status device_wait_value(cameo_run *r, cm_id v, cameo_error *e) {
    const cm_device_use *use = &r->devices->use[v];
    return device_wait(r, cm_space_device(device_space(r, v), r->s->devices->n), use->work, use->ticket, e);
}

static cameo_status device_ready(cameo_run *r, const cm_step *step, cameo_error *e) {
    if (step == NULL) {
        for (uint32_t i = 0; i < r->s->devices->n; i++) {
            const cm_queue *q = &r->devices->queue[i];
            CM_TRY(device_wait(r, i, q->sent, q->ticket, e));
        }
        return CAMEO_OK;
    }
    if (step->kind == CM_STEP_DEVICE || step->kind == CM_STEP_TRANSFER || step->kind == CM_STEP_DROP) return CAMEO_OK;
    for (uint32_t k = 0; k < step->n_in; k++) {
        cm_id v = cm_step_in(r->s, step, k);
        if (v != CM_NONE && cm_space_is_pinned(r->s, v)) CM_TRY(device_wait_value(r, v, e));
    }
    return CAMEO_OK;
}

/* ---- a work ---- */

enum { BATCH_IN, BATCH_NODES, BATCH_OUT };

/* A work while it is put together, from step `begin` on. */
typedef struct device_batch {
    cameo_run *r;
    uint32_t device, begin, phase;
    uint32_t n_in, n_out;
    uint32_t first, n;   /* nodes of the device */
    bool ends; /* the step in hand does not belong to it */
    cameo_error *e;
} device_batch;

static cm_queue *batch_queue(const device_batch *b) { return &b->r->devices->queue[b->device]; }

/* CAMEO_PENDING while works, this one included, are not done: for what the host must not do before. */
static cameo_status batch_idle(const device_batch *b) {
    const cm_queue *q = batch_queue(b);
    if (b->n_in + b->n_out + b->n != 0) return CAMEO_PENDING;
    return device_wait(b->r, b->device, q->sent, q->ticket, b->e);
}

/* As device_ready; what this work brings is not there before it was enqueued. */
static cameo_status batch_ready(const device_batch *b, cm_id v) {
    if (v == CM_NONE || !cm_space_is_pinned(b->r->s, v)) return CAMEO_OK;
    bool own = cm_space_device(device_space(b->r, v), b->r->s->devices->n) == b->device;
    if (own && b->r->devices->use[v].work > batch_queue(b)->sent) return CAMEO_PENDING;
    return device_wait_value(b->r, v, b->e);
}

/* Room for the bytes of v, whose dims are known now, in device or pinned memory. Memory of its own is kept from turn
 * to turn. */
static cameo_status batch_store(const device_batch *b, cm_id v) {
    size_t bytes;
    cameo_run *r = b->r;
    const cm_pvalue *pv = &r->plan->values[v];
    cm_device_own *own = &r->devices->own[v];
    bool pinned = cm_space_is_pinned(r->s, v);
    CM_TRY(cm_tensor_bytes(&r->values[v], &bytes, b->e));
    if (pv->place != CM_PLACE_HEAP) {
        CM_CHECK(bytes <= pv->size, b->e, CAMEO_E_INTERNAL, "a value of %zu bytes, planned %zu", bytes, pv->size);
        if (pinned) r->values[v].data = batch_queue(b)->host + pv->off;
        return CAMEO_OK;
    }
    if (bytes > own->bytes) {
        const cameo_provider *p = device_provider(r, b->device);
        if (own->bytes != 0) {
            CM_TRY(batch_idle(b));
            p->free(p->ctx, own->memory);
        }
        own->bytes = 0;
        CM_TRY(cm_device_alloc(p, pinned ? CAMEO_MEMORY_PINNED : CAMEO_MEMORY_DEVICE, bytes, &own->memory, &own->host,
                               b->e));
        own->bytes = bytes;
    }
    r->devices->at[v] = (cm_device_ref){own->memory, 0};
    if (pinned) r->values[v].data = own->host;
    return CAMEO_OK;
}

/* Do two values of pinned memory share bytes? */
static bool batch_overlap(const cameo_run *r, cm_id a, cm_id b) {
    const cm_pvalue *x = &r->plan->values[a], *y = &r->plan->values[b];
    if (a == b) return true;
    if (x->place != CM_PLACE_BUFFER || y->place != CM_PLACE_BUFFER || device_space(r, a) != device_space(r, b))
        return false;
    return x->off < y->off + y->size && y->off < x->off + x->size;
}

/* The host is about to write pinned value v: no copy uses its bytes any more. */
static cameo_status batch_free(const device_batch *b, cm_id v) {
    const cameo_run *r = b->r;
    const cm_queue *q = batch_queue(b);
    if (q->done == q->sent && b->n_in == 0) return CAMEO_OK;
    for (cm_id other = 0; other < r->s->n_values; other++) {
        if (r->devices->use[other].work > q->done && batch_overlap(r, v, other)) return batch_idle(b);
    }
    return CAMEO_OK;
}

/* From the host's memory to pinned memory: the host copies at once. */
static cameo_status batch_stage(device_batch *b, cm_id from, cm_id to) {
    cameo_run *r = b->r;
    const cm_tensor *t = &r->values[from];
    size_t bytes;
    CM_TRY(batch_ready(b, from));
    CM_TRY(batch_free(b, to));
    CM_TRY(cm_run_set_dims(r, to, t->dtype, t->rank, t->dims, b->e));
    CM_TRY(batch_store(b, to));
    CM_TRY(cm_tensor_bytes(t, &bytes, b->e));
    if (t->data == NULL)
        r->values[to].data = NULL; /* a state: its device has it */
    else if (bytes != 0)
        memcpy(r->values[to].data, t->data, bytes);
    return CAMEO_OK;
}

/* Is a pinned value a state that stays where it is, since the caller does not want it? */
static bool batch_stays(const cameo_run *r, cm_id pinned) {
    bool stays = r->plan->values[pinned].alias != CM_NONE;
    for (size_t i = 0; stays && i < r->n_outputs; i++) stays = r->s->outputs[cm_run_output_at(r, i)].value != pinned;
    return stays;
}

/* Between pinned memory, where the host finds `host`, and the device's. */
static cameo_status batch_copy(device_batch *b, cm_id pinned, cm_id device, bool out) {
    cameo_run *r = b->r;
    cm_id from = out ? device : pinned, to = out ? pinned : device;
    const cm_tensor *t = &r->values[from];
    size_t bytes;
    CM_TRY(cm_run_set_dims(r, to, t->dtype, t->rank, t->dims, b->e));
    CM_TRY(batch_store(b, to));
    CM_TRY(cm_tensor_bytes(t, &bytes, b->e));
    if (out ? batch_stays(r, pinned) : r->values[pinned].data == NULL) return CAMEO_OK;
    r->devices->use[pinned].work = batch_queue(b)->sent + 1;
    b->phase = out ? BATCH_OUT : b->phase;
    if (bytes == 0) return CAMEO_OK;
    cm_device_ref at = r->devices->at[device];
    cameo_copy copy = {at.memory, at.off, r->values[pinned].data, bytes};
    if (out)
        r->devices->out[b->n_out++] = copy;
    else
        r->devices->in[b->n_in++] = copy;
    return CAMEO_OK;
}

static cameo_status batch_transfer(device_batch *b, const cm_step *step) {
    cm_id from = cm_step_in(b->r->s, step, 0), to = cm_step_out(b->r->s, step, 0);
    uint32_t n = b->r->s->devices->n, source = device_space(b->r, from), target = device_space(b->r, to);
    bool out = source != 0 && source <= n;
    b->ends = cm_space_device(out ? source : target, n) != b->device || (!out && b->phase != BATCH_IN) ||
              b->n_in == CM_DEVICE_COPIES || b->n_out == CM_DEVICE_COPIES;
    if (b->ends) return CAMEO_OK;
    if (out) return batch_copy(b, to, from, true);
    return target > n ? batch_stage(b, from, to) : batch_copy(b, from, to, false);
}

/* The node of the device at step pc. */
static uint32_t batch_find(const cm_devices *s, uint32_t device, uint32_t pc) {
    uint32_t lo = 0, hi = s->device[device].n;
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (s->nodes[s->device[device].first + mid].pc <= pc)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

/* Dims and room for the outputs of a node, before the device is asked. */
static cameo_status batch_node(device_batch *b, const cm_step *step) {
    cameo_run *r = b->r;
    const cm_devices *s = r->s->devices;
    const cm_pstep *ps = &r->plan->steps[r->pc];
    b->ends = step->row != b->device || b->phase == BATCH_OUT;
    if (b->ends) return CAMEO_OK;
    uint32_t at = b->n == 0 ? batch_find(s, b->device, r->pc) : b->first + b->n;
    const cm_device_node *all = s->nodes + s->device[b->device].first;
    b->ends = b->n != 0 && all[at].group != all[b->first].group;
    if (b->ends) return CAMEO_OK;
    CM_CHECK(all[at].pc == r->pc, b->e, CAMEO_E_INTERNAL, "a partition of other nodes than its group");
    if (ps->open) CM_TRY(cm_dynamic_outputs(r, step, b->e));
    for (uint32_t i = 0; ps->open && i < step->n_out; i++) {
        cm_id v = cm_step_out(r->s, step, i);
        if (v != CM_NONE) CM_TRY(batch_store(b, v));
    }
    r->step_cost = cm_cost_add(r->step_cost, ps->open ? cm_dynamic_cost(r, step) : ps->cost);
    b->first = b->n == 0 ? at : b->first;
    b->n++;
    b->phase = BATCH_NODES;
    return CAMEO_OK;
}

static cameo_status batch_view(device_batch *b, const cm_step *step) {
    b->ends = device_space(b->r, cm_step_in(b->r->s, step, 0)) != b->device + 1;
    for (uint32_t k = 1; !b->ends && k < step->n_in; k++) CM_TRY(batch_ready(b, cm_step_in(b->r->s, step, k)));
    return b->ends ? CAMEO_OK : cm_dynamic_view(b->r, step, b->e);
}

/* Takes steps as long as they belong to one work. CAMEO_PENDING: the next one has to wait. */
static cameo_status batch_gather(device_batch *b) {
    cameo_run *r = b->r;
    for (; r->pc < r->s->n_steps; r->pc++) {
        const cm_step *step = &r->s->steps[r->pc];
        switch (step->kind) {
        case CM_STEP_TRANSFER: CM_TRY(batch_transfer(b, step)); break;
        case CM_STEP_DEVICE: CM_TRY(batch_node(b, step)); break;
        case CM_STEP_VIEW: CM_TRY(batch_view(b, step)); break;
        case CM_STEP_DROP:
            for (uint32_t i = 0; i < step->n_in; i++) { /* nodes of the work may read it */
                b->ends = b->ends || (b->n != 0 && r->values[cm_step_in(r->s, step, i)].block != CM_NONE);
            }
            for (uint32_t i = 0; !b->ends && i < step->n_in; i++) cm_run_drop(r, cm_step_in(r->s, step, i));
            break;
        default: return CAMEO_OK;
        }
        if (b->ends) return CAMEO_OK;
    }
    return CAMEO_OK;
}

/* The values that were copied know the ticket. */
static void batch_sent(const device_batch *b, uint64_t ticket) {
    cameo_run *r = b->r;
    cm_queue *q = batch_queue(b);
    q->sent++;
    q->ticket = ticket;
    q->pc = b->begin;
    for (uint32_t i = b->begin; i < r->pc; i++) {
        const cm_step *step = &r->s->steps[i];
        if (step->kind == CM_STEP_DEVICE && q->pc == b->begin) q->pc = i;
        if (step->kind != CM_STEP_TRANSFER) continue;
        cm_id from = cm_step_in(r->s, step, 0), to = cm_step_out(r->s, step, 0);
        cm_id pinned = cm_space_is_pinned(r->s, to) ? to : from;
        if (r->devices->use[pinned].work == q->sent) r->devices->use[pinned].ticket = ticket;
    }
}

static CM_NOINLINE cameo_status batch_enqueue(device_batch *b) {
    cameo_run *r = b->r;
    const cm_device *d = &r->s->devices->device[b->device];
    cameo_partition nodes;
    cameo_error why = {0};
    uint64_t ticket = 0;
    cm_partition_init(&nodes, r->s, b->device, b->first, b->n, &why);
    nodes.run = r;
    nodes.running = true;
    const cameo_work work = {.size = sizeof work,
                             .session = d->token,
                             .plan = r->plan->devices[b->device].token,
                             .run = batch_queue(b)->token,
                             .in = r->devices->in,
                             .n_in = b->n_in,
                             .nodes = b->n == 0 ? NULL : &nodes,
                             .out = r->devices->out,
                             .n_out = b->n_out};
    cameo_status status = d->provider.enqueue(d->provider.ctx, &work, &ticket, &why);
    if (status == CAMEO_OK) {
        batch_sent(b, ticket);
        return CAMEO_OK;
    }
    r->pc = nodes.context.failed ? nodes.pc : b->begin;
    return cm_device_failed(&d->provider, "enqueue", status, &why, b->e);
}

static cameo_status device_step(cameo_run *r, const cm_step *step, cameo_error *e) {
    device_batch b = {.r = r, .begin = r->pc, .e = e};
    cm_id from = cm_step_in(r->s, step, 0), to = cm_step_out(r->s, step, 0);
    b.device = step->row;
    if (step->kind == CM_STEP_TRANSFER) {
        uint32_t source = device_space(r, from), target = device_space(r, to), n = r->s->devices->n;
        b.device = cm_space_device(source != 0 && source <= n ? source : target, n);
    }
    r->step_cost = 0;
    CM_TRY(cm_run_may_go_on(r, 0, e));
    cameo_status status = batch_gather(&b);
    if (status != CAMEO_OK && status != CAMEO_PENDING) return status;
    uint64_t cost = r->step_cost;
    r->step_cost = 0;
    if (b.n_in + b.n_out + b.n != 0) CM_TRY(batch_enqueue(&b));
    r->cost = cm_cost_add(r->cost, cost);
    return r->pc == b.begin ? status : CAMEO_OK;
}

const cm_device_calls cm_run_device_calls = {device_layout, device_measure, device_create, device_ready,
                                             device_step,   device_alias,   device_stop,   device_release};
