/* standard.c — the graph of prepare in standard operators again, for runtime/session/export.c. See ir.h.
 *
 * What ir/import/scan.c made of Scan and SequenceMap is written with operators that ONNX has:
 *
 *     Loop from Scan            Loop                  ScanLength   Gather(Shape(x), axis)
 *     Loop from SequenceMap     SequenceMap           ScanItem     Gather(x, i), backwards x[n - 1 - i]
 *     MapItem elsewhere         SequenceAt, Identity  ScanAxis     Slice of step -1, Transpose
 *
 * bfloat16 that an operator of ONNX does not take is float between Casts, inputs that were attributes
 * (ir/import/parse.c) are attributes again, attributes say what a rewrite changed in
 * params, and an output that no node of its graph gives, or that is listed twice, goes through Identity.
 * Afterwards the graph is only to be written: kernels do not know attributes that became inputs. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "ir/ir_impl.h"
#include "ir/rewrite/opt.h"
#include "ir/schema.h"

/* ---- building ---- */

static cameo_status standard_fail(cm_ir *ir, cm_id node, const char *why) {
    const cm_node *n = &ir->t.node.row[node];
    (void)why;
    (void)CM_FAIL(ir->e, CAMEO_E_UNSUPPORTED, "no standard operators say this: %s", why);
    cm_error_at_node(ir->e, node, n->name, n->op_type);
    return CAMEO_E_UNSUPPORTED;
}

static cameo_status standard_put_int(cm_ir *ir, cm_id node, const char *name, int64_t v) {
    cameo_error problem = {0};
    CM_TRY(cm_ir_set_int(ir, node, name, v));
    return cm_ir_parse_node(ir, node, &problem);
}

/* A node op_type(in...) before `node`; *out CM_NONE: a fresh value. */
static cameo_status standard_node(cm_ir *ir, cm_id node, const char *op_type, const cm_id *in,
                                  uint32_t n_in, cm_id *out) {
    cm_id graph = ir->t.node.row[node].graph, added;
    if (!cm_opt_can_add(ir, node, op_type, 1)) return standard_fail(ir, node, op_type);
    if (*out == CM_NONE) CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, out));
    CM_TRY(cm_ir_add_node(ir, graph, node, node, in, n_in, out, 1, &added));
    ir->t.node.row[added].name = (cm_str){NULL, 0};
    return cm_opt_become(ir, added, op_type);
}

static cm_id standard_last(const cm_ir *ir) { return ir->t.node.n - 1; }

/* The int64 constants v[0, n): of rank 1, or a scalar where rank is 0. */
static cameo_status standard_ints(cm_ir *ir, cm_id node, const int64_t *v, uint32_t n,
                                  uint32_t rank, cm_id *value) {
    int64_t dim = n;
    int64_t *data = CM_ARENA_NEW_N(ir->work, int64_t, n);
    if (data == NULL) return cm_ir_nomem(ir);
    memcpy(data, v, n * sizeof *v);
    return cm_ir_add_const(ir, ir->t.node.row[node].graph, CAMEO_INT64, rank, &dim, data, value);
}

/* ---- the parts of Scan ---- */

static int64_t standard_attr(const cm_ir *ir, cm_id node, const char *name) {
    const cm_attr *a = cm_ir_attr(ir, node, name);
    return a == NULL ? 0 : a->i;
}

/* Dim `axis` of x as a scalar, before node: Gather(Shape(x), axis). */
static cameo_status standard_dim(cm_ir *ir, cm_id node, cm_id x, int64_t axis, cm_id *out) {
    cm_id in[2] = {CM_NONE, CM_NONE};
    CM_TRY(standard_node(ir, node, "Shape", &x, 1, &in[0]));
    CM_TRY(standard_ints(ir, node, &axis, 1, 0, &in[1]));
    return standard_node(ir, node, "Gather", in, 2, out);
}

/* The axis that the node's attribute means for its input 0, of this rank more or less. */
static cameo_status standard_axis(cm_ir *ir, cm_id node, int64_t *axis) {
    uint32_t rank = ir->av[cm_ir_in(ir, node, 0)].rank, normal = 0;
    *axis = standard_attr(ir, node, "axis");
    if (*axis >= 0) return CAMEO_OK;
    if (rank == CM_RANK_UNKNOWN) return standard_fail(ir, node, "a negative axis of unknown rank");
    CM_TRY(cm_axis_normalize(*axis, rank, "axis", &normal, ir->e));
    *axis = normal;
    return CAMEO_OK;
}

