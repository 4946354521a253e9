/* exec.c — executing the steps of a program.
 *
 * advance walks the steps. A kernel's tasks are handed out one by one, to the caller's thread or to the
 * pool; between two tasks cancel, deadline and budget are looked at. Where it stops is all in the run,
 * so any thread may go on from there. */
#include "runtime/exec.h"

#include "runtime/run.h"

/* Below this cost a phase is not worth waking other threads. */
#define EXEC_PARALLEL_COST 32768

static cm_id exec_in(const cameo_run *r, const cm_step *step, uint32_t i) {
    return i < step->n_in ? r->s->ids[step->in + i] : CM_NONE;
}

static cm_id exec_out(const cameo_run *r, const cm_step *step, uint32_t i) {
    return i < step->n_out ? r->s->ids[step->out + i] : CM_NONE;
}

/* ---- open steps: dims and setup found now ---- */

static void exec_describe(const cm_tensor *t, cm_avalue *av) {
    av->kind = t->kind;
    av->elem_kind = CAMEO_KIND_TENSOR;
    av->dtype = t->dtype;
    av->rank = t->kind == CAMEO_KIND_TENSOR ? t->rank : CM_RANK_UNKNOWN;
    for (uint32_t i = 0; t->kind == CAMEO_KIND_TENSOR && i < t->rank; i++) av->dims[i] = (cm_dim)t->dims[i];
    av->n_elem = CM_NONE;
    av->elem = NULL;
    bool plain = t->format == CM_FORMAT_PLAIN && t->dtype != CAMEO_STRING;
    size_t align = cm_dtype_align((cameo_dtype)t->dtype);
    av->data = plain && align != 0 && (uintptr_t)t->data % align == 0 ? t->data : NULL;
}

static void exec_shape_context(cameo_run *r, const cm_step *step, cm_shape *c, cameo_error *e) {
    static const cm_avalue absent = {.kind = CAMEO_KIND_NONE};
    for (uint32_t i = 0; i < step->n_in; i++) {
        cm_id v = exec_in(r, step, i);
        r->in[i] = v == CM_NONE ? &absent : &r->in_av[i];
        if (v != CM_NONE) exec_describe(&r->values[v], &r->in_av[i]);
    }
    memset(r->out_av, 0, step->n_out * sizeof *r->out_av);
    *c = (cm_shape){.op = r->s->ops[step->op],
                    .params = step->params == CM_NONE ? NULL : r->s->params[step->params],
                    .n_in = step->n_in, .n_out = step->n_out, .in = r->in, .out = r->out_av,
                    .since = step->since, .e = e};
}

/* Dims of the outputs from the actual inputs; storage where the dims decide it. */
static cameo_status exec_resolve_outputs(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_shape c;
    exec_shape_context(r, step, &c, e);
    CM_TRY(c.op->shape(&c));
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = exec_out(r, step, i);
        const cm_avalue *av = &r->out_av[i];
        size_t n, bytes, dims[CM_MAX_RANK];
        if (v == CM_NONE) continue;
        if (r->values[v].block != CM_NONE) cm_run_drop(r, v);
        r->values[v].dtype = av->dtype;
        if (av->kind != CAMEO_KIND_TENSOR || !cm_avalue_count(av, &n)) {
            r->values[v].kind = av->kind;
            continue; /* the kernel decides */
        }
        for (uint32_t d = 0; d < av->rank; d++) dims[d] = (size_t)av->dims[d];
        CM_TRY(cm_run_set_dims(r, v, av->dtype, av->rank, dims, e));
        bool kernel_allocates = (c.op->flags & CM_OPF_DYNAMIC) != 0 || av->dtype == CAMEO_STRING;
        if (step->kind == CM_STEP_VIEW || kernel_allocates) continue;
        CM_TRY(cm_tensor_bytes(&r->values[v], &bytes, e));
        CM_TRY(cm_run_store(r, v, bytes, e));
    }
    return CAMEO_OK;
}

