/* lower.c — graph to linear program: nodes become KERNEL and VIEW steps in topological order, the
 * bodies of If and Loop are laid inline between jumps. See program.h for the steps.
 *
 *   If                              Loop
 *     JUMP_UNLESS cond, else          COPY initial -> carried      (each carried value)
 *     ...then...                      SCAN_INIT scan               (each scan output)
 *     MOVE then_out -> out            LOOP_BEGIN M, cond, end
 *     JUMP end                        ...body...
 *   else:                             APPEND value -> scan
 *     ...else...                      COPY body_out -> carried
 *     MOVE else_out -> out            LOOP_NEXT cond_out
 *   end:                            end:
 *                                     MOVE carried -> out
 */
#include "runtime/device/device.h"

/* Bytes of a constant that a host rather copies than that pages of the file stay in memory for it: a touch brings in
 * as many around it. */
#define LOWER_SMALL 65536

#define LOWER_NO_MEMORY(p) cm_arena_status((p)->work, "work", (p)->ir->e)

typedef enum lower_frame_kind { LOWER_MAIN, LOWER_THEN, LOWER_ELSE, LOWER_LOOP } lower_frame_kind;

typedef struct lower_frame {
    uint8_t kind;
    cm_id graph;
    cm_id next;    /* node to lower next */
    cm_id owner;   /* the If or Loop node */
    uint32_t jump; /* THEN: the JUMP_UNLESS; ELSE: the JUMP; LOOP: the LOOP_BEGIN step */
    uint32_t region;
    uint32_t loop;
} lower_frame;

typedef struct lower_state {
    cm_program *p;
    lower_frame *stack; /* one per graph at most: every subgraph is lowered once */
    uint32_t n;
    uint32_t node; /* the node being lowered, for steps */
} lower_state;

bool cm_table_grow(cm_arena *a, void **row, cm_id n, cm_id *cap, size_t size) {
    if (n < *cap) return true;
    cm_id bigger = *cap < 8 ? 16 : *cap * 2;
    if (bigger <= *cap) return false;
    void *fresh = cm_arena_alloc_n(a, bigger, size, 8);
    if (fresh == NULL) return false;
    if (n != 0) memcpy(fresh, *row, (size_t)n * size);
    *row = fresh;
    *cap = bigger;
    return true;
}

/* ---- values ---- */

static cm_id lower_new_value(cm_program *p) {
    if (!CM_PUSH_ROOM(p->work, p->value)) return CM_NONE;
    if (!cm_table_grow(p->work, (void **)&p->source, p->value.n, &p->source_cap,
                       sizeof *p->source)) {
        return CM_NONE;
    }
    return p->value.n++;
}

static void lower_describe(cm_svalue *v, const cm_avalue *av) {
    v->vkind = av->kind;
    v->elem_kind = av->elem_kind;
    v->dtype = av->dtype;
    v->rank = av->rank;
}

static bool lower_push_dim(cm_program *p, int64_t d) {
    if (!CM_PUSH_ROOM(p->work, p->dims)) return false;
    p->dims.row[p->dims.n++] = d;
    return true;
}

/* Dim i of a scan output as the body declares it for value `item`, else 0. */
static int64_t lower_declared_dim(const cm_ir *ir, cm_id item, uint32_t rank, uint32_t i) {
    cm_id type = item == CM_NONE ? CM_NONE : ir->t.value.row[item].type;
    const cm_type_proto *t = type == CM_NONE ? NULL : &ir->t.type.row[type];
    if (t == NULL || !t->has_shape || t->dims.n + 1 != rank || i == 0) return 0;
    int64_t d = ir->t.dim.row[t->dims.first + i - 1].value;
    return d < 0 ? 0 : d;
}

/* Dims of a scan output as far as they are known before the loop runs, else as the body declares them for its items,
 * else 0: what it has if the loop makes no turn. */
static bool lower_put_scan_dims(cm_program *p, cm_svalue *v, const cm_avalue *av, cm_id item) {
    v->dims = p->dims.n;
    for (uint32_t i = 0; av->rank != CM_RANK_UNKNOWN && i < av->rank; i++) {
        int64_t d = cm_dim_add(p->ir->dims, av->dims[i], 0); /* what it was merged into */
        if (!cm_dim_is_const(d)) {
            size_t symbol = p->ir->dims == NULL ? SIZE_MAX : cm_dim_symbol_index(p->ir->dims, d);
            d = symbol >= p->ir->n_symbols ? lower_declared_dim(p->ir, item, av->rank, i) : -1 - (int64_t)symbol;
        }
        if (!lower_push_dim(p, d)) return false;
    }
    return true;
}

/* Dims of a constant or an input: constants, or -1 - symbol. */
static bool lower_put_dims(cm_program *p, cm_svalue *v, const cm_avalue *av) {
    v->dims = p->dims.n;
    if (av->rank == CM_RANK_UNKNOWN) return true;
    for (uint32_t i = 0; i < av->rank; i++) {
        int64_t d = cm_dim_add(p->ir->dims, av->dims[i], 0); /* what it was merged into */
        if (!cm_dim_is_const(d)) {
            size_t symbol = p->ir->dims == NULL ? SIZE_MAX : cm_dim_symbol_index(p->ir->dims, d);
            if (symbol == SIZE_MAX) {
                v->rank = CM_RANK_UNKNOWN;
                return true;
            }
            d = -1 - (int64_t)symbol;
        }
        if (!lower_push_dim(p, d)) return false;
    }
    return true;
}

