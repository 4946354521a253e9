/* dynamic.c — what only plans need that do not fix everything: steps whose dims and setup are found now,
 * conditions, loops, values of the heap. A plan names cm_run_dynamic; the frozen plan of a static model
 * does not, and links none of it. */
#include "runtime/run/run.h"

#include "kernels/move.h"
#include "runtime/plan/price.h"
#include "runtime/session/custom.h"

/* ---- open steps: dims and setup found now ---- */

void cm_dynamic_describe(const cm_tensor *t, uint8_t elem_kind, cm_avalue *av) {
    av->kind = t->kind;
    bool told = t->kind == CAMEO_KIND_OPTIONAL || t->kind == CAMEO_KIND_MAP ||
                (t->kind == CAMEO_KIND_SEQUENCE && elem_kind == CAMEO_KIND_MAP);
    av->elem_kind = told ? elem_kind : CAMEO_KIND_TENSOR;
    av->dtype = t->dtype;
    av->rank = t->kind == CAMEO_KIND_TENSOR ? t->rank : CM_RANK_UNKNOWN;
    for (uint32_t i = 0; t->kind == CAMEO_KIND_TENSOR && i < t->rank; i++)
        av->dims[i] = (cm_dim)t->dims[i];
    av->n_elem = CM_NONE;
    av->elem = NULL;
    bool plain = t->format == CM_FORMAT_PLAIN && t->dtype != CAMEO_STRING;
    size_t align = cm_dtype_align((cameo_dtype)t->dtype);
    av->data = plain && align != 0 && (uintptr_t)t->data % align == 0 ? t->data : NULL;
}

static void dynamic_shape_context(cameo_run *r, const cm_step *step, cm_shape *c, cameo_error *e) {
    for (uint32_t i = 0; i < step->n_in; i++) {
        cm_id v = cm_step_in(r->s, step, i);
        r->in[i] = v == CM_NONE ? &cm_avalue_absent : &r->in_av[i];
        if (v != CM_NONE) cm_dynamic_describe(&r->values[v], r->s->values[v].elem_kind, &r->in_av[i]);
    }
    memset(r->out_av, 0, step->n_out * sizeof *r->out_av);
    *c = (cm_shape){.op = r->s->ops[step->op],
                    .params = cm_step_params(r->s, step),
                    .n_in = step->n_in,
                    .n_out = step->n_out,
                    .in = r->in,
                    .out = r->out_av,
                    .since = step->since,
                    .e = e};
}

/* Dims of the outputs from the actual inputs; storage where the dims decide it. */
cameo_status cm_dynamic_outputs(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_shape c;
    dynamic_shape_context(r, step, &c, e);
    CM_TRY(c.op->shape(&c));
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = cm_step_out(r->s, step, i);
        const cm_avalue *av = &r->out_av[i];
        size_t n, bytes, dims[CM_MAX_RANK];
        if (v == CM_NONE) continue;
#if !CAMEO_FROZEN
        const cm_tensor *planned = r->plan->values[v].fixed ? &r->values[v] : NULL;
        if (c.op->id >= CM_OP_COUNT) CM_TRY(cm_custom_keeps(i, &r->s->values[v], av, planned, e));
#endif
        if (r->values[v].block != CM_NONE) cm_run_drop(r, v);
        r->values[v].dtype = av->dtype;
        bool counted = cm_avalue_count(av, &n);
        bool kernel_allocates = (c.op->flags & CM_OPF_DYNAMIC) != 0 || av->dtype == CAMEO_STRING;
        CM_CHECK(counted || kernel_allocates || av->kind != CAMEO_KIND_TENSOR, e, CAMEO_E_SHAPE,
                 "output %u has more elements than memory can have", (unsigned)i);
        if (av->kind != CAMEO_KIND_TENSOR || !counted) {
            r->values[v].kind = av->kind;
            r->values[v].n = 0; /* the kernel decides; nothing of an earlier turn may count */
            continue;
        }
        for (uint32_t d = 0; d < av->rank; d++) dims[d] = (size_t)av->dims[d];
        CM_TRY(cm_run_set_dims(r, v, av->dtype, av->rank, dims, e));
        if (step->kind != CM_STEP_KERNEL || kernel_allocates) continue;
        CM_TRY(cm_tensor_bytes(&r->values[v], &bytes, e));
#if !CAMEO_FROZEN
        const cm_pvalue *pv = &r->plan->values[v];
        bool planned_room = pv->place == CM_PLACE_BUFFER || (pv->place == CM_PLACE_ALIAS && pv->alias != CM_NONE);
        CM_CHECK(c.op->id < CM_OP_COUNT || !planned_room || bytes <= pv->size, e, CAMEO_E_SHAPE,
                 "the shape function declared larger dims of output %u than before", (unsigned)i);
#endif
        CM_TRY(cm_run_store_output(r, v, bytes, e));
    }
    return CAMEO_OK;
}