static cameo_status standard_length(cm_ir *ir, cm_id node) {
    int64_t axis;
    cm_id given = cm_ir_in(ir, node, 2), out = cm_ir_out(ir, node, 0);
    if (given != CM_NONE) return standard_node(ir, node, "Identity", &given, 1, &out);
    CM_TRY(standard_axis(ir, node, &axis));
    return standard_dim(ir, node, cm_ir_in(ir, node, 0), axis, &out);
}

/* n - 1 - i for a scan that runs backwards; n is the length that was given, or that of the axis. */
static cameo_status standard_backwards(cm_ir *ir, cm_id node, int64_t axis, cm_id *i) {
    static const int64_t one = 1;
    cm_id in[2] = {cm_ir_in(ir, node, 2), CM_NONE}, last = CM_NONE, back = CM_NONE;
    if (in[0] == CM_NONE) CM_TRY(standard_dim(ir, node, cm_ir_in(ir, node, 0), axis, &in[0]));
    CM_TRY(standard_ints(ir, node, &one, 1, 0, &in[1]));
    CM_TRY(standard_node(ir, node, "Sub", in, 2, &last));
    in[0] = last;
    in[1] = *i;
    CM_TRY(standard_node(ir, node, "Sub", in, 2, &back));
    *i = back;
    return CAMEO_OK;
}

static cameo_status standard_item(cm_ir *ir, cm_id node) {
    int64_t axis;
    cm_id in[2] = {cm_ir_in(ir, node, 0), cm_ir_in(ir, node, 1)}, out = cm_ir_out(ir, node, 0);
    CM_TRY(standard_axis(ir, node, &axis));
    if (standard_attr(ir, node, "reverse") != 0) CM_TRY(standard_backwards(ir, node, axis, &in[1]));
    CM_TRY(standard_node(ir, node, "Gather", in, 2, &out));
    return standard_put_int(ir, standard_last(ir), "axis", axis);
}

/* Steps in front to steps on their axis, perhaps the other way round. */
static cameo_status standard_to_axis(cm_ir *ir, cm_id node) {
    static const int64_t slice[4] = {-1, INT64_MIN, 0, -1}; /* starts, ends, axes, steps */
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0);
    int64_t axis, perm[CM_MAX_RANK];
    cameo_error problem = {0};
    uint32_t rank = ir->av[x].rank;
    bool reverse = standard_attr(ir, node, "reverse") != 0;
    CM_TRY(standard_axis(ir, node, &axis));
    if (rank == CM_RANK_UNKNOWN || axis >= rank)
        return standard_fail(ir, node, "an axis of a scan output of unknown rank");
    if (reverse) {
        cm_id in[5] = {x, CM_NONE, CM_NONE, CM_NONE, CM_NONE}, back = axis == 0 ? y : CM_NONE;
        if (cm_ir_opset(ir, node) < 10) return standard_fail(ir, node, "a scan output backwards");
        for (uint32_t i = 0; i < 4; i++)
            CM_TRY(standard_ints(ir, node, &slice[i], 1, 1, &in[i + 1]));
        CM_TRY(standard_node(ir, node, "Slice", in, 5, &back));
        x = back;
    }
    if (axis == 0 && reverse) return CAMEO_OK;
    for (uint32_t d = 0; d < rank; d++) perm[d] = d < (uint32_t)axis ? d + 1 : d;
    perm[axis] = 0;
    CM_TRY(standard_node(ir, node, "Transpose", &x, 1, &y));
    CM_TRY(cm_ir_set_ints(ir, standard_last(ir), "perm", perm, rank));
    return cm_ir_parse_node(ir, standard_last(ir), &problem);
}

/* The item of a sequence outside its SequenceMap, or the tensor that all steps take. */
static cameo_status standard_map_item(cm_ir *ir, cm_id node) {
    cm_id in[2] = {cm_ir_in(ir, node, 0), cm_ir_in(ir, node, 1)}, out = cm_ir_out(ir, node, 0);
    bool sequence = ir->av[in[0]].kind == CAMEO_KIND_SEQUENCE;
    return standard_node(ir, node, sequence ? "SequenceAt" : "Identity", in, sequence ? 2 : 1,
                         &out);
}

