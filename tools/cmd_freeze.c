/* cmd_freeze.c — `cameo freeze`: a model as C source, for firmware and for programs without files. */
#include <string.h>

#include "runtime/plan/plan.h"
#include "runtime/session/prepare.h"
#include "tools/freeze.h"
#include "tools/value_io.h"

typedef struct freeze_options {
    tool_options shared;
    const char *model, *folder, *name;
} freeze_options;

/* The file's name without folder and ending, as an identifier. */
static void freeze_name(freeze *z, const char *path) {
    const char *base = strrchr(path, '/');
    base = base == NULL ? path : base + 1;
    const char *dot = strrchr(base, '.');
    size_t n = dot == NULL || dot == base ? strlen(base) : (size_t)(dot - base), at = 0;
    if (n == 0 || (base[0] >= '0' && base[0] <= '9')) z->name[at++] = 'm';
    for (size_t i = 0; i < n && at < sizeof z->name - 1; i++) {
        char c = base[i];
        bool upper = c >= 'A' && c <= 'Z', other = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        z->name[at++] = upper ? (char)(c - 'A' + 'a') : other ? c : '_';
    }
    for (size_t i = 0; i < at; i++) {
        char c = z->name[i];
        z->upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
}

/* What free dim i must equal, as cm_equal.same says it; itself if nothing. */
static int64_t freeze_same(const cameo_session *s, uint32_t i) {
    for (uint32_t k = 0; k < s->n_equal; k++) {
        if (s->equal[k].symbol == i) return s->equal[k].same;
    }
    return -1 - (int64_t)i;
}

/* Free dim i is a number, or the command line names another that must equal it. */
static bool freeze_follows(const freeze_options *o, const cameo_session *s, uint32_t i) {
    int64_t same = freeze_same(s, i);
    for (uint32_t j = 0; same < 0 && j < s->n_symbols; j++) {
        if (freeze_same(s, j) != same) continue;
        for (size_t k = 0; k < o->shared.n_dims; k++) {
            if (cm_session_find_dim(s, cm_str_from_c(o->shared.dims[k].name)) == j) return true;
        }
    }
    return same >= 0;
}

/* Every free dim of the session must have a number or a range, or follow one that has. */
static cameo_status freeze_bindings(const freeze_options *o, const cameo_session *s,
                                    cameo_dim_binding *b, size_t *n, cameo_error *e) {
    *n = 0;
    for (uint32_t i = 0; i < s->n_symbols; i++) {
        char text[160];
        size_t k = 0;
        while (k < o->shared.n_dims && cm_session_find_dim(s, cm_str_from_c(o->shared.dims[k].name)) != i) k++;
        if (k == o->shared.n_dims && freeze_follows(o, s, i)) continue;
        (void)cm_session_dim_text(s, i, text, sizeof text);
        CM_CHECK(k < o->shared.n_dims, e, CAMEO_E_ARG, "free dim %s: give --dim %s=N, or a range LO..HI", text, text);
        b[(*n)++] = o->shared.dims[k];
    }
    return CAMEO_OK;
}

/* A plan for the dims of the command line; free(memory->base). */
static cameo_status freeze_plan(const freeze_options *o, const cameo_session *s,
                                cameo_memory *memory, cameo_plan **plan, cameo_error *e) {
    cameo_dim_binding dims[TOOL_MAX_DIMS];
    size_t n_dims;
    CM_CHECK(s->n_symbols <= TOOL_MAX_DIMS, e, CAMEO_E_LIMIT, "%u free dims",
             (unsigned)s->n_symbols);
    CM_TRY(freeze_bindings(o, s, dims, &n_dims, e));
    return tool_plan_new(s, dims, n_dims, &o->shared.cameo, memory, plan, e);
}

static cameo_status freeze_file(freeze *z, const freeze_options *o, const char *ending,
                                void (*write)(const freeze *), cameo_error *e) {
    char name[80];
    snprintf(name, sizeof name, "%s%s", z->name, ending);
    char *path = tool_join(o->folder, name);
    z->f = fopen(path, "w");
    bool ok = z->f != NULL;
    if (ok) {
        write(z);
        ok = !ferror(z->f);
        ok = fclose(z->f) == 0 && ok;
    }
    cameo_status status = ok ? CAMEO_OK : CM_FAIL(e, CAMEO_E_IO, "cannot write %s", path);
    free(path);
    return status;
}

static void freeze_report(const freeze *z) {
    const cameo_plan *p = z->p;
    cameo_run_needs needs = {.size = sizeof needs};
    printf("%s: %u steps, %u kernels, %s\n", z->name, (unsigned)z->steps.n, (unsigned)z->rows.n,
           z->is_static ? "every size is fixed" : "some sizes are found at run time");
    printf("  weights      %10llu bytes\n", (unsigned long long)freeze_constant_bytes(z));
    printf("  activations  %10zu bytes\n", p->activations);
    printf("  scratch      %10zu bytes, and %zu for each worker\n", p->scratch, p->worker_scratch);
    if (cameo_run_measure(p, 1, &needs, NULL) != CAMEO_OK || needs.dynamic_bytes == 0) return;
    if (needs.dynamic_bytes == CAMEO_UNBOUNDED)
        printf("  heap         as much as the data want\n");
    else
        printf("  heap         %10llu bytes at most\n", (unsigned long long)needs.dynamic_bytes);
}

static cameo_status freeze_write(const freeze_options *o, const cameo_session *s, cameo_error *e) {
    freeze z = {.model = o->model};
    cameo_memory memory = {NULL, 0};
    cameo_plan *plan = NULL;
    const char *base = strrchr(o->model, '/');
    if (base != NULL) z.model = base + 1;
    freeze_name(&z, o->name != NULL ? o->name : o->model);
    cameo_status status = freeze_plan(o, s, &memory, &plan, e);
    if (status == CAMEO_OK) {
        status = freeze_pick(&z, s, plan, e);
        if (status == CAMEO_OK) status = tool_make_folder(o->folder, e);
        if (status == CAMEO_OK) status = freeze_file(&z, o, ".h", freeze_write_header, e);
        if (status == CAMEO_OK) status = freeze_file(&z, o, ".c", freeze_write_source, e);
        if (status == CAMEO_OK) freeze_report(&z);
        freeze_free(&z);
    }
    free(memory.base);
    return status;
}

static int freeze_command(const tool_command *command, int argc, char **argv) {
    tool_args a = {command, argv, argc, -1, false};
    freeze_options o = {0};
    tool_options_init(&o.shared, 1);
    o.shared.cameo.log_level = CAMEO_LOG_INFO; /* who freezes wants to know what costs more than it needs to */
    while (tool_next(&a)) {
        if (tool_shared(&a, &o.shared)) continue;
        if (tool_value(&a, "-o", &o.folder) || tool_value(&a, "--name", &o.name)) continue;
        tool_take_model(&a, &o.model);
    }
    if (!tool_has_model(&a, o.model)) return TOOL_USAGE;
    tool_fix_dims(&o.shared);
    if (o.folder == NULL) return tool_wrong(&a, "no folder is given: -o DIR");
    /* Kernels and packed weights of the code that every target has. */
    o.shared.cameo.cpu_mask_off = UINT64_MAX;
    o.shared.cameo.n_providers = 0; /* of a plugin: devices of this computer */
    cameo_error e = {0};
    cameo_host *host = NULL;
    cameo_status status = cm_host_load_packed(o.model, &o.shared.cameo, &host, &e);
    if (status == CAMEO_OK) status = freeze_write(&o, cameo_host_get_session(host), &e);
    if (status != CAMEO_OK) tool_print_error(o.model, &e);
    cameo_host_free(host);
    return tool_exit_load(status);
}

const tool_command tool_cmd_freeze = {
    "freeze", "write a model as C source, for firmware",
    "usage: cameo freeze MODEL -o DIR [options]\n\n"
    "Writes DIR/NAME.c and DIR/NAME.h: the optimised program, one plan, the weights as typed C "
    "arrays.\n"
    "They compile for any target and link the kernels that the model needs, and nothing else. "
    "Every free\n"
    "dim wants a --dim. docs/FIRMWARE.md says what to do with the files.\n\n"
    "  -o DIR               where to write; made if it is not there\n"
    "  --name NAME          of the files and C objects; default: the model file's\n",
    TOOL_TAKES_MODEL | TOOL_TAKES_DIMS, freeze_command};
