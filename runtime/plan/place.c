/* place.c — where the values of a plan live.
 *
 * A value's life runs from its first definition to its DROP. Views, moves and in-place results share
 * the buffer of another value and prolong its life. Buffers get offsets greedily, each at the lowest gap
 * that is free over its whole life: the largest first (Pisarchyk and Lee, "Efficient Memory Management for
 * Deep Neural Net Inference", 2020), then in other orders until one meets the lower bound. */
#include "runtime/device/device.h"
#include "runtime/plan/plan.h"
#include "runtime/plan/price.h"

typedef struct place_life {
    uint32_t def, end; /* steps; def UINT32_MAX: never defined */
    uint32_t n_defs;
    cm_id root; /* value whose buffer this one uses, CM_NONE: not one certain buffer */
} place_life;

typedef struct place_state {
    cm_planning *p;
    place_life *life;
    cm_tensor *tensors; /* per value, with the largest dims of the range, for setup */
    size_t *dims;       /* CM_MAX_RANK per value */
    bool *bounded;      /* per value: those dims exist */
    size_t most;        /* bytes of a buffer whose size the data decide */
    bool scratch_open;  /* that of some step is found at run time */
} place_state;

/* Where the data decide a size, its bound may be far beyond what data ever want (every pixel an object): up to so
 * many times the bytes of the largest other value, or up to a megabyte, memory is planned; beyond it is the heap's. */
#define PLACE_DECIDED_TIMES 4
#define PLACE_DECIDED_BYTES ((size_t)1 << 20)

/* ---- lives ---- */

static void place_lives(place_state *st) {
    cm_planning *p = st->p;
    const cameo_session *s = p->s;
    for (uint32_t v = 0; v < s->n_values; v++) st->life[v] = (place_life){UINT32_MAX, 0, 0, v};
    for (uint32_t i = 0; i < s->n_steps; i++) {
        const cm_step *step = &s->steps[i];
        if (!p->steps[i].live) continue;
        for (uint32_t k = 0; k < step->n_out; k++) {
            cm_id v = cm_step_out(p->s, step, k);
            if (v == CM_NONE) continue;
            if (st->life[v].def == UINT32_MAX) st->life[v].def = i;
            st->life[v].n_defs++;
        }
        for (uint32_t k = 0; k < step->n_in; k++) {
            cm_id v = cm_step_in(p->s, step, k);
            if (v != CM_NONE && st->life[v].end < i) st->life[v].end = i;
        }
    }
    for (uint32_t v = 0; v < s->n_values; v++) {
        if ((s->values[v].flags & CM_SVF_OUTPUT) != 0) st->life[v].end = s->n_steps;
        if (st->life[v].end < st->life[v].def) st->life[v].end = st->life[v].def;
    }
    for (uint32_t v = 0; s->devices != NULL && v < s->n_values; v++) {
        const uint32_t kept = s->devices->values[v].kept;
        if (kept > st->life[v].end) st->life[v].end = kept;
    }
    /* What waits in pinned memory for its copy to a device stays while the device uses the copy: a value that comes
     * later then rarely has to wait until that copy is made. */
    for (uint32_t i = 0; s->devices != NULL && i < s->n_steps; i++) {
        const cm_step *step = &s->steps[i];
        if (!p->steps[i].live || step->kind != CM_STEP_TRANSFER) continue;
        cm_id from = cm_step_in(s, step, 0), to = cm_step_out(s, step, 0);
        bool up = cm_space_is_pinned(s, from) && !cm_space_is_pinned(s, to);
        if (up && st->life[to].end > st->life[from].end) st->life[from].end = st->life[to].end;
    }
    /* Backwards: who is another name lives as long as that name. */
    for (uint32_t i = s->n_steps; i-- > 0;) {
        const cm_step *step = &s->steps[i];
        if (!p->steps[i].live || (step->kind != CM_STEP_MOVE && step->kind != CM_STEP_VIEW))
            continue;
        place_life *from = &st->life[cm_step_in(p->s, step, 0)];
        const place_life *to = &st->life[cm_step_out(p->s, step, 0)];
        if (to->end > from->end) from->end = to->end;
    }
}

/* ---- sizes ---- */

/* The largest dims over the range; false where one has no bound. */
static bool place_bound(place_state *st, cm_id v) {
    const cm_avalue *av = &st->p->av[v];
    cm_tensor *t = &st->tensors[v];
    size_t *dims = st->dims + (size_t)v * CM_MAX_RANK;
    *t = (cm_tensor){.dims = dims, .n = 1, .dtype = av->dtype, .kind = av->kind, .block = CM_NONE};
    if (av->kind != CAMEO_KIND_TENSOR || av->rank == CM_RANK_UNKNOWN) return false;
    t->rank = av->rank;
    for (uint32_t i = 0; i < av->rank; i++) {
        if (!cm_plan_bound(st->p, av->dims[i], &dims[i])) return false;
        if (cm_ckd_mul(t->n, dims[i], &t->n)) return false;
    }
    return true;
}

