/* run_io.c — a host's values into a run and out of it. Everything that a caller gives is checked before
 * the first step; nothing of it is kept beyond end. */
#include "runtime/run.h"

/* ---- in ---- */

static cameo_status io_expect(const cm_io *io, bool ok, cameo_status status, const char *what,
                              cameo_error *e) {
    (void)io;
    (void)what;
    CM_CHECK(ok, e, status, "input %.*s: %s", CM_STR_ARG(io->name), what);
    return CAMEO_OK;
}

/* dims of an input against the plan: fixed ones must be equal, free ones agree and lie in the range. */
static cameo_status io_check_dims(cameo_run *r, const cm_io *io, const cameo_tensor *t, cameo_error *e) {
    const cm_svalue *sv = &r->s->values[io->value];
    CM_CHECK(t->rank <= CM_MAX_RANK, e, CAMEO_E_SHAPE, "input %.*s: rank %u, want at most %d",
             CM_STR_ARG(io->name), (unsigned)t->rank, CM_MAX_RANK);
    for (uint32_t i = 0; i < t->rank; i++) {
        CM_CHECK(t->dims[i] >= 0, e, CAMEO_E_SHAPE, "input %.*s: dim %u is %lld", CM_STR_ARG(io->name),
                 (unsigned)i, CM_LL(t->dims[i]));
    }
    if (sv->rank == CM_RANK_UNKNOWN) return CAMEO_OK;
    CM_CHECK(t->rank == sv->rank, e, CAMEO_E_SHAPE, "input %.*s: rank %u, want %u", CM_STR_ARG(io->name),
             (unsigned)t->rank, (unsigned)sv->rank);
    for (uint32_t i = 0; i < t->rank; i++) {
        int64_t want = r->s->dims[sv->dims + i];
        if (want < 0) {
            size_t symbol = (size_t)(-1 - want);
            int64_t lo = r->plan->symbols[2 * symbol], hi = r->plan->symbols[2 * symbol + 1];
            CM_CHECK(t->dims[i] >= lo && t->dims[i] <= hi, e, CAMEO_E_SHAPE,
                     "input %.*s: dim %u (%.*s) is %lld, this plan serves %lld..%lld",
                     CM_STR_ARG(io->name), (unsigned)i, CM_STR_ARG(r->s->symbols[symbol]),
                     CM_LL(t->dims[i]), CM_LL(lo), CM_LL(hi));
            if (r->symbols[symbol] < 0) r->symbols[symbol] = t->dims[i];
            want = r->symbols[symbol];
        }
        CM_CHECK(t->dims[i] == want, e, CAMEO_E_SHAPE, "input %.*s: dim %u is %lld, want %lld",
                 CM_STR_ARG(io->name), (unsigned)i, CM_LL(t->dims[i]), CM_LL(want));
    }
    return CAMEO_OK;
}

/* Element count and bytes of a caller's tensor. */
static cameo_status io_measure(const cm_io *io, const cameo_tensor *t, size_t *n, size_t *bytes,
                               cameo_error *e) {
    *n = 1;
    CM_TRY(io_expect(io, cm_dtype_is_known(t->dtype), CAMEO_E_TYPE, "unknown element type", e));
    for (uint32_t i = 0; i < t->rank; i++) {
        bool wrong = (uint64_t)t->dims[i] > SIZE_MAX || cm_ckd_mul(*n, (size_t)t->dims[i], n);
        CM_TRY(io_expect(io, !wrong, CAMEO_E_SHAPE, "the element count overflows", e));
    }
    cameo_status status = cm_dtype_bytes(t->dtype, *n, bytes);
    return io_expect(io, status == CAMEO_OK, CAMEO_E_SHAPE, "the size in bytes overflows", e);
}

static cameo_status io_check_data(const cm_io *io, const cameo_tensor *t, size_t n, size_t bytes,
                                  cameo_error *e) {
    size_t align = t->dtype == CAMEO_STRING ? _Alignof(cameo_string) : cm_dtype_align(t->dtype);
    CM_TRY(io_expect(io, t->data != NULL || n == 0, CAMEO_E_ARG, "data is NULL", e));
    CM_TRY(io_expect(io, (uintptr_t)t->data % align == 0, CAMEO_E_ARG, "data is misaligned", e));
    CM_CHECK(t->bytes >= bytes, e, CAMEO_E_ARG, "input %.*s: %zu bytes given, its dims need %zu",
             CM_STR_ARG(io->name), t->bytes, bytes);
    return CAMEO_OK;
}

