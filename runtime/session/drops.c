/* drops.c — where values die.
 *
 * A value is released after its last use, in the region that defined it: a use inside a branch or a
 * loop body counts as a use by the whole If or Loop, so every path into a join leaves the same values
 * live. Steps are then renumbered; a jump goes to the place right behind the step before its target,
 * so it meets the drops that were inserted there. */
#include "runtime/session/lower.h"

/* Inputs of a step: where more values die there are several steps. */
#define DROPS_MOST ((uint32_t)UINT16_MAX)

typedef struct drops_life {
    uint32_t region; /* that defined it */
    uint32_t last;   /* step after which it dies; UINT32_MAX: never defined by a step */
} drops_life;

/* The step index that a use in `region` counts as, seen from `home`. */
static uint32_t drops_lift(const cm_program *p, uint32_t region, uint32_t home, uint32_t step) {
    while (region != home && region != 0) {
        step = p->region.row[region].outer_end;
        region = p->region.row[region].parent;
    }
    return step;
}

static void drops_use(const cm_program *p, drops_life *life, uint32_t i, cm_id value) {
    if (value == CM_NONE || life[value].last == UINT32_MAX) return;
    const cm_step *s = &p->step.row[i];
    uint32_t at = drops_lift(p, p->step_region[i], life[value].region, i);
    /* Operands of LOOP_BEGIN belong to the loop: it reads them at every turn. */
    if (s->kind == CM_STEP_LOOP_BEGIN && at < s->target - 1) at = s->target - 1;
    if (at > life[value].last) life[value].last = at;
}

static void drops_define(const cm_program *p, drops_life *life, uint32_t i, cm_id value) {
    if (value == CM_NONE) return;
    if (life[value].last == UINT32_MAX) {
        uint32_t region = p->step_region[i];
        /* An output of an If is defined in a branch, but belongs to the region around the If. */
        bool join = (p->value.row[value].flags & CM_SVF_JOIN) != 0;
        life[value].region = join ? p->region.row[region].parent : region;
        life[value].last = drops_lift(p, region, life[value].region, i);
    } else {
        drops_use(p, life, i, value);
    }
}

static cameo_status drops_lifetimes(const cm_program *p, drops_life **lives) {
    drops_life *life = *lives = CM_ARENA_NEW_N(p->work, drops_life, p->value.n);
    if (life == NULL) return cm_arena_status(p->work, "work", p->ir->e);
    for (cm_id v = 0; v < p->value.n; v++) life[v].last = UINT32_MAX;
    for (uint32_t i = 0; i < p->step.n; i++) {
        const cm_step *s = &p->step.row[i];
        CM_TRY(cm_ir_go_on(p->ir, false));
        for (uint32_t k = 0; k < s->n_out; k++) drops_define(p, life, i, p->ids.row[s->out + k]);
        for (uint32_t k = 0; k < s->n_in; k++) drops_use(p, life, i, p->ids.row[s->in + k]);
    }
    return CAMEO_OK;
}

static bool drops_wanted(const cm_program *p, const drops_life *life, cm_id v) {
    return life[v].last != UINT32_MAX && (p->value.row[v].flags & CM_SVF_OUTPUT) == 0 &&
           p->value.row[v].kind == CM_SVALUE_TEMP;
}

/* A carried value is also dead between its last use in the body and its assignment at the end of it:
 * turn[v] is that last use, UINT32_MAX where there is none. */
static void drops_turns(const cm_program *p, uint32_t *turn) {
    for (cm_id v = 0; v < p->value.n; v++) turn[v] = UINT32_MAX;
    for (uint32_t i = 0; i < p->step.n; i++) {
        const cm_step *s = &p->step.row[i];
        for (uint32_t k = 0; k < s->n_in; k++) {
            cm_id v = p->ids.row[s->in + k];
            if (v == CM_NONE || p->source[v].carried == 0) continue;
            uint32_t region = p->step_region[i], at = i;
            while (region != p->source[v].carried && region != 0) {
                at = p->region.row[region].outer_end;
                region = p->region.row[region].parent;
            }
            if (region != 0) turn[v] = at;
        }
    }
}