static bool place_fixed(const cm_avalue *av) {
    size_t n;
    return cm_avalue_count(av, &n);
}

/* Every dim is a number, but their product is none. */
static bool place_overflows(const cm_avalue *av) {
    size_t n;
    bool known = av->kind == CAMEO_KIND_TENSOR && av->rank != CM_RANK_UNKNOWN;
    for (uint32_t i = 0; known && i < av->rank; i++) known = cm_dim_is_const(av->dims[i]);
    return known && !cm_avalue_count(av, &n);
}

static cameo_status place_value(place_state *st, cm_id v) {
    cm_planning *p = st->p;
    const cm_svalue *sv = &p->s->values[v];
    cm_pvalue *pv = &p->values[v];
    st->bounded[v] = place_bound(st, v);
    pv->alias = CM_NONE;
    pv->dtype = p->av[v].dtype;
    pv->rank = p->av[v].rank;
    pv->fixed = place_fixed(&p->av[v]);
    pv->n = pv->fixed ? st->tensors[v].n : 0;
    st->tensors[v].format = sv->format;
    if (sv->kind == CM_SVALUE_CONST || sv->kind == CM_SVALUE_DEFAULT) {
        const void *bytes = cm_session_bytes(p->s, sv);
        memcpy(&st->tensors[v].data, &bytes, sizeof bytes);
        if (sv->kind == CM_SVALUE_DEFAULT) st->tensors[v].data = NULL;
        pv->place = (uint8_t)(sv->kind == CM_SVALUE_CONST ? CM_PLACE_CONST : CM_PLACE_INPUT);
        return CAMEO_OK;
    }
    if (sv->kind != CM_SVALUE_INPUT && st->life[v].def == UINT32_MAX) {
        pv->place = CM_PLACE_NONE;
        return CAMEO_OK;
    }
    CM_CHECK(!place_overflows(&p->av[v]), p->e, CAMEO_E_SHAPE,
             "value %u has more elements than memory can have", (unsigned)v);
    if (sv->kind == CM_SVALUE_INPUT) {
        pv->place = CM_PLACE_INPUT;
        return CAMEO_OK;
    }
    pv->place = CM_PLACE_HEAP;
    if (!st->bounded[v] || p->av[v].dtype == CAMEO_STRING) return CAMEO_OK;
    bool fits = cm_dtype_bytes((cameo_dtype)pv->dtype, st->tensors[v].n, &pv->size) == CAMEO_OK &&
                pv->size <= SIZE_MAX / 2;
    CM_CHECK(fits || !pv->fixed, p->e, CAMEO_E_LIMIT, "a value of %llu elements",
             CM_LLU(st->tensors[v].n));
    if (fits)
        pv->place = CM_PLACE_BUFFER;
    else
        pv->size = 0;
    return CAMEO_OK;
}

/* Do the data decide a dim of v? */
static bool place_decided(const cm_planning *p, cm_id v) {
    const cm_avalue *av = &p->av[v];
    for (uint32_t i = 0; av->rank != CM_RANK_UNKNOWN && i < av->rank; i++) {
        if (cm_dim_is_newer(p->dims, av->dims[i], p->n_free)) return true;
    }
    return false;
}

/* Buffers for what data decide, as far as the others make them plausible. */
static void place_values_decided(place_state *st) {
    cm_planning *p = st->p;
    size_t largest = 0, bytes;
    for (cm_id v = 0; v < p->s->n_values; v++) {
        const cm_pvalue *pv = &p->values[v];
        const cm_tensor *t = &st->tensors[v];
        bool counts = (pv->place == CM_PLACE_BUFFER && !place_decided(p, v)) ||
                      (pv->place == CM_PLACE_INPUT && st->bounded[v]);
        if (!counts || cm_dtype_bytes((cameo_dtype)t->dtype, t->n, &bytes) != CAMEO_OK) continue;
        largest = cm_max_size(largest, cm_min_size(bytes, SIZE_MAX / PLACE_DECIDED_TIMES));
    }
    st->most = cm_max_size(PLACE_DECIDED_BYTES, largest * PLACE_DECIDED_TIMES);
    for (cm_id v = 0; v < p->s->n_values; v++) {
        cm_pvalue *pv = &p->values[v];
        if (pv->place == CM_PLACE_BUFFER && pv->size > st->most && place_decided(p, v))
            pv->place = CM_PLACE_HEAP;
    }
}

/* ---- sharing ---- */

static void place_share(place_state *st, cm_id out, cm_id in) {
    cm_pvalue *pv = &st->p->values[out];
    pv->place = CM_PLACE_ALIAS;
    bool single = st->life[out].n_defs == 1;
    pv->alias = single ? in : CM_NONE;
    st->life[out].root = single ? st->life[in].root : CM_NONE;
}

static bool place_equal_dims(const cm_planning *p, cm_id a, cm_id b) {
    const cm_avalue *x = &p->av[a];
    const cm_avalue *y = &p->av[b];
    if (x->rank != y->rank || x->rank == CM_RANK_UNKNOWN) return false;
    for (uint32_t i = 0; i < x->rank; i++) {
        if (cm_dim_equal(p->dims, x->dims[i], y->dims[i]) != CM_YES) return false;
    }
    return x->dtype == y->dtype;
}

