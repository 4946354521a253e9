/* format.c — of which format a file is: as the caller says, else by its content, else by its name. */
#include "runtime/session/format.h"

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

cameo_status cm_format_find(const cameo_options *o, const void *bytes, size_t size,
                            const char *path, const cameo_loader **loader, cameo_error *e) {
    for (size_t i = 0; i < o->n_loaders; i++) {
        const cameo_loader *l = o->loaders[i];
        CM_CHECK(l->size == sizeof *l && l->name != NULL && l->build != NULL, e, CAMEO_E_ARG,
                 "options.loaders[%zu] is for another version, has no name or no build", i);
    }
    if (o->format != NULL) return format_named(o, loader, e);
    *loader = NULL;
    for (size_t i = 0; i < o->n_loaders && *loader == NULL; i++) {
        const cameo_loader *l = o->loaders[i];
        if (l->recognise != NULL && l->recognise(l->ctx, bytes, size)) *loader = l;
    }
    for (size_t i = 0; i < o->n_loaders && *loader == NULL; i++) {
        if (format_has_extension(path, o->loaders[i]->extension)) *loader = o->loaders[i];
    }
    return CAMEO_OK;
}