/* A heap block with the elements of a caller's string tensor. */
static cameo_status io_box_strings(cameo_run *r, const cm_io *io, const cameo_tensor *t, size_t n,
                                   cm_id *block, cameo_error *e) {
    const cameo_string *s = t->data;
    size_t bytes = 0, head;
    for (size_t i = 0; i < n; i++) {
        CM_TRY(io_expect(io, s[i].p != NULL || s[i].n == 0, CAMEO_E_ARG, "a string is NULL", e));
        bool wrong = cm_ckd_add(bytes, s[i].n, &bytes) || bytes > UINT32_MAX;
        CM_TRY(io_expect(io, !wrong, CAMEO_E_LIMIT, "more than 4 GiB of text", e));
    }
    bool wrong = cm_ckd_add(n, 1, &head) || cm_ckd_mul(head, sizeof(uint32_t), &head);
    CM_TRY(io_expect(io, !wrong, CAMEO_E_LIMIT, "too many strings", e));
    CM_TRY(cm_heap_alloc(&r->heap, head + bytes, block, e));
    uint8_t *payload = cm_heap_payload(&r->heap, *block);
    uint32_t off = 0;
    for (size_t i = 0; i <= n; i++) {
        memcpy(payload + i * sizeof off, &off, sizeof off);
        if (i == n) break;
        if (s[i].n != 0) memcpy(payload + head + off, s[i].p, s[i].n);
        off += (uint32_t)s[i].n;
    }
    return CAMEO_OK;
}

/* A heap block with a copy of a caller's tensor. */
static cameo_status io_box(cameo_run *r, const cm_io *io, const cameo_tensor *t, cm_id *block,
                           cameo_error *e) {
    size_t n, bytes, dims[CM_MAX_RANK];
    CM_TRY(io_expect(io, t->rank <= CM_MAX_RANK, CAMEO_E_SHAPE, "the rank is above 8", e));
    for (uint32_t i = 0; i < t->rank; i++) {
        CM_TRY(io_expect(io, t->dims[i] >= 0, CAMEO_E_SHAPE, "a dim is negative", e));
        dims[i] = (size_t)t->dims[i];
    }
    CM_TRY(io_measure(io, t, &n, &bytes, e));
    CM_TRY(io_check_data(io, t, n, bytes, e));
    if (t->dtype == CAMEO_STRING) {
        CM_TRY(io_box_strings(r, io, t, n, block, e));
    } else {
        cm_tensor native = {.data = t->data, .dims = dims, .n = n, .dtype = (uint8_t)t->dtype,
                            .rank = (uint8_t)t->rank, .kind = CAMEO_KIND_TENSOR, .block = CM_NONE};
        return cm_run_box(r, &native, block, e);
    }
    cm_block *b = cm_heap_block(&r->heap, *block);
    b->dtype = (uint8_t)t->dtype;
    b->rank = (uint8_t)t->rank;
    b->n = n;
    if (t->rank != 0) memcpy(b->dims, dims, t->rank * sizeof *dims);
    return CAMEO_OK;
}

static cameo_status io_take_tensor(cameo_run *r, const cm_io *io, const cameo_tensor *t, cameo_error *e) {
    cm_tensor *v = &r->values[io->value];
    size_t n, bytes, dims[CM_MAX_RANK];
    CM_CHECK((int)t->dtype == v->dtype, e, CAMEO_E_TYPE, "input %.*s: %s given, want %s",
             CM_STR_ARG(io->name), cameo_dtype_name(t->dtype), cameo_dtype_name((cameo_dtype)v->dtype));
    CM_TRY(io_check_dims(r, io, t, e));
    CM_TRY(io_measure(io, t, &n, &bytes, e));
    CM_TRY(io_check_data(io, t, n, bytes, e));
    for (uint32_t i = 0; i < t->rank; i++) dims[i] = (size_t)t->dims[i];
    CM_TRY(cm_run_set_dims(r, io->value, v->dtype, t->rank, dims, e));
    v->data = t->data;
    if (t->dtype != CAMEO_STRING) return CAMEO_OK;
    CM_TRY(io_box_strings(r, io, t, n, &v->block, e));
    v->data = cm_heap_payload(&r->heap, v->block);
    cm_block *b = cm_heap_block(&r->heap, v->block);
    b->dtype = CAMEO_STRING;
    b->rank = (uint8_t)t->rank;
    b->n = n;
    if (t->rank != 0) memcpy(b->dims, dims, t->rank * sizeof *dims);
    return CAMEO_OK;
}

