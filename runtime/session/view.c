/* view.c — looking into a loaded model: rows of the graph tables as the public structs show them, and what inference
 * knows of the values. Nothing here is part of preparing or running, so that a program that does not call it does not
 * link it. */
#include "base/dtype.h"
#include "ir/rewrite/opt.h"
#include "runtime/device/device.h"
#include "runtime/session/prepare.h"

/* Writes a filled struct of `cap` bytes, as many of them as the caller's version has. Both begin with their size. Out
 * of line, as every view calls it. */
static CM_NOINLINE cameo_status view_write(void *to, void *from, size_t cap) {
    size_t size;
    memcpy(&size, to, sizeof size);
    if (size == 0 || size > cap) size = cap;
    memcpy(from, &size, sizeof size);
    memcpy(to, from, size);
    return CAMEO_OK;
}
#define VIEW_WRITE(to, from) view_write((to), &(from), sizeof(from))

static CM_NOINLINE cameo_status view_check(const char *what, uint32_t id, cm_id n, cameo_error *e) {
    CM_CHECK(id < n, e, CAMEO_E_ARG, "the model has no %s %u: it has %u", what, (unsigned)id, (unsigned)n);
    return CAMEO_OK;
}

/* First value of graph `id` or of a later one: linking leaves the values in the order of their graphs. */
static cm_id view_first_value(const cm_tables *t, cm_id id) {
    cm_id low = 0, high = t->value.n;
    while (low < high) {
        cm_id mid = low + (high - low) / 2;
        if (t->value.row[mid].graph < id)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Entries of a range of a pool; NULL where there are none. */
#define VIEW_LIST(pool, range) ((range).n == 0 ? NULL : &(pool).row[(range).first])

cameo_status cameo_model_view_graph(const cameo_model *model, uint32_t id, cameo_graph_view *view, cameo_error *error) {
    const cm_tables *t = &model->t;
    CM_TRY(view_check("graph", id, t->graph.n, error));
    const cm_graph *g = &t->graph.row[id];
    cm_id first = view_first_value(t, id);
    cameo_graph_view v = {.name = g->name,
                          .doc_string = g->doc_string,
                          .parent = g->parent,
                          .node = g->parent_node,
                          .function = g->function,
                          .depth = g->depth,
                          .n_nodes = g->nodes.n,
                          .first_node = g->nodes.first,
                          .n_inits = g->inits.n,
                          .first_init = g->inits.first,
                          .n_sparse = g->sparse_inits.n,
                          .first_sparse = g->sparse_inits.first,
                          .n_inputs = g->inputs.n,
                          .n_outputs = g->outputs.n,
                          .inputs = VIEW_LIST(t->ids, g->inputs),
                          .outputs = VIEW_LIST(t->ids, g->outputs),
                          .n_values = view_first_value(t, id + 1) - first,
                          .first_value = first,
                          .next = g->next};
    return VIEW_WRITE(view, v);
}

cameo_status cameo_model_view_node(const cameo_model *model, uint32_t id, cameo_node_view *view, cameo_error *error) {
    const cm_tables *t = &model->t;
    CM_TRY(view_check("node", id, t->node.n, error));
    const cm_node *n = &t->node.row[id];
    cameo_node_view v = {.name = n->name,
                         .op_type = n->op_type,
                         .domain = n->domain,
                         .overload = n->overload,
                         .graph = n->graph,
                         .n_inputs = n->in.n,
                         .n_outputs = n->out.n,
                         .outputs = VIEW_LIST(t->ids, n->out),
                         .n_attrs = n->attrs.n,
                         .first_attr = n->attrs.first,
                         .offset = n->file_off,
                         .next = n->next};
    return VIEW_WRITE(view, v);
}

uint32_t cameo_model_node_input(const cameo_model *model, uint32_t node, uint32_t i) {
    const cm_tables *t = &model->t;
    if (node >= t->node.n || i >= t->node.row[node].in.n) return CAMEO_NO_ID;
    return t->use.row[t->node.row[node].in.first + i].value;
}

cameo_status cameo_model_view_attr(const cameo_model *model, uint32_t id, cameo_attr_view *view, cameo_error *error) {
    const cm_tables *t = &model->t;
    CM_TRY(view_check("attribute", id, t->attr.n, error));
    const cm_attr *a = &t->attr.row[id];
    cameo_attr_view v = {.name = a->name,
                         .type = (cameo_attr_type)a->type,
                         .ref = a->ref_attr_name,
                         .i = a->i,
                         .f = a->f,
                         .s = a->s,
                         .n = a->n_rows,
                         .first = a->row,
                         .next = a->next};
    bool list = a->type == CM_ATTR_FLOATS || a->type == CM_ATTR_INTS || a->type == CM_ATTR_STRINGS;
    if (list) v.n = a->list.n;
    if (a->type == CM_ATTR_FLOATS) v.floats = VIEW_LIST(t->floats, a->list);
    if (a->type == CM_ATTR_INTS) v.ints = VIEW_LIST(t->ints, a->list);
    if (a->type == CM_ATTR_STRINGS) v.strings = VIEW_LIST(t->strs, a->list);
    return VIEW_WRITE(view, v);
}

cameo_status cameo_model_view_value(const cameo_model *model, uint32_t id, cameo_value_view *view, cameo_error *error) {
    CM_TRY(view_check("value", id, model->t.value.n, error));
    const cm_value *value = &model->t.value.row[id];
    cameo_value_view v = {.name = value->name,
                          .graph = value->graph,
                          .node = value->node,
                          .init = value->init,
                          .sparse = value->sparse,
                          .type = value->type,
                          .is_input = value->kind == CM_VALUE_INPUT,
                          .is_output = value->graph_output};
    return VIEW_WRITE(view, v);
}

cameo_status cameo_model_view_type(const cameo_model *model, uint32_t id, cameo_type_view *view, cameo_error *error) {
    CM_TRY(view_check("type", id, model->t.type.n, error));
    const cm_type_proto *type = &model->t.type.row[id];
    cameo_type_view v = {.is_sparse = type->sparse, .elem = type->elem, .next = type->next};
    cm_type_describe(&model->t, id, (cm_str){NULL, 0}, &v.type);
    return VIEW_WRITE(view, v);
}

cameo_status cameo_model_view_tensor(const cameo_model *model, uint32_t id, cameo_tensor_view *view,
                                     cameo_error *error) {
    const cm_tables *t = &model->t;
    CM_TRY(view_check("tensor", id, t->tensor.n, error));
    const cm_tensor_proto *p = &t->tensor.row[id];
    cameo_tensor_view v = {.name = p->name,
                           .dtype = (cameo_dtype)p->dtype,
                           .rank = p->dims.n,
                           .dims = VIEW_LIST(t->ints, p->dims),
                           .n_elem = p->n_elem,
                           .is_swapped = cm_payload_is_swapped(&p->payload, (cameo_dtype)p->dtype),
                           .offset = p->payload.segment == CM_SEG_FILE ? p->payload.off : CAMEO_NO_OFFSET,
                           .next = p->next};
    if (p->dtype != CAMEO_STRING) {
        v.data = cm_payload_bytes(t, &p->payload);
        v.bytes = p->payload.size;
    }
    if (p->external != CM_NONE) {
        const cm_external *x = &t->external.row[p->external];
        v.location = x->location;
        v.location_offset = x->offset;
        v.location_length = x->length;
    }
    return VIEW_WRITE(view, v);
}

/* Strings are decoded to offsets and the bytes behind them (kernels/kernel.h). */
cameo_string cameo_model_tensor_string(const cameo_model *model, uint32_t tensor, uint64_t i) {
    const cm_tables *t = &model->t;
    const cameo_string none = {NULL, 0};
    if (tensor >= t->tensor.n) return none;
    const cm_tensor_proto *p = &t->tensor.row[tensor];
    if (p->dtype != CAMEO_STRING || i >= p->n_elem) return none;
    const uint8_t *off = cm_payload_bytes(t, &p->payload);
    uint32_t begin, end;
    memcpy(&begin, off + 4 * (size_t)i, sizeof begin);
    memcpy(&end, off + 4 * (size_t)i + 4, sizeof end);
    return (cameo_string){(const char *)off + 4 * (p->n_elem + 1) + begin, end - begin};
}

cameo_status cameo_model_view_sparse(const cameo_model *model, uint32_t id, cameo_sparse_view *view,
                                     cameo_error *error) {
    const cm_tables *t = &model->t;
    CM_TRY(view_check("sparse tensor", id, t->sparse.n, error));
    const cm_sparse_proto *s = &t->sparse.row[id];
    cameo_sparse_view v = {.values = s->values,
                           .indices = s->indices,
                           .rank = s->dims.n,
                           .dims = VIEW_LIST(t->ints, s->dims),
                           .next = s->next};
    return VIEW_WRITE(view, v);
}

cameo_status cameo_model_view_function(const cameo_model *model, uint32_t id, cameo_function_view *view,
                                       cameo_error *error) {
    const cm_tables *t = &model->t;
    CM_TRY(view_check("function", id, t->function.n, error));
    const cm_function *f = &t->function.row[id];
    cameo_function_view v = {.name = f->name,
                             .domain = f->domain,
                             .overload = f->overload,
                             .graph = f->graph,
                             .n_inputs = f->inputs.n,
                             .n_outputs = f->outputs.n,
                             .n_attrs = f->attr_names.n,
                             .inputs = VIEW_LIST(t->strs, f->inputs),
                             .outputs = VIEW_LIST(t->strs, f->outputs),
                             .attrs = VIEW_LIST(t->strs, f->attr_names),
                             .n_defaults = f->attr_defaults.n,
                             .first_default = f->attr_defaults.first,
                             .n_opsets = f->opsets.n,
                             .next = f->next};
    return VIEW_WRITE(view, v);
}

/* Linking refuses more imports than a few hundred, so that the walk is short. */
bool cameo_model_function_opset(const cameo_model *model, uint32_t function, uint32_t i, cameo_string *domain,
                                int64_t *version) {
    const cm_tables *t = &model->t;
    if (function >= t->function.n) return false;
    CM_EACH(id, t->opset, t->function.row[function].opsets) {
        if (i-- != 0) continue;
        *domain = t->opset.row[id].domain;
        *version = t->opset.row[id].version;
        return true;
    }
    return false;
}

/* ---- what a session does ---------------------------------------------------------------------- */

/* The device that computes a step or whose memory one of its ends is; NULL: none. */
static const cm_device *view_device(const cameo_session *s, const cm_step *step) {
    const cm_devices *d = s->devices;
    if (d == NULL) return NULL;
    if (step->kind == CM_STEP_DEVICE) return &d->device[step->row];
    if (step->kind != CM_STEP_TRANSFER) return NULL;
    uint32_t to = cm_svalue_space(&s->values[cm_step_out(s, step, 0)]);
    uint32_t from = cm_svalue_space(&s->values[cm_step_in(s, step, 0)]);
    return &d->device[cm_space_device(to == 0 ? from : to, d->n)];
}

cameo_status cameo_session_view_step(const cameo_session *session, uint32_t index, cameo_step_view *view,
                                     cameo_error *error) {
    CM_CHECK(index < session->n_steps, error, CAMEO_E_ARG, "the session has no step %u: it has %u", (unsigned)index,
             (unsigned)session->n_steps);
    const cm_step *step = &session->steps[index];
    const cm_device *device = view_device(session, step);
    bool computes = step->kind == CM_STEP_KERNEL || step->kind == CM_STEP_DEVICE;
    bool known = (computes || step->kind == CM_STEP_VIEW) && step->node < session->n_nodes;
    cameo_step_view v = {.kind = computes                         ? CAMEO_STEP_NODE
                                 : step->kind == CM_STEP_VIEW     ? CAMEO_STEP_VIEW
                                 : step->kind == CM_STEP_TRANSFER ? CAMEO_STEP_COPY
                                                                  : CAMEO_STEP_OTHER,
                         .provider = cm_str_from_c(device == NULL ? "cpu" : device->provider.name),
                         .node = step->node};
    if (known && session->node_ops != NULL) v.op_type = session->node_ops[step->node];
    if (known && session->node_names != NULL) v.name = session->node_names[step->node];
    return VIEW_WRITE(view, v);
}

/* ---- what inference knows --------------------------------------------------------------------- */

#if !CAMEO_FROZEN /* the library of frozen programs has no texts of dims */

/* Text of one dim, longer ones are cut. */
#define VIEW_TEXT 256

static void view_tell(const cm_ir *ir, cm_id id, cm_id n_own, cameo_inferred_fn *tell, void *ctx) {
    const cm_value *value = &ir->t.value.row[id];
    const cm_avalue *a = &ir->av[id];
    char text[CM_MAX_RANK][VIEW_TEXT];
    cameo_inferred v = {.size = sizeof v,
                        .value = id < n_own ? id : CAMEO_NO_ID,
                        .name = value->name,
                        .depth = ir->t.graph.row[value->graph].depth};
    cameo_type *type = &v.type;
    type->name = value->name;
    type->kind = (cameo_kind)a->kind;
    type->dtype = (cameo_dtype)a->dtype;
    if (a->kind == CAMEO_KIND_MAP) type->key_dtype = (cameo_dtype)a->elem_kind;
    if (a->kind == CAMEO_KIND_SEQUENCE || a->kind == CAMEO_KIND_OPTIONAL) type->elem_kind = (cameo_kind)a->elem_kind;
    type->has_shape = a->rank != CM_RANK_UNKNOWN;
    type->rank = type->has_shape ? a->rank : 0;
    for (uint32_t i = 0; i < type->rank; i++) {
        cm_dim_interval(ir->dims, a->dims[i], &v.min[i], &v.max[i]);
        type->dims[i] = cm_dim_is_const(a->dims[i]) ? a->dims[i] : -1;
        if (cm_dim_is_const(a->dims[i]) || !cm_dim_is_known(a->dims[i])) continue;
        size_t n = cm_dim_format(ir->dims, a->dims[i], text[i], VIEW_TEXT);
        type->dim_params[i] = (cameo_string){text[i], n < VIEW_TEXT ? n : VIEW_TEXT - 1};
    }
    tell(ctx, &v);
}

cameo_status cameo_model_infer(const cameo_model *model, cameo_memory work, const cameo_options *options,
                               cameo_inferred_fn *tell, void *ctx, cameo_error *error) {
    cm_arena arena;
    cameo_prepared *p;
    cm_arena_init(&arena, work.base, work.size);
    CM_TRY(cm_prepare_infer(model, &arena, options, NULL, NULL, &p, error));
    cm_ir *ir = &p->ir;
    ir->rewrites_off = cm_rewrites_not(cm_rewrites_of(CM_REWRITE_fold)); /* every value keeps its name and meaning */
    cameo_status status = cm_optimize(ir);
    CM_TRY(cm_arena_status(&arena, "work", error));
    CM_TRY(status);
    for (cm_id id = 0; id < ir->t.value.n; id++) {
        if (ir->t.value.row[id].name.n != 0 && ir->av[id].kind != CAMEO_KIND_NONE)
            view_tell(ir, id, model->t.value.n, tell, ctx);
    }
    return CAMEO_OK;
}

#endif /* !CAMEO_FROZEN */
