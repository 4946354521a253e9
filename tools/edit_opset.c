/* edit_opset.c — the step of `cameo edit` that moves a model to another opset of ai.onnx. See edit_steps.h.
 *
 * What changed between two versions of an operator is read off their schemas: if the new one has every input, output
 * and attribute of the old one, with equal defaults, and every type, the node stays as it is. Known not to be told
 * by that, and known adaptors, are in tables here. All else is refused. Changes: https://onnx.ai/onnx/operators/, of
 * each operator. */
#include <string.h>

#include "ir/schema.h"
#include "tools/edit_steps.h"

typedef struct opset_case {
    const char *op_type;
    int64_t since; /* the version in which it changed */
} opset_case;

/* Same schema, other meaning. */
static const opset_case opset_refused[] = {
    {"Softmax", 13},   {"LogSoftmax", 13},      {"Hardmax", 13}, {"GroupNormalization", 21},
    {"Resize", 11},    {"Upsample", 9},         {"Scan", 9},     {"BatchNormalization", 14},
    {"Attention", 24}, {"RotaryEmbedding", 24}, {"Cast", 24},    {"BatchNormalization", 9},
    {"DFT", 20},       {"SplitToSequence", 24},
};

/* An attribute of whole numbers that became input 1. */
static const struct {
    opset_case c;
    const char *attr;
} opset_lifted[] = {
    {{"Squeeze", 13}, "axes"},         {{"Unsqueeze", 13}, "axes"},
    {{"ReduceSum", 13}, "axes"},       {{"Split", 13}, "split"},
    {{"ReduceMax", 18}, "axes"},       {{"ReduceMin", 18}, "axes"},
    {{"ReduceMean", 18}, "axes"},      {{"ReduceProd", 18}, "axes"},
    {{"ReduceL1", 18}, "axes"},        {{"ReduceL2", 18}, "axes"},
    {{"ReduceLogSum", 18}, "axes"},    {{"ReduceLogSumExp", 18}, "axes"},
    {{"ReduceSumSquare", 18}, "axes"}, {{"TopK", 10}, "k"},
};
#define OPSET_N(list) (sizeof(list) / sizeof *(list))

typedef struct opset_state {
    edit_state *s;
    int64_t from, to;
    cameo_error *e;
} opset_state;

static bool opset_find_attr(const opset_state *o, const cameo_node_view *n, const char *name, cameo_attr_view *a) {
    for (uint32_t k = n->first_attr; k != CAMEO_NO_ID; k = a->next) {
        *a = look_attr(o->s->m.model, k);
        if (cm_str_is(a->name, name)) return true;
    }
    return false;
}

/* Does the way from one version to the other lead over this change? */
static bool opset_crosses(const opset_case *c, const cameo_node_view *n, int64_t from, int64_t to) {
    return cm_str_is(n->op_type, c->op_type) && from < c->since && c->since <= to;
}

static cameo_status opset_refuse(const opset_state *o, uint32_t id, const cameo_node_view *n, const char *why) {
    cameo_status status =
        CM_FAIL(o->e, CAMEO_E_UNSUPPORTED, "no adaptor from opset %lld to %lld: %s", CM_LL(o->from), CM_LL(o->to), why);
    cm_error_at_node(o->e, id, n->name, n->op_type);
    return status;
}

/* ---- schemas ---- */

static bool opset_same_default(const cm_schema_attr *a, const cm_schema_attr *b) {
    uint32_t n = cm_schema_n_defaults(a);
    bool same = cm_schema_attr_type(a) == cm_schema_attr_type(b) && n == cm_schema_n_defaults(b);
    for (uint32_t i = 0; i < n && same; i++) {
        switch (cm_schema_attr_type(a)) {
        case CAMEO_ATTR_FLOAT: same = cm_schema_default_float(a, i) == cm_schema_default_float(b, i); break;
        case CAMEO_ATTR_INT:
        case CAMEO_ATTR_INTS: same = cm_schema_default_int(a, i) == cm_schema_default_int(b, i); break;
        default: same = cm_str_eq(cm_schema_default_string(a, i), cm_schema_default_string(b, i)); break;
        }
    }
    return same;
}

