/* load.c — a file's bytes to a model: measure, decode, external data, link; and what a model tells.
 *
 * One layout function serves both calls: on a counting arena it answers the size, on the caller's
 * memory it allocates. So a model works in exactly the measured bytes. */
#include "base/limits.h"
#include "base/sha1.h"
#include "ir/import/link.h"
#include "pb/onnx.h"

typedef struct load_state {
    const cameo_options *options; /* may be NULL */
    cameo_limits limits;
    cm_onnx_options onnx;
    cm_onnx_counts counts;
    cm_names names;
    cm_link_work link;
    cm_ask ask;
    cameo_error *e;
} load_state;

/* ---- layout ---------------------------------------------------------------------------------- */

/* A table of n rows. */
#define LOAD_TABLE(a, table, count, type)             \
    do {                                              \
        (table).row = CM_ARENA_NEW_N(a, type, count); \
        (table).cap = (count);                        \
    } while (0)

/* The tables of a model; *m gets their places (all NULL on a counting arena). */
static void load_layout_model(cm_arena *a, const cm_onnx_counts *n, cameo_model *m) {
    cm_tables *t = &m->t;
    LOAD_TABLE(a, t->graph, n->graph, cm_graph);
    LOAD_TABLE(a, t->node, n->node, cm_node);
    LOAD_TABLE(a, t->value, n->value, cm_value);
    LOAD_TABLE(a, t->use, n->use, cm_use);
    LOAD_TABLE(a, t->ids, n->ids, cm_id);
    LOAD_TABLE(a, t->attr, n->attr, cm_attr);
    LOAD_TABLE(a, t->tensor, n->tensor, cm_tensor_proto);
    LOAD_TABLE(a, t->sparse, n->sparse, cm_sparse_proto);
    LOAD_TABLE(a, t->external, n->external, cm_external);
    LOAD_TABLE(a, t->type, n->type, cm_type_proto);
    LOAD_TABLE(a, t->dim, n->dim, cm_dim_proto);
    LOAD_TABLE(a, t->info, n->info, cm_value_info);
    LOAD_TABLE(a, t->prop, n->prop, cm_prop);
    LOAD_TABLE(a, t->annotation, n->annotation, cm_annotation);
    LOAD_TABLE(a, t->opset, n->opset, cm_opset);
    LOAD_TABLE(a, t->function, n->function, cm_function);
    LOAD_TABLE(a, t->ints, n->ints, int64_t);
    LOAD_TABLE(a, t->floats, n->floats, float);
    LOAD_TABLE(a, t->strs, n->strs, cm_str);
    LOAD_TABLE(a, t->blob, n->blob, cm_blob);
    m->io = CM_ARENA_NEW_N(a, cm_id, n->info);
    m->prop_index = CM_ARENA_NEW_N(a, cm_id, n->prop);
    t->pool = cm_arena_alloc(a, n->pool, CAMEO_ALIGN);
    t->pool_size = n->pool;
}

static void load_layout_work(cm_arena *a, const cm_onnx_counts *n, cm_names *names,
                             cm_link_work *w) {
    LOAD_TABLE(a, names->in, n->in_names, cm_str);
    LOAD_TABLE(a, names->out, n->out_names, cm_str);
    LOAD_TABLE(a, w->def, n->value, cm_def);
    w->value_of = CM_ARENA_NEW_N(a, cm_id, n->value);
    w->waiting = CM_ARENA_NEW_N(a, uint32_t, n->node);
    w->heap = CM_ARENA_NEW_N(a, cm_id, n->node);
}

/* Bytes of a model, of the work beside it. Not inlined: the tables that are laid out here for nothing must not lie on
 * the stack while a file is read. */
static CM_NOINLINE void load_count_bytes(const cm_onnx_counts *n, cm_arena *model, cm_arena *work) {
    cameo_model m;
    cm_names names;
    cm_link_work link;
    cm_arena_init_counting(model);
    (void)CM_ARENA_NEW(model, cameo_model);
    load_layout_model(model, n, &m);
    cm_arena_init_counting(work);
    load_layout_work(work, n, &names, &link);
}

/* ---- measure --------------------------------------------------------------------------------- */

