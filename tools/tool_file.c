/* tool_file.c — memory, files, and models in memory of the tool's own. */
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/session/format.h"
#include "runtime/os.h"
#include "tools/onnx_text.h"

/* ---- memory ---- */

void *tool_alloc(size_t size) {
    size_t unit = CAMEO_MEMORY_ALIGN;
    void *p = size > SIZE_MAX - 2 * unit ? NULL : aligned_alloc(unit, (size / unit + 1) * unit);
    if (p == NULL) {
        fprintf(stderr, "cameo: no memory for %zu bytes\n", size);
        exit(TOOL_FAILED);
    }
    return p;
}

void *tool_grow(void *p, size_t n, size_t size, size_t *cap) {
    if (n < *cap) return p;
    *cap = *cap == 0 ? 64 : 2 * *cap;
    void *more = tool_alloc(*cap * size);
    if (n != 0) memcpy(more, p, n * size);
    free(p);
    return more;
}

char *tool_copy_text(cameo_string s) {
    char *c = tool_alloc(s.n + 1);
    if (s.n != 0) memcpy(c, s.p, s.n);
    c[s.n] = 0;
    return c;
}

bool tool_work_new(tool_work *w, size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#ifdef MAP_NORESERVE
    flags |= MAP_NORESERVE;
#endif
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (p == MAP_FAILED) return false;
    w->m = (cameo_memory){p, size};
    return true;
}

cameo_status tool_work_next(tool_work *w, size_t *size, const cameo_limits *limits, cameo_error *e) {
    size_t most = SIZE_MAX / TOOL_WORK_FACTOR;
    bool limited = limits != NULL && limits->memory_bytes != 0 && limits->memory_bytes < most;
    if (limited) most = (size_t)limits->memory_bytes;
    CM_CHECK(!limited || *size < most, e, CAMEO_E_LIMIT, "the model needs more than limit memory_bytes of %zu", most);
    size_t next = *size == 0 ? TOOL_WORK_FIRST : *size * TOOL_WORK_FACTOR;
    if (limited && next > most) next = most;
    CM_CHECK(next <= most && tool_work_new(w, next), e, CAMEO_E_NOMEM, "no %zu bytes for work on the model", next);
    *size = next;
    return CAMEO_OK;
}

void tool_work_free(tool_work *w) {
    if (w->m.base != NULL) munmap(w->m.base, w->m.size);
    w->m = (cameo_memory){NULL, 0};
}

/* ---- files ---- */

/* all: bytes that it should have, 0 where that is not known. */
static cameo_status file_read_all(FILE *f, uint64_t all, tool_bytes *b) {
    size_t cap = 1 << 16;
    b->n = 0;
    b->p = malloc(cap);
    while (b->p != NULL) {
        b->n += fread(b->p + b->n, 1, cap - b->n, f);
        tool_progress(b->n, all);
        if (b->n < cap) return ferror(f) ? CAMEO_E_IO : CAMEO_OK;
        uint8_t *more = cap > SIZE_MAX / 2 ? NULL : realloc(b->p, cap * 2);
        if (more == NULL) return CAMEO_E_NOMEM;
        b->p = more;
        cap *= 2;
    }
    return CAMEO_E_NOMEM;
}

/* Standard input can be read once. */
static cameo_status file_read_stdin(tool_bytes *bytes, cameo_error *e) {
    static bool done;
    CM_CHECK(!done, e, CAMEO_E_ARG, "- is standard input, which was read before");
    done = true;
    cameo_status status = file_read_all(stdin, 0, bytes);
    if (status == CAMEO_OK) return CAMEO_OK;
    free(bytes->p);
    bytes->p = NULL;
    return CM_FAIL(e, status, "cannot read standard input");
}

cameo_status tool_read_file(const char *path, tool_bytes *bytes, cameo_error *e) {
    bytes->p = NULL;
    bytes->n = 0;
    if (strcmp(path, "-") == 0) return file_read_stdin(bytes, e);
    errno = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO is refused, not waited for */
    struct stat st;
    if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
        close(fd);
        return CM_FAIL(e, CAMEO_E_IO, "%s is not a regular file", path);
    }
    FILE *f = fd < 0 ? NULL : fdopen(fd, "rb");
    if (f == NULL) return CM_FAIL(e, CAMEO_E_IO, "cannot open %s: %s", path, strerror(errno));
    cameo_status status = file_read_all(f, (uint64_t)st.st_size, bytes);
    int cause = errno;
    fclose(f);
    if (status == CAMEO_OK) return CAMEO_OK;
    free(bytes->p);
    bytes->p = NULL;
    return CM_FAIL(e, status, "cannot read %s: %s", path, strerror(cause));
}