/* ---- SequenceMap ---- */

/* Is node a MapItem of this step of the body? */
static bool standard_is_item(const cm_ir *ir, cm_id node, cm_id counter) {
    return !ir->t.node.row[node].dead && ir->info[node].op->id == CM_OP_MapItem &&
           cm_ir_in(ir, node, 1) == counter;
}

/* The Loop of a SequenceMap: its body takes the items as inputs. A sequence comes first. */
static cameo_status standard_map(cm_ir *ir, cm_id node) {
    cm_id body = cm_ir_subgraph(ir, node, "body");
    cm_range inputs = ir->t.graph.row[body].inputs;
    cm_id counter = ir->t.ids.row[inputs.first], fresh = CM_NONE;
    uint32_t n = 0, n_nodes = ir->t.graph.row[body].nodes.n;
    cm_id *in = CM_ARENA_NEW_N(ir->work, cm_id, n_nodes);
    cm_id *items = CM_ARENA_NEW_N(ir->work, cm_id, n_nodes);
    if (in == NULL || items == NULL) return cm_ir_nomem(ir);
    for (int sequences = 1; sequences >= 0; sequences--) {
        CM_EACH(id, ir->t.node, ir->t.graph.row[body].nodes) {
            if (!standard_is_item(ir, id, counter)) continue;
            bool is_sequence = ir->av[cm_ir_in(ir, id, 0)].kind == CAMEO_KIND_SEQUENCE;
            if (is_sequence != (sequences == 1)) continue;
            in[n] = cm_ir_in(ir, id, 0);
            items[n++] = cm_ir_out(ir, id, 0);
        }
    }
    if (n == 0 || ir->av[in[0]].kind != CAMEO_KIND_SEQUENCE)
        return standard_fail(ir, node, "a SequenceMap that looks at no item");
    CM_EACH(id, ir->t.node, ir->t.graph.row[body].nodes) {
        if (standard_is_item(ir, id, counter)) cm_ir_kill(ir, id);
    }
    if (!CM_IR_ROOM(ir, ir->t.ids, n)) return cm_ir_nomem(ir);
    ir->t.graph.row[body].inputs = (cm_range){ir->t.ids.n, n};
    for (uint32_t i = 0; i < n; i++) {
        ir->t.ids.row[ir->t.ids.n++] = items[i];
        ir->t.value.row[items[i]].kind = CM_VALUE_INPUT;
    }
    ir->t.graph.row[body].outputs.first++; /* the condition */
    ir->t.graph.row[body].outputs.n--;
    uint32_t n_out = ir->t.node.row[node].out.n;
    cm_id *out = CM_ARENA_NEW_N(ir->work, cm_id, n_out);
    if (out == NULL) return cm_ir_nomem(ir);
    for (uint32_t i = 0; i < n_out; i++) out[i] = cm_ir_out(ir, node, i);
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[node].graph, node, node, in, n, out, n_out, &fresh));
    ir->info[fresh].op = ir->info[node].op;
    ir->info[fresh].since = ir->info[node].since;
    ir->t.graph.row[body].parent_node = fresh;
    ir->t.node.row[node].attrs = (cm_chain){CM_NONE, CM_NONE, 0}; /* the body lives on */
    cm_ir_kill(ir, node);
    return CAMEO_OK;
}

/* ---- operators ---- */

/* The list with value at place `at`. */
static cameo_status standard_insert(cm_ir *ir, cm_range *list, uint32_t at, cm_id value) {
    cm_range was = *list;
    if (!CM_IR_ROOM(ir, ir->t.ids, (size_t)was.n + 1)) return cm_ir_nomem(ir);
    *list = (cm_range){ir->t.ids.n, was.n + 1};
    for (uint32_t i = 0; i <= was.n; i++) {
        cm_id id = i == at ? value : ir->t.ids.row[was.first + i - (i > at)];
        ir->t.ids.row[ir->t.ids.n++] = id;
    }
    return CAMEO_OK;
}