/* Attributes: those that the node has stay, those that it has not have the same default. `lifted` is left out. */
static const char *opset_attrs(const opset_state *o, const cameo_node_view *n, const cm_schema *a, const cm_schema *b,
                               const char *lifted) {
    cameo_attr_view v;
    for (uint32_t i = 0; i < a->n_attrs; i++) {
        const cm_schema_attr *old = cm_schema_get_attr(a, i), *new = cm_schema_find_attr(b, cm_schema_attr_name(old));
        cm_str name = cm_schema_attr_name(old);
        if (lifted != NULL && cm_str_is(name, lifted)) continue;
        bool given = opset_find_attr(o, n, edit_text(o->s, name), &v);
        if (new == NULL && given) return "an attribute is no longer there";
        if (new != NULL && !given && !opset_same_default(old, new)) return "an attribute has another default";
    }
    for (uint32_t i = 0; i < b->n_attrs; i++) {
        const cm_schema_attr *new = cm_schema_get_attr(b, i);
        bool known = cm_schema_find_attr(a, cm_schema_attr_name(new)) != NULL;
        bool given = opset_find_attr(o, n, edit_text(o->s, cm_schema_attr_name(new)), &v);
        if (cm_schema_attr_required(new) && !known && !given) return "a new attribute is required";
    }
    return NULL;
}

/* Inputs, outputs: their number and types. */
static const char *opset_formals(const cameo_node_view *n, const cm_schema *a, const cm_schema *b) {
    if (b->deprecated != 0) return "the operator is deprecated";
    if (n->n_inputs < b->min_in || n->n_inputs > b->max_in) return "inputs are not as many";
    if (n->n_outputs < b->min_out || n->n_outputs > b->max_out) return "outputs are not as many";
    for (uint32_t i = 0; i < a->n_in; i++) {
        const cm_formal *f = cm_schema_input(b, i);
        uint32_t old = cm_formal_get_types(cm_schema_input(a, i))->tensors;
        if (i < n->n_inputs && (f == NULL || (old & ~cm_formal_get_types(f)->tensors) != 0))
            return "an input has fewer types";
    }
    return NULL;
}

/* ---- nodes ---- */

/* The attribute becomes an initializer that is input 1. */
static cameo_status opset_lift(const opset_state *o, uint32_t id, const cameo_node_view *n, const char *attr) {
    const cameo_model *m = o->s->m.model;
    cameo_attr_view a;
    if (!opset_find_attr(o, n, attr, &a)) return CAMEO_OK;
    if (look_graph(m, n->graph).function != CAMEO_NO_ID || n->n_inputs != 1)
        return opset_refuse(o, id, n, "an attribute became an input");
    const char *name =
        edit_keep(o->s, edit_new_name(o->s, n->n_outputs != 0 ? look_name(m, n->outputs[0]) : n->name, "_axes"));
    const char *inputs[2] = {edit_text(o->s, look_name(m, cameo_model_node_input(m, id, 0))), name};
    bool one = a.type == CAMEO_ATTR_INT;
    int64_t *data = edit_keep(o->s, tool_alloc(((size_t)a.n + 1) * 8));
    for (uint32_t i = 0; i < (one ? 1 : a.n); i++) data[i] = one ? a.i : a.ints[i];
    cameo_tensor t = {
        .dtype = CAMEO_INT64, .rank = 1, .dims = {one ? 1 : a.n}, .data = data, .bytes = (one ? 1 : (size_t)a.n) * 8};
    CM_TRY(cameo_editor_add_init(o->s->d, n->graph, name, &t));
    CM_TRY(cameo_editor_remove_attr(o->s->d, id, attr));
    return cameo_editor_set_node(o->s->d, id, &(cameo_node){.inputs = inputs, .n_inputs = 2});
}

