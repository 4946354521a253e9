/* fuzz_edit.c — calls of the editor, chosen by bytes, on a model of arbitrary bytes. The input is a number n, n bytes
 * for the calls, 16 for each, and the model; in a file that begins as an ONNX model the calls follow from its bytes.
 * What must hold:
 *   - a call ends with a status that cameo.h names, with a text, and the first failure sticks. A call that failed is
 *     left out, and the others are made again in a fresh editor;
 *   - what is finished has the size that was told, and is written twice as the same bytes: without a change those of
 *     the file;
 *   - its fields are read again; as a model it is refused as any file is, by neither E_ARG nor E_INTERNAL nor E_NOMEM;
 *   - with new names, texts and versions alone it loads, and each operand has its new name or its old one;
 *   - the tensor that was set last has these elements;
 *   - it can be prepared as any file. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/graph.h"

enum { EDIT_CALL_BYTES = 16, EDIT_MAX_CALLS = 15, EDIT_MEMORY = 1 << 20, EDIT_WORK = 1 << 22 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct edit_case {
    uint8_t calls[EDIT_MAX_CALLS * EDIT_CALL_BYTES];
    const uint8_t *next, *end; /* of the call that is made */
    uint32_t n_calls;
    const cameo_model *model;
    cameo_editor *editor;
    cameo_limits limits;
    cameo_options options;
    uint32_t added[EDIT_MAX_CALLS], graphs[EDIT_MAX_CALLS]; /* nodes, graphs */
    uint32_t n_added, n_graphs;
    /* No call changed the model; names, texts, versions alone did; or elements of tensors, too. */
    bool same, harmless, in_place;
    char (*renamed)[16]; /* per value; "": it has its old name */
    uint32_t set_tensor; /* whose elements were set last; CAMEO_NO_ID */
    cameo_tensor tensor;
    uint8_t elements[EDIT_MAX_CALLS][512]; /* per call: long ones stay there until the model is written */
} edit_case;

static void edit_require(bool ok, const char *what, const char *why) {
    if (ok) return;
    fprintf(stderr, "edit: broken promise: %s: %s\n", what, why);
    abort();
}

/* Memory of exactly this size. */
static void *edit_memory(size_t n) {
    void *p = NULL;
    edit_require(posix_memalign(&p, CAMEO_MEMORY_ALIGN, n + (n == 0)) == 0, "the target", "no memory");
    return p;
}

static void edit_may_end(cameo_status s, const cameo_error *e) {
    bool may = s <= 0 && s != CAMEO_E_INTERNAL && s != CAMEO_E_ARG;
    edit_require(may && s == e->status, cameo_status_name(s), e->msg);
    edit_require(s == CAMEO_OK || e->msg[0] != 0, cameo_status_name(s), "no message");
}

/* External data: zeros. */
static cameo_status edit_external(void *ctx, cameo_string location, uint64_t offset, uint64_t length, const void **data,
                                  size_t *size) {
    static const uint8_t zeros[4096];
    (void)ctx, (void)location, (void)offset;
    if (length > sizeof zeros && length != UINT64_MAX) return CAMEO_E_IO;
    *data = zeros;
    *size = length == UINT64_MAX ? sizeof zeros : (size_t)length;
    return CAMEO_OK;
}

/* ---- what calls are made of ---- */

static uint32_t edit_byte(edit_case *c) { return c->next == c->end ? 0 : *c->next++; }

/* A number below n, now and then n itself, which there is not. */
static uint32_t edit_below(edit_case *c, uint32_t n) {
    uint32_t x = edit_byte(c) << 8 | edit_byte(c);
    return x == 0xffff || n == 0 ? n : x % n;
}

static const char *const edit_names[] = {"",      "x",      "new",  "Relu", "Add", "ai.onnx", "com.microsoft", "axis",
                                         "alpha", "n.a-me", "\xff", "If",   "y",   "z",       "Identity",      "test"};

static const char *edit_name(edit_case *c) {
    return edit_names[edit_byte(c) % (sizeof edit_names / sizeof *edit_names)];
}

/* A name, or the one that a value of the model has, in *room. */
static const char *edit_value_name(edit_case *c, char room[64]) {
    const cm_tables *t = &c->model->t;
    uint32_t how = edit_byte(c);
    if (t->value.n == 0 || how % 4 == 0) return edit_names[how / 4 % (sizeof edit_names / sizeof *edit_names)];
    cm_str s = t->value.row[edit_byte(c) % t->value.n].name;
    memset(room, 0, 64);
    if (s.n != 0) memcpy(room, s.p, s.n < 63 ? s.n : 63);
    return room;
}

