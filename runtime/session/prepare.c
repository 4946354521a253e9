/* prepare.c — model to session: the stages in order. See ir/ir.h for what each does. */
#include "runtime/session/prepare.h"

#include "base/cpu.h"
#include "base/limits.h"
#include "ir/order/order.h"
#include "runtime/device/device.h"
#include "runtime/session/emit.h"
#include "runtime/run/exec.h"
#include "runtime/run/run.h"

/* Providers are offered standard operators, and what they say that they know besides: what only kernels of the CPU
 * understand is fused afterwards, and not into their nodes. Its order of dims comes last. Rewrites of the caller see
 * standard operators, too. */
static cameo_status prepare_optimize(cameo_prepared *p) {
    cm_ir *ir = &p->ir;
    CM_TRY(cm_optimize_own(ir, CAMEO_REWRITE_FIRST));
    cm_rewrites off = ir->rewrites_off, for_cpu = cm_rewrites_for_cpu(), known;
    if (p->options.n_providers == 0) {
        if (ir->own != NULL) {
            ir->rewrites_off = cm_rewrites_or(off, for_cpu);
            CM_TRY(cm_optimize(ir));
            CM_TRY(cm_optimize_own(ir, CAMEO_REWRITE_BEHIND));
            ir->rewrites_off = off;
        }
        CM_TRY(cm_optimize_halves(ir));
        CM_TRY(cm_optimize(ir));
        CM_TRY(cm_optimize_layout(ir));
        return cm_optimize_chains(ir);
    }
    CM_TRY(cm_assign_begin(ir, &known));
    ir->rewrites_off = cm_rewrites_or(off, cm_rewrites_and(for_cpu, cm_rewrites_not(known)));
    CM_TRY(cm_optimize(ir));
    CM_TRY(cm_optimize_own(ir, CAMEO_REWRITE_BEHIND));
    p->program.work = p->work;
    p->program.ir = ir;
    CM_TRY(cm_assign(&p->program, p->try_only));
    ir->rewrites_off = cm_rewrites_or(off, cm_rewrites_not(for_cpu));
    CM_TRY(cm_optimize(ir));
    ir->rewrites_off = off;
    CM_TRY(cm_optimize_layout(ir));
    CM_TRY(cm_optimize_chains(ir));
    return cm_assign_order(&p->program);
}

/* Portable kernels, frozen ones among them, have clamps alone in their epilogues, no chains, compute in halves, read no
 * weights of few bits as they lie and add up each product in one order. */
static void prepare_portable(cm_rewrites *off) {
    static const cm_rewrite_id with_vectors[] = {CM_REWRITE_function, CM_REWRITE_chain, CM_REWRITE_half,
                                                 CM_REWRITE_nbits, CM_REWRITE_matmul_rows};
    for (size_t i = 0; i < sizeof with_vectors / sizeof *with_vectors; i++) cm_rewrites_add(off, with_vectors[i]);
}

/* A cm_layout_gain_fn. */
static int64_t prepare_layout_gain(void *ctx, const cm_ir *ir, cm_id node) {
    const cameo_prepared *p = ctx;
    return cm_lower_layout_gain(ir, p->options.ops, node, p->program.features);
}

/* ---- options.from: types that the model does not declare ---- */

static bool prepare_lacks_type(const cameo_prepared *p, const cameo_model *model) {
    for (size_t i = 0; i < p->options.n_from; i++) {
        const char *name = p->options.from[i];
        cm_id v = name == NULL ? CM_NONE : cm_ir_find_value(&model->t, name);
        if (v != CM_NONE && !cm_ir_type_is_known(&model->t, model->t.value.row[v].type))
            return true;
    }
    return false;
}

/* The bindings of dims that the whole model knows: others name expressions at which it is cut. */
static cameo_status prepare_known_dims(const cameo_prepared *p, const cameo_model *model,
                                       cameo_options *o) {
    cameo_dim_binding *dims = CM_ARENA_NEW_N(p->work, cameo_dim_binding, o->n_dims);
    CM_TRY(cm_arena_status(p->work, "work", p->ir.e));
    size_t n = 0;
    for (size_t i = 0; i < o->n_dims; i++) {
        bool found = false;
        for (cm_id d = 0; d < model->t.dim.n && o->dims[i].name != NULL && !found; d++)
            found = cm_str_is(model->t.dim.row[d].param, o->dims[i].name);
        if (found) dims[n++] = o->dims[i];
    }
    o->dims = dims;
    o->n_dims = n;
    return CAMEO_OK;
}

