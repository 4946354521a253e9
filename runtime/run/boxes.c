/* boxes.c — a host's strings, sequences, optionals and maps into the heap of a run and out of it. */
#include "runtime/run/run.h"

/* ---- in ---- */

/* A heap block with the elements of a caller's string tensor. */
static cameo_status boxes_strings(cameo_run *r, const cm_io *io, const cameo_tensor *t, size_t n,
                                  cm_id *block, cameo_error *e) {
    const cameo_string *s = t->data;
    size_t bytes = 0, head;
    for (size_t i = 0; i < n; i++) {
        CM_TRY(cm_io_expect(io, s[i].p != NULL || s[i].n == 0, CAMEO_E_ARG, "a string is NULL", e));
        bool wrong = cm_ckd_add(bytes, s[i].n, &bytes) || bytes > UINT32_MAX;
        CM_TRY(cm_io_expect(io, !wrong, CAMEO_E_LIMIT, "more than 4 GiB of text", e));
    }
    bool wrong = cm_ckd_add(n, 1, &head) || cm_ckd_mul(head, sizeof(uint32_t), &head);
    CM_TRY(cm_io_expect(io, !wrong, CAMEO_E_LIMIT, "too many strings", e));
    CM_TRY(cm_heap_alloc(r->heap, head + bytes, block, e));
    uint8_t *payload = cm_heap_payload(r->heap, *block);
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
static cameo_status boxes_box(cameo_run *r, const cm_io *io, const cameo_tensor *t, cm_id *block,
                              cameo_error *e) {
    size_t n, bytes, dims[CM_MAX_RANK];
    CM_TRY(cm_io_expect(io, t->rank <= CM_MAX_RANK, CAMEO_E_SHAPE, "the rank is above 8", e));
    for (uint32_t i = 0; i < t->rank; i++) {
        CM_TRY(cm_io_expect(io, t->dims[i] >= 0, CAMEO_E_SHAPE, "a dim is negative", e));
        dims[i] = (size_t)t->dims[i];
    }
    CM_TRY(cm_io_measure(io, t, &n, &bytes, e));
    CM_TRY(cm_io_check_data(io, t, n, bytes, e));
    if (t->dtype == CAMEO_STRING) {
        CM_TRY(boxes_strings(r, io, t, n, block, e));
    } else {
        cm_tensor native = {.data = t->data,
                            .dims = dims,
                            .n = n,
                            .dtype = (uint8_t)t->dtype,
                            .rank = (uint8_t)t->rank,
                            .kind = CAMEO_KIND_TENSOR,
                            .block = CM_NONE};
        return cm_run_box(r, &native, block, e);
    }
    cm_block *b = cm_heap_block(r->heap, *block);
    b->dtype = (uint8_t)t->dtype;
    b->rank = (uint8_t)t->rank;
    b->n = n;
    if (t->rank != 0) memcpy(b->dims, dims, t->rank * sizeof *dims);
    return CAMEO_OK;
}

/* A block of `kind` for n references to items, none yet. */
static cameo_status boxes_list(cameo_run *r, const cm_io *io, const cameo_value *v, cm_id *block,
                               cameo_error *e) {
    size_t bytes = 0;
    CM_TRY(cm_io_expect(io, v->items != NULL || v->n_items == 0, CAMEO_E_ARG, "items is NULL", e));
    CM_TRY(cm_io_expect(io, !cm_ckd_mul(v->n_items, sizeof(cm_id), &bytes), CAMEO_E_LIMIT,
                        "too many items", e));
    CM_TRY(cm_heap_alloc(r->heap, bytes, block, e));
    cm_block *b = cm_heap_block(r->heap, *block);
    b->kind = (uint8_t)v->kind;
    b->elem_kind = CAMEO_KIND_TENSOR;
    b->dtype = r->values[io->value].dtype;
    return CAMEO_OK;
}

static void boxes_put(cameo_run *r, cm_id block, size_t i, cm_id item) {
    memcpy(cm_heap_payload(r->heap, block) + i * sizeof item, &item, sizeof item);
    cm_heap_block(r->heap, block)->n = i + 1;
}

/* A block of references to tensors: a sequence, or an optional tensor. */
static cameo_status boxes_items(cameo_run *r, const cm_io *io, const cameo_value *v, cm_id *block,
                                cameo_error *e) {
    CM_TRY(boxes_list(r, io, v, block, e));
    for (size_t i = 0; i < v->n_items; i++) {
        cm_id item;
        const cameo_value *x = &v->items[i];
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): boxes_list has checked items */
        bool tensor = x->kind == CAMEO_KIND_TENSOR;
        tensor = tensor && (int)x->tensor.dtype == r->values[io->value].dtype;
        CM_TRY(cm_io_expect(io, tensor, CAMEO_E_TYPE,
                            "an item is not a tensor of the declared type", e));
        CM_TRY(boxes_box(r, io, &x->tensor, &item, e));
        boxes_put(r, *block, i, item);
    }
    return CAMEO_OK;
}