cameo_status tool_write_file(const char *path, const void *p, size_t n, cameo_error *e) {
    FILE *f = fopen(path, "wb");
    if (f == NULL) return CM_FAIL(e, CAMEO_E_IO, "cannot create %s: %s", path, strerror(errno));
    bool ok = fwrite(p, 1, n, f) == n;
    ok = fclose(f) == 0 && ok;
    CM_CHECK(ok, e, CAMEO_E_IO, "cannot write %s: %s", path, strerror(errno));
    return CAMEO_OK;
}

bool tool_exists(const char *path) {
    struct stat s;
    return stat(path, &s) == 0;
}

bool tool_is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool tool_is_special(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && !S_ISDIR(s.st_mode) && !S_ISREG(s.st_mode);
}

cameo_status tool_make_folder(const char *path, cameo_error *e) {
    if (tool_is_folder(path) || mkdir(path, 0777) == 0) return CAMEO_OK;
    return CM_FAIL(e, CAMEO_E_IO, "cannot make the folder %s: %s", path, strerror(errno));
}

char *tool_join(const char *folder, const char *name) {
    size_t n = strlen(folder), size = n + strlen(name) + 2;
    char *path = tool_alloc(size);
    while (n > 1 && folder[n - 1] == '/') n--;
    snprintf(path, size, "%.*s/%s", (int)n, folder, name);
    return path;
}

bool tool_has_ending(const char *path, const char *ending) {
    size_t n = strlen(path), k = strlen(ending);
    return n >= k && strcasecmp(path + n - k, ending) == 0;
}

tool_names tool_names_new(const char *text) {
    size_t n = strlen(text);
    tool_names names = {.text = tool_alloc(n + 1), .name = tool_alloc((n + 1) * sizeof *names.name)};
    memcpy(names.text, text, n + 1);
    for (char *at = names.text; at != NULL;) {
        char *comma = strchr(at, ',');
        if (comma != NULL) *comma++ = 0;
        if (*at != 0) names.name[names.n++] = at;
        at = comma;
    }
    return names;
}

/* ---- models ---- */

typedef struct tool_external {
    struct tool_external *next;
    cm_os_file file;
} tool_external;

static cameo_string file_folder(const tool_model *m, cameo_string location) {
    if (m->data_name != NULL && cm_str_is(location, m->data_name)) return cm_os_folder(m->data_path);
    return m->options.external_dir != NULL ? cm_str_from_c(m->options.external_dir) : cm_os_folder(m->path);
}

/* As cameo_host does it. */
static cameo_status file_external(void *ctx, cameo_string location, uint64_t offset,
                                  uint64_t length, const void **data, size_t *size) {
    tool_model *m = ctx;
    tool_external *x = tool_alloc(sizeof *x);
    cameo_status status = cm_os_map_below(file_folder(m, location), location, m->options.follow_links,
                                          m->options.copy_files ? UINT64_MAX : 0, &x->file, NULL);
    if (status != CAMEO_OK) {
        free(x);
        return status;
    }
    x->next = m->external;
    m->external = x;
    bool inside =
        offset <= x->file.size && (length == UINT64_MAX || length <= x->file.size - offset);
    if (!inside) return CAMEO_E_MALFORMED;
    *data = x->file.size == 0 ? (const void *)"" : (const uint8_t *)x->file.data + offset;
    *size = length == UINT64_MAX ? x->file.size - (size_t)offset : (size_t)length;
    return CAMEO_OK;
}

/* The bytes of a file that is no ONNX, as ONNX. */
static cameo_status file_build(tool_model *m, const cameo_loader *loader, const void **bytes,
                               size_t *size, cameo_error *e) {
    cameo_builder *b = NULL;
    cameo_status status = CAMEO_E_NOMEM;
    for (size_t n = 0; status == CAMEO_E_NOMEM;) {
        cameo_error own = {0};
        CM_TRY(tool_work_next(&m->built, &n, m->options.limits, e));
        status = cm_format_build(loader, *bytes, *size, m->built.m, &b, &own);
        if (status == CAMEO_OK) break;
        tool_work_free(&m->built);
        if (status != CAMEO_E_NOMEM) *e = own;
    }
    if (status != CAMEO_OK) return status;
    m->from_loader = true;
    m->options.external = cameo_builder_external;
    m->options.external_ctx = b;
    return cameo_builder_get_bytes(b, bytes, size);
}

