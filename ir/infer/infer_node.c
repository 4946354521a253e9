/* infer_node.c — what inference knows of one value, and of one node by its shape rule. See ir.h.
 *
 * Declared shapes are hints: they are compared with what was inferred, never trusted, because the
 * planner and the optimiser build on inferred dims. Only a dtype that nothing else tells is taken from
 * them. */
#include "base/bytes.h"
#include "base/dtype.h"
#include "ir/ir_impl.h"
#include "ir/schema.h"

/* ---- constants ---- */

/* Native aligned bytes of a small constant, copied to work memory if it lies otherwise. */
static cameo_status infer_node_data(cm_ir *ir, const cm_tensor_proto *t, const void **data) {
    *data = NULL;
    if (cm_payload_pending(&t->payload) != NULL) return CAMEO_OK; /* no shape rule reads so many floats */
    const uint8_t *bytes = cm_payload_bytes(&ir->t, &t->payload);
    size_t align = cm_dtype_align((cameo_dtype)t->dtype);
    bool swap = cm_payload_is_swapped(&t->payload, (cameo_dtype)t->dtype);
    if (t->dtype == CAMEO_STRING || bytes == NULL) return CAMEO_OK;
    if (!swap && cm_is_aligned(bytes, align)) {
        *data = bytes;
        return CAMEO_OK;
    }
    if (t->n_elem > CM_MAX_ELEMS) return CAMEO_OK;
    uint8_t *copy = cm_arena_alloc(ir->work, t->payload.size, 16);
    if (copy == NULL) return cm_ir_nomem(ir);
    if (swap) {
        cm_copy_swapped(copy, bytes, t->payload.size, cm_dtype_swap_width((cameo_dtype)t->dtype));
    } else {
        memcpy(copy, bytes, t->payload.size);
    }
    *data = copy;
    return CAMEO_OK;
}

cameo_status cm_infer_const(cm_ir *ir, cm_id value) {
    const cm_tensor_proto *t = &ir->t.tensor.row[ir->t.value.row[value].init];
    cm_avalue av = {.kind = CAMEO_KIND_TENSOR, .dtype = (uint8_t)t->dtype, .n_elem = CM_NONE};
    CM_CHECK(t->dims.n <= CM_MAX_RANK, ir->e, CAMEO_E_LIMIT,
             "a tensor has rank %u, at most %d is handled", t->dims.n, CM_MAX_RANK);
    av.rank = (uint8_t)t->dims.n;
    for (uint32_t i = 0; i < t->dims.n; i++)
        av.dims[i] = cm_dim_from_i64(ir->t.ints.row[t->dims.first + i]);
    if (ir->t.value.row[value].kind == CM_VALUE_INIT) CM_TRY(infer_node_data(ir, t, &av.data));
    ir->av[value] = av;
    return CAMEO_OK;
}

/* ---- declared types ---- */

/* A declared dim: bound by the caller, or the symbol of its name, or a fresh one. */
static cm_dim infer_node_dim(cm_ir *ir, const cm_dim_proto *d) {
    if (d->value >= 0) return cm_dim_from_i64(d->value);
    for (size_t i = 0; d->param.n != 0 && i < ir->options->n_dims; i++) {
        const cameo_dim_binding *b = &ir->options->dims[i];
        if (b->min == b->max && cm_str_is(d->param, b->name)) return cm_dim_from_i64(b->min);
    }
    return cm_dim_symbol(ir->dims, d->param, 0, INT64_MAX);
}

