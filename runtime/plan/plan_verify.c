/* plan_verify.c — debug builds check every plan: the program is executed once more, abstractly, and every value that
 * a step reads must still be in its bytes. It knows nothing of lives and of the search for offsets (place.c), so
 * that a mistake there is seen when the plan is made and not in wrong results. */
#include "runtime/plan/plan.h"

#if CAMEO_DEBUG

/* Writes of steps times values beyond which a plan is not checked: a tenth of a second, more under sanitizers. */
#define PLAN_VERIFY_MOST ((uint64_t)1 << 24)

typedef struct plan_verify {
    const cm_planning *p;
    bool *holds;  /* per value: its bytes are those that its step wrote */
    bool *turned; /* per step, LOOP_NEXT: the body was walked twice */
} plan_verify;

/* The value whose buffer v lies in, or CM_NONE: another place, or one that differs from branch to branch. */
static cm_id plan_verify_root(const cm_planning *p, cm_id v) {
    while (v != CM_NONE && p->values[v].place == CM_PLACE_ALIAS) v = p->values[v].alias;
    return v != CM_NONE && p->values[v].place == CM_PLACE_BUFFER ? v : CM_NONE;
}

static bool plan_verify_overlap(const cm_planning *p, cm_id a, cm_id b) {
    const cm_pvalue *x = &p->values[a], *y = &p->values[b];
    if (cm_svalue_space(&p->s->values[a]) != cm_svalue_space(&p->s->values[b])) return false;
    return x->size != 0 && y->size != 0 && x->off < y->off + y->size && y->off < x->off + x->size;
}

/* Does a step of this operator read all of what it overwrites first? */
static bool plan_verify_in_place(const cm_planning *p, const cm_step *step, uint32_t out) {
    if (step->kind != CM_STEP_KERNEL || out != 0) return false;
    return (p->s->ops[step->op]->flags & (CM_OPF_INPLACE | CM_OPF_SUM)) != 0;
}

/* Does a device append to v, a state that lies at the begin of the result? It leaves v as it is. */
static bool plan_verify_appends(const cm_planning *p, const cm_step *step, cm_id v, cm_id out) {
    const int flags = step->kind != CM_STEP_DEVICE ? 0 : p->s->ops[step->op]->flags;
    bool appends = (flags & CM_OPF_APPEND) != 0 && v == cm_step_in(p->s, step, 0);
    for (uint32_t i = 0; (flags & CM_OPF_CACHE) != 0 && i < 2 && CM_CACHE_OUT + i < step->n_out; i++)
        appends = appends || (v == cm_step_in(p->s, step, CM_CACHE_IN + i) &&
                              out == cm_step_out(p->s, step, CM_CACHE_OUT + i));
    return appends && p->values[v].alias == out;
}

/* Output k of a step is written: other values that lie there are gone, inputs of the step only where it may work in
 * place. */
static cameo_status plan_verify_write(plan_verify *c, const cm_step *step, uint32_t at, uint32_t k) {
    const cm_planning *p = c->p;
    cm_id out = cm_step_out(p->s, step, k), root = plan_verify_root(p, out);
    c->holds[out] = true;
    if (root == CM_NONE) return CAMEO_OK;
    size_t end;
    bool wraps = cm_ckd_add(p->values[root].off, p->values[root].size, &end);
    bool host = cm_svalue_space(&p->s->values[root]) == 0;
    CM_CHECK(!wraps && (!host || end <= p->activations), p->e, CAMEO_E_INTERNAL,
             "plan: value %u ends behind the activations", (unsigned)out);
    /* Another name for the same bytes; a loop may hand on what it carries by such a name: a copy onto itself. */
    bool same_bytes = step->kind == CM_STEP_VIEW || step->kind == CM_STEP_MOVE || step->kind == CM_STEP_COPY;
    for (cm_id v = 0; v < p->s->n_values; v++) {
        cm_id other = c->holds[v] && v != out ? plan_verify_root(p, v) : CM_NONE;
        if (other == CM_NONE || !plan_verify_overlap(p, root, other)) continue;
        if ((same_bytes && other == root) || plan_verify_appends(p, step, v, out)) continue;
        for (uint32_t i = 0; i < step->n_in; i++) {
            bool legal = other == root && plan_verify_in_place(p, step, k);
            CM_CHECK(cm_step_in(p->s, step, i) != v || legal, p->e, CAMEO_E_INTERNAL,
                     "plan: step %u writes value %u over value %u, which it reads", (unsigned)at, (unsigned)out,
                     (unsigned)v);
        }
        for (uint32_t i = 0; i < k; i++) {
            CM_CHECK(cm_step_out(p->s, step, i) != v, p->e, CAMEO_E_INTERNAL,
                     "plan: step %u writes values %u and %u to the same bytes", (unsigned)at, (unsigned)v,
                     (unsigned)out);
        }
        c->holds[v] = false;
    }
    return CAMEO_OK;
}

static cameo_status plan_verify_step(plan_verify *c, uint32_t at) {
    const cm_planning *p = c->p;
    const cm_step *step = &p->s->steps[at];
    for (uint32_t i = 0; step->kind != CM_STEP_DROP && i < step->n_in; i++) {
        cm_id v = cm_step_in(p->s, step, i);
        CM_CHECK(v == CM_NONE || plan_verify_root(p, v) == CM_NONE || c->holds[v], p->e, CAMEO_E_INTERNAL,
                 "plan: step %u reads value %u, which is not there any more", (unsigned)at, (unsigned)v);
    }
    for (uint32_t k = 0; k < step->n_out; k++) {
        if (cm_step_out(p->s, step, k) != CM_NONE) CM_TRY(plan_verify_write(c, step, at, k));
    }
    return CAMEO_OK;
}

cameo_status cm_plan_verify(const cm_planning *p) {
    plan_verify c = {.p = p};
    uint64_t writes = p->s->n_steps;
    for (uint32_t i = 0; i < p->s->n_steps; i++) writes += p->s->steps[i].n_out;
    if (writes * p->s->n_values > PLAN_VERIFY_MOST) return CAMEO_OK;
    c.holds = CM_ARENA_NEW_N(p->work, bool, p->s->n_values);
    c.turned = CM_ARENA_NEW_N(p->work, bool, p->s->n_steps);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    for (uint32_t i = 0; i < p->s->n_steps; i++) {
        const cm_step *step = &p->s->steps[i];
        if (!p->steps[i].live) continue;
        CM_TRY(plan_verify_step(&c, i));
        /* The second turn reads what the first one left. */
        if (step->kind != CM_STEP_LOOP_NEXT || c.turned[i] || step->target == 0) continue;
        c.turned[i] = true;
        i = step->target - 1;
    }
    for (uint32_t i = 0; i < p->s->n_outputs; i++) {
        cm_id v = p->s->outputs[i].value;
        CM_CHECK(plan_verify_root(p, v) == CM_NONE || c.holds[v], p->e, CAMEO_E_INTERNAL,
                 "plan: output %u is not there at the end", (unsigned)i);
    }
    return CAMEO_OK;
}

#endif
