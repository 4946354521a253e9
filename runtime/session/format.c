/* format.c — of which format a file is: as the caller says, else by its content, else by its name. */
#include "runtime/session/format.h"

#include "base/bytes.h"
#include "base/utf8.h"

static char format_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Whether path ends in extension, whatever the case. */
static bool format_has_extension(const char *path, const char *extension) {
    cm_str p = cm_str_from_c(path), x = cm_str_from_c(extension);
    bool same = x.n != 0 && x.n <= p.n;
    for (size_t i = 0; same && i < x.n; i++) {
        same = format_lower(p.p[p.n - x.n + i]) == format_lower(x.p[i]);
    }
    return same;
}

static cameo_status format_named(const cameo_options *o, const cameo_loader **loader,
                                 cameo_error *e) {
    cm_str name = cm_str_from_c(o->format);
    for (size_t i = 0; i < o->n_loaders; i++) {
        if (!cm_str_is(name, o->loaders[i]->name)) continue;
        *loader = o->loaders[i];
        return CAMEO_OK;
    }
    CM_CHECK(cm_str_is(name, "onnx"), e, CAMEO_E_ARG, "there is no loader for format \"%.*s\"",
             CM_STR_ARG(name));
    *loader = NULL;
    return CAMEO_OK;
}

/* What a function of a loader returned, as the error of the load. */
static cameo_status format_failed(const cameo_loader *l, cameo_status status, const cameo_error *told, cameo_error *e) {
    CM_CHECK(status <= CAMEO_OK, e, CAMEO_E_ARG, "%s: the loader returned %d", l->name, (int)status);
    CM_CHECK(told->status == CAMEO_OK, e, status, "%s: %s", l->name, told->msg);
    return CM_FAIL(e, status, "%s: the loader failed", l->name);
}

static cameo_status format_knows(const cameo_loader *l, const void *bytes, size_t size, bool *known, cameo_error *e) {
    cameo_error told = {0};
    cameo_status status = l->recognise == NULL ? CAMEO_DECLINED : l->recognise(l->ctx, bytes, size, &told);
    *known = status == CAMEO_OK;
    return *known || status == CAMEO_DECLINED ? CAMEO_OK : format_failed(l, status, &told, e);
}

/* Candidate number at < 2 * n_loaders: the loaders that know the content come first, then those of the extension. */
static cameo_status format_fits(const cameo_options *o, size_t at, const void *bytes, size_t size, const char *path,
                                bool *fits, cameo_error *e) {
    const cameo_loader *l = o->loaders[at % o->n_loaders];
    bool late = at >= o->n_loaders, known;
    *fits = false;
    if (late && !format_has_extension(path, l->extension)) return CAMEO_OK;
    CM_TRY(format_knows(l, bytes, size, &known, e));
    *fits = known != late;
    return CAMEO_OK;
}

cameo_status cm_format_find(const cameo_options *o, const void *bytes, size_t size, const char *path, size_t *at,
                            const cameo_loader **loader, cameo_error *e) {
    CM_CHECK(o->n_loaders == 0 || o->loaders != NULL, e, CAMEO_E_ARG, "options.loaders is NULL");
    for (size_t i = 0; i < o->n_loaders; i++) {
        const cameo_loader *l = o->loaders[i];
        CM_CHECK(l != NULL && l->size == sizeof *l && l->name != NULL && l->build != NULL, e, CAMEO_E_ARG,
                 "options.loaders[%zu] is for another version, has no name or no build", i);
    }
    if (o->format != NULL) {
        CM_CHECK(*at == 0, e, CAMEO_E_UNSUPPORTED, "%s: the file is not of this format", o->format);
        ++*at;
        return format_named(o, loader, e);
    }
    *loader = NULL;
    for (; *at < 2 * o->n_loaders && *loader == NULL; ++*at) {
        bool fits;
        CM_TRY(format_fits(o, *at, bytes, size, path, &fits, e));
        if (fits) *loader = o->loaders[*at % o->n_loaders];
    }
    return CAMEO_OK;
}

cameo_status cm_format_build(const cameo_loader *loader, const void *bytes, size_t size, cameo_memory memory,
                             cameo_builder **builder, cameo_error *e) {
    cameo_error own = {0}, ended = {0};
    const cameo_builder_options options = {.data_name = "payloads"};
    CM_TRY(cameo_builder_create(memory, &options, builder, e));
    cameo_status built = loader->build(loader->ctx, bytes, size, *builder, &own);
    if (built == CAMEO_DECLINED) return built;
    cameo_status status = cameo_builder_finish(*builder, &ended);
    CM_CHECK(status != CAMEO_E_NOMEM, e, status, "%s: %s", loader->name, ended.msg);
    bool told = built != CAMEO_OK && own.status != CAMEO_OK; /* by the loader itself */
    if (told || built > CAMEO_OK) return format_failed(loader, built, &own, e);
    CM_CHECK(status == CAMEO_OK, e, status, "%s: %s", loader->name, ended.msg);
    return built == CAMEO_OK ? CAMEO_OK : format_failed(loader, built, &own, e);
}