static cameo_status load_count(load_state *l, const void *bytes, size_t size,
                               const cameo_options *options, cameo_error *e) {
    l->options = options;
    l->e = e;
    cm_limits_resolve(options, &l->limits);
    l->onnx.limits = &l->limits;
    l->onnx.strict = options != NULL && options->strict;
    l->onnx.external = options != NULL && options->external != NULL;
    l->ask.interrupt = cm_interrupt_of(options);
    l->onnx.ask = &l->ask;
    return cm_onnx_measure(bytes, size, &l->onnx, &l->counts, e);
}

static cameo_status load_check_bytes(const load_state *l, const cm_arena *a, const char *what) {
    CM_CHECK(!a->failed && a->used <= l->limits.memory_bytes, l->e, CAMEO_E_LIMIT,
             "the model needs %zu bytes of %s memory, the limit is %llu", a->used, what,
             CM_LLU(l->limits.memory_bytes));
    return CAMEO_OK;
}

cameo_status cameo_model_measure(const void *bytes, size_t size, const cameo_options *options,
                                 size_t *model_bytes, size_t *work_bytes, cameo_error *error) {
    load_state l;
    cm_arena a, w;
    memset(&l, 0, sizeof l);
    CM_TRY(load_count(&l, bytes, size, options, error));
    load_count_bytes(&l.counts, &a, &w);
    CM_TRY(load_check_bytes(&l, &a, "model"));
    CM_TRY(load_check_bytes(&l, &w, "work"));
    *model_bytes = a.used;
    *work_bytes = w.used;
    return CAMEO_OK;
}

/* ---- create ---------------------------------------------------------------------------------- */

/* The bytes that the caller has for this place; where it neither has them nor fails, E_IO. */
static cameo_status load_ask_external(const load_state *l, cm_str location, uint64_t offset, uint64_t length,
                                      const void **data, size_t *size) {
    const cameo_string place = {location.p, location.n};
    cameo_status status = l->options->external(l->options->external_ctx, place, offset, length, data, size);
    return status > CAMEO_OK ? CAMEO_E_IO : status;
}

static cameo_status load_external(load_state *l, cameo_model *m, const cm_tensor_proto *tensor) {
    const cm_external *x = &m->t.external.row[tensor->external];
    cm_blob *blob = &m->t.blob.row[tensor->payload.blob];
    const void *data = NULL;
    size_t size = 0;
    cameo_status status = load_ask_external(l, x->location, x->offset, x->length, &data, &size);
    CM_CHECK(status == CAMEO_OK, l->e, status, "external data \"%.*s\" of tensor \"%.*s\": %s",
             CM_STR_ARG(x->location), CM_STR_ARG(tensor->name), cameo_status_text(status));
    CM_CHECK(size == tensor->payload.size && (data != NULL || size == 0), l->e, CAMEO_E_MALFORMED,
             "external data \"%.*s\" of tensor \"%.*s\" has %zu bytes, its shape %zu",
             CM_STR_ARG(x->location), CM_STR_ARG(tensor->name), size, tensor->payload.size);
    *blob = (cm_blob){.data = data, .size = size};
    return CAMEO_OK;
}

static cameo_status load_externals(load_state *l, cameo_model *m) {
    m->t.blob.n = m->t.external.n;
    for (cm_id id = 0; id < m->t.tensor.n; id++) {
        const cm_tensor_proto *tensor = &m->t.tensor.row[id];
        if (tensor->external == CM_NONE) continue;
        CM_TRY(cm_ask_on(&l->ask, CM_ASK_WORK, l->e)); /* a file may be opened */
        cameo_status status = load_external(l, m, tensor);
        cm_error_at_offset(l->e, tensor->file_off);
        CM_TRY(status);
    }
    return CAMEO_OK;
}

/* Does the caller want external data compared with its checksum? */
static bool load_wants_sums(const cameo_options *o) {
    const size_t end = offsetof(cameo_options, check_sums) + sizeof o->check_sums;
    return o != NULL && (o->size == 0 || o->size >= end) && o->check_sums;
}

