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

/* Both kinds of memory are the heap, where every piece begins at a multiple of CAMEO_MEMORY_ALIGN. */
static cameo_status host_alloc(void *ctx, cameo_memory_kind kind, uint64_t bytes, uint64_t *memory, void **address,
                               cameo_error *e) {
    uint64_t rounded = (bytes + CAMEO_MEMORY_ALIGN - 1) / CAMEO_MEMORY_ALIGN * CAMEO_MEMORY_ALIGN;
    void *p = rounded < bytes || rounded > SIZE_MAX ? NULL : aligned_alloc(CAMEO_MEMORY_ALIGN, (size_t)rounded);
    (void)ctx, (void)kind;
    if (p == NULL) return cameo_fail(e, CAMEO_E_NOMEM, "no memory");
    *memory = (uint64_t)(uintptr_t)p;
    *address = p;
    return CAMEO_OK;
}

static void host_free(void *ctx, uint64_t memory) {
    (void)ctx;
    free(host_at(memory, 0));
}

static cameo_status host_compute(cameo_op_context *c) {
    uint64_t memory[2], offset[2];
    cameo_tensor y;
    if (!cameo_op_input_at(c, 0, &memory[0], &offset[0]) || !cameo_op_output(c, 0, &y) ||
        !cameo_op_output_at(c, 0, &memory[1], &offset[1])) {
        return cameo_op_fail(c, CAMEO_E_INTERNAL, "an operand is absent");
    }
    const float *from = (const float *)(const void *)host_at(memory[0], offset[0]);
    float *to = (float *)(void *)host_at(memory[1], offset[1]);
    for (size_t k = 0; k < y.bytes / sizeof *to; k++) to[k] = from[k] < 0 ? 0 : from[k];
    return CAMEO_OK;
}

/* All is done at once, so no ticket is ever pending. */
static cameo_status host_enqueue(void *ctx, const cameo_work *work, uint64_t *ticket, cameo_error *e) {
    cameo_status status = CAMEO_OK;
    (void)ctx, (void)e;
    for (uint32_t i = 0; i < work->n_in; i++)
        memcpy(host_at(work->in[i].memory, work->in[i].offset), work->in[i].host, work->in[i].bytes);
    for (uint32_t i = 0; work->nodes != NULL && i < cameo_partition_count(work->nodes); i++) {
        status = host_compute(cameo_partition_node(work->nodes, i));
        if (status != CAMEO_OK) return status;
    }
    for (uint32_t i = 0; i < work->n_out; i++)
        memcpy(work->out[i].host, host_at(work->out[i].memory, work->out[i].offset), work->out[i].bytes);
    *ticket = 0;
    return CAMEO_OK;
}

static cameo_status host_wait(void *ctx, uint64_t ticket, cameo_error *e) {
    (void)ctx, (void)ticket, (void)e;
    return CAMEO_OK;
}

static void host_drop(void *ctx, cameo_drop what, uint64_t token) { (void)ctx, (void)what, (void)token; }

static const cameo_provider host = {.size = sizeof(cameo_provider),
                                    .name = "host",
                                    .supports = host_supports,
                                    .alloc = host_alloc,
                                    .free = host_free,
                                    .enqueue = host_enqueue,
                                    .wait = host_wait,
                                    .drop = host_drop};

static const cameo_op *const ops[] = {&example_leaky, &example_repeat, &example_above};
static const cameo_provider *const providers[] = {&host};

extern const cameo_plugin cameo_plugin_2;
const cameo_plugin cameo_plugin_2 = {
    .size = sizeof(cameo_plugin), .ops = ops, .n_ops = 3, .providers = providers, .n_providers = 1};