/* A node of the model, or one that was added. */
static uint32_t edit_node(edit_case *c) {
    uint32_t x = edit_byte(c);
    if (x % 4 == 0 && c->n_added != 0) return c->added[x / 4 % c->n_added];
    return edit_below(c, c->model->t.node.n);
}

/* A graph of the model, or one that was added. */
static uint32_t edit_graph(edit_case *c) {
    uint32_t x = edit_byte(c);
    if (x % 4 == 0 && c->n_graphs != 0) return c->graphs[x / 4 % c->n_graphs];
    return edit_below(c, c->model->t.graph.n);
}

static cameo_tensor edit_tensor(edit_case *c) {
    static const cameo_dtype dtypes[] = {CAMEO_FLOAT, CAMEO_INT64, CAMEO_BOOL,   CAMEO_DOUBLE,
                                         CAMEO_INT4,  CAMEO_UINT8, CAMEO_STRING, CAMEO_UNDEFINED};
    static const cameo_string texts[16] = {{"text", 4}, {"", 0}, {"a\0b", 3}};
    uint32_t how = edit_byte(c), dims = edit_byte(c);
    cameo_tensor t = {.dtype = dtypes[how % 8], .rank = how / 8 % 3, .dims = {dims % 16, dims / 16 % 4}};
    uint64_t n = 1;
    for (uint32_t i = 0; i < t.rank; i++) n *= (uint64_t)t.dims[i];
    t.bytes = t.dtype == CAMEO_STRING                             ? (size_t)(n % 16) * sizeof *texts
              : t.dtype == CAMEO_INT64 || t.dtype == CAMEO_DOUBLE ? (size_t)n * 8
              : t.dtype == CAMEO_FLOAT                            ? (size_t)n * 4
              : t.dtype == CAMEO_INT4                             ? (size_t)(n + 1) / 2
                                                                  : (size_t)n;
    if (how >= 240) t.bytes++;
    uint8_t *elements = c->elements[(c->end - c->calls) / EDIT_CALL_BYTES - 1];
    for (size_t i = 0; i < sizeof c->elements[0]; i++)
        elements[i] = t.dtype == CAMEO_BOOL ? 1 : (uint8_t)(i * 7 + dims);
    const void *data = t.dtype == CAMEO_STRING ? (const void *)texts : elements;
    memcpy(&t.data, &data, sizeof t.data);
    if (how >= 224 && how < 240) t.rank = 9;
    return t;
}

static cameo_type edit_type(edit_case *c, const char *name) {
    uint32_t how = edit_byte(c), dims = edit_byte(c);
    cameo_type t = cameo_tensor_type(name, (cameo_dtype)(how % 32 % 27), how / 32 % 4,
                                     (int64_t[]){dims % 4 - 1, dims / 4 % 4, dims / 16 % 4 - 1});
    uint32_t kind = edit_byte(c);
    if (t.rank != 0 && kind / 16 % 4 == 0) t.dim_params[0] = (cameo_string){"batch", 5};
    if (kind / 64 == 1) t.has_shape = false;
    if (kind / 64 == 2) t.rank = 77;
    if (kind % 16 < 8) return t;
    t.kind = (cameo_kind)(kind % 8);
    t.elem_kind = (cameo_kind)(dims / 64);
    t.key_dtype = (cameo_dtype)(dims % 27);
    return t;
}

static cameo_attr edit_attr(edit_case *c, const cameo_tensor *tensor, const cameo_sparse *sparse,
                            const cameo_type *type) {
    static const float floats[] = {1, -0.0f, 2.5f};
    static const int64_t ints[] = {0, -1, INT64_MIN, 3};
    static const cameo_string strings[] = {{"a", 1}, {"", 0}};
    uint32_t how = edit_byte(c);
    cameo_attr a = {.name = edit_name(c), .type = (cameo_attr_type)(how % 16), .n = how / 16 % 4, .f = 1.5f};
    a.i = (int64_t)edit_byte(c) - 3;
    a.s = (cameo_string){"NOTSET", how / 64 * 2};
    a.floats = floats;
    a.ints = ints;
    a.strings = strings;
    a.tensors = tensor;
    a.sparses = sparse;
    a.types = type;
    if (a.n > 3 || (a.type == CAMEO_ATTR_STRINGS && a.n > 2) || (a.type >= CAMEO_ATTR_TENSORS && a.n > 1)) a.n = 1;
    if (how >= 250) a.ref = "beta";
    return a;
}

