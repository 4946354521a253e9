/* assign.c — which provider computes which node.
 *
 * Providers are asked in the caller's order, each about the nodes that those before it left.
 * Once its nodes are known it prepares, and may give some of them back; if that fails, all its nodes
 * are free again. What is free the next one is asked about: that is the assignment that would have been
 * made without it, since the graph was not changed for it but for epilogues: before those are made providers are asked
 * about the node with and without, so that who knows the operator, but not what comes behind, does not lose it.
 *
 * Not offered are nodes whose results a kernel cannot place by dims alone (strings, sequences,
 * dims that data decide), control flow and views, random numbers of the library's operators, nodes
 * that need elements of their inputs to know their dims, and shape arithmetic, that is nodes with a
 * result of which inference tracks the elements. Where these elements are all that dims need, a provider that
 * can do with operands on the host is offered the node.
 *
 * The log gets at DEBUG who computes each node, and of every provider that was asked why not.
 *
 * At last nodes are sorted: a device gets its nodes in groups, those that follow one another, and where a group begins
 * and ends values are copied and waited for. */
#include "runtime/device/device.h"

#include "ir/ir_impl.h"
#include "ir/rewrite/opt.h"

#define ASSIGN_NO_MEMORY(p) cm_arena_status((p)->work, "work", (p)->ir->e)

/* ---- nodes as a provider sees them ---- */

static uint32_t assign_count_in(const cm_ir *ir, cm_id node) {
    uint32_t n = ir->t.node.row[node].in.n;
    while (n > 0 && cm_ir_in(ir, node, n - 1) == CM_NONE) n--;
    return n;
}

bool cm_assign_context(cameo_partition *p, cm_id node) {
    cm_ir *ir = p->ir;
    const cm_node *n = &ir->t.node.row[node];
    if (cm_infer_context(ir, node, NULL, &p->shape) != CAMEO_OK) return false;
    for (uint32_t i = 0; i < n->out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE) p->shape.out[i] = ir->av[v];
    }
    p->parse = (cm_parse){.t = &ir->t,
                          .node = n,
                          .op = ir->info[node].op,
                          .since = ir->info[node].since,
                          .n_in = assign_count_in(ir, node),
                          .n_out = n->out.n,
                          .e = p->context.e};
    p->host = p->claim == NULL ? 0 : p->claim[node].host_in;
    uint32_t n_in = p->parse.n_in, n_out = p->parse.n_out;
    for (uint32_t i = 0; i < n_in + n_out; i++)
        p->ids[i] = i < n_in ? cm_ir_in(ir, node, i) : cm_ir_out(ir, node, i - n_in);
    p->context = (cameo_op_context){.part = p,
                                    .in = p->ids,
                                    .out = p->ids + n_in,
                                    .n_in = n_in,
                                    .n_out = n_out,
                                    .why = p->context.why,
                                    .parse = &p->parse,
                                    .shape = &p->shape,
                                    .name = n->name,
                                    .op_type = n->op_type,
                                    .domain = cm_domain_normal(n->domain),
                                    .since = ir->info[node].since,
                                    .e = p->context.e};
    return true;
}

static void assign_get(cameo_partition *p, uint32_t i) {
    /* There is room for its operands. */
    (void)cm_assign_context(p, p->nodes == NULL ? i : p->nodes[i]);
}

/* The node of the partition that is this one of the ir; its nodes ascend, or are all of the ir. */
static uint32_t assign_index(const cameo_partition *p, cm_id node) {
    if (p->nodes == NULL) return node;
    uint32_t lo = 0, hi = p->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (p->nodes[mid] < node)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < p->n && p->nodes[lo] == node ? lo : CM_NONE;
}

/* The value whose bytes v is. */
static cm_id assign_root(const cm_ir *ir, cm_id v) {
    for (;;) {
        cm_id node = ir->t.value.row[v].node;
        const cm_op *op = node == CM_NONE ? NULL : ir->info[node].op;
        if (op == NULL || (op->flags & CM_OPF_VIEW) == 0 || cm_ir_in(ir, node, 0) == CM_NONE) return v;
        v = cm_ir_in(ir, node, 0);
    }
}

