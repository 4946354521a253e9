/* emit.c — writing the session. One layout function runs twice: over a counting arena it answers the
 * exact size, over the caller's memory it hands out the tables that are then filled. */
#include "runtime/session/emit.h"

#include "base/cpu.h"
#include "runtime/device/device.h"

/* Segments of a session. */
enum { EMIT_SEG_NONE = 0, EMIT_SEG_FILE, EMIT_SEG_MODEL, EMIT_SEG_SESSION, EMIT_SEG_BLOBS };

typedef struct emit_tables {
    cameo_session *session;
    cm_step *steps;
    cm_svalue *values;
    cm_id *ids;
    int64_t *dims;
    const void **params;
    uint8_t **params_bytes; /* one per params row, in session memory */
    const cm_row **rows;
    const cm_op **ops;
    cm_segment *segments;
    cm_io *io;
    cm_state *states;
    cm_str *symbols, *node_names, *node_ops;
    cm_equal *equal;
    char *text; /* names that lie in work or the caller's memory */
    cm_custom *custom;
    cm_devices *devices; /* NULL: none */
    size_t *const_off;
    uint64_t *tokens;
    cm_device_node *device_nodes;
    cm_device_value *device_values;
    uint8_t *pool; /* constants */
    size_t pool_size;
} emit_tables;

static size_t emit_round(size_t n) { return (n + (CAMEO_ALIGN - 1)) & ~(size_t)(CAMEO_ALIGN - 1); }

static bool emit_in_session(const cm_source *s) {
    return s->mode == CM_SOURCE_COPY || s->mode == CM_SOURCE_PACK;
}

static cameo_status emit_pool_size(const cm_program *p, size_t *size) {
    *size = 0;
    for (cm_id i = 0; i < p->value.n; i++) {
        if (!emit_in_session(&p->source[i])) continue;
        bool wrong = p->source[i].size > SIZE_MAX - CAMEO_ALIGN ||
                     cm_ckd_add(*size, emit_round(p->source[i].size), size);
        CM_CHECK(!wrong, p->ir->e, CAMEO_E_LIMIT, "constants exceed the address space");
    }
    return CAMEO_OK;
}

/* Does the text lie in the model's bytes? They outlive the session; work memory does not. */
static bool emit_outlives(const cm_program *p, const char *text, size_t n) {
    const uint8_t *b = (const uint8_t *)text;
    const cm_tables *t = &p->ir->t;
    return n > 0 && b >= t->bytes && n <= t->bytes_size && b <= t->bytes + (t->bytes_size - n);
}

static size_t emit_symbol_count(const cm_program *p) { return p->ir->n_symbols; }

/* Bytes of the names of free dims that the session must keep itself. */
static cameo_status emit_text_size(const cm_program *p, size_t *size) {
    bool wrong = false;
    *size = 0;
    for (size_t i = 0; i < emit_symbol_count(p); i++) {
        cm_str s = cm_dim_symbol_name(p->ir->dims, i);
        if (!emit_outlives(p, s.p, s.n)) wrong = wrong || cm_ckd_add(*size, s.n, size);
    }
    for (cm_id i = 0; i < p->io.n; i++) {
        for (uint32_t d = 0; d < CAMEO_MAX_RANK; d++) {
            cameo_string s = p->io.row[i].type.dim_params[d];
            if (!emit_outlives(p, s.p, s.n)) wrong = wrong || cm_ckd_add(*size, s.n, size);
        }
    }
    CM_CHECK(!wrong, p->ir->e, CAMEO_E_LIMIT, "names of dims exceed the address space");
    return CAMEO_OK;
}

static uint32_t emit_count_steps(const cm_program *p, cm_step_kind kind) {
    uint32_t n = 0;
    for (cm_id i = 0; i < p->step.n; i++) n += p->step.row[i].kind == kind;
    return n;
}

static uint32_t emit_count_custom(const cm_program *p) {
    uint32_t n = 0;
    for (cm_id i = 0; i < p->ops_used.n; i++) n += p->ops_used.row[i]->id >= CM_OP_COUNT;
    return n;
}

