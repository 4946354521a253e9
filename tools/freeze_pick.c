/* freeze_pick.c — which steps, values, rows, operators and params a frozen model keeps: what this plan
 * reaches and nothing else. */
#include <string.h>

#include "providers/provider.h"
#include "runtime/session/custom.h"
#include "tools/freeze.h"

static void pick_map_new(freeze_map *m, uint32_t n) {
    m->old = tool_alloc(((size_t)n + 1) * sizeof *m->old);
    m->at = tool_alloc(((size_t)n + 1) * sizeof *m->at);
    m->n = 0;
    for (uint32_t i = 0; i <= n; i++) m->at[i] = CM_NONE;
}

static void pick_map_free(freeze_map *m) {
    free(m->old);
    free(m->at);
}

static void pick_add(freeze_map *m, uint32_t old) {
    if (m->at[old] != CM_NONE) return;
    m->at[old] = m->n;
    m->old[m->n++] = old;
}

static bool pick_is_live(const freeze *z, uint32_t step) {
    return step >= z->s->n_steps || z->p->steps[step].live;
}

/* ---- steps ---- */

/* True if no kept step lies in [from, to). */
static bool pick_empty(const bool *keep, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        if (keep[i]) return false;
    }
    return true;
}

/* A jump over nothing, and a condition that this plan has decided: one of its two ways is dead. */
static bool pick_is_idle_jump(const freeze *z, const bool *keep, uint32_t i) {
    const cm_step *step = &z->s->steps[i];
    if (step->target <= i) return false;
    if (step->kind == CM_STEP_JUMP) return pick_empty(keep, i + 1, step->target);
    if (step->kind != CM_STEP_JUMP_UNLESS) return false;
    return !pick_is_live(z, step->target) || pick_empty(keep, i + 1, step->target);
}

static bool pick_is_closed(const freeze *z, uint32_t value) {
    const cm_pvalue *pv = &z->p->values[value];
    return z->s->values[value].vkind == CAMEO_KIND_TENSOR && pv->dtype != CAMEO_STRING && pv->fixed;
}

/* Where no step is open, the values of steps are fixed; what comes in and goes out is looked at here. */
static bool pick_needs_dynamic(const freeze *z, const bool *keep) {
    bool needed = z->p->heap != 0;
    for (uint32_t i = 0; i < z->s->n_inputs + z->s->n_defaults; i++) {
        needed = needed || !pick_is_closed(z, z->s->inputs[i].value);
    }
    for (uint32_t i = 0; i < z->s->n_outputs; i++) {
        needed = needed || !pick_is_closed(z, z->s->outputs[i].value);
    }
    for (uint32_t i = 0; i < z->s->n_steps && !needed; i++) {
        const cm_step *step = &z->s->steps[i];
        if (!keep[i] || step->kind == CM_STEP_DROP) continue;
        bool kernel = step->kind == CM_STEP_KERNEL;
        needed = z->p->steps[i].open ||
                 (!kernel && step->kind != CM_STEP_VIEW && step->kind != CM_STEP_MOVE) ||
                 (kernel && (z->s->ops[step->op]->flags & CM_OPF_DYNAMIC) != 0);
    }
    return needed;
}

static void pick_steps(freeze *z) {
    uint32_t n = z->s->n_steps;
    bool *keep = tool_alloc(n + 1);
    for (uint32_t i = 0; i < n; i++) keep[i] = z->p->steps[i].live;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < n; i++) {
            if (!keep[i] || !pick_is_idle_jump(z, keep, i)) continue;
            keep[i] = false;
            again = true;
        }
    }
    z->is_static = !pick_needs_dynamic(z, keep);
    for (uint32_t i = 0; i < n; i++) {
        if (keep[i] && !(z->is_static && z->s->steps[i].kind == CM_STEP_DROP))
            pick_add(&z->steps, i);
    }
    /* A jump to a step that is left out goes to the next one that is kept. */
    uint32_t next = z->steps.n;
    for (uint32_t i = n + 1; i-- > 0;) {
        if (z->steps.at[i] == CM_NONE) z->steps.at[i] = next;
        next = z->steps.at[i];
    }
    free(keep);
}

/* ---- what they use ---- */

uint32_t freeze_n_in(const freeze *z, uint32_t step) {
    const cm_step *s = &z->s->steps[step];
    return s->kind == CM_STEP_VIEW && !z->p->steps[step].open ? 1 : s->n_in;
}

bool freeze_is_constant(const freeze *z, uint32_t value) {
    uint8_t kind = z->s->values[value].kind;
    return kind == CM_SVALUE_CONST || kind == CM_SVALUE_DEFAULT;
}

uint64_t freeze_constant_bytes(const freeze *z) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < z->values.n; i++) {
        if (freeze_is_constant(z, z->values.old[i])) n += z->s->values[z->values.old[i]].size;
    }
    return n;
}

