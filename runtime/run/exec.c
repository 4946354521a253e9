/* exec.c — executing the steps of a program.
 *
 * advance walks the steps. A kernel's tasks are done one by one, by the caller's thread or by the workers of the
 * pool, each with a share of them; between two tasks cancel, deadline and budget are looked at. Where it stops is
 * all in the run, so any thread may go on from there. */
#include "runtime/run/exec.h"

#include "runtime/plan/price.h"
#include "runtime/run/run.h"

/* Below this cost a phase is not worth waking other threads; debug builds do so earlier, to be tested. */
#define EXEC_PARALLEL_COST (CAMEO_DEBUG ? 1 : 16384)

/* Waking them takes 5 to 50 microseconds, of which the caller has some itself. */
#define EXEC_WAKE_COST (CAMEO_DEBUG ? 1u << 16 : 1u << 20)

/* Costs may be saturated; firmware, whose plans are known, does without the comparison. */
#define EXEC_ADD(a, b) (CAMEO_FROZEN ? (a) + (b) : cm_cost_add((a), (b)))

/* ---- kernels ---- */

CM_INLINE void exec_bind(const cameo_run *r, const cm_step *step, uint32_t w) {
    cm_worker *worker = &r->workers[w];
    cm_kctx *k = &worker->k;
    k->op = r->s->ops[step->op];
    k->params = cm_step_params(r->s, step);
    k->in_ids = r->s->ids + step->in;
    k->out_ids = r->s->ids + step->out;
    k->n_in = step->n_in;
    k->n_out = step->n_out;
    k->since = step->since;
    k->scratch = r->scratch;
    k->worker_scratch = r->worker_scratch + (size_t)w * r->worker_stride;
    worker->e.status = CAMEO_OK;
#if !CAMEO_FROZEN
    worker->spent = 0;
#endif
}

static void exec_place_outputs(cameo_run *r, const cm_step *step) {
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = cm_step_out(r->s, step, i);
        if (v == CM_NONE) continue;
        const cm_pvalue *pv = &r->plan->values[v];
        if (pv->place == CM_PLACE_ALIAS && pv->alias != CM_NONE)
            r->values[v].data = r->values[pv->alias].data;
#if !CAMEO_FROZEN /* else a phase of the step does it (tools/freeze_tails.c) */
        if (pv->place == CM_PLACE_BUFFER) cm_run_clear_tail(&r->values[v], 0);
#endif
    }
}

#if !CAMEO_FROZEN
/* A step that would exceed the limit does not begin: it may be a single task. */
static cameo_status exec_afford(const cameo_run *r, cameo_error *e) {
    uint64_t cost = cm_cost_add(r->cost, r->step_cost);
    CM_CHECK(r->budget.cost == 0 || cost <= r->budget.cost, e, CAMEO_E_LIMIT,
             "cost budget of %llu element operations is used up", CM_LLU(r->budget.cost));
    CM_CHECK(cost <= r->run_cost, e, CAMEO_E_LIMIT, "limit run_cost of %llu is reached", CM_LLU(r->run_cost));
    return CAMEO_OK;
}
#endif

#if !CAMEO_FROZEN
/* Empty rows that take no longer than what a step costs at least. */
#define EXEC_EMPTY_ROWS 4096

/* Has t no elements, but many rows, of whatever dims? */
static bool exec_is_many_rows(const cm_tensor *t) {
    size_t rows = 1;
    if (t == NULL || t->kind != CAMEO_KIND_TENSOR || t->n != 0) return false;
    for (uint32_t d = 0; d < t->rank; d++) {
        if (t->dims[d] != 0 && cm_ckd_mul(rows, t->dims[d], &rows)) return true;
    }
    return rows > EXEC_EMPTY_ROWS;
}

/* A kernel whose results have no elements would go through empty rows, and operators cost by their elements: where
 * there are many it does not run. Those that make their results themselves are asked. */
static bool exec_writes_nothing(const cm_kctx *k) {
    bool any = false, many = false;
    if ((k->op->flags & CM_OPF_DYNAMIC) != 0) return false;
    for (uint32_t i = 0; i < k->n_out; i++) {
        const cm_tensor *y = cm_out(k, i);
        if (y == NULL) continue;
        if (y->kind != CAMEO_KIND_TENSOR || y->dtype == CAMEO_STRING || y->n != 0) return false;
        any = true;
        many = many || exec_is_many_rows(y);
    }
    for (uint32_t i = 0; any && !many && i < k->n_in; i++) many = exec_is_many_rows(cm_in(k, i));
    return many;
}
#endif