/* Is v read by another than a node of the partition? Its views are asked about by themselves. */
static bool assign_leaves(const cameo_partition *p, cm_id v) {
    const cm_ir *ir = p->ir;
    if (ir->n_listed[v] != 0) return true;
    for (cm_id u = ir->t.value.row[v].first_use; u != CM_NONE; u = ir->t.use.row[u].next) {
        cm_id node = ir->t.use.row[u].node;
        const cm_op *op = ir->info[node].op;
        bool view = op != NULL && (op->flags & CM_OPF_VIEW) != 0 && cm_ir_in(ir, node, 0) == v;
        if (!ir->t.node.row[node].dead && !view && assign_index(p, node) == CM_NONE) return true;
        if (view && !ir->t.node.row[node].dead && cm_ir_out(ir, node, 0) != CM_NONE &&
            ir->n_listed[cm_ir_out(ir, node, 0)] != 0)
            return true;
    }
    return false;
}

/* Each value's readers are gone through once, however many of them ask. */
static bool assign_leaves_once(const cameo_partition *p, cm_id v) {
    if (p->leaves == NULL) return assign_leaves(p, v);
    if (p->leaves[v] == 0) p->leaves[v] = assign_leaves(p, v) ? 2 : 1;
    return p->leaves[v] == 2;
}

static CM_COLD bool assign_value(cameo_partition *p, uint32_t id, cameo_value_info *info) {
    const cm_ir *ir = p->ir;
    if (!cm_custom_abstract(&ir->av[id], &info->tensor)) return false;
    info->view_of = assign_root(ir, id);
    info->constant = cm_ir_is_const(ir, info->view_of);
    cm_id by = ir->t.value.row[info->view_of].node;
    info->producer = by == CM_NONE ? CM_NONE : assign_index(p, by);
    info->enters = !info->constant && info->producer == CM_NONE;
    info->leaves = assign_leaves_once(p, id);
    if (!info->constant) return true;
    size_t size;
    if (cm_ir_const_bytes(ir, info->view_of, &size) == NULL) size = 0;
    const void *bytes = size == 0 ? NULL : cm_lower_native(p->ir, info->view_of);
    memcpy(&info->tensor.data, &bytes, sizeof bytes);
    info->tensor.bytes = size;
    info->max_bytes = size;
    return true;
}

static uint32_t assign_reader(cameo_partition *p, uint32_t id, uint32_t from) {
    cm_id first = CM_NONE;
    for (cm_id u = p->ir->t.value.row[id].first_use; u != CM_NONE; u = p->ir->t.use.row[u].next) {
        uint32_t i = assign_index(p, p->ir->t.use.row[u].node);
        if (i != CM_NONE && i >= from && (first == CM_NONE || i < first)) first = i;
    }
    return first;
}

const cm_partition_view cm_assign_view = {assign_get, assign_value, assign_reader};

/* ---- epilogues ---- */

/* The operator of each cm_activation_fn. */
static const char *const assign_functions[] = {
    [CM_ACTIVATION_NONE] = "",
    [CM_ACTIVATION_RELU] = "Relu",
    [CM_ACTIVATION_CLIP] = "Clip",
    [CM_ACTIVATION_SIGMOID] = "Sigmoid",
    [CM_ACTIVATION_TANH] = "Tanh",
    [CM_ACTIVATION_SWISH] = "Swish",
    [CM_ACTIVATION_HARD_SIGMOID] = "HardSigmoid",
    [CM_ACTIVATION_HARD_SWISH] = "HardSwish",
    [CM_ACTIVATION_GELU] = "Gelu",
    [CM_ACTIVATION_GELU_TANH] = "Gelu",
    [CM_ACTIVATION_LEAKY_RELU] = "LeakyRelu",
    [CM_ACTIVATION_ELU] = "Elu",
    [CM_ACTIVATION_SOFTPLUS] = "Softplus",
    [CM_ACTIVATION_MISH] = "Mish",
    [CM_ACTIVATION_PRELU] = "PRelu",
};
_Static_assert(sizeof assign_functions / sizeof *assign_functions == CM_ACTIVATION_PRELU + 1, "a name for each");