static uint64_t exec_cost(cameo_run *r, const cm_step *step) {
    cm_shape c;
    exec_shape_context(r, step, &c, NULL);
    uint64_t n = 0;
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = exec_out(r, step, i);
        if (v == CM_NONE) continue;
        exec_describe(&r->values[v], &r->out_av[i]);
        n += r->values[v].n;
    }
    return c.op->cost == NULL ? n : c.op->cost(&c);
}

/* Scratch beyond what was planned comes from the heap, for this step only. */
static cameo_status exec_scratch(cameo_run *r, cameo_error *e) {
    size_t shared = r->setup.scratch, own = r->setup.worker_scratch;
    if (shared <= r->plan->scratch && own <= r->plan->worker_scratch) return CAMEO_OK;
    CM_CHECK(r->plan->dynamic, e, CAMEO_E_INTERNAL, "scratch of %zu + %zu bytes, planned %zu + %zu",
             shared, own, r->plan->scratch, r->plan->worker_scratch);
    size_t bytes, stride;
    bool wrong = cm_ckd_align(own, CAMEO_ALIGN, &stride) || cm_ckd_mul(stride, r->n_workers, &bytes) ||
                 cm_ckd_align(shared, CAMEO_ALIGN, &shared) || cm_ckd_add(bytes, shared, &bytes);
    CM_CHECK(!wrong, e, CAMEO_E_LIMIT, "the scratch of a kernel exceeds the address space");
    CM_TRY(cm_heap_alloc(&r->heap, bytes, &r->scratch_block, e));
    uint8_t *p = cm_heap_payload(&r->heap, r->scratch_block);
    for (uint32_t w = 0; w < r->n_workers; w++) {
        r->workers[w].k.scratch = p;
        r->workers[w].k.worker_scratch = p + shared + (size_t)w * stride;
    }
    return CAMEO_OK;
}

/* ---- kernels ---- */

static void exec_bind(cameo_run *r, const cm_step *step) {
    for (uint32_t w = 0; w < r->n_workers; w++) {
        cm_worker *worker = &r->workers[w];
        cm_kctx *k = &worker->k;
        k->op = r->s->ops[step->op];
        k->params = step->params == CM_NONE ? NULL : r->s->params[step->params];
        k->in_ids = r->s->ids + step->in;
        k->out_ids = r->s->ids + step->out;
        k->n_in = step->n_in;
        k->n_out = step->n_out;
        k->since = step->since;
        k->scratch = r->scratch;
        k->worker_scratch = r->worker_scratch + (size_t)w * r->worker_stride;
        worker->e.status = CAMEO_OK;
    }
}

static void exec_place_outputs(cameo_run *r, const cm_step *step) {
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = exec_out(r, step, i);
        if (v == CM_NONE) continue;
        const cm_pvalue *pv = &r->plan->values[v];
        if (pv->place == CM_PLACE_ALIAS && pv->alias != CM_NONE) r->values[v].data = r->values[pv->alias].data;
    }
}

static cameo_status exec_begin_kernel(cameo_run *r, const cm_step *step, cameo_error *e) {
    const cm_pstep *ps = &r->plan->steps[r->pc];
    exec_bind(r, step);
    r->scratch_block = CM_NONE;
    if (!ps->open) {
        r->setup = r->plan->setups[ps->setup];
        r->step_cost = ps->cost;
        exec_place_outputs(r, step);
    } else {
        CM_TRY(exec_resolve_outputs(r, step, e));
        memset(&r->setup, 0, sizeof r->setup);
        r->workers[0].k.e = e;
        CM_TRY(r->s->rows[step->row]->setup(&r->workers[0].k, &r->setup));
        CM_TRY(exec_scratch(r, e));
        r->step_cost = exec_cost(r, step);
    }
    r->step_tasks = r->step_done = 0;
    for (uint32_t i = 0; i < r->setup.n_phases; i++) {
        cm_phase *phase = &r->setup.phase[i];
        if (phase->repeat == 0) phase->repeat = 1;
        r->step_tasks += (uint64_t)phase->n_tasks * phase->repeat;
    }
    r->phase = r->iteration = 0;
    r->next = 0;
    r->in_kernel = true;
    return CAMEO_OK;
}

