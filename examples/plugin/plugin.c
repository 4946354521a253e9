/* plugin.c — operators and a device for the command cameo:
 *
 *     cc -shared -fPIC -Iinclude examples/plugin/plugin.c examples/plugin/ops.c -o build/plugin.so
 *     cameo run MODEL --plugin build/plugin.so --providers host,cpu
 *
 * The device is the plainest there can be: its memory is the heap, it computes Relu of float32 at once. */
#include <stdlib.h>
#include <string.h>

#include "ops.h"

/* Memory is named by its address. */
static uint8_t *host_at(uint64_t memory, uint64_t offset) {
    return (uint8_t *)(uintptr_t)memory + offset;
}

static bool host_supports(void *ctx, const cameo_op_context *node) {
    cameo_string type = cameo_op_type(node);
    cameo_tensor x;
    (void)ctx;
    return type.n == 4 && memcmp(type.p, "Relu", 4) == 0 && cameo_op_domain(node).n == 0 &&
           cameo_op_input(node, 0, &x) && x.dtype == CAMEO_FLOAT;
}

static cameo_status host_alloc(void *ctx, uint64_t bytes, uint64_t *memory, cameo_error *e) {
    void *p = bytes > SIZE_MAX ? NULL : malloc((size_t)bytes);
    (void)ctx;
    if (p == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory");
    *memory = (uint64_t)(uintptr_t)p;
    return CAMEO_OK;
}

static void host_free(void *ctx, uint64_t memory) {
    (void)ctx;
    free(host_at(memory, 0));
}

static cameo_status host_upload(void *ctx, uint64_t memory, uint64_t offset, const void *src,
                                size_t bytes, cameo_error *e) {
    (void)ctx, (void)e;
    memcpy(host_at(memory, offset), src, bytes);
    return CAMEO_OK;
}

static cameo_status host_download(void *ctx, uint64_t memory, uint64_t offset, void *dst,
                                  size_t bytes, cameo_error *e) {
    (void)ctx, (void)e;
    memcpy(dst, host_at(memory, offset), bytes);
    return CAMEO_OK;
}

static cameo_status host_run(void *ctx, cameo_partition *steps, uint64_t *handle, cameo_error *e) {
    (void)ctx, (void)handle, (void)e;
    for (uint32_t i = 0; i < cameo_partition_count(steps); i++) {
        cameo_op_context *c = cameo_partition_node(steps, i);
        uint64_t memory[2], offset[2];
        cameo_tensor y;
        if (!cameo_op_input_at(c, 0, &memory[0], &offset[0]) || !cameo_op_output(c, 0, &y) ||
            !cameo_op_output_at(c, 0, &memory[1], &offset[1])) {
            return cameo_op_fail(c, CAMEO_E_INTERNAL, "an operand is absent");
        }
        const float *from = (const float *)(const void *)host_at(memory[0], offset[0]);
        float *to = (float *)(void *)host_at(memory[1], offset[1]);
        for (size_t k = 0; k < y.bytes / sizeof *to; k++) to[k] = from[k] < 0 ? 0 : from[k];
    }
    return CAMEO_OK;
}

/* run is always done when it returns, so nobody calls these. */
static cameo_status host_poll(void *ctx, uint64_t handle, cameo_error *e) {
    (void)ctx, (void)handle;
    return cameo_fail(e, CAMEO_E_INTERNAL, "nothing is pending");
}

static void host_cancel(void *ctx, uint64_t handle) { (void)ctx, (void)handle; }

static const cameo_provider host = {.size = sizeof(cameo_provider),
                                    .name = "host",
                                    .supports = host_supports,
                                    .alloc = host_alloc,
                                    .free = host_free,
                                    .upload = host_upload,
                                    .download = host_download,
                                    .run = host_run,
                                    .poll = host_poll,
                                    .cancel = host_cancel};

static const cameo_op *const ops[] = {&example_leaky, &example_repeat};
static const cameo_provider *const providers[] = {&host};

extern const cameo_plugin cameo_plugin_1;
const cameo_plugin cameo_plugin_1 = {
    .size = sizeof(cameo_plugin), .ops = ops, .n_ops = 2, .providers = providers, .n_providers = 1};
