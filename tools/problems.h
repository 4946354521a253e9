/* problems.h — every problem of a model, with as much work memory as it takes. */
#ifndef CM_TOOLS_PROBLEMS_H
#define CM_TOOLS_PROBLEMS_H

#include "tools/tool.h"

typedef struct tool_problems {
    cameo_error *row; /* of n */
    size_t n, cap;
} tool_problems;

/* Keeps one of several problems that differ in their nodes only: row[i] stands for count[i]
 * problems. count has n entries; free() it. */
void tool_problems_merge(tool_problems *p, size_t **count);

/* Collects what cameo_model_check reports. Returns CAMEO_OK if there was none, else the first
 * problem's status, or E_NOMEM where this machine has not enough memory (*e says so; no problem
 * is kept). */
cameo_status tool_problems_find(tool_problems *p, const tool_model *m, cameo_error *e);
void tool_problems_free(tool_problems *p);

#endif
