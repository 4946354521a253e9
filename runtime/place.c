/* place.c — where the values of a plan live.
 *
 * A value's life runs from its first definition to its DROP. Views, moves and in-place results share
 * the buffer of another value and prolong its life. Buffers get offsets greedily by size: the largest
 * first, each at the lowest gap that is free over its whole life (the greedy-by-size strategy of
 * Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020). */
#include "runtime/device.h"
#include "runtime/plan.h"

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
} place_state;

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
    bool bounded = place_bound(st, v);
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
    if (!bounded || p->av[v].dtype == CAMEO_STRING) return CAMEO_OK;
    if (cm_dtype_bytes((cameo_dtype)pv->dtype, st->tensors[v].n, &pv->size) != CAMEO_OK)
        return CAMEO_OK;
    CM_CHECK(!pv->fixed || pv->size <= SIZE_MAX / 2, p->e, CAMEO_E_LIMIT,
             "a value of %llu elements", CM_LLU(st->tensors[v].n));
    if (pv->size > SIZE_MAX / 2) return CAMEO_OK;
    pv->place = CM_PLACE_BUFFER;
    return CAMEO_OK;
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

/* Output 0 takes over the buffer of an input that dies here. */
static void place_in_place(place_state *st, const cm_step *step, uint32_t at) {
    cm_planning *p = st->p;
    cm_id out = cm_step_out(p->s, step, 0);
    if (out == CM_NONE || p->values[out].place != CM_PLACE_BUFFER || st->life[out].n_defs != 1)
        return;
    for (uint32_t i = 0; i < step->n_in && i < 2; i++) {
        cm_id in = cm_step_in(p->s, step, i);
        if (in == CM_NONE || st->life[in].root == CM_NONE) continue;
        cm_id root = st->life[in].root;
        if (p->values[root].place != CM_PLACE_BUFFER || !place_equal_dims(p, in, out)) continue;
        if (st->life[root].end > at + 1 || st->life[root].n_defs != 1) continue;
        if (st->life[root].end == at + 1 && p->s->steps[at + 1].kind != CM_STEP_DROP) continue;
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
                   (p->s->ops[step->op]->flags & CM_OPF_INPLACE) != 0) {
            place_in_place(st, step, i);
        }
    }
}

/* ---- steps ---- */

static bool place_step_fixed(const cm_planning *p, const cm_step *step) {
    for (uint32_t k = 0; k < (uint32_t)step->n_in + step->n_out; k++) {
        cm_id v =
            k < step->n_in ? cm_step_in(p->s, step, k) : cm_step_out(p->s, step, k - step->n_in);
        if (v != CM_NONE && !p->values[v].fixed) return false;
    }
    return (p->s->ops[step->op]->flags & CM_OPF_DYNAMIC) == 0;
}

static bool place_step_bounded(place_state *st, const cm_step *step) {
    for (uint32_t k = 0; k < (uint32_t)step->n_in + step->n_out; k++) {
        cm_id v = k < step->n_in ? cm_step_in(st->p->s, step, k)
                                 : cm_step_out(st->p->s, step, k - step->n_in);
        if (v != CM_NONE && !place_bound(st, v)) return false;
    }
    return true;
}

