/* services.c — values of a run that the plan could not fix: storage, sharing, strings, sequences. */
#include "runtime/run/run.h"

void cm_run_drop(cameo_run *r, cm_id v) {
    cm_tensor *t = &r->values[v];
    if (t->block == CM_NONE) return;
    cm_id block = t->block;
    t->block = CM_NONE;
    t->data = NULL;
    cm_heap_release(r->heap, block);
}

cameo_status cm_run_store(cameo_run *r, cm_id v, size_t bytes, cameo_error *e) {
    cm_tensor *t = &r->values[v];
    const cm_pvalue *pv = &r->plan->values[v];
    if (pv->place == CM_PLACE_BUFFER) {
        CM_CHECK(bytes <= pv->size, e, CAMEO_E_INTERNAL, "a value of %zu bytes, planned %zu", bytes,
                 pv->size);
        if (t->block != CM_NONE || t->data == NULL) { /* else its buffer, or the caller's */
            cm_run_drop(r, v);
            t->data = r->activations + pv->off;
        }
        return CAMEO_OK;
    }
    if (pv->place == CM_PLACE_ALIAS && pv->alias != CM_NONE) {
        CM_CHECK(bytes <= pv->size, e, CAMEO_E_INTERNAL, "a value of %zu bytes, planned %zu", bytes,
                 pv->size);
        t->data = r->values[pv->alias].data;
        return CAMEO_OK;
    }
    cm_id block;
    cm_run_drop(r, v);
    CM_TRY(cm_heap_alloc(r->heap, bytes, &block, e));
    cm_block *b = cm_heap_block(r->heap, block);
    b->dtype = t->dtype;
    b->rank = t->rank;
    b->n = t->n;
    if (t->rank != 0) memcpy(b->dims, t->dims, t->rank * sizeof *b->dims);
    t->block = block;
    t->data = cm_heap_payload(r->heap, block);
    return CAMEO_OK;
}

cameo_status cm_run_store_output(cameo_run *r, cm_id v, size_t bytes, cameo_error *e) {
    CM_TRY(cm_run_store(r, v, bytes, e));
    /* What is computed in place is read there first. */
    if (r->plan->values[v].place != CM_PLACE_ALIAS) cm_run_clear_tail(&r->values[v], 0);
    return CAMEO_OK;
}

void cm_run_unbox(const cameo_run *r, cm_id block, cm_tensor *t) {
    cm_block *b = cm_heap_block(r->heap, block);
    *t = (cm_tensor){.data = cm_heap_payload(r->heap, block),
                     .dims = b->dims,
                     .n = b->n,
                     .dtype = b->dtype,
                     .rank = b->rank,
                     .kind = b->kind,
                     .block = block};
}

cameo_status cm_run_box(cameo_run *r, const cm_tensor *t, cm_id *block, cameo_error *e) {
    size_t bytes;
    CM_TRY(cm_tensor_bytes(t, &bytes, e));
    CM_TRY(cm_heap_alloc(r->heap, bytes, block, e));
    cm_block *b = cm_heap_block(r->heap, *block);
    b->dtype = t->dtype;
    b->rank = t->rank;
    b->n = t->n;
    if (t->rank != 0) memcpy(b->dims, t->dims, t->rank * sizeof *b->dims);
    uint8_t *payload = cm_heap_payload(r->heap, *block);
    if (t->data == NULL) {
        memset(payload, 0, bytes); /* no elements; or a string tensor of none */
    } else if (bytes != 0) {
        memcpy(payload, t->data, bytes);
    }
    return CAMEO_OK;
}

cameo_status cm_run_alias(cameo_run *r, cm_id v, const cm_tensor *from, cameo_error *e) {
    cm_tensor *t = &r->values[v];
    cm_tensor source = *from; /* v may be `from`'s only other name */
    cm_heap_share(r->heap, source.block);
    cm_run_drop(r, v);
    if (source.kind == CAMEO_KIND_TENSOR) {
        CM_TRY(cm_run_set_dims(r, v, source.dtype, source.rank, source.dims, e));
    } else {
        t->kind = source.kind;
        t->dtype = source.dtype;
        t->n = source.n;
    }
    t->data = source.data;
    t->block = source.block;
    return CAMEO_OK;
}

