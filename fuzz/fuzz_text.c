/* fuzz_text.c — arbitrary bytes as a model in ONNX's text, which every command takes. What must hold for all of them:
 *   - what is refused has a message with line and column, or is nested too deeply; memory is never the reason;
 *   - what becomes a model is refused as any file is: never by E_ARG, E_INTERNAL, E_NOMEM, always with a message;
 *   - a model that loads is written as text, and that text is read as a model with the same text, unless the format
 *     cannot say what the model has (TEXT_NOTES). */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "tools/onnx_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void text_require(bool ok, const char *what, const char *why) {
    if (ok) return;
    fprintf(stderr, "text: broken promise: %s: %s\n", what, why);
    abort();
}

/* A row that the model has not ends the command. */
void tool_print_error(const char *what, const cameo_error *e) { text_require(false, what, e->msg); }
void tool_format_error(char *dst, size_t cap, const cameo_error *e) { snprintf(dst, cap, "%s", e->msg); }

static void *text_memory(size_t n) {
    void *p = aligned_alloc(CAMEO_MEMORY_ALIGN, (n / CAMEO_MEMORY_ALIGN + 1) * CAMEO_MEMORY_ALIGN);
    text_require(p != NULL, "the target", "no memory");
    return p;
}

/* Reads text[0, size), in a copy of exactly that size: a byte too many is seen. false: it is refused. */
static bool text_bytes(const void *text, size_t size, tool_work *built, size_t *n) {
    char *copy = malloc(size + (size == 0));
    cameo_error e = {0};
    *built = (tool_work){0};
    text_require(copy != NULL, "the target", "no memory");
    if (size != 0) memcpy(copy, text, size);
    (void)text_is_model("model", copy, size);
    cameo_status status = text_read(copy, size, built, n, &e);
    free(copy);
    bool may = status == CAMEO_OK || status == CAMEO_E_MALFORMED || status == CAMEO_E_LIMIT;
    text_require(may && status == e.status, cameo_status_name(status), e.msg);
    text_require(status != CAMEO_E_MALFORMED || strstr(e.msg, "line ") != NULL, "no line", e.msg);
    text_require(status == CAMEO_OK || e.msg[0] != 0, cameo_status_name(status), "no message");
    return status == CAMEO_OK;
}

static void text_may_end(cameo_status s, const cameo_error *e) {
    bool may = s <= 0 && s != CAMEO_E_INTERNAL && s != CAMEO_E_ARG && s != CAMEO_E_NOMEM;
    text_require(may && s == e->status, cameo_status_name(s), e->msg);
    text_require(s == CAMEO_OK || e->msg[0] != 0, cameo_status_name(s), "no message");
}

/* The model of these bytes, in *memory, which is freed; NULL: it is refused. */
static cameo_model *text_load(const void *bytes, size_t n, void **memory) {
    cameo_model *m = NULL;
    cameo_error e = {0};
    cameo_limits limits;
    cameo_options options = {.limits = &limits};
    size_t need = 0, need_work = 0;
    *memory = NULL;
    cameo_limits_init(&limits, CAMEO_PRESET_FIRMWARE);
    cameo_status status = cameo_model_measure(bytes, n, &options, &need, &need_work, &e);
    text_may_end(status, &e);
    if (status != CAMEO_OK) return NULL;
    void *work = text_memory(need_work);
    *memory = text_memory(need);
    status =
        cameo_model_create((cameo_memory){*memory, need}, (cameo_memory){work, need_work}, bytes, n, &options, &m, &e);
    text_may_end(status, &e);
    free(work);
    return status == CAMEO_OK ? m : NULL;
}

/* The model as text of *n bytes, which is freed; NULL: the format cannot say all of it. Tensors of more elements than
 * `most` are external data. */
static char *text_written(const cameo_model *m, uint64_t most, bool terminal, size_t *n) {
    char *text = NULL;
    uint64_t count[TEXT_N_NOTES] = {0}, sum = 0;
    text_options o = {.f = open_memstream(&text, n), .max_elements = most, .location = "model", .terminal = terminal};
    text_require(o.f != NULL, "the target", "no memory");
    text_write(m, &o, count);
    text_require(fclose(o.f) == 0, "the target", "no memory");
    for (size_t i = 0; i < TEXT_N_NOTES; i++) sum += count[i];
    if (sum == 0) return text;
    free(text);
    return NULL;
}

/* With external data, or for a terminal, the text is still one. */
static void text_other(const cameo_model *m, uint64_t most, bool terminal) {
    size_t n, n_bytes = 0;
    tool_work built = {0};
    char *text = text_written(m, most, terminal, &n);
    if (text != NULL) text_require(text_bytes(text, n, &built, &n_bytes), "the text of a model is refused", text);
    tool_work_free(&built);
    free(text);
}

/* The text of a model is read as a model of the same text. */
static void text_again(const cameo_model *m) {
    size_t n, n_bytes = 0, n_again = 0;
    void *memory;
    char *text = text_written(m, UINT64_MAX, false, &n), *again = NULL;
    tool_work built = {0};
    if (text == NULL) return;
    text_require(text_bytes(text, n, &built, &n_bytes), "the text of a model is refused", text);
    const cameo_model *second = text_load(built.m.base, n_bytes, &memory);
    text_require(second != NULL, "the model of the text of a model is refused", text);
    again = text_written(second, UINT64_MAX, false, &n_again);
    bool same = again != NULL && n == n_again && memcmp(text, again, n) == 0;
    text_require(same, "the model of the text has another text", text);
    free(memory);
    tool_work_free(&built);
    free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tool_work built;
    size_t n = 0;
    void *memory = NULL;
    bool read = text_bytes(data, size, &built, &n);
    const cameo_model *m = read ? text_load(built.m.base, n, &memory) : NULL;
    if (m != NULL) {
        text_again(m);
        text_other(m, 1, false);
        text_other(m, UINT64_MAX, true);
    }
    free(memory);
    tool_work_free(&built);
    return 0;
}