cameo_status cm_infer_declared(cm_ir *ir, cm_id value, cameo_error *problem, cm_avalue *av) {
    const cm_value *v = &ir->t.value.row[value];
    (void)v;
    CM_CHECK(v->type != CM_NONE, problem, CAMEO_E_TYPE, "input \"%.*s\" has no type",
             CM_STR_ARG(v->name));
    const cm_type_proto *t = &ir->t.type.row[v->type];
    *av = (cm_avalue){.kind = t->kind, .rank = CM_RANK_UNKNOWN, .n_elem = CM_NONE};
    if (t->kind == CAMEO_KIND_MAP) av->elem_kind = (uint8_t)t->dtype;
    bool inner = false;
    while (t->kind == CAMEO_KIND_SEQUENCE || t->kind == CAMEO_KIND_OPTIONAL ||
           t->kind == CAMEO_KIND_MAP) {
        CM_CHECK(t->elem != CM_NONE, problem, CAMEO_E_TYPE, "input \"%.*s\" has no element type",
                 CM_STR_ARG(v->name));
        t = &ir->t.type.row[t->elem];
        if (!inner && av->kind != CAMEO_KIND_MAP) av->elem_kind = t->kind;
        inner = true;
    }
    CM_CHECK(t->kind == CAMEO_KIND_TENSOR && cm_dtype_is_known(t->dtype), problem, CAMEO_E_TYPE,
             "input \"%.*s\" has no element type", CM_STR_ARG(v->name));
    CM_CHECK(!t->sparse, problem, CAMEO_E_UNSUPPORTED,
             "unsupported: input \"%.*s\" is a sparse tensor", CM_STR_ARG(v->name));
    av->dtype = (uint8_t)t->dtype;
    if (!t->has_shape) return CAMEO_OK;
    CM_CHECK(t->dims.n <= CM_MAX_RANK, problem, CAMEO_E_LIMIT,
             "input \"%.*s\" has rank %u, at most %d is handled", CM_STR_ARG(v->name), t->dims.n,
             CM_MAX_RANK);
    av->rank = (uint8_t)t->dims.n;
    for (uint32_t i = 0; i < t->dims.n; i++) {
        const cm_dim_proto *d = &ir->t.dim.row[t->dims.first + i];
        bool differs = inner && d->value < 0; /* from item to item, also under one name (ONNX's tests) */
        av->dims[i] = differs ? CM_DIM_UNKNOWN : infer_node_dim(ir, d);
    }
    return CAMEO_OK;
}

/* Kind and dtype that a declaration tells, with unknown shape; false where it does not tell them. */
static bool infer_node_declared_type(const cm_ir *ir, cm_id value, cm_avalue *av) {
    cm_id id = ir->t.value.row[value].type;
    if (id == CM_NONE) return false;
    const cm_type_proto *t = &ir->t.type.row[id];
    *av = (cm_avalue){.kind = t->kind, .rank = CM_RANK_UNKNOWN, .n_elem = CM_NONE};
    if (t->kind == CAMEO_KIND_MAP) av->elem_kind = (uint8_t)t->dtype;
    while (t->kind != CAMEO_KIND_TENSOR) {
        if (t->kind == CAMEO_KIND_NONE || t->elem == CM_NONE) return false;
        const cm_type_proto *elem = &ir->t.type.row[t->elem];
        if (t == &ir->t.type.row[id] && t->kind != CAMEO_KIND_MAP) av->elem_kind = elem->kind;
        t = elem;
    }
    av->dtype = (uint8_t)t->dtype;
    return cm_dtype_is_known(t->dtype);
}

/* ---- joining ---- */

/* Keeps of a's elements those that b has, too. The dims of *a are joined already. */
static void infer_node_join_elems(cm_ir *ir, cm_avalue *a, const cm_avalue *b) {
    bool same =
        a->rank == b->rank && a->data == b->data && a->elem == b->elem && a->n_elem == b->n_elem;
    size_t n = 0;
    if (same) return;
    cm_avalue was = *a;
    a->data = NULL;
    a->elem = NULL;
    a->n_elem = CM_NONE;
    cm_dim d;
    bool known = was.elem != NULL || cm_avalue_elem(&was, 0, &d);
    if (!known || !cm_avalue_count(a, &n) || n == 0 || n > CM_MAX_ELEMS) return;
    cm_dim *elem = CM_ARENA_NEW_N(ir->work, cm_dim, n);
    if (elem == NULL) return;
    for (size_t i = 0; i < n; i++) {
        bool both = cm_avalue_elem(&was, i, &elem[i]) && cm_avalue_elem(b, i, &d) &&
                    cm_dim_equal(ir->dims, elem[i], d) == CM_YES;
        if (!both) elem[i] = CM_DIM_UNKNOWN;
    }
    a->elem = elem;
    a->n_elem = (uint32_t)n;
}

bool cm_infer_join(cm_ir *ir, cm_avalue *a, const cm_avalue *b) {
    if (a->kind != b->kind || a->dtype != b->dtype) return false;
    if (a->elem_kind != b->elem_kind) return false;
    if (cm_avalue_join_no_items(a, b)) return true;
    if (a->rank != b->rank) {
        a->rank = CM_RANK_UNKNOWN;
    } else if (a->rank != CM_RANK_UNKNOWN) {
        for (uint32_t i = 0; i < a->rank; i++) {
            if (cm_dim_equal(ir->dims, a->dims[i], b->dims[i]) != CM_YES)
                a->dims[i] = CM_DIM_UNKNOWN;
        }
    }
    infer_node_join_elems(ir, a, b);
    return true;
}

