/* ops_of.c — `cameo ops --of MODEL`. Rewrites that a build cannot make for lack of an operator are not made, so the
 * operators of the file are not all that count: parts of the table are left out as long as the program stays what it
 * is. See ops_of.h. */
#include "tools/ops_of.h"

#include <string.h>

#include "providers/provider.h"
#include "runtime/session/program.h"

/* What tells programs apart: the steps with their operators and kernels. */
typedef struct of_step {
    uint8_t kind, since;
    const cm_op *op;   /* NULL: none */
    const cm_row *row; /* NULL: none */
} of_step;

typedef struct of_program {
    of_step *step; /* free() it */
    size_t n;
} of_program;

typedef struct of_search {
    const char *path;
    cm_op_entry *entry; /* of the operators that are kept */
    bool *keep;         /* of each operator of the build */
    of_program whole[2];
} of_search;

static of_program of_program_of(const cameo_session *s) {
    of_program p = {calloc(s->n_steps + 1u, sizeof *p.step), s->n_steps};
    if (p.step == NULL) abort();
    for (uint32_t i = 0; i < s->n_steps; i++) {
        const cm_step *step = &s->steps[i];
        bool kernel = step->kind == CM_STEP_KERNEL;
        p.step[i].kind = step->kind;
        p.step[i].since = step->since;
        if (kernel || step->kind == CM_STEP_VIEW) p.step[i].op = s->ops[step->op];
        if (kernel) p.step[i].row = s->rows[step->row];
    }
    return p;
}

static bool of_same(const of_program *a, const of_program *b) {
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++) {
        const of_step *x = &a->step[i], *y = &b->step[i];
        if (x->kind != y->kind || x->since != y->since || x->op != y->op || x->row != y->row) return false;
    }
    return true;
}

/* The program with the operators that are kept; all rows stay, so that they can be compared by address. */
static cameo_status of_load(of_search *s, bool portable, of_program *p, cameo_error *e) {
    tool_options o;
    cameo_host *host = NULL;
    cameo_ops ops = cameo_ops_all;
    tool_options_init(&o, 1);
    ops.ops.entry = s->entry;
    ops.ops.n = 0;
    for (uint32_t i = 0; i < cameo_ops_all.ops.n; i++) {
        if (s->keep[i]) s->entry[ops.ops.n++] = cameo_ops_all.ops.entry[i];
    }
    o.cameo.ops = &ops;
    o.cameo.log = NULL;
    o.cameo.cpu_mask_off = portable ? UINT64_MAX : 0;
    cameo_status status = cameo_host_load_file(s->path, &o.cameo, &host, e);
    if (status == CAMEO_OK) *p = of_program_of(cameo_host_get_session(host));
    cameo_host_free(host);
    return status;
}

static bool of_is_enough(of_search *s) {
    for (int portable = 0; portable < 2; portable++) {
        of_program p = {NULL, 0};
        cameo_status status = of_load(s, portable != 0, &p, NULL);
        bool same = status == CAMEO_OK && of_same(&p, &s->whole[portable]);
        free(p.step);
        if (!same) return false;
    }
    return true;
}

/* Leaves out parts of `size` operators that are not needed. */
static void of_shrink(of_search *s, uint32_t size) {
    uint32_t n = cameo_ops_all.ops.n;
    for (uint32_t from = 0; from < n;) {
        uint32_t part[64], n_part = 0, at = from;
        for (; at < n && n_part < size; at++) {
            if (s->keep[at]) part[n_part++] = at;
        }
        from = at;
        for (uint32_t i = 0; i < n_part; i++) s->keep[part[i]] = false;
        if (n_part == 0 || of_is_enough(s)) continue;
        for (uint32_t i = 0; i < n_part; i++) s->keep[part[i]] = true;
    }
}

int ops_of(const char *path) {
    uint32_t n = cameo_ops_all.ops.n;
    of_search s = {.path = path, .entry = calloc(n, sizeof *s.entry), .keep = calloc(n, sizeof *s.keep)};
    cameo_error e = {0};
    if (s.entry == NULL || s.keep == NULL) abort();
    for (uint32_t i = 0; i < n; i++) s.keep[i] = true;
    cameo_status status = of_load(&s, false, &s.whole[0], &e);
    if (status == CAMEO_OK) status = of_load(&s, true, &s.whole[1], &e);
    if (status == CAMEO_OK) {
        for (uint32_t size = 64; size > 0; size /= 4) of_shrink(&s, size);
        for (uint32_t i = 0; i < n; i++) {
            if (s.keep[i]) printf("%s\n", cameo_ops_all.ops.entry[i].symbol + strlen("cm_op_"));
        }
    } else {
        tool_print_error(path, &e);
    }
    free(s.whole[0].step);
    free(s.whole[1].step);
    free(s.entry);
    free(s.keep);
    return status == CAMEO_OK ? TOOL_OK : tool_exit_load(status);
}
