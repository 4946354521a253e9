/* value_npz.c — see value_npz.h. */
#include <errno.h>
#include <string.h>

#include "base/bytes.h"
#include "tools/inflate.h"
#include "tools/value_npz.h"

/* Bytes of the three records, without names: of a member, of its line in the directory, and of the end. */
#define NPZ_LOCAL 30
#define NPZ_LINE 46
#define NPZ_END 22

#define NPZ_LOCAL_MAGIC UINT32_C(0x04034b50)
#define NPZ_LINE_MAGIC UINT32_C(0x02014b50)
#define NPZ_END_MAGIC UINT32_C(0x06054b50)

/* A number of 32 bits in the directory that does not fit stands in its extra fields, with 64. */
typedef struct npz_extra {
    const uint8_t *p;
    size_t n;
} npz_extra;

static npz_extra npz_find_extra(const uint8_t *p, size_t n) {
    while (n >= 4) {
        size_t size = cm_load_le16(p + 2);
        if (size > n - 4) break;
        if (cm_load_le16(p) == 1) return (npz_extra){p + 4, size};
        p += 4 + size;
        n -= 4 + size;
    }
    return (npz_extra){NULL, 0};
}

static uint64_t npz_number(uint32_t v, npz_extra *x) {
    if (v != UINT32_MAX || x->n < 8) return v;
    uint64_t wide = cm_load_le64(x->p);
    x->p += 8;
    x->n -= 8;
    return wide;
}

/* The record of the archive's end: behind it stands a comment of at most 64 KiB. NULL: there is none. */
static const uint8_t *npz_end(const tool_bytes *f) {
    for (size_t back = NPZ_END; back <= f->n && back <= NPZ_END + 0xffff; back++) {
        const uint8_t *p = f->p + f->n - back;
        if (cm_load_le32(p) == NPZ_END_MAGIC) return p;
    }
    return NULL;
}

/* A line of the directory at p, of which n bytes are there; its length, or 0: it breaks off, or lies. */
static size_t npz_line(const tool_npz *z, const uint8_t *p, size_t n, tool_npz_member *m) {
    if (n < NPZ_LINE || cm_load_le32(p) != NPZ_LINE_MAGIC) return 0;
    size_t n_name = cm_load_le16(p + 28), n_extra = cm_load_le16(p + 30), n_text = cm_load_le16(p + 32);
    if (n_name + n_extra + n_text > n - NPZ_LINE) return 0;
    npz_extra x = npz_find_extra(p + NPZ_LINE + n_name, n_extra);
    uint64_t size = npz_number(cm_load_le32(p + 24), &x), packed = npz_number(cm_load_le32(p + 20), &x);
    uint64_t at = npz_number(cm_load_le32(p + 42), &x);
    if (at > z->file.n || z->file.n - at < NPZ_LOCAL) return 0;
    const uint8_t *local = z->file.p + at;
    size_t head = NPZ_LOCAL + (size_t)cm_load_le16(local + 26) + cm_load_le16(local + 28);
    if (cm_load_le32(local) != NPZ_LOCAL_MAGIC || head > z->file.n - at || packed > z->file.n - at - head) return 0;
    *m = (tool_npz_member){.name = {(const char *)p + NPZ_LINE, n_name},
                           .packed = local + head,
                           .n_packed = (size_t)packed,
                           .n = (size_t)size,
                           .crc = cm_load_le32(p + 16),
                           .method = cm_load_le16(p + 10)};
    if (n_name > 4 && memcmp(m->name.p + n_name - 4, ".npy", 4) == 0) m->name.n -= 4;
    return NPZ_LINE + n_name + n_extra + n_text;
}

cameo_status tool_npz_read(tool_npz *z, const char *path, cameo_error *e) {
    memset(z, 0, sizeof *z);
    z->path = path;
    CM_TRY(tool_read_file(path, &z->file, e));
    const uint8_t *end = npz_end(&z->file);
    CM_CHECK(end != NULL, e, CAMEO_E_MALFORMED, "%s is no .npz file", path);
    size_t n = cm_load_le16(end + 10), at = cm_load_le32(end + 16), before = (size_t)(end - z->file.p);
    z->member = tool_alloc(n * sizeof *z->member);
    for (size_t i = 0; i < n; i++) {
        size_t size = at > before ? 0 : npz_line(z, z->file.p + at, before - at, &z->member[i]);
        CM_CHECK(size != 0, e, CAMEO_E_MALFORMED, "%s: the archive breaks off in its directory", path);
        at += size;
        z->n++;
    }
    return CAMEO_OK;
}

void tool_npz_free(tool_npz *z) {
    free(z->member);
    free(z->file.p);
    memset(z, 0, sizeof *z);
}

const tool_npz_member *tool_npz_find(const tool_npz *z, cameo_string name) {
    for (size_t i = 0; i < z->n; i++) {
        cameo_string s = z->member[i].name;
        if (s.n == name.n && memcmp(s.p, name.p, name.n) == 0) return &z->member[i];
    }
    return NULL;
}