/* Does another input of the step than the i-th lie in that buffer, too? */
static bool place_is_read_twice(const place_state *st, const cm_step *step, uint32_t i,
                                cm_id root) {
    for (uint32_t k = 0; k < step->n_in; k++) {
        cm_id in = cm_step_in(st->p->s, step, k);
        if (k != i && in != CM_NONE && st->life[in].root == root) return true;
    }
    return false;
}

/* Output 0 takes over the buffer of an input that dies here: input 0 or 1, or the one that is added. A caller's
 * operator, as a sum, may read other inputs in another order. */
static void place_in_place(place_state *st, const cm_step *step, uint32_t at) {
    cm_planning *p = st->p;
    cm_id out = cm_step_out(p->s, step, 0);
    bool sum = (p->s->ops[step->op]->flags & CM_OPF_SUM) != 0;
    bool alone = sum || p->s->ops[step->op]->id >= CM_OP_COUNT;
    if (out == CM_NONE || p->values[out].place != CM_PLACE_BUFFER || st->life[out].n_defs != 1)
        return;
    for (uint32_t i = sum ? CM_IN_SUM : 0; i < step->n_in && i < (sum ? CM_IN_SUM + 1 : 2); i++) {
        cm_id in = cm_step_in(p->s, step, i);
        if (in == CM_NONE || st->life[in].root == CM_NONE) continue;
        cm_id root = st->life[in].root;
        if (p->values[root].place != CM_PLACE_BUFFER || !place_equal_dims(p, in, out)) continue;
        if (cm_svalue_space(&p->s->values[root]) != cm_svalue_space(&p->s->values[out])) continue;
        if (alone && place_is_read_twice(st, step, i, root)) continue;
        if (st->life[root].end > at + 1 || st->life[root].n_defs != 1) continue;
        bool dropped = at + 1 < p->s->n_steps && p->s->steps[at + 1].kind == CM_STEP_DROP;
        if (st->life[root].end == at + 1 && !dropped) continue; /* behind the last step: an output */
        place_share(st, out, in);
        if (st->life[out].end > st->life[root].end) st->life[root].end = st->life[out].end;
        return;
    }
}

static void place_sharing(place_state *st) {
    cm_planning *p = st->p;
    for (uint32_t i = 0; i < p->s->n_steps; i++) {
        const cm_step *step = &p->s->steps[i];
        if (!p->steps[i].live) continue;
        if (step->kind == CM_STEP_MOVE || step->kind == CM_STEP_VIEW) {
            place_share(st, cm_step_out(p->s, step, 0), cm_step_in(p->s, step, 0));
        } else if (step->kind == CM_STEP_KERNEL &&
                   (p->s->ops[step->op]->flags & (CM_OPF_INPLACE | CM_OPF_SUM)) != 0) {
            place_in_place(st, step, i);
        }
    }
}

#if !CAMEO_FROZEN

/* The step alone makes output v by appending to input x, behind dims of 1: its kernel leaves what is there, and so does
 * the device of v. */
static bool place_is_append(const place_state *st, const cm_step *step, cm_id x, cm_id v) {
    const cm_planning *p = st->p;
    bool computes = step->kind == CM_STEP_KERNEL || step->kind == CM_STEP_DEVICE;
    const cm_op *op = computes ? p->s->ops[step->op] : NULL;
    if (op == NULL || (op->flags & CM_OPF_APPEND) == 0) return false;
    if (cm_step_in(p->s, step, 0) != x || cm_step_out(p->s, step, 0) != v) return false;
    const cm_avalue *av = &p->av[v];
    if (av->rank == CM_RANK_UNKNOWN || st->life[v].n_defs != 1) return false;
    int32_t axis = 0;
    const void *field = cm_params_field(op, cm_step_params(p->s, step), "axis");
    if (field == NULL) return false;
    memcpy(&axis, field, sizeof axis);
    if (axis < 0) axis += av->rank;
    for (int32_t d = 0; d < axis && d < av->rank; d++) {
        if (av->dims[d] != 1) return false;
    }
    return true;
}

/* How many steps read v; *copy: what a TRANSFER makes of it, or CM_NONE. */
static CM_NOINLINE uint32_t place_readers(const place_state *st, cm_id v, cm_id *copy) {
    const cameo_session *s = st->p->s;
    uint32_t n = 0;
    *copy = CM_NONE;
    for (uint32_t i = 0; i < s->n_steps; i++) {
        const cm_step *step = &s->steps[i];
        for (uint32_t k = 0; k < step->n_in && step->kind != CM_STEP_DROP; k++) {
            if (cm_step_in(s, step, k) != v) continue;
            n++;
            if (step->kind == CM_STEP_TRANSFER) *copy = cm_step_out(s, step, 0);
        }
    }
    return n;
}

