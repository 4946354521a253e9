/* edit_steps.c — steps of `cameo edit` that concern names, types and texts. See edit_steps.h. */
#include <errno.h>
#include <string.h>

#include "runtime/session/edit.h"
#include "tools/edit_steps.h"
#include "tools/onnx_text.h"

/* ---- doing a step ---- */

typedef struct edit_kept {
    struct edit_kept *next;
    void *p;
} edit_kept;

void *edit_keep(edit_state *s, void *p) {
    edit_kept *k = tool_alloc(sizeof *k);
    *k = (edit_kept){s->kept, p};
    s->kept = k;
    return p;
}

char *edit_text(edit_state *s, cameo_string text) { return edit_keep(s, tool_copy_text(text)); }

static void steps_free(edit_state *s) {
    while (s->kept != NULL) {
        edit_kept *k = s->kept;
        s->kept = k->next;
        free(k->p);
        free(k);
    }
}

static cameo_status steps_put(void *ctx, const void *bytes, size_t n) {
    tool_bytes *b = ctx;
    memcpy(b->p + b->n, bytes, n);
    b->n += n;
    return CAMEO_OK;
}

static cameo_status steps_try(edit_state *s, cameo_memory memory, edit_step *step, const char *text, tool_bytes *b,
                              cameo_error *e) {
    size_t size = 0;
    CM_TRY(cameo_editor_create(memory, s->m.model, &s->d, e));
    cameo_status status = step(s, text, e);
    cameo_error own = {0};
    cameo_status last = cameo_editor_finish(s->d, &size, &own); /* has the text of the editor's failure */
    if (e->status == CAMEO_OK && last != CAMEO_OK) *e = own;
    if (status == CAMEO_OK) status = last;
    CM_TRY(status);
    b->p = tool_alloc(size);
    return cameo_editor_write(s->d, steps_put, b);
}

cameo_status edit_do(edit_state *s, edit_step *step, const char *text, cameo_error *e) {
    tool_bytes b = {NULL, 0};
    cameo_status status = CAMEO_E_NOMEM;
    for (size_t size = 0; status == CAMEO_E_NOMEM;) {
        tool_work editor, work;
        memset(e, 0, sizeof *e);
        CM_TRY(tool_work_next(&editor, &size, s->m.options.limits, e));
        CM_CHECK(tool_work_new(&work, size), e, CAMEO_E_NOMEM, "no %zu bytes for work on the model", size);
        s->work = work.m;
        status = steps_try(s, editor.m, step, text, &b, e);
        steps_free(s);
        tool_work_free(&editor);
        tool_work_free(&work);
    }
    if (status != CAMEO_OK) free(b.p);
    return status == CAMEO_OK ? tool_model_next(&s->m, b, e) : status;
}

/* ---- names ---- */

cameo_status edit_split(const char *text, const char *option, char **from, const char **to, cameo_error *e) {
    const char *equals = strrchr(text, '=');
    CM_CHECK(equals != NULL && equals != text && equals[1] != 0, e, CAMEO_E_ARG, "%s is \"%s\", want OLD=NEW", option,
             text);
    *from = tool_copy_text((cameo_string){text, (size_t)(equals - text)});
    *to = equals + 1;
    return CAMEO_OK;
}

static bool steps_is_value(const edit_state *s, const char *name) {
    cameo_value_view v = {0};
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        if (cm_str_is(v.name, name)) return true;
    }
    return false;
}

char *edit_new_name(const edit_state *s, cameo_string base, const char *ending) {
    size_t size = base.n + strlen(ending) + 16;
    char *name = tool_alloc(size);
    snprintf(name, size, "%.*s%s", (int)base.n, base.p, ending);
    for (unsigned k = 1; steps_is_value(s, name); k++)
        snprintf(name, size, "%.*s%s_%u", (int)base.n, base.p, ending, k);
    return name;
}

static cameo_status steps_no_name(const char *what, const char *name, cm_near *near, cameo_error *e) {
    const char *tail = cm_near_end(near);
    return CM_FAIL(e, CAMEO_E_ARG, "the model has no %s \"%s\"%s", what, name, tail);
}

static cameo_status steps_rename(const edit_state *s, const char *from, const char *to, cameo_error *e) {
    cameo_value_view v = {0};
    cm_near near = cm_near_begin(cm_str_from_c(from));
    bool found = false;
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        if (look_graph(s->m.model, v.graph).function != CAMEO_NO_ID) continue;
        cm_near_offer(&near, v.name);
        if (!cm_str_is(v.name, from)) continue;
        CM_TRY(cameo_editor_rename_value(s->d, id, to));
        found = true;
    }
    return found ? CAMEO_OK : steps_no_name("value", from, &near, e);
}

