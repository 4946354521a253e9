/* problems.c — see problems.h. */
#include <string.h>

#include "tools/problems.h"

static void problems_add(void *ctx, const cameo_error *problem) {
    tool_problems *p = ctx;
    p->row = tool_grow(p->row, p->n, sizeof *p->row, &p->cap);
    p->row[p->n++] = *problem;
}

cameo_status tool_problems_find(tool_problems *p, const tool_model *m, cameo_error *e) {
    cameo_status status = CAMEO_E_NOMEM;
    memset(p, 0, sizeof *p);
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        tool_work work;
        cameo_error first = {0};
        p->n = 0;
        CM_TRY(tool_work_next(&work, &size, m->options.limits, e));
        status = cameo_model_check(m->model, work.m, &m->options, problems_add, p, &first);
        tool_work_free(&work);
        if (status == CAMEO_E_NOMEM) continue;
        /* What ended the check before it could report, for example a limit, is a problem, too. */
        if (status != CAMEO_OK && p->n == 0) problems_add(p, &first);
        if (e != NULL && e->status == CAMEO_OK) *e = first;
    }
    return status;
}

static int problems_compare(const cameo_error *a, const cameo_error *b) {
    int c = (a->status > b->status) - (a->status < b->status);
    if (c == 0) c = strcmp(a->op_type, b->op_type);
    return c == 0 ? strcmp(a->msg, b->msg) : c;
}

/* Alike ones together, the first of them first. */
static int problems_order(const void *a, const void *b) {
    const cameo_error *const *x = a, *const *y = b;
    int c = problems_compare(*x, *y);
    return c != 0 ? c : (*x > *y) - (*x < *y);
}

void tool_problems_merge(tool_problems *p, size_t **count) {
    const cameo_error **sorted = tool_alloc(p->n * sizeof *sorted);
    size_t n = 0, first = 0;
    *count = tool_alloc(p->n * sizeof **count);
    for (size_t i = 0; i < p->n; i++) sorted[i] = &p->row[i];
    if (p->n != 0) qsort(sorted, p->n, sizeof *sorted, problems_order);
    memset(*count, 0, p->n * sizeof **count);
    for (size_t i = 0; i < p->n; i++) { /* counted where the first of them is */
        if (problems_compare(sorted[first], sorted[i]) != 0) first = i;
        (*count)[sorted[first] - p->row]++;
    }
    for (size_t i = 0; i < p->n; i++) {
        if ((*count)[i] == 0) continue;
        p->row[n] = p->row[i];
        (*count)[n++] = (*count)[i];
    }
    p->n = n;
    free(sorted);
}

void tool_problems_free(tool_problems *p) {
    free(p->row);
    memset(p, 0, sizeof *p);
}