/* Does the step write its new rows into input x, which it alone reads, to make output v? */
static bool place_is_cache(const place_state *st, const cm_step *step, cm_id x, cm_id v) {
    const cm_planning *p = st->p;
    const bool computes = step->kind == CM_STEP_KERNEL || step->kind == CM_STEP_DEVICE;
    const cm_op *op = computes ? p->s->ops[step->op] : NULL;
    const cm_avalue *av = &p->av[v];
    int32_t by_rows = 0;
    cm_id copy;
    if (op == NULL || (op->flags & CM_OPF_CACHE) == 0 || av->rank != 4 || st->life[v].n_defs != 1) return false;
    bool found = false;
    for (uint32_t i = 0; i < 2 && CM_CACHE_OUT + i < step->n_out && CM_CACHE_IN + i < step->n_in; i++)
        found = found ||
                (cm_step_in(p->s, step, CM_CACHE_IN + i) == x && cm_step_out(p->s, step, CM_CACHE_OUT + i) == v);
    if (!found || place_readers(st, x, &copy) != 1 || (p->s->values[x].flags & CM_SVF_OUTPUT) != 0) return false;
    memcpy(&by_rows, cm_params_field(op, cm_step_params(p->s, step), "by_rows"), sizeof by_rows);
    return by_rows != 0 || (av->dims[0] == 1 && av->dims[1] == 1);
}

/* The copy of input x on a device, where nothing else is made of x; else CM_NONE. */
static cm_id place_only_copy(const place_state *st, cm_id x) {
    cm_id pinned, copy;
    if (place_readers(st, x, &pinned) != 1 || (st->p->s->values[x].flags & CM_SVF_OUTPUT) != 0) return CM_NONE;
    return pinned != CM_NONE && place_readers(st, pinned, &copy) == 1 ? copy : CM_NONE;
}

/* A state stays on its device from run to run: v is the only value that ever lies in its place, the copy of input x
 * lies at its begin. Where the host makes nothing of v, it goes there when the caller wants it. */
static void place_on_device(place_state *st, cm_id x, cm_id copy, cm_id v) {
    cm_planning *p = st->p;
    cm_id out, again;
    place_share(st, copy, v);
    st->life[v].def = 0;
    st->life[v].end = p->s->n_steps;
    p->values[x].alias = v;
    (void)place_readers(st, v, &out);
    if (out != CM_NONE && place_readers(st, out, &again) == 0) p->values[out].alias = v;
}

/* A state that the program appends to needs no buffer: it grows in the caller's, or on its device. Only where its size
 * has a bound, since begin has to see that there is room. */
static void place_states(place_state *st) {
    cm_planning *p = st->p;
    for (uint32_t i = 0; i < p->s->n_states; i++) {
        cm_id x = p->s->states[i].input, v = p->s->states[i].output, own = x;
        uint32_t space = cm_svalue_space(&p->s->values[v]);
        if (p->values[v].place != CM_PLACE_BUFFER) continue;
        if (space != 0) own = p->s->devices->device[space - 1].provider.appends ? place_only_copy(st, x) : CM_NONE;
        for (uint32_t at = 0; own != CM_NONE && at < p->s->n_steps; at++) {
            const cm_step *step = &p->s->steps[at];
            bool appends = p->steps[at].live && (place_is_append(st, step, own, v) ||
                                                 place_is_cache(st, step, own, v));
            if (!appends) continue;
            if (space == 0)
                place_share(st, v, x);
            else
                place_on_device(st, x, own, v);
            break;
        }
    }
}

#endif

/* ---- steps ---- */

static bool place_step_fixed(const cm_planning *p, const cm_step *step) {
    for (uint32_t k = 0; k < (uint32_t)step->n_in + step->n_out; k++) {
        cm_id v =
            k < step->n_in ? cm_step_in(p->s, step, k) : cm_step_out(p->s, step, k - step->n_in);
        if (v != CM_NONE && !p->values[v].fixed) return false;
    }
    return (p->s->ops[step->op]->flags & CM_OPF_DYNAMIC) == 0;
}

static bool place_step_bounded(const place_state *st, const cm_step *step) {
    for (uint32_t k = 0; k < (uint32_t)step->n_in + step->n_out; k++) {
        cm_id v = k < step->n_in ? cm_step_in(st->p->s, step, k)
                                 : cm_step_out(st->p->s, step, k - step->n_in);
        if (v != CM_NONE && !st->bounded[v]) return false;
    }
    return true;
}

static bool place_step_decided(const cm_planning *p, const cm_step *step) {
    for (uint32_t k = 0; k < (uint32_t)step->n_in + step->n_out; k++) {
        cm_id v =
            k < step->n_in ? cm_step_in(p->s, step, k) : cm_step_out(p->s, step, k - step->n_in);
        if (v != CM_NONE && place_decided(p, v)) return true;
    }
    return false;
}

