/* built.c — functions that the caller gives or builds, as models that ir/import/graft.c takes over. See cameo.h.
 *
 * An importer writes the body of one function with the calls of the builder. The bytes are then read and linked as any
 * file, so that nothing which a file may not do can be done by them. */
#include "runtime/session/built.h"

#include "base/bytes.h"
#include "base/dtype.h"
#include "ir/ir_impl.h"
#include "pb/onnx_write.h"
#include "runtime/device/device.h"

/* A builder's first memory; it is doubled until it is enough. */
#define BUILT_FIRST_MEMORY ((size_t)8192)

/* ---- bytes to a model ---- */

static cameo_status built_read(cm_built *b, const void *bytes, size_t size, const cameo_model **model,
                               cameo_error *e) {
    cameo_memory memory, work;
    cameo_model *m = NULL;
    CM_TRY(cameo_model_measure(bytes, size, &b->reading, &memory.size, &work.size, e));
    memory.base = cm_arena_alloc_raw(b->work, memory.size, CAMEO_ALIGN);
    cm_arena_mark mark = cm_arena_get_mark(b->work);
    work.base = cm_arena_alloc_raw(b->work, work.size, CAMEO_ALIGN);
    CM_TRY(cm_arena_status(b->work, "work", e));
    cameo_status status = cameo_model_create(memory, work, bytes, size, &b->reading, &m, e);
    cm_arena_rewind(b->work, mark);
    *model = m;
    return status;
}

/* A model that has the function and nothing else. */
static cameo_status built_wrap(cm_built *b, const cameo_functions *f, const void **bytes, size_t *size,
                               cameo_error *e) {
    const cm_onnx_head head = {.ir_version = 10};
    CM_CHECK(f->size <= INT32_MAX, e, CAMEO_E_LIMIT, "%zu bytes, a message has at most 2^31 - 1", f->size);
    size_t room = f->size + 64; /* the rest has 21 bytes, and lengths of up to 5 */
    uint8_t *buf = cm_arena_alloc_raw(b->work, room, 1);
    CM_TRY(cm_arena_status(b->work, "work", e));
    cm_writer w = cm_writer_init(buf, room);
    cm_onnx_write_head(&w, &head);
    cm_onnx_write_opset(&w, CM_ONNX_MODEL_OPSET, (cm_str){NULL, 0}, 1);
    size_t graph = cm_writer_begin(&w, CM_ONNX_MODEL_GRAPH);
    cm_onnx_write_str(&w, CM_ONNX_GRAPH_NAME, CM_STR("main"));
    cm_writer_end(&w, graph);
    cm_writer_field_bytes(&w, CM_ONNX_MODEL_FUNCTION, f->bytes, f->size);
    CM_CHECK(w.status == CAMEO_OK, e, CAMEO_E_INTERNAL, "a function of %zu bytes does not fit", f->size);
    *bytes = buf;
    *size = w.pos;
    return CAMEO_OK;
}

static cameo_status built_library(cm_built *b, const cameo_functions *f, const cameo_model **model, cameo_error *e) {
    const void *bytes = f->bytes;
    size_t size = f->size;
    CM_CHECK(bytes != NULL, e, CAMEO_E_ARG, "bytes is NULL");
    if (f->is_function) CM_TRY(built_wrap(b, f, &bytes, &size, e));
    CM_TRY(built_read(b, bytes, size, model, e));
    CM_CHECK((*model)->functions.n != 0, e, CAMEO_E_MALFORMED, "there is no function");
    return CAMEO_OK;
}

/* ---- what a callback builds ---- */

/* What is built: the caller's function behind `build`, and how many operands the function in b has. */
typedef struct built_task {
    cameo_status (*build)(struct built_task *t, cameo_builder *b, cameo_error *e);
    const cameo_importer *importer;
    cameo_op_context *node;
    uint32_t n_in, n_out;
    const cameo_rewrite *rewrite;
    cameo_partition *graph;
    const cameo_match *match;
} built_task;

static cameo_status built_names(const cm_built *b, const char *word, uint32_t n, const char ***names, cameo_error *e) {
    enum { text_size = 16 };
    *names = CM_ARENA_NEW_N(b->work, const char *, n);
    char *text = cm_arena_alloc_n(b->work, n, text_size, 1);
    CM_TRY(cm_arena_status(b->work, "work", e));
    for (uint32_t i = 0; i < n; i++) {
        (*names)[i] = text + (size_t)i * text_size;
        (void)cm_format(text + (size_t)i * text_size, text_size, "%s%u", word, (unsigned)i);
    }
    return CAMEO_OK;
}