/* The order of the tables is the order in memory. params: all rows in one block, 8-byte aligned. */
static cameo_status emit_layout(const cm_program *p, cm_arena *a, emit_tables *t) {
    memset(t, 0, sizeof *t);
    size_t n_params_bytes = 0;
    for (cm_id i = 0; i < p->params.n; i++)
        n_params_bytes += ((size_t)p->params_size[i] + 7) & ~(size_t)7;
    size_t n_text;
    CM_TRY(emit_pool_size(p, &t->pool_size));
    CM_TRY(emit_text_size(p, &n_text));
    t->session = CM_ARENA_NEW(a, cameo_session);
    t->steps = CM_ARENA_NEW_N(a, cm_step, p->step.n);
    t->values = CM_ARENA_NEW_N(a, cm_svalue, p->value.n);
    t->ids = CM_ARENA_NEW_N(a, cm_id, p->ids.n);
    t->dims = CM_ARENA_NEW_N(a, int64_t, p->dims.n);
    t->params = CM_ARENA_NEW_N(a, const void *, p->params.n);
    t->params_bytes = cm_arena_alloc(a, n_params_bytes, 8);
    t->rows = CM_ARENA_NEW_N(a, const cm_row *, p->rows.n);
    t->ops = CM_ARENA_NEW_N(a, const cm_op *, p->ops_used.n);
    t->segments = CM_ARENA_NEW_N(a, cm_segment, (size_t)EMIT_SEG_BLOBS + p->ir->t.blob.n);
    t->io = CM_ARENA_NEW_N(a, cm_io, p->io.n);
    t->states = CM_ARENA_NEW_N(a, cm_state, p->state.n);
    t->symbols = CM_ARENA_NEW_N(a, cm_str, emit_symbol_count(p));
    t->equal = CM_ARENA_NEW_N(a, cm_equal, p->ir->demand.n);
    t->node_names = CM_ARENA_NEW_N(a, cm_str, p->ir->t.node.n);
    t->node_ops = CM_ARENA_NEW_N(a, cm_str, p->ir->t.node.n);
    t->custom = CM_ARENA_NEW_N(a, cm_custom, emit_count_custom(p));
    t->text = cm_arena_alloc(a, n_text, 1);
    t->pool = cm_arena_alloc_raw(a, t->pool_size, CAMEO_ALIGN);
    if (p->n_devices != 0) {
        t->devices = CM_ARENA_NEW(a, cm_devices);
        cm_device *device = CM_ARENA_NEW_N(a, cm_device, p->n_devices);
        if (t->devices != NULL) t->devices->device = device;
        t->const_off = CM_ARENA_NEW_N(a, size_t, p->value.n);
        t->tokens = CM_ARENA_NEW_N(a, uint64_t, p->ir->t.node.n);
        t->device_nodes = CM_ARENA_NEW_N(a, cm_device_node, emit_count_steps(p, CM_STEP_DEVICE));
        t->device_values = CM_ARENA_NEW_N(a, cm_device_value, p->value.n);
    }
    return cm_arena_status(a, "session", p->ir->e);
}

cameo_status cm_emit_measure(const cm_program *p, size_t *bytes) {
    cm_arena a;
    emit_tables t;
    cm_arena_init_counting(&a);
    CM_TRY(emit_layout(p, &a, &t));
    *bytes = a.used;
    return CAMEO_OK;
}

/* Text that lies in work memory (names that prepare made) cannot outlive it: such names are
 * dropped; all others are views into the model's bytes. */
static cm_str emit_name(const cm_program *p, cm_str s) {
    return emit_outlives(p, s.p, s.n) ? s : (cm_str){NULL, 0};
}

