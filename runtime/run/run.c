/* run.c — creating, beginning and ending a run. See run.h. */
#include "runtime/run/run.h"

/* ---- values ---- */

cameo_status cm_run_set_dims(cameo_run *r, cm_id v, int dtype, uint32_t rank, const size_t *dims,
                             cameo_error *e) {
    cm_tensor *t = &r->values[v];
    const cm_pvalue *pv = &r->plan->values[v];
    size_t n = 1;
    CM_CHECK(rank <= CM_MAX_RANK, e, CAMEO_E_LIMIT, "rank %u, want at most %d", (unsigned)rank,
             CM_MAX_RANK);
    for (uint32_t i = 0; i < rank; i++) {
        CM_CHECK(!cm_ckd_mul(n, dims[i], &n), e, CAMEO_E_SHAPE, "the element count overflows");
    }
    t->kind = CAMEO_KIND_TENSOR;
    t->dtype = (uint8_t)dtype;
    t->n = n;
    if (pv->fixed) {
        bool same =
            rank == pv->rank && (rank == 0 || memcmp(t->dims, dims, rank * sizeof *dims) == 0);
        CM_CHECK(same, e, CAMEO_E_INTERNAL, "a value has other dims than planned");
        return CAMEO_OK;
    }
    t->rank = (uint8_t)rank;
    if (rank != 0) {
        size_t *own = r->open_dims + (size_t)pv->dims * CM_MAX_RANK;
        memmove(own, dims, rank * sizeof *dims);
    }
    return CAMEO_OK;
}

cameo_status cm_tensor_bytes(const cm_tensor *t, size_t *bytes, cameo_error *e) {
    if (t->dtype != CAMEO_STRING) {
        cameo_status status = cm_dtype_bytes((cameo_dtype)t->dtype, t->n, bytes);
        CM_CHECK(status == CAMEO_OK, e, status, "the bytes of a tensor overflow");
        return CAMEO_OK;
    }
    const uint32_t *off = t->data;
    *bytes = (t->n + 1) * sizeof *off + (off == NULL ? 0 : off[t->n]);
    return CAMEO_OK;
}

/* ---- the run ---- */

/* Every part of a run, in the order in memory; counted, then laid out, by the same code. */
static cameo_status run_layout(cm_arena *a, const cameo_plan *plan, uint32_t n_workers,
                               cameo_run **out, cameo_error *e) {
    const cameo_session *s = plan->session;
    cameo_run shell;
    cameo_run *placed = CM_ARENA_NEW(a, cameo_run);
    cameo_run *r = placed == NULL ? &shell : placed;
    uint32_t n_open = 0;
    for (uint32_t v = 0; v < s->n_values; v++) n_open += !plan->values[v].fixed;
    bool open = false;
    for (uint32_t i = 0; i < s->n_steps; i++) open = open || plan->steps[i].open;
    size_t stride, workers;
    bool wrong = cm_ckd_align(plan->worker_scratch, CAMEO_ALIGN, &stride) ||
                 cm_ckd_mul(stride, n_workers, &workers);
    CM_CHECK(!wrong, e, CAMEO_E_LIMIT, "the scratch of %u workers exceeds the address space",
             (unsigned)n_workers);
    r->worker_stride = stride;
    r->workers = CM_ARENA_NEW_N(a, cm_worker, n_workers);
    r->heap = CM_ARENA_NEW_N(a, cm_heap, plan->dyn != NULL);
    r->values = CM_ARENA_NEW_N(a, cm_tensor, s->n_values);
    r->open_dims = CM_ARENA_NEW_N(a, size_t, (size_t)n_open * CM_MAX_RANK);
    r->loops = CM_ARENA_NEW_N(a, cm_loop_state, s->n_loops);
    r->symbols = CM_ARENA_NEW_N(a, int64_t, s->n_symbols);
    r->in = CM_ARENA_NEW_N(a, const cm_avalue *, open ? s->max_in : 0);
    r->in_av = CM_ARENA_NEW_N(a, cm_avalue, open ? s->max_in : 0);
    r->out_av = CM_ARENA_NEW_N(a, cm_avalue, open ? s->max_out : 0);
    r->devices = NULL;
#if !CAMEO_FROZEN
    if (s->devices != NULL) r->devices = s->devices->calls->layout(a, s);
#endif
    r->scratch = cm_arena_alloc(a, plan->scratch, CAMEO_ALIGN);
    r->worker_scratch = cm_arena_alloc(a, workers, CAMEO_ALIGN);
    r->activations = cm_arena_alloc(a, plan->activations, CAMEO_ALIGN);
    CM_TRY(cm_arena_status(a, "run", e));
    *out = placed;
    return CAMEO_OK;
}