static void pick_used(freeze *z) {
    const cameo_session *s = z->s;
    for (uint32_t i = 0; i < s->n_inputs + s->n_defaults; i++)
        pick_add(&z->values, s->inputs[i].value);
    for (uint32_t i = 0; i < z->steps.n; i++) {
        const cm_step *step = &s->steps[z->steps.old[i]];
        bool open = z->p->steps[z->steps.old[i]].open;
        uint32_t n_in = freeze_n_in(z, z->steps.old[i]);
        for (uint32_t k = 0; k < n_in; k++) {
            if (s->ids[step->in + k] != CM_NONE) pick_add(&z->values, s->ids[step->in + k]);
        }
        for (uint32_t k = 0; k < step->n_out; k++) {
            if (s->ids[step->out + k] != CM_NONE) pick_add(&z->values, s->ids[step->out + k]);
        }
        if (step->kind == CM_STEP_SCAN_INIT) z->is_scan[s->ids[step->out]] = true;
        if (n_in > z->n_in) z->n_in = n_in;
        if (step->n_out > z->n_out) z->n_out = step->n_out;
        z->any_open = z->any_open || open;
        if (step->kind == CM_STEP_KERNEL) {
            pick_add(&z->rows, step->row);
            z->row_open[step->row] = z->row_open[step->row] || open;
        }
        if (step->kind != CM_STEP_KERNEL && (step->kind != CM_STEP_VIEW || !open)) continue;
        pick_add(&z->ops, step->op);
        z->op_open[step->op] = z->op_open[step->op] || open;
        if (step->params == CM_NONE) continue;
        pick_add(&z->params, step->params);
        z->params_op[step->params] = step->op;
    }
    for (uint32_t i = 0; i < s->n_outputs; i++) pick_add(&z->values, s->outputs[i].value);
    /* The value whose bytes another one uses. */
    for (uint32_t i = 0; i < z->values.n; i++) {
        const cm_pvalue *pv = &z->p->values[z->values.old[i]];
        if (pv->place == CM_PLACE_ALIAS && pv->alias != CM_NONE) pick_add(&z->values, pv->alias);
    }
}

const char *freeze_op_symbol(const cm_op *op) {
    for (uint32_t i = 0; i < cameo_ops_all.ops.n; i++) {
        if (cameo_ops_all.ops.entry[i].op == op) return cameo_ops_all.ops.entry[i].symbol;
    }
    return NULL;
}

const cameo_op *freeze_user_op(const cm_op *op) {
    return op->id < CM_OP_COUNT ? NULL : ((const cm_custom *)(const void *)op)->user;
}

const char *freeze_op_type(const cm_op *op) {
    const cameo_op *user = freeze_user_op(op);
    return user != NULL ? user->op_type : freeze_op_symbol(op) + strlen("cm_op_");
}

/* What the frozen code has to name of a caller's operator. */
static cameo_status pick_check_user(const cameo_op *user, bool open, cameo_error *e) {
    const char *lacks = user->run_symbol == NULL                                  ? "run_symbol"
                        : open && user->shape_symbol == NULL                      ? "shape_symbol"
                        : open && user->cost != NULL && user->cost_symbol == NULL ? "cost_symbol"
                        : open && cm_custom_has_setup(user) && user->setup_symbol == NULL ? "setup_symbol"
                                                                                  : NULL;
    CM_CHECK(lacks == NULL, e, CAMEO_E_UNSUPPORTED,
             "custom operator %s has no %s that frozen code could name", user->op_type, lacks);
    return CAMEO_OK;
}

static cameo_status pick_check(const freeze *z, cameo_error *e) {
    for (uint32_t i = 0; i < z->ops.n; i++) {
        const cameo_op *user = freeze_user_op(z->s->ops[z->ops.old[i]]);
        if (user != NULL) CM_TRY(pick_check_user(user, z->op_open[z->ops.old[i]], e));
    }
    for (uint32_t i = 0; i < z->rows.n; i++) {
        const cm_row *row = z->s->rows[z->rows.old[i]];
        CM_CHECK(row->features == 0 && row->run_symbol != NULL && row->setup_symbol != NULL, e,
                 CAMEO_E_UNSUPPORTED, "a kernel is not portable or has no C symbol");
    }
    return CAMEO_OK;
}

cameo_status freeze_pick(freeze *z, const cameo_session *s, const cameo_plan *p, cameo_error *e) {
    z->s = s;
    z->p = p;
    pick_map_new(&z->steps, s->n_steps);
    pick_map_new(&z->values, s->n_values);
    pick_map_new(&z->rows, s->n_rows);
    pick_map_new(&z->ops, s->n_ops);
    pick_map_new(&z->params, s->n_params);
    z->params_op = tool_alloc(((size_t)s->n_params + 1) * sizeof *z->params_op);
    z->row_open = tool_alloc((size_t)s->n_rows + 1);
    z->op_open = tool_alloc((size_t)s->n_ops + 1);
    z->is_scan = tool_alloc((size_t)s->n_values + 1);
    memset(z->is_scan, 0, (size_t)s->n_values + 1);
    memset(z->row_open, 0, (size_t)s->n_rows + 1);
    memset(z->op_open, 0, (size_t)s->n_ops + 1);
    pick_steps(z);
    pick_used(z);
    return pick_check(z, e);
}

void freeze_free(freeze *z) {
    pick_map_free(&z->steps);
    pick_map_free(&z->values);
    pick_map_free(&z->rows);
    pick_map_free(&z->ops);
    pick_map_free(&z->params);
    free(z->params_op);
    free(z->is_scan);
    free(z->row_open);
    free(z->op_open);
}