/* The operator's name as the model writes it, or as the operator table does where a rewrite chose it. */
static cm_str emit_op_type(const cm_program *p, cm_id node) {
    const cm_op_table *ops = &p->ir->ops;
    cm_str name = emit_name(p, p->ir->t.node.row[node].op_type);
    for (uint32_t i = 0; name.n == 0 && i < ops->n; i++) {
        if (ops->entry[i].op == p->ir->info[node].op) name = cm_str_from_c(ops->entry[i].op_type);
    }
    return name;
}

static const cm_payload *emit_payload(const cm_program *p, const cm_source *s) {
    return &p->ir->t.tensor.row[p->ir->t.value.row[s->value].init].payload;
}

static void emit_place(const cm_program *p, const cm_source *s, cm_svalue *v) {
    const cm_payload *bytes = emit_payload(p, s);
    v->off = bytes->off;
    v->size = s->size;
    switch (bytes->segment) {
    case CM_SEG_FILE: v->segment = EMIT_SEG_FILE; break;
    case CM_SEG_MODEL: v->segment = EMIT_SEG_MODEL; break;
    case CM_SEG_EXTERNAL: v->segment = (uint8_t)(EMIT_SEG_BLOBS + bytes->blob); break;
    default: v->segment = EMIT_SEG_NONE; break;
    }
}

/* Counts a use of these bytes if prepare computed them. */
static void emit_count_use(const cm_payload *bytes, uint32_t *uses) {
    if (cm_payload_is_computed(bytes) && bytes->blob != CM_NONE) uses[bytes->blob]++;
}

/* How often the bytes of each tensor that prepare computed are a source, or are read while another constant is packed:
 * those uses are never the last, so that the bytes stay. */
static uint32_t *emit_uses(const cm_program *p) {
    const cm_ir *ir = p->ir;
    uint32_t *uses = CM_ARENA_NEW_N(p->work, uint32_t, ir->t.tensor.n);
    for (cm_id i = 0; uses != NULL && i < p->value.n; i++) {
        const cm_source *s = &p->source[i];
        if (s->mode == CM_SOURCE_NONE || s->mode == CM_SOURCE_DEVICE) continue; /* devices read the session's bytes */
        emit_count_use(emit_payload(p, s), uses);
        for (uint32_t in = 0; s->mode == CM_SOURCE_PACK && in < ir->t.node.row[s->node].in.n; in++) {
            cm_id v = cm_ir_in(ir, s->node, in), init = v == CM_NONE ? CM_NONE : ir->t.value.row[v].init;
            if (in != s->in && init != CM_NONE) emit_count_use(&ir->t.tensor.row[init].payload, uses);
        }
    }
    return uses;
}

/* May the bytes of constant s leave memory when the session has its copy? What prepare computed has to wait for its
 * last use, under whatever name and dims: unlike a file it cannot be read again. */
static bool emit_is_last(const cm_program *p, const cm_source *s, uint32_t *uses) {
    const cm_payload *bytes = emit_payload(p, s);
    if (p->ir->spent == NULL) return false;
    return !cm_payload_is_computed(bytes) || (bytes->blob != CM_NONE && --uses[bytes->blob] == 0);
}

/* A native copy, piece by piece. Errors: E_NOMEM. */
static cameo_status emit_copy(const cm_program *p, const cm_source *s, bool last, uint8_t *to) {
    const uint8_t *from = cm_lower_native(p->ir, s->value);
    if (from == NULL && s->size != 0) return cm_arena_status(p->work, "work", p->ir->e);
    for (size_t at = 0, n; at < s->size; at += n) {
        n = cm_min_size(CM_GEMM_PIECE, s->size - at);
        CM_TRY(cm_ir_go_on(p->ir, true));
        memcpy(to + at, from + at, n);
        if (last) p->ir->spent(p->ir->spent_ctx, from + at, n);
    }
    return CAMEO_OK;
}

/* Pages on the border between two pieces, too. */
static void emit_spend(const cm_program *p, const cm_source *s) {
    size_t size;
    const void *bytes = cm_ir_const_bytes(p->ir, s->value, &size);
    p->ir->spent(p->ir->spent_ctx, bytes, size);
}