/* The bound values that are inputs of the whole model: others are in options.from. */
static cameo_status prepare_known_values(const cameo_prepared *p, const cameo_model *model,
                                         cameo_options *o) {
    cameo_value *values = CM_ARENA_NEW_N(p->work, cameo_value, o->n_values);
    CM_TRY(cm_arena_status(p->work, "work", p->ir.e));
    size_t n = 0;
    for (size_t i = 0; i < o->n_values; i++) {
        const char *name = o->values[i].name;
        cm_id v = name == NULL ? CM_NONE : cm_ir_find_value(&model->t, name);
        bool known = v != CM_NONE && model->t.value.row[v].kind == CM_VALUE_INPUT;
        if (known) values[n++] = o->values[i];
    }
    o->values = values;
    o->n_values = n;
    return CAMEO_OK;
}

/* Infers the whole model once to learn the types of the values in options.from. What fails in it is of
 * no matter: a value that stays untyped is reported when the model is cut. */
static cameo_status prepare_from_types(cameo_prepared *p, const cameo_model *model) {
    cm_ir *whole = CM_ARENA_NEW(p->work, cm_ir);
    cameo_options *o = CM_ARENA_NEW(p->work, cameo_options);
    cm_avalue *av = CM_ARENA_NEW_N(p->work, cm_avalue, p->options.n_from);
    CM_TRY(cm_arena_status(p->work, "work", p->ir.e));
    *whole = p->ir;
    *o = p->options;
    CM_TRY(prepare_known_dims(p, model, o));
    CM_TRY(prepare_known_values(p, model, o));
    o->n_from = o->n_to = o->n_outputs = o->n_inputs = 0;
    o->weights = CAMEO_WEIGHTS_DECLARED;
    o->log = NULL;
    whole->options = o;
    whole->report = NULL;
    whole->e = NULL;
    cameo_status status = cm_ir_import(whole, model);
    if (status == CAMEO_OK) status = cm_ir_expand(whole);
    if (status == CAMEO_OK) status = cm_ir_resolve(whole);
    if (status == CAMEO_OK) status = cm_ir_check(whole);
    bool inferred = status == CAMEO_OK;
    if (inferred && cm_infer(whole) != CAMEO_OK) {
        /* What it found is used all the same. */
    }
    CM_TRY(cm_arena_status(p->work, "work", p->ir.e));
    for (size_t i = 0; inferred && i < p->options.n_from; i++) {
        cm_id v =
            p->options.from[i] == NULL ? CM_NONE : cm_ir_find_value(&whole->t, p->options.from[i]);
        if (v != CM_NONE) av[i] = whole->av[v];
    }
    p->ir.from_av = av;
    p->ir.from_dims = whole->dims;
    return CAMEO_OK;
}

/* What folding may write and cost where the caller sets no limit: the preset's figures, or more for a large model.
 * Folding a scale into weights, or standardising them, writes each of them a few times over. */
#define PREPARE_FOLD_OF_WEIGHTS 6

static void prepare_fold_limit(cameo_prepared *p, const cameo_model *model) {
    const cameo_limits none = {0}, *given = p->options.limits == NULL ? &none : p->options.limits;
    cameo_limits *limits = &p->ir.limits;
    uint64_t weights = 0;
    for (cm_id i = 0; i < model->t.tensor.n; i++) {
        uint64_t size = model->t.tensor.row[i].payload.size;
        if (size > UINT64_MAX / PREPARE_FOLD_OF_WEIGHTS - weights) return;
        weights += size;
    }
    weights *= PREPARE_FOLD_OF_WEIGHTS;
    if (given->fold_bytes == 0 && limits->fold_bytes < weights) limits->fold_bytes = weights;
    if (given->fold_cost == 0 && limits->fold_cost < weights) limits->fold_cost = weights;
}