cameo_status cameo_run_measure(const cameo_plan *plan, uint32_t n_workers, cameo_run_needs *needs,
                               cameo_error *error) {
    CM_CHECK(n_workers >= 1, error, CAMEO_E_ARG, "n_workers is 0, want at least 1");
    cm_arena a;
    cameo_run *r;
    cm_arena_init_counting(&a);
    CM_TRY(run_layout(&a, plan, n_workers, &r, error));
    needs->size = sizeof *needs;
    needs->planned_bytes = a.used;
    needs->activation_bytes = plan->activations;
    needs->scratch_bytes = plan->scratch + plan->worker_scratch * n_workers;
    needs->dynamic_bytes = plan->heap == SIZE_MAX ? CAMEO_UNBOUNDED : plan->heap;
    needs->device_bytes = 0;
#if !CAMEO_FROZEN
    needs->pinned_bytes = 0;
    if (plan->devices != NULL) plan->session->devices->calls->measure(plan, needs);
#endif
    return CAMEO_OK;
}

/* Constants point into their segments for good; the dims of fixed values into the plan. */
static void run_init_values(cameo_run *r) {
    const cameo_session *s = r->s;
    uint32_t n_open = 0;
    for (uint32_t v = 0; v < s->n_values; v++) {
        const cm_svalue *sv = &s->values[v];
        const cm_pvalue *pv = &r->plan->values[v];
        cm_tensor *t = &r->values[v];
        t->block = CM_NONE;
        t->format = sv->format;
        t->dtype = sv->dtype;
        t->kind = sv->vkind;
        if (pv->fixed) {
            t->dims = r->plan->dims + pv->dims;
            t->rank = pv->rank;
            t->n = pv->n;
        } else {
            t->dims = r->open_dims + (size_t)n_open++ * CM_MAX_RANK;
        }
        if (sv->kind == CM_SVALUE_CONST || sv->kind == CM_SVALUE_DEFAULT) {
            const uint8_t *bytes = s->segments[sv->segment].p;
            if (bytes != NULL) bytes += sv->off;
            memcpy(&t->data, &bytes, sizeof bytes);
        }
    }
}

/* What is beyond the planned bytes becomes the heap. */
static void run_init_heap(cameo_run *r, cameo_memory memory, size_t used) {
    size_t begin;
    if (cm_ckd_align(used, CM_HEAP_UNIT, &begin) || begin >= memory.size) {
        r->plan->dyn->heap_init(r->heap, NULL, 0);
        return;
    }
    r->heap_size = memory.size - begin;
    r->plan->dyn->heap_init(r->heap, (uint8_t *)memory.base + begin, r->heap_size);
}

cameo_status cameo_run_create(cameo_memory memory, const cameo_plan *plan, uint32_t n_workers,
                              const cameo_threads *threads, const cameo_options *options,
                              cameo_run **run, cameo_error *error) {
    CM_CHECK(n_workers >= 1, error, CAMEO_E_ARG, "n_workers is 0, want at least 1");
    CM_CHECK(n_workers == 1 || (threads != NULL && threads->n_workers == n_workers), error,
             CAMEO_E_ARG, "threads are %u, want %u",
             threads == NULL ? 0u : (unsigned)threads->n_workers, (unsigned)n_workers);
    cm_arena a;
    cameo_run *r;
    cm_arena_init(&a, memory.base, memory.size);
    CM_TRY(run_layout(&a, plan, n_workers, &r, error));
    r->plan = plan;
    r->s = plan->session;
    r->threads = threads;
    r->n_workers = n_workers;
    r->run_cost = UINT64_MAX;
    r->scratch_block = CM_NONE;
    if (options != NULL) {
        r->clock_ns = options->clock_ns;
        r->clock_ctx = options->clock_ctx;
#if !CAMEO_FROZEN
        r->interrupt = cm_interrupt_of(options);
#endif
        if (options->limits != NULL && options->limits->run_cost != 0)
            r->run_cost = options->limits->run_cost;
    }
    run_init_values(r);
    for (uint32_t w = 0; w < n_workers; w++) {
        cm_kctx *k = &r->workers[w].k;
        k->values = r->values;
        k->prims = cm_prims_select(r->s->features);
        k->services = plan->dyn == NULL ? NULL : plan->dyn->services;
        k->services_ctx = r;
    }
    if (plan->dyn != NULL) run_init_heap(r, memory, a.used);
#if !CAMEO_FROZEN
    if (r->devices != NULL) CM_TRY(r->s->devices->calls->create(r, error));
#endif
    *run = r;
    return CAMEO_OK;
}

/* Back to the state after creation: no value of an earlier run survives. */
static void run_reset(cameo_run *r) {
    for (uint32_t v = 0; v < r->s->n_values; v++) {
        const cm_pvalue *pv = &r->plan->values[v];
        cm_tensor *t = &r->values[v];
        t->block = CM_NONE;
        if (r->s->values[v].kind == CM_SVALUE_DEFAULT) {
            const uint8_t *bytes = r->s->segments[r->s->values[v].segment].p;
            if (bytes != NULL) bytes += r->s->values[v].off;
            memcpy(&t->data, &bytes, sizeof bytes);
        } else if (r->s->values[v].kind != CM_SVALUE_CONST) {
            bool here = pv->place == CM_PLACE_BUFFER && cm_svalue_space(&r->s->values[v]) == 0;
            t->data = here ? r->activations + pv->off : NULL;
            /* NONE marks an input that was not given yet. */
            t->kind =
                r->s->values[v].kind == CM_SVALUE_INPUT ? CAMEO_KIND_NONE : r->s->values[v].vkind;
        }
    }
    if (r->plan->dyn != NULL && r->heap->base != NULL) {
        r->plan->dyn->heap_init(r->heap, r->heap->base, r->heap_size);
    }
    for (uint32_t i = 0; i < r->s->n_symbols; i++) r->symbols[i] = -1;
    r->pc = 0;
    r->in_kernel = false;
    r->scratch_block = CM_NONE;
    r->cost = r->tasks = 0;
#if !CAMEO_FROZEN
    r->copied = 0;
#endif
    cm_atomic_store(&r->cancel, 0);
}