/* A row that packs other constants of its node with its operand tells of their bytes, too. */
typedef struct emit_telling {
    const cm_program *p;
    const uint8_t *own; /* the operand */
    size_t size;
    bool others; /* those of others can be read again */
} emit_telling;

/* No constant of this node was computed by prepare. */
static bool emit_can_read_again(const cm_ir *ir, cm_id node) {
    for (uint32_t i = 0; i < ir->t.node.row[node].in.n; i++) {
        cm_id v = cm_ir_in(ir, node, i), init = v == CM_NONE ? CM_NONE : ir->t.value.row[v].init;
        if (init != CM_NONE && cm_payload_is_computed(&ir->t.tensor.row[init].payload)) return false;
    }
    return true;
}

/* A cm_spent_fn. */
static void emit_tell(void *ctx, const void *bytes, size_t size) {
    const emit_telling *t = ctx;
    uintptr_t at = (uintptr_t)bytes, own = (uintptr_t)t->own;
    if (t->others || (at >= own && at - own < t->size)) t->p->ir->spent(t->p->ir->spent_ctx, bytes, size);
}

/* Packed bytes between two questions whether prepare may go on: some milliseconds. */
#define EMIT_PART ((size_t)1 << 20)

/* Packed by its row. Errors: E_NOMEM; what options.interrupt says. */
static cameo_status emit_pack(const cm_program *p, const cm_source *s, bool last, bool lazy,
                              uint8_t *to) {
    cm_kctx k;
    CM_TRY(cm_lower_context(p->ir, s->node, &k));
    k.prims = cm_prims_select(p->features);
    emit_telling telling = {.p = p, .others = emit_can_read_again(p->ir, s->node)};
    telling.own = cm_ir_const_bytes(p->ir, s->value, &telling.size);
    cm_packing how = {.lazy = lazy, .spent = last ? emit_tell : NULL, .spent_ctx = &telling};
    if (lazy) how.spent = p->ir->spent, how.spent_ctx = p->ir->spent_ctx; /* the session will tell, later */
    k.packing = &how;
    how.parts = lazy ? 1 : (uint32_t)(s->size / EMIT_PART) + 1; /* a head, whose panels come later, is one */
    for (; how.part < how.parts; how.part++) {
        CM_TRY(cm_ir_go_on(p->ir, true));
        s->row->pack->pack(&k, s->in, to);
    }
    return CAMEO_OK;
}

/* A constant that a run will pack, at `to`: its scale, where it has one, and its head, before the room for what is
 * packed. Bytes before that room. */
static size_t emit_late(const cm_program *p, const cm_source *s, uint8_t *to) {
    const cm_pending *pending = cm_payload_pending(emit_payload(p, s));
    size_t size, head = cm_lower_late_head(pending), scale = head - CM_LATE_HEAD;
    cm_late late = {.spent = p->ir->spent, .spent_ctx = p->ir->spent_ctx, .size = s->size - head};
    memset(to, 0, head);
    if (pending != NULL) {
        memcpy(to, pending->scale, pending->channels * sizeof *pending->scale);
        late.raw = pending->raw;
        late.scale = (const double *)(void *)to;
    } else {
        late.raw = cm_ir_const_bytes(p->ir, s->value, &size);
    }
    memcpy(to + scale, &late, sizeof late);
    return head;
}

/* What prepare computed is in memory until it is copied or packed: so much of the room for it is touched before. */
#define EMIT_TOUCH ((size_t)1 << 21)

static void emit_touch(const cm_program *p, const cm_source *s, uint8_t *to) {
    if (p->ir->touch == NULL) return;
    bool computed = cm_payload_is_computed(emit_payload(p, s));
    if (computed && s->mode == CM_SOURCE_PACK && (s->row->flags & CM_ROWF_SCATTERS) != 0) {
        p->ir->touch(to, s->size, true);
    } else {
        p->ir->touch(to, computed ? cm_min_size(s->size, EMIT_TOUCH) : s->size, false);
    }
}