static unsigned load_digit(char c) {
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

/* The file has the SHA-1 that the tensor's entry names. */
static cameo_status load_check_sum(load_state *l, const cm_external *x) {
    const void *data = NULL;
    size_t size = 0;
    uint8_t sum[20];
    cm_sha1 sha;
    bool same = x->checksum.n == 40;
    CM_CHECK(same, l->e, CAMEO_E_MALFORMED, "checksum of external data \"%.*s\" is \"%.*s\", want 40 digits of SHA-1",
             CM_STR_ARG(x->location), CM_STR_ARG(x->checksum));
    cameo_status status = load_ask_external(l, x->location, 0, UINT64_MAX, &data, &size);
    CM_CHECK(status == CAMEO_OK, l->e, status, "external data \"%.*s\": %s", CM_STR_ARG(x->location),
             cameo_status_text(status));
    cm_sha1_begin(&sha);
    for (size_t at = 0; at < size;) {
        size_t n = cm_min_size(size - at, CM_ASK_BYTES);
        cm_sha1_add(&sha, (const uint8_t *)data + at, n);
        CM_TRY(cm_interrupted(cm_interrupt_of(l->options), l->e));
        at += n;
    }
    cm_sha1_end(&sha, sum);
    for (size_t i = 0; i < 40; i++)
        same = same && load_digit(x->checksum.p[i]) == ((unsigned)sum[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15);
    CM_CHECK(same, l->e, CAMEO_E_MALFORMED, "external data \"%.*s\" has not the SHA-1 that the model names, %.*s",
             CM_STR_ARG(x->location), CM_STR_ARG(x->checksum));
    return CAMEO_OK;
}

/* Each file once for each sum that entries name of it. */
static cameo_status load_check_sums(load_state *l, cameo_model *m) {
    if (!load_wants_sums(l->options)) return CAMEO_OK;
    for (cm_id i = 0; i < m->t.external.n; i++) {
        const cm_external x = m->t.external.row[i];
        if (x.checksum.n == 0) continue;
        CM_TRY(load_check_sum(l, &x));
        for (cm_id k = i; k < m->t.external.n; k++) {
            cm_external *other = &m->t.external.row[k];
            if (cm_str_eq(other->location, x.location) && cm_str_eq(other->checksum, x.checksum)) other->checksum.n = 0;
        }
    }
    return CAMEO_OK;
}

static cameo_status load_check_piece(cameo_memory memory, const char *what, cameo_error *e) {
    CM_CHECK(memory.base != NULL || memory.size == 0, e, CAMEO_E_ARG, "%s.base is NULL", what);
    CM_CHECK((uintptr_t)memory.base % CAMEO_ALIGN == 0, e, CAMEO_E_ARG,
             "%s.base is not a multiple of %d", what, CAMEO_ALIGN);
    return CAMEO_OK;
}

/* Whether main-graph input number i of the file belongs to the caller: 0 no, 1 it must be given, 2
 * it has a default. */
static int load_input_class(const cameo_model *m, cm_id i) {
    const cm_value *v = &m->t.value.row[m->t.ids.row[m->t.graph.row[0].inputs.first + i]];
    if (v->kind != CM_VALUE_INPUT) return 0;
    return v->init == CM_NONE && v->sparse == CM_NONE ? 1 : 2;
}

static uint64_t load_count_parameters(const cm_tables *t) {
    uint64_t n = 0;
    for (cm_id g = 0; g < t->graph.n; g++) {
        CM_EACH(id, t->tensor, t->graph.row[g].inits) n += t->tensor.row[id].n_elem;
        CM_EACH(id, t->sparse, t->graph.row[g].sparse_inits) {
            n += t->tensor.row[t->sparse.row[id].values].n_elem;
        }
    }
    return n;
}

/* What is asked for, by index or not, is found without a walk: a file may have millions of each. */
static cameo_status load_index(cameo_model *m, const cm_onnx_counts *n, cameo_error *e) {
    const cm_graph *g = &m->t.graph.row[0];
    uint32_t at = 0, props = 0;
    CM_CHECK((uint64_t)g->inputs.n + g->output_infos.n <= n->info && m->props.n <= n->prop, e, CAMEO_E_INTERNAL,
             "more inputs and outputs than were counted");
    for (int class = 1; class <= 2; class ++) {
        for (cm_id i = 0; i < g->inputs.n; i++) {
            if (load_input_class(m, i) == class) m->io[at++] = m->t.ids.row[g->inputs.first + i];
        }
        if (class == 1) m->n_in = at;
    }
    m->n_default = at - m->n_in;
    CM_EACH(id, m->t.info, g->output_infos) m->io[at++] = id;
    CM_EACH(id, m->t.prop, m->props) m->prop_index[props++] = id;
    m->n_parameters = load_count_parameters(&m->t);
    return CAMEO_OK;
}

cameo_status cameo_model_create(cameo_memory memory, cameo_memory work, const void *bytes,
                                size_t size, const cameo_options *options, cameo_model **model,
                                cameo_error *error) {
    load_state l;
    cm_arena a, w;
    memset(&l, 0, sizeof l);
    CM_TRY(load_check_piece(memory, "memory", error));
    CM_TRY(load_check_piece(work, "work", error));
    CM_TRY(load_count(&l, bytes, size, options, error));
    cm_arena_init(&a, memory.base, memory.size);
    cm_arena_init(&w, work.base, work.size);
    cameo_model *m = CM_ARENA_NEW(&a, cameo_model);
    CM_TRY(cm_arena_status(&a, "model", error));
    load_layout_model(&a, &l.counts, m);
    CM_TRY(cm_arena_status(&a, "model", error));
    load_layout_work(&w, &l.counts, &l.names, &l.link);
    CM_TRY(cm_arena_status(&w, "work", error));
    m->t.bytes = bytes;
    m->t.bytes_size = size;
    m->memory_used = a.used;
    CM_TRY(cm_interrupted(cm_interrupt_of(options), error));
    CM_TRY(cm_onnx_decode(m, &l.names, &l.onnx, error));
    CM_TRY(load_check_sums(&l, m));
    CM_TRY(load_externals(&l, m));
    CM_TRY(cm_interrupted(cm_interrupt_of(options), error));
    CM_TRY(cm_link(m, &l.names, &l.link, options, &l.ask, error));
    CM_TRY(load_index(m, &l.counts, error));
    *model = m;
    return CAMEO_OK;
}

/* ---- what a model tells ---------------------------------------------------------------------- */

static cameo_string load_string(cm_str s) { return (cameo_string){s.p, s.n}; }

void cameo_model_get_info(const cameo_model *model, cameo_model_info *info) {
    const cm_tables *t = &model->t;
    cameo_model_info i;
    size_t size = info->size == 0 || info->size > sizeof i ? sizeof i : info->size;
    memset(&i, 0, sizeof i);
    i.size = size;
    i.ir_version = model->ir_version;
    i.producer_name = load_string(model->producer_name);
    i.producer_version = load_string(model->producer_version);
    i.domain = load_string(model->domain);
    i.graph_name = load_string(t->graph.row[0].name);
    i.doc_string = load_string(model->doc_string);
    i.model_version = model->model_version;
    i.n_inputs = model->n_in;
    i.n_defaults = model->n_default;
    i.n_outputs = t->graph.row[0].outputs.n;
    i.n_nodes = t->node.n;
    i.n_functions = model->functions.n;
    i.n_opsets = model->opsets.n;
    i.n_metadata = model->props.n;
    i.n_parameters = model->n_parameters;
    i.n_graphs = t->graph.n;
    i.n_values = t->value.n;
    memcpy(info, &i, size);
}

void cameo_model_get_opset(const cameo_model *model, uint32_t index, cameo_string *domain,
                           int64_t *version) {
    CM_EACH(id, model->t.opset, model->opsets) {
        if (index-- != 0) continue;
        *domain = load_string(model->t.opset.row[id].domain);
        *version = model->t.opset.row[id].version;
        return;
    }
}

void cameo_model_get_metadata(const cameo_model *model, uint32_t index, cameo_string *key,
                              cameo_string *value) {
    if (index >= model->props.n) return;
    const cm_prop *p = &model->t.prop.row[model->prop_index[index]];
    *key = load_string(p->key);
    *value = load_string(p->value);
}

void cameo_model_get_node(const cameo_model *model, uint32_t index, cameo_string *name,
                          cameo_string *op_type, cameo_string *domain) {
    const cm_node *n = &model->t.node.row[index];
    *name = load_string(n->name);
    *op_type = load_string(n->op_type);
    *domain = load_string(n->domain);
}

void cameo_model_get_input(const cameo_model *model, uint32_t index, cameo_type *type) {
    if (index >= model->n_in + model->n_default) return;
    const cm_value *v = &model->t.value.row[model->io[index]];
    cm_type_describe(&model->t, v->type, v->name, type);
}

/* The name and type are those that the graph's output list declares. */
void cameo_model_get_output(const cameo_model *model, uint32_t index, cameo_type *type) {
    if (index >= model->t.graph.row[0].output_infos.n) return;
    const cm_value_info *info = &model->t.info.row[model->io[model->n_in + model->n_default + index]];
    cm_type_describe(&model->t, info->type, info->name, type);
}