static bool prepare_is(const cm_ir *ir, cm_id node, cm_op_id op) {
    return node != CM_NONE && !ir->t.node.row[node].dead && ir->info[node].op != NULL && ir->info[node].op->id == op;
}

/* The last dim of a value; 0: it is not known. */
static int64_t prepare_last_dim(const cm_ir *ir, cm_id value) {
    const cm_avalue *v = value == CM_NONE ? NULL : &ir->av[value];
    bool has = v != NULL && v->rank != CM_RANK_UNKNOWN && v->rank > 0;
    return has && cm_dim_is_const(v->dims[v->rank - 1]) ? v->dims[v->rank - 1] : 0;
}

/* LinearClassifier and LinearRegressor with more coefficients than features and outputs need, which plans of strict
 * reading refuse (kernels/ml_linear.c): those at the front count. Told of the first such node. */
static void prepare_tell_coefficients(const cm_ir *ir) {
    for (cm_id node = 0; node < ir->t.node.n && !ir->options->strict; node++) {
        bool classifier = prepare_is(ir, node, CM_OP_LinearClassifier);
        if (!classifier && !prepare_is(ir, node, CM_OP_LinearRegressor)) continue;
        int64_t cols = prepare_last_dim(ir, cm_ir_in(ir, node, 0)), n = prepare_last_dim(ir, cm_ir_in(ir, node, 1));
        if (cols <= 0) continue;
        int64_t outputs = prepare_last_dim(ir, cm_ir_in(ir, node, 2)); /* intercepts */
        if (outputs == 0) outputs = classifier ? n / cols : prepare_last_dim(ir, cm_ir_out(ir, node, 0));
        bool spare = outputs > 0 && (n / cols > outputs || (n / cols == outputs && n % cols != 0));
        if (!spare) continue;
        CM_LOG(ir->options, CAMEO_LOG_WARNING,
               "%.*s has %lld coefficients for %lld features and %lld outputs: those at the front count",
               CM_STR_ARG(ir->t.node.row[node].op_type), CM_LL(n), CM_LL(cols), CM_LL(outputs));
        return;
    }
}

static cameo_status prepare_know(cameo_prepared *p, const cameo_model *model) {
    CM_TRY(cm_ir_import(&p->ir, model));
    CM_TRY(cm_ir_expand(&p->ir));
    CM_TRY(cm_ir_resolve(&p->ir));
    CM_TRY(cm_ir_check(&p->ir));
    CM_TRY(cm_infer(&p->ir));
    prepare_tell_coefficients(&p->ir);
    return cm_ir_find_states(&p->ir);
}

/* ---- free dims that cost ---- */

/* Symbols of a model that are looked at, at most: each is tried in every expression. */
#define PREPARE_MAX_SYMBOLS 32

/* The first live node whose result would be a constant, were it not for the one symbol whose value is
 * CM_DIM_UNKNOWN: all its elements are known expressions. */
static cm_id prepare_kept_node(const cm_ir *ir, const cm_dim *values) {
    (void)cm_dim_eval(ir->dims, 0, values); /* from now on each expression is computed once */
    for (cm_id n = 0; n < ir->t.node.n; n++) {
        cm_id v = ir->t.node.row[n].dead ? CM_NONE : cm_ir_out(ir, n, 0);
        size_t count = 0;
        if (v == CM_NONE || !cm_avalue_count(&ir->av[v], &count) || count > CM_MAX_ELEMS) continue;
        bool depends = false;
        for (size_t k = 0; k < count; k++) {
            cm_dim d;
            if (!cm_avalue_elem(&ir->av[v], k, &d) || !cm_dim_is_known(d)) {
                depends = false;
                break;
            }
            depends = depends || cm_dim_eval_next(ir->dims, d, values) == CM_DIM_UNKNOWN;
        }
        if (depends) return n;
    }
    return CM_NONE;
}