static cameo_status exec_begin_kernel(cameo_run *r, const cm_step *step, cameo_error *e) {
    const cm_pstep *ps = &r->plan->steps[r->pc];
    for (uint32_t w = 0; w < r->n_workers; w++) exec_bind(r, step, w);
    r->scratch_block = CM_NONE;
#if !CAMEO_FROZEN
    if (r->s->n_late != 0) CM_TRY(cm_run_pack_late(r, step, e));
#endif
    if (!ps->open) {
        r->setup = r->plan->setups[ps->setup];
        r->step_cost = ps->cost;
#if !CAMEO_FROZEN
        /* A plan does not know how long texts are. */
        r->step_cost = cm_cost_add(ps->cost, cm_price_read(r->s->ops[step->op], cm_dynamic_text(r, step)));
#endif
        exec_place_outputs(r, step);
    } else {
        CM_TRY(r->plan->dyn->begin(r, step, e));
    }
#if !CAMEO_FROZEN
    if (exec_writes_nothing(&r->workers[0].k)) r->setup.n_phases = 0;
#endif
    r->step_tasks = r->step_done = 0;
    for (uint32_t i = 0; i < r->setup.n_phases; i++) {
        cm_phase *phase = &r->setup.phase[i];
        if (phase->repeat == 0) phase->repeat = 1;
        r->step_tasks += (uint64_t)phase->n_tasks * phase->repeat;
    }
    r->phase = r->iteration = 0;
    r->next = 0;
    r->in_kernel = true;
#if !CAMEO_FROZEN
    CM_TRY(exec_afford(r, e));
#endif
    return CAMEO_OK;
}

/* cost * done / all without overflow for all < 2^32 tasks and without floating point, which small
 * processors would have to link a library for. Divisions of 64 bits cost time: whole steps need none. */
static uint64_t exec_part(uint64_t cost, uint64_t done, uint64_t all) {
    if (all == 0) return 0;
    if (!CAMEO_FROZEN && (done == 0 || done >= all)) return done == 0 ? 0 : cost;
    uint64_t whole = cost / all * done;
    return all > UINT32_MAX ? whole : whole + cost % all * done / all;
}

cameo_status cm_run_may_go_on(cameo_run *r, uint64_t done, cameo_error *e) {
    CM_CHECK(cm_atomic_load(&r->cancel) == 0, e, CAMEO_E_CANCELLED, "cancelled");
    if (r->budget.deadline_ns != 0) {
        CM_CHECK(r->clock_ns(r->clock_ctx) < r->budget.deadline_ns, e, CAMEO_E_DEADLINE,
                 "the deadline has passed");
    }
#if !CAMEO_FROZEN
    CM_TRY(cm_interrupted(r->interrupt, e));
#endif
    uint64_t cost = EXEC_ADD(r->cost, exec_part(r->step_cost, done, r->step_tasks));
    CM_CHECK(r->budget.cost == 0 || cost <= r->budget.cost, e, CAMEO_E_LIMIT,
             "cost budget of %llu element operations is used up", CM_LLU(r->budget.cost));
    CM_CHECK(cost <= r->run_cost, e, CAMEO_E_LIMIT, "limit run_cost of %llu is reached",
             CM_LLU(r->run_cost));
    return CAMEO_OK;
}

static cameo_status exec_task(cameo_run *r, cm_worker *w, uint32_t task, cameo_error *e) {
    w->k.e = e;
    CM_TRY(cm_run_may_go_on(r, r->step_done + task, e));
    w->k.iteration = r->iteration;
    return r->s->rows[r->s->steps[r->pc].row]->run(&w->k, r->phase, task, task + 1);
}

/* ---- phases that several workers share ---- */

/* Each worker begins with a share of its own, tasks next to each other: from step to step it finds in its cache what it
 * wrote before. Firmware counts bytes of code and has one share for all. */
static uint32_t exec_n_shares(const cameo_run *r) { return CAMEO_FROZEN ? 1 : r->n_workers; }

/* The first task of a share; of the share behind the last: n. */
static uint32_t exec_share(const cameo_run *r, uint32_t n, uint32_t share) {
    uint32_t shares = exec_n_shares(r), each = n / shares, more = n % shares;
    return each * share + (share < more ? share : more);
}

#if CAMEO_FROZEN
#define EXEC_NEXT(r, share) (&(r)->next)
#else
#define EXEC_NEXT(r, share) (&(r)->workers[share].next)
#endif

