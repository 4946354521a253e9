/* tool_export.c — a model as its options have it, as a file: what `optimize` and `extract` write. See tool.h. */
#define _GNU_SOURCE 1 /* open_memstream */
#include <errno.h>
#include <string.h>

#include "tools/tool.h"

/* Where the bytes go. */
typedef struct export_sink {
    FILE *f;
    uint64_t bytes;
} export_sink;

static cameo_status export_put(void *ctx, const void *bytes, size_t n) {
    export_sink *sink = ctx;
    sink->bytes += n;
    return fwrite(bytes, 1, n, sink->f) == n ? CAMEO_OK : CAMEO_E_IO;
}

/* More work memory until it is enough: nothing is written before all is known. */
static cameo_status export_model(const tool_model *m, export_sink *sink, cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        tool_work work;
        memset(e, 0, sizeof *e);
        CM_TRY(tool_work_next(&work, &size, m->options.limits, e));
        status = cameo_model_export(m->model, work.m, &m->options, export_put, sink, e);
        tool_work_free(&work);
    }
    return status;
}

cameo_status tool_export(const tool_model *m, const char *path, uint64_t *bytes, cameo_error *e) {
    static const char ending[] = ".part";
    size_t n = strlen(path);
    bool special = tool_is_special(path); /* it is written to, not replaced */
    char *part = tool_alloc(n + sizeof ending);
    memcpy(part, path, n);
    memcpy(part + n, special ? "" : ending, special ? 1 : sizeof ending);
    export_sink sink = {.f = fopen(part, "wb")};
    cameo_status status = CAMEO_OK;
    if (sink.f == NULL) {
        status = CM_FAIL(e, CAMEO_E_IO, "%s: %s", part, strerror(errno));
    } else {
        status = export_model(m, &sink, e);
        bool closed = fclose(sink.f) == 0;
        if (status == CAMEO_OK && (!closed || (!special && rename(part, path) != 0)))
            status = CM_FAIL(e, CAMEO_E_IO, "%s: %s", path, strerror(errno));
        if (status != CAMEO_OK && !special) (void)remove(part);
    }
    free(part);
    *bytes = sink.bytes;
    return status;
}

cameo_status tool_model_optimise(tool_model *to, const tool_model *m, cameo_error *e) {
    char *bytes = NULL;
    size_t size = 0;
    cameo_options plain = {.size = sizeof plain, .opt = CAMEO_OPT_NONE};
    memset(to, 0, sizeof *to);
    export_sink sink = {.f = open_memstream(&bytes, &size)};
    CM_CHECK(sink.f != NULL, e, CAMEO_E_NOMEM, "no memory for the optimised model");
    cameo_status status = export_model(m, &sink, e);
    bool closed = fclose(sink.f) == 0;
    if (status == CAMEO_OK && !closed) status = CM_FAIL(e, CAMEO_E_NOMEM, "no memory for the optimised model");
    if (status != CAMEO_OK) {
        free(bytes);
        return status;
    }
    return tool_model_decode(to, (tool_bytes){(uint8_t *)bytes, size}, m->path, &plain, e);
}
