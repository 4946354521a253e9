/* edit_half.c — the step of `cameo edit` that makes half floats of float32: weights, constants, and what is computed of
 * them. See edit_steps.h. What onnxconverter-common's float16.py does in essence, from ONNX's schemas instead of a
 * list.
 *
 * Every float32 value becomes one of float16, but for those of nodes that cannot: their operator has no float16 there,
 * or an attribute chooses the type of an output, or it is of another domain or a function. Such a node keeps its types,
 * with a Cast before each input and behind each output that others want otherwise. */
#include <string.h>

#include "base/bytes.h"
#include "base/dtype.h"
#include "ir/schema.h"
#include "tools/edit_steps.h"

#define HALF_MAX 65504.0f

typedef enum half_type { HALF_NONE = 0, HALF_HALF, HALF_FLOAT } half_type; /* NONE: it was no float32 */

typedef struct half_state {
    edit_state *s;
    const cameo_model *m;
    uint32_t n;     /* values */
    uint8_t *type;  /* per value: half_type of its name in the new model */
    char **cast;    /* per value: its name in the other type; NULL: nobody wants it */
    char **made;    /* per value: the name that its node gives it, for an output of the graph that is cast; or NULL */
    bool sequences; /* there are sequences of floats */
    uint64_t n_large;
    cameo_error *e;
} half_state;

/* ---- what values are ---- */

static void half_tell(void *ctx, const cameo_inferred *v) {
    half_state *h = ctx;
    bool is_float = v->type.dtype == CAMEO_FLOAT;
    if (v->value == CAMEO_NO_ID || !is_float) return;
    if (v->type.kind != CAMEO_KIND_TENSOR) h->sequences = true;
    h->type[v->value] = v->type.kind == CAMEO_KIND_TENSOR ? HALF_FLOAT : HALF_NONE;
}

static bool half_in_function(const half_state *h, uint32_t graph) {
    cameo_graph_view g = look_graph(h->m, graph);
    while (g.parent != CAMEO_NO_ID) g = look_graph(h->m, g.parent);
    return g.function != CAMEO_NO_ID;
}

static int64_t half_opset(const half_state *h, cameo_string domain) {
    cameo_model_info info = {.size = sizeof info};
    cameo_model_get_info(h->m, &info);
    for (uint32_t i = 0; i < info.n_opsets; i++) {
        cameo_string d;
        int64_t version;
        cameo_model_get_opset(h->m, i, &d, &version);
        if (cm_str_eq(d, domain)) return version;
    }
    return 0;
}

static const cm_schema *half_schema(const half_state *h, const cameo_node_view *n) {
    return cm_schema_find(n->domain, n->op_type, half_opset(h, n->domain));
}

static bool half_allows(const cm_formal *f) {
    return f != NULL && (cm_formal_get_types(f)->tensors >> CAMEO_FLOAT16 & 1) != 0;
}

/* Is the output's type that of an input, or of a body, or told by what this step changes? */
static bool half_follows(const cm_schema *s, const cameo_node_view *n, const cm_formal *out) {
    static const char *const own[] = {"Cast", "Constant", "ConstantOfShape", "If", "Loop", "Scan"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (n->domain.n == 0 && cm_str_is(n->op_type, own[i])) return true;
    }
    for (uint32_t i = 0; i < s->n_in; i++) {
        uint32_t var = cm_formal_get_var(out);
        if (var != 0 && cm_formal_get_var(cm_schema_input(s, i)) == var) return true;
    }
    return false;
}

static bool half_keeps(const half_state *h, const cameo_node_view *n) {
    const cm_schema *s = half_schema(h, n);
    bool keeps = s == NULL;
    for (uint32_t i = 0; i < n->n_outputs && !keeps; i++) {
        if (n->outputs[i] == CAMEO_NO_ID || h->type[n->outputs[i]] == HALF_NONE) continue;
        const cm_formal *f = cm_schema_output(s, i);
        keeps = !half_allows(f) || !half_follows(s, n, f);
    }
    return keeps;
}

static half_type half_wants(const half_state *h, const cameo_node_view *n, uint32_t i) {
    return half_keeps(h, n) || !half_allows(cm_schema_input(half_schema(h, n), i)) ? HALF_FLOAT : HALF_HALF;
}