/* ---- calls ---- */

static cameo_status edit_call_node(edit_case *c, bool add) {
    char room[6][64];
    const char *in[3], *out[3];
    uint32_t how = edit_byte(c), more = edit_byte(c);
    cameo_node n = {.inputs = in, .outputs = out, .n_inputs = how % 4, .n_outputs = how / 4 % 4};
    for (int i = 0; i < 3; i++) {
        in[i] = edit_value_name(c, room[i]);
        out[i] = edit_value_name(c, room[i + 3]);
    }
    if ((how & 16) != 0) n.inputs = NULL;
    if ((how & 32) != 0) n.outputs = NULL;
    if (n.inputs == NULL || n.n_inputs > 3) n.n_inputs = 0;
    if (n.outputs == NULL || n.n_outputs > 3) n.n_outputs = 0;
    if (add || (more & 1) != 0) n.op_type = edit_name(c);
    if ((more & 2) != 0) n.domain = edit_name(c);
    if ((more & 4) != 0) n.name = edit_name(c);
    if ((more & 8) != 0) n.overload = "o";
    if ((more & 16) != 0) n.doc_string = "doc";
    if (!add) return cameo_editor_set_node(c->editor, edit_node(c), &n);
    uint32_t id = CAMEO_NO_ID, graph = edit_graph(c);
    uint32_t before = (more & 32) != 0 ? edit_node(c) : CAMEO_NO_ID;
    cameo_status s = cameo_editor_add_node(c->editor, graph, before, &n, &id);
    if (s == CAMEO_OK) c->added[c->n_added++] = id;
    return s;
}

static cameo_status edit_call_rename(edit_case *c) {
    uint32_t v = edit_below(c, c->model->t.value.n), how = edit_byte(c);
    char name[16];
    snprintf(name, sizeof name, "%s%u", how % 16 == 0 ? "x" : "\x01new", (unsigned)(how % 16 == 0 ? how / 16 : v));
    if (how % 16 == 0) c->harmless = false; /* two may have the same one */
    cameo_status s = cameo_editor_rename_value(c->editor, v, name);
    if (s == CAMEO_OK) memcpy(c->renamed[v], name, sizeof name);
    return s;
}

/* A call of what stays the same model: texts, versions. */
static cameo_status edit_call_text(edit_case *c, uint32_t which) {
    const char *name = edit_name(c), *value = edit_name(c);
    uint32_t how = edit_byte(c);
    switch (which) {
    case 0: return cameo_editor_set_metadata(c->editor, name, how % 4 == 0 ? NULL : value);
    case 1: return cameo_editor_set_text(c->editor, (cameo_model_text)(how % 7), value);
    case 2: return cameo_editor_set_version(c->editor, -1, how % 8 == 0 ? INT64_MAX : (int64_t)how - 8);
    default: return cameo_editor_strip_docs(c->editor);
    }
}

static cameo_status edit_call_tensor(edit_case *c, uint32_t which) {
    uint32_t id = edit_below(c, c->model->t.tensor.n);
    cameo_tensor t = edit_tensor(c);
    uint32_t graph = edit_graph(c);
    cameo_status s;
    char room[64];
    switch (which) {
    case 0:
        s = cameo_editor_set_tensor(c->editor, id, &t);
        c->tensor = t;
        c->set_tensor = s == CAMEO_OK ? id : CAMEO_NO_ID;
        return s;
    case 1:
        t.data = NULL;
        c->set_tensor = CAMEO_NO_ID;
        return cameo_editor_set_external(c->editor, id, &t, edit_name(c), edit_byte(c));
    case 2: return cameo_editor_add_init(c->editor, graph, edit_value_name(c, room), &t);
    default: c->set_tensor = CAMEO_NO_ID; return cameo_editor_remove_init(c->editor, id);
    }
}

static cameo_status edit_call_value(edit_case *c, uint32_t which) {
    char room[64];
    uint32_t v = edit_below(c, c->model->t.value.n), graph = edit_graph(c);
    cameo_type type = edit_type(c, edit_value_name(c, room));
    switch (which) {
    case 0: return cameo_editor_set_type(c->editor, v, &type);
    case 1: return cameo_editor_add_input(c->editor, graph, &type);
    case 2: return cameo_editor_add_output(c->editor, graph, &type);
    case 3: return cameo_editor_remove_input(c->editor, v);
    default: return cameo_editor_remove_output(c->editor, v);
    }
}

