/* override.c — what the caller says otherwise than the model: types of inputs, versions of imports,
 * whether weights are constants. Part of import (ir/import/import.c), before anything is inferred: what then
 * contradicts the rest of the model is found where any contradiction is. */
#include "base/dtype.h"
#include "base/near.h"
#include "ir/ir_impl.h"

/* ---- declared types ---- */

bool cm_ir_type_is_known(const cm_tables *t, cm_id type) {
    cm_id id = type;
    while (id != CM_NONE && t->type.row[id].kind != CAMEO_KIND_TENSOR) {
        if (t->type.row[id].kind == CAMEO_KIND_NONE) return false;
        id = t->type.row[id].elem;
    }
    return id != CM_NONE && cm_dtype_is_known(t->type.row[id].dtype);
}

cameo_status cm_ir_add_type(cm_ir *ir, int dtype, bool has_shape, uint32_t rank,
                            const cm_dim_proto *dims, cm_id *type) {
    uint32_t n = has_shape ? rank : 0;
    if (!CM_IR_ROOM(ir, ir->t.type, 1) || !CM_IR_ROOM(ir, ir->t.dim, n)) return cm_ir_nomem(ir);
    *type = ir->t.type.n++;
    ir->t.type.row[*type] = (cm_type_proto){.kind = CAMEO_KIND_TENSOR,
                                            .has_shape = has_shape,
                                            .dtype = dtype,
                                            .elem = CM_NONE,
                                            .dims = {ir->t.dim.n, n},
                                            .next = CM_NONE};
    for (uint32_t i = 0; i < n; i++) ir->t.dim.row[ir->t.dim.n++] = dims[i];
    return CAMEO_OK;
}

/* ---- inputs ---- */

cameo_status cm_ir_no_input(cm_ir *ir, const char *option, cm_str name) {
    cm_near near = cm_near_begin(name);
    cm_range inputs = ir->t.graph.row[0].inputs;
    for (uint32_t i = 0; i < inputs.n; i++) {
        const cm_value *v = &ir->t.value.row[ir->t.ids.row[inputs.first + i]];
        if (v->kind == CM_VALUE_INPUT) cm_near_offer(&near, v->name);
    }
    (void)option;
    return CM_FAIL(ir->e, CAMEO_E_ARG, "options.%s names \"%.*s\", which is no input%s", option, CM_STR_ARG(name),
                   cm_near_end(&near));
}

/* The value of options.inputs[i]: an input that the caller may give, or one of options.from. */
static cm_id override_find(const cm_ir *ir, const cameo_type *given) {
    cm_str name = {given->name.p, given->name.n};
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        const cm_value *value = &ir->t.value.row[v];
        if (value->graph != 0 || !cm_str_eq(value->name, name)) continue;
        if (value->kind == CM_VALUE_INPUT) return v;
        for (size_t i = 0; i < ir->options->n_from; i++) {
            if (cm_str_is(name, ir->options->from[i])) return v;
        }
    }
    return CM_NONE;
}

/* The dtype that the input will have: the caller's, or the declared one. */
static cameo_status override_dtype(const cm_ir *ir, cm_id value, const cameo_type *given,
                                   int *dtype) {
    const cm_value *v = &ir->t.value.row[value];
    const cm_type_proto *t = v->type == CM_NONE ? NULL : &ir->t.type.row[v->type];
    bool other = t != NULL && t->kind != CAMEO_KIND_NONE && t->kind != CAMEO_KIND_TENSOR;
    CM_CHECK(!other && given->kind <= CAMEO_KIND_TENSOR, ir->e, CAMEO_E_TYPE,
             "options.inputs: \"%.*s\" is no tensor", CM_STR_ARG(v->name));
    *dtype = (int)given->dtype;
    if (*dtype == CAMEO_UNDEFINED && t != NULL) *dtype = t->dtype;
    CM_CHECK(cm_dtype_is_known(*dtype), ir->e, CAMEO_E_ARG,
             "options.inputs gives \"%.*s\" dtype %d, which is none", CM_STR_ARG(v->name), *dtype);
    bool has_default = v->init != CM_NONE || v->sparse != CM_NONE;
    if (!has_default || v->kind != CM_VALUE_INPUT) return CAMEO_OK;
    cm_id tensor = v->init != CM_NONE ? v->init : ir->t.sparse.row[v->sparse].values;
    int held = ir->t.tensor.row[tensor].dtype;
    CM_CHECK(*dtype == held, ir->e, CAMEO_E_TYPE,
             "options.inputs gives \"%.*s\" as %s, its default is %s", CM_STR_ARG(v->name),
             cameo_dtype_name((cameo_dtype)*dtype), cameo_dtype_name((cameo_dtype)held));
    return CAMEO_OK;
}