/* Before opset 11 a Loop carries something: here a number that nobody reads. */
static cameo_status standard_carry(cm_ir *ir, cm_id node) {
    static const int64_t zero = 0;
    cm_id graph = ir->t.node.row[node].graph, body = cm_ir_subgraph(ir, node, "body");
    cm_id first, inside, last;
    cm_range list;
    CM_TRY(standard_ints(ir, node, &zero, 1, 0, &first));
    CM_TRY(cm_ir_add_value(ir, body, (cm_str){NULL, 0}, &inside));
    CM_TRY(cm_ir_add_value(ir, graph, (cm_str){NULL, 0}, &last));
    ir->t.value.row[inside].kind = CM_VALUE_INPUT;
    ir->t.value.row[last].node = node;
    ir->av[inside] = ir->av[last] = ir->av[first];
    ir->n_listed[inside] = 1;
    CM_TRY(cm_ir_set_in(ir, node, 2, first));
    list = ir->t.graph.row[body].inputs;
    CM_TRY(standard_insert(ir, &list, 2, inside));
    ir->t.graph.row[body].inputs = list;
    list = ir->t.graph.row[body].outputs;
    CM_TRY(standard_insert(ir, &list, 1, inside));
    ir->t.graph.row[body].outputs = list;
    list = ir->t.node.row[node].out;
    CM_TRY(standard_insert(ir, &list, 0, last));
    ir->t.node.row[node].out = list;
    return CAMEO_OK;
}

static cameo_status standard_loop(cm_ir *ir, cm_id node) {
    const cm_str loop = CM_STR("Loop");
    const cm_schema *s = cm_schema_find((cm_str){NULL, 0}, loop, cm_ir_opset(ir, node));
    if (s == NULL) return standard_fail(ir, node, "no Loop in this opset");
    if (ir->t.node.row[node].in.n < s->min_in) CM_TRY(standard_carry(ir, node));
    ir->t.node.row[node].op_type = loop;
    ir->info[node].since = s->since_version;
    return CAMEO_OK;
}

/* Nodes that a rewrite left without readers, from the last to the first. */
static void standard_sweep(cm_ir *ir, cm_id from) {
    for (cm_id node = from; node-- > 0;) {
        if (ir->t.node.row[node].dead || ir->info[node].op == NULL) continue;
        cm_op_id id = (cm_op_id)ir->info[node].op->id;
        cm_id y = cm_ir_out(ir, node, 0);
        if (id != CM_OP_SequenceLength && id != CM_OP_ScanLength) continue;
        if (y == CM_NONE || cm_ir_use_count(ir, y) == 0) cm_ir_kill(ir, node);
    }
}

static cameo_status standard_operator(cm_ir *ir, cm_id node) {
    cameo_status status;
    cm_op_id id = (cm_op_id)ir->info[node].op->id;
    bool own = id == CM_OP_ScanLength || id == CM_OP_ScanItem || id == CM_OP_ScanAxis ||
               id == CM_OP_ScanPad || id == CM_OP_MapItem;
    if (own) ir->t.node.row[node].domain = (cm_str){NULL, 0}; /* its successors are of ai.onnx */
    switch (id) {
    case CM_OP_Scan: return standard_loop(ir, node);
    case CM_OP_ScanLength: status = standard_length(ir, node); break;
    case CM_OP_ScanItem: status = standard_item(ir, node); break;
    case CM_OP_ScanAxis: status = standard_to_axis(ir, node); break;
    case CM_OP_MapItem: status = standard_map_item(ir, node); break;
    case CM_OP_ScanPad: return standard_fail(ir, node, "Scan 8 with sequence_lens");
    default: return CAMEO_OK;
    }
    CM_TRY(status);
    cm_ir_kill(ir, node);
    return CAMEO_OK;
}

static cameo_status standard_operators(cm_ir *ir) {
    cm_id n = ir->t.node.n;
    for (cm_id node = 0; node < n; node++) {
        if (!ir->t.node.row[node].dead && ir->info[node].op->id == CM_OP_SequenceMap)
            CM_TRY(standard_map(ir, node));
    }
    standard_sweep(ir, n);
    for (cm_id node = 0; node < n; node++) {
        if (!ir->t.node.row[node].dead) CM_TRY(standard_operator(ir, node));
    }
    return CAMEO_OK;
}