/* One try, in b->memory. *declined: nothing was built. Errors: E_NOMEM that memory is too small. */
static cameo_status built_try(const cm_built *b, built_task *t, const cameo_function *f, cameo_builder **builder,
                              bool *declined, cameo_error *e) {
    const cameo_type unused = cameo_tensor_type("unused", CAMEO_FLOAT, 0, NULL);
    cameo_error own = {0}, ended = {0};
    CM_TRY(cameo_builder_create(b->memory, NULL, builder, e));
    (void)cameo_builder_opset(*builder, "", 1);
    (void)cameo_builder_function(*builder, f);
    cameo_status built = t->build(t, *builder, &own);
    *declined = built == CAMEO_DECLINED;
    if (*declined) return CAMEO_OK;
    (void)cameo_builder_end(*builder);
    (void)cameo_builder_input(*builder, &unused); /* a model has a graph, and that has an output */
    (void)cameo_builder_output(*builder, &unused);
    cameo_status status = cameo_builder_finish(*builder, &ended);
    bool told = built != CAMEO_OK && own.status != CAMEO_OK; /* by the callback itself */
    CM_CHECK(status != CAMEO_E_NOMEM, e, status, "%s", ended.msg);
    CM_CHECK(built <= CAMEO_OK, e, CAMEO_E_ARG, "it returned %d", (int)built);
    CM_CHECK(!told, e, built, "%s", own.msg);
    CM_CHECK(status == CAMEO_OK, e, status, "%s", ended.msg);
    CM_CHECK(built == CAMEO_OK, e, built, "it failed");
    return CAMEO_OK;
}

static cameo_status built_count(void *ctx, const void *bytes, size_t n) {
    (void)bytes;
    *(size_t *)ctx += n;
    return CAMEO_OK;
}

static cameo_status built_append(void *ctx, const void *bytes, size_t n) {
    uint8_t **at = ctx;
    memcpy(*at, bytes, n);
    *at += n;
    return CAMEO_OK;
}

/* The bytes of a finished builder, in work memory. */
static cameo_status built_bytes(const cm_built *b, const cameo_builder *builder, const void **bytes, size_t *size,
                                cameo_error *e) {
    *size = 0;
    CM_TRY(cameo_builder_write(builder, built_count, size));
    uint8_t *at = cm_arena_alloc_raw(b->work, *size, 1);
    *bytes = at;
    CM_TRY(cm_arena_status(b->work, "work", e));
    return cameo_builder_write(builder, built_append, &at);
}

static cameo_status built_grow(cm_built *b, size_t size, cameo_error *e) {
    void *base = cm_arena_alloc_raw(b->work, size, CAMEO_ALIGN);
    CM_TRY(cm_arena_status(b->work, "work", e));
    b->memory = (cameo_memory){base, size};
    return CAMEO_OK;
}

/* Names that the pattern of a rewrite has stand for numbered ones. */
static void built_pattern_names(const built_task *t, const char **in, const char **out) {
    if (t->rewrite == NULL || t->rewrite->n_nodes == 0) return;
    const cameo_node *root = &t->rewrite->nodes[t->rewrite->n_nodes - 1];
    for (uint32_t i = 0; i < t->n_in; i++) (void)cm_own_input(t->rewrite, i, &in[i]);
    for (uint32_t i = 0; i < t->n_out && i < root->n_outputs; i++) {
        if (root->outputs[i] != NULL && root->outputs[i][0] != 0) out[i] = root->outputs[i];
    }
}

/* *model: what was built, NULL where the callback declined. */
static cameo_status built_make(cm_built *b, built_task *t, const cameo_model **model, cameo_error *e) {
    cameo_function f = {.domain = "built", .name = "built", .n_inputs = t->n_in, .n_outputs = t->n_out};
    cameo_builder *builder = NULL;
    const char **in, **out;
    const void *bytes;
    size_t size;
    bool declined = false;
    if (b->memory.size == 0) CM_TRY(built_grow(b, BUILT_FIRST_MEMORY, e));
    CM_TRY(built_names(b, "in", t->n_in, &in, e));
    CM_TRY(built_names(b, "out", t->n_out, &out, e));
    built_pattern_names(t, in, out);
    f.inputs = in;
    f.outputs = out;
    for (;;) {
        cameo_error own = {0};
        cameo_status status = built_try(b, t, &f, &builder, &declined, &own);
        if (status == CAMEO_OK) break;
        CM_CHECK(status == CAMEO_E_NOMEM && b->memory.size <= SIZE_MAX / 2, e, status, "%s", own.msg);
        CM_TRY(built_grow(b, b->memory.size * 2, e));
    }
    if (declined) return CAMEO_OK;
    CM_TRY(built_bytes(b, builder, &bytes, &size, e));
    CM_TRY(built_read(b, bytes, size, model, e));
    CM_CHECK((*model)->functions.n == 1, e, CAMEO_E_ARG, "it ended the function that was open");
    return CAMEO_OK;
}