void cameo_op_epilogue(const cameo_op_context *node, cameo_epilogue *epilogue) {
    cameo_epilogue all = {.size = sizeof all, .sum = CAMEO_NO_ID, .slope = CAMEO_NO_ID};
    const cm_ir *ir = node->part == NULL ? NULL : node->part->ir;
    cm_id id = ir == NULL ? CM_NONE : (cm_id)(node->parse->node - ir->t.node.row);
    bool conv = ir != NULL && cm_opt_is(ir, id, CM_OP_Conv);
    bool has = conv || (ir != NULL && (cm_opt_is(ir, id, CM_OP_Gemm) || cm_opt_is(ir, id, CM_OP_MatMul)));
    const cm_activation *act = has ? cm_opt_activation(ir, id) : NULL;
    if (conv && cm_ir_in(ir, id, CM_IN_SUM) != CM_NONE) all.sum = CM_IN_SUM;
    if (act != NULL) {
        all.function = cm_str_from_c(assign_functions[act->fn]);
        memcpy(all.numbers, act->imm, sizeof all.numbers);
        if (act->fn == CM_ACTIVATION_GELU_TANH) all.numbers[0] = 1;
        if (act->fn == CM_ACTIVATION_PRELU) all.slope = CM_IN_SLOPE;
    }
    size_t size = epilogue->size == 0 || epilogue->size > sizeof all ? sizeof all : epilogue->size;
    memcpy(epilogue, &all, size);
    epilogue->size = size;
}

/* ---- may it be offered? ---- */

/* A tensor whose dims the inputs decide. */
static bool assign_plain(const cm_ir *ir, const cm_avalue *v) {
    if (v->kind == CAMEO_KIND_NONE) return true;
    if (v->kind != CAMEO_KIND_TENSOR || v->dtype == CAMEO_STRING || v->dtype == CAMEO_UNDEFINED)
        return false;
    if (v->rank == CM_RANK_UNKNOWN) return false;
    for (uint32_t i = 0; i < v->rank; i++) {
        if (!cm_dim_is_known(v->dims[i])) return false;
        if (cm_dim_is_newer(ir->dims, v->dims[i], ir->n_symbols)) return false;
    }
    return true;
}

/* Does the shape rule find every dim without looking at elements of computed inputs, or, where host is not NULL, of
 * those alone that are shape arithmetic? *host: bit i: of input i. */
static bool assign_by_dims(cm_ir *ir, cm_id node, uint64_t *host) {
    cm_shape s;
    cameo_error ignored = {0};
    if (cm_infer_context(ir, node, &ignored, &s) != CAMEO_OK) return false;
    for (uint32_t i = 0; i < s.n_in; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v == CM_NONE || cm_ir_is_const(ir, v)) continue;
        if (host != NULL && i < 64 && ir->av[v].elem != NULL && ir->t.value.row[v].node != CM_NONE) {
            *host |= (uint64_t)1 << i;
            continue;
        }
        cm_avalue *bare = CM_ARENA_NEW(ir->work, cm_avalue);
        if (bare == NULL) return false;
        *bare = ir->av[v];
        bare->elem = NULL;
        bare->data = NULL;
        bare->n_elem = CM_NONE;
        ir->shape_in[i] = bare; /* what s.in points to */
    }
    if (s.op->shape(&s) != CAMEO_OK) return false;
    for (uint32_t i = 0; i < s.n_out; i++) {
        if (!assign_plain(ir, &s.out[i])) return false;
    }
    return true;
}

/* Why a node is not offered, or NULL. host: to a provider that reads operands of these inputs on the host; NULL: to
 * others. */
static const char *assign_withheld(cm_ir *ir, cm_id node, uint64_t *host) {
    const cm_op *op = ir->info[node].op;
    if (op == NULL || op->shape == NULL || (op->flags & CM_OPF_CONTROL) != 0) return "control flow";
    if ((op->flags & CM_OPF_VIEW) != 0) return "a view of its input";
    if ((op->flags & CM_OPF_RANDOM) != 0 && op->id < CM_OP_COUNT) return "random numbers";
    if ((op->flags & CM_OPF_DYNAMIC) != 0) return "the data decide its results' dims";
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        if (v != CM_NONE && !assign_plain(ir, &ir->av[v]))
            return "an input without known dims or no numbers";
    }
    for (uint32_t i = 0; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v == CM_NONE) continue;
        if (!assign_plain(ir, &ir->av[v])) return "an output without known dims or no numbers";
        if (ir->av[v].elem != NULL) return "shape arithmetic";
    }
    if (host != NULL) *host = 0;
    bool found = assign_by_dims(ir, node, NULL) || (host != NULL && assign_by_dims(ir, node, host));
    return found ? NULL : "its dims depend on numbers that are computed";
}

/* ---- one provider ---- */

