/* fuzz_load.c — arbitrary bytes as a model, in both ways of reading. What must hold for all of
 *   them: - measuring and creating agree: a model that was measured can fail to be created only by
 *     what linking finds, never for want of memory, and never when the bytes have not changed;
 *   - creating works in exactly the measured bytes and fails with E_NOMEM in one less;
 *   - an error has a place and a text; a model that was created can tell everything about
 * itself. */
#include <stdlib.h>

#include "base/port.h"
#include "include/cameo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* POSIX; <stdlib.h> hides it under -std=c11. C11's aligned_alloc wants a multiple of the
 * alignment. */
int posix_memalign(void **p, size_t align, size_t size);

static void fuzz_require(bool ok) {
    if (!ok) abort();
}

/* Memory of exactly `size` usable bytes, so that the sanitizer sees the first one beyond. */
static cameo_memory fuzz_memory(size_t size) {
    cameo_memory m = {NULL, size};
    if (posix_memalign(&m.base, CAMEO_ALIGN, size == 0 ? 1 : size) != 0) m.base = NULL;
    return m;
}

static void fuzz_tell(const cameo_model *model) {
    cameo_model_info info = {0};
    cameo_string a = {0}, b = {0}, c = {0};
    cameo_type type;
    int64_t version;
    cameo_model_get_info(model, &info);
    for (uint32_t i = 0; i < info.n_nodes; i++) cameo_model_get_node(model, i, &a, &b, &c);
    for (uint32_t i = 0; i < info.n_opsets; i++) cameo_model_get_opset(model, i, &a, &version);
    for (uint32_t i = 0; i < info.n_metadata; i++) cameo_model_get_metadata(model, i, &a, &b);
    for (uint32_t i = 0; i < info.n_outputs; i++) cameo_model_get_output(model, i, &type);
    for (uint32_t i = 0; i < info.n_inputs + info.n_defaults; i++) {
        cameo_model_get_input(model, i, &type);
        fuzz_require(type.rank <= CAMEO_MAX_RANK);
    }
}

static cameo_status fuzz_external(void *ctx, cameo_string location, uint64_t offset,
                                  uint64_t length, const void **data, size_t *size) {
    static const uint8_t bytes[64];
    (void)ctx;
    (void)location;
    fuzz_require(length == UINT64_MAX || length <= UINT64_MAX - offset);
    if (length > sizeof bytes) return CAMEO_E_IO;
    *data = bytes;
    *size = (size_t)length;
    return CAMEO_OK;
}

static void fuzz_load(const uint8_t *data, size_t size, const cameo_options *options) {
    cameo_error e = {0};
    size_t model_bytes = 0, work_bytes = 0;
    cameo_model *model = NULL;
    cameo_status status = cameo_model_measure(data, size, options, &model_bytes, &work_bytes, &e);
    fuzz_require(e.status == status);
    if (status != CAMEO_OK) {
        fuzz_require(e.msg[0] != 0 && status != CAMEO_E_NOMEM && status != CAMEO_E_INTERNAL);
        return;
    }
    cameo_memory memory = fuzz_memory(model_bytes), work = fuzz_memory(work_bytes);
    if (memory.base != NULL && work.base != NULL) {
        status = cameo_model_create(memory, work, data, size, options, &model, &e);
        fuzz_require(e.status == status && status != CAMEO_E_NOMEM && status != CAMEO_E_INTERNAL);
        fuzz_require(status == CAMEO_OK || e.msg[0] != 0);
        if (status == CAMEO_OK) fuzz_tell(model);
        memory.size--;
        fuzz_require(cameo_model_create(memory, work, data, size, options, &model, NULL) ==
                     CAMEO_E_NOMEM);
        memory.size++;
        if (work.size-- > 0) {
            fuzz_require(cameo_model_create(memory, work, data, size, options, &model, NULL) ==
                         CAMEO_E_NOMEM);
        }
    }
    free(memory.base);
    free(work.base);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cameo_limits limits;
    cameo_limits_init(&limits, CAMEO_PRESET_FIRMWARE);
    cameo_options options = {.limits = &limits, .external = fuzz_external};
    fuzz_load(data, size, &options);
    options.strict = true;
    options.external = NULL;
    fuzz_load(data, size, &options);
    return 0;
}