/* Tells each free dim that keeps shape arithmetic in the program, by name. */
static cameo_status prepare_tell_dims(cameo_prepared *p) {
    const cm_ir *ir = &p->ir;
    if (!cm_logs(&p->options, CAMEO_LOG_INFO) || p->options.opt == CAMEO_OPT_NONE) return CAMEO_OK;
    size_t n = cm_dim_symbol_count(ir->dims);
    cm_dim *values = CM_ARENA_NEW_N(p->work, cm_dim, n);
    CM_TRY(cm_arena_status(p->work, "work", ir->e));
    for (size_t i = 0; i < n; i++) values[i] = 1;
    for (size_t i = 0; i < ir->n_symbols && i < PREPARE_MAX_SYMBOLS; i++) {
        values[i] = CM_DIM_UNKNOWN;
        cm_id node = prepare_kept_node(ir, values);
        values[i] = 1;
        cm_str name = cm_dim_symbol_name(ir->dims, i);
        if (node == CM_NONE || name.n == 0) continue;
        CM_LOG(&p->options, CAMEO_LOG_INFO,
               "free dim \"%.*s\" keeps shape arithmetic in the program (%.*s \"%.*s\"): bound by "
               "options.dims it would be constant",
               CM_STR_ARG(name), CM_STR_ARG(ir->t.node.row[node].op_type),
               CM_STR_ARG(ir->t.node.row[node].name));
    }
    return CAMEO_OK;
}

/* Nodes that are told one by one. */
#define PREPARE_TOLD 8

/* Does a node read what a DequantizeLinear gives, and give what a QuantizeLinear reads? */
static bool prepare_is_float_among_integers(const cm_ir *ir, cm_id node) {
    const cm_node *n = &ir->t.node.row[node];
    bool from = false, to = false;
    if (n->dead || prepare_is(ir, node, CM_OP_QuantizeLinear) || prepare_is(ir, node, CM_OP_DequantizeLinear))
        return false;
    for (uint32_t i = 0; i < n->in.n && !from; i++) {
        cm_id x = cm_ir_in(ir, node, i);
        from = x != CM_NONE && prepare_is(ir, ir->t.value.row[x].node, CM_OP_DequantizeLinear);
    }
    for (uint32_t i = 0; from && i < n->out.n; i++) {
        cm_id y = cm_ir_out(ir, node, i);
        if (y == CM_NONE) continue;
        for (cm_id u = ir->t.value.row[y].first_use; u != CM_NONE && !to; u = ir->t.use.row[u].next)
            to = prepare_is(ir, ir->t.use.row[u].node, CM_OP_QuantizeLinear);
    }
    return to;
}

/* Tells how many nodes of a quantized part compute in float, and the first of them: their weights are floats, too. */
static void prepare_tell_floats(const cameo_prepared *p) {
    const cm_ir *ir = &p->ir;
    uint32_t n = 0;
    if (!cm_logs(&p->options, CAMEO_LOG_INFO) || p->options.opt == CAMEO_OPT_NONE) return;
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        if (!prepare_is_float_among_integers(ir, node)) continue;
        if (n++ >= PREPARE_TOLD) continue;
        CM_LOG(&p->options, CAMEO_LOG_INFO, "quantized node %.*s \"%.*s\" computes in float",
               CM_STR_ARG(ir->t.node.row[node].op_type), CM_STR_ARG(ir->t.node.row[node].name));
    }
    if (n == 0) return;
    CM_LOG(&p->options, CAMEO_LOG_INFO, "%u quantized %s in float", (unsigned)n,
           n == 1 ? "node computes" : "nodes compute");
}

static cameo_status prepare_program(cameo_prepared *p) {
    CM_TRY(prepare_optimize(p));
    CM_TRY(prepare_tell_dims(p));
    prepare_tell_floats(p);
    /* Neighbouring steps of a provider are handed to it together: their order stays. */
    if (p->options.opt < CAMEO_OPT_NONE && p->program.n_devices == 0) CM_TRY(cm_order_nodes(&p->ir));
    p->program.work = p->work;
    p->program.ir = &p->ir;
    p->program.ops = p->options.ops;
    p->program.custom = p->custom;
    p->program.n_custom = p->ir.custom.n;
    return cm_lower(&p->program);
}

/* A run of a graph without outputs computes nothing: mostly names were lost on the way. */
static cameo_status prepare_check_outputs(const cameo_prepared *p) {
    if (p->ir.t.graph.row[0].outputs.n != 0) return CAMEO_OK;
    CM_CHECK(!p->options.strict, p->ir.e, CAMEO_E_MALFORMED, "the graph has no outputs");
    CM_LOG(&p->options, CAMEO_LOG_WARNING, "the graph has no outputs: a run computes nothing");
    return CAMEO_OK;
}