cameo_status tool_npz_unpack(const tool_npz_member *m, tool_bytes *file, cameo_error *e) {
    const cm_str name = {m->name.p, m->name.n};
    file->p = NULL;
    CM_CHECK(m->method == 0 || m->method == 8, e, CAMEO_E_UNSUPPORTED, "array \"%.*s\" is packed by method %u",
             CM_STR_ARG(name), (unsigned)m->method);
    /* Deflate makes at most 1032 bytes of one: no memory is taken for what a damaged file only says. */
    bool possible = m->method == 0 ? m->n == m->n_packed : m->n / 1032 <= m->n_packed;
    CM_CHECK(possible, e, CAMEO_E_MALFORMED, "array \"%.*s\" is damaged", CM_STR_ARG(name));
    *file = (tool_bytes){tool_alloc(m->n + 1), m->n};
    bool good = true;
    if (m->method == 8)
        good = tool_inflate(m->packed, m->n_packed, file->p, m->n);
    else
        memcpy(file->p, m->packed, m->n);
    if (good && tool_crc32(file->p, m->n) == m->crc) return CAMEO_OK;
    free(file->p);
    file->p = NULL;
    return CM_FAIL(e, CAMEO_E_MALFORMED, "array \"%.*s\" is damaged", CM_STR_ARG(name));
}

/* ---- writing ---- */

/* n bytes of v, the lowest first. */
static void npz_put(uint8_t *p, size_t n, uint64_t v) {
    for (size_t i = 0; i < n; i++) p[i] = (uint8_t)(v >> (8 * i));
}

static void npz_write(tool_npz_writer *w, const void *p, size_t n) {
    w->failed = w->failed || fwrite(p, 1, n, w->f) != n;
    w->at += n;
}

cameo_status tool_npz_create(tool_npz_writer *w, const char *path, cameo_error *e) {
    memset(w, 0, sizeof *w);
    w->f = fopen(path, "wb");
    CM_CHECK(w->f != NULL, e, CAMEO_E_IO, "cannot create %s: %s", path, strerror(errno));
    return CAMEO_OK;
}

void tool_npz_add(tool_npz_writer *w, const char *name, const tool_bytes *npy) {
    size_t n_name = strlen(name) + 4, n_line = NPZ_LINE + n_name;
    uint8_t *list = tool_alloc(w->list.n + n_line), *line = list + w->list.n;
    if (w->list.n != 0) memcpy(list, w->list.p, w->list.n);
    free(w->list.p);
    memset(line, 0, n_line);
    npz_put(line, 4, NPZ_LINE_MAGIC);
    npz_put(line + 4, 2, 20);      /* made by version 2.0 */
    npz_put(line + 6, 2, 20);      /* which is needed, too */
    npz_put(line + 8, 2, 1 << 11); /* names are UTF-8 */
    npz_put(line + 14, 2, 33);     /* 1 January 1980, the first day that there is */
    npz_put(line + 16, 4, tool_crc32(npy->p, npy->n));
    npz_put(line + 20, 4, npy->n);
    npz_put(line + 24, 4, npy->n);
    npz_put(line + 28, 2, n_name);
    npz_put(line + 42, 4, w->at);
    memcpy(line + NPZ_LINE, name, n_name - 4);
    memcpy(line + n_line - 4, ".npy", 4);
    uint8_t local[NPZ_LOCAL] = {0};
    npz_put(local, 4, NPZ_LOCAL_MAGIC);
    memcpy(local + 4, line + 6, 26); /* from the version on both records are alike */
    npz_write(w, local, sizeof local);
    npz_write(w, line + NPZ_LINE, n_name);
    npz_write(w, npy->p, npy->n);
    w->failed = w->failed || n_name > 0xffff;
    w->list = (tool_bytes){list, w->list.n + n_line};
    w->n++;
}

cameo_status tool_npz_finish(tool_npz_writer *w, const char *path, cameo_error *e) {
    uint8_t end[NPZ_END] = {0};
    size_t at = w->at;
    bool large = w->at > UINT32_MAX || w->n > 0xffff;
    npz_put(end, 4, NPZ_END_MAGIC);
    npz_put(end + 8, 2, w->n);
    npz_put(end + 10, 2, w->n);
    npz_put(end + 12, 4, w->list.n);
    npz_put(end + 16, 4, at);
    npz_write(w, w->list.p, w->list.n);
    npz_write(w, end, sizeof end);
    bool ok = fclose(w->f) == 0 && !w->failed;
    free(w->list.p);
    CM_CHECK(!large, e, CAMEO_E_LIMIT, "%s would exceed 4 GiB", path);
    CM_CHECK(ok, e, CAMEO_E_IO, "cannot write %s", path);
    return CAMEO_OK;
}