/* Does `change` to each node of this name. */
static cameo_status steps_to_nodes(const edit_state *s, const char *name, const void *what,
                                   cameo_status (*change)(cameo_editor *d, uint32_t id, const void *what),
                                   cameo_error *e) {
    cameo_node_view n = {0};
    cm_near near = cm_near_begin(cm_str_from_c(name));
    bool found = false;
    for (uint32_t id = 0; cameo_model_view_node(s->m.model, id, &n, NULL) == CAMEO_OK; id++) {
        cm_near_offer(&near, n.name);
        if (!cm_str_is(n.name, name)) continue;
        CM_TRY(change(s->d, id, what));
        found = true;
    }
    return found ? CAMEO_OK : steps_no_name("node", name, &near, e);
}

static cameo_status steps_set_name(cameo_editor *d, uint32_t id, const void *to) {
    return cameo_editor_set_node(d, id, &(cameo_node){.name = to});
}

static cameo_status steps_rename_node(const edit_state *s, const char *from, const char *to, cameo_error *e) {
    return steps_to_nodes(s, from, to, steps_set_name, e);
}

/* OLD=NEW of this option, for one of the two above. */
static cameo_status steps_pair(const edit_state *s, const char *text, const char *option,
                               cameo_status (*rename)(const edit_state *, const char *, const char *, cameo_error *),
                               cameo_error *e) {
    char *from;
    const char *to;
    CM_TRY(edit_split(text, option, &from, &to, e));
    cameo_status status = rename(s, from, to, e);
    free(from);
    return status;
}

cameo_status edit_rename(edit_state *s, const char *text, cameo_error *e) {
    return steps_pair(s, text, "--rename", steps_rename, e);
}

cameo_status edit_rename_node(edit_state *s, const char *text, cameo_error *e) {
    return steps_pair(s, text, "--rename-node", steps_rename_node, e);
}

/* ---- attributes ---- */

/* What a NodeProto, a cameo_string, has of attributes goes to the node. */
static cameo_status steps_set_attrs(cameo_editor *d, uint32_t id, const void *what) {
    const cameo_string *message = what;
    cm_reader r = cm_reader_init((const uint8_t *)message->p, message->n, CM_WIRE_MAX_GROUPS);
    cm_wire_field f;
    while (cm_reader_next(&r, &f)) {
        cm_str attr = cm_reader_str(&r, &f);
        CM_TRY(cm_edit_put_attr(d, id, (const uint8_t *)attr.p, attr.n));
    }
    return r.status;
}

cameo_status edit_set_attr(edit_state *s, const char *text, cameo_error *e) {
    const char *attrs = strchr(text, '<');
    tool_work message = {0};
    cameo_error why = {0};
    size_t n = 0;
    CM_CHECK(attrs != NULL && attrs != text, e, CAMEO_E_ARG, "--set-attr is \"%s\", want NODE<NAME = VALUE, ...>",
             text);
    cameo_status status = text_read_attrs(attrs, &message, &n, &why);
    const char *bytes = status == CAMEO_OK ? edit_text(s, (cameo_string){message.m.base, n}) : NULL;
    tool_work_free(&message);
    CM_CHECK(status == CAMEO_OK, e, status == CAMEO_E_MALFORMED ? CAMEO_E_ARG : status, "--set-attr, %s", why.msg);
    const char *node = edit_text(s, (cameo_string){text, (size_t)(attrs - text)});
    return steps_to_nodes(s, node, &(cameo_string){bytes, n}, steps_set_attrs, e);
}

/* ---- dims ---- */

/* A dim as the command line has it: a number, "?", or a name. */
static cameo_status steps_dim(const char *text, int64_t *value, cameo_string *param, cameo_error *e) {
    char *end;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    bool number = text[0] >= '0' && text[0] <= '9';
    CM_CHECK(!number || (*end == 0 && errno == 0), e, CAMEO_E_ARG, "\"%s\" is no dim: want a number, a name or ?",
             text);
    *value = number ? v : -1;
    *param = (cameo_string){text, number || strcmp(text, "?") == 0 ? 0 : strlen(text)};
    return CAMEO_OK;
}

/* The declared type of a value, if it is a tensor with a shape. */
static bool steps_type(const edit_state *s, const cameo_value_view *v, cameo_type *type) {
    if (v->type == CAMEO_NO_ID) return false;
    *type = look_type(s->m.model, v->type).type;
    return type->kind == CAMEO_KIND_TENSOR && type->has_shape;
}

/* Inputs change: what is declared of values behind them is no longer known. */
static cameo_status steps_forget(const edit_state *s) {
    cameo_value_view v = {0};
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        cameo_type type = {.kind = CAMEO_KIND_NONE}, declared;
        if (v.node == CAMEO_NO_ID || !steps_type(s, &v, &declared)) continue;
        if (v.is_output) {
            type = declared;
            type.has_shape = false;
        }
        CM_TRY(cameo_editor_set_type(s->d, id, &type));
    }
    return CAMEO_OK;
}