/* ---- importers ---- */

/* A constant, with its data in the processor's byte order and aligned: inference itself copies few elements only. */
static cameo_status built_const(cm_ir *ir, cm_id id) {
    const cm_tensor_proto *t = &ir->t.tensor.row[ir->t.value.row[id].init];
    cm_avalue *av = &ir->av[id];
    if (av->kind == CAMEO_KIND_TENSOR && av->data != NULL) return CAMEO_OK;
    CM_TRY(cm_infer_const(ir, id));
    const uint8_t *bytes = cm_payload_bytes(&ir->t, &t->payload);
    if (av->data != NULL || bytes == NULL || t->dtype == CAMEO_STRING) return CAMEO_OK;
    uint8_t *copy = cm_arena_alloc_raw(ir->work, t->payload.size, 16);
    if (copy == NULL) return cm_ir_nomem(ir);
    if (cm_payload_is_swapped(&t->payload, (cameo_dtype)t->dtype))
        cm_copy_swapped(copy, bytes, t->payload.size, cm_dtype_swap_width((cameo_dtype)t->dtype));
    else
        memcpy(copy, bytes, t->payload.size);
    av->data = copy;
    return CAMEO_OK;
}

/* What is known of a value while the model is loaded. */
static bool built_operand(cameo_partition *p, cm_id id, cameo_tensor *t) {
    cm_ir *ir = p->ir;
    if (id == CM_NONE) return false;
    if (cm_ir_is_const(ir, id)) {
        if (ir->t.tensor.row[ir->t.value.row[id].init].dims.n > CM_MAX_RANK) return false;
        return built_const(ir, id) == CAMEO_OK && cm_custom_abstract(&ir->av[id], t);
    }
    cm_id type = ir->t.value.row[id].type;
    const cm_type_proto *declared = type == CM_NONE ? NULL : &ir->t.type.row[type];
    if (declared == NULL || declared->kind != CAMEO_KIND_TENSOR || declared->dims.n > CM_MAX_RANK) return false;
    memset(t, 0, sizeof *t);
    t->dtype = (cameo_dtype)declared->dtype;
    t->rank = declared->has_shape ? declared->dims.n : UINT32_MAX;
    for (uint32_t i = 0; declared->has_shape && i < t->rank; i++)
        t->dims[i] = ir->t.dim.row[declared->dims.first + i].value;
    return true;
}

static cameo_status built_import_call(built_task *t, cameo_builder *b, cameo_error *e) {
    t->node->e = e;
    return t->importer->build(t->importer->ctx, t->node, b, e);
}

static cameo_status built_context(const cm_built *b, cm_ir *ir, cm_id node, cameo_partition *p) {
    const cm_node *n = &ir->t.node.row[node];
    uint32_t n_in = n->in.n, n_out = n->out.n;
    p->ir = ir;
    p->ids = CM_ARENA_NEW_N(b->work, cm_id, (size_t)n_in + n_out);
    if (p->ids == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < n_in + n_out; i++)
        p->ids[i] = i < n_in ? cm_ir_in(ir, node, i) : cm_ir_out(ir, node, i - n_in);
    p->parse = (cm_parse){.t = &ir->t, .node = n, .n_in = n_in, .n_out = n_out};
    p->context = (cameo_op_context){.part = p,
                                    .parse = &p->parse,
                                    .operand = built_operand,
                                    .in = p->ids,
                                    .out = p->ids + n_in,
                                    .n_in = n_in,
                                    .n_out = n_out,
                                    .name = n->name,
                                    .op_type = n->op_type,
                                    .domain = cm_domain_normal(n->domain),
                                    .since = cm_ir_opset(ir, node)};
    return CAMEO_OK;
}