cameo_status cm_run_copy(cameo_run *r, cm_id v, const cm_tensor *from, cameo_error *e) {
    if (&r->values[v] == from) return CAMEO_OK;
    bool own = r->plan->values[v].place == CM_PLACE_BUFFER;
    if (!own && from->block != CM_NONE) return cm_run_alias(r, v, from, e);
    size_t bytes;
    CM_TRY(cm_tensor_bytes(from, &bytes, e));
    CM_TRY(cm_run_set_dims(r, v, from->dtype, from->rank, from->dims, e));
    CM_TRY(cm_run_store(r, v, bytes, e));
    if (bytes != 0 && from->data != NULL) memmove(r->values[v].data, from->data, bytes);
    return CAMEO_OK;
}

/* ---- the services of kernel.h ---- */

static cameo_status services_out_alloc(const cm_kctx *k, uint32_t out, uint32_t rank,
                                       const size_t *dims, size_t bytes) {
    cameo_run *r = k->services_ctx;
    if (out >= k->n_out || k->out_ids[out] == CM_NONE) return CAMEO_OK;
    cm_id v = k->out_ids[out];
    CM_TRY(cm_run_set_dims(r, v, r->values[v].dtype, rank, dims, k->e));
    return cm_run_store_output(r, v, bytes, k->e);
}

/* k is of a worker: its own count needs no lock. exec.c adds all of them up when the step is done. */
static cameo_status services_spend(const cm_kctx *k, uint64_t cost) {
#if CAMEO_FROZEN
    cameo_run *r = k->services_ctx;
    (void)cost;
    return cm_run_may_go_on(r, r->step_done, k->e);
#else
    cameo_run *r = k->services_ctx;
    cm_worker *worker = &r->workers[(const cm_worker *)(const void *)k - r->workers]; /* k is its first member */
    worker->spent = cm_cost_add(worker->spent, cost);
    CM_TRY(cm_run_may_go_on(r, r->step_done, k->e));
    uint64_t all = cm_cost_add(r->cost, worker->spent);
    uint64_t limit = r->budget.cost == 0 || r->run_cost < r->budget.cost ? r->run_cost : r->budget.cost;
    CM_CHECK(all <= limit, k->e, CAMEO_E_LIMIT, "limit run_cost or cost budget of %llu is used up", CM_LLU(limit));
    return CAMEO_OK;
#endif
}

static cameo_status services_out_share(const cm_kctx *k, uint32_t out, uint32_t in) {
    cameo_run *r = k->services_ctx;
    const cm_tensor *from = cm_in(k, in);
    if (cm_out(k, out) == NULL || from == NULL) return CAMEO_OK;
    return cm_run_copy(r, k->out_ids[out], from, k->e);
}

static cameo_status services_out_set(const cm_kctx *k, uint32_t out, const cm_tensor *t) {
    cameo_run *r = k->services_ctx;
    if (cm_out(k, out) == NULL) return CAMEO_OK;
    return cm_run_copy(r, k->out_ids[out], t, k->e);
}

/* Puts a block into a value that is no tensor. */
static void services_hold(cameo_run *r, cm_id v, cm_id block) {
    cm_tensor *t = &r->values[v];
    const cm_block *b = cm_heap_block(r->heap, block);
    t->block = block;
    t->data = cm_heap_payload(r->heap, block);
    t->kind = b->kind;
    t->dtype = b->dtype;
    t->n = b->n;
}

cameo_status cm_run_list(cameo_run *r, cm_id v, cm_list_type type, size_t n, cameo_error *e) {
    size_t bytes;
    cm_id block;
    CM_CHECK(!cm_ckd_mul(n, sizeof(cm_id), &bytes), e, CAMEO_E_LIMIT, "a sequence of %zu items", n);
    cm_run_drop(r, v);
    CM_TRY(cm_heap_alloc(r->heap, bytes, &block, e));
    cm_block *b = cm_heap_block(r->heap, block);
    b->kind = type.kind;
    b->elem_kind = type.elem_kind;
    b->dtype = type.dtype;
    b->bytes = 0;
    services_hold(r, v, block);
    return CAMEO_OK;
}

static cameo_status services_seq_out(const cm_kctx *k, uint32_t out, int dtype, size_t n) {
    if (cm_out(k, out) == NULL) return CAMEO_OK;
    cm_list_type type = {CAMEO_KIND_SEQUENCE, CAMEO_KIND_TENSOR, (uint8_t)dtype};
    return cm_run_list(k->services_ctx, k->out_ids[out], type, n, k->e);
}

static cm_id services_item(const cameo_run *r, cm_id block, size_t i) {
    return cm_load_u32(cm_heap_payload(r->heap, block) + i * sizeof(cm_id));
}

/* True where the step behind the current one drops v: its storage may be taken over. */
static bool services_dies_here(const cameo_run *r, cm_id v) {
    const cm_step *next = &r->s->steps[r->pc + 1];
    if (r->pc + 1 >= r->s->n_steps || next->kind != CM_STEP_DROP) return false;
    for (uint32_t i = 0; i < next->n_in; i++) {
        if (r->s->ids[next->in + i] == v) return true;
    }
    return false;
}