static uint64_t exec_part(uint64_t cost, uint64_t done, uint64_t all) {
    if (all == 0) return 0;
    return cost <= UINT32_MAX && done <= UINT32_MAX ? cost * done / all
                                                    : (uint64_t)((double)cost * ((double)done / (double)all));
}

/* What may stop a run between two tasks. `done` tasks of the step are finished. */
static cameo_status exec_may_go_on(cameo_run *r, uint64_t done, cameo_error *e) {
    CM_CHECK(cm_atomic_load(&r->cancel) == 0, e, CAMEO_E_CANCELLED, "cancelled");
    if (r->budget.deadline_ns != 0) {
        CM_CHECK(r->clock_ns(r->clock_ctx) < r->budget.deadline_ns, e, CAMEO_E_DEADLINE,
                 "the deadline has passed");
    }
    uint64_t cost = r->cost + exec_part(r->step_cost, done, r->step_tasks);
    CM_CHECK(r->budget.cost == 0 || cost <= r->budget.cost, e, CAMEO_E_LIMIT,
             "cost budget of %llu element operations is used up", CM_LLU(r->budget.cost));
    CM_CHECK(cost <= r->run_cost, e, CAMEO_E_LIMIT, "limit run_cost of %llu is reached",
             CM_LLU(r->run_cost));
    return CAMEO_OK;
}

static cameo_status exec_task(cameo_run *r, cm_worker *w, uint32_t task) {
    w->k.e = &w->e;
    CM_TRY(exec_may_go_on(r, r->step_done + task, &w->e));
    w->k.iteration = r->iteration;
    return r->s->rows[r->s->steps[r->pc].row]->run(&w->k, r->phase, task, task + 1);
}

/* One worker of a parallel phase: takes tasks in ascending order until none is left or one failed. */
static void exec_work(void *arg, uint32_t worker) {
    cameo_run *r = arg;
    cm_worker *w = &r->workers[worker];
    uint32_t n = r->setup.phase[r->phase].n_tasks;
    while (cm_atomic_load(&r->failed) == UINT32_MAX) {
        uint32_t task = cm_atomic_add(&r->next, 1);
        if (task >= n) return;
        cameo_status status = exec_task(r, w, task);
        if (status == CAMEO_OK) continue;
        w->status = status;
        w->failed_task = task;
        (void)cm_atomic_min(&r->failed, task);
        return;
    }
}

/* Of several failures the one of the lowest task counts: it does not depend on who ran first. */
static cameo_status exec_parallel(cameo_run *r, cameo_error *e) {
    r->failed = UINT32_MAX;
    for (uint32_t w = 0; w < r->n_workers; w++) {
        r->workers[w].status = CAMEO_OK;
        r->workers[w].failed_task = UINT32_MAX;
    }
    r->threads->parallel(r->threads->ctx, exec_work, r);
    for (uint32_t w = 0; w < r->n_workers; w++) {
        const cm_worker *worker = &r->workers[w];
        if (worker->status == CAMEO_OK || worker->failed_task != r->failed) continue;
        if (e != NULL && e->status == CAMEO_OK) *e = worker->e;
        return worker->status;
    }
    return CAMEO_OK;
}

/* CAMEO_OK: the phase is done. CAMEO_PAUSED: the budget of tasks is used up. */
static cameo_status exec_phase(cameo_run *r, uint64_t *tasks_left, cameo_error *e) {
    uint32_t n = r->setup.phase[r->phase].n_tasks;
    uint64_t cost = exec_part(r->step_cost, n, r->step_tasks);
    bool parallel = r->n_workers > 1 && n > 1 && *tasks_left == UINT64_MAX && cost >= EXEC_PARALLEL_COST &&
                    r->next == 0 && n < UINT32_MAX - r->n_workers;
    if (parallel) {
        CM_TRY(exec_parallel(r, e));
        r->tasks += n;
        return CAMEO_OK;
    }
    for (; r->next < n; r->next++) {
        if (*tasks_left == 0) return CAMEO_PAUSED;
        cm_worker *w = &r->workers[0];
        cameo_status status = exec_task(r, w, r->next);
        if (status != CAMEO_OK) {
            if (e != NULL && e->status == CAMEO_OK) *e = w->e;
            return status;
        }
        r->tasks++;
        if (*tasks_left != UINT64_MAX) (*tasks_left)--;
    }
    return CAMEO_OK;
}