static bool built_serves(const cameo_importer *i, const cameo_op_context *node) {
    return cm_str_eq(cm_domain_normal(cm_str_from_c(i->domain)), node->domain) &&
           (i->op_type == NULL || cm_str_is(node->op_type, i->op_type)) && node->since >= i->oldest &&
           (i->newest == 0 || node->since <= i->newest);
}

/* A cm_import_fn. */
static cameo_status built_import(void *ctx, cm_ir *ir, cm_id node, const cameo_model **built) {
    cm_built *b = ctx;
    cameo_partition p;
    memset(&p, 0, sizeof p);
    *built = NULL;
    for (size_t i = 0; i < b->options->n_importers && *built == NULL; i++) {
        const cameo_importer *importer = b->options->importers[i];
        cameo_error own = {0};
        if (p.ids == NULL) CM_TRY(built_context(b, ir, node, &p));
        if (!built_serves(importer, &p.context)) continue;
        CM_TRY(cm_ir_go_on(ir, true));
        built_task task = {.build = built_import_call,
                           .importer = importer,
                           .node = &p.context,
                           .n_in = p.context.n_in,
                           .n_out = p.context.n_out};
        cameo_status status = built_make(b, &task, built, &own);
        CM_CHECK(status == CAMEO_OK, ir->e, status, "options.importers[%zu]: %s", i, own.msg);
    }
    return CAMEO_OK;
}

/* ---- rewrites ---- */

/* All of the graph as it is now. */
static cameo_status built_graph(cm_built *b, cm_ir *ir, cameo_partition **graph) {
    if (b->graph == NULL) {
        b->graph = CM_ARENA_NEW(b->work, cameo_partition);
        CM_TRY(cm_arena_status(b->work, "work", ir->e));
        b->graph->view = &cm_assign_view;
    }
    size_t room = cm_assign_operands(ir, b->graph_nodes);
    if (b->graph->ids == NULL || room > b->graph_room) {
        b->graph_room = cm_max_size(room, 16);
        b->graph->ids = CM_ARENA_NEW_N(b->work, cm_id, b->graph_room);
        CM_TRY(cm_arena_status(b->work, "work", ir->e));
    }
    b->graph_nodes = ir->t.node.n;
    b->graph->ir = ir;
    b->graph->n = ir->t.node.n;
    b->graph->n_values = ir->t.value.n;
    b->graph->context.e = ir->e;
    *graph = b->graph;
    return CAMEO_OK;
}

/* cm_own.match. */
static cameo_status built_match(void *ctx, cm_ir *ir, const cameo_rewrite *rewrite, cm_id node, cameo_match *m,
                                bool *found) {
    cameo_partition *graph;
    cameo_error told = {0};
    CM_TRY(built_graph(ctx, ir, &graph));
    graph->context.e = &told;
    cameo_status status = rewrite->match(rewrite->ctx, graph, node, m, &told);
    graph->context.e = ir->e;
    *found = status == CAMEO_OK;
    if (*found || status == CAMEO_DECLINED) return CAMEO_OK;
    CM_CHECK(status < CAMEO_OK, ir->e, CAMEO_E_ARG, "it returned %d", (int)status);
    CM_CHECK(told.status == CAMEO_OK, ir->e, status, "%s", told.msg);
    return CM_FAIL(ir->e, status, "it failed");
}

static cameo_status built_rewrite_call(built_task *t, cameo_builder *b, cameo_error *e) {
    t->graph->context.e = e;
    return t->rewrite->build(t->rewrite->ctx, t->graph, t->match, b, e);
}

/* cm_own.build. */
static cameo_status built_rewrite(void *ctx, cm_ir *ir, const cameo_rewrite *rewrite, cm_id node, const cameo_match *m,
                                  const cameo_model **built) {
    built_task task = {.build = built_rewrite_call, .rewrite = rewrite, .match = m, .n_in = m->n_inputs};
    task.n_out = ir->t.node.row[node].out.n;
    while (task.n_out > 0 && cm_ir_out(ir, node, task.n_out - 1) == CM_NONE) task.n_out--;
    CM_TRY(built_graph(ctx, ir, &task.graph));
    CM_TRY(cm_ir_go_on(ir, true));
    return built_make(ctx, &task, built, ir->e);
}

