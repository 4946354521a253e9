/* plan.c — executing a program abstractly: which steps are reached, what shapes their values have.
 *
 * Steps are walked in order. A branch whose condition the shapes decide leaves the other branch dead;
 * else both are walked and what they define is joined. A loop body is walked again until its carried
 * values change no more: joining only ever forgets (a dim, the rank, an element), so that ends. */
#include "runtime/plan/plan.h"

#include "runtime/device/device.h"
#include "runtime/session/custom.h"

typedef struct plan_walk {
    cm_planning *p;
    uint32_t *skip;    /* per step: a JUMP that is always taken (set when its If was decided) */
    uint32_t *version; /* per loop: changes seen when its body was entered */
    bool *turns_once;  /* per loop: it makes a turn at least */
    uint32_t changes;  /* of joined values, so far */
    uint32_t depth;    /* of loops */
    bool first;        /* of the walks through the body of the outermost loop */
    cm_dim turns;      /* of it so far; at most its trip count */
    uint32_t maybe; /* steps below this one may not be reached: their errors wait until run time */
} plan_walk;

/* ---- values ---- */

/* Aligned native bytes of a constant; small misaligned ones are copied, large ones stay unknown. */
static const void *plan_const_data(cm_planning *p, const cm_svalue *v) {
    const uint8_t *bytes = cm_session_bytes(p->s, v);
    size_t align = cm_dtype_align((cameo_dtype)v->dtype);
    if (bytes == NULL || v->format != CM_FORMAT_PLAIN || align == 0) return NULL;
    if ((uintptr_t)bytes % align == 0) return bytes;
    if (v->size > (size_t)CM_MAX_ELEMS * 8) return NULL;
    void *copy = cm_arena_alloc(p->work, v->size, 8);
    if (copy != NULL) memcpy(copy, bytes, v->size);
    return copy;
}

static void plan_describe(cm_planning *p, const cm_svalue *v, cm_avalue *av) {
    av->kind = v->vkind;
    av->elem_kind = v->elem_kind;
    av->dtype = v->dtype;
    av->rank = v->rank;
    av->n_elem = CM_NONE;
    for (uint32_t i = 0; i < CM_MAX_RANK; i++) av->dims[i] = CM_DIM_UNKNOWN;
    if (v->kind == CM_SVALUE_TEMP || v->rank == CM_RANK_UNKNOWN) return;
    for (uint32_t i = 0; i < v->rank; i++) {
        int64_t d = p->s->dims[v->dims + i];
        av->dims[i] = d >= 0 ? d : p->symbols[-1 - d];
    }
    if (v->kind == CM_SVALUE_CONST) av->data = plan_const_data(p, v);
}

static bool plan_same(const cm_avalue *a, const cm_avalue *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->rank != b->rank) return false;
    if (cm_avalue_has_no_items(a) != cm_avalue_has_no_items(b)) return false;
    for (uint32_t i = 0; a->rank != CM_RANK_UNKNOWN && i < a->rank; i++) {
        if (a->dims[i] != b->dims[i]) return false;
    }
    uint32_t n = a->elem == NULL ? 0 : a->n_elem;
    if (n != (b->elem == NULL ? 0 : b->n_elem)) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (a->elem[i] != b->elem[i]) return false;
    }
    return a->data == b->data;
}

/* What holds of both a and b. Elements are kept where they agree; bounds of dims where they are kept at all: in a
 * loop the next turn would move them again. */
static void plan_meet(plan_walk *w, cm_avalue *a, const cm_avalue *b) {
    cm_planning *p = w->p;
    bool same_data = a->data == b->data;
    if (cm_avalue_join_no_items(a, b)) return;
    if (a->rank != b->rank) a->rank = CM_RANK_UNKNOWN;
    for (uint32_t i = 0; a->rank != CM_RANK_UNKNOWN && i < a->rank; i++) {
        if (a->dims[i] == b->dims[i]) continue;
        a->dims[i] =
            w->depth == 0 ? cm_dim_either(p->dims, a->dims[i], b->dims[i]) : CM_DIM_UNKNOWN;
    }
    size_t n;
    cm_dim *elem = NULL;
    if (a->rank != CM_RANK_UNKNOWN && cm_avalue_count(a, &n) && n <= CM_MAX_ELEMS) {
        elem = CM_ARENA_NEW_N(p->work, cm_dim, n);
        for (size_t i = 0; elem != NULL && i < n; i++) {
            cm_dim x, y;
            bool known = cm_avalue_elem(a, i, &x) && cm_avalue_elem(b, i, &y) && x == y;
            elem[i] = known ? x : CM_DIM_UNKNOWN;
        }
        a->n_elem = (uint32_t)n;
    }
    a->elem = elem;
    if (!same_data) a->data = NULL;
}