#if !CAMEO_FROZEN

/* The caller's buffer for an output holds none of the inputs. */
static bool run_may_redirect(const cameo_run *r, const cameo_tensor *t) {
    const cameo_session *s = r->s;
    uintptr_t begin = (uintptr_t)t->data;
    for (uint32_t i = 0; i < s->n_inputs + s->n_defaults; i++) {
        const cm_tensor *x = &r->values[s->inputs[i].value];
        size_t bytes;
        if (x->kind != CAMEO_KIND_TENSOR || x->dtype == CAMEO_STRING || x->n == 0) continue;
        if (cm_dtype_bytes((cameo_dtype)x->dtype, x->n, &bytes) != CAMEO_OK) return false;
        uintptr_t at = (uintptr_t)x->data;
        bool apart = at >= begin ? at - begin >= t->bytes : begin - at >= bytes;
        if (!apart) return false;
    }
    return true;
}

/* An output that has a buffer of its own may be computed right in the caller's. Frozen programs do without
 * and copy at end: firmware counts the bytes of code. */
static void run_redirect_outputs(cameo_run *r) {
    for (size_t i = 0; i < r->n_outputs; i++) {
        cm_id v = r->s->outputs[cm_run_output_at(r, i)].value;
        const cm_pvalue *pv = &r->plan->values[v];
        cameo_tensor *t = &r->outputs[i].tensor;
        size_t align = cm_dtype_align((cameo_dtype)r->s->values[v].dtype);
        bool fits = pv->place == CM_PLACE_BUFFER && t->data != NULL && t->bytes >= pv->size &&
                    align != 0 && (uintptr_t)t->data % align == 0 && cm_svalue_space(&r->s->values[v]) == 0;
        if (fits && run_may_redirect(r, t)) r->values[v].data = t->data;
    }
}

#endif

cameo_status cameo_run_begin(cameo_run *r, const cameo_value *inputs, size_t n_inputs,
                             cameo_value *outputs, size_t n_outputs, cameo_error *error) {
    CM_CHECK(inputs != NULL || n_inputs == 0, error, CAMEO_E_ARG, "inputs is NULL");
    CM_CHECK(outputs != NULL || n_outputs == 0, error, CAMEO_E_ARG, "outputs is NULL");
    CM_CHECK(n_outputs <= r->s->n_outputs, error, CAMEO_E_ARG,
             "%zu outputs wanted, the model has %u", n_outputs, (unsigned)r->s->n_outputs);
    r->state = CM_RUN_IDLE;
    if (!CAMEO_FROZEN && r->devices != NULL) r->s->devices->calls->stop(r);
    run_reset(r);
    CM_TRY(cm_run_take_inputs(r, inputs, n_inputs, error));
    r->outputs = outputs;
    r->n_outputs = n_outputs;
#if !CAMEO_FROZEN
    r->resumes = false;
    CM_TRY(cm_run_check_outputs(r, error));
    run_redirect_outputs(r);
#endif
    r->state = CM_RUN_BEGUN;
    return CAMEO_OK;
}

cameo_status cameo_run_end(cameo_run *r, cameo_error *error) {
    CM_CHECK(r->state == CM_RUN_FINISHED, error, CAMEO_E_ARG, "end before the run has finished");
    r->state = CM_RUN_IDLE;
    return cm_run_give_outputs(r, error);
}

cameo_status cameo_run_all(cameo_run *r, const cameo_value *inputs, size_t n_inputs,
                           cameo_value *outputs, size_t n_outputs, cameo_error *error) {
    CM_TRY(cameo_run_begin(r, inputs, n_inputs, outputs, n_outputs, error));
    cameo_status status;
    do {
        status = cameo_run_advance(r, NULL, error);
    } while (status == CAMEO_PENDING);
    CM_TRY(status);
    return cameo_run_end(r, error);
}

void cameo_run_release(cameo_run *r) {
    if (!CAMEO_FROZEN && r->devices != NULL) r->s->devices->calls->release(r);
}

void cameo_run_cancel(cameo_run *r) { cm_atomic_store(&r->cancel, 1); }

void cameo_run_get_stats(const cameo_run *r, cameo_run_stats *stats) {
    stats->size = sizeof *stats;
    stats->cost = r->cost;
    stats->tasks = r->tasks;
#if !CAMEO_FROZEN
    stats->copied_bytes = r->copied;
#endif
    stats->heap_peak = r->plan->dyn == NULL ? 0 : (uint64_t)r->heap->peak * CM_HEAP_UNIT;
}