/* A block of references to items, each a tensor: a sequence, or an optional of one. */
static cameo_status io_box_items(cameo_run *r, const cm_io *io, const cameo_value *v, cm_id *block,
                                 cameo_error *e) {
    size_t bytes = 0;
    CM_TRY(io_expect(io, v->items != NULL || v->n_items == 0, CAMEO_E_ARG, "items is NULL", e));
    CM_TRY(io_expect(io, !cm_ckd_mul(v->n_items, sizeof(cm_id), &bytes), CAMEO_E_LIMIT, "too many items", e));
    CM_TRY(cm_heap_alloc(&r->heap, bytes, block, e));
    cm_heap_block(&r->heap, *block)->kind = (uint8_t)v->kind;
    cm_heap_block(&r->heap, *block)->elem_kind = CAMEO_KIND_TENSOR;
    cm_heap_block(&r->heap, *block)->dtype = r->values[io->value].dtype;
    for (size_t i = 0; i < v->n_items; i++) {
        cm_id item;
        const cameo_value *x = &v->items[i];
        bool tensor = x->kind == CAMEO_KIND_TENSOR && (int)x->tensor.dtype == r->values[io->value].dtype;
        CM_TRY(io_expect(io, tensor, CAMEO_E_TYPE, "an item is not a tensor of the declared type", e));
        CM_TRY(io_box(r, io, &x->tensor, &item, e));
        memcpy(cm_heap_payload(&r->heap, *block) + i * sizeof item, &item, sizeof item);
        cm_heap_block(&r->heap, *block)->n = i + 1;
    }
    return CAMEO_OK;
}

static cameo_status io_take(cameo_run *r, const cm_io *io, const cameo_value *v, cameo_error *e) {
    cm_tensor *t = &r->values[io->value];
    uint8_t want = r->s->values[io->value].vkind;
    CM_TRY(io_expect(io, v->kind == (cameo_kind)want, CAMEO_E_TYPE,
                     "its kind (tensor, sequence, optional, map) is not the declared one", e));
    if (v->kind == CAMEO_KIND_TENSOR) return io_take_tensor(r, io, &v->tensor, e);
    CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE || (v->kind == CAMEO_KIND_OPTIONAL && v->n_items <= 1), e,
             CAMEO_E_UNSUPPORTED, "unsupported: input %.*s is neither tensor, sequence nor optional",
             CM_STR_ARG(io->name));
    CM_TRY(io_box_items(r, io, v, &t->block, e));
    t->kind = (uint8_t)v->kind;
    t->n = v->n_items;
    t->data = cm_heap_payload(&r->heap, t->block);
    return CAMEO_OK;
}

/* see run.h */
cameo_status cm_run_take_inputs(cameo_run *r, const cameo_value *inputs, size_t n, cameo_error *e) {
    const cameo_session *s = r->s;
    uint32_t all = s->n_inputs + s->n_defaults;
    for (size_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)(i < all ? i : all);
        if (inputs[i].name != NULL) {
            cm_str name = cm_str_from_c(inputs[i].name);
            for (at = 0; at < all && !cm_str_eq(s->inputs[at].name, name); at++) {}
            CM_CHECK(at < all, e, CAMEO_E_ARG, "the model has no input named %.*s", CM_STR_ARG(name));
        }
        CM_CHECK(at < all, e, CAMEO_E_ARG, "%zu inputs given, the model takes %u", n, (unsigned)all);
        CM_CHECK(at >= s->n_inputs || r->values[s->inputs[at].value].kind == CAMEO_KIND_NONE, e,
                 CAMEO_E_ARG, "input %.*s is given twice", CM_STR_ARG(s->inputs[at].name));
        CM_TRY(io_take(r, &s->inputs[at], &inputs[i], e));
    }
    for (uint32_t i = 0; i < s->n_inputs; i++) {
        CM_CHECK(r->values[s->inputs[i].value].kind != CAMEO_KIND_NONE, e, CAMEO_E_MISSING,
                 "input %.*s has no value", CM_STR_ARG(s->inputs[i].name));
    }
    return CAMEO_OK;
}