static uint64_t place_cost(const cm_planning *p, const cm_step *step) {
    const cm_op *op = p->s->ops[step->op];
    uint64_t cost = 0;
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
    }
    if (op->cost == NULL) return cost;
    cm_shape c = {.op = op,
                  .params = cm_step_params(p->s, step),
                  .n_in = step->n_in,
                  .n_out = step->n_out,
                  .in = p->in,
                  .out = p->out,
                  .since = step->since};
    return op->cost(&c);
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
        if (!known) {
            p->dynamic = true; /* scratch is found at run time */
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

/* Sorts ids by descending size, then ascending id (Shell's method, Ciura's gaps). */
static void place_sort(const cm_pvalue *values, cm_id *ids, size_t n) {
    static const size_t gaps[] = {29524, 9841, 3280, 1093, 364, 121, 40, 13, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        for (size_t i = gaps[g]; i < n; i++) {
            cm_id id = ids[i];
            size_t j = i;
            for (; j >= gaps[g]; j -= gaps[g]) {
                cm_id other = ids[j - gaps[g]];
                bool after = values[other].size < values[id].size ||
                             (values[other].size == values[id].size && other > id);
                if (!after) break;
                ids[j] = other;
            }
            ids[j] = id;
        }
    }
}

/* Offsets of the buffers of one memory, at multiples of align; *total: its bytes. */
static cameo_status place_offsets(place_state *st, uint32_t space, size_t align, size_t *total) {
    cm_planning *p = st->p;
    uint32_t n_values = p->s->n_values;
    cm_id *ids = CM_ARENA_NEW_N(p->work, cm_id, n_values);
    cm_id *placed = CM_ARENA_NEW_N(p->work, cm_id, n_values); /* ascending offset */
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    size_t n = 0, n_placed = 0;
    for (cm_id v = 0; v < n_values; v++) {
        if (place_needs_buffer(st, v, space)) ids[n++] = v;
    }
    place_sort(p->values, ids, n);
    for (size_t i = 0; i < n; i++) {
        cm_pvalue *pv = &p->values[ids[i]];
        const place_life *life = &st->life[ids[i]];
        size_t size = (pv->size + (align - 1)) & ~(align - 1);
        size_t off = 0, at = 0;
        for (size_t k = 0; k < n_placed; k++) {
            const cm_pvalue *other = &p->values[placed[k]];
            const place_life *other_life = &st->life[placed[k]];
            if (other_life->end < life->def || other_life->def > life->end) continue;
            if (other->off >= off && other->off - off >= size) break;
            size_t other_end = other->off + ((other->size + (align - 1)) & ~(align - 1));
            if (other_end > off) off = other_end;
        }
        CM_CHECK(off <= SIZE_MAX - size, p->e, CAMEO_E_LIMIT,
                 "the activations exceed the address space");
        pv->off = off;
        *total = cm_max_size(*total, off + size);
        while (at < n_placed && p->values[placed[at]].off <= off) at++;
        memmove(placed + at + 1, placed + at, (n_placed - at) * sizeof *placed);
        placed[at] = ids[i];
        n_placed++;
    }
    return CAMEO_OK;
}

/* see plan.h */
cameo_status cm_plan_place(cm_planning *p) {
    uint32_t n = p->s->n_values;
    place_state st = {.p = p};
    st.life = CM_ARENA_NEW_N(p->work, place_life, n);
    st.tensors = CM_ARENA_NEW_N(p->work, cm_tensor, n);
    st.dims = CM_ARENA_NEW_N(p->work, size_t, (size_t)n * CM_MAX_RANK);
    p->values = CM_ARENA_NEW_N(p->work, cm_pvalue, n);
    p->setups = CM_ARENA_NEW_N(p->work, cm_setup, (size_t)p->s->n_steps + 1);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    place_lives(&st);
    for (cm_id v = 0; v < n; v++) CM_TRY(place_value(&st, v));
    place_sharing(&st);
    CM_TRY(place_steps(&st));
    for (cm_id v = 0; v < n; v++) {
        /* Strings, sequences and optionals pass through the heap even where a caller gives them. */
        bool boxed = p->av[v].kind > CAMEO_KIND_TENSOR || p->av[v].dtype == CAMEO_STRING;
        bool heap = p->values[v].place == CM_PLACE_HEAP && cm_svalue_space(&p->s->values[v]) == 0;
        p->dynamic = p->dynamic || boxed || heap;
    }
    uint32_t n_devices = p->s->devices == NULL ? 0 : p->s->devices->n;
    p->device_bytes = CM_ARENA_NEW_N(p->work, size_t, n_devices);
    CM_TRY(cm_arena_status(p->work, "work", p->e));
    for (uint32_t i = 0; i < n_devices; i++) {
        size_t align = cm_device_align(&p->s->devices->device[i].provider);
        CM_TRY(place_offsets(&st, i + 1, align, &p->device_bytes[i]));
    }
    return place_offsets(&st, 0, CAMEO_ALIGN, &p->activations);
}