/* True where the bytes of a constant cannot be handed to a kernel that wants native aligned elements. */
static bool lower_needs_copy(const cm_ir *ir, cm_id value) {
    const cm_tensor_proto *t = &ir->t.tensor.row[ir->t.value.row[value].init];
    size_t size, align = cm_dtype_align((cameo_dtype)t->dtype);
    if (cm_payload_is_computed(&t->payload)) return true;
    const uint8_t *bytes = cm_ir_const_bytes(ir, value, &size);
    if (cm_payload_is_swapped(&t->payload, (cameo_dtype)t->dtype)) return true;
    return align > 1 && size > 0 && (uintptr_t)bytes % align != 0;
}

static cm_id lower_const(cm_program *p, cm_id value) {
    cm_id id = lower_new_value(p);
    if (id == CM_NONE) return CM_NONE;
    const cm_ir *ir = p->ir;
    cm_svalue *v = &p->value.row[id];
    lower_describe(v, &ir->av[value]);
    v->kind = ir->t.value.row[value].kind == CM_VALUE_INPUT ? CM_SVALUE_DEFAULT : CM_SVALUE_CONST;
    if (!lower_put_dims(p, v, &ir->av[value])) return CM_NONE;
    cm_source *s = &p->source[id];
    s->value = value;
    s->size = cm_ir_const_size(ir, value);
    const cm_tensor_proto *t = &ir->t.tensor.row[ir->t.value.row[value].init];
    bool keeps =
        !cm_payload_is_computed(&t->payload) && (!CM_BIG_ENDIAN || !lower_needs_copy(ir, value));
    if (p->weights.gather && s->size <= LOWER_SMALL) keeps = false;
    s->mode = (uint8_t)(keeps ? CM_SOURCE_PLACE : CM_SOURCE_COPY);
    return id;
}

/* The program value of an ir value; CM_NONE for CM_NONE. Sets *ok to false when work is used up. */
static cm_id lower_value(cm_program *p, cm_id value, bool *ok) {
    if (value == CM_NONE) return CM_NONE;
    if (p->map[value] != CM_NONE) return p->map[value];
    cm_id id;
    if (p->ir->t.value.row[value].init != CM_NONE) {
        id = lower_const(p, value);
    } else {
        id = lower_new_value(p);
        if (id != CM_NONE) lower_describe(&p->value.row[id], &p->ir->av[value]);
    }
    if (id == CM_NONE) *ok = false;
    p->map[value] = id;
    return id;
}

/* From now on the constant must be native and aligned wherever it is used. */
static void lower_want_aligned(cm_program *p, cm_id id) {
    if (id == CM_NONE || p->source[id].mode != CM_SOURCE_PLACE) return;
    if (lower_needs_copy(p->ir, p->source[id].value)) p->source[id].mode = CM_SOURCE_COPY;
}

/* Small integers are read by shape rules at run time, which want them aligned whatever the kernel does;
 * so are the few scales of Resize and the like. */
static bool lower_is_shape_data(const cm_program *p, cm_id id) {
    if (id == CM_NONE || p->source[id].mode != CM_SOURCE_PLACE) return false;
    const cm_tensor_proto *t = &p->ir->t.tensor.row[p->ir->t.value.row[p->source[id].value].init];
    bool integer = (cm_dtype_flags((cameo_dtype)t->dtype) & (CM_DTF_INT | CM_DTF_BOOL)) != 0;
    return t->n_elem <= (integer ? CM_MAX_ELEMS : CM_MAX_RANK);
}

/* ---- steps ---- */

static bool lower_push_id(cm_program *p, cm_id id) {
    if (!CM_PUSH_ROOM(p->work, p->ids)) return false;
    p->ids.row[p->ids.n++] = id;
    return true;
}

static cm_step *lower_new_step(lower_state *s, cm_step_kind kind) {
    cm_program *p = s->p;
    if (!CM_PUSH_ROOM(p->work, p->step)) return NULL;
    if (!cm_table_grow(p->work, (void **)&p->step_region, p->step.n, &p->step_region_cap,
                       sizeof *p->step_region)) {
        return NULL;
    }
    uint32_t region = s->n == 0 ? 0 : s->stack[s->n - 1].region;
    p->step_region[p->step.n] = region;
    cm_step *step = &p->step.row[p->step.n++];
    memset(step, 0, sizeof *step);
    step->kind = (uint8_t)kind;
    step->params = CM_NONE;
    step->node = s->node;
    step->in = step->out = p->ids.n;
    return step;
}

/* A step with one input and one output, each perhaps CM_NONE (then left out). */
static cm_step *lower_step(lower_state *s, cm_step_kind kind, cm_id in, cm_id out) {
    cm_step *step = lower_new_step(s, kind);
    if (step == NULL) return NULL;
    if (in != CM_NONE) {
        if (!lower_push_id(s->p, in)) return NULL;
        step->n_in = 1;
    }
    step->out = s->p->ids.n;
    if (out != CM_NONE) {
        if (!lower_push_id(s->p, out)) return NULL;
        step->n_out = 1;
    }
    return step;
}

static cameo_status lower_transfer(lower_state *s, cm_step_kind kind, cm_id from, cm_id to) {
    lower_want_aligned(s->p, from);
    return lower_step(s, kind, from, to) != NULL ? CAMEO_OK : LOWER_NO_MEMORY(s->p);
}

/* ---- kernels ---- */

/* Inputs without the trailing absent ones. */
static uint32_t lower_count_in(const cm_ir *ir, cm_id node) {
    uint32_t n = ir->t.node.row[node].in.n;
    while (n > 0 && cm_ir_in(ir, node, n - 1) == CM_NONE) n--;
    return n;
}