/* An optional sequence that is there. */
static cameo_status boxes_optional(cameo_run *r, const cm_io *io, const cameo_value *v,
                                   cm_id *block, cameo_error *e) {
    cm_id item;
    CM_TRY(boxes_list(r, io, v, block, e));
    cm_heap_block(r->heap, *block)->elem_kind = CAMEO_KIND_SEQUENCE;
    CM_TRY(boxes_items(r, io, &v->items[0], &item, e));
    boxes_put(r, *block, 0, item);
    return CAMEO_OK;
}

/* A block of references to the keys and the values of a map. Keys may be in any order, and equal. */
static cameo_status boxes_map(cameo_run *r, const cm_io *io, const cameo_value *v, cm_id *block,
                              cameo_error *e) {
    int want[2] = {r->s->values[io->value].elem_kind, r->s->values[io->value].dtype};
    CM_TRY(cm_io_expect(io, v->n_items == 2 && v->items != NULL, CAMEO_E_ARG,
                        "a map has two items, keys and values", e));
    CM_ASSERT(v->items != NULL);
    CM_TRY(boxes_list(r, io, v, block, e));
    cm_heap_block(r->heap, *block)->elem_kind = (uint8_t)want[0];
    cm_heap_block(r->heap, *block)->dtype = (uint8_t)want[1];
    for (size_t i = 0; i < 2; i++) {
        cm_id item;
        const cameo_value *x = &v->items[i];
        CM_TRY(cm_io_expect(io, x->kind == CAMEO_KIND_TENSOR && (int)x->tensor.dtype == want[i],
                            CAMEO_E_TYPE, "its keys or values are not of the declared type", e));
        bool same = x->tensor.rank == 1 && x->tensor.dims[0] == v->items[0].tensor.dims[0];
        CM_TRY(cm_io_expect(io, same, CAMEO_E_SHAPE,
                            "keys and values of a map are two vectors of one length", e));
        CM_TRY(boxes_box(r, io, &x->tensor, &item, e));
        boxes_put(r, *block, i, item);
    }
    return CAMEO_OK;
}

cameo_status cm_run_take_boxed(cameo_run *r, const cm_io *io, const cameo_value *v,
                               cameo_error *e) {
    cm_tensor *t = &r->values[io->value];
    if (v->kind == CAMEO_KIND_TENSOR) {
        CM_TRY(boxes_box(r, io, &v->tensor, &t->block, e));
    } else {
        CM_CHECK(v->kind == CAMEO_KIND_SEQUENCE ||
                     (v->kind == CAMEO_KIND_OPTIONAL && v->n_items <= 1) ||
                     v->kind == CAMEO_KIND_MAP,
                 e, CAMEO_E_UNSUPPORTED,
                 "unsupported: input %.*s is neither tensor, sequence, optional nor map",
                 CM_STR_ARG(io->name));
        bool nested = v->kind == CAMEO_KIND_OPTIONAL && v->n_items == 1 && v->items != NULL &&
                      v->items[0].kind == CAMEO_KIND_SEQUENCE;
        CM_TRY(v->kind == CAMEO_KIND_MAP ? boxes_map(r, io, v, &t->block, e)
               : nested                  ? boxes_optional(r, io, v, &t->block, e)
                                         : boxes_items(r, io, v, &t->block, e));
        t->kind = (uint8_t)v->kind;
        t->n = v->n_items;
    }
    t->data = cm_heap_payload(r->heap, t->block);
    return CAMEO_OK;
}

