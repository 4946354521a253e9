/* tool_plugin.c — operators, devices and file formats from a shared object: `--plugin FILE`. */
#include <dlfcn.h>
#include <string.h>

#include "tools/tool.h"

/* dlopen searches the system's folders for a name without a slash; a plugin is a file like any other. */
static void *plugin_open(const char *path) {
    if (strchr(path, '/') != NULL) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    char *here = tool_join(".", path);
    void *library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    free(here);
    return library;
}

void tool_plugin(tool_args *a, tool_options *o, const char *path) {
    void *library = plugin_open(path); /* stays open: its functions are called until the end */
    if (library == NULL) {
        tool_wrong(a, "--plugin: %s", dlerror());
        return;
    }
    const cameo_plugin *p = dlsym(library, CAMEO_PLUGIN_SYMBOL);
    if (p == NULL || p->size != sizeof *p) {
        tool_wrong(a, "--plugin: %s %s", path,
                   p == NULL ? "exports no " CAMEO_PLUGIN_SYMBOL
                             : "is for another version of cameo.h");
        return;
    }
    if (o->plugin != NULL) {
        tool_wrong(a, "--plugin is given twice");
        return;
    }
    o->plugin = p;
    o->cameo.custom_ops = p->ops;
    o->cameo.n_custom_ops = p->n_ops;
    o->cameo.providers = p->providers;
    o->cameo.n_providers = p->n_providers;
    o->cameo.loaders = p->loaders;
    o->cameo.n_loaders = p->n_loaders;
}

static const cameo_provider *plugin_provider(const cameo_plugin *p, const char *name, size_t n) {
    for (size_t i = 0; p != NULL && i < p->n_providers; i++) {
        const char *known = p->providers[i]->name;
        if (strlen(known) == n && memcmp(known, name, n) == 0) return p->providers[i];
    }
    return NULL;
}

void tool_providers(tool_args *a, tool_options *o, const char *text) {
    o->cameo.providers = o->providers;
    o->cameo.n_providers = 0;
    for (;; text++) {
        size_t n = strcspn(text, ",");
        bool is_cpu = n == 3 && memcmp(text, "cpu", 3) == 0;
        const cameo_provider *p = plugin_provider(o->plugin, text, n);
        if ((!is_cpu && p == NULL) || (is_cpu && text[n] != 0) ||
            o->cameo.n_providers == TOOL_MAX_PROVIDERS) {
            tool_wrong(a,
                       is_cpu ? "--providers: \"%.*s\" takes all nodes, nothing can follow"
                              : "no provider \"%.*s\", want cpu, or one of a --plugin before it",
                       (int)n, text);
            return;
        }
        if (p != NULL) o->providers[o->cameo.n_providers++] = p;
        text += n;
        if (*text == 0) return;
    }
}