/* "X:0=4" of an input or output; false: there is none of this name. */
static cameo_status steps_set_axis(const edit_state *s, const char *from, int64_t value, cameo_string param,
                                   bool *found, bool *input, cameo_error *e) {
    cm_str name;
    uint32_t axis;
    cameo_value_view v = {0};
    *found = *input = false;
    if (!cm_str_axis(cm_str_from_c(from), &name, &axis)) return CAMEO_OK;
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        cameo_type type;
        if (v.graph != 0 || !cm_str_eq(v.name, name) || !(v.is_input || v.is_output)) continue;
        CM_CHECK(steps_type(s, &v, &type) && axis < type.rank, e, CAMEO_E_ARG, "%s: no such axis is declared", from);
        *found = true;
        *input = v.is_input;
        if (v.is_input) CM_TRY(steps_forget(s));
        type.dims[axis] = value;
        type.dim_params[axis] = param;
        return cameo_editor_set_type(s->d, id, &type);
    }
    return CAMEO_OK;
}

/* A free dim of this name, wherever it is declared. */
static cameo_status steps_set_param(const edit_state *s, const char *from, int64_t value, cameo_string param,
                                    cameo_error *e) {
    cameo_value_view v = {0};
    cm_near near = cm_near_begin(cm_str_from_c(from));
    bool found = false;
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        cameo_type type;
        bool here = false;
        if (!steps_type(s, &v, &type)) continue;
        for (uint32_t i = 0; i < type.rank; i++) {
            cm_near_offer(&near, type.dim_params[i]);
            if (type.dims[i] >= 0 || !cm_str_is(type.dim_params[i], from)) continue;
            type.dims[i] = value;
            type.dim_params[i] = param;
            here = true;
        }
        if (here) CM_TRY(cameo_editor_set_type(s->d, id, &type));
        found = found || here;
    }
    return found ? CAMEO_OK : steps_no_name("dim", from, &near, e);
}

cameo_status edit_set_dim(edit_state *s, const char *text, cameo_error *e) {
    char *from;
    const char *to;
    int64_t value;
    cameo_string param;
    bool found = false, input = false;
    CM_TRY(edit_split(text, "--set-dim", &from, &to, e));
    cameo_status status = steps_dim(to, &value, &param, e);
    if (status == CAMEO_OK) status = steps_set_axis(s, from, value, param, &found, &input, e);
    if (status == CAMEO_OK && !found) status = steps_set_param(s, from, value, param, e);
    free(from);
    return status;
}

cameo_status edit_batch(edit_state *s, const char *text, cameo_error *e) {
    cameo_graph_view g = look_graph(s->m.model, 0);
    int64_t value;
    cameo_string param;
    bool any = false;
    CM_TRY(steps_dim(text, &value, &param, e));
    CM_TRY(steps_forget(s));
    for (uint32_t i = 0; i < g.n_inputs; i++) {
        cameo_value_view v = look_value(s->m.model, g.inputs[i]);
        cameo_type type;
        bool is = v.init == CAMEO_NO_ID && v.sparse == CAMEO_NO_ID && steps_type(s, &v, &type) && type.rank != 0;
        if (!is) continue;
        type.dims[0] = value;
        type.dim_params[0] = param;
        CM_TRY(cameo_editor_set_type(s->d, g.inputs[i], &type));
        any = true;
    }
    CM_CHECK(any, e, CAMEO_E_ARG, "--batch: the model has no input with dims");
    return CAMEO_OK;
}

cameo_status edit_outputs(edit_state *s, const char *text, cameo_error *e) {
    cameo_value_view v = {0};
    bool wanted = false;
    (void)text;
    (void)e;
    for (uint32_t id = 0; cameo_model_view_value(s->m.model, id, &v, NULL) == CAMEO_OK; id++) {
        cameo_type type;
        wanted = wanted || (v.is_output && v.node != CAMEO_NO_ID && !steps_type(s, &v, &type));
    }
    return wanted ? cameo_editor_set_types(s->d, false, s->work, &s->m.options) : CAMEO_OK;
}

cameo_status edit_infer_types(edit_state *s, const char *text, cameo_error *e) {
    (void)text;
    (void)e;
    return cameo_editor_set_types(s->d, true, s->work, &s->m.options);
}

/* ---- texts ---- */

cameo_status edit_metadata(edit_state *s, const char *text, cameo_error *e) {
    const char *equals = strchr(text, '=');
    CM_CHECK(equals != NULL && equals != text, e, CAMEO_E_ARG, "--metadata is \"%s\", want KEY=VALUE", text);
    char *key = tool_copy_text((cameo_string){text, (size_t)(equals - text)});
    cameo_status status = cameo_editor_set_metadata(s->d, key, equals + 1);
    free(key);
    return status;
}

cameo_status edit_remove_metadata(edit_state *s, const char *text, cameo_error *e) {
    (void)e;
    return cameo_editor_set_metadata(s->d, text, NULL);
}

cameo_status edit_graph_name(edit_state *s, const char *text, cameo_error *e) {
    (void)e;
    return cameo_editor_set_text(s->d, CAMEO_TEXT_GRAPH_NAME, text);
}

cameo_status edit_strip_docs(edit_state *s, const char *text, cameo_error *e) {
    (void)text;
    (void)e;
    return cameo_editor_strip_docs(s->d);
}
