/* quick.c — which steps a run may take the short way (cm_pstep.quick): those of which the plan knows all that exec.c
 * would otherwise look at each time. For a step of a few elements that is most of its time. */
#include "runtime/plan/plan.h"

/* A tensor of fixed dims whose elements are no texts. */
static bool quick_is_plain(const cm_planning *p, cm_id v) {
    const cm_avalue *av = &p->av[v];
    return p->values[v].fixed && av->kind == CAMEO_KIND_TENSOR && av->dtype != CAMEO_STRING &&
           av->dtype != CAMEO_UNDEFINED;
}

/* A result that has elements, of which none shares a byte with what is behind the last. */
static bool quick_is_result(const cm_planning *p, cm_id v) {
    size_t bits = cameo_dtype_bits((cameo_dtype)p->av[v].dtype);
    return quick_is_plain(p, v) && p->values[v].n != 0 && bits >= 8;
}

static uint8_t quick_kernel(const cm_planning *p, const cm_step *step, const cm_pstep *ps) {
    const cm_row *row = p->s->rows[step->row];
    uint8_t quick = CM_QUICK_KERNEL;
    if (ps->open || (p->s->ops[step->op]->flags & CM_OPF_DYNAMIC) != 0) return CM_QUICK_NOT;
    /* The cost of the caller's operators is what the caller says. */
    if (p->s->ops[step->op]->id >= CM_OP_COUNT) return CM_QUICK_NOT;
    const cm_setup *setup = &p->setups[ps->setup];
    if (setup->n_phases != 1 || setup->phase[0].n_tasks == 0 || setup->phase[0].repeat > 1) return CM_QUICK_NOT;
    for (uint32_t i = 0; i < step->n_in; i++) {
        cm_id v = cm_step_in(p->s, step, i);
        if (v != CM_NONE && !quick_is_plain(p, v)) return CM_QUICK_NOT;
        bool late = v != CM_NONE && row->pack != NULL && i == row->pack->in &&
                    (p->s->values[v].flags & CM_SVF_LATE) != 0;
        if (late) quick |= CM_QUICK_LATE;
    }
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = cm_step_out(p->s, step, i);
        if (v == CM_NONE) continue;
        if (!quick_is_result(p, v)) return CM_QUICK_NOT;
        if (p->values[v].place == CM_PLACE_ALIAS) quick |= CM_QUICK_PLACES;
    }
    return quick;
}

void cm_plan_quicken(cm_planning *p) {
    for (uint32_t i = 0; i < p->s->n_steps; i++) {
        const cm_step *step = &p->s->steps[i];
        cm_pstep *ps = &p->steps[i];
        bool heapless = p->heap == 0; /* no value is a block of the heap, or another name of one */
        if (!ps->live) continue;
        switch (step->kind) {
        case CM_STEP_KERNEL: ps->quick = quick_kernel(p, step, ps); break;
        case CM_STEP_DROP: ps->quick = heapless ? CM_QUICK_DROP : CM_QUICK_NOT; break;
        case CM_STEP_VIEW:
        case CM_STEP_MOVE: {
            bool plain = quick_is_plain(p, cm_step_in(p->s, step, 0)) && quick_is_plain(p, cm_step_out(p->s, step, 0));
            ps->quick = heapless && plain && !ps->open ? CM_QUICK_RENAME : CM_QUICK_NOT;
            break;
        }
        default: break;
        }
    }
}