/* ---- attributes ---- */

/* 4-byte units of a field. */
static uint32_t standard_units(const cm_field *f) {
    if (f->kind == CM_FIELD_I32S) return (uint32_t)f->max + 1;
    return f->kind == CM_FIELD_OWN ? f->max : 1;
}

static cameo_status standard_list(cm_ir *ir, const int32_t *v, int32_t n, cm_range *list) {
    if (!CM_IR_ROOM(ir, ir->t.ints, (size_t)n)) return cm_ir_nomem(ir);
    *list = (cm_range){ir->t.ints.n, (uint32_t)n};
    for (int32_t i = 0; i < n; i++) ir->t.ints.row[ir->t.ints.n++] = v[i];
    return CAMEO_OK;
}

/* Choice number i of an ENUM. */
static cm_str standard_choice(const cm_field *f, int32_t i) {
    const char *at = f->choices;
    for (;; i--) {
        size_t n = 0;
        while (at[n] != 0 && at[n] != ',') n++;
        if (i <= 0 || at[n] == 0) return (cm_str){at, n};
        at += n + 1;
    }
}

/* The field of node's params becomes its attribute. */
static cameo_status standard_field(cm_ir *ir, cm_id node, const cm_schema *s, const cm_field *f) {
    const void *at = (const uint8_t *)ir->info[node].params + f->off;
    cm_str name = cm_str_from_c(f->name);
    const cm_schema_attr *d = s == NULL ? NULL : cm_schema_find_attr(s, name);
    cm_attr a = {.name = name, .type = d == NULL ? 0 : cm_schema_attr_type(d), .row = CM_NONE};
    bool single = standard_units(f) == 1;
    if (a.type == CM_ATTR_INT && single && f->kind != CM_FIELD_F32) {
        a.i = cm_load_i32(at);
    } else if (a.type == CM_ATTR_FLOAT && single) {
        a.f = cm_load_f32(at);
    } else if (a.type == CM_ATTR_STRING && f->kind == CM_FIELD_ENUM) {
        a.s = standard_choice(f, cm_load_i32(at));
    } else if (a.type == CM_ATTR_INTS && f->kind == CM_FIELD_I32S) {
        const int32_t *v = at;
        CM_TRY(standard_list(ir, v, v[f->max], &a.list));
    } else {
        return standard_fail(ir, node, f->name);
    }
    return cm_ir_set_attr(ir, node, a);
}

/* Attributes of the node say what its params hold. */
static cameo_status standard_params(cm_ir *ir, cm_id node, const cm_schema *s) {
    cameo_error problem = {0};
    const cm_op *op = ir->info[node].op;
    const void *params = ir->info[node].params;
    if (params == NULL || op->params_size == 0) return CAMEO_OK;
    CM_TRY(cm_ir_parse_node(ir, node, &problem));
    const uint8_t *parsed = ir->info[node].params;
    ir->info[node].params = (void *)(uintptr_t)params;
    for (uint32_t i = 0; i < op->n_fields; i++) {
        const cm_field *f = &op->fields[i];
        size_t size = (size_t)standard_units(f) * 4;
        const cm_attr *given = cm_ir_attr(ir, node, f->name);
        bool repaired = f->kind == CM_FIELD_ENUM && given != NULL && given->s.n == 0; /* read as the default */
        if (!repaired && memcmp(parsed + f->off, (const uint8_t *)params + f->off, size) == 0) continue;
        CM_TRY(standard_field(ir, node, s, f));
    }
    return CAMEO_OK;
}

/* Operands that were attributes (ir/import/lift_ml.c, lift_text.c): the attributes are still there. */
static cameo_status standard_lifted(cm_ir *ir, cm_id node, const cm_schema *s) {
    if (s->max_in == CM_SCHEMA_MANY) return CAMEO_OK;
    for (uint32_t i = s->max_in; i < ir->t.node.row[node].in.n; i++)
        CM_TRY(cm_ir_set_in(ir, node, i, CM_NONE));
    return CAMEO_OK;
}