/* ---- out ---- */

cameo_status cm_run_give_strings(cameo_run *r, const cm_tensor *v, cameo_tensor *t,
                                 cameo_error *e) {
    size_t bytes;
    cm_id block;
    CM_CHECK(!cm_ckd_mul(v->n, sizeof(cameo_string), &bytes), e, CAMEO_E_LIMIT, "too many strings");
    CM_CHECK(t->data == NULL || t->bytes >= bytes, e, CAMEO_E_ARG,
             "%zu bytes given for %zu of strings", t->bytes, bytes);
    if (t->data == NULL) {
        CM_TRY(cm_heap_alloc(r->heap, bytes, &block, e));
        t->data = cm_heap_payload(r->heap, block);
    }
    cameo_string *out = t->data;
    for (size_t i = 0; i < v->n; i++) {
        cm_str s = cm_tensor_str(v, i);
        out[i] = (cameo_string){s.p, s.n};
    }
    t->bytes = bytes;
    return CAMEO_OK;
}

/* Room for the n items of an output, zeroed, in a heap block of their own. */
static cameo_status boxes_room(cameo_run *r, size_t n, cameo_value *out, cameo_value **items,
                               cameo_error *e) {
    size_t bytes = 0;
    cm_id block;
    CM_CHECK(!cm_ckd_mul(n, sizeof(cameo_value), &bytes), e, CAMEO_E_LIMIT, "too many items");
    CM_TRY(cm_heap_alloc(r->heap, bytes, &block, e));
    *items = (cameo_value *)(void *)cm_heap_payload(r->heap, block);
    memset(*items, 0, bytes);
    out->items = *items;
    out->n_items = n;
    return CAMEO_OK;
}

/* Tensors only, one level below an output or an optional's item. */
static cameo_status boxes_give_tensors(cameo_run *r, const cm_tensor *v, cameo_value *out,
                                       cameo_error *e) {
    cameo_value *items = NULL;
    CM_TRY(boxes_room(r, v->n, out, &items, e));
    for (size_t i = 0; i < v->n; i++) {
        cm_tensor item;
        cm_run_unbox(r, cm_load_u32((const uint8_t *)v->data + i * sizeof(cm_id)), &item);
        CM_CHECK(item.kind == CAMEO_KIND_TENSOR, e, CAMEO_E_UNSUPPORTED,
                 "unsupported: an output nests sequences");
        items[i].kind = CAMEO_KIND_TENSOR;
        CM_TRY(cm_run_give_tensor(r, &item, &items[i].tensor, e));
    }
    return CAMEO_OK;
}

/* A sequence of maps. */
static cameo_status boxes_give_maps(cameo_run *r, const cm_tensor *v, cameo_value *out,
                                    cameo_error *e) {
    cameo_value *items = NULL;
    CM_TRY(boxes_room(r, v->n, out, &items, e));
    for (size_t i = 0; i < v->n; i++) {
        cm_tensor map;
        cm_run_unbox(r, cm_load_u32((const uint8_t *)v->data + i * sizeof(cm_id)), &map);
        items[i].kind = CAMEO_KIND_MAP;
        CM_TRY(boxes_give_tensors(r, &map, &items[i], e));
    }
    return CAMEO_OK;
}

cameo_status cm_run_give_items(cameo_run *r, const cm_tensor *v, cameo_value *out, cameo_error *e) {
    cm_tensor item = {0};
    if (v->kind == CAMEO_KIND_SEQUENCE && v->n != 0) cm_run_unbox(r, cm_load_u32(v->data), &item);
    if (item.kind == CAMEO_KIND_MAP) return boxes_give_maps(r, v, out, e);
    item = (cm_tensor){0};
    if (v->kind == CAMEO_KIND_OPTIONAL && v->n == 1) cm_run_unbox(r, cm_load_u32(v->data), &item);
    if (item.kind != CAMEO_KIND_SEQUENCE) return boxes_give_tensors(r, v, out, e);
    cameo_value *inner = NULL;
    CM_TRY(boxes_room(r, 1, out, &inner, e));
    inner->kind = CAMEO_KIND_SEQUENCE;
    return boxes_give_tensors(r, &item, inner, e);
}
