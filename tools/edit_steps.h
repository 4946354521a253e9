/* edit_steps.h — the steps of `cameo edit`. Each changes the model by the editor of cameo.h; what it wrote is loaded
 * again, for the next step and for the last one's errors. */
#ifndef CM_TOOLS_EDIT_STEPS_H
#define CM_TOOLS_EDIT_STEPS_H

#include "tools/look.h"

typedef struct edit_state {
    tool_model m;    /* as the steps before left it */
    cameo_editor *d; /* of this step */
    cameo_memory work;
    const char *out;        /* file that will be written */
    bool keep_io_types;     /* --half */
    uint64_t min_bytes;     /* --external */
    struct edit_kept *kept; /* memory of this step */
} edit_state;

/* A step with its option's text. Errors: E_ARG what the text names is not there; and those of the editor. */
typedef cameo_status edit_step(edit_state *s, const char *text, cameo_error *e);

/* Does a step. */
CM_NODISCARD cameo_status edit_do(edit_state *s, edit_step *step, const char *text, cameo_error *e);

/* "OLD=NEW": two texts, free(*from); the last '=' counts, since names may hold one. Errors: E_ARG. */
CM_NODISCARD cameo_status edit_split(const char *text, const char *option, char **from, const char **to,
                                     cameo_error *e);
/* Memory of tool_alloc that is freed when the step is done; returns it. */
void *edit_keep(edit_state *s, void *p);
/* A text with NUL, kept. */
char *edit_text(edit_state *s, cameo_string text);
/* A name that a new value can have: `base` and `ending`, with a number behind it if that is taken. free() it. */
char *edit_new_name(const edit_state *s, cameo_string base, const char *ending);

edit_step edit_rename, edit_rename_node, edit_set_dim, edit_batch, edit_metadata, edit_remove_metadata, edit_strip_docs,
    edit_graph_name, edit_infer_types, edit_outputs, edit_set_attr; /* edit_steps.c */
edit_step edit_embed, edit_external;                 /* edit_data.c */
edit_step edit_half;                                 /* edit_half.c */
edit_step edit_opset;                                /* edit_opset.c */

#endif