/* Before the kernel runs: an operator that decides its outputs itself pays for its inputs,
 * too. */
uint64_t cm_dynamic_cost(cameo_run *r, const cm_step *step) {
    cm_shape c;
    dynamic_shape_context(r, step, &c, NULL);
    uint64_t n = 0, bytes = 0;
    for (uint32_t i = 0; (c.op->flags & CM_OPF_DYNAMIC) != 0 && i < step->n_in; i++) {
        cm_id v = cm_step_in(r->s, step, i);
        if (v != CM_NONE) n += r->values[v].n;
    }
    for (uint32_t i = 0; i < step->n_out; i++) {
        cm_id v = cm_step_out(r->s, step, i);
        if (v == CM_NONE) continue;
        cm_dynamic_describe(&r->values[v], r->s->values[v].elem_kind, &r->out_av[i]);
        n += r->values[v].n;
#if !CAMEO_FROZEN
        bytes = cm_cost_add(bytes, cm_price_bytes(r->values[v].dtype, r->values[v].n));
#endif
    }
    if (c.op->cost != NULL) n = c.op->cost(&c);
#if CAMEO_FROZEN
    (void)bytes;
    return n;
#else
    return cm_price(c.op, step->n_in == 0 ? CAMEO_UNDEFINED : c.in[0]->dtype, n, bytes);
#endif
}

/* Scratch beyond what was planned comes from the heap, for this step only. */
static cameo_status dynamic_scratch(cameo_run *r, cameo_error *e) {
    size_t shared = r->setup.scratch, own = r->setup.worker_scratch;
    if (shared <= r->plan->scratch && own <= r->plan->worker_scratch) return CAMEO_OK;
    CM_CHECK(r->plan->heap != 0, e, CAMEO_E_INTERNAL,
             "scratch of %zu + %zu bytes, planned %zu + %zu", shared, own, r->plan->scratch,
             r->plan->worker_scratch);
    size_t bytes, stride;
    bool wrong = cm_ckd_align(own, CAMEO_ALIGN, &stride) ||
                 cm_ckd_mul(stride, r->n_workers, &bytes) ||
                 cm_ckd_align(shared, CAMEO_ALIGN, &shared) || cm_ckd_add(bytes, shared, &bytes);
    CM_CHECK(!wrong, e, CAMEO_E_LIMIT, "the scratch of a kernel exceeds the address space");
    CM_TRY(cm_heap_alloc(r->heap, bytes, &r->scratch_block, e));
    uint8_t *p = cm_heap_payload(r->heap, r->scratch_block);
    for (uint32_t w = 0; w < r->n_workers; w++) {
        r->workers[w].k.scratch = p;
        r->workers[w].k.worker_scratch = p + shared + (size_t)w * stride;
    }
    return CAMEO_OK;
}

/* ---- the other steps ---- */

cameo_status cm_dynamic_view(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_id in = cm_step_in(r->s, step, 0), out = cm_step_out(r->s, step, 0);
    if (r->values[in].kind != CAMEO_KIND_TENSOR) return cm_run_alias(r, out, &r->values[in], e);
    if (r->plan->steps[r->pc].open) CM_TRY(cm_dynamic_outputs(r, step, e));
    const cm_tensor *from = &r->values[in];
    cm_tensor *to = &r->values[out];
    CM_CHECK(to->n == from->n, e, CAMEO_E_SHAPE, "%zu elements cannot become %zu", from->n, to->n);
    cm_heap_share(r->heap, from->block);
    cm_run_drop(r, out);
    to->data = from->data;
    to->block = from->block;
    if (!CAMEO_FROZEN && r->devices != NULL) r->s->devices->calls->alias(r, out, in);
    return CAMEO_OK;
}

