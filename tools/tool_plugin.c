/* tool_plugin.c — operators, devices and file formats from outside the library: those of a shared object, `--plugin
 * FILE`, and the operators that the command itself brings. */
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

/* The command's operators; one of a plugin with the same name goes before it. */
static const cameo_op *const plugin_own[] = {&tool_image_decoder};

static bool plugin_has(const cameo_plugin *p, const cameo_op *op) {
    for (size_t i = 0; p != NULL && i < p->n_ops; i++) {
        const char *domain = p->ops[i]->domain;
        if (domain == NULL || p->ops[i]->op_type == NULL) continue;
        bool same = strcmp(domain, op->domain) == 0 || (op->domain[0] == 0 && strcmp(domain, "ai.onnx") == 0);
        if (same && strcmp(p->ops[i]->op_type, op->op_type) == 0) return true;
    }
    return false;
}

static const cameo_op **plugin_ops; /* what the options name, until the program ends */

void tool_own_ops(tool_options *o) {
    size_t n_own = sizeof plugin_own / sizeof *plugin_own, n = o->plugin == NULL ? 0 : o->plugin->n_ops;
    const cameo_op **ops = tool_alloc((n + n_own) * sizeof *ops);
    free(plugin_ops);
    plugin_ops = ops;
    for (size_t i = 0; i < n; i++) ops[i] = o->plugin->ops[i];
    for (size_t i = 0; i < n_own; i++) {
        if (!plugin_has(o->plugin, plugin_own[i])) ops[n++] = plugin_own[i];
    }
    o->cameo.custom_ops = ops;
    o->cameo.n_custom_ops = n;
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
    tool_own_ops(o);
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
        if (p == NULL && !is_cpu) p = tool_cuda(a, text, n);
        if (a->wrong) return;
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