static uint64_t place_cost(const cm_planning *p, const cm_step *step) {
    const cm_op *op = p->s->ops[step->op];
    uint64_t cost = 0, bytes = 0;
    for (uint32_t i = 0; i < step->n_in; i++) {
        cm_id v = cm_step_in(p->s, step, i);
        p->in[i] = v == CM_NONE ? &cm_avalue_absent : &p->av[v];
    }
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = cm_step_out(p->s, step, i);
        memset(&p->out[i], 0, sizeof p->out[i]);
        if (v == CM_NONE) continue;
        p->out[i] = p->av[v];
        cost += p->values[v].n;
        bytes = cm_cost_add(bytes, cm_price_bytes(p->av[v].dtype, p->values[v].n));
    }
    int dtype = step->n_in == 0 ? CAMEO_UNDEFINED : p->in[0]->dtype;
    if (op->cost == NULL) return cm_price(op, dtype, cost, bytes);
    cm_shape c = {.op = op,
                  .params = cm_step_params(p->s, step),
                  .n_in = step->n_in,
                  .n_out = step->n_out,
                  .in = p->in,
                  .out = p->out,
                  .since = step->since};
    return cm_price(op, dtype, op->cost(&c), bytes);
}

static cameo_status place_setup(place_state *st, const cm_step *step, cm_setup *setup,
                                cameo_error *e) {
    cm_planning *p = st->p;
    cm_kctx k = {.op = p->s->ops[step->op],
                 .params = cm_step_params(p->s, step),
                 .values = st->tensors,
                 .in_ids = p->s->ids + step->in,
                 .out_ids = p->s->ids + step->out,
                 .n_in = step->n_in,
                 .n_out = step->n_out,
                 .since = step->since,
                 .prims = cm_prims_select(p->s->features),
                 .e = e};
    memset(setup, 0, sizeof *setup);
    return p->s->rows[step->row]->setup(&k, setup);
}

static cameo_status place_kernel(place_state *st, const cm_step *step, cm_pstep *ps) {
    cm_planning *p = st->p;
    cm_setup *setup = &p->setups[p->n_setups];
    cameo_error error = {0};
    ps->open = !place_step_fixed(p, step);
    if (ps->open) {
        bool known =
            place_step_bounded(st, step) && place_setup(st, step, setup, &error) == CAMEO_OK;
        if (!known || (place_step_decided(p, step) &&
                       cm_max_size(setup->scratch, setup->worker_scratch) > st->most)) {
            st->scratch_open = true;
            return CAMEO_OK;
        }
    } else {
        cameo_status status = place_setup(st, step, setup, &error);
        if (status != CAMEO_OK) {
            cm_error_at_node(&error, step->node, p->s->node_names[step->node],
                             p->s->node_ops[step->node]);
            if (p->e != NULL && p->e->status == CAMEO_OK) *p->e = error;
            return status;
        }
        ps->setup = p->n_setups++;
        ps->cost = place_cost(p, step);
    }
    p->scratch = cm_max_size(p->scratch, setup->scratch);
    p->worker_scratch = cm_max_size(p->worker_scratch, setup->worker_scratch);
    return CAMEO_OK;
}

static cameo_status place_steps(place_state *st) {
    cm_planning *p = st->p;
    for (uint32_t i = 0; i < p->s->n_steps; i++) {
        const cm_step *step = &p->s->steps[i];
        CM_TRY(cm_ask_on(p->ask, cm_step_work(step), p->e));
        if (!p->steps[i].live) continue;
        if (step->kind == CM_STEP_KERNEL) {
            CM_TRY(place_kernel(st, step, &p->steps[i]));
        } else if (step->kind == CM_STEP_DEVICE) {
            p->steps[i].open = !place_step_fixed(p, step);
            p->steps[i].cost = p->steps[i].open ? 0 : place_cost(p, step);
        } else if (step->kind == CM_STEP_VIEW) {
            p->steps[i].open = !place_step_fixed(p, step);
        }
    }
    return CAMEO_OK;
}

/* ---- offsets ---- */

static bool place_needs_buffer(const place_state *st, cm_id v, uint32_t space) {
    return st->p->values[v].place == CM_PLACE_BUFFER &&
           cm_svalue_space(&st->p->s->values[v]) == space;
}

/* In which order buffers look for room. Greedy by size is the best single one (Pisarchyk and Lee, 2020);
 * where it misses the lower bound the others are tried. */
enum {
    PLACE_BY_SIZE,
    PLACE_BY_AREA,    /* bytes x steps */
    PLACE_BY_LENGTH,  /* steps */
    PLACE_BY_START,   /* earlier ones first */
    PLACE_BY_BREADTH, /* most bytes in use at a step of its life */
    PLACE_N_ORDERS,
    PLACE_BY_END = PLACE_N_ORDERS /* earlier ones first; for place_sweep */
};

/* Buffers of one memory while their offsets are sought; per value where it says so. */
typedef struct place_room {
    const place_state *st;
    size_t align;
    cm_id *ids;    /* of the n buffers */
    cm_id *placed; /* ascending offset */
    uint64_t *key; /* per value: the higher, the earlier; then by size */
    size_t *live;  /* per step, the end, and one behind: bytes in use */
    size_t *best;  /* per value: offset in the best order so far */
    cm_id *former; /* ids before a move */
    size_t n;
    size_t least, bound; /* bytes of the best order; no order needs less */
    uint32_t chance;
} place_room;