/* Assigns to a value that several steps assign: what was known before stays true. */
static void plan_join(plan_walk *w, cm_id out, const cm_avalue *v) {
    cm_avalue *av = &w->p->av[out];
    if (av->kind == CAMEO_KIND_NONE) {
        *av = *v;
        w->changes++;
        return;
    }
    if (plan_same(av, v)) return;
    cm_avalue before = *av;
    plan_meet(w, av, v);
    if (!plan_same(&before, av)) w->changes++;
}

/* ---- steps ---- */

static cameo_status plan_shape(cm_planning *p, const cm_step *step, cameo_error *e) {
    const cm_op *op = p->s->ops[step->op];
    for (uint32_t i = 0; i < step->n_in; i++) {
        cm_id id = cm_step_in(p->s, step, i);
        p->in[i] = id == CM_NONE ? &cm_avalue_absent : &p->av[id];
    }
    memset(p->out, 0, sizeof *p->out * step->n_out);
    cm_shape c = {.op = op,
                  .params = cm_step_params(p->s, step),
                  .n_in = step->n_in,
                  .n_out = step->n_out,
                  .in = p->in,
                  .out = p->out,
                  .dims = p->dims,
                  .arena = p->work,
                  .since = step->since,
                  .e = e};
    return op->shape(&c);
}

/* The declared type of an output, when its rule cannot tell. */
static void plan_forget(cm_planning *p, cm_id id) {
    plan_describe(p, &p->s->values[id], &p->av[id]);
}

static cameo_status plan_compute(plan_walk *w, const cm_step *step, uint32_t at) {
    cm_planning *p = w->p;
    bool certain = at >= w->maybe;
    cameo_error error = {0};
    cameo_status status = plan_shape(p, step, &error);
    bool custom = p->s->ops[step->op]->id >= CM_OP_COUNT;
    for (uint32_t i = 0; i < step->n_out && status == CAMEO_OK && custom; i++) {
        cm_id id = cm_step_out(p->s, step, i);
        if (id != CM_NONE) status = cm_custom_keeps(i, &p->s->values[id], &p->out[i], NULL, &error);
    }
    if (status == CAMEO_E_NOMEM || (status != CAMEO_OK && certain)) {
        if (p->s->node_names != NULL && step->node < p->s->n_nodes) {
            cm_error_at_node(&error, step->node, p->s->node_names[step->node],
                             p->s->node_ops[step->node]);
        }
        if (p->e != NULL && p->e->status == CAMEO_OK) *p->e = error;
        return status;
    }
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id id = cm_step_out(p->s, step, i);
        if (id == CM_NONE) continue;
        if (status == CAMEO_OK) {
            p->av[id] = p->out[i];
        } else {
            plan_forget(p, id);
        }
    }
    return CAMEO_OK;
}

/* 0 or 1 where the boolean is known, else -1. */
static int plan_condition(const cm_planning *p, cm_id id) {
    int64_t x;
    if (id == CM_NONE || !cm_avalue_i64(&p->av[id], 0, &x)) return -1;
    return x != 0;
}

static uint32_t plan_jump_unless(plan_walk *w, const cm_step *step, uint32_t at) {
    int cond = plan_condition(w->p, cm_step_in(w->p->s, step, 0));
    uint32_t jump = step->target - 1; /* the JUMP that ends the branch */
    w->skip[jump] = cond == 1;
    if (cond == 0) return step->target;
    if (cond < 0 && w->p->s->steps[jump].target > w->maybe) w->maybe = w->p->s->steps[jump].target;
    return at + 1;
}

/* The counter and the condition of a loop body: one element, of rank 0 or 1 as prepare found. */
static void plan_scalar(cm_planning *p, cm_id id, int dtype) {
    if (id == CM_NONE) return;
    cm_avalue av = {.kind = CAMEO_KIND_TENSOR, .dtype = (uint8_t)dtype, .n_elem = CM_NONE};
    av.rank = p->s->values[id].rank == 1;
    av.dims[0] = 1;
    p->av[id] = av;
}