static cameo_status file_create(const tool_model *m, const void *bytes, size_t size, cameo_memory *memory,
                                cameo_model **model, cameo_error *e) {
    size_t model_bytes, work_bytes;
    CM_TRY(cm_format_measure(bytes, size, &m->options, &model_bytes, &work_bytes, e));
    *memory = (cameo_memory){tool_alloc(model_bytes), model_bytes};
    cameo_memory work = {tool_alloc(work_bytes), work_bytes};
    cameo_status status = cameo_model_create(*memory, work, bytes, size, &m->options, model, e);
    free(work.base);
    return status;
}

cameo_status tool_model_load(tool_model *m, const char *path, const cameo_options *options,
                             cameo_error *e) {
    tool_bytes file;
    memset(m, 0, sizeof *m);
    tool_progress_begin(path);
    cameo_status status = tool_read_file(path, &file, e);
    if (status == CAMEO_OK) status = tool_model_decode(m, file, path, options, e);
    tool_progress_end();
    return status;
}

cameo_status tool_model_decode(tool_model *m, tool_bytes file, const char *path, const cameo_options *options,
                               cameo_error *e) {
    memset(m, 0, sizeof *m);
    m->file = file;
    m->path = path;
    m->options = *options;
    m->options.ops = &cameo_ops_all;
    m->options.external = file_external;
    m->options.external_ctx = m;
    const cameo_loader *loader = NULL;
    const void *bytes = m->file.p;
    size_t size = m->file.n;
    cameo_status status = CAMEO_DECLINED;
    for (size_t at = 0; status == CAMEO_DECLINED;) {
        CM_TRY(cm_format_find(&m->options, bytes, size, path, &at, &loader, e));
        status = loader == NULL ? CAMEO_OK : file_build(m, loader, &bytes, &size, e);
    }
    CM_TRY(status);
    if (loader == NULL && text_is_model(path, bytes, size)) {
        CM_TRY(text_read(bytes, size, &m->built, &size, e));
        bytes = m->built.m.base;
    }
    m->bytes = bytes;
    m->n_bytes = size;
    return file_create(m, bytes, size, &m->memory, &m->model, e);
}

cameo_status tool_model_next(tool_model *m, tool_bytes bytes, cameo_error *e) {
    cameo_memory memory = {NULL, 0};
    cameo_model *model = NULL;
    cameo_status status = file_create(m, bytes.p, bytes.n, &memory, &model, e);
    if (status != CAMEO_OK) {
        free(memory.base);
        free(bytes.p);
        return status;
    }
    free(m->memory.base);
    tool_work_free(&m->built);
    free(m->file.p);
    m->file = bytes;
    m->bytes = bytes.p;
    m->n_bytes = bytes.n;
    m->from_loader = false;
    m->options.external = file_external;
    m->options.external_ctx = m;
    m->memory = memory;
    m->model = model;
    return CAMEO_OK;
}

/* What comes from standard input, and text, is no file that could be mapped. */
static bool file_is_plain(const char *path) {
    char start[4096] = {0};
    FILE *f = strcmp(path, "-") == 0 || tool_is_special(path) ? NULL : fopen(path, "rb");
    size_t n = f == NULL ? 0 : fread(start, 1, sizeof start, f);
    bool text = text_is_model(path, start, n);
    if (f != NULL) fclose(f);
    return strcmp(path, "-") != 0 && !text;
}

/* Loads a file, or what has to be read first: standard input and text. */
static cameo_status file_host(const char *path, const cameo_options *options, cameo_host **host, cameo_error *e) {
    static tool_bytes model; /* both stay, since the model may be loaded again with other options */
    static tool_work built;
    cameo_options o = *options;
    if (model.p == NULL && file_is_plain(path)) return cameo_host_load_file(path, options, host, e);
    if (model.p == NULL) {
        CM_TRY(tool_read_file(path, &model, e));
        if (text_is_model(path, model.p, model.n)) CM_TRY(text_read(model.p, model.n, &built, &model.n, e));
    }
    if (o.external_dir == NULL) o.external_dir = tool_copy_text(cm_os_folder(path));
    return cameo_host_load(built.m.base != NULL ? built.m.base : model.p, model.n, &o, host, e);
}

cameo_status tool_host_load(const char *path, const cameo_options *options, cameo_host **host, cameo_error *e) {
    tool_progress_begin(path);
    cameo_status status = file_host(path, options, host, e);
    tool_progress_end();
    return status;
}

void tool_model_free(tool_model *m) {
    while (m->external != NULL) {
        tool_external *x = m->external;
        m->external = x->next;
        cm_os_unmap(&x->file);
        free(x);
    }
    free(m->memory.base);
    tool_work_free(&m->built);
    free(m->file.p);
    memset(m, 0, sizeof *m);
}