static cameo_status services_seq_take(const cm_kctx *k, uint32_t out, uint32_t in) {
    cameo_run *r = k->services_ctx;
    const cm_tensor *from = cm_in(k, in);
    if (cm_out(k, out) == NULL || from == NULL) return CAMEO_OK;
    cm_id source = from->block;
    cm_block *b = cm_heap_block(r->heap, source);
    if (b->owners == 1 && services_dies_here(r, k->in_ids[in])) {
        r->values[k->in_ids[in]].block = CM_NONE;
        cm_run_drop(r, k->out_ids[out]);
        services_hold(r, k->out_ids[out], source);
        return CAMEO_OK;
    }
    size_t n = b->n;
    CM_TRY(services_spend(k, n));
    CM_TRY(services_seq_out(k, out, b->dtype, n + 1));
    cm_id block = r->values[k->out_ids[out]].block;
    for (size_t i = 0; i < n; i++) {
        cm_id item = services_item(r, source, i);
        cm_heap_share(r->heap, item);
        memcpy(cm_heap_payload(r->heap, block) + i * sizeof item, &item, sizeof item);
    }
    cm_heap_block(r->heap, block)->n = n;
    cm_heap_block(r->heap, block)->bytes = n * sizeof(cm_id);
    services_hold(r, k->out_ids[out], block);
    return CAMEO_OK;
}

static size_t services_seq_len(const cm_kctx *k, const cm_tensor *v) {
    const cameo_run *r = k->services_ctx;
    return v->block == CM_NONE ? 0 : cm_heap_block(r->heap, v->block)->n;
}

static void services_seq_item(const cm_kctx *k, const cm_tensor *v, size_t i, cm_tensor *item) {
    const cameo_run *r = k->services_ctx;
    cm_run_unbox(r, services_item(r, v->block, i), item);
}

/* Inserts a block before item `at` of the sequence or optional v, which takes its owner over. */
static cameo_status services_put(cameo_run *r, cm_id v, size_t at, cm_id item, cameo_error *e) {
    cm_id block = r->values[v].block;
    size_t n = cm_heap_block(r->heap, block)->n;
    cameo_status status = cm_heap_grow(r->heap, (n + 1) * sizeof item, &block, e);
    if (status != CAMEO_OK) {
        cm_heap_release(r->heap, item);
        return status;
    }
    uint8_t *items = cm_heap_payload(r->heap, block);
    memmove(items + (at + 1) * sizeof item, items + at * sizeof item, (n - at) * sizeof item);
    memcpy(items + at * sizeof item, &item, sizeof item);
    cm_heap_block(r->heap, block)->n = n + 1;
    services_hold(r, v, block);
    return CAMEO_OK;
}

cameo_status cm_run_list_insert(cameo_run *r, cm_id v, size_t at, const cm_tensor *t,
                                cameo_error *e) {
    cm_id item = t->block;
    if (item != CM_NONE) {
        cm_heap_share(r->heap, item);
    } else {
        CM_TRY(cm_run_box(r, t, &item, e));
    }
    return services_put(r, v, at, item, e);
}

static cameo_status services_seq_insert(const cm_kctx *k, uint32_t out, size_t at,
                                        const cm_tensor *t) {
    return cm_run_list_insert(k->services_ctx, k->out_ids[out], at, t, k->e);
}

static cameo_status services_seq_append(const cm_kctx *k, uint32_t out, uint32_t rank,
                                        const size_t *dims, size_t bytes, void **data) {
    cameo_run *r = k->services_ctx;
    const cm_tensor *v = cm_out(k, out);
    cm_id item;
    size_t n = 1;
    for (uint32_t i = 0; i < rank; i++) {
        CM_CHECK(!cm_ckd_mul(n, dims[i], &n), k->e, CAMEO_E_SHAPE,
                 "an item has more elements than memory can hold");
    }
    CM_ASSERT(v != NULL);
    CM_TRY(cm_heap_alloc(r->heap, bytes, &item, k->e));
    cm_block *b = cm_heap_block(r->heap, item);
    /* The first item of a map are its keys. */
    b->dtype = v->kind == CAMEO_KIND_MAP && v->n == 0 ? cm_heap_block(r->heap, v->block)->elem_kind : v->dtype;
    b->rank = (uint8_t)rank;
    b->n = n;
    if (rank != 0) memcpy(b->dims, dims, rank * sizeof *dims);
    *data = cm_heap_payload(r->heap, item);
    return services_put(r, k->out_ids[out], v->n, item, k->e);
}