static cameo_status exec_kernel(cameo_run *r, uint64_t *tasks_left, cameo_error *e) {
    while (r->phase < r->setup.n_phases) {
        cm_phase *phase = &r->setup.phase[r->phase];
        while (r->iteration < phase->repeat) {
            CM_TRY(exec_phase(r, tasks_left, e));
            r->step_done += phase->n_tasks;
            r->next = 0;
            r->iteration++;
        }
        r->iteration = 0;
        r->phase++;
    }
    r->cost += r->step_cost;
    r->in_kernel = false;
    cm_heap_release(&r->heap, r->scratch_block);
    r->scratch_block = CM_NONE;
    return CAMEO_OK;
}

/* ---- the other steps ---- */

static cameo_status exec_view(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_id in = exec_in(r, step, 0), out = exec_out(r, step, 0);
    if (r->values[in].kind != CAMEO_KIND_TENSOR) return cm_run_alias(r, out, &r->values[in], e);
    if (r->plan->steps[r->pc].open) CM_TRY(exec_resolve_outputs(r, step, e));
    const cm_tensor *from = &r->values[in];
    cm_tensor *to = &r->values[out];
    CM_CHECK(to->n == from->n, e, CAMEO_E_SHAPE, "%zu elements cannot become %zu", from->n, to->n);
    cm_heap_share(&r->heap, from->block);
    cm_run_drop(r, out);
    to->data = from->data;
    to->block = from->block;
    return CAMEO_OK;
}

static cameo_status exec_bool(const cameo_run *r, cm_id v, bool *x, cameo_error *e) {
    const cm_tensor *t = &r->values[v];
    CM_CHECK(t->kind == CAMEO_KIND_TENSOR && t->dtype == CAMEO_BOOL && t->n == 1, e, CAMEO_E_SHAPE,
             "a condition has %zu elements, want one bool", t->n);
    *x = *(const uint8_t *)t->data != 0;
    return CAMEO_OK;
}

static cameo_status exec_scalar(cameo_run *r, cm_id v, int dtype, int64_t x, cameo_error *e) {
    if (v == CM_NONE) return CAMEO_OK;
    size_t bytes = dtype == CAMEO_INT64 ? sizeof x : 1;
    CM_TRY(cm_run_set_dims(r, v, dtype, 0, NULL, e));
    CM_TRY(cm_run_store(r, v, bytes, e));
    if (dtype == CAMEO_INT64) {
        memcpy(r->values[v].data, &x, sizeof x);
    } else {
        *(uint8_t *)r->values[v].data = x != 0;
    }
    return CAMEO_OK;
}

static cameo_status exec_loop_begin(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_loop_state *loop = &r->loops[step->loop];
    cm_id m = exec_in(r, step, 0), cond = exec_in(r, step, 1);
    bool go = true;
    loop->i = 0;
    loop->trips = -1;
    if (m != CM_NONE) {
        const cm_tensor *t = &r->values[m];
        CM_CHECK(t->kind == CAMEO_KIND_TENSOR && t->dtype == CAMEO_INT64 && t->n == 1, e, CAMEO_E_SHAPE,
                 "the trip count has %zu elements, want one int64", t->n);
        loop->trips = cm_load_i64(t->data);
        if (loop->trips < 0) loop->trips = 0;
    }
    if (cond != CM_NONE) CM_TRY(exec_bool(r, cond, &go, e));
    if (!go || loop->trips == 0) {
        r->pc = step->target;
        return CAMEO_OK;
    }
    CM_TRY(exec_scalar(r, exec_out(r, step, 0), CAMEO_INT64, 0, e));
    CM_TRY(exec_scalar(r, exec_out(r, step, 1), CAMEO_BOOL, 1, e));
    r->pc++;
    return CAMEO_OK;
}