cameo_status cm_prepare_infer(const cameo_model *model, cm_arena *work,
                              const cameo_options *options, cameo_problem_fn *report, void *ctx,
                              cameo_prepared **prepared, cameo_error *error) {
    CM_CHECK(options != NULL && options->ops != NULL, error, CAMEO_E_ARG,
             "options.ops is NULL, want &cameo_ops_all or another set");
    cameo_prepared *p = CM_ARENA_NEW(work, cameo_prepared);
    CM_TRY(cm_arena_status(work, "work", error));
    p->work = work;
    p->try_only = report != NULL;
    size_t size =
        options->size == 0 || options->size > sizeof p->options ? sizeof p->options : options->size;
    memcpy(&p->options, options, size);
    /* Asked once: the instruction behind it traps in virtual machines. */
    p->program.features = cm_cpu_detect() | (p->options.cpu_tiles ? cm_cpu_tiles() : 0);
    p->program.features &= ~p->options.cpu_mask_off;
    p->ir.work = work;
    p->ir.options = &p->options;
    cm_limits_resolve(options, &p->ir.limits);
    prepare_fold_limit(p, model);
    CM_TRY(cm_rewrites_find(&p->options, &p->ir.rewrites_off, error));
    if (cm_prims_select(p->program.features)->features == 0) prepare_portable(&p->ir.rewrites_off);
    p->ir.ops = options->ops->ops;
    p->ir.fold = cm_prepare_fold;
    p->ir.fold_ctx = p;
    p->ir.layout_gain = prepare_layout_gain;
    p->ir.layout_ctx = p;
    p->ir.report = report;
    p->ir.report_ctx = ctx;
    p->ir.e = error;
    CM_TRY(cm_custom_make(&p->options, &p->ir.ops, work, &p->custom, &p->ir.custom, error));
    if (p->options.n_functions != 0 || p->options.n_importers != 0 || p->options.n_rewrites != 0)
        CM_TRY(cm_built_begin(&p->built, &p->options, work, &p->ir));
    cameo_status status = CAMEO_OK;
    if (prepare_lacks_type(p, model)) status = prepare_from_types(p, model);
    if (status == CAMEO_OK) status = prepare_know(p, model);
    if (status == CAMEO_OK) status = prepare_check_outputs(p);
    CM_TRY(cm_arena_status(work, "work", error));
    CM_TRY(status);
    *prepared = p;
    return CAMEO_OK;
}

cameo_status cm_prepare_finish(cameo_prepared *p) {
    cameo_status status = prepare_program(p);
    CM_TRY(cm_arena_status(p->work, "work", p->ir.e));
    return status;
}

cameo_status cm_prepare(const cameo_model *model, cm_arena *work, const cameo_options *options,
                        cameo_problem_fn *report, void *ctx, cameo_prepared **prepared,
                        cameo_error *error) {
    cameo_prepared *p;
    CM_TRY(cm_prepare_infer(model, work, options, report, ctx, &p, error));
    CM_TRY(cm_prepare_finish(p));
    *prepared = p;
    return CAMEO_OK;
}

/* Between two tasks of a node that is folded. */
static cameo_status prepare_ask(void *ctx) { return cm_ir_go_on(ctx, true); }

/* cm_services.spend of a node that is folded: beyond the limit it stays a node. */
static cameo_status prepare_spend(const cm_kctx *k, uint64_t cost) {
    cm_ir *ir = k->services_ctx;
    ir->folded_cost = cm_cost_add(ir->folded_cost, cost);
    CM_CHECK(ir->folded_cost <= ir->limits.fold_cost, k->e, CAMEO_E_LIMIT, "limit fold_cost is reached");
    return cm_ir_go_on(ir, true);
}

static const cm_services prepare_services = {.spend = prepare_spend}; /* no operator that folds asks for others */

/* A matrix of halves as floats that are computed when they are asked for: products read the halves. */
typedef struct prepare_wide {
    cm_pending pending;
    cm_ir *ir;
    const cm_prims *prims;
} prepare_wide;