static cameo_status edit_call_graph(edit_case *c) {
    static const char *const attrs[] = {"then_branch", "else_branch", "body", "alpha"};
    uint32_t node = edit_node(c), how = edit_byte(c), id = CAMEO_NO_ID;
    const char *attr = how / 2 % 8 < 4 ? attrs[how / 2 % 4] : edit_name(c);
    cameo_status s = cameo_editor_add_graph(c->editor, node, attr, how % 2 != 0, &id);
    if (s == CAMEO_OK) c->graphs[c->n_graphs++] = id;
    return s;
}

static cameo_status edit_call_attr(edit_case *c, bool set) {
    const cm_tables *t = &c->model->t;
    cameo_tensor tensor = edit_tensor(c);
    cameo_type type = edit_type(c, "");
    cameo_sparse sparse = {.values = tensor, .indices = tensor, .rank = tensor.rank};
    cameo_attr a = edit_attr(c, &tensor, &sparse, &type);
    uint32_t node = edit_node(c), which = edit_byte(c);
    char name[64] = "";
    cm_id id = node < t->node.n ? t->node.row[node].attrs.first : CM_NONE;
    for (uint32_t i = 0; i < which % 4 && id != CM_NONE; i++) id = t->attr.row[id].next;
    if (which >= 64 && id != CM_NONE && t->attr.row[id].name.n < sizeof name) {
        if (t->attr.row[id].name.n != 0) memcpy(name, t->attr.row[id].name.p, t->attr.row[id].name.n);
        a.name = name;
    }
    return set ? cameo_editor_set_attr(c->editor, node, &a) : cameo_editor_remove_attr(c->editor, node, a.name);
}

static cameo_status edit_call_types(edit_case *c) {
    void *work = edit_memory(EDIT_WORK);
    cameo_status s =
        cameo_editor_set_types(c->editor, edit_byte(c) % 2 == 0, (cameo_memory){work, EDIT_WORK}, &c->options);
    free(work);
    return s;
}

/* Makes call i. Its bytes are its own, so that it is the same call whatever was left out before. */
static cameo_status edit_make(edit_case *c, uint32_t i) {
    c->next = c->calls + (size_t)i * EDIT_CALL_BYTES;
    c->end = c->next + EDIT_CALL_BYTES;
    uint32_t which = edit_byte(c) % 32;
    c->same = false;
    if (which < 6) return edit_call_rename(c);
    if (which < 10) return edit_call_text(c, which - 6);
    c->harmless = false;
    c->in_place = c->in_place && which < 12;
    if (which < 14) return edit_call_tensor(c, which - 10);
    if (which < 19) return edit_call_value(c, which - 14);
    switch (which) {
    case 19: return edit_call_types(c);
    case 20: return cameo_editor_set_opset(c->editor, edit_name(c), (int64_t)edit_byte(c) - 1);
    case 21: return cameo_editor_set_version(c->editor, (int64_t)edit_byte(c) % 16, -1);
    case 22:
    case 23: return cameo_editor_remove_node(c->editor, edit_node(c));
    case 24:
    case 25: return edit_call_node(c, true);
    case 26:
    case 27: return edit_call_node(c, false);
    case 28: return edit_call_attr(c, false);
    case 29: return edit_call_graph(c);
    default: return edit_call_attr(c, true);
    }
}

/* Makes all calls but those of `without`. Returns the one that failed, n_calls: none did. */
static uint32_t edit_make_all(edit_case *c, cameo_memory memory, uint32_t without) {
    cameo_error e = {0};
    cameo_status s = cameo_editor_create(memory, c->model, &c->editor, &e);
    edit_require(s == CAMEO_OK || s == CAMEO_E_NOMEM, cameo_status_name(s), e.msg);
    if (s != CAMEO_OK) return UINT32_MAX;
    c->same = c->harmless = c->in_place = true;
    c->n_added = c->n_graphs = 0;
    c->set_tensor = CAMEO_NO_ID;
    memset(c->renamed, 0, c->model->t.value.n * sizeof *c->renamed);
    for (uint32_t i = 0; i < c->n_calls; i++) {
        if ((without >> i & 1) != 0) continue;
        s = edit_make(c, i);
        if (s == CAMEO_OK) continue;
        size_t size = 0;
        bool may = s == CAMEO_E_ARG || s == CAMEO_E_NOMEM;
        bool infers = c->calls[i * EDIT_CALL_BYTES] % 32 == 19;
        bool sticks = cameo_editor_set_text(c->editor, CAMEO_TEXT_DOMAIN, "") == s &&
                      cameo_editor_finish(c->editor, &size, &e) == s && e.status == s;
        if (infers && s != CAMEO_E_NOMEM) edit_may_end(s, &e);
        edit_require(may || infers, cameo_status_name(s), e.msg);
        edit_require(sticks && e.msg[0] != 0, "a failure does not stick", e.msg);
        return i;
    }
    return c->n_calls;
}