/* ---- what is no ONNX file ---- */

typedef struct format_magic {
    uint16_t at, n; /* bytes [at, at + n) of the file are magic */
    char magic[12];
    const char *what;
} format_magic;

static const format_magic format_magics[] = {
    {4, 4, "TFL3", "TensorFlow Lite (a flatbuffer); no loader for .tflite"},
    {4, 4, "ORTM", "ONNX Runtime's own format (a flatbuffer); no loader for .ort, use the .onnx file"},
    {0, 11, "version htt", "a pointer of Git LFS; `git lfs pull` gets the file itself"},
    {0, 4, "PK\3\4", "an archive (zip: .pt, .npz, .keras ...); no loader for it, export the model as .onnx"},
    {0, 2, "\x1f\x8b", "an archive (gzip); unpack it first"},
    {0, 3, "BZh", "an archive (bzip2); unpack it first"},
    {0, 6, "\xfd" "7zXZ", "an archive (xz); unpack it first"},
    {0, 6, "7z\xbc\xaf\x27\x1c", "an archive (7z); unpack it first"},
    {0, 4, "\x28\xb5\x2f\xfd", "an archive (zstd); unpack it first"},
    {257, 5, "ustar", "an archive (tar); unpack it first"},
    {0, 8, "\x89HDF\r\n\x1a\n", "HDF5; no loader for .h5"},
    {0, 6, "\x93NUMPY", "an array of numpy; no loader for .npy"},
    {0, 4, "GGUF", "GGUF; no loader for .gguf"},
    {0, 4, "\x7f" "ELF", "a program or library (ELF)"},
};

/* Is the beginning of the file text? A model has bytes below 32 among its first ones: tags of numbers, lengths. */
static bool format_is_text(const uint8_t *p, size_t size) {
    size_t n = size < 256 ? size : 256;
    for (size_t at = 0; at < n;) {
        size_t here = at;
        uint32_t c = cm_utf8_next((cm_str){(const char *)p, size}, &at);
        bool space = c == '\n' || c == '\r' || c == '\t';
        if ((c < 0x20 && !space) || c == 0x7f || (c >= CM_UTF8_BAD && (here == 0 || here + 4 <= size))) return false;
    }
    return n != 0;
}

static bool format_begins(const uint8_t *p, size_t size, const char *text) {
    cm_str s = cm_str_from_c(text);
    return size >= s.n && memcmp(p, s.p, s.n) == 0;
}

/* What the bytes are, or NULL. */
static const char *format_what(const uint8_t *p, size_t size) {
    for (size_t i = 0; i < sizeof format_magics / sizeof *format_magics; i++) {
        const format_magic *m = &format_magics[i];
        if (size >= (size_t)m->at + m->n && memcmp(p + m->at, m->magic, m->n) == 0) return m->what;
    }
    if (size >= 2 && p[0] == 0x80 && p[1] >= 2 && p[1] <= 5) /* with its protocol */
        return "a pickle of Python; no loader for it, export the model as .onnx";
    /* A length of eight bytes, then JSON. */
    if (size >= 10 && cm_load_le64(p) <= size - 8 && p[8] == '{' && (p[9] == '"' || p[9] == '}'))
        return "weights alone (safetensors); no loader for .safetensors";
    if (!format_is_text(p, size)) return NULL;
    if (format_begins(p, size, "ir_version:")) return "text of protobuf; convert it into the binary form";
    if (p[0] == '<') return "text (a page of HTML, or XML); the download may have failed";
    return p[0] == '{' ? "text (JSON)" : "text";
}

cameo_status cm_format_measure(const void *bytes, size_t size, const cameo_options *options, size_t *model_bytes,
                               size_t *work_bytes, cameo_error *e) {
    cameo_error own = {0};
    cameo_status status = cameo_model_measure(bytes, size, options, model_bytes, work_bytes, &own);
    const char *what = status == CAMEO_E_MALFORMED ? format_what(bytes, size) : NULL;
    CM_CHECK(what == NULL, e, CAMEO_E_UNSUPPORTED, "not ONNX: %s", what);
    if (status != CAMEO_OK && e != NULL && e->status == CAMEO_OK) *e = own;
    return status;
}