/* Bytes of floats that are worth it. */
#define PREPARE_WIDE ((size_t)1 << 14)
/* Elements that are widened at a time. */
#define PREPARE_WIDE_PART 256

static void prepare_wide_fill(cm_pending *pending) {
    const prepare_wide *w = (const prepare_wide *)(const void *)pending;
    const cm_tensor_proto *t = &w->ir->t.tensor.row[w->ir->t.value.row[pending->half].init];
    const uint8_t *from = cm_payload_bytes(&w->ir->t, &t->payload);
    size_t width = cm_payload_is_swapped(&t->payload, (cameo_dtype)t->dtype) ? sizeof(uint16_t) : 1;
    float *to = (float *)(void *)pending->bytes;
    if (w->ir->touch != NULL) w->ir->touch(to, t->n_elem * sizeof *to, false);
    for (size_t i = 0, n; i < t->n_elem; i += n) {
        uint16_t part[PREPARE_WIDE_PART];
        n = cm_min_size(PREPARE_WIDE_PART, t->n_elem - i);
        cm_copy_swapped((uint8_t *)part, from + i * sizeof *part, n * sizeof *part, width);
        if (t->dtype == CAMEO_FLOAT16) {
            w->prims->cast_f16_f32(part, to + i, n);
        } else {
            w->prims->loop[CM_LOOP_ID_bf16_f32](&(cm_loop_args){.a = part, .a_step = 1}, to + i, n);
        }
    }
}

/* Is node a Cast whose result may stay halves? */
static bool prepare_is_wide(const cameo_prepared *p, const cm_ir *ir, cm_id node) {
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0);
    if (ir->info[node].op->id != CM_OP_Cast || x == CM_NONE || y == CM_NONE) return false;
    if (ir->av[x].dtype != CAMEO_FLOAT16 && ir->av[x].dtype != CAMEO_BFLOAT16) return false;
    if (ir->av[y].dtype != CAMEO_FLOAT || ir->av[x].rank != 2) return false;
    return cm_ir_const_size(ir, x) * 2 >= PREPARE_WIDE && cm_prims_select(p->program.features)->half_weights != 0;
}

static cameo_status prepare_fold_wide(const cameo_prepared *p, cm_ir *ir, cm_id node) {
    cm_id x = cm_ir_in(ir, node, 0), y = cm_ir_out(ir, node, 0);
    size_t bytes = cm_ir_const_size(ir, x) * 2;
    prepare_wide *w = CM_ARENA_NEW(ir->work, prepare_wide);
    if (w == NULL) return CAMEO_E_NOMEM;
    w->pending = (cm_pending){.fill = prepare_wide_fill, .widened = true, .half = x};
    w->ir = ir;
    w->prims = cm_prims_select(p->program.features);
    w->pending.bytes = cm_arena_alloc_raw(ir->work, bytes, 16);
    if (w->pending.bytes == NULL) return CAMEO_E_NOMEM;
    return cm_ir_make_pending(ir, y, ir->av[x].rank, ir->av[x].dims, &w->pending, bytes);
}

