/* unfrozen_main.c — the same results without freezing: the model's bytes lie in read-only memory; decoder,
 * prepare, plan and run work in pieces of one array. EMUL_MODEL is a file of the bytes as C numbers,
 * EMUL_BATCH the most that its free dim batch may be; 0: it has none. EMUL_OPS: it has operators of
 * examples/plugin. */
#include "base/port.h"
#include "tests/emul/images.h"
#ifdef EMUL_OPS
#include "examples/plugin/ops.h"
#endif

#ifndef MAIN_POOL
#define MAIN_POOL (3u << 20)
#endif
#define MAIN_HEAP 8192
#define MAIN_INPUT_MAX 256

static const uint8_t main_model[] = {
#include EMUL_MODEL
};
static const cameo_dim_binding main_batch = {"batch", 1, EMUL_BATCH};
static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t main_pool[MAIN_POOL];
static _Alignas(CAMEO_MEMORY_ALIGN) float main_image[MAIN_INPUT_MAX];

/* The next piece of main_pool; what is left when it does not suffice. */
static cameo_memory main_take(size_t *used, size_t size) {
    size_t room = MAIN_POOL - *used;
    if (size > room) size = room;
    cameo_memory m = {main_pool + *used, size};
    size_t rounded = (size + (CAMEO_MEMORY_ALIGN - 1)) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    *used += rounded < room ? rounded : room;
    return m;
}

/* Everything behind `used` as temporary work. */
static cameo_memory main_rest(size_t used) {
    return (cameo_memory){main_pool + used, MAIN_POOL - used};
}

static cameo_status main_load(size_t *used, const cameo_options *o, cameo_model **model,
                              cameo_error *e) {
    size_t bytes, work;
    cameo_status status = cameo_model_measure(main_model, sizeof main_model, o, &bytes, &work, e);
    if (status != CAMEO_OK) return status;
    cameo_memory m = main_take(used, bytes);
    images_note("model", bytes);
    return cameo_model_create(m, main_rest(*used), main_model, sizeof main_model, o, model, e);
}

/* The session goes to the pool's end, so that it may be written while work holds what it was thought of. */
static cameo_status main_prepare(size_t *used, const cameo_model *model, const cameo_options *o,
                                 cameo_session **session, cameo_error *e) {
    size_t bytes, half = (MAIN_POOL - *used) / 2 / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    cameo_prepared *prepared;
    cameo_memory work = {main_pool + *used + half, MAIN_POOL - *used - half};
    cameo_status status = cameo_session_measure(model, work, o, &prepared, &bytes, e);
    if (status != CAMEO_OK) return status;
    images_note("session", bytes);
    size_t touched = work.size; /* the pool was zero */
    while (touched > 0 && ((const uint8_t *)work.base)[touched - 1] == 0) touched--;
    images_note("work", touched);
    if (bytes > half) return CAMEO_E_NOMEM;
    return cameo_session_create(main_take(used, bytes), prepared, session, e);
}

static cameo_status main_plan(size_t *used, const cameo_session *s, cameo_plan **plan,
                              cameo_error *e) {
    size_t bytes;
    cameo_session_info info = {.size = sizeof info};
    cameo_session_get_info(s, &info);
    size_t n_dims = info.n_symbols == 0 ? 0 : 1;
    cameo_status status = cameo_plan_measure(s, &main_batch, n_dims, main_rest(*used), NULL, &bytes, e);
    if (status != CAMEO_OK) return status;
    cameo_memory m = main_take(used, bytes);
    images_note("plan", bytes);
    return cameo_plan_create(m, s, &main_batch, n_dims, main_rest(*used), NULL, plan, e);
}

/* The input as the session declares it, a free dim being 1. */
static cameo_value main_input(const cameo_session *s) {
    cameo_type type;
    size_t n = 1;
    cameo_session_get_input(s, 0, &type);
    cameo_value v = {.kind = CAMEO_KIND_TENSOR,
                     .tensor = {.dtype = type.dtype, .rank = type.rank, .data = main_image}};
    for (uint32_t i = 0; i < type.rank; i++) {
        v.tensor.dims[i] = type.dims[i] < 0 ? 1 : type.dims[i];
        n *= (size_t)v.tensor.dims[i];
    }
    v.tensor.bytes = n * sizeof *main_image;
    return v;
}

static int main_run(size_t used, const cameo_session *s, const cameo_plan *plan, cameo_error *e) {
    cameo_run_needs needs = {.size = sizeof needs};
    cameo_run *run;
    if (cameo_run_measure(plan, 1, &needs, e) != CAMEO_OK) return images_fail("measure", e);
    images_note("run", needs.planned_bytes);
    cameo_memory m =
        main_take(&used, needs.planned_bytes + (needs.dynamic_bytes == 0 ? 0 : MAIN_HEAP));
    if (cameo_run_create(m, plan, 1, NULL, NULL, &run, e) != CAMEO_OK)
        return images_fail("create", e);
    for (size_t i = 0; i < IMAGES_COUNT; i++) {
        cameo_value input = main_input(s);
        cameo_value output = {0};
        images_fill(main_image, input.tensor.bytes / sizeof *main_image, i);
        if (cameo_run_all(run, &input, 1, &output, 1, e) != CAMEO_OK) return images_fail("run", e);
        images_print(&output);
    }
    images_note("stack", board_stack_used());
    return 0;
}

int board_main(void) {
    cameo_limits limits;
    cameo_limits_init(&limits, CAMEO_PRESET_FIRMWARE);
    cameo_options o = {.size = sizeof o,
                       .limits = &limits,
                       .ops = &cameo_ops_all,
                       .cpu_mask_off = UINT64_MAX,
                       .dims = &main_batch,
                       .n_dims = EMUL_BATCH == 1};
#ifdef EMUL_OPS
    const cameo_op *const ops[] = {&example_leaky, &example_repeat, &example_above};
    o.custom_ops = ops;
    o.n_custom_ops = sizeof ops / sizeof *ops;
#endif
    cameo_error e = {0};
    cameo_model *model;
    cameo_session *session;
    cameo_plan *plan;
    size_t used = 0;
    if (main_load(&used, &o, &model, &e) != CAMEO_OK) return images_fail("load", &e);
    if (main_prepare(&used, model, &o, &session, &e) != CAMEO_OK) return images_fail("prepare", &e);
    if (main_plan(&used, session, &plan, &e) != CAMEO_OK) return images_fail("plan", &e);
    return main_run(used, session, plan, &e);
}