/* Dims that the caller gives to an overridable initializer admit its own: a run without a value uses these. */
static cameo_status override_check_default(const cm_ir *ir, cm_id value, const cameo_type *given) {
    const cm_value *v = &ir->t.value.row[value];
    if (v->kind != CM_VALUE_INPUT || (v->init == CM_NONE && v->sparse == CM_NONE)) return CAMEO_OK;
    cm_range held =
        v->init != CM_NONE ? ir->t.tensor.row[v->init].dims : ir->t.sparse.row[v->sparse].dims;
    bool fits = given->rank == held.n;
    for (uint32_t i = 0; fits && i < held.n; i++)
        fits = given->dims[i] == -1 || given->dims[i] == ir->t.ints.row[held.first + i];
    CM_CHECK(fits, ir->e, CAMEO_E_SHAPE,
             "options.inputs gives \"%.*s\" another shape than its default has",
             CM_STR_ARG(v->name));
    return CAMEO_OK;
}

static cameo_status override_input(cm_ir *ir, const cameo_type *given) {
    cm_id value = override_find(ir, given);
    cm_str name = {given->name.p, given->name.n};
    cm_dim_proto dims[CM_MAX_RANK];
    int dtype = CAMEO_UNDEFINED;
    if (value == CM_NONE) return cm_ir_no_input(ir, "inputs", name);
    CM_TRY(override_dtype(ir, value, given, &dtype));
    cm_id type = ir->t.value.row[value].type;
    if (!given->has_shape) {
        bool shaped = type != CM_NONE && ir->t.type.row[type].has_shape;
        cm_range had = shaped ? ir->t.type.row[type].dims : (cm_range){0, 0};
        CM_TRY(cm_ir_add_type(ir, dtype, shaped, 0, NULL, &type));
        ir->t.type.row[type].dims = had;
        ir->t.value.row[value].type = type;
        return CAMEO_OK;
    }
    CM_CHECK(given->rank <= CM_MAX_RANK, ir->e, CAMEO_E_LIMIT,
             "options.inputs: rank %u, want at most %d", given->rank, CM_MAX_RANK);
    for (uint32_t i = 0; i < given->rank; i++) {
        cameo_string param = given->dim_params[i];
        CM_CHECK(given->dims[i] >= -1, ir->e, CAMEO_E_ARG,
                 "options.inputs gives \"%.*s\" dim %u as %lld", CM_STR_ARG(name), i,
                 CM_LL(given->dims[i]));
        dims[i] = (cm_dim_proto){.value = given->dims[i], .param = {param.p, param.n}};
    }
    CM_TRY(override_check_default(ir, value, given));
    CM_TRY(cm_ir_add_type(ir, dtype, true, given->rank, dims, &type));
    ir->t.value.row[value].type = type;
    return CAMEO_OK;
}

/* ---- versions ---- */

