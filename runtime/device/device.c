/* device.c — a run's work on devices: memory, copies at the borders, partitions.
 *
 * A partition is handed over whole: the neighbouring DEVICE steps of one device, with the VIEW
 * steps between them, which only rename, and the DROP steps, which for values of a device mean
 * nothing: their places were planned for this order. Dims of open steps are found beforehand
 * from dims alone, so nothing waits for the device but the copies behind it. */
#include "runtime/device/device.h"

cameo_status cm_device_failed(const cameo_provider *provider, const char *what, cameo_status status,
                              const cameo_error *why, cameo_error *e) {
    const char *text = why->msg[0] != 0 ? why->msg : cameo_status_text(status);
    (void)provider;
    (void)what;
    (void)text;
    return CM_FAIL(e, CAMEO_E_DEVICE, "provider %s: %s: %s", provider->name, what, text);
}

cameo_status cm_device_alloc(const cameo_provider *p, size_t bytes, uint64_t *memory,
                             cameo_error *e) {
    cameo_error why = {0};
    cameo_status status = p->alloc(p->ctx, bytes, memory, &why);
    return status == CAMEO_OK ? status : cm_device_failed(p, "alloc", status, &why, e);
}

static cameo_status device_send(const cameo_provider *p, cm_device_ref at, const void *src,
                                size_t bytes, cameo_error *e) {
    cameo_error why = {0};
    if (bytes == 0) return CAMEO_OK;
    cameo_status status = p->upload(p->ctx, at.memory, at.off, src, bytes, &why);
    return status == CAMEO_OK ? status : cm_device_failed(p, "upload", status, &why, e);
}

cameo_status cm_device_upload(const cm_device *d, size_t off, const void *bytes, size_t size,
                              cameo_error *e) {
    return device_send(&d->provider, (cm_device_ref){d->memory, off}, bytes, size, e);
}

/* ---- memory ---- */

static uint32_t device_space(const cameo_run *r, cm_id v) {
    return cm_svalue_space(&r->s->values[v]);
}

static const cameo_provider *device_provider(const cameo_run *r, uint32_t space) {
    return &r->s->devices->device[space - 1].provider;
}

void cm_device_release(cameo_run *r) {
    cm_run_devices *d = r->devices;
    cm_device_stop(r);
    for (uint32_t i = 0; i < d->n_memory; i++) {
        const cameo_provider *p = device_provider(r, i + 1);
        if (r->plan->device_bytes[i] != 0) p->free(p->ctx, d->memory[i]);
    }
    d->n_memory = 0;
    for (cm_id v = 0; v < r->s->n_values; v++) {
        if (d->own[v].bytes == 0) continue;
        const cameo_provider *p = device_provider(r, device_space(r, v));
        p->free(p->ctx, d->own[v].memory);
        d->own[v].bytes = 0;
    }
}

cameo_status cm_device_create(cameo_run *r, cameo_error *e) {
    cm_run_devices *d = r->devices;
    const cm_devices *s = r->s->devices;
    for (uint32_t i = 0; i < s->n; i++) {
        cameo_status status = CAMEO_OK;
        size_t bytes = r->plan->device_bytes[i];
        if (bytes != 0) status = cm_device_alloc(&s->device[i].provider, bytes, &d->memory[i], e);
        if (status != CAMEO_OK) {
            cm_device_release(r);
            return status;
        }
        d->n_memory++;
    }
    for (cm_id v = 0; v < r->s->n_values; v++) {
        uint32_t space = device_space(r, v);
        const cm_pvalue *pv = &r->plan->values[v];
        if (space == 0) continue;
        if (pv->place == CM_PLACE_CONST)
            d->at[v] = (cm_device_ref){s->device[space - 1].memory, s->const_off[v]};
        if (pv->place == CM_PLACE_BUFFER) d->at[v] = (cm_device_ref){d->memory[space - 1], pv->off};
    }
    return CAMEO_OK;
}

/* Room for the bytes of v, whose dims are known now. Memory of its own is kept from turn to
 * turn. */