/* Values by the step after which they are dropped: those of step i are sorted[first[i] .. first[i+1]). */
static cm_id *drops_sorted(const cm_program *p, const drops_life *life, const uint32_t *turn,
                           uint32_t *first) {
    cm_id *sorted = CM_ARENA_NEW_N(p->work, cm_id, (size_t)p->value.n * 2);
    uint32_t *fill = CM_ARENA_NEW_N(p->work, uint32_t, (size_t)p->step.n + 1);
    if (sorted == NULL || fill == NULL) return NULL;
    for (cm_id v = 0; v < p->value.n; v++) {
        if (drops_wanted(p, life, v)) first[life[v].last + 1]++;
        if (turn[v] != UINT32_MAX) first[turn[v] + 1]++;
    }
    for (uint32_t i = 0; i < p->step.n; i++) first[i + 1] += first[i];
    for (cm_id v = 0; v < p->value.n; v++) {
        uint32_t at = life[v].last;
        if (drops_wanted(p, life, v)) sorted[first[at] + fill[at]++] = v;
        at = turn[v];
        if (at != UINT32_MAX) sorted[first[at] + fill[at]++] = v;
    }
    return sorted;
}

/* A DROP step of n <= DROPS_MOST values. */
static cameo_status drops_put(cm_program *p, const cm_id *dying, uint32_t n, uint32_t node,
                              cm_step *drop) {
    *drop = (cm_step){.kind = CM_STEP_DROP, .params = CM_NONE, .node = node};
    drop->in = drop->out = p->ids.n;
    drop->n_in = (uint16_t)n;
    for (uint32_t k = 0; k < n; k++) {
        if (!CM_PUSH_ROOM(p->work, p->ids)) return cm_arena_status(p->work, "work", p->ir->e);
        p->ids.row[p->ids.n++] = dying[k];
    }
    return CAMEO_OK;
}

cameo_status cm_insert_drops(cm_program *p) {
    uint32_t n = p->step.n;
    drops_life *life;
    CM_TRY(drops_lifetimes(p, &life));
    uint32_t *turn = CM_ARENA_NEW_N(p->work, uint32_t, p->value.n);
    uint32_t *first = CM_ARENA_NEW_N(p->work, uint32_t, (size_t)n + 2);
    /* A value is dropped twice at most: in the body that assigns it, and for good. */
    size_t most = (size_t)n * 2 + (size_t)p->value.n * 2 / DROPS_MOST;
    cm_step *steps = CM_ARENA_NEW_N(p->work, cm_step, most);
    uint32_t *behind =
        CM_ARENA_NEW_N(p->work, uint32_t, (size_t)n + 1); /* new index behind step i - 1 */
    CM_TRY(cm_arena_status(p->work, "work", p->ir->e));
    drops_turns(p, turn);
    CM_TRY(cm_ir_go_on(p->ir, true));
    const cm_id *sorted = drops_sorted(p, life, turn, first);
    CM_TRY(cm_arena_status(p->work, "work", p->ir->e));
    uint32_t out = 0;
    for (uint32_t i = 0; i < n; i++) {
        CM_TRY(cm_ir_go_on(p->ir, false));
        steps[out++] = p->step.row[i];
        behind[i + 1] = out;
        for (uint32_t at = first[i]; at < first[i + 1]; at += DROPS_MOST) {
            uint32_t dying = (uint32_t)cm_min_size(first[i + 1] - at, DROPS_MOST);
            CM_TRY(drops_put(p, sorted + at, dying, p->step.row[i].node, &steps[out++]));
        }
    }
    for (uint32_t i = 0; i < out; i++) {
        uint8_t kind = steps[i].kind;
        bool jumps = kind == CM_STEP_JUMP || kind == CM_STEP_JUMP_UNLESS ||
                     kind == CM_STEP_LOOP_BEGIN || kind == CM_STEP_LOOP_NEXT;
        if (jumps) steps[i].target = behind[steps[i].target];
    }
    p->step.row = steps;
    p->step.n = out;
    p->step.cap = (uint32_t)most;
    return CAMEO_OK;
}