static void services_seq_erase(const cm_kctx *k, uint32_t out, size_t at) {
    cameo_run *r = k->services_ctx;
    cm_id block = r->values[k->out_ids[out]].block;
    cm_block *b = cm_heap_block(r->heap, block);
    uint8_t *items = cm_heap_payload(r->heap, block);
    cm_id item = services_item(r, block, at);
    memmove(items + at * sizeof item, items + (at + 1) * sizeof item,
            (b->n - at - 1) * sizeof item);
    b->n--;
    b->bytes = b->n * sizeof item;
    cm_heap_release(r->heap, item);
    services_hold(r, k->out_ids[out], block);
}

static cameo_status services_opt_out(const cm_kctx *k, uint32_t out, int elem_kind, int dtype,
                                     const cm_tensor *t) {
    if (cm_out(k, out) == NULL) return CAMEO_OK;
    cm_list_type type = {CAMEO_KIND_OPTIONAL, (uint8_t)elem_kind, (uint8_t)dtype};
    CM_TRY(cm_run_list(k->services_ctx, k->out_ids[out], type, t != NULL, k->e));
    return t == NULL ? CAMEO_OK : services_seq_insert(k, out, 0, t);
}

/* A map of references to two tensors, which it owns from now on, also on failure. */
static cameo_status services_map(const cm_kctx *k, cm_id keys, cm_id values, cm_id *map) {
    cameo_run *r = k->services_ctx;
    const cm_id items[2] = {keys, values};
    cameo_status status = cm_heap_alloc(r->heap, sizeof items, map, k->e);
    if (status != CAMEO_OK) {
        cm_heap_release(r->heap, keys);
        cm_heap_release(r->heap, values);
        return status;
    }
    cm_block *b = cm_heap_block(r->heap, *map);
    b->kind = CAMEO_KIND_MAP;
    b->elem_kind = cm_heap_block(r->heap, keys)->dtype;
    b->dtype = cm_heap_block(r->heap, values)->dtype;
    b->n = 2;
    memcpy(cm_heap_payload(r->heap, *map), items, sizeof items);
    return CAMEO_OK;
}

/* Map i of maps_out; the caller keeps its reference to the keys. */
static cameo_status services_map_row(const cm_kctx *k, uint32_t out, size_t i, cm_id keys,
                                     const cm_tensor *values) {
    cameo_run *r = k->services_ctx;
    cm_id row, map;
    size_t n = cm_heap_block(r->heap, keys)->n;
    size_t width = cameo_dtype_bits((cameo_dtype)values->dtype) / 8;
    cm_tensor t = {.data = n == 0 ? NULL : (uint8_t *)values->data + i * n * width,
                   .dims = &n,
                   .n = n,
                   .dtype = values->dtype,
                   .rank = 1,
                   .kind = CAMEO_KIND_TENSOR,
                   .block = CM_NONE};
    CM_TRY(cm_run_box(r, &t, &row, k->e));
    cm_heap_share(r->heap, keys);
    CM_TRY(services_map(k, keys, row, &map));
    return services_put(r, k->out_ids[out], i, map, k->e);
}

static cameo_status services_maps_out(const cm_kctx *k, uint32_t out, const cm_tensor *keys,
                                      const cm_tensor *values, size_t rows) {
    cameo_run *r = k->services_ctx;
    cm_id shared;
    if (cm_out(k, out) == NULL) return CAMEO_OK;
    cm_list_type type = {CAMEO_KIND_SEQUENCE, CAMEO_KIND_MAP, values->dtype};
    CM_TRY(cm_run_list(r, k->out_ids[out], type, rows, k->e));
    CM_TRY(cm_run_box(r, keys, &shared, k->e));
    cameo_status status = CAMEO_OK;
    for (size_t i = 0; i < rows && status == CAMEO_OK; i++) {
        status = services_map_row(k, out, i, shared, values);
    }
    cm_heap_release(r->heap, shared);
    return status;
}

static void services_map_open(const cm_kctx *k, const cm_tensor *v, cm_tensor *keys,
                              cm_tensor *values) {
    services_seq_item(k, v, 0, keys);
    services_seq_item(k, v, 1, values);
}

const cm_services cm_run_services = {services_out_alloc,  services_out_share,  services_seq_out,
                                     services_seq_take,   services_seq_len,    services_seq_item,
                                     services_seq_insert, services_seq_append, services_seq_erase,
                                     services_opt_out,    services_maps_out,   services_map_open,
                                     services_out_set,    services_spend};
