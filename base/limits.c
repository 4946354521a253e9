/* limits.c — the presets of cameo_limits. See limits.h. */
#include "base/limits.h"

void cameo_limits_init(cameo_limits *limits, cameo_preset preset) {
    bool firmware = preset == CAMEO_PRESET_FIRMWARE;
    limits->size = sizeof *limits;
    limits->model_bytes = firmware ? UINT64_C(16) << 20 : UINT64_C(1) << 40;
    limits->nodes = firmware ? 10000 : 4000000;
    limits->depth = firmware ? 32 : 100;
    limits->subgraph_depth = firmware ? 4 : 32;
    limits->memory_bytes = firmware ? UINT64_C(16) << 20 : UINT64_C(1) << 40;
    limits->fold_bytes = firmware ? UINT64_C(64) << 10 : UINT64_C(128) << 20;
    limits->fold_cost = firmware ? UINT64_C(1) << 20 : UINT64_C(1) << 32;
    limits->run_cost = UINT64_MAX;
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