static uint32_t plan_loop_begin(plan_walk *w, const cm_step *step, uint32_t at) {
    cm_planning *p = w->p;
    int64_t trips = 0;
    cm_dim most;
    cm_id m = cm_step_in(p->s, step, 0), cond = cm_step_in(p->s, step, 1);
    bool known = m != CM_NONE && cm_avalue_i64(&p->av[m], 0, &trips);
    if (known && trips <= 0) return step->target;
    if (plan_condition(p, cond) == 0) return step->target;
    w->turns_once[step->loop] =
        (m == CM_NONE || known) && (cond == CM_NONE || plan_condition(p, cond) == 1);
    plan_scalar(p, cm_step_out(p->s, step, 0), CAMEO_INT64);
    plan_scalar(p, cm_step_out(p->s, step, 1), CAMEO_BOOL);
    if (w->depth++ == 0) {
        cm_shape c = {.dims = p->dims};
        bool counted = m != CM_NONE && cm_avalue_elem(&p->av[m], 0, &most);
        w->turns = counted ? cm_shape_decided(&c, 0, most) : CM_DIM_UNKNOWN;
        w->first = true;
    }
    w->version[step->loop] = w->changes;
    if (step->target > w->maybe) w->maybe = step->target;
    return at + 1;
}

/* Without a turn a scan output has what the session knows of its dims, else 0 (runtime/run/dynamic.c): the plan may
 * know more of what turns append. */
static void plan_no_turn(plan_walk *w, cm_id scan) {
    cm_planning *p = w->p;
    const cm_svalue *sv = &p->s->values[scan];
    cm_avalue *av = &p->av[scan];
    if (av->kind != CAMEO_KIND_TENSOR || av->rank == CM_RANK_UNKNOWN) return;
    if (sv->rank != av->rank) av->rank = CM_RANK_UNKNOWN;
    for (uint32_t i = 1; av->rank != CM_RANK_UNKNOWN && i < av->rank; i++) {
        int64_t d = p->s->dims[sv->dims + i];
        if (d < 0) d = p->symbols[-1 - d];
        if (cm_dim_equal(p->dims, d, av->dims[i]) == CM_YES) continue;
        av->dims[i] = w->depth == 0 ? cm_dim_either(p->dims, d, av->dims[i]) : CM_DIM_UNKNOWN;
    }
}

static uint32_t plan_loop_next(plan_walk *w, const cm_step *step, uint32_t at) {
    if (w->version[step->loop] == w->changes) {
        w->depth--;
        for (uint32_t i = step->target; i < at && !w->turns_once[step->loop]; i++) {
            const cm_step *append = &w->p->s->steps[i];
            if (append->kind == CM_STEP_APPEND && append->loop == step->loop)
                plan_no_turn(w, cm_step_out(w->p->s, append, 0));
        }
        return at + 1;
    }
    w->version[step->loop] = w->changes;
    if (w->depth == 1) w->first = false;
    return step->target;
}

/* Another name or a copy. A sequence may move to an optional of sequences and back (ir/infer/infer.c). */
static void plan_move(plan_walk *w, const cm_step *step) {
    cm_planning *p = w->p;
    cm_id out = cm_step_out(p->s, step, 0);
    cm_avalue v = p->av[cm_step_in(p->s, step, 0)];
    if (v.kind != CAMEO_KIND_TENSOR && v.kind != CAMEO_KIND_NONE) {
        v.kind = p->s->values[out].vkind;
        v.elem_kind = p->s->values[out].elem_kind;
    }
    plan_join(w, out, &v);
}

/* Appending to a scan output: one more leading axis, as long as the outermost loop made turns, of unknown length
 * within others. */
static void plan_append(plan_walk *w, const cm_step *step) {
    cm_planning *p = w->p;
    const cm_avalue *item = &p->av[cm_step_in(p->s, step, 0)];
    cm_avalue scan = {.kind = CAMEO_KIND_TENSOR, .dtype = item->dtype, .n_elem = CM_NONE};
    if (p->s->values[cm_step_out(p->s, step, 0)].vkind == CAMEO_KIND_SEQUENCE) {
        cm_avalue list = *item;
        list.kind = CAMEO_KIND_SEQUENCE;
        list.elem_kind = CAMEO_KIND_TENSOR;
        list.elem = NULL;
        list.data = NULL;
        list.n_elem = CM_NONE;
        plan_join(w, cm_step_out(p->s, step, 0), &list);
        return;
    }
    scan.rank = item->rank < CM_MAX_RANK ? (uint8_t)(item->rank + 1) : CM_RANK_UNKNOWN;
    scan.dims[0] = w->depth == 1 ? w->turns : CM_DIM_UNKNOWN;
    for (uint32_t i = 1; scan.rank != CM_RANK_UNKNOWN && i < scan.rank; i++)
        scan.dims[i] = item->dims[i - 1];
    if (w->depth == 1 && w->first) p->av[cm_step_out(p->s, step, 0)].kind = CAMEO_KIND_NONE;
    plan_join(w, cm_step_out(p->s, step, 0), &scan);
}