cameo_status cm_prepare_fold(void *ctx, cm_ir *ir, cm_id node) {
    const cameo_prepared *p = ctx;
    const cm_op *op = ir->info[node].op;
    if (prepare_is_wide(p, ir, node)) return prepare_fold_wide(p, ir, node);
    if ((op->flags & (CM_OPF_VIEW | CM_OPF_CONTROL | CM_OPF_RANDOM | CM_OPF_DYNAMIC)) != 0) {
        return CAMEO_E_UNSUPPORTED;
    }
    const cm_row *row = cm_lower_select(ir, p->options.ops, node, true, p->program.features);
    if (row == NULL || row->pack != NULL) return CAMEO_E_UNSUPPORTED;
    cm_kctx k;
    cameo_error ignored = {0};
    CM_TRY(cm_lower_context(ir, node, &k));
    k.e = &ignored;
    k.prims = cm_prims_select(p->program.features);
    k.services = &prepare_services;
    k.services_ctx = ir;
    for (uint32_t i = 0; i < k.n_in; i++) {
        cm_tensor *t = k.in_ids[i] == CM_NONE ? NULL : &k.values[k.in_ids[i]];
        if (t == NULL || (row->flags & CM_ROWF_ANY_ALIGN) != 0) continue;
        size_t bytes, align = cm_dtype_align((cameo_dtype)t->dtype);
        if (t->dtype == CAMEO_STRING || align == 0 || (uintptr_t)t->data % align == 0) continue;
        CM_TRY(cm_dtype_bytes((cameo_dtype)t->dtype, t->n, &bytes));
        void *aligned = cm_arena_alloc_raw(ir->work, bytes, 16);
        if (aligned == NULL) return CAMEO_E_NOMEM;
        memcpy(aligned, t->data, bytes);
        t->data = aligned;
    }
    for (uint32_t i = 0; i < k.n_out; i++) {
        cm_tensor *t = cm_out(&k, i);
        if (t == NULL) continue;
        size_t bytes;
        if (t->dtype == CAMEO_STRING || t->kind != CAMEO_KIND_TENSOR) return CAMEO_E_UNSUPPORTED;
        CM_TRY(cm_dtype_bytes((cameo_dtype)t->dtype, t->n, &bytes));
        t->data = cm_arena_alloc_raw(ir->work, bytes, 16);
        if (t->data == NULL) return CAMEO_E_NOMEM;
        if (ir->touch != NULL) ir->touch(t->data, bytes, false);
        cm_run_clear_tail(t, 0);
    }
    CM_TRY(cm_exec_kernel(&k, row, ir->work, prepare_ask, ir));
    for (uint32_t i = 0; i < k.n_out; i++) {
        const cm_tensor *t = cm_out(&k, i);
        if (t == NULL) continue;
        size_t bytes;
        int64_t dims[CM_MAX_RANK];
        for (uint32_t d = 0; d < t->rank; d++) dims[d] = (int64_t)t->dims[d];
        CM_TRY(cm_dtype_bytes((cameo_dtype)t->dtype, t->n, &bytes));
        CM_TRY(
            cm_ir_make_const(ir, cm_ir_out(ir, node, i), t->dtype, t->rank, dims, t->data, bytes));
    }
    return CAMEO_OK;
}

cameo_status cameo_session_measure(const cameo_model *model, cameo_memory work,
                                   const cameo_options *options, cameo_prepared **prepared,
                                   size_t *session_bytes, cameo_error *error) {
    cm_arena arena;
    cameo_prepared *p;
    cm_arena_init(&arena, work.base, work.size);
    /* The arena itself moves into work: nobody else keeps it. */
    cm_arena *own = CM_ARENA_NEW(&arena, cm_arena);
    CM_TRY(cm_arena_status(&arena, "work", error));
    *own = arena;
    CM_TRY(cm_prepare(model, own, options, NULL, NULL, &p, error));
    CM_TRY(cm_emit_measure(&p->program, session_bytes));
    *prepared = p;
    return CAMEO_OK;
}

uint32_t cameo_prepared_count_rewrite(const cameo_prepared *prepared, uint32_t index) {
    if (index < CM_REWRITE_COUNT) return prepared->ir.applied[index];
    return index - CM_REWRITE_COUNT < CM_OWN_MAX ? prepared->ir.own_applied[index - CM_REWRITE_COUNT] : 0;
}

cameo_status cameo_session_create(cameo_memory memory, cameo_prepared *prepared,
                                  cameo_session **session, cameo_error *error) {
    CM_CHECK(!prepared->done, error, CAMEO_E_ARG,
             "a session was made of this already: measure again for another one");
    prepared->ir.e = error;
    CM_TRY(cm_emit(&prepared->program, memory, session));
    prepared->done = true;
    return CAMEO_OK;
}

static void prepare_ignore(void *ctx, const cameo_error *problem) {
    (void)ctx;
    (void)problem;
}

cameo_status cameo_model_check(const cameo_model *model, cameo_memory work,
                               const cameo_options *options, cameo_problem_fn *report, void *ctx,
                               cameo_error *error) {
    cm_arena arena;
    cameo_prepared *p;
    cm_arena_init(&arena, work.base, work.size);
    return cm_prepare(model, &arena, options, report == NULL ? prepare_ignore : report, ctx, &p,
                      error);
}