/* Constants of session memory: copied in native order, or packed by their row. */
static cameo_status emit_constants(const cm_program *p, emit_tables *t) {
    size_t off = 0;
    cameo_session_info *info = &t->session->info;
    uint32_t *uses = emit_uses(p);
    CM_TRY(cm_arena_status(p->work, "work", p->ir->e));
    for (cm_id i = 0; i < p->value.n; i++) {
        const cm_source *s = &p->source[i];
        cm_svalue *v = &t->values[i];
        CM_TRY(cm_ir_go_on(p->ir, false));
        if (s->mode == CM_SOURCE_PLACE) {
            emit_place(p, s, v);
            info->weights_bytes += s->size;
        }
        if (!emit_in_session(s)) continue;
        v->segment = EMIT_SEG_SESSION;
        v->off = off;
        v->size = s->size;
        bool lazy = (v->format & CM_FORMAT_LAZY) != 0, late = (v->flags & CM_SVF_LATE) != 0;
        bool last = !lazy && !late && emit_is_last(p, s, uses);
        if (!lazy && !late) emit_touch(p, s, t->pool + off);
        if (late) {
            size_t head = emit_late(p, s, t->pool + off);
            v->off += head;
            v->size -= head;
            info->packed_bytes += s->size;
            t->session->n_late++;
        } else if (s->mode == CM_SOURCE_COPY) {
            CM_TRY(emit_copy(p, s, last, t->pool + off));
            bool folded = cm_payload_is_computed(emit_payload(p, s));
            *(folded ? &info->folded_bytes : &info->copied_bytes) += s->size;
        } else {
            CM_TRY(emit_pack(p, s, last, lazy, t->pool + off));
            info->packed_bytes += s->size;
        }
        if (last) emit_spend(p, s);
        size_t end = off + s->size;
        off += emit_round(s->size);
        memset(t->pool + end, 0, off - end);
    }
    return CAMEO_OK;
}

/* ---- devices ---- */

/* Offsets of the constants in their device's memory; those that its provider absorbed have none. */
static cameo_status emit_device_offsets(const cm_program *p, const emit_tables *t) {
    for (cm_id i = 0; i < p->value.n; i++) {
        const cm_source *s = &p->source[i];
        if (s->mode != CM_SOURCE_DEVICE || t->device_values[i].absorbed) continue;
        cm_device *d = &t->devices->device[cm_svalue_space(&t->values[i]) - 1];
        size_t end, align = cm_device_align(&d->provider);
        bool wrong = cm_ckd_align(d->bytes, align, &t->const_off[i]) ||
                     cm_ckd_add(t->const_off[i], s->size, &end);
        CM_CHECK(!wrong, p->ir->e, CAMEO_E_LIMIT,
                 "the constants of a device exceed the address space");
        d->bytes = end;
    }
    return CAMEO_OK;
}

/* Shape rules at run time, and providers, read the bytes of a device's constants on the host. */
static void emit_device_origins(const cm_program *p, const emit_tables *t) {
    for (cm_id i = 0; i < p->value.n; i++) {
        if (p->source[i].mode != CM_SOURCE_DEVICE) continue;
        const cm_svalue *origin = &t->values[p->source[i].origin];
        t->values[i].segment = origin->segment;
        t->values[i].off = origin->off;
        t->values[i].size = origin->size;
    }
}

/* Copies the constants of device d into its memory. */
static cameo_status emit_device_constants(const cm_program *p, const emit_tables *t, const cm_device *d,
                                          uint32_t space) {
    cameo_copy copies[CM_DEVICE_COPIES];
    uint32_t n = 0;
    for (cm_id i = 0; i < p->value.n; i++) {
        const cm_source *s = &p->source[i];
        if (s->mode != CM_SOURCE_DEVICE || cm_svalue_space(&t->values[i]) != space) continue;
        if (t->device_values[i].absorbed || s->size == 0) continue;
        const uint8_t *bytes = cm_session_bytes(t->session, &t->values[i]); /* where `weights` has seen them */
        if (n == CM_DEVICE_COPIES) {
            CM_TRY(cm_device_send(d, copies, n, p->ir));
            n = 0;
        }
        copies[n] = (cameo_copy){.memory = d->memory, .offset = t->const_off[i], .bytes = s->size};
        memcpy(&copies[n++].host, &bytes, sizeof bytes);
    }
    return cm_device_send(d, copies, n, p->ir);
}