/* A line of the report: WHO TAKES op_type "name" of node: WHY. */
static void assign_report(const cm_ir *ir, const char *who, const char *takes, cm_id node,
                          const char *why) {
    const cm_node *n = &ir->t.node.row[node];
    CM_IR_LOG(ir, CAMEO_LOG_DEBUG, "%s %s %.*s \"%.*s\", node %u%s%s", who, takes,
              CM_STR_ARG(n->op_type), CM_STR_ARG(n->name), (unsigned)node, why[0] == 0 ? "" : ": ",
              why);
}

/* The nodes that it supports, among those that are free. */
static uint32_t assign_claim(cm_program *p, cameo_partition *part, const cameo_provider *provider,
                             cm_id *nodes) {
    cm_ir *ir = p->ir;
    uint32_t n = 0;
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        if (ir->t.node.row[node].dead || ir->info[node].provider != 0) continue;
        const char *withheld = assign_withheld(ir, node, provider->host_operands ? &p->claim[node].host_in : NULL);
        if (withheld != NULL || !cm_assign_context(part, node)) {
            assign_report(ir, provider->name, "is not offered", node,
                          withheld == NULL ? "" : withheld);
            continue;
        }
        part->why[0] = 0;
        part->context.why = part->why;
        if (provider->supports(provider->ctx, &part->context)) {
            nodes[n++] = node;
        } else {
            assign_report(ir, provider->name, "declines", node, part->why);
        }
        part->context.why = NULL;
    }
    return n;
}

static cameo_status assign_prepare(cameo_partition *part, const cameo_provider *provider,
                                   uint64_t *tokens, cameo_error *why) {
    if (provider->prepare == NULL) return CAMEO_OK;
    part->context.e = why;
    cameo_status status = provider->prepare(provider->ctx, part, tokens, why);
    part->context.e = NULL;
    return status;
}

size_t cm_assign_operands(const cm_ir *ir, cm_id first) {
    size_t most = 0;
    for (cm_id node = first; node < ir->t.node.n; node++)
        most = cm_max_size(most, (size_t)ir->t.node.row[node].in.n + ir->t.node.row[node].out.n);
    return most;
}

static cameo_status assign_one(cm_program *p, const cameo_provider *provider, bool try_only,
                               cm_id *nodes) {
    cm_ir *ir = p->ir;
    cameo_error why = {0};
    cameo_partition part = {.view = &cm_assign_view, .ir = ir, .nodes = nodes, .n_values = ir->t.value.n,
                            .claim = p->claim};
    part.ids = CM_ARENA_NEW_N(p->work, cm_id, cm_assign_operands(ir, 0));
    CM_TRY(ASSIGN_NO_MEMORY(p));
    uint32_t n = assign_claim(p, &part, provider, nodes), n_taken = 0;
    part.n = n;
    uint64_t *tokens = CM_ARENA_NEW_N(p->work, uint64_t, part.n);
    part.returned = CM_ARENA_NEW_N(p->work, bool, part.n);
    part.leaves = CM_ARENA_NEW_N(p->work, uint8_t, part.n_values);
    CM_TRY(ASSIGN_NO_MEMORY(p));
    if (part.n == 0) return CAMEO_OK;
    cameo_status status = try_only ? CAMEO_OK : assign_prepare(&part, provider, tokens, &why);
    CM_TRY(ASSIGN_NO_MEMORY(p));
    if (status != CAMEO_OK) {
        CM_IR_LOG(ir, CAMEO_LOG_WARNING, "provider %s is not used, its prepare failed: %s",
                  provider->name, why.msg[0] != 0 ? why.msg : cameo_status_text(status));
        return CAMEO_OK;
    }
    for (uint32_t i = 0; i < n; i++) n_taken += !part.returned[i];
    CM_IR_LOG(ir, CAMEO_LOG_INFO, "provider %s computes %u nodes", provider->name, (unsigned)n_taken);
    if (n_taken == 0) return CAMEO_OK;
    p->device[p->n_devices++].provider = *provider;
    for (uint32_t i = 0; i < n; i++) {
        if (part.returned[i]) {
            assign_report(ir, provider->name, "gives back", nodes[i], "");
            continue;
        }
        ir->info[nodes[i]].provider = p->n_devices;
        p->claim[nodes[i]].token = tokens[i];
        assign_report(ir, provider->name, "computes", nodes[i], "");
    }
    return CAMEO_OK;
}

