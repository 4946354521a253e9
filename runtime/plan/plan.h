/* plan.h — what planning knows of a program: the result of executing it abstractly. */
#ifndef CM_RUNTIME_PLAN_H
#define CM_RUNTIME_PLAN_H

#include "base/limits.h"
#include "base/near.h"
#include "runtime/session/program.h"

typedef struct cm_planning {
    const cameo_session *s;
    cm_arena *work;
    cm_dims *dims;
    size_t n_free;         /* symbols of dims that are free dims of the session; data decide the others */
    cm_dim *symbols;       /* per session symbol */
    const int64_t *ranges; /* 2 per symbol */
    cm_avalue *av;         /* per value; kind NONE: never defined */
    cm_pvalue *values;     /* per value */
    cm_pstep *steps;       /* per step */
    cm_setup *setups;      /* one per step, compacted by layout */
    uint32_t n_setups;
    const cm_avalue **in; /* room for the operands of one step */
    cm_avalue *out;
    size_t activations, scratch, worker_scratch;
    cm_plan_device *devices; /* per device */
    size_t heap; /* as in cameo_plan */
    cm_ask *ask; /* may be NULL; a value is a unit, a step cm_step_work */
    cameo_error *e;
} cm_planning;

/* Units of work for cm_ask_on that planning a step is: it looks at every operand. */
CM_INLINE uint32_t cm_step_work(const cm_step *step) { return 1 + (uint32_t)step->n_in + step->n_out; }

/* Executes the program abstractly: av, steps[].live. Conditions that shapes decide are decided. */
CM_NODISCARD cameo_status cm_plan_walk(cm_planning *p);

/* From av: where each value lives (values), setups, cost, sizes. */
CM_NODISCARD cameo_status cm_plan_place(cm_planning *p);

/* From what cm_plan_place found: steps[].quick. */
void cm_plan_quicken(cm_planning *p);

#if CAMEO_DEBUG
/* Every value that a step reads is still where its step left it. Errors: E_NOMEM; E_INTERNAL it is not. */
CM_NODISCARD cameo_status cm_plan_verify(const cm_planning *p);
#endif

/* Makes a plan for `ranges`, 2 per symbol (min, max; INT64_MAX: unbounded; they must outlive the call):
 * thinks in work, writes to target (which may be counting: then *plan is not set). ask may be NULL. */
CM_NODISCARD cameo_status cm_plan_make(cm_arena *target, const cameo_session *session,
                                       const int64_t *ranges, cm_arena *work, cm_ask *ask, cameo_plan **plan,
                                       cameo_error *e);

/* Free dim `name` of the session, also as INPUT:AXIS; UINT32_MAX: there is none. */
uint32_t cm_session_find_dim(const cameo_session *s, cm_str name);
/* What free dim i is called, into text of cap bytes: its name, else INPUT:AXIS. Returns the length. */
size_t cm_session_dim_text(const cameo_session *s, uint32_t i, char *text, size_t cap);
/* "" or which dim somebody may have meant, and those that there are; lives in *near. */
const char *cm_session_near_dim(const cameo_session *s, cm_str name, cm_near *near);

/* The range of every symbol, in work: 2 per symbol (min, max), 0..INT64_MAX where no binding names it.
 * Errors: E_ARG unknown name, empty range. */
CM_NODISCARD cameo_status cm_plan_ranges(const cameo_session *s, const cameo_dim_binding *dims,
                                         size_t n_dims, cm_arena *work, const int64_t **ranges,
                                         cameo_error *e);

#if !CAMEO_FROZEN
/* The ranges of `ranges` with what session->equal says: those of dims that must be equal become one.
 * Errors: E_SHAPE they have nothing in common. */
CM_NODISCARD cameo_status cm_equal_unite(const cameo_session *s, const int64_t *ranges,
                                         cm_arena *work, const int64_t **united, cameo_error *e);
#endif

/* Upper bound of a dim over the plan's range; false if there is none. */
bool cm_plan_bound(const cm_planning *p, cm_dim d, size_t *max);

/* The bytes of a session constant. */
CM_INLINE const uint8_t *cm_session_bytes(const cameo_session *s, const cm_svalue *v) {
    const uint8_t *p = s->segments[v->segment].p;
    return p == NULL ? NULL : p + v->off;
}

#endif
