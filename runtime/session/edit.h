/* edit.h — what the files of the editor share. See edit.c. */
#ifndef CM_RUNTIME_EDIT_H
#define CM_RUNTIME_EDIT_H

#include "ir/graph.h"
#include "pb/fields.h"
#include "pb/onnx_write.h"

/* A node or graph that was added: its number follows those of the model, and of those added before. */
typedef struct cm_edit_added {
    struct cm_edit_added *next;
    cm_pb_field *field; /* in the tree until it, or something around it, is removed */
    uint32_t id;
} cm_edit_added;

/* A further place where a value is declared, whose first ones are in `info` and `out`: it is several outputs, or an
 * input with a value_info of its own. */
typedef struct cm_edit_place {
    struct cm_edit_place *next;
    cm_pb_field *field;
    cm_id value;
} cm_edit_place;

struct cameo_editor {
    cm_arena arena;
    const cameo_model *model;
    cm_pb_field root;
    cm_pb_field **info, **out; /* per value: where it is declared as input or inner value, as output; NULL */
    cm_edit_place *more;
    cm_str *renamed;           /* per value; n is 0: it keeps its name */
    cm_id *owner;              /* per type: 1 + the value that it is declared of, or 0; NULL: not known yet */
    bool *listed;              /* per graph: its values' info and out are known */
    bool any_renamed, finished;
    cm_edit_added *nodes, *graphs; /* added ones, the newest first */
    uint32_t n_nodes, n_graphs;    /* with those of the model: the number of the next one */
    size_t size;
    cameo_status status; /* the first failure */
    cameo_error error;
};

#define EDIT_CHECK(d, cond, ...) CM_CHECK(cond, &(d)->error, CAMEO_E_ARG, __VA_ARGS__)

/* The frame of every call: after a failure nothing happens any more. */
#define EDIT_CALL(d, call) (cm_edit_may(d) ? ((d)->status = (call)) : (d)->status)
bool cm_edit_may(cameo_editor *d);

/* What begins at a byte of the file; NULL: it was removed. Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_edit_at(cameo_editor *d, size_t offset, cm_pb_field **f);
/* A graph, open, or the function whose body it is. Errors: E_ARG there is none; E_NOMEM. */
CM_NODISCARD cameo_status cm_edit_graph(cameo_editor *d, uint32_t graph, cm_pb_field **f);
/* The next piece of a graph that is given in several; NULL. */
cm_pb_field *cm_edit_piece(const cm_pb_field *f);
/* A text becomes the payload of f; the only field of this number of a message, or nothing where it is empty.
 * Errors: E_NOMEM. */
CM_NODISCARD cameo_status cm_edit_set(cameo_editor *d, cm_pb_field *f, cm_str text);
CM_NODISCARD cameo_status cm_edit_text(cameo_editor *d, cm_pb_field *parent, uint32_t number, cm_str text);
/* An AttributeProto in p[0, n), which stays there, becomes an attribute of the node, or replaces the one of its name.
 * Errors: those of cameo_editor_set_attr. */
cameo_status cm_edit_put_attr(cameo_editor *d, uint32_t node, const uint8_t *p, size_t n);
/* cameo_editor_set_type, without the frame. */
CM_NODISCARD cameo_status cm_edit_set_type(cameo_editor *d, uint32_t value, const cameo_type *type);

#endif