/* ---- out ---- */

/* cameo_string views of a string tensor, in a heap block of their own. */
static cameo_status io_give_strings(cameo_run *r, const cm_tensor *v, cameo_tensor *t, cameo_error *e) {
    size_t bytes;
    cm_id block;
    CM_CHECK(!cm_ckd_mul(v->n, sizeof(cameo_string), &bytes), e, CAMEO_E_LIMIT, "too many strings");
    CM_CHECK(t->data == NULL || t->bytes >= bytes, e, CAMEO_E_ARG, "%zu bytes given for %zu of strings",
             t->bytes, bytes);
    if (t->data == NULL) {
        CM_TRY(cm_heap_alloc(&r->heap, bytes, &block, e));
        t->data = cm_heap_payload(&r->heap, block);
    }
    cameo_string *out = t->data;
    for (size_t i = 0; i < v->n; i++) {
        cm_str s = cm_tensor_str(v, i);
        out[i] = (cameo_string){s.p, s.n};
    }
    t->bytes = bytes;
    return CAMEO_OK;
}

static cameo_status io_give_tensor(cameo_run *r, const cm_tensor *v, cameo_tensor *t, cameo_error *e) {
    size_t bytes;
    t->dtype = (cameo_dtype)v->dtype;
    t->rank = v->rank;
    for (uint32_t i = 0; i < v->rank; i++) t->dims[i] = (int64_t)v->dims[i];
    if (v->dtype == CAMEO_STRING) return io_give_strings(r, v, t, e);
    CM_TRY(cm_tensor_bytes(v, &bytes, e));
    if (t->data == NULL) {
        t->data = v->data;
    } else if (t->data != v->data) {
        CM_CHECK(t->bytes >= bytes, e, CAMEO_E_ARG, "the output buffer has %zu bytes, %zu are needed",
                 t->bytes, bytes);
        if (bytes != 0) memcpy(t->data, v->data, bytes);
    }
    t->bytes = bytes;
    return CAMEO_OK;
}

static cameo_status io_give_items(cameo_run *r, const cm_tensor *v, cameo_value *out, cameo_error *e) {
    size_t bytes;
    cm_id block;
    CM_CHECK(!cm_ckd_mul(v->n, sizeof(cameo_value), &bytes), e, CAMEO_E_LIMIT, "too many items");
    CM_TRY(cm_heap_alloc(&r->heap, bytes, &block, e));
    cameo_value *items = (cameo_value *)(void *)cm_heap_payload(&r->heap, block);
    memset(items, 0, bytes);
    for (size_t i = 0; i < v->n; i++) {
        cm_tensor item;
        cm_run_unbox(r, cm_load_u32((const uint8_t *)v->data + i * sizeof(cm_id)), &item);
        CM_CHECK(item.kind == CAMEO_KIND_TENSOR, e, CAMEO_E_UNSUPPORTED,
                 "unsupported: an output nests sequences");
        items[i].kind = CAMEO_KIND_TENSOR;
        CM_TRY(io_give_tensor(r, &item, &items[i].tensor, e));
    }
    out->items = items;
    out->n_items = v->n;
    return CAMEO_OK;
}

/* see run.h */
cameo_status cm_run_give_outputs(cameo_run *r, cameo_error *e) {
    for (size_t i = 0; i < r->n_outputs; i++) {
        const cm_tensor *v = &r->values[r->s->outputs[i].value];
        cameo_value *out = &r->outputs[i];
        out->kind = (cameo_kind)v->kind;
        cameo_status status = v->kind == CAMEO_KIND_TENSOR ? io_give_tensor(r, v, &out->tensor, e)
                                                           : io_give_items(r, v, out, e);
        CM_TRY(status);
    }
    return CAMEO_OK;
}