static cameo_status emit_device(const cm_program *p, const emit_tables *t, cm_device *d, uint32_t space) {
    size_t bytes = d->bytes;
    void *host;
    d->bytes = 0; /* until there is memory */
    if (bytes == 0) return CAMEO_OK;
    CM_TRY(cm_device_alloc(&d->provider, CAMEO_MEMORY_DEVICE, bytes, &d->memory, &host, p->ir->e));
    d->bytes = bytes;
    t->session->info.device_bytes += bytes;
    return emit_device_constants(p, t, d, space);
}

/* Does the device make this copy? The host makes those from its own memory to pinned memory. */
static bool emit_is_device_copy(const cm_program *p, const cm_step *step) {
    if (step->kind != CM_STEP_TRANSFER) return false;
    uint32_t from = cm_svalue_space(&p->value.row[p->ids.row[step->in]]);
    uint32_t to = cm_svalue_space(&p->value.row[p->ids.row[step->out]]);
    return (from != 0 && from <= p->n_devices) || (to != 0 && to <= p->n_devices);
}

/* What prepare found out about devices; their constants go into their memory. On failure nothing stays
 * allocated. */
static cameo_status emit_devices(const cm_program *p, const emit_tables *t) {
    cameo_session *s = t->session;
    if (p->n_devices == 0) return CAMEO_OK;
    cm_device *device = t->devices->device;
    memcpy(device, p->device, p->n_devices * sizeof *p->device);
    for (cm_id node = 0; node < p->ir->t.node.n; node++) t->tokens[node] = p->claim[node].token;
    *t->devices = (cm_devices){.calls = &cm_run_device_calls,
                               .device = device,
                               .n = p->n_devices,
                               .const_off = t->const_off,
                               .tokens = t->tokens,
                               .nodes = t->device_nodes,
                               .values = t->device_values,
                               .n_nodes = emit_count_steps(p, CM_STEP_DEVICE)};
    s->info.n_device_steps = t->devices->n_nodes;
    for (uint32_t i = 0; i < s->n_steps; i++) s->info.n_transfers += emit_is_device_copy(p, &s->steps[i]);
    CM_TRY(cm_partition_survey(s, device, p->n_devices, t->device_nodes, t->device_values, p->work, p->ir->e));
    emit_device_origins(p, t);
    s->devices = t->devices;
    cameo_status status = CAMEO_OK;
    for (uint32_t i = 0; i < p->n_devices && status == CAMEO_OK; i++)
        status = cm_device_weights(s, i, &device[i], t->device_values, p->ir->e);
    if (status == CAMEO_OK) status = emit_device_offsets(p, t);
    for (uint32_t i = 0; i < p->n_devices; i++) {
        if (status == CAMEO_OK)
            status = emit_device(p, t, &device[i], i + 1);
        else
            device[i].bytes = 0; /* it got no memory */
    }
    if (status != CAMEO_OK) cameo_session_release(s);
    return status;
}

void cameo_session_release(cameo_session *session) {
    for (uint32_t i = 0; session->devices != NULL && i < session->devices->n; i++) {
        cm_device *d = &session->devices->device[i];
        if (d->has_token) d->provider.drop(d->provider.ctx, CAMEO_DROP_SESSION, d->token);
        if (d->bytes != 0) d->provider.free(d->provider.ctx, d->memory);
        d->has_token = false;
        d->bytes = 0;
    }
}