static size_t place_size(const place_room *r, cm_id v) {
    return (r->st->p->values[v].size + (r->align - 1)) & ~(r->align - 1);
}

/* The most bytes in use at one step: no order needs less. Fills r->live; sums that exceed the address space
 * wrap around, which only misses the best order. */
static size_t place_lower_bound(place_room *r) {
    uint32_t n_steps = r->st->p->s->n_steps;
    size_t most = 0;
    for (size_t i = 0; i < r->n; i++) {
        const place_life *life = &r->st->life[r->ids[i]];
        r->live[life->def] += place_size(r, r->ids[i]);
        r->live[life->end + 1] -= place_size(r, r->ids[i]);
    }
    for (uint32_t k = 0; k <= n_steps; k++) {
        if (k > 0) r->live[k] += r->live[k - 1];
        most = cm_max_size(most, r->live[k]);
    }
    return most;
}

static uint64_t place_key(const place_room *r, cm_id v, int order) {
    const place_life *life = &r->st->life[v];
    uint64_t length = (uint64_t)life->end - life->def + 1, most = 0;
    switch (order) {
    case PLACE_BY_AREA: return place_size(r, v) * length;
    case PLACE_BY_LENGTH: return length;
    case PLACE_BY_START: return UINT32_MAX - life->def;
    case PLACE_BY_END: return UINT32_MAX - life->end;
    case PLACE_BY_BREADTH:
        for (uint32_t k = life->def; k <= life->end; k++) {
            if (r->live[k] > most) most = r->live[k];
        }
        return most;
    default: return 0;
    }
}

static bool place_is_before(const place_room *r, cm_id a, cm_id b) {
    const cm_pvalue *values = r->st->p->values;
    if (r->key[a] != r->key[b]) return r->key[a] > r->key[b];
    return values[a].size != values[b].size ? values[a].size > values[b].size : a < b;
}

/* Sorts ids for an order (Shell's method, Ciura's gaps). */
static void place_sort(place_room *r, cm_id *ids, int order) {
    static const size_t gaps[] = {29524, 9841, 3280, 1093, 364, 121, 40, 13, 4, 1};
    for (size_t i = 0; i < r->n; i++) r->key[ids[i]] = place_key(r, ids[i], order);
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        for (size_t i = gaps[g]; i < r->n; i++) {
            cm_id id = ids[i];
            size_t j = i;
            for (; j >= gaps[g] && place_is_before(r, id, ids[j - gaps[g]]); j -= gaps[g])
                ids[j] = ids[j - gaps[g]];
            ids[j] = id;
        }
    }
}

/* The lowest gap below the placed buffers that is free over the whole life of v. */
static size_t place_gap(const place_room *r, cm_id v, size_t n_placed) {
    const place_life *life = &r->st->life[v];
    size_t size = place_size(r, v), off = 0;
    for (size_t k = 0; k < n_placed; k++) {
        cm_id id = r->placed[k];
        const place_life *other = &r->st->life[id];
        size_t at = r->st->p->values[id].off;
        if (other->end < life->def || other->def > life->end) continue;
        if (at >= off && at - off >= size) break;
        off = cm_max_size(off, at + place_size(r, id));
    }
    return off;
}

/* Gives each buffer an offset. *total: bytes. Errors: E_LIMIT the address space. */
static cameo_status place_all(place_room *r, size_t *total) {
    cm_planning *p = r->st->p;
    *total = 0;
    for (size_t i = 0; i < r->n; i++) {
        cm_pvalue *pv = &p->values[r->ids[i]];
        size_t at = i, end;
        pv->off = place_gap(r, r->ids[i], i);
        CM_CHECK(!cm_ckd_add(pv->off, place_size(r, r->ids[i]), &end), p->e, CAMEO_E_LIMIT,
                 "the activations exceed the address space");
        *total = cm_max_size(*total, end);
        for (; at > 0 && p->values[r->placed[at - 1]].off > pv->off; at--)
            r->placed[at] = r->placed[at - 1];
        r->placed[at] = r->ids[i];
    }
    return CAMEO_OK;
}

/* A number below n > 0 (linear congruence; constants: Numerical Recipes, 7.1). */
static size_t place_chance(place_room *r, size_t n) {
    r->chance = r->chance * 1664525 + 1013904223;
    return (r->chance >> 8) % n;
}

/* Another order from the last one: the buffer that ends highest, or sometimes any, goes elsewhere. */
static void place_move(place_room *r) {
    size_t from = 0, highest = 0;
    for (size_t i = 0; i < r->n; i++) {
        size_t end = r->st->p->values[r->ids[i]].off + place_size(r, r->ids[i]);
        if (end <= highest) continue;
        highest = end;
        from = i;
    }
    if (place_chance(r, 8) < 3) from = place_chance(r, r->n);
    size_t to = place_chance(r, from == 0 ? r->n : from);
    cm_id id = r->ids[from];
    if (to < from)
        memmove(r->ids + to + 1, r->ids + to, (from - to) * sizeof *r->ids);
    else
        memmove(r->ids + from, r->ids + from + 1, (to - from) * sizeof *r->ids);
    r->ids[to] = id;
}