static cameo_status dynamic_bool(const cameo_run *r, cm_id v, bool *x, cameo_error *e) {
    const cm_tensor *t = &r->values[v];
    CM_CHECK(t->kind == CAMEO_KIND_TENSOR && t->dtype == CAMEO_BOOL && t->n == 1, e, CAMEO_E_SHAPE,
             "a condition has %zu elements, want one bool", t->n);
    *x = *(const uint8_t *)t->data != 0;
    return CAMEO_OK;
}

static cameo_status dynamic_scalar(cameo_run *r, cm_id v, int dtype, int64_t x, cameo_error *e) {
    static const size_t one[1] = {1};
    if (v == CM_NONE) return CAMEO_OK;
    size_t bytes = dtype == CAMEO_INT64 ? sizeof x : 1;
    CM_TRY(cm_run_set_dims(r, v, dtype, r->s->values[v].rank == 1, one, e));
    CM_TRY(cm_run_store(r, v, bytes, e));
    if (dtype == CAMEO_INT64) {
        memcpy(r->values[v].data, &x, sizeof x);
    } else {
        *(uint8_t *)r->values[v].data = x != 0;
    }
    return CAMEO_OK;
}

static cameo_status dynamic_loop_begin(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_loop_state *loop = &r->loops[step->loop];
    cm_id m = cm_step_in(r->s, step, 0), cond = cm_step_in(r->s, step, 1);
    bool go = true;
    loop->i = 0;
    loop->trips = -1;
    if (m != CM_NONE) {
        const cm_tensor *t = &r->values[m];
        CM_CHECK(t->kind == CAMEO_KIND_TENSOR && t->dtype == CAMEO_INT64 && t->n == 1, e,
                 CAMEO_E_SHAPE, "the trip count has %zu elements, want one int64", t->n);
        loop->trips = cm_load_i64(t->data);
        if (loop->trips < 0) loop->trips = 0;
    }
    if (cond != CM_NONE) CM_TRY(dynamic_bool(r, cond, &go, e));
    if (!go || loop->trips == 0) {
        r->pc = step->target;
        return CAMEO_OK;
    }
    CM_TRY(dynamic_scalar(r, cm_step_out(r->s, step, 0), CAMEO_INT64, 0, e));
    CM_TRY(dynamic_scalar(r, cm_step_out(r->s, step, 1), CAMEO_BOOL, 1, e));
    r->pc++;
    return CAMEO_OK;
}

static cameo_status dynamic_scan_init(cameo_run *r, const cm_step *step, cameo_error *e) {
    size_t dims[CM_MAX_RANK] = {0};
    cm_id v = cm_step_out(r->s, step, 0);
    const cm_svalue *sv = &r->s->values[v];
    if (sv->vkind == CAMEO_KIND_SEQUENCE) {
        cm_list_type type = {CAMEO_KIND_SEQUENCE, CAMEO_KIND_TENSOR, sv->dtype};
        return cm_run_list(r, v, type, 0, e);
    }
    uint32_t rank = sv->rank == CM_RANK_UNKNOWN || sv->rank == 0 ? 1 : sv->rank;
    for (uint32_t i = 1; i < rank; i++) {
        int64_t d = r->s->dims[sv->dims + i];
        if (d < 0) d = r->symbols[-1 - d];
        dims[i] = d < 0 ? 0 : (size_t)d;
    }
    cm_run_drop(r, v);
    CM_TRY(cm_run_set_dims(r, v, sv->dtype, rank, dims, e));
    uint32_t off = 0;
    CM_TRY(cm_run_store(r, v, sv->dtype == CAMEO_STRING ? sizeof off : 0, e));
    if (sv->dtype == CAMEO_STRING) memcpy(r->values[v].data, &off, sizeof off);
    return CAMEO_OK;
}