/* Initializers become half where anybody wants that, or nobody wants anything. */
static void half_choose(half_state *h) {
    cameo_value_view v = {0};
    cameo_node_view n = {0};
    uint8_t *wanted = tool_alloc(h->n + 1);
    memset(wanted, 0, h->n + 1);
    for (uint32_t id = 0; cameo_model_view_node(h->m, id, &n, NULL) == CAMEO_OK; id++) {
        if (half_in_function(h, n.graph)) continue;
        for (uint32_t i = 0; i < n.n_inputs; i++) {
            uint32_t value = cameo_model_node_input(h->m, id, i);
            if (value != CAMEO_NO_ID) wanted[value] |= (uint8_t)half_wants(h, &n, i);
        }
    }
    for (uint32_t id = 0; id < h->n; id++) {
        v = look_value(h->m, id);
        if (half_in_function(h, v.graph)) h->type[id] = HALF_NONE;
        if (h->type[id] == HALF_NONE) continue;
        bool keep;
        if (v.node != CAMEO_NO_ID) {
            n = look_node(h->m, v.node);
            keep = half_keeps(h, &n);
        } else if (v.is_input) {
            keep = v.graph == 0 && h->s->keep_io_types;
        } else {
            keep = wanted[id] == HALF_FLOAT;
        }
        wanted[id] |= (uint8_t)(keep ? 4 : 0); /* types change when all nodes were asked */
    }
    for (uint32_t id = 0; id < h->n; id++) {
        if (h->type[id] != HALF_NONE) h->type[id] = (wanted[id] & 4) != 0 ? HALF_FLOAT : HALF_HALF;
    }
    free(wanted);
}

/* ---- casts ---- */

static cameo_status half_add_cast(half_state *h, uint32_t graph, uint32_t before, const char *from, const char *to,
                                  half_type type) {
    uint32_t id;
    cameo_node cast = {.op_type = "Cast", .name = to, .inputs = &from, .outputs = &to, .n_inputs = 1, .n_outputs = 1};
    CM_TRY(cameo_editor_add_node(h->s->d, graph, before, &cast, &id));
    cameo_attr a = {.name = "to", .type = CAMEO_ATTR_INT, .i = type == HALF_HALF ? CAMEO_FLOAT16 : CAMEO_FLOAT};
    return cameo_editor_set_attr(h->s->d, id, &a);
}

static char *half_native(const half_state *h, uint32_t value) {
    return h->made[value] != NULL ? h->made[value] : edit_text(h->s, look_value(h->m, value).name);
}

/* The name under which node `id` finds the value as it wants it. */
static cameo_status half_use(half_state *h, uint32_t id, uint32_t value, half_type wants, const char **name) {
    cameo_node_view n = look_node(h->m, id);
    half_type native = (half_type)h->type[value];
    cameo_value_view v = look_value(h->m, value);
    if (h->made[value] != NULL) native = native == HALF_HALF ? HALF_FLOAT : HALF_HALF;
    *name = h->cast[value];
    if (native == HALF_NONE || native == wants) *name = half_native(h, value);
    if (*name != NULL) return CAMEO_OK;
    while (n.graph != v.graph) {
        id = look_graph(h->m, n.graph).node;
        n = look_node(h->m, id);
    }
    h->cast[value] = edit_keep(h->s, edit_new_name(h->s, v.name, wants == HALF_HALF ? "_half" : "_float"));
    *name = h->cast[value];
    return half_add_cast(h, v.graph, id, half_native(h, value), *name, wants);
}

/* Outputs of a graph that its nodes make in the other type than is wanted. */
static cameo_status half_graph_outputs(half_state *h, uint32_t graph) {
    cameo_graph_view g = look_graph(h->m, graph);
    half_type wants = graph == 0 && h->s->keep_io_types ? HALF_FLOAT : HALF_HALF;
    for (uint32_t i = 0; i < g.n_outputs; i++) {
        uint32_t id = g.outputs[i];
        cameo_value_view v = look_value(h->m, id);
        if (h->type[id] == HALF_NONE || h->type[id] == wants || h->made[id] != NULL) continue;
        CM_CHECK(v.node != CAMEO_NO_ID && v.graph == graph, h->e, CAMEO_E_UNSUPPORTED,
                 "--half: output \"%.*s\" of graph \"%.*s\" would have to be cast, and is no output of its nodes",
                 CM_STR_ARG(v.name), CM_STR_ARG(g.name));
        h->made[id] = edit_keep(h->s, edit_new_name(h->s, v.name, wants == HALF_HALF ? "_float" : "_half"));
        CM_TRY(half_add_cast(h, graph, CAMEO_NO_ID, h->made[id], edit_text(h->s, v.name), wants));
        h->type[id] = (uint8_t)wants;
    }
    return CAMEO_OK;
}

