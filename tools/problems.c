/* problems.c — see problems.h. */
#include <string.h>

#include "tools/problems.h"

static void problems_add(void *ctx, const cameo_error *problem) {
    tool_problems *p = ctx;
    if (p->n == p->cap) {
        p->cap = p->cap == 0 ? 16 : p->cap * 2;
        cameo_error *more = tool_alloc(p->cap * sizeof *more);
        if (p->n != 0) memcpy(more, p->row, p->n * sizeof *more);
        free(p->row);
        p->row = more;
    }
    p->row[p->n++] = *problem;
}

cameo_status tool_problems_find(tool_problems *p, const tool_model *m, cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    memset(p, 0, sizeof *p);
    for (size_t size = TOOL_WORK_FIRST; status == CAMEO_E_NOMEM; size *= TOOL_WORK_FACTOR) {
        tool_work work;
        cameo_error first = {0};
        p->n = 0;
        if (size > SIZE_MAX / TOOL_WORK_FACTOR || !tool_work_new(&work, size)) {
            return CM_FAIL(e, CAMEO_E_NOMEM, "no memory to check the model");
        }
        status = cameo_model_check(m->model, work.m, &m->options, problems_add, p, &first);
        tool_work_free(&work);
        if (status == CAMEO_E_NOMEM) continue;
        /* What ended the check before it could report, for example a limit, is a problem, too. */
        if (status != CAMEO_OK && p->n == 0) problems_add(p, &first);
        if (e != NULL && e->status == CAMEO_OK) *e = first;
    }
    return status;
}

static bool problems_alike(const cameo_error *a, const cameo_error *b) {
    return a->status == b->status && strcmp(a->op_type, b->op_type) == 0 &&
           strcmp(a->msg, b->msg) == 0;
}

void tool_problems_merge(tool_problems *p, size_t **count) {
    size_t n = 0;
    *count = tool_alloc(p->n * sizeof **count);
    for (size_t i = 0; i < p->n; i++) {
        size_t k = 0;
        while (k < n && !problems_alike(&p->row[k], &p->row[i])) k++;
        if (k == n) {
            p->row[n] = p->row[i];
            (*count)[n++] = 0;
        }
        (*count)[k]++;
    }
    p->n = n;
}

void tool_problems_free(tool_problems *p) {
    free(p->row);
    memset(p, 0, sizeof *p);
}
