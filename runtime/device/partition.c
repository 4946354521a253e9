/* partition.c — what a provider sees of its nodes once the program is made: a graph of nodes and values, with what is
 * known of them in a session, a plan, a run. assign.c has the view of prepare. */
#include "runtime/device/device.h"

/* ---- public ---- */

uint32_t cameo_partition_count(const cameo_partition *p) { return p->n; }
uint32_t cameo_partition_first(const cameo_partition *p) { return p->first; }
uint32_t cameo_partition_n_values(const cameo_partition *p) { return p->n_values; }

cameo_op_context *cameo_partition_node(cameo_partition *p, uint32_t i) {
    p->view->get(p, i);
    return &p->context;
}

uint64_t cameo_op_token(const cameo_op_context *c) { return c->token; }

uint32_t cameo_op_input_id(const cameo_op_context *c, uint32_t i) { return i < c->n_in ? c->in[i] : CM_NONE; }
uint32_t cameo_op_output_id(const cameo_op_context *c, uint32_t i) { return i < c->n_out ? c->out[i] : CM_NONE; }

bool cameo_partition_value(cameo_partition *p, uint32_t id, cameo_value_info *info) {
    cameo_value_info all = {.size = sizeof all, .view_of = id, .producer = CM_NONE, .max_bytes = UINT64_MAX};
    for (uint32_t i = 0; i < CAMEO_MAX_RANK; i++) all.max_dims[i] = -1;
    if (id >= p->n_values || !p->view->value(p, id, &all)) return false;
    size_t size = info->size == 0 || info->size > sizeof all ? sizeof all : info->size;
    memcpy(info, &all, size);
    info->size = size;
    return true;
}

uint32_t cameo_partition_reader(cameo_partition *p, uint32_t id, uint32_t from) {
    return id >= p->n_values ? CM_NONE : p->view->reader(p, id, from);
}

void cameo_partition_give_back(cameo_partition *p, uint32_t i) {
    if (p->returned != NULL && i < p->n) p->returned[i] = true;
}

static const cm_device_node *partition_node(const cameo_partition *p, uint32_t i) {
    return &p->s->devices->nodes[p->s->devices->device[p->device].first + p->first + i];
}

void cameo_partition_keep(cameo_partition *p, uint32_t id, uint32_t i) {
    if (p->values == NULL || id >= p->n_values || i >= p->n) return;
    const uint32_t pc = partition_node(p, i)->pc;
    if (pc > p->values[id].kept) p->values[id].kept = pc;
}

void cameo_partition_absorb(cameo_partition *p, uint32_t id) {
    if (p->values == NULL || id >= p->n_values || p->s->values[id].kind != CM_SVALUE_CONST) return;
    p->values[id].absorbed = true;
}

/* ---- nodes ---- */

uint32_t cameo_partition_group(cameo_partition *p, uint32_t i) {
    return p->s == NULL ? 0 : partition_node(p, i)->group;
}

static void partition_get(cameo_partition *p, uint32_t i) {
    const cameo_session *s = p->s;
    p->pc = partition_node(p, i)->pc;
    const cm_step *step = &s->steps[p->pc];
    p->context.in = s->ids + step->in;
    p->context.out = s->ids + step->out;
    p->context.n_in = step->n_in;
    p->context.n_out = step->n_out;
    p->context.since = step->since;
    p->context.name = s->node_names[step->node];
    p->context.op_type = s->node_ops[step->node];
    p->context.token = s->devices->tokens[step->node];
}

static uint32_t partition_reader(cameo_partition *p, uint32_t id, uint32_t from) {
    const cm_device_value *v = &p->s->devices->values[id];
    const uint32_t base = p->s->devices->device[p->device].first + p->first;
    if (v->first_reader == CM_NONE || v->last_reader < base) return CM_NONE;
    if (v->first_reader > base && v->first_reader - base > from) from = v->first_reader - base;
    for (uint32_t i = from; i < p->n && i <= v->last_reader - base; i++) {
        const cm_step *step = &p->s->steps[partition_node(p, i)->pc];
        for (uint32_t k = 0; k < step->n_in; k++) {
            if (cm_step_in(p->s, step, k) == id) return i;
        }
    }
    return CM_NONE;
}

/* ---- values ---- */