/* ---- nodes ---- */

/* Room for n_in inputs and n_out outputs, kept for the next node. */
static cameo_status infer_node_room(cm_ir *ir, uint32_t n_in, uint32_t n_out) {
    if (n_in > ir->shape_in_cap || ir->shape_in == NULL) {
        uint32_t cap = n_in < 16 ? 16 : n_in;
        ir->shape_in = CM_ARENA_NEW_N(ir->work, const cm_avalue *, cap);
        ir->shape_in_cap = cap;
    }
    if (n_out > ir->shape_out_cap || ir->shape_out == NULL) {
        uint32_t cap = n_out < 8 ? 8 : n_out;
        ir->shape_out = CM_ARENA_NEW_N(ir->work, cm_avalue, cap);
        ir->shape_out_cap = cap;
    }
    return cm_arena_status(ir->work, "work", ir->e);
}

cameo_status cm_infer_context(cm_ir *ir, cm_id node, cameo_error *problem, cm_shape *s) {
    const cm_node *n = &ir->t.node.row[node];
    uint32_t n_in = n->in.n;
    while (n_in > 0 && cm_ir_in(ir, node, n_in - 1) == CM_NONE) n_in--;
    CM_TRY(infer_node_room(ir, n_in, n->out.n));
    for (uint32_t i = 0; i < n_in; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        ir->shape_in[i] = v == CM_NONE ? &cm_avalue_absent : &ir->av[v];
    }
    memset(ir->shape_out, 0, n->out.n * sizeof *ir->shape_out);
    *s = (cm_shape){.op = ir->info[node].op,
                    .params = ir->info[node].params,
                    .n_in = n_in,
                    .n_out = n->out.n,
                    .in = ir->shape_in,
                    .out = ir->shape_out,
                    .dims = ir->dims,
                    .arena = ir->work,
                    .since = ir->info[node].since,
                    .ir = ir->demanding ? ir : NULL,
                    .node = node,
                    .e = problem};
    return CAMEO_OK;
}

bool cm_infer_fallback(cm_ir *ir, cm_id node) {
    const cm_node *n = &ir->t.node.row[node];
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v == CM_NONE || ir->av[v].kind != CAMEO_KIND_NONE) continue;
        cm_avalue av;
        if (!infer_node_declared_type(ir, v, &av)) {
            int dtype = cm_check_output_dtype(ir, node, i);
            if (dtype == CAMEO_UNDEFINED) return false;
            av = (cm_avalue){.kind = CAMEO_KIND_TENSOR,
                             .dtype = (uint8_t)dtype,
                             .rank = CM_RANK_UNKNOWN,
                             .n_elem = CM_NONE};
        }
        ir->av[v] = av;
    }
    return true;
}

static bool infer_node_single_constant_range(const cm_ir *ir, cm_dim d, int64_t *value) {
    int64_t lo;
    int64_t hi;
    cm_dim_interval(ir->dims, d, &lo, &hi);
    *value = lo;
    return cm_dim_is_expr(d) && lo == hi;
}

/* Dims and elements whose interval is one number become that number. Floats of which no element is known are no shape
 * arithmetic. */
static void infer_node_settle(const cm_ir *ir, cm_avalue *av) {
    bool known = av->kind != CAMEO_KIND_TENSOR || av->elem == NULL || !cm_elem_is_float(av->dtype);
    for (uint32_t i = 0; !known && i < av->n_elem; i++) known = cm_dim_is_known(av->elem[i]);
    if (!known) {
        av->elem = NULL;
        av->n_elem = CM_NONE;
    }
    for (uint32_t i = 0; av->rank != CM_RANK_UNKNOWN && i < av->rank; i++) {
        int64_t value;
        if (ir->demand.n != 0) av->dims[i] = cm_dim_add(ir->dims, av->dims[i], 0);
        if (infer_node_single_constant_range(ir, av->dims[i], &value)) av->dims[i] = value;
    }
}