/* ---- offsets in the order of time ---- */

/* Free bytes below the top, in ascending order. */
typedef struct place_gaps {
    size_t *off, *size;
    size_t n, top;
} place_gaps;

/* The smallest gap that holds `size` bytes, or the top. */
static size_t place_take(place_gaps *g, size_t size) {
    size_t best = g->n;
    for (size_t i = 0; i < g->n; i++) {
        if (g->size[i] >= size && (best == g->n || g->size[i] < g->size[best])) best = i;
    }
    if (best == g->n) {
        if (g->n > 0 && g->off[g->n - 1] + g->size[g->n - 1] == g->top) {
            g->n--; /* the top moves down over a gap that is too small */
            g->top = g->off[g->n];
        }
        g->top += size;
        return g->top - size;
    }
    size_t at = g->off[best];
    g->off[best] += size;
    g->size[best] -= size;
    if (g->size[best] == 0) {
        g->n--;
        memmove(g->off + best, g->off + best + 1, (g->n - best) * sizeof *g->off);
        memmove(g->size + best, g->size + best + 1, (g->n - best) * sizeof *g->size);
    }
    return at;
}

static void place_give(place_gaps *g, size_t off, size_t size) {
    size_t i = g->n;
    if (size == 0) return;
    while (i > 0 && g->off[i - 1] > off) i--;
    bool below = i > 0 && g->off[i - 1] + g->size[i - 1] == off;
    bool above = i < g->n && off + size == g->off[i];
    if (below) {
        g->size[i - 1] += size + (above ? g->size[i] : 0);
    } else if (above) {
        g->off[i] = off;
        g->size[i] += size;
    }
    if (below == above) { /* a gap more, or one less */
        size_t from = below ? i + 1 : i, to = below ? i : i + 1;
        memmove(g->off + to, g->off + from, (g->n - from) * sizeof *g->off);
        memmove(g->size + to, g->size + from, (g->n - from) * sizeof *g->size);
        g->n = below ? g->n - 1 : g->n + 1;
        if (!below) g->off[i] = off, g->size[i] = size;
    }
}

/* Gives each buffer an offset when its life begins and takes it back at the end: nearly linear, for
 * programs that have too many buffers for more. *total: bytes. Errors: E_NOMEM; E_LIMIT. */
static cameo_status place_sweep(place_room *r, size_t *total) {
    cm_planning *p = r->st->p;
    place_gaps g = {.off = CM_ARENA_NEW_N(p->work, size_t, r->n + 1),
                    .size = CM_ARENA_NEW_N(p->work, size_t, r->n + 1)};
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    memcpy(r->placed, r->ids, r->n * sizeof *r->ids);
    place_sort(r, r->placed, PLACE_BY_END);
    place_sort(r, r->ids, PLACE_BY_START);
    *total = 0;
    for (size_t i = 0, ended = 0; i < r->n; i++) {
        cm_id v = r->ids[i];
        for (; r->st->life[r->placed[ended]].end < r->st->life[v].def; ended++)
            place_give(&g, p->values[r->placed[ended]].off, place_size(r, r->placed[ended]));
        CM_CHECK(place_size(r, v) <= SIZE_MAX - g.top, p->e, CAMEO_E_LIMIT,
                 "the activations exceed the address space");
        p->values[v].off = place_take(&g, place_size(r, v));
        *total = cm_max_size(*total, g.top);
    }
    return CAMEO_OK;
}

/* Beyond so many buffers one order has to do, and far beyond the sweep alone: each is quadratic. */
#define PLACE_MOST_TO_TRY 1024
#define PLACE_MOST_TO_SORT 8192
/* Moves from each order: few where each is dear. */
#define PLACE_MOST_MOVES 400
#define PLACE_MOVES_COST (UINT32_C(1) << 22) /* of buffers compared */

/* The offsets are kept if they take fewer bytes than any before. */
static void place_keep(place_room *r, size_t bytes) {
    if (bytes >= r->least) return;
    r->least = bytes;
    for (size_t i = 0; i < r->n; i++) r->best[r->ids[i]] = r->st->p->values[r->ids[i]].off;
}

/* An order, and what moves make of it that is not worse, until the bound is met. */
static cameo_status place_climb(place_room *r, int order, size_t moves) {
    size_t now, bytes;
    place_sort(r, r->ids, order);
    CM_TRY(place_all(r, &now));
    place_keep(r, now);
    for (; moves > 0 && r->least > r->bound; moves--) {
        memcpy(r->former, r->ids, r->n * sizeof *r->ids);
        place_move(r);
        CM_TRY(place_all(r, &bytes));
        place_keep(r, bytes);
        if (bytes <= now)
            now = bytes;
        else
            memcpy(r->ids, r->former, r->n * sizeof *r->ids);
    }
    return CAMEO_OK;
}