static cameo_status exec_loop_next(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_loop_state *loop = &r->loops[step->loop];
    const cm_step *begin = &r->s->steps[step->target - 1];
    cm_id cond = exec_in(r, step, 0);
    bool go = true;
    if (cond != CM_NONE) CM_TRY(exec_bool(r, cond, &go, e));
    loop->i++;
    r->cost++; /* an empty body must not run for ever below a budget */
    if (!go || loop->i == loop->trips) {
        r->pc++;
        return CAMEO_OK;
    }
    CM_TRY(exec_may_go_on(r, 0, e));
    CM_TRY(exec_scalar(r, exec_out(r, begin, 0), CAMEO_INT64, loop->i, e));
    CM_TRY(exec_scalar(r, exec_out(r, begin, 1), CAMEO_BOOL, 1, e));
    r->pc = step->target;
    return CAMEO_OK;
}

static cameo_status exec_scan_init(cameo_run *r, const cm_step *step, cameo_error *e) {
    static const size_t none[CM_MAX_RANK] = {0};
    cm_id v = exec_out(r, step, 0);
    const cm_svalue *sv = &r->s->values[v];
    uint32_t rank = sv->rank == CM_RANK_UNKNOWN || sv->rank == 0 ? 1 : sv->rank;
    cm_run_drop(r, v);
    CM_TRY(cm_run_set_dims(r, v, sv->dtype, rank, none, e));
    return cm_run_store(r, v, sv->dtype == CAMEO_STRING ? sizeof(uint32_t) : 0, e);
}

/* Appends one item; the block doubles when it is full. Strings are joined through a fresh block. */
static cameo_status exec_append(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_id v = exec_out(r, step, 0);
    const cm_tensor *item = &r->values[exec_in(r, step, 0)];
    cm_tensor *scan = &r->values[v];
    size_t dims[CM_MAX_RANK], bytes, item_bytes;
    CM_CHECK(item->kind == CAMEO_KIND_TENSOR && item->rank < CM_MAX_RANK, e, CAMEO_E_LIMIT,
             "a scan output of rank %u, want at most %d", item->rank + 1u, CM_MAX_RANK);
    CM_CHECK(item->dtype != CAMEO_STRING, e, CAMEO_E_UNSUPPORTED, "unsupported: scan outputs of strings");
    bool first = scan->n == 0 && r->loops[step->loop].i == 0;
    dims[0] = (first ? 0 : scan->dims[0]) + 1;
    for (uint32_t i = 0; i < item->rank; i++) dims[i + 1] = item->dims[i];
    CM_CHECK(first || (scan->rank == item->rank + 1u &&
                       memcmp(scan->dims + 1, dims + 1, item->rank * sizeof *dims) == 0),
             e, CAMEO_E_SHAPE, "a scan output's items differ in shape");
    CM_TRY(cm_tensor_bytes(item, &item_bytes, e));
    CM_CHECK(!cm_ckd_mul(item_bytes, dims[0], &bytes), e, CAMEO_E_LIMIT, "a scan output overflows");
    size_t done = item_bytes * (dims[0] - 1);
    CM_TRY(cm_heap_grow(&r->heap, bytes, &scan->block, e));
    CM_TRY(cm_run_set_dims(r, v, item->dtype, item->rank + 1u, dims, e));
    scan->data = cm_heap_payload(&r->heap, scan->block);
    cm_block *b = cm_heap_block(&r->heap, scan->block);
    b->dtype = scan->dtype;
    b->rank = scan->rank;
    b->n = scan->n;
    memcpy(b->dims, dims, (item->rank + 1u) * sizeof *dims);
    if (item_bytes != 0) memcpy((uint8_t *)scan->data + done, item->data, item_bytes);
    return CAMEO_OK;
}

static cameo_status exec_jump_unless(cameo_run *r, const cm_step *step, cameo_error *e) {
    bool cond = false;
    CM_TRY(exec_bool(r, exec_in(r, step, 0), &cond, e));
    r->pc = cond ? r->pc + 1 : step->target;
    return CAMEO_OK;
}