/* Dims of a constant; of others the rank alone. */
static void partition_declared(const cameo_session *s, const cm_svalue *v, cameo_tensor *t) {
    t->rank = v->rank == CM_RANK_UNKNOWN ? UINT32_MAX : v->rank;
    for (uint32_t i = 0; v->rank != CM_RANK_UNKNOWN && i < v->rank; i++) {
        bool known = v->kind == CM_SVALUE_CONST && s->dims[v->dims + i] >= 0;
        t->dims[i] = known ? s->dims[v->dims + i] : -1;
    }
}

/* The value in whose buffer v lies, or v. */
static cm_id partition_root(const cameo_session *s, const cm_pvalue *values, cm_id v) {
    for (uint32_t i = 0; i < s->n_values && values[v].place == CM_PLACE_ALIAS && values[v].alias != CM_NONE; i++)
        v = values[v].alias;
    return v;
}

static void partition_planned(const cameo_partition *p, cm_id v, cameo_value_info *info) {
    const cm_planning *plan = p->planning;
    const cm_avalue *av = &plan->av[v];
    (void)cm_custom_abstract(av, &info->tensor);
    info->tensor.data = NULL;
    for (uint32_t i = 0; av->rank != CM_RANK_UNKNOWN && i < av->rank; i++) {
        size_t most;
        if (cm_plan_bound(plan, av->dims[i], &most)) info->max_dims[i] = (int64_t)most;
    }
}

static void partition_actual(const cameo_partition *p, cm_id v, cameo_value_info *info) {
    const cm_tensor *t = &p->run->values[v];
    info->tensor.rank = t->rank;
    for (uint32_t i = 0; i < t->rank; i++) info->tensor.dims[i] = (int64_t)t->dims[i];
}

static void partition_bytes(cameo_tensor *t) {
    size_t n = 1;
    bool known = t->rank != UINT32_MAX;
    for (uint32_t i = 0; known && i < t->rank; i++) known = t->dims[i] >= 0 && !cm_ckd_mul(n, (size_t)t->dims[i], &n);
    if (!known || cm_dtype_bytes(t->dtype, n, &t->bytes) != CAMEO_OK) t->bytes = 0;
}

/* Where v lies in a run, or will lie in every run. */
static void partition_place(const cameo_partition *p, cm_id v, cm_id root, uint8_t place, cameo_value_info *info) {
    bool there = place == CM_PLACE_BUFFER || place == CM_PLACE_CONST;
    if (p->run == NULL || p->s->devices->values[info->view_of].absorbed || (!p->running && !there)) return;
    cm_device_ref at = p->run->devices->at[p->running ? v : root];
    info->placed = true;
    info->memory = at.memory;
    info->offset = at.off;
}

static bool partition_value(cameo_partition *p, uint32_t id, cameo_value_info *info) {
    const cameo_session *s = p->s;
    const cm_svalue *sv = &s->values[id];
    const cm_device_value *dv = &s->devices->values[id];
    if (cm_svalue_space(sv) != p->device + 1) return false;
    info->tensor.dtype = (cameo_dtype)sv->dtype;
    info->view_of = dv->view_of;
    info->constant = s->values[dv->view_of].kind == CM_SVALUE_CONST;
    info->leaves = dv->leaves;
    uint32_t by = s->devices->values[dv->view_of].producer;
    if (by != CM_NONE && by >= p->first && by - p->first < p->n) info->producer = by - p->first;
    info->enters = !info->constant && info->producer == CM_NONE;
    const cm_pvalue *values = p->planning != NULL ? p->planning->values : p->run != NULL ? p->run->plan->values : NULL;
    if (values == NULL) {
        partition_declared(s, sv, &info->tensor);
    } else {
        cm_id root = partition_root(s, values, id);
        uint8_t place = values[root].place;
        info->tensor.dtype = (cameo_dtype)values[id].dtype;
        info->fixed = values[id].fixed && (place == CM_PLACE_BUFFER || place == CM_PLACE_CONST);
        if (p->planning != NULL)
            partition_planned(p, id, info);
        else if (p->running || values[id].fixed)
            partition_actual(p, id, info);
        else
            partition_declared(s, sv, &info->tensor);
        if (place == CM_PLACE_BUFFER) info->max_bytes = values[root].size;
        partition_place(p, id, root, place, info);
    }
    partition_bytes(&info->tensor);
    if (info->constant || info->fixed) info->max_bytes = info->tensor.bytes;
    if (info->constant) {
        const uint8_t *bytes = cm_session_bytes(s, &s->values[dv->view_of]);
        memcpy(&info->tensor.data, &bytes, sizeof bytes);
    }
    return true;
}