/* ---- what is written ---- */

typedef struct edit_file {
    uint8_t *p;
    size_t n, cap;
} edit_file;

static cameo_status edit_put(void *ctx, const void *bytes, size_t n) {
    edit_file *f = ctx;
    edit_require(n != 0 && n <= f->cap - f->n, "writing", "more bytes than were told, or none");
    memcpy(f->p + f->n, bytes, n);
    f->n += n;
    return CAMEO_OK;
}

static edit_file edit_written(const cameo_editor *d, size_t size) {
    edit_file f = {edit_memory(size), 0, size};
    cameo_status s = cameo_editor_write(d, edit_put, &f);
    edit_require(s == CAMEO_OK && f.n == size, "writing", "not the size that was told");
    return f;
}

/* The model of these bytes, in *memory, which is freed; NULL: it is refused, with *status. */
static cameo_model *edit_load(const edit_case *c, const void *bytes, size_t n, void **memory, cameo_error *e) {
    cameo_model *m = NULL;
    size_t need = 0, need_work = 0;
    *memory = NULL;
    memset(e, 0, sizeof *e);
    cameo_status s = cameo_model_measure(bytes, n, &c->options, &need, &need_work, e);
    edit_may_end(s, e);
    if (s != CAMEO_OK) return NULL;
    void *work = edit_memory(need_work);
    *memory = edit_memory(need);
    s = cameo_model_create((cameo_memory){*memory, need}, (cameo_memory){work, need_work}, bytes, n, &c->options, &m,
                           e);
    edit_may_end(s, e);
    edit_require(s != CAMEO_E_NOMEM, "E_NOMEM", e->msg);
    free(work);
    return s == CAMEO_OK ? m : NULL;
}

static void edit_same_name(const edit_case *c, const cm_tables *now, cm_id old, cm_id v) {
    const cm_tables *t = &c->model->t;
    edit_require((old == CM_NONE) == (v == CM_NONE), "an operand", "is there no longer, or came");
    if (old == CM_NONE) return;
    cm_str want = c->renamed[old][0] != 0 ? cm_str_from_c(c->renamed[old]) : t->value.row[old].name;
    edit_require(cm_str_eq(now->value.row[v].name, want), "an operand", "has another name");
}

/* A model with other names alone has the same nodes and graphs. */
static void edit_same_names(const edit_case *c, const cameo_model *m) {
    const cm_tables *t = &c->model->t, *now = &m->t;
    bool same = t->node.n == now->node.n && t->graph.n == now->graph.n && t->value.n == now->value.n &&
                t->tensor.n == now->tensor.n && t->attr.n == now->attr.n;
    edit_require(same, "new names", "the model has other rows");
    for (uint32_t i = 0; i < t->node.n; i++) {
        const cm_node *a = &t->node.row[i], *b = &now->node.row[i];
        edit_require(a->in.n == b->in.n && a->out.n == b->out.n, "new names", "a node has other operands");
        for (uint32_t k = 0; k < a->in.n; k++)
            edit_same_name(c, now, t->use.row[a->in.first + k].value, now->use.row[b->in.first + k].value);
        for (uint32_t k = 0; k < a->out.n; k++)
            edit_same_name(c, now, t->ids.row[a->out.first + k], now->ids.row[b->out.first + k]);
    }
}

/* The tensor that was set last has these elements. */
static void edit_same_tensor(const edit_case *c, const cameo_model *m) {
    cameo_tensor_view v = {.size = sizeof v};
    const cameo_tensor *t = &c->tensor;
    if (c->set_tensor == CAMEO_NO_ID) return;
    edit_require(m->t.tensor.n == c->model->t.tensor.n, "tensors", "there are others");
    edit_require(cameo_model_view_tensor(m, c->set_tensor, &v, NULL) == CAMEO_OK, "a tensor", "is not there");
    bool same = v.dtype == t->dtype && v.rank == t->rank && v.location.n == 0;
    for (uint32_t i = 0; i < t->rank; i++) same = same && v.dims[i] == t->dims[i];
    if (t->dtype != CAMEO_STRING && t->bytes != 0)
        same = same && v.bytes == t->bytes && memcmp(v.data, t->data, t->bytes) == 0;
    edit_require(same, "a tensor", "has other elements");
}