static cameo_status override_opset(cm_ir *ir, const cameo_opset *given) {
    CM_CHECK(given->domain != NULL && given->version >= 1, ir->e, CAMEO_E_ARG,
             "options.opsets: version %lld of domain \"%s\"", CM_LL(given->version),
             given->domain == NULL ? "" : given->domain);
    cm_str domain = cm_domain_normal(cm_str_from_c(given->domain));
    bool found = false;
    if (!CM_IR_ROOM(ir, ir->t.opset, 1)) return cm_ir_nomem(ir); /* the rows are the model's */
    for (cm_id id = ir->opsets.first; id != CM_NONE; id = ir->t.opset.row[id].next) {
        if (!cm_str_eq(cm_domain_normal(ir->t.opset.row[id].domain), domain)) continue;
        ir->t.opset.row[id].version = given->version;
        found = true;
    }
    if (found) return CAMEO_OK;
    cm_near near = cm_near_begin(domain);
    for (cm_id id = ir->opsets.first; id != CM_NONE; id = ir->t.opset.row[id].next) {
        cm_str known = ir->t.opset.row[id].domain;
        cm_near_offer(&near, known.n == 0 ? CM_STR("ai.onnx") : known);
    }
    return CM_FAIL(ir->e, CAMEO_E_ARG, "options.opsets names domain \"%s\", which the model does not import%s",
                   given->domain, cm_near_end(&near));
}

cameo_status cm_ir_override(cm_ir *ir) {
    const cameo_options *o = ir->options;
    ir->redeclared = o->n_inputs != 0;
    for (size_t i = 0; i < o->n_inputs; i++) CM_TRY(override_input(ir, &o->inputs[i]));
    for (size_t i = 0; i < o->n_opsets; i++) CM_TRY(override_opset(ir, &o->opsets[i]));
    return CAMEO_OK;
}

/* ---- weights ---- */

/* An initializer of the main graph becomes an input with a default. */
static cameo_status override_parameter(cm_ir *ir, cm_id value) {
    cm_tensor_proto t = ir->t.tensor.row[ir->t.value.row[value].init];
    cm_dim_proto dims[CM_MAX_RANK];
    cm_id type = CM_NONE;
    for (uint32_t i = 0; i < t.dims.n; i++)
        dims[i] = (cm_dim_proto){.value = ir->t.ints.row[t.dims.first + i]};
    CM_TRY(cm_ir_add_type(ir, t.dtype, true, t.dims.n, dims, &type));
    ir->t.value.row[value].type = type;
    ir->t.value.row[value].kind = CM_VALUE_INPUT;
    return CAMEO_OK;
}

/* The inputs, and behind them the initializers that are not among them. */
static cameo_status override_list_parameters(cm_ir *ir) {
    cm_range inputs = ir->t.graph.row[0].inputs;
    bool *listed = CM_ARENA_NEW_N(ir->work, bool, ir->t.value.n);
    size_t n = (size_t)inputs.n + ir->t.value.n;
    if (listed == NULL || !CM_IR_ROOM(ir, ir->t.ids, n)) return cm_ir_nomem(ir);
    cm_id first = ir->t.ids.n;
    for (uint32_t i = 0; i < inputs.n; i++) {
        cm_id v = ir->t.ids.row[inputs.first + i];
        listed[v] = true;
        ir->t.ids.row[ir->t.ids.n++] = v;
    }
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        const cm_value *value = &ir->t.value.row[v];
        if (value->graph != 0 || value->kind != CM_VALUE_INIT || value->init == CM_NONE) continue;
        CM_TRY(override_parameter(ir, v));
        if (!listed[v]) ir->t.ids.row[ir->t.ids.n++] = v;
    }
    ir->t.graph.row[0].inputs = (cm_range){first, ir->t.ids.n - first};
    return CAMEO_OK;
}

cameo_status cm_ir_override_weights(cm_ir *ir) {
    cameo_weights weights = ir->options->weights;
    CM_CHECK(weights <= CAMEO_WEIGHTS_PARAMETERS, ir->e, CAMEO_E_ARG,
             "options.weights is %d, which is none", (int)weights);
    if (weights == CAMEO_WEIGHTS_PARAMETERS) return override_list_parameters(ir);
    if (weights == CAMEO_WEIGHTS_DECLARED) return CAMEO_OK;
    for (cm_id v = 0; v < ir->t.value.n; v++) {
        cm_value *value = &ir->t.value.row[v];
        if (value->graph != 0 || value->kind != CM_VALUE_INPUT) continue;
        if (value->init != CM_NONE || value->sparse != CM_NONE) value->kind = CM_VALUE_INIT;
    }
    return CAMEO_OK;
}
