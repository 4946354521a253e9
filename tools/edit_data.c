/* edit_data.c — steps of `cameo edit` that move the data of tensors into the file and out of it. See edit_steps.h. */
#include <string.h>

#include "base/dtype.h"
#include "tools/edit_steps.h"

/* Data begin at multiples of this in their file, as the builder has it. */
#define DATA_ALIGN CAMEO_MEMORY_ALIGN

/* A tensor with its elements where they lie. Errors: E_UNSUPPORTED they are in the other byte order. */
static cameo_status data_tensor(const cameo_tensor_view *v, cameo_tensor *t, cameo_error *e) {
    *t = (cameo_tensor){.dtype = v->dtype, .rank = v->rank, .bytes = v->bytes, .data = (void *)(uintptr_t)v->data};
    CM_CHECK(v->rank <= CAMEO_MAX_RANK, e, CAMEO_E_UNSUPPORTED, "tensor \"%.*s\" has rank %u", CM_STR_ARG(v->name),
             (unsigned)v->rank);
    CM_CHECK(!CM_BIG_ENDIAN || cm_dtype_swap_width(v->dtype) <= 1, e, CAMEO_E_UNSUPPORTED,
             "data cannot be moved on a big-endian processor");
    for (uint32_t i = 0; i < v->rank; i++) t->dims[i] = v->dims[i];
    return CAMEO_OK;
}

cameo_status edit_embed(edit_state *s, const char *text, cameo_error *e) {
    cameo_tensor_view v = {0};
    cameo_tensor t;
    (void)text;
    for (uint32_t id = 0; cameo_model_view_tensor(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        if (v.location.n == 0) continue;
        CM_TRY(data_tensor(&v, &t, e));
        CM_TRY(cameo_editor_set_tensor(s->d, id, &t));
    }
    return CAMEO_OK;
}

/* Does the data of a value's initializer go to the file? */
static bool data_goes(const edit_state *s, const cameo_value_view *v, cameo_tensor_view *t) {
    if (v->init == CAMEO_NO_ID) return false;
    *t = look_tensor(s->m.model, v->init);
    return t->dtype != CAMEO_STRING && t->bytes != 0 && t->bytes >= s->min_bytes;
}

static cameo_status data_write(const void *ctx, cameo_write_fn *write, void *sink, cameo_error *e) {
    static const uint8_t zeros[DATA_ALIGN] = {0};
    const edit_state *s = ctx;
    cameo_value_view v = {0};
    cameo_tensor_view t;
    size_t gap = 0;
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        if (!data_goes(s, &v, &t)) continue;
        cameo_status status = gap == 0 ? CAMEO_OK : write(sink, zeros, gap);
        if (status == CAMEO_OK) status = write(sink, t.data, (size_t)t.bytes);
        CM_CHECK(status == CAMEO_OK, e, status, "writing the data failed");
        gap = (size_t)(0 - t.bytes) & (DATA_ALIGN - 1);
    }
    return CAMEO_OK;
}

cameo_status edit_external(edit_state *s, const char *text, cameo_error *e) {
    cameo_value_view v = {0};
    cameo_tensor_view t;
    cameo_tensor type;
    uint64_t offset = 0, bytes;
    CM_CHECK(text[0] != 0 && strchr(text, '/') == NULL, e, CAMEO_E_ARG,
             "--external is \"%s\", want the name of a file, which will lie beside the model", text);
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        if (!data_goes(s, &v, &t)) continue;
        CM_TRY(data_tensor(&t, &type, e));
        CM_TRY(cameo_editor_set_external(s->d, v.init, &type, text, offset));
        offset = (offset + t.bytes + (DATA_ALIGN - 1)) & ~(uint64_t)(DATA_ALIGN - 1);
    }
    const char *slash = strrchr(s->out, '/');
    char *folder = tool_copy_text(slash == NULL ? CM_STR(".") : (cameo_string){s->out, (size_t)(slash - s->out) + 1});
    char *path = tool_join(folder, text);
    cameo_status status = tool_replace(path, data_write, s, &bytes, e);
    s->m.data_name = text;
    s->m.data_path = s->out;
    free(path);
    free(folder);
    return status;
}