/* Each node but the last makes a value that a later one reads. */
static bool built_is_pattern(const cameo_rewrite *r) {
    const char *more;
    if (r->n_nodes > CAMEO_MATCH_MAX || cm_own_input(r, CAMEO_MATCH_MAX, &more)) return false;
    for (size_t i = 0; i < r->n_nodes; i++) {
        bool read = i + 1 == r->n_nodes;
        for (size_t o = 0; o < r->nodes[i].n_outputs && !read; o++) {
            cm_str name = cm_str_from_c(r->nodes[i].outputs[o]);
            for (size_t k = i + 1; k < r->n_nodes && name.n != 0 && !read; k++) {
                for (size_t in = 0; in < r->nodes[k].n_inputs && !read; in++)
                    read = cm_str_eq(name, cm_str_from_c(r->nodes[k].inputs[in]));
            }
        }
        if (!read || r->nodes[i].op_type == NULL) return false;
    }
    return true;
}

static bool built_is_named(const cameo_options *options, size_t n, cm_str name) {
    for (uint32_t i = 0; cameo_rewrite_name(i) != NULL; i++) {
        if (cm_str_is(name, cameo_rewrite_name(i))) return true;
    }
    for (size_t i = 0; i < n; i++) {
        if (cm_str_is(name, options->rewrites[i]->name)) return true;
    }
    return false;
}

static cameo_status built_check_rewrites(cm_built *b, cameo_error *e) {
    const cameo_options *o = b->options;
    CM_CHECK(o->n_rewrites <= CM_OWN_MAX, e, CAMEO_E_LIMIT, "%zu rewrites, at most %d are tried", o->n_rewrites,
             CM_OWN_MAX);
    for (size_t i = 0; i < o->n_rewrites; i++) {
        const cameo_rewrite *r = o->rewrites == NULL ? NULL : o->rewrites[i];
        CM_CHECK(r != NULL && r->size == sizeof *r && r->name != NULL && r->build != NULL, e, CAMEO_E_ARG,
                 "options.rewrites[%zu] is for another version, has no name or no build", i);
        cm_str name = cm_str_from_c(r->name);
        CM_CHECK(!built_is_named(o, i, name), e, CAMEO_E_ARG, "options.rewrites[%zu]: there is another rewrite %s", i,
                 r->name);
        CM_CHECK(r->n_nodes != 0 || r->match != NULL, e, CAMEO_E_ARG, "rewrite %s has neither pattern nor match",
                 r->name);
        CM_CHECK(built_is_pattern(r), e, CAMEO_E_ARG,
                 "rewrite %s: its pattern has more than %d nodes or inputs, or a node that no later one reads", r->name,
                 CAMEO_MATCH_MAX);
        for (size_t k = 0; k < o->n_rewrites_off; k++) {
            if (cm_str_is(name, o->rewrites_off[k])) b->own.off |= UINT64_C(1) << i;
        }
    }
    return CAMEO_OK;
}

/* ---- the beginning ---- */

cameo_status cm_built_begin(cm_built *b, const cameo_options *options, cm_arena *work, cm_ir *ir) {
    *b = (cm_built){.work = work, .options = options, .reading = *options};
    const cameo_model **models = CM_ARENA_NEW_N(work, const cameo_model *, options->n_functions);
    CM_TRY(cm_arena_status(work, "work", ir->e));
    for (size_t i = 0; i < options->n_importers; i++) {
        const cameo_importer *importer = options->importers == NULL ? NULL : options->importers[i];
        CM_CHECK(importer != NULL && importer->size == sizeof *importer && importer->domain != NULL &&
                     importer->build != NULL,
                 ir->e, CAMEO_E_ARG, "options.importers[%zu] is for another version, has no domain or no build", i);
    }
    CM_CHECK(options->n_functions == 0 || options->functions != NULL, ir->e, CAMEO_E_ARG, "options.functions is NULL");
    for (size_t i = 0; i < options->n_functions; i++) {
        cameo_error own = {0};
        cameo_status status = built_library(b, &options->functions[i], &models[i], &own);
        CM_CHECK(status == CAMEO_OK, ir->e, status, "options.functions[%zu]: %s", i, own.msg);
    }
    b->reading.external = NULL; /* what is built has its data with it */
    ir->libraries = models;
    ir->n_libraries = (uint32_t)options->n_functions;
    CM_TRY(built_check_rewrites(b, ir->e));
    b->own.rewrite = options->rewrites;
    b->own.n = (uint32_t)options->n_rewrites;
    b->own.match = built_match;
    b->own.build = built_rewrite;
    b->own.ctx = b;
    if (b->own.n != 0) ir->own = &b->own;
    if (options->n_importers == 0) return CAMEO_OK;
    ir->import = built_import;
    ir->import_ctx = b;
    return CAMEO_OK;
}