/* An operand in the host's memory. */
static void partition_on_host(const cameo_partition *p, cm_id id, cameo_tensor *t) {
    const cm_tensor *v = p->running ? &p->run->values[id] : NULL;
    *t = (cameo_tensor){.dtype = (cameo_dtype)p->s->values[id].dtype};
    partition_declared(p->s, &p->s->values[id], t);
    if (v == NULL) return;
    t->rank = v->rank;
    for (uint32_t i = 0; i < t->rank; i++) t->dims[i] = (int64_t)v->dims[i];
    partition_bytes(t);
    t->data = v->data;
}

static bool partition_operand(cameo_partition *p, cm_id id, cameo_tensor *t) {
    cameo_value_info info = {.size = sizeof info};
    if (id != CM_NONE && cm_svalue_space(&p->s->values[id]) == 0) {
        partition_on_host(p, id, t);
        return true;
    }
    if (id == CM_NONE || !cameo_partition_value(p, id, &info)) return false;
    *t = info.tensor;
    return true;
}

bool cameo_op_on_host(const cameo_op_context *c, uint32_t i) {
    const cameo_partition *p = c->part;
    if (p == NULL || i >= c->n_in || c->in[i] == CM_NONE) return false;
    return c->operand == NULL ? i < 64 && (p->host >> i & 1) != 0 : cm_svalue_space(&p->s->values[c->in[i]]) == 0;
}

static bool partition_at(const cameo_op_context *c, cm_id id, uint64_t *memory, uint64_t *offset) {
    cameo_value_info info = {.size = sizeof info};
    if (c->operand == NULL || id == CM_NONE || !cameo_partition_value(c->part, id, &info) || !info.placed) return false;
    *memory = info.memory;
    *offset = info.offset;
    return true;
}

bool cameo_op_input_at(const cameo_op_context *c, uint32_t i, uint64_t *memory, uint64_t *offset) {
    return partition_at(c, cameo_op_input_id(c, i), memory, offset);
}

bool cameo_op_output_at(const cameo_op_context *c, uint32_t i, uint64_t *memory, uint64_t *offset) {
    return partition_at(c, cameo_op_output_id(c, i), memory, offset);
}

bool cameo_partition_workspace(const cameo_partition *p, uint64_t *memory, uint64_t *offset) {
    if (p->run == NULL || p->run->plan->devices[p->device].workspace == 0) return false;
    *memory = p->run->devices->queue[p->device].memory;
    *offset = p->run->plan->devices[p->device].work_off;
    return true;
}

static const cm_partition_view partition_view = {partition_get, partition_value, partition_reader};

void cm_partition_init(cameo_partition *p, const cameo_session *s, uint32_t device, uint32_t first, uint32_t n,
                       cameo_error *e) {
    *p = (cameo_partition){
        .view = &partition_view, .first = first, .n = n, .n_values = s->n_values, .s = s, .device = device};
    p->context.part = p;
    p->context.operand = partition_operand;
    p->context.e = e;
}

/* ---- the survey ---- */

typedef struct partition_survey {
    cameo_session *s;
    cm_device *device;
    uint32_t n_devices;
    cm_device_node *nodes;
    cm_device_value *values;
    bool *target;  /* per step: a jump leads there */
    uint32_t open; /* the device whose group the next step may belong to, or CM_NONE */
    uint32_t group;
} partition_survey;

/* The device in whose memory v lies; CM_NONE: in none's, pinned memory included. */
static uint32_t survey_device(const partition_survey *c, cm_id v) {
    uint32_t space = cm_svalue_space(&c->s->values[v]);
    return space == 0 || space > c->n_devices ? CM_NONE : space - 1;
}

static void survey_targets(partition_survey *c) {
    for (uint32_t i = 0; i < c->s->n_steps; i++) {
        const cm_step *step = &c->s->steps[i];
        bool jumps = step->kind == CM_STEP_JUMP || step->kind == CM_STEP_JUMP_UNLESS ||
                     step->kind == CM_STEP_LOOP_BEGIN || step->kind == CM_STEP_LOOP_NEXT;
        if (jumps) c->target[step->target] = true;
    }
}

