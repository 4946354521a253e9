/* limits.c — the presets of cameo_limits. See limits.h. */
#include "base/limits.h"

static const cameo_limits limits_presets[] = {
    [CAMEO_PRESET_HOST] = {.model_bytes = UINT64_C(1) << 40,
                           .nodes = 4000000,
                           .depth = 100,
                           .subgraph_depth = 32,
                           .memory_bytes = UINT64_C(1) << 40,
                           .fold_bytes = UINT64_C(128) << 20,
                           .fold_cost = UINT64_C(1) << 28,
                           .run_cost = UINT64_MAX},
    [CAMEO_PRESET_FIRMWARE] = {.model_bytes = UINT64_C(16) << 20,
                               .nodes = 10000,
                               .depth = 32,
                               .subgraph_depth = 4,
                               .memory_bytes = UINT64_C(16) << 20,
                               .fold_bytes = UINT64_C(64) << 10,
                               .fold_cost = UINT64_C(1) << 20,
                               .run_cost = UINT64_MAX},
    [CAMEO_PRESET_SERVICE] = {.model_bytes = UINT64_C(1) << 30,
                              .nodes = 100000,
                              .depth = 64,
                              .subgraph_depth = 16,
                              .memory_bytes = UINT64_C(2) << 30,
                              .fold_bytes = UINT64_C(64) << 20,
                              .fold_cost = UINT64_C(1) << 26,
                              .run_cost = UINT64_C(1) << 35}};

void cameo_limits_init(cameo_limits *limits, cameo_preset preset) {
    bool known = (size_t)preset < sizeof limits_presets / sizeof *limits_presets;
    *limits = limits_presets[known ? preset : CAMEO_PRESET_HOST];
    limits->size = sizeof *limits;
}

#define LIMITS_TAKE(field) \
    if (given->field != 0) limits->field = given->field

void cm_limits_resolve(const cameo_options *options, cameo_limits *limits) {
    cameo_limits_init(limits, CAMEO_PRESET_HOST);
    const cameo_limits *given = options == NULL ? NULL : options->limits;
    if (given == NULL) return;
    LIMITS_TAKE(model_bytes);
    LIMITS_TAKE(nodes);
    LIMITS_TAKE(depth);
    LIMITS_TAKE(subgraph_depth);
    LIMITS_TAKE(memory_bytes);
    LIMITS_TAKE(fold_bytes);
    LIMITS_TAKE(fold_cost);
    LIMITS_TAKE(run_cost);
}

cm_interrupt cm_interrupt_of(const cameo_options *options) {
    const size_t end = offsetof(cameo_options, interrupt_ctx) + sizeof options->interrupt_ctx;
    if (options == NULL || (options->size != 0 && options->size < end)) return (cm_interrupt){NULL, NULL};
    return (cm_interrupt){options->interrupt, options->interrupt_ctx};
}

cameo_status cm_interrupted(cm_interrupt interrupt, cameo_error *e) {
    cameo_status status = interrupt.fn == NULL ? CAMEO_OK : interrupt.fn(interrupt.ctx);
    if (status > CAMEO_OK) status = CAMEO_E_CANCELLED; /* else PENDING, say, would ask for another call */
    CM_CHECK(status == CAMEO_OK, e, status, "stopped by options.interrupt");
    return CAMEO_OK;
}