/* Executes one step; *at becomes the next. */
static cameo_status plan_step(plan_walk *w, uint32_t *at) {
    cm_planning *p = w->p;
    const cm_step *step = &p->s->steps[*at];
    uint32_t next = *at + 1;
    p->steps[*at].live = true;
    switch (step->kind) {
    case CM_STEP_TRANSFER:
        p->av[cm_step_out(p->s, step, 0)] = p->av[cm_step_in(p->s, step, 0)];
        break;
    case CM_STEP_KERNEL:
    case CM_STEP_DEVICE:
    case CM_STEP_VIEW: CM_TRY(plan_compute(w, step, *at)); break;
    case CM_STEP_MOVE:
    case CM_STEP_COPY: plan_move(w, step); break;
    case CM_STEP_JUMP: next = w->skip[*at] ? step->target : next; break;
    case CM_STEP_JUMP_UNLESS: next = plan_jump_unless(w, step, *at); break;
    case CM_STEP_LOOP_BEGIN: next = plan_loop_begin(w, step, *at); break;
    case CM_STEP_LOOP_NEXT: next = plan_loop_next(w, step, *at); break;
    case CM_STEP_SCAN_INIT: {
        cm_id scan = cm_step_out(p->s, step, 0);
        if (p->av[scan].kind == CAMEO_KIND_NONE) plan_forget(p, scan);
        break;
    }
    case CM_STEP_APPEND: plan_append(w, step); break;
    default: break;
    }
    *at = next;
    return CAMEO_OK;
}

cameo_status cm_plan_walk(cm_planning *p) {
    const cameo_session *s = p->s;
    plan_walk w = {.p = p};
    p->av = CM_ARENA_NEW_N(p->work, cm_avalue, s->n_values);
    p->steps = CM_ARENA_NEW_N(p->work, cm_pstep, s->n_steps);
    p->in = CM_ARENA_NEW_N(p->work, const cm_avalue *, s->max_in);
    p->out = CM_ARENA_NEW_N(p->work, cm_avalue, s->max_out);
    w.skip = CM_ARENA_NEW_N(p->work, uint32_t, s->n_steps);
    w.version = CM_ARENA_NEW_N(p->work, uint32_t, s->n_loops);
    w.turns_once = CM_ARENA_NEW_N(p->work, bool, s->n_loops);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    for (uint32_t i = 0; i < s->n_values; i++) {
        if (s->values[i].kind != CM_SVALUE_TEMP) plan_describe(p, &s->values[i], &p->av[i]);
    }
    uint32_t at = 0;
    while (at < s->n_steps) {
        CM_TRY(cm_ask_on(p->ask, cm_step_work(&s->steps[at]), p->e));
        CM_TRY(plan_step(&w, &at));
        CM_TRY(cm_arena_status(p->work, "work", p->e));
    }
    return CAMEO_OK;
}

bool cm_plan_bound(const cm_planning *p, cm_dim d, size_t *max) {
    int64_t lo, hi;
    if (cm_dim_is_const(d)) {
        *max = (size_t)d;
        return d >= 0 && (uint64_t)d <= SIZE_MAX;
    }
    if (p->dims == NULL || !cm_dim_is_known(d)) return false;
    cm_dim_interval(p->dims, d, &lo, &hi);
    *max = hi < 0 ? 0 : (size_t)hi;
    return hi != INT64_MAX && (hi < 0 || (uint64_t)hi <= SIZE_MAX);
}

/* ---- bindings ---- */

uint32_t cm_session_find_dim(const cameo_session *s, cm_str name) {
    cm_str input;
    uint32_t axis;
    for (uint32_t i = 0; i < s->n_symbols; i++) {
        if (name.n != 0 && cm_str_eq(s->symbols[i], name)) return i;
    }
    if (!cm_str_axis(name, &input, &axis)) return UINT32_MAX;
    for (uint32_t i = 0; i < s->n_inputs; i++) {
        const cm_svalue *sv = &s->values[s->inputs[i].value];
        bool here = cm_str_eq(s->inputs[i].name, input) && sv->vkind == CAMEO_KIND_TENSOR &&
                    sv->rank != CM_RANK_UNKNOWN && axis < sv->rank;
        if (here && s->dims[sv->dims + axis] < 0) return (uint32_t)(-1 - s->dims[sv->dims + axis]);
    }
    return UINT32_MAX;
}

