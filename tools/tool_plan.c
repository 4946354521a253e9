/* tool_plan.c — a plan in memory of its own, with as much temporary work as it takes. */
#include <string.h>

#include "tools/tool.h"

cameo_status tool_plan_new(const cameo_session *session, const cameo_dim_binding *dims,
                           size_t n_dims, cameo_memory *memory, cameo_plan **plan, cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    *memory = (cameo_memory){NULL, 0};
    for (size_t size = TOOL_WORK_FIRST; status == CAMEO_E_NOMEM; size *= TOOL_WORK_FACTOR) {
        tool_work work;
        size_t bytes;
        memset(e, 0, sizeof *e);
        if (size > SIZE_MAX / TOOL_WORK_FACTOR || !tool_work_new(&work, size)) {
            return CM_FAIL(e, CAMEO_E_NOMEM, "no memory to make the plan");
        }
        status = cameo_plan_measure(session, dims, n_dims, work.m, &bytes, e);
        if (status == CAMEO_OK) {
            *memory = (cameo_memory){tool_alloc(bytes), bytes};
            status = cameo_plan_create(*memory, session, dims, n_dims, work.m, plan, e);
        }
        tool_work_free(&work);
    }
    return status;
}