/* Changes that a new attribute, or another value of one, takes back. */
static cameo_status opset_adapt(const opset_state *o, uint32_t id, const cameo_node_view *n, int64_t from, int64_t to,
                                bool *adapted) {
    static const opset_case align = {"RoiAlign", 16}, split = {"Split", 18}, grid = {"GridSample", 20};
    cameo_attr attr = {.type = CAMEO_ATTR_STRING};
    cameo_attr_view a;
    *adapted = true;
    if (opset_crosses(&align, n, from, to)) {
        attr.name = "coordinate_transformation_mode";
        attr.s = CM_STR("output_half_pixel");
        return cameo_editor_set_attr(o->s->d, id, &attr);
    }
    if (opset_crosses(&split, n, from, to)) {
        if (n->n_inputs > 1 || opset_find_attr(o, n, "split", &a)) return CAMEO_OK;
        attr = (cameo_attr){.name = "num_outputs", .type = CAMEO_ATTR_INT, .i = n->n_outputs};
        return cameo_editor_set_attr(o->s->d, id, &attr);
    }
    if (opset_crosses(&grid, n, from, to)) {
        bool cubic = opset_find_attr(o, n, "mode", &a) && cm_str_is(a.s, "bicubic");
        if (opset_find_attr(o, n, "mode", &a) && cm_str_is(a.s, "nearest")) return CAMEO_OK;
        attr.name = "mode";
        attr.s = cubic ? CM_STR("cubic") : CM_STR("linear");
        return cameo_editor_set_attr(o->s->d, id, &attr);
    }
    *adapted = false;
    return CAMEO_OK;
}

static cameo_status opset_node(const opset_state *o, uint32_t id, const cameo_node_view *n) {
    const cm_schema *a = cm_schema_find(n->domain, n->op_type, o->from);
    const cm_schema *b = cm_schema_find(n->domain, n->op_type, o->to);
    if (n->domain.n != 0 || a == b) return CAMEO_OK;
    if (a == NULL || b == NULL) return opset_refuse(o, id, n, "the operator is not in both");
    if (o->to < o->from) return opset_refuse(o, id, n, "the operator changed, and there is no way back");
    const char *lifted = NULL, *why = NULL;
    bool adapted = false;
    for (size_t i = 0; i < OPSET_N(opset_refused); i++) {
        if (opset_crosses(&opset_refused[i], n, o->from, o->to)) return opset_refuse(o, id, n, "its meaning changed");
    }
    for (size_t i = 0; i < OPSET_N(opset_lifted); i++) {
        if (opset_crosses(&opset_lifted[i].c, n, o->from, o->to)) lifted = opset_lifted[i].attr;
    }
    CM_TRY(opset_adapt(o, id, n, o->from, o->to, &adapted));
    cameo_node_view as = *n;
    cameo_attr_view v;
    if (lifted != NULL && opset_find_attr(o, n, lifted, &v)) as.n_inputs++;
    why = opset_formals(&as, a, b);
    if (why == NULL && !adapted) why = opset_attrs(o, n, a, b, lifted);
    if (why != NULL) return opset_refuse(o, id, n, why);
    return lifted == NULL ? CAMEO_OK : opset_lift(o, id, n, lifted);
}

cameo_status edit_opset(edit_state *s, const char *text, cameo_error *e) {
    opset_state o = {.s = s, .e = e};
    cameo_model_info info = {.size = sizeof info};
    cameo_node_view n = {0};
    char *end;
    long long to = strtoll(text, &end, 10);
    int64_t newest = cm_schema_newest(CM_STR(""));
    CM_CHECK(text[0] >= '1' && text[0] <= '9' && *end == 0 && to <= newest, e, CAMEO_E_ARG,
             "--convert-opset is \"%s\", want a version up to %lld", text, CM_LL(newest));
    cameo_model_get_info(s->m.model, &info);
    for (uint32_t i = 0; i < info.n_opsets; i++) {
        cameo_string domain;
        int64_t version;
        cameo_model_get_opset(s->m.model, i, &domain, &version);
        if (domain.n == 0) o.from = version;
    }
    CM_CHECK(o.from != 0, e, CAMEO_E_ARG, "--convert-opset: the model imports no ai.onnx");
    CM_CHECK(info.n_functions == 0, e, CAMEO_E_UNSUPPORTED, "--convert-opset: functions import opsets of their own");
    o.to = to;
    for (uint32_t id = 0; cameo_model_view_node(s->m.model, id, &n, NULL) == CAMEO_OK; id++)
        CM_TRY(opset_node(&o, id, &n));
    return cameo_editor_set_opset(s->d, "", to);
}
