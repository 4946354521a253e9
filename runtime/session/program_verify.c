/* program_verify.c — debug builds check every program (program.h): whatever way a run takes through its jumps and
 * loops, a step reads what was made before and not dropped since. It knows nothing of the regions and last uses that
 * drops.c works with. */
#include "runtime/session/lower.h"

#if CAMEO_DEBUG

/* Steps times values beyond which a program is not checked: memory and seconds in a debug build. */
#define PROGRAM_VERIFY_MOST ((uint64_t)1 << 26)

typedef struct program_verify {
    const cm_program *p;
    bool *there;     /* per value: on every way to this step it was made and not dropped */
    bool **arriving; /* per step: those of the ways that jump here, or NULL; one more than there are steps */
    bool *turned;    /* per step, LOOP_NEXT: the body was walked twice */
    bool reachable;  /* by the step before */
} program_verify;

/* A way leads from here to step `target`, which is later. */
static cameo_status program_verify_jump(program_verify *c, uint32_t target) {
    cm_id n = c->p->value.n;
    bool **at = &c->arriving[target];
    bool first = *at == NULL;
    if (first) *at = CM_ARENA_NEW_N(c->p->work, bool, n);
    CM_TRY(cm_arena_status(c->p->work, "work", c->p->ir->e));
    for (cm_id v = 0; v < n; v++) (*at)[v] = c->there[v] && (first || (*at)[v]);
    return CAMEO_OK;
}

/* What is there at step `i` is what all ways to it have in common. */
static void program_verify_arrive(program_verify *c, uint32_t i) {
    const bool *at = c->arriving[i];
    for (cm_id v = 0; at != NULL && v < c->p->value.n; v++) c->there[v] = at[v] && (!c->reachable || c->there[v]);
    c->reachable = c->reachable || at != NULL;
}

static cameo_status program_verify_step(program_verify *c, uint32_t i) {
    const cm_program *p = c->p;
    const cm_step *step = &p->step.row[i];
    for (uint32_t k = 0; k < step->n_in; k++) {
        cm_id v = p->ids.row[step->in + k];
        if (v == CM_NONE) continue;
        bool drop = step->kind == CM_STEP_DROP;
        CM_CHECK(c->there[v] || drop, p->ir->e, CAMEO_E_INTERNAL,
                 "program: step %u reads value %u, which is not there on every way", (unsigned)i, (unsigned)v);
        if (drop) c->there[v] = false;
    }
    for (uint32_t k = 0; k < step->n_out; k++) {
        cm_id v = p->ids.row[step->out + k];
        if (v != CM_NONE) c->there[v] = true;
    }
    bool jumps = step->kind == CM_STEP_JUMP || step->kind == CM_STEP_JUMP_UNLESS || step->kind == CM_STEP_LOOP_BEGIN;
    CM_CHECK(!jumps || (step->target > i && step->target <= p->step.n), p->ir->e, CAMEO_E_INTERNAL,
             "program: step %u jumps to step %u", (unsigned)i, (unsigned)step->target);
    if (jumps) CM_TRY(program_verify_jump(c, step->target));
    c->reachable = step->kind != CM_STEP_JUMP;
    return CAMEO_OK;
}

cameo_status cm_program_verify(const cm_program *p) {
    program_verify c = {.p = p, .reachable = true};
    if ((uint64_t)p->step.n * p->value.n > PROGRAM_VERIFY_MOST) return CAMEO_OK;
    c.there = CM_ARENA_NEW_N(p->work, bool, p->value.n);
    c.arriving = CM_ARENA_NEW_N(p->work, bool *, (size_t)p->step.n + 1);
    c.turned = CM_ARENA_NEW_N(p->work, bool, p->step.n);
    CM_TRY(cm_arena_status(p->work, "work", p->ir->e));
    for (cm_id v = 0; v < p->value.n; v++) c.there[v] = p->value.row[v].kind != CM_SVALUE_TEMP;
    for (uint32_t i = 0; i < p->step.n; i++) {
        const cm_step *step = &p->step.row[i];
        program_verify_arrive(&c, i);
        if (!c.reachable) continue;
        CM_TRY(program_verify_step(&c, i));
        /* The second turn reads what the first one left. */
        if (step->kind != CM_STEP_LOOP_NEXT || c.turned[i]) continue;
        CM_CHECK(step->target <= i && step->target > 0, p->ir->e, CAMEO_E_INTERNAL,
                 "program: step %u turns back to step %u", (unsigned)i, (unsigned)step->target);
        c.turned[i] = true;
        i = step->target - 1;
    }
    program_verify_arrive(&c, p->step.n);
    for (uint32_t i = p->n_inputs + p->n_defaults; i < p->io.n; i++) {
        CM_CHECK(c.there[p->io.row[i].value], p->ir->e, CAMEO_E_INTERNAL, "program: output %u is not there at the end",
                 (unsigned)(i - p->n_inputs - p->n_defaults));
    }
    return CAMEO_OK;
}

#endif