CM_COLD cameo_status cm_assign(cm_program *p, bool try_only) {
    cm_ir *ir = p->ir;
    const cameo_options *options = ir->options;
    size_t n = options->n_providers;
    ir->offer = NULL; /* from now on nodes have who computes them */
    p->device = CM_ARENA_NEW_N(p->work, cm_device, n);
    p->claim = CM_ARENA_NEW_N(p->work, cm_claim, ir->t.node.n);
    cm_id *nodes = CM_ARENA_NEW_N(p->work, cm_id, ir->t.node.n);
    CM_TRY(ASSIGN_NO_MEMORY(p));
    for (size_t i = 0; i < n; i++) {
        const cameo_provider copy = cm_provider_of(options->providers[i]);
        CM_TRY(assign_one(p, &copy, try_only, nodes));
    }
    for (cm_id node = 0; node < ir->t.node.n; node++) {
        if (ir->t.node.row[node].dead || ir->info[node].provider != 0) continue;
        assign_report(ir, "cpu", "computes", node, "");
    }
    return CAMEO_OK;
}

/* ---- the order of nodes ---- */

/* The node that makes input i; CM_NONE: none does. */
static cm_id assign_maker(const cm_ir *ir, cm_id node, uint32_t i) {
    cm_id v = cm_ir_in(ir, node, i);
    return v == CM_NONE ? CM_NONE : ir->t.value.row[v].node;
}

static bool assign_has(const cm_ir *ir, cm_id node, int flag) {
    return ir->info[node].op != NULL && (ir->info[node].op->flags & flag) != 0;
}

/* Nodes are sorted by a number, the least that is not below those of the nodes that it reads, and whose remainder names
 * the memory, the host's last. Views have that of what they read. What bodies read is not asked: control flow comes
 * behind all that stood before it. */
static uint32_t assign_turn(const cm_program *p, cm_id node, const uint32_t *turn, uint32_t most) {
    const cm_ir *ir = p->ir;
    const uint32_t host = p->n_devices, n = host + 1, provider = ir->info[node].provider;
    uint32_t least = assign_has(ir, node, CM_OPF_CONTROL) ? most : host;
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id by = assign_maker(ir, node, i);
        if (by != CM_NONE && turn[by] > least) least = turn[by];
    }
    if (assign_has(ir, node, CM_OPF_VIEW)) return least;
    return least + ((provider == 0 ? host : provider - 1) + n - least % n) % n;
}

/* What the host computes of inputs, and no device waits for, goes behind the first nodes of the devices, which so begin
 * at once. needed: for each node, zeroed. */
static void assign_postpone(const cm_program *p, cm_id last, uint32_t *turn, bool *needed) {
    const cm_ir *ir = p->ir;
    const uint32_t host = p->n_devices, n = host + 1;
    bool all = false;
    for (cm_id node = last; node != CM_NONE; node = ir->info[node].prev) {
        if (turn[node] == host && !needed[node] && !all) turn[node] += n;
        if (turn[node] >= host + n) continue;
        all = all || assign_has(ir, node, CM_OPF_CONTROL); /* its bodies may read whatever is before */
        for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
            cm_id by = assign_maker(ir, node, i);
            if (by != CM_NONE) needed[by] = true;
        }
    }
}

CM_COLD cameo_status cm_assign_order(cm_program *p) {
    cm_ir *ir = p->ir;
    const cm_chain *nodes = &ir->t.graph.row[0].nodes;
    const uint32_t n_nodes = nodes->n;
    uint32_t most = p->n_devices;
    if (p->n_devices == 0) return CAMEO_OK;
    uint32_t *turn = CM_ARENA_NEW_N(p->work, uint32_t, ir->t.node.n);
    bool *needed = CM_ARENA_NEW_N(p->work, bool, ir->t.node.n);
    cm_id *sorted = CM_ARENA_NEW_N(p->work, cm_id, n_nodes);
    CM_TRY(ASSIGN_NO_MEMORY(p));
    for (cm_id node = nodes->first; node != CM_NONE; node = ir->t.node.row[node].next) {
        turn[node] = assign_turn(p, node, turn, most);
        most = turn[node] > most ? turn[node] : most;
    }
    assign_postpone(p, nodes->last, turn, needed);
    const size_t n_turns = (size_t)most + p->n_devices + 2;
    uint32_t *at = CM_ARENA_NEW_N(p->work, uint32_t, n_turns + 1);
    CM_TRY(ASSIGN_NO_MEMORY(p));
    for (cm_id node = nodes->first; node != CM_NONE; node = ir->t.node.row[node].next) at[turn[node] + 1]++;
    for (size_t i = 0; i < n_turns; i++) at[i + 1] += at[i];
    for (cm_id node = nodes->first; node != CM_NONE; node = ir->t.node.row[node].next) sorted[at[turn[node]]++] = node;
    for (uint32_t i = 0; i < n_nodes; i++) cm_ir_move_node(ir, sorted[i], 0, CM_NONE);
    return CAMEO_OK;
}