static cameo_status device_store(cameo_run *r, cm_id v, cameo_error *e) {
    size_t bytes;
    const cm_pvalue *pv = &r->plan->values[v];
    cm_device_own *own = &r->devices->own[v];
    CM_TRY(cm_tensor_bytes(&r->values[v], &bytes, e));
    if (pv->place == CM_PLACE_BUFFER) {
        CM_CHECK(bytes <= pv->size, e, CAMEO_E_INTERNAL, "a value of %zu bytes, planned %zu", bytes,
                 pv->size);
        return CAMEO_OK;
    }
    if (bytes > own->bytes) {
        const cameo_provider *p = device_provider(r, device_space(r, v));
        if (own->bytes != 0) p->free(p->ctx, own->memory);
        own->bytes = 0;
        CM_TRY(cm_device_alloc(p, bytes, &own->memory, e));
        own->bytes = bytes;
    }
    r->devices->at[v] = (cm_device_ref){own->memory, 0};
    return CAMEO_OK;
}

void cm_device_alias(cameo_run *r, cm_id out, cm_id in) {
    r->devices->at[out] = r->devices->at[in];
}

/* ---- copies ---- */

static cameo_status device_download(cameo_run *r, cm_id from, cm_id to, cameo_error *e) {
    size_t bytes;
    const cameo_provider *p = device_provider(r, device_space(r, from));
    cm_device_ref at = r->devices->at[from];
    CM_TRY(cm_tensor_bytes(&r->values[to], &bytes, e));
    CM_TRY(cm_run_store(r, to, bytes, e));
    if (bytes == 0) return CAMEO_OK;
    cameo_error why = {0};
    cameo_status status = p->download(p->ctx, at.memory, at.off, r->values[to].data, bytes, &why);
    return status == CAMEO_OK ? status : cm_device_failed(p, "download", status, &why, e);
}

static cameo_status device_transfer(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_id from = r->s->ids[step->in], to = r->s->ids[step->out];
    const cm_tensor *t = &r->values[from];
    size_t bytes;
    CM_TRY(cm_run_may_go_on(r, 0, e));
    CM_TRY(cm_run_set_dims(r, to, t->dtype, t->rank, t->dims, e));
    if (device_space(r, to) == 0) return device_download(r, from, to, e);
    CM_TRY(device_store(r, to, e));
    CM_TRY(cm_tensor_bytes(t, &bytes, e));
    return device_send(device_provider(r, device_space(r, to)), r->devices->at[to], t->data, bytes,
                       e);
}

/* ---- partitions ---- */

/* Moves the context to node i. */
static void device_get(cameo_partition *p, uint32_t i) {
    const cameo_session *s = p->run->s;
    if (i < p->i) {
        p->i = 0;
        p->pc = p->begin;
    }
    for (; p->i < i; p->i++) {
        do {
            p->pc++;
        } while (s->steps[p->pc].kind != CM_STEP_DEVICE);
    }
    const cm_step *step = &s->steps[p->pc];
    p->k = (cm_kctx){.op = s->ops[step->op],
                     .values = p->run->values,
                     .in_ids = s->ids + step->in,
                     .out_ids = s->ids + step->out,
                     .n_in = step->n_in,
                     .n_out = step->n_out,
                     .since = step->since,
                     .e = p->context.e};
    p->context = (cameo_op_context){.k = &p->k,
                                    .at = p->run->devices->at,
                                    .since = step->since,
                                    .name = s->node_names[step->node],
                                    .op_type = s->node_ops[step->node],
                                    .token = s->devices->tokens[step->node],
                                    .e = p->context.e};
}

uint32_t cameo_partition_count(const cameo_partition *p) { return p->n; }

cameo_op_context *cameo_partition_node(cameo_partition *p, uint32_t i) {
    p->get(p, i);
    return &p->context;
}

uint64_t cameo_op_token(const cameo_op_context *c) { return c->token; }

static bool device_where(const cameo_op_context *c, cm_id v, uint64_t *memory, uint64_t *offset) {
    if (v == CM_NONE) return false;
    *memory = c->at[v].memory;
    *offset = c->at[v].off;
    return true;
}

bool cameo_op_input_at(const cameo_op_context *c, uint32_t i, uint64_t *memory, uint64_t *offset) {
    return c->at != NULL && i < c->k->n_in && device_where(c, c->k->in_ids[i], memory, offset);
}

bool cameo_op_output_at(const cameo_op_context *c, uint32_t i, uint64_t *memory, uint64_t *offset) {
    return c->at != NULL && i < c->k->n_out && device_where(c, c->k->out_ids[i], memory, offset);
}