/* What is known of v, or NULL: work memory is used up. Inputs of the model keep their symbols where nodes want dims
 * to be equal (cm_demand_settle), while all that is computed has what they were merged to; which row is chosen must
 * not depend on whether a view of an input or the input itself is read. */
static const cm_avalue *lower_known(cm_ir *ir, cm_id v) {
    if (v == CM_NONE) return &cm_avalue_absent;
    const cm_avalue *av = &ir->av[v];
    if (ir->demand.n == 0 || ir->t.value.row[v].node != CM_NONE || av->rank == CM_RANK_UNKNOWN) return av;
    cm_avalue *merged = CM_ARENA_NEW(ir->work, cm_avalue);
    if (merged == NULL) return NULL;
    *merged = *av;
    for (uint32_t d = 0; d < av->rank; d++) merged->dims[d] = cm_dim_add(ir->dims, av->dims[d], 0);
    return merged;
}

/* What rows are asked about a node; in work memory. False: it is used up. */
static bool lower_query(cm_ir *ir, cm_id node, cm_row_query *q) {
    const cm_node *n = &ir->t.node.row[node];
    uint32_t n_in = lower_count_in(ir, node);
    uint32_t n_out = n->out.n;
    const cm_avalue **in = CM_ARENA_NEW_N(ir->work, const cm_avalue *, n_in);
    cm_avalue *out = CM_ARENA_NEW_N(ir->work, cm_avalue, n_out);
    if (in == NULL || out == NULL) return false;
    *q = (cm_row_query){.op = ir->info[node].op,
                        .params = ir->info[node].params,
                        .n_in = n_in,
                        .n_out = n_out,
                        .in = in,
                        .out = out};
    for (uint32_t i = 0; i < n_in; i++) {
        cm_id v = cm_ir_in(ir, node, i);
        in[i] = lower_known(ir, v);
        if (in[i] == NULL) return false;
        if (v != CM_NONE && i < 32 && cm_ir_is_const(ir, v)) q->const_mask |= UINT32_C(1) << i;
    }
    for (uint32_t i = 0; i < n_out; i++) {
        cm_id v = cm_ir_out(ir, node, i);
        if (v != CM_NONE) out[i] = ir->av[v];
    }
    return true;
}

const cm_row *cm_lower_select(cm_ir *ir, const cameo_ops *ops, cm_id node, bool once, uint64_t features) {
    cm_row_query q;
    if (!lower_query(ir, node, &q)) return NULL;
    if (once) q.const_mask = 0;
    if (q.op->id >= CM_OP_COUNT) return cm_custom_row(q.op);
    return cm_cpu_select(ops, &q, features);
}

int64_t cm_lower_layout_gain(const cm_ir *ir, const cameo_ops *ops, cm_id node, uint64_t features) {
    cm_row_query q;
    cm_ir room = *ir; /* a query changes nothing but work memory, which is given back */
    if (ir->info[node].op->id >= CM_OP_COUNT) return 0;
    cm_arena_mark mark = cm_arena_get_mark(ir->work);
    int64_t gain = lower_query(&room, node, &q) ? cm_cpu_layout_gain(ops, &q, features) : 0;
    cm_arena_rewind(ir->work, mark);
    return gain;
}

static cameo_status lower_unsupported(cm_program *p, cm_id node) {
    cm_ir *ir = p->ir;
    const cm_node *n = &ir->t.node.row[node];
    cameo_error problem = {0};
    cm_id in0 = cm_ir_in(ir, node, 0);
    cm_id in1 = cm_ir_in(ir, node, 1);
    const char *t0 = in0 == CM_NONE ? "-" : cameo_dtype_name((cameo_dtype)ir->av[in0].dtype);
    const char *t1 = in1 == CM_NONE ? "-" : cameo_dtype_name((cameo_dtype)ir->av[in1].dtype);
    (void)t0;
    (void)t1;
    cameo_status status = CM_FAIL(&problem, CAMEO_E_UNSUPPORTED,
                                  "unsupported: no kernel of %.*s version %d for %s, %s",
                                  CM_STR_ARG(n->op_type), (int)ir->info[node].since, t0, t1);
    if (status == CAMEO_OK) return status;
    return cm_ir_problem(ir, node, &problem);
}

/* Index of an entry in a table of pointers, appended if new; CM_NONE when work is used up. */
#define LOWER_INTERN(p, table, entry, result)                          \
    do {                                                               \
        (result) = CM_NONE;                                            \
        for (cm_id lower_i = (table).n; lower_i > 0; lower_i--) {      \
            if ((table).row[lower_i - 1] == (entry)) {                 \
                (result) = lower_i - 1;                                \
                break;                                                 \
            }                                                          \
        }                                                              \
        if ((result) == CM_NONE && CM_PUSH_ROOM((p)->work, (table))) { \
            (table).row[(table).n] = (entry);                          \
            (result) = (table).n++;                                    \
        }                                                              \
    } while (0)

static cm_id lower_params(cm_program *p, const void *params, uint32_t size) {
    if (params == NULL || size == 0) return CM_NONE;
    if (!CM_PUSH_ROOM(p->work, p->params)) return CM_NONE;
    if (!cm_table_grow(p->work, (void **)&p->params_size, p->params.n, &p->params_size_cap,
                       sizeof *p->params_size)) {
        return CM_NONE;
    }
    p->params.row[p->params.n] = params;
    p->params_size[p->params.n] = size;
    return p->params.n++;
}