static void edit_prepare(const edit_case *c, const cameo_model *m) {
    cameo_prepared *prepared;
    cameo_error e = {0};
    size_t bytes = 0;
    void *work = edit_memory(EDIT_WORK);
    cameo_status s = cameo_session_measure(m, (cameo_memory){work, EDIT_WORK}, &c->options, &prepared, &bytes, &e);
    edit_may_end(s, &e);
    free(work);
}

static void edit_check(edit_case *c, const void *bytes, size_t n) {
    size_t size = 0;
    void *memory;
    cameo_error e = {0};
    cameo_status s = cameo_editor_finish(c->editor, &size, &e);
    edit_require(s == CAMEO_OK || s == CAMEO_E_NOMEM, "finish", e.msg); /* new names want memory, too */
    if (s != CAMEO_OK) return;
    edit_file f = edit_written(c->editor, size), again = edit_written(c->editor, size);
    edit_require(memcmp(f.p, again.p, size) == 0, "writing", "other bytes the second time");
    edit_require(!c->same || (size == n && memcmp(f.p, bytes, n) == 0), "writing", "other bytes without a change");
    size_t need = 0, need_work = 0;
    s = cameo_model_measure(f.p, f.n, &c->options, &need, &need_work, &e);
    edit_require(s == CAMEO_OK || s == CAMEO_E_LIMIT || s == CAMEO_E_IO, "what is written is no row of fields", e.msg);
    const cameo_model *m = edit_load(c, f.p, f.n, &memory, &e);
    edit_require(m != NULL || !c->harmless, "what is written is refused", e.msg);
    if (m != NULL && c->harmless) edit_same_names(c, m);
    if (m != NULL && c->in_place) edit_same_tensor(c, m);
    if (m != NULL) edit_prepare(c, m);
    free(memory);
    free(f.p);
    free(again.p);
}

/* ---- the target ---- */

/* Divides the input into calls and model. */
static void edit_divide(edit_case *c, const uint8_t **data, size_t *size) {
    size_t n = *size == 0 || (*data)[0] == 8 ? 0 : (*data)[0];
    if (n == 0) {
        uint64_t x = *size;
        for (size_t i = 0; i < *size; i++) x = (x ^ (*data)[i]) * UINT64_C(0x100000001b3);
        for (size_t i = 0; i < sizeof c->calls; i++) {
            x = x * UINT64_C(6364136223846793005) + 1442695040888963407;
            c->calls[i] = (uint8_t)(x >> 56);
        }
        c->n_calls = x >> 32 & 7;
        return;
    }
    if (n > *size - 1) n = *size - 1;
    c->n_calls = (uint32_t)((n + EDIT_CALL_BYTES - 1) / EDIT_CALL_BYTES);
    if (c->n_calls > EDIT_MAX_CALLS) c->n_calls = EDIT_MAX_CALLS;
    memcpy(c->calls, *data + 1, n < sizeof c->calls ? n : sizeof c->calls);
    *data += n + 1;
    *size -= n + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static edit_case c;
    void *memory;
    cameo_error e;
    memset(&c, 0, sizeof c);
    edit_divide(&c, &data, &size);
    cameo_limits_init(&c.limits, CAMEO_PRESET_FIRMWARE);
    c.limits.nodes = 1000;
    c.limits.fold_cost = UINT64_C(1) << 16;
    c.options = (cameo_options){.limits = &c.limits, .ops = &cameo_ops_all, .external = edit_external};
    cameo_model *m = edit_load(&c, data, size, &memory, &e);
    c.model = m;
    if (m != NULL && m->t.value.n < 4096) {
        void *editor = edit_memory(EDIT_MEMORY);
        c.renamed = edit_memory(m->t.value.n * sizeof *c.renamed);
        uint32_t without = 0, failed = 0;
        while ((failed = edit_make_all(&c, (cameo_memory){editor, EDIT_MEMORY}, without)) < c.n_calls)
            without |= UINT32_C(1) << failed;
        if (failed == c.n_calls) edit_check(&c, data, size);
        free(c.renamed);
        free(editor);
    }
    free(memory);
    return 0;
}