/* Tasks of a share in ascending order, until none is left below one that failed. */
static void exec_work_on(cameo_run *r, cm_worker *w, uint32_t share) {
    uint32_t end = exec_share(r, r->setup.phase[r->phase].n_tasks, share + 1);
    for (;;) {
        uint32_t task = cm_atomic_add(EXEC_NEXT(r, share), 1);
        cameo_error *e = &w->e;
        if (task >= end || task >= cm_atomic_load(&r->failed)) return;
#if !CAMEO_FROZEN
        if (w->failed_task != UINT32_MAX) {
            e = &w->other;
            e->status = CAMEO_OK;
        }
#endif
        cameo_status status = exec_task(r, w, task, e);
        if (status == CAMEO_OK) continue;
        if (e != &w->e) w->e = *e;
        w->status = status;
        w->failed_task = task; /* lower than that of before */
        (void)cm_atomic_min(&r->failed, task);
        return;
    }
}

/* One worker of a parallel phase: its own share, then what is left of the others'. */
static void exec_work(void *arg, uint32_t worker) {
    cameo_run *r = arg;
    uint32_t shares = exec_n_shares(r);
    for (uint32_t i = 0; i < shares; i++) exec_work_on(r, &r->workers[worker], (worker + i) % shares);
}

/* Of several failures the one of the lowest task counts: all tasks below it were done, so that it does not depend on
 * who ran first. */
static cameo_status exec_parallel(cameo_run *r, cameo_error *e) {
    r->failed = UINT32_MAX;
    for (uint32_t w = 0; w < r->n_workers; w++) {
        r->workers[w].status = CAMEO_OK;
        r->workers[w].failed_task = UINT32_MAX;
#if !CAMEO_FROZEN
        r->workers[w].next = exec_share(r, r->setup.phase[r->phase].n_tasks, w);
#endif
    }
    r->threads->parallel(r->threads->ctx, exec_work, r);
    for (uint32_t w = 0; w < r->n_workers; w++) {
        const cm_worker *worker = &r->workers[w];
        if (worker->status == CAMEO_OK || worker->failed_task != r->failed) continue;
        if (e != &worker->e) *e = worker->e; /* also over that of another worker, if e is its */
        return worker->status;
    }
    return CAMEO_OK;
}

/* Are n tasks, which cost so much together, worth the other workers? While those sleep, once as much has come together
 * as waking them takes many times over. */
static bool exec_is_shared(cameo_run *r, uint32_t n, uint64_t cost) {
    if (r->n_workers < 2 || n < 2 || n >= UINT32_MAX - r->n_workers || cost < EXEC_PARALLEL_COST) return false;
#if !CAMEO_FROZEN
    if (r->is_awake == NULL || r->is_awake(r->threads)) return true;
    uint64_t *alone = &r->workers[0].alone;
    *alone = cm_cost_add(*alone, cost);
    if (*alone < EXEC_WAKE_COST) return false;
    *alone = 0;
#endif
    return true;
}