const void *cm_lower_native(cm_ir *ir, cm_id value) {
    size_t size;
    const uint8_t *bytes = cm_ir_const_bytes(ir, value, &size);
    const cm_tensor_proto *t = &ir->t.tensor.row[ir->t.value.row[value].init];
    if (!cm_payload_is_swapped(&t->payload, (cameo_dtype)t->dtype)) return bytes;
    uint8_t *copy = cm_arena_alloc(ir->work, size, 8);
    if (copy != NULL)
        cm_copy_swapped(copy, bytes, size, cm_dtype_swap_width((cameo_dtype)t->dtype));
    return copy;
}

/* fill: the data of a pending constant is computed; else it has none. */
static bool lower_tensor(cm_ir *ir, cm_id value, bool fill, cm_tensor *t) {
    const cm_avalue *av = &ir->av[value];
    t->kind = av->kind;
    t->dtype = av->dtype;
    t->rank = av->rank == CM_RANK_UNKNOWN ? 0 : av->rank;
    t->block = CM_NONE;
    size_t *dims = CM_ARENA_NEW_N(ir->work, size_t, CM_MAX_RANK);
    if (dims == NULL) return false;
    t->n = 1;
    for (uint32_t i = 0; i < t->rank; i++) {
        dims[i] = cm_dim_is_const(av->dims[i]) && av->dims[i] > 0 ? (size_t)av->dims[i] : 0;
        if (cm_ckd_mul(t->n, dims[i], &t->n)) return false;
    }
    t->dims = dims;
    if (ir->t.value.row[value].init != CM_NONE) {
        const cm_payload *payload = &ir->t.tensor.row[ir->t.value.row[value].init].payload;
        const void *bytes = fill || cm_payload_pending(payload) == NULL ? cm_lower_native(ir, value) : NULL;
        memcpy(&t->data, &bytes, sizeof t->data);
    }
    return true;
}

static cameo_status lower_context(cm_ir *ir, cm_id node, bool fill, cm_kctx *k) {
    const cm_node *n = &ir->t.node.row[node];
    uint32_t n_in = lower_count_in(ir, node);
    memset(k, 0, sizeof *k);
    k->op = ir->info[node].op;
    k->params = ir->info[node].params;
    k->since = ir->info[node].since;
    k->n_in = n_in;
    k->n_out = n->out.n;
    k->e = ir->e;
    k->values = CM_ARENA_NEW_N(ir->work, cm_tensor, (size_t)n_in + n->out.n);
    cm_id *ids = CM_ARENA_NEW_N(ir->work, cm_id, (size_t)n_in + n->out.n);
    if (k->values == NULL || ids == NULL) return cm_arena_status(ir->work, "work", ir->e);
    for (uint32_t i = 0; i < n_in + n->out.n; i++) {
        cm_id v = i < n_in ? cm_ir_in(ir, node, i) : cm_ir_out(ir, node, i - n_in);
        ids[i] = v == CM_NONE ? CM_NONE : i;
        if (v != CM_NONE && !lower_tensor(ir, v, fill, &k->values[i])) {
            CM_TRY(cm_arena_status(ir->work, "work", ir->e));
            return CM_FAIL(ir->e, CAMEO_E_LIMIT, "a tensor has more elements than memory can hold");
        }
    }
    k->in_ids = ids;
    k->out_ids = ids + n_in;
    /* On big-endian processors the constants were copied: there may have been no room. */
    return cm_arena_status(ir->work, "work", ir->e);
}

cameo_status cm_lower_context(cm_ir *ir, cm_id node, cm_kctx *k) { return lower_context(ir, node, true, k); }

/* Packing this constant may wait until a run needs it: its bytes stay where they are. */
static bool lower_may_wait(const cm_program *p, cm_id value) {
    const cm_tensor_proto *t = &p->ir->t.tensor.row[p->ir->t.value.row[value].init];
    return p->weights.lazy && !cm_payload_is_computed(&t->payload) &&
           !cm_payload_is_swapped(&t->payload, (cameo_dtype)t->dtype);
}

/* What is left to compute of a constant that a run can compute while it packs; NULL: it is no such constant. */
static const cm_pending *lower_pending(const cm_program *p, const cm_row *row, cm_id value) {
    const cm_pending *pending = cm_payload_pending(&p->ir->t.tensor.row[p->ir->t.value.row[value].init].payload);
    bool fits = p->weights.lazy && (row->flags & CM_ROWF_SCALES) != 0;
    return fits && pending != NULL && pending->raw != NULL ? pending : NULL;
}

size_t cm_lower_late_head(const cm_pending *pending) {
    size_t scale = pending == NULL ? 0 : pending->channels * sizeof(double); /* at most the bytes of the weights */
    return (scale + (CAMEO_ALIGN - 1)) / CAMEO_ALIGN * CAMEO_ALIGN + CM_LATE_HEAD;
}

/* Packed bytes that are worth a cm_late, which small models then do without. */
#define LOWER_LATE ((size_t)1 << 14)