static void survey_node(partition_survey *c, uint32_t pc, uint32_t index) {
    const cm_step *step = &c->s->steps[pc];
    uint32_t d = step->row;
    if (c->open != d) c->group++;
    c->open = d;
    c->nodes[index] = (cm_device_node){pc, c->group};
    for (uint32_t k = 0; k < step->n_out; k++) {
        cm_id v = cm_step_out(c->s, step, k);
        if (v == CM_NONE) continue;
        bool again = c->values[v].producer != CM_NONE || c->values[v].leaves; /* in branches */
        c->values[v].producer = again ? CM_NONE : index - c->device[d].first;
        c->values[v].leaves = again;
    }
}

/* A view belongs to the group around it unless its dims wait for what the device gives. */
static void survey_view(partition_survey *c, const cm_step *step) {
    cm_id in = cm_step_in(c->s, step, 0), out = cm_step_out(c->s, step, 0);
    uint32_t d = survey_device(c, in);
    if (d == CM_NONE || d != c->open) c->open = CM_NONE;
    for (uint32_t k = 1; k < step->n_in; k++) {
        cm_id v = cm_step_in(c->s, step, k);
        if (v != CM_NONE && cm_svalue_space(&c->s->values[v]) != 0) c->open = CM_NONE;
    }
    if (d != CM_NONE && out != CM_NONE) c->values[out].view_of = c->values[in].view_of;
}

/* The DEVICE steps, device by device. */
static void survey_nodes(partition_survey *c, uint32_t d, uint32_t *n) {
    c->open = CM_NONE;
    c->device[d].first = *n;
    for (uint32_t i = 0; i < c->s->n_steps; i++) {
        const cm_step *step = &c->s->steps[i];
        if (c->target[i]) c->open = CM_NONE;
        if (step->kind == CM_STEP_DEVICE && step->row == d)
            survey_node(c, i, (*n)++);
        else if (step->kind == CM_STEP_VIEW)
            survey_view(c, step);
        else if (step->kind != CM_STEP_DROP)
            c->open = CM_NONE;
    }
    c->device[d].n = *n - c->device[d].first;
}

/* v is read by a node of `group`, or by the host (CM_NONE): does that take it out of its group? */
static void survey_read(partition_survey *c, cm_id v, uint32_t group) {
    uint32_t d = v == CM_NONE ? CM_NONE : survey_device(c, v);
    if (d == CM_NONE) return;
    cm_device_value *root = &c->values[c->values[v].view_of];
    if (group != CM_NONE && root->producer != CM_NONE &&
        c->nodes[c->device[d].first + root->producer].group == group)
        return;
    root->leaves = true;
    c->values[v].leaves = true;
}

static void survey_reads(partition_survey *c, const cm_step *step, uint32_t group) {
    for (uint32_t k = 0; k < step->n_in; k++) survey_read(c, cm_step_in(c->s, step, k), group);
}

/* Node `index` of all devices reads its operands; nodes come in their order. */
static void survey_readers(partition_survey *c, const cm_step *step, uint32_t index) {
    for (uint32_t k = 0; k < step->n_in; k++) {
        cm_id v = cm_step_in(c->s, step, k);
        if (v == CM_NONE) continue;
        if (c->values[v].first_reader == CM_NONE) c->values[v].first_reader = index;
        c->values[v].last_reader = index;
    }
}

CM_COLD cameo_status cm_partition_survey(cameo_session *s, cm_device *device, uint32_t n_devices, cm_device_node *nodes,
                                 cm_device_value *values, cm_arena *work, cameo_error *e) {
    partition_survey c = {s, device, n_devices, nodes, values, NULL, CM_NONE, 0};
    uint32_t n = 0;
    c.target = CM_ARENA_NEW_N(work, bool, (size_t)s->n_steps + 1);
    CM_TRY(cm_arena_status(work, "work", e));
    for (cm_id v = 0; v < s->n_values; v++)
        values[v] = (cm_device_value){.producer = CM_NONE, .view_of = v, .first_reader = CM_NONE};
    survey_targets(&c);
    for (uint32_t d = 0; d < n_devices; d++) survey_nodes(&c, d, &n);
    for (uint32_t i = 0; i < n; i++) {
        survey_readers(&c, &s->steps[nodes[i].pc], i);
        survey_reads(&c, &s->steps[nodes[i].pc], nodes[i].group);
    }
    for (uint32_t i = 0; i < s->n_steps; i++) {
        uint8_t kind = s->steps[i].kind;
        if (kind != CM_STEP_DEVICE && kind != CM_STEP_VIEW && kind != CM_STEP_DROP)
            survey_reads(&c, &s->steps[i], CM_NONE);
    }
    return CAMEO_OK;
}