/* A step without tasks; moves pc. */
static cameo_status exec_simple(cameo_run *r, const cm_step *step, cameo_error *e) {
    switch (step->kind) {
    case CM_STEP_JUMP: r->pc = step->target; return CAMEO_OK;
    case CM_STEP_JUMP_UNLESS: return exec_jump_unless(r, step, e);
    case CM_STEP_LOOP_BEGIN: return exec_loop_begin(r, step, e);
    case CM_STEP_LOOP_NEXT: return exec_loop_next(r, step, e);
    case CM_STEP_VIEW: CM_TRY(exec_view(r, step, e)); break;
    case CM_STEP_MOVE:
        CM_TRY(cm_run_alias(r, exec_out(r, step, 0), &r->values[exec_in(r, step, 0)], e));
        break;
    case CM_STEP_COPY:
        CM_TRY(cm_run_copy(r, exec_out(r, step, 0), &r->values[exec_in(r, step, 0)], e));
        break;
    case CM_STEP_SCAN_INIT: CM_TRY(exec_scan_init(r, step, e)); break;
    case CM_STEP_APPEND: CM_TRY(exec_append(r, step, e)); break;
    case CM_STEP_DROP:
        for (uint32_t i = 0; i < step->n_in; i++) cm_run_drop(r, exec_in(r, step, i));
        break;
    default: return CM_FAIL(e, CAMEO_E_INTERNAL, "unknown step %u", (unsigned)step->kind);
    }
    r->pc++;
    return CAMEO_OK;
}

static cameo_status exec_one(cameo_run *r, uint64_t *tasks_left, cameo_error *e) {
    const cm_step *step = &r->s->steps[r->pc];
    if (step->kind != CM_STEP_KERNEL) return exec_simple(r, step, e);
    if (!r->in_kernel) CM_TRY(exec_begin_kernel(r, step, e));
    CM_TRY(exec_kernel(r, tasks_left, e));
    r->pc++;
    return CAMEO_OK;
}

/* see cameo.h */
cameo_status cameo_run_advance(cameo_run *r, const cameo_budget *budget, cameo_error *error) {
    CM_CHECK(r->state != CM_RUN_IDLE, error, CAMEO_E_ARG, "advance before begin");
    r->budget = budget == NULL ? (cameo_budget){0} : *budget;
    CM_CHECK(r->budget.deadline_ns == 0 || r->clock_ns != NULL, error, CAMEO_E_ARG,
             "a deadline needs options.clock_ns");
    uint64_t tasks_left = r->budget.tasks == 0 ? UINT64_MAX : r->budget.tasks;
    cameo_error local = {0};
    while (r->pc < r->s->n_steps) {
        cameo_status status = exec_one(r, &tasks_left, &local);
        if (status == CAMEO_OK) continue;
        if (status == CAMEO_PAUSED) return status;
        uint32_t node = r->s->steps[r->pc].node;
        if (r->s->node_names != NULL && node < r->s->n_nodes) {
            cm_error_at_node(&local, node, r->s->node_names[node], r->s->node_ops[node]);
        }
        if (error != NULL && error->status == CAMEO_OK) *error = local;
        r->state = CM_RUN_IDLE;
        return status;
    }
    r->state = CM_RUN_FINISHED;
    return CAMEO_OK;
}

/* ---- one kernel on its own ---- */

/* see exec.h */
cameo_status cm_exec_kernel(cm_kctx *k, const cm_row *row, cm_arena *work) {
    cm_setup setup = {0};
    CM_TRY(row->setup(k, &setup));
    cm_arena_mark mark = cm_arena_get_mark(work);
    k->scratch = cm_arena_alloc(work, setup.scratch, CAMEO_ALIGN);
    k->worker_scratch = cm_arena_alloc(work, setup.worker_scratch, CAMEO_ALIGN);
    CM_TRY(cm_arena_status(work, "work", k->e));
    cameo_status status = CAMEO_OK;
    for (uint32_t p = 0; p < setup.n_phases && status == CAMEO_OK; p++) {
        uint32_t repeat = setup.phase[p].repeat == 0 ? 1 : setup.phase[p].repeat;
        for (k->iteration = 0; k->iteration < repeat && status == CAMEO_OK; k->iteration++) {
            status = row->run(k, p, 0, setup.phase[p].n_tasks);
        }
    }
    cm_arena_rewind(work, mark);
    return status;
}
