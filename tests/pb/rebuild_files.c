/* rebuild_files.c — makes each model again with the public builder and writes it. Standard input: lines
 * IN TAB OUT. Prints OUT TAB ok, or the error.
 * For tests/parts/47_builder.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/exact.h"
#include "tests/support/rebuild.h"

static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t files_model[1 << 23], files_work[1 << 22];
static _Alignas(CAMEO_MEMORY_ALIGN) uint8_t files_builder[1 << 23];

static cameo_status files_write(void *ctx, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, ctx) == size ? CAMEO_OK : CAMEO_E_IO;
}

static cameo_status files_save(const cameo_builder *b, const char *out, const char *data) {
    char path[4096];
    FILE *f = fopen(out, "wb");
    if (f == NULL) return CAMEO_E_IO;
    cameo_status status = cameo_builder_write(b, files_write, f);
    if (fclose(f) != 0 || data == NULL || status != CAMEO_OK) return status;
    const char *slash = strrchr(out, '/');
    snprintf(path, sizeof path, "%.*s%s", slash == NULL ? 0 : (int)(slash + 1 - out), out, data);
    f = fopen(path, "wb");
    if (f == NULL) return CAMEO_E_IO;
    status = cameo_builder_write_data(b, files_write, f);
    return fclose(f) != 0 ? CAMEO_E_IO : status;
}

/* data: name of the file for payloads, or NULL. */
static cameo_status files_rebuild(const uint8_t *bytes, size_t size, const char *out,
                                  const char *data, cameo_error *e) {
    cameo_memory memory = {files_model, sizeof files_model}, work = {files_work, sizeof files_work};
    cameo_model *model = NULL;
    cameo_builder *b = NULL;
    rebuild_memory texts = {NULL};
    cameo_model_info info = {.size = sizeof info};
    cameo_status status = cameo_model_create(memory, work, bytes, size, NULL, &model, e);
    if (status != CAMEO_OK) return status;
    cameo_model_get_info(model, &info);
    cameo_builder_options options = {.ir_version = info.ir_version, .data_name = data};
    memory = (cameo_memory){files_builder, sizeof files_builder};
    status = cameo_builder_create(memory, &options, &b, e);
    if (status != CAMEO_OK) return status;
    rebuild_model(model, 0, b, &texts);
    status = cameo_builder_finish(b, e);
    if (status == CAMEO_OK) status = files_save(b, out, data);
    rebuild_free(&texts);
    return status;
}

/* The argument, if there is one, names the file for payloads, beside each model. */
int main(int argc, char **argv) {
    char line[8192];
    while (fgets(line, sizeof line, stdin) != NULL) {
        cameo_error e = {0};
        size_t size = 0;
        line[strcspn(line, "\n")] = 0;
        char *out = strchr(line, '\t');
        if (out == NULL) return 2;
        *out++ = 0;
        uint8_t *bytes = exact_read_file(line, &size);
        if (bytes == NULL) return 2;
        cameo_status status = files_rebuild(bytes, size, out, argc > 1 ? argv[1] : NULL, &e);
        printf("%s\t%s %s\n", out, status == CAMEO_OK ? "ok" : cameo_status_name(status), e.msg);
        free(bytes);
    }
    return 0;
}