/* Room in the scan output for `bytes` bytes with these dims: what is in use stays. */
static cameo_status dynamic_scan_grow(cameo_run *r, cm_id v, const cm_tensor *item, size_t bytes,
                                      const size_t *dims, cameo_error *e) {
    cm_tensor *scan = &r->values[v];
    if (r->plan->values[v].place == CM_PLACE_BUFFER) {
        CM_TRY(cm_run_set_dims(r, v, item->dtype, item->rank + 1u, dims, e));
        return cm_run_store(r, v, bytes, e);
    }
    CM_TRY(cm_heap_grow(r->heap, bytes, &scan->block, e));
    CM_TRY(cm_run_set_dims(r, v, item->dtype, item->rank + 1u, dims, e));
    scan->data = cm_heap_payload(r->heap, scan->block);
    cm_block *b = cm_heap_block(r->heap, scan->block);
    b->dtype = scan->dtype;
    b->rank = scan->rank;
    b->n = scan->n;
    memcpy(b->dims, dims, (item->rank + 1u) * sizeof *dims);
    return CAMEO_OK;
}

/* Until the loop ends, a scan output of strings is a row of records: size in bytes, text. */
static cameo_status dynamic_append_strings(cameo_run *r, cm_id v, const cm_tensor *item,
                                           const size_t *dims, cameo_error *e) {
    cm_tensor *scan = &r->values[v];
    size_t done = dims[0] == 1 ? 0 : cm_heap_block(r->heap, scan->block)->bytes, bytes, head;
    const uint8_t *off = item->data;
    size_t text = item->n == 0 ? 0 : cm_load_u32(off + item->n * sizeof(uint32_t));
    bool wrong = cm_ckd_mul(item->n, sizeof(uint32_t), &head) || cm_ckd_add(head, text, &bytes) ||
                 cm_ckd_add(bytes, done, &bytes);
    CM_CHECK(!wrong, e, CAMEO_E_LIMIT, "a scan output overflows");
    CM_TRY(dynamic_scan_grow(r, v, item, bytes, dims, e));
    uint8_t *to = (uint8_t *)scan->data + done;
    for (size_t i = 0; i < item->n; i++) {
        cm_str s = cm_tensor_str(item, i);
        uint32_t n = (uint32_t)s.n;
        memcpy(to, &n, sizeof n);
        if (n != 0) memcpy(to + sizeof n, s.p, n);
        to += sizeof n + n;
    }
    return CAMEO_OK;
}

/* Records become a string tensor. */
static cameo_status dynamic_join_strings(cameo_run *r, cm_id v, cameo_error *e) {
    cm_tensor *scan = &r->values[v];
    cm_id records = scan->block, block;
    uint32_t off = 0;
    size_t bytes = cm_heap_block(r->heap, records)->bytes;
    size_t head = (scan->n + 1) * sizeof(uint32_t), text = bytes - scan->n * sizeof(uint32_t);
    CM_CHECK(text <= UINT32_MAX, e, CAMEO_E_LIMIT, "a string tensor of more than 4 GiB of text");
    CM_CHECK(!cm_ckd_add(bytes, sizeof off, &bytes), e, CAMEO_E_LIMIT, "a scan output overflows");
    CM_TRY(cm_heap_alloc(r->heap, bytes, &block, e));
    cm_block *b = cm_heap_block(r->heap, block);
    b->dtype = CAMEO_STRING;
    b->rank = scan->rank;
    b->n = scan->n;
    memcpy(b->dims, scan->dims, scan->rank * sizeof *b->dims);
    uint8_t *payload = cm_heap_payload(r->heap, block);
    const uint8_t *from = cm_heap_payload(r->heap, records);
    for (size_t i = 0; i < scan->n; i++) {
        uint32_t n = cm_load_u32(from);
        memcpy(payload + i * sizeof off, &off, sizeof off);
        if (n != 0) memcpy(payload + head + off, from + sizeof n, n);
        from += sizeof n + n;
        off += n;
    }
    memcpy(payload + scan->n * sizeof off, &off, sizeof off);
    cm_heap_release(r->heap, records);
    scan->block = block;
    scan->data = payload;
    return CAMEO_OK;
}