size_t cm_session_dim_text(const cameo_session *s, uint32_t symbol, char *text, size_t cap) {
    if (s->symbols[symbol].n != 0) return cm_format(text, cap, "%.*s", CM_STR_ARG(s->symbols[symbol]));
    for (uint32_t i = 0; i < s->n_inputs; i++) {
        const cm_svalue *sv = &s->values[s->inputs[i].value];
        bool is_tensor = sv->vkind == CAMEO_KIND_TENSOR && sv->rank != CM_RANK_UNKNOWN;
        for (uint32_t d = 0; is_tensor && d < sv->rank; d++) {
            if (s->dims[sv->dims + d] == -1 - (int64_t)symbol)
                return cm_format(text, cap, "%.*s:%u", CM_STR_ARG(s->inputs[i].name), (unsigned)d);
        }
    }
    return cm_format(text, cap, "%s", "");
}

const char *cm_session_near_dim(const cameo_session *s, cm_str name, cm_near *near) {
    *near = cm_near_begin(name);
    for (uint32_t i = 0; i < s->n_symbols; i++) {
        char text[96];
        cm_near_offer(near, (cm_str){text, cm_session_dim_text(s, i, text, sizeof text)});
    }
    return cm_near_end(near);
}

static cameo_status plan_bind_one(const cameo_session *s, const cameo_dim_binding *b,
                                  int64_t *ranges, cameo_error *e) {
    cm_str name = cm_str_from_c(b->name);
    CM_CHECK(b->min >= 0 && b->max >= b->min, e, CAMEO_E_ARG,
             "dim %.*s: range %lld..%lld, want 0 <= min <= max", CM_STR_ARG(name), CM_LL(b->min),
             CM_LL(b->max));
    uint32_t i = cm_session_find_dim(s, name);
    if (i == UINT32_MAX) {
        cm_near near;
        return CM_FAIL(e, CAMEO_E_ARG, "the model has no free dim named %.*s%s", CM_STR_ARG(name),
                       cm_session_near_dim(s, name, &near));
    }
    ranges[2 * (size_t)i] = b->min;
    ranges[2 * (size_t)i + 1] = b->max;
    return CAMEO_OK;
}

cameo_status cm_plan_ranges(const cameo_session *s, const cameo_dim_binding *dims, size_t n_dims,
                            cm_arena *work, const int64_t **ranges, cameo_error *e) {
    int64_t *r = CM_ARENA_NEW_N(work, int64_t, (size_t)s->n_symbols * 2);
    CM_TRY(cm_arena_status(work, "work", e));
    for (size_t i = 0; i < s->n_symbols; i++) r[2 * i + 1] = INT64_MAX;
    for (size_t i = 0; i < n_dims; i++) CM_TRY(plan_bind_one(s, &dims[i], r, e));
    *ranges = r;
    return CAMEO_OK;
}

/* The symbols as dims: numbers where the range has one member. */
static cameo_status plan_symbols(cm_planning *p) {
    uint32_t n = p->s->n_symbols;
    p->symbols = CM_ARENA_NEW_N(p->work, cm_dim, n);
    p->dims = cm_dims_new(p->work);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    for (size_t i = 0; i < n; i++) {
        int64_t lo = p->ranges[2 * i], hi = p->ranges[2 * i + 1];
        p->symbols[i] = lo == hi ? lo : cm_dim_symbol(p->dims, p->s->symbols[i], lo, hi);
    }
    p->n_free = cm_dim_symbol_count(p->dims);
    return cm_arena_status(p->work, "work", p->e);
}

/* ---- layout ---- */