/* A program value for operand `in` of node in the row's packed format. */
static cm_id lower_packed(cm_program *p, cm_id node, uint32_t in, const cm_row *row) {
    cm_id value = cm_ir_in(p->ir, node, in);
    cm_kctx k;
    size_t bytes;
    const cm_pending *pending = lower_pending(p, row, value);
    if (lower_context(p->ir, node, pending == NULL, &k) != CAMEO_OK) return CM_NONE;
    k.prims = cm_prims_select(p->features);
    bool waits = lower_may_wait(p, value);
    const cm_packing how = {.lazy = waits && (row->flags & CM_ROWF_LAZY) != 0};
    k.packing = &how;
    if (row->pack->size(&k, in, &bytes) != CAMEO_OK) return CM_NONE;
    bool late = pending != NULL || (waits && (row->flags & CM_ROWF_LATE) != 0 && bytes >= LOWER_LATE);
    if (late && cm_ckd_add(bytes, cm_lower_late_head(pending), &bytes)) return CM_NONE;
    cm_id id = lower_new_value(p);
    if (id == CM_NONE) return CM_NONE;
    cm_svalue *v = &p->value.row[id];
    lower_describe(v, &p->ir->av[value]);
    v->kind = CM_SVALUE_CONST;
    v->format = (uint8_t)(row->pack->format | (how.lazy ? CM_FORMAT_LAZY : 0));
    if (late) v->flags |= CM_SVF_LATE;
    if (!lower_put_dims(p, v, &p->ir->av[value])) return CM_NONE;
    p->source[id] = (cm_source){CM_SOURCE_PACK, value, node, in, row, bytes, 0, 0, CM_NONE};
    return id;
}

static cameo_status lower_operands(lower_state *s, cm_id node, const cm_row *row, cm_step *step) {
    cm_program *p = s->p;
    bool ok = true;
    uint32_t n_in = lower_count_in(p->ir, node);
    uint32_t n_out = p->ir->t.node.row[node].out.n;
    CM_CHECK(n_in <= UINT16_MAX && n_out <= UINT16_MAX, p->ir->e, CAMEO_E_LIMIT,
             "%u inputs and %u outputs of one node, want at most 65535", n_in, n_out);
    cm_id first_in = p->ids.n;
    for (uint32_t i = 0; i < n_in; i++) {
        cm_id id;
        if (row != NULL && row->pack != NULL && row->pack->in == i) {
            id = lower_packed(p, node, i, row);
            ok = ok && id != CM_NONE;
        } else {
            id = lower_value(p, cm_ir_in(p->ir, node, i), &ok);
            bool any_align = row != NULL && (row->flags & CM_ROWF_ANY_ALIGN) != 0;
            if (!any_align || lower_is_shape_data(p, id)) lower_want_aligned(p, id);
        }
        ok = ok && lower_push_id(p, id);
    }
    cm_id first_out = p->ids.n;
    for (uint32_t i = 0; i < n_out; i++) {
        cm_id v = cm_ir_out(p->ir, node, i);
        if (v != CM_NONE && i > 0 && cm_ir_use_count(p->ir, v) == 0) v = CM_NONE;
        ok = ok && lower_push_id(p, lower_value(p, v, &ok));
    }
    step->in = first_in;
    step->out = first_out;
    step->n_in = (uint16_t)n_in;
    step->n_out = (uint16_t)n_out;
    if (ok) return CAMEO_OK;
    CM_TRY(LOWER_NO_MEMORY(p));
    return CM_FAIL(p->ir->e, CAMEO_E_INTERNAL, "packing a weight failed");
}

/* The outputs of a step live in `space`. */
static void lower_set_space(cm_program *p, const cm_step *step, uint32_t space) {
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = p->ids.row[step->out + i];
        if (v != CM_NONE) p->value.row[v].flags |= (uint8_t)(space * CM_SVF_SPACE);
    }
}

/* Stands for the kernel of a node that a device computes: its operands are copied, at any alignment. */
static const cm_row lower_device_row = {.flags = CM_ROWF_ANY_ALIGN};

/* A constant matrix that was widened is read as the halves that it was, where the row can do so. */
static cameo_status lower_take_halves(const cm_program *p, cm_id node, const cm_row *row) {
    cm_ir *ir = p->ir;
    cm_id b = cm_ir_in(ir, node, 1);
    if ((row->flags & CM_ROWF_HALVES) == 0 || cm_prims_select(p->features)->half_weights == 0) return CAMEO_OK;
    if (b == CM_NONE || !cm_ir_is_const(ir, b) || ir->av[b].rank != 2) return CAMEO_OK;
    const cm_pending *pending = cm_payload_pending(&ir->t.tensor.row[ir->t.value.row[b].init].payload);
    if (pending == NULL || !pending->widened) return CAMEO_OK;
    const cm_avalue *half = &ir->av[pending->half];
    for (uint32_t i = 0; i < 2; i++) {
        if (half->rank != 2 || half->dims[i] != ir->av[b].dims[i] || half->dims[i] == 1) return CAMEO_OK;
    }
    return cm_ir_set_in(ir, node, 1, pending->half);
}

static cameo_status lower_kernel(lower_state *s, cm_id node) {
    cm_program *p = s->p;
    const cm_node_info *info = &p->ir->info[node];
#if CAMEO_DEBUG
    CM_TRY(cm_ir_verify_results(p->ir, node));
#endif
    bool view = (info->op->flags & CM_OPF_VIEW) != 0;
    const cm_row *row = &lower_device_row;
    if (info->provider == 0) row = view ? NULL : cm_lower_select(p->ir, p->ops, node, false, p->features);
    CM_TRY(LOWER_NO_MEMORY(p));
    if (!view && row == NULL) return lower_unsupported(p, node);
    if (row != NULL) CM_TRY(lower_take_halves(p, node, row));
    cm_step step = {.params = CM_NONE};
    CM_TRY(lower_operands(s, node, row, &step));
    cm_step_kind kind = info->provider != 0 ? CM_STEP_DEVICE : view ? CM_STEP_VIEW : CM_STEP_KERNEL;
    cm_step *placed = lower_new_step(s, kind);
    if (placed == NULL) return LOWER_NO_MEMORY(p);
    placed->in = step.in;
    placed->out = step.out;
    placed->n_in = step.n_in;
    placed->n_out = step.n_out;
    placed->since = (uint8_t)info->since;
    placed->params = lower_params(p, info->params, info->op->params_size);
    cm_id index;
    LOWER_INTERN(p, p->ops_used, info->op, index);
    placed->op = (uint16_t)index;
    if (info->provider != 0) {
        index = info->provider - 1;
        lower_set_space(p, placed, info->provider);
    } else if (row != NULL) {
        LOWER_INTERN(p, p->rows, row, index);
    } else {
        cm_id in = p->ids.row[placed->in], out = p->ids.row[placed->out];
        lower_set_space(p, placed, cm_svalue_space(&p->value.row[in]));
        if (out != CM_NONE) p->source[out].on = p->source[in].on;
    }
    placed->row = (uint16_t)index;
    return LOWER_NO_MEMORY(p);
}