/* ---- before nodes are offered ---- */

static cameo_status assign_check(const cameo_provider *p, size_t i, cameo_error *e) {
    CM_CHECK(p->name != NULL && p->supports != NULL && p->alloc != NULL && p->free != NULL &&
                 p->enqueue != NULL && p->wait != NULL && p->drop != NULL,
             e, CAMEO_E_ARG, "options.providers[%zu] lacks a name or a function", i);
    CM_CHECK(p->align <= 65536 && (p->align & (p->align - 1)) == 0, e, CAMEO_E_ARG,
             "provider %s: align is %zu, want a power of two up to 65536", p->name, p->align);
    return CAMEO_OK;
}

/* A cm_offer_fn: ctx is a partition. */
static uint32_t assign_offer(void *ctx, cm_ir *ir, cm_id node) {
    const cameo_options *options = ir->options;
    const uint32_t nobody = (uint32_t)options->n_providers;
    cameo_partition *part = ctx;
    part->ids = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)ir->t.node.row[node].in.n + ir->t.node.row[node].out.n);
    if (part->ids == NULL || assign_withheld(ir, node, NULL) != NULL || !cm_assign_context(part, node)) return nobody;
    for (uint32_t i = 0; i < nobody; i++) {
        const cameo_provider p = cm_provider_of(options->providers[i]);
        if (p.supports(p.ctx, &part->context)) return i;
    }
    return nobody;
}

/* The rewrites for the CPU whose results provider i knows. */
static cameo_status assign_known(const cameo_provider *p, size_t i, cm_rewrites *known, cameo_error *e) {
    static const cm_rewrite_id may[] = {CM_REWRITE_gated, CM_REWRITE_nbits, CM_REWRITE_conv_sum, CM_REWRITE_activation,
                                        CM_REWRITE_function, CM_REWRITE_nms_select, CM_REWRITE_state_group_query};
    CM_CHECK(p->n_rewrites == 0 || p->rewrites != NULL, e, CAMEO_E_ARG, "options.providers[%zu].rewrites is NULL", i);
    for (size_t k = 0; k < p->n_rewrites; k++) {
        bool found = false;
        cm_str name = cm_str_from_c(p->rewrites[k] == NULL ? "" : p->rewrites[k]);
        for (size_t m = 0; m < sizeof may / sizeof *may; m++) {
            if (!cm_str_is(name, cameo_rewrite_name((uint32_t)may[m]))) continue;
            cm_rewrites_add(known, may[m]);
            found = true;
        }
        CM_CHECK(found, e, CAMEO_E_ARG, "options.providers[%zu]: \"%.*s\" is no rewrite that a provider can know", i,
                 CM_STR_ARG(name));
    }
    return CAMEO_OK;
}

CM_COLD cameo_status cm_assign_begin(cm_ir *ir, cm_rewrites *known) {
    const cameo_options *options = ir->options;
    size_t n = options->n_providers;
    CM_CHECK(options->providers != NULL, ir->e, CAMEO_E_ARG, "options.providers is NULL");
    CM_CHECK(n <= CM_MAX_DEVICES, ir->e, CAMEO_E_LIMIT, "%zu providers, want at most %d", n, CM_MAX_DEVICES);
    *known = cm_rewrites_not((cm_rewrites){{0}});
    for (size_t i = 0; i < n; i++) {
        CM_CHECK(options->providers[i] != NULL, ir->e, CAMEO_E_ARG, "options.providers[%zu] is NULL", i);
        const cameo_provider p = cm_provider_of(options->providers[i]);
        cm_rewrites own = {{0}};
        CM_TRY(assign_check(&p, i, ir->e));
        CM_TRY(assign_known(&p, i, &own, ir->e));
        *known = cm_rewrites_and(*known, own);
    }
    cameo_partition *part = CM_ARENA_NEW(ir->work, cameo_partition);
    if (part == NULL) return cm_ir_nomem(ir);
    part->view = &cm_assign_view;
    part->ir = ir;
    ir->offer = assign_offer;
    ir->offer_ctx = part;
    return CAMEO_OK;
}