/* Every table of a plan, in the order in memory; counted, then written, by the same code. */
static cameo_status plan_write(const cm_planning *p, cm_arena *a, cameo_plan **out) {
    const cameo_session *s = p->s;
    cameo_plan *plan = CM_ARENA_NEW(a, cameo_plan);
    cm_pvalue *values = CM_ARENA_NEW_N(a, cm_pvalue, s->n_values);
    cm_pstep *steps = CM_ARENA_NEW_N(a, cm_pstep, s->n_steps);
    size_t n_dims = 0;
    for (uint32_t i = 0; i < s->n_values; i++) n_dims += p->values[i].fixed ? p->values[i].rank : 0;
    size_t *dims = CM_ARENA_NEW_N(a, size_t, n_dims);
    cm_setup *setups = CM_ARENA_NEW_N(a, cm_setup, p->n_setups);
    int64_t *symbols = CM_ARENA_NEW_N(a, int64_t, (size_t)s->n_symbols * 2);
    uint32_t n_devices = s->devices == NULL ? 0 : s->devices->n;
    cm_plan_device *devices = n_devices == 0 ? NULL : CM_ARENA_NEW_N(a, cm_plan_device, n_devices);
    CM_TRY(cm_arena_status(a, "plan", p->e));
    if (a->counting) return CAMEO_OK;
    size_t next = 0;
    cm_id n_open = 0;
    for (uint32_t i = 0; i < s->n_values; i++) {
        values[i] = p->values[i];
        values[i].dims = values[i].fixed ? (cm_id)next : n_open++;
        for (uint32_t d = 0; values[i].fixed && d < values[i].rank; d++) {
            dims[next++] = (size_t)p->av[i].dims[d];
        }
    }
    if (s->n_steps != 0) memcpy(steps, p->steps, s->n_steps * sizeof *steps);
    if (p->n_setups != 0) memcpy(setups, p->setups, p->n_setups * sizeof *setups);
    if (s->n_symbols != 0) memcpy(symbols, p->ranges, (size_t)s->n_symbols * 2 * sizeof *symbols);
    if (n_devices != 0) memcpy(devices, p->devices, n_devices * sizeof *devices);
    *plan = (cameo_plan){.session = s,
                         .values = values,
                         .steps = steps,
                         .dims = dims,
                         .setups = setups,
                         .symbols = symbols,
                         .n_dims = (uint32_t)n_dims,
                         .n_setups = p->n_setups,
                         .activations = p->activations,
                         .scratch = p->scratch,
                         .worker_scratch = p->worker_scratch,
                         .devices = devices,
                         .heap = p->heap,
                         .dyn = &cm_run_dynamic};
    *out = plan;
    return CAMEO_OK;
}

cameo_status cm_plan_make(cm_arena *target, const cameo_session *session, const int64_t *ranges,
                          cm_arena *work, cm_ask *ask, cameo_plan **plan, cameo_error *e) {
    cm_planning p = {.s = session, .work = work, .ask = ask, .e = e};
    CM_TRY(cm_equal_unite(session, ranges, work, &p.ranges, e));
    CM_TRY(plan_symbols(&p));
    CM_TRY(cm_plan_walk(&p));
    CM_TRY(cm_plan_place(&p));
    cm_plan_quicken(&p);
#if CAMEO_DEBUG
    CM_TRY(cm_plan_verify(&p));
#endif
    cameo_plan *made = NULL;
    CM_TRY(plan_write(&p, target, &made));
    if (made == NULL) return CAMEO_OK; /* only counted */
    if (made->devices != NULL) CM_TRY(cm_device_plan(&p, made->devices));
    *plan = made;
    return CAMEO_OK;
}

cameo_status cameo_plan_measure(const cameo_session *session, const cameo_dim_binding *dims,
                                size_t n_dims, cameo_memory work, const cameo_options *options,
                                size_t *plan_bytes, cameo_error *error) {
    cm_arena counting, temporary;
    const int64_t *ranges;
    cameo_plan *plan;
    cm_ask ask = {.interrupt = cm_interrupt_of(options)};
    cm_arena_init_counting(&counting);
    cm_arena_init(&temporary, work.base, work.size);
    CM_TRY(cm_plan_ranges(session, dims, n_dims, &temporary, &ranges, error));
    CM_TRY(cm_plan_make(&counting, session, ranges, &temporary, &ask, &plan, error));
    *plan_bytes = counting.used;
    return CAMEO_OK;
}

cameo_status cameo_plan_create(cameo_memory memory, const cameo_session *session,
                               const cameo_dim_binding *dims, size_t n_dims, cameo_memory work,
                               const cameo_options *options, cameo_plan **plan, cameo_error *error) {
    cm_arena target, temporary;
    const int64_t *ranges;
    cm_ask ask = {.interrupt = cm_interrupt_of(options)};
    cm_arena_init(&target, memory.base, memory.size);
    cm_arena_init(&temporary, work.base, work.size);
    CM_TRY(cm_plan_ranges(session, dims, n_dims, &temporary, &ranges, error));
    return cm_plan_make(&target, session, ranges, &temporary, &ask, plan, error);
}