static void emit_params(const cm_program *p, emit_tables *t) {
    uint8_t *bytes = (uint8_t *)t->params_bytes;
    for (cm_id i = 0; i < p->params.n; i++) {
        memcpy(bytes, p->params.row[i], p->params_size[i]);
        t->params[i] = bytes;
        bytes += ((size_t)p->params_size[i] + 7) & ~(size_t)7;
    }
}

/* Operators of the caller that the program uses move from work into the session. */
static void emit_custom(const cm_program *p, emit_tables *t) {
    cm_custom *next = t->custom;
    for (cm_id i = 0; i < p->ops_used.n; i++) {
        uint32_t id = p->ops_used.row[i]->id;
        if (id < CM_OP_COUNT) continue;
        *next = p->custom[id - CM_OP_COUNT];
        t->ops[i] = &next->op;
        for (cm_id k = 0; k < p->rows.n; k++) {
            if (p->rows.row[k]->op == id) t->rows[k] = &next->row;
        }
        next++;
    }
}

static void emit_segments(const cm_program *p, emit_tables *t) {
    const cm_tables *m = &p->ir->t;
    t->segments[EMIT_SEG_FILE] = (cm_segment){m->bytes, m->bytes_size};
    t->segments[EMIT_SEG_MODEL] = (cm_segment){m->pool, m->pool_size};
    t->segments[EMIT_SEG_SESSION] = (cm_segment){t->pool, t->pool_size};
    for (cm_id i = 0; i < m->blob.n; i++) {
        t->segments[EMIT_SEG_BLOBS + i] = (cm_segment){m->blob.row[i].data, m->blob.row[i].size};
    }
}

/* The name where it lies, or a copy in the session. */
static cm_str emit_keep(const cm_program *p, emit_tables *t, cm_str s) {
    if (s.n == 0 || emit_outlives(p, s.p, s.n)) return s;
    memcpy(t->text, s.p, s.n);
    cm_str copy = {t->text, s.n};
    t->text += s.n;
    return copy;
}

/* A node without a name has that of its first output. */
static cm_str emit_node_name(const cm_program *p, cm_id node) {
    cm_str name = p->ir->t.node.row[node].name;
    cm_id out = name.n == 0 ? cm_ir_out(p->ir, node, 0) : CM_NONE;
    return emit_name(p, out == CM_NONE ? name : p->ir->t.value.row[out].name);
}

static void emit_names(const cm_program *p, emit_tables *t) {
    for (cm_id i = 0; i < p->ir->t.node.n; i++) {
        t->node_names[i] = emit_node_name(p, i);
        t->node_ops[i] = emit_op_type(p, i);
    }
    for (size_t i = 0; i < emit_symbol_count(p); i++) {
        t->symbols[i] = emit_keep(p, t, cm_dim_symbol_name(p->ir->dims, i));
    }
    for (cm_id i = 0; i < p->io.n; i++) {
        for (uint32_t d = 0; d < CAMEO_MAX_RANK; d++) {
            cameo_string *param = &t->io[i].type.dim_params[d];
            cm_str kept = emit_keep(p, t, (cm_str){param->p, param->n});
            *param = (cameo_string){kept.p, kept.n};
        }
    }
}

static void emit_equal(const cm_program *p, const emit_tables *t) {
    const cm_ir *ir = p->ir;
    for (cm_id i = 0; i < ir->demand.n; i++) {
        cm_dim d = ir->demand.row[i].symbol;
        cm_dim same = cm_dim_add(ir->dims, d, 0);
        cm_equal *q = &t->equal[i];
        cm_id v = cm_demand_source(ir, d, &q->dim);
        cm_str name = v == CM_NONE ? (cm_str){NULL, 0} : ir->t.value.row[v].name;
        while (q->input < p->n_inputs && !cm_str_eq(t->io[q->input].name, name)) q->input++;
        q->symbol = (uint32_t)cm_dim_symbol_index(ir->dims, d);
        q->node = ir->demand.row[i].node;
        q->same = cm_dim_is_const(same) ? same : -1 - (int64_t)cm_dim_symbol_index(ir->dims, same);
    }
}

