/* test_case.h — one ONNX test: a model, folders with inputs and expected outputs, how to judge. */
#ifndef CM_TOOLS_TEST_CASE_H
#define CM_TOOLS_TEST_CASE_H

#include "tools/value_compare.h"

typedef enum tool_verdict {
    TOOL_PASS,
    TOOL_FAIL,             /* an output is not the expected one */
    TOOL_CASE_UNSUPPORTED, /* refused with E_UNSUPPORTED */
    TOOL_CASE_ERROR,       /* refused or failed otherwise, crashed, no data */
    TOOL_N_VERDICTS
} tool_verdict;

typedef struct tool_case {
    const char *name;
    const char *model;
    const char *data; /* the folder that holds test_data_set_K, or is one */
    tool_options options;
    unsigned timeout;   /* seconds; 0: none */
    const char *passed; /* file that a pass appends its operators to; NULL: none */
} tool_case;

typedef struct tool_result {
    tool_verdict verdict;
    char text[480]; /* worst error, or the reason */
} tool_result;

/* Runs every data set in this process. */
void tool_case_run(const tool_case *c, tool_result *r);
/* Runs them in a child process: a crash or a hang becomes TOOL_CASE_ERROR. */
void tool_case_fork(const tool_case *c, tool_result *r);

/* Appends a line of `cameo ops` to the file for each node of the model's main graph: domain, op_type,
 * since_version, dtype (tools/test_passed.c). */
CM_NODISCARD cameo_status tool_passed_write(const tool_case *c, const char *path, cameo_error *e);

/* Names of the entries of a folder that do not start with '.', sorted; free each and the list.
 * NULL: it cannot be read. */
char **tool_list_folder(const char *path, size_t *n);
void tool_list_free(char **list, size_t n);

#endif
