/* large_loader.c — a plugin with a loader that wants 300 MB of memory for a model of one node, whatever the file. */
#include "cameo.h"

static cameo_status large_build(void *ctx, const void *bytes, size_t size, cameo_builder *b, cameo_error *e) {
    const cameo_type x = cameo_tensor_type("x", CAMEO_FLOAT, 1, (const int64_t[]){4});
    (void)ctx, (void)bytes, (void)size, (void)e;
    if (cameo_builder_alloc(b, (size_t)300 << 20) == NULL) return CAMEO_E_NOMEM;
    (void)cameo_builder_opset(b, "", 17);
    (void)cameo_builder_value(b, &x);
    return cameo_builder_node(b, &(cameo_node){.op_type = "Relu", .inputs = (const char *[]){"x"}, .n_inputs = 1,
                                               .outputs = (const char *[]){"y"}, .n_outputs = 1});
}

static const cameo_loader large = {.size = sizeof large, .name = "large", .extension = ".model", .build = large_build};
static const cameo_loader *const list[] = {&large};
const cameo_plugin cameo_plugin_2 = {.size = sizeof(cameo_plugin), .loaders = list, .n_loaders = 1};