/* ---- control flow ---- */

static cameo_status lower_enter(lower_state *s, lower_frame_kind kind, cm_id graph, cm_id owner,
                                uint32_t jump) {
    cm_program *p = s->p;
    if (!CM_PUSH_ROOM(p->work, p->region)) return LOWER_NO_MEMORY(p);
    uint32_t parent = s->n == 0 ? 0 : s->stack[s->n - 1].region;
    p->region.row[p->region.n] = (cm_region){parent, 0, 0};
    CM_CHECK(s->n < p->ir->t.graph.n + 1, p->ir->e, CAMEO_E_INTERNAL, "a graph contains itself");
    s->stack[s->n++] = (lower_frame){
        (uint8_t)kind, graph, p->ir->t.graph.row[graph].nodes.first, owner, jump, p->region.n++, 0};
    return CAMEO_OK;
}

static cm_id lower_graph_output(const cm_ir *ir, cm_id graph, uint32_t i) {
    return ir->t.ids.row[ir->t.graph.row[graph].outputs.first + i];
}

static cm_id lower_graph_input(const cm_ir *ir, cm_id graph, uint32_t i) {
    return ir->t.ids.row[ir->t.graph.row[graph].inputs.first + i];
}

static cameo_status lower_begin_if(lower_state *s, cm_id node) {
    cm_program *p = s->p;
    bool ok = true;
    cm_id cond = lower_value(p, cm_ir_in(p->ir, node, 0), &ok);
    lower_want_aligned(p, cond);
    if (!ok || lower_step(s, CM_STEP_JUMP_UNLESS, cond, CM_NONE) == NULL) return LOWER_NO_MEMORY(p);
    return lower_enter(s, LOWER_THEN, cm_ir_subgraph(p->ir, node, "then_branch"), node,
                       p->step.n - 1);
}