/* Appends one item; the block doubles when it is full. */
static cameo_status dynamic_append(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_id v = cm_step_out(r->s, step, 0);
    const cm_tensor *item = &r->values[cm_step_in(r->s, step, 0)];
    cm_tensor *scan = &r->values[v];
    size_t dims[CM_MAX_RANK], bytes, n;
    if (scan->kind == CAMEO_KIND_SEQUENCE) return cm_run_list_insert(r, v, scan->n, item, e);
    CM_CHECK(item->kind == CAMEO_KIND_TENSOR && item->rank < CM_MAX_RANK, e, CAMEO_E_LIMIT,
             "a scan output of rank %u, want at most %d", item->rank + 1u, CM_MAX_RANK);
    bool first = r->loops[step->loop].i == 0;
    dims[0] = (first ? 0 : scan->dims[0]) + 1;
    for (uint32_t i = 0; i < item->rank; i++) dims[i + 1] = item->dims[i];
    CM_CHECK(first || (scan->rank == item->rank + 1u &&
                       memcmp(scan->dims + 1, dims + 1, item->rank * sizeof *dims) == 0),
             e, CAMEO_E_SHAPE, "a scan output's items differ in shape");
    if (item->dtype == CAMEO_STRING) return dynamic_append_strings(r, v, item, dims, e);
    CM_CHECK(!cm_ckd_mul(item->n, dims[0], &n) &&
                 cm_dtype_bytes((cameo_dtype)item->dtype, n, &bytes) == CAMEO_OK,
             e, CAMEO_E_LIMIT, "a scan output overflows");
    CM_TRY(dynamic_scan_grow(r, v, item, bytes, dims, e));
    cm_run_clear_tail(scan, n - item->n);
    cm_move_flat(cm_move_bits(item), scan->data, n - item->n, item->data, 0, item->n);
    return CAMEO_OK;
}

/* Joins the strings that the APPEND steps of a loop's body collected. `next` is its LOOP_NEXT. */
static cameo_status dynamic_scan_end(cameo_run *r, const cm_step *next, cameo_error *e) {
    for (const cm_step *step = &r->s->steps[next->target]; step < next; step++) {
        if (step->kind != CM_STEP_APPEND || step->loop != next->loop) continue;
        cm_id v = cm_step_out(r->s, step, 0);
        const cm_tensor *scan = &r->values[v];
        bool records = scan->kind == CAMEO_KIND_TENSOR && scan->dtype == CAMEO_STRING;
        if (records) CM_TRY(dynamic_join_strings(r, v, e));
    }
    return CAMEO_OK;
}

/* Cost of a step without tasks: asked about at once, since no task may follow. */
static cameo_status dynamic_spend(cameo_run *r, uint64_t cost, cameo_error *e) {
    r->cost = cm_cost_add(r->cost, cost);
    return cm_run_may_go_on(r, 0, e);
}

/* Of a step beside its elements, in a loop. */
#define DYNAMIC_STEP_COST 32

static cameo_status dynamic_loop_next(cameo_run *r, const cm_step *step, cameo_error *e) {
    cm_loop_state *loop = &r->loops[step->loop];
    const cm_step *begin = &r->s->steps[step->target - 1];
    cm_id cond = cm_step_in(r->s, step, 0);
    bool go = true;
    if (cond != CM_NONE) CM_TRY(dynamic_bool(r, cond, &go, e));
    loop->i++;
    /* Tensors may be empty: what a turn costs at least is its steps. */
    CM_TRY(dynamic_spend(r, (uint64_t)(step - begin) * DYNAMIC_STEP_COST, e));
    if (!go || loop->i == loop->trips) {
        CM_TRY(dynamic_scan_end(r, step, e));
        r->pc++;
        return CAMEO_OK;
    }
    CM_TRY(dynamic_scalar(r, cm_step_out(r->s, begin, 0), CAMEO_INT64, loop->i, e));
    CM_TRY(dynamic_scalar(r, cm_step_out(r->s, begin, 1), CAMEO_BOOL, 1, e));
    r->pc = step->target;
    return CAMEO_OK;
}