#define EMIT_COPY(dst, table)                                                            \
    do {                                                                                 \
        if ((table).n != 0) memcpy((dst), (table).row, (table).n * sizeof *(table).row); \
    } while (0)

static void emit_header(const cm_program *p, const emit_tables *t) {
    cameo_session *s = t->session;
    s->steps = t->steps;
    s->values = t->values;
    s->ids = t->ids;
    s->dims = t->dims;
    s->params = t->params;
    s->rows = t->rows;
    s->ops = t->ops;
    s->segments = t->segments;
    s->inputs = t->io;
    s->outputs = t->io + p->n_inputs + p->n_defaults;
#if !CAMEO_FROZEN
    s->states = t->states;
    s->n_states = p->state.n;
#endif
    s->symbols = t->symbols;
    s->equal = t->equal;
    s->n_equal = p->ir->demand.n;
    s->node_names = t->node_names;
    s->node_ops = t->node_ops;
    s->n_steps = p->step.n;
    s->n_values = p->value.n;
    s->n_ids = p->ids.n;
    s->n_dims = p->dims.n;
    s->n_params = p->params.n;
    s->n_rows = p->rows.n;
    s->n_ops = p->ops_used.n;
    s->n_segments = EMIT_SEG_BLOBS + p->ir->t.blob.n;
    s->n_inputs = p->n_inputs;
    s->n_defaults = p->n_defaults;
    s->n_outputs = p->n_outputs;
    s->n_symbols = (uint32_t)emit_symbol_count(p);
    s->n_loops = p->n_loops;
    s->n_nodes = p->ir->t.node.n;
    s->features = p->features;
    for (uint32_t i = 0; i < s->n_steps; i++) {
        if (s->steps[i].n_in > s->max_in) s->max_in = s->steps[i].n_in;
        if (s->steps[i].n_out > s->max_out) s->max_out = s->steps[i].n_out;
    }
    s->info.size = sizeof s->info;
    s->info.n_inputs = s->n_inputs;
    s->info.n_defaults = s->n_defaults;
    s->info.n_outputs = s->n_outputs;
    s->info.n_steps = s->n_steps;
    s->info.n_symbols = s->n_symbols;
}

cameo_status cm_emit(const cm_program *p, cameo_memory memory, cameo_session **session) {
    cm_arena a;
    emit_tables t;
    cm_arena_init(&a, memory.base, memory.size);
    CM_TRY(emit_layout(p, &a, &t));
    CM_TRY(cm_ir_go_on(p->ir, true));
    EMIT_COPY(t.steps, p->step);
    EMIT_COPY(t.values, p->value);
    EMIT_COPY(t.ids, p->ids);
    EMIT_COPY(t.dims, p->dims);
    EMIT_COPY(t.rows, p->rows);
    EMIT_COPY(t.ops, p->ops_used);
    EMIT_COPY(t.io, p->io);
    EMIT_COPY(t.states, p->state);
    emit_custom(p, &t);
    emit_params(p, &t);
    CM_TRY(cm_ir_go_on(p->ir, true));
    emit_segments(p, &t);
    emit_names(p, &t);
    emit_equal(p, &t);
    emit_header(p, &t);
    CM_TRY(emit_constants(p, &t));
    CM_TRY(emit_devices(p, &t));
    *session = t.session;
    return CAMEO_OK;
}

/* ---- what hosts ask of a session ---- */

void cameo_session_get_info(const cameo_session *session, cameo_session_info *info) {
    size_t size = info->size == 0 || info->size > sizeof *info ? sizeof *info : info->size;
    memcpy(info, &session->info, size);
}

void cameo_session_get_input(const cameo_session *session, uint32_t index, cameo_type *type) {
    *type = session->inputs[index].type;
}

void cameo_session_get_output(const cameo_session *session, uint32_t index, cameo_type *type) {
    *type = session->outputs[index].type;
}

cameo_string cameo_session_get_symbol(const cameo_session *session, uint32_t index) {
    return (cameo_string){session->symbols[index].p, session->symbols[index].n};
}