static cameo_status half_node_names(half_state *h, uint32_t id, const cameo_node_view *n) {
    size_t size = ((size_t)n->n_inputs + n->n_outputs + 1) * sizeof(char *);
    const char **in = edit_keep(h->s, tool_alloc(size)), **out = in + n->n_inputs;
    bool in_changed = false, out_changed = false;
    for (uint32_t i = 0; i < n->n_inputs; i++) {
        uint32_t value = cameo_model_node_input(h->m, id, i);
        in[i] = "";
        if (value == CAMEO_NO_ID) continue;
        if (h->type[value] == HALF_NONE)
            in[i] = edit_text(h->s, look_name(h->m, value));
        else
            CM_TRY(half_use(h, id, value, half_wants(h, n, i), &in[i]));
        in_changed = in_changed || !cm_str_is(look_name(h->m, value), in[i]);
    }
    for (uint32_t i = 0; i < n->n_outputs; i++) {
        out[i] = n->outputs[i] == CAMEO_NO_ID ? "" : half_native(h, n->outputs[i]);
        out_changed = out_changed || (n->outputs[i] != CAMEO_NO_ID && h->made[n->outputs[i]] != NULL);
    }
    cameo_node changes = {.n_inputs = n->n_inputs, .n_outputs = n->n_outputs};
    if (in_changed) changes.inputs = in;
    if (out_changed) changes.outputs = out;
    return in_changed || out_changed ? cameo_editor_set_node(h->s->d, id, &changes) : CAMEO_OK;
}

/* ---- data ---- */

static uint16_t half_of(half_state *h, float x) {
    h->n_large += x > HALF_MAX || x < -HALF_MAX;
    return cm_f16_from_f32(x > HALF_MAX ? HALF_MAX : x < -HALF_MAX ? -HALF_MAX : x);
}

static cameo_status half_tensor(half_state *h, const cameo_tensor_view *v, cameo_tensor *t) {
    *t = (cameo_tensor){.dtype = CAMEO_FLOAT16, .rank = v->rank, .bytes = (size_t)v->n_elem * 2};
    CM_CHECK(v->rank <= CAMEO_MAX_RANK, h->e, CAMEO_E_UNSUPPORTED, "tensor \"%.*s\" has rank %u", CM_STR_ARG(v->name),
             (unsigned)v->rank);
    for (uint32_t i = 0; i < v->rank; i++) t->dims[i] = v->dims[i];
    uint16_t *to = t->data = edit_keep(h->s, tool_alloc(t->bytes));
    for (uint64_t i = 0; i < v->n_elem; i++) to[i] = half_of(h, cm_f32_from_bits((uint32_t)look_bits(v, i, 4)));
    return CAMEO_OK;
}

/* An attribute of a constant, or of Cast, whose output is half. */
static cameo_status half_attr(half_state *h, uint32_t id, const cameo_attr_view *a) {
    cameo_tensor t = {.dtype = CAMEO_FLOAT16};
    bool list = cm_str_is(a->name, "value_floats");
    if (cm_str_is(a->name, "to") && a->i == CAMEO_FLOAT)
        return cameo_editor_set_attr(h->s->d, id,
                                     &(cameo_attr){.name = "to", .type = CAMEO_ATTR_INT, .i = CAMEO_FLOAT16});
    if (cm_str_is(a->name, "value") && a->type == CAMEO_ATTR_TENSOR) {
        cameo_tensor_view v = look_tensor(h->m, a->first);
        if (v.dtype != CAMEO_FLOAT) return CAMEO_OK;
        CM_TRY(half_tensor(h, &v, &t));
        return cameo_editor_set_tensor(h->s->d, a->first, &t);
    }
    if (!list && !cm_str_is(a->name, "value_float")) return CAMEO_OK;
    uint32_t n = list ? a->n : 1;
    uint16_t *to = t.data = edit_keep(h->s, tool_alloc((size_t)n * 2));
    for (uint32_t i = 0; i < n; i++) to[i] = half_of(h, list ? a->floats[i] : a->f);
    t.rank = list;
    t.dims[0] = n;
    t.bytes = (size_t)n * 2;
    CM_TRY(cameo_editor_remove_attr(h->s->d, id, list ? "value_floats" : "value_float"));
    return cameo_editor_set_attr(h->s->d, id, &(cameo_attr){.name = "value", .type = CAMEO_ATTR_TENSOR, .tensors = &t});
}