static uint64_t device_add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Dims and room for the outputs of a step, before the device is asked. */
static cameo_status device_open(cameo_run *r, const cm_step *step, const cm_pstep *ps,
                                cameo_error *e) {
    if (ps->open) CM_TRY(cm_dynamic_outputs(r, step, e));
    for (uint32_t i = 0; ps->open && i < step->n_out; i++) {
        cm_id v = r->s->ids[step->out + i];
        if (v != CM_NONE) CM_TRY(device_store(r, v, e));
    }
    r->step_cost = device_add(r->step_cost, ps->open ? cm_dynamic_cost(r, step) : ps->cost);
    return CAMEO_OK;
}

/* Walks the partition that begins at pc: *end is the step behind it, *n its nodes. A view whose
 * dims a value of the host decides can stand here, since that value was there before the
 * partition began. */
static cameo_status device_gather(cameo_run *r, uint32_t space, uint32_t *end, uint32_t *n,
                                  cameo_error *e) {
    uint32_t begin = r->pc;
    *n = 0;
    r->step_cost = 0;
    for (; r->pc < r->s->n_steps; r->pc++) {
        const cm_step *step = &r->s->steps[r->pc];
        if (step->kind == CM_STEP_DEVICE && step->row + 1u == space) {
            CM_TRY(device_open(r, step, &r->plan->steps[r->pc], e));
            (*n)++;
        } else if (step->kind == CM_STEP_VIEW && device_space(r, r->s->ids[step->out]) == space) {
            CM_TRY(cm_dynamic_view(r, step, e));
        } else if (step->kind == CM_STEP_DROP) {
            for (uint32_t i = 0; i < step->n_in; i++) cm_run_drop(r, r->s->ids[step->in + i]);
        } else {
            break;
        }
    }
    *end = r->pc;
    r->pc = begin;
    return CAMEO_OK;
}

static void device_finish(cameo_run *r, uint32_t end) {
    r->cost = device_add(r->cost, r->step_cost);
    r->devices->pending = false;
    r->pc = end;
}

static cameo_status device_hand_over(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_run_devices *d = r->devices;
    const cameo_provider *provider = device_provider(r, step->row + 1u);
    cameo_partition p = {.get = device_get, .run = r, .begin = r->pc, .pc = r->pc};
    cameo_error why = {0};
    CM_TRY(cm_run_may_go_on(r, 0, e));
    CM_TRY(device_gather(r, step->row + 1u, &d->end, &p.n, e));
    p.context.e = &why;
    d->device = step->row;
    cameo_status status = provider->run(provider->ctx, &p, &d->handle, &why);
    if (status == CAMEO_OK) {
        device_finish(r, d->end);
        return CAMEO_OK;
    }
    if (status == CAMEO_PENDING) {
        d->pending = true;
        return status;
    }
    if (p.context.failed) r->pc = p.pc; /* the error names that node */
    return cm_device_failed(provider, "run", status, &why, e);
}

static cameo_status device_poll(cameo_run *r, cameo_error *e) {
    cm_run_devices *d = r->devices;
    const cameo_provider *provider = device_provider(r, d->device + 1);
    cameo_error why = {0};
    CM_TRY(cm_run_may_go_on(r, 0, e));
    cameo_status status = provider->poll(provider->ctx, d->handle, &why);
    if (status == CAMEO_PENDING) return status;
    if (status == CAMEO_OK) {
        device_finish(r, d->end);
        return CAMEO_OK;
    }
    d->pending = false;
    return cm_device_failed(provider, "run", status, &why, e);
}

cameo_status cm_device_step(cameo_run *r, const cm_step *step, cameo_error *e) {
    if (step->kind == CM_STEP_DEVICE)
        return r->devices->pending ? device_poll(r, e) : device_hand_over(r, step, e);
    CM_TRY(device_transfer(r, step, e));
    r->pc++;
    return CAMEO_OK;
}

void cm_device_stop(cameo_run *r) {
    if (!r->devices->pending) return;
    const cameo_provider *provider = device_provider(r, r->devices->device + 1);
    provider->cancel(provider->ctx, r->devices->handle);
    r->devices->pending = false;
}