/* Results that nobody wants stay where the operator has no optional ones: their number has a meaning. */
static cameo_status standard_results(cm_ir *ir, cm_id node, const cm_schema *s) {
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        const cm_formal *f = cm_schema_output(s, i);
        cm_id v;
        if (cm_ir_out(ir, node, i) != CM_NONE || f == NULL) continue;
        if (cm_formal_get_option(f) == CM_FORMAL_OPTIONAL) continue;
        CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, &v));
        ir->t.value.row[v].node = node;
        ir->t.ids.row[ir->t.node.row[node].out.first + i] = v;
    }
    return CAMEO_OK;
}

static cameo_status standard_attrs(cm_ir *ir, cm_id node) {
    const cm_node *n = &ir->t.node.row[node];
    cm_str domain = cm_domain_normal(n->domain);
    if (cm_ir_is_custom(ir, ir->info[node].op)) return CAMEO_OK;
    const cm_schema *s = cm_schema_find(domain, n->op_type, ir->info[node].since);
    CM_TRY(standard_params(ir, node, s));
    if (s == NULL) return CAMEO_OK;
    CM_TRY(standard_results(ir, node, s));
    if (domain.n == 0) CM_TRY(cm_ir_unlift(ir, node, s));
    return standard_lifted(ir, node, s);
}

/* ---- types ---- */

/* The least opset of ai.onnx that has all nodes in the versions that they mean. */
static int64_t standard_opset(const cm_ir *ir) {
    int64_t opset = cm_opset_find(&ir->t, ir->opsets, (cm_str){NULL, 0});
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        const cm_node *n = &ir->t.node.row[node];
        if (n->dead || cm_domain_normal(n->domain).n != 0 || cm_ir_is_custom(ir, ir->info[node].op)) continue;
        if (ir->info[node].since > opset) opset = ir->info[node].since;
    }
    return opset;
}

/* y = Cast(x) to dtype, before `before` (CM_NONE: at the end), for `node`, which reads or gives one of them. */
static cameo_status standard_cast(cm_ir *ir, cm_id node, int64_t opset, cm_id before, cm_id x, int dtype, cm_id y) {
    const cm_str cast = CM_STR("Cast");
    cm_id added;
    const cm_schema *s = cm_schema_find((cm_str){NULL, 0}, cast, opset);
    const cm_op_entry *entry = cm_ir_find_op(ir, (cm_str){NULL, 0}, cast);
    if (s == NULL || entry == NULL || !cm_opt_can_add(ir, node, "Cast", 1)) return standard_fail(ir, node, "Cast");
    CM_TRY(cm_ir_add_node(ir, ir->t.node.row[node].graph, before, node, &x, 1, &y, 1, &added));
    ir->t.node.row[added].name = (cm_str){NULL, 0};
    cm_opt_set_op(ir, added, entry, s->since_version);
    return standard_put_int(ir, added, "to", dtype);
}

static bool standard_allows(const cm_ir *ir, cm_id value, const cm_formal *f) {
    if (f == NULL || value == CM_NONE) return true;
    const cm_avalue *v = &ir->av[value];
    bool narrow = v->dtype == CAMEO_BFLOAT16 || (cm_dtype_flags((cameo_dtype)v->dtype) & CM_DTF_F8) != 0;
    return v->kind != CAMEO_KIND_TENSOR || !narrow ||
           cm_types_allow(cm_formal_get_types(f), v->kind, v->elem_kind, v->dtype);
}

/* A float in the place of a narrower value. */
static cameo_status standard_wide(cm_ir *ir, cm_id node, cm_id value, cm_id *wide) {
    CM_TRY(cm_ir_add_value(ir, ir->t.node.row[node].graph, (cm_str){NULL, 0}, wide));
    ir->av[*wide] = ir->av[value];
    ir->av[*wide].dtype = CAMEO_FLOAT;
    return CAMEO_OK;
}

/* bfloat16 and floats of 8 bits that operators of Cameo take beyond those of ONNX (in bodies, ir/import/body.c, and
 * where a Scan was) are float between Casts. */
