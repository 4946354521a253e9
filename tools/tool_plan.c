/* tool_plan.c — a plan in memory of its own, with as much temporary work as it takes. */
#include <string.h>

#include "tools/tool.h"

cameo_status tool_plan_new(const cameo_session *session, const cameo_dim_binding *dims,
                           size_t n_dims, const cameo_options *options, cameo_memory *memory, cameo_plan **plan,
                           cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    *memory = (cameo_memory){NULL, 0};
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        tool_work work;
        size_t bytes;
        memset(e, 0, sizeof *e);
        CM_TRY(tool_work_next(&work, &size, NULL, e));
        status = cameo_plan_measure(session, dims, n_dims, work.m, options, &bytes, e);
        if (status == CAMEO_OK) {
            *memory = (cameo_memory){tool_alloc(bytes), bytes};
            status = cameo_plan_create(*memory, session, dims, n_dims, work.m, options, plan, e);
        }
        tool_work_free(&work);
    }
    return status;
}