static cameo_status lower_branch_outputs(lower_state *s, const lower_frame *f) {
    cm_program *p = s->p;
    bool ok = true;
    for (uint32_t i = 0; i < p->ir->t.node.row[f->owner].out.n; i++) {
        cm_id out = cm_ir_out(p->ir, f->owner, i);
        if (out == CM_NONE) continue;
        cm_id from = lower_value(p, lower_graph_output(p->ir, f->graph, i), &ok);
        cm_id to = lower_value(p, out, &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        p->value.row[to].flags |= CM_SVF_JOIN;
        CM_TRY(lower_transfer(s, CM_STEP_MOVE, from, to));
        uint32_t on = p->source[from].on, *both = &p->source[to].on;
        if (on != 0 && *both != on) *both = *both == 0 ? on : CM_NONE;
    }
    return CAMEO_OK;
}

static void lower_close_region(cm_program *p, uint32_t region) {
    p->region.row[region].outer_end = p->step.n == 0 ? 0 : p->step.n - 1;
}

static cameo_status lower_end_then(lower_state *s) {
    cm_program *p = s->p;
    lower_frame f = s->stack[s->n - 1];
    CM_TRY(lower_branch_outputs(s, &f));
    if (lower_step(s, CM_STEP_JUMP, CM_NONE, CM_NONE) == NULL) return LOWER_NO_MEMORY(p);
    p->step.row[f.jump].target = p->step.n;
    uint32_t jump = p->step.n - 1;
    s->n--;
    CM_TRY(
        lower_enter(s, LOWER_ELSE, cm_ir_subgraph(p->ir, f.owner, "else_branch"), f.owner, jump));
    s->stack[s->n - 1].loop = f.region; /* to close the then region, too */
    return CAMEO_OK;
}

static cameo_status lower_end_else(lower_state *s) {
    cm_program *p = s->p;
    lower_frame f = s->stack[s->n - 1];
    CM_TRY(lower_branch_outputs(s, &f));
    p->step.row[f.jump].target = p->step.n;
    lower_close_region(p, f.region);
    lower_close_region(p, f.loop);
    s->n--;
    return CAMEO_OK;
}

static cameo_status lower_begin_loop(lower_state *s, cm_id node) {
    cm_program *p = s->p;
    const cm_ir *ir = p->ir;
    cm_id graph = cm_ir_subgraph(ir, node, "body");
    uint32_t n_in = ir->t.graph.row[graph].inputs.n;
    uint32_t n_carried = n_in - 2;
    bool ok = true;
    for (uint32_t i = 0; i < n_carried; i++) {
        cm_id from = lower_value(p, cm_ir_in(ir, node, i + 2), &ok);
        cm_id to = lower_value(p, lower_graph_input(ir, graph, i + 2), &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        if (from != CM_NONE) CM_TRY(lower_transfer(s, CM_STEP_COPY, from, to));
        p->source[to].on = to + 1;
    }
    for (uint32_t i = n_carried; i < ir->t.node.row[node].out.n; i++) {
        cm_id v = cm_ir_out(ir, node, i), scan = lower_value(p, v, &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        if (scan == CM_NONE) continue;
        cm_id item = ir->t.ids.row[ir->t.graph.row[graph].outputs.first + i + 1];
        if (!lower_put_scan_dims(p, &p->value.row[scan], &ir->av[v], item) ||
            lower_step(s, CM_STEP_SCAN_INIT, CM_NONE, scan) == NULL) {
            return LOWER_NO_MEMORY(p);
        }
    }
    cm_id ids[4] = {lower_value(p, cm_ir_in(ir, node, 0), &ok),
                    lower_value(p, cm_ir_in(ir, node, 1), &ok),
                    lower_value(p, lower_graph_input(ir, graph, 0), &ok),
                    lower_value(p, lower_graph_input(ir, graph, 1), &ok)};
    lower_want_aligned(p, ids[0]);
    cm_step *step = lower_new_step(s, CM_STEP_LOOP_BEGIN);
    for (uint32_t i = 0; i < 4; i++) ok = ok && lower_push_id(p, ids[i]);
    if (!ok || step == NULL) return LOWER_NO_MEMORY(p);
    step->n_in = step->n_out = 2;
    step->out = step->in + 2;
    step->loop = p->n_loops++;
    CM_TRY(lower_enter(s, LOWER_LOOP, graph, node, p->step.n - 1));
    s->stack[s->n - 1].loop = p->n_loops - 1;
    return CAMEO_OK;
}

/* A copy of body output v, which the assignment of carried values would change: in *to. */
static cameo_status lower_save(lower_state *s, cm_id v, cm_id *to) {
    cm_program *p = s->p;
    bool ok = true;
    cm_id from = lower_value(p, v, &ok);
    cm_id fresh = lower_new_value(p);
    if (fresh == CM_NONE || !ok) return LOWER_NO_MEMORY(p);
    lower_describe(&p->value.row[fresh], &p->ir->av[v]);
    *to = fresh;
    return lower_transfer(s, CM_STEP_COPY, from, fresh);
}

/* Another name of a carried value, other than `to`, that the end of body `region` assigns? */
static bool lower_is_lost(const cm_program *p, cm_id v, cm_id to, uint32_t region) {
    uint32_t on = p->source[v].on;
    if (on == 0 || on == to + 1) return false;
    return on == CM_NONE || p->source[on - 1].carried == region;
}

/* Body outputs to carried values, all at once: what is another carried value, or a view of one, goes through
 * a value of its own first, else the order of the copies would matter. So does the condition, which is read
 * behind them. */
static cameo_status lower_carry(lower_state *s, const lower_frame *f, cm_id *cond) {
    cm_program *p = s->p;
    const cm_ir *ir = p->ir;
    uint32_t n_carried = ir->t.graph.row[f->graph].inputs.n - 2;
    cm_id *from = CM_ARENA_NEW_N(p->work, cm_id, n_carried);
    cm_id *to = CM_ARENA_NEW_N(p->work, cm_id, n_carried);
    if (from == NULL || to == NULL) return LOWER_NO_MEMORY(p);
    bool ok = true;
    for (uint32_t i = 0; i < n_carried; i++) {
        from[i] = lower_value(p, lower_graph_output(ir, f->graph, i + 1), &ok);
        to[i] = lower_value(p, lower_graph_input(ir, f->graph, i + 2), &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        if (from[i] != to[i]) p->source[to[i]].carried = f->region;
    }
    if (*cond != CM_NONE && lower_is_lost(p, *cond, CM_NONE, f->region))
        CM_TRY(lower_save(s, lower_graph_output(ir, f->graph, 0), cond));
    for (uint32_t i = 0; i < n_carried; i++) {
        if (lower_is_lost(p, from[i], to[i], f->region))
            CM_TRY(lower_save(s, lower_graph_output(ir, f->graph, i + 1), &from[i]));
    }
    for (uint32_t i = 0; i < n_carried; i++) {
        if (from[i] != to[i]) CM_TRY(lower_transfer(s, CM_STEP_COPY, from[i], to[i]));
    }
    return CAMEO_OK;
}

static cameo_status lower_end_loop(lower_state *s) {
    cm_program *p = s->p;
    const cm_ir *ir = p->ir;
    lower_frame f = s->stack[s->n - 1];
    uint32_t n_carried = ir->t.graph.row[f.graph].inputs.n - 2;
    uint32_t n_out = ir->t.node.row[f.owner].out.n;
    bool ok = true;
    for (uint32_t i = n_carried; i < n_out; i++) {
        cm_id scan = lower_value(p, cm_ir_out(ir, f.owner, i), &ok);
        cm_id item = lower_value(p, lower_graph_output(ir, f.graph, i + 1), &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        if (scan == CM_NONE) continue;
        lower_want_aligned(p, item);
        cm_step *step = lower_step(s, CM_STEP_APPEND, item, scan);
        if (step == NULL) return LOWER_NO_MEMORY(p);
        step->loop = f.loop;
    }
    cm_id cond = lower_value(p, lower_graph_output(ir, f.graph, 0), &ok);
    if (!ok) return LOWER_NO_MEMORY(p);
    CM_TRY(lower_carry(s, &f, &cond));
    cm_step *next = lower_step(s, CM_STEP_LOOP_NEXT, cond, CM_NONE);
    if (next == NULL) return LOWER_NO_MEMORY(p);
    next->loop = f.loop;
    next->target = f.jump + 1;
    p->step.row[f.jump].target = p->step.n;
    lower_close_region(p, f.region);
    s->n--;
    for (uint32_t i = 0; i < n_carried && i < n_out; i++) {
        cm_id out = lower_value(p, cm_ir_out(ir, f.owner, i), &ok);
        cm_id from = lower_value(p, lower_graph_input(ir, f.graph, i + 2), &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        if (out != CM_NONE) CM_TRY(lower_transfer(s, CM_STEP_MOVE, from, out));
    }
    return CAMEO_OK;
}

static cameo_status lower_node(lower_state *s, cm_id node) {
    const cm_op *op = s->p->ir->info[node].op;
    s->node = node;
    if ((op->flags & CM_OPF_CONTROL) == 0) return lower_kernel(s, node);
    return op->id == CM_OP_If ? lower_begin_if(s, node) : lower_begin_loop(s, node);
}

static cameo_status lower_leave(lower_state *s) {
    lower_frame *f = &s->stack[s->n - 1];
    s->node = f->owner;
    switch (f->kind) {
    case LOWER_THEN: return lower_end_then(s);
    case LOWER_ELSE: return lower_end_else(s);
    case LOWER_LOOP: return lower_end_loop(s);
    default: s->n--; return CAMEO_OK;
    }
}

/* ---- inputs and outputs ---- */

static cameo_status lower_io(cm_program *p, cm_id value, cm_id id) {
    if (!CM_PUSH_ROOM(p->work, p->io)) return LOWER_NO_MEMORY(p);
    cm_io *io = &p->io.row[p->io.n++];
    io->value = id;
    io->name = p->ir->t.value.row[value].name;
    cm_ir_get_type(p->ir, value, &io->type);
    return CAMEO_OK;
}

/* Required inputs (defaults == false) or overridable initializers. */
static cameo_status lower_inputs(cm_program *p, bool defaults) {
    const cm_ir *ir = p->ir;
    cm_range inputs = ir->t.graph.row[0].inputs;
    for (uint32_t i = 0; i < inputs.n; i++) {
        cm_id v = ir->t.ids.row[inputs.first + i];
        const cm_value *value = &ir->t.value.row[v];
        if (value->kind != CM_VALUE_INPUT || (value->init != CM_NONE) != defaults) continue;
        bool ok = true;
        cm_id id = lower_value(p, v, &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        if (!defaults) {
            p->value.row[id].kind = CM_SVALUE_INPUT;
            if (!lower_put_dims(p, &p->value.row[id], &ir->av[v])) return LOWER_NO_MEMORY(p);
        } else {
            lower_want_aligned(p, id);
        }
        CM_TRY(lower_io(p, v, id));
        *(defaults ? &p->n_defaults : &p->n_inputs) += 1;
    }
    return CAMEO_OK;
}

static cameo_status lower_outputs(cm_program *p) {
    const cm_ir *ir = p->ir;
    cm_range outputs = ir->t.graph.row[0].outputs;
    for (uint32_t i = 0; i < outputs.n; i++) {
        cm_id v = ir->t.ids.row[outputs.first + i];
        bool ok = true;
        cm_id id = lower_value(p, v, &ok);
        if (!ok) return LOWER_NO_MEMORY(p);
        lower_want_aligned(p, id);
        p->value.row[id].flags |= CM_SVF_OUTPUT;
        CM_TRY(lower_io(p, v, id));
        p->n_outputs++;
    }
    return CAMEO_OK;
}

static cameo_status lower_states(cm_program *p) {
    const cm_ir *ir = p->ir;
    for (uint32_t i = 0; i < ir->n_states; i++) {
        if (!CM_PUSH_ROOM(p->work, p->state)) return LOWER_NO_MEMORY(p);
        p->state.row[p->state.n++] =
            (cm_state){p->map[ir->states[i].input], p->map[ir->states[i].output]};
    }
    return CAMEO_OK;
}

cameo_status cm_lower(cm_program *p) {
    cm_ir *ir = p->ir;
    lower_state s = {.p = p, .node = CM_NONE};
    p->map = CM_ARENA_NEW_N(p->work, cm_id, ir->t.value.n);
    s.stack = CM_ARENA_NEW_N(p->work, lower_frame, (size_t)ir->t.graph.n + 1);
    if (p->map == NULL || s.stack == NULL) return LOWER_NO_MEMORY(p);
    memset(p->map, 0xff, (size_t)ir->t.value.n * sizeof *p->map);
    CM_TRY(lower_inputs(p, false));
    CM_TRY(lower_inputs(p, true));
    cameo_status first = CAMEO_OK;
    CM_TRY(lower_enter(&s, LOWER_MAIN, 0, CM_NONE, 0));
    while (s.n > 0) {
        lower_frame *f = &s.stack[s.n - 1];
        cm_id node = f->next;
        cameo_status status;
        CM_TRY(cm_ir_go_on(ir, false));
        if (node == CM_NONE) {
            status = lower_leave(&s);
        } else {
            f->next = ir->t.node.row[node].next;
            status = ir->t.node.row[node].dead ? CAMEO_OK : lower_node(&s, node);
        }
        if (status == CAMEO_E_UNSUPPORTED) {
            if (first == CAMEO_OK) first = status;
        } else if (status != CAMEO_OK) {
            return status;
        }
    }
    CM_TRY(first);
    CM_TRY(lower_outputs(p));
    CM_TRY(lower_states(p));
    CM_TRY(cm_insert_borders(p));
    CM_TRY(cm_insert_drops(p));
#if CAMEO_DEBUG
    CM_TRY(cm_program_verify(p));
#endif
    return CAMEO_OK;
}