static cameo_status standard_types(cm_ir *ir, cm_id node, int64_t opset) {
    const cm_node *n = &ir->t.node.row[node];
    const cm_schema *s = cm_schema_find(cm_domain_normal(n->domain), n->op_type, ir->info[node].since);
    uint32_t n_in = n->in.n, n_out = n->out.n;
    cameo_error problem = {0};
    cm_id wide, next = n->next;
    if (s == NULL || cm_ir_is_custom(ir, ir->info[node].op)) return CAMEO_OK;
    for (uint32_t i = 0; i < n_in; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (standard_allows(ir, v, cm_schema_input(s, i))) continue;
        CM_TRY(standard_wide(ir, node, v, &wide));
        CM_TRY(standard_cast(ir, node, opset, node, v, CAMEO_FLOAT, wide));
        CM_TRY(cm_ir_set_in(ir, node, i, wide));
    }
    for (uint32_t i = 0; i < n_out; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (standard_allows(ir, v, cm_schema_output(s, i))) continue;
        CM_TRY(standard_wide(ir, node, v, &wide));
        ir->t.ids.row[ir->t.node.row[node].out.first + i] = wide;
        ir->t.value.row[wide].node = node;
        CM_TRY(standard_cast(ir, node, opset, next, wide, ir->av[v].dtype, v));
    }
    if (!ir->info[node].of_body) return CAMEO_OK;
    ir->info[node].of_body = false;
    bool fits = cm_check_types(ir, node, false, &problem) == CAMEO_OK &&
                cm_check_types(ir, node, true, &problem) == CAMEO_OK;
    return fits ? CAMEO_OK : standard_fail(ir, node, "a type");
}

/* ---- outputs ---- */

/* Entry i of the output list becomes an Identity of it, under `name` (empty: any). */
static cameo_status standard_output(cm_ir *ir, cm_id graph, uint32_t i, cm_str name) {
    cm_id at = ir->t.graph.row[graph].outputs.first + i;
    cm_id x = ir->t.ids.row[at], y, node;
    CM_TRY(cm_ir_add_value(ir, graph, name, &y));
    CM_TRY(cm_ir_add_node(ir, graph, CM_NONE, CM_NONE, &x, 1, &y, 1, &node));
    CM_CHECK(cm_opt_can_add(ir, node, "Identity", 0), ir->e, CAMEO_E_UNSUPPORTED,
             "the build has no operator Identity");
    CM_TRY(cm_opt_become(ir, node, "Identity"));
    ir->av[y] = ir->av[x];
    ir->t.value.row[y].type = ir->t.value.row[x].type;
    ir->t.value.row[y].graph_output = true;
    ir->t.ids.row[at] = y;
    ir->n_listed[x]--;
    ir->n_listed[y]++;
    return CAMEO_OK;
}

/* Is x an output as it is? */
static bool standard_is_own(const cm_ir *ir, cm_id graph, cm_id x) {
    const cm_value *v = &ir->t.value.row[x];
    bool input = graph == 0 && v->kind == CM_VALUE_INPUT;
    bool node =
        v->kind == CM_VALUE_NODE && v->node != CM_NONE && ir->t.node.row[v->node].graph == graph;
    return input || (node && ir->n_listed[x] == 1);
}

static cameo_status standard_outputs(cm_ir *ir, cm_id graph) {
    for (uint32_t i = 0; i < ir->t.graph.row[graph].outputs.n; i++) {
        cm_id x = ir->t.ids.row[ir->t.graph.row[graph].outputs.first + i];
        cm_str name = graph == 0 ? ir->t.value.row[x].name : (cm_str){NULL, 0};
        if (!standard_is_own(ir, graph, x)) CM_TRY(standard_output(ir, graph, i, name));
    }
    return CAMEO_OK;
}

bool cm_ir_graph_is_live(const cm_ir *ir, cm_id graph) {
    cm_id node = ir->t.graph.row[graph].parent_node;
    return graph == 0 || (node != CM_NONE && !ir->t.node.row[node].dead);
}

cameo_status cm_ir_standardize(cm_ir *ir) {
    CM_TRY(standard_operators(ir));
    cm_id n = ir->t.node.n;
    int64_t opset = standard_opset(ir);
    for (cm_id node = 0; node < n; node++) {
        if (ir->t.node.row[node].dead) continue;
        CM_TRY(standard_attrs(ir, node));
        CM_TRY(standard_types(ir, node, opset));
    }
    for (cm_id g = 0; g < ir->t.graph.n; g++) {
        if (cm_ir_graph_is_live(ir, g)) CM_TRY(standard_outputs(ir, g));
    }
    return CAMEO_OK;
}