static cameo_status dynamic_jump_unless(cameo_run *r, const cm_step *step, cameo_error *e) {
    bool cond = false;
    CM_TRY(dynamic_bool(r, cm_step_in(r->s, step, 0), &cond, e));
    r->pc = cond ? r->pc + 1 : step->target;
    return CAMEO_OK;
}

uint64_t cm_dynamic_text(const cameo_run *r, const cm_step *step) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < step->n_in; i++) {
        cm_id v = cm_step_in(r->s, step, i);
        const cm_tensor *t = v == CM_NONE ? NULL : &r->values[v];
        bool text = t != NULL && t->kind == CAMEO_KIND_TENSOR && t->dtype == CAMEO_STRING;
        if (text && t->n != 0 && t->data != NULL)
            bytes = cm_cost_add(bytes, cm_load_u32((const uint8_t *)t->data + t->n * sizeof(uint32_t)));
    }
    return bytes;
}

/* Setup of an open kernel from the dims that its inputs have now. */
static cameo_status dynamic_begin(cameo_run *r, const cm_step *step, cameo_error *e) {
    CM_TRY(cm_dynamic_outputs(r, step, e));
    memset(&r->setup, 0, sizeof r->setup);
    r->workers[0].k.e = e;
    CM_TRY(r->s->rows[step->row]->setup(&r->workers[0].k, &r->setup));
    CM_TRY(dynamic_scratch(r, e));
    uint64_t text = cm_dynamic_text(r, step);
#if !CAMEO_FROZEN
    if (text != 0) text = cm_price(r->s->ops[step->op], CAMEO_STRING, text, 0);
#endif
    r->step_cost = cm_cost_add(cm_dynamic_cost(r, step), text);
    return CAMEO_OK;
}

static void dynamic_end(cameo_run *r) {
    cm_heap_release(r->heap, r->scratch_block);
    r->scratch_block = CM_NONE;
}

/* A step without tasks; moves pc. */
static cameo_status dynamic_step(cameo_run *r, const cm_step *step, cameo_error *e) {
    switch (step->kind) {
    case CM_STEP_JUMP: r->pc = step->target; return CAMEO_OK;
    case CM_STEP_JUMP_UNLESS: return dynamic_jump_unless(r, step, e);
    case CM_STEP_LOOP_BEGIN: return dynamic_loop_begin(r, step, e);
    case CM_STEP_LOOP_NEXT: return dynamic_loop_next(r, step, e);
    case CM_STEP_VIEW: CM_TRY(cm_dynamic_view(r, step, e)); break;
    case CM_STEP_MOVE:
        CM_TRY(
            cm_run_alias(r, cm_step_out(r->s, step, 0), &r->values[cm_step_in(r->s, step, 0)], e));
        break;
    case CM_STEP_COPY:
        CM_TRY(
            cm_run_copy(r, cm_step_out(r->s, step, 0), &r->values[cm_step_in(r->s, step, 0)], e));
        CM_TRY(dynamic_spend(r, r->values[cm_step_in(r->s, step, 0)].n, e));
        break;
#if !CAMEO_FROZEN
    case CM_STEP_DEVICE:
    case CM_STEP_TRANSFER: return r->s->devices->calls->step(r, step, e);
#endif
    case CM_STEP_SCAN_INIT: CM_TRY(dynamic_scan_init(r, step, e)); break;
    case CM_STEP_APPEND:
        CM_TRY(dynamic_append(r, step, e));
        CM_TRY(dynamic_spend(r, r->values[cm_step_in(r->s, step, 0)].n, e));
        break;
    case CM_STEP_DROP:
        for (uint32_t i = 0; i < step->n_in; i++) cm_run_drop(r, cm_step_in(r->s, step, i));
        break;
    default: return CM_FAIL(e, CAMEO_E_INTERNAL, "unknown step %u", (unsigned)step->kind);
    }
    r->pc++;
    return CAMEO_OK;
}

const cm_dynamic cm_run_dynamic = {&cm_run_services,    cm_heap_init,      dynamic_begin,
                                   dynamic_end,         dynamic_step,      cm_run_take_boxed,
                                   cm_run_give_strings, cm_run_give_items};