cameo_status cm_infer_apply(cm_ir *ir, cm_id node, cameo_error *problem) {
    cm_shape s;
    CM_TRY(cm_ir_retype_lifted(ir, node));
    CM_TRY(cm_check_types(ir, node, false, problem));
    CM_TRY(cm_infer_context(ir, node, problem, &s));
    cameo_status status = s.op->shape == NULL ? CAMEO_OK : s.op->shape(&s);
    if (status == CAMEO_E_SHAPE) cm_demand_tell_inputs(ir, node, problem);
    CM_TRY(status);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    for (uint32_t i = 0; i < s.n_out; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v == CM_NONE) continue;
        if (s.out[i].kind == CAMEO_KIND_TENSOR && s.out[i].elem == NULL && s.out[i].data == NULL) {
            s.out[i].n_elem = CM_NONE;
        }
        infer_node_settle(ir, &s.out[i]);
        bool typed = s.out[i].kind != CAMEO_KIND_NONE &&
                     (s.out[i].dtype != CAMEO_UNDEFINED || s.out[i].kind != CAMEO_KIND_TENSOR);
        ir->av[v] = typed ? s.out[i] : (cm_avalue){.kind = CAMEO_KIND_NONE};
    }
    CM_CHECK(cm_infer_fallback(ir, node), problem, CAMEO_E_TYPE,
             "the type of an output cannot be inferred");
    return cm_check_types(ir, node, true, problem);
}

/* ---- declared against inferred ---- */

/* A dim is told in at most so many bytes. */
#define INFER_NODE_TEXT 96

/* The first dim that contradicts, or rank where none does. */
static uint32_t infer_node_conflict(const cm_ir *ir, const cm_type_proto *t, const cm_avalue *av) {
    uint32_t i = 0;
    for (; i < av->rank; i++) {
        int64_t want = ir->t.dim.row[t->dims.first + i].value;
        if (want >= 0 && cm_dim_equal(ir->dims, av->dims[i], cm_dim_from_i64(want)) == CM_NO) break;
    }
    return i;
}

/* The declared shape as a hint: where it is not what was inferred that is told once, or an error. */
static cameo_status infer_node_check_shape(cm_ir *ir, cm_id value, cameo_error *problem) {
    cm_value *v = &ir->t.value.row[value];
    const cm_type_proto *t = &ir->t.type.row[v->type];
    const cm_avalue *av = &ir->av[value];
    char said[4 * INFER_NODE_TEXT], dim[INFER_NODE_TEXT];
    if (t->kind != CAMEO_KIND_TENSOR || !t->has_shape || av->rank == CM_RANK_UNKNOWN)
        return CAMEO_OK;
    uint32_t i = t->dims.n == av->rank ? infer_node_conflict(ir, t, av) : 0;
    if (t->dims.n != av->rank) {
        (void)cm_format(said, sizeof said, "\"%.*s\" is declared with rank %u, inferred is %d",
                        CM_STR_ARG(v->name), t->dims.n, (int)av->rank);
    } else if (i < av->rank) {
        (void)cm_dim_format(ir->dims, av->dims[i], dim, sizeof dim);
        (void)cm_format(said, sizeof said,
                        "dim %u of \"%.*s\" is declared as %lld, inferred is %s", i,
                        CM_STR_ARG(v->name), CM_LL(ir->t.dim.row[t->dims.first + i].value), dim);
    } else {
        return CAMEO_OK;
    }
    CM_CHECK(!ir->options->strict, problem, CAMEO_E_SHAPE, "%s", said);
    if (!v->told) CM_IR_WARN(ir, "%s", said);
    v->told = true;
    return CAMEO_OK;
}

cameo_status cm_infer_check_declared(cm_ir *ir, cm_id node, cameo_error *problem) {
    const cm_node *n = &ir->t.node.row[node];
    for (uint32_t i = 0; i < n->out.n && !ir->redeclared; i++) {
        cm_id value = cm_ir_out(ir, node, i);
        cm_avalue declared;
        if (value == CM_NONE || ir->t.value.row[value].type == CM_NONE) continue;
        if (infer_node_declared_type(ir, value, &declared)) {
            const cm_avalue *av = &ir->av[value];
            CM_CHECK(declared.kind == av->kind && declared.dtype == av->dtype, problem,
                     CAMEO_E_TYPE, "output \"%.*s\" is declared as %s, inferred is %s",
                     CM_STR_ARG(ir->t.value.row[value].name),
                     cameo_dtype_name((cameo_dtype)declared.dtype),
                     cameo_dtype_name((cameo_dtype)av->dtype));
        }
        CM_TRY(infer_node_check_shape(ir, value, problem));
    }
    return CAMEO_OK;
}

cameo_status cm_infer_node(cm_ir *ir, cm_id node) {
    cameo_error problem = {0};
    if ((ir->info[node].op->flags & CM_OPF_CONTROL) != 0) return CAMEO_OK;
    cameo_status status = cm_infer_apply(ir, node, &problem);
    CM_TRY(cm_arena_status(ir->work, "work", ir->e));
    return status;
}
