/* tool_export.c — a model as its options have it, as a file: what `optimize` and `extract` write; and
 * how any file of a command is replaced. See tool.h. */
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
static cameo_status export_model(const void *ctx, cameo_write_fn *write, void *sink, cameo_error *e) {
    const tool_model *m = ctx;
    cameo_status status = CAMEO_E_NOMEM;
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        tool_work work;
        memset(e, 0, sizeof *e);
        CM_TRY(tool_work_next(&work, &size, m->options.limits, e));
        status = cameo_model_export(m->model, work.m, &m->options, write, sink, e);
        tool_work_free(&work);
    }
    return status;
}

cameo_status tool_replace(const char *path, tool_put *put, const void *ctx, uint64_t *bytes, cameo_error *e) {
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
        status = put(ctx, export_put, &sink, e);
        bool closed = fclose(sink.f) == 0;
        if (status == CAMEO_OK && (!closed || (!special && rename(part, path) != 0)))
            status = CM_FAIL(e, CAMEO_E_IO, "%s: %s", path, strerror(errno));
        if (status != CAMEO_OK && !special) (void)remove(part);
    }
    free(part);
    *bytes = sink.bytes;
    return status;
}

cameo_status tool_export(const tool_model *m, const char *path, uint64_t *bytes, cameo_error *e) {
    return tool_replace(path, export_model, m, bytes, e);
}

/* Bytes in memory, which grows. */
typedef struct export_bytes {
    tool_bytes to;
    size_t room;
} export_bytes;

static cameo_status export_keep(void *ctx, const void *bytes, size_t n) {
    export_bytes *b = ctx;
    if (n > b->room - b->to.n) {
        size_t room = 2 * (b->to.n + n) + 4096;
        uint8_t *p = tool_alloc(room);
        if (b->to.n != 0) memcpy(p, b->to.p, b->to.n);
        free(b->to.p);
        b->to.p = p;
        b->room = room;
    }
    memcpy(b->to.p + b->to.n, bytes, n);
    b->to.n += n;
    return CAMEO_OK;
}

cameo_status tool_model_optimise(tool_model *to, const tool_model *m, cameo_error *e) {
    const cameo_options plain = {.size = sizeof plain, .opt = CAMEO_OPT_NONE};
    export_bytes b = {.room = 0};
    memset(to, 0, sizeof *to);
    cameo_status status = export_model(m, export_keep, &b, e);
    if (status == CAMEO_OK) return tool_model_decode(to, b.to, m->path, &plain, e);
    free(b.to.p);
    return status;
}