/* CAMEO_OK: the phase is done. CAMEO_PAUSED: the budget of tasks is used up. */
static cameo_status exec_phase(cameo_run *r, uint64_t *tasks_left, cameo_error *e) {
    uint32_t n = r->setup.phase[r->phase].n_tasks;
    bool whole = *tasks_left == UINT64_MAX && r->next == 0;
    if (whole && exec_is_shared(r, n, exec_part(r->step_cost, n, r->step_tasks))) {
        CM_TRY(exec_parallel(r, e));
        r->tasks += n;
        return CAMEO_OK;
    }
    for (; r->next < n; r->next++) {
        if (*tasks_left == 0) return CAMEO_PAUSED;
        cm_worker *w = &r->workers[0];
        cameo_status status = exec_task(r, w, r->next, &w->e);
        if (status != CAMEO_OK) return status; /* e is that of worker 0 */
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
    r->cost = EXEC_ADD(r->cost, r->step_cost);
    r->in_kernel = false;
    if (r->scratch_block != CM_NONE) r->plan->dyn->end(r);
#if !CAMEO_FROZEN
    uint64_t spent = 0;
    for (uint32_t w = 0; w < r->n_workers; w++) spent = cm_cost_add(spent, r->workers[w].spent);
    r->cost = cm_cost_add(r->cost, spent);
    /* Whoever did the work: with any number of workers the run ends here at the latest. */
    if (spent != 0) return cm_run_may_go_on(r, 0, e);
#endif
    return CAMEO_OK;
}

#if !CAMEO_FROZEN
/* ---- steps that a plan knows to be ordinary (runtime/plan/quick.c) ---- */

/* Tasks of a step that takes no longer than this are done by one call, behind one question whether to go on. */
#define EXEC_TOGETHER_COST 32768

/* All tasks of a step. */
static cameo_status exec_quick_kernel(cameo_run *r, const cm_step *step, const cm_pstep *ps, cameo_error *e) {
    cm_worker *w = &r->workers[0];
    uint32_t n = r->plan->setups[ps->setup].phase[0].n_tasks, each = ps->cost <= EXEC_TOGETHER_COST ? n : 1;
    uint32_t n_workers = exec_is_shared(r, n, ps->cost) ? r->n_workers : 1;
    uint64_t spent = 0;
    for (uint32_t i = 0; i < n_workers; i++) exec_bind(r, step, i);
    if ((ps->quick & CM_QUICK_LATE) != 0) CM_TRY(cm_run_pack_late(r, step, e));
    if ((ps->quick & CM_QUICK_PLACES) != 0) exec_place_outputs(r, step);
    r->step_cost = ps->cost;
    r->step_tasks = n;
    r->step_done = 0;
    r->phase = r->iteration = 0;
    CM_TRY(exec_afford(r, e));
    if (n_workers > 1) {
        r->setup.phase[0].n_tasks = n;
        CM_TRY(exec_parallel(r, e));
        r->tasks += n;
    } else {
        const cm_row *row = r->s->rows[step->row];
        w->k.e = &w->e;
        w->k.iteration = 0;
        for (r->next = 0; r->next < n; r->next += each) {
            if (cm_atomic_load(&r->cancel) != 0 || r->is_watched) CM_TRY(cm_run_may_go_on(r, r->next, e));
            CM_TRY(row->run(&w->k, 0, r->next, r->next + each));
            r->tasks += each;
        }
    }
    r->cost = cm_cost_add(r->cost, ps->cost);
    for (uint32_t i = 0; i < n_workers; i++) spent = cm_cost_add(spent, r->workers[i].spent);
    if (spent == 0) return CAMEO_OK;
    r->cost = cm_cost_add(r->cost, spent);
    return cm_run_may_go_on(r, 0, e);
}

/* Steps from pc on, up to one that is not ordinary. */
static cameo_status exec_quick(cameo_run *r, cameo_error *e) {
    const cameo_session *s = r->s;
    for (; r->pc < s->n_steps; r->pc++) {
        const cm_pstep *ps = &r->plan->steps[r->pc];
        const cm_step *step = &s->steps[r->pc];
        if (ps->quick == CM_QUICK_NOT) return CAMEO_OK;
        if ((ps->quick & CM_QUICK_KERNEL) != 0) {
            CM_TRY(exec_quick_kernel(r, step, ps, e));
        } else if (ps->quick == CM_QUICK_RENAME) {
            r->values[s->ids[step->out]].data = r->values[s->ids[step->in]].data;
        }
    }
    return CAMEO_OK;
}
#endif

/* ---- the other steps ---- */

/* VIEW and MOVE of a static plan: dims and type of both names are fixed. */
static cameo_status exec_rename(cameo_run *r, const cm_step *step, cameo_error *e) {
    CM_CHECK(step->kind == CM_STEP_VIEW || step->kind == CM_STEP_MOVE, e, CAMEO_E_INTERNAL,
             "step %u in a static plan", (unsigned)step->kind);
    r->values[cm_step_out(r->s, step, 0)].data = r->values[cm_step_in(r->s, step, 0)].data;
    r->pc++;
    return CAMEO_OK;
}

static cameo_status exec_one(cameo_run *r, uint64_t *tasks_left, cameo_error *e) {
    const cm_step *step = &r->s->steps[r->pc];
#if !CAMEO_FROZEN
    if (r->devices != NULL && !r->in_kernel) CM_TRY(r->s->devices->calls->ready(r, step, e));
#endif
    if (step->kind != CM_STEP_KERNEL) {
        return r->plan->dyn == NULL ? exec_rename(r, step, e) : r->plan->dyn->step(r, step, e);
    }
    if (!r->in_kernel) CM_TRY(exec_begin_kernel(r, step, e));
    CM_TRY(exec_kernel(r, tasks_left, e));
    r->pc++;
    return CAMEO_OK;
}

#if !CAMEO_FROZEN
#define EXEC_ASK_STEPS 1024
#endif

/* Behind the last step a run may still wait for devices. */
static bool exec_goes_on(const cameo_run *r) {
    return r->pc < r->s->n_steps || (!CAMEO_FROZEN && r->devices != NULL);
}

#if !CAMEO_FROZEN
static cameo_status exec_finish(cameo_run *r, cameo_error *e) {
    CM_TRY(cm_run_may_go_on(r, 0, e));
    return r->s->devices->calls->ready(r, NULL, e);
}
#endif

cameo_status cameo_run_advance(cameo_run *r, const cameo_budget *budget, cameo_error *error) {
    CM_CHECK(r->state != CM_RUN_IDLE, error, CAMEO_E_ARG, "advance before begin");
    r->budget = budget == NULL ? (cameo_budget){0} : *budget;
    CM_CHECK(r->budget.deadline_ns == 0 || r->clock_ns != NULL, error, CAMEO_E_ARG,
             "a deadline needs options.clock_ns");
    uint64_t tasks_left = r->budget.tasks == 0 ? UINT64_MAX : r->budget.tasks;
#if !CAMEO_FROZEN
    const bool quick = tasks_left == UINT64_MAX && r->devices == NULL;
    r->is_watched = r->budget.deadline_ns != 0 || r->interrupt.fn != NULL;
#endif
    cameo_error *local = &r->workers[0].e; /* it always has one, and there it needs no stack */
    memset(local, 0, sizeof *local);
    for (uint32_t steps = 0; exec_goes_on(r); steps++) {
        const bool behind = !CAMEO_FROZEN && r->pc == r->s->n_steps;
        cameo_status status = CAMEO_OK;
#if !CAMEO_FROZEN
        /* Steps may be without tasks, and many. */
        if (steps % EXEC_ASK_STEPS == EXEC_ASK_STEPS - 1 && !r->in_kernel) status = cm_run_may_go_on(r, 0, local);
        if (status == CAMEO_OK && quick && !r->in_kernel) {
            status = exec_quick(r, local);
            if (status == CAMEO_OK && r->pc == r->s->n_steps) break;
        }
        if (status == CAMEO_OK && behind) status = exec_finish(r, local);
        if (status == CAMEO_OK && !behind)
#endif
            status = exec_one(r, &tasks_left, local);
        if (status == CAMEO_OK && behind) break;
        if (status == CAMEO_OK) continue;
        if (status == CAMEO_PAUSED || status == CAMEO_PENDING) return status;
        if (!CAMEO_FROZEN && r->devices != NULL) r->s->devices->calls->stop(r);
        if (!CAMEO_FROZEN && r->pc == r->s->n_steps) r->pc--; /* the error names the last step */
        uint32_t node = r->s->steps[r->pc].node;
        if (r->s->node_names != NULL && node < r->s->n_nodes) {
            cm_error_at_node(local, node, r->s->node_names[node], r->s->node_ops[node]);
        }
        if (error != NULL && error->status == CAMEO_OK) *error = *local;
        r->state = CM_RUN_IDLE;
        return status;
    }
    r->state = CM_RUN_FINISHED;
#if !CAMEO_FROZEN
    r->resumes = true;
#endif
    return CAMEO_OK;
}

/* ---- one kernel on its own ---- */

cameo_status cm_exec_kernel(cm_kctx *k, const cm_row *row, cm_arena *work, cameo_status (*ask)(void *ctx),
                            void *ctx) {
    cm_setup setup = {0};
    CM_TRY(row->setup(k, &setup));
#if !CAMEO_FROZEN
    if (exec_writes_nothing(k)) return CAMEO_OK;
#endif
    cm_arena_mark mark = cm_arena_get_mark(work);
    k->scratch = cm_arena_alloc(work, setup.scratch, CAMEO_ALIGN);
    k->worker_scratch = cm_arena_alloc(work, setup.worker_scratch, CAMEO_ALIGN);
    CM_TRY(cm_arena_status(work, "work", k->e));
    cameo_status status = CAMEO_OK;
    for (uint32_t p = 0; p < setup.n_phases && status == CAMEO_OK; p++) {
        uint32_t repeat = setup.phase[p].repeat == 0 ? 1 : setup.phase[p].repeat;
        if (setup.phase[p].n_tasks == 0) continue; /* as in a run: kernels may count on a task */
        for (k->iteration = 0; k->iteration < repeat && status == CAMEO_OK; k->iteration++) {
            for (uint32_t t = 0; t < setup.phase[p].n_tasks && status == CAMEO_OK; t++) {
                status = ask(ctx);
                if (status == CAMEO_OK) status = row->run(k, p, t, t + 1);
            }
        }
    }
    cm_arena_rewind(work, mark);
    return status;
}