static cameo_status half_node_attrs(half_state *h, uint32_t id, const cameo_node_view *n) {
    bool shape = cm_str_is(n->op_type, "ConstantOfShape"), any = false;
    bool known = shape || cm_str_is(n->op_type, "Constant") || cm_str_is(n->op_type, "Cast");
    bool half =
        n->n_outputs != 0 && n->outputs[0] != CAMEO_NO_ID && h->type[n->outputs[0]] != HALF_NONE && !half_keeps(h, n);
    cameo_attr_view a;
    if (!known || n->domain.n != 0 || !half) return CAMEO_OK;
    for (uint32_t k = n->first_attr; k != CAMEO_NO_ID; k = a.next) {
        a = look_attr(h->m, k);
        CM_CHECK(a.type != CAMEO_ATTR_SPARSE_TENSOR, h->e, CAMEO_E_UNSUPPORTED, "node \"%.*s\" has a sparse constant",
                 CM_STR_ARG(n->name));
        CM_TRY(half_attr(h, id, &a));
        any = true;
    }
    if (!shape || any) return CAMEO_OK;
    uint16_t zero = 0;
    cameo_tensor t = {.dtype = CAMEO_FLOAT16, .rank = 1, .dims = {1}, .data = &zero, .bytes = 2};
    return cameo_editor_set_attr(h->s->d, id, &(cameo_attr){.name = "value", .type = CAMEO_ATTR_TENSOR, .tensors = &t});
}

static cameo_status half_values(half_state *h) {
    for (uint32_t id = 0; id < h->n; id++) {
        cameo_value_view v = look_value(h->m, id);
        if (h->type[id] != HALF_HALF) continue;
        if (v.init != CAMEO_NO_ID) {
            cameo_tensor t;
            cameo_tensor_view from = look_tensor(h->m, v.init);
            CM_TRY(half_tensor(h, &from, &t));
            CM_TRY(cameo_editor_set_tensor(h->s->d, v.init, &t));
        }
        CM_CHECK(v.sparse == CAMEO_NO_ID, h->e, CAMEO_E_UNSUPPORTED, "initializer \"%.*s\" is sparse",
                 CM_STR_ARG(v.name));
        if (v.type == CAMEO_NO_ID) continue;
        cameo_type type = look_type(h->m, v.type).type;
        type.dtype = CAMEO_FLOAT16;
        CM_TRY(cameo_editor_set_type(h->s->d, id, &type));
    }
    return CAMEO_OK;
}

static cameo_status half_all(half_state *h) {
    cameo_model_info info = {.size = sizeof info};
    cameo_node_view n = {0};
    cameo_model_get_info(h->m, &info);
    CM_TRY(cameo_model_infer(h->m, h->s->work, &h->s->m.options, half_tell, h, h->e));
    CM_CHECK(!h->sequences, h->e, CAMEO_E_UNSUPPORTED, "--half: the model has sequences of floats");
    half_choose(h);
    for (uint32_t g = 0; g < info.n_graphs; g++) {
        if (!half_in_function(h, g)) CM_TRY(half_graph_outputs(h, g));
    }
    for (uint32_t id = 0; cameo_model_view_node(h->m, id, &n, NULL) == CAMEO_OK; id++) {
        if (half_in_function(h, n.graph)) continue;
        CM_TRY(half_node_names(h, id, &n));
        CM_TRY(half_node_attrs(h, id, &n));
    }
    return half_values(h);
}

cameo_status edit_half(edit_state *s, const char *text, cameo_error *e) {
    cameo_model_info info = {.size = sizeof info};
    (void)text;
    cameo_model_get_info(s->m.model, &info);
    half_state h = {.s = s, .m = s->m.model, .n = info.n_values, .e = e};
    size_t size = info.n_values * sizeof *h.cast;
    h.type = edit_keep(s, tool_alloc(info.n_values));
    h.cast = edit_keep(s, tool_alloc(size));
    h.made = edit_keep(s, tool_alloc(size));
    memset(h.type, 0, info.n_values);
    memset(h.cast, 0, size);
    memset(h.made, 0, size);
    CM_TRY(half_all(&h));
    if (h.n_large != 0)
        fprintf(stderr, "cameo: %s: numbers beyond 65504 became that (%llu)\n", s->m.path, CM_LLU(h.n_large));
    return CAMEO_OK;
}