/* Offsets of the buffers of one memory, at multiples of align; *total: its bytes. */
static cameo_status place_offsets(place_state *st, uint32_t space, size_t align, size_t *total) {
    cm_planning *p = st->p;
    place_room r = {.st = st, .align = align, .least = SIZE_MAX};
    r.ids = CM_ARENA_NEW_N(p->work, cm_id, p->s->n_values);
    r.former = CM_ARENA_NEW_N(p->work, cm_id, p->s->n_values);
    r.placed = CM_ARENA_NEW_N(p->work, cm_id, p->s->n_values);
    r.key = CM_ARENA_NEW_N(p->work, uint64_t, p->s->n_values);
    r.best = CM_ARENA_NEW_N(p->work, size_t, p->s->n_values);
    r.live = CM_ARENA_NEW_N(p->work, size_t, (size_t)p->s->n_steps + 2);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    *total = 0;
    for (cm_id v = 0; v < p->s->n_values; v++) {
        if (place_needs_buffer(st, v, space)) r.ids[r.n++] = v;
    }
    if (r.n == 0) return CAMEO_OK;
    r.bound = place_lower_bound(&r);
    int orders = r.n > PLACE_MOST_TO_SORT ? 0 : r.n > PLACE_MOST_TO_TRY ? 1 : PLACE_N_ORDERS;
    size_t moves = orders < PLACE_N_ORDERS ? 0 : PLACE_MOVES_COST / (r.n * r.n);
    moves = cm_min_size(moves, PLACE_MOST_MOVES);
    for (int i = 0; i < orders && r.least > r.bound; i++) {
        CM_TRY(cm_ask_on(p->ask, CM_ASK_WORK, p->e));
        CM_TRY(place_climb(&r, i, moves));
    }
    if (r.least > r.bound) {
        size_t bytes = 0;
        CM_TRY(place_sweep(&r, &bytes));
        place_keep(&r, bytes);
    }
    for (size_t i = 0; i < r.n; i++) p->values[r.ids[i]].off = r.best[r.ids[i]];
    *total = r.least;
    return CAMEO_OK;
}

/* ---- the heap ---- */

/* What a heap holds at most (cameo_plan.heap). Without loops each step runs once, so that every value is a block
 * once; with them, and with strings and sequences, only the data know. */
static size_t place_heap(const place_state *st) {
    const cm_planning *p = st->p;
    bool counted = p->s->n_loops == 0 && p->s->devices == NULL;
    size_t units = 0, most = 0;
    if (st->scratch_open) return SIZE_MAX;
    for (cm_id v = 0; v < p->s->n_values; v++) {
        /* Strings, sequences and optionals pass through the heap even where a caller gives them. */
        bool boxed = p->av[v].kind > CAMEO_KIND_TENSOR || p->av[v].dtype == CAMEO_STRING;
        const cm_pvalue *pv = &p->values[v];
        if (boxed) return SIZE_MAX;
        if (pv->place != CM_PLACE_HEAP || cm_svalue_space(&p->s->values[v]) != 0) continue;
        if (pv->size == 0 || !counted) return SIZE_MAX;
        size_t n = cm_heap_units(pv->size);
        most = cm_max_size(most, n);
        if (cm_ckd_mul(n, st->life[v].n_defs, &n) || cm_ckd_add(units, n, &units)) return SIZE_MAX;
    }
    return units == 0 ? 0 : cm_heap_enough(units, most);
}

cameo_status cm_plan_place(cm_planning *p) {
    uint32_t n = p->s->n_values;
    place_state st = {.p = p};
    st.life = CM_ARENA_NEW_N(p->work, place_life, n);
    st.tensors = CM_ARENA_NEW_N(p->work, cm_tensor, n);
    st.dims = CM_ARENA_NEW_N(p->work, size_t, (size_t)n * CM_MAX_RANK);
    st.bounded = CM_ARENA_NEW_N(p->work, bool, n);
    p->values = CM_ARENA_NEW_N(p->work, cm_pvalue, n);
    p->setups = CM_ARENA_NEW_N(p->work, cm_setup, (size_t)p->s->n_steps + 1);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    place_lives(&st);
    for (cm_id v = 0; v < n; v++) {
        CM_TRY(cm_ask_on(p->ask, 1, p->e));
        CM_TRY(place_value(&st, v));
    }
    place_values_decided(&st);
#if !CAMEO_FROZEN
    place_states(&st);
#endif
    place_sharing(&st);
    CM_TRY(place_steps(&st));
    p->heap = place_heap(&st);
    uint32_t n_devices = p->s->devices == NULL ? 0 : p->s->devices->n;
    p->devices = CM_ARENA_NEW_N(p->work, cm_plan_device, n_devices);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    for (uint32_t i = 0; i < n_devices; i++) {
        size_t align = cm_device_align(&p->s->devices->device[i].provider);
        CM_TRY(place_offsets(&st, i + 1, align, &p->devices[i].bytes));
        CM_TRY(place_offsets(&st, n_devices + i + 1, align, &p->devices[i].pinned));
    }
    return place_offsets(&st, 0, CAMEO_ALIGN, &p->activations);
}
