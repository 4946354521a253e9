/* stage_run.c — the portable variant of kernels/prim/stage_run.h: element by element, by the portable stages. */
#include "kernels/prim/stage_run.h"

static cm_stage_fn *stage_run_find(cm_stage_id id) {
    switch (id) {
#define X(name, arity) \
    case CM_STAGE_ID_##name: return cm_stage_##name##_portable;
        CM_STAGE_RUN(X)
#undef X
    default: return cm_stage_abs_portable; /* none other is in a run */
    }
}

void cm_stage_run_portable(const cm_stage_op *op, size_t n_op, size_t n) {
    for (size_t i = 0; i < n; i++) {
        float result = 0;
        for (const cm_stage_op *s = op; s < op + n_op; s++) {
            float a = s->a == NULL ? result : cm_stage_a(s, i * s->a_step);
            cm_stage_args args = {.a = &a, .b = s->b == NULL ? NULL : s->b + i * s->b_step, .imm = s->imm};
            stage_run_find(s->stage)(&args, &result, 1);
            if (s->y != NULL && s->y_bytes) ((uint8_t *)s->y)[i] = (uint8_t)(int32_t)result;
            if (s->y != NULL && !s->y_bytes) ((float *)s->y)[i] = result;
        }
    }
}
